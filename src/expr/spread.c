/* Handlers: many arrays to one shape, and arrays repeated. */
#include "expr/record.h"

/* ---- the positional rest as arrays ---------------------------------------------------------------------------- */

static size_t rest_count(const sni_call *call)
{
    return call->args[0].kind == SNI_V_SEQUENCE ? call->args[0].sequence.count : 0;
}

/* The arrays given, as a list of its own that the handler may change. */
static int rest_arrays(sni_recorder *r, const sni_call *call, sni_value *out)
{
    size_t count = rest_count(call);
    sni_value *items = sni_arena_alloc(r->arena, count, sizeof *items);
    if (!items) return sni_point(r, call->offset, SN_ERR_MEMORY);
    for (size_t k = 0; k < count; k++) {
        const sni_value *given = &call->args[0].sequence.items[k];
        items[k] = (sni_value){
            .kind = SNI_V_ARRAY, .offset = given->offset, .alias = given->alias, .scalar = given->scalar};
        SNI_TRY(sni_to_array(r, given, call->row->name, &items[k].node));
    }
    *out = (sni_value){.kind = SNI_V_SEQUENCE, .offset = call->offset, .sequence = {items, count}};
    return SN_OK;
}

int sni_run_atleast(sni_recorder *r, const sni_call *call, sni_value *out)
{
    SNI_TRY(rest_arrays(r, call, out));
    for (size_t k = 0; k < out->sequence.count; k++) {
        sni_value *item = &out->sequence.items[k];
        sni_viewing w;
        SNI_TRY(sni_view_of(r, item, call->row->name, &w));
        SNI_TRY(sni_take_view(r, item->offset, &w, sni_atleast(r->g, w.subject, call->row->code), false, item));
    }
    if (out->sequence.count == 1) *out = out->sequence.items[0];
    return SN_OK;
}

/* ---- one shape for all ------------------------------------------------------------------------------------------ */

static int fail_spread(sni_recorder *r, const sni_call *call, size_t offset, int rank, const int64_t *dims,
                       const sni_dims *all)
{
    char one[160], rest[160];
    return sni_fail_at(r, offset, SN_ERR_SHAPE, "%s: shape %s does not broadcast with %s", call->row->name,
                       sni_shape_text(dims, rank, one, sizeof one),
                       sni_shape_text(all->dims, all->rank, rest, sizeof rest));
}

/* Widens `all` so that it takes in the shape too. */
static int spread(sni_recorder *r, const sni_call *call, size_t offset, int rank, const int64_t *dims,
                  sni_dims *all)
{
    for (; all->rank < rank; all->rank++) {
        for (int k = all->rank; k > 0; k--) all->dims[k] = all->dims[k - 1];
        all->dims[0] = 1;
    }
    int64_t *last = all->dims + (all->rank - rank);
    for (int k = 0; k < rank; k++)
        if (dims[k] != last[k] && dims[k] != 1 && last[k] != 1)
            return fail_spread(r, call, offset, rank, dims, all);
    for (int k = 0; k < rank; k++)
        if (dims[k] != 1) last[k] = dims[k];
    return SN_OK;
}

static int spread_arrays(sni_recorder *r, const sni_call *call, const sni_value *arrays, bool frozen)
{
    sni_dims all = {.rank = 0};
    sni_value *items = arrays->sequence.items;
    for (size_t k = 0; k < arrays->sequence.count; k++) {
        const sni_layout *l = items[k].node->layout;
        SNI_TRY(spread(r, call, items[k].offset, l->rank, l->dims, &all));
    }
    for (size_t k = 0; k < arrays->sequence.count; k++) {
        sni_viewing w;
        SNI_TRY(sni_view_of(r, &items[k], call->row->name, &w));
        sni_node *wide = sni_broadcast_to(r->g, w.subject, all.rank, all.dims);
        SNI_TRY(sni_take_view(r, items[k].offset, &w, wide, frozen, &items[k]));
    }
    return SN_OK;
}

int sni_run_broadcast_arrays(sni_recorder *r, const sni_call *call, sni_value *out)
{
    SNI_TRY(rest_arrays(r, call, out));
    return spread_arrays(r, call, out, true);
}

