/* Running a plan: a thread's room for it. */
#ifndef SNI_EXEC_H
#define SNI_EXEC_H

#include "runtime/plan.h"

typedef struct sni_taken {    /* memory of a leaf that a write took over */
    uint32_t node, place; /* whose value it holds now */
    sni_buffer *buffer;
} sni_taken;

/* A thread's memory for evaluating, kept between calls: the usual evaluation allocates nothing here. */
typedef struct sni_room {
    bool bounds; /* the reach of each kernel is checked before it runs */
    sni_signature signature;
    SNI_VEC(sni_node *) roots;
    SNI_VEC(void *) places;
    SNI_VEC(sni_buffer *) slots;
    SNI_VEC(sni_taken) taken;
    SNI_VEC(uint32_t) fate; /* of each node */
    bool fates_known, checking;
} sni_room;

/* Binds the leaves and constants of r->signature and runs the plan: afterwards r->slots holds the results.  After a
 * failure it holds nothing, but for what writes took over. */
int sni_room_run(sni_room *r, const sni_plan *p);
void sni_room_empty(sni_room *r);

#endif
