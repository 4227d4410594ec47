/* Copies of arrays and of parts of them, and whether two parts meet. */
#include "runtime/region.h"

#include <string.h>

#define GRAIN ((int64_t)1 << 18) /* bytes from which another thread pays */

/* ---- regions ------------------------------------------------------------------------------------------- */

/* Axes by falling stride, those that lie together joined. */
static void add_axis(sni_region *r, int64_t extent, int64_t stride)
{
    int at = r->rank++;
    for (; at > 0 && r->strides[at - 1] < stride; at--) {
        r->dims[at] = r->dims[at - 1];
        r->strides[at] = r->strides[at - 1];
    }
    r->dims[at] = extent;
    r->strides[at] = stride;
}

static void join_axes(sni_region *r)
{
    int n = 0;
    for (int k = 0; k < r->rank; k++) {
        if (n > 0 && r->strides[n - 1] == r->dims[k] * r->strides[k]) {
            r->dims[n - 1] *= r->dims[k];
            r->strides[n - 1] = r->strides[k];
            continue;
        }
        r->dims[n] = r->dims[k];
        r->strides[n++] = r->strides[k];
    }
    r->rank = n;
}

void sni_region_make(const sni_layout *l, int64_t offset, size_t item, sni_region *out)
{
    *out = (sni_region){.item = item, .low = offset, .span = 1, .size = l->size};
    for (int k = 0; k < l->rank; k++) {
        int64_t stride = SNI_STRIDES(l)[k], reach = (l->dims[k] - 1) * stride;
        if (l->dims[k] == 1) continue;
        if (stride < 0) out->low += reach;
        out->span += stride < 0 ? -reach : reach;
        add_axis(out, l->dims[k], stride < 0 ? -stride : stride);
    }
    join_axes(out);
}

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

bool sni_region_misses(const sni_region *r, int rank, const int64_t *extent, const int64_t *stride,
                       int64_t offset)
{
    int64_t low = offset, high = offset, step = 0;
    for (int k = 0; k < rank; k++) {
        if (extent[k] == 1) continue;
        *(stride[k] < 0 ? &low : &high) += (extent[k] - 1) * stride[k];
        step = common_divisor(step, stride[k]);
    }
    for (int k = 0; k < r->rank; k++) step = common_divisor(step, r->strides[k]);
    if (high < r->low || low >= r->low + r->span) return true;
    return step > 1 && (offset - r->low) % step != 0;
}

/* ---- copies ------------------------------------------------------------------------------------------------ */

typedef struct copying {
    const sni_region *r;
    char *to;
    const char *from;
} copying;

/* Elements as bits, whatever their type. */
typedef uint8_t item1 __attribute__((may_alias));
typedef uint16_t item2 __attribute__((may_alias));
typedef uint32_t item4 __attribute__((may_alias));
typedef uint64_t item8 __attribute__((may_alias));
typedef struct __attribute__((may_alias)) item16 {
    uint64_t half[2];
} item16;

#define COPY_STRIDED(T)                                                                                      \
    for (int64_t i = 0; i < n; i++) ((T *)to)[i * stride] = ((const T *)from)[i * stride]

static void copy_run(size_t item, void *to, const void *from, int64_t n, int64_t stride)
{
    if (stride == 1) {
        memcpy(to, from, (size_t)n * item);
        return;
    }
    switch (item) {
    case 1: COPY_STRIDED(item1); break;
    case 2: COPY_STRIDED(item2); break;
    case 4: COPY_STRIDED(item4); break;
    case 8: COPY_STRIDED(item8); break;
    default: COPY_STRIDED(item16); break;
    }
}

/* One index of the outermost axis, by an odometer over the axes between it and the innermost. */
static void copy_outer(const copying *c, int64_t outer)
{
    const sni_region *r = c->r;
    int inner = r->rank - 1;
    int64_t at[SNI_MAX_RANK] = {0}, place = outer * r->strides[0] * (int64_t)r->item;
    for (;;) {
        copy_run(r->item, c->to + place, c->from + place, r->dims[inner], r->strides[inner]);
        int k = inner - 1;
        for (; k > 0; k--) {
            place += r->strides[k] * (int64_t)r->item;
            if (++at[k] < r->dims[k]) break;
            place -= at[k] * r->strides[k] * (int64_t)r->item;
            at[k] = 0;
        }
        if (k <= 0) return;
    }
}

static void copy_piece(void *user, int thread, int64_t begin, int64_t end)
{
    const copying *c = user;
    const sni_region *r = c->r;
    (void)thread;
    if (r->rank > 1) {
        for (int64_t i = begin; i < end; i++) copy_outer(c, i);
        return;
    }
    int64_t stride = r->rank == 1 ? r->strides[0] : 1, place = begin * stride * (int64_t)r->item;
    copy_run(r->item, c->to + place, c->from + place, end - begin, stride);
}

void sni_region_copy(const sni_region *r, void *to, const void *from)
{
    copying c = {r, to, from};
    int64_t count = r->rank > 0 ? r->dims[0] : 1, each = r->size / count * (int64_t)r->item;
    sni_parallel(count, GRAIN / each + 1, copy_piece, &c);
}

void sni_copy_bytes(void *to, const void *from, size_t bytes)
{
    sni_region r = {.rank = 1, .item = 1, .dims = {(int64_t)bytes}, .strides = {1}, .size = (int64_t)bytes};
    if (bytes > 0) sni_region_copy(&r, to, from);
}
