/* Raw kernels as they are defined. */
#include "expr/raw.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "expr/formula_build.h"

#define SOURCE_MAX ((size_t)1 << 20)
#define KERNELS_MAX 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static SNI_VEC(sni_raw_kernel *) kernels;
static sni_map contents;
static uint32_t generation = 1;

/* ---- "const float32 *x, int64 n" ------------------------------------------------------------------------- */

static int unexpected(const sni_formula_draft *d, const char *wanted)
{
    if (d->token == SNI_FT_END)
        return sni_formula_fail(d, d->start, SN_ERR_SYNTAX, "it ends where %s should stand", wanted);
    return sni_formula_fail(d, d->start, SN_ERR_SYNTAX, "'%.*s' stands where %s should",
                            (int)(d->length < 64 ? d->length : 64), d->start, wanted);
}

static int parameter(sni_formula_draft *d, sni_raw_param *out)
{
    *out = (sni_raw_param){.constant = sni_formula_is(d, "const")};
    if (out->constant) SNI_TRY(sni_formula_next(d));
    out->dtype = d->token == SNI_FT_NAME ? sni_formula_type(d->start, d->length) : SNI_DTYPE_NONE;
    if (out->dtype == SNI_DTYPE_NONE) return unexpected(d, "the dtype of an argument");
    if (!sni_dtypes[out->dtype].ready)
        return sni_formula_fail(d, d->start, SN_ERR_UNSUPPORTED, "no array has %s yet",
                                sni_dtypes[out->dtype].name);
    SNI_TRY(sni_formula_next(d));
    out->pointer = d->token == SNI_FT_TIMES;
    if (out->pointer) SNI_TRY(sni_formula_next(d));
    if (!out->pointer && !sni_dtype_computes(out->dtype))
        return sni_formula_fail(d, d->start, SN_ERR_DTYPE, "a number of %s cannot be passed",
                                sni_dtypes[out->dtype].name);
    if (d->token != SNI_FT_NAME) return unexpected(d, "the name of an argument");
    if (d->length > SNI_FORMULA_NAME)
        return sni_formula_fail(d, d->start, SN_ERR_NAME, "a name of more than %d bytes", SNI_FORMULA_NAME);
    memcpy(out->name, d->start, d->length);
    return sni_formula_next(d);
}

static int read_parameters(const char *name, const char *text, sni_raw_param *params)
{
    sni_formula_draft d;
    int count = 0;
    memset(&d, 0, offsetof(sni_formula_draft, steps));
    d.name = name, d.part = "arguments", d.text = d.at = text;
    if (text == NULL) return sni_fail(SN_ERR_ARGUMENT, "%s: arguments is NULL", name);
    SNI_TRY(sni_formula_next(&d));
    do {
        if (count == SNI_RAW_PARAMS)
            return sni_formula_fail(&d, d.start, SN_ERR_ARGUMENT, "more than %d arguments", SNI_RAW_PARAMS);
        if (count) SNI_TRY(sni_formula_next(&d));
        SNI_TRY(parameter(&d, &params[count++]));
    } while (d.token == SNI_FT_COMMA);
    return d.token == SNI_FT_END ? count : unexpected(&d, "',' or the end");
}

/* ---- options ------------------------------------------------------------------------------------------------ */

/* What cannot make two kernels of one cache key: nothing that reads a file. */
static bool is_allowed(const char *word, size_t n)
{
    static const char *const beginnings[] = {
        "-D",     "-U",          "--define-macro=",      "--undefine-macro=", "--fmad=",
        "--ftz=", "--prec-div=", "--prec-sqrt=",         "--use_fast_math",   "--maxrregcount=",
        "--std=", "--restrict",  "--generate-line-info", "-lineinfo",         "--extra-device-vectorization"};
    for (size_t k = 0; k < SNI_COUNT(beginnings); k++)
        if (n >= strlen(beginnings[k]) && !memcmp(word, beginnings[k], strlen(beginnings[k]))) return true;
    return false;
}

static int put_options(const char *name, const char *options, sni_str *out)
{
    for (const char *at = options ? options : "";;) {
        at += strspn(at, " \t\n");
        size_t n = strcspn(at, " \t\n");
        if (n == 0) return out->status;
        if (!is_allowed(at, n))
            return sni_fail(
                SN_ERR_ARGUMENT,
                "%s: the option '%.*s' is not taken: -D, --fmad=, --use_fast_math, --std= and their kin are",
                name, (int)(n < 64 ? n : 64), at);
        if (out->len) sni_str_putc(out, ' ');
        sni_str_putn(out, at, n);
        at += n;
    }
}

