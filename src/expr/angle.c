/* Functions of complex arrays. */
#include "graph/angle.h"
#include "expr/record.h"

int sni_run_angle(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    bool degrees = false;
    SNI_TRY(sni_to_array(r, &call->args[0], "angle", &x));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "deg"), "deg", &degrees));
    return sni_take(r, call->offset, sni_angle(r->g, x, degrees), out);
}

/* code 1: iscomplex, iscomplexobj */
int sni_run_isreal(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    return sni_take(r, call->offset, sni_isreal(r->g, x, call->row->code == 1), out);
}

int sni_run_isrealobj(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    bool complex = sni_dtype_complex((sni_dtype)x->dtype);
    *out = (sni_value){
        .kind = SNI_V_BOOL, .offset = call->offset, .boolean = complex == (call->row->code == 1)};
    return SN_OK;
}
