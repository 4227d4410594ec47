/* Inside the fuser: groups under construction and who reads what from where.
 *
 * Values are placed from the last to the first, so when one is placed all of its readers are.  Placing a
 * value pushes a read onto each of its operands; a value's reads are what its own placing decides by. */
#ifndef SNI_FUSE_H
#define SNI_FUSE_H

#include "graph/form.h"

#define SNI_FUSE_SCALARS 48     /* constants of one group: kernels have 64 slots, some for identities */
#define SNI_FUSE_REREADS 8      /* most places at which one value is computed inline */

typedef struct sni_read {       /* one value read by one group in one form */
    struct sni_read *next;
    const sni_form *form;       /* NULL: a scalar */
    int32_t group, consumer;
    int32_t after;              /* passes over R that wait for it */
    bool deep;                  /* something at level XR follows from it */
    uint8_t reason;             /* why the value could not join the group, once that was tried */
} sni_read;

typedef struct sni_writer {     /* a group that writes over a part of a value: it is stored, and its own group runs before */
    struct sni_writer *next;
    int32_t group, val;
} sni_writer;

typedef struct sni_work {       /* of one value */
    sni_read *reads;
    sni_writer *writers;
    int32_t nreads;
    uint16_t cost, loads;       /* estimates for computing it from what is stored below it */
    bool uniform;               /* follows from constants alone: computed once, before the loops */
    uint8_t lead, lead_depth;   /* operand that leads to a reduction, and in how many steps; 0: none */
} sni_work;

typedef struct sni_link {       /* a member, or a group that reads what this one stores */
    struct sni_link *next;
    int32_t index;
    bool output;
    int8_t *axis_dim;
} sni_link;

typedef enum sni_walk { SNI_WALK_ANY, SNI_WALK_ROWS, SNI_WALK_COLUMNS } sni_walk;

typedef struct sni_draft {      /* a group under construction */
    int rank;
    int64_t *extent;
    uint64_t reduced;           /* mask of dims */
    int nops, noperands, nscalars, nreductions, npasses;
    bool turned;                /* its dims became reduced after values were placed: they are at level XR */
    uint8_t walk;               /* which of R and X its reductions walk with the smaller stride */
    int32_t order;              /* above that of every group that reads from it */
    bool waits;                 /* reads what another group stores */
    bool closed;                /* a WRITE's: it has no other output */
    sni_link *members, *successors;
} sni_draft;

typedef struct sni_fuser {
    sni_schedule *s;
    const sni_limits *limits;
    sni_arena arena;            /* freed when the schedule is built */
    sni_work *work;
    SNI_VEC(sni_draft *) drafts;
    int32_t order;              /* the last given */
} sni_fuser;

/* A place that was found for a value. */
typedef struct sni_spot {
    int32_t group;
    int8_t axis_dim[SNI_MAX_RANK];
    uint64_t reduced;           /* the group's reduced dims once the value is in it */
    int32_t after;              /* of a reduction: passes that wait for it */
    int nextra;                 /* reduced dims that the space grows by */
    int64_t extra[SNI_MAX_RANK];
} sni_spot;

static inline uint64_t sni_dims_mask(int rank)
{
    return rank >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << rank) - 1;
}
static inline sni_space sni_draft_space(const sni_draft *d)
{
    return (sni_space){d->rank, d->extent};
}
static inline sni_draft *sni_draft_of(const sni_fuser *f, int32_t group)
{
    return f->drafts.data[group];
}
/* Computed element by element: not a LEAF, not a WRITE, not a true reduction. */
static inline bool sni_val_map(const sni_fuser *f, const sni_val *v)
{
    if (v->node->kind == SNI_NODE_LEAF || v->node->kind == SNI_NODE_WRITE) return false;
    return v->node->kind != SNI_NODE_REDUCE || sni_val_trivial(f->s->vals, v);
}
/* Stored whatever its readers would like. */
static inline bool sni_val_kept(const sni_val *v)
{
    return v->root || v->written;
}
/* Operands of a kernel that a value in memory is. */
static inline int sni_val_arrays(const sni_fuser *f, int32_t v)
{
    return sni_dtype_complex((sni_dtype)f->s->vals[v].node->dtype) ? 2 : 1;
}
int64_t sni_draft_elements(const sni_draft *d, uint64_t mask);
sni_walk sni_form_walk(const sni_form *form, uint64_t reduced);

/* ---- draft.c: building groups ------------------------------------------------------------------------- */
int sni_draft_add(sni_fuser *f, int rank, const int64_t *extent, uint64_t reduced); /* its number, or a status */
/* Value v is computed in the group at `form`; its operands gain reads. */
int sni_draft_expand(sni_fuser *f, int32_t v, int32_t group, const sni_form *form, int after, bool deep);
int sni_draft_reduce(sni_fuser *f, int32_t v, const sni_spot *spot);
/* The WRITE v is the group's output; its value gains a read, the array it writes over a writer. */
int sni_draft_write(sni_fuser *f, int32_t v, const sni_spot *spot);
int sni_draft_member(sni_fuser *f, int32_t v, int32_t group, bool output, const int8_t *axis_dim);
int sni_draft_grow(sni_fuser *f, const sni_spot *spot);
/* Whether one more value fits the group's caps; `gain`: arrays it adds beyond its operands. */
sni_reason sni_draft_fits(const sni_fuser *f, int32_t v, int32_t group, int gain);
int sni_draft_precede(sni_fuser *f, int32_t group, int32_t other); /* `other` comes after `group` */
/* Marks the readers of v outside `group` as coming after it, and who writes over it. */
int sni_draft_follow(sni_fuser *f, int32_t v, int32_t group);
/* Whether v stored by `group` could make the group wait for itself. */
bool sni_draft_cycle(const sni_fuser *f, int32_t v, int32_t group);

/* ---- join.c: where a value may stand ------------------------------------------------------------------- */
sni_reason sni_join_map(sni_fuser *f, int32_t v, const sni_read *r, sni_spot *spot);
sni_reason sni_join_reduction(sni_fuser *f, int32_t v, const sni_read *r, bool output, sni_spot *spot);
/* 1 when a reduction below v would turn the dims along which r repeats v into rows of its own. */
int sni_join_row(sni_fuser *f, int32_t v, const sni_read *r);
/* Looks for a group over the same space that reads what v reads.  1 when found. */
int sni_join_sibling(sni_fuser *f, int32_t v, sni_spot *spot);
/* A group of v's own, in its own space. */
int sni_join_own(sni_fuser *f, int32_t v, sni_spot *spot);

int sni_fuse(sni_fuser *f);     /* fuse.c: places every value */

#endif
