/* Spread and weighted mean, as NumPy computes them, and other reductions made of several. */
#include "graph/steps.h"

static sni_reducing called(const sni_reducing *how, const char *name)
{
    sni_reducing out = *how;
    if (!out.name) out.name = name;
    return out;
}

sni_node *sni_ptp(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    sni_reducing named = called(how, "ptp");
    sni_node *most = sni_reduce_with(g, SNI_REDUCE_MAX, x, &named);
    sni_node *least = most ? sni_reduce_with(g, SNI_REDUCE_MIN, x, &named) : NULL;
    return sni_step2(g, SNI_OP_SUBTRACT, most, least);
}

sni_node *sni_count_nonzero(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    sni_reducing named = called(how, "count_nonzero");
    return sni_step_reduce(g, SNI_REDUCE_SUM, sni_cast(g, x, SNI_BOOL), &named);
}

/* ---- var, std ------------------------------------------------------------------------------------------- */

/* Elements of x for each of `kept`, where reduced axes have extent 1. */
static double elements_each(const sni_layout *x, const sni_layout *kept)
{
    double count = 1;
    for (int k = 0; k < x->rank; k++)
        if (kept->dims[k] != x->dims[k]) count *= (double)x->dims[k];
    return count;
}

static sni_node *mean_kept(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    sni_reducing kept = *how;
    kept.keepdims = true;
    return sni_reduce_with(g, SNI_REDUCE_MEAN, x, &kept);
}

static sni_node *distances(sni_graph *g, sni_node *x, const sni_reducing *how, sni_node *mean)
{
    sni_node *from = how->mean ? how->mean : mean;
    return sni_step2_weak(g, SNI_OP_SUBTRACT, sni_hold(x), sni_hold(from),
                          (const bool[]){false, how->weak_mean});
}

/* What is summed: of complex numbers the square of the magnitude. */
static sni_node *squares(sni_graph *g, sni_node *x)
{
    if (!x || !sni_dtype_complex((sni_dtype)x->dtype)) return sni_step1(g, SNI_OP_SQUARE, x);
    sni_node *re = sni_step1(g, SNI_OP_SQUARE, sni_real(g, x)), *im = sni_step1(g, SNI_OP_SQUARE, sni_imag(g, x));
    sni_node_release(g, x);
    return sni_step2(g, SNI_OP_ADD, re, im);
}

static int check_mean(const sni_node *x, const sni_reducing *how)
{
    char of_mean[160], of_x[160];
    if (!how->mean || sni_layout_fits(how->mean->layout, x->layout)) return SN_OK;
    return sni_fail(SN_ERR_SHAPE, "%s: mean of shape %s does not broadcast to the operand's shape %s",
                    how->name,
                    sni_shape_text(how->mean->layout->dims, how->mean->layout->rank, of_mean, sizeof of_mean),
                    sni_shape_text(x->layout->dims, x->layout->rank, of_x, sizeof of_x));
}

/* What the sum of squares is divided by: the elements that count, less ddof, not below 0. */
static sni_node *freedom(sni_graph *g, sni_node *x, const sni_reducing *how, const sni_layout *kept)
{
    double count = elements_each(x->layout, kept) - how->ddof;
    if (!how->where) return sni_number_of(g, SNI_FLOAT64, count > 0 ? count : 0);
    sni_node *n = sni_step_real(g, SNI_OP_SUBTRACT, sni_reduce_count(g, how->name, x, how), how->ddof);
    return sni_step_real(g, SNI_OP_MAXIMUM, n, 0);
}

static sni_node *variance(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    sni_node *mean = check_mean(x, how) < 0 ? NULL : mean_kept(g, x, how);
    if (!mean) return NULL;
    sni_node *sum = sni_step_reduce(g, SNI_REDUCE_SUM,
                                    squares(g, distances(g, x, how, mean)), how);
    sni_node *divisor = sum ? freedom(g, x, how, mean->layout) : NULL;
    sni_dtype result = sum ? (sni_dtype)sum->dtype : SNI_DTYPE_NONE;
    sni_node_release(g, mean);
    return sni_step_cast(
        g, sni_step2_weak(g, SNI_OP_DIVIDE, sum, divisor, (const bool[]){false, !how->where}), result);
}

sni_node *sni_var(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    sni_reducing named = called(how, "var");
    return variance(g, x, &named);
}

