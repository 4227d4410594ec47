/* What the parts of sinter-bench share. */
#ifndef SINTER_BENCH_H
#define SINTER_BENCH_H

#include <stdio.h>
#include <time.h>

#include <sinter.h>

#include "workload.h"

int bench_workload(int argc, char **argv); /* FILE FOLDER EXTENTS, then requests; see sinter_workload.c */
int bench_count_kernels(const workload *w, unsigned long long *kernels); /* of an evaluation; of a loop, of a step */

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* An answer that is an error; 1. */
static inline int fail(const char *what)
{
    printf("{\"error\": \"%s: ", what);
    for (const char *c = sn_error(); *c; c++) putchar(*c == '"' || *c == '\\' || *c == '\n' ? ' ' : *c);
    printf("\"}\n");
    fflush(stdout);
    return 1;
}

#endif
