/* From the text of a user's expression to a formula: what the files share.
 *
 *     formula_lex.c    text to tokens: C's
 *     formula_parse.c  tokens to steps: C's grammar of expressions without assignments, pointers and commas
 *     formula_build.c  steps with C's types: promotions, conversions, operators, functions
 *
 * The grammar knows no statement, no address and no name but those of formula.def and the arguments, so that a text
 * can be nothing else than the computation of a value.  Every operation is defined for every input, as ops.def has it:
 * integers wrap, division by zero gives 0, a float that does not fit is converted as sni_scalar_cast says. */
#ifndef SNI_FORMULA_BUILD_H
#define SNI_FORMULA_BUILD_H

#include "graph/formula.h"

#define SNI_FORMULA_TEXT 4096  /* bytes of an expression */
#define SNI_FORMULA_DEPTH 100  /* brackets, prefixes and right operands inside each other */

typedef enum sni_formula_token {
    SNI_FT_END, SNI_FT_NAME, SNI_FT_NUMBER,
    SNI_FT_OPEN, SNI_FT_CLOSE, SNI_FT_COMMA, SNI_FT_QUESTION, SNI_FT_COLON, SNI_FT_NOT, SNI_FT_INVERT,
    /* binary operators */
    SNI_FT_OR, SNI_FT_AND, SNI_FT_BIT_OR, SNI_FT_BIT_XOR, SNI_FT_BIT_AND, SNI_FT_EQUAL, SNI_FT_NOT_EQUAL,
    SNI_FT_LESS, SNI_FT_LESS_EQUAL, SNI_FT_GREATER, SNI_FT_GREATER_EQUAL, SNI_FT_LEFT, SNI_FT_RIGHT, SNI_FT_PLUS, SNI_FT_MINUS,
    SNI_FT_TIMES, SNI_FT_DIVIDE, SNI_FT_MODULO
} sni_formula_token;

typedef struct sni_formula_param { char name[SNI_FORMULA_NAME + 1]; sni_dtype dtype; } sni_formula_param;

typedef struct sni_formula_draft {
    const char *name, *part;    /* of the operation; "expression", "map", "combine", "identity": for messages */
    const char *text, *at;      /* the whole; behind the token */
    sni_formula_token token;
    const char *start;          /* of the token */
    size_t length;
    sni_dtype number_dtype;     /* NUMBER */
    sni_scalar number;
    int depth, nparams, nsteps;
    const sni_formula_param *params;
    sni_formula_step steps[SNI_FORMULA_STEPS];
} sni_formula_draft;

/* ERR_...: "gelu: expression, column 7: ..." */
int sni_formula_fail(const sni_formula_draft *d, const char *at, int status, const char *format, ...) SNI_PRINTF(4, 5);

/* formula_lex.c */
int sni_formula_next(sni_formula_draft *d);
bool sni_formula_is(const sni_formula_draft *d, const char *word); /* the token is this name */
size_t sni_formula_word_length(const char *at); /* 0: no name begins there */
bool sni_formula_word(const char *word, size_t n); /* a word of C's, no name for anything */

/* formula_build.c: each gives the number of a step, or a status.  `at`: where messages point. */
int sni_formula_param_step(sni_formula_draft *d, sni_dtype dtype, int k);
int sni_formula_constant(sni_formula_draft *d, const char *at, sni_dtype dtype, sni_scalar value);
int sni_formula_cast(sni_formula_draft *d, const char *at, int x, sni_dtype dtype);
int sni_formula_prefix(sni_formula_draft *d, const char *at, sni_formula_token op, int x);
int sni_formula_infix(sni_formula_draft *d, const char *at, sni_formula_token op, int a, int b);
int sni_formula_choose(sni_formula_draft *d, const char *at, int condition, int a, int b);
int sni_formula_call(sni_formula_draft *d, const char *at, size_t length, const int *args, int count);
int sni_formula_named(sni_formula_draft *d, const char *at, size_t length); /* a constant's name; ERR_NAME */
bool sni_formula_reserved(const char *word, size_t n); /* of formula.def, or a dtype's name */
sni_dtype sni_formula_type(const char *word, size_t n); /* NONE: no type */

/* formula_parse.c: the text's value in `dtype` (NONE: its own), params and all; number of the step. */
int sni_formula_parse(sni_formula_draft *d, const char *name, const char *part, const char *text,
                      const sni_formula_param *params, int nparams, sni_dtype dtype);
/* "float32 x, int32 n": how many, or a status. */
int sni_formula_params(const char *name, const char *text, sni_formula_param *params);

#endif
