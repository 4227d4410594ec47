/* What each family of calls says when it refuses: one line with the call, the argument's position and what was
 * expected. */
#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinter.h"

static void end(void)
{
    sn_shutdown();
}

TestSuite(api_errors, .fini = end, .timeout = 60);

static sn_array stale(void)
{
    sn_array x = sn_zeros(SN_FLOAT64, SN_SHAPE(3));
    sn_free(x);
    return x;
}

#define STALE "array handle is stale: the array was freed or its scope has ended"

static void refused(int line, sn_array x, int status, const char *text)
{
    cr_expect(!sn_ok(x), "line %d: is not refused", line);
    cr_expect_str_eq(sn_error_of(x), text, "line %d: '%s'", line, sn_error_of(x));
    sn_error_clear();
    sn_eval(x);
    cr_expect_eq(sn_error_status(), status, "line %d: %s", line, sn_status_name(sn_error_status()));
}

static void failed(int line, int64_t got, int status, const char *text)
{
    cr_expect_eq(got, status, "line %d: %d", line, (int)got);
    cr_expect_str_eq(sn_error(), text, "line %d: '%s'", line, sn_error());
}

#define REFUSED(x, status, text) refused(__LINE__, x, status, text)
#define FAILED(call, status, text) failed(__LINE__, call, status, text)

Test(api_errors, handles_have_a_position)
{
    sn_array x = sn_arange(0, 6, 1, SN_FLOAT64), s = stale();
    REFUSED(sn_sin(s), SN_ERR_HANDLE, "sin: argument 1: " STALE);
    REFUSED(sn_add(x, s), SN_ERR_HANDLE, "add: argument 2: " STALE);
    REFUSED(sn_add(1, s), SN_ERR_HANDLE, "add: argument 2: " STALE);
    REFUSED(sn_where(x, 1, s), SN_ERR_HANDLE, "where: argument 3: " STALE);
    REFUSED(sn_clip(x, 0, s), SN_ERR_HANDLE, "clip: argument 3: " STALE);
    REFUSED(sn_float_power(s, 2), SN_ERR_HANDLE, "float_power: argument 1: " STALE);
    REFUSED(sn_sum(s), SN_ERR_HANDLE, "sum: argument 1: " STALE);
    REFUSED(sn_mean(s, .keepdims = true), SN_ERR_HANDLE, "mean: argument 1: " STALE);
    REFUSED(sn_var(s), SN_ERR_HANDLE, "var: argument 1: " STALE);
    REFUSED(sn_reshape(s, SN_SHAPE(3)), SN_ERR_HANDLE, "reshape: argument 1: " STALE);
    REFUSED(sn_slice(s, SN_AT(0)), SN_ERR_HANDLE, "slice: argument 1: " STALE);
    REFUSED(sn_atleast_2d(s), SN_ERR_HANDLE, "atleast_2d: argument 1: " STALE);
    REFUSED(sn_tril(s, 0), SN_ERR_HANDLE, "tril: argument 1: " STALE);
    REFUSED(sn_full(s, SN_FLOAT64, SN_SHAPE(2)), SN_ERR_HANDLE, "full: argument 1: " STALE);
    REFUSED(sn_copy((sn_array){0, 0}), SN_ERR_HANDLE, "copy: argument 1: array handle is zero: nothing was assigned to it");
    REFUSED(sn_add(x, ((sn_array){77000000, 3})), SN_ERR_HANDLE, "add: argument 2: array handle was never made");
    REFUSED(SN_EXPR("x + s", x, s), SN_ERR_HANDLE, "expr: array 's': " STALE);
    FAILED(sn_eval(x, s), SN_ERR_HANDLE, "eval: argument 2: " STALE);
    FAILED(sn_share(s), SN_ERR_HANDLE, "share: argument 1: " STALE);
    FAILED(sn_set(&s, x), SN_ERR_HANDLE, "set: argument 1: the array to set is stale or belongs to another thread");
    sn_array u = {0, 0};
    FAILED(sn_set(&u, s), SN_ERR_HANDLE, "set: argument 2: " STALE);
    FAILED(sn_save("/nowhere/x.npy", s), SN_ERR_HANDLE, "save: argument 2: " STALE);
    FAILED(sn_ndim(s), SN_ERR_HANDLE, "ndim: argument 1: " STALE);
    FAILED(sn_print(s, stdout), SN_ERR_HANDLE, "print: argument 1: " STALE);
}

