/* Expression text: functions, methods, attributes, subscripts, and what they record. */
#include "expr_help.h"

static bench t;

static void open_bench(void)
{
    bench_open(&t);
}

static void close_bench(void)
{
    bench_close(&t);
}

TestSuite(expr_record, .init = open_bench, .fini = close_bench);

static void is_node(const char *text, sni_node *wanted)
{
    sni_node *n = bench_node(&t, text);
    cr_assert(n == wanted, "%s records another node", text);
    sni_node_release(&t.g, n);
    sni_node_release(&t.g, wanted);
}

static sni_node *number(double v)
{
    return sni_const(&t.g, SNI_FLOAT64, (sni_scalar){.f64 = v}, 0, NULL);
}

/* ---- operations --------------------------------------------------------------------------------------- */

/* Every row of the operation table is callable by its name. */
Test(expr_record, every_operation)
{
    for (int op = 0; op < SNI_OP_COUNT; op++) {
        const sni_op_info *info = &sni_ops[op];
        bool boolean = strchr(info->kinds, 'f') == NULL;
        const char *arg = boolean ? (strchr(info->kinds, 'b') ? "b" : "x") : "y";
        sni_node *a = boolean ? (strchr(info->kinds, 'b') ? t.b : t.x) : t.y;
        sni_node *in[3] = {a, a, a};
        char text[100];
        if (op == SNI_OP_WHERE) in[0] = t.b;
        if (op == SNI_OP_LDEXP) in[1] = t.x;
        const char *more = info->arity > 1 ? ", " : "", *second = info->arity < 2 ? "" : op == SNI_OP_LDEXP ? "x" : arg;
        snprintf(text, sizeof text, "np.%s(%s%s%s%s)", info->name, op == SNI_OP_WHERE ? "b, " : "", arg, more, second);
        is_node(text, sni_element(&t.g, (sni_op)op, in, NULL));
    }
}

Test(expr_record, operators)
{
    static const char *const pairs[][2] = {
        {"x + y", "add(x, y)"}, {"x - y", "subtract(x, y)"}, {"x * y", "multiply(x, y)"}, {"x / y", "divide(x, y)"},
        {"x // y", "floor_divide(x, y)"}, {"x % y", "remainder(x, y)"}, {"x ** y", "power(x, y)"}, {"-x", "negative(x)"},
        {"+x", "positive(x)"}, {"~x", "invert(x)"}, {"x & 1", "bitwise_and(x, 1)"}, {"x | 1", "bitwise_or(x, 1)"},
        {"x ^ 1", "bitwise_xor(x, 1)"}, {"x << 1", "left_shift(x, 1)"}, {"x >> 1", "right_shift(x, 1)"}, {"x < y", "less(x, y)"},
        {"x <= y", "less_equal(x, y)"}, {"x > y", "greater(x, y)"}, {"x >= y", "greater_equal(x, y)"}, {"x == y", "equal(x, y)"},
        {"x != y", "not_equal(x, y)"}, {"2 - x", "subtract(2, x)"}, {"y * .5", "multiply(y, .5)"},
        {"abs(x)", "absolute(x)"}, {"np.acos(y)", "arccos(y)"}, {"atan2(y, y)", "arctan2(y, y)"}, {"pow(y, y)", "power(y, y)"},
        {"mod(x, 3)", "x % 3"}, {"bitwise_not(x)", "~x"}, {"amax(x)", "max(x)"},
    };
    for (size_t k = 0; k < SNI_COUNT(pairs); k++) bench_same(&t, pairs[k][0], pairs[k][1]);
    sni_node *half = number(0.5);
    is_node("y * .5", sni_element(&t.g, SNI_OP_MULTIPLY, (sni_node *[]){t.y, half}, (bool[]){false, true}));
    sni_node_release(&t.g, half);
}

