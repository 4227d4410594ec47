/* Groups under construction: spaces, reads, caps, and which group waits for which. */
#include "graph/fuse.h"

#include <string.h>

#define SCAN 16 /* reads of a value looked through for an equal one */

int64_t sni_draft_elements(const sni_draft *d, uint64_t mask)
{
    int64_t n = 1;
    for (int k = 0; k < d->rank; k++)
        if (mask >> k & 1) n *= d->extent[k];
    return n;
}

int sni_draft_add(sni_fuser *f, int rank, const int64_t *extent, uint64_t reduced)
{
    sni_draft *d = sni_arena_alloc(&f->arena, 1, sizeof *d);
    if (!d) return SN_ERR_MEMORY;
    d->extent = sni_arena_alloc(&f->arena, (size_t)rank, sizeof *d->extent);
    if (!d->extent) return SN_ERR_MEMORY;
    if (rank) memcpy(d->extent, extent, (size_t)rank * sizeof *extent);
    d->rank = rank;
    d->reduced = reduced;
    d->order = ++f->order;
    SNI_TRY(SNI_VEC_PUSH(&f->drafts, d));
    return (int)f->drafts.count - 1;
}

int sni_draft_grow(sni_fuser *f, const sni_spot *spot)
{
    sni_draft *d = sni_draft_of(f, spot->group);
    if (!d->reduced && spot->reduced && !spot->nextra) d->turned = true;
    if (d->turned && d->npasses == 0) d->npasses = 1;
    d->reduced = spot->reduced;
    if (!spot->nextra) return SN_OK;
    int64_t *extent = sni_arena_alloc(&f->arena, (size_t)(d->rank + spot->nextra), sizeof *extent);
    if (!extent) return SN_ERR_MEMORY;
    if (d->rank) memcpy(extent, d->extent, (size_t)d->rank * sizeof *extent);
    memcpy(extent + d->rank, spot->extra, (size_t)spot->nextra * sizeof *extent);
    d->extent = extent;
    d->rank += spot->nextra;
    return SN_OK;
}

int sni_draft_member(sni_fuser *f, int32_t v, int32_t group, bool output, const int8_t *axis_dim)
{
    sni_draft *d = sni_draft_of(f, group);
    sni_val *val = &f->s->vals[v];
    size_t rank = sni_val_layout(val)->rank;
    sni_link *m = sni_arena_alloc(&f->arena, 1, sizeof *m);
    if (!m) return SN_ERR_MEMORY;
    m->axis_dim = sni_arena_alloc(&f->s->arena, rank, sizeof *m->axis_dim);
    if (!m->axis_dim) return SN_ERR_MEMORY;
    if (rank) memcpy(m->axis_dim, axis_dim, rank);
    m->index = v;
    m->output = output;
    m->next = d->members;
    d->members = m;
    val->group = group;
    val->materialised = output;
    return SN_OK;
}

/* ---- reads ------------------------------------------------------------------------------------------ */

static sni_read *find_read(sni_read *r, int32_t group, const sni_form *form)
{
    for (int i = 0; r && i < SCAN; r = r->next, i++)
        if (r->group == group && (form ? sni_form_equal(r->form, form) : true)) return r;
    return NULL;
}

/* `read` says how; equal reads of one group are one. */
static int push(sni_fuser *f, int32_t v, const sni_read *read)
{
    sni_work *w = &f->work[v];
    sni_read *r = find_read(w->reads, read->group, read->form);
    if (r) {
        if (r->after < read->after) r->after = read->after;
        r->deep |= read->deep;
        return SN_OK;
    }
    r = sni_arena_alloc(&f->arena, 1, sizeof *r);
    if (!r) return SN_ERR_MEMORY;
    *r = *read;
    r->next = w->reads;
    w->reads = r;
    w->nreads++;
    sni_draft *d = sni_draft_of(f, read->group);
    if (read->form)
        d->noperands += sni_val_arrays(f, v);
    else
        d->nscalars++;
    return SN_OK;
}

