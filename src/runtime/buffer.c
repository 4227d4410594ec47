/* Reference-counted memory that nodes and plans share. */
#include "runtime/runtime.h"

#include <pthread.h>
#include <stdlib.h>

static sni_buffer *header(sni_device *d, void *data, size_t bytes)
{
    sni_buffer *b = malloc(sizeof *b);
    if (!b) {
        sni_fail_memory(sizeof *b, "a buffer");
        return NULL;
    }
    uint64_t lane = d->follow ? UINT64_C(1) << sni_lane_of(d) : 0;
    *b = (sni_buffer){.device = d, .data = data, .bytes = bytes};
    atomic_init(&b->refs, 1);
    atomic_init(&b->mirror, NULL);
    atomic_init(&b->writers, lane);
    atomic_init(&b->users, lane);
    return b;
}

sni_buffer *sni_buffer_new(sni_device *d, size_t bytes)
{
    void *data = d->alloc(d, bytes, "an array");
    if (!data) return NULL;
    sni_buffer *b = header(d, data, bytes);
    if (b)
        b->owned = true;
    else
        d->free(d, data, bytes, UINT64_C(1) << sni_lane_of(d));
    return b;
}

sni_buffer *sni_buffer_wrap(sni_device *d, void *data, size_t bytes, void (*deleter)(void *, void *),
                            void *user)
{
    sni_buffer *b = header(d, data, bytes);
    if (!b) return NULL;
    b->deleter = deleter;
    b->user = user;
    return b;
}

void sni_buffer_retain(sni_buffer *b)
{
    atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
}

/* ---- lent memory ------------------------------------------------------------------------------------------------ */

static SNI_THREAD_LOCAL struct {
    unsigned holds;
    sni_buffer *first, *last; /* to be given back, chained by `mirror`, which they have no more */
} waiting;

/* Lent memory is its owner's again when the device has done with it. */
static void give_back(sni_buffer *b)
{
    if (b->device->follow && b->device->synchronize(b->device) < 0) sni_error_clear();
    b->deleter(b->data, b->user);
    free(b);
}

static void give_back_later(sni_buffer *b)
{
    atomic_store_explicit(&b->mirror, NULL, memory_order_relaxed);
    if (waiting.last)
        atomic_store_explicit(&waiting.last->mirror, b, memory_order_relaxed);
    else
        waiting.first = b;
    waiting.last = b;
}

void sni_deleters_hold(void)
{
    waiting.holds++;
}

void sni_deleters_let_go(void)
{
    if (--waiting.holds > 0) return;
    while (SNI_UNLIKELY(waiting.first != NULL)) {
        sni_buffer *b = waiting.first;
        waiting.first = atomic_load_explicit(&b->mirror, memory_order_relaxed);
        if (!waiting.first) waiting.last = NULL;
        give_back(b);
    }
}

void sni_buffer_release(sni_buffer *b)
{
    if (!b || atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) != 1) return;
    sni_buffer_release(atomic_load_explicit(&b->mirror, memory_order_relaxed)); /* at most one a device */
    if (b->owned)
        b->device->free(b->device, b->data, b->bytes, atomic_load_explicit(&b->users, memory_order_relaxed));
    if (SNI_LIKELY(b->owned || !b->deleter))
        free(b);
    else if (waiting.holds > 0)
        give_back_later(b);
    else
        give_back(b);
}

/* ---- lanes ---------------------------------------------------------------------------------------------------- */

/* Before the thread's lane reads it. */
static int read_on_lane(sni_buffer *b)
{
    sni_device *d = b->device;
    if (!d->follow) return SN_OK;
    uint64_t lane = UINT64_C(1) << sni_lane_of(d),
             writers = atomic_load_explicit(&b->writers, memory_order_acquire);
    if (!(atomic_load_explicit(&b->users, memory_order_relaxed) & lane)) atomic_fetch_or(&b->users, lane);
    return writers & ~lane ? d->follow(d, writers) : SN_OK;
}

int sni_buffer_take(sni_buffer *b)
{
    sni_device *d = b->device;
    if (d->follow) {
        uint64_t lane = UINT64_C(1) << sni_lane_of(d),
                 users = atomic_load_explicit(&b->users, memory_order_acquire);
        if (users & ~lane) SNI_TRY(d->follow(d, users));
        atomic_fetch_or(&b->users, lane);
        atomic_store_explicit(&b->writers, lane, memory_order_release);
    }
    sni_buffer_release(atomic_exchange_explicit(&b->mirror, NULL, memory_order_acq_rel));
    return SN_OK;
}

/* ---- mirrors ------------------------------------------------------------------------------------------------ */

static sni_buffer *find_mirror(sni_buffer *b, const sni_device *d)
{
    while (b && b->device != d) b = atomic_load_explicit(&b->mirror, memory_order_acquire);
    return b;
}

static int transfer(sni_buffer *from, sni_buffer *to)
{
    sni_device *host = &sni_cpu_device;
    if (from->device == host) {
        SNI_COUNT_ADD(bytes_h2d, from->bytes);
        return to->device->upload(to->device, to->data, from->data, from->bytes);
    }
    SNI_COUNT_ADD(bytes_d2h, from->bytes);
    SNI_COUNT_ADD(syncs, 1);
    SNI_TRY(read_on_lane(from));
    return from->device->download(from->device, to->data, from->data, from->bytes, true);
}

/* With the lock held.  Between two GPUs the way leads over the host. */
static sni_buffer *make_mirror(sni_buffer *b, sni_device *d)
{
    sni_device *host = &sni_cpu_device;
    sni_buffer *from = b, *to;
    if (b->device != host && d != host && !(from = find_mirror(b, host)) && !(from = make_mirror(b, host)))
        return NULL;
    to = sni_buffer_new(d, b->bytes);
    if (!to) return NULL;
    if (transfer(from, to) < 0) {
        sni_buffer_release(to);
        return NULL;
    }
    atomic_store_explicit(&to->mirror, atomic_load_explicit(&b->mirror, memory_order_relaxed),
                          memory_order_relaxed);
    atomic_store_explicit(&b->mirror, to, memory_order_release);
    return to;
}

void *sni_buffer_on(sni_buffer *b, sni_device *d)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* transfers are rare: one serves all buffers */
    if (SNI_LIKELY(b->device == d)) return read_on_lane(b) < 0 ? NULL : b->data;
    sni_buffer *m = find_mirror(b, d);
    if (!m) {
        pthread_mutex_lock(&lock);
        m = find_mirror(b, d);
        if (!m) m = make_mirror(b, d);
        pthread_mutex_unlock(&lock);
    }
    return m && read_on_lane(m) == SN_OK ? m->data : NULL;
}
