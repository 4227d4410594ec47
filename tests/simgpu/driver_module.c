/* Driver API: modules, functions, launches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"

enum {
    SM_THREADS = 2048,
    SM_BLOCKS = 32,
    SM_SHARED = 233472,
    BLOCK_SHARED = 49152,
    MOST_SHARED = 232448,
    RESERVED = 1024,
    BLOCK_THREADS = 1024
};
enum { REGISTERS = 32 }; /* of a thread: PTX does not say */

/* ---- modules
 * --------------------------------------------------------------------------------------------------------
 */

static sim_module *module(CUmodule handle)
{
    return sim_handle_is(handle, SIM_IS_MODULE) ? (sim_module *)(void *)handle : NULL;
}

static void add_module(sim_context *c, sim_module *m)
{
    sim_handle_add(m, SIM_IS_MODULE);
    for (u32 k = 0; k < m->nfunctions; k++) sim_handle_add(m->functions[k], SIM_IS_FUNCTION);
    m->next = c->modules;
    c->modules = m;
}

void sim_drop_module(sim_module *m)
{
    sim_handle_drop(m);
    for (u32 k = 0; k < m->nfunctions; k++) sim_handle_drop(m->functions[k]);
    sim_module_free(m);
}

static bool is_binary(const void *image)
{
    static const u8 elf[] = {0x7F, 'E', 'L', 'F'}, fatbin[] = {0x50, 0xED, 0x55, 0xBA};
    return memcmp(image, elf, 4) == 0 || memcmp(image, fatbin, 4) == 0;
}

static CUresult refuse(sim_module *m, CUresult error, const char *text, char *log, size_t log_size)
{
    if (log && log_size) snprintf(log, log_size, "%s", text);
    if (m) sim_module_free(m);
    return sim_error(error, "cuModuleLoad: %s", text);
}

static void note_unknown(const sim_module *m)
{
    for (u32 f = 0; f < m->nfunctions; f++)
        for (u32 k = 0; k < m->functions[f]->nunknown; k++)
            sim_say("%s: unknown instruction: %s", m->functions[f]->name, m->functions[f]->unknown[k]);
}

static CUresult load(CUmodule *handle, const char *image, char *log, size_t log_size)
{
    sim_context *c;
    SIM_TRY(sim_current(&c));
    if (!image) return CUDA_ERROR_INVALID_VALUE;
    if (is_binary(image))
        return refuse(NULL, CUDA_ERROR_NO_BINARY_FOR_GPU, "machine code cannot be simulated, only PTX", log,
                      log_size);
    if (sim_fails("load")) return CUDA_ERROR_OUT_OF_MEMORY;
    sim_module *m = calloc(1, sizeof *m);
    if (!m) return CUDA_ERROR_OUT_OF_MEMORY;
    m->device = &c->device;
    m->context = c;
    if (!sim_module_parse(m, image)) {
        char text[SIM_LINE];
        snprintf(text, sizeof text, "%s", m->error);
        return refuse(m, CUDA_ERROR_INVALID_PTX, text, log, log_size);
    }
    if (m->target > sim_architecture())
        return refuse(m, CUDA_ERROR_NO_BINARY_FOR_GPU, "PTX for a later architecture", log, log_size);
    note_unknown(m);
    add_module(c, m);
    *handle = (CUmodule)m;
    return CUDA_SUCCESS;
}

CUresult cuModuleLoadData(CUmodule *handle, const void *image)
{
    SIM_BEGIN;
    return handle ? load(handle, image, NULL, 0) : CUDA_ERROR_INVALID_VALUE;
}

