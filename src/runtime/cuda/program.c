/* Kernels of one GPU: found by identity in memory, else loaded by their source (code.c); then launched.
 *
 * A program is loaded by the first thread that prepares it; others wait for that one program alone.  Nobody holds the
 * table's lock while a compiler runs. */
#include "runtime/cuda/cuda.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAMS_MAX 4096 /* kept when nobody uses them */
#define PARAMETERS_MAX 4096
#define BLOCKS_EACH 8 /* of a full grid, for each multiprocessor: kernels stride over the rest */

struct sni_program {
    sni_hash128 identity;
    struct sni_program *older, *newer; /* by last preparation; these and refs under the device's lock */
    uint32_t refs;
    pthread_mutex_t lock; /* while it is loaded */
    int status;           /* 0: not loaded yet; 1: loaded; else why not */
    char failure[512];
    char label[96]; /* of its launches, for profilers */
    CUmodule module;
    CUfunction kernel, finish; /* finish: of split kernels */
    _Atomic int resident;      /* blocks of `kernel` that a multiprocessor runs at once; 0: not asked yet */
};

/* ---- loading ------------------------------------------------------------------------------------------------------- */

static int find_functions(sni_cuda *c, sni_program *p, bool split)
{
    SNI_TRY(sni_cuda_check(c, cuModuleGetFunction(&p->kernel, p->module, "sn_kernel"), "find a kernel"));
    if (!split) return SN_OK;
    return sni_cuda_check(c, cuModuleGetFunction(&p->finish, p->module, "sn_finish"),
                          "find the end of a kernel");
}

static int load_source(sni_cuda *c, sni_program *p, const char *source, bool split)
{
    SNI_TRY(sni_core->dump_source("cu", source));
    if (!p->module) SNI_TRY(sni_cuda_module(c, source, SNI_CUDA_OPTIONS, &p->module, NULL));
    return find_functions(c, p, split);
}

/* What the source's first comment says that it computes: the first line of it with an equals sign. */
static void set_label(sni_program *p, const char *source)
{
    const char *end = strstr(source, "*/"), *equals = strstr(source, " = "), *line = equals;
    while (line && line > source && line[-1] != '\n') line--;
    bool told = equals && end && equals < end && strncmp(line, " * ", 3) == 0;
    int length = told ? (int)strcspn(line + 3, "\n") : 0;
    snprintf(p->label, sizeof p->label, "sinter: kernel %.*s", length, told ? line + 3 : "");
}

static int load(sni_cuda *c, sni_program *p, const sni_kernel *k)
{
    sni_str source = {0};
    int status = sni_core->emit(k, &source);
    if (status == SN_OK) set_label(p, source.data);
    if (status == SN_OK) status = sni_cuda_enter(c);
    if (status == SN_OK) {
        status = load_source(c, p, source.data, k->pattern >= SNI_PATTERN_SPLIT_ROWS);
        sni_cuda_leave();
    }
    sni_core->str_free(&source);
    return status;
}

/* A kernel that cannot be had is refused again without trying, unless there may be memory for it by then. */
static int load_once(sni_cuda *c, sni_program *p, const sni_kernel *k)
{
    pthread_mutex_lock(&p->lock);
    int status = p->status;
    if (status < 0) status = sni_cuda_fail(status, "%s", p->failure);
    if (status == 0) {
        status = load(c, p, k);
        if (status < 0) snprintf(p->failure, sizeof p->failure, "%s", sni_core->error_message());
        if (status != SN_ERR_MEMORY && status != SN_ERR_DEVICE) p->status = status < 0 ? status : 1;
    }
    if (status > 0) status = SN_OK;
    pthread_mutex_unlock(&p->lock);
    return status;
}

/* ---- the table --------------------------------------------------------------------------------------------------- */

static bool same_identity(const void *item, const void *key)
{
    const sni_program *p = item;
    const sni_hash128 *h = key;
    return p->identity.low == h->low && p->identity.high == h->high;
}

static void unlink_program(sni_cuda *c, sni_program *p)
{
    *(p->older ? &p->older->newer : &c->oldest) = p->newer;
    *(p->newer ? &p->newer->older : &c->newest) = p->older;
    p->older = p->newer = NULL;
}

static void link_newest(sni_cuda *c, sni_program *p)
{
    p->older = c->newest;
    *(c->newest ? &c->newest->newer : &c->oldest) = p;
    c->newest = p;
}

