/* A schedule as text: what each kernel computes, from what, and why each other edge is not fused. */
#include "graph/form.h"
#include "graph/formula.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct explainer {
    const sni_schedule *s;
    sni_str *out;
    int32_t *seen;      /* by value: last group + 1 that mentions it */
    int32_t *stack, *found;
    int32_t nfound;
} explainer;

static void put_scalar(sni_str *out, const sni_node *n)
{
    sni_scalar value = {.bits = {n->u.scalar, 0}}, wide;
    switch (sni_dtypes[n->dtype].kind) {
    case SNI_KIND_FLOAT:
        wide = sni_scalar_cast(value, (sni_dtype)n->dtype, SNI_FLOAT64);
        sni_str_printf(out, "%.9g", wide.f64);
        break;
    case SNI_KIND_UINT:
        wide = sni_scalar_cast(value, (sni_dtype)n->dtype, SNI_UINT64);
        sni_str_printf(out, "%" PRIu64, wide.u64);
        break;
    case SNI_KIND_BOOL:
        sni_str_put(out, value.b8 ? "True" : "False");
        break;
    default:
        wide = sni_scalar_cast(value, (sni_dtype)n->dtype, SNI_INT64);
        sni_str_printf(out, "%" PRId64, wide.i64);
    }
}

static void put_name(const explainer *e, int32_t i)
{
    const sni_val *v = &e->s->vals[i];
    if (v->node->kind == SNI_NODE_LEAF)
        sni_str_printf(e->out, "in%d", v->binding);
    else if (v->node->kind == SNI_NODE_CONST && !v->materialised)
        put_scalar(e->out, v->node);
    else
        sni_str_printf(e->out, "v%d", i);
}

static void put_type(sni_str *out, sni_dtype dtype, const sni_layout *l)
{
    char text[256];
    sni_str_printf(out, "%s %s", sni_dtypes[dtype].name, sni_shape_text(l->dims, l->rank, text, sizeof text));
}

/* "in0", or "in0[view offset 1 strides (4, 1)]". */
static void put_operand(const explainer *e, const sni_edge *edge)
{
    char text[256];
    put_name(e, edge->val);
    if (!edge->view || e->s->vals[edge->val].node->kind == SNI_NODE_CONST) return;
    sni_str_printf(e->out, "[offset %" PRId64 " strides %s]", edge->offset,
                   sni_shape_text(SNI_STRIDES(edge->view), edge->view->rank, text, sizeof text));
}

static void put_axes(const explainer *e, uint64_t axes)
{
    const char *comma = "";
    sni_str_put(e->out, ", axis=(");
    for (int k = 0; k < SNI_MAX_RANK; k++) {
        if (!(axes >> k & 1)) continue;
        sni_str_printf(e->out, "%s%d", comma, k);
        comma = ", ";
    }
    sni_str_put(e->out, ")");
}

static void put_corner(const explainer *e, const sni_node *n)
{
    int64_t corner[SNI_MAX_RANK];
    char text[256];
    sni_place_corner(n, corner);
    sni_str_printf(e->out, ", at=%s", sni_shape_text(corner, n->layout->rank, text, sizeof text));
}

static void put_expression(const explainer *e, const sni_val *v)
{
    const char *name = "copy";
    switch (v->node->kind) {
    case SNI_NODE_ELEMENT: name = sni_ops[v->node->code].name; break;
    case SNI_NODE_REDUCE: name = sni_reduction_name(v->node); break;
    case SNI_NODE_IOTA: name = "arange"; break;
    case SNI_NODE_CONST: name = "full"; break;
    case SNI_NODE_PLACE: name = "place"; break;
    case SNI_NODE_WRITE: name = "write"; break;
    default: break;
    }
    sni_str_printf(e->out, "%s(", name);
    if (v->node->kind == SNI_NODE_CONST) put_scalar(e->out, v->node);
    for (int k = 0; k < v->nin; k++) {
        if (k) sni_str_put(e->out, ", ");
        put_operand(e, &v->in[k]);
    }
    if (v->node->kind == SNI_NODE_WRITE) {
        sni_str_put(e->out, " into ");
        put_operand(e, &v->in[1]);
    }
    if (v->node->kind == SNI_NODE_REDUCE) put_axes(e, v->node->u.axes);
    if (v->node->kind == SNI_NODE_PLACE) put_corner(e, v->node);
    sni_str_put(e->out, ")");
}

