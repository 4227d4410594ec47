/* From schedule to plan: kernels lowered and prepared, memory assigned. */
#define _GNU_SOURCE
#include "runtime/plan.h"

#include "graph/form.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct plan_builder {
    sni_plan *plan;
    const sni_signature *sig;
    sni_schedule schedule;
    sni_limits limits;
    uint32_t *slot;              /* of each value */
    uint32_t *last;              /* step that uses a slot last; SNI_NO_SLOT: it is a root's */
    uint32_t *leaf_last;         /* step that uses a leaf last */
    sni_lowered lowered;         /* of the group at hand */
    sni_map kernels, geometries; /* shared by steps that are alike */
    sni_str explain;
    bool explaining;
} plan_builder;

static void *alloc(plan_builder *b, size_t count, size_t size)
{
    b->plan->bytes += count * size;
    return sni_arena_alloc(&b->plan->arena, count ? count : 1, size);
}

/* ---- what steps share: a long chain is a few kernels many times ------------------------------------------ */

typedef struct shared_kernel { sni_hash128 identity; sni_kernel kernel; } shared_kernel;
typedef struct shared_geometry { uint32_t shape; size_t words; int64_t *geo; sni_geometry geometry; } shared_geometry;

static bool same_kernel(const void *item, const void *key)
{
    const shared_kernel *k = item;
    return memcmp(&k->identity, key, sizeof k->identity) == 0;
}

static bool same_geometry(const void *item, const void *key)
{
    const shared_geometry *g = item, *wanted = key;
    return g->shape == wanted->shape && g->words == wanted->words &&
           memcmp(g->geo, wanted->geo, g->words * sizeof *g->geo) == 0;
}

static const sni_kernel *share_kernel(plan_builder *b, const sni_kernel *k)
{
    sni_hash128 identity = sni_kernel_hash(k);
    shared_kernel *s = sni_map_find(&b->kernels, identity.low, &identity, same_kernel);
    if (s) return &s->kernel;
    s = alloc(b, 1, sizeof *s);
    sni_kinstr *instrs = s ? alloc(b, (size_t)k->ninstrs, sizeof *instrs) : NULL;
    if (!instrs || sni_map_insert(&b->kernels, identity.low, s) < 0) return NULL;
    memcpy(instrs, k->instrs, (size_t)k->ninstrs * sizeof *instrs);
    s->identity = identity;
    s->kernel = *k;
    s->kernel.instrs = instrs;
    return &s->kernel;
}

/* Extents, then each operand's offset and strides: the order kernels read them in. */
static size_t flatten(const sni_kernel *k, const sni_geometry *g, int64_t *out)
{
    size_t dims = (size_t)k->nx + k->nr, n = 0;
    for (size_t d = 0; d < dims; d++) out[n++] = g->extent[d];
    for (size_t i = 0; i < k->noperands; i++) {
        out[n++] = g->offset[i];
        for (size_t d = 0; d < dims; d++) out[n++] = g->stride[i][d];
    }
    return n;
}

static const shared_geometry *share_geometry(plan_builder *b, const sni_kernel *k, const sni_geometry *g)
{
    int64_t geo[SNI_KERNEL_DIMS + SNI_KERNEL_OPERANDS * (SNI_KERNEL_DIMS + 1)];
    /* The same words mean another space where they are split otherwise. */
    uint32_t shape = (uint32_t)k->nx | (uint32_t)k->nr << 8 | (uint32_t)k->noperands << 16;
    shared_geometry wanted = {.shape = shape, .words = flatten(k, g, geo), .geo = geo};
    uint64_t hash = sni_hash64(geo, wanted.words * sizeof *geo, shape);
    shared_geometry *s = sni_map_find(&b->geometries, hash, &wanted, same_geometry);
    if (s) return s;
    s = alloc(b, 1, sizeof *s);
    int64_t *own = s ? alloc(b, wanted.words, sizeof *own) : NULL;
    if (!own || sni_map_insert(&b->geometries, hash, s) < 0) return NULL;
    memcpy(own, geo, wanted.words * sizeof *own);
    *s = (shared_geometry){shape, wanted.words, own, *g};
    return s;
}

