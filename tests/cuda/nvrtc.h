/* NVRTC, as far as tests use it: loaded where it is. */
#ifndef CUDA_NVRTC_H
#define CUDA_NVRTC_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef void *nvrtc_program;
static int (*nvrtc_create)(nvrtc_program *, const char *source, const char *name, int, const char *const *, const char *const *);
static int (*nvrtc_compile)(nvrtc_program, int options, const char *const *);
static int (*nvrtc_destroy)(nvrtc_program *);
static int (*nvrtc_log_size)(nvrtc_program, size_t *);
static int (*nvrtc_log)(nvrtc_program, char *);
static int (*nvrtc_ptx_size)(nvrtc_program, size_t *);
static int (*nvrtc_ptx)(nvrtc_program, char *);
static int (*nvrtc_arch_count)(int *);
static int (*nvrtc_archs)(int *);
static int (*nvrtc_version)(int *, int *);

static inline void *nvrtc_open(void)
{
    static const char *const names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so.13",
                                        "/usr/local/cuda/lib64/libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so", "libnvrtc.so"};
    void *library = NULL;
    for (size_t k = 0; k < sizeof names / sizeof *names && !library; k++) library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL);
    return library;
}

static inline bool nvrtc_load(void)
{
    const struct { const char *name; void *slot; } functions[] = {
        {"nvrtcCreateProgram", &nvrtc_create}, {"nvrtcCompileProgram", &nvrtc_compile}, {"nvrtcDestroyProgram", &nvrtc_destroy},
        {"nvrtcGetProgramLogSize", &nvrtc_log_size}, {"nvrtcGetProgramLog", &nvrtc_log},
        {"nvrtcGetPTXSize", &nvrtc_ptx_size}, {"nvrtcGetPTX", &nvrtc_ptx},
        {"nvrtcGetNumSupportedArchs", &nvrtc_arch_count}, {"nvrtcGetSupportedArchs", &nvrtc_archs},
        {"nvrtcVersion", &nvrtc_version}};
    void *library = nvrtc_open();
    if (!library) return false;
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        void *f = dlsym(library, functions[k].name);
        if (!f) return false;
        memcpy(functions[k].slot, &f, sizeof f);
    }
    return true;
}

#endif
