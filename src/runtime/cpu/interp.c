/* Block interpreter: runs a plan over the blocks of a kernel's space. */
#include "runtime/cpu/interp_tasks.h"

#include <stdlib.h>
#include <string.h>

static const uint8_t bit_reversed[SNI_REDUCE_LANES] = {0, 16, 8, 24, 4, 20, 12, 28, 2, 18, 10, 26, 6, 22, 14, 30,
                                                       1, 17, 9, 25, 5, 21, 13, 29, 3, 19, 11, 27, 7, 23, 15, 31};

static int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }

/* ---- binding operands to memory ------------------------------------------------------------------------- */
typedef struct reach { const char *low, *high; } reach; /* bytes an operand may touch */

static reach reach_of(const sni_interp *ip, int operand)
{
    const sni_binding *b = &ip->bindings[operand];
    const sni_geometry *g = ip->geometry;
    int64_t low = 0, high = 1;
    for (int d = 0; d < ip->kernel->nx + ip->kernel->nr; d++) {
        int64_t far = g->stride[operand][d] * (g->extent[d] - 1);
        if (far < 0) low += far;
        else high += far;
    }
    return (reach){b->base + low * b->width, b->base + high * b->width};
}

static void find_shared(sni_interp *ip, int output)
{
    const sni_kernel *k = ip->kernel;
    reach o = reach_of(ip, output);
    for (int n = 0; n < k->noperands; n++) {
        if (k->operands[n].kind != SNI_OPERAND_IN) continue;
        reach i = reach_of(ip, n);
        if (o.low < i.high && i.low < o.high) ip->bindings[n].shared = ip->bindings[output].shared = true;
    }
}

static void bind_operands(sni_interp *ip, void *const *ptr)
{
    const sni_kernel *k = ip->kernel;
    const sni_geometry *g = ip->geometry;
    for (int n = 0; n < k->noperands; n++) {
        sni_binding *b = &ip->bindings[n];
        b->width = sni_dtypes[k->operands[n].dtype].bytes;
        b->shared = false;
        b->base = k->operands[n].kind == SNI_OPERAND_INDEX ? NULL : (char *)ptr[n] + g->offset[n] * b->width;
        sni_walk_init(&b->x, g->extent, g->stride[n], k->nx);
        if (k->nr == 0) {
            b->r.rank = b->xr.rank = 0;
            continue;
        }
        sni_walk_init(&b->r, g->extent + k->nx, g->stride[n] + k->nx, k->nr);
        sni_walk_init(&b->xr, g->extent, g->stride[n], k->nx + k->nr);
    }
    for (int n = 0; n < k->noperands; n++)
        if (k->operands[n].kind == SNI_OPERAND_OUT) find_shared(ip, n);
}

static void bind_scratch(sni_interp *ip, char *scratch)
{
    size_t block = (size_t)ip->block * SNI_ITEM_BYTES, levels = (size_t)ip->nlevels + 1;
    for (int32_t t = 0; t < ip->ntasks; t++) {
        sni_task *task = &ip->tasks[t];
        if (task->slot < 0) continue;
        if (t < ip->uniform_end) task->home = scratch + ip->splats_at + (size_t)task->slot * SNI_LOOP_PAD * SNI_ITEM_BYTES;
        else task->home = scratch + ip->slots_at + (size_t)task->slot * block;
    }
    ip->stages = scratch + ip->stages_at;
    ip->partials = (void **)(void *)(scratch + ip->partials_at);
    if (ip->nreduced == 0) return;
    size_t item = (size_t)ip->partial_items * SNI_ITEM_BYTES, count = (size_t)ip->nreduced * levels;
    char *memory = scratch + ip->partial_items_at;
    for (size_t n = 0; n < count; n++) ip->partials[n] = memory + n * item;
    if (ip->shape == SNI_SHAPE_ROWS) memset(memory, 0, count * item); /* one element of each is ever set */
}

/* ---- blocks ---------------------------------------------------------------------------------------------------- */
static void run_uniform(sni_interp *ip)
{
    sni_place at = {.count = 1, .padded = SNI_LOOP_PAD, .rows = 1};
    for (int32_t t = 0; t < ip->uniform_end; t++) {
        sni_run_tasks(ip, t, t + 1, &at);
        ip->cells[ip->tasks[t].out].step = 0;
    }
}

static sni_place kept_block(const sni_interp *ip, int64_t begin, int64_t end)
{
    int64_t count = min64(ip->rows, end - begin);
    return (sni_place){.flat = begin, .count = count, .padded = SNI_LOOP_PADDED(count), .rows = count};
}

static void run_map(sni_interp *ip, int64_t begin, int64_t end)
{
    for (int64_t x = begin; x < end; x += ip->rows) {
        sni_place at = kept_block(ip, x, end);
        sni_run_tasks(ip, ip->spans[0].x, ip->spans[0].expand, &at);
    }
}

