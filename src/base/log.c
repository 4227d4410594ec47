/* Log lines, to a callback or to stderr. */
#include "base/base.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sni_log_callback log_callback;
static void *log_user;

void sni_log_set_callback(sni_log_callback callback, void *user)
{
    pthread_mutex_lock(&lock);
    log_callback = callback;
    log_user = user;
    pthread_mutex_unlock(&lock);
}

/* One write: lines of several threads and processes do not mix. */
static void write_stderr(sni_log_level level, const char *text)
{
    static const char *const names[] = {"", "error: ", "warning: ", "", "debug: "};
    char line[2112];
    int n = snprintf(line, sizeof line, "sinter: %s%s\n", names[level], text);
    if (n <= 0) return;
    if (n >= (int)sizeof line) n = (int)sizeof line - 1;
    if (write(STDERR_FILENO, line, (size_t)n) < 0) return; /* nowhere left to say so */
}

static void log_line(sni_log_level level, const char *format, va_list args) SNI_PRINTF(2, 0);
static void log_line(sni_log_level level, const char *format, va_list args)
{
    int saved = errno;
    char text[2048];
    if (vsnprintf(text, sizeof text, format, args) < 0) strcpy(text, "message could not be formatted");
    pthread_mutex_lock(&lock);
    sni_log_callback callback = log_callback;
    void *user = log_user;
    pthread_mutex_unlock(&lock);
    if (callback)
        callback((int)level, text, user);
    else
        write_stderr(level, text);
    errno = saved;
}

static bool enabled(sni_log_level level)
{
    return level > SNI_LOG_OFF && level <= SNI_LOG_DEBUG && (int64_t)level <= sni_option_int(SNI_OPTION_LOG);
}

void sni_log(sni_log_level level, const char *format, ...)
{
    if (!enabled(level)) return;
    va_list args;
    va_start(args, format);
    log_line(level, format, args);
    va_end(args);
}

void sni_log_once(int *flag, sni_log_level level, const char *format, ...)
{
    if (!enabled(level) || sni_exchange(flag, 1)) return;
    va_list args;
    va_start(args, format);
    log_line(level, format, args);
    va_end(args);
}
