/* What the tests of the fuser and of lowering share: a graph, its roots and their schedule. */
#ifndef FUSE_HELP_H
#define FUSE_HELP_H

#include "codegen/kernel.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define DIMS(...) ((int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))), (int64_t[]){__VA_ARGS__}
#define ALL_AXES INT32_MIN

typedef struct world {
    sni_graph g;
    sni_signature sig;
    sni_schedule s;
    sni_limits limits;
    sni_node *roots[8];
    size_t nroots;
    char tag;               /* its address and those after it stand for storage */
} world;

static inline void world_begin(world *w)
{
    memset(w, 0, sizeof *w);
    cr_assert_eq(sni_graph_init(&w->g), SN_OK);
    w->limits = sni_limits_cpu;
}

static inline void world_end(world *w)
{
    sni_schedule_free(&w->s);
    sni_signature_free(&w->sig);
    sni_graph_destroy(&w->g);
}

static inline sni_node *need(sni_node *n)
{
    cr_assert_not_null(n, "%s", sni_error_message());
    return n;
}

static inline sni_node *input(world *w, sni_dtype dtype, int rank, const int64_t *dims)
{
    return need(sni_leaf(&w->g, dtype, rank, dims, NULL, &w->tag));
}

static inline sni_node *unary(world *w, sni_op op, sni_node *a)
{
    return need(sni_element(&w->g, op, &a, NULL));
}

static inline sni_node *binary(world *w, sni_op op, sni_node *a, sni_node *b)
{
    return need(sni_element(&w->g, op, (sni_node *[]){a, b}, NULL));
}

static inline sni_node *with(world *w, sni_op op, sni_node *a, double value)
{
    sni_node *c = need(sni_const(&w->g, SNI_FLOAT64, (sni_scalar){.f64 = value}, 0, NULL));
    return need(sni_element(&w->g, op, (sni_node *[]){a, c}, (bool[]){false, true}));
}

static inline sni_node *reduced(world *w, sni_reduction r, sni_node *a, int axis, bool keepdims)
{
    return need(sni_reduce(&w->g, r, a, &axis, axis == ALL_AXES ? -1 : 1, keepdims, SNI_DTYPE_NONE));
}

/* a[start:stop] along one axis. */
static inline sni_node *sliced(world *w, sni_node *a, int axis, int64_t start, int64_t stop)
{
    sni_slice items[SNI_MAX_RANK] = {0};
    for (int k = 0; k <= axis; k++) items[k].kind = SNI_ITEM_SLICE;
    items[axis].has_start = items[axis].has_stop = true;
    items[axis].start = start;
    items[axis].stop = stop;
    return need(sni_subscript(&w->g, a, items, (size_t)axis + 1));
}

static inline void root(world *w, sni_node *n)
{
    w->roots[w->nroots++] = need(n);
}

/* Schedules the roots; returns the number of kernels. */
static inline int schedule(world *w)
{
    sni_schedule_free(&w->s);
    cr_assert_eq(sni_signature_build(&w->g, w->roots, w->nroots, &w->sig), SN_OK, "%s", sni_error_message());
    cr_assert_eq(sni_schedule_build(&w->sig, w->roots, w->nroots, &w->limits, &w->s), SN_OK, "%s", sni_error_message());
    cr_assert_eq(sni_schedule_verify(&w->s), SN_OK, "%s", sni_error_message());
    return w->s.ngroups;
}

static inline int32_t val_of(const world *w, const sni_node *n)
{
    for (int32_t i = 0; i < w->s.nvals; i++)
        if (w->s.vals[i].node == n) return i;
    return -1;
}

/* Some edge from n's value is not fused for this reason. */
static inline bool unfused_for(const world *w, const sni_node *n, sni_reason reason)
{
    for (int32_t i = 0; i < w->s.nunfused; i++)
        if (w->s.unfused[i].producer == val_of(w, n) && w->s.unfused[i].reason == reason) return true;
    return false;
}

static inline sni_lowered *lowered(world *w, int32_t group)
{
    sni_lowered *l = malloc(sizeof *l);
    cr_assert_not_null(l);
    cr_assert_eq(sni_lower(&w->s, group, &w->limits, l), SN_OK, "%s", sni_error_message());
    cr_assert_eq(sni_kernel_verify(&l->kernel), SN_OK, "%s", sni_error_message());
    return l;
}

static inline void lowered_free(sni_lowered *l)
{
    sni_kernel_free(&l->kernel);
    free(l);
}

#endif
