/* Handlers: new arrays. */
#include "expr/record.h"

#include <string.h>

static const sni_value *none_is_absent(const sni_value *v)
{
    static const sni_value absent;
    return v->kind == SNI_V_NONE ? &absent : v;
}

/* asarray (code 1) and copy=False give the array itself where its dtype is right. */
int sni_run_array(sni_recorder *r, const sni_call *call, sni_value *out)
{
    const sni_value *object = &call->args[0];
    sni_dtype dtype;
    sni_node *node;
    bool copies = !call->row->code;
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    SNI_TRY(sni_to_bool(r, none_is_absent(sni_arg(call, "copy")), "copy", &copies));
    if (dtype != SNI_DTYPE_NONE && (sni_is_number(object) || object->kind == SNI_V_SEQUENCE)) {
        sni_value type = {.kind = SNI_V_DTYPE, .offset = call->offset, .dtype = {dtype, false}};
        SNI_TRY(sni_run_cast(r, call->offset, &type, object, out));
        out->scalar = false;
        return SN_OK;
    }
    SNI_TRY(sni_to_array(r, object, call->row->name, &node));
    if (dtype != SNI_DTYPE_NONE && node->dtype != dtype)
        return sni_take_array(r, call->offset, sni_cast(r->g, node, dtype), out);
    *out = (sni_value){.kind = SNI_V_ARRAY, .offset = call->offset, .node = node};
    if (!copies && object->kind == SNI_V_ARRAY && !object->scalar) out->alias = object->alias;
    return SN_OK;
}

/* ---- constants ------------------------------------------------------------------------------------------- */

static int take_filled(sni_recorder *r, const sni_call *call, sni_dtype dtype, int rank, const int64_t *dims,
                       sni_value *out)
{
    sni_scalar value = sni_scalar_cast((sni_scalar){.i64 = call->row->code}, SNI_INT64, dtype);
    return sni_take_array(r, call->offset, sni_const(r->g, dtype, value, rank, dims), out);
}

int sni_run_filled(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_dims shape;
    sni_dtype dtype;
    SNI_TRY(sni_check_order(r, sni_arg(call, "order")));
    SNI_TRY(sni_to_dims(r, sni_arg(call, "shape"), "shape", &shape));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    return take_filled(r, call, dtype == SNI_DTYPE_NONE ? SNI_FLOAT64 : dtype, shape.rank, shape.dims, out);
}

/* Shape and dtype of the array `a`, unless others are given. */
static int like(sni_recorder *r, const sni_call *call, sni_dims *shape, sni_dtype *dtype)
{
    sni_node *a;
    const sni_value *given = sni_arg(call, "shape");
    SNI_TRY(sni_check_order(r, sni_arg(call, "order")));
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, &a));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", dtype));
    if (*dtype == SNI_DTYPE_NONE) *dtype = (sni_dtype)a->dtype;
    if (given->kind != SNI_V_ABSENT && given->kind != SNI_V_NONE)
        return sni_to_dims(r, given, "shape", shape);
    shape->rank = a->layout->rank;
    memcpy(shape->dims, a->layout->dims, (size_t)shape->rank * sizeof *shape->dims);
    return SN_OK;
}

int sni_run_filled_like(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_dims shape;
    sni_dtype dtype;
    SNI_TRY(like(r, call, &shape, &dtype));
    return take_filled(r, call, dtype, shape.rank, shape.dims, out);
}

/* An integer must fit the dtype; a float is converted as astype does it. */
static int full_number(sni_recorder *r, size_t offset, const sni_value *v, sni_dtype dtype,
                       const sni_dims *shape, sni_value *out)
{
    sni_scalar scalar;
    if (v->kind == SNI_V_FLOAT)
        scalar = sni_scalar_cast((sni_scalar){.f64 = v->real}, SNI_FLOAT64, dtype);
    else
        SNI_TRY(sni_to_scalar(r, v, dtype, "full", &scalar));
    return sni_take_array(r, offset, sni_const(r->g, dtype, scalar, shape->rank, shape->dims), out);
}

static int full_value(sni_recorder *r, const sni_call *call, sni_dtype dtype, const sni_dims *shape,
                      sni_value *out)
{
    const sni_value *v = sni_arg(call, "fill_value");
    if (sni_is_number(v))
        return full_number(r, call->offset, v, dtype == SNI_DTYPE_NONE ? sni_number_dtype(v) : dtype, shape,
                           out);
    sni_node *x;
    SNI_TRY(sni_to_array(r, v, "fill_value", &x));
    if (dtype != SNI_DTYPE_NONE) {
        SNI_TRY(sni_take(r, call->offset, sni_cast(r->g, x, dtype), out));
        x = out->node;
    }
    return sni_take_array(r, call->offset, sni_broadcast_to(r->g, x, shape->rank, shape->dims), out);
}

int sni_run_full(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_dims shape;
    sni_dtype dtype;
    SNI_TRY(sni_check_order(r, sni_arg(call, "order")));
    SNI_TRY(sni_to_dims(r, sni_arg(call, "shape"), "shape", &shape));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    return full_value(r, call, dtype, &shape, out);
}

int sni_run_full_like(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_dims shape;
    sni_dtype dtype;
    SNI_TRY(like(r, call, &shape, &dtype));
    return full_value(r, call, dtype, &shape, out);
}
