/* Calls with several array operands. */
#include "api/operands.h"

static bool is_zero(sn_array x)
{
    return x.index == 0 && x.generation == 0;
}

void sni_operands_finish(sni_operands *o)
{
    for (int k = 0; k < o->count; k++) sni_unuse(o->context, &o->used[k]);
}

/* Ends a call that cannot be recorded: numbers made for it are consumed. */
static sn_array refuse(sni_operands *o, const char *name, const int *positions, const sn_array *x, int bad)
{
    if (o->used[bad].failure == NULL) sni_argument(name, positions[bad], sni_error_status());
    sn_array out = sni_unusable(o->context, &o->used[bad]);
    sni_operands_finish(o);
    for (int k = bad + 1; k < o->count; k++) {
        sni_cell *cell = sni_cell_find(o->context, x[k]);
        if (cell != NULL && cell->temporary) sni_cell_free(o->context, cell);
    }
    return out;
}

bool sni_operands_begin_at(sni_operands *o, const char *name, const int *positions, int count, int optional,
                           const sn_array *x, sn_array *out)
{
    *o = (sni_operands){.context = sni_context_get(), .count = count};
    *out = sni_no_cell(SN_ERR_MEMORY);
    for (int k = 0; o->context != NULL && k < count; k++) {
        if (k >= optional && is_zero(x[k])) continue;
        if (sni_use(o->context, x[k], &o->used[k]) < 0) {
            *out = refuse(o, name, positions, x, k);
            return false;
        }
        o->node[k] = o->used[k].node;
        o->weak[k] = o->used[k].weak;
    }
    return o->context != NULL;
}

sn_array sni_operands_end(sni_operands *o, sni_node *node)
{
    sn_array out = sni_result(o->context, node);
    sni_operands_finish(o);
    return out;
}
