/* Graph: dtypes, layouts, nodes, and how they are recorded.
 *
 * Everything here belongs to one thread's sni_graph.  No buffers and no devices: an evaluated node
 * holds an opaque storage pointer that the runtime owns and the graph releases through a callback.
 *
 * Invariants (checked by sni_graph_verify in debug builds):
 *  - a node is immutable but for evaluation, which turns it into a LEAF in place: operands dropped,
 *    storage set, out of the consing table;
 *  - a base node (everything but VIEW) is compact: its layout's strides are those of a dense array
 *    whose axes are laid out in some order (NumPy's K order, decided when recorded), offset 0;
 *  - a VIEW's operand is a base node; its layout's strides and its offset count elements of that
 *    base's dense memory.  Views of views are composed when recorded, so there is never a chain;
 *  - every index a VIEW can form lies inside its base;
 *  - a WRITE is its first operand with the elements of a region replaced by its second, which has the
 *    region's shape or is a rank-0 CONST.  The region is the layout and offset of the third, a view of as
 *    many counted elements (IOTA) as the array has: a map over the array's dense memory, no place twice,
 *    at least one.  The first operand has the WRITE's layout, or is a CONST;
 *  - operands of an elementwise node have that node's exact shape and the dtype computed in:
 *    broadcasting is a VIEW with stride 0, promotion is a CAST node; the one exception is a rank-0
 *    CONST, which stands for itself at any shape;
 *  - a PLACE is in[0] where that lies, and in[1] elsewhere: in[0] is a box of the node's rank whose first element
 *    is the node's element u.offset, counted in C order; it is not empty, not the whole and inside the node.
 *    in[1] has the node's shape or is a rank-0 CONST; code is 1 where that is 0, which a plan may rely on as it
 *    may not on other values of a CONST.  Outside the box in[0] is never read;
 *  - a complex value is a LEAF, a WRITE, a VIEW or COPY of one, or the ELEMENT COMPLEX of two floats; REAL and IMAG
 *    give floats from one.  No other node has a complex dtype: what is computed with complex numbers is
 *    recorded as operations on their parts (complex.h);
 *  - identical nodes are one node (hash-consing), except LEAF;
 *  - height is at least 1 + the largest height of the operands, 0 for nodes without operands.  It is
 *    exact when recorded; an operand evaluated later lowers it at the next sni_signature_build.
 */
#ifndef SNI_GRAPH_H
#define SNI_GRAPH_H

#include "base/base.h"

/* ---- dtypes (dtype.c) ---------------------------------------------------------------------------- */
typedef enum sni_kind { SNI_KIND_BOOL, SNI_KIND_INT, SNI_KIND_UINT, SNI_KIND_FLOAT, SNI_KIND_COMPLEX } sni_kind;

typedef enum sni_dtype {
#define SN_DTYPE(ID, name, abbrev, ctype, bytes, kind, ready) SNI_##ID,
#include "graph/dtypes.def"
#undef SN_DTYPE
    SNI_DTYPE_COUNT,
    SNI_DTYPE_NONE = 255
} sni_dtype;

typedef struct sni_dtype_info {
    const char *name, *abbrev; /* "float32", "f32" */
    uint8_t bytes, kind, ready;
} sni_dtype_info;
extern const sni_dtype_info sni_dtypes[SNI_DTYPE_COUNT];

static inline bool sni_dtype_complex(sni_dtype d) { return sni_dtypes[d].kind == SNI_KIND_COMPLEX; }
/* Kernels compute in it: a complex value is computed by its parts. */
static inline bool sni_dtype_computes(sni_dtype d) { return sni_dtypes[d].ready && !sni_dtype_complex(d); }
static inline sni_dtype sni_dtype_part(sni_dtype d) /* of the parts of a complex dtype; another is its own */
{
    return d == SNI_COMPLEX64 ? SNI_FLOAT32 : d == SNI_COMPLEX128 ? SNI_FLOAT64 : d;
}
static inline sni_dtype sni_dtype_pair(sni_dtype d) /* the complex dtype with parts of this float dtype */
{
    return d == SNI_FLOAT64 ? SNI_COMPLEX128 : SNI_COMPLEX64;
}
sni_dtype sni_promote(sni_dtype a, sni_dtype b);           /* NumPy's result_type of two arrays */
sni_dtype sni_dtype_from_name(const char *name, size_t n); /* "float32", "f4", "<f4", "bool_"; NONE if unknown */

