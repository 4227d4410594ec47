/* Views: affine index maps over a base's dense memory, composed when recorded. */
#include "graph/internal.h"

#include <string.h>

/* Lowest and highest element the map reaches; false when that overflows. */
static bool reach(const sni_layout *l, int64_t offset, int64_t *low, int64_t *high)
{
    const int64_t *strides = SNI_STRIDES(l);
    *low = *high = offset;
    for (int k = 0; k < l->rank; k++) {
        int64_t span, *end = strides[k] < 0 ? low : high;
        if (sni_mul_overflow(l->dims[k] - 1, strides[k], &span) || sni_add_overflow(*end, span, end)) return false;
    }
    return true;
}

bool sni_view_inside(const sni_layout *l, int64_t offset, int64_t size)
{
    int64_t low, high;
    return l->size == 0 || (reach(l, offset, &low, &high) && low >= 0 && high < size);
}

static sni_node *view_of(sni_graph *g, sni_node *base, uint8_t dtype, const sni_layout *layout, int64_t offset)
{
    if (layout->size == 0) offset = 0;
    if (layout == base->layout && offset == 0) return sni_hold(base);
    if (!sni_view_inside(layout, offset, base->layout->size)) {
        sni_fail(SN_ERR_INDEX, "view: an index lies outside the array");
        return NULL;
    }
    return sni_cons(g, &(sni_node){.kind = SNI_NODE_VIEW, .dtype = dtype, .count = 1, .layout = layout,
                                   .in = {base}, .u.offset = offset});
}

static sni_node *const_of(sni_graph *g, const sni_node *x, int rank, const int64_t *dims)
{
    return sni_const(g, (sni_dtype)x->dtype, (sni_scalar){.bits = {x->u.scalar, 0}}, rank, dims);
}

sni_node *sni_view(sni_graph *g, sni_node *x, int rank, const int64_t *dims, const int64_t *strides, int64_t offset)
{
    if (x->kind == SNI_NODE_CONST) return const_of(g, x, rank, dims);
    sni_node *base = x->kind == SNI_NODE_VIEW ? x->in[0] : x, *out = NULL;
    const sni_layout *layout = sni_layout_make(g, rank, dims, strides);
    if (!layout) return NULL;
    if (x->kind == SNI_NODE_VIEW && layout->size && sni_add_overflow(x->u.offset, offset, &offset))
        sni_fail(SN_ERR_INDEX, "view: an index lies outside the array");
    else
        out = view_of(g, base, x->dtype, layout, offset);
    sni_layout_release(g, layout);
    return out;
}

/* ---- axes ---------------------------------------------------------------------------------------------- */

int sni_axis(const char *op, int axis, int rank, int *out)
{
    if (axis < -rank || axis >= rank)
        return sni_fail(SN_ERR_INDEX, "%s: axis %d is out of bounds for an array of dimension %d", op, axis, rank);
    *out = axis < 0 ? axis + rank : axis;
    return SN_OK;
}

int sni_axis_mask(const char *op, const int *axes, int naxes, int rank, uint64_t *mask)
{
    *mask = 0;
    for (int k = 0; k < naxes; k++) {
        int axis;
        SNI_TRY(sni_axis(op, axes[k], rank, &axis));
        uint64_t bit = (uint64_t)1 << axis;
        if (*mask & bit) return sni_fail(SN_ERR_VALUE, "%s: axis %d is given twice", op, axes[k]);
        *mask |= bit;
    }
    return SN_OK;
}

sni_node *sni_transpose(sni_graph *g, sni_node *x, const int *axes, int naxes)
{
    const sni_layout *l = x->layout;
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK];
    uint64_t mask;
    if (axes && naxes != l->rank) {
        sni_fail(SN_ERR_SHAPE, "transpose: %d axes given for an array of dimension %d", naxes, l->rank);
        return NULL;
    }
    if (axes && sni_axis_mask("transpose", axes, naxes, l->rank, &mask) < 0) return NULL;
    for (int k = 0; k < l->rank; k++) {
        int from = axes ? axes[k] + (axes[k] < 0 ? l->rank : 0) : l->rank - 1 - k;
        dims[k] = l->dims[from];
        strides[k] = SNI_STRIDES(l)[from];
    }
    return sni_view(g, x, l->rank, dims, strides, 0);
}

sni_node *sni_expand_dims(sni_graph *g, sni_node *x, int axis)
{
    const sni_layout *l = x->layout;
    int64_t dims[SNI_MAX_RANK + 1], strides[SNI_MAX_RANK + 1];
    int at;
    if (sni_axis("expand_dims", axis, l->rank + 1, &at) < 0) return NULL;
    for (int k = 0; k <= l->rank; k++) {
        int from = k - (k > at);
        dims[k] = k == at ? 1 : l->dims[from];
        strides[k] = k == at ? 0 : SNI_STRIDES(l)[from];
    }
    return sni_view(g, x, l->rank + 1, dims, strides, 0);
}

sni_node *sni_squeeze(sni_graph *g, sni_node *x, const int *axes, int naxes)
{
    const sni_layout *l = x->layout;
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK];
    uint64_t mask = UINT64_MAX;
    int rank = 0;
    if (naxes >= 0 && sni_axis_mask("squeeze", axes, naxes, l->rank, &mask) < 0) return NULL;
    for (int k = 0; k < l->rank; k++) {
        bool named = mask >> k & 1;
        if (named && l->dims[k] == 1) continue;
        if (named && naxes >= 0) {
            sni_fail(SN_ERR_SHAPE, "squeeze: axis %d has extent %lld, not 1", k, (long long)l->dims[k]);
            return NULL;
        }
        dims[rank] = l->dims[k];
        strides[rank++] = SNI_STRIDES(l)[k];
    }
    return sni_view(g, x, rank, dims, strides, 0);
}
