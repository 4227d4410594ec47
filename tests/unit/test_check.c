/* SINTER_CHECK: which operation is named, and that nothing changes where it is off. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cpu/cpu.h"
#include "runtime/plan.h"
#include "sinter.h"

static void begin(void)
{
    cr_assert_eq(sn_option_set("JIT", "off"), SN_OK);
}

static void end(void)
{
    sn_option_set("CHECK", NULL);
    cr_assert_eq(sn_shutdown(), SN_OK);
}

TestSuite(check, .init = begin, .fini = end, .timeout = 60);

static void check_for(const char *what)
{
    cr_assert_eq(sn_option_set("check", what), SN_OK, "%s", sn_error());
}

static sn_array doubles(const double *data, int64_t n)
{
    return sn_from_host(data, SN_FLOAT64, 1, &n, NULL);
}

/* Ten operations; the fourth takes the logarithm of -1. */
static sn_array chain(sn_array x, int *line)
{
    sn_array t = sn_mul(sn_add(x, 1), 2);
    t = sn_sub(t, 4);
    t = sn_log(t), *line = __LINE__;
    t = sn_sqrt(sn_abs(sn_add(sn_mul(t, 3), 1)));
    return sn_sum(sn_sub(sn_exp(sn_neg(t)), 0.5), .axis = SN_AXIS(0));
}

static uint64_t kernels(void)
{
    sn_stats s;
    sn_stats_get(&s);
    return s.kernels;
}

Test(check, a_nan_inside_a_fused_chain_is_named)
{
    static const double data[] = {3, 2.5, 0.5, 4};
    char message[128];
    int line;
    check_for("nan");
    sn_array y = chain(doubles(data, 4), &line);
    cr_assert_eq(sn_eval(y), SN_ERR_VALUE);
    snprintf(message, sizeof message,
             "check: log(float64 (4,)) makes nan at index (2,) from -1, recorded at test_check.c:%d", line);
    cr_expect_str_eq(sn_error(), message, "%s", sn_error());
    cr_expect(sn_ok(y), "the array is as it was");
    check_for("inf");
    cr_expect_eq(sn_eval(y), SN_OK, "%s", sn_error());
    cr_expect(isnan(sn_item(y)));
}

/* Off, and on where nothing is found, an evaluation is the same kernels. */
Test(check, costs_nothing_where_nothing_is_found)
{
    static const double clean[] = {3, 2.5, 1.5, 4}, bad[] = {3, 0.5, 1.5, 4};
    int line;
    sn_stats_reset();
    cr_assert_eq(sn_eval(chain(doubles(bad, 4), &line)), SN_OK);
    uint64_t off = kernels();
    sn_stats_reset();
    check_for("nan,inf,bounds");
    cr_assert_eq(sn_eval(chain(doubles(clean, 4), &line)), SN_OK, "%s", sn_error());
    cr_expect_eq(kernels(), off);
    cr_expect_eq(off, 1);
}

static void expect_message(const char *checks, const char *text, const char *message)
{
    check_for(checks);
    SN_SCOPE
    {
        static const double values[] = {0, 1, -2, NAN, INFINITY, 3};
        sn_array x = doubles(values, 6), y = sn_arange(0, 4, 1, SN_FLOAT64);
        sn_error_clear();
        sn_array z = SN_EXPR(text, x, y);
        cr_expect(sn_ok(z), "%s: %s", text, sn_error_of(z));
        int status = sn_eval(z);
        cr_expect_eq(status, message ? SN_ERR_VALUE : SN_OK, "%s with %s: %d", text, checks, status);
        const char *got = sn_error();
        cr_expect_str_eq(got, message ? message : "", "%s with %s: '%s'", text, checks, got);
    }
}

Test(check, text_has_a_column)
{
    expect_message("nan", "log(y - 1) * 2",
                   "check: log(float64 (4,)) makes nan at index (0,) from -1, recorded at column 1 of 'log(y - 1) * 2'");
    expect_message("nan,inf", "1 / y",
                   "check: divide(float64 (), float64 (4,)) makes inf at index (0,) from 1 and 0, recorded at column 3 of '1 / y'");
    expect_message("nan", "t = y*2; u = t.reshape(2, 2)\n(u / u[0, 0]).sum(axis=0)",
                   "check: divide(float64 (2, 2), float64 (2, 2)) makes nan at index (0, 0) from 0 and 0, "
                   "recorded at line 2, column 4 of '(u / u[0, 0]).sum(axis=0)'");
}

