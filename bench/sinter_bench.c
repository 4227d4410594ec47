/* The C side of the bench: bench.py starts it and asks for one sample at a time.
 *
 *     sinter-bench copy               "run BYTES" -> bytes read and written a second by a copy that reads and writes so
 *                                     many, with plain and with non-temporal stores, and by a sum that reads them
 *     sinter-bench workload FILE FOLDER EXTENTS
 *                                     a workload; see sinter_workload.c
 *     sinter-bench kernels ELEMENTS FILE...
 *                                     of each workload its name and number of kernels, a line each
 *     sinter-bench session            for many expressions in one process: "load NAME FILE.npy" gives a name
 *                                     an array; "expr TEXT" chooses the expression; "save PATH" writes its
 *                                     value; "run COUNT" -> seconds of as many evaluations, compiled
 *     sinter-bench record_only        seconds to record (and free) a node
 *     sinter-bench first_call         seconds to the first result of a 10-operation expression over
 *                                     10,000 elements, in a cache folder that is empty
 *     sinter-bench second_process     the same; with a cache filled by an earlier process, nothing compiles
 *     sinter-bench new_shape          seconds of the first evaluation over another shape, and what it compiled
 *
 * Each answer is one line of JSON, but for kernels. */
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "bandwidth.h"
#include "workload.h"

/* ---- copy ---------------------------------------------------------------------------------------- */
typedef struct blocks {
    char *from, *to;
    size_t bytes;
} blocks;

static bool blocks_make(blocks *b, size_t bytes)
{
    if (b->bytes >= bytes) return true;
    free(b->from);
    free(b->to);
    *b = (blocks){aligned_alloc(64, bytes), aligned_alloc(64, bytes), bytes};
    if (!b->from || !b->to) return false;
    memset(b->from, 1, bytes);
    memset(b->to, 2, bytes);
    return true;
}

static volatile uint64_t read_sum; /* so that it is computed */

/* Bytes read and written a second, each the whole of `bytes`, over as many runs as a sample needs. */
static int answer_copy(blocks *b, size_t bytes)
{
    enum { COPY, STREAM, READ, KINDS };
    double best[KINDS];
    size_t half = bytes / 2 / 64 * 64, runs = 1 + (size_t)20e6 / bytes;
    for (int kind = 0; kind < KINDS; kind++) {
        double start = now();
        for (size_t k = 0; k < runs; k++) {
            if (kind == COPY) copy_plain(b->to, b->from, half);
            if (kind == STREAM) copy_streaming(b->to, b->from, half);
            if (kind == READ) read_sum = read_all(b->from, 2 * half);
        }
        best[kind] = 2.0 * (double)half * (double)runs / (now() - start);
    }
    printf("{\"plain\": %.6g, \"streaming\": %.6g, \"read\": %.6g}\n", best[COPY], best[STREAM], best[READ]);
    return fflush(stdout);
}

static int bench_copy(void)
{
    enum { LEAST = 1 << 12, MOST = 1 << 29 }; /* beyond that they say no more */
    blocks b = {NULL, NULL, 0};
    char line[256];
    while (fgets(line, sizeof line, stdin)) {
        double asked = strncmp(line, "run ", 4) == 0 ? strtod(line + 4, NULL) : 0;
        size_t bytes = asked > MOST ? MOST : asked < LEAST ? LEAST : (size_t)asked / 128 * 128;
        if (!blocks_make(&b, bytes)) return fail("copy");
        answer_copy(&b, bytes);
    }
    free(b.from);
    free(b.to);
    return 0;
}

/* ---- session ---------------------------------------------------------------------------------------- */
enum { MAX_INPUTS = 16, MAX_TEXT = 1 << 16 };

typedef struct session {
    char text[MAX_TEXT];
    const char *names[MAX_INPUTS];
    sn_array inputs[MAX_INPUTS];
    size_t count;
} session;

static int done(void)
{
    printf("{}\n");
    fflush(stdout);
    return 0;
}

/* "NAME PATH": another array under a name that is there, or one more. */
static int session_load(session *w, char *arguments)
{
    char *path = strchr(arguments, ' ');
    if (!path) return fail("load: no path");
    *path++ = '\0';
    size_t k = 0;
    while (k < w->count && strcmp(w->names[k], arguments) != 0) k++;
    if (k == MAX_INPUTS) return fail("load: too many names");
    if (k == w->count)
        w->names[w->count++] = strdup(arguments);
    else
        sn_free(w->inputs[k]);
    w->inputs[k] = sn_load(path);
    return sn_ok(w->inputs[k]) && w->names[k] ? done() : fail("load");
}

