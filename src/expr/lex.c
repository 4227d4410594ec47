/* Text -> tokens. */
#define _GNU_SOURCE
#include "expr/ast.h"

#include <locale.h>
#include <string.h>

bool sni_text_is(sni_text t, const char *word)
{
    return strlen(word) == t.length && memcmp(word, t.at, t.length) == 0;
}

void sni_lexer_init(sni_lexer *l, const char *text, size_t length)
{
    *l = (sni_lexer){.start = text, .at = text, .end = text + length};
}

void sni_lexer_free(sni_lexer *l)
{
    if (l->locale) freelocale((locale_t)l->locale);
    l->locale = NULL;
}

int sni_lex_fail(sni_lexer *l, const char *at, int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sni_vfail(status, format, args);
    va_end(args);
    l->error_offset = (size_t)(at - l->start);
    return status;
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* ---- white space ---------------------------------------------------------------------------------- */

static void skip_comment(sni_lexer *l)
{
    while (l->at < l->end && *l->at != '\n') l->at++;
}

/* A backslash joins a line to the next. */
static bool skip_joined_line(sni_lexer *l)
{
    const char *p = l->at + 1;
    if (p < l->end && *p == '\r') p++;
    if (p >= l->end || *p != '\n') return false;
    l->at = p + 1;
    return true;
}

static void skip_space(sni_lexer *l)
{
    for (; l->at < l->end; l->at++) {
        char c = *l->at;
        if (c == '\\' && skip_joined_line(l)) {
            l->at--;
            continue;
        }
        if (c == '#') {
            skip_comment(l);
            l->at--;
            continue;
        }
        if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || (c == '\n' && l->brackets > 0)) continue;
        return;
    }
}

/* ---- words, strings, punctuation ------------------------------------------------------------------ */

/* Python's, but for True, False and None, which are values. */
static const char *const keywords[] = {
    "and",    "as",   "assert", "async",  "await",  "break",   "class",    "continue",
    "def",    "del",  "elif",   "else",   "except", "finally", "for",      "from",
    "global", "if",   "import", "in",     "is",     "lambda",  "nonlocal", "not",
    "or",     "pass", "raise",  "return", "try",    "while",   "with",     "yield",
};

static bool is_keyword(sni_text word)
{
    for (size_t k = 0; k < SNI_COUNT(keywords); k++)
        if (sni_text_is(word, keywords[k])) return true;
    return false;
}

bool sni_expr_is_name(const char *text)
{
    sni_text word = {text, strlen(text)};
    if (word.length == 0 || !is_name_start(*text) || is_keyword(word)) return false;
    for (const char *c = text; *c; c++)
        if (!is_name_start(*c) && !is_digit(*c)) return false;
    return !sni_text_is(word, "True") && !sni_text_is(word, "False") && !sni_text_is(word, "None");
}

static int lex_string(sni_lexer *l, sni_token *out)
{
    const char *open = l->at, *p = open + 1;
    while (p < l->end && *p != *open && *p != '\n' && *p != '\\') p++;
    if (p < l->end && *p == '\\')
        return sni_lex_fail(l, p, SN_ERR_SYNTAX, "a backslash in a string is not supported");
    if (p >= l->end || *p == '\n')
        return sni_lex_fail(l, open, SN_ERR_SYNTAX, "string without closing %c", *open);
    out->kind = SNI_T_STRING;
    out->text = (sni_text){open + 1, (size_t)(p - open - 1)};
    l->at = p + 1;
    return SN_OK;
}

static int lex_name(sni_lexer *l, sni_token *out)
{
    const char *start = l->at;
    while (l->at < l->end && (is_name_start(*l->at) || is_digit(*l->at))) l->at++;
    out->text = (sni_text){start, (size_t)(l->at - start)};
    if (l->at < l->end && (*l->at == '"' || *l->at == '\'') && out->text.length <= 2)
        return sni_lex_fail(l, start, SN_ERR_SYNTAX, "string prefix '%.*s' is not supported",
                            SNI_TEXT(out->text));
    out->kind = is_keyword(out->text) ? SNI_T_KEYWORD : SNI_T_NAME;
    return SN_OK;
}

static const struct {
    char text[4];
    uint8_t kind;
} punctuation[] = {
#define SN_BINARY(ID, text, precedence, OP) {text, SNI_T_##ID},
#define SN_AUGMENTED(ID, text) {text, SNI_T_##ID##_ASSIGN},
#define SN_PUNCTUATION(ID, text) {text, SNI_T_##ID},
#include "expr/operators.def"
};

static int lex_fail_character(sni_lexer *l)
{
    unsigned char c = (unsigned char)*l->at;
    if (c >= 0x80)
        return sni_lex_fail(l, l->at, SN_ERR_SYNTAX,
                            "only ASCII characters are allowed outside comments and strings");
    if (c == '\\') return sni_lex_fail(l, l->at, SN_ERR_SYNTAX, "a backslash may only end a line");
    if (c < ' ' || c == 0x7F)
        return sni_lex_fail(l, l->at, SN_ERR_SYNTAX, "unexpected control character 0x%02x", c);
    return sni_lex_fail(l, l->at, SN_ERR_SYNTAX, "unexpected character '%c'", c);
}

/* The longest that fits. */
static int lex_punctuation(sni_lexer *l, sni_token *out)
{
    size_t room = (size_t)(l->end - l->at), best = 0;
    for (size_t k = 0; k < SNI_COUNT(punctuation); k++) {
        size_t n = strlen(punctuation[k].text);
        if (n <= best || n > room || memcmp(l->at, punctuation[k].text, n) != 0) continue;
        best = n;
        out->kind = punctuation[k].kind;
    }
    if (best == 0) return lex_fail_character(l);
    if (out->kind == SNI_T_LPAREN || out->kind == SNI_T_LBRACKET || out->kind == SNI_T_LBRACE) l->brackets++;
    if (out->kind == SNI_T_RPAREN || out->kind == SNI_T_RBRACKET || out->kind == SNI_T_RBRACE) l->brackets--;
    out->text = (sni_text){l->at, best};
    l->at += best;
    return SN_OK;
}

int sni_lex(sni_lexer *l, sni_token *out)
{
    skip_space(l);
    *out = (sni_token){.kind = SNI_T_END, .offset = (size_t)(l->at - l->start), .text = {l->at, 0}};
    if (l->at >= l->end) return SN_OK;
    char c = *l->at;
    if (c == '\n' || c == ';') {
        out->kind = SNI_T_NEWLINE;
        out->text.length = 1;
        l->at++;
        return SN_OK;
    }
    if (is_digit(c) || (c == '.' && l->at + 1 < l->end && is_digit(l->at[1]))) return sni_lex_number(l, out);
    if (is_name_start(c)) return lex_name(l, out);
    if (c == '"' || c == '\'') return lex_string(l, out);
    return lex_punctuation(l, out);
}
