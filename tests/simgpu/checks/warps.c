/* What threads do together, and how it is counted: shuffles, votes, matches, block reductions, tiles; sectors. */
#include "gpu.h"

static const char *const source =
    "extern \"C\" __global__ void shuffles(const int *x, int *y) {\n"
    "    int t = threadIdx.x, v = x[t];\n"
    "    y[0 * 64 + t] = __shfl_sync(~0u, v, t * 7);\n"
    "    y[1 * 64 + t] = __shfl_sync(~0u, v, 5, 8);\n"
    "    y[2 * 64 + t] = __shfl_up_sync(~0u, v, 3);\n"
    "    y[3 * 64 + t] = __shfl_up_sync(~0u, v, 3, 16);\n"
    "    y[4 * 64 + t] = __shfl_down_sync(~0u, v, 9);\n"
    "    y[5 * 64 + t] = __shfl_down_sync(~0u, v, 2, 4);\n"
    "    y[6 * 64 + t] = __shfl_xor_sync(~0u, v, 19);\n"
    "    y[7 * 64 + t] = __shfl_xor_sync(~0u, v, 5, 8);\n"
    "    y[8 * 64 + t] = __ballot_sync(~0u, v & 1);\n"
    "    y[9 * 64 + t] = __any_sync(~0u, v == x[40]) + 2 * __all_sync(~0u, t < 32) + 4 * __all_sync(~0u, v "
    "== t);\n"
    "    y[10 * 64 + t] = __match_any_sync(~0u, v & 3);\n"
    "    int all;\n"
    "    unsigned m = __match_all_sync(~0u, t / 32, &all);\n"
    "    y[11 * 64 + t] = all ? m : 0;\n"
    "    m = __match_all_sync(~0u, t / 33, &all);\n"
    "    y[12 * 64 + t] = all ? 1 : m;\n"
    "    y[13 * 64 + t] = __reduce_add_sync(~0u, v) + __reduce_max_sync(~0u, v);\n"
    "    if (t % 32 < 12) y[14 * 64 + t] = __shfl_sync(0xfffu, v, 11 - t % 32) + "
    "__popc(__ballot_sync(0xfffu, v & 2));\n"
    "    else y[14 * 64 + t] = __shfl_sync(0xfffff000u, v, 31);\n"
    "    double d = __shfl_down_sync(~0u, v * 0.5, 1);\n"
    "    y[15 * 64 + t] = (int)(2 * d);\n"
    "}\n"
    "extern \"C\" __global__ void total(const double *x, double *y, int n) {\n"
    "    __shared__ double part[32];\n"
    "    double v = 0;\n"
    "    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) v += x[k];\n"
    "    for (int w = 16; w; w /= 2) v += __shfl_down_sync(~0u, v, w);\n"
    "    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = v;\n"
    "    __syncthreads();\n"
    "    if (threadIdx.x < 32) {\n"
    "        v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;\n"
    "        for (int w = 16; w; w /= 2) v += __shfl_down_sync(~0u, v, w);\n"
    "        if (threadIdx.x == 0) atomicAdd(y, v);\n"
    "    }\n"
    "}\n"
    "extern \"C\" __global__ void turn(const float *x, float *y, int n) {\n"
    "    __shared__ float tile[32][33];\n"
    "    int c = blockIdx.x % (n / 32) * 32, r = blockIdx.x / (n / 32) * 32;\n"
    "    for (int k = threadIdx.y; k < 32; k += blockDim.y) tile[k][threadIdx.x] = x[(r + k) * n + c + "
    "threadIdx.x];\n"
    "    __syncthreads();\n"
    "    for (int k = threadIdx.y; k < 32; k += blockDim.y) y[(c + k) * n + r + threadIdx.x] = "
    "tile[threadIdx.x][k];\n"
    "}\n"
    "extern \"C\" __global__ void copy(const float *x, float *y, int n, int stride, int offset) {\n"
    "    int k = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (k < n) y[k] = x[k * stride + offset];\n"
    "}\n"
    "extern \"C\" __global__ void copy4(const float4 *x, float4 *y, int n) {\n"
    "    for (int k = threadIdx.x; k < n; k += blockDim.x) y[k] = x[k];\n"
    "}\n";

static CUmodule module;

