/* Evaluation from graph to memory, on both tiers. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/cpu/cpu.h"

#define DIMS(...) ((int)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t))), (int64_t[]){__VA_ARGS__}

static char folder[64];
static sni_graph graph, *const g = &graph;

static void release_storage(void *storage)
{
    sni_buffer_release(storage);
}

static void begin(void)
{
    strcpy(folder, "/tmp/sinter-test-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(sni_option_set("CACHE_DIR", folder), SN_OK);
    cr_assert_eq(sni_option_set("JIT", "sync"), SN_OK);
    cr_assert_eq(sni_graph_init(g), SN_OK);
    g->storage_release = release_storage;
    sni_stats_reset();
}

static void end(void)
{
    char command[128];
    sni_pool_stats pool;
    sni_graph_destroy(g);
    sni_runtime_shutdown();
    sni_pool_get_stats(&pool);
    cr_assert_eq(pool.in_use, 0, "%zu bytes leaked", (size_t)pool.in_use);
    snprintf(command, sizeof command, "/bin/rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(runtime_eval, .init = begin, .fini = end, .timeout = 60);

/* ---- building --------------------------------------------------------------------------------------------- */

static sni_node *leaf(sni_dtype dtype, int rank, const int64_t *dims, void **data)
{
    size_t bytes = sni_dtypes[dtype].bytes;
    for (int i = 0; i < rank; i++) bytes *= (size_t)dims[i];
    sni_buffer *b = sni_buffer_new(&sni_cpu_device, bytes);
    cr_assert_not_null(b);
    *data = b->data;
    sni_node *n = sni_leaf(g, dtype, rank, dims, NULL, b);
    cr_assert_not_null(n, "%s", sni_error_message());
    return n;
}

/* The k-th of a sequence in (0, 1) that is the same everywhere. */
static float sample(size_t k)
{
    return (float)((uint32_t)k * 2654435761u >> 8) / 16777216.0f;
}

static sni_node *floats(int rank, const int64_t *dims, size_t seed)
{
    void *data;
    sni_node *n = leaf(SNI_FLOAT32, rank, dims, &data);
    for (int64_t i = 0; i < n->layout->size; i++) ((float *)data)[i] = sample(seed + (size_t)i);
    return n;
}

static sni_node *number(double v)
{
    return sni_const(g, SNI_FLOAT64, (sni_scalar){.f64 = v}, 0, NULL);
}

/* Operands are consumed; the right one may be a weak number. */
static sni_node *bin(sni_op op, sni_node *a, sni_node *b)
{
    cr_assert(a && b, "%s", sni_error_message());
    bool weak[2] = {a->kind == SNI_NODE_CONST, b->kind == SNI_NODE_CONST};
    sni_node *n = sni_element(g, op, (sni_node *[]){a, b}, weak);
    cr_assert_not_null(n, "%s", sni_error_message());
    sni_node_release(g, a);
    sni_node_release(g, b);
    return n;
}

static sni_node *un(sni_op op, sni_node *a)
{
    sni_node *n = sni_element(g, op, &a, NULL);
    cr_assert_not_null(n, "%s", sni_error_message());
    sni_node_release(g, a);
    return n;
}

static sni_node *keep(sni_node *n)
{
    sni_node_retain(n);
    return n;
}

static sni_node *total(sni_reduction r, sni_node *x, int axis, bool keepdims)
{
    sni_node *n = sni_reduce(g, r, x, &axis, axis < 0 ? -1 : 1, keepdims, SNI_DTYPE_NONE);
    cr_assert_not_null(n, "%s", sni_error_message());
    sni_node_release(g, x);
    return n;
}

static void eval(sni_node *n)
{
    cr_assert_eq(sni_evaluate(g, &n, 1), SN_OK, "%s", sni_error_message());
    cr_assert(n->kind == SNI_NODE_LEAF || (n->kind == SNI_NODE_VIEW && n->in[0]->kind == SNI_NODE_LEAF));
}

static const void *data_of(const sni_node *n)
{
    const sni_buffer *b = n->u.storage;
    cr_assert_eq(n->kind, SNI_NODE_LEAF);
    return b->data;
}

#define VALUE(type, n, i) (((const type *)data_of(n))[i])
#define STAT(name) ((unsigned long long)sni_counters.name)

/* ---- values ------------------------------------------------------------------------------------------------ */