/* With the context current. */
static void destroy(sni_cuda *c, sni_program *p)
{
    sni_core->map_remove(&c->programs, p->identity.low, p);
    unlink_program(c, p);
    if (p->module) cuModuleUnload(p->module);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static void evict(sni_cuda *c)
{
    if (c->programs.count < PROGRAMS_MAX || cuCtxPushCurrent(c->context) != CUDA_SUCCESS) return;
    for (sni_program *p = c->oldest, *next; p && c->programs.count >= PROGRAMS_MAX; p = next) {
        next = p->newer;
        if (p->refs == 0) destroy(c, p);
    }
    sni_cuda_leave();
}

static sni_program *make(sni_cuda *c, sni_hash128 identity)
{
    sni_program *p = calloc(1, sizeof *p);
    evict(c);
    if (!p || sni_core->map_insert(&c->programs, identity.low, p) < 0) {
        free(p);
        sni_core->fail_memory(sizeof *p, "a program");
        return NULL;
    }
    p->identity = identity;
    pthread_mutex_init(&p->lock, NULL);
    link_newest(c, p);
    return p;
}

int sni_cuda_prepare(sni_device *d, const sni_kernel *k, sni_program **out)
{
    sni_cuda *c = (sni_cuda *)d;
    sni_hash128 identity = sni_core->kernel_hash(k);
    pthread_mutex_lock(&c->lock);
    sni_program *p = sni_core->map_find(&c->programs, identity.low, &identity, same_identity);
    if (p) {
        SNI_COUNT_ADD_IN(sni_core->counters, memory_hits, 1);
        unlink_program(c, p);
        link_newest(c, p);
    } else {
        p = make(c, identity);
    }
    if (p) p->refs++;
    pthread_mutex_unlock(&c->lock);
    if (!p) return SN_ERR_MEMORY;
    int status = load_once(c, p, k);
    if (status < 0)
        sni_cuda_release(d, p);
    else
        *out = p;
    return status;
}

void sni_cuda_release(sni_device *d, sni_program *p)
{
    sni_cuda *c = (sni_cuda *)d;
    pthread_mutex_lock(&c->lock);
    p->refs--;
    pthread_mutex_unlock(&c->lock);
}

void sni_cuda_programs_close(sni_cuda *c)
{
    for (sni_program *p = c->oldest, *next; p; p = next) {
        next = p->newer;
        if (p->refs == 0) destroy(c, p);
    }
    if (c->programs.count == 0) sni_core->map_free(&c->programs);
    sni_cuda_raws_close(c);
}

/* ---- launching ---------------------------------------------------------------------------------------------------- */

/* The shape of a block is the same whatever the grid is, so that a plan of any tells it. */
static int find_resident(sni_cuda *c, sni_program *p, const sni_launch *l)
{
    sni_cuda_launch any;
    int blocks = 0;
    sni_core->launch_plan(l->kernel, l->geometry, c->multiprocessors, &any);
    int threads = (int)(any.block[0] * any.block[1]);
    SNI_TRY(sni_cuda_check(c, cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, p->kernel, threads, 0),
                           "find how many blocks fit"));
    p->resident = blocks > 0 ? blocks : 1;
    return SN_OK;
}

/* A full grid: kernels stride over the rest of the work. */
static int plan_launch(sni_cuda *c, sni_program *p, const sni_launch *l, sni_cuda_launch *out)
{
    if (SNI_UNLIKELY(p->resident == 0)) SNI_TRY(find_resident(c, p, l));
    sni_core->launch_plan(l->kernel, l->geometry, (int64_t)c->multiprocessors * p->resident, out);
    return out->scratch == SIZE_MAX ? sni_negative(sni_core->fail_memory(out->scratch, "a kernel's scratch"))
                                    : SN_OK;
}

static CUresult launch_one(sni_cuda *c, CUfunction f, const uint32_t *block, int64_t blocks, void *params)
{
    void *arguments[] = {params};
    return cuLaunchKernel(f, (unsigned)blocks, 1, 1, block[0], block[1], 1, 0, sni_cuda_stream(c), arguments,
                          NULL);
}

/* `params`: what the entry points take. */
static int launch(sni_cuda *c, const sni_program *p, const sni_cuda_launch *plan, void *params)
{
    const uint32_t finish_block[2] = {256, 1};
    CUresult r = launch_one(c, p->kernel, plan->block, plan->blocks, params);
    if (r == CUDA_SUCCESS && p->finish)
        r = launch_one(c, p->finish, finish_block, plan->finish_blocks, params);
    sni_cuda_issued(c);
    return sni_cuda_check(c, r, "launch a kernel");
}

/* Parameters that are too many go by way of device memory, and what frees it is ordered behind the launch. */
static int launch_by_pointer(sni_cuda *c, const sni_program *p, const sni_cuda_launch *plan,
                             const void *params, size_t bytes)
{
    sni_device *d = &c->base;
    void *table = sni_cuda_alloc(d, bytes, "a kernel's parameters");
    if (!table) return SN_ERR_MEMORY;
    int status = sni_cuda_upload(d, table, params, bytes);
    if (status == SN_OK) status = launch(c, p, plan, &table);
    sni_cuda_free(d, table, bytes, UINT64_C(1) << sni_core->lane(d).number);
    return status;
}

static int run(sni_cuda *c, const sni_program *p, const sni_launch *l, const sni_cuda_launch *plan,
               void *scratch)
{
    _Alignas(16) char params[PARAMETERS_MAX];
    sni_core->params_pack(l->kernel, l->geometry, l->ptr, l->scalars, scratch, plan->group, params);
    if (sni_core->params_by_pointer(l->kernel))
        return launch_by_pointer(c, p, plan, params, sni_core->params_size(l->kernel));
    return launch(c, p, plan, params);
}

static int run_with_scratch(sni_cuda *c, sni_program *p, const sni_launch *l)
{
    sni_device *d = &c->base;
    sni_cuda_launch plan;
    void *scratch = NULL;
    SNI_TRY(plan_launch(c, p, l, &plan));
    if (plan.scratch && !(scratch = sni_cuda_alloc(d, plan.scratch, "a kernel's scratch")))
        return SN_ERR_MEMORY;
    int status = run(c, p, l, &plan, scratch);
    if (scratch) sni_cuda_free(d, scratch, plan.scratch, UINT64_C(1) << sni_core->lane(d).number);
    return status;
}

int sni_cuda_run(sni_device *d, sni_program *p, const sni_launch *l)
{
    sni_cuda *c = (sni_cuda *)d;
    SNI_TRY(sni_cuda_begin(c));
    sni_cuda_range(d, p->label);
    int status = run_with_scratch(c, p, l);
    sni_cuda_range(d, NULL);
    sni_cuda_leave();
    return status;
}
