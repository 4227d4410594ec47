/* SINTER_CHECK: what an evaluation is refused for, and which operation it is the fault of.
 *
 * A NaN is born in an element of an operation's result when that element is NaN and no element it was
 * computed from is; an infinity likewise.  One that is in an input is nobody's fault.  An evaluation fails
 * when an element asked for descends from such a birth, by elements that are NaN themselves: one that a
 * `where` has thrown away fails nothing.
 *
 * Each value of the graph is computed again by itself.  Going up, every bad element gets a state; going
 * down from the first root element that has inherited a birth, its operands' states lead to the place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graph/formula.h"
#include "runtime/plan.h"

/* ---- bounds ------------------------------------------------------------------------------------------------- */

/* Lowest and highest element that operand i touches; false when a number overflows. */
static bool reach(const sni_kernel *k, const sni_geometry *g, size_t i, int64_t *low, int64_t *high)
{
    *low = *high = g->offset[i];
    for (int d = 0; d < k->nx + k->nr; d++) {
        int64_t span;
        if (sni_mul_overflow(g->stride[i][d], g->extent[d] - 1, &span)) return false;
        int64_t *end = span < 0 ? low : high;
        if (sni_add_overflow(*end, span, end)) return false;
    }
    return true;
}

int sni_check_bounds(const sni_kernel *k, const sni_geometry *g, const size_t *bytes)
{
    for (int d = 0; d < k->nx + k->nr; d++)
        if (g->extent[d] <= 0) return SN_OK;
    for (size_t i = 0; i < k->noperands; i++) {
        int64_t low, high;
        const sni_operand *o = &k->operands[i];
        if (o->kind == SNI_OPERAND_INDEX || o->masked) continue; /* a mask forbids what lies outside */
        int64_t elements = (int64_t)(bytes[i] / sni_dtypes[o->dtype].bytes);
        if (!reach(k, g, i, &low, &high))
            return sni_fail(SN_ERR_INDEX, "check: bounds: the reach of operand %zu of a kernel overflows", i);
        if (low < 0 || high >= elements)
            return sni_fail(SN_ERR_INDEX,
                            "check: bounds: a kernel would %s elements %lld to %lld of a %s array of %lld",
                            o->kind == SNI_OPERAND_OUT ? "write" : "read", (long long)low, (long long)high,
                            sni_dtypes[o->dtype].name, (long long)elements);
    }
    return SN_OK;
}

/* ---- bad elements ------------------------------------------------------------------------------------------- */

static bool may_be_bad(sni_dtype dtype)
{
    return sni_dtypes[dtype].kind == SNI_KIND_FLOAT || sni_dtypes[dtype].kind == SNI_KIND_COMPLEX;
}

/* Magnitude bits of a floating number and those of infinity, in 64 bits. */
static uint64_t magnitude(const char *at, size_t bytes)
{
    uint64_t bits = 0;
    memcpy(&bits, at, bytes);
    return bits & (UINT64_MAX >> (65 - 8 * bytes));
}

static uint64_t infinity_of(sni_dtype dtype, size_t bytes)
{
    if (bytes == 8) return UINT64_C(0x7FF0000000000000);
    if (bytes == 4) return UINT64_C(0x7F800000);
    return strcmp(sni_dtypes[dtype].name, "bfloat16") == 0 ? UINT64_C(0x7F80) : UINT64_C(0x7C00);
}

static bool is_bad(sni_dtype dtype, const char *at, int64_t check)
{
    int parts = sni_dtypes[dtype].kind == SNI_KIND_COMPLEX ? 2 : 1;
    size_t bytes = sni_dtypes[dtype].bytes / (size_t)parts;
    uint64_t infinity = infinity_of(dtype, bytes);
    for (int k = 0; k < parts; k++) {
        uint64_t m = magnitude(at + (size_t)k * bytes, bytes);
        if (check == SNI_CHECK_NAN ? m > infinity : m == infinity) return true;
    }
    return false;
}

bool sni_check_suspects(const sni_node *n, const void *data, int64_t checks)
{
    const char *at = data;
    if (!may_be_bad(n->dtype)) return false;
    for (int64_t i = 0; i < n->layout->size; i++, at += sni_dtypes[n->dtype].bytes) {
        if (checks & SNI_CHECK_NAN && is_bad(n->dtype, at, SNI_CHECK_NAN)) return true;
        if (checks & SNI_CHECK_INF && is_bad(n->dtype, at, SNI_CHECK_INF)) return true;
    }
    return false;
}

