/* Kernels in CUDA C over arrays: what they see, what their writes do, in which order, and what is refused. */
#include <stdlib.h>
#include <string.h>

#include "../plain/check.h"

enum { N = 1000 };

static const char source[] =
    "extern \"C\" __global__ void saxpy(const float *x, float *y, float a, long long n)\n"
    "{\n"
    "    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) y[i] += a * x[i];\n"
    "}\n"
    "extern \"C\" __global__ void fill(float *y, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n) y[i] = i + 0.5f;\n"
    "}\n";

static sn_raw defined(const char *name, const char *arguments)
{
    sn_raw k;
    CHECK(sn_raw_kernel(&k, source, name, arguments, NULL) == SN_OK);
    return k;
}

static sn_raw saxpy(void)
{
    return defined("saxpy", "const float32 *x, float32 *y, float32 a, int64 n");
}

static sn_array ramp(int n)
{
    return sn_arange(0, n, 1, SN_FLOAT32);
}

/* y[i] == at * i + plus */
static void expect_line(sn_array y, double at, double plus)
{
    static float got[4 * N];
    int64_t n = sn_size(y);
    CHECK(n <= 4 * N && sn_to_host(y, got, (size_t)n * sizeof *got) == SN_OK);
    for (int64_t i = 0; i < n; i++) {
        bool same = got[i] == (float)(at * (double)i + plus);
        CHECK(same);
        if (!same) break;
    }
}

/* ---- what it sees --------------------------------------------------------------------------------------------------- */

static void test_in_place(void)
{
    sn_array x = ramp(N), y = sn_ones(SN_FLOAT32, SN_SHAPE(N));
    void *before, *after;
    CHECK(sn_device_data(y, &before, (sn_event){0, 0}) == SN_OK);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), x, y, 2.5, N) == SN_OK);
    CHECK(sn_device_data(y, &after, (sn_event){0, 0}) == SN_OK);
    CHECK(before == after);
    expect_line(y, 2.5, 1);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), sn_multiply(x, 2), y, 1, N) == SN_OK);
    expect_line(y, 4.5, 1); /* the host's copy of the old elements is gone */
    expect_line(x, 1, 0);
}

static void test_fresh(void)
{
    sn_array y = sn_empty(SN_FLOAT32, SN_SHAPE(N));
    CHECK(sn_raw_launch(defined("fill", "float32 *y, int32 n"), SN_GRID(4, 256), y, N) == SN_OK);
    expect_line(sn_add(y, 1), 1, 1.5);
    CHECK(!sn_ok(sn_empty(SN_FLOAT32, 1, (const int64_t[]){-1})));
    CHECK(sn_raw_launch(defined("fill", "float32 *y, int32 n"), SN_GRID(1, 32),
                        sn_empty(SN_FLOAT32, SN_SHAPE(0)), 0) == SN_OK);
}

/* Inputs that are views, constants or not computed yet. */
static void test_inputs(void)
{
    sn_array m = sn_reshape(ramp(N), SN_SHAPE(10, 100)), y = sn_zeros(SN_FLOAT32, SN_SHAPE(N));
    CHECK(
        sn_raw_launch(saxpy(), SN_GRID(4, 256),
                      sn_transpose(sn_reshape(sn_transpose(m, SN_ALL_AXES), SN_SHAPE(100, 10)), SN_ALL_AXES),
                      y, 1, N) == SN_OK);
    expect_line(y, 1, 0);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), sn_full(3, SN_FLOAT32, SN_SHAPE(N)), y, 2, N) == SN_OK);
    expect_line(y, 1, 6);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), sn_slice(ramp(2 * N), SN_RANGE(5, N + 5, 1)), y, 1, N) ==
          SN_OK);
    expect_line(y, 2, 11);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), sn_slice(ramp(2 * N), SN_RANGE(0, SN_NONE, 2)), y, -1, N) ==
          SN_OK);
    expect_line(y, 0, 11);
}

/* ---- what its writes do ----------------------------------------------------------------------------------------------- */

