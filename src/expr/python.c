/* Arithmetic of Python numbers.  Integers beyond 64 bits are refused, never wrapped. */
#include "expr/record.h"

#include <math.h>

sni_int sni_value_int(const sni_value *v)
{
    return v->kind == SNI_V_BOOL ? (sni_int)v->boolean : v->integer;
}

double sni_value_double(const sni_value *v)
{
    if (v->kind == SNI_V_COMPLEX) return v->complex.re;
    return v->kind == SNI_V_FLOAT ? v->real : (double)sni_value_int(v);
}

bool sni_python_truth(const sni_value *v)
{
    if (v->kind == SNI_V_COMPLEX) return v->complex.re != 0 || v->complex.im != 0;
    return v->kind == SNI_V_FLOAT ? v->real != 0 : sni_value_int(v) != 0;
}

/* ---- results ------------------------------------------------------------------------------------------- */

static int give_int(sni_recorder *r, size_t offset, bool overflow, sni_int x, sni_value *out)
{
    if (overflow || x < SNI_INT_MIN || x > SNI_INT_MAX)
        return sni_fail_at(r, offset, SN_ERR_VALUE, "the integer result does not fit 64 bits");
    *out = (sni_value){.kind = SNI_V_INT, .offset = offset, .integer = x};
    return SN_OK;
}

static int give_float(size_t offset, double x, sni_value *out)
{
    *out = (sni_value){.kind = SNI_V_FLOAT, .offset = offset, .real = x};
    return SN_OK;
}

static int give_bool(size_t offset, bool x, sni_value *out)
{
    *out = (sni_value){.kind = SNI_V_BOOL, .offset = offset, .boolean = x};
    return SN_OK;
}

static int fail_zero(sni_recorder *r, size_t offset)
{
    return sni_fail_at(r, offset, SN_ERR_VALUE, "division of a number by zero");
}

/* ---- integers -------------------------------------------------------------------------------------------- */

