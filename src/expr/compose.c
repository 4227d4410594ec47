/* Handlers: functions made of several operations. */
#include "expr/record.h"

static const sni_value *given(const sni_value *first, const sni_value *second)
{
    return first->kind == SNI_V_ABSENT ? second : first;
}

static bool is_given(const sni_value *v)
{
    return v->kind != SNI_V_ABSENT && v->kind != SNI_V_NONE;
}

/* A number, kept as it is where the argument is left out. */
static int to_double(sni_recorder *r, const sni_value *v, const char *what, double *out)
{
    if (v->kind == SNI_V_ABSENT) return SN_OK;
    if (!sni_is_number(v))
        return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "%s must be a number, not %s", what, sni_value_name(v));
    *out = sni_value_double(v);
    return SN_OK;
}

int sni_run_float_power(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *base, *exponent;
    SNI_TRY(sni_to_array(r, &call->args[0], "float_power", &base));
    SNI_TRY(sni_to_array(r, &call->args[1], "float_power", &exponent));
    return sni_take(r, call->offset, sni_float_power(r->g, base, exponent), out);
}

int sni_run_clip(sni_recorder *r, const sni_call *call, sni_value *out)
{
    static const char *const names[] = {"a_min", "a_max", "min", "max"};
    sni_node *x, *bound[2] = {NULL, NULL};
    bool weak[2] = {false, false};
    SNI_TRY(sni_to_array(r, &call->args[0], "clip", &x));
    for (int k = 0; k < 2; k++) {
        const sni_value *v = given(sni_arg(call, names[k]), sni_arg(call, names[k + 2]));
        if (!is_given(v)) continue;
        SNI_TRY(sni_to_array(r, v, names[k], &bound[k]));
        weak[k] = sni_is_number(v);
    }
    return sni_take(r, call->offset, sni_clip(r->g, x, bound[0], bound[1], weak), out);
}

int sni_run_round(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    int64_t decimals = 0;
    const sni_value *v = sni_arg(call, "decimals");
    SNI_TRY(sni_to_array(r, &call->args[0], "round", &x));
    if (v->kind != SNI_V_ABSENT) SNI_TRY(sni_to_int(r, v, "decimals", &decimals));
    if (decimals > 9999) decimals = 9999; /* far beyond any float */
    if (decimals < -9999) decimals = -9999;
    return sni_take(r, call->offset, sni_round(r->g, x, (int)decimals), out);
}

int sni_run_isclose(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *a, *b;
    double rtol = 1e-5, atol = 1e-8;
    bool equal_nan = false;
    SNI_TRY(sni_to_array(r, &call->args[0], "isclose", &a));
    SNI_TRY(sni_to_array(r, &call->args[1], "isclose", &b));
    SNI_TRY(to_double(r, sni_arg(call, "rtol"), "rtol", &rtol));
    SNI_TRY(to_double(r, sni_arg(call, "atol"), "atol", &atol));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "equal_nan"), "equal_nan", &equal_nan));
    bool weak[] = {sni_is_number(&call->args[0]), sni_is_number(&call->args[1])};
    if (weak[0] && weak[1]) weak[0] = weak[1] = false;
    return sni_take(r, call->offset, sni_isclose(r->g, a, b, weak, rtol, atol, equal_nan), out);
}

int sni_run_nan_to_num(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    double nan = 0, posinf = 0, neginf = 0;
    const sni_value *most = sni_arg(call, "posinf"), *least = sni_arg(call, "neginf");
    SNI_TRY(sni_to_array(r, &call->args[0], "nan_to_num", &x));
    SNI_TRY(to_double(r, sni_arg(call, "nan"), "nan", &nan));
    if (is_given(most)) SNI_TRY(to_double(r, most, "posinf", &posinf));
    if (is_given(least)) SNI_TRY(to_double(r, least, "neginf", &neginf));
    sni_node *n = sni_nan_to_num(r->g, x, nan, is_given(most) ? &posinf : NULL, is_given(least) ? &neginf : NULL);
    return sni_take(r, call->offset, n, out);
}

/* ---- reductions ---------------------------------------------------------------------------------------------- */

static int over_axes(sni_recorder *r, const sni_call *call, sni_node **x, sni_axes *axes, bool *keepdims)
{
    *keepdims = false;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, x));
    SNI_TRY(sni_to_axes(r, sni_arg(call, "axis"), "axis", axes));
    return sni_to_bool(r, sni_arg(call, "keepdims"), "keepdims", keepdims);
}

int sni_run_ptp(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_axes axes;
    bool keepdims;
    SNI_TRY(over_axes(r, call, &x, &axes, &keepdims));
    return sni_take(r, call->offset, sni_ptp(r->g, x, axes.axes, axes.count, keepdims), out);
}

int sni_run_count_nonzero(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_axes axes;
    bool keepdims;
    SNI_TRY(over_axes(r, call, &x, &axes, &keepdims));
    return sni_take(r, call->offset, sni_count_nonzero(r->g, x, axes.axes, axes.count, keepdims), out);
}

int sni_run_var(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_axes axes;
    bool keepdims;
    double ddof = 0;
    sni_dtype dtype;
    SNI_TRY(over_axes(r, call, &x, &axes, &keepdims));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    SNI_TRY(to_double(r, given(sni_arg(call, "correction"), sni_arg(call, "ddof")), "ddof", &ddof));
    sni_node *n = call->row->code ? sni_std(r->g, x, axes.axes, axes.count, ddof, keepdims, dtype)
                                  : sni_var(r->g, x, axes.axes, axes.count, ddof, keepdims, dtype);
    return sni_take(r, call->offset, n, out);
}
