/* Compiled objects into the process.
 *
 * The dynamic linker takes a path it knows for the object it already has, and descriptor numbers are used
 * again: so every load spells its path in a way that no other has.  Objects import nothing by name; what
 * they call stands in a table that is filled here, so that it does not matter how the library was opened. */
#define _GNU_SOURCE
#include "runtime/cpu/cc.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* "/proc/self/././/fd/7": the number of the load in binary, "/." for one and "/" for nought. */
static void fresh_path(int fd, char *out, size_t size)
{
    static _Atomic uint64_t loads;
    uint64_t number = atomic_fetch_add_explicit(&loads, 1, memory_order_relaxed);
    char spelled[3 * 64 + 1], *at = spelled;
    for (; number; number >>= 1) {
        *at++ = '/';
        if (number & 1) *at++ = '.';
    }
    *at = 0;
    snprintf(out, size, "/proc/self%s/fd/%d", spelled, fd);
}

static void *open_memory(const void *elf, size_t size)
{
    char path[256];
    int fd = sni_spawn_file("sinter-kernel", elf, size);
    if (fd < 0) return NULL;
    fresh_path(fd, path, sizeof path);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    close(fd);
    return handle;
}

/* Where /proc is not mounted. */
static void *open_file(const void *elf, size_t size)
{
    char folder[4096], path[4096 + 64];
    static _Atomic unsigned loads;
    if (sni_cache_dir(folder, sizeof folder) < 0) snprintf(folder, sizeof folder, "%s", sni_temporary());
    unsigned number = atomic_fetch_add_explicit(&loads, 1, memory_order_relaxed);
    snprintf(path, sizeof path, "%s/load-%u-XXXXXX", folder, number);
    int fd = mkostemp(path, 0);
    if (fd < 0) return NULL;
    close(fd);
    void *handle = sni_file_write(path, elf, size, false) == SN_OK ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    unlink(path);
    return handle;
}

static int fill_imports(void *handle)
{
    const char *const *names = dlsym(handle, "sn_imports");
    void **slots = dlsym(handle, "sn_import_slots");
    if (!names || !slots) return SN_OK;
    for (size_t i = 0; names[i]; i++) {
        slots[i] = sni_vmath_find(names[i]);
        if (!slots[i]) return sni_fail(SN_ERR_COMPILE, "a compiled kernel asks for %.100s, which this build lacks", names[i]);
    }
    return SN_OK;
}

/* A function from dlsym's void *, which C converts only through memory. */
static sni_kernel_fn function(void *handle, const char *name)
{
    void *symbol = dlsym(handle, name);
    sni_kernel_fn f;
    memcpy(&f, &symbol, sizeof f);
    return f;
}

int sni_object_load(const void *elf, size_t size, sni_object *out)
{
    if (!sni_elf_whole(elf, size)) return sni_fail(SN_ERR_COMPILE, "a compiled kernel is not a whole object");
    void *handle = open_memory(elf, size);
    if (!handle) handle = open_file(elf, size);
    if (!handle) {
        const char *why = dlerror();
        return sni_fail(SN_ERR_COMPILE, "a compiled kernel does not load: %s", why ? why : "no place to put it");
    }
    *out = (sni_object){.handle = handle, .kernel = function(handle, "sn_kernel"), .finish = function(handle, "sn_finish")};
    int status = out->kernel ? fill_imports(handle) : sni_fail(SN_ERR_COMPILE, "a compiled kernel has no entry point");
    if (status < 0) sni_object_unload(out);
    return status;
}

void sni_object_unload(sni_object *o)
{
    if (o->handle) dlclose(o->handle);
    *o = (sni_object){0};
}
