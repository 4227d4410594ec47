/* Arrays rolled around and widened: roll and pad. */
#include "graph/internal.h"

/* Elements [start, start + count) of x along an axis, the last first. */
static sni_node *mirrored(sni_graph *g, sni_node *x, int axis, int64_t start, int64_t count)
{
    sni_node *p = sni_part(g, x, axis, start, count), *out = p ? sni_flip(g, p, &axis, 1) : NULL;
    sni_node_release(g, p);
    return out;
}

/* Joins two or three parts, whose references it takes; NULL when one is missing. */
static sni_node *joined(sni_graph *g, const char *op, sni_node *const *parts, size_t count, int axis)
{
    bool all = true;
    for (size_t k = 0; k < count; k++) all &= parts[k] != NULL;
    sni_node *out = all ? sni_concatenate(g, op, parts, count, axis, SNI_DTYPE_NONE) : NULL;
    for (size_t k = 0; k < count; k++) sni_node_release(g, parts[k]);
    return out;
}

/* ---- roll ------------------------------------------------------------------------------------------------ */

static sni_node *roll(sni_graph *g, sni_node *x, int64_t shift, int axis)
{
    int64_t n = x->layout->dims[axis], k = n ? shift % n : 0;
    if (k < 0) k += n;
    if (k == 0) return sni_hold(x);
    sni_node *parts[] = {sni_part(g, x, axis, n - k, k), sni_part(g, x, axis, 0, n - k)};
    return joined(g, "roll", parts, 2, axis);
}

static sni_node *roll_flat(sni_graph *g, sni_node *x, const int64_t *shifts, int count)
{
    const sni_layout *l = x->layout;
    sni_node *line = sni_reshape(g, x, 1, &l->size);
    for (int k = 0; line && k < count; k++) {
        sni_node *more = roll(g, line, shifts[k], 0);
        sni_node_release(g, line);
        line = more;
    }
    sni_node *out = line ? sni_reshape(g, line, l->rank, l->dims) : NULL;
    sni_node_release(g, line);
    return out;
}

sni_node *sni_roll(sni_graph *g, sni_node *x, const int64_t *shifts, const int *axes, int count)
{
    if (!axes) return roll_flat(g, x, shifts, count);
    sni_node *out = sni_hold(x);
    for (int k = 0, axis; out && k < count; k++) {
        sni_node *more = sni_axis("roll", axes[k], x->layout->rank, &axis) < 0 ? NULL : roll(g, out, shifts[k], axis);
        sni_node_release(g, out);
        out = more;
    }
    return out;
}

/* ---- pad ----------------------------------------------------------------------------------------------------- */

typedef struct padding {
    int axis;
    int64_t before, after, extent; /* extent: of the axis, without them */
} padding;

/* The last one of a side repeated. */
static sni_node *edge(sni_graph *g, sni_node *x, int axis, int64_t at, int64_t count)
{
    const sni_layout *l = x->layout;
    int64_t dims[SNI_MAX_RANK];
    for (int k = 0; k < l->rank; k++) dims[k] = k == axis ? count : l->dims[k];
    sni_node *one = sni_part(g, x, axis, at, 1), *out = one ? sni_broadcast_to(g, one, l->rank, dims) : NULL;
    sni_node_release(g, one);
    return out;
}

/* A run of an array that repeats itself along the axis. */
static sni_node *periodic(sni_graph *g, sni_node *x, const padding *p)
{
    const sni_layout *l = x->layout;
    int64_t reps[SNI_MAX_RANK], period = l->dims[p->axis], start = (period - p->before % period) % period, end;
    if (sni_add_overflow(start, p->before + p->extent, &end) || sni_add_overflow(end, p->after, &end)) {
        sni_fail(SN_ERR_MEMORY, "pad: the result is too large");
        return NULL;
    }
    for (int k = 0; k < l->rank; k++) reps[k] = 1;
    reps[p->axis] = (end + period - 1) / period;
    sni_node *tiled = sni_tile(g, x, l->rank, reps);
    sni_node *out = tiled ? sni_part(g, tiled, p->axis, start, end - start) : NULL;
    sni_node_release(g, tiled);
    return out;
}

/* More than one turn: the array and its mirror image, whose ends (REFLECT) stand there once, again and again. */
static sni_node *pad_far(sni_graph *g, sni_node *x, const padding *p, sni_pad_mode mode)
{
    if (mode == SNI_PAD_WRAP) return periodic(g, x, p);
    int64_t trim = mode == SNI_PAD_REFLECT;
    sni_node *parts[] = {sni_hold(x), mirrored(g, x, p->axis, trim, p->extent - 2 * trim)};
    sni_node *both = joined(g, "pad", parts, 2, p->axis), *out = both ? periodic(g, both, p) : NULL;
    sni_node_release(g, both);
    return out;
}

