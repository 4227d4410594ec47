/* Base library. */
#define _GNU_SOURCE
#include "base/base.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define eq_str(a, b) cr_assert_str_eq((a), (b))

/* ---- errors ------------------------------------------------------------------------------------------- */

Test(base_error, message_and_status)
{
    eq_str(sni_error_message(), "");
    cr_assert_eq(sni_fail(SN_ERR_SHAPE, "shapes (%d,) and (%d,)", 8, 5), SN_ERR_SHAPE);
    eq_str(sni_error_message(), "shapes (8,) and (5,)");
    cr_assert_eq(sni_error_status(), SN_ERR_SHAPE);
    sni_fail(SN_ERR_VALUE, "add: %s", sni_error_message());
    eq_str(sni_error_message(), "add: shapes (8,) and (5,)");
    sni_error_clear();
    eq_str(sni_error_message(), "");
    cr_assert_eq(sni_error_status(), SN_OK);
}

Test(base_error, one_line_cut_at_a_character)
{
    sni_fail(SN_ERR_VALUE, "a\nb\r\nc");
    eq_str(sni_error_message(), "a b  c");
    char text[3000];
    for (size_t i = 0; i + 1 < sizeof text; i += 2) memcpy(text + i, "\xC3\xA9", 2);
    text[sizeof text - 1] = 0;
    sni_fail(SN_ERR_VALUE, "%.*s", (int)sizeof text - 2, text);
    const char *m = sni_error_message();
    size_t n = strlen(m);
    cr_assert(n < 1024 && n > 1000);
    eq_str(m + n - 3, "...");
    cr_assert_eq((unsigned char)m[n - 4], 0xA9, "no half character before the dots");
}

static void *fail_elsewhere(void *unused)
{
    (void)unused;
    sni_fail(SN_ERR_IO, "other thread");
    return NULL;
}

Test(base_error, belongs_to_the_thread)
{
    sni_fail(SN_ERR_NAME, "mine");
    pthread_t t;
    cr_assert_eq(pthread_create(&t, NULL, fail_elsewhere, NULL), 0);
    pthread_join(t, NULL);
    eq_str(sni_error_message(), "mine");
}

Test(base_error, names)
{
    eq_str(sni_status_name(SN_OK), "OK");
    eq_str(sni_status_name(SN_ERR_COMPILE), "ERR_COMPILE");
    eq_str(sni_status_name(-99), "unknown status");
    sni_fail_memory(123, "buffer");
    eq_str(sni_error_message(), "buffer: out of memory for 123 bytes");
}

/* ---- arena ---------------------------------------------------------------------------------------------- */

Test(base_arena, zeroed_aligned_and_apart)
{
    sni_arena a;
    sni_arena_init(&a);
    unsigned char *p[2000];
    for (size_t round = 0; round < 3; round++) {
        for (size_t i = 0; i < SNI_COUNT(p); i++) {
            size_t n = i % 97 == 96 ? 50000 : i % 61;
            p[i] = sni_arena_alloc(&a, n, 1);
            cr_assert_not_null(p[i]);
            cr_assert_eq((uintptr_t)p[i] % 16, 0);
            for (size_t j = 0; j < n; j++) cr_assert_eq(p[i][j], 0);
            memset(p[i], (int)(i & 0xFF) | 1, n);
        }
        for (size_t i = 0; i < SNI_COUNT(p); i++)
            for (size_t j = 0; j < i % 61 && i % 97 != 96; j++) cr_assert_eq(p[i][j], (i & 0xFF) | 1);
        sni_arena_reset(&a);
    }
    sni_arena_free(&a);
    cr_assert_not_null(sni_arena_alloc(&a, 1, 1), "usable after free");
    sni_arena_free(&a);
}

