/* Floating-point sums and products come in one order, whatever the layout, the tier and the number of
 * threads: that of tests/reduction_order.py, which is written again here. */
#include "../help.h"

enum { CHUNK = 1024, LANES = 32 };

/* ---- the order, in both types ---------------------------------------------------------------------------------------- */

typedef enum join { ADD, MULTIPLY } join;

#define DEFINE_FIXED(type)                                                                         \
    static type join_##type(join how, type a, type b) { return how == ADD ? a + b : a * b; }       \
                                                                                                   \
    static type chunk_##type(join how, const type *x, size_t n)                                    \
    {                                                                                              \
        type lanes[LANES];                                                                         \
        for (size_t r = 0; r < n; r++)                                                             \
            lanes[r % LANES] = r < LANES ? x[r] : join_##type(how, lanes[r % LANES], x[r]);        \
        for (size_t width = LANES / 2; width > 0; width /= 2)                                      \
            for (size_t j = 0; j < width; j++)                                                     \
                if (j + width < n) lanes[j] = join_##type(how, lanes[j], lanes[j + width]);        \
        return lanes[0];                                                                           \
    }                                                                                              \
                                                                                                   \
    static type fixed_##type(join how, const type *x, size_t n)                                    \
    {                                                                                              \
        static type parts[2048];                                                                   \
        size_t count = 0;                                                                          \
        if (n == 0) return how == ADD ? 0 : 1;                                                     \
        NEED(n <= sizeof parts / sizeof *parts * CHUNK);                                           \
        for (size_t at = 0; at < n; at += CHUNK)                                                   \
            parts[count++] = chunk_##type(how, x + at, n - at < CHUNK ? n - at : CHUNK);           \
        for (; count > 1; count = (count + 1) / 2)                                                 \
            for (size_t i = 0; i < count; i += 2)                                                  \
                parts[i / 2] = i + 1 < count ? join_##type(how, parts[i], parts[i + 1]) : parts[i]; \
        return parts[0];                                                                           \
    }
DEFINE_FIXED(float)
DEFINE_FIXED(double)

/* Bits of the result for `n` elements in logical order, given as doubles. */
static void expected(sn_dtype dtype, join how, const double *x, size_t n, void *out)
{
    if (dtype == SN_FLOAT64) {
        double d = fixed_double(how, x, n);
        memcpy(out, &d, sizeof d);
        return;
    }
    float *narrow = malloc((n ? n : 1) * sizeof *narrow);
    NEED(narrow != NULL);
    for (size_t i = 0; i < n; i++) narrow[i] = (float)x[i];
    float f = fixed_float(how, narrow, n);
    memcpy(out, &f, sizeof f);
    free(narrow);
}

/* ---- a matrix to reduce --------------------------------------------------------------------------------------------------- */

/* Element (i, j) of a matrix with these strides, all over one run of memory. */
typedef struct matrix {
    int64_t dims[2], strides[2], first; /* in elements */
    const char *name;
} matrix;

typedef struct memory { size_t count; double *wide; float *narrow; } memory;

static memory memory_make(size_t count, join how)
{
    memory m = {count, malloc(count * sizeof(double)), malloc(count * sizeof(float))};
    uint64_t seed = 5;
    NEED(m.wide != NULL && m.narrow != NULL);
    for (size_t i = 0; i < count; i++) {
        double u = random_unit(&seed) - 0.5;
        m.wide[i] = how == MULTIPLY ? 1 + u / 1000 : random_below(&seed, 50) == 0 ? 1e6 * u : u;
        m.narrow[i] = (float)m.wide[i];
    }
    return m;
}

static void memory_free(memory *m)
{
    free(m->wide);
    free(m->narrow);
}

static sn_array array_of(const memory *m, const matrix *x, sn_dtype dtype)
{
    int64_t size = (int64_t)sn_dtype_size(dtype), strides[2] = {x->strides[0] * size, x->strides[1] * size};
    void *data = dtype == SN_FLOAT32 ? (void *)(m->narrow + x->first) : (void *)(m->wide + x->first);
    return sn_wrap(data, dtype, 2, x->dims, strides, NULL, NULL);
}

