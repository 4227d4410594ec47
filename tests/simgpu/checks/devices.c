/* Devices, memory limits and failures that are asked for: each in a process of its own, since a driver reads its
 * settings once. */
#include "gpu.h"

#include <sys/wait.h>
#include <unistd.h>

static const char *const kernel =
    ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 x)\n{\n.reg .b64 %d<2>;\n"
    "ld.param.u64 %d1, [x];\nst.global.u32 [%d1], 7;\nret;\n}\n";

static void in_child(const char *name, const char *value, void (*check)(void))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setenv("SINTER_SIMGPU_LOG", "/dev/null", 0);
        setenv(name, value, 1);
        check();
        fflush(stdout);
        _exit(gpu_done());
    }
    waitpid(child, &status, 0);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0, "%s=%s", name, value);
}

static void two_devices(void)
{
    int count = 0;
    CUcontext first = gpu_open(), second, now;
    CUstream s;
    CUmodule m;
    CUdevice device;
    CUdeviceptr here, there;
    char name[64];
    CU(cuDeviceGetCount(&count));
    CHECK(count == 2, "%d devices", count);
    CHECK(cuDeviceGet(&device, 2) == CUDA_ERROR_INVALID_DEVICE, "a third device");
    CU(cuDeviceGetName(name, sizeof name, 1));
    CHECK(strcmp(name, "simulated GPU 1") == 0, "%s", name);
    CU(cuDevicePrimaryCtxRetain(&second, 1));
    CU(cuStreamCreate(&s, 0));
    CU(cuModuleLoadData(&m, kernel));
    here = gpu_take(4, NULL);
    CU(cuCtxPushCurrent(second));
    CU(cuCtxGetDevice(&device));
    CHECK(device == 1, "device %d", device);
    CHECK(cuStreamSynchronize(s) == CUDA_ERROR_INVALID_HANDLE, "a stream of another device");
    void *params[] = {&here};
    CHECK(cuLaunchKernel(gpu_function(m, "k"), 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL) ==
              CUDA_ERROR_INVALID_HANDLE,
          "a function of another device");
    there = gpu_take(4, "abc");
    CU(cuMemcpyDtoD(here, there, 4));
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(name, here, 4));
    CHECK(strcmp(name, "abc") == 0, "a copy between devices");
    CU(cuCtxPopCurrent(&now));
    CHECK(now == second, "popped");
    /* memory of the other device */
    params[0] = &there;
    CU(cuLaunchKernel(gpu_function(m, "k"), 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL));
    CHECK(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS, "memory of the other device");
    CU(cuCtxSetCurrent(second)); /* which goes on */
    CU(cuCtxSynchronize());
    CU(cuCtxSetCurrent(first));
    CHECK(cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS, "the error stays");
}

static void little_memory(void)
{
    CUdeviceptr p[5], q;
    size_t available, total;
    gpu_open();
    for (int k = 0; k < 4; k++) p[k] = gpu_take(250000, NULL);
    CHECK(cuMemAlloc(&q, 100000) == CUDA_ERROR_OUT_OF_MEMORY, "more than there is");
    CU(cuMemGetInfo(&available, &total));
    CHECK(total == 1 << 20 && available == total - 1000000, "%zu of %zu bytes", available, total);
    CU(cuMemFreeAsync(p[0], NULL));
    CU(cuMemAlloc(&q, 100000)); /* what waits to be freed is */
    CU(cuMemFree(q));
    for (int k = 1; k < 4; k++) CU(cuMemFree(p[k]));
    /* Addresses come again only when all have been used. */
    CUdeviceptr first = gpu_take(1000, NULL), second;
    CU(cuMemFree(first));
    second = gpu_take(1000, NULL);
    CHECK(first != second, "an address at once again");
    CU(cuMemFree(second));
}

static void third_allocation(void)
{
    CUdeviceptr p;
    CUresult wanted[] = {CUDA_SUCCESS, CUDA_SUCCESS, CUDA_ERROR_OUT_OF_MEMORY, CUDA_SUCCESS};
    gpu_open();
    for (int k = 0; k < 4; k++) CHECK(cuMemAlloc(&p, 100) == wanted[k], "allocation %d", k + 1);
}

static CUdeviceptr prepare(CUfunction *f)
{
    CUmodule m;
    gpu_open();
    CU(cuModuleLoadData(&m, kernel));
    *f = gpu_function(m, "k");
    return gpu_take(4, "abc");
}

static void second_launch(void)
{
    CUfunction f;
    CUdeviceptr p = prepare(&f);
    void *params[] = {&p};
    gpu_launch(f, 1, 1, params);
    CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, params, NULL) == CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
          "the second launch");
    gpu_launch(f, 1, 1, params);
    CU(cuCtxSynchronize());
}

static void first_fault(void)
{
    CUfunction f;
    CUdeviceptr p = prepare(&f);
    void *params[] = {&p};
    gpu_launch(f, 1, 1, params);
    CHECK(cuCtxSynchronize() == CUDA_ERROR_LAUNCH_FAILED, "a launch that faults");
    CHECK(cuMemFree(p) == CUDA_ERROR_LAUNCH_FAILED, "the error stays");
    CU(cuDevicePrimaryCtxReset(0));
    p = gpu_take(4, "abc");
    CU(cuMemFree(p));
}

