/* The calling thread's last failure. */
#ifndef SN_ERROR_H
#define SN_ERROR_H

#include "sinter/config.h"
#include "sinter/status.h"

SN_BEGIN_DECLS

/* One line that says what went wrong in the last call of this thread that failed (of the assertions of
 * testing.h several lines); "" if none did.
 * A success leaves it alone.  The text is valid until the thread's next call. */
SN_API const char *sn_error(void);

/* Status of that failure, or SN_OK. */
SN_API int sn_error_status(void);

SN_API void sn_error_clear(void);

/* "ERR_SHAPE" for SN_ERR_SHAPE; static text. */
SN_API const char *sn_status_name(int status);

SN_END_DECLS

#endif
