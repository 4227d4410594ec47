/* Operations that a user has defined: a map over arguments, and for a reduction what joins its values.
 *
 * A definition is known by its content: the same one again is the same operation, another under the same name a new
 * one, which takes over the name in expression text and changes nothing that has been recorded.  Definitions belong to
 * the process and live until sni_users_clear. */
#ifndef SNI_USER_H
#define SNI_USER_H

#include "expr/record.h"
#include "graph/formula.h"

typedef struct sni_user {
    sni_function row;              /* as expression text calls it; first, so that a row is found to be a user's */
    const sni_formula *map, *combine; /* combine NULL: elementwise */
    uint32_t index;
    char name[SNI_FORMULA_NAME + 1];
    char signature[];
} sni_user;

typedef struct sni_user_text { /* as sn_define_op and sn_define_reduction are given */
    const char *name, *arguments, *result, *map, *combine, *identity; /* combine NULL: elementwise */
} sni_user_text;

int sni_user_define(const sni_user_text *text, const sni_user **out);
const sni_user *sni_user_at(uint32_t index, uint32_t generation); /* NULL + message: not defined, or forgotten */
uint32_t sni_user_generation(void);
const sni_function *sni_user_row(sni_text name);      /* the last definition of a name; NULL */
void sni_users_clear(void);                           /* and all formulas */

#endif
