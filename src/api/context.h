/* What belongs to one thread: its graph, its scopes, and the cells behind its handles.
 *
 * A handle is (index, generation) of a cell.  Cells lie in chunks, each owned by one thread, so that
 * making and freeing an array takes no lock.  A cell of another thread is only read when it is
 * `crossable`: evaluated, so that its node will not change any more; such a cell changes under its
 * chunk's lock alone, and readers hold that lock while they take the storage over as a LEAF of
 * their own graph.  Chunks are never freed, so a stale handle of any age finds its cell and is refused.
 *
 * Lock order: chunk, then registry. */
#ifndef SNI_CONTEXT_H
#define SNI_CONTEXT_H

#include <pthread.h>
#include <stdatomic.h>

#include "graph/origin.h"
#include "runtime/runtime.h"
#include "sinter.h"

typedef struct sni_failure { /* why a handle is poisoned; shared by what is built on it */
    uint32_t refs;
    int status;
    char text[];
} sni_failure;

typedef struct sni_link { struct sni_link *next, *prev; } sni_link;

typedef struct sni_cell sni_cell;

/* A cell that sees an array which may be written to: the cell of a view, and of what views were made of.
 * While its cell holds a node, a sight is in its origin's list: a write drops the nodes of all of them, so
 * that what was written over is not held, and the next use makes the node anew. */
typedef struct sni_sight {
    sni_link link;
    sni_alias alias;
    sni_cell *cell;
} sni_sight;

struct sni_cell {
    sni_link link;               /* in its scope's list; next alone in the free list */
    sni_node *node;              /* NULL: poisoned, weak, to be made from `sight`, or not in use */
    sni_sight *sight;            /* NULL: plain */
    sni_failure *failure;
    sni_scalar number;           /* weak: its value; recorded as a constant at each use */
    uint32_t index, depth;       /* depth of the scope it is linked in; 0: none */
    _Atomic uint32_t generation; /* 0: worn out, never used again */
    _Atomic bool crossable;      /* evaluated: other threads may read it, under the chunk's lock */
    bool zombie;                 /* freed by another thread; under the chunk's lock */
    bool shared;                 /* of sn_share: any thread may free it */
    bool weak;                   /* a number */
    bool temporary;              /* a number that the next operation consumes; in no list */
    bool foreign;                /* a view of another thread's array: not to be written to */
    uint8_t number_dtype;
};

#define SNI_CHUNK_BITS 10
#define SNI_CHUNK_CELLS (1u << SNI_CHUNK_BITS)
#define SNI_CHUNKS_MAX (1u << 16)

typedef struct sni_context sni_context;
typedef struct sni_chunk {
    _Atomic(sni_context *) owner;
    pthread_mutex_t lock;
    struct sni_chunk *next;      /* of the same owner, or in the pool of chunks without live cells */
    uint32_t left;               /* cells still alive after their thread ended */
    sni_cell cells[SNI_CHUNK_CELLS];
} sni_chunk;

typedef struct sni_frame {       /* one open scope */
    sni_link cells;
    struct sni_frame *outer;
    uint32_t depth, serial;
} sni_frame;

struct sni_context {
    sni_graph graph;
    sni_cell *free_cells;
    sni_frame *top, outermost;   /* outermost: depth 0, arrays that belong to the thread */
    sni_frame *free_frames;
    sni_link shared;
    sni_chunk *chunks;
    uint32_t serial;
    _Atomic bool zombies;        /* another thread freed cells of ours */
    uint64_t counted;            /* nodes already in the statistics */
    struct sni_capture_slot *captures;
    uint32_t ncaptures;
    sni_str pointed;             /* where the last expression text that failed did so */
};

extern SNI_THREAD_LOCAL sni_context *sni_context_own;
extern _Atomic(sni_chunk *) sni_chunks[SNI_CHUNKS_MAX];

sni_context *sni_context_make(void); /* NULL + message */

static inline sni_context *sni_context_get(void)
{
    return SNI_LIKELY(sni_context_own != NULL) ? sni_context_own : sni_context_make();
}

/* ---- cells (cell.c) -------------------------------------------------------------------------------- */
/* A new array of `node`, whose reference it takes, in the innermost scope.  NULL: poisoned with the
 * thread's message. */
