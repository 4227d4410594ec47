/* The loops the interpreter is made of: one for each operation and dtype, generated at build time from
 * ops.def and the text of the C prelude that compiled kernels are made of, so both give the same bits.
 *
 * Blocks hold bool as bytes 0 and 1.  A loop runs over whole multiples of SNI_LOOP_PAD elements: there is
 * no tail, and what stands in the padding of a block is defined but means nothing. */
#ifndef SNI_LOOPS_H
#define SNI_LOOPS_H

#include "graph/graph.h"

#define SNI_LOOP_PAD 32
#define SNI_LOOP_PADDED(n) (((n) + (SNI_LOOP_PAD - 1)) & ~(int64_t)(SNI_LOOP_PAD - 1))

/* out[i] = op(in[0][i * step[0]], ...), i < n.  A step is 1, or 0 for an operand of SNI_LOOP_PAD equal
 * elements that stands for a block of them.  out may be an operand itself, element for element. */
typedef void (*sni_loop)(void *out, const void *const *in, const int64_t *step, int64_t n);

/* out[j] = chunk partial of row j, each of n elements (1 to 1024), dense: 32 lanes, folded 16, 8, 4, 2, 1. */
typedef void (*sni_fold)(void *out, const void *in, int64_t rows, int64_t n);

typedef struct sni_loops {
    const char *isa;
    sni_loop element[SNI_OP_COUNT][SNI_DTYPE_COUNT]; /* by the dtype computed in; NULL: no such loop */
    sni_loop cast[SNI_DTYPE_COUNT][SNI_DTYPE_COUNT]; /* [to][from] */
    sni_fold fold[SNI_REDUCTION_COUNT][SNI_DTYPE_COUNT];
} sni_loops;

/* Loops for this processor. */
const sni_loops *sni_loops_get(void);
/* The loops of each instruction set, best first; NULL past the end.  *supported: this processor runs them; else
 * the table is empty. */
const sni_loops *sni_loops_at(int index, bool *supported);

#endif