static void check_linear(size_t n)
{
    sni_node *x = floats(DIMS((int64_t)n), 1), *y = floats(DIMS((int64_t)n), 7);
    sni_node *z = bin(SNI_OP_ADD, bin(SNI_OP_MULTIPLY, x, number(2)), bin(SNI_OP_MULTIPLY, y, number(3)));
    eval(z);
    for (size_t i = 0; i < n; i++) {
        float a = sample(1 + i) * 2.0f, b = sample(7 + i) * 3.0f;
        float sum = a + b;
        cr_assert_eq(VALUE(float, z, i), sum, "element %zu of %zu", i, n);
    }
    sni_node_release(g, z);
}

Test(runtime_eval, a_chain_is_one_kernel_of_any_extent)
{
    const size_t sizes[] = {1, 2, 15, 16, 17, 31, 63, 64, 100, 1000, 4097};
    for (size_t i = 0; i < SNI_COUNT(sizes); i++) check_linear(sizes[i]);
    cr_assert_eq(STAT(kernels), SNI_COUNT(sizes));
    cr_assert_eq(STAT(launches), SNI_COUNT(sizes));
    cr_assert_leq(STAT(compiled), 2); /* one element is of another rank; new extents are no new kernels */
    cr_assert_eq(STAT(interpreted), 0);
}

/* The order of additions, as docs and tests/reduction_order.py say it. */
static float fixed_sum(const float *x, size_t n)
{
    float parts[64];
    size_t count = 0;
    for (size_t at = 0; at < n; at += 1024) {
        size_t m = n - at < 1024 ? n - at : 1024;
        float lane[32];
        for (size_t r = 0; r < m; r++) lane[r % 32] = r < 32 ? x[at + r] : lane[r % 32] + x[at + r];
        for (size_t w = 16; w; w /= 2)
            for (size_t j = 0; j < w; j++)
                if (j + w < m) lane[j] += lane[j + w];
        parts[count++] = lane[0];
    }
    for (; count > 1; count = (count + 1) / 2)
        for (size_t i = 0; i < count; i += 2) parts[i / 2] = i + 1 < count ? parts[i] + parts[i + 1] : parts[i];
    return parts[0];
}

static void check_rows(int64_t rows, int64_t columns)
{
    sni_node *x = floats(DIMS(rows, columns), 3);
    float *copy = malloc((size_t)(rows * columns) * sizeof *copy);
    memcpy(copy, data_of(x), (size_t)(rows * columns) * sizeof *copy);
    sni_node *z = bin(SNI_OP_DIVIDE, keep(x), total(SNI_REDUCE_SUM, x, 1, true));
    uint64_t kernels = sni_counters.kernels;
    eval(z);
    cr_assert_eq(sni_counters.kernels, kernels + 1);
    for (int64_t r = 0; r < rows; r++) {
        float sum = fixed_sum(copy + r * columns, (size_t)columns);
        for (int64_t c = 0; c < columns; c++) cr_assert_eq(VALUE(float, z, r * columns + c), copy[r * columns + c] / sum);
    }
    free(copy);
    sni_node_release(g, z);
}

Test(runtime_eval, a_reduction_and_its_row_are_one_kernel_in_the_fixed_order)
{
    check_rows(3, 1);
    check_rows(5, 33);
    check_rows(7, 1000);
    check_rows(2, 5000);
}

Test(runtime_eval, a_long_sum_is_split_and_keeps_its_order)
{
    enum { N = 60000 };
    sni_node *x = floats(DIMS(N), 5);
    float expected = fixed_sum(data_of(x), N);
    sni_node *z = total(SNI_REDUCE_SUM, x, -1, false);
    eval(z);
    cr_assert_eq(VALUE(float, z, 0), expected);
    sni_node_release(g, z);
}

