/* What Sinter finds on this machine, as lines or as JSON. */
#include <stdio.h>
#include <string.h>

#include "api/context.h"
#include "runtime/cpu/cpu.h"

typedef struct facts {
    sni_str text;
    bool json;
} facts;

static void name(facts *f, const char *key)
{
    if (!f->json) {
        sni_str_printf(&f->text, "%s%-16s ", f->text.len > 0 ? "\n" : "", key);
        return;
    }
    sni_str_put(&f->text, f->text.len > 0 ? ", " : "{");
    sni_str_json(&f->text, key);
    sni_str_put(&f->text, ": ");
}

/* NULL: not there; `why` says why, to a person in place of the value and to a program beside it. */
static void fact(facts *f, const char *key, const char *value, const char *why)
{
    name(f, key);
    if (!f->json)
        sni_str_printf(&f->text, value != NULL ? "%s" : "none: %s", value != NULL ? value : why);
    else if (value != NULL)
        sni_str_json(&f->text, value);
    else
        sni_str_put(&f->text, "null");
    if (!f->json || value != NULL) return;
    char reason[64] = {0};
    strncat(reason, key, sizeof reason - sizeof "_reason");
    strcat(reason, "_reason");
    fact(f, reason, why, NULL);
}

static void count(facts *f, const char *key, uint64_t value)
{
    name(f, key);
    sni_str_printf(&f->text, "%llu", (unsigned long long)value);
}

typedef struct cache_size {
    uint64_t entries, bytes;
} cache_size;

static int add_entry(const sni_cache_entry *e, void *user)
{
    cache_size *s = user;
    s->entries++;
    s->bytes += e->bytes;
    return 0;
}

static void cache_facts(facts *f)
{
    char path[4096];
    cache_size size = {0, 0};
    if (sni_cache_dir(path, sizeof path) < 0) {
        fact(f, "cache", NULL, sni_error_message());
        return;
    }
    fact(f, "cache", path, NULL);
    if (sni_cache_each(add_entry, &size, false) < 0) return;
    count(f, "cache_entries", size.entries);
    count(f, "cache_bytes", size.bytes);
}

static void compiler_facts(facts *f)
{
    sni_cc cc;
    if (sni_cc_find(&cc) < 0) {
        fact(f, "compiler", NULL, sni_error_message());
        return;
    }
    fact(f, "compiler", cc.path, NULL);
    fact(f, "compiler_identity", cc.identity, NULL);
}

static void option_fact(facts *f, const char *key, sni_option option)
{
    char value[64];
    fact(f, key, sni_option_text(option, value, sizeof value) >= 0 ? value : "", NULL);
}

/* Each GPU on a line of its own: what it is, its memory, the driver. */
static void gpu_fact(facts *f, int ordinal)
{
    char key[16], text[400];
    sni_device *d;
    sni_traits t;
    sni_memory m;
    snprintf(key, sizeof key, "cuda_%d", ordinal);
    if (sni_cuda_get(ordinal, &d) < 0) {
        fact(f, key, NULL, sni_error_message());
        return;
    }
    d->traits(d, &t);
    d->memory(d, &m);
    snprintf(text, sizeof text,
             "%s, compute capability %d.%d, %d multiprocessors, %.1f of %.1f GB free, driver for CUDA %d.%d",
             t.name, t.capability / 10, t.capability % 10, t.multiprocessors, (double)m.free / 1e9,
             (double)m.total / 1e9, t.driver / 1000, t.driver % 1000 / 10);
    fact(f, key, text, NULL);
}

static void cuda_facts(facts *f)
{
    char text[256];
    const char *absent = sni_cuda_absent_reason();
    sni_device *d;
    fact(f, "cuda", absent == NULL ? "present" : NULL, absent);
    if (absent != NULL) return;
    for (int k = 0; k < sni_cuda_count(); k++) gpu_fact(f, k);
    if (sni_cuda_get(-1, &d) == SN_OK && d->libraries(d, text, sizeof text) == SN_OK)
        fact(f, "cuda_compiler", text, NULL);
    else
        fact(f, "cuda_compiler", NULL, sni_error_message());
}

static void facts_write(facts *f)
{
    sni_device *device;
    bool found = sni_device_get(&device) >= 0;
    fact(f, "version", SNI_VERSION, NULL);
    fact(f, "device", found ? device->name : NULL, found ? NULL : sni_error_message());
    fact(f, "cpu", sni_cpu_features(), NULL);
    count(f, "vector_bits", (uint64_t)sni_cpu_target_get()->vector_bytes * 8);
    count(f, "threads", (uint64_t)sni_threads());
    cuda_facts(f);
    option_fact(f, "jit", SNI_OPTION_JIT);
    compiler_facts(f);
    cache_facts(f);
    if (f->json) sni_str_putc(&f->text, '}');
}

int64_t sn_info(bool json, char *out, size_t size)
{
    if (size > 0 && out == NULL) return sni_no_place("info");
    facts f = {.json = json};
    facts_write(&f);
    int64_t length = f.text.status < 0 ? f.text.status : (int64_t)f.text.len;
    if (length >= 0 && size > 0) {
        size_t n = f.text.len < size ? f.text.len : size - 1;
        memcpy(out, sni_str_text(&f.text), n);
        out[n] = '\0';
    }
    sni_str_free(&f.text);
    return length;
}
