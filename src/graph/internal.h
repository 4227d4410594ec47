/* What the files of src/graph share among themselves. */
#ifndef SNI_GRAPH_INTERNAL_H
#define SNI_GRAPH_INTERNAL_H

#include "graph/graph.h"

/* Most elements an array may have: so that sizes in bytes fit int64_t whatever the dtype. */
#define SNI_MAX_SIZE (INT64_MAX / 16)

/* The node equal to `key`: recorded before, or new.  One reference for the caller; the key's layout and
 * operands are borrowed.  `key` has kind, code, dtype, count, layout, in[] and u set, the rest zero. */
sni_node *sni_cons(sni_graph *g, const sni_node *key);

/* The node is where the consing table would find it. */
bool sni_is_consed(const sni_graph *g, const sni_node *n);

static inline sni_node *sni_hold(sni_node *n)
{
    n->refs++;
    return n;
}

static inline bool sni_is_scalar_const(const sni_node *n)
{
    return n->kind == SNI_NODE_CONST && n->layout->rank == 0;
}

/* A dense layout whose axes lie in memory in the order `order`, outermost first. */
const sni_layout *sni_layout_ordered(sni_graph *g, int rank, const int64_t *dims, const int *order);
/* NumPy's K order for `count` operands of one rank: what its iterator finds best.  strides[k] has `rank`
 * entries, 0 where operand k is broadcast. */
void sni_k_order(int rank, int count, const int64_t *const *strides, int *order);
/* Elements of a shape, or ERR_MEMORY "array of shape (..) is too large", ERR_SHAPE for a negative extent. */
int sni_shape_size(int rank, const int64_t *dims, int64_t *size);

/* Shape and order of an elementwise result of up to SNI_FORMULA_PARAMS operands; ERR_SHAPE when they do not broadcast. */
const sni_layout *sni_result_layout(sni_graph *g, const char *op, sni_node *const *in, int count);
/* Elements [start, start + count) of x along an axis. */
sni_node *sni_part(sni_graph *g, sni_node *x, int axis, int64_t start, int64_t count);
/* Every index the map can form lies in [0, size). */
bool sni_view_inside(const sni_layout *l, int64_t offset, int64_t size);
/* `x` broadcast to a shape it fits, with one reference for the caller. */
sni_node *sni_spread(sni_graph *g, sni_node *x, int rank, const int64_t *dims);
sni_node *sni_scalar_const(sni_graph *g, sni_dtype dtype, sni_scalar value);
/* 0, 1, ... along `axis` of `rank` axes, the others of extent 1: int64. */
sni_node *sni_iota_along(sni_graph *g, int64_t count, int axis, int rank);
/* The reduction as messages call it, without where and initial. */
sni_node *sni_reduce_named(sni_graph *g, const char *name, sni_reduction r, sni_node *x, const sni_reducing *how);
/* `small` broadcasts to the shape of x. */
bool sni_layout_fits(const sni_layout *small, const sni_layout *x);
/* The mask of a reduction as bool in the operand's shape (masked.c), and how many elements each result counts. */
sni_node *sni_reduce_mask(sni_graph *g, const char *name, sni_node *x, sni_node *where);
sni_node *sni_reduce_count(sni_graph *g, const char *name, sni_node *x, const sni_reducing *how);
/* A dense copy, in C order, or in the order of a dense layout of the same shape; x may be a scalar constant. */
sni_node *sni_copy_as(sni_graph *g, sni_node *x, const sni_layout *layout);

/* ---- write.c ---- */
/* `value` for an assignment to a view of `dtype` that lies as `l`: converted, and of its shape or a scalar. */
sni_node *sni_written_value(sni_graph *g, sni_node *value, bool weak, sni_dtype dtype, const sni_layout *l);
/* NumPy's same_kind casting: bool, unsigned, signed, floating, complex, each is cast to what follows it. */
bool sni_same_kind(sni_dtype from, sni_dtype to);
/* op(x, value) as an augmented assignment to x has it: refused where it does not fit x. */
sni_node *sni_updated_value(sni_graph *g, sni_op op, sni_node *x, sni_node *value, bool weak);

/* ---- typing.c ---- */
sni_dtype sni_float_for(sni_dtype d); /* the smallest float that holds each of an integer dtype; others stay */
typedef struct sni_typing { sni_dtype compute, result; } sni_typing; /* of WHERE: of its values */
int sni_resolve(sni_op op, sni_node *const *in, const bool *weak, sni_typing *out);
/* complex.c: what is recorded where a complex dtype is met */
sni_node *sni_complex_const(sni_graph *g, sni_dtype dtype, sni_scalar value, int rank, const int64_t *dims);
sni_node *sni_complex_cast(sni_graph *g, sni_node *x, sni_dtype dtype, const sni_layout *layout);
sni_node *sni_complex_element(sni_graph *g, sni_op op, sni_node *const *in, const bool *weak, const sni_typing *t);
sni_node *sni_complex_reduce(sni_graph *g, sni_reduction r, sni_node *x, uint64_t axes); /* without the axes */
/* Where a weak integer lies against the range of `to`: -1 below, 0 inside, 1 above. */
int sni_weak_fit(const sni_node *scalar, sni_dtype to);
int sni_weak_refuse(const char *op, const sni_node *scalar, sni_dtype to);
/* ERR_UNSUPPORTED naming the operation when no operation accepts `dtype` yet. */
int sni_need_ready(const char *op, sni_dtype dtype);
/* Axis counted from the end when negative; ERR_INDEX naming the operation when out of bounds. */
int sni_axis(const char *op, int axis, int rank, int *out);
/* Bit k for each named axis k; an axis named twice is refused. */
int sni_axis_mask(const char *op, const int *axes, int naxes, int rank, uint64_t *mask);

#endif