Test(expr_record, reductions)
{
    is_node("x.sum()", sni_reduce(&t.g, SNI_REDUCE_SUM, t.x, NULL, -1, false, SNI_DTYPE_NONE));
    is_node("sum(x, axis=0)", sni_reduce(&t.g, SNI_REDUCE_SUM, t.x, (int[]){0}, 1, false, SNI_DTYPE_NONE));
    is_node("x.max(-1, keepdims=True)", sni_reduce(&t.g, SNI_REDUCE_MAX, t.x, (int[]){1}, 1, true, SNI_DTYPE_NONE));
    static const char *const pairs[][2] = {
        {"y.mean(0)", "mean(y, axis=0)"}, {"x.sum(axis=(0, 1))", "sum(x)"}, {"x.sum(axis=None)", "x.sum()"},
        {"x.sum(0, float32)", "np.sum(x, axis=0, dtype='f4')"}, {"b.any(1)", "any(b, axis=-1)"}, {"b.all()", "all(b)"},
        {"x.prod(axis=[0])", "prod(x, 0)"}, {"x.min(keepdims=1)", "min(x, keepdims=True)"}, {"sum(x,)", "x.sum()"},
    };
    for (size_t k = 0; k < SNI_COUNT(pairs); k++) bench_same(&t, pairs[k][0], pairs[k][1]);
    bench_is(&t, "b.sum(0)", SNI_INT64, "(3,)");
    bench_is(&t, "x.astype(uint8).sum(0)", SNI_UINT64, "(3,)");
    bench_is(&t, "x.mean(1, keepdims=True)", SNI_FLOAT64, "(4, 1)");
    bench_is(&t, "x.any(1)", SNI_BOOL, "(4,)");
}

/* ---- moves ----------------------------------------------------------------------------------------------- */

Test(expr_record, subscripts)
{
    static const struct { const char *text, *shape; } cases[] = {
        {"x[1]", "(3,)"}, {"x[-1, 2]", "()"}, {"x[1:3]", "(2, 3)"}, {"x[::-1, ::2]", "(4, 2)"}, {"x[:, 1]", "(4,)"}, {"x[..., 0]", "(4,)"},
        {"x[None]", "(1, 4, 3)"}, {"x[:, newaxis, 1:]", "(4, 1, 2)"}, {"x[...]", "(4, 3)"}, {"x[:,]", "(4, 3)"}, {"x[(1, 2)]", "()"},
        {"x[2:100]", "(2, 3)"}, {"x[10**18:]", "(0, 3)"}, {"x[:2**63]", "(4, 3)"}, {"x[-2**63:]", "(4, 3)"}, {"x[x.ndim:None]", "(2, 3)"},
        {"x[1:][0][None]", "(1, 3)"}, {"x[True + 1 - 1]", "(3,)"},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++) bench_is(&t, cases[k].text, SNI_INT64, cases[k].shape);
    const sni_slice items[] = {{.kind = SNI_ITEM_SLICE, .has_start = true, .start = 1, .has_step = true, .step = 2}, {.kind = SNI_ITEM_INDEX, .start = -1}};
    is_node("x[1::2, -1]", sni_subscript(&t.g, t.x, items, 2));
}

Test(expr_record, moves)
{
    is_node("x.T", sni_transpose(&t.g, t.x, NULL, 0));
    is_node("x.reshape(2, -1)", sni_reshape(&t.g, t.x, 2, (int64_t[]){2, -1}));
    is_node("broadcast_to(x, (2, 4, 3))", sni_broadcast_to(&t.g, t.x, 3, (int64_t[]){2, 4, 3}));
    static const char *const pairs[][2] = {
        {"x.T.T", "x"}, {"transpose(x)", "x.T"}, {"x.transpose()", "x.T"}, {"x.transpose(1, 0)", "x.T"}, {"x.transpose((1, 0))", "x.T"},
        {"x.transpose(None)", "x.T"}, {"transpose(x, axes=(0, 1))", "x"}, {"reshape(x, (2, 6))", "x.reshape(2, 6)"},
        {"x.reshape((2, 6))", "x.reshape(2, 6)"}, {"x.ravel()", "x.reshape(-1)"}, {"x.flatten()", "ravel(x)"},
        {"x.copy()", "x"}, {"expand_dims(x, 0)", "x[None]"}, {"expand_dims(x, (0, -1))", "x[None, ..., None]"},
        {"squeeze(x[None])", "x"}, {"x[None].squeeze(axis=0)", "x"}, {"x.astype(int64)", "x"}, {"x.astype('float32')", "y"},
        {"float32(x)", "y"}, {"astype(x, np.single)", "y"}, {"x.astype(y.dtype)", "y"}, {"asarray(x)", "x"}, {"array(x, dtype=float32)", "y"},
        {"x.astype(dtype('f4'))", "y"}, {"x[:0].ravel()", "x[:0].reshape(0)"}, {"array(5).reshape(())", "5"},
    };
    for (size_t k = 0; k < SNI_COUNT(pairs); k++) bench_same(&t, pairs[k][0], pairs[k][1]);
}

