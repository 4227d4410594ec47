/* Schedules: from the signature's nodes to values and edges, and from the fuser's drafts to groups. */
#include "graph/fuse.h"

#include <stdlib.h>
#include <string.h>

/* ---- values and edges ------------------------------------------------------------------------------------ */

typedef struct builder {
    const sni_signature *sig;
    sni_schedule *s;
    int32_t *val_of;    /* by position in the signature; -1: VIEW */
    int32_t *binding;   /* by position in the signature, of the leaves and consts listed there */
} builder;

static void bind_inputs(builder *b)
{
    for (size_t i = 0; i < b->sig->leaves.count; i++) b->binding[b->sig->leaves.data[i]->index] = (int32_t)i;
    for (size_t i = 0; i < b->sig->consts.count; i++) b->binding[b->sig->consts.data[i]->index] = (int32_t)i;
}

static sni_edge edge_to(const builder *b, const sni_node *n)
{
    sni_edge e = {.view = NULL};
    if (n->kind == SNI_NODE_VIEW) {
        const sni_node *base = n->in[0];
        e.view = n->layout == base->layout && n->u.offset == 0 ? NULL : n->layout;
        e.offset = e.view ? n->u.offset : 0;
        n = base;
    }
    e.val = b->val_of[n->index];
    return e;
}

/* A WRITE reads its value alone; the array it writes over comes through the region that the third operand tells. */
static void add_edges(builder *b, sni_val *v)
{
    const sni_node *n = v->node;
    if (n->kind != SNI_NODE_WRITE) {
        for (int k = 0; k < n->count; k++) v->in[k] = edge_to(b, n->in[k]);
        return;
    }
    const sni_node *region = n->in[2];
    v->nin = 1;
    v->in[0] = edge_to(b, n->in[1]);
    v->in[1] = (sni_edge){b->val_of[n->in[0]->index], region->layout, region->kind == SNI_NODE_VIEW ? region->u.offset : 0};
}

static int add_val(builder *b, sni_node *n)
{
    sni_schedule *s = b->s;
    sni_val *v = &s->vals[s->nvals];
    *v = (sni_val){.node = n, .nin = n->count, .group = -1, .binding = b->binding[n->index]};
    add_edges(b, v);
    bool write = n->kind == SNI_NODE_WRITE;
    for (int k = 0; k < v->nin + write; k++) {
        if (v->in[k].val < 0 || v->in[k].val >= s->nvals)
            return sni_fail(SN_ERR_INTERNAL, "schedule: operand %d of node %u does not come before it", k, n->index);
        s->vals[v->in[k].val].uses++;
    }
    if (write && sni_val_old(v) >= 0) s->vals[sni_val_old(v)].written = true;
    b->val_of[n->index] = s->nvals++;
    return SN_OK;
}

static int add_roots(builder *b, sni_node *const *roots, size_t count)
{
    sni_schedule *s = b->s;
    for (size_t i = 0; i < count; i++) {
        s->roots[i] = edge_to(b, roots[i]).val;
        if (s->roots[i] < 0) return sni_fail(SN_ERR_INTERNAL, "schedule: root %zu is not in the signature", i);
        s->vals[s->roots[i]].root = true;
    }
    return SN_OK;
}

static int build_vals(builder *b, sni_node *const *roots, size_t nroots)
{
    size_t count = b->sig->nodes.count;
    sni_schedule *s = b->s;
    if (count > INT32_MAX || nroots > INT32_MAX) return sni_fail(SN_ERR_MEMORY, "more than 2147483647 nodes in one graph");
    s->vals = sni_arena_alloc(&s->arena, count, sizeof *s->vals);
    s->roots = sni_arena_alloc(&s->arena, nroots, sizeof *s->roots);
    b->val_of = malloc((count + 1) * sizeof *b->val_of);
    b->binding = malloc((count + 1) * sizeof *b->binding);
    if (!s->vals || !s->roots || !b->val_of || !b->binding) return sni_fail_memory(count * sizeof *s->vals, "schedule");
    memset(b->val_of, -1, count * sizeof *b->val_of);
    memset(b->binding, -1, count * sizeof *b->binding);
    s->nroots = (int32_t)nroots;
    bind_inputs(b);
    for (size_t i = 0; i < count; i++)
        if (b->sig->nodes.data[i]->kind != SNI_NODE_VIEW) SNI_TRY(add_val(b, b->sig->nodes.data[i]));
    return add_roots(b, roots, nroots);
}