/* ---- operations (ops.c): the rows of ops.def as data -------------------------------------------- */
typedef enum sni_rule {
    SNI_RULE_SAME, SNI_RULE_FLOAT, SNI_RULE_TRUEDIV, SNI_RULE_COMPARE, SNI_RULE_LOGICAL, SNI_RULE_WHERE,
    SNI_RULE_SHAPED, SNI_RULE_COUNT, SNI_RULE_LDEXP, SNI_RULE_WIDEN, SNI_RULE_MEAN
} sni_rule;

typedef enum sni_op {
#define SN_OP(ID, ...) SNI_OP_##ID,
#include "graph/ops.def"
    SNI_OP_COUNT,
    /* Elementwise operations without a row, because no kernel computes them by a loop of its own: */
    SNI_OP_CAST = SNI_OP_COUNT, /* conversion between dtypes */
    SNI_OP_REAL, SNI_OP_IMAG,   /* a part of a complex value */
    SNI_OP_COMPLEX,             /* the complex value of two floats of one dtype */
    SNI_OP_ALL
} sni_op;

typedef struct sni_op_info {
    const char *name, *kinds, *flags;
    const char *fexpr, *iexpr, *bexpr; /* expression text over a, b, c; "CALL"; "NONE" */
    const char *doc;
    double ulp, lo, hi;
    uint8_t arity, rule, cost;
} sni_op_info;
extern const sni_op_info sni_ops[SNI_OP_ALL];
#define SNI_COST_HEAVY 16

typedef enum sni_reduction {
#define SN_REDUCTION(ID, ...) SNI_REDUCE_##ID,
#include "graph/ops.def"
    SNI_REDUCTION_COUNT,
    /* A reduction without a row: what its formula joins (formula.h). */
    SNI_REDUCE_FORMULA = SNI_REDUCTION_COUNT
} sni_reduction;
typedef struct sni_formula sni_formula;

typedef struct sni_reduction_info {
    const char *name, *doc, *flags;
    sni_op combine;
    sni_rule rule;
    bool has_identity;
    double identity;
} sni_reduction_info;
extern const sni_reduction_info sni_reductions[SNI_REDUCTION_COUNT];

/* Expression text for `op` computing in `dtype`: "a + b", "CALL" or "NONE". */
const char *sni_op_expr(sni_op op, sni_dtype dtype);

/* ---- scalars -------------------------------------------------------------------------------------- */
typedef union sni_scalar { /* one element's bytes, at the start */
    uint8_t b8, u8; int8_t i8; int16_t i16; uint16_t u16; int32_t i32; uint32_t u32;
    int64_t i64; uint64_t u64; float f32; double f64; float c64[2]; double c128[2];
    uint64_t bits[2];
} sni_scalar;
/* Conversion as the CAST operation does it, defined for every input.  Integers keep their low bits; to
 * bool tests against zero; to a float rounds to nearest even.  A float is truncated toward zero and
 *   to int64:             NaN and what does not fit become INT64_MIN;
 *   to int32:             NaN and what does not fit become INT32_MIN;
 *   to int16, int8, uint16, uint8: as to int32, of which the low bits;
 *   to uint32:            as to int64, of which the low bits;
 *   to uint64:            below 2^63 and NaN as to int64; else 2^63 + (a - 2^63) where that fits, else 0.
 * A complex number loses its imaginary part, but to bool tests both against zero; to one adds +0i. */
sni_scalar sni_scalar_cast(sni_scalar value, sni_dtype from, sni_dtype to);

