/* Complex values in the graph: their parts, casts, constants, and the table of what is made of each operation. */
#include "graph/complex.h"

#include <stdlib.h>

/* ---- steps ---------------------------------------------------------------------------------------------- */

void sni_csteps_end(sni_csteps *s)
{
    for (size_t k = 0; k < s->held.count; k++) sni_node_release(s->g, s->held.data[k]);
    free(s->held.data);
}

sni_node *sni_cstep_hold(sni_csteps *s, sni_node *n)
{
    if (!n || SNI_VEC_PUSH(&s->held, n) >= 0) return n;
    sni_node_release(s->g, n);
    return NULL;
}

sni_node *sni_cstep1(sni_csteps *s, sni_op op, sni_node *a)
{
    return a ? sni_cstep_hold(s, sni_element(s->g, op, &a, NULL)) : NULL;
}

sni_node *sni_cstep2(sni_csteps *s, sni_op op, sni_node *a, sni_node *b)
{
    return a && b ? sni_cstep_hold(s, sni_element(s->g, op, (sni_node *[]){a, b}, NULL)) : NULL;
}

sni_node *sni_cstep_where(sni_csteps *s, sni_node *test, sni_node *a, sni_node *b)
{
    if (!test || !a || !b) return NULL;
    return sni_cstep_hold(s, sni_element(s->g, SNI_OP_WHERE, (sni_node *[]){test, a, b}, NULL));
}

sni_node *sni_cstep_number(sni_csteps *s, double value)
{
    sni_scalar number = sni_scalar_cast((sni_scalar){.f64 = value}, SNI_FLOAT64, s->part);
    return sni_cstep_hold(s, sni_scalar_const(s->g, s->part, number));
}

/* A constant of any shape becomes a scalar, as it does beside any operation. */
sni_pair sni_cstep_parts(sni_csteps *s, sni_node *x)
{
    sni_pair p;
    if (x->kind == SNI_NODE_CONST) {
        sni_scalar value = sni_scalar_cast((sni_scalar){.bits = {x->u.scalar, 0}}, (sni_dtype)x->dtype, s->part);
        p.re = sni_cstep_hold(s, sni_scalar_const(s->g, s->part, value));
    } else {
        sni_node *re = sni_cstep_hold(s, sni_real(s->g, x));
        p.re = re ? sni_cstep_hold(s, sni_cast(s->g, re, s->part)) : NULL;
    }
    if (sni_dtype_complex((sni_dtype)x->dtype)) {
        sni_node *im = sni_cstep_hold(s, sni_imag(s->g, x));
        p.im = im ? sni_cstep_hold(s, sni_cast(s->g, im, s->part)) : NULL;
    } else {
        p.im = sni_cstep_number(s, 0);
    }
    return p;
}

/* ---- complex values and their parts --------------------------------------------------------------------------- */

static sni_node *spread_over(sni_graph *g, sni_node *x, const sni_layout *layout)
{
    return sni_layout_same_shape(x->layout, layout) ? sni_hold(x) : sni_spread(g, x, layout->rank, layout->dims);
}

/* An operand over the layout; a constant stands for itself at any shape. */
static sni_node *fitted(sni_graph *g, sni_node *x, const sni_layout *layout)
{
    if (x->kind != SNI_NODE_CONST) return spread_over(g, x, layout);
    return sni_scalar_const(g, (sni_dtype)x->dtype, (sni_scalar){.bits = {x->u.scalar, 0}});
}

/* COMPLEX of two nodes of one float dtype that broadcast to the layout. */
static sni_node *complex_on(sni_graph *g, sni_node *re, sni_node *im, const sni_layout *layout)
{
    sni_node key = {.kind = SNI_NODE_ELEMENT, .code = SNI_OP_COMPLEX, .layout = layout};
    sni_node *parts[2] = {re, im}, *n = NULL;
    key.dtype = (uint8_t)sni_dtype_pair((sni_dtype)re->dtype);
    for (; key.count < 2; key.count++) {
        key.in[key.count] = fitted(g, parts[key.count], layout);
        if (!key.in[key.count]) break;
    }
    if (key.count == 2) n = sni_cons(g, &key);
    for (int k = 0; k < key.count; k++) sni_node_release(g, key.in[k]);
    return n;
}

/* The part itself where it is known to be one number: nothing could be saved by reading the value. */
static sni_node *known_part(sni_graph *g, const sni_node *x, int part)
{
    const sni_node *z = x->kind == SNI_NODE_VIEW ? x->in[0] : x;
    if (z->kind != SNI_NODE_ELEMENT || z->in[part]->kind != SNI_NODE_CONST) return NULL;
    const sni_node *c = z->in[part];
    return sni_const(g, (sni_dtype)c->dtype, (sni_scalar){.bits = {c->u.scalar, 0}}, x->layout->rank, x->layout->dims);
}

