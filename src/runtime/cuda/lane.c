/* Lanes of a GPU: streams, what each has seen of the others, and events. */
#include <string.h>

#include "runtime/cuda/cuda.h"

static uint64_t bit(unsigned lane)
{
    return UINT64_C(1) << lane;
}

CUstream sni_cuda_stream(sni_cuda *c)
{
    return c->lanes[sni_core->lane(&c->base).number].stream;
}

void sni_cuda_issued(sni_cuda *c)
{
    atomic_fetch_add_explicit(&c->issued[sni_core->lane(&c->base).number], 1, memory_order_release);
}

/* With the lock held, or of the thread's own lane. */
static bool is_open(const sni_cuda *c, sni_lane lane)
{
    if (lane.number >= SNI_LANES || !c->lanes[lane.number].stream) return false;
    return lane.number == 0 || c->lanes[lane.number].generation == lane.generation;
}

static int refuse_stale(void)
{
    return sni_cuda_fail(SN_ERR_HANDLE, "stream handle is stale: it was destroyed");
}

/* Its work would go to CUDA's default stream, which nothing of ours waits for. */
int sni_cuda_begin(sni_cuda *c)
{
    SNI_TRY(sni_cuda_enter(c));
    if (SNI_LIKELY(is_open(c, sni_core->lane(&c->base)))) return SN_OK;
    sni_cuda_leave();
    return refuse_stale();
}

/* ---- following: with the lock held and the context current --------------------------------------------------------- */

/* So that the tail stands for all the lane's work. */
static CUresult record_tail(sni_cuda *c, unsigned number)
{
    sni_cuda_lane *lane = &c->lanes[number];
    uint64_t issued = atomic_load_explicit(&c->issued[number], memory_order_acquire);
    if (!lane->stream || lane->recorded >= issued) return CUDA_SUCCESS;
    CUresult r = cuEventRecord(lane->tail, lane->stream);
    if (r == CUDA_SUCCESS) lane->recorded = issued;
    return r;
}

static CUresult follow_one(sni_cuda *c, unsigned number, unsigned other)
{
    sni_cuda_lane *lane = &c->lanes[number], *ahead = &c->lanes[other];
    if (!ahead->tail) return CUDA_SUCCESS;
    if (lane->seen[other] >= atomic_load_explicit(&c->issued[other], memory_order_acquire))
        return CUDA_SUCCESS;
    CUresult r = record_tail(c, other);
    if (r == CUDA_SUCCESS) r = cuStreamWaitEvent(lane->stream, ahead->tail, CU_EVENT_WAIT_DEFAULT);
    if (r == CUDA_SUCCESS) lane->seen[other] = ahead->recorded;
    return r;
}

int sni_cuda_follow(sni_device *d, uint64_t lanes)
{
    sni_cuda *c = (sni_cuda *)d;
    unsigned own = sni_core->lane(d).number;
    CUresult r = CUDA_SUCCESS;
    lanes &= ~bit(own);
    if (!lanes) return SN_OK;
    SNI_TRY(sni_cuda_begin(c));
    pthread_mutex_lock(&c->lanes_lock);
    for (; lanes && r == CUDA_SUCCESS; lanes &= lanes - 1)
        r = follow_one(c, own, (unsigned)__builtin_ctzll(lanes));
    pthread_mutex_unlock(&c->lanes_lock);
    return sni_cuda_end(c, r, "make a stream wait for another");
}

/* ---- opening and closing -------------------------------------------------------------------------------------------- */

/* The new stream first waits for all that an earlier one of the number was given. */
static CUresult open_stream(sni_cuda *c, unsigned number)
{
    sni_cuda_lane *lane = &c->lanes[number];
    bool again = lane->tail != NULL;
    CUresult r = again ? CUDA_SUCCESS : cuEventCreate(&lane->tail, CU_EVENT_DISABLE_TIMING);
    if (r != CUDA_SUCCESS) return r;
    r = cuStreamCreate(&lane->stream, CU_STREAM_NON_BLOCKING);
    if (r == CUDA_SUCCESS && again) r = cuStreamWaitEvent(lane->stream, lane->tail, CU_EVENT_WAIT_DEFAULT);
    if (r != CUDA_SUCCESS && lane->stream) {
        cuStreamDestroy(lane->stream);
        lane->stream = NULL;
    }
    memset(lane->seen, 0, sizeof lane->seen);
    return r;
}

