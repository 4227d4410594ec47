/* Tokens -> tree, by precedence climbing. */
#include "expr/ast.h"

#include <string.h>

enum { PREC_EITHER = 1, PREC_BOTH, PREC_NOT, PREC_COMPARE, PREC_UNARY = 11, PREC_POWER };

typedef struct parser {
    sni_lexer lexer;
    sni_token token; /* the next one */
    sni_arena *arena;
    int depth;
    size_t error_offset;
} parser;

static const uint8_t precedence[SNI_T_COUNT] = {
#define SN_BINARY(ID, text, prec, OP) [SNI_T_##ID] = prec,
#include "expr/operators.def"
};

static int parse_expression(parser *p, int min, sni_ast **out);

/* ---- errors ------------------------------------------------------------------------------------------ */

static int fail_at(parser *p, size_t offset, int status)
{
    p->error_offset = offset;
    return status;
}

/* What keywords that begin or join no expression here should have been. */
static const char *keyword_hint(sni_text word)
{
    static const struct {
        const char *word, *hint;
    } hints[] = {
        {"if", ": use where(condition, a, b)"},
        {"else", ": use where(condition, a, b)"},
        {"for", ": arrays are computed whole"},
        {"while", ": arrays are computed whole"},
        {"is", ": use =="},
    };
    for (size_t k = 0; k < SNI_COUNT(hints); k++)
        if (sni_text_is(word, hints[k].word)) return hints[k].hint;
    return "";
}

/* The operator of each augmented assignment. */
static const uint8_t augmented[SNI_T_COUNT] = {
#define SN_AUGMENTED(ID, text) [SNI_T_##ID##_ASSIGN] = SNI_T_##ID,
#include "expr/operators.def"
};

static int fail_unexpected(parser *p)
{
    const sni_token *t = &p->token;
    p->error_offset = t->offset;
    if (t->kind == SNI_T_END) return sni_fail(SN_ERR_SYNTAX, "the text ends in the middle of an expression");
    if (t->kind == SNI_T_NEWLINE)
        return sni_fail(SN_ERR_SYNTAX, "the statement ends in the middle of an expression");
    if (t->kind == SNI_T_KEYWORD)
        return sni_fail(SN_ERR_SYNTAX, "'%.*s' is not supported here%s", SNI_TEXT(t->text),
                        keyword_hint(t->text));
    if (augmented[t->kind])
        return sni_fail(SN_ERR_SYNTAX, "'%.*s' assigns, and so stands in a statement alone",
                        SNI_TEXT(t->text));
    if (t->kind == SNI_T_WALRUS)
        return sni_fail(SN_ERR_SYNTAX, "':=' is not supported: assign in a statement before");
    if (t->kind == SNI_T_LBRACE) return sni_fail(SN_ERR_SYNTAX, "dictionaries and sets are not supported");
    if (t->kind == SNI_T_STRING) return sni_fail(SN_ERR_SYNTAX, "unexpected string");
    return sni_fail(SN_ERR_SYNTAX, "unexpected '%.*s'", SNI_TEXT(t->text));
}

/* ---- tokens and nodes ---------------------------------------------------------------------------------- */

static int advance(parser *p)
{
    p->lexer.error_offset = (size_t)(p->lexer.at - p->lexer.start);
    int status = sni_lex(&p->lexer, &p->token);
    if (status < 0) p->error_offset = p->lexer.error_offset;
    return status;
}

static bool at(const parser *p, sni_token_kind kind)
{
    return p->token.kind == kind;
}

static bool at_keyword(const parser *p, const char *word)
{
    return at(p, SNI_T_KEYWORD) && sni_text_is(p->token.text, word);
}

static int expect_close(parser *p, sni_token_kind close, size_t open)
{
    if (at(p, close)) return advance(p);
    if (at(p, SNI_T_END)) return fail_at(p, open, sni_fail(SN_ERR_SYNTAX, "this bracket is never closed"));
    return fail_unexpected(p);
}

