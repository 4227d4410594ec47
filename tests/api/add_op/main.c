/* The operations that docs/adding-an-op.md adds, from C and from text.  SINTER_JIT chooses the tier. */
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(const char *what, sn_array x, sn_dtype dtype, const double *want, int count)
{
    double got[8] = {0};
    bool same = sn_ok(x) && sn_dtype_of(x) == dtype && sn_size(x) == count &&
                sn_to_host(sn_astype(x, SN_FLOAT64), got, (size_t)count * sizeof *got) == SN_OK;
    for (int k = 0; same && k < count; k++) same = got[k] == want[k];
    if (same) return;
    failures++;
    fprintf(stderr, "%s: %s; the first element is %g, not %g\n", what, sn_error_of(x), got[0], want[0]);
}

static void check_all(void)
{
    static const double x[] = {3, -5, 0}, y[] = {4, 12, -1}, squares[] = {25, 169, 1}, above[] = {3, 0, 0};
    static const int8_t n[] = {1, 2, -3};
    SN_SCOPE
    {
        sn_array a = sn_from_host(x, SN_FLOAT64, SN_SHAPE(3), NULL),
                 b = sn_from_host(y, SN_FLOAT64, SN_SHAPE(3), NULL);
        sn_array i = sn_from_host(n, SN_INT8, SN_SHAPE(3), NULL), f = sn_astype(a, SN_FLOAT32);
        check("sumsq in C", sn_sumsq(a, b), SN_FLOAT64, squares, 3);
        check("sumsq in text", SN_EXPR("sumsq(a, b)", a, b), SN_FLOAT64, squares, 3);
        check("sumsq of int8 and a number", sn_sumsq(i, 2), SN_INT8, (const double[]){5, 8, 13}, 3);
        check("hinge in C", sn_hinge(a), SN_FLOAT64, above, 3);
        check("hinge in text", SN_EXPR("hinge(f)", f), SN_FLOAT32, above, 3);
        check("both in one kernel", SN_EXPR("sumsq(hinge(a), b).sum()", a, b), SN_FLOAT64,
              (const double[]){170}, 1);
        sn_array same = sn_equal(a, b);
        if (sn_ok(sn_sumsq(same, same))) failures++, fputs("sumsq of bool is not refused\n", stderr);
    }
}

int main(void)
{
    sn_stats stats;
    const char *jit = getenv("SINTER_JIT");
    check_all();
    sn_stats_get(&stats);
    bool compiled = jit != NULL && strcmp(jit, "sync") == 0;
    if (compiled ? stats.compiled == 0 || stats.interpreted != 0
                 : stats.compiled != 0 || stats.interpreted == 0) {
        failures++;
        fprintf(stderr, "%llu kernels compiled, %llu interpreted\n", (unsigned long long)stats.compiled,
                (unsigned long long)stats.interpreted);
    }
    sn_shutdown();
    return failures != 0;
}
