/* Queues of work and the order in which it is done. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "driver.h"

static CUstream all_streams, ended; /* ended: events and waits may still name them */

CUstream sim_streams(void)
{
    return all_streams;
}

sim_work *sim_new_work(sim_work_kind kind)
{
    sim_work *w = calloc(1, sizeof *w);
    if (w) w->kind = kind;
    return w;
}

CUstream sim_new_stream(sim_context *c, unsigned flags, int priority, bool implicit)
{
    CUstream s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->context = c;
    s->tail = &s->head;
    s->flags = flags;
    s->priority = priority;
    s->implicit = implicit;
    s->next = all_streams;
    if (!implicit) sim_handle_add(s, SIM_IS_STREAM);
    return all_streams = s;
}

static void unlink_ended(CUstream s)
{
    CUstream *at = &all_streams;
    while (*at && *at != s) at = &(*at)->next;
    if (!*at) return;
    *at = s->next;
    s->next = ended;
    ended = s;
}

void sim_end_stream(CUstream s)
{
    sim_handle_drop(s);
    s->dead = true;
    if (!s->head) unlink_ended(s);
}

/* ---- queueing
 * ----------------------------------------------------------------------------------------------------
 */

static void add_wait(sim_work *w, CUstream stream, u64 done)
{
    if (!stream || stream->done >= done) return;
    sim_wait *more = realloc(w->waits, (w->nwaits + 1) * sizeof *more);
    if (!more) abort();
    w->waits = more;
    w->waits[w->nwaits++] = (sim_wait){stream, done};
}

static bool blocking(CUstream s)
{
    return !(s->flags & CU_STREAM_NON_BLOCKING);
}

void sim_queue(CUstream s, sim_work *w)
{
    CUstream legacy = s->context->legacy;
    for (size_t k = 0; k < s->npending; k++) add_wait(w, s->pending[k].stream, s->pending[k].done);
    s->npending = 0;
    if (s == legacy) {
        for (CUstream other = all_streams; other; other = other->next)
            if (other != s && other->context == s->context && blocking(other))
                add_wait(w, other, other->given);
    } else if (blocking(s) && legacy) {
        add_wait(w, legacy, legacy->given);
    }
    w->next = NULL;
    *s->tail = w;
    s->tail = &w->next;
    s->given++;
}

/* ---- doing
 * ---------------------------------------------------------------------------------------------------------
 */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void fail(sim_context *c, CUresult error)
{
    if (c->error == CUDA_SUCCESS) c->error = error;
}

static void launch(sim_context *c, sim_work *w)
{
    w->launch.counting = sim_counting;
    sim_launch_run(&w->launch);
    sim_last_counts = w->launch.counts;
    const char *path = getenv("SINTER_SIMGPU_COUNTERS");
    FILE *f = path && *path ? fopen(path, "a") : NULL;
    if (f) {
        const simgpu_counts *n = &w->launch.counts;
        fprintf(f,
                "%s\tthreads %llu\tinstructions %llu\tload_requests "
                "%llu\tload_sectors %llu\tstore_requests "
                "%llu\tstore_sectors %llu\n",
                n->kernel, (unsigned long long)n->threads, (unsigned long long)n->instructions,
                (unsigned long long)n->load_requests, (unsigned long long)n->load_sectors,
                (unsigned long long)n->store_requests, (unsigned long long)n->store_sectors);
        fclose(f);
    }
    if (w->launch.failed) fail(c, (CUresult)w->launch.failed);
}

/* One side of a copy: the bytes, and the state of device memory.  False: it is
 * no memory of a device any more. */
static bool side(u64 address, u64 bytes, u8 **data, u8 **state)
{
    const sim_context *c = sim_context_of(address);
    *data = (u8 *)(uintptr_t)address;
    *state = NULL;
    if (!c) return true;
    *data = c->device.data + (address - c->device.base);
    *state = c->device.state + (address - c->device.base);
    if (sim_memory_holds(&c->device, address, bytes)) return true;
    char place[200];
    sim_memory_text(&c->device, address, place, sizeof place);
    sim_say("copy or fill of %llu bytes: %s", (unsigned long long)bytes, place);
    return false;
}