/* ---- slots -------------------------------------------------------------------------------------------------- */

static int make_slots(plan_builder *b)
{
    const sni_schedule *s = &b->schedule;
    size_t *bytes = alloc(b, (size_t)s->nvals, sizeof *bytes);
    b->slot = malloc(((size_t)s->nvals + 1) * sizeof *b->slot);
    b->last = calloc((size_t)s->nvals + 1, sizeof *b->last);
    b->leaf_last = calloc((size_t)b->plan->nleaves + 1, sizeof *b->leaf_last);
    if (!bytes || !b->slot || !b->last || !b->leaf_last) return sni_fail_memory((size_t)s->nvals * sizeof *b->slot, "a plan");
    for (int32_t v = 0; v < s->nvals; v++) {
        const sni_val *val = &s->vals[v];
        b->slot[v] = SNI_NO_SLOT;
        if (!val->materialised || val->group < 0) continue;
        size_t *size = &bytes[b->plan->nslots];
        if (sni_mul_overflow((size_t)val->node->layout->size, (size_t)sni_dtypes[val->node->dtype].bytes, size))
            return sni_fail_memory(SIZE_MAX, "an array");
        b->slot[v] = b->plan->nslots++;
    }
    b->plan->slot_bytes = bytes;
    return SN_OK;
}

static int bind_roots(plan_builder *b)
{
    const sni_schedule *s = &b->schedule;
    uint32_t *roots = alloc(b, (size_t)s->nroots, sizeof *roots);
    if (!roots) return SN_ERR_MEMORY;
    for (int32_t i = 0; i < s->nroots; i++) {
        roots[i] = b->slot[s->roots[i]];
        if (roots[i] == SNI_NO_SLOT) return sni_fail(SN_ERR_INTERNAL, "a root that no kernel computes");
    }
    b->plan->roots = roots;
    return SN_OK;
}

/* ---- one step ----------------------------------------------------------------------------------------------- */

static int set_makes(plan_builder *b, const sni_group *g, sni_step *step)
{
    uint32_t *makes = alloc(b, (size_t)g->nmembers, sizeof *makes);
    if (!makes) return SN_ERR_MEMORY;
    for (int32_t m = 0; m < g->nmembers; m++) {
        if (!g->members[m].output) continue;
        uint32_t slot = b->slot[g->members[m].val];
        if (slot == SNI_NO_SLOT) return sni_fail(SN_ERR_INTERNAL, "a stored value without memory");
        makes[step->nmakes++] = slot;
        b->last[slot] = (uint32_t)(step - b->plan->steps);
    }
    step->makes = makes;
    return SN_OK;
}

/* Distinct elements an operand touches: no more than there are. */
static uint64_t operand_bytes(const plan_builder *b, size_t operand, int32_t val)
{
    const sni_kernel *k = &b->lowered.kernel;
    const sni_geometry *g = &b->lowered.geometry;
    const sni_layout *l = b->schedule.vals[val].node->layout;
    int64_t elements = 1;
    for (int d = 0; d < k->nx + k->nr; d++)
        if (g->stride[operand][d] && sni_mul_overflow(elements, g->extent[d], &elements)) elements = INT64_MAX;
    if (elements > l->size) elements = l->size;
    return (uint64_t)elements * sni_dtypes[k->operands[operand].dtype].bytes;
}

/* Where a value is, used by the step. */
static int use_value(plan_builder *b, const sni_step *step, int32_t val, uint32_t *place)
{
    const sni_val *v = &b->schedule.vals[val];
    uint32_t slot = b->slot[val], at = (uint32_t)(step - b->plan->steps);
    if (v->node->kind == SNI_NODE_LEAF) {
        *place = SNI_FIRST_LEAF + (uint32_t)v->binding;
        b->leaf_last[v->binding] = at;
        return SN_OK;
    }
    if (slot == SNI_NO_SLOT) return sni_fail(SN_ERR_INTERNAL, "an operand that is not stored");
    *place = SNI_FIRST_LEAF + b->plan->nleaves + slot;
    b->last[slot] = at;
    return SN_OK;
}

