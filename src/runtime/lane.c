/* The thread's device and lane, and the host's lanes: its work is done when a call returns, so that a lane has
 * nothing to wait for and an event is a time. */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

SNI_THREAD_LOCAL sni_current sni_current_own;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t generations[SNI_LANES]; /* odd: open */

static int open_lane(sni_device *d, sni_lane *out)
{
    (void)d;
    int status = sni_negative(SN_ERR_MEMORY);
    pthread_mutex_lock(&lock);
    for (uint32_t n = 1; n < SNI_LANES && status < 0; n++) {
        if (generations[n] & 1) continue;
        *out = (sni_lane){n, ++generations[n]};
        status = SN_OK;
    }
    pthread_mutex_unlock(&lock);
    return status < 0 ? sni_fail(status, "cpu: %d streams are open: no more are there", SNI_LANES - 1)
                      : SN_OK;
}

static int check_lane(sni_device *d, sni_lane lane)
{
    (void)d;
    if (lane.number == 0) return SN_OK;
    pthread_mutex_lock(&lock);
    bool open = lane.number < SNI_LANES && generations[lane.number] == lane.generation &&
                (lane.generation & 1);
    pthread_mutex_unlock(&lock);
    return open ? SN_OK : sni_fail(SN_ERR_HANDLE, "stream handle is stale: it was destroyed");
}

static int close_lane(sni_device *d, sni_lane lane)
{
    if (lane.number == 0) return sni_fail(SN_ERR_ARGUMENT, "the default stream cannot be destroyed");
    SNI_TRY(check_lane(d, lane));
    pthread_mutex_lock(&lock);
    generations[lane.number]++;
    pthread_mutex_unlock(&lock);
    return SN_OK;
}

static int is_done(sni_device *d, sni_lane lane)
{
    SNI_TRY(check_lane(d, lane));
    return 1;
}

static void *native(sni_device *d, sni_lane lane)
{
    (void)d;
    (void)lane;
    return NULL;
}

typedef struct moment {
    pthread_mutex_t lock;
    struct timespec time; /* zero: not recorded yet */
} moment;

static int open_event(sni_device *d, void **out)
{
    (void)d;
    moment *m = calloc(1, sizeof *m);
    if (!m) return sni_negative(sni_fail_memory(sizeof *m, "an event"));
    pthread_mutex_init(&m->lock, NULL);
    *out = m;
    return SN_OK;
}

static void close_event(sni_device *d, void *event)
{
    moment *m = event;
    (void)d;
    pthread_mutex_destroy(&m->lock);
    free(m);
}

static int record(sni_device *d, void *event, sni_lane lane)
{
    moment *m = event;
    SNI_TRY(check_lane(d, lane));
    pthread_mutex_lock(&m->lock);
    clock_gettime(CLOCK_MONOTONIC, &m->time);
    pthread_mutex_unlock(&m->lock);
    return SN_OK;
}

static int follow_event(sni_device *d, sni_lane lane, void *event)
{
    (void)event;
    return check_lane(d, lane);
}

static int wait_event(sni_device *d, void *event)
{
    (void)d;
    (void)event;
    return SN_OK;
}

static int event_is_done(sni_device *d, void *event)
{
    (void)d;
    (void)event;
    return 1;
}

static struct timespec time_of(moment *m)
{
    pthread_mutex_lock(&m->lock);
    struct timespec t = m->time;
    pthread_mutex_unlock(&m->lock);
    return t;
}

static int elapsed(sni_device *d, void *from, void *to, double *ms)
{
    struct timespec a = time_of(from), b = time_of(to);
    (void)d;
    if ((a.tv_sec == 0 && a.tv_nsec == 0) || (b.tv_sec == 0 && b.tv_nsec == 0))
        return sni_fail(SN_ERR_ARGUMENT, "cpu: an event was never recorded: it has no time");
    *ms = (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6;
    return SN_OK;
}

static int any_pointer(sni_device *d, const void *p, size_t bytes)
{
    (void)d;
    (void)p;
    (void)bytes;
    return SN_OK;
}

static int no_foreign(sni_device *d, void *stream)
{
    (void)d;
    return stream ? sni_fail(SN_ERR_DEVICE, "cpu: a CUDA stream means nothing to the host") : SN_OK;
}

const sni_queues sni_host_queues = {
    .open = open_lane,
    .close = close_lane,
    .check = check_lane,
    .wait = check_lane,
    .done = is_done,
    .native = native,
    .event_open = open_event,
    .event_close = close_event,
    .event_record = record,
    .event_follow = follow_event,
    .event_wait = wait_event,
    .event_done = event_is_done,
    .event_elapsed = elapsed,
    .check_pointer = any_pointer,
    .foreign_follow = no_foreign,
};
