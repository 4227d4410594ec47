/* Views against a model that keeps, for each element, the place in memory it comes from. */
#include "graph_help.h"

static sni_graph g;
static void open_graph(void) { cr_assert_eq(sni_graph_init(&g), SN_OK); }
static void close_graph(void) { sni_graph_destroy(&g); }
TestSuite(graph_view, .init = open_graph, .fini = close_graph);

#define MOST 4096

typedef struct model { /* an array of places, in C order */
    int rank;
    int64_t dims[8], size;
    int64_t at[MOST];
} model;

static model model_new(int rank, const int64_t *dims)
{
    model m = {.rank = rank, .size = 1};
    for (int k = 0; k < rank; k++) m.size *= m.dims[k] = dims[k];
    for (int64_t k = 0; k < m.size; k++) m.at[k] = k;
    return m;
}

static void model_set_dims(model *m, int rank, const int64_t *dims)
{
    m->rank = rank;
    m->size = 1;
    for (int k = 0; k < rank; k++) m->size *= m->dims[k] = dims[k];
}

static int64_t flat(const model *m, const int64_t *index)
{
    int64_t at = 0;
    for (int k = 0; k < m->rank; k++) at = at * m->dims[k] + index[k];
    return at;
}

/* Counts `index` up in C order; false past the last. */
static bool next(const model *m, int64_t *index)
{
    for (int k = m->rank - 1; k >= 0; k--) {
        if (++index[k] < m->dims[k]) return true;
        index[k] = 0;
    }
    return false;
}

static void check_same(const sni_node *n, const model *m)
{
    check_shape(n, m->rank, m->dims);
    if (m->size == 0) return;
    bool view = n->kind == SNI_NODE_VIEW;
    int64_t index[8] = {0};
    do {
        int64_t at = view ? n->u.offset : 0;
        for (int k = 0; k < m->rank; k++) at += index[k] * SNI_STRIDES(n->layout)[k];
        cr_assert_eq(at, m->at[flat(m, index)]);
    } while (next(m, index));
}

/* The indices a slice selects, counted one by one as Python defines them. */
static int64_t slice_list(const sni_slice *s, int64_t size, int64_t *list)
{
    int64_t step = s->has_step ? s->step : 1, lower = step > 0 ? 0 : -1, upper = step > 0 ? size : size - 1;
    int64_t start = step > 0 ? lower : upper, stop = step > 0 ? upper : lower, count = 0;
    if (s->has_start) {
        start = s->start < 0 ? s->start + size : s->start;
        if (start < lower) start = lower;
        if (start > upper) start = upper;
    }
    if (s->has_stop) {
        stop = s->stop < 0 ? s->stop + size : s->stop;
        if (stop < lower) stop = lower;
        if (stop > upper) stop = upper;
    }
    for (int64_t k = start; step > 0 ? k < stop : k > stop;) {
        list[count++] = k;
        if (__builtin_add_overflow(k, step, &k)) break;
    }
    return count;
}

static model model_subscript(const model *m, const sni_slice *items, int count)
{
    int64_t lists[8][16];
    model out = {.rank = 0, .size = 1};
    int axis = 0, source[8], named = 0;
    int64_t fixed[8] = {0};
    for (int k = 0; k < count; k++) named += items[k].kind == SNI_ITEM_SLICE || items[k].kind == SNI_ITEM_INDEX;
    for (int k = 0; k <= count; k++) {
        int whole = k == count ? m->rank - axis : items[k].kind == SNI_ITEM_ELLIPSIS ? m->rank - named : 0;
        for (; whole > 0; whole--, axis++) {
            for (int64_t i = 0; i < m->dims[axis]; i++) lists[axis][i] = i;
            source[out.rank] = axis;
            out.dims[out.rank++] = m->dims[axis];
        }
        if (k == count) break;
        if (items[k].kind == SNI_ITEM_NEWAXIS) {
            source[out.rank] = -1;
            out.dims[out.rank++] = 1;
        } else if (items[k].kind == SNI_ITEM_INDEX) {
            fixed[axis] = items[k].start < 0 ? items[k].start + m->dims[axis] : items[k].start;
            axis++;
        } else if (items[k].kind == SNI_ITEM_SLICE) {
            source[out.rank] = axis;
            out.dims[out.rank++] = slice_list(&items[k], m->dims[axis], lists[axis]);
            axis++;
        }
    }
    for (int k = 0; k < out.rank; k++) out.size *= out.dims[k];
    int64_t index[8] = {0};
    if (out.size == 0) return out;
    do {
        int64_t from[8];
        memcpy(from, fixed, sizeof from);
        for (int k = 0; k < out.rank; k++)
            if (source[k] >= 0) from[source[k]] = lists[source[k]][index[k]];
        out.at[flat(&out, index)] = m->at[flat(m, from)];
    } while (next(&out, index));
    return out;
}

