/* Programs started so that the host never notices: nothing to wait for, no SIGCHLD, no zombie.
 *
 * posix_spawn runs in a process between, which shares memory with the host and ends at once.  Its exit
 * signal is none, so neither a handler nor wait(-1) in the host sees it, and what it started belongs to
 * init.  A host may ignore SIGCHLD or reap every child it finds: both work. */
#define _GNU_SOURCE
#include "runtime/cpu/cc.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK_BYTES ((size_t)64 << 10)

/* The thread sanitizer takes every clone for a fork and forgets the other threads: under it the host
 * is the parent, and reaps. */
#if defined(__SANITIZE_THREAD__)
#define CAN_DETACH 0
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CAN_DETACH 0
#endif
#endif
#ifndef CAN_DETACH
#define CAN_DETACH 1
#endif

typedef struct spawn_job {
    const char *path;
    char *const *argv, *const *env;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid;
    int error;
} spawn_job;

static int set_actions(posix_spawn_file_actions_t *a, const sni_spawn *s)
{
    const int from[] = {s->in, s->out, s->err};
    for (int fd = 0; fd < 3; fd++) {
        int error = posix_spawn_file_actions_adddup2(a, from[fd], fd);
        if (error) return error;
    }
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    int error = posix_spawn_file_actions_addclosefrom_np(a, 3);
    if (error) return error;
#endif
    return s->folder ? posix_spawn_file_actions_addchdir_np(a, s->folder) : 0;
}

static int set_attributes(posix_spawnattr_t *a, const sni_spawn *s)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int error = posix_spawnattr_setsigmask(a, &none);
    if (!error) error = posix_spawnattr_setsigdefault(a, &all);
    short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (!s->child) flags = (short)(flags | POSIX_SPAWN_SETSID); /* a terminal's interrupt is not meant for it */
    return error ? error : posix_spawnattr_setflags(a, flags);
}

static void start(spawn_job *job)
{
    job->error = posix_spawn(&job->pid, job->path, &job->actions, &job->attributes, job->argv, job->env);
}

/* The process between.  It has the caller's memory and thread-local storage, and the caller sleeps. */
__attribute__((no_sanitize("address", "thread", "undefined"))) static int between(void *arg)
{
    start(arg);
    return 0;
}

static int start_detached(spawn_job *job)
{
    char *stack = malloc(STACK_BYTES);
    if (!stack) return ENOMEM;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before); /* no handler of the host's runs in between */
    pid_t pid = clone(between, stack + STACK_BYTES, CLONE_VM | CLONE_VFORK, job);
    int error = pid < 0 ? errno : 0;
    while (pid > 0 && waitpid(pid, NULL, __WALL) < 0 && errno == EINTR) {
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    free(stack);
    return error ? error : job->error;
}

/* posix_spawn takes char *const * for history's sake and writes to neither array. */
static char *const *strings(const char *const *list)
{
    union { const char *const *in; char *const *out; } u = {list};
    return u.out;
}

int sni_spawn_start(const sni_spawn *s, pid_t *pid)
{
    spawn_job job = {.path = s->argv[0], .argv = strings(s->argv), .env = s->env ? strings(s->env) : environ};
    int error = posix_spawn_file_actions_init(&job.actions);
    if (error) return sni_fail(SN_ERR_IO, "cannot start %s: %s", s->argv[0], strerror(error));
    error = posix_spawnattr_init(&job.attributes);
    if (!error) {
        error = set_actions(&job.actions, s);
        if (!error) error = set_attributes(&job.attributes, s);
        if (!error && (s->child || !CAN_DETACH)) {
            start(&job);
            error = job.error;
        } else if (!error) {
            error = start_detached(&job);
        }
        posix_spawnattr_destroy(&job.attributes);
    }
    posix_spawn_file_actions_destroy(&job.actions);
    *pid = job.pid;
    return error ? sni_fail(SN_ERR_IO, "cannot start %s: %s", s->argv[0], strerror(error)) : SN_OK;
}

void sni_spawn_reap(pid_t pid)
{
    if (pid > 0) waitpid(pid, NULL, WNOHANG);
}

/* ---- descriptors: never 0, 1 or 2, which the program's own will be put over -------------------------- */

static int raise_fd(int fd)
{
    if (fd < 0 || fd > 2) return fd;
    int higher = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    close(fd);
    return higher;
}

int sni_spawn_pipe(int ends[2])
{
    if (pipe2(ends, O_CLOEXEC) < 0) return sni_fail(SN_ERR_IO, "cannot make a pipe: %m");
    ends[0] = raise_fd(ends[0]);
    ends[1] = raise_fd(ends[1]);
    if (ends[0] >= 0 && ends[1] >= 0) return SN_OK;
    for (int i = 0; i < 2; i++)
        if (ends[i] >= 0) close(ends[i]);
    return sni_fail(SN_ERR_IO, "cannot make a pipe: too many open files");
}

static int unlinked_file(void)
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/sinter-XXXXXX", sni_temporary());
    if (n < 0 || (size_t)n >= sizeof path) return -1;
    int fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0) unlink(path);
    return fd;
}

int sni_spawn_file(const char *name, const void *data, size_t size)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0) fd = unlinked_file();
    fd = raise_fd(fd);
    if (fd < 0) return sni_fail(SN_ERR_IO, "cannot make a temporary file: %m");
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(fd, (const char *)data + done, size - done, (off_t)done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) {
            sni_fail(SN_ERR_IO, "cannot write a temporary file: %m");
            close(fd);
            return SN_ERR_IO;
        }
        done += (size_t)n;
    }
    return fd;
}
