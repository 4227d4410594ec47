/* Views and creation functions through the public calls. */
#include "api_help.h"

Test(api_views, flips)
{
    sn_array x = matrix();
    EXPECT(sn_flip(x, SN_ALL_AXES), SN_SHAPE(2, 3), 6, 5, 4, 3, 2, 1);
    EXPECT(sn_flip(x, SN_AXIS(0)), SN_SHAPE(2, 3), 4, 5, 6, 1, 2, 3);
    EXPECT(sn_flip(x, SN_AXIS(-1)), SN_SHAPE(2, 3), 3, 2, 1, 6, 5, 4);
    EXPECT(sn_flip(sn_flip(x, SN_AXIS(1)), SN_AXIS(1)), SN_SHAPE(2, 3), 1, 2, 3, 4, 5, 6);
    EXPECT(sn_flip(sn_full(2.5, SN_FLOAT64, SN_SHAPE0), SN_ALL_AXES), SN_SHAPE0, 2.5);
    expect_error(sn_flip(x, SN_AXIS(2)), SN_ERR_INDEX, "flip: axis 2 is out of bounds for an array of dimension 2");
    expect_error(sn_flip(x, SN_AXIS(0, -2)), SN_ERR_VALUE, "flip: axis -2 is given twice");
    expect_error(sn_flip(x, ((sn_axes){NULL, 2})), SN_ERR_ARGUMENT, "flip: argument 2: no axes are given");
}

Test(api_views, moved_axes)
{
    sn_array x = matrix(), cube = sn_reshape(x, SN_SHAPE(1, 2, 3));
    EXPECT(sn_swapaxes(x, 0, -1), SN_SHAPE(3, 2), 1, 4, 2, 5, 3, 6);
    EXPECT(sn_moveaxis(cube, SN_AXIS(2), SN_AXIS(0)), SN_SHAPE(3, 1, 2), 1, 4, 2, 5, 3, 6);
    EXPECT(sn_moveaxis(cube, SN_AXIS(0, 1), SN_AXIS(-1, -2)), SN_SHAPE(3, 2, 1), 1, 4, 2, 5, 3, 6);
    expect_error(sn_swapaxes(x, 0, 2), SN_ERR_INDEX, "swapaxes: axis 2 is out of bounds for an array of dimension 2");
    expect_error(sn_moveaxis(x, SN_AXIS(0, 1), SN_AXIS(0)), SN_ERR_VALUE,
                 "moveaxis: source and destination must have the same number of axes, not 2 and 1");
    expect_error(sn_moveaxis(x, SN_AXIS(0, 0), SN_AXIS(0, 1)), SN_ERR_VALUE, "moveaxis: axis 0 is given twice");
    expect_error(sn_moveaxis(x, SN_AXIS(0), SN_AXIS(-3)), SN_ERR_INDEX, "moveaxis: axis -3 is out of bounds for an array of dimension 2");
}

Test(api_views, diagonals)
{
    sn_array x = matrix();
    EXPECT(sn_diagonal(x, 0, 0, 1), SN_SHAPE(2), 1, 5);
    EXPECT(sn_diagonal(x, 2, 0, 1), SN_SHAPE(1), 3);
    EXPECT(sn_diagonal(x, -1, -2, -1), SN_SHAPE(1), 4);
    EXPECT(sn_diagonal(x, INT64_MIN, 0, 1), SN_SHAPE(0), 0);
    EXPECT(sn_diagonal(x, INT64_MAX, 0, 1), SN_SHAPE(0), 0);
    EXPECT(sn_trace(x, 1, 0, 1, SN_DTYPE_NONE), SN_SHAPE0, 8);
    cr_expect_eq(sn_dtype_of(sn_trace(sn_eye(2, 2, 0, SN_INT8), 0, 0, 1, SN_DTYPE_NONE)), SN_INT64);
    cr_expect_eq(sn_dtype_of(sn_trace(x, 0, 0, 1, SN_FLOAT64)), SN_FLOAT64);
    expect_error(sn_diagonal(x, 0, 1, -1), SN_ERR_VALUE, "diagonal: axis1 and axis2 are the same axis");
    expect_error(sn_trace(sn_reshape(x, SN_SHAPE(6)), 0, 0, 1, SN_DTYPE_NONE), SN_ERR_SHAPE,
                 "diagonal: an array of at least two dimensions is needed, not 1");
    EXPECT(sn_diag(x, -1), SN_SHAPE(1), 4);
    EXPECT(sn_diag(sn_slice(x, SN_AT(1)), 0), SN_SHAPE(3, 3), 4, 0, 0, 0, 5, 0, 0, 0, 6);
    EXPECT(sn_diag(sn_slice(x, SN_AT(1)), 1), SN_SHAPE(4, 4), 0, 4, 0, 0, 0, 0, 5, 0, 0, 0, 0, 6, 0, 0, 0, 0);
    EXPECT(sn_diag(sn_slice(x, SN_AT(1), SN_RANGE(0, 2, 1)), -1), SN_SHAPE(3, 3), 0, 0, 0, 4, 0, 0, 0, 5, 0);
    expect_error(sn_diag(sn_slice(x, SN_AT(1)), INT64_MIN), SN_ERR_MEMORY, "diag: a diagonal -9223372036854775808 beside the main one is too far away");
    expect_error(sn_diag(sn_expand_dims(x, 0), 0), SN_ERR_SHAPE, "diag: an array of one or two dimensions is needed, not 3");
}

