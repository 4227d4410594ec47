/* Schedule: what a graph is fused into.  Pure data: no buffers, no devices, no source text.
 *
 * sni_schedule_build copies the unevaluated part below the roots into `vals` (operands first), then
 * decides which values are materialised (stored in memory) and which groups (kernels) compute them.
 * A value that is not materialised is recomputed inline by whoever reads it; inside one group each is
 * computed once, because lowering numbers values by (value, access).
 *
 * A group has an iteration space: `rank` dims with extents > 1, each kept (X) or reduced (R, in
 * logical C order).  A member stands in the group through `axis_dim`: which dim of the space each of
 * its axes is.  Members that cover every dim are at level XR (in a group without R, all are);
 * members that cover the kept dims alone are at level X: reduced values and what is computed from them.
 *
 * Invariants (sni_schedule_verify):
 *  - vals are in topological order; every root is materialised or a LEAF or CONST;
 *  - each materialised ELEMENT/COPY/PLACE/IOTA/CONST value and each REDUCE value belongs to exactly one group (a
 *    REDUCE over axes of extent 1 alone changes nothing and is treated as a COPY);
 *  - each WRITE value is the one output of a group over its region: what is computed there is its value
 *    (in[0], its one operand), what is stored is the region (in[1], a map over the old array's memory).
 *    The old array is materialised, a LEAF, or nothing where the region is all of it; the group reads it
 *    in no other way than as operands of the value;
 *  - groups are in an order in which every input of a group is a LEAF or an output of an earlier group;
 *  - a group's R dims are the reduced axes of each of its reductions, in their logical order;
 *  - a group never loads a value that it computes;
 *  - an edge between different groups has a reason.
 */
#ifndef SNI_SCHEDULE_H
#define SNI_SCHEDULE_H

#include "graph/graph.h"

typedef struct sni_edge {
    int32_t val;              /* index of the operand in vals */
    const sni_layout *view;   /* NULL: read in the operand's own layout; else strides over its dense memory */
    int64_t offset;           /* with view */
} sni_edge;

typedef enum sni_reason { /* why an edge is not fused: generated from reasons.def */
#define SN_REASON(ID, text) SNI_REASON_##ID,
#include "graph/reasons.def"
#undef SN_REASON
    SNI_REASON_COUNT
} sni_reason;
extern const char *const sni_reason_text[SNI_REASON_COUNT];

typedef struct sni_val {
    sni_node *node;           /* kind, code, dtype, layout; VIEW nodes do not appear, they are edges */
    sni_edge in[3];           /* WRITE: the value; then the old array with the region as its view */
    uint8_t nin;              /* operands that are read; WRITE: 1 */
    bool root, materialised;
    bool written;             /* a WRITE replaces a part of it: it has to lie in memory */
    uint8_t reason;           /* why this value had to be stored, SNI_REASON_NONE when it is a plain root */
    int32_t group;            /* that computes it; -1: LEAF, CONST, or inline */
    int32_t binding;          /* LEAF, CONST: position in the signature's leaves or consts; else -1 */
    int32_t uses;             /* edges that read it */
} sni_val;

typedef struct sni_member {   /* a value stored by, or reduced in, a group */
    int32_t val;
    bool output;              /* stored to memory */
    const int8_t *axis_dim;   /* per axis of the value's layout: dim of the space, -1 for extent 1 */
} sni_member;

typedef struct sni_group {
    int rank;
    int64_t extent[SNI_MAX_RANK];
    bool reduced[SNI_MAX_RANK];
    int32_t nmembers;
    const sni_member *members;  /* outputs and reductions, in topological order */
    int32_t nops, npasses;      /* estimate: inlined operations, passes over R */
    bool empty;                 /* no element: nothing to launch */
} sni_group;

typedef struct sni_unfused { int32_t producer, consumer; uint8_t reason; } sni_unfused;

typedef struct sni_limits {     /* caps and the cost model of a device; one table in fuse.c per device */
    int max_ops, max_operands, max_reductions, max_passes;
    int64_t split_reduced;      /* a reduction at least this long over ... */
    int64_t split_kept;         /* ... at most this many kept elements is split: nothing after it joins its kernel */
    int64_t stage_elements;     /* a row of at most this many elements keeps costly values for later passes */
    int64_t rows_min;           /* reduced elements from which loops along them pay, where memory lies along them */
    bool held;                  /* threads keep what later passes need of a short row in registers */
    int64_t stream_bytes;       /* outputs of a map larger than this bypass the caches */
    bool fuse;                  /* false: one kernel per operation */
} sni_limits;

typedef struct sni_schedule {
    sni_arena arena;
    int32_t nvals, ngroups, nroots, nunfused;
    sni_val *vals;
    sni_group *groups;          /* in execution order */
    int32_t *roots;             /* value of each root; a root that is a view appears as its base value */
    sni_unfused *unfused;
} sni_schedule;

int sni_schedule_build(const sni_signature *sig, sni_node *const *roots, size_t nroots, const sni_limits *limits, sni_schedule *out);
int sni_schedule_verify(const sni_schedule *s);
void sni_schedule_free(sni_schedule *s);
/* Text of groups, spaces, members and every edge not fused with its reason. */
void sni_schedule_explain(const sni_schedule *s, sni_str *out);
extern const sni_limits sni_limits_cpu, sni_limits_cuda;

#endif
