/* Expression text over handles. */
#include "expr/expr.h"

#include <stdlib.h>
#include <string.h>

#include "api/context.h"

#define NAMES_MAX 256

static int use_names(sni_context *c, const char *const *names, const sn_array *arrays, size_t count,
                     sni_used *used, sni_expr_name *bound, size_t *done)
{
    for (size_t k = 0; k < count; k++) {
        *done = k + 1;
        used[k] = (sni_used){0};
        if (names[k] == NULL) return sni_fail(SN_ERR_ARGUMENT, "expr: array %zu has no name", k + 1);
        int status = sni_use(c, arrays[k], &used[k]);
        if (status < 0 && used[k].failure == NULL)
            sni_fail(status, "expr: array '%.80s': %s", names[k], sni_error_message());
        if (status < 0) return status;
        bound[k] = (sni_expr_name){names[k], used[k].node};
    }
    return SN_OK;
}

static sni_node *record(sni_context *c, const char *text, const sni_expr_name *bound, size_t count)
{
    sni_node *out = NULL;
    sni_expr_error where = {0};
    size_t length = strlen(text);
    if (sni_expr_eval(&c->graph, text, length, bound, count, &out, &where) >= 0) return out;
    if (where.line > 0) sni_expr_point(text, length, &where, &c->pointed);
    return NULL;
}

sn_array sn_expr(const char *text, const char *const *names, const sn_array *arrays, size_t count)
{
    sni_context *c = sni_context_get();
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    sni_str_clear(&c->pointed);
    if (text == NULL || (count > 0 && (names == NULL || arrays == NULL))) {
        sni_fail(SN_ERR_ARGUMENT, "expr: text, names or arrays are missing");
        return sni_result(c, NULL);
    }
    if (count > NAMES_MAX) {
        sni_fail(SN_ERR_ARGUMENT, "expr: %zu names are too many; at most %d", count, NAMES_MAX);
        return sni_result(c, NULL);
    }
    sni_used used[NAMES_MAX];
    sni_expr_name bound[NAMES_MAX];
    size_t done = 0;
    sn_array out;
    if (use_names(c, names, arrays, count, used, bound, &done) < 0)
        out = done > 0 ? sni_unusable(c, &used[done - 1]) : sni_result(c, NULL);
    else
        out = sni_result(c, record(c, text, bound, count));
    for (size_t k = 0; k < done; k++) sni_unuse(c, &used[k]);
    return out;
}

static bool is_name(const char *s)
{
    if (*s >= '0' && *s <= '9') return false;
    for (const unsigned char *c = (const unsigned char *)s; *c; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || *c == '_' || *c >= 0x80;
        if (!letter && !(*c >= '0' && *c <= '9')) return false;
    }
    return *s != '\0';
}

/* Cuts "x, y" in place. */
static int cut_names(char *list, const char **names, size_t count)
{
    size_t n = 0;
    if (count == 0 && list[strspn(list, " \t\n")] == '\0') return SN_OK;
    for (char *item = list, *next; item != NULL; item = next) {
        next = strchr(item, ',');
        if (next != NULL) *next++ = '\0';
        item += strspn(item, " \t\n");
        for (size_t end = strlen(item); end > 0 && strchr(" \t\n", item[end - 1]); end--)
            item[end - 1] = '\0';
        if (!is_name(item))
            return sni_fail(SN_ERR_ARGUMENT,
                            "expr: '%.80s' is not a name; give the array a variable and name that", item);
        if (n < count) names[n] = item;
        n++;
    }
    return n == count ? SN_OK
                      : sni_fail(SN_ERR_ARGUMENT, "expr: %zu names are given for %zu arrays", n, count);
}

static int check_list(char *list, const char **names, size_t count)
{
    if (list == NULL) return sni_fail(SN_ERR_ARGUMENT, "expr: argument 2: no names are given");
    if (count > NAMES_MAX)
        return sni_fail(SN_ERR_ARGUMENT, "expr: %zu names are too many; at most %d", count, NAMES_MAX);
    return cut_names(list, names, count);
}

sn_array sn_expr_list(const char *text, const char *list, const sn_array *arrays, size_t count)
{
    const char *names[NAMES_MAX];
    char *copy = list != NULL ? strdup(list) : NULL;
    if (list != NULL && copy == NULL) sni_fail_memory(strlen(list) + 1, "expr");
    bool named = (list == NULL || copy != NULL) && check_list(copy, names, count) >= 0;
    sni_context *c = named ? NULL : sni_context_get();
    sn_array out = named       ? sn_expr(text, names, arrays, count)
                   : c != NULL ? sni_result(c, NULL)
                               : sni_no_cell(SN_ERR_MEMORY);
    free(copy);
    return out;
}

const char *sn_expr_pointed(void)
{
    return sni_context_own != NULL ? sni_str_text(&sni_context_own->pointed) : "";
}
