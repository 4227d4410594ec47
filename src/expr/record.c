/* Tree -> nodes of the graph. */
#include "expr/record.h"

#include <string.h>

static int record_spine(sni_recorder *r, const sni_ast *node, const sni_value *left, sni_value *out);

/* ---- errors ------------------------------------------------------------------------------------------------ */

int sni_point(sni_recorder *r, size_t offset, int status)
{
    if (status >= 0 || r->pointed) return status;
    r->error_offset = offset;
    r->pointed = true;
    return status;
}

int sni_fail_at(sni_recorder *r, size_t offset, int status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    sni_vfail(status, format, args);
    va_end(args);
    return sni_point(r, offset, status);
}

/* ---- nodes --------------------------------------------------------------------------------------------------- */

int sni_hold_node(sni_recorder *r, sni_node *node)
{
    if (!node) return sni_error_status();
    int status = SNI_VEC_PUSH(&r->owned, node);
    if (status < 0) sni_node_release(r->g, node);
    return status;
}

int sni_take_array(sni_recorder *r, size_t offset, sni_node *node, sni_value *out)
{
    int status = sni_hold_node(r, node);
    if (status < 0) return sni_point(r, offset, status);
    *out = (sni_value){.kind = SNI_V_ARRAY, .offset = offset, .node = node};
    return SN_OK;
}

int sni_take(sni_recorder *r, size_t offset, sni_node *node, sni_value *out)
{
    SNI_TRY(sni_take_array(r, offset, node, out));
    out->scalar = node->layout->rank == 0;
    return SN_OK;
}

