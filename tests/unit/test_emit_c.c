/* C emitter: kernels compiled and run against an evaluation of their instructions element by element. */
#include "emit_help.h"
#include "random_kernel.h"

#include <criterion/criterion.h>

#define EXTENTS(...) ((const int64_t[]){__VA_ARGS__})
#define STRIDES(...) ((const int64_t[]){__VA_ARGS__})

static int64_t *flat_geometry(const sni_kernel *k, const sni_geometry *g)
{
    int dims = k->nx + k->nr;
    int64_t *all = calloc((size_t)(dims + k->noperands * (dims + 1) + 1), sizeof *all), *at = all;
    for (int d = 0; d < dims; d++) *at++ = g->extent[d];
    for (int o = 0; o < k->noperands; o++) {
        *at++ = g->offset[o];
        for (int d = 0; d < dims; d++) *at++ = g->stride[o][d];
    }
    return all;
}

static char *emit(const sni_kernel *k)
{
    sni_str text = {0};
    cr_assert_eq(sni_emit_c(k, sni_cpu_target_get(), &text), SN_OK, "%s", sni_error_message());
    char *copy = strdup(sni_str_text(&text));
    sni_str_free(&text);
    return copy;
}

static void *build(const fixture *f, const char *compiler, const char *flags)
{
    char *text = emit(&f->k);
    void *handle = load_text(compiler, flags, text);
    cr_assert_not_null(handle, "%s %s does not compile:\n%s", compiler, flags, text);
    free(text);
    return handle;
}

/* Runs a loaded kernel in two parts that meet at `middle` of 1000. */
static void run_object(fixture *f, void *handle, int64_t middle)
{
    void *symbols[] = {dlsym(handle, "sn_kernel"), dlsym(handle, "sn_finish")};
    sni_kernel_fn kernel, finish;
    memcpy(&kernel, &symbols[0], sizeof kernel);
    memcpy(&finish, &symbols[1], sizeof finish);
    int64_t *geo = flat_geometry(&f->k, &f->g), units = symbols[1] ? (f->g.nr + 1023) / 1024 : f->g.nx;
    size_t bytes = sni_kernel_scratch(&f->k, &f->g);
    void *scratch = aligned_alloc(64, (bytes + 127) / 64 * 64);
    memset(scratch, 0xff, bytes);
    kernel(f->ptr, geo, f->scalars, scratch, 0, units * middle / 1000);
    kernel(f->ptr, geo, f->scalars, scratch, units * middle / 1000, units);
    if (symbols[1]) {
        finish(f->ptr, geo, f->scalars, scratch, 0, f->g.nx * middle / 1000);
        finish(f->ptr, geo, f->scalars, scratch, f->g.nx * middle / 1000, f->g.nx);
    }
    free(scratch);
    free(geo);
}

/* ---- random kernels ----------------------------------------------------------------------------------- */
/* Patterns as lowering would choose them. */
static void make_lawful(sni_kernel *k, uint64_t seed)
{
    bool split = k->pattern >= SNI_PATTERN_SPLIT_ROWS;
    if (split && (k->npasses != 1 || k->nreductions == 0)) k->pattern = (uint8_t)(k->pattern - 2);
    if (k->nx == 0 && k->pattern == SNI_PATTERN_COLUMNS) k->pattern = SNI_PATTERN_ROWS;
    if (k->nx == 0 && k->pattern == SNI_PATTERN_SPLIT_COLUMNS) k->pattern = SNI_PATTERN_SPLIT_ROWS;
    k->stream = seed % 3 == 0;
}

static void expect_slow(maker *m)
{
    void *given[SNI_KERNEL_OPERANDS];
    memcpy(given, m->f.ptr, sizeof given);
    for (int i = 0; i < m->f.k.noperands; i++) {
        if (m->f.k.operands[i].kind != SNI_OPERAND_OUT) continue;
        m->expected[i] = malloc(m->bytes[i]);
        memset(m->expected[i], 0xab, m->bytes[i]);
        m->f.ptr[i] = m->expected[i];
    }
    slow_run(&m->f);
    memcpy(m->f.ptr, given, sizeof given);
}

static void check_random(uint64_t seed, const char *compiler)
{
    maker *m = calloc(1, sizeof *m);
    make_kernel(m, seed);
    make_lawful(&m->f.k, seed);
    expect_slow(m);
    void *handle = build(&m->f, compiler, "-O1 -nostdlib -Wall -Wextra -Werror -Wno-unused-variable -Wno-tautological-compare");
    run_object(&m->f, handle, (int64_t)(seed * 37 % 1000));
    dlclose(handle);
    for (int i = 0; i < m->f.k.noperands; i++) {
        sni_dtype t = (sni_dtype)m->f.k.operands[i].dtype;
        for (size_t e = 0; m->expected[i] != NULL && e < m->bytes[i] / sni_dtypes[t].bytes; e++)
            cr_assert(same(get(m->memory[i], t, (int64_t)e), get(m->expected[i], t, (int64_t)e), t),
                      "seed %d, operand %d, element %d", (int)seed, i, (int)e);
    }
    free_kernel(m);
}

