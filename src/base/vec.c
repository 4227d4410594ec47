/* Growth of SNI_VEC. */
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

int sni_grow(void **data, size_t *capacity, size_t need, size_t item)
{
    if (need <= *capacity) return SN_OK;
    size_t next = *capacity < 8 ? 8 : *capacity, bytes;
    if (sni_mul_overflow(next, (size_t)2, &next) || next < need) next = need;
    if (sni_mul_overflow(next, item, &bytes)) return sni_fail_memory(SIZE_MAX, "array");
    void *p; /* the caller's pointer has another type than void *: copied, not read as one */
    memcpy(&p, data, sizeof p);
    p = realloc(p, bytes);
    if (!p) return sni_fail_memory(bytes, "array");
    memcpy(data, &p, sizeof p);
    *capacity = next;
    return SN_OK;
}
