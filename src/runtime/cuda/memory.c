/* Device memory: free lists of size classes over cuMemAlloc, and copies.
 *
 * Eight classes between neighbouring powers of two, as the pool of host memory has them.  From 2 MiB on blocks are
 * multiples of the driver's own granularity.  The limit and the statistics count bytes asked for. */
#include "runtime/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>

#define ALIGN ((size_t)256)
#define FIRST_BIT 8 /* blocks of 2^8 bytes and more */
#define TOP_BIT 46
#define CLASSES ((size_t)(TOP_BIT - FIRST_BIT) * 8 + 1)

typedef struct block {
    CUdeviceptr at;
    struct block *next;
} block;

struct sni_cuda_pool {
    pthread_mutex_t lock;
    block *classes[CLASSES]; /* free blocks of each class */
    uint64_t in_use, cached; /* bytes of blocks */
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

/* ---- blocks -------------------------------------------------------------------------------------------------- */

static CUdeviceptr take_cached(sni_cuda_pool *p, size_t class)
{
    pthread_mutex_lock(&p->lock);
    block *b = p->classes[class];
    CUdeviceptr at = 0;
    if (b) {
        p->classes[class] = b->next;
        p->cached -= block_size(class);
        p->in_use += block_size(class);
        at = b->at;
    }
    pthread_mutex_unlock(&p->lock);
    free(b);
    return at;
}

/* With the context current.  Launches still running may use what is given back: cuMemFree waits for them. */
static void trim(sni_cuda_pool *p)
{
    block *all = NULL;
    pthread_mutex_lock(&p->lock);
    for (size_t c = 0; c < CLASSES; c++) {
        for (block *b = p->classes[c], *next; b; b = next) {
            next = b->next;
            b->next = all;
            all = b;
            p->cached -= block_size(c);
        }
        p->classes[c] = NULL;
    }
    pthread_mutex_unlock(&p->lock);
    for (block *b = all, *next; b; b = next) {
        next = b->next;
        cuMemFree(b->at);
        free(b);
    }
}

static CUresult take_fresh(sni_cuda *c, size_t class, CUdeviceptr *at)
{
    CUresult r = cuMemAlloc(at, block_size(class));
    if (r == CUDA_ERROR_OUT_OF_MEMORY) {
        trim(c->pool);
        cuStreamSynchronize(c->stream);
        r = cuMemAlloc(at, block_size(class));
    }
    if (r != CUDA_SUCCESS) return r;
    pthread_mutex_lock(&c->pool->lock);
    c->pool->in_use += block_size(class);
    pthread_mutex_unlock(&c->pool->lock);
    return r;
}

static void refuse(sni_cuda *c, CUresult r, size_t bytes, const char *what)
{
    size_t free_bytes = 0, total = 0;
    if (r != CUDA_ERROR_OUT_OF_MEMORY || cuMemGetInfo(&free_bytes, &total) != CUDA_SUCCESS)
        sni_cuda_check(c, r, "allocate memory");
    else
        sni_cuda_fail(SN_ERR_MEMORY,
                      "cuda:%d: out of memory: %zu bytes for %s; %zu of %zu are free, arrays hold %llu",
                      c->ordinal, bytes, what, free_bytes, total, (unsigned long long)c->pool->in_use);
}

void *sni_cuda_alloc(sni_device *d, size_t bytes, const char *what)
{
    sni_cuda *c = (sni_cuda *)d;
    if (bytes > (size_t)1 << TOP_BIT) {
        sni_core->fail_memory(bytes, what);
        return NULL;
    }
    size_t class = class_of(bytes);
    CUdeviceptr at = take_cached(c->pool, class);
    if (at) return (void *)(uintptr_t)at;
    if (sni_cuda_enter(c) < 0) return NULL;
    CUresult r = take_fresh(c, class, &at);
    if (r != CUDA_SUCCESS) refuse(c, r, bytes, what);
    sni_cuda_leave();
    return (void *)(uintptr_t)at;
}

void sni_cuda_free(sni_device *d, void *p, size_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    size_t class = class_of(bytes);
    block *b = malloc(sizeof *b);
    pthread_mutex_lock(&c->pool->lock);
    c->pool->in_use -= block_size(class);
    if (b) {
        *b = (block){(CUdeviceptr)(uintptr_t)p, c->pool->classes[class]};
        c->pool->classes[class] = b;
        c->pool->cached += block_size(class);
    }
    pthread_mutex_unlock(&c->pool->lock);
    if (b || sni_cuda_enter(c) < 0) return; /* with a lost GPU its memory is gone too */
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

/* ---- copies ---------------------------------------------------------------------------------------------------- */

static int end(sni_cuda *c, CUresult r, const char *what)
{
    int status = sni_cuda_check(c, r, what);
    sni_cuda_leave();
    return status;
}

/* From pageable memory: the driver has taken the bytes when the call and the wait for it return. */
int sni_cuda_upload(sni_device *d, void *to, const void *from, size_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    if (bytes == 0) return SN_OK;
    SNI_TRY(sni_cuda_enter(c));
    CUresult r = cuMemcpyHtoDAsync((CUdeviceptr)(uintptr_t)to, from, bytes, c->stream);
    if (r == CUDA_SUCCESS) r = cuStreamSynchronize(c->stream);
    return end(c, r, "copy an array to the device");
}

int sni_cuda_download(sni_device *d, void *to, const void *from, size_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    if (bytes == 0) return SN_OK;
    SNI_TRY(sni_cuda_enter(c));
    CUresult r = cuMemcpyDtoHAsync(to, (CUdeviceptr)(uintptr_t)from, bytes, c->stream);
    if (r == CUDA_SUCCESS) r = cuStreamSynchronize(c->stream);
    return end(c, r, "copy an array from the device");
}

int sni_cuda_copy(sni_device *d, void *to, const void *from, size_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    if (bytes == 0) return SN_OK;
    SNI_TRY(sni_cuda_enter(c));
    return end(c,
               cuMemcpyDtoDAsync((CUdeviceptr)(uintptr_t)to, (CUdeviceptr)(uintptr_t)from, bytes, c->stream),
               "copy an array");
}
