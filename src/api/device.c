/* Devices by name: the thread's, what they are, their memory. */
#include <stdio.h>
#include <string.h>

#include "api/context.h"
#include "runtime/plan.h"

static int device_of(const char *name, sni_device **out)
{
    return name ? sni_device_named(name, out) : sni_device_get(out);
}

int sn_device_use(const char *name)
{
    sni_device *d = NULL;
    if (name != NULL) SNI_TRY(sni_argument(__func__, 1, sni_device_named(name, &d)));
    sni_current_own = (sni_current){.device = d};
    return SN_OK;
}

int sn_device_count(void)
{
    return sni_cuda_count();
}

int sn_device_get_info(const char *name, sn_device_info *out)
{
    sni_device *d;
    if (out == NULL) return sni_no_place("device_get_info");
    SNI_TRY(device_of(name, &d));
    sni_traits t;
    sni_memory m;
    d->traits(d, &t);
    d->memory(d, &m);
    *out = (sn_device_info){.ordinal = d->ordinal,
                            .capability = t.capability,
                            .multiprocessors = t.multiprocessors,
                            .driver = t.driver,
                            .total = m.total,
                            .free = m.free};
    snprintf(out->name, sizeof out->name, "%s", t.name);
    return SN_OK;
}

int sn_device_synchronize(const char *name)
{
    sni_device *d;
    SNI_TRY(device_of(name, &d));
    return d->synchronize(d);
}

int sn_device_set_fallback(bool cpu)
{
    sni_set_fallback(cpu);
    return SN_OK;
}

int sn_pool_get_stats(const char *name, sn_pool_stats *out)
{
    sni_device *d;
    if (out == NULL) return sni_no_place("pool_get_stats");
    SNI_TRY(device_of(name, &d));
    sni_memory m;
    d->memory(d, &m);
    *out = (sn_pool_stats){.in_use = m.in_use,
                           .cached = m.cached,
                           .peak = m.peak,
                           .limit = m.limit,
                           .allocations = m.allocations,
                           .reused = m.reused};
    return SN_OK;
}

int sn_pool_set_limit(const char *name, uint64_t bytes)
{
    sni_device *d;
    SNI_TRY(device_of(name, &d));
    d->limit(d, bytes);
    return SN_OK;
}

int sn_pool_trim(const char *name)
{
    sni_device *d;
    SNI_TRY(device_of(name, &d));
    d->trim(d);
    return SN_OK;
}
