/* C's grammar of expressions, without what writes or points. */
#include "expr/formula_build.h"

#include <string.h>

static int expression(sni_formula_draft *d);

static int unexpected(const sni_formula_draft *d, const char *wanted)
{
    if (d->token == SNI_FT_END)
        return sni_formula_fail(d, d->start, SN_ERR_SYNTAX, "it ends where %s should stand", wanted);
    return sni_formula_fail(d, d->start, SN_ERR_SYNTAX, "'%.*s' stands where %s should",
                            (int)(d->length < 64 ? d->length : 64), d->start, wanted);
}

static int expect(sni_formula_draft *d, sni_formula_token token, const char *wanted)
{
    return d->token == token ? sni_formula_next(d) : unexpected(d, wanted);
}

static int enter(sni_formula_draft *d)
{
    if (++d->depth <= SNI_FORMULA_DEPTH) return SN_OK;
    return sni_formula_fail(d, d->start, SN_ERR_SYNTAX, "nested more than %d deep", SNI_FORMULA_DEPTH);
}

/* The arguments of a call, behind its bracket. */
static int call(sni_formula_draft *d, const char *at, size_t length)
{
    int args[SNI_FORMULA_PARAMS], count = 0;
    SNI_TRY(sni_formula_next(d));
    while (d->token != SNI_FT_CLOSE) {
        if (count == SNI_FORMULA_PARAMS) return unexpected(d, "')'");
        SNI_TRY(args[count] = expression(d));
        count++;
        if (d->token == SNI_FT_CLOSE) break;
        SNI_TRY(expect(d, SNI_FT_COMMA, "',' or ')'"));
        if (d->token == SNI_FT_CLOSE) return unexpected(d, "an argument");
    }
    int out = sni_formula_call(d, at, length, args, count);
    SNI_TRY(out);
    SNI_TRY(sni_formula_next(d));
    return out;
}

static int name(sni_formula_draft *d)
{
    const char *at = d->start;
    size_t length = d->length;
    for (int k = 0; k < d->nparams; k++) {
        if (!sni_formula_is(d, d->params[k].name)) continue;
        SNI_TRY(sni_formula_next(d));
        if (d->token == SNI_FT_OPEN)
            return sni_formula_fail(d, at, SN_ERR_SYNTAX, "the argument %s is no function",
                                    d->params[k].name);
        return k;
    }
    SNI_TRY(sni_formula_next(d));
    return d->token == SNI_FT_OPEN ? call(d, at, length) : sni_formula_named(d, at, length);
}

static int primary(sni_formula_draft *d)
{
    const char *at = d->start;
    int out;
    switch (d->token) {
    case SNI_FT_NAME: return name(d);
    case SNI_FT_NUMBER:
        SNI_TRY(out = sni_formula_constant(d, at, d->number_dtype, d->number));
        SNI_TRY(sni_formula_next(d));
        return out;
    case SNI_FT_OPEN:
        SNI_TRY(sni_formula_next(d));
        SNI_TRY(out = expression(d));
        SNI_TRY(expect(d, SNI_FT_CLOSE, "')'"));
        return out;
    default: return unexpected(d, "a value");
    }
}

/* "(float32)" is a conversion, "(x)" a value. */
static sni_dtype conversion(const sni_formula_draft *d)
{
    if (d->token != SNI_FT_OPEN) return SNI_DTYPE_NONE;
    const char *word = d->at + strspn(d->at, " \t\n");
    return sni_formula_type(word, sni_formula_word_length(word));
}

static int checked_type(const sni_formula_draft *d, const char *at, sni_dtype t)
{
    if (sni_dtype_computes(t)) return SN_OK;
    return sni_formula_fail(d, at, SN_ERR_UNSUPPORTED, "%s is not supported in an expression",
                            sni_dtypes[t].name);
}

static int convert(sni_formula_draft *d, sni_dtype t);

static int prefixed(sni_formula_draft *d)
{
    const char *at = d->start;
    sni_formula_token op = d->token;
    sni_dtype t = conversion(d);
    bool prefix = op == SNI_FT_PLUS || op == SNI_FT_MINUS || op == SNI_FT_NOT || op == SNI_FT_INVERT;
    int x;
    SNI_TRY(enter(d));
    if (t != SNI_DTYPE_NONE) {
        x = convert(d, t);
    } else if (prefix) {
        SNI_TRY(sni_formula_next(d));
        SNI_TRY(x = prefixed(d));
        x = sni_formula_prefix(d, at, op, x);
    } else {
        x = primary(d);
    }
    d->depth--;
    return x;
}

static int convert(sni_formula_draft *d, sni_dtype t)
{
    const char *at = d->start;
    int x;
    SNI_TRY(sni_formula_next(d));
    SNI_TRY(checked_type(d, d->start, t));
    SNI_TRY(sni_formula_next(d));
    SNI_TRY(expect(d, SNI_FT_CLOSE, "')' of a conversion"));
    SNI_TRY(x = prefixed(d));
    return sni_formula_cast(d, at, x, t);
}

static int binding(sni_formula_token op)
{
    switch (op) {
    case SNI_FT_OR: return 1;
    case SNI_FT_AND: return 2;
    case SNI_FT_BIT_OR: return 3;
    case SNI_FT_BIT_XOR: return 4;
    case SNI_FT_BIT_AND: return 5;
    case SNI_FT_EQUAL:
    case SNI_FT_NOT_EQUAL: return 6;
    case SNI_FT_LESS:
    case SNI_FT_LESS_EQUAL:
    case SNI_FT_GREATER:
    case SNI_FT_GREATER_EQUAL: return 7;
    case SNI_FT_LEFT:
    case SNI_FT_RIGHT: return 8;
    case SNI_FT_PLUS:
    case SNI_FT_MINUS: return 9;
    case SNI_FT_TIMES:
    case SNI_FT_DIVIDE:
    case SNI_FT_MODULO: return 10;
    default: return 0;
    }
}

