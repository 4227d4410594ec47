/* Writes from C: views see them and pass them on, values keep what they were, slices are written in place.
 * Meant for AddressSanitizer and ThreadSanitizer too. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static sn_array ramp(int64_t rows, int64_t columns)
{
    return sn_reshape(sn_arange(0, (double)(rows * columns), 1, SN_FLOAT64), SN_SHAPE(rows, columns));
}

static bool same(sn_array x, size_t count, const double *want)
{
    double got[64];
    if (sn_to_host(sn_astype(x, SN_FLOAT64), got, count * sizeof *got) < 0) return false;
    for (size_t k = 0; k < count; k++)
        if (got[k] != want[k]) fprintf(stderr, "element %zu is %g, not %g\n", k, got[k], want[k]);
    return memcmp(got, want, count * sizeof *got) == 0;
}
#define SAME(x, ...)                                                                                         \
    CHECK(same(x, sizeof((const double[]){__VA_ARGS__}) / sizeof(double), (const double[]){__VA_ARGS__}))

static void refused(int got, int status, const char *message)
{
    if (got == status && strcmp(sn_error(), message) == 0) return;
    fprintf(stderr, "%d: %s\n   not %d: %s\n", got, sn_error(), status, message);
    atomic_fetch_add(&failures, 1);
}

/* ---- who sees what ------------------------------------------------------------------------------------------- */

static void views_see_writes(bool evaluated)
{
    SN_SCOPE
    {
        sn_array x = sn_zeros(SN_FLOAT64, SN_SHAPE(2, 3));
        if (evaluated) CHECK(sn_eval(x) == SN_OK);
        sn_array row = sn_slice(x, SN_AT(1)), back = sn_flip(row, SN_ALL_AXES),
                 turned = sn_transpose(x, SN_ALL_AXES);
        sn_array before = sn_add(x, 100), copy = sn_copy(x);
        if (evaluated) CHECK(sn_eval(row, turned) == SN_OK);
        CHECK(sn_assign(row, 7) == SN_OK);
        SAME(x, 0, 0, 0, 7, 7, 7);
        CHECK(sn_assign(sn_slice(back, SN_AT(0)), sn_sum(row)) == SN_OK);
        SAME(turned, 0, 7, 0, 7, 0, 21);
        CHECK(sn_add_assign(turned, sn_slice(x, SN_AT(0), SN_AT(0))) == SN_OK);
        CHECK(sn_multiply_assign(sn_slice(x, SN_ALL, SN_AT(0)), 2) == SN_OK);
        CHECK(sn_assign(sn_reshape(x, SN_SHAPE(6)), sn_add(sn_reshape(turned, SN_SHAPE(6)), 1)) == SN_OK);
        SAME(x, 1, 15, 1, 8, 1, 22);
        SAME(back, 22, 1, 8);
        SAME(before, 100, 100, 100, 100, 100, 100);
        SAME(copy, 0, 0, 0, 0, 0, 0);
    }
}

static void rebinding_parts(void)
{
    SN_SCOPE
    {
        sn_array x = ramp(2, 2), view = sn_slice(x, SN_AT(0));
        CHECK(sn_set(&x, sn_ones(SN_FLOAT64, SN_SHAPE(2, 2))) == SN_OK);
        CHECK(sn_assign(view, 5) == SN_OK);
        SAME(x, 1, 1, 1, 1);
        SAME(view, 5, 5);
        sn_array spread = {0, 0};
        CHECK(sn_set(&spread, sn_broadcast_to(view, SN_SHAPE(2, 2))) == SN_OK); /* a value, and so no view */
        CHECK(sn_assign(sn_slice(spread, SN_AT(1)), 9) == SN_OK);
        SAME(spread, 5, 5, 9, 9);
        SAME(view, 5, 5);
        sn_free(spread);
    }
}