/* ---- layouts (layout.c): shape and strides, interned, so equal layouts are one pointer ------------ */
#define SNI_MAX_RANK 64
typedef struct sni_layout {
    uint64_t hash;
    int64_t size;    /* elements; product of dims */
    uint32_t refs;
    uint8_t rank;
    bool c_order;    /* dense in C order, so the linear index is the flat index */
    bool dense;      /* dense in some axis order */
    struct sni_layout *next; /* in its bucket of the interning table */
    int64_t dims[];  /* rank dims, then rank strides, both in elements.  The stride of an axis of extent 1
                        is 0, and every stride of a layout without elements */
} sni_layout;
#define SNI_STRIDES(l) ((l)->dims + (l)->rank)

/* ---- nodes (node.c) ---------------------------------------------------------------------------------- */
typedef enum sni_node_kind {
    SNI_NODE_LEAF,    /* memory: u.storage */
    SNI_NODE_CONST,   /* one scalar broadcast over the layout: u.scalar.  Layout is C-order dense */
    SNI_NODE_IOTA,    /* int64: the flat C index of each element */
    SNI_NODE_ELEMENT, /* ops.def operation or cast: code = sni_op */
    SNI_NODE_REDUCE,  /* code = sni_reduction (never MEAN: that is sum and divide) or SNI_REDUCE_FORMULA; u.axes; axes removed */
    SNI_NODE_VIEW,    /* in[0] is the base; u.offset */
    SNI_NODE_COPY,    /* dense copy of a view, for what no view can express; elementwise identity */
    SNI_NODE_PLACE,   /* in[0] at the element u.offset of in[1]: what is joined, padded and rolled is made of */
    SNI_NODE_WRITE,   /* in[0] with the region in[2] of its memory replaced by in[1] */
    SNI_NODE_KIND_COUNT
} sni_node_kind;

typedef struct sni_node sni_node;
struct sni_node {
    uint8_t kind, code, dtype, count; /* count: operands used of in[] */
    uint32_t refs;
    uint32_t hash, height;
    const sni_layout *layout;
    union {
        sni_node *in[3];
        struct {
            sni_node *operand, *none;
            const sni_formula *formula; /* REDUCE of code SNI_REDUCE_FORMULA: in[2]'s place, which is no operand */
        };
    };
    union {
        void *storage;
        uint64_t scalar; /* the scalar's first eight bytes */
        uint64_t axes;   /* bit k: axis k of the operand is reduced */
        int64_t offset;
    } u;
    uint32_t mark, index; /* scratch of the walk that owns sni_graph.epoch */
};
_Static_assert(sizeof(sni_node) == 64, "a node is one cache line");

typedef struct sni_graph {
    sni_layout **layouts;                     /* interning table: buckets; unused layouts stay until it grows */
    size_t layout_count, layout_buckets;
    const sni_layout *scalar, *last;          /* of rank 0; last interned */
    struct sni_node_slot *slots;              /* consing table: open addressing, holds no references */
    size_t slot_count, slot_capacity;
    void (*storage_release)(void *storage);   /* called once when a LEAF dies */
    int (*evaluate)(struct sni_graph *g, sni_node *const *roots, size_t count); /* runtime; for the guard */
    void *owner;
    uint32_t epoch;                           /* a walk takes ++epoch and marks nodes with it */
    uint64_t live, recorded;                  /* counters */
    sni_node *free_list;                      /* pooled nodes, chained through in[0] */
    struct sni_slab *slabs;
    struct sni_sites *sites;                  /* where nodes were recorded; NULL: nobody wants to know */
} sni_graph;

int sni_graph_init(sni_graph *g);
void sni_graph_destroy(sni_graph *g);  /* releases what is still live */
uint32_t sni_graph_epoch(sni_graph *g); /* a fresh epoch that no node is marked with */
int sni_graph_verify(sni_graph *g, sni_node *const *roots, size_t count); /* ERR_INTERNAL names the broken invariant */