static bool reads_reduced(const sni_draft *d, const sni_form *form)
{
    for (int k = 0; k < form->rank; k++)
        if ((d->reduced >> k & 1) && sni_form_varies(form, k)) return true;
    return false;
}

/* A box is tested with an index for each dim it bounds, and a scalar for each side: places in the kernel. */
static void count_box(sni_draft *d, const sni_form *form)
{
    for (int k = 0; k < form->rank && form->box == SNI_BOX_SOME; k++) {
        d->noperands += sni_form_bounded(form, k);
        d->nscalars += (sni_form_low(form, k) > 0) + (sni_form_high(form, k) < INT64_MAX);
    }
}

int sni_draft_expand(sni_fuser *f, int32_t v, int32_t group, const sni_form *form, int after, bool deep)
{
    const sni_val *vals = f->s->vals, *val = &vals[v];
    sni_draft *d = sni_draft_of(f, group);
    d->nops++;
    sni_read read = {.group = group, .consumer = v, .after = after, .deep = deep || reads_reduced(d, form)};
    for (int k = 0; k < val->nin; k++) {
        int32_t operand = val->in[k].val;
        read.form = NULL;
        if (!sni_edge_formless(vals, val, k)) {
            SNI_TRY(sni_form_input(&f->arena, sni_draft_space(d), form, vals, val, k, &read.form));
            if (!read.form) return sni_fail(SN_ERR_INTERNAL, "fuse: value %d cannot be read where it was placed", operand);
            if (val->node->kind == SNI_NODE_PLACE && k == 0) count_box(d, read.form);
            if (vals[operand].node->kind == SNI_NODE_CONST) read.form = NULL;
        }
        SNI_TRY(push(f, operand, &read));
    }
    return SN_OK;
}

/* The smallest step along the dims of a mask; 0 when there is none. */
static int64_t least_step(const sni_form *form, uint64_t mask)
{
    int64_t least = 0;
    for (int k = 0; k < form->rank; k++) {
        int64_t step = form->stride[k] < 0 ? -form->stride[k] : form->stride[k];
        if ((mask >> k & 1) && step && (!least || step < least)) least = step;
    }
    return least;
}

sni_walk sni_form_walk(const sni_form *form, uint64_t reduced)
{
    int64_t r = least_step(form, reduced), x = least_step(form, ~reduced);
    return !r ? SNI_WALK_ANY : !x || r < x ? SNI_WALK_ROWS : SNI_WALK_COLUMNS;
}

int sni_draft_reduce(sni_fuser *f, int32_t v, const sni_spot *spot)
{
    const sni_val *vals = f->s->vals, *val = &vals[v];
    sni_draft *d = sni_draft_of(f, spot->group);
    d->nops++;
    d->nreductions++;
    if (d->npasses < spot->after + 1) d->npasses = spot->after + 1;
    sni_read read = {.group = spot->group, .consumer = v, .after = spot->after + 1, .deep = true};
    if (vals[val->in[0].val].node->kind != SNI_NODE_CONST) {
        read.form = sni_form_reduced(&f->arena, d->rank, d->reduced, vals, val, spot->axis_dim);
        if (!read.form) return SN_ERR_MEMORY;
        if (d->walk == SNI_WALK_ANY) d->walk = (uint8_t)sni_form_walk(read.form, d->reduced);
    }
    return push(f, val->in[0].val, &read);
}

