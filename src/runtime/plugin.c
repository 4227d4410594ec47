/* The CUDA plug-in: found beside the library, opened once, asked for the GPU that the options name. */
#define _GNU_SOURCE
#include "runtime/plugin.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define PLUGIN "libsinter_cuda.so"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sni_plugin_entry entry; /* NULL with `absent` set: it cannot be opened */
static char absent[512];

static sni_lane lane(const sni_device *d)
{
    return sni_current_own.lane_of == d ? sni_current_own.lane : (sni_lane){0, 0};
}

static const sni_services services = {
    .size = sizeof services,
    .vfail = (sni_vfail),
    .fail_memory = (sni_fail_memory),
    .error_message = sni_error_message,
    .error_clear = sni_error_clear,
    .log = sni_log,
    .option_int = sni_option_int,
    .option_text = sni_option_text,
    .counters = &sni_counters,
    .lane = lane,
    .kernel_hash = sni_kernel_hash,
    .emit = sni_emit_cuda,
    .str_free = sni_str_free,
    .dump_source = sni_dump_source,
    .launch_plan = sni_cuda_plan,
    .params_size = sni_cuda_params_size,
    .params_by_pointer = sni_cuda_params_by_pointer,
    .params_pack = sni_cuda_params_pack,
    .cache_key_init = sni_cache_key_init,
    .cache_load = sni_cache_load,
    .cache_store = sni_cache_store,
    .map_find = sni_map_find,
    .map_insert = sni_map_insert,
    .map_remove = sni_map_remove,
    .map_free = sni_map_free,
    .limits = &sni_limits_cuda,
};

/* ---- opening -------------------------------------------------------------------------------------------------- */

/* Beside the object that holds this code, as the helper program is; else where the loader looks. */
static void *open_beside(void)
{
    Dl_info self;
    char path[4096];
    if (!dladdr(&services, &self) || !self.dli_fname) return NULL;
    const char *slash = strrchr(self.dli_fname, '/');
    if (!slash) return NULL;
    int n = snprintf(path, sizeof path, "%.*s/%s", (int)(slash - self.dli_fname), self.dli_fname, PLUGIN);
    return n > 0 && (size_t)n < sizeof path ? dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) : NULL;
}

/* Why the loader refuses: nearly always that there is no driver. */
static void explain_absence(void)
{
    const char *why = dlerror();
    if (why && strncmp(why, "libcuda.so", 10) == 0)
        snprintf(absent, sizeof absent, "there is no NVIDIA driver: %s", why);
    else if (why && strstr(why, "undefined symbol: cu"))
        snprintf(absent, sizeof absent, "the NVIDIA driver is too old: %s", why);
    else
        snprintf(absent, sizeof absent, "%s", why ? why : PLUGIN " was not found");
}

static void open_plugin(void)
{
    void *library = open_beside();
    if (!library) {
        explain_absence();
        library = dlopen(PLUGIN, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
    void *f = library ? dlsym(library, SNI_PLUGIN_ENTRY) : NULL;
    if (library && !f)
        snprintf(absent, sizeof absent, PLUGIN " has no %s: it is of another version", SNI_PLUGIN_ENTRY);
    if (!f) return;
    memcpy(&entry, &f, sizeof f);
    absent[0] = 0;
}

/* With the lock held. */
static int ask(int ordinal, int *count, sni_device **out)
{
    if (!entry && !absent[0]) open_plugin();
    if (!entry) return sni_fail(SN_ERR_DEVICE, "cuda: %s", absent);
    sni_error_clear();
    int status = entry(&services, ordinal, count, out);
    if (status < 0 && !sni_error_message()[0])
        return sni_fail(SN_ERR_DEVICE, "cuda: " PLUGIN " is of another version");
    return status;
}

static _Atomic(sni_device *) opened[SNI_GPUS]; /* by ordinal */

int sni_cuda_get(int ordinal, sni_device **out)
{
    if (ordinal < 0) ordinal = (int)sni_option_int(SNI_OPTION_CUDA_DEVICE);
    if (ordinal < SNI_GPUS) *out = atomic_load_explicit(&opened[ordinal], memory_order_acquire);
    if (SNI_LIKELY(ordinal < SNI_GPUS && *out)) return SN_OK;
    int count = 0;
    pthread_mutex_lock(&lock);
    int status = ask(ordinal, &count, out);
    if (status == SN_OK) atomic_store_explicit(&opened[ordinal], *out, memory_order_release);
    pthread_mutex_unlock(&lock);
    return status;
}

int sni_cuda_count(void)
{
    int count = 0;
    pthread_mutex_lock(&lock);
    if (ask(0, &count, NULL) < 0) sni_error_clear();
    pthread_mutex_unlock(&lock);
    return count;
}

void sni_cuda_each(void (*visit)(sni_device *d))
{
    for (int k = 0; k < SNI_GPUS; k++) {
        sni_device *d = atomic_load_explicit(&opened[k], memory_order_acquire);
        if (d) visit(d);
    }
}

const char *sni_cuda_absent_reason(void)
{
    static SNI_THREAD_LOCAL char reason[512];
    sni_device *d;
    if (sni_cuda_get(-1, &d) == SN_OK) return NULL;
    snprintf(reason, sizeof reason, "%s", sni_error_message());
    sni_error_clear();
    return reason;
}
