/* Vector math functions by name, for what generated code imports. */
#include "runtime/cpu/cpu.h"

#include <stdlib.h>
#include <string.h>

typedef struct vmath_row { const char *name; void (*function)(void); } vmath_row;

#include "vmath_table.c" /* generated: static const vmath_row vmath_rows[], sorted */

static int compare(const void *key, const void *row)
{
    return strcmp(key, ((const vmath_row *)row)->name);
}

void *sni_vmath_find(const char *name)
{
    const vmath_row *row = bsearch(name, vmath_rows, SNI_COUNT(vmath_rows), sizeof vmath_rows[0], compare);
    return row != NULL ? (void *)row->function : NULL;
}
