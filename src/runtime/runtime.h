/* Runtime: buffers, memory pool, kernel cache, devices, plans, evaluation.
 *
 * Shared by all threads and locked finely; no lock is held while a compiler runs or a kernel executes.
 * A buffer is reference-counted atomically and may be read by any thread; a graph is one thread's. */
#ifndef SNI_RUNTIME_H
#define SNI_RUNTIME_H

#include <stdatomic.h>

#include "codegen/kernel.h"

typedef struct sni_device sni_device;

/* ---- lanes (lane.c) ----------------------------------------------------------------------------------
 * A lane is a queue of a device, a CUDA stream: work of one lane runs in order, lanes run side by side.  A device has at
 * most 64; lane 0 is its own and always there.  Each thread has a current lane, 0 unless sn_stream_use chose another.
 * A set of lanes is 64 bits.  The host device has no lanes: its work is done when a call returns.
 *
 * A buffer knows which lanes wrote it and which used it.  The rule that keeps lanes from racing:
 *   before a lane reads a buffer it follows the writers; before it writes to memory, or takes over memory that was
 *   freed, it follows all users.  To follow is to wait on the device; the host goes on. */
#define SNI_LANES 64
typedef struct sni_lane { uint32_t number, generation; } sni_lane; /* a lane that was closed is told by its generation */
typedef struct sni_current {     /* of a thread */
    sni_device *device;          /* NULL: as the options say */
    sni_device *lane_of;         /* whose `lane` is; NULL: lane 0 of every device */
    sni_lane lane;
} sni_current;
extern SNI_THREAD_LOCAL sni_current sni_current_own;
static inline unsigned sni_lane_of(const sni_device *d)        /* the thread's lane on d */
{
    return sni_current_own.lane_of == d ? sni_current_own.lane.number : 0;
}

/* ---- buffers (buffer.c) ---------------------------------------------------------------------------
 * What a LEAF's storage points to.  Memory of a device (on the host from the pool: 64-byte aligned, sizes rounded
 * up to a multiple of 64 so that a vector may be loaded whole), or a caller's with a deleter.  A value read on another
 * device gets a mirror there, which lives as long as the buffer: a value never changes, so neither does its copy. */
typedef struct sni_buffer {
    _Atomic uint32_t refs;
    uint8_t owned;               /* from the device */
    sni_device *device;
    void *data;                  /* an address of that device */
    size_t bytes;                /* asked for; the block may be larger */
    void (*deleter)(void *data, void *user);
    void *user;
    _Atomic(struct sni_buffer *) mirror; /* on other devices, chained */
    _Atomic uint64_t writers, users;     /* lanes of the device */
} sni_buffer;
sni_buffer *sni_buffer_new(sni_device *d, size_t bytes);       /* contents undefined, written by the thread's lane; NULL + ERR_MEMORY naming the size */
sni_buffer *sni_buffer_wrap(sni_device *d, void *data, size_t bytes, void (*deleter)(void *, void *), void *user);
/* Its data on d, copied there at first, to be read by the thread's lane (on the host: now).  NULL + message; any
 * address where there are no bytes. */
void *sni_buffer_on(sni_buffer *b, sni_device *d);
/* Before the thread's lane writes to its memory, which nobody else reads any more: other copies go. */
int sni_buffer_take(sni_buffer *b);
void sni_buffer_retain(sni_buffer *b);
void sni_buffer_release(sni_buffer *b);
/* A deleter may call anything of the library.  From hold to the let go that belongs to it those of this thread wait: it has
 * a lock or is in the middle of an evaluation.  They nest. */
void sni_deleters_hold(void);
void sni_deleters_let_go(void);

/* ---- memory pool (pool.c): size classes, thread caches, bounded waste, trim ------------------------- */
void *sni_pool_alloc(size_t bytes, const char *what);          /* 64-byte aligned, huge-page advised when large; NULL + ERR_MEMORY naming `what` */
void sni_pool_free(void *p, size_t bytes);                     /* bytes: as asked for */
void sni_pool_trim(void);                                      /* gives cached blocks back to the system */
typedef struct sni_pool_stats { uint64_t in_use, cached, peak, allocations, reused; } sni_pool_stats;
void sni_pool_get_stats(sni_pool_stats *out);
void sni_pool_reset_peak(void);

/* ---- kernel cache on disk (cache.c): backend-neutral ------------------------------------------------
 * Key: XXH3-128 of format version, backend, target, compiler identity, flags and the complete source.
 * Entry file <hex key>.snk: magic, version, key, sizes, source, payload, checksum; see cache.c. */