/* One is over rows and columns, the other over rows with columns reduced. */
Test(runtime_eval, two_kernels_of_the_same_extents_and_strides_run_over_their_own_space)
{
    enum { ROWS = 3, COLUMNS = 40 };
    sni_node *x = floats(DIMS(1, COLUMNS), 1), *y = floats(DIMS(ROWS, 1), 90);
    sni_node *p = bin(SNI_OP_MULTIPLY, keep(y), keep(x));
    sni_node *a = bin(SNI_OP_ADD, keep(p), total(SNI_REDUCE_MAX, p, 1, true));
    sni_node *b = bin(SNI_OP_SUBTRACT, keep(y), keep(x)), *roots[] = {a, b};
    cr_assert_eq(sni_evaluate(g, roots, 2), SN_OK, "%s", sni_error_message());
    for (size_t r = 0; r < ROWS; r++)
        for (size_t c = 0; c < COLUMNS; c++) cr_assert_eq(VALUE(float, b, r * COLUMNS + c), sample(90 + r) - sample(1 + c));
    sni_node *all[] = {a, b, x, y};
    for (size_t i = 0; i < SNI_COUNT(all); i++) sni_node_release(g, all[i]);
}

/* ---- roots -------------------------------------------------------------------------------------------------- */

Test(runtime_eval, roots_of_every_kind)
{
    sni_node *x = floats(DIMS(4, 6), 1);
    sni_node *full = sni_const(g, SNI_FLOAT32, (sni_scalar){.f32 = 2.5f}, DIMS(3, 2));
    sni_node *iota = sni_iota(g, DIMS(5));
    sni_node *sum = bin(SNI_OP_ADD, keep(x), keep(x));
    sni_node *turned = sni_transpose(g, sum, NULL, 0);
    sni_node *turned_leaf = sni_transpose(g, x, NULL, 0);
    sni_node *none = sni_const(g, SNI_INT32, (sni_scalar){.i32 = 1}, DIMS(0, 3));
    sni_node *roots[] = {x, full, iota, turned, sum, sum, turned_leaf, none};
    cr_assert_eq(sni_evaluate(g, roots, SNI_COUNT(roots)), SN_OK, "%s", sni_error_message());
    for (int i = 0; i < 6; i++) cr_assert_eq(VALUE(float, full, i), 2.5f);
    for (int i = 0; i < 5; i++) cr_assert_eq(VALUE(int64_t, iota, i), i);
    for (int i = 0; i < 24; i++) cr_assert_eq(VALUE(float, sum, i), 2 * sample(1 + (size_t)i));
    cr_assert_eq(turned->in[0], sum);
    cr_assert_eq(none->kind, SNI_NODE_LEAF);
    cr_assert_eq(sni_evaluate(g, roots, SNI_COUNT(roots)), SN_OK);
    cr_assert_eq(STAT(plan_misses), 1);
    cr_assert_eq(STAT(plan_hits), 0);
    sni_node *all[] = {turned_leaf, turned, sum, iota, full, none, x};
    for (size_t i = 0; i < SNI_COUNT(all); i++) sni_node_release(g, all[i]);
}

Test(runtime_eval, a_reduction_over_nothing)
{
    sni_node *x = floats(DIMS(3, 0), 1);
    sni_node *z = total(SNI_REDUCE_SUM, x, 1, false);
    eval(z);
    for (int i = 0; i < 3; i++) cr_assert_eq(VALUE(float, z, i), 0.0f);
    sni_node_release(g, z);
}

Test(runtime_eval, a_value_that_only_an_empty_kernel_reads)
{
    sni_option_set("FUSE", "off");
    sni_node *x = floats(DIMS(1), 1), *none = floats(DIMS(0), 1);
    sni_node *z = bin(SNI_OP_ADD, bin(SNI_OP_MULTIPLY, x, number(3)), none);
    eval(z);
    cr_assert_eq(z->layout->size, 0);
    sni_node_release(g, z);
}

/* ---- the same bits ------------------------------------------------------------------------------------------ */

static sni_node *busy(int64_t rows, int64_t columns)
{
    sni_node *x = floats(DIMS(rows, columns), 11), *y = floats(DIMS(columns), 13);
    sni_node *e = un(SNI_OP_EXP, bin(SNI_OP_SUBTRACT, keep(x), total(SNI_REDUCE_MAX, keep(x), 1, true)));
    sni_node *soft = bin(SNI_OP_DIVIDE, keep(e), total(SNI_REDUCE_SUM, e, 1, true));
    sni_node *w = bin(SNI_OP_MULTIPLY, un(SNI_OP_SIN, x), y);
    return bin(SNI_OP_ADD, soft, w);
}

