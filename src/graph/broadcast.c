/* The shape and memory order of an elementwise result, and operands broadcast to it. */
#include "graph/formula.h"
#include "graph/internal.h"

#include <stdio.h>
#include <string.h>

static int refuse(const char *op, sni_node *const *in, int count)
{
    char text[160], list[512] = "";
    size_t n = 0;
    for (int k = 0; k < count && n < sizeof list; k++) {
        const char *joint = k == 0 ? "" : k == count - 1 ? " and " : ", ";
        sni_shape_text(in[k]->layout->dims, in[k]->layout->rank, text, sizeof text);
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s", joint, text);
    }
    return sni_fail(SN_ERR_SHAPE, "%s: shapes %s do not broadcast", op, list);
}

static int broadcast_dims(const char *op, sni_node *const *in, int count, int rank, int64_t *dims)
{
    for (int k = 0; k < rank; k++) dims[k] = 1;
    for (int n = 0; n < count; n++) {
        const sni_layout *l = in[n]->layout;
        int64_t *last = dims + (rank - l->rank);
        for (int k = 0; k < l->rank; k++) {
            if (l->dims[k] == last[k] || l->dims[k] == 1) continue;
            if (last[k] != 1) return refuse(op, in, count);
            last[k] = l->dims[k];
        }
    }
    return SN_OK;
}

/* Strides of `l` seen at `rank` axes; an axis of extent 1 has stride 0 already. */
static void spread_strides(const sni_layout *l, int rank, int64_t *strides)
{
    int lead = rank - l->rank;
    for (int k = 0; k < lead; k++) strides[k] = 0;
    memcpy(strides + lead, SNI_STRIDES(l), l->rank * sizeof *strides);
}

static const sni_layout *k_layout(sni_graph *g, sni_node *const *in, int count, int rank, const int64_t *dims)
{
    int64_t strides[SNI_FORMULA_PARAMS][SNI_MAX_RANK];
    const int64_t *each[SNI_FORMULA_PARAMS];
    int order[SNI_MAX_RANK];
    for (int k = 0; k < count; k++) {
        spread_strides(in[k]->layout, rank, strides[k]);
        each[k] = strides[k];
    }
    sni_k_order(rank, count, each, order);
    return sni_layout_ordered(g, rank, dims, order);
}

static const sni_layout *general_layout(sni_graph *g, const char *op, sni_node *const *in, int count)
{
    int64_t dims[SNI_MAX_RANK];
    int rank = 0;
    bool c_order = true;
    for (int k = 0; k < count; k++) {
        if (in[k]->layout->rank > rank) rank = in[k]->layout->rank;
        c_order &= in[k]->layout->c_order;
    }
    if (broadcast_dims(op, in, count, rank, dims) < 0) return NULL;
    return c_order ? sni_layout_c(g, rank, dims) : k_layout(g, in, count, rank, dims);
}

const sni_layout *sni_result_layout(sni_graph *g, const char *op, sni_node *const *in, int count)
{
    const sni_layout *l = g->scalar;
    for (int k = 0; k < count; k++) {
        const sni_layout *other = in[k]->layout;
        if (other->rank == 0 || other == l) continue;
        if (l->rank) return general_layout(g, op, in, count);
        l = other;
    }
    if (!l->dense) return general_layout(g, op, in, count);
    return sni_layout_hold(l); /* dense operands of one layout: the result's is the same */
}

sni_node *sni_spread(sni_graph *g, sni_node *x, int rank, const int64_t *dims)
{
    int64_t strides[SNI_MAX_RANK];
    spread_strides(x->layout, rank, strides);
    return sni_view(g, x, rank, dims, strides, 0);
}

sni_node *sni_broadcast_to(sni_graph *g, sni_node *x, int rank, const int64_t *dims)
{
    const sni_layout *l = x->layout;
    int64_t size;
    if (sni_shape_size(rank, dims, &size) < 0) return NULL;
    bool fits = l->rank <= rank;
    for (int k = 0; fits && k < l->rank; k++)
        fits = l->dims[k] == 1 || l->dims[k] == dims[rank - l->rank + k];
    if (fits) return sni_spread(g, x, rank, dims);
    char from[160], to[160];
    sni_fail(SN_ERR_SHAPE, "broadcast_to: shape %s does not broadcast to %s",
             sni_shape_text(l->dims, l->rank, from, sizeof from), sni_shape_text(dims, rank, to, sizeof to));
    return NULL;
}
