/* Loads, stores and atomics, checked: bounds, alignment, bytes that were never written, races in shared memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ops.h"
#include "simgpu.h"

static const char *const verbs[] = {"load", "store", "atomic"};

/* ---- global and local memory ------------------------------------------------------------------------------------ */

static u8 *fault_at(sim_block *b, sim_thread *t, const sim_insn *ip, u64 at, u32 bytes, sim_access how,
                    const char *what, int error)
{
    char place[200];
    sim_memory_text(b->launch->device, at, place, sizeof place);
    sim_fault(b, t, ip, error, "%s: %s of %u bytes at 0x%llx: %s", what, verbs[how], bytes,
              (unsigned long long)at, place);
    return NULL;
}

static u8 *touch_global(sim_block *b, sim_thread *t, const sim_insn *ip, u64 at, u32 bytes, sim_access how)
{
    const sim_device *d = b->launch->device;
    u64 off = at - d->base;
    if (off >= d->span && sim_host_holds(at, bytes) && at % bytes == 0) return (u8 *)(uintptr_t)at;
    if (off >= d->span) return fault_at(b, t, ip, at, bytes, how, "out of bounds", SIM_ILLEGAL_ADDRESS);
    if (off % bytes) return fault_at(b, t, ip, at, bytes, how, "misaligned", SIM_MISALIGNED);
    u8 all = SIM_MAPPED | SIM_WRITTEN;
    for (u32 k = 0; k < bytes; k++) all &= d->state[off + k];
    if (!(all & SIM_MAPPED)) {
        u32 k = 0;
        while (d->state[off + k] & SIM_MAPPED) k++;
        const sim_allocation *a = sim_memory_find(d, at + k);
        bool freed = a && !a->live && at + k - a->address < a->bytes;
        return fault_at(b, t, ip, at + k, bytes, how, freed ? "use after free" : "out of bounds",
                        SIM_ILLEGAL_ADDRESS);
    }
    if (how != SIM_STORE && !(all & SIM_WRITTEN)) {
        u32 k = 0;
        while (d->state[off + k] & SIM_WRITTEN) k++;
        return fault_at(b, t, ip, at + k, bytes, how, "uninitialised", SIM_LAUNCH_FAILED);
    }
    if (how != SIM_LOAD) memset(d->state + off, SIM_MAPPED | SIM_WRITTEN, bytes);
    if (b->launch->counting) sim_count_sectors(b, t, ip, at, bytes, how != SIM_LOAD);
    return d->data + off;
}

static u8 *touch_local(sim_block *b, sim_thread *t, const sim_insn *ip, u64 at, u32 bytes, sim_access how)
{
    bool inside = at <= t->local_top && bytes <= t->local_top - at;
    u8 all = SIM_MAPPED | SIM_WRITTEN;
    for (u32 k = 0; inside && k < bytes; k++) all &= t->local_state[at + k];
    const char *wrong = !inside || !(all & SIM_MAPPED)             ? "out of bounds"
                        : at % bytes                               ? "misaligned"
                        : how != SIM_STORE && !(all & SIM_WRITTEN) ? "uninitialised"
                                                                   : NULL;
    if (wrong) {
        int error = *wrong == 'm' ? SIM_MISALIGNED : *wrong == 'u' ? SIM_LAUNCH_FAILED : SIM_ILLEGAL_ADDRESS;
        sim_fault(b, t, ip, error, "%s: %s of %u bytes at %llu of local memory", wrong, verbs[how], bytes,
                  (unsigned long long)at);
        return NULL;
    }
    if (how != SIM_LOAD) memset(t->local_state + at, SIM_MAPPED | SIM_WRITTEN, bytes);
    return t->local + at;
}

static u8 *touch_param(sim_block *b, sim_thread *t, const sim_insn *ip, u64 at, u32 bytes, sim_access how)
{
    bool in_frame = (at & SIM_IN_FRAME) != 0;
    u64 off = at & ~(u64)SIM_IN_FRAME,
        room = in_frame ? t->frame->function->bytes : b->launch->function->params_bytes;
    if (off > room || bytes > room - off || off % bytes || (!in_frame && how != SIM_LOAD)) {
        sim_fault(b, t, ip, SIM_ILLEGAL_ADDRESS,
                  "out of bounds: %s of %u bytes at %lld of the %llu bytes of parameters", verbs[how], bytes,
                  (long long)off, (unsigned long long)room);
        return NULL;
    }
    return (in_frame ? t->frame->bytes : b->launch->params) + off;
}

/* ---- shared memory ------------------------------------------------------------------------------------------------ */

/* Whether what thread `other` did at that time and turn of its warp is ordered before what t does now. */
static bool ordered(const sim_block *b, const sim_thread *t, u32 time, u16 other, u16 turn)
{
    if (other == t->index || time < b->time) return true;
    u32 warp = t->index / SIM_WARP;
    return other / SIM_WARP == warp && turn != b->warps[warp].turn;
}