typedef struct sni_cache_key { sni_hash128 hash; const char *backend, *target, *compiler, *flags, *source; } sni_cache_key;
void sni_cache_key_init(sni_cache_key *k, const char *backend, const char *target, const char *compiler, const char *flags, const char *source);
/* Verified payload (malloc'd), or SN_ERR_NAME when absent or unusable (a miss; no message for a plain miss). */
int sni_cache_load(const sni_cache_key *k, void **payload, size_t *size);
int sni_cache_store(const sni_cache_key *k, const void *payload, size_t size);
int sni_cache_dir(char *out, size_t size);                     /* creates it 0700; ERR_IO with a reason */
typedef struct sni_cache_entry { char key[33]; char backend[16]; char target[32]; uint64_t bytes; int64_t last_use; bool valid; } sni_cache_entry;
int sni_cache_each(int (*visit)(const sni_cache_entry *e, void *user), void *user, bool verify);
int sni_cache_clear(uint64_t *removed);
int sni_cache_sweep(void);                                      /* to CACHE_MAX, oldest use first */

/* ---- devices (device.c) -------------------------------------------------------------------------------
 * A compiled kernel as a device sees it; created by `prepare`, shared by plans, kept in the device's
 * memory cache by source hash, alive until shutdown or sweep. */
typedef struct sni_program sni_program;

typedef struct sni_traits { const char *name; int capability, multiprocessors, driver; } sni_traits;
typedef struct sni_memory { uint64_t in_use, cached, peak, limit, allocations, reused, free, total; } sni_memory;

/* Lanes and events of a device, for the public calls about them.  An event is the device's own (a CUevent). */
typedef struct sni_queues {
    int (*open)(sni_device *d, sni_lane *out);                 /* ERR_MEMORY when all lanes are open */
    int (*close)(sni_device *d, sni_lane lane);                /* its work goes on; its number may be used again */
    int (*check)(sni_device *d, sni_lane lane);                /* ERR_HANDLE when it was closed */
    int (*wait)(sni_device *d, sni_lane lane);                 /* the host waits for its work so far */
    int (*done)(sni_device *d, sni_lane lane);                 /* 1: nothing is left to do; 0 */
    void *(*native)(sni_device *d, sni_lane lane);             /* a CUstream */
    int (*event_open)(sni_device *d, void **out);
    void (*event_close)(sni_device *d, void *event);
    int (*event_record)(sni_device *d, void *event, sni_lane lane);
    int (*event_follow)(sni_device *d, sni_lane lane, void *event); /* later work of the lane waits for it */
    int (*event_wait)(sni_device *d, void *event);             /* the host waits */
    int (*event_done)(sni_device *d, void *event);             /* 1, or 0: not yet */
    int (*event_elapsed)(sni_device *d, void *from, void *to, double *ms); /* both have been recorded and reached */
    int (*check_pointer)(sni_device *d, const void *p, size_t bytes); /* ERR_ARGUMENT when the device does not have all of it */
    int (*foreign_follow)(sni_device *d, void *stream);        /* the thread's lane waits for a caller's stream */
} sni_queues;

typedef struct sni_launch {          /* one run of one kernel */
    const sni_kernel *kernel;
    const sni_geometry *geometry;
    const int64_t *geo;              /* geometry flattened in the kernel's ABI order; made once per plan */
    void *const *ptr;                /* noperands pointers (INDEX: NULL) */
    const sni_scalar *scalars;
} sni_launch;

/* A launch of a kernel that a user has written in CUDA C. */
#define SNI_RAW_VALUES 32
typedef struct sni_raw {
    sni_hash128 identity;            /* of what was defined */
    const char *source, *name, *options; /* options: words between single spaces */
    uint32_t grid[3], block[3], shared;  /* shared: bytes */
    void *const *values;             /* each argument: where its value lies, and that value's bytes */
    const size_t *sizes;
    size_t count;
} sni_raw;