sn_array sni_result(sni_context *c, sni_node *node);
sn_array sni_number(sni_context *c, sni_dtype dtype, sni_scalar value, bool temporary);
sn_array sni_no_cell(int status);                   /* where not even a cell can be had */
sn_array sni_cell_handle(const sni_cell *cell);
void sni_cell_free(sni_context *c, sni_cell *cell); /* of the calling thread */
void sni_cell_move(sni_cell *cell, sni_frame *frame);
bool sni_cell_retire(sni_cell *cell);               /* its handles become stale; false: worn out */
void sni_failure_release(sni_failure *f);
sni_chunk *sni_cell_chunk(const sni_cell *cell);
void sni_cell_reap(sni_context *c);                 /* frees what other threads gave back */

/* ---- what crosses threads (cross.c) ---------------------------------------------------------------- */
sni_cell *sni_cell_new_slow(sni_context *c);
sni_node *sni_import(sni_graph *g, const sni_node *evaluated); /* the same storage in another thread's graph */
int sni_foreign_free(const sni_context *c, sn_array x);
bool sni_foreign_ok(const sni_context *c, sn_array x);

/* A cell linked nowhere; NULL + message. */
static inline sni_cell *sni_cell_new(sni_context *c)
{
    sni_cell *cell = c->free_cells;
    if (SNI_UNLIKELY(cell == NULL || atomic_load_explicit(&c->zombies, memory_order_relaxed)))
        return sni_cell_new_slow(c);
    c->free_cells = (sni_cell *)cell->link.next;
    return cell;
}

static inline void sni_link_remove(sni_link *l)
{
    l->prev->next = l->next;
    l->next->prev = l->prev;
}

static inline void sni_link_add(sni_link *list, sni_link *l)
{
    l->next = list->next;
    l->prev = list;
    list->next->prev = l;
    list->next = l;
}

/* ---- using a handle ---------------------------------------------------------------------------------
 * sni_use resolves a handle to a node of the calling thread's graph; sni_unuse ends the use, drops
 * a node made for it and consumes a temporary number.  It may be called where sni_use failed. */
typedef struct sni_used {
    sni_node *node;
    sni_cell *cell;       /* NULL: of another thread */
    sni_failure *failure; /* the operand is poisoned by this; borrowed */
    bool owned, weak;     /* node was made for this use; it is a weak number */
} sni_used;

int sni_use_slow(sni_context *c, sn_array x, sni_used *u);
int sni_foreign_use(sni_context *c, sn_array x, sni_used *u);
void sni_unuse_slow(sni_context *c, sni_used *u);

static inline sni_cell *sni_cell_find(const sni_context *c, sn_array x) /* own and live, else NULL */
{
    if (SNI_UNLIKELY(x.index >> SNI_CHUNK_BITS >= SNI_CHUNKS_MAX)) return NULL;
    sni_chunk *chunk = atomic_load_explicit(&sni_chunks[x.index >> SNI_CHUNK_BITS], memory_order_acquire);
    if (SNI_UNLIKELY(chunk == NULL)) return NULL;
    if (SNI_UNLIKELY(atomic_load_explicit(&chunk->owner, memory_order_relaxed) != c)) return NULL;
    sni_cell *cell = &chunk->cells[x.index & (SNI_CHUNK_CELLS - 1)];
    uint32_t generation = atomic_load_explicit(&cell->generation, memory_order_relaxed);
    if (SNI_UNLIKELY(generation != x.generation)) return NULL;
    return SNI_LIKELY(cell->node || cell->weak || cell->failure || cell->sight) ? cell : NULL;
}

static inline int sni_use(sni_context *c, sn_array x, sni_used *u)
{
    sni_cell *cell = sni_cell_find(c, x);
    if (SNI_UNLIKELY(cell == NULL || cell->node == NULL)) return sni_use_slow(c, x, u);
    *u = (sni_used){.node = cell->node, .cell = cell};
    return SN_OK;
}

static inline void sni_unuse(sni_context *c, sni_used *u)
{
    if (SNI_UNLIKELY(u->owned)) sni_unuse_slow(c, u);
}

/* The handle that a failed use gives: carries the operand's own failure, or the thread's message. */
sn_array sni_unusable(sni_context *c, const sni_used *u);

void sni_cell_put(sni_context *c, sni_cell *cell, sni_node *node); /* makes it name the node, whose reference it takes */
/* Replaces what a cell names by the value used, or by the reason why there is none. */
void sni_cell_assign(sni_context *c, sni_cell *cell, const sni_used *value);
void sni_cell_poison(sni_context *c, sni_cell *cell, const sni_used *failed);

