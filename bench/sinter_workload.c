/* sinter-bench workload FILE FOLDER EXTENTS: a workload of bench/workloads over the inputs FOLDER/NAME.npy.  Requests:
 *
 *     save PREFIX      writes PREFIX-0.npy, and of a loop PREFIX-1.npy ... for its other arrays; answers with the
 *                      kernels of an evaluation (of a loop: of a step), peak bytes and bytes of inputs and results
 *     run COUNT        seconds of an evaluation, over COUNT of them, each recorded anew; a loop is recorded and captured
 *                      once and its steps replayed
 *     replay COUNT     the same, captured before and replayed; without loops
 *     loop COUNT       the hand-written C (loops.h) into arrays that are there already
 *     loop-save PREFIX its results
 *
 * What is timed runs compiled kernels. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "loops.h"
#include "workload.h"

enum { RESULTS = 4 };

typedef struct job {
    workload w;
    sn_array results[RESULTS]; /* what `save` wrote; loops find their shapes there */
    size_t nresults;
    loop_run *loop;
    loop_call call;
    size_t bytes[RESULTS]; /* of call.out */
} job;

/* ---- what is recorded by C calls rather than as text, since nothing else is left of a small array's time ----------- */
static sn_array chain10(const sn_array *in)
{
    sn_array x = in[0];
    sn_array t = sn_sqrt(sn_add(sn_absolute(sn_subtract(sn_multiply(x, 1.1), 0.3)), 0.7));
    return sn_subtract(sn_divide(sn_multiply(t, t), sn_add(t, 1.3)), sn_multiply(x, 0.2));
}

static sn_array record(const workload *w)
{
    return strcmp(w->name, "chain10") == 0 ? chain10(w->arrays) : workload_record(w);
}

/* ---- Sinter ------------------------------------------------------------------------------------------------------ */
static void free_all(sn_array *arrays, size_t count)
{
    for (size_t k = 0; k < count; k++) sn_free(arrays[k]), arrays[k] = (sn_array){0};
}

/* The arrays of a loop after all its steps, kept; all of it is the loop's time. */
static int run_loop(const workload *w, sn_array *state)
{
    sn_array before[WORKLOAD_INPUTS], after[WORKLOAD_INPUTS];
    sn_captured step;
    int status = SN_OK;
    for (size_t k = 0; k < w->nstate; k++) before[k] = w->arrays[w->state[k]];
    SN_SCOPE
    {
        status = workload_step(w, before, after);
        if (status >= 0) status = sn_capture(before, w->nstate, after, w->nstate, &step);
    }
    if (status < 0) return status;
    for (int64_t t = 0; t < w->steps && status >= 0; t++)
        status = sn_replay(step, t ? state : before, w->nstate, state, w->nstate);
    sn_capture_free(step);
    return status;
}

static int run_once(const job *j)
{
    sn_array state[WORKLOAD_INPUTS] = {{0, 0}};
    int status = SN_OK;
    if (j->w.steps > 0) {
        status = run_loop(&j->w, state);
        free_all(state, j->w.nstate);
    } else {
        SN_SCOPE
        {
            status = sn_eval(record(&j->w));
        }
    }
    return status;
}

static int answer_seconds(double seconds)
{
    printf("{\"seconds\": %.9g}\n", seconds);
    return fflush(stdout);
}

static int answer_run(const job *j, long count)
{
    double start = now();
    for (long k = 0; k < count; k++)
        if (run_once(j) < 0) return fail(j->w.name);
    return answer_seconds((now() - start) / (double)count);
}

static int answer_replay(const job *j, long count)
{
    sn_captured c;
    sn_array out = {0, 0};
    int status = SN_OK;
    if (j->w.steps > 0) return fail("replay: loops are captured anyway");
    SN_SCOPE
    {
        sn_array x = record(&j->w);
        status = sn_capture(j->w.arrays, j->w.count, &x, 1, &c);
    }
    if (status < 0) return fail(j->w.name);
    double start = now();
    for (long k = 0; k < count && status >= 0; k++) status = sn_replay(c, j->w.arrays, j->w.count, &out, 1);
    double seconds = (now() - start) / (double)count;
    sn_free(out);
    sn_capture_free(c);
    return status < 0 ? fail(j->w.name) : answer_seconds(seconds);
}

int bench_count_kernels(const workload *w, unsigned long long *kernels)
{
    sn_array before[WORKLOAD_INPUTS], after[WORKLOAD_INPUTS];
    int status = SN_OK;
    sn_stats_reset();
    for (size_t k = 0; k < w->nstate; k++) before[k] = w->arrays[w->state[k]];
    SN_SCOPE
    {
        if (w->steps == 0)
            status = sn_eval(workload_record(w));
        else if ((status = workload_step(w, before, after)) >= 0)
            status = (sn_eval)(after, w->nstate);
    }
    sn_stats stats;
    sn_stats_get(&stats);
    *kernels = stats.kernels;
    return status;
}

