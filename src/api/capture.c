/* Captured computations of a thread: a table of them, and what a run sets. */
#include "runtime/capture.h"

#include <stdlib.h>

#include "api/context.h"

#define FEW 16 /* arrays that need no memory from the heap */

typedef struct sni_capture_slot {
    sni_captured *captured; /* NULL: free */
    uint32_t generation;
} slot;

/* ---- the table ------------------------------------------------------------------------------------------ */

static int add(sni_context *c, sni_captured *captured, sn_captured *out)
{
    uint32_t k = 0;
    while (k < c->ncaptures && c->captures[k].captured != NULL) k++;
    if (k == c->ncaptures) {
        slot *larger = realloc(c->captures, (k + 1) * sizeof *larger);
        if (larger == NULL) return sni_fail_memory((k + 1) * sizeof *larger, "the captured computations");
        larger[k] = (slot){NULL, 0};
        c->captures = larger;
        c->ncaptures++;
    }
    slot *s = &c->captures[k];
    *s = (slot){captured, s->generation + 1};
    *out = (sn_captured){k, s->generation};
    return SN_OK;
}

static slot *find(const sni_context *c, sn_captured x)
{
    bool known = x.generation != 0 && x.index < c->ncaptures && c->captures[x.index].captured != NULL &&
                 c->captures[x.index].generation == x.generation;
    if (!known)
        sni_fail(SN_ERR_HANDLE,
                 "captured computation is stale, was never made, or belongs to another thread");
    return known ? &c->captures[x.index] : NULL;
}

int sn_capture_free(sn_captured x)
{
    sni_context *c = sni_context_get();
    if (c == NULL) return SN_ERR_MEMORY;
    slot *s = find(c, x);
    if (s == NULL) return sni_argument(__func__, 1, SN_ERR_HANDLE);
    sni_captured_free(s->captured, &c->graph);
    s->captured = NULL;
    return SN_OK;
}

void sni_captures_free(sni_context *c)
{
    for (uint32_t k = 0; k < c->ncaptures; k++)
        if (c->captures[k].captured != NULL) sni_captured_free(c->captures[k].captured, &c->graph);
    free(c->captures);
    c->captures = NULL;
    c->ncaptures = 0;
}

/* ---- arrays of a call ------------------------------------------------------------------------------------- */

typedef struct operands { /* used[k] and nodes[k] of each array */
    sni_used *used;
    sni_node **nodes;
    size_t count;
    sni_used few_used[FEW];
    sni_node *few_nodes[FEW];
} operands;

static void operands_end(sni_context *c, operands *o)
{
    for (size_t k = 0; k < o->count; k++) sni_unuse(c, &o->used[k]);
    if (o->used != o->few_used) free(o->used);
    if (o->nodes != o->few_nodes) free(o->nodes);
}

static int operands_room(operands *o, size_t n)
{
    o->count = 0;
    o->used = o->few_used;
    o->nodes = o->few_nodes;
    if (SNI_LIKELY(n <= FEW)) return SN_OK;
    o->used = calloc(n, sizeof *o->used);
    o->nodes = calloc(n, sizeof *o->nodes);
    return o->used != NULL && o->nodes != NULL
               ? SN_OK
               : sni_fail_memory(n * sizeof *o->used, "a captured computation");
}

/* evaluated: they are evaluated if they are not yet.  operands_end follows, whatever comes out. */
static int operands_use(sni_context *c, operands *o, const char *function, int position, const sn_array *x,
                        size_t n, bool evaluated)
{
    SNI_TRY(operands_room(o, n));
    for (; o->count < n; o->count++) {
        sni_used *u = &o->used[o->count];
        int status = sni_use(c, x[o->count], u);
        o->nodes[o->count] = u->node;
        if (SNI_UNLIKELY(status >= 0 && u->weak))
            status = sni_fail(SN_ERR_ARGUMENT, "a number is no array: sn_scalar makes one of it");
        if (SNI_LIKELY(status >= 0 && evaluated)) status = sni_evaluate_node(c, u->node);
        if (SNI_LIKELY(status >= 0)) continue;
        sni_unuse(c, u);
        return u->failure != NULL ? status : sni_argument(function, position, status);
    }
    return SN_OK;
}

/* ---- the calls ---------------------------------------------------------------------------------------------- */

