/* Block interpreter: kernels built by hand. */
#include "interp_help.h"
#include "runtime/cpu/interp.h"

#include <criterion/criterion.h>

/* Compares an output, element for element of its dense memory, with what the slow evaluation stores. */
static void check_against_slow(fixture *f, uint16_t slot, int64_t count, const char *what)
{
    sni_dtype t = (sni_dtype)f->k.operands[slot].dtype;
    size_t bytes = (size_t)count * sni_dtypes[t].bytes;
    void *fast = f->ptr[slot], *expected = malloc(bytes);
    memset(fast, 0x77, bytes);
    memset(expected, 0x77, bytes);
    cr_assert_eq(run_all(f), SN_OK, "%s", sni_error_message());
    f->ptr[slot] = expected;
    slow_run(f);
    f->ptr[slot] = fast;
    for (int64_t i = 0; i < count; i++) cr_assert(same(get(fast, t, i), get(expected, t, i), t), "%s: element %lld", what, (long long)i);
    free(expected);
}

static void *random_array(sni_dtype t, int64_t count)
{
    uint64_t state = 5;
    char *p = malloc((size_t)count * sni_dtypes[t].bytes);
    for (int64_t i = 0; i < count; i++) put(p, t, i, random_value(&state, t));
    return p;
}

/* ---- maps -------------------------------------------------------------------------------------------------- */
/* x*2 + y*3 over `n` elements with strides `sx`, `sy`. */
static void axpy(fixture *f, int64_t n, double *x, int64_t sx, double *y, int64_t sy, double *out)
{
    fixture_init(f, SNI_PATTERN_MAP, 1, 0, &n);
    uint16_t ix = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT64, x, sx < 0 ? -sx * (n - 1) : 0, &sx);
    uint16_t iy = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT64, y, sy < 0 ? -sy * (n - 1) : 0, &sy);
    uint16_t o = add_operand(f, SNI_OPERAND_OUT, SNI_FLOAT64, out, 0, &(int64_t){1});
    int32_t two = k_scalar(f, SNI_FLOAT64, (sni_scalar){.f64 = 2}), three = k_scalar(f, SNI_FLOAT64, (sni_scalar){.f64 = 3});
    int32_t a = k_op2(f, SNI_X, 0, SNI_OP_MULTIPLY, k_load(f, SNI_X, 0, ix), two);
    int32_t b = k_op2(f, SNI_X, 0, SNI_OP_MULTIPLY, k_load(f, SNI_X, 0, iy), three);
    k_store(f, SNI_X, 0, o, k_op2(f, SNI_X, 0, SNI_OP_ADD, a, b));
}

Test(interp, every_tail_and_stride)
{
    static const int64_t strides[][2] = {{1, 1}, {1, 0}, {2, 1}, {-1, 3}, {-2, -1}};
    double *x = random_array(SNI_FLOAT64, 10000), *y = random_array(SNI_FLOAT64, 10000), out[3001];
    static fixture f;
    for (size_t s = 0; s < SNI_COUNT(strides); s++)
        for (int64_t n = 1; n <= 3000; n += n < 70 ? 1 : 293) {
            out[n] = 123;
            axpy(&f, n, x, strides[s][0], y, strides[s][1], out);
            check_against_slow(&f, 2, n, "axpy");
            cr_assert_eq(out[n], 123, "writes past the end");
        }
    free(x);
    free(y);
}

Test(interp, only_the_units_asked_for)
{
    double *x = random_array(SNI_FLOAT64, 5000), out[5000];
    static fixture f;
    axpy(&f, 5000, x, 1, x, 1, out);
    for (int i = 0; i < 5000; i++) out[i] = -1;
    cr_assert_eq(run_range(&f, 37, 4001), SN_OK);
    cr_assert_eq(run_range(&f, 50, 50), SN_OK);
    for (int i = 0; i < 5000; i++) cr_assert_eq(out[i], i >= 37 && i < 4001 ? x[i] * 2 + x[i] * 3 : -1.0);
    free(x);
}

