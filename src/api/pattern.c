/* Arrays whose elements follow from their indices. */
#include "api/context.h"

/* The calling thread's context and the dtype asked for, float64 where none is. */
static sni_context *begin(const char *function, int position, sn_dtype dtype, sni_dtype *to, sn_array *refused)
{
    sni_context *c = sni_context_get();
    if (c == NULL) {
        *refused = sni_no_cell(SN_ERR_MEMORY);
        return NULL;
    }
    if (sni_argument(function, position, sni_check_dtype(dtype, SN_FLOAT64, to)) == SN_OK) return c;
    *refused = sni_result(c, NULL);
    return NULL;
}

sn_array sn_eye(int64_t rows, int64_t columns, int64_t k, sn_dtype dtype)
{
    sni_dtype to;
    sn_array refused;
    sni_context *c = begin(__func__, 4, dtype, &to, &refused);
    return c != NULL ? sni_result(c, sni_eye(&c->graph, to, rows, columns, k)) : refused;
}

sn_array sn_tri(int64_t rows, int64_t columns, int64_t k, sn_dtype dtype)
{
    sni_dtype to;
    sn_array refused;
    sni_context *c = begin(__func__, 4, dtype, &to, &refused);
    return c != NULL ? sni_result(c, sni_tri(&c->graph, to, rows, columns, k)) : refused;
}

sn_array sn_linspace(double start, double stop, int64_t num, bool endpoint, sn_dtype dtype)
{
    sni_dtype to;
    sn_array refused;
    sni_context *c = begin(__func__, 5, dtype, &to, &refused);
    return c != NULL ? sni_result(c, sni_linspace(&c->graph, to, start, stop, num, endpoint)) : refused;
}

sn_array sn_logspace(double start, double stop, int64_t num, bool endpoint, double base, sn_dtype dtype)
{
    sni_dtype to;
    sn_array refused;
    sni_context *c = begin(__func__, 6, dtype, &to, &refused);
    return c != NULL ? sni_result(c, sni_logspace(&c->graph, to, start, stop, num, endpoint, base)) : refused;
}

sn_array sn_geomspace(double start, double stop, int64_t num, bool endpoint, sn_dtype dtype)
{
    sni_dtype to;
    sn_array refused;
    sni_context *c = begin(__func__, 5, dtype, &to, &refused);
    return c != NULL ? sni_result(c, sni_geomspace(&c->graph, to, start, stop, num, endpoint)) : refused;
}

sn_array sn_indices(sn_dtype dtype, int ndim, const int64_t *dims)
{
    sni_dtype to;
    sn_array refused;
    sni_context *c = begin(__func__, 1, dtype == SN_DTYPE_NONE ? SN_INT64 : dtype, &to, &refused);
    if (c == NULL) return refused;
    return sni_result(c, sni_argument(__func__, 2, sni_check_shape(ndim, dims)) < 0 ? NULL : sni_indices(&c->graph, to, ndim, dims));
}

static sn_array triangle(sn_array x, int64_t k, bool upper)
{
    sni_unary call;
    if (sni_begin_for(upper ? "triu" : "tril", &call, x) < 0) return call.result;
    return sni_finish(&call, sni_triangle(call.graph, call.node, k, upper));
}

sn_array sn_tril(sn_array x, int64_t k) { return triangle(x, k, false); }
sn_array sn_triu(sn_array x, int64_t k) { return triangle(x, k, true); }

sn_array sn_diag(sn_array x, int64_t k)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    if (call.node->layout->rank != 2) return sni_finish(&call, sni_diag(call.graph, call.node, k));
    sni_unuse(call.context, &call.used);
    return sn_diagonal(x, k, 0, 1);
}
