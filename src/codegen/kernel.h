/* Kernel IR: one fused kernel, specialised on classes and not on values.
 *
 * A kernel is a list of instructions in SSA form (an instruction's value is its index) over an
 * iteration space of nx kept and nr reduced dims, both after coalescing, outermost first.  There is no
 * control flow: `level` and `pass` say where an instruction runs, and the emitters and the interpreter
 * place it:
 *
 *     UNIFORM instructions
 *     for x over the kept dims:
 *         X instructions of pass 0
 *         for pass p = 0 .. npasses-1:
 *             for r over the reduced dims:  XR instructions of pass p (loads, operations, REDUCE steps, stores)
 *             X instructions of pass p + 1 (they may use the results of REDUCE of pass <= p)
 *
 * Without reduced dims there are no passes: every non-uniform instruction is X of pass 0.
 *
 * Invariants (sni_kernel_verify):
 *  - arguments come before their users; level(arg) <= level(user) (UNIFORM < X < XR) except that REDUCE
 *    takes XR and yields X;
 *  - an XR instruction of pass p uses XR values of pass p alone: lowering repeats what several passes
 *    need (cheap operations and loads), or stages it (STAGE in pass p, UNSTAGE later) when it is heavy;
 *  - X instructions: pass(arg) <= pass(user); the result of a REDUCE in pass p counts as pass p + 1;
 *  - dtypes: an operation's operands have the dtype it computes in (WHERE: first bool), its result by
 *    rule; SCALAR, LOAD, STORE match their slot;
 *  - bool values are BOOL whatever the language makes of them (mask or byte);
 *  - a LOAD may have a mask, a bool: lanes where that is false touch no memory and hold 0.  Its operand is
 *    `masked`, and so is every other LOAD of that operand;
 *  - SCALAR is UNIFORM, LOAD and INDEX are X or XR, a REDUCE has level X and an argument at XR;
 *  - instructions are listed in the order of the pseudo-code above: UNIFORM, X of pass 0, XR of pass 0
 *    (REDUCE among them), X of pass 1 ...;
 *  - no dtype is complex: a complex array is two operands over the same memory, one for each of its parts, with
 *    twice the strides.  Two OUT operands of one array never meet in an element;
 *  - there is at least one kept dim (of extent 1 where nothing is kept); each OUT operand is stored once;
 *  - no reduced dim is empty: lowering puts the identity in the place of such a reduction;
 *  - a REDUCE of code FORMULA joins by one of the kernel's formulas, of its dtype; the block interpreter has no loop for it;
 *  - SPLIT patterns have one pass; values at XR may be stored in it.
 *
 * What may vary without another kernel: extents, strides (within their class), scalar values, pointers.
 */
#ifndef SNI_KERNEL_H
#define SNI_KERNEL_H

#include "graph/formula.h"
#include "graph/schedule.h"

typedef enum sni_level { SNI_UNIFORM, SNI_X, SNI_XR } sni_level;

typedef enum sni_kop {
    SNI_K_SCALAR,  /* slot: scalars[] */
    SNI_K_INDEX,   /* int64: base + sum of coordinate * stride; slot: operands[] with kind INDEX */
    SNI_K_LOAD,    /* slot: operands[]; arg[0], when there is one: its mask */
    SNI_K_ELEMENT, /* code: sni_op over arg[0..arity-1] */
    SNI_K_CAST,    /* arg[0] to dtype */
    SNI_K_REDUCE,  /* code: sni_reduction; arg[0] at XR; result at X; slot: number of the reduction; FORMULA: arg[1] is
                      the formula's number, no argument */
    SNI_K_STAGE,   /* arg[0] at XR kept for later passes; slot: stage number */
    SNI_K_UNSTAGE, /* slot: stage number */
    SNI_K_STORE    /* arg[0] into slot: operands[] */
} sni_kop;

typedef struct sni_kinstr {
    uint8_t op, code, dtype, level;
    uint8_t pass, nargs;
    uint16_t slot;
    int32_t arg[3];
} sni_kinstr;

typedef enum sni_access { /* of one operand along one dim */
    SNI_ACCESS_BROADCAST, /* stride 0 */
    SNI_ACCESS_UNIT,      /* stride 1 */
    SNI_ACCESS_STRIDED    /* any other, negative too */
} sni_access;

typedef enum sni_operand_kind { SNI_OPERAND_IN, SNI_OPERAND_OUT, SNI_OPERAND_INDEX } sni_operand_kind;

