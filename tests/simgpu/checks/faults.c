/* Every check of the simulated GPU, by a kernel that commits the fault; and programs that are right, which none of
 * them may mind. */
#include "gpu.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const source =
    "extern \"C\" __global__ void past_end(const float *x, float *y, int n) { y[threadIdx.x] = x[threadIdx.x "
    "+ n]; }\n"
    "extern \"C\" __global__ void before_start(float *x, float *y, int n) { y[-1 - (int)threadIdx.x] = n; }\n"
    "extern \"C\" __global__ void misaligned(const float *x, float *y, int n) { *(float2 *)y = *(const "
    "float2 *)(x + n / n); }\n"
    "extern \"C\" __global__ void read(const float *x, float *y, int n) { y[threadIdx.x] = x[threadIdx.x] + "
    "n; }\n"
    "extern \"C\" __global__ void nothing(float *x, float *y, int n) { *(volatile float *)nullptr = n; }\n"
    "extern \"C\" __global__ void race(const float *x, float *y, int n) {\n"
    "    __shared__ float tile[256];\n"
    "    tile[threadIdx.x] = 0;\n"
    "    __syncthreads();\n"
    "    tile[threadIdx.x] = x[threadIdx.x];\n"
    "    if (n < 0) __syncthreads();\n"
    "    y[threadIdx.x] = tile[(threadIdx.x + 33) % blockDim.x];\n"
    "}\n"
    "extern \"C\" __global__ void warp_race(const float *x, float *y, int n) {\n"
    "    __shared__ float tile[256];\n"
    "    tile[threadIdx.x] = 0;\n"
    "    __syncthreads();\n"
    "    tile[threadIdx.x] = x[threadIdx.x];\n"
    "    if (n < 0) __syncwarp();\n"
    "    y[threadIdx.x] = tile[threadIdx.x ^ 1];\n"
    "}\n"
    "extern \"C\" __global__ void shared_bounds(const float *x, float *y, int n) {\n"
    "    __shared__ float tile[64];\n"
    "    for (int k = 0; k < 64; k++) tile[k] = n;\n"
    "    y[0] = tile[n];\n"
    "}\n"
    "extern \"C\" __global__ void dynamic_bounds(const float *x, float *y, int n) {\n"
    "    extern __shared__ float dynamic[];\n"
    "    dynamic[n / 8] = n;\n"
    "}\n"
    "extern \"C\" __global__ void shared_unwritten(const float *x, float *y, int n) {\n"
    "    __shared__ float tile[256];\n"
    "    if (threadIdx.x != 5) tile[threadIdx.x] = n;\n"
    "    __syncthreads();\n"
    "    y[threadIdx.x] = tile[threadIdx.x];\n"
    "}\n"
    "extern \"C\" __global__ void local_unwritten(const float *x, float *y, int n) {\n"
    "    float own[16];\n"
    "    for (int k = 0; k < n / 8; k++) own[k] = k * x[0];\n"
    "    y[0] = own[(int)x[1]];\n"
    "}\n"
    "extern \"C\" __global__ void some_at_barrier(const float *x, float *y, int n) {\n"
    "    if (threadIdx.x < 40) __syncthreads();\n"
    "    y[threadIdx.x] = n;\n"
    "}\n"
    "extern \"C\" __global__ void two_barriers(const float *x, float *y, int n) {\n"
    "    if (threadIdx.x < 32) { y[0] = 1; __syncthreads(); y[1] = n; }\n"
    "    else { y[2] = 1; __syncthreads(); y[3] = n; }\n"
    "}\n"
    "extern \"C\" __global__ void some_shuffle(const float *x, float *y, int n) {\n"
    "    float v = x[threadIdx.x];\n"
    "    if (threadIdx.x % 32 < 16) v = __shfl_xor_sync(0xffffffffu, v, 1);\n"
    "    y[threadIdx.x] = v;\n"
    "}\n"
    "extern \"C\" __global__ void not_in_mask(const float *x, float *y, int n) {\n"
    "    y[threadIdx.x] = __shfl_xor_sync(0x0000ffffu, x[threadIdx.x], 1);\n"
    "}\n"
    "extern \"C\" __global__ void trap(const float *x, float *y, int n) { if (x[0] == x[0]) __trap(); }\n"
    "extern \"C\" __global__ void for_ever(const float *x, float *y, int n) { while (((volatile float "
    "*)x)[0] == x[0]) {} y[0] = n; }\n"
    /* right ones */
    "extern \"C\" __global__ void right_barriers(const float *x, float *y, int n) {\n"
    "    __shared__ float tile[33 * 32];\n"
    "    float v = threadIdx.x == 0 ? x[0] : 0;\n"
    "    if (threadIdx.x == 0) tile[0] = v;\n"
    "    __syncthreads();\n"
    "    v = tile[0];\n" /* read by all */
    "    __syncthreads();\n"
    "    tile[threadIdx.x] = v + threadIdx.x;\n"
    "    __syncwarp();\n"
    "    v = tile[threadIdx.x ^ 1];\n"
    "    __syncwarp();\n"
    "    tile[threadIdx.x] = v;\n"
    "    asm volatile(\"bar.sync 3, 64;\" ::: \"memory\");\n"
    "    y[threadIdx.x] = tile[(threadIdx.x + 32) % 64] + __syncthreads_count(threadIdx.x < 7) * 1000 + "
    "__syncthreads_or(threadIdx.x == 9) * 10000\n"
    "        + __syncthreads_and(threadIdx.x != 9) * 100000;\n"
    "}\n"
    "extern \"C\" __global__ void right_atomics(const float *x, int *y, int n) {\n"
    "    __shared__ int count;\n"
    "    if (threadIdx.x == 0) count = 0;\n"
    "    __syncthreads();\n"
    "    atomicAdd(&count, 1);\n"
    "    __syncthreads();\n"
    "    if (threadIdx.x == 0) y[blockIdx.x] = count;\n"
    "}\n"
    /* each block waits for the one before it, and within a warp one lane for another */
    "extern \"C\" __global__ void right_spin(const float *x, volatile int *y, int n) {\n"
    "    if (threadIdx.x == 7) while (y[blockIdx.x] == 0) {}\n"
    "    if (threadIdx.x == 9) {\n"
    "        if (blockIdx.x > 0) while (y[blockIdx.x - 1] == 0) {}\n"
    "        __threadfence();\n"
    "        y[blockIdx.x] = 1;\n"
    "    }\n"
    "}\n";

