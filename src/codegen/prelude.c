/* The preludes: whatever types and functions a text names, filled in for its language and lane count.
 *
 * templates/c/prelude_*.c and templates/cuda/prelude_*.cu hold each function once, for all the dtypes it
 * serves; templates/c/README.md describes the format.  A generated source names what it uses (sn_exp_f32v)
 * and gets that and what that needs, each once, and nothing else. */
#include "codegen/kernel.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* ---- sections: the functions as written in the templates -------------------------------------- */
typedef struct types { /* a set of vector element types */
    bool kind[128];    /* by letter; i, u, f, m (mask) */
    bool size[9];      /* by bytes */
} types;

typedef struct section {
    const char *name, *text;
    size_t name_len, text_len;
    bool star;          /* the name ends in * */
    types to, from;
    bool has_from, widen4, same;
    bool vector, lanes; /* for vectors that SLEEF has functions for; for all others */
    bool fma, nofma;
    bool in_register;   /* vectors of 16, 32 or 64 bytes */
    bool avx2, avx512;  /* for that instruction set */
    int bytes;          /* of the vector; 0: any */
} section;

enum { MAX_SECTIONS = 256 };
typedef struct language {
    const char *files[8];
    section sections[MAX_SECTIONS];
    int nsections;
    bool bad;
} language;

static language c_language = {
    .files = {"c/prelude_memory.c", "c/prelude_arith.c", "c/prelude_math.c", "c/prelude_reduce.c"}};
static language cuda_language = {
    .files = {"cuda/prelude_arith.cu", "cuda/prelude_math.cu", "cuda/prelude_reduce.cu"}};

static bool starts(const char *text, const char *prefix)
{
    return !strncmp(text, prefix, strlen(prefix));
}

static void read_types(const char *word, size_t n, types *t)
{
    bool sized = false;
    for (size_t i = 0; i < n; i++) {
        if (word[i] >= '1' && word[i] <= '8') t->size[word[i] - '0'] = sized = true;
        else t->kind[(unsigned char)word[i] & 127] = true;
    }
    if (!sized) t->size[1] = t->size[2] = t->size[4] = t->size[8] = true;
}

static bool read_attribute(const char *word, size_t n, section *s)
{
    struct { const char *name; bool *flag; } flags[] = {
        {"widen4", &s->widen4}, {"same-type", &s->same}, {"vector", &s->vector},
        {"lanes", &s->lanes}, {"fma", &s->fma}, {"nofma", &s->nofma}, {"register", &s->in_register},
        {"avx2", &s->avx2}, {"avx512", &s->avx512}};
    for (size_t i = 0; i < SNI_COUNT(flags); i++)
        if (strlen(flags[i].name) == n && !memcmp(flags[i].name, word, n)) return *flags[i].flag = true;
    if (starts(word, "from=")) {
        read_types(word + 5, n - 5, &s->from);
        return s->has_from = true;
    }
    return starts(word, "bytes=") && (s->bytes = atoi(word + 6)) > 0;
}

/* //@ name types [attribute ...] */
static const char *read_header(const char *at, language *l, section *s)
{
    bool good = true;
    for (int field = 0; *at && *at != '\n'; field++) {
        size_t n = strcspn(at, " \n");
        if (field == 0) {
            s->star = n && at[n - 1] == '*';
            s->name = at;
            s->name_len = n - s->star;
        } else if (field == 1) {
            read_types(at, n, &s->to);
        } else {
            good &= read_attribute(at, n, s);
        }
        at += n + (at[n] == ' ');
    }
    if (!good) l->bad = true;
    return at + (*at == '\n');
}

static void read_sections(language *l, const char *text)
{
    static const char mark[] = "//@ ";
    for (const char *at = text; (at = strstr(at, mark)) != NULL;) {
        if (l->nsections == MAX_SECTIONS) {
            l->bad = true;
            return;
        }
        section *s = &l->sections[l->nsections++];
        s->text = read_header(at + sizeof mark - 1, l, s);
        const char *end = strstr(s->text, "\n//"); /* the next header, or a remark between sections */
        s->text_len = end ? (size_t)(end - s->text) : strlen(s->text);
        while (s->text_len && s->text[s->text_len - 1] == '\n') s->text_len--;
        at = s->text + s->text_len;
    }
}

static void read_language(language *l)
{
    for (size_t i = 0; l->files[i]; i++) {
        const char *text = sni_template(l->files[i]);
        if (text) read_sections(l, text);
        else l->bad = true;
    }
}

