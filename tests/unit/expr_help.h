/* What the tests of expression text share: a graph with x = iota of (4, 3) int64, y = x as float32 and
 * b = x > 5.  Equal nodes are one node, so that two texts that mean the same give the same pointer. */
#ifndef EXPR_HELP_H
#define EXPR_HELP_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"
#include "runtime/runtime.h"

typedef struct bench {
    sni_graph g;
    sni_node *x, *y, *b;
    sni_expr_error error;
} bench;

static inline void bench_release(void *storage)
{
    sni_buffer_release(storage);
}

static inline void bench_open(bench *t)
{
    *t = (bench){0};
    cr_assert_eq(sni_graph_init(&t->g), SN_OK);
    t->g.storage_release = bench_release;
    t->x = sni_iota(&t->g, 2, (const int64_t[]){4, 3});
    t->y = sni_cast(&t->g, t->x, SNI_FLOAT32);
    sni_node *five = sni_const(&t->g, SNI_INT64, (sni_scalar){.i64 = 5}, 0, NULL);
    t->b = sni_element(&t->g, SNI_OP_GREATER, (sni_node *[]){t->x, five}, NULL);
    sni_node_release(&t->g, five);
}

/* Nothing but x, y and b is left: what was recorded has been released. */
static inline void bench_close(bench *t)
{
    sni_node_release(&t->g, t->b);
    sni_node_release(&t->g, t->y);
    sni_node_release(&t->g, t->x);
    cr_assert_eq(t->g.live, 0);
    sni_graph_destroy(&t->g);
}

static inline int bench_eval(bench *t, const char *text, sni_node **out)
{
    const sni_expr_name names[] = {{"x", t->x}, {"y", t->y}, {"b", t->b}};
    t->error = (sni_expr_error){0};
    sni_error_clear();
    return sni_expr_eval(&t->g, text, strlen(text), names, 3, out, &t->error);
}

static inline sni_node *bench_node(bench *t, const char *text)
{
    sni_node *n = NULL;
    cr_assert_eq(bench_eval(t, text, &n), SN_OK, "%s: %s", text, sni_error_message());
    cr_assert_not_null(n);
    return n;
}

/* Both texts record the very same node. */
static inline void bench_same(bench *t, const char *a, const char *b)
{
    sni_node *na = bench_node(t, a), *nb = bench_node(t, b);
    cr_assert(na == nb, "%s and %s differ", a, b);
    sni_node_release(&t->g, na);
    sni_node_release(&t->g, nb);
}

static inline void bench_is(bench *t, const char *text, sni_dtype dtype, const char *shape)
{
    char got[256];
    sni_node *n = bench_node(t, text);
    cr_assert_eq(n->dtype, dtype, "%s has dtype %s, not %s", text, sni_dtypes[n->dtype].name, sni_dtypes[dtype].name);
    cr_assert_str_eq(sni_shape_text(n->layout->dims, n->layout->rank, got, sizeof got), shape, "%s has shape %s", text, got);
    sni_node_release(&t->g, n);
}

static inline void bench_refused(bench *t, const char *text, int status, int line, int column, const char *message)
{
    sni_node *n = NULL;
    cr_assert_eq(bench_eval(t, text, &n), status, "%s: %s", text, sni_error_message());
    cr_assert_null(n);
    cr_assert_str_eq(sni_error_message(), message, "%s: %s", text, sni_error_message());
    cr_assert(t->error.line == line && t->error.column == column, "%s: at %d:%d", text, t->error.line, t->error.column);
}

#endif
