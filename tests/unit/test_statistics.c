/* Reductions with masks and initial values, argmax and its kin, without NaN, weighted: through the C API, and
 * how many kernels they take. */
#include "fuse_help.h"
#include "sinter.h"

#include <math.h>

/* ---- C API ---------------------------------------------------------------------------------------------- */

static sn_array make(const double *values)
{
    return sn_from_host(values, SN_FLOAT64, 2, (int64_t[]){2, 3}, NULL);
}

static void is_f64(sn_array x, const double *want, size_t n)
{
    double got[8];
    cr_assert_leq(n, 8);
    cr_assert_eq(sn_dtype_of(x), SN_FLOAT64, "%s", sn_error_of(x));
    cr_assert_eq(sn_to_host(x, got, n * sizeof *got), SN_OK, "%s", sn_error());
    for (size_t k = 0; k < n; k++) cr_assert(isnan(want[k]) ? isnan(got[k]) : got[k] == want[k], "element %zu is %g", k, got[k]);
}

static void is_i64(sn_array x, const int64_t *want, size_t n)
{
    int64_t got[8];
    cr_assert_leq(n, 8);
    cr_assert_eq(sn_dtype_of(x), SN_INT64, "%s", sn_error_of(x));
    cr_assert_eq(sn_to_host(x, got, n * sizeof *got), SN_OK, "%s", sn_error());
    for (size_t k = 0; k < n; k++) cr_assert_eq(got[k], want[k], "element %zu", k);
}

static void says(sn_array x, const char *text)
{
    cr_assert_not(sn_ok(x));
    cr_assert_not_null(strstr(sn_error_of(x), text), "%s", sn_error_of(x));
}

Test(statistics, where_and_initial)
{
    SN_SCOPE {
        sn_array x = make((double[]){1, 2, 3, 4, 5, 6}), odd = sn_not_equal(sn_remainder(x, 2), 0);
        is_f64(sn_sum(x, .where = odd), (double[]){9}, 1);
        is_f64(sn_sum(x, .axis = SN_AXIS(1), .where = odd, .initial = SN_ARG(10)), (double[]){14, 15}, 2);
        is_f64(sn_max(x, .axis = SN_AXIS(0), .where = odd, .initial = SN_ARG(2)), (double[]){2, 5, 3}, 3);
        is_f64(sn_min(x, .initial = sn_min(x)), (double[]){1}, 1);
        is_f64(sn_mean(x, .axis = SN_AXIS(1), .where = odd, .keepdims = true), (double[]){2, 5}, 2);
        is_f64(sn_var(x, .axis = SN_AXIS(1), .where = odd), (double[]){1, 0}, 2);
        is_f64(sn_var(x, .axis = SN_AXIS(1), .mean = SN_ARG(2)), (double[]){2.0 / 3, 29.0 / 3}, 2);
        is_f64(sn_std(x, .axis = SN_AXIS(1), .mean = sn_weak_f64(4), .ddof = 2), (double[]){sqrt(14), sqrt(5)}, 2);
        is_f64(sn_max(sn_zeros(SN_FLOAT64, 1, (int64_t[]){0}), .initial = SN_ARG(7)), (double[]){7}, 1);
        says(sn_max(x, .where = odd), "max: reduction operation maximum does not have an identity");
        says(sn_any(x, .initial = SN_ARG(1)), "any: takes no initial value");
        says(sn_mean(x, .initial = SN_ARG(1)), "mean: takes no initial value");
        says(sn_nanmean(x, .initial = SN_ARG(1)), "nanmean: takes no initial value");
        says(sn_sum(x, .where = sn_ones(SN_BOOL, 1, (int64_t[]){4})), "where of shape (4,) does not broadcast to the operand's shape (2, 3)");
        says(sn_sum(x, .initial = x), "initial must be a number or an array without axes");
        says(sn_max(sn_astype(x, SN_INT8), .initial = SN_ARG(300)), "max: Python integer 300 out of bounds for int8");
        says(sn_sum(x, .where = (sn_array){77, 77}), "sum: argument 5");
        says(sn_var(x, .mean = sn_ones(SN_BOOL, 1, (int64_t[]){2})), "var: mean of shape (2,) does not broadcast");
    }
}

Test(statistics, where_the_extremes_are)
{
    SN_SCOPE {
        sn_array x = make((double[]){1, 9, 9, 4, NAN, -6});
        is_i64(sn_argmax(x), (int64_t[]){4}, 1);
        is_i64(sn_argmax(x, .axis = SN_AXIS(1)), (int64_t[]){1, 1}, 2);
        is_i64(sn_argmin(x, .axis = SN_AXIS(-1), .keepdims = true), (int64_t[]){0, 1}, 2);
        is_i64(sn_nanargmax(x), (int64_t[]){1}, 1);
        is_i64(sn_nanargmin(x, .axis = SN_AXIS(0)), (int64_t[]){0, 0, 1}, 3);
        is_i64(sn_nanargmax(sn_multiply(x, NAN), .axis = SN_AXIS(1)), (int64_t[]){-1, -1}, 2);
        says(sn_argmax(x, .axis = SN_AXIS(0, 1)), "argmax: argument 2: one axis is taken, not 2");
        says(sn_argmin(x, .axis = SN_AXIS(2)), "argmin: axis 2 is out of bounds");
        says(sn_nanargmin(sn_zeros(SN_FLOAT64, 1, (int64_t[]){0})), "nanargmin: attempt to get the index");
    }
}

