/* Capturing a graph's plan, and running it over other inputs. */
#include "runtime/capture.h"

#include <stdio.h>
#include <stdlib.h>

#include "runtime/exec.h"

typedef struct form { /* of an evaluated node */
    sni_dtype dtype;
    const sni_layout *layout, *base; /* held; base: of the LEAF, the same where the node is one */
    int64_t offset;                  /* of a view, in elements */
    bool view;
} form;

struct sni_captured {
    sni_room room; /* its leaves are bound by each run */
    sni_plan *plan;
    size_t ninputs, noutputs, nleaves;
    form *inputs, *outputs;
    uint32_t *root;      /* of each output: its place among the roots */
    int32_t *leaf_input; /* of each leaf: the input whose memory it is, -1: held */
    int32_t *input_leaf; /* of each input: a leaf, -1: nothing reads it */
    sni_node **made;     /* of each root, during a run */
};

static sni_node *base_of(sni_node *n)
{
    return n->kind == SNI_NODE_VIEW ? n->in[0] : n;
}

static form form_of(sni_node *n)
{
    bool view = n->kind == SNI_NODE_VIEW;
    return (form){(sni_dtype)n->dtype, n->layout, base_of(n)->layout, view ? n->u.offset : 0, view};
}

static void hold_form(const form *f)
{
    sni_layout_hold(f->layout);
    sni_layout_hold(f->base);
}

/* ---- capturing ------------------------------------------------------------------------------------------------ */

static int make_room(sni_captured *c, size_t ninputs, size_t noutputs)
{
    c->inputs = calloc(ninputs + 1, sizeof *c->inputs);
    c->input_leaf = calloc(ninputs + 1, sizeof *c->input_leaf);
    c->outputs = calloc(noutputs + 1, sizeof *c->outputs);
    c->root = calloc(noutputs + 1, sizeof *c->root);
    c->made = calloc(noutputs + 1, sizeof *c->made);
    bool made = c->inputs && c->input_leaf && c->outputs && c->root && c->made;
    return made ? SN_OK : sni_fail_memory((ninputs + noutputs) * sizeof *c->inputs, "a captured computation");
}

static int take_inputs(sni_captured *c, sni_node *const *inputs, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (base_of(inputs[k])->kind != SNI_NODE_LEAF)
            return sni_fail(SN_ERR_INTERNAL, "capture: input %zu is not in memory", k);
        c->inputs[k] = form_of(inputs[k]);
        c->input_leaf[k] = -1;
        hold_form(&c->inputs[k]);
        c->ninputs++;
    }
    return SN_OK;
}

static int take_outputs(sni_captured *c, sni_node *const *outputs, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        sni_node *base = base_of(outputs[k]);
        if (base->kind == SNI_NODE_LEAF)
            return sni_fail(SN_ERR_ARGUMENT,
                            "capture: output %zu is computed already: capture it before it is evaluated", k);
        c->root[k] = (uint32_t)c->room.roots.count;
        SNI_TRY(SNI_VEC_PUSH(&c->room.roots, base));
        c->outputs[k] = form_of(outputs[k]);
        hold_form(&c->outputs[k]);
        c->noutputs++;
    }
    return SN_OK;
}

/* Finds out which leaves are inputs; holds the others and the constants. */
static int bind_leaves(sni_captured *c, sni_node *const *inputs)
{
    sni_signature *s = &c->room.signature;
    c->leaf_input = calloc(s->leaves.count + 1, sizeof *c->leaf_input);
    if (!c->leaf_input)
        return sni_fail_memory(s->leaves.count * sizeof *c->leaf_input, "a captured computation");
    for (size_t i = 0; i < s->leaves.count; i++) {
        c->leaf_input[i] = -1;
        for (size_t k = c->ninputs; k-- > 0;) {
            if (base_of(inputs[k]) != s->leaves.data[i]) continue;
            c->leaf_input[i] = (int32_t)k;
            c->input_leaf[k] = (int32_t)i;
        }
        if (c->leaf_input[i] < 0) sni_node_retain(s->leaves.data[i]);
        c->nleaves++;
    }
    for (size_t i = 0; i < s->consts.count; i++) sni_node_retain(s->consts.data[i]);
    s->nodes.count = 0; /* they go with the graph */
    return SN_OK;
}

static int plan(sni_captured *c, sni_graph *g)
{
    sni_device *d;
    sni_room *r = &c->room;
    SNI_TRY(sni_device_get(&d));
    int status = sni_signature_build(g, r->roots.data, r->roots.count, &r->signature);
    if (status == SN_OK) status = sni_plan_get(d, &r->signature, r->roots.data, r->roots.count, &c->plan);
    if (status < 0) r->signature.consts.count = 0; /* not held */
    return status;
}

int sni_capture(sni_graph *g, sni_node *const *inputs, size_t ninputs, sni_node *const *outputs,
                size_t noutputs, sni_captured **out)
{
    sni_captured *c = calloc(1, sizeof *c);
    if (!c) return sni_fail_memory(sizeof *c, "a captured computation");
    c->room.checking = true; /* no write takes a leaf's memory over */
    int status = make_room(c, ninputs, noutputs);
    if (status == SN_OK) status = take_inputs(c, inputs, ninputs);
    if (status == SN_OK) status = take_outputs(c, outputs, noutputs);
    if (status == SN_OK) status = plan(c, g);
    if (status == SN_OK) status = bind_leaves(c, inputs);
    if (status < 0)
        sni_captured_free(c, g);
    else
        *out = c;
    return status;
}

static void free_forms(form *forms, size_t n, sni_graph *g)
{
    for (size_t k = 0; k < n; k++) {
        sni_layout_release(g, forms[k].layout);
        sni_layout_release(g, forms[k].base);
    }
    free(forms);
}