static int answer_save(job *j, const char *prefix)
{
    unsigned long long kernels = 0;
    if (bench_count_kernels(&j->w, &kernels) < 0) return fail(j->w.name);
    sn_wait_compiles(-1);
    free_all(j->results, j->nresults);
    sn_stats_reset();
    j->nresults = j->w.steps > 0 ? j->w.nstate : 1;
    if (j->w.steps > 0) {
        if (run_loop(&j->w, j->results) < 0) return fail(j->w.name);
    } else {
        SN_SCOPE
        {
            sn_array x = record(&j->w);
            if (sn_eval(x) >= 0) j->results[0] = sn_keep(x);
        }
        if (!sn_ok(j->results[0])) return fail(j->w.name);
    }
    sn_stats stats;
    sn_stats_get(&stats);
    for (size_t k = 0; k < j->nresults; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s-%zu.npy", prefix, k);
        if (sn_save(path, j->results[k]) < 0) return fail(path);
    }
    size_t bytes = workload_bytes(&j->w, j->results[0]);
    printf("{\"kernels\": %llu, \"peak_bytes\": %llu, \"bytes\": %zu, \"result_bytes\": %zu}\n", kernels,
           (unsigned long long)stats.peak_bytes, bytes,
           (size_t)sn_size(j->results[0]) * sn_dtype_size(sn_dtype_of(j->results[0])));
    return fflush(stdout);
}

/* ---- the hand-written loop ---------------------------------------------------------------------------------------- */
static loop_run *find_loop(const char *name)
{
    const loop *tables[] = {loops_map, loops_reduce, loops_steps};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const loop *l = tables[t]; l->name; l++)
            if (strcmp(l->name, name) == 0) return l->run;
    return NULL;
}

/* The arrays of a loop over steps start from the inputs, which are changed in place. */
static void loop_restart(job *j)
{
    for (size_t k = 0; k < j->w.nstate; k++) memcpy(j->call.out[k], j->call.in[j->w.state[k]], j->bytes[k]);
}

static int loop_ready(job *j)
{
    if (j->call.out[0]) return 0;
    j->loop = find_loop(j->w.name);
    if (!j->loop || j->nresults == 0) return fail(j->loop ? "loop: before save" : "there is no loop");
    for (size_t k = 0; k < j->w.count; k++) {
        j->call.in[k] = sn_data(j->w.arrays[k]);
        sn_shape(j->w.arrays[k], j->call.n[k]);
    }
    for (size_t k = 0; k < j->nresults; k++) {
        j->bytes[k] = (size_t)sn_size(j->results[k]) * sn_dtype_size(sn_dtype_of(j->results[k]));
        j->call.out[k] = aligned_alloc(64, (j->bytes[k] + 63) / 64 * 64);
        if (!j->call.out[k]) return fail("no memory");
        memset(j->call.out[k], 0, j->bytes[k]);
    }
    j->call.steps = j->w.steps;
    for (size_t k = 0; k < j->w.nextents; k++)
        if (strcmp(j->w.extents[k].name, "nit") == 0) j->call.inner = j->w.extents[k].value;
    return 0;
}

static int answer_loop(job *j, long count)
{
    double seconds = 0;
    if (loop_ready(j) != 0) return 0;
    for (long k = 0; k<count; k += j->w.steps> 0 ? 1 : count) {
        loop_restart(j);
        double start = now();
        for (long i = 0; i < (j->w.steps > 0 ? 1 : count); i++) j->loop(&j->call);
        seconds += now() - start;
    }
    return answer_seconds(seconds / (double)count);
}

static int answer_loop_save(job *j, const char *prefix)
{
    if (loop_ready(j) != 0) return 0;
    loop_restart(j);
    j->loop(&j->call);
    for (size_t k = 0; k < j->nresults; k++) {
        char path[4096];
        int64_t dims[16];
        snprintf(path, sizeof path, "%s-%zu.npy", prefix, k);
        int ndim = sn_shape(j->results[k], dims), status = SN_OK;
        SN_SCOPE
        {
            status = sn_save(path,
                             sn_from_host(j->call.out[k], sn_dtype_of(j->results[k]), ndim, dims, NULL));
        }
        if (status < 0) return fail(path);
    }
    printf("{}\n");
    return fflush(stdout);
}

/* ---- requests ------------------------------------------------------------------------------------------------------ */
int bench_workload(int argc, char **argv)
{
    static job j;
    char why[512], line[4096];
    sn_option_set("JIT", "sync");
    if (argc != 3 || workload_read(&j.w, argv[0], why) < 0 || workload_set(&j.w, argv[2], why) < 0 ||
        workload_load(&j.w, argv[1], why) < 0)
        return fail(argc == 3 ? why : "FILE FOLDER EXTENTS");
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *argument = strchr(line, ' ');
        if (argument) *argument++ = '\0';
        long count = argument ? strtol(argument, NULL, 10) : 0;
        if (!strcmp(line, "save") && argument)
            answer_save(&j, argument);
        else if (!strcmp(line, "loop-save") && argument)
            answer_loop_save(&j, argument);
        else if (!strcmp(line, "run") && count > 0)
            answer_run(&j, count);
        else if (!strcmp(line, "replay") && count > 0)
            answer_replay(&j, count);
        else if (!strcmp(line, "loop") && count > 0)
            answer_loop(&j, count);
        else
            fail(line);
    }
    return 0;
}
