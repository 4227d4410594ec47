/* Copies and reads of blocks by all cores: the machine's own bandwidth, to measure others by.  Addresses are aligned to
 * 16 bytes, lengths too. */
#ifndef SINTER_BANDWIDTH_H
#define SINTER_BANDWIDTH_H

#include <stddef.h>
#include <stdint.h>

void copy_plain(void *to, const void *from, size_t bytes);
void copy_streaming(void *to, const void *from, size_t bytes); /* non-temporal stores */
uint64_t read_all(const void *from, size_t bytes);             /* the sum of its 64-bit words */

#endif
