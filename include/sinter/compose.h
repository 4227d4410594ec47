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

/* |x - y| <= atol + rtol * |y|, or x equals y, or with equal_nan both are NaN.  rtol and atol: arrays or
 * numbers, a zero handle for NumPy's 1e-5 and 1e-8.  Result: bool; of sn_allclose without axes. */
SN_API sn_array sn_isclose(sn_array x, sn_array y, sn_array rtol, sn_array atol, bool equal_nan);
SN_API sn_array sn_allclose(sn_array x, sn_array y, sn_array rtol, sn_array atol, bool equal_nan);

/* Whether x and y have one shape and equal elements; sn_array_equiv: or broadcast to one.  Result: bool without
 * axes. */
SN_API sn_array sn_array_equal(sn_array x, sn_array y, bool equal_nan);
SN_API sn_array sn_array_equiv(sn_array x, sn_array y);

/* Two results; NULL for one that is not wanted.  Both are poisoned where one cannot be had.
 *   sn_divmod: sn_floor_divide and sn_remainder;
 *   sn_modf: x without its whole part, and that part, both with the sign of x;
 *   sn_frexp: x as a mantissa from 0.5 to 1 times 2 to the power of an exponent, which is int32. */
SN_API void sn_divmod(sn_array a, sn_array b, sn_array *quotient, sn_array *remainder);
SN_API void sn_modf(sn_array x, sn_array *fraction, sn_array *whole);
SN_API void sn_frexp(sn_array x, sn_array *mantissa, sn_array *exponent);

/* sin(pi x) / (pi x), 1 at 0. */
SN_API sn_array sn_sinc(sn_array x);

/* Whether x is the positive, the negative infinity.  Result: bool. */
SN_API sn_array sn_isposinf(sn_array x);
SN_API sn_array sn_isneginf(sn_array x);

/* Differences of neighbours along an axis, taken n times: each makes the axis shorter by one.  Of bool: whether
 * they differ.  sn_ediff1d: of x flattened. */
SN_API sn_array sn_diff(sn_array x, int64_t n, int axis);
SN_API sn_array sn_ediff1d(sn_array x);

/* Integral along an axis by the trapezoid rule.  points: where y was sampled, in its shape or along the axis; a
 * zero handle: dx apart, a zero handle for 1. */
SN_API sn_array sn_trapezoid(sn_array y, sn_array points, sn_array dx, int axis);

/* Each element of a times each of b, both flattened.  Shape: (size of a, size of b). */
SN_API sn_array sn_outer(sn_array a, sn_array b);

/* x with NaN and the infinities replaced; posinf and neginf NaN: by the largest and the lowest float. */
SN_API sn_array sn_nan_to_num(sn_array x, double nan, double posinf, double neginf);

SN_END_DECLS

#ifndef __cplusplus
#define SN_UNBOUNDED ((sn_array){0, 0})
#define SN_DEFAULT ((sn_array){0, 0})

#define sn_float_power(a, b) SN_AT_((sn_float_power)(SN_ARG(a), SN_ARG(b)))
#define sn_clip(x, low, high) SN_AT_((sn_clip)(SN_ARG(x), SN_ARG(low), SN_ARG(high)))
#define sn_isclose(x, y, rtol, atol, equal_nan)                                                                    \
    SN_AT_((sn_isclose)(SN_ARG(x), SN_ARG(y), SN_ARG(rtol), SN_ARG(atol), equal_nan))
#define sn_allclose(x, y, rtol, atol, equal_nan)                                                                   \
    SN_AT_((sn_allclose)(SN_ARG(x), SN_ARG(y), SN_ARG(rtol), SN_ARG(atol), equal_nan))
#define sn_array_equal(x, y, equal_nan) SN_AT_((sn_array_equal)(SN_ARG(x), SN_ARG(y), equal_nan))
#define sn_array_equiv(x, y) SN_AT_((sn_array_equiv)(SN_ARG(x), SN_ARG(y)))
#define sn_divmod(a, b, quotient, remainder) (sn_divmod)(SN_ARG(a), SN_ARG(b), quotient, remainder)
#define sn_trapezoid(y, points, dx, axis) SN_AT_((sn_trapezoid)(SN_ARG(y), SN_ARG(points), SN_ARG(dx), axis))
#define sn_outer(a, b) SN_AT_((sn_outer)(SN_ARG(a), SN_ARG(b)))
#endif
#endif
