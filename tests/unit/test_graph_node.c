/* Consing, references, evaluation, the loop guard, verification. */
#include "graph_help.h"

#include "graph/internal.h"

static int released;
static void count_release(void *storage)
{
    cr_assert_not_null(storage);
    released++;
}

static sni_graph g;
static void open_graph(void)
{
    cr_assert_eq(sni_graph_init(&g), SN_OK);
    g.storage_release = count_release;
}
static void close_graph(void) { sni_graph_destroy(&g); }
TestSuite(graph_node, .init = open_graph, .fini = close_graph);

static char memory[8]; /* stands for buffers */

Test(graph_node, equal_nodes_are_one)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(4)), *y = leaf(&g, SNI_FLOAT64, DIMS(4));
    cr_assert_neq(x, y, "memory is never shared");
    sni_node *a = bin(&g, SNI_OP_ADD, x, y);
    cr_assert_eq(bin(&g, SNI_OP_ADD, x, y), a);
    cr_assert_eq(a->refs, 2);
    cr_assert_neq(bin(&g, SNI_OP_ADD, y, x), a, "operands are never reordered");
    cr_assert_neq(bin(&g, SNI_OP_SUBTRACT, x, y), a);
    cr_assert_eq(weak_float(&g, 2.0), weak_float(&g, 2.0));
    cr_assert_neq(weak_float(&g, 0.0), weak_float(&g, -0.0));
    cr_assert_eq(sni_const(&g, SNI_INT8, (sni_scalar){.i64 = 0x101}, 0, NULL), sni_const(&g, SNI_INT8, I64(1), 0, NULL),
                 "bytes beyond the element do not count");
    cr_assert_eq(sni_iota(&g, DIMS(2, 3)), sni_iota(&g, DIMS(2, 3)));
    cr_assert_neq(sni_iota(&g, DIMS(2, 3)), sni_iota(&g, DIMS(3, 2)));
    cr_assert_eq(sni_cast(&g, a, SNI_INT32), sni_cast(&g, a, SNI_INT32));
    cr_assert_neq(sni_cast(&g, a, SNI_INT32), sni_cast(&g, a, SNI_INT64));
}

Test(graph_node, layouts_are_one_pointer)
{
    const sni_layout *a = sni_layout_c(&g, DIMS(3, 4)), *b = sni_layout_make(&g, 2, (int64_t[]){3, 4}, (int64_t[]){4, 1});
    cr_assert_eq(a, b);
    cr_assert(a->c_order && a->dense && a->size == 12);
    const sni_layout *f = sni_layout_make(&g, 2, (int64_t[]){3, 4}, (int64_t[]){1, 3});
    cr_assert(!f->c_order && f->dense && f != a);
    const sni_layout *s = sni_layout_make(&g, 2, (int64_t[]){3, 4}, (int64_t[]){4, -1});
    cr_assert(!s->c_order && !s->dense);
    cr_assert_eq(sni_layout_c(&g, DIMS(3, 1)), sni_layout_make(&g, 2, (int64_t[]){3, 1}, (int64_t[]){1, 99}));
    cr_assert_eq(sni_layout_c(&g, DIMS(3, 0)), sni_layout_make(&g, 2, (int64_t[]){3, 0}, (int64_t[]){5, 99}));
    for (int64_t k = 1; k < 5000; k++) sni_layout_release(&g, sni_layout_c(&g, 1, &k)); /* unused ones are swept */
    cr_assert_lt(g.layout_count, 1000);
    cr_assert_eq(sni_layout_c(&g, DIMS(3, 4)), a, "used ones stay");
    char text[16];
    cr_assert_str_eq(sni_shape_text(a->dims, 2, text, sizeof text), "(3, 4)");
    cr_assert_str_eq(sni_shape_text(a->dims, 1, text, sizeof text), "(3,)");
    cr_assert_str_eq(sni_shape_text(NULL, 0, text, sizeof text), "()");
    cr_assert_str_eq(sni_shape_text(a->dims, 2, text, 5), "(3, ");
}

