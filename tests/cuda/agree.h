/* Kernels whose answers on a GPU must be the interpreter's, bit for bit: what the programs that play one share.
 * Each defines `loaded` and the three functions that take it. */
#ifndef CUDA_AGREE_H
#define CUDA_AGREE_H

#include "kernels.h"

#define same random_same /* of values of the generator */
#include "../unit/random_kernel.h"
#undef same

static int checked, tables[2]; /* tables: of them, maps and others whose parameters are a table in memory */

/* ---- a kernel ------------------------------------------------------------------------------------------------ */

typedef struct setup { /* a kernel with all that a run of it takes */
    const sni_kernel *k;
    const sni_geometry *g;
    void *ptr[SNI_KERNEL_OPERANDS];
    size_t bytes[SNI_KERNEL_OPERANDS]; /* of outputs */
    size_t room[SNI_KERNEL_OPERANDS];  /* of all that have memory */
    sni_scalar scalars[SNI_KERNEL_OPERANDS];
    const char *text;                  /* where it comes from */
} setup;

static void *claim(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    need(p != NULL, "memory");
    return p;
}

/* What no loop of the interpreter joins is compiled for this machine. */
static void run_compiled(const setup *s)
{
    int64_t geo[SNI_KERNEL_DIMS + SNI_KERNEL_OPERANDS * (SNI_KERNEL_DIMS + 1)], *at = geo;
    int dims = s->k->nx + s->k->nr;
    for (int d = 0; d < dims; d++) *at++ = s->g->extent[d];
    for (int o = 0; o < s->k->noperands; o++) {
        *at++ = s->g->offset[o];
        for (int d = 0; d < dims; d++) *at++ = s->g->stride[o][d];
    }
    sni_program *p;
    sni_launch l = {.kernel = s->k, .geometry = s->g, .geo = geo, .ptr = s->ptr, .scalars = s->scalars};
    need(sni_cpu_device.prepare(&sni_cpu_device, s->k, &p) == SN_OK, s->text);
    need(sni_cpu_device.launch(&sni_cpu_device, p, &l) == SN_OK, s->text);
    sni_cpu_device.release(&sni_cpu_device, p);
}

static void interpret(const setup *s)
{
    if (s->k->nformulas) {
        run_compiled(s);
        return;
    }
    void *scratch = claim(sni_interp_scratch(s->k, s->g));
    need(sni_interp_run(s->k, s->g, s->ptr, s->scalars, scratch, 0, s->g->nx) == SN_OK, "interpreter");
    free(scratch);
}

/* ---- what plays it, defined by the program ------------------------------------------------------------------------ */

typedef struct loaded loaded; /* a kernel made from its source */
static loaded *load(const setup *s, const char *source);
static void play(const setup *s, const loaded *l, int64_t most_blocks); /* over a grid of at most so many blocks */
static void unload(loaded *l);

/* ---- comparing ------------------------------------------------------------------------------------------------- */

static double element(const void *data, sni_dtype dtype, size_t k)
{
    sni_scalar s = {0};
    memcpy(&s, (const char *)data + k * sni_dtypes[dtype].bytes, sni_dtypes[dtype].bytes);
    return sni_scalar_cast(s, dtype, SNI_FLOAT64).f64;
}

static bool same(const void *a, const void *b, sni_dtype dtype, size_t k, bool closely)
{
    size_t width = sni_dtypes[dtype].bytes;
    if (memcmp((const char *)a + k * width, (const char *)b + k * width, width) == 0) return true;
    double x = element(a, dtype, k), y = element(b, dtype, k), unit = dtype == SNI_FLOAT32 ? 1e-5 : 1e-12;
    if (sni_dtypes[dtype].kind != SNI_KIND_FLOAT) return false;
    return (isnan(x) && isnan(y)) || (closely && fabs(x - y) <= unit * (fabs(x) + fabs(y)));
}

static bool may_differ(const sni_kernel *k)
{
    for (int32_t v = 0; v < k->ninstrs; v++)
        if (k->instrs[v].op == SNI_K_ELEMENT && sni_ops[k->instrs[v].code].ulp > 0 && sni_dtypes[k->instrs[v].dtype].kind == SNI_KIND_FLOAT) return true;
    return false;
}

