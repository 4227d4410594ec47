/* Compiles one kernel and puts it into the kernel cache.
 *
 * Started by the library, never by hand: reads a request from standard input, runs the C compiler,
 * publishes the object and writes it, or the compiler's complaint, to standard output.  It is a program
 * of its own so that a compile that was begun is finished and kept when the host exits first. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/cpu/cc.h"

#define REQUEST_MAX ((size_t)64 << 20)

static int write_whole(const void *data, size_t size)
{
    for (const char *at = data; size > 0;) {
        ssize_t n = write(STDOUT_FILENO, at, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 1;
        at += n;
        size -= (size_t)n;
    }
    return 0;
}

static int reply(int status, const void *data, size_t size)
{
    sni_cc_reply r = {.magic = SNI_REPLY_MAGIC, .status = status, .size = size};
    return write_whole(&r, sizeof r) || write_whole(data, size);
}

/* With the NUL, so that the reader has a string. */
static int reply_message(int status)
{
    const char *message = sni_error_message();
    return reply(status, message, strlen(message) + 1);
}

/* Fills in the compiler's identity where the library did not know it. */
static int identify(sni_cc_request *q, sni_cc *cc)
{
    if (q->compiler[0]) return SN_OK;
    if (strlen(q->cc) >= sizeof cc->path) return sni_fail(SN_ERR_COMPILE, "the C compiler's path is too long");
    strcpy(cc->path, q->cc);
    SNI_TRY(sni_cc_identify(cc));
    q->compiler = cc->identity;
    return SN_OK;
}

static int compile(const sni_cc_request *q, void **object, size_t *size)
{
    sni_cc_run run;
    char ignored[256]; /* what a compiler prints to its standard output */
    ssize_t n;
    SNI_TRY(sni_cc_run_start(&run, q->cc, q->flags, q->source, true));
    do n = read(run.done, ignored, sizeof ignored);
    while (n > 0 || (n < 0 && errno == EINTR));
    return sni_cc_run_finish(&run, object, size);
}

int main(void)
{
    char *request;
    size_t size;
    sni_cc_request q;
    static sni_cc cc;
    void *object;
    signal(SIGPIPE, SIG_IGN); /* the host may be gone; the kernel is kept all the same */
    int status = sni_file_read_fd(STDIN_FILENO, REQUEST_MAX, "request", &request, &size);
    if (status == SN_OK) status = sni_request_read(request, size, &q);
    if (status == SN_OK) status = sni_option_set("CACHE_DIR", q.cache_dir);
    if (status == SN_OK) status = sni_option_set("CACHE_MAX", q.cache_max);
    if (status == SN_OK) status = identify(&q, &cc);
    if (status == SN_OK) status = compile(&q, &object, &size);
    if (status < 0) return reply_message(status);
    sni_cache_key key;
    sni_cache_key_init(&key, q.backend, q.target, q.compiler, q.flags, q.source);
    status = sni_cache_store(&key, object, size);
    return reply(status < 0 ? SNI_REPLY_NOT_KEPT : SN_OK, object, size);
}
