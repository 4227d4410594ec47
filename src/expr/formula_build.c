/* Steps with C's types. */
#include "expr/formula_build.h"

#include <string.h>

/* ---- names -------------------------------------------------------------------------------------------- */

typedef enum takes { FLOATING, GENERIC, WHOLE } takes;

static const struct function {
    const char *name;
    sni_op op;
    uint8_t arity, takes;
} functions[] = {
#define SN_FORMULA_FUNCTION(name, op, arity, takes) {#name, SNI_OP_##op, arity, takes},
#include "expr/formula.def"
};

static const struct {
    const char *name;
    sni_dtype dtype;
    double value;
} constants[] = {
#define SN_FORMULA_CONSTANT(name, dtype, value) {#name, SNI_##dtype, value},
#include "expr/formula.def"
};

static const struct {
    const char *word;
    sni_dtype dtype;
} types[] = {
#define SN_FORMULA_TYPE(word, dtype) {#word, SNI_##dtype},
#include "expr/formula.def"
};

static bool is(const char *name, const char *word, size_t n)
{
    return strlen(name) == n && !memcmp(name, word, n);
}

sni_dtype sni_formula_type(const char *word, size_t n)
{
    for (size_t k = 0; k < SNI_COUNT(types); k++)
        if (is(types[k].word, word, n)) return types[k].dtype;
    for (int k = 0; k < SNI_DTYPE_COUNT; k++)
        if (is(sni_dtypes[k].name, word, n)) return (sni_dtype)k;
    return SNI_DTYPE_NONE;
}

/* `single`: the name with an f, for float32. */
static const struct function *find_function(const char *word, size_t n, bool *single)
{
    for (size_t k = 0; k < SNI_COUNT(functions); k++) {
        const struct function *f = &functions[k];
        *single = f->takes == FLOATING && n == strlen(f->name) + 1 && word[n - 1] == 'f';
        if (is(f->name, word, n - *single)) return f;
    }
    return NULL;
}

static int find_constant(const char *word, size_t n)
{
    for (size_t k = 0; k < SNI_COUNT(constants); k++)
        if (is(constants[k].name, word, n)) return (int)k;
    return -1;
}

bool sni_formula_reserved(const char *word, size_t n)
{
    bool single;
    return sni_formula_word(word, n) || sni_formula_type(word, n) != SNI_DTYPE_NONE ||
           find_function(word, n, &single) || find_constant(word, n) >= 0;
}

/* ---- steps -------------------------------------------------------------------------------------------- */

/* An equal step is there once. */
static int add(sni_formula_draft *d, const char *at, sni_formula_step s)
{
    for (int k = 0; k < d->nsteps; k++)
        if (!memcmp(&d->steps[k], &s, sizeof s)) return k;
    if (d->nsteps == SNI_FORMULA_STEPS)
        return sni_formula_fail(d, at, SN_ERR_SYNTAX, "more than %d operations", SNI_FORMULA_STEPS);
    d->steps[d->nsteps] = s;
    return d->nsteps++;
}

static sni_dtype type_of(const sni_formula_draft *d, int x)
{
    return (sni_dtype)d->steps[x].dtype;
}

static uint8_t kind_of(sni_dtype t)
{
    return sni_dtypes[t].kind;
}

static bool is_float(sni_dtype t)
{
    return kind_of(t) == SNI_KIND_FLOAT;
}

int sni_formula_param_step(sni_formula_draft *d, sni_dtype dtype, int k)
{
    d->steps[d->nsteps] = (sni_formula_step){
        .op = SNI_FORMULA_PARAM, .dtype = (uint8_t)dtype, .value = (uint64_t)k};
    return d->nsteps++;
}

int sni_formula_constant(sni_formula_draft *d, const char *at, sni_dtype dtype, sni_scalar value)
{
    sni_formula_step s = {.op = SNI_FORMULA_CONST, .dtype = (uint8_t)dtype};
    memcpy(&s.value, &value, sni_dtypes[dtype].bytes);
    return add(d, at, s);
}

int sni_formula_cast(sni_formula_draft *d, const char *at, int x, sni_dtype dtype)
{
    const sni_formula_step *from = &d->steps[x];
    if (from->dtype == dtype) return x;
    if (from->op == SNI_FORMULA_CONST)
        return sni_formula_constant(
            d, at, dtype,
            sni_scalar_cast((sni_scalar){.bits = {from->value, 0}}, (sni_dtype)from->dtype, dtype));
    return add(d, at,
               (sni_formula_step){
                   .op = SNI_FORMULA_CAST, .dtype = (uint8_t)dtype, .nargs = 1, .arg = {(uint16_t)x}});
}

