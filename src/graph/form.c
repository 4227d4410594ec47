/* Linear forms: composition with views, and the test whether a view can be composed at all. */
#include "graph/form.h"

bool sni_form_equal(const sni_form *a, const sni_form *b)
{
    if (a == b) return true;
    if (a->offset != b->offset) return false;
    if (a->box != b->box) return false;
    int rank = a->rank > b->rank ? a->rank : b->rank;
    for (int d = 0; d < rank; d++) {
        if (sni_form_stride(a, d) != sni_form_stride(b, d)) return false;
        if (sni_form_low(a, d) != sni_form_low(b, d) || sni_form_high(a, d) != sni_form_high(b, d)) return false;
    }
    return true;
}

static sni_form *form_new(sni_arena *a, int rank, uint8_t box)
{
    size_t words = (size_t)rank * (box == SNI_BOX_SOME ? 3 : 1);
    sni_form *f = sni_arena_alloc(a, 1, sizeof *f + words * sizeof f->stride[0]);
    if (!f) return NULL;
    f->rank = rank;
    f->box = box;
    return f;
}

const sni_form *sni_form_axes(sni_arena *a, const sni_layout *through, int64_t offset, const int8_t *axis_dim, int rank)
{
    sni_form *f = form_new(a, rank, SNI_BOX_NONE);
    if (!f) return NULL;
    f->offset = offset;
    for (int k = 0; k < through->rank; k++)
        if (axis_dim[k] >= 0) f->stride[axis_dim[k]] += SNI_STRIDES(through)[k];
    return f;
}

const sni_form *sni_form_part(sni_arena *a, const sni_form *f, int part)
{
    sni_form *p = form_new(a, f->rank, f->box);
    if (!p) return NULL;
    int sides = f->box == SNI_BOX_SOME ? 3 * f->rank : f->rank;
    p->offset = 2 * f->offset + part;
    for (int d = f->rank; d < sides; d++) p->stride[d] = f->stride[d];
    for (int d = 0; d < f->rank; d++) p->stride[d] = 2 * f->stride[d];
    return p;
}

/* ---- composition ------------------------------------------------------------------------------------ */

/* The axes of a dense layout, outermost first, with where an access stands on each. */
typedef struct digits {
    int count;
    struct digit {
        int axis;
        int64_t extent, stride, through;
        int64_t first, low, high; /* at the start of the walk; reached by it */
        int64_t step;             /* by the last dim */
    } at[SNI_MAX_RANK];
} digits;

static void digits_init(digits *g, const sni_layout *own, const sni_layout *through, const int8_t *axes)
{
    g->count = 0;
    for (int k = 0; k < own->rank; k++) {
        if (own->dims[k] == 1) continue;
        struct digit d = {.axis = k, .extent = own->dims[k], .stride = SNI_STRIDES(own)[k], .through = SNI_STRIDES(through)[axes ? axes[k] : k]};
        int i = g->count++;
        for (; i > 0 && g->at[i - 1].stride < d.stride; i--) g->at[i] = g->at[i - 1];
        g->at[i] = d;
    }
}

/* Splits the place `offset` into coordinates; returns where the operand has it. */
static int64_t digits_start(digits *g, int64_t offset)
{
    int64_t place = 0;
    for (int i = 0; i < g->count; i++) {
        struct digit *d = &g->at[i];
        d->first = d->low = d->high = offset / d->stride;
        offset %= d->stride;
        place += d->low * d->through;
    }
    return place;
}

/* Splits one step along a dim into steps along the axes.  False when the dim would carry from one axis
 * into the next: low and high only ever part, so leaving an axis once is final. */
static bool digits_step(digits *g, int64_t step, int64_t extent, int64_t *out)
{
    *out = 0;
    for (int i = 0; i < g->count; i++) {
        struct digit *d = &g->at[i];
        int64_t q = step / d->stride, way;
        step -= q * d->stride;
        d->step = q;
        if (sni_mul_overflow(q, extent - 1, &way) || way >= d->extent || way <= -d->extent) return false;
        *(way > 0 ? &d->high : &d->low) += way;
        if (d->low < 0 || d->high >= d->extent) return false;
        *out += q * d->through;
    }
    return step == 0;
}

static bool same_strides(const sni_layout *own, const sni_layout *through, const int8_t *axes)
{
    if (own == through) return true;
    for (int k = 0; k < own->rank; k++)
        if (own->dims[k] != 1 && SNI_STRIDES(own)[k] != SNI_STRIDES(through)[axes ? axes[k] : k]) return false;
    return true;
}

static void copy_box(const sni_form *from, sni_form *to)
{
    if (from->box != SNI_BOX_SOME) return;
    for (int d = 0; d < to->rank; d++) {
        to->stride[to->rank + d] = sni_form_low(from, d);
        to->stride[2 * to->rank + d] = sni_form_high(from, d);
    }
}

/* Steps of dim d inside the form's box. */
static int64_t box_extent(sni_space space, const sni_form *f, int d)
{
    int64_t high = sni_form_high(f, d);
    return (high < space.extent[d] ? high : space.extent[d]) - sni_form_low(f, d);
}

