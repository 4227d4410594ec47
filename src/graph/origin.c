/* Origins and aliases: see origin.h. */
#include "graph/origin.h"

#include <stdlib.h>

#include "graph/internal.h"

static sni_node *base_of(const sni_node *n)
{
    return n->kind == SNI_NODE_VIEW ? n->in[0] : (sni_node *)(uintptr_t)n;
}

static int64_t offset_of(const sni_node *n)
{
    return n->kind == SNI_NODE_VIEW ? n->u.offset : 0;
}

/* ---- names ------------------------------------------------------------------------------------------------- */

/* Indices that share an element could not be written to one by one. */
static int part(sni_graph *g, sni_node **node)
{
    if (sni_layout_apart((*node)->layout)) return SN_OK;
    sni_node *copy = sni_copy_of(g, *node);
    if (!copy) return sni_error_status();
    sni_node_release(g, *node);
    *node = copy;
    return SN_OK;
}

int sni_alias_adopt(sni_graph *g, sni_node **node, sni_alias *out)
{
    if (!out->frozen) SNI_TRY(part(g, node));
    sni_origin *o = malloc(sizeof *o);
    if (!o) return sni_fail_memory(sizeof *o, "an array");
    *o = (sni_origin){.refs = 1, .node = sni_hold(base_of(*node))};
    *out = (sni_alias){.origin = o,
                       .layout = sni_layout_hold((*node)->layout),
                       .offset = offset_of(*node),
                       .frozen = out->frozen};
    return SN_OK;
}

static void see(sni_alias *out, sni_origin *o, const sni_layout *layout, int64_t offset, bool frozen)
{
    o->refs++;
    *out = (sni_alias){.origin = o, .layout = sni_layout_hold(layout), .offset = offset, .frozen = frozen};
}

int sni_alias_copy(const sni_alias *a, sni_alias *out)
{
    see(out, a->origin, a->layout, a->offset, a->frozen);
    return SN_OK;
}

void sni_alias_drop(sni_graph *g, sni_alias *a)
{
    sni_origin *o = a->origin;
    if (!o) return;
    sni_layout_release(g, a->layout);
    if (--o->refs == 0) {
        sni_node_release(g, o->node);
        free(o);
    }
    *a = (sni_alias){0};
}

/* ---- views ------------------------------------------------------------------------------------------------- */

/* A constant's view is a constant: where it would lie is told by counted elements in its place. */
static sni_node *view_on(sni_graph *g, const sni_alias *a, sni_node *base)
{
    const sni_layout *l = a->layout;
    return sni_view(g, base, l->rank, l->dims, SNI_STRIDES(l), a->offset);
}

sni_node *sni_alias_node(sni_graph *g, const sni_alias *a)
{
    return view_on(g, a, a->origin->node);
}

sni_node *sni_alias_subject(sni_graph *g, const sni_alias *a)
{
    const sni_node *n = a->origin->node;
    if (n->kind != SNI_NODE_CONST) return sni_alias_node(g, a);
    sni_node *places = sni_iota(g, 1, &n->layout->size);
    if (!places) return NULL;
    sni_node *out = view_on(g, a, places);
    sni_node_release(g, places);
    return out;
}

int sni_alias_view(sni_graph *g, const sni_alias *of, const sni_node *subject, sni_node **node,
                   sni_alias *out)
{
    sni_node *made = *node;
    *out = (sni_alias){0};
    if (base_of(made) == base_of(subject)) see(out, of->origin, made->layout, offset_of(made), of->frozen);
    if (of->origin->node->kind != SNI_NODE_CONST) return SN_OK;
    const sni_node *value = of->origin->node;
    *node = sni_const(g, (sni_dtype)value->dtype, (sni_scalar){.bits = {value->u.scalar, 0}},
                      made->layout->rank, made->layout->dims);
    sni_node_release(g, made);
    if (*node) return SN_OK;
    sni_alias_drop(g, out);
    return sni_error_status();
}

/* ---- writes ------------------------------------------------------------------------------------------------- */

