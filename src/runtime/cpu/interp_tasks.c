/* Tasks of the block interpreter: each runs over one block. */
#include "runtime/cpu/interp_tasks.h"

#include <string.h>

static const sni_walk *walk_of(const sni_binding *b, const sni_place *at) { return at->reduced ? &b->xr : &b->x; }

static void clear_padding(void *block, size_t width, const sni_place *at)
{
    memset((char *)block + (size_t)at->count * width, 0, (size_t)(at->padded - at->count) * width);
}

/* One value for a block: a loop reads it over and over.  For a block of one element it is the block too. */
static void splat(sni_cell *cell, const sni_task *t, const void *value, const sni_place *at)
{
    sni_block_fill(t->home, value, t->width, SNI_LOOP_PAD);
    *cell = (sni_cell){t->home, at->count > 1 ? 0 : 1};
}

/* ---- memory --------------------------------------------------------------------------------------------- */
/* Element 0 of an operand's walk at this block. */
static char *base_of(const sni_interp *ip, const sni_binding *b, const sni_place *at)
{
    if (ip->shape != SNI_SHAPE_COLUMNS || at->r == 0) return b->base;
    return b->base + sni_walk_offset(&b->r, at->r) * b->width;
}

/* Any byte but 0 is true; blocks hold 0 and 1. */
static void make_bool(const sni_task *t, sni_cell *cell, int64_t n)
{
    const void *in[1] = {cell->data};
    t->loop(t->home, in, (const int64_t[1]){1}, n);
    cell->data = t->home;
}

/* Elements from `from` on whose mask is `set`, up to the block's end. */
static int64_t mask_run(const sni_cell *mask, int64_t from, int64_t count, bool set)
{
    const char *bytes = mask->data;
    if (mask->step == 0) return (bytes[0] != 0) == set ? count - from : 0;
    const char *end = memchr(bytes + from, !set, (size_t)(count - from));
    return end ? end - (bytes + from) : count - from;
}

/* Runs of the block where the mask is true are read, one after the other; the rest holds 0. */
static void load_runs(const sni_interp *ip, const sni_task *t, const sni_place *at)
{
    const sni_binding *b = &ip->bindings[t->operand];
    const sni_cell *mask = &ip->cells[t->arg[0]];
    char *base = base_of(ip, b, at), *home = t->home;
    for (int64_t i = 0; i < at->count;) {
        int64_t none = mask_run(mask, i, at->count, false), all;
        memset(home + i * b->width, 0, (size_t)none * b->width);
        i += none;
        all = i < at->count ? mask_run(mask, i, at->count, true) : 0;
        if (all) sni_walk_gather(walk_of(b, at), home + i * b->width, base, b->width, at->flat + i, all);
        i += all;
    }
}

/* True when the load is done: some of the block's elements are not to be read. */
static bool run_masked(sni_interp *ip, const sni_task *t, const sni_place *at)
{
    const sni_cell *mask = &ip->cells[t->arg[0]];
    sni_cell *cell = &ip->cells[t->out];
    if (mask_run(mask, 0, at->count, true) == at->count) return false;
    if (mask_run(mask, 0, at->count, false) == at->count) {
        splat(cell, t, &(sni_scalar){0}, at);
        return true;
    }
    load_runs(ip, t, at);
    clear_padding(t->home, t->width, at);
    *cell = (sni_cell){t->home, 1};
    if (t->loop != NULL) make_bool(t, cell, at->padded);
    return true;
}

static void run_load(sni_interp *ip, const sni_task *t, const sni_place *at)
{
    if (t->nargs && run_masked(ip, t, at)) return;
    const sni_binding *b = &ip->bindings[t->operand];
    const sni_walk *w = walk_of(b, at);
    sni_cell *cell = &ip->cells[t->out];
    char *base = base_of(ip, b, at);
    int64_t offset, stride;
    bool run = sni_walk_span(w, at->flat, at->count, &offset, &stride);
    if (run && (stride == 0 || at->count == 1)) {
        splat(cell, t, base + offset * b->width, at);
        if (t->loop != NULL) make_bool(t, cell, SNI_LOOP_PAD);
        return;
    }
    if (run && stride == 1 && at->count == at->padded && !b->shared) {
        *cell = (sni_cell){base + offset * b->width, 1};
    } else {
        sni_walk_gather(w, t->home, base, b->width, at->flat, at->count);
        clear_padding(t->home, b->width, at);
        *cell = (sni_cell){t->home, 1};
    }
    if (t->loop != NULL) make_bool(t, cell, at->padded);
}