Test(base_arena, overflow_is_refused)
{
    sni_arena a;
    sni_arena_init(&a);
    cr_assert_null(sni_arena_alloc(&a, SIZE_MAX / 2, 3));
    eq_str(sni_error_message(), "arena: the size overflows");
    cr_assert_null(sni_arena_alloc(&a, SIZE_MAX, 1));
    cr_assert_null(sni_arena_alloc(&a, SIZE_MAX - 20, 1));
    cr_assert_eq(sni_error_status(), SN_ERR_MEMORY);
    cr_assert_not_null(sni_arena_alloc(&a, 1, 1));
    sni_arena_free(&a);
}

Test(base_arena, printf)
{
    sni_arena a;
    sni_arena_init(&a);
    eq_str(sni_arena_printf(&a, "%s-%d", "x", 7), "x-7");
    sni_arena_free(&a);
}

/* ---- arrays and strings ------------------------------------------------------------------------------------- */

Test(base_vec, grows_and_refuses_overflow)
{
    SNI_VEC(int) v = {0};
    for (int i = 0; i < 1000; i++) cr_assert_eq(SNI_VEC_PUSH(&v, i * i), SN_OK);
    cr_assert_eq(v.count, 1000);
    for (int i = 0; i < 1000; i++) cr_assert_eq(v.data[i], i * i);
    size_t before = v.capacity;
    cr_assert_eq(sni_grow((void **)&v.data, &v.capacity, SIZE_MAX / 2, sizeof(int)), SN_ERR_MEMORY);
    cr_assert_eq(v.capacity, before);
    cr_assert_eq(v.data[999], 999 * 999);
    free(v.data);
}

Test(base_str, writes)
{
    sni_str s = {0};
    eq_str(sni_str_text(&s), "");
    sni_str_put(&s, "a");
    sni_str_putc(&s, 'b');
    sni_str_putn(&s, "cdef", 2);
    sni_str_printf(&s, "%d", 42);
    eq_str(sni_str_text(&s), "abcd42");
    for (int i = 0; i < 100; i++) sni_str_printf(&s, "%0200d", i);
    cr_assert_eq(s.len, 6 + 100 * 200);
    cr_assert_eq(strlen(s.data), s.len);
    sni_str_clear(&s);
    eq_str(sni_str_text(&s), "");
    sni_str_free(&s);
}

Test(base_str, failure_sticks)
{
    sni_str s = {0};
    sni_str_put(&s, "kept");
    sni_str_putn(&s, "x", SIZE_MAX - 4);
    cr_assert_eq(s.status, SN_ERR_MEMORY);
    sni_str_put(&s, "lost");
    sni_str_printf(&s, "%d", 1);
    eq_str(sni_str_text(&s), "kept");
    sni_str_free(&s);
}

Test(base_str, json)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"", "\"\""},
        {"a\"b\\c", "\"a\\\"b\\\\c\""},
        {"\n\x01\x7F", "\"\\u000a\\u0001\\u007f\""},
        {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""},
        {"\xFFz", "\"\\ufffdz\""},
        {"\xC0\xAF", "\"\\ufffd\\ufffd\""},                       /* overlong */
        {"\xED\xA0\x80", "\"\\ufffd\\ufffd\\ufffd\""},            /* surrogate */
        {"\xF4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\""}, /* past U+10FFFF */
        {"\xE2\x82", "\"\\ufffd\\ufffd\""},                       /* cut */
    };
    for (size_t i = 0; i < SNI_COUNT(cases); i++) {
        sni_str s = {0};
        sni_str_json(&s, cases[i].in);
        eq_str(sni_str_text(&s), cases[i].out);
        sni_str_free(&s);
    }
}

/* ---- hash and map --------------------------------------------------------------------------------------------- */

Test(base_hash, known_values)
{
    char hex[33];
    sni_hash_hex(sni_hash("", 0), hex);
    eq_str(hex, "99aa06d3014798d86001c324468d497f"); /* XXH3-128 of nothing, from its specification */
    cr_assert_eq(sni_hash64("", 0, 0), 0x2D06800538D394C2u);
    cr_assert_neq(sni_hash64("a", 1, 0), sni_hash64("a", 1, 1));
}

static bool same_int(const void *item, const void *key)
{
    return *(const int *)item == *(const int *)key;
}