static void read_languages(void)
{
    read_language(&c_language);
    read_language(&cuda_language);
}

/* ---- vector types ------------------------------------------------------------------------------- */
typedef struct vector { /* f32v: kind f, 4 bytes an element */
    char kind;
    int size;
} vector;

static const char *vector_name(vector v, char out[8])
{
    static const char *const bits[] = {[1] = "8v", [2] = "16v", [4] = "32v", [8] = "64v"};
    out[0] = v.kind;
    strcpy(out + 1, bits[v.size]);
    return out;
}

/* Reads "f32", "i8", ... at the end of name[0..n); false when there is none. */
static bool scalar_suffix(const char *name, size_t n, vector *out, size_t *start)
{
    static const struct { const char *bits; int size; } sizes[] = {{"8", 1}, {"16", 2}, {"32", 4}, {"64", 8}};
    for (size_t i = 0; i < SNI_COUNT(sizes); i++) {
        size_t digits = strlen(sizes[i].bits);
        if (n <= digits || memcmp(name + n - digits, sizes[i].bits, digits)) continue;
        char kind = name[n - digits - 1];
        if (!strchr("iufmb", kind)) continue;
        if ((kind == 'f' && sizes[i].size < 4) || (kind == 'b' && sizes[i].size > 1)) return false;
        *out = (vector){kind, sizes[i].size};
        *start = n - digits - 1;
        return true;
    }
    return false;
}

/* Reads "f32v" at the end of name[0..n). */
static bool vector_suffix(const char *name, size_t n, vector *out, size_t *start)
{
    return n && name[n - 1] == 'v' && scalar_suffix(name, n - 1, out, start) && out->kind != 'b';
}

static bool type_suffix(bool scalars, const char *name, size_t n, vector *out, size_t *start)
{
    if (scalars) return scalar_suffix(name, n, out, start) && out->kind != 'm';
    return vector_suffix(name, n, out, start);
}

static bool in_types(const types *t, vector v)
{
    return t->kind[(unsigned char)v.kind] && t->size[v.size];
}

/* ---- filling ---------------------------------------------------------------------------------------- */
typedef struct prelude {
    const language *language;
    const sni_cpu_target *target;
    int lanes;                     /* 0: CUDA, whose types are scalars */
    sni_arena arena;
    SNI_VEC(const char *) done;    /* names defined so far */
    SNI_VEC(const char *) imports; /* vector functions, in the order of their slots */
    sni_str types, functions;
    int status;
} prelude;

typedef struct instance { /* a section filled in for its types */
    const section *s;
    vector to, from;
    const char *star;
    size_t star_len;
} instance;

static bool vector_math(const prelude *p, vector v)
{
    int bytes = v.size * p->lanes;
    if (!strcmp(p->target->isa, "purec")) return false;
    return p->target->fma ? bytes == 16 || bytes == 32 || bytes == 64 : bytes == 16;
}

static bool matches(const prelude *p, const section *s, const char *name, size_t n, const instance *in)
{
    if (s->star ? n <= s->name_len : n != s->name_len) return false;
    if (memcmp(s->name, name, s->name_len) || !in_types(&s->to, in->to)) return false;
    if (s->has_from != (in->from.size != 0) || (s->has_from && !in_types(&s->from, in->from))) return false;
    if (s->widen4 && in->to.size < 4 * in->from.size) return false;
    if (s->same && (in->to.kind != in->from.kind || in->to.size != in->from.size)) return false;
    if ((s->vector && !vector_math(p, in->to)) || (s->lanes && vector_math(p, in->to))) return false;
    if ((s->fma && !p->target->fma) || (s->nofma && p->target->fma)) return false;
    if ((s->avx2 && strcmp(p->target->isa, "avx2")) || (s->avx512 && strcmp(p->target->isa, "avx512f"))) return false;
    int bytes = in->to.size * p->lanes;
    if (s->in_register && bytes != 16 && bytes != 32 && bytes != 64) return false;
    return !s->bytes || s->bytes == bytes;
}

