/* Random kernels with their memory, for what must agree with an element-by-element evaluation. */
#ifndef RANDOM_KERNEL_H
#define RANDOM_KERNEL_H

#include "interp_help.h"

typedef struct value { int32_t id; sni_dtype dtype; int phase; } value; /* 0 uniform, 1 + 2p kept, 2 + 2p reduced */

typedef struct maker {
    fixture f;
    uint64_t state;
    value values[HELP_INSTRS];
    int nvalues;
    void *memory[SNI_KERNEL_OPERANDS], *expected[SNI_KERNEL_OPERANDS];
    size_t bytes[SNI_KERNEL_OPERANDS];
} maker;

static const sni_dtype dtypes[] = {SNI_FLOAT32, SNI_FLOAT64, SNI_FLOAT32, SNI_INT32, SNI_INT64, SNI_UINT8, SNI_BOOL, SNI_INT16};

static inline int64_t below(maker *m, int64_t n) { return random_below(&m->state, n); }
static inline sni_dtype some_dtype(maker *m) { return dtypes[below(m, (int64_t)SNI_COUNT(dtypes))]; }

/* Strides of an array that holds the dims in any order, some reversed or padded; inputs may repeat. */
static inline int64_t random_strides(maker *m, int64_t *strides, bool reduced, bool output, int64_t *offset)
{
    int order[SNI_KERNEL_DIMS], n = m->f.k.nx + (reduced ? m->f.k.nr : 0);
    int64_t size = 1;
    *offset = 0;
    bool dense = below(m, 2) == 0;
    for (int d = 0; d < n; d++) order[d] = d;
    for (int d = n - 1; d > 0 && !dense; d--) {
        int other = (int)below(m, d + 1), t = order[d];
        order[d] = order[other];
        order[other] = t;
    }
    for (int k = n - 1; k >= 0; k--) {
        int d = order[k];
        strides[d] = size;
        if (!output && !dense && below(m, 4) == 0) {
            strides[d] = 0;
            continue;
        }
        if (!dense && below(m, 4) == 0) strides[d] = size * 2;
        size = strides[d] * m->f.g.extent[d];
        if (!dense && below(m, 4) == 0) {
            *offset += strides[d] * (m->f.g.extent[d] - 1);
            strides[d] = -strides[d];
        }
    }
    return size;
}

static inline uint16_t random_operand(maker *m, sni_operand_kind kind, sni_dtype t, bool reduced)
{
    int64_t strides[SNI_KERNEL_DIMS] = {0}, offset, size = random_strides(m, strides, reduced, kind == SNI_OPERAND_OUT, &offset);
    size_t bytes = (size_t)size * sni_dtypes[t].bytes;
    char *memory = malloc(bytes);
    memset(memory, 0xab, bytes);
    if (kind == SNI_OPERAND_IN)
        for (int64_t i = 0; i < size; i++) put(memory, t, i, random_value(&m->state, t));
    for (int64_t i = 0; kind == SNI_OPERAND_IN && t == SNI_BOOL && i < size; i++) memory[i] = (char)(memory[i] * below(m, 200));
    uint16_t slot = add_operand(&m->f, kind, t, memory, offset, strides);
    m->memory[slot] = memory;
    m->bytes[slot] = bytes;
    return slot;
}

static inline void keep(maker *m, int32_t id, int phase)
{
    m->values[m->nvalues++] = (value){id, (sni_dtype)m->f.instrs[id].dtype, phase};
}

/* A value that an instruction of this phase may use. */
static inline const value *some_value(maker *m, int phase, const value *like)
{
    const value *found = NULL;
    int64_t seen = 0;
    for (int i = 0; i < m->nvalues; i++) {
        const value *v = &m->values[i];
        bool visible = v->phase == phase || v->phase == 0 || (v->phase < phase && v->phase % 2 == 1);
        if (!visible || (like != NULL && v->dtype != like->dtype)) continue;
        if (below(m, ++seen) == 0) found = v;
    }
    return found;
}

static inline void add_random_op(maker *m, int phase)
{
    static const sni_op ops[] = {SNI_OP_ADD, SNI_OP_MULTIPLY, SNI_OP_MAXIMUM, SNI_OP_MINIMUM, SNI_OP_LESS, SNI_OP_SUBTRACT, SNI_OP_NEGATIVE};
    sni_level l = phase == 0 ? SNI_UNIFORM : phase % 2 ? SNI_X : SNI_XR;
    int pass = phase == 0 ? 0 : (phase - 1) / 2;
    const value *a = some_value(m, phase, NULL);
    if (a == NULL) return;
    const value *b = some_value(m, phase, a);
    int64_t kind = below(m, 10);
    if (kind < 2) {
        keep(m, k_cast(&m->f, l, pass, some_dtype(m), a->id), phase);
    } else if (kind < 4) {
        value want = {.dtype = SNI_BOOL};
        const value *c = some_value(m, phase, &want);
        if (c != NULL) keep(m, k_where(&m->f, l, pass, c->id, a->id, b->id), phase);
    } else {
        sni_op op = ops[below(m, a->dtype == SNI_BOOL ? 5 : 7)];
        keep(m, op == SNI_OP_NEGATIVE ? k_op1(&m->f, l, pass, op, a->id) : k_op2(&m->f, l, pass, op, a->id, b->id), phase);
    }
}