Test(interp, stores_past_the_caches)
{
    double *x = random_array(SNI_FLOAT64, 5001), *out = aligned_alloc(64, 5008 * sizeof *out);
    static fixture f;
    for (int shift = 0; shift < 2; shift++) {
        axpy(&f, 5000, x, 1, x + 1, 1, out + shift);
        f.k.stream = true;
        check_against_slow(&f, 2, 5000, "stream");
    }
    free(x);
    free(out);
}

Test(interp, an_array_updated_in_place)
{
    double x[3000], given[3000];
    static fixture f;
    for (int i = 0; i < 3000; i++) x[i] = given[i] = i;
    axpy(&f, 3000, x, 1, x, 1, x);
    cr_assert_eq(run_all(&f), SN_OK);
    for (int i = 0; i < 3000; i++) cr_assert_eq(x[i], given[i] * 2 + given[i] * 3);
}

/* Input and output are one array, and the input is read after the first value was made. */
Test(interp, a_value_read_again_after_an_output_in_place)
{
    enum { N = 2048 };
    int64_t n = N, one = 1;
    static float x[N], y[N];
    static fixture f;
    for (int i = 0; i < N; i++) x[i] = (float)i;
    fixture_init(&f, SNI_PATTERN_MAP, 1, 0, &n);
    uint16_t in = add_operand(&f, SNI_OPERAND_IN, SNI_FLOAT32, x, 0, &one), o = add_operand(&f, SNI_OPERAND_OUT, SNI_FLOAT32, x, 0, &one);
    uint16_t p = add_operand(&f, SNI_OPERAND_OUT, SNI_FLOAT32, y, 0, &one);
    int32_t v = k_load(&f, SNI_X, 0, in), d = k_op2(&f, SNI_X, 0, SNI_OP_ADD, v, v);
    int32_t q = k_op2(&f, SNI_X, 0, SNI_OP_MULTIPLY, v, v);
    k_store(&f, SNI_X, 0, o, d);
    k_store(&f, SNI_X, 0, p, q);
    cr_assert_eq(run_all(&f), SN_OK);
    for (int i = 0; i < N; i++) cr_assert(x[i] == 2 * (float)i && y[i] == (float)i * (float)i);
}

Test(interp, a_scalar_result)
{
    static fixture f;
    double x = 3, out = 0;
    fixture_init(&f, SNI_PATTERN_MAP, 0, 0, NULL);
    uint16_t in = add_operand(&f, SNI_OPERAND_IN, SNI_FLOAT64, &x, 0, NULL), o = add_operand(&f, SNI_OPERAND_OUT, SNI_FLOAT64, &out, 0, NULL);
    int32_t v = k_load(&f, SNI_X, 0, in);
    k_store(&f, SNI_X, 0, o, k_op2(&f, SNI_X, 0, SNI_OP_ADD, v, v));
    cr_assert_eq(run_all(&f), SN_OK);
    cr_assert_eq(out, 6.0);
}

Test(interp, a_constant_fills_an_array)
{
    static fixture f;
    int64_t n = 1500, one = 1;
    static int16_t out[1501];
    fixture_init(&f, SNI_PATTERN_MAP, 1, 0, &n);
    uint16_t o = add_operand(&f, SNI_OPERAND_OUT, SNI_INT16, out, 0, &one);
    k_store(&f, SNI_X, 0, o, k_scalar(&f, SNI_INT16, (sni_scalar){.i16 = -7}));
    cr_assert_eq(run_all(&f), SN_OK);
    for (int i = 0; i < 1500; i++) cr_assert_eq(out[i], -7);
    cr_assert_eq(out[1500], 0);
}

