/* Handlers: arrays joined, stacked, rolled and padded. */
#include "expr/record.h"

typedef struct nodes {
    sni_node **data;
    size_t count;
} nodes;

/* The arrays of a list or tuple; of an array, its rows. */
static int rows_of(sni_recorder *r, const sni_value *v, nodes *out)
{
    sni_node *x = v->node;
    if (x->layout->rank == 0) return sni_fail_at(r, v->offset, SN_ERR_SHAPE, "a sequence of arrays is needed, not one number");
    out->count = (size_t)x->layout->dims[0];
    if (out->count > SNI_EXPR_MAX_TEXT)
        return sni_fail_at(r, v->offset, SN_ERR_VALUE, "an array of %zu rows is too long to stand for a list", out->count);
    out->data = sni_arena_alloc(r->arena, out->count, sizeof *out->data);
    if (!out->data) return sni_point(r, v->offset, SN_ERR_MEMORY);
    for (size_t k = 0; k < out->count; k++) {
        sni_slice row = {.kind = SNI_ITEM_INDEX, .start = (int64_t)k};
        out->data[k] = sni_subscript(r->g, x, &row, 1);
        SNI_TRY(sni_point(r, v->offset, sni_hold_node(r, out->data[k])));
    }
    return SN_OK;
}

static int to_nodes(sni_recorder *r, const sni_call *call, const sni_value *v, nodes *out)
{
    if (v->kind == SNI_V_ARRAY) return rows_of(r, v, out);
    if (v->kind != SNI_V_SEQUENCE)
        return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "%s: a list or tuple of arrays is needed, not %s", call->row->name,
                           sni_value_name(v));
    out->count = v->sequence.count;
    out->data = sni_arena_alloc(r->arena, out->count, sizeof *out->data);
    if (!out->data) return sni_point(r, v->offset, SN_ERR_MEMORY);
    for (size_t k = 0; k < out->count; k++)
        SNI_TRY(sni_to_array(r, &v->sequence.items[k], call->row->name, &out->data[k]));
    return SN_OK;
}

static int flatten(sni_recorder *r, size_t offset, sni_node **x)
{
    *x = sni_reshape(r->g, *x, 1, &(*x)->layout->size);
    return sni_point(r, offset, sni_hold_node(r, *x));
}

int sni_run_concatenate(sni_recorder *r, const sni_call *call, sni_value *out)
{
    nodes in;
    int axis = 0;
    sni_dtype dtype;
    const sni_value *along = sni_arg(call, "axis");
    SNI_TRY(to_nodes(r, call, &call->args[0], &in));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    if (along->kind == SNI_V_NONE)
        for (size_t k = 0; k < in.count; k++) SNI_TRY(flatten(r, call->offset, &in.data[k]));
    else
        SNI_TRY(sni_to_axis_if(r, along, "axis", &axis));
    return sni_take(r, call->offset, sni_concatenate(r->g, "concatenate", in.data, in.count, axis, dtype), out);
}

int sni_run_append(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *in[2];
    int axis = 0;
    const sni_value *along = sni_arg(call, "axis");
    bool flat = along->kind == SNI_V_ABSENT || along->kind == SNI_V_NONE;
    for (int k = 0; k < 2; k++) {
        SNI_TRY(sni_to_array(r, &call->args[k], "append", &in[k]));
        if (flat) SNI_TRY(flatten(r, call->offset, &in[k]));
    }
    if (!flat) SNI_TRY(sni_to_axis(r, along, "axis", &axis));
    return sni_take(r, call->offset, sni_concatenate(r->g, "append", in, 2, axis, SNI_DTYPE_NONE), out);
}

