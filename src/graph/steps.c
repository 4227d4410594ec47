/* Steps of which the composed functions are made. */
#include "graph/steps.h"

sni_node *sni_step2_weak(sni_graph *g, sni_op op, sni_node *a, sni_node *b, const bool *weak)
{
    sni_node *n = a && b ? sni_element(g, op, (sni_node *[]){a, b}, weak) : NULL;
    sni_node_release(g, a);
    sni_node_release(g, b);
    return n;
}

sni_node *sni_step2(sni_graph *g, sni_op op, sni_node *a, sni_node *b)
{
    return sni_step2_weak(g, op, a, b, NULL);
}

sni_node *sni_step1(sni_graph *g, sni_op op, sni_node *a)
{
    sni_node *n = a ? sni_element(g, op, &a, NULL) : NULL;
    sni_node_release(g, a);
    return n;
}

sni_node *sni_step_cast(sni_graph *g, sni_node *a, sni_dtype dtype)
{
    sni_node *n = a ? sni_cast(g, a, dtype) : NULL;
    sni_node_release(g, a);
    return n;
}

sni_node *sni_step_where(sni_graph *g, sni_node *test, sni_node *x, sni_node *y)
{
    sni_node *n = test && x && y ? sni_element(g, SNI_OP_WHERE, (sni_node *[]){test, x, y}, NULL) : NULL;
    sni_node_release(g, test);
    sni_node_release(g, x);
    sni_node_release(g, y);
    return n;
}

static const bool weak_second[] = {false, true};

sni_node *sni_step_real(sni_graph *g, sni_op op, sni_node *a, double number)
{
    return sni_step2_weak(g, op, a, sni_scalar_const(g, SNI_FLOAT64, (sni_scalar){.f64 = number}),
                          weak_second);
}

sni_node *sni_step_integer(sni_graph *g, sni_op op, sni_node *a, int64_t number)
{
    return sni_step2_weak(g, op, a, sni_scalar_const(g, SNI_INT64, (sni_scalar){.i64 = number}), weak_second);
}

sni_node *sni_number_of(sni_graph *g, sni_dtype dtype, double number)
{
    return sni_scalar_const(g, dtype, sni_scalar_cast((sni_scalar){.f64 = number}, SNI_FLOAT64, dtype));
}

sni_node *sni_step_replace(sni_graph *g, sni_node *test, double number, sni_node *n)
{
    return sni_step_where(g, test, n ? sni_number_of(g, (sni_dtype)n->dtype, number) : NULL, n);
}

sni_node *sni_step_reduce(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how)
{
    sni_node *n = x ? sni_reduce_with(g, r, x, how) : NULL;
    sni_node_release(g, x);
    return n;
}

sni_node *sni_iota_along(sni_graph *g, int64_t count, int axis, int rank)
{
    int64_t dims[SNI_MAX_RANK] = {0};
    for (int k = 0; k < rank; k++) dims[k] = k == axis ? count : 1;
    return sni_iota(g, rank, dims);
}
