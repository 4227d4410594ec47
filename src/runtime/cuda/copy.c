/* Copies between the host and a GPU, and within one.
 *
 * Memory that is not page-locked goes through a few page-locked chunks: the host fills one while the device empties
 * another, and an upload returns when the last chunk is filled.  A chunk is one thread's while it is out of the
 * ring; back in it, its event says when the device has done with it.  Where no memory can be locked, the driver's own
 * way serves, which waits. */
#include <stdlib.h>
#include <string.h>

#include "runtime/cuda/cuda.h"

#define CHUNKS 4
#define CHUNK ((size_t)1 << 20)

typedef struct chunk {
    char *memory;
    CUevent done;
    bool out;
} chunk;

struct sni_cuda_staging {
    pthread_mutex_t lock;
    pthread_cond_t back;
    chunk chunks[CHUNKS];
    unsigned next;
};

/* ---- the ring: with the context current ------------------------------------------------------------------------------- */

static void free_chunks(sni_cuda_staging *s)
{
    for (int k = 0; k < CHUNKS; k++) {
        if (s->chunks[k].done) cuEventDestroy(s->chunks[k].done);
        if (s->chunks[k].memory) cuMemFreeHost(s->chunks[k].memory);
    }
    pthread_cond_destroy(&s->back);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static sni_cuda_staging *make_staging(void)
{
    sni_cuda_staging *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->back, NULL);
    CUresult r = CUDA_SUCCESS;
    for (int k = 0; k < CHUNKS && r == CUDA_SUCCESS; k++) {
        r = cuMemHostAlloc((void **)&s->chunks[k].memory, CHUNK, CU_MEMHOSTALLOC_PORTABLE);
        if (r == CUDA_SUCCESS) r = cuEventCreate(&s->chunks[k].done, CU_EVENT_DISABLE_TIMING);
    }
    if (r == CUDA_SUCCESS) return s;
    free_chunks(s);
    return NULL;
}

/* NULL: there is none, and the driver's way must do. */
static sni_cuda_staging *staging(sni_cuda *c)
{
    pthread_mutex_lock(&c->lanes_lock);
    if (!c->staging) c->staging = make_staging();
    sni_cuda_staging *s = c->staging;
    pthread_mutex_unlock(&c->lanes_lock);
    return s;
}

void sni_cuda_staging_close(sni_cuda *c)
{
    if (c->staging) free_chunks(c->staging);
    c->staging = NULL;
}

/* In turn, so that the one given out is the one that has been back longest.  NULL when all are out and `wait` is not set. */
static chunk *take_chunk(sni_cuda_staging *s, bool wait)
{
    chunk *found = NULL;
    pthread_mutex_lock(&s->lock);
    for (;;) {
        for (unsigned k = 0; k < CHUNKS && !found; k++) {
            chunk *at = &s->chunks[(s->next + k) % CHUNKS];
            if (!at->out) found = at;
        }
        if (found || !wait) break;
        pthread_cond_wait(&s->back, &s->lock);
    }
    if (found) {
        found->out = true;
        s->next = (unsigned)(found - s->chunks + 1) % CHUNKS;
    }
    pthread_mutex_unlock(&s->lock);
    return found;
}

static void put_chunk(sni_cuda_staging *s, chunk *k)
{
    pthread_mutex_lock(&s->lock);
    k->out = false;
    pthread_cond_signal(&s->back);
    pthread_mutex_unlock(&s->lock);
}

/* ---- to the device ---------------------------------------------------------------------------------------------------- */

static CUresult upload_chunk(sni_cuda *c, chunk *k, CUdeviceptr to, const char *from, size_t bytes)
{
    CUresult r = cuEventSynchronize(k->done); /* what was in it before has left */
    if (r != CUDA_SUCCESS) return r;
    memcpy(k->memory, from, bytes);
    r = cuMemcpyHtoDAsync(to, k->memory, bytes, sni_cuda_stream(c));
    return r == CUDA_SUCCESS ? cuEventRecord(k->done, sni_cuda_stream(c)) : r;
}