void sni_captured_free(sni_captured *c, sni_graph *g)
{
    const sni_signature *s = &c->room.signature;
    for (size_t i = 0; i < c->nleaves; i++)
        if (c->leaf_input[i] < 0) sni_node_release(g, s->leaves.data[i]);
    for (size_t i = 0; c->nleaves == s->leaves.count && c->leaf_input && i < s->consts.count; i++)
        sni_node_release(g, s->consts.data[i]);
    if (c->plan) sni_plan_put(c->plan);
    free_forms(c->inputs, c->ninputs, g);
    free_forms(c->outputs, c->noutputs, g);
    free(c->input_leaf);
    free(c->leaf_input);
    free(c->root);
    free(c->made);
    sni_room_empty(&c->room);
    free(c);
}

/* ---- running -------------------------------------------------------------------------------------------------------- */

static void put_shape(const sni_layout *l, char *out, size_t size)
{
    sni_str s = {0};
    for (int k = 0; k < l->rank; k++) sni_str_printf(&s, k ? ", %lld" : "%lld", (long long)l->dims[k]);
    if (l->rank == 1) sni_str_putc(&s, ',');
    snprintf(out, size, "(%s)", sni_str_text(&s));
    sni_str_free(&s);
}

static int refuse_input(size_t k, const form *wanted, const form *given)
{
    char want[128], have[128];
    put_shape(wanted->layout, want, sizeof want);
    put_shape(given->layout, have, sizeof have);
    const char *why = wanted->layout == given->layout && wanted->dtype == given->dtype
                          ? ", lying otherwise in memory"
                          : "";
    return sni_fail(SN_ERR_SHAPE, "replay: input %zu is %s %s%s; %s %s was captured", k,
                    sni_dtypes[given->dtype].name, have, why, sni_dtypes[wanted->dtype].name, want);
}

/* Layouts of one graph are the same when their addresses are. */
static bool same_form(const form *a, const form *b)
{
    return a->dtype == b->dtype && a->layout == b->layout && a->base == b->base && a->offset == b->offset &&
           a->view == b->view;
}

static int bind_inputs(sni_captured *c, sni_node *const *inputs, size_t n)
{
    if (n != c->ninputs)
        return sni_fail(SN_ERR_ARGUMENT, "replay: %zu inputs are given; %zu were captured", n, c->ninputs);
    for (size_t k = 0; k < n; k++) {
        form given = form_of(inputs[k]);
        if (!same_form(&c->inputs[k], &given)) return refuse_input(k, &c->inputs[k], &given);
    }
    for (size_t k = 0; k < n; k++)
        if (c->input_leaf[k] >= 0) c->room.signature.leaves.data[c->input_leaf[k]] = base_of(inputs[k]);
    for (size_t k = 0; k < n; k++) {
        bool own = c->input_leaf[k] < 0 ||
                   c->room.signature.leaves.data[c->input_leaf[k]] == base_of(inputs[k]);
        if (!own)
            return sni_fail(SN_ERR_ARGUMENT,
                            "replay: inputs %d and %zu were views of one array when captured",
                            c->leaf_input[c->input_leaf[k]], k);
    }
    return SN_OK;
}

/* The node over a root's memory: outputs that share the root share it. */
static sni_node *made_root(sni_captured *c, sni_graph *g, size_t k)
{
    uint32_t slot = c->plan->roots[c->root[k]];
    sni_buffer **b = &c->room.slots.data[slot];
    for (size_t j = 0; j < k && !*b; j++)
        if (c->plan->roots[c->root[j]] == slot) {
            sni_node_retain(c->made[j]);
            return c->made[j];
        }
    sni_node *n = sni_leaf_of(g, c->outputs[k].dtype, c->outputs[k].base, *b);
    if (n) *b = NULL;
    return n;
}

static sni_node *made_output(const form *f, sni_graph *g, sni_node *root)
{
    if (!root) return NULL;
    if (f->view)
        return sni_view(g, root, f->layout->rank, f->layout->dims, SNI_STRIDES(f->layout), f->offset);
    sni_node_retain(root);
    return root;
}

static int make_outputs(sni_captured *c, sni_graph *g, sni_node **outputs)
{
    size_t n = 0;
    bool made = true;
    for (; n < c->noutputs && made; n++) {
        c->made[n] = made_root(c, g, n);
        outputs[n] = made_output(&c->outputs[n], g, c->made[n]);
        made = outputs[n] != NULL;
    }
    for (size_t k = 0; k < n; k++) {
        if (c->made[k]) sni_node_release(g, c->made[k]);
        if (!made && outputs[k]) sni_node_release(g, outputs[k]);
    }
    return made ? SN_OK : sni_error_status();
}

static void drop_slots(sni_captured *c)
{
    for (uint32_t k = 0; k < c->plan->nslots; k++) {
        sni_buffer_release(c->room.slots.data[k]);
        c->room.slots.data[k] = NULL;
    }
}

int sni_replay(sni_captured *c, sni_graph *g, sni_node *const *inputs, size_t ninputs, sni_node **outputs,
               size_t noutputs)
{
    if (noutputs != c->noutputs)
        return sni_fail(SN_ERR_ARGUMENT, "replay: room for %zu outputs is given; %zu were captured", noutputs,
                        c->noutputs);
    sni_device *d = c->plan->device;
    SNI_TRY(bind_inputs(c, inputs, ninputs));
    if (d->range) d->range(d, "sinter: replay");
    int status = sni_room_run(&c->room, c->plan);
    if (d->range) d->range(d, NULL);
    if (status < 0) return status;
    status = make_outputs(c, g, outputs);
    if (status < 0) drop_slots(c);
    return status;
}
