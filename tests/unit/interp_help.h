/* Kernels built by hand, and an element-by-element evaluation of them to compare the interpreter with. */
#ifndef INTERP_HELP_H
#define INTERP_HELP_H

#include "runtime/cpu/cpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HELP_INSTRS = 512 };

typedef struct fixture {
    sni_kernel k;
    sni_geometry g;
    sni_kinstr instrs[HELP_INSTRS];
    void *ptr[SNI_KERNEL_OPERANDS];
    sni_scalar scalars[SNI_KERNEL_OPERANDS];
} fixture;

static inline void fixture_init(fixture *f, sni_pattern pattern, int nx, int nr, const int64_t *extents)
{
    memset(f, 0, sizeof *f);
    f->k.pattern = (uint8_t)pattern;
    f->k.nx = (uint8_t)nx;
    f->k.nr = (uint8_t)nr;
    f->k.npasses = nr > 0;
    f->k.instrs = f->instrs;
    f->g.nx = f->g.nr = 1;
    for (int d = 0; d < nx + nr; d++) {
        f->g.extent[d] = extents[d];
        *(d < nx ? &f->g.nx : &f->g.nr) *= extents[d];
    }
}

static inline uint16_t add_operand(fixture *f, sni_operand_kind kind, sni_dtype dtype, void *data, int64_t offset, const int64_t *strides)
{
    uint16_t slot = f->k.noperands++;
    sni_operand *o = &f->k.operands[slot];
    o->dtype = (uint8_t)dtype;
    o->kind = (uint8_t)kind;
    f->ptr[slot] = data;
    f->g.offset[slot] = offset;
    for (int d = 0; d < f->k.nx + f->k.nr; d++) {
        f->g.stride[slot][d] = strides[d];
        o->access[d] = strides[d] == 0 ? SNI_ACCESS_BROADCAST : strides[d] == 1 ? SNI_ACCESS_UNIT : SNI_ACCESS_STRIDED;
    }
    return slot;
}

static inline int32_t add_instr(fixture *f, sni_kop op, int code, sni_dtype dtype, sni_level level, int pass, int slot, int nargs,
                                int32_t a, int32_t b, int32_t c)
{
    sni_kinstr *i = &f->instrs[f->k.ninstrs];
    *i = (sni_kinstr){.op = (uint8_t)op, .code = (uint8_t)code, .dtype = (uint8_t)dtype, .level = (uint8_t)level,
                      .pass = (uint8_t)pass, .nargs = (uint8_t)nargs, .slot = (uint16_t)slot, .arg = {a, b, c}};
    return f->k.ninstrs++;
}

/* Short forms at one level and pass. */
static inline int32_t k_load(fixture *f, sni_level l, int pass, uint16_t slot)
{
    return add_instr(f, SNI_K_LOAD, 0, (sni_dtype)f->k.operands[slot].dtype, l, pass, slot, 0, 0, 0, 0);
}
static inline int32_t k_scalar(fixture *f, sni_dtype t, sni_scalar value)
{
    int slot = f->k.nscalars++;
    f->scalars[slot] = value;
    f->k.scalar_dtype[slot] = (uint8_t)t;
    return add_instr(f, SNI_K_SCALAR, 0, t, SNI_UNIFORM, 0, slot, 0, 0, 0, 0);
}
static inline int32_t k_op1(fixture *f, sni_level l, int pass, sni_op op, int32_t a)
{
    return add_instr(f, SNI_K_ELEMENT, (int)op, (sni_dtype)f->instrs[a].dtype, l, pass, 0, 1, a, 0, 0);
}
static inline int32_t k_op2(fixture *f, sni_level l, int pass, sni_op op, int32_t a, int32_t b)
{
    sni_dtype t = sni_ops[op].rule == SNI_RULE_COMPARE || sni_ops[op].rule == SNI_RULE_LOGICAL ? SNI_BOOL : (sni_dtype)f->instrs[a].dtype;
    return add_instr(f, SNI_K_ELEMENT, (int)op, t, l, pass, 0, 2, a, b, 0);
}
static inline int32_t k_where(fixture *f, sni_level l, int pass, int32_t a, int32_t b, int32_t c)
{
    return add_instr(f, SNI_K_ELEMENT, SNI_OP_WHERE, (sni_dtype)f->instrs[b].dtype, l, pass, 0, 3, a, b, c);
}
static inline int32_t k_cast(fixture *f, sni_level l, int pass, sni_dtype to, int32_t a)
{
    return add_instr(f, SNI_K_CAST, 0, to, l, pass, 0, 1, a, 0, 0);
}
static inline int32_t k_reduce(fixture *f, int pass, sni_reduction r, int32_t a)
{
    return add_instr(f, SNI_K_REDUCE, (int)r, (sni_dtype)f->instrs[a].dtype, SNI_X, pass, f->k.nreductions++, 1, a, 0, 0);
}
static inline int32_t k_store(fixture *f, sni_level l, int pass, uint16_t slot, int32_t a)
{
    return add_instr(f, SNI_K_STORE, 0, (sni_dtype)f->instrs[a].dtype, l, pass, slot, 1, a, 0, 0);
}

