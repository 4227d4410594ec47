/* Reductions: axes, dtypes, means, empty ones. */
#include "graph_help.h"

static sni_graph g;
static void open_graph(void) { cr_assert_eq(sni_graph_init(&g), SN_OK); }
static void close_graph(void) { sni_graph_destroy(&g); }
TestSuite(graph_reduce, .init = open_graph, .fini = close_graph);

static sni_node *reduce(sni_reduction r, sni_node *x, int axis, bool keepdims)
{
    return sni_reduce(&g, r, x, &axis, 1, keepdims, SNI_DTYPE_NONE);
}

Test(graph_reduce, axes_and_keepdims)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(2, 3, 4));
    sni_node *n = sni_reduce(&g, SNI_REDUCE_SUM, x, (int[]){-1, 0}, 2, false, SNI_DTYPE_NONE);
    cr_assert_eq(n->kind, SNI_NODE_REDUCE);
    cr_assert_eq(n->u.axes, 5);
    check_shape(n, DIMS(3));
    sni_node *kept = sni_reduce(&g, SNI_REDUCE_SUM, x, (int[]){0, 2}, 2, true, SNI_DTYPE_NONE);
    cr_assert_eq(kept->kind, SNI_NODE_VIEW);
    cr_assert_eq(kept->in[0], n, "the same reduction underneath");
    check_shape(kept, DIMS(1, 3, 1));
    check_graph(&g, kept);
    sni_node *all = sni_reduce(&g, SNI_REDUCE_MAX, x, NULL, -1, true, SNI_DTYPE_NONE);
    check_shape(all, DIMS(1, 1, 1));
    cr_assert_eq(all->in[0]->u.axes, 7);
}

Test(graph_reduce, axes_refused)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(2, 3)), *scalar = leaf(&g, SNI_INT32, 0, NULL);
    refused(reduce(SNI_REDUCE_SUM, x, 2, false), SN_ERR_INDEX, "sum: axis 2 is out of bounds for an array of dimension 2");
    refused(reduce(SNI_REDUCE_MEAN, x, -3, false), SN_ERR_INDEX, "mean: axis -3 is out of bounds for an array of dimension 2");
    refused(sni_reduce(&g, SNI_REDUCE_ALL, x, (int[]){0, -2}, 2, false, SNI_DTYPE_NONE), SN_ERR_VALUE, "all: axis -2 is given twice");
    refused(reduce(SNI_REDUCE_MAX, scalar, 1, false), SN_ERR_INDEX, "max: axis 1 is out of bounds for an array of dimension 0");
    sni_node *n = reduce(SNI_REDUCE_SUM, scalar, 0, false); /* NumPy lets a scalar's axis 0 pass */
    check_shape(n, 0, NULL);
    cr_assert_eq(n->dtype, SNI_INT64);
}

Test(graph_reduce, dtypes)
{
    const struct { sni_dtype from, sum, max, any, mean; } rows[] = {
        {SNI_BOOL, SNI_INT64, SNI_BOOL, SNI_BOOL, SNI_FLOAT64},
        {SNI_INT8, SNI_INT64, SNI_INT8, SNI_BOOL, SNI_FLOAT64},
        {SNI_UINT8, SNI_UINT64, SNI_UINT8, SNI_BOOL, SNI_FLOAT64},
        {SNI_UINT64, SNI_UINT64, SNI_UINT64, SNI_BOOL, SNI_FLOAT64},
        {SNI_FLOAT32, SNI_FLOAT32, SNI_FLOAT32, SNI_BOOL, SNI_FLOAT32}};
    for (size_t k = 0; k < SNI_COUNT(rows); k++) {
        sni_node *x = leaf(&g, rows[k].from, DIMS(3, 4));
        cr_assert_eq(reduce(SNI_REDUCE_SUM, x, 0, false)->dtype, rows[k].sum);
        cr_assert_eq(reduce(SNI_REDUCE_PROD, x, 0, false)->dtype, rows[k].sum);
        cr_assert_eq(reduce(SNI_REDUCE_MAX, x, 0, false)->dtype, rows[k].max);
        cr_assert_eq(reduce(SNI_REDUCE_ANY, x, 0, false)->dtype, rows[k].any);
        sni_node *mean = reduce(SNI_REDUCE_MEAN, x, 0, false);
        cr_assert_eq(mean->dtype, rows[k].mean);
        check_graph(&g, mean);
    }
    sni_node *f = leaf(&g, SNI_FLOAT64, DIMS(3));
    sni_node *n = sni_reduce(&g, SNI_REDUCE_SUM, f, NULL, -1, false, SNI_INT32);
    cr_assert_eq(n->dtype, SNI_INT32);
    cr_assert_eq(n->in[0]->code, SNI_OP_CAST, "cast first, then added");
    refused(sni_reduce(&g, SNI_REDUCE_MAX, f, NULL, -1, false, SNI_INT32), SN_ERR_DTYPE, "max: takes no dtype");
}

