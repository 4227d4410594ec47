/* The C front as a user's program sees it: operands that are numbers, deep nesting, options of
 * reductions, shapes, slices; compiled with the strictest warnings. */
#pragma GCC diagnostic error "-Wall"
#pragma GCC diagnostic error "-Wextra"
#pragma GCC diagnostic error "-Wshadow"
#pragma GCC diagnostic error "-Wconversion"
#include <sinter.h>
#include <stdlib.h>
#include <string.h>

static int failures;
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #condition, sn_error());               \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

/* Sixty operations inside each other: a macro that names its argument twice would take 2^60 steps. */
#define NEST4(x) sn_add(sn_mul(sn_sub(sn_add(x, 1), 1), 1), 0)
#define NEST16(x) NEST4(NEST4_B(NEST4_C(NEST4_D(x))))
#define NEST4_B(x) sn_add(sn_mul(sn_sub(sn_add(x, 2u), 2L), 1.0f), 0.0)
#define NEST4_C(x) sn_add(sn_mul(sn_sub(sn_add(x, 3), 3), 1), 0)
#define NEST4_D(x) sn_add(sn_mul(sn_sub(sn_add(x, 4), 4), 1), 0)
#define NEST15_B(x) sn_neg(sn_neg(sn_neg(sn_neg(sn_neg(sn_neg(sn_neg(sn_neg(sn_neg(sn_neg(sn_neg(sn_neg(x))))))))))))
#define NEST15_C(x) sn_abs(sn_abs(sn_abs(sn_abs(sn_abs(sn_abs(sn_abs(sn_abs(sn_abs(sn_abs(sn_abs(sn_abs(x))))))))))))
#define NEST15_D(x) sn_min(sn_min(sn_min(sn_min(sn_min(sn_min(sn_min(sn_min(sn_min(sn_min(sn_min(sn_min(x))))))))))))

static void deep(void)
{
    sn_array x = sn_full(5, SN_FLOAT32, SN_SHAPE(3));
    CHECK(sn_item(sn_max(NEST16(NEST15_C(NEST15_B(NEST15_D(x)))))) == 5);
}

static void mixed(void)
{
    sn_array x = sn_arange(0, 6, 1, SN_FLOAT32);
    sn_array y = sn_reshape(x, SN_SHAPE(2, -1));
    sn_array z = sn_where(sn_greater(y, 2), sn_add(sn_sum(y, .axis = SN_AXIS(1), .keepdims = true), 0.5), -1);
    float out[6];
    CHECK(sn_to_host(z, out, sizeof out) == SN_OK);
    CHECK(out[0] == -1 && out[2] == -1 && out[3] == 12.5f && out[5] == 12.5f);
    CHECK(sn_dtype_of(z) == SN_FLOAT32);
    CHECK(sn_item(sn_sub(sn_mean(sn_slice(y, SN_AT(-1), SN_RANGE(1, SN_NONE, SN_NONE))), 4)) == 0.5);
    CHECK(sn_size(sn_broadcast_to(sn_slice(y, SN_ELLIPSIS, SN_NEWAXIS), SN_SHAPE(2, 3, 4))) == 24);
    CHECK(sn_item(SN_EXPR("x.sum() + y[0, 1]", x, y)) == 16);
    CHECK(sn_eval(x, y, z) == SN_OK);
    CHECK(sn_assert_allclose(x, sn_add(x, 1e-9), .rtol = 0, .atol = 1e-8) == SN_OK);
    if (sn_assert_allclose(x, sn_add(x, 1e-4)) != SN_ERR_VALUE) failures++;
    CHECK(sn_ndim(sn_scalar(3, SN_INT8)) == 0);
}

/* Each function can be called by its address, as other languages do. */
static void functions(void)
{
    sn_array (*add)(sn_array, sn_array) = sn_add;
    sn_array (*sum)(sn_array, sn_axes, bool, sn_dtype, sn_array, sn_array) = sn_sum;
    const int axes[] = {0};
    int64_t dims[] = {2, 2};
    sn_array x = (sn_full)(sn_weak_i64(3), SN_INT32, 2, dims);
    sn_array s = sum(add(x, sn_weak_i64(1)), (sn_axes){axes, 1}, false, SN_DTYPE_NONE, (sn_array){0, 0}, (sn_array){0, 0});
    int64_t total[2];
    CHECK(sn_dtype_of(s) == SN_INT64);
    CHECK(sn_to_host(s, total, sizeof total) == SN_OK && total[0] == 8 && total[1] == 8);
}

static sn_array early(sn_array x, int how)
{
    for (int k = 0;; k++) {
        SN_SCOPE
        {
            sn_array t = sn_add(x, how);
            if (how == 0) return sn_scope_return(t);
            SN_SCOPE
            {
                sn_mul(t, 2);
                if (how == 1) goto out;
                return x;
            }
        }
    }
out:
    return x;
}

static void scopes(void)
{
    sn_array x = sn_scalar(2, SN_FLOAT64);
    for (int how = 0; how < 3; how++) CHECK(sn_item(early(x, how)) == 2);
    sn_scope probe = sn_scope_begin();
    CHECK(probe.depth == 1); /* all the others are closed */
    CHECK(sn_scope_end(probe) == SN_OK);
}

int main(void)
{
    deep();
    mixed();
    functions();
    scopes();
    sn_shutdown();
    return failures == 0 ? 0 : 1;
}