/* An output's block where it is a run of whole vectors, else NULL. */
static void *output_run(const sni_interp *ip, const sni_binding *b, const sni_place *at)
{
    int64_t offset, stride;
    if (b->shared || at->count != at->padded) return NULL;
    if (!sni_walk_span(walk_of(b, at), at->flat, at->count, &offset, &stride) || stride != 1) return NULL;
    return base_of(ip, b, at) + offset * b->width;
}

static void run_store(const sni_interp *ip, const sni_task *t, const sni_place *at)
{
    const sni_binding *b = &ip->bindings[t->operand];
    const sni_cell *from = &ip->cells[t->arg[0]];
    void *run = output_run(ip, b, at);
    if (from->data == run) return; /* its loop wrote there */
    if (ip->kernel->stream && run != NULL && from->step == 1 && (uintptr_t)run % 16 == 0) {
        sni_block_stream(run, from->data, (size_t)at->count * b->width);
        return;
    }
    sni_walk_scatter(walk_of(b, at), base_of(ip, b, at), from->data, from->step, b->width, at->flat, at->count);
}

static void run_index(sni_interp *ip, const sni_task *t, const sni_place *at)
{
    const sni_binding *b = &ip->bindings[t->operand];
    int64_t base = ip->geometry->offset[t->operand];
    if (ip->shape == SNI_SHAPE_COLUMNS) base += sni_walk_offset(&b->r, at->r);
    sni_walk_index(walk_of(b, at), t->home, base, at->flat, at->count);
    if (at->count == 1) {
        splat(&ip->cells[t->out], t, t->home, at);
    } else {
        clear_padding(t->home, t->width, at);
        ip->cells[t->out] = (sni_cell){t->home, 1};
    }
}

/* ---- values ------------------------------------------------------------------------------------------------ */
static void run_loop(sni_interp *ip, const sni_task *t, const sni_place *at)
{
    const void *in[3];
    int64_t step[3];
    void *out = NULL;
    for (int a = 0; a < t->nargs; a++) {
        in[a] = ip->cells[t->arg[a]].data;
        step[a] = ip->cells[t->arg[a]].step;
    }
    if (t->operand >= 0) out = output_run(ip, &ip->bindings[t->operand], at);
    if (out == NULL) out = t->home;
    t->loop(out, in, step, at->padded);
    ip->cells[t->out] = (sni_cell){out, 1};
}

/* COLUMNS: the block is one of kept positions already.  One row: its value stands for the whole block. */
static void run_expand(sni_interp *ip, const sni_task *t, const sni_place *at)
{
    const sni_cell *from = &ip->cells[t->arg[0]];
    sni_cell *to = &ip->cells[t->out];
    if (ip->shape == SNI_SHAPE_COLUMNS) {
        *to = *from;
    } else if (ip->rows == 1) {
        *to = (sni_cell){from->data, 0};
    } else {
        sni_block_expand(t->home, from->data, from->step, t->width, at->rows, ip->geometry->nr);
        clear_padding(t->home, t->width, at);
        *to = (sni_cell){t->home, 1};
    }
}

static void copy_block(void *to, const sni_cell *from, size_t width, int64_t n)
{
    if (from->step == 0) sni_block_fill(to, from->data, width, n);
    else memcpy(to, from->data, (size_t)n * width);
}

static void *stage_block(const sni_interp *ip, const sni_task *t, const sni_place *at)
{
    int64_t items = ip->shape == SNI_SHAPE_COLUMNS ? at->r * ip->block : at->r;
    return ip->stages + (size_t)t->number * ip->stage_bytes + (size_t)items * t->width;
}

/* ---- reductions ----------------------------------------------------------------------------------------------- */
static void **stack_of(const sni_interp *ip, const sni_task *t)
{
    return ip->partials + (size_t)t->number * (size_t)(ip->nlevels + 1);
}

static void **current_of(const sni_interp *ip, const sni_task *t) { return stack_of(ip, t) + ip->nlevels; }

static void join(const sni_task *t, void *left, const sni_cell *right, int64_t n)
{
    const void *in[2] = {left, right->data};
    t->loop(left, in, (const int64_t[2]){1, right->step}, n);
}