/* ---- new arrays --------------------------------------------------------------------------------------------- */

Test(expr_record, constants)
{
    sni_scalar one = {.f64 = 1}, seven = {.i16 = 7};
    is_node("ones((2, 3))", sni_const(&t.g, SNI_FLOAT64, one, 2, (int64_t[]){2, 3}));
    is_node("full(4, 7, dtype=int16)", sni_const(&t.g, SNI_INT16, seven, 1, (int64_t[]){4}));
    is_node("full_like(x.astype('i2'), 7.9)", sni_const(&t.g, SNI_INT16, seven, 2, (int64_t[]){4, 3}));
    bench_is(&t, "zeros(3)", SNI_FLOAT64, "(3,)");
    bench_is(&t, "zeros((), bool)", SNI_BOOL, "()");
    bench_is(&t, "empty((0, 2), int)", SNI_INT64, "(0, 2)");
    bench_is(&t, "zeros_like(b)", SNI_BOOL, "(4, 3)");
    bench_is(&t, "ones_like(x, dtype=float32, shape=(5,))", SNI_FLOAT32, "(5,)");
    bench_is(&t, "full((2,), 3)", SNI_INT64, "(2,)");
    bench_is(&t, "full((2,), True)", SNI_BOOL, "(2,)");
    bench_is(&t, "full((2, 4, 3), y)", SNI_FLOAT32, "(2, 4, 3)");
    bench_is(&t, "full((2, 3), [1, 2, 3], dtype='u1')", SNI_UINT8, "(2, 3)");
}

static const void *literal(sni_node *n, sni_dtype dtype, int64_t size)
{
    cr_assert_eq(n->kind, SNI_NODE_LEAF);
    cr_assert_eq(n->dtype, dtype, "%s", sni_dtypes[n->dtype].name);
    cr_assert_eq(n->layout->size, size);
    return ((sni_buffer *)n->u.storage)->data;
}

Test(expr_record, literals)
{
    sni_node *n = bench_node(&t, "array([[1, -2], [3, True]])");
    cr_assert_arr_eq(literal(n, SNI_INT64, 4), ((int64_t[]){1, -2, 3, 1}), 32);
    cr_assert_eq(n->layout->rank, 2);
    sni_node_release(&t.g, n);
    n = bench_node(&t, "array(((1, -0.0), (nan, 1e300)), float32)");
    const float *f = literal(n, SNI_FLOAT32, 4);
    cr_assert(f[0] == 1 && f[1] == 0 && 1 / f[1] < 0 && f[2] != f[2] && f[3] > 3e38f);
    sni_node_release(&t.g, n);
    n = bench_node(&t, "array([255, 0, 1.9], dtype=uint8)");
    cr_assert_arr_eq(literal(n, SNI_UINT8, 3), ((uint8_t[]){255, 0, 1}), 3);
    sni_node_release(&t.g, n);
    n = bench_node(&t, "[2, 0.5, True]");
    cr_assert_arr_eq(literal(n, SNI_FLOAT64, 3), ((double[]){2, 0.5, 1}), 24);
    sni_node_release(&t.g, n);
    n = bench_node(&t, "x.shape + x[:, :2]*0");
    cr_assert_eq(n->layout->rank, 2);
    sni_node_release(&t.g, n);
    bench_is(&t, "array([18446744073709551615])", SNI_UINT64, "(1,)");
    bench_is(&t, "array([1, 18446744073709551615])", SNI_FLOAT64, "(2,)");
    bench_is(&t, "array([True, False])", SNI_BOOL, "(2,)");
    bench_is(&t, "array([])", SNI_FLOAT64, "(0,)");
    bench_is(&t, "array([[], []])", SNI_FLOAT64, "(2, 0)");
    bench_is(&t, "array([[[1]]], dtype=int8)", SNI_INT8, "(1, 1, 1)");
    bench_is(&t, "1, 2, 3", SNI_INT64, "(3,)");
    bench_is(&t, "float32([1, 2])", SNI_FLOAT32, "(2,)");
}

