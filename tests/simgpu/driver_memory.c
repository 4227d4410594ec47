/* Driver API: memory, copies, fills. */
#include <stdlib.h>
#include <string.h>

#include "driver.h"

/* ---- memory of the host that the device may use
 * ---------------------------------------------------------------- */

static struct pinned {
    u64 address, bytes;
    bool ours;
} * pins;
static size_t npins, pins_room;

static struct pinned *pin_of(u64 address, u64 bytes)
{
    for (size_t k = 0; k < npins; k++)
        if (address >= pins[k].address && address - pins[k].address <= pins[k].bytes &&
            bytes <= pins[k].bytes - (address - pins[k].address))
            return &pins[k];
    return NULL;
}

bool sim_pinned(u64 address, u64 bytes)
{
    return pin_of(address, bytes) != NULL;
}

bool sim_host_holds(u64 address, u64 bytes)
{
    return sim_pinned(address, bytes);
}

size_t sim_pinned_count(void)
{
    return npins;
}

static bool pin(void *p, size_t bytes, bool ours)
{
    if (npins == pins_room) {
        size_t room = pins_room ? pins_room * 2 : 16;
        struct pinned *more = realloc(pins, room * sizeof *more);
        if (!more) return false;
        pins = more;
        pins_room = room;
    }
    pins[npins++] = (struct pinned){(u64)(uintptr_t)p, bytes, ours};
    return true;
}

CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned flags)
{
    SIM_BEGIN;
    sim_context *c;
    (void)flags;
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    SIM_TRY(sim_current(&c));
    if (sim_fails("pinned") || bytes > SIZE_MAX - 4095) return CUDA_ERROR_OUT_OF_MEMORY;
    *p = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    if (*p && pin(*p, bytes, true)) return CUDA_SUCCESS;
    free(*p);
    return CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemAllocHost(void **p, size_t bytes)
{
    return cuMemHostAlloc(p, bytes, 0);
}

static CUresult unpin(u64 address, bool ours)
{
    sim_context *c;
    sim_current(&c); /* after a fault too */
    if (!c) return CUDA_ERROR_INVALID_CONTEXT;
    struct pinned *p = pin_of(address, 0);
    if (!p || p->address != address || p->ours != ours)
        return ours ? sim_error(CUDA_ERROR_INVALID_VALUE, "cuMemFreeHost: 0x%llx is not there",
                                (unsigned long long)address)
                    : CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
    sim_run_all(NULL);
    *p = pins[--npins];
    return CUDA_SUCCESS;
}

CUresult cuMemFreeHost(void *p)
{
    SIM_BEGIN;
    SIM_TRY(unpin((u64)(uintptr_t)p, true));
    free(p);
    return CUDA_SUCCESS;
}

CUresult cuMemHostRegister(void *p, size_t bytes, unsigned flags)
{
    SIM_BEGIN;
    sim_context *c;
    (void)flags;
    SIM_TRY(sim_current(&c));
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    if (sim_pinned((u64)(uintptr_t)p, 1)) return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    return pin(p, bytes, false) ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemHostUnregister(void *p)
{
    SIM_BEGIN;
    return unpin((u64)(uintptr_t)p, false);
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *p, unsigned flags)
{
    SIM_BEGIN;
    (void)flags;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    if (!sim_pinned((u64)(uintptr_t)p, 1)) return CUDA_ERROR_INVALID_VALUE;
    *device = (CUdeviceptr)(uintptr_t)p;
    return CUDA_SUCCESS;
}

/* ---- device memory
 * -------------------------------------------------------------------------------------------------
 */

CUresult cuMemGetInfo(size_t *available, size_t *total)
{
    SIM_BEGIN;
    sim_context *c;
    SIM_TRY(sim_current(&c));
    if (available) *available = c->device.limit - c->device.used;
    if (total) *total = c->device.limit;
    return CUDA_SUCCESS;
}

static CUresult take(sim_context *c, CUdeviceptr *p, size_t bytes, bool ready)
{
    *p = 0;
    if (sim_fails("alloc")) return CUDA_ERROR_OUT_OF_MEMORY;
    *p = sim_memory_take(&c->device, bytes, ready, NULL);
    if (!*p) { /* what waits to be freed may help */
        sim_run_all(c);
        *p = sim_memory_take(&c->device, bytes, ready, NULL);
    }
    return *p ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes)
{
    SIM_BEGIN;
    sim_context *c;
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    SIM_TRY(sim_current(&c));
    return take(c, p, bytes, true);
}

/* Waits for the device, as CUDA does. */
CUresult cuMemFree(CUdeviceptr p)
{
    SIM_BEGIN;
    sim_context *c;
    CUresult error = sim_current(&c);
    if (!c) return error;
    if (!p) return CUDA_SUCCESS;
    sim_context *owner = sim_context_of(p);
    if (owner) sim_run_all(owner);
    const sim_allocation *a = owner ? sim_memory_find(&owner->device, p) : NULL;
    if (!a || !a->live || a->address != p || a->name) {
        char place[200] = "no device memory";
        if (owner) sim_memory_text(&owner->device, p, place, sizeof place);
        return sim_error(CUDA_ERROR_INVALID_VALUE, "cuMemFree: 0x%llx: %s", (unsigned long long)p, place);
    }
    sim_memory_drop(&owner->device, p);
    return c->error;
}

CUresult cuMemAllocAsync(CUdeviceptr *p, size_t bytes, CUstream handle)
{
    SIM_BEGIN;
    CUstream s;
    if (!p || !bytes) return CUDA_ERROR_INVALID_VALUE;
    SIM_TRY(sim_stream(handle, &s));
    SIM_TRY(take(s->context, p, bytes, false));
    sim_work *w = sim_new_work(SIM_READY_MEMORY);
    if (!w) return CUDA_ERROR_OUT_OF_MEMORY;
    w->to = *p;
    sim_queue(s, w);
    return CUDA_SUCCESS;
}

CUresult cuMemFreeAsync(CUdeviceptr p, CUstream handle)
{
    SIM_BEGIN;
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    const sim_allocation *a = sim_context_of(p) == s->context ? sim_memory_find(&s->context->device, p)
                                                              : NULL;
    if (!a || !a->live || a->address != p || a->name)
        return sim_error(CUDA_ERROR_INVALID_VALUE, "cuMemFreeAsync: 0x%llx is not there",
                         (unsigned long long)p);
    sim_work *w = sim_new_work(SIM_FREE_MEMORY);
    if (!w) return CUDA_ERROR_OUT_OF_MEMORY;
    w->to = p;
    sim_queue(s, w);
    return CUDA_SUCCESS;
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr p)
{
    SIM_BEGIN;
    sim_context *c = sim_context_of(p);
    const sim_allocation *a = c ? sim_memory_find(&c->device, p) : NULL;
    if (!a || !a->live || p - a->address >= a->bytes) return CUDA_ERROR_NOT_FOUND;
    if (base) *base = a->address;
    if (bytes) *bytes = a->bytes;
    return CUDA_SUCCESS;
}

CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr p)
{
    SIM_BEGIN;
    sim_context *c = sim_context_of(p);
    bool pinned = !c && sim_pinned(p, 1);
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    if (!pinned && !(c && sim_memory_holds(&c->device, p, 1))) return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(CUmemorytype *)value = pinned ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
        break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)value = p; break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!pinned) return CUDA_ERROR_INVALID_VALUE;
        *(void **)value = (void *)(uintptr_t)p;
        break;
    case CU_POINTER_ATTRIBUTE_CONTEXT: *(CUcontext *)value = (CUcontext)c; break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)value = c ? c->device.ordinal : 0; break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(int *)value = 0; break;
    default: return CUDA_ERROR_NOT_SUPPORTED;
    }
    return CUDA_SUCCESS;
}

/* ---- copies
 * -----------------------------------------------------------------------------------------------------------
 */

enum { DEVICE = 1, HOST = 2 };

/* What a side of a copy must be. */
static CUresult check_side(const char *what, u64 address, u64 bytes, int wanted)
{
    const sim_context *c = sim_context_of(address);
    if (!c && wanted & HOST) return CUDA_SUCCESS;
    if (!c && sim_pinned(address, bytes)) return CUDA_SUCCESS;
    if (c && wanted & DEVICE) {
        const sim_allocation *a = sim_memory_find(&c->device, address);
        if (a && a->live && address - a->address <= a->bytes && bytes <= a->bytes - (address - a->address))
            return CUDA_SUCCESS;
        char place[200];
        sim_memory_text(&c->device, address, place, sizeof place);
        return sim_error(CUDA_ERROR_INVALID_VALUE, "copy %s of %llu bytes at 0x%llx: %s", what,
                         (unsigned long long)bytes, (unsigned long long)address, place);
    }
    return sim_error(CUDA_ERROR_INVALID_VALUE, "copy %s of %llu bytes: 0x%llx is %s memory", what,
                     (unsigned long long)bytes, (unsigned long long)address, c ? "device" : "no device");
}

