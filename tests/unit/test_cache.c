/* Kernel cache on disk. */
#define _GNU_SOURCE
#include "runtime/cache_internal.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char root[64], folder[80];
static int warnings;
static char last_warning[512];

static void count_warning(int level, const char *text, void *user)
{
    (void)user;
    if (level != SNI_LOG_WARN) return;
    warnings++;
    snprintf(last_warning, sizeof last_warning, "%s", text);
}

static void set_up(void)
{
    strcpy(root, "/tmp/sinter-cache-XXXXXX");
    cr_assert_not_null(mkdtemp(root));
    snprintf(folder, sizeof folder, "%s/a/b", root);
    cr_assert_eq(sni_option_set("cache_dir", folder), SN_OK);
    sni_log_set_callback(count_warning, NULL);
}

static void tear_down(void)
{
    char command[256];
    snprintf(command, sizeof command, "chmod -R u+rwx '%s' && rm -rf '%s'", root, root);
    cr_assert_eq(system(command), 0);
}

TestSuite(cache, .init = set_up, .fini = tear_down);

static sni_cache_key key_of(const char *source)
{
    sni_cache_key k;
    sni_cache_key_init(&k, "c", "avx2,fma", "gcc 12.2.0", "-O3", source);
    return k;
}

static const char *path_of(const sni_cache_key *k)
{
    static char path[128];
    char hex[33];
    sni_hash_hex(k->hash, hex);
    snprintf(path, sizeof path, "%s/%s.snk", folder, hex);
    return path;
}

static void expect(const char *source, const char *payload)
{
    sni_cache_key k = key_of(source);
    void *got = NULL;
    size_t size = 0;
    int status = sni_cache_load(&k, &got, &size);
    if (!payload) {
        cr_assert_eq(status, SN_ERR_NAME, "%s should be a miss", source);
        return;
    }
    cr_assert_eq(status, SN_OK, "%s should be found", source);
    cr_assert_eq(size, strlen(payload));
    cr_assert_eq(memcmp(got, payload, size), 0);
    free(got);
}

static void store(const char *source, const char *payload)
{
    sni_cache_key k = key_of(source);
    cr_assert_eq(sni_cache_store(&k, payload, strlen(payload)), SN_OK, "%s", sni_error_message());
}

static void rewrite(const char *path, const char *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    cr_assert_not_null(f);
    cr_assert_eq(fwrite(data, 1, size, f), size);
    fclose(f);
}

/* ---- keys and round trip ---------------------------------------------------------------------------- */

Test(cache, round_trip)
{
    expect("int x;", NULL);
    store("int x;", "payload");
    expect("int x;", "payload");
    expect("int y;", NULL);
    store("int x;", "another");
    expect("int x;", "another");
    store("", "");
    expect("", "");
    cr_assert_eq(warnings, 0);
    struct stat st;
    cr_assert_eq(stat(folder, &st), 0);
    cr_assert_eq(st.st_mode & 0777, 0700);
    sni_cache_key k = key_of("int x;");
    cr_assert_eq(stat(path_of(&k), &st), 0);
    cr_assert_eq(st.st_mode & 0777, 0600);
}

Test(cache, every_field_counts_and_none_runs_into_the_next)
{
    static const char *const lists[][5] = {
        {"c", "t", "gcc", "-O3", "s"}, {"d", "t", "gcc", "-O3", "s"}, {"c", "u", "gcc", "-O3", "s"},
        {"c", "t", "icc", "-O3", "s"}, {"c", "t", "gcc", "-O2", "s"}, {"c", "t", "gcc", "-O3", "r"},
        {"ct", "", "gcc", "-O3", "s"}, {"", "ct", "gcc", "-O3", "s"}, {"c", "t", "gcc-", "O3", "s"},
        {"c", "t", "gcc", "-O3s", ""}, {"c", "tgcc", "", "-O3", "s"}};
    sni_hash128 h[SNI_COUNT(lists)];
    for (size_t i = 0; i < SNI_COUNT(lists); i++) {
        sni_cache_key k;
        sni_cache_key_init(&k, lists[i][0], lists[i][1], lists[i][2], lists[i][3], lists[i][4]);
        h[i] = k.hash;
        for (size_t j = 0; j < i; j++) cr_assert(h[i].low != h[j].low && h[i].high != h[j].high);
    }
}

