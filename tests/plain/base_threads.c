/* Options, log, error messages and the kernel cache, used by several threads at once. */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 100 };
static _Atomic int logged, wrong;

static void count(int level, const char *text, void *user)
{
    (void)level;
    (void)text;
    atomic_fetch_add((_Atomic int *)user, 1);
}

static void use_cache(int self, int round)
{
    char source[32], payload[4096];
    int which = (self + round) % 5;
    snprintf(source, sizeof source, "kernel %d", which);
    memset(payload, 'a' + which, sizeof payload);
    sni_cache_key k;
    sni_cache_key_init(&k, "c", "any", "cc", "", source);
    void *got;
    size_t size;
    if (sni_cache_load(&k, &got, &size) == SN_OK) {
        if (size != sizeof payload || memcmp(got, payload, size) != 0) wrong++;
        free(got);
    }
    if (sni_cache_store(&k, payload, sizeof payload) < 0) wrong++;
}

static void use_options(int round)
{
    char text[64];
    sni_option_set("cc", round % 2 ? "gcc" : "/usr/bin/clang");
    sni_option_set("jit", round % 2 ? "sync" : "off");
    if (sni_option_text(SNI_OPTION_CC, text, sizeof text) < 0) wrong++;
    if (strcmp(text, "gcc") != 0 && strcmp(text, "/usr/bin/clang") != 0) wrong++;
    int64_t jit = sni_option_int(SNI_OPTION_JIT);
    if (jit != SNI_JIT_OFF && jit != SNI_JIT_SYNC) wrong++;
}

static void *work(void *user)
{
    static int once;
    int self = (int)(intptr_t)user;
    char message[32];
    for (int round = 0; round < ROUNDS; round++) {
        use_options(round);
        snprintf(message, sizeof message, "thread %d", self);
        sni_fail(SN_ERR_VALUE, "%s", message);
        sni_log_once(&once, SNI_LOG_WARN, "one line from all");
        if (strcmp(sni_error_message(), message) != 0) wrong++;
        use_cache(self, round);
    }
    return NULL;
}

int main(void)
{
    char folder[] = "/tmp/sinter-threads-XXXXXX";
    if (!mkdtemp(folder) || sni_option_set("cache_dir", folder) < 0) return 1;
    sni_log_set_callback(count, &logged);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i) != 0) return 1;
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    uint64_t removed;
    int cleared = sni_cache_clear(&removed);
    remove(folder);
    printf("wrong %d, logged %d, removed %llu\n", wrong, logged, (unsigned long long)removed);
    return wrong == 0 && logged == 1 && cleared == SN_OK && removed == 5 ? 0 : 1;
}