static void lost(void)
{
    CUdeviceptr p;
    gpu_open();
    int k = 0;
    while (k < 100 && cuMemAlloc(&p, 100) == CUDA_SUCCESS) k++;
    CHECK(k > 5 && k < 30, "lost after %d allocations", k);
    CHECK(cuCtxSynchronize() == CUDA_ERROR_DEVICE_UNAVAILABLE, "a lost device");
    CU(cuDevicePrimaryCtxReset(0));
    CHECK(cuMemAlloc(&p, 100) == CUDA_ERROR_DEVICE_UNAVAILABLE, "a reset does not bring it back");
}

static void other_failures(void)
{
    CUmodule m;
    CUstream s;
    CUevent e;
    void *p;
    CUdeviceptr d;
    gpu_open();
    CHECK(cuModuleLoadData(&m, kernel) == CUDA_ERROR_OUT_OF_MEMORY, "the first module");
    CHECK(cuStreamCreate(&s, 0) == CUDA_ERROR_OUT_OF_MEMORY, "the first stream");
    CHECK(cuEventCreate(&e, 0) == CUDA_ERROR_OUT_OF_MEMORY, "the first event");
    CHECK(cuMemHostAlloc(&p, 10, 0) == CUDA_ERROR_OUT_OF_MEMORY, "the first pinned memory");
    CU(cuMemAlloc(&d, 4));
    CHECK(cuMemcpyHtoD(d, "abc", 4) == CUDA_ERROR_UNKNOWN, "the first copy");
    CU(cuMemcpyHtoD(d, "abc", 4));
}

static void no_device(void)
{
    CHECK(cuInit(0) == CUDA_ERROR_NO_DEVICE, "no device");
}

static void old_driver(void)
{
    int version = 0;
    CU(cuDriverGetVersion(&version));
    CHECK(version == 11040, "driver %d", version);
    void *f;
    CHECK(cuGetProcAddress("cuMemAlloc", &f, 12000, 0, NULL) == CUDA_ERROR_NOT_FOUND,
          "a function of a later driver");
}

static void properties(void)
{
    void *f = NULL;
    CUresult (*take)(CUdeviceptr *, size_t) = NULL;
    CUdriverProcAddressQueryResult status;
    CUdeviceptr p, base;
    CUfunction function;
    int value = 0, blocks = 0, grid = 0, block = 0;
    size_t bytes;
    CHECK(cuMemAlloc(&p, 4) == CUDA_ERROR_NOT_INITIALIZED, "before cuInit");
    CU(cuInit(0));
    CHECK(cuMemAlloc(&p, 4) == CUDA_ERROR_INVALID_CONTEXT, "without a context");
    CUdeviceptr x = prepare(&function);
    CU(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
    CHECK(value == 6, "%d multiprocessors", value);
    CU(cuGetProcAddress("cuMemAlloc", &f, 12000, 0, &status));
    memcpy(&take, &f, sizeof take);
    CHECK(status == CU_GET_PROC_ADDRESS_SUCCESS && take(&p, 100) == CUDA_SUCCESS, "cuGetProcAddress");
    CHECK(cuGetProcAddress("cuNoSuchThing", &f, 12000, 0, &status) == CUDA_ERROR_NOT_FOUND,
          "a function that is not there");
    CU(cuMemGetAddressRange(&base, &bytes, p + 50));
    CHECK(base == p && bytes == 100, "cuMemGetAddressRange");
    CUmemorytype type;
    CU(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 99));
    CHECK(type == CU_MEMORYTYPE_DEVICE, "cuPointerGetAttribute");
    CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 100) == CUDA_ERROR_INVALID_VALUE,
          "past the end");
    CU(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 0));
    CHECK(blocks == 8, "%d blocks of 256 threads", blocks);
    CU(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, NULL, 0, 0));
    CHECK(grid * block == 6 * 2048, "%d blocks of %d", grid, block);
    CU(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
    CHECK(value == 1024, "%d threads", value);
    CU(cuMemFree(x));
    CU(cuMemFree(p));
}

int main(void)
{
    in_child("SINTER_SIMGPU_DEVICES", "2", two_devices);
    in_child("SINTER_SIMGPU_MEMORY", "1m", little_memory);
    in_child("SINTER_SIMGPU_FAIL", "alloc=3", third_allocation);
    in_child("SINTER_SIMGPU_FAIL", "copy=9,launch=2", second_launch);
    in_child("SINTER_SIMGPU_FAIL", "fault=1", first_fault);
    in_child("SINTER_SIMGPU_FAIL", "lost=20", lost);
    in_child("SINTER_SIMGPU_FAIL", "load=1,stream=1,event=1,pinned=1,copy=1", other_failures);
    in_child("SINTER_SIMGPU_DEVICES", "0", no_device);
    in_child("SINTER_SIMGPU_DRIVER", "11040", old_driver);
    in_child("SINTER_SIMGPU_SMS", "6", properties);
    return gpu_done();
}