/* arange(3 * 700).reshape(3, 700)[:, ::-1] > 1000, as bools two apart. */
Test(interp, index_and_bool_store)
{
    static fixture f;
    int64_t extents[2] = {3, 700}, index[2] = {700, -1}, apart[2] = {1400, 2};
    static uint8_t out[4200];
    fixture_init(&f, SNI_PATTERN_MAP, 2, 0, extents);
    uint16_t i = add_operand(&f, SNI_OPERAND_INDEX, SNI_INT64, NULL, 699, index), o = add_operand(&f, SNI_OPERAND_OUT, SNI_BOOL, out, 0, apart);
    int32_t v = add_instr(&f, SNI_K_INDEX, 0, SNI_INT64, SNI_X, 0, i, 0, 0, 0, 0), limit = k_scalar(&f, SNI_INT64, (sni_scalar){.i64 = 1000});
    k_store(&f, SNI_X, 0, o, k_op2(&f, SNI_X, 0, SNI_OP_LESS, limit, v));
    memset(out, 9, sizeof out);
    cr_assert_eq(run_all(&f), SN_OK);
    for (int row = 0; row < 3; row++)
        for (int c = 0; c < 700; c++) {
            cr_assert_eq(out[row * 1400 + c * 2], row * 700 + 699 - c > 1000);
            cr_assert_eq(out[row * 1400 + c * 2 + 1], 9);
        }
}

/* ---- buffers ---------------------------------------------------------------------------------------------------- */
Test(interp, a_long_chain_uses_few_buffers)
{
    static fixture f;
    int64_t n = 100000, one = 1;
    static float data[1];
    fixture_init(&f, SNI_PATTERN_MAP, 1, 0, &n);
    uint16_t in = add_operand(&f, SNI_OPERAND_IN, SNI_FLOAT32, data, 0, &one), o = add_operand(&f, SNI_OPERAND_OUT, SNI_FLOAT32, data, 0, &one);
    int32_t v = k_load(&f, SNI_X, 0, in), x = v;
    for (int i = 0; i < 400; i++) v = k_op2(&f, SNI_X, 0, i % 2 ? SNI_OP_ADD : SNI_OP_MULTIPLY, v, x);
    k_store(&f, SNI_X, 0, o, v);
    void *memory = aligned_alloc(64, sni_interp_plan_bytes(&f.k));
    sni_interp ip;
    cr_assert_eq(sni_interp_plan(&ip, &f.k, &f.g, memory), SN_OK);
    cr_assert_leq(ip.nslots, 3);
    cr_assert_eq(sni_interp_scratch(&f.k, &f.g), ip.total_bytes);
    free(memory);
}

Test(interp, an_operation_without_a_loop_is_refused)
{
    static fixture f;
    int64_t n = 4, one = 1;
    static uint8_t data[4];
    fixture_init(&f, SNI_PATTERN_MAP, 1, 0, &n);
    uint16_t in = add_operand(&f, SNI_OPERAND_IN, SNI_BOOL, data, 0, &one), o = add_operand(&f, SNI_OPERAND_OUT, SNI_BOOL, data, 0, &one);
    k_store(&f, SNI_X, 0, o, k_op1(&f, SNI_X, 0, SNI_OP_NEGATIVE, k_load(&f, SNI_X, 0, in)));
    cr_assert_eq(sni_interp_scratch(&f.k, &f.g), SIZE_MAX);
    cr_assert_eq(sni_error_status(), SN_ERR_UNSUPPORTED);
    cr_assert_str_eq(sni_error_message(), "negative is not built for bool");
}

Test(interp, scratch_that_overflows)
{
    static fixture f;
    int64_t extents[2] = {1, INT64_MAX / 16}, one[2] = {0, 1};
    static float data[1];
    fixture_init(&f, SNI_PATTERN_ROWS, 1, 1, extents);
    f.k.npasses = 2;
    f.k.nstages = 3;
    uint16_t in = add_operand(&f, SNI_OPERAND_IN, SNI_FLOAT32, data, 0, one);
    add_instr(&f, SNI_K_STAGE, 0, SNI_FLOAT32, SNI_XR, 0, 0, 1, k_load(&f, SNI_XR, 0, in), 0, 0);
    cr_assert_eq(sni_interp_scratch(&f.k, &f.g), SIZE_MAX);
}

