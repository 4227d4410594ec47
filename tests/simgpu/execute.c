/* One thread, until it ends, waits for others, or has had its turn. */
#include "arithmetic.h"
#include "ops.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define ONES(T) ((T) ~(T)0 / 255) /* 0x01 in each byte */

static void fault_unknown(sim_block *b, const sim_thread *t, const sim_insn *ip)
{
    const char *text = t->frame->function->unknown[ip->imm];
    sim_fault(b, t, ip, SIM_ILLEGAL_INSTRUCTION, "unknown instruction: %s", text);
}

static void fault_call(sim_block *b, const sim_thread *t, const sim_insn *ip, const sim_function *callee)
{
    bool assert = strcmp(callee->name, "__assertfail") == 0;
    sim_fault(b, t, ip, assert ? SIM_ASSERT : SIM_LAUNCH_FAILED,
              assert ? "an assertion failed%s" : "%s has no body here", assert ? "" : callee->name);
}

/* Arguments into a frame of its own; NULL after a fault. */
static sim_frame *call(sim_block *b, sim_thread *t, const sim_insn *ip)
{
    sim_frame *frame = t->frame;
    const sim_call *c = &frame->function->calls[ip->d];
    if (!c->callee->body) {
        fault_call(b, t, ip, c->callee);
        return NULL;
    }
    if (frame->depth == SIM_DEPTH) {
        sim_fault(b, t, ip, SIM_LAUNCH_FAILED, "calls nested deeper than %d", SIM_DEPTH);
        return NULL;
    }
    sim_frame *inner = sim_enter(b, t, c->callee, frame);
    if (!inner) return NULL;
    for (u32 k = 0; k < c->nargs; k++) {
        const sim_param *p = &c->callee->params[k];
        memcpy(inner->bytes + p->offset, frame->bytes + c->args[k], p->bytes);
    }
    inner->back = ip + 1;
    return inner;
}

/* The result goes back; the instruction where the caller goes on. */
static const sim_insn *come_back(sim_thread *t)
{
    sim_frame *frame = t->frame, *up = frame->up;
    const sim_insn *back = frame->back;
    const sim_param *result = &frame->function->result;
    if (result->bytes)
        memcpy(up->bytes + up->function->calls[back[-1].d].result, frame->bytes + result->offset,
               result->bytes);
    sim_leave(t);
    return back;
}

static void extend(sim_reg *to, const u8 *from, u8 type)
{
    u64 v = 0;
    u32 bits = 8u << (type & 3);
    memcpy(&v, from, bits / 8);
    to->u64 = type & SIM_SIGNED ? (u64)((s64)(v << (64 - bits)) >> (64 - bits)) : v;
}

static bool load(sim_block *b, sim_thread *t, const sim_insn *ip)
{
    sim_reg *R = t->frame->reg;
    u32 bytes = 1u << (ip->type & 3);
    u64 at = (ip->type & SIM_NARROW ? R[ip->a].u32 : R[ip->a].u64) + (u64)ip->imm;
    const u8 *from = sim_touch(b, t, ip, ip->space, at, bytes * ip->b, SIM_LOAD);
    if (!from) return false;
    if (ip->b == 1) {
        extend(&R[ip->d], from, ip->type);
    } else {
        const u32 *list = t->frame->function->lists + ip->d;
        for (u32 k = 0; k < ip->b; k++) extend(&R[list[k]], from + k * bytes, ip->type);
    }
    return true;
}

static bool store(sim_block *b, sim_thread *t, const sim_insn *ip)
{
    sim_reg *R = t->frame->reg;
    u32 bytes = 1u << (ip->type & 3);
    u64 at = (ip->type & SIM_NARROW ? R[ip->a].u32 : R[ip->a].u64) + (u64)ip->imm;
    u8 *to = sim_touch(b, t, ip, ip->space, at, bytes * ip->b, SIM_STORE);
    if (!to) return false;
    if (ip->b == 1) {
        memcpy(to, &R[ip->d], bytes);
    } else {
        const u32 *list = t->frame->function->lists + ip->d;
        for (u32 k = 0; k < ip->b; k++) memcpy(to + k * bytes, &R[list[k]], bytes);
    }
    return true;
}

