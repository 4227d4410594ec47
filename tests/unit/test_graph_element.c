/* Elementwise operations: weak scalars, simplification, casts, broadcasting, and their refusals. */
#include "graph_help.h"

#include <math.h>

static sni_graph g;
static void open_graph(void) { cr_assert_eq(sni_graph_init(&g), SN_OK); }
static void close_graph(void) { sni_graph_destroy(&g); }
TestSuite(graph_element, .init = open_graph, .fini = close_graph);

static void check_const(const sni_node *n, sni_dtype dtype, sni_scalar value)
{
    cr_assert_not_null(n, "%s", sni_error_message());
    cr_assert_eq(n->kind, SNI_NODE_CONST);
    cr_assert_eq(n->dtype, dtype);
    cr_assert_eq(n->u.scalar, value.bits[0]);
}

static void check_op(const sni_node *n, sni_op op, sni_dtype dtype)
{
    cr_assert_not_null(n, "%s", sni_error_message());
    cr_assert_eq(n->kind, SNI_NODE_ELEMENT);
    cr_assert_eq(n->code, op, "%d", n->code);
    cr_assert_eq(n->dtype, dtype, "%s", sni_dtypes[n->dtype].name);
}

Test(graph_element, a_constant_stays_a_scalar)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(3, 4));
    sni_node *n = bin_weak(&g, SNI_OP_MULTIPLY, x, weak_int(&g, 2));
    check_op(n, SNI_OP_MULTIPLY, SNI_FLOAT32);
    cr_assert_eq(n->in[0], x);
    cr_assert_eq(n->in[1]->layout->rank, 0);
    check_const(n->in[1], SNI_FLOAT32, (sni_scalar){.f32 = 2.0f});
    sni_node *full = sni_const(&g, SNI_FLOAT32, (sni_scalar){.f32 = 2.0f}, DIMS(3, 4));
    cr_assert_eq(bin(&g, SNI_OP_MULTIPLY, x, full), n, "an array of one value is that value");
    sni_node *both = bin(&g, SNI_OP_ADD, full, full);
    check_shape(both, DIMS(3, 4));
    check_graph(&g, both);
}

Test(graph_element, promotion_casts)
{
    sni_node *i = leaf(&g, SNI_INT32, DIMS(4)), *f = leaf(&g, SNI_FLOAT32, DIMS(3, 1));
    sni_node *n = bin(&g, SNI_OP_ADD, i, f);
    check_op(n, SNI_OP_ADD, SNI_FLOAT64);
    check_shape(n, DIMS(3, 4));
    const sni_node *a = n->in[0], *b = n->in[1];
    cr_assert_eq(a->kind, SNI_NODE_VIEW);
    check_op(a->in[0], SNI_OP_CAST, SNI_FLOAT64);
    cr_assert_eq(a->in[0]->in[0], i, "cast in its own shape, then broadcast");
    check_strides(a, 2, (int64_t[]){0, 1});
    check_strides(b, 2, (int64_t[]){1, 0});
    check_graph(&g, n);
}

Test(graph_element, rank_zero_operands_broadcast)
{
    sni_node *x = leaf(&g, SNI_FLOAT64, DIMS(2, 3));
    sni_node *total = sni_reduce(&g, SNI_REDUCE_SUM, x, NULL, -1, false, SNI_DTYPE_NONE);
    sni_node *n = bin(&g, SNI_OP_DIVIDE, x, total);
    cr_assert_eq(n->in[1]->kind, SNI_NODE_VIEW);
    cr_assert_eq(n->in[1]->in[0], total);
    check_strides(n->in[1], 2, (int64_t[]){0, 0});
    check_graph(&g, n);
    sni_node *s = bin(&g, SNI_OP_ADD, total, total);
    check_shape(s, 0, NULL);
    check_graph(&g, s);
}

