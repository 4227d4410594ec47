/* Functions made of several operations, as NumPy makes them.  What is recorded is those operations, so that
 * they join with what is around them.  In C an operand may be a number, which takes the dtype of the arrays:
 *
 *     sn_clip(x, 0, 1)
 *     sn_clip(x, 0, SN_UNBOUNDED)
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

SN_END_DECLS

#ifndef __cplusplus
#define SN_UNBOUNDED ((sn_array){0, 0})

#define sn_float_power(a, b) SN_AT_((sn_float_power)(SN_ARG(a), SN_ARG(b)))
#define sn_clip(x, low, high) SN_AT_((sn_clip)(SN_ARG(x), SN_ARG(low), SN_ARG(high)))
#define sn_isclose(x, y, rtol, atol, equal_nan) SN_AT_((sn_isclose)(SN_ARG(x), SN_ARG(y), rtol, atol, equal_nan))
#endif
#endif
