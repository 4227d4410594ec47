/* Reductions made of several operations, as NumPy makes them.  In C what NumPy has defaults for is named:
 *
 *     sn_argmax(x, .axis = SN_AXIS(-1))
 *     sn_var(x, .axis = SN_AXIS(-1), .ddof = 1)
 *     sn_nanmean(x, .where = sn_greater(y, 0))
 *     sn_average(x, .axis = SN_AXIS(0), .weights = w)
 *
 * The functions behind the macros take the same in fixed order.  axes: which to reduce; a zero sn_axes: all.
 * keepdims: reduced axes stay with extent 1.  where, initial, mean, weights: a zero handle is none.  What does
 * not fit gives a poisoned handle that says so. */
#ifndef SN_STATISTICS_H
#define SN_STATISTICS_H

#include "sinter/array.h"
#include "sinter/reduce.h"
#include "sinter/view.h"

SN_BEGIN_DECLS

/* Where the largest and the smallest element is: the first of equals, the first NaN before all.  axis: one, or a
 * zero sn_axes for the index into x flattened in C order.  Result: int64.  Over no elements: an error. */
SN_API sn_array sn_argmax(sn_array x, sn_axes axis, bool keepdims);
SN_API sn_array sn_argmin(sn_array x, sn_axes axis, bool keepdims);

/* The same without NaN; -1 where there is nothing else. */
SN_API sn_array sn_nanargmax(sn_array x, sn_axes axis, bool keepdims);
SN_API sn_array sn_nanargmin(sn_array x, sn_axes axis, bool keepdims);

SN_API sn_array sn_ptp(sn_array x, sn_axes axes, bool keepdims);           /* largest less smallest */
SN_API sn_array sn_count_nonzero(sn_array x, sn_axes axes, bool keepdims); /* int64 */

/* Variance and standard deviation: squares of distances from the mean, their sum divided by the number of
 * elements less ddof.  dtype: to accumulate in; SN_DTYPE_NONE: as sn_mean.  where: the elements that count, an
 * array of bool that broadcasts to x.  mean: known already, in a shape that broadcasts to x. */
SN_API sn_array sn_var(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype, sn_array where,
                       sn_array mean);
SN_API sn_array sn_std(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype, sn_array where,
                       sn_array mean);

/* The same, and the reductions of reduce.h, without NaN.  Of nothing but NaN the sum is 0, the product 1, the
 * others NaN. */
SN_API sn_array sn_nanvar(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype, sn_array where,
                          sn_array mean);
SN_API sn_array sn_nanstd(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype, sn_array where,
                          sn_array mean);
SN_API sn_array sn_nansum(sn_array x, sn_axes axes, bool keepdims, sn_dtype dtype, sn_array where, sn_array initial);
SN_API sn_array sn_nanprod(sn_array x, sn_axes axes, bool keepdims, sn_dtype dtype, sn_array where, sn_array initial);
SN_API sn_array sn_nanmax(sn_array x, sn_axes axes, bool keepdims, sn_dtype dtype, sn_array where, sn_array initial);
SN_API sn_array sn_nanmin(sn_array x, sn_axes axes, bool keepdims, sn_dtype dtype, sn_array where, sn_array initial);
SN_API sn_array sn_nanmean(sn_array x, sn_axes axes, bool keepdims, sn_dtype dtype, sn_array where, sn_array initial);

/* Sum of x times weights, divided by the sum of the weights.  weights: of x's shape, or of the extents of the
 * axes given, in their order; a zero handle: all 1.  weight_sum: where the sum of the weights goes, in the
 * shape of the result; NULL: nowhere. */
SN_API sn_array sn_average(sn_array x, sn_axes axes, sn_array weights, bool keepdims, sn_array *weight_sum);

SN_END_DECLS

#ifndef __cplusplus

typedef struct sn_search_args_ {
    sn_array array;
    sn_axes axis;
    bool keepdims;
} sn_search_args_;

typedef struct sn_spread_args_ {
    sn_array array;
    sn_axes axis;
    double ddof;
    bool keepdims;
    sn_dtype dtype;
    sn_array where, mean;
} sn_spread_args_;

typedef struct sn_average_args_ {
    sn_array array;
    sn_axes axis;
    sn_array weights;
    bool keepdims;
    sn_array *weight_sum;
} sn_average_args_;

static inline sn_array sn_search_call_(sn_array (*function)(sn_array, sn_axes, bool), sn_search_args_ a)
{
    return function(a.array, a.axis, a.keepdims);
}

static inline sn_array sn_spread_call_(sn_array (*function)(sn_array, sn_axes, double, bool, sn_dtype, sn_array, sn_array),
                                       sn_spread_args_ a)
{
    return function(a.array, a.axis, a.ddof, a.keepdims, a.dtype, a.where, a.mean);
}

static inline sn_array sn_average_call_(sn_average_args_ a)
{
    return sn_average(a.array, a.axis, a.weights, a.keepdims, a.weight_sum);
}

#define SN_SEARCH_(function, ...) sn_search_call_(function, (sn_search_args_){.array = __VA_ARGS__})
#define SN_SPREAD_(function, ...) sn_spread_call_(function, (sn_spread_args_){.array = __VA_ARGS__})

#define sn_argmax(...) SN_AT_(SN_SEARCH_(sn_argmax, __VA_ARGS__))
#define sn_argmin(...) SN_AT_(SN_SEARCH_(sn_argmin, __VA_ARGS__))
#define sn_nanargmax(...) SN_AT_(SN_SEARCH_(sn_nanargmax, __VA_ARGS__))
#define sn_nanargmin(...) SN_AT_(SN_SEARCH_(sn_nanargmin, __VA_ARGS__))
#define sn_ptp(...) SN_AT_(SN_SEARCH_(sn_ptp, __VA_ARGS__))
#define sn_count_nonzero(...) SN_AT_(SN_SEARCH_(sn_count_nonzero, __VA_ARGS__))
#define sn_var(...) SN_AT_(SN_SPREAD_(sn_var, __VA_ARGS__))
#define sn_std(...) SN_AT_(SN_SPREAD_(sn_std, __VA_ARGS__))
#define sn_nanvar(...) SN_AT_(SN_SPREAD_(sn_nanvar, __VA_ARGS__))
#define sn_nanstd(...) SN_AT_(SN_SPREAD_(sn_nanstd, __VA_ARGS__))
#define sn_nansum(...) SN_AT_(SN_REDUCE_(sn_nansum, __VA_ARGS__))
#define sn_nanprod(...) SN_AT_(SN_REDUCE_(sn_nanprod, __VA_ARGS__))
#define sn_nanmax(...) SN_AT_(SN_REDUCE_(sn_nanmax, __VA_ARGS__))
#define sn_nanmin(...) SN_AT_(SN_REDUCE_(sn_nanmin, __VA_ARGS__))
#define sn_nanmean(...) SN_AT_(SN_REDUCE_(sn_nanmean, __VA_ARGS__))
#define sn_average(...) SN_AT_(sn_average_call_((sn_average_args_){.array = __VA_ARGS__}))
#endif
#endif