/* Returns an interned layout with one reference for the caller (NULL + message on failure). */
const sni_layout *sni_layout_make(sni_graph *g, int rank, const int64_t *dims, const int64_t *strides);
const sni_layout *sni_layout_c(sni_graph *g, int rank, const int64_t *dims); /* sizes checked for overflow */
void sni_layout_retain(const sni_layout *l);
void sni_layout_release(sni_graph *g, const sni_layout *l);
/* Reference counts of layouts change behind const. */
static inline sni_layout *sni_layout_writable(const sni_layout *l)
{
    return (sni_layout *)(uintptr_t)l;
}

static inline const sni_layout *sni_layout_hold(const sni_layout *l)
{
    sni_layout_writable(l)->refs++;
    return l;
}
bool sni_layout_same_shape(const sni_layout *a, const sni_layout *b);
/* Formats "(3, 4)" as NumPy prints shapes. */
const char *sni_shape_text(const int64_t *dims, int rank, char *out, size_t size);

void sni_node_retain(sni_node *n);
void sni_node_release(sni_graph *g, sni_node *n);   /* worklist, any depth */
/* Turns an evaluated node into a LEAF in place; takes ownership of `storage`. */
void sni_node_set_evaluated(sni_graph *g, sni_node *n, void *storage);

/* Constructors.  Each returns a node with one reference for the caller, or NULL with the message set
 * ("add: shapes (8,) and (5,) do not broadcast").  Operands are borrowed. */
sni_node *sni_leaf(sni_graph *g, sni_dtype dtype, int rank, const int64_t *dims, const int64_t *dense_strides /* NULL: C */, void *storage);
sni_node *sni_leaf_of(sni_graph *g, sni_dtype dtype, const sni_layout *dense, void *storage);
sni_node *sni_const(sni_graph *g, sni_dtype dtype, sni_scalar value, int rank, const int64_t *dims); /* complex: COMPLEX of two */
sni_node *sni_iota(sni_graph *g, int rank, const int64_t *dims);
/* Promotion, broadcasting, casts, scalars, simplification.  `weak[k]`: operand k is a weak scalar
 * (a rank-0 CONST of int64, uint64, float64 or bool, or COMPLEX of two, that takes the others' dtype, NEP 50). */
