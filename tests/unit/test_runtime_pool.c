/* Pool, buffers and threads. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/runtime.h"

static sni_pool_stats pool(void)
{
    sni_pool_stats s;
    sni_pool_get_stats(&s);
    return s;
}

Test(runtime_pool, blocks_are_aligned_whole_and_distinct)
{
    enum { COUNT = 400 };
    char *p[COUNT];
    size_t bytes[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        bytes[i] = i * i * 7 + i;
        p[i] = sni_pool_alloc(bytes[i], "a test");
        cr_assert_not_null(p[i]);
        cr_assert_eq((uintptr_t)p[i] % 64, 0);
        memset(p[i], (int)(i & 0xff), (bytes[i] + 63) / 64 * 64); /* a whole last vector belongs to the block */
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < bytes[i]; k += 61) cr_assert_eq((unsigned char)p[i][k], i & 0xff);
    for (size_t i = 0; i < COUNT; i++) sni_pool_free(p[i], bytes[i]);
}

Test(runtime_pool, a_freed_block_is_used_again)
{
    for (size_t bytes = 1; bytes < (size_t)1 << 27; bytes = bytes * 3 + 1) {
        void *p = sni_pool_alloc(bytes, "a test");
        cr_assert_not_null(p);
        sni_pool_free(p, bytes);
        uint64_t before = pool().reused;
        void *q = sni_pool_alloc(bytes, "a test");
        cr_assert_eq(p, q);
        cr_assert_eq(pool().reused, before + 1);
        sni_pool_free(q, bytes);
    }
}

Test(runtime_pool, rounding_wastes_at_most_an_eighth)
{
    sni_pool_trim();
    cr_assert_eq(pool().cached, 0);
    for (size_t bytes = 64; bytes < (size_t)1 << 22; bytes += bytes / 5 + 64) {
        sni_pool_free(sni_pool_alloc(bytes, "a test"), bytes);
        size_t block = pool().cached, rounded = (bytes + 63) / 64 * 64;
        cr_assert_geq(block, bytes);
        cr_assert_leq(block - rounded, rounded / 8, "%zu bytes took a block of %zu", bytes, block);
        sni_pool_trim();
    }
}

Test(runtime_pool, what_is_in_use_counts_and_the_peak_stays)
{
    sni_pool_reset_peak();
    uint64_t base = pool().in_use;
    void *a = sni_pool_alloc(1000000, "a test"), *b = sni_pool_alloc(3000000, "a test");
    cr_assert_eq(pool().in_use - base, 1000000 + 3000000);
    sni_pool_free(b, 3000000);
    cr_assert_eq(pool().in_use - base, 1000000);
    cr_assert_eq(pool().peak - base, 4000000);
    sni_pool_free(a, 1000000);
    sni_pool_reset_peak();
    cr_assert_eq(pool().peak, base);
}

Test(runtime_pool, absurd_sizes_fail_with_their_size)
{
    cr_assert_null(sni_pool_alloc((size_t)8 << 60, "a matrix"));
    cr_assert_eq(sni_error_status(), SN_ERR_MEMORY);
    cr_assert_str_eq(sni_error_message(), "out of memory: 9.2 EB for a matrix");
    cr_assert_null(sni_pool_alloc(SIZE_MAX, "a matrix"));
    cr_assert_null(sni_pool_alloc(SIZE_MAX - 63, "a matrix"));
    cr_assert_null(sni_pool_alloc((size_t)100 << 40, "a matrix")); /* it could be mapped, but not filled */
    cr_assert_str_eq(sni_error_message(), "out of memory: 110.0 TB for a matrix");
    cr_assert_eq(pool().in_use, 0);
}

Test(runtime_pool, the_limit_refuses_and_says_so)
{
    cr_assert_eq(sni_option_set("POOL_MAX", "1M"), SN_OK);
    void *p = sni_pool_alloc(900000, "a test");
    cr_assert_not_null(p);
    cr_assert_null(sni_pool_alloc(200000, "a vector"));
    cr_assert_eq(sni_error_status(), SN_ERR_MEMORY);
    cr_assert_str_eq(sni_error_message(), "out of memory: 200.0 KB for a vector, with 900.0 KB in use and POOL_MAX at 1.0 MB");
    sni_pool_free(p, 900000);
    p = sni_pool_alloc(200000, "a vector");
    cr_assert_not_null(p);
    sni_pool_free(p, 200000);
}

Test(runtime_pool, what_is_cached_stays_near_the_need)
{
    sni_pool_trim();
    for (size_t i = 0; i < 40; i++) { /* forty sizes of no common class */
        size_t bytes = ((size_t)30 << 20) + i * ((size_t)5 << 20);
        void *p = sni_pool_alloc(bytes, "a test");
        cr_assert_not_null(p);
        sni_pool_free(p, bytes);
    }
    cr_assert_leq(pool().cached, (uint64_t)(230 + 115 + 64 + 30) << 20);
}

