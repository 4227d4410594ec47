/* Subscripts. */
#include "expr/record.h"

/* An end far outside any array is as good as the end itself. */
static int64_t clamp(sni_int x)
{
    return x > INT64_MAX ? INT64_MAX : x < INT64_MIN ? INT64_MIN : (int64_t)x;
}

static int slice_part(sni_recorder *r, const sni_ast *part, bool *has, int64_t *out)
{
    if (!part) return SN_OK;
    sni_value v;
    SNI_TRY(sni_record_value(r, part, &v));
    if (v.kind == SNI_V_NONE) return SN_OK;
    if (!sni_is_integer(&v))
        return sni_fail_at(r, part->offset, SN_ERR_ARGUMENT, "slice indices must be integers or None, not %s",
                           sni_value_name(&v));
    *has = true;
    *out = clamp(sni_value_int(&v));
    return SN_OK;
}

static int record_slice(sni_recorder *r, const sni_ast *node, sni_slice *out)
{
    out->kind = SNI_ITEM_SLICE;
    SNI_TRY(slice_part(r, node->parts[0], &out->has_start, &out->start));
    SNI_TRY(slice_part(r, node->parts[1], &out->has_stop, &out->stop));
    SNI_TRY(slice_part(r, node->parts[2], &out->has_step, &out->step));
    return SN_OK;
}

static int value_to_item(sni_recorder *r, const sni_value *v, sni_slice *out)
{
    switch (v->kind) {
    case SNI_V_NONE: out->kind = SNI_ITEM_NEWAXIS; return SN_OK;
    case SNI_V_ELLIPSIS: out->kind = SNI_ITEM_ELLIPSIS; return SN_OK;
    case SNI_V_INT:
        out->kind = SNI_ITEM_INDEX;
        out->start = clamp(v->integer);
        return SN_OK;
    case SNI_V_BOOL:
    case SNI_V_ARRAY:
    case SNI_V_SEQUENCE:
        return sni_fail_at(r, v->offset, SN_ERR_UNSUPPORTED, "indexing with %s is not supported yet",
                           sni_value_name(v));
    default: return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "%s cannot be an index", sni_value_name(v));
    }
}

static int record_item(sni_recorder *r, const sni_ast *node, bool alone, sni_items *list)
{
    sni_slice *out = &list->items[list->count++];
    list->element &= node->kind != SNI_AST_SLICE;
    if (node->kind == SNI_AST_SLICE) return record_slice(r, node, out);
    sni_value v;
    SNI_TRY(sni_record_value(r, node, &v));
    list->element &= v.kind == SNI_V_INT;
    if (alone && v.kind == SNI_V_ARRAY && v.node->dtype == SNI_BOOL) {
        list->mask = v.node;
        return SN_OK;
    }
    return value_to_item(r, &v, out);
}

/* x[(1, 2)] is x[1, 2]. */
static const sni_ast *only_tuple(const sni_ast *node)
{
    bool tuple = node->count == 1 && !node->comma && node->first->kind == SNI_AST_TUPLE;
    return tuple ? node->first : node;
}

/* x.shape[0] and other elements of sequences. */
static int index_sequence(sni_recorder *r, const sni_ast *node, const sni_value *base, sni_value *out)
{
    sni_value v;
    if (node->count != 1 || node->first->kind == SNI_AST_SLICE)
        return sni_fail_at(r, node->offset, SN_ERR_UNSUPPORTED,
                           "a list or tuple takes one integer as an index here");
    SNI_TRY(sni_record_value(r, node->first, &v));
    if (!sni_is_integer(&v))
        return sni_fail_at(r, v.offset, SN_ERR_ARGUMENT, "%s cannot be an index", sni_value_name(&v));
    sni_int count = (sni_int)base->sequence.count, k = sni_value_int(&v);
    if (k < -count || k >= count)
        return sni_fail_at(r, v.offset, SN_ERR_INDEX, "index is out of range for a sequence of %zu",
                           base->sequence.count);
    *out = base->sequence.items[k < 0 ? k + count : k];
    return sni_renew(r, out);
}

int sni_record_items(sni_recorder *r, const sni_ast *node, sni_items *out)
{
    const sni_ast *list = only_tuple(node);
    *out = (sni_items){.element = true};
    if (list->count > 2 * SNI_MAX_RANK) return sni_fail_at(r, node->offset, SN_ERR_INDEX, "too many indices");
    for (const sni_ast *a = list->first; a; a = a->next) SNI_TRY(record_item(r, a, list->count == 1, out));
    return SN_OK;
}

int sni_subscript_value(sni_recorder *r, const sni_ast *node, const sni_value *base, sni_value *out)
{
    if (base->kind == SNI_V_SEQUENCE) return index_sequence(r, node, base, out);
    if (base->kind != SNI_V_ARRAY)
        return sni_fail_at(r, node->offset, SN_ERR_ARGUMENT, "%s cannot be indexed", sni_value_name(base));
    sni_items list;
    sni_viewing w;
    SNI_TRY(sni_record_items(r, node, &list));
    if (list.mask)
        return sni_fail_at(r, node->first->offset, SN_ERR_UNSUPPORTED,
                           "indexing with an array is not supported yet");
    SNI_TRY(sni_view_of(r, base, "array", &w));
    SNI_TRY(sni_take_view(r, node->offset, &w, sni_subscript(r->g, w.subject, list.items, list.count), false,
                          out));
    if (!list.element || out->node->layout->rank > 0) return SN_OK;
    out->alias = NULL; /* an element is a value of its own */
    out->scalar = true;
    return SN_OK;
}
