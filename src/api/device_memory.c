/* Memory that a device and a caller share, and copies that the host does not wait for. */
#include <pthread.h>
#include <stdlib.h>

#include "api/context.h"

/* ---- page-locked blocks: each goes back to the device that it is from, whichever is current by then ---------- */

typedef struct pinned {
    void *memory;
    size_t bytes;
    sni_device *device;
} pinned;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SNI_VEC(pinned) blocks;

static int remember(const pinned *p)
{
    pthread_mutex_lock(&lock);
    int status = SNI_VEC_PUSH(&blocks, *p);
    pthread_mutex_unlock(&lock);
    return status;
}

/* ERR_ARGUMENT when no such block was given out. */
static int forget(void *memory, size_t bytes, pinned *out)
{
    int status = SN_ERR_ARGUMENT;
    pthread_mutex_lock(&lock);
    for (size_t k = 0; k < blocks.count && status < 0; k++) {
        if (blocks.data[k].memory != memory || blocks.data[k].bytes != bytes) continue;
        *out = blocks.data[k];
        blocks.data[k] = blocks.data[--blocks.count];
        status = SN_OK;
    }
    if (blocks.count == 0) {
        free(blocks.data);
        blocks.data = NULL;
        blocks.capacity = 0;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

void *sn_pinned_alloc(size_t bytes)
{
    pinned p = {.bytes = bytes};
    if (sni_device_get(&p.device) < 0) return NULL;
    p.memory = p.device->pinned(p.device, NULL, bytes);
    if (p.memory == NULL || remember(&p) == SN_OK) return p.memory;
    p.device->pinned(p.device, p.memory, bytes);
    return NULL;
}

int sn_pinned_free(void *memory, size_t bytes)
{
    pinned p;
    if (memory == NULL) return SN_OK;
    if (forget(memory, bytes, &p) < 0)
        return sni_fail(SN_ERR_ARGUMENT, "pinned_free: no page-locked block of %zu bytes begins there",
                        bytes);
    sni_error_clear();
    p.device->pinned(p.device, memory, bytes);
    return sni_error_message()[0] ? sni_error_status() : SN_OK;
}

/* ---- an array's memory on the device that is current ------------------------------------------------------ */

typedef struct place {
    sni_context *c;
    sni_used used;
    sni_node *node; /* evaluated; a reference of ours */
    sni_device *device;
    char *data; /* of the first element, readable by the thread's lane */
} place;

static void place_end(place *p)
{
    if (p->node != NULL) sni_node_release(&p->c->graph, p->node);
    sni_unuse(p->c, &p->used);
}

static int place_find(place *p)
{
    SNI_TRY(sni_evaluate_node(p->c, p->node));
    const sni_node *base = p->node->kind == SNI_NODE_VIEW ? p->node->in[0] : p->node;
    sni_buffer *buffer = base->u.storage;
    int64_t first = p->node->kind == SNI_NODE_VIEW ? p->node->u.offset : 0;
    p->data = sni_buffer_on(buffer, p->device);
    if (p->data == NULL && buffer->bytes > 0) return sni_error_status();
    if (p->data != NULL) p->data += first * (int64_t)sni_dtypes[p->node->dtype].bytes;
    return SN_OK;
}

/* flat: of its elements in C order, one after the other.  place_end follows when SN_OK. */
static int place_begin(place *p, const char *function, sn_array x, sni_device *d, bool flat)
{
    *p = (place){.c = sni_context_get(), .device = d};
    if (p->c == NULL) return SN_ERR_MEMORY;
    int status = sni_use(p->c, x, &p->used);
    if (status < 0 && p->used.failure == NULL) sni_argument(function, 1, status);
    if (status == SN_OK && flat)
        p->node = sni_ravel(&p->c->graph, p->used.node);
    else if (status == SN_OK)
        sni_node_retain(p->node = p->used.node);
    if (status == SN_OK) status = p->node != NULL ? place_find(p) : sni_error_status();
    if (status < 0) place_end(p);
    return status;
}

int sn_prefetch(sn_array x, const char *device)
{
    sni_device *d;
    place p;
    SNI_TRY(device != NULL ? sni_argument(__func__, 2, sni_device_named(device, &d)) : sni_device_get(&d));
    SNI_TRY(place_begin(&p, __func__, x, d, false));
    place_end(&p);
    return SN_OK;
}

int sn_to_host_async(sn_array x, void *dst, size_t bytes)
{
    sni_device *d;
    place p;
    SNI_TRY(sni_device_get(&d));
    SNI_TRY(place_begin(&p, __func__, x, d, true));
    size_t need = (size_t)p.node->layout->size * sni_dtypes[p.node->dtype].bytes;
    int status = SN_OK;
    if (bytes != need)
        status = sni_fail(SN_ERR_VALUE,
                          "to_host_async: argument 3: the array has %zu bytes, the destination %zu", need,
                          bytes);
    else if (dst == NULL && need > 0)
        status = sni_fail(SN_ERR_ARGUMENT, "to_host_async: argument 2: no destination is given");
    else
        status = d->download(d, dst, p.data, need, false);
    if (status == SN_OK && d != &sni_cpu_device) SNI_COUNT_ADD(bytes_d2h, need);
    place_end(&p);
    return status;
}

int sn_device_data(sn_array x, void **data, sn_event ready)
{
    sni_device *d;
    place p;
    if (data == NULL) return sni_no_place("device_data");
    SNI_TRY(sni_device_get(&d));
    SNI_TRY(place_begin(&p, __func__, x, d, false));
    int status = ready.generation != 0 ? sn_event_record(ready, sn_stream_current())
                                       : sn_stream_synchronize(sn_stream_current());
    if (status == SN_OK) *data = p.data;
    place_end(&p);
    return status;
}

int sn_used_by(sn_array x, void *stream)
{
    sni_device *d;
    place p;
    SNI_TRY(sni_device_get(&d));
    SNI_TRY(place_begin(&p, __func__, x, d, false));
    int status = sni_argument(__func__, 2, d->queues->foreign_follow(d, stream));
    place_end(&p);
    return status;
}
