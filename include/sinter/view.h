/* Views: the same elements under another shape.  No element is copied where NumPy would not copy, and what is
 * written to the array or to a view of it (write.h) is seen through all of them. */
#ifndef SN_VIEW_H
#define SN_VIEW_H

#include "sinter/array.h"

SN_BEGIN_DECLS

/* Axes of an array; -1 is the last.  In C SN_AXIS(0, -1) writes them.  A zero sn_axes, SN_ALL_AXES in C,
 * means every axis. */
typedef struct sn_axes {
    const int *axes;
    size_t count;
} sn_axes;

/* One item of a subscript. */
typedef enum sn_item_kind { /* no small numbers: a bare 1 among the items is refused, not taken for a kind */
    SN_ITEM_RANGE = 0x534e01,
    SN_ITEM_AT,
    SN_ITEM_NEWAXIS,
    SN_ITEM_ELLIPSIS
} sn_item_kind;
typedef struct sn_item_spec {
    sn_item_kind kind;
    int64_t start, stop, step; /* RANGE: SN_NONE leaves one out.  AT: start is the index */
} sn_item_spec;
#define SN_NONE INT64_MIN

/* x[items]: in C, sn_slice(x, SN_RANGE(1, SN_NONE, 2), SN_AT(-1), SN_ELLIPSIS).  A range is cut to the
 * axis, an index must lie in it, as in Python. */
SN_API sn_array sn_slice(sn_array x, const sn_item_spec *items, size_t count);

/* The elements of x in C order under another shape; one extent may be -1. */
SN_API sn_array sn_reshape(sn_array x, int ndim, const int64_t *dims);

/* Axes in a new order; SN_ALL_AXES reverses them. */
SN_API sn_array sn_transpose(sn_array x, sn_axes order);

/* x repeated along axes of extent 1 and new leading axes. */
SN_API sn_array sn_broadcast_to(sn_array x, int ndim, const int64_t *dims);

/* A new axis of extent 1 at `axis` of the result. */
SN_API sn_array sn_expand_dims(sn_array x, int axis);

/* x without these axes, which must have extent 1; SN_ALL_AXES: without every axis of extent 1. */
SN_API sn_array sn_squeeze(sn_array x, sn_axes axes);

/* x with the order of elements along these axes reversed; SN_ALL_AXES: along all. */
SN_API sn_array sn_flip(sn_array x, sn_axes axes);

/* x with two axes exchanged. */
SN_API sn_array sn_swapaxes(sn_array x, int axis1, int axis2);

/* x with each axis source[k] moved to destination[k]; the others keep their order. */
SN_API sn_array sn_moveaxis(sn_array x, sn_axes source, sn_axes destination);

/* The elements x[.., i, .., i + offset, ..] of two axes, which become one, the last: numpy.diagonal. */
SN_API sn_array sn_diagonal(sn_array x, int64_t offset, int axis1, int axis2);

/* x as an array of at least 1, 2 or 3 axes.  A vector of n becomes (1, n) and (1, n, 1), a matrix
 * (m, n, 1). */
SN_API sn_array sn_atleast_1d(sn_array x);
SN_API sn_array sn_atleast_2d(sn_array x);
SN_API sn_array sn_atleast_3d(sn_array x);

/* The sum of sn_diagonal (not a view), accumulated and given in `dtype`; SN_DTYPE_NONE: as sn_sum does. */
SN_API sn_array sn_trace(sn_array x, int64_t offset, int axis1, int axis2, sn_dtype dtype);

/* x side by side, reps[k] times along axis k (not a view): numpy.tile.  Of fewer counts than axes the
 * last counts for the last axis; of more, x gets new axes in front.  In C: sn_tile(x, SN_SHAPE(2, 3)). */
SN_API sn_array sn_tile(sn_array x, int count, const int64_t *reps);

/* Each element of x `repeats` times in succession along `axis` (not a view). */
SN_API sn_array sn_repeat(sn_array x, int64_t repeats, int axis);

/* x converted to another dtype (not a view).  Defined for every input: integers keep their low bits,
 * floats are truncated toward zero, what does not fit gives what NumPy gives on x86-64. */
SN_API sn_array sn_astype(sn_array x, sn_dtype dtype);

SN_END_DECLS

#ifndef __cplusplus

#define SN_AXIS(...)                                                                               \
    ((sn_axes){(const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int)})
#define SN_ALL_AXES ((sn_axes){NULL, 0})

#define SN_RANGE(start, stop, step) ((sn_item_spec){SN_ITEM_RANGE, start, stop, step}) /* start:stop:step */
#define SN_AT(index) ((sn_item_spec){SN_ITEM_AT, index, 0, 0})                         /* the axis goes */
#define SN_ALL SN_RANGE(SN_NONE, SN_NONE, SN_NONE)                                     /* : */
#define SN_NEWAXIS ((sn_item_spec){SN_ITEM_NEWAXIS, 0, 0, 0})                          /* None */
#define SN_ELLIPSIS ((sn_item_spec){SN_ITEM_ELLIPSIS, 0, 0, 0})                        /* ... */

#define sn_slice(x, ...)                                                                           \
    (sn_slice)(x, (const sn_item_spec[]){__VA_ARGS__},                                             \
               sizeof((const sn_item_spec[]){__VA_ARGS__}) / sizeof(sn_item_spec))

#endif
#endif
