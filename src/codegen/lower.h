/* Inside lowering: a group as a graph of terms (each value once per form), its space, its instructions. */
#ifndef SNI_LOWER_H
#define SNI_LOWER_H

#include "codegen/kernel.h"
#include "graph/form.h"

typedef struct sni_term {   /* a value as the kernel computes it */
    uint8_t op, code, dtype, level;
    uint8_t nargs;
    uint8_t part;           /* LOAD, STORE: of a complex value, 1 real, 2 imaginary; `form` counts parts */
    bool literal;           /* SCALAR: `value`, not a CONST */
    bool heavy;             /* too costly to compute in two passes */
    int32_t ready;          /* pass from which the value is there; a REDUCE runs in the pass before */
    int32_t arg[3];
    int32_t val;            /* SCALAR, LOAD, INDEX, STORE; -1: a literal, an index that tests a box */
    int32_t slot;           /* operand, scalar, reduction or stage number once it has one, else -1 */
    const sni_form *form;   /* LOAD, INDEX, STORE */
    sni_scalar value;
    const sni_formula *formula; /* REDUCE by one */
} sni_term;

typedef struct sni_inside { const sni_form *form; int32_t term; } sni_inside;

typedef struct sni_lowering {
    const sni_schedule *s;
    const sni_group *group;
    int32_t index;          /* of the group */
    const sni_limits *limits;
    sni_lowered *out;
    sni_arena arena;
    sni_space space;
    uint64_t reduced;       /* mask of dims; 0 when they hold no element */
    bool void_reduced;      /* the reduced dims hold no element */
    SNI_VEC(sni_term) terms;
    SNI_VEC(int32_t) stores; /* terms, in the order of the members */
    SNI_VEC(sni_inside) inside; /* tests of boxes, each once */
    int npasses;
    bool stage;             /* heavy values are kept for later passes */
    int8_t dim[SNI_MAX_RANK]; /* dims of the space in kernel order: kept, then reduced */
} sni_lowering;

int sni_lower_terms(sni_lowering *lw);   /* lower_terms.c */
int32_t sni_lower_term(sni_lowering *lw, sni_term t); /* its number, or a status; level and pass from its arguments */
bool sni_lower_over_reduced(const sni_lowering *lw, const sni_form *form); /* it varies along a reduced dim */
/* Bool term: the point lies in the box of the form, which is SOME (lower_box.c). */
int32_t sni_lower_inside(sni_lowering *lw, const sni_form *form);
int sni_lower_space(sni_lowering *lw);   /* lower_space.c: order of dims, pattern */
int sni_lower_instrs(sni_lowering *lw);  /* lower_instrs.c: passes, slots */
int sni_lower_geometry(sni_lowering *lw);/* lower_space.c: coalesced dims, extents, strides, classes */

#endif
