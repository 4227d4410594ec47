/* Whole files. */
#define _GNU_SOURCE
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

double sni_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int fail_io(const char *what, const char *path)
{
    return sni_fail(SN_ERR_IO, "cannot %s %s: %m", what, path);
}

/* ---- reading ---------------------------------------------------------------------------------------- */

/* Room for one byte more than `capacity`, which shows that there is more, and for the NUL. */
static bool resize(char **buffer, size_t capacity)
{
    size_t bytes;
    char *more = sni_add_overflow(capacity, (size_t)2, &bytes) ? NULL : realloc(*buffer, bytes);
    if (more) *buffer = more;
    return more != NULL;
}

/* The size a file states is a first guess alone: it may grow, and a pipe states none. */
static int read_all(int fd, size_t limit, size_t guess, const char *name, char **buffer, size_t *size)
{
    size_t capacity = guess < limit ? guess : limit, used = 0;
    if (!resize(buffer, capacity)) return sni_fail_memory(capacity, name);
    for (;;) {
        ssize_t n = read(fd, *buffer + used, capacity + 1 - used);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return fail_io("read", name);
        if (n == 0) break;
        used += (size_t)n;
        if (used > limit) return sni_fail(SN_ERR_FORMAT, "%s: larger than %zu bytes", name, limit);
        if (used <= capacity) continue;
        capacity = used > limit / 2 ? limit : used * 2;
        if (!resize(buffer, capacity)) return sni_fail_memory(capacity, name);
    }
    (*buffer)[used] = 0;
    *size = used;
    return SN_OK;
}

int sni_file_read_fd(int fd, size_t limit, const char *name, char **data, size_t *size)
{
    struct stat st;
    if (fstat(fd, &st) < 0) return fail_io("read", name);
    char *buffer = NULL;
    int status = read_all(fd, limit, S_ISREG(st.st_mode) ? (size_t)st.st_size : 4096, name, &buffer, size);
    if (status < 0)
        free(buffer);
    else
        *data = buffer;
    return status;
}

int sni_file_read(const char *path, size_t limit, char **data, size_t *size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return fail_io("read", path);
    int status = sni_file_read_fd(fd, limit, path, data, size);
    close(fd);
    return status;
}

/* ---- writing ---------------------------------------------------------------------------------------- */

static int write_all(int fd, const void *data, size_t size)
{
    for (const char *at = data; size > 0;) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -1;
        at += n;
        size -= (size_t)n;
    }
    return 0;
}

static int write_pieces(int fd, const sni_piece *pieces, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (write_all(fd, pieces[k].data, pieces[k].size) < 0) return -1;
    return 0;
}

#define NAME_KEPT 200 /* of a long name, so that the temporary one is not too long where it is not */

/* A name no other process or thread uses: "<name>.<pid>-<number>.tmp". */
static int temporary_name(const char *name, char *temporary, size_t room)
{
    static int counter;
    const char *slash = strrchr(name, '/');
    size_t folder = slash ? (size_t)(slash + 1 - name) : 0, kept = strlen(name);
    if (kept > folder + NAME_KEPT) kept = folder + NAME_KEPT;
    if (kept >= room) kept = room;
    int n = snprintf(temporary, room, "%.*s.%ld-%d.tmp", (int)kept, name, (long)getpid(),
                     sni_increment(&counter));
    if (n >= 0 && (size_t)n < room) return 0;
    errno = ENAMETOOLONG;
    return -1;
}

