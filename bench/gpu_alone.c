/* All workloads of a folder, where there is no Python to drive. */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "gpu_bench.h"

enum { ROUNDS_MAX = 99 };

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
    if (status >= 0) status = workload_scale(&w, elements, why);
    if (status >= 0) status = workload_fill(&w, (uint64_t)time(NULL), why);
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

int alone(int argc, char **argv, int ordinal)
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
