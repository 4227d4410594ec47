/* Kernels that a user has written: compiled by their source as ours are, launched as the caller says.
 *
 * The parameters that the source declares are read from the PTX, which every cached image has, and compared with what the
 * caller declared: a launch with other sizes would read past its arguments. */
#include "runtime/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DYNAMIC_SHARED 49152u /* bytes that need no permission */

struct sni_cuda_raw {
    sni_hash128 identity;
    struct sni_cuda_raw *next;
    pthread_mutex_t lock; /* while it is loaded */
    int status;           /* 0: not loaded yet; 1: loaded; else why not */
    char failure[3072];
    CUmodule module;
    CUfunction function;
};

/* ---- parameters in PTX: ".param .u64 .ptr .align 1 name_param_0, .param .align 8 .b8 name_param_1[16]" ------------------ */

static size_t type_bytes(const char *at, const char *end)
{
    static const struct {
        const char *name;
        size_t bytes;
    } types[] = {{".u64", 8}, {".s64", 8}, {".b64", 8}, {".f64", 8}, {".u32", 4},
                 {".s32", 4}, {".b32", 4}, {".f32", 4}, {".u16", 2}, {".s16", 2},
                 {".b16", 2}, {".f16", 2}, {".u8", 1},  {".s8", 1},  {".b8", 1}};
    for (size_t k = 0; k < SNI_COUNT(types); k++) {
        const char *found = strstr(at, types[k].name);
        if (!found || found >= end) continue;
        const char *count = memchr(found, '[', (size_t)(end - found));
        return types[k].bytes * (count ? strtoul(count + 1, NULL, 10) : 1);
    }
    return 0;
}

static const char *find_entry(const char *ptx, const char *name)
{
    static const char mark[] = ".entry ";
    size_t n = strlen(name);
    for (const char *at = ptx; (at = strstr(at, mark)) != NULL;) {
        at += sizeof mark - 1;
        if (!strncmp(at, name, n) && (at[n] == '(' || at[n] == '\n' || at[n] == ' ')) return at + n;
    }
    return NULL;
}

static int check_parameters(const sni_raw *r, const char *ptx)
{
    const char *entry = find_entry(ptx, r->name), *end = entry ? strpbrk(entry, "){") : NULL;
    size_t count = 0;
    if (!end)
        return sni_cuda_fail(SN_ERR_NAME,
                             "%s: the source has no kernel of this name: it must be extern \"C\" __global__",
                             r->name);
    for (const char *at = entry; *end == ')' && (at = strstr(at, ".param ")) != NULL && at < end; count++) {
        at += 6;
        const char *next = strstr(at, ".param ");
        size_t bytes = type_bytes(at, next && next < end ? next : end);
        if (count < r->count && bytes != r->sizes[count])
            return sni_cuda_fail(SN_ERR_DTYPE,
                                 "%s: argument %zu has %zu bytes in the source, %zu where it was declared",
                                 r->name, count + 1, bytes, r->sizes[count]);
    }
    if (count == r->count) return SN_OK;
    return sni_cuda_fail(SN_ERR_ARGUMENT, "%s: the source's kernel takes %zu arguments, %zu were declared",
                         r->name, count, r->count);
}

/* ---- loading ------------------------------------------------------------------------------------------------------------ */

static int load(sni_cuda *c, sni_cuda_raw *p, const sni_raw *r)
{
    char *ptx = NULL;
    SNI_TRY(sni_cuda_module(c, r->source, r->options, &p->module, &ptx));
    int status = check_parameters(r, ptx);
    free(ptx);
    if (status == SN_OK)
        status = sni_cuda_check(c, cuModuleGetFunction(&p->function, p->module, r->name), "find a kernel");
    if (status < 0) {
        cuModuleUnload(p->module);
        p->module = NULL;
    }
    return status;
}

static int load_once(sni_cuda *c, sni_cuda_raw *p, const sni_raw *r)
{
    pthread_mutex_lock(&p->lock);
    int status = p->status;
    if (status < 0) status = sni_cuda_fail(status, "%s", p->failure);
    if (status == 0) {
        status = load(c, p, r);
        if (status < 0) snprintf(p->failure, sizeof p->failure, "%s", sni_core->error_message());
        if (status != SN_ERR_MEMORY) p->status = status < 0 ? status : 1;
    }
    pthread_mutex_unlock(&p->lock);
    return status > 0 ? SN_OK : status;
}

static bool same_identity(const void *item, const void *key)
{
    const sni_cuda_raw *p = item;
    const sni_hash128 *h = key;
    return p->identity.low == h->low && p->identity.high == h->high;
}

/* With the device's lock held. */
static sni_cuda_raw *make(sni_cuda *c, sni_hash128 identity)
{
    sni_cuda_raw *p = calloc(1, sizeof *p);
    if (!p || sni_core->map_insert(&c->raws, identity.low, p) < 0) {
        free(p);
        sni_core->fail_memory(sizeof *p, "a kernel");
        return NULL;
    }
    p->identity = identity;
    pthread_mutex_init(&p->lock, NULL);
    p->next = c->raw_list;
    c->raw_list = p;
    return p;
}

static sni_cuda_raw *find_or_make(sni_cuda *c, sni_hash128 identity)
{
    pthread_mutex_lock(&c->lock);
    sni_cuda_raw *p = sni_core->map_find(&c->raws, identity.low, &identity, same_identity);
    if (!p) p = make(c, identity);
    pthread_mutex_unlock(&c->lock);
    return p;
}

/* ---- launching ------------------------------------------------------------------------------------------------------------ */

static CUresult launch(sni_cuda *c, CUfunction f, const sni_raw *r)
{
    CUresult result = CUDA_SUCCESS;
    if (r->shared > DYNAMIC_SHARED)
        result = cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)r->shared);
    if (result != CUDA_SUCCESS) return result;
    void *values[SNI_RAW_VALUES];
    memcpy(values, r->values, r->count * sizeof *values);
    result = cuLaunchKernel(f, r->grid[0], r->grid[1], r->grid[2], r->block[0], r->block[1], r->block[2],
                            r->shared, sni_cuda_stream(c), values, NULL);
    sni_cuda_issued(c);
    return result;
}

int sni_cuda_run_raw(sni_device *d, const sni_raw *r)
{
    sni_cuda *c = (sni_cuda *)d;
    sni_cuda_raw *p = find_or_make(c, r->identity);
    if (!p) return SN_ERR_MEMORY;
    SNI_TRY(sni_cuda_begin(c));
    int status = load_once(c, p, r);
    if (status == SN_OK) status = sni_cuda_check(c, launch(c, p->function, r), "launch a kernel");
    sni_cuda_leave();
    return status;
}

void sni_cuda_raws_close(sni_cuda *c)
{
    for (sni_cuda_raw *p = c->raw_list, *next; p; p = next) {
        next = p->next;
        if (p->module) cuModuleUnload(p->module);
        pthread_mutex_destroy(&p->lock);
        free(p);
    }
    c->raw_list = NULL;
    sni_core->map_free(&c->raws);
}
