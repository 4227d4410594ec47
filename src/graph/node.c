/* Nodes: slabs they live in, the consing table, references, release, leaves and constants. */
#include "graph/internal.h"

#include <stdlib.h>
#include <string.h>

#define SLAB_NODES 255
#define SLOTS_MIN 256

struct sni_slab {
    _Alignas(64) struct sni_slab *next;
    _Alignas(64) sni_node nodes[SLAB_NODES];
};

/* The hash stands beside the pointer: probing and removal touch no other node. */
struct sni_node_slot {
    sni_node *node;
    uint32_t hash;
};

/* ---- graph ------------------------------------------------------------------------------------------ */

int sni_graph_init(sni_graph *g)
{
    *g = (sni_graph){0};
    g->scalar = sni_layout_c(g, 0, NULL);
    if (!g->scalar) return SN_ERR_MEMORY;
    g->slots = calloc(SLOTS_MIN, sizeof *g->slots);
    if (!g->slots) {
        sni_graph_destroy(g);
        return sni_fail_memory(SLOTS_MIN * sizeof *g->slots, "table of nodes");
    }
    g->slot_capacity = SLOTS_MIN;
    return SN_OK;
}

static void release_storage(sni_graph *g, sni_node *n)
{
    if (n->kind == SNI_NODE_LEAF && n->u.storage && g->storage_release) g->storage_release(n->u.storage);
}

static void free_layouts(sni_graph *g)
{
    for (size_t b = 0; b < g->layout_buckets; b++) {
        for (sni_layout *l = g->layouts[b], *next; l; l = next) {
            next = l->next;
            free(l);
        }
    }
    free(g->layouts);
}

void sni_graph_destroy(sni_graph *g)
{
    for (struct sni_slab *s = g->slabs, *next; s; s = next) {
        next = s->next;
        for (size_t k = 0; k < SLAB_NODES; k++) {
            if (s->nodes[k].refs) release_storage(g, &s->nodes[k]);
        }
        free(s);
    }
    free_layouts(g);
    free(g->slots);
    sni_sites_free(g);
    *g = (sni_graph){0};
}

uint32_t sni_graph_epoch(sni_graph *g)
{
    if (SNI_LIKELY(++g->epoch)) return g->epoch;
    for (struct sni_slab *s = g->slabs; s; s = s->next) /* wrapped: old marks could be taken for new ones */
        for (size_t k = 0; k < SLAB_NODES; k++) s->nodes[k].mark = 0;
    return g->epoch = 1;
}

static int add_slab(sni_graph *g)
{
    struct sni_slab *s = aligned_alloc(64, sizeof *s);
    if (!s) return sni_fail_memory(sizeof *s, "nodes");
    memset(s, 0, sizeof *s);
    s->next = g->slabs;
    g->slabs = s;
    for (size_t k = SLAB_NODES; k-- > 0;) {
        s->nodes[k].in[0] = g->free_list;
        g->free_list = &s->nodes[k];
    }
    return SN_OK;
}

/* A node with the key's contents and one reference, holding its layout and operands. */
static sni_node *new_node(sni_graph *g, const sni_node *key)
{
    if (SNI_UNLIKELY(!g->free_list) && add_slab(g) < 0) return NULL;
    sni_node *n = g->free_list;
    g->free_list = n->in[0];
    *n = *key;
    n->refs = 1;
    sni_layout_hold(n->layout);
    for (int k = 0; k < n->count; k++) {
        sni_node *operand = sni_hold(n->in[k]);
        if (operand->height >= n->height) n->height = operand->height + 1;
    }
    g->live++;
    g->recorded++;
    return n;
}

/* ---- consing ---------------------------------------------------------------------------------------- */

static uint64_t mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return h ^ h >> 32;
}

static uint32_t hash_key(const sni_node *key)
{
    uint64_t head = (uint64_t)key->kind | (uint64_t)key->code << 8 | (uint64_t)key->dtype << 16;
    uint64_t a = mix(head, (uintptr_t)key->layout), b = mix(key->u.scalar, (uintptr_t)key->in[0]);
    uint64_t c = mix((uintptr_t)key->in[1] << 17, (uintptr_t)key->in[2]);
    return (uint32_t)mix(mix(a, b), c);
}

