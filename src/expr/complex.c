/* Arithmetic of Python's complex numbers. */
#include "expr/record.h"

#include <math.h>
#include <stdlib.h>

typedef struct number {
    double re, im;
} number;

static number number_of(const sni_value *v)
{
    if (v->kind == SNI_V_COMPLEX) return (number){v->complex.re, v->complex.im};
    return (number){sni_value_double(v), 0};
}

static int give(size_t offset, number x, sni_value *out)
{
    *out = (sni_value){.kind = SNI_V_COMPLEX, .offset = offset, .complex = {x.re, x.im}};
    return SN_OK;
}

static int give_bool(size_t offset, bool x, sni_value *out)
{
    *out = (sni_value){.kind = SNI_V_BOOL, .offset = offset, .boolean = x};
    return SN_OK;
}

static number product(number a, number b)
{
    return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* Smith's, as Python has it; b is not zero. */
static number quotient(number a, number b)
{
    if (fabs(b.re) >= fabs(b.im)) {
        double ratio = b.im / b.re, whole = b.re + b.im * ratio;
        return (number){(a.re + a.im * ratio) / whole, (a.im - a.re * ratio) / whole};
    }
    double ratio = b.re / b.im, whole = b.re * ratio + b.im;
    return (number){(a.re * ratio + a.im) / whole, (a.im * ratio - a.re) / whole};
}

static bool is_zero(number x)
{
    return x.re == 0 && x.im == 0;
}

/* ---- powers: by multiplication for whole exponents up to 100, else by logarithm -------------------------------- */

static number whole_power(number a, int n)
{
    number x = {1, 0};
    for (; n > 0; n >>= 1) {
        if (n & 1) x = product(x, a);
        if (n > 1) a = product(a, a);
    }
    return x;
}

static number polar_power(number a, number b)
{
    double size = hypot(a.re, a.im), angle = atan2(a.im, a.re);
    double length = pow(size, b.re), phase = angle * b.re;
    if (b.im != 0) {
        length *= exp(-angle * b.im);
        phase += b.im * log(size);
    }
    return (number){length * cos(phase), length * sin(phase)};
}

static int power(sni_recorder *r, size_t offset, number a, number b, sni_value *out)
{
    if (is_zero(b)) return give(offset, (number){1, 0}, out);
    if (is_zero(a) && (b.im != 0 || b.re < 0))
        return sni_fail_at(r, offset, SN_ERR_VALUE, "zero to a negative or complex power");
    if (is_zero(a)) return give(offset, (number){0, 0}, out);
    bool whole = b.im == 0 && b.re == floor(b.re) && fabs(b.re) <= 100;
    number x = whole ? whole_power(a, abs((int)b.re)) : polar_power(a, b);
    if (whole && b.re < 0) {
        if (is_zero(x)) return sni_fail_at(r, offset, SN_ERR_VALUE, "zero to a negative or complex power");
        x = quotient((number){1, 0}, x);
    }
    bool finite = isfinite(a.re) && isfinite(a.im) && isfinite(b.re) && isfinite(b.im);
    if (finite && !(isfinite(x.re) && isfinite(x.im)))
        return sni_fail_at(r, offset, SN_ERR_VALUE, "the power is too large for a complex number");
    return give(offset, x, out);
}

/* ---- operators ---------------------------------------------------------------------------------------------------- */

static int compare(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a, const sni_value *b,
                   sni_value *out)
{
    if (op != SNI_T_EQ && op != SNI_T_NE)
        return sni_fail_at(r, offset, SN_ERR_DTYPE,
                           "complex numbers have no order: only == and != compare them");
    const sni_value *z = a->kind == SNI_V_COMPLEX ? a : b, *other = z == a ? b : a;
    sni_value re = {.kind = SNI_V_FLOAT, .real = z->complex.re}, parts;
    bool same;
    if (other->kind == SNI_V_COMPLEX) {
        same = z->complex.re == other->complex.re && z->complex.im == other->complex.im;
    } else { /* an integer is not rounded */
        SNI_TRY(sni_python_binary(r, offset, SNI_T_EQ, &re, other, &parts));
        same = parts.boolean && z->complex.im == 0;
    }
    return give_bool(offset, same == (op == SNI_T_EQ), out);
}

int sni_complex_binary(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a,
                       const sni_value *b, sni_value *out)
{
    if (op >= SNI_T_LT && op <= SNI_T_NE) return compare(r, offset, op, a, b, out);
    number x = number_of(a), y = number_of(b);
    switch (op) {
    case SNI_T_ADD: return give(offset, (number){x.re + y.re, x.im + y.im}, out);
    case SNI_T_SUB: return give(offset, (number){x.re - y.re, x.im - y.im}, out);
    case SNI_T_MUL: return give(offset, product(x, y), out);
    case SNI_T_DIV:
        if (is_zero(y)) return sni_fail_at(r, offset, SN_ERR_VALUE, "division of a number by zero");
        return give(offset, quotient(x, y), out);
    case SNI_T_POW: return power(r, offset, x, y, out);
    case SNI_T_FLOORDIV:
    case SNI_T_MOD: return sni_fail_at(r, offset, SN_ERR_DTYPE, "// and %% do not take complex numbers");
    default:
        return sni_fail_at(r, offset, SN_ERR_DTYPE,
                           "bitwise operators and shifts do not take complex numbers");
    }
}

int sni_complex_unary(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a, sni_value *out)
{
    number x = number_of(a);
    if (op == SNI_T_TILDE) return sni_fail_at(r, offset, SN_ERR_DTYPE, "~ does not take a complex number");
    return give(offset, op == SNI_T_SUB ? (number){-x.re, -x.im} : x, out);
}

/* complex(re, im), where either may be complex itself. */
int sni_complex_join(size_t offset, const sni_value *re, const sni_value *im, sni_value *out)
{
    number x = number_of(re), y = number_of(im);
    number z = {x.re, y.re}; /* a sum with 0 would lose the sign of a zero */
    if (im->kind == SNI_V_COMPLEX) z.re -= y.im;
    if (re->kind == SNI_V_COMPLEX) z.im = x.im + (im->kind == SNI_V_INT && im->integer == 0 ? -0.0 : y.re);
    return give(offset, z, out);
}
