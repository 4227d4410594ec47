/* Expression text: the views and creation functions, what they record and refuse. */
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

TestSuite(expr_views, .init = open_bench, .fini = close_bench);

Test(expr_views, are_index_maps)
{
    static const char *const pairs[][2] = {
        {"flip(x)", "x[::-1, ::-1]"}, {"flip(x, (1,))", "x[:, ::-1]"}, {"flipud(x)", "x[::-1]"}, {"fliplr(x)", "x[:, ::-1]"},
        {"flip(flip(x))", "x"}, {"swapaxes(x, 0, 1)", "x.T"}, {"x.mT", "x.T"}, {"matrix_transpose(x)", "x.T"},
        {"moveaxis(x, 0, 1)", "x.T"}, {"moveaxis(x, (), ())", "x"}, {"rollaxis(x, 1)", "x.T"}, {"rollaxis(x, 0, 1)", "x"},
        {"diag(x, 1)", "x.diagonal(1)"}, {"diagonal(x)", "diagonal(x.T)"}, {"trace(x)", "diagonal(x).sum(-1)"},
        {"atleast_1d(x)", "x"}, {"atleast_3d(x)", "x[:, :, None]"}, {"atleast_2d(x[0])", "x[0][None]"},
        {"atleast_1d(2, x)[1]", "x"}, {"broadcast_arrays(x, zeros((2, 1, 1)))[0]", "broadcast_to(x, (2, 4, 3))"},
        {"meshgrid(x[0], x[1])[0]", "broadcast_to(x[0], (3, 3))"}, {"tile(x, 1)", "x"}, {"repeat(x, 1, 0)", "x"},
        {"identity(3)", "eye(3)"}, {"eye(3, 4)", "eye(3, M=4, k=0, dtype=float)"}, {"full(3, 2, order='F')", "full(3, 2)"},
    };
    for (size_t k = 0; k < SNI_COUNT(pairs); k++) bench_same(&t, pairs[k][0], pairs[k][1]);
}

Test(expr_views, shapes_and_dtypes)
{
    bench_is(&t, "zeros(broadcast_shapes((2, 1), 3))", SNI_FLOAT64, "(2, 3)");
    bench_is(&t, "indices((2, 3))", SNI_INT64, "(2, 2, 3)");
    bench_is(&t, "indices((2, 3), dtype=None)", SNI_FLOAT64, "(2, 2, 3)");
    bench_is(&t, "indices((2, 3), sparse=True)[0]", SNI_INT64, "(2, 1)");
    bench_is(&t, "tile(y, (2, 2, 2))", SNI_FLOAT32, "(2, 8, 6)");
    bench_is(&t, "repeat(b, 2)", SNI_BOOL, "(24,)");
    bench_is(&t, "x.repeat(2, 1)", SNI_INT64, "(4, 6)");
    bench_is(&t, "geomspace(1, 10, dtype=float32)", SNI_FLOAT32, "(50,)");
    bench_is(&t, "triu(y)", SNI_FLOAT32, "(4, 3)");
    bench_is(&t, "meshgrid(x, 1, [1, 2])[0]", SNI_INT64, "(1, 12, 2)");
    bench_is(&t, "atleast_1d(2, x)[0]", SNI_INT64, "(1,)");
}

