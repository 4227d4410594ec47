/* What users have defined. */
#include "expr/user.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"
#include "expr/formula_build.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SNI_VEC(sni_user *) users;
static sni_map contents, names; /* by the formulas; by the name, its last definition */
static uint32_t generation = 1;

/* ---- the table ----------------------------------------------------------------------------------------- */

static uint64_t content_hash(const sni_user *u)
{
    return u->map->hash.low ^ (u->combine ? u->combine->hash.low * 3 : 0);
}

static bool same_content(const void *item, const void *key)
{
    const sni_user *a = item, *b = key;
    return a->map == b->map && a->combine == b->combine && !strcmp(a->signature, b->signature);
}

static bool same_name(const void *item, const void *key)
{
    return sni_text_is(*(const sni_text *)key, ((const sni_user *)item)->name);
}

/* The last definition takes the name. */
static int take_name(sni_user *u)
{
    sni_text name = {u->name, strlen(u->name)};
    uint64_t hash = sni_hash64(name.at, name.length, 0);
    sni_user *old = sni_map_find(&names, hash, &name, same_name);
    if (old == u) return SN_OK;
    if (old) sni_map_remove(&names, hash, old);
    return sni_map_insert(&names, hash, u);
}

static int keep(sni_user *u)
{
    u->index = (uint32_t)users.count;
    SNI_TRY(SNI_VEC_PUSH(&users, u));
    int status = sni_map_insert(&contents, content_hash(u), u);
    if (status < 0) users.count--;
    return status;
}

/* The operation as it is known already, or as it is now. */
static int enter(sni_user *u, const sni_user **out)
{
    pthread_mutex_lock(&lock);
    sni_user *known = sni_map_find(&contents, content_hash(u), u, same_content);
    int status = known ? SN_OK : keep(u);
    *out = known ? known : u;
    if (known || status < 0) free(u);
    if (status == SN_OK) status = take_name(known ? known : u);
    pthread_mutex_unlock(&lock);
    return status;
}

uint32_t sni_user_generation(void)
{
    pthread_mutex_lock(&lock);
    uint32_t now = generation;
    pthread_mutex_unlock(&lock);
    return now;
}

const sni_user *sni_user_at(uint32_t index, uint32_t of)
{
    pthread_mutex_lock(&lock);
    const sni_user *u = of == generation && index < users.count ? users.data[index] : NULL;
    pthread_mutex_unlock(&lock);
    if (!u) sni_fail(SN_ERR_HANDLE, "an operation that was not defined, or that sn_shutdown has forgotten");
    return u;
}

const sni_function *sni_user_row(sni_text name)
{
    pthread_mutex_lock(&lock);
    const sni_user *u = sni_map_find(&names, sni_hash64(name.at, name.length, 0), &name, same_name);
    pthread_mutex_unlock(&lock);
    return u ? &u->row : NULL;
}

void sni_users_clear(void)
{
    pthread_mutex_lock(&lock);
    for (size_t k = 0; k < users.count; k++) free(users.data[k]);
    free(users.data);
    users.data = NULL;
    users.count = users.capacity = 0;
    sni_map_free(&contents);
    sni_map_free(&names);
    generation++;
    pthread_mutex_unlock(&lock);
    sni_formulas_clear();
}

/* ---- definitions --------------------------------------------------------------------------------------- */

typedef struct definition {
    const sni_user_text *text;
    sni_formula_param params[SNI_FORMULA_PARAMS];
    int nparams;
    sni_dtype result;
    const sni_formula *map, *combine;
    sni_formula_draft draft;
} definition;

static int check_name(const char *name)
{
    if (!name || !*name) return sni_fail(SN_ERR_ARGUMENT, "an operation needs a name");
    size_t n = strnlen(name, SNI_FORMULA_NAME + 1);
    if (n > SNI_FORMULA_NAME)
        return sni_fail(SN_ERR_NAME, "an operation's name has more than %d bytes", SNI_FORMULA_NAME);
    if (sni_formula_word_length(name) != n || !sni_expr_is_name(name))
        return sni_fail(SN_ERR_NAME, "'%s' is no name for an operation: letters, digits and _ make one",
                        name);
    if (sni_formula_reserved(name, n))
        return sni_fail(SN_ERR_NAME, "'%s' has a meaning of its own and names no operation", name);
    return SN_OK;
}

static int read_result(definition *d)
{
    const char *name = d->text->result;
    d->result = SNI_DTYPE_NONE;
    if (!name || !*name) return SN_OK;
    d->result = sni_formula_type(name, strnlen(name, SNI_FORMULA_NAME));
    if (d->result == SNI_DTYPE_NONE)
        return sni_fail(SN_ERR_DTYPE, "%s: the result's dtype '%.40s' is unknown", d->text->name, name);
    if (sni_dtype_computes(d->result)) return SN_OK;
    return sni_fail(SN_ERR_UNSUPPORTED, "%s: a result of %s is not supported", d->text->name,
                    sni_dtypes[d->result].name);
}

