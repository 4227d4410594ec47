/* Raw kernels, and memory for them to fill. */
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "expr/raw.h"

int sn_raw_kernel(sn_raw *kernel, const char *source, const char *name, const char *arguments,
                  const char *options)
{
    const sni_raw_kernel *k;
    if (kernel == NULL) return sni_no_place("raw_kernel");
    *kernel = (sn_raw){0, 0};
    SNI_TRY(sni_raw_define(source, name, arguments, options, &k));
    *kernel = (sn_raw){k->index, sni_raw_generation()};
    return SN_OK;
}

static sni_node *empty_leaf(sni_graph *g, sni_device *d, sni_dtype dtype, int ndim, const int64_t *dims)
{
    const sni_layout *l = sni_layout_c(g, ndim, dims);
    if (l == NULL) return NULL;
    sni_buffer *b = sni_buffer_new(d, (size_t)l->size * sni_dtypes[dtype].bytes);
    sni_node *n = b != NULL ? sni_leaf(g, dtype, ndim, dims, NULL, b) : NULL;
    if (n == NULL) sni_buffer_release(b);
    sni_layout_release(g, l);
    return n;
}

sn_array sn_empty(sn_dtype dtype, int ndim, const int64_t *dims)
{
    sni_context *c = sni_context_get();
    sni_device *d;
    sni_dtype t;
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    bool fine = sni_argument("empty", 1, sni_check_dtype(dtype, SN_FLOAT64, &t)) == SN_OK &&
                sni_argument("empty", 2, sni_check_shape(ndim, dims)) == SN_OK && sni_device_get(&d) == SN_OK;
    return sni_result(c, fine ? empty_leaf(&c->graph, d, t, ndim, dims) : NULL);
}

/* ---- a launch --------------------------------------------------------------------------------------------------- */

typedef struct argument {
    sni_used used;
    sni_node *
        node; /* evaluated, in C order; a reference of ours; what is written to beside the array: a leaf of ours */
    bool beside;      /* the array gets `node` after the launch */
    void *data;       /* pointers: its address there */
    sni_scalar value; /* numbers */
} argument;

typedef struct launching {
    sni_context *c;
    sni_device *d;
    const sni_raw_kernel *k;
    sn_arrays in;
    argument *args;
    int used; /* arguments that were begun */
} launching;

static int about(const launching *l, int n, int status, const char *what, const char *more)
{
    return sni_fail(status, "%s: argument %d (%s): %s%s", l->k->name, n + 1, l->k->params[n].name, what,
                    more);
}

/* In C order, and where it lies on the device. */
static int find_data(launching *l, argument *a, sni_node *node, bool copied)
{
    sni_graph *g = &l->c->graph;
    a->node = copied ? sni_copy_of(g, node) : node;
    if (a->node == NULL) return sni_error_status();
    if (!copied) sni_node_retain(node);
    SNI_TRY(sni_evaluate_node(l->c, a->node));
    const sni_node *base = a->node->kind == SNI_NODE_VIEW ? a->node->in[0] : a->node;
    int64_t first = a->node->kind == SNI_NODE_VIEW ? a->node->u.offset : 0;
    sni_buffer *b = base->u.storage;
    char *data = sni_buffer_on(b, l->d);
    if (data == NULL && b->bytes > 0) return sni_error_status();
    a->data = data != NULL ? data + first * (int64_t)sni_dtypes[base->dtype].bytes : NULL;
    return SN_OK;
}

/* Nobody but this handle has use for the memory. */
static bool is_alone(const launching *l, const argument *a)
{
    const sni_cell *cell = a->used.cell;
    const sni_node *n = cell->node;
    if (cell->sight != NULL || cell->shared || n != a->node || n->kind != SNI_NODE_LEAF || n->refs != 2 ||
        !n->layout->c_order)
        return false; /* two references: the handle's and ours */
    const sni_buffer *b = n->u.storage;
    return b->owned && b->device == l->d && atomic_load_explicit(&b->refs, memory_order_acquire) == 1;
}

