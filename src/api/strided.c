/* Host memory under arbitrary strides. */
#include "api/strided.h"

#include <string.h>

#include "graph/graph.h"

/* Innermost axes that are dense already join the item, so that rows are copied whole. */
static int join_dense(const sni_strided *s, size_t *item)
{
    int rank = s->rank;
    *item = s->item;
    while (rank > 0 && (s->dims[rank - 1] == 1 || s->strides[rank - 1] == (int64_t)*item)) {
        *item *= (size_t)s->dims[rank - 1];
        rank--;
    }
    return rank;
}

static bool step(const sni_strided *s, int rank, int64_t *index, const char **from)
{
    for (int k = rank - 1; k >= 0; k--) {
        *from += s->strides[k];
        if (++index[k] < s->dims[k]) return true;
        *from -= s->strides[k] * s->dims[k];
        index[k] = 0;
    }
    return false;
}

void sni_strided_copy(void *to, const void *from, const sni_strided *s)
{
    for (int k = 0; k < s->rank; k++)
        if (s->dims[k] == 0) return;
    size_t item;
    int rank = join_dense(s, &item);
    int64_t index[SNI_MAX_RANK] = {0};
    const char *source = from;
    char *target = to;
    do {
        memcpy(target, source, item);
        target += item;
    } while (step(s, rank, index, &source));
}

int sni_strided_span(const sni_strided *s, int64_t *low, int64_t *high)
{
    *low = 0;
    *high = (int64_t)s->item;
    for (int k = 0; k < s->rank; k++)
        if (s->dims[k] == 0) {
            *high = 0;
            return SN_OK;
        }
    for (int k = 0; k < s->rank; k++) {
        int64_t reach;
        int64_t *end = s->strides[k] < 0 ? low : high;
        if (sni_mul_overflow(s->strides[k], s->dims[k] - 1, &reach) || sni_add_overflow(*end, reach, end))
            return sni_fail(SN_ERR_MEMORY, "the strides reach beyond the address space");
    }
    return SN_OK;
}