static sni_node *part_of(sni_graph *g, sni_node *x, sni_op op)
{
    int part = op == SNI_OP_IMAG;
    sni_node *known = known_part(g, x, part);
    if (known) return known;
    const sni_layout *layout = sni_result_layout(g, sni_ops[op].name, &x, 1);
    if (!layout) return NULL;
    sni_node *n = sni_cons(g, &(sni_node){.kind = SNI_NODE_ELEMENT, .code = (uint8_t)op, .count = 1, .layout = layout, .in = {x},
                                          .dtype = (uint8_t)sni_dtype_part((sni_dtype)x->dtype)});
    sni_layout_release(g, layout);
    return n;
}

sni_node *sni_real(sni_graph *g, sni_node *x)
{
    if (sni_need_ready("real", (sni_dtype)x->dtype) < 0) return NULL;
    return sni_dtype_complex((sni_dtype)x->dtype) ? part_of(g, x, SNI_OP_REAL) : sni_hold(x);
}

sni_node *sni_imag(sni_graph *g, sni_node *x)
{
    if (sni_need_ready("imag", (sni_dtype)x->dtype) < 0) return NULL;
    if (sni_dtype_complex((sni_dtype)x->dtype)) return part_of(g, x, SNI_OP_IMAG);
    return sni_const(g, (sni_dtype)x->dtype, (sni_scalar){.bits = {0, 0}}, x->layout->rank, x->layout->dims);
}

/* The value that both are parts of, which is there already. */
static sni_node *whole_of(const sni_node *re, const sni_node *im, const sni_layout *layout)
{
    bool parts = re->kind == SNI_NODE_ELEMENT && im->kind == SNI_NODE_ELEMENT && re->code == SNI_OP_REAL && im->code == SNI_OP_IMAG;
    return parts && re->in[0] == im->in[0] && re->in[0]->layout == layout ? re->in[0] : NULL;
}

sni_node *sni_complex_of_parts(sni_graph *g, sni_node *re, sni_node *im, const sni_layout *layout)
{
    if (!re || !im) return NULL;
    sni_node *whole = whole_of(re, im, layout);
    return whole ? sni_hold(whole) : complex_on(g, re, im, layout);
}

sni_node *sni_complex(sni_graph *g, sni_node *re, sni_node *im, const bool *weak)
{
    sni_node *in[2] = {re, im}, *n = NULL;
    sni_typing t;
    if (sni_resolve(SNI_OP_HYPOT, in, weak, &t) < 0) return NULL; /* promotes as two floats do */
    const sni_layout *layout = sni_result_layout(g, "complex", in, 2);
    if (!layout) return NULL;
    in[0] = sni_cast(g, re, t.compute);
    in[1] = sni_cast(g, im, t.compute);
    n = sni_complex_of_parts(g, in[0], in[1], layout);
    sni_node_release(g, in[0]);
    sni_node_release(g, in[1]);
    sni_layout_release(g, layout);
    return n;
}

sni_node *sni_complex_const(sni_graph *g, sni_dtype dtype, sni_scalar value, int rank, const int64_t *dims)
{
    sni_dtype part = sni_dtype_part(dtype);
    sni_scalar re = {.bits = {0, 0}}, im = {.bits = {0, 0}};
    if (part == SNI_FLOAT32) {
        re.f32 = value.c64[0];
        im.f32 = value.c64[1];
    } else {
        re.f64 = value.c128[0];
        im.f64 = value.c128[1];
    }
    const sni_layout *layout = sni_layout_c(g, rank, dims);
    if (!layout) return NULL;
    sni_node *a = sni_scalar_const(g, part, re), *b = sni_scalar_const(g, part, im);
    sni_node *n = a && b ? complex_on(g, a, b, layout) : NULL;
    sni_node_release(g, a);
    sni_node_release(g, b);
    sni_layout_release(g, layout);
    return n;
}

sni_node *sni_complex_cast(sni_graph *g, sni_node *x, sni_dtype dtype, const sni_layout *layout)
{
    sni_csteps s = {.g = g, .part = sni_dtype_part(sni_dtype_complex(dtype) ? dtype : (sni_dtype)x->dtype)};
    sni_node *n = NULL;
    sni_pair z = sni_cstep_parts(&s, x);
    if (!z.re || !z.im) n = NULL;
    else if (sni_dtype_complex(dtype)) n = sni_complex_of_parts(g, z.re, z.im, layout);
    else if (dtype != SNI_BOOL) n = sni_cast(g, z.re, dtype);
    else n = sni_element(g, SNI_OP_LOGICAL_OR, (sni_node *[]){z.re, z.im}, NULL);
    sni_csteps_end(&s);
    return n;
}

/* ---- operations --------------------------------------------------------------------------------------------------- */

