#include <stdio.h>
#include <stdlib.h>

#include "gpu_bench.h"

/* Single precision differs by a few units in the last place between the devices' functions, sums by their order. */
static double tolerance(sn_dtype dtype)
{
    return dtype == SN_FLOAT32 ? 2e-5 : dtype == SN_FLOAT64 ? 1e-12 : 0;
}

/* A copy of the result on a device, to be freed.  Each evaluation has a scope of its own: an expression that is still
 * there, evaluated, would be taken for the next. */
static int result_on(const char *device, const workload *w, sn_array *out)
{
    int status = sn_device_use(device);
    void *data = NULL;
    SN_SCOPE
    {
        sn_array x = workload_record(w);
        int64_t dims[SN_MAX_NDIM];
        int ndim = sn_shape(x, dims);
        size_t bytes = ndim < 0 ? 0 : (size_t)sn_size(x) * sn_dtype_size(sn_dtype_of(x));
        data = malloc(bytes + 1);
        if (status >= 0) status = ndim < 0 || !data ? SN_ERR_MEMORY : sn_to_host(x, data, bytes);
        if (status >= 0) *out = sn_keep(sn_from_host(data, sn_dtype_of(x), ndim, dims, NULL));
    }
    free(data);
    return status;
}

static int compare(sn_array got, sn_array want)
{
    int status;
    SN_SCOPE
    {
        double limit = tolerance(sn_dtype_of(want));
        double scale = sn_item(sn_max(sn_abs(sn_astype(want, SN_FLOAT64))));
        status = sn_assert_allclose(got, want, .rtol = limit, .atol = limit * scale);
    }
    return status;
}

int verify(const workload *w)
{
    sn_device_info gpu;
    char name[16];
    sn_array got = {0}, want = {0};
    int status = sn_device_get_info(NULL, &gpu);
    snprintf(name, sizeof name, "cuda:%d", gpu.ordinal);
    if (status >= 0) status = result_on(name, w, &got);
    if (status >= 0) status = result_on("cpu", w, &want);
    if (status >= 0) status = compare(got, want);
    sn_free(got);
    sn_free(want);
    int back = sn_device_use(name);
    return status < 0 ? status : back;
}
