/* The rows of ops.def as data. */
#include "graph/graph.h"

const sni_op_info sni_ops[SNI_OP_ALL] = {
#define SN_OP(ID, name, arity, kinds, rule, flags, cost, fexpr, iexpr, bexpr, ulp, lo, hi, doc) \
    {#name, kinds, flags, #fexpr, #iexpr, #bexpr, doc, ulp, lo, hi, arity, SNI_RULE_##rule, cost},
#include "graph/ops.def"
    {"cast", "biufc", "-", "CALL", "CALL", "CALL", "a in another dtype", 0, -100, 100, 1, SNI_RULE_SAME, 1},
    {"real", "c", "-", "NONE", "NONE", "NONE", "real part of a", 0, -100, 100, 1, SNI_RULE_SAME, 0},
    {"imag", "c", "-", "NONE", "NONE", "NONE", "imaginary part of a", 0, -100, 100, 1, SNI_RULE_SAME, 0},
    {"complex", "f", "-", "NONE", "NONE", "NONE", "a + b*1j", 0, -100, 100, 2, SNI_RULE_SAME, 0},
};

#define NONE 0 /* no identity: the number is never looked at */
const sni_reduction_info sni_reductions[SNI_REDUCTION_COUNT] = {
#define SN_REDUCTION(ID, name, combine, rule, identity, flags, doc)                                           \
    {#name, doc, flags, SNI_OP_##combine, SNI_RULE_##rule, sizeof #identity != sizeof "NONE", identity},
#include "graph/ops.def"
};
#undef NONE

const char *sni_op_expr(sni_op op, sni_dtype dtype)
{
    switch ((sni_kind)sni_dtypes[dtype].kind) {
    case SNI_KIND_BOOL: return sni_ops[op].bexpr;
    case SNI_KIND_INT:
    case SNI_KIND_UINT: return sni_ops[op].iexpr;
    case SNI_KIND_FLOAT: return sni_ops[op].fexpr;
    case SNI_KIND_COMPLEX: break;
    }
    return "NONE";
}