Test(api_views, at_least)
{
    sn_array x = sn_slice(matrix(), SN_AT(0)), one = sn_scalar(7, SN_INT32);
    EXPECT(sn_atleast_1d(one), SN_SHAPE(1), 7);
    EXPECT(sn_atleast_3d(one), SN_SHAPE(1, 1, 1), 7);
    EXPECT(sn_atleast_1d(x), SN_SHAPE(3), 1, 2, 3);
    EXPECT(sn_atleast_2d(x), SN_SHAPE(1, 3), 1, 2, 3);
    EXPECT(sn_atleast_3d(x), SN_SHAPE(1, 3, 1), 1, 2, 3);
    EXPECT(sn_atleast_3d(sn_transpose(matrix(), SN_ALL_AXES)), SN_SHAPE(3, 2, 1), 1, 4, 2, 5, 3, 6);
}

Test(api_views, repetition)
{
    sn_array x = sn_slice(matrix(), SN_ALL, SN_RANGE(0, 2, 1)); /* 1 2, 4 5 */
    EXPECT(sn_tile(x, SN_SHAPE(2)), SN_SHAPE(2, 4), 1, 2, 1, 2, 4, 5, 4, 5);
    EXPECT(sn_tile(x, SN_SHAPE(2, 1, 1)), SN_SHAPE(2, 2, 2), 1, 2, 4, 5, 1, 2, 4, 5);
    EXPECT(sn_tile(x, SN_SHAPE0), SN_SHAPE(2, 2), 1, 2, 4, 5);
    EXPECT(sn_repeat(x, 2, 0), SN_SHAPE(4, 2), 1, 2, 1, 2, 4, 5, 4, 5);
    EXPECT(sn_repeat(x, 2, -1), SN_SHAPE(2, 4), 1, 1, 2, 2, 4, 4, 5, 5);
    EXPECT(sn_repeat(x, 0, 1), SN_SHAPE(2, 0), 0);
    expect_error(sn_tile(x, SN_SHAPE(-1)), SN_ERR_SHAPE, "negative dimensions are not allowed: (-1,)");
    cr_expect(!sn_ok(sn_tile(x, SN_SHAPE(INT64_MAX / 16))));
    expect_error(sn_repeat(x, -1, 0), SN_ERR_VALUE, "repeat: repeats is negative");
    expect_error(sn_repeat(x, INT64_MAX, 0), SN_ERR_VALUE, "repeat: the result is too large");
    cr_expect(!sn_ok(sn_repeat(x, INT64_MAX / 4, 0)));
    EXPECT(sn_repeat(sn_scalar(7, SN_INT8), 2, 0), SN_SHAPE(2), 7, 7);
    expect_error(sn_repeat(x, 2, 2), SN_ERR_INDEX, "repeat: axis 2 is out of bounds for an array of dimension 2");
}

