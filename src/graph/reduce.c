/* Reductions over axes. */
#include "graph/formula.h"
#include "graph/internal.h"

typedef struct plan { /* what is reduced, in which dtype, and what follows */
    sni_reduction code;
    sni_dtype compute, result;
    uint64_t axes;
    bool divide;
} plan;

static sni_dtype widened(sni_dtype d)
{
    switch ((sni_kind)sni_dtypes[d].kind) {
    case SNI_KIND_BOOL:
    case SNI_KIND_INT: return SNI_INT64;
    case SNI_KIND_UINT: return SNI_UINT64;
    default: return d;
    }
}

static int choose_dtypes(const char *name, sni_reduction r, sni_dtype from, sni_dtype asked, plan *p)
{
    const sni_reduction_info *info = &sni_reductions[r];
    bool takes_dtype = info->rule == SNI_RULE_WIDEN || info->rule == SNI_RULE_MEAN;
    if (asked != SNI_DTYPE_NONE && !takes_dtype) return sni_fail(SN_ERR_DTYPE, "%s: takes no dtype", name);
    bool whole = sni_dtypes[from].kind <= SNI_KIND_UINT;
    p->compute = asked != SNI_DTYPE_NONE          ? asked
                 : info->rule == SNI_RULE_WIDEN   ? widened(from)
                 : info->rule == SNI_RULE_MEAN    ? (whole ? SNI_FLOAT64 : from)
                 : info->rule == SNI_RULE_LOGICAL ? SNI_BOOL
                                                  : from;
    p->result = p->compute;
    SNI_TRY(sni_need_ready(name, from));
    return sni_need_ready(name, p->compute);
}

static int choose_axes(const char *op, const sni_layout *l, const int *axes, int naxes, uint64_t *mask)
{
    if (naxes < 0) {
        *mask = l->rank == 64 ? UINT64_MAX : ((uint64_t)1 << l->rank) - 1;
        return SN_OK;
    }
    if (l->rank == 0 && naxes == 1 &&
        (axes[0] == 0 || axes[0] == -1)) { /* as NumPy: a scalar has an axis to reduce */
        *mask = 0;
        return SN_OK;
    }
    return sni_axis_mask(op, axes, naxes, l->rank, mask);
}

static bool is_reduced(uint64_t axes, int k)
{
    return axes >> k & 1;
}

/* The operand's K order without the reduced axes: what NumPy's reduce allocates. */
static const sni_layout *kept_layout(sni_graph *g, const sni_layout *l, uint64_t axes)
{
    int64_t dims[SNI_MAX_RANK];
    int order[SNI_MAX_RANK], kept_order[SNI_MAX_RANK], number[SNI_MAX_RANK];
    const int64_t *strides = SNI_STRIDES(l);
    int rank = 0, placed = 0;
    for (int k = 0; k < l->rank; k++) {
        if (is_reduced(axes, k)) continue;
        number[k] = rank;
        dims[rank++] = l->dims[k];
    }
    sni_k_order(l->rank, 1, &strides, order);
    for (int k = 0; k < l->rank; k++)
        if (!is_reduced(axes, order[k])) kept_order[placed++] = number[order[k]];
    return sni_layout_ordered(g, rank, dims, kept_order);
}

static int64_t reduced_count(const sni_layout *l, uint64_t axes)
{
    int64_t count = 1;
    for (int k = 0; k < l->rank; k++)
        if (is_reduced(axes, k) && count) count *= l->dims[k];
    return count;
}

/* MEAN adds; ANY of no axes still tests against zero, which the cast to bool has done. */
static sni_node *reduce_node(sni_graph *g, const char *name, sni_node *x, const plan *p)
{
    const sni_reduction_info *info = &sni_reductions[p->code];
    const sni_layout *layout = kept_layout(g, x->layout, p->axes);
    if (!layout) return NULL;
    sni_node *n = NULL;
    if (!info->has_identity && reduced_count(x->layout, p->axes) == 0)
        sni_fail(SN_ERR_VALUE, "%s: zero-size array to reduction operation %s which has no identity", name,
                 sni_ops[info->combine].name);
    else if (sni_dtype_complex(p->compute))
        n = sni_complex_reduce(g, p->code, x, p->axes);
    else
        n = sni_cons(g, &(sni_node){.kind = SNI_NODE_REDUCE,
                                    .code = (uint8_t)p->code,
                                    .dtype = (uint8_t)p->compute,
                                    .count = 1,
                                    .layout = layout,
                                    .in = {x},
                                    .u.axes = p->axes});
    sni_layout_release(g, layout);
    return n;
}

