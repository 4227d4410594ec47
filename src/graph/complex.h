/* Complex numbers: recorded as operations on their real and imaginary parts.
 *
 * An operation on complex operands is a composition of real ones: the table in complex.c names, for each row
 * of ops.def whose kinds have a `c`, the function that makes it.  Such a function gets its operands as pairs
 * of floats and returns a pair or, where the result is real, one node.
 *
 * Steps make nodes that are held until the composition is done, so that a node may be used any number of
 * times and nothing is released in between.  A step given a NULL operand returns NULL: the first failure ends
 * the whole, with its message set. */
#ifndef SNI_GRAPH_COMPLEX_H
#define SNI_GRAPH_COMPLEX_H

#include "graph/internal.h"

typedef struct sni_csteps {
    sni_graph *g;
    sni_dtype part;             /* float dtype of the parts computed with */
    SNI_VEC(sni_node *) held;
} sni_csteps;

typedef struct sni_pair { sni_node *re, *im; } sni_pair; /* im NULL with re set: a real value */

void sni_csteps_end(sni_csteps *s);
sni_node *sni_cstep_hold(sni_csteps *s, sni_node *n); /* takes the reference */
sni_node *sni_cstep1(sni_csteps *s, sni_op op, sni_node *a);
sni_node *sni_cstep2(sni_csteps *s, sni_op op, sni_node *a, sni_node *b);
sni_node *sni_cstep_where(sni_csteps *s, sni_node *test, sni_node *a, sni_node *b);
sni_node *sni_cstep_number(sni_csteps *s, double value); /* of the dtype of the parts */
sni_pair sni_cstep_parts(sni_csteps *s, sni_node *x);    /* of any array or number, in the dtype of the parts */

/* COMPLEX of two floats over a layout; the value they are parts of where there is one.  NULL of a NULL. */
sni_node *sni_complex_of_parts(sni_graph *g, sni_node *re, sni_node *im, const sni_layout *layout);

typedef sni_pair sni_complex_unary(sni_csteps *s, sni_pair z);
typedef sni_pair sni_complex_binary(sni_csteps *s, sni_pair a, sni_pair b);

/* complex_arith.c */
sni_complex_unary sni_complex_negative, sni_complex_positive, sni_complex_conjugate, sni_complex_absolute, sni_complex_sign,
    sni_complex_square, sni_complex_reciprocal, sni_complex_rint, sni_complex_isnan, sni_complex_isinf, sni_complex_isfinite;
sni_complex_binary sni_complex_add, sni_complex_subtract, sni_complex_multiply, sni_complex_divide;
sni_complex_binary sni_complex_equal, sni_complex_not_equal, sni_complex_less, sni_complex_less_equal, sni_complex_greater,
    sni_complex_greater_equal, sni_complex_minimum, sni_complex_maximum, sni_complex_fmin, sni_complex_fmax;
/* complex_exp.c */
sni_pair sni_cstep_sqrt(sni_csteps *s, sni_node *x, sni_node *y); /* of x + i|y|, unscaled */
sni_complex_unary sni_complex_exp, sni_complex_exp2, sni_complex_expm1, sni_complex_log, sni_complex_log2, sni_complex_log10,
    sni_complex_log1p, sni_complex_sqrt;
sni_complex_binary sni_complex_power;
/* complex_trig.c */
sni_complex_unary sni_complex_sinh, sni_complex_cosh, sni_complex_tanh, sni_complex_sin, sni_complex_cos, sni_complex_tan,
    sni_complex_arcsinh, sni_complex_arccosh, sni_complex_arctanh, sni_complex_arcsin, sni_complex_arccos, sni_complex_arctan;

#endif
