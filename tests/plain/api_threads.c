/* Handles across threads: what may cross, what is refused, arrays that outlive their thread.  Meant for
 * ThreadSanitizer too. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static sn_array given;

static void run(void *(*body)(void *), void *argument)
{
    pthread_t t;
    if (pthread_create(&t, NULL, body, argument) != 0) abort();
    pthread_join(t, NULL);
}

static sn_array ramp(int n) { return sn_arange(0, n, 1, SN_FLOAT64); }

/* ---- what may cross --------------------------------------------------------------------------------------- */

static void *use_refused(void *unused)
{
    (void)unused;
    sn_array y = sn_add(given, 1);
    CHECK(!sn_ok(y));
    CHECK(strstr(sn_error_of(y), "another thread") != NULL);
    CHECK(!sn_ok(given));
    CHECK(sn_free(given) == SN_ERR_HANDLE);
    return NULL;
}

static void *use_allowed(void *unused)
{
    (void)unused;
    CHECK(sn_ok(given));
    CHECK(sn_item(sn_sum(given)) == 45);
    CHECK(sn_item(sn_sum(sn_mul(given, given))) == 285);
    CHECK(sn_size(given) == 10);
    const double *data = sn_data(given);
    CHECK(data != NULL && data[9] == 9);
    CHECK(sn_free(given) == SN_ERR_HANDLE);
    CHECK(strstr(sn_error(), "alone may free it") != NULL);
    sn_array own = {0, 0};
    CHECK(sn_set(&own, given) == SN_OK);
    CHECK(sn_item(sn_sum(own)) == 45);
    return NULL;
}

static void *use_view(void *unused)
{
    (void)unused;
    CHECK(sn_item(sn_sum(given)) == 9 + 7 + 5);
    return NULL;
}

static void *use_stale(void *unused)
{
    (void)unused;
    CHECK(strstr(sn_error_of(given), "stale") != NULL);
    return NULL;
}

static void test_crossing(void)
{
    given = sn_add(ramp(10), 0.0);
    run(use_refused, NULL);
    CHECK(sn_eval(given) == SN_OK);
    run(use_allowed, NULL);
    sn_array whole = given;
    given = sn_slice(whole, SN_RANGE(9, 4, -2));
    run(use_refused, NULL);
    CHECK(sn_eval(given) == SN_OK);
    sn_free(whole);
    run(use_view, NULL);
    sn_free(given);
    run(use_stale, NULL);
}

/* ---- arrays that outlive their thread ----------------------------------------------------------------------------- */

static void *make_shared(void *out)
{
    SN_SCOPE
    {
        sn_array x = sn_mul(ramp(100), 2);
        CHECK(sn_share(x) == SN_OK);
        *(sn_array *)out = x;
    }
    return NULL;
}

static void *free_given(void *unused)
{
    (void)unused;
    CHECK(sn_free(given) == SN_OK);
    CHECK(!sn_ok(given));
    CHECK(sn_free(given) == SN_ERR_HANDLE);
    return NULL;
}

static void test_outliving(void)
{
    sn_array a, b;
    run(make_shared, &a);
    run(make_shared, &b);
    CHECK(sn_item(sn_sum(sn_add(a, b))) == 2 * 9900);
    CHECK(sn_free(a) == SN_OK);
    CHECK(!sn_ok(a));
    CHECK(sn_item(sn_sum(b)) == 9900);
    given = b;
    run(free_given, NULL);
    CHECK(!sn_ok(b));
    make_shared(&given); /* ours, freed by another thread */
    run(free_given, NULL);
    CHECK(!sn_ok(given));
    sn_stats before, after;
    sn_stats_get(&before);
    sn_free(sn_scalar(1, SN_INT32)); /* making an array reaps what others freed */
    sn_stats_get(&after);
    CHECK(on_gpu() || after.in_use_bytes < before.in_use_bytes); /* of the host's memory */
}