/* An operation of ops.def over operands of the dtype that it computes in. */
static int operate(sni_formula_draft *d, const char *at, sni_op op, sni_dtype compute, const int *x)
{
    const sni_op_info *info = &sni_ops[op];
    bool test = info->rule == SNI_RULE_COMPARE || info->rule == SNI_RULE_LOGICAL;
    sni_formula_step s = {.op = SNI_FORMULA_ELEMENT, .code = (uint8_t)op, .nargs = info->arity};
    s.dtype = (uint8_t)(test ? SNI_BOOL : compute);
    for (int k = 0; k < info->arity; k++) {
        int cast = sni_formula_cast(d, at, x[k], op == SNI_OP_WHERE && k == 0 ? SNI_BOOL : compute);
        SNI_TRY(cast);
        s.arg[k] = (uint16_t)cast;
    }
    return add(d, at, s);
}

static int operate2(sni_formula_draft *d, const char *at, sni_op op, sni_dtype compute, int a, int b)
{
    SNI_TRY(a);
    SNI_TRY(b);
    return operate(d, at, op, compute, (const int[]){a, b});
}

/* ---- C's types ----------------------------------------------------------------------------------------- */

/* Integers smaller than int compute as int. */
static sni_dtype promoted(sni_dtype t)
{
    return !is_float(t) && sni_dtypes[t].bytes < 4 ? SNI_INT32 : t;
}

/* The usual arithmetic conversions. */
static sni_dtype common(sni_dtype a, sni_dtype b)
{
    a = promoted(a);
    b = promoted(b);
    if (is_float(a) || is_float(b)) return a == SNI_FLOAT64 || b == SNI_FLOAT64 ? SNI_FLOAT64 : SNI_FLOAT32;
    if (sni_dtypes[a].bytes != sni_dtypes[b].bytes) return sni_dtypes[a].bytes > sni_dtypes[b].bytes ? a : b;
    return kind_of(a) == SNI_KIND_UINT ? a : b;
}

static int need_integers(sni_formula_draft *d, const char *at, const char *what, sni_dtype t)
{
    if (!is_float(t)) return SN_OK;
    return sni_formula_fail(d, at, SN_ERR_DTYPE, "%s takes integers, not %s%s", what, sni_dtypes[t].name,
                            *what == '%' ? "; use fmod" : "");
}

/* ---- operators ------------------------------------------------------------------------------------------ */

/* -1 is a constant, as -INFINITY is. */
static int negated(sni_formula_draft *d, const char *at, sni_dtype t, int x)
{
    sni_scalar v = {.bits = {d->steps[x].value, 0}};
    if (t == SNI_FLOAT32)
        v.f32 = -v.f32;
    else if (t == SNI_FLOAT64)
        v.f64 = -v.f64;
    else
        v.u64 = 0 - v.u64; /* the low bytes are all that counts */
    return sni_formula_constant(d, at, t, v);
}

int sni_formula_prefix(sni_formula_draft *d, const char *at, sni_formula_token op, int x)
{
    sni_dtype t = promoted(type_of(d, x));
    if (op == SNI_FT_NOT) return operate(d, at, SNI_OP_LOGICAL_NOT, SNI_BOOL, &x);
    if (op == SNI_FT_INVERT) SNI_TRY(need_integers(d, at, "~", t));
    SNI_TRY(x = sni_formula_cast(d, at, x, t));
    if (op == SNI_FT_PLUS) return x;
    if (op == SNI_FT_MINUS && d->steps[x].op == SNI_FORMULA_CONST) return negated(d, at, t, x);
    return operate(d, at, op == SNI_FT_INVERT ? SNI_OP_INVERT : SNI_OP_NEGATIVE, t, &x);
}

/* Whole numbers divide towards zero: what fmod leaves over is taken away first. */
static int divide(sni_formula_draft *d, const char *at, sni_dtype t, int a, int b)
{
    if (is_float(t)) return operate2(d, at, SNI_OP_DIVIDE, t, a, b);
    if (kind_of(t) == SNI_KIND_UINT) return operate2(d, at, SNI_OP_FLOOR_DIVIDE, t, a, b);
    int rest = operate2(d, at, SNI_OP_FMOD, t, a, b), whole = operate2(d, at, SNI_OP_SUBTRACT, t, a, rest);
    return operate2(d, at, SNI_OP_FLOOR_DIVIDE, t, whole, b);
}

