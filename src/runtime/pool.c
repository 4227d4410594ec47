/* Memory of arrays: free lists of size classes over the system's memory.
 *
 * Eight classes between neighbouring powers of two waste at most an eighth.  A freed block stays in its
 * class for the next array of that size: fresh pages cost more than the kernel that fills them.  What
 * is cached is bounded by what the process has needed at once (`high`): before fresh memory is taken
 * beyond half as much again, cached blocks go back, the largest first. */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define ALIGN ((size_t)64)
#define LARGE ((size_t)1 << 20)        /* from here on straight from the kernel */
#define HUGE_PAGE ((size_t)2 << 20)
#define CHECKED ((size_t)64 << 20)     /* from here on compared with the memory the system has left */
#define SLACK ((uint64_t)64 << 20)
#define TOP_BIT 46                     /* blocks end at 2^47 bytes: the address space */
#define CLASSES (8 + (TOP_BIT - 8) * 8)

#if defined(__SANITIZE_ADDRESS__)
#define POOL_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POOL_ASAN 1
#endif
#endif
#ifdef POOL_ASAN
#include <sanitizer/asan_interface.h>
#define HIDE(p, n) __asan_poison_memory_region((p), (n))
#define SHOW(p, n) __asan_unpoison_memory_region((p), (n))
#else
#define HIDE(p, n) ((void)0)
#define SHOW(p, n) ((void)0)
#endif

typedef struct free_block { struct free_block *next; } free_block;

typedef struct size_class {
    pthread_mutex_t lock;
    free_block *head;
} size_class;

