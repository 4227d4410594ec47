/* Captured computations: the same values as recording them, nothing recorded, and what is refused. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { N = 16 };

static sn_array ramp(double from) { return sn_add(sn_arange(0, N, 1, SN_FLOAT64), from); }

static void same(sn_array x, sn_array y)
{
    SN_SCOPE { CHECK(sn_item(sn_all(sn_equal(x, y))) == 1); }
}

/* y = sqrt(x) * 2 + b, and its sum. */
static void outputs_of(sn_array x, sn_array b, sn_array out[2])
{
    out[0] = sn_add(sn_mul(sn_sqrt(x), 2), b);
    out[1] = sn_sum(out[0]);
}

static void test_values(void)
{
    SN_SCOPE {
        sn_array b = sn_mul(ramp(0), 10), x = ramp(1), out[2], got[2] = {{0, 0}, {0, 0}};
        sn_captured c;
        outputs_of(x, b, out);
        CHECK(sn_capture(&x, 1, out, 2, &c) == SN_OK);
        for (int k = 2; k < 6; k++) {
            sn_array input = ramp(k * k), wanted[2];
            CHECK(sn_replay(c, &input, 1, got, 2) == SN_OK);
            outputs_of(input, b, wanted);
            same(got[0], wanted[0]);
            same(got[1], wanted[1]);
        }
        CHECK(sn_set(&b, ramp(7)) == SN_OK); /* what was captured stays */
        sn_array input = ramp(4), wanted[2];
        CHECK(sn_replay(c, &input, 1, got, 2) == SN_OK);
        outputs_of(input, sn_mul(ramp(0), 10), wanted);
        same(got[0], wanted[0]);
        outputs_of(x, b, out);
        CHECK(sn_free(got[0]) == SN_OK && sn_free(got[1]) == SN_OK);
        CHECK(sn_capture_free(c) == SN_OK);
    }
}

/* A state that steps in place of itself; views as inputs and outputs. */
static void test_steps(void)
{
    SN_SCOPE {
        sn_array x = ramp(0), next = sn_add(sn_mul(x, 0.5), 1), state = {0, 0};
        sn_captured c;
        CHECK(sn_capture(&x, 1, &next, 1, &c) == SN_OK);
        CHECK(sn_set(&state, x) == SN_OK);
        double wanted = 5;
        for (int k = 0; k < 20; k++) {
            CHECK(sn_replay(c, &state, 1, &state, 1) == SN_OK);
            wanted = wanted * 0.5 + 1;
        }
        CHECK(((const double *)sn_data(state))[5] == wanted);
        CHECK(((const double *)sn_data(x))[5] == 5);
        sn_stats before, after;
        sn_stats_get(&before);
        CHECK(sn_replay(c, &state, 1, &state, 1) == SN_OK);
        sn_stats_get(&after);
        CHECK(after.nodes - before.nodes <= 1 && after.plan_hits == before.plan_hits);
        CHECK(after.kernels == before.kernels + 1);
        CHECK(sn_capture_free(c) == SN_OK);
        CHECK(sn_free(state) == SN_OK);
    }
    SN_SCOPE {
        sn_array base = ramp(0), odd = sn_slice(base, SN_RANGE(1, SN_NONE, 2));
        CHECK(sn_eval(base) == SN_OK);
        sn_array whole = sn_add(base, 1), parts[2] = {sn_slice(whole, SN_RANGE(0, 4, 1)), sn_mul(odd, 2)};
        sn_array inputs[2] = {base, odd}, got[2] = {{0, 0}, {0, 0}};
        sn_captured c;
        CHECK(sn_capture(inputs, 2, parts, 2, &c) == SN_OK);
        sn_array other = ramp(100);
        sn_array others[2] = {other, sn_slice(other, SN_RANGE(1, SN_NONE, 2))};
        CHECK(sn_replay(c, others, 2, got, 2) == SN_OK);
        same(got[0], sn_add(sn_arange(0, 4, 1, SN_FLOAT64), 101));
        same(got[1], sn_mul(others[1], 2));
        others[0] = base;
        CHECK(sn_replay(c, others, 2, got, 2) == SN_ERR_ARGUMENT);
        CHECK(strstr(sn_error(), "views of one array") != NULL);
        CHECK(sn_capture_free(c) == SN_OK);
        CHECK(sn_free(got[0]) == SN_OK && sn_free(got[1]) == SN_OK);
    }
}

