/* Driver API: initialisation, devices, the primary context, errors. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

_Static_assert(CUDA_ERROR_ILLEGAL_ADDRESS == (int)SIM_ILLEGAL_ADDRESS &&
                   CUDA_ERROR_LAUNCH_TIMEOUT == (int)SIM_TIMEOUT && CUDA_ERROR_ASSERT == (int)SIM_ASSERT &&
                   CUDA_ERROR_ILLEGAL_INSTRUCTION == (int)SIM_ILLEGAL_INSTRUCTION &&
                   CUDA_ERROR_MISALIGNED_ADDRESS == (int)SIM_MISALIGNED &&
                   CUDA_ERROR_LAUNCH_FAILED == (int)SIM_LAUNCH_FAILED &&
                   CUDA_ERROR_OUT_OF_MEMORY == (int)SIM_NO_MEMORY,
               "simgpu.h has cuda.h's numbers");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local bool inside; /* a callback runs on the thread that holds the lock */
static bool initialised;
static sim_context contexts[SIM_DEVICES];
static int ndevices;
static _Thread_local sim_context *stack[16];
static _Thread_local int depth;
static _Thread_local CUstream own_stream[SIM_DEVICES]; /* CU_STREAM_PER_THREAD */
bool sim_counting;
simgpu_counts sim_last_counts;

/* ---- what every call does
 * -------------------------------------------------------------------------------------
 */

CUresult sim_error(CUresult error, const char *format, ...)
{
    char text[SIM_LINE];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    sim_say("%s", text);
    return error;
}

static struct {
    char what[16];
    u64 count;
} counts[16]; /* calls of each kind that may fail */

static size_t count_of(const char *what)
{
    size_t k = 0;
    while (k < 15 && counts[k].what[0] && strcmp(counts[k].what, what) != 0) k++;
    snprintf(counts[k].what, sizeof counts[k].what, "%s", what);
    return k;
}

/* "alloc=3,launch=1+": the 3rd allocation, all launches from the 1st on; each
 * kind is counted by itself. */
bool sim_fails(const char *what)
{
    size_t n = strlen(what), k = count_of(what);
    counts[k].count++;
    const char *at = getenv("SINTER_SIMGPU_FAIL");
    for (; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (strncmp(at, what, n) != 0 || at[n] != '=') continue;
        char *end;
        u64 from = strtoull(at + n + 1, &end, 10);
        bool on = *end == '+' || strcmp(what, "lost") == 0;
        if (on ? counts[k].count >= from && from : counts[k].count == from) {
            if (counts[k].count == from)
                sim_say("%s %llu fails, as SINTER_SIMGPU_FAIL asks", what, (unsigned long long)from);
            return true;
        }
    }
    return false;
}

CUresult sim_begin(const char *function, int *locked)
{
    if (inside)
        return sim_error(CUDA_ERROR_NOT_PERMITTED, "%s: called from a callback of a stream", function);
    pthread_mutex_lock(&lock);
    inside = true;
    *locked = 1;
    if (!initialised && strcmp(function, "cuInit") != 0)
        return sim_error(CUDA_ERROR_NOT_INITIALIZED, "%s: before cuInit", function);
    if (initialised && sim_fails("lost"))
        for (int k = 0; k < ndevices; k++)
            contexts[k].device.lost = contexts[k].error = CUDA_ERROR_DEVICE_UNAVAILABLE;
    return CUDA_SUCCESS;
}

void sim_end(int *locked)
{
    if (!*locked) return;
    inside = false;
    pthread_mutex_unlock(&lock);
}

CUresult sim_current(sim_context **c)
{
    *c = depth ? stack[depth - 1] : NULL;
    if (!*c) return sim_error(CUDA_ERROR_INVALID_CONTEXT, "no context is current");
    if (!(*c)->retained)
        return sim_error(CUDA_ERROR_CONTEXT_IS_DESTROYED, "the current context has been released");
    return (*c)->error;
}

