/* Functions made of several operations, as NumPy makes them.  What is recorded is those operations, so that
 * they join with what is around them.  In C an operand may be a number, which takes the dtype of the arrays,
 * and what NumPy has defaults for is named:
 *
 *     sn_clip(x, 0, 1)
 *     sn_clip(x, 0, SN_UNBOUNDED)
 *     sn_var(x, .axis = SN_AXIS(-1), .ddof = 1)
 *
 * The functions behind the macros take the same in fixed order. */
#ifndef SN_COMPOSE_H
#define SN_COMPOSE_H

#include "sinter/array.h"
#include "sinter/view.h"

SN_BEGIN_DECLS

/* a to the power b, always computed in float64. */
SN_API sn_array sn_float_power(sn_array a, sn_array b);

/* x between two bounds; a zero handle is no bound.  NaN stays. */
SN_API sn_array sn_clip(sn_array x, sn_array low, sn_array high);

/* x to that many digits after the point, halves to even; fewer than 0: before the point. */
SN_API sn_array sn_round(sn_array x, int decimals);

/* |x - y| <= atol + rtol * |y|, or x equals y; NumPy has 1e-5, 1e-8 and false.
 * Result: bool. */
SN_API sn_array sn_isclose(sn_array x, sn_array y, double rtol, double atol, bool equal_nan);

/* x with NaN and the infinities replaced; posinf and neginf NaN: by the largest and the lowest float. */
SN_API sn_array sn_nan_to_num(sn_array x, double nan, double posinf, double neginf);

/* Reductions.  axes: which to reduce; a zero sn_axes: all.  keepdims: reduced axes stay with extent 1. */
SN_API sn_array sn_ptp(sn_array x, sn_axes axes, bool keepdims);           /* largest less smallest */
SN_API sn_array sn_count_nonzero(sn_array x, sn_axes axes, bool keepdims); /* int64 */

/* Variance and standard deviation: squares of distances from the mean, their sum divided by the number of
 * elements less ddof.  dtype: to accumulate in; SN_DTYPE_NONE: as sn_mean. */
SN_API sn_array sn_var(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype);
SN_API sn_array sn_std(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype);

SN_END_DECLS

#ifndef __cplusplus
#define SN_UNBOUNDED ((sn_array){0, 0})

typedef struct sn_compose_args_ {
    sn_array array;
    sn_axes axis;
    double ddof;
    bool keepdims;
    sn_dtype dtype;
} sn_compose_args_;

static inline sn_array sn_ptp_call_(sn_compose_args_ a) { return sn_ptp(a.array, a.axis, a.keepdims); }
static inline sn_array sn_count_nonzero_call_(sn_compose_args_ a)
{
    return sn_count_nonzero(a.array, a.axis, a.keepdims);
}
static inline sn_array sn_var_call_(sn_compose_args_ a) { return sn_var(a.array, a.axis, a.ddof, a.keepdims, a.dtype); }
static inline sn_array sn_std_call_(sn_compose_args_ a) { return sn_std(a.array, a.axis, a.ddof, a.keepdims, a.dtype); }

#define sn_float_power(a, b) SN_AT_((sn_float_power)(SN_ARG(a), SN_ARG(b)))
#define sn_clip(x, low, high) SN_AT_((sn_clip)(SN_ARG(x), SN_ARG(low), SN_ARG(high)))
#define sn_isclose(x, y, rtol, atol, equal_nan) SN_AT_((sn_isclose)(SN_ARG(x), SN_ARG(y), rtol, atol, equal_nan))
#define sn_ptp(...) SN_AT_(sn_ptp_call_((sn_compose_args_){.array = __VA_ARGS__}))
#define sn_count_nonzero(...) SN_AT_(sn_count_nonzero_call_((sn_compose_args_){.array = __VA_ARGS__}))
#define sn_var(...) SN_AT_(sn_var_call_((sn_compose_args_){.array = __VA_ARGS__}))
#define sn_std(...) SN_AT_(sn_std_call_((sn_compose_args_){.array = __VA_ARGS__}))
#endif
#endif
