/* Reductions: sn_sum, sn_prod, sn_max, sn_min, sn_any, sn_all, sn_mean.  In C:
 *
 *     sn_sum(x)                                            over all axes
 *     sn_sum(x, .axis = SN_AXIS(1), .keepdims = true)
 *     sn_mean(x, .axis = SN_AXIS(0, -1), .dtype = SN_FLOAT64)
 *     sn_max(x, .where = sn_greater(y, 0), .initial = SN_ARG(-1))
 *
 * The functions behind the macros (reductions.h, generated) take the same in fixed order.  Floating
 * point is added in one fixed order that depends on the length alone, so the same bits come out on
 * any machine and any number of threads. */
#ifndef SN_REDUCE_H
#define SN_REDUCE_H

#include "sinter/array.h"
#include "sinter/view.h"

#ifndef __cplusplus
typedef struct sn_reduce_args_ {
    sn_array array;
    sn_axes axis;
    bool keepdims;
    sn_dtype dtype;
    sn_array where, initial;
} sn_reduce_args_;

static inline sn_array sn_reduce_call_(sn_array (*function)(sn_array, sn_axes, bool, sn_dtype, sn_array, sn_array),
                                       sn_reduce_args_ a)
{
    return function(a.array, a.axis, a.keepdims, a.dtype, a.where, a.initial);
}

#define SN_REDUCE_(function, ...) sn_reduce_call_(function, (sn_reduce_args_){.array = __VA_ARGS__})
#endif

#include "sinter/reductions.h"

#endif
