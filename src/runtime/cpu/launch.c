/* Work of one launch, cut at places that change no bit, on as many threads as it is worth. */
#include "runtime/cpu/launch.h"

#include <pthread.h>
#include <stdlib.h>

#define WORTH ((int64_t)1 << 19)  /* additions that make a piece worth a thread: ten to twenty microseconds */
#define PIECES 4                  /* for each thread, so that a late one holds little up */
#define LINE 64                   /* elements: pieces end on a cache line in every dtype, so no two threads write one */
#define CHUNK 1024                /* of a split reduction */
#define SCRATCH_ALIGN ((size_t)64)

/* ---- cost ------------------------------------------------------------------------------------------------ */

static int64_t instruction_cost(const sni_kinstr *i)
{
    switch ((sni_kop)i->op) {
    case SNI_K_LOAD:
    case SNI_K_STORE:
        return 1 + sni_dtypes[i->dtype].bytes / 2; /* memory is slower than arithmetic */
    case SNI_K_ELEMENT:
        return sni_ops[i->code].cost;
    case SNI_K_SCALAR:
        return 0;
    default:
        return 1;
    }
}

sni_cost sni_cost_of(const sni_kernel *k)
{
    sni_cost c = {1, 0};
    for (int32_t i = 0; i < k->ninstrs; i++) {
        if (k->instrs[i].level == SNI_X) c.kept += instruction_cost(&k->instrs[i]);
        if (k->instrs[i].level == SNI_XR) c.reduced += instruction_cost(&k->instrs[i]);
    }
    return c;
}

/* Even pieces of n units, each worth a thread and a multiple of `multiple`. */
static int64_t grain(int64_t n, int64_t unit_cost, int64_t multiple)
{
    int64_t cost, most = (int64_t)sni_threads() * PIECES;
    if (sni_mul_overflow(n, unit_cost, &cost)) cost = INT64_MAX;
    int64_t pieces = cost / WORTH < most ? cost / WORTH : most;
    if (pieces <= 1) return n;
    int64_t units = n / pieces + (n % pieces != 0);
    return (units + multiple - 1) / multiple * multiple;
}

static int64_t kept_cost(const sni_launch *l, sni_cost c)
{
    int64_t reduced;
    if (sni_mul_overflow(c.reduced, l->geometry->nr, &reduced) || sni_add_overflow(reduced, c.kept, &reduced))
        return INT64_MAX;
    return l->kernel->nr ? reduced : c.kept;
}

/* ---- scratch: one block a thread, which grows and stays ------------------------------------------------- */

typedef struct thread_scratch { size_t size; void *data; } thread_scratch;

static SNI_THREAD_LOCAL thread_scratch scratch;
static pthread_key_t scratch_key;

static void free_scratch(void *data)
{
    free(data);
}

static void make_key(void)
{
    pthread_key_create(&scratch_key, free_scratch);
}

static void *scratch_of(size_t size)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (SNI_LIKELY(size <= scratch.size)) return scratch.data;
    pthread_once(&once, make_key);
    size_t room = size > SIZE_MAX - SCRATCH_ALIGN ? 0 : (size + SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN;
    void *data = room ? aligned_alloc(SCRATCH_ALIGN, room) : NULL;
    if (!data) {
        sni_fail_memory(size, "a kernel's scratch");
        return NULL;
    }
    free(scratch.data);
    scratch = (thread_scratch){room, data};
    pthread_setspecific(scratch_key, data);
    return data;
}

/* ---- jobs -------------------------------------------------------------------------------------------------- */

typedef struct launch_job {
    const sni_launch *l;
    sni_kernel_fn function;
    size_t scratch_size;
    void *shared;           /* scratch of all threads together, or NULL */
    _Atomic int status;
} launch_job;

/* Another thread's message is not the caller's: what went wrong here can only be memory. */
static int job_status(launch_job *job)
{
    if (atomic_load_explicit(&job->status, memory_order_relaxed) == SN_OK) return SN_OK;
    return sni_fail_memory(job->scratch_size, "a kernel's scratch");
}

static void object_piece(void *user, int thread, int64_t begin, int64_t end)
{
    launch_job *job = user;
    (void)thread;
    void *s = job->shared ? job->shared : scratch_of(job->scratch_size);
    if (SNI_LIKELY(s || job->scratch_size == 0))
        job->function(job->l->ptr, job->l->geo, job->l->scalars, s, begin, end);
    else
        atomic_store_explicit(&job->status, SN_ERR_MEMORY, memory_order_relaxed);
}

static void interpreted_piece(void *user, int thread, int64_t begin, int64_t end)
{
    launch_job *job = user;
    const sni_launch *l = job->l;
    (void)thread;
    void *s = scratch_of(job->scratch_size);
    int status = s || job->scratch_size == 0 ? sni_interp_run(l->kernel, l->geometry, l->ptr, l->scalars, s, begin, end) : SN_ERR_MEMORY;
    if (status < 0) atomic_store_explicit(&job->status, status, memory_order_relaxed);
}

int sni_run_interpreted(const sni_launch *l, sni_cost cost)
{
    launch_job job = {.l = l, .scratch_size = sni_interp_scratch(l->kernel, l->geometry)};
    if (job.scratch_size == SIZE_MAX) return sni_error_status(); /* which said why */
    sni_parallel(l->geometry->nx, grain(l->geometry->nx, kept_cost(l, cost), LINE), interpreted_piece, &job);
    return job_status(&job);
}

/* ---- compiled ------------------------------------------------------------------------------------------------ */

/* Each unit is a chunk of all rows; then their parts are joined: the same tree whoever computed which. */
static int run_split(const sni_object *o, launch_job *job, sni_cost cost)
{
    const sni_launch *l = job->l;
    int64_t chunks = l->geometry->nr / CHUNK + (l->geometry->nr % CHUNK != 0), chunk_cost;
    if (sni_mul_overflow(cost.reduced * CHUNK, l->geometry->nx, &chunk_cost)) chunk_cost = INT64_MAX;
    job->shared = sni_pool_alloc(job->scratch_size, "partial results of a reduction");
    if (!job->shared) return SN_ERR_MEMORY;
    sni_parallel(chunks, grain(chunks, chunk_cost, 1), object_piece, job);
    job->function = o->finish;
    sni_parallel(l->geometry->nx, grain(l->geometry->nx, cost.kept + chunks, LINE), object_piece, job);
    sni_pool_free(job->shared, job->scratch_size);
    return SN_OK;
}

int sni_run_object(const sni_object *o, const sni_launch *l, sni_cost cost)
{
    const sni_kernel *k = l->kernel;
    launch_job job = {.l = l, .function = o->kernel, .scratch_size = sni_kernel_scratch(k, l->geometry)};
    if (k->pattern >= SNI_PATTERN_SPLIT_ROWS) return run_split(o, &job, cost);
    int64_t multiple = k->pattern == SNI_PATTERN_ROWS ? 1 : LINE;
    sni_parallel(l->geometry->nx, grain(l->geometry->nx, kept_cost(l, cost), multiple), object_piece, &job);
    return job_status(&job);
}