enum { N = 64 };
static CUmodule module;
static CUdeviceptr x, y;

/* Memory and modules end with a fault. */
static void begin(const char *ptx)
{
    float ones[N];
    CU(cuDevicePrimaryCtxReset(0));
    CU(cuModuleLoadData(&module, ptx));
    for (int k = 0; k < N; k++) ones[k] = k == 1 ? 15 : 1;
    x = gpu_take(sizeof ones, ones);
    y = gpu_take(sizeof ones, ones);
}

static CUresult launch(const char *name)
{
    int n = N;
    void *params[] = {&x, &y, &n};
    CU(cuLaunchKernel(gpu_function(module, name), 1, 1, 1, N, 1, 1, 16, NULL, params, NULL));
    return cuCtxSynchronize();
}

static void expect(const char *ptx, const char *name, CUresult wanted, const char *said)
{
    begin(ptx);
    CUresult error = launch(name);
    CHECK(error == wanted, "%s gives %s, not %s", name, gpu_error(error), gpu_error(wanted));
    CHECK(strstr(simgpu_last_report(), said) != NULL, "%s: the report does not say: %s", name, said);
    if (!wanted) return;
    CHECK(strstr(simgpu_last_report(), name) && strstr(simgpu_last_report(), "thread (") &&
              strstr(simgpu_last_report(), "line "),
          "%s: the report does not say where", name);
    float back;
    CHECK(cuMemcpyDtoH(&back, x, 4) == wanted && cuStreamSynchronize(NULL) == wanted,
          "%s: the error does not stay", name);
}

