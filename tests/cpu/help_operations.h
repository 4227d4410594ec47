/* The operations of the table, to be called by number. */
#ifndef TESTS_HELP_OPERATIONS_H
#define TESTS_HELP_OPERATIONS_H

#include "../help.h"

typedef struct operation {
    const char *name;
    int arity;
    double lo, hi; /* domain that tests draw from */
    double ulp;    /* error bound; 0: exact */
    sn_array (*f1)(sn_array);
    sn_array (*f2)(sn_array, sn_array);
    sn_array (*f3)(sn_array, sn_array, sn_array);
} operation;

static const operation operations[] = {
#define SN_OP(ID, op, n, kinds, rule, flags, cost, fexpr, iexpr, bexpr, ulp_, low, high, doc)                         \
    {.name = #op, .arity = n, .lo = low, .hi = high, .ulp = ulp_, .f##n = sn_##op},
#define SN_REDUCTION(ID, ...)
#include "graph/ops.def"
};

#endif
