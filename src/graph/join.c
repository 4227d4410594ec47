/* Where a value may stand: in a group that reads it, beside a group that reads the same, or alone. */
#include "graph/fuse.h"

#include <string.h>

#define SIBLING_VALUES 8 /* values below looked through for a shared input */
#define SIBLING_READS 8  /* reads of each */

/* A group reads what it stores itself in one form alone: where it computes it. */
static bool only_read(const sni_fuser *f, int32_t v, const sni_read *r)
{
    for (const sni_read *o = f->work[v].reads; o; o = o->next)
        if (o->group == r->group && !sni_form_equal(o->form, r->form)) return false;
    return true;
}

static bool read_by(const sni_fuser *f, int32_t v, int32_t group)
{
    for (const sni_read *r = f->work[v].reads; r; r = r->next)
        if (r->group == group) return true;
    return false;
}

/* ---- element by element --------------------------------------------------------------------------------- */

sni_reason sni_join_map(sni_fuser *f, int32_t v, const sni_read *r, sni_spot *spot)
{
    const sni_draft *d = sni_draft_of(f, r->group);
    uint64_t all = sni_dims_mask(d->rank), covered;
    *spot = (sni_spot){.group = r->group, .reduced = d->reduced};
    if (d->closed) return SNI_REASON_WRITTEN;
    if (!only_read(f, v, r)) return SNI_REASON_GATHERED;
    if (!sni_form_aligned(sni_draft_space(d), r->form, f->s->vals[v].node->layout, spot->axis_dim, &covered))
        return SNI_REASON_GATHERED;
    if (covered != all && !d->reduced && sni_join_row(f, v, r) == 1) spot->reduced = all & ~covered;
    if (covered != all && covered != (all & ~spot->reduced)) return SNI_REASON_SPACE;
    sni_reason reason = sni_draft_fits(f, v, r->group, 0);
    if (reason != SNI_REASON_NONE) return reason;
    return sni_draft_cycle(f, v, r->group) ? SNI_REASON_CYCLE : SNI_REASON_NONE;
}

/* ---- reductions ----------------------------------------------------------------------------------------- */

static bool is_split(const sni_fuser *f, int64_t kept, int64_t reduced)
{
    return kept <= f->limits->split_kept && reduced >= f->limits->split_reduced;
}

/* The dims of `mask`, in order, have the extents of the reduced axes. */
static bool same_extents(const sni_draft *d, uint64_t mask, const int64_t *extent, int count)
{
    int n = 0;
    for (int k = 0; k < d->rank; k++) {
        if (!(mask >> k & 1)) continue;
        if (n == count || d->extent[k] != extent[n++]) return false;
    }
    return n == count;
}

/* How the group's dims take up v, whose kept axes are the dims `covered`. */
static sni_reason match_reduction(const sni_fuser *f, const sni_read *r, const sni_draft *d, uint64_t covered,
                                  sni_spot *spot)
{
    uint64_t all = sni_dims_mask(d->rank), rest = all & ~covered;
    int64_t kept = sni_draft_elements(d, covered), reduced = 1;
    for (int k = 0; k < spot->nextra; k++) reduced *= spot->extra[k];
    bool split = is_split(f, kept, reduced);
    if (covered & d->reduced) return SNI_REASON_NESTED;
    if (!rest) return d->rank + spot->nextra > SNI_MAX_RANK ? SNI_REASON_SPACE : SNI_REASON_NONE;
    if (d->reduced && rest != d->reduced) return SNI_REASON_SPACE;
    if (!same_extents(d, rest, spot->extra, spot->nextra)) return d->reduced ? SNI_REASON_AXES : SNI_REASON_SPACE;
    if (split && (!d->reduced || r->deep)) return SNI_REASON_SPLIT;
    spot->nextra = 0;
    return SNI_REASON_NONE;
}

/* Two reductions of one group should walk memory the same way. */
static int same_walk(sni_fuser *f, const sni_val *v, const sni_draft *d, const sni_spot *spot)
{
    if (d->walk == SNI_WALK_ANY || spot->nextra || f->s->vals[v->in[0].val].node->kind == SNI_NODE_CONST) return 1;
    const sni_form *form = sni_form_reduced(&f->arena, d->rank, spot->reduced, f->s->vals, v, spot->axis_dim);
    if (!form) return SN_ERR_MEMORY;
    sni_walk walk = sni_form_walk(form, spot->reduced);
    return walk == SNI_WALK_ANY || walk == d->walk;
}