static void expect_right(const char *ptx, const char *name)
{
    for (unsigned long long seed = 1; seed < 20; seed++) {
        begin(ptx);
        simgpu_reseed(seed);
        CUresult error = launch(name);
        CHECK(error == CUDA_SUCCESS, "%s gives %s", name, gpu_error(error));
    }
}

static void check_right(const char *ptx)
{
    float back[N];
    expect_right(ptx, "right_barriers");
    CU(cuMemcpyDtoH(back, y, sizeof back));
    for (int k = 0; k < N; k++)
        CHECK(back[k] == (float)(((k + 32) % 64 ^ 1) + 1 + 7000 + 10000), "right_barriers: element %d is %g",
              k, (double)back[k]);
    expect_right(ptx, "right_atomics");
    for (unsigned long long seed = 1; seed < 20; seed++) {
        begin(ptx);
        simgpu_reseed(seed);
        int n = N;
        void *params[] = {&x, &y, &n};
        CU(cuMemsetD32(y, 0, N));
        gpu_launch(gpu_function(module, "right_spin"), 20, 32, params);
        CHECK(cuCtxSynchronize() == CUDA_SUCCESS, "right_spin fails");
    }
}

static void check_freed(const char *ptx)
{
    begin(ptx);
    CU(cuMemFree(x));
    CHECK(launch("read") == CUDA_ERROR_ILLEGAL_ADDRESS && strstr(simgpu_last_report(), "use after free"),
          "use after free is not seen");
    begin(ptx);
    CU(cuMemFree(x));
    float back;
    CHECK(cuMemcpyDtoH(&back, x, 4) == CUDA_ERROR_INVALID_VALUE, "a copy from freed memory");
    CHECK(cuMemFree(x) == CUDA_ERROR_INVALID_VALUE && strstr(simgpu_last_report(), "which was freed"),
          "freed twice");
    CHECK(cuMemcpyDtoH(&back, y + N * 4 - 2, 4) == CUDA_ERROR_INVALID_VALUE, "a copy past the end");
}

static void check_unwritten(const char *ptx)
{
    begin(ptx);
    CU(cuMemFree(x));
    x = gpu_take(N * sizeof(float), NULL);
    CU(cuMemsetD8(x, 0, N * 4 - 1)); /* all but the last byte */
    CHECK(launch("read") == CUDA_ERROR_LAUNCH_FAILED && strstr(simgpu_last_report(), "uninitialised"),
          "an uninitialised read is not seen");
    CHECK(strstr(simgpu_last_report(), "thread (63,0,0)") && strstr(simgpu_last_report(), "byte 255 of"),
          "the wrong thread or byte");
    begin(ptx); /* a copy carries what is not written */
    CUdeviceptr fresh = gpu_take(N * sizeof(float), NULL);
    CU(cuMemcpyDtoD(x, fresh, 4));
    CHECK(launch("read") == CUDA_ERROR_LAUNCH_FAILED && strstr(simgpu_last_report(), "thread (0,0,0)"),
          "a copy of uninitialised memory");
}

static void check_host_access(const char *ptx)
{
    int status = 0;
    begin(ptx);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        volatile float *p = (volatile float *)(uintptr_t)x;
        signal(SIGSEGV, SIG_DFL);
        _exit(p[0] > 0);
    }
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "the host read device memory");
}

static void check_limit(const char *ptx)
{
    setenv("SINTER_SIMGPU_INSTRUCTIONS", "1000000", 1);
    expect(ptx, "for_ever", CUDA_ERROR_LAUNCH_TIMEOUT, "more than 1000000 instructions");
    unsetenv("SINTER_SIMGPU_INSTRUCTIONS");
}