/* ---- what is not whole is a miss ------------------------------------------------------------------------ */

static char *whole;
static size_t whole_size;
static const char *take_entry(void)
{
    store("source text", "the payload");
    static sni_cache_key k;
    k = key_of("source text");
    const char *path = path_of(&k);
    cr_assert_eq(sni_file_read(path, 1 << 20, &whole, &whole_size), SN_OK);
    return path;
}

Test(cache, torn_at_every_length)
{
    const char *path = take_entry();
    for (size_t n = 0; n < whole_size; n++) {
        rewrite(path, whole, n);
        expect("source text", NULL);
    }
    rewrite(path, whole, whole_size);
    expect("source text", "the payload");
    char *longer = calloc(1, whole_size + 1);
    memcpy(longer, whole, whole_size);
    rewrite(path, longer, whole_size + 1);
    expect("source text", NULL);
    free(longer);
    free(whole);
    cr_assert_eq(warnings, 0);
}

Test(cache, every_bit_flipped)
{
    const char *path = take_entry();
    for (size_t bit = 0; bit < 8 * whole_size; bit++) {
        whole[bit / 8] ^= (char)(1 << bit % 8);
        rewrite(path, whole, whole_size);
        expect("source text", NULL);
        whole[bit / 8] ^= (char)(1 << bit % 8);
    }
    free(whole);
}

static void put64(char *at, uint64_t v)
{
    memcpy(at, &v, sizeof v);
}

/* Sizes that overflow or reach past the file, under a right checksum. */
Test(cache, hostile_sizes)
{
    const char *path = take_entry();
    static const uint64_t values[] = {0, 1, UINT64_MAX, UINT64_MAX - 200, (uint64_t)1 << 63, 1000000};
    for (size_t at = 32; at < SNI_ENTRY_HEADER; at += 8)
        for (size_t i = 0; i < SNI_COUNT(values); i++) {
            char bad[512];
            memcpy(bad, whole, whole_size);
            put64(bad + at, values[i]);
            if (memcmp(bad, whole, whole_size) == 0) continue; /* the backend's name is one byte long */
            sni_hash128 sum = sni_hash(bad, whole_size - 16);
            put64(bad + whole_size - 16, sum.low);
            put64(bad + whole_size - 8, sum.high);
            rewrite(path, bad, whole_size);
            expect("source text", NULL);
        }
    free(whole);
}

