/* Reductions that leave NaN out.  Integers and bool have none: there they are the plain ones. */
#include "graph/steps.h"

#include <math.h>

static sni_node *not_nan(sni_graph *g, sni_node *x)
{
    return sni_step1(g, SNI_OP_LOGICAL_NOT, sni_element(g, SNI_OP_ISNAN, &x, NULL));
}

/* What is neither NaN nor left out by the caller's mask. */
static sni_node *counted(sni_graph *g, const char *name, sni_node *x, const sni_reducing *how)
{
    sni_node *there = not_nan(g, x);
    if (!how->where || !there) return there;
    return sni_step2(g, SNI_OP_BITWISE_AND, there, sni_reduce_mask(g, name, x, how->where));
}

static int check_inexact(const char *name, sni_dtype dtype)
{
    if (dtype == SNI_DTYPE_NONE || sni_dtypes[dtype].kind >= SNI_KIND_FLOAT) return SN_OK;
    return sni_fail(SN_ERR_DTYPE, "%s: of floating point the dtype must be floating point too, not %s", name,
                    sni_dtypes[dtype].name);
}

/* The largest of what is no NaN; NaN where nothing is.  The mask is the engine's own, so no initial is asked for. */
static sni_node *extreme(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how, sni_node *mask)
{
    sni_reducing masked = *how;
    masked.where = mask;
    if (how->initial || how->where || x->layout->size == 0)
        return sni_reduce_with(g, r, x, how->initial ? &masked : how);
    masked.initial = sni_number_of(g, (sni_dtype)x->dtype, r == SNI_REDUCE_MAX ? -INFINITY : INFINITY);
    masked.weak_initial = false;
    sni_node *most = masked.initial ? sni_reduce_with(g, r, x, &masked) : NULL;
    sni_node_release(g, masked.initial);
    sni_node *some = sni_reduce(g, SNI_REDUCE_ANY, mask, how->axes, how->naxes, how->keepdims,
                                SNI_DTYPE_NONE);
    sni_node *none = some ? sni_step1(g, SNI_OP_LOGICAL_NOT, some) : NULL;
    return sni_step_replace(g, none, NAN, most);
}

sni_node *sni_nan_reduce(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how)
{
    static const char *const names[SNI_REDUCTION_COUNT] = {[SNI_REDUCE_SUM] = "nansum",
                                                           [SNI_REDUCE_PROD] = "nanprod",
                                                           [SNI_REDUCE_MEAN] = "nanmean",
                                                           [SNI_REDUCE_MAX] = "nanmax",
                                                           [SNI_REDUCE_MIN] = "nanmin"};
    sni_reducing named = *how;
    named.name = names[r];
    if (!sni_node_is_inexact(x)) return sni_reduce_with(g, r, x, &named);
    if (r == SNI_REDUCE_MEAN && check_inexact(names[r], how->dtype) < 0) return NULL;
    sni_node *mask = counted(g, names[r], x, how), *out = NULL;
    if (mask && (r == SNI_REDUCE_MAX || r == SNI_REDUCE_MIN)) {
        out = extreme(g, r, x, &named, mask);
    } else if (mask) {
        named.where = mask;
        out = sni_reduce_with(g, r, x, &named);
    }
    sni_node_release(g, mask);
    return out;
}

/* As NumPy has it, no result where there are no more elements than ddof: var itself would divide by 0. */
static sni_node *spread(sni_graph *g, const char *name, sni_node *x, const sni_reducing *how)
{
    sni_reducing named = *how;
    named.name = name;
    if (!sni_node_is_inexact(x)) return sni_var(g, x, &named);
    if (check_inexact(name, how->dtype) < 0) return NULL;
    sni_node *mask = named.where = counted(g, name, x, how);
    if (!mask) return NULL;
    sni_node *var = sni_var(g, x, &named);
    sni_node *count = var ? sni_reduce_count(g, name, x, &named) : NULL;
    sni_node_release(g, mask);
    return sni_step_replace(g, sni_step_real(g, SNI_OP_LESS_EQUAL, count, how->ddof), NAN, var);
}

sni_node *sni_nanvar(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    return spread(g, "nanvar", x, how);
}

sni_node *sni_nanstd(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    return sni_step1(g, SNI_OP_SQRT, spread(g, "nanstd", x, how));
}
