/* Writes: an array some of whose elements are replaced, and what values may stand for them. */
#include "graph/internal.h"

static int64_t magnitude(int64_t stride)
{
    return stride < 0 ? -stride : stride;
}

/* Each stride steps over all that the smaller ones reach: enough, and so for every view but broadcasts,
 * windows and their like. */
bool sni_layout_apart(const sni_layout *l)
{
    const int64_t *strides = SNI_STRIDES(l);
    int order[SNI_MAX_RANK], n = 0;
    int64_t reach = 0;
    if (l->dense || l->size <= 1) return true;
    for (int k = 0; k < l->rank; k++) {
        if (l->dims[k] == 1) continue;
        int at = n++;
        for (; at > 0 && magnitude(strides[order[at - 1]]) > magnitude(strides[k]); at--)
            order[at] = order[at - 1];
        order[at] = k;
    }
    for (int i = 0; i < n; i++) {
        int64_t step = magnitude(strides[order[i]]);
        if (step <= reach) return false;
        reach += (l->dims[order[i]] - 1) * step;
    }
    return true;
}

/* ---- the node ------------------------------------------------------------------------------------------ */

/* The region is told by a view of so many counted elements: it holds no reference to the array and makes
 * no chain of writes higher. */
static sni_node *region_node(sni_graph *g, int64_t size, const sni_layout *region, int64_t offset)
{
    sni_node *places = sni_iota(g, 1, &size);
    if (!places) return NULL;
    sni_node *out = sni_view(g, places, region->rank, region->dims, SNI_STRIDES(region), offset);
    sni_node_release(g, places);
    return out;
}

/* Where nothing of the old elements is left, they need not be there. */
static sni_node *old_elements(sni_graph *g, sni_node *base, const sni_layout *region)
{
    if (region->size < base->layout->size || sni_dtype_complex((sni_dtype)base->dtype)) return sni_hold(base);
    return sni_const(g, (sni_dtype)base->dtype, (sni_scalar){.u64 = 0}, base->layout->rank,
                     base->layout->dims);
}

sni_node *sni_write(sni_graph *g, sni_node *base, const sni_layout *region, int64_t offset, sni_node *value)
{
    sni_node *places = region_node(g, base->layout->size, region, offset);
    sni_node *old = places ? old_elements(g, base, region) : NULL, *out = NULL;
    if (old)
        out = sni_cons(g, &(sni_node){.kind = SNI_NODE_WRITE,
                                      .dtype = base->dtype,
                                      .count = 3,
                                      .layout = base->layout,
                                      .in = {old, value, places}});
    sni_node_release(g, old);
    sni_node_release(g, places);
    return out;
}

/* ---- values ---------------------------------------------------------------------------------------------- */

static int refuse_shape(const sni_layout *value, const sni_layout *l)
{
    char from[160], to[160];
    return sni_fail(SN_ERR_SHAPE, "assign: shape %s does not broadcast to %s",
                    sni_shape_text(value->dims, value->rank, from, sizeof from),
                    sni_shape_text(l->dims, l->rank, to, sizeof to));
}

/* `x` at the shape of `l`: leading extents of 1 that are too many go, as in any assignment. */
static sni_node *spread_to(sni_graph *g, sni_node *x, const sni_layout *l)
{
    const sni_layout *own = x->layout;
    int extra = own->rank > l->rank ? own->rank - l->rank : 0;
    bool fits = true;
    for (int k = 0; k < own->rank && fits; k++)
        fits = own->dims[k] == 1 || (k >= extra && own->dims[k] == l->dims[l->rank - own->rank + k]);
    if (!fits) {
        refuse_shape(own, l);
        return NULL;
    }
    if (sni_layout_same_shape(own, l)) return sni_hold(x);
    sni_node *line = sni_view(g, x, own->rank - extra, own->dims + extra, SNI_STRIDES(own) + extra, 0);
    sni_node *out = line ? sni_spread(g, line, l->rank, l->dims) : NULL;
    sni_node_release(g, line);
    return out;
}

/* A weak float goes to an integer dtype as Python's int() has it. */
static int weak_integer(double x, sni_dtype dtype, sni_scalar *out)
{
    if (x != x) return sni_fail(SN_ERR_VALUE, "assign: cannot convert NaN to an integer");
    if (x >= 0x1p64 || x <= -0x1p63 - 1)
        return sni_fail(SN_ERR_VALUE, "assign: %.17g is out of bounds for %s", x, sni_dtypes[dtype].name);
    *out = sni_scalar_cast((sni_scalar){.f64 = x}, SNI_FLOAT64, x < 0x1p63 ? SNI_INT64 : SNI_UINT64);
    return SN_OK;
}

