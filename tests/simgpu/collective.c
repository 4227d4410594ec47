/* Barriers, shuffles, votes: the last thread that arrives computes for all of them.  Those that wait stand at the
 * instruction, so their registers hold the operands. */
#include <stdio.h>

#include "ops.h"
#include "simgpu.h"

void sim_wake(sim_block *b, sim_thread *t)
{
    t->state = SIM_READY;
    b->ready[(b->next + b->nready++) % b->room] = t->index;
}

static void where(const sim_thread *t, char out[80])
{
    if (t->state == SIM_DONE)
        snprintf(out, 80, "thread (%u,%u,%u) has ended", t->x, t->y, t->z);
    else
        snprintf(out, 80, "thread (%u,%u,%u) waits at line %u", t->x, t->y, t->z, t->ip->line);
}

/* ---- barriers of the block ------------------------------------------------------------------------------------ */

static void leave_barrier(sim_block *b, sim_barrier *bar, u32 id, const sim_thread *last)
{
    const sim_insn *at = bar->at;
    b->time = sim_next_time();
    for (u32 k = 0; k < b->nthreads; k++) {
        sim_thread *t = &b->threads[k];
        if (t != last && (t->state != SIM_AT_BARRIER || t->barrier != id)) continue;
        sim_reg *d = &t->frame->reg[at->d];
        if (at->type == SIM_BAR_POPC)
            d->u64 = bar->count;
        else if (at->type == SIM_BAR_OR)
            d->u64 = bar->count > 0;
        else if (at->type == SIM_BAR_AND)
            d->u64 = bar->count == bar->here;
        if (t == last) continue;
        t->ip++;
        sim_wake(b, t);
    }
    *bar = (sim_barrier){0};
}

static sim_stop arrive(sim_block *b, sim_thread *t, const sim_insn *ip)
{
    const sim_reg *R = t->frame->reg;
    u32 id = R[ip->a].u32, wanted = ip->b == UINT32_MAX ? b->nthreads : R[ip->b].u32;
    if (id >= SIM_BARRIERS || wanted == 0 || wanted % SIM_WARP != 0) {
        if (id >= SIM_BARRIERS || ip->b != UINT32_MAX) {
            sim_fault(b, t, ip, SIM_LAUNCH_FAILED, "barrier %u of %u threads", id, wanted);
            return SIM_STOP_FAULT;
        }
    }
    sim_barrier *bar = &b->barriers[id];
    bool arrives = ip->type == SIM_BAR_ARRIVE;
    if (bar->here && ((!arrives && bar->at && bar->at != ip) || bar->wanted != wanted)) {
        char other[80];
        where(&b->threads[bar->first], other);
        sim_fault(b, t, ip, SIM_LAUNCH_FAILED, "divergent barrier: %s", other);
        return SIM_STOP_FAULT;
    }
    if (!arrives) bar->at = ip, bar->first = t->index;
    bar->wanted = wanted;
    bar->here++;
    if (ip->type >= SIM_BAR_AND && ip->type <= SIM_BAR_POPC) bar->count += R[ip->c].u32 & 1;
    if (bar->here == wanted) {
        if (bar->at)
            leave_barrier(b, bar, id, t);
        else
            *bar = (sim_barrier){0};
        return SIM_STOP_DONE;
    }
    if (arrives) return SIM_STOP_DONE;
    t->state = SIM_AT_BARRIER;
    t->barrier = (u8)id;
    return SIM_STOP_WAITS;
}

/* ---- within a warp ----------------------------------------------------------------------------------------------- */

static u32 mask_of(const sim_thread *t, const sim_insn *ip)
{
    const sim_reg *R = t->frame->reg;
    return ip->op == SIM_OP_shfl ? R[(u32)ip->imm].u32 : R[ip->b].u32;
}

