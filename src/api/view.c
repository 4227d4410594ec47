/* Views, casts, and the checks of their arguments. */
#include "api/context.h"

int sni_check_shape(int ndim, const int64_t *dims)
{
    if (ndim < 0 || ndim > SNI_MAX_RANK)
        return sni_fail(SN_ERR_SHAPE, "%d axes are given; an array has 0 to %d", ndim, SNI_MAX_RANK);
    if (ndim > 0 && dims == NULL) return sni_fail(SN_ERR_ARGUMENT, "a shape of %d axes has no extents", ndim);
    return SN_OK;
}

int sni_check_dtype(sn_dtype dtype, sn_dtype preset, sni_dtype *out)
{
    sn_dtype chosen = dtype == SN_DTYPE_NONE ? preset : dtype;
    *out = sni_dtype_in(chosen);
    if (*out != SNI_DTYPE_NONE || chosen == SN_DTYPE_NONE) return SN_OK;
    return sni_fail(SN_ERR_DTYPE, "%d is no dtype", (int)dtype);
}

int sni_check_axes(const char *name, sn_axes axes)
{
    if (axes.count > SNI_MAX_RANK)
        return sni_fail(SN_ERR_SHAPE, "%s: %zu axes are given, at most %d exist", name, axes.count, SNI_MAX_RANK);
    if (axes.count > 0 && axes.axes == NULL) return sni_fail(SN_ERR_ARGUMENT, "%s: no axes are given", name);
    if (axes.count == 0 && axes.axes != NULL) /* what .axis = 1 makes of itself, with a warning at most */
        return sni_fail(SN_ERR_ARGUMENT, "%s: axes without a count; write SN_AXIS(1), not 1", name);
    return SN_OK;
}

/* Every axis once, and as many new ones: more items cannot be right. */
#define ITEMS_MAX (2 * SNI_MAX_RANK + 1)

static int item_in(const sn_item_spec *item, sni_slice *out)
{
    *out = (sni_slice){.start = item->start, .stop = item->stop, .step = item->step};
    switch (item->kind) {
    case SN_ITEM_RANGE:
        out->kind = SNI_ITEM_SLICE;
        out->has_start = item->start != SN_NONE;
        out->has_stop = item->stop != SN_NONE;
        out->has_step = item->step != SN_NONE;
        return SN_OK;
    case SN_ITEM_AT: out->kind = SNI_ITEM_INDEX; return SN_OK;
    case SN_ITEM_NEWAXIS: out->kind = SNI_ITEM_NEWAXIS; return SN_OK;
    case SN_ITEM_ELLIPSIS: out->kind = SNI_ITEM_ELLIPSIS; return SN_OK;
    }
    return sni_fail(SN_ERR_ARGUMENT, "slice: %d is no kind of item; write SN_AT(%d), not %d", (int)item->kind,
                    (int)item->kind, (int)item->kind);
}

static int items_in(const sn_item_spec *items, size_t count, sni_slice *out)
{
    if (count > ITEMS_MAX) return sni_fail(SN_ERR_INDEX, "slice: %zu items are too many", count);
    if (count > 0 && items == NULL) return sni_fail(SN_ERR_ARGUMENT, "slice: no items are given");
    for (size_t k = 0; k < count; k++) SNI_TRY(item_in(&items[k], &out[k]));
    return SN_OK;
}

sn_array(sn_slice)(sn_array x, const sn_item_spec *items, size_t count)
{
    sni_unary call;
    sni_slice slices[ITEMS_MAX];
    if (sni_begin_view(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 2, items_in(items, count, slices)) < 0) return sni_finish_view(&call, NULL, false);
    sni_node *view = sni_subscript(call.graph, call.node, slices, count);
    if (view == NULL) sni_argument(__func__, 2, sni_error_status());
    return sni_finish_view(&call, view, false);
}

sn_array sn_reshape(sn_array x, int ndim, const int64_t *dims)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 2, sni_check_shape(ndim, dims)) < 0) return sni_finish_view(&call, NULL, false);
    return sni_finish_view(&call, sni_reshape(call.graph, call.node, ndim, dims), false);
}

sn_array sn_broadcast_to(sn_array x, int ndim, const int64_t *dims)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 2, sni_check_shape(ndim, dims)) < 0) return sni_finish_view(&call, NULL, true);
    return sni_finish_view(&call, sni_broadcast_to(call.graph, call.node, ndim, dims), true);
}

