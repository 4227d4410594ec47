/* Sinter's side of tools/gpu-report: workloads timed by events of the current GPU's stream.
 *
 *     gpu-bench info             the GPU, as one line of JSON; exit 77 without one
 *     gpu-bench first            one new expression in a new process: seconds until the GPU is open, then until the
 *                                result is there
 *     gpu-bench small            host seconds to issue 3 operations on 16 elements, and seconds until all are done
 *     gpu-bench serve            answers requests, a line of JSON each:
 *         work FILE ELEMENTS     chooses a workload, its largest input of about so many random elements
 *         load FILE FOLDER       the same with the inputs in FOLDER/NAME.npy
 *         save PATH              writes the result
 *         verify                 compares the result with the CPU's
 *         warm                   evaluates once: compiles and uploads
 *         time COUNT             seconds of an evaluation, over COUNT of them; of issuing it, on the host
 *         copy BYTES COUNT       bytes read and written a second by the driver's copy within the GPU
 *     gpu-bench alone FOLDER ELEMENTS ROUNDS JSON
 *                                all workloads of a folder without anybody's help: a Markdown table, rows of JSON in a
 *                                file; exit 1 when a result is not the CPU's
 *
 * A failure is {"error": "..."} and, but in `serve`, exit 1. */
#include "gpu_workload.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu_copy.h"

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void put_text(FILE *file, const char *key, const char *text)
{
    fprintf(file, "\"%s\": \"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', file);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, file);
    }
    fputc('"', file);
}

static int fail(const char *what)
{
    putchar('{');
    put_text(stdout, "error", what);
    puts("}");
    fflush(stdout);
    return 1;
}

/* ---- timing ---------------------------------------------------------------------------------------------- */

typedef struct timing {
    double seconds, host; /* of one evaluation: on the GPU; of the host, until it was issued */
} timing;

static sn_event from, to;

static int open_events(void)
{
    int status = sn_event_create(&from);
    return status < 0 ? status : sn_event_create(&to);
}

static int elapsed(double *seconds)
{
    double ms = 0;
    int status = sn_event_synchronize(to);
    if (status >= 0) status = sn_event_elapsed(from, to, &ms);
    *seconds = 1e-3 * ms;
    return status;
}

static int time_workload(const workload *w, long count, timing *out)
{
    sn_stream stream = sn_stream_current();
    int status = sn_event_record(from, stream);
    double start = now();
    for (long k = 0; k < count && status >= 0; k++) SN_SCOPE
        {
            status = sn_eval(workload_record(w));
        }
    out->host = (now() - start) / (double)count;
    if (status >= 0) status = sn_event_record(to, stream);
    if (status >= 0) status = elapsed(&out->seconds);
    out->seconds /= (double)count;
    return status;
}

static int device_memory(sn_array x, void **data)
{
    int status = sn_eval(x);
    return status < 0 ? status : sn_device_data(x, data, (sn_event){0, 0});
}

/* Bytes read and written a second. */
static int time_copy(int ordinal, size_t bytes, long count, double *out)
{
    int status = SN_OK, refused = 0;
    SN_SCOPE
    {
        void *source, *target;
        int64_t dims[1] = {(int64_t)(bytes / 8)};
        status = device_memory(sn_add(sn_zeros(SN_FLOAT64, 1, dims), 1), &source);
        if (status >= 0) status = device_memory(sn_add(sn_zeros(SN_FLOAT64, 1, dims), 2), &target);
        sn_stream stream = sn_stream_current();
        if (status >= 0)
            refused = gpu_copy(ordinal, sn_stream_native(stream), target, source, bytes, 1); /* warm */
        if (status >= 0) status = sn_event_record(from, stream);
        if (status >= 0) refused |= gpu_copy(ordinal, sn_stream_native(stream), target, source, bytes, count);
        if (status >= 0) status = sn_event_record(to, stream);
        double seconds = 0;
        if (status >= 0) status = elapsed(&seconds);
        *out = 2 * (double)bytes * (double)count / seconds;
    }
    return refused ? SN_ERR_DEVICE : status;
}

/* ---- answers ------------------------------------------------------------------------------------------------- */

/* Single precision differs by a few units in the last place between the devices' functions, sums by their order. */
static double tolerance(sn_dtype dtype)
{
    return dtype == SN_FLOAT32 ? 2e-5 : dtype == SN_FLOAT64 ? 1e-12 : 0;
}