/* Of the options the error log alone is used. */
CUresult cuModuleLoadDataEx(CUmodule *handle, const void *image, unsigned count, CUjit_option *options,
                            void **values)
{
    SIM_BEGIN;
    char *log = NULL;
    size_t size = 0;
    for (unsigned k = 0; k < count; k++) {
        if (options[k] == CU_JIT_ERROR_LOG_BUFFER) log = values[k];
        if (options[k] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) size = (size_t)(uintptr_t)values[k];
    }
    return handle ? load(handle, image, log, size) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuModuleUnload(CUmodule handle)
{
    SIM_BEGIN;
    sim_module *m = module(handle);
    if (!m) return sim_error(CUDA_ERROR_INVALID_HANDLE, "cuModuleUnload: the module is not there");
    sim_context *c = m->context;
    sim_run_all(c);
    sim_module **at = &c->modules;
    while (*at != m) at = &(*at)->next;
    *at = m->next;
    sim_drop_module(m);
    return c->error;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule handle, const char *name)
{
    SIM_BEGIN;
    sim_module *m = module(handle);
    if (!m) return CUDA_ERROR_INVALID_HANDLE;
    if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
    sim_function *f = sim_module_function(m, name);
    if (!f || !f->entry) return CUDA_ERROR_NOT_FOUND;
    *function = (CUfunction)f;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr *address, size_t *bytes, CUmodule handle, const char *name)
{
    SIM_BEGIN;
    sim_module *m = module(handle);
    if (!m) return CUDA_ERROR_INVALID_HANDLE;
    const sim_variable *v = name ? sim_module_variable(m, name) : NULL;
    if (!v || v->space != SIM_GLOBAL) return CUDA_ERROR_NOT_FOUND;
    if (address) *address = v->address;
    if (bytes) *bytes = v->bytes;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
    if (!mode) return CUDA_ERROR_INVALID_VALUE;
    *mode = CU_MODULE_EAGER_LOADING;
    return CUDA_SUCCESS;
}

/* ---- functions
 * --------------------------------------------------------------------------------------------------------
 */

/* Of a module that is loaded. */
static sim_function *entry(CUfunction handle)
{
    return sim_handle_is(handle, SIM_IS_FUNCTION) ? (sim_function *)(void *)handle : NULL;
}

static u32 most_dynamic(const sim_function *f)
{
    if (f->max_dynamic) return f->max_dynamic;
    return f->shared_bytes < BLOCK_SHARED ? BLOCK_SHARED - f->shared_bytes : 0;
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction handle)
{
    SIM_BEGIN;
    const sim_function *f = entry(handle);
    if (!f) return CUDA_ERROR_INVALID_HANDLE;
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
        *value = f->max_threads ? (int)f->max_threads : BLOCK_THREADS;
        break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)f->shared_bytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)f->local_bytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = REGISTERS; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = (int)f->module->target; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = (int)most_dynamic(f); break;
    default: *value = 0; break;
    }
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction handle, CUfunction_attribute attribute, int value)
{
    SIM_BEGIN;
    sim_function *f = entry(handle);
    if (!f) return CUDA_ERROR_INVALID_HANDLE;
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) return CUDA_SUCCESS;
    if (value < 0 || (u64)value + f->shared_bytes > MOST_SHARED) return CUDA_ERROR_INVALID_VALUE;
    f->max_dynamic = (u32)value;
    return CUDA_SUCCESS;
}

CUresult cuFuncSetCacheConfig(CUfunction handle, CUfunc_cache config)
{
    SIM_BEGIN;
    (void)config;
    return entry(handle) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* Blocks of that many threads that a multiprocessor holds. */
static u32 resident(const sim_function *f, u32 threads, size_t dynamic)
{
    u32 warps = (threads + SIM_WARP - 1) / SIM_WARP, n = SM_BLOCKS;
    size_t shared = f->shared_bytes + dynamic + RESERVED;
    if (!threads || threads > BLOCK_THREADS || (f->max_threads && threads > f->max_threads) ||
        shared > SM_SHARED)
        return 0;
    if (SM_THREADS / SIM_WARP / warps < n) n = SM_THREADS / SIM_WARP / warps;
    if (65536u / (REGISTERS * SIM_WARP * warps) < n) n = 65536u / (REGISTERS * SIM_WARP * warps);
    return SM_SHARED / shared < n ? (u32)(SM_SHARED / shared) : n;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction handle, int threads,
                                                     size_t dynamic)
{
    SIM_BEGIN;
    const sim_function *f = entry(handle);
    if (!f) return CUDA_ERROR_INVALID_HANDLE;
    if (!blocks || threads <= 0) return CUDA_ERROR_INVALID_VALUE;
    *blocks = (int)resident(f, (u32)threads, dynamic);
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction handle, int threads,
                                                              size_t dynamic, unsigned flags)
{
    (void)flags;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, handle, threads, dynamic);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction handle,
                                          CUoccupancyB2DSize dynamic_of, size_t dynamic, int limit)
{
    SIM_BEGIN;
    const sim_function *f = entry(handle);
    if (!f) return CUDA_ERROR_INVALID_HANDLE;
    if (!grid || !block) return CUDA_ERROR_INVALID_VALUE;
    u32 most = limit > 0 && limit < BLOCK_THREADS ? (u32)limit : BLOCK_THREADS, best = 0;
    for (u32 threads = most / SIM_WARP * SIM_WARP; threads; threads -= SIM_WARP) {
        u32 n = resident(f, threads, dynamic_of ? dynamic_of((int)threads) : dynamic);
        if (n * threads <= best) continue;
        best = n * threads;
        *block = (int)threads;
        *grid = (int)(n * sim_setting("SMS", 4));
    }
    return best ? CUDA_SUCCESS : CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
}

