/* From a group's outputs down to what it reads: every value once per form, so that equal work is shared.
 * A complex value is walked part by part: no term has a complex dtype.
 * The walk keeps its own stack, because a group may be a chain as long as the cap on operations. */
#include "codegen/lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct place {      /* a value in a form; item of the map from places to terms */
    int32_t val, term;
    int32_t part;           /* of a complex value: 1 real, 2 imaginary; else 0 */
    const sni_form *form;   /* NULL: a scalar */
} place;

typedef struct frame {
    place at;
    int k;                  /* operands done */
    int32_t arg[3];
    const sni_form *box;    /* PLACE: form of what it places */
} frame;

typedef struct walk {
    sni_lowering *lw;
    sni_map places;
    SNI_VEC(frame) stack;
    const sni_form **member_form; /* of each member */
} walk;

/* ---- terms ---------------------------------------------------------------------------------------------- */

bool sni_lower_over_reduced(const sni_lowering *lw, const sni_form *form)
{
    for (int d = 0; d < form->rank; d++)
        if ((lw->reduced >> d & 1) && sni_form_varies(form, d)) return true;
    return false;
}

int32_t sni_lower_term(sni_lowering *lw, sni_term t)
{
    t.slot = -1;
    for (int k = 0; k < t.nargs; k++) {
        const sni_term *a = &lw->terms.data[t.arg[k]];
        uint8_t level = a->op == SNI_K_REDUCE ? SNI_X : a->level;
        if (t.level < level) t.level = level;
        if (t.ready < a->ready) t.ready = a->ready;
    }
    if (t.op == SNI_K_REDUCE) {
        t.ready++;
        t.level = SNI_X;
    }
    int status = SNI_VEC_PUSH(&lw->terms, t);
    return status < 0 ? status : (int32_t)lw->terms.count - 1;
}

/* A value in memory.  The parts of a complex one lie in turn: its form in units of them. */
static int memory_term(sni_lowering *lw, const place *at, sni_kop op, sni_term *t)
{
    sni_dtype dtype = sni_dtype_part((sni_dtype)lw->s->vals[at->val].node->dtype);
    *t = (sni_term){.op = (uint8_t)op, .dtype = (uint8_t)dtype, .val = at->val, .form = at->form, .part = (uint8_t)at->part};
    t->level = sni_lower_over_reduced(lw, at->form) ? SNI_XR : SNI_X;
    if (at->part) t->form = sni_form_part(&lw->arena, at->form, at->part - 1);
    return t->form ? SN_OK : SN_ERR_MEMORY;
}

static int32_t add_read(sni_lowering *lw, const place *at, sni_kop op)
{
    sni_term t;
    SNI_TRY(memory_term(lw, at, op, &t));
    if (op == SNI_K_LOAD && at->form->box == SNI_BOX_SOME) {
        t.arg[0] = sni_lower_inside(lw, at->form);
        if (t.arg[0] < 0) return t.arg[0];
        t.nargs = 1;
    }
    return sni_lower_term(lw, t);
}

static int32_t add_scalar(sni_lowering *lw, int32_t val)
{
    return sni_lower_term(lw, (sni_term){.op = SNI_K_SCALAR, .dtype = lw->s->vals[val].node->dtype, .val = val});
}

/* A reduction over no element is its identity. */
static int32_t add_identity(sni_lowering *lw, const sni_node *n)
{
    if (n->code == SNI_REDUCE_FORMULA)
        return sni_lower_term(lw, (sni_term){.op = SNI_K_SCALAR, .dtype = n->dtype, .val = -1, .literal = true, .value = n->formula->identity});
    const sni_reduction_info *r = &sni_reductions[n->code];
    if (!r->has_identity) return sni_fail(SN_ERR_VALUE, "%s: a reduction over no element has no identity", r->name);
    sni_scalar one = {.f64 = r->identity};
    sni_term t = {.op = SNI_K_SCALAR, .dtype = n->dtype, .val = -1, .literal = true};
    t.value = sni_scalar_cast(one, SNI_FLOAT64, (sni_dtype)n->dtype);
    return sni_lower_term(lw, t);
}

