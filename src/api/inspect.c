/* Statistics, options, the log and the kernel cache for the caller. */
#include <string.h>
#include <strings.h>

#include "api/context.h"

void sn_stats_get(sn_stats *out)
{
    sni_pool_stats pool;
    if (out == NULL) return;
    if (sni_context_own != NULL) sni_count_nodes(sni_context_own);
    sni_pool_get_stats(&pool);
    *out = (sn_stats){.peak_bytes = pool.peak, .in_use_bytes = pool.in_use};
#define SN_STAT(name, doc) out->name = atomic_load_explicit(&sni_counters.name, memory_order_relaxed);
#include "runtime/stats.def"
#undef SN_STAT
}

void sn_stats_reset(void)
{
    if (sni_context_own != NULL) sni_count_nodes(sni_context_own);
    sni_stats_reset();
}

const char *sn_device(void)
{
    sni_device *device;
    return sni_device_get(&device) >= 0 ? device->name : NULL;
}

/* ---- options ---------------------------------------------------------------------------------------------- */

int sn_option_set(const char *name, const char *value)
{
    if (name == NULL) return sni_fail(SN_ERR_ARGUMENT, "option: no name is given");
    SNI_TRY(sni_option_set(name, value));
    if (sni_context_own != NULL) sni_sites_follow(sni_context_own);
    return SN_OK;
}

int sn_option_at(int index, const char **name, const char **choices, const char **preset, const char **doc)
{
    const char *text[4];
    SNI_TRY(sni_option_next(index, &text[0], &text[1], &text[2], &text[3]));
    if (name != NULL) *name = text[0];
    if (choices != NULL) *choices = text[1];
    if (preset != NULL) *preset = text[2];
    if (doc != NULL) *doc = text[3];
    return SN_OK;
}

int sn_option_get(const char *name, char *out, size_t size)
{
    const char *known, *plain = name;
    if (name == NULL) return sni_fail(SN_ERR_ARGUMENT, "option: no name is given");
    if (out == NULL) return sni_no_place("option");
    if (strncasecmp(plain, "SINTER_", 7) == 0) plain += 7;
    for (int k = 0; k < SNI_OPTION_COUNT; k++) {
        SNI_TRY(sn_option_at(k, &known, NULL, NULL, NULL));
        if (strcasecmp(known, plain) == 0) return sni_option_text((sni_option)k, out, size);
    }
    return sni_fail(SN_ERR_NAME, "option: '%s' is not known", name);
}

void sn_log_set(sn_log_callback callback, void *user) { sni_log_set_callback(callback, user); }

/* ---- kernel cache -------------------------------------------------------------------------------------------- */

int sn_cache_path(char *out, size_t size)
{
    return out != NULL ? sni_cache_dir(out, size) : sni_no_place("cache_path");
}

int sn_cache_clear(uint64_t *removed)
{
    uint64_t count;
    return sni_cache_clear(removed != NULL ? removed : &count);
}

typedef struct visitor {
    int (*visit)(const sn_cache_entry *entry, void *user);
    void *user;
} visitor;

static int visit_entry(const sni_cache_entry *e, void *user)
{
    const visitor *v = user;
    sn_cache_entry entry = {e->key, e->backend, e->target, e->bytes, e->last_use, e->valid};
    return v->visit(&entry, v->user);
}

int sn_cache_each(int (*visit)(const sn_cache_entry *entry, void *user), void *user, bool verify)
{
    visitor v = {visit, user};
    if (visit == NULL) return sni_fail(SN_ERR_ARGUMENT, "cache_each: no function to call is given");
    return sni_cache_each(visit_entry, &v, verify);
}

int sn_wait_compiles(double seconds) { return sni_wait_compiles(seconds); }

/* ---- errors, dtypes, version ------------------------------------------------------------------------------------- */

const char *sn_error(void) { return sni_error_message(); }
int sn_error_status(void) { return sni_error_status(); }
void sn_error_clear(void) { sni_error_clear(); }
const char *sn_status_name(int status) { return sni_status_name(status); }
const char *sn_version(void) { return SNI_VERSION; }

size_t sn_dtype_size(sn_dtype dtype)
{
    sni_dtype d = sni_dtype_in(dtype);
    return d != SNI_DTYPE_NONE ? sni_dtypes[d].bytes : 0;
}

const char *sn_dtype_name(sn_dtype dtype)
{
    sni_dtype d = sni_dtype_in(dtype);
    return d != SNI_DTYPE_NONE ? sni_dtypes[d].name : "none";
}

sn_dtype sn_dtype_from_name(const char *name)
{
    return name != NULL ? sni_dtype_out(sni_dtype_from_name(name, strlen(name))) : SN_DTYPE_NONE;
}

sn_dtype sn_result_type(sn_dtype a, sn_dtype b)
{
    sni_dtype x = sni_dtype_in(a), y = sni_dtype_in(b);
    return x != SNI_DTYPE_NONE && y != SNI_DTYPE_NONE ? sni_dtype_out(sni_promote(x, y)) : SN_DTYPE_NONE;
}
