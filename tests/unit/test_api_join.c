/* Arrays joined, rolled and padded through the public calls. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

#include "api_help.h"

Test(api_join, concatenate)
{
    sn_array x = matrix(), more = sn_ones(SN_INT8, SN_SHAPE(1, 3));
    EXPECT(sn_concatenate(SN_ARRAYS(x, more), 0), SN_SHAPE(3, 3), 1, 2, 3, 4, 5, 6, 1, 1, 1);
    EXPECT(sn_concatenate(SN_ARRAYS(x, sn_negative(x)), -1), SN_SHAPE(2, 6), 1, 2, 3, -1, -2, -3, 4, 5, 6, -4, -5, -6);
    cr_expect_eq(sn_dtype_of(sn_concatenate(SN_ARRAYS(x, more), 0)), SN_FLOAT32);
    cr_expect_eq(sn_dtype_of(sn_concatenate(SN_ARRAYS(more, sn_ones(SN_UINT8, SN_SHAPE(1, 3))), 0)), SN_INT16);
    expect_error(sn_concatenate(SN_ARRAYS(x, more), 1), SN_ERR_SHAPE,
                 "concatenate: shapes (2, 3) and (1, 3) differ along axis 0; only axis 1 may differ");
    expect_error(sn_concatenate(SN_ARRAYS(x), 2), SN_ERR_INDEX, "concatenate: axis 2 is out of bounds for an array of dimension 2");
    expect_error(sn_concatenate((sn_arrays){NULL, 0}, 0), SN_ERR_VALUE, "concatenate: at least one array is needed");
    expect_error(sn_concatenate((sn_arrays){NULL, 2}, 0), SN_ERR_ARGUMENT, "concatenate: no arrays are given");
}

Test(api_join, failures_are_handed_on)
{
    sn_array bad = sn_reshape(matrix(), SN_SHAPE(4, 4)), freed = matrix();
    expect_error(sn_stack(SN_ARRAYS(matrix(), bad), 0), SN_ERR_SHAPE, "reshape: cannot reshape array of size 6 into shape (4, 4)");
    sn_free(freed);
    cr_expect(!sn_ok(sn_vstack(SN_ARRAYS(matrix(), freed))));
}

Test(api_join, stacks)
{
    sn_array a = sn_arange(0, 3, 1, SN_INT64), b = sn_multiply(a, 10);
    EXPECT(sn_stack(SN_ARRAYS(a, b), 0), SN_SHAPE(2, 3), 0, 1, 2, 0, 10, 20);
    EXPECT(sn_stack(SN_ARRAYS(a, b), -1), SN_SHAPE(3, 2), 0, 0, 1, 10, 2, 20);
    EXPECT(sn_hstack(SN_ARRAYS(a, b)), SN_SHAPE(6), 0, 1, 2, 0, 10, 20);
    EXPECT(sn_vstack(SN_ARRAYS(a, b)), SN_SHAPE(2, 3), 0, 1, 2, 0, 10, 20);
    EXPECT(sn_dstack(SN_ARRAYS(a, b)), SN_SHAPE(1, 3, 2), 0, 0, 1, 10, 2, 20);
    EXPECT(sn_column_stack(SN_ARRAYS(a, b)), SN_SHAPE(3, 2), 0, 0, 1, 10, 2, 20);
    expect_error(sn_stack(SN_ARRAYS(a, matrix()), 0), SN_ERR_SHAPE, "stack: shapes (3,) and (2, 3) differ");
}

Test(api_join, more_arrays_than_one_kernel_reads)
{
    enum { COUNT = 1000 };
    static sn_array parts[COUNT];
    static int64_t got[COUNT * 3];
    for (int k = 0; k < COUNT; k++) {
        const int64_t three[] = {k, k + 1, k + 2};
        parts[k] = sn_from_host(three, SN_INT64, SN_SHAPE(3), NULL);
    }
    sn_array all = sn_concatenate((sn_arrays){parts, COUNT}, 0);
    cr_assert(sn_to_host(all, got, sizeof got) >= 0, "%s", sn_error());
    for (int k = 0; k < 3 * COUNT; k++) cr_assert_eq(got[k], k / 3 + k % 3);
}

Test(api_join, roll)
{
    sn_array x = matrix();
    EXPECT(sn_roll(x, SN_SHAPE(1), SN_ALL_AXES), SN_SHAPE(2, 3), 6, 1, 2, 3, 4, 5);
    EXPECT(sn_roll(x, SN_SHAPE(-1), SN_AXIS(1)), SN_SHAPE(2, 3), 2, 3, 1, 5, 6, 4);
    EXPECT(sn_roll(x, SN_SHAPE(1, 1), SN_AXIS(0, 1)), SN_SHAPE(2, 3), 6, 4, 5, 3, 1, 2);
    EXPECT(sn_roll(x, SN_SHAPE(1), SN_AXIS(0, 1)), SN_SHAPE(2, 3), 6, 4, 5, 3, 1, 2);
    expect_error(sn_roll(x, SN_SHAPE(1, 2), SN_AXIS(0)), SN_ERR_SHAPE, "roll: 2 shifts do not go with 1 axes");
    expect_error(sn_roll(x, SN_SHAPE(1), SN_AXIS(2)), SN_ERR_INDEX, "roll: axis 2 is out of bounds for an array of dimension 2");
    expect_error(sn_roll(x, 0, NULL, SN_AXIS(0)), SN_ERR_ARGUMENT, "roll: 0 shifts are given; 1 to 64 are possible");
}

Test(api_join, pad)
{
    sn_array x = matrix(), line = sn_arange(1, 4, 1, SN_INT16);
    EXPECT(sn_pad(line, SN_WIDTHS({1, 2}), SN_PAD_CONSTANT, 9), SN_SHAPE(6), 9, 1, 2, 3, 9, 9);
    EXPECT(sn_pad(x, SN_WIDTHS({0, 1}, {1, 0}), SN_PAD_CONSTANT, 0.5), SN_SHAPE(3, 4), .5, 1, 2, 3, .5, 4, 5, 6, .5, .5, .5, .5);
    EXPECT(sn_pad(line, SN_WIDTHS({1, 2}), SN_PAD_EDGE, 0), SN_SHAPE(6), 1, 1, 2, 3, 3, 3);
    EXPECT(sn_pad(line, SN_WIDTHS({1, 2}), SN_PAD_WRAP, 0), SN_SHAPE(6), 3, 1, 2, 3, 1, 2);
    EXPECT(sn_pad(line, SN_WIDTHS({1, 2}), SN_PAD_REFLECT, 0), SN_SHAPE(6), 2, 1, 2, 3, 2, 1);
    EXPECT(sn_pad(line, SN_WIDTHS({1, 2}), SN_PAD_SYMMETRIC, 0), SN_SHAPE(6), 1, 1, 2, 3, 3, 2);
    cr_expect_eq(sn_dtype_of(sn_pad(line, SN_WIDTHS({1, 1}), SN_PAD_CONSTANT, 0.5)), SN_INT16);
    expect_error(sn_pad(x, SN_WIDTHS({1, 1}, {1, 1}, {1, 1}), SN_PAD_CONSTANT, 0), SN_ERR_SHAPE,
                 "pad: 3 widths are given for an array of dimension 2");
    expect_error(sn_pad(x, SN_WIDTHS({1, -1}), SN_PAD_CONSTANT, 0), SN_ERR_VALUE, "pad: a width is negative");
    expect_error(sn_pad(x, SN_WIDTHS({1, 1}), (sn_pad_mode)9, 0), SN_ERR_ARGUMENT, "pad: 9 is no mode");
    expect_error(sn_pad(x, SN_WIDTHS({1, 1}), SN_PAD_CONSTANT, x), SN_ERR_ARGUMENT, "pad: the value must be a number");
    expect_error(sn_pad(x, SN_WIDTHS({INT64_MAX, 1}), SN_PAD_CONSTANT, 0), SN_ERR_MEMORY, "pad: the result is too large");
}

Test(api_join, pieces)
{
    sn_array x = matrix();
    EXPECT(sn_repeat_each(x, SN_SHAPE(2, 0, 1), 1), SN_SHAPE(2, 3), 1, 1, 3, 4, 4, 6);
    EXPECT(sn_delete(x, 1, -1), SN_SHAPE(2, 2), 1, 3, 4, 6);
    expect_error(sn_repeat_each(x, SN_SHAPE(2, 0, 1), 0), SN_ERR_SHAPE, "repeat: 3 counts are given for 2 elements along axis 0");
    expect_error(sn_delete(x, 3, 1), SN_ERR_INDEX, "delete: index 3 is out of bounds for axis 1 with size 3");
}

/* Plans are shared by graphs that differ in constants alone: that one is 0 must not be taken for granted. */
Test(api_join, another_constant_is_another_answer)
{
    sn_array line = sn_arange(1, 4, 1, SN_FLOAT64);
    for (int value = 0; value < 3; value++)
        EXPECT(sn_pad(line, SN_WIDTHS({1, 1}), SN_PAD_CONSTANT, value), SN_SHAPE(5), value, 1, 2, 3, value);
    for (int value = 2; value >= 0; value--)
        EXPECT(sn_pad(line, SN_WIDTHS({2, 0}), SN_PAD_CONSTANT, value), SN_SHAPE(5), value, value, 1, 2, 3);
}