static void check_map(const sni_map *m, int *items, const bool *present, int n, uint64_t (*hash)(int))
{
    size_t count = 0;
    for (int i = 0; i < n; i++) {
        int *found = sni_map_find(m, hash(i), &i, same_int);
        cr_assert_eq(found, present[i] ? &items[i] : NULL);
        count += present[i];
    }
    cr_assert_eq(m->count, count);
    cr_assert(m->filled >= m->count && m->filled <= m->capacity / 4 * 3);
}

static uint64_t spread(int i)
{
    return (uint64_t)i * 0x9E3779B97F4A7C15u;
}
static uint64_t crowd(int i)
{
    return (uint64_t)(i % 3); /* everything collides, items of one hash too */
}

static void churn(uint64_t (*hash)(int), int n, int steps)
{
    sni_map m = {0};
    int items[512];
    bool present[512] = {false};
    for (int i = 0; i < n; i++) items[i] = i;
    unsigned seed = 1;
    for (int step = 0; step < steps; step++) {
        seed = seed * 1664525u + 1013904223u;
        int i = (int)(seed >> 8) % n;
        if (present[i])
            cr_assert(sni_map_remove(&m, hash(i), &items[i]));
        else
            cr_assert_eq(sni_map_insert(&m, hash(i), &items[i]), SN_OK);
        present[i] = !present[i];
        if (step % 100 == 0) check_map(&m, items, present, n, hash);
    }
    check_map(&m, items, present, n, hash);
    cr_assert(m.capacity <= 2048, "tombstones must not make it grow: %zu", m.capacity);
    sni_map_free(&m);
}

Test(base_map, churn_with_tombstones)
{
    churn(spread, 512, 20000);
    churn(crowd, 64, 5000);
}

Test(base_map, empty_and_absent)
{
    sni_map m = {0};
    int a = 1, b = 2;
    cr_assert_null(sni_map_find(&m, 0, &a, same_int));
    cr_assert_not(sni_map_remove(&m, 0, &a));
    cr_assert_eq(sni_map_insert(&m, 5, &a), SN_OK);
    cr_assert_not(sni_map_remove(&m, 5, &b));
    cr_assert_null(sni_map_find(&m, 5, &b, same_int));
    sni_map_free(&m);
}

/* ---- options ---------------------------------------------------------------------------------------------------- */

Test(base_options, set_by_any_case_and_prefix)
{
    cr_assert_eq(sni_option_set("jit", "SYNC"), SN_OK);
    cr_assert_eq(sni_option_int(SNI_OPTION_JIT), SNI_JIT_SYNC);
    cr_assert(sni_option_is(SNI_OPTION_JIT, "sync"));
    cr_assert_not(sni_option_is(SNI_OPTION_JIT, "syn"));
    cr_assert_eq(sni_option_set("SINTER_Num_Threads", "7"), SN_OK);
    cr_assert_eq(sni_option_int(SNI_OPTION_NUM_THREADS), 7);
    cr_assert_eq(sni_option_set("cc", "/opt/my cc"), SN_OK);
    char text[64];
    cr_assert_eq(sni_option_text(SNI_OPTION_CC, text, sizeof text), SN_OK);
    eq_str(text, "/opt/my cc");
    cr_assert_eq(sni_option_text(SNI_OPTION_CC, text, 10), SN_ERR_VALUE, "ten bytes and a NUL");
    cr_assert_eq(sni_option_text(SNI_OPTION_JIT, text, sizeof text), SN_OK);
    eq_str(text, "sync");
}