static sni_int floor_div(sni_int a, sni_int b)
{
    sni_int q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

/* a / b rounded once: a quotient of 62 bits or more, the remainder folded into its last. */
static double true_div(sni_int a, sni_int b)
{
    if (a == 0) return b < 0 ? -0.0 : 0.0;
    __extension__ unsigned __int128 n = (unsigned __int128)(a < 0 ? -a : a),
                                    d = (unsigned __int128)(b < 0 ? -b : b);
    int shift = 0;
    for (; n >> 126 == 0; shift++) n <<= 1;
    double q = ldexp((double)(n / d | (n % d != 0)), -shift);
    return (a < 0) != (b < 0) ? -q : q;
}

static int int_power(sni_recorder *r, size_t offset, sni_int a, sni_int b, sni_value *out)
{
    sni_int x = 1;
    bool overflow = false;
    while (b > 0 && !overflow) {
        if (b & 1) overflow = sni_mul_overflow(x, a, &x);
        b >>= 1;
        if (b > 0 && !overflow) overflow = sni_mul_overflow(a, a, &a);
    }
    return give_int(r, offset, overflow, x, out);
}

static int shift_left(sni_recorder *r, size_t offset, sni_int a, sni_int b, sni_value *out)
{
    if (b < 0) return sni_fail_at(r, offset, SN_ERR_VALUE, "negative shift count");
    sni_int x = 0;
    bool overflow = a != 0 && (b > 64 || sni_mul_overflow(a, (sni_int)1 << b, &x));
    return give_int(r, offset, overflow, x, out);
}

static int int_binary(sni_recorder *r, size_t offset, sni_token_kind op, sni_int a, sni_int b, sni_value *out)
{
    sni_int x = 0;
    switch (op) {
    case SNI_T_ADD: return give_int(r, offset, false, a + b, out);
    case SNI_T_SUB: return give_int(r, offset, false, a - b, out);
    case SNI_T_MUL: {
        bool overflow = sni_mul_overflow(a, b, &x);
        return give_int(r, offset, overflow, x, out);
    }
    case SNI_T_DIV: return b == 0 ? fail_zero(r, offset) : give_float(offset, true_div(a, b), out);
    case SNI_T_FLOORDIV:
        return b == 0 ? fail_zero(r, offset) : give_int(r, offset, false, floor_div(a, b), out);
    case SNI_T_MOD:
        return b == 0 ? fail_zero(r, offset) : give_int(r, offset, false, a - b * floor_div(a, b), out);
    case SNI_T_OR: return give_int(r, offset, false, a | b, out);
    case SNI_T_XOR: return give_int(r, offset, false, a ^ b, out);
    case SNI_T_AND: return give_int(r, offset, false, a & b, out);
    case SNI_T_SHL: return shift_left(r, offset, a, b, out);
    case SNI_T_SHR:
        if (b < 0) return sni_fail_at(r, offset, SN_ERR_VALUE, "negative shift count");
        return give_int(r, offset, false, a >> (b > 100 ? 100 : b), out);
    default: return sni_fail(SN_ERR_INTERNAL, "operator of integers unknown");
    }
}

/* ---- floats ------------------------------------------------------------------------------------------------ */

/* Python's float_divmod. */
static void float_divmod(double a, double b, double *quotient, double *remainder)
{
    double m = fmod(a, b), q = (a - m) / b;
    if (m == 0) {
        m = copysign(0.0, b);
    } else if ((b < 0) != (m < 0)) {
        m += b;
        q -= 1.0;
    }
    *remainder = m;
    *quotient = floor(q);
    if (q == 0)
        *quotient = copysign(0.0, a / b);
    else if (q - *quotient > 0.5)
        *quotient += 1.0;
}

static int float_power(sni_recorder *r, size_t offset, double a, double b, sni_value *out)
{
    if (a == 0 && b < 0) return sni_fail_at(r, offset, SN_ERR_VALUE, "zero to a negative power");
    if (a < 0 && isfinite(a) && isfinite(b) && b != floor(b)) {
        sni_value base = {.kind = SNI_V_COMPLEX, .complex = {a, 0}}, exponent = {.kind = SNI_V_FLOAT, .real = b};
        return sni_complex_binary(r, offset, SNI_T_POW, &base, &exponent, out);
    }
    double x = pow(a, b);
    if (isinf(x) && isfinite(a) && isfinite(b))
        return sni_fail_at(r, offset, SN_ERR_VALUE, "the power is too large for a float");
    return give_float(offset, x, out);
}

static int float_binary(sni_recorder *r, size_t offset, sni_token_kind op, double a, double b, sni_value *out)
{
    double q, m;
    bool divides = op == SNI_T_DIV || op == SNI_T_FLOORDIV || op == SNI_T_MOD;
    if (divides && b == 0) return fail_zero(r, offset);
    switch (op) {
    case SNI_T_ADD: return give_float(offset, a + b, out);
    case SNI_T_SUB: return give_float(offset, a - b, out);
    case SNI_T_MUL: return give_float(offset, a * b, out);
    case SNI_T_DIV: return give_float(offset, a / b, out);
    case SNI_T_POW: return float_power(r, offset, a, b, out);
    case SNI_T_FLOORDIV:
    case SNI_T_MOD: float_divmod(a, b, &q, &m); return give_float(offset, op == SNI_T_MOD ? m : q, out);
    default: return sni_fail_at(r, offset, SN_ERR_DTYPE, "bitwise operators and shifts do not take floats");
    }
}

/* ---- comparison: exact, an integer is never rounded to a float -------------------------------------------------- */

enum { LESS = -1, SAME, MORE, UNORDERED };

static int order_of_double(sni_int a, double b)
{
    if (isnan(b)) return UNORDERED;
    if (b >= 0x1p65) return LESS;
    if (b < -0x1p65) return MORE;
    sni_int whole = (sni_int)b; /* toward zero */
    if (a != whole) return a < whole ? LESS : MORE;
    double rest = b - (double)whole;
    return rest > 0 ? LESS : rest < 0 ? MORE : SAME;
}

static int order(const sni_value *a, const sni_value *b)
{
    bool fa = a->kind == SNI_V_FLOAT, fb = b->kind == SNI_V_FLOAT;
    if (fa && fb)
        return isnan(a->real) || isnan(b->real) ? UNORDERED : (a->real > b->real) - (a->real < b->real);
    if (fb) return order_of_double(sni_value_int(a), b->real);
    if (fa) {
        int o = order_of_double(sni_value_int(b), a->real);
        return o == UNORDERED ? o : -o;
    }
    return (sni_value_int(a) > sni_value_int(b)) - (sni_value_int(a) < sni_value_int(b));
}

static bool compare(sni_token_kind op, int o)
{
    switch (op) {
    case SNI_T_LT: return o == LESS;
    case SNI_T_LE: return o == LESS || o == SAME;
    case SNI_T_GT: return o == MORE;
    case SNI_T_GE: return o == MORE || o == SAME;
    case SNI_T_EQ: return o == SAME;
    default: return o != SAME;
    }
}

static bool is_comparison(sni_token_kind op)
{
    return op >= SNI_T_LT && op <= SNI_T_NE;
}

/* ---- operators ------------------------------------------------------------------------------------------------------ */

static bool is_bit_operator(sni_token_kind op)
{
    return op == SNI_T_OR || op == SNI_T_XOR || op == SNI_T_AND;
}

int sni_python_binary(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a,
                      const sni_value *b, sni_value *out)
{
    if (a->kind == SNI_V_COMPLEX || b->kind == SNI_V_COMPLEX) return sni_complex_binary(r, offset, op, a, b, out);
    if (is_comparison(op)) return give_bool(offset, compare(op, order(a, b)), out);
    if (a->kind == SNI_V_FLOAT || b->kind == SNI_V_FLOAT)
        return float_binary(r, offset, op, sni_value_double(a), sni_value_double(b), out);
    sni_int x = sni_value_int(a), y = sni_value_int(b);
    if (op == SNI_T_POW && y < 0) return float_power(r, offset, (double)x, (double)y, out);
    if (op == SNI_T_POW) return int_power(r, offset, x, y, out);
    SNI_TRY(int_binary(r, offset, op, x, y, out));
    if (is_bit_operator(op) && a->kind == SNI_V_BOOL && b->kind == SNI_V_BOOL)
        return give_bool(offset, out->integer != 0, out);
    return SN_OK;
}

int sni_python_unary(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a, sni_value *out)
{
    bool real = a->kind == SNI_V_FLOAT;
    if (a->kind == SNI_V_COMPLEX) return sni_complex_unary(r, offset, op, a, out);
    if (op == SNI_T_TILDE && real) return sni_fail_at(r, offset, SN_ERR_DTYPE, "~ does not take a float");
    if (op == SNI_T_TILDE) return give_int(r, offset, false, ~sni_value_int(a), out);
    if (real) return give_float(offset, op == SNI_T_SUB ? -a->real : a->real, out);
    return give_int(r, offset, false, op == SNI_T_SUB ? -sni_value_int(a) : sni_value_int(a), out);
}

int sni_python_convert(sni_recorder *r, const sni_value *v, sni_dtype to, sni_value *out)
{
    if (to == SNI_BOOL) return give_bool(v->offset, sni_python_truth(v), out);
    if (sni_dtype_complex(to)) return sni_complex_join(v->offset, v, &(sni_value){.kind = SNI_V_INT}, out);
    if (v->kind == SNI_V_COMPLEX)
        return sni_fail_at(r, v->offset, SN_ERR_DTYPE, "%s: takes a real number, not a complex one", to == SNI_INT64 ? "int" : "float");
    if (to == SNI_FLOAT64) return give_float(v->offset, sni_value_double(v), out);
    if (v->kind != SNI_V_FLOAT) return give_int(r, v->offset, false, sni_value_int(v), out);
    if (!isfinite(v->real)) return sni_fail_at(r, v->offset, SN_ERR_VALUE, "int: the float is not finite");
    bool beyond = !(fabs(v->real) < 0x1p65);
    return give_int(r, v->offset, beyond, beyond ? 0 : (sni_int)v->real, out);
}
