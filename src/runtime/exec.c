/* Evaluation: roots to a plan, a plan run, results into the graph.
 *
 * Until the last step has run the graph is untouched, so a failure leaves it as it was. */
#include "runtime/plan.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define WORDS_KEPT ((size_t)1 << 16) /* a larger graph's room is given back */

/* A thread's memory for evaluating, kept between calls: the usual evaluation allocates nothing here. */
typedef struct eval_room {
    bool bounds; /* the reach of each kernel is checked before it runs */
    sni_signature signature;
    SNI_VEC(sni_node *) roots;
    SNI_VEC(void *) places;
    SNI_VEC(sni_buffer *) slots;
} eval_room;

static SNI_THREAD_LOCAL eval_room *own_room;
static pthread_key_t room_key;

static void empty_room(eval_room *r)
{
    sni_signature_free(&r->signature);
    free(r->roots.data);
    free(r->places.data);
    free(r->slots.data);
    *r = (eval_room){0};
}

static void free_room(void *data)
{
    empty_room(data);
    free(data);
}

static void make_key(void)
{
    pthread_key_create(&room_key, free_room);
}

static eval_room *room_get(void)
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

typedef struct eval_counts { uint64_t kernels, launches, read, written; } eval_counts;

static void add_counts(const eval_counts *c)
{
    SNI_COUNT_ADD(kernels, c->kernels);
    SNI_COUNT_ADD(launches, c->launches);
    SNI_COUNT_ADD(bytes_read, c->read);
    SNI_COUNT_ADD(bytes_written, c->written);
}

static int prepare_places(eval_room *r, const sni_plan *p)
{
    size_t leaves = p->nleaves, slots = p->nslots, n = 1 + leaves + slots;
    if (n > r->places.capacity)
        SNI_TRY(sni_grow((void **)&r->places.data, &r->places.capacity, n, sizeof *r->places.data));
    if (slots > r->slots.capacity)
        SNI_TRY(sni_grow((void **)&r->slots.data, &r->slots.capacity, slots, sizeof *r->slots.data));
    r->places.data[0] = NULL;
    for (size_t i = 0; i < leaves; i++) {
        const sni_buffer *b = r->signature.leaves.data[i]->u.storage;
        r->places.data[1 + i] = b->data;
    }
    memset(r->slots.data, 0, slots * sizeof *r->slots.data);
    return SN_OK;
}

static void drop_slot(eval_room *r, uint32_t slot)
{
    sni_buffer_release(r->slots.data[slot]);
    r->slots.data[slot] = NULL;
}

/* A result that takes over a dying operand's memory has it already. */
static const sni_buffer *buffer_at(const eval_room *r, const sni_plan *p, const sni_step *s, uint32_t place)
{
    if (place == 0) return NULL;
    if (place <= p->nleaves) return r->signature.leaves.data[place - 1]->u.storage;
    uint32_t slot = place - 1 - p->nleaves;
    return r->slots.data[slot == s->donor ? s->makes[0] : slot];
}

static int check_bounds(const eval_room *r, const sni_plan *p, const sni_step *s)
{
    size_t bytes[SNI_KERNEL_OPERANDS];
    for (size_t i = 0; i < s->kernel->noperands; i++) {
        const sni_buffer *b = buffer_at(r, p, s, s->place[i]);
        bytes[i] = b ? b->bytes : 0;
    }
    return sni_check_bounds(s->kernel, s->geometry, bytes);
}

static int launch(eval_room *r, const sni_plan *p, const sni_step *s)
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

static int make_slot(eval_room *r, const sni_plan *p, const sni_step *s, uint32_t slot)
{
    sni_buffer *b;
    if (s->donor != SNI_NO_SLOT) {
        b = r->slots.data[s->donor];
        r->slots.data[s->donor] = NULL;
    } else {
        b = sni_buffer_new(p->device, p->slot_bytes[slot]);
        if (SNI_UNLIKELY(!b)) return SN_ERR_MEMORY;
    }
    r->slots.data[slot] = b;
    r->places.data[1 + p->nleaves + slot] = b->data;
    return SN_OK;
}