void sni_cuda_lanes_close(sni_cuda *c)
{
    pthread_mutex_lock(&c->lanes_lock);
    for (unsigned n = 0; n < SNI_LANES; n++) {
        sni_cuda_lane *lane = &c->lanes[n];
        if (lane->stream) cuStreamDestroy(lane->stream);
        if (lane->tail) cuEventDestroy(lane->tail);
        lane->stream = NULL;
        lane->tail = NULL;
    }
    pthread_mutex_unlock(&c->lanes_lock);
}

/* After a failure nothing is left: the context may end, and an event with it. */
int sni_cuda_lanes_open(sni_cuda *c)
{
    CUresult r = open_stream(c, 0);
    if (r != CUDA_SUCCESS) sni_cuda_lanes_close(c);
    return sni_cuda_check(c, r, "create a stream");
}

/* With the lock held. */
static unsigned free_number(const sni_cuda *c)
{
    unsigned n = 1;
    while (n < SNI_LANES && c->lanes[n].stream) n++;
    return n;
}

static int open_lane(sni_device *d, sni_lane *out)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(sni_cuda_enter(c));
    pthread_mutex_lock(&c->lanes_lock);
    unsigned n = free_number(c);
    CUresult r = n < SNI_LANES ? open_stream(c, n) : CUDA_SUCCESS;
    if (n < SNI_LANES && r == CUDA_SUCCESS) *out = (sni_lane){n, ++c->lanes[n].generation};
    pthread_mutex_unlock(&c->lanes_lock);
    int status = sni_cuda_end(c, r, "create a stream");
    if (status == SN_OK && n == SNI_LANES)
        return sni_cuda_fail(SN_ERR_MEMORY, "cuda:%d: %d streams are open: no more are there", c->ordinal,
                             SNI_LANES - 1);
    return status;
}

static int check_lane(sni_device *d, sni_lane lane)
{
    sni_cuda *c = (sni_cuda *)d;
    pthread_mutex_lock(&c->lanes_lock);
    bool open = is_open(c, lane);
    pthread_mutex_unlock(&c->lanes_lock);
    return open ? SN_OK : refuse_stale();
}

static int close_lane(sni_device *d, sni_lane lane)
{
    sni_cuda *c = (sni_cuda *)d;
    if (lane.number == 0) return sni_cuda_fail(SN_ERR_ARGUMENT, "the default stream cannot be destroyed");
    SNI_TRY(sni_cuda_enter(c));
    pthread_mutex_lock(&c->lanes_lock);
    bool open = is_open(c, lane);
    CUresult r = open ? record_tail(c, lane.number) : CUDA_SUCCESS;
    if (open && r == CUDA_SUCCESS) {
        r = cuStreamDestroy(c->lanes[lane.number].stream);
        c->lanes[lane.number].stream = NULL;
    }
    pthread_mutex_unlock(&c->lanes_lock);
    int status = sni_cuda_end(c, r, "destroy a stream");
    return status == SN_OK && !open ? refuse_stale() : status;
}

/* ---- waiting ---------------------------------------------------------------------------------------------------------- */

static int wait_lane(sni_device *d, sni_lane lane)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(check_lane(d, lane));
    SNI_TRY(sni_cuda_enter(c));
    SNI_COUNT_ADD_IN(sni_core->counters, syncs, 1);
    return sni_cuda_end(c, cuStreamSynchronize(c->lanes[lane.number].stream), "finish a stream's work");
}

/* What a query says: 1, 0, or a failure. */
static int answer(sni_cuda *c, CUresult r)
{
    int status = sni_cuda_end(c, r == CUDA_ERROR_NOT_READY ? CUDA_SUCCESS : r, "finish its work");
    return status < 0 ? status : r == CUDA_SUCCESS;
}

static int lane_is_done(sni_device *d, sni_lane lane)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(check_lane(d, lane));
    SNI_TRY(sni_cuda_enter(c));
    return answer(c, cuStreamQuery(c->lanes[lane.number].stream));
}

static void *native(sni_device *d, sni_lane lane)
{
    return ((sni_cuda *)d)->lanes[lane.number].stream;
}

/* ---- events ----------------------------------------------------------------------------------------------------------- */

static int open_event(sni_device *d, void **out)
{
    sni_cuda *c = (sni_cuda *)d;
    CUevent e = NULL;
    SNI_TRY(sni_cuda_enter(c));
    SNI_TRY(sni_cuda_end(c, cuEventCreate(&e, CU_EVENT_DEFAULT), "create an event"));
    atomic_fetch_add(&c->lent, 1);
    *out = e;
    return SN_OK;
}