/* ---- offsets past 2^31 ---------------------------------------------------------------------------------------------- */
Test(interp, offsets_past_2_31)
{
    const int64_t rows = (int64_t)1 << 20, columns = 5000, extent[3] = {rows, 1, columns}, stride[3] = {8192, 77, -1};
    sni_walk w;
    int64_t offset, step;
    sni_walk_init(&w, extent, stride, 3);
    cr_assert_eq(w.rank, 2);
    cr_assert_eq(sni_walk_offset(&w, rows * columns - 1), (rows - 1) * 8192 - (columns - 1));
    cr_assert(sni_walk_span(&w, (rows - 1) * columns + 100, 64, &offset, &step));
    cr_assert(offset == (rows - 1) * 8192 - 100 && step == -1);
    cr_assert_not(sni_walk_span(&w, (rows - 1) * columns - 10, 64, &offset, &step), "goes over the end of a row");
    const int64_t dense[3] = {columns, columns, 1};
    sni_walk_init(&w, extent, dense, 3);
    cr_assert(w.rank == 1 && w.extent[0] == rows * columns, "a dense array is one run");
    cr_assert(sni_walk_span(&w, ((int64_t)1 << 32) + 5, 1024, &offset, &step) && offset == ((int64_t)1 << 32) + 5 && step == 1);
    int64_t index[64];
    sni_walk_init(&w, extent, stride, 3);
    sni_walk_index(&w, index, 7, (rows - 1) * columns - 32, 64);
    cr_assert_eq(index[31], 7 + (rows - 2) * 8192 - (columns - 1));
    cr_assert_eq(index[32], 7 + (rows - 1) * 8192);
}

/* ---- reductions ---------------------------------------------------------------------------------------------------------- */
static void sum_kernel(fixture *f, sni_pattern p, sni_reduction r, sni_dtype t, int64_t nx, int64_t nr, void *in, int64_t sx, int64_t sr, void *out)
{
    int64_t extents[2] = {nx, nr}, si[2] = {sx, sr}, so[2] = {1, 0};
    fixture_init(f, p, 1, 1, extents);
    uint16_t i = add_operand(f, SNI_OPERAND_IN, t, in, 0, si), o = add_operand(f, SNI_OPERAND_OUT, t, out, 0, so);
    k_store(f, SNI_X, 1, o, k_reduce(f, 0, r, k_load(f, SNI_XR, 0, i)));
}

static void check_sums(sni_dtype t, int64_t nx, int64_t nr)
{
    static fixture f;
    void *in = random_array(t, nx * nr), *out = malloc((size_t)nx * sni_dtypes[t].bytes);
    for (int p = SNI_PATTERN_ROWS; p <= SNI_PATTERN_SPLIT_COLUMNS; p++) {
        sum_kernel(&f, (sni_pattern)p, SNI_REDUCE_SUM, t, nx, nr, in, nr, 1, out);
        check_against_slow(&f, 1, nx, "rows");
        sum_kernel(&f, (sni_pattern)p, SNI_REDUCE_SUM, t, nx, nr, in, 1, nx, out);
        check_against_slow(&f, 1, nx, "columns");
    }
    free(in);
    free(out);
}

Test(interp, sums_of_every_length)
{
    for (int64_t n = 1; n <= 140; n++) check_sums(SNI_FLOAT32, 3 + n % 40, n);
    for (int64_t n = 900; n <= 1100; n += 19) check_sums(SNI_FLOAT64, 5, n);
    static const int64_t lengths[] = {512, 513, 1023, 1024, 1025, 2047, 2048, 2049, 3072, 3073, 5000, 7 * 1024 + 1, 100003};
    for (size_t i = 0; i < SNI_COUNT(lengths); i++) {
        check_sums(SNI_FLOAT32, 1, lengths[i]);
        check_sums(SNI_FLOAT64, i < 10 ? 33 : 2, lengths[i]);
    }
}

/* The published answers of reduction_order.py. */
Test(interp, sums_of_the_specification)
{
    static const struct { int64_t n; double sum; } answers[] = {
        {1, 0x0.0p+0}, {3, 0x1.b54cdc0000000p-1}, {31, 0x1.ec58840000000p+3}, {33, 0x1.0526b00000000p+4},
        {1024, 0x1.ff5e940000000p+8}, {1025, 0x1.001e3e0000000p+9}, {5000, 0x1.3877fc0000000p+11}, {100003, 0x1.86a26a0000000p+15}};
    float *x = malloc(100003 * sizeof *x), out;
    static fixture f;
    for (uint32_t i = 0; i < 100003; i++) x[i] = (float)(i * 2654435761u) / 4294967296.0f;
    for (size_t k = 0; k < SNI_COUNT(answers); k++) {
        sum_kernel(&f, SNI_PATTERN_SPLIT_ROWS, SNI_REDUCE_SUM, SNI_FLOAT32, 1, answers[k].n, x, 0, 1, &out);
        cr_assert_eq(run_all(&f), SN_OK);
        cr_assert_eq((double)out, answers[k].sum, "%lld elements: %a", (long long)answers[k].n, (double)out);
    }
    free(x);
}

