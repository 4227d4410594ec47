/* Arrays whose elements follow from their indices: eye, triangles, evenly spaced values. */
#include "graph/steps.h"

#include <math.h>

static sni_node *integer(sni_graph *g, int64_t x)
{
    return sni_scalar_const(g, SNI_INT64, (sni_scalar){.i64 = x});
}
static sni_node *real(sni_graph *g, double x)
{
    return sni_scalar_const(g, SNI_FLOAT64, (sni_scalar){.f64 = x});
}

/* ---- rows against columns ------------------------------------------------------------------------------- */

/* i + k op j.  Beyond the corners every diagonal says the same, so that i + k cannot overflow. */
static sni_node *against(sni_graph *g, sni_op op, int64_t rows, int64_t columns, int64_t k)
{
    if (k < -rows) k = -rows;
    if (k > columns) k = columns;
    sni_node *i = sni_iota_along(g, rows, 0, 2);
    if (k != 0) i = sni_step2(g, SNI_OP_ADD, i, integer(g, k));
    return sni_step2(g, op, i, sni_iota_along(g, columns, 1, 2));
}

sni_node *sni_eye(sni_graph *g, sni_dtype dtype, int64_t rows, int64_t columns, int64_t k)
{
    return sni_step_cast(g, against(g, SNI_OP_EQUAL, rows, columns, k), dtype);
}

sni_node *sni_tri(sni_graph *g, sni_dtype dtype, int64_t rows, int64_t columns, int64_t k)
{
    return sni_step_cast(g, against(g, SNI_OP_GREATER_EQUAL, rows, columns, k), dtype);
}

static sni_node *zero(sni_graph *g, const sni_node *x)
{
    return sni_scalar_const(g, (sni_dtype)x->dtype, (sni_scalar){.bits = {0}});
}

sni_node *sni_triangle(sni_graph *g, sni_node *x, int64_t k, bool upper)
{
    const sni_layout *l = x->layout;
    if (l->rank == 0) {
        sni_fail(SN_ERR_SHAPE, "%s: an array of at least one dimension is needed", upper ? "triu" : "tril");
        return NULL;
    }
    int64_t columns = l->dims[l->rank - 1], rows = l->rank > 1 ? l->dims[l->rank - 2] : columns;
    sni_op kept = upper ? SNI_OP_LESS_EQUAL : SNI_OP_GREATER_EQUAL;
    return sni_step_where(g, against(g, kept, rows, columns, k), sni_hold(x), zero(g, x));
}

/* v repeated to `count` elements: v[i % n] is v[i] wherever the diagonal is, and what lies beside it is not read. */
static sni_node *wrapped(sni_graph *g, sni_node *v, int64_t count)
{
    int64_t n = v->layout->size, reps = count / n + (count % n != 0);
    const sni_slice whole = {.kind = SNI_ITEM_SLICE, .has_stop = true, .stop = count};
    if (count == n) return sni_hold(v);
    sni_node *tiled = sni_tile(g, v, 1, &reps), *out = tiled ? sni_subscript(g, tiled, &whole, 1) : NULL;
    sni_node_release(g, tiled);
    return out;
}

/* Row i of a diagonal on or above the main one holds v[i], column j of one below it v[j]. */
static sni_node *vector_diag(sni_graph *g, sni_node *v, int64_t k)
{
    int64_t n = v->layout->size, count, dims[2];
    if (k == INT64_MIN || sni_add_overflow(n, k < 0 ? -k : k, &count)) {
        sni_fail(SN_ERR_MEMORY, "diag: a diagonal %lld beside the main one is too far away", (long long)k);
        return NULL;
    }
    dims[0] = dims[1] = count;
    if (n == 0) return sni_const(g, (sni_dtype)v->dtype, (sni_scalar){.bits = {0}}, 2, dims);
    dims[k < 0 ? 0 : 1] = 1;
    sni_node *test = against(g, SNI_OP_EQUAL, count, count, k), *line = test ? wrapped(g, v, count) : NULL;
    sni_node *spread = line ? sni_reshape(g, line, 2, dims) : NULL;
    sni_node_release(g, line);
    return sni_step_where(g, test, spread, zero(g, v));
}

sni_node *sni_diag(sni_graph *g, sni_node *x, int64_t k)
{
    const sni_layout *l = x->layout;
    if (l->rank == 2) return sni_diagonal(g, x, k, 0, 1);
    if (l->rank != 1) {
        sni_fail(SN_ERR_SHAPE, "diag: an array of one or two dimensions is needed, not %d", l->rank);
        return NULL;
    }
    return vector_diag(g, x, k);
}

