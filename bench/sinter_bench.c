/* The C side of the bench: bench.py starts it and asks for one sample at a time.
 *
 *     sinter-bench copy               "run" -> bytes read and written a second by a copy of 80 MB with
 *                                     plain and one with non-temporal stores
 *     sinter-bench text FILE [NAME=FILE.npy ...]
 *                                     evaluates the expression in FILE: "run" -> seconds to record and
 *                                     evaluate it; "save PATH" -> the result, and its statistics
 *     sinter-bench session            for many expressions in one process: "load NAME FILE.npy" gives a name
 *                                     an array; "expr TEXT" chooses the expression; "save PATH" writes its
 *                                     value; "run COUNT" -> seconds of as many evaluations, compiled
 *     sinter-bench small              seconds to record and evaluate 3 operations on 16 elements
 *     sinter-bench record             seconds to record (and free) a node
 *     sinter-bench first_call         seconds to the first result of a 10-operation expression over
 *                                     10,000 elements, in a cache folder that is empty
 *     sinter-bench second_process     the same; with a cache filled by an earlier process, nothing compiles
 *
 * Each answer is one line of JSON. */
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "copy.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail(const char *what)
{
    printf("{\"error\": \"%s: %s\"}\n", what, sn_error());
    fflush(stdout);
    return 1;
}

/* ---- copy ---------------------------------------------------------------------------------------- */
static int bench_copy(void)
{
    enum { BYTES = 80 * 1000 * 1000 };
    char *from = aligned_alloc(64, BYTES), *to = aligned_alloc(64, BYTES);
    if (!from || !to) return fail("copy");
    memset(from, 1, BYTES);
    memset(to, 2, BYTES);
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        double start = now();
        copy_plain(to, from, BYTES);
        double middle = now();
        copy_streaming(to, from, BYTES);
        double end = now();
        printf("{\"plain\": %.6g, \"streaming\": %.6g}\n", 2.0 * BYTES / (middle - start), 2.0 * BYTES / (end - middle));
        fflush(stdout);
    }
    free(from);
    free(to);
    return 0;
}

/* ---- text ------------------------------------------------------------------------------------------ */
enum { MAX_INPUTS = 16, MAX_TEXT = 1 << 16 };

typedef struct workload {
    char text[MAX_TEXT];
    const char *names[MAX_INPUTS];
    sn_array inputs[MAX_INPUTS];
    size_t count;
} workload;

static int load(workload *w, int argc, char **argv)
{
    FILE *file = fopen(argv[0], "r");
    size_t n = file ? fread(w->text, 1, MAX_TEXT - 1, file) : 0;
    if (file) fclose(file);
    if (n == 0 || argc - 1 > MAX_INPUTS) return -1;
    w->text[n] = '\0';
    for (int k = 1; k < argc; k++) {
        char *equals = strchr(argv[k], '=');
        if (!equals) return -1;
        *equals = '\0';
        w->names[w->count] = argv[k];
        w->inputs[w->count] = sn_load(equals + 1);
        if (!sn_ok(w->inputs[w->count])) return -1;
        w->count++;
    }
    return 0;
}

static int run(const workload *w, const char *save)
{
    SN_SCOPE {
        double start = now();
        sn_array x = sn_expr(w->text, w->names, w->inputs, w->count);
        if (sn_eval(x) < 0) return fail("eval");
        double seconds = now() - start;
        sn_stats stats;
        sn_stats_get(&stats);
        if (save && sn_save(save, x) < 0) return fail("save");
        printf("{\"seconds\": %.9g, \"kernels\": %llu, \"peak_bytes\": %llu}\n", seconds,
               (unsigned long long)stats.kernels, (unsigned long long)stats.peak_bytes);
        fflush(stdout);
    }
    return 0;
}

static int bench_text(int argc, char **argv)
{
    static workload w;
    if (argc < 1 || load(&w, argc, argv) < 0) return fail("load");
    SN_SCOPE { /* the first evaluation starts the compiler; what is timed runs the compiled kernel */
        if (sn_eval(sn_expr(w.text, w.names, w.inputs, w.count)) < 0) return fail("eval");
    }
    sn_wait_compiles(-1);
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        sn_stats_reset();
        if (run(&w, strncmp(line, "save ", 5) == 0 ? line + 5 : NULL) != 0) return 1;
    }
    return 0;
}

/* ---- session ---------------------------------------------------------------------------------------- */
static int done(void)
{
    printf("{}\n");
    fflush(stdout);
    return 0;
}

/* "NAME PATH": another array under a name that is there, or one more. */
static int session_load(workload *w, char *arguments)
{
    char *path = strchr(arguments, ' ');
    if (!path) return fail("load: no path");
    *path++ = '\0';
    size_t k = 0;
    while (k < w->count && strcmp(w->names[k], arguments) != 0) k++;
    if (k == MAX_INPUTS) return fail("load: too many names");
    if (k == w->count) w->names[w->count++] = strdup(arguments);
    else sn_free(w->inputs[k]);
    w->inputs[k] = sn_load(path);
    return sn_ok(w->inputs[k]) && w->names[k] ? done() : fail("load");
}

