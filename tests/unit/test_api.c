/* Handles, scopes, numbers, poisoned arrays, creation, views and reading through the public calls. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "api/context.h"

static const float six[6] = {1, 2, 3, 4, 5, 6};

static sn_array matrix(void) { return sn_from_host(six, SN_FLOAT32, SN_SHAPE(2, 3), NULL); }

static void expect_values(sn_array x, const double *want, size_t count)
{
    double got[64];
    sn_array wide = sn_astype(x, SN_FLOAT64);
    cr_assert(sn_to_host(wide, got, count * sizeof *got) >= 0, "%s", sn_error());
    for (size_t k = 0; k < count; k++)
        cr_expect(got[k] == want[k] || (isnan(got[k]) && isnan(want[k])), "element %zu: %.17g, not %.17g", k, got[k], want[k]);
    sn_free(wide);
}
#define EXPECT(x, ...)                                                                             \
    expect_values(x, (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static void expect_error(sn_array x, int status, const char *part)
{
    cr_expect(!sn_ok(x));
    cr_expect(strstr(sn_error_of(x), part) != NULL, "'%s' does not say '%s'", sn_error_of(x), part);
    cr_expect_eq(sn_eval(x), status);
    cr_expect(strstr(sn_error(), part) != NULL, "'%s' does not say '%s'", sn_error(), part);
}

static size_t live_cells(void)
{
    sni_context *c = sni_context_get();
    size_t n = 0;
    for (sni_chunk *chunk = c->chunks; chunk; chunk = chunk->next)
        for (size_t k = 0; k < SNI_CHUNK_CELLS; k++)
            n += chunk->cells[k].node || chunk->cells[k].weak || chunk->cells[k].failure;
    return n;
}

/* ---- numbers -------------------------------------------------------------------------------------------- */

Test(api, numbers_are_weak)
{
    sn_array x = matrix();
    cr_expect_eq(sn_dtype_of(sn_mul(x, 2.0)), SN_FLOAT32);
    cr_expect_eq(sn_dtype_of(sn_mul(2, x)), SN_FLOAT32);
    cr_expect_eq(sn_dtype_of(sn_add(x, true)), SN_FLOAT32);
    sn_array i = sn_from_host((const int8_t[]){1, 2}, SN_INT8, SN_SHAPE(2), NULL);
    cr_expect_eq(sn_dtype_of(sn_add(i, 1)), SN_INT8);
    cr_expect_eq(sn_dtype_of(sn_add(i, 1.5)), SN_FLOAT64);
    cr_expect_eq(sn_dtype_of(sn_add(i, sn_scalar(1, SN_INT64))), SN_INT64);
    EXPECT(sn_sub(10, x), 9, 8, 7, 6, 5, 4);
    EXPECT(sn_add(i, 1), 2, 3);
}

Test(api, every_c_type_is_an_operand)
{
    sn_array x = sn_zeros(SN_FLOAT64, SN_SHAPE(1));
    EXPECT(sn_add(x, (char)1), 1);
    EXPECT(sn_add(x, (signed char)-2), -2);
    EXPECT(sn_add(x, (unsigned char)200), 200);
    EXPECT(sn_add(x, (short)-3), -3);
    EXPECT(sn_add(x, (unsigned short)4), 4);
    EXPECT(sn_add(x, 5), 5);
    EXPECT(sn_add(x, 6u), 6);
    EXPECT(sn_add(x, 7L), 7);
    EXPECT(sn_add(x, 8UL), 8);
    EXPECT(sn_add(x, 9LL), 9);
    EXPECT(sn_add(x, 18446744073709551615ULL), 18446744073709551616.0);
    EXPECT(sn_add(x, (bool)1), 1);
    EXPECT(sn_add(x, 1.5f), 1.5);
    EXPECT(sn_add(x, 2.5), 2.5);
    EXPECT(sn_add(x, 3.5L), 3.5);
    EXPECT(sn_add(x, (size_t)11), 11);
    EXPECT(sn_add(x, (int64_t)-12), -12);
    const int constant = 13;
    EXPECT(sn_add(x, constant), 13);
}