Test(graph_element, shapes_that_do_not_broadcast)
{
    sni_node *a = leaf(&g, SNI_FLOAT64, DIMS(8)), *b = leaf(&g, SNI_FLOAT64, DIMS(5)), *c = leaf(&g, SNI_BOOL, DIMS(2, 3));
    refused(bin(&g, SNI_OP_ADD, a, b), SN_ERR_SHAPE, "add: shapes (8,) and (5,) do not broadcast");
    refused(sni_element(&g, SNI_OP_WHERE, (sni_node *[]){c, a, b}, NULL), SN_ERR_SHAPE,
            "where: shapes (2, 3), (8,) and (5,) do not broadcast");
    sni_node *empty = leaf(&g, SNI_FLOAT64, DIMS(0));
    refused(bin(&g, SNI_OP_ADD, a, empty), SN_ERR_SHAPE, "add: shapes (8,) and (0,) do not broadcast");
    sni_node *one = leaf(&g, SNI_FLOAT64, DIMS(3, 1));
    check_shape(bin(&g, SNI_OP_ADD, one, empty), DIMS(3, 0));
}

Test(graph_element, a_broadcast_that_is_too_large)
{
    sni_node *x = leaf(&g, SNI_INT8, DIMS(1000000, 1, 1)), *y = leaf(&g, SNI_INT8, DIMS(1, 1000000, 1)),
             *z = leaf(&g, SNI_INT8, DIMS(1, 1, 10000000));
    sni_node *xy = bin(&g, SNI_OP_ADD, x, y);
    check_graph(&g, xy);
    refused(bin(&g, SNI_OP_ADD, xy, z), SN_ERR_MEMORY, "array of shape (1000000, 1000000, 10000000) is too large");
    refused(sni_leaf(&g, SNI_INT8, DIMS(INT64_MAX, 2), NULL, NULL), SN_ERR_MEMORY,
            "array of shape (9223372036854775807, 2) is too large");
    refused(sni_leaf(&g, SNI_INT8, DIMS(0, INT64_MAX, 2), NULL, NULL), SN_ERR_MEMORY,
            "array of shape (0, 9223372036854775807, 2) is too large");
    refused(sni_leaf(&g, SNI_INT8, DIMS(3, -1), NULL, NULL), SN_ERR_SHAPE, "negative dimensions are not allowed: (3, -1)");
}

Test(graph_element, weak_integers_must_fit)
{
    sni_node *i8 = leaf(&g, SNI_INT8, DIMS(2)), *u8 = leaf(&g, SNI_UINT8, DIMS(2)), *u64 = leaf(&g, SNI_UINT64, DIMS(2));
    refused(bin_weak(&g, SNI_OP_ADD, i8, weak_int(&g, 1000)), SN_ERR_VALUE,
            "add: Python integer 1000 out of bounds for int8");
    refused(bin_weak(&g, SNI_OP_MAXIMUM, u8, weak_int(&g, -1)), SN_ERR_VALUE,
            "maximum: Python integer -1 out of bounds for uint8");
    refused(weak_bin(&g, SNI_OP_SUBTRACT, weak_int(&g, -129), i8), SN_ERR_VALUE,
            "subtract: Python integer -129 out of bounds for int8");
    sni_node *i64 = leaf(&g, SNI_INT64, DIMS(2)), *huge = sni_const(&g, SNI_UINT64, (sni_scalar){.u64 = UINT64_MAX}, 0, NULL);
    refused(bin_weak(&g, SNI_OP_ADD, i64, huge), SN_ERR_VALUE,
            "add: Python integer 18446744073709551615 out of bounds for int64");
    sni_node *n = bin_weak(&g, SNI_OP_ADD, u64, weak_int(&g, INT64_MAX));
    check_op(n, SNI_OP_ADD, SNI_UINT64);
    n = bin_weak(&g, SNI_OP_DIVIDE, i8, weak_int(&g, 1000)); /* computed in float64: any integer fits */
    check_op(n, SNI_OP_DIVIDE, SNI_FLOAT64);
    check_const(n->in[1], SNI_FLOAT64, (sni_scalar){.f64 = 1000.0});
    check_op(bin_weak(&g, SNI_OP_ADD, i8, weak_int(&g, -128)), SNI_OP_ADD, SNI_INT8);
}

