/* What is said, and settings. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "simgpu.h"

static char last[SIM_LINE];

const char *sim_last_line(void)
{
    return last;
}

void sim_say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(last, sizeof last, format, args);
    va_end(args);
    const char *path = getenv("SINTER_SIMGPU_LOG");
    FILE *f = path && *path ? fopen(path, "a") : stderr;
    if (!f) return;
    fprintf(f, "simgpu: %s\n", last);
    if (f != stderr) fclose(f);
}

void sim_fault(sim_block *b, const sim_thread *t, const sim_insn *ip, int error, const char *format, ...)
{
    char what[SIM_LINE / 2], place[SIM_LINE / 2] = "";
    va_list args;
    if (b && b->launch->failed) return; /* the first is told */
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (b) {
        int n = snprintf(place, sizeof place, "kernel %.100s, block (%u,%u,%u)", b->launch->function->name,
                         b->index[0], b->index[1], b->index[2]);
        if (t) n += snprintf(place + n, sizeof place - (size_t)n, ", thread (%u,%u,%u)", t->x, t->y, t->z);
        if (ip) snprintf(place + n, sizeof place - (size_t)n, ", line %u", ip->line);
        b->launch->failed = error;
    }
    if (*place)
        sim_say("%s: %s", place, what);
    else
        sim_say("%s", what);
}

u64 sim_setting(const char *name, u64 otherwise)
{
    char variable[64], *end;
    snprintf(variable, sizeof variable, "SINTER_SIMGPU_%s", name);
    const char *text = getenv(variable);
    if (!text || !*text) return otherwise;
    u64 value = strtoull(text, &end, 0);
    if (*end == 'k' || *end == 'K')
        value <<= 10, end++;
    else if (*end == 'm' || *end == 'M')
        value <<= 20, end++;
    else if (*end == 'g' || *end == 'G')
        value <<= 30, end++;
    if (*end || *text == '-') sim_say("%s=%s is no number", variable, text);
    return value;
}

static u64 random_state;
static bool seeded;

void sim_reseed(u64 seed)
{
    random_state = seed;
    seeded = true;
}

/* splitmix64 from SINTER_SIMGPU_SEED */
u64 sim_random(void)
{
    if (!seeded) sim_reseed(sim_setting("SEED", 1));
    u64 z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
