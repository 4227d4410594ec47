/* Format of a kernel cache entry, integers little-endian:
 *
 *     0   8  magic "sinter\r\n"
 *     8   8  format version
 *    16  16  key, low and high half
 *    32   8  size of the file
 *    40  48  sizes of backend, target, compiler, flags, source, payload
 *    88      those six, one after the other, no padding
 *   end  16  XXH3-128 of all before it, low and high half */
#include "runtime/cache_internal.h"

#include <string.h>

#define VERSION 1
#define CHECKSUM 16
static const char magic[8] = {'s', 'i', 'n', 't', 'e', 'r', '\r', '\n'};

static void store64(char *out, uint64_t v)
{
    for (int i = 0; i < 8; i++) out[i] = (char)(unsigned char)(v >> 8 * i);
}

static uint64_t load64(const char *in)
{
    uint64_t v = 0;
    for (int i = 0; i < 8; i++) v |= (uint64_t)(unsigned char)in[i] << 8 * i;
    return v;
}

/* Each text goes in by its length and its own hash, so that no two lists of texts read the same. */
static sni_hash128 hash_fields(const char *const text[], const size_t size[], int count)
{
    char all[8 + 24 * SNI_FIELD_COUNT];
    store64(all, VERSION);
    for (int i = 0; i < count; i++) {
        sni_hash128 h = sni_hash(text[i], size[i]);
        store64(all + 8 + 24 * i, size[i]);
        store64(all + 16 + 24 * i, h.low);
        store64(all + 24 + 24 * i, h.high);
    }
    return sni_hash(all, 8 + 24 * (size_t)count);
}

static void key_fields(const sni_cache_key *k, const char *text[SNI_FIELD_PAYLOAD],
                       size_t size[SNI_FIELD_PAYLOAD])
{
    text[SNI_FIELD_BACKEND] = k->backend;
    text[SNI_FIELD_TARGET] = k->target;
    text[SNI_FIELD_COMPILER] = k->compiler;
    text[SNI_FIELD_FLAGS] = k->flags;
    text[SNI_FIELD_SOURCE] = k->source;
    for (int i = 0; i < SNI_FIELD_PAYLOAD; i++) size[i] = strlen(text[i]);
}

void sni_cache_key_init(sni_cache_key *k, const char *backend, const char *target, const char *compiler,
                        const char *flags, const char *source)
{
    *k = (sni_cache_key){
        .backend = backend, .target = target, .compiler = compiler, .flags = flags, .source = source};
    const char *text[SNI_FIELD_PAYLOAD];
    size_t size[SNI_FIELD_PAYLOAD];
    key_fields(k, text, size);
    k->hash = hash_fields(text, size, SNI_FIELD_PAYLOAD);
}

static void put64(sni_str *out, uint64_t v)
{
    char bytes[8];
    store64(bytes, v);
    sni_str_putn(out, bytes, sizeof bytes);
}

int sni_entry_encode(const sni_cache_key *k, const void *payload, size_t size, sni_str *out)
{
    const char *text[SNI_FIELD_COUNT];
    size_t sizes[SNI_FIELD_COUNT], total = SNI_ENTRY_HEADER + CHECKSUM;
    key_fields(k, text, sizes);
    text[SNI_FIELD_PAYLOAD] = payload;
    sizes[SNI_FIELD_PAYLOAD] = size;
    for (int i = 0; i < SNI_FIELD_COUNT; i++)
        if (sni_add_overflow(total, sizes[i], &total) || total > SNI_ENTRY_MAX)
            return sni_fail(SN_ERR_VALUE, "kernel cache: an entry of more than %zu bytes", SNI_ENTRY_MAX);
    sni_str_putn(out, magic, sizeof magic);
    put64(out, VERSION);
    put64(out, k->hash.low);
    put64(out, k->hash.high);
    put64(out, total);
    for (int i = 0; i < SNI_FIELD_COUNT; i++) put64(out, sizes[i]);
    for (int i = 0; i < SNI_FIELD_COUNT; i++) sni_str_putn(out, text[i], sizes[i]);
    sni_hash128 sum = sni_hash(out->data, out->len);
    put64(out, sum.low);
    put64(out, sum.high);
    return out->status;
}

bool sni_entry_parse(const char *data, size_t total, sni_entry *out)
{
    if (total < SNI_ENTRY_HEADER + CHECKSUM || total > SNI_ENTRY_MAX) return false;
    if (memcmp(data, magic, sizeof magic) != 0 || load64(data + 8) != VERSION) return false;
    if (load64(data + 32) != total) return false;
    out->key = (sni_hash128){load64(data + 16), load64(data + 24)};
    size_t offset = SNI_ENTRY_HEADER, end = total - CHECKSUM;
    for (int i = 0; i < SNI_FIELD_COUNT; i++) {
        uint64_t size = load64(data + 40 + 8 * i);
        if (size > end - offset) return false;
        out->offset[i] = offset;
        out->size[i] = (size_t)size;
        offset += (size_t)size;
    }
    return offset == end;
}

bool sni_entry_verify(const char *data, size_t total, sni_entry *out)
{
    if (!sni_entry_parse(data, total, out)) return false;
    sni_hash128 sum = sni_hash(data, total - CHECKSUM);
    if (load64(data + total - 16) != sum.low || load64(data + total - 8) != sum.high) return false;
    const char *text[SNI_FIELD_PAYLOAD];
    for (int i = 0; i < SNI_FIELD_PAYLOAD; i++) text[i] = data + out->offset[i];
    sni_hash128 key = hash_fields(text, out->size, SNI_FIELD_PAYLOAD);
    return key.low == out->key.low && key.high == out->key.high;
}

bool sni_entry_matches(const sni_entry *e, const char *data, const sni_cache_key *k)
{
    const char *text[SNI_FIELD_PAYLOAD];
    size_t size[SNI_FIELD_PAYLOAD];
    key_fields(k, text, size);
    if (e->key.low != k->hash.low || e->key.high != k->hash.high) return false;
    for (int i = 0; i < SNI_FIELD_PAYLOAD; i++)
        if (e->size[i] != size[i] || memcmp(data + e->offset[i], text[i], size[i]) != 0) return false;
    return true;
}
