/* What outlives what it belongs to: a thread's stream that another thread destroys, events and page-locked memory after a
 * shutdown, blocks freed while another device is current, a stream of a device that the options no longer name. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../plain/check.h"

enum { N = 100 };
static double host[N];
static const int64_t dims[1] = {N};

static void *destroy(void *stream)
{
    CHECK(sn_stream_destroy(*(sn_stream *)stream) == SN_OK);
    return NULL;
}

static void destroy_elsewhere(sn_stream *s)
{
    pthread_t t;
    if (pthread_create(&t, NULL, destroy, s) != 0) abort();
    pthread_join(t, NULL);
}

/* Whatever gives work to a stream is refused, a new stream of its number notwithstanding. */
static void refuse_all(sn_captured c, sn_raw k, sn_array x, sn_array y)
{
    sn_array out = {0, 0}, h = sn_from_host(host, SN_FLOAT64, 1, dims, NULL);
    void *data;
    CHECK(sn_eval(y) == SN_ERR_HANDLE);
    CHECK(sn_replay(c, &x, 1, &out, 1) == SN_ERR_HANDLE);
    CHECK(sn_to_host(x, host, sizeof host) == SN_ERR_HANDLE);
    CHECK(sn_to_host_async(x, host, sizeof host) == SN_ERR_HANDLE);
    CHECK(sn_used_by(x, NULL) == SN_ERR_HANDLE);
    CHECK(sn_device_data(x, &data, (sn_event){0, 0}) == SN_ERR_HANDLE);
    CHECK(sn_raw_launch(k, SN_GRID(1, 1), 3) == SN_ERR_HANDLE);
    CHECK(sn_prefetch(h, NULL) == SN_ERR_HANDLE);
    CHECK(strstr(sn_error(), "stale") != NULL);
}

static void test_stream(void)
{
    sn_stream s, again;
    sn_captured c;
    sn_raw k;
    sn_array x = sn_keep(sn_arange(0, N, 1, SN_FLOAT64)), y = sn_keep(sn_add(x, 1));
    CHECK(sn_eval(x) == SN_OK);
    CHECK(sn_capture(&x, 1, &y, 1, &c) == SN_OK);
    CHECK(sn_raw_kernel(&k, "extern \"C\" __global__ void f(int n) {}", "f", "int32 n", NULL) == SN_OK);
    CHECK(sn_stream_create(&s) == SN_OK && sn_stream_use(s) == SN_OK);
    destroy_elsewhere(&s);
    refuse_all(c, k, x, y);
    CHECK(sn_stream_create(&again) == SN_OK && again.number == s.number);
    refuse_all(c, k, x, y);
    CHECK(sn_stream_use((sn_stream){0, 0, 0}) == SN_OK);
    CHECK(sn_item(sn_sum(y)) == N * (N + 1) / 2);
    CHECK(sn_stream_destroy(again) == SN_OK);
    CHECK(sn_free(x) == SN_OK && sn_free(y) == SN_OK && sn_capture_free(c) == SN_OK);
}

/* What the caller still has keeps the device; its streams are those of before or none. */
static void test_shutdown(void)
{
    sn_event e;
    sn_stream s;
    double *pinned = sn_pinned_alloc(sizeof host);
    CHECK(pinned != NULL && sn_event_create(&e) == SN_OK);
    CHECK(sn_stream_create(&s) == SN_OK && sn_stream_use(s) == SN_OK);
    CHECK(sn_shutdown() == SN_OK);
    CHECK(sn_stream_current().device == 0);
    CHECK(sn_stream_query(s) == 1); /* the event and the block keep the device */
    SN_SCOPE
    {
        sn_array x = sn_add(sn_arange(0, N, 1, SN_FLOAT64), 1);
        CHECK(sn_to_host_async(x, pinned, sizeof host) == SN_OK);
        CHECK(sn_event_record(e, (sn_stream){0, 0, 0}) == SN_OK && sn_event_synchronize(e) == SN_OK);
        CHECK(pinned && pinned[0] == 1 && pinned[N - 1] == N);
    }
    CHECK(sn_event_destroy(e) == SN_OK);
    CHECK(sn_pinned_free(pinned, sizeof host) == SN_OK);
    CHECK(sn_shutdown() == SN_OK);
    CHECK(sn_stream_use(s) == SN_ERR_HANDLE); /* nothing was left, and the device went */
}