/* ---- memory: lanes outside a box touch none ---------------------------------------------------------------------- */

/* An array that fills a page between two that may not be touched. */
static sn_array fenced(sn_dtype dtype)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *p = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert(p != MAP_FAILED && mprotect(p + page, page, PROT_READ | PROT_WRITE) == 0);
    for (size_t k = 0; k < page; k++) p[page + k] = (char)(k % 5 == 0);
    int64_t n = (int64_t)(page / sn_dtype_size(dtype));
    sn_array x = sn_wrap(p + page, dtype, 1, &n, NULL, NULL, NULL);
    cr_assert(sn_ok(x), "%s", sn_error());
    return x;
}

static void join_fenced(sn_dtype dtype)
{
    static const char *const texts[] = {
        "concatenate([x, y, x])", "concatenate([x[::-1], y])[3:]", "pad(x, (5, 3), constant_values=1)", "roll(x, 7)",
        "pad(x[:252].reshape(4, 63), ((1, 2), (3, 1))) == 1", "concatenate([x[-256:].reshape(16, 16), y[:64].reshape(16, 4)], axis=1).sum(1)",
        "pad(x[-240:].reshape(4, 6, 10), 1).max((0, 2))", "stack([x, y], axis=1).any(0)", "pad(x[-256:].reshape(16, 16).T, 2).sum(0)",
        "repeat(x[-3:], [1, 2, 3])"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        SN_SCOPE {
            sn_array x = fenced(dtype), y = fenced(dtype), z = sn_expr_list(texts[k], "x, y", (const sn_array[]){x, y}, 2);
            cr_expect_eq(sn_eval(z), SN_OK, "%s: %s", texts[k], sn_error());
        }
}

Test(api_join, no_lane_outside_is_read)
{
    static const char *const tiers[] = {"off", "sync"};
    for (int t = 0; t < 2; t++) {
        cr_assert_eq(sn_option_set("JIT", tiers[t]), SN_OK);
        join_fenced(SN_FLOAT64);
        join_fenced(SN_FLOAT32);
        join_fenced(SN_BOOL);
        join_fenced(SN_INT16);
    }
}

/* ---- kernels: what is joined is read where it lies ------------------------------------------------------------- */

static uint64_t kernels_of(sn_array x)
{
    sn_stats before, after;
    sn_stats_get(&before);
    cr_assert(sn_eval(x) >= 0, "%s", sn_error());
    sn_stats_get(&after);
    return after.kernels - before.kernels;
}

static sn_array data(int64_t rows, int64_t columns)
{
    sn_array x = sn_add(sn_reshape(sn_arange(0, (double)(rows * columns), 1, SN_FLOAT64), SN_SHAPE(rows, columns)), 1);
    cr_assert(sn_eval(x) >= 0);
    return x;
}

Test(api_join, one_kernel)
{
    sn_array x = data(40, 50), y = data(40, 50);
    cr_expect_eq(kernels_of(sn_concatenate(SN_ARRAYS(x, sn_multiply(y, 2), sn_transpose(sn_reshape(x, SN_SHAPE(50, 40)), SN_ALL_AXES)), 0)), 1);
    cr_expect_eq(kernels_of(sn_sum(sn_concatenate(SN_ARRAYS(x, sn_multiply(y, 2)), 1), .axis = SN_AXIS(1))), 1);
    cr_expect_eq(kernels_of(SN_EXPR("v = ravel(x); roll(v, 1) - v", x)), 1);
    cr_expect_eq(kernels_of(sn_subtract(sn_roll(x, SN_SHAPE(1, 1), SN_AXIS(0, 1)), x)), 1);
    cr_expect_eq(kernels_of(sn_exp(sn_pad(sn_sqrt(x), SN_WIDTHS({1, 1}), SN_PAD_CONSTANT, 2))), 1);
    cr_expect_eq(kernels_of(SN_EXPR("p = pad(x * 2, 1); p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - 4 * x", x)), 1);
    cr_expect_eq(kernels_of(SN_EXPR("p = pad(x, 1, mode='edge'); (p[1:-1, :-2] + p[1:-1, 2:]) / 2", x)), 1);
    cr_expect_eq(kernels_of(SN_EXPR("c = stack([x, y], axis=2); c / c.sum(axis=2, keepdims=True)", x, y)), 1);
}

Test(api_join, what_is_not_read_is_not_computed)
{
    sn_array x = data(40, 50);
    sn_array inside = SN_EXPR("concatenate([x, exp(x)])[3:9]", x), outside = SN_EXPR("pad(exp(x), 5)[:, :3]", x);
    cr_expect_eq(kernels_of(inside), 1);
    cr_expect_eq(kernels_of(outside), 1);
    cr_expect_eq(sn_item(SN_EXPR("(inside == x[3:9]).all() & (outside[5:] == 0).all()", x, inside, outside)), 1);
}