/* Memory that the kernel may write to, with the array's elements: its own, or a copy that takes its place afterwards. */
static int find_output(launching *l, argument *a, int n)
{
    if (a->used.cell == NULL || a->used.cell->foreign)
        return about(l, n, SN_ERR_HANDLE, "an array of another thread is not written to", "");
    if (is_alone(l, a)) {
        sni_buffer *b = a->node->u.storage;
        SNI_TRY(sni_buffer_take(b));
        a->data = b->data;
        return SN_OK;
    }
    const sni_layout *shape = a->node->layout;
    sni_dtype dtype = (sni_dtype)a->node->dtype;
    sni_node *leaf = empty_leaf(&l->c->graph, l->d, dtype, shape->rank, shape->dims);
    if (leaf == NULL) return sni_error_status();
    sni_buffer *b = leaf->u.storage;
    int status = b->bytes > 0 ? l->d->copy(l->d, b->data, a->data, b->bytes) : SN_OK;
    sni_node_release(&l->c->graph, a->node);
    a->node = leaf;
    a->data = b->data;
    a->beside = true;
    return status;
}

static int take_array(launching *l, argument *a, int n)
{
    const sni_raw_param *p = &l->k->params[n];
    const sni_node *node = a->used.node;
    char wanted[64];
    snprintf(wanted, sizeof wanted, "%s%s *", p->constant ? "const " : "", sni_dtypes[p->dtype].name);
    if (a->used.weak) return about(l, n, SN_ERR_DTYPE, "a number, where it was declared as ", wanted);
    if (node->dtype != p->dtype) {
        char what[96];
        snprintf(what, sizeof what, "an array of %s, where it was declared as ",
                 sni_dtypes[node->dtype].name);
        return about(l, n, SN_ERR_DTYPE, what, wanted);
    }
    SNI_TRY(find_data(l, a, a->used.node, !node->layout->c_order || node->kind == SNI_NODE_CONST));
    return p->constant ? SN_OK : find_output(l, a, n);
}

static int take_number(launching *l, argument *a, int n)
{
    const sni_dtype to = l->k->params[n].dtype, from = (sni_dtype)a->used.node->dtype;
    bool whole = sni_dtypes[to].kind == SNI_KIND_INT || sni_dtypes[to].kind == SNI_KIND_UINT;
    if (!a->used.weak || a->used.node->kind != SNI_NODE_CONST)
        return about(l, n, SN_ERR_DTYPE, "an array, where it was declared as a number of ",
                     sni_dtypes[to].name);
    const sni_scalar x = {.bits = {a->used.node->u.scalar, 0}};
    if (whole && sni_dtypes[from].kind > SNI_KIND_UINT)
        return about(l, n, SN_ERR_DTYPE, "a float, where it was declared as ", sni_dtypes[to].name);
    a->value = sni_scalar_cast(x, from, to);
    bool fits = !whole ||
                sni_scalar_cast(a->value, to, SNI_UINT64).u64 == sni_scalar_cast(x, from, SNI_UINT64).u64;
    bool sign = whole && from != SNI_UINT64 && sni_scalar_cast(x, from, SNI_INT64).i64 < 0;
    if (whole &&
        sign != (sni_dtypes[to].kind == SNI_KIND_INT && sni_scalar_cast(a->value, to, SNI_INT64).i64 < 0))
        fits = false;
    return fits ? SN_OK
                : about(l, n, SN_ERR_VALUE, "a number that is out of bounds for ", sni_dtypes[to].name);
}

/* One array in two places, one of which is written to, has no order of reads and writes. */
static int check_apart(const launching *l, int n)
{
    for (int k = 0; k < n; k++) {
        bool same = l->in.arrays[k].index == l->in.arrays[n].index &&
                    l->in.arrays[k].generation == l->in.arrays[n].generation;
        const sni_raw_param *a = &l->k->params[k], *b = &l->k->params[n];
        if (same && a->pointer && b->pointer && !(a->constant && b->constant))
            return about(l, n, SN_ERR_ARGUMENT, "the array of another argument, and the kernel writes to it",
                         "");
    }
    return SN_OK;
}

static int take_arguments(launching *l)
{
    for (int n = 0; n < l->k->nparams; n++) {
        argument *a = &l->args[n];
        l->used = n + 1;
        int status = sni_use(l->c, l->in.arrays[n], &a->used);
        if (status < 0 && a->used.failure != NULL)
            return sni_fail(a->used.failure->status, "%s", a->used.failure->text);
        if (status < 0) return sni_argument(l->k->name, n + 1, status);
        SNI_TRY(check_apart(l, n));
        SNI_TRY(l->k->params[n].pointer ? take_array(l, a, n) : take_number(l, a, n));
    }
    return SN_OK;
}

