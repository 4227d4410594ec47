/* The calling thread's last failure. */
#include "base/base.h"

#include <stdio.h>
#include <string.h>

#undef sni_fail
#undef sni_vfail
#undef sni_fail_lines
#undef sni_fail_memory

#define MESSAGE_MAX 1024
#define REPORT_MAX 3072 /* it lies in each thread's memory */

static SNI_THREAD_LOCAL char message[REPORT_MAX];
static SNI_THREAD_LOCAL int message_status;

#define SN_STATUS(name, value, meaning)                                                                      \
    _Static_assert(SN_##name == (value), "sinter/status.h is not status.def");
#include "base/status.def"
#undef SN_STATUS

static const struct {
    int status;
    const char *name;
} status_names[] = {
#define SN_STATUS(name, value, meaning) {value, #name},
#include "base/status.def"
#undef SN_STATUS
};

/* A cut message ends in "..." and not in half a UTF-8 character. */
static void mark_cut(char *text, size_t size)
{
    size_t end = size - 4;
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--;
    memcpy(text + end, "...", 4);
}

int sni_vfail(int status, const char *format, va_list args)
{
    char text[MESSAGE_MAX]; /* the arguments may be the present message */
    int n = vsnprintf(text, sizeof text, format, args);
    if (n < 0) strcpy(text, "message could not be formatted");
    if (n >= (int)sizeof text) mark_cut(text, sizeof text);
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    strcpy(message, text);
    message_status = status;
    return status;
}

int sni_fail(int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sni_vfail(status, format, args);
    va_end(args);
    return status;
}

int sni_fail_lines(int status, const char *text)
{
    size_t n = strlen(text);
    bool cut = n >= sizeof message;
    if (cut) n = sizeof message - 1;
    memmove(message, text, n);
    message[n] = 0;
    if (cut) mark_cut(message, sizeof message);
    message_status = status;
    return status;
}

int sni_fail_memory(size_t bytes, const char *what)
{
    if (bytes == SIZE_MAX) return sni_fail(SN_ERR_MEMORY, "%s: the size overflows", what);
    return sni_fail(SN_ERR_MEMORY, "%s: out of memory for %zu bytes", what, bytes);
}

const char *sni_error_message(void)
{
    return message;
}

int sni_error_status(void)
{
    return message_status;
}

void sni_error_clear(void)
{
    message[0] = 0;
    message_status = SN_OK;
}

const char *sni_status_name(int status)
{
    for (size_t i = 0; i < SNI_COUNT(status_names); i++)
        if (status_names[i].status == status) return status_names[i].name;
    return "unknown status";
}
