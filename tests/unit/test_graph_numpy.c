/* Promotion, result dtypes, memory order and reshape against NumPy's own answers. */
#include "graph_answers.h"
#include "graph_help.h"

#include "graph/internal.h"

static const sni_dtype operand_dtypes[] = {SNI_BOOL,  SNI_INT8,   SNI_INT16,  SNI_INT32,   SNI_INT64,  SNI_UINT8,
                                           SNI_UINT16, SNI_UINT32, SNI_UINT64, SNI_FLOAT32, SNI_FLOAT64};
#define STRONG ((int)SNI_COUNT(operand_dtypes))
#define OPERANDS (STRONG + 3) /* then a weak int, a weak float, a weak bool */

Test(graph_numpy, promotion)
{
    for (int a = 0; a < SNI_DTYPE_COUNT; a++) {
        for (int b = 0; b < SNI_DTYPE_COUNT; b++) {
            char wanted = numpy_promotion[a][b];
            if (wanted != '.')
                cr_assert_eq('a' + (int)sni_promote((sni_dtype)a, (sni_dtype)b), wanted, "%s, %s", sni_dtypes[a].name,
                             sni_dtypes[b].name);
            cr_assert_eq(sni_promote((sni_dtype)a, (sni_dtype)b), sni_promote((sni_dtype)b, (sni_dtype)a));
        }
    }
    cr_assert_eq(sni_promote(SNI_BFLOAT16, SNI_INT8), SNI_BFLOAT16);
    cr_assert_eq(sni_promote(SNI_BFLOAT16, SNI_FLOAT16), SNI_FLOAT32);
    cr_assert_eq(sni_promote(SNI_BFLOAT16, SNI_INT32), SNI_FLOAT64);
    cr_assert_eq(sni_promote(SNI_BFLOAT16, SNI_COMPLEX64), SNI_COMPLEX64);
}

static sni_op op_named(const char *name)
{
    for (int op = 0; op < SNI_OP_COUNT; op++)
        if (strcmp(sni_ops[op].name, name) == 0) return (sni_op)op;
    cr_assert_fail("no operation %s", name);
    return SNI_OP_COUNT;
}

static sni_node *operand_of(sni_graph *g, int k)
{
    if (k < STRONG) return leaf(g, operand_dtypes[k], DIMS(1));
    if (k == STRONG + 2) return sni_const(g, SNI_BOOL, (sni_scalar){.b8 = true}, 0, NULL);
    return k == STRONG ? weak_int(g, 3) : weak_float(g, 3.0);
}

/* Operands a and b (b unused when unary) against one letter of NumPy's. */
static void check_result(sni_graph *g, sni_op op, int a, int b, char wanted)
{
    int arity = sni_ops[op].arity;
    sni_node *in[3] = {operand_of(g, a), operand_of(g, b), operand_of(g, b)};
    bool weak[3] = {a >= STRONG, b >= STRONG, b >= STRONG};
    if (arity == 3) {
        in[1] = operand_of(g, a);
        in[0] = leaf(g, SNI_BOOL, DIMS(1));
        weak[1] = a >= STRONG;
        weak[0] = false;
    }
    sni_error_clear();
    sni_node *n = sni_element(g, op, in, weak);
    const char *what = sni_ops[op].name;
    if (wanted == '-') {
        cr_assert_null(n, "%s %d %d", what, a, b);
        cr_assert_eq(sni_error_status(), SN_ERR_DTYPE, "%s %d %d: %s", what, a, b, sni_error_message());
    } else if (wanted == 'a' + SNI_FLOAT16) {
        cr_assert_null(n, "%s %d %d", what, a, b);
        cr_assert_eq(sni_error_status(), SN_ERR_UNSUPPORTED, "%s %d %d", what, a, b);
    } else {
        cr_assert_not_null(n, "%s %d %d: %s", what, a, b, sni_error_message());
        cr_assert_eq('a' + n->dtype, wanted, "%s %d %d: %s", what, a, b, sni_dtypes[n->dtype].name);
        check_graph(g, n);
        sni_node_release(g, n);
    }
}

Test(graph_numpy, result_dtypes)
{
    sni_graph g;
    cr_assert_eq(sni_graph_init(&g), SN_OK);
    for (size_t row = 0; row < SNI_COUNT(numpy_typing); row++) {
        sni_op op = op_named(numpy_typing[row].op);
        int columns = sni_ops[op].arity == 1 ? 1 : OPERANDS;
        cr_assert_eq(strlen(numpy_typing[row].results), (size_t)(OPERANDS * columns));
        for (int a = 0; a < OPERANDS; a++)
            for (int b = 0; b < columns; b++) check_result(&g, op, a, b, numpy_typing[row].results[a * columns + b]);
    }
    sni_graph_destroy(&g);
}

/* Integers as numbers: below zero int64, above its range uint64. */
static sni_node *literal(sni_graph *g, int k)
{
    uint64_t m = numpy_literals[k].magnitude;
    if (numpy_literals[k].negative) return weak_int(g, (int64_t)(0 - m));
    return m <= INT64_MAX ? weak_int(g, (int64_t)m) : sni_const(g, SNI_UINT64, (sni_scalar){.u64 = m}, 0, NULL);
}

