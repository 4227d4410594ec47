/* A device that lives in a shared object of its own, and what the core lends it.
 *
 * libsinter_cuda.so links the CUDA driver, which the core must not.  The core opens it when CUDA is asked for
 * or `auto` finds it, and hands it this table: the plug-in calls the core through it alone, so that it works with the
 * shared library and with programs that hold the core inside, and there is one error message, one cache, one set of
 * options and counters in the process.  Both come from one build: `size` tells a plug-in of another apart. */
#ifndef SNI_PLUGIN_H
#define SNI_PLUGIN_H

#include "runtime/runtime.h"

typedef struct sni_services {
    size_t size; /* of this struct */
    int (*vfail)(int status, const char *format, va_list args);
    int (*fail_memory)(size_t bytes, const char *what);
    const char *(*error_message)(void);
    void (*error_clear)(void);
    void (*log)(sni_log_level level, const char *format, ...) SNI_PRINTF(2, 3);
    int64_t (*option_int)(sni_option o);
    int (*option_text)(sni_option o, char *out, size_t size);
    sni_stats *counters;
    sni_lane (*lane)(const sni_device *d); /* of the calling thread */

    sni_hash128 (*kernel_hash)(const sni_kernel *k);
    int (*emit)(const sni_kernel *k, sni_str *out);
    void (*str_free)(sni_str *s);
    int (*dump_source)(const char *extension, const char *text);
    void (*launch_plan)(const sni_kernel *k, const sni_geometry *g, int64_t most_blocks, sni_cuda_launch *out);
    size_t (*params_size)(const sni_kernel *k);
    bool (*params_by_pointer)(const sni_kernel *k);
    void (*params_pack)(const sni_kernel *k, const sni_geometry *g, void *const *ptr, const sni_scalar *scalars, void *scratch,
                        int64_t group, void *out);

    void (*cache_key_init)(sni_cache_key *k, const char *backend, const char *target, const char *compiler, const char *flags,
                           const char *source);
    int (*cache_load)(const sni_cache_key *k, void **payload, size_t *size);
    int (*cache_store)(const sni_cache_key *k, const void *payload, size_t size);

    void *(*map_find)(const sni_map *m, uint64_t hash, const void *key, sni_map_equal equal);
    int (*map_insert)(sni_map *m, uint64_t hash, void *item);
    bool (*map_remove)(sni_map *m, uint64_t hash, const void *item);
    void (*map_free)(sni_map *m);
    const sni_limits *limits; /* of CUDA devices */
} sni_services;

/* The one symbol of a plug-in, of this type.  Tells how many devices there are and, with `out`, opens one, which
 * lives until the process ends.  ERR_DEVICE + message when there is none. */
#define SNI_PLUGIN_ENTRY "sinter_cuda_open"
typedef int (*sni_plugin_entry)(const sni_services *services, int ordinal, int *count, sni_device **out);

#endif
