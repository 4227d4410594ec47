/* A chain of a million operations, with the loop guard and without it, and as a loop's state. */
#include <sinter.h>

enum { OPERATIONS = 1000000 };

static int fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, sn_error());
    return 1;
}

static int chain(const char *max_height)
{
    if (sn_option_set("MAX_HEIGHT", max_height) < 0) return fail("MAX_HEIGHT");
    sn_array x = sn_from_host((const double[]){0, 1}, SN_FLOAT64, SN_SHAPE(2), NULL);
    for (int k = 0; k < OPERATIONS; k++) {
        sn_array y = sn_add(x, 1);
        sn_free(x);
        x = y;
    }
    double out[2];
    if (sn_to_host(x, out, sizeof out) < 0) return fail(max_height);
    sn_free(x);
    return out[0] == OPERATIONS && out[1] == OPERATIONS + 1 ? 0 : fail("wrong values");
}

static int loop(void)
{
    sn_array u = {0, 0};
    if (sn_set(&u, sn_zeros(SN_INT64, SN_SHAPE(3))) < 0) return fail("set");
    for (int k = 0; k < 100000; k++)
        SN_SCOPE if (sn_set(&u, sn_add(sn_mul(u, 3), k)) < 0) return fail("set");
    uint64_t expect = 0;
    int64_t got = 0;
    for (uint64_t k = 0; k < 100000; k++) expect = expect * 3 + k;
    if (sn_item_i64(sn_max(u), &got) < 0) return fail("item");
    return (uint64_t)got == expect ? 0 : fail("wrong state");
}

int main(void)
{
    if (chain("4096") != 0 || chain("0") != 0 || sn_option_set("MAX_HEIGHT", NULL) < 0) return 1;
    if (loop() != 0) return 1;
    return sn_shutdown() == SN_OK ? 0 : 1;
}
