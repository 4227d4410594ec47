/* Which C compiler there is, and what it is: the first line of `CC --version` and the machine.
 *
 * Asking starts a process, so the answer is kept, here and on disk, for the file that gave it. */
#define _GNU_SOURCE
#include "runtime/cpu/cc.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#define ASK_SECONDS 10.0

/* ---- where ------------------------------------------------------------------------------------------------ */

static bool is_program(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* Relative parts of PATH name no compiler: what they hold changes with the folder the host is in. */
static bool find_on_path(const char *name, char *out, size_t size)
{
    const char *path = getenv("PATH");
    if (!path) path = "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        size_t n = strcspn(path, ":");
        int length = path[0] == '/' ? snprintf(out, size, "%.*s/%s", (int)n, path, name) : -1;
        if (length > 0 && (size_t)length < size && is_program(out)) return true;
        if (path[n] == 0) return false;
        path += n + 1;
    }
}

/* Links stay: a compiler cache looks at the name it is called by. */
static bool find_path(const char *path, char *out, size_t size)
{
    char here[4096];
    if (!is_program(path)) return false;
    if (path[0] != '/' && !getcwd(here, sizeof here)) return false;
    int n = path[0] == '/' ? snprintf(out, size, "%s", path) : snprintf(out, size, "%s/%s", here, path);
    return n > 0 && (size_t)n < size;
}

static int find(char *out, size_t size)
{
    static const char *const names[] = {"gcc", "clang", "cc"};
    char wanted[4096];
    SNI_TRY(sni_option_text(SNI_OPTION_CC, wanted, sizeof wanted));
    if (strchr(wanted, '/')) {
        if (find_path(wanted, out, size)) return SN_OK;
        return sni_fail(SN_ERR_COMPILE, "no C compiler: CC names %s, which is not a program", wanted);
    }
    if (wanted[0]) {
        if (find_on_path(wanted, out, size)) return SN_OK;
        return sni_fail(SN_ERR_COMPILE, "no C compiler: CC names %s, which is not on PATH", wanted);
    }
    for (size_t i = 0; i < SNI_COUNT(names); i++)
        if (find_on_path(names[i], out, size)) return SN_OK;
    return sni_fail(SN_ERR_COMPILE, "no C compiler: neither gcc, clang nor cc is on PATH");
}

/* ---- what --------------------------------------------------------------------------------------------------- */

/* Reads until the other end closes, the text is full or the time is over. */
static size_t read_answer(int fd, char *out, size_t size)
{
    size_t n = 0;
    double end = sni_seconds() + ASK_SECONDS;
    for (;;) {
        double left = end - sni_seconds();
        struct pollfd p = {.fd = fd, .events = POLLIN};
        int ready = left > 0 ? poll(&p, 1, (int)(left * 1000) + 1) : 0;
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) break;
        ssize_t more = read(fd, out + n, size - 1 - n);
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) break;
        n += (size_t)more;
        if (n == size - 1) break;
    }
    out[n] = 0;
    return n;
}

static int run_version(const char *path, char *out, size_t size)
{
    int ends[2], nothing = sni_spawn_file("sinter-nothing", "", 0);
    if (nothing < 0) return nothing;
    int status = sni_spawn_pipe(ends);
    if (status == SN_OK) {
        const char *argv[] = {path, "--version", NULL};
        sni_spawn s = {.argv = argv, .in = nothing, .out = ends[1], .err = nothing};
        pid_t pid = 0;
        status = sni_spawn_start(&s, &pid);
        close(ends[1]);
        if (status == SN_OK) read_answer(ends[0], out, size);
        close(ends[0]);
        sni_spawn_reap(pid);
    }
    close(nothing);
    return status;
}

static bool is_plain(char c)
{
    return c >= ' ' && c <= '~';
}

