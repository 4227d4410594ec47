/* Calls with several array operands, some of which may be left out:
 *
 *     sni_operands o;
 *     sn_array out;
 *     if (!sni_operands_begin(&o, "clip", 3, 1, (const sn_array[]){x, low, high}, &out)) return out;
 *     return sni_operands_end(&o, sni_clip(&o.context->graph, o.node[0], o.node[1], o.node[2], o.weak + 1)); */
#ifndef SNI_OPERANDS_H
#define SNI_OPERANDS_H

#include "api/context.h"

#define SNI_OPERANDS_MAX 16

typedef struct sni_operands {
    sni_context *context;
    sni_used used[SNI_OPERANDS_MAX];
    sni_node *node[SNI_OPERANDS_MAX]; /* NULL: left out */
    bool weak[SNI_OPERANDS_MAX];
    int count;
} sni_operands;

/* False: *out is the call's result.  From operand `optional` on a zero handle is one left out.  positions: which
 * argument of the call each operand is, for messages; sni_operands_begin: the first, the second ... */
bool sni_operands_begin_at(sni_operands *o, const char *name, const int *positions, int count, int optional,
                           const sn_array *x, sn_array *out);
static inline bool sni_operands_begin(sni_operands *o, const char *name, int count, int optional, const sn_array *x,
                                      sn_array *out)
{
    static const int positions[SNI_OPERANDS_MAX] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    return sni_operands_begin_at(o, name, positions, count, optional, x, out);
}
sn_array sni_operands_end(sni_operands *o, sni_node *node); /* takes the node's reference; NULL: poisoned */
void sni_operands_finish(sni_operands *o); /* where the call has made its results itself */

#endif