static void test_values_before(void)
{
    sn_array x = ramp(N), y = sn_ones(SN_FLOAT32, SN_SHAPE(N)), old = sn_add(y, 1),
             view = sn_slice(y, SN_RANGE(1, SN_NONE, 1)), copy;
    CHECK(sn_eval(y) == SN_OK);
    old = sn_multiply(y, 2);
    copy = sn_copy(y);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), x, y, 1, N) == SN_OK);
    expect_line(y, 1, 1);
    expect_line(old, 0, 2);
    expect_line(copy, 0, 1);
    expect_line(view, 1, 2);
    expect_line(sn_multiply(y, 2), 2, 2);
}

static void test_values_before_without_views(void)
{
    sn_array x = ramp(N), y = sn_ones(SN_FLOAT32, SN_SHAPE(N)), old, copy;
    CHECK(sn_eval(y) == SN_OK);
    old = sn_multiply(y, 2);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), x, y, 1, N) == SN_OK);
    expect_line(old, 0, 2);
    expect_line(y, 1, 1);
    copy = sn_copy(y);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), x, y, 1, N) == SN_OK);
    expect_line(copy, 1, 1);
    expect_line(y, 2, 1);
}

static void test_view_written(void)
{
    sn_array y = sn_zeros(SN_FLOAT32, SN_SHAPE(2 * N)), even = sn_slice(y, SN_RANGE(0, SN_NONE, 2));
    CHECK(sn_raw_launch(defined("fill", "float32 *y, int32 n"), SN_GRID(4, 256), even, N) == SN_OK);
    CHECK(sn_item(sn_slice(y, SN_AT(10))) == 5.5);
    CHECK(sn_item(sn_slice(y, SN_AT(11))) == 0);
    expect_line(even, 1, 0.5);
}

/* Each launch is on another stream than the one before; only the engine's waits order them. */
static void test_streams(void)
{
    sn_stream s[3];
    for (int k = 0; k < 3; k++) CHECK(sn_stream_create(&s[k]) == SN_OK);
    sn_array x = sn_keep(ramp(N)), y = sn_keep(sn_zeros(SN_FLOAT32, SN_SHAPE(N)));
    CHECK(sn_eval(x, y) == SN_OK);
    for (int round = 0; round < 12; round++) {
        CHECK(sn_stream_use(s[round % 3]) == SN_OK);
        CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), x, y, 1, N) == SN_OK);
        if (round % 4 == 3) CHECK(sn_item(sn_sum(y)) == (round + 1) * (N * (N - 1) / 2.0));
    }
    CHECK(sn_stream_use((sn_stream){0, 0, 0}) == SN_OK);
    expect_line(y, 12, 0);
    sn_free(x);
    sn_free(y);
    for (int k = 0; k < 3; k++) CHECK(sn_stream_destroy(s[k]) == SN_OK);
}

static void test_devices(void)
{
    if (sn_device_count() < 2) return;
    sn_array x = ramp(N), y = sn_ones(SN_FLOAT32, SN_SHAPE(N));
    CHECK(sn_eval(x, y) == SN_OK);
    CHECK(sn_device_use("cuda:1") == SN_OK);
    CHECK(sn_raw_launch(saxpy(), SN_GRID(4, 256), x, y, 3, N) == SN_OK);
    CHECK(sn_device_use("cuda:0") == SN_OK);
    expect_line(y, 3, 1);
    CHECK(sn_device_use(NULL) == SN_OK);
}

/* ---- options, shared memory, every dtype of numbers ----------------------------------------------------------------------- */

