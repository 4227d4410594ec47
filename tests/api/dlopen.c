/* A program that is not linked to the library opens it RTLD_LOCAL, as plug-ins and other languages do:
 * compiled kernels must find the library's functions though no symbol of it is global. */
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinter.h"

enum { N = 1 << 19 }; /* enough for several threads */

static struct {
    sn_array (*from_host)(const void *, sn_dtype, int, const int64_t *, const int64_t *);
    sn_array (*expr_list)(const char *, const char *, const sn_array *, size_t);
    int (*to_host)(sn_array, void *, size_t);
    int (*option_set)(const char *, const char *);
    void (*stats_get)(sn_stats *);
    int (*shut_down)(void);
    const char *(*error)(void);
} lib;

/* C converts dlsym's void * to a function only through memory. */
static void find(void *handle, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(handle, name);
    if (symbol == NULL) {
        fprintf(stderr, "no %s: %s\n", name, dlerror());
        exit(1);
    }
    memcpy(function, &symbol, size);
}

static void *load(void)
{
    char path[4096];
    const char *folder = getenv("SINTER_BUILD");
    snprintf(path, sizeof path, "%s/libsinter.so", folder != NULL ? folder : ".");
    void *handle = dlopen(path, RTLD_LOCAL | RTLD_NOW);
    if (handle == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    find(handle, "sn_from_host", &lib.from_host, sizeof lib.from_host);
    find(handle, "sn_expr_list", &lib.expr_list, sizeof lib.expr_list);
    find(handle, "sn_to_host", &lib.to_host, sizeof lib.to_host);
    find(handle, "sn_option_set", &lib.option_set, sizeof lib.option_set);
    find(handle, "sn_stats_get", &lib.stats_get, sizeof lib.stats_get);
    find(handle, "sn_shutdown", &lib.shut_down, sizeof lib.shut_down);
    find(handle, "sn_error", &lib.error, sizeof lib.error);
    return handle;
}

static int evaluate(const char *jit, double *out)
{
    static double x[N];
    int64_t dims[1] = {N};
    for (int i = 0; i < N; i++) x[i] = 1e-5 * i;
    if (lib.option_set("JIT", jit) < 0) return -1;
    sn_array a = lib.from_host(x, SN_FLOAT64, 1, dims, NULL);
    return lib.to_host(lib.expr_list("exp(-x) * sin(x) + x / x.sum()", "x", &a, 1), out, N * sizeof *out);
}

static int check(void)
{
    static double interpreted[N], compiled[N];
    sn_stats stats;
    if (evaluate("off", interpreted) < 0 || evaluate("sync", compiled) < 0) {
        fprintf(stderr, "%s\n", lib.error());
        return 1;
    }
    lib.stats_get(&stats);
    if (stats.compiled + stats.disk_hits == 0) {
        fprintf(stderr, "nothing was compiled\n");
        return 77;
    }
    if (memcmp(interpreted, compiled, sizeof compiled) != 0) {
        fprintf(stderr, "compiled kernels give other bits\n");
        return 1;
    }
    for (int i = 0; i < N; i++) {
        double x = 1e-5 * i, want = exp(-x) * sin(x) + x / (1e-5 * N * (N - 1.0) / 2);
        if (fabs(compiled[i] - want) > 1e-12) {
            fprintf(stderr, "element %d is %g, not %g\n", i, compiled[i], want);
            return 1;
        }
    }
    return 0;
}

/* The thread that used the library ends after the library was closed, and another opens it again. */
static void *use_and_close(void *status)
{
    void *handle = load();
    *(int *)status = check();
    if (lib.shut_down() < 0) *(int *)status = 1;
    dlclose(handle);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    int status = 1;
    if (dlsym(RTLD_DEFAULT, "sn_version") != NULL) {
        fprintf(stderr, "this program is linked to the library, so it shows nothing\n");
        return 1;
    }
    for (int k = 0; k < 2; k++) {
        if (pthread_create(&thread, NULL, use_and_close, &status) != 0) return 1;
        pthread_join(thread, NULL);
        if (status != 0) return status;
    }
    return 0;
}
