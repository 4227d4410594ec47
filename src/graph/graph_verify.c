/* Checks the invariants of graph.h below some roots. */
#include "graph/formula.h"
#include "graph/internal.h"

static int broken(const sni_node *n, const char *invariant)
{
    static const char *const kinds[SNI_NODE_KIND_COUNT] = {"leaf", "const", "iota", "element", "reduce",
                                                           "view", "copy",  "place", "write"};
    const char *kind = n->kind < SNI_NODE_KIND_COUNT ? kinds[n->kind] : "unknown";
    return sni_fail(SN_ERR_INTERNAL, "graph: %s node %u: %s", kind, n->index, invariant);
}

static int check_layout(const sni_node *n)
{
    const sni_layout *l = n->layout;
    int64_t size;
    if (!l || !l->refs) return broken(n, "its layout is gone");
    if (sni_shape_size(l->rank, l->dims, &size) < 0 || size != l->size) return broken(n, "size is not the product of extents");
    for (int k = 0; k < l->rank; k++)
        if ((l->dims[k] <= 1 || size == 0) && SNI_STRIDES(l)[k]) return broken(n, "an extent of 1 has a stride");
    if (n->kind != SNI_NODE_VIEW && !l->dense) return broken(n, "a base is not dense");
    bool c_order = n->kind == SNI_NODE_CONST || n->kind == SNI_NODE_IOTA;
    return c_order && !l->c_order ? broken(n, "its layout must be in C order") : SN_OK;
}

static int check_common(const sni_graph *g, const sni_node *n)
{
    if (n->kind >= SNI_NODE_KIND_COUNT) return broken(n, "unknown kind");
    if (n->dtype >= SNI_DTYPE_COUNT) return broken(n, "unknown dtype");
    if (!n->refs) return broken(n, "nobody holds it");
    bool holds = n->kind == SNI_NODE_LEAF || n->kind == SNI_NODE_WRITE || n->kind == SNI_NODE_VIEW || n->kind == SNI_NODE_COPY;
    bool makes = n->kind == SNI_NODE_ELEMENT && n->code == SNI_OP_COMPLEX;
    if (sni_dtype_complex((sni_dtype)n->dtype) && !holds && !makes) return broken(n, "it computes a complex value");
    int places = n->kind == SNI_NODE_REDUCE && n->code == SNI_REDUCE_FORMULA ? 2 : 3; /* the last holds the formula */
    for (int k = 0; k < places; k++)
        if ((k < n->count) != (n->in[k] != NULL)) return broken(n, "count does not match its operands");
    for (int k = 0; k < n->count; k++)
        if (n->in[k]->height >= n->height) return broken(n, "height is not above its operands'");
    if ((n->kind != SNI_NODE_LEAF) != sni_is_consed(g, n)) return broken(n, "consing table and kind disagree");
    return SN_OK;
}

static int check_element(const sni_node *n)
{
    const sni_op_info *info = n->code < SNI_OP_ALL ? &sni_ops[n->code] : NULL;
    if (!info || n->count != info->arity) return broken(n, "operation and operands do not match");
    for (int k = 0; k < n->count; k++) {
        bool any_shape = sni_is_scalar_const(n->in[k]);
        if (!any_shape && !sni_layout_same_shape(n->in[k]->layout, n->layout)) return broken(n, "an operand has another shape");
        bool condition = n->code == SNI_OP_WHERE && k == 0;
        uint8_t dtype = condition ? SNI_BOOL : n->in[n->count - 1]->dtype;
        if (n->in[k]->dtype != dtype) return broken(n, "an operand has another dtype");
    }
    bool is_bool = info->rule == SNI_RULE_COMPARE || info->rule == SNI_RULE_LOGICAL;
    sni_dtype last = (sni_dtype)n->in[n->count - 1]->dtype, result = is_bool ? SNI_BOOL : last;
    bool part = n->code == SNI_OP_REAL || n->code == SNI_OP_IMAG;
    if (sni_dtype_complex(last) != part) return broken(n, part ? "it takes a part of a real value" : "it computes with a complex value");
    if (part) result = sni_dtype_part(last);
    if (n->code == SNI_OP_COMPLEX) result = sni_dtype_pair(last);
    return n->code != SNI_OP_CAST && n->dtype != result ? broken(n, "its dtype does not follow from its operands") : SN_OK;
}

