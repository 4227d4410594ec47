/* Random graphs, computed twice: node by node, and by the kernels they are fused and lowered to, each run
 * element by element in the plainest way.  Same arithmetic on both sides, so that every bit must agree. */
#include "fuse_help.h"

#include <math.h>

#define CELLS 4096 /* most elements of an array here */

/* ---- arithmetic ------------------------------------------------------------------------------------------ */

static bool test_of(sni_op op, double a, double b)
{
    switch (op) {
    case SNI_OP_LESS: return a < b;
    case SNI_OP_GREATER: return a > b;
    case SNI_OP_GREATER_EQUAL: return a >= b;
    case SNI_OP_EQUAL: return a == b;
    default: cr_assert_fail("comparison %s is not in this test", sni_ops[op].name);
    }
    return false;
}

static double apply_float(sni_op op, double a, double b)
{
    switch (op) {
    case SNI_OP_ADD: return a + b;
    case SNI_OP_SUBTRACT: return a - b;
    case SNI_OP_MULTIPLY: return a * b;
    case SNI_OP_DIVIDE: return a / b;
    case SNI_OP_MINIMUM: return isnan(a) || a < b ? a : b;
    case SNI_OP_MAXIMUM: return isnan(a) || a > b ? a : b;
    case SNI_OP_NEGATIVE: return -a;
    case SNI_OP_ABSOLUTE: return fabs(a);
    case SNI_OP_EXP: return exp(a);
    case SNI_OP_SIN: return sin(a);
    default: cr_assert_fail("%s of floats is not in this test", sni_ops[op].name);
    }
    return 0;
}

static int64_t apply_int(sni_op op, int64_t a, int64_t b)
{
    switch (op) {
    case SNI_OP_ADD: return (int64_t)((uint64_t)a + (uint64_t)b);
    case SNI_OP_SUBTRACT: return (int64_t)((uint64_t)a - (uint64_t)b);
    case SNI_OP_MULTIPLY: return (int64_t)((uint64_t)a * (uint64_t)b);
    case SNI_OP_MINIMUM: return a < b ? a : b;
    case SNI_OP_MAXIMUM: return a > b ? a : b;
    case SNI_OP_NEGATIVE: return (int64_t)(0 - (uint64_t)a);
    case SNI_OP_ABSOLUTE: return a < 0 ? (int64_t)(0 - (uint64_t)a) : a;
    default: cr_assert_fail("%s of integers is not in this test", sni_ops[op].name);
    }
    return 0;
}

static bool apply_bool(sni_op op, bool a, bool b)
{
    switch (op) {
    case SNI_OP_ADD: case SNI_OP_MAXIMUM: case SNI_OP_LOGICAL_OR: case SNI_OP_BITWISE_OR: return a || b;
    case SNI_OP_MULTIPLY: case SNI_OP_MINIMUM: case SNI_OP_LOGICAL_AND: case SNI_OP_BITWISE_AND: return a && b;
    case SNI_OP_EQUAL: return a == b;
    case SNI_OP_LESS: return a < b;
    case SNI_OP_GREATER: return a > b;
    case SNI_OP_ABSOLUTE: return a;
    default: cr_assert_fail("%s of bools is not in this test", sni_ops[op].name);
    }
    return false;
}

/* `dtype`: computed in. */
static sni_scalar apply(sni_op op, sni_dtype dtype, const sni_scalar *in)
{
    sni_scalar out = {0};
    bool test = sni_ops[op].rule == SNI_RULE_COMPARE;
    if (op == SNI_OP_WHERE) return in[0].b8 ? in[1] : in[2];
    if (dtype == SNI_BOOL) out.b8 = apply_bool(op, in[0].b8, in[1].b8);
    else if (dtype == SNI_INT64 && test) out.b8 = test_of(op, (double)in[0].i64, (double)in[1].i64);
    else if (dtype == SNI_INT64) out.i64 = apply_int(op, in[0].i64, in[1].i64);
    else if (test) out.b8 = test_of(op, in[0].f64, in[1].f64);
    else out.f64 = apply_float(op, in[0].f64, in[1].f64);
    return out;
}

static sni_scalar combine(sni_reduction r, sni_dtype dtype, sni_scalar a, sni_scalar b)
{
    return apply(sni_reductions[r].combine, dtype, (sni_scalar[]){a, b, b});
}

