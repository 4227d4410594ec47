/* The driver: what it says when it refuses, and the context of each call. */
#include "runtime/cuda/cuda.h"

#include <stdio.h>
#include <string.h>

const sni_services *sni_core;

int sni_cuda_fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status = sni_core->vfail(status, format, args);
    va_end(args);
    return sni_negative(status);
}

/* After these the context answers nothing else: CUDA documentation, "error handling". */
static bool is_sticky(CUresult r)
{
    switch (r) {
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_LAUNCH_FAILED:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
    case CUDA_ERROR_DEINITIALIZED: return true;
    default: return false;
    }
}

static void lose(sni_cuda *c, const char *why)
{
    pthread_mutex_lock(&c->lock);
    if (!atomic_load(&c->base.lost)) {
        snprintf(c->why_lost, sizeof c->why_lost, "%s", why);
        atomic_store(&c->base.lost, true);
        sni_core->log(SNI_LOG_ERROR, "cuda:%d is lost: %s", c->ordinal, why);
    }
    pthread_mutex_unlock(&c->lock);
}

int sni_cuda_check(sni_cuda *c, CUresult result, const char *what)
{
    const char *text = NULL, *name = NULL;
    if (SNI_LIKELY(result == CUDA_SUCCESS)) return SN_OK;
    if (cuGetErrorString(result, &text) != CUDA_SUCCESS || !text) text = "unknown error";
    if (cuGetErrorName(result, &name) != CUDA_SUCCESS || !name) name = "CUDA_ERROR_UNKNOWN";
    if (c && is_sticky(result)) {
        lose(c, text);
        return sni_cuda_fail(SN_ERR_DEVICE,
                             "cuda:%d: cannot %s: %s (%s); the device is lost until the process restarts",
                             c->ordinal, what, text, name);
    }
    int status = result == CUDA_ERROR_OUT_OF_MEMORY ? SN_ERR_MEMORY : SN_ERR_DEVICE;
    if (!c) return sni_cuda_fail(status, "cuda: cannot %s: %s (%s)", what, text, name);
    return sni_cuda_fail(status, "cuda:%d: cannot %s: %s (%s)", c->ordinal, what, text, name);
}

int sni_cuda_enter(sni_cuda *c)
{
    if (SNI_UNLIKELY(atomic_load_explicit(&c->base.lost, memory_order_acquire)))
        return sni_cuda_fail(SN_ERR_DEVICE, "cuda:%d was lost: %s", c->ordinal, c->why_lost);
    if (SNI_UNLIKELY(!atomic_load_explicit(&c->is_open, memory_order_acquire))) SNI_TRY(sni_cuda_open(c));
    return sni_cuda_check(c, cuCtxPushCurrent(c->context), "make its context current");
}

void sni_cuda_leave(void)
{
    CUcontext popped;
    cuCtxPopCurrent(&popped);
}

int sni_cuda_end(sni_cuda *c, CUresult result, const char *what)
{
    int status = sni_cuda_check(c, result, what);
    sni_cuda_leave();
    return status;
}
