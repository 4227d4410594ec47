/* Trigonometric and hyperbolic functions of complex numbers and their inverses.  Branch cuts, signs of zero and the
 * answers at infinity and NaN are C99's (Annex G).
 *
 * The circular functions follow from the hyperbolic ones with the parts exchanged: for f = sinh, tanh, arcsinh,
 * arctanh and its circular partner g, g(x + iy) = v + iu where f(y + ix) = u + iv. */
#include "graph/complex_steps.h"

#define LN2 0.693147180559945309417232121458176568
#define PI_2 1.57079632679489661923132169163975144

/* ---- hyperbolic -------------------------------------------------------------------------------------------- */

/* sinh and cosh of a magnitude from one exponential; past `limit` both without their factor exp(limit). */
typedef struct exponentials { sni_node *sinh, *cosh, *rest; } exponentials;

static exponentials sinh_cosh(sni_csteps *s, sni_node *magnitude, double limit)
{
    sni_node *large = above(s, magnitude, num(s, limit)), *half = num(s, 0.5);
    sni_node *less = sni_cstep1(s, SNI_OP_EXPM1, where(s, large, sub(s, magnitude, num(s, limit)), magnitude));
    sni_node *e = add(s, less, num(s, 1)), *most = mul(s, e, half);
    sni_node *sinh = mul(s, add(s, less, over(s, less, e)), half), *cosh = add(s, most, over(s, half, e));
    return (exponentials){where(s, large, most, sinh), where(s, large, most, cosh), where(s, large, num(s, __builtin_exp(limit)), num(s, 1))};
}

static double exp_limit(const sni_csteps *s)
{
    return is_double(s) ? 709 : 88;
}

sni_pair sni_complex_sinh(sni_csteps *s, sni_pair z)
{
    exponentials e = sinh_cosh(s, size_of(s, z.re), exp_limit(s));
    sni_node *re = mul(s, mul(s, signed_as(s, e.sinh, z.re), cosine(s, z.im)), e.rest);
    sni_node *im = mul(s, mul(s, e.cosh, sine(s, z.im)), e.rest);
    sni_node *lost = not_so(s, is_finite(s, z.im)), *endless = is_inf(s, z.re);
    re = where(s, both(s, lost, is_zero(s, z.re)), z.re, re);
    re = where(s, both(s, lost, endless), num(s, __builtin_inf()), re);
    return (sni_pair){re, where(s, is_zero(s, z.im), z.im, im)};
}

sni_pair sni_complex_cosh(sni_csteps *s, sni_pair z)
{
    exponentials e = sinh_cosh(s, size_of(s, z.re), exp_limit(s));
    sni_node *re = mul(s, mul(s, e.cosh, cosine(s, z.im)), e.rest);
    sni_node *im = mul(s, mul(s, signed_as(s, e.sinh, z.re), sine(s, z.im)), e.rest);
    sni_node *lost = not_so(s, is_finite(s, z.im));
    sni_node *one = num(s, 1), *side = where(s, is_nan(s, z.re), one, signed_as(s, one, z.re));
    im = where(s, is_zero(s, z.im), mul(s, z.im, side), im);
    im = where(s, both(s, lost, is_zero(s, z.re)), num(s, 0), im);
    return (sni_pair){where(s, both(s, lost, is_inf(s, z.re)), num(s, __builtin_inf()), re), im};
}

/* (sinh x cosh x + i sin y cos y) / (sinh(x)**2 + cos(y)**2).  From a magnitude on the squares would overflow; there
 * the real part is 1 and the imaginary one vanishes beside it. */
sni_pair sni_complex_tanh(sni_csteps *s, sni_pair z)
{
    double most = is_double(s) ? 350 : 40;
    exponentials e = sinh_cosh(s, smaller(s, size_of(s, z.re), num(s, most)), 2 * most);
    sni_node *c = cosine(s, z.im), *turn = mul(s, sine(s, z.im), c);
    sni_node *square = add(s, mul(s, e.sinh, e.sinh), mul(s, c, c));
    sni_node *re = signed_as(s, over(s, mul(s, e.sinh, e.cosh), square), z.re), *im = over(s, turn, square);
    sni_node *endless = is_inf(s, z.re), *lost = not_so(s, is_finite(s, z.im));
    im = where(s, endless, signed_as(s, num(s, 0), where(s, lost, z.im, turn)), im);
    re = where(s, endless, signed_as(s, num(s, 1), z.re), where(s, both(s, lost, is_zero(s, z.re)), z.re, re));
    return (sni_pair){re, where(s, is_zero(s, z.im), z.im, im)};
}

sni_pair sni_complex_sin(sni_csteps *s, sni_pair z)
{
    return swapped(sni_complex_sinh(s, swapped(z)));
}

sni_pair sni_complex_cos(sni_csteps *s, sni_pair z)
{
    return sni_complex_cosh(s, (sni_pair){neg(s, z.im), z.re});
}

sni_pair sni_complex_tan(sni_csteps *s, sni_pair z)
{
    return swapped(sni_complex_tanh(s, swapped(z)));
}

/* ---- inverse sine and cosine ------------------------------------------------------------------------------------
 * W. Kahan, Branch Cuts for Complex Elementary Functions, 1987.  In the first quadrant sqrt(1 + z) = c + id and
 * sqrt(1 - z) = a - ib with all four at least 0, so that no sum below cancels. */