Test(api, operands_nest)
{
    sn_array x = sn_ones(SN_FLOAT64, SN_SHAPE(1));
    EXPECT(sn_add(1, sn_mul(2, sn_add(3, sn_mul(4, sn_add(5, sn_mul(6, sn_add(7, sn_mul(8, x)))))))), 767);
    EXPECT(sn_where(sn_greater(x, 0.5), sn_sum(sn_add(x, 1), .keepdims = true), 0), 2);
    cr_expect_eq(sn_item(sn_add(sn_scalar(2, SN_INT32), 3)), 5);
}

Test(api, a_number_in_an_operation_leaves_nothing)
{
    sn_array x = matrix(), none = {0, 0};
    size_t before = live_cells();
    for (int k = 0; k < 5000; k++) sn_free(sn_mul(sn_add(x, 1), 2.5)); /* two results, one freed */
    cr_expect_eq(live_cells(), before + 5000);
    SN_SCOPE
    {
        for (int k = 0; k < 100; k++) sn_where(sn_greater(none, 1), 2, 3); /* refused operands too */
    }
    cr_expect_eq(live_cells(), before + 5000);
}

Test(api, weak_numbers_can_be_kept_and_used_twice)
{
    sn_array two = sn_weak_f64(2), x = matrix();
    cr_expect_eq(sn_dtype_of(sn_mul(x, two)), SN_FLOAT32);
    cr_expect(sn_eval(two) >= 0);
    cr_expect_eq(sn_dtype_of(sn_mul(x, two)), SN_FLOAT32);
    cr_expect_eq(sn_dtype_of(sn_mul(x, sn_copy(two))), SN_FLOAT32);
    cr_expect_eq(sn_item(two), 2);
    cr_expect_eq(*(const double *)sn_data(two), 2);
    sn_array strong = sn_scalar(2, SN_FLOAT64); /* evaluating it must not disturb the weak one */
    cr_expect(sn_eval(strong) >= 0);
    EXPECT(sn_mul(x, two), 2, 4, 6, 8, 10, 12);
    cr_expect_eq(sn_dtype_of(sn_mul(x, strong)), SN_FLOAT64);
}

/* ---- handles --------------------------------------------------------------------------------------------- */

Test(api, a_handle_that_is_not_right_is_refused)
{
    sn_array x = matrix();
    sn_free(x);
    expect_error(x, SN_ERR_HANDLE, "stale");
    expect_error((sn_array){0, 0}, SN_ERR_HANDLE, "zero");
    expect_error((sn_array){UINT32_MAX, UINT32_MAX}, SN_ERR_HANDLE, "never made");
    expect_error((sn_array){UINT32_MAX, 0}, SN_ERR_HANDLE, "never made");
    expect_error((sn_array){50000000, 7}, SN_ERR_HANDLE, "never made");
    expect_error((sn_array){x.index, x.generation + 1}, SN_ERR_HANDLE, "stale"); /* the next to be handed out */
    expect_error((sn_array){x.index + 1, 1}, SN_ERR_HANDLE, "stale");
    expect_error(sn_add(x, 1), SN_ERR_HANDLE, "add: argument 1: array handle is stale");
    cr_expect_eq(sn_free(x), SN_ERR_HANDLE);
    cr_expect_eq(sn_free((sn_array){0, 0}), SN_OK);
    cr_expect_eq(sn_ndim(x), SN_ERR_HANDLE);
    cr_expect_eq(sn_size(x), SN_ERR_HANDLE);
    cr_expect_eq(sn_dtype_of(x), SN_DTYPE_NONE);
    cr_expect_null(sn_data(x));
    cr_expect(isnan(sn_item(x)));
    cr_expect_eq(sn_to_host(x, NULL, 0), SN_ERR_HANDLE);
    cr_expect_eq(sn_print(x, stdout), SN_ERR_HANDLE);
    cr_expect_eq(sn_keep(x).index, x.index);
    cr_expect_eq(sn_share(x), SN_ERR_HANDLE);
}

