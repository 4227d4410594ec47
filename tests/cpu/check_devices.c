/* The CPU and the GPU agree on random expressions: bit for bit, sums and means included; where a function's last
 * bits are free, within its bound of each other.  One process, both devices.
 *
 *     cpu_check_devices                        the usual run
 *     cpu_check_devices small|large SEED N     N programs from SEED on
 *
 * Functions with a bound are held to it one by one, on the CPU's operands; then the CPU's values take their place, and
 * what is left of the program must give the same bits as a whole.  What does not is cut down and printed. */
#include "graph_make.h"
#include "graph_run.h"

static const config on_cpu = {"the CPU", "cpu", "off", "on", "1", false, NULL};
static const config on_gpus[] = {
    {"the GPU", "cuda", "off", "on", "1", false, NULL},
    {"the GPU, not fused", "cuda", "off", "off", "1", false, NULL},
};

static long bounded, compared; /* elements */

/* ---- functions with a bound ------------------------------------------------------------------------------------ */

static bool has_bound(const step *s)
{
    bool is_float = s->type == SN_FLOAT32 || s->type == SN_FLOAT64;
    return s->kind == STEP_ELEMENT && is_float && operations[s->code].ulp > 0;
}

/* The sign of a NaN is free, and these show it. */
static bool shows_sign(const program *p, int k, void *const *values)
{
    const step *s = &p->steps[k];
    if (s->kind != STEP_ELEMENT) return false;
    const char *name = operations[s->code].name;
    int from = strcmp(name, "signbit") == 0 ? 0 : strcmp(name, "copysign") == 0 ? 1 : -1;
    if (from < 0 || !values[s->in[from]]) return false;
    const step *x = &p->steps[s->in[from]];
    for (int64_t e = 0; e < x->size; e++)
        if (is_nan(x->type, (const char *)values[s->in[from]] + (size_t)e * sn_dtype_size(x->type)))
            return true;
    return false;
}

static double number_at(sn_dtype dtype, const void *data, int64_t k)
{
    return dtype == SN_FLOAT32 ? (double)((const float *)data)[k] : ((const double *)data)[k];
}

/* To the next larger number of the dtype. */
static double spacing(sn_dtype dtype, double x)
{
    if (dtype == SN_FLOAT32) return (double)(nextafterf((float)fabs(x), INFINITY) - (float)fabs(x));
    return nextafter(fabs(x), INFINITY) - fabs(x);
}

/* Either may be off by the bound.  Near zero that of some functions is an absolute one (ops.def). */
static bool near(const step *s, double a, double b)
{
    const char *name = operations[s->code].name;
    bool absolute = strncmp(name, "logaddexp", 9) == 0 || strcmp(name, "gammaln") == 0;
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (a == b) return true;
    double larger = fmax(fabs(a), fabs(b)), units = 2 * operations[s->code].ulp;
    if (isinf(larger)) { /* one of them just overflows */
        double most = s->type == SN_FLOAT32 ? 3.4028234663852886e38 : 1.7976931348623157e308,
               other = fmin(fabs(a), fabs(b));
        return a * b > 0 &&
               other >= most - units * (most - (s->type == SN_FLOAT32 ? (double)nextafterf((float)most, 0)
                                                                      : nextafter(most, 0)));
    }
    return fabs(a - b) <= units * spacing(s->type, absolute ? fmax(larger, 1) : larger);
}

static void check_bound(const program *p, int k, const void *wanted, const void *got, uint64_t seed)
{
    const step *s = &p->steps[k];
    for (int64_t e = 0; e < s->size; e++) {
        char one[64], other[64];
        if (near(s, number_at(s->type, wanted, e), number_at(s->type, got, e))) continue;
        failures++;
        fprintf(
            stderr,
            "program %llu: %s of %s, element %lld: %s on the CPU, %s on the GPU, more than %g units apart\n",
            (unsigned long long)seed, operations[s->code].name, sn_dtype_name(s->type), (long long)e,
            value_text(s->type, wanted, e, one), value_text(s->type, got, e, other),
            2 * operations[s->code].ulp);
        return;
    }
    bounded += s->size;
}

/* ---- a program ------------------------------------------------------------------------------------------------------ */

