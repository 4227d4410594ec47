/* Programs evaluated under a configuration, and what is said where two configurations differ. */
#ifndef TESTS_GRAPH_RUN_H
#define TESTS_GRAPH_RUN_H

#include "graph_program.h"

typedef struct config {
    const char *name, *device, *jit, *fuse, *threads;
    bool eager;         /* each step is evaluated when it is recorded */
    const char *height; /* at which the loop guard evaluates; NULL: as usual */
} config;

static inline void use(const config *c)
{
    option("DEVICE", c->device);
    option("JIT", c->jit);
    option("FUSE", c->fuse);
    option("NUM_THREADS", c->threads);
    NEED(sn_option_set("MAX_HEIGHT", c->height) == SN_OK);
}

/* Values of the outputs under a configuration, or a status. */
static inline int run(const program *p, const config *c, void **values)
{
    int status = SN_OK;
    use(c);
    SN_SCOPE {
        sn_array made[STEPS] = {{0, 0}}, outputs[OUTPUTS];
        for (int k = 0; k < p->count; k++) {
            made[k] = step_record(&p->steps[k], made);
            NEED(sn_ok(made[k]));
            if (c->eager && p->steps[k].kind != STEP_NUMBER && status == SN_OK) status = sn_eval(made[k]);
        }
        for (int k = 0; k < p->noutputs; k++) outputs[k] = made[p->outputs[k]];
        if (status == SN_OK) status = (sn_eval)(outputs, (size_t)p->noutputs);
        for (int k = 0; status == SN_OK && k < p->noutputs; k++) values[k] = values_of(outputs[k]);
    }
    return status;
}

static inline void free_values(const program *p, void **values)
{
    for (int k = 0; k < p->noutputs; k++) {
        free(values[k]);
        values[k] = NULL;
    }
}

/* ---- a difference ------------------------------------------------------------------------------------------------- */

/* True when the two differ; says where if asked. */
static inline bool differ(const program *p, const config *a, const config *b, bool say)
{
    void *x[OUTPUTS] = {NULL}, *y[OUTPUTS] = {NULL};
    char one[64], other[64];
    int status = run(p, a, x), status_b = run(p, b, y);
    bool found = status != status_b;
    if (found && say) fprintf(stderr, "    %s: %s, %s: %s\n", a->name, sn_status_name(status), b->name, sn_status_name(status_b));
    for (int k = 0; k < p->noutputs && status == SN_OK && status_b == SN_OK; k++) {
        const step *s = &p->steps[p->outputs[k]];
        int64_t at = difference(s->type, x[k], y[k], (size_t)s->size);
        if (at < 0) continue;
        found = true;
        if (say)
            fprintf(stderr, "    v%d, element %lld: %s %s, %s %s\n", p->outputs[k], (long long)at, a->name,
                    value_text(s->type, x[k], at, one), b->name, value_text(s->type, y[k], at, other));
    }
    free_values(p, x);
    free_values(p, y);
    return found;
}

static inline void one_output(program *p, const config *a, const config *b)
{
    program whole = *p;
    p->noutputs = 1;
    for (int k = 0; k < whole.count; k++) {
        p->outputs[0] = k;
        if (p->steps[k].kind != STEP_NUMBER && differ(p, a, b, false)) return;
    }
    memcpy(p->outputs, whole.outputs, sizeof p->outputs);
    p->noutputs = whole.noutputs;
}

/* The step becomes memory that holds what it is, if the difference stays. */
static inline void freeze(program *p, int k, const config *a, const config *b)
{
    step *s = &p->steps[k], before = *s;
    program alone = *p;
    config apart = *a;
    apart.eager = true;
    void *value[OUTPUTS] = {NULL};
    alone.noutputs = 1;
    alone.outputs[0] = k;
    if (run(&alone, &apart, value) != SN_OK) return;
    s->kind = STEP_LEAF;
    s->memory = s->first = value[0];
    int64_t stride = (int64_t)sn_dtype_size(s->type);
    for (int d = s->ndim - 1; d >= 0; d--) {
        s->strides[d] = stride;
        stride *= s->dims[d] > 0 ? s->dims[d] : 1;
    }
    if (differ(p, a, b, false)) return;
    *s = before;
    free(value[0]);
}

static inline void report(program *p, const char *kind, uint64_t seed, const config *a, const config *b)
{
    failures++;
    fprintf(stderr, "%s program %llu: %s and %s differ\n", kind, (unsigned long long)seed, a->name, b->name);
    one_output(p, a, b);
    for (int k = p->count - 1; k >= 0; k--)
        if (p->steps[k].kind > STEP_NUMBER) freeze(p, k, a, b);
    differ(p, a, b, true);
    program_print(p);
}

#endif