Test(graph_node, release_frees_what_nobody_holds)
{
    sni_node *x = sni_leaf(&g, SNI_FLOAT64, DIMS(4), NULL, memory);
    sni_node *a = un(&g, SNI_OP_NEGATIVE, x), *b = bin(&g, SNI_OP_ADD, a, a), *c = bin(&g, SNI_OP_MULTIPLY, b, x);
    cr_assert_eq(g.live, 4);
    sni_node_release(&g, a);
    sni_node_release(&g, b);
    sni_node_release(&g, x);
    cr_assert_eq(g.live, 4, "c holds them all");
    check_graph(&g, c);
    sni_node_release(&g, c);
    cr_assert_eq(g.live, 0);
    cr_assert_eq(g.slot_count, 0);
    cr_assert_eq(released, 1);
    sni_node_release(&g, NULL);
}

Test(graph_node, destroy_releases_what_is_live)
{
    sni_node *x = sni_leaf(&g, SNI_FLOAT64, DIMS(4), NULL, memory);
    sni_leaf(&g, SNI_FLOAT64, DIMS(4), NULL, memory);
    un(&g, SNI_OP_NEGATIVE, x);
    sni_graph_destroy(&g);
    cr_assert_eq(released, 2);
}

/* Many nodes come and go in random order: the table never loses or invents one. */
Test(graph_node, consing_table_under_churn)
{
    enum { KINDS = 3000 };
    static sni_node *held[KINDS];
    uint64_t seed = 3;
    size_t alive = 0;
    for (int round = 0; round < 60000; round++) {
        uint32_t k = draw(&seed, KINDS);
        if (held[k]) {
            sni_node_release(&g, held[k]);
            held[k] = NULL;
            alive--;
            continue;
        }
        held[k] = weak_int(&g, k);
        cr_assert_eq(held[k]->refs, 1);
        alive++;
    }
    cr_assert_eq(g.slot_count, alive);
    for (uint32_t k = 0; k < KINDS; k++)
        if (held[k]) cr_assert(sni_is_consed(&g, held[k]) && weak_int(&g, k) == held[k]);
}

Test(graph_node, evaluation_turns_a_node_into_memory)
{
    sni_node *x = sni_leaf(&g, SNI_FLOAT64, DIMS(4), NULL, memory), *y = leaf(&g, SNI_FLOAT64, DIMS(4));
    sni_node *a = bin(&g, SNI_OP_ADD, x, y), *b = un(&g, SNI_OP_SQRT, a), *c = un(&g, SNI_OP_NEGATIVE, b);
    sni_node_release(&g, a);
    sni_node_release(&g, x);
    sni_node_set_evaluated(&g, b, memory);
    cr_assert_eq(b->kind, SNI_NODE_LEAF);
    cr_assert_eq(b->u.storage, memory);
    cr_assert_eq(b->height, 0);
    cr_assert_eq(released, 1, "x died with the operands");
    cr_assert_eq(g.live, 3);
    check_graph(&g, c);
    sni_node *again = bin(&g, SNI_OP_ADD, y, y);
    cr_assert_neq(un(&g, SNI_OP_SQRT, again), b, "an evaluated node is not found again");
    sni_node_release(&g, b);
    sni_node_release(&g, c);
    cr_assert_eq(released, 2);
}

Test(graph_node, a_leaf_must_be_dense)
{
    sni_node *f = sni_leaf(&g, SNI_INT8, 2, (int64_t[]){3, 4}, (int64_t[]){1, 3}, NULL);
    check_graph(&g, f);
    refused(sni_leaf(&g, SNI_INT8, 2, (int64_t[]){3, 4}, (int64_t[]){1, 4}, NULL), SN_ERR_ARGUMENT,
            "the strides are not those of a dense array");
    refused(sni_leaf(&g, SNI_INT8, 65, (int64_t[65]){0}, NULL, NULL), SN_ERR_SHAPE, "an array has at most 64 dimensions, not 65");
    refused(sni_const(&g, SNI_FLOAT16, I64(1), 0, NULL), SN_ERR_UNSUPPORTED, "full: float16 is not supported yet");
}

/* ---- depth ------------------------------------------------------------------------------------------- */

static sni_node *chain(sni_node *x, int length)
{
    sni_node *n = sni_hold(x);
    for (int k = 0; k < length; k++) {
        sni_node *after = bin(&g, SNI_OP_ADD, n, x);
        cr_assert_not_null(after, "%s", sni_error_message());
        sni_node_release(&g, n);
        n = after;
    }
    return n;
}

