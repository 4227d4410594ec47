/* What the programs in these folders share: checks, numbers that repeat, comparing bit for bit. */
#ifndef TESTS_HELP_H
#define TESTS_HELP_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "on_gpu.h"
#include "sinter.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define SKIPPED 77

static int failures;

/* CHECK(condition, "what is wrong", ...): says so and goes on. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            failures++;                                                                            \
            fprintf(stderr, "%s:%d: ", __FILE__, __LINE__);                                        \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fprintf(stderr, " [%s]\n", sn_error());                                                \
        }                                                                                          \
    } while (0)

/* For what nothing can go on without. */
#define NEED(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s [%s]\n", __FILE__, __LINE__, #condition, sn_error());       \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static inline void option(const char *name, const char *value)
{
    NEED(sn_option_set(name, value) == SN_OK);
}

/* Sanitizers take their time: tests do less under them. */
static inline bool sanitized(void)
{
    const char *s = getenv("SINTER_SANITIZE");
    return s != NULL && *s != 0;
}

/* splitmix64 */
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static inline int64_t random_below(uint64_t *state, int64_t n)
{
    return (int64_t)(random_next(state) % (uint64_t)n);
}

/* In [0, 1). */
static inline double random_unit(uint64_t *state)
{
    return (double)(random_next(state) >> 11) * 0x1p-53;
}

static inline bool is_nan(sn_dtype dtype, const void *element)
{
    float f;
    double d;
    memcpy(&f, element, sizeof f);
    if (dtype == SN_FLOAT32) return isnan(f);
    if (dtype != SN_FLOAT64) return false;
    memcpy(&d, element, sizeof d);
    return isnan(d);
}

/* The first element whose bits differ, or -1.  NaN equals NaN. */
static inline int64_t difference(sn_dtype dtype, const void *a, const void *b, size_t count)
{
    size_t size = sn_dtype_size(dtype);
    const char *x = a, *y = b;
    if (memcmp(x, y, count * size) == 0) return -1;
    for (size_t i = 0; i < count; i++, x += size, y += size)
        if (memcmp(x, y, size) != 0 && !(is_nan(dtype, x) && is_nan(dtype, y))) return (int64_t)i;
    return -1;
}

/* "0x1.8p+1" and the like, into out. */
static inline const char *value_text(sn_dtype dtype, const void *array, int64_t at, char out[64])
{
    const char *p = (const char *)array + (size_t)at * sn_dtype_size(dtype);
    uint64_t bits = 0;
    float f;
    double d;
    memcpy(&bits, p, sn_dtype_size(dtype));
    memcpy(&f, &bits, sizeof f);
    memcpy(&d, &bits, sizeof d);
    if (dtype == SN_FLOAT32 || dtype == SN_FLOAT64) {
        snprintf(out, 64, "%a", dtype == SN_FLOAT32 ? (double)f : d);
    } else {
        snprintf(out, 64, "0x%llx", (unsigned long long)bits);
    }
    return out;
}

/* Evaluates and copies; the caller frees. */
static inline void *values_of(sn_array x)
{
    size_t bytes = (size_t)sn_size(x) * sn_dtype_size(sn_dtype_of(x));
    void *out = malloc(bytes ? bytes : 1);
    NEED(out != NULL && sn_to_host(x, out, bytes) == SN_OK);
    return out;
}

#endif
