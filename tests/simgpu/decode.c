/* Statements to instructions. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

#include "ops.h"

static sim_insn *emit(ptx_reader *r, u16 op, u32 line)
{
    sim_function *f = r->function;
    PTX_GROW(f->code, f->ncode, r->room);
    sim_insn *in = &f->code[f->ncode++];
    *in = (sim_insn){.op = op, .line = line};
    return in;
}

static u32 fresh(ptx_reader *r)
{
    return r->function->nslots++;
}

/* ---- operands ------------------------------------------------------------------------------------------------ */

static const ptx_operand *operand(ptx_reader *r, const ptx_statement *s, u32 k)
{
    static const ptx_operand none = {0};
    if (k < s->count) return &s->operand[k];
    ptx_fail(r, "%s takes more operands", s->opcode);
    return &none;
}

/* A slot that holds the operand's value. */
static u32 source(ptx_reader *r, const ptx_statement *s, u32 k)
{
    const ptx_operand *o = operand(r, s, k);
    if (o->kind == PTX_NUMBER) {
        u32 slot = ptx_constant(r, o->number);
        if (!o->local) return slot;
        sim_insn *in = emit(r, SIM_OP_lea_local, s->line);
        in->d = fresh(r);
        in->imm = (s64)o->number;
        return in->d;
    }
    if (o->kind != PTX_SLOT) ptx_fail(r, "operand %u of %s is no value", k, s->opcode);
    if (!o->negated) return o->slot;
    sim_insn *in = emit(r, SIM_OP_not_p, s->line);
    in->a = o->slot;
    return in->d = fresh(r);
}

static u32 sink(ptx_reader *r, u32 slot)
{
    return slot == PTX_SINK ? fresh(r) : slot;
}

static u32 result(ptx_reader *r, const ptx_statement *s, u32 k)
{
    const ptx_operand *o = operand(r, s, k);
    if (o->kind != PTX_SLOT || o->negated) ptx_fail(r, "operand %u of %s is no register", k, s->opcode);
    return sink(r, o->slot);
}

/* The base of an address; the distance goes into *imm. */
static u32 base(ptx_reader *r, const ptx_statement *s, u32 k, s64 *imm)
{
    const ptx_operand *o = operand(r, s, k);
    if (o->kind != PTX_ADDRESS) ptx_fail(r, "operand %u of %s is no address", k, s->opcode);
    *imm = (s64)o->number;
    if (o->based) return o->slot;
    if (!o->local) return ptx_constant(r, 0);
    sim_insn *in = emit(r, SIM_OP_lea_local, s->line);
    return in->d = fresh(r);
}

/* ---- what computes ---------------------------------------------------------------------------------------------- */

static u32 flushed(ptx_reader *r, const ptx_statement *s, u32 slot)
{
    sim_insn *in = emit(r, SIM_OP_flush32, s->line);
    in->a = slot;
    return in->d = fresh(r);
}

/* d op= sources from operand `from` on. */
static void compute(ptx_reader *r, const ptx_statement *s, const sim_form *f, u32 d, u32 from)
{
    u32 slot[4] = {0};
    for (u32 k = 0; k < f->count && !r->failed; k++) {
        slot[k] = source(r, s, from + k);
        if (f->flush && f->f32 >> (k + 1) & 1) slot[k] = flushed(r, s, slot[k]);
    }
    sim_insn *in = emit(r, f->op, s->line);
    in->d = d, in->a = slot[0], in->b = slot[1], in->c = slot[2], in->imm = slot[3];
    if (f->flush && f->f32 & 1) {
        sim_insn *flush = emit(r, SIM_OP_flush32, s->line);
        flush->d = flush->a = d;
    }
}

static void put(ptx_reader *r, u16 op, u32 line, u32 d, u32 a, u32 b)
{
    sim_insn *in = emit(r, op, line);
    in->d = d, in->a = a, in->b = b;
}

/* setp.CMP.BOOL p|q, a, b, c: p = (a CMP b) BOOL c, q = !(a CMP b) BOOL c. */
static void setp(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    u16 op = f->combine == 'a' ? SIM_OP_and_p : f->combine == 'o' ? SIM_OP_or_p : SIM_OP_xor_p;
    const ptx_operand *o = operand(r, s, 0);
    u32 p = result(r, s, 0), q = o->paired ? sink(r, o->second) : 0;
    u32 other = f->combine ? source(r, s, 3) : 0, compared = fresh(r);
    compute(r, s, f, compared, 1);
    if (o->paired) {
        put(r, SIM_OP_not_p, s->line, q, compared, 0);
        if (f->combine) put(r, op, s->line, q, q, other);
    }
    if (f->combine)
        put(r, op, s->line, p, compared, other);
    else if (o->paired)
        put(r, SIM_OP_mov_p, s->line, p, compared, 0);
    else
        r->function->code[r->function->ncode - 1].d = p;
}

