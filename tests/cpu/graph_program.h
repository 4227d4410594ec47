/* A random expression as a program: a list of steps, each of which makes an array of earlier ones.  It is
 * recorded as often as wanted, written as text, and cut down where it goes wrong. */
#ifndef TESTS_GRAPH_PROGRAM_H
#define TESTS_GRAPH_PROGRAM_H

#include "help_operations.h"

enum { STEPS = 40, AXES = 6, OUTPUTS = 8 };

typedef enum step_kind {
    STEP_LEAF, STEP_FULL, STEP_ARANGE, STEP_NUMBER, STEP_ELEMENT, STEP_REDUCE, STEP_CAST, STEP_SLICE, STEP_TRANSPOSE,
    STEP_RESHAPE, STEP_BROADCAST, STEP_EXPAND, STEP_SQUEEZE
} step_kind;

typedef struct step {
    step_kind kind;
    int code;                    /* row of the table of operations or of reductions */
    int in[3];
    int naxes, axes[AXES];       /* reduced, or in their new order */
    bool keepdims;
    int nitems;
    sn_item_spec items[AXES + 2];
    sn_dtype dtype;              /* to convert to or make of */
    int nparams;                 /* shape to make */
    int64_t params[AXES];
    double number;
    char *memory, *first;        /* LEAF: what is allocated, its first element */
    int64_t strides[AXES];       /* LEAF: bytes */
    /* what it is */
    sn_dtype type;
    int ndim;
    int64_t dims[AXES], size;
} step;

typedef struct program {
    int count, noutputs, outputs[OUTPUTS];
    step steps[STEPS];
} program;

typedef struct reduction {
    const char *name;
    sn_array (*f)(sn_array, sn_axes, bool, sn_dtype, sn_array, sn_array);
} reduction;

static const reduction reductions[] = {
#define SN_OP(ID, ...)
#define SN_REDUCTION(ID, op, ...) {.name = #op, .f = sn_##op},
#include "graph/ops.def"
};

/* ---- recording ------------------------------------------------------------------------------------------------ */

static inline sn_array step_number(const step *s)
{
    if (s->dtype == SN_BOOL) return sn_weak_bool(s->number != 0);
    return s->dtype == SN_FLOAT64 ? sn_weak_f64(s->number) : sn_weak_i64((int64_t)s->number);
}

static inline sn_array step_element(const step *s, const sn_array *made)
{
    const operation *op = &operations[s->code];
    if (op->arity == 1) return op->f1(made[s->in[0]]);
    if (op->arity == 2) return op->f2(made[s->in[0]], made[s->in[1]]);
    return op->f3(made[s->in[0]], made[s->in[1]], made[s->in[2]]);
}

static inline sn_array step_record(const step *s, const sn_array *made)
{
    sn_axes axes = s->naxes > 0 ? (sn_axes){s->axes, (size_t)s->naxes} : SN_ALL_AXES;
    sn_array in = s->kind >= STEP_ELEMENT ? made[s->in[0]] : (sn_array){0, 0};
    switch (s->kind) {
    case STEP_LEAF: return sn_wrap(s->first, s->type, s->ndim, s->dims, s->strides, NULL, NULL);
    case STEP_FULL: return (sn_full)(step_number(s), s->dtype, s->nparams, s->params);
    case STEP_ARANGE: return sn_arange(s->number, s->number + (double)s->params[0], 1, s->dtype);
    case STEP_NUMBER: return step_number(s);
    case STEP_ELEMENT: return step_element(s, made);
    case STEP_REDUCE: return reductions[s->code].f(in, axes, s->keepdims, s->dtype, (sn_array){0, 0}, (sn_array){0, 0});
    case STEP_CAST: return sn_astype(in, s->dtype);
    case STEP_SLICE: return (sn_slice)(in, s->items, (size_t)s->nitems);
    case STEP_TRANSPOSE: return sn_transpose(in, axes);
    case STEP_RESHAPE: return sn_reshape(in, s->nparams, s->params);
    case STEP_BROADCAST: return sn_broadcast_to(in, s->nparams, s->params);
    case STEP_EXPAND: return sn_expand_dims(in, s->axes[0]);
    case STEP_SQUEEZE: return sn_squeeze(in, axes);
    }
    return in;
}

static inline int step_operands(const step *s)
{
    if (s->kind < STEP_ELEMENT) return 0;
    return s->kind == STEP_ELEMENT ? operations[s->code].arity : 1;
}

static inline void program_free(program *p)
{
    for (int k = 0; k < p->count; k++) free(p->steps[k].memory);
    free(p);
}

/* ---- as text, NumPy's as far as it goes ------------------------------------------------------------------------- */

