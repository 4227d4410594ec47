/* Entry point, and where an error points to. */
#include "expr/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

/* The array, and how it sees what the names see. */
static int take_result(sni_recorder *r, sni_value *v, sni_node **out, sni_alias *alias)
{
    bool array = v->kind == SNI_V_ARRAY || v->kind == SNI_V_SEQUENCE || sni_is_number(v);
    if (!array)
        return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "the result is %s, not an array",
                           sni_value_name(v));
    if (v->kind == SNI_V_ARRAY && v->alias && alias) {
        SNI_TRY(sni_adopt(r, v));
        SNI_TRY(sni_alias_copy(v->alias, alias));
    }
    SNI_TRY(sni_to_array(r, v, "result", out));
    sni_node_retain(*out);
    return SN_OK;
}

static int record_text(sni_recorder *r, const char *text, size_t length, sni_node **out, sni_alias *alias)
{
    sni_ast *statements = NULL;
    sni_value value;
    size_t offset = 0;
    int status = sni_parse(r->arena, text, length, &statements, &offset);
    if (status < 0) return sni_point(r, offset, status);
    SNI_TRY(sni_record(r, statements, &value));
    return take_result(r, &value, out, alias);
}

/* ---- position ------------------------------------------------------------------------------------------------------ */

static size_t line_start(const char *text, size_t offset)
{
    while (offset > 0 && text[offset - 1] != '\n') offset--;
    return offset;
}

static void locate(const char *text, size_t length, const sni_recorder *r, sni_expr_error *error)
{
    *error = (sni_expr_error){0};
    if (!r->pointed) return;
    size_t offset = r->error_offset < length ? r->error_offset : length;
    error->offset = offset;
    error->line = 1;
    for (size_t k = 0; k < offset; k++) error->line += text[k] == '\n';
    error->column = (int)(offset - line_start(text, offset)) + 1;
}

static void release(sni_recorder *r)
{
    for (size_t k = r->owned.count; k-- > 0;) sni_node_release(r->g, r->owned.data[k]);
    for (size_t k = r->seen.count; k-- > 0;) sni_alias_drop(r->g, r->seen.data[k]);
    free(r->owned.data);
    free(r->seen.data);
    sni_map_free(&r->variables);
    sni_arena_free(r->arena);
}

/* Names without aliases see arrays of their own. */
static int own_aliases(sni_recorder *r)
{
    r->aliases = sni_arena_alloc(r->arena, r->nnames, sizeof *r->aliases);
    if (!r->aliases) return SN_ERR_MEMORY;
    for (size_t k = 0; k < r->nnames; k++) SNI_TRY(SNI_VEC_PUSH(&r->seen, &r->aliases[k]));
    return SN_OK;
}

int sni_expr_record(sni_graph *g, const char *text, size_t length, const sni_expr_name *names,
                    sni_alias *aliases, size_t nnames, sni_node **out, sni_alias *result,
                    sni_expr_error *error)
{
    sni_arena arena;
    sni_arena_init(&arena);
    sni_recorder r = {.g = g,
                      .arena = &arena,
                      .names = names,
                      .nnames = nnames,
                      .aliases = aliases,
                      .text = text,
                      .length = length};
    *out = NULL;
    int status = aliases ? SN_OK : own_aliases(&r);
    if (status == SN_OK) status = record_text(&r, text, length, out, result);
    if (status < 0) {
        locate(text, length, &r, error);
        if (result) sni_alias_drop(g, result);
    }
    release(&r);
    return status;
}

int sni_expr_eval(sni_graph *g, const char *text, size_t length, const sni_expr_name *names, size_t nnames,
                  sni_node **out, sni_expr_error *error)
{
    return sni_expr_record(g, text, length, names, NULL, nnames, out, NULL, error);
}

/* ---- sites ----------------------------------------------------------------------------------------------------------- */

#define SNIPPET 40 /* bytes of the line that are shown, and of them before the place */
#define SNIPPET_BEFORE 16

void sni_site_at(sni_recorder *r, size_t offset)
{
    char text[128];
    int line = 1;
    size_t start = line_start(r->text, offset), end = offset;
    while (end < r->length && r->text[end] != '\n') end++;
    for (size_t k = 0; k < start; k++) line += r->text[k] == '\n';
    size_t from = offset - start > SNIPPET_BEFORE && end - start > SNIPPET ? offset - SNIPPET_BEFORE : start;
    size_t shown = end - from < SNIPPET ? end - from : SNIPPET;
    int n = line > 1 ? snprintf(text, sizeof text, "line %d, ", line) : 0;
    snprintf(text + n, sizeof text - (size_t)n, "column %zu of '%s%.*s%s'", offset - start + 1,
             from > start ? "..." : "", (int)shown, r->text + from, from + shown < end ? "..." : "");
    sni_site_text(r->g, text);
}

/* ---- caret ----------------------------------------------------------------------------------------------------------- */

#define WINDOW 72 /* bytes of the line that are shown */

/* Tabs and control characters take one column each, so that the caret stands right. */
static void put_visible(sni_str *out, const char *text, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        unsigned char c = (unsigned char)text[k];
        sni_str_putc(out, c == '\t' ? ' ' : c < ' ' || c >= 0x7F ? '?' : (char)c);
    }
}

void sni_expr_point(const char *text, size_t length, const sni_expr_error *error, sni_str *out)
{
    if (error->line == 0 || error->offset > length) return;
    size_t start = line_start(text, error->offset), end = error->offset;
    while (end < length && text[end] != '\n') end++;
    size_t column = error->offset - start,
           from = column > WINDOW / 2 && end - start > WINDOW ? column - WINDOW / 2 : 0;
    size_t shown = end - start - from;
    const char *before = from > 0 ? "..." : "", *after = shown > WINDOW ? "..." : "";
    if (shown > WINDOW) shown = WINDOW;
    sni_str_printf(out, "    %s", before);
    put_visible(out, text + start + from, shown);
    sni_str_printf(out, "%s\n%*s^\n", after, (int)(4 + strlen(before) + column - from), "");
}
