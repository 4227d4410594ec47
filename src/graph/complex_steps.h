/* Short names for the steps of complex.h, for the files that write formulas with them. */
#ifndef SNI_GRAPH_COMPLEX_STEPS_H
#define SNI_GRAPH_COMPLEX_STEPS_H

#include "graph/complex.h"

static inline sni_node *num(sni_csteps *s, double x) { return sni_cstep_number(s, x); }
static inline sni_node *where(sni_csteps *s, sni_node *test, sni_node *a, sni_node *b) { return sni_cstep_where(s, test, a, b); }

#define SNI_STEP1(name, ID)                                                                                   \
    static inline sni_node *name(sni_csteps *s, sni_node *a) { return sni_cstep1(s, SNI_OP_##ID, a); }
#define SNI_STEP2(name, ID)                                                                                   \
    static inline sni_node *name(sni_csteps *s, sni_node *a, sni_node *b) { return sni_cstep2(s, SNI_OP_##ID, a, b); }
SNI_STEP2(add, ADD)
SNI_STEP2(sub, SUBTRACT)
SNI_STEP2(mul, MULTIPLY)
SNI_STEP2(over, DIVIDE)
SNI_STEP2(hypotenuse, HYPOT)
SNI_STEP2(angle_of, ARCTAN2)
SNI_STEP2(signed_as, COPYSIGN)
SNI_STEP2(larger, MAXIMUM)
SNI_STEP2(smaller, MINIMUM)
SNI_STEP2(same, EQUAL)
SNI_STEP2(above, GREATER)
SNI_STEP2(at_least, GREATER_EQUAL)
SNI_STEP2(below, LESS)
SNI_STEP2(both, LOGICAL_AND)
SNI_STEP2(either, LOGICAL_OR)
SNI_STEP1(neg, NEGATIVE)
SNI_STEP1(size_of, ABSOLUTE)
SNI_STEP1(not_so, LOGICAL_NOT)
SNI_STEP1(is_nan, ISNAN)
SNI_STEP1(is_inf, ISINF)
SNI_STEP1(is_finite, ISFINITE)
SNI_STEP1(is_negative, SIGNBIT)
SNI_STEP1(root_of, SQRT)
SNI_STEP1(sine, SIN)
SNI_STEP1(cosine, COS)
#undef SNI_STEP1
#undef SNI_STEP2

static inline bool is_double(const sni_csteps *s) { return s->part == SNI_FLOAT64; }
static inline sni_node *is_zero(sni_csteps *s, sni_node *a) { return same(s, a, num(s, 0)); }
static inline sni_pair swapped(sni_pair z) { return (sni_pair){z.im, z.re}; }

#endif
