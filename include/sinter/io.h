/* Files. */
#ifndef SN_IO_H
#define SN_IO_H

#include "sinter/array.h"

SN_BEGIN_DECLS

/* Reads a .npy file (versions 1 to 3, C or Fortran order, either byte order).  A file that is
 * truncated, malformed, absurdly large or holds objects is refused; poisoned handle on failure. */
SN_API sn_array sn_load(const char *path);

/* Evaluates x and writes it as .npy, through a temporary file in the same folder that is renamed: on
 * a failure the file that was there is untouched and no partial file is left.  Returns a status. */
SN_API int sn_save(const char *path, sn_array x);

SN_END_DECLS

#endif
