/* Arithmetic and comparison of complex numbers, as NumPy computes them. */
#include "graph/complex_steps.h"

static sni_pair real(sni_node *n) { return (sni_pair){n, NULL}; }

/* ---- arithmetic ------------------------------------------------------------------------------------------- */

sni_pair sni_complex_add(sni_csteps *s, sni_pair a, sni_pair b)
{
    return (sni_pair){add(s, a.re, b.re), add(s, a.im, b.im)};
}

sni_pair sni_complex_subtract(sni_csteps *s, sni_pair a, sni_pair b)
{
    return (sni_pair){sub(s, a.re, b.re), sub(s, a.im, b.im)};
}

sni_pair sni_complex_multiply(sni_csteps *s, sni_pair a, sni_pair b)
{
    return (sni_pair){sub(s, mul(s, a.re, b.re), mul(s, a.im, b.im)), add(s, mul(s, a.re, b.im), mul(s, a.im, b.re))};
}

/* Smith's: divided through by the larger part of b, so that no square overflows.  By zero each part is
 * divided by it. */
sni_pair sni_complex_divide(sni_csteps *s, sni_pair a, sni_pair b)
{
    sni_node *big = size_of(s, b.re), *zero = num(s, 0);
    sni_node *wide = at_least(s, big, size_of(s, b.im));
    sni_node *none = both(s, same(s, b.re, zero), same(s, b.im, zero));
    sni_node *less = where(s, wide, b.im, b.re), *more = where(s, wide, b.re, b.im);
    sni_node *x = where(s, wide, a.re, a.im), *y = where(s, wide, a.im, a.re);
    sni_node *ratio = over(s, less, more);
    sni_node *scale = over(s, num(s, 1), add(s, more, mul(s, less, ratio)));
    sni_node *re = mul(s, add(s, x, mul(s, y, ratio)), scale);
    sni_node *part = mul(s, x, ratio);
    sni_node *im = mul(s, where(s, wide, sub(s, y, part), sub(s, part, y)), scale);
    return (sni_pair){where(s, none, over(s, a.re, big), re), where(s, none, over(s, a.im, big), im)};
}

sni_pair sni_complex_negative(sni_csteps *s, sni_pair z)
{
    return (sni_pair){neg(s, z.re), neg(s, z.im)};
}

sni_pair sni_complex_positive(sni_csteps *s, sni_pair z)
{
    (void)s;
    return z;
}

sni_pair sni_complex_conjugate(sni_csteps *s, sni_pair z)
{
    return (sni_pair){z.re, neg(s, z.im)};
}

sni_pair sni_complex_square(sni_csteps *s, sni_pair z)
{
    return sni_complex_multiply(s, z, z);
}

sni_pair sni_complex_reciprocal(sni_csteps *s, sni_pair z)
{
    sni_node *wide = sni_cstep2(s, SNI_OP_LESS_EQUAL, size_of(s, z.im), size_of(s, z.re));
    sni_node *less = where(s, wide, z.im, z.re), *more = where(s, wide, z.re, z.im);
    sni_node *one = num(s, 1), *ratio = over(s, less, more), *whole = add(s, more, mul(s, less, ratio));
    sni_node *re = over(s, where(s, wide, one, ratio), whole);
    return (sni_pair){re, over(s, neg(s, where(s, wide, ratio, one)), whole)};
}

sni_pair sni_complex_absolute(sni_csteps *s, sni_pair z)
{
    return real(hypotenuse(s, z.re, z.im));
}

/* z / |z|; where one part alone is infinite its sign, where both are NaN. */
sni_pair sni_complex_sign(sni_csteps *s, sni_pair z)
{
    sni_node *size = sni_complex_absolute(s, z).re, *zero = num(s, 0);
    sni_node *none = same(s, size, zero), *endless = is_inf(s, size);
    sni_node *parts[2] = {z.re, z.im};
    for (int k = 0; k < 2; k++) {
        sni_node *infinite = is_inf(s, parts[k]);
        sni_node *lone = where(s, infinite, sni_cstep1(s, SNI_OP_SIGN, parts[k]), zero);
        sni_node *other = is_inf(s, k ? z.re : z.im);
        sni_node *nan = num(s, __builtin_nan(""));
        lone = where(s, both(s, infinite, other), nan, lone);
        parts[k] = where(s, endless, lone, where(s, none, zero, over(s, parts[k], size)));
    }
    return (sni_pair){parts[0], parts[1]};
}