Test(base_options, hostile_values_are_refused_and_change_nothing)
{
    static const struct {
        const char *name, *value;
    } cases[] = {
        {"jit", ""},
        {"jit", "sync "},
        {"jit", "off|sync"},
        {"jit", "|"},
        {"device", "gpu"},
        {"num_threads", ""},
        {"num_threads", "-1"},
        {"num_threads", "+1"},
        {"num_threads", " 1"},
        {"num_threads", "1 "},
        {"num_threads", "0x1"},
        {"num_threads", "1025"},
        {"num_threads", "1e2"},
        {"num_threads", "99999999999999999999"},
        {"max_height", "2147483648"},
        {"cache_max", "K"},
        {"cache_max", "1KB"},
        {"cache_max", "1.5G"},
        {"cache_max", "9223372036854775808"},
        {"cache_max", "-1G"},
        {"cache_max", "9007199254740992K"},
        {"cache_max", "\xFF"},
    };
    sni_option_set("num_threads", "3");
    for (size_t i = 0; i < SNI_COUNT(cases); i++)
        cr_assert_eq(sni_option_set(cases[i].name, cases[i].value), SN_ERR_VALUE, "%s=%s", cases[i].name,
                     cases[i].value);
    cr_assert_eq(sni_option_int(SNI_OPTION_NUM_THREADS), 3);
    cr_assert_eq(sni_option_int(SNI_OPTION_JIT), SNI_JIT_ASYNC);
    cr_assert_eq(sni_option_int(SNI_OPTION_CACHE_MAX), (int64_t)1 << 30);
    char longer[5000];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = 0;
    cr_assert_eq(sni_option_set("dump", longer), SN_ERR_VALUE);
    cr_assert_eq(sni_option_set("no_such", "1"), SN_ERR_NAME);
    cr_assert_eq(sni_option_set("", "1"), SN_ERR_NAME);
    cr_assert_eq(sni_option_set("SINTER_", "1"), SN_ERR_NAME);
    cr_assert_eq(sni_option_set(NULL, "1"), SN_ERR_ARGUMENT);
    sni_option_set("jit", "never");
    eq_str(sni_error_message(), "SINTER_JIT: 'never' is not off|sync|async");
}

Test(base_options, sizes)
{
    static const struct {
        const char *text;
        int64_t bytes;
    } cases[] = {{"0", 0},
                 {"17", 17},
                 {"3k", 3072},
                 {"2M", 2 << 20},
                 {"5G", (int64_t)5 << 30},
                 {"9223372036854775807", INT64_MAX}};
    for (size_t i = 0; i < SNI_COUNT(cases); i++) {
        cr_assert_eq(sni_option_set("cache_max", cases[i].text), SN_OK);
        cr_assert_eq(sni_option_int(SNI_OPTION_CACHE_MAX), cases[i].bytes);
    }
}

static int warnings;
static char last_warning[256];
static void count_warning(int level, const char *text, void *user)
{
    (void)user;
    warnings += level == SNI_LOG_WARN;
    snprintf(last_warning, sizeof last_warning, "%s", text);
}

Test(base_options, environment)
{
    sni_log_set_callback(count_warning, NULL);
    setenv("SINTER_FUSE", "off", 1);
    setenv("SINTER_MAX_HEIGHT", "many", 1);
    setenv("SINTER_JIT", "", 1);
    cr_assert_eq(sni_option_int(SNI_OPTION_FUSE), SNI_FUSE_OFF);
    cr_assert_eq(sni_option_int(SNI_OPTION_JIT), SNI_JIT_ASYNC, "empty is unset");
    cr_assert_eq(warnings, 0);
    cr_assert_eq(sni_option_int(SNI_OPTION_MAX_HEIGHT), 4096);
    cr_assert_eq(sni_option_int(SNI_OPTION_MAX_HEIGHT), 4096);
    cr_assert_eq(warnings, 1, "a malformed value is said once");
    eq_str(last_warning, "SINTER_MAX_HEIGHT='many' is not 0..2147483647: using '4096'");
    cr_assert_eq(sni_option_set("fuse", "on"), SN_OK);
    cr_assert_eq(sni_option_int(SNI_OPTION_FUSE), SNI_FUSE_ON);
    cr_assert_eq(sni_option_set("fuse", NULL), SN_OK);
    cr_assert_eq(sni_option_int(SNI_OPTION_FUSE), SNI_FUSE_OFF, "back to the environment");
}

