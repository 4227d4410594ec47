/* From terms to instructions: which pass each is computed in, what later passes repeat or keep, and the
 * numbers of operands, scalars, reductions and stages by first use. */
#include "codegen/lower.h"

#include <stdlib.h>
#include <string.h>

typedef struct need {       /* a term wanted in a pass */
    int32_t term, pass;
    bool keep;              /* as a stage for later passes */
} need;

typedef struct emitter {
    sni_lowering *lw;
    SNI_VEC(need) stack;
    SNI_VEC(sni_kinstr) instrs; /* slot: the term, until slots are numbered */
    int32_t *at;            /* [term][pass]: instruction + 1 */
    int32_t *stage;         /* [term]: its STAGE + 1 */
    uint32_t *passes;       /* [term]: mask of the passes that need it */
    int nstages;
} emitter;

static const sni_term *term_of(const emitter *e, int32_t i)
{
    return &e->lw->terms.data[i];
}

/* XR values belong to a pass; all others are there from one pass on. */
static bool in_pass(const sni_term *t)
{
    return t->level == SNI_XR;
}

static int32_t *cell(emitter *e, int32_t term, int32_t pass)
{
    const sni_term *t = term_of(e, term);
    return &e->at[term * (e->lw->npasses + 1) + (in_pass(t) ? pass : t->ready)];
}

static int want(emitter *e, int32_t term, int32_t pass, bool keep)
{
    return SNI_VEC_PUSH(&e->stack, (need){term, pass, keep});
}

static int add_instr(emitter *e, sni_kinstr in)
{
    return SNI_VEC_PUSH(&e->instrs, in);
}

/* Users have larger numbers than what they use. */
static void find_passes(emitter *e)
{
    for (int32_t i = (int32_t)e->lw->terms.count - 1; i >= 0; i--) {
        const sni_term *t = term_of(e, i);
        if (t->op == SNI_K_STORE) e->passes[i] = 1u << t->ready;
        if (t->op == SNI_K_REDUCE) e->passes[i] = 1u << (t->ready - 1);
        for (int k = 0; k < t->nargs; k++) e->passes[t->arg[k]] |= e->passes[i];
    }
}

static int32_t first_pass(const emitter *e, int32_t term)
{
    return __builtin_ctz(e->passes[term]);
}

/* Kept from the first pass that needs it, when computing it again costs more than keeping it. */
static bool is_staged(const emitter *e, const need *n)
{
    const sni_term *t = term_of(e, n->term);
    if (!e->lw->stage || !t->heavy || !in_pass(t) || n->pass == first_pass(e, n->term)) return false;
    return e->stage[n->term] || e->nstages < (int)SNI_COUNT(e->lw->out->kernel.stage_dtype);
}

static int emit_stage(emitter *e, const need *n)
{
    const sni_term *t = term_of(e, n->term);
    sni_kinstr in = {.op = SNI_K_STAGE, .dtype = t->dtype, .level = SNI_XR, .pass = (uint8_t)n->pass, .nargs = 1};
    in.arg[0] = *cell(e, n->term, n->pass) - 1;
    in.slot = (uint16_t)e->nstages;
    e->lw->out->kernel.stage_dtype[e->nstages++] = t->dtype;
    SNI_TRY(add_instr(e, in));
    e->stage[n->term] = (int32_t)e->instrs.count;
    return SN_OK;
}

static int emit_unstage(emitter *e, const need *n)
{
    const sni_kinstr *stage = &e->instrs.data[e->stage[n->term] - 1];
    sni_kinstr in = {.op = SNI_K_UNSTAGE, .dtype = stage->dtype, .level = SNI_XR, .pass = (uint8_t)n->pass, .slot = stage->slot};
    SNI_TRY(add_instr(e, in));
    *cell(e, n->term, n->pass) = (int32_t)e->instrs.count;
    return SN_OK;
}