Test(api_views, triangles)
{
    sn_array x = matrix();
    EXPECT(sn_eye(2, 3, 1, SN_INT8), SN_SHAPE(2, 3), 0, 1, 0, 0, 0, 1);
    EXPECT(sn_eye(2, 2, INT64_MIN, SN_DTYPE_NONE), SN_SHAPE(2, 2), 0, 0, 0, 0);
    EXPECT(sn_tri(2, 3, 0, SN_BOOL), SN_SHAPE(2, 3), 1, 0, 0, 1, 1, 0);
    EXPECT(sn_tri(2, 2, INT64_MAX, SN_DTYPE_NONE), SN_SHAPE(2, 2), 1, 1, 1, 1);
    EXPECT(sn_tril(x, 0), SN_SHAPE(2, 3), 1, 0, 0, 4, 5, 0);
    EXPECT(sn_triu(x, 1), SN_SHAPE(2, 3), 0, 2, 3, 0, 0, 6);
    cr_expect_eq(sn_dtype_of(sn_tril(x, 0)), SN_FLOAT32);
    cr_expect_eq(sn_dtype_of(sn_eye(1, 1, 0, SN_DTYPE_NONE)), SN_FLOAT64);
    cr_expect(!sn_ok(sn_eye(-1, 2, 0, SN_FLOAT64)));
    cr_expect(!sn_ok(sn_eye(INT64_MAX, INT64_MAX, 0, SN_FLOAT64)));
    expect_error(sn_triu(sn_scalar(1, SN_INT8), 0), SN_ERR_SHAPE, "triu: an array of at least one dimension is needed");
    EXPECT(sn_indices(SN_DTYPE_NONE, SN_SHAPE(2, 2)), SN_SHAPE(2, 2, 2), 0, 0, 1, 1, 0, 1, 0, 1);
    cr_expect_eq(sn_dtype_of(sn_indices(SN_FLOAT32, SN_SHAPE(2, 2))), SN_FLOAT32);
    EXPECT(sn_indices(SN_INT32, SN_SHAPE0), SN_SHAPE(0), 0);
    cr_expect(!sn_ok(sn_indices(SN_INT32, SN_SHAPE(2, -1))));
}

/* A dtype that is none, and one that no operation takes yet. */
Test(api_views, dtypes_are_checked)
{
    expect_error(sn_eye(2, 2, 0, (sn_dtype)99), SN_ERR_DTYPE, "eye: argument 4: 99 is no dtype");
    expect_error(sn_linspace(0, 1, 3, true, (sn_dtype)99), SN_ERR_DTYPE, "linspace: argument 5: 99 is no dtype");
    cr_expect(!sn_ok(sn_tri(2, 2, 0, SN_BFLOAT16)));
    cr_expect(!sn_ok(sn_geomspace(1, 2, 3, true, SN_FLOAT16)));
    cr_expect(!sn_ok(sn_indices(SN_FLOAT16, SN_SHAPE(2))));
}

Test(api_views, even_spacing)
{
    EXPECT(sn_linspace(0, 1, 5, true, SN_DTYPE_NONE), SN_SHAPE(5), 0, 0.25, 0.5, 0.75, 1);
    EXPECT(sn_linspace(0, 1, 4, false, SN_FLOAT32), SN_SHAPE(4), 0, 0.25, 0.5, 0.75);
    EXPECT(sn_linspace(-1, 1, 4, true, SN_INT64), SN_SHAPE(4), -1, -1, 0, 1);
    EXPECT(sn_linspace(3, 9, 1, true, SN_FLOAT64), SN_SHAPE(1), 3);
    cr_expect_eq(sn_item(sn_slice(sn_linspace(0.1, 0.7, 50, true, SN_FLOAT64), SN_AT(-1))), 0.7);
    EXPECT(sn_geomspace(1, 9, 2, true, SN_FLOAT64), SN_SHAPE(2), 1, 9);
    EXPECT(sn_geomspace(-1, 8, 3, true, SN_FLOAT64), SN_SHAPE(3), -1, NAN, 8);
    sn_array powers = sn_rint(sn_mul(sn_logspace(-1, 2, 4, true, 2, SN_FLOAT64), 1e6));
    EXPECT(powers, SN_SHAPE(4), 5e5, 1e6, 2e6, 4e6);
    expect_error(sn_linspace(0, 1, -3, true, SN_FLOAT64), SN_ERR_VALUE, "the number of samples, -3, is negative");
    expect_error(sn_geomspace(0, 1, 3, true, SN_FLOAT64), SN_ERR_VALUE, "geomspace: a geometric sequence cannot include zero");
}

/* What is made of indices is computed where it is read: one kernel, no matrix in memory. */
Test(api_views, patterns_fuse)
{
    sn_stats before, after;
    sn_array x = sn_from_host((const double[]){1, 2, 3, 4}, SN_FLOAT64, SN_SHAPE(2, 2), NULL);
    sn_stats_get(&before);
    EXPECT(sn_add(sn_tril(sn_flip(x, SN_AXIS(0)), 0), sn_eye(2, 2, 0, SN_FLOAT64)), SN_SHAPE(2, 2), 4, 0, 1, 3);
    sn_stats_get(&after);
    cr_expect_eq(after.kernels - before.kernels, 1);
}