int sni_draft_write(sni_fuser *f, int32_t v, const sni_spot *spot)
{
    const sni_val *vals = f->s->vals, *val = &vals[v];
    sni_draft *d = sni_draft_of(f, spot->group);
    d->nops++;
    d->noperands += sni_val_arrays(f, v);
    d->closed = true;
    sni_read read = {.group = spot->group, .consumer = v};
    if (vals[val->in[0].val].node->kind != SNI_NODE_CONST) {
        read.form = sni_form_written(&f->arena, d->rank, vals, val, spot->axis_dim);
        if (!read.form) return SN_ERR_MEMORY;
    }
    SNI_TRY(push(f, val->in[0].val, &read));
    if (sni_val_old(val) < 0) return SN_OK;
    sni_writer *w = sni_arena_alloc(&f->arena, 1, sizeof *w);
    if (!w) return SN_ERR_MEMORY;
    *w = (sni_writer){f->work[sni_val_old(val)].writers, spot->group, v};
    f->work[sni_val_old(val)].writers = w;
    return SN_OK;
}

/* ---- caps ------------------------------------------------------------------------------------------- */

sni_reason sni_draft_fits(const sni_fuser *f, int32_t v, int32_t group, int gain)
{
    const sni_draft *d = sni_draft_of(f, group);
    const sni_val *val = &f->s->vals[v];
    int arrays = gain, scalars = 0;
    for (int k = 0; k < val->nin; k++) {
        bool scalar = f->s->vals[val->in[k].val].node->kind == SNI_NODE_CONST;
        scalars += scalar;
        arrays += scalar ? 0 : sni_val_arrays(f, val->in[k].val);
    }
    if (val->node->kind == SNI_NODE_PLACE) { /* see count_box */
        const sni_layout *l = val->node->layout, *box = sni_edge_layout(f->s->vals, &val->in[0]);
        for (int k = 0; k < l->rank; k++) arrays += l->dims[k] != box->dims[k];
        scalars += 2 * l->rank;
    }
    if (d->nops + 1 > f->limits->max_ops) return SNI_REASON_LIMIT_OPS;
    if (d->noperands + arrays > f->limits->max_operands) return SNI_REASON_LIMIT_OPERANDS;
    if (d->nscalars + scalars > SNI_FUSE_SCALARS) return SNI_REASON_LIMIT_OPERANDS;
    return SNI_REASON_NONE;
}

/* ---- order between groups ---------------------------------------------------------------------------
 * A group's `order` is above that of every group that reads from it.  A new group comes last of all.  One
 * that reads from no other yet may be moved to the end as well; any other that would have to move is
 * refused, though no cycle may be there: searching for one made large graphs slow and found few. */

int sni_draft_precede(sni_fuser *f, int32_t group, int32_t other)
{
    sni_draft *d = sni_draft_of(f, group);
    if (d->successors && d->successors->index == other) return SN_OK;
    sni_link *l = sni_arena_alloc(&f->arena, 1, sizeof *l);
    if (!l) return SN_ERR_MEMORY;
    l->index = other;
    l->next = d->successors;
    d->successors = l;
    return SN_OK;
}

static int follow(sni_fuser *f, int32_t group, int32_t other)
{
    sni_draft *d = sni_draft_of(f, group), *reader = sni_draft_of(f, other);
    if (group == other) return SN_OK;
    reader->waits = true;
    if (reader->order > d->order) d->order = ++f->order;
    return sni_draft_precede(f, group, other);
}

int sni_draft_follow(sni_fuser *f, int32_t v, int32_t group)
{
    for (const sni_read *r = f->work[v].reads; r; r = r->next) SNI_TRY(follow(f, group, r->group));
    for (const sni_writer *w = f->work[v].writers; w; w = w->next) SNI_TRY(follow(f, group, w->group));
    return SN_OK;
}

bool sni_draft_cycle(const sni_fuser *f, int32_t v, int32_t group)
{
    const sni_draft *d = sni_draft_of(f, group);
    if (!d->waits) return false;
    for (const sni_read *r = f->work[v].reads; r; r = r->next)
        if (r->group != group && sni_draft_of(f, r->group)->order > d->order) return true;
    for (const sni_writer *w = f->work[v].writers; w; w = w->next)
        if (w->group == group || sni_draft_of(f, w->group)->order > d->order) return true;
    return false;
}
