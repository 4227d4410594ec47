/* Streams, events, asynchronous copies, memory of others, the pool: on a GPU, which may be simulated.  The simulated one
 * runs streams in an order that events alone constrain, so that what does not wait is a wrong answer. */
#include <cuda.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "../plain/check.h"

enum { N = 1000 };

/* ---- handles ----------------------------------------------------------------------------------------------------- */

static void test_handles(void)
{
    sn_stream s, made_up = {7, 70, 700};
    sn_event e, none = {0, 0};
    CHECK(sn_stream_create(&s) == SN_OK);
    CHECK(sn_stream_native(s) != NULL);
    CHECK(sn_stream_query(s) == 1);
    CHECK(sn_stream_destroy(s) == SN_OK);
    CHECK(sn_stream_destroy(s) == SN_ERR_HANDLE);
    CHECK(strstr(sn_error(), "stale") != NULL);
    CHECK(sn_stream_use(s) == SN_ERR_HANDLE);
    CHECK(sn_stream_synchronize(s) == SN_ERR_HANDLE);
    CHECK(sn_stream_native(s) == NULL);
    CHECK(sn_stream_use(made_up) < 0);
    CHECK(sn_stream_destroy((sn_stream){0, 0, 0}) == SN_ERR_ARGUMENT);
    CHECK(sn_event_create(&e) == SN_OK);
    CHECK(sn_event_query(e) == 1);
    CHECK(sn_event_record(e, s) == SN_ERR_HANDLE);
    CHECK(sn_event_destroy(e) == SN_OK);
    CHECK(sn_event_destroy(e) == SN_ERR_HANDLE);
    CHECK(sn_event_synchronize(e) == SN_ERR_HANDLE);
    CHECK(sn_event_query(none) == SN_ERR_HANDLE);
    CHECK(sn_stream_create(NULL) == SN_ERR_ARGUMENT);
}

static void test_many(void)
{
    sn_stream all[64];
    int n = 0;
    while (n < 64 && sn_stream_create(&all[n]) == SN_OK) n++;
    CHECK(n == 63);
    CHECK(strstr(sn_error(), "63 streams are open") != NULL);
    for (int k = 0; k < n; k++) CHECK(sn_stream_destroy(all[k]) == SN_OK);
}

static void test_other_device(void)
{
    sn_stream s;
    if (sn_device_count() < 2) {
        printf("skipped: a stream of another device: there is one device\n");
        return;
    }
    CHECK(sn_device_use("cuda:1") == SN_OK);
    CHECK(sn_stream_create(&s) == SN_OK);
    CHECK(sn_device_use("cuda:0") == SN_OK);
    CHECK(sn_stream_use(s) == SN_ERR_DEVICE);
    CHECK(strstr(sn_error(), "a stream of cuda:1, but the current device is cuda:0") != NULL);
    sn_array x = sn_arange(0, 10, 1, SN_FLOAT64);
    CHECK(sn_eval(x) == SN_OK);
    CHECK(sn_device_use("cuda:1") == SN_OK);
    CHECK(sn_item(sn_sum(sn_mul(x, 2))) == 90); /* made on one, read on the other */
    CHECK(sn_device_use("cuda:99") == SN_ERR_DEVICE);
    CHECK(strstr(sn_error(), "devices 0 to") != NULL);
    CHECK(sn_device_use("tpu") == SN_ERR_NAME);
    CHECK(sn_device_use("cuda:0") == SN_OK);
    CHECK(sn_stream_destroy(s) == SN_OK);
}

/* ---- what streams pass to each other ------------------------------------------------------------------------------- */

