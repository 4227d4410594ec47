/* Host memory under arbitrary strides. */
#ifndef SNI_STRIDED_H
#define SNI_STRIDED_H

#include "base/base.h"

typedef struct sni_strided { /* strides in bytes */
    int rank;
    const int64_t *dims, *strides;
    size_t item;
} sni_strided;

/* Copies to dense memory in C order.  `from` is the first element's address, aligned or not. */
void sni_strided_copy(void *to, const void *from, const sni_strided *s);

/* Where the elements lie, in bytes from the first: [*low, *high), or ERR_MEMORY when it overflows. */
int sni_strided_span(const sni_strided *s, int64_t *low, int64_t *high);

#endif
