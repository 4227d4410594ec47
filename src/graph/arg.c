/* Where the extremes are: argmax, argmin, and the same without NaN. */
#include "graph/steps.h"

#include <math.h>

typedef struct search { /* over which axes, and what counts along them */
    const int *axes;
    int naxes;
    int64_t count;
    sni_node *index; /* broadcasts to the operand */
    sni_dtype dtype; /* of the index, while it is looked for */
} search;

/* Beside operands of four bytes and fewer an index of as many is faster by a third. */
static sni_dtype index_dtype(const sni_node *x, int64_t count)
{
    return sni_dtypes[x->dtype].bytes <= 4 && count < INT32_MAX ? SNI_INT32 : SNI_INT64;
}

/* The flat index in C order, or the index along one axis. */
static int plan_search(sni_graph *g, const char *name, sni_node *x, const int *axis, search *out)
{
    const sni_layout *l = x->layout;
    int at = 0;
    *out = (search){.axes = axis, .naxes = axis ? 1 : -1, .count = l->size};
    bool scalar = l->rank == 0 && axis &&
                  (*axis == 0 || *axis == -1); /* as NumPy: it has an axis to search */
    if (axis && !scalar) SNI_TRY(sni_axis(name, *axis, l->rank, &at));
    if (axis && !scalar) out->count = l->dims[at];
    if (out->count == 0)
        return sni_fail(SN_ERR_VALUE, "%s: attempt to get the index of an extreme of an empty sequence",
                        name);
    out->dtype = index_dtype(x, out->count);
    out->index = axis && !scalar ? sni_iota_along(g, out->count, at, l->rank) : sni_iota(g, l->rank, l->dims);
    out->index = sni_step_cast(g, out->index, out->dtype);
    return out->index ? SN_OK : sni_error_status();
}

/* NaN counts as the extreme, as in max and min. */
static sni_node *extreme_test(sni_graph *g, sni_node *x, sni_node *extreme)
{
    sni_node *same = sni_step2(g, SNI_OP_EQUAL, sni_hold(x), extreme);
    if (!sni_node_is_inexact(x)) return same;
    return sni_step2(g, SNI_OP_BITWISE_OR, same, sni_element(g, SNI_OP_ISNAN, &x, NULL));
}

/* The least index at which x is its extreme: two passes over what is reduced, in one kernel. */
static sni_node *search_extreme(sni_graph *g, const char *name, sni_reduction r, sni_node *x, const int *axis,
                                bool keepdims)
{
    search s;
    if (plan_search(g, name, x, axis, &s) < 0) return NULL;
    sni_node *extreme = sni_reduce(g, r, x, s.axes, s.naxes, true, SNI_DTYPE_NONE);
    sni_node *none = sni_number_of(g, s.dtype, (double)s.count);
    sni_node *at = sni_step_where(g, extreme ? extreme_test(g, x, extreme) : NULL, s.index, none);
    const sni_reducing how = {
        .axes = s.axes, .naxes = s.naxes, .keepdims = keepdims, .dtype = SNI_DTYPE_NONE};
    return sni_step_cast(g, sni_step_reduce(g, SNI_REDUCE_MIN, at, &how), SNI_INT64);
}

sni_node *sni_arg_extreme(sni_graph *g, sni_reduction r, sni_node *x, const int *axis, bool keepdims)
{
    return search_extreme(g, r == SNI_REDUCE_MAX ? "argmax" : "argmin", r, x, axis, keepdims);
}

/* NumPy refuses a slice of nothing but NaN; what depends on values cannot be refused here: it gives -1. */
sni_node *sni_nan_arg_extreme(sni_graph *g, sni_reduction r, sni_node *x, const int *axis, bool keepdims)
{
    const char *name = r == SNI_REDUCE_MAX ? "nanargmax" : "nanargmin";
    if (!sni_node_is_inexact(x)) return search_extreme(g, name, r, x, axis, keepdims);
    sni_node *nan = sni_element(g, SNI_OP_ISNAN, &x, NULL);
    if (!nan) return NULL;
    sni_node *filled = sni_step_replace(g, sni_hold(nan), r == SNI_REDUCE_MAX ? -INFINITY : INFINITY,
                                        sni_hold(x));
    sni_node *at = filled ? search_extreme(g, name, r, filled, axis, keepdims) : NULL;
    sni_node *all = at ? sni_reduce(g, SNI_REDUCE_ALL, nan, axis, axis ? 1 : -1, keepdims, SNI_DTYPE_NONE)
                       : NULL;
    sni_node_release(g, filled);
    sni_node_release(g, nan);
    return sni_step_replace(g, all, -1, at);
}
