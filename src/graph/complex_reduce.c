/* Reductions of complex arrays: sums part by part, products by halves, and the extremes by their place.
 *
 * Complex numbers are ordered by their real parts, equal ones by their imaginary parts, and the first that has a NaN
 * comes before all.  The place of an extreme, an index in C order over the reduced axes, is found by real reductions
 * over the same axes, which fuse to passes of one kernel; its parts are sums in which all but one term are -0. */
#include "graph/complex_steps.h"

typedef struct reduced {
    sni_node *x;
    int axes[SNI_MAX_RANK], naxes;
} reduced;

static sni_node *reduce(sni_csteps *s, sni_reduction r, sni_node *x, const reduced *a, bool keepdims)
{
    return x ? sni_cstep_hold(s, sni_reduce(s->g, r, x, a->axes, a->naxes, keepdims, SNI_DTYPE_NONE)) : NULL;
}

static sni_pair sum(sni_csteps *s, const reduced *a, sni_pair z)
{
    return (sni_pair){reduce(s, SNI_REDUCE_SUM, z.re, a, false), reduce(s, SNI_REDUCE_SUM, z.im, a, false)};
}

/* ---- extremes ---------------------------------------------------------------------------------------------- */

/* For each element its index in C order over the reduced axes, as a view that repeats it along the others. */
static sni_node *places(sni_csteps *s, const reduced *a)
{
    const sni_layout *l = a->x->layout;
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK] = {0}, step = 1;
    for (int k = 0; k < a->naxes; k++) dims[k] = l->dims[a->axes[k]];
    for (int k = a->naxes - 1; k >= 0; k--) {
        strides[a->axes[k]] = step;
        step *= dims[k];
    }
    sni_node *index = sni_cstep_hold(s, sni_iota(s->g, a->naxes, dims));
    return index ? sni_cstep_hold(s, sni_view(s->g, index, l->rank, l->dims, strides, 0)) : NULL;
}

/* The first place at which `test` is true, or a number past all. */
static sni_node *first_place(sni_csteps *s, const reduced *a, sni_node *test, sni_node *place)
{
    sni_node *none = sni_cstep_hold(s, sni_scalar_const(s->g, SNI_INT64, (sni_scalar){.i64 = INT64_MAX}));
    return reduce(s, SNI_REDUCE_MIN, where(s, test, place, none), a, true);
}

/* The place of the extreme: NaNs aside, the first with the largest imaginary part of those with the largest real. */
static sni_node *extreme_place(sni_csteps *s, sni_reduction r, const reduced *a, sni_pair z, sni_node *place)
{
    sni_node *worst = num(s, r == SNI_REDUCE_MAX ? -__builtin_inf() : __builtin_inf());
    sni_node *lead = same(s, z.re, reduce(s, r, z.re, a, true));
    sni_node *best = reduce(s, r, where(s, lead, z.im, worst), a, true);
    sni_node *first = first_place(s, a, both(s, lead, same(s, z.im, best)), place);
    sni_node *first_nan = first_place(s, a, either(s, is_nan(s, z.re), is_nan(s, z.im)), place);
    sni_node *none = sni_cstep_hold(s, sni_scalar_const(s->g, SNI_INT64, (sni_scalar){.i64 = INT64_MAX}));
    return where(s, same(s, first_nan, none), first, first_nan);
}

static sni_pair extreme(sni_csteps *s, sni_reduction r, const reduced *a, sni_pair z)
{
    sni_node *place = places(s, a), *blank = num(s, -0.0);
    sni_node *chosen = same(s, place, extreme_place(s, r, a, z, place));
    return sum(s, a, (sni_pair){where(s, chosen, z.re, blank), where(s, chosen, z.im, blank)});
}

/* ---- products ------------------------------------------------------------------------------------------------ */

/* The last axis from `start` on, `count` of it. */
static sni_node *piece(sni_csteps *s, sni_node *x, int64_t start, int64_t count)
{
    int64_t dims[SNI_MAX_RANK];
    const sni_layout *l = x->layout;
    for (int k = 0; k < l->rank; k++) dims[k] = l->dims[k];
    dims[l->rank - 1] = count;
    return sni_cstep_hold(s, sni_view(s->g, x, l->rank, dims, SNI_STRIDES(l), start * SNI_STRIDES(l)[l->rank - 1]));
}