sni_node *sni_element(sni_graph *g, sni_op op, sni_node *const *in, const bool *weak);
sni_node *sni_cast(sni_graph *g, sni_node *x, sni_dtype dtype);
/* Parts of x: of a real array itself, and zeros.  The complex array of two real ones, in their common float dtype. */
sni_node *sni_real(sni_graph *g, sni_node *x);
sni_node *sni_imag(sni_graph *g, sni_node *x);
sni_node *sni_complex(sni_graph *g, sni_node *re, sni_node *im, const bool *weak);
sni_node *sni_reduce(sni_graph *g, sni_reduction r, sni_node *x, const int *axes, int naxes /* -1: all */, bool keepdims, sni_dtype dtype /* NONE: by rule */);
/* What a reduction is told besides its operand: NumPy's keywords. */
typedef struct sni_reducing {
    const char *name;             /* of the function in messages; NULL: of the reduction */
    const int *axes;
    int naxes;                    /* -1: all axes */
    bool keepdims;
    sni_dtype dtype;              /* to accumulate in; NONE: by rule */
    sni_node *where;              /* the elements that count: broadcasts to the operand; NULL: all */
    sni_node *initial;            /* of sum, prod, max, min: where they start; rank 0; NULL: nowhere */
    double ddof;                  /* of var, std */
    sni_node *mean;               /* of var, std: known already; NULL: computed */
    bool weak_initial, weak_mean; /* these are numbers */
} sni_reducing;
sni_node *sni_reduce_with(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how); /* masked.c */
sni_node *sni_ptp(sni_graph *g, sni_node *x, const sni_reducing *how); /* moments.c */
sni_node *sni_count_nonzero(sni_graph *g, sni_node *x, const sni_reducing *how);
sni_node *sni_var(sni_graph *g, sni_node *x, const sni_reducing *how);
sni_node *sni_std(sni_graph *g, sni_node *x, const sni_reducing *how);
/* *scale: the sum of the weights, in the result's dtype, for the caller to release; NULL on failure. */
sni_node *sni_average(sni_graph *g, sni_node *x, sni_node *weights /* NULL: all 1 */, const sni_reducing *how, sni_node **scale);
/* r is MAX or MIN; axis NULL: the flat index. */
sni_node *sni_arg_extreme(sni_graph *g, sni_reduction r, sni_node *x, const int *axis, bool keepdims); /* arg.c */
/* The same without NaN (nan.c): SUM, PROD, MEAN, MAX, MIN. */
sni_node *sni_nan_reduce(sni_graph *g, sni_reduction r, sni_node *x, const sni_reducing *how);
sni_node *sni_nanvar(sni_graph *g, sni_node *x, const sni_reducing *how);
sni_node *sni_nanstd(sni_graph *g, sni_node *x, const sni_reducing *how);
sni_node *sni_nan_arg_extreme(sni_graph *g, sni_reduction r, sni_node *x, const int *axis, bool keepdims);
/* Functions made of several operations (compose.c), as NumPy makes them. */
sni_node *sni_float_power(sni_graph *g, sni_node *base, sni_node *exponent);
sni_node *sni_clip(sni_graph *g, sni_node *x, sni_node *low, sni_node *high /* NULL: no bound */, const bool *weak /* of the two */);
sni_node *sni_round(sni_graph *g, sni_node *x, int decimals);
sni_node *sni_sinc(sni_graph *g, sni_node *x);
sni_node *sni_is_infinity(sni_graph *g, sni_node *x, double which /* INFINITY or -INFINITY */);
/* Two results (parts.c), which the caller releases; a status, and NULL for both, on failure. */
int sni_divmod(sni_graph *g, sni_node *a, sni_node *b, const bool *weak, sni_node **quotient, sni_node **remainder);
int sni_modf(sni_graph *g, sni_node *x, sni_node **fraction, sni_node **whole);
int sni_frexp(sni_graph *g, sni_node *x, sni_node **mantissa, sni_node **exponent /* int32 */);
/* Close or equal (alike.c). */
typedef struct sni_alike {
    sni_node *x, *y, *rtol, *atol;
    bool weak[4]; /* of these: numbers */
    bool equal_nan;
} sni_alike;
sni_node *sni_isclose(sni_graph *g, const sni_alike *a);
sni_node *sni_allclose(sni_graph *g, const sni_alike *a);
sni_node *sni_array_equal(sni_graph *g, sni_node *x, sni_node *y, bool equal_nan, bool spread /* they may broadcast */);
/* Neighbours (difference.c). */
sni_node *sni_diff(sni_graph *g, sni_node *x, int64_t n, int axis);
sni_node *sni_ediff1d(sni_graph *g, sni_node *x);
sni_node *sni_trapezoid(sni_graph *g, sni_node *y, sni_node *points /* NULL: dx apart */, sni_node *dx, bool weak, int axis);
sni_node *sni_outer(sni_graph *g, sni_node *a, sni_node *b);
sni_node *sni_nan_to_num(sni_graph *g, sni_node *x, double nan, const double *posinf, const double *neginf /* NULL: the largest */);
/* Views; what no view can express becomes COPY, then a view of it. */
/* strides: elements of the base's memory (as in SNI_STRIDES(x->layout)); offset: from x's first element. */
sni_node *sni_view(sni_graph *g, sni_node *x, int rank, const int64_t *dims, const int64_t *strides, int64_t offset);
typedef struct sni_slice { /* one subscript item */
    enum { SNI_ITEM_SLICE, SNI_ITEM_INDEX, SNI_ITEM_NEWAXIS, SNI_ITEM_ELLIPSIS } kind;
    bool has_start, has_stop, has_step;
    int64_t start, stop, step; /* INDEX: start */
} sni_slice;
sni_node *sni_subscript(sni_graph *g, sni_node *x, const sni_slice *items, size_t count);
sni_node *sni_reshape(sni_graph *g, sni_node *x, int rank, const int64_t *dims); /* one -1 allowed */
sni_node *sni_copy_of(sni_graph *g, sni_node *x); /* dense, in C order; x may be a scalar constant */
sni_node *sni_ravel(sni_graph *g, sni_node *x); /* one axis, in C order in memory too: a view where x lies so, else a copy */
sni_node *sni_transpose(sni_graph *g, sni_node *x, const int *axes /* NULL: reverse */, int naxes);
sni_node *sni_broadcast_to(sni_graph *g, sni_node *x, int rank, const int64_t *dims);
sni_node *sni_expand_dims(sni_graph *g, sni_node *x, int axis);
sni_node *sni_squeeze(sni_graph *g, sni_node *x, const int *axes, int naxes /* -1: all of extent 1 */);
/* move.c */
sni_node *sni_flip(sni_graph *g, sni_node *x, const int *axes, int naxes /* -1: all */);
sni_node *sni_swapaxes(sni_graph *g, sni_node *x, int axis1, int axis2);
sni_node *sni_moveaxis(sni_graph *g, sni_node *x, const int *from, const int *to, int count);
sni_node *sni_rollaxis(sni_graph *g, sni_node *x, int axis, int start);
sni_node *sni_diagonal(sni_graph *g, sni_node *x, int64_t offset, int axis1, int axis2);
sni_node *sni_trace(sni_graph *g, sni_node *x, int64_t offset, int axis1, int axis2, sni_dtype dtype /* as sni_reduce */);
sni_node *sni_atleast(sni_graph *g, sni_node *x, int rank /* 1 to 3 */);
sni_node *sni_tile(sni_graph *g, sni_node *x, int count, const int64_t *reps);
sni_node *sni_repeat(sni_graph *g, sni_node *x, int64_t repeats, int axis);
sni_node *sni_repeat_each(sni_graph *g, sni_node *x, const int64_t *repeats, size_t count, int axis); /* one for each along the axis */
/* Arrays put together from others, read where they lie (place.c, concatenate.c). */
/* x as the box of a shape that begins at `corner`; elsewhere the other value: of that shape, or rank 0. */
sni_node *sni_place_in(sni_graph *g, sni_node *x, const int64_t *corner, sni_node *elsewhere, int rank, const int64_t *dims);
void sni_place_corner(const sni_node *n, int64_t *corner); /* of a PLACE: where its box begins, along each axis */
sni_node *sni_concatenate(sni_graph *g, const char *op, sni_node *const *in, size_t count, int axis, sni_dtype dtype /* NONE: by rule */);
sni_node *sni_stack(sni_graph *g, sni_node *const *in, size_t count, int axis, sni_dtype dtype);
sni_node *sni_vstack(sni_graph *g, sni_node *const *in, size_t count, sni_dtype dtype);
sni_node *sni_hstack(sni_graph *g, sni_node *const *in, size_t count, sni_dtype dtype);
sni_node *sni_dstack(sni_graph *g, sni_node *const *in, size_t count);
sni_node *sni_column_stack(sni_graph *g, sni_node *const *in, size_t count);
sni_node *sni_delete(sni_graph *g, sni_node *x, int64_t index, int axis);
sni_node *sni_insert(sni_graph *g, sni_node *x, int64_t index, sni_node *values, int axis); /* values: as x, but along the axis */
/* Axes as in sni_flip: shifts[k] along axes[k]; axes NULL: along the flattened array. */
sni_node *sni_roll(sni_graph *g, sni_node *x, const int64_t *shifts, const int *axes, int count);
typedef enum sni_pad_mode { SNI_PAD_CONSTANT, SNI_PAD_EDGE, SNI_PAD_WRAP, SNI_PAD_REFLECT, SNI_PAD_SYMMETRIC } sni_pad_mode;
/* before[k], after[k]: elements added at both ends of axis k; values[2 * k], values[2 * k + 1]: CONST nodes of
 * x's dtype for them, with mode CONSTANT (NULL: 0). */
