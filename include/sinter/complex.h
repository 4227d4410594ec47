/* Complex numbers.  Arrays of complex64 and complex128 take the operations of ops.h that docs/ops.md says are for
 * them, reductions, views, joins and writes, mixed with real ones as NumPy promotes them.  In C a complex number
 * is an operand like any other, and weak: sn_multiply(x, 2.0 * I) of a float32 x is complex64.  Elsewhere use
 * sn_weak_complex(re, im) (array.h).
 *
 *     sn_array z = sn_complex(x, y);                                  x + iy
 *     sn_multiply(z, sn_conj(z))
 *     double parts[2];  sn_item_complex(sn_sum(z), parts)             see read.h */
#ifndef SN_COMPLEX_H
#define SN_COMPLEX_H

#include "sinter/array.h"
#include "sinter/ops.h"

SN_BEGIN_DECLS

/* Two real arrays as the parts of one, broadcast together.  Result: complex64 of float32, else complex128; what
 * is complex already, or has a dtype that is not ready, is refused. */
SN_API sn_array sn_complex(sn_array re, sn_array im);

/* The parts: float32 of complex64, float64 of complex128.  A real array is its own real part, and zeros of its
 * dtype are the imaginary one. */
SN_API sn_array sn_real(sn_array x);
SN_API sn_array sn_imag(sn_array x);

/* The angle from the positive real axis, in radians or, with `degrees`, in degrees: sn_arctan2 of the parts. */
SN_API sn_array sn_angle(sn_array x, bool degrees);

/* Whether the imaginary part is 0, whether it is not.  Result: bool. */
SN_API sn_array sn_isreal(sn_array x);
SN_API sn_array sn_iscomplex(sn_array x);

SN_END_DECLS

#define sn_conj sn_conjugate

#ifndef __cplusplus
#define sn_complex(re, im) SN_AT_((sn_complex)(SN_ARG(re), SN_ARG(im)))
#define sn_real(x) SN_AT_((sn_real)(SN_ARG(x)))
#define sn_imag(x) SN_AT_((sn_imag)(SN_ARG(x)))
#define sn_angle(x, degrees) SN_AT_((sn_angle)(SN_ARG(x), degrees))
#define sn_isreal(x) SN_AT_((sn_isreal)(SN_ARG(x)))
#define sn_iscomplex(x) SN_AT_((sn_iscomplex)(SN_ARG(x)))
#endif
#endif