static int32_t add_reduce(sni_lowering *lw, const sni_node *n, int32_t arg)
{
    const sni_term *a = &lw->terms.data[arg];
    if (a->level != SNI_XR || a->op == SNI_K_REDUCE) { /* the same at each point: the larger of a and a is a, at level XR */
        arg = sni_lower_term(lw, (sni_term){.op = SNI_K_ELEMENT, .code = SNI_OP_MAXIMUM, .dtype = n->dtype, .level = SNI_XR,
                                      .nargs = 2, .arg = {arg, arg, 0}});
        if (arg < 0) return arg;
    }
    sni_term t = {.op = SNI_K_REDUCE, .code = n->code, .dtype = n->dtype, .nargs = 1, .arg = {arg, 0, 0}};
    if (n->code == SNI_REDUCE_FORMULA) t.formula = n->formula;
    return sni_lower_term(lw, t);
}

static int32_t add_element(sni_lowering *lw, const sni_val *v, const int32_t *arg)
{
    const sni_node *n = v->node;
    sni_term t = {.op = SNI_K_ELEMENT, .code = n->code, .dtype = n->dtype, .nargs = v->nin, .arg = {arg[0], arg[1], arg[2]}};
    t.heavy = sni_ops[n->code].cost >= SNI_COST_HEAVY;
    if (n->code == SNI_OP_CAST) {
        t.op = SNI_K_CAST;
        t.code = 0;
    }
    return sni_lower_term(lw, t);
}

/* ---- the walk --------------------------------------------------------------------------------------------- */

static bool same_place(const void *item, const void *key)
{
    const place *a = item, *b = key;
    if (a->val != b->val || a->part != b->part || !a->form != !b->form) return false;
    return !a->form || sni_form_equal(a->form, b->form);
}

/* Dims of stride 0 add nothing, so that forms of different rank may be equal. */
static uint64_t place_hash(const place *p)
{
    uint64_t key[3] = {(uint64_t)p->val | (uint64_t)p->part << 32, 0, 0};
    if (p->form) {
        key[1] = (uint64_t)p->form->offset + 1;
        for (int d = 0; d < p->form->rank; d++)
            key[2] += ((uint64_t)p->form->stride[d] + 7 * (uint64_t)sni_form_low(p->form, d)) * (0x9e3779b97f4a7c15u * (uint64_t)(2 * d + 1));
    }
    return sni_hash64(key, sizeof key, 0);
}

static int remember(walk *w, const place *at, int32_t term)
{
    if (term < 0) return term;
    place *p = sni_arena_alloc(&w->lw->arena, 1, sizeof *p);
    if (!p) return SN_ERR_MEMORY;
    *p = *at;
    p->term = term;
    return sni_map_insert(&w->places, place_hash(p), p);
}

/* A value that another kernel stored, or memory. */
static bool is_loaded(const sni_lowering *lw, const sni_val *v)
{
    return v->node->kind == SNI_NODE_LEAF || (v->group >= 0 && v->group != lw->index);
}

/* The term of a place, or -1 after a frame was pushed to find it out. */
static int find_term(walk *w, const place *at, int32_t *term)
{
    sni_lowering *lw = w->lw;
    const sni_val *v = &lw->s->vals[at->val];
    const place *known = sni_map_find(&w->places, place_hash(at), at, same_place);
    if (known) {
        *term = known->term;
        return SN_OK;
    }
    *term = -1;
    if (v->node->kind == SNI_NODE_CONST) *term = add_scalar(lw, at->val);
    else if (v->node->kind == SNI_NODE_IOTA) *term = add_read(lw, at, SNI_K_INDEX);
    else if (is_loaded(lw, v)) *term = add_read(lw, at, SNI_K_LOAD);
    else if (lw->void_reduced && v->node->kind == SNI_NODE_REDUCE && !sni_val_trivial(lw->s->vals, v))
        *term = add_identity(lw, v->node);
    else return SNI_VEC_PUSH(&w->stack, (frame){.at = *at});
    return remember(w, at, *term);
}

static const sni_form *form_of_member(walk *w, int32_t val)
{
    const sni_group *g = w->lw->group;
    for (int32_t i = 0; i < g->nmembers; i++)
        if (g->members[i].val == val) return w->member_form[i];
    return NULL;
}

static const int8_t *axes_of_member(const sni_group *g, int32_t val)
{
    for (int32_t i = 0; i < g->nmembers; i++)
        if (g->members[i].val == val) return g->members[i].axis_dim;
    return NULL;
}