/* ---- values ------------------------------------------------------------------------------------------------- */

enum { CLEAN, GIVEN, INHERITED, BORN }; /* states of an element; GIVEN: it came with an input */

typedef struct value {
    const char *data; /* of a base: its dense memory */
    uint8_t *state;   /* per element of that; NULL: all are CLEAN */
} value;

typedef struct inquiry {
    sni_graph *g;
    sni_signature signature; /* node->index is the position of its value */
    value *values;
    sni_node **nodes; /* those computed again, and their memory */
    sni_buffer **buffers;
    size_t count;
    int64_t check; /* one bit */
} inquiry;

/* A walk over the elements of a node, in C order of the axes of `dims`: where in its base's memory each of
 * up to three operands and the node itself have theirs. */
typedef struct walk {
    const sni_node *n;
    const sni_layout *space; /* the node's, of a reduction its operand's */
    int count;               /* operands */
    const sni_node *base[3];
    int64_t stride[4][SNI_MAX_RANK]; /* operands; [3]: the node */
    int64_t at[4], index[SNI_MAX_RANK];
    int64_t corner[SNI_MAX_RANK];    /* of a PLACE's box */
} walk;

#define SELF 3

static const sni_node *base_of(const sni_node *n, int64_t *offset)
{
    *offset = n->kind == SNI_NODE_VIEW ? n->u.offset : 0;
    return n->kind == SNI_NODE_VIEW ? n->in[0] : n;
}

/* Strides of a reduction's result along its operand's axes. */
static void reduced_strides(walk *w)
{
    const sni_layout *own = w->n->layout;
    for (int d = 0, axis = 0; d < w->space->rank; d++) {
        bool reduced = w->n->u.axes >> d & 1;
        w->stride[SELF][d] = reduced ? 0 : SNI_STRIDES(own)[axis];
        axis += !reduced;
    }
}

/* What a write replaces: the region from the value. */
static void region_start(walk *w, const sni_node *n)
{
    const sni_layout *from = n->in[1]->layout;
    w->space = n->in[2]->layout;
    w->count = 1;
    w->base[0] = base_of(n->in[1], &w->at[0]);
    base_of(n->in[2], &w->at[SELF]);
    size_t bytes = (size_t)w->space->rank * sizeof(int64_t);
    memcpy(w->stride[SELF], SNI_STRIDES(w->space), bytes);
    if (w->base[0]->kind != SNI_NODE_CONST) memcpy(w->stride[0], SNI_STRIDES(from), bytes);
}

/* A write has two parts: all elements from the old array, then those of the region from the value. */
static int parts(const sni_node *n)
{
    return n->kind == SNI_NODE_WRITE ? 2 : 1;
}

static void walk_start(walk *w, const sni_node *n, int part)
{
    bool reduction = n->kind == SNI_NODE_REDUCE;
    memset(w, 0, sizeof *w);
    w->n = n;
    if (part > 0) {
        region_start(w, n);
        return;
    }
    w->space = reduction ? n->in[0]->layout : n->layout;
    w->count = n->kind == SNI_NODE_WRITE ? 1 : n->count;
    size_t bytes = (size_t)w->space->rank * sizeof(int64_t);
    for (int k = 0; k < w->count; k++) {
        const sni_layout *l = n->in[k]->layout;
        w->base[k] = base_of(n->in[k], &w->at[k]);
        if (w->base[k]->kind != SNI_NODE_CONST && l->rank == w->space->rank)
            memcpy(w->stride[k], SNI_STRIDES(l), bytes);
    }
    if (n->kind == SNI_NODE_PLACE) {
        sni_place_corner(n, w->corner);
        for (int d = 0; d < w->space->rank; d++) w->at[0] -= w->corner[d] * w->stride[0][d];
    }
    if (reduction)
        reduced_strides(w);
    else
        memcpy(w->stride[SELF], SNI_STRIDES(n->layout), bytes);
}

