/* Linear forms: composition with views, and the test whether a view can be composed at all. */
#include "graph/form.h"

bool sni_form_equal(const sni_form *a, const sni_form *b)
{
    if (a == b) return true;
    if (a->offset != b->offset) return false;
    int rank = a->rank > b->rank ? a->rank : b->rank;
    for (int d = 0; d < rank; d++)
        if (sni_form_stride(a, d) != sni_form_stride(b, d)) return false;
    return true;
}

static sni_form *form_new(sni_arena *a, int rank)
{
    sni_form *f = sni_arena_alloc(a, 1, sizeof *f + (size_t)rank * sizeof f->stride[0]);
    if (f) f->rank = rank;
    return f;
}

const sni_form *sni_form_axes(sni_arena *a, const sni_layout *through, int64_t offset, const int8_t *axis_dim, int rank)
{
    sni_form *f = form_new(a, rank);
    if (!f) return NULL;
    f->offset = offset;
    for (int k = 0; k < through->rank; k++)
        if (axis_dim[k] >= 0) f->stride[axis_dim[k]] += SNI_STRIDES(through)[k];
    return f;
}

/* ---- composition ------------------------------------------------------------------------------------ */

/* The axes of a dense layout, outermost first, with where an access stands on each. */
typedef struct digits {
    int count;
    struct digit { int64_t extent, stride, through, low, high; } at[SNI_MAX_RANK];
} digits;

static void digits_init(digits *g, const sni_layout *own, const sni_layout *through, const int8_t *axes)
{
    g->count = 0;
    for (int k = 0; k < own->rank; k++) {
        if (own->dims[k] == 1) continue;
        struct digit d = {own->dims[k], SNI_STRIDES(own)[k], SNI_STRIDES(through)[axes ? axes[k] : k], 0, 0};
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
        d->low = d->high = offset / d->stride;
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

int sni_form_operand(sni_arena *a, sni_space space, const sni_form *f, const sni_layout *own, const sni_layout *through,
                     int64_t offset, const int8_t *axes, const sni_form **out)
{
    *out = f;
    if (offset == 0 && same_strides(own, through, axes)) return SN_OK;
    sni_form *r = form_new(a, space.rank);
    if (!r) return SN_ERR_MEMORY;
    *out = r;
    if (own->size == 0) return SN_OK; /* never read */
    digits g;
    digits_init(&g, own, through, axes);
    r->offset = offset + digits_start(&g, f->offset);
    bool linear = true;
    for (int d = 0; d < space.rank && linear; d++)
        linear = space.extent[d] == 0 /* never walked */ || digits_step(&g, sni_form_stride(f, d), space.extent[d], &r->stride[d]);
    if (!linear) *out = NULL;
    return SN_OK;
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
    if (f->offset != 0) return false;
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