/* ---- many at once ------------------------------------------------------------------------------------------------------ */

enum { THREADS = 4, ROUNDS = 200 };
static _Atomic uint64_t slots[THREADS]; /* handles passed around */

static uint64_t pack(sn_array x) { return (uint64_t)x.index << 32 | x.generation; }
static sn_array unpack(uint64_t word) { return (sn_array){(uint32_t)(word >> 32), (uint32_t)word}; }

static void *exchange(void *number)
{
    int me = (int)(intptr_t)number;
    for (int k = 0; k < ROUNDS; k++) {
        SN_SCOPE
        {
            sn_array mine = sn_add(ramp(16), k % 5);
            CHECK(sn_share(mine) == SN_OK);
            uint64_t old = atomic_exchange(&slots[(me + k) % THREADS], pack(mine));
            if (old != 0) {
                CHECK(sn_item(sn_sum(unpack(old))) >= 120);
                CHECK(sn_free(unpack(old)) == SN_OK);
            }
            uint64_t other = atomic_load(&slots[k % THREADS]); /* may be freed at any moment */
            double sum = other != 0 ? sn_item(sn_sum(unpack(other))) : 120;
            CHECK(!(sum < 120 || sum > 120 + 4 * 16)); /* right, or NaN for a stale one */
        }
    }
    return NULL;
}

static void test_exchange(void)
{
    pthread_t t[THREADS];
    for (intptr_t k = 0; k < THREADS; k++) pthread_create(&t[k], NULL, exchange, (void *)k);
    for (int k = 0; k < THREADS; k++) pthread_join(t[k], NULL);
    for (int k = 0; k < THREADS; k++) CHECK(sn_free(unpack(atomic_load(&slots[k]))) == SN_OK);
}

static void *compute(void *number)
{
    double n = (double)(intptr_t)number;
    sn_array u = {0, 0};
    sn_set(&u, sn_add(ramp(1000), n));
    for (int k = 0; k < 50; k++) {
        SN_SCOPE CHECK(sn_set(&u, sn_sub(sn_mul(u, 2), u)) == SN_OK);
    }
    CHECK(sn_item(sn_sum(u)) == 499500 + 1000 * n);
    return NULL;
}

static void test_parallel(void)
{
    pthread_t t[THREADS];
    for (intptr_t k = 0; k < THREADS; k++) pthread_create(&t[k], NULL, compute, (void *)k);
    for (int k = 0; k < THREADS; k++) pthread_join(t[k], NULL);
}

/* Threads come and go without using up the table of arrays. */
static void *touch(void *unused)
{
    (void)unused;
    CHECK(sn_item(sn_add(sn_scalar(1, SN_INT64), 1)) == 2);
    return NULL;
}

static void test_churn(void)
{
    sn_array first = sn_scalar(0, SN_INT64);
    for (int k = 0; k < 300; k++) run(touch, NULL);
    (void)first;
}

static pthread_barrier_t barrier;

static void *hold(void *unused)
{
    touch(NULL);
    pthread_barrier_wait(&barrier); /* has arrays */
    pthread_barrier_wait(&barrier); /* may end */
    return unused;
}

static void test_shutdown(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, hold, NULL);
    pthread_barrier_wait(&barrier);
    CHECK(sn_shutdown() == SN_ERR_ARGUMENT);
    CHECK(strcmp(sn_error(), "1 other threads still use Sinter") == 0);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    CHECK(sn_shutdown() == SN_OK);
    touch(NULL);
    CHECK(sn_shutdown() == SN_OK);
}

int main(void)
{
#ifdef __SANITIZE_THREAD__
    sn_option_set("JIT", "off"); /* ThreadSanitizer does not survive the start of a compiler */
#endif
    test_crossing();
    test_outliving();
    test_exchange();
    test_parallel();
    test_churn();
    test_shutdown();
    return atomic_load(&failures) == 0 ? 0 : 1;
}