/* What C makes of an axis and an index that forgot their macro. */
Test(api, bare_numbers_are_refused)
{
    sn_array x = matrix();
    int one = 1;
    expect_error(sn_sum(x, .axis = (sn_axes){&one, 0}), SN_ERR_ARGUMENT, "sum: argument 2: axes without a count; write SN_AXIS(1), not 1");
    expect_error(sn_slice(x, ((sn_item_spec){(sn_item_kind)1, 0, 0, 0})), SN_ERR_ARGUMENT, "slice: argument 2: 1 is no kind of item; write SN_AT(1), not 1");
}

Test(api, null_is_refused_not_followed)
{
    sn_array x = matrix(), one = sn_sum(x);
    char text[8];
    expect_error(sn_sum(x, .axis = (sn_axes){NULL, 1}), SN_ERR_ARGUMENT, "sum: argument 2: no axes are given");
    expect_error(sn_sum(x, .axis = (sn_axes){(const int[]){0}, SIZE_MAX}), SN_ERR_SHAPE, "sum: ");
    cr_expect_eq(sn_item_f64(one, NULL), SN_ERR_ARGUMENT);
    cr_expect_eq(sn_item_i64(one, NULL), SN_ERR_ARGUMENT);
    cr_expect_eq(sn_format(x, NULL, 8), SN_ERR_ARGUMENT);
    cr_expect_gt(sn_format(x, NULL, 0), 0);
    cr_expect_eq(sn_info(false, NULL, 8), SN_ERR_ARGUMENT);
    cr_expect_eq(sn_option_get("JIT", NULL, 8), SN_ERR_ARGUMENT);
    cr_expect_eq(sn_option_get(NULL, text, sizeof text), SN_ERR_ARGUMENT);
    cr_expect_eq(sn_cache_path(NULL, 8), SN_ERR_ARGUMENT);
    cr_expect_eq(sn_cache_each(NULL, NULL, false), SN_ERR_ARGUMENT);
    sn_stats_get(NULL);
}

Test(api, many_handles)
{
    enum { COUNT = 5000 };
    static sn_array a[COUNT];
    for (int k = 0; k < COUNT; k++) a[k] = sn_scalar(k, SN_INT64);
    for (int k = 0; k < COUNT; k += 2) sn_free(a[k]);
    for (int k = 0; k < COUNT; k++) cr_assert_eq(sn_ok(a[k]), k % 2 == 1);
    for (int k = 0; k < COUNT; k += 2) a[k] = sn_scalar(-k, SN_INT64);
    for (int k = 0; k < COUNT; k += 499) cr_assert_eq(sn_item(a[k]), k % 2 ? k : -k);
}

Test(api, a_poisoned_array_hands_its_message_on)
{
    sn_array x = matrix(), y = sn_zeros(SN_FLOAT32, SN_SHAPE(8));
    sn_array bad = sn_add(x, y);
    expect_error(bad, SN_ERR_SHAPE, "add: shapes (2, 3) and (8,) do not broadcast");
    sn_array later = sn_sum(sn_mul(sn_exp(bad), x), .axis = SN_AXIS(7));
    cr_expect_str_eq(sn_error_of(later), sn_error_of(bad));
    sn_array first = sn_add(bad, sn_mul(y, x));
    cr_expect_str_eq(sn_error_of(first), sn_error_of(bad));
    sn_free(bad);
    cr_expect(strstr(sn_error_of(later), "(8,)") != NULL);
    expect_error(sn_sum(x, .axis = SN_AXIS(7)), SN_ERR_INDEX, "7");
    expect_error(sn_copy(later), SN_ERR_SHAPE, "add");
    cr_expect_eq(sn_shape(later, NULL), SN_ERR_SHAPE);
}

/* ---- scopes ----------------------------------------------------------------------------------------------- */

Test(api, a_scope_frees_what_it_holds)
{
    sn_array inside = {0, 0}, kept = {0, 0}, returned = {0, 0}, x = matrix();
    size_t before = live_cells();
    SN_SCOPE
    {
        inside = sn_add(x, 1);
        kept = sn_keep(sn_mul(inside, 2));
        SN_SCOPE returned = sn_scope_return(sn_neg(inside));
        cr_expect(sn_ok(returned));
        EXPECT(returned, -2, -3, -4, -5, -6, -7);
    }
    cr_expect(sn_ok(x));
    cr_expect(!sn_ok(inside));
    cr_expect(!sn_ok(returned));
    EXPECT(kept, 4, 6, 8, 10, 12, 14);
    sn_free(kept);
    cr_expect_eq(live_cells(), before);
}

