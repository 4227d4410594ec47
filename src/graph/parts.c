/* Functions with two results: quotient and remainder, fraction and whole part, mantissa and exponent. */
#include "graph/steps.h"

/* Takes a result's reference or, where its twin failed, drops it. */
static int both(sni_graph *g, sni_node *a, sni_node *b, sni_node **first, sni_node **second)
{
    bool whole = a && b;
    if (!whole) sni_node_release(g, a);
    if (!whole) sni_node_release(g, b);
    *first = whole ? a : NULL;
    *second = whole ? b : NULL;
    return whole ? SN_OK : sni_error_status();
}

int sni_divmod(sni_graph *g, sni_node *a, sni_node *b, const bool *weak, sni_node **quotient,
               sni_node **remainder)
{
    sni_node *in[] = {a, b}, *q = sni_element(g, SNI_OP_FLOOR_DIVIDE, in, weak);
    return both(g, q, q ? sni_element(g, SNI_OP_REMAINDER, in, weak) : NULL, quotient, remainder);
}

/* x in the float that NumPy chooses for its size. */
static sni_node *as_float(sni_graph *g, const char *name, sni_node *x)
{
    sni_dtype d = sni_float_for((sni_dtype)x->dtype);
    if (sni_need_ready(name, d) < 0) return NULL;
    if (sni_dtypes[d].kind == SNI_KIND_FLOAT) return sni_cast(g, x, d);
    sni_fail(SN_ERR_DTYPE, "%s: not supported for %s", name, sni_dtypes[d].name);
    return NULL;
}

/* Both parts with the sign of x; nothing is left of an infinity. */
int sni_modf(sni_graph *g, sni_node *x, sni_node **fraction, sni_node **whole)
{
    sni_node *y = as_float(g, "modf", x), *w = y ? sni_element(g, SNI_OP_TRUNC, &y, NULL) : NULL;
    sni_node *f = w ? sni_step2(g, SNI_OP_SUBTRACT, sni_hold(y), sni_hold(w)) : NULL;
    f = f ? sni_step_replace(g, sni_element(g, SNI_OP_ISINF, &y, NULL), 0, f) : NULL;
    f = f ? sni_step2(g, SNI_OP_COPYSIGN, f, sni_hold(y)) : NULL;
    sni_node_release(g, y);
    return both(g, f, w, fraction, whole);
}

/* Of 0, NaN and the infinities the mantissa is x itself, the exponent 0. */
static sni_node *without_exponent(sni_graph *g, sni_node *x)
{
    sni_node *infinite = sni_step1(g, SNI_OP_LOGICAL_NOT, sni_element(g, SNI_OP_ISFINITE, &x, NULL));
    return sni_step2(g, SNI_OP_BITWISE_OR, sni_step_real(g, SNI_OP_EQUAL, sni_hold(x), 0), infinite);
}

/* The logarithm may be off by a unit in the last place, and so the exponent by one: a mantissa of 1 or more, or
 * below a half, says so.  Scaling by powers of two is exact. */
static int normalised(sni_graph *g, sni_node *m, sni_node *e, sni_node **mantissa, sni_node **exponent)
{
    for (int below = 0; m && e && below < 2; below++) {
        sni_node *off = sni_step_real(g, below ? SNI_OP_LESS : SNI_OP_GREATER_EQUAL, sni_hold(m),
                                      below ? 0.5 : 1);
        sni_node *scaled = sni_step_real(g, SNI_OP_MULTIPLY, sni_hold(m), below ? 2 : 0.5);
        m = sni_step_where(g, off ? sni_hold(off) : NULL, scaled, m);
        e = sni_step2(g, below ? SNI_OP_SUBTRACT : SNI_OP_ADD, e, sni_step_cast(g, off, SNI_INT32));
    }
    return both(g, m, e, mantissa, exponent);
}

static sni_node *exponent_near(sni_graph *g, sni_node *size)
{
    sni_node *log = sni_step1(g, SNI_OP_FLOOR, sni_element(g, SNI_OP_LOG2, &size, NULL));
    return sni_step_integer(g, SNI_OP_ADD, sni_step_cast(g, log, SNI_INT32), 1);
}

int sni_frexp(sni_graph *g, sni_node *x, sni_node **mantissa, sni_node **exponent)
{
    *mantissa = *exponent = NULL;
    sni_node *y = as_float(g, "frexp", x), *special = y ? without_exponent(g, y) : NULL;
    sni_node *size = special ? sni_element(g, SNI_OP_ABSOLUTE, &y, NULL) : NULL;
    size = size ? sni_step_replace(g, sni_hold(special), 1, size) : NULL;
    sni_node *e = size ? exponent_near(g, size) : NULL;
    sni_node *m = e ? sni_step2(g, SNI_OP_LDEXP, sni_hold(size), sni_element(g, SNI_OP_NEGATIVE, &e, NULL))
                    : NULL;
    sni_node_release(g, size);
    if (normalised(g, m, e, &m, &e) >= 0) {
        m = sni_step_where(g, sni_hold(special), sni_hold(y), sni_step2(g, SNI_OP_COPYSIGN, m, sni_hold(y)));
        e = sni_step_replace(g, sni_hold(special), 0, e);
    }
    sni_node_release(g, special);
    sni_node_release(g, y);
    return both(g, m, e, mantissa, exponent);
}