/* Each round makes arrays on one stream, uses them on others, frees them and makes new ones in their memory. */
static void test_crossing(void)
{
    sn_stream s[3];
    for (int k = 0; k < 3; k++) CHECK(sn_stream_create(&s[k]) == SN_OK);
    sn_array total = sn_keep(sn_zeros(SN_FLOAT64, SN_SHAPE(N)));
    for (int round = 0; round < 12; round++) {
        SN_SCOPE
        {
            CHECK(sn_stream_use(s[round % 3]) == SN_OK);
            sn_array x = sn_add(sn_arange(0, N, 1, SN_FLOAT64), round);
            CHECK(sn_eval(x) == SN_OK);
            CHECK(sn_stream_use(s[(round + 1) % 3]) == SN_OK);
            sn_array y = sn_mul(x, 2);
            CHECK(sn_eval(y) == SN_OK);
            CHECK(sn_free(x) == SN_OK);
            CHECK(sn_stream_use(s[round % 3]) == SN_OK);
            sn_array z = sn_sub(sn_arange(0, N, 1, SN_FLOAT64),
                                1e6); /* in x's memory, which s[round + 1] reads */
            CHECK(sn_eval(z) == SN_OK);
            CHECK(sn_stream_use(s[(round + 2) % 3]) == SN_OK);
            CHECK(sn_set(&total, sn_add(total, y)) == SN_OK);
        }
    }
    CHECK(sn_stream_use((sn_stream){0, 0, 0}) == SN_OK);
    const double *data = sn_data(total);
    for (int k = 0; k < N && data; k++) {
        double want = 0;
        for (int round = 0; round < 12; round++) want += 2.0 * (k + round);
        if (data[k] != want) {
            CHECK(data[k] == want);
            break;
        }
    }
    for (int k = 0; k < 3; k++) CHECK(sn_stream_destroy(s[k]) == SN_OK);
    CHECK(sn_free(total) == SN_OK);
}

/* A write in place on one stream of what another one still reads. */
static void test_written(void)
{
    sn_stream a, b;
    CHECK(sn_stream_create(&a) == SN_OK && sn_stream_create(&b) == SN_OK);
    SN_SCOPE
    {
        CHECK(sn_stream_use(a) == SN_OK);
        sn_array x = sn_add(sn_arange(0, N, 1, SN_FLOAT64), 0.5);
        CHECK(sn_eval(x) == SN_OK);
        CHECK(sn_stream_use(b) == SN_OK);
        sn_array y = sn_mul(x, 10);
        CHECK(sn_eval(y) == SN_OK);
        CHECK(sn_stream_use(a) == SN_OK);
        sn_stats_reset();
        CHECK(sn_assign(sn_slice(x, SN_RANGE(0, 10, 1)), -1) == SN_OK);
        CHECK(sn_eval(x) == SN_OK);
        sn_stats stats;
        sn_stats_get(&stats);
        CHECK(stats.bytes_copied == 0); /* in place, that is */
        CHECK(sn_stream_use(b) == SN_OK);
        const double *y_data = sn_data(y);
        CHECK(y_data && y_data[0] == 5 && y_data[9] == 95);
        const double *x_data = sn_data(x);
        CHECK(x_data && x_data[0] == -1 && x_data[10] == 10.5);
    }
    CHECK(sn_stream_use((sn_stream){0, 0, 0}) == SN_OK);
    CHECK(sn_stream_destroy(a) == SN_OK && sn_stream_destroy(b) == SN_OK);
}

/* An array outlives the stream that makes it, and a new stream of the same number. */
static void test_outlived(void)
{
    sn_stream a, b;
    sn_array x = {0, 0};
    CHECK(sn_stream_create(&a) == SN_OK);
    CHECK(sn_stream_use(a) == SN_OK);
    CHECK(sn_set(&x, sn_add(sn_arange(0, N, 1, SN_FLOAT64), 1)) == SN_OK);
    CHECK(sn_eval(x) == SN_OK);
    CHECK(sn_stream_destroy(a) == SN_OK); /* the thread is back on the default stream */
    CHECK(sn_stream_create(&b) == SN_OK);
    CHECK(sn_stream_use(b) == SN_OK);
    SN_SCOPE
    {
        CHECK(sn_item(sn_sum(sn_mul(x, 2))) == N * (N + 1.0));
    }
    CHECK(sn_stream_use((sn_stream){0, 0, 0}) == SN_OK);
    SN_SCOPE
    {
        CHECK(sn_item(sn_sum(x)) == N * (N + 1) / 2.0);
    }
    CHECK(sn_stream_destroy(b) == SN_OK);
    CHECK(sn_free(x) == SN_OK);
}

