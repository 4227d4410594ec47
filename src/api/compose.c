/* Functions made of several operations. */
#include "api/context.h"

#include <math.h>

/* ---- several operands ------------------------------------------------------------------------------------ */

typedef struct operands {
    sni_context *context;
    sni_used used[3];
    sni_node *node[3];
    bool weak[3];
    int count;
} operands;

static bool is_zero(sn_array x) { return x.index == 0 && x.generation == 0; }

static void give_back(operands *o)
{
    for (int k = 0; k < o->count; k++) sni_unuse(o->context, &o->used[k]);
}

/* Ends a call that cannot be recorded: numbers made for it are consumed. */
static sn_array refuse(operands *o, const char *name, const sn_array *x, int bad)
{
    if (o->used[bad].failure == NULL)
        sni_fail(sni_error_status(), "%s: operand %d: %s", name, bad + 1, sni_error_message());
    sn_array out = sni_unusable(o->context, &o->used[bad]);
    give_back(o);
    for (int k = bad + 1; k < o->count; k++) {
        sni_cell *cell = sni_cell_find(o->context, x[k]);
        if (cell != NULL && cell->temporary) sni_cell_free(o->context, cell);
    }
    return out;
}

/* False: *out is the call's result.  A zero handle from operand `optional` on gives NULL. */
static bool use_operands(operands *o, const char *name, int count, int optional, const sn_array *x, sn_array *out)
{
    *o = (operands){.context = sni_context_get(), .count = count};
    *out = sni_no_cell(SN_ERR_MEMORY);
    for (int k = 0; o->context != NULL && k < count; k++) {
        if (k >= optional && is_zero(x[k])) continue;
        if (sni_use(o->context, x[k], &o->used[k]) < 0) {
            *out = refuse(o, name, x, k);
            return false;
        }
        o->node[k] = o->used[k].node;
        o->weak[k] = o->used[k].weak;
    }
    return o->context != NULL;
}

static sn_array finish(operands *o, sni_node *node)
{
    sn_array out = sni_result(o->context, node);
    give_back(o);
    return out;
}

sn_array(sn_float_power)(sn_array a, sn_array b)
{
    operands o;
    sn_array out;
    if (!use_operands(&o, "float_power", 2, 2, (const sn_array[]){a, b}, &out)) return out;
    return finish(&o, sni_float_power(&o.context->graph, o.node[0], o.node[1]));
}

sn_array(sn_clip)(sn_array x, sn_array low, sn_array high)
{
    operands o;
    sn_array out;
    if (!use_operands(&o, "clip", 3, 1, (const sn_array[]){x, low, high}, &out)) return out;
    return finish(&o, sni_clip(&o.context->graph, o.node[0], o.node[1], o.node[2], o.weak + 1));
}

sn_array(sn_isclose)(sn_array x, sn_array y, double rtol, double atol, bool equal_nan)
{
    operands o;
    sn_array out;
    if (!use_operands(&o, "isclose", 2, 2, (const sn_array[]){x, y}, &out)) return out;
    return finish(&o, sni_isclose(&o.context->graph, o.node[0], o.node[1], o.weak, rtol, atol, equal_nan));
}

/* ---- one operand ------------------------------------------------------------------------------------------- */

sn_array sn_round(sn_array x, int decimals)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_round(call.graph, call.node, decimals));
}

sn_array sn_nan_to_num(sn_array x, double nan, double posinf, double neginf)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_nan_to_num(call.graph, call.node, nan, isnan(posinf) ? NULL : &posinf,
                                            isnan(neginf) ? NULL : &neginf));
}

/* ---- reductions --------------------------------------------------------------------------------------------- */

/* A zero sn_axes is every axis: -1, as the graph counts. */
static int check_axes(const char *name, sn_axes axes, int *count)
{
    *count = axes.count == 0 ? -1 : (int)axes.count;
    if (axes.count > SNI_MAX_RANK)
        return sni_fail(SN_ERR_SHAPE, "%s: %zu axes are given, at most %d exist", name, axes.count, SNI_MAX_RANK);
    if (axes.count > 0 && axes.axes == NULL) return sni_fail(SN_ERR_ARGUMENT, "%s: no axes are given", name);
    return SN_OK;
}

sn_array(sn_ptp)(sn_array x, sn_axes axes, bool keepdims)
{
    sni_unary call;
    int count;
    if (sni_begin(&call, x) < 0) return call.result;
    if (check_axes("ptp", axes, &count) < 0) return sni_finish(&call, NULL);
    return sni_finish(&call, sni_ptp(call.graph, call.node, axes.axes, count, keepdims));
}

sn_array(sn_count_nonzero)(sn_array x, sn_axes axes, bool keepdims)
{
    sni_unary call;
    int count;
    if (sni_begin(&call, x) < 0) return call.result;
    if (check_axes("count_nonzero", axes, &count) < 0) return sni_finish(&call, NULL);
    return sni_finish(&call, sni_count_nonzero(call.graph, call.node, axes.axes, count, keepdims));
}

typedef sni_node *spread_of(sni_graph *g, sni_node *x, const int *axes, int naxes, double ddof, bool keepdims,
                            sni_dtype dtype);

static sn_array spread(const char *name, spread_of *record, sn_array x, sn_axes axes, double ddof, bool keepdims,
                       sn_dtype dtype)
{
    sni_unary call;
    sni_dtype accumulate;
    int count;
    if (sni_begin(&call, x) < 0) return call.result;
    if (check_axes(name, axes, &count) < 0 || sni_check_dtype(dtype, SN_DTYPE_NONE, &accumulate) < 0)
        return sni_finish(&call, NULL);
    return sni_finish(&call, record(call.graph, call.node, axes.axes, count, ddof, keepdims, accumulate));
}

sn_array(sn_var)(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype)
{
    return spread("var", sni_var, x, axes, ddof, keepdims, dtype);
}

sn_array(sn_std)(sn_array x, sn_axes axes, double ddof, bool keepdims, sn_dtype dtype)
{
    return spread("std", sni_std, x, axes, ddof, keepdims, dtype);
}