static void test_pinned(void)
{
    double *of_gpu = sn_pinned_alloc(sizeof host), *of_host;
    sn_pool_stats before, after;
    CHECK(sn_device_use("cpu") == SN_OK);
    of_host = sn_pinned_alloc(sizeof host);
    CHECK(of_gpu && of_host && sn_pool_get_stats("cpu", &before) == SN_OK);
    CHECK(sn_pinned_free(of_gpu, sizeof host) == SN_OK);
    CHECK(sn_pool_get_stats("cpu", &after) == SN_OK && after.in_use == before.in_use);
    CHECK(sn_device_use("cuda") == SN_OK);
    CHECK(sn_pinned_free(of_host, sizeof host - 8) == SN_ERR_ARGUMENT);
    CHECK(sn_pinned_free(of_host, sizeof host) == SN_OK);
    CHECK(sn_pinned_free(of_host, sizeof host) == SN_ERR_ARGUMENT);
    CHECK(sn_pinned_free(host, sizeof host) == SN_ERR_ARGUMENT);
    CHECK(sn_pinned_alloc(SIZE_MAX) == NULL);
    CHECK(sn_device_use(NULL) == SN_OK);
}

/* The thread's stream is of a device that is current no more. */
static void test_options(void)
{
    sn_stream s;
    sn_event e;
    void *data;
    if (sn_device_count() < 2) {
        printf("skipped: another device by the options: there is one device\n");
        return;
    }
    CHECK(sn_stream_create(&s) == SN_OK && sn_stream_use(s) == SN_OK);
    CHECK(sn_option_set("CUDA_DEVICE", "1") == SN_OK);
    CHECK(sn_event_create(&e) == SN_OK);
    CHECK(sn_stream_current().device == 0);
    SN_SCOPE
    {
        CHECK(sn_device_data(sn_add(sn_arange(0, N, 1, SN_FLOAT64), 1), &data, e) == SN_OK);
    }
    CHECK(sn_event_destroy(e) == SN_OK);
    CHECK(sn_option_set("CUDA_DEVICE", "0") == SN_OK);
    CHECK(sn_stream_current().number == s.number);
    CHECK(sn_stream_destroy(s) == SN_OK);
}

/* On the CPU as on a GPU. */
static void test_host(void)
{
    sn_event recorded, never;
    sn_pool_stats stats;
    double ms = 0;
    CHECK(sn_device_use("cpu") == SN_OK);
    CHECK(sn_stream_destroy((sn_stream){0, 0, 0}) == SN_ERR_ARGUMENT);
    CHECK(sn_event_create(&recorded) == SN_OK && sn_event_create(&never) == SN_OK);
    CHECK(sn_event_record(recorded, (sn_stream){0, 0, 0}) == SN_OK);
    CHECK(sn_event_elapsed(recorded, recorded, &ms) == SN_OK && ms == 0);
    CHECK(sn_event_elapsed(never, recorded, &ms) < 0 && sn_event_elapsed(recorded, never, &ms) < 0);
    CHECK(sn_event_destroy(recorded) == SN_OK && sn_event_destroy(never) == SN_OK);
    CHECK(sn_pool_set_limit("cpu", UINT64_MAX) == SN_OK);
    CHECK(sn_pool_get_stats("cpu", &stats) == SN_OK && stats.limit == INT64_MAX);
    CHECK(sn_pool_set_limit("cpu", 0) == SN_OK);
    CHECK(sn_device_use(NULL) == SN_OK);
}

int main(void)
{
    test_stream();
    test_shutdown();
    test_pinned();
    test_options();
    test_host();
    CHECK(sn_shutdown() == SN_OK);
    if (failures == 0) printf("stale: as they should be\n");
    return failures != 0;
}