/* What is built on a failure keeps the first message. */
Test(api_errors, a_failure_keeps_its_message)
{
    sn_array x = sn_arange(0, 6, 1, SN_FLOAT64), y = sn_arange(0, 5, 1, SN_FLOAT64);
    static const char text[] = "add: shapes (6,) and (5,) do not broadcast";
    sn_array bad = sn_add(x, y);
    REFUSED(bad, SN_ERR_SHAPE, text);
    REFUSED(sn_sum(sn_mul(2, bad)), SN_ERR_SHAPE, text);
    REFUSED(SN_EXPR("bad[0]", bad), SN_ERR_SHAPE, text);
    FAILED(sn_eval(x, bad), SN_ERR_SHAPE, text);
    FAILED(sn_assert_allclose(x, bad), SN_ERR_SHAPE, text);
    char out[8];
    FAILED(sn_to_host(bad, out, sizeof out), SN_ERR_SHAPE, text);
    double value;
    FAILED(sn_item_f64(bad, &value), SN_ERR_SHAPE, text);
}

Test(api_errors, options_have_a_position)
{
    sn_array x = sn_reshape(sn_arange(0, 6, 1, SN_FLOAT64), SN_SHAPE(2, 3));
    static const char no_dtype[] = "99 is no dtype";
    char text[128];
#define DTYPE(name, position) (snprintf(text, sizeof text, "%s: argument %d: %s", name, position, no_dtype), text)
    sn_dtype bad = (sn_dtype)99;
    REFUSED(sn_sum(x, .dtype = bad), SN_ERR_DTYPE, DTYPE("sum", 4));
    REFUSED(sn_std(x, .dtype = bad), SN_ERR_DTYPE, DTYPE("std", 5));
    REFUSED(sn_trace(x, 0, 0, 1, bad), SN_ERR_DTYPE, DTYPE("trace", 5));
    REFUSED(sn_astype(x, bad), SN_ERR_DTYPE, DTYPE("astype", 2));
    REFUSED(sn_astype(x, SN_DTYPE_NONE), SN_ERR_DTYPE, "astype: argument 2: no dtype is given");
    REFUSED(sn_zeros(bad, SN_SHAPE(2)), SN_ERR_DTYPE, DTYPE("zeros", 1));
    REFUSED(sn_full(1, bad, SN_SHAPE(2)), SN_ERR_DTYPE, DTYPE("full", 2));
    REFUSED(sn_arange(0, 1, 1, bad), SN_ERR_DTYPE, DTYPE("arange", 4));
    REFUSED(sn_eye(2, 2, 0, bad), SN_ERR_DTYPE, DTYPE("eye", 4));
    REFUSED(sn_linspace(0, 1, 3, true, bad), SN_ERR_DTYPE, DTYPE("linspace", 5));
    REFUSED(sn_logspace(0, 1, 3, true, 10, bad), SN_ERR_DTYPE, DTYPE("logspace", 6));
    REFUSED(sn_indices(bad, SN_SHAPE(2)), SN_ERR_DTYPE, DTYPE("indices", 1));
    REFUSED(sn_zeros(SN_FLOAT16, SN_SHAPE(2)), SN_ERR_UNSUPPORTED, "zeros: argument 1: float16 is not supported yet");
    REFUSED(sn_ones(SN_FLOAT64, SN_SHAPE(2, -1)), SN_ERR_SHAPE, "ones: argument 2: negative dimensions are not allowed: (2, -1)");
    REFUSED(sn_zeros(SN_FLOAT64, 65, NULL), SN_ERR_SHAPE, "zeros: argument 2: 65 axes are given; an array has 0 to 64");
    REFUSED(sn_reshape(x, 3, NULL), SN_ERR_ARGUMENT, "reshape: argument 2: a shape of 3 axes has no extents");
    REFUSED(sn_full(300, SN_INT8, SN_SHAPE(1)), SN_ERR_VALUE, "full: argument 1: 300 does not fit int8");
    REFUSED(sn_transpose(x, ((sn_axes){NULL, 2})), SN_ERR_ARGUMENT, "transpose: argument 2: no axes are given");
    REFUSED(sn_ptp(x, .axis = ((sn_axes){NULL, 2})), SN_ERR_ARGUMENT, "ptp: argument 2: no axes are given");
    REFUSED(sn_moveaxis(x, SN_AXIS(0), ((sn_axes){NULL, 1})), SN_ERR_ARGUMENT, "moveaxis: argument 3: no axes are given");
    REFUSED(sn_moveaxis(x, SN_AXIS(0, 1), SN_AXIS(0)), SN_ERR_VALUE,
            "moveaxis: source and destination must have the same number of axes, not 2 and 1");
    static const double data[2];
    REFUSED(sn_from_host(NULL, SN_FLOAT64, SN_SHAPE(2), NULL), SN_ERR_ARGUMENT, "from_host: argument 1: no data is given");
    REFUSED(sn_from_host(data, SN_DTYPE_NONE, SN_SHAPE(2), NULL), SN_ERR_DTYPE, "from_host: argument 2: no dtype is given");
    REFUSED(sn_from_host(data, SN_FLOAT64, SN_SHAPE(2, -3), NULL), SN_ERR_SHAPE, "from_host: argument 3: extent -3 of axis 1 is negative");
}

