/* Copies of large blocks by all cores: the machine's own bandwidth, to measure others by. */
#ifndef SINTER_BENCH_COPY_H
#define SINTER_BENCH_COPY_H

#include <stddef.h>

void copy_plain(void *to, const void *from, size_t bytes);
void copy_streaming(void *to, const void *from, size_t bytes); /* non-temporal stores */

#endif