int sni_take_pair(sni_recorder *r, size_t offset, sni_node *first, sni_node *second, sni_value *out)
{
    sni_value *items = sni_arena_alloc(r->arena, 2, sizeof *items);
    int status = items ? SN_OK : SN_ERR_MEMORY;
    sni_node *nodes[] = {first, second};
    for (int k = 0; k < 2; k++) {
        if (status >= 0)
            status = sni_hold_node(r, nodes[k]);
        else
            sni_node_release(r->g, nodes[k]);
        if (status >= 0)
            items[k] = (sni_value){.kind = SNI_V_ARRAY,
                                   .offset = offset,
                                   .scalar = nodes[k]->layout->rank == 0,
                                   .node = nodes[k]};
    }
    if (status < 0) return sni_point(r, offset, status);
    *out = (sni_value){.kind = SNI_V_SEQUENCE, .offset = offset, .sequence = {items, 2}};
    return SN_OK;
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

typedef struct variable {
    sni_text name;
    sni_value value;
} variable;

static bool is_variable(const void *item, const void *key)
{
    const variable *v = item;
    const sni_text *name = key;
    return v->name.length == name->length && memcmp(v->name.at, name->at, name->length) == 0;
}

static variable *find_variable(const sni_recorder *r, sni_text name)
{
    return sni_map_find(&r->variables, sni_hash64(name.at, name.length, 0), &name, is_variable);
}

/* The name sees what the value sees; a value nobody else sees is the name's own. */
int sni_assign_name(sni_recorder *r, sni_text name, sni_value *value)
{
    variable *v = find_variable(r, name);
    SNI_TRY(sni_adopt(r, value));
    if (!v) {
        v = sni_arena_alloc(r->arena, 1, sizeof *v);
        if (!v) return SN_ERR_MEMORY;
        v->name = name;
        SNI_TRY(sni_map_insert(&r->variables, sni_hash64(v->name.at, v->name.length, 0), v));
    }
    v->value = *value;
    if (value->kind != SNI_V_ARRAY || value->alias || value->scalar) return SN_OK;
    v->value.alias = sni_new_alias(r);
    return v->value.alias ? SN_OK : SN_ERR_MEMORY;
}

static const sni_expr_name *find_bound(const sni_recorder *r, sni_text name)
{
    for (size_t k = 0; k < r->nnames; k++)
        if (sni_text_is(name, r->names[k].name)) return &r->names[k];
    return NULL;
}

static int fail_name(sni_recorder *r, size_t offset, sni_text name)
{
    if (sni_is_later(name))
        return sni_fail_at(r, offset, SN_ERR_UNSUPPORTED, "%.*s: not supported yet", SNI_TEXT(name));
    return sni_fail_at(r, offset, SN_ERR_NAME, "unknown name '%.*s'", SNI_TEXT(name));
}

int sni_record_name(sni_recorder *r, const sni_ast *node, sni_value *out)
{
    const variable *v = find_variable(r, node->text);
    const sni_expr_name *bound = v ? NULL : find_bound(r, node->text);
    if (v) {
        *out = v->value;
    } else if (bound) {
        *out = (sni_value){.kind = SNI_V_ARRAY, .node = bound->node, .alias = &r->aliases[bound - r->names]};
    } else if (!sni_find_name(node->text, out)) {
        return fail_name(r, node->offset, node->text);
    }
    out->offset = node->offset;
    return sni_renew(r, out);
}

/* ---- literals ---------------------------------------------------------------------------------------------------- */

static int record_sequence(sni_recorder *r, const sni_ast *node, sni_value *out)
{
    sni_value *items = sni_arena_alloc(r->arena, node->count, sizeof *items);
    if (!items) return sni_point(r, node->offset, SN_ERR_MEMORY);
    size_t n = 0;
    for (const sni_ast *a = node->first; a; a = a->next) SNI_TRY(sni_record_value(r, a, &items[n++]));
    *out = (sni_value){.kind = SNI_V_SEQUENCE, .sequence = {items, n}};
    return SN_OK;
}

static int record_leftmost(sni_recorder *r, const sni_ast *node, sni_value *out)
{
    switch (node->kind) {
    case SNI_AST_NONE: *out = (sni_value){.kind = SNI_V_NONE}; break;
    case SNI_AST_TRUE: *out = (sni_value){.kind = SNI_V_BOOL, .boolean = true}; break;
    case SNI_AST_FALSE: *out = (sni_value){.kind = SNI_V_BOOL, .boolean = false}; break;
    case SNI_AST_ELLIPSIS: *out = (sni_value){.kind = SNI_V_ELLIPSIS}; break;
    case SNI_AST_INT: *out = (sni_value){.kind = SNI_V_INT, .integer = (sni_int)node->integer}; break;
    case SNI_AST_FLOAT: *out = (sni_value){.kind = SNI_V_FLOAT, .real = node->real}; break;
    case SNI_AST_IMAGINARY: *out = (sni_value){.kind = SNI_V_COMPLEX, .complex = {0, node->real}}; break;
    case SNI_AST_STRING: *out = (sni_value){.kind = SNI_V_STRING, .string = node->text}; break;
    case SNI_AST_NAME: SNI_TRY(sni_record_name(r, node, out)); break;
    case SNI_AST_TUPLE:
    case SNI_AST_LIST: SNI_TRY(record_sequence(r, node, out)); break;
    default: SNI_TRY(record_spine(r, node, NULL, out)); break;
    }
    out->offset = node->offset;
    return SN_OK;
}

/* ---- operators ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    uint8_t op;
} binary[SNI_T_COUNT] = {
#define SNI_OP_NONE 255
#define SN_BINARY(ID, text, precedence, OP) [SNI_T_##ID] = {text, SNI_OP_##OP},
#include "expr/operators.def"
};

/* [1, 2] + [3] joins lists in Python; an operator takes arrays and numbers here, or one sequence beside an array. */
static int check_operand(sni_recorder *r, const sni_value *v, const sni_value *other, const char *op)
{
    if (v->kind == SNI_V_ARRAY || sni_is_number(v)) return SN_OK;
    if (v->kind == SNI_V_SEQUENCE && other && other->kind == SNI_V_ARRAY) return SN_OK;
    if (v->kind == SNI_V_SEQUENCE)
        return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT,
                           "%s does not take a list or tuple: write array(...)", op);
    return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "%s does not take %s", op, sni_value_name(v));
}

sni_op sni_operator(sni_token_kind op, const char **text)
{
    *text = binary[op].text;
    return (sni_op)binary[op].op;
}

int sni_record_operation(sni_recorder *r, size_t offset, sni_token_kind op, const sni_value *a,
                         const sni_value *b, sni_value *out)
{
    const char *text = binary[op].text;
    SNI_TRY(check_operand(r, a, b, text));
    SNI_TRY(check_operand(r, b, a, text));
    bool weak[2] = {sni_is_number(a), sni_is_number(b)};
    if (weak[0] && weak[1]) return sni_python_binary(r, offset, op, a, b, out);
    sni_node *in[2];
    SNI_TRY(sni_to_array(r, a, text, &in[0]));
    SNI_TRY(sni_to_array(r, b, text, &in[1]));
    sni_site(r, offset);
    return sni_take(r, offset, sni_element(r->g, (sni_op)binary[op].op, in, weak), out);
}