/* Lane `lane` reads from: PTX's rule for all four modes. */
static u32 shuffle_source(u8 mode, u32 lane, u32 b, u32 c, bool *inside)
{
    u32 segment = c >> 8 & 31, bound = c & 31, own = lane & segment;
    u32 most = own | (bound & ~segment), least = own, j;
    b &= 31;
    switch (mode) {
    case SIM_SHFL_UP:
        j = lane - b;
        *inside = (s32)j >= (s32)most;
        break;
    case SIM_SHFL_DOWN:
        j = lane + b;
        *inside = j <= most;
        break;
    case SIM_SHFL_BFLY:
        j = lane ^ b;
        *inside = j <= most;
        break;
    default:
        j = least | (b & ~segment);
        *inside = j <= most;
        break;
    }
    return *inside ? j : lane;
}

static void shuffle(sim_thread *lanes, const sim_insn *ip, u32 mask)
{
    u32 value[SIM_WARP] = {0};
    for (u32 k = 0; k < SIM_WARP; k++)
        if (mask >> k & 1) value[k] = lanes[k].frame->reg[ip->a].u32;
    for (u32 k = 0; k < SIM_WARP; k++) {
        if (!(mask >> k & 1)) continue;
        sim_reg *R = lanes[k].frame->reg;
        bool inside;
        u32 from = shuffle_source(ip->type, k, R[ip->b].u32, R[ip->c].u32, &inside);
        /* A lane that does not take part gives whatever it likes. */
        R[ip->d].u64 = mask >> from & 1 ? value[from] : (u32)sim_random();
        R[(u64)ip->imm >> 32].u64 = inside;
    }
}

static void vote(sim_thread *lanes, const sim_insn *ip, u32 mask)
{
    u32 ballot = 0;
    for (u32 k = 0; k < SIM_WARP; k++)
        if (mask >> k & 1) ballot |= (lanes[k].frame->reg[ip->a].u32 & 1) << k;
    u32 v = ip->type == SIM_VOTE_ALL   ? ballot == mask
            : ip->type == SIM_VOTE_ANY ? ballot != 0
            : ip->type == SIM_VOTE_UNI ? ballot == 0 || ballot == mask
                                       : ballot;
    for (u32 k = 0; k < SIM_WARP; k++)
        if (mask >> k & 1) lanes[k].frame->reg[ip->d].u64 = v;
}

static void match(sim_thread *lanes, const sim_insn *ip, u32 mask)
{
    u64 value[SIM_WARP] = {0};
    for (u32 k = 0; k < SIM_WARP; k++)
        if (mask >> k & 1)
            value[k] = ip->type & SIM_MATCH_WIDE ? lanes[k].frame->reg[ip->a].u64
                                                 : lanes[k].frame->reg[ip->a].u32;
    for (u32 k = 0; k < SIM_WARP; k++) {
        if (!(mask >> k & 1)) continue;
        u32 same = 0;
        for (u32 j = 0; j < SIM_WARP; j++)
            if (mask >> j & 1 && value[j] == value[k]) same |= 1u << j;
        bool all = same == mask;
        if (ip->type & SIM_MATCH_ALL) lanes[k].frame->reg[ip->c].u64 = all;
        lanes[k].frame->reg[ip->d].u64 = !(ip->type & SIM_MATCH_ALL) || all ? same : 0;
    }
}

static u32 joined(u8 type, u32 a, u32 b)
{
    bool is_signed = (type & 0xF0) == SIM_S32;
    switch (type & 15) {
    case SIM_ADD: return a + b;
    case SIM_AND: return a & b;
    case SIM_OR: return a | b;
    case SIM_XOR: return a ^ b;
    case SIM_MIN: return (is_signed ? (s32)a < (s32)b : a < b) ? a : b;
    default: return (is_signed ? (s32)a > (s32)b : a > b) ? a : b;
    }
}

static void redux(sim_thread *lanes, const sim_insn *ip, u32 mask)
{
    u32 first = (u32)__builtin_ctz(mask), v = lanes[first].frame->reg[ip->a].u32;
    for (u32 k = first + 1; k < SIM_WARP; k++)
        if (mask >> k & 1) v = joined(ip->type, v, lanes[k].frame->reg[ip->a].u32);
    for (u32 k = 0; k < SIM_WARP; k++)
        if (mask >> k & 1) lanes[k].frame->reg[ip->d].u64 = v;
}