Test(graph_node, a_million_operations)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(4)), *n = chain(x, 1000000);
    cr_assert_eq(n->height, 1000000);
    cr_assert_eq(g.live, 1000001);
    check_graph(&g, n);
    sni_node_release(&g, n);
    cr_assert_eq(g.live, 1);
}

static int evaluations;
static int evaluate(sni_graph *graph, sni_node *const *roots, size_t count)
{
    evaluations++;
    cr_assert_eq(count, 1);
    cr_assert_eq(graph, &g);
    sni_node_set_evaluated(graph, roots[0], memory);
    return SN_OK;
}

static int fail_to_evaluate(sni_graph *graph, sni_node *const *roots, size_t count)
{
    (void)graph, (void)roots, (void)count;
    return sni_fail(SN_ERR_MEMORY, "no memory for that");
}

Test(graph_node, the_guard_evaluates_what_stands_too_high)
{
    g.evaluate = evaluate;
    cr_assert_eq(sni_option_set("MAX_HEIGHT", "100"), SN_OK);
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(4)), *n = chain(x, 1000);
    cr_assert_eq(evaluations, 9);
    cr_assert_leq(g.live, 102);
    sni_node_release(&g, n);
    cr_assert_eq(released, 9);
    cr_assert_eq(sni_option_set("MAX_HEIGHT", "0"), SN_OK);
    n = chain(x, 1000);
    cr_assert_eq(evaluations, 9);
    cr_assert_eq(n->height, 1000);
    sni_node_release(&g, n);
    cr_assert_eq(sni_option_set("MAX_HEIGHT", "10"), SN_OK);
    g.evaluate = fail_to_evaluate;
    n = chain(x, 10);
    refused(bin(&g, SNI_OP_ADD, n, x), SN_ERR_MEMORY, "no memory for that");
    sni_node_release(&g, n);
    cr_assert_eq(g.live, 1);
}

Test(graph_node, heights_follow_what_was_evaluated)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(4)), *low = chain(x, 50), *high = chain(low, 10);
    cr_assert_eq(high->height, 60);
    sni_node_set_evaluated(&g, low, memory);
    check_graph(&g, high);
    cr_assert_eq(high->height, 10);
}

Test(graph_node, verification_finds_faults)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(4)), *n = un(&g, SNI_OP_SQRT, x), *v = sni_expand_dims(&g, x, 0);
    n->dtype = SNI_INT8;
    cr_assert_eq(sni_graph_verify(&g, &n, 1), SN_ERR_INTERNAL);
    cr_assert_str_eq(sni_error_message(), "graph: element node 1: consing table and kind disagree");
    n->dtype = SNI_FLOAT64;
    check_graph(&g, n);
    sni_node *other = leaf(&g, SNI_FLOAT64, DIMS(2));
    sni_node bad = {.kind = SNI_NODE_ELEMENT, .code = SNI_OP_SQRT, .dtype = SNI_FLOAT64, .count = 1, .layout = x->layout, .in = {other}};
    n = sni_cons(&g, &bad);
    cr_assert_eq(sni_graph_verify(&g, &n, 1), SN_ERR_INTERNAL);
    cr_assert_str_eq(sni_error_message(), "graph: element node 1: an operand has another shape");
    bad = (sni_node){.kind = SNI_NODE_VIEW, .dtype = SNI_FLOAT64, .count = 1, .layout = x->layout, .in = {x}, .u.offset = 1};
    n = sni_cons(&g, &bad);
    cr_assert_eq(sni_graph_verify(&g, &n, 1), SN_ERR_INTERNAL);
    cr_assert_str_eq(sni_error_message(), "graph: view node 1: an index lies outside its base");
    bad.in[0] = v;
    bad.u.offset = 0;
    n = sni_cons(&g, &bad);
    cr_assert_eq(sni_graph_verify(&g, &n, 1), SN_ERR_INTERNAL);
    cr_assert_str_eq(sni_error_message(), "graph: view node 2: its base is not a base");
}

Test(graph_node, epochs_wrap)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(4));
    g.epoch = UINT32_MAX - 1;
    x->mark = 1; /* left from four thousand million walks ago */
    sni_graph_epoch(&g);
    cr_assert_eq(sni_graph_epoch(&g), 1);
    cr_assert_eq(x->mark, 0);
}