static sni_op operation(sni_formula_token op)
{
    switch (op) {
    case SNI_FT_OR: return SNI_OP_LOGICAL_OR;
    case SNI_FT_AND: return SNI_OP_LOGICAL_AND;
    case SNI_FT_BIT_OR: return SNI_OP_BITWISE_OR;
    case SNI_FT_BIT_XOR: return SNI_OP_BITWISE_XOR;
    case SNI_FT_BIT_AND: return SNI_OP_BITWISE_AND;
    case SNI_FT_EQUAL: return SNI_OP_EQUAL;
    case SNI_FT_NOT_EQUAL: return SNI_OP_NOT_EQUAL;
    case SNI_FT_LESS: return SNI_OP_LESS;
    case SNI_FT_LESS_EQUAL: return SNI_OP_LESS_EQUAL;
    case SNI_FT_GREATER: return SNI_OP_GREATER;
    case SNI_FT_GREATER_EQUAL: return SNI_OP_GREATER_EQUAL;
    case SNI_FT_LEFT: return SNI_OP_LEFT_SHIFT;
    case SNI_FT_RIGHT: return SNI_OP_RIGHT_SHIFT;
    case SNI_FT_PLUS: return SNI_OP_ADD;
    case SNI_FT_MINUS: return SNI_OP_SUBTRACT;
    case SNI_FT_TIMES: return SNI_OP_MULTIPLY;
    default: return SNI_OP_FMOD;
    }
}

static const char *spelled(sni_formula_token op)
{
    switch (op) {
    case SNI_FT_BIT_OR: return "|";
    case SNI_FT_BIT_XOR: return "^";
    case SNI_FT_BIT_AND: return "&";
    case SNI_FT_LEFT: return "<<";
    case SNI_FT_RIGHT: return ">>";
    default: return "%";
    }
}

int sni_formula_infix(sni_formula_draft *d, const char *at, sni_formula_token op, int a, int b)
{
    sni_dtype t = common(type_of(d, a), type_of(d, b));
    bool shift = op == SNI_FT_LEFT || op == SNI_FT_RIGHT;
    bool bits = shift || op == SNI_FT_MODULO || op == SNI_FT_BIT_OR || op == SNI_FT_BIT_XOR ||
                op == SNI_FT_BIT_AND;
    if (bits) SNI_TRY(need_integers(d, at, spelled(op), t));
    if (shift) t = promoted(type_of(d, a));
    if (op == SNI_FT_AND || op == SNI_FT_OR) t = SNI_BOOL;
    return op == SNI_FT_DIVIDE ? divide(d, at, t, a, b) : operate2(d, at, operation(op), t, a, b);
}

int sni_formula_choose(sni_formula_draft *d, const char *at, int condition, int a, int b)
{
    sni_dtype t = type_of(d, a) == type_of(d, b) ? type_of(d, a) : common(type_of(d, a), type_of(d, b));
    return operate(d, at, SNI_OP_WHERE, t, (const int[]){condition, a, b});
}

/* ---- names' values --------------------------------------------------------------------------------------- */

int sni_formula_call(sni_formula_draft *d, const char *at, size_t length, const int *args, int count)
{
    bool single;
    const struct function *f = find_function(at, length, &single);
    if (!f)
        return sni_formula_fail(d, at, SN_ERR_NAME, "unknown function '%.*s'",
                                (int)(length < 64 ? length : 64), at);
    if (count != f->arity)
        return sni_formula_fail(d, at, SN_ERR_SYNTAX, "%s takes %d argument%s, not %d", f->name, f->arity,
                                f->arity > 1 ? "s" : "", count);
    sni_dtype t = single ? SNI_FLOAT32 : SNI_FLOAT64;
    if (f->takes >= GENERIC) t = common(type_of(d, args[0]), type_of(d, args[count - 1]));
    if (f->takes == WHOLE && is_float(t))
        return sni_formula_fail(d, at, SN_ERR_DTYPE, "%s takes integers; use fabs", f->name);
    return operate(d, at, f->op, t, args);
}

int sni_formula_named(sni_formula_draft *d, const char *at, size_t length)
{
    bool single;
    int shown = (int)(length < 64 ? length : 64), k = find_constant(at, length);
    if (k >= 0)
        return sni_formula_constant(
            d, at, constants[k].dtype,
            sni_scalar_cast((sni_scalar){.f64 = constants[k].value}, SNI_FLOAT64, constants[k].dtype));
    if (find_function(at, length, &single))
        return sni_formula_fail(d, at, SN_ERR_SYNTAX, "the function %.*s has no arguments here", shown, at);
    if (sni_formula_type(at, length) != SNI_DTYPE_NONE)
        return sni_formula_fail(d, at, SN_ERR_SYNTAX, "a type converts as (%.*s) in front of a value", shown,
                                at);
    return sni_formula_fail(d, at, SN_ERR_NAME, "unknown name '%.*s'", shown, at);
}
