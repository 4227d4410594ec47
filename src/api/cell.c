/* Cells: making, freeing and resolving the arrays of one thread. */
#include "api/context.h"

#include <stdlib.h>
#include <string.h>

/* ---- failures ------------------------------------------------------------------------------------- */

static sni_failure *failure_new(int status, const char *text)
{
    size_t length = strlen(text);
    sni_failure *f = malloc(sizeof *f + length + 1);
    if (f == NULL) return NULL;
    f->refs = 1;
    f->status = status;
    memcpy(f->text, text, length + 1);
    return f;
}

void sni_failure_release(sni_failure *f)
{
    if (f != NULL && --f->refs == 0) free(f);
}

/* ---- cells ------------------------------------------------------------------------------------------ */

sni_chunk *sni_cell_chunk(const sni_cell *cell)
{
    return atomic_load_explicit(&sni_chunks[cell->index >> SNI_CHUNK_BITS], memory_order_relaxed);
}

sn_array sni_cell_handle(const sni_cell *cell)
{
    return (sn_array){cell->index, atomic_load_explicit(&cell->generation, memory_order_relaxed)};
}

sn_array sni_no_cell(int status)
{
    return (sn_array){(uint32_t)-status, 0};
}

bool sni_cell_retire(sni_cell *cell)
{
    uint32_t next = atomic_load_explicit(&cell->generation, memory_order_relaxed) + 1;
    atomic_store_explicit(&cell->generation, next, memory_order_relaxed);
    atomic_store_explicit(&cell->crossable, false, memory_order_relaxed);
    cell->node = NULL;
    cell->failure = NULL;
    cell->weak = cell->temporary = cell->shared = cell->zombie = cell->foreign = false;
    return next != 0;
}

void sni_cell_free(sni_context *c, sni_cell *cell)
{
    sni_node *node = cell->node;
    sni_failure *failure = cell->failure;
    bool usable;
    if (SNI_UNLIKELY(cell->sight != NULL)) sni_cell_blind(c, cell);
    if (!cell->temporary) sni_link_remove(&cell->link);
    if (atomic_load_explicit(&cell->crossable, memory_order_relaxed)) {
        sni_chunk *chunk = sni_cell_chunk(cell);
        pthread_mutex_lock(&chunk->lock);
        usable = sni_cell_retire(cell);
        pthread_mutex_unlock(&chunk->lock);
    } else {
        usable = sni_cell_retire(cell);
    }
    if (SNI_LIKELY(usable)) {
        cell->link.next = (sni_link *)c->free_cells;
        c->free_cells = cell;
    }
    if (node != NULL) sni_node_release(&c->graph, node);
    if (failure != NULL) sni_failure_release(failure);
}

static void link_in(sni_cell *cell, sni_frame *frame)
{
    cell->depth = frame->depth;
    sni_link_add(&frame->cells, &cell->link);
}

void sni_cell_move(sni_cell *cell, sni_frame *frame)
{
    sni_link_remove(&cell->link);
    link_in(cell, frame);
}

/* Gives up the reference when there is no cell to hold it. */
static sn_array fill(sni_context *c, sni_node *node, sni_failure *failure)
{
    sni_cell *cell = sni_cell_new(c);
    if (SNI_UNLIKELY(cell == NULL)) {
        if (node != NULL) sni_node_release(&c->graph, node);
        sni_failure_release(failure);
        return sni_no_cell(SN_ERR_MEMORY);
    }
    cell->node = node;
    cell->failure = failure;
    link_in(cell, c->top);
    return sni_cell_handle(cell);
}

static sni_failure *failure_of_thread(void)
{
    return failure_new(sni_error_status(), sni_error_message());
}

sn_array sni_result(sni_context *c, sni_node *node)
{
    if (SNI_UNLIKELY(c->graph.sites != NULL)) sni_site_end(&c->graph);
    if (SNI_LIKELY(node != NULL)) return fill(c, node, NULL);
    sni_failure *failure = failure_of_thread();
    return failure == NULL ? sni_no_cell(sni_error_status()) : fill(c, NULL, failure);
}

sn_array sni_unusable(sni_context *c, const sni_used *u)
{
    if (u->failure == NULL) return sni_result(c, NULL);
    u->failure->refs++;
    return fill(c, NULL, u->failure);
}

sn_array sni_number(sni_context *c, sni_dtype dtype, sni_scalar value, bool temporary)
{
    sni_cell *cell = sni_cell_new(c);
    if (SNI_UNLIKELY(cell == NULL)) return sni_no_cell(SN_ERR_MEMORY);
    cell->weak = true;
    cell->number = value;
    cell->number_dtype = (uint8_t)dtype;
    cell->temporary = temporary;
    if (!temporary) link_in(cell, c->top);
    return sni_cell_handle(cell);
}

static void clear(sni_context *c, sni_cell *cell)
{
    sni_cell_blind(c, cell);
    sni_node *node = cell->node;
    sni_failure *failure = cell->failure;
    cell->node = NULL;
    cell->failure = NULL;
    cell->weak = cell->foreign = false;
    if (node != NULL) sni_node_release(&c->graph, node);
    sni_failure_release(failure);
}