typedef struct quadrant {
    sni_node *x, *y;            /* magnitudes of the parts, divided by 16 where they are huge */
    sni_node *a, *c;
    sni_node *product;          /* real part of sqrt(1 - z) sqrt(1 + z) */
    sni_node *height;           /* magnitude of the imaginary part of either function */
    sni_node *finite, *axis;    /* both parts are; 0 and NaN, which leaves the real part of a result known */
} quadrant;

static quadrant quadrant_of(sni_csteps *s, sni_pair z)
{
    sni_node *one = num(s, 1), *sixteenth = num(s, 0.0625);
    sni_node *x = size_of(s, z.re), *y = size_of(s, z.im);
    sni_node *large = above(s, larger(s, x, y), num(s, __builtin_ldexp(1, is_double(s) ? 1000 : 100)));
    quadrant q = {.x = where(s, large, mul(s, x, sixteenth), x), .y = where(s, large, mul(s, y, sixteenth), y)};
    sni_pair plus = sni_cstep_sqrt(s, add(s, one, q.x), q.y), minus = sni_cstep_sqrt(s, sub(s, one, q.x), q.y);
    q.a = minus.re;
    q.c = plus.re;
    q.product = add(s, mul(s, q.a, q.c), mul(s, minus.im, plus.im));
    q.finite = both(s, is_finite(s, x), is_finite(s, y));
    q.axis = both(s, is_zero(s, x), is_nan(s, y));
    sni_node *endless = where(s, either(s, is_inf(s, x), is_inf(s, y)), num(s, __builtin_inf()), num(s, __builtin_nan("")));
    sni_node *height = add(s, mul(s, q.a, plus.im), mul(s, minus.im, q.c));
    height = sni_cstep1(s, SNI_OP_ARCSINH, where(s, q.finite, height, endless));
    q.height = add(s, height, where(s, large, num(s, 4 * LN2), num(s, 0)));
    return q;
}

sni_pair sni_complex_arcsin(sni_csteps *s, sni_pair z)
{
    quadrant q = quadrant_of(s, z);
    sni_node *beside = where(s, q.finite, q.product, where(s, q.axis, num(s, 1), q.y));
    return (sni_pair){signed_as(s, angle_of(s, q.x, beside), z.re), signed_as(s, q.height, z.im)};
}

/* Left of the imaginary axis the roots exchange their places. */
sni_pair sni_complex_arccos(sni_csteps *s, sni_pair z)
{
    quadrant q = quadrant_of(s, z);
    sni_node *left = is_negative(s, z.re);
    sni_node *up = where(s, q.finite, where(s, left, q.c, q.a), where(s, q.axis, num(s, 1), q.y));
    sni_node *right = where(s, q.finite, where(s, left, q.a, q.c), where(s, q.axis, num(s, 0), signed_as(s, q.x, z.re)));
    sni_node *re = mul(s, angle_of(s, up, right), where(s, q.finite, num(s, 2), num(s, 1)));
    return (sni_pair){re, signed_as(s, q.height, neg(s, z.im))};
}

sni_pair sni_complex_arcsinh(sni_csteps *s, sni_pair z)
{
    return swapped(sni_complex_arcsin(s, swapped(z)));
}

/* arccos(z) turned by a right angle to the right half plane. */
sni_pair sni_complex_arccosh(sni_csteps *s, sni_pair z)
{
    sni_pair w = sni_complex_arccos(s, z);
    return (sni_pair){size_of(s, w.im), signed_as(s, w.re, z.im)};
}

/* ---- inverse tangent ------------------------------------------------------------------------------------------------ */

/* Kahan's: log1p(4x / ((1 - x)**2 + y**2)) / 4 and half the angle of (1 - x)(1 + x) - y**2 + 2iy.  Beside the pole at
 * 1 the square of y vanishes before its logarithm does: there log(2 / y) / 2. */
sni_pair sni_complex_arctanh(sni_csteps *s, sni_pair z)
{
    sni_node *one = num(s, 1), *half = num(s, 0.5), *x = size_of(s, z.re), *y = size_of(s, z.im);
    sni_node *off = sub(s, one, x), *square = mul(s, y, y);
    sni_node *pole = both(s, same(s, x, one), below(s, y, num(s, is_double(s) ? 0x1p-60 : 0x1p-30)));
    sni_node *ratio = mul(s, num(s, 4), over(s, x, add(s, mul(s, off, off), square)));
    sni_node *rise = sni_cstep1(s, SNI_OP_LOG1P, where(s, pole, over(s, num(s, 2), y), ratio));
    sni_node *re = mul(s, rise, where(s, pole, half, num(s, 0.25)));
    sni_node *im = mul(s, half, angle_of(s, y, mul(s, half, sub(s, mul(s, off, add(s, one, x)), square))));
    sni_node *endless = either(s, is_inf(s, x), is_inf(s, y)), *axis = both(s, is_zero(s, x), is_nan(s, y));
    re = where(s, either(s, endless, axis), num(s, 0), re);
    im = where(s, both(s, endless, not_so(s, is_nan(s, y))), num(s, PI_2), im);
    return (sni_pair){signed_as(s, re, z.re), signed_as(s, im, z.im)};
}

sni_pair sni_complex_arctan(sni_csteps *s, sni_pair z)
{
    return swapped(sni_complex_arctanh(s, swapped(z)));
}
