/* What the files of .npy reading and writing share. */
#ifndef SNI_NPY_INTERNAL_H
#define SNI_NPY_INTERNAL_H

#include "io/npy.h"

#define SNI_NPY_MAGIC "\x93NUMPY"
#define SNI_NPY_HEADER_MAX ((size_t)65535)         /* bytes of the dictionary; 64 extents take 1,400 */
#define SNI_NPY_HEAD_MAX (12 + SNI_NPY_HEADER_MAX) /* with what stands before it */

#endif
