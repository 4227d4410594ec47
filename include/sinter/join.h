/* Arrays put together from others: joined, stacked, rolled, padded.  Nothing is copied before the result is
 * needed, and what reads it reads the parts: a stencil over a padded array is one kernel. */
#ifndef SN_JOIN_H
#define SN_JOIN_H

#include "sinter/array.h"
#include "sinter/view.h"

SN_BEGIN_DECLS

/* Several arrays; in C SN_ARRAYS(a, b, c) writes them.  Their dtypes are promoted to one. */
typedef struct sn_arrays {
    const sn_array *arrays;
    size_t count;
} sn_arrays;

/* One after the other along an axis that they have; all other extents must agree.  At least one array. */
SN_API sn_array sn_concatenate(sn_arrays arrays, int axis);

/* Side by side along a new axis at `axis` of the result; all shapes must agree. */
SN_API sn_array sn_stack(sn_arrays arrays, int axis);

/* As numpy.hstack, vstack, dstack and column_stack: along the second (of vectors the first), first and third
 * axis, and vectors as columns beside each other. */
SN_API sn_array sn_hstack(sn_arrays arrays);
SN_API sn_array sn_vstack(sn_arrays arrays);
SN_API sn_array sn_dstack(sn_arrays arrays);
SN_API sn_array sn_column_stack(sn_arrays arrays);

/* x moved on by shifts[k] elements along the k-th of the axes; what leaves at the end comes in at the start.
 * One shift goes for all axes.  SN_ALL_AXES: along the flattened array.  In C: sn_roll(x, SN_SHAPE(1, -2), SN_AXIS(0, 1)). */
SN_API sn_array sn_roll(sn_array x, int count, const int64_t *shifts, sn_axes axes);

/* Elements added before and after x along one axis; in C SN_WIDTHS({1, 1}, {0, 2}) writes those of two axes. */
typedef struct sn_width {
    int64_t before, after;
} sn_width;
typedef struct sn_widths {
    const sn_width *widths;
    size_t count;
} sn_widths;
typedef enum sn_pad_mode { /* what they are */
    SN_PAD_CONSTANT = 0,   /* the value */
    SN_PAD_EDGE,           /* the nearest element of x */
    SN_PAD_WRAP,           /* x again from its other end */
    SN_PAD_REFLECT,        /* x mirrored, without its last element again */
    SN_PAD_SYMMETRIC       /* x mirrored */
} sn_pad_mode;

/* x widened, by one width for each axis or one for all.  `value` has rank 0 and is converted to x's dtype; modes
 * other than CONSTANT ignore it.  In C: sn_pad(x, SN_WIDTHS({1, 1}, {0, 2}), SN_PAD_CONSTANT, 0). */
SN_API sn_array sn_pad(sn_array x, sn_widths widths, sn_pad_mode mode, sn_array value);

/* The i-th element along an axis repeated repeats[i] times. */
SN_API sn_array sn_repeat_each(sn_array x, int count, const int64_t *repeats, int axis);

/* x without what lies at one index of an axis. */
SN_API sn_array sn_delete(sn_array x, int64_t index, int axis);

SN_END_DECLS

#ifndef __cplusplus

#define SN_ARRAYS(...)                                                                             \
    ((sn_arrays){(const sn_array[]){__VA_ARGS__}, sizeof((const sn_array[]){__VA_ARGS__}) / sizeof(sn_array)})
#define SN_WIDTHS(...)                                                                             \
    ((sn_widths){(const sn_width[]){__VA_ARGS__}, sizeof((const sn_width[]){__VA_ARGS__}) / sizeof(sn_width)})
/* Here the value may be a number. */
#define sn_pad(x, widths, mode, value) (sn_pad)(x, widths, mode, SN_ARG(value))

#endif
#endif
