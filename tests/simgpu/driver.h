/* The Driver API's objects, and the order in which streams do their work.
 *
 * Work is put in queues and done when something waits for it (or, sometimes, asks).  What may be done next is the
 * head of any stream all of whose `waits` are met; which of them is drawn from the seed.  A wait is for a number
 * of operations of a stream to be done; it always names work that was queued before.  Rules of CUDA as waits:
 *
 *   cuStreamWaitEvent   for what the event's stream had been given when it was recorded
 *   legacy stream       for all earlier work of the context's blocking streams; their later work waits for it
 *
 * A fault of an operation is the context's error; what is queued behind is dropped, as after a fault of a GPU.
 * Handles stay in memory for a while after their end, so that one used then is seen. */
#ifndef SIM_DRIVER_H
#define SIM_DRIVER_H

#include "simgpu.h"

#pragma GCC visibility push(default)
#include <cuda.h>

/* What tests ask beyond the Driver API. */
typedef struct simgpu_balance { /* what is there now */
    size_t allocations, bytes, pinned, streams, events, modules, contexts;
} simgpu_balance;
void simgpu_get_balance(simgpu_balance *b);
/* Calls that SINTER_SIMGPU_FAIL may name ("alloc") are counted anew; how many there were since. */
void simgpu_count_failures(void);
unsigned long long simgpu_counted(const char *what);
/* Counts of the last launch that was run; sectors are counted from simgpu_count(1) on. */
void simgpu_count(int on);
void simgpu_counters(simgpu_counts *c);
const char *simgpu_last_report(void); /* of the log */
int simgpu_form_known(const char *form);
void simgpu_reseed(unsigned long long seed);
#pragma GCC visibility pop

enum { SIM_DEVICES = 16 };

typedef struct sim_wait {
    struct CUstream_st *stream;
    u64 done;
} sim_wait;

typedef enum sim_work_kind { SIM_LAUNCH, SIM_COPY, SIM_SET, SIM_RECORD, SIM_HOST, SIM_READY_MEMORY, SIM_FREE_MEMORY, SIM_NOTHING } sim_work_kind;

typedef struct sim_work {
    struct sim_work *next;
    sim_work_kind kind;
    sim_wait *waits;
    size_t nwaits;
    sim_launch launch;
    u64 to, from, bytes;   /* COPY; SET: `from` is the value, `width` its bytes; FREE_MEMORY, READY_MEMORY: `to` */
    u32 width;
    void *staged;          /* COPY: what pageable memory held when it was called */
    CUevent event;
    CUhostFn call;
    CUstreamCallback callback;
    void *data;
} sim_work;

struct CUstream_st {
    struct sim_context *context;
    struct CUstream_st *next; /* of all streams */
    sim_work *head, **tail;
    u64 given, done;
    sim_wait *pending;     /* of events, for the next work */
    size_t npending;
    unsigned flags;
    int priority;
    bool dead, implicit;   /* implicit: a default stream */
};

struct CUevent_st {
    struct sim_context *context;
    struct CUevent_st *next; /* of those that have ended */
    unsigned flags;
    bool recorded;
    u32 pending;           /* records that are queued */
    sim_wait at;
    double time;           /* ms; of the last record that was run */
};

typedef struct sim_context { /* the primary one of a device */
    sim_device device;
    int retained;
    unsigned flags;
    CUresult error;        /* of a fault, until reset */
    CUstream legacy;
    sim_module *modules;
} sim_context;

/* handle.c: an address that is not there any more, or of another kind, is no handle */
typedef enum sim_handle_kind { SIM_IS_STREAM = 1, SIM_IS_EVENT, SIM_IS_MODULE, SIM_IS_FUNCTION } sim_handle_kind;
void sim_handle_add(const void *handle, sim_handle_kind kind);
bool sim_handle_is(const void *handle, sim_handle_kind kind);
void sim_handle_drop(const void *handle);

/* stream.c */
void sim_queue(CUstream s, sim_work *w);             /* takes the work over */
void sim_run_until(CUstream s, u64 done);
void sim_run_all(const sim_context *c);              /* NULL: of all contexts */
void sim_run_some(void);                             /* for who polls */
sim_work *sim_new_work(sim_work_kind kind);          /* NULL: no memory */
CUstream sim_new_stream(sim_context *c, unsigned flags, int priority, bool implicit);
CUstream sim_streams(void);
void sim_end_stream(CUstream s);                     /* when its work is done it is seen no more */
void sim_recorded(CUevent e);                        /* a record is no longer queued; driver_stream.c */
sim_context *sim_context_of(u64 device_address);     /* whose memory it is, NULL: nobody's */

/* driver_context.c */
CUresult sim_begin(const char *function, int *locked);
void sim_end(int *locked);
CUresult sim_current(sim_context **c);               /* its error, if it has one */
CUresult sim_stream(CUstream handle, CUstream *s);   /* of the current context for the default ones */
CUresult sim_error(CUresult error, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool sim_fails(const char *what);                    /* SINTER_SIMGPU_FAIL: this is the one */
sim_context *sim_context_at(int ordinal);
int sim_device_count(void);
u64 sim_architecture(void);                          /* 90 */
extern bool sim_counting;
extern simgpu_counts sim_last_counts;

/* driver_module.c */
void sim_drop_module(sim_module *m);

/* driver_memory.c */
bool sim_pinned(u64 address, u64 bytes);
size_t sim_pinned_count(void);
size_t sim_event_count(void);

#define SIM_BEGIN                                                                                            \
    int locked_ __attribute__((cleanup(sim_end))) = 0;                                                       \
    const CUresult begun_ = sim_begin(__func__, &locked_);                                                   \
    if (begun_ != CUDA_SUCCESS) return begun_
#define SIM_TRY(call)                                                                                        \
    do {                                                                                                     \
        const CUresult tried_ = (call);                                                                      \
        if (tried_ != CUDA_SUCCESS) return tried_;                                                           \
    } while (0)

#endif
