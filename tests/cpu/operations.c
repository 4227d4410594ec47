/* Operations that users define: what C computes, fused with their neighbours, reduced in the order of sums, by any
 * number of threads, and clear about what cannot be compiled. */
#include <pthread.h>
#include <unistd.h>

#include "../help.h"

/* ---- each expression beside the C compiler's idea of it ------------------------------------------------------------ */

typedef struct operands {
    float x;
    double y;
    int32_t i;
    uint8_t c;
    int64_t l;
    uint32_t u;
    int8_t s;
    bool b;
} operands;

#define ARGUMENTS "float32 x, float64 y, int32 i, uint8 c, int64 l, uint32 u, int8 s, bool b"

typedef struct expression_case {
    const char *text;
    double units; /* in the last place that it may be away */
} expression_case;

/* As text and as C; a double holds every result. */

#define EACH_CASE(C)                                                                                                     \
    C(0, x + y)                                                                                                          \
    C(0, x * 2 - 1) C(0, x * 0.1) C(0, x * 0.1f) C(0, 0.5f * x * (1.0f + x)) C(0, x / 3) C(0, y / x)                     \
        C(0, -x) C(0, +s) C(0, -s) C(0, -c) C(0, ~c) C(0, ~i) C(0, !x) C(0, !!b) C(0, b + b) C(0, -b) C(                 \
            0, i / 3) C(0, i / -3) C(0, i % 3) C(0, i % -3) C(0, l / 7) C(0, l % 7) C(0, u / 7) C(0, u % 7)              \
            C(0, c / 7 * 7 + c % 7) C(0, c *c) C(0, s *s) C(0, c - 200) C(0, i * 3 - l) C(0, c << 3)                     \
                C(0, i >> 2) C(0, s >> 1) C(0, u << 4) C(0, u >> 3) C(0, 1 << (c & 7))                                   \
                    C(0, i & 0xf0) C(0, i | 1) C(0, i ^ l) C(0, u ^ i) C(0, b & 1) C(0, c | s) C(                        \
                        0, i & 6 | c ^ 3 & l) C(0, i < u) C(0, i < l) C(0, x < y) C(0, x <= i) C(0, c > s)               \
                        C(0, c >= 100) C(0, x == x) C(0, i != 3) C(0, b == 1) C(0, x > 0 && y > 0) C(                    \
                            0, x > 0 || i > 5) C(0, b && !c || x)                                                        \
                            C(0, 1 < 2 == 1) C(0, x ? i : l) C(0, b ? x : y) C(0, b ? c : s) C(                          \
                                0, x > 0 ? 1                                                                             \
                                   : x < -50                                                                             \
                                       ? -1                                                                              \
                                       : 0) C(0, i > 0 ? i : -i)                                                         \
                                C(0, (float)y) C(0, (double)x *x) C(0, (int)x) C(                                        \
                                    0, (int)y %                                                                          \
                                           5) C(0, (unsigned)i)                                                          \
                                    C(0, (float)i / 2) C(0, -(x + 1) * -(y)) C(0, i - 1 - 2 - 3) C(                      \
                                        0, x - (y -                                                                      \
                                                1)) C(0, 100 / 7 / 2) C(0, 2 + 3 * 4)                                    \
                                        C(0, (2 + 3) * 4) C(0, 7 - 2 < 6) C(0, 1 + 2 << 3) C(                            \
                                            0, 0x7fffffff +                                                              \
                                                   1u) C(0,                                                              \
                                                         1.5e2f) C(0, .25)                                               \
                                            C(0, 3.) C(0, 0x1.8p3) C(0, 0xffu) C(0, 5000000000) C(0, 7ll * 3) C(         \
                                                0, 1e-3f *                                                               \
                                                       x) C(0, fabs(y))                                                  \
                                                C(0, fabsf(x)) C(0, floor(y)) C(0, ceilf(x)) C(                          \
                                                    0,                                                                   \
                                                    truncf(x)) C(0,                                                      \
                                                                 rint(y)) C(0, sqrtf(fabsf(x)))                          \
                                                    C(0, fmin(x, y)) C(0, fmaxf(x, 3)) C(0, fmod(y, 7)) C(               \
                                                        0,                                                               \
                                                        copysign(                                                        \
                                                            y, x)) C(0,                                                  \
                                                                     abs(i)) C(0, isnan(x) ? 1 : 0)                      \
                                                        C(0, isfinite(y) ? 1 : 0) C(0, signbit(x) ? 1 : 0) C(            \
                                                            0, isinf(y)                                                  \
                                                                   ? 1                                                   \
                                                                   : 0) C(4, sin(y))                                     \
                                                            C(4, sinf(x)) C(4, cos(x)) C(4, tanf(x / 100)) C(            \
                                                                4,                                                       \
                                                                asin(y /                                                 \
                                                                     200)) C(4,                                          \
                                                                             acosf(x / 200)) C(4, atan(y))               \
                                                                C(4, atan2(x, y)) C(4, sinh(y / 50)) C(                  \
                                                                    4, coshf(x / 50)) C(4, tanhf(x))                     \
                                                                    C(4, asinh(y)) C(4, acosh(fabs(y) + 1)) C(           \
                                                                        4, atanh(y / 200)) C(4, exp(x / 50))             \
                                                                        C(4, expf(x / 50)) C(4, exp2(y / 9)) C(          \
                                                                            4,                                           \
                                                                            expm1(                                       \
                                                                                y /                                      \
                                                                                50)) C(4, log(fabs(y) + 1))              \
                                                                            C(4, log2f(fabsf(x) + 1)) C(                 \
                                                                                4, log10(fabs(y) + 1))                   \
                                                                                C(4, log1pf(fabsf(x))) C(                \
                                                                                    4,                                   \
                                                                                    pow(fabs(y),                         \
                                                                                        1.5)) C(4, cbrt(y))              \
                                                                                    C(4, hypot(x, y)) C(                 \
                                                                                        4, erf(y / 50))                  \
                                                                                        C(4, erfcf(x / 50)) C(           \
                                                                                            4,                           \
                                                                                            tgamma(fabs(y) /             \
                                                                                                       20 +              \
                                                                                                   1))                   \
                                                                                            C(4, lgamma(fabs(y) + 3)) C( \
                                                                                                0,                       \
                                                                                                nextafter(               \
                                                                                                    y, 1e9))             \
                                                                                                C(0, M_PI *x) C(         \
                                                                                                    0,                   \
                                                                                                    -INFINITY            \
                                                                                                            *b ==        \
                                                                                                        0)               \
                                                                                                    C(0,                 \
                                                                                                      0.5 *              \
                                                                                                          (x +           \
                                                                                                           M_E))

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wbool-operation"
#pragma GCC diagnostic ignored "-Wdouble-promotion"
#define UNPACK(o)                                                                                            \
    float x = (o)->x;                                                                                        \
    double y = (o)->y;                                                                                       \
    int32_t i = (o)->i;                                                                                      \
    uint8_t c = (o)->c;                                                                                      \
    int64_t l = (o)->l;                                                                                      \
    uint32_t u = (o)->u;                                                                                     \
    int8_t s = (o)->s;                                                                                       \
    bool b = (o)->b;                                                                                         \
    (void)x, (void)y, (void)i, (void)c, (void)l, (void)u, (void)s, (void)b