/* One grid of indices for each axis, stacked: the axis is chosen by the first index. */
sni_node *sni_indices(sni_graph *g, sni_dtype dtype, int rank, const int64_t *dims)
{
    int64_t all[SNI_MAX_RANK + 1];
    all[0] = rank;
    for (int k = 0; k < rank && k < SNI_MAX_RANK; k++) all[k + 1] = dims[k];
    if (rank == 0) return sni_const(g, dtype, (sni_scalar){.bits = {0}}, 1, all);
    if (rank >= SNI_MAX_RANK) {
        sni_fail(SN_ERR_SHAPE, "indices: %d dimensions are too many", rank);
        return NULL;
    }
    sni_node *out = sni_iota_along(g, dims[rank - 1], rank, rank + 1);
    for (int k = rank - 2; k >= 0; k--) {
        sni_node *here = sni_step2(g, SNI_OP_EQUAL, sni_iota_along(g, rank, 0, rank + 1), integer(g, k));
        out = sni_step_where(g, here, sni_iota_along(g, dims[k], k + 1, rank + 1), out);
    }
    out = sni_step_cast(g, out, dtype);
    sni_node *full = out ? sni_broadcast_to(g, out, rank + 1, all) : NULL;
    sni_node_release(g, out);
    return full;
}

/* ---- evenly spaced values ----------------------------------------------------------------------------- */

static sni_scalar difference(sni_scalar b, sni_scalar a, sni_dtype dtype)
{
    if (dtype == SNI_FLOAT64) return (sni_scalar){.f64 = b.f64 - a.f64};
    if (dtype == SNI_FLOAT32) return (sni_scalar){.f32 = b.f32 - a.f32};
    return (sni_scalar){.u64 = b.u64 - a.u64}; /* the low bytes are the dtype's */
}

/* Leaving out what changes no bit keeps small kernels small. */
sni_node *sni_progression(sni_graph *g, sni_dtype dtype, int64_t count, sni_scalar first, sni_scalar second)
{
    sni_scalar delta = difference(second, first, dtype);
    double start = sni_scalar_cast(first, dtype, SNI_FLOAT64).f64,
           step = sni_scalar_cast(delta, dtype, SNI_FLOAT64).f64;
    sni_node *x = sni_step_cast(g, sni_iota(g, 1, &count), dtype);
    if (step != 1) x = sni_step2(g, SNI_OP_MULTIPLY, x, sni_scalar_const(g, dtype, delta));
    if (start != 0 || !(step > 0)) /* 0 * -1.0 is -0.0, to which adding 0 matters */
        x = sni_step2(g, SNI_OP_ADD, x, sni_scalar_const(g, dtype, first));
    return x;
}

/* y with the element of index `at` exactly `value`. */
static sni_node *put(sni_graph *g, sni_node *y, int64_t count, int64_t at, double value)
{
    sni_node *here = sni_step2(g, SNI_OP_EQUAL, sni_iota_along(g, count, 0, 1), integer(g, at));
    return sni_step_where(g, here, real(g, value), y);
}

/* k * step, or k / div * delta where the step underflows; from `start` on; the last value is `stop`
 * itself, not what rounding made of it. */
static sni_node *spaced(sni_graph *g, double start, double stop, int64_t count, bool endpoint)
{
    int64_t div = endpoint ? count - 1 : count;
    double delta = stop - start, step = div > 0 ? delta / (double)div : delta;
    if (count < 0) {
        sni_fail(SN_ERR_VALUE, "the number of samples, %lld, is negative", (long long)count);
        return NULL;
    }
    sni_node *y = sni_step_cast(g, sni_iota_along(g, count, 0, 1), SNI_FLOAT64);
    if (step == 0 && div > 0) {
        y = sni_step2(g, SNI_OP_DIVIDE, y, real(g, (double)div));
        step = delta;
    }
    y = sni_step2(g, SNI_OP_MULTIPLY, y, real(g, step));
    y = sni_step2(g, SNI_OP_ADD, y, real(g, start));
    return endpoint && count > 1 ? put(g, y, count, count - 1, stop) : y;
}

sni_node *sni_linspace(sni_graph *g, sni_dtype dtype, double start, double stop, int64_t count, bool endpoint)
{
    sni_node *y = spaced(g, start, stop, count, endpoint);
    uint8_t kind = sni_dtypes[dtype].kind;
    if (kind == SNI_KIND_INT || kind == SNI_KIND_UINT) y = sni_step1(g, SNI_OP_FLOOR, y);
    return sni_step_cast(g, y, dtype);
}

sni_node *sni_logspace(sni_graph *g, sni_dtype dtype, double start, double stop, int64_t count, bool endpoint,
                       double base)
{
    sni_node *y = spaced(g, start, stop, count, endpoint);
    return sni_step_cast(g, sni_step2(g, SNI_OP_POWER, real(g, base), y), dtype);
}

/* Powers of ten between the logarithms, mirrored for a negative start; the ends are given exactly. */
sni_node *sni_geomspace(sni_graph *g, sni_dtype dtype, double start, double stop, int64_t count,
                        bool endpoint)
{
    if (start == 0 || stop == 0) {
        sni_fail(SN_ERR_VALUE, "geomspace: a geometric sequence cannot include zero");
        return NULL;
    }
    double sign = isnan(start) ? start : start < 0 ? -1 : 1;
    start /= sign;
    stop /= sign;
    sni_node *y = sni_logspace(g, SNI_FLOAT64, log10(start), log10(stop), count, endpoint, 10);
    if (count > 0) y = put(g, y, count, 0, start);
    if (count > 1 && endpoint) y = put(g, y, count, count - 1, stop);
    if (sign != 1) y = sni_step2(g, SNI_OP_MULTIPLY, y, real(g, sign));
    return sni_step_cast(g, y, dtype);
}
