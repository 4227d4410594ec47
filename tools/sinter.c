/* sinter: the command. */
#include "sinter.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char help[] =
    "usage: sinter eval 'EXPR' [NAME=FILE.npy ...] [OPTION ...]\n"
    "       sinter bench 'EXPR' [NAME=FILE.npy ...] [-f FILE] [--rounds N] [--json]\n"
    "       sinter info [--json]\n"
    "       sinter warm FILE\n"
    "       sinter cache path|list|verify|clear\n"
    "       sinter --help | --version\n"
    "\n"
    "eval evaluates a NumPy expression, or several assignments and an expression separated by ;\n"
    "  -o FILE.npy         write the result there instead of printing it\n"
    "  -f FILE             read the expression from FILE instead of the command line\n"
    "  --device NAME       auto, cpu, cuda or cuda:1, which is GPU 1\n"
    "  --dump[=FOLDER]     write every generated kernel into FOLDER, one file each, or to stderr\n"
    "  --explain           tell on stderr how the expression was fused, and what kept the rest apart\n"
    "  --stats             write counters on stderr as one line of JSON\n"
    "  --repeat N          record and evaluate N times, keeping the last result\n"
    "\n"
    "bench times an expression on the processor and tells what bounds it: the bytes its kernels move, beside the\n"
    "bandwidth measured in turn with it; the time to record it and start its kernels; or else its arithmetic\n"
    "  --rounds N          samples of each; default 15\n"
    "  --json              one line of JSON\n"
    "\n"
    "info tells what Sinter finds on this machine.\n"
    "\n"
    "warm compiles the kernels of the expressions in FILE ahead of their use.  A line is\n"
    "      NAME=DTYPE(SHAPE) NAME=FILE.npy ...: EXPR\n"
    "  as in\n"
    "      x=float32(1000,1000) y=float32(1000): where(x > .5, sin(x)*2, y).sum(axis=1)\n"
    "  Without arrays it begins with the colon.  Empty lines and lines that start with # are skipped.\n"
    "\n"
    "cache looks after the compiled kernels on disk: path tells their folder, list names them with the\n"
    "processor they are for, their bytes and last use, verify reads and checks each, clear removes all.\n"
    "\n"
    "Exit status: 0; 1 when something could not be done; 2 for a wrong command line.\n"
    "Environment variables SINTER_* set the same and more:\n";

static void print_help(void)
{
    const char *name, *choices, *preset, *doc;
    fputs(help, stdout);
    for (int k = 0; sn_option_at(k, &name, &choices, &preset, &doc) == SN_OK; k++) {
        printf("  SINTER_%-12s %s", name, doc);
        if (*choices != '\0') printf(" (%s)", choices);
        if (*preset != '\0') printf("; default %s", preset);
        putchar('\n');
    }
}

static void complain(const char *format, va_list args)
{
    fflush(stdout);
    fputs("sinter: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

int fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    va_end(args);
    return EXIT_ERROR;
}

int usage(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(format, args);
    va_end(args);
    fputs("try: sinter --help\n", stderr);
    return EXIT_USAGE;
}

int fail_library(const char *about)
{
    return about != NULL ? fail("%s: %s", about, sn_error()) : fail("%s", sn_error());
}

bool is_name(const char *text, size_t length)
{
    if (length == 0 || isdigit((unsigned char)text[0])) return false;
    for (size_t k = 0; k < length; k++)
        if (!isalnum((unsigned char)text[k]) && text[k] != '_') return false;
    return true;
}

/* An endless file is refused before memory is out. */
#define TEXT_MAX ((size_t)64 << 20)

static char *read_stream(FILE *file, const char *path)
{
    size_t size = 0, capacity = 4096;
    char *text = malloc(capacity);
    while (text != NULL) {
        size += fread(text + size, 1, capacity - size - 1, file);
        if (size < capacity - 1) break;
        if (capacity >= TEXT_MAX) {
            fail("%s: a text is no longer than %zu MiB", path, TEXT_MAX >> 20);
            free(text);
            return NULL;
        }
        char *larger = realloc(text, capacity *= 2);
        if (larger == NULL) free(text);
        text = larger;
    }
    if (text == NULL) {
        fail("%s: out of memory", path);
        return NULL;
    }
    text[size] = '\0';
    if (!ferror(file) && strlen(text) == size) return text;
    if (ferror(file))
        fail("%s: %s", path, strerror(errno));
    else
        fail("%s: holds a zero byte, so it is no text", path);
    free(text);
    return NULL;
}

char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fail("%s: %s", path, strerror(errno));
        return NULL;
    }
    char *text = read_stream(file, path);
    fclose(file);
    return text;
}

const char *option_value(const char *name, int argc, char **argv, int *k, bool *missing)
{
    const char *arg = argv[*k];
    size_t length = strlen(name);
    if (strncmp(arg, name, length) != 0) return NULL;
    if (arg[length] == '=' && name[1] == '-') return arg + length + 1;
    if (arg[length] != '\0') return NULL;
    if (*k + 1 < argc) return argv[++*k];
    *missing = true;
    usage("%s needs a value", name);
    return NULL;
}

double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int run(int argc, char **argv)
{
    static const struct { const char *name; int (*run)(int, char **); } commands[] = {
        {"eval", command_eval}, {"info", command_info}, {"bench", command_bench},
        {"warm", command_warm}, {"cache", command_cache}};
    if (argc < 2) return usage("no command is given");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        print_help();
        return EXIT_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("sinter %s\n", sn_version());
        return EXIT_OK;
    }
    for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
        if (strcmp(argv[1], commands[k].name) != 0) continue;
        if (argc > 2 && strcmp(argv[2], "--help") == 0) {
            print_help();
            return EXIT_OK;
        }
        return commands[k].run(argc - 2, argv + 2);
    }
    return usage("'%s' is no command", argv[1]);
}

int main(int argc, char **argv)
{
    int status = run(argc, argv);
    sn_wait_compiles(-1);
    sn_shutdown();
    if (fflush(stdout) != 0 || ferror(stdout)) status = status != EXIT_OK ? status : fail("cannot write the output: %s", strerror(errno));
    return status;
}