/* A write that could take its input's memory does not: the input is the caller's. */
static void test_writes(void)
{
    SN_SCOPE {
        sn_array x = ramp(0);
        CHECK(sn_eval(x) == SN_OK);
        sn_array y = sn_copy(x);
        CHECK(sn_assign(sn_slice(y, SN_RANGE(0, 3, 1)), -1) == SN_OK);
        sn_captured c;
        sn_array got = {0, 0};
        CHECK(sn_capture(&x, 1, &y, 1, &c) == SN_OK);
        sn_array input = ramp(50);
        CHECK(sn_eval(input) == SN_OK);
        CHECK(sn_replay(c, &input, 1, &got, 1) == SN_OK);
        CHECK(((const double *)sn_data(got))[2] == -1 && ((const double *)sn_data(got))[3] == 53);
        CHECK(((const double *)sn_data(input))[2] == 52);
        CHECK(sn_free(got) == SN_OK);
    } /* c is freed with the thread */
}

static void test_refusals(void)
{
    SN_SCOPE {
        sn_array x = ramp(0), y = sn_add(x, 1), evaluated = sn_add(x, 2), got = {0, 0}, none = {0, 0};
        sn_array short_one = sn_arange(0, 3, 1, SN_FLOAT64), single = sn_astype(x, SN_FLOAT32);
        sn_array inputs[2] = {x, x};
        sn_captured c, stale;
        CHECK(sn_eval(evaluated) == SN_OK);
        CHECK(sn_capture(&x, 1, &evaluated, 1, &c) == SN_ERR_ARGUMENT);
        CHECK(strstr(sn_error(), "computed already") != NULL);
        CHECK(sn_capture(&none, 1, &y, 1, &c) == SN_ERR_HANDLE);
        CHECK(sn_capture(&x, 1, &y, 0, &c) == SN_ERR_ARGUMENT);
        CHECK(sn_capture(&x, 1, &y, 1, &c) == SN_OK);
        CHECK(sn_replay(c, &short_one, 1, &got, 1) == SN_ERR_SHAPE);
        CHECK(strstr(sn_error(), "input 0 is float64 (3,); float64 (16,) was captured") != NULL);
        CHECK(sn_replay(c, &single, 1, &got, 1) == SN_ERR_SHAPE);
        CHECK(sn_replay(c, inputs, 2, &got, 1) == SN_ERR_ARGUMENT);
        CHECK(sn_replay(c, inputs, 1, inputs, 2) == SN_ERR_ARGUMENT);
        CHECK(got.index == 0 && got.generation == 0);
        sn_array weak = sn_weak_f64(2);
        CHECK(sn_replay(c, &weak, 1, &got, 1) == SN_ERR_ARGUMENT);
        sn_array places[2] = {{0, 0}, short_one};
        CHECK(sn_free(short_one) == SN_OK);
        CHECK(sn_capture_free(c) == SN_OK);
        sn_array both[2] = {sn_add(x, 1), sn_add(x, 3)};
        CHECK(sn_capture(&x, 1, both, 2, &c) == SN_OK);
        CHECK(sn_replay(c, &x, 1, places, 2) == SN_ERR_HANDLE);
        CHECK(places[0].index == 0 && places[0].generation == 0);
        stale = c;
        CHECK(sn_capture_free(c) == SN_OK);
        CHECK(sn_capture_free(stale) == SN_ERR_HANDLE);
        CHECK(sn_replay(stale, &x, 1, &got, 1) == SN_ERR_HANDLE);
        CHECK(strstr(sn_error(), "stale") != NULL);
    }
}

int main(void)
{
    test_values();
    test_steps();
    test_writes();
    test_refusals();
    CHECK(sn_shutdown() == SN_OK);
    sn_stats stats;
    sn_stats_get(&stats);
    CHECK(stats.in_use_bytes == 0);
    return failures != 0;
}
