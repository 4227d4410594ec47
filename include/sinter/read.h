/* Reading arrays: what they are at once, their values by evaluating them. */
#ifndef SN_READ_H
#define SN_READ_H

#include <stdio.h>

#include "sinter/array.h"

SN_BEGIN_DECLS

/* ---- metadata: evaluates nothing ------------------------------------------------------------------ */
SN_API int sn_ndim(sn_array x);                  /* number of axes; negative status on failure */
SN_API int64_t sn_size(sn_array x);              /* number of elements; negative status on failure */
SN_API int sn_shape(sn_array x, int64_t *dims);  /* fills sn_ndim(x) extents; returns sn_ndim(x) */
SN_API int sn_strides(sn_array x, int64_t *strides); /* in bytes, over sn_data; returns sn_ndim(x) */
SN_API sn_dtype sn_dtype_of(sn_array x);         /* SN_DTYPE_NONE on failure */

/* ---- values ------------------------------------------------------------------------------------------- */
/* Evaluates x and copies its elements in C order.  `bytes` must be exactly sn_size times the
 * element's size. */
SN_API int sn_to_host(sn_array x, void *dst, size_t bytes);

/* The value of an array of one element, converted to double or int64 (as sn_astype converts).  A complex one is
 * refused: read it with sn_item_complex, or sn_real of it. */
SN_API int sn_item_f64(sn_array x, double *value);
SN_API int sn_item_i64(sn_array x, int64_t *value);
SN_API double sn_item(sn_array x); /* NaN on failure, with sn_error() set */

/* The value of an array of one element of any dtype: its real part and its imaginary part. */
SN_API int sn_item_complex(sn_array x, double value[2]);

/* Evaluates x and returns the address of its first element, to be read under sn_strides(x); NULL on
 * failure.  Valid until the array is freed, set, or written to through it or any view of it: a write that is
 * evaluated may change the elements there, or put the array elsewhere.  An array without elements may return any
 * address, never NULL. */
SN_API const void *sn_data(sn_array x);

/* ---- text ------------------------------------------------------------------------------------------------ */
/* How the calling thread's arrays are printed: numpy.set_printoptions. */
typedef struct sn_print_options {
    int precision;     /* most digits after the point, 0 to 64; 8 */
    int64_t threshold; /* elements from which on more are summarised, 0 and up; 1000 */
    int edgeitems;     /* shown at each end of a summarised axis, 1 and up; 3 */
    int linewidth;     /* characters of a line, 1 and up; 75 */
    bool suppress;     /* no exponents for small numbers and wide ranges; false */
} sn_print_options;

/* To change one option, get them all first.  NULL sets those named above as defaults.  Refused with a
 * status, and nothing changed, where one is out of range. */
SN_API sn_print_options sn_get_printoptions(void);
SN_API int sn_set_printoptions(const sn_print_options *options);

/* Prints x and a newline as Python's print(numpy_array) does.  Returns a status; `file` is not flushed,
 * so that a full disk may show only at fflush or fclose. */
SN_API int sn_print(sn_array x, FILE *file);

/* The same text without the newline.  Writes at most `size` bytes with a closing NUL and returns the
 * length of the whole text, as snprintf; negative status on failure. */
SN_API int64_t sn_format(sn_array x, char *out, size_t size);

SN_END_DECLS

#endif
