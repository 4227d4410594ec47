/* Nested sequences of numbers and arrays -> an array. */
#include "expr/record.h"
#include "runtime/cpu/cpu.h"

#include <string.h>

typedef struct literal {
    sni_recorder *r;
    sni_dims shape;
    sni_dtype dtype;
    size_t bytes; /* of an element */
    char *next;   /* where the next element goes */
} literal;

static int fail_ragged(sni_recorder *r, const sni_value *v)
{
    return sni_fail_at(r, v->offset, SN_ERR_SHAPE, "array: rows of different lengths");
}

/* The first element at each depth says what the shape must be. */
static int find_shape(literal *l, const sni_value *v)
{
    for (; v->kind == SNI_V_SEQUENCE; v = v->sequence.items) {
        if (l->shape.rank == SNI_MAX_RANK)
            return sni_fail_at(l->r, v->offset, SN_ERR_SHAPE, "array: more than %d dimensions", SNI_MAX_RANK);
        l->shape.dims[l->shape.rank++] = (int64_t)v->sequence.count;
        if (v->sequence.count == 0) break;
    }
    return SN_OK;
}

static int check_element(literal *l, const sni_value *v, bool any, bool deduce)
{
    if (!sni_is_number(v))
        return sni_fail_at(l->r, v->offset, SN_ERR_ARGUMENT, "array: %s is not a number", sni_value_name(v));
    sni_dtype dtype = sni_number_dtype(v);
    if (deduce) l->dtype = any ? sni_promote(l->dtype, dtype) : dtype;
    return SN_OK;
}

/* Checks that every row is as long as the first of its depth, and promotes the elements' dtypes. */
static int check_rows(literal *l, const sni_value *v, int depth, bool *any, bool deduce)
{
    if (v->kind != SNI_V_SEQUENCE) {
        if (depth != l->shape.rank) return fail_ragged(l->r, v);
        SNI_TRY(check_element(l, v, *any, deduce));
        *any = true;
        return SN_OK;
    }
    if (depth == l->shape.rank || (int64_t)v->sequence.count != l->shape.dims[depth])
        return fail_ragged(l->r, v);
    for (size_t k = 0; k < v->sequence.count; k++)
        SNI_TRY(check_rows(l, &v->sequence.items[k], depth + 1, any, deduce));
    return SN_OK;
}

static int fill(literal *l, const sni_value *v)
{
    if (v->kind == SNI_V_SEQUENCE) {
        for (size_t k = 0; k < v->sequence.count; k++) SNI_TRY(fill(l, &v->sequence.items[k]));
        return SN_OK;
    }
    sni_scalar scalar;
    SNI_TRY(sni_to_scalar(l->r, v, l->dtype, "array", &scalar));
    memcpy(l->next, &scalar, l->bytes);
    l->next += l->bytes;
    return SN_OK;
}

/* A name may stand for a list many times over: what it unfolds to is bounded, empty rows too. */
static int count_elements(const literal *l, size_t offset, size_t *out)
{
    size_t n = 1, rows = 1;
    for (int k = 0; k < l->shape.rank; k++) {
        n *= (size_t)l->shape.dims[k];
        rows *= l->shape.dims[k] ? (size_t)l->shape.dims[k] : 1;
        if (rows > SNI_EXPR_MAX_TEXT)
            return sni_fail_at(l->r, offset, SN_ERR_VALUE, "array: more than %zu elements in lists",
                               SNI_EXPR_MAX_TEXT);
    }
    *out = n;
    return SN_OK;
}

/* ---- arrays inside a list: a stack of them ------------------------------------------------------------------ */

/* Looks at so many values at most: lists that unfold to more are refused, whatever they hold. */
static bool find_array(const sni_value *v, size_t *left)
{
    if (*left == 0) return false;
    --*left;
    if (v->kind != SNI_V_SEQUENCE) return v->kind == SNI_V_ARRAY;
    for (size_t k = 0; k < v->sequence.count; k++)
        if (find_array(&v->sequence.items[k], left) || *left == 0) return *left != 0;
    return false;
}

static bool holds_array(const sni_value *v)
{
    size_t left = 2 * SNI_EXPR_MAX_TEXT;
    return find_array(v, &left);
}

static int stack_of(sni_recorder *r, const sni_value *v, sni_node **out)
{
    size_t count = v->sequence.count;
    sni_node **in = sni_arena_alloc(r->arena, count, sizeof *in);
    if (!in) return sni_point(r, v->offset, SN_ERR_MEMORY);
    for (size_t k = 0; k < count; k++) {
        const sni_value *item = &v->sequence.items[k];
        SNI_TRY(holds_array(item) && item->kind == SNI_V_SEQUENCE ? stack_of(r, item, &in[k]) : sni_to_array(r, item, "array", &in[k]));
        if (!sni_layout_same_shape(in[k]->layout, in[0]->layout)) return fail_ragged(r, item);
    }
    *out = sni_stack(r->g, in, count, 0, SNI_DTYPE_NONE);
    return sni_point(r, v->offset, sni_hold_node(r, *out));
}

static int stack_arrays(sni_recorder *r, const sni_value *v, sni_dtype dtype, sni_node **out)
{
    SNI_TRY(stack_of(r, v, out));
    if (dtype == SNI_DTYPE_NONE) return SN_OK;
    *out = sni_cast(r->g, *out, dtype);
    return sni_point(r, v->offset, sni_hold_node(r, *out));
}

int sni_literal(sni_recorder *r, const sni_value *v, sni_dtype dtype, sni_node **out)
{
    if (holds_array(v)) return stack_arrays(r, v, dtype, out);
    bool deduce = dtype == SNI_DTYPE_NONE, any = false;
    size_t count = 0;
    literal l = {.r = r, .dtype = deduce ? SNI_FLOAT64 : dtype};
    SNI_TRY(find_shape(&l, v));
    SNI_TRY(count_elements(&l, v->offset, &count));
    SNI_TRY(check_rows(&l, v, 0, &any, deduce));
    l.bytes = sni_dtypes[l.dtype].bytes;
    sni_buffer *buffer = sni_buffer_new(&sni_cpu_device, count * l.bytes);
    if (!buffer) return sni_point(r, v->offset, SN_ERR_MEMORY);
    l.next = buffer->data;
    int status = fill(&l, v);
    *out = status < 0 ? NULL : sni_leaf(r->g, l.dtype, l.shape.rank, l.shape.dims, NULL, buffer);
    if (!*out) sni_buffer_release(buffer);
    return sni_point(r, v->offset, status < 0 ? status : sni_hold_node(r, *out));
}
