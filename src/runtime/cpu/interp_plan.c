/* The plan of an interpreter run: tasks in the order they run, and a block buffer for each value that is
 * reused as soon as the value is dead, so that a long chain of operations stays in the nearest cache. */
#include "runtime/cpu/interp.h"

enum {
    SHORT_REDUCTION = 32, /* shorter rows are cheaper to combine side by side than to fold one by one */
    NARROW = 16,          /* fewer kept positions than this do not fill a block of COLUMNS */
    MAP_BLOCK = 1024,
    REREAD = 1 << 17      /* elements of a block over all reduced positions, where several passes read them */
};

typedef struct planner {
    sni_interp *ip;
    const sni_kernel *k;
    int phases;
    int32_t *order;      /* instructions by phase */
    int32_t *first;      /* [phases + 1]: where each phase begins in order */
    int32_t *last;       /* when each value is used last: twice a position; odd: at the end of that phase */
    int32_t *expanded;   /* phase that a kept value was last expanded for */
    int32_t *result;     /* slot of a reduction's result, taken before its loop */
    int32_t *task_of;    /* task that makes each value */
    int32_t *free_slots; /* stack */
    int32_t nfree;
} planner;

static size_t align_up(size_t n) { return (n + 63) & ~(size_t)63; }

/* ---- phases: 0 is UNIFORM, 1 + 2p the kept level before pass p, 2 + 2p pass p itself -------------- */
static int phase_count(const sni_kernel *k) { return 2 + 2 * k->npasses; }

static int phase_of(const sni_kinstr *i)
{
    if (i->op == SNI_K_REDUCE) return 2 + 2 * i->pass;
    if (i->level == SNI_UNIFORM || i->op == SNI_K_SCALAR) return 0;
    return (i->level == SNI_X ? 1 : 2) + 2 * i->pass;
}

static bool is_body(int phase) { return phase > 0 && phase % 2 == 0; }

static void sort_by_phase(planner *p)
{
    const sni_kernel *k = p->k;
    for (int ph = 0; ph <= p->phases; ph++) p->first[ph] = 0;
    for (int32_t i = 0; i < k->ninstrs; i++) p->first[phase_of(&k->instrs[i]) + 1]++;
    for (int ph = 0; ph < p->phases; ph++) p->first[ph + 1] += p->first[ph];
    for (int32_t i = 0; i < k->ninstrs; i++) p->order[p->first[phase_of(&k->instrs[i])]++] = i;
    for (int ph = p->phases; ph > 0; ph--) p->first[ph] = p->first[ph - 1];
    p->first[0] = 0;
}

/* What a loop reads from outside itself lives to the end of the loop. */
static void find_last_uses(planner *p)
{
    for (int ph = 0; ph < p->phases; ph++)
        for (int32_t t = p->first[ph]; t < p->first[ph + 1]; t++) {
            const sni_kinstr *i = &p->k->instrs[p->order[t]];
            p->last[p->order[t]] = 2 * t;
            for (int a = 0; a < i->nargs; a++) {
                bool outside = is_body(ph) && phase_of(&p->k->instrs[i->arg[a]]) != ph;
                int32_t time = outside ? 2 * p->first[ph + 1] - 1 : 2 * t;
                if (p->last[i->arg[a]] < time) p->last[i->arg[a]] = time;
            }
        }
}

/* ---- buffers ------------------------------------------------------------------------------------------ */
static int32_t take_slot(planner *p)
{
    return p->nfree > 0 ? p->free_slots[--p->nfree] : p->ip->nslots++;
}

static void give_slot(planner *p, sni_task *t)
{
    if (t->slot >= 0) p->free_slots[p->nfree++] = t->slot;
}

/* True when the value of task t can be made in the buffer of this dying operand.  A wider result would
 * overtake what is still to be read; a load may stand for its block by one element, and reads its mask on. */
