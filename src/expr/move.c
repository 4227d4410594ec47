/* Handlers: reshaping and reordering axes. */
#include "expr/record.h"

#include <stdlib.h>

static int first_view(sni_recorder *r, const sni_call *call, sni_viewing *out)
{
    return sni_view_of(r, &call->args[0], call->row->name, out);
}

/* The array as it is, for a copy. */
static int first_array(sni_recorder *r, const sni_call *call, sni_viewing *out)
{
    *out = (sni_viewing){0};
    return sni_to_array(r, &call->args[0], call->row->name, &out->subject);
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
    sni_viewing w;
    sni_dims shape;
    bool copies = false;
    const sni_value *given = sni_arg(call, "shape"), *copy = sni_arg(call, "copy");
    if (copy->kind != SNI_V_NONE) SNI_TRY(sni_to_bool(r, copy, "copy", &copies));
    SNI_TRY(copies ? first_array(r, call, &w) : first_view(r, call, &w));
    if (given->kind == SNI_V_ABSENT)
        return sni_fail_at(r, call->offset, SN_ERR_ARGUMENT, "reshape: argument 'shape' is missing");
    SNI_TRY(sni_to_dims(r, rest_or_tuple(given), "shape", &shape));
    return sni_take_view(r, call->offset, &w, sni_reshape(r->g, w.subject, shape.rank, shape.dims), false,
                         out);
}

int sni_run_transpose(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    sni_axes axes;
    SNI_TRY(first_view(r, call, &w));
    const sni_value *given = sni_arg(call, "axes");
    SNI_TRY(sni_to_axes(r, rest_or_tuple(given), "axes", &axes));
    if (axes.count < 0)
        return sni_take_view(r, call->offset, &w, sni_transpose(r->g, w.subject, NULL, 0), false, out);
    return sni_take_view(r, call->offset, &w, sni_transpose(r->g, w.subject, axes.axes, axes.count), false,
                         out);
}

int sni_run_ravel(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    SNI_TRY(first_array(r, call, &w)); /* flatten copies, and ravel what does not lie in order */
    if (!call->row->code && w.subject->layout->c_order) SNI_TRY(first_view(r, call, &w));
    return sni_take_view(r, call->offset, &w, sni_ravel(r->g, w.subject), false, out);
}

int sni_run_squeeze(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    sni_axes axes;
    SNI_TRY(first_view(r, call, &w));
    const sni_value *axis = sni_arg(call, "axis");
    SNI_TRY(sni_to_axes(r, axis, "axis", &axes));
    bool one = sni_is_integer(axis) && (axes.axes[0] == 0 || axes.axes[0] == -1);
    if (one && w.subject->layout->rank == 0)
        axes.count = 0; /* NumPy lets a number pass for an axis that a scalar has not */
    return sni_take_view(r, call->offset, &w, sni_squeeze(r->g, w.subject, axes.axes, axes.count), false,
                         out);
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
    sni_viewing w;
    sni_axes axes;
    const sni_value *axis = sni_arg(call, "axis");
    SNI_TRY(first_view(r, call, &w));
    SNI_TRY(sni_to_axes(r, axis, "axis", &axes));
    if (axes.count < 0)
        return sni_fail_at(r, axis->offset, SN_ERR_ARGUMENT,
                           "expand_dims: axis must be an integer or a tuple");
    SNI_TRY(sort_new_axes(r, axis->offset, &axes, w.subject->layout->rank + axes.count));
    *out = (sni_value){.kind = SNI_V_ARRAY, .offset = call->offset, .node = w.subject};
    for (int k = 0; k < axes.count; k++)
        SNI_TRY(sni_take_array(r, call->offset, sni_expand_dims(r->g, out->node, axes.axes[k]), out));
    sni_node_retain(out->node);
    return sni_take_view(r, call->offset, &w, out->node, false, out);
}

int sni_run_broadcast_to(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    sni_dims shape;
    SNI_TRY(first_view(r, call, &w));
    SNI_TRY(sni_to_dims(r, sni_arg(call, "shape"), "shape", &shape));
    return sni_take_view(r, call->offset, &w, sni_broadcast_to(r->g, w.subject, shape.rank, shape.dims), true,
                         out);
}