/* code: 0 stack, 1 hstack, 2 vstack, 3 dstack, 4 column_stack */
int sni_run_stack(sni_recorder *r, const sni_call *call, sni_value *out)
{
    nodes in;
    int axis = 0;
    sni_dtype dtype;
    sni_node *x = NULL;
    SNI_TRY(to_nodes(r, call, &call->args[0], &in));
    SNI_TRY(sni_to_dtype(r, sni_arg(call, "dtype"), "dtype", &dtype));
    SNI_TRY(sni_to_axis_if(r, sni_arg(call, "axis"), "axis", &axis));
    switch (call->row->code) {
    case 0: x = sni_stack(r->g, in.data, in.count, axis, dtype); break;
    case 1: x = sni_hstack(r->g, in.data, in.count, dtype); break;
    case 2: x = sni_vstack(r->g, in.data, in.count, dtype); break;
    case 3: x = sni_dstack(r->g, in.data, in.count); break;
    default: x = sni_column_stack(r->g, in.data, in.count); break;
    }
    return sni_take(r, call->offset, x, out);
}

/* ---- one index cut out or put in ----------------------------------------------------------------------------- */

/* The array, flat where no axis is given, and the index. */
static int cut_arguments(sni_recorder *r, const sni_call *call, sni_node **x, int *axis, int64_t *index)
{
    const sni_value *along = sni_arg(call, "axis"), *obj = sni_arg(call, "obj");
    *axis = 0;
    SNI_TRY(sni_to_array(r, &call->args[0], call->row->name, x));
    if (along->kind == SNI_V_ABSENT || along->kind == SNI_V_NONE) SNI_TRY(flatten(r, call->offset, x));
    else SNI_TRY(sni_to_axis(r, along, "axis", axis));
    if (obj->kind != SNI_V_INT)
        return sni_fail_at(r, obj->offset, SN_ERR_UNSUPPORTED, "%s: one index is supported yet, not %s", call->row->name, sni_value_name(obj));
    return sni_to_int(r, obj, "obj", index);
}

int sni_run_delete(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    int axis;
    int64_t index;
    SNI_TRY(cut_arguments(r, call, &x, &axis, &index));
    return sni_take(r, call->offset, sni_delete(r->g, x, index, axis), out);
}

/* What is inserted at one index, with its axes where the array has them: NumPy moves its first axis to `axis`. */
static int inserted(sni_recorder *r, const sni_call *call, const sni_node *x, int axis, sni_node **v)
{
    int64_t dims[SNI_MAX_RANK];
    int rank = x->layout->rank, at = axis < 0 ? axis + rank : axis;
    SNI_TRY(sni_to_array(r, sni_arg(call, "values"), "insert", v));
    if (at < 0 || at >= rank) return SN_OK; /* refused with the array */
    int own = (*v)->layout->rank, to = at - rank;
    for (; own < rank; own++) {
        *v = sni_expand_dims(r->g, *v, 0);
        SNI_TRY(sni_point(r, call->offset, sni_hold_node(r, *v)));
    }
    *v = sni_moveaxis(r->g, *v, &(int){0}, &to, 1);
    SNI_TRY(sni_point(r, call->offset, sni_hold_node(r, *v)));
    for (int k = 0; k < rank; k++) dims[k] = k == at ? (*v)->layout->dims[own - rank + k] : x->layout->dims[k];
    *v = sni_broadcast_to(r->g, *v, rank, dims);
    return sni_point(r, call->offset, sni_hold_node(r, *v));
}

int sni_run_insert(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x, *v;
    int axis;
    int64_t index;
    SNI_TRY(cut_arguments(r, call, &x, &axis, &index));
    SNI_TRY(inserted(r, call, x, axis, &v));
    return sni_take(r, call->offset, sni_insert(r->g, x, index, v, axis), out);
}

/* ---- block --------------------------------------------------------------------------------------------------- */

/* `left`: values that may still be looked at, since a name may stand for a list many times over. */
static int depth_of(sni_recorder *r, const sni_value *v, int *depth, int *rank, size_t *left)
{
    int deepest = 0;
    if (--*left == 0)
        return sni_fail_at(r, v->offset, SN_ERR_VALUE, "block: more than %zu elements in lists", SNI_EXPR_MAX_TEXT);
    if (v->kind != SNI_V_SEQUENCE) {
        sni_node *x;
        SNI_TRY(sni_to_array(r, v, "block", &x));
        if (x->layout->rank > *rank) *rank = x->layout->rank;
        return SN_OK;
    }
    if (v->sequence.count == 0) return sni_fail_at(r, v->offset, SN_ERR_VALUE, "block: a list is empty");
    for (size_t k = 0; k < v->sequence.count; k++) {
        int below = 0;
        SNI_TRY(depth_of(r, &v->sequence.items[k], &below, rank, left));
        if (k && below != deepest) return sni_fail_at(r, v->sequence.items[k].offset, SN_ERR_SHAPE, "block: lists of different depths");
        deepest = below;
    }
    *depth = deepest + 1;
    return SN_OK;
}