Test(interp, sum_of_one_negative_zero)
{
    static fixture f;
    double x = -0.0, out = 1;
    sum_kernel(&f, SNI_PATTERN_ROWS, SNI_REDUCE_SUM, SNI_FLOAT64, 1, 1, &x, 1, 1, &out);
    cr_assert_eq(run_all(&f), SN_OK);
    cr_assert(out == 0 && signbit(out));
}

/* Over the outer and the inner of three axes: the reduced axes in logical order, whatever their strides. */
Test(interp, two_reduced_axes)
{
    static fixture f;
    int64_t extents[3] = {7, 40, 50}, si[3] = {50, 350, 1}, so[3] = {1, 0, 0};
    double *x = random_array(SNI_FLOAT64, 14000), out[7];
    for (int p = SNI_PATTERN_ROWS; p <= SNI_PATTERN_COLUMNS; p++) {
        fixture_init(&f, (sni_pattern)p, 1, 2, extents);
        uint16_t i = add_operand(&f, SNI_OPERAND_IN, SNI_FLOAT64, x, 0, si), o = add_operand(&f, SNI_OPERAND_OUT, SNI_FLOAT64, out, 0, so);
        k_store(&f, SNI_X, 1, o, k_reduce(&f, 0, SNI_REDUCE_SUM, k_load(&f, SNI_XR, 0, i)));
        check_against_slow(&f, 1, 7, "two axes");
    }
    free(x);
}

/* A reduction of a value that is the same all along the row. */
Test(interp, a_reduction_of_a_broadcast)
{
    static fixture f;
    int32_t x[40], out[40];
    for (int i = 0; i < 40; i++) x[i] = i - 3;
    static const int64_t lengths[] = {5, 100, 700, 3000};
    for (size_t k = 0; k < SNI_COUNT(lengths); k++) {
        sum_kernel(&f, SNI_PATTERN_ROWS, SNI_REDUCE_SUM, SNI_INT32, 40, lengths[k], x, 1, 0, out);
        cr_assert_eq(run_all(&f), SN_OK);
        for (int i = 0; i < 40; i++) cr_assert_eq(out[i], (i - 3) * (int32_t)lengths[k]);
    }
}

Test(interp, any_and_all_take_any_byte_for_true)
{
    static fixture f;
    static uint8_t x[4][600], out[4];
    x[1][599] = 4;
    memset(x[2], 2, 599);
    memset(x[3], 128, 600);
    for (int p = SNI_PATTERN_ROWS; p <= SNI_PATTERN_COLUMNS; p++) {
        sum_kernel(&f, (sni_pattern)p, SNI_REDUCE_ANY, SNI_BOOL, 4, 600, x, 600, 1, out);
        cr_assert_eq(run_all(&f), SN_OK);
        cr_assert(!memcmp(out, (uint8_t[]){0, 1, 1, 1}, 4));
        sum_kernel(&f, (sni_pattern)p, SNI_REDUCE_ALL, SNI_BOOL, 4, 600, x, 600, 1, out);
        cr_assert_eq(run_all(&f), SN_OK);
        cr_assert(!memcmp(out, (uint8_t[]){0, 0, 0, 1}, 4));
    }
}