/* The slot of the vector function that a call1_ or call2_ section stands for. */
static size_t import_slot(prelude *p, const instance *in)
{
    static const char *const wide[] = {[1] = "avx2128", [2] = "avx2", [4] = "avx512f"};
    bool whole = vector_math(p, in->to), fma = p->target->fma;
    const char *ulp = in->star + in->star_len;
    while (ulp > in->star && ulp[-1] != '_') ulp--;
    const char *isa = !whole ? (fma ? "purecfma" : "purec") : !fma ? "sse2" : wide[in->to.size * p->lanes / 16];
    const char *name = sni_arena_printf(&p->arena, "Sleef_%s_%.*s%s%d_%.*s%s", fma ? "finz" : "cinz",
                                        (int)(ulp - 1 - in->star), in->star, in->to.size == 4 ? "f" : "d",
                                        whole ? p->lanes : 1, (int)(in->star + in->star_len - ulp), ulp, isa);
    if (!name) {
        p->status = SN_ERR_MEMORY;
        return 0;
    }
    for (size_t i = 0; i < p->imports.count; i++)
        if (!strcmp(p->imports.data[i], name)) return i;
    if (SNI_VEC_PUSH(&p->imports, name) < 0) p->status = SN_ERR_MEMORY;
    return p->imports.count - 1;
}

static const char *lowest(vector v)
{
    if (v.kind == 'u') return "0";
    return v.size == 1 ? "-128" : v.size == 2 ? "-32768" : v.size == 4 ? "(-2147483647 - 1)" : "(-0x7fffffffffffffff - 1)";
}

static const char *highest(vector v)
{
    if (v.kind == 'u') return v.size == 1 ? "255" : v.size == 2 ? "65535" : v.size == 4 ? "0xffffffffu" : "0xffffffffffffffffu";
    return v.size == 1 ? "127" : v.size == 2 ? "32767" : v.size == 4 ? "2147483647" : "0x7fffffffffffffff";
}

static const char *scalar_name(vector v, char out[8])
{
    if (v.kind == 'm') return "b8";
    vector_name(v, out);
    out[strlen(out) - 1] = 0;
    return out;
}

static bool key_is(const char *key, size_t n, const char *name)
{
    return strlen(name) == n && !memcmp(key, name, n);
}

static const char *type_name(const prelude *p, vector v, char out[8])
{
    return p->lanes ? vector_name(v, out) : scalar_name(v, out);
}

/* Keys that stand for a type. */
static const char *type_key(const prelude *p, char key, const instance *in, char out[8])
{
    vector to = in->to, from = in->from;
    switch (key) {
    case 'V': return type_name(p, to, out);
    case 'M': return type_name(p, (vector){'m', to.size}, out);
    case 'U': return type_name(p, (vector){'u', to.size}, out);
    case 'I': return type_name(p, (vector){'i', to.size}, out);
    case 'W': return type_name(p, from, out);
    case 'X': return type_name(p, (vector){'m', from.size}, out);
    case 'J': return type_name(p, (vector){'i', from.size}, out);
    case 'P': return type_name(p, (vector){from.kind, to.size / 2}, out);
    case 'T': return scalar_name(to, out);
    case 'E': return scalar_name((vector){'i', to.size}, out);
    default: return NULL;
    }
}

static const char *infinity(const prelude *p, bool single)
{
    if (p->lanes) return single ? "__builtin_inff()" : "__builtin_inf()";
    return single ? "__int_as_float(0x7f800000)" : "__longlong_as_double(0x7ff0000000000000)";
}

/* Keys that stand for a constant of the type. */
static const char *constant_key(const prelude *p, const char *key, size_t n, const instance *in)
{
    bool single = (in->from.size ? in->from : in->to).size == 4;
    vector to = in->to;
    static const char *const modes[] = {[1] = "qi", [2] = "hi", [4] = "si", [8] = "di"};
    static const char *const raw[] = {[1] = "char", [2] = "short", [4] = "int", [8] = "long long"};
    if (key_is(key, n, "MODE")) return modes[to.size];
    if (key_is(key, n, "RAW")) return raw[to.size];
    if (key_is(key, n, "F")) return single ? "f" : "";
    if (key_is(key, n, "ZERO")) return single ? "0.0f" : "0.0";
    if (key_is(key, n, "HALF")) return single ? "0.5f" : "0.5";
    if (key_is(key, n, "INF")) return infinity(p, single);
    if (key_is(key, n, "FAR")) return single ? "0x1p23f" : "0x1p52";
    if (key_is(key, n, "EXPEND")) return single ? "88.5f" : "709.5";
    if (key_is(key, n, "LARGE")) return single ? "0x1p60f" : "0x1p500";
    if (key_is(key, n, "HUGE")) return single ? "0x1p100f" : "0x1p1000";
    if (key_is(key, n, "MANTISSA")) return single ? "24" : "53";
    if (key_is(key, n, "EMAX")) return single ? "127" : "1023";
    if (key_is(key, n, "LIMIT")) return to.size == 4 ? (single ? "0x1p31f" : "0x1p31") : single ? "0x1p63f" : "0x1p63";
    if (key_is(key, n, "LOWEST")) return lowest(to);
    if (key_is(key, n, "HIGHEST")) return highest(to);
    if (key_is(key, n, "DIV0")) return to.size < 4 ? "0" : lowest(to);
    return NULL;
}