static void move(walk *w, int d, int64_t steps)
{
    w->index[d] += steps;
    for (int k = 0; k <= SELF; k++) w->at[k] += steps * w->stride[k][d];
}

static bool walk_next(walk *w)
{
    for (int d = w->space->rank - 1; d >= 0; d--) {
        move(w, d, 1);
        if (w->index[d] < w->space->dims[d]) return true;
        move(w, d, -w->index[d]);
    }
    return false;
}

/* ---- up: states ----------------------------------------------------------------------------------------------- */

static uint8_t operand_state(const inquiry *q, const walk *w, int k)
{
    const value *v = &q->values[w->base[k]->index];
    return v->state ? v->state[w->base[k]->kind == SNI_NODE_CONST ? 0 : w->at[k]] : CLEAN;
}

static bool in_box(const walk *w)
{
    for (int d = 0; d < w->space->rank; d++)
        if (w->index[d] < w->corner[d] || w->index[d] >= w->corner[d] + w->n->in[0]->layout->dims[d]) return false;
    return true;
}

/* Operands that an element was made from: of `where` and of a PLACE the one that was chosen. */
static bool counts(const inquiry *q, const walk *w, int k)
{
    if (w->n->kind == SNI_NODE_PLACE) return in_box(w) == (k == 0);
    if (w->n->kind != SNI_NODE_ELEMENT || w->n->code != SNI_OP_WHERE) return true;
    int64_t at = w->base[0]->kind == SNI_NODE_CONST ? 0 : w->at[0];
    return k == (q->values[w->base[0]->index].data[at] ? 1 : 2);
}

static uint8_t inherited_state(const inquiry *q, const walk *w)
{
    uint8_t worst = CLEAN;
    for (int k = 0; k < w->count; k++) {
        uint8_t state = counts(q, w, k) ? operand_state(q, w, k) : CLEAN;
        if (state == BORN) state = INHERITED;
        if (state > worst) worst = state;
    }
    return worst;
}

/* `state` starts as BORN where an element is bad; what it has from operands replaces that. */
static void set_states(const inquiry *q, const sni_node *n, uint8_t *state)
{
    walk w;
    for (int part = 0; part < parts(n); part++) {
        walk_start(&w, n, part);
        do {
            uint8_t *own = &state[w.at[SELF]], from = *own != CLEAN ? inherited_state(q, &w) : CLEAN;
            if (from != CLEAN && (part > 0 || *own == BORN || from > *own)) *own = from;
        } while (walk_next(&w));
    }
}

static int find_states(inquiry *q, const sni_node *n, value *v)
{
    size_t bytes = sni_dtypes[n->dtype].bytes;
    int64_t size = n->kind == SNI_NODE_CONST ? 1 : n->layout->size;
    if (!may_be_bad(n->dtype) || n->layout->size == 0) return SN_OK;
    bool given = n->kind == SNI_NODE_LEAF || n->kind == SNI_NODE_CONST;
    for (int64_t i = 0; i < size; i++) {
        if (!is_bad(n->dtype, v->data + (size_t)i * bytes, q->check)) continue;
        if (!v->state) v->state = calloc((size_t)size, 1);
        if (!v->state) return sni_fail_memory((size_t)size, "check");
        v->state[i] = given ? GIVEN : BORN;
    }
    bool empty = n->kind == SNI_NODE_REDUCE && n->in[0]->layout->size == 0;
    if (v->state && !given && n->count > 0 && !empty) set_states(q, n, v->state);
    return SN_OK;
}

static int find_all_states(inquiry *q)
{
    for (size_t i = 0; i < q->signature.nodes.count; i++)
        if (q->signature.nodes.data[i]->kind != SNI_NODE_VIEW)
            SNI_TRY(find_states(q, q->signature.nodes.data[i], &q->values[i]));
    return SN_OK;
}

/* ---- down: the place ------------------------------------------------------------------------------------------- */

/* The first operand's element through which element `at` of n has inherited. */
static const sni_node *ancestor(const inquiry *q, const sni_node *n, int64_t *at)
{
    walk w;
    for (int part = parts(n); part-- > 0;) {
        walk_start(&w, n, part);
        do {
            for (int k = 0; w.at[SELF] == *at && k < w.count; k++) {
                if (!counts(q, &w, k) || operand_state(q, &w, k) < INHERITED) continue;
                *at = w.at[k];
                return w.base[k];
            }
        } while (walk_next(&w));
    }
    return NULL;
}

