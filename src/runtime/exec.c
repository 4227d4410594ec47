/* Evaluation: roots to a plan, a plan run, results into the graph.
 *
 * Until the last step has run the graph is untouched, so a failure leaves it as it was.  Where a write has
 * taken over the memory of a leaf by then, what was computed so far stays: the roots that are done and the
 * array written to are evaluated.  (A kernel that fails half-way, for want of scratch memory, may have replaced
 * some elements of such memory.) */
#include "runtime/exec.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_KEPT ((size_t)1 << 16) /* a larger graph's room is given back */

static SNI_THREAD_LOCAL sni_room *own_room;
static pthread_key_t room_key;

void sni_room_empty(sni_room *r)
{
    sni_signature_free(&r->signature);
    free(r->roots.data);
    free(r->places.data);
    free(r->slots.data);
    free(r->taken.data);
    free(r->fate.data);
    *r = (sni_room){0};
}

static void free_room(void *data)
{
    sni_room_empty(data);
    free(data);
}

static void make_key(void)
{
    pthread_key_create(&room_key, free_room);
}

static sni_room *room_get(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (SNI_LIKELY(own_room != NULL)) return own_room;
    pthread_once(&once, make_key);
    own_room = calloc(1, sizeof *own_room);
    if (own_room)
        pthread_setspecific(room_key, own_room);
    else
        sni_fail_memory(sizeof *own_room, "an evaluation");
    return own_room;
}

/* ---- a run -------------------------------------------------------------------------------------------------- */

typedef struct eval_counts {
    uint64_t kernels, launches, read, written, copied;
} eval_counts;

static void add_counts(const eval_counts *c)
{
    SNI_COUNT_ADD(kernels, c->kernels);
    SNI_COUNT_ADD(launches, c->launches);
    SNI_COUNT_ADD(bytes_read, c->read);
    SNI_COUNT_ADD(bytes_written, c->written);
    SNI_COUNT_ADD(bytes_copied, c->copied);
}

static int prepare_places(sni_room *r, const sni_plan *p)
{
    size_t leaves = p->nleaves, slots = p->nslots, n = 1 + leaves + slots;
    if (n > r->places.capacity)
        SNI_TRY(sni_grow((void **)&r->places.data, &r->places.capacity, n, sizeof *r->places.data));
    if (slots > r->slots.capacity)
        SNI_TRY(sni_grow((void **)&r->slots.data, &r->slots.capacity, slots, sizeof *r->slots.data));
    r->places.data[0] = NULL;
    for (size_t i = 0; i < leaves; i++) {
        sni_buffer *b = r->signature.leaves.data[i]->u.storage;
        void *data = sni_buffer_on(b, p->device);
        if (SNI_UNLIKELY(!data && b->bytes > 0)) return sni_error_status();
        r->places.data[1 + i] = data;
    }
    memset(r->slots.data, 0, slots * sizeof *r->slots.data);
    r->fates_known = false;
    return SN_OK;
}

static void drop_slot(sni_room *r, uint32_t slot)
{
    sni_buffer_release(r->slots.data[slot]);
    r->slots.data[slot] = NULL;
}

static int check_bounds(const sni_room *r, const sni_plan *p, const sni_step *s)
{
    size_t bytes[SNI_KERNEL_OPERANDS];
    for (size_t i = 0; i < s->kernel->noperands; i++) {
        uint32_t place = s->place[i];
        const sni_buffer *leaf = place > 0 && place <= p->nleaves
                                     ? r->signature.leaves.data[place - 1]->u.storage
                                     : NULL;
        bytes[i] = leaf ? leaf->bytes : place > 0 ? p->slot_bytes[place - 1 - p->nleaves] : 0;
    }
    return sni_check_bounds(s->kernel, s->geometry, bytes);
}

static int launch(sni_room *r, const sni_plan *p, const sni_step *s)
{
    void *ptr[SNI_KERNEL_OPERANDS];
    sni_scalar scalars[SNI_KERNEL_OPERANDS];
    const sni_kernel *k = s->kernel;
    if (SNI_UNLIKELY(r->bounds)) SNI_TRY(check_bounds(r, p, s));
    for (size_t i = 0; i < k->noperands; i++) ptr[i] = r->places.data[s->place[i]];
    for (size_t i = 0; i < k->nscalars; i++) {
        if (s->constant[i] < 0)
            scalars[i] = s->literal[i];
        else
            scalars[i] = (sni_scalar){.bits = {r->signature.consts.data[s->constant[i]]->u.scalar, 0}};
    }
    sni_launch l = {.kernel = k, .geometry = s->geometry, .geo = s->geo, .ptr = ptr, .scalars = scalars};
    return p->device->launch(p->device, s->program, &l);
}