static int record_binary(sni_recorder *r, const sni_ast *node, const sni_value *a, sni_value *out)
{
    sni_value b;
    SNI_TRY(sni_record_value(r, node->first, &b));
    return sni_record_operation(r, node->offset, node->op, a, &b, out);
}

static int record_unary(sni_recorder *r, const sni_ast *node, sni_value *out)
{
    sni_value v;
    SNI_TRY(sni_record_value(r, node->first, &v));
    sni_op op = node->op == SNI_T_SUB   ? SNI_OP_NEGATIVE
                : node->op == SNI_T_ADD ? SNI_OP_POSITIVE
                                        : SNI_OP_INVERT;
    SNI_TRY(check_operand(r, &v, NULL, sni_ops[op].name));
    if (sni_is_number(&v)) return sni_python_unary(r, node->offset, node->op, &v, out);
    sni_site(r, node->offset);
    return sni_take(r, node->offset, sni_element(r->g, op, &v.node, NULL), out);
}

static int need_truth(sni_recorder *r, size_t offset, const sni_value *v, const char *word,
                      const char *instead)
{
    if (sni_is_number(v)) return SN_OK;
    if (v->kind == SNI_V_ARRAY)
        return sni_fail_at(r, offset, SN_ERR_ARGUMENT,
                           "the truth value of an array is ambiguous: write %s in place of '%s'", instead,
                           word);
    return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "'%s' does not take %s", word, sni_value_name(v));
}

static int record_not(sni_recorder *r, const sni_ast *node, sni_value *out)
{
    sni_value v;
    SNI_TRY(sni_record_value(r, node->first, &v));
    SNI_TRY(need_truth(r, node->offset, &v, "not", "~ or logical_not()"));
    *out = (sni_value){.kind = SNI_V_BOOL, .boolean = !sni_python_truth(&v)};
    return SN_OK;
}

/* Python's: the value is one of the two operands, the second not looked at when the first decides. */
static int record_logical(sni_recorder *r, const sni_ast *node, const sni_value *left, sni_value *out)
{
    bool both = node->kind == SNI_AST_BOTH;
    SNI_TRY(need_truth(r, node->offset, left, both ? "and" : "or", both ? "&" : "|"));
    *out = *left;
    if (sni_python_truth(left) != both) return SN_OK;
    SNI_TRY(sni_record_value(r, node->first, out));
    return need_truth(r, node->offset, out, both ? "and" : "or", both ? "&" : "|");
}

/* ---- attributes and calls ------------------------------------------------------------------------------------------------ */

static int fail_attribute(sni_recorder *r, const sni_ast *node, const sni_value *base)
{
    if ((base->kind == SNI_V_ARRAY || base->kind == SNI_V_MODULE) && sni_is_later(node->text))
        return sni_fail_at(r, node->offset, SN_ERR_UNSUPPORTED, "%.*s: not supported yet",
                           SNI_TEXT(node->text));
    return sni_fail_at(r, node->offset, SN_ERR_NAME, "%s has no attribute '%.*s'", sni_value_name(base),
                       SNI_TEXT(node->text));
}

/* Attributes that are views. */
static int record_transposed(sni_recorder *r, const sni_ast *node, const sni_value *base, sni_getter get,
                             sni_value *out)
{
    sni_viewing w;
    SNI_TRY(sni_view_of(r, base, "array", &w));
    SNI_TRY(get(r, node->offset, w.subject, out));
    sni_node_retain(out->node);
    return sni_take_view(r, node->offset, &w, out->node, false, out);
}

static int record_attribute(sni_recorder *r, const sni_ast *node, const sni_value *base, sni_value *out)
{
    if (base->kind == SNI_V_MODULE && sni_find_name(node->text, out) && out->kind != SNI_V_MODULE)
        return SN_OK;
    if (base->kind != SNI_V_ARRAY) return fail_attribute(r, node, base);
    sni_getter get = sni_find_attribute(node->text);
    if (sni_text_is(node->text, "T") || sni_text_is(node->text, "mT"))
        return record_transposed(r, node, base, get, out);
    if (get) return get(r, node->offset, base->node, out);
    const sni_function *method = sni_find_method(node->text);
    if (!method) return fail_attribute(r, node, base);
    *out = (sni_value){.kind = SNI_V_FUNCTION,
                       .alias = base->alias,
                       .scalar = base->scalar,
                       .function = {method, base->node}};
    return SN_OK;
}

