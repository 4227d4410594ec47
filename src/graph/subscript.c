/* Basic subscripts: slices, integers, newaxis, ellipsis. */
#include "graph/internal.h"

typedef struct map { /* the view being built */
    int rank, axis;  /* axes written; next axis of the operand */
    int64_t offset;
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK];
} map;

static int put(map *m, int64_t dim, int64_t stride)
{
    if (m->rank == SNI_MAX_RANK)
        return sni_fail(SN_ERR_SHAPE, "an array has at most %d dimensions", SNI_MAX_RANK);
    m->dims[m->rank] = dim;
    m->strides[m->rank++] = stride;
    return SN_OK;
}

/* A bound of a slice, as Python's slice.indices clamps it to [low, high]. */
static int64_t clamp(int64_t value, int64_t size, int64_t low, int64_t high)
{
    if (value < 0) value += size;
    return value < low ? low : value > high ? high : value;
}

/* Start and count of the indices a slice selects. */
static int64_t slice_range(const sni_slice *s, int64_t size, int64_t step, int64_t *start)
{
    int64_t low = step < 0 ? -1 : 0, high = step < 0 ? size - 1 : size;
    int64_t first = s->has_start ? clamp(s->start, size, low, high) : step < 0 ? high : low;
    int64_t stop = s->has_stop ? clamp(s->stop, size, low, high) : step < 0 ? low : high;
    *start = first;
    uint64_t span = step < 0 ? (uint64_t)first - (uint64_t)stop : (uint64_t)stop - (uint64_t)first;
    uint64_t stride = step < 0 ? 0 - (uint64_t)step : (uint64_t)step;
    if (step < 0 ? first <= stop : first >= stop) return 0;
    return (int64_t)((span - 1) / stride + 1);
}

static int take_slice(map *m, const sni_layout *l, const sni_slice *s)
{
    int64_t step = s->has_step ? s->step : 1, start;
    int64_t stride = SNI_STRIDES(l)[m->axis];
    if (step == 0) return sni_fail(SN_ERR_VALUE, "slice step cannot be zero");
    int64_t count = slice_range(s, l->dims[m->axis], step, &start);
    m->offset += start * stride; /* of no account where the slice is empty: so is the view */
    m->axis++;
    return put(m, count, count > 1 ? step * stride : 0);
}

static int take_index(map *m, const sni_layout *l, int64_t index)
{
    int64_t size = l->dims[m->axis];
    if (index < -size || index >= size)
        return sni_fail(SN_ERR_INDEX, "index %lld is out of bounds for axis %d with size %lld", (long long)index,
                        m->axis, (long long)size);
    m->offset += (index < 0 ? index + size : index) * SNI_STRIDES(l)[m->axis];
    m->axis++;
    return SN_OK;
}

static int take_whole(map *m, const sni_layout *l, int count)
{
    for (; count > 0; count--, m->axis++) SNI_TRY(put(m, l->dims[m->axis], SNI_STRIDES(l)[m->axis]));
    return SN_OK;
}

/* How many axes the items name, and that there is at most one ellipsis. */
static int count_axes(const sni_layout *l, const sni_slice *items, size_t count, int *named)
{
    size_t axes = 0, ellipses = 0;
    for (size_t k = 0; k < count; k++) {
        axes += items[k].kind == SNI_ITEM_SLICE || items[k].kind == SNI_ITEM_INDEX;
        ellipses += items[k].kind == SNI_ITEM_ELLIPSIS;
    }
    if (ellipses > 1) return sni_fail(SN_ERR_INDEX, "an index can only have a single ellipsis ('...')");
    if (axes > l->rank)
        return sni_fail(SN_ERR_INDEX, "too many indices for array: array is %d-dimensional, but %zu were indexed",
                        l->rank, axes);
    *named = (int)axes;
    return SN_OK;
}

static int build(const sni_layout *l, const sni_slice *items, size_t count, map *m)
{
    int named;
    SNI_TRY(count_axes(l, items, count, &named));
    for (size_t k = 0; k < count; k++) {
        switch (items[k].kind) {
        case SNI_ITEM_SLICE: SNI_TRY(take_slice(m, l, &items[k])); break;
        case SNI_ITEM_INDEX: SNI_TRY(take_index(m, l, items[k].start)); break;
        case SNI_ITEM_NEWAXIS: SNI_TRY(put(m, 1, 0)); break;
        case SNI_ITEM_ELLIPSIS: SNI_TRY(take_whole(m, l, l->rank - named)); break;
        }
    }
    return take_whole(m, l, l->rank - m->axis);
}

sni_node *sni_subscript(sni_graph *g, sni_node *x, const sni_slice *items, size_t count)
{
    map m = {.rank = 0};
    if (build(x->layout, items, count, &m) < 0) return NULL;
    return sni_view(g, x, m.rank, m.dims, m.strides, m.offset);
}