static int run_step(eval_room *r, const sni_plan *p, const sni_step *s, eval_counts *c)
{
    for (uint32_t i = 0; i < s->nmakes; i++) SNI_TRY(make_slot(r, p, s, s->makes[i]));
    if (s->program) {
        SNI_TRY(launch(r, p, s));
        c->kernels++;
        c->launches += s->launches;
        c->read += s->bytes_read;
        c->written += s->bytes_written;
    }
    for (uint32_t i = 0; i < s->nfrees; i++) drop_slot(r, s->frees[i]);
    return SN_OK;
}

static int run(eval_room *r, const sni_plan *p)
{
    eval_counts c = {0};
    SNI_TRY(prepare_places(r, p));
    int status = SN_OK;
    for (uint32_t i = 0; i < p->nsteps && status == SN_OK; i++) status = run_step(r, p, &p->steps[i], &c);
    add_counts(&c);
    if (SNI_UNLIKELY(status < 0))
        for (uint32_t i = 0; i < p->nslots; i++) drop_slot(r, i);
    return status;
}

/* ---- roots -------------------------------------------------------------------------------------------------- */

/* What is left to compute: a view's base, and nothing that is in memory. */
static int find_roots(eval_room *r, sni_node *const *roots, size_t n)
{
    r->roots.count = 0;
    for (size_t i = 0; i < n; i++) {
        sni_node *base = roots[i]->kind == SNI_NODE_VIEW ? roots[i]->in[0] : roots[i];
        if (base->kind != SNI_NODE_LEAF) SNI_TRY(SNI_VEC_PUSH(&r->roots, base));
    }
    return SN_OK;
}

/* A root that is asked for twice has one slot, which its first mention takes. */
static void store_results(sni_graph *g, eval_room *r, const sni_plan *p)
{
    for (size_t i = 0; i < r->roots.count; i++) {
        sni_buffer **b = &r->slots.data[p->roots[i]];
        if (!*b) continue;
        sni_node_set_evaluated(g, r->roots.data[i], *b);
        *b = NULL;
    }
}

/* ---- SINTER_CHECK -------------------------------------------------------------------------------------------- */

int sni_evaluate_apart(sni_graph *g, sni_device *d, sni_node *const *nodes, size_t count, sni_buffer **out)
{
    eval_room r = {0};
    sni_plan *p = NULL;
    int status = sni_signature_build(g, nodes, count, &r.signature);
    if (status == SN_OK) status = sni_plan_build(d, false, &r.signature, nodes, count, &p);
    if (status == SN_OK) status = run(&r, p);
    for (size_t i = 0; status == SN_OK && i < count; i++) {
        out[i] = r.slots.data[p->roots[i]];
        r.slots.data[p->roots[i]] = NULL;
    }
    if (p) sni_plan_free(p);
    empty_room(&r);
    return status;
}

static int check_results(sni_graph *g, sni_device *d, const eval_room *r, const sni_plan *p, sni_node *const *roots,
                         size_t count, int64_t checks)
{
    bool found = false;
    for (size_t i = 0; i < r->roots.count && !found; i++) {
        const sni_buffer *b = r->slots.data[p->roots[i]];
        found = sni_check_suspects(r->roots.data[i], b->data, checks);
    }
    return found ? sni_check_values(g, d, roots, count, checks) : SN_OK;
}

int sni_evaluate(sni_graph *g, sni_node *const *roots, size_t count)
{
    sni_device *d;
    sni_plan *p;
    eval_room *r = room_get();
    if (!r) return SN_ERR_MEMORY;
    SNI_TRY(find_roots(r, roots, count));
    if (r->roots.count == 0) return SN_OK;
    SNI_TRY(sni_device_get(&d));
    SNI_TRY(sni_signature_build(g, r->roots.data, r->roots.count, &r->signature));
    SNI_TRY(sni_plan_get(d, &r->signature, r->roots.data, r->roots.count, &p));
    int64_t checks = sni_option_int(SNI_OPTION_CHECK);
    r->bounds = checks & SNI_CHECK_BOUNDS;
    int status = run(r, p);
    if (SNI_UNLIKELY(checks != 0) && status == SN_OK) status = check_results(g, d, r, p, roots, count, checks);
    if (status == SN_OK) store_results(g, r, p);
    sni_plan_put(p);
    if (r->signature.words.capacity > WORDS_KEPT) empty_room(r);
    return status;
}