Test(graph_element, weak_integers_out_of_range_compare_exactly)
{
    const struct { sni_op op; bool array_first, array_second; } below[] = { /* array < 1000 is true, 1000 < array is not */
        {SNI_OP_LESS, true, false},     {SNI_OP_LESS_EQUAL, true, false}, {SNI_OP_GREATER, false, true},
        {SNI_OP_GREATER_EQUAL, false, true}, {SNI_OP_EQUAL, false, false}, {SNI_OP_NOT_EQUAL, true, true}};
    sni_node *x = leaf(&g, SNI_INT8, DIMS(2, 3));
    for (size_t k = 0; k < SNI_COUNT(below); k++) {
        sni_node *n = bin_weak(&g, below[k].op, x, weak_int(&g, 1000));
        check_const(n, SNI_BOOL, (sni_scalar){.b8 = below[k].array_first});
        check_shape(n, DIMS(2, 3));
        check_const(weak_bin(&g, below[k].op, weak_int(&g, 1000), x), SNI_BOOL, (sni_scalar){.b8 = below[k].array_second});
        bool differs = below[k].op == SNI_OP_NOT_EQUAL || below[k].op == SNI_OP_EQUAL; /* else a small number mirrors it */
        bool first = differs ? below[k].array_first : !below[k].array_first;
        check_const(bin_weak(&g, below[k].op, x, weak_int(&g, -1000)), SNI_BOOL, (sni_scalar){.b8 = first});
    }
    check_op(bin_weak(&g, SNI_OP_LESS, x, weak_int(&g, 127)), SNI_OP_LESS, SNI_BOOL);
}

/* A tiny evaluator of what compare_mixed records, on one pair of values. */
static uint64_t value_of(const sni_node *n, const sni_node *s, int64_t sv, uint64_t uv)
{
    if (n->kind == SNI_NODE_LEAF) return n == s ? (uint64_t)sv : uv;
    if (n->kind == SNI_NODE_CONST) return n->u.scalar;
    uint64_t a = value_of(n->in[0], s, sv, uv), b = n->count > 1 ? value_of(n->in[1], s, sv, uv) : 0;
    bool is_signed = sni_dtypes[n->in[0]->dtype].kind == SNI_KIND_INT;
    switch (n->code) {
    case SNI_OP_CAST: return a;
    case SNI_OP_LESS: return is_signed ? (int64_t)a < (int64_t)b : a < b;
    case SNI_OP_LESS_EQUAL: return a <= b;
    case SNI_OP_GREATER: return a > b;
    case SNI_OP_GREATER_EQUAL: return is_signed ? (int64_t)a >= (int64_t)b : a >= b;
    case SNI_OP_EQUAL: return a == b;
    case SNI_OP_NOT_EQUAL: return a != b;
    case SNI_OP_LOGICAL_AND: return a & b;
    case SNI_OP_LOGICAL_OR: return a | b;
    default: cr_assert_fail("unexpected operation %d", n->code); return 0;
    }
}

static bool compare(sni_op op, __int128 a, __int128 b)
{
    switch (op) {
    case SNI_OP_LESS: return a < b;
    case SNI_OP_LESS_EQUAL: return a <= b;
    case SNI_OP_GREATER: return a > b;
    case SNI_OP_GREATER_EQUAL: return a >= b;
    case SNI_OP_EQUAL: return a == b;
    default: return a != b;
    }
}

Test(graph_element, signed_against_uint64_is_exact)
{
    sni_node *s = leaf(&g, SNI_INT64, DIMS(2)), *u = leaf(&g, SNI_UINT64, DIMS(2));
    const int64_t sv[] = {INT64_MIN, -1, 0, 1, INT64_MAX};
    const uint64_t uv[] = {0, 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX};
    for (int op = SNI_OP_EQUAL; op <= SNI_OP_GREATER_EQUAL; op++) {
        sni_node *su = bin(&g, (sni_op)op, s, u), *us = bin(&g, (sni_op)op, u, s);
        check_graph(&g, su);
        cr_assert_eq(su->dtype, SNI_BOOL);
        for (size_t a = 0; a < SNI_COUNT(sv); a++) {
            for (size_t b = 0; b < SNI_COUNT(uv); b++) {
                cr_assert_eq(value_of(su, s, sv[a], uv[b]), compare((sni_op)op, sv[a], uv[b]), "%d %zu %zu", op, a, b);
                cr_assert_eq(value_of(us, s, sv[a], uv[b]), compare((sni_op)op, uv[b], sv[a]), "%d %zu %zu", op, a, b);
            }
        }
    }
}