static void check_same(int64_t rows, int64_t columns, const char *const *settings, size_t count)
{
    float *first = NULL;
    size_t bytes = (size_t)(rows * columns) * sizeof *first;
    for (size_t i = 0; i < count; i++) {
        const char *const *s = settings + 3 * i;
        sni_option_set("JIT", s[0]);
        sni_option_set("NUM_THREADS", s[1]);
        sni_option_set("FUSE", s[2]);
        sni_node *z = busy(rows, columns);
        eval(z);
        if (!first) {
            first = malloc(bytes);
            memcpy(first, data_of(z), bytes);
        }
        cr_assert_eq(memcmp(first, data_of(z), bytes), 0, "%s, %s threads, fuse %s", s[0], s[1], s[2]);
        sni_node_release(g, z);
    }
    free(first);
}

Test(runtime_eval, tiers_threads_and_fusion_change_no_bit)
{
    static const char *const settings[] = {
        "off", "1", "on", "off", "2", "on", "sync", "1", "on", "sync", "2", "on", "sync", "3", "off", "off", "2", "off",
        "async", "2", "on",
    };
    check_same(3, 5, settings, SNI_COUNT(settings) / 3);
    check_same(64, 1000, settings, SNI_COUNT(settings) / 3);
    check_same(2000, 70, settings, SNI_COUNT(settings) / 3);
}

Test(runtime_eval, async_interprets_until_the_object_is_there)
{
    sni_option_set("JIT", "async");
    check_linear(1000);
    cr_assert_eq(STAT(compiled), 1);
    cr_assert_eq(STAT(interpreted), 1);
    cr_assert_eq(sni_wait_compiles(30), SN_OK);
    check_linear(1000);
    check_linear(2000);
    cr_assert_eq(STAT(compiled), 1);
    cr_assert_eq(STAT(interpreted), 1);
    sni_option_set("JIT", "off");
    check_linear(1000);
    cr_assert_eq(STAT(interpreted), 2);
}

/* ---- what is kept --------------------------------------------------------------------------------------------- */

Test(runtime_eval, plans_programs_and_the_disk_are_found_again)
{
    for (int i = 0; i < 5; i++) check_linear(500);
    cr_assert_eq(STAT(plan_misses), 1);
    cr_assert_eq(STAT(plan_hits), 4);
    check_linear(501);
    cr_assert_eq(STAT(plan_misses), 2);
    cr_assert_eq(STAT(memory_hits), 1);
    cr_assert_eq(STAT(compiled), 1);
    sni_runtime_shutdown(); /* as a new process would find it */
    check_linear(500);
    cr_assert_eq(STAT(plan_misses), 3);
    cr_assert_eq(STAT(disk_hits), 1);
    cr_assert_eq(STAT(compiled), 1);
}

Test(runtime_eval, new_scalars_are_the_same_plan)
{
    for (int i = 0; i < 4; i++) {
        sni_node *z = bin(SNI_OP_ADD, floats(DIMS(40), 1), number(i + 0.25));
        eval(z);
        cr_assert_eq(VALUE(float, z, 3), sample(4) + ((float)i + 0.25f));
        sni_node_release(g, z);
    }
    cr_assert_eq(STAT(plan_misses), 1);
    cr_assert_eq(STAT(compiled), 1);
}

Test(runtime_eval, bytes_are_counted_once_an_operand)
{
    check_linear(1000);
    cr_assert_eq(STAT(bytes_read), 8000);
    cr_assert_eq(STAT(bytes_written), 4000);
    sni_stats_reset();
    sni_node *z = bin(SNI_OP_ADD, floats(DIMS(100, 10), 1), floats(DIMS(10), 2));
    eval(z);
    cr_assert_eq(STAT(bytes_read), 4040);
    sni_node_release(g, z);
}

Test(runtime_eval, temporaries_die_at_their_last_use)
{
    enum { N = 1 << 18 };
    sni_pool_stats pool;
    sni_option_set("FUSE", "off");
    sni_node *x = floats(DIMS(N), 1);
    for (int i = 0; i < 12; i++) x = bin(SNI_OP_ADD, x, number(i));
    sni_pool_reset_peak();
    eval(x);
    cr_assert_eq(STAT(kernels), 12);
    sni_pool_get_stats(&pool);
    cr_assert_leq(pool.peak, 2 * N * sizeof(float) + 4096); /* the input, and one value that the next overwrites */
    for (size_t i = 0; i < N; i++) {
        float wanted = sample(1 + i);
        for (int k = 0; k < 12; k++) wanted += (float)k;
        cr_assert_eq(VALUE(float, x, i), wanted);
    }
    sni_node_release(g, x);
}