CUresult sim_stream(CUstream handle, CUstream *s)
{
    sim_context *c;
    *s = NULL;
    SIM_TRY(sim_current(&c));
    if (handle == NULL || handle == CU_STREAM_LEGACY) {
        *s = c->legacy;
    } else if (handle == CU_STREAM_PER_THREAD) {
        CUstream *own = &own_stream[c->device.ordinal];
        if (!*own) *own = sim_new_stream(c, 0, 0, true);
        *s = *own;
    } else {
        if (sim_handle_is(handle, SIM_IS_STREAM)) *s = handle;
        if (!*s) return sim_error(CUDA_ERROR_INVALID_HANDLE, "a stream that is not there");
        if ((*s)->context != c) return sim_error(CUDA_ERROR_INVALID_HANDLE, "a stream of another device");
    }
    return *s ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

sim_context *sim_context_at(int ordinal)
{
    return ordinal >= 0 && ordinal < ndevices ? &contexts[ordinal] : NULL;
}

sim_context *sim_context_of(u64 address)
{
    for (int k = 0; k < ndevices; k++)
        if (contexts[k].device.base && address - contexts[k].device.base < contexts[k].device.span)
            return &contexts[k];
    return NULL;
}

int sim_device_count(void)
{
    return ndevices;
}

u64 sim_architecture(void)
{
    return sim_setting("ARCH", 90);
}

/* ---- initialisation
 * -----------------------------------------------------------------------------------------------
 */

CUresult cuInit(unsigned flags)
{
    SIM_BEGIN;
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    if (initialised) return CUDA_SUCCESS;
    u64 n = sim_setting("DEVICES", 1);
    ndevices = n > SIM_DEVICES ? SIM_DEVICES : (int)n;
    if (ndevices == 0) return CUDA_ERROR_NO_DEVICE;
    for (int k = 0; k < ndevices; k++)
        contexts[k].device = (sim_device){.ordinal = k, .limit = sim_setting("MEMORY", (u64)2 << 30)};
    sim_counting = getenv("SINTER_SIMGPU_COUNTERS") != NULL;
    initialised = true;
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = (int)sim_setting("DRIVER", CUDA_VERSION);
    return CUDA_SUCCESS;
}

/* ---- devices
 * ----------------------------------------------------------------------------------------------------------
 */

CUresult cuDeviceGetCount(int *count)
{
    SIM_BEGIN;
    if (!count) return CUDA_ERROR_INVALID_VALUE;
    *count = ndevices;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    SIM_BEGIN;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    if (!sim_context_at(ordinal)) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    SIM_BEGIN;
    if (!name || size < 1) return CUDA_ERROR_INVALID_VALUE;
    if (!sim_context_at(device)) return CUDA_ERROR_INVALID_DEVICE;
    snprintf(name, (size_t)size, "simulated GPU %d", device);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    SIM_BEGIN;
    if (!uuid) return CUDA_ERROR_INVALID_VALUE;
    if (!sim_context_at(device)) return CUDA_ERROR_INVALID_DEVICE;
    *uuid = (CUuuid){.bytes = "simgpu"};
    uuid->bytes[15] = (char)device;
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    SIM_BEGIN;
    if (!bytes) return CUDA_ERROR_INVALID_VALUE;
    if (!sim_context_at(device)) return CUDA_ERROR_INVALID_DEVICE;
    *bytes = sim_context_at(device)->device.limit;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetPCIBusId(char *text, int size, CUdevice device)
{
    SIM_BEGIN;
    if (!text || size < 13) return CUDA_ERROR_INVALID_VALUE;
    if (!sim_context_at(device)) return CUDA_ERROR_INVALID_DEVICE;
    snprintf(text, (size_t)size, "0000:%02X:00.0", device + 1);
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    SIM_BEGIN;
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    if (!sim_context_at(device)) return CUDA_ERROR_INVALID_DEVICE;
    int arch = (int)sim_architecture();
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X:
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y: *value = 1024; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z: *value = 64; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X: *value = INT32_MAX; break;
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y:
    case CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z: *value = 65535; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK: *value = 49152; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: *value = 232448; break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR: *value = 233472; break;
    case CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK: *value = 1024; break;
    case CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY: *value = 65536; break;
    case CU_DEVICE_ATTRIBUTE_WARP_SIZE: *value = SIM_WARP; break;
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK:
    case CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR: *value = 65536; break;
    case CU_DEVICE_ATTRIBUTE_CLOCK_RATE: *value = 1000000; break;
    case CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE: *value = 1000000; break;
    case CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH: *value = 1024; break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE: *value = 4 << 20; break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT: *value = (int)sim_setting("SMS", 4); break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR: *value = 2048; break;
    case CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR: *value = 32; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: *value = arch / 10; break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: *value = arch % 10; break;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: *value = device + 1; break;
    case CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT: *value = 2; break;
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS:
    case CU_DEVICE_ATTRIBUTE_GPU_OVERLAP:
    case CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING:
    case CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY:
    case CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED: *value = 1; break;
    default: *value = 0; break;
    }
    return CUDA_SUCCESS;
}

/* ---- the primary context
 * -------------------------------------------------------------------------------------------------
 */

static CUresult open_context(sim_context *c)
{
    if (!c->device.base && !sim_memory_open(&c->device))
        return sim_error(CUDA_ERROR_OUT_OF_MEMORY, "no addresses for device memory");
    c->error = (CUresult)c->device.lost;
    if (!c->legacy) c->legacy = sim_new_stream(c, 0, 0, true);
    return c->legacy ? c->error : CUDA_ERROR_OUT_OF_MEMORY;
}

static void close_context(sim_context *c)
{
    sim_run_all(c);
    while (c->modules) {
        sim_module *m = c->modules;
        c->modules = m->next;
        sim_drop_module(m);
    }
    for (CUstream s = sim_streams(), next; s; s = next) {
        next = s->next;
        if (s->context == c && !s->implicit) sim_end_stream(s);
    }
    for (size_t k = 0; k < c->device.nallocations; k++)
        if (c->device.allocations[k].live) sim_memory_drop(&c->device, c->device.allocations[k].address);
    c->error = (CUresult)c->device.lost;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    SIM_BEGIN;
    sim_context *c = sim_context_at(device);
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    if (!c) return CUDA_ERROR_INVALID_DEVICE;
    if (!c->retained) SIM_TRY(open_context(c));
    c->retained++;
    *context = (CUcontext)c;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    SIM_BEGIN;
    sim_context *c = sim_context_at(device);
    if (!c) return CUDA_ERROR_INVALID_DEVICE;
    if (!c->retained) return sim_error(CUDA_ERROR_INVALID_CONTEXT, "the primary context is not retained");
    if (--c->retained == 0) close_context(c);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    SIM_BEGIN;
    sim_context *c = sim_context_at(device);
    if (!c) return CUDA_ERROR_INVALID_DEVICE;
    close_context(c);
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags)
{
    SIM_BEGIN;
    if (!sim_context_at(device)) return CUDA_ERROR_INVALID_DEVICE;
    sim_context_at(device)->flags = flags;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    SIM_BEGIN;
    if (!sim_context_at(device)) return CUDA_ERROR_INVALID_DEVICE;
    if (flags) *flags = sim_context_at(device)->flags;
    if (active) *active = sim_context_at(device)->retained > 0;
    return CUDA_SUCCESS;
}

static sim_context *valid(CUcontext context)
{
    for (int k = 0; k < ndevices; k++)
        if ((CUcontext)&contexts[k] == context && contexts[k].retained) return &contexts[k];
    return NULL;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    SIM_BEGIN;
    if (context && !valid(context))
        return sim_error(CUDA_ERROR_INVALID_CONTEXT, "cuCtxSetCurrent: no context");
    if (!context)
        depth = depth ? depth - 1 : 0;
    else if (!depth)
        stack[depth++] = valid(context);
    else
        stack[depth - 1] = valid(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    SIM_BEGIN;
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    *context = depth ? (CUcontext)stack[depth - 1] : NULL;
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    SIM_BEGIN;
    if (!valid(context)) return sim_error(CUDA_ERROR_INVALID_CONTEXT, "cuCtxPushCurrent: no context");
    if (depth == 16) return CUDA_ERROR_INVALID_VALUE;
    stack[depth++] = valid(context);
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    SIM_BEGIN;
    if (!depth) return sim_error(CUDA_ERROR_INVALID_CONTEXT, "cuCtxPopCurrent: no context is current");
    depth--;
    if (context) *context = (CUcontext)stack[depth];
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    SIM_BEGIN;
    sim_context *c;
    CUresult error = sim_current(&c);
    if (!c) return error;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    *device = c->device.ordinal;
    return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize(void)
{
    SIM_BEGIN;
    sim_context *c;
    SIM_TRY(sim_current(&c));
    sim_run_all(c);
    return c->error;
}

CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    SIM_BEGIN;
    if (least) *least = 0;
    if (greatest) *greatest = -5;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetApiVersion(CUcontext context, unsigned *version)
{
    (void)context;
    if (!version) return CUDA_ERROR_INVALID_VALUE;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

/* ---- errors and names
 * ------------------------------------------------------------------------------------------------------
 */

static const struct {
    CUresult error;
    const char *name, *text;
} errors[] = {
#define E(error, text)                                                                                       \
    {                                                                                                        \
        error, #error, text                                                                                  \
    }
    E(CUDA_SUCCESS, "no error"),
    E(CUDA_ERROR_INVALID_VALUE, "invalid argument"),
    E(CUDA_ERROR_OUT_OF_MEMORY, "out of memory"),
    E(CUDA_ERROR_NOT_INITIALIZED, "initialization error"),
    E(CUDA_ERROR_DEINITIALIZED, "driver shutting down"),
    E(CUDA_ERROR_DEVICE_UNAVAILABLE, "device is unavailable"),
    E(CUDA_ERROR_NO_DEVICE, "no CUDA-capable device is detected"),
    E(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal"),
    E(CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid"),
    E(CUDA_ERROR_INVALID_CONTEXT, "invalid device context"),
    E(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device"),
    E(CUDA_ERROR_INVALID_PTX, "a PTX JIT compilation failed"),
    E(CUDA_ERROR_INVALID_HANDLE, "invalid resource handle"),
    E(CUDA_ERROR_NOT_FOUND, "named symbol not found"),
    E(CUDA_ERROR_NOT_READY, "device not ready"),
    E(CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered"),
    E(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch"),
    E(CUDA_ERROR_LAUNCH_TIMEOUT, "the launch timed out and was terminated"),
    E(CUDA_ERROR_CONTEXT_IS_DESTROYED, "context is destroyed"),
    E(CUDA_ERROR_ASSERT, "device-side assert triggered"),
    E(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
      "part or all of the requested memory range is already mapped"),
    E(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, "pointer does not correspond to a registered memory region"),
    E(CUDA_ERROR_ILLEGAL_INSTRUCTION, "an illegal instruction was encountered"),
    E(CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address"),
    E(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure"),
    E(CUDA_ERROR_NOT_PERMITTED, "operation not permitted"),
    E(CUDA_ERROR_NOT_SUPPORTED, "operation not supported"),
    E(CUDA_ERROR_UNKNOWN, "unknown error")};

CUresult cuGetErrorName(CUresult error, const char **name)
{
    for (size_t k = 0; name && k < sizeof errors / sizeof *errors; k++)
        if (errors[k].error == error) return *name = errors[k].name, CUDA_SUCCESS;
    if (name) *name = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    for (size_t k = 0; text && k < sizeof errors / sizeof *errors; k++)
        if (errors[k].error == error) return *text = errors[k].text, CUDA_SUCCESS;
    if (text) *text = NULL;
    return CUDA_ERROR_INVALID_VALUE;
}

/* The newest version of a function that is here. */
CUresult cuGetProcAddress(const char *symbol, void **function, int version, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *status)
{
    static const char *const suffixes[] = {"_v4", "_v3", "_v2", ""};
    Dl_info self;
    if (!symbol || !function) return CUDA_ERROR_INVALID_VALUE;
    *function = NULL;
    if (status) *status = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    int most = 0;
    cuDriverGetVersion(&most);
    if (version > most && status) *status = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    if (version > most || flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM || !dladdr(errors, &self))
        return CUDA_ERROR_NOT_FOUND;
    void *library = dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    for (size_t k = 0; library && k < 4 && !*function; k++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", symbol, suffixes[k]);
        *function = dlsym(library, name);
    }
    if (library) dlclose(library);
    if (!*function) return CUDA_ERROR_NOT_FOUND;
    if (status) *status = CU_GET_PROC_ADDRESS_SUCCESS;
    return CUDA_SUCCESS;
}

/* NVRTC looks for it where a driver is loaded, and crashes where it is missing.
 */
CUresult cuGetExportTable(const void **table, const CUuuid *id)
{
    (void)id;
    if (table) *table = NULL;
    return CUDA_ERROR_NOT_FOUND;
}

/* ---- what tests ask
 * --------------------------------------------------------------------------------------------------------
 */

void simgpu_get_balance(simgpu_balance *b)
{
    *b = (simgpu_balance){.pinned = sim_pinned_count(), .events = sim_event_count()};
    for (CUstream s = sim_streams(); s; s = s->next) b->streams += !s->dead && !s->implicit;
    for (int k = 0; k < ndevices; k++) {
        const sim_device *d = &contexts[k].device;
        b->contexts += contexts[k].retained > 0;
        for (const sim_module *m = contexts[k].modules; m; m = m->next) b->modules++;
        for (size_t a = 0; a < d->nallocations; a++) {
            if (!d->allocations[a].live || d->allocations[a].name) continue;
            b->allocations++;
            b->bytes += d->allocations[a].bytes;
        }
    }
}

void simgpu_count_failures(void)
{
    memset(counts, 0, sizeof counts);
}

unsigned long long simgpu_counted(const char *what)
{
    return counts[count_of(what)].count;
}

void simgpu_count(int on)
{
    sim_counting = on != 0;
}

void simgpu_counters(simgpu_counts *c)
{
    *c = sim_last_counts;
}

const char *simgpu_last_report(void)
{
    return sim_last_line();
}

int simgpu_form_known(const char *form)
{
    return sim_form_known(form);
}

void simgpu_reseed(unsigned long long seed)
{
    sim_reseed(seed);
}