Test(graph_element, powers_by_a_scalar)
{
    sni_node *f = leaf(&g, SNI_FLOAT32, DIMS(2, 3)), *i = leaf(&g, SNI_INT16, DIMS(4)), *b = leaf(&g, SNI_BOOL, DIMS(4));
    check_op(bin_weak(&g, SNI_OP_POWER, f, weak_int(&g, 2)), SNI_OP_SQUARE, SNI_FLOAT32);
    check_op(bin_weak(&g, SNI_OP_POWER, f, weak_float(&g, 2.0)), SNI_OP_SQUARE, SNI_FLOAT32);
    check_op(bin_weak(&g, SNI_OP_POWER, f, weak_int(&g, -1)), SNI_OP_RECIPROCAL, SNI_FLOAT32);
    check_op(bin_weak(&g, SNI_OP_POWER, f, weak_float(&g, 0.5)), SNI_OP_SQRT, SNI_FLOAT32);
    cr_assert_eq(bin_weak(&g, SNI_OP_POWER, f, weak_int(&g, 1)), f);
    sni_node *ones = bin_weak(&g, SNI_OP_POWER, f, weak_int(&g, 0));
    check_const(ones, SNI_FLOAT32, (sni_scalar){.f32 = 1.0f});
    check_shape(ones, DIMS(2, 3));
    check_op(bin_weak(&g, SNI_OP_POWER, f, weak_int(&g, 3)), SNI_OP_POWER, SNI_FLOAT32);

    check_op(bin_weak(&g, SNI_OP_POWER, i, weak_int(&g, 2)), SNI_OP_SQUARE, SNI_INT16);
    check_const(bin_weak(&g, SNI_OP_POWER, i, weak_int(&g, 0)), SNI_INT16, (sni_scalar){.i16 = 1});
    check_op(bin_weak(&g, SNI_OP_POWER, i, weak_float(&g, 0.5)), SNI_OP_SQRT, SNI_FLOAT64);
    check_op(bin_weak(&g, SNI_OP_POWER, i, weak_float(&g, -1.0)), SNI_OP_RECIPROCAL, SNI_FLOAT64);
    refused(bin_weak(&g, SNI_OP_POWER, i, weak_int(&g, -1)), SN_ERR_VALUE,
            "power: Integers to negative integer powers are not allowed.");
    refused(bin_weak(&g, SNI_OP_POWER, b, weak_int(&g, -2)), SN_ERR_VALUE,
            "power: Integers to negative integer powers are not allowed.");
    refused(bin_weak(&g, SNI_OP_POWER, i, weak_int(&g, 100000)), SN_ERR_VALUE,
            "power: Python integer 100000 out of bounds for int16");

    sni_node *two = sni_const(&g, SNI_FLOAT64, (sni_scalar){.f64 = 2.0}, 0, NULL);
    sni_node *n = bin(&g, SNI_OP_POWER, f, two); /* a float64 array of rank 0 is not weak */
    check_op(n, SNI_OP_SQUARE, SNI_FLOAT64);
    sni_node *twos = sni_const(&g, SNI_FLOAT32, (sni_scalar){.f32 = 2.0f}, DIMS(5, 1, 1));
    n = bin(&g, SNI_OP_POWER, f, twos); /* its shape counts: left as it is */
    check_op(n, SNI_OP_POWER, SNI_FLOAT32);
    check_shape(n, DIMS(5, 2, 3));
    check_op(bin_weak(&g, SNI_OP_POWER, b, weak_int(&g, 2)), SNI_OP_SQUARE, SNI_INT8);
    check_op(bin_weak(&g, SNI_OP_POWER, b, weak_int(&g, 3)), SNI_OP_POWER, SNI_INT64);
    check_const(bin_weak(&g, SNI_OP_POWER, b, weak_int(&g, 0)), SNI_INT64, I64(1));
}

