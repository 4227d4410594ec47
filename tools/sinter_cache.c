/* sinter cache and sinter info */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sinter.h"

typedef struct totals { unsigned long long entries, damaged, bytes; } totals;

static void add(totals *t, const sn_cache_entry *e)
{
    t->entries++;
    t->damaged += !e->valid;
    t->bytes += e->bytes;
}

static int list_entry(const sn_cache_entry *e, void *user)
{
    char date[32] = "-";
    time_t when = (time_t)e->last_use;
    struct tm tm;
    if (localtime_r(&when, &tm) != NULL) strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", &tm);
    add(user, e);
    printf("%s  %-8s %-16s %10llu  %s\n", e->key, e->backend, e->target, (unsigned long long)e->bytes, date);
    return 0;
}

static int verify_entry(const sn_cache_entry *e, void *user)
{
    add(user, e);
    if (!e->valid) printf("%s is damaged\n", e->key);
    return 0;
}

static int cache_path(void)
{
    char path[4096];
    if (sn_cache_path(path, sizeof path) < 0) return fail_library(NULL);
    puts(path);
    return EXIT_OK;
}

static int cache_list(void)
{
    totals t = {0, 0, 0};
    if (sn_cache_each(list_entry, &t, false) < 0) return fail_library(NULL);
    printf("%llu entries, %llu bytes\n", t.entries, t.bytes);
    return EXIT_OK;
}

static int cache_verify(void)
{
    totals t = {0, 0, 0};
    if (sn_cache_each(verify_entry, &t, true) < 0) return fail_library(NULL);
    if (t.damaged > 0) return fail("%llu of %llu entries are damaged; they will be made again", t.damaged, t.entries);
    printf("%llu entries, none damaged\n", t.entries);
    return EXIT_OK;
}

static int cache_clear(void)
{
    uint64_t removed;
    if (sn_cache_clear(&removed) < 0) return fail_library(NULL);
    printf("%llu entries removed\n", (unsigned long long)removed);
    return EXIT_OK;
}

int command_cache(int argc, char **argv)
{
    if (argc != 1) return usage("cache: say path, list, verify or clear");
    if (strcmp(argv[0], "path") == 0) return cache_path();
    if (strcmp(argv[0], "list") == 0) return cache_list();
    if (strcmp(argv[0], "verify") == 0) return cache_verify();
    if (strcmp(argv[0], "clear") == 0) return cache_clear();
    return usage("cache: '%s' is not path, list, verify or clear", argv[0]);
}

int command_info(int argc, char **argv)
{
    bool json = argc == 1 && strcmp(argv[0], "--json") == 0;
    if (argc > 0 && !json) return usage("info: '%s' is no option of info", argv[0]);
    int64_t length = sn_info(json, NULL, 0);
    char *text = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (text == NULL) return length < 0 ? fail_library(NULL) : fail("out of memory");
    sn_info(json, text, (size_t)length + 1);
    puts(text);
    free(text);
    return EXIT_OK;
}
