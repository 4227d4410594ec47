/* Checks every invariant of schedule.h and names the first that is broken. */
#include "graph/form.h"

#include <stdlib.h>

typedef struct checker {
    const sni_schedule *s;
    int32_t *seen;      /* by value: last group + 1 that computes or loads it */
    uint8_t *explained; /* by value: some edge from it has a reason */
    int32_t *member_of; /* by value: group that lists it, + 1 */
    int32_t *stack, depth;
} checker;

#define BROKEN(...) sni_fail(SN_ERR_INTERNAL, "schedule: " __VA_ARGS__)

static bool is_map(const sni_schedule *s, const sni_val *v)
{
    if (v->node->kind == SNI_NODE_WRITE) return false;
    return v->node->kind != SNI_NODE_LEAF && (v->node->kind != SNI_NODE_REDUCE || sni_val_trivial(s->vals, v));
}

static int check_edge(const sni_schedule *s, int32_t i, int k)
{
    const sni_val *v = &s->vals[i];
    int32_t in = v->in[k].val;
    if (in < 0 || in >= i) return BROKEN("operand %d of value %d does not come before it", k, i);
    const sni_layout *l = sni_edge_layout(s->vals, &v->in[k]);
    if (s->vals[in].node->kind == SNI_NODE_CONST && l->rank == 0) return SN_OK;
    if (v->node->kind == SNI_NODE_REDUCE) {
        int kept = l->rank - __builtin_popcountll(v->node->u.axes);
        return kept == v->node->layout->rank ? SN_OK : BROKEN("reduced axes of value %d do not fit its operand", i);
    }
    if (v->node->kind == SNI_NODE_PLACE && k == 0)
        return l->rank == v->node->layout->rank ? SN_OK : BROKEN("value %d places no box", i);
    return sni_layout_same_shape(l, sni_val_layout(v)) ? SN_OK : BROKEN("operand %d of value %d has another shape", k, i);
}

static int check_val(const sni_schedule *s, int32_t i)
{
    const sni_val *v = &s->vals[i];
    int kind = v->node->kind;
    if (kind == SNI_NODE_VIEW) return BROKEN("value %d is a view", i);
    if (v->nin > 3) return BROKEN("value %d has %d operands", i, v->nin);
    for (int k = 0; k < v->nin; k++) SNI_TRY(check_edge(s, i, k));
    if (v->reason >= SNI_REASON_COUNT) return BROKEN("value %d has no known reason", i);
    if (v->group < -1 || v->group >= s->ngroups) return BROKEN("value %d is in group %d, which is not there", i, v->group);
    if (kind == SNI_NODE_LEAF && (v->group >= 0 || v->materialised)) return BROKEN("leaf %d is computed", i);
    if (v->materialised && v->group < 0) return BROKEN("value %d is stored by no group", i);
    if (kind != SNI_NODE_LEAF && !is_map(s, v) && v->group < 0) return BROKEN("reduction %d is in no group", i);
    if (is_map(s, v) && v->group >= 0 && !v->materialised) return BROKEN("value %d is in a group and not stored", i);
    if (v->node->kind == SNI_NODE_WRITE && !v->materialised) return BROKEN("write %d is not stored", i);
    if ((v->root || v->written) && !v->materialised && kind != SNI_NODE_LEAF) return BROKEN("root or written value %d is not stored", i);
    return SN_OK;
}

static int check_axes(const sni_schedule *s, const sni_group *g, const sni_member *m, uint64_t *covered)
{
    const sni_layout *l = sni_val_layout(&s->vals[m->val]);
    *covered = 0;
    for (int k = 0; k < l->rank; k++) {
        int d = m->axis_dim[k];
        if ((d < 0) != (l->dims[k] == 1)) return BROKEN("axis %d of value %d has no dim", k, m->val);
        if (d < 0) continue;
        if (d >= g->rank || g->extent[d] != l->dims[k] || (*covered >> d & 1))
            return BROKEN("axis %d of value %d does not fit dim %d", k, m->val, d);
        *covered |= (uint64_t)1 << d;
    }
    return SN_OK;
}

static int check_reduction(const sni_schedule *s, const sni_group *g, const sni_member *m)
{
    int64_t extent[SNI_MAX_RANK];
    int count = sni_val_reduced(s->vals, &s->vals[m->val], extent), n = 0;
    for (int d = 0; d < g->rank; d++)
        if (g->reduced[d] && (n == count || g->extent[d] != extent[n++]))
            return BROKEN("reduced axes of value %d are not the reduced dims of its group", m->val);
    return n == count ? SN_OK : BROKEN("reduced axes of value %d are not the reduced dims of its group", m->val);
}

/* The one output of its group, whose old array is there before. */
static int check_written(const checker *c, int32_t group, const sni_val *v)
{
    const sni_group *g = &c->s->groups[group];
    int32_t outputs = 0, old = sni_val_old(v);
    for (int32_t i = 0; i < g->nmembers; i++) outputs += g->members[i].output;
    if (outputs != 1) return BROKEN("group %d writes to an array and stores %d values", group, outputs);
    if (old < 0 || c->s->vals[old].node->kind == SNI_NODE_LEAF) return SN_OK;
    if (c->s->vals[old].group < 0 || c->s->vals[old].group >= group)
        return BROKEN("group %d writes to value %d, which is not there", group, old);
    return c->explained[old] ? SN_OK : BROKEN("the edge from value %d to group %d has no reason", old, group);
}

