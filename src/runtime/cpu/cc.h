/* Between the files that start compilers, the helper sinter-cc among them.
 *
 *     cc.c       which compiler, and what it is
 *     spawn.c    starts programs that are nobody's children
 *     cc_run.c   one run of a compiler, in a folder of its own
 *     request.c  what the library tells sinter-cc and what it answers
 *     compile.c  the library's compiles in progress
 */
#ifndef SNI_CC_H
#define SNI_CC_H

#include <sys/types.h>

#include "runtime/cpu/cpu.h"

/* ---- spawn.c ---------------------------------------------------------------------------------------
 * Signal state is fresh and no other descriptor of the host is inherited. */
typedef struct sni_spawn {
    const char *const *argv;  /* argv[0] is the path */
    const char *const *env;   /* NULL: the host's */
    const char *folder;       /* to run in; NULL: as the host */
    int in, out, err;         /* become 0, 1, 2 */
    bool child;               /* the caller waits for it; false: in a session of its own, with no parent to tell */
} sni_spawn;
int sni_spawn_start(const sni_spawn *s, pid_t *pid);
/* Ends a detached process that was left to this process after all (a host that is init); never waits. */
void sni_spawn_reap(pid_t pid);
/* A file of no name, holding `data`, at its start: memory where the kernel offers that.  Never 0, 1 or 2. */
int sni_spawn_file(const char *name, const void *data, size_t size);
int sni_spawn_pipe(int ends[2]);

/* ---- cc_run.c ---------------------------------------------------------------------------------------- */
typedef struct sni_cc_run {
    char folder[256]; /* source, object and messages */
    int done;         /* end of file once the compiler and all it started have ended */
    pid_t pid;
    bool child;
} sni_cc_run;
int sni_cc_run_start(sni_cc_run *r, const char *cc, const char *flags, const char *source, bool child);
/* Object (malloc'd), or ERR_COMPILE with the compiler's first complaint.  Ends the run. */
int sni_cc_run_finish(sni_cc_run *r, void **payload, size_t *size);
void sni_cc_run_abandon(sni_cc_run *r);
bool sni_elf_whole(const void *data, size_t size); /* a 64-bit ELF file whose tables lie within it */

/* ---- request.c --------------------------------------------------------------------------------------- */
/* compiler may be "", not known yet: whoever compiles finds it out, as the key is made of it. */
typedef struct sni_cc_request { const char *cc, *backend, *target, *compiler, *flags, *source, *cache_dir, *cache_max; } sni_cc_request;
int sni_request_write(const sni_cc_request *r, sni_str *out);
int sni_request_read(const char *data, size_t size, sni_cc_request *out); /* points into data */
typedef struct sni_cc_reply { uint32_t magic; int32_t status; uint64_t size; } sni_cc_reply; /* then the object, or a message */
#define SNI_REPLY_MAGIC 0x524e5331u
#define SNI_REPLY_NOT_KEPT 1 /* status: the object follows, though the cache could not be written */

/* ---- compile.c ----------------------------------------------------------------------------------------- */
/* Waits until some compile has ended or the time is over.  Returns how many are in progress or queued. */
int sni_compile_pump(double wait_seconds);

/* ---- cc.c ------------------------------------------------------------------------------------------------ */
/* As sni_cc_find, but starts no process: the identity is empty where it is not known yet. */
int sni_cc_locate(sni_cc *out);
int sni_cc_identify(sni_cc *cc); /* asks the compiler at cc->path, and keeps the answer */
void sni_cc_flags(const sni_cpu_target *t, char *out, size_t size);

#endif