static void put_index(sni_str *out, const sni_node *n, const int64_t *index)
{
    char text[512];
    sni_str_put(out, sni_shape_text(index, n->layout->rank, text, sizeof text));
}

static void put_number(sni_str *out, sni_dtype dtype, const char *at)
{
    sni_scalar s = {.bits = {0}};
    if (sni_dtypes[dtype].kind == SNI_KIND_COMPLEX) {
        size_t half = sni_dtypes[dtype].bytes / 2u;
        double part[2];
        for (size_t k = 0; k < 2; k++) {
            float f;
            memcpy(half == 4 ? (void *)&f : (void *)&part[k], at + k * half, half);
            if (half == 4) part[k] = (double)f;
        }
        sni_str_printf(out, "%.9g%+.9gj", part[0], part[1]);
        return;
    }
    memcpy(&s, at, sni_dtypes[dtype].bytes);
    if (sni_dtypes[dtype].kind == SNI_KIND_FLOAT)
        sni_str_printf(out, "%.9g", sni_scalar_cast(s, dtype, SNI_FLOAT64).f64);
    else if (sni_dtypes[dtype].kind == SNI_KIND_UINT)
        sni_str_printf(out, "%llu", (unsigned long long)sni_scalar_cast(s, dtype, SNI_UINT64).u64);
    else
        sni_str_printf(out, "%lld", (long long)sni_scalar_cast(s, dtype, SNI_INT64).i64);
}

static void put_operation(sni_str *out, const sni_node *n)
{
    char shape[512];
    const char *name = n->kind == SNI_NODE_REDUCE                              ? sni_reduction_name(n)
                       : n->kind == SNI_NODE_ELEMENT && n->code == SNI_OP_CAST ? "astype"
                       : n->kind == SNI_NODE_ELEMENT                           ? sni_ops[n->code].name
                                                                               : "an operation";
    sni_str_printf(out, "%s(", name);
    for (int k = 0; k < n->count; k++) {
        const sni_layout *l = n->in[k]->layout;
        sni_str_printf(out, "%s%s %s", k ? ", " : "", sni_dtypes[n->in[k]->dtype].name,
                       sni_shape_text(l->dims, l->rank, shape, sizeof shape));
    }
    sni_str_put(out, ")");
}

static void put_operands(const inquiry *q, sni_str *out, const walk *w)
{
    for (int k = 0; k < w->count; k++) {
        const sni_node *base = w->base[k];
        int64_t at = base->kind == SNI_NODE_CONST ? 0 : w->at[k];
        sni_str_put(out, k == 0 ? " from " : k + 1 < w->count ? ", " : " and ");
        put_number(out, base->dtype, q->values[base->index].data + at * sni_dtypes[base->dtype].bytes);
    }
}

static int refuse(const inquiry *q, const sni_node *n, int64_t at)
{
    sni_str text = {0};
    walk w;
    bool reduction = n->kind == SNI_NODE_REDUCE;
    int64_t index[SNI_MAX_RANK], axis = 0;
    walk_start(&w, n, 0);
    if (w.space->size > 0)
        while (w.at[SELF] != at && walk_next(&w)) continue;
    for (int d = 0; d < w.space->rank; d++)
        if (!reduction || !(n->u.axes >> d & 1)) index[axis++] = w.index[d];
    put_operation(&text, n);
    sni_str_printf(&text, " makes %s at index ", q->check == SNI_CHECK_NAN ? "nan" : "inf");
    put_index(&text, n, index);
    if (n->kind == SNI_NODE_ELEMENT) put_operands(q, &text, &w);
    const char *site = sni_site_of(q->g, n);
    if (site[0]) sni_str_printf(&text, ", recorded at %s", site);
    int status = text.status < 0 ? text.status : sni_fail(SN_ERR_VALUE, "check: %s", sni_str_text(&text));
    sni_str_free(&text);
    return status;
}

