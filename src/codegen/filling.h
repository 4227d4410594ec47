/* Filling a template whose values are written piece by piece. */
#ifndef SNI_FILLING_H
#define SNI_FILLING_H

#include "codegen/kernel.h"

#define SNI_FILLING_MAX 24

typedef struct sni_filling {
    sni_fill fills[SNI_FILLING_MAX];
    sni_str values[SNI_FILLING_MAX];
    size_t count;
} sni_filling;

/* The text that will stand for $name; to be written to before sni_filling_put. */
sni_str *sni_filling_key(sni_filling *f, const char *name);
/* Appends the named template, filled; frees the values.  ERR_INTERNAL when there is no such template. */
int sni_filling_put(sni_filling *f, const char *name, sni_str *out);

#endif