static int bind_operand(plan_builder *b, sni_step *step, size_t i, uint32_t *place)
{
    int32_t val = b->lowered.operand_val[i];
    sni_operand_kind kind = (sni_operand_kind)b->lowered.kernel.operands[i].kind;
    *place = 0;
    if (kind == SNI_OPERAND_INDEX) return SN_OK;
    if (val < 0 || val >= b->schedule.nvals) return sni_fail(SN_ERR_INTERNAL, "an operand without a value");
    *(kind == SNI_OPERAND_OUT ? &step->bytes_written : &step->bytes_read) += operand_bytes(b, i, val);
    return use_value(b, step, val, place);
}

static int bind_operands(plan_builder *b, sni_step *step)
{
    size_t n = b->lowered.kernel.noperands;
    uint32_t *place = alloc(b, n, sizeof *place);
    if (!place) return SN_ERR_MEMORY;
    for (size_t i = 0; i < n; i++) SNI_TRY(bind_operand(b, step, i, &place[i]));
    step->place = place;
    return SN_OK;
}

static int bind_scalars(plan_builder *b, sni_step *step)
{
    size_t n = b->lowered.kernel.nscalars;
    int32_t *constant = alloc(b, n, sizeof *constant);
    sni_scalar *literal = alloc(b, n, sizeof *literal);
    if (!constant || !literal) return SN_ERR_MEMORY;
    for (size_t i = 0; i < n; i++) {
        int32_t val = b->lowered.scalar_val[i];
        constant[i] = val < 0 ? -1 : b->schedule.vals[val].binding;
        literal[i] = b->lowered.scalar_literal[i];
    }
    step->constant = constant;
    step->literal = literal;
    return SN_OK;
}

/* ---- parts of arrays ----------------------------------------------------------------------------------------
 * A map that reads the old array element for element where it stores may store over it, as below; so may
 * any kernel that reads no element of the region at all. */

static bool same_walk(const sni_kernel *k, const sni_geometry *g, size_t in, size_t out)
{
    size_t dims = (size_t)k->nx + k->nr;
    return k->operands[in].dtype == k->operands[out].dtype && g->offset[in] == g->offset[out] &&
           memcmp(g->stride[in], g->stride[out], dims * sizeof g->stride[in][0]) == 0;
}

static size_t find_output(const sni_kernel *k)
{
    size_t i = 0;
    while (i < k->noperands && k->operands[i].kind != SNI_OPERAND_OUT) i++;
    return i;
}

/* `parts` an element: 2 of a complex array, whose operands count parts; where one is stored before the other is
 * read, the same element is no longer the old one. */
static bool meets(const sni_step *step, const sni_update *u, int64_t parts)
{
    const sni_kernel *k = step->kernel;
    const sni_geometry *g = step->geometry;
    int dims = k->nx + k->nr;
    for (size_t i = 0; i < k->noperands; i++) {
        int64_t stride[SNI_KERNEL_DIMS];
        if (step->place[i] != u->old || k->operands[i].kind != SNI_OPERAND_IN) continue;
        if (parts == 1 && k->pattern == SNI_PATTERN_MAP && same_walk(k, g, i, find_output(k))) continue;
        for (int d = 0; d < dims; d++) stride[d] = g->stride[i][d] / parts;
        if (!sni_region_misses(&u->region, dims, g->extent, stride, g->offset[i] / parts)) return true;
    }
    return false;
}

static int set_update(plan_builder *b, int32_t group, sni_step *step)
{
    const sni_group *g = &b->schedule.groups[group];
    const sni_val *v = &b->schedule.vals[g->members[g->nmembers - 1].val];
    if (v->node->kind != SNI_NODE_WRITE || sni_val_old(v) < 0) return SN_OK;
    sni_update *u = alloc(b, 1, sizeof *u);
    if (!u) return SN_ERR_MEMORY;
    SNI_TRY(use_value(b, step, sni_val_old(v), &u->old));
    u->result = SNI_FIRST_LEAF + b->plan->nleaves + step->makes[0];
    u->node = v->node->index;
    sni_region_make(v->in[1].view, v->in[1].offset, sni_dtypes[v->node->dtype].bytes, &u->region);
    u->meets = meets(step, u, sni_dtype_complex((sni_dtype)v->node->dtype) ? 2 : 1);
    step->update = u;
    return SN_OK;
}

