/* A workload of bench/workloads, as gpu_bench.c runs it: the text and inputs of a size. */
#ifndef SINTER_BENCH_GPU_WORKLOAD_H
#define SINTER_BENCH_GPU_WORKLOAD_H

#include <sinter.h>

enum { WORKLOAD_INPUTS = 8, WORKLOAD_TEXT = 4096 };

typedef struct workload_input {
    char name[32], dtype[16];
    double low, high;
    int ndim;
    int64_t dims[4]; /* 0: N */
} workload_input;

typedef struct workload {
    char name[64], title[128], text[WORKLOAD_TEXT];
    size_t count;
    workload_input inputs[WORKLOAD_INPUTS];
    sn_array arrays[WORKLOAD_INPUTS]; /* zero handles until they are filled or loaded */
} workload;

/* Each returns SN_OK or a negative status; `why` (of 512 bytes) then holds a line. */
int workload_read(workload *w, const char *path, char *why);
int workload_fill(workload *w, int64_t n, uint64_t seed, char *why);  /* random inputs, in the host's memory */
int workload_load(workload *w, const char *folder, char *why);        /* FOLDER/NAME.npy of each input */
void workload_drop(workload *w);                                       /* frees the arrays */
int64_t workload_n(const workload *w, double elements);               /* N with which the largest input has so many */
sn_array workload_record(const workload *w);
size_t workload_bytes(const workload *w, sn_array result);            /* of inputs and result, each once */

#endif
