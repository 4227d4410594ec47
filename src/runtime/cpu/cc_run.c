/* One run of a C compiler in a folder of its own, which is also its TMPDIR, so that nothing stays behind. */
#define _GNU_SOURCE
#include "runtime/cpu/cc.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define FLAGS_MAX 64
#define OBJECT_MAX ((size_t)256 << 20)
#define MESSAGES_MAX ((size_t)1 << 20)

/* ---- the folder ---------------------------------------------------------------------------------------- */

static int make_folder(char *out, size_t size)
{
    const char *const places[] = {sni_temporary(), "/tmp", "/var/tmp", "/dev/shm"};
    for (size_t i = 0; i < SNI_COUNT(places); i++) {
        int n = snprintf(out, size, "%s/sinter-XXXXXX", places[i]);
        if (n > 0 && (size_t)n < size && mkdtemp(out)) return SN_OK;
    }
    return sni_fail(SN_ERR_IO, "cannot make a temporary folder in %s: %m", places[0]);
}

static void remove_folder(const char *path)
{
    DIR *d = opendir(path);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) unlinkat(dirfd(d), e->d_name, 0);
    closedir(d);
    rmdir(path);
}

static const char *in_folder(const sni_cc_run *r, const char *name, char *out, size_t size)
{
    snprintf(out, size, "%s/%s", r->folder, name);
    return out;
}

/* ---- start ---------------------------------------------------------------------------------------------- */

/* The host's environment with TMPDIR and the language of messages replaced; points into `own`. */
static const char **make_env(const char *folder, char *own, size_t size)
{
    size_t n = 0, kept = 0;
    while (environ && environ[n]) n++;
    const char **env = calloc(n + 3, sizeof *env);
    if (!env) return NULL;
    for (size_t i = 0; i < n; i++)
        if (strncmp(environ[i], "TMPDIR=", 7) != 0 && strncmp(environ[i], "LC_ALL=", 7) != 0) env[kept++] = environ[i];
    snprintf(own, size, "TMPDIR=%s", folder);
    env[kept++] = own;
    env[kept++] = "LC_ALL=C";
    return env;
}

/* Flags are words between single spaces. */
static int make_argv(const char *cc, char *flags, const char **argv)
{
    size_t n = 0;
    argv[n++] = cc;
    for (char *rest = flags, *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        if (n + 5 > FLAGS_MAX) return sni_fail(SN_ERR_INTERNAL, "too many compiler flags");
        argv[n++] = word;
    }
    argv[n++] = "-o";
    argv[n++] = "kernel.so";
    argv[n++] = "kernel.c";
    argv[n] = NULL;
    return SN_OK;
}

static int start_in(sni_cc_run *r, const char *const *argv, int in, int out)
{
    char path[512], own[512];
    int err = open(in_folder(r, "messages", path, sizeof path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (err < 0) return sni_fail(SN_ERR_IO, "cannot write %s: %m", path);
    const char **env = make_env(r->folder, own, sizeof own);
    sni_spawn s = {.argv = argv, .env = env, .folder = r->folder, .in = in, .out = out, .err = err, .child = r->child};
    int status = env ? sni_spawn_start(&s, &r->pid) : sni_fail_memory(sizeof *env, "an environment");
    free(env);
    close(err);
    return status;
}

static int start_piped(sni_cc_run *r, const char *const *argv)
{
    int ends[2], in = sni_spawn_file("sinter-nothing", "", 0);
    if (in < 0) return in;
    int status = sni_spawn_pipe(ends);
    if (status == SN_OK) {
        status = start_in(r, argv, in, ends[1]);
        close(ends[1]);
        r->done = ends[0];
        if (status < 0) close(ends[0]);
    }
    close(in);
    return status;
}

int sni_cc_run_start(sni_cc_run *r, const char *cc, const char *flags, const char *source, bool child)
{
    *r = (sni_cc_run){.done = -1, .child = child};
    char path[512], *words = strdup(flags);
    const char *argv[FLAGS_MAX];
    if (!words) return sni_fail_memory(strlen(flags), "compiler flags");
    int status = make_argv(cc, words, argv);
    if (status == SN_OK) status = make_folder(r->folder, sizeof r->folder);
    if (status == SN_OK) {
        status = sni_file_write(in_folder(r, "kernel.c", path, sizeof path), source, strlen(source), false);
        if (status == SN_OK) status = start_piped(r, argv);
        if (status < 0) remove_folder(r->folder);
    }
    free(words);
    return status;
}

/* ---- end -------------------------------------------------------------------------------------------------- */

/* First line with "error" in it, else the first line. */
static const char *complaint(char *text)
{
    char *at = strstr(text, "error");
    if (!at) at = text;
    while (at > text && at[-1] != '\n') at--;
    at[strcspn(at, "\n")] = 0;
    return at[0] ? at : "it left no object and no message";
}

static int fail_compile(const sni_cc_run *r)
{
    char path[512], *text;
    size_t size;
    if (sni_file_read(in_folder(r, "messages", path, sizeof path), MESSAGES_MAX, &text, &size) < 0)
        return sni_fail(SN_ERR_COMPILE, "the C compiler failed");
    int status = sni_fail(SN_ERR_COMPILE, "the C compiler failed: %s", complaint(text));
    free(text);
    return status;
}

/* False when the exit status is known to be bad. */
static bool ended_well(const sni_cc_run *r)
{
    if (!r->child) {
        sni_spawn_reap(r->pid);
        return true;
    }
    int status;
    pid_t pid;
    do pid = waitpid(r->pid, &status, 0);
    while (pid < 0 && errno == EINTR);
    return pid < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int sni_cc_run_finish(sni_cc_run *r, void **payload, size_t *size)
{
    char path[512], *data = NULL;
    bool ok = ended_well(r) && sni_file_read(in_folder(r, "kernel.so", path, sizeof path), OBJECT_MAX, &data, size) == SN_OK;
    if (ok && !sni_elf_whole(data, *size)) {
        free(data);
        ok = false;
    }
    int status = ok ? SN_OK : fail_compile(r);
    if (ok) *payload = data;
    remove_folder(r->folder);
    close(r->done);
    return status;
}

void sni_cc_run_abandon(sni_cc_run *r)
{
    struct pollfd end = {.fd = r->done, .events = POLLIN};
    if (poll(&end, 1, 0) == 0 && r->pid > 0) { /* it runs, in a session of its own */
        kill(r->child ? r->pid : -r->pid, SIGKILL);
        poll(&end, 1, 1000);
    }
    remove_folder(r->folder);
    close(r->done);
    sni_spawn_reap(r->pid);
}

/* A linker that was killed leaves a file whose section table, written last, is missing. */
bool sni_elf_whole(const void *data, size_t size)
{
    Elf64_Ehdr h;
    if (size < sizeof h) return false;
    memcpy(&h, data, sizeof h);
    if (memcmp(h.e_ident, ELFMAG, SELFMAG) != 0 || h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_type != ET_DYN) return false;
    uint64_t sections = (uint64_t)h.e_shnum * h.e_shentsize, segments = (uint64_t)h.e_phnum * h.e_phentsize;
    if (h.e_shoff > size || sections > size - h.e_shoff) return false;
    if (h.e_phentsize != sizeof(Elf64_Phdr) || h.e_phoff > size || segments > size - h.e_phoff) return false;
    for (size_t i = 0; i < h.e_phnum; i++) {
        Elf64_Phdr p;
        memcpy(&p, (const char *)data + h.e_phoff + i * sizeof p, sizeof p);
        if (p.p_offset > size || p.p_filesz > size - p.p_offset) return false;
    }
    return true;
}
