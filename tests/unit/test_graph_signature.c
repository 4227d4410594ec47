/* Signatures: equal exactly where the same plan fits. */
#include "graph_help.h"

static sni_graph g;
static void open_graph(void) { cr_assert_eq(sni_graph_init(&g), SN_OK); }
static void close_graph(void) { sni_graph_destroy(&g); }
TestSuite(graph_signature, .init = open_graph, .fini = close_graph);

static sni_signature sign(sni_node *const *roots, size_t count)
{
    sni_signature s = {0};
    cr_assert_eq(sni_signature_build(&g, roots, count, &s), SN_OK);
    return s;
}

static bool same_signature(sni_node *a, sni_node *b)
{
    sni_signature s = sign(&a, 1), t = sign(&b, 1);
    bool words = s.words.count == t.words.count && !memcmp(s.words.data, t.words.data, s.words.count * sizeof(uint64_t));
    cr_assert_eq(words, s.hash == t.hash);
    sni_signature_free(&s);
    sni_signature_free(&t);
    return words;
}

/* x * scalar + y over fresh leaves */
static sni_node *example(sni_dtype d, int rank, const int64_t *dims, double scalar, sni_op last)
{
    sni_node *x = leaf(&g, d, rank, dims), *y = leaf(&g, d, rank, dims);
    return bin(&g, last, bin_weak(&g, SNI_OP_MULTIPLY, x, weak_float(&g, scalar)), y);
}

Test(graph_signature, what_it_depends_on)
{
    sni_node *n = example(SNI_FLOAT64, DIMS(3, 4), 2.0, SNI_OP_ADD);
    cr_assert(same_signature(n, example(SNI_FLOAT64, DIMS(3, 4), 2.0, SNI_OP_ADD)), "other memory");
    cr_assert(same_signature(n, example(SNI_FLOAT64, DIMS(3, 4), 5.5, SNI_OP_ADD)), "another scalar");
    cr_assert_not(same_signature(n, example(SNI_FLOAT64, DIMS(3, 4), 2.0, SNI_OP_SUBTRACT)));
    cr_assert_not(same_signature(n, example(SNI_FLOAT32, DIMS(3, 4), 2.0, SNI_OP_ADD)));
    cr_assert_not(same_signature(n, example(SNI_FLOAT64, DIMS(4, 3), 2.0, SNI_OP_ADD)));
    cr_assert_not(same_signature(n, example(SNI_FLOAT64, DIMS(12), 2.0, SNI_OP_ADD)));
    cr_assert_not(same_signature(n, example(SNI_FLOAT64, DIMS(3, 4, 1), 2.0, SNI_OP_ADD)));
}

Test(graph_signature, topology)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(4)), *y = leaf(&g, SNI_FLOAT64, DIMS(4));
    sni_node *xx = bin(&g, SNI_OP_ADD, x, x), *xy = bin(&g, SNI_OP_ADD, x, y), *yx = bin(&g, SNI_OP_ADD, y, x);
    cr_assert_not(same_signature(xx, xy));
    cr_assert(same_signature(xy, yx), "leaves are numbered by first use");
    sni_node *a = bin(&g, SNI_OP_SUBTRACT, xy, x), *b = bin(&g, SNI_OP_SUBTRACT, xy, y);
    cr_assert_not(same_signature(a, b));
    sni_signature s = sign((sni_node *[]){a, b}, 2), t = sign((sni_node *[]){b, a}, 2), u = sign((sni_node *[]){a, a}, 2);
    cr_assert_neq(s.hash, u.hash);
    cr_assert_neq(s.hash, t.hash);
    cr_assert_eq(s.nodes.count, 5);
    cr_assert_eq(s.leaves.count, 2);
    sni_signature_free(&s);
    sni_signature_free(&t);
    sni_signature_free(&u);
}

Test(graph_signature, views_axes_and_order)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(4, 4)), *f = sni_leaf(&g, SNI_FLOAT64, 2, (int64_t[]){4, 4}, (int64_t[]){1, 4}, NULL);
    cr_assert_not(same_signature(x, f), "strides");
    cr_assert_not(same_signature(un(&g, SNI_OP_SIN, x), un(&g, SNI_OP_SIN, f)));
    cr_assert_not(same_signature(un(&g, SNI_OP_SIN, x), un(&g, SNI_OP_SIN, sni_transpose(&g, x, NULL, 0))));
    sni_slice first = {.kind = SNI_ITEM_INDEX, .start = 1}, second = {.kind = SNI_ITEM_INDEX, .start = 2};
    cr_assert_not(same_signature(sni_subscript(&g, x, &first, 1), sni_subscript(&g, x, &second, 1)), "offset");
    sni_node *rows = sni_reduce(&g, SNI_REDUCE_SUM, x, (int[]){1}, 1, false, SNI_DTYPE_NONE);
    sni_node *columns = sni_reduce(&g, SNI_REDUCE_SUM, x, (int[]){0}, 1, false, SNI_DTYPE_NONE);
    cr_assert_not(same_signature(rows, columns), "axes");
    cr_assert_not(same_signature(rows, sni_reduce(&g, SNI_REDUCE_PROD, x, (int[]){1}, 1, false, SNI_DTYPE_NONE)));
    cr_assert_not(same_signature(sni_cast(&g, x, SNI_INT32), sni_cast(&g, x, SNI_INT64)));
}

Test(graph_signature, operands_come_first)
{
    sni_node *n = example(SNI_FLOAT64, DIMS(3), 2.0, SNI_OP_ADD), *c = sni_const(&g, SNI_FLOAT64, I64(0), DIMS(3));
    sni_signature s = sign((sni_node *[]){n, c, n}, 3);
    cr_assert_eq(s.nodes.count, 6);
    cr_assert_eq(s.leaves.count, 2);
    cr_assert_eq(s.consts.count, 2);
    cr_assert_eq(s.consts.data[1], c);
    for (size_t k = 0; k < s.nodes.count; k++) {
        const sni_node *at = s.nodes.data[k];
        cr_assert_eq(at->index, k);
        for (int j = 0; j < at->count; j++) cr_assert_lt(at->in[j]->index, k);
    }
    size_t words = s.words.capacity;
    cr_assert_eq(sni_signature_build(&g, &n, 1, &s), SN_OK);
    cr_assert_eq(s.words.capacity, words, "its memory is reused");
    cr_assert_eq(s.nodes.count, 5);
    sni_signature_free(&s);
}