static size_class classes[CLASSES] = {[0 ... CLASSES - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

static _Atomic uint64_t in_use, peak, high, cached, allocations, reused;

/* ---- size classes ----------------------------------------------------------------------------------- */

static size_t round_up(size_t bytes)
{
    return bytes == 0 ? ALIGN : (bytes + ALIGN - 1) / ALIGN * ALIGN;
}

/* Class of a size rounded by round_up, and the size of its blocks. */
static size_t class_of(size_t bytes, size_t *block)
{
    if (bytes <= 8 * ALIGN) {
        *block = bytes;
        return bytes / ALIGN - 1;
    }
    unsigned bit = 63 - (unsigned)__builtin_clzll(bytes - 1); /* 2^bit < bytes <= 2^(bit+1) */
    size_t step = (size_t)1 << (bit - 3);
    size_t steps = (bytes - ((size_t)1 << bit) + step - 1) / step;
    *block = ((size_t)1 << bit) + steps * step;
    return 8 + (bit - 9) * 8 + steps - 1;
}

static size_t block_size(size_t class)
{
    if (class < 8) return (class + 1) * ALIGN;
    size_t bit = 9 + (class - 8) / 8, steps = (class - 8) % 8 + 1;
    return ((size_t)1 << bit) + steps * ((size_t)1 << (bit - 3));
}

static free_block *pop(size_class *c, size_t block)
{
    pthread_mutex_lock(&c->lock);
    free_block *b = c->head;
    if (b) c->head = b->next;
    pthread_mutex_unlock(&c->lock);
    if (b) {
        SHOW(b, block);
        atomic_fetch_sub_explicit(&cached, block, memory_order_relaxed);
    }
    return b;
}

static void push(size_class *c, void *p, size_t block)
{
    free_block *b = p;
    atomic_fetch_add_explicit(&cached, block, memory_order_relaxed);
    pthread_mutex_lock(&c->lock);
    b->next = c->head;
    HIDE((char *)p + sizeof *b, block - sizeof *b);
    c->head = b;
    pthread_mutex_unlock(&c->lock);
}

/* ---- the system's memory ---------------------------------------------------------------------------- */

/* A mapping on a huge-page boundary, so that the kernel can back it with huge pages. */
static void *map_large(size_t block)
{
    size_t align = block >= HUGE_PAGE ? HUGE_PAGE : 0;
    char *p = mmap(NULL, block + align, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return NULL;
    if (!align) return p;
    size_t head = (align - (uintptr_t)p % align) % align;
    if (head) munmap(p, head);
    if (align - head) munmap(p + head + block, align - head);
    madvise(p + head, block, MADV_HUGEPAGE);
    return p + head;
}

static void give_back(void *p, size_t block)
{
    if (block < LARGE)
        free(p);
    else
        munmap(p, block);
}

/* Gives cached blocks back, the largest first, until at most `keep` bytes are cached. */
static void shrink(uint64_t keep)
{
    for (size_t c = CLASSES; c-- > 0;) {
        size_t block = block_size(c);
        while (atomic_load_explicit(&cached, memory_order_relaxed) > keep) {
            free_block *b = pop(&classes[c], block);
            if (!b) break;
            give_back(b, block);
        }
    }
}

static void *fresh(size_t block)
{
    if (block < LARGE) return aligned_alloc(ALIGN, block);
    uint64_t used = atomic_load_explicit(&in_use, memory_order_relaxed);
    uint64_t most = atomic_load_explicit(&high, memory_order_relaxed);
    if (most < used) most = used;
    shrink(most + most / 2 + SLACK - used);
    if (block >= CHECKED && block > sni_system_memory()) {
        shrink(0);
        if (block > sni_system_memory()) return NULL;
    }
    return map_large(block);
}

static void *take(size_t bytes)
{
    size_t block;
    size_class *c = &classes[class_of(bytes, &block)];
    void *p = pop(c, block);
    if (p) {
        atomic_fetch_add_explicit(&reused, 1, memory_order_relaxed);
        return p;
    }
    p = fresh(block);
    if (p) return p;
    shrink(0);
    return fresh(block);
}

/* ---- accounts: bytes asked for, not what rounding added ---------------------------------------------- */

static void raise(_Atomic uint64_t *most, uint64_t now)
{
    uint64_t old = atomic_load_explicit(most, memory_order_relaxed);
    while (old < now && !atomic_compare_exchange_weak_explicit(most, &old, now, memory_order_relaxed,
                                                               memory_order_relaxed)) {
    }
}

/* "8.0 EB" */
static const char *size_text(uint64_t bytes, char out[16])
{
    static const char units[] = "BKMGTPE";
    double value = (double)bytes;
    int unit = 0;
    while (value >= 1000 && unit < 6) {
        value /= 1000;
        unit++;
    }
    snprintf(out, 16, unit ? "%.1f %cB" : "%.0f bytes", value, units[unit]);
    return out;
}

static void *refuse(uint64_t bytes, const char *what)
{
    char size[16];
    sni_fail(SN_ERR_MEMORY, "out of memory: %s for %s", size_text(bytes, size), what);
    return NULL;
}

static void *refuse_limit(uint64_t bytes, uint64_t used, uint64_t limit, const char *what)
{
    char size[16], have[16], most[16];
    sni_fail(SN_ERR_MEMORY, "out of memory: %s for %s, with %s in use and POOL_MAX at %s", size_text(bytes, size),
             what, size_text(used, have), size_text(limit, most));
    return NULL;
}

void *sni_pool_alloc(size_t asked, const char *what)
{
    if (asked > (size_t)1 << (TOP_BIT + 1)) return refuse(asked, what);
    size_t bytes = round_up(asked);
    uint64_t used = atomic_fetch_add_explicit(&in_use, bytes, memory_order_relaxed) + bytes;
    uint64_t limit = (uint64_t)sni_option_int(SNI_OPTION_POOL_MAX);
    if (SNI_UNLIKELY(limit && used > limit)) {
        atomic_fetch_sub_explicit(&in_use, bytes, memory_order_relaxed);
        return refuse_limit(asked, used - bytes, limit, what);
    }
    void *p = take(bytes);
    if (SNI_UNLIKELY(!p)) {
        atomic_fetch_sub_explicit(&in_use, bytes, memory_order_relaxed);
        return refuse(asked, what);
    }
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    raise(&peak, used);
    raise(&high, used);
    return p;
}

void sni_pool_free(void *p, size_t asked)
{
    if (!p) return;
    size_t bytes = round_up(asked), block;
    size_class *c = &classes[class_of(bytes, &block)];
    push(c, p, block);
    atomic_fetch_sub_explicit(&in_use, bytes, memory_order_relaxed);
}

void sni_pool_trim(void)
{
    shrink(0);
}

void sni_pool_get_stats(sni_pool_stats *out)
{
    *out = (sni_pool_stats){
        .in_use = atomic_load_explicit(&in_use, memory_order_relaxed),
        .cached = atomic_load_explicit(&cached, memory_order_relaxed),
        .peak = atomic_load_explicit(&peak, memory_order_relaxed),
        .allocations = atomic_load_explicit(&allocations, memory_order_relaxed),
        .reused = atomic_load_explicit(&reused, memory_order_relaxed),
    };
}

void sni_pool_reset_peak(void)
{
    atomic_store_explicit(&peak, atomic_load_explicit(&in_use, memory_order_relaxed), memory_order_relaxed);
}
