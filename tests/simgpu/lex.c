/* Tokens of PTX. */
#include "ptx.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ptx_grow(void **array, u32 count, u32 *room, size_t size)
{
    if (count < *room) return;
    u32 more = *room ? *room * 2 : 16;
    void *p = realloc(*array, more * size);
    if (!p) abort(); /* a test instrument: nothing is left to test */
    memset((char *)p + *room * size, 0, (more - *room) * size);
    *array = p;
    *room = more;
}

char *ptx_copy(const char *start, size_t length)
{
    char *p = malloc(length + 1);
    if (!p) abort();
    memcpy(p, start, length);
    p[length] = 0;
    return p;
}

void ptx_fail(ptx_reader *r, const char *format, ...)
{
    if (r->failed) return;
    va_list args;
    int n = snprintf(r->module->error, sizeof r->module->error, "PTX line %u: ", r->line);
    va_start(args, format);
    vsnprintf(r->module->error + n, sizeof r->module->error - (size_t)n, format, args);
    va_end(args);
    r->failed = true;
}

static void skip(ptx_reader *r)
{
    for (;;) {
        if (*r->at == '\n') r->line++;
        if (isspace((unsigned char)*r->at)) {
            r->at++;
        } else if (r->at[0] == '/' && r->at[1] == '/') {
            while (*r->at && *r->at != '\n') r->at++;
        } else if (r->at[0] == '/' && r->at[1] == '*') {
            for (r->at += 2; *r->at && (r->at[0] != '*' || r->at[1] != '/'); r->at++)
                if (*r->at == '\n') r->line++;
            if (*r->at) r->at += 2;
        } else {
            return;
        }
    }
}

static bool word_goes_on(const char *at)
{
    return isalnum((unsigned char)*at) || (*at && strchr("_$%.", *at)) || (at[0] == ':' && at[1] == ':');
}

static ptx_lexeme number(const char *at)
{
    ptx_lexeme l = {.kind = PTX_INTEGER, .start = at};
    char *end;
    if (at[0] == '0' && at[1] && strchr("fFdD", at[1]) && isxdigit((unsigned char)at[2])) {
        l.kind = PTX_FLOAT;
        l.value = strtoull(at + 2, &end, 16);
    } else {
        bool binary = at[0] == '0' && (at[1] == 'b' || at[1] == 'B');
        l.value = strtoull(binary ? at + 2 : at, &end, binary ? 2 : 0);
        if (*end == '.') {
            sim_reg v = {.f64 = strtod(at, &end)};
            l.kind = PTX_FLOAT;
            l.value = v.u64;
        } else if (*end == 'U' || *end == 'u') {
            end++;
        }
    }
    l.length = (size_t)(end - at);
    return l;
}

ptx_lexeme ptx_peek(ptx_reader *r)
{
    skip(r);
    const char *at = r->at;
    ptx_lexeme l = {.kind = PTX_MARK, .start = at, .length = 1, .value = (unsigned char)*at};
    if (!*at) return l.kind = PTX_END, l.length = 0, l;
    if (isdigit((unsigned char)*at)) return number(at);
    if (*at == '"') {
        l.kind = PTX_STRING;
        while (at[l.length] && at[l.length] != '"') l.length++;
        if (at[l.length]) l.length++;
    } else if (isalpha((unsigned char)*at) || strchr("_$%.", *at)) {
        l.kind = PTX_WORD;
        while (word_goes_on(at + l.length)) l.length += at[l.length] == ':' ? 2 : 1;
    }
    return l;
}

ptx_lexeme ptx_next(ptx_reader *r)
{
    ptx_lexeme l = ptx_peek(r);
    r->at += l.length;
    return l;
}

bool ptx_take(ptx_reader *r, int mark)
{
    ptx_lexeme l = ptx_peek(r);
    if (l.kind != PTX_MARK || (int)l.value != mark) return false;
    r->at += l.length;
    return true;
}

bool ptx_take_word(ptx_reader *r, const char *word)
{
    ptx_lexeme l = ptx_peek(r);
    if (l.kind != PTX_WORD || l.length != strlen(word) || memcmp(l.start, word, l.length) != 0) return false;
    r->at += l.length;
    return true;
}

void ptx_want(ptx_reader *r, int mark)
{
    if (ptx_take(r, mark)) return;
    ptx_lexeme l = ptx_peek(r);
    ptx_fail(r, "'%c' expected, not '%.*s'", mark, (int)(l.length < 40 ? l.length : 40), l.start);
}

bool ptx_word(ptx_reader *r, char *out, size_t size)
{
    ptx_lexeme l = ptx_next(r);
    *out = 0;
    if (l.kind != PTX_WORD || l.length >= size) {
        ptx_fail(r, "a name expected, not '%.*s'", (int)(l.length < 40 ? l.length : 40), l.start);
        return false;
    }
    memcpy(out, l.start, l.length);
    out[l.length] = 0;
    return true;
}

u64 ptx_integer(ptx_reader *r)
{
    bool negative = ptx_take(r, '-');
    ptx_lexeme l = ptx_next(r);
    if (l.kind != PTX_INTEGER)
        ptx_fail(r, "a number expected, not '%.*s'", (int)(l.length < 40 ? l.length : 40), l.start);
    return negative ? 0 - l.value : l.value;
}