static void compare(const setup *s, int o, const void *wanted, const char *source)
{
    sni_dtype dtype = (sni_dtype)s->k->operands[o].dtype;
    for (size_t e = 0; e < s->bytes[o] / sni_dtypes[dtype].bytes; e++) {
        if (same(wanted, s->ptr[o], dtype, e, may_differ(s->k))) continue;
        printf("FAILED: %s: operand %d, element %zu is %.17g, not %.17g\n%s\n", s->text, o, e, element(s->ptr[o], dtype, e),
               element(wanted, dtype, e), source);
        exit(1);
    }
}

static void spoil_outputs(const setup *s)
{
    for (int o = 0; o < s->k->noperands; o++)
        if (s->bytes[o]) memset(s->ptr[o], 0x5A, s->bytes[o]);
}

/* The answers of this machine are kept; each grid then starts from the same memory and must find the same. */
static void check_kernel_over(const setup *s, const int64_t *grids, size_t ngrids)
{
    sni_str source = {0};
    void *wanted[SNI_KERNEL_OPERANDS] = {0};
    spoil_outputs(s);
    interpret(s);
    for (int o = 0; o < s->k->noperands; o++)
        if (s->bytes[o]) memcpy(wanted[o] = claim(s->bytes[o]), s->ptr[o], s->bytes[o]);
    need(sni_emit_cuda(s->k, &source) == SN_OK, s->text);
    loaded *l = load(s, sni_str_text(&source));
    for (size_t grid = 0; grid < ngrids; grid++) {
        spoil_outputs(s);
        play(s, l, grids[grid]);
        for (int o = 0; o < s->k->noperands; o++)
            if (wanted[o]) compare(s, o, wanted[o], sni_str_text(&source));
    }
    unload(l);
    for (int o = 0; o < s->k->noperands; o++) free(wanted[o]);
    sni_str_free(&source);
    checked++;
    tables[s->k->pattern != SNI_PATTERN_MAP] += sni_cuda_params_by_pointer(s->k);
}

static inline void check_kernel(const setup *s)
{
    static const int64_t grids[] = {3, 1000};
    check_kernel_over(s, grids, SNI_COUNT(grids));
}

/* ---- kernels of expressions -------------------------------------------------------------------------------------- */

static void bind(const program *p, const sni_lowered *l, const char *text, setup *s)
{
    *s = (setup){.k = &l->kernel, .g = &l->geometry, .text = text};
    for (int o = 0; o < s->k->noperands; o++) {
        if (l->operand_val[o] < 0) continue;
        const sni_node *n = p->s.vals[l->operand_val[o]].node;
        s->ptr[o] = p->data[l->operand_val[o]];
        s->room[o] = (size_t)n->layout->size * sni_dtypes[n->dtype].bytes;
        if (s->k->operands[o].kind == SNI_OPERAND_OUT) s->bytes[o] = s->room[o];
    }
    for (int k = 0; k < s->k->nscalars; k++) {
        s->scalars[k] = l->scalar_literal[k];
        if (l->scalar_val[k] >= 0) s->scalars[k] = (sni_scalar){.u64 = p->s.vals[l->scalar_val[k]].node->u.scalar};
    }
}

/* Maps are checked for one shape alone. */
static inline void check_expression(const char *text, int64_t rows, int64_t columns, bool split, bool wide, bool maps)
{
    program p;
    program_open(&p, text, rows, columns, split);
    program_allocate(&p);
    for (int32_t group = 0; group < p.s.ngroups; group++) {
        if (p.s.groups[group].empty) continue;
        sni_lowered *l = program_lower(&p, group);
        setup s;
        if (wide) l->kernel.index32 = false;
        bind(&p, l, text, &s);
        if (maps || l->kernel.pattern != SNI_PATTERN_MAP) check_kernel(&s);
        else interpret(&s);
        lowered_close(l);
    }
    program_close(&p);
}

static inline void check_operation(const sni_op_info *op)
{
    sni_str text = {0};
    put_operation(op, true, &text);
    if (text.len) check_expression(sni_str_text(&text), 37, 70, false, false, true);
    sni_str_free(&text);
}

