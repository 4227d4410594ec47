/* Devices: where arrays are computed, and their memory.
 *
 * A device is named "cpu", "cuda" (the GPU of the option CUDA_DEVICE) or "cuda:1".  An array has no device of its
 * own: what is recorded is computed on the device that is current when it is asked for, and memory that lies elsewhere
 * is copied there once.  NULL as a name means the calling thread's current device. */
#ifndef SN_DEVICE_H
#define SN_DEVICE_H

#include "sinter/array.h"

SN_BEGIN_DECLS

/* Makes a device the calling thread's current one; NULL: back to the options DEVICE and CUDA_DEVICE.  The thread's
 * current stream becomes the default one.  SN_ERR_DEVICE with the reason where it is absent. */
SN_API int sn_device_use(const char *device);

/* Number of GPUs the driver shows; 0 without one. */
SN_API int sn_device_count(void);

typedef struct sn_device_info {
    char name[256];            /* of the product; of the host: what its processor offers */
    int ordinal;               /* 1 of "cuda:1"; 0 of the host */
    int capability;            /* 90: compute capability 9.0; 0 of the host */
    int multiprocessors;       /* of the host: threads used */
    int driver;                /* 13000: the driver is made for CUDA 13.0; 0 of the host */
    uint64_t total, free;      /* bytes of memory */
} sn_device_info;
SN_API int sn_device_get_info(const char *device, sn_device_info *out);

/* Waits for all that the device was given to do, in all its streams, and reports its failure. */
SN_API int sn_device_synchronize(const char *device);

/* Evaluates x and copies it to a device ahead of its use; the host does not wait where it need not. */
SN_API int sn_prefetch(sn_array x, const char *device);

/* true: an evaluation for which a GPU has not enough memory runs on the CPU, for the calling thread and all others.
 * The log tells (level warn).  false, the default: it fails with SN_ERR_MEMORY. */
SN_API int sn_device_set_fallback(bool cpu);

/* ---- the memory pool of a device --------------------------------------------------------------------------
 * Memory of arrays that are gone is kept for those to come.  `limit` bounds what is held, kept blocks
 * included (of the host: what is in use); past it, and when memory is short, kept blocks go back first, then a call fails
 * with SN_ERR_MEMORY and a message that names the sizes. */
typedef struct sn_pool_stats {
    uint64_t in_use;           /* bytes of arrays, rounded up to blocks */
    uint64_t cached;           /* bytes kept for arrays to come */
    uint64_t peak;             /* most bytes in use at once */
    uint64_t limit;            /* bytes; 0: none */
    uint64_t allocations;      /* blocks given out so far */
    uint64_t reused;           /* of those, blocks that were kept */
} sn_pool_stats;
SN_API int sn_pool_get_stats(const char *device, sn_pool_stats *out);
SN_API int sn_pool_set_limit(const char *device, uint64_t bytes); /* 0: none */
SN_API int sn_pool_trim(const char *device); /* gives kept blocks back: CuPy's free_all_blocks */

SN_END_DECLS

#endif
