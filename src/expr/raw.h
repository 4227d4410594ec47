/* Kernels that a user has written in CUDA C: source, name, what they are called with. */
#ifndef SNI_RAW_KERNEL_H
#define SNI_RAW_KERNEL_H

#include "graph/formula.h"

#define SNI_RAW_PARAMS 32

typedef struct sni_raw_param {
    char name[SNI_FORMULA_NAME + 1];
    sni_dtype dtype;
    bool pointer, constant; /* of an array; that the kernel only reads */
} sni_raw_param;

/* Known by content, as operations are (user.h); immutable, and alive until sni_raws_clear. */
typedef struct sni_raw_kernel {
    sni_hash128 hash;
    uint32_t index;
    int nparams;
    sni_raw_param params[SNI_RAW_PARAMS];
    const char *source, *name, *options; /* options: words between single spaces */
    char text[];
} sni_raw_kernel;

int sni_raw_define(const char *source, const char *name, const char *arguments, const char *options, const sni_raw_kernel **out);
const sni_raw_kernel *sni_raw_at(uint32_t index, uint32_t generation); /* NULL + message */
uint32_t sni_raw_generation(void);
void sni_raws_clear(void);

#endif
