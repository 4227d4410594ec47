/* A grid: its blocks, in an order drawn from the seed; their threads, each until it waits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simgpu.h"

enum {
    ACTIVE = 64,
    PATIENCE = 2
}; /* blocks at a time; turns of each thread before another block has its own */

static u32 clock_now;

u32 sim_next_time(void)
{
    return ++clock_now;
}

/* ---- frames ------------------------------------------------------------------------------------------------- */

static u64 special(const sim_block *b, const sim_thread *t, int which)
{
    const sim_launch *l = b->launch;
    u32 lane = t->index % SIM_WARP;
    const u64 values[] = {t->x,
                          t->y,
                          t->z,
                          l->block[0],
                          l->block[1],
                          l->block[2],
                          b->index[0],
                          b->index[1],
                          b->index[2],
                          l->grid[0],
                          l->grid[1],
                          l->grid[2],
                          lane,
                          t->index / SIM_WARP,
                          (b->nthreads + SIM_WARP - 1) / SIM_WARP,
                          b->number % 4,
                          4,
                          1,
                          1u << lane,
                          (2u << lane) - 1,
                          (1u << lane) - 1,
                          ~((1u << lane) - 1),
                          ~((2u << lane) - 1),
                          0,
                          0,
                          0,
                          0,
                          0,
                          0,
                          l->dynamic,
                          l->function->shared_bytes + l->dynamic,
                          b->index[0],
                          0,
                          0,
                          SIM_WARP};
    return values[which];
}

static sim_frame *make_frame(sim_function *f)
{
    size_t size = sizeof(sim_frame) + f->nslots * sizeof(sim_reg);
    sim_frame *frame = malloc(size + f->bytes + 16);
    if (!frame) return NULL;
    memset(frame, 0xA5, size + f->bytes);
    frame->function = f;
    frame->bytes = (u8 *)frame + (size + 15) / 16 * 16;
    for (u32 k = 0; k < f->nconstants; k++) frame->reg[f->constants[k].slot] = f->constants[k].value;
    return frame;
}

static bool take_local(sim_block *b, sim_thread *t, sim_frame *frame, u32 bytes)
{
    u64 at = (t->local_top + 15) / 16 * 16;
    frame->local_base = at;
    if (at + bytes > t->local_room) {
        u64 room = (at + bytes) * 2;
        u8 *local = realloc(t->local, room), *state = realloc(t->local_state, room);
        if (local) t->local = local;
        if (state) t->local_state = state;
        if (!local || !state)
            return sim_fault(b, t, NULL, SIM_NO_MEMORY, "no memory for local variables"), false;
        t->local_room = room;
    }
    memset(t->local + at, 0xA5, bytes);
    memset(t->local_state + at, SIM_MAPPED, bytes);
    t->local_top = at + bytes;
    return true;
}

sim_frame *sim_enter(sim_block *b, sim_thread *t, sim_function *f, sim_frame *up)
{
    sim_frame *frame = f->free;
    if (frame)
        f->free = frame->up;
    else
        frame = make_frame(f);
    if (!frame) {
        sim_fault(b, t, NULL, SIM_NO_MEMORY, "no memory for registers");
        return NULL;
    }
    frame->up = up;
    frame->depth = up ? up->depth + 1 : 0;
    frame->local_base = t->local_top;
    for (u32 k = 0; k < f->nspecials; k++)
        frame->reg[f->specials[k].slot].u64 = special(b, t, f->specials[k].which);
    if (f->local_bytes && !take_local(b, t, frame, f->local_bytes)) return NULL;
    return frame;
}

void sim_leave(sim_thread *t)
{
    sim_frame *frame = t->frame;
    if (frame->function->local_bytes) t->local_top = frame->local_base;
    t->frame = frame->up;
    frame->up = frame->function->free;
    frame->function->free = frame;
}

/* ---- a block --------------------------------------------------------------------------------------------------- */

static void free_block(sim_block *b)
{
    for (u32 k = 0; b->threads && k < b->nthreads; k++) {
        while (b->threads[k].frame) sim_leave(&b->threads[k]);
        free(b->threads[k].local);
        free(b->threads[k].local_state);
        free(b->threads[k].turns);
    }
    for (u32 k = 0; b->warps && k < (b->nthreads + SIM_WARP - 1) / SIM_WARP; k++)
        sim_drop_sectors(&b->warps[k]);
    free(b->threads);
    free(b->warps);
    free(b->ready);
    free(b->shared);
    free(b->cells);
    free(b);
}

static sim_block *make_block(sim_launch *l)
{
    sim_block *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->launch = l;
    b->nthreads = b->room = l->block[0] * l->block[1] * l->block[2];
    b->shared_bytes = (l->function->shared_bytes + 15u) / 16 * 16 + l->dynamic;
    b->threads = calloc(b->nthreads, sizeof *b->threads);
    b->warps = calloc((b->nthreads + SIM_WARP - 1) / SIM_WARP, sizeof *b->warps);
    b->ready = calloc(b->room, sizeof *b->ready);
    b->shared = malloc(b->shared_bytes + 16u);
    b->cells = calloc(b->shared_bytes + 1u, sizeof *b->cells);
    if (b->threads && b->warps && b->ready && b->shared && b->cells) return b;
    free_block(b);
    return NULL;
}