static int make_slot(sni_room *r, const sni_plan *p, const sni_step *s, uint32_t slot)
{
    sni_buffer *b;
    if (s->donor != SNI_NO_SLOT) {
        b = r->slots.data[s->donor];
        r->slots.data[s->donor] = NULL;
    } else {
        b = sni_buffer_new(p->device, p->slot_bytes[slot]);
        if (SNI_UNLIKELY(!b)) return sni_error_status();
    }
    r->slots.data[slot] = b;
    r->places.data[1 + p->nleaves + slot] = b->data;
    return SN_OK;
}

/* ---- writes -------------------------------------------------------------------------------------------------- */

enum { LIVES = 1, ROOT = 2 };

static int find_lives(sni_room *r)
{
    size_t n = r->signature.nodes.count;
    sni_node *const *nodes = r->signature.nodes.data;
    if (n > r->fate.capacity)
        SNI_TRY(sni_grow((void **)&r->fate.data, &r->fate.capacity, n, sizeof *r->fate.data));
    uint32_t *fate = r->fate.data; /* first how often this graph uses each node */
    memset(fate, 0, n * sizeof *fate);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < nodes[i]->count; k++) fate[nodes[i]->in[k]->index]++;
    for (size_t i = 0; i < n; i++) fate[i] = nodes[i]->refs > fate[i] ? LIVES : 0;
    for (size_t k = 0; k < r->roots.count; k++) fate[r->roots.data[k]->index] |= ROOT;
    for (size_t i = n; i-- > 0;) {
        if (fate[i] != LIVES) continue;
        for (int k = 0; k < nodes[i]->count; k++) fate[nodes[i]->in[k]->index] |= LIVES;
    }
    r->fates_known = true;
    return SN_OK;
}

/* Whether a leaf's memory is this evaluation's to write to: the device's own, and seen by nobody after it. */
static int may_take_leaf(sni_room *r, const sni_plan *p, uint32_t place, bool *out)
{
    const sni_node *leaf = r->signature.leaves.data[place - SNI_FIRST_LEAF];
    const sni_buffer *b = leaf->u.storage;
    *out = false;
    if (r->checking) return SN_OK; /* a second run needs it as it is */
    if (!b->owned || b->device != p->device) return SN_OK;
    if (atomic_load_explicit(&b->refs, memory_order_acquire) != 1) return SN_OK;
    if (!r->fates_known) SNI_TRY(find_lives(r));
    *out = !(r->fate.data[leaf->index] & LIVES);
    return SN_OK;
}

static sni_buffer **slot_of(sni_room *r, const sni_plan *p, uint32_t place)
{
    return &r->slots.data[place - SNI_FIRST_LEAF - p->nleaves];
}

static sni_buffer *copy_old(sni_room *r, const sni_plan *p, const sni_update *u, eval_counts *c)
{
    size_t bytes = p->slot_bytes[u->result - SNI_FIRST_LEAF - p->nleaves];
    sni_buffer *b = sni_buffer_new(p->device, bytes);
    if (!b) return NULL;
    if (p->device->copy(p->device, b->data, r->places.data[u->old], bytes) < 0) {
        sni_buffer_release(b);
        return NULL;
    }
    c->copied += bytes;
    return b;
}

/* The result's memory: the old array's where it is nobody else's any more.  Only the host stores beside an array. */
static int make_updated(sni_room *r, const sni_plan *p, const sni_update *u, bool *take, eval_counts *c)
{
    bool leaf = u->old < SNI_FIRST_LEAF + p->nleaves;
    sni_buffer *b;
    *take = u->dies && (!u->meets || p->device == &sni_cpu_device);
    if (*take && leaf) SNI_TRY(may_take_leaf(r, p, u->old, take));
    if (!*take) {
        b = copy_old(r, p, u, c);
        if (!b) return sni_error_status();
    } else if (leaf) {
        b = r->signature.leaves.data[u->old - SNI_FIRST_LEAF]->u.storage;
        SNI_TRY(sni_buffer_take(b));
        sni_buffer_retain(b);
    } else {
        b = *slot_of(r, p, u->old);
        *slot_of(r, p, u->old) = NULL;
    }
    *slot_of(r, p, u->result) = b;
    r->places.data[u->result] = b->data;
    return SN_OK;
}