sni_reason sni_join_reduction(sni_fuser *f, int32_t v, const sni_read *r, bool output, sni_spot *spot)
{
    const sni_draft *d = sni_draft_of(f, r->group);
    const sni_val *val = &f->s->vals[v];
    uint64_t covered;
    *spot = (sni_spot){.group = r->group};
    spot->nextra = sni_val_reduced(f->s->vals, val, spot->extra);
    if (output && d->closed) return SNI_REASON_WRITTEN;
    if (!only_read(f, v, r)) return SNI_REASON_GATHERED;
    if (!sni_form_aligned(sni_draft_space(d), r->form, val->node->layout, spot->axis_dim, &covered)) return SNI_REASON_GATHERED;
    sni_reason reason = match_reduction(f, r, d, covered, spot);
    if (reason != SNI_REASON_NONE) return reason;
    spot->reduced = sni_dims_mask(d->rank + spot->nextra) & ~covered;
    if (d->nreductions + 1 > f->limits->max_reductions) return SNI_REASON_LIMIT_REDUCTIONS;
    bool turned = d->turned || (!d->reduced && !spot->nextra);
    spot->after = r->after ? r->after : r->deep || turned; /* an output at level XR takes a pass as well */
    if (spot->after + 1 > f->limits->max_passes) return SNI_REASON_LIMIT_PASSES;
    if ((reason = sni_draft_fits(f, v, r->group, output ? 0 : -1)) != SNI_REASON_NONE) return reason;
    if (same_walk(f, val, d, spot) != 1) return SNI_REASON_AXES;
    return output && sni_draft_cycle(f, v, r->group) ? SNI_REASON_CYCLE : SNI_REASON_NONE;
}

/* A value repeated along dims that a reduction below it would reduce is computed once a row in the end:
 * follows the value's way down to the reduction and asks whether it could join. */
int sni_join_row(sni_fuser *f, int32_t v, const sni_read *r)
{
    const sni_val *vals = f->s->vals;
    sni_space space = sni_draft_space(sni_draft_of(f, r->group));
    sni_read at = *r;
    while (f->work[v].lead_depth) {
        int k = f->work[v].lead;
        SNI_TRY(sni_form_input(&f->arena, space, at.form, vals, &vals[v], k, &at.form));
        if (!at.form) return 0;
        v = vals[v].in[k].val;
        if (sni_val_map(f, &vals[v])) continue;
        sni_spot spot;
        return sni_join_reduction(f, v, &at, false, &spot) == SNI_REASON_NONE;
    }
    return 0;
}

/* ---- a group of its own --------------------------------------------------------------------------------- */

/* The value's own space: its axes, then its reduced axes. */
static int own_space(const sni_fuser *f, int32_t v, sni_spot *spot, int64_t *extent)
{
    const sni_val *val = &f->s->vals[v];
    const sni_layout *l = sni_val_layout(val);
    int rank = 0;
    *spot = (sni_spot){.group = -1};
    for (int k = 0; k < l->rank; k++) {
        spot->axis_dim[k] = l->dims[k] == 1 ? -1 : (int8_t)rank;
        if (l->dims[k] != 1) extent[rank++] = l->dims[k];
    }
    if (val->node->kind != SNI_NODE_REDUCE) return rank;
    int reduced = sni_val_reduced(f->s->vals, val, extent + rank);
    spot->reduced = sni_dims_mask(rank + reduced) & ~sni_dims_mask(rank);
    return rank + reduced;
}

int sni_join_own(sni_fuser *f, int32_t v, sni_spot *spot)
{
    int64_t extent[2 * SNI_MAX_RANK];
    int rank = own_space(f, v, spot, extent);
    int group = sni_draft_add(f, rank, extent, spot->reduced);
    if (group < 0) return group;
    spot->group = group;
    return SN_OK;
}

/* ---- siblings ------------------------------------------------------------------------------------------- */

typedef struct sibling {
    sni_fuser *f;
    int32_t v;
    sni_space own;
    uint64_t reduced;
    const sni_spot *mine;
    int count, next;            /* values below, breadth first */
    struct { int32_t val; const sni_form *form; } below[SIBLING_VALUES];
} sibling;

static int add_below(sibling *s, int32_t reader, const sni_form *form)
{
    const sni_val *vals = s->f->s->vals, *val = &vals[reader];
    for (int k = 0; k < val->nin && s->count < SIBLING_VALUES; k++) {
        if (vals[val->in[k].val].node->kind == SNI_NODE_CONST) continue;
        const sni_form *in;
        SNI_TRY(sni_form_input(&s->f->arena, s->own, form, vals, val, k, &in));
        if (!in) continue;
        s->below[s->count].val = val->in[k].val;
        s->below[s->count++].form = in;
    }
    return SN_OK;
}