static int enter(parser *p)
{
    if (p->depth >= SNI_EXPR_MAX_DEPTH)
        return fail_at(p, p->token.offset,
                       sni_fail(SN_ERR_SYNTAX, "expression is nested more than %d deep", SNI_EXPR_MAX_DEPTH));
    if (!sni_stack_has(SNI_EXPR_STACK))
        return fail_at(p, p->token.offset, sni_fail(SN_ERR_SYNTAX, SNI_EXPR_STACK_TEXT));
    p->depth++;
    return SN_OK;
}

static int make(parser *p, sni_ast_kind kind, size_t offset, sni_ast **out)
{
    *out = sni_arena_alloc(p->arena, 1, sizeof **out);
    if (!*out) return fail_at(p, offset, SN_ERR_MEMORY);
    (*out)->kind = kind;
    (*out)->offset = offset;
    return SN_OK;
}

/* ---- lists of items ---------------------------------------------------------------------------------------- */

typedef int (*parse_item)(parser *p, sni_ast **out);

static int parse_any(parser *p, sni_ast **out)
{
    return parse_expression(p, 0, out);
}

static bool at_item_end(const parser *p, sni_token_kind close)
{
    return at(p, close) || at(p, SNI_T_END) || at(p, SNI_T_NEWLINE) || at(p, SNI_T_ASSIGN) ||
           augmented[p->token.kind];
}

/* item, item, ... up to `close`, which is left; a comma may end it. */
static int parse_items(parser *p, sni_token_kind close, parse_item item, sni_ast *list)
{
    sni_ast **tail = &list->first;
    while (!at_item_end(p, close)) {
        SNI_TRY(item(p, tail));
        tail = &(*tail)->next;
        list->count++;
        list->comma = at(p, SNI_T_COMMA);
        if (!list->comma) break;
        SNI_TRY(advance(p));
    }
    return SN_OK;
}

/* ---- atoms --------------------------------------------------------------------------------------------------- */

static int parse_list(parser *p, sni_ast **out)
{
    size_t open = p->token.offset;
    SNI_TRY(make(p, SNI_AST_LIST, open, out));
    SNI_TRY(advance(p));
    SNI_TRY(parse_items(p, SNI_T_RBRACKET, parse_any, *out));
    return expect_close(p, SNI_T_RBRACKET, open);
}

static int parse_parenthesised(parser *p, sni_ast **out)
{
    size_t open = p->token.offset;
    SNI_TRY(make(p, SNI_AST_TUPLE, open, out));
    SNI_TRY(advance(p));
    SNI_TRY(parse_items(p, SNI_T_RPAREN, parse_any, *out));
    SNI_TRY(expect_close(p, SNI_T_RPAREN, open));
    if ((*out)->count == 1 && !(*out)->comma) *out = (*out)->first;
    return SN_OK;
}

static int parse_word(parser *p, sni_ast **out)
{
    static const struct {
        const char *word;
        sni_ast_kind kind;
    } constants[] = {
        {"None", SNI_AST_NONE},
        {"True", SNI_AST_TRUE},
        {"False", SNI_AST_FALSE},
    };
    SNI_TRY(make(p, SNI_AST_NAME, p->token.offset, out));
    (*out)->text = p->token.text;
    for (size_t k = 0; k < SNI_COUNT(constants); k++)
        if (sni_text_is(p->token.text, constants[k].word)) (*out)->kind = constants[k].kind;
    return advance(p);
}

static int parse_literal(parser *p, sni_ast_kind kind, sni_ast **out)
{
    SNI_TRY(make(p, kind, p->token.offset, out));
    (*out)->text = p->token.text;
    (*out)->integer = p->token.integer;
    (*out)->real = p->token.real;
    return advance(p);
}

static int parse_bracketed(parser *p, sni_ast **out)
{
    SNI_TRY(enter(p));
    SNI_TRY(at(p, SNI_T_LPAREN) ? parse_parenthesised(p, out) : parse_list(p, out));
    p->depth--;
    return SN_OK;
}

