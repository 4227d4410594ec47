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
    .kernel_hash = sni_kernel_hash,
    .emit = sni_emit_cuda,
    .str_free = sni_str_free,
    .dump_source = sni_dump_source,
    .launch_plan = sni_cuda_plan,
    .params_size = sni_cuda_params_size,
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
static int open_device(int ordinal, sni_device **out)
{
    if (!entry && !absent[0]) open_plugin();
    if (!entry) return sni_fail(SN_ERR_DEVICE, "cuda: %s", absent);
    int status = entry(&services, ordinal, out);
    if (status < 0 && !sni_error_message()[0])
        return sni_fail(SN_ERR_DEVICE, "cuda: " PLUGIN " is of another version");
    return status;
}

static sni_device *found; /* the GPU `last` */
static int64_t last = -1;

bool sni_cuda_opened(sni_device **out)
{
    pthread_mutex_lock(&lock);
    *out = found;
    pthread_mutex_unlock(&lock);
    return *out != NULL;
}

int sni_cuda_get(sni_device **out)
{
    int64_t ordinal = sni_option_int(SNI_OPTION_CUDA_DEVICE);
    pthread_mutex_lock(&lock);
    int status = SN_OK;
    if (!found || last != ordinal) {
        sni_device *d = NULL;
        sni_error_clear();
        status = open_device((int)ordinal, &d);
        if (status == SN_OK) {
            found = d;
            last = ordinal;
        }
    }
    if (status == SN_OK) *out = found;
    pthread_mutex_unlock(&lock);
    return status;
}

const char *sni_cuda_absent_reason(void)
{
    static SNI_THREAD_LOCAL char reason[512];
    sni_device *d;
    if (sni_cuda_get(&d) == SN_OK) return NULL;
    snprintf(reason, sizeof reason, "%s", sni_error_message());
    sni_error_clear();
    return reason;
}
