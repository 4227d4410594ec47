/* NVRTC: CUDA C to a cubin for the GPU's own architecture and to PTX, or to PTX alone.  Loaded at the first cache miss: a process
 * whose kernels are all on disk never pays for it, and without it the device still serves those. */
#define _GNU_SOURCE
#include "runtime/cuda/cuda.h"

#include <dlfcn.h>
#include <nvrtc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(X)                                                                                         \
    X(nvrtcVersion)                                                                                          \
    X(nvrtcCreateProgram)                                                                                    \
    X(nvrtcCompileProgram)                                                                                   \
    X(nvrtcDestroyProgram)                                                                                   \
    X(nvrtcGetProgramLogSize) X(nvrtcGetProgramLog) X(nvrtcGetCUBINSize) X(nvrtcGetCUBIN) X(nvrtcGetPTXSize) \
        X(nvrtcGetPTX) X(nvrtcGetErrorString)

static struct {
    void *library;
#define POINTER(name) SNI_TYPEOF(name) * name;
    FUNCTIONS(POINTER)
#undef POINTER
    char identity[32], why[256];
} nvrtc;

/* ---- loading --------------------------------------------------------------------------------------------- */

static bool resolve(void)
{
    const struct {
        const char *name;
        void *slot;
    } functions[] = {
#define ROW(name) {#name, &nvrtc.name},
        FUNCTIONS(ROW)
#undef ROW
    };
    for (size_t k = 0; k < SNI_COUNT(functions); k++) {
        void *f = dlsym(nvrtc.library, functions[k].name);
        if (!f) {
            snprintf(nvrtc.why, sizeof nvrtc.why, "NVRTC has no %s: it is too old", functions[k].name);
            return false;
        }
        memcpy(functions[k].slot, &f, sizeof f);
    }
    return true;
}

/* The one that the option names alone; else the version this was built with, then any; beside the usual folders,
 * where the toolkit lies. */
static void load(void)
{
    static const char *const names[] = {SNI_NVRTC_NAME, "libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so",
                                        "/usr/local/cuda/lib64/libnvrtc.so"};
    char named[4096] = "";
    int major, minor;
    if (sni_core->option_text(SNI_OPTION_NVRTC, named, sizeof named) == SN_OK && named[0])
        nvrtc.library = dlopen(named, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    for (size_t k = 0; k < SNI_COUNT(names) && !nvrtc.library && !named[0]; k++)
        nvrtc.library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!nvrtc.library) {
        snprintf(nvrtc.why, sizeof nvrtc.why, "%.200s was not found: SINTER_NVRTC may name it",
                 named[0] ? named : SNI_NVRTC_NAME);
        return;
    }
    if (!resolve()) return;
    if (nvrtc.nvrtcVersion(&major, &minor) == NVRTC_SUCCESS)
        snprintf(nvrtc.identity, sizeof nvrtc.identity, "nvrtc %d.%d", major, minor);
    else
        snprintf(nvrtc.why, sizeof nvrtc.why, "NVRTC does not tell its version");
}

static _Atomic bool loaded;

static void load_once(void)
{
    load();
    atomic_store(&loaded, nvrtc.identity[0] != 0);
}

bool sni_nvrtc_loaded(void)
{
    return atomic_load(&loaded);
}

const char *sni_nvrtc_identity(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_once);
    if (nvrtc.identity[0]) return nvrtc.identity;
    sni_cuda_fail(SN_ERR_COMPILE, "cuda: kernels cannot be compiled: %s", nvrtc.why);
    return NULL;
}

/* ---- the image: sizes, cubin, PTX with its NUL --------------------------------------------------------------- */

typedef struct image_head {
    uint64_t cubin, ptx;
} image_head;