static sni_slice random_item(uint64_t *seed, int64_t size)
{
    sni_slice s = {.kind = SNI_ITEM_SLICE};
    if (size && draw(seed, 4) == 0) {
        s.kind = SNI_ITEM_INDEX;
        s.start = (int64_t)draw(seed, (uint32_t)(2 * size)) - size;
        return s;
    }
    s.has_start = draw(seed, 2);
    s.has_stop = draw(seed, 2);
    s.has_step = draw(seed, 2);
    s.start = (int64_t)draw(seed, 24) - 12;
    s.stop = (int64_t)draw(seed, 24) - 12;
    s.step = (int64_t)draw(seed, 6) - 3;
    if (s.step == 0) s.step = draw(seed, 2) ? INT64_MIN : INT64_MAX;
    return s;
}

static int random_items(uint64_t *seed, const model *m, sni_slice *items)
{
    int count = 0, axes = (int)draw(seed, (uint32_t)m->rank + 1), spent = 0;
    for (int k = 0; k < axes; k++) {
        if (m->rank + count - spent < 6 && draw(seed, 5) == 0) items[count++] = (sni_slice){.kind = SNI_ITEM_NEWAXIS};
        else spent++;
        items[count++] = random_item(seed, m->dims[k]);
    }
    if (draw(seed, 3) == 0) items[count++] = (sni_slice){.kind = SNI_ITEM_ELLIPSIS};
    return count;
}

static model random_transpose(uint64_t *seed, const model *m, int *axes)
{
    model out = {.rank = m->rank, .size = m->size};
    for (int k = 0; k < m->rank; k++) axes[k] = k;
    for (int k = m->rank - 1; k > 0; k--) {
        int with = (int)draw(seed, (uint32_t)k + 1), keep = axes[k];
        axes[k] = axes[with];
        axes[with] = keep;
    }
    for (int k = 0; k < m->rank; k++) out.dims[k] = m->dims[axes[k]];
    int64_t index[8] = {0};
    if (out.size == 0) return out;
    do {
        int64_t from[8];
        for (int k = 0; k < m->rank; k++) from[axes[k]] = index[k];
        out.at[flat(&out, index)] = m->at[flat(m, from)];
    } while (next(&out, index));
    return out;
}

/* One random step; the model and the node take the same. */
static sni_node *step(uint64_t *seed, sni_node *n, model *m)
{
    int axes[8];
    sni_slice items[20];
    if (draw(seed, 3) == 0) {
        *m = random_transpose(seed, m, axes);
        return sni_transpose(&g, n, axes, m->rank);
    }
    if (draw(seed, 5) == 0) {
        int rank = 0;
        int64_t dims[8];
        for (int k = 0; k < m->rank; k++)
            if (m->dims[k] != 1) dims[rank++] = m->dims[k];
        model_set_dims(m, rank, dims);
        return sni_squeeze(&g, n, NULL, -1);
    }
    int count = random_items(seed, m, items);
    *m = model_subscript(m, items, count);
    return sni_subscript(&g, n, items, (size_t)count);
}

Test(graph_view, chains_against_the_model)
{
    uint64_t seed = 7;
    static const int64_t dims[4] = {5, 4, 6, 3};
    sni_node *base = leaf(&g, SNI_FLOAT32, 4, dims);
    for (int round = 0; round < 1500; round++) {
        model m = model_new(4, dims);
        sni_node *n = base;
        sni_node_retain(n);
        for (int k = 0; k < 4 && m.rank <= 6; k++) {
            sni_node *after = step(&seed, n, &m);
            cr_assert_not_null(after, "%s", sni_error_message());
            sni_node_release(&g, n);
            n = after;
            check_same(n, &m);
            cr_assert(n == base || (n->kind == SNI_NODE_VIEW && n->in[0] == base), "never a view of a view");
        }
        check_graph(&g, n);
        sni_node_release(&g, n);
    }
    cr_assert_eq(g.live, 1);
}

