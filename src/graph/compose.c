/* Functions made of several operations, as NumPy makes them. */
#include "graph/steps.h"

#include <float.h>

sni_node *sni_float_power(sni_graph *g, sni_node *base, sni_node *exponent)
{
    bool complex = sni_dtype_complex((sni_dtype)base->dtype) || sni_dtype_complex((sni_dtype)exponent->dtype);
    sni_dtype dtype = complex ? SNI_COMPLEX128 : SNI_FLOAT64;
    return sni_step2(g, SNI_OP_POWER, sni_cast(g, base, dtype), sni_cast(g, exponent, dtype));
}

/* Of equals minimum and maximum give the second, which shows in the sign of a zero: NumPy keeps x where both
 * bounds are scalars. */
static sni_node *bounded(sni_graph *g, sni_op op, sni_node *x, sni_node *bound, bool weak, bool keep)
{
    if (keep) return sni_step2_weak(g, op, sni_hold(bound), x, (const bool[]){weak, false});
    return sni_step2_weak(g, op, x, sni_hold(bound), (const bool[]){false, weak});
}

static sni_node *clip(sni_graph *g, sni_node *x, sni_node *low, sni_node *high, const bool *weak)
{
    if (!low && !high) return sni_element(g, SNI_OP_POSITIVE, &x, NULL);
    bool keep = low && high && !low->layout->rank && !high->layout->rank;
    sni_node *n = sni_hold(x);
    if (low) n = bounded(g, SNI_OP_MAXIMUM, n, low, weak[0], keep);
    if (n && high) n = bounded(g, SNI_OP_MINIMUM, n, high, weak[1], keep);
    return n;
}

static bool is_real_number(const sni_node *bound, bool weak)
{
    return bound && weak && bound->dtype == SNI_FLOAT64;
}

/* The dtype in which integers x are bounded by a number with a fraction: float64, or that of the other bound. */
static sni_dtype real_dtype(const sni_node *x, const sni_node *low, const sni_node *high, const bool *weak)
{
    sni_dtype d = (sni_dtype)x->dtype;
    if (low && !weak[0]) d = sni_promote(d, (sni_dtype)low->dtype);
    if (high && !weak[1]) d = sni_promote(d, (sni_dtype)high->dtype);
    return sni_dtypes[d].kind <= SNI_KIND_UINT ? SNI_FLOAT64 : d;
}

/* An integer beyond what x may hold bounds nothing. */
sni_node *sni_clip(sni_graph *g, sni_node *x, sni_node *low, sni_node *high, const bool *weak)
{
    bool whole = sni_node_is_integer(x);
    if (low && whole && weak[0] && sni_weak_fit(low, (sni_dtype)x->dtype) < 0) low = NULL;
    if (high && whole && weak[1] && sni_weak_fit(high, (sni_dtype)x->dtype) > 0) high = NULL;
    bool real = whole && (is_real_number(low, weak[0]) || is_real_number(high, weak[1]));
    sni_node *y = real ? sni_cast(g, x, real_dtype(x, low, high, weak)) : sni_hold(x);
    sni_node *n = y ? clip(g, y, low, high, weak) : NULL;
    sni_node_release(g, y);
    return n;
}

static double power_of_10(unsigned n)
{
    double r = 1;
    for (; n && r < DBL_MAX; n--) r *= 10;
    return r;
}

/* Takes both references. */
static sni_node *joined_parts(sni_graph *g, sni_node *re, sni_node *im)
{
    sni_node *out = re && im ? sni_complex(g, re, im, NULL) : NULL;
    sni_node_release(g, re);
    sni_node_release(g, im);
    return out;
}

static sni_node *round_parts(sni_graph *g, sni_node *x, int decimals)
{
    sni_node *re = sni_real(g, x), *im = sni_imag(g, x);
    sni_node *a = re ? sni_round(g, re, decimals) : NULL, *b = im ? sni_round(g, im, decimals) : NULL;
    sni_node_release(g, re);
    sni_node_release(g, im);
    return joined_parts(g, a, b);
}