static int emit_term(emitter *e, const need *n)
{
    const sni_term *t = term_of(e, n->term);
    sni_kinstr in = {.op = t->op, .code = t->code, .dtype = t->dtype, .level = t->level, .nargs = t->nargs};
    int32_t pass = in_pass(t) ? n->pass : t->op == SNI_K_REDUCE ? t->ready - 1 : t->ready;
    in.pass = (uint8_t)(t->level == SNI_UNIFORM ? 0 : pass);
    in.slot = (uint16_t)n->term;
    for (int k = 0; k < t->nargs; k++) in.arg[k] = *cell(e, t->arg[k], pass) - 1;
    SNI_TRY(add_instr(e, in));
    *cell(e, n->term, n->pass) = (int32_t)e->instrs.count;
    return SN_OK;
}

/* Pushes what must come first; false when all of it is there. */
static int first_args(emitter *e, const need *n, bool *waiting)
{
    const sni_term *t = term_of(e, n->term);
    int32_t pass = in_pass(t) ? n->pass : t->op == SNI_K_REDUCE ? t->ready - 1 : t->ready;
    for (int k = t->nargs - 1; k >= 0; k--) {
        if (*cell(e, t->arg[k], pass)) continue;
        *waiting = true;
        SNI_TRY(want(e, t->arg[k], pass, false));
    }
    return SN_OK;
}

static int step(emitter *e)
{
    need n = e->stack.data[e->stack.count - 1];
    bool waiting = false;
    if (n.keep ? e->stage[n.term] != 0 : *cell(e, n.term, n.pass) != 0) {
        e->stack.count--;
        return SN_OK;
    }
    if (n.keep) {
        if (!*cell(e, n.term, n.pass)) return want(e, n.term, n.pass, false);
        SNI_TRY(emit_stage(e, &n));
    } else if (is_staged(e, &n)) {
        if (!e->stage[n.term]) return want(e, n.term, first_pass(e, n.term), true);
        SNI_TRY(emit_unstage(e, &n));
    } else {
        SNI_TRY(first_args(e, &n, &waiting));
        if (waiting) return SN_OK;
        SNI_TRY(emit_term(e, &n));
    }
    e->stack.count--;
    return SN_OK;
}

static int emit_all(emitter *e)
{
    const sni_lowering *lw = e->lw;
    for (size_t i = 0; i < lw->stores.count; i++) {
        SNI_TRY(want(e, lw->stores.data[i], term_of(e, lw->stores.data[i])->ready, false));
        while (e->stack.count) SNI_TRY(step(e));
    }
    return SN_OK;
}

/* ---- order -------------------------------------------------------------------------------------------------- */

/* Where an instruction runs: before the loops, or the pass's kept part, or the pass's loop over R. */
static int place_of(const sni_kinstr *in)
{
    if (in->level == SNI_UNIFORM) return 0;
    return 1 + 2 * in->pass + (in->level == SNI_XR || in->op == SNI_K_REDUCE);
}

/* Stable: within a place the order in which they were wanted. */
static int sort_instrs(emitter *e)
{
    size_t count = e->instrs.count;
    int places = 3 + 2 * e->lw->npasses;
    int32_t *to = sni_arena_alloc(&e->lw->arena, count, sizeof *to);
    sni_kinstr *sorted = malloc((count + 1) * sizeof *sorted);
    if (!to || !sorted) {
        free(sorted);
        return sni_fail_memory(count * sizeof *sorted, "kernel");
    }
    int32_t next = 0;
    for (int p = 0; p < places; p++)
        for (size_t i = 0; i < count; i++)
            if (place_of(&e->instrs.data[i]) == p) to[i] = next++;
    memset(sorted, 0, (count + 1) * sizeof *sorted);
    for (size_t i = 0; i < count; i++) {
        sni_kinstr *in = &sorted[to[i]];
        *in = e->instrs.data[i];
        for (int k = 0; k < in->nargs; k++) in->arg[k] = to[in->arg[k]];
    }
    e->lw->out->kernel.instrs = sorted;
    e->lw->out->kernel.ninstrs = (int32_t)count;
    return SN_OK;
}