static sn_array norm(sn_array x)
{
    SN_SCOPE
    {
        sn_array squares = sn_square(x);
        return sn_scope_return(sn_sqrt(sn_sum(squares)));
    }
    return (sn_array){0, 0};
}

Test(api, a_scope_is_closed_however_it_is_left)
{
    sn_array x = matrix();
    size_t before = live_cells();
    int rounds = 0;
    for (int k = 0; k < 3; k++) {
        SN_SCOPE
        {
            sn_add(x, k);
            if (k == 0) break;
            if (k == 1) continue;
            sn_add(x, 2 * k);
        }
        rounds++;
    }
    cr_expect_eq(rounds, 3);
    cr_expect_eq(live_cells(), before);
    SN_SCOPE
    {
        sn_array n = norm(x);
        cr_expect_float_eq(sn_item(n), sqrt(91), 1e-6);
    }
    cr_expect_eq(live_cells(), before);
}

Test(api, scopes_without_the_macro)
{
    sn_scope outer = sn_scope_begin(), inner = sn_scope_begin();
    sn_array x = matrix();
    cr_expect_eq(sn_scope_end(outer), SN_OK); /* closes the inner one too */
    cr_expect(!sn_ok(x));
    cr_expect_eq(sn_scope_end(inner), SN_ERR_HANDLE);
    cr_expect_eq(sn_scope_end(outer), SN_ERR_HANDLE);
    cr_expect_eq(sn_scope_end((sn_scope){0, 0}), SN_OK);
    sn_scope again = sn_scope_begin();
    cr_expect_eq(sn_scope_end(outer), SN_ERR_HANDLE);
    cr_expect_eq(sn_scope_end(again), SN_OK);
}

Test(api, a_scope_does_not_force_storing)
{
    sn_array x = matrix();
    cr_assert(sn_eval(x) >= 0);
    sn_stats before, after;
    SN_SCOPE
    {
        sn_array t = sn_add(x, 1), u = sn_mul(t, 3);
        sn_stats_get(&before);
        cr_assert(sn_eval(u) >= 0);
        sn_stats_get(&after);
        cr_expect_eq(after.kernels - before.kernels, 1);
        cr_expect_eq(after.bytes_written - before.bytes_written, 24);
        EXPECT(t, 2, 3, 4, 5, 6, 7);
    }
}

/* ---- sn_set ----------------------------------------------------------------------------------------------------- */

Test(api, set_replaces)
{
    sn_array u = {0, 0}, before;
    cr_assert(sn_set(&u, matrix()) >= 0);
    before = u;
    for (int k = 0; k < 10; k++) {
        SN_SCOPE
        {
            sn_array v = sn_add(u, 1);
            cr_assert(sn_set(&u, v) >= 0);
        }
    }
    cr_expect_eq(u.index, before.index);
    cr_expect_eq(u.generation, before.generation);
    EXPECT(u, 11, 12, 13, 14, 15, 16);
    cr_expect(sn_set(&u, sn_add(u, sn_zeros(SN_FLOAT32, SN_SHAPE(9)))) < 0);
    expect_error(sn_mul(u, 2), SN_ERR_SHAPE, "broadcast");
    cr_expect(sn_set(&u, matrix()) >= 0);
    EXPECT(u, 1, 2, 3, 4, 5, 6);
    sn_free(u);
    cr_expect_eq(sn_set(&u, matrix()), SN_ERR_HANDLE);
    cr_expect_eq(sn_set(NULL, matrix()), SN_ERR_ARGUMENT);
}

Test(api, set_keeps_values_recorded_before)
{
    sn_array u = {0, 0};
    sn_set(&u, matrix());
    sn_array twice = sn_mul(u, 2);
    sn_set(&u, sn_zeros(SN_FLOAT32, SN_SHAPE(2, 3)));
    EXPECT(twice, 2, 4, 6, 8, 10, 12);
    EXPECT(u, 0, 0, 0, 0, 0, 0);
}