Test(base_options, every_default_is_well_formed)
{
    const char *name, *values, *def, *doc;
    int n = 0;
    for (; sni_option_next(n, &name, &values, &def, &doc) == SN_OK; n++) {
        cr_assert(strlen(doc) > 5);
        cr_assert_eq(sni_option_set(name, def), SN_OK, "%s=%s", name, def);
    }
    cr_assert_eq(n, SNI_OPTION_COUNT);
    cr_assert_eq(sni_option_next(-1, NULL, NULL, NULL, NULL), SN_ERR_INDEX);
}

/* ---- log ---------------------------------------------------------------------------------------------------------- */

Test(base_log, levels_and_once)
{
    sni_log_set_callback(count_warning, NULL);
    sni_log(SNI_LOG_INFO, "not at the default level");
    cr_assert_eq(last_warning[0], 0);
    int flag = 0;
    for (int i = 0; i < 3; i++) sni_log_once(&flag, SNI_LOG_WARN, "number %d", i);
    cr_assert_eq(warnings, 1);
    eq_str(last_warning, "number 0");
    sni_option_set("log", "off");
    sni_log(SNI_LOG_ERROR, "silenced");
    eq_str(last_warning, "number 0");
}

Test(base_log, a_malformed_level_is_reported_by_itself)
{
    sni_log_set_callback(count_warning, NULL);
    setenv("SINTER_LOG", "loud", 1);
    sni_log(SNI_LOG_DEBUG, "starts the reading");
    cr_assert_eq(warnings, 1);
    cr_assert(strstr(last_warning, "SINTER_LOG='loud'") != NULL);
}

/* ---- files --------------------------------------------------------------------------------------------------------- */

static char folder[64];
static void make_folder(void)
{
    strcpy(folder, "/tmp/sinter-base-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}
static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_assert_eq(system(command), 0);
}
static const char *in_folder(const char *name)
{
    static char path[2][128];
    static int turn;
    turn = !turn;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

Test(base_file, round_trip, .init = make_folder, .fini = remove_folder)
{
    char data[100000], *back;
    size_t size;
    for (size_t i = 0; i < sizeof data; i++) data[i] = (char)(i * 7);
    static const size_t sizes[] = {0, 1, 4095, 4096, 4097, 100000};
    for (size_t i = 0; i < SNI_COUNT(sizes); i++) {
        cr_assert_eq(sni_file_write(in_folder("f"), data, sizes[i], i & 1), SN_OK);
        cr_assert_eq(sni_file_read(in_folder("f"), sizes[i], &back, &size), SN_OK);
        cr_assert_eq(size, sizes[i]);
        cr_assert_eq(memcmp(back, data, size), 0);
        cr_assert_eq(back[size], 0);
        free(back);
        if (sizes[i] == 0) continue;
        cr_assert_eq(sni_file_read(in_folder("f"), sizes[i] - 1, &back, &size), SN_ERR_FORMAT);
    }
}

Test(base_file, refusals, .init = make_folder, .fini = remove_folder)
{
    char *data;
    size_t size;
    cr_assert_eq(sni_file_read(in_folder("absent"), 10, &data, &size), SN_ERR_IO);
    cr_assert(strstr(sni_error_message(), "absent: No such file") != NULL, "%s", sni_error_message());
    cr_assert_eq(sni_file_read(folder, 10, &data, &size), SN_ERR_IO);
    cr_assert_eq(sni_file_write(folder, "x", 1, false), SN_ERR_IO);
    cr_assert_eq(sni_file_write(in_folder("no/such"), "x", 1, false), SN_ERR_IO);
}

Test(base_file, endless_and_stated_as_empty)
{
    char *data;
    size_t size;
    cr_assert_eq(sni_file_read("/dev/zero", 1000, &data, &size), SN_ERR_FORMAT);
    cr_assert_eq(sni_file_read("/proc/self/status", 1 << 20, &data, &size), SN_OK);
    cr_assert(size > 100 && strlen(data) == size);
    free(data);
}

static int names_in_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "ls -A '%s' | wc -l", folder);
    FILE *p = popen(command, "r");
    int n = -1;
    cr_assert_eq(fscanf(p, "%d", &n), 1);
    pclose(p);
    return n;
}

