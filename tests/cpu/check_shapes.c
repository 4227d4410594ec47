/* One kernel for each way that the CUDA device has to go over arrays, at the extents where a guard counts: tails, unaligned
 * starts, rows and columns that fill no warp, tile or block, parts that fill no group.  The GPU gives the CPU's bits. */
#include "../help.h"

enum { MOST = 120000 };

static const struct {
    const char *text;
    int64_t rows, columns; /* of x and y, float32 */
} cases[] = {
    {"x[0, 1:] * 2 + y[0, :-1]", 1, 1003},                    /* vectors: heads, tails, unaligned */
    {"x * 2 + y", 1, 1001},
    {"x[:, :-1] - y[:, 1:]", 33, 68},                         /* rows that are no whole vectors */
    {"x[:, :64] * y[:, 4:]", 9, 68},
    {"x[:, :64] * 2 + y[:, :64]", 9, 67},
    {"z = x * 1; z[:, :65] = y[:, :65] * 3; z", 9, 68},
    {"x.T * 2 + y.reshape(300, 330)", 330, 300},              /* tiles, several a block */
    {"x.T.astype(float64) * 2", 33, 95},
    {"concatenate([x, y], axis=1) * 2", 7, 37},               /* masked loads */
    {"gcd(x[:, ::2].astype(int32) * 36, y[:, ::2].astype(int32) * 8 + 7)", 32, 64}, /* one element a turn */
    {"pad(x, 2) + 1", 28, 28},                                /* 4096 bytes: nothing lies behind */
    {"x.sum(axis=1)", 77, 13},                                /* rows: several a warp, one a warp, one a block */
    {"x.sum(axis=1) / (y * y).max(axis=1)", 5, 700},
    {"x - x.mean(axis=1, keepdims=True)", 6, 1100},
    {"i = arange(8192, dtype=float32).reshape(8, 1024); i - i.mean(axis=1, keepdims=True)", 1, 3}, /* nothing held */
    {"s = x - x.max(axis=1, keepdims=True); s / s.sum(axis=1, keepdims=True)", 3, 5003},
    {"x.sum(axis=0)", 1030, 37},                              /* columns */
    {"x - x.mean(axis=0)", 70, 35},
    {"x.sum() * 2 + y.max()", 20, 5003},                      /* splits of rows and of columns */
    {"x.sum(axis=0) + (x * y).max(axis=0)", 30011, 3},
    {"z = x * 1; z -= z.mean(axis=1, keepdims=True); z", 5, 333}, /* in the place of what is read */
    {"z = x * 1; z[:, 1:] += z[:, :-1]; z", 9, 65},
};

static float data[2][MOST];

static void *evaluated(size_t k, const char *device, size_t *count)
{
    void *values = NULL;
    option("DEVICE", device);
    SN_SCOPE {
        const int64_t dims[2] = {cases[k].rows, cases[k].columns};
        sn_array x = sn_from_host(data[0], SN_FLOAT32, 2, dims, NULL), y = sn_from_host(data[1], SN_FLOAT32, 2, dims, NULL);
        sn_array z = SN_EXPR(cases[k].text, x, y);
        *count = (size_t)sn_size(z) * sn_dtype_size(sn_dtype_of(z)) / sizeof(float);
        if (sn_ok(z) && sn_eval(z) == SN_OK) values = values_of(z);
        CHECK(values != NULL, "%s on %s: %s", cases[k].text, device, sn_ok(z) ? sn_error() : sn_error_of(z));
    }
    return values;
}

int main(void)
{
    uint64_t seed = 4;
    option("LOG", "error");
    option("JIT", "off");
    if (!on_gpu()) return SKIPPED; /* cuda/on_gpu.sh starts it */
    for (size_t i = 0; i < MOST; i++)
        for (int k = 0; k < 2; k++) data[k][i] = (float)(random_unit(&seed) * 8 - 3);
    for (size_t k = 0; k < COUNT(cases); k++) {
        size_t wanted, got;
        void *a = evaluated(k, "cpu", &wanted), *b = evaluated(k, "cuda", &got);
        int64_t at = a && b ? difference(SN_FLOAT32, a, b, wanted) : -1;
        CHECK(a && b && wanted == got && at < 0, "%s of (%lld, %lld): element %lld differs", cases[k].text,
              (long long)cases[k].rows, (long long)cases[k].columns, (long long)at);
        free(a);
        free(b);
    }
    sn_shutdown();
    return failures != 0;
}