static int check_places(const char *function, const void *inputs, size_t ninputs, const void *outputs,
                        size_t noutputs)
{
    if (ninputs > 0 && inputs == NULL) return sni_fail(SN_ERR_ARGUMENT, "%s: no inputs are given", function);
    if (noutputs == 0 || outputs == NULL)
        return sni_fail(SN_ERR_ARGUMENT, "%s: no outputs are given", function);
    return SN_OK;
}

int sn_capture(const sn_array *inputs, size_t ninputs, const sn_array *outputs, size_t noutputs,
               sn_captured *out)
{
    sni_context *c = sni_context_get();
    operands from, to;
    sni_captured *captured = NULL;
    if (c == NULL) return SN_ERR_MEMORY;
    if (out == NULL) return sni_no_place("capture");
    SNI_TRY(check_places("capture", inputs, ninputs, outputs, noutputs));
    int status = operands_use(c, &from, "capture", 1, inputs, ninputs, true);
    if (status >= 0) {
        status = operands_use(c, &to, "capture", 3, outputs, noutputs, false);
        if (status >= 0) status = sni_capture(&c->graph, from.nodes, ninputs, to.nodes, noutputs, &captured);
        operands_end(c, &to);
    }
    operands_end(c, &from);
    if (status < 0) return status;
    status = add(c, captured, out);
    if (status < 0) sni_captured_free(captured, &c->graph);
    return status;
}

static int check_targets(const sni_context *c, const sn_array *outputs, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (outputs[k].generation != 0 && sni_cell_find(c, outputs[k]) == NULL)
            return sni_fail(SN_ERR_HANDLE,
                            "replay: argument 4: the array to set is stale or belongs to another thread");
    return SN_OK;
}

typedef struct made { /* a result on its way to its cell */
    sni_node *node;
    sni_cell *cell;
} made;

/* The cells are made first, so that nothing fails once the first is set. */
static int set_outputs(sni_context *c, sn_array *outputs, sni_node *const *nodes, made *m, size_t n)
{
    int status = SN_OK;
    for (size_t k = 0; k < n && status >= 0; k++) {
        m[k] = (made){nodes[k], sni_cell_target(c, "replay: argument 4", &outputs[k])};
        if (m[k].cell == NULL) status = sni_error_status();
    }
    for (size_t k = 0; k < n; k++) {
        if (SNI_LIKELY(status >= 0))
            sni_cell_put(c, m[k].cell, m[k].node);
        else
            sni_node_release(&c->graph, nodes[k]);
    }
    return status;
}

static int replay(sni_context *c, sni_captured *captured, const sn_array *inputs, size_t ninputs,
                  sn_array *outputs, size_t noutputs, sni_node **nodes, made *m)
{
    operands from;
    SNI_TRY(check_targets(c, outputs, noutputs));
    sni_deleters_hold(); /* one of them may free what is captured, or the cells to be set */
    int status = operands_use(c, &from, "replay", 2, inputs, ninputs, true);
    if (status >= 0) status = sni_replay(captured, &c->graph, from.nodes, ninputs, nodes, noutputs);
    operands_end(c, &from);
    if (status >= 0) status = set_outputs(c, outputs, nodes, m, noutputs);
    sni_deleters_let_go();
    return status;
}

int sn_replay(sn_captured x, const sn_array *inputs, size_t ninputs, sn_array *outputs, size_t noutputs)
{
    sni_context *c = sni_context_get();
    sni_node *few[FEW];
    made few_made[FEW];
    if (c == NULL) return SN_ERR_MEMORY;
    SNI_TRY(check_places("replay", inputs, ninputs, outputs, noutputs));
    const slot *s = find(c, x);
    if (s == NULL) return sni_argument("replay", 1, SN_ERR_HANDLE);
    if (SNI_LIKELY(noutputs <= FEW))
        return replay(c, s->captured, inputs, ninputs, outputs, noutputs, few, few_made);
    sni_node **nodes = calloc(noutputs, sizeof *nodes);
    made *m = calloc(noutputs, sizeof *m);
    int status = nodes != NULL && m != NULL
                     ? replay(c, s->captured, inputs, ninputs, outputs, noutputs, nodes, m)
                     : sni_fail_memory(noutputs * sizeof *m, "a captured computation");
    free(nodes);
    free(m);
    return status;
}
