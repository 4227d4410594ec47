/* The kernel cache's own: entry format (cache_entry.c), folder, load and store (cache.c), and what walks
 * the whole folder (cache_scan.c).  Stands on base alone, so that the compile helper may link it. */
#ifndef SNI_CACHE_INTERNAL_H
#define SNI_CACHE_INTERNAL_H

#include "runtime/runtime.h"

#define SNI_ENTRY_MAX ((size_t)256 << 20) /* bytes of one entry; larger files are not ours */
#define SNI_ENTRY_SUFFIX ".snk"
#define SNI_ENTRY_HEADER 88

/* Fields of an entry, in file order. */
enum { SNI_FIELD_BACKEND, SNI_FIELD_TARGET, SNI_FIELD_COMPILER, SNI_FIELD_FLAGS, SNI_FIELD_SOURCE,
       SNI_FIELD_PAYLOAD, SNI_FIELD_COUNT };

typedef struct sni_entry {
    sni_hash128 key;
    size_t offset[SNI_FIELD_COUNT], size[SNI_FIELD_COUNT];
} sni_entry;

int sni_entry_encode(const sni_cache_key *k, const void *payload, size_t size, sni_str *out);
/* Magic, version and sizes of a file of `total` bytes whose first SNI_ENTRY_HEADER or more are at `data`. */
bool sni_entry_parse(const char *data, size_t total, sni_entry *out);
/* All of a whole file: the above, the checksum, and the key, computed again from the fields. */
bool sni_entry_verify(const char *data, size_t total, sni_entry *out);
bool sni_entry_matches(const sni_entry *e, const char *data, const sni_cache_key *k);

/* The folder, made when missing: a descriptor, or ERR_IO with the reason it is refused. */
int sni_cache_open(char *path, size_t size);
int sni_cache_sweep_dir(int dir);

#endif
