/* Arrays from host memory, copied or used in place. */
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "api/strided.h"

typedef struct memory { /* host memory as an array */
    sni_dtype dtype;
    sni_strided layout;
    int64_t c_strides[SNI_MAX_RANK]; /* when the caller gave none */
    int64_t size, low, high;
} memory;

static int check_dtype(sn_dtype dtype, sni_dtype *out)
{
    if (dtype == SN_DTYPE_NONE) return sni_fail(SN_ERR_DTYPE, "no dtype is given");
    SNI_TRY(sni_check_dtype(dtype, dtype, out));
    if (sni_dtypes[*out].ready) return SN_OK;
    return sni_fail(SN_ERR_UNSUPPORTED, "%s is not supported yet", sni_dtypes[*out].name);
}

/* Arguments of both calls: data, dtype, shape, strides. */
static int memory_check(const char *function, memory *m, const void *data, sn_dtype dtype, int ndim,
                        const int64_t *dims, const int64_t *strides)
{
    SNI_TRY(sni_argument(function, 3, sni_check_shape(ndim, dims)));
    SNI_TRY(sni_argument(function, 2, check_dtype(dtype, &m->dtype)));
    size_t item = sni_dtypes[m->dtype].bytes;
    m->layout = (sni_strided){ndim, dims, strides != NULL ? strides : m->c_strides, item};
    m->size = 1;
    int64_t bytes = (int64_t)item;
    for (int k = ndim - 1; k >= 0; k--) {
        m->c_strides[k] = bytes;
        if (dims[k] < 0)
            return sni_argument(
                function, 3,
                sni_fail(SN_ERR_SHAPE, "extent %lld of axis %d is negative", (long long)dims[k], k));
        if (sni_mul_overflow(m->size, dims[k], &m->size) ||
            sni_mul_overflow(bytes, dims[k] > 0 ? dims[k] : 1, &bytes))
            return sni_argument(function, 3, sni_fail(SN_ERR_MEMORY, "an array of this shape is too large"));
    }
    if (m->size > 0 && data == NULL)
        return sni_argument(function, 1, sni_fail(SN_ERR_ARGUMENT, "no data is given"));
    return sni_argument(function, 4, sni_strided_span(&m->layout, &m->low, &m->high));
}

/* Gives the buffer's reference to the node, or releases it. */
static sni_node *leaf(sni_graph *g, sni_dtype dtype, int ndim, const int64_t *dims, const int64_t *strides,
                      sni_buffer *buffer)
{
    if (buffer == NULL) return NULL;
    sni_node *n = sni_leaf(g, dtype, ndim, dims, strides, buffer);
    if (n == NULL) sni_buffer_release(buffer);
    return n;
}

/* ---- copied ------------------------------------------------------------------------------------------- */

static void make_bools(unsigned char *p, int64_t count)
{
    for (int64_t k = 0; k < count; k++) p[k] = p[k] != 0;
}

static sni_node *copied(sni_graph *g, const memory *m, const void *data)
{
    sni_buffer *buffer = sni_buffer_new(&sni_cpu_device, (size_t)m->size * m->layout.item);
    if (buffer == NULL) return NULL;
    sni_strided_copy(buffer->data, data, &m->layout);
    if (m->dtype == SNI_BOOL) make_bools(buffer->data, m->size);
    return leaf(g, m->dtype, m->layout.rank, m->layout.dims, NULL, buffer);
}

sn_array sn_from_host(const void *data, sn_dtype dtype, int ndim, const int64_t *dims, const int64_t *strides)
{
    sni_context *c = sni_context_get();
    memory m;
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    bool fits = memory_check(__func__, &m, data, dtype, ndim, dims, strides) >= 0;
    return sni_result(c, fits ? copied(&c->graph, &m, data) : NULL);
}

/* ---- used in place ------------------------------------------------------------------------------------------ */

typedef struct loan { /* the caller's deleter gets the address that the caller gave */
    void (*deleter)(void *data, void *user);
    void *data, *user;
} loan;

static void loan_end(void *lowest, void *user)
{
    loan l = *(loan *)user;
    (void)lowest;
    free(user);
    if (l.deleter != NULL) l.deleter(l.data, l.user);
}

static int check_aligned(const memory *m, const void *data)
{
    size_t item = m->layout.item, align = sni_dtypes[sni_dtype_part(m->dtype)].bytes;
    if ((uintptr_t)data % align != 0)
        return sni_fail(SN_ERR_ARGUMENT, "data is not aligned to %zu bytes", align);
    for (int k = 0; k < m->layout.rank; k++)
        if (m->layout.strides[k] % (int64_t)item != 0)
            return sni_fail(SN_ERR_ARGUMENT, "stride %lld of axis %d is no multiple of %zu bytes",
                            (long long)m->layout.strides[k], k, item);
    return SN_OK;
}

