/* An element's value does not depend on where it stands: f(x)[slice] and f(x[slice]) are the same bits, for
 * every operation, offset and tail length, contiguous and strided, on both tiers.  Rows and columns of a
 * part of a matrix reduce as they do in the whole. */
#include "help_operations.h"

enum { N = 301, LENGTHS = 70, OFFSETS = 18, MOST = 20 };

static uint64_t seed = 11;

/* Operands in the domains that these operations' own tests draw from, with a few that are outside. */
static void fill(void *out, sn_dtype dtype, const int *codes, int count)
{
    static const double oddities[] = {NAN, INFINITY, -INFINITY, -0.0, 0.0, 1e-40, 3e38, -1.5};
    for (size_t i = 0; i < N; i++) {
        const operation *op = &operations[codes[random_below(&seed, count)]];
        double d = op->lo + (op->hi - op->lo) * random_unit(&seed);
        if (random_below(&seed, 12) == 0) d = oddities[random_below(&seed, COUNT(oddities))];
        float f = (float)d;
        int32_t n = (int32_t)(d > -1000 && d < 1000 ? d : 7);
        int8_t small = (int8_t)n;
        if (dtype == SN_FLOAT64) ((double *)out)[i] = d;
        if (dtype == SN_FLOAT32) memcpy((float *)out + i, &f, sizeof f);
        if (dtype == SN_INT32) memcpy((int32_t *)out + i, &n, sizeof n);
        if (dtype == SN_INT8) memcpy((int8_t *)out + i, &small, sizeof small);
    }
}

/* ---- every operation ----------------------------------------------------------------------------------------------- */

typedef struct batch { /* operations of the same operands, evaluated together: one kernel */
    int count, codes[MOST];
    sn_dtype dtype;
    double a[N], b[N];
    void *whole[MOST];
} batch;

static sn_array apply(int code, sn_array a, sn_array b)
{
    const operation *op = &operations[code];
    if (op->arity == 1) return op->f1(a);
    return op->arity == 2 ? op->f2(a, b) : op->f3((sn_less)(a, b), a, b);
}

/* The slice of an operand that lies at address `data`, which need not be aligned. */
static sn_array part(const batch *t, double *data, const sn_item_spec *slice)
{
    sn_array x = sn_wrap(data, t->dtype, 1, (const int64_t[]){N}, (const int64_t[]){(int64_t)sn_dtype_size(t->dtype)}, NULL, NULL);
    return slice != NULL ? (sn_slice)(x, slice, 1) : x;
}

/* Results of the whole batch for a slice, or for everything. */
static void compute(batch *t, const sn_item_spec *slice, void **values)
{
    SN_SCOPE {
        sn_array out[MOST], a = part(t, t->a, slice), b = part(t, t->b, slice);
        for (int k = 0; k < t->count; k++) out[k] = apply(t->codes[k], a, b);
        NEED((sn_eval)(out, (size_t)t->count) == SN_OK);
        for (int k = 0; k < t->count; k++) values[k] = values_of(out[k]);
    }
}

static sn_dtype result_dtype(const batch *t, int k)
{
    sn_dtype dtype;
    double one[1] = {1};
    SN_SCOPE {
        sn_array x = sn_wrap(one, t->dtype, 1, (const int64_t[]){1}, (const int64_t[]){(int64_t)sn_dtype_size(t->dtype)}, NULL, NULL);
        dtype = sn_dtype_of(apply(t->codes[k], x, x));
    }
    return dtype;
}

static void check_slice(batch *t, int64_t start, int64_t step, int64_t length)
{
    void *values[MOST];
    int64_t stop = start + step * length;
    sn_item_spec slice = SN_RANGE(start, stop < 0 ? SN_NONE : stop, step);
    compute(t, &slice, values);
    for (int k = 0; k < t->count; k++) {
        sn_dtype dtype = result_dtype(t, k);
        size_t size = sn_dtype_size(dtype);
        bool same = true;
        for (int64_t i = 0; i < length && same; i++)
            same = difference(dtype, (char *)t->whole[k] + (size_t)(start + i * step) * size, (char *)values[k] + (size_t)i * size, 1) < 0;
        CHECK(same, "%s of %s: [%d::%d] of %d elements is not the slice of the whole", operations[t->codes[k]].name,
              sn_dtype_name(t->dtype), (int)start, (int)step, (int)length);
        free(values[k]);
    }
}

static void check_batch(batch *t, bool sparse)
{
    fill(t->a, t->dtype, t->codes, t->count);
    fill(t->b, t->dtype, t->codes, t->count);
    compute(t, NULL, t->whole);
    for (int64_t length = 1; length <= LENGTHS && failures < 20; length += sparse ? 1 + length / 3 : 1) {
        for (int64_t start = 0; start < OFFSETS; start += sparse ? 5 : 1) check_slice(t, start, 1, length);
        check_slice(t, 3, 2, length);
        check_slice(t, N - 1, -3, length);
    }
    for (int k = 0; k < t->count; k++) free(t->whole[k]);
}