/* ---- events, copies ------------------------------------------------------------------------------------------------- */

static void test_events(void)
{
    sn_stream s;
    sn_event from, to;
    double ms = -1, *pinned = sn_pinned_alloc(N * sizeof *pinned);
    CHECK(pinned != NULL);
    CHECK(sn_stream_create(&s) == SN_OK && sn_event_create(&from) == SN_OK && sn_event_create(&to) == SN_OK);
    CHECK(sn_stream_use(s) == SN_OK);
    CHECK(sn_event_record(from, s) == SN_OK);
    sn_array x = sn_sqrt(
        sn_transpose(sn_reshape(sn_arange(0, N, 1, SN_FLOAT64), SN_SHAPE(10, N / 10)), SN_ALL_AXES));
    CHECK(sn_to_host_async(x, pinned, N * sizeof *pinned - 8) == SN_ERR_VALUE);
    CHECK(sn_to_host_async(x, pinned, N * sizeof *pinned) == SN_OK);
    CHECK(sn_event_record(to, s) == SN_OK);
    CHECK(sn_event_synchronize(to) == SN_OK);
    CHECK(pinned && pinned[1] == 10 &&
          pinned[10] == 1); /* sqrt(100), sqrt(1): C order of the transposed array */
    CHECK(sn_event_query(to) == 1);
    CHECK(sn_event_elapsed(from, to, &ms) == SN_OK && ms >= 0);
    CHECK(sn_stream_wait_event((sn_stream){0, 0, 0}, to) == SN_OK);
    CHECK(sn_event_destroy(from) == SN_OK && sn_event_destroy(to) == SN_OK);
    CHECK(sn_stream_destroy(s) == SN_OK);
    CHECK(sn_pinned_free(pinned, N * sizeof *pinned) == SN_OK);
}

/* More than the chunks that uploads go through hold at once. */
static void test_large_upload(void)
{
    enum { M = 1 << 20 };
    double *host = malloc(M * sizeof *host);
    if (host == NULL) return;
    for (int round = 0; round < 2; round++) {
        for (int k = 0; k < M; k++) host[k] = k % 1000 + round;
        SN_SCOPE
        {
            sn_array x = sn_from_host(host, SN_FLOAT64, 1, (const int64_t[]){M}, NULL);
            sn_array bad = sn_sum(
                sn_not_equal(x, sn_add(sn_remainder(sn_arange(0, M, 1, SN_FLOAT64), 1000), round)));
            CHECK(sn_item(bad) == 0);
        }
    }
    free(host);
}

/* ---- memory of others --------------------------------------------------------------------------------------------- */

static struct {
    __typeof__(cuMemAlloc) *alloc;
    __typeof__(cuMemFree) *release;
    __typeof__(cuMemcpyHtoDAsync) *upload;
    __typeof__(cuMemcpyDtoHAsync) *download;
    __typeof__(cuStreamCreate) *create;
    __typeof__(cuStreamDestroy) *destroy;
    __typeof__(cuStreamWaitEvent) *wait;
    __typeof__(cuStreamSynchronize) *synchronize;
    __typeof__(cuCtxPushCurrent) *push;
    __typeof__(cuDevicePrimaryCtxRetain) *retain;
    __typeof__(cuDevicePrimaryCtxRelease) *drop;
} cu;

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define FIND(field, name)                                                                                    \
    do {                                                                                                     \
        void *f = dlsym(driver, TEXT(name));                                                                 \
        CHECK(f != NULL);                                                                                    \
        memcpy(&cu.field, &f, sizeof f);                                                                     \
    } while (0)