#define SNI_KERNEL_DIMS 16      /* kept + reduced dims after coalescing; more is refused by lowering with LIMIT */
#define SNI_KERNEL_OPERANDS 64
#define SNI_KERNEL_FORMULAS 8   /* at least the reductions that a kernel may have */

typedef struct sni_operand {
    uint8_t dtype, kind;
    uint8_t access[SNI_KERNEL_DIMS]; /* x dims, then r dims */
    bool masked;                     /* IN: addresses may lie outside the memory where the mask is false */
    bool may_alias;                  /* false: restrict.  An output that may overlap an input it does not equal */
} sni_operand;

typedef enum sni_pattern { /* how the loops run; the order of additions is the same in all */
    SNI_PATTERN_MAP,     /* nr == 0: vectors along the innermost kept dim; [begin,end) over flat x */
    SNI_PATTERN_ROWS,    /* vectors along the innermost reduced dim; [begin,end) over flat x */
    SNI_PATTERN_COLUMNS, /* vectors along the innermost kept dim, one row of R after the other; [begin,end) over flat x */
    SNI_PATTERN_SPLIT_ROWS,   /* ROWS whose chunks of 1024 are shared out: [begin,end) over chunks, partials to scratch; */
    SNI_PATTERN_SPLIT_COLUMNS /* then a finish function with [begin,end) over flat x */
} sni_pattern;

typedef struct sni_kernel {
    uint8_t pattern, nx, nr, npasses;
    bool index32;     /* every offset and extent product fits 32 bits */
    uint8_t held;     /* GPU: most elements of a row that a thread has, a power of two, where it is to keep what later
                         passes need of them in registers; 0: rows are long, or there is no such thing */
    bool few;         /* GPU, COLUMNS: columns are so short that a thread has all elements of one, `held` at most */
    bool stream;      /* outputs are larger than the caches: non-temporal stores (CPU) */
    uint16_t noperands, nscalars, nreductions, nstages;
    int32_t ninstrs;
    sni_operand operands[SNI_KERNEL_OPERANDS];
    uint8_t scalar_dtype[SNI_KERNEL_OPERANDS];
    uint8_t stage_dtype[16];
    uint16_t nformulas;
    const sni_formula *formulas[SNI_KERNEL_FORMULAS]; /* that reductions join by, each once */
    sni_kinstr *instrs;   /* owned: sni_kernel_free */
} sni_kernel;

/* The values of one launch. */
typedef struct sni_geometry {
    int64_t extent[SNI_KERNEL_DIMS];                       /* x dims, then r dims */
    int64_t stride[SNI_KERNEL_OPERANDS][SNI_KERNEL_DIMS];  /* elements */
    int64_t offset[SNI_KERNEL_OPERANDS];                   /* elements; INDEX: the base */
    int64_t nx, nr;                                        /* products of extents */
} sni_geometry;

/* What each slot binds to, for the plan. */
typedef struct sni_lowered {
    sni_kernel kernel;
    sni_geometry geometry;
    int32_t operand_val[SNI_KERNEL_OPERANDS]; /* schedule value behind each operand; -1 for INDEX.  A complex one is
                                                 behind an operand for each part that is read or stored */
    int32_t scalar_val[SNI_KERNEL_OPERANDS];  /* CONST value behind each scalar slot; -1: literal_bits */
    sni_scalar scalar_literal[SNI_KERNEL_OPERANDS]; /* e.g. the count a mean divides by */
} sni_lowered;

/* lower.c: group of a schedule -> kernel.  aligned: leaf buffers and outputs are 64-byte aligned. */
int sni_lower(const sni_schedule *s, int32_t group, const sni_limits *limits, sni_lowered *out);
int sni_kernel_verify(const sni_kernel *k);
void sni_kernel_free(sni_kernel *k);
/* "sum", "user0": what a REDUCE is called in generated code. */
#define SNI_KREDUCE_NAME 16
const char *sni_kreduce_name(const sni_kinstr *in, char out[SNI_KREDUCE_NAME]);
void sni_kernel_print(const sni_kernel *k, sni_str *out); /* one instruction a line, for --explain and tests */

/* ---- emitters: pure functions from kernel to text ------------------------------------------------------- */
typedef struct sni_cpu_target {
    int vector_bytes;   /* 16, 32, 64: widest register */
    bool fma;           /* SLEEF's finz functions exist at vector width */
    const char *isa;    /* "avx512f", "avx2", "purec" ...: suffix of the vector math functions */
    const char *arch;   /* what -march= is given: a level of x86-64, elsewhere native */
} sni_cpu_target;

