/* A workload of bench/workloads (workload.py tells the form of the files), as the C programs run it: the text and
 * inputs of a size. */
#ifndef SINTER_BENCH_WORKLOAD_H
#define SINTER_BENCH_WORKLOAD_H

#include <sinter.h>

enum { WORKLOAD_INPUTS = 8, WORKLOAD_EXTENTS = 6, WORKLOAD_TEXT = 1 << 15 };

typedef struct workload_extent {
    char name[16];
    int64_t largest; /* the file's last number */
    int64_t value;   /* what is run */
} workload_extent;

typedef struct workload_input {
    char name[32], dtype[16];
    double low, high;
    int ndim;
    struct { int extent; int64_t more; } dims[4]; /* an extent, or -1, and a number */
} workload_input;

typedef struct workload {
    char name[64], title[128];
    char source[WORKLOAD_TEXT]; /* the file's statements */
    char text[WORKLOAD_TEXT];   /* what is recorded: of a loop, extents and inner loops written out, without the last line */
    size_t nextents, count;
    workload_extent extents[WORKLOAD_EXTENTS];
    workload_input inputs[WORKLOAD_INPUTS];
    sn_array arrays[WORKLOAD_INPUTS]; /* zero handles until they are filled or loaded */
    int64_t steps;                    /* of a loop over the first `nstate` inputs in the order of its last line, or 0 */
    size_t nstate, state[WORKLOAD_INPUTS];
} workload;

/* Each int is SN_OK or a negative status; `why` (of 512 bytes) then holds a line. */
int workload_read(workload *w, const char *path, char *why);
int workload_scale(workload *w, double elements, char *why); /* extents with which the largest input has about so many */
int workload_set(workload *w, const char *list, char *why);  /* extents "N=4,M=5,steps=2" */
int workload_fill(workload *w, uint64_t seed, char *why);    /* random inputs, in the host's memory */
int workload_load(workload *w, const char *folder, char *why); /* FOLDER/NAME.npy of each input */
void workload_drop(workload *w);                             /* frees the arrays */
double workload_elements(const workload *w);                 /* of the largest input */
sn_array workload_record(const workload *w);                 /* of a loop: its first array after a step */
/* A step of a loop: `after` follow from `before`, kept arrays that are not written to; both `nstate`. */
int workload_step(const workload *w, const sn_array *before, sn_array *after);
size_t workload_bytes(const workload *w, sn_array result);   /* of inputs and result, each once */

#endif
