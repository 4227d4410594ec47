/* Handlers: arange, linspace and its kin, as NumPy computes them. */
#include "expr/record.h"

#include <math.h>
#include <string.h>

/* ---- arange ----------------------------------------------------------------------------------------- */

typedef struct range {
    sni_value start, stop, step;
    bool real;
    int64_t count;
} range;

static int range_number(sni_recorder *r, const sni_value *v, const char *name, sni_value *out, bool *real)
{
    if (v->kind == SNI_V_ARRAY)
        return sni_fail_at(r, v->offset, SN_ERR_UNSUPPORTED, "%s from an array is not supported yet%s", name,
                           strcmp(name, "arange") == 0 ? ": its length depends on values" : "");
    if (!sni_is_real(v))
        return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "%s takes numbers, not %s", name,
                           sni_value_name(v));
    *out = *v;
    *real |= v->kind == SNI_V_FLOAT;
    if (v->kind != SNI_V_FLOAT && sni_value_int(v) > INT64_MAX)
        return sni_fail_at(r, v->offset, SN_ERR_VALUE, "%s: integer does not fit int64", name);
    return SN_OK;
}

/* One argument is the stop. */
static int range_arguments(sni_recorder *r, const sni_call *call, range *out)
{
    const sni_value *start = &call->args[0], *stop = &call->args[1], *step = &call->args[2];
    *out = (range){.start = {.kind = SNI_V_INT, .integer = 0}, .step = {.kind = SNI_V_INT, .integer = 1}};
    bool one = stop->kind == SNI_V_ABSENT || stop->kind == SNI_V_NONE;
    SNI_TRY(range_number(r, one ? start : stop, "arange", &out->stop, &out->real));
    if (!one) SNI_TRY(range_number(r, start, "arange", &out->start, &out->real));
    if (step->kind == SNI_V_ABSENT || step->kind == SNI_V_NONE) return SN_OK;
    return range_number(r, step, "arange", &out->step, &out->real);
}

static int range_count(sni_recorder *r, size_t offset, range *a)
{
    if (!sni_python_truth(&a->step)) return sni_fail_at(r, offset, SN_ERR_VALUE, "arange: the step is zero");
    if (!a->real) {
        sni_int span = sni_value_int(&a->stop) - sni_value_int(&a->start), step = sni_value_int(&a->step);
        sni_int n = span / step + (span % step != 0 && (span < 0) == (step < 0));
        if (n > INT64_MAX) return sni_fail_at(r, offset, SN_ERR_VALUE, "arange: the range is too long");
        a->count = n < 0 ? 0 : (int64_t)n;
        return SN_OK;
    }
    double n = ceil((sni_value_double(&a->stop) - sni_value_double(&a->start)) / sni_value_double(&a->step));
    if (isnan(n)) return sni_fail_at(r, offset, SN_ERR_VALUE, "arange: NaN in the range");
    if (n >= 0x1p62) return sni_fail_at(r, offset, SN_ERR_VALUE, "arange: the range is too long");
    a->count = n < 0 ? 0 : (int64_t)n;
    return SN_OK;
}

/* NumPy converts the first two values to the dtype and steps by their difference. */
static int take_range(sni_recorder *r, size_t offset, const range *a, sni_dtype dtype, sni_value *out)
{
    sni_scalar first, second;
    sni_value next;
    if (a->count == 0) return sni_take(r, offset, sni_const(r->g, dtype, (sni_scalar){0}, 1, &a->count), out);
    SNI_TRY(sni_to_scalar(r, &a->start, dtype, "arange", &first));
    second = first;
    if (a->count > 1) {
        SNI_TRY(sni_python_binary(r, offset, SNI_T_ADD, &a->start, &a->step, &next));
        SNI_TRY(sni_to_scalar(r, &next, dtype, "arange", &second));
    }
    return sni_take(r, offset, sni_progression(r->g, dtype, a->count, first, second), out);
}

int sni_run_arange(sni_recorder *r, const sni_call *call, sni_value *out)
{
    range a;
    sni_dtype dtype;
    SNI_TRY(range_arguments(r, call, &a));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    SNI_TRY(range_count(r, call->offset, &a));
    sni_dtype natural = a.real ? SNI_FLOAT64 : SNI_INT64;
    if (dtype == SNI_DTYPE_NONE) dtype = natural;
    if (dtype != SNI_BOOL) return take_range(r, call->offset, &a, dtype, out);
    if (a.count > 2)
        return sni_fail_at(r, call->offset, SN_ERR_DTYPE, "arange: more than two values of dtype bool");
    SNI_TRY(take_range(r, call->offset, &a, natural, out));
    return sni_take(r, call->offset, sni_cast(r->g, out->node, SNI_BOOL), out);
}

/* ---- linspace, logspace, geomspace ------------------------------------------------------------------- */

typedef struct spacing {
    double start, stop;
    int64_t count;
    bool endpoint;
    sni_dtype dtype;
} spacing;

static int spacing_count(sni_recorder *r, const sni_call *call, int64_t *out)
{
    const sni_value *num = sni_arg(call, "num");
    *out = 50;
    if (num->kind != SNI_V_ABSENT) SNI_TRY(sni_to_int(r, num, "num", out));
    if (*out < 0) return sni_fail_at(r, num->offset, SN_ERR_VALUE, "%s: num is negative", call->row->name);
    return SN_OK;
}

static int spacing_arguments(sni_recorder *r, const sni_call *call, spacing *out)
{
    sni_value from, to;
    bool real = true;
    *out = (spacing){.endpoint = true};
    SNI_TRY(range_number(r, &call->args[0], call->row->name, &from, &real));
    SNI_TRY(range_number(r, &call->args[1], call->row->name, &to, &real));
    SNI_TRY(spacing_count(r, call, &out->count));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "endpoint"), "endpoint", &out->endpoint));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &out->dtype));
    if (out->dtype == SNI_DTYPE_NONE) out->dtype = SNI_FLOAT64;
    out->start = sni_value_double(&from);
    out->stop = sni_value_double(&to);
    return SN_OK;
}

int sni_run_linspace(sni_recorder *r, const sni_call *call, sni_value *out)
{
    spacing s;
    SNI_TRY(spacing_arguments(r, call, &s));
    return sni_take(r, call->offset, sni_linspace(r->g, s.dtype, s.start, s.stop, s.count, s.endpoint), out);
}

int sni_run_logspace(sni_recorder *r, const sni_call *call, sni_value *out)
{
    spacing s;
    const sni_value *base = sni_arg(call, "base");
    bool real = true;
    sni_value b = {.kind = SNI_V_FLOAT, .real = 10};
    SNI_TRY(spacing_arguments(r, call, &s));
    if (base->kind != SNI_V_ABSENT) SNI_TRY(range_number(r, base, "logspace", &b, &real));
    return sni_take(r, call->offset,
                    sni_logspace(r->g, s.dtype, s.start, s.stop, s.count, s.endpoint, sni_value_double(&b)),
                    out);
}

int sni_run_geomspace(sni_recorder *r, const sni_call *call, sni_value *out)
{
    spacing s;
    SNI_TRY(spacing_arguments(r, call, &s));
    return sni_take(r, call->offset, sni_geomspace(r->g, s.dtype, s.start, s.stop, s.count, s.endpoint), out);
}
