/* Streams and events: handles over a device's lanes and its events. */
#include <pthread.h>
#include <stdlib.h>

#include "api/context.h"

/* ---- streams ---------------------------------------------------------------------------------------------- */

#define HOST 1u /* in sn_stream.device; GPUs follow by ordinal; 0: the device that is current */

static uint32_t code_of(const sni_device *d)
{
    return d == &sni_cpu_device ? HOST : HOST + 1 + (uint32_t)d->ordinal;
}

static int find_device(sn_stream s, sni_device **out)
{
    if (s.device == 0 && (s.number != 0 || s.generation != 0))
        return sni_fail(SN_ERR_HANDLE, "stream handle is made up");
    if (s.device == 0) return sni_device_get(out);
    if (s.device == HOST) {
        *out = &sni_cpu_device;
        return SN_OK;
    }
    if (s.device > HOST + SNI_GPUS) return sni_fail(SN_ERR_HANDLE, "stream handle is made up");
    return sni_cuda_get((int)(s.device - HOST - 1), out);
}

static int resolve(sn_stream s, sni_device **d, sni_lane *lane)
{
    SNI_TRY(find_device(s, d));
    *lane = (sni_lane){s.number, s.generation};
    return (*d)->queues->check(*d, *lane);
}

int sn_stream_create(sn_stream *out)
{
    sni_device *d;
    sni_lane lane;
    if (out == NULL) return sni_no_place("stream_create");
    SNI_TRY(sni_device_get(&d));
    SNI_TRY(d->queues->open(d, &lane));
    *out = (sn_stream){code_of(d), lane.number, lane.generation};
    return SN_OK;
}

int sn_stream_destroy(sn_stream stream)
{
    sni_device *d;
    sni_lane lane;
    SNI_TRY(sni_argument(__func__, 1, resolve(stream, &d, &lane)));
    SNI_TRY(d->queues->close(d, lane));
    const sni_current *own = &sni_current_own;
    bool current = own->lane_of == d && own->lane.number == lane.number &&
                   own->lane.generation == lane.generation;
    if (current) sni_current_own.lane_of = NULL;
    return SN_OK;
}

int sn_stream_use(sn_stream stream)
{
    sni_device *d, *now;
    sni_lane lane;
    SNI_TRY(sni_argument(__func__, 1, resolve(stream, &d, &lane)));
    SNI_TRY(sni_device_get(&now));
    if (d != now)
        return sni_fail(SN_ERR_DEVICE,
                        "stream_use: argument 1: a stream of %s:%d, but the current device is %s:%d", d->name,
                        d->ordinal, now->name, now->ordinal);
    sni_current_own.lane_of = lane.number == 0 ? NULL : d;
    sni_current_own.lane = lane;
    return SN_OK;
}

sn_stream sn_stream_current(void)
{
    const sni_current *own = &sni_current_own;
    sni_device *d;
    bool chosen = own->lane_of != NULL && sni_device_get(&d) == SN_OK && d == own->lane_of;
    if (!chosen) return (sn_stream){0, 0, 0}; /* the options may name another device by now */
    return (sn_stream){code_of(own->lane_of), own->lane.number, own->lane.generation};
}

int sn_stream_synchronize(sn_stream stream)
{
    sni_device *d;
    sni_lane lane;
    SNI_TRY(sni_argument(__func__, 1, resolve(stream, &d, &lane)));
    return d->queues->wait(d, lane);
}

int sn_stream_query(sn_stream stream)
{
    sni_device *d;
    sni_lane lane;
    SNI_TRY(sni_argument(__func__, 1, resolve(stream, &d, &lane)));
    return d->queues->done(d, lane);
}

void *sn_stream_native(sn_stream stream)
{
    sni_device *d;
    sni_lane lane;
    if (sni_argument(__func__, 1, resolve(stream, &d, &lane)) < 0) return NULL;
    return d->queues->native(d, lane);
}

/* ---- events ------------------------------------------------------------------------------------------------ */

typedef struct slot {
    sni_device *device; /* NULL: free */
    void *event;
    uint32_t generation, users; /* calls that are using it now: it cannot be destroyed */
} slot;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SNI_VEC(slot) slots; /* index 0 is no event */

/* With the lock held. */
static int free_slot(uint32_t *index)
{
    size_t k = 1;
    while (k < slots.count && slots.data[k].device != NULL) k++;
    while (k >= slots.count) SNI_TRY(SNI_VEC_PUSH(&slots, ((slot){0})));
    *index = (uint32_t)k;
    return SN_OK;
}