static CUresult upload(sni_cuda *c, CUdeviceptr to, const char *from, size_t bytes)
{
    sni_cuda_staging *s = staging(c);
    CUresult r = CUDA_SUCCESS;
    if (!s) {
        r = cuMemcpyHtoDAsync(to, from, bytes, sni_cuda_stream(c));
        return r == CUDA_SUCCESS ? cuStreamSynchronize(sni_cuda_stream(c)) : r;
    }
    for (size_t at = 0; at < bytes && r == CUDA_SUCCESS; at += CHUNK) {
        chunk *k = take_chunk(s, true);
        r = upload_chunk(c, k, to + at, from + at, bytes - at < CHUNK ? bytes - at : CHUNK);
        put_chunk(s, k);
    }
    return r;
}

int sni_cuda_upload(sni_device *d, void *to, const void *from, size_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    if (bytes == 0) return SN_OK;
    SNI_TRY(sni_cuda_begin(c));
    CUresult r = upload(c, (CUdeviceptr)(uintptr_t)to, from, bytes);
    sni_cuda_issued(c);
    return sni_cuda_end(c, r, "copy an array to the device");
}

/* ---- to the host ------------------------------------------------------------------------------------------------------- */

typedef struct piece {
    chunk *chunk;
    size_t at, bytes;
} piece;

static CUresult start_piece(sni_cuda *c, piece *p, CUdeviceptr from)
{
    CUresult r = cuEventSynchronize(p->chunk->done);
    if (r == CUDA_SUCCESS)
        r = cuMemcpyDtoHAsync(p->chunk->memory, from + p->at, p->bytes, sni_cuda_stream(c));
    return r == CUDA_SUCCESS ? cuEventRecord(p->chunk->done, sni_cuda_stream(c)) : r;
}

static CUresult end_piece(sni_cuda_staging *s, piece *p, char *to)
{
    CUresult r = cuEventSynchronize(p->chunk->done);
    if (r == CUDA_SUCCESS) memcpy(to + p->at, p->chunk->memory, p->bytes);
    put_chunk(s, p->chunk);
    return r;
}

/* Two pieces under way: the device fills one while the host empties the other. */
static CUresult download(sni_cuda *c, sni_cuda_staging *s, char *to, CUdeviceptr from, size_t bytes)
{
    piece under_way[2];
    size_t started = 0, ended = 0, at = 0;
    CUresult r = CUDA_SUCCESS;
    while ((at < bytes && r == CUDA_SUCCESS) || ended < started) {
        chunk *k = NULL;
        if (r == CUDA_SUCCESS && at < bytes && started - ended < 2) k = take_chunk(s, started == ended);
        if (k) {
            piece *p = &under_way[started++ % 2];
            *p = (piece){k, at, bytes - at < CHUNK ? bytes - at : CHUNK};
            at += p->bytes;
            r = start_piece(c, p, from);
            continue;
        }
        CUresult last = end_piece(s, &under_way[ended++ % 2], to);
        if (r == CUDA_SUCCESS) r = last;
    }
    return r;
}

static CUresult download_straight(sni_cuda *c, void *to, CUdeviceptr from, size_t bytes, bool wait)
{
    CUresult r = cuMemcpyDtoHAsync(to, from, bytes, sni_cuda_stream(c));
    return r == CUDA_SUCCESS && wait ? cuStreamSynchronize(sni_cuda_stream(c)) : r;
}

int sni_cuda_download(sni_device *d, void *to, const void *from, size_t bytes, bool wait)
{
    sni_cuda *c = (sni_cuda *)d;
    CUdeviceptr at = (CUdeviceptr)(uintptr_t)from;
    if (bytes == 0) return SN_OK;
    SNI_TRY(sni_cuda_begin(c));
    sni_cuda_staging *s = wait ? staging(c) : NULL;
    CUresult r = s ? download(c, s, to, at, bytes) : download_straight(c, to, at, bytes, wait);
    sni_cuda_issued(c);
    return sni_cuda_end(c, r, "copy an array from the device");
}

/* ---- within the device --------------------------------------------------------------------------------------------------- */

int sni_cuda_copy(sni_device *d, void *to, const void *from, size_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    if (bytes == 0) return SN_OK;
    SNI_TRY(sni_cuda_begin(c));
    CUresult r = cuMemcpyDtoDAsync((CUdeviceptr)(uintptr_t)to, (CUdeviceptr)(uintptr_t)from, bytes,
                                   sni_cuda_stream(c));
    sni_cuda_issued(c);
    return sni_cuda_end(c, r, "copy an array");
}
