/* CUDA C emitter, inside: what its files share.
 *
 * Values are scalars, one element a thread: value v is the local t<v>.  Operands are x0, y0 ... as in the C
 * emitter; the coordinate along dim d is c<d>. */
#ifndef SNI_EMIT_CUDA_H
#define SNI_EMIT_CUDA_H

#include "codegen/emit_c.h"
#include "codegen/filling.h"

#define SNI_CUDA_WARPS 8 /* of a block, but for COLUMNS and short parts of ROWS */
enum { SNI_CUDA_STAGES = SNI_COUNT(((sni_kernel *)0)->stage_dtype) };

typedef struct sni_cuda_held { /* what a thread keeps of its elements for later passes, in registers */
    int elements;              /* of one array, 0: nothing is kept */
    bool operand[SNI_KERNEL_OPERANDS]; /* row<slot>[], loaded before the first pass that reads it */
    bool stage[SNI_CUDA_STAGES];       /* stage<slot>[]; the others lie in scratch */
} sni_cuda_held;

typedef struct sni_cuda {
    const sni_kernel *k;
    sni_cgen names; /* of operands, and the comment at the top */
    bool split, columns;
    sni_cuda_held held;
    int status;         /* first failure */
} sni_cuda;

typedef struct sni_cuda_block { /* instructions that run together */
    sni_level level;
    int pass;    /* -1: all */
    bool stores; /* STOREs belong */
    const char *indent;
    const char
        *users; /* text that follows: values that neither it nor the block uses are left out; NULL: none is */
} sni_cuda_block;

/* emit_cuda_body.c */
const char *sni_cuda_type(sni_dtype dtype); /* "f32"; "b8" for bool */
void sni_cuda_statements(sni_cuda *g, const sni_cuda_block *b, sni_str *out);
void sni_cuda_address(const sni_cuda *g, int o, sni_level level,
                      sni_str *out); /* distance from the operand's offset */
/* Coordinates c<d> of a flat position along `count` dims, those that the text `users` names. */
void sni_cuda_coordinates(int first, int count, const char *flat, const char *indent, const char *users,
                          sni_str *out);

/* emit_cuda_held.c */
void sni_cuda_find_held(const sni_kernel *k, sni_cuda_held *out);
bool sni_cuda_is_held(const sni_cuda *g, const sni_kinstr *in); /* it reads or writes such an array */

/* emit_cuda_map.c, emit_cuda_reduce.c: functions and entry points */
void sni_cuda_map(sni_cuda *g, sni_str *out);
void sni_cuda_reduce(sni_cuda *g, sni_str *out);

/* emit_cuda.c */
void sni_cuda_put(sni_cuda *g, sni_filling *f, const char *name, sni_str *out);
/* Pointers that stand at the offsets, of the operands that the text `users` names. */
void sni_cuda_operands(const sni_cuda *g, const char *users, sni_str *out);
void sni_cuda_product(int first, int count, sni_str *out); /* of extents */

#endif
