/* Reshape: a view where strides can express it, else a dense copy and a view of that. */
#include "graph/internal.h"

static int refuse(const sni_layout *l, int rank, const int64_t *dims)
{
    char text[160];
    return sni_fail(SN_ERR_SHAPE, "reshape: cannot reshape array of size %lld into shape %s", (long long)l->size,
                    sni_shape_text(dims, rank, text, sizeof text));
}

/* Copies the wanted shape to `out` with a -1 worked out. */
static int complete(const sni_layout *l, int rank, const int64_t *dims, int64_t *out)
{
    int64_t known = 1, size;
    int unknown = -1;
    if (rank < 0 || rank > SNI_MAX_RANK) return sni_shape_size(rank, dims, &size);
    for (int k = 0; k < rank; k++) {
        out[k] = dims[k];
        if (dims[k] != -1) continue;
        if (unknown >= 0) return sni_fail(SN_ERR_SHAPE, "reshape: can only specify one unknown dimension");
        unknown = k;
        out[k] = 1;
    }
    SNI_TRY(sni_shape_size(rank, out, &known));
    if (unknown >= 0 && known > 0 && l->size % known == 0) {
        out[unknown] = l->size / known;
        return SN_OK;
    }
    return unknown < 0 && known == l->size ? SN_OK : refuse(l, rank, dims);
}

/* Old axes [begin, end) are one run in C order: each stride is the next one times the next extent. */
static bool is_run(const int64_t *dims, const int64_t *strides, int begin, int end)
{
    for (int k = begin; k < end - 1; k++)
        if (strides[k] != dims[k + 1] * strides[k + 1]) return false;
    return true;
}

/* NumPy's attempt: groups of old and new axes with equal products, each old group one run.  Axes of
 * extent 1 do not count.  The array has elements. */
static bool strides_for(const sni_layout *l, int rank, const int64_t *dims, int64_t *strides)
{
    int64_t old_dims[SNI_MAX_RANK], old_strides[SNI_MAX_RANK];
    int old_rank = 0;
    for (int k = 0; k < l->rank; k++) {
        if (l->dims[k] == 1) continue;
        old_dims[old_rank] = l->dims[k];
        old_strides[old_rank++] = SNI_STRIDES(l)[k];
    }
    int old = 0, now = 0;
    while (old < old_rank && now < rank) {
        int old_end = old + 1, now_end = now + 1;
        int64_t old_size = old_dims[old], now_size = dims[now];
        while (old_size != now_size) {
            if (now_size < old_size)
                now_size *= dims[now_end++];
            else
                old_size *= old_dims[old_end++];
        }
        if (!is_run(old_dims, old_strides, old, old_end)) return false;
        strides[now_end - 1] = old_strides[old_end - 1];
        for (int k = now_end - 1; k > now; k--) strides[k - 1] = strides[k] * dims[k];
        old = old_end;
        now = now_end;
    }
    for (; now < rank; now++) strides[now] = 0; /* extents 1 that are left */
    return true;
}

sni_node *sni_copy_as(sni_graph *g, sni_node *x, const sni_layout *layout)
{
    if (sni_need_ready("reshape", (sni_dtype)x->dtype) < 0) return NULL;
    return sni_cons(g, &(sni_node){.kind = SNI_NODE_COPY, .dtype = x->dtype, .count = 1, .layout = layout, .in = {x}});
}

sni_node *sni_copy_of(sni_graph *g, sni_node *x)
{
    const sni_layout *layout = sni_layout_c(g, x->layout->rank, x->layout->dims);
    if (!layout) return NULL;
    sni_node *n = sni_copy_as(g, x, layout);
    sni_layout_release(g, layout);
    return n;
}

sni_node *sni_reshape(sni_graph *g, sni_node *x, int rank, const int64_t *wanted)
{
    int64_t dims[SNI_MAX_RANK] = {0}, strides[SNI_MAX_RANK] = {0};
    if (complete(x->layout, rank, wanted, dims) < 0) return NULL;
    if (x->kind == SNI_NODE_CONST || x->layout->size == 0 || strides_for(x->layout, rank, dims, strides))
        return sni_view(g, x, rank, dims, strides, 0);
    sni_node *copy = sni_copy_of(g, x);
    if (!copy) return NULL;
    strides_for(copy->layout, rank, dims, strides);
    sni_node *out = sni_view(g, copy, rank, dims, strides, 0);
    sni_node_release(g, copy);
    return out;
}

sni_node *sni_ravel(sni_graph *g, sni_node *x)
{
    sni_node *flat = sni_reshape(g, x, 1, &x->layout->size);
    if (!flat || flat->layout->c_order) return flat;
    sni_node *copy = sni_copy_of(g, flat); /* its one axis is walked backwards, or in steps */
    sni_node_release(g, flat);
    return copy;
}