/* Elements of the matrix in logical C order; of one row or column where `axis` is that which is reduced. */
static size_t elements(const memory *m, const matrix *x, int axis, int64_t kept, double *out)
{
    size_t n = 0;
    for (int64_t i = axis == 1 ? kept : 0; i < (axis == 1 ? kept + 1 : x->dims[0]); i++)
        for (int64_t j = axis == 0 ? kept : 0; j < (axis == 0 ? kept + 1 : x->dims[1]); j++)
            out[n++] = m->wide[x->first + i * x->strides[0] + j * x->strides[1]];
    return n;
}

/* axis 0, 1; -1: both. */
static sn_array reduce(sn_array x, join how, int axis)
{
    sn_axes axes = axis >= 0 ? (sn_axes){&axis, 1} : SN_ALL_AXES;
    return how == ADD ? sn_sum(x, .axis = axes) : sn_prod(x, .axis = axes);
}

static const char *const tiers[] = {"off", "sync"}, *const threads[] = {"1", "2"};

static void check_values(const memory *m, const matrix *x, sn_dtype dtype, join how, int axis, const void *wanted)
{
    int64_t kept = axis == 0 ? x->dims[1] : axis == 1 ? x->dims[0] : 1;
    for (size_t k = 0; k < (on_gpu() ? 1 : COUNT(tiers) * COUNT(threads)); k++) {
        option("JIT", tiers[k % 2]);
        option("NUM_THREADS", threads[k / 2]);
        SN_SCOPE {
            void *values = values_of(reduce(array_of(m, x, dtype), how, axis));
            int64_t at = difference(dtype, wanted, values, (size_t)kept);
            CHECK(at < 0, "%s of %s %s, %lld x %lld, axis %d: result %lld differs with JIT=%s, %s threads",
                  how == ADD ? "sum" : "prod", sn_dtype_name(dtype), x->name, (long long)x->dims[0], (long long)x->dims[1],
                  axis, (long long)at, tiers[k % 2], threads[k / 2]);
            free(values);
        }
    }
}

static void check_reduction(const memory *m, const matrix *x, sn_dtype dtype, join how, int axis)
{
    int64_t kept = axis == 0 ? x->dims[1] : axis == 1 ? x->dims[0] : 1;
    size_t size = sn_dtype_size(dtype);
    double *list = malloc((size_t)(x->dims[0] * x->dims[1] + 1) * sizeof *list);
    char *wanted = malloc((size_t)kept * size + 1);
    NEED(list != NULL && wanted != NULL);
    for (int64_t k = 0; k < kept; k++) {
        size_t n = elements(m, x, axis, k, list);
        expected(dtype, how, list, n, wanted + (size_t)k * size);
    }
    check_values(m, x, dtype, how, axis, wanted);
    free(list);
    free(wanted);
}

/* ---- lengths and layouts ------------------------------------------------------------------------------------------------------ */

/* A reduced axis of this length: alone, along rows, columns, Fortran order, with steps, backwards, ragged. */
static void check_length(const memory *m, int64_t n)
{
    int64_t few = n > 100000 ? 1 : n > 2000 ? 3 : 19;
    const matrix layouts[] = {
        {{1, n}, {n, 1}, 0, "vector"},
        {{few, n}, {n, 1}, 0, "rows"},
        {{n, few}, {few, 1}, 0, "columns"},
        {{few, n}, {1, few}, 0, "rows in Fortran order"},
        {{n, few}, {1, n}, 1, "columns in Fortran order"},
        {{few, n}, {n + 7, 1}, 3, "ragged rows"},
        {{n, few}, {few + 5, 1}, 1, "ragged columns"},
        {{few, n / 2}, {n, 2}, 0, "every second of rows"},
        {{few, n}, {n, -1}, n - 1, "rows backwards"},
        {{n, few}, {-few, 1}, (n - 1) * few, "columns backwards"},
    };
    for (size_t k = 0; k < COUNT(layouts); k++)
        for (int axis = -1; axis < 2; axis++) {
            if (few == 1 && axis == (k == 2 || k == 4 || k == 6 || k == 9 ? 1 : 0)) continue; /* nothing to add up */
            check_reduction(m, &layouts[k], SN_FLOAT32, ADD, axis);
            check_reduction(m, &layouts[k], SN_FLOAT64, ADD, axis);
        }
}