Test(api_errors, shapes_axes_and_indices_are_named)
{
    sn_array x = sn_reshape(sn_arange(0, 6, 1, SN_FLOAT64), SN_SHAPE(2, 3)), i = sn_arange(0, 3, 1, SN_INT8);
    REFUSED(sn_where(sn_greater(x, 1), x, sn_zeros(SN_FLOAT64, SN_SHAPE(4))), SN_ERR_SHAPE,
            "where: shapes (2, 3), (2, 3) and (4,) do not broadcast");
    REFUSED(sn_sum(x, .axis = SN_AXIS(-3)), SN_ERR_INDEX, "sum: axis -3 is out of bounds for an array of dimension 2");
    REFUSED(sn_max(x, .axis = SN_AXIS(1, -1)), SN_ERR_VALUE, "max: axis -1 is given twice");
    REFUSED(sn_slice(x, SN_AT(2)), SN_ERR_INDEX, "slice: argument 2: index 2 is out of bounds for axis 0 with size 2");
    REFUSED(sn_slice(x, SN_RANGE(0, 1, 0)), SN_ERR_VALUE, "slice: argument 2: slice step cannot be zero");
    REFUSED(sn_reshape(x, SN_SHAPE(4)), SN_ERR_SHAPE, "reshape: cannot reshape array of size 6 into shape (4,)");
    REFUSED(sn_broadcast_to(x, SN_SHAPE(2, 4)), SN_ERR_SHAPE, "broadcast_to: shape (2, 3) does not broadcast to (2, 4)");
    REFUSED(sn_squeeze(x, SN_AXIS(1)), SN_ERR_SHAPE, "squeeze: axis 1 has extent 3, not 1");
    REFUSED(sn_add(i, 200), SN_ERR_VALUE, "add: Python integer 200 out of bounds for int8");
    REFUSED(sn_bitwise_and(x, 1), SN_ERR_DTYPE, "bitwise_and: not supported for float64");
    double value;
    FAILED(sn_item_f64(x, &value), SN_ERR_SHAPE, "item: an array of 6 elements is not one number");
    FAILED(sn_item_f64(x, NULL), SN_ERR_ARGUMENT, "item: no place for the result is given");
    FAILED(sn_to_host(x, &value, sizeof value), SN_ERR_VALUE, "to_host: argument 3: the array has 48 bytes, the destination 8");
    FAILED(sn_to_host(x, NULL, 48), SN_ERR_ARGUMENT, "to_host: argument 2: no destination is given");
    FAILED(sn_print(x, NULL), SN_ERR_ARGUMENT, "print: argument 2: no file is given");
}

