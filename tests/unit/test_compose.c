/* Functions made of several operations, through the C API: numbers, bounds left out, axes, refusals. */
#include "sinter.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static sn_array row(const double *values, int64_t n)
{
    return sn_from_host(values, SN_FLOAT64, 1, &n, NULL);
}

static void is_f64(sn_array x, const double *want, size_t n)
{
    double got[8];
    cr_assert_leq(n, 8);
    cr_assert_eq(sn_dtype_of(x), SN_FLOAT64, "%s", sn_error_of(x));
    cr_assert_eq(sn_to_host(x, got, n * sizeof *got), SN_OK, "%s", sn_error());
    for (size_t k = 0; k < n; k++)
        cr_assert(isnan(want[k]) ? isnan(got[k]) : got[k] == want[k] && signbit(got[k]) == signbit(want[k]), "element %zu is %a", k, got[k]);
}

Test(compose, clip)
{
    SN_SCOPE {
        sn_array x = row((double[]){-2, 0.5, NAN, 9}, 4);
        is_f64(sn_clip(x, 0, 1), (double[]){0, 0.5, NAN, 1}, 4);
        is_f64(sn_clip(x, SN_UNBOUNDED, 1), (double[]){-2, 0.5, NAN, 1}, 4);
        is_f64(sn_clip(x, 0, SN_UNBOUNDED), (double[]){0, 0.5, NAN, 9}, 4);
        is_f64(sn_clip(x, SN_UNBOUNDED, SN_UNBOUNDED), (double[]){-2, 0.5, NAN, 9}, 4);
        is_f64(sn_clip(x, row((double[]){-3, 1, 1, 1}, 4), 2), (double[]){-2, 1, NAN, 2}, 4);
        sn_array bad = sn_clip(x, row((double[]){1, 2}, 2), 3);
        cr_assert(!sn_ok(bad));
        cr_assert_not_null(strstr(sn_error_of(bad), "do not broadcast"), "%s", sn_error_of(bad));
        bad = sn_clip(SN_UNBOUNDED, 0, 1);
        cr_assert_not_null(strstr(sn_error_of(bad), "clip: argument 1"), "%s", sn_error_of(bad));
    }
}

Test(compose, elementwise)
{
    SN_SCOPE {
        uint8_t near[3];
        sn_array x = row((double[]){2, -1.25, INFINITY}, 3);
        is_f64(sn_float_power(x, 2), (double[]){4, 1.5625, INFINITY}, 3);
        is_f64(sn_float_power(sn_weak_f64(2), 3), (double[]){8}, 1);
        is_f64(sn_round(x, 1), (double[]){2, -1.2, INFINITY}, 3);
        is_f64(sn_nan_to_num(x, 0, 7, NAN), (double[]){2, -1.25, 7}, 3);
        is_f64(sn_nan_to_num(sn_negative(x), 0, 7, NAN), (double[]){-2, 1.25, -0x1.fffffffffffffp1023}, 3);
        sn_array test = sn_isclose(x, sn_add(x, 1e-6), 1e-5, 1e-8, false);
        cr_assert_eq(sn_to_host(test, near, 3), SN_OK, "%s", sn_error());
        cr_assert(near[0] == 1 && near[1] == 1 && near[2] == 1);
    }
}

Test(compose, reductions)
{
    SN_SCOPE {
        int64_t count[2];
        sn_array x = sn_reshape(row((double[]){1, 2, 3, 0, 4, 8}, 6), 2, (int64_t[]){2, 3});
        is_f64(sn_ptp(x), (double[]){8}, 1);
        is_f64(sn_ptp(x, .axis = SN_AXIS(1)), (double[]){2, 8}, 2);
        is_f64(sn_var(x, .axis = SN_AXIS(-1), .ddof = 1), (double[]){1, 16}, 2);
        is_f64(sn_std(x, .axis = SN_AXIS(1), .ddof = 1, .keepdims = true), (double[]){1, 4}, 2);
        is_f64(sn_var(x, .axis = SN_AXIS(0), .ddof = 2), (double[]){INFINITY, INFINITY, INFINITY}, 3);
        cr_assert_eq(sn_to_host(sn_count_nonzero(x, .axis = SN_AXIS(1)), count, sizeof count), SN_OK, "%s", sn_error());
        cr_assert(count[0] == 3 && count[1] == 2);
        sn_array bad = sn_var(x, .axis = SN_AXIS(2));
        cr_assert_not_null(strstr(sn_error_of(bad), "axis 2 is out of bounds"), "%s", sn_error_of(bad));
        bad = sn_ptp(x, .axis = {NULL, 1});
        cr_assert_not_null(strstr(sn_error_of(bad), "ptp: argument 2: no axes are given"), "%s", sn_error_of(bad));
    }
}

static void is_true(sn_array x, bool want)
{
    uint8_t got = 2;
    cr_assert_eq(sn_dtype_of(x), SN_BOOL, "%s", sn_error_of(x));
    cr_assert_eq(sn_to_host(x, &got, 1), SN_OK, "%s", sn_error());
    cr_assert_eq(got, want);
}