/* ---- several passes -------------------------------------------------------------------------------------------------------- */
/* max, then x - max twice what it was (staged or made again), its sum, and their product, with bias of the row. */
static void passes_kernel(fixture *f, sni_pattern p, bool staged, int64_t nx, int64_t nr, float *x, int64_t sx, int64_t sr, float *bias, float *out)
{
    int64_t extents[2] = {nx, nr}, s[2] = {sx, sr}, row[2] = {1, 0};
    fixture_init(f, p, 1, 1, extents);
    f->k.npasses = 3;
    uint16_t i = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT32, x, 0, s), b = add_operand(f, SNI_OPERAND_IN, SNI_FLOAT32, bias, 0, row);
    uint16_t o = add_operand(f, SNI_OPERAND_OUT, SNI_FLOAT32, out, 0, s);
    int32_t two = k_scalar(f, SNI_FLOAT32, (sni_scalar){.f32 = 2});
    int32_t shift = k_op2(f, SNI_X, 0, SNI_OP_MULTIPLY, k_load(f, SNI_X, 0, b), two);
    int32_t most = k_reduce(f, 0, SNI_REDUCE_MAX, k_load(f, SNI_XR, 0, i));
    int32_t y = k_op2(f, SNI_XR, 1, SNI_OP_MULTIPLY, k_op2(f, SNI_XR, 1, SNI_OP_SUBTRACT, k_load(f, SNI_XR, 1, i), most), two), again = y;
    if (staged) {
        f->k.nstages = 1;
        add_instr(f, SNI_K_STAGE, 0, SNI_FLOAT32, SNI_XR, 1, 0, 1, y, 0, 0);
    }
    int32_t sum = k_op2(f, SNI_X, 2, SNI_OP_ADD, k_reduce(f, 1, SNI_REDUCE_SUM, y), shift);
    if (staged) again = add_instr(f, SNI_K_UNSTAGE, 0, SNI_FLOAT32, SNI_XR, 2, 0, 0, 0, 0, 0);
    else again = k_op2(f, SNI_XR, 2, SNI_OP_MULTIPLY, k_op2(f, SNI_XR, 2, SNI_OP_SUBTRACT, k_load(f, SNI_XR, 2, i), most), two);
    k_store(f, SNI_XR, 2, o, k_op2(f, SNI_XR, 2, SNI_OP_ADD, k_op2(f, SNI_XR, 2, SNI_OP_MULTIPLY, again, sum), shift));
}

Test(interp, several_passes_over_a_row)
{
    static const int64_t shapes[][2] = {{1, 1}, {5, 7}, {1000, 3}, {40, 33}, {12, 100}, {3, 600}, {2, 1024}, {2, 5000}, {70, 130}, {1500, 20}};
    static fixture f;
    for (size_t k = 0; k < SNI_COUNT(shapes); k++) {
        int64_t nx = shapes[k][0], nr = shapes[k][1], n = nx * nr;
        float *x = random_array(SNI_FLOAT32, n), *bias = random_array(SNI_FLOAT32, nx), *out = malloc((size_t)n * sizeof *out);
        for (int staged = 0; staged < 2; staged++) {
            passes_kernel(&f, SNI_PATTERN_ROWS, staged, nx, nr, x, nr, 1, bias, out);
            check_against_slow(&f, 2, n, "rows");
            passes_kernel(&f, SNI_PATTERN_COLUMNS, staged, nx, nr, x, 1, nx, bias, out);
            check_against_slow(&f, 2, n, "columns");
        }
        free(x);
        free(bias);
        free(out);
    }
}

/* The bits of a result do not depend on how the rows are shared out. */
Test(interp, parts_give_the_bits_of_the_whole)
{
    enum { NX = 50, NR = 130 };
    static fixture f;
    float *x = random_array(SNI_FLOAT32, NX * NR), *bias = random_array(SNI_FLOAT32, NX);
    static float whole[NX * NR], parts[NX * NR];
    for (int p = SNI_PATTERN_ROWS; p <= SNI_PATTERN_COLUMNS; p++) {
        passes_kernel(&f, (sni_pattern)p, true, NX, NR, x, NR, 1, bias, whole);
        cr_assert_eq(run_all(&f), SN_OK);
        f.ptr[2] = parts;
        for (int64_t at = 0, step = 1; at < NX; at += step, step = step % 13 + 1)
            cr_assert_eq(run_range(&f, at, at + step < NX ? at + step : NX), SN_OK);
        cr_assert(!memcmp(whole, parts, sizeof whole));
    }
    free(x);
    free(bias);
}
