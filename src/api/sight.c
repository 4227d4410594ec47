/* Cells that see one array: views, and what views are made of. */
#include "api/context.h"

#include <stdlib.h>

/* ---- the list of those that hold a node ---------------------------------------------------------------- */

static void list_in(sni_sight *s)
{
    sni_link *head = s->alias.origin->names;
    s->link.next = head;
    s->link.prev = NULL;
    if (head != NULL) head->prev = &s->link;
    s->alias.origin->names = &s->link;
}

static void list_out(sni_sight *s)
{
    sni_link *l = &s->link;
    if (l->prev != NULL)
        l->prev->next = l->next;
    else
        s->alias.origin->names = l->next;
    if (l->next != NULL) l->next->prev = l->prev;
}

/* ---- sights -------------------------------------------------------------------------------------------------- */

static sni_sight *sight_new(sni_cell *cell)
{
    sni_sight *s = malloc(sizeof *s);
    if (s == NULL) {
        sni_fail_memory(sizeof *s, "a view");
        return NULL;
    }
    *s = (sni_sight){.cell = cell};
    return s;
}

int sni_cell_adopt(sni_context *c, sni_cell *cell)
{
    if (cell->sight != NULL) return SN_OK;
    sni_sight *s = sight_new(cell);
    if (s == NULL) return SN_ERR_MEMORY;
    int status = sni_alias_adopt(&c->graph, &cell->node, &s->alias);
    if (status < 0) {
        free(s);
        return status;
    }
    cell->sight = s;
    list_in(s);
    return SN_OK;
}

/* Drops the node; the next use makes it anew. */
static void forget(sni_context *c, sni_cell *cell)
{
    sni_node *node = cell->node;
    bool locked = atomic_load_explicit(&cell->crossable, memory_order_relaxed);
    sni_chunk *chunk = sni_cell_chunk(cell);
    list_out(cell->sight);
    if (locked) pthread_mutex_lock(&chunk->lock);
    cell->node = NULL;
    atomic_store_explicit(&cell->crossable, false, memory_order_release);
    if (locked) pthread_mutex_unlock(&chunk->lock);
    sni_node_release(&c->graph, node);
}

int sni_cell_see(sni_context *c, sni_cell *cell, const sni_alias *alias)
{
    sni_node *now = sni_alias_node(&c->graph, alias);
    sni_sight *s = now != NULL ? sight_new(cell) : NULL;
    if (s == NULL || sni_alias_copy(alias, &s->alias) < 0) {
        if (now != NULL) sni_node_release(&c->graph, now);
        free(s);
        return sni_error_status();
    }
    cell->sight = s;
    list_in(s);
    if (now != cell->node) forget(c, cell);
    sni_node_release(&c->graph, now);
    return SN_OK;
}

sni_node *sni_cell_look(sni_context *c, sni_cell *cell)
{
    cell->node = sni_alias_node(&c->graph, &cell->sight->alias);
    if (cell->node != NULL) list_in(cell->sight);
    return cell->node;
}

void sni_cell_blind(sni_context *c, sni_cell *cell)
{
    sni_sight *s = cell->sight;
    if (s == NULL) return;
    if (cell->node != NULL) list_out(s);
    cell->sight = NULL;
    sni_alias_drop(&c->graph, &s->alias);
    free(s);
}

sn_array sni_result_view(sni_context *c, sni_node *node, sni_alias *alias, bool foreign)
{
    sn_array out = sni_result(c, node);
    sni_cell *cell = node != NULL ? sni_cell_find(c, out) : NULL;
    sni_sight *s = cell != NULL && alias->origin != NULL ? sight_new(cell) : NULL;
    if (cell != NULL) cell->foreign = foreign;
    if (s != NULL) {
        s->alias = *alias;
        cell->sight = s;
        list_in(s);
    } else if (alias->origin != NULL) {
        sni_alias_drop(&c->graph, alias);
        if (cell != NULL) sni_cell_poison(c, cell, &(sni_used){0});
    }
    return out;
}

/* ---- after a write ------------------------------------------------------------------------------------------- */

/* Other threads may read it until it is replaced. */
static void renew_shared(sni_context *c, sni_cell *cell)
{
    sni_used now = {.node = sni_alias_node(&c->graph, &cell->sight->alias)};
    sni_chunk *chunk = sni_cell_chunk(cell);
    if (now.node == NULL || sni_evaluated_data(c, now.node) == NULL) {
        sni_cell_poison(c, cell, &(sni_used){0});
    } else {
        sni_node *old = cell->node;
        pthread_mutex_lock(&chunk->lock);
        cell->node = now.node;
        pthread_mutex_unlock(&chunk->lock);
        now.node = old;
    }
    if (now.node != NULL) sni_node_release(&c->graph, now.node);
}

void sni_cells_renew(sni_context *c, sni_origin *o)
{
    if (!o->written) return;
    o->written = false;
    for (sni_link *l = o->names, *next; l != NULL; l = next) {
        sni_cell *cell = ((sni_sight *)l)->cell;
        next = l->next;
        if (!cell->shared) forget(c, cell);
    }
    for (sni_link *l = o->names, *next; l != NULL; l = next) {
        next = l->next;
        renew_shared(c, ((sni_sight *)l)->cell);
    }
}

/* ---- making views --------------------------------------------------------------------------------------------- */

int sni_begin_view_for(const char *function, sni_unary *call, sn_array x)
{
    SNI_TRY(sni_begin_for(function, call, x));
    sni_cell *cell = call->used.cell;
    if (cell == NULL || call->used.weak) return SN_OK;
    sni_node *subject = NULL;
    if (sni_cell_adopt(call->context, cell) >= 0)
        subject = sni_alias_subject(call->graph, &cell->sight->alias);
    if (subject == NULL) {
        call->result = sni_finish(call, NULL);
        return sni_error_status();
    }
    call->node = subject;
    return SN_OK;
}

sn_array sni_finish_view(sni_unary *call, sni_node *node, bool frozen)
{
    sni_cell *cell = call->used.cell;
    sni_context *c = call->context;
    sni_alias alias = {0};
    if (cell == NULL || call->used.weak) {
        sn_array out = sni_result_view(c, node, &alias, cell == NULL);
        sni_unuse(c, &call->used);
        return out;
    }
    if (node != NULL && sni_alias_view(call->graph, &cell->sight->alias, call->node, &node, &alias) < 0)
        node = NULL;
    alias.frozen |= frozen;
    sni_node_release(call->graph, call->node);
    sn_array out = sni_result_view(c, node, &alias, cell->foreign);
    sni_unuse(c, &call->used);
    return out;
}