/* ---- shuffles, by definition --------------------------------------------------------------------------------------- */

static int from(const int *v, int lane, int target, int low, int high)
{
    return target >= low && target < high ? v[target] : v[lane];
}

static int expected(int row, int t, const int *x)
{
    const int *v = x + t / 32 * 32;
    int lane = t % 32, sum = 0, most = v[0], ballot = 0, same = 0, twos = 0, any = 0, ramp = 1;
    for (int k = 0; k < 32; k++) {
        sum += v[k];
        most = v[k] > most ? v[k] : most;
        ballot |= (int)((unsigned)(v[k] & 1) << k);
        same |= (int)((unsigned)((v[k] & 3) == (v[lane] & 3)) << k);
        twos += k < 12 && v[k] & 2;
        any |= v[k] == x[40];
        ramp &= v[k] == t / 32 * 32 + k;
    }
    switch (row) {
    case 0: return v[t * 7 % 32];
    case 1: return v[lane / 8 * 8 + 5];
    case 2: return from(v, lane, lane - 3, 0, 32);
    case 3: return from(v, lane, lane - 3, lane / 16 * 16, 32);
    case 4: return from(v, lane, lane + 9, 0, 32);
    case 5: return from(v, lane, lane + 2, 0, lane / 4 * 4 + 4);
    case 6: return v[lane ^ 19];
    case 7: return v[lane ^ 5];
    case 8: return ballot;
    case 9: return any + 2 * (t < 32) + 4 * ramp;
    case 10: return same;
    case 11: return -1;
    case 12: return t < 32 ? 1 : 0;
    case 13: return sum + most;
    case 14: return lane < 12 ? v[11 - lane] + twos : v[31];
    default: return lane == 31 ? v[31] : v[lane + 1];
    }
}

static void check_shuffles(void)
{
    int x[64], y[16 * 64];
    for (int k = 0; k < 64; k++) x[k] = (int)(gpu_random() % 1000) - 500;
    CUdeviceptr dx = gpu_take(sizeof x, x), dy = gpu_take(sizeof y, NULL);
    void *params[] = {&dx, &dy};
    for (unsigned long long seed = 1; seed < 10; seed++) {
        simgpu_reseed(seed);
        gpu_launch(gpu_function(module, "shuffles"), 1, 64, params);
        CU(cuCtxSynchronize());
        CU(cuMemcpyDtoH(y, dy, sizeof y));
        for (int k = 0; k < 16 * 64; k++)
            CHECK(y[k] == expected(k / 64, k % 64, x), "row %d, thread %d is %d, not %d", k / 64, k % 64,
                  y[k], expected(k / 64, k % 64, x));
    }
    CU(cuMemFree(dx));
    CU(cuMemFree(dy));
}

static void check_total(void)
{
    static double x[10000];
    double wanted = 0, y;
    int n = 10000;
    for (int k = 0; k < n; k++) wanted += x[k] = (double)(gpu_random() % 1000); /* exact in any order */
    CUdeviceptr dx = gpu_take(sizeof x, x), dy = gpu_take(8, NULL);
    void *params[] = {&dx, &dy, &n};
    for (unsigned threads = 32; threads <= 1024; threads *= 2) {
        CU(cuMemsetD8(dy, 0, 8));
        gpu_launch(gpu_function(module, "total"), 5, threads, params);
        CU(cuCtxSynchronize());
        CU(cuMemcpyDtoH(&y, dy, 8));
        CHECK(y == wanted, "the sum by %u threads is %g, not %g", threads, y, wanted);
    }
    CU(cuMemFree(dx));
    CU(cuMemFree(dy));
}

/* ---- counts ------------------------------------------------------------------------------------------------------------ */

static void check_counts(const char *what, unsigned long long loads, unsigned long long load_requests,
                         unsigned long long stores, unsigned long long store_requests)
{
    simgpu_counts c;
    CU(cuCtxSynchronize());
    simgpu_counters(&c);
    CHECK(c.load_sectors == loads && c.load_requests == load_requests,
          "%s loads %llu sectors in %llu requests, not %llu in %llu", what,
          (unsigned long long)c.load_sectors, (unsigned long long)c.load_requests, loads, load_requests);
    CHECK(c.store_sectors == stores && c.store_requests == store_requests,
          "%s stores %llu sectors in %llu requests, not %llu in %llu", what,
          (unsigned long long)c.store_sectors, (unsigned long long)c.store_requests, stores, store_requests);
    CHECK(c.instructions >= c.threads, "%s: %llu instructions of %llu threads", what,
          (unsigned long long)c.instructions, (unsigned long long)c.threads);
}

