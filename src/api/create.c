/* Arrays from nothing and from numbers. */
#include <math.h>

#include "api/context.h"

/* ---- weak numbers ------------------------------------------------------------------------------------ */

static sn_array number(sni_dtype dtype, sni_scalar value, bool temporary)
{
    sni_context *c = sni_context_get();
    return SNI_LIKELY(c != NULL) ? sni_number(c, dtype, value, temporary) : sni_no_cell(SN_ERR_MEMORY);
}

static sni_scalar scalar_bool(bool value)
{
    sni_scalar s = {.bits = {0}};
    s.b8 = value;
    return s;
}

sn_array sn_weak_bool(bool value)
{
    return number(SNI_BOOL, scalar_bool(value), false);
}
sn_array sn_weak_i64(int64_t value)
{
    return number(SNI_INT64, (sni_scalar){.i64 = value}, false);
}
sn_array sn_weak_u64(uint64_t value)
{
    return number(SNI_UINT64, (sni_scalar){.u64 = value}, false);
}
sn_array sn_weak_f64(double value)
{
    return number(SNI_FLOAT64, (sni_scalar){.f64 = value}, false);
}
sn_array sn_weak_complex(double re, double im)
{
    return number(SNI_COMPLEX128, (sni_scalar){.c128 = {re, im}}, false);
}
sn_array sn_arg_bool_(bool value)
{
    return number(SNI_BOOL, scalar_bool(value), true);
}
sn_array sn_arg_i64_(long long value)
{
    return number(SNI_INT64, (sni_scalar){.i64 = value}, true);
}
sn_array sn_arg_u64_(unsigned long long value)
{
    return number(SNI_UINT64, (sni_scalar){.u64 = value}, true);
}
sn_array sn_arg_f64_(double value)
{
    return number(SNI_FLOAT64, (sni_scalar){.f64 = value}, true);
}
sn_array sn_arg_complex_(double re, double im)
{
    return number(SNI_COMPLEX128, (sni_scalar){.c128 = {re, im}}, true);
}

/* ---- constants --------------------------------------------------------------------------------------- */

static int check_ready(sni_dtype dtype)
{
    if (sni_dtypes[dtype].ready) return SN_OK;
    return sni_fail(SN_ERR_UNSUPPORTED, "%s is not supported yet", sni_dtypes[dtype].name);
}

/* Arguments: dtype, shape. */
static sn_array constant(const char *function, int value, sn_dtype dtype, int ndim, const int64_t *dims)
{
    sni_context *c = sni_context_get();
    sni_dtype to;
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    if (sni_argument(function, 1, sni_check_dtype(dtype, SN_FLOAT64, &to)) < 0 ||
        sni_argument(function, 1, check_ready(to)) < 0 ||
        sni_argument(function, 2, sni_check_shape(ndim, dims)) < 0)
        return sni_result(c, NULL);
    sni_scalar s = sni_scalar_cast((sni_scalar){.i64 = value}, SNI_INT64, to);
    sni_node *n = sni_const(&c->graph, to, s, ndim, dims);
    if (n == NULL) sni_argument(function, 2, sni_error_status());
    return sni_result(c, n);
}

sn_array sn_zeros(sn_dtype dtype, int ndim, const int64_t *dims)
{
    return constant(__func__, 0, dtype, ndim, dims);
}
sn_array sn_ones(sn_dtype dtype, int ndim, const int64_t *dims)
{
    return constant(__func__, 1, dtype, ndim, dims);
}

/* NumPy refuses a Python integer that its dtype cannot hold, and so does this for C's.  A complex number would
 * lose its imaginary part. */