static const struct { sni_complex_unary *unary; sni_complex_binary *binary; } makers[SNI_OP_COUNT] = {
    [SNI_OP_ADD] = {.binary = sni_complex_add},
    [SNI_OP_SUBTRACT] = {.binary = sni_complex_subtract},
    [SNI_OP_MULTIPLY] = {.binary = sni_complex_multiply},
    [SNI_OP_DIVIDE] = {.binary = sni_complex_divide},
    [SNI_OP_MINIMUM] = {.binary = sni_complex_minimum},
    [SNI_OP_MAXIMUM] = {.binary = sni_complex_maximum},
    [SNI_OP_FMIN] = {.binary = sni_complex_fmin},
    [SNI_OP_FMAX] = {.binary = sni_complex_fmax},
    [SNI_OP_EQUAL] = {.binary = sni_complex_equal},
    [SNI_OP_NOT_EQUAL] = {.binary = sni_complex_not_equal},
    [SNI_OP_LESS] = {.binary = sni_complex_less},
    [SNI_OP_LESS_EQUAL] = {.binary = sni_complex_less_equal},
    [SNI_OP_GREATER] = {.binary = sni_complex_greater},
    [SNI_OP_GREATER_EQUAL] = {.binary = sni_complex_greater_equal},
    [SNI_OP_NEGATIVE] = {.unary = sni_complex_negative},
    [SNI_OP_POSITIVE] = {.unary = sni_complex_positive},
    [SNI_OP_CONJUGATE] = {.unary = sni_complex_conjugate},
    [SNI_OP_ABSOLUTE] = {.unary = sni_complex_absolute},
    [SNI_OP_SIGN] = {.unary = sni_complex_sign},
    [SNI_OP_SQUARE] = {.unary = sni_complex_square},
    [SNI_OP_RECIPROCAL] = {.unary = sni_complex_reciprocal},
    [SNI_OP_RINT] = {.unary = sni_complex_rint},
    [SNI_OP_ISNAN] = {.unary = sni_complex_isnan},
    [SNI_OP_ISINF] = {.unary = sni_complex_isinf},
    [SNI_OP_ISFINITE] = {.unary = sni_complex_isfinite},
    [SNI_OP_POWER] = {.binary = sni_complex_power},
    [SNI_OP_EXP] = {.unary = sni_complex_exp},
    [SNI_OP_EXP2] = {.unary = sni_complex_exp2},
    [SNI_OP_EXPM1] = {.unary = sni_complex_expm1},
    [SNI_OP_LOG] = {.unary = sni_complex_log},
    [SNI_OP_LOG2] = {.unary = sni_complex_log2},
    [SNI_OP_LOG10] = {.unary = sni_complex_log10},
    [SNI_OP_LOG1P] = {.unary = sni_complex_log1p},
    [SNI_OP_SQRT] = {.unary = sni_complex_sqrt},
    [SNI_OP_SINH] = {.unary = sni_complex_sinh},
    [SNI_OP_COSH] = {.unary = sni_complex_cosh},
    [SNI_OP_TANH] = {.unary = sni_complex_tanh},
    [SNI_OP_SIN] = {.unary = sni_complex_sin},
    [SNI_OP_COS] = {.unary = sni_complex_cos},
    [SNI_OP_TAN] = {.unary = sni_complex_tan},
    [SNI_OP_ARCSINH] = {.unary = sni_complex_arcsinh},
    [SNI_OP_ARCCOSH] = {.unary = sni_complex_arccosh},
    [SNI_OP_ARCTANH] = {.unary = sni_complex_arctanh},
    [SNI_OP_ARCSIN] = {.unary = sni_complex_arcsin},
    [SNI_OP_ARCCOS] = {.unary = sni_complex_arccos},
    [SNI_OP_ARCTAN] = {.unary = sni_complex_arctan},
};

static sni_pair choose(sni_csteps *s, sni_node *test, sni_pair a, sni_pair b)
{
    return (sni_pair){sni_cstep_where(s, test, a.re, b.re), sni_cstep_where(s, test, a.im, b.im)};
}

static sni_pair make(sni_csteps *s, sni_op op, sni_node *const *in)
{
    if (op == SNI_OP_WHERE) return choose(s, in[0], sni_cstep_parts(s, in[1]), sni_cstep_parts(s, in[2]));
    sni_pair a = sni_cstep_parts(s, in[0]);
    if (makers[op].unary) return makers[op].unary(s, a);
    if (makers[op].binary) return makers[op].binary(s, a, sni_cstep_parts(s, in[1]));
    sni_fail(SN_ERR_INTERNAL, "%s: no composition for complex numbers", sni_ops[op].name);
    return (sni_pair){NULL, NULL};
}

/* Constants stand for themselves at any shape, so that a result may come out smaller than it is. */
sni_node *sni_complex_element(sni_graph *g, sni_op op, sni_node *const *in, const bool *weak, const sni_typing *t)
{
    (void)weak; /* a number of any kind fits a complex dtype */
    sni_csteps s = {.g = g, .part = sni_dtype_part(t->compute)};
    const sni_layout *layout = sni_result_layout(g, sni_ops[op].name, in, sni_ops[op].arity);
    if (!layout) return NULL;
    sni_pair z = make(&s, op, in);
    sni_node *n = z.im ? sni_complex_of_parts(g, z.re, z.im, layout) : z.re ? spread_over(g, z.re, layout) : NULL;
    sni_csteps_end(&s);
    sni_layout_release(g, layout);
    return n;
}