int sni_cubin_open(void *image, size_t bytes, sni_cubin *out)
{
    image_head h = {0, 0};
    bool whole = bytes >= sizeof h;
    if (whole) memcpy(&h, image, sizeof h);
    whole = whole && h.ptx > 0 && h.cubin <= bytes && h.ptx <= bytes && h.cubin + h.ptx == bytes - sizeof h;
    whole = whole && ((const char *)image)[bytes - 1] == 0;
    if (!whole) {
        free(image);
        return sni_cuda_fail(SN_ERR_FORMAT, "cuda: a cached kernel is torn");
    }
    const char *start = (const char *)image + sizeof h;
    *out = (sni_cubin){
        .image = image, .bytes = bytes, .cubin = h.cubin ? start : NULL, .ptx = start + h.cubin};
    return SN_OK;
}

void sni_cubin_free(sni_cubin *c)
{
    free(c->image);
    *c = (sni_cubin){0};
}

/* ---- compiling ------------------------------------------------------------------------------------------------- */

/* NVRTC's log as the message: its first error line says where. */
static int refuse(nvrtcProgram p, nvrtcResult result)
{
    size_t size = 0;
    char *log = nvrtc.nvrtcGetProgramLogSize(p, &size) == NVRTC_SUCCESS ? calloc(size + 1, 1) : NULL;
    if (log && nvrtc.nvrtcGetProgramLog(p, log) != NVRTC_SUCCESS) log[0] = 0;
    int status = sni_cuda_fail(SN_ERR_COMPILE, "cuda: %s: %.3000s", nvrtc.nvrtcGetErrorString(result),
                               log ? log : "");
    free(log);
    return status;
}

static int fetch(nvrtcProgram p, sni_cubin *out)
{
    size_t cubin = 0, ptx = 0;
    nvrtcResult r = nvrtc.nvrtcGetCUBINSize(p, &cubin);
    if (r == NVRTC_SUCCESS) r = nvrtc.nvrtcGetPTXSize(p, &ptx);
    if (r != NVRTC_SUCCESS) return refuse(p, r);
    image_head h = {cubin, ptx};
    char *image = malloc(sizeof h + cubin + ptx);
    if (!image) return sni_negative(sni_core->fail_memory(cubin + ptx, "a compiled kernel"));
    memcpy(image, &h, sizeof h);
    if (cubin) r = nvrtc.nvrtcGetCUBIN(p, image + sizeof h);
    if (r == NVRTC_SUCCESS) r = nvrtc.nvrtcGetPTX(p, image + sizeof h + cubin);
    if (r == NVRTC_SUCCESS) return sni_cubin_open(image, sizeof h + cubin + ptx, out);
    free(image);
    return refuse(p, r);
}

#define OPTIONS_MAX 64

/* The words of `options` behind the architecture; `words` is written to. */
static int split(const char *architecture, char *words, const char **out)
{
    int n = 0;
    out[n++] = architecture;
    for (char *rest = words, *word; n < OPTIONS_MAX && (word = strtok_r(rest, " ", &rest)) != NULL;)
        out[n++] = word;
    return n;
}

static int compile_with(const char *source, int count, const char *const *options, sni_cubin *out)
{
    nvrtcProgram p;
    nvrtcResult r = nvrtc.nvrtcCreateProgram(&p, source, "sinter.cu", 0, NULL, NULL);
    if (r != NVRTC_SUCCESS) return sni_cuda_fail(SN_ERR_COMPILE, "cuda: %s", nvrtc.nvrtcGetErrorString(r));
    r = nvrtc.nvrtcCompileProgram(p, count, options);
    int status = r == NVRTC_SUCCESS ? fetch(p, out) : refuse(p, r);
    nvrtc.nvrtcDestroyProgram(&p);
    return status;
}

int sni_nvrtc_compile(const char *source, const char *target, const char *options, sni_cubin *out)
{
    char architecture[64], *words;
    const char *all[OPTIONS_MAX];
    if (!sni_nvrtc_identity()) return SN_ERR_COMPILE;
    snprintf(architecture, sizeof architecture, "--gpu-architecture=%s", target);
    if (!(words = strdup(options))) return sni_negative(sni_core->fail_memory(strlen(options), "options"));
    int status = compile_with(source, split(architecture, words, all), all, out);
    free(words);
    return status;
}
