/* NumPy expressions as text. */
#ifndef SN_EXPR_H
#define SN_EXPR_H

#include "sinter/array.h"

SN_BEGIN_DECLS

/* Records the expression `text`, in which names[k] stands for arrays[k].  Python's grammar with
 * NumPy's names: "where(x > .5, sin(x)*2, y) / x.sum(axis=1, keepdims=True)".  Statements
 * "t = x*2" may come before it, separated by ; or newlines; the last one is the result.
 * "x[1:] += y" writes to the array that the caller gave, and where the result is a view of it, its handle sees
 * what is written later.  docs/expressions.md lists what a text may contain.  sn_expr_pointed shows where an error is. */
SN_API sn_array sn_expr(const char *text, const char *const *names, const sn_array *arrays, size_t count);

/* The same with the names in one text, "x, y". */
SN_API sn_array sn_expr_list(const char *text, const char *names, const sn_array *arrays, size_t count);

/* Where the thread's last sn_expr found its text wrong: the line and below it a line with a caret.
 * "" when it did not.  Valid until the thread's next sn_expr. */
SN_API const char *sn_expr_pointed(void);

SN_END_DECLS

#ifndef __cplusplus
/* SN_EXPR("x*2 + y", x, y): the arrays must be plain variables, at least one, and lend the text their
 * names, which may not be words of Python (in, is, not).  Without arrays: sn_expr(text, NULL, NULL, 0). */
#define SN_EXPR(text, ...)                                                                         \
    sn_expr_list(text, #__VA_ARGS__, (const sn_array[]){__VA_ARGS__},                              \
                 sizeof((const sn_array[]){__VA_ARGS__}) / sizeof(sn_array))
#endif
#endif
