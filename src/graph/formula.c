/* The table of formulas: one of each content, for the whole process. */
#include "graph/formula.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(sni_formula_step) == 24, "steps have no padding");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sni_map table;

static size_t size_of(const sni_formula *f)
{
    return sizeof *f + f->nsteps * sizeof *f->steps;
}

static bool same(const void *item, const void *key)
{
    const sni_formula *a = item, *b = key;
    return a->nsteps == b->nsteps && memcmp(a, b, size_of(b)) == 0;
}

static sni_formula *make(const char *name, const sni_formula_step *steps, int nparams, int nsteps, int result,
                         const sni_scalar *identity)
{
    size_t bytes = sizeof(sni_formula) + (size_t)nsteps * sizeof *steps,
           head = offsetof(sni_formula, identity);
    sni_formula *f = calloc(1, bytes);
    if (!f) {
        sni_fail_memory(bytes, "a formula");
        return NULL;
    }
    memcpy(f->name, name, strnlen(name, SNI_FORMULA_NAME));
    memcpy(f->steps, steps, (size_t)nsteps * sizeof *steps);
    f->nparams = (uint16_t)nparams;
    f->nsteps = (uint16_t)nsteps;
    f->result = (uint16_t)result;
    f->dtype = steps[result].dtype;
    if (identity) f->identity = *identity;
    f->hash = sni_hash((const char *)f + head, bytes - head);
    return f;
}

const sni_formula *sni_formula_intern(const char *name, const sni_formula_step *steps, int nparams,
                                      int nsteps, int result, const sni_scalar *identity)
{
    sni_formula *f = make(name, steps, nparams, nsteps, result, identity);
    if (!f) return NULL;
    pthread_mutex_lock(&lock);
    sni_formula *known = sni_map_find(&table, f->hash.low, f, same), *out = known ? known : f;
    if (!known && table.count == SNI_FORMULAS_MAX) {
        sni_fail(SN_ERR_MEMORY, "%s: %d operations are defined already; sn_shutdown forgets them", name,
                 SNI_FORMULAS_MAX);
        out = NULL;
    } else if (!known && sni_map_insert(&table, f->hash.low, f) < 0) {
        out = NULL;
    }
    pthread_mutex_unlock(&lock);
    if (out != f) free(f);
    return out;
}

void sni_formulas_clear(void)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < table.capacity; i++)
        free(table.slots[i].item); /* nothing is ever taken out alone */
    sni_map_free(&table);
    pthread_mutex_unlock(&lock);
}

const char *sni_reduction_name(const sni_node *n)
{
    return n->code == SNI_REDUCE_FORMULA ? n->formula->name : sni_reductions[n->code].name;
}