/* Pass over the rows of a block that starts at kept position x, chunk by chunk. */
static void run_rows_pass(sni_interp *ip, const sni_span *s, int64_t x, int64_t rows)
{
    int64_t nr = ip->geometry->nr, chunk = 0;
    bool filled[SNI_REDUCE_LEVELS] = {false};
    sni_place at = {.reduced = true, .rows = rows};
    at.count = rows * nr;
    at.padded = SNI_LOOP_PADDED(at.count);
    if (nr <= SNI_REDUCE_CHUNK) {
        at.flat = x * nr;
        sni_run_tasks(ip, s->expand, s->end, &at);
        return;
    }
    sni_run_tasks(ip, s->expand, s->body, &at);
    for (int64_t r = 0; r < nr; r += SNI_REDUCE_CHUNK, chunk++) {
        at.flat = x * nr + r;
        at.r = r;
        at.count = min64(SNI_REDUCE_CHUNK, nr - r);
        at.padded = SNI_LOOP_PADDED(at.count);
        sni_run_tasks(ip, s->body, s->end, &at);
        sni_reduce_push(ip, s, chunk, true, filled, SNI_LOOP_PAD);
    }
    sni_reduce_finish(ip, s, chunk, SNI_LOOP_PAD);
}

static void run_columns_chunk(sni_interp *ip, const sni_span *s, sni_place *at, int64_t chunk, bool *filled)
{
    int64_t begin = chunk * SNI_REDUCE_CHUNK, end = min64(begin + SNI_REDUCE_CHUNK, ip->geometry->nr);
    for (int64_t k = 0; k < SNI_REDUCE_LANES; k++) {
        int64_t lane = begin + bit_reversed[k];
        at->first = true;
        for (at->r = lane; at->r < end; at->r += SNI_REDUCE_LANES) {
            sni_run_tasks(ip, s->body, s->end, at);
            at->first = false;
        }
        sni_reduce_push(ip, s, chunk * SNI_REDUCE_LANES + k, lane < end, filled, at->padded);
    }
}

static bool reduces(const sni_interp *ip, const sni_span *s)
{
    for (int32_t t = s->body; t < s->end; t++)
        if (ip->tasks[t].kind == SNI_TASK_REDUCE) return true;
    return false;
}

/* Pass over one row of kept positions after the other; lanes of a chunk come in the order that the fold
 * joins them, so that few partial results are held. */
static void run_columns_pass(sni_interp *ip, const sni_span *s, sni_place *at)
{
    int64_t nr = ip->geometry->nr, chunks = (nr + SNI_REDUCE_CHUNK - 1) / SNI_REDUCE_CHUNK;
    bool filled[SNI_REDUCE_LEVELS] = {false};
    at->r = 0;
    sni_run_tasks(ip, s->expand, s->body, at);
    if (!reduces(ip, s)) {
        for (; at->r < nr; at->r++) sni_run_tasks(ip, s->body, s->end, at);
    } else {
        for (int64_t c = 0; c < chunks; c++) run_columns_chunk(ip, s, at, c, filled);
        sni_reduce_finish(ip, s, chunks * SNI_REDUCE_LANES, at->padded);
    }
    at->r = 0;
}

static void run_passes(sni_interp *ip, int64_t begin, int64_t end)
{
    int passes = ip->kernel->npasses;
    for (int64_t x = begin; x < end; x += ip->rows) {
        sni_place at = kept_block(ip, x, end);
        for (int pass = 0; pass <= passes; pass++) {
            const sni_span *s = &ip->spans[pass];
            sni_run_tasks(ip, s->x, s->expand, &at);
            if (pass == passes) break;
            if (ip->shape == SNI_SHAPE_ROWS) run_rows_pass(ip, s, x, at.count);
            else run_columns_pass(ip, s, &at);
        }
    }
}

/* ---- entry points ------------------------------------------------------------------------------------------------- */
size_t sni_interp_scratch(const sni_kernel *k, const sni_geometry *g)
{
    _Alignas(64) char small[8192];
    size_t bytes = sni_interp_plan_bytes(k);
    void *memory = bytes <= sizeof small ? small : malloc(bytes);
    sni_interp ip;
    size_t total = SIZE_MAX;
    if (memory == NULL) {
        sni_fail_memory(bytes, "the interpreter's plan");
        return SIZE_MAX;
    }
    if (sni_interp_plan(&ip, k, g, memory) == SN_OK) total = ip.total_bytes;
    if (memory != small) free(memory);
    return total;
}

int sni_interp_run(const sni_kernel *k, const sni_geometry *g, void *const *ptr, const sni_scalar *scalars, void *scratch, int64_t begin, int64_t end)
{
    sni_interp ip;
    if (begin >= end || g->nr == 0) return SN_OK;
    SNI_TRY(sni_interp_plan(&ip, k, g, scratch));
    ip.scalars = scalars;
    bind_scratch(&ip, scratch);
    bind_operands(&ip, ptr);
    run_uniform(&ip);
    if (ip.shape == SNI_SHAPE_MAP) run_map(&ip, begin, end);
    else run_passes(&ip, begin, end);
    if (k->stream) sni_block_stream_end();
    return SN_OK;
}