static void check_unknown(void)
{
    static const char *const ptx =
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry strange(.param .u64 a, .param .u64 b, .param .u32 n)\n{\n"
        ".reg .b32 %r<4>;\n.reg .pred %p;\nmov.u32 %r1, %tid.x;\nsetp.eq.u32 %p, %r1, 3;\n"
        "@%p frobnicate.b32 %r2, %r1, 7;\nret;\n}\n";
    expect(ptx, "strange", CUDA_ERROR_ILLEGAL_INSTRUCTION,
           "unknown instruction: @%p frobnicate.b32 %r2, %r1, 7;");
    CHECK(strstr(simgpu_last_report(), "thread (3,0,0)") != NULL,
          "another thread than the one that executed it");
    CUmodule m;
    CU(cuDevicePrimaryCtxReset(0));
    CHECK(
        cuModuleLoadData(
            &m,
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { add.s32 %r1, %r2, 3; }") ==
            CUDA_ERROR_INVALID_PTX,
        "undeclared registers");
    CHECK(cuModuleLoadData(&m, "\x7f"
                               "ELF") == CUDA_ERROR_NO_BINARY_FOR_GPU,
          "machine code");
    CHECK(cuModuleLoadData(&m, ".version 9.0\n.target sm_100\n.address_size 64\n") ==
              CUDA_ERROR_NO_BINARY_FOR_GPU,
          "a later architecture");
}

int main(void)
{
    setenv("SINTER_SIMGPU_LOG", "/dev/null", 0);
    gpu_start();
    char *ptx = gpu_compile(source, NULL, 0);
    expect(ptx, "past_end", CUDA_ERROR_ILLEGAL_ADDRESS, "out of bounds: load of 4 bytes");
    CHECK(strstr(simgpu_last_report(), "past the end of allocation"), "it does not say how far");
    expect(ptx, "before_start", CUDA_ERROR_ILLEGAL_ADDRESS, "out of bounds: store of 4 bytes");
    expect(ptx, "misaligned", CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned: load of 8 bytes");
    expect(ptx, "nothing", CUDA_ERROR_ILLEGAL_ADDRESS, "store of 4 bytes at 0x0");
    expect(ptx, "race", CUDA_ERROR_LAUNCH_FAILED, "race");
    expect(ptx, "warp_race", CUDA_ERROR_LAUNCH_FAILED, "race");
    expect(ptx, "shared_bounds", CUDA_ERROR_ILLEGAL_ADDRESS,
           "out of bounds: load of 4 bytes at 256 of the 256 bytes of static shared memory");
    expect(ptx, "dynamic_bounds", CUDA_ERROR_ILLEGAL_ADDRESS,
           "at 32 of the 16 bytes of dynamic shared memory");
    expect(ptx, "shared_unwritten", CUDA_ERROR_LAUNCH_FAILED,
           "uninitialised: load of 4 bytes at 20 of shared memory");
    expect(ptx, "local_unwritten", CUDA_ERROR_LAUNCH_FAILED,
           "uninitialised: load of 4 bytes at 60 of local memory");
    expect(ptx, "some_at_barrier", CUDA_ERROR_LAUNCH_FAILED, "divergent barrier");
    expect(ptx, "two_barriers", CUDA_ERROR_LAUNCH_FAILED, "divergent barrier");
    expect(ptx, "some_shuffle", CUDA_ERROR_LAUNCH_FAILED, "divergent shuffle");
    expect(ptx, "not_in_mask", CUDA_ERROR_LAUNCH_FAILED, "divergent shuffle");
    expect(ptx, "trap", CUDA_ERROR_ILLEGAL_INSTRUCTION, "trap");
    check_freed(ptx);
    check_unwritten(ptx);
    check_host_access(ptx);
    check_limit(ptx);
    check_unknown();
    check_right(ptx);
    free(ptx);
    CU(cuDevicePrimaryCtxReset(0));
    CU(cuDevicePrimaryCtxRelease(0));
    return gpu_done();
}