static void check_lengths(void)
{
    static const int64_t lengths[] = {1, 3, 31, 33, 1024, 1025, 5000, 100003, (1 << 20) + 7};
    memory m = memory_make((size_t)6400000, ADD), factors = memory_make(20000, MULTIPLY);
    size_t count = COUNT(lengths) - (sanitized() ? 2 : 0);
    for (size_t k = simulated() ? 3 : 0; k < (simulated() ? 7 : count); k++) check_length(&m, lengths[k]);
    static const matrix wide[] = {
        {{700, 900}, {900, 1}, 0, "wide"}, {{900, 700}, {1, 900}, 0, "wide in Fortran order"}, {{700, 500}, {900, 1}, 0, "part"}};
    for (size_t k = 0; k < COUNT(wide) - (sanitized() ? 2 : 0) && !simulated(); k++)
        for (int axis = -1; axis < 2; axis++) {
            check_reduction(&m, &wide[k], SN_FLOAT32, ADD, axis);
            check_reduction(&m, &wide[k], SN_FLOAT64, ADD, axis);
        }
    static const matrix product = {{9, 1700}, {1700, 1}, 0, "rows"};
    for (int axis = -1; axis < 2; axis++) {
        check_reduction(&factors, &product, SN_FLOAT32, MULTIPLY, axis);
        check_reduction(&factors, &product, SN_FLOAT64, MULTIPLY, axis);
    }
    memory_free(&m);
    memory_free(&factors);
}

/* ---- three axes -------------------------------------------------------------------------------------------------------------------- */

/* The first and the last axis of three: reduced elements in C order, though not next to each other. */
static void check_outer_axes(void)
{
    enum { A = 7, B = 5, C = 300 };
    static float x[A * B * C], row[A * C];
    uint64_t seed = 8;
    for (size_t i = 0; i < A * B * C; i++) x[i] = (float)(random_unit(&seed) - 0.5);
    for (size_t k = 0; k < (on_gpu() ? 1 : COUNT(tiers)); k++) {
        option("JIT", tiers[k]);
        SN_SCOPE {
            float *values = values_of(sn_sum(sn_from_host(x, SN_FLOAT32, SN_SHAPE(A, B, C), NULL), .axis = SN_AXIS(0, 2)));
            for (size_t b = 0; b < B; b++) {
                for (size_t a = 0; a < A; a++) memcpy(row + a * C, x + (a * B + b) * C, C * sizeof *row);
                CHECK(values[b] == fixed_float(ADD, row, A * C), "sum over axes 0 and 2, JIT=%s: %zu", tiers[k], b);
            }
            free(values);
        }
    }
}

/* ---- signs of zero -------------------------------------------------------------------------------------------------------------------- */

/* A lane without elements is skipped: sums of -0.0 alone are -0.0, and of nothing 0.0. */
static void check_zeros(void)
{
    static const int64_t lengths[] = {0, 1, 2, 31, 32, 33, 63, 65, 1023, 1024, 1025, 1030, 3000};
    static double zeros[3000 * 3];
    for (size_t i = 0; i < COUNT(zeros); i++) zeros[i] = -0.0;
    for (size_t k = 0; k < 2 * COUNT(lengths); k += on_gpu() ? 2 : 1)
        for (int columns = 0; columns < 2; columns++) {
            int64_t n = lengths[k / 2];
            option("JIT", tiers[k % 2]);
            SN_SCOPE {
                sn_array x = sn_from_host(zeros, SN_FLOAT64, columns ? 2 : 1, (const int64_t[]){n, 3}, NULL);
                double *values = values_of(sn_sum(x, .axis = SN_AXIS(0)));
                for (int c = 0; c < (columns ? 3 : 1); c++)
                    CHECK(values[c] == 0 && signbit(values[c]) == (n > 0), "sum of %lld times -0.0 is %g with JIT=%s",
                          (long long)n, values[c], tiers[k % 2]);
                free(values);
            }
        }
}

int main(void)
{
    option("LOG", "error");
    check_zeros();
    check_outer_axes();
    check_lengths();
    sn_shutdown();
    return failures != 0;
}
