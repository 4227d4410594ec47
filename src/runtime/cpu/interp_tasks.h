/* Running tasks over one block. */
#ifndef SNI_INTERP_TASKS_H
#define SNI_INTERP_TASKS_H

#include "runtime/cpu/interp.h"

enum { SNI_REDUCE_LEVELS = 72 }; /* of the stack of partial results: more than 64-bit lengths need */

typedef struct sni_place {
    bool reduced;                /* ROWS at reduced level: walks cover kept and reduced dims, else kept dims alone */
    bool first;                  /* COLUMNS: the first element of a lane */
    int64_t flat, count, padded; /* first flat position, and how many; rounded up to whole vectors */
    int64_t r;                   /* reduced position: of the block (COLUMNS), where it starts (ROWS) */
    int64_t rows;                /* kept positions in the block */
} sni_place;

void sni_run_tasks(sni_interp *ip, int32_t begin, int32_t end, const sni_place *at);

/* Partial results are numbered by where they stand: chunks in ROWS; in COLUMNS the lanes of chunks, in the
 * order the fold joins them.  A stack joins neighbours as they come, as a binary counter carries.
 * `present`: the partial holds elements; what follows an absent lane in its fold is absent too. */
void sni_reduce_push(sni_interp *ip, const sni_span *s, int64_t leaf, bool present, bool *filled, int64_t n);
/* Joins what is left on the stacks after `leaves` partials and sets the results. */
void sni_reduce_finish(sni_interp *ip, const sni_span *s, int64_t leaves, int64_t n);

#endif
