/* What every public header needs: visibility, C linkage, a few limits. */
#ifndef SN_CONFIG_H
#define SN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SN_API __attribute__((visibility("default")))
#else
#define SN_API
#endif

#ifdef __cplusplus
#define SN_BEGIN_DECLS extern "C" {
#define SN_END_DECLS }
#else
#define SN_BEGIN_DECLS
#define SN_END_DECLS
#endif

#define SN_MAX_NDIM 64 /* most axes an array can have, as in NumPy */

#endif