static sni_node *divide_by_count(sni_graph *g, sni_node *sum, int64_t count, const plan *p)
{
    sni_dtype d = sni_dtypes[p->compute].kind >= SNI_KIND_FLOAT ? sni_dtype_part(p->compute) : SNI_FLOAT64;
    sni_node *divisor = sni_scalar_const(g, d, sni_scalar_cast((sni_scalar){.i64 = count}, SNI_INT64, d));
    sni_node *quotient = divisor ? sni_element(g, SNI_OP_DIVIDE, (sni_node *[]){sum, divisor}, NULL) : NULL;
    sni_node *out = quotient ? sni_cast(g, quotient, p->result) : NULL;
    sni_node_release(g, quotient);
    sni_node_release(g, divisor);
    return out;
}

/* The reduced axes again, with extent 1. */
static sni_node *keep_dims(sni_graph *g, sni_node *x, int rank, uint64_t axes)
{
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK];
    for (int k = 0, from = 0; k < rank; k++) {
        bool gone = is_reduced(axes, k);
        dims[k] = gone ? 1 : x->layout->dims[from];
        strides[k] = gone ? 0 : SNI_STRIDES(x->layout)[from];
        from += !gone;
    }
    return sni_view(g, x, rank, dims, strides, 0);
}

static sni_node *replace(sni_graph *g, sni_node *old, sni_node *new_node)
{
    sni_node_release(g, old);
    return new_node;
}

/* Booleans are added by "or" and multiplied by "and". */
static sni_reduction of_bools(sni_reduction r)
{
    return r == SNI_REDUCE_SUM ? SNI_REDUCE_ANY : r == SNI_REDUCE_PROD ? SNI_REDUCE_ALL : r;
}

sni_node *sni_reduce_named(sni_graph *g, const char *name, sni_reduction r, sni_node *x,
                           const sni_reducing *how)
{
    const sni_layout *l = x->layout;
    plan p = {.code = r == SNI_REDUCE_MEAN ? SNI_REDUCE_SUM : r, .divide = r == SNI_REDUCE_MEAN};
    if (choose_dtypes(name, r, (sni_dtype)x->dtype, how->dtype, &p) < 0) return NULL;
    if (p.compute == SNI_BOOL) p.code = of_bools(p.code);
    if (choose_axes(name, l, how->axes, how->naxes, &p.axes) < 0) return NULL;
    sni_node *n = sni_cast(g, x, p.compute);
    if (n && p.axes) n = replace(g, n, reduce_node(g, name, n, &p));
    if (n && p.divide) n = replace(g, n, divide_by_count(g, n, reduced_count(l, p.axes), &p));
    if (n && how->keepdims && p.axes) n = replace(g, n, keep_dims(g, n, l->rank, p.axes));
    return n;
}

sni_node *sni_reduce(sni_graph *g, sni_reduction r, sni_node *x, const int *axes, int naxes, bool keepdims,
                     sni_dtype dtype)
{
    const sni_reducing how = {.axes = axes, .naxes = naxes, .keepdims = keepdims, .dtype = dtype};
    return sni_reduce_named(g, sni_reductions[r].name, r, x, &how);
}

sni_node *sni_formula_reduce(sni_graph *g, const sni_formula *f, sni_node *x, const int *axes, int naxes, bool keepdims)
{
    uint64_t mask;
    if (choose_axes(f->name, x->layout, axes, naxes, &mask) < 0) return NULL;
    if (mask == 0) return sni_hold(x);
    const sni_layout *layout = kept_layout(g, x->layout, mask);
    if (!layout) return NULL;
    sni_node key = {.kind = SNI_NODE_REDUCE, .code = SNI_REDUCE_FORMULA, .dtype = f->dtype, .count = 1, .layout = layout, .u.axes = mask};
    key.operand = x;
    key.formula = f;
    sni_node *n = sni_cons(g, &key);
    sni_layout_release(g, layout);
    return n && keepdims ? replace(g, n, keep_dims(g, n, x->layout->rank, mask)) : n;
}