/* The C source of a kernel.  Exported symbols (docs in templates/c):
 *   void sn_kernel(void *const *ptr, const int64_t *geo, const sn_scalar *scalars, void *scratch, int64_t begin, int64_t end);
 *   void sn_finish(same)                                        SPLIT patterns alone
 *   const char *const sn_imports[]; void *sn_import_slots[];     vector math functions the loader fills in
 * geo: extent[nx+nr], then per operand offset, stride[nx+nr].  scratch: sni_kernel_scratch bytes, 64-byte aligned, per thread
 * (SPLIT: shared partials). */
int sni_emit_c(const sni_kernel *k, const sni_cpu_target *target, sni_str *out);
size_t sni_kernel_scratch(const sni_kernel *k, const sni_geometry *g); /* SIZE_MAX on overflow */
int sni_lanes(const sni_kernel *k, const sni_cpu_target *target);      /* elements per vector, at most 32 */

/* ---- CUDA: source and launch contract ----------------------------------------------------------------------
 * Entry points `extern "C" sn_kernel` and, for SPLIT patterns, `sn_finish`, launched after it on the same
 * stream.  Each takes one parameter, which sni_cuda_params_pack writes, by value or, where that is more than 4096
 * bytes (sni_cuda_params_by_pointer), by a pointer to device memory that holds it, aligned to 8:
 *
 *     void *ptr[noperands];                             NULL for INDEX
 *     int64_t geo[nd + noperands * (nd + 1)];           as for C; nd = nx + nr
 *     uint64_t inverse[n], shift[n];                    to divide by extents and, in a map with tiles, by
 *                                                       their numbers: sni_cuda_divisors of emit_cuda.h
 *     sn_scalar scalars[nscalars];                      16 bytes each
 *     void *scratch; int64_t group;
 *
 * A kernel is right for any number of blocks up to 2^20, of the size below: its loops stride over the grid.  It compiles
 * with --fmad=false, without headers; no launch reads what another block of the same launch has written. */
int sni_emit_cuda(const sni_kernel *k, sni_str *out);
typedef struct sni_cuda_launch {
    uint32_t block[2];              /* threads of a block of sn_kernel, along x and y; sn_finish: 256, 1 */
    int64_t blocks, finish_blocks;  /* at most `most_blocks`; as many as have work */
    int64_t group;                  /* SPLIT: chunks that one block joins to one part; a power of two */
    size_t scratch;                 /* bytes, aligned to 8; SIZE_MAX on overflow */
} sni_cuda_launch;
void sni_cuda_set_class(sni_kernel *k, const sni_geometry *g); /* held and few, as these extents have them */
void sni_cuda_plan(const sni_kernel *k, const sni_geometry *g, int64_t most_blocks, sni_cuda_launch *out);
size_t sni_cuda_params_size(const sni_kernel *k);
bool sni_cuda_params_by_pointer(const sni_kernel *k); /* the entry points take the address of a copy in device memory */
void sni_cuda_params_pack(const sni_kernel *k, const sni_geometry *g, void *const *ptr, const sni_scalar *scalars, void *scratch,
                          int64_t group, void *out);

/* ---- templates (template.c) -------------------------------------------------------------------------------- */
/* Text of a template, embedded at build time; in debug builds from $SINTER_TEMPLATES when set. NULL if unknown. */
const char *sni_template(const char *name);
typedef struct sni_fill { const char *key, *value; } sni_fill;
/* Copies `text` to out, replacing each $key and ${key}; an unknown key is ERR_INTERNAL. */
int sni_template_fill(const char *text, const sni_fill *fills, size_t count, sni_str *out);

/* ---- C prelude (prelude.c, templates/c/prelude_*.c, format in templates/c/README.md) ------------------------------- */
/* Appends the definitions of every prelude type and function that `text` names (f32v, sn_exp_f32v), with what
 * those need, each once, and the table of imports.  Generated sources and the interpreter's loops share it. */
int sni_prelude_for(const char *text, const sni_cpu_target *target, int lanes, sni_str *out);
/* The same for CUDA C (templates/cuda/prelude_*.cu), whose types are scalars: f32, sn_exp_f32. */
int sni_prelude_cuda(const char *text, sni_str *out);

#endif
