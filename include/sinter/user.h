/* Operations of your own, given as expressions in C.  They are recorded as what their expressions are made of, so they
 * broadcast, fuse with what is around them and run like the built-in ones, on every device:
 *
 *     sn_op gelu;
 *     sn_define_op(&gelu, "gelu", "float32 x, float32 a", "float32", "0.5f * x * (1 + tanhf(a * x))");
 *     sn_array y = sn_apply(gelu, x, 0.8);
 *     sn_array z = SN_EXPR("gelu(x, 0.8) + 1", x);
 *
 *     sn_op dot;
 *     sn_define_reduction(&dot, "dot", "float32 x, float32 y", "float64", "(double)x * y", "a + b", "0");
 *     sn_array d = sn_reduce(dot, SN_OPERANDS(x, y), .axis = SN_AXIS(1));
 *
 * An expression computes one value: C's operators but those that write or point, numbers, the arguments, conversions
 * such as (float32)x, and C's functions by C's names (sin and sinf, fmax, pow, isnan ...; docs/guide.md has the table).
 * Types are C's: 0.5 * x is a double, 0.5f * x a float32; integers smaller than int compute as int, and integers divide
 * towards zero.  Every operation is defined for every input: integers wrap, division by zero gives 0, a shift past the
 * width nothing.  Whatever else a text holds is refused when it is defined, with the column.
 *
 * An operand is converted to its argument's dtype where NumPy's same_kind casting allows that, else the result is
 * poisoned with ERR_DTYPE; numbers are weak. */
#ifndef SN_USER_H
#define SN_USER_H

#include "sinter/array.h"
#include "sinter/join.h"
#include "sinter/view.h"

SN_BEGIN_DECLS

/* A definition.  It belongs to the process: any thread may use it, the same definition again is the same operation, and
 * it lives until sn_shutdown.  A zero one is none. */
typedef struct sn_op {
    uint32_t index, generation;
} sn_op;

/* Defines an elementwise operation.
 *   name        a C identifier, at most 63 bytes; in expression text it calls the last operation defined so, unless NumPy
 *               has a function of that name
 *   arguments   1 to 16: "float32 x, int64 n"
 *   result      dtype that the value is converted to; NULL: the expression's own
 *   expression  at most 4096 bytes
 * ERR_SYNTAX, ERR_NAME, ERR_DTYPE: the text, with the column.  On an error *op is zero. */
SN_API int sn_define_op(sn_op *op, const char *name, const char *arguments, const char *result, const char *expression);

/* Defines a reduction: `map` of the arguments, converted to `result` (NULL: map's own dtype; no bool), joined by
 * `combine`, an expression over a and b, which must be associative; `identity` is a number that joins with any value to
 * that value, and what the reduction of no element gives.  Values are joined in the one order of sn_sum, which depends
 * on the length alone.  It is compiled: without a C compiler, or with SINTER_JIT=off, its evaluation on the CPU fails
 * with ERR_COMPILE. */
SN_API int sn_define_reduction(sn_op *op, const char *name, const char *arguments, const char *result, const char *map,
                               const char *combine, const char *identity);

/* The operation over operands, one for each argument, broadcast to one shape. */
SN_API sn_array sn_apply(sn_op op, sn_arrays operands);

/* The same for a reduction, over axes (SN_ALL_AXES: all). */
SN_API sn_array sn_reduce(sn_op op, sn_arrays operands, sn_axes axes, bool keepdims);

/* ---- kernels in CUDA C -------------------------------------------------------------------------------------------
 * What no expression says can be written in CUDA C and launched over arrays:
 *
 *     sn_raw saxpy;
 *     sn_raw_kernel(&saxpy, source, "saxpy", "const float32 *x, float32 *y, float32 a, int64 n", NULL);
 *     sn_raw_launch(saxpy, SN_GRID(blocks, 256), x, y, 2.5, n);
 *
 * It is compiled by NVRTC, through the same cache on disk, at its first launch on a GPU. */
typedef struct sn_raw { /* as sn_op */
    uint32_t index, generation;
} sn_raw;

/* Defines one.
 *   source     CUDA C of at most 1 MiB, which includes no file; the kernel is extern "C" __global__
 *   name       of the kernel
 *   arguments  what it takes, 1 to 32: const DTYPE * for an array that is read, DTYPE * for one that is written to, DTYPE
 *              for a number.  A complex array's elements are two floats
 *   options    of NVRTC, between spaces: -D, -U, --fmad=, --use_fast_math, --ftz=, --prec-div=, --prec-sqrt=, --std=,
 *              --maxrregcount=, --restrict, -lineinfo; NULL: none
 * On an error *kernel is zero. */
SN_API int sn_raw_kernel(sn_raw *kernel, const char *source, const char *name, const char *arguments, const char *options);

typedef struct sn_grid {
    uint32_t grid[3], block[3]; /* blocks, threads of a block along x, y and z: at least 1 each */
    uint32_t shared;            /* bytes of dynamic shared memory of a block */
} sn_grid;

