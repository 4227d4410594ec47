/* Handlers: axes reversed, exchanged, moved, and diagonals. */
#include "expr/record.h"

static int first_view(sni_recorder *r, const sni_call *call, sni_viewing *out)
{
    return sni_view_of(r, &call->args[0], call->row->name, out);
}

int sni_run_flip(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    sni_axes axes;
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], "flip", &x));
    SNI_TRY(sni_to_axes(r, sni_arg(call, "axis"), "axis", &axes));
    if (x->layout->rank == 0) /* a scalar, no view */
        return sni_take(r, call->offset, sni_flip(r->g, x, axes.axes, axes.count), out);
    SNI_TRY(first_view(r, call, &w));
    return sni_take_view(r, call->offset, &w, sni_flip(r->g, w.subject, axes.axes, axes.count), false, out);
}

int sni_run_flip_axis(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    int axis = call->row->code;
    SNI_TRY(first_view(r, call, &w));
    if (w.subject->layout->rank <= axis)
        return sni_fail_at(r, call->args[0].offset, SN_ERR_SHAPE, "%s: input must be >= %d-d",
                           call->row->name, axis + 1);
    return sni_take_view(r, call->offset, &w, sni_flip(r->g, w.subject, &axis, 1), false, out);
}

int sni_run_swapaxes(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    int axis1 = 0, axis2 = 0;
    SNI_TRY(first_view(r, call, &w));
    SNI_TRY(sni_to_axis(r, sni_arg(call, "axis1"), "axis1", &axis1));
    SNI_TRY(sni_to_axis(r, sni_arg(call, "axis2"), "axis2", &axis2));
    return sni_take_view(r, call->offset, &w, sni_swapaxes(r->g, w.subject, axis1, axis2), false, out);
}

int sni_run_matrix_transpose(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    SNI_TRY(first_view(r, call, &w));
    if (w.subject->layout->rank < 2)
        return sni_fail_at(r, call->args[0].offset, SN_ERR_SHAPE,
                           "matrix_transpose: an array of at least two dimensions is needed");
    return sni_take_view(r, call->offset, &w, sni_swapaxes(r->g, w.subject, -1, -2), false, out);
}

int sni_run_moveaxis(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    sni_axes from, to;
    SNI_TRY(first_view(r, call, &w));
    SNI_TRY(sni_to_axes(r, sni_arg(call, "source"), "source", &from));
    SNI_TRY(sni_to_axes(r, sni_arg(call, "destination"), "destination", &to));
    if (from.count < 0 || from.count != to.count)
        return sni_fail_at(r, call->offset, SN_ERR_VALUE,
                           "moveaxis: source and destination must have the same number of elements");
    return sni_take_view(r, call->offset, &w, sni_moveaxis(r->g, w.subject, from.axes, to.axes, from.count), false, out);
}

int sni_run_rollaxis(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_viewing w;
    int axis = 0, start = 0;
    SNI_TRY(first_view(r, call, &w));
    SNI_TRY(sni_to_axis(r, sni_arg(call, "axis"), "axis", &axis));
    SNI_TRY(sni_to_axis_if(r, sni_arg(call, "start"), "start", &start));
    return sni_take_view(r, call->offset, &w, sni_rollaxis(r->g, w.subject, axis, start), false, out);
}

/* ---- diagonals --------------------------------------------------------------------------------------------- */

typedef struct diagonal {
    sni_viewing w;
    int64_t offset;
    int axis1, axis2;
} diagonal;

static int diagonal_arguments(sni_recorder *r, const sni_call *call, diagonal *out)
{
    *out = (diagonal){.axis1 = 0, .axis2 = 1};
    SNI_TRY(first_view(r, call, &out->w));
    SNI_TRY(sni_to_int_if(r, sni_arg(call, "offset"), "offset", &out->offset));
    SNI_TRY(sni_to_axis_if(r, sni_arg(call, "axis1"), "axis1", &out->axis1));
    return sni_to_axis_if(r, sni_arg(call, "axis2"), "axis2", &out->axis2);
}

int sni_run_diagonal(sni_recorder *r, const sni_call *call, sni_value *out)
{
    diagonal d;
    SNI_TRY(diagonal_arguments(r, call, &d));
    sni_node *x = sni_diagonal(r->g, d.w.subject, d.offset, d.axis1, d.axis2);
    return sni_take_view(r, call->offset, &d.w, x, true, out);
}

int sni_run_trace(sni_recorder *r, const sni_call *call, sni_value *out)
{
    diagonal d;
    sni_dtype dtype;
    SNI_TRY(diagonal_arguments(r, call, &d));
    sni_node *x;
    SNI_TRY(sni_to_array(r, &call->args[0], "trace", &x));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    return sni_take(r, call->offset, sni_trace(r->g, x, d.offset, d.axis1, d.axis2, dtype), out);
}