#define CASE(units, ...) {#__VA_ARGS__, units},
static const expression_case cases[] = {EACH_CASE(CASE)};
#undef CASE
static double computed(size_t number, const operands *o)
{
    UNPACK(o);
    size_t n = 0;
#define CASE(units, ...)                                                                                     \
    if (n++ == number) return (double)(__VA_ARGS__);
    EACH_CASE(CASE)
#undef CASE
    return 0;
}
#pragma GCC diagnostic pop

enum { ELEMENTS = 203 };

static operands drawn[ELEMENTS];

static sn_array column(size_t offset, sn_dtype dtype)
{
    char packed[ELEMENTS * 8];
    size_t size = sn_dtype_size(dtype);
    for (int k = 0; k < ELEMENTS; k++)
        memcpy(packed + (size_t)k * size, (const char *)&drawn[k] + offset, size);
    return sn_from_host(packed, dtype, SN_SHAPE(ELEMENTS), NULL);
}

static void draw_operands(void)
{
    uint64_t seed = 11;
    for (int k = 0; k < ELEMENTS; k++) {
        operands *o = &drawn[k];
        memset(o, 0, sizeof *o);
        o->x = (float)(random_unit(&seed) * 200 - 100);
        o->y = random_unit(&seed) * 200 - 100;
        o->i = (int32_t)random_below(&seed, 2000) - 1000;
        o->c = (uint8_t)random_next(&seed);
        o->l = random_below(&seed, 2000000) - 1000000;
        o->u = (uint32_t)random_next(&seed);
        o->s = (int8_t)random_next(&seed);
        o->b = random_below(&seed, 2) != 0;
        if (k % 50 == 0) o->x = 0, o->i = 0;
    }
}