Test(graph_reduce, sums_and_products_of_bools)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(2, 3));
    sni_node *any = reduce(SNI_REDUCE_ANY, x, 1, false), *all = reduce(SNI_REDUCE_ALL, x, 1, false);
    cr_assert_eq(sni_reduce(&g, SNI_REDUCE_SUM, x, (int[]){1}, 1, false, SNI_BOOL), any);
    cr_assert_eq(sni_reduce(&g, SNI_REDUCE_PROD, x, (int[]){1}, 1, false, SNI_BOOL), all);
    sni_node *mean = sni_reduce(&g, SNI_REDUCE_MEAN, x, (int[]){1}, 1, false, SNI_BOOL);
    cr_assert_eq(mean->dtype, SNI_BOOL);
    check_graph(&g, mean);
}

Test(graph_reduce, mean_divides_by_the_count)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(5, 6, 7));
    sni_node *n = sni_reduce(&g, SNI_REDUCE_MEAN, x, (int[]){0, 2}, 2, false, SNI_DTYPE_NONE);
    cr_assert_eq(n->code, SNI_OP_DIVIDE);
    cr_assert_eq(n->in[0]->code, SNI_REDUCE_SUM);
    cr_assert_eq(n->in[1]->u.scalar, ((sni_scalar){.f32 = 35.0f}).bits[0]);
    check_shape(sni_reduce(&g, SNI_REDUCE_MEAN, x, (int[]){1}, 1, true, SNI_DTYPE_NONE), DIMS(5, 1, 7));
    sni_node *i = sni_reduce(&g, SNI_REDUCE_MEAN, x, NULL, -1, false, SNI_INT32); /* added in int32, divided, truncated */
    cr_assert_eq(i->dtype, SNI_INT32);
    cr_assert_eq(i->code, SNI_OP_CAST);
    cr_assert_eq(i->in[0]->code, SNI_OP_DIVIDE);
    sni_node *empty = leaf(&g, SNI_FLOAT64, DIMS(3, 0));
    n = reduce(SNI_REDUCE_MEAN, empty, 1, false);
    cr_assert_eq(n->in[1]->u.scalar, 0, "0 / 0: NaN");
    check_shape(n, DIMS(3));
}

Test(graph_reduce, empty)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(0, 3));
    refused(reduce(SNI_REDUCE_MAX, x, 0, false), SN_ERR_VALUE,
            "max: zero-size array to reduction operation maximum which has no identity");
    refused(sni_reduce(&g, SNI_REDUCE_MIN, x, NULL, -1, false, SNI_DTYPE_NONE), SN_ERR_VALUE,
            "min: zero-size array to reduction operation minimum which has no identity");
    check_shape(reduce(SNI_REDUCE_MAX, x, 1, false), DIMS(0));
    check_shape(reduce(SNI_REDUCE_SUM, x, 0, false), DIMS(3));
}

Test(graph_reduce, no_axes)
{
    sni_node *x = leaf(&g, SNI_INT8, DIMS(2, 3));
    sni_node *n = sni_reduce(&g, SNI_REDUCE_SUM, x, NULL, 0, false, SNI_DTYPE_NONE);
    cr_assert_eq(n->code, SNI_OP_CAST);
    check_shape(n, DIMS(2, 3));
    cr_assert_eq(sni_reduce(&g, SNI_REDUCE_MAX, x, NULL, 0, true, SNI_DTYPE_NONE), x);
}