Test(emit_c, random_kernels_gcc, .timeout = 120)
{
    if (!have_compiler("gcc")) cr_skip_test("no gcc");
    for (uint64_t seed = 1000; seed < 1012; seed++) check_random(seed, "gcc");
}

Test(emit_c, random_kernels_clang, .timeout = 120)
{
    if (!have_compiler("clang")) cr_skip_test("no clang");
    for (uint64_t seed = 1012; seed < 1018; seed++) check_random(seed, "clang");
}

/* ---- order of additions: one kernel for all lengths ----------------------------------------------------- */
static const int64_t lengths[] = {1, 2, 31, 33, 64, 1000, 1024, 1025, 3072, 5000, 100003};
enum { LONGEST = 100003, KEPT = 3 };

/* Each column or row is one of KEPT shifted views of x, read at a stride. */
static void make_sum(fixture *f, sni_pattern pattern, float *x, float *y, int64_t stride)
{
    bool columns = pattern == SNI_PATTERN_COLUMNS || pattern == SNI_PATTERN_SPLIT_COLUMNS;
    fixture_init(f, pattern, 1, 1, EXTENTS(KEPT, LONGEST));
    uint16_t in = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT32, x, 0, STRIDES(columns ? 1 : 5, stride));
    uint16_t out = add_operand(f, SNI_OPERAND_OUT, SNI_FLOAT32, y, 0, STRIDES(1, 0));
    k_store(f, SNI_X, 1, out, k_reduce(f, 0, SNI_REDUCE_SUM, k_load(f, SNI_XR, 0, in)));
}

static void check_lengths(sni_pattern pattern, int64_t stride)
{
    float *x = malloc((2 * LONGEST + 32) * sizeof *x), y[KEPT], expected[KEPT];
    for (int i = 0; i < 2 * LONGEST + 32; i++) x[i] = (float)((uint32_t)i * 2654435761u) / 4294967296.0f - 0.3f;
    fixture *f = calloc(1, sizeof *f);
    make_sum(f, pattern, stride < 0 ? x + 2 * LONGEST : x, y, stride);
    void *handle = build(f, have_compiler("gcc") ? "gcc" : "clang", "-O3 -nostdlib -Wall -Wextra -Werror");
    for (size_t i = 0; i < SNI_COUNT(lengths); i++) {
        f->g.extent[1] = f->g.nr = lengths[i];
        run_object(f, handle, 400);
        memcpy(expected, y, sizeof y);
        slow_run(f);
        cr_assert_arr_eq(expected, y, sizeof y, "pattern %d, stride %d, length %d", (int)pattern, (int)stride, (int)lengths[i]);
    }
    dlclose(handle);
    free(f);
    free(x);
}

#define ANY_COMPILER                                                                              \
    do {                                                                                          \
        if (!have_compiler("gcc") && !have_compiler("clang")) cr_skip_test("no C compiler");      \
    } while (0)

Test(emit_c, order_of_additions_in_rows) { ANY_COMPILER; check_lengths(SNI_PATTERN_ROWS, 1); check_lengths(SNI_PATTERN_ROWS, -2); }
Test(emit_c, order_of_additions_in_columns) { ANY_COMPILER; check_lengths(SNI_PATTERN_COLUMNS, 2); }
Test(emit_c, order_of_additions_split)
{
    ANY_COMPILER;
    check_lengths(SNI_PATTERN_SPLIT_ROWS, 1);
    check_lengths(SNI_PATTERN_SPLIT_COLUMNS, -2);
}

