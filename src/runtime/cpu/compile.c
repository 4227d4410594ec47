/* Compiles in progress: as many at once as there are processors, the others queued in order.
 *
 * sinter-cc runs the compiler and publishes the object, so that a compile outlives the host.  Where the
 * helper is missing the library runs the compiler itself and publishes when it next looks.  Completion is
 * read from a pipe; `pump` reads what has come and starts what waits.  No thread and no signal is used. */
#define _GNU_SOURCE
#include "runtime/cpu/cc.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TEXT_MAX 4096 /* of an option handed on */

typedef enum compile_state { QUEUED, RUNNING, ENDED } compile_state;

struct sni_compile {
    struct sni_compile *next;
    compile_state state;
    pid_t owner;            /* process that started it: a fork inherits the pipe and must leave it alone */
    bool direct, failed;
    /* while queued and for publishing */
    char *cc;
    sni_cache_key key;
    char *text[5];          /* what key points to */
    /* helper */
    pid_t pid;
    int fd;
    sni_str reply;
    /* direct */
    sni_cc_run run;
    /* the end */
    void *payload;
    size_t size;
    char message[512];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sni_compile *compiles; /* all but those that have ended; oldest first */

/* ---- the helper ---------------------------------------------------------------------------------------- */

static bool helper_at(const char *folder, const char *rest, char *out, size_t size)
{
    int n = snprintf(out, size, "%s/%s", folder, rest);
    return n > 0 && (size_t)n < size && access(out, X_OK) == 0;
}

/* The file that holds this code: libsinter.so, or a program it is linked into, whose name may be
 * whatever it was started as. */
static bool own_file(char *out)
{
    Dl_info info;
    if (!dladdr(&compiles, &info) || !info.dli_fname) return false;
    return realpath(strchr(info.dli_fname, '/') ? info.dli_fname : "/proc/self/exe", out) != NULL;
}

static bool find_helper(char *out, size_t size)
{
    static const char *const places[] = {"sinter-cc", "sinter/sinter-cc", "../lib/sinter/sinter-cc"};
    char folder[PATH_MAX];
    if (!own_file(folder)) return false;
    char *slash = strrchr(folder, '/');
    if (!slash) return false;
    *slash = 0;
    for (size_t i = 0; i < SNI_COUNT(places); i++)
        if (helper_at(folder, places[i], out, size)) return true;
    return false;
}

static int request_of(const sni_compile *c, sni_str *out)
{
    char dir[TEXT_MAX], most[TEXT_MAX];
    SNI_TRY(sni_option_text(SNI_OPTION_CACHE_DIR, dir, sizeof dir));
    SNI_TRY(sni_option_text(SNI_OPTION_CACHE_MAX, most, sizeof most));
    sni_cc_request r = {.cc = c->cc, .backend = c->key.backend, .target = c->key.target, .compiler = c->key.compiler,
                        .flags = c->key.flags, .source = c->key.source, .cache_dir = dir, .cache_max = most};
    return sni_request_write(&r, out);
}

/* Its messages have nowhere to go: what matters is in the reply. */
static int spawn_helper(sni_compile *c, const char *helper, int in)
{
    int ends[2], nowhere = sni_spawn_file("sinter-messages", "", 0);
    if (nowhere < 0) return nowhere;
    int status = sni_spawn_pipe(ends);
    if (status == SN_OK) {
        const char *argv[] = {helper, NULL};
        sni_spawn s = {.argv = argv, .in = in, .out = ends[1], .err = nowhere};
        status = sni_spawn_start(&s, &c->pid);
        close(ends[1]);
        c->fd = ends[0];
        if (status < 0) close(c->fd);
    }
    close(nowhere);
    return status;
}

static int start_helper(sni_compile *c, const char *helper)
{
    sni_str request = {0};
    int status = request_of(c, &request);
    int in = status == SN_OK ? sni_spawn_file("sinter-request", request.data, request.len) : status;
    sni_str_free(&request);
    if (in < 0) return in;
    status = spawn_helper(c, helper, in);
    close(in);
    return status;
}

/* ---- one compile --------------------------------------------------------------------------------------- */

static int start(sni_compile *c)
{
    char helper[PATH_MAX];
    c->owner = getpid();
    c->direct = !find_helper(helper, sizeof helper) || start_helper(c, helper) < 0;
    if (c->direct) {
        SNI_TRY(sni_cc_run_start(&c->run, c->cc, c->key.flags, c->key.source, false));
        c->fd = c->run.done;
    }
    fcntl(c->fd, F_SETFL, O_NONBLOCK); /* looking must never wait */
    return SN_OK;
}

static void set_failed(sni_compile *c, const char *message)
{
    c->failed = true;
    snprintf(c->message, sizeof c->message, "%s", message);
}

/* A store that fails has said so; the kernel is in memory. */
static void publish(const sni_compile *c)
{
    sni_cache_key key = c->key;
    sni_cc cc;
    snprintf(cc.path, sizeof cc.path, "%s", c->cc);
    if (!key.compiler[0]) {
        if (sni_cc_identify(&cc) < 0) return;
        sni_cache_key_init(&key, key.backend, key.target, cc.identity, key.flags, key.source);
    }
    sni_cache_store(&key, c->payload, c->size);
}

static void end_direct(sni_compile *c)
{
    if (sni_cc_run_finish(&c->run, &c->payload, &c->size) < 0)
        set_failed(c, sni_error_message());
    else
        publish(c);
}

static void end_helper(sni_compile *c)
{
    sni_cc_reply r;
    close(c->fd);
    sni_spawn_reap(c->pid);
    if (c->reply.status < 0 || c->reply.len < sizeof r) {
        set_failed(c, "sinter-cc ended without an answer");
        return;
    }
    memcpy(&r, c->reply.data, sizeof r);
    const char *body = c->reply.data + sizeof r;
    if (r.magic != SNI_REPLY_MAGIC || r.size != c->reply.len - sizeof r) {
        set_failed(c, "sinter-cc answered nonsense");
    } else if (r.status < 0) {
        set_failed(c, body);
    } else if (!(c->payload = malloc(r.size ? r.size : 1))) {
        set_failed(c, "out of memory for a compiled kernel");
    } else {
        memcpy(c->payload, body, r.size);
        c->size = r.size;
        if (r.status == SNI_REPLY_NOT_KEPT) publish(c); /* the helper has nobody to tell why */
    }
}

/* True once the compile has ended. */
static bool drain(sni_compile *c)
{
    char piece[16384];
    for (;;) {
        ssize_t n = read(c->fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return false;
        if (n <= 0) break;
        if (!c->direct) sni_str_putn(&c->reply, piece, (size_t)n);
    }
    if (c->direct)
        end_direct(c);
    else
        end_helper(c);
    sni_str_free(&c->reply);
    return true;
}

/* ---- all of them, under the lock ------------------------------------------------------------------------ */

static void unlink_compile(sni_compile *c)
{
    for (sni_compile **at = &compiles; *at; at = &(*at)->next)
        if (*at == c) {
            *at = c->next;
            return;
        }
}

static void start_queued(void)
{
    int room = sni_system_cpus();
    for (sni_compile *c = compiles; c; c = c->next) room -= c->state == RUNNING;
    for (sni_compile *c = compiles, *next; c && room > 0; c = next) {
        next = c->next;
        if (c->state != QUEUED) continue;
        if (start(c) < 0) {
            set_failed(c, sni_error_message());
            c->state = ENDED;
            unlink_compile(c);
        } else {
            c->state = RUNNING;
            room--;
        }
    }
}

/* A process that was forked off leaves its parent's compiles to it and starts them anew. */
static void requeue_foreign(void)
{
    pid_t self = getpid();
    for (sni_compile *c = compiles; c; c = c->next) {
        if (c->state != RUNNING || c->owner == self) continue;
        close(c->fd);
        sni_str_free(&c->reply);
        c->state = QUEUED;
    }
}

static int collect(void)
{
    int left = 0;
    requeue_foreign();
    for (sni_compile *c = compiles, *next; c; c = next) {
        next = c->next;
        if (c->state == RUNNING && drain(c)) {
            c->state = ENDED;
            unlink_compile(c);
        }
    }
    start_queued();
    for (sni_compile *c = compiles; c; c = c->next) left++;
    return left;
}

/* Waits for any pipe.  Without the lock: one that another thread closes meanwhile costs a vain wake. */
static void wait_any(double seconds)
{
    struct pollfd fds[64];
    nfds_t n = 0;
    pthread_mutex_lock(&lock);
    for (sni_compile *c = compiles; c && n < SNI_COUNT(fds); c = c->next)
        if (c->state == RUNNING) fds[n++] = (struct pollfd){.fd = c->fd, .events = POLLIN};
    pthread_mutex_unlock(&lock);
    if (n > 0) poll(fds, n, seconds > 1 ? 1000 : (int)(seconds * 1000) + 1);
}

int sni_compile_pump(double wait_seconds)
{
    if (wait_seconds > 0) wait_any(wait_seconds);
    pthread_mutex_lock(&lock);
    int left = collect();
    pthread_mutex_unlock(&lock);
    return left;
}

/* ---- the interface --------------------------------------------------------------------------------------- */

static void free_compile(sni_compile *c)
{
    for (size_t i = 0; i < SNI_COUNT(c->text); i++) free(c->text[i]);
    free(c->cc);
    free(c->payload);
    sni_str_free(&c->reply);
    free(c);
}

static sni_compile *make(const sni_cc *cc, const sni_cache_key *key)
{
    sni_compile *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    const char *const from[] = {key->backend, key->target, key->compiler, key->flags, key->source};
    bool ok = (c->cc = strdup(cc->path)) != NULL;
    for (size_t i = 0; i < SNI_COUNT(from); i++) ok = (c->text[i] = strdup(from[i])) != NULL && ok;
    if (!ok) {
        free_compile(c);
        return NULL;
    }
    c->key = (sni_cache_key){key->hash, c->text[0], c->text[1], c->text[2], c->text[3], c->text[4]};
    return c;
}

int sni_compile_start(const sni_cc *cc, const sni_cache_key *key, sni_compile **out)
{
    sni_compile *c = make(cc, key);
    if (!c) return sni_fail_memory(strlen(key->source), "a kernel's source");
    pthread_mutex_lock(&lock);
    sni_compile **end = &compiles;
    while (*end) end = &(*end)->next;
    *end = c;
    start_queued();
    int status = c->state == ENDED ? sni_fail(SN_ERR_COMPILE, "%s", c->message) : SN_OK;
    pthread_mutex_unlock(&lock);
    if (status < 0)
        free_compile(c);
    else
        *out = c;
    return status;
}

int sni_compile_poll(sni_compile *c, double wait_seconds, void **payload, size_t *size)
{
    double end = sni_seconds() + wait_seconds;
    for (;;) {
        double left = end - sni_seconds();
        sni_compile_pump(left > 0 ? left : 0);
        pthread_mutex_lock(&lock);
        bool ended = c->state == ENDED;
        pthread_mutex_unlock(&lock);
        if (ended) break;
        if (left <= 0) return 0;
    }
    int status = c->failed ? sni_fail(SN_ERR_COMPILE, "%s", c->message) : 1;
    if (status > 0) {
        *payload = c->payload;
        *size = c->size;
        c->payload = NULL;
    }
    free_compile(c);
    return status;
}

void sni_compile_abandon(sni_compile *c)
{
    pthread_mutex_lock(&lock);
    unlink_compile(c);
    if (c->state == RUNNING && c->direct) {
        sni_cc_run_abandon(&c->run);
    } else if (c->state == RUNNING) {
        close(c->fd);
        sni_spawn_reap(c->pid);
    }
    start_queued();
    pthread_mutex_unlock(&lock);
    free_compile(c);
}