sni_pair sni_complex_rint(sni_csteps *s, sni_pair z)
{
    return (sni_pair){sni_cstep1(s, SNI_OP_RINT, z.re), sni_cstep1(s, SNI_OP_RINT, z.im)};
}

/* ---- tests --------------------------------------------------------------------------------------------------- */

sni_pair sni_complex_isnan(sni_csteps *s, sni_pair z)
{
    return real(either(s, is_nan(s, z.re), is_nan(s, z.im)));
}

sni_pair sni_complex_isinf(sni_csteps *s, sni_pair z)
{
    return real(either(s, is_inf(s, z.re), is_inf(s, z.im)));
}

sni_pair sni_complex_isfinite(sni_csteps *s, sni_pair z)
{
    return real(both(s, is_finite(s, z.re), is_finite(s, z.im)));
}

sni_pair sni_complex_equal(sni_csteps *s, sni_pair a, sni_pair b)
{
    return real(both(s, same(s, a.re, b.re), same(s, a.im, b.im)));
}

sni_pair sni_complex_not_equal(sni_csteps *s, sni_pair a, sni_pair b)
{
    return real(either(s, sni_cstep2(s, SNI_OP_NOT_EQUAL, a.re, b.re), sni_cstep2(s, SNI_OP_NOT_EQUAL, a.im, b.im)));
}

/* By the real parts unless an imaginary one is NaN; of equal real parts by the imaginary ones. */
static sni_node *ordered(sni_csteps *s, sni_op strict, sni_op op, sni_pair a, sni_pair b)
{
    sni_node *numbers = both(s, same(s, a.im, a.im), same(s, b.im, b.im));
    sni_node *by_real = both(s, sni_cstep2(s, strict, a.re, b.re), numbers);
    return either(s, by_real, both(s, same(s, a.re, b.re), sni_cstep2(s, op, a.im, b.im)));
}

sni_pair sni_complex_less(sni_csteps *s, sni_pair a, sni_pair b)
{
    return real(ordered(s, SNI_OP_LESS, SNI_OP_LESS, a, b));
}

sni_pair sni_complex_less_equal(sni_csteps *s, sni_pair a, sni_pair b)
{
    return real(ordered(s, SNI_OP_LESS, SNI_OP_LESS_EQUAL, a, b));
}

sni_pair sni_complex_greater(sni_csteps *s, sni_pair a, sni_pair b)
{
    return real(ordered(s, SNI_OP_GREATER, SNI_OP_GREATER, a, b));
}

sni_pair sni_complex_greater_equal(sni_csteps *s, sni_pair a, sni_pair b)
{
    return real(ordered(s, SNI_OP_GREATER, SNI_OP_GREATER_EQUAL, a, b));
}

/* a where it is in order before b, or where `wins` is NaN. */
static sni_pair first_of(sni_csteps *s, sni_op strict, sni_op op, sni_pair a, sni_pair b, sni_pair wins)
{
    sni_node *keep = either(s, ordered(s, strict, op, a, b), sni_complex_isnan(s, wins).re);
    return (sni_pair){where(s, keep, a.re, b.re), where(s, keep, a.im, b.im)};
}

sni_pair sni_complex_minimum(sni_csteps *s, sni_pair a, sni_pair b)
{
    return first_of(s, SNI_OP_LESS, SNI_OP_LESS_EQUAL, a, b, a);
}

sni_pair sni_complex_maximum(sni_csteps *s, sni_pair a, sni_pair b)
{
    return first_of(s, SNI_OP_GREATER, SNI_OP_GREATER_EQUAL, a, b, a);
}

sni_pair sni_complex_fmin(sni_csteps *s, sni_pair a, sni_pair b)
{
    return first_of(s, SNI_OP_LESS, SNI_OP_LESS_EQUAL, a, b, b);
}

sni_pair sni_complex_fmax(sni_csteps *s, sni_pair a, sni_pair b)
{
    return first_of(s, SNI_OP_GREATER, SNI_OP_GREATER_EQUAL, a, b, b);
}
