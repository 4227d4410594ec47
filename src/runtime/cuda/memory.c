/* Device memory: free lists of size classes over cuMemAlloc.
 *
 * Eight classes between neighbouring powers of two, as the pool of host memory has them.  The limit and the statistics
 * count whole blocks: what the device really gives up. */
#include "runtime/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>

#define ALIGN ((size_t)256)
#define FIRST_BIT 8 /* blocks of 2^8 bytes and more */
#define TOP_BIT 46
#define CLASSES ((size_t)(TOP_BIT - FIRST_BIT) * 8 + 1)

#define SOUGHT 16 /* blocks looked at for one that no other lane used */

typedef struct block {
    CUdeviceptr at;
    uint64_t lanes; /* that have used it */
    struct block *next;
} block;

struct sni_cuda_pool {
    pthread_mutex_t lock;
    block *classes[CLASSES];                            /* free blocks of each class, the last freed first */
    uint64_t in_use, cached, peak, allocations, reused; /* bytes of blocks; counts */
    uint64_t limit;                                     /* of in_use + cached; 0: none */
};

/* ---- size classes -------------------------------------------------------------------------------------------- */

/* 0: one alignment unit; then eight steps from each power of two to the next. */
static size_t class_of(size_t bytes)
{
    if (bytes <= ALIGN) return 0;
    unsigned bit = 63 - (unsigned)__builtin_clzll((unsigned long long)bytes - 1);
    size_t step = (size_t)1 << (bit - 3);
    return (bit - FIRST_BIT) * 8 + (bytes - ((size_t)1 << bit) + step - 1) / step;
}

static size_t block_size(size_t class)
{
    if (class == 0) return ALIGN;
    size_t bit = FIRST_BIT + (class - 1) / 8, steps = (class - 1) % 8 + 1;
    size_t size = ((size_t)1 << bit) + steps * ((size_t)1 << (bit - 3));
    return (size + ALIGN - 1) / ALIGN * ALIGN;
}

/* ---- accounts: with the lock held ------------------------------------------------------------------------------- */

static void add_use(sni_cuda_pool *p, size_t class)
{
    p->in_use += block_size(class);
    if (p->in_use > p->peak) p->peak = p->in_use;
    p->allocations++;
}

static bool passes_limit(const sni_cuda_pool *p, size_t class)
{
    return p->limit && p->in_use + p->cached + block_size(class) > p->limit;
}

/* ---- cached blocks ------------------------------------------------------------------------------------------------ */

/* The link to the block that a lane should take: one that it alone has used, else the one freed last. */
static block **find_block(sni_cuda_pool *p, size_t class, uint64_t lane)
{
    block **at = &p->classes[class];
    for (int k = 0; k < SOUGHT && *at; k++, at = &(*at)->next)
        if (!((*at)->lanes & ~lane)) return at;
    return &p->classes[class];
}

static block *take_cached(sni_cuda_pool *p, size_t class, uint64_t lane)
{
    pthread_mutex_lock(&p->lock);
    block **link = find_block(p, class, lane), *b = *link;
    if (b) {
        *link = b->next;
        p->cached -= block_size(class);
        p->reused++;
        add_use(p, class);
    }
    pthread_mutex_unlock(&p->lock);
    return b;
}

static void put_cached(sni_cuda_pool *p, size_t class, block *b)
{
    pthread_mutex_lock(&p->lock);
    b->next = p->classes[class];
    p->classes[class] = b;
    p->cached += block_size(class);
    p->in_use -= block_size(class);
    pthread_mutex_unlock(&p->lock);
}

static block *take_all(sni_cuda_pool *p)
{
    block *all = NULL;
    pthread_mutex_lock(&p->lock);
    for (size_t c = 0; c < CLASSES; c++) {
        for (block *b = p->classes[c], *next; b; b = next) {
            next = b->next;
            b->next = all;
            all = b;
        }
        p->classes[c] = NULL;
    }
    p->cached = 0;
    pthread_mutex_unlock(&p->lock);
    return all;
}

/* With the context current.  Launches still running may use what is given back: cuMemFree waits for them. */
static void trim(sni_cuda_pool *p)
{
    for (block *b = take_all(p), *next; b; b = next) {
        next = b->next;
        cuMemFree(b->at);
        free(b);
    }
}

/* ---- fresh blocks --------------------------------------------------------------------------------------------------- */

/* Counts the block as in use, if the limit lets it. */
static bool reserve(sni_cuda_pool *p, size_t class)
{
    pthread_mutex_lock(&p->lock);
    bool fits = !passes_limit(p, class);
    if (fits) add_use(p, class);
    pthread_mutex_unlock(&p->lock);
    return fits;
}

static void unreserve(sni_cuda_pool *p, size_t class)
{
    pthread_mutex_lock(&p->lock);
    p->in_use -= block_size(class);
    p->allocations--;
    pthread_mutex_unlock(&p->lock);
}

static CUresult try_fresh(sni_cuda_pool *p, size_t class, CUdeviceptr *at)
{
    if (!reserve(p, class)) return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult r = cuMemAlloc(at, block_size(class));
    if (r != CUDA_SUCCESS) unreserve(p, class);
    return r;
}

/* With the context current. */
static CUresult take_fresh(sni_cuda *c, size_t class, CUdeviceptr *at)
{
    CUresult r = try_fresh(c->pool, class, at);
    if (r != CUDA_ERROR_OUT_OF_MEMORY) return r;
    trim(c->pool);
    r = cuCtxSynchronize(); /* what other threads freed since is in the pool again */
    if (r != CUDA_SUCCESS) return r;
    trim(c->pool);
    return try_fresh(c->pool, class, at);
}