static int operators(sni_formula_draft *d, int least)
{
    int a, b;
    SNI_TRY(a = prefixed(d));
    for (int strength; (strength = binding(d->token)) >= least;) {
        const char *at = d->start;
        sni_formula_token op = d->token;
        SNI_TRY(sni_formula_next(d));
        SNI_TRY(b = operators(d, strength + 1));
        SNI_TRY(a = sni_formula_infix(d, at, op, a, b));
    }
    return a;
}

static int expression(sni_formula_draft *d)
{
    int condition, a, b;
    SNI_TRY(enter(d));
    SNI_TRY(condition = operators(d, 1));
    if (d->token == SNI_FT_QUESTION) {
        const char *at = d->start;
        SNI_TRY(sni_formula_next(d));
        SNI_TRY(a = expression(d));
        SNI_TRY(expect(d, SNI_FT_COLON, "':'"));
        SNI_TRY(b = expression(d));
        SNI_TRY(condition = sni_formula_choose(d, at, condition, a, b));
    }
    d->depth--;
    return condition;
}

static int checked_length(const char *name, const char *part, const char *text)
{
    if (!text) return sni_fail(SN_ERR_ARGUMENT, "%s: %s is NULL", name, part);
    if (strnlen(text, SNI_FORMULA_TEXT + 1) <= SNI_FORMULA_TEXT) return SN_OK;
    return sni_fail(SN_ERR_SYNTAX, "%s: %s has more than %d bytes", name, part, SNI_FORMULA_TEXT);
}

/* Steps that the result does not need, as constants that were converted, are taken out. */
static int prune(sni_formula_draft *d, int result)
{
    int to[SNI_FORMULA_STEPS], kept = d->nparams;
    bool needed[SNI_FORMULA_STEPS] = {false};
    needed[result] = true;
    for (int k = d->nsteps; k-- > 0;)
        for (int a = 0; needed[k] && a < d->steps[k].nargs; a++) needed[d->steps[k].arg[a]] = true;
    for (int k = 0; k < d->nparams; k++) to[k] = k;
    for (int k = d->nparams; k < d->nsteps; k++) {
        if (!needed[k]) continue;
        sni_formula_step s = d->steps[k];
        for (int a = 0; a < s.nargs; a++) s.arg[a] = (uint16_t)to[s.arg[a]];
        to[k] = kept;
        d->steps[kept++] = s;
    }
    d->nsteps = kept;
    return to[result];
}

int sni_formula_parse(sni_formula_draft *d, const char *name, const char *part, const char *text,
                      const sni_formula_param *params, int nparams, sni_dtype dtype)
{
    int x;
    memset(d, 0, sizeof *d);
    d->name = name, d->part = part, d->text = d->at = text, d->params = params, d->nparams = nparams;
    SNI_TRY(checked_length(name, part, text));
    for (int k = 0; k < nparams; k++) sni_formula_param_step(d, params[k].dtype, k);
    SNI_TRY(sni_formula_next(d));
    SNI_TRY(x = expression(d));
    if (d->token != SNI_FT_END) return unexpected(d, "the end or an operator");
    if (dtype != SNI_DTYPE_NONE) SNI_TRY(x = sni_formula_cast(d, text, x, dtype));
    return prune(d, x);
}

/* ---- parameters ---------------------------------------------------------------------------------------- */

static int parameter(sni_formula_draft *d, sni_formula_param *out, const sni_formula_param *before, int count)
{
    out->dtype = d->token == SNI_FT_NAME ? sni_formula_type(d->start, d->length) : SNI_DTYPE_NONE;
    if (out->dtype == SNI_DTYPE_NONE) return unexpected(d, "the dtype of an argument");
    SNI_TRY(checked_type(d, d->start, out->dtype));
    SNI_TRY(sni_formula_next(d));
    if (d->token != SNI_FT_NAME) return unexpected(d, "the name of an argument");
    if (d->length > SNI_FORMULA_NAME)
        return sni_formula_fail(d, d->start, SN_ERR_NAME, "a name of more than %d bytes", SNI_FORMULA_NAME);
    memcpy(out->name, d->start, d->length);
    out->name[d->length] = 0;
    if (sni_formula_reserved(d->start, d->length))
        return sni_formula_fail(d, d->start, SN_ERR_NAME, "'%s' has a meaning of its own", out->name);
    for (int k = 0; k < count; k++)
        if (!strcmp(before[k].name, out->name))
            return sni_formula_fail(d, d->start, SN_ERR_NAME, "two arguments are called '%s'", out->name);
    return sni_formula_next(d);
}

int sni_formula_params(const char *name, const char *text, sni_formula_param *params)
{
    sni_formula_draft d;
    int count = 0;
    memset(&d, 0, offsetof(sni_formula_draft, steps));
    d.name = name, d.part = "arguments", d.text = d.at = text;
    SNI_TRY(checked_length(name, d.part, text));
    SNI_TRY(sni_formula_next(&d));
    do {
        if (count == SNI_FORMULA_PARAMS)
            return sni_formula_fail(&d, d.start, SN_ERR_ARGUMENT, "more than %d arguments",
                                    SNI_FORMULA_PARAMS);
        if (count) SNI_TRY(sni_formula_next(&d));
        memset(&params[count], 0, sizeof *params);
        SNI_TRY(parameter(&d, &params[count], params, count));
        count++;
    } while (d.token == SNI_FT_COMMA);
    return d.token == SNI_FT_END ? count : unexpected(&d, "',' or the end");
}
