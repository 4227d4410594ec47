/* Random expressions give the same bits whatever evaluates them: fused, one kernel an operation, step by
 * step; interpreted or compiled; by any number of threads.
 *
 *     cpu_random_graphs                        the usual run
 *     cpu_random_graphs small|large SEED N     N programs from SEED on
 *
 * A program that does not is cut down and printed. */
#include <signal.h>
#include <unistd.h>

#include "graph_make.h"
#include "graph_run.h"

static char current[64]; /* the program at hand, for when it crashes */

static void on_crash(int number)
{
    ssize_t ignored = write(STDERR_FILENO, current, strlen(current));
    (void)ignored;
    signal(number, SIG_DFL);
    raise(number);
}

static const config interpreted[] = {
    {"interpreted", "cpu", "off", "on", "1", false, NULL},
    {"interpreted, not fused", "cpu", "off", "off", "1", false, NULL},
    {"interpreted step by step", "cpu", "off", "on", "1", true, NULL},
    {"interpreted where the guard bids", "cpu", "off", "on", "1", false, "3"},
};
static const config compiled[] = {{"compiled", "cpu", "sync", "on", "1", false, NULL}};
static const config threaded[] = {
    {"interpreted, 1 thread", "cpu", "off", "on", "1", false, NULL},
    {"interpreted, 2 threads", "cpu", "off", "on", "2", false, NULL},
    {"interpreted, 3 threads", "cpu", "off", "on", "3", false, NULL},
};
static const config threaded_compiled[] = {
    {"compiled, 1 thread", "cpu", "sync", "on", "1", false, NULL},
    {"compiled, 2 threads", "cpu", "sync", "on", "2", false, NULL},
    {"compiled, 3 threads", "cpu", "sync", "on", "3", false, NULL},
};

/* ---- programs --------------------------------------------------------------------------------------------------------- */

static void check(program *p, const char *kind, uint64_t seed, const config *configs, size_t count, void *const *wanted)
{
    for (size_t c = 0; c < count; c++) {
        void *values[OUTPUTS] = {NULL};
        int status = run(p, &configs[c], values);
        CHECK(status == SN_OK, "%s program %llu: %s fails", kind, (unsigned long long)seed, configs[c].name);
        bool same = status == SN_OK;
        for (int k = 0; k < p->noutputs && same; k++) {
            const step *s = &p->steps[p->outputs[k]];
            same = difference(s->type, wanted[k], values[k], (size_t)s->size) < 0;
        }
        free_values(p, values);
        if (!same) {
            report(p, kind, seed, &interpreted[0], &configs[c]);
            return;
        }
    }
}

static void check_program(uint64_t seed, bool large, bool compile)
{
    const char *kind = large ? "large" : "small";
    snprintf(current, sizeof current, "crash in %s program %llu\n", kind, (unsigned long long)seed);
    program *p = program_make(seed, large);
    void *wanted[OUTPUTS] = {NULL};
    int status = run(p, &interpreted[0], wanted);
    CHECK(status == SN_OK, "%s program %llu fails", kind, (unsigned long long)seed);
    if (status != SN_OK) {
        program_print(p);
    } else if (large) {
        int before = failures;
        check(p, kind, seed, threaded, COUNT(threaded), wanted);
        if (compile && failures == before) check(p, kind, seed, threaded_compiled, COUNT(threaded_compiled), wanted);
    } else {
        int before = failures;
        check(p, kind, seed, interpreted, COUNT(interpreted), wanted);
        if (compile && failures == before) check(p, kind, seed, compiled, COUNT(compiled), wanted);
    }
    free_values(p, wanted);
    program_free(p);
}

static void check_programs(uint64_t first, int count, bool large, int compile_each)
{
    for (int k = 0; k < count && failures < 10; k++) check_program(first + (uint64_t)k, large, k % compile_each == 0);
}

int main(int argc, char **argv)
{
    option("LOG", "error");
    if (!sanitized()) signal(SIGSEGV, on_crash);
    if (argc == 4) { /* each is compiled */
        check_programs(strtoull(argv[2], NULL, 10), atoi(argv[3]), strcmp(argv[1], "large") == 0, 1);
    } else {
        check_programs(1, sanitized() ? 100 : 600, false, sanitized() ? 20 : 15);
        check_programs(1, sanitized() ? 6 : 30, true, sanitized() ? 6 : 2);
    }
    sn_shutdown();
    return failures != 0;
}