static void set_dies(plan_builder *b, uint32_t step)
{
    sni_update *u = b->plan->steps[step].update;
    uint32_t old = u->old - SNI_FIRST_LEAF, leaves = b->plan->nleaves;
    u->dies = (old < leaves ? b->leaf_last[old] : b->last[old - leaves]) == step;
}

static int make_step(plan_builder *b, int32_t group, sni_step *step)
{
    const sni_kernel *k = &b->lowered.kernel;
    const shared_geometry *g = share_geometry(b, k, &b->lowered.geometry);
    step->kernel = share_kernel(b, k);
    if (!step->kernel || !g) return SN_ERR_MEMORY;
    step->geometry = &g->geometry;
    step->geo = g->geo;
    step->launches = k->pattern >= SNI_PATTERN_SPLIT_ROWS ? 2 : 1;
    SNI_TRY(bind_operands(b, step));
    SNI_TRY(bind_scalars(b, step));
    SNI_TRY(set_update(b, group, step));
    if (b->explaining) {
        sni_str_printf(&b->explain, "code of kernel %d:\n", (int)group);
        sni_kernel_print(k, &b->explain);
    }
    return b->plan->device->prepare(b->plan->device, step->kernel, &step->program);
}

static int add_group(plan_builder *b, int32_t group)
{
    const sni_group *g = &b->schedule.groups[group];
    sni_step *step = &b->plan->steps[b->plan->nsteps++];
    step->donor = SNI_NO_SLOT;
    SNI_TRY(set_makes(b, g, step));
    if (g->empty) return SN_OK;
    SNI_TRY(sni_lower(&b->schedule, group, &b->limits, &b->lowered));
    int status = make_step(b, group, step);
    sni_kernel_free(&b->lowered.kernel);
    return status;
}

/* ---- last uses ------------------------------------------------------------------------------------------------ */

static int set_frees(plan_builder *b)
{
    sni_plan *p = b->plan;
    uint32_t *frees = alloc(b, p->nslots, sizeof *frees), *at = frees;
    if (!frees) return SN_ERR_MEMORY;
    for (int32_t i = 0; i < b->schedule.nroots; i++) b->last[p->roots[i]] = SNI_NO_SLOT;
    for (uint32_t s = 0; s < p->nslots; s++)
        if (b->last[s] != SNI_NO_SLOT) p->steps[b->last[s]].nfrees++;
    for (uint32_t i = 0; i < p->nsteps; i++) {
        p->steps[i].frees = at;
        at += p->steps[i].nfrees;
        p->steps[i].nfrees = 0;
    }
    for (uint32_t s = 0; s < p->nslots; s++) {
        if (b->last[s] == SNI_NO_SLOT) continue;
        sni_step *step = &p->steps[b->last[s]];
        frees[step->frees - frees + step->nfrees++] = s;
    }
    return SN_OK;
}

/* ---- results in place ----------------------------------------------------------------------------------------
 * A map that reads a dying value element for element as it writes its one result may write over it: every
 * vector is loaded before it is stored.  A different dtype could not: compilers take that for other memory.
 * Nor could a complex result, whose real part is stored before its imaginary one may have been read. */

static bool may_give(const plan_builder *b, const sni_step *step, uint32_t slot, size_t out)
{
    const sni_plan *p = b->plan;
    if (slot == step->makes[0]) return false; /* nobody reads the result: it dies where it is made */
    if (p->slot_bytes[slot] != p->slot_bytes[step->makes[0]]) return false;
    for (size_t i = 0; i < step->kernel->noperands; i++)
        if (step->place[i] == SNI_FIRST_LEAF + p->nleaves + slot && !same_walk(step->kernel, step->geometry, i, out)) return false;
    return true;
}

static int count_outputs(const sni_kernel *k)
{
    int n = 0;
    for (size_t i = 0; i < k->noperands; i++) n += k->operands[i].kind == SNI_OPERAND_OUT;
    return n;
}