/* Stores beside the array, because the kernel still reads what it replaces. */
static int launch_beside(sni_room *r, const sni_plan *p, const sni_step *s, eval_counts *c)
{
    const sni_update *u = s->update;
    const sni_region *region = &u->region;
    size_t bytes = (size_t)region->span * region->item, low = (size_t)region->low * region->item;
    char *array = r->places.data[u->result];
    char *beside = sni_pool_alloc(bytes, "a part of an array");
    if (!beside) return SN_ERR_MEMORY;
    r->places.data[u->result] = (void *)((uintptr_t)beside - low);
    int status = launch(r, p, s);
    r->places.data[u->result] = array;
    if (status == SN_OK) sni_region_copy(region, array + low, beside);
    c->copied += (uint64_t)region->size * region->item;
    sni_pool_free(beside, bytes);
    return status;
}

/* Memory that was a leaf's now holds the value of another node.  There is room for it. */
static void note_taken(sni_room *r, const sni_plan *p, const sni_update *u)
{
    sni_buffer *b = *slot_of(r, p, u->result);
    for (size_t i = 0; i < r->taken.count; i++) {
        sni_taken *t = &r->taken.data[i];
        if (t->place != u->old) continue;
        t->node = u->node;
        t->place = u->result;
        return;
    }
    if (u->old >= SNI_FIRST_LEAF + p->nleaves) return;
    sni_buffer_retain(b);
    r->taken.data[r->taken.count++] = (sni_taken){u->node, u->result, b};
}

static void give_back(sni_room *r, const sni_plan *p, const sni_update *u)
{
    bool leaf = u->old < SNI_FIRST_LEAF + p->nleaves;
    sni_buffer **b = slot_of(r, p, u->result);
    if (leaf)
        sni_buffer_release(*b);
    else
        *slot_of(r, p, u->old) = *b;
    *b = NULL;
}

static int run_update(sni_room *r, const sni_plan *p, const sni_step *s, eval_counts *c)
{
    const sni_update *u = s->update;
    bool take;
    SNI_TRY(sni_grow((void **)&r->taken.data, &r->taken.capacity, r->taken.count + 1, sizeof *r->taken.data));
    SNI_TRY(make_updated(r, p, u, &take, c));
    int status = take && u->meets ? launch_beside(r, p, s, c) : launch(r, p, s);
    if (SNI_UNLIKELY(status < 0) && take) give_back(r, p, u);
    if (status == SN_OK && take) note_taken(r, p, u);
    return status;
}

/* A failure after writes took over leaves: what they hold is the value of other nodes now. */
static void keep_taken(sni_graph *g, sni_room *r, bool failed)
{
    for (size_t i = 0; i < r->taken.count; i++) {
        sni_taken *t = &r->taken.data[i];
        sni_node *n = r->signature.nodes.data[t->node];
        if (failed && n->kind != SNI_NODE_LEAF)
            sni_node_set_evaluated(g, n, t->buffer);
        else
            sni_buffer_release(t->buffer);
    }
    r->taken.count = 0;
}

static int run_step(sni_room *r, const sni_plan *p, const sni_step *s, eval_counts *c)
{
    for (uint32_t i = 0; i < s->nmakes && !s->update; i++) SNI_TRY(make_slot(r, p, s, s->makes[i]));
    if (s->program) {
        SNI_TRY(s->update ? run_update(r, p, s, c) : launch(r, p, s));
        c->kernels++;
        c->launches += s->launches;
        c->read += s->bytes_read;
        c->written += s->bytes_written;
    }
    for (uint32_t i = 0; i < s->nfrees; i++) drop_slot(r, s->frees[i]);
    return SN_OK;
}

int sni_room_run(sni_room *r, const sni_plan *p)
{
    eval_counts c = {0};
    SNI_TRY(prepare_places(r, p));
    int status = SN_OK;
    uint32_t i = 0;
    for (; i < p->nsteps && status == SN_OK; i++) status = run_step(r, p, &p->steps[i], &c);
    add_counts(&c);
    if (SNI_LIKELY(status == SN_OK)) return SN_OK;
    for (uint32_t k = 0; k < p->steps[i - 1].nmakes; k++) drop_slot(r, p->steps[i - 1].makes[k]);
    if (r->taken.count > 0) return status; /* the roots that are done stay */
    for (uint32_t k = 0; k < p->nslots; k++) drop_slot(r, k);
    return status;
}

/* ---- roots -------------------------------------------------------------------------------------------------- */

/* What is left to compute: a view's base, and nothing that is in memory. */
static int find_roots(sni_room *r, sni_node *const *roots, size_t n)
{
    r->roots.count = 0;
    for (size_t i = 0; i < n; i++) {
        sni_node *base = roots[i]->kind == SNI_NODE_VIEW ? roots[i]->in[0] : roots[i];
        if (base->kind != SNI_NODE_LEAF) SNI_TRY(SNI_VEC_PUSH(&r->roots, base));
    }
    return SN_OK;
}

