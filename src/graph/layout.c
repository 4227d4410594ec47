/* Layouts: shape and strides, interned.
 *
 * Unused layouts stay in the table, because a loop asks for the same few again and again; they are
 * dropped when the table is full. */
#include "graph/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS_MIN 64

void sni_layout_retain(const sni_layout *l)
{
    sni_layout_hold(l);
}

void sni_layout_release(sni_graph *g, const sni_layout *l)
{
    (void)g;
    sni_layout_writable(l)->refs--;
}

bool sni_layout_same_shape(const sni_layout *a, const sni_layout *b)
{
    return a == b || (a->rank == b->rank && memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0);
}

const char *sni_shape_text(const int64_t *dims, int rank, char *out, size_t size)
{
    size_t used = 0;
    for (int k = 0; k < rank && used < size; k++) {
        int n = snprintf(out + used, size - used, "%s%lld", k ? ", " : "(", (long long)dims[k]);
        if (n > 0) used += (size_t)n;
    }
    if (used < size) snprintf(out + used, size - used, "%s", rank == 0 ? "()" : rank == 1 ? ",)" : ")");
    return out;
}

static int too_large(int rank, const int64_t *dims)
{
    char text[256];
    return sni_fail(SN_ERR_MEMORY, "array of shape %s is too large", sni_shape_text(dims, rank, text, sizeof text));
}

static int negative(int rank, const int64_t *dims)
{
    char text[256];
    return sni_fail(SN_ERR_SHAPE, "negative dimensions are not allowed: %s", sni_shape_text(dims, rank, text, sizeof text));
}

/* As NumPy, extents multiply around a 0: an array without elements may still be refused. */
int sni_shape_size(int rank, const int64_t *dims, int64_t *size)
{
    if (rank < 0 || rank > SNI_MAX_RANK)
        return sni_fail(SN_ERR_SHAPE, "an array has at most %d dimensions, not %d", SNI_MAX_RANK, rank);
    int64_t product = 1;
    bool empty = false;
    for (int k = 0; k < rank; k++) {
        if (dims[k] < 0) return negative(rank, dims);
        if (dims[k] == 0)
            empty = true;
        else if (sni_mul_overflow(product, dims[k], &product) || product > SNI_MAX_SIZE)
            return too_large(rank, dims);
    }
    *size = empty ? 0 : product;
    return SN_OK;
}

/* Dense: the axes sorted by stride multiply up from 1.  Found without sorting: each step looks for the
 * axis whose stride is the product so far. */
static bool is_dense(int rank, const int64_t *dims, const int64_t *strides)
{
    int64_t product = 1;
    int left = 0;
    for (int k = 0; k < rank; k++) left += dims[k] > 1;
    while (left > 0) {
        int k = 0;
        while (k < rank && !(dims[k] > 1 && strides[k] == product)) k++;
        if (k == rank) return false;
        product *= dims[k];
        left--;
    }
    return true;
}

static bool is_c_order(int rank, const int64_t *dims, const int64_t *strides)
{
    int64_t product = 1;
    for (int k = rank - 1; k >= 0; k--) {
        if (dims[k] == 1) continue;
        if (strides[k] != product) return false;
        product *= dims[k];
    }
    return true;
}

static uint64_t hash_of(int rank, const int64_t *both)
{
    return sni_hash64(both, 2 * (size_t)rank * sizeof *both, (uint64_t)rank);
}

static bool equals(const sni_layout *l, uint64_t hash, int rank, const int64_t *both)
{
    return l->hash == hash && l->rank == rank && memcmp(l->dims, both, 2 * (size_t)rank * sizeof *both) == 0;
}

/* Drops unused layouts; g->last is not a reference and must not outlive its layout. */
static void sweep(sni_graph *g)
{
    g->last = g->scalar;
    for (size_t b = 0; b < g->layout_buckets; b++) {
        for (sni_layout **at = &g->layouts[b]; *at;) {
            sni_layout *l = *at;
            if (l->refs) {
                at = &l->next;
                continue;
            }
            *at = l->next;
            free(l);
            g->layout_count--;
        }
    }
}

static int grow(sni_graph *g)
{
    size_t buckets = g->layout_buckets ? g->layout_buckets * 2 : BUCKETS_MIN;
    sni_layout **table = calloc(buckets, sizeof *table);
    if (!table) return sni_fail_memory(buckets * sizeof *table, "table of layouts");
    for (size_t b = 0; b < g->layout_buckets; b++) {
        for (sni_layout *l = g->layouts[b], *next; l; l = next) {
            next = l->next;
            sni_layout **home = &table[l->hash & (buckets - 1)];
            l->next = *home;
            *home = l;
        }
    }
    free(g->layouts);
    g->layouts = table;
    g->layout_buckets = buckets;
    return SN_OK;
}