static void check_case(size_t number, const sn_array *in)
{
    const expression_case *e = &cases[number];
    sn_op op;
    CHECK(sn_define_op(&op, "tested", ARGUMENTS, NULL, e->text) == SN_OK, "%s", e->text);
    sn_array out = (sn_apply)(op, (sn_arrays){in, 8});
    bool single = sn_dtype_of(out) == SN_FLOAT32;
    double *got = values_of(sn_astype(out, SN_FLOAT64));
    for (int k = 0; k < ELEMENTS; k++) {
        double wanted = computed(number, &drawn[k]), unit = single ? 0x1p-23 : 0x1p-52;
        bool close = got[k] == wanted ||
                     fabs(got[k] - wanted) <= e->units * unit * fabs(wanted) + (e->units > 0 ? 2 * unit : 0);
        CHECK(close, "%s at %d is %.17g, not %.17g", e->text, k, got[k], wanted);
        if (!close) break;
    }
    free(got);
}

static void check_cases(void)
{
    draw_operands();
    SN_SCOPE
    {
        const sn_array in[] = {
            column(offsetof(operands, x), SN_FLOAT32), column(offsetof(operands, y), SN_FLOAT64),
            column(offsetof(operands, i), SN_INT32),   column(offsetof(operands, c), SN_UINT8),
            column(offsetof(operands, l), SN_INT64),   column(offsetof(operands, u), SN_UINT32),
            column(offsetof(operands, s), SN_INT8),    column(offsetof(operands, b), SN_BOOL)};
        for (size_t k = 0; k < COUNT(cases); k++) check_case(k, in);
    }
}

/* ---- one kernel ----------------------------------------------------------------------------------------------------- */

static uint64_t kernels_of(sn_array x)
{
    sn_stats before, after;
    sn_stats_get(&before);
    CHECK(sn_eval(x) == SN_OK, "evaluation");
    sn_stats_get(&after);
    return after.kernels - before.kernels;
}

static void check_fusion(void)
{
    sn_op soft, norm;
    NEED(sn_define_op(&soft, "soft", "float32 x, float32 a", "float32", "x > 0 ? x : a * expm1f(x)") ==
         SN_OK);
    NEED(sn_define_reduction(&norm, "norm", "float32 x", "float32", "x * x", "a + b", "0") == SN_OK);
    SN_SCOPE
    {
        sn_array x = sn_astype(sn_sin(sn_arange(0, 60000, 1, SN_FLOAT32)), SN_FLOAT32),
                 m = sn_reshape(x, SN_SHAPE(200, 300));
        NEED(sn_eval(x) == SN_OK);
        CHECK(kernels_of(sn_add(sn_apply(soft, sn_multiply(m, 2), 0.5), sn_exp(m))) == 1,
              "an operation between neighbours");
        CHECK(kernels_of(sn_apply(soft, sn_apply(soft, m, 1), sn_slice(m, SN_AT(0)))) == 1,
              "two of them, one operand broadcast");
        sn_array rows = sn_reduce(norm, SN_OPERANDS(sn_add(m, 1)), .axis = SN_AXIS(1), .keepdims = true);
        CHECK(kernels_of(sn_divide(m, sn_sqrt(rows))) == 1,
              "a reduction with what stands before and after it");
        CHECK(kernels_of(SN_EXPR("m / sqrt(norm(m + 2, axis=1, keepdims=True)) + soft(m, 3)", m)) == 1,
              "the same in text");
        CHECK(kernels_of(sn_add(sn_reduce(norm, SN_OPERANDS(m), .axis = SN_AXIS(0)),
                                sn_sum(m, .axis = SN_AXIS(0)))) == 1,
              "beside a sum");
    }
}

