/* Streams and events: what is not ordered by one goes wrong under some seed, what is never does. */
#include "gpu.h"

enum { N = 1000, SEEDS = 60 };

static const char *const source =
    "extern \"C\" __global__ void put(int *x, int n, int v) {\n"
    "    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) x[k] = v;\n"
    "}\n"
    "extern \"C\" __global__ void twice(int *y, const int *x, int n) {\n"
    "    for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) y[k] = 2 * "
    "x[k];\n"
    "}\n";

static CUfunction put, twice;
static CUdeviceptr x, y;
static CUstream a, b;

static void launch_put(CUstream s, int v)
{
    int n = N;
    void *params[] = {&x, &n, &v};
    CU(cuLaunchKernel(put, 2, 1, 1, 64, 1, 1, 0, s, params, NULL));
}

static void launch_twice(CUstream s)
{
    int n = N;
    void *params[] = {&y, &x, &n};
    CU(cuLaunchKernel(twice, 2, 1, 1, 64, 1, 1, 0, s, params, NULL));
}

static int result(void)
{
    int back[N];
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(back, y, sizeof back));
    for (int k = 1; k < N; k++)
        if (back[k] != back[0]) return -1;
    return back[0];
}

typedef int (*experiment)(void);

/* How many seeds give the answer. */
static int right(experiment run, int wanted)
{
    int n = 0;
    for (unsigned long long seed = 1; seed <= SEEDS; seed++) {
        CU(cuMemsetD32(x, 1, N));
        CU(cuMemsetD32(y, 0, N));
        CU(cuCtxSynchronize());
        simgpu_reseed(seed);
        n += run() == wanted;
        CU(cuCtxSynchronize());
    }
    return n;
}

static void check_always(experiment run, int wanted, const char *what)
{
    int n = right(run, wanted);
    CHECK(n == SEEDS, "%s: right under %d of %d seeds", what, n, SEEDS);
}

static void check_sometimes(experiment run, int wanted, const char *what)
{
    int n = right(run, wanted);
    CHECK(n > 0 && n < SEEDS, "%s: right under %d of %d seeds", what, n, SEEDS);
}

/* ---- experiments --------------------------------------------------------------------------------------------------- */

static int without_event(void)
{
    launch_put(a, 21);
    launch_twice(b);
    return result();
}

