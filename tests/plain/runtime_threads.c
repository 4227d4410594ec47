/* Threads evaluate their own graphs at once, over shared plans, programs, compiles and memory.  A program
 * of its own, for the thread sanitizer and the leak checker. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/cpu/cpu.h"

enum { THREADS = 4, ROUNDS = 150 };

static _Atomic int failures;

static void release_storage(void *storage)
{
    sni_buffer_release(storage);
}

static sni_node *counting(sni_graph *g, int64_t n)
{
    sni_buffer *b = sni_buffer_new(&sni_cpu_device, (size_t)n * sizeof(float));
    if (!b) return NULL;
    for (int64_t k = 0; k < n; k++) ((float *)b->data)[k] = (float)k;
    return sni_leaf(g, SNI_FLOAT32, 1, &n, NULL, b);
}

/* x + x, then as often as `steps` says: plus x.  Few kernels, which all threads want at the same time. */
static int check(sni_graph *g, int64_t n, int steps)
{
    sni_node *x = counting(g, n), *z = x;
    if (!x) return 1;
    sni_node_retain(z);
    for (int i = 0; i < steps; i++) {
        sni_node *in[] = {z, x}, *more = sni_element(g, SNI_OP_ADD, in, NULL);
        sni_node_release(g, z);
        z = more;
    }
    int wrong = sni_evaluate(g, &z, 1) < 0;
    const sni_buffer *b = wrong ? NULL : z->u.storage;
    for (int64_t k = 0; k < n && !wrong; k++) wrong = ((const float *)b->data)[k] != (float)k * (float)(steps + 1);
    sni_node_release(g, z);
    sni_node_release(g, x);
    return wrong;
}

static void *evaluate(void *arg)
{
    sni_graph g;
    int seed = *(int *)arg;
    if (sni_graph_init(&g) < 0) {
        failures++;
        return NULL;
    }
    g.storage_release = release_storage;
    for (int i = 0; i < ROUNDS; i++) failures += check(&g, (i * 37 + seed * 11) % 300 + 1, i / 30 + 1);
    sni_graph_destroy(&g);
    return NULL;
}

static void *watch(void *arg)
{
    (void)arg;
    for (int i = 0; i < 20; i++) {
        sni_pool_stats s;
        sni_wait_compiles(0.005);
        sni_pool_get_stats(&s);
        sni_pool_trim();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS + 1];
    int seeds[THREADS];
    sni_option_set("JIT", "async");
    for (int i = 0; i < THREADS; i++) {
        seeds[i] = i;
        pthread_create(&threads[i], NULL, evaluate, &seeds[i]);
    }
    pthread_create(&threads[THREADS], NULL, watch, NULL);
    for (int i = 0; i <= THREADS; i++) pthread_join(threads[i], NULL);
    if (sni_wait_compiles(60) != SN_OK) failures++;
    sni_runtime_shutdown();
    sni_pool_stats pool;
    sni_pool_get_stats(&pool);
    if (pool.in_use || pool.cached) failures++;
    printf("%d threads, %d wrong, %llu kernels, %llu interpreted, %llu compiled\n", THREADS, (int)failures,
           (unsigned long long)sni_counters.kernels, (unsigned long long)sni_counters.interpreted,
           (unsigned long long)sni_counters.compiled);
    return failures != 0;
}