/* ---- creation ------------------------------------------------------------------------------------------------------ */

Test(api, from_host_follows_strides)
{
    EXPECT(sn_from_host(six, SN_FLOAT32, SN_SHAPE(3, 2), ((const int64_t[]){4, 12})), 1, 4, 2, 5, 3, 6);
    EXPECT(sn_from_host(six + 5, SN_FLOAT32, SN_SHAPE(6), ((const int64_t[]){-4})), 6, 5, 4, 3, 2, 1);
    EXPECT(sn_from_host(six, SN_FLOAT32, SN_SHAPE(3), ((const int64_t[]){0})), 1, 1, 1);
    char bytes[9] = {0};
    memcpy(bytes + 1, six, 8);
    EXPECT(sn_from_host(bytes + 1, SN_FLOAT32, SN_SHAPE(2), NULL), 1, 2);
    EXPECT(sn_from_host((const uint8_t[]){0, 7, 1}, SN_BOOL, SN_SHAPE(3), NULL), 0, 1, 1);
    EXPECT(sn_from_host(six, SN_FLOAT32, SN_SHAPE0, NULL), 1);
    cr_expect_eq(sn_size(sn_from_host(NULL, SN_FLOAT32, SN_SHAPE(0, 5), NULL)), 0);
    expect_error(sn_from_host(NULL, SN_FLOAT32, SN_SHAPE(5), NULL), SN_ERR_ARGUMENT, "no data");
    expect_error(sn_from_host(six, SN_DTYPE_NONE, SN_SHAPE(5), NULL), SN_ERR_DTYPE, "dtype");
    expect_error(sn_from_host(six, (sn_dtype)99, SN_SHAPE(5), NULL), SN_ERR_DTYPE, "99");
    expect_error(sn_from_host(six, SN_FLOAT16, SN_SHAPE(5), NULL), SN_ERR_UNSUPPORTED, "float16");
    expect_error(sn_from_host(six, SN_FLOAT32, SN_SHAPE(-1), NULL), SN_ERR_SHAPE, "-1");
    expect_error(sn_from_host(six, SN_FLOAT32, 65, NULL, NULL), SN_ERR_SHAPE, "65");
    expect_error(sn_from_host(six, SN_FLOAT32, SN_SHAPE(INT64_MAX, 3), NULL), SN_ERR_MEMORY, "too large");
    expect_error(sn_from_host(six, SN_FLOAT32, SN_SHAPE(4), ((const int64_t[]){INT64_MAX / 2})), SN_ERR_MEMORY, "strides");
}

static int deleted;
static void on_delete(void *data, void *user)
{
    cr_expect_eq(data, user);
    deleted++;
}

Test(api, wrap_uses_memory_in_place)
{
    float data[6] = {1, 2, 3, 4, 5, 6};
    sn_array x = sn_wrap(data, SN_FLOAT32, SN_SHAPE(2, 3), NULL, on_delete, data);
    cr_expect_eq(sn_data(x), data);
    SN_SCOPE EXPECT(sn_add(x, 1), 2, 3, 4, 5, 6, 7);
    cr_expect_eq(deleted, 0);
    sn_free(x);
    cr_expect_eq(deleted, 1);
    SN_SCOPE
    {
        sn_array back = sn_wrap(data + 5, SN_FLOAT32, SN_SHAPE(3), ((const int64_t[]){-8}), on_delete, data + 5);
        EXPECT(back, 6, 4, 2);
        EXPECT(sn_sum(back), 12);
        sn_array turned = sn_wrap(data, SN_FLOAT32, SN_SHAPE(3, 2), ((const int64_t[]){4, 12}), NULL, NULL);
        EXPECT(turned, 1, 4, 2, 5, 3, 6);
        EXPECT(sn_wrap(data, SN_FLOAT32, SN_SHAPE(2, 2), ((const int64_t[]){0, 4}), NULL, NULL), 1, 2, 1, 2);
    }
    cr_expect_eq(deleted, 2);
    SN_SCOPE
    {
        expect_error(sn_wrap((char *)data + 1, SN_FLOAT32, SN_SHAPE(1), NULL, on_delete, data), SN_ERR_ARGUMENT, "aligned");
        expect_error(sn_wrap(data, SN_FLOAT32, SN_SHAPE(2), ((const int64_t[]){6}), on_delete, data), SN_ERR_ARGUMENT, "stride 6");
        expect_error(sn_wrap(data, SN_BOOL, SN_SHAPE(4), NULL, on_delete, data), SN_ERR_VALUE, "bool memory holds");
    }
    cr_expect_eq(deleted, 2);
}