/* NULL, or what another thread did to the byte since the last barrier. */
static const char *race(const sim_block *b, const sim_thread *t, const sim_cell *c, bool writes, bool atomic,
                        u32 *other)
{
    if (c->wrote >= b->born && !(atomic && c->atomic) && !ordered(b, t, c->wrote, c->writer, c->wrote_turn))
        return *other = c->writer, "written";
    if (!writes || c->read < b->born || (atomic && c->atomic)) return NULL;
    if (!ordered(b, t, c->read, c->reader, c->read_turn)) return *other = c->reader, "read";
    if (c->shared && c->read >= b->time && c->reader == t->index &&
        c->read_turn == b->warps[t->index / SIM_WARP].turn)
        return *other = c->reader, "read by others too";
    return NULL;
}

static void mark(const sim_block *b, const sim_thread *t, sim_cell *c, bool reads, bool writes, bool atomic)
{
    u16 turn = b->warps[t->index / SIM_WARP].turn;
    if (reads) {
        bool again = c->read >= b->time &&
                     (c->reader / SIM_WARP != t->index / SIM_WARP || c->read_turn == turn);
        c->shared = again && (c->shared || c->reader != t->index);
        c->read = b->time, c->reader = (u16)t->index, c->read_turn = turn;
    }
    if (writes) c->wrote = b->time, c->writer = (u16)t->index, c->wrote_turn = turn, c->atomic = atomic;
}

static u8 *touch_shared(sim_block *b, sim_thread *t, const sim_insn *ip, u64 at, u32 bytes, sim_access how)
{
    u32 fixed = b->launch->function->shared_bytes;
    bool dynamic = at >= SIM_DYNAMIC,
         atomic = how == SIM_ATOMIC || (ip->op != SIM_OP_atom && ip->type & SIM_STRONG);
    u64 off = dynamic ? at - SIM_DYNAMIC : at, room = dynamic ? b->launch->dynamic : fixed;
    if (off > room || bytes > room - off || off % bytes) {
        bool aligned = off % bytes == 0;
        sim_fault(b, t, ip, aligned ? SIM_ILLEGAL_ADDRESS : SIM_MISALIGNED,
                  "%s: %s of %u bytes at %lld of the %llu bytes of %s shared memory",
                  aligned ? "out of bounds" : "misaligned", verbs[how], bytes, (long long)off,
                  (unsigned long long)room, dynamic ? "dynamic" : "static");
        return NULL;
    }
    if (dynamic) off += (fixed + 15u) / 16 * 16;
    for (u32 k = 0; k < bytes; k++) {
        sim_cell *c = &b->cells[off + k];
        u32 other = 0;
        const char *did = race(b, t, c, how != SIM_LOAD, atomic, &other);
        if (did) {
            sim_fault(b, t, ip, SIM_LAUNCH_FAILED,
                      "race: %s of %u bytes at %llu of shared memory, which thread %u has %s since the last "
                      "barrier",
                      verbs[how], bytes, (unsigned long long)at, other, did);
            return NULL;
        }
        if (how != SIM_STORE && c->wrote < b->born) {
            sim_fault(b, t, ip, SIM_LAUNCH_FAILED, "uninitialised: %s of %u bytes at %llu of shared memory",
                      verbs[how], bytes, (unsigned long long)at);
            return NULL;
        }
        mark(b, t, c, how != SIM_STORE, how != SIM_LOAD, atomic);
    }
    return b->shared + off;
}

u8 *sim_touch(sim_block *b, sim_thread *t, const sim_insn *ip, int space, u64 at, u32 bytes, sim_access how)
{
    if (space == SIM_GENERIC) {
        space = SIM_GLOBAL;
        if (at - SIM_SHARED_WINDOW < SIM_WINDOW_SIZE)
            space = SIM_SHARED, at -= SIM_SHARED_WINDOW;
        else if (at - SIM_LOCAL_WINDOW < SIM_WINDOW_SIZE)
            space = SIM_LOCAL, at -= SIM_LOCAL_WINDOW;
        else if (at - SIM_PARAM_WINDOW < SIM_WINDOW_SIZE)
            space = SIM_PARAM, at -= SIM_PARAM_WINDOW;
    }
    switch (space) {
    case SIM_SHARED: return touch_shared(b, t, ip, at, bytes, how);
    case SIM_LOCAL: return touch_local(b, t, ip, at, bytes, how);
    case SIM_PARAM: return touch_param(b, t, ip, at, bytes, how);
    default: return touch_global(b, t, ip, at, bytes, how);
    }
}

/* ---- atomics ------------------------------------------------------------------------------------------------------- */