static int parse_atom(parser *p, sni_ast **out)
{
    switch (p->token.kind) {
    case SNI_T_INT: return parse_literal(p, SNI_AST_INT, out);
    case SNI_T_FLOAT: return parse_literal(p, SNI_AST_FLOAT, out);
    case SNI_T_IMAGINARY: return parse_literal(p, SNI_AST_IMAGINARY, out);
    case SNI_T_STRING: return parse_literal(p, SNI_AST_STRING, out);
    case SNI_T_ELLIPSIS: return parse_literal(p, SNI_AST_ELLIPSIS, out);
    case SNI_T_NAME: return parse_word(p, out);
    case SNI_T_LPAREN:
    case SNI_T_LBRACKET: return parse_bracketed(p, out);
    default: return fail_unexpected(p);
    }
}

/* ---- what follows an atom ------------------------------------------------------------------------------------ */

static int parse_argument(parser *p, sni_ast **out)
{
    if (at(p, SNI_T_MUL) || at(p, SNI_T_POW))
        return fail_at(p, p->token.offset,
                       sni_fail(SN_ERR_SYNTAX, "'*' before an argument is not supported"));
    sni_ast *value;
    SNI_TRY(parse_expression(p, 0, &value));
    *out = value;
    if (!at(p, SNI_T_ASSIGN)) return SN_OK;
    if (value->kind != SNI_AST_NAME) return fail_unexpected(p);
    SNI_TRY(make(p, SNI_AST_KEYWORD, value->offset, out));
    (*out)->text = value->text;
    SNI_TRY(advance(p));
    return parse_expression(p, 0, &(*out)->first);
}

static int parse_call(parser *p, sni_ast *function, sni_ast **out)
{
    size_t open = p->token.offset;
    SNI_TRY(make(p, SNI_AST_CALL, function->offset, out));
    (*out)->left = function;
    SNI_TRY(advance(p));
    SNI_TRY(parse_items(p, SNI_T_RPAREN, parse_argument, *out));
    SNI_TRY(expect_close(p, SNI_T_RPAREN, open));
    bool keywords = false;
    for (const sni_ast *a = (*out)->first; a; a = a->next) {
        if (keywords && a->kind != SNI_AST_KEYWORD)
            return fail_at(p, a->offset,
                           sni_fail(SN_ERR_SYNTAX, "positional argument after a keyword argument"));
        keywords |= a->kind == SNI_AST_KEYWORD;
    }
    return SN_OK;
}

static bool at_slice_part(const parser *p)
{
    return !at(p, SNI_T_COLON) && !at(p, SNI_T_COMMA) && !at(p, SNI_T_RBRACKET);
}

/* An expression, or start:stop:step with any part absent. */
static int parse_index(parser *p, sni_ast **out)
{
    sni_ast *parts[3] = {0};
    size_t offset = p->token.offset;
    int part = 0;
    for (;; part++) {
        if (at_slice_part(p)) SNI_TRY(parse_expression(p, 0, &parts[part]));
        if (!at(p, SNI_T_COLON) || part == 2) break;
        SNI_TRY(advance(p));
    }
    if (part == 0 && !parts[0]) return fail_unexpected(p);
    if (part == 0) {
        *out = parts[0];
        return SN_OK;
    }
    SNI_TRY(make(p, SNI_AST_SLICE, offset, out));
    memcpy((*out)->parts, parts, sizeof parts);
    return SN_OK;
}

static int parse_subscript(parser *p, sni_ast *base, sni_ast **out)
{
    size_t open = p->token.offset;
    SNI_TRY(make(p, SNI_AST_SUBSCRIPT, open, out));
    (*out)->left = base;
    SNI_TRY(advance(p));
    SNI_TRY(parse_items(p, SNI_T_RBRACKET, parse_index, *out));
    if ((*out)->count == 0) return fail_unexpected(p);
    return expect_close(p, SNI_T_RBRACKET, open);
}