/* A copy of the result on a device, to be freed.  Each evaluation has a scope of its own: an expression that is still
 * there, evaluated, would be taken for the next. */
static int result_on(const char *device, const workload *w, sn_array *out)
{
    int status = sn_device_use(device);
    void *data = NULL;
    SN_SCOPE
    {
        sn_array x = workload_record(w);
        int64_t dims[SN_MAX_NDIM];
        int ndim = sn_shape(x, dims);
        size_t bytes = ndim < 0 ? 0 : (size_t)sn_size(x) * sn_dtype_size(sn_dtype_of(x));
        data = malloc(bytes + 1);
        if (status >= 0) status = ndim < 0 || !data ? SN_ERR_MEMORY : sn_to_host(x, data, bytes);
        if (status >= 0) *out = sn_keep(sn_from_host(data, sn_dtype_of(x), ndim, dims, NULL));
    }
    free(data);
    return status;
}

static int compare(sn_array got, sn_array want)
{
    int status;
    SN_SCOPE
    {
        double limit = tolerance(sn_dtype_of(want));
        double scale = sn_item(sn_max(sn_abs(sn_astype(want, SN_FLOAT64))));
        status = sn_assert_allclose(got, want, .rtol = limit, .atol = limit * scale);
    }
    return status;
}

/* SN_ERR_VALUE: the GPU's result is not the CPU's. */
static int verify(const workload *w)
{
    sn_device_info gpu;
    char name[16];
    sn_array got = {0}, want = {0};
    int status = sn_device_get_info(NULL, &gpu);
    snprintf(name, sizeof name, "cuda:%d", gpu.ordinal);
    if (status >= 0) status = result_on(name, w, &got);
    if (status >= 0) status = result_on("cpu", w, &want);
    if (status >= 0) status = compare(got, want);
    sn_free(got);
    sn_free(want);
    int back = sn_device_use(name);
    return status < 0 ? status : back;
}

/* ---- serve ---------------------------------------------------------------------------------------------------- */

static int say(const char *format, double a, double b)
{
    printf(format, a, b);
    fflush(stdout);
    return 0;
}

static int answer_verify(const workload *w)
{
    int status = verify(w);
    if (status == SN_ERR_VALUE || status == SN_ERR_SHAPE) {
        fputs("{\"same\": false, ", stdout);
        put_text(stdout, "why", sn_error());
        return puts("}"), fflush(stdout);
    }
    return status < 0 ? fail(sn_error()) : say("{\"same\": true}\n", 0, 0);
}

static int answer_save(const workload *w, const char *path)
{
    sn_stats stats;
    int status = SN_OK;
    double bytes = 0;
    sn_stats_reset();
    SN_SCOPE
    {
        sn_array x = workload_record(w);
        status = sn_eval(x);
        sn_stats_get(&stats);
        if (status >= 0) status = sn_save(path, x);
        if (status >= 0) bytes = (double)workload_bytes(w, x);
    }
    return status < 0 ? fail(sn_error())
                      : say("{\"kernels\": %.0f, \"bytes\": %.0f}\n", (double)stats.kernels, bytes);
}

static int answer_work(workload *w, const char *path, double elements)
{
    char why[512];
    workload_drop(w);
    if (workload_read(w, path, why) < 0 ||
        workload_fill(w, workload_n(w, elements), (uint64_t)time(NULL), why) < 0)
        return fail(why);
    double bytes = 0;
    SN_SCOPE
    {
        bytes = (double)workload_bytes(w, workload_record(w));
    }
    return say("{\"n\": %.0f, \"bytes\": %.0f}\n", (double)workload_n(w, elements), bytes);
}

static int answer_load(workload *w, const char *path, const char *folder)
{
    char why[512];
    workload_drop(w);
    if (workload_read(w, path, why) < 0 || workload_load(w, folder, why) < 0) return fail(why);
    return say("{}\n", 0, 0);
}

static int answer_time(const workload *w, long count)
{
    timing t;
    if (time_workload(w, count > 0 ? count : 1, &t) < 0) return fail(sn_error());
    return say("{\"seconds\": %.9g, \"host\": %.9g}\n", t.seconds, t.host);
}

static int answer_copy(int ordinal, double bytes, long count)
{
    double rate;
    if (time_copy(ordinal, (size_t)bytes / 8 * 8, count > 0 ? count : 1, &rate) < 0)
        return fail("the driver's copy failed");
    return say("{\"bytes_per_second\": %.9g}\n", rate, 0);
}