/* ---- the order of sums ---------------------------------------------------------------------------------------------- */

static void expect_same(sn_array a, sn_array b, const char *what)
{
    void *x = values_of(a), *y = values_of(b);
    CHECK(sn_size(a) == sn_size(b) && sn_dtype_of(a) == sn_dtype_of(b), "%s: shapes", what);
    CHECK(difference(sn_dtype_of(a), x, y, (size_t)sn_size(a)) < 0, "%s: bits differ", what);
    free(x);
    free(y);
}

static void check_order_of(sn_dtype dtype, const char *arguments, sn_array base)
{
    sn_op adds, times;
    NEED(sn_define_reduction(&adds, "adds", arguments, NULL, "x", "a + b", "0") == SN_OK);
    NEED(sn_define_reduction(&times, "times", arguments, NULL, "x", "a * b", "1") == SN_OK);
    static const int64_t shapes[][2] = {{3, 7}, {2, 5000}, {5000, 2}, {130, 1030}, {1, 70000}};
    for (size_t k = 0; k < (simulated() ? 2 : COUNT(shapes)); k++) {
        sn_array m = sn_reshape(sn_slice(base, SN_RANGE(0, shapes[k][0] * shapes[k][1], 1)),
                                SN_SHAPE(shapes[k][0], shapes[k][1]));
        m = sn_astype(m, dtype);
        expect_same(sn_reduce(adds, SN_OPERANDS(m), .axis = SN_AXIS(0)), sn_sum(m, .axis = SN_AXIS(0)),
                    "axis 0");
        expect_same(sn_reduce(adds, SN_OPERANDS(m), .axis = SN_AXIS(1)), sn_sum(m, .axis = SN_AXIS(1)),
                    "axis 1");
        expect_same(sn_reduce(adds, SN_OPERANDS(m)), sn_sum(m), "all");
        expect_same(sn_reduce(adds, SN_OPERANDS(sn_transpose(m, SN_ALL_AXES)), .axis = SN_AXIS(0)),
                    sn_sum(sn_transpose(m, SN_ALL_AXES), .axis = SN_AXIS(0)), "turned");
        expect_same(sn_reduce(times, SN_OPERANDS(sn_add(sn_multiply(m, 1e-3), 1)), .axis = SN_AXIS(1)),
                    sn_prod(sn_add(sn_multiply(m, 1e-3), 1), .axis = SN_AXIS(1)), "product");
    }
}

static void check_order(void)
{
    static const char *const threads[] = {"1", "2"};
    for (size_t t = 0; t < COUNT(threads); t++) {
        option("NUM_THREADS", threads[t]);
        SN_SCOPE
        {
            sn_array base = sn_multiply(sn_sin(sn_multiply(sn_arange(0, 140000, 1, SN_FLOAT64), 0.7)),
                                        sn_exp(sn_cos(sn_arange(0, 140000, 1, SN_FLOAT64))));
            NEED(sn_eval(base) == SN_OK);
            check_order_of(SN_FLOAT64, "float64 x", base);
            check_order_of(SN_FLOAT32, "float32 x", base);
        }
    }
    option("NUM_THREADS", NULL);
}

/* ---- other reductions ---------------------------------------------------------------------------------------------------- */

