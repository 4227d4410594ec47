/* Counters of evaluation. */
#include "runtime/runtime.h"

sni_stats sni_counters;

void sni_stats_reset(void)
{
#define SN_STAT(name, doc) atomic_store_explicit(&sni_counters.name, 0, memory_order_relaxed);
#include "runtime/stats.def"
#undef SN_STAT
    sni_pool_reset_peak();
}