static int check_reduce(const sni_node *n)
{
    const sni_layout *l = n->layout, *from = n->count == 1 ? n->in[0]->layout : NULL;
    int kept = 0;
    if (!from || n->code > SNI_REDUCE_FORMULA || n->code == SNI_REDUCE_MEAN) return broken(n, "no such reduction");
    if (n->code == SNI_REDUCE_FORMULA && (!n->formula || n->formula->nparams != 2 || n->formula->dtype != n->dtype))
        return broken(n, "its formula does not join two of its elements");
    if (n->dtype != n->in[0]->dtype) return broken(n, "its dtype is not its operand's");
    if (from->rank < 64 && n->u.axes >> from->rank) return broken(n, "it reduces an axis that is not there");
    for (int k = 0; k < from->rank; k++) {
        if (n->u.axes >> k & 1) continue;
        if (kept == l->rank || l->dims[kept++] != from->dims[k]) return broken(n, "its shape is not the kept axes'");
    }
    return kept == l->rank ? SN_OK : broken(n, "its shape is not the kept axes'");
}

static int check_view(const sni_node *n)
{
    if (n->count != 1) return broken(n, "a view has one base");
    const sni_node *base = n->in[0];
    if (base->kind == SNI_NODE_VIEW || base->kind == SNI_NODE_CONST) return broken(n, "its base is not a base");
    if (base->dtype != n->dtype) return broken(n, "its dtype is not its base's");
    if (!sni_view_inside(n->layout, n->u.offset, base->layout->size)) return broken(n, "an index lies outside its base");
    return SN_OK;
}

static int check_place(const sni_node *n)
{
    const sni_layout *l = n->layout, *box = n->count == 2 ? n->in[0]->layout : NULL;
    int64_t corner[SNI_MAX_RANK];
    if (!box || box->rank != l->rank || box->size == 0) return broken(n, "what it places is no box of it");
    if (n->in[0]->dtype != n->dtype || n->in[1]->dtype != n->dtype) return broken(n, "an operand has another dtype");
    if (!sni_is_scalar_const(n->in[1]) && !sni_layout_same_shape(n->in[1]->layout, l)) return broken(n, "an operand has another shape");
    if (n->code && (!sni_is_scalar_const(n->in[1]) || n->in[1]->u.scalar)) return broken(n, "elsewhere it is not 0");
    if (box->size == l->size || n->u.offset < 0 || n->u.offset >= l->size) return broken(n, "its box has no place in it");
    sni_place_corner(n, corner);
    for (int k = 0; k < l->rank; k++)
        if (corner[k] + box->dims[k] > l->dims[k]) return broken(n, "its box reaches outside");
    return SN_OK;
}

static int check_write(const sni_node *n)
{
    if (n->count != 3) return broken(n, "a write has an array, a value and a region");
    const sni_node *base = n->in[0], *value = n->in[1], *region = n->in[2];
    int64_t offset = region->kind == SNI_NODE_VIEW ? region->u.offset : 0;
    if (base->dtype != n->dtype || value->dtype != n->dtype) return broken(n, "its operands have another dtype");
    if (base->layout != n->layout && base->kind != SNI_NODE_CONST) return broken(n, "its array lies in another order");
    if (base->layout->size != n->layout->size) return broken(n, "its array has another size");
    if (base->kind == SNI_NODE_VIEW) return broken(n, "it writes to a view");
    if (!sni_is_scalar_const(value) && !sni_layout_same_shape(value->layout, region->layout))
        return broken(n, "its value has not the shape of its region");
    if (region->layout->size < 1 || !sni_view_inside(region->layout, offset, n->layout->size))
        return broken(n, "its region lies outside its array");
    return sni_layout_apart(region->layout) ? SN_OK : broken(n, "its region has a place twice");
}

static int check_node(const sni_graph *g, const sni_node *n)
{
    SNI_TRY(check_common(g, n));
    SNI_TRY(check_layout(n));
    switch ((sni_node_kind)n->kind) {
    case SNI_NODE_ELEMENT: return check_element(n);
    case SNI_NODE_REDUCE: return check_reduce(n);
    case SNI_NODE_VIEW: return check_view(n);
    case SNI_NODE_PLACE: return check_place(n);
    case SNI_NODE_COPY:
        if (n->count == 1 && n->in[0]->dtype == n->dtype &&
            (sni_is_scalar_const(n->in[0]) || sni_layout_same_shape(n->in[0]->layout, n->layout)))
            return SN_OK;
        return broken(n, "it does not match what it copies");
    case SNI_NODE_WRITE: return check_write(n);
    default: return n->count ? broken(n, "it has operands") : SN_OK;
    }
}

int sni_graph_verify(sni_graph *g, sni_node *const *roots, size_t count)
{
    sni_signature s = {0};
    int status = sni_signature_build(g, roots, count, &s);
    for (size_t k = 0; status >= 0 && k < s.nodes.count; k++) status = check_node(g, s.nodes.data[k]);
    sni_signature_free(&s);
    return status;
}