Test(check, reductions_and_casts_may_be_at_fault)
{
    expect_message("inf", "sum((1 + y).reshape(2, 2) * 0.5e308, axis=1)",
                   "check: multiply(float64 (2, 2), float64 ()) makes inf at index (1, 1) from 4 and 5e+307, "
                   "recorded at column 27 of '...).reshape(2, 2) * 0.5e308, axis=1)'");
    expect_message("inf", "sum((1 + y).reshape(2, 2) * 0.4e308, axis=1)",
                   "check: sum(float64 (2, 2)) makes inf at index (1,), recorded at column 1 of "
                   "'sum((1 + y).reshape(2, 2) * 0.4e308, axi...'");
    expect_message("inf", "(y * 1e39).astype(float32)",
                   "check: astype(float64 (4,)) makes inf at index (1,) from 1e+39, recorded at column 12 of '(y * 1e39).astype(float32)'");
    expect_message("nan", "mean(y[:0])",
                   "check: divide(float64 (), float64 ()) makes nan at index () from 0 and 0, recorded at column 1 of 'mean(y[:0])'");
}

/* What an input had, and what nobody asked for, is no fault. */
Test(check, only_what_an_operation_made_counts)
{
    expect_message("nan,inf", "x * 2 + 1", NULL);
    expect_message("nan", "x.sum()", NULL);
    expect_message("nan,inf", "where(y > 1, log(y - 1.5), nan)[:2]", NULL);
    expect_message("nan,inf", "where(y > 0, 1 / y, 0)", NULL);
    expect_message("nan,inf", "sqrt(y - 1)[1:]", NULL);
    expect_message("nan", "isnan(log(y - 1)).sum()", NULL);
    expect_message("nan", "concatenate([x, y[:1]]) + 1", NULL);
    expect_message("nan", "pad(sqrt(y - 1), (0, 1))[1:]", NULL);
    expect_message("inf", "log(y - 1)[2:]", NULL);
    expect_message("nan", "x - x[::-1]", NULL); /* inf - 1 and nan - -2 alone */
    expect_message("nan", "x - x",
                   "check: subtract(float64 (6,), float64 (6,)) makes nan at index (4,) from inf and inf, recorded at column 3 of 'x - x'");
    expect_message("nan", "concatenate([y + 1, sqrt(y - 1)]) * 2",
                   "check: sqrt(float64 (4,)) makes nan at index (0,) from -1, recorded at column 21 of "
                   "'concatenate([y + 1, sqrt(y - 1)]) * 2'");
    /* One element from an input, one made: the made one is found. */
    expect_message("nan", "maximum(x[2:4], sqrt(y[:2] - 1)).max()",
                   "check: sqrt(float64 (2,)) makes nan at index (0,) from -1, recorded at column 17 of "
                   "'maximum(x[2:4], sqrt(y[:2] - 1)).max()'");
}

/* A result in the memory of an operand that dies with it is inside that. */
Test(check, results_in_place_are_in_bounds)
{
    expect_message("bounds", "repeat(array([1, 2, 3]), 2) + tile(array([1, 2]), 3)", NULL);
    expect_message("bounds", "tile(arange(12).reshape(3, 4).T + 1, (2, 2)) * 3", NULL);
    expect_message("nan,inf,bounds", "tile(y, 2) * 3", NULL);
}

