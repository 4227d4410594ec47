/* The plug-in's entry: a GPU as a device of the core. */
#include "runtime/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>

#define DEVICES_MAX 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sni_cuda *opened[DEVICES_MAX];

static int wait_for_compiles(sni_device *d, double seconds)
{
    (void)d;
    (void)seconds;
    return SN_OK; /* NVRTC compiles in `prepare` */
}

static int synchronize(sni_device *d)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(sni_cuda_enter(c));
    int status = sni_cuda_check(c, cuStreamSynchronize(c->stream), "finish its work");
    sni_cuda_leave();
    return status;
}

/* Gives back what nobody uses; the device stays usable. */
static void shut_down(sni_device *d)
{
    sni_cuda *c = (sni_cuda *)d;
    if (sni_cuda_enter(c) < 0) {
        sni_core->error_clear();
        return;
    }
    cuStreamSynchronize(c->stream);
    pthread_mutex_lock(&c->lock);
    sni_cuda_programs_close(c);
    pthread_mutex_unlock(&c->lock);
    sni_cuda_trim(d);
    sni_cuda_leave();
}

static const char *describe(sni_device *d, char *out, size_t size)
{
    const sni_cuda *c = (const sni_cuda *)d;
    snprintf(out, size, "%s, compute capability %d.%d, %d multiprocessors, %.1f GB, driver %d.%d", c->name,
             c->capability / 10, c->capability % 10, c->multiprocessors, (double)c->memory / 1e9,
             c->driver / 1000, c->driver % 1000 / 10);
    return out;
}

static int read_properties(sni_cuda *c)
{
    int major = 0, minor = 0;
    size_t memory = 0;
    CUresult r = cuDeviceGetName(c->name, (int)sizeof c->name, c->device);
    if (r == CUDA_SUCCESS)
        r = cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, c->device);
    if (r == CUDA_SUCCESS)
        r = cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, c->device);
    if (r == CUDA_SUCCESS)
        r = cuDeviceGetAttribute(&c->multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, c->device);
    if (r == CUDA_SUCCESS) r = cuDeviceTotalMem(&memory, c->device);
    if (r == CUDA_SUCCESS) r = cuDriverGetVersion(&c->driver);
    c->capability = major * 10 + minor;
    c->memory = memory;
    return sni_cuda_check(NULL, r, "read the device's properties");
}

static int open_stream(sni_cuda *c)
{
    SNI_TRY(sni_cuda_check(NULL, cuCtxPushCurrent(c->context), "make its context current"));
    int status = sni_cuda_check(NULL, cuStreamCreate(&c->stream, CU_STREAM_NON_BLOCKING), "create a stream");
    sni_cuda_leave();
    return status;
}

static int open_context(sni_cuda *c)
{
    SNI_TRY(sni_cuda_check(NULL, cuDeviceGet(&c->device, c->ordinal), "get the device"));
    SNI_TRY(read_properties(c));
    SNI_TRY(
        sni_cuda_check(NULL, cuDevicePrimaryCtxRetain(&c->context, c->device), "retain its primary context"));
    int status = open_stream(c);
    if (status == SN_OK) status = sni_cuda_pool_open(c);
    if (status < 0) cuDevicePrimaryCtxRelease(c->device); /* takes the stream with it */
    return status;
}

static int check_ordinal(int ordinal)
{
    int count = 0;
    SNI_TRY(sni_cuda_check(NULL, cuInit(0), "start the driver"));
    SNI_TRY(sni_cuda_check(NULL, cuDeviceGetCount(&count), "count the devices"));
    if (count == 0) return sni_cuda_fail(SN_ERR_DEVICE, "cuda: the driver sees no device");
    if (ordinal < 0 || ordinal >= count || ordinal >= DEVICES_MAX)
        return sni_cuda_fail(SN_ERR_DEVICE, "cuda:%d: there are devices 0 to %d", ordinal, count - 1);
    return SN_OK;
}

static int make(int ordinal, sni_device **out)
{
    sni_cuda *c = calloc(1, sizeof *c);
    if (!c) return sni_negative(sni_core->fail_memory(sizeof *c, "a device"));
    c->base = (sni_device){
        .name = "cuda",
        .limits = sni_core->limits,
        .prepare = sni_cuda_prepare,
        .launch = sni_cuda_run,
        .release = sni_cuda_release,
        .wait = wait_for_compiles,
        .shutdown = shut_down,
        .alloc = sni_cuda_alloc,
        .free = sni_cuda_free,
        .trim = sni_cuda_trim,
        .upload = sni_cuda_upload,
        .download = sni_cuda_download,
        .copy = sni_cuda_copy,
        .synchronize = synchronize,
        .describe = describe,
    };
    c->ordinal = ordinal;
    pthread_mutex_init(&c->lock, NULL);
    int status = open_context(c);
    if (status < 0) {
        pthread_mutex_destroy(&c->lock);
        free(c);
        return status;
    }
    opened[ordinal] = c;
    *out = &c->base;
    return SN_OK;
}

SNI_PLUGIN int sinter_cuda_open(const sni_services *services, int ordinal, sni_device **out);

int sinter_cuda_open(const sni_services *services, int ordinal, sni_device **out)
{
    if (services->size != sizeof *services) return SN_ERR_DEVICE; /* of another build; the core says so */
    pthread_mutex_lock(&lock);
    sni_core = services;
    int status = check_ordinal(ordinal);
    if (status == SN_OK && opened[ordinal])
        *out = &opened[ordinal]->base;
    else if (status == SN_OK)
        status = make(ordinal, out);
    pthread_mutex_unlock(&lock);
    return status;
}
