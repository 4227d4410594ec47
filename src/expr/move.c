/* Handlers: reshaping and reordering axes. */
#include "expr/record.h"

#include <stdlib.h>

static int first_array(sni_recorder *r, const sni_call *call, sni_node **out)
{
    return sni_to_array(r, &call->args[0], call->row->name, out);
}

/* x.reshape(2, 3) and x.reshape((2, 3)): the positional rest is the tuple, or holds it. */
static const sni_value *rest_or_tuple(const sni_value *v)
{
    bool holds = v->kind == SNI_V_SEQUENCE && v->sequence.count == 1 &&
                 v->sequence.items[0].kind != SNI_V_INT;
    return holds ? &v->sequence.items[0] : v;
}

int sni_run_reshape(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_dims shape;
    SNI_TRY(first_array(r, call, &x));
    const sni_value *given = sni_arg(call, "shape");
    if (given->kind == SNI_V_ABSENT)
        return sni_fail_at(r, call->offset, SN_ERR_ARGUMENT, "reshape: argument 'shape' is missing");
    SNI_TRY(sni_to_dims(r, rest_or_tuple(given), "shape", &shape));
    return sni_take(r, call->offset, sni_reshape(r->g, x, shape.rank, shape.dims), out);
}

int sni_run_transpose(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_axes axes;
    SNI_TRY(first_array(r, call, &x));
    const sni_value *given = sni_arg(call, "axes");
    SNI_TRY(sni_to_axes(r, rest_or_tuple(given), "axes", &axes));
    if (axes.count < 0) return sni_take(r, call->offset, sni_transpose(r->g, x, NULL, 0), out);
    return sni_take(r, call->offset, sni_transpose(r->g, x, axes.axes, axes.count), out);
}

int sni_run_ravel(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    SNI_TRY(first_array(r, call, &x));
    return sni_take(r, call->offset, sni_reshape(r->g, x, 1, &x->layout->size), out);
}

int sni_run_squeeze(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_axes axes;
    SNI_TRY(first_array(r, call, &x));
    const sni_value *axis = sni_arg(call, "axis");
    SNI_TRY(sni_to_axes(r, axis, "axis", &axes));
    bool one = sni_is_integer(axis) && (axes.axes[0] == 0 || axes.axes[0] == -1);
    if (one && x->layout->rank == 0) axes.count = 0; /* NumPy lets a number pass for an axis that a scalar has not */
    return sni_take(r, call->offset, sni_squeeze(r->g, x, axes.axes, axes.count), out);
}

static int compare_axes(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* Axes count in the result: in ascending order each is in place when it is inserted. */
static int sort_new_axes(sni_recorder *r, size_t offset, sni_axes *axes, int rank)
{
    for (int k = 0; k < axes->count; k++) {
        int axis = axes->axes[k] < 0 ? axes->axes[k] + rank : axes->axes[k];
        if (axis < 0 || axis >= rank)
            return sni_fail_at(r, offset, SN_ERR_INDEX,
                               "expand_dims: axis %d is out of bounds for array of dimension %d",
                               axes->axes[k], rank);
        axes->axes[k] = axis;
    }
    qsort(axes->axes, (size_t)axes->count, sizeof *axes->axes, compare_axes);
    for (int k = 1; k < axes->count; k++)
        if (axes->axes[k] == axes->axes[k - 1])
            return sni_fail_at(r, offset, SN_ERR_SHAPE, "expand_dims: axis %d is given twice", axes->axes[k]);
    return SN_OK;
}

int sni_run_expand_dims(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_axes axes;
    const sni_value *axis = sni_arg(call, "axis");
    SNI_TRY(first_array(r, call, &x));
    SNI_TRY(sni_to_axes(r, axis, "axis", &axes));
    if (axes.count < 0)
        return sni_fail_at(r, axis->offset, SN_ERR_ARGUMENT,
                           "expand_dims: axis must be an integer or a tuple");
    SNI_TRY(sort_new_axes(r, axis->offset, &axes, x->layout->rank + axes.count));
    *out = (sni_value){.kind = SNI_V_ARRAY, .offset = call->offset, .node = x};
    for (int k = 0; k < axes.count; k++)
        SNI_TRY(sni_take(r, call->offset, sni_expand_dims(r->g, out->node, axes.axes[k]), out));
    return SN_OK;
}

int sni_run_broadcast_to(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_dims shape;
    SNI_TRY(first_array(r, call, &x));
    SNI_TRY(sni_to_dims(r, sni_arg(call, "shape"), "shape", &shape));
    return sni_take(r, call->offset, sni_broadcast_to(r->g, x, shape.rank, shape.dims), out);
}
