/* Sinter beside CUDA code of one's own: its memory goes in, its stream waits for the result, and the host waits once,
 * at the end.  Built where the CUDA runtime is. */
#include <cuda_runtime_api.h>
#include <sinter.h>
#include <stdio.h>

enum { N = 1 << 20 };
static float host[N], back[N];

static int say(cudaError_t e)
{
    if (e != cudaSuccess) fprintf(stderr, "cuda_interop: %s\n", cudaGetErrorString(e));
    return e == cudaSuccess ? SN_OK : SN_ERR_DEVICE;
}

/* When no array needs the memory any more and the GPU has done with it. */
static void give_back(void *data, void *user)
{
    (void)user;
    cudaFree(data);
}

/* x is being filled by `stream`; `back` gets sqrt(x) + 1 when `stream` has come so far. */
static int compute(void *x, cudaStream_t stream)
{
    int status = SN_OK;
    SN_SCOPE
    {
        sn_event ready;
        void *data;
        sn_array a = sn_wrap_device(x, SN_FLOAT32, SN_SHAPE(N), NULL, stream, give_back, NULL);
        sn_array b = SN_EXPR("sqrt(a) + 1", a);
        if ((status = sn_event_create(&ready)) < 0) break;
        if ((status = sn_device_data(b, &data, ready)) >= 0) {
            cudaStreamWaitEvent(stream, sn_event_native(ready), 0);
            status = say(cudaMemcpyAsync(back, data, sizeof back, cudaMemcpyDeviceToHost, stream));
            int kept = sn_used_by(b, stream); /* the scope ends before the stream has read b */
            if (status >= 0) status = kept;
        }
        sn_event_destroy(ready);
    }
    return status;
}

int main(void)
{
    void *x = NULL;
    cudaStream_t stream = NULL;
    for (int k = 0; k < N; k++) host[k] = (float)k;
    int status = sn_device_use("cuda");
    if (status >= 0) status = say(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    if (status >= 0) status = say(cudaMalloc(&x, sizeof host));
    if (status >= 0) status = say(cudaMemcpyAsync(x, host, sizeof host, cudaMemcpyHostToDevice, stream));
    if (status >= 0) status = compute(x, stream);
    if (status >= 0) status = say(cudaStreamSynchronize(stream));
    if (status >= 0 && (back[0] != 1 || back[4] != 3 || back[1 << 18] != 513)) status = SN_ERR_VALUE;
    if (status >= 0)
        printf("sqrt(%d) + 1 = %g, in a stream and memory of the caller's\n", 1 << 18, (double)back[1 << 18]);
    if (status < 0) fprintf(stderr, "cuda_interop: %s\n", *sn_error() ? sn_error() : sn_status_name(status));
    sn_shutdown();
    if (stream) cudaStreamDestroy(stream);
    return status < 0;
}