static void perform(sim_block *b, sim_thread *lanes, const sim_insn *ip, u32 mask)
{
    switch (ip->op) {
    case SIM_OP_shfl: shuffle(lanes, ip, mask); break;
    case SIM_OP_vote: vote(lanes, ip, mask); break;
    case SIM_OP_match: match(lanes, ip, mask); break;
    case SIM_OP_redux: redux(lanes, ip, mask); break;
    default: b->warps[lanes->index / SIM_WARP].turn++; break; /* __syncwarp */
    }
}

static sim_gathering *gathering(sim_warp *w, const sim_insn *ip, u32 mask)
{
    for (u32 k = 0; k < w->ngatherings; k++)
        if (w->gathering[k].at == ip && w->gathering[k].mask == mask) return &w->gathering[k];
    sim_gathering *g = &w->gathering[w->ngatherings++]; /* never more than threads that wait */
    *g = (sim_gathering){.at = ip, .mask = mask};
    return g;
}

static sim_stop gather(sim_block *b, sim_thread *t, const sim_insn *ip)
{
    u32 mask = mask_of(t, ip), lane = t->index % SIM_WARP, first = t->index - lane;
    u32 there = b->nthreads - first >= SIM_WARP ? ~0u : (1u << (b->nthreads - first)) - 1;
    sim_warp *w = &b->warps[t->index / SIM_WARP];
    mask &= there; /* lanes that the block does not have */
    if (!(mask >> lane & 1)) {
        sim_fault(b, t, ip, SIM_LAUNCH_FAILED, "divergent shuffle: lane %u is not in its own mask 0x%08x",
                  lane, mask);
        return SIM_STOP_FAULT;
    }
    sim_gathering *g = gathering(w, ip, mask);
    g->here |= 1u << lane;
    if (g->here != mask) {
        t->state = SIM_AT_WARP;
        return SIM_STOP_WAITS;
    }
    *g = w->gathering[--w->ngatherings];
    perform(b, &b->threads[first], ip, mask);
    for (u32 k = 0; k < SIM_WARP; k++) {
        if (!(mask >> k & 1) || k == lane) continue;
        b->threads[first + k].ip++;
        sim_wake(b, &b->threads[first + k]);
    }
    return SIM_STOP_DONE;
}

sim_stop sim_collect(sim_block *b, sim_thread *t, const sim_insn *ip)
{
    return ip->op == SIM_OP_bar ? arrive(b, t, ip) : gather(b, t, ip);
}

/* ---- when nothing goes on -------------------------------------------------------------------------------------------- */

/* A thread that keeps t from going on. */
static const sim_thread *missing(const sim_block *b, const sim_thread *t)
{
    u32 first = t->index / SIM_WARP * SIM_WARP, mask = t->state == SIM_AT_WARP ? mask_of(t, t->ip) : 0;
    for (u32 k = 0; k < b->nthreads; k++) {
        const sim_thread *other = &b->threads[k];
        bool wanted = t->state == SIM_AT_BARRIER ||
                      (k >= first && k - first < SIM_WARP && mask >> (k - first) & 1);
        if (wanted && other != t && (other->state != t->state || other->ip != t->ip)) return other;
    }
    return NULL;
}

void sim_stuck(sim_block *b)
{
    const sim_thread *t = NULL;
    for (u32 k = 0; k < b->nthreads; k++) { /* rather one that waits for its warp */
        const sim_thread *one = &b->threads[k];
        if (one->state == SIM_AT_WARP || (one->state == SIM_AT_BARRIER && !t)) t = one;
        if (one->state == SIM_AT_WARP) break;
    }
    if (!t) return;
    char other[80] = "no thread is missing";
    const sim_thread *m = missing(b, t);
    if (m) where(m, other);
    const char *what = t->ip->op == SIM_OP_bar         ? "barrier"
                       : t->ip->op == SIM_OP_warp_sync ? "barrier of a warp"
                       : t->ip->op == SIM_OP_shfl      ? "shuffle"
                                                       : "vote";
    sim_fault(b, t, t->ip, SIM_LAUNCH_FAILED, "divergent %s: %s", what, other);
}