static void views_outlive(void)
{
    sn_array view = {0, 0};
    SN_SCOPE
    {
        sn_array x = ramp(3, 2);
        view = sn_keep(sn_slice(x, SN_AT(1)));
        CHECK(sn_assign(x, 3) == SN_OK);
    }
    CHECK(sn_subtract_assign(view, 1) == SN_OK);
    SAME(view, 2, 2);
    CHECK(sn_free(view) == SN_OK);
}

static void masks(void)
{
    SN_SCOPE
    {
        sn_array x = ramp(2, 3), y = sn_slice(x, SN_ALL, SN_RANGE(1, SN_NONE, SN_NONE));
        CHECK(sn_assign_where(y, sn_greater(y, 1.5), -1) == SN_OK);
        SAME(x, 0, 1, -1, 3, -1, -1);
        CHECK(sn_assign_where(x, sn_weak_bool(true), sn_slice(x, SN_AT(1))) == SN_OK);
        SAME(x, 3, -1, -1, 3, -1, -1);
        refused(sn_assign_where(x, x, 1), SN_ERR_DTYPE, "assign: the mask has dtype float64, not bool");
    }
}

static void texts(void)
{
    SN_SCOPE
    {
        sn_array x = ramp(2, 3), y = sn_slice(x, SN_AT(1));
        sn_array z = SN_EXPR("x[:, 0] = 9; y += 1; x[0]", x, y);
        SAME(x, 9, 1, 2, 10, 5, 6);
        CHECK(sn_assign(z, 0) == SN_OK); /* the result is a view of x, as a function's would be in Python */
        SAME(x, 0, 0, 0, 10, 5, 6);
        CHECK(!sn_ok(SN_EXPR("x[0] = 5; x[7] = 1; x", x))); /* what came before the failure is done */
        SAME(x, 5, 5, 5, 10, 5, 6);
        sn_array same_array = x, both = SN_EXPR("x[0, 0] = 3; same_array[0]", x, same_array);
        SAME(both, 3, 5, 5);
        CHECK(sn_assign(sn_slice(x, SN_AT(0), SN_AT(0)), 5) == SN_OK);
        sn_array w = SN_EXPR("y = x; y = y + 1; y[0] = 8; y", x);
        SAME(x, 5, 5, 5, 10, 5, 6);
        SAME(w, 8, 8, 8, 11, 6, 7);
    }
}

static void refusals(void)
{
    static double memory[3] = {1, 2, 3};
    SN_SCOPE
    {
        sn_array x = ramp(2, 3), i = sn_zeros(SN_INT8, SN_SHAPE(3)),
                 bad = sn_add(x, sn_ones(SN_FLOAT64, SN_SHAPE(2)));
        const char *frozen =
            "assign: the destination is read-only (a broadcast, a diagonal or another thread's array): "
            "write to a copy";
        refused(sn_assign(sn_broadcast_to(x, SN_SHAPE(2, 2, 3)), 1), SN_ERR_VALUE, frozen);
        refused(sn_assign(sn_slice(sn_broadcast_to(x, SN_SHAPE(2, 2, 3)), SN_AT(0)), 1), SN_ERR_VALUE,
                frozen);
        refused(sn_assign(sn_diagonal(x, 0, 0, 1), 1), SN_ERR_VALUE, frozen);
        refused(sn_assign(sn_diag(x, 0), 1), SN_ERR_VALUE, frozen);
        refused(sn_assign(x, sn_ones(SN_FLOAT64, SN_SHAPE(2))), SN_ERR_SHAPE,
                "assign: shape (2,) does not broadcast to (2, 3)");
        refused(sn_assign(x, sn_ones(SN_FLOAT64, SN_SHAPE(2, 2, 3))), SN_ERR_SHAPE,
                "assign: shape (2, 2, 3) does not broadcast to (2, 3)");
        refused(sn_add_assign(i, x), SN_ERR_DTYPE,
                "add: cannot cast the result from float64 to the destination's int8 by same-kind casting");
        refused(sn_add_assign(sn_slice(x, SN_AT(0)), x), SN_ERR_SHAPE,
                "add: the result's shape (2, 3) is not the destination's, (3,)");
        refused(sn_assign(i, 300), SN_ERR_VALUE, "assign: Python integer 300 out of bounds for int8");
        refused(sn_assign(i, -1e30), SN_ERR_VALUE, "assign: -1e+30 is out of bounds for int8");
        refused(sn_assign(i, bad), SN_ERR_SHAPE, "add: shapes (2, 3) and (2,) do not broadcast");
        refused(sn_assign(bad, 1), SN_ERR_SHAPE, "add: shapes (2, 3) and (2,) do not broadcast");
        refused(sn_assign(sn_weak_f64(1), 2), SN_ERR_ARGUMENT,
                "assign: the destination is a number, not an array");
        refused(sn_add_assign(x, ((sn_array){0, 0})), SN_ERR_HANDLE,
                "add: operand 2: array handle is zero: nothing was assigned to it");
        refused(sn_assign(((sn_array){0, 0}), 1), SN_ERR_HANDLE,
                "array handle is zero: nothing was assigned to it");
        SAME(x, 0, 1, 2, 3, 4, 5);
        SAME(i, 0, 0, 0);
        sn_array w = sn_wrap(memory, SN_FLOAT64, SN_SHAPE(3), NULL, NULL, NULL);
        CHECK(sn_assign(sn_slice(w, SN_AT(1)), 7) == SN_OK);
        SAME(w, 1, 7, 3);
        CHECK(memory[1] == 2); /* memory that was lent is never written to */
    }
}