/* A part of a complex value that a COMPLEX makes is that operand, and of what another value hands on the same
 * part of its operand. */
static bool is_code(const sni_node *n, sni_op code)
{
    return n->kind == SNI_NODE_ELEMENT && n->code == code;
}

static int operands_needed(const sni_lowering *lw, const place *at)
{
    const sni_val *v = &lw->s->vals[at->val];
    return at->part ? 1 : v->nin;
}

static int operand_part(const place *at, const sni_node *n)
{
    if (is_code(n, SNI_OP_REAL)) return 1;
    if (is_code(n, SNI_OP_IMAG)) return 2;
    return is_code(n, SNI_OP_COMPLEX) ? 0 : at->part;
}

static int operand_place(walk *w, const place *at, int k, place *out)
{
    sni_lowering *lw = w->lw;
    const sni_val *vals = lw->s->vals, *v = &vals[at->val];
    if (is_code(v->node, SNI_OP_COMPLEX)) k = at->part - 1;
    *out = (place){.val = v->in[k].val, .part = operand_part(at, v->node)};
    if (sni_edge_formless(vals, v, k)) return SN_OK;
    if (v->node->kind == SNI_NODE_REDUCE && !sni_val_trivial(vals, v)) {
        const sni_form *own = form_of_member(w, at->val);
        if (!own || !sni_form_equal(own, at->form))
            return sni_fail(SN_ERR_INTERNAL, "lower: reduction %d is read where it is not computed", at->val);
        out->form = sni_form_reduced(&lw->arena, lw->space.rank, lw->reduced, vals, v, axes_of_member(lw->group, at->val));
        return out->form ? SN_OK : SN_ERR_MEMORY;
    }
    SNI_TRY(sni_form_input(&lw->arena, lw->space, at->form, vals, v, k, &out->form));
    return out->form ? SN_OK : sni_fail(SN_ERR_INTERNAL, "lower: value %d cannot be read by value %d", out->val, at->val);
}

/* What lies in the box, what lies elsewhere, or a choice between the two at each point. */
static int32_t add_place(walk *w, const frame *f)
{
    sni_lowering *lw = w->lw;
    const sni_val *v = &lw->s->vals[f->at.val];
    if (f->box->box == SNI_BOX_NONE) return f->arg[0];
    if (f->box->box == SNI_BOX_EMPTY) return f->arg[1];
    if (v->node->code && lw->terms.data[f->arg[0]].op == SNI_K_LOAD) return f->arg[0]; /* 0 outside, as a load leaves it */
    sni_term t = {.op = SNI_K_ELEMENT, .code = SNI_OP_WHERE, .dtype = v->node->dtype, .nargs = 3, .arg = {0, f->arg[0], f->arg[1]}};
    t.arg[0] = sni_lower_inside(lw, f->box);
    return t.arg[0] < 0 ? t.arg[0] : sni_lower_term(lw, t);
}

static int finish_frame(walk *w)
{
    frame f = w->stack.data[--w->stack.count];
    const sni_val *v = &w->lw->s->vals[f.at.val];
    int32_t term = f.arg[0]; /* COPY, parts, and a reduction over extents of 1 */
    bool computed = v->node->kind == SNI_NODE_ELEMENT && v->node->code <= SNI_OP_CAST;
    if (v->node->kind == SNI_NODE_PLACE) term = add_place(w, &f);
    if (computed) term = add_element(w->lw, v, f.arg);
    else if (v->node->kind == SNI_NODE_REDUCE && !sni_val_trivial(w->lw->s->vals, v)) term = add_reduce(w->lw, v->node, term);
    return remember(w, &f.at, term);
}

/* Of a PLACE: what no point of the kernel reads. */
static bool skip_operand(const sni_lowering *lw, frame *f, place *operand)
{
    if (lw->s->vals[f->at.val].node->kind != SNI_NODE_PLACE) return false;
    if (f->k == 1) return f->box->box == SNI_BOX_NONE;
    f->box = operand->form;
    if (lw->s->vals[operand->val].node->kind == SNI_NODE_CONST) operand->form = NULL;
    return f->box->box == SNI_BOX_EMPTY;
}