static bool in_place(const sni_task *operand, const sni_task *t)
{
    return t->kind != SNI_TASK_LOAD && operand->kind != SNI_TASK_LOAD && operand->width >= t->width;
}

static void free_operands(planner *p, const sni_kinstr *i, const sni_task *t, int32_t time, bool before)
{
    for (int a = 0; a < i->nargs; a++) {
        sni_task *operand = &p->ip->tasks[p->task_of[i->arg[a]]];
        bool again = false;
        for (int b = 0; b < a; b++) again |= i->arg[b] == i->arg[a];
        if (again || p->last[i->arg[a]] != time || phase_of(&p->k->instrs[i->arg[a]]) == 0) continue;
        if (in_place(operand, t) == before) give_slot(p, operand);
    }
}

/* ---- tasks -------------------------------------------------------------------------------------------- */
static const uint8_t task_kind[] = {
    [SNI_K_SCALAR] = SNI_TASK_SPLAT, [SNI_K_INDEX] = SNI_TASK_INDEX, [SNI_K_LOAD] = SNI_TASK_LOAD,
    [SNI_K_ELEMENT] = SNI_TASK_LOOP, [SNI_K_CAST] = SNI_TASK_LOOP, [SNI_K_REDUCE] = SNI_TASK_REDUCE,
    [SNI_K_STAGE] = SNI_TASK_STAGE, [SNI_K_UNSTAGE] = SNI_TASK_UNSTAGE, [SNI_K_STORE] = SNI_TASK_STORE,
};

static sni_task *new_task(planner *p, sni_task_kind kind, uint8_t dtype)
{
    sni_task *t = &p->ip->tasks[p->ip->ntasks++];
    *t = (sni_task){.kind = (uint8_t)kind, .dtype = dtype, .width = sni_dtypes[dtype].bytes, .operand = -1, .slot = -1};
    return t;
}

static int bind_loop(const sni_interp *ip, const sni_kernel *k, const sni_kinstr *i, sni_task *t)
{
    const sni_loops *l = ip->loops;
    const char *name = "cast";
    uint8_t dtype = i->nargs > 0 && i->op != SNI_K_LOAD ? k->instrs[i->arg[i->nargs > 1 ? 1 : 0]].dtype : i->dtype;
    if (i->op == SNI_K_LOAD) {
        if (dtype == SNI_BOOL) t->loop = l->cast[SNI_BOOL][SNI_BOOL];
        return SN_OK;
    }
    if (i->op == SNI_K_CAST) {
        t->loop = l->cast[i->dtype][dtype];
    } else if (i->op == SNI_K_ELEMENT) {
        name = sni_ops[i->code].name;
        t->loop = l->element[i->code][dtype];
    } else if (i->op == SNI_K_REDUCE && i->code == SNI_REDUCE_FORMULA) {
        return sni_fail(SN_ERR_UNSUPPORTED, "%s is not interpreted", k->formulas[i->arg[1]]->name);
    } else if (i->op == SNI_K_REDUCE) {
        name = sni_reductions[i->code].name;
        t->loop = l->element[sni_reductions[i->code].combine][dtype];
        t->fold = l->fold[i->code][dtype];
        if (t->fold == NULL) t->loop = NULL;
    } else {
        return SN_OK;
    }
    if (i->op == SNI_K_REDUCE && phase_of(&k->instrs[i->arg[0]]) == 0)
        return sni_fail(SN_ERR_INTERNAL, "a reduction of a value that does not depend on position");
    if (t->loop != NULL) return SN_OK;
    return sni_fail(SN_ERR_UNSUPPORTED, "%s is not built for %s", name, sni_dtypes[dtype].name);
}

/* A value is written straight to the output that stores it, but for stores past the caches. */
static void offer_output(planner *p, const sni_kinstr *store, int phase)
{
    const sni_kinstr *value = &p->k->instrs[store->arg[0]];
    sni_task *maker = &p->ip->tasks[p->task_of[store->arg[0]]];
    if (maker->kind == SNI_TASK_LOOP && phase_of(value) == phase && maker->operand < 0)
        maker->operand = (int16_t)store->slot;
}