/* Results of the rows of a block; one row's fills a vector, as the reduced level reads it. */
static void set_results(sni_interp *ip, const sni_task *t, const void *results, int64_t rows)
{
    char *home = t->home;
    if (ip->rows == 1) sni_block_fill(home, results, t->width, SNI_LOOP_PAD);
    else memset(home + rows * t->width, 0, (size_t)(SNI_LOOP_PADDED(rows) - rows) * t->width);
    ip->cells[t->out] = (sni_cell){home, 1};
}

static void run_reduce_rows(sni_interp *ip, const sni_task *t, const sni_place *at)
{
    sni_cell *from = &ip->cells[t->arg[0]];
    if (from->step == 0) { /* its buffer has room for the block */
        sni_block_fill(from->data, from->data, t->width, at->padded);
        from->step = 1;
    }
    if (ip->nlevels > 0) {
        t->fold(*current_of(ip, t), from->data, 1, at->count);
        return;
    }
    t->fold(t->home, from->data, at->rows, ip->geometry->nr);
    set_results(ip, t, t->home, at->rows);
}

static void run_reduce_columns(sni_interp *ip, const sni_task *t, const sni_place *at)
{
    const sni_cell *from = &ip->cells[t->arg[0]];
    if (at->first) copy_block(*current_of(ip, t), from, t->width, at->padded);
    else join(t, *current_of(ip, t), from, at->padded);
}

static void swap(void **a, void **b)
{
    void *t = *a;
    *a = *b;
    *b = t;
}

static bool push_one(const sni_interp *ip, const sni_task *t, int levels, bool present, const bool *filled, int64_t n)
{
    void **stack = stack_of(ip, t), **current = current_of(ip, t);
    for (int l = 0; l < levels; l++) {
        if (!filled[l]) continue;
        if (present) join(t, stack[l], &(sni_cell){*current, 1}, n);
        swap(&stack[l], current);
        present = true;
    }
    swap(&stack[levels], current);
    return present;
}

void sni_reduce_push(sni_interp *ip, const sni_span *s, int64_t leaf, bool present, bool *filled, int64_t n)
{
    int levels = __builtin_ctzll(~(uint64_t)leaf);
    bool result = false;
    for (int32_t t = s->body; t < s->end; t++)
        if (ip->tasks[t].kind == SNI_TASK_REDUCE) result = push_one(ip, &ip->tasks[t], levels, present, filled, n);
    filled[levels] = result;
}

void sni_reduce_finish(sni_interp *ip, const sni_span *s, int64_t leaves, int64_t n)
{
    for (int32_t i = s->body; i < s->end; i++) {
        const sni_task *t = &ip->tasks[i];
        if (t->kind != SNI_TASK_REDUCE) continue;
        void **stack = stack_of(ip, t), *right = NULL;
        for (int level = 0; level < ip->nlevels; level++) {
            if (!(leaves >> level & 1)) continue;
            if (right != NULL) join(t, stack[level], &(sni_cell){right, 1}, n);
            right = stack[level];
        }
        if (ip->shape == SNI_SHAPE_ROWS) {
            set_results(ip, t, right, 1);
        } else {
            memcpy(t->home, right, (size_t)n * t->width);
            ip->cells[t->out] = (sni_cell){t->home, 1};
        }
    }
}

/* ---- dispatch ---------------------------------------------------------------------------------------------------- */
static void run_task(sni_interp *ip, const sni_task *t, const sni_place *at)
{
    switch (t->kind) {
    case SNI_TASK_SPLAT: splat(&ip->cells[t->out], t, &ip->scalars[t->number], at); break;
    case SNI_TASK_INDEX: run_index(ip, t, at); break;
    case SNI_TASK_LOAD: run_load(ip, t, at); break;
    case SNI_TASK_REDUCE:
        if (ip->shape == SNI_SHAPE_ROWS) run_reduce_rows(ip, t, at);
        else run_reduce_columns(ip, t, at);
        break;
    case SNI_TASK_STAGE: copy_block(stage_block(ip, t, at), &ip->cells[t->arg[0]], t->width, at->padded); break;
    case SNI_TASK_UNSTAGE: ip->cells[t->out] = (sni_cell){stage_block(ip, t, at), 1}; break;
    case SNI_TASK_STORE: run_store(ip, t, at); break;
    case SNI_TASK_EXPAND: run_expand(ip, t, at); break;
    default: run_loop(ip, t, at); break;
    }
}

void sni_run_tasks(sni_interp *ip, int32_t begin, int32_t end, const sni_place *at)
{
    for (int32_t t = begin; t < end; t++) run_task(ip, &ip->tasks[t], at);
}