Test(compose, close_or_equal)
{
    SN_SCOPE {
        uint8_t near[3];
        sn_array x = row((double[]){1, 2, NAN}, 3), y = row((double[]){1.25, 2, NAN}, 3);
        is_true(sn_allclose(x, y, 0, 0.25, true), true);
        is_true(sn_allclose(x, y, 0, 0.25, false), false);
        is_true(sn_allclose(x, y, SN_DEFAULT, SN_DEFAULT, true), false);
        is_true(sn_allclose(x, sn_add(x, 1e-9), SN_DEFAULT, SN_DEFAULT, true), true);
        sn_array each = sn_isclose(x, y, row((double[]){0.25, 0, 0}, 3), SN_DEFAULT, false);
        cr_assert_eq(sn_to_host(each, near, 3), SN_OK, "%s", sn_error());
        cr_assert(near[0] == 1 && near[1] == 1 && near[2] == 0);
        is_true(sn_array_equal(x, x, false), false);
        is_true(sn_array_equal(x, x, true), true);
        is_true(sn_array_equal(x, row((double[]){1}, 1), true), false);
        is_true(sn_array_equiv(row((double[]){2, 2}, 2), 2), true);
        is_true(sn_array_equiv(row((double[]){2, 2}, 2), x), false);
        sn_array bad = sn_isclose(x, y, 0, row((double[]){1, 2}, 2), false);
        cr_assert_not_null(strstr(sn_error_of(bad), "do not broadcast"), "%s", sn_error_of(bad));
    }
}

Test(compose, two_results)
{
    SN_SCOPE {
        sn_array first, second, x = row((double[]){7.5, -0.75, INFINITY}, 3);
        int32_t exponents[3];
        sn_divmod(x, 2, &first, &second);
        is_f64(first, (double[]){3, -1, NAN}, 3);
        is_f64(second, (double[]){1.5, 1.25, NAN}, 3);
        sn_modf(x, &first, &second);
        is_f64(first, (double[]){0.5, -0.75, 0}, 3);
        is_f64(second, (double[]){7, -0.0, INFINITY}, 3);
        sn_frexp(x, &first, &second);
        is_f64(first, (double[]){0.9375, -0.75, INFINITY}, 3);
        cr_assert_eq(sn_to_host(second, exponents, sizeof exponents), SN_OK, "%s", sn_error());
        cr_assert(exponents[0] == 3 && exponents[1] == 0 && exponents[2] == 0);
        sn_modf(x, NULL, &second);
        is_f64(second, (double[]){7, -0.0, INFINITY}, 3);
        sn_divmod(x, row((double[]){1, 2}, 2), &first, &second);
        cr_assert_not_null(strstr(sn_error_of(first), "floor_divide: shapes (3,) and (2,)"), "%s", sn_error_of(first));
        cr_assert_not_null(strstr(sn_error_of(second), "floor_divide: shapes (3,) and (2,)"), "%s", sn_error_of(second));
        sn_frexp(SN_DEFAULT, &first, &second);
        cr_assert_not_null(strstr(sn_error_of(first), "frexp: argument 1"), "%s", sn_error_of(first));
        cr_assert_eq(sn_free(first), SN_OK);
        cr_assert_not_null(strstr(sn_error_of(second), "frexp: argument 1"), "%s", sn_error_of(second));
        sn_modf(sn_astype(x, SN_INT8), &first, &second);
        cr_assert_not_null(strstr(sn_error_of(first), "modf: float16 is not supported yet"), "%s", sn_error_of(first));
    }
}

Test(compose, neighbours)
{
    SN_SCOPE {
        sn_array x = row((double[]){1, 4, 9, 16}, 4);
        is_f64(sn_diff(x, 1, -1), (double[]){3, 5, 7}, 3);
        is_f64(sn_diff(x, 2, 0), (double[]){2, 2}, 2);
        is_f64(sn_ediff1d(sn_reshape(x, 2, (int64_t[]){2, 2})), (double[]){3, 5, 7}, 3);
        is_f64(sn_trapezoid(x, SN_DEFAULT, SN_DEFAULT, 0), (double[]){21.5}, 1);
        is_f64(sn_trapezoid(x, SN_DEFAULT, 2, 0), (double[]){43}, 1);
        is_f64(sn_trapezoid(x, row((double[]){0, 1, 3, 3}, 4), SN_DEFAULT, 0), (double[]){15.5}, 1);
        is_f64(sn_outer(row((double[]){1, 2}, 2), row((double[]){3, 4}, 2)), (double[]){3, 4, 6, 8}, 4);
        is_f64(sn_sinc(row((double[]){0, -0.0}, 2)), (double[]){1, 1}, 2);
        is_f64(sn_i0(row((double[]){0}, 1)), (double[]){1}, 1);
        is_f64(sn_diag(row((double[]){5}, 1), -1), (double[]){0, 0, 5, 0}, 4);
        is_true(sn_isposinf(sn_weak_f64(INFINITY)), true);
        is_true(sn_isneginf(sn_weak_f64(INFINITY)), false);
        sn_array bad = sn_diff(x, -1, 0);
        cr_assert_not_null(strstr(sn_error_of(bad), "diff: the order must not be negative"), "%s", sn_error_of(bad));
        bad = sn_zeros(SN_FLOAT16, 1, (int64_t[]){3});
        cr_assert_not_null(strstr(sn_error_of(bad), "zeros: argument 1: float16 is not supported yet"), "%s", sn_error_of(bad));
    }
}
