/* Handlers: elementwise operations and casts. */
#include "expr/record.h"

/* Numbers are weak beside an array; among themselves they are what np.asarray makes of them. */
static int record_operands(sni_recorder *r, const sni_call *call, int count, sni_node **in, bool *weak)
{
    bool all = true;
    for (int k = 0; k < count; k++) {
        SNI_TRY(sni_to_array(r, &call->args[k], call->row->name, &in[k]));
        weak[k] = sni_is_number(&call->args[k]);
        all &= weak[k];
    }
    for (int k = 0; all && k < count; k++) weak[k] = false;
    return SN_OK;
}

int sni_run_element(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *in[3];
    bool weak[3];
    SNI_TRY(record_operands(r, call, sni_ops[call->row->code].arity, in, weak));
    if (call->row->code == SNI_OP_POWER && in[0]->dtype == SNI_BOOL && !weak[0])
        weak[1] = false; /* power(b, 2) is of int64; b ** 2 is the square, of int8 */
    return sni_take(r, call->offset, sni_element(r->g, (sni_op)call->row->code, in, weak), out);
}

int sni_run_where(sni_recorder *r, const sni_call *call, sni_value *out)
{
    bool x = call->args[1].kind != SNI_V_ABSENT, y = call->args[2].kind != SNI_V_ABSENT;
    if (!x && !y)
        return sni_fail_at(r, call->offset, SN_ERR_UNSUPPORTED,
                           "where: a condition alone is not supported yet");
    if (!y)
        return sni_fail_at(r, call->offset, SN_ERR_ARGUMENT,
                           "where: takes a condition and two values, or a condition alone");
    sni_node *in[3];
    bool weak[3];
    SNI_TRY(record_operands(r, call, 3, in, weak));
    weak[0] = false;
    bool numbers = sni_is_number(&call->args[1]) && sni_is_number(&call->args[2]);
    if (numbers) weak[1] = weak[2] = false;
    return sni_take(r, call->offset, sni_element(r->g, SNI_OP_WHERE, in, weak), out);
}

int sni_run_astype(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_dtype dtype;
    SNI_TRY(sni_to_array(r, &call->args[0], "astype", &x));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    if (dtype == SNI_DTYPE_NONE) dtype = SNI_FLOAT64;
    bool copies = true;
    SNI_TRY(sni_to_bool(r, sni_arg(call, "copy"), "copy", &copies));
    bool itself = !copies && x->dtype == dtype && call->args[0].kind == SNI_V_ARRAY;
    if (itself) *out = call->args[0];
    return itself ? SN_OK : sni_take(r, call->offset, sni_cast(r->g, x, dtype), out);
}

/* Values never change, so a copy is the value itself. */
int sni_run_copy(sni_recorder *r, const sni_call *call, sni_value *out)
{
    *out = (sni_value){.kind = SNI_V_ARRAY, .offset = call->offset};
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &out->node));
    if (out->node->layout->c_order) return SN_OK;
    return sni_take_array(r, call->offset, sni_copy_of(r->g, out->node), out); /* in C order, as views of it show */
}

int sni_run_dtype(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_dtype dtype;
    SNI_TRY(sni_to_dtype(r, &call->args[0], "dtype", &dtype));
    if (dtype == SNI_DTYPE_NONE) dtype = SNI_FLOAT64;
    *out = (sni_value){.kind = SNI_V_DTYPE, .offset = call->offset, .dtype = {dtype, false}};
    return SN_OK;
}

/* int(x) of an array needs its value, which nobody has computed yet. */
static int fail_python_type(sni_recorder *r, size_t offset, sni_dtype dtype)
{
    const char *name = dtype == SNI_BOOL ? "bool" : dtype == SNI_INT64 ? "int" : dtype == SNI_FLOAT64 ? "float" : "complex";
    return sni_fail_at(r, offset, SN_ERR_UNSUPPORTED,
                       "%s: takes a number here; for an array write .astype(%s)", name, name);
}

int sni_run_cast(sni_recorder *r, size_t offset, const sni_value *type, const sni_value *v, sni_value *out)
{
    sni_dtype dtype;
    sni_scalar scalar;
    sni_node *node;
    SNI_TRY(sni_to_dtype(r, type, "dtype", &dtype));
    const char *name = sni_dtypes[dtype].name;
    if (type->dtype.python && sni_is_number(v)) return sni_python_convert(r, v, dtype, out);
    if (type->dtype.python) return fail_python_type(r, offset, dtype);
    if (v->kind == SNI_V_SEQUENCE) {
        SNI_TRY(sni_literal(r, v, dtype, &node));
        *out = (sni_value){.kind = SNI_V_ARRAY, .offset = offset, .node = node};
        return SN_OK;
    }
    if (sni_is_number(v)) {
        SNI_TRY(sni_to_scalar(r, v, dtype, name, &scalar));
        return sni_take(r, offset, sni_const(r->g, dtype, scalar, 0, NULL), out);
    }
    SNI_TRY(sni_to_array(r, v, name, &node));
    return sni_take(r, offset, sni_cast(r->g, node, dtype), out);
}
