/* Functions made of several operations, as NumPy makes them. */
#include "graph/internal.h"

#include <float.h>

static bool is_float(const sni_node *x)
{
    return sni_dtypes[x->dtype].kind == SNI_KIND_FLOAT;
}

static bool is_whole(const sni_node *x)
{
    return sni_dtypes[x->dtype].kind == SNI_KIND_INT || sni_dtypes[x->dtype].kind == SNI_KIND_UINT;
}

/* ---- steps: they take their operands' references, and NULL is passed on ------------------------------------ */

static sni_node *apply(sni_graph *g, sni_op op, sni_node *a, sni_node *b, const bool *weak)
{
    bool two = sni_ops[op].arity == 2;
    sni_node *n = a && (b || !two) ? sni_element(g, op, (sni_node *[]){a, b}, weak) : NULL;
    sni_node_release(g, a);
    sni_node_release(g, b);
    return n;
}

static sni_node *unary(sni_graph *g, sni_op op, sni_node *a)
{
    return apply(g, op, a, NULL, NULL);
}

static sni_node *binary(sni_graph *g, sni_op op, sni_node *a, sni_node *b)
{
    return apply(g, op, a, b, NULL);
}

/* a op number, where the number takes the dtype of a. */
static sni_node *with_number(sni_graph *g, sni_op op, sni_node *a, double number)
{
    sni_node *b = sni_scalar_const(g, SNI_FLOAT64, (sni_scalar){.f64 = number});
    return apply(g, op, a, b, (const bool[]){false, true});
}

static sni_node *cast(sni_graph *g, sni_node *a, sni_dtype dtype)
{
    sni_node *n = a ? sni_cast(g, a, dtype) : NULL;
    sni_node_release(g, a);
    return n;
}

/* ---- elementwise ------------------------------------------------------------------------------------------------ */

sni_node *sni_float_power(sni_graph *g, sni_node *base, sni_node *exponent)
{
    return binary(g, SNI_OP_POWER, sni_cast(g, base, SNI_FLOAT64), sni_cast(g, exponent, SNI_FLOAT64));
}

/* Of equals minimum and maximum give the second, which shows in the sign of a zero: NumPy keeps x where both
 * bounds are scalars. */