static void set_donor(const plan_builder *b, sni_step *step)
{
    const sni_kernel *k = step->kernel;
    if (!step->program || step->update || k->pattern != SNI_PATTERN_MAP || step->nmakes != 1) return;
    const sni_kinstr *last = &k->instrs[k->ninstrs - 1];
    if (last->op != SNI_K_STORE || count_outputs(k) != 1) return;
    for (uint32_t i = 0; i < step->nfrees && step->donor == SNI_NO_SLOT; i++)
        if (may_give(b, step, step->frees[i], last->slot)) step->donor = step->frees[i];
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

static void write_text(const char *path, const sni_str *text)
{
    int fd = strcmp(path, "-") == 0 ? STDERR_FILENO : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write(fd, sni_str_text(text), text->len) == (ssize_t)text->len;
    if (!ok) sni_log(SNI_LOG_WARN, "EXPLAIN: cannot write %s: %m", path);
    if (fd > STDERR_FILENO) close(fd);
}

static int build_steps(plan_builder *b)
{
    sni_plan *p = b->plan;
    p->steps = alloc(b, (size_t)b->schedule.ngroups, sizeof *p->steps);
    if (!p->steps) return SN_ERR_MEMORY;
    SNI_TRY(make_slots(b));
    SNI_TRY(bind_roots(b));
    for (int32_t g = 0; g < b->schedule.ngroups; g++) SNI_TRY(add_group(b, g));
    SNI_TRY(set_frees(b));
    for (uint32_t i = 0; i < p->nsteps; i++) {
        set_donor(b, &p->steps[i]);
        if (p->steps[i].update) set_dies(b, i);
    }
    return SN_OK;
}

static int build(plan_builder *b, sni_node *const *roots, size_t nroots)
{
    char explain[4096];
    SNI_TRY(sni_schedule_build(b->sig, roots, nroots, &b->limits, &b->schedule));
    SNI_TRY(sni_option_text(SNI_OPTION_EXPLAIN, explain, sizeof explain));
    b->explaining = explain[0] != 0;
    if (b->explaining) sni_schedule_explain(&b->schedule, &b->explain);
    int status = build_steps(b);
    if (b->explaining) write_text(explain, &b->explain);
    sni_schedule_free(&b->schedule);
    return status;
}

static int copy_signature(plan_builder *b)
{
    size_t n = b->sig->words.count;
    uint64_t *words = alloc(b, n, sizeof *words);
    if (!words) return SN_ERR_MEMORY;
    memcpy(words, b->sig->words.data, n * sizeof *words);
    b->plan->words = words;
    b->plan->nwords = n;
    return SN_OK;
}

int sni_plan_build(sni_device *d, bool fuse, const sni_signature *sig, sni_node *const *roots, size_t nroots, sni_plan **out)
{
    plan_builder *b = calloc(1, sizeof *b);
    sni_plan *p = calloc(1, sizeof *p);
    if (!b || !p) {
        free(b);
        free(p);
        return sni_fail_memory(sizeof *b, "a plan");
    }
    *p = (sni_plan){.hash = sig->hash, .device = d, .fuse = fuse, .nleaves = (uint32_t)sig->leaves.count, .bytes = sizeof *p};
    sni_arena_init(&p->arena);
    b->plan = p;
    b->sig = sig;
    b->limits = *d->limits;
    b->limits.fuse = fuse;
    int status = copy_signature(b);
    if (status == SN_OK) status = build(b, roots, nroots);
    sni_map_free(&b->kernels);
    sni_map_free(&b->geometries);
    sni_str_free(&b->explain);
    free(b->slot);
    free(b->last);
    free(b->leaf_last);
    free(b);
    if (status < 0)
        sni_plan_free(p);
    else
        *out = p;
    return status;
}

void sni_plan_free(sni_plan *p)
{
    for (uint32_t i = 0; i < p->nsteps; i++)
        if (p->steps[i].program) p->device->release(p->device, p->steps[i].program);
    sni_arena_free(&p->arena);
    free(p);
}
