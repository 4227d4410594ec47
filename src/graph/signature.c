/* The signature of a graph: a stream of words that says everything a plan depends on.
 *
 * One head word a node: kind, code, dtype, count of operands, how its layout is told, rank.  Then the
 * positions of its operands, its layout where an operand's does not tell it, the offset of a view or
 * the axes of a reduction, and the hash of its formula.  After the nodes, the positions of the roots.  Scalars' values and storage are
 * never in it. */
#include "graph/formula.h"
#include "graph/internal.h"

#include <stdlib.h>

typedef enum told { TOLD_OPERAND0, TOLD_OPERAND1, TOLD_OPERAND2, TOLD_C_ORDER, TOLD_STRIDES } told;

/* The first operand that is not yet in the list, or NULL. */
static sni_node *missing_operand(const sni_node *n, uint32_t epoch)
{
    for (int k = 0; k < n->count; k++)
        if (n->in[k]->mark != epoch) return n->in[k];
    return NULL;
}

/* Operands evaluated since it was recorded may have brought the node nearer to memory. */
static void renew_height(sni_node *n)
{
    uint32_t height = 0;
    for (int k = 0; k < n->count; k++)
        if (n->in[k]->height >= height) height = n->in[k]->height + 1;
    n->height = height;
}

static int list_node(sni_signature *s, sni_node *n, uint32_t epoch)
{
    renew_height(n);
    n->mark = epoch;
    n->index = (uint32_t)s->nodes.count;
    if (n->kind == SNI_NODE_LEAF) SNI_TRY(SNI_VEC_PUSH(&s->leaves, n));
    if (n->kind == SNI_NODE_CONST) SNI_TRY(SNI_VEC_PUSH(&s->consts, n));
    return SNI_VEC_PUSH(&s->nodes, n);
}

static int list_below(sni_signature *s, sni_node *root, uint32_t epoch)
{
    if (root->mark == epoch) return SN_OK;
    SNI_TRY(SNI_VEC_PUSH(&s->stack, root));
    while (s->stack.count) {
        sni_node *n = s->stack.data[s->stack.count - 1];
        sni_node *below = missing_operand(n, epoch);
        if (below) {
            SNI_TRY(SNI_VEC_PUSH(&s->stack, below));
            continue;
        }
        s->stack.count--;
        SNI_TRY(list_node(s, n, epoch));
    }
    return SN_OK;
}

/* Most words one node takes: head, operands, layout, offset or axes, formula. */
#define NODE_WORDS (1 + 2 + 2 * SNI_MAX_RANK + 1 + 2)

static told how_told(const sni_node *n)
{
    for (int k = 0; k < n->count; k++)
        if (n->in[k]->layout == n->layout) return (told)k;
    return n->layout->c_order ? TOLD_C_ORDER : TOLD_STRIDES;
}

static uint64_t *write_layout(uint64_t *out, const sni_layout *l, told how)
{
    int words = how == TOLD_STRIDES ? 2 * l->rank : how == TOLD_C_ORDER ? l->rank : 0;
    for (int k = 0; k < words; k++) *out++ = (uint64_t)l->dims[k];
    return out;
}

static uint64_t *write_node(uint64_t *out, const sni_node *n)
{
    told how = how_told(n);
    *out++ = (uint64_t)n->kind | (uint64_t)n->code << 8 | (uint64_t)n->dtype << 16 | (uint64_t)n->count << 24 |
             (uint64_t)how << 32 | (uint64_t)n->layout->rank << 40;
    if (n->count) *out++ = n->in[0]->index | (n->count > 1 ? (uint64_t)n->in[1]->index << 32 : 0);
    if (n->count > 2) *out++ = n->in[2]->index;
    out = write_layout(out, n->layout, how);
    if (n->kind == SNI_NODE_VIEW || n->kind == SNI_NODE_REDUCE || n->kind == SNI_NODE_PLACE) *out++ = n->u.axes;
    if (n->kind == SNI_NODE_REDUCE && n->code == SNI_REDUCE_FORMULA) {
        *out++ = n->formula->hash.low;
        *out++ = n->formula->hash.high;
    }
    return out;
}

/* Room is asked for before each node, so that writing needs no checks. */
static int write_words(sni_signature *s)
{
    for (size_t k = 0; k < s->nodes.count; k++) {
        size_t need = s->words.count + NODE_WORDS;
        if (need > s->words.capacity)
            SNI_TRY(sni_grow((void **)&s->words.data, &s->words.capacity, need, sizeof *s->words.data));
        uint64_t *end = write_node(s->words.data + s->words.count, s->nodes.data[k]);
        s->words.count = (size_t)(end - s->words.data);
    }
    return SN_OK;
}

int sni_signature_build(sni_graph *g, sni_node *const *roots, size_t nroots, sni_signature *s)
{
    uint32_t epoch = sni_graph_epoch(g);
    s->words.count = s->nodes.count = s->leaves.count = s->consts.count = s->stack.count = 0;
    for (size_t k = 0; k < nroots; k++) SNI_TRY(list_below(s, roots[k], epoch));
    SNI_TRY(write_words(s));
    for (size_t k = 0; k < nroots; k++) SNI_TRY(SNI_VEC_PUSH(&s->words, (uint64_t)roots[k]->index));
    SNI_TRY(SNI_VEC_PUSH(&s->words, (uint64_t)nroots));
    s->hash = sni_hash64(s->words.data, s->words.count * sizeof *s->words.data, 0);
    return SN_OK;
}

void sni_signature_free(sni_signature *s)
{
    free(s->words.data);
    free(s->nodes.data);
    free(s->leaves.data);
    free(s->consts.data);
    free(s->stack.data);
    *s = (sni_signature){0};
}
