/* What dtype an elementwise operation computes in and yields: NumPy's promotion, its rules for each
 * family of operations, and weak scalars (NEP 50). */
#include "graph/internal.h"

#include <string.h>

static bool whole(sni_dtype d) /* bool or integer */
{
    return sni_dtypes[d].kind <= SNI_KIND_UINT;
}

int sni_need_ready(const char *op, sni_dtype dtype)
{
    if (SNI_LIKELY(sni_dtypes[dtype].ready)) return SN_OK;
    return sni_fail(SN_ERR_UNSUPPORTED, "%s: %s is not supported yet", op, sni_dtypes[dtype].name);
}

/* A weak bool is NumPy's bool: it promotes like any other. */
static bool is_weak(const sni_node *n, const bool *weak, int k)
{
    return weak && weak[k] && n->dtype != SNI_BOOL;
}

static sni_dtype join_weak(sni_dtype strong, sni_dtype soft)
{
    if (soft == SNI_DTYPE_NONE) return strong;
    if (strong == SNI_DTYPE_NONE) return soft;
    if (soft == SNI_COMPLEX128) return sni_promote(strong, whole(strong) ? SNI_COMPLEX128 : SNI_COMPLEX64);
    if (soft == SNI_FLOAT64) return whole(strong) ? SNI_FLOAT64 : strong;
    return strong == SNI_BOOL ? SNI_INT64 : strong;
}

/* Operands first..count-1 promoted together. */
static sni_dtype common_dtype(sni_node *const *in, const bool *weak, int first, int count)
{
    sni_dtype strong = SNI_DTYPE_NONE, soft = SNI_DTYPE_NONE;
    for (int k = first; k < count; k++) {
        sni_dtype d = (sni_dtype)in[k]->dtype;
        if (is_weak(in[k], weak, k)) /* int64 < uint64 < float64 < complex128, as the enum has them */
            soft = soft == SNI_DTYPE_NONE || d > soft ? d : soft;
        else
            strong = strong == SNI_DTYPE_NONE || strong == d ? d : sni_promote(strong, d);
    }
    return join_weak(strong, soft);
}

sni_dtype sni_float_for(sni_dtype d)
{
    if (!whole(d)) return d;
    return sni_dtypes[d].bytes == 1 ? SNI_FLOAT16 : sni_dtypes[d].bytes == 2 ? SNI_FLOAT32 : SNI_FLOAT64;
}

/* Integers and bool compute in the smallest float that holds each of them. */
static sni_dtype float_dtype(sni_node *const *in, const bool *weak, int count, sni_dtype common)
{
    if (!whole(common)) return common;
    sni_dtype out = SNI_DTYPE_NONE;
    for (int k = 0; k < count; k++) {
        if (is_weak(in[k], weak, k)) continue;
        sni_dtype f = sni_float_for((sni_dtype)in[k]->dtype);
        out = out == SNI_DTYPE_NONE ? f : sni_promote(out, f);
    }
    return out == SNI_DTYPE_NONE || common == SNI_INT64 || common == SNI_UINT64 ? SNI_FLOAT64 : out;
}

/* The dtype the operation would compute in, whether or not it can. */
static sni_dtype computing_dtype(sni_op op, sni_node *const *in, const bool *weak)
{
    const sni_op_info *info = &sni_ops[op];
    if (info->rule == SNI_RULE_LOGICAL) return SNI_BOOL;
    if (info->rule == SNI_RULE_LDEXP) return sni_float_for((sni_dtype)in[0]->dtype);
    sni_dtype common = common_dtype(in, weak, info->rule == SNI_RULE_WHERE, info->arity);
    if (info->rule == SNI_RULE_FLOAT) return float_dtype(in, weak, info->arity, common);
    if (info->rule == SNI_RULE_TRUEDIV && whole(common)) return SNI_FLOAT64;
    return common;
}

static bool has_loop(const sni_op_info *info, sni_dtype d)
{
    static const char letters[] = "biufc";
    char letter = letters[sni_dtypes[d].kind];
    for (const char *k = info->kinds; *k; k++)
        if (*k == letter) return true;
    return false;
}

