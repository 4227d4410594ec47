/* Maps that read an operand down its rows: compiled kernels go over bands of rows, a block of columns at a time, and
 * give the interpreter's bits whatever the shape is, where threads cut the work too. */
#include "../help.h"

static const int64_t shapes[][3] = {{1, 16, 16},  {1, 17, 300}, {1, 15, 40},  {1, 33, 255}, {1, 100, 1},
                                    {1, 48, 257}, {3, 40, 31},  {5, 16, 513}, {2, 1, 70},   {2, 130, 130}};

static const char *const texts[] = {
    "x + swapaxes(y, -1, -2)",
    "where(x > swapaxes(y, -1, -2), x, 2) * swapaxes(y, -1, -2)",
    "abs(swapaxes(y, -1, -2)) - x[:, ::-1]",
    "x[:, 1:-1] + swapaxes(y, -1, -2)[:, 1:-1]",
};

static void *compute(const char *text, const sn_array *inputs, size_t *bytes)
{
    static const char *const names[] = {"x", "y"};
    void *out = NULL;
    SN_SCOPE
    { /* memory that holds other values than those awaited */
        NEED(sn_eval(sn_expr("x * 0 + 99", names, inputs, 1)) == SN_OK);
    }
    SN_SCOPE
    {
        sn_array z = sn_expr(text, names, inputs, 2);
        NEED(sn_eval(z) == SN_OK);
        *bytes = (size_t)sn_size(z) * sn_dtype_size(sn_dtype_of(z));
        out = malloc(*bytes + 1);
        NEED(out != NULL && sn_to_host(z, out, *bytes) == SN_OK);
    }
    return out;
}

static void check(const char *text, const int64_t *dims, sn_dtype dtype, const char *threads)
{
    size_t a, b;
    const int64_t turned[3] = {dims[0], dims[2], dims[1]}, n = dims[0] * dims[1] * dims[2];
    SN_SCOPE
    {
        sn_array flat = sn_astype(
            sn_sub(sn_remainder(sn_mul(sn_arange(0, (double)n, 1, SN_INT64), 7919), 101), 50), dtype);
        sn_array inputs[2] = {sn_reshape(flat, 3, dims), sn_reshape(sn_add(flat, 3), 3, turned)};
        NEED((sn_eval)(inputs, 2) == SN_OK);
        sn_option_set("JIT", "off");
        void *wanted = compute(text, inputs, &a);
        sn_option_set("JIT", "sync");
        sn_option_set("NUM_THREADS", threads);
        void *got = compute(text, inputs, &b);
        CHECK(a == b && memcmp(wanted, got, a) == 0, "%s over (%d, %d, %d) of %s, %s threads", text,
              (int)dims[0], (int)dims[1], (int)dims[2], sn_dtype_name(dtype), threads);
        free(wanted);
        free(got);
    }
}

int main(void)
{
    static const sn_dtype dtypes[] = {SN_FLOAT64, SN_FLOAT32, SN_INT8};
    sn_stats stats;
    for (size_t t = 0; t < COUNT(texts); t++)
        for (size_t k = 0; k < COUNT(shapes); k++)
            for (size_t d = 0; d < COUNT(dtypes); d++)
                check(texts[t], shapes[k], dtypes[d], k % 2 ? "1" : "2");
    sn_stats_get(&stats);
    if (stats.compiled + stats.disk_hits == 0) {
        printf("skipped: no compiler\n");
        return SKIPPED;
    }
    return failures != 0;
}
