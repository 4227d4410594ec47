/* What the tests of the graph share. */
#ifndef GRAPH_HELP_H
#define GRAPH_HELP_H

#include "graph/graph.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DIMS(...) ((int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))), (int64_t[]){__VA_ARGS__}
#define I64(x) ((sni_scalar){.i64 = (x)})

/* The call fails with exactly this status and message. */
#define refused(call, wanted, text)                                                                           \
    do {                                                                                                      \
        sni_error_clear();                                                                                    \
        cr_assert_null(call);                                                                                 \
        cr_assert_str_eq(sni_error_message(), text);                                                          \
        cr_assert_eq(sni_error_status(), wanted);                                                             \
    } while (0)

static inline sni_node *leaf(sni_graph *g, sni_dtype d, int rank, const int64_t *dims)
{
    sni_node *n = sni_leaf(g, d, rank, dims, NULL, NULL);
    cr_assert_not_null(n, "%s", sni_error_message());
    return n;
}

static inline sni_node *weak_int(sni_graph *g, int64_t v)
{
    return sni_const(g, SNI_INT64, I64(v), 0, NULL);
}

static inline sni_node *weak_float(sni_graph *g, double v)
{
    return sni_const(g, SNI_FLOAT64, (sni_scalar){.f64 = v}, 0, NULL);
}

static inline sni_node *un(sni_graph *g, sni_op op, sni_node *a)
{
    return sni_element(g, op, &a, NULL);
}

static inline sni_node *bin(sni_graph *g, sni_op op, sni_node *a, sni_node *b)
{
    return sni_element(g, op, (sni_node *[]){a, b}, NULL);
}

/* The right or the left operand is a weak scalar; the scalar is released. */
static inline sni_node *bin_weak(sni_graph *g, sni_op op, sni_node *a, sni_node *scalar)
{
    sni_node *n = sni_element(g, op, (sni_node *[]){a, scalar}, (bool[]){false, true});
    sni_node_release(g, scalar);
    return n;
}

static inline sni_node *weak_bin(sni_graph *g, sni_op op, sni_node *scalar, sni_node *b)
{
    sni_node *n = sni_element(g, op, (sni_node *[]){scalar, b}, (bool[]){true, false});
    sni_node_release(g, scalar);
    return n;
}

static inline void check_graph(sni_graph *g, sni_node *n)
{
    cr_assert_not_null(n, "%s", sni_error_message());
    cr_assert_eq(sni_graph_verify(g, &n, 1), SN_OK, "%s", sni_error_message());
}

static inline void check_shape(const sni_node *n, int rank, const int64_t *dims)
{
    cr_assert_not_null(n, "%s", sni_error_message());
    cr_assert_eq(n->layout->rank, rank);
    for (int k = 0; k < rank; k++) cr_assert_eq(n->layout->dims[k], dims[k]);
}

static inline void check_strides(const sni_node *n, int rank, const int64_t *strides)
{
    cr_assert_eq(n->layout->rank, rank);
    for (int k = 0; k < rank; k++) cr_assert_eq(SNI_STRIDES(n->layout)[k], strides[k], "axis %d", k);
}

/* A small fixed generator: the same cases every run. */
static inline uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

#endif
