/* Arrays one after the other: concatenate, and the stacks that NumPy makes of it. */
#include "graph/internal.h"

#include <stdlib.h>

#define JOINED 16 /* arrays joined in one chain of PLACEs; more are joined in groups of as many first */

/* ---- checks --------------------------------------------------------------------------------------------- */

static int refuse_shapes(const char *op, const sni_layout *a, const sni_layout *b, int axis, int differ)
{
    char one[160], other[160];
    sni_shape_text(a->dims, a->rank, one, sizeof one);
    sni_shape_text(b->dims, b->rank, other, sizeof other);
    if (a->rank != b->rank)
        return sni_fail(SN_ERR_SHAPE, "%s: shapes %s and %s have %d and %d axes", op, one, other, a->rank, b->rank);
    return sni_fail(SN_ERR_SHAPE, "%s: shapes %s and %s differ along axis %d; only axis %d may differ", op, one, other,
                    differ, axis);
}

static int check_shapes(const char *op, sni_node *const *in, size_t count, int axis)
{
    const sni_layout *first = in[0]->layout;
    for (size_t i = 1; i < count; i++) {
        const sni_layout *l = in[i]->layout;
        if (l->rank != first->rank) return refuse_shapes(op, first, l, axis, 0);
        for (int k = 0; k < l->rank; k++)
            if (k != axis && l->dims[k] != first->dims[k]) return refuse_shapes(op, first, l, axis, k);
    }
    return SN_OK;
}

static int total_extent(const char *op, sni_node *const *in, size_t count, int axis, int64_t *total)
{
    *total = 0;
    for (size_t i = 0; i < count; i++)
        if (sni_add_overflow(*total, in[i]->layout->dims[axis], total))
            return sni_fail(SN_ERR_MEMORY, "%s: the result is too large", op);
    return SN_OK;
}

/* ---- joining ------------------------------------------------------------------------------------------------ */

/* A chain: each array in its place, and elsewhere those after it. */
static sni_node *join(sni_graph *g, const char *op, sni_node *const *in, size_t count, int axis)
{
    int64_t dims[SNI_MAX_RANK], corner[SNI_MAX_RANK] = {0};
    const sni_layout *l = in[0]->layout;
    for (int k = 0; k < l->rank; k++) dims[k] = l->dims[k];
    if (total_extent(op, in, count, axis, &dims[axis]) < 0) return NULL;
    corner[axis] = dims[axis];
    sni_node *all = sni_scalar_const(g, (sni_dtype)in[0]->dtype, (sni_scalar){0});
    while (all && count--) {
        corner[axis] -= in[count]->layout->dims[axis];
        sni_node *more = sni_place_in(g, in[count], corner, all, l->rank, dims);
        sni_node_release(g, all);
        all = more;
    }
    return all;
}

static void release_all(sni_graph *g, sni_node **list, size_t count)
{
    for (size_t k = 0; k < count; k++) sni_node_release(g, list[k]);
}

/* Joins groups of the list until one array is left; takes over the list's references. */
static sni_node *join_all(sni_graph *g, const char *op, sni_node **list, size_t count, int axis)
{
    while (count > 1) {
        size_t groups = (count + JOINED - 1) / JOINED;
        for (size_t k = 0; k < groups; k++) {
            size_t first = k * JOINED, n = count - first < JOINED ? count - first : JOINED;
            sni_node *one = join(g, op, list + first, n, axis);
            release_all(g, list + first, n);
            list[k] = one;
            if (one) continue;
            release_all(g, list, k);
            release_all(g, list + first + n, count - first - n);
            return NULL;
        }
        count = groups;
    }
    return list[0];
}

/* bool, integers, floats, complex numbers; among equals the longer. */
static int knowledge(sni_dtype dtype)
{
    static const int rank[] = {[SNI_KIND_BOOL] = 0, [SNI_KIND_INT] = 1, [SNI_KIND_UINT] = 1, [SNI_KIND_FLOAT] = 2, [SNI_KIND_COMPLEX] = 3};
    return rank[sni_dtypes[dtype].kind] * 32 + sni_dtypes[dtype].bytes;
}

/* As numpy.result_type has it: the others are promoted one by one with the dtype that knows most, so that uint16, int16
 * and float32 meet in float32, though uint16 and int16 alone meet in int32. */
