/* The parts of gpu-bench. */
#ifndef SINTER_BENCH_GPU_BENCH_H
#define SINTER_BENCH_GPU_BENCH_H

#include <stdio.h>

#include "workload.h"

/* ---- gpu_time.c: by events of the current stream; 0 or a negative status ------------------------------------ */
typedef struct timing {
    double seconds, host; /* of one evaluation: on the GPU; of the host, until it was issued */
} timing;

double now(void);                      /* seconds of the host */
double median(double *samples, int n); /* sorts them */
int open_events(void);
int time_workload(const workload *w, long count, timing *out);
int time_copy(int ordinal, size_t bytes, long count, double *rate); /* bytes read and written a second */

/* ---- gpu_verify.c ---------------------------------------------------------------------------------------------- */
int verify(const workload *w); /* SN_ERR_VALUE, SN_ERR_SHAPE: the GPU's result is not the CPU's */

/* ---- gpu_alone.c: the exit status -------------------------------------------------------------------------------- */
int alone(int argc, char **argv, int ordinal);

/* ---- gpu_bench.c: JSON -------------------------------------------------------------------------------------------- */
void put_text(FILE *file, const char *key, const char *text);
int fail(const char *what); /* {"error": "..."} on stdout; 1 */

#endif
