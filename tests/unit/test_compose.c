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