Test(api, constants)
{
    EXPECT(sn_zeros(SN_INT32, SN_SHAPE(2)), 0, 0);
    cr_expect_eq(sn_dtype_of(sn_ones(SN_DTYPE_NONE, SN_SHAPE(2))), SN_FLOAT64);
    EXPECT(sn_full(2.5, SN_FLOAT32, SN_SHAPE(3)), 2.5, 2.5, 2.5);
    cr_expect_eq(sn_dtype_of(sn_full(2, SN_DTYPE_NONE, SN_SHAPE(3))), SN_INT64);
    cr_expect_eq(sn_dtype_of(sn_scalar((bool)1, SN_DTYPE_NONE)), SN_BOOL);
    EXPECT(sn_full(matrix(), SN_INT64, SN_SHAPE(2, 2, 3)), 1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6);
    EXPECT(sn_full(255, SN_UINT8, SN_SHAPE(1)), 255);
    expect_error(sn_full(256, SN_UINT8, SN_SHAPE(1)), SN_ERR_VALUE, "256 does not fit uint8");
    expect_error(sn_full(-1, SN_UINT64, SN_SHAPE(1)), SN_ERR_VALUE, "-1 does not fit uint64");
    expect_error(sn_scalar(UINT64_MAX, SN_INT64), SN_ERR_VALUE, "18446744073709551615 does not fit int64");
    EXPECT(sn_scalar(UINT64_MAX, SN_UINT64), 18446744073709551616.0);
}

Test(api, arange)
{
    EXPECT(sn_arange(0, 5, 1, SN_INT64), 0, 1, 2, 3, 4);
    EXPECT(sn_arange(5, 0, -2, SN_INT32), 5, 3, 1);
    EXPECT(sn_arange(0, 1, 0.25, SN_DTYPE_NONE), 0, 0.25, 0.5, 0.75);
    EXPECT(sn_arange(0.5, 3, 1, SN_INT64), 0, 1, 2); /* as NumPy: start and step are converted first */
    EXPECT(sn_arange(0.1, 0.7, 0.2, SN_FLOAT64), 0.1, 0.30000000000000004, 0.5000000000000001);
    cr_expect_eq(sn_size(sn_arange(3, 3, 1, SN_INT64)), 0);
    cr_expect_eq(sn_size(sn_arange(3, 0, 1, SN_INT64)), 0);
    expect_error(sn_arange(0, 3, 0, SN_INT64), SN_ERR_VALUE, "step");
    expect_error(sn_arange(0, NAN, 1, SN_FLOAT64), SN_ERR_VALUE, "NaN");
    expect_error(sn_arange(0, INFINITY, 1, SN_FLOAT64), SN_ERR_MEMORY, "too many");
    expect_error(sn_arange(0, 2, 1, SN_BOOL), SN_ERR_DTYPE, "bool");
}

/* ---- views and reductions --------------------------------------------------------------------------------------------- */

