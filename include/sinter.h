/* Sinter: a lazy array engine.  This header is the whole public interface; each header under
 * sinter/ can also be included alone.
 *
 * Rules that hold everywhere:
 *  - an operation records what to compute and returns at once; reading a value evaluates it;
 *  - a call that returns an sn_array never fails outright: on an error it returns a poisoned handle,
 *    which carries its message and hands it on to whatever is built on it;
 *  - a call that returns int returns SN_OK or a negative status and sets sn_error();
 *  - nothing here prints (but sn_print), aborts or exits. */
#ifndef SINTER_H
#define SINTER_H

#include "sinter/array.h"
#include "sinter/capture.h"
#include "sinter/complex.h"
#include "sinter/compose.h"
#include "sinter/create.h"
#include "sinter/device.h"
#include "sinter/dtype.h"
#include "sinter/error.h"
#include "sinter/expr.h"
#include "sinter/inspect.h"
#include "sinter/io.h"
#include "sinter/join.h"
#include "sinter/ops.h"
#include "sinter/read.h"
#include "sinter/reduce.h"
#include "sinter/scope.h"
#include "sinter/statistics.h"
#include "sinter/status.h"
#include "sinter/stream.h"
#include "sinter/testing.h"
#include "sinter/user.h"
#include "sinter/view.h"
#include "sinter/write.h"

#endif