Test(expr_record, ranges)
{
    is_node("arange(7)", sni_iota(&t.g, 1, (int64_t[]){7}));
    bench_same(&t, "arange(2, 7)", "arange(5) + 2");
    bench_same(&t, "arange(7, 2, -2)", "arange(3) * -2 + 7");
    bench_same(&t, "arange(7, None)", "arange(7)");
    bench_same(&t, "arange(5, dtype=float32)", "arange(5).astype(float32)");
    bench_is(&t, "arange(0.0, 1.0, 0.3)", SNI_FLOAT64, "(4,)");
    bench_is(&t, "arange(1, 3.5)", SNI_FLOAT64, "(3,)");
    bench_is(&t, "arange(5, 0)", SNI_INT64, "(0,)");
    bench_is(&t, "arange(-9223372036854775807, 9223372036854775807, 4611686018427387904)", SNI_INT64, "(4,)");
    bench_is(&t, "arange(2, dtype=bool)", SNI_BOOL, "(2,)");
    bench_is(&t, "arange(300, dtype=int8)", SNI_INT8, "(300,)");
    bench_is(&t, "linspace(0, 1)", SNI_FLOAT64, "(50,)");
    bench_is(&t, "linspace(0, 1, 5, endpoint=False, dtype=int32)", SNI_INT32, "(5,)");
    bench_is(&t, "linspace(0, 1, 0)", SNI_FLOAT64, "(0,)");
}

/* ---- refusals -------------------------------------------------------------------------------------------------- */

