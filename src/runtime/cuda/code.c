/* A source as a module of one GPU: its code from disk, else from NVRTC.
 *
 * The key of an entry names NVRTC's version, and the version used last is an entry of its own: a process whose
 * kernels are all on disk never loads NVRTC, and one that has none still runs them.  An image that the driver does not
 * take, of another architecture, say, or damaged, is a miss: its PTX is tried, then the source is compiled again. */
#include "runtime/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct text {
    const char *source, *options;
} text;

/* ---- loading ------------------------------------------------------------------------------------------------------ */

static bool is_unusable(CUresult r)
{
    switch (r) {
    case CUDA_ERROR_INVALID_IMAGE:
    case CUDA_ERROR_NO_BINARY_FOR_GPU:
    case CUDA_ERROR_INVALID_PTX:
    case CUDA_ERROR_INVALID_SOURCE:
    case CUDA_ERROR_UNSUPPORTED_PTX_VERSION:
    case CUDA_ERROR_JIT_COMPILER_NOT_FOUND: return true;
    default: return false;
    }
}

static CUresult load(const sni_cubin *code, CUmodule *module)
{
    CUresult r = CUDA_ERROR_NO_BINARY_FOR_GPU;
    if (code->cubin && !sni_core->option_int(SNI_OPTION_CUDA_PTX)) r = cuModuleLoadData(module, code->cubin);
    return is_unusable(r) ? cuModuleLoadData(module, code->ptx) : r;
}

/* ---- on disk ------------------------------------------------------------------------------------------------------- */

/* NVRTC's version, "nvrtc 13.0": as loaded, else as the cache remembers it; empty when neither is known. */
static void known_version(char *out, size_t size)
{
    sni_cache_key key;
    void *payload;
    size_t bytes;
    out[0] = 0;
    if (sni_nvrtc_loaded()) {
        const char *version = sni_nvrtc_identity();
        if (version) snprintf(out, size, "%s", version);
        return;
    }
    sni_core->cache_key_init(&key, "cuda", "", "", "", "version of NVRTC");
    if (sni_core->cache_load(&key, &payload, &bytes) < 0) return;
    if (bytes > 0 && bytes < size) snprintf(out, size, "%.*s", (int)bytes, (const char *)payload);
    free(payload);
}

static void remember_version(const char *version)
{
    sni_cache_key key;
    sni_core->cache_key_init(&key, "cuda", "", "", "", "version of NVRTC");
    if (sni_core->cache_store(&key, version, strlen(version)) < 0) sni_core->error_clear();
}

static void target_of(const sni_cuda *c, bool ptx_alone, char out[24])
{
    snprintf(out, 24, "%s_%d", ptx_alone ? "compute" : "sm", c->capability);
}

static bool find_target(const sni_cuda *c, bool ptx_alone, const char *version, const text *t, sni_cubin *out)
{
    sni_cache_key key;
    char target[24];
    void *image;
    size_t bytes;
    target_of(c, ptx_alone, target);
    sni_core->cache_key_init(&key, "cuda", target, version, t->options, t->source);
    if (sni_core->cache_load(&key, &image, &bytes) < 0) return false;
    if (sni_cubin_open(image, bytes, out) == SN_OK) return true;
    sni_core->error_clear();
    return false;
}

/* An entry with machine code has the PTX too. */
static bool find(const sni_cuda *c, const char *version, const text *t, sni_cubin *out)
{
    if (!version[0]) return false;
    bool found = find_target(c, false, version, t, out);
    if (!found && sni_core->option_int(SNI_OPTION_CUDA_PTX)) found = find_target(c, true, version, t, out);
    if (found) SNI_COUNT_ADD_IN(sni_core->counters, disk_hits, 1);
    return found;
}

/* ---- by NVRTC ------------------------------------------------------------------------------------------------------- */

/* Where PTX is wanted the machine code is not made: it takes half of the time. */
static int compile(const sni_cuda *c, const text *t, sni_cubin *out)
{
    bool ptx_alone = sni_core->option_int(SNI_OPTION_CUDA_PTX) != 0;
    sni_cache_key key;
    char target[24];
    const char *version = sni_nvrtc_identity();
    if (!version) return SN_ERR_COMPILE;
    target_of(c, ptx_alone, target);
    sni_cuda_range(NULL, "sinter: compile");
    int status = sni_nvrtc_compile(t->source, target, t->options, out);
    sni_cuda_range(NULL, NULL);
    if (status < 0) return status;
    SNI_COUNT_ADD_IN(sni_core->counters, compiled, 1);
    sni_core->cache_key_init(&key, "cuda", target, version, t->options, t->source);
    if (sni_core->cache_store(&key, out->image, out->bytes) < 0)
        sni_core->error_clear(); /* told once by the cache */
    return SN_OK;
}

/* A version that was remembered and is not the one that is here finds other entries. */
static bool find_any(const sni_cuda *c, const text *t, sni_cubin *out)
{
    char known[32];
    known_version(known, sizeof known);
    if (find(c, known, t, out)) return true;
    const char *version = sni_nvrtc_identity();
    if (!version || strcmp(version, known) == 0) return false;
    remember_version(version);
    return find(c, version, t, out);
}

/* Loads it and, where that went well, hands out its PTX. */
static CUresult take(sni_cubin *code, CUmodule *module, char **ptx)
{
    CUresult r = load(code, module);
    if (r == CUDA_SUCCESS && ptx && !(*ptx = strdup(code->ptx))) {
        cuModuleUnload(*module);
        r = CUDA_ERROR_OUT_OF_MEMORY;
    }
    sni_cubin_free(code);
    return r;
}

int sni_cuda_module(sni_cuda *c, const char *source, const char *options, CUmodule *module, char **ptx)
{
    const text t = {source, options};
    sni_cubin code = {0};
    if (find_any(c, &t, &code)) {
        CUresult r = take(&code, module, ptx);
        if (!is_unusable(r)) return sni_cuda_check(c, r, "load a kernel");
        sni_core->log(SNI_LOG_INFO, "cuda:%d: a cached kernel is not for this device and is compiled again",
                      c->ordinal);
    }
    SNI_TRY(compile(c, &t, &code));
    return sni_cuda_check(c, take(&code, module, ptx), "load a kernel");
}
