/* Compiler driver and loader. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/cpu/cc.h"

static char folder[64];

static void own_cache(void)
{
    strcpy(folder, "/tmp/sinter-test-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(sni_option_set("CACHE_DIR", folder), SN_OK);
}

static void remove_cache(void)
{
    char command[128];
    snprintf(command, sizeof command, "/bin/rm -rf %s", folder);
    if (system(command) != 0) return; /* its status is lost where SIGCHLD is ignored */
}

TestSuite(runtime_cc, .init = own_cache, .fini = remove_cache, .timeout = 60);

/* A kernel that writes `value` into the first operand. */
static const char *source_of(long value, char out[512])
{
    snprintf(out, 512,
             "extern const char *const sn_imports[]; const char *const sn_imports[] = {0};\n"
             "extern void *sn_import_slots[]; void *sn_import_slots[1];\n"
             "const volatile long sn_value = %ld;\n"
             "void sn_kernel(void *const *ptr, const long *geo, const void *s, void *t, long begin, long end);\n"
             "void sn_kernel(void *const *ptr, const long *geo, const void *s, void *t, long begin, long end)\n"
             "{ (void)geo; (void)s; (void)t; (void)begin; (void)end; *(long *)ptr[0] = sn_value; }\n", value);
    return out;
}

static sni_cc cc;
static char flags[512];
static const sni_cpu_target generic = {.vector_bytes = 16, .isa = "generic", .arch = "native"};

static sni_cache_key key_of(const char *source)
{
    sni_cache_key key;
    cr_assert_eq(sni_cc_find(&cc), SN_OK, "%s", sni_error_message());
    sni_cc_flags(&generic, flags, sizeof flags);
    sni_cache_key_init(&key, "cpu", "generic", cc.identity, flags, source);
    return key;
}

static int compile(const char *source, void **payload, size_t *size)
{
    sni_cache_key key = key_of(source);
    sni_compile *c;
    SNI_TRY(sni_compile_start(&cc, &key, &c));
    int ended;
    do ended = sni_compile_poll(c, 1, payload, size);
    while (ended == 0);
    return ended;
}

static long run(const sni_object *o)
{
    long out = -1;
    void *ptr[1] = {&out};
    o->kernel(ptr, NULL, NULL, NULL, 0, 0);
    return out;
}

static long value_of(const void *payload, size_t size)
{
    sni_object o;
    cr_assert_eq(sni_object_load(payload, size, &o), SN_OK, "%s", sni_error_message());
    long value = run(&o);
    sni_object_unload(&o);
    return value;
}

/* ---- finding -------------------------------------------------------------------------------------------- */

Test(runtime_cc, the_compiler_has_an_identity_without_its_path)
{
    cr_assert_eq(sni_cc_find(&cc), SN_OK);
    cr_assert_eq(cc.path[0], '/');
    cr_assert_gt(strlen(cc.identity), 5);
    cr_assert_null(strstr(cc.identity, cc.path));
}

static void write_script(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    fputs(text, f);
    fchmod(fileno(f), 0700);
    fclose(f);
}

Test(runtime_cc, it_is_asked_once_for_a_file)
{
    char path[128], asked[128], script[512];
    snprintf(path, sizeof path, "%s/mycc", folder);
    snprintf(asked, sizeof asked, "%s/asked", folder);
    snprintf(script, sizeof script, "#!/bin/sh\necho x >> %s\necho mycc 1.0\n", asked);
    write_script(path, script);
    sni_option_set("CC", path);
    for (int i = 0; i < 3; i++) {
        cr_assert_eq(sni_cc_find(&cc), SN_OK, "%s", sni_error_message());
        cr_assert_eq(strncmp(cc.identity, "mycc 1.0, ", 10), 0);
    }
    pid_t pid = fork(); /* what a new process knows comes from disk */
    if (pid == 0) {
        sni_option_set("CC", "gcc");
        sni_cc_find(&cc);
        sni_option_set("CC", path);
        _exit(sni_cc_find(&cc) == SN_OK && strncmp(cc.identity, "mycc 1.0, ", 10) == 0 ? 0 : 1);
    }
    int status;
    waitpid(pid, &status, 0);
    cr_assert_eq(status, 0);
    struct stat st;
    cr_assert_eq(stat(asked, &st), 0);
    cr_assert_eq(st.st_size, 2);
    write_script(path, "#!/bin/sh\necho mycc 1.1 with more text\n");
    cr_assert_eq(sni_cc_find(&cc), SN_OK);
    cr_assert_eq(strncmp(cc.identity, "mycc 1.1 ", 9), 0);
}

