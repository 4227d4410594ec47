/* The CUDA device: Driver API on the primary context, so that cuBLAS, cuFFT and a caller's own cudart code
 * share it.
 *
 * One sni_cuda a GPU.  Every entry makes the context current and leaves the thread's context as it was.
 *
 * A failure that CUDA calls sticky loses the GPU: base.lost is set once, with the reason, and every later call is refused
 * with it, until the process restarts.  Arrays that have a copy on the host stay readable. */
#ifndef SNI_CUDA_H
#define SNI_CUDA_H

#include <cuda.h>
#include <pthread.h>

#include "runtime/plugin.h"

extern const sni_services *sni_core; /* set once, before anything else here runs */

/* A lane: a stream and how far the others have followed it.
 *
 * Its work is counted; `tail` was last recorded after `recorded` pieces of it.  Lane f has followed lane t up to
 * piece f.seen[t]: what t was given later must be waited for anew.  A closed lane has no stream, but a tail that
 * stands for all its work, and a new stream of its number begins by waiting for that. */
typedef struct sni_cuda_lane {
    CUstream stream;              /* NULL: closed */
    CUevent tail;                 /* NULL: never opened */
    uint32_t generation;
    uint64_t recorded;
    uint64_t seen[SNI_LANES];
} sni_cuda_lane;

typedef struct sni_cuda_pool sni_cuda_pool;
typedef struct sni_cuda_staging sni_cuda_staging;

typedef struct sni_cuda {
    sni_device base;              /* first: a sni_device * of ours is a sni_cuda * */
    CUdevice device;
    CUcontext context;
    int ordinal, multiprocessors, capability; /* 90: compute capability 9.0 */
    int driver;                   /* 13000: of CUDA 13.0 */
    char name[256];
    uint64_t memory;              /* bytes the GPU has */
    pthread_mutex_t lanes_lock;
    sni_cuda_lane lanes[SNI_LANES];
    _Atomic uint64_t issued[SNI_LANES]; /* pieces of work that each lane was given; only grows */
    sni_cuda_pool *pool;
    sni_cuda_staging *staging;
    pthread_mutex_t lock;         /* programs and `why_lost` */
    sni_map programs;             /* by the kernel's identity */
    sni_program *oldest, *newest; /* in order of last preparation */
    sni_map raws;                 /* users' kernels, by what was defined; under `lock` */
    struct sni_cuda_raw *raw_list;
    _Atomic bool is_open;
    _Atomic uint64_t lent;        /* events and page-locked blocks that callers have; the context stays for them */
    char why_lost[256];
} sni_cuda;

/* ---- device.c ------------------------------------------------------------------------------------------------ */
int sni_cuda_open(sni_cuda *c);  /* context, lane 0, pool; again after a shutdown */

/* ---- driver.c: failures, contexts ------------------------------------------------------------------------ */
int sni_cuda_fail(int status, const char *format, ...) SNI_PRINTF(2, 3);
/* SN_OK, or the status and message of what the driver refused to do: "cuda: cannot <what>: <why>". */
int sni_cuda_check(sni_cuda *c, CUresult result, const char *what);
int sni_cuda_enter(sni_cuda *c); /* context current; refused when the GPU is lost.  Pairs with sni_cuda_leave when SN_OK */
void sni_cuda_leave(void);
int sni_cuda_end(sni_cuda *c, CUresult result, const char *what); /* sni_cuda_check and sni_cuda_leave */

/* ---- lane.c: streams and events.  With the context current, but for sni_cuda_follow and the queues -------------------- */
extern const sni_queues sni_cuda_queues;
/* sni_cuda_enter for work of the calling thread's lane; ERR_HANDLE when that was closed. */
int sni_cuda_begin(sni_cuda *c);
CUstream sni_cuda_stream(sni_cuda *c);        /* of the calling thread's lane */
void sni_cuda_issued(sni_cuda *c);            /* the thread's lane was given a piece of work */
int sni_cuda_follow(sni_device *d, uint64_t lanes);
int sni_cuda_lanes_open(sni_cuda *c);         /* lane 0 */
void sni_cuda_lanes_close(sni_cuda *c);       /* all of them; nothing is left to do */