static u64 whole(int op, u64 old, u64 b, u64 c)
{
    switch (op) {
    case SIM_ADD: return old + b;
    case SIM_EXCH: return b;
    case SIM_CAS: return old == b ? c : old;
    case SIM_AND: return old & b;
    case SIM_OR: return old | b;
    case SIM_XOR: return old ^ b;
    case SIM_INC: return old >= b ? 0 : old + 1;
    case SIM_DEC: return old == 0 || old > b ? b : old - 1;
    case SIM_MIN: return old < b ? old : b;
    default: return old > b ? old : b;
    }
}

static sim_reg changed(u8 type, sim_reg old, sim_reg b, sim_reg c)
{
    int op = type & 15;
    bool least = op == SIM_MIN, order = least || op == SIM_MAX;
    switch (type & SIM_ATOM_TYPE) {
    case SIM_F32: return op == SIM_ADD ? (sim_reg){.f32 = old.f32 + b.f32} : b;
    case SIM_F64: return op == SIM_ADD ? (sim_reg){.f64 = old.f64 + b.f64} : b;
    case SIM_S32:
        return order ? (old.s32 < b.s32) == least ? old : b
                     : (sim_reg){.u64 = whole(op, old.u32, b.u32, c.u32)};
    case SIM_S64:
        return order ? (old.s64 < b.s64) == least ? old : b
                     : (sim_reg){.u64 = whole(op, old.u64, b.u64, c.u64)};
    case SIM_U64: return (sim_reg){.u64 = whole(op, old.u64, b.u64, c.u64)};
    case SIM_U16: return (sim_reg){.u64 = whole(op, old.u16, b.u16, c.u16)};
    default: return (sim_reg){.u64 = whole(op, old.u32, b.u32, c.u32)};
    }
}

bool sim_atomic(sim_block *b, sim_thread *t, const sim_insn *ip)
{
    int kind = ip->type & SIM_ATOM_TYPE;
    u32 bytes = kind == SIM_U64 || kind == SIM_S64 || kind == SIM_F64 ? 8 : kind == SIM_U16 ? 2 : 4;
    sim_reg *R = t->frame->reg, old = {0};
    u64 address = (ip->type & SIM_ATOM_NARROW ? R[ip->a].u32 : R[ip->a].u64) + (u64)ip->imm;
    u8 *at = sim_touch(b, t, ip, ip->space, address, bytes, SIM_ATOMIC);
    if (!at) return false;
    memcpy(&old, at, bytes);
    sim_reg new = changed(ip->type, old, R[ip->b], R[ip->c]);
    memcpy(at, &new, bytes);
    R[ip->d] = old;
    return true;
}

/* ---- sectors --------------------------------------------------------------------------------------------------------- */

/* The sectors that a warp touches with the n-th execution of an instruction are counted once.  Lanes run one
 * after another, so what has been touched is remembered: a set of hashes for each warp, until its block ends. */
struct sim_sectors {
    u64 *slot;
    u32 room, used;
};

static bool insert(struct sim_sectors *s, u64 key)
{
    u32 k = (u32)(key >> 32) & (s->room - 1);
    while (s->slot[k] && s->slot[k] != key) k = (k + 1) & (s->room - 1);
    if (s->slot[k]) return false;
    s->slot[k] = key;
    s->used++;
    return true;
}

static void enlarge(struct sim_sectors *s)
{
    struct sim_sectors larger = {.room = s->room ? s->room * 2 : 1024};
    larger.slot = calloc(larger.room, sizeof *larger.slot);
    if (!larger.slot) abort();
    for (u32 k = 0; k < s->room; k++)
        if (s->slot[k]) insert(&larger, s->slot[k]);
    free(s->slot);
    *s = larger;
}

static u64 mix(u64 x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

void sim_count_sectors(sim_block *b, sim_thread *t, const sim_insn *ip, u64 at, u32 bytes, bool store)
{
    const sim_function *f = t->frame->function;
    simgpu_counts *c = &b->launch->counts;
    sim_warp *w = &b->warps[t->index / SIM_WARP];
    u64 place = mix((u64)(uintptr_t)ip);
    u32 turn = 0;
    if (f == b->launch->function) { /* functions it calls: all their executions are one */
        if (!t->turns) t->turns = calloc(f->ncode, sizeof *t->turns);
        if (!t->turns) abort();
        turn = ++t->turns[ip - f->code];
    }
    if (!w->sectors) w->sectors = calloc(1, sizeof *w->sectors);
    if (!w->sectors) abort();
    place = mix(place + turn);
    for (u64 sector = at / 32; sector <= (at + bytes - 1) / 32; sector++) {
        if (w->sectors->used * 2 >= w->sectors->room) enlarge(w->sectors);
        if (insert(w->sectors, mix(place ^ sector) | 1)) (*(store ? &c->store_sectors : &c->load_sectors))++;
    }
    if (insert(w->sectors, place | 1)) (*(store ? &c->store_requests : &c->load_requests))++;
}

void sim_drop_sectors(sim_warp *w)
{
    if (w->sectors) free(w->sectors->slot);
    free(w->sectors);
    w->sectors = NULL;
}
