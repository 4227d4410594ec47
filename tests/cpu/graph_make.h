/* Random programs.  A step is drawn, recorded and looked at: what the library refuses is dropped. */
#ifndef TESTS_GRAPH_MAKE_H
#define TESTS_GRAPH_MAKE_H

#include "graph_program.h"

typedef struct maker {
    program *p;
    uint64_t random;
    int64_t most;             /* elements an array may have */
    int base_ndim;            /* most arrays have this shape, or one that broadcasts to it */
    int64_t base[AXES];
    sn_array made[STEPS];
    int refused;
} maker;

static inline int64_t draw(maker *m, int64_t n) { return random_below(&m->random, n); }

static inline step *some_step(maker *m, int *index)
{
    int n = m->p->count, recent = n < 6 ? n : 6;
    for (;;) {
        *index = draw(m, 3) ? n - 1 - (int)draw(m, recent) : (int)draw(m, n);
        if (m->p->steps[*index].kind != STEP_NUMBER) return &m->p->steps[*index];
    }
}

/* Keeps a drawn step if it can be recorded and is not too large.  Takes its memory. */
static inline bool keep_step(maker *m, step *s)
{
    sn_array x = m->p->count < STEPS ? step_record(s, m->made) : (sn_array){0, 0};
    s->type = sn_dtype_of(x);
    s->ndim = sn_ndim(x);
    s->size = sn_size(x);
    if (m->p->count == STEPS || !sn_ok(x) || s->ndim > AXES - 1 || s->size > m->most) {
        m->refused++;
        if (m->p->count < STEPS && !sn_ok(x)) CHECK(*sn_error_of(x) != 0, "refused without a reason");
        free(s->memory);
        return false;
    }
    sn_shape(x, s->dims);
    m->made[m->p->count] = x;
    m->p->steps[m->p->count++] = *s;
    return true;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static inline sn_dtype some_dtype(maker *m)
{
    static const sn_dtype often[] = {SN_FLOAT32, SN_FLOAT32, SN_FLOAT32, SN_FLOAT64, SN_FLOAT64, SN_FLOAT64,
                                     SN_INT32,   SN_INT64,   SN_BOOL,    SN_UINT8};
    static const sn_dtype seldom[] = {SN_INT8, SN_INT16, SN_UINT16, SN_UINT32, SN_UINT64};
    return draw(m, 6) ? often[draw(m, COUNT(often))] : seldom[draw(m, COUNT(seldom))];
}

static inline double some_float(maker *m, int range, bool odd)
{
    static const double oddities[] = {NAN, INFINITY, -INFINITY, -0.0, 0.0, 1e-40, -5e-324, 1e300, -1e38, 0.5, 0x1p53, 1e10};
    if (odd && draw(m, 20) == 0) return oddities[draw(m, COUNT(oddities))];
    double u = random_unit(&m->random);
    if (range == 0) return u;
    if (range == 1) return 8 * u - 4;
    if (range == 2) return 200 * u - 100;
    return (double)(draw(m, 9) - 4);
}

static inline void put_element(maker *m, char *at, sn_dtype dtype, int range, bool odd)
{
    size_t size = sn_dtype_size(dtype);
    if (dtype == SN_FLOAT32 || dtype == SN_FLOAT64) {
        double d = some_float(m, range, odd);
        float f = (float)d;
        memcpy(at, dtype == SN_FLOAT32 ? (void *)&f : (void *)&d, size);
    } else {
        uint64_t bits = odd && draw(m, 10) == 0 ? random_next(&m->random) : (uint64_t)draw(m, 12) - (range == 1 ? 5 : 0);
        if (odd && draw(m, 30) == 0) bits = (uint64_t)1 << (8 * size - 1);
        if (dtype == SN_BOOL) bits = draw(m, 2) == 0;
        memcpy(at, &bits, size);
    }
}

static inline void shuffle(maker *m, int *order, int n)
{
    for (int k = 0; k < n; k++) order[k] = k;
    for (int k = n - 1; k > 0; k--) {
        int j = (int)draw(m, k + 1), t = order[k];
        order[k] = order[j];
        order[j] = t;
    }
}

/* Axes in any order in memory, some reversed or with gaps, at any alignment; half of the time plain. */
static inline void lay_out(maker *m, step *s)
{
    int order[AXES];
    bool plain = draw(m, 2) == 0;
    int64_t size = (int64_t)sn_dtype_size(s->type), step_bytes = size, first = 0;
    shuffle(m, order, s->ndim);
    for (int i = s->ndim - 1; i >= 0; i--) {
        int k = plain ? i : order[i];
        int64_t extent = s->dims[k] > 0 ? s->dims[k] : 1;
        if (!plain && draw(m, 5) == 0) step_bytes *= 2;
        s->strides[k] = step_bytes;
        step_bytes *= extent;
        if (!plain && draw(m, 5) == 0) {
            first += s->strides[k] * (extent - 1);
            s->strides[k] = -s->strides[k];
        }
    }
    int64_t shift = draw(m, 3) ? 0 : size * draw(m, 17);
    int64_t bytes = (step_bytes + shift + 63) / 64 * 64 + 64;
    int range = (int)draw(m, 4);
    bool odd = draw(m, 4) == 0;
    NEED((s->memory = aligned_alloc(64, (size_t)bytes)) != NULL);
    for (int64_t at = 0; at < bytes; at += size) put_element(m, s->memory + at, s->type, range, odd);
    s->first = s->memory + shift + first;
}

static inline void make_leaf(maker *m)
{
    static const int64_t extents[] = {1, 2, 3, 4, 5, 7, 16, 17, 33, 70};
    step s = {.kind = STEP_LEAF, .type = some_dtype(m)};
    int dropped = draw(m, 3) ? 0 : (int)draw(m, m->base_ndim + 1);
    s.ndim = m->base_ndim - dropped;
    for (int k = 0; k < s.ndim; k++) s.dims[k] = draw(m, 5) ? m->base[k + dropped] : 1;
    if (m->most < 100000 && draw(m, 5) == 0) { /* of its own shape */
        s.ndim = (int)draw(m, 5);
        for (int k = 0; k < s.ndim; k++) s.dims[k] = draw(m, 50) ? extents[draw(m, s.ndim > 2 ? 6 : 10)] : 0;
    }
    lay_out(m, &s);
    keep_step(m, &s);
}

static inline void make_full(maker *m)
{
    int like;
    const step *x = some_step(m, &like);
    step s = {.kind = STEP_FULL, .number = (double)draw(m, 7) - 2, .dtype = some_dtype(m), .nparams = x->ndim};
    memcpy(s.params, x->dims, sizeof s.params);
    if (x->ndim == 1 && draw(m, 2)) s.kind = STEP_ARANGE;
    if (s.kind == STEP_ARANGE && s.dtype == SN_BOOL) s.dtype = SN_INT32;
    keep_step(m, &s);
}

static inline int make_number(maker *m)
{
    static const sn_dtype dtypes[] = {SN_INT64, SN_FLOAT64, SN_FLOAT64, SN_BOOL};
    static const double numbers[] = {-1, 0, 0.5, 1, 2, 3, -0.0, 1e-3, 7.25};
    step s = {.kind = STEP_NUMBER, .dtype = dtypes[draw(m, 4)], .number = numbers[draw(m, COUNT(numbers))]};
    return keep_step(m, &s) ? m->p->count - 1 : 0;
}

/* ---- operations -------------------------------------------------------------------------------------------------- */

static inline bool broadcast_together(const step *a, const step *b)
{
    for (int k = 1; k <= a->ndim && k <= b->ndim; k++) {
        int64_t x = a->dims[a->ndim - k], y = b->dims[b->ndim - k];
        if (x != y && x != 1 && y != 1) return false;
    }
    return true;
}

/* An operand to go with `a`: an array that fits, or a number. */
static inline int partner(maker *m, int a)
{
    int b;
    for (int tries = 0; tries < 8; tries++)
        if (broadcast_together(some_step(m, &b), &m->p->steps[a]) && (b != a || draw(m, 3) == 0)) return b;
    b = draw(m, 3) ? make_number(m) : a;
    return b;
}

static inline void make_element(maker *m)
{
    step s = {.kind = STEP_ELEMENT, .code = (int)draw(m, COUNT(operations))};
    some_step(m, &s.in[0]);
    if (operations[s.code].arity >= 2) s.in[1] = partner(m, s.in[0]);
    if (operations[s.code].arity >= 3) s.in[2] = partner(m, s.in[0]);
    if (operations[s.code].arity == 2 && draw(m, 2)) {
        int t = s.in[0];
        s.in[0] = s.in[1];
        s.in[1] = t;
    }
    keep_step(m, &s);
}

/* The four that most chains are made of. */
static inline void make_arithmetic(maker *m)
{
    step s = {.kind = STEP_ELEMENT, .code = (int)draw(m, 4)};
    some_step(m, &s.in[0]);
    s.in[1] = partner(m, s.in[0]);
    keep_step(m, &s);
}

static inline void make_cast(maker *m)
{
    step s = {.kind = STEP_CAST, .dtype = some_dtype(m)};
    some_step(m, &s.in[0]);
    keep_step(m, &s);
}

static inline bool make_reduce(maker *m)
{
    step s = {.kind = STEP_REDUCE, .code = (int)draw(m, COUNT(reductions)), .keepdims = draw(m, 2) == 0};
    const step *x = some_step(m, &s.in[0]);
    for (int k = 0; k < x->ndim; k++)
        if (draw(m, 2)) s.axes[s.naxes++] = draw(m, 2) ? k : k - x->ndim;
    if (draw(m, 10) == 0) s.dtype = some_dtype(m);
    return keep_step(m, &s);
}

/* A value reduced over an axis and put back over the same rows: softmax and its like. */
static inline void make_row(maker *m)
{
    step s = {.kind = STEP_REDUCE, .code = (int)draw(m, COUNT(reductions)), .keepdims = true, .naxes = 1};
    int x;
    if (some_step(m, &x)->ndim == 0) return;
    s.in[0] = x;
    s.axes[0] = draw(m, 2) ? -1 : (int)draw(m, m->p->steps[x].ndim);
    if (!keep_step(m, &s)) return;
    keep_step(m, &(step){.kind = STEP_ELEMENT, .code = (int)draw(m, 4), .in = {x, m->p->count - 1}});
}

/* ---- views ----------------------------------------------------------------------------------------------------------- */

static inline sn_item_spec some_range(maker *m, int64_t extent)
{
    sn_item_spec i = {SN_ITEM_RANGE, SN_NONE, SN_NONE, SN_NONE};
    if (draw(m, 2)) i.step = draw(m, 3) ? 1 + draw(m, 3) : -1 - draw(m, 3);
    if (draw(m, 3) == 0) i.start = draw(m, 2) ? draw(m, extent + 1) : -draw(m, extent + 1);
    if (draw(m, 3) == 0) i.stop = draw(m, 2) ? draw(m, extent + 2) : -draw(m, extent + 1);
    return i;
}

static inline void make_slice(maker *m)
{
    step s = {.kind = STEP_SLICE};
    const step *x = some_step(m, &s.in[0]);
    for (int k = 0; k < x->ndim; k++) {
        if (draw(m, 10) == 0) s.items[s.nitems++] = SN_NEWAXIS;
        if (s.nitems > AXES) break;
        if (draw(m, 12) == 0) {
            s.items[s.nitems++] = SN_ELLIPSIS;
            break;
        }
        bool at = draw(m, 8) == 0 && x->dims[k] > 0;
        s.items[s.nitems++] = at ? SN_AT(draw(m, x->dims[k]) - (draw(m, 2) ? x->dims[k] : 0)) : some_range(m, x->dims[k]);
    }
    keep_step(m, &s);
}

/* The same number of elements under other extents. */
static inline void make_reshape(maker *m)
{
    step s = {.kind = STEP_RESHAPE, .nparams = 1 + (int)draw(m, 3)};
    int64_t left = some_step(m, &s.in[0])->size;
    if (left == 0) return;
    for (int k = 0; k + 1 < s.nparams; k++) {
        int64_t divisor = 1 + draw(m, left < 100 ? left : 100);
        while (left % divisor != 0) divisor--;
        s.params[k] = divisor;
        left /= divisor;
    }
    s.params[s.nparams - 1] = draw(m, 2) ? left : -1;
    keep_step(m, &s);
}

static inline void make_broadcast(maker *m)
{
    step s = {.kind = STEP_BROADCAST};
    const step *x = some_step(m, &s.in[0]);
    int extra = draw(m, 2) == 0;
    s.nparams = x->ndim + extra;
    if (extra) s.params[0] = 1 + draw(m, 5);
    for (int k = 0; k < x->ndim; k++) s.params[k + extra] = x->dims[k] == 1 ? 1 + draw(m, 9) : x->dims[k];
    keep_step(m, &s);
}

static inline void make_view(maker *m)
{
    step s = {.kind = STEP_TRANSPOSE};
    switch (draw(m, 7)) {
    case 0:
    case 1: make_slice(m); return;
    case 2: make_reshape(m); return;
    case 3: make_broadcast(m); return;
    case 4:
        s.naxes = some_step(m, &s.in[0])->ndim;
        shuffle(m, s.axes, s.naxes);
        break;
    case 5:
        s.kind = STEP_EXPAND;
        s.axes[0] = (int)draw(m, some_step(m, &s.in[0])->ndim + 1);
        break;
    default:
        s.kind = STEP_SQUEEZE;
        some_step(m, &s.in[0]);
    }
    keep_step(m, &s);
}

/* ---- a program ----------------------------------------------------------------------------------------------------------- */

typedef struct shape { int ndim; int64_t dims[4]; } shape;

static const shape small_shapes[] = {
    {0, {0}}, {1, {1}}, {1, {67}}, {1, {2500}}, {2, {5, 33}}, {2, {40, 70}}, {2, {3, 1100}}, {2, {1100, 3}}, {2, {1, 40}},
    {2, {0, 5}}, {3, {4, 17, 33}}, {3, {7, 1, 130}}, {3, {16, 16, 16}}, {4, {3, 4, 5, 18}}, {4, {2, 1, 33, 40}},
};

/* Large enough to be shared out between threads, in each of the patterns. */
static const shape large_shapes[] = {
    {1, {1 << 20}}, {1, {1000003}}, {2, {700, 1100}}, {2, {3, 300001}}, {2, {300001, 3}}, {2, {1, 500000}},
    {3, {60, 70, 150}}, {2, {40000, 20}}, {2, {20, 40000}},
};

typedef void (*make_step)(maker *);
static inline void make_reduction(maker *m) { make_reduce(m); }

static inline void make_steps(maker *m, int count)
{
    static const make_step makes[] = {make_element, make_element, make_element, make_element, make_arithmetic,
                                      make_arithmetic, make_arithmetic, make_reduction, make_row, make_view, make_view,
                                      make_view, make_cast, make_full, make_leaf};
    for (int tries = 0; m->p->count < count && tries < 20 * count; tries++) makes[draw(m, COUNT(makes))](m);
}

/* Values that no other step uses, so that little is made in vain; some others too. */
static inline void choose_outputs(maker *m)
{
    program *p = m->p;
    bool used[STEPS] = {false};
    for (int k = 0; k < p->count; k++)
        for (int i = 0; i < step_operands(&p->steps[k]); i++) used[p->steps[k].in[i]] = true;
    for (int k = p->count - 1; k >= 0 && p->noutputs < OUTPUTS - 2; k--) {
        bool made = p->steps[k].kind >= STEP_FULL && p->steps[k].kind != STEP_NUMBER;
        if (made && !used[k]) p->outputs[p->noutputs++] = k;
    }
    for (int n = (int)draw(m, 3); n > 0 || p->noutputs == 0; n--) some_step(m, &p->outputs[p->noutputs++]);
}

static inline program *program_make(uint64_t seed, bool large)
{
    program *p = calloc(1, sizeof *p);
    NEED(p != NULL);
    maker m = {.p = p, .random = seed * 2 + large, .most = large ? 1500000 : 8000};
    const shape *base = large ? &large_shapes[draw(&m, COUNT(large_shapes))] : &small_shapes[draw(&m, COUNT(small_shapes))];
    m.base_ndim = base->ndim;
    memcpy(m.base, base->dims, sizeof base->dims);
    SN_SCOPE {
        while (p->count < 2) make_leaf(&m);
        make_steps(&m, large ? 16 : 14 + (int)draw(&m, STEPS - 14));
    }
    choose_outputs(&m);
    sn_error_clear();
    return p;
}

#endif