Test(runtime_cc, a_missing_one_is_named)
{
    setenv("PATH", "/nonexistent", 1);
    cr_assert_eq(sni_cc_find(&cc), SN_ERR_COMPILE);
    cr_assert_str_eq(sni_error_message(), "no C compiler: neither gcc, clang nor cc is on PATH");
    sni_option_set("CC", "tcc-of-dreams");
    cr_assert_eq(sni_cc_find(&cc), SN_ERR_COMPILE);
    cr_assert_str_eq(sni_error_message(), "no C compiler: CC names tcc-of-dreams, which is not on PATH");
    sni_option_set("CC", "/nonexistent/gcc");
    cr_assert_eq(sni_cc_find(&cc), SN_ERR_COMPILE);
    char path[128], expected[256];
    snprintf(path, sizeof path, "%s/mute", folder);
    write_script(path, "#!/bin/sh\n");
    sni_option_set("CC", path);
    cr_assert_eq(sni_cc_find(&cc), SN_ERR_COMPILE);
    snprintf(expected, sizeof expected, "no C compiler: %s --version says nothing", path);
    cr_assert_str_eq(sni_error_message(), expected);
}

/* ---- compiling ------------------------------------------------------------------------------------------ */

Test(runtime_cc, a_source_becomes_an_object_that_is_published)
{
    char source[512];
    void *payload, *again;
    size_t size, size_again;
    cr_assert_eq(compile(source_of(42, source), &payload, &size), 1, "%s", sni_error_message());
    cr_assert_eq(value_of(payload, size), 42);
    sni_cache_key key = key_of(source);
    cr_assert_eq(sni_cache_load(&key, &again, &size_again), SN_OK);
    cr_assert_eq(size, size_again);
    cr_assert_eq(memcmp(payload, again, size), 0);
    free(payload);
    free(again);
}

Test(runtime_cc, a_complaint_is_the_compilers_own)
{
    void *payload;
    size_t size;
    cr_assert_eq(compile("int x = ;\n", &payload, &size), SN_ERR_COMPILE);
    cr_assert_not_null(strstr(sni_error_message(), "the C compiler failed: "));
    cr_assert_not_null(strstr(sni_error_message(), "kernel.c:1:"));
    cr_assert_not_null(strstr(sni_error_message(), "error"));
}

Test(runtime_cc, a_compiler_that_does_nothing_fails)
{
    void *payload;
    size_t size;
    char path[128];
    snprintf(path, sizeof path, "%s/idle", folder);
    write_script(path, "#!/bin/sh\necho idle 1\n");
    sni_option_set("CC", path);
    cr_assert_eq(compile("int x;\n", &payload, &size), SN_ERR_COMPILE);
    cr_assert_str_eq(sni_error_message(), "the C compiler failed: it left no object and no message");
}

Test(runtime_cc, more_than_fit_at_once_are_queued_and_all_end)
{
    enum { COUNT = 7 };
    char source[COUNT][512];
    sni_compile *c[COUNT];
    for (int i = 0; i < COUNT; i++) {
        sni_cache_key key = key_of(source_of(100 + i, source[i]));
        cr_assert_eq(sni_compile_start(&cc, &key, &c[i]), SN_OK);
    }
    for (int i = COUNT; i-- > 0;) { /* the last one first: waiting for it drives the others */
        void *payload;
        size_t size;
        int ended;
        do ended = sni_compile_poll(c[i], 1, &payload, &size);
        while (ended == 0);
        cr_assert_eq(ended, 1);
        cr_assert_eq(value_of(payload, size), 100 + i);
        free(payload);
    }
    cr_assert_eq(sni_compile_pump(0), 0);
}

static _Atomic int signals;

static void on_child(int number)
{
    (void)number;
    signals++;
}

Test(runtime_cc, the_host_sees_no_child_and_no_signal)
{
    char source[512];
    sni_cache_key key = key_of(source_of(7, source));
    sni_compile *c;
    void *payload;
    size_t size;
    signal(SIGCHLD, on_child);
    cr_assert_eq(sni_compile_start(&cc, &key, &c), SN_OK);
    int ended = 0;
    while (ended == 0) {
        cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1);
        cr_assert_eq(errno, ECHILD);
        ended = sni_compile_poll(c, 0.01, &payload, &size);
    }
    cr_assert_eq(ended, 1);
    cr_assert_eq(value_of(payload, size), 7);
    cr_assert_eq(signals, 0);
    free(payload);
}

Test(runtime_cc, a_host_may_ignore_sigchld)
{
    char source[512];
    void *payload;
    size_t size;
    signal(SIGCHLD, SIG_IGN);
    cr_assert_eq(compile(source_of(8, source), &payload, &size), 1);
    cr_assert_eq(value_of(payload, size), 8);
    free(payload);
}