static bool computed_by(const sni_val *v, int32_t group)
{
    return v->node->kind != SNI_NODE_LEAF && v->node->kind != SNI_NODE_CONST && (v->group < 0 || v->group == group);
}

static void find_values(explainer *e, int32_t group)
{
    const sni_group *g = &e->s->groups[group];
    int32_t depth = 0;
    e->nfound = 0;
    for (int32_t i = 0; i < g->nmembers; i++) {
        e->seen[g->members[i].val] = group + 1;
        e->stack[depth++] = g->members[i].val;
    }
    while (depth) {
        int32_t i = e->stack[--depth];
        const sni_val *v = &e->s->vals[i];
        e->found[e->nfound++] = i;
        if (!computed_by(v, group)) continue;
        for (int k = 0; k < v->nin; k++) {
            if (e->seen[v->in[k].val] == group + 1) continue;
            e->seen[v->in[k].val] = group + 1;
            e->stack[depth++] = v->in[k].val;
        }
    }
}

static int by_index(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void put_space(const explainer *e, const sni_group *g)
{
    bool any = false;
    for (int part = 0; part < 2; part++) {
        const char *comma = part ? "; reduced " : " over ";
        for (int d = 0; d < g->rank; d++) {
            if (g->reduced[d] != (part == 1)) continue;
            sni_str_printf(e->out, "%s%" PRId64, comma, g->extent[d]);
            comma = " x ";
            any = true;
        }
    }
    if (!any) sni_str_put(e->out, " over one element");
}

static const sni_member *member_of(const sni_group *g, int32_t val)
{
    for (int32_t i = 0; i < g->nmembers; i++)
        if (g->members[i].val == val) return &g->members[i];
    return NULL;
}

static void put_value(const explainer *e, int32_t group, int32_t i)
{
    const sni_group *g = &e->s->groups[group];
    const sni_val *v = &e->s->vals[i];
    if (!computed_by(v, group) && !(v->node->kind == SNI_NODE_CONST && v->group == group)) {
        if (v->node->kind == SNI_NODE_CONST) return;
        sni_str_put(e->out, "  read  ");
        put_name(e, i);
        sni_str_put(e->out, ": ");
        put_type(e->out, (sni_dtype)v->node->dtype, v->node->layout);
        sni_str_putc(e->out, '\n');
        return;
    }
    const sni_member *m = v->group == group ? member_of(g, i) : NULL;
    sni_str_put(e->out, m && m->output ? "  store v" : "        v");
    sni_str_printf(e->out, "%d = ", i);
    put_expression(e, v);
    sni_str_put(e->out, ": ");
    put_type(e->out, (sni_dtype)v->node->dtype, v->node->layout);
    if (m && m->output) sni_str_printf(e->out, "  (%s)", sni_reason_text[v->reason]);
    sni_str_putc(e->out, '\n');
}

static void put_group(explainer *e, int32_t group)
{
    const sni_group *g = &e->s->groups[group];
    sni_str_printf(e->out, "kernel %d:", group);
    put_space(e, g);
    sni_str_printf(e->out, "; %d operation%s", g->nops, g->nops == 1 ? "" : "s");
    if (g->npasses > 1) sni_str_printf(e->out, ", %d passes", g->npasses);
    sni_str_put(e->out, g->empty ? "; no elements, not launched\n" : "\n");
    find_values(e, group);
    qsort(e->found, (size_t)e->nfound, sizeof *e->found, by_index);
    for (int32_t i = 0; i < e->nfound; i++) put_value(e, group, e->found[i]);
}

static void put_unfused(const explainer *e)
{
    for (int32_t i = 0; i < e->s->nunfused; i++) {
        const sni_unfused *u = &e->s->unfused[i];
        sni_str_put(e->out, i ? "  v" : "not fused:\n  v");
        sni_str_printf(e->out, "%d -> v%d: %s\n", u->producer, u->consumer, sni_reason_text[u->reason]);
    }
}

void sni_schedule_explain(const sni_schedule *s, sni_str *out)
{
    size_t n = (size_t)s->nvals + 1;
    explainer e = {.s = s, .out = out, .seen = calloc(n, sizeof *e.seen), .stack = malloc(n * sizeof *e.stack),
                   .found = malloc(n * sizeof *e.found)};
    if (e.seen && e.stack && e.found) {
        for (int32_t g = 0; g < s->ngroups; g++) put_group(&e, g);
        put_unfused(&e);
    } else if (out->status == SN_OK) {
        out->status = sni_fail_memory(n * 12, "explanation");
    }
    free(e.seen);
    free(e.stack);
    free(e.found);
}
