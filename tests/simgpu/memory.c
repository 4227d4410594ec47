/* Device memory: a range of addresses that nothing may touch, and beside it the bytes and their state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "simgpu.h"

enum { GRAIN = 512, GAP = 512, PAGE = 4096, MOST_RECORDS = 1 << 20 };
#define LARGEST ((u64)64 << 30)

static void *reserve(u64 bytes, int protection)
{
    void *p = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* A range much larger than the memory, so that addresses need not be used again soon. */
bool sim_memory_open(sim_device *d)
{
    for (u64 span = LARGEST; span >= d->limit; span /= 2) {
        void *range = reserve(span + PAGE, PROT_NONE);
        d->data = reserve(span + PAGE, PROT_READ | PROT_WRITE);
        d->state = reserve(span + PAGE, PROT_READ | PROT_WRITE);
        d->base = (u64)(uintptr_t)range;
        d->span = span;
        if (range && d->data && d->state) return true;
        sim_memory_close(d);
    }
    return false;
}

void sim_memory_close(sim_device *d)
{
    if (d->base) munmap((void *)(uintptr_t)d->base, d->span + PAGE);
    if (d->data) munmap(d->data, d->span + PAGE);
    if (d->state) munmap(d->state, d->span + PAGE);
    free(d->allocations);
    d->base = 0;
    d->data = d->state = NULL;
    d->allocations = NULL;
    d->nallocations = d->room = 0;
}

/* ---- finding ------------------------------------------------------------------------------------------------ */

/* The number of allocations that begin at or before the address; they are sorted by it. */
static size_t before(const sim_device *d, u64 address)
{
    size_t low = 0, high = d->nallocations;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (d->allocations[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const sim_allocation *sim_memory_find(const sim_device *d, u64 address)
{
    size_t k = before(d, address);
    return k ? &d->allocations[k - 1] : NULL;
}

bool sim_memory_holds(const sim_device *d, u64 address, u64 bytes)
{
    const sim_allocation *a = sim_memory_find(d, address);
    return a && a->live && a->ready && address - a->address <= a->bytes &&
           bytes <= a->bytes - (address - a->address);
}

void sim_memory_text(const sim_device *d, u64 address, char *out, size_t size)
{
    const sim_allocation *a = sim_memory_find(d, address);
    char name[96];
    if (address - d->base >= d->span) {
        snprintf(out, size, "no device memory");
        return;
    }
    if (!a) {
        snprintf(out, size, "before every allocation");
        return;
    }
    if (a->name)
        snprintf(name, sizeof name, "variable %s", a->name);
    else
        snprintf(name, sizeof name, "allocation %llu", (unsigned long long)a->number);
    unsigned long long at = address - a->address, bytes = a->bytes;
    const char *what = !a->live    ? ", which was freed"
                       : !a->ready ? ", whose turn in its stream has not come"
                                   : "";
    if (at < bytes)
        snprintf(out, size, "byte %llu of %s (%llu bytes)%s", at, name, bytes, what);
    else
        snprintf(out, size, "%llu bytes past the end of %s (%llu bytes)%s", at - bytes, name, bytes, what);
}

/* ---- taking ---------------------------------------------------------------------------------------------------- */

static void forget_freed(sim_device *d)
{
    size_t kept = 0;
    for (size_t k = 0; k < d->nallocations; k++)
        if (d->allocations[k].live) d->allocations[kept++] = d->allocations[k];
    d->nallocations = kept;
}

/* The first distance from d->top on where so many bytes are free; the span where none is. */
static u64 gap(const sim_device *d, u64 bytes)
{
    u64 at = d->top;
    for (size_t k = before(d, d->base + at); k < d->nallocations; k++) {
        const sim_allocation *a = &d->allocations[k];
        u64 start = a->address - d->base;
        if (start >= at && start - at >= bytes + GAP) break;
        if (a->live && start + a->bytes > at) at = (start + a->bytes + GAP + GRAIN - 1) / GRAIN * GRAIN;
    }
    return at + bytes + GAP <= d->span ? at : d->span;
}

static u64 find_gap(sim_device *d, u64 bytes)
{
    u64 at = gap(d, bytes);
    if (at < d->span) return at;
    forget_freed(d); /* their addresses are used again from now on */
    d->top = GRAIN;
    return gap(d, bytes);
}

/* Kept pages of large blocks go back to the system; reading them gives zeros, which is: not mapped. */
static void forget_state(sim_device *d, u64 at, u64 bytes)
{
    u64 first = (at + PAGE - 1) / PAGE * PAGE, last = (at + bytes) / PAGE * PAGE;
    if (last <= first) {
        memset(d->state + at, 0, bytes);
        return;
    }
    madvise(d->state + first, last - first, MADV_DONTNEED);
    madvise(d->data + first, last - first, MADV_DONTNEED);
    memset(d->state + at, 0, first - at);
    memset(d->state + last, 0, at + bytes - last);
}

u64 sim_memory_take(sim_device *d, u64 bytes, bool ready, const char *name)
{
    static u64 number;
    u64 size = bytes ? bytes : 1;
    if (size > d->limit || d->used + size > d->limit) return 0;
    if (d->top == 0) d->top = GRAIN;
    if (d->nallocations >= MOST_RECORDS) forget_freed(d);
    u64 at = find_gap(d, size);
    if (at >= d->span) return 0;
    if (d->nallocations == d->room) {
        size_t room = d->room ? d->room * 2 : 256;
        sim_allocation *more = realloc(d->allocations, room * sizeof *more);
        if (!more) return 0;
        d->allocations = more;
        d->room = room;
    }
    size_t k = before(d, d->base + at);
    memmove(&d->allocations[k + 1], &d->allocations[k], (d->nallocations - k) * sizeof *d->allocations);
    d->allocations[k] = (sim_allocation){
        .address = d->base + at, .bytes = size, .number = ++number, .live = true, .name = name};
    d->nallocations++;
    d->used += size;
    d->top = (at + size + GAP + GRAIN - 1) / GRAIN * GRAIN;
    if (ready) sim_memory_ready(d, d->base + at);
    return d->base + at;
}

static sim_allocation *starting_at(sim_device *d, u64 address)
{
    size_t k = before(d, address);
    while (k-- > 0 && d->allocations[k].address == address)
        if (d->allocations[k].live) return &d->allocations[k];
    return NULL;
}

/* What a program reads before writing it is what chance left there. */
void sim_memory_ready(sim_device *d, u64 address)
{
    sim_allocation *a = starting_at(d, address);
    if (!a || a->ready) return;
    u64 at = address - d->base;
    a->ready = true;
    memset(d->state + at, SIM_MAPPED, a->bytes);
    memset(d->data + at, 0xA5, a->bytes);
}

bool sim_memory_drop(sim_device *d, u64 address)
{
    sim_allocation *a = starting_at(d, address);
    if (!a) return false;
    a->live = false;
    d->used -= a->bytes;
    if (a->name) a->name = "of a module that was unloaded";
    forget_state(d, address - d->base, a->bytes);
    return true;
}