/* Each step reads its dying operand otherwise than element for element, or in another dtype. */
Test(runtime_eval, what_is_read_elsewhere_is_not_overwritten)
{
    enum { N = 96 };
    static const char *const tiers[] = {"off", "sync"};
    sni_option_set("FUSE", "off");
    for (size_t tier = 0; tier < SNI_COUNT(tiers); tier++) {
        sni_option_set("JIT", tiers[tier]);
        sni_node *x = bin(SNI_OP_ADD, floats(DIMS(N, N), 1), number(1));
        sni_node *turned = sni_transpose(g, x, NULL, 0);
        sni_node *z = bin(SNI_OP_SUBTRACT, x, turned); /* both ways at once */
        sni_node *flipped = sni_subscript(g, z, (sni_slice[]){{.kind = SNI_ITEM_SLICE, .has_step = true, .step = -1}}, 1);
        sni_node *w = bin(SNI_OP_MULTIPLY, flipped, number(2));
        sni_node_release(g, z);
        sni_node *whole = sni_cast(g, w, SNI_INT32);
        sni_node_release(g, w);
        eval(whole);
        for (size_t r = 0; r < N; r++)
            for (size_t c = 0; c < N; c++) {
                float a = sample(1 + (N - 1 - r) * N + c) + 1.0f, b = sample(1 + c * N + (N - 1 - r)) + 1.0f;
                cr_assert_eq(VALUE(int32_t, whole, r * N + c), (int32_t)((a - b) * 2.0f));
            }
        sni_node_release(g, whole);
    }
}

Test(runtime_eval, a_long_chain_is_a_few_kernels_many_times)
{
    sni_node *x = floats(DIMS(10), 1);
    for (int i = 0; i < 20000; i++) x = bin(SNI_OP_MULTIPLY, bin(SNI_OP_ADD, x, number(1)), number(0.5));
    eval(x);
    cr_assert_gt(STAT(kernels), 50);
    cr_assert_leq(STAT(compiled), 4);
    for (int i = 0; i < 10; i++) cr_assert_float_eq(VALUE(float, x, i), 1.0f, 1e-6);
    sni_node_release(g, x);
}

/* ---- failures ---------------------------------------------------------------------------------------------------- */

Test(runtime_eval, no_memory_leaves_the_graph_as_it_was)
{
    enum { N = 1 << 16 };
    sni_option_set("FUSE", "off");
    sni_node *x = floats(DIMS(N), 1);
    sni_node *y = bin(SNI_OP_ADD, x, number(1)), *z = bin(SNI_OP_MULTIPLY, keep(y), number(2));
    sni_node *roots[] = {y, z};
    sni_option_set("POOL_MAX", "600K"); /* the input and one result, not two */
    cr_assert_eq(sni_evaluate(g, roots, 2), SN_ERR_MEMORY);
    cr_assert_not_null(strstr(sni_error_message(), "out of memory: 262.1 KB for an array"), "%s", sni_error_message());
    cr_assert_eq(y->kind, SNI_NODE_ELEMENT);
    cr_assert_eq(z->kind, SNI_NODE_ELEMENT);
    sni_option_set("POOL_MAX", "0");
    cr_assert_eq(sni_evaluate(g, roots, 2), SN_OK);
    for (size_t i = 0; i < N; i++) cr_assert_eq(VALUE(float, z, i), (sample(1 + i) + 1) * 2);
    sni_node_release(g, y);
    sni_node_release(g, z);
}

Test(runtime_eval, an_absurd_result_is_refused)
{
    sni_node *x = floats(DIMS(1), 1);
    sni_node *huge = sni_broadcast_to(g, x, DIMS((int64_t)1 << 30, (int64_t)1 << 28));
    sni_node *z = bin(SNI_OP_ADD, huge, number(1));
    cr_assert_eq(sni_evaluate(g, &z, 1), SN_ERR_MEMORY);
    cr_assert_not_null(strstr(sni_error_message(), "out of memory: 1.2 EB for an array"), "%s", sni_error_message());
    sni_node_release(g, z);
    sni_node_release(g, x);
}