static bool ends_with(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static void unpack(ptx_reader *r, const ptx_statement *s)
{
    const ptx_operand *o = operand(r, s, 0);
    bool wide = ends_with(s->opcode, "64");
    u32 from = source(r, s, 1);
    if (o->count == 2) {
        u32 copy = fresh(r); /* the source may be one of the results */
        put(r, SIM_OP_mov64, s->line, copy, from, 0);
        put(r, wide ? SIM_OP_low32 : SIM_OP_low16, s->line, sink(r, o->element[0]), copy, 0);
        put(r, wide ? SIM_OP_high32 : SIM_OP_high16, s->line, sink(r, o->element[1]), copy, 0);
    } else if (o->count == 4 && wide) {
        u32 copy = fresh(r), high = fresh(r);
        put(r, SIM_OP_mov64, s->line, copy, from, 0);
        put(r, SIM_OP_high32, s->line, high, copy, 0);
        for (u32 k = 0; k < 4; k++)
            put(r, k & 1 ? SIM_OP_high16 : SIM_OP_low16, s->line, sink(r, o->element[k]), k & 2 ? high : copy,
                0);
    } else {
        ptx_fail(r, "%s of %u parts", s->opcode, o->count);
    }
}

static void pack(ptx_reader *r, const ptx_statement *s)
{
    const ptx_operand *o = operand(r, s, 1);
    bool wide = ends_with(s->opcode, "64");
    u32 d = result(r, s, 0);
    if (o->count == 2) {
        put(r, wide ? SIM_OP_pack64 : SIM_OP_pack32, s->line, d, o->element[0], o->element[1]);
    } else if (o->count == 4 && wide) {
        u32 low = fresh(r), high = fresh(r);
        put(r, SIM_OP_pack32, s->line, low, o->element[0], o->element[1]);
        put(r, SIM_OP_pack32, s->line, high, o->element[2], o->element[3]);
        put(r, SIM_OP_pack64, s->line, d, low, high);
    } else {
        ptx_fail(r, "%s of %u parts", s->opcode, o->count);
    }
}

static void move(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    if (operand(r, s, 0)->kind == PTX_VECTOR)
        unpack(r, s);
    else if (operand(r, s, 1)->kind == PTX_VECTOR)
        pack(r, s);
    else
        compute(r, s, f, result(r, s, 0), 1);
}

/* ---- memory ------------------------------------------------------------------------------------------------------- */

static u32 vector_list(ptx_reader *r, const ptx_statement *s, const ptx_operand *o, u32 count)
{
    sim_function *f = r->function;
    u32 first = f->nlists;
    if (o->kind != PTX_VECTOR || o->count != count) ptx_fail(r, "%s takes a vector of %u", s->opcode, count);
    for (u32 k = 0; k < count && !r->failed; k++) {
        PTX_GROW(f->lists, f->nlists, r->lists_room);
        f->lists[f->nlists++] = sink(r, o->element[k]);
    }
    return first;
}

/* A parameter of the kernel at a place that is known now. */
static bool kernel_parameter(ptx_reader *r, const ptx_statement *s, const sim_form *f, sim_insn *in)
{
    const ptx_operand *o = operand(r, s, 1);
    u32 bytes = 1u << (f->type & 3);
    if (f->space != SIM_PARAM || f->count > 1 || o->based || o->number & SIM_IN_FRAME || bytes < 4 ||
        f->type & SIM_SIGNED)
        return false;
    if (o->number + bytes > r->function->params_bytes || o->number % bytes) return false;
    in->op = bytes == 4 ? SIM_OP_ld_param_u32 : SIM_OP_ld_param_u64;
    return true;
}

/* d: the value's slot, or the first of `b` slots of a list. */
static void memory(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    bool load = f->kind == SIM_CLASS_LOAD;
    u32 value = load ? 0 : 1, place = load ? 1 : 0;
    s64 imm;
    u32 from = base(r, s, place, &imm), d;
    if (f->count > 1)
        d = vector_list(r, s, operand(r, s, value), f->count);
    else
        d = load ? result(r, s, value) : source(r, s, value);
    sim_insn *in = emit(r, f->op, s->line);
    in->space = f->space, in->type = f->type;
    if (operand(r, s, place)->narrow) in->type |= SIM_NARROW;
    in->d = d, in->a = from, in->b = f->count, in->imm = imm;
    if (load) kernel_parameter(r, s, f, in);
}

static void atomic(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    u32 k = f->reduces ? 0 : 1;
    u32 d = f->reduces ? fresh(r) : result(r, s, 0);
    s64 imm;
    u32 from = base(r, s, k, &imm), b = source(r, s, k + 1);
    u32 c = (f->type & 15) == SIM_CAS ? source(r, s, k + 2) : 0;
    sim_insn *in = emit(r, f->op, s->line);
    in->space = f->space, in->type = f->type;
    if (operand(r, s, k)->narrow) in->type |= SIM_ATOM_NARROW;
    in->d = d, in->a = from, in->b = b, in->c = c, in->imm = imm;
}

/* ---- control ------------------------------------------------------------------------------------------------------- */

static void jump(ptx_reader *r, const ptx_statement *s, u16 op, u32 predicate)
{
    const ptx_operand *o = operand(r, s, 0);
    if (o->kind != PTX_NAME) ptx_fail(r, "a label expected");
    PTX_GROW(r->jumps, r->njumps, r->jumps_room);
    r->jumps[r->njumps++] = (struct ptx_jump){
        .insn = r->function->ncode, .line = s->line, .name = ptx_copy(o->name, strlen(o->name))};
    emit(r, op, s->line)->a = predicate;
}

static void jump_indexed(ptx_reader *r, const ptx_statement *s)
{
    u32 index = source(r, s, 0);
    const ptx_operand *o = operand(r, s, 1);
    for (u32 k = 0; k < r->ntargets && o->kind == PTX_NAME; k++) {
        if (strcmp(r->targets[k].name, o->name) != 0) continue;
        sim_insn *in = emit(r, SIM_OP_brx, s->line);
        in->a = index, in->b = r->targets[k].first, in->c = r->targets[k].count;
        return;
    }
    ptx_fail(r, "unknown branch targets %s", o->name);
}

static void unknown(ptx_reader *r, const ptx_statement *s)
{
    sim_function *f = r->function;
    PTX_GROW(f->unknown, f->nunknown, r->unknown_room);
    f->unknown[f->nunknown] = ptx_copy(s->text, s->length);
    emit(r, SIM_OP_unknown, s->line)->imm = f->nunknown++;
}

static void call(ptx_reader *r, const ptx_statement *s)
{
    sim_function *f = r->function;
    u32 k = operand(r, s, 0)->kind == PTX_LIST;
    const ptx_operand *name = operand(r, s, k), *args = k + 1 < s->count ? operand(r, s, k + 1) : NULL;
    sim_function *callee = sim_module_function(r->module, name->name);
    if (name->kind != PTX_NAME) {
        unknown(r, s); /* through a pointer */
        return;
    }
    if (!callee) ptx_fail(r, "%s is not declared", name->name);
    PTX_GROW(f->calls, f->ncalls, r->calls_room);
    sim_call *c = &f->calls[f->ncalls];
    *c = (sim_call){.callee = callee, .result = k ? operand(r, s, 0)->element[0] : 0};
    c->nargs = args && args->kind == PTX_LIST ? args->count : 0;
    if (callee && c->nargs != callee->nparams)
        ptx_fail(r, "%s takes %u parameters", name->name, callee->nparams);
    c->args = calloc(c->nargs + 1u, sizeof *c->args);
    if (!c->args) abort();
    if (c->nargs) memcpy(c->args, args->element, c->nargs * sizeof *c->args);
    emit(r, SIM_OP_call, s->line)->d = f->ncalls++;
}

/* ---- what threads do together -------------------------------------------------------------------------------------- */

static void barrier(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    bool reduces = f->type >= SIM_BAR_AND && f->type <= SIM_BAR_POPC;
    u32 k = reduces, last = s->count - reduces;
    u32 d = reduces ? result(r, s, 0) : 0;
    u32 a = s->count ? source(r, s, k) : ptx_constant(r, 0);
    u32 b = k + 1 < last ? source(r, s, k + 1) : PTX_SINK;
    u32 c = reduces ? source(r, s, s->count - 1) : 0;
    sim_insn *in = emit(r, f->op, s->line);
    in->type = f->type, in->d = d, in->a = a, in->b = b, in->c = c;
}

/* imm: slots of the mask and of the predicate. */
static void shuffle(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    u32 d = result(r, s, 0), p = operand(r, s, 0)->paired ? sink(r, operand(r, s, 0)->second) : fresh(r);
    u32 a = source(r, s, 1), b = source(r, s, 2), c = source(r, s, 3), mask = source(r, s, 4);
    sim_insn *in = emit(r, f->op, s->line);
    in->type = f->type, in->d = d, in->a = a, in->b = b, in->c = c;
    in->imm = (s64)((u64)p << 32 | mask);
}

/* vote, match, redux: d, a, mask; match.all: d|p */
static void gather(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    u32 d = result(r, s, 0), p = operand(r, s, 0)->paired ? sink(r, operand(r, s, 0)->second) : fresh(r);
    u32 a = source(r, s, 1), mask = source(r, s, 2);
    sim_insn *in = emit(r, f->op, s->line);
    in->type = f->type, in->d = d, in->a = a, in->b = mask, in->c = p;
}

/* ---- statements ------------------------------------------------------------------------------------------------------ */

static void dispatch(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    switch (f->kind) {
    case SIM_CLASS_COMPUTE: compute(r, s, f, result(r, s, 0), 1); break;
    case SIM_CLASS_MOVE: move(r, s, f); break;
    case SIM_CLASS_SETP: setp(r, s, f); break;
    case SIM_CLASS_LOAD:
    case SIM_CLASS_STORE: memory(r, s, f); break;
    case SIM_CLASS_ATOMIC: atomic(r, s, f); break;
    case SIM_CLASS_BRANCH: jump(r, s, SIM_OP_bra, 0); break;
    case SIM_CLASS_BRANCH_INDEXED: jump_indexed(r, s); break;
    case SIM_CLASS_CALL: call(r, s); break;
    case SIM_CLASS_PLAIN: emit(r, f->op, s->line); break;
    case SIM_CLASS_BARRIER: barrier(r, s, f); break;
    case SIM_CLASS_WARP_SYNC: {
        u32 mask = source(r, s, 0);
        emit(r, f->op, s->line)->b = mask;
        break;
    }
    case SIM_CLASS_SHUFFLE: shuffle(r, s, f); break;
    case SIM_CLASS_VOTE:
    case SIM_CLASS_MATCH:
    case SIM_CLASS_REDUX: gather(r, s, f); break;
    case SIM_CLASS_ACTIVE: {
        u32 d = result(r, s, 0);
        emit(r, f->op, s->line)->d = d;
        break;
    }
    }
}

/* Clocks are special registers whose value is that of the moment. */
static bool reads_clock(ptx_reader *r, const ptx_statement *s, const sim_form *f)
{
    if (f->kind != SIM_CLASS_MOVE || s->count != 2 || !memmem(s->text, s->length, "%clock", 6)) {
        if (f->kind != SIM_CLASS_MOVE || s->count != 2 || !memmem(s->text, s->length, "%globaltimer", 12))
            return false;
    }
    u32 d = result(r, s, 0);
    emit(r, SIM_OP_now, s->line)->d = d;
    return true;
}

void ptx_decode(ptx_reader *r, const ptx_statement *s)
{
    sim_function *f = r->function;
    sim_form form;
    bool known = sim_form_find(s->opcode, &form);
    if (known && s->guarded && form.kind == SIM_CLASS_BRANCH) {
        jump(r, s, s->unless ? SIM_OP_bra_unless : SIM_OP_bra_if, s->guard);
        return;
    }
    u32 skip = f->ncode;
    if (s->guarded) emit(r, s->unless ? SIM_OP_skip_if : SIM_OP_skip_unless, s->line)->a = s->guard;
    if (!known)
        unknown(r, s);
    else if (!reads_clock(r, s, &form))
        dispatch(r, s, &form);
    if (s->guarded) f->code[skip].imm = f->ncode - skip - 1;
}

static int compare_labels(const void *a, const void *b)
{
    return strcmp(((const ptx_label *)a)->name, ((const ptx_label *)b)->name);
}

void ptx_resolve(ptx_reader *r)
{
    sim_function *f = r->function;
    emit(r, SIM_OP_ret, r->line); /* labels may stand at the end */
    if (r->nlabels) qsort(r->labels, r->nlabels, sizeof *r->labels, compare_labels);
    for (u32 k = 0; k < r->njumps; k++) {
        const struct ptx_jump *j = &r->jumps[k];
        ptx_label wanted = {.name = j->name};
        const ptx_label *l = r->nlabels
                                 ? bsearch(&wanted, r->labels, r->nlabels, sizeof *r->labels, compare_labels)
                                 : NULL;
        if (!l) {
            r->line = j->line;
            ptx_fail(r, "there is no label %s", j->name);
            return;
        }
        if (j->list)
            f->lists[j->list - 1] = l->at;
        else
            f->code[j->insn].imm = (s64)l->at - (s64)j->insn;
    }
}