Test(check, option_is_a_list)
{
    char text[32];
    cr_expect_eq(sn_option_set("check", "nan,nun"), SN_ERR_VALUE);
    cr_expect_str_eq(sn_error(), "SINTER_CHECK: 'nan,nun' is not a list, with commas, of nan|inf|bounds");
    cr_expect_eq(sn_option_set("check", "nan,"), SN_ERR_VALUE);
    cr_expect_eq(sn_option_set("check", ",nan"), SN_ERR_VALUE);
    cr_expect_eq(sn_option_set("check", "BOUNDS,nan"), SN_OK);
    cr_expect_eq(sni_option_int(SNI_OPTION_CHECK), SNI_CHECK_BOUNDS | SNI_CHECK_NAN);
    cr_expect(sn_option_get("check", text, sizeof text) >= 0);
    cr_expect_str_eq(text, "BOUNDS,nan");
    cr_expect_eq(sn_option_set("check", ""), SN_OK);
    cr_expect_eq(sni_option_int(SNI_OPTION_CHECK), 0);
}

/* ---- bounds ------------------------------------------------------------------------------------------------ */

static void release(void *storage) { sni_buffer_release(storage); }

/* A leaf that claims `claimed` elements of memory that has `real`. */
static int evaluate_claim(int64_t claimed, int64_t real, int64_t stride)
{
    sni_graph g;
    cr_assert_eq(sni_graph_init(&g), SN_OK);
    g.storage_release = release;
    sni_buffer *b = sni_buffer_new(&sni_cpu_device, (size_t)real * 8);
    memset(b->data, 0, (size_t)real * 8);
    sni_node *leaf = sni_leaf(&g, SNI_FLOAT64, 1, &claimed, NULL, b);
    int64_t n = (claimed + stride - 1) / stride;
    sni_node *view = sni_view(&g, leaf, 1, &n, &stride, 0), *y = sni_element(&g, SNI_OP_NEGATIVE, &view, NULL);
    int status = sni_evaluate(&g, &y, 1);
    sni_node_release(&g, y);
    sni_node_release(&g, view);
    sni_node_release(&g, leaf);
    sni_graph_destroy(&g);
    return status;
}

Test(check, a_view_past_its_memory_is_refused)
{
    check_for("bounds");
    cr_expect_eq(evaluate_claim(100, 100, 3), SN_OK);
    cr_expect_eq(evaluate_claim(100, 99, 3), SN_ERR_INDEX);
    cr_expect_str_eq(sni_error_message(), "check: bounds: a kernel would read elements 0 to 99 of a float64 array of 99");
    cr_expect_eq(evaluate_claim(99, 97, 3), SN_OK, "element 96 is the last one read");
    cr_expect_eq(evaluate_claim(100000, 10, 1), SN_ERR_INDEX);
}

/* Padded and joined arrays are read at addresses outside their memory, where a mask forbids it. */
Test(check, what_a_mask_forbids_is_not_out_of_bounds)
{
    static const double data[] = {1, 2, 3, 4};
    check_for("nan,bounds");
    sn_array x = doubles(data, 4);
    cr_expect_eq(sn_eval(SN_EXPR("concatenate([x, pad(x * 2, 3)[::-1]]) + roll(pad(x, (7, 3)), 1)", x)), SN_OK, "%s", sn_error());
}

Test(check, reach_is_from_lowest_to_highest)
{
    sni_kernel k = {.nx = 2, .noperands = 1};
    sni_geometry g = {.extent = {3, 4}};
    size_t bytes = 12 * 4;
    k.operands[0] = (sni_operand){.dtype = SNI_FLOAT32, .kind = SNI_OPERAND_OUT};
    g.stride[0][0] = 4, g.stride[0][1] = -1, g.offset[0] = 3;
    cr_expect_eq(sni_check_bounds(&k, &g, &bytes), SN_OK);
    g.offset[0] = 2;
    cr_expect_eq(sni_check_bounds(&k, &g, &bytes), SN_ERR_INDEX);
    cr_expect_str_eq(sni_error_message(), "check: bounds: a kernel would write elements -1 to 10 of a float32 array of 12");
    g.offset[0] = 4;
    cr_expect_eq(sni_check_bounds(&k, &g, &bytes), SN_ERR_INDEX);
    g.extent[1] = 0;
    cr_expect_eq(sni_check_bounds(&k, &g, &bytes), SN_OK, "nothing is written");
    g.extent[1] = INT64_MAX;
    g.stride[0][1] = INT64_MAX;
    cr_expect_eq(sni_check_bounds(&k, &g, &bytes), SN_ERR_INDEX);
}
