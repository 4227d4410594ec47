/* .npy files: NumPy's format, versions 1.0 to 3.0.
 *
 * The header is parsed by a grammar of its own, never evaluated.  A file is regular (its size is
 * compared with what the header promises before anything is allocated); data after the array is
 * ignored, as np.load does. */
#ifndef SNI_NPY_H
#define SNI_NPY_H

#include "runtime/runtime.h"

typedef struct sni_npy_header {
    sni_dtype dtype;
    bool swapped, fortran; /* bytes of each element reversed; first axis fastest */
    int rank;
    int64_t dims[SNI_MAX_RANK];
    size_t data_offset; /* of the first element in the file */
    size_t data_bytes;
} sni_npy_header;

/* Parses the header at the start of a file of `file_size` bytes, of which `size` are at `bytes`.
 * `name` stands in messages.  ERR_FORMAT or ERR_UNSUPPORTED with the reason. */
int sni_npy_parse(const char *name, const void *bytes, size_t size, uint64_t file_size, sni_npy_header *out);

typedef struct sni_npy {
    sni_dtype dtype;
    int rank;
    int64_t dims[SNI_MAX_RANK];
    bool fortran;
    sni_buffer *buffer; /* dense data in this machine's byte order; one reference for the caller */
} sni_npy;

/* Reads a file into pooled memory.  Booleans other than 0 and 1 become 1. */
int sni_npy_read(const char *path, sni_npy *out);

/* Writes dense data as NumPy does (version 1.0), through a temporary file that is renamed: after a
 * failure the old file is untouched and no partial file is left. */
int sni_npy_write(const char *path, sni_dtype dtype, int rank, const int64_t *dims, bool fortran,
                  const void *data);

#endif