/* A root that is asked for twice has one slot, which its first mention takes. */
static void store_results(sni_graph *g, sni_room *r, const sni_plan *p)
{
    for (size_t i = 0; i < r->roots.count; i++) {
        sni_buffer **b = &r->slots.data[p->roots[i]];
        if (!*b) continue;
        sni_node_set_evaluated(g, r->roots.data[i], *b);
        *b = NULL;
    }
}

/* A root that is written over later in the same run may stand among what was taken. */
static void finish_run(sni_graph *g, sni_room *r, const sni_plan *p, bool failed)
{
    store_results(g, r, p);
    keep_taken(g, r, failed);
    for (uint32_t k = 0; failed && k < p->nslots; k++) drop_slot(r, k);
}

/* ---- SINTER_CHECK -------------------------------------------------------------------------------------------- */

int sni_evaluate_apart(sni_graph *g, sni_device *d, sni_node *const *nodes, size_t count, sni_buffer **out)
{
    sni_room r = {0};
    sni_plan *p = NULL;
    int status = sni_signature_build(g, nodes, count, &r.signature);
    if (status == SN_OK) status = sni_plan_build(d, false, &r.signature, nodes, count, &p);
    if (status == SN_OK) status = sni_room_run(&r, p);
    for (size_t i = 0; status == SN_OK && i < count; i++) {
        out[i] = r.slots.data[p->roots[i]];
        r.slots.data[p->roots[i]] = NULL;
    }
    if (p) sni_plan_free(p);
    sni_room_empty(&r);
    return status;
}

/* On the host, whose results are the same. */
static int check_results(sni_graph *g, const sni_room *r, const sni_plan *p, sni_node *const *roots,
                         size_t count, int64_t checks)
{
    bool found = false;
    for (size_t i = 0; i < r->roots.count && !found; i++) {
        const void *data = sni_buffer_on(r->slots.data[p->roots[i]], &sni_cpu_device);
        if (!data) return sni_error_status();
        found = sni_check_suspects(r->roots.data[i], data, checks);
    }
    return found ? sni_check_values(g, &sni_cpu_device, roots, count, checks) : SN_OK;
}

static int evaluate_roots(sni_device *d, sni_room *r, sni_graph *g, sni_node *const *roots, size_t count)
{
    sni_plan *p;
    SNI_TRY(sni_signature_build(g, r->roots.data, r->roots.count, &r->signature));
    SNI_TRY(sni_plan_get(d, &r->signature, r->roots.data, r->roots.count, &p));
    int64_t checks = sni_option_int(SNI_OPTION_CHECK);
    r->bounds = checks & SNI_CHECK_BOUNDS;
    r->checking = checks != 0;
    int status = sni_room_run(r, p);
    bool ran = status == SN_OK;
    if (SNI_UNLIKELY(checks != 0) && ran) status = check_results(g, r, p, roots, count, checks);
    bool refused = ran && status < 0;
    if (status == SN_OK || r->taken.count > 0) finish_run(g, r, p, status < 0);
    for (uint32_t k = 0; refused && k < p->nslots; k++) drop_slot(r, k);
    sni_plan_put(p);
    if (r->signature.words.capacity > WORDS_KEPT) sni_room_empty(r);
    return status;
}

static int evaluate_on(sni_device *d, sni_room *r, sni_graph *g, sni_node *const *roots, size_t count)
{
    SNI_TRY(find_roots(r, roots, count));
    if (r->roots.count == 0) return SN_OK;
    if (SNI_UNLIKELY(sni_lane_of(d) != 0)) SNI_TRY(d->queues->check(d, sni_current_own.lane));
    if (d->range) d->range(d, "sinter: evaluate");
    int status = evaluate_roots(d, r, g, roots, count);
    if (d->range) d->range(d, NULL);
    return status;
}

static _Atomic bool falls_back;

void sni_set_fallback(bool cpu)
{
    atomic_store_explicit(&falls_back, cpu, memory_order_relaxed);
}

int sni_evaluate(sni_graph *g, sni_node *const *roots, size_t count)
{
    sni_device *d;
    sni_room *r = room_get();
    if (!r) return SN_ERR_MEMORY;
    SNI_TRY(sni_device_get(&d));
    sni_deleters_hold(); /* one of them may evaluate, and the room is this evaluation's */
    int status = evaluate_on(d, r, g, roots, count);
    bool again = status == SN_ERR_MEMORY && d != &sni_cpu_device &&
                 atomic_load_explicit(&falls_back, memory_order_relaxed);
    if (SNI_UNLIKELY(again)) {
        sni_log(SNI_LOG_WARN, "%s; evaluated on the CPU", sni_error_message());
        status = evaluate_on(&sni_cpu_device, r, g, roots, count);
    }
    sni_deleters_let_go();
    return status;
}