static bool equals(const sni_node *n, const sni_node *key)
{
    return n->kind == key->kind && n->code == key->code && n->dtype == key->dtype && n->layout == key->layout &&
           n->in[0] == key->in[0] && n->in[1] == key->in[1] && n->in[2] == key->in[2] &&
           n->u.scalar == key->u.scalar;
}

bool sni_is_consed(const sni_graph *g, const sni_node *n)
{
    size_t mask = g->slot_capacity - 1;
    for (size_t at = hash_key(n) & mask; g->slots[at].node; at = (at + 1) & mask)
        if (g->slots[at].node == n) return true;
    return false;
}

static void place(struct sni_node_slot *slots, size_t capacity, struct sni_node_slot item)
{
    size_t at = item.hash & (capacity - 1);
    while (slots[at].node) at = (at + 1) & (capacity - 1);
    slots[at] = item;
}

static int grow_table(sni_graph *g)
{
    size_t capacity = g->slot_capacity * 2;
    struct sni_node_slot *slots = calloc(capacity, sizeof *slots);
    if (!slots) return sni_fail_memory(capacity * sizeof *slots, "table of nodes");
    for (size_t k = 0; k < g->slot_capacity; k++)
        if (g->slots[k].node) place(slots, capacity, g->slots[k]);
    free(g->slots);
    g->slots = slots;
    g->slot_capacity = capacity;
    return SN_OK;
}

/* Linear probing without tombstones: what follows the hole moves up if its home allows. */
static void uncons(sni_graph *g, const sni_node *n)
{
    size_t mask = g->slot_capacity - 1, hole = n->hash & mask;
    while (g->slots[hole].node != n) hole = (hole + 1) & mask;
    for (size_t at = (hole + 1) & mask; g->slots[at].node; at = (at + 1) & mask) {
        size_t home = g->slots[at].hash & mask;
        if (((at - home) & mask) < ((at - hole) & mask)) continue;
        g->slots[hole] = g->slots[at];
        hole = at;
    }
    g->slots[hole].node = NULL;
    g->slot_count--;
}

/* The loop guard: a node that stands too high is evaluated as soon as it is recorded.  Views are free
 * and never stand on one another, so they wait for the next real operation. */
static sni_node *guard(sni_graph *g, sni_node *n)
{
    if (n->kind == SNI_NODE_VIEW || !g->evaluate) return n;
    int64_t limit = sni_option_int(SNI_OPTION_MAX_HEIGHT);
    if (SNI_LIKELY(limit == 0 || (int64_t)n->height <= limit)) return n;
    if (g->evaluate(g, &n, 1) >= 0) return n;
    sni_node_release(g, n);
    return NULL;
}

sni_node *sni_cons(sni_graph *g, const sni_node *key)
{
    uint32_t hash = hash_key(key);
    size_t mask = g->slot_capacity - 1, at = hash & mask;
    for (; g->slots[at].node; at = (at + 1) & mask)
        if (g->slots[at].hash == hash && equals(g->slots[at].node, key)) return sni_hold(g->slots[at].node);
    sni_node *n = new_node(g, key);
    if (SNI_UNLIKELY(!n)) return NULL;
    n->hash = hash;
    g->slots[at] = (struct sni_node_slot){n, hash};
    if (SNI_UNLIKELY(++g->slot_count * 4 > g->slot_capacity * 3) && grow_table(g) < 0) {
        sni_node_release(g, n);
        return NULL;
    }
    if (SNI_UNLIKELY(g->sites != NULL)) sni_site_note(g, n);
    return guard(g, n);
}

/* ---- references --------------------------------------------------------------------------------------- */

void sni_node_retain(sni_node *n)
{
    n->refs++;
}

/* Takes a dead node out of the tables and chains it, through u.storage, to those whose operands are
 * still to be released. */
static void bury(sni_graph *g, sni_node *n, sni_node **dead)
{
    if (SNI_UNLIKELY(g->sites != NULL)) sni_site_forget(g, n);
    if (n->kind != SNI_NODE_LEAF)
        uncons(g, n);
    else
        release_storage(g, n);
    n->u.storage = *dead;
    *dead = n;
}