static int walk_place(walk *w, const place *start, int32_t *term)
{
    SNI_TRY(find_term(w, start, term));
    while (w->stack.count) {
        frame *f = &w->stack.data[w->stack.count - 1];
        if (f->k == operands_needed(w->lw, &f->at)) {
            SNI_TRY(finish_frame(w));
            continue;
        }
        place operand;
        int32_t found;
        size_t top = w->stack.count - 1;
        SNI_TRY(operand_place(w, &f->at, f->k, &operand));
        if (skip_operand(w->lw, f, &operand)) {
            f->k++;
            continue;
        }
        SNI_TRY(find_term(w, &operand, &found));
        if (found >= 0) w->stack.data[top].arg[w->stack.data[top].k++] = found;
    }
    return *term >= 0 ? SN_OK : find_term(w, start, term);
}

/* What a WRITE stores. */
static int written_place(walk *w, const sni_member *m, place *out)
{
    sni_lowering *lw = w->lw;
    const sni_val *v = &lw->s->vals[m->val];
    *out = (place){.val = v->in[0].val};
    if (lw->s->vals[out->val].node->kind == SNI_NODE_CONST) return SN_OK;
    out->form = sni_form_written(&lw->arena, lw->space.rank, lw->s->vals, v, m->axis_dim);
    return out->form ? SN_OK : SN_ERR_MEMORY;
}

static int store(walk *w, const place *value, const place *to)
{
    sni_lowering *lw = w->lw;
    sni_term t;
    int32_t arg;
    SNI_TRY(walk_place(w, value, &arg));
    SNI_TRY(memory_term(lw, to, SNI_K_STORE, &t));
    t.nargs = 1;
    t.arg[0] = arg;
    int32_t term = sni_lower_term(lw, t);
    return term < 0 ? term : SNI_VEC_PUSH(&lw->stores, term);
}

static int store_member(walk *w, int32_t i)
{
    sni_lowering *lw = w->lw;
    const sni_member *m = &lw->group->members[i];
    const sni_node *n = lw->s->vals[m->val].node;
    if (!m->output || (lw->void_reduced && n->layout->size == 0)) return SN_OK;
    place at = {.val = m->val, .form = w->member_form[i]}, value = at;
    if (n->kind == SNI_NODE_WRITE) SNI_TRY(written_place(w, m, &value));
    if (n->kind == SNI_NODE_CONST) value.form = NULL;
    if (!sni_dtype_complex((sni_dtype)n->dtype)) return store(w, &value, &at);
    for (at.part = value.part = 1; at.part <= 2; value.part = ++at.part) SNI_TRY(store(w, &value, &at));
    return SN_OK;
}

static int walk_members(walk *w)
{
    sni_lowering *lw = w->lw;
    const sni_group *g = lw->group;
    w->member_form = sni_arena_alloc(&lw->arena, (size_t)g->nmembers, sizeof *w->member_form);
    if (!w->member_form) return SN_ERR_MEMORY;
    for (int32_t i = 0; i < g->nmembers; i++) {
        const sni_val *v = &lw->s->vals[g->members[i].val];
        int64_t offset = v->node->kind == SNI_NODE_WRITE ? v->in[1].offset : 0;
        w->member_form[i] = sni_form_axes(&lw->arena, sni_val_layout(v), offset, g->members[i].axis_dim, lw->space.rank);
        if (!w->member_form[i]) return SN_ERR_MEMORY;
    }
    for (int32_t i = 0; i < g->nmembers; i++) SNI_TRY(store_member(w, i));
    return SN_OK;
}

static void count_passes(sni_lowering *lw)
{
    for (size_t i = 0; i < lw->terms.count; i++) {
        const sni_term *t = &lw->terms.data[i];
        int need = t->op == SNI_K_REDUCE ? t->ready : t->op == SNI_K_STORE && t->level == SNI_XR ? t->ready + 1 : 0;
        if (lw->npasses < need) lw->npasses = need;
    }
}

int sni_lower_terms(sni_lowering *lw)
{
    walk w = {.lw = lw};
    int status = walk_members(&w);
    sni_map_free(&w.places);
    free(w.stack.data);
    if (status == SN_OK) count_passes(lw);
    if (lw->npasses == 0) lw->reduced = 0; /* nothing runs over them, as in arrays without elements */
    return status;
}