static void copy(sim_context *c, const sim_work *w)
{
    u8 *to, *to_state, *from, *from_state;
    if (!side(w->to, w->bytes, &to, &to_state) || !side(w->from, w->bytes, &from, &from_state)) {
        fail(c, CUDA_ERROR_ILLEGAL_ADDRESS);
        return;
    }
    memmove(to, w->staged ? w->staged : from, w->bytes);
    if (to_state && from_state)
        memmove(to_state, from_state, w->bytes);
    else if (to_state)
        memset(to_state, SIM_MAPPED | SIM_WRITTEN, w->bytes);
}

static void set(sim_context *c, const sim_work *w)
{
    u8 *to, *state;
    if (!side(w->to, w->bytes, &to, &state)) {
        fail(c, CUDA_ERROR_ILLEGAL_ADDRESS);
        return;
    }
    for (u64 k = 0; k < w->bytes; k += w->width) memcpy(to + k, &w->from, w->width);
    if (state) memset(state, SIM_MAPPED | SIM_WRITTEN, w->bytes);
}

static void perform(CUstream s, sim_work *w)
{
    sim_context *c = s->context;
    switch (w->kind) {
    case SIM_LAUNCH: launch(c, w); break;
    case SIM_COPY: copy(c, w); break;
    case SIM_SET: set(c, w); break;
    case SIM_READY_MEMORY: sim_memory_ready(&c->device, w->to); break;
    case SIM_FREE_MEMORY: sim_memory_drop(&c->device, w->to); break;
    case SIM_RECORD: w->event->time = now(); break;
    case SIM_HOST:
        if (w->call)
            w->call(w->data);
        else
            w->callback(s, c->error, w->data);
        break;
    case SIM_NOTHING: break;
    }
}

/* After a fault nothing is done any more, but memory is given back and
 * callbacks are told. */
static void take_head(CUstream s)
{
    sim_work *w = s->head;
    s->head = w->next;
    if (!s->head) s->tail = &s->head;
    bool told = w->kind == SIM_FREE_MEMORY || (w->kind == SIM_HOST && w->callback);
    if (s->context->error == CUDA_SUCCESS || told) perform(s, w);
    s->done++;
    if (w->kind == SIM_RECORD) sim_recorded(w->event);
    if (s->dead && !s->head) unlink_ended(s);
    free(w->waits);
    free(w->staged);
    free(w->launch.params);
    free(w);
}

static bool ready(CUstream s)
{
    if (!s->head) return false;
    for (size_t k = 0; k < s->head->nwaits; k++)
        if (s->head->waits[k].stream->done < s->head->waits[k].done) return false;
    return true;
}

/* One of the streams that can go on: any, the newest or the oldest. */
static CUstream choose(int way)
{
    CUstream chosen = NULL;
    u64 n = 0;
    for (CUstream s = all_streams; s; s = s->next) {
        if (!ready(s)) continue;
        n++;
        if (!chosen || way == 2 || (way == 0 && sim_random() % n == 0)) chosen = s;
    }
    return chosen;
}

/* The stream itself, or one that it waits for: no work but what is needed. */
static CUstream needed(CUstream s)
{
    while (!ready(s)) {
        CUstream before = NULL;
        for (size_t k = 0; s->head && k < s->head->nwaits && !before; k++)
            if (s->head->waits[k].stream->done < s->head->waits[k].done) before = s->head->waits[k].stream;
        if (!before) return NULL;
        s = before;
    }
    return s;
}

void sim_run_until(CUstream s, u64 done)
{
    int way = (int)(sim_random() % 5); /* two of five do what is needed alone */
    while (s->done < done) {
        CUstream next = way > 2 ? needed(s) : choose(way);
        if (!next) break; /* cannot be: waits are for earlier work */
        take_head(next);
    }
}

void sim_run_all(const sim_context *c)
{
    CUstream s = all_streams;
    while (s) {
        if (s->head && (!c || s->context == c)) {
            sim_run_until(s, s->given);
            s = all_streams; /* streams may have left the list */
        } else {
            s = s->next;
        }
    }
}

void sim_run_some(void)
{
    CUstream s = sim_random() % 2 ? choose(0) : NULL;
    if (s) take_head(s);
}