static void find_driver(void)
{
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    CHECK(driver != NULL);
    FIND(alloc, cuMemAlloc);
    FIND(release, cuMemFree);
    FIND(upload, cuMemcpyHtoDAsync);
    FIND(download, cuMemcpyDtoHAsync);
    FIND(create, cuStreamCreate);
    FIND(destroy, cuStreamDestroy);
    FIND(wait, cuStreamWaitEvent);
    FIND(synchronize, cuStreamSynchronize);
    FIND(push, cuCtxPushCurrent);
    FIND(retain, cuDevicePrimaryCtxRetain);
    FIND(drop, cuDevicePrimaryCtxRelease);
}

static int released;

static void release(void *data, void *user)
{
    CHECK(user == &released);
    CHECK(cu.release((CUdeviceptr)(uintptr_t)data) == CUDA_SUCCESS);
    released++;
}

static void test_memory_of_others(void)
{
    static double host[N], back[N];
    const int64_t dims[1] = {N}, more[1] = {2 * N}, reversed[1] = {-(int64_t)sizeof(double)};
    CUcontext context;
    CUstream stream;
    CUdeviceptr memory = 0;
    for (int k = 0; k < N; k++) host[k] = k;
    find_driver();
    CHECK(cu.retain(&context, 0) == CUDA_SUCCESS && cu.push(context) == CUDA_SUCCESS);
    CHECK(cu.create(&stream, CU_STREAM_NON_BLOCKING) == CUDA_SUCCESS);
    CHECK(cu.alloc(&memory, N * sizeof *host) == CUDA_SUCCESS);
    CHECK(cu.upload(memory, host, sizeof host, stream) == CUDA_SUCCESS);
    void *data = (void *)(uintptr_t)memory;
    CHECK(!sn_ok(sn_wrap_device(data, SN_FLOAT64, 1, more, NULL, stream, NULL, NULL)));
    CHECK(strstr(sn_error(), "8000 bytes") != NULL);
    CHECK(!sn_ok(sn_wrap_device(host, SN_FLOAT64, 1, dims, NULL, stream, NULL, NULL)));
    CHECK(strstr(sn_error(), "no memory of cuda:0") != NULL);
    sn_event ready;
    CHECK(sn_event_create(&ready) == SN_OK);
    SN_SCOPE
    {
        sn_array x = sn_wrap_device(data, SN_FLOAT64, 1, dims, NULL, stream, release, &released);
        sn_array tail = sn_wrap_device((char *)data + (N - 1) * sizeof *host, SN_FLOAT64, 1, dims, reversed,
                                       stream, NULL, NULL);
        CHECK(sn_ok(x) && sn_ok(tail));
        sn_array y = sn_add(x, tail); /* everywhere N - 1 */
        void *at = NULL;
        CHECK(sn_device_data(y, &at, ready) == SN_OK && at != NULL);
        CHECK(cu.wait(stream, sn_event_native(ready), 0) == CUDA_SUCCESS);
        CHECK(cu.download(back, (CUdeviceptr)(uintptr_t)at, sizeof back, stream) == CUDA_SUCCESS);
        CHECK(sn_used_by(y, stream) == SN_OK);
        CHECK(sn_free(y) == SN_OK);
        CHECK(sn_eval(sn_mul(x, 1000)) == SN_OK); /* in y's memory */
    }
    CHECK(cu.synchronize(stream) == CUDA_SUCCESS);
    CHECK(back[0] == N - 1 && back[N - 1] == N - 1);
    CHECK(released == 1);
    CHECK(sn_event_destroy(ready) == SN_OK);
    CHECK(cu.destroy(stream) == CUDA_SUCCESS);
    CHECK(cu.drop(0) == CUDA_SUCCESS);
}