static int plan_instr(planner *p, int32_t id, int phase, int32_t time)
{
    sni_interp *ip = p->ip;
    const sni_kinstr *i = &p->k->instrs[id];
    uint8_t dtype = i->op == SNI_K_STORE || i->op == SNI_K_STAGE ? p->k->instrs[i->arg[0]].dtype : i->dtype;
    p->task_of[id] = ip->ntasks;
    sni_task *t = new_task(p, task_kind[i->op], dtype);
    if (t->width > SNI_ITEM_BYTES)
        return sni_fail(SN_ERR_UNSUPPORTED, "the interpreter has no loops for %s", sni_dtypes[dtype].name);
    SNI_TRY(bind_loop(ip, p->k, i, t));
    t->nargs = i->nargs;
    t->out = id;
    for (int a = 0; a < i->nargs; a++) {
        int from = phase_of(&p->k->instrs[i->arg[a]]);
        t->arg[a] = is_body(phase) && from != phase && from != 0 ? p->k->ninstrs + i->arg[a] : i->arg[a];
    }
    if (i->op == SNI_K_LOAD || i->op == SNI_K_STORE || i->op == SNI_K_INDEX) t->operand = (int16_t)i->slot;
    else t->number = (int16_t)i->slot;
    if (i->op == SNI_K_STORE && !p->k->stream) offer_output(p, i, phase);
    if (phase == 0) {
        t->slot = ip->nsplats++;
        return SN_OK;
    }
    if (i->op == SNI_K_REDUCE) {
        t->slot = p->result[id];
        free_operands(p, i, t, time, true);
        free_operands(p, i, t, time, false);
        return SN_OK;
    }
    bool makes = i->op != SNI_K_STORE && i->op != SNI_K_STAGE && i->op != SNI_K_UNSTAGE;
    free_operands(p, i, t, time, true);
    if (makes) t->slot = take_slot(p);
    free_operands(p, i, t, time, false);
    if (makes && p->last[id] == time) give_slot(p, t);
    return SN_OK;
}

/* Kept values that the loop of this phase reads, each once. */
static void plan_expands(planner *p, int phase)
{
    const sni_kernel *k = p->k;
    for (int32_t t = p->first[phase]; t < p->first[phase + 1]; t++) {
        const sni_kinstr *i = &k->instrs[p->order[t]];
        for (int a = 0; a < i->nargs; a++) {
            int32_t id = i->arg[a];
            int from = phase_of(&k->instrs[id]);
            if (from == phase || from == 0 || p->expanded[id] == phase) continue;
            p->expanded[id] = phase;
            sni_task *task = new_task(p, SNI_TASK_EXPAND, k->instrs[id].dtype);
            task->nargs = 1;
            task->arg[0] = id;
            task->out = k->ninstrs + id;
            if (p->ip->shape == SNI_SHAPE_ROWS && p->ip->rows > 1) task->slot = take_slot(p);
        }
    }
}

static int plan_body(planner *p, int phase, sni_span *span)
{
    sni_interp *ip = p->ip;
    int32_t reduced = 0, end = p->first[phase + 1];
    plan_expands(p, phase);
    span->body = ip->ntasks;
    for (int32_t t = p->first[phase]; t < end; t++)
        if (p->k->instrs[p->order[t]].op == SNI_K_REDUCE) p->result[p->order[t]] = take_slot(p);
    for (int32_t t = p->first[phase]; t < end; t++) {
        SNI_TRY(plan_instr(p, p->order[t], phase, 2 * t));
        if (p->k->instrs[p->order[t]].op == SNI_K_REDUCE) ip->tasks[ip->ntasks - 1].number = (int16_t)reduced++;
    }
    if (ip->nreduced < reduced) ip->nreduced = reduced;
    for (int32_t t = span->expand; t < span->body; t++) give_slot(p, &ip->tasks[t]);
    for (int32_t t = p->first[1]; t < end; t++)
        if (p->last[p->order[t]] == 2 * end - 1) give_slot(p, &ip->tasks[p->task_of[p->order[t]]]);
    return SN_OK;
}