static void test_numbers(void)
{
    static const char text[] =
        "extern \"C\" __global__ void store(double *y, bool b, signed char c, unsigned short h, int i,\n"
        "                                 unsigned long long u, float f, double d)\n"
        "{\n"
        "    extern __shared__ double kept[];\n"
        "    kept[threadIdx.x] = SCALE * (threadIdx.x == 0 ? b : threadIdx.x == 1 ? c : threadIdx.x == 2 ? h "
        ":\n"
        "                                 threadIdx.x == 3 ? i : threadIdx.x == 4 ? u : threadIdx.x == 5 ? f "
        ": d);\n"
        "    __syncthreads();\n"
        "    y[threadIdx.x] = kept[6 - threadIdx.x];\n"
        "}\n";
    sn_raw k;
    double got[7];
    CHECK(sn_raw_kernel(&k, text, "store",
                        "float64 *y, bool b, int8 c, uint16 h, int32 i, uint64 u, float32 f, float64 d",
                        " -DSCALE=2  --std=c++17") == SN_OK);
    sn_array y = sn_empty(SN_FLOAT64, SN_SHAPE(7));
    CHECK(sn_raw_launch(k, SN_GRID(1, 7, .shared = 7 * sizeof(double)), y, true, -100, 60000, -3, 1ull << 40,
                        0.25, 1.125) == SN_OK);
    CHECK(sn_to_host(y, got, sizeof got) == SN_OK);
    const double want[7] = {2.25, 0.5, 0x1p41, -6, 120000, -200, 2};
    CHECK(memcmp(got, want, sizeof want) == 0);
}

/* ---- refusals ---------------------------------------------------------------------------------------------------------------- */

static void expect(int got, int status, const char *words)
{
    CHECK(got == status);
    CHECK(strstr(sn_error(), words) != NULL);
}

static void test_definitions(void)
{
    sn_raw k, same;
    expect(sn_raw_kernel(NULL, source, "saxpy", "int32 n", NULL), SN_ERR_ARGUMENT, "raw_kernel");
    expect(sn_raw_kernel(&k, NULL, "saxpy", "int32 n", NULL), SN_ERR_ARGUMENT, "source is NULL");
    expect(sn_raw_kernel(&k, source, "a b", "int32 n", NULL), SN_ERR_NAME, "'a b' is no name of a function");
    expect(sn_raw_kernel(&k, source, "saxpy", "float31 *x", NULL), SN_ERR_SYNTAX,
           "saxpy: arguments, column 1: 'float31' stands where the dtype");
    expect(sn_raw_kernel(&k, source, "saxpy", "float32 **x", NULL), SN_ERR_SYNTAX, "column 10");
    expect(sn_raw_kernel(&k, source, "saxpy", "complex64 z", NULL), SN_ERR_DTYPE,
           "a number of complex64 cannot be passed");
    expect(sn_raw_kernel(&k, source, "saxpy", "float32 x;", NULL), SN_ERR_SYNTAX, "';'");
    expect(sn_raw_kernel(&k, source, "saxpy", "int32 n", "-I/usr/include"), SN_ERR_ARGUMENT,
           "the option '-I/usr/include' is not taken");
    expect(sn_raw_kernel(&k, source, "saxpy", "int32 n", "--pre-include=x"), SN_ERR_ARGUMENT, "is not taken");
    CHECK(k.index == 0 && k.generation == 0);
    k = saxpy();
    same = saxpy();
    CHECK(k.index == same.index && k.generation == same.generation);
}

