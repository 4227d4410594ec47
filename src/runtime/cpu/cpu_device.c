/* The CPU as a device: which tier runs a kernel, and its share for each thread.
 *
 * A program is one kernel in this process.  It starts NEW; the first use that may compile looks on disk,
 * then starts a compiler (PENDING) and interprets until the object is there (READY).  One that cannot be
 * compiled stays with the interpreter (FAILED).  A kernel that joins by a user's formula has no loops there: whoever
 * prepares it waits for the compiler, and gets what that said when it fails; the next one tries again.  Programs are found by the kernel's identity, so that a
 * kernel seen before is not even emitted. */
#include "runtime/cpu/cc.h"
#include "runtime/cpu/launch.h"
#include "runtime/region.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PROGRAMS_MAX 4096   /* kept when nobody uses them */
#define LOOK_SECONDS 0.0002 /* between looks at a compile in progress */
#define WAIT_STEP 0.05
#define DRAIN_SECONDS 0.2

typedef enum program_state { NEW, PENDING, READY, FAILED } program_state;

struct sni_program {
    sni_hash128 identity;
    struct sni_program *older, *newer; /* by last preparation; these and refs under the table's lock */
    uint32_t refs;
    bool dumped, compiled_only;
    char why[512];              /* compiled_only and FAILED: under `lock` */
    _Atomic int state;          /* changed under `lock`, read freely */
    _Atomic uint64_t next_look; /* microseconds */
    pthread_mutex_t lock;       /* never held while a compiler runs */
    sni_compile *compile;       /* PENDING */
    sni_object object;          /* READY */
    sni_cost cost;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;
static sni_map table;
static sni_program *oldest, *newest;

/* ---- source to object -------------------------------------------------------------------------------- */

static bool is_set(sni_option o)
{
    char text[4096];
    return sni_option_text(o, text, sizeof text) < 0 || text[0];
}

static program_state failed(sni_program *p)
{
    static int warned;
    if (p->compiled_only) {
        snprintf(p->why, sizeof p->why, "%s", sni_error_message());
        sni_error_clear(); /* who it matters to is told below */
        return FAILED;
    }
    sni_log_once(&warned, SNI_LOG_WARN, "%s; the kernel is interpreted", sni_error_message());
    sni_error_clear(); /* the evaluation goes on */
    return FAILED;
}

/* A machine without a compiler is a fair place to be; one whose compiler fails is not. */
static program_state no_compiler(sni_program *p)
{
    static int told;
    if (is_set(SNI_OPTION_CC) || p->compiled_only) return failed(p);
    sni_log_once(&told, SNI_LOG_INFO, "%s; kernels are interpreted", sni_error_message());
    sni_error_clear();
    return FAILED;
}

static program_state load(sni_program *p, const void *payload, size_t size)
{
    return sni_object_load(payload, size, &p->object) < 0 ? failed(p) : READY;
}

static program_state find_object(sni_program *p, const sni_cc *cc, const sni_cache_key *key)
{
    void *payload;
    size_t size;
    if (cc->identity[0] && sni_cache_load(key, &payload, &size) == SN_OK) {
        program_state state = load(p, payload, size);
        free(payload);
        if (state == READY) SNI_COUNT_ADD(disk_hits, 1);
        return state;
    }
    if (sni_compile_start(cc, key, &p->compile) < 0) return failed(p);
    SNI_COUNT_ADD(compiled, 1);
    return PENDING;
}

static program_state begin(sni_program *p, const sni_kernel *k)
{
    const sni_cpu_target *target = sni_cpu_target_get();
    sni_cc cc;
    sni_cache_key key;
    sni_str source = {0};
    char flags[512];
    program_state state;
    if (sni_cc_locate(&cc) < 0) return no_compiler(p);
    if (sni_emit_c(k, target, &source) < 0) {
        state = failed(p);
    } else {
        sni_cc_flags(target, flags, sizeof flags);
        sni_cache_key_init(&key, "cpu", sni_cpu_features(), cc.identity, flags, sni_str_text(&source));
        state = find_object(p, &cc, &key);
    }
    sni_str_free(&source);
    return state;
}

/* With p->lock held: takes the object when the compiler has ended. */
static program_state look(sni_program *p)
{
    void *payload;
    size_t size;
    int ended = sni_compile_poll(p->compile, 0, &payload, &size);
    if (ended == 0) return PENDING;
    p->compile = NULL;
    if (ended < 0) return failed(p);
    program_state state = load(p, payload, size);
    free(payload);
    return state;
}

/* ---- states ------------------------------------------------------------------------------------------- */

static program_state state_of(sni_program *p)
{
    return (program_state)atomic_load_explicit(&p->state, memory_order_acquire);
}

static void advance(sni_program *p, const sni_kernel *k)
{
    program_state state = state_of(p);
    if (state == NEW && k) state = begin(p, k);
    if (state == PENDING) state = look(p);
    atomic_store_explicit(&p->state, (int)state, memory_order_release);
}

static void advance_and_wait(sni_program *p, const sni_kernel *k)
{
    for (;;) {
        pthread_mutex_lock(&p->lock);
        advance(p, k);
        pthread_mutex_unlock(&p->lock);
        if (state_of(p) != PENDING) return;
        sni_compile_pump(WAIT_STEP);
    }
}

/* Looks now and then; whoever finds another thread looking goes on interpreting. */
static void advance_in_passing(sni_program *p, const sni_kernel *k)
{
    uint64_t now = (uint64_t)(sni_seconds() * 1e6);
    if (now < atomic_load_explicit(&p->next_look, memory_order_relaxed)) return;
    if (pthread_mutex_trylock(&p->lock) != 0) return;
    advance(p, k);
    atomic_store_explicit(&p->next_look, now + (uint64_t)(LOOK_SECONDS * 1e6), memory_order_relaxed);
    pthread_mutex_unlock(&p->lock);
}

static void settle(sni_program *p, const sni_kernel *k, int64_t jit)
{
    program_state state = state_of(p);
    if (jit == SNI_JIT_OFF || state == READY || state == FAILED) return;
    if (jit == SNI_JIT_SYNC)
        advance_and_wait(p, k);
    else
        advance_in_passing(p, k);
}

/* For a kernel that cannot be interpreted: READY, or an error. */
static int need_object(sni_program *p, const sni_kernel *k)
{
    const char *name = k->formulas[0]->name;
    if (sni_option_int(SNI_OPTION_JIT) == SNI_JIT_OFF)
        return sni_fail(SN_ERR_COMPILE, "%s: a reduction that was defined has to be compiled, and SINTER_JIT is off", name);
    if (state_of(p) == READY) return SN_OK;
    pthread_mutex_lock(&p->lock);
    if (state_of(p) == FAILED) atomic_store_explicit(&p->state, NEW, memory_order_release);
    pthread_mutex_unlock(&p->lock);
    advance_and_wait(p, k);
    if (state_of(p) == READY) return SN_OK;
    pthread_mutex_lock(&p->lock);
    int status = sni_fail(SN_ERR_COMPILE, "%s: a reduction that was defined has to be compiled: %s", name, p->why);
    pthread_mutex_unlock(&p->lock);
    return status;
}

/* ---- the table ------------------------------------------------------------------------------------------ */

static bool same_identity(const void *item, const void *key)
{
    const sni_program *p = item;
    const sni_hash128 *h = key;
    return p->identity.low == h->low && p->identity.high == h->high;
}

static void unlink_program(sni_program *p)
{
    *(p->older ? &p->older->newer : &oldest) = p->newer;
    *(p->newer ? &p->newer->older : &newest) = p->older;
    p->older = p->newer = NULL;
}

static void link_newest(sni_program *p)
{
    p->older = newest;
    *(newest ? &newest->newer : &oldest) = p;
    newest = p;
}

static void destroy(sni_program *p)
{
    sni_map_remove(&table, p->identity.low, p);
    unlink_program(p);
    if (p->compile) sni_compile_abandon(p->compile);
    sni_object_unload(&p->object);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static void evict(void)
{
    for (sni_program *p = oldest, *next; p && table.count >= PROGRAMS_MAX; p = next) {
        next = p->newer;
        if (p->refs == 0 && state_of(p) != PENDING) destroy(p);
    }
}

static sni_program *make(const sni_kernel *k, sni_hash128 identity)
{
    sni_program *p = calloc(1, sizeof *p);
    if (!p) {
        sni_fail_memory(sizeof *p, "a program");
        return NULL;
    }
    p->identity = identity;
    p->cost = sni_cost_of(k);
    p->compiled_only = k->nformulas > 0;
    pthread_mutex_init(&p->lock, NULL);
    evict();
    if (sni_map_insert(&table, identity.low, p) < 0) {
        pthread_mutex_destroy(&p->lock);
        free(p);
        return NULL;
    }
    link_newest(p);
    return p;
}

static sni_program *find_or_make(const sni_kernel *k)
{
    sni_hash128 identity = sni_kernel_hash(k);
    pthread_mutex_lock(&table_lock);
    sni_program *p = sni_map_find(&table, identity.low, &identity, same_identity);
    if (p) {
        SNI_COUNT_ADD(memory_hits, 1);
        unlink_program(p);
        link_newest(p);
    } else {
        p = make(k, identity);
    }
    if (p) p->refs++;
    pthread_mutex_unlock(&table_lock);
    return p;
}

/* ---- the device ------------------------------------------------------------------------------------------ */

static int dump(sni_program *p, const sni_kernel *k)
{
    if (p->dumped || !is_set(SNI_OPTION_DUMP)) return SN_OK;
    sni_str source = {0};
    int status = sni_emit_c(k, sni_cpu_target_get(), &source);
    if (status == SN_OK) status = sni_dump_source("c", sni_str_text(&source));
    p->dumped = status == SN_OK;
    sni_str_free(&source);
    return status;
}

static void release(sni_device *d, sni_program *p)
{
    (void)d;
    pthread_mutex_lock(&table_lock);
    p->refs--;
    pthread_mutex_unlock(&table_lock);
}

static int prepare(sni_device *d, const sni_kernel *k, sni_program **out)
{
    sni_program *p = find_or_make(k);
    if (!p) return SN_ERR_MEMORY;
    pthread_mutex_lock(&p->lock);
    int status = dump(p, k);
    pthread_mutex_unlock(&p->lock);
    if (status == SN_OK && p->compiled_only) status = need_object(p, k);
    if (status < 0) {
        release(d, p);
        return status;
    }
    if (!p->compiled_only) settle(p, k, sni_option_int(SNI_OPTION_JIT));
    *out = p;
    return SN_OK;
}

static int launch(sni_device *d, sni_program *p, const sni_launch *l)
{
    (void)d;
    int64_t jit = sni_option_int(SNI_OPTION_JIT);
    if (SNI_UNLIKELY(p->compiled_only)) SNI_TRY(need_object(p, l->kernel));
    else settle(p, l->kernel, jit);
    if (SNI_LIKELY(jit != SNI_JIT_OFF && state_of(p) == READY)) return sni_run_object(&p->object, l, p->cost);
    SNI_COUNT_ADD(interpreted, 1);
    return sni_run_interpreted(l, p->cost);
}

/* Looks at every compile in progress; how many are left. */
static int look_at_all(void)
{
    int left = 0;
    pthread_mutex_lock(&table_lock);
    for (sni_program *p = oldest; p; p = p->newer) {
        if (state_of(p) != PENDING) continue;
        if (pthread_mutex_trylock(&p->lock) == 0) {
            advance(p, NULL);
            pthread_mutex_unlock(&p->lock);
        }
        left += state_of(p) == PENDING;
    }
    pthread_mutex_unlock(&table_lock);
    return left;
}

static int wait_for_compiles(sni_device *d, double seconds)
{
    (void)d;
    double end = sni_seconds() + seconds;
    while (look_at_all() > 0) {
        double left = seconds < 0 ? WAIT_STEP : end - sni_seconds();
        if (left <= 0) return 1;
        sni_compile_pump(left < WAIT_STEP ? left : WAIT_STEP);
    }
    return SN_OK;
}

static void shut_down(sni_device *d)
{
    wait_for_compiles(d, DRAIN_SECONDS);
    pthread_mutex_lock(&table_lock);
    for (sni_program *p = oldest, *next; p; p = next) {
        next = p->newer;
        if (p->refs == 0) destroy(p);
    }
    if (table.count == 0) sni_map_free(&table);
    pthread_mutex_unlock(&table_lock);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

static void *take(sni_device *d, size_t bytes, const char *what)
{
    (void)d;
    return sni_pool_alloc(bytes, what);
}

static void give(sni_device *d, void *p, size_t bytes, uint64_t lanes)
{
    (void)d;
    (void)lanes;
    sni_pool_free(p, bytes);
}

static void trim(sni_device *d)
{
    (void)d;
    sni_pool_trim();
}

static int copy(sni_device *d, void *to, const void *from, size_t bytes)
{
    (void)d;
    sni_copy_bytes(to, from, bytes);
    return SN_OK;
}

static int download(sni_device *d, void *to, const void *from, size_t bytes, bool wait)
{
    (void)wait;
    return copy(d, to, from, bytes);
}

static void memory(sni_device *d, sni_memory *out)
{
    sni_pool_stats s;
    (void)d;
    sni_pool_get_stats(&s);
    *out = (sni_memory){.in_use = s.in_use,
                        .cached = s.cached,
                        .peak = s.peak,
                        .limit = (uint64_t)sni_option_int(SNI_OPTION_POOL_MAX),
                        .allocations = s.allocations,
                        .reused = s.reused,
                        .free = sni_system_memory(),
                        .total = sni_system_memory_total()};
}

static void limit(sni_device *d, uint64_t bytes)
{
    char text[24];
    (void)d;
    if (bytes > INT64_MAX) bytes = INT64_MAX; /* the option's largest */
    snprintf(text, sizeof text, "%llu", (unsigned long long)bytes);
    sni_option_set("pool_max", text);
}

/* The host's own memory is as good as any to itself. */
static void *pinned(sni_device *d, void *p, size_t bytes)
{
    (void)d;
    if (!p) return sni_pool_alloc(bytes, "page-locked memory");
    sni_pool_free(p, bytes);
    return NULL;
}

static int synchronize(sni_device *d)
{
    (void)d;
    return SN_OK; /* a launch returns when it is done */
}

static void traits(sni_device *d, sni_traits *out)
{
    (void)d;
    *out = (sni_traits){.name = sni_cpu_features(), .multiprocessors = sni_threads()};
}

sni_device sni_cpu_device = {
    .name = "cpu",
    .limits = &sni_limits_cpu,
    .prepare = prepare,
    .launch = launch,
    .release = release,
    .wait = wait_for_compiles,
    .shutdown = shut_down,
    .alloc = take,
    .free = give,
    .trim = trim,
    .upload = copy,
    .download = download,
    .copy = copy,
    .synchronize = synchronize,
    .traits = traits,
    .memory = memory,
    .limit = limit,
    .pinned = pinned,
    .queues = &sni_host_queues,
};
