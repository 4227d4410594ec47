/* Axes reversed, exchanged, moved and walked diagonally: views all. */
#include "graph/internal.h"

sni_node *sni_flip(sni_graph *g, sni_node *x, const int *axes, int naxes)
{
    const sni_layout *l = x->layout;
    int64_t strides[SNI_MAX_RANK], offset = 0;
    uint64_t mask = UINT64_MAX;
    if (naxes >= 0 && sni_axis_mask("flip", axes, naxes, l->rank, &mask) < 0) return NULL;
    for (int k = 0; k < l->rank; k++) {
        bool turned = mask >> k & 1;
        int64_t stride = SNI_STRIDES(l)[k];
        strides[k] = turned ? -stride : stride;
        if (turned) offset += (l->dims[k] - 1) * stride;
    }
    return sni_view(g, x, l->rank, l->dims, strides, offset);
}

sni_node *sni_swapaxes(sni_graph *g, sni_node *x, int axis1, int axis2)
{
    int rank = x->layout->rank, order[SNI_MAX_RANK], a, b;
    if (sni_axis("swapaxes", axis1, rank, &a) < 0 || sni_axis("swapaxes", axis2, rank, &b) < 0) return NULL;
    for (int k = 0; k < rank; k++) order[k] = k;
    order[a] = b;
    order[b] = a;
    return sni_transpose(g, x, order, rank);
}

sni_node *sni_moveaxis(sni_graph *g, sni_node *x, const int *from, const int *to, int count)
{
    int rank = x->layout->rank, order[SNI_MAX_RANK], next = 0;
    uint64_t moved, taken;
    if (sni_axis_mask("moveaxis", from, count, rank, &moved) < 0 ||
        sni_axis_mask("moveaxis", to, count, rank, &taken) < 0)
        return NULL;
    for (int k = 0; k < count; k++) order[to[k] + (to[k] < 0 ? rank : 0)] = from[k];
    for (int k = 0; k < rank; k++) {
        if (taken >> k & 1) continue;
        while (moved >> next & 1) next++;
        order[k] = next++;
    }
    return sni_transpose(g, x, order, rank);
}

sni_node *sni_rollaxis(sni_graph *g, sni_node *x, int axis, int start)
{
    int rank = x->layout->rank, from;
    if (sni_axis("rollaxis", axis, rank, &from) < 0) return NULL;
    if (start < -rank || start > rank) {
        sni_fail(SN_ERR_INDEX, "rollaxis: start is %d, outside %d to %d", start, -rank, rank);
        return NULL;
    }
    int to = start < 0 ? start + rank : start;
    to -= from < to;
    return sni_moveaxis(g, x, &from, &to, 1);
}

/* Elements on the diagonal that starts `offset` columns right of the corner (rows below it if negative). */
static int64_t diagonal_length(int64_t rows, int64_t columns, int64_t offset)
{
    if (offset <= -rows || offset >= columns) return 0;
    rows += offset < 0 ? offset : 0;
    columns -= offset > 0 ? offset : 0;
    return rows < columns ? rows : columns;
}

sni_node *sni_diagonal(sni_graph *g, sni_node *x, int64_t offset, int axis1, int axis2)
{
    const sni_layout *l = x->layout;
    const int64_t *steps = SNI_STRIDES(l);
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK];
    int a, b, rank = 0;
    if (l->rank < 2) {
        sni_fail(SN_ERR_SHAPE, "diagonal: an array of at least two dimensions is needed, not %d", l->rank);
        return NULL;
    }
    if (sni_axis("diagonal", axis1, l->rank, &a) < 0 || sni_axis("diagonal", axis2, l->rank, &b) < 0) return NULL;
    if (a == b) {
        sni_fail(SN_ERR_VALUE, "diagonal: axis1 and axis2 are the same axis");
        return NULL;
    }
    for (int k = 0; k < l->rank; k++) {
        if (k == a || k == b) continue;
        dims[rank] = l->dims[k];
        strides[rank++] = steps[k];
    }
    int64_t count = diagonal_length(l->dims[a], l->dims[b], offset);
    dims[rank] = count;
    strides[rank++] = count > 1 ? steps[a] + steps[b] : 0;
    int64_t first = count == 0 ? 0 : offset < 0 ? -offset * steps[a] : offset * steps[b];
    return sni_view(g, x, rank, dims, strides, first);
}