static int parse_attribute(parser *p, sni_ast *base, sni_ast **out)
{
    SNI_TRY(advance(p));
    if (!at(p, SNI_T_NAME)) return fail_unexpected(p);
    SNI_TRY(make(p, SNI_AST_ATTRIBUTE, p->token.offset, out));
    (*out)->left = base;
    (*out)->text = p->token.text;
    return advance(p);
}

static int parse_postfix(parser *p, sni_ast **out)
{
    sni_ast *value;
    SNI_TRY(parse_atom(p, &value));
    while (at(p, SNI_T_LPAREN) || at(p, SNI_T_LBRACKET) || at(p, SNI_T_DOT)) {
        sni_token_kind kind = p->token.kind;
        if (kind == SNI_T_DOT) {
            SNI_TRY(parse_attribute(p, value, &value));
            continue;
        }
        SNI_TRY(enter(p));
        SNI_TRY(kind == SNI_T_LPAREN ? parse_call(p, value, &value) : parse_subscript(p, value, &value));
        p->depth--;
    }
    *out = value;
    return SN_OK;
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

static int parse_unary(parser *p, sni_ast **out);

/* ** binds tighter than a unary operator on its left and looser than one on its right. */
static int parse_power(parser *p, sni_ast **out)
{
    SNI_TRY(parse_postfix(p, out));
    if (!at(p, SNI_T_POW)) return SN_OK;
    sni_ast *power;
    SNI_TRY(make(p, SNI_AST_BINARY, p->token.offset, &power));
    power->op = SNI_T_POW;
    power->left = *out;
    SNI_TRY(enter(p));
    SNI_TRY(advance(p));
    SNI_TRY(parse_unary(p, &power->first));
    p->depth--;
    *out = power;
    return SN_OK;
}

static int parse_unary(parser *p, sni_ast **out)
{
    if (!at(p, SNI_T_ADD) && !at(p, SNI_T_SUB) && !at(p, SNI_T_TILDE)) return parse_power(p, out);
    SNI_TRY(make(p, SNI_AST_UNARY, p->token.offset, out));
    (*out)->op = p->token.kind;
    SNI_TRY(enter(p));
    SNI_TRY(advance(p));
    SNI_TRY(parse_unary(p, &(*out)->first));
    p->depth--;
    return SN_OK;
}

static int parse_not(parser *p, int min, sni_ast **out)
{
    if (min > PREC_NOT) return fail_unexpected(p);
    SNI_TRY(make(p, SNI_AST_NOT, p->token.offset, out));
    SNI_TRY(enter(p));
    SNI_TRY(advance(p));
    SNI_TRY(parse_expression(p, PREC_NOT, &(*out)->first));
    p->depth--;
    return SN_OK;
}

/* Precedence of the next token as an operator between two operands; 0: it is none. */
static int next_precedence(const parser *p, sni_ast_kind *kind)
{
    *kind = SNI_AST_BINARY;
    if (at_keyword(p, "or")) return *kind = SNI_AST_EITHER, PREC_EITHER;
    if (at_keyword(p, "and")) return *kind = SNI_AST_BOTH, PREC_BOTH;
    return precedence[p->token.kind];
}

static int refuse_operator(parser *p, bool compared, int prec)
{
    if (at(p, SNI_T_AT) || at(p, SNI_T_AT_ASSIGN))
        return fail_at(p, p->token.offset,
                       sni_fail(SN_ERR_UNSUPPORTED, "the @ operator (matmul) is not supported yet"));
    if (compared && prec == PREC_COMPARE)
        return fail_at(
            p, p->token.offset,
            sni_fail(SN_ERR_UNSUPPORTED, "chained comparison is not supported: write (a < b) & (b < c)"));
    return SN_OK;
}

static int parse_expression(parser *p, int min, sni_ast **out)
{
    sni_ast *value;
    SNI_TRY(at_keyword(p, "not") ? parse_not(p, min, &value) : parse_unary(p, &value));
    bool compared = false;
    for (;;) {
        sni_ast_kind kind;
        int prec = next_precedence(p, &kind);
        SNI_TRY(refuse_operator(p, compared, prec));
        if (prec == 0 || prec < min) break;
        compared = prec == PREC_COMPARE;
        sni_ast *node;
        SNI_TRY(make(p, kind, p->token.offset, &node));
        node->op = p->token.kind;
        node->left = value;
        SNI_TRY(enter(p));
        SNI_TRY(advance(p));
        SNI_TRY(parse_expression(p, prec + 1, &node->first));
        p->depth--;
        value = node;
    }
    *out = value;
    return SN_OK;
}

/* ---- statements ------------------------------------------------------------------------------------------------------ */

static void unwrap(sni_ast **tuple)
{
    if ((*tuple)->count == 1 && !(*tuple)->comma) *tuple = (*tuple)->first;
}

/* name = value, x[1:] = value, name += value, x[1:] += value; the target has been read as an expression. */
static int parse_assignment(parser *p, sni_ast *statement)
{
    sni_ast *target = statement->first;
    statement->op = (sni_token_kind)augmented[p->token.kind];
    if (target->kind == SNI_AST_NAME && !statement->op)
        statement->text = target->text;
    else if (target->kind == SNI_AST_NAME || target->kind == SNI_AST_SUBSCRIPT)
        statement->parts[0] = target;
    else
        return fail_at(p, p->token.offset,
                       sni_fail(SN_ERR_SYNTAX, "only a name or a part of an array can be assigned to"));
    SNI_TRY(advance(p));
    SNI_TRY(make(p, SNI_AST_TUPLE, p->token.offset, &statement->first));
    SNI_TRY(parse_items(p, SNI_T_NEWLINE, parse_any, statement->first));
    if (statement->first->count == 0) return fail_unexpected(p);
    unwrap(&statement->first);
    return SN_OK;
}

static int parse_statement(parser *p, sni_ast **out)
{
    SNI_TRY(make(p, SNI_AST_STATEMENT, p->token.offset, out));
    SNI_TRY(make(p, SNI_AST_TUPLE, p->token.offset, &(*out)->first));
    SNI_TRY(parse_items(p, SNI_T_NEWLINE, parse_any, (*out)->first));
    if ((*out)->first->count == 0) return fail_unexpected(p);
    unwrap(&(*out)->first);
    if (at(p, SNI_T_ASSIGN) || augmented[p->token.kind]) SNI_TRY(parse_assignment(p, *out));
    if (!at(p, SNI_T_NEWLINE) && !at(p, SNI_T_END)) return fail_unexpected(p);
    return SN_OK;
}

static int parse_statements(parser *p, sni_ast **out)
{
    sni_ast **tail = out, *last = NULL;
    *out = NULL;
    for (;;) {
        while (at(p, SNI_T_NEWLINE)) SNI_TRY(advance(p));
        if (at(p, SNI_T_END)) break;
        SNI_TRY(parse_statement(p, tail));
        last = *tail;
        tail = &last->next;
    }
    if (!last) return fail_at(p, 0, sni_fail(SN_ERR_SYNTAX, "the expression is empty"));
    if (last->text.length || last->parts[0])
        return fail_at(p, last->offset,
                       sni_fail(SN_ERR_SYNTAX, "the last statement must be an expression, the result"));
    return SN_OK;
}

int sni_parse(sni_arena *arena, const char *text, size_t length, sni_ast **out, size_t *error_offset)
{
    parser p = {.arena = arena};
    if (length > SNI_EXPR_MAX_TEXT) {
        *error_offset = 0;
        return sni_fail(SN_ERR_SYNTAX, "the text is longer than %zu bytes", SNI_EXPR_MAX_TEXT);
    }
    sni_lexer_init(&p.lexer, text, length);
    int status = advance(&p);
    if (status == SN_OK) status = parse_statements(&p, out);
    *error_offset = p.error_offset;
    sni_lexer_free(&p.lexer);
    return status;
}
