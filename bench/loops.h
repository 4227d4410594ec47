/* Hand-written C for the workloads, compiled as generated kernels are, with OpenMP: what a loop costs that a person
 * writes.  No intrinsics, no loop order that the array program does not suggest. */
#ifndef SINTER_BENCH_LOOPS_H
#define SINTER_BENCH_LOOPS_H

#include <stdint.h>

/* A loop of all cores, where so many elements are worth a team of threads. */
enum { SERIAL = 1 << 15 };
#define LOOPS_PRAGMA(text) _Pragma(#text)
#define EACH(elements) LOOPS_PRAGMA(omp parallel for schedule(static) if ((elements) > SERIAL)) for

typedef struct loop_call {
    const void *in[8];  /* in C order, in the order of the workload's file */
    void *out[4];       /* the result, or the arrays of a loop over steps, which hold the first values */
    int64_t n[4][4];    /* shape of each input */
    int64_t steps, inner; /* of a loop over steps; `inner` is cavity_flow's nit */
} loop_call;

typedef void loop_run(const loop_call *c);

typedef struct loop { const char *name; loop_run *run; } loop;

extern const loop loops_map[], loops_reduce[], loops_steps[]; /* each ends with a NULL name */

#endif