Test(api_errors, texts)
{
    sn_array x = sn_arange(0, 6, 1, SN_FLOAT64);
    REFUSED(SN_EXPR("x", sn_add(x, 1)), SN_ERR_ARGUMENT, "expr: 'sn_add(x' is not a name; give the array a variable and name that");
    REFUSED(sn_expr_list("x", "x,, y", &x, 1), SN_ERR_ARGUMENT, "expr: '' is not a name; give the array a variable and name that");
    REFUSED(sn_expr_list("x", "x, y", &x, 1), SN_ERR_ARGUMENT, "expr: 2 names are given for 1 arrays");
    REFUSED(sn_expr_list("x", NULL, &x, 1), SN_ERR_ARGUMENT, "expr: argument 2: no names are given");
    REFUSED(SN_EXPR("x.sum(axis=99999999999)", x), SN_ERR_INDEX, "axis 99999999999 is out of bounds for any array");
    REFUSED(SN_EXPR("x.sum(axis=1)", x), SN_ERR_INDEX, "sum: axis 1 is out of bounds for an array of dimension 1");
    REFUSED(sn_expr("x", (const char *const[]){"True"}, &x, 1), SN_ERR_ARGUMENT, "expr: array 1: 'True' is not a name that a text can use");
    REFUSED(sn_expr("x", (const char *const[]){"2x"}, &x, 1), SN_ERR_ARGUMENT, "expr: array 1: '2x' is not a name that a text can use");
    REFUSED(sn_expr_list("x", "in", &x, 1), SN_ERR_ARGUMENT, "expr: 'in' is not a name; give the array a variable and name that");
    cr_expect(sn_ok(sn_expr_list("1 + 2", "", NULL, 0)));
    FAILED(sn_option_set("jit", "maybe"), SN_ERR_VALUE, "SINTER_JIT: 'maybe' is not off|sync|async");
    FAILED(sn_option_set("colour", "red"), SN_ERR_NAME, "there is no option 'colour'");
}

/* Texts that nest ever deeper on a small stack: each is recorded or refused. */
static void *record_deeper(void *failures)
{
    static const char *const opens[] = {"(", "-(", "sin(", "x[None][0]*("};
    char *text = malloc(4000);
    sn_array x = sn_scalar(1, SN_FLOAT64);
    for (int k = 0; k < 4; k++) {
        bool refused = false;
        for (int depth = 10; depth < 200; depth += 10) {
            strcpy(text, "");
            for (int n = 0; n < depth; n++) strcat(text, opens[k]);
            strcat(text, "x");
            for (int n = 0; n < depth; n++) strcat(text, ")");
            sn_array y = SN_EXPR(text, x);
            bool right = strstr(sn_error_of(y), "too deep for the stack") || strstr(sn_error_of(y), "nested more than 200");
            if (sn_ok(y) ? refused : !right || depth < 30) ++*(int *)failures;
            refused |= !sn_ok(y);
        }
    }
    free(text);
    return NULL;
}

Test(api_errors, a_text_too_deep_for_a_small_stack_is_refused)
{
    pthread_attr_t small;
    pthread_t thread;
    int failures = 0;
    pthread_attr_init(&small);
    const char *sanitized = getenv("SINTER_SANITIZE"); /* which makes frames several times as large */
    cr_assert_eq(pthread_attr_setstacksize(&small, (size_t)(sanitized && *sanitized ? 256 : 64) << 10), 0);
    cr_assert_eq(pthread_create(&thread, &small, record_deeper, &failures), 0);
    pthread_join(thread, NULL);
    cr_expect_eq(failures, 0);
}