static int open_temporary(int dir, const char *name, unsigned mode, char *temporary, size_t room)
{
    for (int attempt = 0; attempt < 100; attempt++) {
        if (temporary_name(name, temporary, room) < 0) return -1;
        int fd = openat(dir, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* A file without a name, so that a process that is killed while it writes leaves nothing behind; -1 where the
 * file system has none such, or no /proc to name it through. */
static int open_unnamed(int dir, const char *name, unsigned mode)
{
    char folder[4096];
    const char *slash = strrchr(name, '/');
    int n = slash ? snprintf(folder, sizeof folder, "%.*s/", (int)(slash - name), name)
                  : snprintf(folder, sizeof folder, ".");
    if (n < 0 || (size_t)n >= sizeof folder || access("/proc/self/fd", X_OK) < 0) return -1;
    return openat(dir, folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
}

/* Gives the file that is open as `fd` a temporary name.  Only a rename replaces what is there. */
static int name_temporary(int fd, int dir, const char *name, char *temporary, size_t room)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    for (int attempt = 0; attempt < 100; attempt++) {
        if (temporary_name(name, temporary, room) < 0) return -1;
        if (linkat(AT_FDCWD, link, dir, temporary, AT_SYMLINK_FOLLOW) == 0) return 0;
        if (errno != EEXIST) return -1;
    }
    return -1;
}

/* The new name too must reach the disk. */
static int sync_folder(int dir, const char *name)
{
    char folder[4096];
    const char *slash = strrchr(name, '/');
    int n = slash ? snprintf(folder, sizeof folder, "%.*s/", (int)(slash - name), name)
                  : snprintf(folder, sizeof folder, ".");
    if (n < 0 || (size_t)n >= sizeof folder) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int fd = openat(dir, folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return -1;
    int status = fsync(fd);
    close(fd);
    return status;
}

static int write_at(int dir, const char *name, const sni_piece *pieces, size_t count, unsigned mode,
                    bool durable)
{
    char temporary[4096] = "";
    int fd = open_unnamed(dir, name, mode);
    bool unnamed = fd >= 0;
    if (!unnamed) fd = open_temporary(dir, name, mode, temporary, sizeof temporary);
    if (fd < 0) return fail_io("write", name);
    int status = write_pieces(fd, pieces, count);
    if (status == 0 && durable) status = fsync(fd);
    if (status == 0 && unnamed) status = name_temporary(fd, dir, name, temporary, sizeof temporary);
    int saved = errno;
    if (close(fd) < 0 && status == 0) {
        status = -1;
        saved = errno;
    }
    errno = saved;
    if (status == 0) status = renameat(dir, temporary, dir, name);
    if (status < 0) {
        fail_io("write", name);
        if (temporary[0]) unlinkat(dir, temporary, 0);
        return SN_ERR_IO;
    }
    if (durable && sync_folder(dir, name) < 0) return fail_io("sync the folder of", name);
    return SN_OK;
}

int sni_file_write_at(int dir, const char *name, const void *data, size_t size, unsigned mode, bool durable)
{
    return write_at(dir, name, &(sni_piece){data, size}, 1, mode, durable);
}

/* Pipes and devices are written to, never replaced. */
static int write_through(const char *path, const sni_piece *pieces, size_t count)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return fail_io("write", path);
    int status = write_pieces(fd, pieces, count) < 0 ? fail_io("write", path) : SN_OK;
    if (close(fd) < 0 && status == SN_OK) status = fail_io("write", path);
    return status;
}

/* A symbolic link keeps pointing where it did: the file it names is replaced. */
int sni_file_write_pieces(const char *path, const sni_piece *pieces, size_t count, bool durable)
{
    struct stat st;
    if (stat(path, &st) < 0) return write_at(AT_FDCWD, path, pieces, count, 0666, durable);
    if (S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return fail_io("write", path);
    }
    if (!S_ISREG(st.st_mode)) return write_through(path, pieces, count);
    char *real = realpath(path, NULL);
    if (!real) return fail_io("write", path);
    int status = write_at(AT_FDCWD, real, pieces, count, st.st_mode & 0777, durable);
    free(real);
    return status;
}

int sni_file_write(const char *path, const void *data, size_t size, bool durable)
{
    return sni_file_write_pieces(path, &(sni_piece){data, size}, 1, durable);
}

const char *sni_temporary(void)
{
    const char *folder = secure_getenv("TMPDIR");
    return folder && folder[0] == '/' ? folder : "/tmp";
}
