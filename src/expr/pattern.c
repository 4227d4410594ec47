/* Handlers: arrays whose elements follow from their indices. */
#include "expr/record.h"

typedef struct matrix {
    int64_t rows, columns, k;
    sni_dtype dtype;
} matrix;

/* N, M=N, k=0, dtype=float64 */
static int matrix_arguments(sni_recorder *r, const sni_call *call, matrix *out)
{
    const sni_value *columns = sni_arg(call, "M");
    *out = (matrix){.k = 0};
    SNI_TRY(sni_to_int(r, &call->args[0], call->row->name, &out->rows));
    out->columns = out->rows;
    if (columns->kind != SNI_V_NONE) SNI_TRY(sni_to_int_if(r, columns, "M", &out->columns));
    SNI_TRY(sni_to_int_if(r, sni_arg(call, "k"), "k", &out->k));
    SNI_TRY(sni_check_order(r, sni_arg(call, "order")));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &out->dtype));
    if (out->dtype == SNI_DTYPE_NONE) out->dtype = SNI_FLOAT64;
    return SN_OK;
}

int sni_run_eye(sni_recorder *r, const sni_call *call, sni_value *out)
{
    matrix m;
    SNI_TRY(matrix_arguments(r, call, &m));
    return sni_take(r, call->offset, sni_eye(r->g, m.dtype, m.rows, m.columns, m.k), out);
}

int sni_run_tri(sni_recorder *r, const sni_call *call, sni_value *out)
{
    matrix m;
    SNI_TRY(matrix_arguments(r, call, &m));
    int64_t rows = m.rows < 0 ? 0 : m.rows, columns = m.columns < 0 ? 0 : m.columns; /* as arange counts */
    return sni_take(r, call->offset, sni_tri(r->g, m.dtype, rows, columns, m.k), out);
}

int sni_run_triangle(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    int64_t k = 0;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &x));
    SNI_TRY(sni_to_int_if(r, sni_arg(call, "k"), "k", &k));
    return sni_take(r, call->offset, sni_triangle(r->g, x, k, call->row->code == 1), out);
}

int sni_run_diag(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    int64_t k = 0;
    SNI_TRY(sni_to_array(r, &call->args[0], "diag", &x));
    SNI_TRY(sni_to_int_if(r, sni_arg(call, "k"), "k", &k));
    if (x->layout->rank != 2) return sni_take(r, call->offset, sni_diag(r->g, x, k), out);
    sni_viewing w;
    SNI_TRY(sni_view_of(r, &call->args[0], "diag", &w));
    return sni_take_view(r, call->offset, &w, sni_diag(r->g, w.subject, k), true, out);
}

/* One axis of the open grid: the others have extent 1. */
static int sparse_axis(sni_recorder *r, size_t offset, const sni_dims *shape, int axis, sni_dtype dtype,
                       sni_value *out)
{
    int64_t dims[SNI_MAX_RANK];
    for (int k = 0; k < shape->rank; k++) dims[k] = k == axis ? shape->dims[k] : 1;
    SNI_TRY(sni_take(r, offset, sni_iota(r->g, shape->rank, dims), out));
    return sni_take(r, offset, sni_cast(r->g, out->node, dtype), out);
}

int sni_run_indices(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_dims shape;
    sni_dtype dtype;
    bool sparse = false;
    SNI_TRY(sni_to_dims(r, &call->args[0], "dimensions", &shape));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "sparse"), "sparse", &sparse));
    if (sni_arg(call, "dtype")->kind == SNI_V_ABSENT) dtype = SNI_INT64;
    if (dtype == SNI_DTYPE_NONE) dtype = SNI_FLOAT64;
    if (!sparse) return sni_take(r, call->offset, sni_indices(r->g, dtype, shape.rank, shape.dims), out);
    sni_value *items = sni_arena_alloc(r->arena, (size_t)shape.rank, sizeof *items);
    if (!items) return sni_point(r, call->offset, SN_ERR_MEMORY);
    for (int k = 0; k < shape.rank; k++) SNI_TRY(sparse_axis(r, call->offset, &shape, k, dtype, &items[k]));
    *out = (sni_value){
        .kind = SNI_V_SEQUENCE, .offset = call->offset, .sequence = {items, (size_t)shape.rank}};
    return SN_OK;
}