static int session_run(const session *w, long count)
{
    double seconds[64];
    if (count < 1 || count > (long)(sizeof seconds / sizeof *seconds)) return fail("run: count");
    for (long k = 0; k < count; k++) SN_SCOPE
        {
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

static int session_save(const session *w, const char *path)
{
    SN_SCOPE
    {
        if (sn_save(path, sn_expr(w->text, w->names, w->inputs, w->count)) < 0) return fail(w->text);
    }
    return done();
}

static int bench_session(void)
{
    static session w;
    static char line[MAX_TEXT];
    sn_option_set("JIT", "sync"); /* what is timed runs the compiled kernel */
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        char *arguments = strchr(line, ' ');
        if (!arguments) return fail("session: no argument");
        *arguments++ = '\0';
        int status = -1;
        if (!strcmp(line, "load"))
            status = session_load(&w, arguments);
        else if (!strcmp(line, "expr"))
            status = (strcpy(w.text, arguments), done());
        else if (!strcmp(line, "save"))
            status = session_save(&w, arguments);
        else if (!strcmp(line, "run"))
            status = session_run(&w, strtol(arguments, NULL, 10));
        if (status != 0) return 1;
    }
    return 0;
}

/* ---- overhead ---------------------------------------------------------------------------------------- */
static int bench_record_only(void)
{
    sn_array x = sn_arange(0, 16, 1, SN_FLOAT64);
    if (sn_eval(x) < 0) return fail("record_only");
    enum { N = 300000, OPERATIONS = 10 };
    double best = 1e30;
    uint64_t nodes = 0;
    for (int round = 0; round < 5; round++) {
        sn_stats_reset();
        double start = now();
        for (int k = 0; k < N; k++) SN_SCOPE
            {
                sn_array t = x;
                for (int j = 0; j < OPERATIONS; j++) t = sn_add(t, x);
                if (!sn_ok(t)) return fail("record_only");
            }
        double seconds = now() - start;
        sn_stats stats;
        sn_stats_get(&stats);
        nodes = stats.nodes;
        if (seconds < best) best = seconds;
    }
    if (nodes < (uint64_t)N * OPERATIONS) return fail("record_only: nodes are missing");
    printf("{\"seconds\": %.6g}\n", best / ((double)N * OPERATIONS));
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

static int bench_new_shape(void)
{
    sn_option_set("JIT", "sync");
    SN_SCOPE
    {
        if (sn_eval(ten_operations(sn_arange(0, 10000, 1, SN_FLOAT32))) < 0) return fail("new_shape");
    }
    sn_array x = sn_reshape(sn_arange(0, 12000, 1, SN_FLOAT32), SN_SHAPE(100, 120));
    if (sn_eval(x) < 0) return fail("new_shape");
    sn_stats stats;
    sn_stats_reset();
    double start = now();
    if (sn_eval(ten_operations(x)) < 0) return fail("new_shape");
    double seconds = now() - start;
    sn_stats_get(&stats);
    printf("{\"seconds\": %.6g, \"compiled\": %llu}\n", seconds, (unsigned long long)stats.compiled);
    return 0;
}

/* ---- kernels ----------------------------------------------------------------------------------------- */
static int bench_kernels(int argc, char **argv)
{
    static workload w;
    char why[512];
    double elements = argc > 0 ? strtod(argv[0], NULL) : 0;
    for (int k = 1; k < argc; k++) {
        unsigned long long kernels = 0;
        if (workload_read(&w, argv[k], why) < 0 || workload_scale(&w, elements, why) < 0 ||
            workload_fill(&w, 1, why) < 0)
            return fail(why);
        if (bench_count_kernels(&w, &kernels) < 0) return fail(w.name);
        printf("%s\t%llu\n", w.name, kernels);
        workload_drop(&w);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int status = 2;
    if (!strcmp(what, "copy"))
        status = bench_copy();
    else if (!strcmp(what, "workload"))
        status = bench_workload(argc - 2, argv + 2);
    else if (!strcmp(what, "kernels"))
        status = bench_kernels(argc - 2, argv + 2);
    else if (!strcmp(what, "session"))
        status = bench_session();
    else if (!strcmp(what, "record_only"))
        status = bench_record_only();
    else if (!strcmp(what, "first_call") || !strcmp(what, "second_process"))
        status = bench_first();
    else if (!strcmp(what, "new_shape"))
        status = bench_new_shape();
    else
        fprintf(stderr, "usage: sinter-bench "
                        "copy|workload|kernels|session|record_only|first_call|second_process|new_shape\n");
    sn_shutdown();
    return status;
}