static int answer(workload *w, char *line, int ordinal)
{
    char *at = NULL, *verb = strtok_r(line, " ", &at), *first = strtok_r(NULL, " ", &at),
         *second = strtok_r(NULL, "", &at);
    if (!verb) return fail("an empty request");
    if (!strcmp(verb, "work") && second) return answer_work(w, first, atof(second));
    if (!strcmp(verb, "load") && second) return answer_load(w, first, second);
    if (!strcmp(verb, "copy") && second) return answer_copy(ordinal, atof(first), atol(second));
    if (!strcmp(verb, "save") && first) return answer_save(w, first);
    if (!strcmp(verb, "verify")) return answer_verify(w);
    if (!strcmp(verb, "warm")) return answer_time(w, 1);
    if (!strcmp(verb, "time") && first) return answer_time(w, atol(first));
    return fail("an unknown request");
}

static int serve(int ordinal)
{
    static workload w;
    char line[8192];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        answer(&w, line, ordinal);
    }
    workload_drop(&w);
    return 0;
}

/* ---- alone ------------------------------------------------------------------------------------------------------ */

enum { ROUNDS_MAX = 99 };

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *samples, int n)
{
    qsort(samples, (size_t)n, sizeof *samples, ascending);
    return n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
}

typedef struct row {
    double seconds, spread, copy, bytes;
    bool same;
} row;

static long count_for(double seconds)
{
    double count = 0.02 / (seconds > 0 ? seconds : 1);
    return count < 1 ? 1 : count > 1000 ? 1000 : (long)count;
}

/* Samples of the workload and of the copy take turns, so that a slow moment meets both. */
static int measure(const workload *w, int ordinal, int rounds, row *r)
{
    double seconds[ROUNDS_MAX], copies[ROUNDS_MAX];
    timing t;
    int status = time_workload(w, 1, &t); /* uploads, compiles */
    if (status >= 0) status = time_workload(w, 1, &t);
    if (status < 0) return status;
    SN_SCOPE
    {
        r->bytes = (double)workload_bytes(w, workload_record(w));
    }
    long count = count_for(t.seconds);
    for (int k = 0; k < rounds && status >= 0; k++) {
        status = time_copy(ordinal, (size_t)(r->bytes / 2) / 8 * 8 + 8, count, &copies[k]);
        if (status >= 0) status = time_workload(w, count, &t);
        seconds[k] = t.seconds;
    }
    if (status < 0) return status;
    r->seconds = median(seconds, rounds);
    r->spread = (seconds[rounds - 1] - seconds[0]) / r->seconds;
    r->copy = median(copies, rounds);
    status = verify(w);
    r->same = status == SN_OK;
    return status == SN_ERR_VALUE || status == SN_ERR_SHAPE ? SN_OK : status;
}

/* 0; 1: it failed or its result is not the CPU's. */
static int alone_one(const char *path, double elements, int rounds, int ordinal, FILE *json)
{
    static workload w;
    char why[512];
    row r = {0};
    int status = workload_read(&w, path, why);
    if (status >= 0) status = workload_fill(&w, workload_n(&w, elements), (uint64_t)time(NULL), why);
    if (status >= 0 && (status = measure(&w, ordinal, rounds, &r)) < 0)
        snprintf(why, sizeof why, "%.500s", sn_error());
    workload_drop(&w);
    fputc('{', json);
    put_text(json, "name", w.name);
    if (status < 0) {
        fputs(", ", json);
        put_text(json, "error", why);
        printf("| %s | %s | failed: %s | | | | |\n", w.name, w.title, why);
    } else {
        double of_copy = r.bytes / r.seconds / r.copy;
        fprintf(json, ", \"seconds\": %.9g, \"spread\": %.4g, \"bytes\": %.0f, \"copy\": %.9g, \"same\": %s",
                r.seconds, r.spread, r.bytes, r.copy, r.same ? "true" : "false");
        printf("| %s | %s | %.3f | %.0f%% | %.1f | %.2f | %s |\n", w.name, w.title, r.seconds * 1e3,
               r.spread * 100, r.bytes / r.seconds * 1e-9, of_copy,
               r.same ? "as the CPU's" : "WRONG: not the CPU's");
    }
    fputs("}\n", json);
    fflush(stdout);
    return status < 0 || !r.same;
}

static int is_workload(const struct dirent *entry)
{
    const char *dot = strrchr(entry->d_name, '.');
    return dot && strcmp(dot, ".txt") == 0;
}