/* Threads begin forwards, backwards, or from somewhere in the middle with a stride. */
static void order_threads(sim_block *b)
{
    u64 r = sim_random();
    u32 n = b->nthreads, from = (u32)(r >> 8) % n,
        step = r % 3 == 0   ? 1
               : r % 3 == 1 ? n - 1
                            : (u32)(r >> 40) % n | 1;
    for (u32 x = step, y = n; y;) { /* the stride must meet all of them */
        u32 rest = x % y;
        x = y;
        y = rest;
        if (!y && x != 1) step = 1;
    }
    for (u32 k = 0; k < n; k++) b->ready[k] = (u32)((from + (u64)k * step) % n);
    b->next = 0;
    b->nready = n;
}

static void start_block(sim_block *b, u32 number)
{
    const sim_launch *l = b->launch;
    b->number = number;
    b->index[0] = number % l->grid[0];
    b->index[1] = number / l->grid[0] % l->grid[1];
    b->index[2] = number / l->grid[0] / l->grid[1];
    b->born = b->time = sim_next_time();
    b->ndone = 0;
    b->slices = 0;
    memset(b->barriers, 0, sizeof b->barriers);
    memset(b->shared, 0xA5, b->shared_bytes);
    u16 x = 0, y = 0, z = 0;
    for (u32 k = 0; k < b->nthreads; k++) {
        sim_thread *t = &b->threads[k];
        if (l->counting && t->turns) memset(t->turns, 0, l->function->ncode * sizeof *t->turns);
        t->index = k, t->x = x, t->y = y, t->z = z;
        t->state = SIM_READY;
        t->frame = NULL;
        t->count = 0;
        t->local_top = 0;
        if (++x == l->block[0]) x = 0, y++;
        if (y == l->block[1]) y = 0, z++;
    }
    for (u32 k = 0; k < (b->nthreads + SIM_WARP - 1) / SIM_WARP; k++) {
        b->warps[k].ngatherings = 0;
        sim_drop_sectors(&b->warps[k]);
    }
    order_threads(b);
}

static bool start_thread(sim_block *b, sim_thread *t)
{
    t->frame = sim_enter(b, t, b->launch->function, NULL);
    t->ip = b->launch->function->code;
    return t->frame != NULL;
}

/* One turn of the next thread that can go on. */
static bool step(sim_block *b)
{
    sim_launch *l = b->launch;
    sim_thread *t = &b->threads[b->ready[b->next]];
    b->next = b->next + 1 == b->room ? 0 : b->next + 1;
    b->nready--;
    if (!t->frame && !start_thread(b, t)) return false;
    u64 before = t->count;
    sim_stop stop = sim_execute(b, t);
    l->counts.instructions += t->count - before;
    if (stop == SIM_STOP_DONE) {
        t->state = SIM_DONE;
        b->ndone++;
    } else if (stop == SIM_STOP_SLICE) {
        b->slices++;
        sim_wake(b, t);
    }
    if (l->counts.instructions > l->most)
        sim_fault(b, t, t->ip, SIM_TIMEOUT,
                  "more than %llu instructions: SINTER_SIMGPU_INSTRUCTIONS sets the limit",
                  (unsigned long long)l->most);
    return stop != SIM_STOP_FAULT && !l->failed;
}

typedef enum outcome { FINISHED, STALLED, FAILED } outcome;

static outcome run_block(sim_block *b)
{
    while (b->nready) {
        if (!step(b)) return FAILED;
        if (b->slices > (u64)PATIENCE * (b->nthreads - b->ndone)) return b->slices = 0, STALLED;
    }
    if (b->ndone == b->nthreads) return FINISHED;
    sim_stuck(b);
    return FAILED;
}

/* ---- the grid ---------------------------------------------------------------------------------------------------- */

/* Block k of the order that the seed draws: an affine walk over all of them. */
static u32 nth_block(u64 k, u64 n, u64 from, u64 step)
{
    return (u32)((from + k * step) % n);
}

static u64 common_divisor(u64 a, u64 b)
{
    while (b) {
        u64 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* A block that waits for others (it spins) lets them begin: up to ACTIVE at a time. */
void sim_launch_run(sim_launch *l)
{
    sim_block *active[ACTIVE] = {0};
    u64 n = (u64)l->grid[0] * l->grid[1] * l->grid[2], started = 0, from = sim_random() % n,
        step = n > 1 ? sim_random() % n | 1 : 1;
    u32 nactive = 0, now = 0, made = 0;
    if (common_divisor(step, n) != 1) step = n - 1;
    if (step == 0) step = 1;
    l->counts.threads = n * l->block[0] * l->block[1] * l->block[2];
    snprintf(l->counts.kernel, sizeof l->counts.kernel, "%s", l->function->name);
    while (!l->failed && (nactive || started < n)) {
        if (nactive == 0 || (now == nactive && nactive < ACTIVE && started < n)) {
            if (nactive == made) active[made] = make_block(l);
            if (!active[nactive]) {
                sim_fault(NULL, NULL, NULL, SIM_NO_MEMORY, "%s: no memory for a block", l->function->name);
                l->failed = SIM_NO_MEMORY;
                break;
            }
            made += nactive == made;
            start_block(active[nactive], nth_block(started++, n, from, step));
            now = nactive++;
        }
        if (now == nactive) now = 0;
        outcome o = run_block(active[now]);
        if (o == FINISHED) {
            sim_block *done = active[now];
            active[now] = active[--nactive];
            active[nactive] = done;
            if (now > nactive) now = nactive;
        } else {
            now++;
        }
    }
    for (u32 k = 0; k < made; k++) free_block(active[k]);
}
