/* Complex arrays and their parts. */
#include "api/operands.h"
#include "graph/angle.h"

sn_array(sn_complex)(sn_array re, sn_array im)
{
    sni_operands o;
    sn_array out;
    if (!sni_operands_begin(&o, "complex", 2, 2, (const sn_array[]){re, im}, &out)) return out;
    for (int k = 0; k < 2; k++) {
        sni_dtype dtype = (sni_dtype)o.node[k]->dtype;
        if (!sni_dtype_complex(dtype)) continue;
        int status = sni_fail(SN_ERR_DTYPE, "a part must be real, not %s", sni_dtypes[dtype].name);
        sni_argument("complex", k + 1, status);
        return sni_operands_end(&o, NULL);
    }
    return sni_operands_end(&o, sni_complex(&o.context->graph, o.node[0], o.node[1], o.weak));
}

sn_array(sn_real)(sn_array x)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_real(call.graph, call.node));
}

sn_array(sn_imag)(sn_array x)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_imag(call.graph, call.node));
}

sn_array(sn_angle)(sn_array x, bool degrees)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_angle(call.graph, call.node, degrees));
}

sn_array(sn_isreal)(sn_array x)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_isreal(call.graph, call.node, false));
}

sn_array(sn_iscomplex)(sn_array x)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_isreal(call.graph, call.node, true));
}