/* ---- memory.c: size classes over the driver's memory --------------------------------------------------------
 * A freed block stays in its class with the lanes that have used it; it goes to a lane that needs not wait if it can,
 * else the new owner's lane follows them.  Blocks waste at most an eighth.  Out of memory, or past the limit: cached
 * blocks go back, the lanes are waited for, once more, then an error that names the sizes. */
int sni_cuda_pool_open(sni_cuda *c);
void sni_cuda_pool_close(sni_cuda *c);
void *sni_cuda_alloc(sni_device *d, size_t bytes, const char *what); /* 256-byte aligned; NULL + message */
void sni_cuda_free(sni_device *d, void *p, size_t bytes, uint64_t lanes); /* bytes: as asked for */
void sni_cuda_trim(sni_device *d);
void sni_cuda_memory(sni_device *d, sni_memory *out);
void sni_cuda_limit(sni_device *d, uint64_t bytes);
void *sni_cuda_pinned(sni_device *d, void *p, size_t bytes);

/* ---- copy.c: through page-locked chunks, so that pageable memory neither holds up the host nor the queue ------------- */
void sni_cuda_staging_close(sni_cuda *c);
int sni_cuda_upload(sni_device *d, void *to, const void *from, size_t bytes);
int sni_cuda_download(sni_device *d, void *to, const void *from, size_t bytes, bool wait);
int sni_cuda_copy(sni_device *d, void *to, const void *from, size_t bytes);

/* ---- nvrtc.c: loaded at the first cache miss ------------------------------------------------------------------ */
typedef struct sni_cubin {        /* what a cache entry holds: two images, each as CUDA wants it */
    void *image;                  /* of `bytes`; malloc'd; the rest points into it */
    size_t bytes;
    const void *cubin;            /* NULL: PTX alone */
    const char *ptx;
} sni_cubin;
bool sni_nvrtc_loaded(void);
const char *sni_nvrtc_identity(void);   /* loads it: "nvrtc 13.0", part of a key; NULL + message when it cannot be */
/* target: sm_90, or compute_90 for PTX alone.  ERR_COMPILE with NVRTC's log. */
int sni_nvrtc_compile(const char *source, const char *target, const char *options, sni_cubin *out);
int sni_cubin_open(void *image, size_t bytes, sni_cubin *out);             /* takes `image`; ERR_FORMAT when it is torn */
void sni_cubin_free(sni_cubin *c);

/* ---- code.c: a source's code from disk, else from NVRTC, loaded; with the context current ----------------- */
/* options: words between single spaces.  ptx: malloc'd, for the caller; NULL: not wanted. */
int sni_cuda_module(sni_cuda *c, const char *source, const char *options, CUmodule *module, char **ptx);
#define SNI_CUDA_OPTIONS "--fmad=false" /* of kernels that are generated */

/* ---- raw.c: kernels of users --------------------------------------------------------------------------------------- */
typedef struct sni_cuda_raw sni_cuda_raw;
int sni_cuda_run_raw(sni_device *d, const sni_raw *r);
void sni_cuda_raws_close(sni_cuda *c); /* with the context current */

/* ---- nvtx.c: ranges for profilers ----------------------------------------------------------------------------- */
void sni_cuda_range(sni_device *d, const char *name); /* a range of the thread begins; NULL: its last one ends; d: not used */

/* ---- program.c: kernels in memory, on disk, launched ------------------------------------------------------------- */
int sni_cuda_prepare(sni_device *d, const sni_kernel *k, sni_program **out);
int sni_cuda_run(sni_device *d, sni_program *p, const sni_launch *l);
void sni_cuda_release(sni_device *d, sni_program *p);
void sni_cuda_programs_close(sni_cuda *c);

#endif
