/* Operations of the user's own. */
#include "api/operands.h"
#include "expr/user.h"

_Static_assert(SNI_OPERANDS_MAX >= SNI_FORMULA_PARAMS, "a call takes all arguments of an operation");

static int define(sn_op *op, const char *call, const sni_user_text *text)
{
    const sni_user *u;
    if (op == NULL) return sni_no_place(call);
    *op = (sn_op){0, 0};
    SNI_TRY(sni_user_define(text, &u));
    *op = (sn_op){u->index, sni_user_generation()};
    return SN_OK;
}

int sn_define_op(sn_op *op, const char *name, const char *arguments, const char *result,
                 const char *expression)
{
    const sni_user_text text = {.name = name, .arguments = arguments, .result = result, .map = expression};
    return define(op, "sn_define_op", &text);
}

int sn_define_reduction(sn_op *op, const char *name, const char *arguments, const char *result,
                        const char *map, const char *combine, const char *identity)
{
    const sni_user_text text = {name, arguments, result, map, combine, identity};
    if (combine == NULL || identity == NULL)
        return sni_fail(SN_ERR_ARGUMENT, "define_reduction: %s is NULL",
                        combine == NULL ? "combine" : "identity");
    return define(op, "sn_define_reduction", &text);
}

/* A call that fails before it has looked at its operands: numbers made for it are consumed. */
static sn_array refuse(sn_arrays operands)
{
    sni_context *c = sni_context_get();
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    for (size_t k = 0; operands.arrays != NULL && k < operands.count; k++) {
        sni_cell *cell = sni_cell_find(c, operands.arrays[k]);
        if (cell != NULL && cell->temporary) sni_cell_free(c, cell);
    }
    return sni_result(c, NULL);
}

static int check_call(const sni_user *u, sn_arrays operands, bool reduction)
{
    const char *name = u->name;
    if (reduction && u->combine == NULL)
        return sni_fail(SN_ERR_ARGUMENT, "%s: no reduction; sn_apply applies it", name);
    if (!reduction && u->combine != NULL)
        return sni_fail(SN_ERR_ARGUMENT, "%s: a reduction; sn_reduce applies it", name);
    if (operands.arrays != NULL && operands.count == u->map->nparams) return SN_OK;
    return sni_fail(SN_ERR_ARGUMENT, "%s: takes %d operand%s, %zu given", name, u->map->nparams,
                    u->map->nparams > 1 ? "s" : "", operands.arrays != NULL ? operands.count : 0);
}

sn_array(sn_apply)(sn_op op, sn_arrays operands)
{
    sni_operands o;
    sn_array out;
    const sni_user *u = sni_user_at(op.index, op.generation);
    if (u == NULL || check_call(u, operands, false) < 0) return refuse(operands);
    int count = u->map->nparams;
    if (!sni_operands_begin(&o, u->name, count, count, operands.arrays, &out)) return out;
    return sni_operands_end(&o, sni_formula_apply(&o.context->graph, u->map, o.node, o.weak));
}

sn_array(sn_reduce)(sn_op op, sn_arrays operands, sn_axes axes, bool keepdims)
{
    sni_operands o;
    sn_array out;
    const sni_user *u = sni_user_at(op.index, op.generation);
    if (u == NULL || check_call(u, operands, true) < 0 || sni_check_axes(u->name, axes) < 0)
        return refuse(operands);
    int count = u->map->nparams, naxes = axes.count == 0 ? -1 : (int)axes.count;
    if (!sni_operands_begin(&o, u->name, count, count, operands.arrays, &out)) return out;
    sni_graph *g = &o.context->graph;
    sni_node *map = sni_formula_apply(g, u->map, o.node, o.weak);
    sni_node *joined = map != NULL ? sni_formula_reduce(g, u->combine, map, axes.axes, naxes, keepdims)
                                   : NULL;
    sni_node_release(g, map);
    return sni_operands_end(&o, joined);
}
