/* Streams and events.
 *
 * A stream is a queue of a device: its work runs in order, streams run side by side.  Work goes to the calling thread's
 * current stream.  Arrays pass between streams by themselves: a stream that reads what another one makes waits for
 * it on the device, and memory is used again only when no stream has use for it; events are needed for time
 * and for work that Sinter does not see.  On the CPU work is done when a call returns, so that streams are all alike. */
#ifndef SN_STREAM_H
#define SN_STREAM_H

#include "sinter/array.h"

SN_BEGIN_DECLS

/* Zero: the default stream of the device that is current. */
typedef struct sn_stream {
    uint32_t device, number, generation;
} sn_stream;

typedef struct sn_event {
    uint32_t index, generation;
} sn_event;

/* A new stream of the current device; at most 63 are open at once. */
SN_API int sn_stream_create(sn_stream *out);
/* Its work goes on, and arrays it makes stay good.  No thread may have it as its current stream: whatever such a thread
 * asks of the device is refused (SN_ERR_HANDLE) until it chooses another one. */
SN_API int sn_stream_destroy(sn_stream stream);
/* Makes it the calling thread's current stream.  SN_ERR_DEVICE when it is another device's than the current one's. */
SN_API int sn_stream_use(sn_stream stream);
SN_API sn_stream sn_stream_current(void);
SN_API int sn_stream_synchronize(sn_stream stream); /* the host waits for its work so far */
SN_API int sn_stream_query(sn_stream stream);       /* 1: nothing is left to do; 0; a negative status */
SN_API void *sn_stream_native(sn_stream stream);    /* the CUstream (cudaStream_t); NULL on the CPU and on failure */

SN_API int sn_event_create(sn_event *out);          /* of the current device */
SN_API int sn_event_destroy(sn_event event);
SN_API int sn_event_record(sn_event event, sn_stream stream);  /* stands for the stream's work so far */
SN_API int sn_stream_wait_event(sn_stream stream, sn_event event); /* later work waits; the event may be another GPU's */
SN_API int sn_event_synchronize(sn_event event);    /* the host waits */
SN_API int sn_event_query(sn_event event);          /* 1: reached; 0; a negative status.  One that was never recorded is reached */
/* Milliseconds from one event to another of the same device, both recorded and reached. */
SN_API int sn_event_elapsed(sn_event from, sn_event to, double *ms);
SN_API void *sn_event_native(sn_event event);       /* the CUevent (cudaEvent_t); NULL on the CPU and on failure */

/* ---- copies that the host does not wait for ------------------------------------------------------------------- */
/* Page-locked memory, which a GPU reads and writes by itself; of the current device.  NULL on failure.  sn_pinned_free takes
 * the size that was asked for, whichever device is current then; SN_ERR_ARGUMENT for what sn_pinned_alloc did not give. */
SN_API void *sn_pinned_alloc(size_t bytes);
SN_API int sn_pinned_free(void *memory, size_t bytes);
/* Evaluates x and copies its elements in C order to `dst`, which is filled when the calling thread's current stream has
 * come so far (sn_event_record, sn_stream_synchronize), and must live until then.  Into page-locked memory the host does
 * not wait; into other memory it may.  `bytes` must be exactly sn_size times the element's size. */
SN_API int sn_to_host_async(sn_array x, void *dst, size_t bytes);

/* ---- memory of others -------------------------------------------------------------------------------------------- */
/* An array over memory of the current device, as sn_wrap makes one over the host's: dtype, extents, strides in bytes (NULL:
 * C order).  The current stream first waits for what `stream` (a CUstream of the caller's, NULL: CUDA's default one)
 * was given so far.  `deleter(data, user)` runs when no array needs the memory any more and the device has done with it. */
SN_API sn_array sn_wrap_device(void *data, sn_dtype dtype, int ndim, const int64_t *dims, const int64_t *strides, void *stream,
                               void (*deleter)(void *data, void *user), void *user);
/* Evaluates x on the current device and gives the address of its first element there, to be read under sn_strides(x).  The memory is ready
 * when the device has reached `ready`, which is recorded by this call; a zero event: the host waits instead.
 * Valid as long as sn_data's address. */
SN_API int sn_device_data(sn_array x, void **data, sn_event ready);
/* Before x is freed or written to, when a caller's stream (CUstream) still reads it: its memory is used again only after what
 * that stream was given so far. */
SN_API int sn_used_by(sn_array x, void *stream);

SN_END_DECLS

#endif
