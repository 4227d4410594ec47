/* Origins: arrays that can be written to, and the names that see them.
 *
 * Nodes never change; what is written to is a name (a cell of src/api, a variable of a text).  A name is
 * plain while nobody else sees what it names: it holds a node.  Making a view of it, or writing to it,
 * gives it an origin: one array whose node is replaced by each write.  Every name that sees the array
 * has an alias, which maps it onto the origin's memory; its node is made anew from the alias after a
 * write.  Values recorded before the write keep the nodes they were recorded on.
 *
 * Invariants:
 *  - an origin's node is a base node (never a VIEW) and keeps its layout, dtype and thereby the order of
 *    its dense memory whatever is written, so that an alias stays right;
 *  - an alias lies inside that memory;
 *  - what is recorded from two names of different origins is never written through either;
 *  - origins and aliases belong to one thread, as its graph does. */
#ifndef SNI_ORIGIN_H
#define SNI_ORIGIN_H

#include "graph/graph.h"

typedef struct sni_origin {
    uint32_t refs;  /* aliases */
    bool written;   /* since its owner last looked */
    sni_node *node; /* its value now; one reference */
    void *names;    /* the owner's: names that hold a node made from `node` */
} sni_origin;

typedef struct sni_alias {
    sni_origin *origin;       /* NULL: a plain name, or no array */
    const sni_layout *layout; /* strides over the origin's dense memory */
    int64_t offset;
    bool frozen; /* NumPy's read-only views: broadcasts, diagonals, windows */
} sni_alias;

/* Gives the plain name that holds *node an origin (and leaves it frozen where it is).  Where indices of *node share elements, *node is
 * replaced by a copy in which none do, unless it is frozen. */
int sni_alias_adopt(sni_graph *g, sni_node **node, sni_alias *out);
int sni_alias_copy(const sni_alias *a, sni_alias *out); /* a second name of the same view */
void sni_alias_drop(sni_graph *g, sni_alias *a);        /* leaves it plain */

/* The value of the view now, with one reference for the caller. */
sni_node *sni_alias_node(sni_graph *g, const sni_alias *a);

/* How a view of a name is made: from its subject, which stands for the name's value in memory even where
 * that is a constant, which is nowhere; sni_alias_view then says what the view of the subject is as a
 * name: *node is replaced by its value, and *out is an alias of the same origin, or plain where the
 * elements had to be copied. */
sni_node *sni_alias_subject(sni_graph *g, const sni_alias *a);
int sni_alias_view(sni_graph *g, const sni_alias *of, const sni_node *subject, sni_node **node, sni_alias *out);

/* Evaluates an array that stands on many writes.  Called after each write, when what was made of the old
 * arrays has been dropped, so that their memory can be taken over. */
int sni_origin_guard(sni_graph *g, sni_origin *o);

/* x[...] = value for the view: NumPy's broadcasting to its shape and conversion to its dtype.  `weak`: a
 * number, which must fit an integer dtype.  On a failure nothing is changed. */
int sni_alias_write(sni_graph *g, const sni_alias *a, sni_node *value, bool weak);
/* numpy.copyto(x, value, where=mask); the mask is bool and broadcasts to the view's shape. */
int sni_alias_write_where(sni_graph *g, const sni_alias *a, sni_node *mask, sni_node *value, bool weak);
/* ufunc(x, value, out=x): the result must fit the view's shape and, by same-kind casting, its dtype. */
/* The result alone, converted to x's dtype. */
sni_node *sni_updated(sni_graph *g, sni_op op, sni_node *x, sni_node *value, bool weak);
int sni_alias_update(sni_graph *g, const sni_alias *a, sni_op op, sni_node *value, bool weak);

#endif
