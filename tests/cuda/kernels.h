/* Kernels for the tests of CUDA C: expressions over small arrays, scheduled and lowered as for a GPU. */
#ifndef CUDA_KERNELS_H
#define CUDA_KERNELS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/kernel.h"
#include "expr/expr.h"
#include "expr/user.h"
#include "runtime/cpu/cpu.h"

static inline void need(bool holds, const char *what)
{
    if (holds) return;
    printf("FAILED: %s: %s\n", what, sni_error_message());
    exit(1);
}

/* ---- inputs -------------------------------------------------------------------------------------------- */

static inline void drop_buffer(void *storage)
{
    sni_buffer_release(storage);
}

static inline uint64_t draw(void)
{
    static uint64_t state = 0x9E3779B97F4A7C15u;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

/* Small numbers of either sign, and now and then what calls for care. */
static inline double draw_number(void)
{
    static const double odd[] = {0, -0.0, INFINITY, -INFINITY, NAN, 1e30, -1e30, 1e-42, 0.5, -0.5, 2147483648.0, 9.3e18, -9.3e18, 4e9, 200};
    return draw() % 16 == 0 ? odd[draw() % SNI_COUNT(odd)] : (double)((int64_t)(draw() % 2001) - 1000) / 8;
}

static inline sni_node *input(sni_graph *g, sni_dtype dtype, int rank, const int64_t *dims)
{
    bool complex = sni_dtype_complex(dtype);
    sni_dtype drawn = complex ? sni_dtype_part(dtype) : dtype;
    int64_t n = complex ? 2 : 1;
    size_t width = sni_dtypes[drawn].bytes;
    for (int k = 0; k < rank; k++) n *= dims[k];
    sni_buffer *b = sni_buffer_new(&sni_cpu_device, (size_t)n * width);
    need(b != NULL, "buffer");
    for (int64_t k = 0; k < n; k++) {
        sni_scalar s = sni_scalar_cast((sni_scalar){.f64 = draw_number()}, SNI_FLOAT64, drawn);
        memcpy((char *)b->data + (size_t)k * width, &s, width);
    }
    sni_node *x = sni_leaf(g, dtype, rank, dims, NULL, b);
    need(x != NULL, "input");
    return x;
}

/* ---- one expression ------------------------------------------------------------------------------------------ */

typedef struct program {
    sni_graph g;
    sni_node *in[16], *root[16];
    int nin;
    size_t nroots;
    sni_signature sig;
    sni_schedule s;
    sni_limits limits;
    void **data;      /* memory of each value of the schedule, NULL for those that have none */
} program;

/* What the expressions below call besides NumPy's functions. */
static inline void define_operations(void)
{
    static const sni_user_text all[] = {
        {.name = "soft", .arguments = "float32 x, float32 a", .result = "float32", .map = "0.5f * x * (1 + fabsf(a * x)) + (x > 0 ? a : -a)"},
        {.name = "digits", .arguments = "int32 x, uint8 y", .map = "x / 7 % 5 - y * 3 + (x << 2) + (~x & 15)"},
        {"dotted", "float32 x, float32 y", "float64", "(double)x * y", "a + b", "0"},
        {"absmax", "float32 x", NULL, "x", "fabsf(a) > fabsf(b) ? a : b", "0"},
        {"mixed", "int64 x", NULL, "x * 31 + 7", "(a ^ b) + (a & b) * 2", "0"},
        {"lowest", "uint8 x", NULL, "x", "min(a, b)", "0xff"},
        {"most", "int16 x", NULL, "x", "max(a, b)", "-0x8000"}};
    const sni_user *u;
    for (size_t k = 0; k < SNI_COUNT(all); k++) need(sni_user_define(&all[k], &u) == SN_OK, all[k].name);
}

/* Records each line of the text, all of them to be computed together. */
static inline void record_lines(program *p, const char *text, const sni_expr_name *names)
{
    for (const char *at = text; *at; p->nroots++) {
        sni_expr_error error;
        size_t n = strcspn(at, "\n");
        need(p->nroots < SNI_COUNT(p->root), "lines");
        need(sni_expr_eval(&p->g, at, n, names, (size_t)p->nin, &p->root[p->nroots], &error) == SN_OK, at);
        at += n + (at[n] == '\n');
    }
}

typedef struct named { /* an input */
    const char *name;
    sni_dtype dtype;
    int rank;
    int64_t dims[2];
} named;

static inline void program_open_over(program *p, const char *text, const named *inputs, int count, const sni_limits *limits)
{
    sni_expr_name bound[16];
    *p = (program){.limits = *limits};
    need(sni_graph_init(&p->g) == SN_OK, "graph");
    define_operations();
    p->g.storage_release = drop_buffer;
    for (p->nin = 0; p->nin < count; p->nin++) {
        const named *n = &inputs[p->nin];
        p->in[p->nin] = input(&p->g, n->dtype, n->rank, n->dims);
        bound[p->nin] = (sni_expr_name){n->name, p->in[p->nin]};
    }
    record_lines(p, text, bound);
    need(sni_signature_build(&p->g, p->root, p->nroots, &p->sig) == SN_OK, text);
    need(sni_schedule_build(&p->sig, p->root, p->nroots, &p->limits, &p->s) == SN_OK, text);
}

/* Over arrays of one shape, one for each dtype and a second float32. */
static inline void program_open(program *p, const char *text, int64_t rows, int64_t columns, bool split)
{
    static const struct { const char *name; sni_dtype dtype; } names[] = {
        {"f", SNI_FLOAT32}, {"d", SNI_FLOAT64}, {"i", SNI_INT32}, {"l", SNI_INT64}, {"u", SNI_UINT64}, {"w", SNI_UINT32},
        {"c", SNI_INT8}, {"h", SNI_INT16}, {"o", SNI_UINT8}, {"z", SNI_UINT16}, {"b", SNI_BOOL}, {"g", SNI_FLOAT32},
        {"m", SNI_COMPLEX64}, {"n", SNI_COMPLEX128}};
    named inputs[SNI_COUNT(names)];
    sni_limits limits = sni_limits_cuda;
    limits.split_reduced = split ? 1024 : INT64_MAX;
    for (size_t k = 0; k < SNI_COUNT(names); k++) inputs[k] = (named){names[k].name, names[k].dtype, 2, {rows, columns}};
    program_open_over(p, text, inputs, (int)SNI_COUNT(names), &limits);
}

/* Memory for every value that is stored, and that of the inputs. */
static inline void program_allocate(program *p)
{
    p->data = calloc((size_t)p->s.nvals + 1, sizeof *p->data);
    for (int32_t v = 0; v < p->s.nvals; v++) {
        const sni_node *n = p->s.vals[v].node;
        size_t bytes = ((size_t)n->layout->size * sni_dtypes[n->dtype].bytes + 63) / 64 * 64;
        if (n->kind == SNI_NODE_LEAF) p->data[v] = ((sni_buffer *)n->u.storage)->data;
        else if (p->s.vals[v].materialised) p->data[v] = aligned_alloc(64, bytes ? bytes : 64);
    }
}

static inline void program_close(program *p)
{
    for (int32_t v = 0; p->data && v < p->s.nvals; v++)
        if (p->s.vals[v].node->kind != SNI_NODE_LEAF) free(p->data[v]);
    free(p->data);
    sni_schedule_free(&p->s);
    sni_signature_free(&p->sig);
    for (size_t k = 0; k < p->nroots; k++) sni_node_release(&p->g, p->root[k]);
    for (int k = 0; k < p->nin; k++) sni_node_release(&p->g, p->in[k]);
    sni_graph_destroy(&p->g);
}

static inline sni_lowered *program_lower(program *p, int32_t group)
{
    sni_lowered *l = malloc(sizeof *l);
    need(l && sni_lower(&p->s, group, &p->limits, l) == SN_OK, "lowering");
    need(sni_kernel_verify(&l->kernel) == SN_OK, "kernel");
    return l;
}

static inline void lowered_close(sni_lowered *l)
{
    sni_kernel_free(&l->kernel);
    free(l);
}

/* Appends a line for each dtype that an operation has a loop for, all over the input d so that they become one
 * kernel; `exact`: those alone whose result is the same on every device. */
static inline void put_operation(const sni_op_info *op, bool exact, sni_str *out)
{
    static const char letters[] = {[SNI_KIND_BOOL] = 'b', [SNI_KIND_INT] = 'i', [SNI_KIND_UINT] = 'u', [SNI_KIND_FLOAT] = 'f'};
    int first = op->rule == SNI_RULE_WHERE;
    for (int t = 0; t < SNI_DTYPE_COUNT; t++) {
        bool real = sni_dtypes[t].kind == SNI_KIND_FLOAT;
        if (!sni_dtype_computes((sni_dtype)t) || !strchr(op->kinds, letters[sni_dtypes[t].kind]) || (exact && op->ulp > 0 && real)) continue;
        sni_str_printf(out, "%s(%sd.astype(%s)", op->name, first ? "d > 0, " : "", sni_dtypes[t].name);
        const char *second = op->rule == SNI_RULE_LDEXP ? "int32" : sni_dtypes[t].name;
        if (op->arity - first > 1) sni_str_printf(out, ", d[::-1].astype(%s)", second);
        sni_str_put(out, ")\n");
    }
}

/* Expressions over every pattern and dtype. */
static const char *const expressions[] = {
    "where(f > .5, sin(f)*2, g) / f.sum(axis=1, keepdims=True)",
    "f*2 + g*3", "(f + 1) * (d - 2)", "c + 1", "b & (f > 0)", "h * z + o", "(i + l) // 3 % 7", "f.T + 1", "f[:, ::-1] * g[::-1]",
    "f[1:, 1:] + g[:-1, :-1]", "f + g[0]", "f + g[:, :1]", "f[:, None, :3] * g[None, :, :3]", "arange(1000) * 3 - 7", "l + arange(l.size).reshape(l.shape)",
    "f.sum()", "f.sum(0)", "f.sum(1)", "d.mean(0)", "d.mean(1)", "c.sum(1)", "o.prod(0)", "b.sum(1)", "f.max(1)", "d.min(0)", "i.max()", "u.min(1)",
    "b.any(0)", "b.all(1)", "z.max(0)", "h.min(1)", "c.max()", "(f > 0).any()", "f.sum(dtype=float64)", "w.sum(0)", "l.prod(1)", "b.max(1)",
    "exp(f - f.max(1, keepdims=True)) / exp(f - f.max(1, keepdims=True)).sum(1, keepdims=True)",
    "(f - f.mean(0)) / sqrt(((f - f.mean(0))**2).mean(0) + 1e-5)",
    "(d - d.mean(1, keepdims=True)) / sqrt(((d - d.mean(1, keepdims=True))**2).mean(1, keepdims=True) + 1e-5)",
    "f.sum(1) + f.max(1)", "f.sum(0) * d.max(0)", "(f[:, None] * g[:, :, None]).sum((0, 2))", "(f[:, None] + g[:, :, None]).max((1, 2))",
    "f.T.sum(0)", "f.T.sum(1)", "f[:, ::2].sum(1)", "f[::2].sum(0)", "sqrt((f**2).sum(1))", "(f * g).sum() / f.size", "where(b, f, g).sum(1)",
    "f.astype(int8)", "d.astype(uint64)", "d.astype(int64)", "d.astype(uint32)", "f.astype(uint8)", "f.astype(int16)", "u.astype(float32)", "l.astype(float32)",
    "concatenate([f, g * 2, d])", "concatenate([f, f[:, :1]], axis=1)", "pad(f * 2, 1, constant_values=3) + 1", "pad(b, ((2, 0), (0, 5)))",
    "roll(f, 3) - f", "roll(d, (1, -2), (0, 1)) * f", "concatenate([f, g], axis=1).sum(1)", "concatenate([f, d]).sum(0)", "pad(d, 2).max()",
    "stack([f, g, f], axis=2).max((0, 2))", "stack([b, f > 0]).all(0)", "pad(o, 1)[1:, ::-1] * 3",
    "m * n", "m * 2j - f", "m / n", "(m[:, ::-1] * m.conj()).real", "n.imag * d", "sqrt(m * 1j)", "m.sum(1)", "n.mean(0)", "(m == m[::-1]) | iscomplex(n)",
    "m.astype(complex128).T", "angle(n)",
    "f.reshape(f.T.shape) + f.T * g.T", "c.T + o.reshape(o.T.shape)", "b.T & b.reshape(b.T.shape)", "f[:3, :, None] * g.T[None, :, :]",
    "f.T[:, ::-1] + d.reshape(d.T.shape) * arange(d.size).reshape(d.T.shape)", "m.T + m.reshape(m.T.shape)", "concatenate([f.T, g.reshape(g.T.shape)])",
    "soft(f, 2) * g", "soft(f, g[0]) + soft(g, f)", "digits(i, o) * l", "dotted(f, g, axis=1)", "dotted(f, g, axis=0) + 1", "absmax(f)",
    "f / absmax(f, axis=1, keepdims=True)", "absmax(f * 2, axis=0) + f.sum(0)", "mixed(l)", "mixed(l, axis=0)", "mixed(l, axis=1) + mixed(l * 2, axis=1)",
    "lowest(o, axis=1)", "lowest(o, axis=0) + most(h, axis=0)", "most(h)", "dotted(f[:, None], g[:, :, None], axis=(0, 2))", "dotted(f[:, :0], g[:, :0], axis=1)",
    "l.astype(bool)", "f.astype(bool)", "b.astype(float64)", "i.astype(uint8)", "c.astype(uint64)",
};

#endif
