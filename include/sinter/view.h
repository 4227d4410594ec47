/* Views: the same values under another shape.  No element is copied where NumPy would not copy. */
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