static const sni_slice newaxis = {.kind = SNI_ITEM_NEWAXIS}, ellipsis = {.kind = SNI_ITEM_ELLIPSIS};

static sni_slice at(int64_t i)
{
    return (sni_slice){.kind = SNI_ITEM_INDEX, .start = i};
}

Test(graph_view, subscripts_refused)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(4, 5));
    sni_slice zero = {.kind = SNI_ITEM_SLICE, .has_step = true, .step = 0};
    refused(sni_subscript(&g, x, (sni_slice[]){at(0), at(7)}, 2), SN_ERR_INDEX, "index 7 is out of bounds for axis 1 with size 5");
    refused(sni_subscript(&g, x, (sni_slice[]){at(-5)}, 1), SN_ERR_INDEX, "index -5 is out of bounds for axis 0 with size 4");
    refused(sni_subscript(&g, x, (sni_slice[]){at(INT64_MIN)}, 1), SN_ERR_INDEX,
            "index -9223372036854775808 is out of bounds for axis 0 with size 4");
    refused(sni_subscript(&g, x, &zero, 1), SN_ERR_VALUE, "slice step cannot be zero");
    refused(sni_subscript(&g, x, (sni_slice[]){at(0), at(0), at(0)}, 3), SN_ERR_INDEX,
            "too many indices for array: array is 2-dimensional, but 3 were indexed");
    refused(sni_subscript(&g, x, (sni_slice[]){ellipsis, ellipsis}, 2), SN_ERR_INDEX,
            "an index can only have a single ellipsis ('...')");
    sni_slice many[63];
    for (size_t k = 0; k < SNI_COUNT(many); k++) many[k] = newaxis;
    refused(sni_subscript(&g, x, many, 63), SN_ERR_SHAPE, "an array has at most 64 dimensions");
    check_shape(sni_subscript(&g, x, many, 2), DIMS(1, 1, 4, 5));
}

Test(graph_view, identity_and_composition_cost_nothing)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(4, 5));
    cr_assert_eq(sni_subscript(&g, x, &ellipsis, 1), x);
    sni_node *t = sni_transpose(&g, x, NULL, 0);
    cr_assert_eq(sni_transpose(&g, t, NULL, 0), x);
    cr_assert_eq(sni_reshape(&g, x, DIMS(4, -1)), x);
    cr_assert_eq(sni_reshape(&g, sni_reshape(&g, x, DIMS(20)), DIMS(4, 5)), x);
    cr_assert_eq(sni_transpose(&g, x, (int[]){-1, 0}, 2), t, "the same view is one node");
    sni_node *one = sni_const(&g, SNI_FLOAT32, (sni_scalar){.f32 = 1}, DIMS(4, 5));
    sni_node *part = sni_subscript(&g, one, (sni_slice[]){at(1)}, 1);
    cr_assert_eq(part->kind, SNI_NODE_CONST, "a view of a constant is a constant");
    check_shape(part, DIMS(5));
}

Test(graph_view, every_index_must_lie_inside)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(10));
    sni_node *v = sni_view(&g, x, 1, (int64_t[]){5}, (int64_t[]){-2}, 9);
    check_graph(&g, v);
    cr_assert_eq(sni_view(&g, v, 1, (int64_t[]){3}, (int64_t[]){1}, -2)->u.offset, 7, "offsets add up");
    const char *text = "view: an index lies outside the array";
    refused(sni_view(&g, x, 1, (int64_t[]){5}, (int64_t[]){-2}, 7), SN_ERR_INDEX, text);
    refused(sni_view(&g, x, 1, (int64_t[]){11}, (int64_t[]){1}, 0), SN_ERR_INDEX, text);
    refused(sni_view(&g, x, 2, (int64_t[]){2, 2}, (int64_t[]){INT64_MAX, INT64_MAX}, 0), SN_ERR_INDEX, text);
    refused(sni_view(&g, x, 1, (int64_t[]){3}, (int64_t[]){INT64_MAX}, 0), SN_ERR_INDEX, text);
    refused(sni_view(&g, v, 1, (int64_t[]){1}, (int64_t[]){0}, INT64_MAX), SN_ERR_INDEX, text);
    sni_node *none = sni_view(&g, v, 2, (int64_t[]){0, 3}, (int64_t[]){77, -5}, INT64_MAX);
    check_graph(&g, none);
    cr_assert_eq(none->u.offset, 0, "a view without elements looks nowhere");
}

