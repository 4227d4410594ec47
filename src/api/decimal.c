/* Shortest decimal digits of a floating-point number.
 *
 * The C library rounds exactly in both directions, so the shortest text is found by trying lengths.  Its
 * decimal point depends on the locale and is skipped when digits are taken. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/format.h"

#define TEXT_MAX 64

static void take_digits(const char *text, int exponent, sni_decimal *out)
{
    out->count = 0;
    bool leading = true;
    int point = exponent + 1;
    for (const char *c = text; *c != '\0' && *c != 'e' && out->count < SNI_DIGITS_MAX; c++) {
        if (*c < '0' || *c > '9') continue;
        if (leading && *c == '0') {
            point--;
            continue;
        }
        leading = false;
        out->digits[out->count++] = *c;
    }
    while (out->count > 0 && out->digits[out->count - 1] == '0') out->count--;
    out->point = out->count > 0 ? point : 1;
}

static void take_scientific(const char *text, sni_decimal *out)
{
    take_digits(text, atoi(strchr(text, 'e') + 1), out);
}

static bool reads_back(const char *text, double value, bool single)
{
    return single ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value;
}

/* Adds one to the last digit of "d.ddde+xx"; false when the carry runs out of the first. */
static bool next_up(char *text)
{
    for (char *c = strchr(text, 'e') - 1; c >= text; c--) {
        if (*c < '0' || *c > '9') continue;
        if (*c != '9') {
            ++*c;
            return true;
        }
        *c = '0';
    }
    return false;
}

/* Whether `digits` significant digits are enough.  Below a power of two numbers lie closer, so that the
 * nearest decimal may miss on that side where the one above it still reads back. */
static bool try_digits(double value, bool single, int digits, char *text)
{
    int exponent;
    snprintf(text, TEXT_MAX, "%.*e", digits - 1, value);
    if (reads_back(text, value, single)) return true;
    return frexp(value, &exponent) == 0.5 && next_up(text) && reads_back(text, value, single);
}

void sni_decimal_shortest(double value, bool single, sni_decimal *out)
{
    char text[TEXT_MAX];
    double magnitude = fabs(value);
    bool normal = magnitude >= (single ? 0x1p-126 : 0x1p-1022);
    int digits = !normal ? 1 : single ? 6 : 15; /* so many digits of any text survive, so fewer show as zeros */
    int most = single ? 9 : 17;
    out->negative = signbit(value);
    while (!try_digits(magnitude, single, digits, text) && digits < most) digits++;
    take_scientific(text, out);
}

void sni_decimal_exact(double value, int places, sni_decimal *out)
{
    char text[TEXT_MAX];
    snprintf(text, sizeof text, "%.*e", places, fabs(value));
    out->negative = signbit(value);
    take_scientific(text, out);
}

void sni_decimal_places(double value, bool single, int places, bool scientific, sni_decimal *out)
{
    char text[512]; /* the longest double has 309 digits before its point */
    sni_decimal_shortest(value, single, out);
    if (out->count - (scientific ? 1 : out->point) <= places) return;
    if (scientific) {
        sni_decimal_exact(value, places, out);
        return;
    }
    snprintf(text, sizeof text, "%.*f", places, fabs(value));
    take_digits(text, (int)strspn(text, "0123456789") - 1, out);
}
