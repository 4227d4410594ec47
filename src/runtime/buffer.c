/* Reference-counted memory that nodes and plans share. */
#include "runtime/runtime.h"

#include <stdlib.h>

static sni_buffer *header(sni_device *d, void *data, size_t bytes)
{
    sni_buffer *b = malloc(sizeof *b);
    if (!b) {
        sni_fail_memory(sizeof *b, "a buffer");
        return NULL;
    }
    *b = (sni_buffer){.device = d, .data = data, .bytes = bytes};
    atomic_init(&b->refs, 1);
    return b;
}

sni_buffer *sni_buffer_new(sni_device *d, size_t bytes)
{
    void *data = sni_pool_alloc(bytes, "an array");
    if (!data) return NULL;
    sni_buffer *b = header(d, data, bytes);
    if (b)
        b->owned = true;
    else
        sni_pool_free(data, bytes);
    return b;
}

sni_buffer *sni_buffer_wrap(sni_device *d, void *data, size_t bytes, void (*deleter)(void *, void *), void *user)
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

void sni_buffer_release(sni_buffer *b)
{
    if (!b || atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) != 1) return;
    if (b->owned)
        sni_pool_free(b->data, b->bytes);
    else if (b->deleter)
        b->deleter(b->data, b->user);
    free(b);
}