static inline void check_random(uint64_t seed)
{
    char text[40];
    maker *m = calloc(1, sizeof *m);
    need(m != NULL, "memory");
    make_kernel(m, seed);
    m->f.k.index32 = seed % 2;
    if (seed % 3) sni_cuda_set_class(&m->f.k, &m->f.g);
    snprintf(text, sizeof text, "random kernel %llu", (unsigned long long)seed);
    setup s = {.k = &m->f.k, .g = &m->f.g, .text = text};
    memcpy(s.ptr, m->f.ptr, sizeof s.ptr);
    memcpy(s.scalars, m->f.scalars, sizeof s.scalars);
    for (int o = 0; o < s.k->noperands; o++) {
        s.room[o] = m->bytes[o];
        if (s.k->operands[o].kind == SNI_OPERAND_OUT) s.bytes[o] = m->bytes[o];
    }
    if (sni_kernel_verify(s.k) == SN_OK) check_kernel(&s);
    free_kernel(m);
}

/* Kernels with more parameters than a launch can hold. */
static inline void check_many_operands(void)
{
    sni_str text = {0};
    for (int k = 0; k < 55; k++)
        sni_str_printf(&text, "%sf.reshape(8, 8, 3, 3, 3, 3)[%d:%d, %d:%d, %d:%d, %d:%d, %d:%d, %d:%d] * %d.5", k ? " + " : "",
                       k / 16, k / 16 + 4, k / 32, k / 32 + 6, k % 2, k % 2 + 2, k / 2 % 2, k / 2 % 2 + 2, k / 4 % 2, k / 4 % 2 + 2,
                       k / 8 % 2, k / 8 % 2 + 2, k);
    check_expression(sni_str_text(&text), 64, 81, false, false, true);
    sni_str whole = {0};
    sni_str_printf(&whole, "(%s).sum((1, 3))\n", sni_str_text(&text));
    check_expression(sni_str_text(&whole), 64, 81, false, false, true);
    need(tables[0] && tables[1], "parameters in memory");
    sni_str_free(&text);
    sni_str_free(&whole);
}

/* Operands that lie across each other, over edges of tiles of every kind. */
static inline void check_transposed(void)
{
    static const int64_t shapes[][2] = {{33, 65}, {1, 100}, {100, 1}, {16, 17}, {64, 32}, {15, 200}, {200, 15}, {96, 31}};
    static const char *const orders[] = {"2, 0, 1", "0, 2, 1", "2, 1, 0", "1, 2, 0", "1, 0, 2"};
    sni_str text = {0};
    for (size_t k = 0; k < SNI_COUNT(shapes); k++) {
        check_expression("f.reshape(f.T.shape) + f.T", shapes[k][0], shapes[k][1], false, k % 2, true);
        check_expression("pad(c.T, 2) - o.reshape(o.T.shape).sum() + pad(c.reshape(c.T.shape), 2)", shapes[k][0], shapes[k][1], false, false, true);
    }
    for (size_t k = 0; k < SNI_COUNT(orders); k++) {
        sni_str_clear(&text);
        sni_str_printf(&text, "f.reshape(18, 20, 17).transpose(%s) * 2 - d.reshape(f.reshape(18, 20, 17).transpose(%s).shape)", orders[k], orders[k]);
        check_expression(sni_str_text(&text), 360, 17, false, k == 0, true);
    }
    sni_str_free(&text);
}

/* Kernels of every pattern, and every operation over every dtype that it gives the same bits for everywhere. */
static inline void check_everything(uint64_t seeds)
{
    for (uint64_t seed = 1; seed <= seeds; seed++) check_random(seed);
    for (size_t k = 0; k < SNI_COUNT(expressions); k++) {
        check_expression(expressions[k], 37, 70, false, k % 5 == 1, true);
        check_expression(expressions[k], 5, 2080, k % 2, false, false);
    }
    for (int op = 0; op < SNI_OP_COUNT; op++) check_operation(&sni_ops[op]);
    check_many_operands();
    check_transposed();
    check_expression("f.sum(0)", 2100, 40, true, false, false);
    check_expression("d.max(0) + d.sum(0)", 5000, 3, true, true, false);
    check_expression("f.sum() / 7", 70, 1024, true, false, false);
    check_expression("f.sum(1)", 2, 70001, true, false, false);
    check_expression("b.any(0)", 3000, 33, false, false, false);
    check_expression("f[:, :0].sum(1)\nd[:0].prod(0)\nb[:0].all()", 30, 20, false, false, false);
}

#endif
