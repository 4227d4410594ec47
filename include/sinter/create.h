/* Making arrays.  A shape is a pair of arguments, `int ndim, const int64_t *dims` in elements; in C
 * SN_SHAPE(3, 4) writes both: sn_zeros(SN_FLOAT32, SN_SHAPE(3, 4)).  SN_SHAPE0 is the shape of a
 * scalar.  A failure (negative extent, too many axes, a size that overflows, a dtype not ready, no
 * memory) returns a poisoned handle. */
#ifndef SN_CREATE_H
#define SN_CREATE_H

#include "sinter/array.h"

SN_BEGIN_DECLS

/* Copies host memory.  `strides` in bytes, one an axis, may be negative or zero; NULL: C order.
 * `data` is the address of the first element and may be anywhere, aligned or not.  bool elements
 * other than 0 count as true.  The result is laid out in C order. */
SN_API sn_array sn_from_host(const void *data, sn_dtype dtype, int ndim, const int64_t *dims,
                             const int64_t *strides);

/* Uses host memory without copying it.  The memory must stay as it is until `deleter(data, user)` is
 * called, once, by whichever thread drops the last use; it may call the library, but not free what the call that runs
 * it is about; `deleter` may be NULL.  Writes (write.h) leave it as it is: the array is copied first.  `data` and the
 * strides must be multiples of the element's size (`data` of a complex array, of its part's); bool elements must be
 * 0 or 1.  On a failure the memory stays the caller's and deleter is not called. */
SN_API sn_array sn_wrap(void *data, sn_dtype dtype, int ndim, const int64_t *dims, const int64_t *strides,
                        void (*deleter)(void *data, void *user), void *user);

SN_API sn_array sn_zeros(sn_dtype dtype, int ndim, const int64_t *dims); /* SN_DTYPE_NONE: float64 */
SN_API sn_array sn_ones(sn_dtype dtype, int ndim, const int64_t *dims);

/* `value` broadcast to the shape.  SN_DTYPE_NONE: the value's own dtype. */
SN_API sn_array sn_full(sn_array value, sn_dtype dtype, int ndim, const int64_t *dims);

/* An array of rank 0.  SN_DTYPE_NONE: the value's own dtype (int64, float64 or bool). */
SN_API sn_array sn_scalar(sn_array value, sn_dtype dtype);

/* start, start + step, ... below stop, as numpy.arange: ceil((stop - start) / step) elements, the
 * step being what is left of it in `dtype`.  SN_DTYPE_NONE: float64. */
SN_API sn_array sn_arange(double start, double stop, double step, sn_dtype dtype);

/* `num` values from start to stop, evenly spaced; without `endpoint` stop would be the next one.
 * Computed in float64 as numpy.linspace does, rounded down for an integer dtype.  In these three
 * SN_DTYPE_NONE is float64, and a negative num is refused. */
SN_API sn_array sn_linspace(double start, double stop, int64_t num, bool endpoint, sn_dtype dtype);

/* base to the power of each of sn_linspace's values. */
SN_API sn_array sn_logspace(double start, double stop, int64_t num, bool endpoint, double base, sn_dtype dtype);

/* `num` values from start to stop, each the same multiple of the one before; neither end may be 0.
 * Of ends of different signs the values between are NaN. */
SN_API sn_array sn_geomspace(double start, double stop, int64_t num, bool endpoint, sn_dtype dtype);

/* Ones where column - row is k, else zeros.  SN_DTYPE_NONE: float64. */
SN_API sn_array sn_eye(int64_t rows, int64_t columns, int64_t k, sn_dtype dtype);

/* Ones where column - row is at most k, else zeros.  SN_DTYPE_NONE: float64. */
SN_API sn_array sn_tri(int64_t rows, int64_t columns, int64_t k, sn_dtype dtype);

/* x with zeros above (tril) or below (triu) the k-th diagonal of its last two axes.  A vector counts as
 * the row of a square matrix. */
SN_API sn_array sn_tril(sn_array x, int64_t k);
SN_API sn_array sn_triu(sn_array x, int64_t k);

/* The k-th diagonal of a matrix (a view), or the matrix with a vector on its diagonal, where k must be 0. */
SN_API sn_array sn_diag(sn_array x, int64_t k);

/* The index of each element of an array of this shape: (ndim, dims...), the first axis choosing which
 * index.  SN_DTYPE_NONE: int64. */
SN_API sn_array sn_indices(sn_dtype dtype, int ndim, const int64_t *dims);

/* Memory whose contents are undefined until something is written to it; on the current device, at once.  For the results of
 * raw kernels (user.h). */
SN_API sn_array sn_empty(sn_dtype dtype, int ndim, const int64_t *dims);

SN_END_DECLS

#ifndef __cplusplus
#define SN_SHAPE(...)                                                                              \
    (int)(sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (const int64_t[]){__VA_ARGS__}
#define SN_SHAPE0 0, NULL
/* Here the value may be a number: sn_full(0.5, SN_FLOAT32, SN_SHAPE(2, 2)). */
#define sn_full(value, ...) (sn_full)(SN_ARG(value), __VA_ARGS__)
#define sn_scalar(value, dtype) (sn_scalar)(SN_ARG(value), dtype)
#endif
#endif