static void check_reductions(void)
{
    sn_op largest, hash, dot;
    NEED(sn_define_reduction(&largest, "largest", "float32 x", NULL, "x", "fabsf(a) >= fabsf(b) ? a : b",
                             "0") == SN_OK);
    NEED(sn_define_reduction(&hash, "hash", "int64 x", "uint32", "(uint32)x * 2654435761u", "a ^ b", "0u") ==
         SN_OK);
    NEED(sn_define_reduction(&dot, "dot", "float32 x, float32 y", "float64", "(double)x * y", "a + b", "0") ==
         SN_OK);
    SN_SCOPE
    {
        sn_array n = sn_arange(0, 3000, 1, SN_INT64), m = sn_reshape(n, SN_SHAPE(3, 1000));
        uint32_t rows[3] = {0}, all = 0, *got;
        for (int k = 0; k < 3000; k++) rows[k / 1000] ^= (uint32_t)k * 2654435761u;
        for (int k = 0; k < 3; k++) all ^= rows[k];
        got = values_of(sn_reduce(hash, SN_OPERANDS(m), .axis = SN_AXIS(-1)));
        CHECK(memcmp(got, rows, sizeof rows) == 0, "hashes of rows");
        free(got);
        got = values_of(sn_reduce(hash, SN_OPERANDS(m)));
        CHECK(*got == all, "hash of all");
        free(got);
        sn_array x = sn_astype(sn_subtract(n, 2000), SN_FLOAT32);
        CHECK(sn_item(sn_reduce(largest, SN_OPERANDS(x))) == -2000, "largest magnitude");
        sn_array kept = sn_reduce(largest, SN_OPERANDS(sn_reshape(x, SN_SHAPE(3, 1000))), .axis = SN_AXIS(1),
                                  .keepdims = true);
        int64_t dims[SN_MAX_NDIM];
        CHECK(sn_shape(kept, dims) == 2 && dims[0] == 3 && dims[1] == 1, "keepdims");
        float *f = values_of(kept);
        CHECK(f[0] == -2000 && f[1] == -1000 && f[2] == 999, "largest of rows: %g %g %g", f[0], f[1], f[2]);
        free(f);
        CHECK(sn_item(sn_reduce(dot, SN_OPERANDS(sn_slice(x, SN_RANGE(2990, SN_NONE, 1)), 2))) ==
                  2 * (990 + 991 + 992 + 993 + 994 + 995 + 996 + 997 + 998 + 999),
              "a number as operand");
        sn_array none = sn_zeros(SN_FLOAT32, SN_SHAPE(2, 0));
        double *d = values_of(sn_reduce(dot, SN_OPERANDS(none, 1), .axis = SN_AXIS(1)));
        CHECK(d[0] == 0 && d[1] == 0, "of no element");
        free(d);
        NEED(sn_define_reduction(&largest, "least", "float32 x", NULL, "x", "fminf(a, b)", "INFINITY") ==
             SN_OK);
        CHECK(isinf(sn_item(sn_reduce(largest, SN_OPERANDS(none)))), "the identity of no element");
        CHECK(sn_item(sn_reduce(largest, SN_OPERANDS(x))) == -2000, "least");
    }
}

/* ---- threads ------------------------------------------------------------------------------------------------------------- */

static void *define_and_use(void *unused)
{
    (void)unused;
    for (int round = 0; round < 20; round++) {
        char text[64];
        sn_op own, both;
        snprintf(text, sizeof text, "a + b + 0 * %d", round % 3);
        CHECK(sn_define_op(&own, "own", "float64 x", NULL, "x * x + 1") == SN_OK, "define");
        CHECK(sn_define_reduction(&both, "both", "float64 x", NULL, "x", text, "0") == SN_OK, "define");
        SN_SCOPE
        {
            sn_array x = sn_arange(0, 1000, 1, SN_FLOAT64);
            CHECK(sn_item(sn_reduce(both, SN_OPERANDS(sn_apply(own, x)))) == 332833500 + 1000, "value");
        }
    }
    return NULL;
}