/* ---- the table --------------------------------------------------------------------------------------------- */

static bool same(const void *item, const void *key)
{
    const sni_raw_kernel *a = item, *b = key;
    return a->hash.low == b->hash.low && a->hash.high == b->hash.high && !strcmp(a->source, b->source) &&
           !strcmp(a->name, b->name);
}

static const char *put(char **at, const char *text)
{
    char *start = *at;
    *at = stpcpy(start, text) + 1;
    return start;
}

static sni_raw_kernel *make(const char *source, const char *name, const char *options,
                            const sni_raw_param *params, int nparams)
{
    size_t text = strlen(source) + strlen(name) + strlen(options) + 3;
    sni_raw_kernel *k = calloc(1, sizeof *k + text);
    if (!k) {
        sni_fail_memory(sizeof *k + text, "a kernel");
        return NULL;
    }
    char *at = k->text;
    k->source = put(&at, source);
    k->name = put(&at, name);
    k->options = put(&at, options);
    k->nparams = nparams;
    memcpy(k->params, params, (size_t)nparams * sizeof *params);
    sni_hash128 h = sni_hash(k->text, text);
    uint64_t mixed[2] = {h.low, sni_hash64(k->params, sizeof k->params, h.high)};
    k->hash = sni_hash(mixed, sizeof mixed);
    return k;
}

static int enter(sni_raw_kernel *k, const sni_raw_kernel **out)
{
    int status = SN_OK;
    pthread_mutex_lock(&lock);
    sni_raw_kernel *known = sni_map_find(&contents, k->hash.low, k, same);
    if (!known) {
        k->index = (uint32_t)kernels.count;
        if (kernels.count == KERNELS_MAX)
            status = sni_fail(SN_ERR_MEMORY, "%s: %d kernels are defined already; sn_shutdown forgets them",
                              k->name, KERNELS_MAX);
        if (status == SN_OK) status = SNI_VEC_PUSH(&kernels, k);
        if (status == SN_OK && (status = sni_map_insert(&contents, k->hash.low, k)) < 0) kernels.count--;
    }
    pthread_mutex_unlock(&lock);
    *out = known ? known : k;
    if (known || status < 0) free(k);
    return status;
}

static int check_texts(const char *source, const char *name)
{
    if (!source || !name)
        return sni_fail(SN_ERR_ARGUMENT, "raw_kernel: %s is NULL", source ? "name" : "source");
    size_t n = strnlen(name, SNI_FORMULA_NAME + 1);
    if (n == 0 || n > SNI_FORMULA_NAME || sni_formula_word_length(name) != n)
        return sni_fail(SN_ERR_NAME, "raw_kernel: '%.64s' is no name of a function", name);
    if (strnlen(source, SOURCE_MAX + 1) > SOURCE_MAX)
        return sni_fail(SN_ERR_ARGUMENT, "%s: the source has more than %zu bytes", name, SOURCE_MAX);
    return SN_OK;
}

int sni_raw_define(const char *source, const char *name, const char *arguments, const char *options,
                   const sni_raw_kernel **out)
{
    sni_raw_param params[SNI_RAW_PARAMS];
    sni_str words = {0};
    int count;
    SNI_TRY(check_texts(source, name));
    SNI_TRY(count = read_parameters(name, arguments, params));
    int status = put_options(name, options, &words);
    sni_raw_kernel *k = status == SN_OK ? make(source, name, sni_str_text(&words), params, count) : NULL;
    if (status == SN_OK) status = k ? enter(k, out) : SN_ERR_MEMORY;
    sni_str_free(&words);
    return status;
}

uint32_t sni_raw_generation(void)
{
    pthread_mutex_lock(&lock);
    uint32_t now = generation;
    pthread_mutex_unlock(&lock);
    return now;
}

const sni_raw_kernel *sni_raw_at(uint32_t index, uint32_t of)
{
    pthread_mutex_lock(&lock);
    const sni_raw_kernel *k = of == generation && index < kernels.count ? kernels.data[index] : NULL;
    pthread_mutex_unlock(&lock);
    if (!k) sni_fail(SN_ERR_HANDLE, "a kernel that was not defined, or that sn_shutdown has forgotten");
    return k;
}

void sni_raws_clear(void)
{
    pthread_mutex_lock(&lock);
    for (size_t k = 0; k < kernels.count; k++) free(kernels.data[k]);
    free(kernels.data);
    kernels.data = NULL;
    kernels.count = kernels.capacity = 0;
    sni_map_free(&contents);
    generation++;
    pthread_mutex_unlock(&lock);
}