Test(statistics, without_nan)
{
    SN_SCOPE {
        sn_array x = make((double[]){1, NAN, 3, NAN, NAN, NAN});
        is_f64(sn_nansum(x, .axis = SN_AXIS(1)), (double[]){4, 0}, 2);
        is_f64(sn_nanprod(x, .axis = SN_AXIS(1)), (double[]){3, 1}, 2);
        is_f64(sn_nanmean(x, .axis = SN_AXIS(1)), (double[]){2, NAN}, 2);
        is_f64(sn_nanmax(x, .axis = SN_AXIS(1)), (double[]){3, NAN}, 2);
        is_f64(sn_nanmin(x, .axis = SN_AXIS(1), .initial = SN_ARG(2)), (double[]){1, 2}, 2);
        is_f64(sn_nanvar(x, .axis = SN_AXIS(1)), (double[]){1, NAN}, 2);
        is_f64(sn_nanstd(x, .ddof = 1), (double[]){sqrt(2)}, 1);
        says(sn_nanmean(x, .dtype = SN_INT32), "nanmean: of floating point the dtype must be floating point too, not int32");
        says(sn_nanstd(x, .axis = SN_AXIS(5)), "nanstd: axis 5 is out of bounds");
    }
}

Test(statistics, average)
{
    SN_SCOPE {
        sn_array x = make((double[]){1, 2, 3, 4, 5, 6}), total;
        sn_array w = sn_from_host((double[]){1, 3}, SN_FLOAT64, 1, (int64_t[]){2}, NULL);
        is_f64(sn_average(x), (double[]){3.5}, 1);
        is_f64(sn_average(x, .axis = SN_AXIS(0), .weights = w, .weight_sum = &total), (double[]){3.25, 4.25, 5.25}, 3);
        is_f64(total, (double[]){4, 4, 4}, 3);
        is_f64(sn_average(x, .axis = SN_AXIS(1), .weight_sum = &total), (double[]){2, 5}, 2);
        is_f64(total, (double[]){3, 3}, 2);
        says(sn_average(x, .weights = w), "average: axis must be specified when shapes of a and weights differ");
        says(sn_average(x, .axis = SN_AXIS(1), .weights = w, .weight_sum = &total), "average: weights of shape (2,) do not fit");
        says(total, "average: weights of shape (2,) do not fit");
    }
}

/* ---- kernels -------------------------------------------------------------------------------------------- */

static world w;

static sni_node *rows_of(sni_node *x, sni_node *weights, int what)
{
    const int axis = 1;
    sni_node *scale = NULL, *out;
    const sni_reducing how = {.axes = &axis, .naxes = 1, .dtype = SNI_DTYPE_NONE};
    switch (what) {
    case 0: return sni_arg_extreme(&w.g, SNI_REDUCE_MAX, x, &axis, false);
    case 1: return sni_nan_arg_extreme(&w.g, SNI_REDUCE_MIN, x, &axis, true);
    case 2: return sni_nan_reduce(&w.g, SNI_REDUCE_MEAN, x, &how);
    case 3: return sni_nan_reduce(&w.g, SNI_REDUCE_MAX, x, &how);
    case 4: return sni_nanstd(&w.g, x, &how);
    case 5: return sni_var(&w.g, x, &(sni_reducing){.axes = &axis, .naxes = 1, .dtype = SNI_DTYPE_NONE, .where = weights});
    case 6: return sni_reduce_with(&w.g, SNI_REDUCE_MEAN, x, &(sni_reducing){.axes = &axis, .naxes = 1, .dtype = SNI_DTYPE_NONE, .where = weights});
    default:
        out = sni_average(&w.g, x, weights, &how, &scale);
        sni_node_release(&w.g, scale);
        return out;
    }
}

/* Along rows each is one kernel, whatever it is made of. */
Test(statistics, one_kernel_along_rows)
{
    world_begin(&w);
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64));
    sni_node *weights = need(sni_leaf(&w.g, SNI_FLOAT32, DIMS(64), NULL, &w.tag + 1));
    for (int what = 0; what < 8; what++) {
        w.nroots = 0;
        root(&w, rows_of(x, weights, what));
        cr_expect_eq(schedule(&w), 1, "%d", what);
    }
    world_end(&w);
}