/* Replaces what a cell names.  Other threads may be reading a crossable one. */
static void replace(sni_context *c, sni_cell *cell, sni_node *node, sni_failure *failure)
{
    sni_chunk *chunk = sni_cell_chunk(cell);
    bool locked = atomic_load_explicit(&cell->crossable, memory_order_relaxed);
    sni_deleters_hold();
    if (locked) pthread_mutex_lock(&chunk->lock);
    clear(c, cell);
    cell->node = node;
    cell->failure = failure;
    atomic_store_explicit(&cell->crossable, node != NULL && sni_is_evaluated(node), memory_order_release);
    if (locked) pthread_mutex_unlock(&chunk->lock);
    sni_deleters_let_go();
}

void sni_cell_put(sni_context *c, sni_cell *cell, sni_node *node)
{
    replace(c, cell, node, NULL);
}

void sni_cell_assign(sni_context *c, sni_cell *cell, const sni_used *value)
{
    sni_node *node = value->weak ? NULL : value->node;
    if (node != NULL) sni_node_retain(node);
    sni_scalar number = value->cell != NULL ? value->cell->number : (sni_scalar){0};
    uint8_t dtype = value->cell != NULL ? value->cell->number_dtype : 0;
    sni_deleters_hold(); /* until the cell is whole */
    replace(c, cell, node, NULL);
    cell->weak = value->weak;
    cell->number = number;
    cell->number_dtype = dtype;
    sni_deleters_let_go();
}

void sni_cell_poison(sni_context *c, sni_cell *cell, const sni_used *failed)
{
    sni_failure *failure = failed->failure;
    if (failure != NULL)
        failure->refs++;
    else
        failure = failure_of_thread();
    if (failure != NULL) replace(c, cell, NULL, failure);
}

/* ---- use ----------------------------------------------------------------------------------------------- */

static int use_number(sni_context *c, sni_cell *cell, sni_used *u)
{
    sni_node *node = sni_const(&c->graph, cell->number_dtype, cell->number, 0, NULL);
    *u = (sni_used){.node = node, .cell = cell, .owned = true, .weak = true};
    return node != NULL ? SN_OK : sni_error_status();
}

static int refuse_without_cell(sn_array x)
{
    if (x.index == 0) return sni_fail(SN_ERR_HANDLE, "array handle is zero: nothing was assigned to it");
    if (x.index > (uint32_t)-SN_ERR_INTERNAL) return sni_fail(SN_ERR_HANDLE, "array handle was never made");
    return sni_fail(-(int)x.index, "array could not be made: %s", sni_status_name(-(int)x.index));
}

int sni_use_slow(sni_context *c, sn_array x, sni_used *u)
{
    sni_cell *cell = sni_cell_find(c, x);
    *u = (sni_used){0};
    if (cell == NULL) return x.generation == 0 ? refuse_without_cell(x) : sni_foreign_use(c, x, u);
    if (cell->weak) return use_number(c, cell, u);
    if (cell->sight != NULL) {
        *u = (sni_used){.node = sni_cell_look(c, cell), .cell = cell};
        return u->node != NULL ? SN_OK : sni_error_status();
    }
    u->cell = cell;
    u->failure = cell->failure;
    return sni_fail(cell->failure->status, "%s", cell->failure->text);
}

void sni_unuse_slow(sni_context *c, sni_used *u)
{
    if (u->node != NULL) sni_node_release(&c->graph, u->node);
    if (u->cell != NULL && u->cell->temporary) sni_cell_free(c, u->cell);
    *u = (sni_used){0};
}

int sni_argument(const char *function, int position, int status)
{
    if (SNI_LIKELY(status >= 0)) return status;
    const char *name = strncmp(function, "sn_", 3) == 0 ? function + 3 : function,
               *text = sni_error_message();
    size_t n = strlen(name);
    if (strncmp(text, name, n) == 0 && strncmp(text + n, ": ", 2) == 0) text += n + 2;
    return sni_fail(status, "%s: argument %d: %s", name, position, text);
}

int sni_begin_for(const char *function, sni_unary *call, sn_array x)
{
    sni_context *c = call->context = sni_context_get();
    if (SNI_UNLIKELY(c == NULL)) {
        call->result = sni_no_cell(SN_ERR_MEMORY);
        return SN_ERR_MEMORY;
    }
    call->graph = &c->graph;
    int status = sni_use(c, x, &call->used);
    call->node = call->used.node;
    if (SNI_LIKELY(status >= 0)) return SN_OK;
    if (call->used.failure == NULL) sni_argument(function, 1, status);
    call->result = sni_unusable(c, &call->used);
    sni_unuse(c, &call->used);
    return status;
}

sn_array sni_finish(sni_unary *call, sni_node *node)
{
    sn_array out = sni_result(call->context, node);
    sni_unuse(call->context, &call->used);
    return out;
}