static int with_event(void)
{
    CUevent e;
    CU(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
    launch_put(a, 21);
    CU(cuEventRecord(e, a));
    CU(cuStreamWaitEvent(b, e, 0));
    launch_twice(b);
    CU(cuEventDestroy(e));
    return result();
}

static int event_too_early(void)
{
    CUevent e;
    CU(cuEventCreate(&e, 0));
    CU(cuEventRecord(e, a));
    launch_put(a, 21);
    CU(cuStreamWaitEvent(b, e, 0));
    launch_twice(b);
    CU(cuEventDestroy(e));
    return result();
}

static int one_stream(void)
{
    launch_put(a, 21);
    launch_twice(a);
    return result();
}

static int synchronised(void)
{
    launch_put(a, 21);
    CU(cuStreamSynchronize(a));
    launch_twice(b);
    return result();
}

/* The legacy stream stands between blocking streams, not between others. */
static int through_legacy(unsigned flags)
{
    CUstream first, second;
    CU(cuStreamCreate(&first, flags));
    CU(cuStreamCreate(&second, flags));
    launch_put(first, 20);
    launch_put(NULL, 21);
    launch_twice(second);
    CU(cuStreamDestroy(first));
    CU(cuStreamDestroy(second));
    return result();
}

static int blocking(void)
{
    return through_legacy(CU_STREAM_DEFAULT);
}

static int non_blocking(void)
{
    return through_legacy(CU_STREAM_NON_BLOCKING);
}

static int per_thread(void)
{
    launch_put(CU_STREAM_PER_THREAD, 21);
    launch_twice(NULL);
    return result();
}

/* Pageable memory is read at once, pinned memory when the copy's turn comes. */
static int staged(bool pinned)
{
    static int pageable[N];
    int *from = pageable;
    if (pinned) CU(cuMemHostAlloc((void **)&from, sizeof pageable, 0));
    for (int k = 0; k < N; k++) from[k] = 21;
    CU(cuMemcpyHtoDAsync(x, from, sizeof pageable, a));
    for (int k = 0; k < N; k++) from[k] = 5;
    launch_twice(a);
    int r = result();
    if (pinned) CU(cuMemFreeHost(from));
    return r;
}

static int staged_pageable(void)
{
    return staged(false);
}

static int staged_pinned(void)
{
    return staged(true);
}

static int read_too_early(void)
{
    int *to, n = N;
    CU(cuMemHostAlloc((void **)&to, N * sizeof *to, 0));
    to[n - 1] = 0;
    launch_put(a, 42);
    CU(cuMemcpyDtoHAsync(to, x, N * sizeof *to, a));
    for (int k = 0; k < 3; k++) cuStreamQuery(a); /* some of it may be done */
    int r = to[n - 1];
    CU(cuStreamSynchronize(a));
    CHECK(to[n - 1] == 42, "a copy that was waited for");
    CU(cuMemFreeHost(to));
    return r;
}

/* Memory of a stream: there from its turn on, until it is freed in its turn. */
static int stream_memory(bool ordered)
{
    CUdeviceptr old = x;
    CUevent e;
    CU(cuMemAllocAsync(&x, N * sizeof(int), a));
    launch_put(a, 21);
    CU(cuEventCreate(&e, 0));
    CU(cuEventRecord(e, a));
    if (ordered) CU(cuStreamWaitEvent(b, e, 0));
    launch_twice(b);
    if (ordered) {
        CU(cuEventRecord(e, b));
        CU(cuStreamWaitEvent(a, e, 0));
    }
    CU(cuMemFreeAsync(x, a));
    x = old;
    CU(cuEventDestroy(e));
    return result();
}

static int stream_memory_ordered(void)
{
    return stream_memory(true);
}

/* ---- events, host functions, handles --------------------------------------------------------------------------------- */

static void append(void *data)
{
    char **at = data;
    *(*at)++ = 'h';
    *(*at) = 0;
    CHECK(cuCtxSynchronize() == CUDA_ERROR_NOT_PERMITTED, "a call from a host function");
}

static void CUDA_CB append_callback(CUstream s, CUresult error, void *data)
{
    char **at = data;
    (void)s;
    *(*at)++ = error ? 'e' : 'c';
    *(*at) = 0;
}

static void check_host_functions(void)
{
    char text[8] = "", *at = text;
    CU(cuLaunchHostFunc(a, append, &at));
    CU(cuStreamAddCallback(a, append_callback, &at, 0));
    CU(cuLaunchHostFunc(a, append, &at));
    CU(cuStreamSynchronize(a));
    CHECK(strcmp(text, "hch") == 0, "host functions: %s", text);
}

static void check_polling(void)
{
    CUevent start, end;
    float ms = -1;
    int waits = 0;
    CU(cuEventCreate(&start, 0));
    CU(cuEventCreate(&end, 0));
    CHECK(cuEventQuery(end) == CUDA_SUCCESS, "an event that was not recorded is done");
    CU(cuEventRecord(start, a));
    for (int k = 0; k < 8; k++) launch_put(a, k);
    CU(cuEventRecord(end, a));
    CHECK(cuEventElapsedTime(&ms, start, end) == CUDA_ERROR_NOT_READY, "a time before its end");
    while (cuEventQuery(end) == CUDA_ERROR_NOT_READY && waits < 10000) waits++;
    CHECK(waits > 0 && waits < 10000, "%d polls", waits);
    CU(cuEventElapsedTime(&ms, start, end));
    CHECK(ms >= 0, "%g ms", (double)ms);
    CU(cuEventDestroy(start));
    CHECK(cuEventQuery(start) == CUDA_ERROR_INVALID_HANDLE &&
              cuEventDestroy(start) == CUDA_ERROR_INVALID_HANDLE,
          "an event after its end");
    CU(cuEventDestroy(end));
}

static void check_handles(void)
{
    CUstream s;
    int back;
    CU(cuStreamCreate(&s, 0));
    launch_put(s, 77);
    CU(cuStreamDestroy(s)); /* its work is done all the same */
    CHECK(cuStreamSynchronize(s) == CUDA_ERROR_INVALID_HANDLE &&
              cuStreamDestroy(s) == CUDA_ERROR_INVALID_HANDLE,
          "a stream after its end");
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(&back, x, sizeof back));
    CHECK(back == 77, "work of a stream that was destroyed: %d", back);
    CHECK(cuMemcpyHtoD((CUdeviceptr)(uintptr_t)&back, &back, 4) == CUDA_ERROR_INVALID_VALUE,
          "a copy to the host as to a device");
    CHECK(cuMemcpyDtoH(&back, x + N * 4 - 2, 4) == CUDA_ERROR_INVALID_VALUE, "a copy past the end");
    CHECK(cuMemsetD32(x + 2, 0, 1) == CUDA_ERROR_INVALID_VALUE, "a misaligned fill");
    CHECK(cuLaunchKernel(put, 1, 1, 1, 2000, 1, 1, 0, NULL, NULL, NULL) == CUDA_ERROR_INVALID_VALUE,
          "2000 threads a block");
    CHECK(cuLaunchKernel(put, 0, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL) == CUDA_ERROR_INVALID_VALUE,
          "no blocks");
    CHECK(cuLaunchKernel(put, 1, 1, 1, 32, 1, 1, 100000, NULL, NULL, NULL) == CUDA_ERROR_INVALID_VALUE,
          "too much shared memory");
}