static inline void add_random_input(maker *m, int phase)
{
    sni_level l = phase % 2 ? SNI_X : SNI_XR;
    int pass = (phase - 1) / 2;
    if (m->f.k.noperands >= 40) return;
    if (below(m, 6) == 0) {
        int64_t strides[SNI_KERNEL_DIMS] = {0}, offset;
        random_strides(m, strides, l == SNI_XR, false, &offset);
        uint16_t slot = add_operand(&m->f, SNI_OPERAND_INDEX, SNI_INT64, NULL, below(m, 100), strides);
        keep(m, add_instr(&m->f, SNI_K_INDEX, 0, SNI_INT64, l, pass, slot, 0, 0, 0, 0), phase);
        return;
    }
    keep(m, k_load(&m->f, l, pass, random_operand(m, SNI_OPERAND_IN, some_dtype(m), l == SNI_XR)), phase);
}

static inline void add_random_output(maker *m, int phase)
{
    const value *v = some_value(m, phase, NULL);
    sni_level l = phase % 2 ? SNI_X : SNI_XR;
    if (v == NULL || m->f.k.noperands >= 60) return;
    k_store(&m->f, l, (phase - 1) / 2, random_operand(m, SNI_OPERAND_OUT, v->dtype, l == SNI_XR), v->id);
}

static inline void add_random_reductions(maker *m, int phase)
{
    static const sni_reduction reductions[] = {SNI_REDUCE_SUM, SNI_REDUCE_PROD, SNI_REDUCE_MAX, SNI_REDUCE_MIN};
    for (int n = (int)below(m, 3); n >= 0; n--) {
        const value *v = some_value(m, phase, NULL);
        if (v == NULL || v->phase != phase) continue;
        sni_reduction r = v->dtype == SNI_BOOL ? (below(m, 2) ? SNI_REDUCE_ANY : SNI_REDUCE_ALL) : reductions[below(m, 4)];
        keep(m, k_reduce(&m->f, (phase - 2) / 2, r, v->id), phase + 1);
    }
}

/* Keeps a value of this pass for the next. */
static inline void add_random_stage(maker *m, int phase)
{
    const value *v = some_value(m, phase, NULL);
    if (v == NULL || v->phase != phase || m->f.k.nstages >= 4 || phase / 2 >= m->f.k.npasses) return;
    int stage = m->f.k.nstages++, pass = (phase - 2) / 2;
    add_instr(&m->f, SNI_K_STAGE, 0, v->dtype, SNI_XR, pass, stage, 1, v->id, 0, 0);
    keep(m, add_instr(&m->f, SNI_K_UNSTAGE, 0, v->dtype, SNI_XR, pass + 1, stage, 0, 0, 0, 0), phase + 2);
}

static inline void random_space(maker *m)
{
    static const int64_t limits[] = {1, 3, 8, 40, 70, 200, 1500, 3000};
    int64_t extents[SNI_KERNEL_DIMS], total = 1;
    int nx = (int)below(m, 4), nr = (int)below(m, 3);
    for (int d = 0; d < nx + nr; d++) {
        extents[d] = 1 + below(m, limits[below(m, (int64_t)SNI_COUNT(limits))]);
        if (total * extents[d] > 30000) extents[d] = 1 + below(m, 3);
        total *= extents[d];
    }
    fixture_init(&m->f, nr == 0 ? SNI_PATTERN_MAP : (sni_pattern)(1 + below(m, 4)), nx, nr, extents);
    if (nr > 0) m->f.k.npasses = (uint8_t)(1 + below(m, 3));
}

static inline void make_kernel(maker *m, uint64_t seed)
{
    m->state = seed * 77777;
    random_space(m);
    for (int i = 0; i < 3; i++) {
        sni_dtype t = some_dtype(m);
        keep(m, k_scalar(&m->f, t, random_value(&m->state, t)), 0);
    }
    add_random_op(m, 0);
    int last = 1 + 2 * m->f.k.npasses;
    for (int phase = 1; phase <= last; phase++) {
        int inputs = (int)below(m, 3) + (phase % 2 == 0);
        for (int i = 0; i < inputs; i++) add_random_input(m, phase);
        for (int i = (int)below(m, 8); i > 0; i--) add_random_op(m, phase);
        if (phase % 2 == 0) add_random_reductions(m, phase);
        if (phase % 2 == 0) add_random_stage(m, phase);
        if (below(m, 2) || phase == last) add_random_output(m, phase);
    }
}

static inline void free_kernel(maker *m)
{
    for (int i = 0; i < SNI_KERNEL_OPERANDS; i++) {
        free(m->memory[i]);
        free(m->expected[i]);
    }
    free(m);
}

#endif
