#include <stdlib.h>
#include <time.h>

#include "gpu_bench.h"
#include "gpu_copy.h"

/* ---- the host -------------------------------------------------------------------------------------------- */

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median(double *samples, int n)
{
    qsort(samples, (size_t)n, sizeof *samples, ascending);
    return n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
}

/* ---- the GPU ---------------------------------------------------------------------------------------------- */

static sn_event from, to;

int open_events(void)
{
    int status = sn_event_create(&from);
    return status < 0 ? status : sn_event_create(&to);
}

static int elapsed(double *seconds)
{
    double ms = 0;
    int status = sn_event_synchronize(to);
    if (status >= 0) status = sn_event_elapsed(from, to, &ms);
    *seconds = 1e-3 * ms;
    return status;
}

int time_workload(const workload *w, long count, timing *out)
{
    sn_stream stream = sn_stream_current();
    int status = sn_event_record(from, stream);
    double start = now();
    for (long k = 0; k < count && status >= 0; k++) SN_SCOPE
        {
            status = sn_eval(workload_record(w));
        }
    out->host = (now() - start) / (double)count;
    if (status >= 0) status = sn_event_record(to, stream);
    if (status >= 0) status = elapsed(&out->seconds);
    out->seconds /= (double)count;
    return status;
}

static int device_memory(sn_array x, void **data)
{
    int status = sn_eval(x);
    return status < 0 ? status : sn_device_data(x, data, (sn_event){0, 0});
}

/* Bytes read and written a second. */
int time_copy(int ordinal, size_t bytes, long count, double *out)
{
    int status = SN_OK, refused = 0;
    SN_SCOPE
    {
        void *source, *target;
        int64_t dims[1] = {(int64_t)(bytes / 8)};
        status = device_memory(sn_add(sn_zeros(SN_FLOAT64, 1, dims), 1), &source);
        if (status >= 0) status = device_memory(sn_add(sn_zeros(SN_FLOAT64, 1, dims), 2), &target);
        sn_stream stream = sn_stream_current();
        if (status >= 0)
            refused = gpu_copy(ordinal, sn_stream_native(stream), target, source, bytes, 1); /* warm */
        if (status >= 0) status = sn_event_record(from, stream);
        if (status >= 0) refused |= gpu_copy(ordinal, sn_stream_native(stream), target, source, bytes, count);
        if (status >= 0) status = sn_event_record(to, stream);
        double seconds = 0;
        if (status >= 0) status = elapsed(&seconds);
        *out = 2 * (double)bytes * (double)count / seconds;
    }
    return refused ? SN_ERR_DEVICE : status;
}