static int check_fits(const sni_used *u, sni_dtype from, sni_dtype to)
{
    bool integers = from == SNI_INT64 || from == SNI_UINT64;
    if (u->weak && sni_dtype_complex(from) && !sni_dtype_complex(to) && to != SNI_BOOL)
        return sni_fail(SN_ERR_DTYPE, "a complex number is no %s", sni_dtypes[to].name);
    if (!u->weak || !integers || to == SNI_BOOL || sni_dtypes[to].kind >= SNI_KIND_FLOAT) return SN_OK;
    sni_scalar value = {.u64 = u->node->u.scalar};
    bool negative = from == SNI_INT64 && value.i64 < 0;
    sni_scalar there = sni_scalar_cast(value, from, to), back = sni_scalar_cast(there, to, from);
    if (back.u64 == value.u64 && !(negative && sni_dtypes[to].kind == SNI_KIND_UINT) &&
        !(to == SNI_INT64 && there.i64 < 0 && !negative))
        return SN_OK;
    if (from == SNI_INT64)
        return sni_fail(SN_ERR_VALUE, "%lld does not fit %s", (long long)value.i64, sni_dtypes[to].name);
    return sni_fail(SN_ERR_VALUE, "%llu does not fit %s", (unsigned long long)value.u64, sni_dtypes[to].name);
}

static sni_node *filled(sni_graph *g, sni_node *value, sni_dtype to, int ndim, const int64_t *dims)
{
    if (value->kind == SNI_NODE_CONST && value->layout->rank == 0) {
        sni_scalar s = sni_scalar_cast((sni_scalar){.u64 = value->u.scalar}, value->dtype, to);
        return sni_const(g, to, s, ndim, dims);
    }
    sni_node *cast = sni_cast(g, value, to);
    if (cast == NULL) return NULL;
    sni_node *out = sni_broadcast_to(g, cast, ndim, dims);
    sni_node_release(g, cast);
    return out;
}

sn_array(sn_full)(sn_array value, sn_dtype dtype, int ndim, const int64_t *dims)
{
    sni_unary call;
    sni_dtype to;
    if (sni_begin(&call, value) < 0) return call.result;
    sni_dtype from = call.node->dtype;
    if (sni_argument(__func__, 2, sni_check_dtype(dtype, sni_dtype_out(from), &to)) < 0 ||
        sni_argument(__func__, 2, check_ready(to)) < 0 ||
        sni_argument(__func__, 3, sni_check_shape(ndim, dims)) < 0 ||
        sni_argument(__func__, 1, check_fits(&call.used, from, to)) < 0)
        return sni_finish(&call, NULL);
    if (sni_dtype_complex(from) && call.used.weak)
        return sni_finish(&call, sni_const(call.graph, to, sni_scalar_cast(call.used.cell->number, from, to), ndim, dims));
    return sni_finish(&call, filled(call.graph, call.node, to, ndim, dims));
}

sn_array(sn_scalar)(sn_array value, sn_dtype dtype)
{
    return (sn_full)(value, dtype, 0, NULL);
}

/* ---- arange --------------------------------------------------------------------------------------------- */

static int range_count(double start, double stop, double step, int64_t *count)
{
    double n = (stop - start) / step;
    if (step == 0) return sni_fail(SN_ERR_VALUE, "arange: the step is zero");
    if (isnan(n)) return sni_fail(SN_ERR_VALUE, "arange: cannot compute a length from NaN");
    if (n >= 0x1p62) return sni_fail(SN_ERR_MEMORY, "arange: too many elements");
    if (n == 0 && start != stop) n = signbit(n) ? 0 : 1; /* an infinite step, or one that underflowed */
    *count = n > 0 ? (int64_t)ceil(n) : 0;
    return SN_OK;
}

static sni_scalar from_double(double value, sni_dtype to)
{
    return sni_scalar_cast((sni_scalar){.f64 = value}, SNI_FLOAT64, to);
}

sn_array sn_arange(double start, double stop, double step, sn_dtype dtype)
{
    sni_context *c = sni_context_get();
    sni_dtype to;
    int64_t count;
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    if (range_count(start, stop, step, &count) < 0 ||
        sni_argument(__func__, 4, sni_check_dtype(dtype, SN_FLOAT64, &to)) < 0)
        return sni_result(c, NULL);
    if (to == SNI_BOOL || !sni_dtypes[to].ready) {
        sni_fail(SN_ERR_DTYPE, "arange: %s cannot be counted in", sni_dtypes[to].name);
        return sni_result(c, NULL);
    }
    sni_scalar first = from_double(start, to), second = from_double(start + step, to);
    return sni_result(c, sni_progression(&c->graph, to, count, first, second));
}
