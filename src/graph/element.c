/* Elementwise operations: operands brought to one dtype and one shape, and what is simplified on the way. */
#include "graph/internal.h"

static sni_scalar scalar_of(const sni_node *n)
{
    return (sni_scalar){.bits = {n->u.scalar, 0}};
}

/* ---- casts ------------------------------------------------------------------------------------------ */

static int64_t magnitude(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

/* The order astype allocates in: by stride alone, so that a broadcast axis becomes the innermost. */
static const sni_layout *cast_layout(sni_graph *g, const sni_layout *l)
{
    const int64_t *strides = SNI_STRIDES(l);
    int order[SNI_MAX_RANK];
    if (l->dense) return sni_layout_hold(l);
    for (int k = 0; k < l->rank; k++) {
        int at = k;
        for (; at > 0 && magnitude(strides[order[at - 1]]) < magnitude(strides[k]); at--) order[at] = order[at - 1];
        order[at] = k;
    }
    return sni_layout_ordered(g, l->rank, l->dims, order);
}

sni_node *sni_cast(sni_graph *g, sni_node *x, sni_dtype dtype)
{
    sni_dtype from = (sni_dtype)x->dtype;
    if (from == dtype) return sni_hold(x);
    if (sni_need_ready("astype", from) < 0 || sni_need_ready("astype", dtype) < 0) return NULL;
    if (x->kind == SNI_NODE_CONST)
        return sni_const(g, dtype, sni_scalar_cast(scalar_of(x), from, dtype), x->layout->rank, x->layout->dims);
    const sni_layout *layout = cast_layout(g, x->layout);
    if (!layout) return NULL;
    bool complex = sni_dtype_complex(from) || sni_dtype_complex(dtype);
    sni_node *n = complex ? sni_complex_cast(g, x, dtype, layout) : sni_cons(g, &(sni_node){.kind = SNI_NODE_ELEMENT, .code = SNI_OP_CAST, .dtype = (uint8_t)dtype,
                                          .count = 1, .layout = layout, .in = {x}});
    sni_layout_release(g, layout);
    return n;
}

/* ---- operands --------------------------------------------------------------------------------------- */

/* One operand in the dtype computed in, in its own shape; a constant of any shape becomes a scalar. */
static sni_node *operand(sni_graph *g, const char *op, sni_node *x, bool weak, sni_dtype dtype)
{
    if (x->kind != SNI_NODE_CONST) return sni_cast(g, x, dtype);
    if (weak && sni_weak_fit(x, dtype)) {
        sni_weak_refuse(op, x, dtype);
        return NULL;
    }
    if (x->dtype == dtype && x->layout->rank == 0) return sni_hold(x);
    return sni_scalar_const(g, dtype, sni_scalar_cast(scalar_of(x), (sni_dtype)x->dtype, dtype));
}

static sni_node *fitted(sni_graph *g, const char *op, sni_node *x, bool weak, sni_dtype dtype,
                        const sni_layout *layout)
{
    sni_node *n = operand(g, op, x, weak, dtype);
    if (!n || n->kind == SNI_NODE_CONST || sni_layout_same_shape(n->layout, layout)) return n;
    sni_node *spread = sni_spread(g, n, layout->rank, layout->dims);
    sni_node_release(g, n);
    return spread;
}

static sni_node *record_on(sni_graph *g, sni_op op, sni_node *const *in, const bool *weak, const sni_typing *t,
                           const sni_layout *layout)
{
    const sni_op_info *info = &sni_ops[op];
    sni_node key = {.kind = SNI_NODE_ELEMENT, .code = (uint8_t)op, .dtype = (uint8_t)t->result, .layout = layout};
    sni_node *n = NULL;
    for (; key.count < info->arity; key.count++) {
        int k = key.count;
        sni_dtype dtype = op == SNI_OP_WHERE && k == 0 ? SNI_BOOL : t->compute;
        key.in[k] = fitted(g, info->name, in[k], weak && weak[k], dtype, layout);
        if (SNI_UNLIKELY(!key.in[k])) break;
    }
    if (SNI_LIKELY(key.count == info->arity)) n = sni_cons(g, &key);
    for (int k = 0; k < key.count; k++) sni_node_release(g, key.in[k]);
    return n;
}

static sni_node *record(sni_graph *g, sni_op op, sni_node *const *in, const bool *weak, const sni_typing *t)
{
    const sni_layout *layout = sni_result_layout(g, sni_ops[op].name, in, sni_ops[op].arity);
    if (SNI_UNLIKELY(!layout)) return NULL;
    sni_node *n = record_on(g, op, in, weak, t, layout);
    sni_layout_release(g, layout);
    return n;
}

static sni_node *unary(sni_graph *g, sni_op op, sni_node *x)
{
    return x ? sni_element(g, op, &x, NULL) : NULL;
}

static sni_node *binary(sni_graph *g, sni_op op, sni_node *a, sni_node *b)
{
    return a && b ? sni_element(g, op, (sni_node *[]){a, b}, NULL) : NULL;
}

/* ---- powers by a known scalar ------------------------------------------------------------------------- */

static double number_of(const sni_node *n)
{
    return sni_scalar_cast(scalar_of(n), (sni_dtype)n->dtype, SNI_FLOAT64).f64;
}

static bool is_float(sni_dtype d)
{
    return sni_dtypes[d].kind == SNI_KIND_FLOAT;
}

/* The base in the dtype computed in, in its own shape.  NumPy squares bool as bool, which computes in
 * int8, where other powers by a weak integer compute in int64. */
static sni_node *power_base(sni_graph *g, sni_node *const *in, const bool *weak, const sni_typing *t, double exponent)
{
    bool weak_integer = weak && weak[1] && !is_float((sni_dtype)in[1]->dtype);
    if (weak_integer && exponent == 2 && in[0]->dtype == SNI_BOOL) return sni_hold(in[0]);
    if (weak && weak[0]) return operand(g, "power", in[0], true, t->compute);
    return sni_cast(g, in[0], t->compute);
}

static sni_node *ones_like(sni_graph *g, const sni_node *x, sni_dtype dtype)
{
    sni_scalar one = sni_scalar_cast((sni_scalar){.i64 = 1}, SNI_INT64, dtype);
    return sni_const(g, dtype, one, x->layout->rank, x->layout->dims);
}

static sni_node *power_of(sni_graph *g, sni_node *base, double exponent, sni_dtype dtype)
{
    if (exponent == 0) return ones_like(g, base, dtype);
    if (exponent == 1) return sni_hold(base);
    if (exponent == 2) return unary(g, SNI_OP_SQUARE, base);
    return unary(g, exponent == -1 ? SNI_OP_RECIPROCAL : SNI_OP_SQRT, base);
}

/* 1: *out is the result, or NULL for a failure; 0: nothing to simplify. */
static int simplify_power(sni_graph *g, sni_node *const *in, const bool *weak, const sni_typing *t, sni_node **out)
{
    *out = NULL;
    if (in[1]->kind != SNI_NODE_CONST) return 0;
    double exponent = number_of(in[1]);
    if (weak && weak[1] && sni_weak_fit(in[1], t->compute)) return 0; /* refused with the operand */
    bool empty = in[0]->layout->size == 0 || in[1]->layout->size == 0;
    if (!is_float(t->compute) && exponent < 0 && !empty) {
        sni_fail(SN_ERR_VALUE, "power: Integers to negative integer powers are not allowed.");
        return 1;
    }
    bool known = exponent == 0 || exponent == 1 || exponent == 2 || exponent == -1 || exponent == 0.5;
    if (!known || in[1]->layout->rank) return 0;
    sni_node *base = power_base(g, in, weak, t, exponent);
    if (base) *out = power_of(g, base, exponent, t->compute);
    sni_node_release(g, base);
    return 1;
}

/* ---- comparisons beyond one dtype ----------------------------------------------------------------------- */

/* A weak integer outside the other operand's range compares as the number it is: the answer is the same
 * for every element.  `side`: where operand k lies, -1 below, 1 above. */
static sni_node *compare_outside(sni_graph *g, sni_op op, sni_node *const *in, int k, int side)
{
    bool greater = (side > 0) == (k == 0); /* the left operand is the greater one */
    bool answer = op == SNI_OP_NOT_EQUAL || (greater ? op == SNI_OP_GREATER || op == SNI_OP_GREATER_EQUAL
                                                     : op == SNI_OP_LESS || op == SNI_OP_LESS_EQUAL);
    const sni_layout *l = in[1 - k]->layout;
    return sni_const(g, SNI_BOOL, (sni_scalar){.b8 = answer}, l->rank, l->dims);
}

static sni_op mirrored(sni_op op)
{
    switch (op) {
    case SNI_OP_LESS: return SNI_OP_GREATER;
    case SNI_OP_LESS_EQUAL: return SNI_OP_GREATER_EQUAL;
    case SNI_OP_GREATER: return SNI_OP_LESS;
    case SNI_OP_GREATER_EQUAL: return SNI_OP_LESS_EQUAL;
    default: return op;
    }
}

/* Signed against uint64, which share no integer dtype, exactly: a negative number is below every
 * unsigned one, others compare as uint64. */
static sni_node *compare_mixed(sni_graph *g, sni_op op, sni_node *a, sni_node *b)
{
    bool swap = sni_dtypes[a->dtype].kind != SNI_KIND_INT;
    sni_node *s = swap ? b : a, *u = swap ? a : b;
    sni_op as = swap ? mirrored(op) : op;
    bool below = as == SNI_OP_LESS || as == SNI_OP_LESS_EQUAL || as == SNI_OP_NOT_EQUAL; /* answer for a negative s */
    sni_node *zero = sni_scalar_const(g, (sni_dtype)s->dtype, (sni_scalar){.i64 = 0});
    sni_node *sign = zero ? binary(g, below ? SNI_OP_LESS : SNI_OP_GREATER_EQUAL, s, zero) : NULL;
    sni_node *bits = sni_cast(g, s, SNI_UINT64);
    sni_node *order = binary(g, as, bits, u);
    sni_node *out = binary(g, below ? SNI_OP_LOGICAL_OR : SNI_OP_LOGICAL_AND, sign, order);
    sni_node_release(g, order);
    sni_node_release(g, bits);
    sni_node_release(g, sign);
    sni_node_release(g, zero);
    return out;
}

static bool is_mixed(const sni_node *a, const sni_node *b)
{
    uint8_t ka = sni_dtypes[a->dtype].kind, kb = sni_dtypes[b->dtype].kind;
    return (ka == SNI_KIND_INT && b->dtype == SNI_UINT64) || (kb == SNI_KIND_INT && a->dtype == SNI_UINT64);
}

static int simplify_compare(sni_graph *g, sni_op op, sni_node *const *in, const bool *weak, const sni_typing *t,
                            sni_node **out)
{
    if (sni_ops[op].arity != 2) return 0;
    for (int k = 0; weak && k < 2; k++) {
        int side = weak[k] && in[k]->kind == SNI_NODE_CONST ? sni_weak_fit(in[k], t->compute) : 0;
        if (side == 0) continue;
        *out = compare_outside(g, op, in, k, side);
        return 1;
    }
    if (t->compute != SNI_FLOAT64 || !is_mixed(in[0], in[1])) return 0;
    *out = compare_mixed(g, op, in[0], in[1]);
    return 1;
}

/* ---- the constructor --------------------------------------------------------------------------------------- */

static int simplify(sni_graph *g, sni_op op, sni_node *const *in, const bool *weak, const sni_typing *t,
                    sni_node **out)
{
    switch ((sni_rule)sni_ops[op].rule) {
    case SNI_RULE_COMPARE: return simplify_compare(g, op, in, weak, t, out);
    case SNI_RULE_SHAPED:
        if (is_float(t->compute)) return 0;
        *out = sni_hold(in[0]); /* whole numbers already */
        return 1;
    default: break;
    }
    if (op == SNI_OP_POWER) return simplify_power(g, in, weak, t, out);
    if (op != SNI_OP_POSITIVE && op != SNI_OP_CONJUGATE) return 0;
    *out = sni_cast(g, in[0], t->compute);
    return 1;
}

sni_node *sni_element(sni_graph *g, sni_op op, sni_node *const *in, const bool *weak)
{
    sni_typing t;
    sni_node *out = NULL;
    if (SNI_UNLIKELY(sni_resolve(op, in, weak, &t) < 0)) return NULL;
    if (SNI_UNLIKELY(sni_dtype_complex(t.compute))) return sni_complex_element(g, op, in, weak, &t);
    if (simplify(g, op, in, weak, &t, &out)) return out;
    out = record(g, op, in, weak, &t);
    if (!out || sni_ops[op].rule != SNI_RULE_COUNT) return out;
    sni_node *count = sni_cast(g, out, SNI_UINT8);
    sni_node_release(g, out);
    return count;
}