Test(api, views)
{
    sn_array x = matrix();
    EXPECT(sn_slice(x, SN_AT(1)), 4, 5, 6);
    EXPECT(sn_slice(x, SN_ALL, SN_RANGE(SN_NONE, SN_NONE, -1)), 3, 2, 1, 6, 5, 4);
    EXPECT(sn_slice(x, SN_ELLIPSIS, SN_RANGE(1, SN_NONE, SN_NONE)), 2, 3, 5, 6);
    cr_expect_eq(sn_ndim(sn_slice(x, SN_NEWAXIS, SN_AT(-1), SN_NEWAXIS)), 3);
    expect_error(sn_slice(x, SN_AT(2)), SN_ERR_INDEX, "2");
    expect_error(sn_slice(x, SN_RANGE(0, 1, 0)), SN_ERR_VALUE, "step");
    EXPECT(sn_transpose(x, SN_ALL_AXES), 1, 4, 2, 5, 3, 6);
    EXPECT(sn_transpose(x, SN_AXIS(1, 0)), 1, 4, 2, 5, 3, 6);
    EXPECT(sn_reshape(x, SN_SHAPE(3, -1)), 1, 2, 3, 4, 5, 6);
    EXPECT(sn_broadcast_to(sn_slice(x, SN_AT(0)), SN_SHAPE(2, 3)), 1, 2, 3, 1, 2, 3);
    int64_t dims[SN_MAX_NDIM];
    cr_expect_eq(sn_shape(sn_squeeze(sn_expand_dims(x, 1), SN_ALL_AXES), dims), 2);
    cr_expect_eq(dims[1], 3);
    cr_expect_eq(sn_shape(sn_squeeze(sn_expand_dims(x, 0), SN_AXIS(0)), dims), 2);
    expect_error(sn_squeeze(x, SN_AXIS(1)), SN_ERR_SHAPE, "squeeze");
    int64_t strides[SN_MAX_NDIM];
    sn_array t = sn_transpose(x, SN_ALL_AXES);
    cr_expect_eq(sn_strides(t, strides), 2);
    cr_expect_eq(strides[0], 4);
    cr_expect_eq(strides[1], 12);
    const float *data = sn_data(sn_slice(x, SN_AT(1), SN_RANGE(1, SN_NONE, SN_NONE)));
    cr_expect_eq(data[0], 5);
}

Test(api, reductions)
{
    sn_array x = matrix();
    EXPECT(sn_sum(x), 21);
    EXPECT(sn_sum(x, .axis = SN_AXIS(0)), 5, 7, 9);
    EXPECT(sn_mean(x, .axis = SN_AXIS(-1), .keepdims = true), 2, 5);
    cr_expect_eq(sn_ndim(sn_mean(x, .axis = SN_AXIS(-1), .keepdims = true)), 2);
    EXPECT(sn_max(x, .axis = SN_AXIS(0, 1)), 6);
    cr_expect_eq(sn_dtype_of(sn_sum(x, .dtype = SN_FLOAT64)), SN_FLOAT64);
    cr_expect_eq(sn_dtype_of(sn_all(x)), SN_BOOL);
    cr_expect_eq(sn_item((sn_min)(x, SN_ALL_AXES, false, SN_DTYPE_NONE, (sn_array){0, 0}, (sn_array){0, 0})), 1);
    expect_error(sn_max(sn_zeros(SN_FLOAT32, SN_SHAPE(0))), SN_ERR_VALUE, "max");
}

/* ---- reading -------------------------------------------------------------------------------------------------------------- */

Test(api, reading)
{
    sn_array x = matrix();
    float out[6];
    cr_expect_eq(sn_to_host(x, out, sizeof out), SN_OK);
    cr_expect_arr_eq(out, six, sizeof out);
    cr_expect_eq(sn_to_host(x, out, 20), SN_ERR_VALUE);
    cr_expect_str_eq(sn_error(), "to_host: argument 3: the array has 24 bytes, the destination 20");
    int64_t i;
    double d;
    cr_expect_eq(sn_item_i64(sn_sum(x), &i), SN_OK);
    cr_expect_eq(i, 21);
    cr_expect_eq(sn_item_f64(x, &d), SN_ERR_SHAPE);
    cr_expect_eq(sn_size(x), 6);
    char text[64];
    cr_expect_eq(sn_format(x, text, sizeof text), 24);
    cr_expect_str_eq(text, "[[1. 2. 3.]\n [4. 5. 6.]]");
    cr_expect_eq(sn_format(x, text, 5), 24);
    cr_expect_str_eq(text, "[[1.");
    cr_expect_eq(sn_format(sn_transpose(x, SN_ALL_AXES), text, sizeof text), 27);
    cr_expect_str_eq(text, "[[1. 4.]\n [2. 5.]\n [3. 6.]]");
    cr_expect_not_null(sn_data(sn_zeros(SN_FLOAT32, SN_SHAPE(0))));
}

