/* What the programs that check the simulated GPU share: the Driver API with its errors, and NVRTC. */
#ifndef CHECKS_GPU_H
#define CHECKS_GPU_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../cuda/nvrtc.h"
#include "../driver.h"

static int failures;

#define CHECK(condition, ...)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            failures++;                                                                                      \
            printf("FAILED: %s:%d: ", __FILE__, __LINE__);                                                   \
            printf(__VA_ARGS__);                                                                             \
            printf(" [%s]\n", simgpu_last_report());                                                         \
        }                                                                                                    \
    } while (0)
#define CU(call) gpu_need(call, #call, __FILE__, __LINE__)

static inline const char *gpu_error(CUresult error)
{
    const char *name = NULL;
    cuGetErrorName(error, &name);
    return name ? name : "?";
}

static inline void gpu_need(CUresult error, const char *what, const char *file, int line)
{
    if (error == CUDA_SUCCESS) return;
    printf("FAILED: %s:%d: %s: %s [%s]\n", file, line, what, gpu_error(error), simgpu_last_report());
    exit(1);
}

/* Device 0, its primary context current. */
static inline CUcontext gpu_open(void)
{
    CUcontext context;
    CU(cuInit(0));
    CU(cuDevicePrimaryCtxRetain(&context, 0));
    CU(cuCtxSetCurrent(context));
    return context;
}

/* The same for a program whose kernels NVRTC compiles: without it the program is skipped. */
static inline CUcontext gpu_start(void)
{
    if (nvrtc_load()) return gpu_open();
    puts("skipped: no NVRTC");
    exit(77);
}

/* PTX of CUDA C; the caller frees. */
static inline char *gpu_compile(const char *source, const char *const *extra, int nextra)
{
    const char *options[16] = {"--gpu-architecture=compute_90", "--fmad=false"};
    nvrtc_program made;
    size_t size = 0;
    for (int k = 0; k < nextra; k++) options[2 + k] = extra[k];
    if (nvrtc_create(&made, source, "checks.cu", 0, NULL, NULL)) exit(1);
    if (nvrtc_compile(made, 2 + nextra, options)) {
        nvrtc_log_size(made, &size);
        char *log = calloc(size + 1, 1);
        nvrtc_log(made, log);
        printf("FAILED: NVRTC:\n%s\n%s\n", log, source);
        exit(1);
    }
    nvrtc_ptx_size(made, &size);
    char *ptx = calloc(size + 1, 1);
    nvrtc_ptx(made, ptx);
    nvrtc_destroy(&made);
    return ptx;
}

static inline CUmodule gpu_module(const char *source)
{
    CUmodule m;
    char *ptx = gpu_compile(source, NULL, 0);
    CU(cuModuleLoadData(&m, ptx));
    free(ptx);
    return m;
}

static inline CUfunction gpu_function(CUmodule m, const char *name)
{
    CUfunction f;
    CU(cuModuleGetFunction(&f, m, name));
    return f;
}

static inline CUdeviceptr gpu_take(size_t bytes, const void *from)
{
    CUdeviceptr p;
    CU(cuMemAlloc(&p, bytes));
    if (from) CU(cuMemcpyHtoD(p, from, bytes));
    return p;
}

static inline void gpu_launch(CUfunction f, unsigned blocks, unsigned threads, void **params)
{
    CU(cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, NULL, params, NULL));
}

/* splitmix64 */
static inline unsigned long long gpu_random(void)
{
    static unsigned long long state = 42;
    unsigned long long z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline int gpu_done(void)
{
    if (failures) printf("%d failures\n", failures);
    return failures != 0;
}

#endif