static void launch_copy(CUdeviceptr x, CUdeviceptr y, int n, int stride, int offset)
{
    void *params[] = {&x, &y, &n, &stride, &offset};
    gpu_launch(gpu_function(module, "copy"), (unsigned)(n + 127) / 128, 128, params);
}

static void check_sectors(void)
{
    enum { SIDE = 128, SIZE = SIDE * SIDE };
    static float x[SIZE], y[SIZE];
    int side = SIDE, n4 = SIZE / 4;
    for (int k = 0; k < SIZE; k++) x[k] = (float)k;
    CUdeviceptr dx = gpu_take(sizeof x, x), dy = gpu_take(sizeof y, NULL);
    void *turn[] = {&dx, &dy, &side}, *copy4[] = {&dx, &dy, &n4};
    simgpu_count(1);
    launch_copy(dx, dy, 4096, 1, 0);
    check_counts("a copy", 512, 128, 512, 128);
    launch_copy(dx, dy, 4096, 2, 0);
    check_counts("a copy of every second", 1024, 128, 512, 128);
    launch_copy(dx, dy, 1024, 8, 0);
    check_counts("a copy of every eighth", 1024, 32, 128, 32);
    launch_copy(dx, dy, 4096, 1, 1);
    check_counts("a copy that begins at 4 bytes", 512 + 128, 128, 512, 128);
    launch_copy(dx, dy, 4096, 0, 5);
    check_counts("a copy of one", 128, 128, 512, 128);
    gpu_launch(gpu_function(module, "copy4"), 1, 256, copy4);
    check_counts("a copy of four at a time", SIZE / 8, SIZE / 128, SIZE / 8, SIZE / 128);
    CU(cuLaunchKernel(gpu_function(module, "turn"), SIZE / 1024, 1, 1, 32, 8, 1, 0, NULL, turn, NULL));
    check_counts("a transpose", SIZE / 8, SIZE / 32, SIZE / 8, SIZE / 32);
    simgpu_count(0);
    CU(cuMemcpyDtoH(y, dy, sizeof y));
    for (int k = 0; k < SIZE; k++)
        CHECK(y[k] == x[k % SIDE * SIDE + k / SIDE], "transposed element %d is %g", k, (double)y[k]);
    CU(cuMemFree(dx));
    CU(cuMemFree(dy));
}

/* A straight line of code and a loop: every instruction is counted once. */
static void check_instructions(void)
{
    static const char *const text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u32 n)\n{\n.reg .b32 "
        "%r<4>;\n.reg .pred %p<3>;\n"
        "ld.param.u32 %r1, [n];\nmov.u32 %r2, 0;\nsetp.lt.s32 %p2, %r1, 0;\nLOOP:\nadd.s32 %r2, %r2, "
        "1;\n@%p2 add.s32 %r2, %r2, 1;\n"
        "@!%p2 xor.b32 %r3, %r2, 5;\nsetp.lt.s32 %p1, %r2, %r1;\n@%p1 bra LOOP;\nret;\n}\n";
    CUmodule m;
    simgpu_counts c;
    int n = 100;
    void *params[] = {&n};
    CU(cuModuleLoadData(&m, text));
    gpu_launch(gpu_function(m, "k"), 2, 32, params);
    CU(cuCtxSynchronize());
    simgpu_counters(&c);
    CHECK(c.threads == 64 && c.instructions == 64 * (3 + 100 * 5 + 1), "%llu instructions of %llu threads",
          (unsigned long long)c.instructions, (unsigned long long)c.threads);
    CU(cuModuleUnload(m));
}

int main(void)
{
    gpu_start();
    module = gpu_module(source);
    check_shuffles();
    check_total();
    check_sectors();
    check_instructions();
    CU(cuModuleUnload(module));
    CU(cuDevicePrimaryCtxRelease(0));
    return gpu_done();
}
