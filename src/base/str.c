/* String buffer. */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sni_str_free(sni_str *s)
{
    free(s->data);
    *s = (sni_str){0};
}

void sni_str_clear(sni_str *s)
{
    s->len = 0;
    s->status = SN_OK;
    if (s->data) s->data[0] = 0;
}

/* Room for n more bytes and the NUL. */
static bool reserve(sni_str *s, size_t n)
{
    if (s->status < 0) return false;
    size_t need;
    if (sni_add_overflow(s->len, n, &need) || sni_add_overflow(need, (size_t)1, &need)) {
        s->status = sni_fail_memory(SIZE_MAX, "text");
        return false;
    }
    if (need <= s->cap) return true;
    size_t cap = need < 128 ? 128 : need;
    if (s->cap < SIZE_MAX / 2 && cap < s->cap * 2) cap = s->cap * 2;
    char *data = realloc(s->data, cap);
    if (!data) {
        s->status = sni_fail_memory(cap, "text");
        return false;
    }
    s->data = data;
    s->cap = cap;
    return true;
}

void sni_str_putn(sni_str *s, const char *text, size_t n)
{
    if (!reserve(s, n)) return;
    if (n) memcpy(s->data + s->len, text, n);
    s->len += n;
    s->data[s->len] = 0;
}

void sni_str_put(sni_str *s, const char *text)
{
    sni_str_putn(s, text, strlen(text));
}

void sni_str_putc(sni_str *s, char c)
{
    sni_str_putn(s, &c, 1);
}

void sni_str_printf(sni_str *s, const char *format, ...)
{
    if (!reserve(s, 64)) return;
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(s->data + s->len, s->cap - s->len, format, args);
    if (n < 0) {
        s->status = sni_fail(SN_ERR_INTERNAL, "text could not be formatted");
    } else if ((size_t)n < s->cap - s->len) {
        s->len += (size_t)n;
    } else if (reserve(s, (size_t)n)) {
        vsnprintf(s->data + s->len, s->cap - s->len, format, again);
        s->len += (size_t)n;
    }
    s->data[s->len] = 0; /* a failed write leaves the text as it was */
    va_end(again);
    va_end(args);
}

const char *sni_str_text(const sni_str *s)
{
    return s->data ? s->data : "";
}

/* Length of the UTF-8 character at `c`, 0 when it is malformed, overlong or a surrogate. */
static size_t utf8_length(const unsigned char *c)
{
    size_t n = c[0] < 0x80 ? 1 : c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : c[0] < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < n; i++)
        if ((c[i] & 0xC0) != 0x80) return 0;
    if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F)) return 0;
    if ((c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F)) return 0;
    return n;
}

void sni_str_json(sni_str *s, const char *text)
{
    sni_str_putc(s, '"');
    while (*text) {
        unsigned char c = (unsigned char)*text;
        size_t n = utf8_length((const unsigned char *)text);
        if (n == 0)
            sni_str_put(s, "\\ufffd");
        else if (c == '"' || c == '\\')
            sni_str_printf(s, "\\%c", c);
        else if (c < 0x20 || c == 0x7F)
            sni_str_printf(s, "\\u%04x", c);
        else
            sni_str_putn(s, text, n);
        text += n ? n : 1;
    }
    sni_str_putc(s, '"');
}
