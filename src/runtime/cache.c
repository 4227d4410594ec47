/* Kernel cache on disk: the folder, load and store.
 *
 * Many processes share the folder without locks: an entry appears whole, by rename, and what is read is
 * checked whole, so a torn or foreign file is a miss.  Nothing is deleted because reading it failed. */
#define _GNU_SOURCE
#include "runtime/cache_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define TOUCH_SECONDS 600 /* last use is known to within this; most loads write nothing */

static int warned; /* once a process */

/* ---- the folder --------------------------------------------------------------------------------------- */

static int put_path(char *path, size_t size, const char *base, const char *rest)
{
    int n = snprintf(path, size, "%s%s", base, rest);
    if (n < 0 || (size_t)n >= size) return sni_fail(SN_ERR_IO, "kernel cache: the folder's path is too long");
    return SN_OK;
}

static int choose_path(char *path, size_t size)
{
    SNI_TRY(sni_option_text(SNI_OPTION_CACHE_DIR, path, size));
    if (path[0]) return SN_OK;
    const char *xdg = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    if (xdg && xdg[0] == '/')
        return put_path(path, size, xdg, "/sinter"); /* a relative one is to be ignored */
    if (home && home[0] == '/') return put_path(path, size, home, "/.cache/sinter");
    return sni_fail(SN_ERR_IO,
                    "kernel cache: neither SINTER_CACHE_DIR, XDG_CACHE_HOME nor HOME names a folder");
}

/* Errors are left to the opening of the folder. */
static void make_folders(char *path)
{
    for (char *slash = path + 1; path[0] && (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    mkdir(path, 0700);
}

/* A kernel is code that will run as this user: nobody else may be able to put one there. */
static int check_folder(int dir, const char *path)
{
    struct stat st;
    if (fstat(dir, &st) < 0) return sni_fail(SN_ERR_IO, "kernel cache %s: %m", path);
    if (st.st_uid != geteuid())
        return sni_fail(SN_ERR_IO, "kernel cache %s: the folder belongs to another user", path);
    if (st.st_mode & 022)
        return sni_fail(SN_ERR_IO, "kernel cache %s: others may write to the folder (chmod go-w)", path);
    return SN_OK;
}

int sni_cache_open(char *path, size_t size)
{
    SNI_TRY(choose_path(path, size));
    int dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0 && errno == ENOENT) {
        make_folders(path);
        dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    if (dir < 0) return sni_fail(SN_ERR_IO, "kernel cache %s: %m", path);
    int status = check_folder(dir, path);
    if (status == SN_OK) return dir;
    close(dir);
    return status;
}

int sni_cache_dir(char *out, size_t size)
{
    int dir = sni_cache_open(out, size);
    if (dir < 0) return dir;
    close(dir);
    return SN_OK;
}

static int open_or_warn(void)
{
    char path[4096];
    int dir = sni_cache_open(path, sizeof path);
    if (dir < 0)
        sni_log_once(&warned, SNI_LOG_WARN, "%s; kernels are kept in memory alone", sni_error_message());
    return dir;
}

/* ---- entries -------------------------------------------------------------------------------------------- */

static void entry_name(const sni_cache_key *k, char name[40])
{
    sni_hash_hex(k->hash, name);
    strcat(name, SNI_ENTRY_SUFFIX);
}

static void touch(int fd, const struct stat *st)
{
    if (time(NULL) - st->st_mtime < TOUCH_SECONDS && st->st_mtime <= time(NULL)) return;
    if (futimens(fd, NULL) < 0) return; /* a read-only cache still serves */
}

/* Whole text of a regular file; a link, a pipe or a folder of that name is not an entry. */
static bool read_entry(int dir, const char *name, char **data, size_t *size)
{
    int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    struct stat st;
    bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (uint64_t)st.st_size <= SNI_ENTRY_MAX &&
              sni_file_read_fd(fd, SNI_ENTRY_MAX, name, data, size) == SN_OK;
    if (ok) touch(fd, &st);
    close(fd);
    return ok;
}

int sni_cache_load(const sni_cache_key *k, void **payload, size_t *size)
{
    int dir = open_or_warn();
    if (dir < 0) return SN_ERR_NAME;
    char name[40], *data;
    size_t total;
    entry_name(k, name);
    bool found = read_entry(dir, name, &data, &total);
    close(dir);
    if (!found) return SN_ERR_NAME;
    sni_entry e;
    if (!sni_entry_verify(data, total, &e) || !sni_entry_matches(&e, data, k)) {
        sni_log(SNI_LOG_INFO, "kernel cache: %s is damaged or of another kernel: not used", name);
        free(data);
        return SN_ERR_NAME;
    }
    memmove(data, data + e.offset[SNI_FIELD_PAYLOAD], e.size[SNI_FIELD_PAYLOAD]);
    *payload = data;
    *size = e.size[SNI_FIELD_PAYLOAD];
    return SN_OK;
}

int sni_cache_store(const sni_cache_key *k, const void *payload, size_t size)
{
    sni_str entry = {0};
    int dir = open_or_warn();
    if (dir < 0) return dir;
    char name[40];
    entry_name(k, name);
    int status = sni_entry_encode(k, payload, size, &entry);
    if (status == SN_OK) status = sni_file_write_at(dir, name, entry.data, entry.len, 0600, false);
    sni_str_free(&entry);
    if (status == SN_OK)
        sni_cache_sweep_dir(dir);
    else
        sni_log_once(&warned, SNI_LOG_WARN, "kernel cache: %s; kernels are kept in memory alone",
                     sni_error_message());
    close(dir);
    return status;
}