/* Launches it in the calling thread's current stream of the current device, and returns.  Arrays must have the dtype that was
 * declared; they are evaluated and copied to the device where needed, and the kernel sees their elements one after the other in C order,
 * whatever they are views of.  What it writes to is an array as in sn_assign: every view of it sees the new elements, values
 * recorded before keep the old ones; its memory is written to in place where nothing else needs the old elements, else a copy.
 * One array cannot be written to and be another argument too.
 * ERR_COMPILE with NVRTC's log, line by line; ERR_NAME: no such kernel in the source; ERR_ARGUMENT, ERR_DTYPE: the
 * source's kernel, the declaration and the call differ, or the grid is empty or too large; ERR_DEVICE on the CPU.  What goes
 * wrong while it runs is reported by the next call that waits for the device. */
SN_API int sn_raw_launch(sn_raw kernel, sn_grid grid, sn_arrays arguments);

SN_END_DECLS

#ifndef __cplusplus

/* SN_ARG of each, up to 16. */
#define SN_EACH_1_(x) SN_ARG(x)
#define SN_EACH_2_(x, ...) SN_ARG(x), SN_EACH_1_(__VA_ARGS__)
#define SN_EACH_3_(x, ...) SN_ARG(x), SN_EACH_2_(__VA_ARGS__)
#define SN_EACH_4_(x, ...) SN_ARG(x), SN_EACH_3_(__VA_ARGS__)
#define SN_EACH_5_(x, ...) SN_ARG(x), SN_EACH_4_(__VA_ARGS__)
#define SN_EACH_6_(x, ...) SN_ARG(x), SN_EACH_5_(__VA_ARGS__)
#define SN_EACH_7_(x, ...) SN_ARG(x), SN_EACH_6_(__VA_ARGS__)
#define SN_EACH_8_(x, ...) SN_ARG(x), SN_EACH_7_(__VA_ARGS__)
#define SN_EACH_9_(x, ...) SN_ARG(x), SN_EACH_8_(__VA_ARGS__)
#define SN_EACH_10_(x, ...) SN_ARG(x), SN_EACH_9_(__VA_ARGS__)
#define SN_EACH_11_(x, ...) SN_ARG(x), SN_EACH_10_(__VA_ARGS__)
#define SN_EACH_12_(x, ...) SN_ARG(x), SN_EACH_11_(__VA_ARGS__)
#define SN_EACH_13_(x, ...) SN_ARG(x), SN_EACH_12_(__VA_ARGS__)
#define SN_EACH_14_(x, ...) SN_ARG(x), SN_EACH_13_(__VA_ARGS__)
#define SN_EACH_15_(x, ...) SN_ARG(x), SN_EACH_14_(__VA_ARGS__)
#define SN_EACH_16_(x, ...) SN_ARG(x), SN_EACH_15_(__VA_ARGS__)
#define SN_PICK_(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, _13, _14, _15, _16, picked, ...) picked
#define SN_EACH_(...)                                                                              \
    SN_PICK_(__VA_ARGS__, SN_EACH_16_, SN_EACH_15_, SN_EACH_14_, SN_EACH_13_, SN_EACH_12_, SN_EACH_11_, SN_EACH_10_, SN_EACH_9_,          \
             SN_EACH_8_, SN_EACH_7_, SN_EACH_6_, SN_EACH_5_, SN_EACH_4_, SN_EACH_3_, SN_EACH_2_, SN_EACH_1_, 0)(__VA_ARGS__)
#define SN_HOW_MANY_(...) SN_PICK_(__VA_ARGS__, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)

/* Arrays and numbers as operands: SN_OPERANDS(x, 2). */
#define SN_OPERANDS(...) ((sn_arrays){(const sn_array[]){SN_EACH_(__VA_ARGS__)}, SN_HOW_MANY_(__VA_ARGS__)})
#define sn_apply(op, ...) SN_AT_((sn_apply)(op, SN_OPERANDS(__VA_ARGS__)))

/* The rest of a sn_grid may follow: SN_GRID(blocks, threads, .shared = 4096). */
#define SN_GRID(blocks, threads, ...) ((sn_grid){.grid = {blocks, 1, 1}, .block = {threads, 1, 1}, ##__VA_ARGS__})
#define sn_raw_launch(kernel, grid, ...) (sn_raw_launch)(kernel, grid, SN_OPERANDS(__VA_ARGS__))

typedef struct sn_reduce_by_ {
    sn_op op;
    sn_arrays operands;
    sn_axes axis;
    bool keepdims;
} sn_reduce_by_;
static inline sn_array sn_reduce_by_call_(sn_reduce_by_ a) { return (sn_reduce)(a.op, a.operands, a.axis, a.keepdims); }
#define sn_reduce(op_, ...) SN_AT_(sn_reduce_by_call_((sn_reduce_by_){.op = op_, .operands = __VA_ARGS__}))

#endif
#endif
