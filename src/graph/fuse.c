/* The fuser: decides for each value, from the last to the first, whether it is computed inline by its
 * readers, stored by one of them, or stored by a group of its own. */
#include "graph/fuse.h"

#define ESTIMATE_MAX 1000
#define LEAD_MAX 32      /* steps looked ahead for a reduction */
#define JOIN_TRIES 4     /* reading groups tried before a value gets its own */

const sni_limits sni_limits_cpu = {
    .max_ops = 400, .max_operands = 60, .max_reductions = 8, .max_passes = 6,
    .split_reduced = 1 << 16, .split_kept = 8, .stage_elements = 16384, .rows_min = 32, .stream_bytes = 32 << 20, .fuse = true,
};
const sni_limits sni_limits_cuda = {
    .max_ops = 400, .max_operands = 60, .max_reductions = 8, .max_passes = 6,
    .split_reduced = 1 << 14, .split_kept = 128, .stage_elements = 8192, .rows_min = 1, .stream_bytes = INT64_MAX,
    .held = true, .fuse = true,
};

const char *const sni_reason_text[SNI_REASON_COUNT] = {
#define SN_REASON(ID, text) text,
#include "graph/reasons.def"
#undef SN_REASON
};

/* ---- estimates, from the first value to the last -------------------------------------------------------- */

static int own_cost(const sni_val *v)
{
    return v->node->kind == SNI_NODE_ELEMENT ? sni_ops[v->node->code].cost
                                             : v->node->kind == SNI_NODE_IOTA || v->node->kind == SNI_NODE_PLACE;
}

/* A part of what a COMPLEX makes costs what that part does. */
static const sni_val *part_operand(const sni_fuser *f, const sni_val *v, const sni_val *in)
{
    bool part = v->node->kind == SNI_NODE_ELEMENT && (v->node->code == SNI_OP_REAL || v->node->code == SNI_OP_IMAG);
    if (!part || in->root || in->node->kind != SNI_NODE_ELEMENT) return in;
    return &f->s->vals[in->in[v->node->code == SNI_OP_IMAG].val];
}

/* What is stored costs nothing to read again but the load. */
static void estimate(sni_fuser *f, int32_t i)
{
    const sni_val *vals = f->s->vals, *v = &vals[i];
    sni_work *w = &f->work[i];
    int cost = own_cost(v), loads = v->node->kind == SNI_NODE_LEAF;
    w->uniform = v->node->kind == SNI_NODE_ELEMENT;
    for (int k = 0; k < v->nin; k++) {
        const sni_val *in = part_operand(f, v, &vals[v->in[k].val]);
        const sni_work *below = &f->work[in - vals];
        bool stored = sni_val_kept(in) || !sni_val_map(f, in);
        w->uniform &= in->node->kind == SNI_NODE_CONST || below->uniform;
        cost += stored ? 0 : below->cost;
        loads += stored && in->node->kind != SNI_NODE_CONST ? 1 : below->loads;
        bool memory = in->node->kind == SNI_NODE_LEAF || in->node->kind == SNI_NODE_WRITE;
        int depth = memory ? 0 : !sni_val_map(f, in) ? 1 : below->lead_depth ? below->lead_depth + 1 : 0;
        if (!depth || depth > LEAD_MAX || (w->lead_depth && w->lead_depth <= depth)) continue;
        w->lead = (uint8_t)k;
        w->lead_depth = (uint8_t)depth;
    }
    if (w->uniform) cost = 0;
    w->cost = (uint16_t)(cost < ESTIMATE_MAX ? cost : ESTIMATE_MAX);
    w->loads = (uint16_t)(loads < ESTIMATE_MAX ? loads : ESTIMATE_MAX);
}

/* ---- computed inline ------------------------------------------------------------------------------------- */

/* More points of the group compute the value than it has elements. */
static bool repeated(const sni_fuser *f, int32_t v, const sni_read *r)
{
    const sni_draft *d = sni_draft_of(f, r->group);
    uint64_t mask = sni_dims_mask(d->rank) & ~d->reduced;
    for (int k = 0; k < r->form->rank; k++)
        if ((d->reduced >> k & 1) && sni_form_varies(r->form, k)) mask |= d->reduced;
    int64_t points = r->form->box != SNI_BOX_EMPTY;
    for (int k = 0; k < d->rank; k++) {
        int64_t high = sni_form_high(r->form, k);
        if (mask >> k & 1) points *= (high < d->extent[k] ? high : d->extent[k]) - sni_form_low(r->form, k);
    }
    return points > f->s->vals[v].node->layout->size;
}