/* All values on the CPU, each step by itself. */
static void compute(const program *p, void **values)
{
    use(&on_cpu);
    SN_SCOPE
    {
        sn_array made[STEPS] = {{0, 0}};
        for (int k = 0; k < p->count; k++) {
            made[k] = step_record(&p->steps[k], made);
            if (p->steps[k].kind != STEP_NUMBER) values[k] = values_of(made[k]);
        }
    }
}

/* Functions with a bound on the GPU, together, from the CPU's operands. */
static void check_functions(const program *p, void **values, uint64_t seed)
{
    sn_array roots[STEPS];
    int at[STEPS], n = 0;
    use(&on_gpus[0]);
    SN_SCOPE
    {
        sn_array known[STEPS];
        for (int k = 0; k < p->count; k++) {
            const step *s = &p->steps[k];
            known[k] = s->kind == STEP_NUMBER ? step_number(s)
                                              : sn_from_host(values[k], s->type, s->ndim, s->dims, NULL);
        }
        for (int k = 0; k < p->count; k++)
            if (has_bound(&p->steps[k])) roots[n] = step_record(&p->steps[k], known), at[n++] = k;
        if (n > 0) NEED((sn_eval)(roots, (size_t)n) == SN_OK);
        for (int i = 0; i < n; i++) {
            void *got = values_of(roots[i]);
            check_bound(p, at[i], values[at[i]], got, seed);
            free(got);
        }
    }
}

/* The CPU's values in the place of what may differ. */
static void replace_functions(program *p, void **values)
{
    for (int k = 0; k < p->count; k++) {
        step *s = &p->steps[k];
        if (!has_bound(s) && !shows_sign(p, k, values)) continue;
        int64_t stride = (int64_t)sn_dtype_size(s->type), bytes = (s->size * stride + 63) / 64 * 64 + 64;
        s->kind = STEP_LEAF;
        NEED((s->memory = s->first = aligned_alloc(64, (size_t)bytes)) != NULL);
        memcpy(s->memory, values[k], (size_t)(s->size * stride));
        for (int d = s->ndim - 1; d >= 0; d--) {
            s->strides[d] = stride;
            stride *= s->dims[d] > 0 ? s->dims[d] : 1;
        }
    }
}

static void check_whole(program *p, const config *c, void **values, const char *kind, uint64_t seed)
{
    void *got[OUTPUTS] = {NULL};
    int status = run(p, c, got);
    CHECK(status == SN_OK, "%s program %llu fails on %s", kind, (unsigned long long)seed, c->name);
    bool same = status == SN_OK;
    for (int k = 0; k < p->noutputs && same; k++) {
        const step *s = &p->steps[p->outputs[k]];
        same = difference(s->type, values[p->outputs[k]], got[k], (size_t)s->size) < 0;
        compared += s->size;
    }
    free_values(p, got);
    if (!same && status == SN_OK) report(p, kind, seed, &on_cpu, c);
}

static void check_program(uint64_t seed, bool large, bool apart)
{
    void *values[STEPS] = {NULL};
    const char *kind = large ? "large" : "small";
    int before = failures;
    program *p = program_make(seed, large);
    compute(p, values);
    check_functions(p, values, seed);
    replace_functions(p, values);
    check_whole(p, &on_gpus[0], values, kind, seed);
    if (apart && failures == before) check_whole(p, &on_gpus[1], values, kind, seed);
    for (int k = 0; k < STEPS; k++) free(values[k]);
    program_free(p);
}

static void check_programs(uint64_t first, int count, bool large)
{
    for (int k = 0; k < count && failures < 10; k++) check_program(first + (uint64_t)k, large, k % 8 == 0);
}

int main(int argc, char **argv)
{
    option("LOG", "error");
    if (!on_gpu()) return SKIPPED; /* cuda/on_gpu.sh starts it */
    if (argc == 4) {
        check_programs(strtoull(argv[2], NULL, 10), atoi(argv[3]), strcmp(argv[1], "large") == 0);
    } else {
        check_programs(1, simulated() ? 40 : 400, false);
        if (!simulated()) check_programs(1, 20, true);
    }
    printf("%ld elements agree bit for bit, %ld within a bound\n", compared, bounded);
    sn_shutdown();
    return failures != 0 || compared == 0 || bounded == 0;
}