static inline int run_range(fixture *f, int64_t begin, int64_t end)
{
    size_t bytes = sni_interp_scratch(&f->k, &f->g);
    if (bytes == SIZE_MAX) return sni_error_status();
    void *scratch = aligned_alloc(64, (bytes + 63) & ~(size_t)63);
    if (scratch == NULL) return SN_ERR_MEMORY;
    memset(scratch, 0xff, bytes);
    int status = sni_interp_run(&f->k, &f->g, f->ptr, f->scalars, scratch, begin, end);
    free(scratch);
    return status;
}

static inline int run_all(fixture *f) { return run_range(f, 0, f->g.nx); }

/* ---- dtypes ----------------------------------------------------------------------------------------------- */
static inline sni_scalar get(const void *p, sni_dtype t, int64_t i)
{
    sni_scalar s = {.bits = {0, 0}};
    memcpy(&s, (const char *)p + i * sni_dtypes[t].bytes, sni_dtypes[t].bytes);
    return s;
}

static inline void put(void *p, sni_dtype t, int64_t i, sni_scalar s)
{
    memcpy((char *)p + i * sni_dtypes[t].bytes, &s, sni_dtypes[t].bytes);
}

static inline bool same(sni_scalar a, sni_scalar b, sni_dtype t)
{
    if (t == SNI_FLOAT32 && a.f32 != a.f32) return b.f32 != b.f32;
    if (t == SNI_FLOAT64 && a.f64 != a.f64) return b.f64 != b.f64;
    return memcmp(&a, &b, sni_dtypes[t].bytes) == 0;
}

/* ---- the order of additions, after reduction_order.py -------------------------------------------------------- */
typedef sni_scalar (*combine)(sni_scalar a, sni_scalar b, sni_dtype t, int code);

static inline sni_scalar chunk_partial(const sni_scalar *x, int64_t n, combine op, sni_dtype t, int code)
{
    sni_scalar lane[32];
    int64_t held = n < 32 ? n : 32;
    for (int64_t r = 0; r < n; r++) lane[r % 32] = r < 32 ? x[r] : op(lane[r % 32], x[r], t, code);
    for (int64_t width = 16; width > 0; width /= 2) {
        for (int64_t j = 0; j < width && j + width < held; j++) lane[j] = op(lane[j], lane[j + width], t, code);
        if (held > width) held = width;
    }
    return lane[0];
}

/* Overwrites x. */
static inline sni_scalar fixed_reduce(sni_scalar *x, int64_t n, combine op, sni_dtype t, int code)
{
    int64_t parts = 0;
    for (int64_t i = 0; i < n; i += 1024) x[parts++] = chunk_partial(x + i, n - i < 1024 ? n - i : 1024, op, t, code);
    while (parts > 1) {
        int64_t half = 0;
        for (int64_t i = 0; i + 1 < parts; i += 2) x[half++] = op(x[i], x[i + 1], t, code);
        if (parts % 2) x[half++] = x[parts - 1];
        parts = half;
    }
    return x[0];
}

