/* Reductions of the elements that a mask names, from an initial value on: NumPy's where= and initial=. */
#include "graph/steps.h"

#include <math.h>

static bool takes_initial(sni_reduction r)
{
    return r == SNI_REDUCE_SUM || r == SNI_REDUCE_PROD || r == SNI_REDUCE_MAX || r == SNI_REDUCE_MIN;
}

static const char *name_of(sni_reduction r, const sni_reducing *how)
{
    return how->name ? how->name : sni_reductions[r].name;
}

/* ---- the mask ------------------------------------------------------------------------------------------- */

bool sni_layout_fits(const sni_layout *small, const sni_layout *x)
{
    if (small->rank > x->rank) return false;
    const int64_t *dims = x->dims + (x->rank - small->rank);
    for (int k = 0; k < small->rank; k++)
        if (small->dims[k] != 1 && small->dims[k] != dims[k]) return false;
    return true;
}

/* The mask in a dtype, converted in its own shape and then spread over the operand's: a converted broadcast would
 * lie in memory as no other operand does. */
static sni_node *mask_in(sni_graph *g, const char *name, sni_node *x, sni_node *where, sni_dtype dtype)
{
    const sni_layout *l = x->layout, *m = where->layout;
    char of_mask[160], of_x[160];
    if (!sni_layout_fits(m, l)) {
        sni_fail(SN_ERR_SHAPE, "%s: where of shape %s does not broadcast to the operand's shape %s", name,
                 sni_shape_text(m->dims, m->rank, of_mask, sizeof of_mask),
                 sni_shape_text(l->dims, l->rank, of_x, sizeof of_x));
        return NULL;
    }
    sni_node *test = sni_step_cast(g, sni_cast(g, where, SNI_BOOL), dtype);
    sni_node *out = test ? sni_broadcast_to(g, test, l->rank, l->dims) : NULL;
    sni_node_release(g, test);
    return out;
}

sni_node *sni_reduce_mask(sni_graph *g, const char *name, sni_node *x, sni_node *where)
{
    return mask_in(g, name, x, where, SNI_BOOL);
}

sni_node *sni_reduce_count(sni_graph *g, const char *name, sni_node *x, const sni_reducing *how)
{
    const sni_reducing plain = {.axes = how->axes, .naxes = how->naxes, .keepdims = how->keepdims, .dtype = SNI_INT64};
    return sni_step_reduce(g, SNI_REDUCE_SUM, mask_in(g, name, x, how->where, SNI_INT64), &plain);
}

/* ---- the initial value ---------------------------------------------------------------------------------- */

/* Python's int(number), which must be of the dtype. */
static sni_node *truncated(sni_graph *g, const char *name, double number, sni_dtype dtype)
{
    if (isnan(number) || isinf(number)) {
        sni_fail(SN_ERR_VALUE, "%s: initial: cannot convert %s to an integer", name,
                 isnan(number) ? "NaN" : "infinity");
        return NULL;
    }
    if (number >= 0x1p63 && number < 0x1p64 && dtype == SNI_UINT64) return sni_number_of(g, dtype, number);
    if (fabs(number) < 0x1p63) {
        sni_node *whole = sni_number_of(g, SNI_INT64, number);
        if (whole && sni_weak_fit(whole, dtype) == 0) return sni_step_cast(g, whole, dtype);
        sni_node_release(g, whole);
    }
    sni_fail(SN_ERR_VALUE, "%s: initial: %.17g is out of bounds for %s", name, number,
             sni_dtypes[dtype].name);
    return NULL;
}