sn_array sn_transpose(sn_array x, sn_axes order)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 2, sni_check_axes("transpose", order)) < 0) return sni_finish_view(&call, NULL, false);
    const int *axes = order.count > 0 ? order.axes : NULL;
    return sni_finish_view(&call, sni_transpose(call.graph, call.node, axes, (int)order.count), false);
}

sn_array sn_expand_dims(sn_array x, int axis)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    return sni_finish_view(&call, sni_expand_dims(call.graph, call.node, axis), false);
}

sn_array sn_squeeze(sn_array x, sn_axes axes)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 2, sni_check_axes("squeeze", axes)) < 0) return sni_finish_view(&call, NULL, false);
    int naxes = axes.count > 0 ? (int)axes.count : -1;
    return sni_finish_view(&call, sni_squeeze(call.graph, call.node, axes.axes, naxes), false);
}

sn_array sn_astype(sn_array x, sn_dtype dtype)
{
    sni_unary call;
    sni_dtype to;
    if (sni_begin(&call, x) < 0) return call.result;
    if (dtype == SN_DTYPE_NONE) sni_fail(SN_ERR_DTYPE, "astype: argument 2: no dtype is given");
    if (dtype == SN_DTYPE_NONE || sni_argument(__func__, 2, sni_check_dtype(dtype, dtype, &to)) < 0)
        return sni_finish(&call, NULL);
    return sni_finish(&call, sni_cast(call.graph, call.node, to));
}

/* ---- axes reversed, moved, walked diagonally ------------------------------------------------------------ */

sn_array sn_flip(sn_array x, sn_axes axes)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 2, sni_check_axes("flip", axes)) < 0) return sni_finish_view(&call, NULL, false);
    int naxes = axes.count > 0 ? (int)axes.count : -1;
    return sni_finish_view(&call, sni_flip(call.graph, call.node, axes.axes, naxes), false);
}

sn_array sn_swapaxes(sn_array x, int axis1, int axis2)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    return sni_finish_view(&call, sni_swapaxes(call.graph, call.node, axis1, axis2), false);
}

sn_array sn_moveaxis(sn_array x, sn_axes source, sn_axes destination)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 2, sni_check_axes("moveaxis", source)) < 0 ||
        sni_argument(__func__, 3, sni_check_axes("moveaxis", destination)) < 0)
        return sni_finish_view(&call, NULL, false);
    if (source.count != destination.count) {
        sni_fail(SN_ERR_VALUE, "moveaxis: source and destination must have the same number of axes, not %zu and %zu",
                 source.count, destination.count);
        return sni_finish_view(&call, NULL, false);
    }
    return sni_finish_view(&call, sni_moveaxis(call.graph, call.node, source.axes, destination.axes, (int)source.count), false);
}

sn_array sn_diagonal(sn_array x, int64_t offset, int axis1, int axis2)
{
    sni_unary call;
    if (sni_begin_view(&call, x) < 0) return call.result;
    return sni_finish_view(&call, sni_diagonal(call.graph, call.node, offset, axis1, axis2), true);
}

sn_array sn_trace(sn_array x, int64_t offset, int axis1, int axis2, sn_dtype dtype)
{
    sni_unary call;
    sni_dtype sum;
    if (sni_begin(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 5, sni_check_dtype(dtype, SN_DTYPE_NONE, &sum)) < 0) return sni_finish(&call, NULL);
    return sni_finish(&call, sni_trace(call.graph, call.node, offset, axis1, axis2, sum));
}

static sn_array atleast(const char *function, sn_array x, int rank)
{
    sni_unary call;
    if (sni_begin_view_for(function, &call, x) < 0) return call.result;
    return sni_finish_view(&call, sni_atleast(call.graph, call.node, rank), false);
}

sn_array sn_atleast_1d(sn_array x) { return atleast(__func__, x, 1); }
sn_array sn_atleast_2d(sn_array x) { return atleast(__func__, x, 2); }
sn_array sn_atleast_3d(sn_array x) { return atleast(__func__, x, 3); }

/* ---- repetition --------------------------------------------------------------------------------------------- */

sn_array sn_tile(sn_array x, int count, const int64_t *reps)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    if (sni_argument(__func__, 2, sni_check_shape(count, reps)) < 0) return sni_finish(&call, NULL);
    return sni_finish(&call, sni_tile(call.graph, call.node, count, reps));
}

sn_array sn_repeat(sn_array x, int64_t repeats, int axis)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_repeat(call.graph, call.node, repeats, axis));
}