static void *churn(void *arg)
{
    size_t seed = (size_t)(uintptr_t)arg;
    for (int i = 0; i < 20000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        size_t bytes = (seed >> 33) % 5000;
        unsigned char *p = sni_pool_alloc(bytes, "a test");
        if (!p) return arg;
        memset(p, (int)(seed & 0x7f), bytes);
        for (size_t k = 0; k < bytes; k += 97)
            if (p[k] != (seed & 0x7f)) return arg;
        sni_pool_free(p, bytes);
    }
    return NULL;
}

Test(runtime_pool, threads_share_it)
{
    pthread_t t[4];
    for (uintptr_t i = 0; i < 4; i++) pthread_create(&t[i], NULL, churn, (void *)(i + 1));
    for (int i = 0; i < 4; i++) {
        void *wrong;
        pthread_join(t[i], &wrong);
        cr_assert_null(wrong);
    }
    cr_assert_eq(pool().in_use, 0);
}

/* ---- buffers ------------------------------------------------------------------------------------------- */

static void note_deleted(void *data, void *user)
{
    cr_assert_eq(data, user);
    *(int *)data += 1;
}

Test(runtime_buffer, the_last_release_frees)
{
    sni_device *d;
    cr_assert_eq(sni_device_get(&d), SN_OK);
    sni_buffer *b = sni_buffer_new(d, 0);
    cr_assert_not_null(b);
    cr_assert_not_null(b->data);
    sni_buffer_retain(b);
    sni_buffer_release(b);
    cr_assert_eq(pool().in_use, 64);
    sni_buffer_release(b);
    cr_assert_eq(pool().in_use, 0);
    sni_buffer_release(NULL);
}

Test(runtime_buffer, a_wrapped_one_calls_its_deleter_once)
{
    int memory = 0;
    sni_buffer *b = sni_buffer_wrap(&sni_cpu_device, &memory, sizeof memory, note_deleted, &memory);
    sni_buffer_retain(b);
    sni_buffer_release(b);
    cr_assert_eq(memory, 0);
    sni_buffer_release(b);
    cr_assert_eq(memory, 1);
}

/* ---- threads ------------------------------------------------------------------------------------------- */

typedef struct cover { _Atomic int seen[10000]; int64_t grain; _Atomic int pieces; } cover;

static void cover_range(void *user, int thread, int64_t begin, int64_t end)
{
    cover *c = user;
    (void)thread;
    cr_assert_eq(begin % c->grain, 0);
    for (int64_t i = begin; i < end; i++) atomic_fetch_add(&c->seen[i], 1);
    atomic_fetch_add(&c->pieces, 1);
}

static void check_cover(int64_t n, int64_t grain)
{
    static cover c;
    memset(&c, 0, sizeof c);
    c.grain = grain;
    sni_parallel(n, grain, cover_range, &c);
    for (int64_t i = 0; i < 10000; i++) cr_assert_eq(c.seen[i], i < n);
    if (n <= grain) cr_assert_leq(c.pieces, 1);
}

Test(runtime_parallel, each_element_once_in_pieces_of_the_grain)
{
    const int64_t sizes[] = {0, 1, 63, 64, 65, 1000, 9999, 10000}, grains[] = {1, 7, 64, 1024, 20000};
    for (int threads = 1; threads <= 4; threads++) {
        char text[16];
        snprintf(text, sizeof text, "%d", threads);
        sni_option_set("NUM_THREADS", text);
        cr_assert_eq(sni_threads(), threads);
        for (size_t i = 0; i < SNI_COUNT(sizes); i++)
            for (size_t k = 0; k < SNI_COUNT(grains); k++) check_cover(sizes[i], grains[k]);
    }
}

static void nested(void *user, int thread, int64_t begin, int64_t end)
{
    (void)thread;
    for (int64_t i = begin; i < end; i++) sni_parallel(100, 10, cover_range, user);
}

Test(runtime_parallel, nested_calls_run_alone)
{
    static cover c;
    c.grain = 10;
    sni_option_set("NUM_THREADS", "2");
    sni_parallel(50, 1, nested, &c);
    for (int i = 0; i < 100; i++) cr_assert_eq(c.seen[i], 50);
}

static void *many_ranges(void *arg)
{
    for (int i = 0; i < 200; i++) sni_parallel(1000, 10, cover_range, arg);
    return NULL;
}

Test(runtime_parallel, host_threads_call_it_at_once)
{
    static cover c;
    pthread_t t[3];
    c.grain = 10;
    sni_option_set("NUM_THREADS", "2");
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, many_ranges, &c);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    for (int i = 0; i < 1000; i++) cr_assert_eq(c.seen[i], 600);
}

Test(runtime_parallel, a_forked_child_computes_too, .timeout = 20)
{
    static cover c;
    c.grain = 10;
    sni_option_set("NUM_THREADS", "2");
    sni_parallel(1000, 10, cover_range, &c);
    pid_t pid = fork();
    if (pid == 0) {
        sni_parallel(1000, 10, cover_range, &c);
        _exit(c.seen[999] == 2 ? 0 : 1);
    }
    int status;
    waitpid(pid, &status, 0);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

Test(runtime_system, the_process_has_processors_and_memory)
{
    cr_assert_geq(sni_system_cpus(), 1);
    cr_assert_gt(sni_system_memory(), (uint64_t)1 << 20);
}