static bool accepts(int code, sn_dtype dtype)
{
    if (simulated() && operations[code].ulp > 0 && code % 8 != 0) return false; /* heavy to compile */
    batch t = {.codes = {code}, .dtype = dtype};
    return result_dtype(&t, 0) != SN_DTYPE_NONE;
}

static void check_operations(sn_dtype dtype, bool sparse)
{
    batch *t = calloc(1, sizeof *t);
    NEED(t != NULL);
    t->dtype = dtype;
    for (int code = 0; code < (int)COUNT(operations); code++) {
        if (accepts(code, dtype)) t->codes[t->count++] = code;
        if (t->count < MOST && code + 1 < (int)COUNT(operations)) continue;
        if (t->count > 0) check_batch(t, sparse);
        t->count = 0;
    }
    sn_error_clear();
    free(t);
}

/* ---- rows and columns -------------------------------------------------------------------------------------------------- */

enum { ROWS = 45, COLUMNS = 1300 };

static sn_array soften(sn_array x)
{
    sn_array e = sn_exp(sn_subtract(x, sn_max(x, .axis = SN_AXIS(1), .keepdims = true)));
    return sn_divide(e, sn_sum(e, .axis = SN_AXIS(1), .keepdims = true));
}
static sn_array row_sums(sn_array x) { return sn_sum(sn_multiply(x, x), .axis = SN_AXIS(1)); }
static sn_array column_sums(sn_array x) { return sn_sum(sn_sin(x), .axis = SN_AXIS(0)); }

static void check_part(sn_array x, sn_array (*f)(sn_array), const sn_item_spec *rows, const sn_item_spec *columns)
{
    SN_SCOPE {
        sn_array some = f(sn_slice(x, *rows, *columns)), all;
        if (f == column_sums) {
            all = sn_slice(f(sn_slice(x, *rows, SN_ALL)), *columns);
        } else {
            all = sn_slice(f(sn_slice(x, SN_ALL, *columns)), *rows);
        }
        void *a = values_of(some), *b = values_of(all);
        CHECK(sn_size(some) == sn_size(all) && difference(SN_FLOAT32, a, b, (size_t)sn_size(all)) < 0,
              "a part of a matrix reduces to other bits: rows %d::%d, columns %d::%d", (int)rows->start, (int)rows->step,
              (int)columns->start, (int)columns->step);
        free(a);
        free(b);
    }
}

static void check_matrix(bool fortran)
{
    static sn_array (*const functions[])(sn_array) = {soften, row_sums, column_sums};
    static const sn_item_spec rows[] = {SN_ALL, SN_RANGE(0, 1, 1), SN_RANGE(3, 20, 1), SN_RANGE(44, 2, -7), SN_RANGE(10, 12, 1)};
    static const sn_item_spec columns[] = {SN_ALL, SN_RANGE(5, 6, 1), SN_RANGE(1, 40, 1), SN_RANGE(7, SN_NONE, 1),
                                           SN_RANGE(SN_NONE, SN_NONE, -2), SN_RANGE(0, 1025, 1)};
    static float data[ROWS * COLUMNS];
    for (size_t i = 0; i < ROWS * COLUMNS; i++) data[i] = (float)(random_unit(&seed) - 0.5);
    SN_SCOPE {
        sn_array x = sn_from_host(data, SN_FLOAT32, SN_SHAPE(ROWS, COLUMNS), NULL);
        if (fortran) x = sn_transpose(sn_reshape(x, SN_SHAPE(COLUMNS, ROWS)), SN_ALL_AXES);
        for (size_t f = 0; f < COUNT(functions); f++)
            for (size_t r = 0; r < COUNT(rows); r++)
                for (size_t c = 0; c < COUNT(columns); c++) check_part(x, functions[f], &rows[r], &columns[c]);
    }
}

int main(void)
{
    static const sn_dtype dtypes[] = {SN_FLOAT32, SN_FLOAT64, SN_INT32, SN_INT8};
    static const char *const tiers[] = {"off", "sync"};
    option("LOG", "error");
    for (size_t t = 0; t < (sanitized() || on_gpu() ? 1 : COUNT(tiers)); t++) { /* compiled kernels are never sanitized */
        option("JIT", tiers[t]);
        size_t count = sanitized() ? 1 : COUNT(dtypes);
        for (size_t d = 0; d < count; d += simulated() ? 3 : 1) check_operations(dtypes[d], sanitized() || simulated() || d > 1);
        check_matrix(false);
        check_matrix(true);
    }
    sn_shutdown();
    return failures != 0;
}
