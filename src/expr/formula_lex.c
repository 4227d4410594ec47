/* Tokens of a user's expression: C's. */
#define _GNU_SOURCE
#include "expr/formula_build.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 63 /* bytes of a number */

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

size_t sni_formula_word_length(const char *at)
{
    size_t n = 0;
    while (!is_digit(at[0]) && is_word(at[n])) n++;
    return n;
}

int sni_formula_fail(const sni_formula_draft *d, const char *at, int status, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return sni_fail(status, "%s: %s, column %zu: %s", d->name, d->part, (size_t)(at - d->text) + 1, text);
}

bool sni_formula_is(const sni_formula_draft *d, const char *word)
{
    return d->token == SNI_FT_NAME && strlen(word) == d->length && !memcmp(word, d->start, d->length);
}

bool sni_formula_word(const char *word, size_t n)
{
    static const char *const words[] = {
        "alignas", "alignof",   "asm",      "auto",    "break",  "case",      "catch",  "char",     "class",
        "const",   "constexpr", "continue", "default", "delete", "do",        "else",   "enum",     "extern",
        "for",     "goto",      "if",       "inline",  "long",   "namespace", "new",    "operator", "private",
        "public",  "register",  "restrict", "return",  "short",  "signed",    "sizeof", "static",   "struct",
        "switch",  "template",  "this",     "throw",   "try",    "typedef",   "typeof", "union",    "using",
        "virtual", "void",      "volatile", "while"};
    if (n > 1 && word[0] == '_' && word[1] == '_') return true;
    for (size_t k = 0; k < SNI_COUNT(words); k++)
        if (strlen(words[k]) == n && !memcmp(words[k], word, n)) return true;
    return false;
}

/* ---- numbers ------------------------------------------------------------------------------------------ */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t plain; /* the host's may write 1,5 */

