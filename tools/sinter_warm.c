/* sinter warm: evaluates expressions over arrays of zeros, so that their kernels are in the cache. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinter.h"

#define ARRAYS_MAX 64

typedef struct line {
    const char *file;
    int number;
    size_t count;
    const char *names[ARRAYS_MAX];
    sn_array arrays[ARRAYS_MAX];
} line;

static int fail_line(const line *l, const char *what, const char *why)
{
    return fail("%s, line %d: %s%s%s", l->file, l->number, what, *what && *why ? ": " : "", why);
}

/* "3,4" up to the closing bracket; the rank, or -1. */
static int parse_shape(const char *text, int64_t *dims)
{
    int rank = 0;
    while (*text != ')') {
        char *end;
        if (rank == SN_MAX_NDIM) return -1;
        dims[rank++] = strtoll(text, &end, 10);
        if (end == text || (*end != ',' && *end != ')')) return -1;
        text = *end == ',' ? end + 1 : end;
    }
    return text[1] == '\0' ? rank : -1;
}

/* "float32(3,4)": zeros in memory, as an input is.  A constant would make another kernel. */
static sn_array parse_array(const char *text, bool *shaped)
{
    int64_t dims[SN_MAX_NDIM];
    char name[16];
    const char *bracket = strchr(text, '(');
    size_t length = bracket != NULL ? (size_t)(bracket - text) : 0;
    *shaped = bracket != NULL && length < sizeof name && strchr(bracket, ')') != NULL;
    if (!*shaped) return (sn_array){0, 0};
    memcpy(name, text, length);
    name[length] = '\0';
    sn_dtype dtype = sn_dtype_from_name(name);
    int rank = parse_shape(bracket + 1, dims);
    *shaped = dtype != SN_DTYPE_NONE && rank >= 0;
    return *shaped ? sn_zeros(dtype, rank, dims) : (sn_array){0, 0};
}

static int add_array(line *l, char *word)
{
    char *equals = strchr(word, '=');
    bool shaped;
    if (equals == NULL || !is_name(word, (size_t)(equals - word)))
        return fail_line(l, word, "is not NAME=DTYPE(SHAPE) or NAME=FILE.npy");
    if (l->count == ARRAYS_MAX) return fail_line(l, "", "too many arrays");
    *equals = '\0';
    sn_array x = parse_array(equals + 1, &shaped);
    if (!shaped) x = sn_load(equals + 1);
    if (!sn_ok(x)) return fail_line(l, word, sn_error_of(x));
    if (sn_eval(x) < 0) return fail_line(l, word, sn_error());
    l->names[l->count] = word;
    l->arrays[l->count++] = x;
    return EXIT_OK;
}

static int warm_line(line *l, char *text)
{
    char *colon = strchr(text, ':'), *rest = NULL;
    if (colon == NULL) return fail_line(l, "", "no ':' between the arrays and the expression");
    *colon = '\0';
    for (char *word = strtok_r(text, " \t", &rest); word != NULL; word = strtok_r(NULL, " \t", &rest)) {
        int status = add_array(l, word);
        if (status != EXIT_OK) return status;
    }
    const char *expression = colon + 1 + strspn(colon + 1, " \t");
    sn_array x = sn_expr(expression, l->names, l->arrays, l->count);
    if (!sn_ok(x)) {
        fail_line(l, "", sn_error_of(x));
        fputs(sn_expr_pointed(), stderr);
        return EXIT_ERROR;
    }
    return sn_eval(x) >= 0 ? EXIT_OK : fail_line(l, "", sn_error());
}

static int warm_text(const char *file, char *text, int *expressions)
{
    int number = 0, status = EXIT_OK;
    for (char *next = text; next != NULL && status == EXIT_OK;) {
        char *start = next, *end = strchr(next, '\n');
        next = end != NULL ? end + 1 : NULL;
        if (end != NULL) *end = '\0';
        number++;
        start += strspn(start, " \t\r");
        if (*start == '\0' || *start == '#') continue;
        line l = {.file = file, .number = number};
        SN_SCOPE status = warm_line(&l, start);
        *expressions += status == EXIT_OK;
    }
    return status;
}

int command_warm(int argc, char **argv)
{
    sn_stats stats;
    int expressions = 0;
    if (argc != 1) return usage("warm: give one file of expressions");
    char *text = read_text(argv[0]);
    if (text == NULL) return EXIT_ERROR;
    sn_option_set("JIT", "sync");
    int status = warm_text(argv[0], text, &expressions);
    free(text);
    if (status != EXIT_OK) return status;
    if (sn_wait_compiles(-1) < 0) return fail_library(NULL);
    sn_stats_get(&stats);
    printf("%d expressions: %llu kernels compiled, %llu were there\n", expressions,
           (unsigned long long)stats.compiled, (unsigned long long)stats.disk_hits);
    return EXIT_OK;
}