/* Parameters in one buffer. */
static void check_extra(void)
{
    struct {
        CUdeviceptr x;
        int n, v;
    } params = {x, N, 9};
    size_t size = sizeof params;
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &params, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    int back;
    CU(cuLaunchKernel(put, 1, 1, 1, 64, 1, 1, 0, a, NULL, extra));
    CU(cuMemcpyDtoHAsync(&back, x, 4, a));
    CHECK(back == 9, "parameters in a buffer: %d", back);
    size = 8;
    CHECK(cuLaunchKernel(put, 1, 1, 1, 64, 1, 1, 0, a, NULL, extra) == CUDA_ERROR_INVALID_VALUE,
          "too few parameters");
}

int main(void)
{
    setenv("SINTER_SIMGPU_LOG", "/dev/null", 0);
    gpu_start();
    CUmodule m = gpu_module(source);
    put = gpu_function(m, "put"), twice = gpu_function(m, "twice");
    x = gpu_take(N * sizeof(int), NULL), y = gpu_take(N * sizeof(int), NULL);
    CU(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
    CU(cuStreamCreateWithPriority(&b, CU_STREAM_NON_BLOCKING, -1));
    check_sometimes(without_event, 42, "two streams without an event");
    check_sometimes(event_too_early, 42, "an event recorded too early");
    check_always(with_event, 42, "two streams with an event");
    check_always(one_stream, 42, "one stream");
    check_always(synchronised, 42, "a stream that was waited for");
    check_always(blocking, 42, "the legacy stream between blocking streams");
    check_sometimes(non_blocking, 42, "the legacy stream between non-blocking streams");
    check_always(per_thread, 42, "the thread's own stream before the legacy one");
    check_always(staged_pageable, 42, "an asynchronous copy from pageable memory");
    int n = right(staged_pinned, 42);
    CHECK(n < SEEDS, "pinned memory that is written before it was copied");
    check_sometimes(read_too_early, 42, "pinned memory that is read before it was copied");
    check_always(stream_memory_ordered, 42, "memory of a stream");
    check_host_functions();
    check_polling();
    check_handles();
    check_extra();
    CU(cuStreamDestroy(a));
    CU(cuStreamDestroy(b));
    CU(cuMemFree(x));
    CU(cuMemFree(y));
    CU(cuModuleUnload(m));
    simgpu_balance left;
    simgpu_get_balance(&left);
    CHECK(!left.allocations && !left.bytes && !left.pinned && !left.streams && !left.events && !left.modules,
          "something is left");
    CU(cuDevicePrimaryCtxRelease(0));
    return gpu_done();
}
