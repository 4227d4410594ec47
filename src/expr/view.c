/* Values that see an array which may be written to, and views of them. */
#include "expr/record.h"

sni_alias *sni_new_alias(sni_recorder *r)
{
    sni_alias *a = sni_arena_alloc(r->arena, 1, sizeof *a);
    return a && SNI_VEC_PUSH(&r->seen, a) >= 0 ? a : NULL;
}

int sni_adopt(sni_recorder *r, sni_value *v)
{
    if (!v->alias || v->alias->origin) return SN_OK;
    sni_node *node = v->node;
    sni_node_retain(node);
    int status = sni_alias_adopt(r->g, &node, v->alias);
    if (status < 0) {
        sni_node_release(r->g, node);
        return sni_point(r, v->offset, status);
    }
    v->node = node;
    return sni_hold_node(r, node);
}

int sni_renew(sni_recorder *r, sni_value *v)
{
    if (v->kind != SNI_V_ARRAY || !v->alias || !v->alias->origin) return SN_OK;
    v->node = sni_alias_node(r->g, v->alias);
    return sni_hold_node(r, v->node);
}

int sni_view_of(sni_recorder *r, const sni_value *v, const char *what, sni_viewing *out)
{
    *out = (sni_viewing){0};
    SNI_TRY(sni_to_array(r, v, what, &out->subject));
    if (v->kind != SNI_V_ARRAY || !v->alias || v->scalar) return SN_OK;
    sni_value seen = *v;
    SNI_TRY(sni_adopt(r, &seen));
    out->of = seen.alias;
    out->subject = sni_alias_subject(r->g, seen.alias);
    return sni_point(r, v->offset, sni_hold_node(r, out->subject));
}

int sni_take_view(sni_recorder *r, size_t offset, const sni_viewing *w, sni_node *node, bool frozen,
                  sni_value *out)
{
    if (!node || !(w->of || frozen)) return sni_take_array(r, offset, node, out);
    sni_alias *alias = sni_new_alias(r);
    if (!alias) {
        sni_node_release(r->g, node);
        return SN_ERR_MEMORY;
    }
    int status = w->of ? sni_alias_view(r->g, w->of, w->subject, &node, alias) : SN_OK;
    alias->frozen |= frozen;
    SNI_TRY(sni_take_array(r, offset, status < 0 ? NULL : node, out));
    if (alias->origin || !w->of) out->alias = alias;
    return SN_OK;
}