/* ---- memory ------------------------------------------------------------------------------------------------------------ */

static void test_pool(void)
{
    sn_pool_stats before, now;
    CHECK(sn_pool_trim(NULL) == SN_OK);
    CHECK(sn_pool_get_stats(NULL, &before) == SN_OK);
    CHECK(before.cached == 0);
    SN_SCOPE
    {
        CHECK(sn_eval(sn_add(sn_zeros(SN_FLOAT64, SN_SHAPE(100000)), 1)) == SN_OK);
        CHECK(sn_pool_get_stats("cuda", &now) == SN_OK);
        CHECK(now.in_use >= before.in_use + 800000 && now.in_use <= before.in_use + 900000);
    }
    CHECK(sn_pool_get_stats(NULL, &now) == SN_OK);
    CHECK(now.in_use == before.in_use && now.cached >= 800000);
    SN_SCOPE
    {
        CHECK(sn_eval(sn_add(sn_zeros(SN_FLOAT64, SN_SHAPE(100000)), 2)) == SN_OK);
    }
    uint64_t reused = now.reused;
    CHECK(sn_pool_get_stats(NULL, &now) == SN_OK);
    CHECK(now.reused == reused + 1);
    CHECK(sn_pool_set_limit(NULL, 1 << 20) == SN_OK);
    sn_array large = sn_add(sn_zeros(SN_FLOAT64, SN_SHAPE(200000)), 1);
    CHECK(sn_eval(large) == SN_ERR_MEMORY);
    CHECK(strstr(sn_error(), "1600000 bytes") != NULL && strstr(sn_error(), "limit at 1048576") != NULL);
    CHECK(sn_device_set_fallback(true) == SN_OK);
    SN_SCOPE
    {
        CHECK(sn_item(sn_sum(large)) == 200000);
    }
    CHECK(sn_eval(large) == SN_OK); /* on the CPU */
    CHECK(sn_device_set_fallback(false) == SN_OK);
    CHECK(sn_free(large) == SN_OK);
    CHECK(sn_pool_set_limit(NULL, 0) == SN_OK);
    CHECK(sn_pool_trim(NULL) == SN_OK);
    CHECK(sn_pool_get_stats(NULL, &now) == SN_OK);
    CHECK(now.cached == 0);
    CHECK(now.in_use == before.in_use);
}

static void test_info(void)
{
    sn_device_info info;
    CHECK(sn_device_get_info("cuda:0", &info) == SN_OK);
    CHECK(info.capability >= 50 && info.multiprocessors > 0 && info.driver >= 12000);
    CHECK(info.total > 0 && info.free > 0 && info.free <= info.total && info.name[0]);
    CHECK(sn_device_get_info("cpu", &info) == SN_OK && info.capability == 0 && info.total > 0);
    CHECK(sn_device_synchronize(NULL) == SN_OK);
    sn_array x = sn_keep(sn_arange(0, N, 1, SN_FLOAT64));
    sn_stats stats;
    CHECK(sn_prefetch(x, "cpu") == SN_OK && sn_prefetch(x, "cuda") == SN_OK);
    sn_stats_reset();
    CHECK(sn_item(sn_sum(x)) == N * (N - 1) / 2.0);
    sn_stats_get(&stats);
    CHECK(stats.bytes_h2d == 0);
    CHECK(sn_free(x) == SN_OK);
}

int main(void)
{
    for (int turn = 0; turn < 2; turn++) { /* the second time after a shutdown */
        test_handles();
        test_many();
        test_other_device();
        test_crossing();
        test_written();
        test_outlived();
        test_events();
        test_large_upload();
        test_memory_of_others();
        test_pool();
        test_info();
        released = 0;
        CHECK(sn_shutdown() == SN_OK);
    }
    if (failures == 0) printf("streams, events, memory: as they should be\n");
    return failures != 0;
}
