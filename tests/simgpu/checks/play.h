/* Emitted kernels played on the simulated GPU: compiled by NVRTC to PTX and launched through the Driver API. */
#ifndef CHECKS_PLAY_H
#define CHECKS_PLAY_H

#include "../../cuda/agree.h"
#include "gpu.h"

static CUdeviceptr device_ptr[SNI_KERNEL_OPERANDS];

/* Operands that share memory share it there too. */
static void upload(const setup *s, void **ptr)
{
    for (int o = 0; o < s->k->noperands; o++) {
        device_ptr[o] = 0;
        ptr[o] = NULL;
        if (!s->ptr[o] || !s->room[o]) continue;
        for (int other = 0; other < o; other++)
            if (s->ptr[other] == s->ptr[o]) ptr[o] = ptr[other];
        if (ptr[o]) continue;
        device_ptr[o] = gpu_take(s->room[o], s->ptr[o]);
        ptr[o] = (void *)(uintptr_t)device_ptr[o];
    }
}

static void download(const setup *s, void **ptr)
{
    for (int o = 0; o < s->k->noperands; o++)
        if (s->bytes[o]) CU(cuMemcpyDtoH(s->ptr[o], (CUdeviceptr)(uintptr_t)ptr[o], s->bytes[o]));
    for (int o = 0; o < s->k->noperands; o++)
        if (device_ptr[o]) CU(cuMemFree(device_ptr[o]));
}

struct loaded {
    CUmodule module;
};

static loaded *load(const setup *s, const char *source)
{
    (void)s;
    loaded *l = claim(sizeof *l);
    l->module = gpu_module(source);
    return l;
}

static void unload(loaded *l)
{
    CU(cuModuleUnload(l->module));
    free(l);
}

/* Of all launches of the last kernel played. */
static simgpu_counts played;

static void launch(const setup *s, CUfunction f, int64_t blocks, const uint32_t *block, void *argument)
{
    simgpu_counts c;
    CU(cuLaunchKernel(f, (unsigned)blocks, 1, 1, block[0], block[1], 1, 0, NULL, &argument, NULL));
    CUresult error = cuCtxSynchronize();
    if (error) {
        printf("FAILED: %s: %s [%s]\n", s->text, gpu_error(error), simgpu_last_report());
        exit(1);
    }
    simgpu_counters(&c);
    played.threads += c.threads;
    played.instructions += c.instructions;
    played.load_requests += c.load_requests;
    played.load_sectors += c.load_sectors;
    played.store_requests += c.store_requests;
    played.store_sectors += c.store_sectors;
}

static void play(const setup *s, const loaded *made, int64_t most_blocks)
{
    sni_cuda_launch l;
    void *ptr[SNI_KERNEL_OPERANDS];
    sni_cuda_plan(s->k, s->g, most_blocks, &l);
    upload(s, ptr);
    CUdeviceptr scratch = gpu_take(l.scratch + 8, NULL);
    void *params = claim(sni_cuda_params_size(s->k));
    sni_cuda_params_pack(s->k, s->g, ptr, s->scalars, (void *)(uintptr_t)scratch, l.group, params);
    bool by_pointer = sni_cuda_params_by_pointer(s->k);
    CUdeviceptr table = by_pointer ? gpu_take(sni_cuda_params_size(s->k), params) : 0;
    void *argument = by_pointer ? (void *)&table : params;
    played = (simgpu_counts){0};
    launch(s, gpu_function(made->module, "sn_kernel"), l.blocks, l.block, argument);
    if (l.finish_blocks)
        launch(s, gpu_function(made->module, "sn_finish"), l.finish_blocks, (const uint32_t[]){256, 1}, argument);
    download(s, ptr);
    CU(cuMemFree(scratch));
    if (by_pointer) CU(cuMemFree(table));
    free(params);
}

/* Nothing is left on the device. */
static inline void play_done(void)
{
    simgpu_balance b;
    simgpu_get_balance(&b);
    CHECK(b.allocations == 0 && b.modules == 0, "%zu allocations and %zu modules are left", b.allocations, b.modules);
    CU(cuDevicePrimaryCtxRelease(0));
}

#endif