sni_node *sni_pad(sni_graph *g, sni_node *x, const int64_t *before, const int64_t *after, sni_pad_mode mode, sni_node *const *values);
/* Arrays whose elements follow from their indices (pattern.c). */
sni_node *sni_eye(sni_graph *g, sni_dtype dtype, int64_t rows, int64_t columns, int64_t k);
sni_node *sni_tri(sni_graph *g, sni_dtype dtype, int64_t rows, int64_t columns, int64_t k);
sni_node *sni_triangle(sni_graph *g, sni_node *x, int64_t k, bool upper); /* triu, tril */
sni_node *sni_diag(sni_graph *g, sni_node *x, int64_t k);
sni_node *sni_indices(sni_graph *g, sni_dtype dtype, int rank, const int64_t *dims);
/* first, second, ... as arange counts: by the difference of the two, in their dtype. */
sni_node *sni_progression(sni_graph *g, sni_dtype dtype, int64_t count, sni_scalar first, sni_scalar second);
sni_node *sni_linspace(sni_graph *g, sni_dtype dtype, double start, double stop, int64_t count, bool endpoint);
sni_node *sni_logspace(sni_graph *g, sni_dtype dtype, double start, double stop, int64_t count, bool endpoint, double base);
sni_node *sni_geomspace(sni_graph *g, sni_dtype dtype, double start, double stop, int64_t count, bool endpoint);

