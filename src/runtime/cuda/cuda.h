/* The CUDA device: Driver API on the primary context, so that cuBLAS, cuFFT and a caller's own cudart code
 * share it.
 *
 * One sni_cuda a GPU.  All work of a GPU is issued to one stream, in the order in which threads issue it: a block of
 * memory freed by one launch may be given to the next at once, and what crosses threads needs no event.  Every entry
 * makes the context current and leaves the thread's context as it was.
 *
 * A failure that CUDA calls sticky loses the GPU: `lost` is set once, with the reason, and every later call is refused
 * with it, until the process restarts.  Arrays that have a copy on the host stay readable. */
#ifndef SNI_CUDA_H
#define SNI_CUDA_H

#include <cuda.h>
#include <pthread.h>

#include "runtime/plugin.h"

extern const sni_services *sni_core; /* set once, before anything else here runs */

typedef struct sni_cuda_pool sni_cuda_pool;

typedef struct sni_cuda {
    sni_device base;          /* first: a sni_device * of ours is a sni_cuda * */
    CUdevice device;
    CUcontext context;
    CUstream stream;
    int ordinal, multiprocessors, capability; /* 90: compute capability 9.0 */
    int driver;               /* 13000: of CUDA 13.0 */
    char name[256];
    uint64_t memory;          /* bytes the GPU has */
    sni_cuda_pool *pool;
    pthread_mutex_t lock;     /* programs and `lost` */
    sni_map programs;         /* by the kernel's identity */
    sni_program *oldest, *newest; /* in order of last preparation */
    _Atomic bool is_lost;
    char lost[256];
} sni_cuda;

/* ---- driver.c: failures, contexts ------------------------------------------------------------------------ */
int sni_cuda_fail(int status, const char *format, ...) SNI_PRINTF(2, 3);
/* SN_OK, or the status and message of what the driver refused to do: "cuda: cannot <what>: <why>". */
int sni_cuda_check(sni_cuda *c, CUresult result, const char *what);
int sni_cuda_enter(sni_cuda *c); /* context current; refused when the GPU is lost.  Pairs with sni_cuda_leave when SN_OK */
void sni_cuda_leave(void);

/* ---- memory.c: size classes over the driver's memory --------------------------------------------------------
 * A freed block stays in its class; blocks waste at most an eighth.  Work is ordered by the one stream, so a block
 * is free when its last launch was issued.  Out of memory: cached blocks go back, the stream is waited for, once more,
 * then an error that names the sizes. */
int sni_cuda_pool_open(sni_cuda *c);
void sni_cuda_pool_close(sni_cuda *c);
void *sni_cuda_alloc(sni_device *d, size_t bytes, const char *what); /* 256-byte aligned; NULL + message */
void sni_cuda_free(sni_device *d, void *p, size_t bytes);            /* bytes: as asked for */
void sni_cuda_trim(sni_device *d);
int sni_cuda_upload(sni_device *d, void *to, const void *from, size_t bytes);   /* `from` is free again on return */
int sni_cuda_download(sni_device *d, void *to, const void *from, size_t bytes); /* waits for what makes `from` */
int sni_cuda_copy(sni_device *d, void *to, const void *from, size_t bytes);     /* within the device */

/* ---- nvrtc.c: loaded at the first cache miss ------------------------------------------------------------------ */
typedef struct sni_cubin {    /* what a cache entry holds: two texts, each as CUDA wants it */
    void *image;              /* of `bytes`; malloc'd; the rest points into it */
    size_t bytes;
    const void *cubin;
    const char *ptx;
} sni_cubin;
const char *sni_nvrtc_identity(void);   /* "nvrtc 13.0", part of a key; NULL + message when it cannot be loaded */
int sni_nvrtc_compile(const char *source, int capability, sni_cubin *out); /* ERR_COMPILE with NVRTC's log */
int sni_cubin_open(void *image, size_t bytes, sni_cubin *out);             /* takes `image`; ERR_FORMAT when it is torn */
void sni_cubin_free(sni_cubin *c);

/* ---- program.c: kernels in memory, on disk, launched ------------------------------------------------------------- */
int sni_cuda_prepare(sni_device *d, const sni_kernel *k, sni_program **out);
int sni_cuda_run(sni_device *d, sni_program *p, const sni_launch *l);
void sni_cuda_release(sni_device *d, sni_program *p);
void sni_cuda_programs_close(sni_cuda *c);

#endif