static sni_node *pad_near(sni_graph *g, sni_node *x, const padding *p, sni_pad_mode mode)
{
    int64_t n = p->extent, trim = mode == SNI_PAD_REFLECT;
    sni_node *parts[] = {NULL, sni_hold(x), NULL};
    if (mode == SNI_PAD_WRAP) {
        parts[0] = sni_part(g, x, p->axis, n - p->before, p->before);
        parts[2] = sni_part(g, x, p->axis, 0, p->after);
    } else {
        parts[0] = mirrored(g, x, p->axis, trim, p->before);
        parts[2] = mirrored(g, x, p->axis, n - trim - p->after, p->after);
    }
    return joined(g, "pad", parts, 3, p->axis);
}

static sni_node *pad_axis(sni_graph *g, sni_node *x, const padding *p, sni_pad_mode mode)
{
    int64_t turn = p->extent - (mode == SNI_PAD_REFLECT);
    if (mode == SNI_PAD_EDGE || turn == 0) { /* one element is its own reflection */
        sni_node *parts[] = {edge(g, x, p->axis, 0, p->before), sni_hold(x), edge(g, x, p->axis, p->extent - 1, p->after)};
        return joined(g, "pad", parts, 3, p->axis);
    }
    return (p->before <= turn && p->after <= turn ? pad_near : pad_far)(g, x, p, mode);
}

/* Between two values: elsewhere is the second, but for the slab before, which is the first. */
static sni_node *pad_value(sni_graph *g, sni_node *x, const padding *p, const int64_t *dims, sni_node *before, sni_node *after)
{
    int rank = x->layout->rank;
    int64_t corner[SNI_MAX_RANK] = {0}, slab[SNI_MAX_RANK];
    for (int k = 0; k < rank; k++) slab[k] = k == p->axis ? p->before : dims[k];
    sni_node *first = before->kind == SNI_NODE_CONST
                          ? sni_const(g, (sni_dtype)before->dtype, (sni_scalar){.bits = {before->u.scalar, 0}}, rank, slab)
                          : sni_spread(g, before, rank, slab); /* a complex number is no constant */
    sni_node *other = !first ? NULL : before == after ? sni_hold(after) : sni_place_in(g, first, corner, after, rank, dims);
    corner[p->axis] = p->before;
    sni_node *out = other ? sni_place_in(g, x, corner, other, rank, dims) : NULL;
    sni_node_release(g, other);
    sni_node_release(g, first);
    return out;
}

static int widened(const sni_layout *l, const int64_t *before, const int64_t *after, int64_t *dims)
{
    int64_t size;
    for (int k = 0; k < l->rank; k++) {
        if (before[k] < 0 || after[k] < 0) return sni_fail(SN_ERR_VALUE, "pad: a width is negative");
        if (sni_add_overflow(before[k], l->dims[k], &dims[k]) || sni_add_overflow(dims[k], after[k], &dims[k]))
            return sni_fail(SN_ERR_MEMORY, "pad: the result is too large");
    }
    return sni_shape_size(l->rank, dims, &size);
}

/* The same value on all sides: one place for the whole. */
static sni_node *pad_around(sni_graph *g, sni_node *x, const int64_t *before, const int64_t *dims, sni_node *value)
{
    sni_node *zero = value ? sni_hold(value) : sni_scalar_const(g, (sni_dtype)x->dtype, (sni_scalar){0});
    sni_node *out = zero ? sni_place_in(g, x, before, zero, x->layout->rank, dims) : NULL;
    sni_node_release(g, zero);
    return out;
}

static bool all_equal(sni_node *const *values, int rank)
{
    for (int k = 1; values && k < 2 * rank; k++)
        if (values[k] != values[0]) return false;
    return true;
}

/* Axis after axis, each over the whole width of those before it. */
sni_node *sni_pad(sni_graph *g, sni_node *x, const int64_t *before, const int64_t *after, sni_pad_mode mode, sni_node *const *values)
{
    const sni_layout *l = x->layout;
    int64_t dims[SNI_MAX_RANK], now[SNI_MAX_RANK];
    if (sni_need_ready("pad", (sni_dtype)x->dtype) < 0 || widened(l, before, after, dims) < 0) return NULL;
    if (mode == SNI_PAD_CONSTANT && all_equal(values, l->rank))
        return pad_around(g, x, before, dims, values && l->rank ? values[0] : NULL);
    sni_node *out = sni_hold(x);
    for (int k = 0; k < l->rank; k++) now[k] = l->dims[k];
    for (int k = 0; out && k < l->rank; k++) {
        const padding p = {k, before[k], after[k], l->dims[k]};
        sni_node *more = NULL;
        now[k] = dims[k];
        if (before[k] == 0 && after[k] == 0) continue;
        if (mode == SNI_PAD_CONSTANT) more = pad_value(g, out, &p, now, values[2 * k], values[2 * k + 1]);
        else if (p.extent == 0) sni_fail(SN_ERR_VALUE, "pad: axis %d is empty and can be padded with constants alone", k);
        else more = pad_axis(g, out, &p, mode);
        sni_node_release(g, out);
        out = more;
    }
    return out;
}
