/* Exponentials, logarithms, roots and powers of complex numbers.  Branch cuts, signs of zero and the answers at
 * infinity and NaN are C99's (Annex G), which NumPy's are.  Each part is within a few units in the last place of
 * the larger one. */
#include "graph/complex_steps.h"

#define LN2 0.693147180559945309417232121458176568

/* ---- exponentials ------------------------------------------------------------------------------------------- */

/* base**x (cos y, sin y).  Past `limit`, where base**x overflows, the factor base**limit comes last: the cosine
 * may bring the product back. */
static sni_pair power_of_e(sni_csteps *s, sni_op op, double limit, double factor, sni_node *x, sni_node *y)
{
    sni_node *large = above(s, x, num(s, limit));
    sni_node *e = sni_cstep1(s, op, where(s, large, sub(s, x, num(s, limit)), x));
    sni_node *rest = where(s, large, num(s, factor), num(s, 1));
    sni_node *re = mul(s, mul(s, e, cosine(s, y)), rest), *im = mul(s, mul(s, e, sine(s, y)), rest);
    sni_node *lost = both(s, is_inf(s, x), not_so(s, is_finite(s, y))); /* no angle, but a length of 0 or infinity */
    im = where(s, both(s, lost, below(s, x, num(s, 0))), signed_as(s, e, y), im);
    return (sni_pair){where(s, lost, e, re), where(s, is_zero(s, y), y, im)};
}

sni_pair sni_complex_exp(sni_csteps *s, sni_pair z)
{
    double limit = is_double(s) ? 709 : 88;
    return power_of_e(s, SNI_OP_EXP, limit, __builtin_exp(limit), z.re, z.im);
}

sni_pair sni_complex_exp2(sni_csteps *s, sni_pair z)
{
    double limit = is_double(s) ? 1023 : 127;
    return power_of_e(s, SNI_OP_EXP2, limit, __builtin_ldexp(1, (int)limit), z.re, mul(s, z.im, num(s, LN2)));
}

sni_pair sni_complex_expm1(sni_csteps *s, sni_pair z)
{
    sni_node *half = sine(s, mul(s, z.im, num(s, 0.5)));
    sni_node *re = sub(s, mul(s, sni_cstep1(s, SNI_OP_EXPM1, z.re), cosine(s, z.im)), mul(s, mul(s, num(s, 2), half), half));
    return (sni_pair){re, mul(s, sni_cstep1(s, SNI_OP_EXP, z.re), sine(s, z.im))};
}

/* ---- logarithms ---------------------------------------------------------------------------------------------- */

/* log(x + iy), where `near` is |x + iy|**2 - 1 computed without cancellation, which is used near the unit circle.
 * Elsewhere the larger part gives the logarithm and the ratio of the parts what is missing. */
static sni_pair log_by(sni_csteps *s, sni_node *x, sni_node *y, sni_node *near)
{
    sni_node *a = larger(s, size_of(s, x), size_of(s, y)), *b = smaller(s, size_of(s, x), size_of(s, y));
    sni_node *mid = both(s, above(s, a, num(s, 0.5)), below(s, a, num(s, 2)));
    sni_node *ratio = where(s, same(s, a, b), num(s, 1), over(s, b, a));
    sni_node *rest = sni_cstep1(s, SNI_OP_LOG1P, where(s, mid, near, mul(s, ratio, ratio)));
    sni_node *re = add(s, where(s, mid, num(s, 0), sni_cstep1(s, SNI_OP_LOG, a)), mul(s, num(s, 0.5), rest));
    re = where(s, either(s, is_inf(s, x), is_inf(s, y)), num(s, __builtin_inf()), re);
    return (sni_pair){re, angle_of(s, y, x)};
}

sni_pair sni_complex_log(sni_csteps *s, sni_pair z)
{
    sni_node *a = larger(s, size_of(s, z.re), size_of(s, z.im)), *b = smaller(s, size_of(s, z.re), size_of(s, z.im));
    sni_node *one = num(s, 1);
    return log_by(s, z.re, z.im, add(s, mul(s, sub(s, a, one), add(s, a, one)), mul(s, b, b)));
}

