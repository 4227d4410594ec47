/* The tables of functions.def and later.def, and how names are found in them. */
#include "expr/user.h"

#include <string.h>

/* ---- signatures of what ops.def generates ------------------------------------------------------------------ */

#define UFUNC ", /, out!, *, where!, casting!, order!, dtype!, subok!, signature!"
#define SIGNATURE_1 "x" UFUNC
#define SIGNATURE_2 "x1, x2" UFUNC
#define SIGNATURE_3 "x1, x2, x3" UFUNC

#define SIGNATURE_WIDEN(self) self ", axis=, dtype=, out!, keepdims=, initial=, where="
#define SIGNATURE_SAME(self) self ", axis=, out!, keepdims=, initial=, where="
#define SIGNATURE_LOGICAL(self) self ", axis=, out!, keepdims=, *, where="
#define SIGNATURE_MEAN(self) self ", axis=, dtype=, out!, keepdims=, *, where="

/* ---- tables ---------------------------------------------------------------------------------------------------- */

static const sni_function functions[] = {
#define SN_FUNCTION(name, handler, code, signature) {#name, sni_run_##handler, code, signature},
#include "expr/functions.def"
#define SN_OP(ID, name, arity, ...) {#name, sni_run_element, SNI_OP_##ID, SIGNATURE_##arity},
#define SN_REDUCTION(ID, name, combine, rule, ...)                                                           \
    {#name, sni_run_reduce, SNI_REDUCE_##ID, SIGNATURE_##rule("a")},
#include "graph/ops.def"
};

static const sni_function methods[] = {
#define SN_METHOD(name, handler, code, signature) {#name, sni_run_##handler, code, signature},
#include "expr/functions.def"
#define SN_REDUCTION(ID, name, combine, rule, ...)                                                           \
    {#name, sni_run_reduce, SNI_REDUCE_##ID, SIGNATURE_##rule("self")},
#define SN_OP(...)
#include "graph/ops.def"
};

static const struct {
    const char *alias, *name;
} aliases[] = {
#define SN_ALIAS(alias, name) {#alias, #name},
#include "expr/functions.def"
};

static const struct {
    const char *name;
    double value;
} constants[] = {
#define SN_CONSTANT(name, value) {#name, value},
#include "expr/functions.def"
};

static const char *const later[] = {
#define SN_LATER(name) #name,
#include "expr/later.def"
};

/* ---- attributes ---------------------------------------------------------------------------------------------------- */

static int give_int(size_t offset, int64_t x, sni_value *out)
{
    *out = (sni_value){.kind = SNI_V_INT, .offset = offset, .integer = x};
    return SN_OK;
}

static int get_T(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    return sni_take(r, offset, sni_transpose(r->g, self, NULL, 0), out);
}

static int get_mT(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    if (self->layout->rank < 2)
        return sni_fail_at(r, offset, SN_ERR_SHAPE, "mT: an array of at least two dimensions is needed");
    return sni_take(r, offset, sni_swapaxes(r->g, self, -1, -2), out);
}

static int get_real(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    return sni_take(r, offset, sni_real(r->g, self), out);
}

static int get_imag(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    return sni_take(r, offset, sni_imag(r->g, self), out);
}

static int get_shape(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    size_t rank = self->layout->rank;
    sni_value *items = sni_arena_alloc(r->arena, rank, sizeof *items);
    if (!items) return sni_point(r, offset, SN_ERR_MEMORY);
    for (size_t k = 0; k < rank; k++) give_int(offset, self->layout->dims[k], &items[k]);
    *out = (sni_value){.kind = SNI_V_SEQUENCE, .offset = offset, .sequence = {items, rank}};
    return SN_OK;
}

static int get_ndim(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    (void)r;
    return give_int(offset, self->layout->rank, out);
}

static int get_size(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    (void)r;
    return give_int(offset, self->layout->size, out);
}

static int get_dtype(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    (void)r;
    *out = (sni_value){.kind = SNI_V_DTYPE, .offset = offset, .dtype = {(sni_dtype)self->dtype, false}};
    return SN_OK;
}

static int get_itemsize(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    (void)r;
    return give_int(offset, sni_dtypes[self->dtype].bytes, out);
}

static int get_nbytes(sni_recorder *r, size_t offset, sni_node *self, sni_value *out)
{
    (void)r;
    return give_int(offset, self->layout->size * sni_dtypes[self->dtype].bytes, out);
}

static const struct {
    const char *name;
    sni_getter get;
} attributes[] = {
#define SN_ATTRIBUTE(name) {#name, get_##name},
#include "expr/functions.def"
};

/* ---- look-up ----------------------------------------------------------------------------------------------------------- */

sni_getter sni_find_attribute(sni_text name)
{
    for (size_t k = 0; k < SNI_COUNT(attributes); k++)
        if (sni_text_is(name, attributes[k].name)) return attributes[k].get;
    return NULL;
}

const sni_function *sni_find_method(sni_text name)
{
    for (size_t k = 0; k < SNI_COUNT(methods); k++)
        if (sni_text_is(name, methods[k].name)) return &methods[k];
    return NULL;
}

bool sni_is_later(sni_text name)
{
    for (size_t k = 0; k < SNI_COUNT(later); k++)
        if (sni_text_is(name, later[k])) return true;
    return false;
}

static const sni_function *find_function(sni_text name)
{
    for (size_t k = 0; k < SNI_COUNT(aliases); k++)
        if (sni_text_is(name, aliases[k].alias)) name = (sni_text){aliases[k].name, strlen(aliases[k].name)};
    for (size_t k = 0; k < SNI_COUNT(functions); k++)
        if (sni_text_is(name, functions[k].name)) return &functions[k];
    return NULL;
}

static bool find_constant(sni_text name, sni_value *out)
{
    for (size_t k = 0; k < SNI_COUNT(constants); k++) {
        if (!sni_text_is(name, constants[k].name)) continue;
        *out = (sni_value){.kind = SNI_V_FLOAT, .real = constants[k].value};
        return true;
    }
    bool truth = sni_text_is(name, "True_");
    if (truth || sni_text_is(name, "False_")) {
        *out = (sni_value){.kind = SNI_V_BOOL, .boolean = truth};
        return true;
    }
    if (!sni_text_is(name, "newaxis")) return false;
    *out = (sni_value){.kind = SNI_V_NONE};
    return true;
}

/* Codes like "f4" and "c16" are dtypes in a string alone. */
static bool find_dtype(sni_text name, sni_value *out)
{
    bool code = name.length < 3 || (name.at[1] >= '0' && name.at[1] <= '9');
    sni_dtype id = code ? SNI_DTYPE_NONE : sni_dtype_from_name(name.at, name.length);
    if (id == SNI_DTYPE_NONE) return false;
    bool python = sni_text_is(name, "int") || sni_text_is(name, "float") || sni_text_is(name, "complex") || sni_text_is(name, "bool");
    *out = (sni_value){.kind = SNI_V_DTYPE, .dtype = {id, python}};
    return true;
}

bool sni_find_name(sni_text name, sni_value *out)
{
    const sni_function *f = find_function(name);
    if (!f) f = sni_user_row(name);
    if (f) {
        *out = (sni_value){.kind = SNI_V_FUNCTION, .function = {f, NULL}};
        return true;
    }
    if (find_constant(name, out) || find_dtype(name, out)) return true;
    if (!sni_text_is(name, "np") && !sni_text_is(name, "numpy")) return false;
    *out = (sni_value){.kind = SNI_V_MODULE};
    return true;
}