static void check_literal(sni_graph *g, sni_op op, int d, int k, bool left, char wanted)
{
    sni_node *x = leaf(g, operand_dtypes[d], DIMS(1)), *number = literal(g, k), *in[2] = {left ? number : x, left ? x : number};
    const bool weak[2] = {left, !left};
    const sni_rule rule = sni_ops[op].rule;
    if (wanted == '!' && (rule == SNI_RULE_COMPARE || rule == SNI_RULE_LOGICAL)) wanted = 'a'; /* numpy-differences.md */
    sni_error_clear();
    sni_node *n = sni_element(g, op, in, weak);
    int status = wanted == '!' ? SN_ERR_VALUE : wanted == '-' ? SN_ERR_DTYPE : wanted == 'a' + SNI_FLOAT16 ? SN_ERR_UNSUPPORTED : SN_OK;
    cr_expect_eq(n ? 'a' + n->dtype : sni_error_status(), n || status == SN_OK ? wanted : status, "%s %s %s number %d: %s, not %c", sni_ops[op].name,
                 sni_dtypes[operand_dtypes[d]].name, left ? "after" : "before", k, n ? sni_dtypes[n->dtype].name : sni_error_message(), wanted);
    sni_node_release(g, n);
    sni_node_release(g, number);
    sni_node_release(g, x);
}

/* Every operation of two, every dtype, integers on both sides of every limit. */
Test(graph_numpy, integers_too_large)
{
    sni_graph g;
    cr_assert_eq(sni_graph_init(&g), SN_OK);
    for (size_t row = 0; row < SNI_COUNT(numpy_literal_typing); row++) {
        sni_op op = op_named(numpy_literal_typing[row].op);
        const char *want = numpy_literal_typing[row].results;
        cr_assert_eq(strlen(want), (size_t)(STRONG * 2 * NUMPY_LITERALS));
        for (int d = 0; d < STRONG; d++)
            for (int k = 0; k < 2 * NUMPY_LITERALS; k++)
                check_literal(&g, op, d, k % NUMPY_LITERALS, k >= NUMPY_LITERALS, want[d * 2 * NUMPY_LITERALS + k]);
    }
    sni_graph_destroy(&g);
}

/* ---- memory order -------------------------------------------------------------------------------------- */

static sni_node *viewed(sni_graph *g, sni_node *memory, const numpy_view *v)
{
    sni_node *n = sni_view(g, memory, v->rank, v->dims, v->strides, v->offset);
    cr_assert_not_null(n, "%s", sni_error_message());
    return n;
}

static int operand_count(const char *op)
{
    bool has_row = strcmp(op, "astype") && strcmp(op, "sum");
    return has_row ? sni_ops[op_named(op)].arity : 1;
}

static sni_node *apply(sni_graph *g, const char *op, sni_node *const *in, unsigned axes)
{
    if (strcmp(op, "astype") == 0) return sni_cast(g, in[0], SNI_FLOAT64);
    if (strcmp(op, "sum")) return sni_element(g, op_named(op), in, NULL);
    int list[5], count = 0;
    for (int k = 0; k < 5; k++)
        if (axes >> k & 1) list[count++] = k;
    return sni_reduce(g, SNI_REDUCE_SUM, in[0], list, count, false, SNI_DTYPE_NONE);
}

static void check_like_numpy(const sni_node *n, int rank, const int64_t *dims, const int64_t *strides, size_t row)
{
    check_shape(n, rank, dims);
    for (int k = 0; k < rank; k++)
        if (dims[k] > 1) cr_assert_eq(SNI_STRIDES(n->layout)[k], strides[k], "case %zu, axis %d", row, k);
}

Test(graph_numpy, memory_order)
{
    sni_graph g;
    cr_assert_eq(sni_graph_init(&g), SN_OK);
    sni_node *memory = leaf(&g, SNI_INT64, DIMS(4096));
    for (size_t row = 0; row < SNI_COUNT(numpy_orders); row++) {
        sni_node *in[3] = {NULL, NULL, NULL};
        int count = operand_count(numpy_orders[row].op);
        for (int k = 0; k < count; k++) in[k] = viewed(&g, memory, &numpy_orders[row].in[k]);
        sni_node *n = apply(&g, numpy_orders[row].op, in, numpy_orders[row].axes);
        check_graph(&g, n);
        check_like_numpy(n, numpy_orders[row].rank, numpy_orders[row].dims, numpy_orders[row].strides, row);
        sni_node_release(&g, n);
        for (int k = 0; k < count; k++) sni_node_release(&g, in[k]);
    }
    sni_node_release(&g, memory);
    cr_assert_eq(g.live, 0);
    sni_graph_destroy(&g);
}

Test(graph_numpy, reshape)
{
    sni_graph g;
    cr_assert_eq(sni_graph_init(&g), SN_OK);
    sni_node *memory = leaf(&g, SNI_INT64, DIMS(4096));
    for (size_t row = 0; row < SNI_COUNT(numpy_reshapes); row++) {
        sni_node *in = viewed(&g, memory, &numpy_reshapes[row].in);
        sni_node *n = sni_reshape(&g, in, numpy_reshapes[row].rank, numpy_reshapes[row].dims);
        check_graph(&g, n);
        check_like_numpy(n, numpy_reshapes[row].rank, numpy_reshapes[row].dims, numpy_reshapes[row].strides, row);
        const sni_node *base = n->kind == SNI_NODE_VIEW ? n->in[0] : n;
        cr_assert_eq(base == memory, numpy_reshapes[row].view, "case %zu", row);
        if (!numpy_reshapes[row].view) cr_assert_eq(base->kind, SNI_NODE_COPY);
        sni_node_release(&g, n);
        sni_node_release(&g, in);
    }
    sni_graph_destroy(&g);
}