Test(graph_element, what_does_nothing_is_not_recorded)
{
    sni_node *i = leaf(&g, SNI_INT32, DIMS(4)), *f = leaf(&g, SNI_FLOAT32, DIMS(4));
    cr_assert_eq(un(&g, SNI_OP_FLOOR, i), i);
    cr_assert_eq(un(&g, SNI_OP_POSITIVE, f), f);
    cr_assert_eq(sni_cast(&g, f, SNI_FLOAT32), f);
    check_op(un(&g, SNI_OP_FLOOR, f), SNI_OP_FLOOR, SNI_FLOAT32);
    sni_node *minus = un(&g, SNI_OP_NEGATIVE, f);
    cr_assert_neq(un(&g, SNI_OP_NEGATIVE, minus), f);
}

Test(graph_element, dtypes_refused)
{
    sni_node *b = leaf(&g, SNI_BOOL, DIMS(2)), *f = leaf(&g, SNI_FLOAT32, DIMS(2)), *h = leaf(&g, SNI_FLOAT16, DIMS(2));
    sni_node *i8 = leaf(&g, SNI_INT8, DIMS(2)), *c = leaf(&g, SNI_COMPLEX64, DIMS(2));
    sni_node *half = leaf(&g, SNI_BFLOAT16, DIMS(2));
    refused(bin(&g, SNI_OP_SUBTRACT, b, b), SN_ERR_DTYPE, "subtract: not supported for bool; use bitwise_xor or logical_xor");
    refused(un(&g, SNI_OP_NEGATIVE, b), SN_ERR_DTYPE, "negative: not supported for bool; use invert or logical_not");
    refused(bin(&g, SNI_OP_BITWISE_AND, f, b), SN_ERR_DTYPE, "bitwise_and: not supported for float32");
    refused(bin(&g, SNI_OP_ADD, h, f), SN_ERR_UNSUPPORTED, "add: float16 is not supported yet");
    refused(un(&g, SNI_OP_SIN, i8), SN_ERR_UNSUPPORTED, "sin: float16 is not supported yet");
    refused(un(&g, SNI_OP_ABSOLUTE, half), SN_ERR_UNSUPPORTED, "absolute: bfloat16 is not supported yet");
    refused(un(&g, SNI_OP_FLOOR, c), SN_ERR_DTYPE, "floor: not supported for complex64");
    refused(bin(&g, SNI_OP_REMAINDER, c, f), SN_ERR_DTYPE, "remainder: not supported for complex64");
    refused(sni_cast(&g, h, SNI_FLOAT32), SN_ERR_UNSUPPORTED, "astype: float16 is not supported yet");
    refused(sni_reduce(&g, SNI_REDUCE_MEAN, h, NULL, -1, false, SNI_DTYPE_NONE), SN_ERR_UNSUPPORTED,
            "mean: float16 is not supported yet");
    check_op(sni_cast(&g, f, SNI_BOOL), SNI_OP_CAST, SNI_BOOL);
}

Test(graph_element, logical_operands_are_tested)
{
    sni_node *f = leaf(&g, SNI_FLOAT32, DIMS(2)), *b = leaf(&g, SNI_BOOL, DIMS(2));
    sni_node *n = bin(&g, SNI_OP_LOGICAL_AND, f, b);
    check_op(n, SNI_OP_LOGICAL_AND, SNI_BOOL);
    check_op(n->in[0], SNI_OP_CAST, SNI_BOOL);
    cr_assert_eq(n->in[1], b);
    n = sni_element(&g, SNI_OP_WHERE, (sni_node *[]){f, f, b}, NULL);
    check_op(n->in[0], SNI_OP_CAST, SNI_BOOL);
    cr_assert_eq(n->dtype, SNI_FLOAT32);
}

/* ---- scalars ------------------------------------------------------------------------------------------ */

static sni_scalar from_f64(double v, sni_dtype to)
{
    return sni_scalar_cast((sni_scalar){.f64 = v}, SNI_FLOAT64, to);
}

