/* Captured computations: what is recorded once runs again over other arrays without being recorded, which is what
 * is left of a call when arrays are small.
 *
 *     sn_array y = sn_add(sn_mul(x, 2), b);
 *     sn_captured c;
 *     sn_capture(&x, 1, &y, 1, &c);
 *     for (int k = 0; k < 1000; k++) sn_replay(c, &x, 1, &x, 1);   // x = x * 2 + b
 */
#ifndef SN_CAPTURE_H
#define SN_CAPTURE_H

#include "sinter/array.h"

SN_BEGIN_DECLS

/* Names a captured computation of the calling thread; it lives until sn_capture_free or the end of the thread. */
typedef struct sn_captured {
    uint32_t index, generation;
} sn_captured;

/* Captures how `outputs` follow from `inputs` on the current device.  The inputs are evaluated; the outputs must not have
 * been yet and stay as they are.  All else they follow from, numbers too, is captured with its present value. */
SN_API int sn_capture(const sn_array *inputs, size_t ninputs, const sn_array *outputs, size_t noutputs, sn_captured *out);

/* Computes the outputs from other inputs, of the same dtypes, shapes and strides as those captured (SN_ERR_SHAPE
 * otherwise).  Each of `outputs` is set as sn_set sets it: a zero handle becomes a kept array.  After a failure
 * none is changed.  An input may be among the outputs: c steps a state. */
SN_API int sn_replay(sn_captured c, const sn_array *inputs, size_t ninputs, sn_array *outputs, size_t noutputs);

SN_API int sn_capture_free(sn_captured c);

SN_END_DECLS

#endif
