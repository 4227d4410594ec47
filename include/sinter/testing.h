/* Assertions for tests, as numpy.testing has them. */
#ifndef SN_TESTING_H
#define SN_TESTING_H

#include "sinter/array.h"

SN_BEGIN_DECLS

/* SN_OK where |actual - desired| <= atol + rtol * |desired| in every element, infinities stand in the same
 * places with the same sign, and so do NaNs, which equal_nan takes for equal.  Shapes must be the same, but
 * for arrays of rank 0, which are compared with every element.  dtypes may differ.
 *
 *     if (sn_assert_allclose(got, want, .rtol = 1e-5) < 0) puts(sn_error());
 *
 * Otherwise SN_ERR_SHAPE or SN_ERR_VALUE, and sn_error() is a report of several lines, which no other
 * failure has: how many elements differ, the first five of them, the largest absolute and relative
 * difference, both arrays.  In C rtol is 1e-7, atol 0 and equal_nan true where they are not given. */
SN_API int sn_assert_allclose(sn_array actual, sn_array desired, double rtol, double atol, bool equal_nan);

/* The same where elements must be equal; NaNs in the same places are. */
SN_API int sn_assert_array_equal(sn_array actual, sn_array desired);

SN_END_DECLS

#ifndef __cplusplus
typedef struct sn_assert_args_ {
    sn_array actual, desired;
    double rtol, atol;
    bool equal_nan;
} sn_assert_args_;

static inline int sn_assert_allclose_call_(sn_assert_args_ a)
{
    return sn_assert_allclose(a.actual, a.desired, a.rtol, a.atol, a.equal_nan);
}

#define sn_assert_allclose(...)                                                                    \
    __extension__({                                                                                \
        _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Woverride-init\"")       \
        int sn_assert_ = sn_assert_allclose_call_(                                                 \
            (sn_assert_args_){.rtol = 1e-7, .equal_nan = true, .actual = __VA_ARGS__});            \
        _Pragma("GCC diagnostic pop") sn_assert_;                                                  \
    })
#endif
#endif