/* The exponent of ldexp is an integer that int64 holds; a number is an int32, as in C. */
static int check_exponent(const char *name, const sni_node *exponent, bool weak)
{
    sni_dtype d = (sni_dtype)exponent->dtype;
    if (weak && sni_weak_fit(exponent, SNI_INT32)) return sni_weak_refuse(name, exponent, SNI_INT32);
    if (whole(d) && d != SNI_UINT64) return SN_OK;
    return sni_fail(SN_ERR_DTYPE, "%s: the exponent must be an integer that int64 holds, not %s", name,
                    sni_dtypes[d].name);
}

static int refuse_dtype(sni_op op, sni_dtype d)
{
    const char *hint = "";
    if (op == SNI_OP_SUBTRACT) hint = "; use bitwise_xor or logical_xor";
    if (op == SNI_OP_NEGATIVE) hint = "; use invert or logical_not";
    return sni_fail(SN_ERR_DTYPE, "%s: not supported for %s%s", sni_ops[op].name, sni_dtypes[d].name,
                    d == SNI_BOOL ? hint : "");
}

int sni_resolve(sni_op op, sni_node *const *in, const bool *weak, sni_typing *out)
{
    const sni_op_info *info = &sni_ops[op];
    for (int k = 0; k < info->arity; k++) SNI_TRY(sni_need_ready(info->name, (sni_dtype)in[k]->dtype));
    if (info->rule == SNI_RULE_LDEXP) SNI_TRY(check_exponent(info->name, in[1], is_weak(in[1], weak, 1)));
    sni_dtype d = computing_dtype(op, in, weak);
    if (d == SNI_BOOL && !has_loop(info, d) && strchr(info->flags, 'N')) d = SNI_INT8;
    SNI_TRY(sni_need_ready(info->name, d));
    if (!has_loop(info, d)) return refuse_dtype(op, d);
    out->compute = d;
    out->result = info->rule == SNI_RULE_COMPARE || info->rule == SNI_RULE_LOGICAL ? SNI_BOOL : d;
    return SN_OK;
}

/* ---- weak scalars -------------------------------------------------------------------------------------- */

static const struct {
    int64_t low;
    uint64_t high;
} limits[SNI_DTYPE_COUNT] = {
    [SNI_INT8] = {INT8_MIN, INT8_MAX},    [SNI_INT16] = {INT16_MIN, INT16_MAX},
    [SNI_INT32] = {INT32_MIN, INT32_MAX}, [SNI_INT64] = {INT64_MIN, INT64_MAX},
    [SNI_UINT8] = {0, UINT8_MAX},         [SNI_UINT16] = {0, UINT16_MAX},
    [SNI_UINT32] = {0, UINT32_MAX},       [SNI_UINT64] = {0, UINT64_MAX},
};

int sni_weak_fit(const sni_node *scalar, sni_dtype to)
{
    uint8_t kind = sni_dtypes[to].kind;
    if (kind != SNI_KIND_INT && kind != SNI_KIND_UINT) return 0;
    if (scalar->dtype == SNI_UINT64) return scalar->u.scalar > limits[to].high ? 1 : 0;
    if (scalar->dtype != SNI_INT64) return 0;
    int64_t value = (int64_t)scalar->u.scalar;
    if (value < limits[to].low) return -1;
    return value > 0 && (uint64_t)value > limits[to].high ? 1 : 0;
}

int sni_weak_refuse(const char *op, const sni_node *scalar, sni_dtype to)
{
    const char *name = sni_dtypes[to].name;
    if (scalar->dtype == SNI_UINT64)
        return sni_fail(SN_ERR_VALUE, "%s: Python integer %llu out of bounds for %s", op,
                        (unsigned long long)scalar->u.scalar, name);
    return sni_fail(SN_ERR_VALUE, "%s: Python integer %lld out of bounds for %s", op,
                    (long long)(int64_t)scalar->u.scalar, name);
}