static sni_scalar identity(sni_reduction r, sni_dtype dtype)
{
    return sni_scalar_cast((sni_scalar){.f64 = sni_reductions[r].identity}, SNI_FLOAT64, dtype);
}

static bool same(sni_dtype dtype, sni_scalar a, sni_scalar b)
{
    if (dtype == SNI_FLOAT64 && isnan(a.f64) && isnan(b.f64)) return true;
    return memcmp(&a, &b, sni_dtypes[dtype].bytes) == 0;
}

/* ---- node by node ------------------------------------------------------------------------------------------ */

static bool advance(int rank, const int64_t *dims, int64_t *at)
{
    for (int k = rank - 1; k >= 0; k--) {
        if (++at[k] < dims[k]) return true;
        at[k] = 0;
    }
    return false;
}

static int64_t position(int rank, const int64_t *strides, const int64_t *at)
{
    int64_t p = 0;
    for (int k = 0; k < rank; k++) p += at[k] * strides[k];
    return p;
}

/* Element `at` of an operand, a view or a base; results[] is by position in the signature. */
static sni_scalar element(sni_scalar *const *results, const sni_node *n, const int64_t *at)
{
    const sni_layout *l = n->layout;
    const sni_node *base = n->kind == SNI_NODE_VIEW ? n->in[0] : n;
    int64_t p = (n->kind == SNI_NODE_VIEW ? n->u.offset : 0) + position(l->rank, SNI_STRIDES(l), at);
    if (base->kind == SNI_NODE_CONST) p = 0;
    return results[base->index][p];
}

static sni_scalar reduce_at(sni_scalar *const *results, const sni_node *n, const int64_t *kept)
{
    const sni_layout *l = n->in[0]->layout;
    int64_t at[SNI_MAX_RANK] = {0}, dims[SNI_MAX_RANK];
    int k = 0;
    bool any = false, more = true;
    sni_scalar sum = {0};
    for (int a = 0; a < l->rank; a++) {
        dims[a] = n->u.axes >> a & 1 ? l->dims[a] : 1;
        if (dims[a] == 0) return identity(n->code, n->dtype);
    }
    for (; more; more = advance(l->rank, dims, at)) {
        int64_t full[SNI_MAX_RANK];
        k = 0;
        for (int a = 0; a < l->rank; a++) full[a] = n->u.axes >> a & 1 ? at[a] : kept[k++];
        sni_scalar value = element(results, n->in[0], full);
        sum = any ? combine(n->code, n->dtype, sum, value) : value;
        any = true;
    }
    return sum;
}

/* In its box, with `at` counted from the box's corner. */
static bool in_box(const sni_node *n, const int64_t *at, int64_t *inner)
{
    int64_t corner[SNI_MAX_RANK];
    const sni_layout *box = n->in[0]->layout;
    sni_place_corner(n, corner);
    for (int k = 0; k < box->rank; k++) {
        inner[k] = at[k] - corner[k];
        if (inner[k] < 0 || inner[k] >= box->dims[k]) return false;
    }
    return true;
}

static sni_scalar place_at(sni_scalar *const *results, const sni_node *n, const int64_t *at)
{
    int64_t inner[SNI_MAX_RANK];
    return in_box(n, at, inner) ? element(results, n->in[0], inner) : element(results, n->in[1], at);
}

static sni_scalar compute_at(sni_scalar *const *results, const sni_node *n, const int64_t *at)
{
    sni_scalar in[3] = {{0}};
    if (n->kind == SNI_NODE_REDUCE) return reduce_at(results, n, at);
    if (n->kind == SNI_NODE_IOTA) return (sni_scalar){.i64 = position(n->layout->rank, SNI_STRIDES(n->layout), at)};
    if (n->kind == SNI_NODE_CONST) return (sni_scalar){.bits = {n->u.scalar, 0}};
    if (n->kind == SNI_NODE_PLACE) return place_at(results, n, at);
    for (int k = 0; k < n->count; k++) in[k] = element(results, n->in[k], at);
    if (n->kind == SNI_NODE_COPY) return in[0];
    if (n->code == SNI_OP_CAST) return sni_scalar_cast(in[0], n->in[0]->dtype, n->dtype);
    return apply(n->code, n->in[n->code == SNI_OP_WHERE]->dtype, in);
}

