/* Arguments of a call -> parameters of a signature (see functions.def). */
#include "expr/record.h"

#include <string.h>

typedef struct parameter {
    sni_text name;
    bool required, unsupported, rest, positional, keyword;
} parameter;

/* ---- signatures --------------------------------------------------------------------------------------------- */

/* The next parameter, and what the markers before it made of it; false at the end. */
static bool next_parameter(const char **at, bool *after_star, parameter *out)
{
    for (;;) {
        const char *p = *at + strspn(*at, ", ");
        size_t n = strcspn(p, ",");
        if (n == 0) return false;
        *at = p + n;
        if (n == 1 && (*p == '*' || *p == '/')) {
            *after_star |= *p == '*';
            continue;
        }
        bool rest = *p == '*', optional = p[n - 1] == '=', later = p[n - 1] == '!';
        p += rest;
        n -= (size_t)(rest + optional + later);
        *out = (parameter){.name = {p, n},
                           .required = !optional && !later && !rest,
                           .unsupported = later,
                           .rest = rest,
                           .positional = !*after_star,
                           .keyword = !rest};
        *after_star |= rest;
        return true;
    }
}

/* Parameters before "/" have no names to a caller. */
static bool is_positional_only(const char *signature, const char *name)
{
    const char *slash = strchr(signature, '/');
    return slash && name < slash;
}

static size_t count_parameters(const char *signature)
{
    size_t n = 0;
    parameter p;
    for (bool star = false; next_parameter(&signature, &star, &p);) n++;
    return n;
}

const sni_value *sni_arg(const sni_call *call, const char *name)
{
    static const sni_value absent;
    const char *at = call->row->signature;
    size_t k = 0;
    parameter p;
    for (bool star = false; next_parameter(&at, &star, &p); k++)
        if (sni_text_is(p.name, name)) return &call->args[k];
    return &absent;
}

/* ---- binding --------------------------------------------------------------------------------------------------- */

static int fail_count(sni_recorder *r, size_t offset, const sni_function *f, uint32_t given)
{
    uint32_t most = 0;
    parameter p;
    const char *at = f->signature;
    for (bool star = false; next_parameter(&at, &star, &p);) most += p.positional;
    if (strncmp(f->signature, "self", 4) == 0) most--;
    return sni_fail_at(r, offset, SN_ERR_ARGUMENT, "%s: takes at most %u positional argument%s, %u given",
                       f->name, most, most == 1 ? "" : "s", given);
}

static int bind_rest(sni_recorder *r, const sni_ast *a, uint32_t count, sni_value *slot)
{
    sni_value *items = sni_arena_alloc(r->arena, count, sizeof *items);
    if (!items) return SN_ERR_MEMORY;
    size_t offset = a->offset;
    for (uint32_t k = 0; k < count; k++, a = a->next) SNI_TRY(sni_record_value(r, a, &items[k]));
    *slot = (sni_value){.kind = SNI_V_SEQUENCE, .offset = offset, .sequence = {items, count}};
    return SN_OK;
}

static uint32_t count_positional(const sni_ast *call)
{
    uint32_t n = 0;
    for (const sni_ast *a = call->first; a && a->kind != SNI_AST_KEYWORD; a = a->next) n++;
    return n;
}

static int fail_unsupported(sni_recorder *r, size_t offset, const sni_function *f, sni_text name)
{
    return sni_fail_at(r, offset, SN_ERR_UNSUPPORTED, "%s: argument '%.*s' is not supported yet", f->name,
                       SNI_TEXT(name));
}

/* Positional arguments from the first free parameter on; returns through *next the first keyword argument. */
static int bind_positional(sni_recorder *r, const sni_ast *call, const sni_call *c, size_t first,
                           const sni_ast **next)
{
    const char *at = c->row->signature;
    const sni_ast *a = call->first;
    uint32_t given = count_positional(call), left = given;
    size_t k = 0;
    parameter p;
    for (bool star = false; next_parameter(&at, &star, &p); k++) {
        if (k < first || !p.positional) continue;
        if (p.rest) {
            if (left > 0) SNI_TRY(bind_rest(r, a, left, &c->args[k]));
            for (; left > 0; left--) a = a->next;
            continue;
        }
        if (left == 0) continue;
        if (p.unsupported) return fail_unsupported(r, a->offset, c->row, p.name);
        SNI_TRY(sni_record_value(r, a, &c->args[k]));
        a = a->next;
        left--;
    }
    *next = a;
    return left ? fail_count(r, a->offset, c->row, given) : SN_OK;
}

static int bind_keyword(sni_recorder *r, const sni_ast *a, const sni_call *c)
{
    const char *at = c->row->signature;
    size_t k = 0;
    parameter p;
    for (bool star = false; next_parameter(&at, &star, &p); k++) {
        bool same = p.name.length == a->text.length && memcmp(p.name.at, a->text.at, p.name.length) == 0;
        if (!same || !p.keyword || is_positional_only(c->row->signature, p.name.at)) continue;
        if (p.unsupported) return fail_unsupported(r, a->offset, c->row, p.name);
        if (c->args[k].kind != SNI_V_ABSENT)
            return sni_fail_at(r, a->offset, SN_ERR_ARGUMENT, "%s: argument '%.*s' is given twice",
                               c->row->name, SNI_TEXT(p.name));
        return sni_record_value(r, a->first, &c->args[k]);
    }
    return sni_fail_at(r, a->offset, SN_ERR_ARGUMENT, "%s: unknown keyword '%.*s'", c->row->name,
                       SNI_TEXT(a->text));
}

static int check_required(sni_recorder *r, const sni_call *c)
{
    const char *at = c->row->signature;
    size_t k = 0;
    parameter p;
    for (bool star = false; next_parameter(&at, &star, &p); k++) {
        if (p.required && c->args[k].kind == SNI_V_ABSENT)
            return sni_fail_at(r, c->offset, SN_ERR_ARGUMENT, "%s: argument '%.*s' is missing", c->row->name,
                               SNI_TEXT(p.name));
    }
    return SN_OK;
}

int sni_call_function(sni_recorder *r, const sni_ast *call, const sni_function *f, const sni_value *self,
                      sni_value *out)
{
    sni_call c = {.row = f, .offset = call->offset};
    c.args = sni_arena_alloc(r->arena, count_parameters(f->signature), sizeof *c.args);
    if (!c.args) return sni_point(r, call->offset, SN_ERR_MEMORY);
    if (self) c.args[0] = *self;
    const sni_ast *a = NULL;
    SNI_TRY(bind_positional(r, call, &c, self != NULL, &a));
    for (; a; a = a->next) SNI_TRY(bind_keyword(r, a, &c));
    SNI_TRY(check_required(r, &c));
    sni_site(r, call->offset);
    return f->run(r, &c, out);
}
