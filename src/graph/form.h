/* Forms: how a kernel reads a value, as a linear function of the kernel's coordinates.
 *
 * Every base node is dense, so a place in it is a number below its size.  A form says which place the
 * point (k0, k1, ...) of an index space reads: offset + sum of k_d * stride[d].  A value that lies in
 * memory is loaded by its form; a value computed inline hands a form on to each of its operands.
 *
 * What a PLACE puts into its box is read inside it alone, so its form has a box too: in the dims of the space,
 * for a linear form keeps boxes boxes.  A form means nothing at points outside its box: the kernel reads no
 * memory there.  Invariants: the box of SOME is not empty and bounds a dim at least; a side that bounds
 * nothing is 0 or INT64_MAX, so that equal boxes have equal numbers; EMPTY has strides and offset 0. */
#ifndef SNI_FORM_H
#define SNI_FORM_H

#include "graph/schedule.h"

typedef struct sni_form {
    int64_t offset;
    int32_t rank;     /* dims of the space when it was made; dims added later have stride 0 */
    uint8_t box;
    int64_t stride[]; /* `rank` strides; with a box of SOME, then the lowest k_d of each dim, then the ends */
} sni_form;
enum { SNI_BOX_NONE, SNI_BOX_SOME, SNI_BOX_EMPTY }; /* read everywhere, in a box, nowhere */

typedef struct sni_space {
    int rank;
    const int64_t *extent;
} sni_space;

static inline int64_t sni_form_stride(const sni_form *f, int dim)
{
    return dim < f->rank ? f->stride[dim] : 0;
}

static inline int64_t sni_form_low(const sni_form *f, int dim)
{
    return f->box == SNI_BOX_SOME && dim < f->rank ? f->stride[f->rank + dim] : 0;
}
static inline int64_t sni_form_high(const sni_form *f, int dim) /* the first k_d past the box; INT64_MAX: no bound */
{
    return f->box == SNI_BOX_SOME && dim < f->rank ? f->stride[2 * f->rank + dim] : INT64_MAX;
}
static inline bool sni_form_bounded(const sni_form *f, int dim)
{
    return sni_form_low(f, dim) > 0 || sni_form_high(f, dim) < INT64_MAX;
}
/* Whether what is read depends on the coordinate: the place, or that it is read at all. */
static inline bool sni_form_varies(const sni_form *f, int dim)
{
    return sni_form_stride(f, dim) != 0 || sni_form_bounded(f, dim);
}

bool sni_form_equal(const sni_form *a, const sni_form *b);
/* Axis k of `through` is dim axis_dim[k] of the space (-1: extent 1).  NULL on failure. */
const sni_form *sni_form_axes(sni_arena *a, const sni_layout *through, int64_t offset, const int8_t *axis_dim, int rank);
/* The operand of a value that lies as `own` and is read at `f`.  Axis k of `own` is axis axes[k] of the
 * edge's layout `through` (axes NULL: the same).  *out is NULL where no linear function expresses it. */
int sni_form_operand(sni_arena *a, sni_space space, const sni_form *f, const sni_layout *own, const sni_layout *through,
                     int64_t offset, const int8_t *axes, const sni_form **out);
/* What a PLACE that lies as `own` puts into its box, whose first element is own's `corner` in C order. */
int sni_form_placed(sni_arena *a, sni_space space, const sni_form *f, const sni_layout *own, const sni_layout *through,
                    int64_t offset, int64_t corner, const sni_form **out);
/* True when `f` reads each element of `l` at exactly one point of the dims in *covered, which is how its
 * axes lie in the space; other dims see it repeated. */
bool sni_form_aligned(sni_space space, const sni_form *f, const sni_layout *l, int8_t *axis_dim, uint64_t *covered);

/* The same places in units of the parts of complex values, at part 0 or 1.  NULL on failure. */
const sni_form *sni_form_part(sni_arena *a, const sni_form *f, int part);

/* ---- values as readers of values --------------------------------------------------------------------- */
static inline const sni_layout *sni_edge_layout(const sni_val *vals, const sni_edge *e)
{
    return e->view ? e->view : vals[e->val].node->layout;
}
static inline int64_t sni_edge_offset(const sni_edge *e)
{
    return e->view ? e->offset : 0;
}
/* Operand k is a scalar wherever it is read: a CONST, but for what a PLACE puts into its box. */
static inline bool sni_edge_formless(const sni_val *vals, const sni_val *v, int k)
{
    return vals[v->in[k].val].node->kind == SNI_NODE_CONST && !(v->node->kind == SNI_NODE_PLACE && k == 0);
}
/* The points that a value is computed at: its own layout, or a WRITE's region. */
static inline const sni_layout *sni_val_layout(const sni_val *v)
{
    return v->node->kind == SNI_NODE_WRITE ? v->in[1].view : v->node->layout;
}
/* The old array of a WRITE, -1 where nothing of it is left. */
static inline int32_t sni_val_old(const sni_val *v)
{
    return v->in[1].view->size < v->node->layout->size ? v->in[1].val : -1;
}
/* Form of the value that a WRITE stores; its region's axes are axis_dim.  NULL on failure, or where it is a scalar. */
const sni_form *sni_form_written(sni_arena *a, int rank, const sni_val *vals, const sni_val *v, const int8_t *axis_dim);
/* A reduction over axes of extent 1 alone changes nothing: its value is its operand. */
bool sni_val_trivial(const sni_val *vals, const sni_val *v);
/* Form of operand k of a value computed element by element (or a trivial reduction). */
int sni_form_input(sni_arena *a, sni_space space, const sni_form *f, const sni_val *vals, const sni_val *v, int k,
                   const sni_form **out);
/* Form of the operand of a reduction whose axes are axis_dim and whose reduced axes are the dims of the
 * mask `reduced`, in order.  NULL on failure. */
const sni_form *sni_form_reduced(sni_arena *a, int rank, uint64_t reduced, const sni_val *vals, const sni_val *v,
                                 const int8_t *axis_dim);
/* Extents of the reduced axes that are not 1, in logical order; returns how many. */
int sni_val_reduced(const sni_val *vals, const sni_val *v, int64_t *extent);

#endif