/* ---- sites (site.c): where nodes were recorded --------------------------------------------------------------
 * Kept from sni_sites_start on, for messages of SINTER_CHECK; without it a recorded node costs one test of a
 * pointer.  The nodes of one call share a site: it ends at sni_site_end and may get its text before or right after.
 * A node recorded again keeps its first site.  Without memory a node has no site. */
void sni_sites_start(sni_graph *g);
void sni_sites_free(sni_graph *g);
void sni_site_text(sni_graph *g, const char *text);  /* of what is recorded next; ends what went before */
void sni_site_end(sni_graph *g);
void sni_site_label(sni_graph *g, const char *text); /* of the call that ended last, where it has none */
const char *sni_site_of(const sni_graph *g, const sni_node *n); /* "" when not known */
void sni_site_note(sni_graph *g, const sni_node *n);   /* node.c: n was recorded, dies */
void sni_site_forget(sni_graph *g, const sni_node *n);

/* write.c: `base` with a region replaced; what the invariants above ask for is the caller's to see to. */
sni_node *sni_write(sni_graph *g, sni_node *base, const sni_layout *region, int64_t offset, sni_node *value);
bool sni_layout_apart(const sni_layout *l); /* no two indices are the same place (or that is not plain to see: false) */

/* ---- signature (signature.c): what a plan depends on, and nothing else ----------------------------------
 * Walks the unevaluated part below the roots in a fixed order.  `words` is the exact topology, dtypes,
 * extents, strides, axes and root positions; equal words and equal alias classes mean the same plan fits.
 * `leaves` and `consts` list inputs in the order the plan binds them. */
typedef struct sni_signature {
    uint64_t hash;
    SNI_VEC(uint64_t) words;
    SNI_VEC(sni_node *) nodes;  /* topological order, operands first; node->index is the position */
    SNI_VEC(sni_node *) leaves; /* LEAF nodes by first use; one per storage */
    SNI_VEC(sni_node *) consts; /* CONST nodes by first use: values are arguments, not structure */
    SNI_VEC(sni_node *) stack;  /* of the walk */
} sni_signature;
int sni_signature_build(sni_graph *g, sni_node *const *roots, size_t nroots, sni_signature *s); /* reuses its memory */
void sni_signature_free(sni_signature *s);

#endif
