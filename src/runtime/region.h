/* A part of an array's memory, told by strides: what a write replaces. */
#ifndef SNI_REGION_H
#define SNI_REGION_H

#include "runtime/runtime.h"

typedef struct sni_region {
    int rank;                     /* axes that do not lie together, outermost first; extents above 1 */
    size_t item;                  /* bytes of an element */
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK]; /* in elements; none is negative */
    int64_t low, span;            /* its first element; elements from there to its last, both included */
    int64_t size;
} sni_region;

void sni_region_make(const sni_layout *l, int64_t offset, size_t item, sni_region *out); /* l has elements */
/* Copies the region from one array's memory to another's; both are given by where their element `low` is. */
void sni_region_copy(const sni_region *r, void *to, const void *from);
/* True when no element is in both: the strides and extents show it, or it is taken to be otherwise.
 * `extent`, `stride`, `offset`: of the other, over the same memory. */
bool sni_region_misses(const sni_region *r, int rank, const int64_t *extent, const int64_t *stride, int64_t offset);
void sni_copy_bytes(void *to, const void *from, size_t bytes); /* by all threads */

#endif
