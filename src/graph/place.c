/* PLACE: one array inside another, as a value that is computed when it is read. */
#include "graph/internal.h"

void sni_place_corner(const sni_node *n, int64_t *corner)
{
    int64_t rest = n->u.offset;
    for (int k = n->layout->rank - 1; k >= 0; k--) {
        corner[k] = rest % n->layout->dims[k];
        rest /= n->layout->dims[k];
    }
}

/* In the order in which the operands lie, so that data is read as it lies. */
static const sni_layout *result_layout(sni_graph *g, const sni_node *x, const sni_node *elsewhere, int rank,
                                       const int64_t *dims)
{
    const sni_node *in[2] = {x, elsewhere};
    const int64_t *strides[2];
    int order[SNI_MAX_RANK], count = 0;
    for (int k = 0; k < 2; k++)
        if (in[k]->kind != SNI_NODE_CONST) strides[count++] = SNI_STRIDES(in[k]->layout);
    if (count == 0) return sni_layout_c(g, rank, dims);
    sni_k_order(rank, count, strides, order);
    return sni_layout_ordered(g, rank, dims, order);
}

static bool is_zero(const sni_node *n)
{
    return sni_is_scalar_const(n) && sni_dtypes[n->dtype].bytes <= 8 && n->u.scalar == 0;
}

static sni_node *record(sni_graph *g, sni_node *x, const int64_t *corner, sni_node *elsewhere, int rank, const int64_t *dims)
{
    sni_node key = {.kind = SNI_NODE_PLACE, .code = is_zero(elsewhere), .dtype = x->dtype, .count = 2, .in = {x, elsewhere}};
    for (int k = 0; k < rank; k++) key.u.offset = key.u.offset * dims[k] + corner[k];
    key.layout = result_layout(g, x, elsewhere, rank, dims);
    if (!key.layout) return NULL;
    sni_node *n = sni_cons(g, &key);
    sni_layout_release(g, key.layout);
    return n;
}

/* Of complex arrays each part is placed on its own. */
static sni_node *parts_in(sni_graph *g, sni_node *x, const int64_t *corner, sni_node *elsewhere, int rank, const int64_t *dims)
{
    sni_node *part[2] = {sni_real(g, x), sni_imag(g, x)}, *other[2] = {sni_real(g, elsewhere), sni_imag(g, elsewhere)}, *out[2];
    for (int k = 0; k < 2; k++) {
        out[k] = part[k] && other[k] ? sni_place_in(g, part[k], corner, other[k], rank, dims) : NULL;
        sni_node_release(g, part[k]);
        sni_node_release(g, other[k]);
    }
    sni_node *n = out[0] && out[1] ? sni_complex(g, out[0], out[1], NULL) : NULL;
    sni_node_release(g, out[0]);
    sni_node_release(g, out[1]);
    return n;
}

sni_node *sni_place_in(sni_graph *g, sni_node *x, const int64_t *corner, sni_node *elsewhere, int rank, const int64_t *dims)
{
    sni_scalar fill = {.bits = {elsewhere->u.scalar, 0}};
    int64_t size;
    if (sni_shape_size(rank, dims, &size) < 0) return NULL;
    bool whole = size > 0;
    for (int k = 0; k < rank; k++) whole &= x->layout->dims[k] == dims[k];
    if (whole) return sni_hold(x);
    if (sni_dtype_complex((sni_dtype)x->dtype)) return parts_in(g, x, corner, elsewhere, rank, dims);
    bool scalar = elsewhere->kind == SNI_NODE_CONST;
    if (x->layout->size == 0) return scalar ? sni_const(g, (sni_dtype)x->dtype, fill, rank, dims) : sni_hold(elsewhere);
    sni_node *other = scalar ? sni_scalar_const(g, (sni_dtype)x->dtype, fill) : sni_hold(elsewhere);
    sni_node *out = other ? record(g, x, corner, other, rank, dims) : NULL;
    sni_node_release(g, other);
    return out;
}