struct sni_device {
    const char *name;                /* "cpu", "cuda" */
    int ordinal;                     /* of a GPU */
    _Atomic bool lost;               /* every call is refused until the process restarts */
    const sni_limits *limits;
    int (*prepare)(sni_device *d, const sni_kernel *k, sni_program **out); /* emits, looks up, starts a compile; never blocks in async mode */
    int (*launch)(sni_device *d, sni_program *p, const sni_launch *l);
    void (*release)(sni_device *d, sni_program *p);            /* ends one `prepare` */
    int (*raw)(sni_device *d, const sni_raw *r);               /* compiled at its first launch; NULL: it runs none */
    int (*wait)(sni_device *d, double seconds);                /* for pending compiles; 1: some are left */
    void (*shutdown)(sni_device *d);
    /* Memory, as the device addresses it, for the thread's lane; what is freed may be given to another one, which then
     * follows the `lanes` that have used it. */
    void *(*alloc)(sni_device *d, size_t bytes, const char *what); /* NULL + ERR_MEMORY naming `what` */
    void (*free)(sni_device *d, void *p, size_t bytes, uint64_t lanes);
    void (*trim)(sni_device *d);                               /* gives cached memory back */
    int (*upload)(sni_device *d, void *to, const void *from, size_t bytes);   /* from the host; `from` is free on return */
    int (*download)(sni_device *d, void *to, const void *from, size_t bytes, bool wait); /* to the host; waiting for what makes it and the copy */
    int (*copy)(sni_device *d, void *to, const void *from, size_t bytes);     /* within the device */
    int (*synchronize)(sni_device *d);                         /* waits for all lanes; reports their failure */
    void (*traits)(sni_device *d, sni_traits *out);
    int (*libraries)(sni_device *d, char *out, size_t size);   /* those it uses, with versions; of a GPU alone */
    void (*memory)(sni_device *d, sni_memory *out);
    void (*limit)(sni_device *d, uint64_t bytes);              /* most bytes of memory held, cached blocks included; 0: none */
    void *(*pinned)(sni_device *d, void *p, size_t bytes);     /* p NULL: page-locked host memory, NULL + message; else frees p */
    int (*follow)(sni_device *d, uint64_t lanes);              /* the thread's lane waits for those; NULL: no lanes */
    const sni_queues *queues;
    void (*range)(sni_device *d, const char *name);            /* for profilers: a range of the thread begins, NULL: its last one ends; NULL: none is shown */
};
extern sni_device sni_cpu_device;               /* the host */
extern const sni_queues sni_host_queues;        /* its lanes; lane.c */
int sni_device_get(sni_device **out);           /* the thread's, else per the DEVICE option and what is there; ERR_DEVICE with the reason */
int sni_device_named(const char *name, sni_device **out); /* "cpu", "cuda", "cuda:1" */
const char *sni_cuda_absent_reason(void);       /* NULL when CUDA is usable; plugin.c */
#define SNI_GPUS 64
/* GPU `ordinal`, -1: that which CUDA_DEVICE names; ERR_DEVICE with the reason; plugin.c */
int sni_cuda_get(int ordinal, sni_device **out);
int sni_cuda_count(void);                       /* GPUs that the driver shows; 0 without it */
void sni_cuda_each(void (*visit)(sni_device *d)); /* those that were opened */
sni_hash128 sni_kernel_hash(const sni_kernel *k);            /* of everything that decides its code */
int sni_dump_source(const char *extension, const char *text); /* as the DUMP option says; named by the text's hash */

/* ---- what the system gives this process (system.c) ------------------------------------------------------ */
int sni_system_cpus(void);                       /* affinity and control group quota, when first asked */
uint64_t sni_system_memory_total(void);          /* bytes the machine or its group has */
uint64_t sni_system_memory(void);                /* bytes that can still be taken without swapping others out or being killed */

/* ---- statistics (stats.c): process-wide relaxed atomics, generated from stats.def ------------------------ */
typedef struct sni_stats {
#define SN_STAT(name, doc) _Atomic uint64_t name;
#include "runtime/stats.def"
#undef SN_STAT
} sni_stats;
extern sni_stats sni_counters;
void sni_stats_reset(void);
#define SNI_COUNT_ADD_IN(stats, field, n) atomic_fetch_add_explicit(&(stats)->field, (uint64_t)(n), memory_order_relaxed)
#define SNI_COUNT_ADD(field, n) SNI_COUNT_ADD_IN(&sni_counters, field, n)

/* ---- plans and evaluation (plan.c, exec.c) -------------------------------------------------------------------
 * plan: steps (program + slot bindings), buffer assignment with last uses; cached by signature + device + fusion;
 * bounded; reference-counted while running.  Results are always fresh memory or a dying temporary's, so how the
 * leaves' memory overlaps or is aligned decides nothing. */
void sni_set_fallback(bool cpu);                                        /* an evaluation for which a GPU's memory is too small runs on the host */
int sni_evaluate(sni_graph *g, sni_node *const *roots, size_t count);  /* every root becomes a LEAF (or a VIEW of one) */
int sni_wait_compiles(double seconds);                                  /* <0: without limit; SN_OK when none is pending */
void sni_runtime_shutdown(void);

/* ---- threads (parallel.c) ----------------------------------------------------------------------------------- */
int sni_threads(void);                                                   /* NUM_THREADS or what the process may use */
typedef void (*sni_range)(void *user, int thread, int64_t begin, int64_t end);
/* Runs [0, n) in pieces of `grain` (but the last); one piece runs on the caller alone, and starts no thread. */
void sni_parallel(int64_t n, int64_t grain, sni_range run, void *user);

#endif