/* The order as tests/reduction_order.py prints it, so that the specification itself is met. */
Test(emit_c, order_of_additions_is_the_specified_one)
{
    ANY_COMPILER;
    static const struct { int64_t n; float sum; } answers[] = {
        {1, 0.0f}, {3, 0x1.b54cdcp-1f}, {31, 0x1.ec5884p+3f}, {33, 0x1.0526bp+4f}, {1024, 0x1.ff5e94p+8f},
        {1025, 0x1.001e3ep+9f}, {5000, 0x1.3877fcp+11f}, {100003, 0x1.86a26ap+15f}};
    float *x = malloc(LONGEST * sizeof *x), y;
    for (uint32_t i = 0; i < LONGEST; i++) x[i] = (float)(i * 2654435761u) / 4294967296.0f;
    fixture *f = calloc(1, sizeof *f);
    fixture_init(f, SNI_PATTERN_SPLIT_ROWS, 0, 1, EXTENTS(LONGEST));
    uint16_t in = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT32, x, 0, STRIDES(1));
    uint16_t out = add_operand(f, SNI_OPERAND_OUT, SNI_FLOAT32, &y, 0, STRIDES(0));
    k_store(f, SNI_X, 1, out, k_reduce(f, 0, SNI_REDUCE_SUM, k_load(f, SNI_XR, 0, in)));
    void *handle = build(f, have_compiler("gcc") ? "gcc" : "clang", "-O3 -nostdlib");
    for (size_t i = 0; i < SNI_COUNT(answers); i++) {
        f->g.extent[0] = f->g.nr = answers[i].n;
        run_object(f, handle, 300);
        cr_assert_eq(y, answers[i].sum, "length %d: %a", (int)answers[i].n, (double)y);
    }
    dlclose(handle);
    free(f);
    free(x);
}

Test(emit_c, nothing_and_minus_zero)
{
    ANY_COMPILER;
    float x[4] = {-0.0f, -0.0f, -0.0f, -0.0f}, y[2], z[2];
    fixture *f = calloc(1, sizeof *f);
    fixture_init(f, SNI_PATTERN_ROWS, 1, 1, EXTENTS(2, 2));
    uint16_t in = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT32, x, 0, STRIDES(2, 1));
    uint16_t out = add_operand(f, SNI_OPERAND_OUT, SNI_FLOAT32, y, 0, STRIDES(1, 0));
    uint16_t out2 = add_operand(f, SNI_OPERAND_OUT, SNI_FLOAT32, z, 0, STRIDES(1, 0));
    int32_t load = k_load(f, SNI_XR, 0, in), sum = k_reduce(f, 0, SNI_REDUCE_SUM, load), prod = k_reduce(f, 0, SNI_REDUCE_PROD, load);
    k_store(f, SNI_X, 1, out, sum);
    k_store(f, SNI_X, 1, out2, prod);
    void *handle = build(f, have_compiler("gcc") ? "gcc" : "clang", "-O2 -nostdlib");
    run_object(f, handle, 500);
    cr_assert(y[0] == 0 && signbit(y[0]) && y[1] == 0 && signbit(y[1]), "the sum of minus zeros is minus zero");
    f->g.extent[1] = f->g.nr = 0;
    run_object(f, handle, 500);
    cr_assert(y[0] == 0 && !signbit(y[0]) && z[1] == 1, "an empty sum is 0, an empty product 1");
    dlclose(handle);
    free(f);
}

/* ---- the text itself --------------------------------------------------------------------------------------- */
static void make_chain(fixture *f, double *x, double *y, double *z, int64_t n)
{
    fixture_init(f, SNI_PATTERN_MAP, 1, 0, EXTENTS(n));
    uint16_t a = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT64, x, 0, STRIDES(1));
    uint16_t b = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT64, y, 0, STRIDES(1));
    uint16_t c = add_operand(f, SNI_OPERAND_OUT, SNI_FLOAT64, z, 0, STRIDES(1));
    int32_t s = k_scalar(f, SNI_FLOAT64, (sni_scalar){.f64 = 2});
    int32_t t = k_op2(f, SNI_X, 0, SNI_OP_MULTIPLY, k_load(f, SNI_X, 0, a), s);
    k_store(f, SNI_X, 0, c, k_op2(f, SNI_X, 0, SNI_OP_ADD, t, k_load(f, SNI_X, 0, b)));
}

Test(emit_c, says_what_it_computes)
{
    double x, y, z;
    fixture *f = calloc(1, sizeof *f);
    make_chain(f, &x, &y, &z, 1);
    char *text = emit(&f->k);
    cr_assert_not_null(strstr(text, "y0 = ((x0 * s0) + x1)\n"), "%s", text);
    cr_assert_not_null(strstr(text, "x1: float64 in, unit\n"), "%s", text);
    cr_assert_not_null(strstr(text, "const f64v t3 = sn_load_n_f64v(k->x1 + i, n);\n"), "%s", text);
    cr_assert_not_null(strstr(text, "const f64v t4 = t2 + t3;\n"), "%s", text);
    cr_assert_null(strstr(text, "#include"));
    free(text);
    free(f);
}

