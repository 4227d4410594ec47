/* The array handle, numbers as operands, and evaluation. */
#ifndef SN_ARRAY_H
#define SN_ARRAY_H

#include "sinter/config.h"
#include "sinter/dtype.h"
#include "sinter/status.h"

SN_BEGIN_DECLS

/* Names an array.  Copy it freely: it owns nothing.  The array itself belongs to the innermost scope
 * open when it was made (scope.h), or to the thread until sn_free where no scope is open.
 * A handle that was freed, never initialised or made up is refused with a message. */
typedef struct sn_array {
    uint32_t index, generation;
} sn_array;

/* ---- numbers ----------------------------------------------------------------------------------
 * A C number is a weak scalar (NumPy 2, NEP 50): it takes the dtype of the array it meets, so that
 * float32 * 2.0 stays float32.  The macros of ops.h turn numbers into these by themselves; call
 * them from C++ or another language.  The array of rank 0 they return is owned as any other. */
SN_API sn_array sn_weak_bool(bool value);
SN_API sn_array sn_weak_i64(int64_t value);
SN_API sn_array sn_weak_u64(uint64_t value);
SN_API sn_array sn_weak_f64(double value);
SN_API sn_array sn_weak_complex(double re, double im); /* beside float32: complex64; beside integers: complex128 */

/* ---- evaluation ------------------------------------------------------------------------------------
 * Evaluates arrays together, so that what they share is computed once and they may come from one
 * kernel.  Afterwards their handles may be used by other threads.  Returns a status; on a failure
 * no array is changed. */
SN_API int sn_eval(const sn_array *arrays, size_t count);

/* Evaluates `x` and gives it to all threads: it leaves its scope, outlives the thread, and lives
 * until any thread calls sn_free on it, or sn_shutdown.  Returns a status. */
SN_API int sn_share(sn_array x);

/* Makes *u name the value of `v`; what loops do with their state.  A zero handle becomes a kept array
 * (see sn_keep); any other keeps its owner.  Unless the loop guard is off (option MAX_HEIGHT 0), v is
 * evaluated first, so that a loop's graph does not grow; a loop with several states calls sn_eval on
 * all their new values first, so that one kernel may compute them.  `v` itself is untouched.  If v is
 * poisoned or its evaluation fails, *u is poisoned by the same message and its status returned. */
SN_API int sn_set(sn_array *u, sn_array v);

/* A second array of the same value. */
SN_API sn_array sn_copy(sn_array x);

/* Gives an array back before its scope ends.  A zero handle is ignored. */
SN_API int sn_free(sn_array x);

/* True for a handle that names an array; false for a poisoned, stale or zero one. */
SN_API bool sn_ok(sn_array x);

/* Why a handle is not ok: its own message, kept by the handle; "" when it is ok.  The text lives as
 * long as the handle, that of a stale handle until the thread's next call. */
SN_API const char *sn_error_of(sn_array x);

/* Frees all that the calling thread and all that sn_share owns, waits up to 200 ms for compiles in
 * progress and gives caches and memory back.  Handles become stale; Sinter may be used again.
 * Refused with a status, having freed the calling thread's arrays alone, while other threads that
 * used Sinter still live. */
SN_API int sn_shutdown(void);

/* Sinter's version, "0.1.0". */
SN_API const char *sn_version(void);

SN_END_DECLS

#ifndef __cplusplus

#define sn_eval(...)                                                                               \
    (sn_eval)((const sn_array[]){__VA_ARGS__}, sizeof((const sn_array[]){__VA_ARGS__}) / sizeof(sn_array))

/* ---- SN_AT_: where an array was recorded, for the messages of SINTER_CHECK -------------------------------
 * While the option looks for no values, one test of a flag after the call. */
SN_API extern int sn_sites_;
SN_API void sn_site_(const char *file, int line);
static inline sn_array sn_at_(sn_array x, const char *file, int line)
{
    if (__builtin_expect(__atomic_load_n(&sn_sites_, __ATOMIC_RELAXED), 0)) sn_site_(file, line);
    return x;
}
#define SN_AT_(x) sn_at_(x, __FILE__, __LINE__)

/* ---- SN_ARG: what the macros of ops.h make of an operand -------------------------------------------
 * An array stays itself; a number becomes a weak scalar that the operation it is given to consumes.
 * The operand is named once, so that nesting expands linearly; __COUNTER__ keeps inner names from
 * shadowing outer ones. */
SN_API sn_array sn_arg_bool_(bool value);
SN_API sn_array sn_arg_i64_(long long value);
SN_API sn_array sn_arg_u64_(unsigned long long value);
SN_API sn_array sn_arg_f64_(double value);
SN_API sn_array sn_arg_complex_(double re, double im);
static inline sn_array sn_arg_f32_(float value) { return sn_arg_f64_((double)value); }
static inline sn_array sn_arg_long_double_(long double value) { return sn_arg_f64_((double)value); }
static inline sn_array sn_arg_c128_(double _Complex value)
{
    return sn_arg_complex_(__builtin_creal(value), __builtin_cimag(value));
}
static inline sn_array sn_arg_c64_(float _Complex value) { return sn_arg_c128_((double _Complex)value); }
static inline sn_array sn_arg_long_complex_(long double _Complex value) { return sn_arg_c128_((double _Complex)value); }
static inline sn_array sn_arg_array_(sn_array x) { return x; }

#define SN_ARG(x) SN_ARG_COUNTED_(x, __COUNTER__)
#define SN_ARG_COUNTED_(x, n) SN_ARG_NAMED_(x, n)
#define SN_ARG_NAMED_(x, n)                                                                        \
    __extension__({                                                                                \
        __auto_type sn_arg_##n##_ = (x);                                                           \
        _Generic(sn_arg_##n##_,                                                                    \
            sn_array: sn_arg_array_,                                                               \
            _Bool: sn_arg_bool_,                                                                   \
            char: sn_arg_i64_, signed char: sn_arg_i64_, unsigned char: sn_arg_i64_,               \
            short: sn_arg_i64_, unsigned short: sn_arg_i64_, int: sn_arg_i64_,                     \
            unsigned int: sn_arg_i64_, long: sn_arg_i64_, long long: sn_arg_i64_,                  \
            unsigned long: sn_arg_u64_, unsigned long long: sn_arg_u64_,                           \
            float: sn_arg_f32_, double: sn_arg_f64_, long double: sn_arg_long_double_,             \
            float _Complex: sn_arg_c64_, double _Complex: sn_arg_c128_,                            \
            long double _Complex: sn_arg_long_complex_)                                            \
            (sn_arg_##n##_);                                                                       \
    })

#endif
#endif