static sni_node *bounded(sni_graph *g, sni_op op, sni_node *x, sni_node *bound, bool weak, bool keep)
{
    if (keep) return apply(g, op, sni_hold(bound), x, (const bool[]){weak, false});
    return apply(g, op, x, sni_hold(bound), (const bool[]){false, weak});
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
    bool whole = is_whole(x);
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

/* Integers have digits to lose left of the point alone; there they are rounded as float64. */
sni_node *sni_round(sni_graph *g, sni_node *x, int decimals)
{
    if (is_whole(x) && decimals >= 0) return sni_hold(x);
    if (decimals == 0) return sni_element(g, SNI_OP_RINT, &x, NULL);
    if (x->dtype == SNI_BOOL) {
        sni_fail(SN_ERR_DTYPE, "round: a bool has no decimals to round to %d", decimals);
        return NULL;
    }
    double factor = power_of_10(decimals < 0 ? 0u - (unsigned)decimals : (unsigned)decimals);
    sni_op there = decimals < 0 ? SNI_OP_DIVIDE : SNI_OP_MULTIPLY, back = decimals < 0 ? SNI_OP_MULTIPLY : SNI_OP_DIVIDE;
    sni_node *n = unary(g, SNI_OP_RINT, with_number(g, there, sni_hold(x), factor));
    n = with_number(g, back, n, factor);
    return is_whole(x) ? cast(g, n, (sni_dtype)x->dtype) : n;
}

/* What a number allows is computed in float64 and compared as a number is. */
sni_node *sni_isclose(sni_graph *g, sni_node *x, sni_node *y, const bool *weak, double rtol, double atol, bool equal_nan)
{
    y = is_float(y) ? sni_hold(y) : sni_cast(g, y, SNI_FLOAT64);
    if (!y) return NULL;
    sni_node *allowed = with_number(g, SNI_OP_MULTIPLY, unary(g, SNI_OP_ABSOLUTE, sni_hold(y)), rtol);
    allowed = with_number(g, SNI_OP_ADD, allowed, atol);
    sni_node *distance = unary(g, SNI_OP_ABSOLUTE, apply(g, SNI_OP_SUBTRACT, sni_hold(x), sni_hold(y), weak));
    sni_node *near = apply(g, SNI_OP_LESS_EQUAL, distance, allowed, (const bool[]){false, weak[1]});
    near = binary(g, SNI_OP_BITWISE_AND, near, unary(g, SNI_OP_ISFINITE, sni_hold(y)));
    near = binary(g, SNI_OP_BITWISE_OR, near, apply(g, SNI_OP_EQUAL, sni_hold(x), sni_hold(y), weak));
    if (equal_nan) {
        sni_node *both = binary(g, SNI_OP_BITWISE_AND, unary(g, SNI_OP_ISNAN, sni_hold(x)), unary(g, SNI_OP_ISNAN, sni_hold(y)));
        near = binary(g, SNI_OP_BITWISE_OR, near, both);
    }
    sni_node_release(g, y);
    return near;
}

/* where(test, number, n), which takes the references of test and n. */
static sni_node *replaced(sni_graph *g, sni_node *test, double number, sni_node *n)
{
    sni_node *with = n ? sni_scalar_const(g, (sni_dtype)n->dtype,
                                          sni_scalar_cast((sni_scalar){.f64 = number}, SNI_FLOAT64, (sni_dtype)n->dtype)) : NULL;
    sni_node *out = test && with ? sni_element(g, SNI_OP_WHERE, (sni_node *[]){test, with, n}, NULL) : NULL;
    sni_node_release(g, test);
    sni_node_release(g, with);
    sni_node_release(g, n);
    return out;
}

sni_node *sni_nan_to_num(sni_graph *g, sni_node *x, double nan, const double *posinf, const double *neginf)
{
    if (!is_float(x)) return sni_hold(x);
    double most = x->dtype == SNI_FLOAT32 ? (double)FLT_MAX : DBL_MAX;
    sni_node *n = replaced(g, unary(g, SNI_OP_ISNAN, sni_hold(x)), nan, sni_hold(x));
    n = replaced(g, with_number(g, SNI_OP_EQUAL, sni_hold(x), __builtin_inf()), posinf ? *posinf : most, n);
    return replaced(g, with_number(g, SNI_OP_EQUAL, sni_hold(x), -__builtin_inf()), neginf ? *neginf : -most, n);
}

/* ---- reductions --------------------------------------------------------------------------------------------------- */

sni_node *sni_ptp(sni_graph *g, sni_node *x, const int *axes, int naxes, bool keepdims)
{
    sni_node *most = sni_reduce(g, SNI_REDUCE_MAX, x, axes, naxes, keepdims, SNI_DTYPE_NONE);
    sni_node *least = most ? sni_reduce(g, SNI_REDUCE_MIN, x, axes, naxes, keepdims, SNI_DTYPE_NONE) : NULL;
    return binary(g, SNI_OP_SUBTRACT, most, least);
}

sni_node *sni_count_nonzero(sni_graph *g, sni_node *x, const int *axes, int naxes, bool keepdims)
{
    sni_node *test = sni_cast(g, x, SNI_BOOL);
    sni_node *n = test ? sni_reduce(g, SNI_REDUCE_SUM, test, axes, naxes, keepdims, SNI_DTYPE_NONE) : NULL;
    sni_node_release(g, test);
    return n;
}

/* Elements of x for each of `kept`, where reduced axes have extent 1. */
static double elements_each(const sni_layout *x, const sni_layout *kept)
{
    double count = 1;
    for (int k = 0; k < x->rank; k++)
        if (kept->dims[k] != x->dims[k]) count *= (double)x->dims[k];
    return count;
}

sni_node *sni_var(sni_graph *g, sni_node *x, const int *axes, int naxes, double ddof, bool keepdims, sni_dtype dtype)
{
    sni_node *mean = sni_reduce(g, SNI_REDUCE_MEAN, x, axes, naxes, true, dtype);
    if (!mean) return NULL;
    double count = elements_each(x->layout, mean->layout) - ddof;
    sni_node *square = unary(g, SNI_OP_SQUARE, binary(g, SNI_OP_SUBTRACT, sni_hold(x), mean));
    sni_node *sum = square ? sni_reduce(g, SNI_REDUCE_SUM, square, axes, naxes, keepdims, dtype) : NULL;
    sni_node_release(g, square);
    if (!sum) return NULL;
    sni_dtype result = (sni_dtype)sum->dtype;
    return cast(g, with_number(g, SNI_OP_DIVIDE, sum, count > 0 ? count : 0), result);
}

sni_node *sni_std(sni_graph *g, sni_node *x, const int *axes, int naxes, double ddof, bool keepdims, sni_dtype dtype)
{
    return unary(g, SNI_OP_SQRT, sni_var(g, x, axes, naxes, ddof, keepdims, dtype));
}
