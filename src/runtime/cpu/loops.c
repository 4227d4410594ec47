/* The interpreter's loops: one table for each instruction set the library was built for. */
#include "runtime/cpu/loops.h"

#include "runtime/cpu/cpu.h"

#include <pthread.h>

/* What genloops wrote: a file for each number of lanes fills its part of the table and imports vector math. */
typedef struct part {
    void (*fill)(sni_loops *t);
    const char *const *imports;
    void **slots;
} part;

#define DECLARE(level, lanes)                                                                     \
    extern const char *const sni_loops_imports_##level##_##lanes[];                               \
    extern void *sni_loops_slots_##level##_##lanes[];                                             \
    void sni_loops_fill_##level##_##lanes(sni_loops *t);
#define PART(level, lanes)                                                                        \
    {sni_loops_fill_##level##_##lanes, sni_loops_imports_##level##_##lanes, sni_loops_slots_##level##_##lanes}

typedef struct level {
    const char *isa;
    int vector_bytes; /* of the processor */
    part parts[4];
} level;

#ifdef __x86_64__
DECLARE(avx512, 8) DECLARE(avx512, 16) DECLARE(avx512, 32)
DECLARE(avx2, 4) DECLARE(avx2, 8) DECLARE(avx2, 16) DECLARE(avx2, 32)
DECLARE(sse2, 2) DECLARE(sse2, 4) DECLARE(sse2, 8) DECLARE(sse2, 16)
static const level levels[] = {
    {"avx512", 64, {PART(avx512, 8), PART(avx512, 16), PART(avx512, 32)}},
    {"avx2", 32, {PART(avx2, 4), PART(avx2, 8), PART(avx2, 16), PART(avx2, 32)}},
    {"sse2", 16, {PART(sse2, 2), PART(sse2, 4), PART(sse2, 8), PART(sse2, 16)}},
};
#else
DECLARE(generic, 2) DECLARE(generic, 4) DECLARE(generic, 8) DECLARE(generic, 16)
static const level levels[] = {
    {"generic", 16, {PART(generic, 2), PART(generic, 4), PART(generic, 8), PART(generic, 16)}},
};
#endif

static sni_loops tables[SNI_COUNT(levels)];

static void fill_part(sni_loops *t, const part *p)
{
    if (p->fill == NULL) return;
    p->fill(t);
    for (int i = 0; p->imports[i] != NULL; i++) p->slots[i] = sni_vmath_find(p->imports[i]);
}

static bool runs_here(const level *l) { return l->vector_bytes <= sni_cpu_target_get()->vector_bytes; }

/* What fills a table is itself compiled for that instruction set. */
static void fill_tables(void)
{
    for (size_t l = 0; l < SNI_COUNT(levels); l++) {
        tables[l].isa = levels[l].isa;
        for (size_t i = 0; i < SNI_COUNT(levels[l].parts) && runs_here(&levels[l]); i++) fill_part(&tables[l], &levels[l].parts[i]);
    }
}

const sni_loops *sni_loops_at(int index, bool *supported)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (index < 0 || index >= (int)SNI_COUNT(levels)) return NULL;
    pthread_once(&once, fill_tables);
    *supported = runs_here(&levels[index]);
    return &tables[index];
}

const sni_loops *sni_loops_get(void)
{
    static const sni_loops *best;
    const sni_loops *l = __atomic_load_n(&best, __ATOMIC_ACQUIRE);
    bool supported = false;
    for (int i = 0; l == NULL; i++) {
        const sni_loops *at = sni_loops_at(i, &supported);
        if (supported) l = at; /* the last level runs everywhere */
    }
    __atomic_store_n(&best, l, __ATOMIC_RELEASE);
    return l;
}