static void test_calls(void)
{
    sn_raw k = saxpy(), none = {0, 0};
    sn_array x = ramp(N), y = sn_ones(SN_FLOAT32, SN_SHAPE(N)), d = sn_ones(SN_FLOAT64, SN_SHAPE(N)),
             gone = ramp(3);
    sn_free(gone);
    expect(sn_raw_launch(k, SN_GRID(4, 256), x, y, 1), SN_ERR_ARGUMENT, "saxpy: takes 4 arguments, 3 given");
    expect(sn_raw_launch(k, SN_GRID(4, 256), d, y, 1, N), SN_ERR_DTYPE,
           "saxpy: argument 1 (x): an array of float64, where it was declared as const float32 *");
    expect(sn_raw_launch(k, SN_GRID(4, 256), 1, y, 1, N), SN_ERR_DTYPE,
           "argument 1 (x): a number, where it was declared as const float32 *");
    expect(sn_raw_launch(k, SN_GRID(4, 256), x, y, x, N), SN_ERR_DTYPE,
           "argument 3 (a): an array, where it was declared as a number of float32");
    expect(sn_raw_launch(k, SN_GRID(4, 256), x, y, 1, 2.5), SN_ERR_DTYPE,
           "argument 4 (n): a float, where it was declared as int64");
    expect(sn_raw_launch(k, SN_GRID(4, 256), x, y, 1, ~0ull), SN_ERR_VALUE,
           "argument 4 (n): a number that is out of bounds for int64");
    expect(sn_raw_launch(k, SN_GRID(4, 256), y, y, 1, N), SN_ERR_ARGUMENT,
           "argument 2 (y): the array of another argument, and the kernel writes to it");
    expect(sn_raw_launch(k, SN_GRID(4, 256), x, gone, 1, N), SN_ERR_HANDLE,
           "argument 2: array handle is stale");
    expect(sn_raw_launch(k, SN_GRID(4, 256), sn_reshape(x, SN_SHAPE(7)), y, 1, N), SN_ERR_SHAPE, "reshape");
    expect(sn_raw_launch(k, SN_GRID(0, 256), x, y, 1, N), SN_ERR_ARGUMENT,
           "saxpy: the grid has no blocks along axis 0");
    expect(sn_raw_launch(k, SN_GRID(4, 0), x, y, 1, N), SN_ERR_ARGUMENT,
           "saxpy: the grid has no threads in a block along axis 0");
    expect(sn_raw_launch(k, SN_GRID(4, 2048), x, y, 1, N), SN_ERR_ARGUMENT,
           "saxpy: a block has more than 1024 threads");
    expect(sn_raw_launch(none, SN_GRID(4, 256), x, y, 1, N), SN_ERR_HANDLE, "not defined");
    CHECK(sn_device_use("cpu") == SN_OK);
    expect(sn_raw_launch(k, SN_GRID(4, 256), x, y, 1, N), SN_ERR_DEVICE, "the current device is the CPU");
    CHECK(sn_device_use(NULL) == SN_OK);
    expect_line(y, 0, 1);
    CHECK(sn_raw_launch(k, SN_GRID(4, 256), x, y, 1, N) == SN_OK);
    expect_line(y, 1, 1);
}

static void test_sources(void)
{
    static const char broken[] = "extern \"C\" __global__ void f(float *y)\n{\n    y[0] = unknown;\n}\n";
    sn_raw k;
    sn_array y = sn_ones(SN_FLOAT32, SN_SHAPE(4));
    for (int round = 0; round < 2; round++) {
        CHECK(sn_raw_kernel(&k, broken, "f", "float32 *y", NULL) == SN_OK);
        expect(sn_raw_launch(k, SN_GRID(1, 1), y), SN_ERR_COMPILE, "(3): error");
        CHECK(strstr(sn_error(), "unknown") != NULL);
    }
    CHECK(sn_raw_kernel(&k, source, "saxp", "float32 *y", NULL) == SN_OK);
    expect(sn_raw_launch(k, SN_GRID(1, 1), y), SN_ERR_NAME, "saxp: the source has no kernel of this name");
    CHECK(sn_raw_kernel(&k, source, "fill", "float32 *y", NULL) == SN_OK);
    expect(sn_raw_launch(k, SN_GRID(1, 1), y), SN_ERR_ARGUMENT,
           "fill: the source's kernel takes 2 arguments, 1 were declared");
    CHECK(sn_raw_kernel(&k, source, "fill", "float32 *y, int64 n", NULL) == SN_OK);
    expect(sn_raw_launch(k, SN_GRID(1, 1), y, 1), SN_ERR_DTYPE,
           "fill: argument 2 has 4 bytes in the source, 8 where it was declared");
    expect_line(y, 0, 1);
}

/* Another process finds the kernel on disk. */
static void test_cache(void)
{
    sn_stats stats;
    CHECK(sn_shutdown() == SN_OK);
    sn_stats_reset();
    SN_SCOPE test_in_place();
    sn_stats_get(&stats);
    CHECK(stats.disk_hits > 0);
}

int main(void)
{
    static void (*const tests[])(void) = {
        test_in_place,     test_fresh,   test_inputs,  test_values_before, test_values_before_without_views,
        test_view_written, test_streams, test_devices, test_numbers,       test_definitions,
        test_calls,        test_sources};
    for (size_t k = 0; k < sizeof tests / sizeof *tests; k++) SN_SCOPE tests[k]();
    test_cache();
    CHECK(sn_shutdown() == SN_OK);
    return failures != 0;
}
