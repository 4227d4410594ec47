/* Functions made of several operations. */
#include "api/operands.h"

#include <math.h>

sn_array(sn_float_power)(sn_array a, sn_array b)
{
    sni_operands o;
    sn_array out;
    if (!sni_operands_begin(&o, "float_power", 2, 2, (const sn_array[]){a, b}, &out)) return out;
    return sni_operands_end(&o, sni_float_power(&o.context->graph, o.node[0], o.node[1]));
}

sn_array(sn_clip)(sn_array x, sn_array low, sn_array high)
{
    sni_operands o;
    sn_array out;
    if (!sni_operands_begin(&o, "clip", 3, 1, (const sn_array[]){x, low, high}, &out)) return out;
    return sni_operands_end(&o, sni_clip(&o.context->graph, o.node[0], o.node[1], o.node[2], o.weak + 1));
}

/* ---- close or equal ------------------------------------------------------------------------------------ */

typedef sni_node *alike_of(sni_graph *g, const sni_alike *a);

/* x, y, rtol, atol; of the last two a zero handle is NumPy's default. */
static sn_array alike(const char *name, alike_of *record, const sn_array *x, bool equal_nan)
{
    sni_operands o;
    sn_array out;
    if (!sni_operands_begin(&o, name, 4, 2, x, &out)) return out;
    const double presets[] = {1e-5, 1e-8};
    sni_node *limit[2];
    for (int k = 0; k < 2; k++) {
        limit[k] = o.node[2 + k] == NULL
                       ? sni_const(&o.context->graph, SNI_FLOAT64, (sni_scalar){.f64 = presets[k]}, 0, NULL)
                       : NULL;
        if (limit[k] != NULL) o.node[2 + k] = limit[k], o.weak[2 + k] = true;
    }
    sni_alike a = {o.node[0], o.node[1], o.node[2], o.node[3], {o.weak[0], o.weak[1], o.weak[2], o.weak[3]},
                   equal_nan};
    sni_node *node = a.rtol != NULL && a.atol != NULL ? record(&o.context->graph, &a) : NULL;
    for (int k = 0; k < 2; k++) sni_node_release(&o.context->graph, limit[k]);
    return sni_operands_end(&o, node);
}

sn_array(sn_isclose)(sn_array x, sn_array y, sn_array rtol, sn_array atol, bool equal_nan)
{
    return alike("isclose", sni_isclose, (const sn_array[]){x, y, rtol, atol}, equal_nan);
}

sn_array(sn_allclose)(sn_array x, sn_array y, sn_array rtol, sn_array atol, bool equal_nan)
{
    return alike("allclose", sni_allclose, (const sn_array[]){x, y, rtol, atol}, equal_nan);
}

static sn_array equal(const char *name, sn_array x, sn_array y, bool equal_nan, bool spread)
{
    sni_operands o;
    sn_array out;
    if (!sni_operands_begin(&o, name, 2, 2, (const sn_array[]){x, y}, &out)) return out;
    return sni_operands_end(&o, sni_array_equal(&o.context->graph, o.node[0], o.node[1], equal_nan, spread));
}

sn_array(sn_array_equal)(sn_array x, sn_array y, bool equal_nan)
{
    return equal("array_equal", x, y, equal_nan, false);
}
sn_array(sn_array_equiv)(sn_array x, sn_array y)
{
    return equal("array_equiv", x, y, false, true);
}

/* ---- two results ----------------------------------------------------------------------------------------- */

static void put(sni_operands *o, sni_node *node, sn_array *out)
{
    if (out != NULL)
        *out = sni_result(o->context, node);
    else
        sni_node_release(&o->context->graph, node);
}

static void put_refused(sn_array refused, sn_array *first, sn_array *second)
{
    if (second != NULL) *second = first != NULL ? sn_copy(refused) : refused;
    if (first != NULL) *first = refused;
}

void(sn_divmod)(sn_array a, sn_array b, sn_array *quotient, sn_array *remainder)
{
    sni_operands o;
    sn_array refused;
    sni_node *first = NULL, *second = NULL;
    if (!sni_operands_begin(&o, "divmod", 2, 2, (const sn_array[]){a, b}, &refused)) {
        put_refused(refused, quotient, remainder);
        return;
    }
    sni_divmod(&o.context->graph, o.node[0], o.node[1], o.weak, &first, &second);
    put(&o, first, quotient);
    put(&o, second, remainder);
    sni_operands_finish(&o);
}

static void parts(const char *name, int (*record)(sni_graph *, sni_node *, sni_node **, sni_node **),
                  sn_array x, sn_array *first, sn_array *second)
{
    sni_operands o;
    sn_array refused;
    sni_node *a = NULL, *b = NULL;
    if (!sni_operands_begin(&o, name, 1, 1, &x, &refused)) {
        put_refused(refused, first, second);
        return;
    }
    record(&o.context->graph, o.node[0], &a, &b);
    put(&o, a, first);
    put(&o, b, second);
    sni_operands_finish(&o);
}

void sn_modf(sn_array x, sn_array *fraction, sn_array *whole)
{
    parts("modf", sni_modf, x, fraction, whole);
}
void sn_frexp(sn_array x, sn_array *mantissa, sn_array *exponent)
{
    parts("frexp", sni_frexp, x, mantissa, exponent);
}

/* ---- neighbours ------------------------------------------------------------------------------------------- */

sn_array sn_diff(sn_array x, int64_t n, int axis)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_diff(call.graph, call.node, n, axis));
}

sn_array sn_ediff1d(sn_array x)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_ediff1d(call.graph, call.node));
}

sn_array(sn_trapezoid)(sn_array y, sn_array points, sn_array dx, int axis)
{
    sni_operands o;
    sn_array out;
    if (!sni_operands_begin(&o, "trapezoid", 3, 1, (const sn_array[]){y, points, dx}, &out)) return out;
    sni_graph *g = &o.context->graph;
    sni_node *one = sni_const(g, SNI_FLOAT64, (sni_scalar){.f64 = 1}, 0, NULL);
    bool given = o.node[2] != NULL;
    sni_node *area = one != NULL ? sni_trapezoid(g, o.node[0], o.node[1], given ? o.node[2] : one,
                                                 !given || o.weak[2], axis)
                                 : NULL;
    sni_node_release(g, one);
    return sni_operands_end(&o, area);
}

sn_array(sn_outer)(sn_array a, sn_array b)
{
    sni_operands o;
    sn_array out;
    if (!sni_operands_begin(&o, "outer", 2, 2, (const sn_array[]){a, b}, &out)) return out;
    return sni_operands_end(&o, sni_outer(&o.context->graph, o.node[0], o.node[1]));
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

sn_array sn_sinc(sn_array x)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_sinc(call.graph, call.node));
}

static sn_array is_infinity(sn_array x, double which)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_is_infinity(call.graph, call.node, which));
}

sn_array sn_isposinf(sn_array x)
{
    return is_infinity(x, (double)INFINITY);
}
sn_array sn_isneginf(sn_array x)
{
    return is_infinity(x, -(double)INFINITY);
}
