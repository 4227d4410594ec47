/* Driver API: streams, events, host functions. */
#include <stdlib.h>

#include "driver.h"

enum { QUARANTINE = 4096 };
static CUevent first_ended, *last_ended = &first_ended;
static size_t nevents, nended;

/* ---- streams
 * ------------------------------------------------------------------------------------------------------
 */

CUresult cuStreamCreateWithPriority(CUstream *s, unsigned flags, int priority)
{
    SIM_BEGIN;
    sim_context *c;
    if (!s || flags & ~(unsigned)CU_STREAM_NON_BLOCKING) return CUDA_ERROR_INVALID_VALUE;
    SIM_TRY(sim_current(&c));
    if (sim_fails("stream")) return CUDA_ERROR_OUT_OF_MEMORY;
    *s = sim_new_stream(c, flags, priority > 0 ? 0 : priority < -5 ? -5 : priority, false);
    return *s ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuStreamCreate(CUstream *s, unsigned flags)
{
    return cuStreamCreateWithPriority(s, flags, 0);
}

/* Its work is still done. */
CUresult cuStreamDestroy(CUstream handle)
{
    SIM_BEGIN;
    if (sim_handle_is(handle, SIM_IS_STREAM)) {
        sim_end_stream(handle);
        return CUDA_SUCCESS;
    }
    return sim_error(CUDA_ERROR_INVALID_HANDLE, "cuStreamDestroy: the stream is not there");
}

CUresult cuStreamSynchronize(CUstream handle)
{
    SIM_BEGIN;
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    sim_run_until(s, s->given);
    return s->context->error;
}

CUresult cuStreamQuery(CUstream handle)
{
    SIM_BEGIN;
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    if (s->done < s->given) sim_run_some();
    if (s->context->error) return s->context->error;
    return s->done < s->given ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult cuStreamGetFlags(CUstream handle, unsigned *flags)
{
    SIM_BEGIN;
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    if (!flags) return CUDA_ERROR_INVALID_VALUE;
    *flags = s->flags;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetPriority(CUstream handle, int *priority)
{
    SIM_BEGIN;
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    if (!priority) return CUDA_ERROR_INVALID_VALUE;
    *priority = s->priority;
    return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx(CUstream handle, CUcontext *context)
{
    SIM_BEGIN;
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    *context = (CUcontext)s->context;
    return CUDA_SUCCESS;
}

CUresult cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status)
{
    SIM_BEGIN;
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    if (!status) return CUDA_ERROR_INVALID_VALUE;
    *status = CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}

/* ---- host functions
 * ----------------------------------------------------------------------------------------------------
 */

static CUresult queue_call(CUstream handle, CUhostFn call, CUstreamCallback callback, void *data)
{
    CUstream s;
    SIM_TRY(sim_stream(handle, &s));
    if (!call && !callback) return CUDA_ERROR_INVALID_VALUE;
    sim_work *w = sim_new_work(SIM_HOST);
    if (!w) return CUDA_ERROR_OUT_OF_MEMORY;
    w->call = call, w->callback = callback, w->data = data;
    sim_queue(s, w);
    return CUDA_SUCCESS;
}

CUresult cuLaunchHostFunc(CUstream handle, CUhostFn call, void *data)
{
    SIM_BEGIN;
    return queue_call(handle, call, NULL, data);
}

CUresult cuStreamAddCallback(CUstream handle, CUstreamCallback callback, void *data, unsigned flags)
{
    SIM_BEGIN;
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    return queue_call(handle, NULL, callback, data);
}

/* ---- events
 * --------------------------------------------------------------------------------------------------------------
 */

static CUresult event(CUevent handle)
{
    if (sim_handle_is(handle, SIM_IS_EVENT)) return CUDA_SUCCESS;
    return sim_error(CUDA_ERROR_INVALID_HANDLE, "an event that is not there");
}

size_t sim_event_count(void)
{
    return nevents;
}

void sim_recorded(CUevent e)
{
    e->pending--;
}

/* The oldest that has ended makes room, unless it is still to be recorded. */
static void end_event(CUevent e)
{
    sim_handle_drop(e);
    e->next = NULL;
    *last_ended = e;
    last_ended = &e->next;
    nevents--;
    if (++nended <= QUARANTINE || first_ended->pending) return;
    CUevent oldest = first_ended;
    first_ended = oldest->next;
    nended--;
    free(oldest);
}

CUresult cuEventCreate(CUevent *handle, unsigned flags)
{
    SIM_BEGIN;
    sim_context *c;
    if (!handle) return CUDA_ERROR_INVALID_VALUE;
    SIM_TRY(sim_current(&c));
    if (sim_fails("event")) return CUDA_ERROR_OUT_OF_MEMORY;
    CUevent e = calloc(1, sizeof *e);
    if (!e) return CUDA_ERROR_OUT_OF_MEMORY;
    e->context = c;
    e->flags = flags;
    sim_handle_add(e, SIM_IS_EVENT);
    nevents++;
    *handle = e;
    return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent handle)
{
    SIM_BEGIN;
    SIM_TRY(event(handle));
    end_event(handle);
    return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent handle, CUstream stream)
{
    SIM_BEGIN;
    CUstream s;
    SIM_TRY(event(handle));
    SIM_TRY(sim_stream(stream, &s));
    if (handle->context != s->context)
        return sim_error(CUDA_ERROR_INVALID_HANDLE,
                         "cuEventRecord: event and stream are of different devices");
    sim_work *w = sim_new_work(SIM_RECORD);
    if (!w) return CUDA_ERROR_OUT_OF_MEMORY;
    w->event = handle;
    handle->pending++;
    sim_queue(s, w);
    handle->recorded = true;
    handle->at = (sim_wait){s, s->given};
    return CUDA_SUCCESS;
}

CUresult cuEventRecordWithFlags(CUevent handle, CUstream stream, unsigned flags)
{
    return flags ? CUDA_ERROR_INVALID_VALUE : cuEventRecord(handle, stream);
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent handle, unsigned flags)
{
    SIM_BEGIN;
    CUstream s;
    if (flags) return CUDA_ERROR_INVALID_VALUE;
    SIM_TRY(event(handle));
    SIM_TRY(sim_stream(stream, &s));
    if (!handle->recorded) return CUDA_SUCCESS;
    sim_work *w = sim_new_work(SIM_NOTHING);
    sim_wait *more = realloc(s->pending, (s->npending + 1) * sizeof *more);
    if (!w || !more) abort();
    s->pending = more;
    s->pending[s->npending++] = handle->at;
    sim_queue(s, w);
    return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent handle)
{
    SIM_BEGIN;
    SIM_TRY(event(handle));
    if (handle->recorded) sim_run_until(handle->at.stream, handle->at.done);
    return handle->context->error;
}

CUresult cuEventQuery(CUevent handle)
{
    SIM_BEGIN;
    SIM_TRY(event(handle));
    if (!handle->recorded) return CUDA_SUCCESS;
    if (handle->at.stream->done < handle->at.done) sim_run_some();
    if (handle->context->error) return handle->context->error;
    return handle->at.stream->done < handle->at.done ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    SIM_BEGIN;
    SIM_TRY(event(start));
    SIM_TRY(event(end));
    if (!ms) return CUDA_ERROR_INVALID_VALUE;
    bool untimed = (start->flags | end->flags) & CU_EVENT_DISABLE_TIMING;
    if (untimed || !start->recorded || !end->recorded)
        return sim_error(CUDA_ERROR_INVALID_HANDLE, "cuEventElapsedTime: an event without a time");
    if (start->at.stream->done < start->at.done || end->at.stream->done < end->at.done)
        return CUDA_ERROR_NOT_READY;
    *ms = (float)(end->time - start->time);
    return end->context->error;
}
