/* Evaluation, and what follows from an array having been evaluated. */
#include "api/context.h"

#include <stdlib.h>

bool sni_is_evaluated(const sni_node *n)
{
    return n->kind == SNI_NODE_LEAF || (n->kind == SNI_NODE_VIEW && n->in[0]->kind == SNI_NODE_LEAF);
}

void sni_count_nodes(sni_context *c)
{
    uint64_t recorded = c->graph.recorded;
    SNI_COUNT_ADD(nodes, recorded - c->counted);
    c->counted = recorded;
}

static int evaluate(sni_context *c, sni_node *const *nodes, size_t count)
{
    if (count == 0) return SN_OK;
    sni_count_nodes(c);
    return sni_evaluate(&c->graph, nodes, count);
}

int sni_evaluate_node(sni_context *c, sni_node *n)
{
    return sni_is_evaluated(n) ? SN_OK : evaluate(c, &n, 1);
}

const char *sni_evaluated_data(sni_context *c, sni_node *n)
{
    if (sni_evaluate_node(c, n) < 0) return NULL;
    const sni_node *base = n->kind == SNI_NODE_VIEW ? n->in[0] : n;
    sni_buffer *buffer = base->u.storage;
    if (buffer->bytes == 0) return "";
    const char *data = sni_buffer_on(buffer, &sni_cpu_device);
    if (data == NULL) return NULL;
    return data + (n->kind == SNI_NODE_VIEW ? n->u.offset * sni_dtypes[n->dtype].bytes : 0);
}

/* ---- several at once ------------------------------------------------------------------------------- */

#define FEW 16 /* arrays that need no memory from the heap */

typedef struct batch {
    sni_used *used;
    sni_node **nodes; /* of used, those to be evaluated */
    sni_used few_used[FEW];
    sni_node *few_nodes[FEW];
} batch;

static int batch_reserve(batch *b, size_t count)
{
    b->used = b->few_used;
    b->nodes = b->few_nodes;
    if (count <= FEW) return SN_OK;
    b->used = calloc(count, sizeof *b->used);
    b->nodes = calloc(count, sizeof *b->nodes);
    return b->used != NULL && b->nodes != NULL ? SN_OK : sni_fail_memory(count * sizeof *b->used, "sn_eval");
}

static void batch_free(batch *b)
{
    if (b->used != b->few_used) free(b->used);
    if (b->nodes != b->few_nodes) free(b->nodes);
}

static int use_all(sni_context *c, batch *b, const sn_array *arrays, size_t count, size_t *used)
{
    for (size_t k = 0; k < count; k++) {
        *used = k + 1;
        int status = sni_use(c, arrays[k], &b->used[k]);
        if (status < 0)
            return b->used[k].failure != NULL ? status : sni_argument("eval", (int)(k + 1), status);
    }
    return SN_OK;
}

static int evaluate_used(sni_context *c, batch *b, size_t count)
{
    size_t n = 0;
    for (size_t k = 0; k < count; k++)
        if (!b->used[k].weak && !sni_is_evaluated(b->used[k].node)) b->nodes[n++] = b->used[k].node;
    SNI_TRY(evaluate(c, b->nodes, n));
    for (size_t k = 0; k < count; k++) {
        sni_cell *cell = b->used[k].cell;
        if (cell != NULL && !cell->weak) atomic_store_explicit(&cell->crossable, true, memory_order_release);
    }
    return SN_OK;
}

int(sn_eval)(const sn_array *arrays, size_t count)
{
    sni_context *c = sni_context_get();
    if (c == NULL) return SN_ERR_MEMORY;
    if (count > 0 && arrays == NULL) return sni_fail(SN_ERR_ARGUMENT, "eval: no arrays are given");
    batch b;
    size_t used = 0;
    int status = batch_reserve(&b, count);
    if (status >= 0) status = use_all(c, &b, arrays, count, &used);
    if (status >= 0) status = evaluate_used(c, &b, count);
    for (size_t k = 0; k < used; k++) sni_unuse(c, &b.used[k]);
    batch_free(&b);
    return status;
}

/* ---- one array ----------------------------------------------------------------------------------------- */

