/* Base library: errors, memory arena, string buffer, hashing, map, options, log.
 * Knows nothing of arrays.  No function here prints, exits or aborts. */
#ifndef SNI_BASE_H
#define SNI_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinter/status.h" /* enum sn_status; error.c asserts that it agrees with status.def */

/* GNU extensions live behind these macros alone. */
#define SNI_PRINTF(f, a) __attribute__((format(printf, f, a)))
#define SNI_LIKELY(x) __builtin_expect(!!(x), 1)
#define SNI_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define SNI_THREAD_LOCAL _Thread_local
#define SNI_TYPEOF(x) __typeof__(x)
#define SNI_PLUGIN __attribute__((visibility("default"))) /* the one symbol that a plug-in shows */
#define SNI_COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* ---- errors (error.c) ----------------------------------------------------------------------
 * A failing call returns a negative status and leaves one line in the thread's message. */
int sni_fail(int status, const char *format, ...) SNI_PRINTF(2, 3); /* sets message, returns status */
int sni_vfail(int status, const char *format, va_list args);
int sni_fail_lines(int status, const char *text);                    /* the message may have several lines, up to 3071 bytes */
int sni_fail_memory(size_t bytes, const char *what);                 /* ERR_MEMORY with the size */
/* Lets the compiler see that a failure is negative, hence that what a success sets was set. */
static inline int sni_negative(int status)
{
    return status < 0 ? status : SN_ERR_INTERNAL;
}
#define sni_fail(...) sni_negative((sni_fail)(__VA_ARGS__))
#define sni_vfail(status, format, args) sni_negative((sni_vfail)(status, format, args))
#define sni_fail_lines(status, text) sni_negative((sni_fail_lines)(status, text))
#define sni_fail_memory(bytes, what) sni_negative((sni_fail_memory)(bytes, what))
const char *sni_error_message(void);                                 /* never NULL, "" if none */
int sni_error_status(void);
void sni_error_clear(void);
const char *sni_status_name(int status);                             /* "ERR_SHAPE" */

/* Returns the status of a failing call from the function it stands in. */
#define SNI_TRY(call)                                                                             \
    do {                                                                                          \
        int sni_try_status_ = (call);                                                             \
        if (SNI_UNLIKELY(sni_try_status_ < 0)) return sni_try_status_;                            \
    } while (0)

/* ---- arena (arena.c): bump allocation, freed whole ------------------------------------------ */
typedef struct sni_arena sni_arena;
struct sni_arena {
    struct sni_arena_block *head;
    size_t used, capacity; /* of the head block */
};
void sni_arena_init(sni_arena *a);
void sni_arena_free(sni_arena *a);                       /* frees all blocks; the arena is empty and usable */
void sni_arena_reset(sni_arena *a);                      /* keeps one block for reuse */
void *sni_arena_alloc(sni_arena *a, size_t count, size_t size); /* zeroed, 16-byte aligned; NULL + message on failure or overflow */
char *sni_arena_printf(sni_arena *a, const char *format, ...) SNI_PRINTF(2, 3);

/* ---- growing array: SNI_PUSH(vec, item) on { T *data; size_t count, capacity; } --------------- */
int sni_grow(void **data, size_t *capacity, size_t need, size_t item); /* doubles; status */
#define SNI_VEC(T) struct { T *data; size_t count, capacity; }
#define SNI_VEC_PUSH(v, ...)                                                                      \
    (sni_grow((void **)&(v)->data, &(v)->capacity, (v)->count + 1, sizeof *(v)->data) < 0         \
         ? SN_ERR_MEMORY : ((v)->data[(v)->count++] = (__VA_ARGS__), SN_OK))

/* ---- string buffer (str.c): sticky failure, so that writers need not check each call ----------- */
typedef struct sni_str {
    char *data;      /* NUL-terminated once anything was written */
    size_t len, cap;
    int status;      /* first failure; later writes do nothing */
} sni_str;
void sni_str_free(sni_str *s);
void sni_str_clear(sni_str *s);                          /* keeps the memory */
void sni_str_putn(sni_str *s, const char *text, size_t n);
void sni_str_put(sni_str *s, const char *text);
void sni_str_putc(sni_str *s, char c);
void sni_str_printf(sni_str *s, const char *format, ...) SNI_PRINTF(2, 3);
const char *sni_str_text(const sni_str *s);              /* "" when empty; never NULL */
void sni_str_json(sni_str *s, const char *text);         /* quoted and escaped JSON string */

/* ---- hashing (hash.c, over xxHash) --------------------------------------------------------------- */
typedef struct sni_hash128 { uint64_t low, high; } sni_hash128;
uint64_t sni_hash64(const void *data, size_t size, uint64_t seed);
sni_hash128 sni_hash(const void *data, size_t size);
void sni_hash_hex(sni_hash128 h, char out[33]);