Test(graph_scalar, floats_to_integers_as_numpy_on_x86)
{
    const double v[] = {1e10, 3e9, -3e9, NAN, -1.9, 300.7, 40000, 1e20};
    const int32_t i32[] = {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, -1, 300, 40000, INT32_MIN};
    const int16_t i16[] = {0, 0, 0, 0, -1, 300, -25536, 0};
    const uint8_t u8[] = {0, 0, 0, 0, 255, 44, 64, 0};
    const int64_t i64[] = {10000000000, 3000000000, -3000000000, INT64_MIN, -1, 300, 40000, INT64_MIN};
    for (size_t k = 0; k < SNI_COUNT(v); k++) {
        cr_assert_eq(from_f64(v[k], SNI_INT32).i32, i32[k]);
        cr_assert_eq(from_f64(v[k], SNI_INT16).i16, i16[k]);
        cr_assert_eq(from_f64(v[k], SNI_UINT8).u8, u8[k]);
        cr_assert_eq(from_f64(v[k], SNI_INT64).i64, i64[k]);
        cr_assert_eq(from_f64(v[k], SNI_UINT32).u32, (uint32_t)i64[k]);
        cr_assert_eq(from_f64(v[k], SNI_BOOL).b8, 1);
    }
    cr_assert_eq(from_f64(1.2e19, SNI_UINT64).u64, UINT64_C(12000000000000000000));
    cr_assert_eq(from_f64(1e20, SNI_UINT64).u64, 0);
    cr_assert_eq(from_f64(-3e9, SNI_UINT64).u64, UINT64_C(18446744070709551616));
    cr_assert_eq(from_f64(NAN, SNI_UINT64).u64, UINT64_C(1) << 63);
    cr_assert_eq(from_f64(-0.0, SNI_BOOL).b8, 0);
}

Test(graph_scalar, rounds_once)
{
    sni_scalar v = I64((INT64_C(1) << 54) + (INT64_C(1) << 30) + 1); /* through double it would tie down to even */
    cr_assert_eq(sni_scalar_cast(v, SNI_INT64, SNI_FLOAT32).f32, 0x1.000002p54f);
    v.u64 = UINT64_MAX;
    cr_assert_eq(sni_scalar_cast(v, SNI_UINT64, SNI_FLOAT64).f64, 18446744073709551616.0);
    cr_assert_eq(sni_scalar_cast(v, SNI_INT64, SNI_FLOAT64).f64, -1.0);
    cr_assert_eq(from_f64(1e300, SNI_FLOAT32).f32, INFINITY);
    cr_assert_eq(sni_scalar_cast((sni_scalar){.i8 = -1}, SNI_INT8, SNI_UINT16).u16, 65535);
    cr_assert_eq(sni_scalar_cast((sni_scalar){.i64 = 256}, SNI_INT64, SNI_BOOL).b8, 1);
}

Test(graph_dtype, names)
{
    const struct { const char *name; sni_dtype dtype; } names[] = {
        {"float32", SNI_FLOAT32}, {"<f4", SNI_FLOAT32}, {"|b1", SNI_BOOL},      {"bool_", SNI_BOOL},
        {"int", SNI_INT64},       {"=i8", SNI_INT64},   {"u1", SNI_UINT8},      {"complex", SNI_COMPLEX128},
        {"bfloat16", SNI_BFLOAT16}, {"d", SNI_FLOAT64}, {">f4", SNI_DTYPE_NONE}, {"", SNI_DTYPE_NONE},
        {"<", SNI_DTYPE_NONE},    {"float33", SNI_DTYPE_NONE}, {"O", SNI_DTYPE_NONE}};
    for (size_t k = 0; k < SNI_COUNT(names); k++)
        cr_assert_eq(sni_dtype_from_name(names[k].name, strlen(names[k].name)), names[k].dtype, "%s", names[k].name);
    cr_assert_eq(sni_dtype_from_name("float32x", 7), SNI_FLOAT32);
}

Test(graph_op, rows)
{
    cr_assert_str_eq(sni_ops[SNI_OP_ADD].name, "add");
    cr_assert_str_eq(sni_op_expr(SNI_OP_ADD, SNI_FLOAT32), "a + b");
    cr_assert_str_eq(sni_op_expr(SNI_OP_ADD, SNI_BOOL), "a | b");
    cr_assert_str_eq(sni_op_expr(SNI_OP_SQRT, SNI_INT8), "NONE");
    cr_assert_str_eq(sni_op_expr(SNI_OP_CAST, SNI_INT8), "CALL");
    cr_assert(sni_reductions[SNI_REDUCE_PROD].has_identity && sni_reductions[SNI_REDUCE_PROD].identity == 1);
    cr_assert_not(sni_reductions[SNI_REDUCE_MAX].has_identity);
}