static sni_scalar *compute(sni_scalar *const *results, const sni_node *n)
{
    const sni_layout *l = n->layout;
    sni_scalar *out = calloc((size_t)l->size + 1, sizeof *out);
    int64_t at[SNI_MAX_RANK] = {0};
    bool more = l->size > 0;
    cr_assert_not_null(out);
    for (; more; more = advance(l->rank, l->dims, at)) {
        int64_t p = position(l->rank, SNI_STRIDES(l), at);
        if (n->kind != SNI_NODE_LEAF) out[p] = compute_at(results, n, at);
        else if (n->dtype == SNI_FLOAT64) out[p].f64 = (double)((p * 7919 + l->size) % 23) / 4 - 2;
        else if (n->dtype == SNI_INT64) out[p].i64 = (p * 104729 + l->size) % 17 - 8;
        else out[p].b8 = (p * 31 + l->size) % 3 == 0;
    }
    return out;
}

static sni_scalar **compute_all(const world *w)
{
    sni_scalar **results = calloc(w->sig.nodes.count + 1, sizeof *results);
    cr_assert_not_null(results);
    for (size_t i = 0; i < w->sig.nodes.count; i++)
        if (w->sig.nodes.data[i]->kind != SNI_NODE_VIEW) results[i] = compute(results, w->sig.nodes.data[i]);
    return results;
}

/* ---- kernel by kernel --------------------------------------------------------------------------------------- */

typedef struct array {      /* of one value */
    sni_scalar *data;
    uint8_t *written;
    int64_t size;
} array;

typedef struct runner {
    const world *w;
    const sni_lowered *l;
    array *arrays;          /* by value */
    int64_t at[SNI_KERNEL_DIMS];
    sni_scalar *values;     /* by instruction */
    sni_scalar *stages;     /* [stage][r] */
    bool *begun;            /* by instruction: a reduction holds a value */
    int64_t r;
} runner;

static int64_t place(const runner *u, int slot)
{
    const sni_kernel *k = &u->l->kernel;
    return u->l->geometry.offset[slot] + position(k->nx + k->nr, u->l->geometry.stride[slot], u->at);
}

static void check_access(const runner *u, int slot)
{
    const sni_kernel *k = &u->l->kernel;
    for (int d = 0; d < k->nx + k->nr; d++) {
        int64_t s = u->l->geometry.stride[slot][d];
        sni_access access = s == 0 ? SNI_ACCESS_BROADCAST : s == 1 ? SNI_ACCESS_UNIT : SNI_ACCESS_STRIDED;
        cr_assert_eq(k->operands[slot].access[d], access);
    }
}

static array *array_of(const runner *u, int slot, int64_t p)
{
    array *a = &u->arrays[u->l->operand_val[slot]];
    cr_assert(p >= 0 && p < a->size, "operand %d leaves its array: %lld of %lld", slot, (long long)p, (long long)a->size);
    return a;
}

static sni_scalar scalar_of(const runner *u, int slot)
{
    int32_t v = u->l->scalar_val[slot];
    if (v < 0) return u->l->scalar_literal[slot];
    return (sni_scalar){.bits = {u->w->s.vals[v].node->u.scalar, 0}};
}

static void store(runner *u, int slot, sni_scalar value)
{
    int64_t p = place(u, slot);
    array *a = array_of(u, slot, p);
    cr_assert_not(a->written[p], "element %lld is written twice", (long long)p);
    a->written[p] = 1;
    a->data[p] = value;
}

static sni_scalar load(runner *u, int slot)
{
    int64_t p = place(u, slot);
    array *a = array_of(u, slot, p);
    cr_assert(a->written[p], "element %lld is read before it is written", (long long)p);
    return a->data[p];
}

static void run_reduce(runner *u, int32_t i)
{
    const sni_kinstr *in = &u->l->kernel.instrs[i];
    sni_scalar value = u->values[in->arg[0]];
    u->values[i] = u->begun[i] ? combine(in->code, in->dtype, u->values[i], value) : value;
    u->begun[i] = true;
}

