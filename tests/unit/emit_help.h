/* Generated C compiled and loaded, for tests of the emitter and of the prelude. */
#ifndef EMIT_HELP_H
#define EMIT_HELP_H

#include "runtime/cpu/cpu.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EMIT_FLAGS "-std=gnu11 -march=native -fno-math-errno -fno-trapping-math -ffp-contract=off -fwrapv -fPIC"

static inline bool have_compiler(const char *name)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s > /dev/null 2>&1", name);
    return system(command) == 0;
}

/* A path that no other process uses. */
static inline void temporary_path(char *path, size_t size, const char *ending)
{
    static int number;
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/sinter-emit-%ld-%d%s", folder ? folder : "/tmp", (long)getpid(), number++, ending);
}

/* Runs the compiler over the source; the output has a name of its own, to be removed by the caller. */
static inline bool compile_text(const char *compiler, const char *flags, const char *source, char *output, size_t size)
{
    char input[256], command[2048];
    temporary_path(input, sizeof input, ".c");
    temporary_path(output, size, ".out");
    FILE *file = fopen(input, "w");
    if (!file) return false;
    fputs(source, file);
    fclose(file);
    snprintf(command, sizeof command, "%s %s %s -o %s %s", compiler, EMIT_FLAGS, flags, output, input);
    bool good = system(command) == 0;
    unlink(input);
    return good;
}

/* A shared object of the source with its imports filled in; NULL when it does not compile. */
static inline void *load_text(const char *compiler, const char *flags, const char *source)
{
    char path[256], all[512];
    snprintf(all, sizeof all, "-shared %s -lm", flags);
    if (!compile_text(compiler, all, source, path, sizeof path)) return NULL;
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) fprintf(stderr, "%s\n", dlerror());
    unlink(path);
    if (!handle) return NULL;
    const char *const *names = dlsym(handle, "sn_imports");
    void **slots = dlsym(handle, "sn_import_slots");
    for (int i = 0; names[i]; i++)
        if (!(slots[i] = sni_vmath_find(names[i]))) return NULL;
    return handle;
}

#endif