/* A call with one array operand:
 *     sni_unary call;
 *     if (sni_begin(&call, x) < 0) return call.result;
 *     return sni_finish(&call, sni_reshape(call.graph, call.node, ...)); */
typedef struct sni_unary {
    sni_context *context;
    sni_graph *graph;
    sni_node *node;
    sni_used used;
    sn_array result;
} sni_unary;
int sni_begin_for(const char *function, sni_unary *call, sn_array x);
#define sni_begin(call, x) sni_begin_for(__func__, call, x) /* x is the first argument of an sn_ function */
sn_array sni_finish(sni_unary *call, sni_node *node); /* takes the node's reference; NULL: poisoned */
/* Passes a status on; a failure's message then names the call and which of its arguments it is about, from 1 on,
 * SN_SHAPE being one: "add: argument 2: array handle is stale".  function: "sn_add" or "add". */
int sni_argument(const char *function, int position, int status);
/* The same for a view: its handle sees what is written to the array, and writes to it.  The name of a
 * read-only view (NumPy's) is frozen. */
int sni_begin_view_for(const char *function, sni_unary *call, sn_array x);
#define sni_begin_view(call, x) sni_begin_view_for(__func__, call, x)
sn_array sni_finish_view(sni_unary *call, sni_node *node, bool frozen);
int sni_check_shape(int ndim, const int64_t *dims);
int sni_check_dtype(sn_dtype dtype, sn_dtype preset, sni_dtype *out);
int sni_check_axes(const char *name, sn_axes axes);
int sni_no_place(const char *call); /* what a NULL to write to fails with */

/* ---- where arrays were recorded (site.c) ------------------------------------------------------------------ */
void sni_sites_follow(sni_context *c); /* starts to keep sites when the CHECK option wants them */

/* ---- what sees an array (sight.c) ------------------------------------------------------------------------ */
int sni_cell_adopt(sni_context *c, sni_cell *cell);               /* gives a plain array's cell its sight */
int sni_cell_see(sni_context *c, sni_cell *cell, const sni_alias *alias); /* the same, of an origin it was given */
sni_node *sni_cell_look(sni_context *c, sni_cell *cell);          /* the node of a cell that has a sight and none */
void sni_cell_blind(sni_context *c, sni_cell *cell);              /* takes the sight away; the node stays */
sn_array sni_result_view(sni_context *c, sni_node *node, sni_alias *alias, bool foreign); /* takes both */
void sni_cells_renew(sni_context *c, sni_origin *o);              /* after a write: drops outdated nodes */

/* ---- captured computations (capture.c) ------------------------------------------------------------------- */
void sni_captures_free(sni_context *c);

/* ---- frames (scope.c) --------------------------------------------------------------------------------- */
void sni_frames_close(sni_context *c, const sni_frame *outer); /* every frame inside `outer` */

/* ---- evaluation (eval.c) -------------------------------------------------------------------------------- */
bool sni_is_evaluated(const sni_node *n);
int sni_evaluate_node(sni_context *c, sni_node *n);
/* The cell that *u names, or a new kept one for a zero handle; NULL + a message of `function`. */
sni_cell *sni_cell_target(sni_context *c, const char *function, sn_array *u);
/* Evaluates the node and gives where its first element is on the host; NULL + message. */
const char *sni_evaluated_data(sni_context *c, sni_node *n);
void sni_count_nodes(sni_context *c);

/* Public dtypes are the internal ones plus one, so that zero can mean none. */
static inline sni_dtype sni_dtype_in(sn_dtype d)
{
    return (unsigned)d - 1u < SNI_DTYPE_COUNT ? (sni_dtype)((unsigned)d - 1u) : SNI_DTYPE_NONE;
}
static inline sn_dtype sni_dtype_out(sni_dtype d)
{
    return (unsigned)d < SNI_DTYPE_COUNT ? (sn_dtype)((unsigned)d + 1u) : SN_DTYPE_NONE;
}
#define SN_DTYPE(ID, name, abbrev, ctype, bytes, kind, ready)                                      \
    _Static_assert((int)SN_##ID == (int)SNI_##ID + 1, "public and internal dtypes");
#include "graph/dtypes.def"
#undef SN_DTYPE

#endif