static void run_instr(runner *u, int32_t i)
{
    const sni_kernel *k = &u->l->kernel;
    const sni_kinstr *in = &k->instrs[i];
    sni_scalar arg[3] = {{0}}, *out = &u->values[i];
    for (int a = 0; a < in->nargs; a++) arg[a] = u->values[in->arg[a]];
    switch (in->op) {
    case SNI_K_SCALAR: *out = scalar_of(u, in->slot); break;
    case SNI_K_INDEX: out->i64 = place(u, in->slot); break;
    case SNI_K_LOAD: *out = in->nargs && !arg[0].b8 ? (sni_scalar){0} : load(u, in->slot); break;
    case SNI_K_ELEMENT: *out = apply(in->code, k->instrs[in->arg[in->code == SNI_OP_WHERE]].dtype, arg); break;
    case SNI_K_CAST: *out = sni_scalar_cast(arg[0], k->instrs[in->arg[0]].dtype, in->dtype); break;
    case SNI_K_REDUCE: run_reduce(u, i); break;
    case SNI_K_STAGE: u->stages[in->slot * u->l->geometry.nr + u->r] = arg[0]; break;
    case SNI_K_UNSTAGE: *out = u->stages[in->slot * u->l->geometry.nr + u->r]; break;
    default: store(u, in->slot, arg[0]);
    }
}

static bool in_loop(const sni_kinstr *in)
{
    return in->level == SNI_XR || in->op == SNI_K_REDUCE;
}

static void run_part(runner *u, sni_level level, int pass)
{
    const sni_kernel *k = &u->l->kernel;
    for (int32_t i = 0; i < k->ninstrs; i++) {
        const sni_kinstr *in = &k->instrs[i];
        bool here = level == SNI_XR ? in_loop(in) : in->level == level && !in_loop(in);
        if (here && in->pass == pass) run_instr(u, i);
    }
}

static void run_point(runner *u)
{
    const sni_kernel *k = &u->l->kernel;
    memset(u->begun, 0, (size_t)k->ninstrs);
    run_part(u, SNI_X, 0);
    for (int pass = 0; pass < k->npasses; pass++) {
        bool more = u->l->geometry.nr > 0;
        u->r = 0;
        for (; more; more = advance(k->nr, u->l->geometry.extent + k->nx, u->at + k->nx), u->r++) run_part(u, SNI_XR, pass);
        run_part(u, SNI_X, pass + 1);
    }
}

static void run_kernel(const world *w, const sni_lowered *l, array *arrays)
{
    const sni_kernel *k = &l->kernel;
    runner u = {.w = w, .l = l, .arrays = arrays};
    u.values = calloc((size_t)k->ninstrs + 1, sizeof *u.values);
    u.begun = calloc((size_t)k->ninstrs + 1, 1);
    u.stages = calloc((size_t)(k->nstages * l->geometry.nr) + 1, sizeof *u.stages);
    cr_assert(u.values && u.begun && u.stages);
    for (int i = 0; i < k->noperands; i++) check_access(&u, i);
    run_part(&u, SNI_UNIFORM, 0);
    bool more = l->geometry.nx > 0;
    for (; more; more = advance(k->nx, l->geometry.extent, u.at)) run_point(&u);
    free(u.values);
    free(u.begun);
    free(u.stages);
}

static void check_array(const world *w, int32_t v, const array *a, const sni_scalar *wanted)
{
    for (int64_t p = 0; p < a->size; p++) {
        cr_assert(a->written[p], "element %lld of value %d is not written", (long long)p, v);
        cr_assert(same(w->s.vals[v].node->dtype, a->data[p], wanted[p]), "element %lld of value %d differs", (long long)p, v);
    }
}

static void run_schedule(world *w, sni_scalar **results)
{
    array *arrays = calloc((size_t)w->s.nvals + 1, sizeof *arrays);
    cr_assert_not_null(arrays);
    for (int32_t v = 0; v < w->s.nvals; v++) {
        const sni_node *n = w->s.vals[v].node;
        bool leaf = n->kind == SNI_NODE_LEAF;
        if (!leaf && !w->s.vals[v].materialised) continue;
        arrays[v].size = n->layout->size;
        arrays[v].data = calloc((size_t)n->layout->size + 1, sizeof *arrays[v].data);
        arrays[v].written = calloc((size_t)n->layout->size + 1, 1);
        cr_assert(arrays[v].data && arrays[v].written);
        if (leaf) memcpy(arrays[v].data, results[n->index], (size_t)n->layout->size * sizeof *arrays[v].data);
        if (leaf) memset(arrays[v].written, 1, (size_t)n->layout->size);
    }
    for (int32_t g = 0; g < w->s.ngroups; g++) {
        sni_lowered *l = lowered(w, g);
        cr_assert_leq(l->kernel.npasses, w->s.groups[g].npasses);
        run_kernel(w, l, arrays);
        lowered_free(l);
    }
    for (int32_t v = 0; v < w->s.nvals; v++) {
        if (w->s.vals[v].materialised) check_array(w, v, &arrays[v], results[w->s.vals[v].node->index]);
        free(arrays[v].data);
        free(arrays[v].written);
    }
    free(arrays);
}

