/* C emitter, inside: what its files share.
 *
 * A kernel's instructions fall into blocks, one C function each: `start` (uniform values), `kept0`, `kept1`,
 * ... (X instructions of a pass) and `step0`, ... (XR instructions of a pass); templates hold the loops that
 * call them.  A value lives in a local t<n>; one that another block reads is also a field of `struct row`. */
#ifndef SNI_EMIT_C_H
#define SNI_EMIT_C_H

#include "codegen/kernel.h"

typedef enum sni_style {  /* what a block's vectors run along, which decides how operands are addressed */
    SNI_STYLE_UNIFORM,    /* nothing: one value in all lanes */
    SNI_STYLE_KEPT,       /* kept dim: element i of the row; MAP, COLUMNS and sn_finish */
    SNI_STYLE_ROW,        /* nothing: one kept element; X blocks of ROWS */
    SNI_STYLE_REDUCED,    /* reduced dim: element r of the row; XR blocks of ROWS */
    SNI_STYLE_RAGGED,     /* several reduced dims: the elements of a run q; XR blocks of ROWS */
    SNI_STYLE_COLUMN      /* kept dim, at row r; XR blocks of COLUMNS */
} sni_style;

typedef struct sni_block {
    sni_style style;
    sni_level level;
    int pass;             /* -1: all, as in MAP and sn_finish */
    bool finish, stores;  /* reductions read from the parts of a split; STOREs belong */
} sni_block;

typedef struct sni_cgen {
    const sni_kernel *k;
    const sni_cpu_target *target;
    int lanes;
    int columns;          /* vectors side by side in COLUMNS, 0 elsewhere */
    bool split, ragged, stream;
    uint8_t *mask;        /* bytes of the lanes of each bool value */
    bool *crosses;        /* value that another block reads */
    char (*name)[8];      /* of each operand: x0, y0, ix0 */
    bool *seated, *kept_stride, *reduced_stride; /* what blocks use of each operand */
    sni_arena arena;
    int status;
} sni_cgen;

/* emit_c_body.c */
int sni_cgen_values(sni_cgen *g);                          /* fills mask, crosses, name */
const char *sni_cgen_type(sni_cgen *g, sni_dtype dtype, int mask); /* "f32v", "m32v" */
const char *sni_cgen_value_type(sni_cgen *g, int32_t value);
const char *sni_cgen_memory_type(sni_dtype dtype);         /* "f32", "b8" */
void sni_cgen_value(sni_cgen *g, const sni_block *b, const sni_kinstr *in, int32_t v, sni_str *out); /* its expression */
void sni_cgen_block(sni_cgen *g, const sni_block *block, sni_str *out);
bool sni_cgen_names(const char *text, const char *word);   /* word stands in text, whole */
bool sni_cgen_streams(const sni_cgen *g, int o);            /* an output written past the caches where it is aligned */
/* Marks the parameters, names between spaces, that a function's body does not use: no warnings then. */
void sni_cgen_unused(const char *body, const char *parameters, sni_str *out);
bool sni_cgen_has(const sni_cgen *g, const sni_block *block); /* some instruction is in the block */

/* emit_c_loops.c */
int sni_cgen_functions(sni_cgen *g, sni_str *out);         /* blocks and loops */

/* formula_kernel.c: a formula as the instructions of a map, PARAM a LOAD and CONST a SCALAR; freed by sni_kernel_free */
int sni_formula_kernel(const sni_formula *f, sni_kernel *out);
void sni_formula_literal(sni_dtype dtype, sni_scalar value, bool cuda, sni_str *out);
/* emit_c_formula.c: what the kernel's formulas join and their neutral values, as functions of the prelude's names */
void sni_cgen_formulas(sni_cgen *g, sni_str *out);

/* emit_c_head.c */
void sni_cgen_head(sni_cgen *g, sni_str *out);             /* comment that says what the kernel computes */

#define SNI_COLUMN_ELEMENTS 128 /* of a row of COLUMNS taken together */
#define SNI_BAND_ROWS 16 /* of a map that are computed together, a block of columns at a time */
#define SNI_BAND_COLUMNS 256

#endif