/* ---- order of the groups ------------------------------------------------------------------------------------ */

/* Depth first from the roots against the data flow, so that what a group reads is computed just before. */
typedef struct sorter {
    const sni_fuser *f;
    int32_t *first, *before;    /* groups that must run before group g: before[first[g] .. first[g + 1]) */
    int32_t *next;              /* of them, the next to visit; -1: not begun, -2: done */
    int32_t *order, *stack;
    int32_t count, depth;
} sorter;

static void list_predecessors(sorter *t, int32_t groups)
{
    for (int32_t g = 0; g < groups; g++)
        for (const sni_link *l = sni_draft_of(t->f, g)->successors; l; l = l->next) t->first[l->index + 1]++;
    for (int32_t g = 0; g < groups; g++) {
        t->first[g + 1] += t->first[g];
        t->next[g] = t->first[g];
    }
    for (int32_t g = 0; g < groups; g++)
        for (const sni_link *l = sni_draft_of(t->f, g)->successors; l; l = l->next) t->before[t->next[l->index]++] = g;
    for (int32_t g = 0; g < groups; g++) t->next[g] = -1;
}

static int visit_group(sorter *t, int32_t group)
{
    if (t->next[group] == -2) return SN_OK;
    t->depth = 0;
    t->stack[t->depth++] = group;
    t->next[group] = t->first[group];
    while (t->depth) {
        int32_t g = t->stack[t->depth - 1];
        if (t->next[g] == t->first[g + 1]) {
            t->next[g] = -2;
            t->order[t->count++] = g;
            t->depth--;
            continue;
        }
        int32_t p = t->before[t->next[g]++];
        if (t->next[p] == -2) continue;
        if (t->next[p] != -1) return sni_fail(SN_ERR_INTERNAL, "schedule: group %d waits for itself", p);
        t->next[p] = t->first[p];
        t->stack[t->depth++] = p;
    }
    return SN_OK;
}

static int sort_groups(sorter *t, sni_fuser *f)
{
    const sni_schedule *s = f->s;
    size_t groups = f->drafts.count, edges = 0;
    for (size_t g = 0; g < groups; g++)
        for (const sni_link *l = f->drafts.data[g]->successors; l; l = l->next) edges++;
    t->f = f;
    int32_t **tables[] = {&t->first, &t->next, &t->order, &t->stack};
    for (size_t i = 0; i < SNI_COUNT(tables); i++)
        if (!(*tables[i] = sni_arena_alloc(&f->arena, groups + 1, sizeof(int32_t)))) return SN_ERR_MEMORY;
    t->before = sni_arena_alloc(&f->arena, edges, sizeof *t->before);
    if (!t->before) return SN_ERR_MEMORY;
    list_predecessors(t, (int32_t)groups);
    for (int32_t i = 0; i < s->nroots; i++)
        if (s->vals[s->roots[i]].group >= 0) SNI_TRY(visit_group(t, s->vals[s->roots[i]].group));
    for (int32_t g = 0; g < (int32_t)groups; g++) SNI_TRY(visit_group(t, g));
    return SN_OK;
}

/* ---- groups ---------------------------------------------------------------------------------------------------- */

static int finish_group(sni_schedule *s, const sni_draft *d, sni_group *g)
{
    g->rank = d->rank;
    for (int k = 0; k < d->rank; k++) {
        g->extent[k] = d->extent[k];
        g->reduced[k] = d->reduced >> k & 1;
    }
    g->nops = d->nops;
    g->npasses = d->npasses;
    g->empty = true;
    for (const sni_link *l = d->members; l; l = l->next) g->nmembers++;
    sni_member *members = sni_arena_alloc(&s->arena, (size_t)g->nmembers, sizeof *members);
    if (!members) return SN_ERR_MEMORY;
    g->members = members;
    for (const sni_link *l = d->members; l; l = l->next) {
        *members++ = (sni_member){l->index, l->output, l->axis_dim};
        if (l->output && s->vals[l->index].node->layout->size > 0) g->empty = false;
    }
    return SN_OK;
}

