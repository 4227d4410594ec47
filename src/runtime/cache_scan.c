/* What walks the whole kernel cache: listing, verifying, clearing, sweeping.
 * Only files that bear an entry's name, or its temporary's, are ours; nothing else is ever touched. */
#define _GNU_SOURCE
#include "runtime/cache_internal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define KEY_LENGTH 32
#define NAME_LENGTH (KEY_LENGTH + sizeof SNI_ENTRY_SUFFIX - 1)
#define ABANDONED_SECONDS 3600 /* a temporary file this old belongs to a process that died */

typedef struct found {
    char name[40];
    struct timespec last_use;
    uint64_t bytes;
} found;
typedef SNI_VEC(found) found_list;

/* ---- the walk ------------------------------------------------------------------------------------------- */

static bool has_entry_name(const char *name)
{
    return strspn(name, "0123456789abcdef") == KEY_LENGTH &&
           strncmp(name + KEY_LENGTH, SNI_ENTRY_SUFFIX, sizeof SNI_ENTRY_SUFFIX - 1) == 0;
}

static bool is_temporary(const char *name)
{
    size_t length = strlen(name);
    return has_entry_name(name) && length > NAME_LENGTH + 4 && name[NAME_LENGTH] == '.' &&
           strcmp(name + length - 4, ".tmp") == 0;
}

static int take(int dir, const char *name, found_list *entries)
{
    struct stat st;
    if (!has_entry_name(name) || fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISREG(st.st_mode))
        return SN_OK;
    if (is_temporary(name)) {
        if (time(NULL) - st.st_mtime > ABANDONED_SECONDS) unlinkat(dir, name, 0);
        return SN_OK;
    }
    if (name[NAME_LENGTH]) return SN_OK;
    found f = {.last_use = st.st_mtim, .bytes = (uint64_t)st.st_size};
    memcpy(f.name, name, NAME_LENGTH + 1);
    return SNI_VEC_PUSH(entries, f);
}

static int by_last_use(const void *a, const void *b)
{
    const found *x = a, *y = b;
    if (x->last_use.tv_sec != y->last_use.tv_sec) return x->last_use.tv_sec < y->last_use.tv_sec ? -1 : 1;
    if (x->last_use.tv_nsec != y->last_use.tv_nsec) return x->last_use.tv_nsec < y->last_use.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

/* All entries, least recently used first; the caller frees entries->data. */
static int walk(int dir, found_list *entries)
{
    int copy = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC); /* closedir closes it */
    DIR *d = copy < 0 ? NULL : fdopendir(copy);
    if (!d) {
        int status = sni_fail(SN_ERR_IO, "cannot list the kernel cache: %m");
        if (copy >= 0) close(copy);
        return status;
    }
    int status = SN_OK;
    struct dirent *e;
    while (errno = 0, status == SN_OK && (e = readdir(d)) != NULL) status = take(dir, e->d_name, entries);
    if (status == SN_OK && errno) status = sni_fail(SN_ERR_IO, "cannot list the kernel cache: %m");
    closedir(d);
    if (status == SN_OK && entries->count) qsort(entries->data, entries->count, sizeof(found), by_last_use);
    return status;
}

/* ---- listing and verifying --------------------------------------------------------------------------------- */

/* Text from a file of unknown origin, fit for a terminal. */
static void copy_field(const char *data, size_t have, const sni_entry *e, int field, char *out, size_t size)
{
    size_t n = e->offset[field] < have ? have - e->offset[field] : 0;
    if (n > e->size[field]) n = e->size[field];
    if (n > size - 1) n = size - 1;
    for (size_t i = 0; i < n; i++) {
        char c = data[e->offset[field] + i];
        out[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    out[n] = 0;
}

static void describe(int dir, const found *f, bool verify, sni_cache_entry *out)
{
    *out = (sni_cache_entry){
        .bytes = f->bytes, .last_use = (int64_t)f->last_use.tv_sec, .backend = "?", .target = "?"};
    memcpy(out->key, f->name, KEY_LENGTH);
    int fd = openat(dir, f->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return;
    char head[512], *whole = NULL;
    const char *data = head;
    size_t have = 0;
    sni_entry e;
    if (!verify) {
        ssize_t n = read(fd, head, sizeof head);
        have = n > 0 ? (size_t)n : 0;
        out->valid = have >= SNI_ENTRY_HEADER && sni_entry_parse(head, (size_t)f->bytes, &e);
    } else if (sni_file_read_fd(fd, SNI_ENTRY_MAX, f->name, &whole, &have) == SN_OK) {
        data = whole;
        out->valid = sni_entry_verify(whole, have, &e);
    }
    close(fd);
    if (out->valid) {
        char hex[33];
        sni_hash_hex(e.key, hex);
        out->valid = strcmp(hex, out->key) == 0;
        copy_field(data, have, &e, SNI_FIELD_BACKEND, out->backend, sizeof out->backend);
        copy_field(data, have, &e, SNI_FIELD_TARGET, out->target, sizeof out->target);
    }
    free(whole);
}

int sni_cache_each(int (*visit)(const sni_cache_entry *e, void *user), void *user, bool verify)
{
    char path[4096];
    int dir = sni_cache_open(path, sizeof path);
    if (dir < 0) return dir;
    found_list entries = {0};
    int status = walk(dir, &entries);
    for (size_t i = 0; status == SN_OK && i < entries.count; i++) {
        sni_cache_entry e;
        describe(dir, &entries.data[i], verify, &e);
        status = visit(&e, user);
    }
    free(entries.data);
    close(dir);
    return status;
}

/* ---- clearing and sweeping ----------------------------------------------------------------------------------- */

int sni_cache_clear(uint64_t *removed)
{
    *removed = 0;
    char path[4096];
    int dir = sni_cache_open(path, sizeof path);
    if (dir < 0) return dir;
    found_list entries = {0};
    int status = walk(dir, &entries);
    for (size_t i = 0; status == SN_OK && i < entries.count; i++) {
        if (unlinkat(dir, entries.data[i].name, 0) == 0)
            ++*removed;
        else if (errno != ENOENT)
            status = sni_fail(SN_ERR_IO, "cannot remove %s/%s: %m", path, entries.data[i].name);
    }
    free(entries.data);
    close(dir);
    return status;
}

int sni_cache_sweep_dir(int dir)
{
    found_list entries = {0};
    int status = walk(dir, &entries);
    uint64_t total = 0, budget = (uint64_t)sni_option_int(SNI_OPTION_CACHE_MAX);
    for (size_t i = 0; status == SN_OK && i < entries.count; i++) total += entries.data[i].bytes;
    for (size_t i = 0; status == SN_OK && i < entries.count && total > budget; i++) {
        if (unlinkat(dir, entries.data[i].name, 0) < 0 && errno != ENOENT)
            status = sni_fail(SN_ERR_IO, "cannot remove %s from the kernel cache: %m", entries.data[i].name);
        else
            total -= entries.data[i].bytes;
    }
    free(entries.data);
    return status;
}

int sni_cache_sweep(void)
{
    char path[4096];
    int dir = sni_cache_open(path, sizeof path);
    if (dir < 0) return dir;
    int status = sni_cache_sweep_dir(dir);
    close(dir);
    return status;
}