/* complex(re, im) of two numbers. */
static int call_complex(sni_recorder *r, const sni_ast *node, const sni_value *type, sni_value *out)
{
    sni_value part[2], whole;
    const sni_ast *a = node->first;
    for (int k = 0; k < 2; k++, a = a->next) {
        if (a->kind == SNI_AST_KEYWORD)
            return sni_fail_at(r, a->offset, SN_ERR_ARGUMENT, "complex: takes its parts by position");
        SNI_TRY(sni_record_value(r, a, &part[k]));
        if (!sni_is_number(&part[k]))
            return sni_fail_at(r, a->offset, SN_ERR_ARGUMENT, "complex: the parts must be numbers, not %s; of arrays write re + im*1j",
                               sni_value_name(&part[k]));
    }
    SNI_TRY(sni_complex_join(node->offset, &part[0], &part[1], &whole));
    return sni_run_cast(r, node->offset, type, &whole, out);
}

static int call_dtype(sni_recorder *r, const sni_ast *node, const sni_value *type, sni_value *out)
{
    sni_dtype dtype;
    SNI_TRY(sni_to_dtype(r, type, "dtype", &dtype));
    if (node->count == 2 && sni_dtype_complex(dtype)) return call_complex(r, node, type, out);
    if (node->count != 1 || node->first->kind == SNI_AST_KEYWORD)
        return sni_fail_at(r, node->offset, SN_ERR_ARGUMENT, "%s: takes one value", sni_dtypes[dtype].name);
    sni_value v;
    SNI_TRY(sni_record_value(r, node->first, &v));
    return sni_run_cast(r, node->offset, type, &v, out);
}

static int record_call(sni_recorder *r, const sni_ast *node, const sni_value *callee, sni_value *out)
{
    if (callee->kind == SNI_V_DTYPE) return call_dtype(r, node, callee, out);
    if (callee->kind != SNI_V_FUNCTION)
        return sni_fail_at(r, node->offset, SN_ERR_ARGUMENT, "%s cannot be called", sni_value_name(callee));
    if (!callee->function.self) return sni_call_function(r, node, callee->function.row, NULL, out);
    sni_value self = {.kind = SNI_V_ARRAY,
                      .offset = node->offset,
                      .alias = callee->alias,
                      .scalar = callee->scalar,
                      .node = callee->function.self};
    return sni_call_function(r, node, callee->function.row, &self, out);
}

/* ---- the walk ------------------------------------------------------------------------------------------------------------------ */

static int record_spine(sni_recorder *r, const sni_ast *node, const sni_value *left, sni_value *out)
{
    switch (node->kind) {
    case SNI_AST_UNARY: return record_unary(r, node, out);
    case SNI_AST_NOT: return record_not(r, node, out);
    case SNI_AST_BINARY: return record_binary(r, node, left, out);
    case SNI_AST_BOTH:
    case SNI_AST_EITHER: return record_logical(r, node, left, out);
    case SNI_AST_CALL: return record_call(r, node, left, out);
    case SNI_AST_SUBSCRIPT: return sni_subscript_value(r, node, left, out);
    case SNI_AST_ATTRIBUTE: return record_attribute(r, node, left, out);
    default: return sni_fail_at(r, node->offset, SN_ERR_SYNTAX, "a slice stands outside [ ]");
    }
}

/* Down the chain of left operands and up again without recursion: it is as long as the text. */
int sni_record_value(sni_recorder *r, const sni_ast *top, sni_value *out)
{
    const sni_ast *node = top;
    if (SNI_UNLIKELY(!sni_stack_has(SNI_EXPR_STACK)))
        return sni_fail_at(r, top->offset, SN_ERR_SYNTAX, SNI_EXPR_STACK_TEXT);
    for (; node->left; node = node->left) node->left->up = node;
    SNI_TRY(record_leftmost(r, node, out));
    while (node != top) {
        node = node->up;
        sni_value left = *out;
        SNI_TRY(record_spine(r, node, &left, out));
        out->offset = node->kind == SNI_AST_BINARY ? left.offset : node->offset;
    }
    return SN_OK;
}

int sni_record(sni_recorder *r, const sni_ast *statements, sni_value *out)
{
    for (const sni_ast *s = statements; s; s = s->next) {
        if (s->parts[0]) {
            SNI_TRY(sni_write_statement(r, s));
            continue;
        }
        SNI_TRY(sni_record_value(r, s->first, out));
        if (s->text.length) SNI_TRY(sni_assign_name(r, s->text, out));
    }
    return SN_OK;
}