/* A number becomes an array, so that it has storage. */
static void strengthen(sni_context *c, sni_cell *cell, sni_used *u)
{
    if (!u->weak) return;
    u->weak = false;
    sni_cell_assign(c, cell, u);
}

int sn_share(sn_array x)
{
    sni_context *c = sni_context_get();
    sni_used u;
    if (c == NULL) return SN_ERR_MEMORY;
    int status = sni_use(c, x, &u);
    if (status < 0 && u.failure == NULL) sni_argument(__func__, 1, status);
    sni_cell *cell = u.cell;
    if (status >= 0 && cell == NULL) {
        sni_unuse(c, &u);
        return SN_OK; /* another thread's: readable by all already */
    }
    if (status >= 0) strengthen(c, cell, &u);
    if (status >= 0 && !sni_is_evaluated(u.node)) status = evaluate(c, &u.node, 1);
    if (status >= 0 && !cell->shared) {
        sni_link_remove(&cell->link);
        sni_link_add(&c->shared, &cell->link);
        cell->shared = true;
        atomic_store_explicit(&cell->crossable, true, memory_order_release);
    }
    sni_unuse(c, &u);
    return status;
}

sni_cell *sni_cell_target(sni_context *c, const char *function, sn_array *u)
{
    if (u->index != 0 || u->generation != 0) {
        sni_cell *cell = sni_cell_find(c, *u);
        if (cell == NULL)
            sni_fail(SN_ERR_HANDLE, "%s: the array to set is stale or belongs to another thread", function);
        return cell;
    }
    sni_cell *cell = sni_cell_new(c);
    if (cell == NULL) return NULL;
    cell->depth = 0;
    sni_link_add(&c->outermost.cells, &cell->link);
    *u = sni_cell_handle(cell);
    return cell;
}

int sn_set(sn_array *u, sn_array v)
{
    sni_context *c = sni_context_get();
    if (c == NULL) return SN_ERR_MEMORY;
    if (u == NULL) return sni_fail(SN_ERR_ARGUMENT, "set: argument 1: no array to set is given");
    sni_used value;
    int status = sni_use(c, v, &value);
    if (status < 0 && value.failure == NULL) sni_argument(__func__, 2, status);
    sni_cell *cell = sni_cell_target(c, "set: argument 1", u);
    if (cell == NULL) status = sni_error_status();
    bool must = cell != NULL && (cell->shared || sni_option_int(SNI_OPTION_MAX_HEIGHT) != 0);
    if (status >= 0 && must && !value.weak && !sni_is_evaluated(value.node))
        status = evaluate(c, &value.node, 1);
    if (cell != NULL && status >= 0) sni_cell_assign(c, cell, &value);
    if (cell != NULL && status < 0) sni_cell_poison(c, cell, &value);
    sni_unuse(c, &value);
    return status;
}

sn_array sn_copy(sn_array x)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    const sni_cell *cell = call.used.cell;
    if (call.used.weak) {
        sn_array out = sni_number(call.context, cell->number_dtype, cell->number, false);
        sni_unuse(call.context, &call.used);
        return out;
    }
    sni_node_retain(call.node);
    return sni_finish(&call, call.node);
}

int sn_free(sn_array x)
{
    sni_context *c = sni_context_get();
    if (c == NULL) return SN_ERR_MEMORY;
    if (x.generation == 0) return SN_OK;
    sni_cell *cell = sni_cell_find(c, x);
    if (cell == NULL) return sni_foreign_free(c, x);
    sni_cell_free(c, cell);
    return SN_OK;
}

bool sn_ok(sn_array x)
{
    const sni_context *c = sni_context_own;
    const sni_cell *cell = c != NULL ? sni_cell_find(c, x) : NULL;
    return cell != NULL ? cell->failure == NULL : sni_foreign_ok(c, x);
}

const char *sn_error_of(sn_array x)
{
    if (sn_ok(x)) return "";
    sni_context *c = sni_context_get();
    const sni_cell *cell = c != NULL ? sni_cell_find(c, x) : NULL;
    if (cell != NULL && cell->failure != NULL) return cell->failure->text;
    sni_used u;
    if (c != NULL && sni_use(c, x, &u) >= 0) sni_unuse(c, &u);
    return sni_error_message();
}
