/* What ptxas says that a kernel takes, read from NVRTC's log with --ptxas-options=-v. */
#ifndef CUDA_RESOURCES_H
#define CUDA_RESOURCES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct resources {
    int registers, shared;   /* of a thread; bytes of a block */
    int stack, spilled;      /* bytes of local memory of a thread: arrays and calls; stores and loads of spills */
} resources;

static inline int number_before(const char *at, const char *end, const char *what)
{
    const char *word = strstr(at, what);
    if (!word || word > end) return 0;
    while (word > at && word[-1] == ' ') word--;
    while (word > at && word[-1] >= '0' && word[-1] <= '9') word--;
    return atoi(word);
}

/* Of one function; of an entry, its registers and shared memory too.  False: the log does not tell of it. */
static inline bool resources_of(const char *log, const char *function, resources *r)
{
    char title[200];
    snprintf(title, sizeof title, "Function properties for %s\n", function);
    const char *at = strstr(log, title);
    if (!at) return false;
    at += strlen(title);
    const char *end = strchr(at, '\n'), *used = end ? strstr(end, "Used ") : NULL, *next = end ? strstr(end, "Function properties") : NULL;
    if (!end) return false;
    *r = (resources){0};
    r->stack = number_before(at, end, " bytes stack frame");
    r->spilled = number_before(at, end, " bytes spill stores") + number_before(at, end, " bytes spill loads");
    if (!used || (next && next < used)) return true;
    r->registers = number_before(used, strchr(used, '\n'), " registers");
    r->shared = number_before(used, strchr(used, '\n'), " bytes smem");
    return true;
}

/* A line of the log that is not ptxas's report: a warning.  NULL: there is none. */
static inline const char *other_line(const char *log)
{
    for (const char *at = log; at && *at; at = strchr(at, '\n'), at += at != NULL)
        if (*at != '\n' && strncmp(at, "ptxas ", 6) != 0) return at;
    return NULL;
}

#endif