/* ---- random graphs --------------------------------------------------------------------------------------------- */

#define POOL 48

typedef struct maker {
    world *w;
    uint64_t seed;
    sni_node *pool[POOL];
    int count;
} maker;

static int pick(maker *m, int n)
{
    m->seed = m->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((m->seed >> 33) % (uint64_t)n);
}

static sni_node *any(maker *m)
{
    int recent = m->count < 8 ? m->count : 8;
    return pick(m, 3) ? m->pool[m->count - 1 - pick(m, recent)] : m->pool[pick(m, m->count)];
}

static void keep(maker *m, sni_node *n)
{
    if (!n) {
        sni_error_clear(); /* shapes that do not fit, and the like */
    } else if (n->layout->size > CELLS || n->layout->rank > 6) {
        sni_node_release(&m->w->g, n);
    } else {
        m->pool[m->count++] = n;
    }
}

static sni_dtype any_dtype(maker *m)
{
    static const sni_dtype dtypes[] = {SNI_FLOAT64, SNI_FLOAT64, SNI_INT64, SNI_BOOL};
    return dtypes[pick(m, 4)];
}

/* A dense array whose axes lie in a random order. */
static sni_node *make_leaf(maker *m)
{
    static const int64_t extents[] = {1, 2, 3, 4, 4, 5, 5, 5};
    int64_t dims[4], strides[4];
    int rank = pick(m, 4), order[4] = {0, 1, 2, 3};
    int64_t step = 1;
    for (int k = 0; k < rank; k++) dims[k] = pick(m, 60) ? extents[pick(m, 8)] : 0;
    for (int k = rank - 1; k > 0; k--) {
        int j = pick(m, 2) ? k : pick(m, k + 1), t = order[k];
        order[k] = order[j];
        order[j] = t;
    }
    for (int k = rank - 1; k >= 0; k--) {
        strides[order[k]] = step;
        step *= dims[order[k]];
    }
    return sni_leaf(&m->w->g, any_dtype(m), rank, dims, step ? strides : NULL, &m->w->tag);
}

static sni_node *make_constant(maker *m)
{
    sni_dtype dtype = any_dtype(m);
    sni_scalar value = sni_scalar_cast((sni_scalar){.i64 = pick(m, 5) - 1}, SNI_INT64, dtype);
    const sni_layout *l = any(m)->layout;
    if (pick(m, 4) == 0) return sni_iota(&m->w->g, l->rank, l->dims);
    return pick(m, 2) ? sni_const(&m->w->g, dtype, value, l->rank, l->dims) : sni_const(&m->w->g, dtype, value, 0, NULL);
}

static sni_node *make_binary(maker *m)
{
    static const sni_op ops[] = {SNI_OP_ADD, SNI_OP_SUBTRACT, SNI_OP_MULTIPLY, SNI_OP_MINIMUM, SNI_OP_MAXIMUM,
                                 SNI_OP_LESS, SNI_OP_GREATER, SNI_OP_EQUAL, SNI_OP_ADD, SNI_OP_DIVIDE};
    return sni_element(&m->w->g, ops[pick(m, 10)], (sni_node *[]){any(m), any(m)}, NULL);
}

static sni_node *make_unary(maker *m)
{
    static const sni_op ops[] = {SNI_OP_NEGATIVE, SNI_OP_ABSOLUTE, SNI_OP_EXP, SNI_OP_SIN};
    sni_node *a = any(m);
    if (pick(m, 5) == 0) return sni_cast(&m->w->g, a, any_dtype(m));
    sni_node *f = sni_cast(&m->w->g, a, SNI_FLOAT64);
    sni_node *n = f ? sni_element(&m->w->g, ops[pick(m, 4)], &f, NULL) : NULL;
    if (f) sni_node_release(&m->w->g, f);
    return n;
}

static sni_node *make_where(maker *m)
{
    sni_node *test = sni_cast(&m->w->g, any(m), SNI_BOOL);
    sni_node *n = test ? sni_element(&m->w->g, SNI_OP_WHERE, (sni_node *[]){test, any(m), any(m)}, NULL) : NULL;
    if (test) sni_node_release(&m->w->g, test);
    return n;
}

