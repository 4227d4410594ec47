/* What the system gives this process: processors and memory, after affinity and control groups. */
#define _GNU_SOURCE
#include "runtime/runtime.h"

#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a small kernel file whole; false when it is not there. */
static bool read_text(const char *path, char *out, size_t size)
{
    FILE *f = fopen(path, "re");
    if (!f) return false;
    size_t n = fread(out, 1, size - 1, f);
    fclose(f);
    out[n] = 0;
    return n > 0;
}

/* The number that follows `key` in a kernel file, or `otherwise`. */
static uint64_t number_after(const char *text, const char *key, uint64_t otherwise)
{
    const char *at = strstr(text, key);
    if (!at) return otherwise;
    at += strlen(key);
    at += strspn(at, " \t");
    if (*at < '0' || *at > '9') return otherwise;
    return strtoull(at, NULL, 10);
}

/* ---- control groups ---------------------------------------------------------------------------------
 * Version 2 limits hold for a group and all below it, so the least on the way up counts. */

typedef uint64_t (*group_limit)(const char *folder);

static uint64_t least_limit(group_limit limit)
{
    char groups[PATH_MAX], folder[PATH_MAX + 32];
    if (!read_text("/proc/self/cgroup", groups, sizeof groups)) return UINT64_MAX;
    char *own = strstr(groups, "0::/");
    if (!own) return UINT64_MAX;
    own += 3;
    own[strcspn(own, "\n")] = 0;
    uint64_t least = UINT64_MAX;
    for (;;) {
        snprintf(folder, sizeof folder, "/sys/fs/cgroup%s", own);
        uint64_t here = limit(folder);
        if (here < least) least = here;
        char *slash = strrchr(own, '/');
        if (!slash || own[0] == 0) return least;
        *slash = 0;
    }
}

static bool read_in(const char *folder, const char *name, char *out, size_t size)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_text(path, out, size);
}

/* Whole processors a quota allows, in "cpu.max": "max 100000" or "150000 100000". */
static uint64_t group_cpus(const char *folder)
{
    char text[128];
    if (!read_in(folder, "cpu.max", text, sizeof text)) return UINT64_MAX;
    unsigned long long quota, period;
    if (sscanf(text, "%llu %llu", &quota, &period) != 2 || period == 0) return UINT64_MAX;
    uint64_t cpus = (quota + period - 1) / period;
    return cpus > 0 ? cpus : 1;
}

/* Memory left to a group; file pages it can drop count as free. */
static uint64_t group_memory(const char *folder)
{
    char text[16384];
    if (!read_in(folder, "memory.max", text, sizeof text)) return UINT64_MAX;
    uint64_t most = number_after(text, "", UINT64_MAX);
    if (most == UINT64_MAX) return most;
    if (!read_in(folder, "memory.current", text, sizeof text)) return most;
    uint64_t used = number_after(text, "", 0);
    if (read_in(folder, "memory.stat", text, sizeof text)) {
        uint64_t files = number_after(text, "\ninactive_file", 0);
        used -= files < used ? files : used;
    }
    return used < most ? most - used : 0;
}

/* ---- the process --------------------------------------------------------------------------------------- */

static int affinity_cpus(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN); /* more processors than a cpu_set_t holds */
    return online > 0 && online < INT_MAX ? (int)online : 1;
}

static int count_cpus(void)
{
    int cpus = affinity_cpus();
    uint64_t quota = least_limit(group_cpus);
    if (quota < (uint64_t)cpus) cpus = (int)quota;
    return cpus > 0 ? cpus : 1;
}

int sni_system_cpus(void)
{
    static _Atomic int known;
    int cpus = atomic_load_explicit(&known, memory_order_relaxed);
    if (cpus == 0) {
        cpus = count_cpus();
        atomic_store_explicit(&known, cpus, memory_order_relaxed);
    }
    return cpus;
}

uint64_t sni_system_memory(void)
{
    char text[8192];
    uint64_t most = UINT64_MAX;
    if (read_text("/proc/meminfo", text, sizeof text)) {
        uint64_t available = number_after(text, "MemAvailable:", UINT64_MAX);
        uint64_t swap = number_after(text, "SwapFree:", 0);
        if (available != UINT64_MAX) most = (available + swap) * 1024;
    }
    uint64_t group = least_limit(group_memory);
    return group < most ? group : most;
}

static uint64_t group_total(const char *folder)
{
    char text[128];
    return read_in(folder, "memory.max", text, sizeof text) ? number_after(text, "", UINT64_MAX) : UINT64_MAX;
}

uint64_t sni_system_memory_total(void)
{
    char text[8192];
    uint64_t kilobytes = 0, group = least_limit(group_total);
    if (read_text("/proc/meminfo", text, sizeof text)) kilobytes = number_after(text, "MemTotal:", 0);
    return group < kilobytes * 1024 ? group : kilobytes * 1024;
}
