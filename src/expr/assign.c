/* Statements that write to arrays. */
#include "expr/record.h"

typedef struct target {
    sni_value array; /* what is written to, with an origin */
    sni_value view;  /* the part of it */
    sni_items items;
} target;

/* ---- what is written to ---------------------------------------------------------------------------------- */

static int fail_target(sni_recorder *r, const sni_value *v)
{
    const char *what = v->kind == SNI_V_ARRAY ? "a scalar" : sni_value_name(v);
    return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "%s does not support item assignment", what);
}

static int record_target(sni_recorder *r, const sni_ast *node, target *out)
{
    SNI_TRY(sni_record_value(r, node->left, &out->array));
    if (out->array.kind != SNI_V_ARRAY || out->array.scalar) return fail_target(r, &out->array);
    if (!out->array.alias) out->array.alias = sni_new_alias(r); /* nobody will see it */
    if (!out->array.alias) return SN_ERR_MEMORY;
    SNI_TRY(sni_adopt(r, &out->array));
    SNI_TRY(sni_record_items(r, node, &out->items));
    if (out->items.mask) return SN_OK;
    sni_viewing w;
    SNI_TRY(sni_view_of(r, &out->array, "array", &w));
    sni_node *part = sni_subscript(r->g, w.subject, out->items.items, out->items.count);
    return sni_take_view(r, node->offset, &w, part, false, &out->view);
}

static int operand(sni_recorder *r, const sni_value *v, const char *what, sni_node **out)
{
    return sni_to_array(r, v, what, out);
}

/* ---- where a mask is true ----------------------------------------------------------------------------------- */

/* The mask at the array's shape: it covers leading axes. */
static int fit_mask(sni_recorder *r, const target *t, size_t offset, sni_node **out)
{
    const sni_layout *l = t->array.node->layout, *m = t->items.mask->layout;
    int64_t dims[SNI_MAX_RANK];
    if (m->rank > l->rank)
        return sni_fail_at(r, offset, SN_ERR_INDEX, "the mask has %d axes, the array %d", m->rank, l->rank);
    for (int k = 0; k < l->rank; k++) {
        dims[k] = k < m->rank ? m->dims[k] : 1;
        if (k < m->rank && m->dims[k] != l->dims[k])
            return sni_fail_at(r, offset, SN_ERR_INDEX,
                               "the mask has %lld elements along axis %d, the array %lld",
                               (long long)m->dims[k], k, (long long)l->dims[k]);
    }
    *out = sni_reshape(r->g, t->items.mask, l->rank, dims);
    return sni_point(r, offset, sni_hold_node(r, *out));
}

/* What is assigned may not tell how many elements the mask chooses. */
static int check_masked(sni_recorder *r, const target *t, size_t offset, const sni_node *value)
{
    int rest = t->array.node->layout->rank - t->items.mask->layout->rank;
    for (int k = 0; k < value->layout->rank - rest; k++)
        if (value->layout->dims[k] != 1)
            return sni_fail_at(
                r, offset, SN_ERR_UNSUPPORTED,
                "assigning one value for each element that a mask chooses is not supported yet");
    return SN_OK;
}

static int write_masked(sni_recorder *r, const sni_ast *s, const target *t, const sni_value *value)
{
    size_t offset = s->parts[0]->offset;
    sni_node *mask = NULL, *x = NULL;
    const char *text;
    bool weak = sni_is_number(value);
    SNI_TRY(operand(r, value, "value", &x));
    SNI_TRY(fit_mask(r, t, offset, &mask));
    SNI_TRY(check_masked(r, t, value->offset, x));
    sni_site(r, offset);
    if (!s->op) return sni_point(r, offset, sni_alias_write_where(r->g, t->array.alias, mask, x, weak));
    sni_node *out = sni_updated(r->g, sni_operator(s->op, &text), t->array.node, x, weak);
    SNI_TRY(sni_point(r, offset, sni_hold_node(r, out)));
    return sni_point(r, offset, sni_alias_write_where(r->g, t->array.alias, mask, out, false));
}

/* ---- a part of an array -------------------------------------------------------------------------------------- */

/* x[1, 2] = value and x[1, 2] += value: the element is a scalar, so that the result is converted as in x[1, 2] =. */
static int write_element(sni_recorder *r, const sni_ast *s, const target *t, sni_value *value)
{
    size_t offset = s->parts[0]->offset;
    sni_node *x;
    if (s->op) {
        sni_value old = t->view;
        old.scalar = true;
        SNI_TRY(sni_record_operation(r, offset, s->op, &old, value, value));
    }
    SNI_TRY(operand(r, value, "value", &x));
    if (x->layout->rank > 0)
        return sni_fail_at(r, offset, SN_ERR_SHAPE, "assign: an element cannot be set to an array of %d axes",
                           x->layout->rank);
    return sni_point(r, offset, sni_alias_write(r->g, t->view.alias, x, sni_is_number(value)));
}

static int update(sni_recorder *r, const sni_ast *s, const sni_value *array, const sni_value *value)
{
    const char *text;
    sni_node *x;
    sni_op op = sni_operator(s->op, &text);
    SNI_TRY(operand(r, value, text, &x));
    sni_site(r, s->parts[0]->offset);
    return sni_point(r, s->parts[0]->offset,
                     sni_alias_update(r->g, array->alias, op, x, sni_is_number(value)));
}

static int write_part(sni_recorder *r, const sni_ast *s)
{
    target t;
    sni_value value;
    sni_node *x;
    if (!s->op) SNI_TRY(sni_record_value(r, s->first, &value));
    SNI_TRY(record_target(r, s->parts[0], &t));
    if (s->op) SNI_TRY(sni_record_value(r, s->first, &value));
    if (t.items.mask) return write_masked(r, s, &t, &value);
    if (t.items.element && t.view.node->layout->rank == 0) return write_element(r, s, &t, &value);
    if (s->op) return update(r, s, &t.view, &value);
    SNI_TRY(operand(r, &value, "value", &x));
    return sni_point(r, s->parts[0]->offset, sni_alias_write(r->g, t.view.alias, x, sni_is_number(&value)));
}

/* ---- name += value ---------------------------------------------------------------------------------------------- */

/* A number or a scalar cannot be written to: the name is given the new one. */
static int update_name(sni_recorder *r, const sni_ast *s)
{
    const sni_ast *name = s->parts[0];
    sni_value old, value;
    SNI_TRY(sni_record_name(r, name, &old));
    SNI_TRY(sni_record_value(r, s->first, &value));
    if (old.kind == SNI_V_ARRAY && !old.scalar) {
        SNI_TRY(sni_adopt(r, &old));
        return update(r, s, &old, &value);
    }
    SNI_TRY(sni_record_operation(r, name->offset, s->op, &old, &value, &value));
    return sni_assign_name(r, name->text, &value);
}

int sni_write_statement(sni_recorder *r, const sni_ast *s)
{
    return s->parts[0]->kind == SNI_AST_NAME ? update_name(r, s) : write_part(r, s);
}