/* The place read at the lowest point of the form's box: the first that is sure to be inside. */
static int64_t box_start(const sni_form *f)
{
    int64_t place = f->offset;
    for (int d = 0; d < f->rank; d++) place += sni_form_low(f, d) * f->stride[d];
    return place;
}

int sni_form_operand(sni_arena *a, sni_space space, const sni_form *f, const sni_layout *own, const sni_layout *through,
                     int64_t offset, const int8_t *axes, const sni_form **out)
{
    *out = f;
    if (offset == 0 && same_strides(own, through, axes)) return SN_OK;
    sni_form *r = form_new(a, space.rank, f->box);
    if (!r) return SN_ERR_MEMORY;
    *out = r;
    copy_box(f, r);
    if (own->size == 0 || f->box == SNI_BOX_EMPTY) return SN_OK; /* never read */
    digits g;
    digits_init(&g, own, through, axes);
    r->offset = offset + digits_start(&g, box_start(f));
    bool linear = true;
    for (int d = 0; d < space.rank && linear; d++) {
        linear = space.extent[d] == 0 /* never walked */ || digits_step(&g, sni_form_stride(f, d), box_extent(space, f, d), &r->stride[d]);
        r->offset -= sni_form_low(f, d) * r->stride[d];
    }
    if (!linear) *out = NULL;
    return SN_OK;
}

/* ---- boxes ------------------------------------------------------------------------------------------ */

/* Where along one dim an axis stands inside [lo, hi): it is at `first` where the dim is 0 and moves by `step`. */
static void clip(int64_t first, int64_t step, int64_t lo, int64_t hi, int64_t *low, int64_t *high)
{
    int64_t way = step < 0 ? -step : step, near = step < 0 ? first - hi + 1 : lo - first, far = step < 0 ? first - lo + 1 : hi - first;
    int64_t begin = near > 0 ? (near + way - 1) / way : 0, end = far > 0 ? (far + way - 1) / way : 0;
    if (begin > *low) *low = begin;
    if (end < *high) *high = end;
}

typedef struct boxing {
    sni_space space;
    int64_t low[SNI_MAX_RANK], high[SNI_MAX_RANK]; /* of the dims */
    int64_t lo[SNI_MAX_RANK], hi[SNI_MAX_RANK];    /* of the axes of the PLACE */
    int dim[SNI_MAX_RANK];                         /* that moves along the axis; -1: none yet */
} boxing;

/* One step of dim d moves each axis by its digit's step; the box bounds d wherever it bounds the axis. */
static bool clip_dim(boxing *b, const digits *g, int d)
{
    int64_t from = b->low[d];
    for (int i = 0; i < g->count; i++) {
        const struct digit *t = &g->at[i];
        int k = t->axis;
        if (t->step == 0 || (b->lo[k] == 0 && b->hi[k] == t->extent)) continue;
        if (b->dim[k] >= 0) return false; /* two dims along one axis: no box */
        b->dim[k] = d;
        clip(t->first - from * t->step, t->step, b->lo[k], b->hi[k], &b->low[d], &b->high[d]);
    }
    return true;
}

static bool is_empty(const boxing *b, const digits *g)
{
    for (int i = 0; i < g->count; i++) {
        const struct digit *t = &g->at[i];
        if (b->dim[t->axis] < 0 && (t->first < b->lo[t->axis] || t->first >= b->hi[t->axis])) return true;
    }
    for (int d = 0; d < b->space.rank; d++)
        if (b->low[d] >= b->high[d]) return true;
    return false;
}

/* The form with the box that was found, in the numbers that equal boxes share. */
static int put_box(sni_arena *a, const boxing *b, const digits *g, const sni_form *linear, const sni_form **out)
{
    uint8_t box = is_empty(b, g) ? SNI_BOX_EMPTY : SNI_BOX_NONE;
    for (int d = 0; d < b->space.rank; d++)
        if (box == SNI_BOX_NONE && (b->low[d] > 0 || b->high[d] < b->space.extent[d])) box = SNI_BOX_SOME;
    sni_form *r = form_new(a, b->space.rank, box);
    if (!r) return SN_ERR_MEMORY;
    *out = r;
    if (box == SNI_BOX_EMPTY) return SN_OK;
    r->offset = linear->offset;
    for (int d = 0; d < r->rank; d++) {
        r->stride[d] = linear->stride[d];
        if (box != SNI_BOX_SOME) continue;
        r->stride[r->rank + d] = b->low[d];
        r->stride[2 * r->rank + d] = b->high[d] < b->space.extent[d] ? b->high[d] : INT64_MAX;
    }
    return SN_OK;
}

