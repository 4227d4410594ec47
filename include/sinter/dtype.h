/* Element types. */
#ifndef SN_DTYPE_H
#define SN_DTYPE_H

#include "sinter/config.h"

SN_BEGIN_DECLS

/* Zero means "no dtype given": the call chooses by NumPy's rule. */
typedef enum sn_dtype {
    SN_DTYPE_NONE = 0,
    SN_BOOL,      /* one byte, 0 or 1 */
    SN_INT8,
    SN_INT16,
    SN_INT32,
    SN_INT64,
    SN_UINT8,
    SN_UINT16,
    SN_UINT32,
    SN_UINT64,
    SN_FLOAT16,   /* known to promotion; no file and no operation with it is accepted yet */
    SN_BFLOAT16,  /* the same */
    SN_FLOAT32,
    SN_FLOAT64,
    SN_COMPLEX64, /* two float32: real part, imaginary part */
    SN_COMPLEX128 /* two float64 */
} sn_dtype;

/* Bytes of one element; 0 for a value that is no dtype. */
SN_API size_t sn_dtype_size(sn_dtype dtype);

/* NumPy's name, "float32"; "none" for a value that is no dtype.  Static text. */
SN_API const char *sn_dtype_name(sn_dtype dtype);

/* Dtype of a NumPy name ("float32", "f4", "<f4"), or SN_DTYPE_NONE. */
SN_API sn_dtype sn_dtype_from_name(const char *name);

/* Dtype of an operation over arrays of these two dtypes, as numpy.result_type gives it. */
SN_API sn_dtype sn_result_type(sn_dtype a, sn_dtype b);

SN_END_DECLS

#endif
