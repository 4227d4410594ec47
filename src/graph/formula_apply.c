/* Formulas over arrays: an elementwise one as the operations of its steps, a combining one as a reduction. */
#include "graph/formula.h"
#include "graph/internal.h"

#include <stdlib.h>

/* ---- operands --------------------------------------------------------------------------------------- */

static int refuse_cast(const sni_formula *f, int k, const char *from, sni_dtype to)
{
    return sni_fail(SN_ERR_DTYPE, "%s: argument %d: cannot cast %s to %s by same-kind casting", f->name,
                    k + 1, from, sni_dtypes[to].name);
}

/* A number goes where Python's goes: an integer to what holds it, a float to no integer. */
static int check_number(const sni_formula *f, int k, const sni_node *x, sni_dtype to)
{
    static const char *const names[] = {"a bool", "an integer", "an integer", "a float", "a complex number"};
    uint8_t from = sni_dtypes[x->dtype].kind, kind = sni_dtypes[to].kind;
    bool whole = kind == SNI_KIND_INT || kind == SNI_KIND_UINT;
    if (whole && sni_weak_fit(x, to)) return sni_weak_refuse(f->name, x, to);
    bool fits = from == SNI_KIND_BOOL || kind == SNI_KIND_FLOAT ? from != SNI_KIND_COMPLEX
                                                                : whole && from <= SNI_KIND_UINT;
    return fits ? SN_OK : refuse_cast(f, k, names[from], to);
}

static int check_operand(const sni_formula *f, int k, const sni_node *x, bool weak)
{
    sni_dtype from = (sni_dtype)x->dtype, to = (sni_dtype)f->steps[k].dtype;
    SNI_TRY(sni_need_ready(f->name, from));
    if (weak && x->kind == SNI_NODE_CONST) return check_number(f, k, x, to);
    return sni_same_kind(from, to) ? SN_OK : refuse_cast(f, k, sni_dtypes[from].name, to);
}

static sni_node *fitted(sni_graph *g, sni_node *x, sni_dtype dtype, const sni_layout *l)
{
    sni_node *cast = sni_cast(g, x, dtype);
    if (!cast || sni_layout_same_shape(cast->layout, l)) return cast;
    sni_node *out = cast->kind == SNI_NODE_CONST
                        ? sni_scalar_const(g, dtype, (sni_scalar){.bits = {cast->u.scalar, 0}})
                        : sni_spread(g, cast, l->rank, l->dims);
    sni_node_release(g, cast);
    return out;
}

/* ---- steps ------------------------------------------------------------------------------------------- */

static sni_node *step_node(sni_graph *g, const sni_formula_step *s, sni_node *const *at)
{
    sni_node *in[3] = {NULL, NULL, NULL};
    for (int a = 0; a < s->nargs; a++) in[a] = at[s->arg[a]];
    switch ((sni_formula_op)s->op) {
    case SNI_FORMULA_CONST:
        return sni_scalar_const(g, (sni_dtype)s->dtype, (sni_scalar){.bits = {s->value, 0}});
    case SNI_FORMULA_CAST: return sni_cast(g, in[0], (sni_dtype)s->dtype);
    default: return sni_element(g, (sni_op)s->code, in, NULL);
    }
}

/* Nodes of all steps from the operands, which are the first of them; a reference each. */
static int record_steps(sni_graph *g, const sni_formula *f, sni_node **at)
{
    for (int k = f->nparams; k < f->nsteps; k++) {
        at[k] = step_node(g, &f->steps[k], at);
        if (!at[k]) return sni_error_status();
        if (at[k]->dtype != f->steps[k].dtype)
            return sni_fail(SN_ERR_INTERNAL, "%s: step %d has another dtype than it was given", f->name, k);
    }
    return SN_OK;
}

/* What follows from no operand, or from scalars alone, has the shape of all the same. */
static sni_node *whole(sni_graph *g, sni_node *x, const sni_layout *l)
{
    if (sni_layout_same_shape(x->layout, l)) return sni_hold(x);
    if (x->kind == SNI_NODE_CONST)
        return sni_const(g, (sni_dtype)x->dtype, (sni_scalar){.bits = {x->u.scalar, 0}}, l->rank, l->dims);
    return sni_spread(g, x, l->rank, l->dims);
}

static sni_node *apply_at(sni_graph *g, const sni_formula *f, sni_node *const *in, const sni_layout *l)
{
    sni_node **at = calloc(f->nsteps, sizeof *at), *out = NULL;
    if (!at) {
        sni_fail_memory(f->nsteps * sizeof *at, f->name);
        return NULL;
    }
    int status = SN_OK;
    for (int k = 0; k < f->nparams && status == SN_OK; k++) {
        at[k] = fitted(g, in[k], (sni_dtype)f->steps[k].dtype, l);
        if (!at[k]) status = sni_error_status();
    }
    if (status == SN_OK) status = record_steps(g, f, at);
    if (status == SN_OK) out = whole(g, at[f->result], l);
    for (int k = 0; k < f->nsteps; k++) sni_node_release(g, at[k]);
    free(at);
    return out;
}

sni_node *sni_formula_apply(sni_graph *g, const sni_formula *f, sni_node *const *in, const bool *weak)
{
    for (int k = 0; k < f->nparams; k++)
        if (check_operand(f, k, in[k], weak && weak[k]) < 0) return NULL;
    const sni_layout *l = sni_result_layout(g, f->name, in, f->nparams);
    if (!l) return NULL;
    sni_node *out = apply_at(g, f, in, l);
    sni_layout_release(g, l);
    return out;
}