/* ---- in place -------------------------------------------------------------------------------------------------- */

#define SIDE 400

typedef struct work {
    uint64_t read, written, copied, fresh;
} work; /* bytes; fresh: of the host's memory */

static work evaluate(sn_array x)
{
    sn_stats s;
    sn_stats_reset();
    sn_stats_get(&s);
    uint64_t before = s.in_use_bytes;
    CHECK(sn_eval(x) == SN_OK);
    sn_stats_get(&s);
    return (work){s.bytes_read, s.bytes_written, s.bytes_copied, s.peak_bytes - before};
}

static void in_place(void)
{
    const uint64_t row = SIDE * sizeof(double), all = SIDE * row;
    SN_SCOPE
    {
        sn_array x = sn_keep(ramp(SIDE, SIDE));
        CHECK(sn_eval(x) == SN_OK);
        const double *data = sn_data(x);
        SN_SCOPE
        {
            CHECK(sn_assign(sn_slice(x, SN_AT(3)), 7) == SN_OK);
        }
        work w = evaluate(x);
        CHECK(w.read == 0 && w.written == row && w.copied == 0 && w.fresh == 0);
        SN_SCOPE
        {
            CHECK(sn_multiply_assign(sn_slice(x, SN_ALL, SN_AT(1)), 2) == SN_OK);
        }
        w = evaluate(x);
        CHECK(w.read == row && w.written == row && w.copied == 0 && w.fresh == 0);
        SN_SCOPE
        {
            CHECK(sn_assign(sn_slice(x, SN_AT(5)), sn_add(sn_slice(x, SN_AT(4)), sn_slice(x, SN_AT(6)))) ==
                  SN_OK);
        }
        w = evaluate(x); /* other rows are read: nothing is in the way */
        CHECK(w.written == row && w.copied == 0 && w.fresh == 0);
        SN_SCOPE
        {
            CHECK(sn_assign(sn_slice(x, SN_ALL, SN_AT(8)), sn_slice(x, SN_ALL, SN_AT(9))) == SN_OK);
        }
        w = evaluate(x);
        CHECK(w.written == row && w.copied == 0 && w.fresh == 0);
        SN_SCOPE
        {
            sn_array line = sn_slice(x, SN_AT(2));
            CHECK(sn_add_assign(sn_slice(line, SN_RANGE(1, SN_NONE, SN_NONE)),
                                sn_slice(line, SN_RANGE(0, -1, SN_NONE))) == SN_OK);
        }
        w = evaluate(x); /* what is replaced is read shifted: the part is made beside and copied; on a GPU, the array */
        CHECK(w.written == row - 8 && w.copied == (on_gpu() ? all : row - 8) && w.fresh < 2 * row);
        if (!on_gpu()) {
            CHECK(data[2 * SIDE + 1] == 6 * SIDE + 2 && data[2 * SIDE + 2] == 6 * SIDE + 4);
            CHECK(sn_data(x) == data);
        }
        sn_array old = sn_sum(x);
        SN_SCOPE
        {
            CHECK(sn_assign(sn_slice(x, SN_AT(0)), 1) == SN_OK);
        }
        w = evaluate(x); /* a value that waits for the old elements keeps them */
        CHECK(w.written == row && w.copied == all && w.fresh == (on_gpu() ? 0 : all));
        double sum = sn_item(sn_sum(x));
        CHECK(sn_item(old) != sum);
        sn_array copy = sn_copy(x);
        SN_SCOPE
        {
            CHECK(sn_assign(sn_slice(x, SN_AT(0)), 2) == SN_OK);
        }
        w = evaluate(x); /* and so does a copy */
        CHECK(w.copied == all && sn_item(sn_sum(copy)) == sum);
        SN_SCOPE
        {
            for (int k = 0; k < 50; k++)
                CHECK(sn_add_assign(sn_slice(x, SN_AT(k)), sn_slice(x, SN_AT(k + 1))) == SN_OK);
        }
        w = evaluate(x); /* a chain of writes is one array */
        CHECK(w.written == 50 * row && w.copied == 0 && w.fresh == 0);
        sn_free(x);
    }
}

