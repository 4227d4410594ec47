/* Elementwise operations: one function for each row of ops.def. */
#include "api/context.h"

/* Ends a call that cannot be recorded: numbers made for it are consumed. */
static sn_array refuse(sni_context *c, const char *name, int arity, const sn_array *x, sni_used *u, int bad)
{
    if (u[bad].failure == NULL)
        sni_argument(name, bad + 1, sni_error_status());
    sn_array out = sni_unusable(c, &u[bad]);
    for (int k = 0; k <= bad; k++) sni_unuse(c, &u[k]);
    for (int k = bad + 1; k < arity; k++) {
        sni_cell *cell = sni_cell_find(c, x[k]);
        if (cell != NULL && cell->temporary) sni_cell_free(c, cell);
    }
    return out;
}

static inline sn_array element(sni_op op, int arity, const sn_array *x)
{
    sni_context *c = sni_context_get();
    if (SNI_UNLIKELY(c == NULL)) return sni_no_cell(SN_ERR_MEMORY);
    sni_used u[3];
    sni_node *in[3];
    bool weak[3];
    for (int k = 0; k < arity; k++) {
        if (SNI_UNLIKELY(sni_use(c, x[k], &u[k]) < 0)) return refuse(c, sni_ops[op].name, arity, x, u, k);
        in[k] = u[k].node;
        weak[k] = u[k].weak;
    }
    sn_array out = sni_result(c, sni_element(&c->graph, op, in, weak));
    for (int k = 0; k < arity; k++) sni_unuse(c, &u[k]);
    return out;
}

#define ENTRY_1(ID, name)                                                                                    \
    sn_array(sn_##name)(sn_array a)                                                                          \
    {                                                                                                        \
        return element(SNI_OP_##ID, 1, &a);                                                                  \
    }
#define ENTRY_2(ID, name)                                                                                    \
    sn_array(sn_##name)(sn_array a, sn_array b)                                                              \
    {                                                                                                        \
        return element(SNI_OP_##ID, 2, (const sn_array[]){a, b});                                            \
    }
#define ENTRY_3(ID, name)                                                                                    \
    sn_array(sn_##name)(sn_array a, sn_array b, sn_array c)                                                  \
    {                                                                                                        \
        return element(SNI_OP_##ID, 3, (const sn_array[]){a, b, c});                                         \
    }
#define SN_OP(ID, name, arity, ...) ENTRY_##arity(ID, name)
#define SN_REDUCTION(...)
#include "graph/ops.def"
