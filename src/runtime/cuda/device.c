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
    SNI_COUNT_ADD_IN(sni_core->counters, syncs, 1);
    return sni_cuda_end(c, cuCtxSynchronize(), "finish its work");
}

static bool is_used(sni_cuda *c)
{
    sni_memory m;
    sni_cuda_memory(&c->base, &m);
    return m.in_use > 0 || c->programs.count > 0 || atomic_load(&c->lent) > 0;
}

/* Gives back what nobody uses.  With no array, event and page-locked block left that is everything, and the next use opens the GPU again. */
static void shut_down(sni_device *d)
{
    sni_cuda *c = (sni_cuda *)d;
    if (!atomic_load(&c->is_open)) return;
    if (sni_cuda_enter(c) < 0) {
        sni_core->error_clear();
        return;
    }
    cuCtxSynchronize();
    pthread_mutex_lock(&c->lock);
    sni_cuda_programs_close(c);
    pthread_mutex_unlock(&c->lock);
    sni_cuda_trim(d);
    bool close = !is_used(c);
    if (close) {
        sni_cuda_staging_close(c);
        sni_cuda_lanes_close(c);
    }
    sni_cuda_leave();
    if (!close) return;
    atomic_store(&c->is_open, false);
    cuDevicePrimaryCtxRelease(c->device);
}

static void traits(sni_device *d, sni_traits *out)
{
    const sni_cuda *c = (const sni_cuda *)d;
    *out = (sni_traits){c->name, c->capability, c->multiprocessors, c->driver};
}

static int libraries(sni_device *d, char *out, size_t size)
{
    const char *compiler = sni_nvrtc_identity();
    (void)d;
    if (!compiler) return SN_ERR_COMPILE;
    snprintf(out, size, "%s", compiler);
    return SN_OK;
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

static int open_lanes(sni_cuda *c)
{
    SNI_TRY(sni_cuda_check(c, cuCtxPushCurrent(c->context), "make its context current"));
    int status = sni_cuda_lanes_open(c);
    sni_cuda_leave();
    return status;
}

static int open_context(sni_cuda *c)
{
    SNI_TRY(
        sni_cuda_check(c, cuDevicePrimaryCtxRetain(&c->context, c->device), "retain its primary context"));
    int status = open_lanes(c);
    if (status < 0) cuDevicePrimaryCtxRelease(c->device); /* takes the stream with it */
    return status;
}

int sni_cuda_open(sni_cuda *c)
{
    static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&opening);
    int status = atomic_load(&c->is_open) ? SN_OK : open_context(c);
    if (status == SN_OK) atomic_store_explicit(&c->is_open, true, memory_order_release);
    pthread_mutex_unlock(&opening);
    return status;
}

/* A driver runs what toolkits of its own major version made. */
static int check_driver(void)
{
    const int needed = CUDA_VERSION / 1000 * 1000;
    int version = 0;
    SNI_TRY(sni_cuda_check(NULL, cuDriverGetVersion(&version), "read the driver's version"));
    if (version >= needed) return SN_OK;
    return sni_cuda_fail(SN_ERR_DEVICE,
                         "cuda: the NVIDIA driver is too old: it is for CUDA %d.%d, and %d.%d is needed",
                         version / 1000, version % 1000 / 10, needed / 1000, needed % 1000 / 10);
}

static int check_ordinal(int ordinal, int *count_out)
{
    int count = 0;
    SNI_TRY(check_driver());
    SNI_TRY(sni_cuda_check(NULL, cuInit(0), "start the driver"));
    SNI_TRY(sni_cuda_check(NULL, cuDeviceGetCount(&count), "count the devices"));
    *count_out = count < DEVICES_MAX ? count : DEVICES_MAX;
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
        .raw = sni_cuda_run_raw,
        .wait = wait_for_compiles,
        .shutdown = shut_down,
        .alloc = sni_cuda_alloc,
        .free = sni_cuda_free,
        .trim = sni_cuda_trim,
        .upload = sni_cuda_upload,
        .download = sni_cuda_download,
        .copy = sni_cuda_copy,
        .synchronize = synchronize,
        .traits = traits,
        .libraries = libraries,
        .memory = sni_cuda_memory,
        .limit = sni_cuda_limit,
        .pinned = sni_cuda_pinned,
        .follow = sni_cuda_follow,
        .queues = &sni_cuda_queues,
        .range = sni_cuda_range,
    };
    c->ordinal = c->base.ordinal = ordinal;
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_init(&c->lanes_lock, NULL);
    int status = sni_cuda_check(NULL, cuDeviceGet(&c->device, ordinal), "get the device");
    if (status == SN_OK) status = read_properties(c);
    if (status == SN_OK) status = sni_cuda_pool_open(c);
    if (status == SN_OK) status = sni_cuda_open(c);
    if (status < 0) {
        sni_cuda_pool_close(c);
        pthread_mutex_destroy(&c->lanes_lock);
        pthread_mutex_destroy(&c->lock);
        free(c);
        return status;
    }
    opened[ordinal] = c;
    *out = &c->base;
    return SN_OK;
}

SNI_PLUGIN int sinter_cuda_open(const sni_services *services, int ordinal, int *count, sni_device **out);

int sinter_cuda_open(const sni_services *services, int ordinal, int *count, sni_device **out)
{
    if (services->size != sizeof *services) return SN_ERR_DEVICE; /* of another build; the core says so */
    pthread_mutex_lock(&lock);
    if (!sni_core) sni_core = services;
    int status = check_ordinal(ordinal, count);
    if (status == SN_OK && out && opened[ordinal])
        *out = &opened[ordinal]->base;
    else if (status == SN_OK && out)
        status = make(ordinal, out);
    pthread_mutex_unlock(&lock);
    return status;
}
