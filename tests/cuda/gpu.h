/* A GPU played by one CPU thread, put in front of an emitted kernel whose `extern "C"` is taken away.
 *
 * The threads of a block are contexts that run in turn, each until it waits: at a barrier for its block, at a
 * shuffle for its warp.  A barrier that some thread never reaches ends the program with a message.  A context
 * is made once, for all blocks; from then on it is switched to by longjmp, which takes no system call. */
#define _GNU_SOURCE
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __device__ inline
#define __forceinline__
#define __global__
#define __shared__ static
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)

enum { GPU_THREADS = 1024, GPU_STACK = 32768 };

typedef struct gpu_dim { unsigned x, y, z; } gpu_dim;
static gpu_dim threadIdx, blockIdx, blockDim, gridDim;

static struct gpu_thread {
    jmp_buf at;
    char *stack;
    gpu_dim place;
    int done;
} gpu_thread[GPU_THREADS];
static jmp_buf gpu_scheduler;
static int gpu_now;                       /* thread that runs */
static unsigned gpu_count;                /* threads of a block */
static union gpu_slot { int i; unsigned u; long long l; unsigned long long q; float f; double d; } gpu_slots[GPU_THREADS];

typedef struct gpu_gate { unsigned arrived, turn; } gpu_gate;
static gpu_gate gpu_block_gate, gpu_warp_gate[GPU_THREADS / 32];

static void gpu_yield(void)
{
    if (!_setjmp(gpu_thread[gpu_now].at)) _longjmp(gpu_scheduler, 1);
}

static void gpu_wait(gpu_gate *gate, unsigned threads)
{
    unsigned turn = gate->turn;
    if (++gate->arrived == threads) {
        gate->arrived = 0;
        gate->turn++;
        return;
    }
    while (gate->turn == turn) gpu_yield();
}

static inline void __syncthreads(void)
{
    gpu_wait(&gpu_block_gate, gpu_count);
}

static inline void __syncwarp(void)
{
    gpu_wait(&gpu_warp_gate[gpu_now / 32], 32);
}

/* The value that lane `from` of this warp holds. */
static union gpu_slot gpu_shuffle(union gpu_slot mine, int from)
{
    gpu_slots[gpu_now] = mine;
    __syncwarp();
    union gpu_slot theirs = gpu_slots[gpu_now / 32 * 32 + from];
    __syncwarp();
    return theirs;
}

#define GPU_SHUFFLE(type, member)                                                                          \
    static inline type gpu_lane_##member(unsigned mask, type v, int lane)                                  \
    {                                                                                                      \
        (void)mask;                                                                                        \
        return gpu_shuffle((union gpu_slot){.member = v}, lane & 31).member;                               \
    }                                                                                                      \
    static inline type gpu_down_##member(unsigned mask, type v, int distance)                              \
    {                                                                                                      \
        int lane = gpu_now % 32 + distance;                                                                \
        (void)mask;                                                                                        \
        return gpu_shuffle((union gpu_slot){.member = v}, lane < 32 ? lane : gpu_now % 32).member;         \
    }
GPU_SHUFFLE(int, i)
GPU_SHUFFLE(unsigned, u)
GPU_SHUFFLE(long long, l)
GPU_SHUFFLE(unsigned long long, q)
GPU_SHUFFLE(float, f)
GPU_SHUFFLE(double, d)
#define GPU_BY_TYPE(v, name)                                                                               \
    _Generic((v), int: name##i, unsigned: name##u, long long: name##l, unsigned long long: name##q, float: name##f, double: name##d)
#define __shfl_sync(mask, v, lane) GPU_BY_TYPE(v, gpu_lane_)(mask, v, lane)
#define __shfl_down_sync(mask, v, distance) GPU_BY_TYPE(v, gpu_down_)(mask, v, distance)

static inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

static inline unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b >> 32);
}

static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

static inline float __int_as_float(int x)
{
    float f;
    memcpy(&f, &x, sizeof f);
    return f;
}

static inline double __longlong_as_double(long long x)
{
    double d;
    memcpy(&d, &x, sizeof d);
    return d;
}

/* ---- running a block ------------------------------------------------------------------------------------ */

static void (*gpu_entry)(const void *params);
static const void *gpu_params;

static ucontext_t gpu_maker;

/* The life of a thread: waits to be started, runs the kernel, again and again. */
static void gpu_main(void)
{
    struct gpu_thread *t = &gpu_thread[gpu_now];
    ucontext_t here;
    if (!_setjmp(t->at)) swapcontext(&here, &gpu_maker);
    for (;;) {
        gpu_entry(gpu_params);
        t->done = 1;
        gpu_yield();
    }
}

static void gpu_make(unsigned k)
{
    ucontext_t context;
    gpu_now = (int)k;
    gpu_thread[k].stack = malloc(GPU_STACK);
    getcontext(&context);
    context.uc_stack.ss_sp = gpu_thread[k].stack;
    context.uc_stack.ss_size = GPU_STACK;
    context.uc_link = NULL;
    makecontext(&context, gpu_main, 0);
    swapcontext(&gpu_maker, &context);
}

static void gpu_start(unsigned k)
{
    if (!gpu_thread[k].stack) gpu_make(k);
    gpu_thread[k].done = 0;
    gpu_thread[k].place = (gpu_dim){k % blockDim.x, k / blockDim.x, 0};
}

/* Runs every thread that is not done once, the last first so that no order is taken for granted. */
static unsigned gpu_round(void)
{
    static unsigned left;
    static int k;
    left = 0;
    for (k = (int)gpu_count - 1; k >= 0; k--) {
        if (gpu_thread[k].done) continue;
        gpu_now = k;
        threadIdx = gpu_thread[k].place;
        if (!_setjmp(gpu_scheduler)) _longjmp(gpu_thread[k].at, 1);
        left += !gpu_thread[k].done;
    }
    return left;
}

static void gpu_block(void)
{
    memset(&gpu_block_gate, 0, sizeof gpu_block_gate);
    memset(gpu_warp_gate, 0, sizeof gpu_warp_gate);
    for (unsigned k = 0; k < gpu_count; k++) gpu_start(k);
    for (unsigned left = gpu_count, before; left;) {
        before = left;
        left = gpu_round();
        unsigned waiting = gpu_block_gate.arrived;
        for (unsigned w = 0; w < gpu_count / 32; w++) waiting += gpu_warp_gate[w].arrived;
        if (left && left < before && waiting == left && gpu_block_gate.arrived == left) {
            fprintf(stderr, "threads wait at a barrier that others have left behind\n");
            abort();
        }
    }
}

/* What the test calls: entry is sn_kernel or sn_finish, which take their parameter by value. */
static void gpu_launch(void (*entry)(const void *params), const void *params, unsigned blocks, unsigned x, unsigned y)
{
    gpu_entry = entry;
    gpu_params = params;
    gridDim = (gpu_dim){blocks, 1, 1};
    blockDim = (gpu_dim){x, y, 1};
    gpu_count = x * y;
    for (blockIdx.x = 0; blockIdx.x < blocks; blockIdx.x++) gpu_block();
}