static sni_node *make_reduce(maker *m)
{
    static const sni_reduction reductions[] = {SNI_REDUCE_SUM, SNI_REDUCE_MAX, SNI_REDUCE_MIN, SNI_REDUCE_MEAN,
                                               SNI_REDUCE_SUM, SNI_REDUCE_ANY, SNI_REDUCE_ALL};
    sni_node *a = any(m);
    int axes[SNI_MAX_RANK], n = 0;
    for (int k = 0; k < a->layout->rank; k++)
        if (pick(m, 2)) axes[n++] = k;
    return sni_reduce(&m->w->g, reductions[pick(m, 7)], a, axes, n ? n : -1, pick(m, 2), SNI_DTYPE_NONE);
}

/* As often as not something that fits its own operand: what softmax and the like are made of. */
static sni_node *make_row(maker *m)
{
    sni_node *a = any(m);
    if (a->layout->rank == 0) return NULL;
    int axis = pick(m, a->layout->rank);
    sni_node *r = sni_reduce(&m->w->g, pick(m, 2) ? SNI_REDUCE_SUM : SNI_REDUCE_MEAN, a, &axis, 1, true, SNI_DTYPE_NONE);
    sni_node *n = r ? sni_element(&m->w->g, pick(m, 2) ? SNI_OP_SUBTRACT : SNI_OP_ADD, (sni_node *[]){a, r}, NULL) : NULL;
    if (r) keep(m, r);
    return n;
}

static sni_node *make_slice(maker *m)
{
    sni_node *a = any(m);
    sni_slice items[SNI_MAX_RANK] = {0};
    for (int k = 0; k < a->layout->rank; k++) {
        items[k].kind = pick(m, 6) ? SNI_ITEM_SLICE : SNI_ITEM_INDEX;
        items[k].has_start = pick(m, 2) || items[k].kind == SNI_ITEM_INDEX;
        items[k].has_stop = pick(m, 4) == 0;
        items[k].has_step = pick(m, 3) == 0;
        items[k].start = pick(m, 3) - 1;
        items[k].stop = -pick(m, 2) - 1;
        items[k].step = pick(m, 2) ? -1 - pick(m, 2) : 2;
        if (items[k].has_step && items[k].step < 0) items[k].has_start = items[k].has_stop = false;
    }
    return sni_subscript(&m->w->g, a, items, (size_t)a->layout->rank);
}

static sni_node *make_reshape(maker *m)
{
    sni_node *a = any(m);
    const sni_layout *l = a->layout;
    int64_t dims[SNI_MAX_RANK];
    int rank = l->rank;
    memcpy(dims, l->dims, (size_t)rank * sizeof *dims);
    if (pick(m, 3) == 0) {
        dims[0] = -1;
        rank = 1;
    } else if (rank >= 2) { /* two axes joined, or one split */
        int k = pick(m, rank - 1);
        dims[k] *= dims[k + 1];
        memmove(&dims[k + 1], &dims[k + 2], (size_t)(rank - k - 2) * sizeof *dims);
        rank--;
    } else if (rank == 1 && dims[0] % 2 == 0) {
        dims[1] = 2;
        dims[0] /= 2;
        rank = 2;
    }
    return sni_reshape(&m->w->g, a, rank, dims);
}

static sni_node *make_view(maker *m)
{
    sni_node *a = any(m);
    int rank = a->layout->rank;
    int64_t dims[SNI_MAX_RANK];
    switch (pick(m, 5)) {
    case 0: return sni_transpose(&m->w->g, a, NULL, rank);
    case 1: return sni_expand_dims(&m->w->g, a, pick(m, rank + 1));
    case 2:
        memcpy(dims + 1, a->layout->dims, (size_t)rank * sizeof *dims);
        dims[0] = 1 + pick(m, 4);
        return sni_broadcast_to(&m->w->g, a, rank + 1, dims);
    case 3: return make_reshape(m);
    default: return make_slice(m);
    }
}

