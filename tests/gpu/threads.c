/* Threads with a stream each, on one GPU and on two: they share arrays, free them, make and end streams and events, move
 * data to and from the host and meet the pool's limit.  Meant for ThreadSanitizer too. */
#include <pthread.h>
#include <stdlib.h>

#include "../plain/check.h"

enum { THREADS = 4, ROUNDS = 6, N = 500 };

static sn_array common[THREADS]; /* shared; each is freed by the thread after the one that made it */
static pthread_barrier_t meeting;

static void use_device(int number)
{
    CHECK(sn_device_use(sn_device_count() > 1 && number % 2 ? "cuda:1" : "cuda:0") == SN_OK);
}

static double sum_of(sn_array x)
{
    return sn_item(sn_sum(x));
}

/* What the others made, on whatever stream and GPU, while they do the same. */
static void read_common(int number)
{
    for (int k = 0; k < THREADS; k++) {
        int other = (number + k) % THREADS;
        SN_SCOPE
        {
            CHECK(sum_of(sn_add(common[other], number)) == N * (N - 1) / 2.0 + N * (other + number));
        }
    }
}

/* Two streams in turn, one made and ended here: memory goes from one to the other, and to other threads. */
static void cross_streams(sn_stream own, int number)
{
    sn_stream other;
    sn_event reached;
    double *pinned = sn_pinned_alloc(N * sizeof *pinned);
    CHECK(pinned != NULL);
    CHECK(sn_stream_create(&other) == SN_OK && sn_event_create(&reached) == SN_OK);
    SN_SCOPE
    {
        sn_array x = sn_mul(sn_arange(0, N, 1, SN_FLOAT64), number + 1);
        CHECK(sn_eval(x) == SN_OK);
        CHECK(sn_stream_use(other) == SN_OK);
        sn_array y = sn_add(x, 1);
        CHECK(sn_to_host_async(y, pinned, N * sizeof *pinned) == SN_OK);
        CHECK(sn_event_record(reached, other) == SN_OK);
        CHECK(sn_stream_use(own) == SN_OK);
        CHECK(sn_stream_wait_event(own, reached) == SN_OK);
        CHECK(sn_free(y) == SN_OK);
        CHECK(sn_assign(x, -1) == SN_OK);
        CHECK(sum_of(x) == -N);
        CHECK(sn_event_synchronize(reached) == SN_OK);
        CHECK(pinned && pinned[0] == 1 && pinned[N - 1] == (N - 1) * (number + 1) + 1);
    }
    CHECK(sn_stream_destroy(other) == SN_OK && sn_event_destroy(reached) == SN_OK);
    CHECK(sn_pinned_free(pinned, N * sizeof *pinned) == SN_OK);
}

static void move_data(int number)
{
    static const int64_t dims[1] = {N};
    double host[N], back[N];
    for (int k = 0; k < N; k++) host[k] = k * number;
    SN_SCOPE
    {
        sn_array x = sn_from_host(host, SN_FLOAT64, 1, dims, NULL);
        CHECK(sn_to_host(sn_negative(x), back, sizeof back) == SN_OK);
        CHECK(back[1] == -number && back[N - 1] == -(N - 1) * number);
    }
}

/* The limit is every thread's: an evaluation passes or is refused for want of memory. */
static void meet_limit(int number)
{
    sn_pool_stats stats;
    CHECK(sn_pool_set_limit(NULL, number == 0 ? 1 << 20 : 0) == SN_OK);
    SN_SCOPE
    {
        int status = sn_eval(sn_add(sn_zeros(SN_FLOAT64, SN_SHAPE(200000)), number));
        CHECK(status == SN_OK || status == SN_ERR_MEMORY);
    }
    CHECK(sn_pool_get_stats(NULL, &stats) == SN_OK);
    CHECK(sn_pool_set_limit(NULL, 0) == SN_OK);
    CHECK(sn_pool_trim(NULL) == SN_OK);
}

static void *work(void *argument)
{
    int number = *(int *)argument;
    for (int round = 0; round < ROUNDS; round++) {
        sn_stream own;
        use_device(number + round);
        CHECK(sn_stream_create(&own) == SN_OK && sn_stream_use(own) == SN_OK);
        sn_array mine = sn_add(sn_arange(0, N, 1, SN_FLOAT64), number);
        CHECK(sn_share(mine) == SN_OK);
        common[number] = mine;
        pthread_barrier_wait(&meeting);
        read_common(number);
        cross_streams(own, number);
        move_data(number);
        pthread_barrier_wait(&meeting);
        CHECK(sn_free(common[(number + 1) % THREADS]) == SN_OK);
        if (round == ROUNDS - 1) meet_limit(number);
        CHECK(sn_stream_destroy(own) == SN_OK);
        pthread_barrier_wait(&meeting);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS];
    if (pthread_barrier_init(&meeting, NULL, THREADS) != 0) return 1;
    for (int k = 0; k < THREADS; k++) {
        numbers[k] = k;
        if (pthread_create(&threads[k], NULL, work, &numbers[k]) != 0) return 1;
    }
    for (int k = 0; k < THREADS; k++) pthread_join(threads[k], NULL);
    pthread_barrier_destroy(&meeting);
    CHECK(sn_shutdown() == SN_OK);
    if (failures == 0) printf("threads: as they should be\n");
    return failures != 0;
}
