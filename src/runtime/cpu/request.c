/* What the library tells sinter-cc: a magic, then eight strings, each its length and its bytes with the
 * NUL.  The helper checks every length, as anything may be on its standard input. */
#include "runtime/cpu/cc.h"

#include <string.h>

#define MAGIC "sinter-cc " SNI_VERSION "\n"

static void put_string(sni_str *out, const char *text)
{
    uint64_t size = strlen(text) + 1;
    sni_str_putn(out, (const char *)&size, sizeof size);
    sni_str_putn(out, text, size);
}

int sni_request_write(const sni_cc_request *r, sni_str *out)
{
    const char *const fields[] = {r->cc, r->backend, r->target, r->compiler, r->flags, r->source, r->cache_dir, r->cache_max};
    sni_str_put(out, MAGIC);
    for (size_t i = 0; i < SNI_COUNT(fields); i++) put_string(out, fields[i]);
    return out->status;
}

static const char *get_string(const char **at, size_t *left)
{
    uint64_t size;
    if (*left < sizeof size) return NULL;
    memcpy(&size, *at, sizeof size);
    *at += sizeof size;
    *left -= sizeof size;
    if (size == 0 || size > *left || (*at)[size - 1] != 0) return NULL;
    const char *text = *at;
    if (strlen(text) + 1 != size) return NULL;
    *at += size;
    *left -= size;
    return text;
}

int sni_request_read(const char *data, size_t size, sni_cc_request *out)
{
    size_t head = strlen(MAGIC);
    if (size < head || memcmp(data, MAGIC, head) != 0)
        return sni_fail(SN_ERR_FORMAT, "not a request of Sinter " SNI_VERSION);
    const char *at = data + head, *fields[8];
    size -= head;
    for (size_t i = 0; i < SNI_COUNT(fields); i++) {
        fields[i] = get_string(&at, &size);
        if (!fields[i]) return sni_fail(SN_ERR_FORMAT, "a request that is cut or damaged");
    }
    *out = (sni_cc_request){fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6], fields[7]};
    return size == 0 ? SN_OK : sni_fail(SN_ERR_FORMAT, "a request with bytes after its end");
}