/* The innermost lists are joined along the last axis, those around them along the one before, and so on. */
static int block(sni_recorder *r, const sni_value *v, int depth, int rank, sni_node **out)
{
    if (depth == 0) {
        SNI_TRY(sni_to_array(r, v, "block", out));
        while ((*out)->layout->rank < rank) {
            *out = sni_expand_dims(r->g, *out, 0);
            SNI_TRY(sni_point(r, v->offset, sni_hold_node(r, *out)));
        }
        return SN_OK;
    }
    size_t count = v->sequence.count;
    sni_node **in = sni_arena_alloc(r->arena, count, sizeof *in);
    if (!in) return sni_point(r, v->offset, SN_ERR_MEMORY);
    for (size_t k = 0; k < count; k++) SNI_TRY(block(r, &v->sequence.items[k], depth - 1, rank, &in[k]));
    *out = sni_concatenate(r->g, "block", in, count, -depth, SNI_DTYPE_NONE);
    return sni_point(r, v->offset, sni_hold_node(r, *out));
}

int sni_run_block(sni_recorder *r, const sni_call *call, sni_value *out)
{
    int depth = 0, rank = 0;
    sni_node *x;
    SNI_TRY(depth_of(r, &call->args[0], &depth, &rank, &(size_t){SNI_EXPR_MAX_TEXT}));
    if (depth > rank) rank = depth;
    if (depth > SNI_MAX_RANK) return sni_fail_at(r, call->offset, SN_ERR_SHAPE, "block: lists are more than %d deep", SNI_MAX_RANK);
    SNI_TRY(block(r, &call->args[0], depth, rank, &x));
    *out = (sni_value){.kind = SNI_V_ARRAY, .offset = call->offset, .node = x};
    return SN_OK;
}

/* ---- roll ---------------------------------------------------------------------------------------------------- */

int sni_run_roll(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_dims given;
    sni_axes axes;
    int64_t shifts[SNI_MAX_RANK];
    const sni_value *shift = sni_arg(call, "shift");
    SNI_TRY(sni_to_array(r, &call->args[0], "roll", &x));
    SNI_TRY(sni_to_dims(r, shift, "shift", &given));
    SNI_TRY(sni_to_axes(r, sni_arg(call, "axis"), "axis", &axes));
    int count = axes.count < 0 || given.rank > axes.count ? given.rank : axes.count;
    if (given.rank != count && given.rank != 1) count = -1;
    if (axes.count >= 0 && axes.count != count && axes.count != 1) count = -1;
    if (count < 0)
        return sni_fail_at(r, shift->offset, SN_ERR_SHAPE, "roll: %d shifts do not go with %d axes", given.rank, axes.count);
    for (int k = 0; k < count; k++) {
        shifts[k] = given.dims[given.rank == 1 ? 0 : k];
        if (axes.count == 1) axes.axes[k] = axes.axes[0];
    }
    return sni_take(r, call->offset, sni_roll(r->g, x, shifts, axes.count < 0 ? NULL : axes.axes, count), out);
}

/* ---- pad ----------------------------------------------------------------------------------------------------- */