/* ---- map (map.c): open addressing from a 64-bit hash to a pointer; equality by the caller ---------- */
typedef bool (*sni_map_equal)(const void *item, const void *key);
typedef struct sni_map {
    struct sni_map_slot { uint64_t hash; void *item; } *slots;
    size_t count, filled, capacity; /* filled counts tombstones too */
} sni_map;
void sni_map_free(sni_map *m);
void *sni_map_find(const sni_map *m, uint64_t hash, const void *key, sni_map_equal equal);
int sni_map_insert(sni_map *m, uint64_t hash, void *item);       /* no duplicate check; status */
bool sni_map_remove(sni_map *m, uint64_t hash, const void *item); /* by identity */

/* ---- checked arithmetic ------------------------------------------------------------------------------ */
#define sni_mul_overflow(a, b, r) __builtin_mul_overflow((a), (b), (r))
#define sni_add_overflow(a, b, r) __builtin_add_overflow((a), (b), (r))
/* Atomics on plain ints, for flags and counters that order nothing else. Both yield the old value. */
#define sni_exchange(p, v) __atomic_exchange_n((p), (v), __ATOMIC_RELAXED)
#define sni_increment(p) __atomic_fetch_add((p), 1, __ATOMIC_RELAXED)

/* ---- options (options.c): generated from options.def --------------------------------------------------- */
typedef enum sni_option {
#define SN_OPTION(name, kind, def, values, doc) SNI_OPTION_##name,
#include "options.def"
#undef SN_OPTION
    SNI_OPTION_COUNT
} sni_option;
/* Value now in force: set by sni_option_set, else the environment, else the default.  A malformed
 * environment value is refused once with a log warning and the default holds. Thread-safe; reading an
 * int or an enum is one atomic load.  sni_option_text copies into a caller's buffer. */
int64_t sni_option_int(sni_option o);                    /* INT, SIZE; ENUM: index of the choice; LIST: a bit each */
int sni_option_text(sni_option o, char *out, size_t size);
bool sni_option_is(sni_option o, const char *choice);
int sni_option_set(const char *name, const char *value); /* any case, with or without SINTER_; NULL: back to the
                                                          * environment or the default; status */
int sni_option_next(int index, const char **name, const char **values, const char **def, const char **doc);
                                                         /* lists options; SN_ERR_INDEX past the end */
/* Enum choices as constants: the order of `values` in options.def. */
enum { SNI_JIT_OFF, SNI_JIT_SYNC, SNI_JIT_ASYNC };
enum { SNI_DEVICE_AUTO, SNI_DEVICE_CPU, SNI_DEVICE_CUDA };
enum { SNI_FUSE_ON, SNI_FUSE_OFF };
enum { SNI_CHECK_NAN = 1, SNI_CHECK_INF = 2, SNI_CHECK_BOUNDS = 4 }; /* of a LIST: bits */

/* ---- log (log.c) ---------------------------------------------------------------------------------------- */
typedef enum sni_log_level { SNI_LOG_OFF, SNI_LOG_ERROR, SNI_LOG_WARN, SNI_LOG_INFO, SNI_LOG_DEBUG } sni_log_level;
void sni_log(sni_log_level level, const char *format, ...) SNI_PRINTF(2, 3); /* to the callback if set, else stderr */
void sni_log_once(int *flag, sni_log_level level, const char *format, ...) SNI_PRINTF(3, 4);
typedef void (*sni_log_callback)(int level, const char *text, void *user);
void sni_log_set_callback(sni_log_callback callback, void *user);

/* ---- files (file.c) ---------------------------------------------------------------------------------------- */
/* Reads a whole file of at most `limit` bytes; *data is malloc'd with a NUL past the end. */
int sni_file_read(const char *path, size_t limit, char **data, size_t *size);
int sni_file_read_fd(int fd, size_t limit, const char *name, char **data, size_t *size); /* what an open file has left */
/* Writes through a temporary file in the same folder, fsync'd when `durable`, then renamed. */
int sni_file_write(const char *path, const void *data, size_t size, bool durable);
typedef struct sni_piece { const void *data; size_t size; } sni_piece;
int sni_file_write_pieces(const char *path, const sni_piece *pieces, size_t count, bool durable); /* one after the other */
/* The same, always replacing `name` in the folder open as `dir`, with permissions `mode` less the umask. */
int sni_file_write_at(int dir, const char *name, const void *data, size_t size, unsigned mode, bool durable);
const char *sni_temporary(void); /* folder for temporary files: TMPDIR where it may be trusted, else /tmp */
double sni_seconds(void); /* monotonic clock */
bool sni_stack_has(size_t bytes); /* stack.c: of the calling thread is left that much; true where that cannot be known */

#endif