Test(runtime_cc, descriptors_0_1_2_may_be_closed)
{
    char source[512];
    void *payload;
    size_t size;
    close(0);
    close(1);
    close(2);
    cr_assert_eq(compile(source_of(9, source), &payload, &size), 1);
    cr_assert_eq(value_of(payload, size), 9);
    free(payload);
}

static bool published_within(const sni_cache_key *key, int tenths)
{
    void *payload;
    size_t size;
    for (int i = 0; i < tenths; i++) {
        if (sni_cache_load(key, &payload, &size) == SN_OK) {
            free(payload);
            return true;
        }
        usleep(100000);
    }
    return false;
}

Test(runtime_cc, a_compile_outlives_its_host)
{
    char source[512];
    sni_cache_key key = key_of(source_of(11, source));
    pid_t pid = fork();
    if (pid == 0) {
        sni_compile *c;
        _exit(sni_compile_start(&cc, &key, &c) == SN_OK ? 0 : 1);
    }
    int status;
    waitpid(pid, &status, 0);
    cr_assert_eq(status, 0);
    cr_assert(published_within(&key, 100));
}

Test(runtime_cc, an_abandoned_compile_is_published)
{
    char source[512];
    sni_cache_key key = key_of(source_of(12, source));
    sni_compile *c;
    cr_assert_eq(sni_compile_start(&cc, &key, &c), SN_OK);
    sni_compile_abandon(c);
    cr_assert_eq(sni_compile_pump(0), 0);
    cr_assert(published_within(&key, 100));
}

Test(runtime_cc, a_fork_starts_its_parents_compiles_anew)
{
    char source[512];
    sni_cache_key key = key_of(source_of(13, source));
    sni_compile *c;
    void *payload;
    size_t size;
    int status, ended;
    cr_assert_eq(sni_compile_start(&cc, &key, &c), SN_OK);
    pid_t pid = fork();
    if (pid == 0) {
        do ended = sni_compile_poll(c, 1, &payload, &size);
        while (ended == 0);
        _exit(ended == 1 && value_of(payload, size) == 13 ? 0 : 1);
    }
    waitpid(pid, &status, 0);
    cr_assert_eq(status, 0);
    do ended = sni_compile_poll(c, 1, &payload, &size);
    while (ended == 0);
    cr_assert_eq(ended, 1);
    cr_assert_eq(value_of(payload, size), 13);
    free(payload);
}

static int count_entries(const char *path, const char *prefix)
{
    char command[256];
    int n = -1;
    snprintf(command, sizeof command, "ls -d %s/%s* 2>/dev/null | wc -l", path, prefix);
    FILE *p = popen(command, "r");
    cr_assert_eq(fscanf(p, "%d", &n), 1);
    pclose(p);
    return n;
}

/* Without the helper the library runs the compiler itself. */
Test(runtime_cc, a_run_without_the_helper_leaves_nothing_behind)
{
    char source[512], tmp[128];
    snprintf(tmp, sizeof tmp, "%s/tmp", folder);
    mkdir(tmp, 0700);
    setenv("TMPDIR", tmp, 1);
    key_of(source_of(14, source));
    for (int child = 0; child < 2; child++) {
        sni_cc_run r;
        void *payload;
        size_t size;
        char byte;
        cr_assert_eq(sni_cc_run_start(&r, cc.path, flags, source, child), SN_OK);
        cr_assert_eq(count_entries(tmp, "sinter-"), 1);
        cr_assert_eq(read(r.done, &byte, 1), 0);
        cr_assert_eq(sni_cc_run_finish(&r, &payload, &size), SN_OK, "%s", sni_error_message());
        cr_assert_eq(value_of(payload, size), 14);
        free(payload);
        cr_assert_eq(sni_cc_run_start(&r, cc.path, flags, "int x = ;", child), SN_OK);
        cr_assert_eq(read(r.done, &byte, 1), 0);
        cr_assert_eq(sni_cc_run_finish(&r, &payload, &size), SN_ERR_COMPILE);
        cr_assert_eq(sni_cc_run_start(&r, cc.path, flags, source, child), SN_OK);
        sni_cc_run_abandon(&r);
        cr_assert_eq(count_entries(tmp, "sinter-"), 0);
    }
}

/* ---- requests ------------------------------------------------------------------------------------------- */