static int check_member(checker *c, int32_t group, int32_t i)
{
    const sni_schedule *s = c->s;
    const sni_group *g = &s->groups[group];
    const sni_member *m = &g->members[i];
    uint64_t covered, kept = 0, all = 0;
    if (m->val < 0 || m->val >= s->nvals) return BROKEN("group %d has a member that is not there", group);
    const sni_val *v = &s->vals[m->val];
    if (i && g->members[i - 1].val >= m->val) return BROKEN("members of group %d are not in order", group);
    if (v->group != group || c->member_of[m->val]) return BROKEN("value %d is a member of two groups", m->val);
    c->member_of[m->val] = group + 1;
    if (m->output != v->materialised) return BROKEN("value %d is stored or not, its group says otherwise", m->val);
    if (!m->output && is_map(s, v)) return BROKEN("member %d is neither stored nor a reduction", m->val);
    SNI_TRY(check_axes(s, g, m, &covered));
    for (int d = 0; d < g->rank; d++) {
        all |= (uint64_t)1 << d;
        if (!g->reduced[d]) kept |= (uint64_t)1 << d;
    }
    bool write = v->node->kind == SNI_NODE_WRITE;
    if (covered != kept && (covered != all || !(write || is_map(s, v)))) return BROKEN("value %d does not cover the space of its group", m->val);
    if (write) return check_written(c, group, v);
    return is_map(s, v) ? SN_OK : check_reduction(s, g, m);
}

/* A value met below the members: computed here, or it must be there when the group runs. */
static int check_input(checker *c, int32_t group, int32_t i)
{
    const sni_val *v = &c->s->vals[i];
    if (c->seen[i] == group + 1) return SN_OK;
    c->seen[i] = group + 1;
    if (v->node->kind == SNI_NODE_LEAF || v->node->kind == SNI_NODE_CONST || v->node->kind == SNI_NODE_IOTA) return SN_OK;
    if (v->group >= 0 && v->group != group) {
        if (!v->materialised) return BROKEN("value %d is read by group %d and not stored", i, group);
        if (v->group > group) return BROKEN("group %d reads value %d of the later group %d", group, i, v->group);
        return c->explained[i] ? SN_OK : BROKEN("the edge from value %d to group %d has no reason", i, group);
    }
    c->stack[c->depth++] = i;
    return SN_OK;
}

static int check_group(checker *c, int32_t group)
{
    const sni_schedule *s = c->s;
    const sni_group *g = &s->groups[group];
    if (g->rank < 0 || g->rank > SNI_MAX_RANK) return BROKEN("group %d has %d dims", group, g->rank);
    if (g->nmembers < 1) return BROKEN("group %d computes nothing", group);
    for (int d = 0; d < g->rank; d++)
        if (g->extent[d] < 0 || g->extent[d] == 1) return BROKEN("dim %d of group %d has extent %lld", d, group, (long long)g->extent[d]);
    for (int32_t i = 0; i < g->nmembers; i++) SNI_TRY(check_member(c, group, i));
    for (int32_t i = 0; i < g->nmembers; i++) SNI_TRY(check_input(c, group, g->members[i].val));
    while (c->depth) {
        const sni_val *v = &s->vals[c->stack[--c->depth]];
        for (int k = 0; k < v->nin; k++) SNI_TRY(check_input(c, group, v->in[k].val));
    }
    return SN_OK;
}

static int check_unfused(checker *c)
{
    const sni_schedule *s = c->s;
    for (int32_t i = 0; i < s->nunfused; i++) {
        const sni_unfused *u = &s->unfused[i];
        if (u->producer < 0 || u->consumer <= u->producer || u->consumer >= s->nvals) return BROKEN("edge %d joins nothing", i);
        if (u->reason == SNI_REASON_NONE || u->reason >= SNI_REASON_COUNT) return BROKEN("edge %d has no reason", i);
        c->explained[u->producer] = 1;
    }
    return SN_OK;
}

static int check_all(checker *c)
{
    const sni_schedule *s = c->s;
    for (int32_t i = 0; i < s->nvals; i++) SNI_TRY(check_val(s, i));
    for (int32_t i = 0; i < s->nroots; i++)
        if (s->roots[i] < 0 || s->roots[i] >= s->nvals || !s->vals[s->roots[i]].root) return BROKEN("root %d is not marked", i);
    SNI_TRY(check_unfused(c));
    for (int32_t g = 0; g < s->ngroups; g++) SNI_TRY(check_group(c, g));
    for (int32_t i = 0; i < s->nvals; i++)
        if (s->vals[i].group >= 0 && !c->member_of[i]) return BROKEN("value %d is missing from group %d", i, s->vals[i].group);
    return SN_OK;
}

int sni_schedule_verify(const sni_schedule *s)
{
    size_t n = (size_t)s->nvals + 1;
    checker c = {.s = s, .seen = calloc(n, sizeof *c.seen), .explained = calloc(n, 1),
                 .member_of = calloc(n, sizeof *c.member_of), .stack = malloc(n * sizeof *c.stack)};
    int status = c.seen && c.explained && c.member_of && c.stack ? check_all(&c) : sni_fail_memory(n * 13, "schedule check");
    free(c.seen);
    free(c.explained);
    free(c.member_of);
    free(c.stack);
    return status;
}