static int run(launching *l, sn_grid grid)
{
    void *values[SNI_RAW_PARAMS];
    size_t sizes[SNI_RAW_PARAMS];
    for (int n = 0; n < l->k->nparams; n++) {
        argument *a = &l->args[n];
        bool pointer = l->k->params[n].pointer;
        values[n] = pointer ? (void *)&a->data : (void *)&a->value;
        sizes[n] = pointer ? sizeof a->data : sni_dtypes[l->k->params[n].dtype].bytes;
    }
    sni_raw r = {.identity = l->k->hash,
                 .source = l->k->source,
                 .name = l->k->name,
                 .options = l->k->options,
                 .shared = grid.shared,
                 .values = values,
                 .sizes = sizes,
                 .count = (size_t)l->k->nparams};
    memcpy(r.grid, grid.grid, sizeof r.grid);
    memcpy(r.block, grid.block, sizeof r.block);
    SNI_TRY(l->d->raw(l->d, &r));
    SNI_COUNT_ADD(launches, 1);
    return SN_OK;
}

/* Arrays whose memory others need get what was written beside it: views see it, recorded values stay. */
static int hand_over(launching *l)
{
    int status = SN_OK;
    for (int n = 0; n < l->k->nparams; n++) {
        argument *a = &l->args[n];
        if (!a->beside) continue;
        sni_node_retain(a->node);
        sn_array made = sni_result(l->c, a->node);
        int assigned = (sn_assign)(l->in.arrays[n], made);
        if (status == SN_OK) status = assigned;
        sn_free(made);
    }
    return status;
}

static void end(launching *l)
{
    for (int n = 0; n < l->used; n++) {
        sni_node_release(&l->c->graph, l->args[n].node);
        sni_unuse(l->c, &l->args[n].used);
    }
    for (size_t n = (size_t)l->used; l->in.arrays != NULL && n < l->in.count;
         n++) { /* numbers made for the call */
        sni_cell *cell = sni_cell_find(l->c, l->in.arrays[n]);
        if (cell != NULL && cell->temporary) sni_cell_free(l->c, cell);
    }
    free(l->args);
}

static int check_grid(const sni_raw_kernel *k, const sn_grid *g)
{
    uint64_t threads = 1;
    for (int i = 0; i < 3; i++) {
        if (g->grid[i] == 0 || g->block[i] == 0)
            return sni_fail(SN_ERR_ARGUMENT, "%s: the grid has no %s along axis %d", k->name,
                            g->grid[i] == 0 ? "blocks" : "threads in a block", i);
        if (g->grid[i] > (i ? 65535u : 2147483647u))
            return sni_fail(SN_ERR_ARGUMENT, "%s: %u blocks along axis %d are more than a GPU takes", k->name,
                            g->grid[i], i);
        threads *= g->block[i] > 1024 ? 1025 : g->block[i];
    }
    return threads <= 1024 ? SN_OK
                           : sni_fail(SN_ERR_ARGUMENT, "%s: a block has more than 1024 threads", k->name);
}

static int check_call(launching *l, sn_raw kernel, const sn_grid *grid)
{
    l->k = sni_raw_at(kernel.index, kernel.generation);
    if (l->k == NULL) return SN_ERR_HANDLE;
    if (l->in.arrays == NULL || l->in.count != (size_t)l->k->nparams)
        return sni_fail(SN_ERR_ARGUMENT, "%s: takes %d arguments, %zu given", l->k->name, l->k->nparams,
                        l->in.arrays ? l->in.count : 0);
    SNI_TRY(check_grid(l->k, grid));
    SNI_TRY(sni_device_get(&l->d));
    if (l->d->raw == NULL)
        return sni_fail(SN_ERR_DEVICE,
                        "%s: a kernel in CUDA C runs on a GPU, and the current device is the CPU",
                        l->k->name);
    l->args = calloc((size_t)l->k->nparams, sizeof *l->args);
    return l->args != NULL ? SN_OK : sni_fail_memory((size_t)l->k->nparams * sizeof *l->args, "a launch");
}

int(sn_raw_launch)(sn_raw kernel, sn_grid grid, sn_arrays arguments)
{
    launching l = {.c = sni_context_get(), .in = arguments};
    if (l.c == NULL) return SN_ERR_MEMORY;
    int status = check_call(&l, kernel, &grid);
    if (status == SN_OK) status = take_arguments(&l);
    if (status == SN_OK) status = run(&l, grid);
    if (status == SN_OK) status = hand_over(&l);
    end(&l);
    return status;
}