int sn_event_create(sn_event *out)
{
    sni_device *d;
    void *event;
    uint32_t index = 0;
    if (out == NULL) return sni_no_place("event_create");
    SNI_TRY(sni_device_get(&d));
    SNI_TRY(d->queues->event_open(d, &event));
    pthread_mutex_lock(&lock);
    int status = free_slot(&index);
    if (status == SN_OK) {
        slot *s = &slots.data[index];
        *s = (slot){d, event, s->generation + 1, 0};
        *out = (sn_event){index, s->generation};
    }
    pthread_mutex_unlock(&lock);
    if (status < 0) d->queues->event_close(d, event);
    return status;
}

/* With the lock held.  NULL + message. */
static slot *find(sn_event e)
{
    bool known = e.index > 0 && e.index < slots.count && slots.data[e.index].device != NULL &&
                 slots.data[e.index].generation == e.generation;
    if (!known) sni_fail(SN_ERR_HANDLE, "event handle is stale or was never made");
    return known ? &slots.data[e.index] : NULL;
}

/* Holds an event against its destruction; ends by drop(). */
static int hold(sn_event e, sni_device **d, void **event)
{
    pthread_mutex_lock(&lock);
    slot *s = find(e);
    if (s != NULL) {
        s->users++;
        *d = s->device;
        *event = s->event;
    }
    pthread_mutex_unlock(&lock);
    return s != NULL ? SN_OK : SN_ERR_HANDLE;
}

static void drop(sn_event e)
{
    pthread_mutex_lock(&lock);
    slots.data[e.index].users--;
    pthread_mutex_unlock(&lock);
}

int sn_event_destroy(sn_event event)
{
    sni_device *d = NULL;
    void *native = NULL;
    pthread_mutex_lock(&lock);
    slot *s = find(event);
    int status = s != NULL ? SN_OK : SN_ERR_HANDLE;
    if (s != NULL && s->users > 0) status = sni_fail(SN_ERR_HANDLE, "another thread is using the event");
    if (status == SN_OK) {
        d = s->device;
        native = s->event;
        s->device = NULL;
    }
    pthread_mutex_unlock(&lock);
    if (status == SN_OK) d->queues->event_close(d, native);
    return sni_argument(__func__, 1, status);
}

static int of_device(const sni_device *d, const sni_device *other)
{
    if (d == other) return SN_OK;
    return sni_fail(SN_ERR_DEVICE, "an event of %s:%d, but a stream of %s:%d", d->name, d->ordinal,
                    other->name, other->ordinal);
}

int sn_event_record(sn_event event, sn_stream stream)
{
    sni_device *d, *of_stream;
    sni_lane lane;
    void *native;
    SNI_TRY(sni_argument(__func__, 2, resolve(stream, &of_stream, &lane)));
    SNI_TRY(sni_argument(__func__, 1, hold(event, &d, &native)));
    int status = sni_argument(__func__, 1, of_device(d, of_stream));
    if (status == SN_OK) status = d->queues->event_record(d, native, lane);
    drop(event);
    return status;
}

int sn_stream_wait_event(sn_stream stream, sn_event event)
{
    sni_device *d, *of_stream;
    sni_lane lane;
    void *native;
    SNI_TRY(sni_argument(__func__, 1, resolve(stream, &of_stream, &lane)));
    SNI_TRY(sni_argument(__func__, 2, hold(event, &d, &native)));
    int status = SN_OK;
    if (of_stream != &sni_cpu_device && d != &sni_cpu_device)
        status = of_stream->queues->event_follow(of_stream, lane, native);
    else if (d != &sni_cpu_device)
        status = d->queues->event_wait(d, native); /* the host has no other way to wait */
    drop(event);
    return status;
}

int sn_event_synchronize(sn_event event)
{
    sni_device *d;
    void *native;
    SNI_TRY(sni_argument(__func__, 1, hold(event, &d, &native)));
    int status = d->queues->event_wait(d, native);
    drop(event);
    return status;
}

int sn_event_query(sn_event event)
{
    sni_device *d;
    void *native;
    SNI_TRY(sni_argument(__func__, 1, hold(event, &d, &native)));
    int status = d->queues->event_done(d, native);
    drop(event);
    return status;
}

int sn_event_elapsed(sn_event from, sn_event to, double *ms)
{
    sni_device *d, *other;
    void *first, *second;
    if (ms == NULL) return sni_no_place("event_elapsed");
    SNI_TRY(sni_argument(__func__, 1, hold(from, &d, &first)));
    int status = sni_argument(__func__, 2, hold(to, &other, &second));
    if (status == SN_OK) {
        status = d == other ? d->queues->event_elapsed(d, first, second, ms)
                            : sni_fail(SN_ERR_DEVICE, "event_elapsed: the events are of different devices");
        drop(to);
    }
    drop(from);
    return status;
}

void *sn_event_native(sn_event event)
{
    sni_device *d = NULL;
    void *native = NULL;
    if (sni_argument(__func__, 1, hold(event, &d, &native)) < 0) return NULL;
    drop(event);
    return d == &sni_cpu_device ? NULL : native;
}
