/* Which handles are there: a hash table of pointers. */
#include <stdlib.h>

#include "driver.h"

static struct slot {
    const void *handle;
    int kind;
} * slots; /* kind 0: given up */
static size_t room, used;

static struct slot *find(const void *handle)
{
    size_t k = (size_t)((u64)(uintptr_t)handle * 0x9e3779b97f4a7c15u >> 20) & (room - 1);
    while (slots[k].handle && slots[k].handle != handle) k = (k + 1) & (room - 1);
    return &slots[k];
}

static void enlarge(void)
{
    struct slot *old = slots;
    size_t n = room, live = 0;
    for (size_t k = 0; k < n; k++) live += old[k].kind != 0;
    for (room = 64; room < live * 4; room *= 2) {
    }
    used = live;
    slots = calloc(room, sizeof *slots);
    if (!slots) abort();
    for (size_t k = 0; k < n; k++)
        if (old[k].kind) *find(old[k].handle) = old[k];
    free(old);
}

void sim_handle_add(const void *handle, sim_handle_kind kind)
{
    if (used * 2 >= room) enlarge();
    struct slot *s = find(handle);
    used += !s->handle;
    *s = (struct slot){handle, (int)kind};
}

bool sim_handle_is(const void *handle, sim_handle_kind kind)
{
    return room && handle && find(handle)->kind == (int)kind;
}

void sim_handle_drop(const void *handle)
{
    if (room) find(handle)->kind = 0;
}