/* Temporaries are written to in place as well, and what is wholly replaced is never copied. */
static void temporaries(void)
{
    const uint64_t row = SIDE * sizeof(double), all = SIDE * row;
    SN_SCOPE
    {
        sn_array x = ramp(SIDE, SIDE);
        CHECK(sn_eval(x) == SN_OK);
        sn_array y = SN_EXPR("y = x * 2; y[1] = 5; y[:, 0] -= 1; y", x);
        work w = evaluate(y);
        CHECK(w.written == all + 2 * row && w.copied == 0 && w.fresh == (on_gpu() ? 0 : all));
        sn_array z = SN_EXPR("y = x * 2; y.T[...] = x; y", x);
        w = evaluate(z);
        CHECK(w.written == all && w.copied == 0 && w.fresh == (on_gpu() ? 0 : all));
    }
}

/* ---- loops ----------------------------------------------------------------------------------------------------- */

static void jacobi(const char *height)
{
    enum { N = 34, STEPS = 1000 };
    static double want[N], next[N], got[N];
    CHECK(sn_option_set("MAX_HEIGHT", height) == SN_OK);
    for (int i = 0; i < N; i++) want[i] = i == 0 ? 1 : 0;
    for (int k = 0; k < STEPS; k++) {
        for (int i = 1; i < N - 1; i++) next[i] = 0.5 * (want[i - 1] + want[i + 1]);
        memcpy(want + 1, next + 1, (N - 2) * sizeof *want);
    }
    SN_SCOPE
    {
        sn_array x = sn_zeros(SN_FLOAT64, SN_SHAPE(N));
        sn_array left = sn_slice(x, SN_RANGE(0, -2, SN_NONE)),
                 right = sn_slice(x, SN_RANGE(2, SN_NONE, SN_NONE));
        sn_array mid = sn_slice(x, SN_RANGE(1, -1, SN_NONE));
        CHECK(sn_assign(sn_slice(x, SN_AT(0)), 1) == SN_OK);
        for (int k = 0; k < STEPS; k++) SN_SCOPE
            {
                CHECK(sn_assign(mid, sn_multiply(0.5, sn_add(left, right))) == SN_OK);
            }
        CHECK(sn_to_host(x, got, sizeof got) == SN_OK && memcmp(got, want, sizeof got) == 0);
        sn_array u = sn_zeros(SN_FLOAT64, SN_SHAPE(N)), v = sn_zeros(SN_FLOAT64, SN_SHAPE(N));
        CHECK(sn_assign(sn_slice(u, SN_AT(0)), 1) == SN_OK && sn_assign(v, u) == SN_OK);
        for (int k = 0; k < STEPS; k += 2) SN_SCOPE
            {
                CHECK(sn_ok(
                    SN_EXPR("v[1:-1] = 0.5 * (u[:-2] + u[2:]); u[1:-1] = 0.5 * (v[:-2] + v[2:]); u", u, v)));
            }
        CHECK(sn_to_host(u, got, sizeof got) == SN_OK && memcmp(got, want, sizeof got) == 0);
    }
    CHECK(sn_option_set("MAX_HEIGHT", "4096") == SN_OK);
}