static int alone(int argc, char **argv, int ordinal)
{
    if (argc != 4) return fail("alone: FOLDER ELEMENTS ROUNDS JSON");
    struct dirent **entries;
    int n = scandir(argv[0], &entries, is_workload, alphasort), wrong = n <= 0;
    int rounds = atoi(argv[2]);
    FILE *json = fopen(argv[3], "w");
    if (!json || n <= 0 || rounds < 1 || rounds > ROUNDS_MAX)
        return fail("alone: no workloads, no place for JSON, or rounds not 1 to 99");
    puts("| workload | what | ms | spread | GB/s | of copy | result |\n|---|---|---:|---:|---:|---:|---|");
    for (int k = 0; k < n; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", argv[0], entries[k]->d_name);
        wrong |= alone_one(path, atof(argv[1]), rounds, ordinal, json);
        free(entries[k]);
    }
    free(entries);
    fclose(json);
    return wrong;
}

/* ---- overhead ------------------------------------------------------------------------------------------------------ */

static int small(void)
{
    enum { N = 2000, SMALL = 16 };
    sn_array x = sn_div(sn_arange(0, SMALL, 1, SN_FLOAT64), SMALL);
    double issued[5], done[5];
    int status = sn_eval(x);
    for (int round = -1; round < 5 && status >= 0; round++) {
        double start = now();
        int n = round < 0 ? 1 : N; /* the first compiles */
        for (int k = 0; k < n && status >= 0; k++) SN_SCOPE
            {
                status = sn_eval(sn_add(sn_mul(x, 2), sn_mul(x, x)));
            }
        double middle = now();
        if (status >= 0) status = sn_device_synchronize(NULL);
        if (round < 0) continue;
        issued[round] = (middle - start) / N;
        done[round] = (now() - start) / N;
    }
    if (status < 0) return fail(sn_error());
    return say("{\"host\": %.6g, \"seconds\": %.6g}\n", median(issued, 5), median(done, 5));
}

static int first(double start)
{
    double opened = now();
    int status = SN_OK;
    sn_stats stats;
    SN_SCOPE
    {
        sn_array x = sn_arange(0, 10000, 1, SN_FLOAT32);
        sn_array a = sn_exp(sn_negative(sn_square(x)));
        sn_array b = sn_div(sn_sin(sn_mul(x, 3)), sn_add(a, 1));
        status = sn_eval(sn_sqrt(sn_add(sn_mul(b, b), a)));
        if (status >= 0) status = sn_device_synchronize(NULL);
    }
    if (status < 0) return fail(sn_error());
    double end = now();
    sn_stats_get(&stats);
    printf("{\"open\": %.6g, \"seconds\": %.6g, \"compiled\": %llu, \"disk_hits\": %llu}\n", opened - start,
           end - opened, (unsigned long long)stats.compiled, (unsigned long long)stats.disk_hits);
    return 0;
}

static int info(const sn_device_info *gpu)
{
    putchar('{');
    put_text(stdout, "name", gpu->name);
    printf(", \"ordinal\": %d, \"capability\": %d, \"multiprocessors\": %d, \"driver\": %d, \"total\": %llu, "
           "\"free\": %llu, ",
           gpu->ordinal, gpu->capability, gpu->multiprocessors, gpu->driver, (unsigned long long)gpu->total,
           (unsigned long long)gpu->free);
    put_text(stdout, "sinter", sn_version());
    puts("}");
    return 0;
}

static int run(int argc, char **argv)
{
    double start = now();
    sn_device_info gpu;
    const char *what = argc > 1 ? argv[1] : "";
    if (sn_device_use("cuda") < 0 || sn_device_get_info(NULL, &gpu) < 0) return fail(sn_error()), 77;
    if (!strcmp(what, "info")) return info(&gpu);
    if (!strcmp(what, "first")) return first(start);
    if (!strcmp(what, "small")) return small();
    if (open_events() < 0) return fail(sn_error());
    sn_option_set("JIT", "off"); /* the CPU only checks: no compiler runs beside what is timed */
    if (!strcmp(what, "serve")) return serve(gpu.ordinal);
    if (!strcmp(what, "alone")) return alone(argc - 2, argv + 2, gpu.ordinal);
    fputs("usage: gpu-bench info|first|small|serve|alone FOLDER ELEMENTS ROUNDS JSON\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    int status = run(argc, argv);
    if (status != 77) sn_shutdown();
    return status;
}