sni_pair sni_complex_log1p(sni_csteps *s, sni_pair z)
{
    sni_node *near = add(s, mul(s, z.re, add(s, z.re, num(s, 2))), mul(s, z.im, z.im));
    return log_by(s, add(s, z.re, num(s, 1)), z.im, near);
}

static sni_pair log_base(sni_csteps *s, sni_pair z, double factor)
{
    sni_pair w = sni_complex_log(s, z);
    return (sni_pair){mul(s, w.re, num(s, factor)), mul(s, w.im, num(s, factor))};
}

sni_pair sni_complex_log2(sni_csteps *s, sni_pair z)
{
    return log_base(s, z, 1.44269504088896340735992468100189214);
}

sni_pair sni_complex_log10(sni_csteps *s, sni_pair z)
{
    return log_base(s, z, 0.434294481903251827651128918916605082);
}

/* ---- square root ---------------------------------------------------------------------------------------------- */

sni_pair sni_cstep_sqrt(sni_csteps *s, sni_node *x, sni_node *y)
{
    sni_node *length = hypotenuse(s, x, y);
    sni_node *t = root_of(s, mul(s, add(s, size_of(s, x), length), num(s, 0.5)));
    sni_node *other = where(s, is_zero(s, t), t, over(s, size_of(s, y), add(s, t, t)));
    sni_node *right = at_least(s, x, num(s, 0));
    return (sni_pair){where(s, right, t, other), where(s, right, other, t)};
}

/* Scaled by a power of 4 where |z| would overflow, or lose bits below the smallest normal number. */
sni_pair sni_complex_sqrt(sni_csteps *s, sni_pair z)
{
    sni_node *most = larger(s, size_of(s, z.re), size_of(s, z.im));
    sni_node *large = above(s, most, num(s, __builtin_ldexp(1, is_double(s) ? 1021 : 125)));
    sni_node *small = below(s, most, num(s, __builtin_ldexp(1, is_double(s) ? -960 : -100)));
    sni_node *scale = where(s, large, num(s, 0.25), where(s, small, num(s, 0x1p54), num(s, 1)));
    sni_node *back = where(s, large, num(s, 2), where(s, small, num(s, 0x1p-27), num(s, 1)));
    sni_pair w = sni_cstep_sqrt(s, mul(s, z.re, scale), mul(s, z.im, scale));
    sni_node *endless = is_inf(s, z.im);
    sni_node *im = signed_as(s, mul(s, w.im, back), z.im);
    return (sni_pair){where(s, endless, num(s, __builtin_inf()), mul(s, w.re, back)), where(s, endless, z.im, im)};
}

/* ---- powers ------------------------------------------------------------------------------------------------------ */

#define WHOLE_MAX 100 /* whole exponents below it are multiplied out, as NumPy does */

static sni_pair choose(sni_csteps *s, sni_node *test, sni_pair a, sni_pair b)
{
    return (sni_pair){where(s, test, a.re, b.re), where(s, test, a.im, b.im)};
}

static sni_pair number_pair(sni_csteps *s, double re, double im)
{
    return (sni_pair){num(s, re), num(s, im)};
}

/* a to the power n by repeated squaring; NumPy starts it from 1 for n above 3, which shows at infinity. */
static sni_pair whole_known(sni_csteps *s, sni_pair a, int n)
{
    sni_pair one = number_pair(s, 1, 0), x = one;
    bool begun = n > 3;
    for (int left = n; left; left >>= 1) {
        if (left & 1) x = begun ? sni_complex_multiply(s, x, a) : a;
        begun |= left & 1;
        if (left > 1) a = sni_complex_multiply(s, a, a);
    }
    return x;
}

