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

/* The loops of a map, told from the kernel alone: what is read of memory first, in which pieces.  Single elements
 * are what is left of vectors or tiles, or everything where a launch's addresses or extents forbid those. */
typedef struct sni_cuda_loops {
    int lanes;    /* elements of a vector of at most 16 bytes; 1: no vectors */
    int vectors;  /* that a thread reads before it computes; a power of two */
    int elements; /* the same, of single elements */
    int down;     /* kept dim that turned operands are contiguous along; -1: no tiles.  The other is the innermost */
    bool turned[SNI_KERNEL_OPERANDS]; /* read along `down` and turned over in shared memory */
} sni_cuda_loops;

#define SNI_CUDA_TILE 32     /* elements of a side */
#define SNI_CUDA_THREADS 256 /* of a block of a map */

/* emit_cuda_loops.c */
void sni_cuda_find_loops(const sni_kernel *k, sni_cuda_loops *out);
bool sni_cuda_is_vector(const sni_kernel *k, int o);       /* contiguous along the innermost kept dim, and no mask */
int64_t sni_cuda_map_blocks(const sni_kernel *k, const sni_geometry *g); /* that have work */
/* What the source divides by, `quotient`'s d: extents, then tiles across and down.  g may be NULL: the number alone. */
#define SNI_CUDA_DIVISORS (SNI_KERNEL_DIMS + 2)
int sni_cuda_divisors(const sni_kernel *k, const sni_geometry *g, int64_t *out);

/* emit_cuda_body.c */
const char *sni_cuda_type(sni_dtype dtype); /* "f32"; "b8" for bool */
void sni_cuda_value(sni_cuda *g, int32_t v, sni_str *out); /* its expression */
/* emit_cuda_formula.c: as sni_cgen_formulas */
void sni_cuda_formulas(sni_cuda *g, sni_str *out);
void sni_cuda_statements(sni_cuda *g, const sni_cuda_block *b, sni_str *out);
void sni_cuda_address(const sni_cuda *g, int o, sni_level level,
                      sni_str *out); /* distance from the operand's offset */
/* Coordinates c<d> of a flat position along `count` dims, those that the text `users` names. */
void sni_cuda_coordinates(int first, int count, const char *flat, const char *indent, const char *users,
                          sni_str *out);
void sni_cuda_coordinates_of(const int *dims, int count, const char *flat, const char *indent, const char *users,
                             sni_str *out); /* the same along these dims */

/* emit_cuda_held.c */
void sni_cuda_find_held(const sni_kernel *k, sni_cuda_held *out);
bool sni_cuda_is_held(const sni_cuda *g, const sni_kinstr *in); /* it reads or writes such an array */

/* emit_cuda_map.c, emit_cuda_reduce.c: functions and entry points */
void sni_cuda_map(sni_cuda *g, sni_str *out);
void sni_cuda_reduce(sni_cuda *g, sni_str *out);

/* emit_cuda_map.c, emit_cuda_tiles.c: what they share.  A turn of a thread reads each operand first: a value x0v or,
 * of outputs and where a mask decides, a place y0p, x0p; `at` follows the name, [u] of several. */
const char *sni_cuda_operand_type(const sni_cuda *g, int o); /* of an element */
void sni_cuda_put_reading(const sni_cuda *g, int o, const char *at, sni_str *out); /* its name */
void sni_cuda_declare(const sni_cuda *g, int o, int lanes, int count, const char *indent, sni_str *out);
void sni_cuda_read(const sni_cuda *g, int o, int lanes, const char *guard, sni_str *out); /* "x0[c0];": what is assigned */
void sni_cuda_tiles(sni_cuda *g, const sni_cuda_loops *loops, sni_str *out); /* the loop over tiles */

/* emit_cuda.c */
void sni_cuda_put(sni_cuda *g, sni_filling *f, const char *name, sni_str *out);
/* Pointers that stand at the offsets, of the operands that the text `users` names. */
void sni_cuda_operands(const sni_cuda *g, const char *users, sni_str *out);
void sni_cuda_product(int first, int count, sni_str *out); /* of extents */

#endif