/* ---- slots --------------------------------------------------------------------------------------------------- */

static int number_scalar(sni_lowered *out, sni_term *t)
{
    sni_kernel *k = &out->kernel;
    if (t->slot >= 0) return SN_OK;
    if (k->nscalars == SNI_KERNEL_OPERANDS) return sni_fail(SN_ERR_INTERNAL, "lower: more than %d scalars", SNI_KERNEL_OPERANDS);
    t->slot = k->nscalars++;
    k->scalar_dtype[t->slot] = t->dtype;
    out->scalar_val[t->slot] = t->val;
    if (t->literal) out->scalar_literal[t->slot] = t->value;
    return SN_OK;
}

static int number_operand(sni_kernel *k, sni_term *t)
{
    if (t->slot >= 0) return SN_OK;
    if (k->noperands == SNI_KERNEL_OPERANDS) return sni_fail(SN_ERR_INTERNAL, "lower: more than %d arrays", SNI_KERNEL_OPERANDS);
    t->slot = k->noperands++;
    return SN_OK;
}

static int number_formula(sni_kernel *k, const sni_formula *f, int32_t *out)
{
    for (*out = 0; *out < k->nformulas; ++*out)
        if (k->formulas[*out] == f) return SN_OK;
    if (k->nformulas == SNI_KERNEL_FORMULAS) return sni_fail(SN_ERR_INTERNAL, "lower: more than %d formulas", SNI_KERNEL_FORMULAS);
    k->formulas[k->nformulas++] = f;
    return SN_OK;
}

static int number_slots(emitter *e)
{
    sni_kernel *k = &e->lw->out->kernel;
    for (int32_t i = 0; i < k->ninstrs; i++) {
        sni_kinstr *in = &k->instrs[i];
        if (in->op == SNI_K_STAGE || in->op == SNI_K_UNSTAGE) continue;
        sni_term *t = &e->lw->terms.data[in->slot];
        in->slot = 0;
        switch (in->op) {
        case SNI_K_SCALAR: SNI_TRY(number_scalar(e->lw->out, t)); break;
        case SNI_K_LOAD: case SNI_K_INDEX: case SNI_K_STORE: SNI_TRY(number_operand(k, t)); break;
        case SNI_K_REDUCE:
            t->slot = k->nreductions++;
            if (t->formula) SNI_TRY(number_formula(k, t->formula, &in->arg[1]));
            break;
        default: continue;
        }
        in->slot = (uint16_t)t->slot;
    }
    return SN_OK;
}

int sni_lower_instrs(sni_lowering *lw)
{
    emitter e = {.lw = lw};
    size_t n = lw->terms.count;
    if (n > UINT16_MAX || lw->npasses > 31) return sni_fail(SN_ERR_INTERNAL, "lower: a kernel of %zu values and %d passes", n, lw->npasses);
    e.at = sni_arena_alloc(&lw->arena, n * (size_t)(lw->npasses + 1), sizeof *e.at);
    e.stage = sni_arena_alloc(&lw->arena, n, sizeof *e.stage);
    e.passes = sni_arena_alloc(&lw->arena, n, sizeof *e.passes);
    int status = e.at && e.stage && e.passes ? SN_OK : SN_ERR_MEMORY;
    if (status == SN_OK) find_passes(&e);
    if (status == SN_OK) status = emit_all(&e);
    if (status == SN_OK) status = sort_instrs(&e);
    if (status == SN_OK) status = number_slots(&e);
    lw->out->kernel.nstages = (uint16_t)e.nstages;
    lw->out->kernel.npasses = (uint8_t)lw->npasses;
    free(e.stack.data);
    free(e.instrs.data);
    return status;
}
