/* Assignment, plain and augmented. */
#include "api/context.h"

/* The cell of an array that may be written to.  NULL + message. */
static sni_cell *destination(sni_context *c, sn_array x, const char *name)
{
    sni_cell *cell = sni_cell_find(c, x);
    sni_used u;
    if (cell == NULL && sni_use(c, x, &u) >= 0)
        sni_unuse(c, &u);
    else if (cell == NULL)
        return NULL;
    if (cell == NULL || cell->foreign)
        sni_fail(SN_ERR_HANDLE, "%s: the destination belongs to another thread, which alone may write to it",
                 name);
    else if (cell->failure != NULL)
        sni_fail(cell->failure->status, "%s", cell->failure->text);
    else if (cell->weak)
        sni_fail(SN_ERR_ARGUMENT, "%s: the destination is a number, not an array", name);
    else
        return sni_cell_adopt(c, cell) >= 0 ? cell : NULL;
    return NULL;
}

typedef struct writing {
    sni_context *context;
    sni_cell *cell;
    sni_used used[2];
    int count;
} writing;

/* Uses all operands, so that numbers made for the call are consumed whatever fails. */
static int begin(writing *w, const char *name, sn_array x, const sn_array *operands, int count)
{
    int status = SN_OK;
    *w = (writing){.context = sni_context_get(), .count = count};
    if (w->context == NULL) return SN_ERR_MEMORY;
    for (int k = 0; k < count; k++) {
        sni_cell *cell = status < 0 ? sni_cell_find(w->context, operands[k]) : NULL;
        if (cell != NULL && cell->temporary) sni_cell_free(w->context, cell);
        if (status < 0) continue;
        status = sni_use(w->context, operands[k], &w->used[k]);
        if (status < 0 && w->used[k].failure == NULL)
            sni_fail(status, "%s: operand %d: %s", name, k + 2, sni_error_message());
    }
    if (status >= 0) w->cell = destination(w->context, x, name);
    return status < 0 ? status : w->cell != NULL ? SN_OK : sni_error_status();
}

static int finish(writing *w, int status)
{
    sni_context *c = w->context;
    for (int k = 0; c != NULL && k < w->count; k++) sni_unuse(c, &w->used[k]);
    if (status < 0) return status;
    sni_origin *o = w->cell->sight->alias.origin;
    sni_cells_renew(c, o);
    return sni_origin_guard(&c->graph, o);
}

int(sn_assign)(sn_array x, sn_array value)
{
    writing w;
    int status = begin(&w, "assign", x, &value, 1);
    if (status >= 0)
        status = sni_alias_write(&w.context->graph, &w.cell->sight->alias, w.used[0].node, w.used[0].weak);
    return finish(&w, status);
}

int(sn_assign_where)(sn_array x, sn_array mask, sn_array value)
{
    writing w;
    int status = begin(&w, "assign", x, (const sn_array[]){mask, value}, 2);
    if (status >= 0)
        status = sni_alias_write_where(&w.context->graph, &w.cell->sight->alias, w.used[0].node,
                                       w.used[1].node, w.used[1].weak);
    return finish(&w, status);
}

static int update(sni_op op, sn_array x, sn_array value)
{
    writing w;
    int status = begin(&w, sni_ops[op].name, x, &value, 1);
    if (status >= 0)
        status = sni_alias_update(&w.context->graph, &w.cell->sight->alias, op, w.used[0].node,
                                  w.used[0].weak);
    return finish(&w, status);
}

#define UPDATE_1(ID, name)
#define UPDATE_2(ID, name)                                                                                   \
    int(sn_##name##_assign)(sn_array x, sn_array value)                                                      \
    {                                                                                                        \
        return update(SNI_OP_##ID, x, value);                                                                \
    }
#define UPDATE_3(ID, name)
#define SN_OP(ID, name, arity, ...) UPDATE_##arity(ID, name)
#define SN_REDUCTION(...)
#include "graph/ops.def"