/* Axes of the arrays that the joined ones are: random widths, before and after. */
static sni_node *make_pad(maker *m)
{
    sni_node *a = any(m), *values[2 * SNI_MAX_RANK];
    int64_t before[SNI_MAX_RANK], after[SNI_MAX_RANK];
    sni_pad_mode mode = pick(m, 2) ? SNI_PAD_CONSTANT : (sni_pad_mode)pick(m, 5);
    for (int k = 0; k < a->layout->rank; k++) {
        before[k] = pick(m, 2) ? pick(m, 3) : 0;
        after[k] = pick(m, 2) ? pick(m, 3) : 0;
    }
    bool valued = pick(m, 2), alike = pick(m, 2);
    for (int k = 0; k < 2 * a->layout->rank; k++) {
        sni_scalar value = sni_scalar_cast((sni_scalar){.i64 = alike ? 1 : k % 3}, SNI_INT64, a->dtype);
        values[k] = need(sni_const(&m->w->g, a->dtype, value, 0, NULL));
    }
    return sni_pad(&m->w->g, a, before, after, mode, valued ? values : NULL);
}

static sni_node *make_join(maker *m)
{
    sni_node *a = any(m), *b = any(m), *c = any(m);
    const sni_layout *l = a->layout;
    for (int tries = 0; tries < 4 && b->layout->rank != l->rank; tries++) b = any(m);
    if (!sni_layout_same_shape(c->layout, l)) c = a;
    if (l->rank == 0 || pick(m, 4) == 0) return sni_stack(&m->w->g, (sni_node *[]){a, c}, 2, pick(m, l->rank + 1), SNI_DTYPE_NONE);
    return sni_concatenate(&m->w->g, "concatenate", (sni_node *[]){a, b, c, a}, 2 + (size_t)pick(m, 3), pick(m, l->rank), SNI_DTYPE_NONE);
}

static sni_node *make_roll(maker *m)
{
    sni_node *a = any(m);
    int axes[2] = {pick(m, a->layout->rank + 1) - 1, a->layout->rank - 1};
    int64_t shifts[2] = {pick(m, 7) - 3, pick(m, 3) - 1};
    return sni_roll(&m->w->g, a, shifts, axes[0] < 0 || pick(m, 4) == 0 ? NULL : axes, 1 + pick(m, 2));
}

static void make_graph(maker *m, int size)
{
    typedef sni_node *(*make)(maker *);
    static const make makes[] = {make_binary, make_binary, make_binary, make_unary, make_where, make_reduce, make_row,
                                 make_view, make_view, make_constant, make_pad, make_join, make_roll};
    while (m->count < 4) keep(m, make_leaf(m));
    for (int tries = 0; m->count < size && tries < 10 * size; tries++) keep(m, makes[pick(m, (int)SNI_COUNT(makes))](m));
    int nroots = 1 + pick(m, 4);
    for (int i = 0; i < nroots; i++) root(m->w, i ? any(m) : m->pool[m->count - 1]);
}

static void check_random(uint64_t seed, const sni_limits *limits, int size)
{
    world w;
    world_begin(&w);
    maker m = {.w = &w, .seed = seed};
    for (int i = 0; i < 4; i++) pick(&m, 2);
    make_graph(&m, size);
    w.limits = *limits;
    schedule(&w);
    sni_scalar **results = compute_all(&w);
    run_schedule(&w, results);
    for (size_t i = 0; i < w.sig.nodes.count; i++) free(results[i]);
    free(results);
    world_end(&w);
}

static void check_many(uint64_t first, int count, const sni_limits *limits)
{
    for (int i = 0; i < count; i++) {
        check_random(first + (uint64_t)i, limits, 8 + i % (POOL - 12));
    }
}

Test(lower_random, fused)
{
    check_many(1, 400, &sni_limits_cpu);
}

Test(lower_random, unfused)
{
    sni_limits l = sni_limits_cpu;
    l.fuse = false;
    check_many(1, 100, &l);
}

Test(lower_random, split_early)
{
    sni_limits l = sni_limits_cpu;
    l.split_reduced = 8;
    l.split_kept = 4;
    l.stage_elements = 64;
    check_many(10001, 300, &l);
}

Test(lower_random, tight_caps)
{
    sni_limits l = sni_limits_cpu;
    l.max_ops = 4;
    l.max_operands = 6;
    l.max_reductions = 1;
    l.max_passes = 2;
    check_many(20001, 200, &l);
    check_random(3025775, &l, 22); /* no elements, and a cap met after rows were made */
    l.max_ops = 30;
    l.max_reductions = 3;
    l.max_passes = 3;
    check_many(30001, 200, &l);
}
