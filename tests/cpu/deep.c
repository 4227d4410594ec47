/* Long and deep expressions: a million operations in bounded time and memory, and chains whose steps read
 * what came before more than once, which must not be computed again and again. */
#include <sys/resource.h>
#include <time.h>

#include "../help.h"

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double peak_megabytes(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)use.ru_maxrss / 1024;
}

/* ---- a million operations ------------------------------------------------------------------------------------------- */

static void million(const char *max_height, bool evaluate)
{
    int count = sanitized() ? 50000 : 500000;
    double begin = seconds();
    float values[3] = {0, 1, 2}, out[3];
    option("MAX_HEIGHT", max_height);
    sn_array x = sn_from_host(values, SN_FLOAT32, SN_SHAPE(3), NULL);
    for (int k = 0; k < count; k++) {
        sn_array y;
        SN_SCOPE y = sn_scope_return(sn_add(sn_mul(x, 0.5f), k % 7));
        sn_free(x);
        x = y;
        for (int i = 0; i < 3; i++) values[i] = values[i] * 0.5f + (float)(k % 7);
    }
    CHECK(sn_ok(x), "a chain cannot be recorded");
    if (evaluate) CHECK(sn_to_host(x, out, sizeof out) == SN_OK && memcmp(out, values, sizeof out) == 0, "a chain has another value");
    sn_free(x);
    CHECK(seconds() - begin < 60, "%d operations took %.1f s with MAX_HEIGHT=%s", 2 * count, seconds() - begin, max_height);
    if (!sanitized()) CHECK(peak_megabytes() < 1500, "%d operations took %.0f MB", 2 * count, peak_megabytes());
}

/* ---- steps that read the last one twice ------------------------------------------------------------------------------- */

typedef sn_array (*step)(sn_array x);

static sn_array twice(sn_array x) { return sn_mul(sn_add(x, x), 0.5); }
static sn_array shifted(sn_array x)
{
    return sn_mul(sn_add(sn_slice(x, SN_RANGE(1, SN_NONE, 1)), sn_slice(x, SN_RANGE(0, -1, 1))), 0.5);
}
static sn_array turned(sn_array x) { return sn_sub(sn_mul(x, 0.75), sn_mul(sn_transpose(x, SN_ALL_AXES), 0.25)); }
static sn_array backwards(sn_array x) { return sn_sub(sn_mul(x, 0.75), sn_mul(sn_slice(x, SN_RANGE(SN_NONE, SN_NONE, -1)), 0.25)); }
static sn_array centred(sn_array x) { return sn_sub(x, sn_mean(x, .axis = SN_AXIS(-1), .keepdims = true)); }
static sn_array both_centred(sn_array x) { return sn_sub(centred(x), sn_mean(x, .axis = SN_AXIS(0), .keepdims = true)); }
static sn_array outer(sn_array x)
{
    sn_array row = sn_slice(x, SN_AT(0), SN_ALL), column = sn_slice(x, SN_ALL, SN_RANGE(0, 1, 1));
    return sn_mul(sn_add(sn_add(x, row), column), 0.3);
}

static void *deep_values(step f, sn_array x, int depth, const char *fuse)
{
    void *values;
    option("FUSE", fuse);
    SN_SCOPE {
        for (int k = 0; k < depth; k++) x = f(x);
        NEED(sn_ok(x));
        values = values_of(x);
    }
    return values;
}

static void deep(const char *name, step f, int ndim, const int64_t *dims, int depth)
{
    static float data[40 * 40];
    uint64_t seed = 3;
    double begin = seconds();
    if (simulated()) depth /= 20;
    for (size_t i = 0; i < COUNT(data); i++) data[i] = (float)(random_unit(&seed) - 0.5);
    SN_SCOPE {
        sn_array x = sn_from_host(data, SN_FLOAT32, ndim, dims, NULL), y = x;
        for (int k = 0; k < depth; k++) y = f(y);
        void *fused = deep_values(f, x, depth, "on"), *apart = deep_values(f, x, depth, "off");
        CHECK(difference(SN_FLOAT32, fused, apart, (size_t)sn_size(y)) < 0, "%s, %d deep: fusing changes bits", name, depth);
        free(fused);
        free(apart);
    }
    CHECK(seconds() - begin < (sanitized() || on_gpu() ? 60 : 20), "%s, %d deep, took %.1f s", name, depth, seconds() - begin);
}

int main(void)
{
    option("LOG", "error");
    option("JIT", "off");
    if (!on_gpu()) {
        million("4096", true);
        million("0", true);
        million("0", false); /* never evaluated: given back without recursion */
    }
    deep("x + x", twice, 1, (const int64_t[]){1600}, 3000);
    deep("x[1:] + x[:-1]", shifted, 1, (const int64_t[]){1600}, 400);
    deep("x - x.T", turned, 2, (const int64_t[]){40, 40}, 300);
    deep("x - x[::-1]", backwards, 1, (const int64_t[]){1600}, 300);
    deep("rows centred", centred, 2, (const int64_t[]){40, 40}, 300);
    deep("rows and columns centred", both_centred, 2, (const int64_t[]){40, 40}, 200);
    deep("x + x[0] + x[:, :1]", outer, 2, (const int64_t[]){40, 40}, 200);
    sn_shutdown();
    return failures != 0;
}
