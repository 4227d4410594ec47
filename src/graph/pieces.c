/* Arrays cut along an axis and put together again: repeat with counts, delete, insert. */
#include "graph/internal.h"

#include <stdlib.h>

sni_node *sni_part(sni_graph *g, sni_node *x, int axis, int64_t start, int64_t count)
{
    const sni_layout *l = x->layout;
    int64_t dims[SNI_MAX_RANK];
    for (int k = 0; k < l->rank; k++) dims[k] = k == axis ? count : l->dims[k];
    return sni_view(g, x, l->rank, dims, SNI_STRIDES(l), count ? start * SNI_STRIDES(l)[axis] : 0);
}

/* Joins parts of x, whose references it takes; NULL when one is missing. */
static sni_node *joined(sni_graph *g, const char *op, sni_node *const *parts, size_t count, int axis, sni_dtype dtype)
{
    bool all = true;
    for (size_t k = 0; k < count; k++) all &= parts[k] != NULL;
    sni_node *out = all ? sni_concatenate(g, op, parts, count, axis, dtype) : NULL;
    for (size_t k = 0; k < count; k++) sni_node_release(g, parts[k]);
    return out;
}

/* ---- repeat -------------------------------------------------------------------------------------------------- */

static sni_node *repeat_one(sni_graph *g, sni_node *x, int axis, int64_t at, int64_t repeats)
{
    sni_node *one = sni_part(g, x, axis, at, 1), *out = one ? sni_repeat(g, one, repeats, axis) : NULL;
    sni_node_release(g, one);
    return out;
}

sni_node *sni_repeat_each(sni_graph *g, sni_node *x, const int64_t *repeats, size_t count, int axis)
{
    if (count == 1) return sni_repeat(g, x, *repeats, axis);
    if (sni_axis("repeat", axis, x->layout->rank, &axis) < 0) return NULL;
    int64_t extent = x->layout->dims[axis];
    if ((size_t)extent != count) {
        sni_fail(SN_ERR_SHAPE, "repeat: %zu counts are given for %lld elements along axis %d", count, (long long)extent, axis);
        return NULL;
    }
    if (count == 0) return sni_hold(x);
    sni_node **parts = malloc(count * sizeof *parts), *out;
    if (!parts) {
        sni_fail_memory(count * sizeof *parts, "repeat");
        return NULL;
    }
    for (size_t k = 0; k < count; k++) parts[k] = repeat_one(g, x, axis, (int64_t)k, repeats[k]);
    out = joined(g, "repeat", parts, count, axis, SNI_DTYPE_NONE);
    free(parts);
    return out;
}

/* ---- delete, insert -------------------------------------------------------------------------------------------- */

/* `most`: the first index past the end. */
static int check_index(const char *op, int64_t index, int64_t most, int axis, int64_t extent, int64_t *out)
{
    *out = index < 0 ? index + extent : index;
    if (*out >= 0 && *out < most) return SN_OK;
    return sni_fail(SN_ERR_INDEX, "%s: index %lld is out of bounds for axis %d with size %lld", op, (long long)index, axis,
                    (long long)extent);
}

sni_node *sni_delete(sni_graph *g, sni_node *x, int64_t index, int axis)
{
    int64_t at, extent;
    if (sni_axis("delete", axis, x->layout->rank, &axis) < 0) return NULL;
    extent = x->layout->dims[axis];
    if (check_index("delete", index, extent, axis, extent, &at) < 0) return NULL;
    sni_node *parts[] = {sni_part(g, x, axis, 0, at), sni_part(g, x, axis, at + 1, extent - at - 1)};
    return joined(g, "delete", parts, 2, axis, SNI_DTYPE_NONE);
}

sni_node *sni_insert(sni_graph *g, sni_node *x, int64_t index, sni_node *values, int axis)
{
    int64_t at, extent;
    if (sni_axis("insert", axis, x->layout->rank, &axis) < 0) return NULL;
    extent = x->layout->dims[axis];
    if (check_index("insert", index, extent + 1, axis, extent, &at) < 0) return NULL;
    sni_node *parts[] = {sni_part(g, x, axis, 0, at), sni_hold(values), sni_part(g, x, axis, at, extent - at)};
    return joined(g, "insert", parts, 3, axis, (sni_dtype)x->dtype);
}
