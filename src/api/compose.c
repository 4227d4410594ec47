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

sn_array(sn_isclose)(sn_array x, sn_array y, double rtol, double atol, bool equal_nan)
{
    sni_operands o;
    sn_array out;
    if (!sni_operands_begin(&o, "isclose", 2, 2, (const sn_array[]){x, y}, &out)) return out;
    return sni_operands_end(
        &o, sni_isclose(&o.context->graph, o.node[0], o.node[1], o.weak, rtol, atol, equal_nan));
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
