/* NumPy expression text -> graph.
 *
 * The text is Python's expression grammar for what NumPy users write: statements `name = expression`
 * separated by ; or newlines, the last one an expression, whose value is the result; x[...] = expression and
 * x += expression write to arrays.  Numbers are
 * Python numbers until they meet an array (NEP 50), so x ** -1 and x * (1/3) mean what they do there.
 * functions.def lists what may be called.  Nothing is evaluated: the text is recorded as nodes. */
#ifndef SNI_EXPR_H
#define SNI_EXPR_H

#include "graph/origin.h"

#define SNI_EXPR_MAX_TEXT ((size_t)1 << 20) /* bytes; longer text is refused */
#define SNI_EXPR_MAX_DEPTH 200              /* brackets, right operands and prefixes inside each other */

typedef struct sni_expr_name { /* `name` in the text stands for `node`; both are borrowed */
    const char *name;
    sni_node *node;
} sni_expr_name;

bool sni_expr_is_name(const char *text); /* a text can use it: Python's identifiers but for its own words */

typedef struct sni_expr_error { /* where the thread's message points to */
    int line, column;           /* from 1, column in bytes; 0: the message points nowhere */
    size_t offset;              /* the same place in the text */
} sni_expr_error;

/* Records `text`; *out gets one reference.  A plain number becomes a 0-d array as np.asarray makes it.
 * On failure the status and the thread's one-line message say why and *error says where. */
int sni_expr_eval(sni_graph *g, const char *text, size_t length, const sni_expr_name *names, size_t nnames,
                  sni_node **out, sni_expr_error *error);

/* The same over names that see arrays (origin.h).  aliases[k], of names[k], may be plain: then it is given an
 * origin where the text writes to the name or makes a view of it, and its node is no longer names[k].node but
 * what the alias gives.  Where the result is a view of such an array, or the array, *result is an alias of it, else plain.
 * On a failure the writes of the statements before it have been done, as in Python. */
int sni_expr_record(sni_graph *g, const char *text, size_t length, const sni_expr_name *names, sni_alias *aliases,
                    size_t nnames, sni_node **out, sni_alias *result, sni_expr_error *error);

/* Appends the offending line, cut to fit a terminal and free of control characters, and below it a line
 * with a caret under the column; nothing when the error points nowhere. */
void sni_expr_point(const char *text, size_t length, const sni_expr_error *error, sni_str *out);

#endif