Test(runtime_eval, a_failing_compiler_leaves_the_interpreter)
{
    char path[128];
    snprintf(path, sizeof path, "%s/idle", folder);
    FILE *f = fopen(path, "w");
    fputs("#!/bin/sh\necho idle 1\n", f);
    fchmod(fileno(f), 0700);
    fclose(f);
    sni_option_set("LOG", "off");
    sni_option_set("CC", path);
    check_linear(100);
    check_linear(100);
    cr_assert_eq(STAT(interpreted), 2);
    cr_assert_eq(STAT(compiled), 1);
}

Test(runtime_eval, no_compiler_leaves_the_interpreter)
{
    setenv("PATH", "/nonexistent", 1);
    check_linear(100);
    cr_assert_eq(STAT(interpreted), 1);
    cr_assert_eq(STAT(compiled), 0);
}

Test(runtime_eval, an_absent_device_is_named)
{
    sni_node *z = bin(SNI_OP_ADD, floats(DIMS(3), 1), number(1));
    sni_option_set("DEVICE", "cuda");
    cr_assert_eq(sni_evaluate(g, &z, 1), SN_ERR_DEVICE);
    sni_option_set("DEVICE", "cpu");
    eval(z);
    sni_node_release(g, z);
}

/* ---- looking in --------------------------------------------------------------------------------------------------- */

static int lines_of(const char *command)
{
    int n = -1;
    FILE *p = popen(command, "r");
    cr_assert_eq(fscanf(p, "%d", &n), 1);
    pclose(p);
    return n;
}

Test(runtime_eval, dump_writes_each_kernel_once_and_explain_tells)
{
    char dump[128], explain[128], command[256];
    snprintf(dump, sizeof dump, "%s/dump", folder);
    snprintf(explain, sizeof explain, "%s/explain", folder);
    sni_option_set("DUMP", dump);
    sni_option_set("EXPLAIN", explain);
    check_linear(100);
    check_linear(200);
    snprintf(command, sizeof command, "ls %s/*.c | wc -l", dump);
    cr_assert_eq(lines_of(command), 1);
    snprintf(command, sizeof command, "grep -c sn_kernel %s/*.c", dump);
    cr_assert_geq(lines_of(command), 1);
    snprintf(command, sizeof command, "grep -c '^code of kernel 0:' %s", explain);
    cr_assert_eq(lines_of(command), 2);
}

Test(runtime_eval, a_dump_that_cannot_be_written_is_an_error)
{
    sni_node *z = bin(SNI_OP_ADD, floats(DIMS(3), 1), number(1));
    sni_option_set("DUMP", "/nonexistent/folder");
    cr_assert_eq(sni_evaluate(g, &z, 1), SN_ERR_IO);
    sni_option_set("DUMP", "");
    eval(z);
    sni_node_release(g, z);
}

/* ---- threads ------------------------------------------------------------------------------------------------------ */

static void *evaluate_own_graph(void *arg)
{
    sni_graph own;
    (void)arg;
    if (sni_graph_init(&own) < 0) return "init";
    own.storage_release = release_storage;
    for (int i = 0; i < 300; i++) {
        int64_t dims[1] = {i % 7 * 20 + 1};
        sni_buffer *b = sni_buffer_new(&sni_cpu_device, (size_t)dims[0] * sizeof(float));
        for (int64_t k = 0; k < dims[0]; k++) ((float *)b->data)[k] = (float)k;
        sni_node *x = sni_leaf(&own, SNI_FLOAT32, 1, dims, NULL, b);
        sni_node *z = sni_element(&own, SNI_OP_ADD, (sni_node *[]){x, x}, NULL);
        if (sni_evaluate(&own, &z, 1) < 0) return "evaluate";
        for (int64_t k = 0; k < dims[0]; k++)
            if (VALUE(float, z, k) != (float)(2 * k)) return "value";
        sni_node_release(&own, z);
        sni_node_release(&own, x);
    }
    sni_graph_destroy(&own);
    return NULL;
}

Test(runtime_eval, threads_evaluate_their_own_graphs_at_once)
{
    pthread_t t[3];
    sni_option_set("JIT", "async");
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, evaluate_own_graph, NULL);
    for (int i = 0; i < 3; i++) {
        void *wrong;
        pthread_join(t[i], &wrong);
        cr_assert_null(wrong, "%s", (char *)wrong);
    }
    cr_assert_eq(STAT(kernels), 900);
    cr_assert_leq(STAT(compiled), 2);
}