Test(cache, foreign_files_and_kinds_of_file)
{
    const char *path = take_entry();
    rewrite(path,
            "\x7F"
            "ELF and so on",
            14);
    expect("source text", NULL);
    unlink(path);
    mkdir(path, 0700);
    expect("source text", NULL);
    rmdir(path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    expect("source text", NULL); /* and does not wait for a writer */
    unlink(path);
    char aside[100];
    snprintf(aside, sizeof aside, "%s/aside", root);
    rewrite(aside, whole, whole_size);
    cr_assert_eq(symlink(aside, path), 0);
    expect("source text", NULL);
    store("source text", "mine"); /* replaces the link, not what it points to */
    expect("source text", "mine");
    char *data;
    size_t size;
    cr_assert_eq(sni_file_read(aside, 1 << 20, &data, &size), SN_OK);
    cr_assert(size == whole_size && memcmp(data, whole, size) == 0);
    free(data);
    free(whole);
}

/* As if two sources had one hash: the entry under our name is whole but of another source. */
Test(cache, collision_is_a_miss)
{
    store("one", "payload of one");
    sni_cache_key one = key_of("one"), two = key_of("two");
    two.hash = one.hash;
    void *payload;
    size_t size;
    cr_assert_eq(sni_cache_load(&two, &payload, &size), SN_ERR_NAME);
    /* and whole entries under another's name */
    char from[128];
    strcpy(from, path_of(&one));
    sni_cache_key other = key_of("other");
    cr_assert_eq(rename(from, path_of(&other)), 0);
    expect("other", NULL);
}

/* ---- folders that cannot or must not be used ---------------------------------------------------------------- */

/* Permission bits do not bind root: as root these run as another user. */
static void be_ordinary(void)
{
    if (geteuid() != 0) return;
    struct passwd *nobody = getpwnam("nobody");
    if (!nobody) cr_skip("no user to become");
    cr_assert_eq(chown(root, nobody->pw_uid, nobody->pw_gid), 0);
    cr_assert_eq(seteuid(nobody->pw_uid), 0);
}

static void be_root(void)
{
    if (getuid() == 0) cr_assert_eq(seteuid(0), 0);
}

Test(cache, read_only_still_serves)
{
    be_ordinary();
    store("kept", "value");
    cr_assert_eq(chmod(folder, 0500), 0);
    expect("kept", "value");
    sni_cache_key k = key_of("new");
    cr_assert_eq(sni_cache_store(&k, "x", 1), SN_ERR_IO);
    cr_assert_eq(sni_cache_store(&k, "x", 1), SN_ERR_IO);
    cr_assert_eq(warnings, 1, "one warning");
    cr_assert(strstr(last_warning, "Permission denied; kernels are kept in memory alone") != NULL, "%s",
              last_warning);
    expect("kept", "value");
    be_root();
}

Test(cache, folder_that_cannot_be_made)
{
    be_ordinary();
    cr_assert_eq(chmod(root, 0500), 0);
    expect("x", NULL);
    sni_cache_key k = key_of("x");
    cr_assert_eq(sni_cache_store(&k, "x", 1), SN_ERR_IO);
    cr_assert_eq(warnings, 1);
    char path[4096];
    cr_assert_eq(sni_cache_dir(path, sizeof path), SN_ERR_IO);
    cr_assert(strstr(sni_error_message(), folder) != NULL, "the reason names the folder");
    be_root();
}

Test(cache, a_file_in_the_place_of_the_folder)
{
    sni_option_set("cache_dir", "/dev/null/sinter");
    expect("x", NULL);
    cr_assert_eq(warnings, 1);
    cr_assert(strstr(last_warning, "Not a directory") != NULL, "%s", last_warning);
}

Test(cache, others_may_write_to_it)
{
    store("x", "y");
    static const mode_t modes[] = {0777, 0720, 0702};
    for (size_t i = 0; i < SNI_COUNT(modes); i++) {
        chmod(folder, modes[i]);
        expect("x", NULL);
    }
    cr_assert_eq(warnings, 1);
    cr_assert(strstr(last_warning, "others may write to the folder") != NULL, "%s", last_warning);
    uint64_t removed;
    cr_assert_eq(sni_cache_clear(&removed), SN_ERR_IO);
    chmod(folder, 0755);
    expect("x", "y");
}

Test(cache, another_user_owns_it)
{
    if (geteuid() != 0) cr_skip("needs root to give a folder away");
    store("x", "y");
    cr_assert_eq(chown(folder, 12345, (gid_t)-1), 0);
    expect("x", NULL);
    cr_assert(strstr(last_warning, "belongs to another user") != NULL, "%s", last_warning);
}

Test(cache, where_it_is)
{
    char path[4096], want[128];
    sni_option_set("cache_dir", "");
    setenv("XDG_CACHE_HOME", root, 1);
    snprintf(want, sizeof want, "%s/sinter", root);
    cr_assert_eq(sni_cache_dir(path, sizeof path), SN_OK);
    cr_assert_str_eq(path, want);
    setenv("XDG_CACHE_HOME", "relative", 1);
    setenv("HOME", root, 1);
    snprintf(want, sizeof want, "%s/.cache/sinter", root);
    cr_assert_eq(sni_cache_dir(path, sizeof path), SN_OK);
    cr_assert_str_eq(path, want);
    unsetenv("HOME");
    cr_assert_eq(sni_cache_dir(path, sizeof path), SN_ERR_IO);
    cr_assert(strstr(sni_error_message(), "neither SINTER_CACHE_DIR") != NULL);
}

/* ---- many processes --------------------------------------------------------------------------------------------- */

static int hammer(int self)
{
    char source[32], payload[20000];
    for (int round = 0; round < 40; round++) {
        int which = (self + round) % 8;
        snprintf(source, sizeof source, "kernel %d", which);
        memset(payload, 'a' + which, sizeof payload);
        sni_cache_key k = key_of(source);
        void *got;
        size_t size;
        int status = sni_cache_load(&k, &got, &size);
        if (status == SN_OK) {
            bool same = size == sizeof payload && memcmp(got, payload, size) == 0;
            free(got);
            if (!same) return 1;
        } else if (status != SN_ERR_NAME) {
            return 2;
        }
        if (sni_cache_store(&k, payload, sizeof payload) < 0) return 3;
        if (self == 0 && round % 8 == 7) {
            uint64_t removed;
            if (sni_cache_clear(&removed) < 0) return 4;
        }
    }
    return 0;
}

static int files_in_folder(void)
{
    DIR *d = opendir(folder);
    int n = 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

Test(cache, sixteen_processes)
{
    pid_t child[16];
    for (int i = 0; i < 16; i++) {
        child[i] = fork();
        if (child[i] == 0) _exit(hammer(i));
    }
    for (int i = 0; i < 16; i++) {
        int status;
        cr_assert_eq(waitpid(child[i], &status, 0), child[i]);
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "process %d: %d", i, WEXITSTATUS(status));
    }
    hammer(1); /* stores what the last clear took */
    cr_assert_eq(files_in_folder(), 8, "no temporary file is left");
    cr_assert_eq(warnings, 0);
}

/* ---- listing, clearing, sweeping ------------------------------------------------------------------------------------ */

typedef struct seen {
    int count, valid;
    sni_cache_entry last;
} seen;

static int see(const sni_cache_entry *e, void *user)
{
    seen *s = user;
    s->count++;
    s->valid += e->valid;
    s->last = *e;
    return SN_OK;
}

static void age(const char *source, time_t seconds)
{
    sni_cache_key k = key_of(source);
    struct timespec t[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
    cr_assert_eq(utimensat(AT_FDCWD, path_of(&k), t, 0), 0);
}

Test(cache, list_and_verify)
{
    seen s = {0};
    cr_assert_eq(sni_cache_each(see, &s, true), SN_OK);
    cr_assert_eq(s.count, 0);
    store("a", "1");
    store("b", "2");
    age("a", 50);
    sni_cache_key b = key_of("b");
    char hex[33];
    sni_hash_hex(b.hash, hex);
    cr_assert_eq(sni_cache_each(see, &s, false), SN_OK);
    cr_assert_eq(s.count, 2);
    cr_assert_eq(s.valid, 2);
    cr_assert_str_eq(s.last.key, hex, "latest use last");
    cr_assert_str_eq(s.last.backend, "c");
    cr_assert_str_eq(s.last.target, "avx2,fma");
    struct stat st;
    stat(path_of(&b), &st);
    cr_assert_eq(s.last.bytes, (uint64_t)st.st_size);
    cr_assert_eq(s.last.last_use, (int64_t)st.st_mtime);

    int fd = open(path_of(&b), O_WRONLY);
    cr_assert_eq(pwrite(fd, "X", 1, st.st_size - 17), 1); /* the payload */
    close(fd);
    s = (seen){0};
    cr_assert_eq(sni_cache_each(see, &s, true), SN_OK);
    cr_assert_eq(s.count, 2);
    cr_assert_eq(s.valid, 1);
    cr_assert_not(s.last.valid);
}

static int stop(const sni_cache_entry *e, void *user)
{
    (void)e;
    ++*(int *)user;
    return SN_ERR_VALUE;
}

Test(cache, a_visitor_may_stop)
{
    store("a", "1");
    store("b", "2");
    int calls = 0;
    cr_assert_eq(sni_cache_each(stop, &calls, false), SN_ERR_VALUE);
    cr_assert_eq(calls, 1);
}

Test(cache, control_characters_do_not_reach_a_terminal)
{
    sni_cache_key k;
    sni_cache_key_init(&k, "c\x1B[2J", "a very long target that is cut where it must be", "", "", "");
    cr_assert_eq(sni_cache_store(&k, "", 0), SN_OK);
    seen s = {0};
    cr_assert_eq(sni_cache_each(see, &s, false), SN_OK);
    cr_assert_str_eq(s.last.backend, "c?[2J");
    cr_assert_eq(strlen(s.last.target), sizeof s.last.target - 1);
}

Test(cache, clear_takes_only_what_is_ours)
{
    static const char *const others[] = {"notes.txt", "0123456789abcdef0123456789abcdef.snk.bak", "0123.snk",
                                         "0123456789ABCDEF0123456789abcdef.snk", ".hidden"};
    store("a", "1");
    store("b", "2");
    char path[128];
    for (size_t i = 0; i < SNI_COUNT(others); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        rewrite(path, "x", 1);
    }
    sni_cache_key linked = key_of("linked");
    cr_assert_eq(symlink("notes.txt", path_of(&linked)), 0);
    uint64_t removed;
    cr_assert_eq(sni_cache_clear(&removed), SN_OK);
    cr_assert_eq(removed, 2);
    for (size_t i = 0; i < SNI_COUNT(others); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        cr_assert_eq(access(path, F_OK), 0, "%s", path);
    }
    struct stat st;
    cr_assert_eq(lstat(path_of(&linked), &st), 0);
}

Test(cache, sweep_oldest_use_first)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    char payload[1001];
    memset(payload, 'p', sizeof payload - 1);
    payload[1000] = 0;
    for (int i = 0; i < 4; i++) store(names[i], payload);
    age("a", 3000);
    age("c", 500); /* within ten minutes a use is not recorded */
    age("d", 400);
    age("b", 300);
    expect("a", payload); /* used: now the latest */
    sni_option_set("cache_max", "2600");
    cr_assert_eq(sni_cache_sweep(), SN_OK);
    expect("c", NULL);
    expect("d", NULL);
    expect("b", payload);
    expect("a", payload);
    age("a", 200);
    store("e", payload); /* storing keeps the budget too */
    cr_assert_eq(files_in_folder(), 2);
    expect("e", payload);
    sni_option_set("cache_max", "0");
    cr_assert_eq(sni_cache_sweep(), SN_OK);
    cr_assert_eq(files_in_folder(), 0);
}

Test(cache, a_recent_use_writes_nothing)
{
    store("a", "1");
    age("a", 100);
    sni_cache_key k = key_of("a");
    struct stat before, after;
    stat(path_of(&k), &before);
    expect("a", "1");
    stat(path_of(&k), &after);
    cr_assert_eq(before.st_mtime, after.st_mtime);
}

Test(cache, abandoned_temporaries_go_and_fresh_ones_stay)
{
    store("a", "1");
    sni_cache_key k = key_of("a");
    char fresh[200], old[200];
    snprintf(fresh, sizeof fresh, "%s.77-1.tmp", path_of(&k));
    snprintf(old, sizeof old, "%s.77-2.tmp", path_of(&k));
    rewrite(fresh, "x", 1);
    rewrite(old, "x", 1);
    struct timespec t[2] = {{time(NULL) - 7200, 0}, {time(NULL) - 7200, 0}};
    cr_assert_eq(utimensat(AT_FDCWD, old, t, 0), 0);
    cr_assert_eq(sni_cache_sweep(), SN_OK);
    cr_assert_eq(access(fresh, F_OK), 0);
    cr_assert_neq(access(old, F_OK), 0);
}