static int make_map(definition *d)
{
    int x = sni_formula_parse(&d->draft, d->text->name, d->text->combine ? "map" : "expression", d->text->map,
                              d->params, d->nparams, d->result);
    SNI_TRY(x);
    d->result = (sni_dtype)d->draft.steps[x].dtype;
    d->map = sni_formula_intern(d->text->name, d->draft.steps, d->nparams, d->draft.nsteps, x, NULL);
    return d->map ? SN_OK : sni_error_status();
}

/* One constant. */
static int read_identity(definition *d, sni_scalar *out)
{
    int x = sni_formula_parse(&d->draft, d->text->name, "identity", d->text->identity, NULL, 0, d->result);
    SNI_TRY(x);
    const sni_formula_step *s = &d->draft.steps[x];
    if (s->op != SNI_FORMULA_CONST)
        return sni_fail(SN_ERR_SYNTAX, "%s: identity is no number", d->text->name);
    *out = (sni_scalar){.bits = {s->value, 0}};
    return SN_OK;
}

static int make_combine(definition *d)
{
    sni_formula_param two[2] = {{"a", d->result}, {"b", d->result}};
    sni_scalar identity;
    if (d->result == SNI_BOOL)
        return sni_fail(SN_ERR_DTYPE, "%s: a reduction joins numbers; uint8 holds a bool", d->text->name);
    SNI_TRY(read_identity(d, &identity));
    int x = sni_formula_parse(&d->draft, d->text->name, "combine", d->text->combine, two, 2, d->result);
    SNI_TRY(x);
    d->combine = sni_formula_intern(d->text->name, d->draft.steps, 2, d->draft.nsteps, x, &identity);
    return d->combine ? SN_OK : sni_error_status();
}

/* Parameters of a call in expression text: the arguments' names, of a reduction the options too. */
static int put_signature(const definition *d, sni_str *out)
{
    for (int k = 0; k < d->nparams; k++) {
        const char *name = d->params[k].name;
        bool option = d->combine && (!strcmp(name, "axis") || !strcmp(name, "keepdims"));
        if (option)
            return sni_fail(SN_ERR_NAME, "%s: '%s' is an option of a reduction and names no argument",
                            d->text->name, name);
        sni_str_printf(out, "%s%s", k ? ", " : "", name);
    }
    sni_str_put(out, d->combine ? ", axis=, *, keepdims=" : ", /");
    return out->status;
}

static int make_user(const definition *d, const sni_user **out)
{
    sni_str signature = {0};
    int status = put_signature(d, &signature);
    sni_user *u = status == SN_OK ? calloc(1, sizeof *u + signature.len + 1) : NULL;
    if (status == SN_OK && !u) status = sni_fail_memory(sizeof *u, "an operation");
    if (status == SN_OK) {
        strcpy(u->name, d->map->name);
        strcpy(u->signature, sni_str_text(&signature));
        u->map = d->map;
        u->combine = d->combine;
        u->row = (sni_function){u->name, sni_run_user, 0, u->signature};
        status = enter(u, out);
    }
    sni_str_free(&signature);
    return status;
}

static int define(definition *d, const sni_user **out)
{
    SNI_TRY(check_name(d->text->name));
    SNI_TRY(read_result(d));
    SNI_TRY(d->nparams = sni_formula_params(d->text->name, d->text->arguments, d->params));
    SNI_TRY(make_map(d));
    if (d->text->combine) SNI_TRY(make_combine(d));
    return make_user(d, out);
}

int sni_user_define(const sni_user_text *text, const sni_user **out)
{
    definition *d = calloc(1, sizeof *d); /* too large for a small stack */
    if (!d) return sni_fail_memory(sizeof *d, "a definition");
    d->text = text;
    int status = define(d, out);
    free(d);
    return status;
}

/* ---- in expression text ----------------------------------------------------------------------------------- */

int sni_run_user(sni_recorder *r, const sni_call *call, sni_value *out)
{
    const sni_user *u = (const sni_user *)(const void *)call->row;
    sni_node *in[SNI_FORMULA_PARAMS];
    bool weak[SNI_FORMULA_PARAMS], keepdims = false;
    sni_axes axes;
    for (int k = 0; k < u->map->nparams; k++) {
        SNI_TRY(sni_to_array(r, &call->args[k], u->name, &in[k]));
        weak[k] = sni_is_number(&call->args[k]);
    }
    if (!u->combine) return sni_take(r, call->offset, sni_formula_apply(r->g, u->map, in, weak), out);
    SNI_TRY(sni_to_axes(r, sni_arg(call, "axis"), "axis", &axes));
    SNI_TRY(sni_to_bool(r, sni_arg(call, "keepdims"), "keepdims", &keepdims));
    sni_node *map = sni_formula_apply(r->g, u->map, in, weak);
    sni_node *joined = map ? sni_formula_reduce(r->g, u->combine, map, axes.axes, axes.count, keepdims)
                           : NULL;
    sni_node_release(r->g, map);
    return sni_take(r, call->offset, joined, out);
}