static inline void print_list(const char *before, const int64_t *list, int count, const char *after)
{
    fputs(before, stderr);
    for (int k = 0; k < count; k++) fprintf(stderr, "%s%lld", k ? ", " : "", (long long)list[k]);
    fprintf(stderr, "%s%s", count == 1 ? "," : "", after);
}

static inline void print_axes(const step *s)
{
    int64_t axes[AXES];
    for (int k = 0; k < s->naxes; k++) axes[k] = s->axes[k];
    print_list("(", axes, s->naxes, ")");
}

static inline void print_bound(int64_t value)
{
    if (value != SN_NONE) fprintf(stderr, "%lld", (long long)value);
}

static inline void print_item(const sn_item_spec *i)
{
    if (i->kind == SN_ITEM_NEWAXIS) fputs("None", stderr);
    if (i->kind == SN_ITEM_ELLIPSIS) fputs("...", stderr);
    if (i->kind == SN_ITEM_AT) print_bound(i->start);
    if (i->kind != SN_ITEM_RANGE) return;
    print_bound(i->start);
    fputc(':', stderr);
    print_bound(i->stop);
    fputc(':', stderr);
    print_bound(i->step);
}

static inline void print_call(const step *s)
{
    if (s->kind == STEP_ELEMENT) {
        fprintf(stderr, "%s(", operations[s->code].name);
        for (int k = 0; k < operations[s->code].arity; k++) fprintf(stderr, "%sv%d", k ? ", " : "", s->in[k]);
        fputc(')', stderr);
    } else {
        fprintf(stderr, "%s(v%d, axis=", reductions[s->code].name, s->in[0]);
        if (s->naxes == 0) fputs("None", stderr);
        if (s->naxes != 0) print_axes(s);
        fprintf(stderr, ", keepdims=%s, dtype=%s)", s->keepdims ? "True" : "False",
                s->dtype == SN_DTYPE_NONE ? "None" : sn_dtype_name(s->dtype));
    }
}

static inline void print_leaf(const step *s)
{
    print_list("memory(strides=(", s->strides, s->ndim, ")");
    fprintf(stderr, ", address %% 64 = %d)", (int)((uintptr_t)s->first % 64));
}

static inline void print_view(const step *s)
{
    fprintf(stderr, "v%d", s->in[0]);
    if (s->kind == STEP_SLICE) {
        for (int k = 0; k < s->nitems; k++) {
            fputs(k ? ", " : "[", stderr);
            print_item(&s->items[k]);
        }
        fputs(s->nitems ? "]" : "[()]", stderr);
    }
    if (s->kind == STEP_CAST) fprintf(stderr, ".astype(%s)", sn_dtype_name(s->dtype));
    if (s->kind == STEP_TRANSPOSE) fputs(".transpose", stderr);
    if (s->kind == STEP_SQUEEZE) fputs(".squeeze", stderr);
    if (s->kind == STEP_TRANSPOSE || s->kind == STEP_SQUEEZE) print_axes(s);
    if (s->kind == STEP_RESHAPE) print_list(".reshape(", s->params, s->nparams, ")");
    if (s->kind == STEP_BROADCAST) print_list(".broadcast_to(", s->params, s->nparams, ")");
    if (s->kind == STEP_EXPAND) fprintf(stderr, ".expand_dims(%d)", s->axes[0]);
}

static inline void print_step(const step *s, int k)
{
    fprintf(stderr, "    v%d = ", k);
    if (s->kind == STEP_LEAF) print_leaf(s);
    if (s->kind == STEP_NUMBER) fprintf(stderr, "%.17g", s->number);
    if (s->kind == STEP_FULL) fprintf(stderr, "full(%.17g)", s->number);
    if (s->kind == STEP_ARANGE) fprintf(stderr, "arange(%.17g, ...)", s->number);
    if (s->kind == STEP_ELEMENT || s->kind == STEP_REDUCE) print_call(s);
    if (s->kind >= STEP_CAST) print_view(s);
    fprintf(stderr, "    # %s ", sn_dtype_name(s->type));
    print_list("(", s->dims, s->ndim, ")\n");
}

/* What the outputs need, and the outputs. */
static inline void program_print(const program *p)
{
    bool needed[STEPS] = {false};
    for (int k = 0; k < p->noutputs; k++) needed[p->outputs[k]] = true;
    for (int k = p->count - 1; k >= 0; k--)
        for (int i = 0; needed[k] && i < step_operands(&p->steps[k]); i++) needed[p->steps[k].in[i]] = true;
    for (int k = 0; k < p->count; k++)
        if (needed[k]) print_step(&p->steps[k], k);
    fputs("    outputs", stderr);
    for (int k = 0; k < p->noutputs; k++) fprintf(stderr, " v%d", p->outputs[k]);
    fputc('\n', stderr);
}

#endif