Test(expr_record, calls_are_checked)
{
    static const struct { const char *text; int status, column; const char *message; } cases[] = {
        {"foo(x)", SN_ERR_NAME, 1, "unknown name 'foo'"},
        {"np.foo(x)", SN_ERR_NAME, 4, "np has no attribute 'foo'"},
        {"x.foo", SN_ERR_NAME, 3, "an array has no attribute 'foo'"},
        {"x.sum.T", SN_ERR_NAME, 7, "a function has no attribute 'T'"},
        {"(1).real", SN_ERR_NAME, 5, "a number has no attribute 'real'"},
        {"fft.fft(x)", SN_ERR_UNSUPPORTED, 1, "fft: not supported yet"},
        {"np.linalg.inv(x)", SN_ERR_UNSUPPORTED, 4, "linalg: not supported yet"},
        {"1 + sort(x)", SN_ERR_UNSUPPORTED, 5, "sort: not supported yet"},
        {"x.argsort()", SN_ERR_UNSUPPORTED, 3, "argsort: not supported yet"},
        {"complex(x)", SN_ERR_UNSUPPORTED, 1, "complex: takes a number here; for an array write .astype(complex)"},
        {"floor(x + 1j)", SN_ERR_DTYPE, 1, "floor: not supported for complex128"},
        {"x.astype(float16)", SN_ERR_UNSUPPORTED, 10, "dtype float16 is not supported yet"},
        {"x.astype('f3')", SN_ERR_DTYPE, 10, "unknown dtype 'f3'"},
        {"x.astype(3)", SN_ERR_ARGUMENT, 10, "dtype must be a dtype, not a number"},
        {"f4(x)", SN_ERR_NAME, 1, "unknown name 'f4'"},
        {"x(1)", SN_ERR_ARGUMENT, 1, "an array cannot be called"},
        {"sin()", SN_ERR_ARGUMENT, 1, "sin: argument 'x' is missing"},
        {"add(x)", SN_ERR_ARGUMENT, 1, "add: argument 'x2' is missing"},
        {"x.reshape()", SN_ERR_ARGUMENT, 3, "reshape: argument 'shape' is missing"},
        {"x.astype()", SN_ERR_ARGUMENT, 3, "astype: argument 'dtype' is missing"},
        {"sin(x, x)", SN_ERR_UNSUPPORTED, 8, "sin: argument 'out' is not supported yet"},
        {"sum(x, out=y)", SN_ERR_UNSUPPORTED, 8, "sum: argument 'out' is not supported yet"},
        {"any(x, initial=3)", SN_ERR_ARGUMENT, 8, "any: unknown keyword 'initial'"},
        {"y + max(x, where=b)", SN_ERR_VALUE, 5, "max: reduction operation maximum does not have an identity, so to use a where mask one has to specify 'initial'"},
        {"sum(x, initial='a')", SN_ERR_ARGUMENT, 16, "initial must be an array or a number, not a string"},
        {"x.argmax(axis=(0, 1))", SN_ERR_ARGUMENT, 15, "axis must be an integer, not a list or tuple"},
        {"var(x, ddof=1, correction=1)", SN_ERR_ARGUMENT, 27, "var: ddof and correction are one argument"},
        {"sin(x=y)", SN_ERR_ARGUMENT, 5, "sin: unknown keyword 'x'"},
        {"sum(x, axes=0)", SN_ERR_ARGUMENT, 8, "sum: unknown keyword 'axes'"},
        {"x.max(dtype=int)", SN_ERR_ARGUMENT, 7, "max: unknown keyword 'dtype'"},
        {"sum(x, 0, axis=0)", SN_ERR_ARGUMENT, 11, "sum: argument 'axis' is given twice"},
        {"x.squeeze(0, 1)", SN_ERR_ARGUMENT, 14, "squeeze: takes at most 1 positional argument, 2 given"},
        {"where(b)", SN_ERR_UNSUPPORTED, 1, "where: a condition alone is not supported yet"},
        {"where(b, x)", SN_ERR_ARGUMENT, 1, "where: takes a condition and two values, or a condition alone"},
        {"sum(x, axis=1.5)", SN_ERR_ARGUMENT, 13, "axis must be None, an integer or a tuple of integers, not a number"},
        {"sum(x, keepdims=x)", SN_ERR_ARGUMENT, 17, "keepdims must be True or False, not an array"},
        {"zeros(2.0)", SN_ERR_ARGUMENT, 7, "shape must be an integer or a tuple of integers, not a number"},
        {"zeros((2, True))", SN_ERR_ARGUMENT, 11, "shape must be an integer, not a bool"},
        {"zeros(2**63)", SN_ERR_VALUE, 7, "shape is too large"},
        {"zeros('ab')", SN_ERR_ARGUMENT, 7, "shape must be an integer or a tuple of integers, not a string"},
        {"sin('ab')", SN_ERR_ARGUMENT, 5, "sin must be an array or a number, not a string"},
        {"x + 'ab'", SN_ERR_ARGUMENT, 5, "+ does not take a string"},
        {"x + None", SN_ERR_ARGUMENT, 5, "+ does not take None"},
        {"sin + x", SN_ERR_ARGUMENT, 1, "+ does not take a function"},
        {"[1] + [2]", SN_ERR_ARGUMENT, 1, "+ does not take a list or tuple: write array(...)"},
        {"x[1.5]", SN_ERR_ARGUMENT, 3, "a number cannot be an index"},
        {"x[x]", SN_ERR_UNSUPPORTED, 3, "indexing with an array is not supported yet"},
        {"x[[0]]", SN_ERR_UNSUPPORTED, 3, "indexing with a list or tuple is not supported yet"},
        {"x[1.5:]", SN_ERR_ARGUMENT, 3, "slice indices must be integers or None, not a number"},
        {"x.shape[2]", SN_ERR_INDEX, 9, "index is out of range for a sequence of 2"},
        {"3[0]", SN_ERR_ARGUMENT, 2, "a number cannot be indexed"},
        {"array([[1, 2], [3]])", SN_ERR_SHAPE, 16, "array: rows of different lengths"},
        {"array([1, [2]])", SN_ERR_SHAPE, 11, "array: rows of different lengths"},
        {"array([x, [1]])", SN_ERR_SHAPE, 11, "array: rows of different lengths"},
        {"array([1, 'a'])", SN_ERR_ARGUMENT, 11, "array: a string is not a number"},
        {"array([1, 300], dtype=int8)", SN_ERR_VALUE, 11, "array: integer 300 is out of bounds for int8"},
        {"array([nan], dtype=int8)", SN_ERR_VALUE, 8, "array: cannot convert NaN to an integer"},
        {"full(2, -1, dtype=uint8)", SN_ERR_VALUE, 9, "full: integer -1 is out of bounds for uint8"},
        {"arange(0, 1, 0)", SN_ERR_VALUE, 1, "arange: the step is zero"},
        {"arange(nan)", SN_ERR_VALUE, 1, "arange: NaN in the range"},
        {"arange(inf)", SN_ERR_VALUE, 1, "arange: the range is too long"},
        {"arange(3, dtype=bool)", SN_ERR_DTYPE, 1, "arange: more than two values of dtype bool"},
        {"arange(x)", SN_ERR_UNSUPPORTED, 8, "arange from an array is not supported yet: its length depends on values"},
        {"linspace(0, 1, -1)", SN_ERR_VALUE, 16, "linspace: num is negative"},
        {"expand_dims(x, 7)", SN_ERR_INDEX, 16, "expand_dims: axis 7 is out of bounds for array of dimension 3"},
        {"expand_dims(x, (0, 0))", SN_ERR_SHAPE, 16, "expand_dims: axis 0 is given twice"},
        {"sin", SN_ERR_ARGUMENT, 1, "the result is a function, not an array"},
        {"x.dtype", SN_ERR_ARGUMENT, 3, "the result is a dtype, not an array"},
        {"None", SN_ERR_ARGUMENT, 1, "the result is None, not an array"},
        {"not x", SN_ERR_ARGUMENT, 1, "the truth value of an array is ambiguous: write ~ or logical_not() in place of 'not'"},
        {"x and y", SN_ERR_ARGUMENT, 3, "the truth value of an array is ambiguous: write & in place of 'and'"},
        {"1 or x or y", SN_OK, 0, ""},
        {"0 or x", SN_ERR_ARGUMENT, 3, "the truth value of an array is ambiguous: write | in place of 'or'"},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++) {
        if (cases[k].status == SN_OK) bench_same(&t, cases[k].text, "1");
        else bench_refused(&t, cases[k].text, cases[k].status, 1, cases[k].column, cases[k].message);
    }
}