static int start_below(sibling *s)
{
    const sni_val *val = &s->f->s->vals[s->v];
    sni_arena *a = &s->f->arena;
    if (sni_val_map(s->f, val)) {
        const sni_form *form = sni_form_axes(a, val->node->layout, 0, s->mine->axis_dim, s->own.rank);
        return form ? add_below(s, s->v, form) : SN_ERR_MEMORY;
    }
    s->below[0].val = val->in[0].val;
    s->below[0].form = sni_form_reduced(a, s->own.rank, s->reduced, s->f->s->vals, val, s->mine->axis_dim);
    s->count = 1;
    return s->below[0].form ? SN_OK : SN_ERR_MEMORY;
}

/* dim[k]: the group's dim that stands for own dim k, when the group reads a value as v would, whole. */
static bool match_space(const sibling *s, const sni_form *mine, const sni_draft *d, const sni_form *theirs, int8_t *dim)
{
    uint64_t taken = 0;
    if (d->rank != s->own.rank || !theirs || mine->offset != theirs->offset) return false;
    if (mine->box != SNI_BOX_NONE || theirs->box != SNI_BOX_NONE) return false;
    for (int k = 0; k < d->rank; k++) {
        int64_t step = sni_form_stride(mine, k);
        int j = 0;
        while (j < d->rank && ((taken >> j & 1) || d->extent[j] != s->own.extent[k] || sni_form_stride(theirs, j) != step)) j++;
        if (step == 0 || j == d->rank) return false;
        taken |= (uint64_t)1 << j;
        dim[k] = (int8_t)j;
    }
    return true;
}

/* Own reduced dims become the group's, in the same order. */
static bool match_reduced(const sibling *s, const sni_draft *d, const int8_t *dim, sni_spot *spot)
{
    uint64_t mapped = 0;
    int last = -1;
    for (int k = 0; k < d->rank; k++) {
        if (!(s->reduced >> k & 1)) continue;
        if (dim[k] < last) return false;
        last = dim[k];
        mapped |= (uint64_t)1 << dim[k];
    }
    spot->reduced = d->reduced;
    if (!s->reduced || mapped == d->reduced) return true;
    if (d->reduced) return false;
    spot->reduced = mapped;
    return !is_split(s->f, sni_draft_elements(d, ~mapped), sni_draft_elements(d, mapped));
}

static bool fits_sibling(const sibling *s, const sni_draft *d, const sni_spot *spot)
{
    const sni_limits *limits = s->f->limits;
    if (s->reduced && d->nreductions + 1 > limits->max_reductions) return false;
    return sni_draft_fits(s->f, s->v, spot->group, 1) == SNI_REASON_NONE;
}

static bool try_sibling(const sibling *s, const sni_form *mine, const sni_read *r, sni_spot *spot)
{
    const sni_draft *d = sni_draft_of(s->f, r->group);
    const sni_layout *l = s->f->s->vals[s->v].node->layout;
    int8_t dim[SNI_MAX_RANK];
    *spot = (sni_spot){.group = r->group};
    if (d->closed) return false;
    if (!match_space(s, mine, d, r->form, dim) || !match_reduced(s, d, dim, spot) || !fits_sibling(s, d, spot)) return false;
    if (read_by(s->f, s->v, r->group) || sni_draft_cycle(s->f, s->v, r->group)) return false;
    for (int k = 0; k < l->rank; k++) spot->axis_dim[k] = s->mine->axis_dim[k] < 0 ? -1 : dim[s->mine->axis_dim[k]];
    return true;
}

int sni_join_sibling(sni_fuser *f, int32_t v, sni_spot *spot)
{
    int64_t extent[2 * SNI_MAX_RANK];
    sni_spot mine;
    int rank = own_space(f, v, &mine, extent);
    const sni_val *vals = f->s->vals;
    if (rank == 0 || (mine.reduced && vals[vals[v].in[0].val].node->kind == SNI_NODE_CONST)) return 0;
    sibling s = {.f = f, .v = v, .own = {rank, extent}, .reduced = mine.reduced, .mine = &mine};
    SNI_TRY(start_below(&s));
    for (; s.next < s.count; s.next++) {
        int32_t w = s.below[s.next].val;
        const sni_form *form = s.below[s.next].form;
        int n = 0;
        for (const sni_read *r = f->work[w].reads; r && n < SIBLING_READS; r = r->next, n++)
            if (try_sibling(&s, form, r, spot)) return 1;
        if (sni_val_map(f, &vals[w]) && !sni_val_kept(&vals[w])) SNI_TRY(add_below(&s, w, form));
    }
    return 0;
}