static int session_run(const workload *w, long count)
{
    double seconds[64];
    if (count < 1 || count > (long)(sizeof seconds / sizeof *seconds)) return fail("run: count");
    for (long k = 0; k < count; k++)
        SN_SCOPE {
            double start = now();
            sn_array x = sn_expr(w->text, w->names, w->inputs, w->count);
            if (sn_eval(x) < 0) return fail(w->text);
            seconds[k] = now() - start;
        }
    for (long k = 0; k < count; k++) printf("%s%.9g", k ? ", " : "{\"seconds\": [", seconds[k]);
    printf("]}\n");
    fflush(stdout);
    return 0;
}

static int session_save(const workload *w, const char *path)
{
    SN_SCOPE {
        if (sn_save(path, sn_expr(w->text, w->names, w->inputs, w->count)) < 0) return fail(w->text);
    }
    return done();
}

static int bench_session(void)
{
    static workload w;
    static char line[MAX_TEXT];
    sn_option_set("JIT", "sync"); /* what is timed runs the compiled kernel */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *arguments = strchr(line, ' ');
        if (!arguments) return fail("session: no argument");
        *arguments++ = '\0';
        int status = -1;
        if (!strcmp(line, "load")) status = session_load(&w, arguments);
        else if (!strcmp(line, "expr")) status = (strcpy(w.text, arguments), done());
        else if (!strcmp(line, "save")) status = session_save(&w, arguments);
        else if (!strcmp(line, "run")) status = session_run(&w, strtol(arguments, NULL, 10));
        if (status != 0) return 1;
    }
    return 0;
}

/* ---- overhead ---------------------------------------------------------------------------------------- */
static sn_array three_operations(sn_array x) { return sn_add(sn_multiply(x, 2), sn_multiply(x, x)); }

static int bench_small(void)
{
    sn_array i = sn_arange(0, 16, 1, SN_FLOAT64);
    sn_array x = sn_divide(i, 16);
    if (sn_eval(x) < 0) return fail("small");
    sn_option_set("JIT", "sync");
    enum { N = 300000 };
    double best = 1e30;
    for (int round = 0; round < 5; round++) {
        double start = now();
        for (int k = 0; k < N; k++)
            SN_SCOPE {
                if (sn_eval(three_operations(x)) < 0) return fail("small");
            }
        double seconds = (now() - start) / N;
        if (seconds < best) best = seconds;
    }
    printf("{\"seconds\": %.6g}\n", best);
    return 0;
}

static int bench_record(void)
{
    sn_array x = sn_arange(0, 16, 1, SN_FLOAT64);
    if (sn_eval(x) < 0) return fail("record");
    enum { N = 300000, OPERATIONS = 10 };
    double best = 1e30;
    uint64_t nodes = 0;
    for (int round = 0; round < 5; round++) {
        sn_stats_reset();
        double start = now();
        for (int k = 0; k < N; k++)
            SN_SCOPE {
                sn_array t = x;
                for (int j = 0; j < OPERATIONS; j++) t = sn_add(t, x);
                if (!sn_ok(t)) return fail("record");
            }
        double seconds = now() - start;
        sn_stats stats;
        sn_stats_get(&stats);
        nodes = stats.nodes;
        if (seconds < best) best = seconds;
    }
    if (nodes < (uint64_t)N * OPERATIONS) return fail("record: nodes are missing");
    printf("{\"seconds_per_node\": %.6g}\n", best / ((double)N * OPERATIONS));
    return 0;
}

static sn_array ten_operations(sn_array x)
{
    sn_array a = sn_exp(sn_negative(sn_square(x)));
    sn_array b = sn_divide(sn_sin(sn_multiply(x, 3)), sn_add(a, 1));
    return sn_sqrt(sn_add(sn_multiply(b, b), a));
}

static int bench_first(void)
{
    enum { N = 10000 };
    static float values[N];
    for (int k = 0; k < N; k++) values[k] = (float)k / N;
    sn_array x = sn_from_host(values, SN_FLOAT32, SN_SHAPE(N), NULL);
    sn_stats_reset();
    double start = now();
    if (sn_eval(ten_operations(x)) < 0) return fail("first_call");
    double seconds = now() - start;
    sn_stats stats;
    sn_stats_get(&stats);
    sn_wait_compiles(-1);
    printf("{\"seconds\": %.6g, \"compiled\": %llu, \"disk_hits\": %llu}\n", seconds,
           (unsigned long long)stats.compiled, (unsigned long long)stats.disk_hits);
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int status = 2;
    if (!strcmp(what, "copy")) status = bench_copy();
    else if (!strcmp(what, "text")) status = bench_text(argc - 2, argv + 2);
    else if (!strcmp(what, "session")) status = bench_session();
    else if (!strcmp(what, "small")) status = bench_small();
    else if (!strcmp(what, "record")) status = bench_record();
    else if (!strcmp(what, "first_call") || !strcmp(what, "second_process")) status = bench_first();
    else fprintf(stderr, "usage: sinter-bench copy|text|session|small|record|first_call|second_process\n");
    sn_shutdown();
    return status;
}
