/* Plans by signature, shared by all threads; the least recently used go first.
 *
 * Nothing of the leaves' memory enters the key: what a kernel stores into is always fresh, so how inputs
 * overlap or are aligned changes nothing. */
#include "runtime/plan.h"

#include <pthread.h>
#include <string.h>

#define PLANS_MAX 1024
#define BYTES_MAX ((size_t)64 << 20)
#define PLAN_BYTES_MAX (BYTES_MAX / 4) /* a larger one would push out all others for a graph that hardly comes again */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sni_map table;
static sni_plan *oldest, *newest;
static size_t bytes;

typedef struct plan_key { const sni_device *device; const sni_signature *sig; bool fuse; } plan_key;

static bool same_plan(const void *item, const void *key)
{
    const sni_plan *p = item;
    const plan_key *k = key;
    return p->device == k->device && p->fuse == k->fuse && p->nwords == k->sig->words.count &&
           memcmp(p->words, k->sig->words.data, p->nwords * sizeof *p->words) == 0;
}

static void unlink_plan(sni_plan *p)
{
    *(p->older ? &p->older->newer : &oldest) = p->newer;
    *(p->newer ? &p->newer->older : &newest) = p->older;
}

static void link_newest(sni_plan *p)
{
    p->older = newest;
    p->newer = NULL;
    *(newest ? &newest->newer : &oldest) = p;
    newest = p;
}

/* Takes a plan out of the table; true when nobody runs it, so that the caller frees it. */
static bool take_out(sni_plan *p)
{
    sni_map_remove(&table, p->hash, p);
    unlink_plan(p);
    bytes -= p->bytes;
    return --p->refs == 0;
}

/* The oldest plans while the table is over its bounds; chained by `older` for the caller to free unlocked. */
static sni_plan *shrink(size_t plans_max, size_t bytes_max)
{
    sni_plan *dead = NULL;
    while (oldest && (table.count > plans_max || bytes > bytes_max)) {
        sni_plan *p = oldest;
        if (!take_out(p)) continue;
        p->older = dead;
        dead = p;
    }
    return dead;
}

static void free_all(sni_plan *dead)
{
    while (dead) {
        sni_plan *next = dead->older;
        sni_plan_free(dead);
        dead = next;
    }
}

static sni_plan *find(const plan_key *key)
{
    pthread_mutex_lock(&lock);
    sni_plan *p = sni_map_find(&table, key->sig->hash, key, same_plan);
    if (p) {
        p->refs++;
        if (p != newest) {
            unlink_plan(p);
            link_newest(p);
        }
    }
    pthread_mutex_unlock(&lock);
    return p;
}

/* The caller's reference is there already.  A plan that cannot be kept, or that another thread made
 * meanwhile, serves this run alone. */
static void keep(sni_plan *p, const plan_key *key)
{
    pthread_mutex_lock(&lock);
    p->refs = 1;
    if (p->bytes <= PLAN_BYTES_MAX && !sni_map_find(&table, p->hash, key, same_plan) &&
        sni_map_insert(&table, p->hash, p) == SN_OK) {
        p->refs++;
        link_newest(p);
        bytes += p->bytes;
    }
    sni_plan *dead = shrink(PLANS_MAX, BYTES_MAX);
    pthread_mutex_unlock(&lock);
    free_all(dead);
}

int sni_plan_get(sni_device *d, const sni_signature *sig, sni_node *const *roots, size_t nroots, sni_plan **out)
{
    plan_key key = {d, sig, sni_option_int(SNI_OPTION_FUSE) == SNI_FUSE_ON};
    *out = find(&key);
    if (*out) {
        SNI_COUNT_ADD(plan_hits, 1);
        return SN_OK;
    }
    SNI_TRY(sni_plan_build(d, key.fuse, sig, roots, nroots, out));
    SNI_COUNT_ADD(plan_misses, 1);
    keep(*out, &key);
    return SN_OK;
}

void sni_plan_put(sni_plan *p)
{
    pthread_mutex_lock(&lock);
    bool dead = --p->refs == 0;
    pthread_mutex_unlock(&lock);
    if (dead) sni_plan_free(p);
}

void sni_plan_clear(void)
{
    pthread_mutex_lock(&lock);
    sni_plan *dead = shrink(0, 0);
    if (table.count == 0) sni_map_free(&table);
    pthread_mutex_unlock(&lock);
    free_all(dead);
}