static int check_weak(sni_graph *g, const sni_node *value, sni_dtype dtype)
{
    if (sni_dtype_complex((sni_dtype)value->dtype))
        return sni_dtype_complex(dtype) || dtype == SNI_BOOL
                   ? SN_OK
                   : sni_fail(SN_ERR_DTYPE, "assign: a complex number is no %s", sni_dtypes[dtype].name);
    sni_scalar whole = {.u64 = value->u.scalar};
    sni_dtype from = (sni_dtype)value->dtype;
    uint8_t kind = sni_dtypes[dtype].kind;
    if (kind != SNI_KIND_INT && kind != SNI_KIND_UINT) return SN_OK;
    if (from == SNI_FLOAT64) {
        SNI_TRY(weak_integer(((sni_scalar){.u64 = value->u.scalar}).f64, dtype, &whole));
        from = (int64_t)whole.u64 < 0 && ((sni_scalar){.u64 = value->u.scalar}).f64 > 0 ? SNI_UINT64
                                                                                        : SNI_INT64;
    }
    if (from != SNI_INT64 && from != SNI_UINT64) return SN_OK;
    sni_node *n = sni_scalar_const(g, from, whole);
    if (!n) return SN_ERR_MEMORY;
    int status = sni_weak_fit(n, dtype) ? sni_weak_refuse("assign", n, dtype) : SN_OK;
    sni_node_release(g, n);
    return status;
}

/* A constant of any shape is a scalar beside others. */
static sni_node *scalar_value(sni_graph *g, const sni_node *value, sni_dtype dtype)
{
    sni_scalar x = {.bits = {value->u.scalar, 0}};
    return sni_scalar_const(g, dtype, sni_scalar_cast(x, (sni_dtype)value->dtype, dtype));
}

sni_node *sni_written_value(sni_graph *g, sni_node *value, bool weak, sni_dtype dtype, const sni_layout *l)
{
    if (weak && check_weak(g, value, dtype) < 0) return NULL;
    sni_node *wide = spread_to(g, value, l), *out = NULL;
    if (!wide) return NULL;
    if (wide->kind == SNI_NODE_CONST && !sni_dtype_complex(dtype))
        out = scalar_value(g, wide, dtype);
    else if (wide->dtype == dtype)
        out = sni_hold(wide);
    else { /* converted before it is repeated */
        sni_node *cast = sni_cast(g, value, dtype);
        out = cast ? spread_to(g, cast, l) : NULL;
        sni_node_release(g, cast);
    }
    sni_node_release(g, wide);
    return out;
}

bool sni_same_kind(sni_dtype from, sni_dtype to)
{
    static const uint8_t place[] = {[SNI_KIND_BOOL] = 0,
                                    [SNI_KIND_UINT] = 1,
                                    [SNI_KIND_INT] = 2,
                                    [SNI_KIND_FLOAT] = 3,
                                    [SNI_KIND_COMPLEX] = 4};
    return place[sni_dtypes[from].kind] <= place[sni_dtypes[to].kind];
}

static int refuse_output(const char *op, const sni_layout *result, const sni_layout *l)
{
    char from[160], to[160];
    return sni_fail(SN_ERR_SHAPE, "%s: the result's shape %s is not the destination's, %s", op,
                    sni_shape_text(result->dims, result->rank, from, sizeof from),
                    sni_shape_text(l->dims, l->rank, to, sizeof to));
}

sni_node *sni_updated_value(sni_graph *g, sni_op op, sni_node *x, sni_node *value, bool weak)
{
    const char *name = sni_ops[op].name;
    sni_node *out = sni_element(g, op, (sni_node *[]){x, value}, (const bool[]){false, weak});
    if (!out) return NULL;
    if (!sni_same_kind((sni_dtype)out->dtype, (sni_dtype)x->dtype))
        sni_fail(SN_ERR_DTYPE,
                 "%s: cannot cast the result from %s to the destination's %s by same-kind casting", name,
                 sni_dtypes[out->dtype].name, sni_dtypes[x->dtype].name);
    else if (!sni_layout_same_shape(out->layout, x->layout))
        refuse_output(name, out->layout, x->layout);
    else
        return out;
    sni_node_release(g, out);
    return NULL;
}