static void refuse(sni_cuda *c, CUresult r, size_t bytes, const char *what)
{
    size_t left = 0, total = 0;
    sni_memory m;
    sni_cuda_memory(&c->base, &m);
    if (r == CUDA_ERROR_OUT_OF_MEMORY && m.limit && m.in_use + bytes > m.limit)
        sni_cuda_fail(
            SN_ERR_MEMORY,
            "cuda:%d: out of memory: %zu bytes for %s, with %llu in use and the pool's limit at %llu",
            c->ordinal, bytes, what, (unsigned long long)m.in_use, (unsigned long long)m.limit);
    else if (r != CUDA_ERROR_OUT_OF_MEMORY || cuMemGetInfo(&left, &total) != CUDA_SUCCESS)
        sni_cuda_check(c, r, "allocate memory");
    else
        sni_cuda_fail(SN_ERR_MEMORY,
                      "cuda:%d: out of memory: %zu bytes for %s; %zu of %zu are free, arrays hold %llu",
                      c->ordinal, bytes, what, left, total, (unsigned long long)m.in_use);
}

static void *fresh(sni_cuda *c, size_t class, size_t bytes, const char *what)
{
    CUdeviceptr at = 0;
    if (sni_cuda_enter(c) < 0) return NULL;
    CUresult r = take_fresh(c, class, &at);
    if (r != CUDA_SUCCESS) refuse(c, r, bytes, what);
    sni_cuda_leave();
    return (void *)(uintptr_t)at;
}

/* ---- taking and giving ---------------------------------------------------------------------------------------------- */

void *sni_cuda_alloc(sni_device *d, size_t bytes, const char *what)
{
    sni_cuda *c = (sni_cuda *)d;
    if (bytes > (size_t)1 << TOP_BIT) {
        sni_core->fail_memory(bytes, what);
        return NULL;
    }
    size_t class = class_of(bytes);
    block *b = take_cached(c->pool, class, UINT64_C(1) << sni_core->lane(d).number);
    if (!b) return fresh(c, class, bytes, what);
    if (sni_cuda_follow(d, b->lanes) < 0) {
        put_cached(c->pool, class, b);
        return NULL;
    }
    void *at = (void *)(uintptr_t)b->at;
    free(b);
    return at;
}

void sni_cuda_free(sni_device *d, void *p, size_t bytes, uint64_t lanes)
{
    sni_cuda *c = (sni_cuda *)d;
    size_t class = class_of(bytes);
    block *b = malloc(sizeof *b);
    if (b) {
        *b = (block){(CUdeviceptr)(uintptr_t)p, lanes, NULL};
        put_cached(c->pool, class, b);
        return;
    }
    unreserve(c->pool, class);
    if (sni_cuda_enter(c) < 0) return; /* with a lost GPU its memory is gone too */
    cuMemFree((CUdeviceptr)(uintptr_t)p);
    sni_cuda_leave();
}

void sni_cuda_trim(sni_device *d)
{
    sni_cuda *c = (sni_cuda *)d;
    if (sni_cuda_enter(c) < 0) {
        sni_core->error_clear();
        return;
    }
    trim(c->pool);
    sni_cuda_leave();
}

void sni_cuda_memory(sni_device *d, sni_memory *out)
{
    sni_cuda *c = (sni_cuda *)d;
    size_t left = 0, total = 0;
    if (sni_cuda_enter(c) < 0) {
        sni_core->error_clear();
    } else {
        if (cuMemGetInfo(&left, &total) != CUDA_SUCCESS) left = total = 0;
        sni_cuda_leave();
    }
    const sni_cuda_pool *p = c->pool;
    pthread_mutex_lock(&c->pool->lock);
    *out = (sni_memory){p->in_use, p->cached, p->peak, p->limit, p->allocations, p->reused, left, total};
    pthread_mutex_unlock(&c->pool->lock);
}

void sni_cuda_limit(sni_device *d, uint64_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    pthread_mutex_lock(&c->pool->lock);
    c->pool->limit = bytes;
    bool past = bytes && c->pool->in_use + c->pool->cached > bytes;
    pthread_mutex_unlock(&c->pool->lock);
    if (past) sni_cuda_trim(d);
}

static void *alloc_pinned(sni_cuda *c, size_t bytes)
{
    void *out = NULL;
    if (bytes > (size_t)1 << TOP_BIT) {
        sni_core->fail_memory(bytes, "page-locked memory");
        return NULL;
    }
    if (sni_cuda_enter(c) < 0) return NULL;
    CUresult r = cuMemHostAlloc(&out, bytes ? bytes : 1, CU_MEMHOSTALLOC_PORTABLE);
    if (r == CUDA_SUCCESS) atomic_fetch_add(&c->lent, 1);
    return sni_cuda_end(c, r, "allocate page-locked memory") < 0 ? NULL : out;
}

void *sni_cuda_pinned(sni_device *d, void *p, size_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    if (!p) return alloc_pinned(c, bytes);
    atomic_fetch_sub(&c->lent, 1);
    if (sni_cuda_enter(c) < 0) return NULL;
    sni_cuda_end(c, cuMemFreeHost(p), "free page-locked memory");
    return NULL;
}

/* ---- the pool --------------------------------------------------------------------------------------------------------- */

int sni_cuda_pool_open(sni_cuda *c)
{
    c->pool = calloc(1, sizeof *c->pool);
    if (!c->pool) return sni_negative(sni_core->fail_memory(sizeof *c->pool, "a memory pool"));
    pthread_mutex_init(&c->pool->lock, NULL);
    return SN_OK;
}

void sni_cuda_pool_close(sni_cuda *c)
{
    if (!c->pool) return;
    pthread_mutex_destroy(&c->pool->lock);
    free(c->pool);
    c->pool = NULL;
}