static void drop_operands(sni_graph *g, sni_node *n, sni_node **dead)
{
    for (int k = 0; k < n->count; k++)
        if (--n->in[k]->refs == 0) bury(g, n->in[k], dead);
}

static void clear_dead(sni_graph *g, sni_node *dead)
{
    while (dead) {
        sni_node *n = dead;
        dead = n->u.storage;
        drop_operands(g, n, &dead);
        sni_layout_writable(n->layout)->refs--;
        n->in[0] = g->free_list;
        g->free_list = n;
        g->live--;
    }
}

void sni_node_release(sni_graph *g, sni_node *n)
{
    if (!n || --n->refs) return;
    sni_node *dead = NULL;
    bury(g, n, &dead);
    clear_dead(g, dead);
}

void sni_node_set_evaluated(sni_graph *g, sni_node *n, void *storage)
{
    sni_node *dead = NULL;
    uncons(g, n);
    drop_operands(g, n, &dead);
    n->kind = SNI_NODE_LEAF;
    n->code = n->count = 0;
    n->height = 0;
    n->in[0] = n->in[1] = n->in[2] = NULL;
    n->u.storage = storage;
    clear_dead(g, dead);
}

/* ---- nodes without operands ------------------------------------------------------------------------- */

/* Interns the node and gives up the layout's reference. */
static sni_node *cons_on(sni_graph *g, sni_node *key, const sni_layout *layout)
{
    if (!layout) return NULL;
    key->layout = layout;
    sni_node *n = sni_cons(g, key);
    sni_layout_release(g, layout);
    return n;
}

sni_node *sni_leaf(sni_graph *g, sni_dtype dtype, int rank, const int64_t *dims, const int64_t *dense_strides,
                   void *storage)
{
    const sni_layout *layout =
        dense_strides ? sni_layout_make(g, rank, dims, dense_strides) : sni_layout_c(g, rank, dims);
    if (!layout) return NULL;
    sni_node *n = NULL;
    if (layout->dense)
        n = new_node(g, &(sni_node){.kind = SNI_NODE_LEAF, .dtype = (uint8_t)dtype, .layout = layout, .u.storage = storage});
    else
        sni_fail(SN_ERR_ARGUMENT, "the strides are not those of a dense array");
    sni_layout_release(g, layout);
    return n;
}

sni_node *sni_leaf_of(sni_graph *g, sni_dtype dtype, const sni_layout *layout, void *storage)
{
    return new_node(g, &(sni_node){.kind = SNI_NODE_LEAF, .dtype = (uint8_t)dtype, .layout = layout, .u.storage = storage});
}

/* The bytes of one element, the rest zero, so that equal scalars are equal words. */
static uint64_t scalar_word(sni_scalar value, sni_dtype dtype)
{
    uint64_t word = 0;
    memcpy(&word, &value, sni_dtypes[dtype].bytes < 8 ? sni_dtypes[dtype].bytes : 8);
    return word;
}

sni_node *sni_scalar_const(sni_graph *g, sni_dtype dtype, sni_scalar value)
{
    if (SNI_UNLIKELY(sni_dtype_complex(dtype))) return sni_complex_const(g, dtype, value, 0, NULL);
    return sni_cons(g, &(sni_node){.kind = SNI_NODE_CONST, .dtype = (uint8_t)dtype, .layout = g->scalar,
                                   .u.scalar = scalar_word(value, dtype)});
}

sni_node *sni_const(sni_graph *g, sni_dtype dtype, sni_scalar value, int rank, const int64_t *dims)
{
    if (sni_need_ready("full", dtype) < 0) return NULL;
    if (sni_dtype_complex(dtype)) return sni_complex_const(g, dtype, value, rank, dims);
    if (rank == 0) return sni_scalar_const(g, dtype, value);
    sni_node key = {.kind = SNI_NODE_CONST, .dtype = (uint8_t)dtype, .u.scalar = scalar_word(value, dtype)};
    return cons_on(g, &key, sni_layout_c(g, rank, dims));
}

sni_node *sni_iota(sni_graph *g, int rank, const int64_t *dims)
{
    sni_node key = {.kind = SNI_NODE_IOTA, .dtype = SNI_INT64};
    return cons_on(g, &key, sni_layout_c(g, rank, dims));
}
