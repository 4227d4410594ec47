/* Whether values are close or equal: isclose, allclose, array_equal, array_equiv. */
#include "graph/steps.h"

static sni_node *both_nan(sni_graph *g, sni_node *x, sni_node *y)
{
    return sni_step2(g, SNI_OP_BITWISE_AND, sni_element(g, SNI_OP_ISNAN, &x, NULL),
                     sni_element(g, SNI_OP_ISNAN, &y, NULL));
}

/* atol + rtol * |y|, which is a number where all three are. */
static sni_node *allowed(sni_graph *g, sni_node *y, const sni_alike *a, bool *weak)
{
    const bool product[] = {a->weak[2], a->weak[1]};
    bool number = product[0] && product[1];
    sni_node *n = sni_step2_weak(g, SNI_OP_MULTIPLY, sni_hold(a->rtol),
                                 sni_element(g, SNI_OP_ABSOLUTE, &y, NULL), product);
    *weak = number && a->weak[3];
    return sni_step2_weak(g, SNI_OP_ADD, sni_hold(a->atol), n, (const bool[]){a->weak[3], number});
}

sni_node *sni_isclose(sni_graph *g, const sni_alike *a)
{
    bool number;
    sni_node *x = a->x, *y = sni_dtypes[a->y->dtype].kind <= SNI_KIND_UINT ? sni_cast(g, a->y, SNI_FLOAT64)
                                                                           : sni_hold(a->y);
    if (!y) return NULL;
    sni_node *distance = sni_step2_weak(g, SNI_OP_SUBTRACT, sni_hold(x), sni_hold(y), a->weak);
    distance = sni_step1(g, SNI_OP_ABSOLUTE, distance);
    sni_node *limit = distance ? allowed(g, y, a, &number) : NULL;
    sni_node *near = sni_step2_weak(g, SNI_OP_LESS_EQUAL, distance, limit,
                                    (const bool[]){false, limit && number});
    near = near ? sni_step2(g, SNI_OP_BITWISE_AND, near, sni_element(g, SNI_OP_ISFINITE, &y, NULL)) : NULL;
    near = near ? sni_step2(g, SNI_OP_BITWISE_OR, near,
                            sni_element(g, SNI_OP_EQUAL, (sni_node *[]){x, y}, a->weak))
                : NULL;
    if (near && a->equal_nan) near = sni_step2(g, SNI_OP_BITWISE_OR, near, both_nan(g, x, y));
    sni_node_release(g, y);
    return near;
}

static sni_node *all(sni_graph *g, sni_node *test)
{
    const sni_reducing every = {.naxes = -1, .dtype = SNI_DTYPE_NONE};
    return sni_step_reduce(g, SNI_REDUCE_ALL, test, &every);
}

sni_node *sni_allclose(sni_graph *g, const sni_alike *a)
{
    return all(g, sni_isclose(g, a));
}

static bool shapes_meet(const sni_layout *a, const sni_layout *b)
{
    for (int k = 1; k <= a->rank && k <= b->rank; k++) {
        int64_t m = a->dims[a->rank - k], n = b->dims[b->rank - k];
        if (m != n && m != 1 && n != 1) return false;
    }
    return true;
}

sni_node *sni_array_equal(sni_graph *g, sni_node *x, sni_node *y, bool equal_nan, bool spread)
{
    bool comparable = spread ? shapes_meet(x->layout, y->layout)
                             : sni_layout_same_shape(x->layout, y->layout);
    if (!comparable) return sni_scalar_const(g, SNI_BOOL, (sni_scalar){.b8 = false});
    sni_node *same = sni_element(g, SNI_OP_EQUAL, (sni_node *[]){x, y}, NULL);
    if (same && equal_nan) same = sni_step2(g, SNI_OP_BITWISE_OR, same, both_nan(g, x, y));
    return all(g, same);
}