/* The reduced axes as one, the last. */
static sni_node *rows(sni_csteps *s, const reduced *a)
{
    const sni_layout *l = a->x->layout;
    int order[SNI_MAX_RANK], n = 0;
    int64_t dims[SNI_MAX_RANK + 1], length = 1;
    for (int k = 0, at = 0; k < l->rank; k++) {
        if (at < a->naxes && a->axes[at] == k) at++;
        else order[n++] = k;
    }
    for (int k = 0; k < n; k++) dims[k] = l->dims[order[k]];
    for (int k = 0; k < a->naxes; k++) {
        order[n + k] = a->axes[k];
        length *= l->dims[a->axes[k]];
    }
    dims[n] = length;
    sni_node *turned = sni_cstep_hold(s, sni_transpose(s->g, a->x, order, l->rank));
    return turned ? sni_cstep_hold(s, sni_reshape(s->g, turned, n + 1, dims)) : NULL;
}

/* Element k times element k + half, again and again; odd ones out are multiplied in at the end. */
static sni_node *product(sni_csteps *s, const reduced *a)
{
    sni_node *x = rows(s, a), *rest = NULL;
    int last = x ? x->layout->rank - 1 : 0;
    for (int64_t n = x ? x->layout->dims[last] : 0, half; x && n > 1; n = half) {
        half = n / 2;
        if (n % 2) {
            sni_node *odd = piece(s, x, n - 1, 1);
            rest = rest ? mul(s, rest, odd) : odd;
            if (!rest) return NULL;
        }
        x = mul(s, piece(s, x, 0, half), piece(s, x, half, half));
    }
    if (rest) x = mul(s, x, rest);
    return x ? sni_cstep_hold(s, sni_squeeze(s->g, x, &last, 1)) : NULL;
}

/* ---- the reduction ------------------------------------------------------------------------------------------------ */

static bool is_empty(const reduced *a)
{
    bool empty = false;
    for (int k = 0; k < a->naxes; k++) empty |= a->x->layout->dims[a->axes[k]] == 0;
    return empty;
}

static sni_node *record(sni_csteps *s, sni_reduction r, const reduced *a)
{
    sni_node *re = sni_cstep_hold(s, sni_real(s->g, a->x)), *im = sni_cstep_hold(s, sni_imag(s->g, a->x));
    if (!re || !im) return NULL;
    if (r == SNI_REDUCE_PROD && !is_empty(a)) {
        sni_node *n = product(s, a);
        return n ? sni_hold(n) : NULL;
    }
    sni_pair z = {re, im};
    if (r == SNI_REDUCE_PROD) /* of the parts of no element: 1 and 0 */
        z = (sni_pair){reduce(s, r, re, a, false), reduce(s, SNI_REDUCE_SUM, im, a, false)};
    else
        z = r == SNI_REDUCE_SUM ? sum(s, a, z) : extreme(s, r, a, z);
    return z.re && z.im ? sni_complex_of_parts(s->g, z.re, z.im, z.re->layout) : NULL;
}

sni_node *sni_complex_reduce(sni_graph *g, sni_reduction r, sni_node *x, uint64_t axes)
{
    sni_csteps s = {.g = g, .part = sni_dtype_part((sni_dtype)x->dtype)};
    reduced a = {.x = x};
    for (int k = 0; k < x->layout->rank; k++)
        if (axes >> k & 1) a.axes[a.naxes++] = k;
    if (!sni_reductions[r].has_identity && is_empty(&a)) {
        sni_fail(SN_ERR_VALUE, "%s: zero-size array to reduction operation %s which has no identity", sni_reductions[r].name,
                 sni_ops[sni_reductions[r].combine].name);
        return NULL;
    }
    sni_node *n = record(&s, r, &a);
    sni_csteps_end(&s);
    return n;
}