/* The initial value in the dtype that the reduction computes in. */
static sni_node *initial_in(sni_graph *g, const char *name, const sni_reducing *how, sni_dtype dtype)
{
    sni_node *n = how->initial;
    bool number = how->weak_initial && n->kind == SNI_NODE_CONST;
    if (n->layout->rank) {
        sni_fail(SN_ERR_SHAPE, "%s: initial must be a number or an array without axes, not of %d dimensions",
                 name, n->layout->rank);
        return NULL;
    }
    if (number && sni_weak_fit(n, dtype)) {
        sni_weak_refuse(name, n, dtype);
        return NULL;
    }
    bool whole = sni_dtypes[dtype].kind == SNI_KIND_INT || sni_dtypes[dtype].kind == SNI_KIND_UINT;
    if (number && whole && n->dtype == SNI_FLOAT64)
        return truncated(g, name, (sni_scalar){.bits = {n->u.scalar, 0}}.f64, dtype);
    return sni_cast(g, n, dtype);
}

/* ---- the reduction -------------------------------------------------------------------------------------- */

/* What an element that the mask leaves out counts as. */
static sni_node *neutral(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how)
{
    const sni_reduction_info *info = &sni_reductions[r];
    const char *name = name_of(r, how);
    if (info->has_identity) return sni_number_of(g, (sni_dtype)x->dtype, info->identity);
    if (how->initial) return initial_in(g, name, how, (sni_dtype)x->dtype);
    sni_fail(SN_ERR_VALUE,
             "%s: reduction operation %s does not have an identity, so to use a where mask one has to "
             "specify 'initial'",
             name, sni_ops[info->combine].name);
    return NULL;
}

static sni_node *masked_operand(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how)
{
    sni_node *mask = sni_reduce_mask(g, name_of(r, how), x, how->where);
    return mask ? sni_step_where(g, mask, sni_hold(x), neutral(g, r, x, how)) : NULL;
}

/* The initial value in the shape of a result: what a largest element of none is. */
static sni_node *of_nothing(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how)
{
    sni_node *initial = initial_in(g, name_of(r, how), how, (sni_dtype)x->dtype);
    sni_node *shape = initial ? sni_reduce(g, SNI_REDUCE_ANY, x, how->axes, how->naxes, how->keepdims,
                                           SNI_DTYPE_NONE)
                              : NULL;
    sni_node *out = shape ? sni_broadcast_to(g, initial, shape->layout->rank, shape->layout->dims) : NULL;
    sni_node_release(g, shape);
    sni_node_release(g, initial);
    return out;
}

static sni_node *from_initial(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how)
{
    const sni_reduction_info *info = &sni_reductions[r];
    if (!info->has_identity && x->layout->size == 0) return of_nothing(g, r, x, how);
    sni_node *n = sni_reduce_named(g, name_of(r, how), r, x, how);
    sni_node *initial = n ? initial_in(g, name_of(r, how), how, (sni_dtype)n->dtype) : NULL;
    return sni_step2(g, info->combine, n, initial);
}

/* The sum divided by how many the mask names, in float64 as NumPy divides by an array of counts. */
static sni_node *masked_mean(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    const char *name = name_of(SNI_REDUCE_MEAN, how);
    sni_node *plain = sni_reduce_named(g, name, SNI_REDUCE_MEAN, x, how);
    if (!plain) return NULL;
    sni_reducing sum = *how;
    sum.name = name;
    sum.dtype = (sni_dtype)plain->dtype;
    sni_node_release(g, plain);
    sni_node *count = sni_reduce_count(g, name, x, how);
    if (!count) return NULL;
    return sni_step_cast(g, sni_step2(g, SNI_OP_DIVIDE, sni_reduce_with(g, SNI_REDUCE_SUM, x, &sum), count),
                         sum.dtype);
}

sni_node *sni_reduce_with(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how)
{
    const char *name = name_of(r, how);
    if (!how->where && !how->initial) return sni_reduce_named(g, name, r, x, how);
    if (how->initial && !takes_initial(r)) {
        sni_fail(SN_ERR_ARGUMENT, "%s: takes no initial value", name);
        return NULL;
    }
    if (r == SNI_REDUCE_MEAN) return masked_mean(g, x, how);
    sni_node *of = how->where ? masked_operand(g, r, x, how) : sni_hold(x), *out = NULL;
    if (of) out = how->initial ? from_initial(g, r, of, how) : sni_reduce_named(g, name, r, of, how);
    sni_node_release(g, of);
    return out;
}