/* The same for an exponent known when it runs: each bit decides whether its power of a is multiplied in. */
static sni_pair whole_power(sni_csteps *s, sni_pair a, sni_node *exponent)
{
    sni_pair one = number_pair(s, 1, 0), x = one;
    sni_node *n = sni_cstep_hold(s, exponent ? sni_cast(s->g, exponent, SNI_INT32) : NULL);
    sni_node *few = n ? sni_cstep2(s, SNI_OP_LESS_EQUAL, exponent, num(s, 3)) : NULL;
    for (int bit = 1; bit < 128; bit *= 2) {
        sni_node *mask = sni_cstep_hold(s, sni_scalar_const(s->g, SNI_INT32, (sni_scalar){.i32 = bit}));
        sni_node *test = sni_cstep2(s, SNI_OP_BITWISE_AND, n, mask);
        test = test ? sni_cstep_hold(s, sni_cast(s->g, test, SNI_BOOL)) : NULL;
        sni_pair next = sni_complex_multiply(s, x, a);
        if (bit < 4) { /* nothing came before: a itself where n is small */
            sni_node *fresh = bit == 1 ? few : both(s, few, sni_cstep2(s, SNI_OP_EQUAL, exponent, num(s, 2)));
            next = choose(s, fresh, a, next);
        }
        x = choose(s, test, next, x);
        if (bit < 64) a = sni_complex_multiply(s, a, a);
    }
    return x;
}

/* 0 to a power with a positive real part is 0, to any other NaN. */
static sni_pair zero_base(sni_csteps *s, sni_pair a, sni_pair b, sni_pair power)
{
    sni_node *value = where(s, above(s, b.re, num(s, 0)), num(s, 0), num(s, __builtin_nan("")));
    sni_node *zero = both(s, is_zero(s, a.re), is_zero(s, a.im));
    return (sni_pair){where(s, zero, value, power.re), where(s, zero, value, power.im)};
}

static sni_pair by_logarithm(sni_csteps *s, sni_pair a, sni_pair b)
{
    return sni_complex_exp(s, sni_complex_multiply(s, b, sni_complex_log(s, a)));
}

static sni_pair general(sni_csteps *s, sni_pair a, sni_pair b)
{
    sni_node *n = size_of(s, b.re);
    sni_node *whole = both(s, is_zero(s, b.im), both(s, below(s, n, num(s, WHOLE_MAX)), same(s, sni_cstep1(s, SNI_OP_TRUNC, n), n)));
    sni_pair power = whole_power(s, a, n);
    power = choose(s, below(s, b.re, num(s, 0)), sni_complex_divide(s, number_pair(s, 1, 0), power), power);
    power = zero_base(s, a, b, choose(s, whole, power, by_logarithm(s, a, b)));
    sni_node *none = both(s, is_zero(s, b.re), is_zero(s, b.im));
    return choose(s, none, number_pair(s, 1, 0), power);
}

static bool known(const sni_csteps *s, const sni_node *n, double *value)
{
    if (!n || n->kind != SNI_NODE_CONST) return false;
    *value = sni_scalar_cast((sni_scalar){.bits = {n->u.scalar, 0}}, s->part, SNI_FLOAT64).f64;
    return true;
}

sni_pair sni_complex_power(sni_csteps *s, sni_pair a, sni_pair b)
{
    double re, im;
    if (!known(s, b.re, &re) || !known(s, b.im, &im)) return general(s, a, b);
    if (re == 0 && im == 0) return number_pair(s, 1, 0);
    if (im != 0 || !(re > -WHOLE_MAX && re < WHOLE_MAX)) return zero_base(s, a, b, by_logarithm(s, a, b));
    if (re == 0.5) return sni_complex_sqrt(s, a);
    if (re == 1) return a;
    if (re == 2) return sni_complex_square(s, a);
    if (re == -1) return sni_complex_reciprocal(s, a);
    if (re != (int)re) return zero_base(s, a, b, by_logarithm(s, a, b));
    sni_pair power = whole_known(s, a, re < 0 ? -(int)re : (int)re);
    if (re < 0) power = sni_complex_divide(s, number_pair(s, 1, 0), power);
    return zero_base(s, a, b, power);
}
