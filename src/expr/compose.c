/* Handlers: functions made of several operations. */
#include "expr/record.h"

#include <math.h>

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

static bool is_absent(const sni_call *call, const char *name)
{
    return sni_arg(call, name)->kind == SNI_V_ABSENT;
}

/* a_min and a_max come together or not at all; min and max are free. */
static int check_bounds_given(sni_recorder *r, const sni_call *call)
{
    bool low = !is_absent(call, "a_min"), high = !is_absent(call, "a_max");
    if (low != high)
        return sni_fail_at(r, call->offset, SN_ERR_ARGUMENT, "clip: %s is given without %s: give both, or min= or max=",
                           low ? "a_min" : "a_max", low ? "a_max" : "a_min");
    if (low && (!is_absent(call, "min") || !is_absent(call, "max")))
        return sni_fail_at(r, call->offset, SN_ERR_ARGUMENT, "clip: min and max cannot be given beside a_min and a_max");
    return SN_OK;
}

int sni_run_clip(sni_recorder *r, const sni_call *call, sni_value *out)
{
    static const char *const names[] = {"a_min", "a_max", "min", "max"};
    sni_node *x, *bound[2] = {NULL, NULL};
    bool weak[2] = {false, false};
    SNI_TRY(sni_to_array(r, &call->args[0], "clip", &x));
    SNI_TRY(check_bounds_given(r, call));
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

/* ---- close or equal ------------------------------------------------------------------------------------------ */

/* A number or an array; a number where it is left out. */
static int number_or_array(sni_recorder *r, const sni_call *call, const char *name, double preset,
                           sni_node **out, bool *weak)
{
    const sni_value *v = sni_arg(call, name);
    const sni_value number = {.kind = SNI_V_FLOAT, .offset = call->offset, .real = preset};
    if (!is_given(v)) v = &number;
    *weak = sni_is_number(v);
    return sni_to_array(r, v, name, out);
}

/* code 1: allclose */
int sni_run_isclose(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_alike a = {.weak = {sni_is_number(&call->args[0]), sni_is_number(&call->args[1])}};
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &a.x));
    SNI_TRY(sni_to_array(r, &call->args[1], call->row->name, &a.y));
    SNI_TRY(number_or_array(r, call, "rtol", 1e-5, &a.rtol, &a.weak[2]));
    SNI_TRY(number_or_array(r, call, "atol", 1e-8, &a.atol, &a.weak[3]));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "equal_nan"), "equal_nan", &a.equal_nan));
    if (a.weak[0] && a.weak[1]) a.weak[0] = a.weak[1] = false;
    return sni_take(r, call->offset, call->row->code ? sni_allclose(r->g, &a) : sni_isclose(r->g, &a), out);
}

/* code 1: array_equiv, whose operands may broadcast */
int sni_run_array_equal(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x, *y;
    bool equal_nan = false;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    SNI_TRY(sni_to_array(r, &call->args[1], call->row->name, &y));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "equal_nan"), "equal_nan", &equal_nan));
    return sni_take(r, call->offset, sni_array_equal(r->g, x, y, equal_nan, call->row->code == 1), out);
}

/* ---- two results --------------------------------------------------------------------------------------------- */

int sni_run_divmod(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *a, *b, *quotient, *remainder;
    bool weak[] = {sni_is_number(&call->args[0]), sni_is_number(&call->args[1])};
    if (weak[0] && weak[1]) weak[0] = weak[1] = false;
    SNI_TRY(sni_to_array(r, &call->args[0], "divmod", &a));
    SNI_TRY(sni_to_array(r, &call->args[1], "divmod", &b));
    SNI_TRY(sni_point(r, call->offset, sni_divmod(r->g, a, b, weak, &quotient, &remainder)));
    return sni_take_pair(r, call->offset, quotient, remainder, out);
}

/* code 1: frexp */
int sni_run_modf(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x, *first, *second;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    int status = call->row->code ? sni_frexp(r->g, x, &first, &second) : sni_modf(r->g, x, &first, &second);
    SNI_TRY(sni_point(r, call->offset, status));
    return sni_take_pair(r, call->offset, first, second, out);
}

/* ---- one operand --------------------------------------------------------------------------------------------- */

int sni_run_sinc(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], "sinc", &x));
    return sni_take(r, call->offset, sni_sinc(r->g, x), out);
}

/* code: the sign of the infinity looked for */
int sni_run_is_infinity(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    return sni_take(r, call->offset, sni_is_infinity(r->g, x, call->row->code * (double)INFINITY), out);
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

/* ---- neighbours ---------------------------------------------------------------------------------------------- */

int sni_run_diff(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    int64_t n = 1;
    int axis = -1;
    SNI_TRY(sni_to_array(r, &call->args[0], "diff", &x));
    SNI_TRY(sni_to_int_if(r, sni_arg(call, "n"), "n", &n));
    SNI_TRY(sni_to_axis_if(r, sni_arg(call, "axis"), "axis", &axis));
    return sni_take(r, call->offset, sni_diff(r->g, x, n, axis), out);
}

int sni_run_ediff1d(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], "ediff1d", &x));
    return sni_take(r, call->offset, sni_ediff1d(r->g, x), out);
}

int sni_run_trapezoid(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *y, *points = NULL, *dx;
    bool weak;
    int axis = -1;
    SNI_TRY(sni_to_array(r, &call->args[0], "trapezoid", &y));
    if (is_given(sni_arg(call, "x"))) SNI_TRY(sni_to_array(r, sni_arg(call, "x"), "x", &points));
    SNI_TRY(number_or_array(r, call, "dx", 1, &dx, &weak));
    SNI_TRY(sni_to_axis_if(r, sni_arg(call, "axis"), "axis", &axis));
    return sni_take(r, call->offset, sni_trapezoid(r->g, y, points, dx, weak, axis), out);
}

int sni_run_outer(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *a, *b;
    SNI_TRY(sni_to_array(r, &call->args[0], "outer", &a));
    SNI_TRY(sni_to_array(r, &call->args[1], "outer", &b));
    return sni_take(r, call->offset, sni_outer(r->g, a, b), out);
}

/* ---- parts -------------------------------------------------------------------------------------------------- */

int sni_run_part(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    return sni_take(r, call->offset, call->row->code ? sni_imag(r->g, x) : sni_real(r->g, x), out);
}

/* The method gives a real array itself, where the function gives a new one. */
int sni_run_conj(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    if (sni_dtype_complex((sni_dtype)x->dtype))
        return sni_take(r, call->offset, sni_element(r->g, SNI_OP_CONJUGATE, &x, NULL), out);
    *out = call->args[0];
    return SN_OK;
}
