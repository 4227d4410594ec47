/* Deleters of lent memory that call the library themselves, from wherever the last use ends: a new value, an
 * evaluation, a replay, the end of a thread, a shutdown. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

enum { N = 100 };

static int ran;
static sn_array mine; /* freed by the deleter when it is one */

/* Frees, makes and evaluates. */
static void deleter(void *data, void *user)
{
    free(data);
    CHECK(user == &ran);
    ran++;
    if (mine.generation != 0) CHECK(sn_free(mine) == SN_OK);
    mine = (sn_array){0, 0};
    SN_SCOPE
    {
        CHECK(sn_item(sn_sum(sn_add(sn_arange(0, N, 1, SN_FLOAT64), 1))) == N * (N + 1) / 2);
    }
}

static sn_array lent(void)
{
    static const int64_t dims[1] = {N};
    double *data = malloc(N * sizeof *data);
    for (int k = 0; k < N && data; k++) data[k] = k;
    return sn_wrap(data, SN_FLOAT64, 1, dims, NULL, deleter, &ran);
}

static sn_array evaluated(void)
{
    sn_array x = sn_keep(sn_arange(0, N, 1, SN_FLOAT64));
    CHECK(sn_eval(x) == SN_OK);
    return x;
}

static void ran_once(int line)
{
    if (ran != 1) fprintf(stderr, "line %d: ran %d times\n", line, ran);
    CHECK(ran == 1);
    ran = 0;
}

static void test_set(void)
{
    sn_array x = {0, 0};
    SN_SCOPE
    {
        CHECK(sn_set(&x, lent()) == SN_OK);
        CHECK(sn_eval(x) == SN_OK);
    }
    mine = evaluated();
    SN_SCOPE
    {
        CHECK(sn_set(&x, sn_zeros(SN_FLOAT64, SN_SHAPE(3))) == SN_OK); /* other threads might be reading x */
    }
    ran_once(__LINE__);
    CHECK(sn_size(x) == 3 && sn_free(x) == SN_OK);
}

/* The first deleter would evaluate in the middle of what stores the results. */
static void test_evaluation(void)
{
    sn_array y[3];
    SN_SCOPE
    {
        for (int k = 0; k < 3; k++) y[k] = sn_keep(sn_add(lent(), k));
    }
    CHECK(ran == 0);
    CHECK((sn_eval)(y, 3) == SN_OK);
    CHECK(ran == 3);
    ran = 0;
    for (int k = 0; k < 3; k++) {
        const double *data = sn_data(y[k]);
        CHECK(data && data[0] == k && data[N - 1] == N - 1 + k);
        CHECK(sn_free(y[k]) == SN_OK);
    }
}

static void test_replay(void)
{
    sn_captured c;
    sn_array state = {0, 0}, from, next;
    SN_SCOPE
    {
        CHECK(sn_set(&state, lent()) == SN_OK);
    }
    from = evaluated();
    next = sn_add(from, 1);
    CHECK(sn_capture(&from, 1, &next, 1, &c) == SN_OK);
    mine = from;
    CHECK(sn_replay(c, &state, 1, &state, 1) == SN_OK);
    ran_once(__LINE__);
    const double *data = sn_data(state);
    CHECK(data && data[0] == 1 && data[N - 1] == N);
    CHECK(sn_capture_free(c) == SN_OK && sn_free(state) == SN_OK && sn_free(next) == SN_OK);
}

static sn_array shared;

static void *share(void *unused)
{
    (void)unused;
    shared = lent();
    CHECK(sn_share(shared) == SN_OK);
    return NULL;
}

static void *leave(void *unused)
{
    (void)unused;
    CHECK(sn_eval(sn_keep(lent())) == SN_OK);
    return NULL;
}

static void in_thread(void *(*body)(void *))
{
    pthread_t t;
    if (pthread_create(&t, NULL, body, NULL) != 0) abort();
    pthread_join(t, NULL);
}

static void *free_shared(void *unused)
{
    (void)unused;
    CHECK(sn_free(shared) == SN_OK);
    return NULL;
}

/* What another thread gave back is freed by the next call; its deleter frees the array that comes next. */
static void test_given_back(void)
{
    mine = evaluated();
    CHECK(sn_share(mine) == SN_OK);
    share(NULL);
    in_thread(free_shared);
    CHECK(ran == 0);
    CHECK(sn_free(sn_arange(0, N, 1, SN_FLOAT64)) == SN_OK);
    ran_once(__LINE__);
}

static void test_threads(void)
{
    in_thread(leave);
    ran_once(__LINE__);
    in_thread(share);
    CHECK(ran == 0);
    mine = evaluated();
    CHECK(sn_free(shared) == SN_OK); /* its thread has ended */
    ran_once(__LINE__);
    in_thread(share);
    CHECK(sn_shutdown() == SN_OK);
    ran_once(__LINE__);
}

static void test_shutdown(void)
{
    CHECK(sn_eval(sn_keep(lent())) == SN_OK);
    CHECK(sn_shutdown() == SN_OK);
    ran_once(__LINE__);
}

int main(void)
{
    alarm(200); /* what goes wrong may be a lock that is never given back */
    test_set();
    test_evaluation();
    test_replay();
    test_given_back();
    test_threads();
    test_shutdown();
    CHECK(sn_shutdown() == SN_OK);
    if (failures == 0) printf("deleters: as they should be\n");
    return failures != 0;
}