static int list_unfused(sni_fuser *f)
{
    sni_schedule *s = f->s;
    for (int pass = 0; pass < 2; pass++) {
        int32_t n = 0;
        for (int32_t v = 0; v < s->nvals; v++) {
            if (s->vals[v].group < 0) continue;
            for (const sni_writer *w = f->work[v].writers; w; w = w->next) {
                if (pass) s->unfused[n] = (sni_unfused){v, w->val, SNI_REASON_WRITTEN};
                n++;
            }
            if (s->vals[v].node->kind == SNI_NODE_CONST || s->vals[v].node->kind == SNI_NODE_IOTA) continue;
            for (const sni_read *r = f->work[v].reads; r; r = r->next) {
                if (r->group == s->vals[v].group) continue;
                if (pass) s->unfused[n] = (sni_unfused){v, r->consumer, r->reason};
                n++;
            }
        }
        s->nunfused = n;
        if (!pass && !(s->unfused = sni_arena_alloc(&s->arena, (size_t)n, sizeof *s->unfused))) return SN_ERR_MEMORY;
    }
    return SN_OK;
}

/* Who else reads an array that is written over comes first, where nothing speaks against it: the write may
 * then take its memory.  A link from a higher order to a lower one closes no cycle. */
static int readers_first(sni_fuser *f)
{
    for (int32_t v = 0; v < f->s->nvals; v++)
        for (const sni_writer *w = f->work[v].writers; w; w = w->next)
            for (const sni_read *r = f->work[v].reads; r; r = r->next)
                if (sni_draft_of(f, r->group)->order > sni_draft_of(f, w->group)->order)
                    SNI_TRY(sni_draft_precede(f, r->group, w->group));
    return SN_OK;
}

static int finish(sni_fuser *f)
{
    sni_schedule *s = f->s;
    sorter t = {0};
    SNI_TRY(readers_first(f));
    SNI_TRY(list_unfused(f));
    SNI_TRY(sort_groups(&t, f));
    s->ngroups = t.count;
    s->groups = sni_arena_alloc(&s->arena, (size_t)t.count, sizeof *s->groups);
    if (!s->groups) return SN_ERR_MEMORY;
    for (int32_t g = 0; g < t.count; g++) {
        SNI_TRY(finish_group(s, sni_draft_of(f, t.order[g]), &s->groups[g]));
        t.next[t.order[g]] = g;
    }
    for (int32_t v = 0; v < s->nvals; v++)
        if (s->vals[v].group >= 0) s->vals[v].group = t.next[s->vals[v].group];
    return SN_OK;
}

static int fuse(sni_schedule *s, const sni_limits *limits)
{
    sni_fuser f = {.s = s, .limits = limits};
    sni_arena_init(&f.arena);
    f.work = sni_arena_alloc(&f.arena, (size_t)s->nvals, sizeof *f.work);
    int status = f.work ? sni_fuse(&f) : SN_ERR_MEMORY;
    if (status == SN_OK) status = finish(&f);
    free(f.drafts.data);
    sni_arena_free(&f.arena);
    return status;
}

int sni_schedule_build(const sni_signature *sig, sni_node *const *roots, size_t nroots, const sni_limits *limits,
                       sni_schedule *out)
{
    *out = (sni_schedule){0};
    sni_arena_init(&out->arena);
    builder b = {.sig = sig, .s = out};
    int status = build_vals(&b, roots, nroots);
    free(b.val_of);
    free(b.binding);
    if (status == SN_OK) status = fuse(out, limits);
#ifndef NDEBUG
    if (status == SN_OK) status = sni_schedule_verify(out);
#endif
    if (status < 0) sni_schedule_free(out);
    return status;
}

void sni_schedule_free(sni_schedule *s)
{
    sni_arena_free(&s->arena);
    *s = (sni_schedule){0};
}