static void small_writes(void)
{
    enum { N = 1000, WRITES = 20000 };
    sn_stats s;
    SN_SCOPE
    {
        sn_array x = sn_zeros(SN_INT64, SN_SHAPE(N));
        CHECK(sn_eval(x) == SN_OK);
        sn_stats_get(&s);
        uint64_t before = s.in_use_bytes;
        sn_stats_reset();
        for (int k = 0; k < WRITES; k++) SN_SCOPE
            {
                CHECK(sn_add_assign(sn_slice(x, SN_AT(k * 7 % N)), k) == SN_OK);
            }
        CHECK(sn_item(sn_sum(x)) == (double)WRITES * (WRITES - 1) / 2);
        sn_stats_get(&s);
        CHECK(s.peak_bytes <= before + 4 * N * 8);
    }
}

/* ---- threads --------------------------------------------------------------------------------------------------- */

static sn_array given, shared_view;

static void *use_given(void *unused)
{
    const char *message = "assign: the destination belongs to another thread, which alone may write to it";
    (void)unused;
    refused(sn_assign(given, 1), SN_ERR_HANDLE, message);
    refused(sn_assign(sn_slice(given, SN_AT(0)), 1), SN_ERR_HANDLE, message);
    sn_array w = SN_EXPR("given[0] = 1; given", given);
    CHECK(!sn_ok(w) && strstr(sn_error_of(w), "read-only") != NULL);
    sn_array own = sn_add(given, 0);
    CHECK(sn_assign(sn_slice(own, SN_AT(0)), 50) == SN_OK && sn_item(sn_sum(own)) == 150 + 12);
    return NULL;
}

static void *read_shared(void *unused)
{
    (void)unused;
    for (int k = 0; k < 200; k++) SN_SCOPE
        {
            sn_array seen = sn_add(shared_view, 0); /* of one moment: every write is whole */
            CHECK(sn_item(sn_max(seen)) == sn_item(sn_min(seen)));
        }
    return NULL;
}

static void threads(void)
{
    pthread_t t;
    SN_SCOPE
    {
        given = ramp(2, 3);
        CHECK(sn_eval(given) == SN_OK);
        if (pthread_create(&t, NULL, use_given, NULL) != 0) abort();
        pthread_join(t, NULL);
        SAME(given, 0, 1, 2, 3, 4, 5);
        sn_array x = sn_zeros(SN_FLOAT64, SN_SHAPE(4, 8));
        shared_view = sn_slice(x, SN_RANGE(1, 3, SN_NONE));
        CHECK(sn_share(shared_view) == SN_OK);
        if (pthread_create(&t, NULL, read_shared, NULL) != 0) abort();
        for (int k = 0; k < 200; k++) CHECK(sn_assign(x, k) == SN_OK);
        pthread_join(t, NULL);
        CHECK(sn_item(sn_min(shared_view)) == 199);
        CHECK(sn_free(shared_view) == SN_OK);
    }
}

int main(void)
{
    views_see_writes(false);
    views_see_writes(true);
    rebinding_parts();
    views_outlive();
    masks();
    texts();
    refusals();
    in_place();
    temporaries();
    jacobi("4096");
    jacobi("0");
    small_writes();
    threads();
    CHECK(sn_shutdown() == SN_OK);
    if (failures == 0) printf("writes are right\n");
    return failures != 0;
}
