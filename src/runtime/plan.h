/* A plan: what to allocate, launch and free, in order, for every graph of one signature.
 *
 * At run time values are found by place: place 0 is no memory, then the leaves in the signature's order,
 * then one slot for each stored value.  Plans are immutable; runs share them. */
#ifndef SNI_PLAN_H
#define SNI_PLAN_H

#include "runtime/region.h"

#define SNI_NO_SLOT UINT32_MAX
#define SNI_FIRST_LEAF 1u /* place */

/* How a step stores into a part of an array.  Where nobody else has use for the old array's memory, it becomes
 * the result's and the region alone is touched; otherwise the old array is copied first.  Whether that is so
 * for a leaf is found out by each run, so that plans do not depend on it. */
typedef struct sni_update {
    uint32_t old, result;          /* places */
    uint32_t node;                 /* of the result, in the signature */
    bool dies;                     /* no later step reads the old array, and it is no root */
    bool meets;                    /* the kernel reads elements of the region other than where it stores them:
                                      in place it stores beside, and what it stored is copied */
    sni_region region;
} sni_update;

typedef struct sni_step {
    sni_program *program;          /* NULL: no element, nothing to launch */
    const sni_kernel *kernel;
    const sni_geometry *geometry;
    const int64_t *geo;
    const uint32_t *place;         /* of each operand */
    const int32_t *constant;       /* of each scalar: position among the constants, or -1: literal */
    const sni_scalar *literal;
    const uint32_t *makes, *frees; /* slots: allocated before, released after */
    uint32_t nmakes, nfrees;
    sni_update *update;            /* NULL: the results are stored whole */
    uint32_t donor;                /* dying slot whose memory the one result takes over; SNI_NO_SLOT: none */
    uint32_t launches;
    uint64_t bytes_read, bytes_written;
} sni_step;

typedef struct sni_plan {
    uint64_t hash;
    const uint64_t *words;         /* the signature's */
    size_t nwords;
    sni_device *device;
    bool fuse;
    uint32_t nsteps, nslots, nleaves;
    sni_step *steps;
    const size_t *slot_bytes;
    const uint32_t *roots;         /* slot of each root */
    sni_arena arena;
    size_t bytes;                  /* of this plan */
    uint32_t refs;                 /* runs and the table; under the table's lock */
    struct sni_plan *older, *newer;
} sni_plan;

/* plan_table.c: a plan for the signature, found or made now, with one reference for the caller. */
int sni_plan_get(sni_device *d, const sni_signature *sig, sni_node *const *roots, size_t nroots, sni_plan **out);
void sni_plan_put(sni_plan *p);
void sni_plan_clear(void);

/* check.c: SINTER_CHECK.  `checks` holds SNI_CHECK_ bits. */
/* ERR_INDEX when the kernel would reach outside an operand's memory of bytes[] bytes. */
int sni_check_bounds(const sni_kernel *k, const sni_geometry *g, const size_t *bytes);
/* A result has an element that the checks may refuse. */
bool sni_check_suspects(const sni_node *n, const void *data, int64_t checks);
/* ERR_VALUE when a NaN or infinity of a root has not come from an input: evaluates again, one kernel an
 * operation, follows it to the operation that made it and names that.  The graph stays as it is. */
int sni_check_values(sni_graph *g, sni_device *d, sni_node *const *roots, size_t count, int64_t checks);
/* exec.c: memory of each node (not VIEW, LEAF or CONST, none twice), computed unfused; one reference each. */
int sni_evaluate_apart(sni_graph *g, sni_device *d, sni_node *const *nodes, size_t count, sni_buffer **out);

/* plan.c */
int sni_plan_build(sni_device *d, bool fuse, const sni_signature *sig, sni_node *const *roots, size_t nroots, sni_plan **out);
void sni_plan_free(sni_plan *p);

#endif
