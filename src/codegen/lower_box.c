/* Tests whether a point lies in a form's box: comparisons of indices with the box's sides, like any others. */
#include "codegen/lower.h"

static int32_t literal(sni_lowering *lw, int64_t value)
{
    for (size_t i = 0; i < lw->terms.count; i++) {
        const sni_term *t = &lw->terms.data[i];
        if (t->op == SNI_K_SCALAR && t->literal && t->dtype == SNI_INT64 && t->value.i64 == value) return (int32_t)i;
    }
    return sni_lower_term(lw, (sni_term){.op = SNI_K_SCALAR, .dtype = SNI_INT64, .val = -1, .literal = true, .value.i64 = value});
}

static int32_t index_of(sni_lowering *lw, const sni_form *form)
{
    for (size_t i = 0; i < lw->terms.count; i++) {
        const sni_term *t = &lw->terms.data[i];
        if (t->op == SNI_K_INDEX && t->val < 0 && sni_form_equal(t->form, form)) return (int32_t)i;
    }
    sni_term t = {.op = SNI_K_INDEX, .dtype = SNI_INT64, .val = -1, .form = form};
    t.level = sni_lower_over_reduced(lw, form) ? SNI_XR : SNI_X;
    return sni_lower_term(lw, t);
}

/* Both kept or both reduced: dims that may be one loop. */
static bool walked_with(const sni_lowering *lw, int d, int k)
{
    return lw->group->reduced[d] == lw->group->reduced[k];
}

/* The coordinate along dim d, times *scale.  Dims further in that the box leaves whole are counted in as well:
 * sides times their extents tell the same points apart, and the dims may become one loop. */
static int32_t coordinate(sni_lowering *lw, const sni_form *box, int d, int64_t *scale)
{
    sni_form *f = sni_arena_alloc(&lw->arena, 1, sizeof *f + (size_t)lw->space.rank * sizeof f->stride[0]);
    if (!f) return SN_ERR_MEMORY;
    f->rank = lw->space.rank;
    bool whole = true;
    for (int k = d + 1; k < f->rank; k++) whole &= !walked_with(lw, d, k) || !sni_form_bounded(box, k);
    *scale = 1;
    for (int k = f->rank - 1; whole && k > d; k--) {
        if (!walked_with(lw, d, k)) continue;
        f->stride[k] = *scale;
        *scale *= lw->space.extent[k];
    }
    f->stride[d] = *scale;
    return index_of(lw, f);
}

static int32_t compare(sni_lowering *lw, sni_op op, int32_t index, int64_t side)
{
    int32_t scalar = index < 0 ? index : literal(lw, side);
    if (scalar < 0) return scalar;
    return sni_lower_term(lw, (sni_term){.op = SNI_K_ELEMENT, .code = (uint8_t)op, .dtype = SNI_BOOL, .nargs = 2, .arg = {index, scalar, 0}});
}

/* Both hold; `all` is -1 before the first. */
static int32_t also(sni_lowering *lw, int32_t all, int32_t test)
{
    if (all < 0 || test < 0) return test;
    return sni_lower_term(lw, (sni_term){.op = SNI_K_ELEMENT, .code = SNI_OP_LOGICAL_AND, .dtype = SNI_BOOL, .nargs = 2, .arg = {all, test, 0}});
}

static int32_t test_box(sni_lowering *lw, const sni_form *form)
{
    int32_t all = -1;
    for (int d = 0; d < form->rank; d++) {
        int64_t low = sni_form_low(form, d), high = sni_form_high(form, d), scale = 1;
        if (!sni_form_bounded(form, d)) continue;
        int32_t index = coordinate(lw, form, d, &scale);
        if (low > 0) SNI_TRY(all = also(lw, all, compare(lw, SNI_OP_GREATER_EQUAL, index, low * scale)));
        if (high < INT64_MAX) SNI_TRY(all = also(lw, all, compare(lw, SNI_OP_LESS, index, high * scale)));
    }
    return all;
}

static bool same_box(const sni_form *a, const sni_form *b)
{
    int rank = a->rank > b->rank ? a->rank : b->rank;
    for (int d = 0; d < rank; d++)
        if (sni_form_low(a, d) != sni_form_low(b, d) || sni_form_high(a, d) != sni_form_high(b, d)) return false;
    return true;
}

int32_t sni_lower_inside(sni_lowering *lw, const sni_form *form)
{
    for (size_t i = 0; i < lw->inside.count; i++)
        if (same_box(lw->inside.data[i].form, form)) return lw->inside.data[i].term;
    int32_t term = test_box(lw, form);
    if (term < 0) return term;
    int status = SNI_VEC_PUSH(&lw->inside, (sni_inside){form, term});
    return status < 0 ? status : term;
}