static void make_locale(void)
{
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

/* As C's preprocessor has it: digits, letters, points, and signs behind an exponent's letter. */
static size_t number_length(const char *at, bool hex)
{
    size_t n = 0;
    for (;; n++) {
        bool sign = (at[n] == '+' || at[n] == '-') && n > 0;
        char before = n > 0 ? (char)(at[n - 1] | 0x20) : 0;
        if (sign && before == (hex ? 'p' : 'e')) continue;
        if (!is_word(at[n]) && at[n] != '.') return n;
    }
}

static int malformed(const sni_formula_draft *d)
{
    return sni_formula_fail(d, d->start, SN_ERR_SYNTAX, "malformed number '%.*s'",
                            (int)(d->length < 64 ? d->length : 64), d->start);
}

static int floating(sni_formula_draft *d, const char *text)
{
    char *end;
    d->number = (sni_scalar){.bits = {0}};
    d->number_dtype = SNI_FLOAT64;
    d->number.f64 = strtod_l(text, &end, plain);
    if ((*end | 0x20) == 'f') {
        d->number = (sni_scalar){.bits = {0}};
        d->number_dtype = SNI_FLOAT32;
        d->number.f32 = strtof_l(text, &end, plain);
        end++;
    }
    return *end || end == text ? malformed(d) : SN_OK;
}

/* The type that C gives a literal, with 64 bits for long. */
static int whole(sni_formula_draft *d, const char *text, bool hex)
{
    uint64_t x = 0;
    const char *p = text + (hex ? 2 : 0), *digits = p;
    for (; is_digit(*p) || (hex && (*p | 0x20) >= 'a' && (*p | 0x20) <= 'f'); p++) {
        unsigned digit = is_digit(*p) ? (unsigned)(*p - '0') : (unsigned)((*p | 0x20) - 'a') + 10;
        if (sni_mul_overflow(x, hex ? 16u : 10u, &x) || sni_add_overflow(x, digit, &x))
            return sni_formula_fail(d, d->start, SN_ERR_VALUE, "an integer of more than 64 bits");
    }
    if (p == digits) return malformed(d);
    if (!hex && *digits == '0' && p > digits + 1)
        return sni_formula_fail(d, d->start, SN_ERR_SYNTAX,
                                "a number that starts with 0 would be octal in C");
    bool without_sign = false, wide = false;
    for (; *p; p++) {
        bool u = (*p | 0x20) == 'u', l = (*p | 0x20) == 'l';
        if ((!u && !l) || (u && without_sign) || (l && wide)) return malformed(d);
        without_sign |= u;
        wide |= l;
        if (l && p[1] == *p) p++;
    }
    bool may_be_unsigned = without_sign || hex;
    d->number_dtype = !wide && !without_sign && x <= INT32_MAX      ? SNI_INT32
                      : !wide && may_be_unsigned && x <= UINT32_MAX ? SNI_UINT32
                      : !without_sign && x <= INT64_MAX             ? SNI_INT64
                                                                    : SNI_UINT64;
    if (d->number_dtype == SNI_UINT64 && !may_be_unsigned)
        return sni_formula_fail(d, d->start, SN_ERR_VALUE,
                                "an integer that int64 does not hold; write u after it");
    d->number = sni_scalar_cast((sni_scalar){.u64 = x}, SNI_UINT64, d->number_dtype);
    return SN_OK;
}

static int number(sni_formula_draft *d)
{
    char text[NUMBER_MAX + 1];
    bool hex = d->start[0] == '0' && (d->start[1] | 0x20) == 'x';
    pthread_once(&once, make_locale);
    if (!plain) return sni_fail_memory(1, "a locale");
    d->length = number_length(d->start, hex);
    d->at = d->start + d->length;
    d->token = SNI_FT_NUMBER;
    if (d->length > NUMBER_MAX) return malformed(d);
    memcpy(text, d->start, d->length);
    text[d->length] = 0;
    bool real = strpbrk(text, hex ? ".pP" : ".eE") != NULL;
    return real ? floating(d, text) : whole(d, text, hex);
}

/* ---- signs --------------------------------------------------------------------------------------------- */

static const struct {
    char text[3];
    sni_formula_token token;
} signs[] = {
    {"||", SNI_FT_OR},         {"&&", SNI_FT_AND},           {"==", SNI_FT_EQUAL},  {"!=", SNI_FT_NOT_EQUAL},
    {"<=", SNI_FT_LESS_EQUAL}, {">=", SNI_FT_GREATER_EQUAL}, {"<<", SNI_FT_LEFT},   {">>", SNI_FT_RIGHT},
    {"|", SNI_FT_BIT_OR},      {"^", SNI_FT_BIT_XOR},        {"&", SNI_FT_BIT_AND}, {"<", SNI_FT_LESS},
    {">", SNI_FT_GREATER},     {"+", SNI_FT_PLUS},           {"-", SNI_FT_MINUS},   {"*", SNI_FT_TIMES},
    {"/", SNI_FT_DIVIDE},      {"%", SNI_FT_MODULO},         {"!", SNI_FT_NOT},     {"~", SNI_FT_INVERT},
    {"?", SNI_FT_QUESTION},    {":", SNI_FT_COLON},          {"(", SNI_FT_OPEN},    {")", SNI_FT_CLOSE},
    {",", SNI_FT_COMMA}};

/* What C reads as one sign and no expression here has. */
static const char *const refused[] = {
    "++", "--", "->", "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "//", "/*", "::"};

static int refuse(const sni_formula_draft *d, size_t n)
{
    unsigned char c = (unsigned char)*d->start;
    if (c < ' ' || c > '~') return sni_formula_fail(d, d->start, SN_ERR_SYNTAX, "a character of code %d", c);
    return sni_formula_fail(d, d->start, SN_ERR_SYNTAX,
                            "'%.*s' has no place here: an expression computes one value and changes nothing",
                            (int)n, d->start);
}

static int sign(sni_formula_draft *d)
{
    for (size_t k = 0; k < SNI_COUNT(refused); k++)
        if (!strncmp(d->start, refused[k], strlen(refused[k]))) return refuse(d, strlen(refused[k]));
    for (size_t k = 0; k < SNI_COUNT(signs); k++) {
        d->length = strlen(signs[k].text);
        if (strncmp(d->start, signs[k].text, d->length) != 0) continue;
        d->at = d->start + d->length;
        d->token = signs[k].token;
        return SN_OK;
    }
    return refuse(d, 1);
}

int sni_formula_next(sni_formula_draft *d)
{
    d->at += strspn(d->at, " \t\n");
    d->start = d->at;
    d->length = 0;
    if (!*d->at) {
        d->token = SNI_FT_END;
        return SN_OK;
    }
    if (is_digit(*d->at) || (*d->at == '.' && is_digit(d->at[1]))) return number(d);
    if (!is_word(*d->at)) return sign(d);
    d->length = sni_formula_word_length(d->start);
    d->at = d->start + d->length;
    d->token = SNI_FT_NAME;
    return SN_OK;
}