/* The elements of a root, in C order. */
static int check_root(const inquiry *q, const sni_node *root)
{
    walk w = {.n = root, .space = root->layout};
    const sni_node *base = base_of(root, &w.at[SELF]);
    bool input = base->kind == SNI_NODE_LEAF || base->kind == SNI_NODE_CONST || root->layout->size == 0;
    const uint8_t *state = input ? NULL : q->values[base->index].state;
    if (!state) return SN_OK;
    memcpy(w.stride[SELF], SNI_STRIDES(root->layout), (size_t)root->layout->rank * sizeof(int64_t));
    do {
        int64_t at = w.at[SELF];
        if (state[at] < INHERITED) continue;
        while (base && q->values[base->index].state[at] != BORN) base = ancestor(q, base, &at);
        return base ? refuse(q, base, at) : sni_fail(SN_ERR_INTERNAL, "check: a value without an origin");
    } while (walk_next(&w));
    return SN_OK;
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

static void close_inquiry(inquiry *q)
{
    for (size_t i = 0; q->values && i < q->signature.nodes.count; i++) free(q->values[i].state);
    for (size_t i = 0; q->buffers && i < q->count; i++) sni_buffer_release(q->buffers[i]);
    free(q->values);
    free(q->nodes);
    free(q->buffers);
    sni_signature_free(&q->signature);
}

static int list_bases(inquiry *q, sni_node *const *roots, size_t count)
{
    sni_node **bases = malloc(count * sizeof *bases);
    if (!bases) return sni_fail_memory(count * sizeof *bases, "check");
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        sni_node *base = roots[i]->kind == SNI_NODE_VIEW ? roots[i]->in[0] : roots[i];
        if (base->kind != SNI_NODE_LEAF) bases[n++] = base;
    }
    int status = sni_signature_build(q->g, bases, n, &q->signature);
    free(bases);
    return status;
}

static bool is_computed(const sni_node *n)
{
    return n->kind != SNI_NODE_VIEW && n->kind != SNI_NODE_LEAF && n->kind != SNI_NODE_CONST;
}

static int compute(inquiry *q, sni_device *d)
{
    size_t all = q->signature.nodes.count;
    q->values = calloc(all, sizeof *q->values);
    q->nodes = calloc(all, sizeof *q->nodes);
    q->buffers = calloc(all, sizeof *q->buffers);
    if (!q->values || !q->nodes || !q->buffers) return sni_fail_memory(all * sizeof *q->values, "check");
    for (size_t i = 0; i < all; i++)
        if (is_computed(q->signature.nodes.data[i])) q->nodes[q->count++] = q->signature.nodes.data[i];
    return sni_evaluate_apart(q->g, d, q->nodes, q->count, q->buffers);
}

static void bind(inquiry *q)
{
    size_t next = 0;
    for (size_t i = 0; i < q->signature.nodes.count; i++) {
        sni_node *n = q->signature.nodes.data[i];
        n->index = (uint32_t)i; /* another signature has numbered them since */
        if (is_computed(n))
            q->values[i].data = q->buffers[next++]->data;
        else if (n->kind == SNI_NODE_LEAF)
            q->values[i].data = sni_buffer_on(n->u.storage, &sni_cpu_device); /* there: compute() has read it */
        else if (n->kind == SNI_NODE_CONST)
            q->values[i].data = (const char *)&n->u.scalar;
    }
}

static int check_for(inquiry *q, sni_node *const *roots, size_t count, int64_t check)
{
    q->check = check;
    for (size_t i = 0; i < q->signature.nodes.count; i++) {
        free(q->values[i].state);
        q->values[i].state = NULL;
    }
    SNI_TRY(find_all_states(q));
    for (size_t i = 0; i < count; i++) SNI_TRY(check_root(q, roots[i]));
    return SN_OK;
}

int sni_check_values(sni_graph *g, sni_device *d, sni_node *const *roots, size_t count, int64_t checks)
{
    inquiry q = {.g = g};
    int status = list_bases(&q, roots, count);
    if (status == SN_OK) status = compute(&q, d);
    if (status == SN_OK) {
        bind(&q);
        if (checks & SNI_CHECK_NAN) status = check_for(&q, roots, count, SNI_CHECK_NAN);
        if (checks & SNI_CHECK_INF && status == SN_OK) status = check_for(&q, roots, count, SNI_CHECK_INF);
    }
    close_inquiry(&q);
    return status;
}
