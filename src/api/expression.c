/* Expression text over handles. */
#include "expr/expr.h"

#include <stdlib.h>
#include <string.h>

#include "api/context.h"

#define NAMES_MAX 256
#define FEW 16 /* arrays that need no memory from the heap: a thread's stack may be small, and a text is nested */

typedef struct operands { /* the arrays of a text, while it is recorded */
    sni_used *used;
    sni_expr_name *bound;
    sni_alias *aliases;
} operands;

static int use_names(sni_context *c, const char *const *names, const sn_array *arrays, size_t count,
                     sni_used *used, sni_expr_name *bound, size_t *done)
{
    for (size_t k = 0; k < count; k++) {
        *done = k + 1;
        used[k] = (sni_used){0};
        if (names[k] == NULL) return sni_fail(SN_ERR_ARGUMENT, "expr: array %zu has no name", k + 1);
        if (!sni_expr_is_name(names[k]))
            return sni_fail(SN_ERR_ARGUMENT, "expr: array %zu: '%.80s' is not a name that a text can use",
                            k + 1, names[k]);
        int status = sni_use(c, arrays[k], &used[k]);
        if (status < 0 && used[k].failure == NULL)
            sni_fail(status, "expr: array '%.80s': %s", names[k], sni_error_message());
        if (status < 0) return status;
        bound[k] = (sni_expr_name){names[k], used[k].node};
    }
    return SN_OK;
}

/* How the text sees what the handles name: numbers are its own, other threads' arrays read-only. */
static int use_aliases(sni_context *c, const sni_used *used, size_t count, sni_alias *aliases)
{
    for (size_t k = 0; k < count; k++) aliases[k] = (sni_alias){0};
    for (size_t k = 0; k < count; k++) /* an array under two names is one array */
        for (size_t j = 0; j < k; j++)
            if (used[k].cell != NULL && used[k].cell == used[j].cell && !used[k].weak)
                SNI_TRY(sni_cell_adopt(c, used[k].cell));
    for (size_t k = 0; k < count; k++) {
        const sni_cell *cell = used[k].cell;
        aliases[k].frozen = cell == NULL || cell->foreign;
        if (cell != NULL && cell->sight != NULL) SNI_TRY(sni_alias_copy(&cell->sight->alias, &aliases[k]));
    }
    return SN_OK;
}

/* Arrays that the text wrote to, or made views of, are seen by their handles the same way. */
static int give_aliases(sni_context *c, sni_used *used, size_t count, sni_alias *aliases)
{
    int status = SN_OK;
    for (size_t k = 0; k < count; k++) {
        sni_origin *o = aliases[k].origin;
        sni_cell *cell = used[k].cell;
        if (o == NULL) continue;
        if (status >= 0 && cell != NULL && !used[k].weak && cell->sight == NULL)
            status = sni_cell_see(c, cell, &aliases[k]);
        sni_cells_renew(c, o);
        if (status >= 0) status = sni_origin_guard(&c->graph, o);
        sni_alias_drop(&c->graph, &aliases[k]);
    }
    return status;
}

static sni_node *record(sni_context *c, const char *text, const operands *o, size_t count, sni_alias *seen)
{
    sni_node *out = NULL;
    sni_expr_error where = {0};
    size_t length = strlen(text);
    int status = use_aliases(c, o->used, count, o->aliases);
    if (status >= 0)
        status = sni_expr_record(&c->graph, text, length, o->bound, o->aliases, count, &out, seen, &where);
    int given = give_aliases(c, o->used, count, o->aliases);
    if (status >= 0 && given >= 0) return out;
    if (out != NULL) sni_node_release(&c->graph, out);
    sni_alias_drop(&c->graph, seen);
    if (where.line > 0) sni_expr_point(text, length, &where, &c->pointed);
    return NULL;
}

static sn_array record_named(sni_context *c, const char *text, const char *const *names,
                             const sn_array *arrays, size_t count, const operands *o)
{
    size_t done = 0;
    sn_array out;
    sni_alias seen = {0};
    if (use_names(c, names, arrays, count, o->used, o->bound, &done) < 0) {
        out = done > 0 ? sni_unusable(c, &o->used[done - 1]) : sni_result(c, NULL);
    } else {
        sni_node *node = record(c, text, o, count, &seen);
        out = sni_result_view(c, node, &seen, false);
    }
    for (size_t k = 0; k < done; k++) sni_unuse(c, &o->used[k]);
    return out;
}

static sn_array record_many(sni_context *c, const char *text, const char *const *names,
                            const sn_array *arrays, size_t count)
{
    operands o = {malloc(count * sizeof *o.used), malloc(count * sizeof *o.bound),
                  malloc(count * sizeof *o.aliases)};
    sn_array out;
    if (o.used != NULL && o.bound != NULL && o.aliases != NULL) {
        out = record_named(c, text, names, arrays, count, &o);
    } else {
        sni_fail_memory(count * sizeof *o.used, "expr");
        out = sni_result(c, NULL);
    }
    free(o.used);
    free(o.bound);
    free(o.aliases);
    return out;
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
    if (count <= FEW) {
        sni_used used[FEW];
        sni_expr_name bound[FEW];
        sni_alias aliases[FEW];
        return record_named(c, text, names, arrays, count, &(operands){used, bound, aliases});
    }
    return record_many(c, text, names, arrays, count);
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
        if (!sni_expr_is_name(item))
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
