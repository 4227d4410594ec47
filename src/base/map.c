/* Hash map: linear probing over a power of two of slots, at most three quarters filled. */
#include "base/base.h"

#include <stdlib.h>

static char tombstone_mark;
#define TOMBSTONE ((void *)&tombstone_mark)
#define CAPACITY_MIN 16

void sni_map_free(sni_map *m)
{
    free(m->slots);
    *m = (sni_map){0};
}

static size_t home(uint64_t hash, size_t capacity)
{
    return (size_t)(hash ^ hash >> 32) & (capacity - 1);
}

void *sni_map_find(const sni_map *m, uint64_t hash, const void *key, sni_map_equal equal)
{
    if (m->count == 0) return NULL;
    for (size_t i = home(hash, m->capacity);; i = (i + 1) & (m->capacity - 1)) {
        const struct sni_map_slot *slot = &m->slots[i];
        if (!slot->item) return NULL;
        if (slot->hash == hash && slot->item != TOMBSTONE && equal(slot->item, key)) return slot->item;
    }
}

static void place(sni_map *m, uint64_t hash, void *item)
{
    size_t i = home(hash, m->capacity);
    while (m->slots[i].item && m->slots[i].item != TOMBSTONE) i = (i + 1) & (m->capacity - 1);
    if (!m->slots[i].item) m->filled++;
    m->slots[i] = (struct sni_map_slot){hash, item};
    m->count++;
}

/* Sized by what lives: a table full of tombstones is rebuilt at the same size or a smaller one. */
static int rehash(sni_map *m)
{
    size_t capacity = CAPACITY_MIN;
    while (capacity / 2 <= m->count)
        if (sni_mul_overflow(capacity, (size_t)2, &capacity)) return sni_fail_memory(SIZE_MAX, "map");
    sni_map next = {.slots = calloc(capacity, sizeof *next.slots), .capacity = capacity};
    if (!next.slots) return sni_fail_memory(capacity * sizeof *next.slots, "map");
    for (size_t i = 0; i < m->capacity; i++)
        if (m->slots[i].item && m->slots[i].item != TOMBSTONE)
            place(&next, m->slots[i].hash, m->slots[i].item);
    free(m->slots);
    *m = next;
    return SN_OK;
}

int sni_map_insert(sni_map *m, uint64_t hash, void *item)
{
    if (m->filled >= m->capacity / 4 * 3) SNI_TRY(rehash(m));
    place(m, hash, item);
    return SN_OK;
}

/* Tombstones that end a run stop no search: they become empty again. */
static void drop_tail(sni_map *m, size_t i)
{
    size_t mask = m->capacity - 1;
    if (m->slots[(i + 1) & mask].item) return;
    for (; m->slots[i].item == TOMBSTONE; i = (i - 1) & mask) {
        m->slots[i].item = NULL;
        m->filled--;
    }
}

bool sni_map_remove(sni_map *m, uint64_t hash, const void *item)
{
    if (m->count == 0) return false;
    for (size_t i = home(hash, m->capacity); m->slots[i].item; i = (i + 1) & (m->capacity - 1)) {
        if (m->slots[i].item != item) continue;
        m->slots[i].item = TOMBSTONE;
        m->count--;
        drop_tail(m, i);
        return true;
    }
    return false;
}