/* Pageable memory is read when the call is made; pinned memory whenever the
 * copy's turn comes.  A copy into pageable memory is waited for.  `waits`: the
 * call is not one of the Async ones. */
static CUresult copy(u64 to, int to_kind, u64 from, int from_kind, u64 bytes, CUstream handle, bool waits)
{
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    SIM_TRY(check_side("to", to, bytes, to_kind));
    SIM_TRY(check_side("from", from, bytes, from_kind));
    if (sim_fails("copy")) return CUDA_ERROR_UNKNOWN;
    if (!bytes) return CUDA_SUCCESS;
    sim_work *w = sim_new_work(SIM_COPY);
    bool from_host = !sim_context_of(from), to_host = !sim_context_of(to),
         pageable = from_host && !sim_pinned(from, bytes);
    if (w && pageable) w->staged = malloc(bytes);
    if (!w || (pageable && !w->staged)) return free(w), CUDA_ERROR_OUT_OF_MEMORY;
    if (pageable) memcpy(w->staged, (const void *)(uintptr_t)from, bytes);
    w->to = to, w->from = from, w->bytes = bytes;
    sim_queue(s, w);
    bool done = (to_host && (waits || !sim_pinned(to, bytes))) ||
                (waits && from_host && (!pageable || bytes > 65536));
    if (done) sim_run_until(s, s->given);
    return done ? s->context->error : CUDA_SUCCESS;
}

#define ADDRESS(p) ((u64)(uintptr_t)(p))

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    SIM_BEGIN;
    return copy(to, DEVICE, ADDRESS(from), HOST, bytes, NULL, true);
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    SIM_BEGIN;
    return copy(ADDRESS(to), HOST, from, DEVICE, bytes, NULL, true);
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    SIM_BEGIN;
    return copy(to, DEVICE, from, DEVICE, bytes, NULL, true);
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    SIM_BEGIN;
    return copy(to, DEVICE | HOST, from, DEVICE | HOST, bytes, NULL, true);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream s)
{
    SIM_BEGIN;
    return copy(to, DEVICE, ADDRESS(from), HOST, bytes, s, false);
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream s)
{
    SIM_BEGIN;
    return copy(ADDRESS(to), HOST, from, DEVICE, bytes, s, false);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream s)
{
    SIM_BEGIN;
    return copy(to, DEVICE, from, DEVICE, bytes, s, false);
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream s)
{
    SIM_BEGIN;
    return copy(to, DEVICE | HOST, from, DEVICE | HOST, bytes, s, false);
}

CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                      size_t bytes)
{
    SIM_BEGIN;
    (void)to_context, (void)from_context;
    return copy(to, DEVICE, from, DEVICE, bytes, NULL, true);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context,
                           size_t bytes, CUstream s)
{
    SIM_BEGIN;
    (void)to_context, (void)from_context;
    return copy(to, DEVICE, from, DEVICE, bytes, s, false);
}

/* ---- fills
 * -------------------------------------------------------------------------------------------------------------
 */

static CUresult fill(u64 to, u64 value, u32 width, size_t count, CUstream handle)
{
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    if (to % width)
        return sim_error(CUDA_ERROR_INVALID_VALUE, "fill: 0x%llx is no multiple of %u",
                         (unsigned long long)to, width);
    SIM_TRY(check_side("(a fill)", to, (u64)count * width, DEVICE));
    if (!count) return CUDA_SUCCESS;
    sim_work *w = sim_new_work(SIM_SET);
    if (!w) return CUDA_ERROR_OUT_OF_MEMORY;
    w->to = to, w->from = value, w->width = width, w->bytes = (u64)count * width;
    sim_queue(s, w);
    return CUDA_SUCCESS;
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count)
{
    SIM_BEGIN;
    return fill(to, value, 1, count, NULL);
}

CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count)
{
    SIM_BEGIN;
    return fill(to, value, 2, count, NULL);
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count)
{
    SIM_BEGIN;
    return fill(to, value, 4, count, NULL);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream s)
{
    SIM_BEGIN;
    return fill(to, value, 1, count, s);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream s)
{
    SIM_BEGIN;
    return fill(to, value, 2, count, s);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream s)
{
    SIM_BEGIN;
    return fill(to, value, 4, count, s);
}