/* Kernels rely on bools being 0 or 1. */
static int check_bools(const memory *m, const void *data)
{
    if (m->dtype != SNI_BOOL || m->size == 0) return SN_OK;
    unsigned char *copy = malloc((size_t)m->size);
    if (copy == NULL) return sni_fail_memory((size_t)m->size, "wrap");
    sni_strided_copy(copy, data, &m->layout);
    int bad = 0;
    for (int64_t k = 0; k < m->size; k++) bad = copy[k] > 1 ? copy[k] : bad;
    free(copy);
    return bad == 0 ? SN_OK : sni_fail(SN_ERR_VALUE, "bool memory holds %d; only 0 and 1 are allowed", bad);
}

/* A dense array is a LEAF in its own axis order; any other one is a view over the memory it spans. */
static sni_node *wrapped(sni_graph *g, const memory *m, sni_buffer *buffer)
{
    int64_t strides[SNI_MAX_RANK], item = (int64_t)m->layout.item, span = (m->high - m->low) / item;
    int rank = m->layout.rank;
    const int64_t *dims = m->layout.dims;
    for (int k = 0; k < rank; k++) strides[k] = m->layout.strides[k] / item;
    const sni_layout *layout = sni_layout_make(g, rank, dims, strides);
    if (layout == NULL) {
        sni_buffer_release(buffer);
        return NULL;
    }
    bool dense = layout->dense;
    sni_layout_release(g, layout);
    if (dense) return leaf(g, m->dtype, rank, dims, strides, buffer);
    sni_node *base = leaf(g, m->dtype, 1, &span, NULL, buffer);
    if (base == NULL) return NULL;
    sni_node *view = sni_view(g, base, rank, dims, strides, -m->low / item);
    sni_node_release(g, base);
    return view;
}

static sni_node *lend(sni_graph *g, const memory *m, sni_device *d, loan *l)
{
    char *lowest = m->size > 0 ? (char *)l->data + m->low : l->data;
    sni_buffer *buffer = sni_buffer_wrap(d, lowest, (size_t)(m->high - m->low), loan_end, l);
    if (buffer == NULL) return NULL;
    buffer->deleter = NULL; /* the memory stays the caller's until nothing can fail any more */
    sni_buffer_retain(buffer);
    sni_node *n = wrapped(g, m, buffer);
    if (n != NULL) buffer->deleter = loan_end;
    sni_buffer_release(buffer);
    return n;
}

/* The array over what `m` describes; the loan ends with the last one that needs it. */
static sn_array lent(sni_context *c, const memory *m, sni_device *d, loan l)
{
    loan *kept = malloc(sizeof *kept);
    if (kept == NULL) {
        sni_fail_memory(sizeof *kept, "wrap");
        return sni_result(c, NULL);
    }
    *kept = l;
    sni_node *n = lend(&c->graph, m, d, kept);
    if (n == NULL) free(kept);
    return sni_result(c, n);
}

sn_array sn_wrap(void *data, sn_dtype dtype, int ndim, const int64_t *dims, const int64_t *strides,
                 void (*deleter)(void *data, void *user), void *user)
{
    sni_context *c = sni_context_get();
    memory m;
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    if (memory_check(__func__, &m, data, dtype, ndim, dims, strides) < 0 ||
        sni_argument(__func__, 1, check_aligned(&m, data)) < 0 ||
        sni_argument(__func__, 1, check_bools(&m, data)) < 0)
        return sni_result(c, NULL);
    return lent(c, &m, &sni_cpu_device, (loan){deleter, data, user});
}

/* A kernel takes any byte of a GPU's bools that is not 0 as true. */
sn_array sn_wrap_device(void *data, sn_dtype dtype, int ndim, const int64_t *dims, const int64_t *strides,
                        void *stream, void (*deleter)(void *data, void *user), void *user)
{
    sni_context *c = sni_context_get();
    sni_device *d;
    memory m;
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    if (memory_check(__func__, &m, data, dtype, ndim, dims, strides) < 0 ||
        sni_argument(__func__, 1, check_aligned(&m, data)) < 0 || sni_device_get(&d) < 0)
        return sni_result(c, NULL);
    if (d == &sni_cpu_device) return sn_wrap(data, dtype, ndim, dims, strides, deleter, user);
    if ((m.size > 0 &&
         sni_argument(__func__, 1,
                      d->queues->check_pointer(d, (char *)data + m.low, (size_t)(m.high - m.low))) < 0) ||
        sni_argument(__func__, 6, d->queues->foreign_follow(d, stream)) < 0)
        return sni_result(c, NULL);
    return lent(c, &m, d, (loan){deleter, data, user});
}