static void close_event(sni_device *d, void *event)
{
    sni_cuda *c = (sni_cuda *)d;
    atomic_fetch_sub(&c->lent, 1);
    if (sni_cuda_enter(c) < 0) {
        sni_core->error_clear(); /* a lost GPU took it along */
        return;
    }
    cuEventDestroy(event);
    sni_cuda_leave();
}

static int record(sni_device *d, void *event, sni_lane lane)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(check_lane(d, lane));
    SNI_TRY(sni_cuda_enter(c));
    return sni_cuda_end(c, cuEventRecord(event, c->lanes[lane.number].stream), "record an event");
}

static int follow_event(sni_device *d, sni_lane lane, void *event)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(check_lane(d, lane));
    SNI_TRY(sni_cuda_enter(c));
    CUresult r = cuStreamWaitEvent(c->lanes[lane.number].stream, event, CU_EVENT_WAIT_DEFAULT);
    if (r == CUDA_SUCCESS) atomic_fetch_add_explicit(&c->issued[lane.number], 1, memory_order_release);
    return sni_cuda_end(c, r, "make a stream wait for an event");
}

static int wait_event(sni_device *d, void *event)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(sni_cuda_enter(c));
    SNI_COUNT_ADD_IN(sni_core->counters, syncs, 1);
    return sni_cuda_end(c, cuEventSynchronize(event), "wait for an event");
}

static int event_is_done(sni_device *d, void *event)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(sni_cuda_enter(c));
    return answer(c, cuEventQuery(event));
}

static int elapsed(sni_device *d, void *from, void *to, double *ms)
{
    sni_cuda *c = (sni_cuda *)d;
    float time = 0;
    SNI_TRY(sni_cuda_enter(c));
    SNI_TRY(sni_cuda_end(c, cuEventElapsedTime(&time, from, to), "tell the time between two events"));
    *ms = (double)time;
    return SN_OK;
}

/* ---- what callers bring ------------------------------------------------------------------------------------------------ */

static int check_pointer(sni_device *d, const void *p, size_t bytes)
{
    sni_cuda *c = (sni_cuda *)d;
    CUdeviceptr at = (CUdeviceptr)(uintptr_t)p, base = 0;
    size_t size = 0;
    int ordinal = -1;
    SNI_TRY(sni_cuda_enter(c));
    CUresult r = cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, at);
    if (r == CUDA_SUCCESS) r = cuMemGetAddressRange(&base, &size, at);
    sni_cuda_leave();
    if (r == CUDA_SUCCESS && ordinal == c->ordinal && bytes <= size && at - base <= size - bytes)
        return SN_OK;
    if (r == CUDA_SUCCESS && ordinal == c->ordinal)
        return sni_cuda_fail(SN_ERR_ARGUMENT,
                             "the allocation has %zu bytes; the array would end %zu bytes into it", size,
                             (size_t)(at - base) + bytes);
    return sni_cuda_fail(SN_ERR_ARGUMENT, "%p is no memory of cuda:%d", p, c->ordinal);
}

/* A caller's stream: an event stands for what it was given so far. */
static int follow_foreign(sni_device *d, void *stream)
{
    sni_cuda *c = (sni_cuda *)d;
    CUevent e = NULL;
    SNI_TRY(sni_cuda_begin(c));
    CUresult r = cuEventCreate(&e, CU_EVENT_DISABLE_TIMING);
    if (r == CUDA_SUCCESS) r = cuEventRecord(e, stream);
    if (r == CUDA_SUCCESS) r = cuStreamWaitEvent(sni_cuda_stream(c), e, CU_EVENT_WAIT_DEFAULT);
    if (r == CUDA_SUCCESS) sni_cuda_issued(c);
    if (e) cuEventDestroy(e);
    return sni_cuda_end(c, r, "wait for a stream of the caller's");
}

const sni_queues sni_cuda_queues = {
    .open = open_lane,
    .close = close_lane,
    .check = check_lane,
    .wait = wait_lane,
    .done = lane_is_done,
    .native = native,
    .event_open = open_event,
    .event_close = close_event,
    .event_record = record,
    .event_follow = follow_event,
    .event_wait = wait_event,
    .event_done = event_is_done,
    .event_elapsed = elapsed,
    .check_pointer = check_pointer,
    .foreign_follow = follow_foreign,
};
