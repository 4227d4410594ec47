/* The driver's own copy within a GPU, to measure others by.  The driver is opened by name: no toolkit is needed. */
#ifndef SINTER_BENCH_GPU_COPY_H
#define SINTER_BENCH_GPU_COPY_H

#include <stddef.h>

/* Copies `bytes` from one allocation of Sinter's to another, `count` times, behind what `stream` (a CUstream of GPU
 * `ordinal`) was given.  0, or a CUresult; -1: there is no driver. */
int gpu_copy(int ordinal, void *stream, void *to, const void *from, size_t bytes, long count);

#endif