int sni_form_placed(sni_arena *a, sni_space space, const sni_form *f, const sni_layout *own, const sni_layout *through,
                    int64_t offset, int64_t corner, const sni_form **out)
{
    boxing b = {.space = space};
    digits g;
    if (f->box == SNI_BOX_EMPTY) {
        *out = f;
        return SN_OK;
    }
    sni_form *r = form_new(a, space.rank, SNI_BOX_NONE);
    *out = NULL;
    if (!r) return SN_ERR_MEMORY;
    for (int k = own->rank - 1; k >= 0; k--) {
        b.lo[k] = corner % own->dims[k];
        b.hi[k] = b.lo[k] + through->dims[k];
        b.dim[k] = -1;
        corner /= own->dims[k];
    }
    digits_init(&g, own, through, NULL);
    r->offset = offset + digits_start(&g, box_start(f));
    for (int i = 0; i < g.count; i++) r->offset -= b.lo[g.at[i].axis] * g.at[i].through;
    for (int d = 0; d < space.rank; d++) {
        b.low[d] = sni_form_low(f, d);
        b.high[d] = b.low[d] + box_extent(space, f, d);
        if (space.extent[d] == 0) continue; /* never walked */
        if (!digits_step(&g, sni_form_stride(f, d), box_extent(space, f, d), &r->stride[d])) return SN_OK;
        r->offset -= sni_form_low(f, d) * r->stride[d];
        if (!clip_dim(&b, &g, d)) return SN_OK;
    }
    return put_box(a, &b, &g, r, out);
}

/* ---- alignment -------------------------------------------------------------------------------------- */

static int find_dim(sni_space space, const sni_form *f, int64_t extent, int64_t stride, uint64_t taken)
{
    for (int d = 0; d < space.rank; d++)
        if (!(taken >> d & 1) && space.extent[d] == extent && sni_form_stride(f, d) == stride) return d;
    return -1;
}

bool sni_form_aligned(sni_space space, const sni_form *f, const sni_layout *l, int8_t *axis_dim, uint64_t *covered)
{
    *covered = 0;
    if (f->offset != 0 || f->box != SNI_BOX_NONE) return false;
    for (int k = 0; k < l->rank; k++) {
        axis_dim[k] = -1;
        if (l->dims[k] == 1) continue;
        int d = find_dim(space, f, l->dims[k], SNI_STRIDES(l)[k], *covered);
        if (d < 0) return false;
        axis_dim[k] = (int8_t)d;
        *covered |= (uint64_t)1 << d;
    }
    for (int d = 0; d < space.rank; d++)
        if (!(*covered >> d & 1) && sni_form_stride(f, d) != 0) return false;
    return true;
}

/* ---- values as readers ------------------------------------------------------------------------------ */

int sni_val_reduced(const sni_val *vals, const sni_val *v, int64_t *extent)
{
    const sni_layout *l = sni_edge_layout(vals, &v->in[0]);
    int n = 0;
    for (int k = 0; k < l->rank; k++)
        if ((v->node->u.axes >> k & 1) && l->dims[k] != 1) extent[n++] = l->dims[k];
    return n;
}

bool sni_val_trivial(const sni_val *vals, const sni_val *v)
{
    int64_t extent[SNI_MAX_RANK];
    return v->node->kind == SNI_NODE_REDUCE && sni_val_reduced(vals, v, extent) == 0;
}

/* Axes of a reduction's operand that are kept, in order: they are the axes of its result. */
static void kept_axes(const sni_val *v, int rank, int8_t *axes)
{
    int n = 0;
    for (int k = 0; k < rank; k++)
        if (!(v->node->u.axes >> k & 1)) axes[n++] = (int8_t)k;
}

int sni_form_input(sni_arena *a, sni_space space, const sni_form *f, const sni_val *vals, const sni_val *v, int k,
                   const sni_form **out)
{
    const sni_layout *through = sni_edge_layout(vals, &v->in[k]);
    int8_t axes[SNI_MAX_RANK];
    if (v->node->kind == SNI_NODE_PLACE && k == 0)
        return sni_form_placed(a, space, f, v->node->layout, through, sni_edge_offset(&v->in[k]), v->node->u.offset, out);
    bool reduce = v->node->kind == SNI_NODE_REDUCE;
    if (reduce) kept_axes(v, through->rank, axes);
    return sni_form_operand(a, space, f, v->node->layout, through, sni_edge_offset(&v->in[k]), reduce ? axes : NULL, out);
}

const sni_form *sni_form_reduced(sni_arena *a, int rank, uint64_t reduced, const sni_val *vals, const sni_val *v,
                                 const int8_t *axis_dim)
{
    const sni_layout *through = sni_edge_layout(vals, &v->in[0]);
    int8_t dims[SNI_MAX_RANK];
    int kept = 0, r = 0;
    for (int k = 0; k < through->rank; k++) {
        if (!(v->node->u.axes >> k & 1)) {
            dims[k] = axis_dim[kept++];
        } else if (through->dims[k] == 1) {
            dims[k] = -1;
        } else {
            while (!(reduced >> r & 1)) r++;
            dims[k] = (int8_t)r++;
        }
    }
    return sni_form_axes(a, through, sni_edge_offset(&v->in[0]), dims, rank);
}

const sni_form *sni_form_written(sni_arena *a, int rank, const sni_val *vals, const sni_val *v, const int8_t *axis_dim)
{
    if (vals[v->in[0].val].node->kind == SNI_NODE_CONST) return NULL;
    return sni_form_axes(a, sni_edge_layout(vals, &v->in[0]), sni_edge_offset(&v->in[0]), axis_dim, rank);
}