/* ---- one element ------------------------------------------------------------------------------------------------ */
#define ARITHMETIC(field, type)                                                                   \
    switch (op) {                                                                                 \
    case SNI_OP_ADD: r.field = (type)(a.field + b.field); break;                                  \
    case SNI_OP_SUBTRACT: r.field = (type)(a.field - b.field); break;                             \
    case SNI_OP_MULTIPLY: r.field = (type)(a.field * b.field); break;                             \
    case SNI_OP_NEGATIVE: r.field = (type)-a.field; break;                                        \
    case SNI_OP_MAXIMUM: r.field = b.field > a.field || b.field != b.field ? b.field : a.field; break; \
    case SNI_OP_MINIMUM: r.field = b.field < a.field || b.field != b.field ? b.field : a.field; break; \
    case SNI_OP_LESS: r.b8 = a.field < b.field; break;                                            \
    case SNI_OP_WHERE: r = a.b8 ? b : c; break;                                                   \
    default: abort();                                                                             \
    }

static inline sni_scalar apply(int op, sni_dtype t, sni_scalar a, sni_scalar b, sni_scalar c)
{
    sni_scalar r = {.bits = {0, 0}};
    switch (t) {
    case SNI_FLOAT32: ARITHMETIC(f32, float) break;
    case SNI_FLOAT64: ARITHMETIC(f64, double) break;
    case SNI_INT8: ARITHMETIC(i8, int8_t) break;
    case SNI_UINT8: ARITHMETIC(u8, uint8_t) break;
    case SNI_INT16: ARITHMETIC(i16, int16_t) break;
    case SNI_UINT16: /* as unsigned: a product of two may not fit int */
        r.u32 = a.u16;
        c.u32 = b.u16;
        if (op == SNI_OP_MULTIPLY) return apply(op, SNI_UINT32, r, c, c);
        ARITHMETIC(u16, uint16_t)
        break;
    case SNI_UINT32: ARITHMETIC(u32, uint32_t) break;
    case SNI_INT32: /* wraps: as unsigned but for order */
        if (op == SNI_OP_ADD || op == SNI_OP_SUBTRACT || op == SNI_OP_MULTIPLY || op == SNI_OP_NEGATIVE) return apply(op, SNI_UINT32, a, b, c);
        ARITHMETIC(i32, int32_t)
        break;
    case SNI_INT64:
        if (op == SNI_OP_ADD || op == SNI_OP_SUBTRACT || op == SNI_OP_MULTIPLY || op == SNI_OP_NEGATIVE) return apply(op, SNI_UINT64, a, b, c);
        ARITHMETIC(i64, int64_t)
        break;
    case SNI_UINT64: ARITHMETIC(u64, uint64_t) break;
    case SNI_BOOL:
        r.b8 = op == SNI_OP_ADD || op == SNI_OP_MAXIMUM || op == SNI_OP_LOGICAL_OR ? a.b8 | b.b8
               : op == SNI_OP_MULTIPLY || op == SNI_OP_MINIMUM || op == SNI_OP_LOGICAL_AND ? a.b8 & b.b8
               : op == SNI_OP_LESS ? a.b8 < b.b8
               : op == SNI_OP_WHERE ? (a.b8 ? b.b8 : c.b8)
                                    : (abort(), 0);
        break;
    default: abort();
    }
    return r;
}

static inline sni_scalar apply_combine(sni_scalar a, sni_scalar b, sni_dtype t, int code)
{
    return apply(code, t, a, b, b);
}

/* ---- a whole kernel, as kernel.h describes the loops --------------------------------------------------------- */
typedef struct slow {
    const fixture *f;
    sni_scalar value[HELP_INSTRS];
    sni_scalar *collected[HELP_INSTRS]; /* what a reduction has seen */
    sni_scalar *stage[16];
} slow;

static inline int64_t slow_offset(const fixture *f, int slot, int64_t x, int64_t r)
{
    int64_t offset = f->g.offset[slot];
    for (int d = f->k.nx + f->k.nr - 1; d >= 0; d--) {
        int64_t *flat = d < f->k.nx ? &x : &r;
        offset += *flat % f->g.extent[d] * f->g.stride[slot][d];
        *flat /= f->g.extent[d];
    }
    return offset;
}

