/* Steps of which the composed functions are made.  A step takes the references of its operands and passes
 * NULL on, so that a failure anywhere ends the chain with its message and nothing is held twice. */
#ifndef SNI_GRAPH_STEPS_H
#define SNI_GRAPH_STEPS_H

#include "graph/internal.h"

static inline bool sni_node_is_float(const sni_node *x)
{
    return sni_dtypes[x->dtype].kind == SNI_KIND_FLOAT;
}
static inline bool sni_node_is_inexact(const sni_node *x) /* floating point, complex: may hold NaN */
{
    return sni_dtypes[x->dtype].kind >= SNI_KIND_FLOAT;
}
static inline bool sni_node_is_integer(const sni_node *x)
{
    return sni_dtypes[x->dtype].kind == SNI_KIND_INT || sni_dtypes[x->dtype].kind == SNI_KIND_UINT;
}

sni_node *sni_step1(sni_graph *g, sni_op op, sni_node *a);
sni_node *sni_step2(sni_graph *g, sni_op op, sni_node *a, sni_node *b);
sni_node *sni_step2_weak(sni_graph *g, sni_op op, sni_node *a, sni_node *b, const bool *weak);
sni_node *sni_step_cast(sni_graph *g, sni_node *a, sni_dtype dtype);
sni_node *sni_step_where(sni_graph *g, sni_node *test, sni_node *x, sni_node *y);
/* a op number, where the number is weak: Python's float, Python's int. */
sni_node *sni_step_real(sni_graph *g, sni_op op, sni_node *a, double number);
sni_node *sni_step_integer(sni_graph *g, sni_op op, sni_node *a, int64_t number);
/* where(test, number, n), the number in the dtype of n. */
sni_node *sni_step_replace(sni_graph *g, sni_node *test, double number, sni_node *n);
sni_node *sni_step_reduce(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how);

/* A number as a scalar of `dtype`, converted as a cast does it. */
sni_node *sni_number_of(sni_graph *g, sni_dtype dtype, double number);

#endif