/* ---- launches
 * ------------------------------------------------------------------------------------------------------------
 */

static u8 *gather_params(const sim_function *f, void **params, void **extra, CUresult *error)
{
    u8 *to = calloc(f->params_bytes + 16u, 1);
    *error = CUDA_ERROR_INVALID_VALUE;
    if (!to) return *error = CUDA_ERROR_OUT_OF_MEMORY, NULL;
    if (params) {
        for (u32 k = 0; k < f->nparams; k++) memcpy(to + f->params[k].offset, params[k], f->params[k].bytes);
        return to;
    }
    const void *buffer = NULL;
    size_t size = 0;
    for (; extra && *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = extra[1];
        if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) size = *(const size_t *)extra[1];
    }
    if (f->params_bytes && (!buffer || size < f->params_bytes)) {
        sim_say("launch of %s: %zu bytes of parameters, %u needed", f->name, size, f->params_bytes);
        free(to);
        return NULL;
    }
    if (buffer) memcpy(to, buffer, f->params_bytes);
    return to;
}

static CUresult check_launch(const sim_function *f, const u32 *grid, const u32 *block, u32 dynamic)
{
    u64 threads = (u64)block[0] * block[1] * block[2];
    if (!grid[0] || !grid[1] || !grid[2] || grid[0] > INT32_MAX || grid[1] > 65535 || grid[2] > 65535)
        return sim_error(CUDA_ERROR_INVALID_VALUE, "launch of %s: a grid of %u x %u x %u blocks", f->name,
                         grid[0], grid[1], grid[2]);
    if (!threads || block[0] > 1024 || block[1] > 1024 || block[2] > 64 || threads > BLOCK_THREADS)
        return sim_error(CUDA_ERROR_INVALID_VALUE, "launch of %s: a block of %u x %u x %u threads", f->name,
                         block[0], block[1], block[2]);
    if (f->max_threads && threads > f->max_threads)
        return sim_error(CUDA_ERROR_INVALID_VALUE, "launch of %s: %llu threads a block, it is bound to %u",
                         f->name, (unsigned long long)threads, f->max_threads);
    if (dynamic > most_dynamic(f))
        return sim_error(CUDA_ERROR_INVALID_VALUE,
                         "launch of %s: %u bytes of dynamic shared memory, at most %u", f->name, dynamic,
                         most_dynamic(f));
    return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction handle, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                        unsigned bz, unsigned dynamic, CUstream stream, void **params, void **extra)
{
    SIM_BEGIN;
    CUstream s;
    CUresult error;
    sim_function *f = entry(handle);
    SIM_TRY(sim_stream(stream, &s));
    if (!f || f->module->context != s->context)
        return sim_error(CUDA_ERROR_INVALID_HANDLE,
                         "cuLaunchKernel: the function is not there, or of another device");
    SIM_TRY(check_launch(f, (u32[]){gx, gy, gz}, (u32[]){bx, by, bz}, dynamic));
    if (sim_fails("launch")) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
    u8 *bytes = gather_params(f, params, extra, &error);
    sim_work *w = bytes ? sim_new_work(SIM_LAUNCH) : NULL;
    if (!w) return free(bytes), error;
    w->launch = (sim_launch){.function = f,
                             .device = &s->context->device,
                             .grid = {gx, gy, gz},
                             .block = {bx, by, bz},
                             .dynamic = dynamic,
                             .params = bytes};
    w->launch.most = sim_setting("INSTRUCTIONS", (u64)20 << 30);
    if (sim_fails("fault")) w->launch.failed = CUDA_ERROR_LAUNCH_FAILED;
    sim_queue(s, w);
    return CUDA_SUCCESS;
}