Test(graph_view, reshape)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(3, 4)), *t = sni_transpose(&g, x, NULL, 0);
    sni_node *n = sni_reshape(&g, t, DIMS(12));
    cr_assert_eq(n->kind, SNI_NODE_VIEW);
    cr_assert_eq(n->in[0]->kind, SNI_NODE_COPY);
    cr_assert_eq(n->in[0]->in[0], t);
    check_shape(n->in[0], DIMS(4, 3));
    check_graph(&g, n);
    refused(sni_reshape(&g, x, DIMS(5, 3)), SN_ERR_SHAPE, "reshape: cannot reshape array of size 12 into shape (5, 3)");
    refused(sni_reshape(&g, x, DIMS(-1, 5)), SN_ERR_SHAPE, "reshape: cannot reshape array of size 12 into shape (-1, 5)");
    refused(sni_reshape(&g, x, DIMS(-1, -1)), SN_ERR_SHAPE, "reshape: can only specify one unknown dimension");
    refused(sni_reshape(&g, x, DIMS(-2, 6)), SN_ERR_SHAPE, "negative dimensions are not allowed: (-2, 6)");
    sni_node *empty = leaf(&g, SNI_FLOAT32, DIMS(0, 3));
    check_shape(sni_reshape(&g, empty, DIMS(-1, 7)), DIMS(0, 7));
    check_shape(sni_reshape(&g, empty, DIMS(5, 0, 2)), DIMS(5, 0, 2));
    refused(sni_reshape(&g, empty, DIMS(0, -1)), SN_ERR_SHAPE, "reshape: cannot reshape array of size 0 into shape (0, -1)");
    sni_node *scalar = leaf(&g, SNI_FLOAT32, 0, NULL);
    check_shape(sni_reshape(&g, scalar, DIMS(-1)), DIMS(1));
    sni_node *half = sni_transpose(&g, leaf(&g, SNI_FLOAT16, DIMS(3, 4)), NULL, 0);
    refused(sni_reshape(&g, half, DIMS(12)), SN_ERR_UNSUPPORTED, "reshape: float16 is not supported yet");
}

Test(graph_view, axes)
{
    sni_node *x = leaf(&g, SNI_FLOAT32, DIMS(3, 1, 4));
    check_shape(sni_expand_dims(&g, x, -1), DIMS(3, 1, 4, 1));
    check_shape(sni_expand_dims(&g, x, 0), DIMS(1, 3, 1, 4));
    check_shape(sni_squeeze(&g, x, (int[]){-2}, 1), DIMS(3, 4));
    refused(sni_expand_dims(&g, x, 4), SN_ERR_INDEX, "expand_dims: axis 4 is out of bounds for an array of dimension 4");
    refused(sni_squeeze(&g, x, (int[]){0}, 1), SN_ERR_SHAPE, "squeeze: axis 0 has extent 3, not 1");
    refused(sni_transpose(&g, x, (int[]){0, 1}, 2), SN_ERR_SHAPE, "transpose: 2 axes given for an array of dimension 3");
    refused(sni_transpose(&g, x, (int[]){0, 0, 1}, 3), SN_ERR_VALUE, "transpose: axis 0 is given twice");
    refused(sni_transpose(&g, x, (int[]){0, 1, 5}, 3), SN_ERR_INDEX, "transpose: axis 5 is out of bounds for an array of dimension 3");
    sni_node *b = sni_broadcast_to(&g, x, DIMS(2, 3, 5, 4));
    check_strides(b, 4, (int64_t[]){0, 4, 0, 1});
    refused(sni_broadcast_to(&g, x, DIMS(2, 1, 4)), SN_ERR_SHAPE, "broadcast_to: shape (3, 1, 4) does not broadcast to (2, 1, 4)");
    refused(sni_broadcast_to(&g, x, DIMS(4)), SN_ERR_SHAPE, "broadcast_to: shape (3, 1, 4) does not broadcast to (4,)");
    check_shape(sni_broadcast_to(&g, x, DIMS(0, 3, 0, 4)), DIMS(0, 3, 0, 4));
}
