/* Options: one row of options.def each, from sni_option_set, the environment or the default. */
#define _GNU_SOURCE
#include "base/base.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { ENUM, LIST, INT, SIZE, PATH, TEXT };
#define UNREAD INT64_MIN
#define TEXT_MAX 4096

static const struct row {
    const char *name, *def, *values, *doc;
    enum kind kind;
} rows[] = {
#define SN_OPTION(name, kind, def, values, doc) {#name, def, values, doc, kind},
#include "base/options.def"
#undef SN_OPTION
};

static struct value {
    _Atomic int64_t number; /* UNREAD until first asked for; of texts, 0 */
    char *text;             /* as given; NULL: the default.  Under the lock */
} values[SNI_OPTION_COUNT] = {
#define SN_OPTION(name, kind, def, values, doc) {.number = UNREAD},
#include "base/options.def"
#undef SN_OPTION
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- reading values ------------------------------------------------------------------------------- */

/* ASCII alone: strcasecmp under a Turkish locale finds no i in I. */
static bool same_word(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        char x = a[i] >= 'A' && a[i] <= 'Z' ? (char)(a[i] - 'A' + 'a') : a[i];
        char y = b[i] >= 'A' && b[i] <= 'Z' ? (char)(b[i] - 'A' + 'a') : b[i];
        if (x != y) return false;
        if (!x) break;
    }
    return true;
}

/* Choice number `index` of "a|b|c" and its length; NULL past the last. */
static const char *choice_at(const char *choices, int64_t index, size_t *length)
{
    for (; index > 0; index--) {
        choices = strchr(choices, '|');
        if (!choices) return NULL;
        choices++;
    }
    *length = strcspn(choices, "|");
    return choices;
}

/* `text` of n characters is a choice: which one. */
static bool parse_choice(const struct row *row, const char *text, size_t n, int64_t *out)
{
    size_t length;
    const char *choice;
    for (int64_t i = 0; (choice = choice_at(row->values, i, &length)) != NULL; i++) {
        if (n != length || !same_word(text, choice, length)) continue;
        *out = i;
        return true;
    }
    return false;
}

/* Bit k for choice k; the empty text is none. */
static bool parse_list(const struct row *row, const char *text, int64_t *out)
{
    int64_t choice;
    if (!*text) return true;
    for (;; text++) {
        size_t n = strcspn(text, ",");
        if (!parse_choice(row, text, n, &choice)) return false;
        *out |= (int64_t)1 << choice;
        text += n;
        if (!*text) return true;
    }
}

/* Digits alone: no sign, no space, no other base. */
static const char *parse_digits(const char *text, int64_t *out)
{
    if (*text < '0' || *text > '9') return NULL;
    for (*out = 0; *text >= '0' && *text <= '9'; text++)
        if (sni_mul_overflow(*out, (int64_t)10, out) || sni_add_overflow(*out, (int64_t)(*text - '0'), out))
            return NULL;
    return text;
}

static bool parse_int(const struct row *row, const char *text, int64_t *out)
{
    int64_t low, high;
    const char *dots = parse_digits(row->values, &low);
    if (!dots || strncmp(dots, "..", 2) != 0 || !parse_digits(dots + 2, &high)) return false;
    const char *end = parse_digits(text, out);
    return end && !*end && *out >= low && *out <= high;
}

static bool parse_size(const char *text, int64_t *out)
{
    static const char suffixes[] = "KMG";
    const char *end = parse_digits(text, out);
    if (!end) return false;
    if (!*end) return true;
    const char *suffix = strchr(suffixes, *end >= 'a' ? *end - 'a' + 'A' : *end);
    if (!suffix || end[1]) return false;
    return !sni_mul_overflow(*out, (int64_t)1 << 10 * (suffix - suffixes + 1), out);
}

static bool parse(const struct row *row, const char *text, int64_t *out)
{
    *out = 0;
    switch (row->kind) {
    case ENUM: return parse_choice(row, text, strlen(text), out);
    case LIST: return parse_list(row, text, out);
    case INT: return parse_int(row, text, out);
    case SIZE: return parse_size(text, out);
    case PATH:
    case TEXT: return strlen(text) < TEXT_MAX;
    }
    return false;
}

static const char *expected(const struct row *row)
{
    if (row->kind == SIZE) return "a size such as 512M";
    return *row->values ? row->values : "a shorter text";
}