static void check_threads(void)
{
    pthread_t t[4];
    for (size_t k = 0; k < COUNT(t); k++) NEED(pthread_create(&t[k], NULL, define_and_use, NULL) == 0);
    for (size_t k = 0; k < COUNT(t); k++) pthread_join(t[k], NULL);
}

/* ---- no compiler --------------------------------------------------------------------------------------------------------- */

static void expect_refused(sn_array x, const char *words)
{
    CHECK(sn_eval(x) == SN_ERR_COMPILE, "a reduction without a compiler");
    CHECK(strstr(sn_error(), words) != NULL, "'%s' is not said", words);
}

static void write_script(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    NEED(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0);
}

static void check_without_compiler(void)
{
    sn_op last, plain;
    char script[] = "operations-cc";
    NEED(sn_define_reduction(&last, "joined", "float32 x", NULL, "x * 3", "a + b - 0.25f * 0", "0") == SN_OK);
    NEED(sn_define_op(&plain, "plain", "float32 x", NULL, "x * 3") == SN_OK);
    SN_SCOPE
    {
        sn_array x = sn_arange(0, 10, 1, SN_FLOAT32);
        option("JIT", "off");
        expect_refused(sn_reduce(last, SN_OPERANDS(x)),
                       "joined: a reduction that was defined has to be compiled, and SINTER_JIT is off");
        CHECK(sn_item(sn_sum(sn_apply(plain, x))) == 135, "an elementwise operation is interpreted");
        option("JIT", "async");
        option("CC", "/nonexistent/cc");
        expect_refused(sn_reduce(last, SN_OPERANDS(x)),
                       "joined: a reduction that was defined has to be compiled: no C compiler");
        CHECK(sn_item(sn_sum(x)) == 45, "the engine goes on");
        write_script(script, "#!/bin/sh\ntest \"$1\" = --version && { echo some compiler 1; exit; }\necho "
                             "'kernel.c:7: error: this compiler likes nothing' >&2\nexit 1\n");
        char path[4096];
        NEED(getcwd(path, sizeof path - sizeof script - 1) != NULL);
        strcat(strcat(path, "/"), script);
        NEED(system("chmod +x operations-cc") == 0);
        option("CC", path);
        expect_refused(sn_reduce(last, SN_OPERANDS(x)), "error: this compiler likes nothing");
        unlink(script);
        option("CC", NULL);
        CHECK(sn_item(sn_reduce(last, SN_OPERANDS(x))) == 135, "with a compiler again");
        option("FUSE", "off");
        CHECK(sn_item(sn_add(sn_reduce(last, SN_OPERANDS(x)), 1)) == 136, "one kernel an operation");
        option("FUSE", NULL);
        sn_pool_stats before, after;
        option("CHECK", "nan");
        sn_array bad = sn_reduce(last, SN_OPERANDS(sn_sqrt(sn_subtract(x, 1))));
        CHECK(sn_eval(bad) == SN_ERR_VALUE && strstr(sn_error(), "sqrt") != NULL, "SINTER_CHECK through a reduction");
        NEED(sn_pool_get_stats("cpu", &before) == SN_OK);
        CHECK(sn_eval(bad) == SN_ERR_VALUE, "the same again");
        NEED(sn_pool_get_stats("cpu", &after) == SN_OK);
        CHECK(before.in_use == after.in_use, "results that a check refused are kept");
        option("CHECK", NULL);
    }
}

int main(void)
{
    if (!on_gpu()) check_without_compiler(); /* NVRTC needs none */
    check_cases();
    check_fusion();
    check_reductions();
    check_order();
    check_threads();
    CHECK(sn_shutdown() == SN_OK, "shutdown");
    sn_op gone = {0, 1};
    CHECK(!sn_ok(sn_apply(gone, 1)), "an operation from before the shutdown");
    sn_shutdown();
    if (failures) fprintf(stderr, "%d failures\n", failures);
    return failures != 0;
}