static bool several_groups(const sni_read *reads)
{
    const sni_read *r = reads;
    while (r && r->group == reads->group) r = r->next;
    return r != NULL;
}

static int count_groups(const sni_read *r)
{
    int n = 0;
    for (; r; r = r->next) {
        const sni_read *o = r->next;
        while (o && o->group != r->group) o = o->next;
        n += !o;
    }
    return n;
}

/* Whether computing the value for each of its readers beats storing it. */
static sni_reason worth_inlining(sni_fuser *f, int32_t v)
{
    const sni_work *w = &f->work[v];
    bool again = false;
    int groups = count_groups(w->reads);
    for (const sni_read *r = w->reads; r && !again; r = r->next)
        again = repeated(f, v, r) && sni_join_row(f, v, r) != 1;
    int extra = w->nreads - 1 + again;
    if (extra * w->cost >= SNI_COST_HEAVY)
        return groups > 1 ? SNI_REASON_SEVERAL : again ? SNI_REASON_BROADCAST : SNI_REASON_GATHERED;
    if (groups > 1 && (groups - 1) * w->loads > groups) return SNI_REASON_SEVERAL;
    return SNI_REASON_NONE;
}

/* Whether each reader could: its operands must be readable there, and the caps must hold. */
static int able_to_inline(sni_fuser *f, int32_t v, sni_reason *reason)
{
    const sni_val *vals = f->s->vals, *val = &vals[v];
    *reason = SNI_REASON_NONE;
    for (const sni_read *r = f->work[v].reads; r; r = r->next) {
        for (int k = 0; k < val->nin; k++) {
            if (sni_edge_formless(vals, val, k)) continue;
            const sni_form *form;
            SNI_TRY(sni_form_input(&f->arena, sni_draft_space(sni_draft_of(f, r->group)), r->form, vals, val, k, &form));
            if (!form) *reason = SNI_REASON_RESHAPED;
        }
        if (*reason == SNI_REASON_NONE) *reason = sni_draft_fits(f, v, r->group, (f->work[v].nreads - 1) * 3 - 1);
    }
    return SN_OK;
}

static int choose_inline(sni_fuser *f, int32_t v, sni_reason *reason)
{
    *reason = SNI_REASON_NONE;
    if (!f->limits->fuse) *reason = SNI_REASON_FUSION_OFF;
    else if (f->work[v].nreads > SNI_FUSE_REREADS) *reason = SNI_REASON_SEVERAL;
    if (*reason == SNI_REASON_NONE) SNI_TRY(able_to_inline(f, v, reason));
    if (*reason == SNI_REASON_NONE) *reason = worth_inlining(f, v);
    return SN_OK;
}

static int place_inline(sni_fuser *f, int32_t v)
{
    for (const sni_read *r = f->work[v].reads; r; r = r->next) {
        sni_draft_of(f, r->group)->noperands -= sni_val_arrays(f, v); /* it was counted as an array until now */
        SNI_TRY(sni_draft_expand(f, v, r->group, r->form, r->after, r->deep));
    }
    return SN_OK;
}

/* ---- stored ---------------------------------------------------------------------------------------------- */

/* Whether why a value could not join a group says more than why it is not computed inline there. */
static bool tells(uint8_t joining)
{
    return joining == SNI_REASON_CYCLE || joining >= SNI_REASON_LIMIT_OPS;
}

/* Gives each read the reason why it is not fused, should it turn out to cross groups. */
static void explain_reads(sni_fuser *f, int32_t v, sni_reason inlining)
{
    sni_val *val = &f->s->vals[v];
    for (sni_read *r = f->work[v].reads; r; r = r->next) {
        if (inlining != SNI_REASON_NONE && !tells(r->reason)) r->reason = (uint8_t)inlining;
        if (r->reason == SNI_REASON_NONE) r->reason = SNI_REASON_SEVERAL;
        if (!val->root && val->materialised && r->group != val->group) val->reason = r->reason;
    }
    if (!val->root && val->written) val->reason = SNI_REASON_WRITTEN;
}

static int store_map(sni_fuser *f, int32_t v, const sni_spot *spot, const sni_read *at)
{
    sni_draft *d = sni_draft_of(f, spot->group);
    const sni_layout *l = f->s->vals[v].node->layout;
    SNI_TRY(sni_draft_grow(f, spot));
    const sni_form *form = sni_form_axes(&f->arena, l, 0, spot->axis_dim, d->rank);
    if (!form) return SN_ERR_MEMORY;
    for (int k = 0; k < l->rank; k++)
        if (spot->axis_dim[k] >= 0 && (d->reduced >> spot->axis_dim[k] & 1) && d->npasses == 0) d->npasses = 1;
    if (!at) d->noperands += sni_val_arrays(f, v);
    SNI_TRY(sni_draft_follow(f, v, spot->group));
    SNI_TRY(sni_draft_member(f, v, spot->group, true, spot->axis_dim));
    return sni_draft_expand(f, v, spot->group, form, at ? at->after : 0, at && at->deep);
}