int sni_run_broadcast_shapes(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_dims all = {.rank = 0}, one;
    for (size_t k = 0; k < rest_count(call); k++) {
        const sni_value *given = &call->args[0].sequence.items[k];
        SNI_TRY(sni_to_dims(r, given, "shape", &one));
        for (int i = 0; i < one.rank; i++)
            if (one.dims[i] < 0)
                return sni_fail_at(r, given->offset, SN_ERR_SHAPE, "negative dimensions are not allowed");
        SNI_TRY(spread(r, call, given->offset, one.rank, one.dims, &all));
    }
    sni_value *items = sni_arena_alloc(r->arena, (size_t)all.rank, sizeof *items);
    if (!items) return sni_point(r, call->offset, SN_ERR_MEMORY);
    for (int k = 0; k < all.rank; k++)
        items[k] = (sni_value){.kind = SNI_V_INT, .offset = call->offset, .integer = all.dims[k]};
    *out = (sni_value){.kind = SNI_V_SEQUENCE, .offset = call->offset, .sequence = {items, (size_t)all.rank}};
    return SN_OK;
}

/* ---- meshgrid ------------------------------------------------------------------------------------------------------- */

/* True for 'xy', whose first two axes are exchanged; false for 'ij'. */
static int indexing_xy(sni_recorder *r, const sni_call *call, bool *out)
{
    const sni_value *v = sni_arg(call, "indexing");
    *out = v->kind == SNI_V_ABSENT || (v->kind == SNI_V_STRING && sni_text_is(v->string, "xy"));
    if (*out || (v->kind == SNI_V_STRING && sni_text_is(v->string, "ij"))) return SN_OK;
    return sni_fail_at(r, v->offset, SN_ERR_VALUE, "meshgrid: valid values for indexing are 'xy' and 'ij'");
}

int sni_run_meshgrid(sni_recorder *r, const sni_call *call, sni_value *out)
{
    bool xy, sparse = false, copy;
    size_t count = rest_count(call);
    SNI_TRY(indexing_xy(r, call, &xy));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "sparse"), "sparse", &sparse));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "copy"), "copy", &copy));
    if (count > SNI_MAX_RANK)
        return sni_fail_at(r, call->offset, SN_ERR_SHAPE, "meshgrid: more than %d arrays", SNI_MAX_RANK);
    SNI_TRY(rest_arrays(r, call, out));
    for (size_t k = 0; k < count; k++) {
        int64_t dims[SNI_MAX_RANK];
        sni_value *item = &out->sequence.items[k];
        for (size_t i = 0; i < count; i++) dims[i] = 1;
        dims[xy && count > 1 && k < 2 ? 1 - k : k] = item->node->layout->size;
        SNI_TRY(sni_take(r, item->offset, sni_reshape(r->g, item->node, (int)count, dims), item));
        item->scalar = false;
    }
    return sparse ? SN_OK : spread_arrays(r, call, out, false);
}

/* ---- repetition --------------------------------------------------------------------------------------------------------- */

int sni_run_tile(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    sni_dims reps;
    SNI_TRY(sni_to_array(r, &call->args[0], "tile", &x));
    SNI_TRY(sni_to_dims(r, sni_arg(call, "reps"), "reps", &reps));
    return sni_take(r, call->offset, sni_tile(r->g, x, reps.rank, reps.dims), out);
}

static int repeat_each(sni_recorder *r, const sni_call *call, const sni_value *counts, sni_node *x, int axis, sni_value *out)
{
    size_t n = counts->sequence.count;
    int64_t *repeats = sni_arena_alloc(r->arena, n, sizeof *repeats);
    if (!repeats) return sni_point(r, call->offset, SN_ERR_MEMORY);
    for (size_t k = 0; k < n; k++) SNI_TRY(sni_to_int(r, &counts->sequence.items[k], "repeats", &repeats[k]));
    return sni_take(r, call->offset, sni_repeat_each(r->g, x, repeats, n, axis), out);
}

int sni_run_repeat(sni_recorder *r, const sni_call *call, sni_value *out)
{
    sni_node *x;
    int64_t repeats = 0;
    int axis_given = 0;
    const sni_value *count = sni_arg(call, "repeats"), *axis = sni_arg(call, "axis");
    SNI_TRY(sni_to_array(r, &call->args[0], "repeat", &x));
    if (count->kind == SNI_V_ARRAY)
        return sni_fail_at(r, count->offset, SN_ERR_UNSUPPORTED,
                           "repeat: counts that an array holds are not supported yet; a list is");
    bool each = count->kind == SNI_V_SEQUENCE;
    if (!each) SNI_TRY(sni_to_int(r, count, "repeats", &repeats));
    if (axis->kind == SNI_V_ABSENT || axis->kind == SNI_V_NONE) {
        SNI_TRY(sni_take(r, call->offset, sni_reshape(r->g, x, 1, &x->layout->size), out));
        x = out->node;
    } else {
        SNI_TRY(sni_to_axis(r, axis, "axis", &axis_given));
    }
    if (each) return repeat_each(r, call, count, x, axis_given, out);
    return sni_take(r, call->offset, sni_repeat(r->g, x, repeats, axis_given), out);
}