static int pad_mode(sni_recorder *r, const sni_value *v, sni_pad_mode *out)
{
    static const char *const names[] = {"constant", "edge", "wrap", "reflect", "symmetric"};
    *out = SNI_PAD_CONSTANT;
    if (v->kind == SNI_V_ABSENT) return SN_OK;
    if (v->kind != SNI_V_STRING) return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "pad: mode must be a string, not %s", sni_value_name(v));
    for (size_t k = 0; k < SNI_COUNT(names); k++) {
        *out = (sni_pad_mode)k;
        if (sni_text_is(v->string, names[k])) return SN_OK;
    }
    *out = SNI_PAD_CONSTANT;
    if (sni_text_is(v->string, "empty")) return SN_OK; /* any value is right */
    return sni_fail_at(r, v->offset, SN_ERR_UNSUPPORTED, "pad: mode '%.*s' is not one of constant, edge, wrap, reflect and symmetric",
                       SNI_TEXT(v->string));
}

/* One value for all sides, a pair for all axes, or a pair (or one value) for each axis: NumPy's broadcasting to (rank, 2). */
static const sni_value *side_of(sni_recorder *r, const sni_value *v, const char *what, int axis, int rank, int side)
{
    const sni_value *row = v;
    bool nested = v->kind == SNI_V_SEQUENCE && v->sequence.count > 0 && v->sequence.items[0].kind == SNI_V_SEQUENCE;
    if (nested) {
        size_t n = v->sequence.count;
        if (n != 1 && n != (size_t)rank) goto refuse;
        row = &v->sequence.items[n == 1 ? 0 : axis];
    }
    if (row->kind != SNI_V_SEQUENCE) {
        if (!nested) return row;
        goto refuse;
    }
    if (row->sequence.count == 1 || row->sequence.count == 2) return &row->sequence.items[row->sequence.count == 1 ? 0 : side];
refuse:
    sni_fail_at(r, v->offset, SN_ERR_SHAPE, "pad: %s is neither a number, a pair nor a pair for each of %d axes", what, rank);
    return NULL;
}

static int pad_width(sni_recorder *r, const sni_value *v, int axis, int rank, int side, int64_t *out)
{
    const sni_value *width = side_of(r, v, "pad_width", axis, rank, side);
    if (!width) return SN_ERR_SHAPE;
    SNI_TRY(sni_to_int(r, width, "pad_width", out));
    return *out >= 0 ? SN_OK : sni_fail_at(r, width->offset, SN_ERR_VALUE, "pad: pad_width cannot be negative");
}

static int pad_value(sni_recorder *r, const sni_value *v, sni_dtype dtype, int axis, int rank, int side, sni_node **out)
{
    const sni_value *value = side_of(r, v, "constant_values", axis, rank, side);
    if (!value) return SN_ERR_SHAPE;
    if (!sni_is_number(value))
        return sni_fail_at(r, value->offset, SN_ERR_ARGUMENT, "constant_values must be a number, not %s", sni_value_name(value));
    SNI_TRY(sni_to_number_node(r, value, out));
    *out = sni_cast(r->g, *out, dtype); /* as an array of numbers, which wraps what does not fit */
    return sni_point(r, value->offset, sni_hold_node(r, *out));
}

int sni_run_pad(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x, *values[2 * SNI_MAX_RANK];
    int64_t width[2][SNI_MAX_RANK];
    sni_pad_mode mode;
    const sni_value *given = sni_arg(call, "constant_values"), *by = sni_arg(call, "pad_width");
    SNI_TRY(sni_to_array(r, &call->args[0], "pad", &x));
    SNI_TRY(pad_mode(r, sni_arg(call, "mode"), &mode));
    bool valued = given->kind != SNI_V_ABSENT;
    if (valued && mode != SNI_PAD_CONSTANT)
        return sni_fail_at(r, given->offset, SN_ERR_ARGUMENT, "pad: constant_values go with mode 'constant' alone");
    if (x->layout->rank == 0) SNI_TRY(pad_width(r, by, 0, 1, 0, &width[0][0])); /* checked, of no effect */
    for (int k = 0; k < x->layout->rank; k++)
        for (int side = 0; side < 2; side++) {
            SNI_TRY(pad_width(r, by, k, x->layout->rank, side, &width[side][k]));
            if (valued) SNI_TRY(pad_value(r, given, (sni_dtype)x->dtype, k, x->layout->rank, side, &values[2 * k + side]));
        }
    return sni_take(r, call->offset, sni_pad(r->g, x, width[0], width[1], mode, valued ? values : NULL), out);
}