/* A group that reads the value and may store it as well; NULL when none may. */
static const sni_read *join_reader(sni_fuser *f, int32_t v, sni_spot *spot)
{
    int tries = 0;
    for (sni_read *r = f->work[v].reads; r && tries < JOIN_TRIES; r = r->next, tries++) {
        r->reason = (uint8_t)sni_join_map(f, v, r, spot);
        if (r->reason == SNI_REASON_NONE) return r;
    }
    return NULL;
}

static int place_map(sni_fuser *f, int32_t v)
{
    bool scalar = f->s->vals[v].node->kind == SNI_NODE_CONST;
    sni_reason reason = SNI_REASON_NONE;
    sni_spot spot;
    const sni_read *at = NULL;
    int found = 0;
    if (!scalar) SNI_TRY(choose_inline(f, v, &reason));
    if (reason == SNI_REASON_NONE && !sni_val_kept(&f->s->vals[v])) return place_inline(f, v);
    if (!scalar && f->limits->fuse) {
        at = join_reader(f, v, &spot);
        if (!at) found = sni_join_sibling(f, v, &spot);
        if (found < 0) return found;
    }
    if (!at && !found) SNI_TRY(sni_join_own(f, v, &spot));
    SNI_TRY(store_map(f, v, &spot, at));
    explain_reads(f, v, reason);
    return SN_OK;
}

/* ---- reductions ------------------------------------------------------------------------------------------- */

static int reduce_in(sni_fuser *f, int32_t v, const sni_spot *spot, const sni_read *at, bool output)
{
    SNI_TRY(sni_draft_grow(f, spot));
    SNI_TRY(sni_draft_follow(f, v, spot->group));
    SNI_TRY(sni_draft_member(f, v, spot->group, output, spot->axis_dim));
    sni_draft_of(f, spot->group)->noperands += output - (at != NULL);
    SNI_TRY(sni_draft_reduce(f, v, spot));
    explain_reads(f, v, f->limits->fuse ? SNI_REASON_NONE : SNI_REASON_FUSION_OFF);
    return SN_OK;
}

static int place_reduction(sni_fuser *f, int32_t v)
{
    sni_spot spot;
    sni_work *w = &f->work[v];
    int tries = 0, found = 0;
    if (f->limits->fuse) {
        bool output = sni_val_kept(&f->s->vals[v]) || several_groups(w->reads);
        for (sni_read *r = w->reads; r && tries < JOIN_TRIES; r = r->next, tries++) {
            r->reason = (uint8_t)sni_join_reduction(f, v, r, output, &spot);
            if (r->reason == SNI_REASON_NONE) return reduce_in(f, v, &spot, r, output);
        }
        found = sni_join_sibling(f, v, &spot);
        if (found < 0) return found;
    }
    if (!found) SNI_TRY(sni_join_own(f, v, &spot));
    return reduce_in(f, v, &spot, NULL, true);
}

/* ---- written ---------------------------------------------------------------------------------------------- */

/* A group of its own over the region, into which the value is computed. */
static int place_write(sni_fuser *f, int32_t v)
{
    sni_spot spot;
    SNI_TRY(sni_join_own(f, v, &spot));
    SNI_TRY(sni_draft_follow(f, v, spot.group));
    SNI_TRY(sni_draft_member(f, v, spot.group, true, spot.axis_dim));
    SNI_TRY(sni_draft_write(f, v, &spot));
    explain_reads(f, v, f->limits->fuse ? SNI_REASON_PART : SNI_REASON_FUSION_OFF);
    return SN_OK;
}

int sni_fuse(sni_fuser *f)
{
    sni_schedule *s = f->s;
    for (int32_t v = 0; v < s->nvals; v++) estimate(f, v);
    for (int32_t v = s->nvals - 1; v >= 0; v--) {
        const sni_val *val = &s->vals[v];
        int kind = val->node->kind;
        bool made = kind == SNI_NODE_CONST || kind == SNI_NODE_IOTA; /* where it is read */
        if (kind == SNI_NODE_LEAF || (made && !sni_val_kept(val))) continue;
        if (kind == SNI_NODE_WRITE)
            SNI_TRY(place_write(f, v));
        else
            SNI_TRY(sni_val_map(f, val) ? place_map(f, v) : place_reduction(f, v));
    }
    return SN_OK;
}