/* The whole array replaced: the value itself where it lies as the array does. */
static sni_node *whole(sni_graph *g, const sni_node *old, sni_node *value)
{
    const sni_layout *l = old->layout;
    if (value->kind == SNI_NODE_CONST && l->c_order)
        return sni_const(g, (sni_dtype)old->dtype, (sni_scalar){.bits = {value->u.scalar, 0}}, l->rank,
                         l->dims);
    if (value->kind != SNI_NODE_VIEW && value->layout == l) return sni_hold(value);
    return sni_copy_as(g, value, l);
}

int sni_origin_guard(sni_graph *g, sni_origin *o)
{
    int64_t limit = sni_option_int(SNI_OPTION_MAX_HEIGHT);
    if (limit == 0 || !g->evaluate || (int64_t)o->node->height < limit / 2) return SN_OK;
    return g->evaluate(g, &o->node, 1);
}

/* `value` has the view's dtype, and its shape or is a scalar. */
static int store(sni_graph *g, const sni_alias *a, sni_node *value)
{
    sni_origin *o = a->origin;
    sni_node *old = o->node;
    if (a->layout->size == 0) return SN_OK;
    bool all = a->layout == old->layout && a->offset == 0;
    sni_node *now = all ? whole(g, old, value) : sni_write(g, old, a->layout, a->offset, value);
    if (!now) return sni_error_status();
    o->node = now;
    o->written = true;
    sni_node_release(g, old);
    return SN_OK;
}

static int check(const sni_alias *a, const char *op)
{
    if (a->frozen || !sni_layout_apart(a->layout))
        return sni_fail(SN_ERR_VALUE,
                        "%s: the destination is read-only (a broadcast, a diagonal or another thread's "
                        "array): write to a copy",
                        op);
    return SN_OK;
}

/* Takes the value's reference. */
static int store_taken(sni_graph *g, const sni_alias *a, sni_node *value)
{
    if (!value) return sni_error_status();
    int status = store(g, a, value);
    sni_node_release(g, value);
    return status;
}

int sni_alias_write(sni_graph *g, const sni_alias *a, sni_node *value, bool weak)
{
    SNI_TRY(check(a, "assign"));
    return store_taken(g, a, sni_written_value(g, value, weak, (sni_dtype)a->origin->node->dtype, a->layout));
}

int sni_alias_write_where(sni_graph *g, const sni_alias *a, sni_node *mask, sni_node *value, bool weak)
{
    sni_dtype dtype = (sni_dtype)a->origin->node->dtype;
    SNI_TRY(check(a, "assign"));
    if (mask->dtype != SNI_BOOL)
        return sni_fail(SN_ERR_DTYPE, "assign: the mask has dtype %s, not bool",
                        sni_dtypes[mask->dtype].name);
    sni_node *in[3] = {sni_written_value(g, mask, false, SNI_BOOL, a->layout), NULL, NULL}, *out = NULL;
    if (in[0]) in[1] = sni_written_value(g, value, weak, dtype, a->layout);
    if (in[1]) in[2] = sni_alias_node(g, a);
    if (in[2]) out = sni_element(g, SNI_OP_WHERE, in, NULL);
    for (int k = 0; k < 3; k++) sni_node_release(g, in[k]);
    return store_taken(g, a, out);
}

sni_node *sni_updated(sni_graph *g, sni_op op, sni_node *x, sni_node *value, bool weak)
{
    sni_node *out = sni_updated_value(g, op, x, value, weak);
    sni_node *cast = out ? sni_cast(g, out, (sni_dtype)x->dtype) : NULL;
    sni_node_release(g, out);
    return cast;
}

int sni_alias_update(sni_graph *g, const sni_alias *a, sni_op op, sni_node *value, bool weak)
{
    SNI_TRY(check(a, sni_ops[op].name));
    sni_node *x = sni_alias_node(g, a);
    sni_node *out = x ? sni_updated_value(g, op, x, value, weak) : NULL;
    sni_node_release(g, x);
    if (!out) return sni_error_status();
    sni_node *cast = sni_written_value(g, out, false, (sni_dtype)a->origin->node->dtype, a->layout);
    sni_node_release(g, out);
    return store_taken(g, a, cast);
}