Test(expr_views, refusals)
{
    static const struct { const char *text; int status, column; const char *message; } cases[] = {
        {"flip(x, 2)", SN_ERR_INDEX, 1, "flip: axis 2 is out of bounds for an array of dimension 2"},
        {"fliplr(x[0])", SN_ERR_SHAPE, 9, "fliplr: input must be >= 2-d"},
        {"flipud(3)", SN_ERR_SHAPE, 8, "flipud: input must be >= 1-d"},
        {"x[0].mT", SN_ERR_SHAPE, 6, "mT: an array of at least two dimensions is needed"},
        {"swapaxes(x, 0)", SN_ERR_ARGUMENT, 1, "swapaxes: argument 'axis2' is missing"},
        {"swapaxes(x, 0, None)", SN_ERR_ARGUMENT, 16, "axis2 must be an integer, not None"},
        {"moveaxis(x, 0, (0, 1))", SN_ERR_VALUE, 1, "moveaxis: source and destination must have the same number of elements"},
        {"rollaxis(x, 0, 3)", SN_ERR_INDEX, 1, "rollaxis: start is 3, outside -2 to 2"},
        {"x[0].diagonal()", SN_ERR_SHAPE, 6, "diagonal: an array of at least two dimensions is needed, not 1"},
        {"diag([1, 2], 9223372036854775806)", SN_ERR_MEMORY, 1, "diag: a diagonal 9223372036854775806 beside the main one is too far away"},
        {"atleast_2d(x, x[0])", SN_ERR_SHAPE, 16, "array: rows of different lengths"},
        {"meshgrid(x, indexing='yx')", SN_ERR_VALUE, 22, "meshgrid: valid values for indexing are 'xy' and 'ij'"},
        {"broadcast_arrays(x, zeros(5))[0]", SN_ERR_SHAPE, 21, "broadcast_arrays: shape (5,) does not broadcast with (4, 3)"},
        {"broadcast_shapes((2, 3), (2,))", SN_ERR_SHAPE, 26, "broadcast_shapes: shape (2,) does not broadcast with (2, 3)"},
        {"zeros(3, order='X')", SN_ERR_VALUE, 16, "order must be one of 'C', 'F', 'A', or 'K' (got 'X')"},
        {"zeros(3, order=1)", SN_ERR_ARGUMENT, 16, "order must be a string, not a number"},
        {"eye(2.5)", SN_ERR_ARGUMENT, 5, "eye must be an integer, not a number"},
        {"repeat(x, [1, 2])", SN_ERR_SHAPE, 1, "repeat: 2 counts are given for 12 elements along axis 0"},
        {"repeat(x, arange(12))", SN_ERR_UNSUPPORTED, 11, "repeat: counts that an array holds are not supported yet; a list is"},
        {"repeat(x, -1)", SN_ERR_VALUE, 1, "repeat: repeats is negative"},
        {"linspace(0, 1, retstep=True)", SN_ERR_UNSUPPORTED, 16, "linspace: argument 'retstep' is not supported yet"},
        {"linspace(x, 1)", SN_ERR_UNSUPPORTED, 10, "linspace from an array is not supported yet"},
        {"logspace(0, 1, -1)", SN_ERR_VALUE, 16, "logspace: num is negative"},
        {"logspace(0, 1, base=x)", SN_ERR_UNSUPPORTED, 21, "logspace from an array is not supported yet"},
        {"geomspace(1, 0)", SN_ERR_VALUE, 1, "geomspace: a geometric sequence cannot include zero"},
        {"concatenate((x, x.T))", SN_ERR_SHAPE, 1, "concatenate: shapes (4, 3) and (3, 4) differ along axis 1; only axis 0 may differ"},
        {"concatenate((x, x[0]))", SN_ERR_SHAPE, 1, "concatenate: shapes (4, 3) and (3,) have 2 and 1 axes"},
        {"concatenate([])", SN_ERR_VALUE, 1, "concatenate: at least one array is needed"},
        {"concatenate([1, 2])", SN_ERR_SHAPE, 1, "concatenate: array 0 has no axes to join along"},
        {"concatenate((x, x), axis=2)", SN_ERR_INDEX, 1, "concatenate: axis 2 is out of bounds for an array of dimension 2"},
        {"concatenate(5)", SN_ERR_ARGUMENT, 13, "concatenate: a list or tuple of arrays is needed, not a number"},
        {"stack([x, x[0]])", SN_ERR_SHAPE, 1, "stack: shapes (4, 3) and (3,) differ"},
        {"stack([x], axis=3)", SN_ERR_INDEX, 1, "stack: axis 3 is out of bounds for an array of dimension 3"},
        {"roll(x, (1, 2, 3), axis=(0, 1))", SN_ERR_SHAPE, 9, "roll: 3 shifts do not go with 2 axes"},
        {"roll(x, 1, axis=2)", SN_ERR_INDEX, 1, "roll: axis 2 is out of bounds for an array of dimension 2"},
        {"pad(x, (1, -1))", SN_ERR_VALUE, 12, "pad: pad_width cannot be negative"},
        {"pad(x, (1, 2, 3))", SN_ERR_SHAPE, 8, "pad: pad_width is neither a number, a pair nor a pair for each of 2 axes"},
        {"pad(x, 1, mode='mean')", SN_ERR_UNSUPPORTED, 16, "pad: mode 'mean' is not one of constant, edge, wrap, reflect and symmetric"},
        {"pad(x[:0], 1, mode='edge')", SN_ERR_VALUE, 1, "pad: axis 0 is empty and can be padded with constants alone"},
        {"delete(x, 4, axis=0)", SN_ERR_INDEX, 1, "delete: index 4 is out of bounds for axis 0 with size 4"},
        {"insert(x, 1, x[0], axis=1)", SN_ERR_SHAPE, 1, "broadcast_to: shape (3, 1) does not broadcast to (4, 1)"},
        {"block([[1, 2], 3])", SN_ERR_SHAPE, 16, "block: lists of different depths"},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++)
        bench_refused(&t, cases[k].text, cases[k].status, 1, cases[k].column, cases[k].message);
}

/* Arrays of the most dimensions, where a new axis or index has no room. */
Test(expr_views, most_dimensions)
{
    sni_node *n;
    static const char ones[] = "z = zeros(broadcast_shapes((1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
                               "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,2)))\n";
    static const struct { const char *rest; int status; } cases[] = {
        {"flip(z)", SN_OK}, {"moveaxis(z, 63, 0)", SN_OK}, {"diagonal(z)", SN_OK}, {"tile(z, 2)", SN_OK}, {"triu(z)", SN_OK},
        {"repeat(z, 2)", SN_OK}, {"repeat(z, 2, 63)", SN_ERR_SHAPE}, {"indices(z.shape)", SN_ERR_SHAPE},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++) {
        char text[400];
        snprintf(text, sizeof text, "%s%s", ones, cases[k].rest);
        cr_assert_eq(bench_eval(&t, text, &n), cases[k].status, "%s: %s", cases[k].rest, sni_error_message());
        if (cases[k].status == SN_OK) sni_node_release(&t.g, n);
    }
}