/* The longest name a folder takes, and one more. */
Test(base_file, a_long_name_is_the_folder_s_to_refuse, .init = make_folder, .fini = remove_folder)
{
    char name[257], path[512];
    memset(name, 'n', sizeof name);
    name[255] = '\0';
    snprintf(path, sizeof path, "%s/%s", in_folder("."), name);
    cr_assert_eq(sni_file_write(path, "x", 1, false), SN_OK);
    name[255] = 'n', name[256] = '\0';
    snprintf(path, sizeof path, "%s/%s", in_folder("."), name);
    cr_assert_eq(sni_file_write(path, "x", 1, false), SN_ERR_IO);
    snprintf(path, sizeof path, "%s/%.255s", in_folder("."), name);
    cr_assert_eq(unlink(path), 0);
}

/* The kernel kills it at the 4097th byte. */
static void write_until_killed(const char *path)
{
    static const char data[100000];
    signal(SIGXFSZ, SIG_DFL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){4096, 4096});
    const sni_piece pieces[] = {{data, 4096}, {data, sizeof data}};
    sni_file_write_pieces(path, pieces, 2, false);
}

Test(base_file, killed_while_it_writes_it_leaves_nothing_behind, .init = make_folder, .fini = remove_folder)
{
    int status, probe = open(folder, O_TMPFILE | O_WRONLY, 0600);
    if (probe < 0) cr_skip_test("this file system has no files without a name");
    close(probe);
    cr_assert_eq(sni_file_write(in_folder("f"), "first", 5, false), SN_OK);
    pid_t child = fork();
    if (child == 0) {
        write_until_killed(in_folder("f"));
        _exit(0);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ, "it was not killed: %d", status);
    cr_expect_eq(names_in_folder(), 1, "a temporary file is left");
}

Test(base_file, replaces_whole_and_leaves_nothing_behind, .init = make_folder, .fini = remove_folder)
{
    cr_assert_eq(sni_file_write(in_folder("f"), "first", 5, false), SN_OK);
    int old = open(in_folder("f"), O_RDONLY);
    cr_assert_eq(chmod(in_folder("f"), 0640), 0);
    cr_assert_eq(sni_file_write(in_folder("f"), "second!", 7, true), SN_OK);
    char text[16] = "";
    cr_assert_eq(read(old, text, sizeof text), 5, "who had it open still reads the whole old file");
    eq_str(text, "first");
    close(old);
    struct stat st;
    stat(in_folder("f"), &st);
    cr_assert_eq(st.st_mode & 0777, 0640);
    cr_assert_eq(symlink("f", in_folder("link")), 0);
    cr_assert_eq(sni_file_write(in_folder("link"), "through", 7, false), SN_OK);
    lstat(in_folder("link"), &st);
    cr_assert(S_ISLNK(st.st_mode));
    char *data;
    size_t size;
    cr_assert_eq(sni_file_read(in_folder("f"), 100, &data, &size), SN_OK);
    eq_str(data, "through");
    free(data);
    mkdir(in_folder("d"), 0700);
    cr_assert_eq(sni_file_write(in_folder("d"), "x", 1, false), SN_ERR_IO);
    int dir = open(folder, O_RDONLY | O_DIRECTORY);
    cr_assert_eq(sni_file_write_at(dir, "d", "x", 1, 0600, false), SN_ERR_IO, "the rename fails");
    close(dir);
    cr_assert_eq(names_in_folder(), 3, "f, link, d and no temporary file");
}

Test(base_file, devices_are_written_to)
{
    cr_assert_eq(sni_file_write("/dev/null", "x", 1, false), SN_OK);
    struct stat st;
    cr_assert_eq(stat("/dev/null", &st), 0);
    cr_assert(S_ISCHR(st.st_mode));
}