static inline void slow_instr(slow *s, int32_t id, int64_t x, int64_t r)
{
    const fixture *f = s->f;
    const sni_kinstr *i = &f->instrs[id];
    sni_dtype t = (sni_dtype)i->dtype, from = i->nargs ? (sni_dtype)f->instrs[i->arg[i->nargs > 1]].dtype : t;
    sni_scalar a = s->value[i->arg[0]], b = s->value[i->arg[1]], c = s->value[i->arg[2]];
    switch (i->op) {
    case SNI_K_SCALAR: s->value[id] = f->scalars[i->slot]; break;
    case SNI_K_INDEX: s->value[id].i64 = slow_offset(f, i->slot, x, r); break;
    case SNI_K_LOAD:
        s->value[id] = get(f->ptr[i->slot], t, slow_offset(f, i->slot, x, r));
        if (t == SNI_BOOL) s->value[id].b8 = s->value[id].b8 != 0;
        break;
    case SNI_K_ELEMENT: s->value[id] = apply(i->code, from, a, b, c); break;
    case SNI_K_CAST: s->value[id] = sni_scalar_cast(a, from, t); break;
    case SNI_K_REDUCE:
        s->collected[id][r] = a;
        if (r == f->g.nr - 1) s->value[id] = fixed_reduce(s->collected[id], f->g.nr, apply_combine, t, (int)sni_reductions[i->code].combine);
        break;
    case SNI_K_STAGE: s->stage[i->slot][r] = a; break;
    case SNI_K_UNSTAGE: s->value[id] = s->stage[i->slot][r]; break;
    default: put(f->ptr[i->slot], from, slow_offset(f, i->slot, x, r), a); break;
    }
}

static inline bool slow_here(const sni_kinstr *i, sni_level level, int pass)
{
    if (i->op == SNI_K_REDUCE) return level == SNI_XR && i->pass == pass;
    return i->level == (uint8_t)level && (level == SNI_UNIFORM || i->pass == pass);
}

static inline void slow_level(slow *s, sni_level level, int pass, int64_t x, int64_t r)
{
    for (int32_t id = 0; id < s->f->k.ninstrs; id++)
        if (slow_here(&s->f->instrs[id], level, pass)) slow_instr(s, id, x, r);
}

static inline void slow_run(const fixture *f)
{
    slow *s = calloc(1, sizeof *s);
    s->f = f;
    for (int i = 0; i < 16; i++) s->stage[i] = calloc((size_t)f->g.nr, sizeof(sni_scalar));
    for (int32_t i = 0; i < f->k.ninstrs; i++)
        if (f->instrs[i].op == SNI_K_REDUCE) s->collected[i] = calloc((size_t)f->g.nr, sizeof(sni_scalar));
    slow_level(s, SNI_UNIFORM, 0, 0, 0);
    for (int64_t x = 0; x < f->g.nx; x++)
        for (int pass = 0; pass <= f->k.npasses; pass++) {
            slow_level(s, SNI_X, pass, x, 0);
            for (int64_t r = 0; pass < f->k.npasses && r < f->g.nr; r++) slow_level(s, SNI_XR, pass, x, r);
        }
    for (int i = 0; i < 16; i++) free(s->stage[i]);
    for (int32_t i = 0; i < f->k.ninstrs; i++) free(s->collected[i]);
    free(s);
}

/* ---- random numbers ---------------------------------------------------------------------------------------------- */
static inline uint64_t random_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline int64_t random_below(uint64_t *state, int64_t n) { return (int64_t)(random_bits(state) % (uint64_t)n); }

static inline sni_scalar random_value(uint64_t *state, sni_dtype t)
{
    double v = (double)random_below(state, 2000001) / 1e4 - 100;
    sni_scalar s = {.f64 = v};
    if (sni_dtypes[t].kind == SNI_KIND_FLOAT) return sni_scalar_cast(s, SNI_FLOAT64, t);
    s.bits[0] = random_bits(state);
    if (t == SNI_BOOL) s.b8 &= 1;
    return s;
}

#endif