Test(api, several_results_come_from_one_evaluation)
{
    sn_array x = matrix(), a = sn_add(x, 1), b = sn_mul(x, 2);
    sn_stats before, after;
    sn_stats_get(&before);
    cr_expect_eq(sn_eval(a, b, x), SN_OK);
    sn_stats_get(&after);
    cr_expect_eq(after.kernels - before.kernels, 1);
    sn_array many[40];
    for (int k = 0; k < 40; k++) many[k] = sn_add(x, k);
    cr_expect_eq((sn_eval)(many, 40), SN_OK);
    EXPECT(many[39], 40, 41, 42, 43, 44, 45);
    many[20] = (sn_array){0, 0};
    cr_expect_eq((sn_eval)(many, 40), SN_ERR_HANDLE);
    cr_expect_eq((sn_eval)(NULL, 0), SN_OK);
    cr_expect_eq((sn_eval)(NULL, 1), SN_ERR_ARGUMENT);
}

Test(api, expressions)
{
    sn_array x = matrix(), y = sn_ones(SN_FLOAT32, SN_SHAPE(3));
    EXPECT(SN_EXPR("(x + y) * 2", x, y), 4, 6, 8, 10, 12, 14);
    EXPECT(sn_expr("t = 2; t * 3", NULL, NULL, 0), 6);
    sn_array bad = SN_EXPR("x + * y", x, y);
    cr_expect(!sn_ok(bad));
    cr_expect(strstr(sn_expr_pointed(), "^") != NULL);
    sn_array none = SN_EXPR("x + z", x);
    expect_error(none, SN_ERR_NAME, "z");
    expect_error(sn_expr_list("x", "x, y", &x, 1), SN_ERR_ARGUMENT, "expr: 2 names are given for 1 arrays");
    expect_error(sn_expr(NULL, NULL, NULL, 0), SN_ERR_ARGUMENT, "missing");
    expect_error(SN_EXPR("x + 1", none), SN_ERR_NAME, "z");
}

Test(api, dtypes)
{
    cr_expect_eq(sn_dtype_size(SN_FLOAT32), 4);
    cr_expect_str_eq(sn_dtype_name(SN_COMPLEX128), "complex128");
    cr_expect_str_eq(sn_dtype_name(SN_DTYPE_NONE), "none");
    cr_expect_eq(sn_dtype_from_name("float32"), SN_FLOAT32);
    cr_expect_eq(sn_dtype_from_name("floaty"), SN_DTYPE_NONE);
    cr_expect_eq(sn_result_type(SN_INT32, SN_FLOAT32), SN_FLOAT64);
    cr_expect_eq(sn_result_type(SN_INT32, SN_DTYPE_NONE), SN_DTYPE_NONE);
    cr_expect_eq(sn_dtype_of(sn_astype(matrix(), SN_INT8)), SN_INT8);
    expect_error(sn_astype(matrix(), SN_DTYPE_NONE), SN_ERR_DTYPE, "astype");
}

Test(api, options)
{
    char value[32];
    cr_expect_eq(sn_option_set("sinter_jit", "off"), SN_OK);
    cr_expect_eq(sn_option_get("jit", value, sizeof value), SN_OK);
    cr_expect_str_eq(value, "off");
    cr_expect(sn_option_set("jit", "sometimes") < 0);
    cr_expect_eq(sn_option_get("nothing", value, sizeof value), SN_ERR_NAME);
    cr_expect_eq(sn_option_at(9999, NULL, NULL, NULL, NULL), SN_ERR_INDEX);
}

Test(api, shutdown_makes_handles_stale_and_can_be_followed)
{
    sn_array x = matrix(), shared = sn_add(x, 1);
    cr_expect_eq(sn_share(shared), SN_OK);
    cr_expect_eq(sn_shutdown(), SN_OK);
    cr_expect(!sn_ok(x));
    cr_expect(!sn_ok(shared));
    expect_error(x, SN_ERR_HANDLE, "stale");
    EXPECT(sn_add(matrix(), 1), 2, 3, 4, 5, 6, 7);
}