Test(runtime_cc, requests_are_read_as_written_and_damage_is_refused)
{
    sni_str text = {0};
    sni_cc_request r = {"/usr/bin/cc", "cpu", "avx2", "cc 1", "-O3", "int x;\n", "", "1G"}, q;
    cr_assert_eq(sni_request_write(&r, &text), SN_OK);
    cr_assert_eq(sni_request_read(text.data, text.len, &q), SN_OK);
    cr_assert_str_eq(q.source, r.source);
    cr_assert_str_eq(q.cache_max, "1G");
    for (size_t cut = 0; cut < text.len; cut++) {
        char *copy = malloc(cut + 1);
        memcpy(copy, text.data, cut);
        cr_assert_eq(sni_request_read(copy, cut, &q), SN_ERR_FORMAT);
        free(copy);
    }
    char *wrong = malloc(text.len);
    for (size_t at = 0; at < text.len; at++) { /* never past the end, whatever a byte says */
        memcpy(wrong, text.data, text.len);
        wrong[at] = (char)~wrong[at];
        sni_request_read(wrong, text.len, &q);
    }
    free(wrong);
    sni_str_free(&text);
}

/* ---- loading -------------------------------------------------------------------------------------------- */

Test(runtime_cc, a_thousand_objects_each_keep_their_own_value)
{
    enum { COUNT = 1000 };
    static sni_object objects[COUNT];
    char source[512], *payload;
    void *compiled;
    size_t size;
    const long mark = 0x5349e4557a1e5L;
    cr_assert_eq(compile(source_of(mark, source), &compiled, &size), 1);
    payload = compiled;
    char *at = memmem(payload, size, &mark, sizeof mark);
    cr_assert_not_null(at);
    for (long i = 0; i < COUNT; i++) { /* one object, its constant changed each time */
        memcpy(at, &i, sizeof i);
        cr_assert_eq(sni_object_load(payload, size, &objects[i]), SN_OK, "%s", sni_error_message());
        cr_assert_eq(run(&objects[i]), i);
        if (i % 3 == 0) sni_object_unload(&objects[i]);
    }
    for (long i = 0; i < COUNT; i++)
        if (i % 3) {
            cr_assert_eq(run(&objects[i]), i);
            sni_object_unload(&objects[i]);
        }
    free(payload);
}

Test(runtime_cc, what_is_no_kernel_does_not_load)
{
    sni_object o;
    void *payload;
    size_t size;
    char source[512];
    cr_assert_eq(sni_object_load("", 0, &o), SN_ERR_COMPILE);
    cr_assert_eq(compile("int other = 1;\n", &payload, &size), 1);
    cr_assert_eq(sni_object_load(payload, size, &o), SN_ERR_COMPILE);
    cr_assert_str_eq(sni_error_message(), "a compiled kernel has no entry point");
    free(payload);
    cr_assert_eq(compile(source_of(1, source), &payload, &size), 1);
    for (size_t cut = 0; cut < size; cut += 37) {
        char *copy = malloc(cut + 1);
        memcpy(copy, payload, cut);
        cr_assert_eq(sni_object_load(copy, cut, &o), SN_ERR_COMPILE, "%zu of %zu bytes", cut, size);
        free(copy);
    }
    free(payload);
}

Test(runtime_cc, an_unknown_import_is_refused_by_name)
{
    void *payload;
    size_t size;
    sni_object o;
    cr_assert_eq(compile("const char *const sn_imports[] = {\"sni_no_such\", 0}; void *sn_import_slots[1];\n"
                         "void sn_kernel(void) {}\n", &payload, &size), 1);
    cr_assert_eq(sni_object_load(payload, size, &o), SN_ERR_COMPILE);
    cr_assert_str_eq(sni_error_message(), "a compiled kernel asks for sni_no_such, which this build lacks");
    free(payload);
}

Test(runtime_cc, an_unknown_compiler_is_asked_by_the_helper)
{
    char source[512];
    sni_cc full;
    sni_compile *c;
    void *payload;
    size_t size;
    int ended;
    cr_assert_eq(sni_cc_locate(&cc), SN_OK);
    cr_assert_str_eq(cc.identity, "");
    sni_cc_flags(&generic, flags, sizeof flags);
    sni_cache_key key;
    sni_cache_key_init(&key, "cpu", "generic", "", flags, source_of(15, source));
    cr_assert_eq(sni_compile_start(&cc, &key, &c), SN_OK);
    do ended = sni_compile_poll(c, 1, &payload, &size);
    while (ended == 0);
    cr_assert_eq(ended, 1, "%s", sni_error_message());
    free(payload);
    cr_assert_eq(sni_cc_locate(&full), SN_OK);
    cr_assert_neq(full.identity[0], 0); /* the helper kept it */
    key = key_of(source);
    cr_assert_eq(sni_cache_load(&key, &payload, &size), SN_OK);
    cr_assert_eq(value_of(payload, size), 15);
    free(payload);
}
