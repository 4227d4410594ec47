/* Arrays as text, exactly as NumPy 2's print writes them. */
#ifndef SNI_FORMAT_H
#define SNI_FORMAT_H

#include "graph/graph.h"
#include "sinter/read.h"

typedef struct sni_formatted {
    sni_dtype dtype;
    int rank;
    const int64_t *dims, *strides; /* strides in bytes */
    const char *data;
    sn_print_options options;      /* as sni_print_check allows */
} sni_formatted;

#define SNI_PRINT_PRESET ((sn_print_options){.precision = 8, .threshold = 1000, .edgeitems = 3, .linewidth = 75})
int sni_print_check(const sn_print_options *o); /* ERR_VALUE naming the one that is out of range */

/* Appends without a final newline.  An array of rank 0 is written as NumPy writes a scalar. */
int sni_format(sni_str *out, const sni_formatted *a);

/* ---- floating point (decimal.c) ----------------------------------------------------------------------
 * A finite number as sign, digits and point: 0.d1 d2 d3 ... * 10^point, no trailing zeros; zero is no
 * digits with point 1. */
#define SNI_DIGITS_MAX 40
typedef struct sni_decimal {
    bool negative;
    int count, point;
    char digits[SNI_DIGITS_MAX];
} sni_decimal;

/* The fewest digits that read back as the same number, the nearest such when there are several. */
void sni_decimal_shortest(double value, bool single, sni_decimal *out);

/* The same, but where that takes more than `places` digits after the point, the exact value rounded
 * there, halves to even.  scientific: the point stands after the first digit. */
void sni_decimal_places(double value, bool single, int places, bool scientific, sni_decimal *out);

/* The exact value rounded to `places` digits after the first. */
void sni_decimal_exact(double value, int places, sni_decimal *out);

#endif
