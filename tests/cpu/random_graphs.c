/* Random expressions give the same bits whatever evaluates them: fused, one kernel an operation, step by
 * step; interpreted or compiled; by any number of threads.
 *
 *     cpu_random_graphs                        the usual run
 *     cpu_random_graphs small|large SEED N     N programs from SEED on
 *
 * A program that does not is cut down and printed. */
#include <signal.h>
#include <unistd.h>

#include "graph_make.h"

static char current[64]; /* the program at hand, for when it crashes */

static void on_crash(int number)
{
    ssize_t ignored = write(STDERR_FILENO, current, strlen(current));
    (void)ignored;
    signal(number, SIG_DFL);
    raise(number);
}

typedef struct config {
    const char *name, *jit, *fuse, *threads;
    bool eager;         /* each step is evaluated when it is recorded */
    const char *height; /* at which the loop guard evaluates; NULL: as usual */
} config;

static const config interpreted[] = {
    {"interpreted", "off", "on", "1", false, NULL},
    {"interpreted, not fused", "off", "off", "1", false, NULL},
    {"interpreted step by step", "off", "on", "1", true, NULL},
    {"interpreted where the guard bids", "off", "on", "1", false, "3"},
};
static const config compiled[] = {{"compiled", "sync", "on", "1", false, NULL}};
static const config threaded[] = {
    {"interpreted, 1 thread", "off", "on", "1", false, NULL},
    {"interpreted, 2 threads", "off", "on", "2", false, NULL},
    {"interpreted, 3 threads", "off", "on", "3", false, NULL},
};
static const config threaded_compiled[] = {
    {"compiled, 1 thread", "sync", "on", "1", false, NULL},
    {"compiled, 2 threads", "sync", "on", "2", false, NULL},
    {"compiled, 3 threads", "sync", "on", "3", false, NULL},
};

static void use(const config *c)
{
    option("JIT", c->jit);
    option("FUSE", c->fuse);
    option("NUM_THREADS", c->threads);
    NEED(sn_option_set("MAX_HEIGHT", c->height) == SN_OK);
}

/* Values of the outputs under a configuration, or a status. */
static int run(const program *p, const config *c, void **values)
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

static void free_values(const program *p, void **values)
{
    for (int k = 0; k < p->noutputs; k++) {
        free(values[k]);
        values[k] = NULL;
    }
}

/* ---- a difference ------------------------------------------------------------------------------------------------- */

/* True when the two differ; says where if asked. */
static bool differ(const program *p, const config *a, const config *b, bool say)
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

static void one_output(program *p, const config *a, const config *b)
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
static void freeze(program *p, int k, const config *a, const config *b)
{
    step *s = &p->steps[k], before = *s;
    program alone = *p;
    void *value[OUTPUTS] = {NULL};
    alone.noutputs = 1;
    alone.outputs[0] = k;
    if (run(&alone, &interpreted[2], value) != SN_OK) return;
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

static void report(program *p, const char *kind, uint64_t seed, const config *a, const config *b)
{
    failures++;
    fprintf(stderr, "%s program %llu: %s and %s differ\n", kind, (unsigned long long)seed, a->name, b->name);
    one_output(p, a, b);
    for (int k = p->count - 1; k >= 0; k--)
        if (p->steps[k].kind > STEP_NUMBER) freeze(p, k, a, b);
    differ(p, a, b, true);
    program_print(p);
}

/* ---- programs --------------------------------------------------------------------------------------------------------- */

static void check(program *p, const char *kind, uint64_t seed, const config *configs, size_t count, void *const *wanted)
{
    for (size_t c = 0; c < count; c++) {
        void *values[OUTPUTS] = {NULL};
        int status = run(p, &configs[c], values);
        CHECK(status == SN_OK, "%s program %llu: %s fails", kind, (unsigned long long)seed, configs[c].name);
        bool same = status == SN_OK;
        for (int k = 0; k < p->noutputs && same; k++) {
            const step *s = &p->steps[p->outputs[k]];
            same = difference(s->type, wanted[k], values[k], (size_t)s->size) < 0;
        }
        free_values(p, values);
        if (!same) {
            report(p, kind, seed, &interpreted[0], &configs[c]);
            return;
        }
    }
}

static void check_program(uint64_t seed, bool large, bool compile)
{
    const char *kind = large ? "large" : "small";
    snprintf(current, sizeof current, "crash in %s program %llu\n", kind, (unsigned long long)seed);
    program *p = program_make(seed, large);
    void *wanted[OUTPUTS] = {NULL};
    int status = run(p, &interpreted[0], wanted);
    CHECK(status == SN_OK, "%s program %llu fails", kind, (unsigned long long)seed);
    if (status != SN_OK) {
        program_print(p);
    } else if (large) {
        int before = failures;
        check(p, kind, seed, threaded, COUNT(threaded), wanted);
        if (compile && failures == before) check(p, kind, seed, threaded_compiled, COUNT(threaded_compiled), wanted);
    } else {
        int before = failures;
        check(p, kind, seed, interpreted, COUNT(interpreted), wanted);
        if (compile && failures == before) check(p, kind, seed, compiled, COUNT(compiled), wanted);
    }
    free_values(p, wanted);
    program_free(p);
}

static void check_programs(uint64_t first, int count, bool large, int compile_each)
{
    for (int k = 0; k < count && failures < 10; k++) check_program(first + (uint64_t)k, large, k % compile_each == 0);
}

int main(int argc, char **argv)
{
    option("LOG", "error");
    if (!sanitized()) signal(SIGSEGV, on_crash);
    if (argc == 4) { /* each is compiled */
        check_programs(strtoull(argv[2], NULL, 10), atoi(argv[3]), strcmp(argv[1], "large") == 0, 1);
    } else {
        check_programs(1, sanitized() ? 100 : 600, false, sanitized() ? 20 : 15);
        check_programs(1, sanitized() ? 6 : 30, true, sanitized() ? 6 : 2);
    }
    sn_shutdown();
    return failures != 0;
}
