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
#include "gpu_bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void put_text(FILE *file, const char *key, const char *text)
{
    fprintf(file, "\"%s\": \"", key);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', file);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, file);
    }
    fputc('"', file);
}

int fail(const char *what)
{
    putchar('{');
    put_text(stdout, "error", what);
    puts("}");
    fflush(stdout);
    return 1;
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
    if (workload_read(w, path, why) < 0 || workload_scale(w, elements, why) < 0 ||
        workload_fill(w, (uint64_t)time(NULL), why) < 0)
        return fail(why);
    double bytes = 0;
    SN_SCOPE
    {
        bytes = (double)workload_bytes(w, workload_record(w));
    }
    return say("{\"elements\": %.0f, \"bytes\": %.0f}\n", workload_elements(w), bytes);
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
