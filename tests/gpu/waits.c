/* Waits between streams with nothing else between them that would make them wait. */
#include "../plain/check.h"

enum { N = 1000, ROUNDS = 20 };

static sn_stream a, b;

/* An upload on one stream, no launch behind it, and a kernel on the other that reads what arrived. */
static void test_upload_elsewhere(void)
{
    static double host[N];
    for (int round = 0; round < ROUNDS; round++) {
        for (int k = 0; k < N; k++) host[k] = round;
        SN_SCOPE
        {
            sn_array x = sn_from_host(host, SN_FLOAT64, SN_SHAPE(N), NULL);
            CHECK(sn_stream_use(a) == SN_OK && sn_prefetch(x, "cuda") == SN_OK);
            CHECK(sn_stream_use(b) == SN_OK && sn_item(sn_sum(sn_mul(x, 2))) == 2.0 * N * round);
        }
    }
}

/* Two streams write to one place, in the order that an event gives alone. */
static void test_public_event(void)
{
    sn_event event;
    double *place = sn_pinned_alloc(N * sizeof *place);
    CHECK(place != NULL && sn_event_create(&event) == SN_OK);
    SN_SCOPE
    {
        sn_array first = sn_full(1, SN_FLOAT64, SN_SHAPE(N)), second = sn_full(2, SN_FLOAT64, SN_SHAPE(N));
        CHECK(sn_eval(first, second) == SN_OK && sn_device_synchronize(NULL) == SN_OK);
        for (int round = 0; round < ROUNDS && place; round++) {
            CHECK(sn_stream_use(a) == SN_OK && sn_to_host_async(first, place, N * sizeof *place) == SN_OK);
            CHECK(sn_event_record(event, a) == SN_OK && sn_stream_wait_event(b, event) == SN_OK);
            CHECK(sn_stream_use(b) == SN_OK && sn_to_host_async(second, place, N * sizeof *place) == SN_OK);
            CHECK(sn_stream_synchronize(b) == SN_OK && sn_stream_synchronize(a) == SN_OK);
            CHECK(place[0] == 2 && place[N - 1] == 2);
        }
    }
    CHECK(sn_event_destroy(event) == SN_OK && sn_pinned_free(place, N * sizeof *place) == SN_OK);
}

int main(void)
{
    CHECK(sn_stream_create(&a) == SN_OK && sn_stream_create(&b) == SN_OK);
    test_upload_elsewhere();
    test_public_event();
    CHECK(sn_stream_use((sn_stream){0, 0, 0}) == SN_OK);
    CHECK(sn_stream_destroy(a) == SN_OK && sn_stream_destroy(b) == SN_OK && sn_shutdown() == SN_OK);
    return failures != 0;
}