sni_node *sni_trace(sni_graph *g, sni_node *x, int64_t offset, int axis1, int axis2, sni_dtype dtype)
{
    sni_node *d = sni_diagonal(g, x, offset, axis1, axis2);
    if (!d) return NULL;
    sni_node *out = sni_reduce(g, SNI_REDUCE_SUM, d, (int[]){-1}, 1, false, dtype);
    sni_node_release(g, d);
    return out;
}

sni_node *sni_atleast(sni_graph *g, sni_node *x, int rank)
{
    /* New axes come first, but where there are three the last of them comes last. */
    const sni_layout *l = x->layout;
    int64_t dims[3] = {1, 1, 1};
    if (l->rank >= rank) return sni_hold(x);
    int at = rank == 2 || l->rank == 1 ? 1 : 0;
    for (int k = 0; k < l->rank; k++) dims[at + k] = l->dims[k];
    return sni_reshape(g, x, rank, dims);
}

sni_node *sni_tile(sni_graph *g, sni_node *x, int count, const int64_t *reps)
{
    /* Each axis of n elements repeated r times is a pair (r, n) of which the first has stride 0. */
    const sni_layout *l = x->layout;
    int rank = l->rank > count ? l->rank : count, pairs = 0;
    int64_t dims[SNI_MAX_RANK], spread[2 * SNI_MAX_RANK], strides[2 * SNI_MAX_RANK];
    if (sni_shape_size(count, reps, &(int64_t){0}) < 0) return NULL;
    for (int k = 0; k < rank; k++) {
        int axis = k - (rank - l->rank), rep = k - (rank - count);
        int64_t n = axis < 0 ? 1 : l->dims[axis], r = rep < 0 ? 1 : reps[rep];
        if (sni_mul_overflow(n, r, &dims[k])) {
            sni_fail(SN_ERR_MEMORY, "tile: the result is too large");
            return NULL;
        }
        if (r != 1) {
            spread[pairs] = r;
            strides[pairs++] = 0;
        }
        if (n != 1) {
            spread[pairs] = n;
            strides[pairs++] = SNI_STRIDES(l)[axis];
        }
    }
    sni_node *wide = NULL;
    if (pairs > SNI_MAX_RANK)
        sni_fail(SN_ERR_UNSUPPORTED, "tile: too many axes are repeated");
    else
        wide = sni_view(g, x, pairs, spread, strides, 0);
    sni_node *out = wide ? sni_reshape(g, wide, rank, dims) : NULL;
    sni_node_release(g, wide);
    return out;
}

static sni_node *repeat(sni_graph *g, sni_node *x, int64_t repeats, int axis)
{
    const sni_layout *l = x->layout;
    int64_t dims[SNI_MAX_RANK + 1], size;
    int at;
    if (sni_axis("repeat", axis, l->rank, &at) < 0) return NULL;
    if (repeats < 0 || sni_mul_overflow(l->dims[at], repeats, &size)) {
        sni_fail(SN_ERR_VALUE, repeats < 0 ? "repeat: repeats is negative" : "repeat: the result is too large");
        return NULL;
    }
    sni_node *apart = sni_expand_dims(g, x, at + 1);
    if (!apart) return NULL;
    for (int k = 0; k <= l->rank; k++) dims[k] = k == at + 1 ? repeats : l->dims[k - (k > at)];
    sni_node *wide = sni_broadcast_to(g, apart, l->rank + 1, dims);
    sni_node_release(g, apart);
    for (int k = at + 1; k < l->rank; k++) dims[k] = l->dims[k];
    dims[at] = size;
    sni_node *out = wide ? sni_reshape(g, wide, l->rank, dims) : NULL;
    sni_node_release(g, wide);
    return out;
}

sni_node *sni_repeat(sni_graph *g, sni_node *x, int64_t repeats, int axis)
{
    sni_node *line = sni_atleast(g, x, 1); /* as NumPy: a scalar has an axis to repeat along */
    sni_node *out = line ? repeat(g, line, repeats, axis) : NULL;
    sni_node_release(g, line);
    return out;
}
