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
    SNI_TRY(sni_to_double_if(r, sni_arg(call, "rtol"), "rtol", &rtol));
    SNI_TRY(sni_to_double_if(r, sni_arg(call, "atol"), "atol", &atol));
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
    SNI_TRY(sni_to_double_if(r, sni_arg(call, "nan"), "nan", &nan));
    if (is_given(most)) SNI_TRY(sni_to_double_if(r, most, "posinf", &posinf));
    if (is_given(least)) SNI_TRY(sni_to_double_if(r, least, "neginf", &neginf));
    sni_node *n = sni_nan_to_num(r->g, x, nan, is_given(most) ? &posinf : NULL,
                                 is_given(least) ? &neginf : NULL);
    return sni_take(r, call->offset, n, out);
}

int sni_run_part(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    return sni_take(r, call->offset, call->row->code ? sni_imag(r->g, x) : sni_real(r->g, x), out);
}
