/* Writing to arrays.
 *
 * An array and all views of it (view.h) are one piece of memory to its user: what is written to one is seen
 * through the others, as in NumPy.  Values are not: what was computed from an array keeps the elements the
 * array had when it was recorded, evaluated or not, and so does a copy (sn_copy) and what sn_set was given.
 *
 *     sn_array x = sn_zeros(SN_FLOAT64, SN_SHAPE(4, 4)), row = sn_slice(x, SN_AT(1));
 *     sn_assign(row, 7);                                       x[1] = 7
 *     sn_assign(sn_slice(x, SN_ALL, SN_AT(0)), row);           x[:, 0] = x[1]
 *     sn_add_assign(x, sn_transpose(x, SN_ALL_AXES));          x += x.T
 *
 * Writes are recorded like any operation.  When they are evaluated and nothing else needs the old elements, the
 * slice alone is touched; where something does (a value recorded before the write that a scope still holds), the
 * array is copied first.  Source and destination may overlap: all is read before anything is written.
 *
 * All return a status.  Where it is negative nothing is written, and the message says why: the destination is no
 * array of this thread, or a read-only view (sn_broadcast_to, sn_diagonal); shapes or dtypes do not fit. */
#ifndef SN_WRITE_H
#define SN_WRITE_H

#include "sinter/array.h"
#include "sinter/updates.h"

SN_BEGIN_DECLS

/* x[...] = value: the value is broadcast to x's shape and converted to its dtype as sn_astype does it.  A
 * number must fit an integer dtype; its fraction is cut off.  A complex number is refused where x is real, a
 * complex array loses its imaginary part. */
SN_API int sn_assign(sn_array x, sn_array value);

/* The same where `mask` is true; the mask is bool and is broadcast to x's shape: numpy.copyto(where=). */
SN_API int sn_assign_where(sn_array x, sn_array mask, sn_array value);

SN_END_DECLS

#ifndef __cplusplus
#define sn_assign(x, value) (sn_assign)(x, SN_ARG(value))
#define sn_assign_where(x, mask, value) (sn_assign_where)(x, SN_ARG(mask), SN_ARG(value))
#endif
#endif
