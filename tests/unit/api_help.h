/* What tests of the public calls share: a matrix, and what an array or its failure must be. */
#ifndef API_HELP_H
#define API_HELP_H

#include <criterion/criterion.h>
#include <math.h>

#include "sinter.h"

static inline sn_array matrix(void)
{
    static const float six[6] = {1, 2, 3, 4, 5, 6};
    return sn_from_host(six, SN_FLOAT32, SN_SHAPE(2, 3), NULL);
}

static inline void expect_array(sn_array x, int ndim, const int64_t *dims, const double *want)
{
    int64_t got_dims[SN_MAX_NDIM];
    double got[64];
    cr_assert_eq(sn_shape(x, got_dims), ndim, "%s", sn_error_of(x));
    for (int k = 0; k < ndim; k++) cr_expect_eq(got_dims[k], dims[k]);
    sn_array wide = sn_astype(x, SN_FLOAT64);
    cr_assert(sn_to_host(wide, got, (size_t)sn_size(x) * sizeof *got) >= 0, "%s", sn_error());
    for (int64_t k = 0; k < sn_size(x); k++)
        cr_expect(got[k] == want[k] || (isnan(got[k]) && isnan(want[k])), "element %d: %.17g, not %.17g", (int)k, got[k], want[k]);
}
#define EXPECT(x, shape, ...) expect_array(x, shape, (const double[]){__VA_ARGS__})

static inline void expect_error(sn_array x, int status, const char *message)
{
    cr_expect(!sn_ok(x));
    cr_expect_str_eq(sn_error_of(x), message);
    cr_expect_eq(sn_eval(x), status);
}

#endif