static void fill(prelude *p, const instance *in, const char *text, size_t n, int lane, sni_str *out);

/* $EACH(expression): once a lane, # its number, separated by commas. */
static const char *fill_each(prelude *p, const instance *in, const char *open, sni_str *out)
{
    const char *end = open + 1;
    for (int depth = 1; depth && *end; end++) depth += (*end == '(') - (*end == ')');
    for (int lane = 0; lane < p->lanes; lane++) {
        if (lane) sni_str_put(out, ", ");
        fill(p, in, open + 1, (size_t)(end - open - 2), lane, out);
    }
    return end;
}

static const char *fill_key(prelude *p, const instance *in, const char *key, sni_str *out)
{
    size_t n = strspn(key, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if (key_is(key, n, "EACH")) return fill_each(p, in, key + n, out);
    char name[8];
    const char *value = n == 1 ? type_key(p, *key, in, name) : NULL;
    if (!value) value = constant_key(p, key, n, in);
    if (value) sni_str_put(out, value);
    else if (key_is(key, n, "N")) sni_str_printf(out, "%d", p->lanes);
    else if (key_is(key, n, "S")) sni_str_printf(out, "%d", p->lanes * in->to.size);
    else if (key_is(key, n, "BOOLS")) sni_str_put(out, p->lanes > 16 ? "u32" : p->lanes > 8 ? "u16" : "u8");
    else if (key_is(key, n, "WORD"))
        sni_str_printf(out, "%c%s", in->to.size == 4 ? 'd' : 'q', in->to.size * p->lanes == 32 ? "256" : "");
    else if (key_is(key, n, "SBITS")) sni_str_printf(out, "%d", 8 * p->lanes * in->to.size);
    else if (key_is(key, n, "BITS")) sni_str_printf(out, "%d", 8 * in->to.size);
    else if (key_is(key, n, "R")) sni_str_putn(out, in->star, in->star_len);
    else if (key_is(key, n, "IMPORT")) sni_str_printf(out, "%zu", import_slot(p, in));
    else p->status = sni_fail(SN_ERR_INTERNAL, "prelude: unknown key '$%.*s' in %.*s", (int)n, key,
                              (int)in->s->name_len, in->s->name);
    return key + n;
}

/* A line "N>8 text" is kept where there are more than 8 lanes. */
static bool line_kept(const prelude *p, const char **at)
{
    if (!starts(*at, "N>")) return true;
    char *end;
    long least = strtol(*at + 2, &end, 10);
    *at = end;
    return p->lanes > least;
}

static void fill(prelude *p, const instance *in, const char *text, size_t n, int lane, sni_str *out)
{
    const char *end = text + n;
    bool line_start = lane < 0;
    for (const char *at = text; at < end;) {
        if (line_start && !line_kept(p, &at)) {
            const char *next = memchr(at, '\n', (size_t)(end - at));
            at = next ? next + 1 : end;
            continue;
        }
        line_start = lane < 0 && *at == '\n';
        if (*at == '$') at = fill_key(p, in, at + 1, out);
        else if (*at == '#' && lane >= 0) sni_str_printf(out, "%d", lane), at++;
        else sni_str_putc(out, *at++);
    }
}

/* ---- definitions, each after what it needs ------------------------------------------------------------ */
static void define_names_in(prelude *p, const char *text);

static bool already_defined(prelude *p, const char *name, size_t n)
{
    for (size_t i = 0; i < p->done.count; i++)
        if (key_is(name, n, p->done.data[i])) return true;
    const char *copy = sni_arena_printf(&p->arena, "%.*s", (int)n, name);
    if (!copy || SNI_VEC_PUSH(&p->done, copy) < 0) p->status = SN_ERR_MEMORY;
    return false;
}

static void define_scalar(prelude *p, vector v)
{
    static const char *const ints[] = {[1] = "char", [2] = "short", [4] = "int", [8] = "long long"};
    char name[8];
    vector_name(v, name);
    name[strlen(name) - 1] = 0;
    if (already_defined(p, name, strlen(name))) return;
    if (v.kind == 'f') sni_str_printf(&p->types, "typedef %s %s;\n", v.size == 4 ? "float" : "double", name);
    else sni_str_printf(&p->types, "typedef %s %s %s;\n", v.kind == 'i' ? "signed" : "unsigned", ints[v.size], name);
}

static void define_vector(prelude *p, vector v)
{
    char name[8], scalar[8];
    vector_name(v, name);
    if (already_defined(p, name, strlen(name))) return;
    vector element = {v.kind == 'm' ? 'i' : v.kind, v.size};
    define_scalar(p, element);
    sni_str_printf(&p->types, "typedef %s %s __attribute__((vector_size(%d)));\n", scalar_name(element, scalar),
                   name, v.size * p->lanes);
}

static bool find_instance(const prelude *p, const char *name, size_t n, instance *in)
{
    for (int i = 0; i < p->language->nsections; i++) {
        const section *s = &p->language->sections[i];
        if (!matches(p, s, name, n, in)) continue;
        in->s = s;
        in->star = name + s->name_len;
        in->star_len = n - s->name_len;
        return true;
    }
    return false;
}

/* sn_<name>_<type> or sn_<name>_<to>_<from>; what has no vector type in its name is not of the prelude. */
static void define_function(prelude *p, const char *name, size_t n)
{
    instance in = {0};
    size_t at, first;
    bool scalars = !p->lanes;
    if (!type_suffix(scalars, name, n, &in.to, &at) || at < 2) return;
    if (already_defined(p, name, n)) return;
    vector to;
    if (type_suffix(scalars, name, at - 1, &to, &first)) {
        in.from = in.to;
        in.to = to;
        at = first;
    }
    if (at < 5 || !find_instance(p, name + 3, at - 4, &in)) {
        p->status = sni_fail(SN_ERR_INTERNAL, "prelude: no function %.*s", (int)n, name);
        return;
    }
    sni_str text = {0};
    fill(p, &in, in.s->text, in.s->text_len, -1, &text);
    define_names_in(p, sni_str_text(&text));
    if (text.status < 0) p->status = text.status;
    sni_str_printf(&p->functions, "%s\n\n", sni_str_text(&text));
    sni_str_free(&text);
}

static void define(prelude *p, const char *name, size_t n)
{
    vector v;
    size_t start;
    if (n > 3 && starts(name, "sn_")) define_function(p, name, n);
    else if (vector_suffix(name, n, &v, &start) && start == 0) define_vector(p, v);
    else if (scalar_suffix(name, n, &v, &start) && start == 0 && v.kind != 'm')
        define_scalar(p, v);
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static void define_names_in(prelude *p, const char *text)
{
    while (*text && p->status >= 0) {
        size_t n = 0;
        while (is_word(text[n])) n++;
        if (n && n < 8 + 64) define(p, text, n);
        text += n ? n : 1;
    }
}

static void put_imports(const prelude *p, sni_str *out)
{
    sni_str_put(out, "\n/* Functions from outside; the loader puts the address of each into its slot. */\n"
                     "extern const char *const sn_imports[];\nextern void *sn_import_slots[];\n"
                     "const char *const sn_imports[] = {");
    for (size_t i = 0; i < p->imports.count; i++) sni_str_printf(out, "\"%s\", ", p->imports.data[i]);
    sni_str_printf(out, "0};\nvoid *sn_import_slots[%zu];\n\n", p->imports.count + 1);
}

/* Types, then the imports of C, then functions. */
static int run(prelude *p, const char *text, sni_str *out)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_languages);
    if (p->language->bad) return sni_fail(SN_ERR_INTERNAL, "prelude: a template is missing or malformed");
    sni_arena_init(&p->arena);
    define_names_in(p, text);
    if (p->status >= 0 && p->types.status < 0) p->status = p->types.status;
    if (p->status >= 0 && p->functions.status < 0) p->status = p->functions.status;
    if (p->status >= 0) {
        sni_str_put(out, sni_str_text(&p->types));
        if (p->lanes) put_imports(p, out);
        else sni_str_putc(out, '\n');
        sni_str_put(out, sni_str_text(&p->functions));
        p->status = out->status;
    }
    sni_str_free(&p->types);
    sni_str_free(&p->functions);
    free(p->done.data);
    free(p->imports.data);
    sni_arena_free(&p->arena);
    return p->status;
}

int sni_prelude_for(const char *text, const sni_cpu_target *target, int lanes, sni_str *out)
{
    return run(&(prelude){.language = &c_language, .target = target, .lanes = lanes}, text, out);
}

int sni_prelude_cuda(const char *text, sni_str *out)
{
    return run(&(prelude){.language = &cuda_language}, text, out);
}