/* What the graph refuses is reported where it stands. */
Test(expr_record, graph_errors_are_placed)
{
    static const struct { const char *text; int status, column; } cases[] = {
        {"y*2 + ones(5)", SN_ERR_SHAPE, 5}, {"x[4]", SN_ERR_INDEX, 2}, {"x[::0]", SN_ERR_VALUE, 2}, {"1 + x.sum(axis=2)", SN_ERR_INDEX, 7},
        {"b - b", SN_ERR_DTYPE, 3}, {"y | x", SN_ERR_DTYPE, 3}, {"~y", SN_ERR_DTYPE, 1}, {"x.reshape(-1, -1)", SN_ERR_SHAPE, 3},
        {"max(zeros(0))", SN_ERR_VALUE, 1}, {"x.astype(int8) + 1000", SN_ERR_VALUE, 16}, {"ones((1000000, 1000000, 1000000))", SN_ERR_MEMORY, 1},
        {"ones(-1)", SN_ERR_SHAPE, 1}, {"squeeze(x, 0)", SN_ERR_SHAPE, 1}, {"x ** -1", SN_ERR_VALUE, 3}, {"x.transpose(0, 0)", SN_ERR_VALUE, 3},
    };
    sni_node *n;
    for (size_t k = 0; k < SNI_COUNT(cases); k++) {
        cr_assert_eq(bench_eval(&t, cases[k].text, &n), cases[k].status, "%s: %s", cases[k].text, sni_error_message());
        cr_assert_eq(t.error.column, cases[k].column, "%s: column %d", cases[k].text, t.error.column);
    }
}

/* A list whose elements stand for lists, and so on, unfolds without bound. */
Test(expr_record, literals_are_bounded)
{
    char text[4000], *p = text + sprintf(text, "a = (1, 1)\n");
    for (int k = 0; k < 40; k++) p += sprintf(p, "a = (a, a)\n");
    sprintf(p, "array(a)");
    sni_node *n;
    cr_assert_eq(bench_eval(&t, text, &n), SN_ERR_VALUE);
    cr_assert_str_eq(sni_error_message(), "array: more than 1048576 elements in lists");
    p = text + sprintf(text, "a = (1, 1)\n");
    for (int k = 0; k < 40; k++) p += sprintf(p, "a = (a, a)\n");
    sprintf(p, "block(a)");
    cr_assert_eq(bench_eval(&t, text, &n), SN_ERR_VALUE);
    cr_assert_str_eq(sni_error_message(), "block: more than 1048576 elements in lists");
    p = text + sprintf(text, "a = ()\n");
    for (int k = 0; k < 40; k++) p += sprintf(p, "a = (a, a)\n");
    sprintf(p, "array(a)");
    cr_assert_eq(bench_eval(&t, text, &n), SN_ERR_VALUE);
}
