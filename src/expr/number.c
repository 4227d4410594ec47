/* Number literals: Python's. */
#define _GNU_SOURCE
#include "expr/ast.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int digit_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 99;
}

/* Digits with single underscores between them; advances *at past what fits. */
static size_t skip_digits(const char **at, const char *end, int base, bool underscore_first)
{
    size_t digits = 0;
    const char *p = *at;
    while (p < end) {
        const char *d = p;
        if (*d == '_' && (digits > 0 || underscore_first)) d++;
        if (d >= end || digit_value(*d) >= base) break;
        digits++;
        p = d + 1;
    }
    *at = p;
    return digits;
}

static int lex_end_of_number(sni_lexer *l, const char *end, sni_token *out)
{
    const char *start = l->at;
    out->text = (sni_text){start, (size_t)(end - start)};
    if (end < l->end && is_word(*end)) return sni_lex_fail(l, end, SN_ERR_SYNTAX, "malformed number");
    l->at = end;
    return SN_OK;
}

static int lex_integer(sni_lexer *l, const char *digits, const char *end, unsigned base, sni_token *out)
{
    const char *start = l->at;
    out->kind = SNI_T_INT;
    SNI_TRY(lex_end_of_number(l, end, out));
    bool overflow = false;
    for (const char *p = digits; p < end; p++) {
        if (*p == '_') continue;
        overflow |= sni_mul_overflow(out->integer, base, &out->integer);
        overflow |= sni_add_overflow(out->integer, (unsigned)digit_value(*p), &out->integer);
    }
    if (overflow) return sni_lex_fail(l, start, SN_ERR_VALUE, "integer is larger than 64 bits hold");
    return SN_OK;
}

static int lex_with_base(sni_lexer *l, unsigned base, sni_token *out)
{
    const char *p = l->at + 2, *digits = p;
    if (skip_digits(&p, l->end, (int)base, true) == 0)
        return sni_lex_fail(l, l->at, SN_ERR_SYNTAX, "malformed number");
    return lex_integer(l, digits, p, base, out);
}

/* In the "C" locale: the host's may write 1,5. */
static int read_double(sni_lexer *l, sni_text text, double *out)
{
    if (!l->locale) l->locale = (void *)newlocale(LC_ALL_MASK, "C", (locale_t)0);
    char small[64], *copy = text.length < sizeof small ? small : malloc(text.length + 1);
    if (!l->locale || !copy) return sni_fail_memory(text.length + 1, "number");
    size_t n = 0;
    for (size_t k = 0; k < text.length; k++)
        if (text.at[k] != '_') copy[n++] = text.at[k];
    copy[n] = 0;
    *out = strtod_l(copy, NULL, (locale_t)l->locale);
    if (copy != small) free(copy);
    return SN_OK;
}

static int lex_float(sni_lexer *l, const char *end, sni_token *out)
{
    out->kind = SNI_T_FLOAT;
    SNI_TRY(lex_end_of_number(l, end, out));
    return read_double(l, out->text, &out->real);
}

/* 2.5j: the digits end before the j. */
static int lex_imaginary(sni_lexer *l, const char *digits_end, sni_token *out)
{
    out->kind = SNI_T_IMAGINARY;
    sni_text digits = {l->at, (size_t)(digits_end - l->at)};
    SNI_TRY(lex_end_of_number(l, digits_end + 1, out));
    return read_double(l, digits, &out->real);
}

/* An exponent counts only when digits follow; else the e belongs to what comes next. */
static bool skip_exponent(const char **at, const char *end)
{
    const char *p = *at;
    if (p >= end || (*p != 'e' && *p != 'E')) return false;
    p++;
    if (p < end && (*p == '+' || *p == '-')) p++;
    if (skip_digits(&p, end, 10, false) == 0) return false;
    *at = p;
    return true;
}

static bool all_zero(const char *p, const char *end)
{
    while (p < end && (*p == '0' || *p == '_')) p++;
    return p == end;
}

int sni_lex_number(sni_lexer *l, sni_token *out)
{
    const char *p = l->at;
    if (*p == '0' && p + 1 < l->end) {
        char c = (char)(p[1] | 0x20);
        if (c == 'x') return lex_with_base(l, 16, out);
        if (c == 'o') return lex_with_base(l, 8, out);
        if (c == 'b') return lex_with_base(l, 2, out);
    }
    skip_digits(&p, l->end, 10, false);
    bool real = p < l->end && *p == '.';
    if (real) {
        p++;
        skip_digits(&p, l->end, 10, false);
    }
    real |= skip_exponent(&p, l->end);
    if (p < l->end && (*p == 'j' || *p == 'J')) return lex_imaginary(l, p, out);
    if (real) return lex_float(l, p, out);
    if (*l->at == '0' && !all_zero(l->at, p))
        return sni_lex_fail(l, l->at, SN_ERR_SYNTAX,
                            "a number may not start with 0; octal numbers start with 0o");
    return lex_integer(l, l->at, p, 10, out);
}