static int ask(const char *path, char *identity, size_t size)
{
    char answer[512] = "";
    struct utsname machine;
    SNI_TRY(run_version(path, answer, sizeof answer));
    answer[strcspn(answer, "\r\n")] = 0;
    if (!answer[0]) return sni_fail(SN_ERR_COMPILE, "no C compiler: %s --version says nothing", path);
    if (uname(&machine) < 0) machine.machine[0] = 0;
    for (char *c = answer; *c; c++)
        if (!is_plain(*c)) *c = '?';
    snprintf(identity, size, "%.200s, %.40s", answer, machine.machine);
    return SN_OK;
}

/* ---- kept --------------------------------------------------------------------------------------------------- */

/* What tells that a path still holds the same compiler. */
static int file_text(const char *path, char *out, size_t size)
{
    struct stat st;
    if (stat(path, &st) < 0) return sni_fail(SN_ERR_COMPILE, "no C compiler: %s: %m", path);
    int n = snprintf(out, size, "%s\n%llu %llu %llu %lld.%09ld\n", path, (unsigned long long)st.st_dev,
                     (unsigned long long)st.st_ino, (unsigned long long)st.st_size, (long long)st.st_mtim.tv_sec,
                     st.st_mtim.tv_nsec);
    return n > 0 && (size_t)n < size ? SN_OK : sni_fail(SN_ERR_COMPILE, "the C compiler's path is too long");
}

static bool load_identity(const sni_cache_key *key, char *out, size_t size)
{
    void *payload;
    size_t n;
    if (sni_cache_load(key, &payload, &n) < 0) return false;
    bool ok = n > 0 && n < size;
    for (size_t i = 0; ok && i < n; i++) ok = is_plain(((const char *)payload)[i]);
    if (ok) {
        memcpy(out, payload, n);
        out[n] = 0;
    }
    free(payload);
    return ok;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last_file[4096 + 128], last_identity[sizeof((sni_cc *)0)->identity];

static bool recall(const char *file, char *identity)
{
    pthread_mutex_lock(&lock);
    bool known = last_identity[0] && strcmp(file, last_file) == 0;
    if (known) memcpy(identity, last_identity, sizeof last_identity);
    pthread_mutex_unlock(&lock);
    return known;
}

static void remember(const char *file, const char *identity)
{
    pthread_mutex_lock(&lock);
    snprintf(last_file, sizeof last_file, "%s", file);
    snprintf(last_identity, sizeof last_identity, "%s", identity);
    pthread_mutex_unlock(&lock);
}

static void identity_key(sni_cache_key *key, const char *file)
{
    sni_cache_key_init(key, "identity", "", "", "--version", file);
}

int sni_cc_locate(sni_cc *out)
{
    char file[sizeof last_file];
    sni_cache_key key;
    SNI_TRY(find(out->path, sizeof out->path));
    SNI_TRY(file_text(out->path, file, sizeof file));
    if (recall(file, out->identity)) return SN_OK;
    identity_key(&key, file);
    if (load_identity(&key, out->identity, sizeof out->identity))
        remember(file, out->identity);
    else
        out->identity[0] = 0;
    return SN_OK;
}

int sni_cc_identify(sni_cc *cc)
{
    char file[sizeof last_file];
    sni_cache_key key;
    SNI_TRY(file_text(cc->path, file, sizeof file));
    SNI_TRY(ask(cc->path, cc->identity, sizeof cc->identity));
    identity_key(&key, file);
    sni_cache_store(&key, cc->identity, strlen(cc->identity)); /* one that cannot be kept is asked for again */
    remember(file, cc->identity);
    return SN_OK;
}

int sni_cc_find(sni_cc *out)
{
    SNI_TRY(sni_cc_locate(out));
    return out->identity[0] ? SN_OK : sni_cc_identify(out);
}

/* No -ffast-math: gcc 12 then links code that flushes denormals in the whole process. */
void sni_cc_flags(const sni_cpu_target *t, char *out, size_t size)
{
    snprintf(out, size, "-std=gnu11 -O3 -march=%s%s -fno-math-errno -fno-trapping-math -ffp-contract=off -fwrapv "
             "-fno-asynchronous-unwind-tables -shared -fPIC -nostdlib -w", t->arch,
             t->vector_bytes == 64 ? " -mprefer-vector-width=512" : ""); /* clang halves them otherwise */
}
