/* Handlers: reductions and what is made of them. */
#include "expr/record.h"

static bool is_given(const sni_value *v)
{
    return v->kind != SNI_V_ABSENT && v->kind != SNI_V_NONE;
}

/* The arguments that reductions share; what a signature has not is absent.  `axes` holds what `how` points to. */
static int reduction_arguments(sni_recorder *r, const sni_call *call, sni_node **x, sni_reducing *how,
                               sni_axes *axes)
{
    const sni_value *where = sni_arg(call, "where"), *initial = sni_arg(call, "initial");
    *how = (sni_reducing){.dtype = SNI_DTYPE_NONE};
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, x));
    SNI_TRY(sni_to_axes(r, sni_arg(call, "axis"), "axis", axes));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "keepdims"), "keepdims", &how->keepdims));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &how->dtype));
    if (is_given(where)) SNI_TRY(sni_to_array(r, where, "where", &how->where));
    if (is_given(initial)) SNI_TRY(sni_to_array(r, initial, "initial", &how->initial));
    how->weak_initial = sni_is_number(initial);
    how->axes = axes->axes;
    how->naxes = axes->count;
    return SN_OK;
}

int sni_run_reduce(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_reducing how;
    sni_axes axes;
    SNI_TRY(reduction_arguments(r, call, &x, &how, &axes));
    return sni_take(r, call->offset, sni_reduce_with(r->g, (sni_reduction)call->row->code, x, &how), out);
}

int sni_run_nan_reduce(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_reducing how;
    sni_axes axes;
    SNI_TRY(reduction_arguments(r, call, &x, &how, &axes));
    return sni_take(r, call->offset, sni_nan_reduce(r->g, (sni_reduction)call->row->code, x, &how), out);
}

/* One axis or none, which searches the flat array. */
static int arg_extreme(sni_recorder *r, const sni_call *call, sni_value *out,
                       sni_node *(*record)(sni_graph *, sni_reduction, sni_node *, const int *, bool))
{
    sni_node *x;
    int axis = 0;
    bool keepdims = false;
    const sni_value *given = sni_arg(call, "axis");
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    if (is_given(given)) SNI_TRY(sni_to_axis(r, given, "axis", &axis));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "keepdims"), "keepdims", &keepdims));
    sni_reduction code = (sni_reduction)call->row->code;
    return sni_take(r, call->offset, record(r->g, code, x, is_given(given) ? &axis : NULL, keepdims), out);
}

int sni_run_arg_extreme(sni_recorder *r, const sni_call *call, sni_value *out)
{
    return arg_extreme(r, call, out, sni_arg_extreme);
}

int sni_run_nan_arg_extreme(sni_recorder *r, const sni_call *call, sni_value *out)
{
    return arg_extreme(r, call, out, sni_nan_arg_extreme);
}

typedef sni_node *reduction_of(sni_graph *g, sni_node *x, const sni_reducing *how);

static int composed(sni_recorder *r, const sni_call *call, sni_value *out, reduction_of *record)
{
    sni_node *x;
    sni_reducing how;
    sni_axes axes;
    SNI_TRY(reduction_arguments(r, call, &x, &how, &axes));
    return sni_take(r, call->offset, record(r->g, x, &how), out);
}

int sni_run_ptp(sni_recorder *r, const sni_call *call, sni_value *out)
{
    return composed(r, call, out, sni_ptp);
}

int sni_run_count_nonzero(sni_recorder *r, const sni_call *call, sni_value *out)
{
    return composed(r, call, out, sni_count_nonzero);
}

/* code: 1 std, 2 nanvar, 3 nanstd */
int sni_run_var(sni_recorder *r, const sni_call *call, sni_value *out)
{
    static reduction_of *const of[] = {sni_var, sni_std, sni_nanvar, sni_nanstd};
    sni_node *x;
    sni_reducing how;
    sni_axes axes;
    const sni_value *mean = sni_arg(call, "mean"), *ddof = sni_arg(call, "ddof"),
                    *correction = sni_arg(call, "correction");
    SNI_TRY(reduction_arguments(r, call, &x, &how, &axes));
    SNI_TRY(sni_to_double_if(r, ddof, "ddof", &how.ddof));
    if (correction->kind != SNI_V_ABSENT && sni_is_number(ddof) && how.ddof != 0)
        return sni_fail_at(r, correction->offset, SN_ERR_ARGUMENT, "%s: ddof and correction are one argument",
                           call->row->name);
    SNI_TRY(sni_to_double_if(r, correction, "correction", &how.ddof));
    if (is_given(mean)) SNI_TRY(sni_to_array(r, mean, "mean", &how.mean));
    how.weak_mean = sni_is_number(mean);
    return sni_take(r, call->offset, of[call->row->code](r->g, x, &how), out);
}

int sni_run_average(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x, *weights = NULL, *scale;
    sni_reducing how;
    sni_axes axes;
    bool returned = false;
    const sni_value *given = sni_arg(call, "weights");
    SNI_TRY(reduction_arguments(r, call, &x, &how, &axes));
    if (is_given(given)) SNI_TRY(sni_to_array(r, given, "weights", &weights));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "returned"), "returned", &returned));
    sni_node *average = sni_average(r->g, x, weights, &how, &scale);
    if (average && returned) return sni_take_pair(r, call->offset, average, scale, out);
    sni_node_release(r->g, scale);
    return sni_take(r, call->offset, average, out);
}