/* Integers have digits to lose left of the point alone; there they are rounded as float64. */
sni_node *sni_round(sni_graph *g, sni_node *x, int decimals)
{
    if (sni_node_is_integer(x) && decimals >= 0) return sni_hold(x);
    if (decimals == 0) return sni_element(g, SNI_OP_RINT, &x, NULL);
    if (sni_dtype_complex((sni_dtype)x->dtype)) return round_parts(g, x, decimals);
    if (x->dtype == SNI_BOOL) {
        sni_fail(SN_ERR_DTYPE, "round: a bool has no decimals to round to %d", decimals);
        return NULL;
    }
    double factor = power_of_10(decimals < 0 ? 0u - (unsigned)decimals : (unsigned)decimals);
    sni_op there = decimals < 0 ? SNI_OP_DIVIDE : SNI_OP_MULTIPLY,
           back = decimals < 0 ? SNI_OP_MULTIPLY : SNI_OP_DIVIDE;
    sni_node *n = sni_step1(g, SNI_OP_RINT, sni_step_real(g, there, sni_hold(x), factor));
    n = sni_step_real(g, back, n, factor);
    return sni_node_is_integer(x) ? sni_step_cast(g, n, (sni_dtype)x->dtype) : n;
}

static sni_node *nan_to_num_parts(sni_graph *g, sni_node *x, double nan, const double *posinf, const double *neginf)
{
    sni_node *re = sni_real(g, x), *im = sni_imag(g, x);
    sni_node *a = re ? sni_nan_to_num(g, re, nan, posinf, neginf) : NULL;
    sni_node *b = im ? sni_nan_to_num(g, im, nan, posinf, neginf) : NULL;
    sni_node_release(g, re);
    sni_node_release(g, im);
    return joined_parts(g, a, b);
}

sni_node *sni_nan_to_num(sni_graph *g, sni_node *x, double nan, const double *posinf, const double *neginf)
{
    if (sni_dtype_complex((sni_dtype)x->dtype)) return nan_to_num_parts(g, x, nan, posinf, neginf);
    if (!sni_node_is_float(x)) return sni_hold(x);
    double most = x->dtype == SNI_FLOAT32 ? (double)FLT_MAX : DBL_MAX;
    sni_node *n = sni_step_replace(g, sni_step1(g, SNI_OP_ISNAN, sni_hold(x)), nan, sni_hold(x));
    n = sni_step_replace(g, sni_step_real(g, SNI_OP_EQUAL, sni_hold(x), __builtin_inf()),
                         posinf ? *posinf : most, n);
    return sni_step_replace(g, sni_step_real(g, SNI_OP_EQUAL, sni_hold(x), -__builtin_inf()),
                            neginf ? *neginf : -most, n);
}

/* NumPy's: sin(pi x) / (pi x), at 0 of a number so small that the quotient is 1. */
sni_node *sni_sinc(sni_graph *g, sni_node *x)
{
    sni_node *y = sni_step_real(g, SNI_OP_MULTIPLY, sni_hold(x), 3.14159265358979323846);
    if (!y) return NULL;
    double least = y->dtype == SNI_FLOAT32 ? (double)FLT_EPSILON : DBL_EPSILON;
    y = sni_step_replace(g, sni_step_real(g, SNI_OP_EQUAL, sni_hold(y), 0), least, y);
    return sni_step2(g, SNI_OP_DIVIDE, y ? sni_element(g, SNI_OP_SIN, &y, NULL) : NULL, y);
}

sni_node *sni_is_infinity(sni_graph *g, sni_node *x, double which)
{
    if (sni_node_is_float(x)) return sni_step_real(g, SNI_OP_EQUAL, sni_hold(x), which);
    if (sni_dtypes[x->dtype].kind <= SNI_KIND_UINT)
        return sni_const(g, SNI_BOOL, (sni_scalar){.b8 = false}, x->layout->rank, x->layout->dims);
    sni_fail(SN_ERR_DTYPE, "%s: not supported for %s", which > 0 ? "isposinf" : "isneginf",
             sni_dtypes[x->dtype].name);
    return NULL;
}