/* The quick path of global memory: right if the address is in the device's range and aligned, and all bytes are
 * mapped and written.  Everything else is looked at by load and store. */
#define LOAD_GLOBAL(name, T, W)                                                                              \
    L_##name:                                                                                                \
    {                                                                                                        \
        const u64 at = R[ip->a].u64 + (u64)ip->imm, off = at - base;                                         \
        if (LIKELY(off < span && off % sizeof(T) == 0 &&                                                     \
                   *(const T##_bits *)(state + off) == (T##_bits)(ONES(T##_bits) * 3))) {                    \
            R[ip->d].W = (W) * (const T *)(data + off);                                                      \
            if (counting) sim_count_sectors(block, t, ip, at, sizeof(T), false);                             \
            NEXT;                                                                                            \
        }                                                                                                    \
        goto L_ld;                                                                                           \
    }
#define STORE_GLOBAL(name, T)                                                                                \
    L_##name:                                                                                                \
    {                                                                                                        \
        const u64 at = R[ip->a].u64 + (u64)ip->imm, off = at - base;                                         \
        if (LIKELY(off < span && off % sizeof(T) == 0 && (*(T *)(state + off) & ONES(T)) == ONES(T))) {      \
            *(T *)(data + off) = R[ip->d].T;                                                                 \
            *(T *)(state + off) = (T)(ONES(T) * 3);                                                          \
            if (counting) sim_count_sectors(block, t, ip, at, sizeof(T), true);                              \
            NEXT;                                                                                            \
        }                                                                                                    \
        goto L_st;                                                                                           \
    }
typedef u8 u8_bits, s8_bits;
typedef u16 u16_bits, s16_bits;
typedef u32 u32_bits, s32_bits;
typedef u64 u64_bits;

#define NEXT                                                                                                 \
    do {                                                                                                     \
        ip++;                                                                                                \
        goto *labels[ip->op];                                                                                \
    } while (0)
/* Instructions are counted where their sequence breaks: `start` is the first that is not yet. */
#define JUMP(distance)                                                                                       \
    do {                                                                                                     \
        count += (u64)(ip - start) + 1;                                                                      \
        ip += (distance);                                                                                    \
        start = ip;                                                                                          \
        if (count >= limit) goto slice;                                                                      \
        goto *labels[ip->op];                                                                                \
    } while (0)

sim_stop sim_execute(sim_block *block, sim_thread *t)
{
    static const void *const labels[] = {
#define X(name) &&L_##name,
        SIM_OTHER_OPS(X)
#undef X
#define A1(id, ...) &&L_##id,
#define A2 A1
#define A3 A1
#define A4 A1
#include "isa.def"
    };
    const sim_launch *l = block->launch;
    const u64 base = l->device->base, span = l->device->span;
    u8 *const data = l->device->data, *const state = l->device->state;
    const bool counting = l->counting;
    sim_reg *R = t->frame->reg;
    const sim_insn *ip = t->ip, *start = ip;
    u64 count = t->count;
    const u64 limit = count + SIM_SLICE;
    u32 cc = t->carry;
    sim_stop stop;
    goto *labels[ip->op];

#define A1(id, forms, D, A, value)                                                                           \
    L_##id:                                                                                                  \
    {                                                                                                        \
        const A a = R[ip->a].A;                                                                              \
        R[ip->d].D = (D)(value);                                                                             \
        NEXT;                                                                                                \
    }
#define A2(id, forms, D, A, B, value)                                                                        \
    L_##id:                                                                                                  \
    {                                                                                                        \
        const A a = R[ip->a].A;                                                                              \
        const B b = R[ip->b].B;                                                                              \
        R[ip->d].D = (D)(value);                                                                             \
        NEXT;                                                                                                \
    }
#define A3(id, forms, D, A, B, C, value)                                                                     \
    L_##id:                                                                                                  \
    {                                                                                                        \
        const A a = R[ip->a].A;                                                                              \
        const B b = R[ip->b].B;                                                                              \
        const C c = R[ip->c].C;                                                                              \
        R[ip->d].D = (D)(value);                                                                             \
        NEXT;                                                                                                \
    }
#define A4(id, forms, D, A, B, C, E, value)                                                                  \
    L_##id:                                                                                                  \
    {                                                                                                        \
        const A a = R[ip->a].A;                                                                              \
        const B b = R[ip->b].B;                                                                              \
        const C c = R[ip->c].C;                                                                              \
        const E e = R[(u32)ip->imm].E;                                                                       \
        R[ip->d].D = (D)(value);                                                                             \
        NEXT;                                                                                                \
    }
#include "isa.def"

L_nop:
    NEXT;
L_skip_if:
    if (R[ip->a].u32)
        start += ip->imm, ip += ip->imm;
    else
        start++;
    NEXT;
L_skip_unless:
    if (!R[ip->a].u32)
        start += ip->imm, ip += ip->imm;
    else
        start++;
    NEXT;
L_bra:
    JUMP(ip->imm);
L_bra_if:
    if (R[ip->a].u32) JUMP(ip->imm);
    NEXT;
L_bra_unless:
    if (!R[ip->a].u32) JUMP(ip->imm);
    NEXT;
L_brx : {
    u32 k = R[ip->a].u32;
    const sim_function *f = t->frame->function;
    if (k >= ip->c) {
        sim_fault(block, t, ip, SIM_LAUNCH_FAILED, "branch target %u of %u", k, ip->c);
        goto fault;
    }
    JUMP(f->code + f->lists[ip->b + k] - ip);
}
L_call : {
    sim_frame *inner = call(block, t, ip);
    if (!inner) goto fault;
    count += (u64)(ip - start) + 1;
    t->frame = inner;
    R = inner->reg;
    ip = start = inner->function->code;
    goto *labels[ip->op];
}
L_ret:
    if (!t->frame->up) goto L_exit;
    count += (u64)(ip - start) + 1;
    ip = start = come_back(t);
    R = t->frame->reg;
    goto *labels[ip->op];
L_exit:
    while (t->frame) sim_leave(t);
    stop = SIM_STOP_DONE;
    ip++;
    goto end;
L_trap:
    sim_fault(block, t, ip, SIM_ILLEGAL_INSTRUCTION, "trap");
    goto fault;
L_unknown:
    fault_unknown(block, t, ip);
    goto fault;

L_ld_param_u32:
    R[ip->d].u64 = *(const u32 *)(const void *)(l->params + ip->imm);
    NEXT;
L_ld_param_u64:
    R[ip->d].u64 = *(const u64 *)(const void *)(l->params + ip->imm);
    NEXT;
    LOAD_GLOBAL(ld_g_u8, u8, u64)
    LOAD_GLOBAL(ld_g_u16, u16, u64)
    LOAD_GLOBAL(ld_g_u32, u32, u64)
    LOAD_GLOBAL(ld_g_u64, u64, u64)
    LOAD_GLOBAL(ld_g_s8, s8, s64)
    LOAD_GLOBAL(ld_g_s16, s16, s64)
    LOAD_GLOBAL(ld_g_s32, s32, s64)
    STORE_GLOBAL(st_g_u8, u8)
    STORE_GLOBAL(st_g_u16, u16)
    STORE_GLOBAL(st_g_u32, u32)
    STORE_GLOBAL(st_g_u64, u64)
L_ld:
    if (!load(block, t, ip)) goto fault;
    NEXT;
L_st:
    if (!store(block, t, ip)) goto fault;
    NEXT;
L_atom:
    if (!sim_atomic(block, t, ip)) goto fault;
    NEXT;
L_lea_local:
    R[ip->d].u64 = t->frame->local_base + (u64)ip->imm;
    NEXT;
L_now:
    R[ip->d].u64 = count + (u64)(ip - start);
    NEXT;
L_activemask:
    R[ip->d].u64 = 1u << t->index % SIM_WARP;
    NEXT;
L_bar:
L_warp_sync:
L_shfl:
L_vote:
L_match:
L_redux:
    t->ip = ip;
    stop = sim_collect(block, t, ip);
    if (stop == SIM_STOP_DONE) NEXT; /* all are here */
    goto end;

slice:
    stop = SIM_STOP_SLICE;
    goto end;
fault:
    stop = SIM_STOP_FAULT;
end:
    t->ip = ip;
    t->count = count + (u64)(ip - start) + (stop == SIM_STOP_WAITS);
    t->carry = cc != 0;
    return stop;
}