static const char *expected_form(const struct row *row)
{
    return row->kind == LIST ? "a list, with commas, of " : "";
}

/* ---- values in force ---------------------------------------------------------------------------------- */

/* Under the lock: `text` becomes the value if it is well formed and memory suffices. */
static int assign(int o, const char *text)
{
    int64_t number;
    if (!parse(&rows[o], text, &number))
        return sni_fail(SN_ERR_VALUE, "SINTER_%s: '%.80s' is not %s%s", rows[o].name, text, expected_form(&rows[o]),
                        expected(&rows[o]));
    char *copy = strdup(text);
    if (!copy) return sni_fail_memory(strlen(text), "option");
    free(values[o].text);
    values[o].text = copy;
    atomic_store(&values[o].number, number);
    return SN_OK;
}

static void assign_default(int o)
{
    int64_t number = 0;
    parse(&rows[o], rows[o].def, &number);
    free(values[o].text);
    values[o].text = NULL;
    atomic_store(&values[o].number, number);
}

/* A set-user-id program does not take its compiler from its caller's environment. */
static const char *environment(int o)
{
    char name[64];
    snprintf(name, sizeof name, "SINTER_%s", rows[o].name);
    const char *text = secure_getenv(name);
    return text && *text ? text : NULL;
}

static void read_first(int o)
{
    char refused[128] = "";
    pthread_mutex_lock(&lock);
    if (atomic_load(&values[o].number) == UNREAD) {
        const char *text = environment(o);
        assign_default(o);
        if (text && assign(o, text) < 0) snprintf(refused, sizeof refused, "%.100s", text);
    }
    pthread_mutex_unlock(&lock);
    if (refused[0])
        sni_log(SNI_LOG_WARN, "SINTER_%s='%s' is not %s%s: using '%s'", rows[o].name, refused,
                expected_form(&rows[o]), expected(&rows[o]), rows[o].def);
}

int64_t sni_option_int(sni_option o)
{
    int64_t number = atomic_load_explicit(&values[o].number, memory_order_acquire);
    if (SNI_LIKELY(number != UNREAD)) return number;
    read_first((int)o);
    return atomic_load(&values[o].number);
}

int sni_option_text(sni_option o, char *out, size_t size)
{
    int64_t number = sni_option_int(o);
    const struct row *row = &rows[o];
    pthread_mutex_lock(&lock);
    const char *text = values[o].text ? values[o].text : row->def;
    size_t length = strlen(text);
    if (row->kind == ENUM) text = choice_at(row->values, number, &length);
    bool fits = text && length < size;
    if (fits) {
        memcpy(out, text, length);
        out[length] = 0;
    }
    pthread_mutex_unlock(&lock);
    if (!fits) return sni_fail(SN_ERR_VALUE, "SINTER_%s: the text is longer than %zu bytes", row->name, size);
    return SN_OK;
}

bool sni_option_is(sni_option o, const char *choice)
{
    size_t length;
    const char *now = choice_at(rows[o].values, sni_option_int(o), &length);
    return now && strlen(choice) == length && strncmp(now, choice, length) == 0;
}

static int find(const char *name)
{
    static const char prefix[] = "SINTER_";
    if (same_word(name, prefix, sizeof prefix - 1)) name += sizeof prefix - 1;
    for (int o = 0; o < SNI_OPTION_COUNT; o++)
        if (same_word(rows[o].name, name, SIZE_MAX)) return o;
    return -1;
}

int sni_option_set(const char *name, const char *value)
{
    if (!name) return sni_fail(SN_ERR_ARGUMENT, "an option needs a name");
    int o = find(name);
    if (o < 0) return sni_fail(SN_ERR_NAME, "there is no option '%.80s'", name);
    pthread_mutex_lock(&lock);
    int status = SN_OK;
    if (value)
        status = assign(o, value);
    else
        atomic_store(&values[o].number, UNREAD);
    pthread_mutex_unlock(&lock);
    return status;
}

int sni_option_next(int index, const char **name, const char **choices, const char **def, const char **doc)
{
    if (index < 0 || index >= SNI_OPTION_COUNT) return SN_ERR_INDEX;
    if (name) *name = rows[index].name;
    if (choices) *choices = rows[index].values;
    if (def) *def = rows[index].def;
    if (doc) *doc = rows[index].doc;
    return SN_OK;
}
