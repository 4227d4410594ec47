/* Differences of neighbours and what is made of them: reads of the operand, shifted by one. */
#include "graph/steps.h"

/* x[start : extent - cut] along one axis, the rest whole. */
static sni_node *shifted(sni_graph *g, sni_node *x, int axis, int64_t start, int64_t cut)
{
    sni_slice items[SNI_MAX_RANK] = {{.kind = SNI_ITEM_SLICE}};
    for (int k = 0; k <= axis; k++) items[k] = (sni_slice){.kind = SNI_ITEM_SLICE};
    int64_t stop = x->layout->dims[axis] - cut;
    items[axis] = (sni_slice){.kind = SNI_ITEM_SLICE,
                              .has_start = true,
                              .start = start,
                              .has_stop = true,
                              .stop = stop < 0 ? 0 : stop};
    return sni_subscript(g, x, items, (size_t)axis + 1);
}

static sni_node *neighbours(sni_graph *g, sni_op op, sni_node *x, int axis) /* takes the reference */
{
    sni_node *n = sni_step2(g, op, shifted(g, x, axis, 1, 0), shifted(g, x, axis, 0, 1));
    sni_node_release(g, x);
    return n;
}

/* Booleans differ or do not, as NumPy has it. */
sni_node *sni_diff(sni_graph *g, sni_node *x, int64_t n, int axis)
{
    int at;
    if (n == 0) return sni_hold(x); /* whatever it is, and whatever the axis */
    if (x->layout->rank == 0) {
        sni_fail(SN_ERR_SHAPE, "diff: an array of at least one dimension is needed");
        return NULL;
    }
    if (n < 0) {
        sni_fail(SN_ERR_VALUE, "diff: the order must not be negative, but is %lld", (long long)n);
        return NULL;
    }
    if (sni_axis("diff", axis, x->layout->rank, &at) < 0) return NULL;
    sni_op op = x->dtype == SNI_BOOL ? SNI_OP_NOT_EQUAL : SNI_OP_SUBTRACT;
    sni_node *out = sni_hold(x);
    for (; out && n > 0 && out->layout->dims[at] > 0; n--) out = neighbours(g, op, out, at);
    return out;
}

sni_node *sni_ediff1d(sni_graph *g, sni_node *x)
{
    sni_node *flat = sni_reshape(g, x, 1, &x->layout->size);
    return flat ? neighbours(g, SNI_OP_SUBTRACT, flat, 0) : NULL;
}

/* The steps between sample points, along `axis` of y: points of one dimension serve every row. */
static sni_node *steps_between(sni_graph *g, sni_node *points, int axis, int rank)
{
    int64_t dims[SNI_MAX_RANK];
    bool row = points->layout->rank == 1;
    sni_node *d = sni_diff(g, points, 1, row ? 0 : axis);
    if (!d || !row) return d;
    for (int k = 0; k < rank; k++) dims[k] = k == axis ? d->layout->size : 1;
    sni_node *out = sni_reshape(g, d, rank, dims);
    sni_node_release(g, d);
    return out;
}

sni_node *sni_trapezoid(sni_graph *g, sni_node *y, sni_node *points, sni_node *dx, bool weak, int axis)
{
    int at;
    if (sni_axis("trapezoid", axis, y->layout->rank, &at) < 0) return NULL;
    sni_node *d = points ? steps_between(g, points, at, y->layout->rank) : sni_hold(dx);
    sni_node *sum = d ? sni_step2(g, SNI_OP_ADD, shifted(g, y, at, 1, 0), shifted(g, y, at, 0, 1)) : NULL;
    sni_node *area = sni_step2_weak(g, SNI_OP_MULTIPLY, d, sum, (const bool[]){!points && weak, false});
    area = sni_step_real(g, SNI_OP_DIVIDE, area, 2);
    const sni_reducing how = {.name = "trapezoid", .axes = &at, .naxes = 1, .dtype = SNI_DTYPE_NONE};
    return sni_step_reduce(g, SNI_REDUCE_SUM, area, &how);
}

sni_node *sni_outer(sni_graph *g, sni_node *a, sni_node *b)
{
    sni_node *column = sni_reshape(g, a, 2, (const int64_t[]){a->layout->size, 1});
    sni_node *row = column ? sni_reshape(g, b, 2, (const int64_t[]){1, b->layout->size}) : NULL;
    return sni_step2(g, SNI_OP_MULTIPLY, column, row);
}