/* Non-temporal stores from an output that begins anywhere. */
Test(emit_c, streams_to_any_alignment)
{
    ANY_COMPILER;
    enum { LENGTH = 300 };
    double x[LENGTH], y[LENGTH], *z = aligned_alloc(64, 64 * 64);
    for (int i = 0; i < LENGTH; i++) x[i] = i, y[i] = 1000 * i;
    fixture *f = calloc(1, sizeof *f);
    make_chain(f, x, y, z, LENGTH);
    f->k.stream = true;
    void *handle = build(f, have_compiler("gcc") ? "gcc" : "clang", "-O3 -nostdlib -Wall -Wextra -Werror");
    for (int offset = 0; offset < 9; offset++) {
        for (int64_t n = 1; n < LENGTH; n += 23) {
            f->g.offset[2] = offset;
            f->g.extent[0] = f->g.nx = n;
            for (int i = 0; i < 64 * 8; i++) z[i] = -1;
            run_object(f, handle, 321);
            for (int64_t i = 0; i < 64 * 8; i++) {
                bool inside = i >= offset && i < offset + n;
                double expected = inside ? 2 * x[i - offset] + y[i - offset] : -1;
                cr_assert_eq(z[i], expected, "offset %d, length %d, element %d", offset, (int)n, (int)i);
            }
        }
    }
    dlclose(handle);
    free(z);
    free(f);
}

/* ---- every operation is one instruction or one vector call --------------------------------------------------- */
static char *assembly(const fixture *f, const char *compiler)
{
    char *text = emit(&f->k), path[256];
    cr_assert(compile_text(compiler, "-O3 -S -fno-asynchronous-unwind-tables", text, path, sizeof path), "%s", text);
    free(text);
    char *all;
    size_t size;
    cr_assert_eq(sni_file_read(path, 1 << 24, &all, &size), SN_OK);
    unlink(path);
    return all;
}

static void check_assembly(const char *compiler)
{
    static const sni_op unary[] = {SNI_OP_SQRT, SNI_OP_FLOOR, SNI_OP_CEIL, SNI_OP_TRUNC, SNI_OP_RINT, SNI_OP_ABSOLUTE,
                                   SNI_OP_EXP, SNI_OP_LOG, SNI_OP_ERF, SNI_OP_SIN};
    static const sni_dtype types[] = {SNI_FLOAT32, SNI_FLOAT64};
    double x, y;
    for (size_t d = 0; d < SNI_COUNT(types); d++) {
        fixture *f = calloc(1, sizeof *f);
        fixture_init(f, SNI_PATTERN_MAP, 1, 0, EXTENTS(1));
        uint16_t in = add_operand(f, SNI_OPERAND_IN, types[d], &x, 0, STRIDES(1));
        uint16_t out = add_operand(f, SNI_OPERAND_OUT, types[d], &y, 0, STRIDES(1));
        int32_t v = k_load(f, SNI_X, 0, in);
        for (size_t i = 0; i < SNI_COUNT(unary); i++) v = k_op2(f, SNI_X, 0, SNI_OP_MAXIMUM, v, k_op1(f, SNI_X, 0, unary[i], v));
        k_store(f, SNI_X, 0, out, v);
        char *text = assembly(f, compiler);
        for (char *at = text; (at = strstr(at, "call")) != NULL; at++)
            cr_assert(at[4] == '\t' || at[4] == 'q' ? strchr(at, '*') && strchr(at, '*') < strchr(at, '\n') : true,
                      "%s: a call that is not through a slot: %.40s", compiler, at);
        static const char *const single[] = {"sqrtss", "sqrtsd", "roundss", "roundsd", "scaless", "scalesd", "maxss", "maxsd"};
        for (size_t i = 0; i < SNI_COUNT(single); i++)
            cr_assert_null(strstr(text, single[i]), "%s: %s works on one lane at a time", compiler, single[i]);
        free(text);
        free(f);
    }
}

Test(emit_c, works_on_whole_vectors)
{
    if (sni_cpu_target_get()->vector_bytes < 32) cr_skip_test("processors without SSE4.1 have no rounding instruction");
    if (have_compiler("gcc")) check_assembly("gcc");
    if (have_compiler("clang")) check_assembly("clang");
}

/* ---- sizes ----------------------------------------------------------------------------------------------------- */
Test(emit_c, scratch_refuses_what_overflows)
{
    fixture *f = calloc(1, sizeof *f);
    float x;
    make_sum(f, SNI_PATTERN_SPLIT_ROWS, &x, &x, 1);
    cr_assert_geq(sni_kernel_scratch(&f->k, &f->g), (size_t)(98 * KEPT * 8));
    f->g.nr = INT64_MAX / 2;
    f->g.nx = INT64_MAX / 2;
    cr_assert_eq(sni_kernel_scratch(&f->k, &f->g), SIZE_MAX);
    f->k.pattern = SNI_PATTERN_ROWS;
    cr_assert_eq(sni_kernel_scratch(&f->k, &f->g), 0);
    free(f);
}
