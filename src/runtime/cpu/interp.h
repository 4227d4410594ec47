/* Inside the block interpreter: walks (which elements of an operand a block touches), the plan (tasks in
 * the order they run, each with its block buffer) and the machine that runs a plan.
 *
 * A kernel runs over blocks of its iteration space, one task (instruction) at a time over a whole block,
 * so that what a task costs to start is spread over about a thousand elements and values stay in the
 * nearest cache.  Three shapes of block:
 *
 *   MAP      no reduced dims: consecutive flat kept positions.
 *   ROWS     reduced positions of one kept position (a chunk of 1024), or, when a row is short, of several
 *            kept positions one after the other.  A row is folded by a loop of its own.
 *   COLUMNS  one reduced position of many consecutive kept positions.  Rows are combined element by
 *            element.  Also serves very short rows, whatever their memory order.
 */
#ifndef SNI_INTERP_H
#define SNI_INTERP_H

#include "runtime/cpu/cpu.h"
#include "runtime/cpu/loops.h"

enum {
    SNI_ITEM_BYTES = 8,      /* widest element of a block */
    SNI_REDUCE_CHUNK = 1024, /* the order of additions: reduced positions between two folds, */
    SNI_REDUCE_LANES = 32    /* and sums that run side by side in a chunk */
};

/* ---- walks (interp_move.c) ------------------------------------------------------------------------
 * One operand's strides over some dims of the space, runs of dims that are one run in memory merged. */
typedef struct sni_walk {
    int rank;
    int64_t extent[SNI_KERNEL_DIMS], stride[SNI_KERNEL_DIMS]; /* outermost first, extents above 1 */
} sni_walk;

void sni_walk_init(sni_walk *w, const int64_t *extent, const int64_t *stride, int dims);
/* Offset in elements of the flat position. */
int64_t sni_walk_offset(const sni_walk *w, int64_t flat);
/* True when [flat, flat + count) is one run: its first offset and its stride. */
bool sni_walk_span(const sni_walk *w, int64_t flat, int64_t count, int64_t *offset, int64_t *stride);
void sni_walk_gather(const sni_walk *w, void *out, const void *base, size_t width, int64_t flat, int64_t count);
/* in: elements at in_step 1, or one element for all at 0. */
void sni_walk_scatter(const sni_walk *w, void *base, const void *in, int64_t in_step, size_t width, int64_t flat, int64_t count);
void sni_walk_index(const sni_walk *w, int64_t *out, int64_t base, int64_t flat, int64_t count);

void sni_block_fill(void *out, const void *value, size_t width, int64_t count);
/* Copies past the caches where the processor can; out is aligned to 16 bytes, bytes are a multiple of 32. */
void sni_block_stream(void *out, const void *in, size_t bytes);
/* What was copied past the caches is seen by all before what is stored next. */
void sni_block_stream_end(void);
/* out[i * repeat + r] = in[i * in_step] for i < rows, r < repeat. */
void sni_block_expand(void *out, const void *in, int64_t in_step, size_t width, int64_t rows, int64_t repeat);

/* ---- plan (interp_plan.c) --------------------------------------------------------------------------- */
typedef enum sni_shape { SNI_SHAPE_MAP, SNI_SHAPE_ROWS, SNI_SHAPE_COLUMNS } sni_shape;

typedef enum sni_task_kind {
    SNI_TASK_SPLAT,  /* SCALAR */
    SNI_TASK_INDEX, SNI_TASK_LOAD, SNI_TASK_LOOP, SNI_TASK_REDUCE, SNI_TASK_STAGE, SNI_TASK_UNSTAGE, SNI_TASK_STORE,
    SNI_TASK_EXPAND  /* a kept value, as the reduced level reads it */
} sni_task_kind;

/* Where a value is now: in its buffer, or right in an array.  Cell i is the value of instruction i; cell
 * ninstrs + i is the same value as the reduced level reads it. */
typedef struct sni_cell {
    void *data;
    int64_t step; /* 0: SNI_LOOP_PAD equal elements */
} sni_cell;

typedef struct sni_task {
    uint8_t kind, nargs, dtype, width; /* of the value; STORE: of what is stored */
    int16_t operand;    /* LOAD, STORE, INDEX; LOOP: output that its value may go to at once, or -1 */
    int16_t number;     /* SPLAT: scalar; REDUCE: place in its pass; STAGE, UNSTAGE: stage */
    int32_t out;        /* cell */
    int32_t arg[3];     /* cells */
    int32_t slot;       /* buffer: of blocks; UNIFORM: of splats; -1: none */
    void *home;         /* that buffer's memory */
    sni_loop loop;      /* REDUCE: joins two values.  LOAD: makes bytes proper bools */
    sni_fold fold;
} sni_task;

/* Tasks of one pass, as positions in the task list. */
typedef struct sni_span {
    int32_t x;      /* kept level, before the pass */
    int32_t expand; /* once before the loop over reduced positions */
    int32_t body;   /* for each block of it */
    int32_t end;    /* the next pass */
} sni_span;

typedef struct sni_binding { /* of an operand to memory */
    char *base;     /* the element at offset 0 of the walks */
    sni_walk x, r, xr;
    uint8_t width;
    bool shared;    /* its memory overlaps an operand of the other direction: never pointed into */
} sni_binding;

typedef struct sni_interp {
    const sni_kernel *kernel;
    const sni_geometry *geometry;
    const sni_scalar *scalars;
    const sni_loops *loops;
    sni_shape shape;
    int64_t block;       /* elements of a buffer */
    int64_t rows;        /* kept positions of a block */
    int32_t nslots, nsplats, ntasks;
    int32_t nreduced;    /* most reductions in one pass */
    int32_t nlevels;     /* depth of the stack of partial results */
    int32_t uniform_end; /* tasks [0, uniform_end) run once */
    int64_t partial_items;
    size_t stage_bytes;  /* of one stage */
    size_t plan_bytes, slots_at, splats_at, stages_at, partials_at, partial_items_at, total_bytes; /* layout of the scratch memory */
    sni_task *tasks;
    sni_cell *cells;
    sni_span *spans;     /* npasses + 1 */
    sni_binding *bindings;
    char *stages;
    void **partials;     /* [nreduced][nlevels + 1]: a stack, then what is being added up */
} sni_interp;

/* Bytes that sni_interp_plan writes to. */
size_t sni_interp_plan_bytes(const sni_kernel *k);
/* Plans into `memory`; ip->total_bytes is then what a run needs, SIZE_MAX when that overflows. */
int sni_interp_plan(sni_interp *ip, const sni_kernel *k, const sni_geometry *g, void *memory);

#endif