static int plan_phases(planner *p)
{
    sni_interp *ip = p->ip;
    for (int32_t t = 0; t < p->first[1]; t++) SNI_TRY(plan_instr(p, p->order[t], 0, 2 * t));
    ip->uniform_end = ip->ntasks;
    for (int pass = 0; pass <= p->k->npasses; pass++) {
        sni_span *span = &ip->spans[pass];
        int x = 1 + 2 * pass;
        span->x = ip->ntasks;
        for (int32_t t = p->first[x]; t < p->first[x + 1]; t++) SNI_TRY(plan_instr(p, p->order[t], x, 2 * t));
        span->expand = span->body = ip->ntasks;
        if (pass < p->k->npasses) SNI_TRY(plan_body(p, x + 1, span));
        span->end = ip->ntasks;
    }
    return SN_OK;
}

/* ---- shape of the blocks --------------------------------------------------------------------------------- */
static int64_t min64(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max64(int64_t a, int64_t b) { return a > b ? a : b; }

static int32_t bit_length(int64_t n)
{
    int32_t bits = 0;
    for (; n > 0; n >>= 1) bits++;
    return bits;
}

static void choose_columns(sni_interp *ip, int64_t nx, int64_t nr)
{
    ip->shape = SNI_SHAPE_COLUMNS;
    int64_t rows = MAP_BLOCK;
    if (ip->kernel->npasses > 1) rows = min64(rows, max64(SNI_LOOP_PAD, REREAD / nr & ~(int64_t)(SNI_LOOP_PAD - 1)));
    ip->rows = min64(rows, nx);
    ip->block = SNI_LOOP_PADDED(ip->rows);
    ip->nlevels = 5 + bit_length((nr + SNI_REDUCE_CHUNK - 1) / SNI_REDUCE_CHUNK); /* a lane of a chunk is a leaf: 32 a chunk */
    ip->partial_items = ip->block;
}

static void choose_rows(sni_interp *ip, int64_t nx, int64_t nr)
{
    ip->shape = SNI_SHAPE_ROWS;
    ip->rows = nr <= SNI_REDUCE_CHUNK / 2 ? min64(SNI_REDUCE_CHUNK / nr, nx) : 1;
    ip->block = SNI_LOOP_PADDED(min64(SNI_REDUCE_CHUNK, ip->rows * nr));
    ip->nlevels = nr > SNI_REDUCE_CHUNK ? bit_length((nr + SNI_REDUCE_CHUNK - 1) / SNI_REDUCE_CHUNK) : 0;
    ip->partial_items = SNI_LOOP_PAD;
}

static void choose_shape(sni_interp *ip)
{
    const sni_kernel *k = ip->kernel;
    int64_t nx = max64(1, ip->geometry->nx), nr = max64(1, ip->geometry->nr);
    bool columns = k->pattern == SNI_PATTERN_COLUMNS || k->pattern == SNI_PATTERN_SPLIT_COLUMNS;
    if (k->nr == 0 && k->npasses == 0) {
        ip->shape = SNI_SHAPE_MAP;
        ip->rows = min64(MAP_BLOCK, nx);
        ip->block = SNI_LOOP_PADDED(ip->rows);
    } else if (nr < SHORT_REDUCTION || (columns && nx >= NARROW)) {
        choose_columns(ip, nx, nr);
    } else {
        choose_rows(ip, nx, nr);
    }
}

/* ---- memory ------------------------------------------------------------------------------------------------ */
typedef struct pieces { size_t tasks, cells, spans, bindings, ints; } pieces;

static pieces plan_pieces(const sni_kernel *k)
{
    size_t n = (size_t)k->ninstrs;
    return (pieces){
        .tasks = align_up(4 * n * sizeof(sni_task)), /* an expansion is for one of an instruction's three operands */
        .cells = align_up(2 * n * sizeof(sni_cell)),
        .spans = align_up(((size_t)k->npasses + 1) * sizeof(sni_span)),
        .bindings = align_up(k->noperands * sizeof(sni_binding)),
        .ints = align_up((5 * n + 4 * n + (size_t)phase_count(k) + 1) * sizeof(int32_t)),
    };
}

size_t sni_interp_plan_bytes(const sni_kernel *k)
{
    pieces s = plan_pieces(k);
    return s.tasks + s.cells + s.spans + s.bindings + s.ints;
}

static void set_pieces(planner *p, char *memory)
{
    sni_interp *ip = p->ip;
    pieces s = plan_pieces(p->k);
    ip->tasks = (sni_task *)(void *)memory;
    ip->cells = (sni_cell *)(void *)(memory += s.tasks);
    ip->spans = (sni_span *)(void *)(memory += s.cells);
    ip->bindings = (sni_binding *)(void *)(memory += s.spans);
    int32_t *ints = (int32_t *)(void *)(memory += s.bindings);
    int32_t n = p->k->ninstrs;
    p->order = ints;
    p->last = ints + n;
    p->expanded = ints + 2 * n;
    p->task_of = ints + 3 * n;
    p->result = ints + 4 * n;
    p->free_slots = ints + 5 * n;
    p->first = ints + 9 * n;
    for (int32_t i = 0; i < n; i++) p->expanded[i] = 0;
}

/* Adds count * size bytes to *total, rounded up to whole cache lines; where they begin. */
static size_t put(size_t *total, size_t count, size_t size)
{
    size_t at = *total, bytes;
    if (at == SIZE_MAX || sni_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 4 || at > SIZE_MAX / 4) {
        *total = SIZE_MAX;
        return 0;
    }
    *total = at + align_up(bytes);
    return at;
}

static void lay_out(sni_interp *ip)
{
    const sni_kernel *k = ip->kernel;
    size_t block = (size_t)ip->block * SNI_ITEM_BYTES, total = sni_interp_plan_bytes(k), levels = (size_t)ip->nlevels + 1;
    ip->plan_bytes = total;
    ip->slots_at = put(&total, (size_t)ip->nslots, block);
    ip->splats_at = put(&total, (size_t)ip->nsplats, SNI_LOOP_PAD * SNI_ITEM_BYTES);
    ip->stage_bytes = 0;
    ip->stages_at = total;
    if (k->nstages > 0) {
        bool columns = ip->shape == SNI_SHAPE_COLUMNS;
        put(&ip->stage_bytes, (size_t)(columns ? ip->geometry->nr : max64(ip->block, SNI_LOOP_PADDED(ip->geometry->nr))),
            columns ? block : SNI_ITEM_BYTES);
        ip->stages_at = put(&total, k->nstages, ip->stage_bytes);
    }
    ip->partials_at = put(&total, (size_t)ip->nreduced * levels, sizeof(void *));
    ip->partial_items_at = put(&total, (size_t)ip->nreduced * levels, (size_t)ip->partial_items * SNI_ITEM_BYTES);
    ip->total_bytes = total;
}

int sni_interp_plan(sni_interp *ip, const sni_kernel *k, const sni_geometry *g, void *memory)
{
    planner p = {.ip = ip, .k = k, .phases = phase_count(k)};
    *ip = (sni_interp){.kernel = k, .geometry = g, .loops = sni_loops_get()};
    set_pieces(&p, memory);
    choose_shape(ip);
    sort_by_phase(&p);
    find_last_uses(&p);
    SNI_TRY(plan_phases(&p));
    lay_out(ip);
    return SN_OK;
}
