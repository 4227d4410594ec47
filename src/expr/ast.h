/* Tokens and syntax tree of expression text.  Internal to src/expr. */
#ifndef SNI_EXPR_AST_H
#define SNI_EXPR_AST_H

#include "expr/expr.h"

typedef struct sni_text { /* a piece of the source, not NUL-terminated */
    const char *at;
    size_t length;
} sni_text;
bool sni_text_is(sni_text t, const char *word);
#define SNI_TEXT(t) (int)((t).length < 80 ? (t).length : 80), (t).at /* for "%.*s"; long names are cut */

/* What must be left of the thread's stack to go one bracket deeper: a handler and a message fit into it. */
#define SNI_EXPR_STACK ((size_t)20 << 10)
#define SNI_EXPR_STACK_TEXT "expression is nested too deep for the stack that this thread has"

/* ---- tokens (lex.c) ------------------------------------------------------------------------------ */
typedef enum sni_token_kind {
    SNI_T_END,
    SNI_T_NEWLINE, /* newline outside brackets, or ; */
    SNI_T_INT,
    SNI_T_FLOAT,
    SNI_T_IMAGINARY,
    SNI_T_STRING,
    SNI_T_NAME,
    SNI_T_KEYWORD,
#define SN_BINARY(ID, text, precedence, OP) SNI_T_##ID,
#define SN_AUGMENTED(ID, text) SNI_T_##ID##_ASSIGN,
#define SN_PUNCTUATION(ID, text) SNI_T_##ID,
#include "expr/operators.def"
    SNI_T_COUNT
} sni_token_kind;

typedef struct sni_token {
    sni_token_kind kind;
    size_t offset;
    sni_text text; /* STRING: without the quotes */
    uint64_t integer;
    double real;
} sni_token;

typedef struct sni_lexer {
    const char *start, *at, *end;
    int brackets;        /* depth: newlines inside are white space */
    void *locale;        /* "C", so that 1.5 is read the same in every host program; made when needed */
    size_t error_offset; /* of the failure sni_lex returned */
} sni_lexer;

void sni_lexer_init(sni_lexer *l, const char *text, size_t length);
void sni_lexer_free(sni_lexer *l);
int sni_lex(sni_lexer *l, sni_token *out);
int sni_lex_number(sni_lexer *l, sni_token *out); /* number.c */
int sni_lex_fail(sni_lexer *l, const char *at, int status, const char *format, ...) SNI_PRINTF(4, 5);

/* ---- tree (parse.c) ---------------------------------------------------------------------------------
 * `left` is what comes before in the text, so that a + b + c... and x.T[0]... are chains through it, as
 * long as the text: the recorder walks those in a loop.  Everything else nests at most MAX_DEPTH deep. */
typedef enum sni_ast_kind {
    SNI_AST_NONE,
    SNI_AST_TRUE,
    SNI_AST_FALSE,
    SNI_AST_ELLIPSIS,
    SNI_AST_INT,
    SNI_AST_FLOAT,
    SNI_AST_IMAGINARY,
    SNI_AST_STRING,
    SNI_AST_NAME,
    SNI_AST_TUPLE,
    SNI_AST_LIST,   /* items: first, first->next, ... */
    SNI_AST_UNARY,  /* op of first; op: SUB, ADD, TILDE */
    SNI_AST_NOT,    /* first */
    SNI_AST_SLICE,  /* parts[start, stop, step], NULL where absent */
    SNI_AST_BINARY, /* left op first */
    SNI_AST_BOTH,
    SNI_AST_EITHER,    /* left and/or first */
    SNI_AST_CALL,      /* left(first, ...); an argument with `text` set is a keyword argument */
    SNI_AST_SUBSCRIPT, /* left[first, ...]; `comma`: written as a tuple */
    SNI_AST_ATTRIBUTE, /* left.text */
    SNI_AST_KEYWORD,   /* text = first, among the arguments of a call */
    /* first; assigned to the name `text` where that is set, or written to the array parts[0], a NAME or a
     * SUBSCRIPT, where that is set, by the operator op where that is set; next: the statement after */
    SNI_AST_STATEMENT
} sni_ast_kind;

typedef struct sni_ast sni_ast;
struct sni_ast {
    sni_ast_kind kind;
    sni_token_kind op;
    size_t offset; /* where messages about it point */
    sni_text text; /* NAME, STRING, ATTRIBUTE, KEYWORD, STATEMENT */
    sni_ast *left, *first, *next;
    sni_ast *parts[3];
    const sni_ast *up; /* scratch of the recorder */
    uint64_t integer;
    double real;
    uint32_t count; /* items, arguments */
    bool comma;
};

/* Statements of the text, the last one without assignment; nodes live in `arena`. */
int sni_parse(sni_arena *arena, const char *text, size_t length, sni_ast **out, size_t *error_offset);

#endif