static int make_room(sni_graph *g)
{
    if (g->layout_count < g->layout_buckets) return SN_OK;
    sweep(g);
    return g->layout_count < g->layout_buckets / 2 ? SN_OK : grow(g);
}

static sni_layout *insert(sni_graph *g, uint64_t hash, int rank, const int64_t *both, int64_t size)
{
    if (make_room(g) < 0) return NULL;
    size_t bytes = sizeof(sni_layout) + 2 * (size_t)rank * sizeof *both;
    sni_layout *l = malloc(bytes);
    if (!l) {
        sni_fail_memory(bytes, "layout");
        return NULL;
    }
    *l = (sni_layout){.hash = hash, .size = size, .rank = (uint8_t)rank};
    memcpy(l->dims, both, 2 * (size_t)rank * sizeof *both);
    l->c_order = size == 0 || is_c_order(rank, l->dims, SNI_STRIDES(l));
    l->dense = l->c_order || is_dense(rank, l->dims, SNI_STRIDES(l));
    sni_layout **home = &g->layouts[hash & (g->layout_buckets - 1)];
    l->next = *home;
    *home = l;
    g->layout_count++;
    return l;
}

/* `both`: dims, then canonical strides. */
static const sni_layout *intern(sni_graph *g, int rank, const int64_t *both, int64_t size)
{
    uint64_t hash = hash_of(rank, both);
    const sni_layout *l = g->last;
    if (!l || !equals(l, hash, rank, both)) {
        l = g->layout_buckets ? g->layouts[hash & (g->layout_buckets - 1)] : NULL;
        while (l && !equals(l, hash, rank, both)) l = l->next;
        if (!l) l = insert(g, hash, rank, both, size);
        if (!l) return NULL;
        g->last = l;
    }
    return sni_layout_hold(l);
}

const sni_layout *sni_layout_make(sni_graph *g, int rank, const int64_t *dims, const int64_t *strides)
{
    int64_t both[2 * SNI_MAX_RANK], size;
    if (sni_shape_size(rank, dims, &size) < 0) return NULL;
    for (int k = 0; k < rank; k++) {
        both[k] = dims[k];
        both[rank + k] = dims[k] <= 1 || size == 0 ? 0 : strides[k];
    }
    return intern(g, rank, both, size);
}

const sni_layout *sni_layout_c(sni_graph *g, int rank, const int64_t *dims)
{
    int64_t strides[SNI_MAX_RANK], size, product = 1;
    if (sni_shape_size(rank, dims, &size) < 0) return NULL;
    for (int k = rank - 1; k >= 0; k--) {
        strides[k] = product;
        product *= size ? dims[k] : 1;
    }
    return sni_layout_make(g, rank, dims, strides);
}

const sni_layout *sni_layout_ordered(sni_graph *g, int rank, const int64_t *dims, const int *order)
{
    int64_t strides[SNI_MAX_RANK], size, product = 1;
    if (sni_shape_size(rank, dims, &size) < 0) return NULL;
    for (int k = rank - 1; k >= 0; k--) {
        strides[order[k]] = product;
        product *= size ? dims[order[k]] : 1;
    }
    return sni_layout_make(g, rank, dims, strides);
}

static int64_t magnitude(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

/* Whether axis `a` must lie inside (<0) or outside (>0) of axis `b`; 0: no operand says.  Where operands
 * disagree C order, in which `a` stands outside, wins. */
static int compare_axes(int count, const int64_t *const *strides, int a, int b)
{
    int verdict = 0;
    for (int k = 0; k < count; k++) {
        int64_t sa = magnitude(strides[k][a]), sb = magnitude(strides[k][b]);
        if (sa == 0 || sb == 0) continue;
        if (sb <= sa)
            verdict = 1;
        else if (verdict == 0)
            verdict = -1;
    }
    return verdict;
}

/* Insertion sort from the innermost axis outward, as NumPy's npyiter_find_best_axis_ordering does it:
 * an axis passes over those it cannot be compared with only to get inside one it can. */
void sni_k_order(int rank, int count, const int64_t *const *strides, int *order)
{
    for (int k = 0; k < rank; k++) order[k] = k;
    for (int k = rank - 2; k >= 0; k--) {
        int axis = order[k], place = k;
        for (int other = k + 1; other < rank; other++) {
            int verdict = compare_axes(count, strides, axis, order[other]);
            if (verdict > 0) break;
            if (verdict < 0) place = other;
        }
        memmove(&order[k], &order[k + 1], (size_t)(place - k) * sizeof *order);
        order[place] = axis;
    }
}