static sni_dtype common_dtype(sni_node *const *in, size_t count)
{
    sni_dtype dtype = (sni_dtype)in[0]->dtype;
    for (size_t k = 1; k < count; k++)
        if (knowledge((sni_dtype)in[k]->dtype) > knowledge(dtype)) dtype = (sni_dtype)in[k]->dtype;
    for (size_t k = 0; k < count; k++) dtype = sni_promote(dtype, (sni_dtype)in[k]->dtype);
    return dtype;
}

sni_node *sni_concatenate(sni_graph *g, const char *op, sni_node *const *in, size_t count, int axis, sni_dtype dtype)
{
    if (count == 0) {
        sni_fail(SN_ERR_VALUE, "%s: at least one array is needed", op);
        return NULL;
    }
    for (size_t k = 0; k < count; k++) {
        if (in[k]->layout->rank) continue;
        sni_fail(SN_ERR_SHAPE, "%s: array %zu has no axes to join along", op, k);
        return NULL;
    }
    if (sni_axis(op, axis, in[0]->layout->rank, &axis) < 0 || check_shapes(op, in, count, axis) < 0) return NULL;
    if (dtype == SNI_DTYPE_NONE) dtype = common_dtype(in, count);
    sni_node **list = malloc(count * sizeof *list), *out = NULL;
    if (!list) {
        sni_fail_memory(count * sizeof *list, op);
        return NULL;
    }
    size_t cast = 0;
    while (cast < count && (list[cast] = sni_cast(g, in[cast], dtype))) cast++;
    if (cast == count) out = join_all(g, op, list, count, axis);
    else release_all(g, list, cast);
    free(list);
    return out;
}

/* ---- stacks -------------------------------------------------------------------------------------------------- */

typedef sni_node *(*reshaper)(sni_graph *g, sni_node *x, int number);

/* Each array as `shape` makes it, joined. */
static sni_node *join_shaped(sni_graph *g, const char *op, sni_node *const *in, size_t count, reshaper shape, int number,
                             int axis, sni_dtype dtype)
{
    sni_node **list = malloc((count + 1) * sizeof *list), *out = NULL;
    size_t n = 0;
    if (!list) {
        sni_fail_memory(count * sizeof *list, op);
        return NULL;
    }
    while (n < count && (list[n] = shape(g, in[n], number))) n++;
    if (n == count) out = sni_concatenate(g, op, list, count, axis, dtype);
    release_all(g, list, n);
    free(list);
    return out;
}

sni_node *sni_stack(sni_graph *g, sni_node *const *in, size_t count, int axis, sni_dtype dtype)
{
    for (size_t k = 1; k < count; k++) {
        if (sni_layout_same_shape(in[k]->layout, in[0]->layout)) continue;
        char one[160], other[160];
        sni_fail(SN_ERR_SHAPE, "stack: shapes %s and %s differ",
                 sni_shape_text(in[0]->layout->dims, in[0]->layout->rank, one, sizeof one),
                 sni_shape_text(in[k]->layout->dims, in[k]->layout->rank, other, sizeof other));
        return NULL;
    }
    if (count && sni_axis("stack", axis, in[0]->layout->rank + 1, &axis) < 0) return NULL;
    return join_shaped(g, "stack", in, count, sni_expand_dims, axis, axis, dtype);
}

sni_node *sni_vstack(sni_graph *g, sni_node *const *in, size_t count, sni_dtype dtype)
{
    return join_shaped(g, "vstack", in, count, sni_atleast, 2, 0, dtype);
}

sni_node *sni_hstack(sni_graph *g, sni_node *const *in, size_t count, sni_dtype dtype)
{
    return join_shaped(g, "hstack", in, count, sni_atleast, 1, count && in[0]->layout->rank > 1 ? 1 : 0, dtype);
}

sni_node *sni_dstack(sni_graph *g, sni_node *const *in, size_t count)
{
    return join_shaped(g, "dstack", in, count, sni_atleast, 3, 2, SNI_DTYPE_NONE);
}

/* Vectors stand upright. */
static sni_node *column(sni_graph *g, sni_node *x, int rank)
{
    if (x->layout->rank >= rank) return sni_hold(x);
    sni_node *line = sni_atleast(g, x, 1), *out = line ? sni_expand_dims(g, line, 1) : NULL;
    sni_node_release(g, line);
    return out;
}

sni_node *sni_column_stack(sni_graph *g, sni_node *const *in, size_t count)
{
    return join_shaped(g, "column_stack", in, count, column, 2, 1, SNI_DTYPE_NONE);
}
