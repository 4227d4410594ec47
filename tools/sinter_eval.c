/* sinter eval */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinter.h"

typedef struct request {
    const char *text, *output;
    char *text_read; /* of -f */
    long repeat;
    bool stats;
    arrays arrays;
} request;

/* ---- the command line --------------------------------------------------------------------------------- */

static int set_repeat(request *r, const char *value)
{
    char *end;
    errno = 0;
    r->repeat = strtol(value, &end, 10);
    return *end == '\0' && r->repeat > 0 && errno == 0
               ? EXIT_OK
               : usage("--repeat needs a number from 1, not '%s'", value);
}

static int set_option(const char *name, const char *value)
{
    return sn_option_set(name, value) >= 0 ? EXIT_OK : usage("%s", sn_error());
}

/* What sn_device_use takes, for every thread: "cuda:1" is GPU 1. */
static int set_device(const char *name)
{
    bool numbered = strncmp(name, "cuda:", 5) == 0;
    int status = numbered ? set_option("CUDA_DEVICE", name + 5) : EXIT_OK;
    return status == EXIT_OK ? set_option("DEVICE", numbered ? "cuda" : name) : status;
}

/* One argument that starts with '-'; *k moves over its value. */
static int parse_option(request *r, int argc, char **argv, int *k, const char **file)
{
    const char *arg = argv[*k], *value;
    bool missing = false;
    if (strcmp(arg, "--stats") == 0) return r->stats = true, EXIT_OK;
    if (strcmp(arg, "--explain") == 0) return set_option("EXPLAIN", "-");
    if (strcmp(arg, "--dump") == 0) return set_option("DUMP", "-");
    if (strncmp(arg, "--dump=", 7) == 0)
        return arg[7] != '\0' ? set_option("DUMP", arg + 7) : usage("--dump= names no folder");
    if ((value = option_value("-o", argc, argv, k, &missing)) != NULL) return r->output = value, EXIT_OK;
    if ((value = option_value("-f", argc, argv, k, &missing)) != NULL) return *file = value, EXIT_OK;
    if ((value = option_value("--device", argc, argv, k, &missing)) != NULL) return set_device(value);
    if ((value = option_value("--repeat", argc, argv, k, &missing)) != NULL) return set_repeat(r, value);
    return missing ? EXIT_USAGE : usage("'%s' is no option of eval", arg);
}

static bool looks_like_option(const char *arg)
{
    return arg[0] == '-' && (arg[1] == '-' || ((arg[1] == 'o' || arg[1] == 'f') && arg[2] == '\0'));
}

static int parse(request *r, int argc, char **argv)
{
    const char *file = NULL;
    char *words[ARRAYS_MAX + 2];
    size_t count = 0, first = 0;
    for (int k = 0; k < argc; k++) {
        int status = EXIT_OK;
        if (looks_like_option(argv[k])) /* an expression may start with a minus too */
            status = parse_option(r, argc, argv, &k, &file);
        else if (count < sizeof words / sizeof *words)
            words[count++] = argv[k];
        if (status != EXIT_OK) return status;
    }
    if (file == NULL) {
        if (count == 0) return usage("eval: no expression is given");
        r->text = words[first++];
    }
    for (; first < count; first++) {
        int status = arrays_add(&r->arrays, words[first]);
        if (status != EXIT_OK) return status;
    }
    if (file == NULL) return EXIT_OK;
    r->text = r->text_read = read_text(file);
    return r->text != NULL ? EXIT_OK : EXIT_ERROR;
}

/* ---- the work ------------------------------------------------------------------------------------------------ */

static void print_stats(const sn_stats *s, double seconds)
{
    static const struct {
        const char *name;
        size_t offset;
    } fields[] = {
#define FIELD(name) {#name, offsetof(sn_stats, name)}
        FIELD(kernels),     FIELD(launches),      FIELD(library_calls), FIELD(compiled),    FIELD(disk_hits),
        FIELD(memory_hits), FIELD(interpreted),   FIELD(plan_hits),     FIELD(plan_misses), FIELD(forced),
        FIELD(bytes_read),  FIELD(bytes_written), FIELD(bytes_copied),  FIELD(bytes_h2d),   FIELD(bytes_d2h),
        FIELD(syncs),       FIELD(nodes),         FIELD(peak_bytes)
#undef FIELD
    };
    const char *device = sn_device();
    fflush(stdout);
    fprintf(stderr, "{\"device\": \"%s\"", device != NULL ? device : "none");
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        uint64_t value;
        memcpy(&value, (const char *)s + fields[k].offset, sizeof value);
        fprintf(stderr, ", \"%s\": %llu", fields[k].name, (unsigned long long)value);
    }
    fprintf(stderr, ", \"seconds\": %.6f}\n", seconds);
}

static int give_result(const request *r, sn_array result)
{
    int status = r->output != NULL ? sn_save(r->output, result) : sn_print(result, stdout);
    return status >= 0 ? EXIT_OK : fail_library(NULL);
}

static int evaluate(request *r)
{
    sn_array result = {0, 0};
    sn_stats stats;
    int status = arrays_load(&r->arrays);
    if (status != EXIT_OK) return status;
    sn_stats_reset();
    double start = seconds_now();
    for (long k = 1; k <= r->repeat && status == EXIT_OK; k++)
        status = arrays_evaluate(&r->arrays, r->text, k == r->repeat ? &result : NULL);
    double seconds = seconds_now() - start;
    if (status != EXIT_OK) return status;
    sn_stats_get(&stats);
    status = give_result(r, result);
    if (r->stats && status == EXIT_OK) print_stats(&stats, seconds);
    return status;
}

int command_eval(int argc, char **argv)
{
    request r = {.repeat = 1};
    int status = parse(&r, argc, argv);
    if (status == EXIT_OK) status = evaluate(&r);
    free(r.text_read);
    return status;
}
