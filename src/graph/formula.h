/* Formulas: what a user's expression computes, as a list of typed steps.
 *
 * An expression in C (src/expr/formula_parse.c reads it) becomes a formula when it is defined; nothing of its text is
 * ever compiled.  An elementwise formula is recorded as the operations of its steps, so that it fuses, runs and is
 * checked like any of them (sni_formula_apply).  A combining formula, of two values to one of the same dtype, joins
 * elements in a reduction: a REDUCE node of code SNI_REDUCE_FORMULA names it, and the emitters write its steps as the
 * kernel's join.
 *
 * Invariants (what sni_formula_intern is given):
 *  - the first `nparams` steps are PARAM, no other is; arguments of a step come before it;
 *  - operands of an ELEMENT have the dtype it computes in, and that has a loop for the operation; its dtype follows;
 *  - `result` is a step, of the formula's dtype; no dtype is complex;
 *  - equal formulas (name, steps, result, identity) are one: they are interned for the process, by content alone, and
 *    immutable.  They live until sni_formulas_clear, which is called when no graph and no plan is left.
 */
#ifndef SNI_FORMULA_H
#define SNI_FORMULA_H

#include "graph/graph.h"

#define SNI_FORMULA_PARAMS 16
#define SNI_FORMULA_STEPS 512
#define SNI_FORMULA_NAME 63     /* bytes of a name */
#define SNI_FORMULAS_MAX 65536  /* interned at once */

typedef enum sni_formula_op { SNI_FORMULA_PARAM, SNI_FORMULA_CONST, SNI_FORMULA_ELEMENT, SNI_FORMULA_CAST } sni_formula_op;

typedef struct sni_formula_step { /* no padding: steps are compared as bytes */
    uint8_t op, code, dtype, nargs; /* ELEMENT: code = sni_op */
    uint16_t arg[3];
    uint16_t zero[3];
    uint64_t value;                 /* CONST: the scalar's first eight bytes, the rest of them zero */
} sni_formula_step;

struct sni_formula {
    sni_hash128 hash;               /* of all below */
    sni_scalar identity;            /* of a combining formula: joins with any value to that value */
    char name[SNI_FORMULA_NAME + 1];
    uint16_t nparams, nsteps, result;
    uint8_t dtype, zero;
    sni_formula_step steps[];
};

/* The formula equal to this one; NULL + message.  `identity` NULL: none. */
const sni_formula *sni_formula_intern(const char *name, const sni_formula_step *steps, int nparams, int nsteps, int result,
                                      const sni_scalar *identity);
void sni_formulas_clear(void);
const char *sni_reduction_name(const sni_node *n); /* of a REDUCE */

/* The formula over its operands broadcast to one shape; each is cast to its parameter's dtype by NumPy's same_kind rule, or
 * refused with ERR_DTYPE.  Messages name the formula. */
sni_node *sni_formula_apply(sni_graph *g, const sni_formula *f, sni_node *const *in, const bool *weak);
/* x, of the formula's dtype, joined by it over axes, in the order in which sums are added. */
sni_node *sni_formula_reduce(sni_graph *g, const sni_formula *f, sni_node *x, const int *axes, int naxes /* -1: all */, bool keepdims);

#endif