sni_node *sni_std(sni_graph *g, sni_node *x, const sni_reducing *how)
{
    sni_reducing named = called(how, "std");
    return sni_step1(g, SNI_OP_SQRT, variance(g, x, &named));
}

/* ---- average -------------------------------------------------------------------------------------------- */

/* Weights along the axes given, in the order given, turned so that they broadcast to x. */
static sni_node *turned(sni_graph *g, sni_node *x, sni_node *weights, const sni_reducing *how)
{
    const sni_layout *l = x->layout, *w = weights->layout;
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK];
    uint64_t mask;
    if (how->naxes < 0) {
        sni_fail(SN_ERR_ARGUMENT, "average: axis must be specified when shapes of a and weights differ");
        return NULL;
    }
    if (sni_axis_mask("average", how->axes, how->naxes, l->rank, &mask) < 0) return NULL;
    for (int k = 0; k < l->rank; k++) dims[k] = 1, strides[k] = 0;
    bool fits = how->naxes == w->rank;
    for (int k = 0; fits && k < w->rank; k++) {
        int axis = how->axes[k] + (how->axes[k] < 0 ? l->rank : 0);
        fits = w->dims[k] == l->dims[axis];
        dims[axis] = w->dims[k];
        strides[axis] = SNI_STRIDES(w)[k];
    }
    if (fits) return sni_view(g, weights, l->rank, dims, strides, 0);
    char of_weights[160];
    sni_fail(SN_ERR_SHAPE, "average: weights of shape %s do not fit the axes of a that they are for",
             sni_shape_text(w->dims, w->rank, of_weights, sizeof of_weights));
    return NULL;
}

/* Spread over x, so that their sum runs over what the weighted sum runs over and joins its kernel. */
static sni_node *spread_weights(sni_graph *g, sni_node *x, sni_node *weights, const sni_reducing *how)
{
    if (sni_layout_same_shape(x->layout, weights->layout)) return sni_hold(weights);
    sni_node *along = turned(g, x, weights, how);
    sni_node *all = along ? sni_broadcast_to(g, along, x->layout->rank, x->layout->dims) : NULL;
    sni_node_release(g, along);
    return all;
}

static sni_node *weighted(sni_graph *g, sni_node *x, sni_node *weights, const sni_reducing *how,
                          sni_node **scale)
{
    sni_dtype dtype = sni_promote((sni_dtype)x->dtype, (sni_dtype)weights->dtype);
    if (sni_dtypes[x->dtype].kind <= SNI_KIND_UINT) dtype = sni_promote(dtype, SNI_FLOAT64);
    sni_node *w = sni_step_cast(g, spread_weights(g, x, weights, how), dtype);
    sni_node *product = w ? sni_step2(g, SNI_OP_MULTIPLY, sni_cast(g, x, dtype), sni_hold(w)) : NULL;
    sni_node *sum = sni_step_reduce(g, SNI_REDUCE_SUM, product, how);
    *scale = sum ? sni_reduce_with(g, SNI_REDUCE_SUM, w, how) : NULL;
    sni_node_release(g, w);
    return sni_step2(g, SNI_OP_DIVIDE, sum, *scale ? sni_hold(*scale) : NULL);
}

static sni_node *unweighted(sni_graph *g, sni_node *x, const sni_reducing *how, sni_node **scale)
{
    sni_reducing kept = *how;
    kept.keepdims = true;
    sni_node *mean = sni_reduce_with(g, SNI_REDUCE_MEAN, x, how);
    sni_node *whole = mean ? sni_reduce_with(g, SNI_REDUCE_MEAN, x, &kept) : NULL;
    if (!whole) return mean;
    sni_dtype dtype = (sni_dtype)mean->dtype;
    sni_scalar count = {.f64 = elements_each(x->layout, whole->layout)};
    *scale = sni_const(g, dtype, sni_scalar_cast(count, SNI_FLOAT64, dtype), mean->layout->rank,
                       mean->layout->dims);
    sni_node_release(g, whole);
    return mean;
}

sni_node *sni_average(sni_graph *g, sni_node *x, sni_node *weights, const sni_reducing *how, sni_node **scale)
{
    sni_reducing named = called(how, "average");
    *scale = NULL;
    return weights ? weighted(g, x, weights, &named, scale) : unweighted(g, x, &named, scale);
}
