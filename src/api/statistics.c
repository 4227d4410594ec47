/* Reductions, and what is made of them. */
#include "api/operands.h"

/* A reduction's call: x, where, initial (or mean, or weights). */
typedef struct reduction {
    sni_operands operands;
    sni_graph *graph;
    sni_node *x;
    sni_reducing how;
    sn_array result;
} reduction;

/* Which arguments of the call x, where, the third operand and dtype are; axes are the second of all. */
typedef int places[4];
static const places of_reduction = {1, 5, 6, 4}, of_spread = {1, 6, 7, 5}, of_average = {1, 0, 3, 0};

static int take_options(reduction *c, const char *name, const int *at, sn_axes axes, bool keepdims,
                        sn_dtype dtype)
{
    SNI_TRY(sni_argument(name, 2, sni_check_axes(name, axes)));
    c->how = (sni_reducing){
        .axes = axes.axes, .naxes = axes.count == 0 ? -1 : (int)axes.count, .keepdims = keepdims};
    return sni_argument(name, at[3], sni_check_dtype(dtype, SN_DTYPE_NONE, &c->how.dtype));
}

/* False: c->result is the call's result. */
static bool begin(reduction *c, const char *name, const int *at, const sn_array *x, sn_axes axes,
                  bool keepdims, sn_dtype dtype)
{
    if (!sni_operands_begin_at(&c->operands, name, at, 3, 1, x, &c->result)) return false;
    c->graph = &c->operands.context->graph;
    c->x = c->operands.node[0];
    if (take_options(c, name, at, axes, keepdims, dtype) < 0) {
        c->result = sni_operands_end(&c->operands, NULL);
        return false;
    }
    c->how.where = c->operands.node[1];
    return true;
}

typedef sni_node *reduce_by(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how);

static sn_array reduce(const char *name, reduce_by *record, sni_reduction r, const sn_array *x, sn_axes axes,
                       bool keepdims, sn_dtype dtype)
{
    reduction c;
    if (!begin(&c, name, of_reduction, x, axes, keepdims, dtype)) return c.result;
    c.how.initial = c.operands.node[2];
    c.how.weak_initial = c.operands.weak[2];
    return sni_operands_end(&c.operands, record(c.graph, r, c.x, &c.how));
}

#define REDUCTION(name, record, code)                                                                        \
    sn_array(sn_##name)(sn_array x, sn_axes axes, bool keepdims, sn_dtype dtype, sn_array where,             \
                        sn_array initial)                                                                    \
    {                                                                                                        \
        return reduce(#name, record, code, (const sn_array[]){x, where, initial}, axes, keepdims, dtype);    \
    }
#define SN_REDUCTION(ID, name, ...) REDUCTION(name, sni_reduce_with, SNI_REDUCE_##ID)
#define SN_OP(...)
#include "graph/ops.def"
REDUCTION(nansum, sni_nan_reduce, SNI_REDUCE_SUM)
REDUCTION(nanprod, sni_nan_reduce, SNI_REDUCE_PROD)
REDUCTION(nanmax, sni_nan_reduce, SNI_REDUCE_MAX)
REDUCTION(nanmin, sni_nan_reduce, SNI_REDUCE_MIN)
REDUCTION(nanmean, sni_nan_reduce, SNI_REDUCE_MEAN)

/* ---- without options but axes ---------------------------------------------------------------------------- */

typedef sni_node *composed(sni_graph *g, sni_node *x, const sni_reducing *how);

static sn_array over_axes(const char *name, composed *record, sn_array x, sn_axes axes, bool keepdims)
{
    reduction c;
    if (!begin(&c, name, of_reduction, (const sn_array[]){x, {0, 0}, {0, 0}}, axes, keepdims, SN_DTYPE_NONE))
        return c.result;
    return sni_operands_end(&c.operands, record(c.graph, c.x, &c.how));
}

sn_array(sn_ptp)(sn_array x, sn_axes axes, bool keepdims)
{
    return over_axes("ptp", sni_ptp, x, axes, keepdims);
}

sn_array(sn_count_nonzero)(sn_array x, sn_axes axes, bool keepdims)
{
    return over_axes("count_nonzero", sni_count_nonzero, x, axes, keepdims);
}

/* ---- var, std -------------------------------------------------------------------------------------------- */

static sn_array spread(const char *name, composed *record, const sn_array *x, sn_axes axes, double ddof,
                       bool keepdims, sn_dtype dtype)
{
    reduction c;
    if (!begin(&c, name, of_spread, x, axes, keepdims, dtype)) return c.result;
    c.how.ddof = ddof;
    c.how.mean = c.operands.node[2];
    c.how.weak_mean = c.operands.weak[2];
    return sni_operands_end(&c.operands, record(c.graph, c.x, &c.how));
}

#define SPREAD(name)                                                                                         \
    sn_array(sn_##name)(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype,                \
                        sn_array where, sn_array mean)                                                       \
    {                                                                                                        \
        return spread(#name, sni_##name, (const sn_array[]){x, where, mean}, axes, ddof, keepdims, dtype);   \
    }
SPREAD(var)
SPREAD(std)
SPREAD(nanvar)
SPREAD(nanstd)

/* ---- average --------------------------------------------------------------------------------------------- */

sn_array(sn_average)(sn_array x, sn_axes axes, sn_array weights, bool keepdims, sn_array *weight_sum)
{
    reduction c;
    sni_node *scale = NULL, *average = NULL;
    bool begun = begin(&c, "average", of_average, (const sn_array[]){x, {0, 0}, weights}, axes, keepdims,
                       SN_DTYPE_NONE);
    if (begun) average = sni_average(c.graph, c.x, c.operands.node[2], &c.how, &scale);
    if (weight_sum != NULL && !begun) *weight_sum = c.result;
    if (!begun) return c.result;
    if (weight_sum != NULL)
        *weight_sum = sni_result(c.operands.context, scale);
    else
        sni_node_release(c.graph, scale);
    return sni_operands_end(&c.operands, average);
}

/* ---- argmax, argmin -------------------------------------------------------------------------------------- */

typedef sni_node *search_by(sni_graph *g, sni_reduction r, sni_node *x, const int *axis, bool keepdims);

static sn_array search(const char *name, search_by *record, sni_reduction r, sn_array x, sn_axes axis,
                       bool keepdims)
{
    sni_unary call;
    if (sni_begin_for(name, &call, x) < 0) return call.result;
    if (sni_argument(name, 2, sni_check_axes(name, axis)) < 0) return sni_finish(&call, NULL);
    if (axis.count > 1) {
        sni_fail(SN_ERR_ARGUMENT, "%s: argument 2: one axis is taken, not %zu", name, axis.count);
        return sni_finish(&call, NULL);
    }
    return sni_finish(&call, record(call.graph, r, call.node, axis.count ? axis.axes : NULL, keepdims));
}

#define SEARCH(name, record, code)                                                                           \
    sn_array(sn_##name)(sn_array x, sn_axes axis, bool keepdims)                                             \
    {                                                                                                        \
        return search(#name, record, code, x, axis, keepdims);                                               \
    }
SEARCH(argmax, sni_arg_extreme, SNI_REDUCE_MAX)
SEARCH(argmin, sni_arg_extreme, SNI_REDUCE_MIN)
SEARCH(nanargmax, sni_nan_arg_extreme, SNI_REDUCE_MAX)
SEARCH(nanargmin, sni_nan_arg_extreme, SNI_REDUCE_MIN)
