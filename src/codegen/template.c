/* Templates: text files embedded at build time, and filling in their $keys. */
#include "codegen/kernel.h"

#include <stdlib.h>
#include <string.h>

struct sni_embedded { const char *name, *text; size_t size; };
extern const struct sni_embedded sni_embedded_templates[]; /* written by tools/embed.c */

#ifndef NDEBUG
#include <pthread.h>

/* Templates read from $SINTER_TEMPLATES, kept for the life of the process. */
static struct loaded { struct loaded *next; char *name, *text; } *loaded_templates;
static pthread_mutex_t loaded_lock = PTHREAD_MUTEX_INITIALIZER;

static const char *load_template(const char *folder, const char *name)
{
    sni_str path = {0};
    sni_str_printf(&path, "%s/%s", folder, name);
    char *text = NULL;
    size_t size;
    int status = path.status < 0 ? path.status : sni_file_read(sni_str_text(&path), 1 << 20, &text, &size);
    sni_str_free(&path);
    struct loaded *entry = status < 0 ? NULL : malloc(sizeof *entry);
    char *copy = entry ? strdup(name) : NULL;
    if (!copy) {
        free(entry);
        free(text);
        return NULL;
    }
    *entry = (struct loaded){loaded_templates, copy, text};
    loaded_templates = entry;
    return text;
}

static const char *template_from_folder(const char *name)
{
    char folder[4096];
    if (sni_option_text(SNI_OPTION_TEMPLATES, folder, sizeof folder) < 0 || !folder[0]) return NULL;
    pthread_mutex_lock(&loaded_lock);
    const struct loaded *entry = loaded_templates;
    while (entry && strcmp(entry->name, name)) entry = entry->next;
    const char *text = entry ? entry->text : load_template(folder, name);
    pthread_mutex_unlock(&loaded_lock);
    return text;
}
#else
static const char *template_from_folder(const char *name)
{
    (void)name;
    return NULL;
}
#endif

const char *sni_template(const char *name)
{
    const char *text = template_from_folder(name);
    if (text) return text;
    for (const struct sni_embedded *t = sni_embedded_templates; t->name; t++)
        if (!strcmp(t->name, name)) return t->text;
    return NULL;
}

static bool is_key_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static const char *fill_value(const char *key, size_t n, const sni_fill *fills, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(fills[i].key) == n && !memcmp(fills[i].key, key, n)) return fills[i].value;
    return NULL;
}

int sni_template_fill(const char *text, const sni_fill *fills, size_t count, sni_str *out)
{
    for (const char *at; (at = strchr(text, '$')) != NULL;) {
        sni_str_putn(out, text, (size_t)(at - text));
        bool braced = at[1] == '{';
        const char *key = at + 1 + braced, *end = key;
        while (is_key_char(*end)) end++;
        const char *value = fill_value(key, (size_t)(end - key), fills, count);
        if (!value || (braced && *end != '}'))
            return sni_fail(SN_ERR_INTERNAL, "template: nothing fills '$%.*s'", (int)(end - key), key);
        sni_str_put(out, value);
        text = end + braced;
    }
    sni_str_put(out, text);
    return out->status;
}
