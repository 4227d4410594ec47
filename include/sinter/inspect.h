/* Knobs, counters, the log, the kernel cache: what a program that watches Sinter needs. */
#ifndef SN_INSPECT_H
#define SN_INSPECT_H

#include "sinter/config.h"
#include "sinter/status.h"

SN_BEGIN_DECLS

/* ---- statistics of the whole process since the last reset ------------------------------------------ */
typedef struct sn_stats {
    uint64_t kernels;       /* fused groups run */
    uint64_t launches;      /* device launches; a split reduction takes two */
    uint64_t library_calls; /* calls into BLAS, FFT and other libraries */
    uint64_t compiled;      /* kernels handed to a compiler */
    uint64_t disk_hits;     /* kernels loaded from the disk cache */
    uint64_t memory_hits;   /* kernels found in memory */
    uint64_t interpreted;   /* kernel runs by the block interpreter */
    uint64_t plan_hits;     /* evaluations that found their plan */
    uint64_t plan_misses;   /* evaluations that made a plan */
    uint64_t forced;        /* evaluations forced because a shape depends on values */
    uint64_t bytes_read;    /* bytes of array operands read by kernels, each operand once */
    uint64_t bytes_written; /* bytes of array results written by kernels */
    uint64_t bytes_copied;  /* bytes copied beside kernels: old arrays that a write could not take over, overlapping parts */
    uint64_t bytes_h2d;     /* bytes from host to device */
    uint64_t bytes_d2h;     /* bytes from device to host */
    uint64_t syncs;         /* times the host waited for a device */
    uint64_t nodes;         /* nodes recorded */
    uint64_t peak_bytes;    /* most bytes of array memory in use at once */
    uint64_t in_use_bytes;  /* bytes of array memory in use now; not reset */
} sn_stats;

SN_API void sn_stats_get(sn_stats *out);
SN_API void sn_stats_reset(void); /* zeroes the counters; the peak starts from what is in use */

/* Name of the device that evaluates, "cpu" or "cuda"; NULL with sn_error() set when the one asked
 * for is absent.  Static text. */
SN_API const char *sn_device(void);

/* ---- options: the SINTER_* variables ------------------------------------------------------------------
 * Names in any case, with or without SINTER_; docs of each in sn_option_at.  An option that is set
 * wins over the environment.  NULL as value returns to the environment or the default.
 *
 * check = "nan,inf,bounds", any of them: an evaluation that makes a NaN or an infinity out of elements
 * that are none fails with SN_ERR_VALUE, no array is changed, and the message names the operation, its
 * operands, the index and the file and line (in text: the column) where it was recorded, which is known
 * of arrays recorded while the option is set.  bounds: a kernel that would leave its arrays' memory is
 * refused with SN_ERR_INDEX. */
SN_API int sn_option_set(const char *name, const char *value);
SN_API int sn_option_get(const char *name, char *out, size_t size);

/* The index-th option; any of the four may be NULL.  SN_ERR_INDEX past the last. */
SN_API int sn_option_at(int index, const char **name, const char **choices, const char **preset, const char **doc);

/* ---- log -------------------------------------------------------------------------------------------------
 * Called for each line at or below the LOG option's level (1 error, 2 warn, 3 info, 4 debug), from
 * any thread; `text` has no newline and lives until it returns.  NULL: back to stderr. */
typedef void (*sn_log_callback)(int level, const char *text, void *user);
SN_API void sn_log_set(sn_log_callback callback, void *user);

/* ---- what runs here ------------------------------------------------------------------------------------------
 * Version, devices and why one is absent, processor features, compiler, threads, cache folder and
 * size, as lines for a person or as one JSON object.  As snprintf: returns the whole length. */
SN_API int64_t sn_info(bool json, char *out, size_t size);

/* ---- kernel cache on disk -------------------------------------------------------------------------------------- */
typedef struct sn_cache_entry {
    const char *key;      /* hexadecimal */
    const char *backend;  /* "cpu", "cuda" */
    const char *target;   /* processor or architecture compiled for */
    uint64_t bytes;
    int64_t last_use;     /* seconds since 1970 */
    bool valid;           /* always true when not verifying */
} sn_cache_entry;

SN_API int sn_cache_path(char *out, size_t size);
/* Calls `visit` for each entry until it returns non-zero, which is then returned.  `verify` reads
 * each entry whole and checks it. */
SN_API int sn_cache_each(int (*visit)(const sn_cache_entry *entry, void *user), void *user, bool verify);
SN_API int sn_cache_clear(uint64_t *removed); /* removed may be NULL */

/* Waits until no compile is in progress: at most `seconds`, without limit when negative. */
SN_API int sn_wait_compiles(double seconds);

SN_END_DECLS

#endif
