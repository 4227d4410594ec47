/* Writes C for the block interpreter, from the operation table and the prelude of generated C:
 *
 *   genloops loops LEVEL LANES FILE   the loops of one instruction set that run in LANES elements a vector
 *   genloops vmath FILE               addresses of the vector math functions that the prelude may import
 *
 * LEVEL is sse2, avx2, avx512 or generic.  A loop has as many lanes as fill a register with its widest
 * element, at most 32. */
#include "codegen/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LANES = 32 }; /* of a chunk of a reduction */

typedef struct level { const char *name; sni_cpu_target target; } level;

/* Must agree with what sni_cpu_target_get says of such a processor, so that loops and compiled kernels
 * call the same functions. */
static const level levels[] = {
    {"generic", {16, true, "purec", false}},
    {"sse2", {16, false, "sse2", false}},
    {"avx2", {32, true, "avx2", false}},
    {"avx512", {64, true, "avx512f", false}},
};

static const char *const dtype_ids[SNI_DTYPE_COUNT] = {
#define SN_DTYPE(ID, ...) #ID,
#include "graph/dtypes.def"
#undef SN_DTYPE
};
static const char *const op_ids[SNI_OP_COUNT] = {
#define SN_OP(ID, ...) #ID,
#include "graph/ops.def"
};
static const char *const reduction_ids[SNI_REDUCTION_COUNT] = {
#define SN_REDUCTION(ID, ...) #ID,
#include "graph/ops.def"
};

typedef struct writer {
    const level *level;
    int lanes;
    sni_str loops, table;
} writer;

/* ---- types ------------------------------------------------------------------------------------------ */
static int bytes_of(sni_dtype t) { return sni_dtypes[t].bytes; }

static bool in_this_file(const writer *w, int widest)
{
    int lanes = w->level->target.vector_bytes / widest;
    return (lanes > MAX_LANES ? MAX_LANES : lanes) == w->lanes;
}

/* Vector type of a value; bool is a mask as wide as the elements it stands beside. */
static const char *vector(sni_dtype t, int mask_bytes, char out[16])
{
    if (t == SNI_BOOL) snprintf(out, 16, "m%dv", 8 * mask_bytes);
    else snprintf(out, 16, "%sv", sni_dtypes[t].abbrev);
    return out;
}

/* ---- element loops ------------------------------------------------------------------------------------ */
typedef struct loop {
    const char *name, *value; /* of the function; expression over a, b, c */
    int nargs, mask_bytes;
    sni_dtype in[3], out;
} loop;

static void put_loop(writer *w, const loop *l)
{
    static const char operand[] = "abc";
    char v[16];
    sni_str *s = &w->loops;
    sni_str_printf(s, "static void loop_%s(void *out, const void *const *in, const int64_t *step, int64_t n)\n{\n    %s *o = out;\n",
                   l->name, sni_dtypes[l->out].abbrev);
    for (int k = 0; k < l->nargs; k++)
        sni_str_printf(s, "    const %s *p%c = in[%d];\n    const int64_t s%c = step[%d] * %d;\n",
                       sni_dtypes[l->in[k]].abbrev, operand[k], k, operand[k], k, w->lanes);
    sni_str_printf(s, "    for (int64_t i = 0; i < n; i += %d) {\n", w->lanes);
    for (int k = 0; k < l->nargs; k++) {
        vector(l->in[k], l->mask_bytes, v);
        sni_str_printf(s, "        %s %c = sn_load_%s(p%c);\n        p%c += s%c;\n", v, operand[k], v, operand[k], operand[k], operand[k]);
    }
    vector(l->out, l->mask_bytes, v);
    sni_str_printf(s, "        sn_store_%s(o + i, (%s)(%s));\n    }\n}\n\n", v, v, l->value);
}

static bool gives_bool(sni_op op)
{
    return sni_ops[op].rule == SNI_RULE_COMPARE || sni_ops[op].rule == SNI_RULE_LOGICAL;
}

static void put_element(writer *w, sni_op op, sni_dtype t)
{
    static const char *const arguments[] = {"", "a", "a, b", "a, b, c"};
    const sni_op_info *info = &sni_ops[op];
    const char *expr = sni_op_expr(op, t);
    char name[64], call[96], v[16];
    if (!sni_dtype_computes(t) || !strcmp(expr, "NONE") || !in_this_file(w, bytes_of(t))) return;
    loop l = {.name = name, .value = expr, .nargs = info->arity, .mask_bytes = bytes_of(t), .in = {t, t, t}};
    l.out = gives_bool(op) ? SNI_BOOL : t;
    if (info->rule == SNI_RULE_WHERE) l.in[0] = SNI_BOOL;
    snprintf(name, sizeof name, "%s_%s", info->name, sni_dtypes[t].abbrev);
    if (!strcmp(expr, "CALL")) {
        snprintf(call, sizeof call, "sn_%s_%s(%s)", info->name, vector(t, l.mask_bytes, v), arguments[info->arity]);
        l.value = call;
    }
    put_loop(w, &l);
    sni_str_printf(&w->table, "    t->element[SNI_OP_%s][SNI_%s] = loop_%s;\n", op_ids[op], dtype_ids[t], name);
}

static void put_cast(writer *w, sni_dtype to, sni_dtype from)
{
    int widest = bytes_of(to) > bytes_of(from) ? bytes_of(to) : bytes_of(from);
    char name[64], call[96], v[16], u[16];
    if (!sni_dtype_computes(to) || !sni_dtype_computes(from) || !in_this_file(w, widest)) return;
    loop l = {.name = name, .value = call, .nargs = 1, .mask_bytes = widest, .in = {from}, .out = to};
    snprintf(name, sizeof name, "cast_%s_%s", sni_dtypes[to].abbrev, sni_dtypes[from].abbrev);
    if (to == SNI_BOOL && from == SNI_BOOL) snprintf(call, sizeof call, "a");
    else snprintf(call, sizeof call, "sn_cast_%s_%s(a)", vector(to, widest, v), vector(from, widest, u));
    put_loop(w, &l);
    sni_str_printf(&w->table, "    t->cast[SNI_%s][SNI_%s] = loop_%s;\n", dtype_ids[to], dtype_ids[from], name);
}

/* ---- folds -------------------------------------------------------------------------------------------------
 * P vectors hold the 32 lanes.  What a lane lacks is filled with the reduction's neutral value, which
 * changes no other. */
static const char fold_text[] =
    "static inline ${V} part_${R}_${T}(const ${T} *p, int64_t n)\n"
    "{\n"
    "    int k = n > 0 ? (int)n : 0;\n"
    "    if (n >= ${N}) return sn_load_${V}(p);\n"
    "    return sn_where_${V}(sn_first_${M}(k), sn_load_part_${V}(p, k), sn_neutral_${R}_${V}());\n"
    "}\n\n"
    "static ${T} chunk_${R}_${T}(const ${T} *p, int64_t n)\n"
    "{\n"
    "    ${V} s[${P}];\n"
    "    ${T} first[${N}];\n"
    "    int64_t i = 32;\n"
    "    for (int v = 0; v < ${P}; v++) s[v] = part_${R}_${T}(p + v * ${N}, n - v * ${N});\n"
    "    for (; i + 32 <= n; i += 32)\n"
    "        for (int v = 0; v < ${P}; v++) s[v] = sn_join_${R}_${V}(s[v], sn_load_${V}(p + i + v * ${N}));\n"
    "    if (i < n)\n"
    "        for (int v = 0; v < ${P}; v++) s[v] = sn_join_${R}_${V}(s[v], part_${R}_${T}(p + i + v * ${N}, n - i - v * ${N}));\n"
    "    for (int half = ${P} / 2; half > 0; half /= 2)\n"
    "        for (int v = 0; v < half; v++) s[v] = sn_join_${R}_${V}(s[v], s[v + half]);\n"
    "    sn_store_${V}(first, sn_fold_${R}_${V}(s[0]));\n"
    "    return first[0];\n"
    "}\n\n"
    "static void fold_${R}_${T}(void *out, const void *in, int64_t rows, int64_t n)\n"
    "{\n"
    "    ${T} *o = out;\n"
    "    const ${T} *p = in;\n"
    "    for (int64_t row = 0; row < rows; row++) o[row] = chunk_${R}_${T}(p + row * n, n);\n"
    "}\n\n";

static void put_fold(writer *w, sni_reduction r, sni_dtype t)
{
    const sni_reduction_info *info = &sni_reductions[r];
    char v[16], m[16], n[16], p[16];
    bool made = !(info->rule == SNI_RULE_MEAN); /* mean adds as sum does */
    const char *name = made ? info->name : sni_reductions[SNI_REDUCE_SUM].name;
    bool fits = info->rule == SNI_RULE_LOGICAL ? t == SNI_BOOL : t != SNI_BOOL || info->rule == SNI_RULE_SAME;
    if (!sni_dtype_computes(t) || !fits || !in_this_file(w, bytes_of(t))) return;
    snprintf(m, sizeof m, "m%dv", 8 * bytes_of(t));
    snprintf(n, sizeof n, "%d", w->lanes);
    snprintf(p, sizeof p, "%d", MAX_LANES / w->lanes);
    const sni_fill fills[] = {{"V", vector(t, bytes_of(t), v)}, {"T", sni_dtypes[t].abbrev}, {"M", m}, {"R", name}, {"N", n}, {"P", p}};
    if (made && sni_template_fill(fold_text, fills, SNI_COUNT(fills), &w->loops) < 0) w->loops.status = SN_ERR_INTERNAL;
    sni_str_printf(&w->table, "    t->fold[SNI_REDUCE_%s][SNI_%s] = fold_%s_%s;\n", reduction_ids[r], dtype_ids[t], name, sni_dtypes[t].abbrev);
}

/* ---- files ---------------------------------------------------------------------------------------------------- */
static void put_loops(writer *w)
{
    for (int t = 0; t < SNI_DTYPE_COUNT; t++) {
        for (int op = 0; op < SNI_OP_COUNT; op++) put_element(w, (sni_op)op, (sni_dtype)t);
        for (int from = 0; from < SNI_DTYPE_COUNT; from++) put_cast(w, (sni_dtype)t, (sni_dtype)from);
        for (int r = 0; r < SNI_REDUCTION_COUNT; r++) put_fold(w, (sni_reduction)r, (sni_dtype)t);
    }
}

static int write_loops(const level *l, int lanes, sni_str *out)
{
    writer w = {.level = l, .lanes = lanes};
    put_loops(&w);
    sni_str_printf(out,
        "/* Generated by genloops: loops of the block interpreter, %s, %d lanes. */\n#include \"runtime/cpu/loops.h\"\n\n"
        "#define sn_imports sni_loops_imports_%s_%d\n#define sn_import_slots sni_loops_slots_%s_%d\n\n",
        l->name, lanes, l->name, lanes, l->name, lanes);
    int status = sni_prelude_for(sni_str_text(&w.loops), &l->target, lanes, out);
    sni_str_put(out, sni_str_text(&w.loops));
    sni_str_printf(out, "void sni_loops_fill_%s_%d(sni_loops *t);\nvoid sni_loops_fill_%s_%d(sni_loops *t)\n{\n%s}\n",
                   l->name, lanes, l->name, lanes, sni_str_text(&w.table));
    if (w.loops.status < 0) status = w.loops.status;
    if (w.table.status < 0) status = w.table.status;
    sni_str_free(&w.loops);
    sni_str_free(&w.table);
    return status;
}

/* ---- vector math ------------------------------------------------------------------------------------------------ */
typedef struct names { char *name[512]; int count; } names;

/* SLEEF's finz functions (with fused multiply-add) give the same bits at every width, and so do its cinz. */
typedef struct variant { const char *family, *type, *isa; bool x86; } variant;
static const variant variants[] = {
    {"finz", "f1", "purecfma", false}, {"finz", "d1", "purecfma", false},
    {"finz", "f4", "avx2128", true},   {"finz", "d2", "avx2128", true},
    {"finz", "f8", "avx2", true},      {"finz", "d4", "avx2", true},
    {"finz", "f16", "avx512f", true},  {"finz", "d8", "avx512f", true},
    {"cinz", "f1", "purec", true},     {"cinz", "d1", "purec", true},
    {"cinz", "f4", "sse2", true},      {"cinz", "d2", "sse2", true},
};

static void add_name(names *n, const variant *v, const char *function, int length, const char *ulp)
{
    char text[96];
    snprintf(text, sizeof text, "Sleef_%s_%.*s%s_%s%s", v->family, length, function, v->type, ulp, v->isa);
    for (int i = 0; i < n->count; i++)
        if (!strcmp(n->name[i], text)) return;
    if (n->count < (int)SNI_COUNT(n->name)) n->name[n->count++] = strdup(text);
}

/* Calls look like sn_call1_exp_u10_$V. */
static void find_calls(const char *text, bool x86, names *n)
{
    static const char mark[] = "sn_call";
    for (const char *at = text; (at = strstr(at, mark)) != NULL;) {
        char ulp[4] = "";
        at += sizeof mark - 1;
        if ((at[0] != '1' && at[0] != '2') || at[1] != '_') continue;
        const char *function = at + 2, *end = strstr(function, "_u");
        if (end == NULL || memchr(function, '$', (size_t)(end - function)) != NULL) continue;
        memcpy(ulp, end + 1, 3);
        for (size_t i = 0; i < SNI_COUNT(variants); i++)
            if (x86 || !variants[i].x86) add_name(n, &variants[i], function, (int)(end - function), ulp);
    }
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Sorted, for a binary search. */
static void put_names(const char *text, bool x86, sni_str *out)
{
    names n = {.count = 0};
    find_calls(text, x86, &n);
    qsort(n.name, (size_t)n.count, sizeof n.name[0], compare);
    for (int i = 0; i < n.count; i++) sni_str_printf(out, "extern void %s(void);\n", n.name[i]);
    sni_str_put(out, "static const vmath_row vmath_rows[] = {\n");
    for (int i = 0; i < n.count; i++) sni_str_printf(out, "    {\"%s\", %s},\n", n.name[i], n.name[i]);
    sni_str_put(out, "};\n");
    for (int i = 0; i < n.count; i++) free(n.name[i]);
}

static int write_vmath(sni_str *out)
{
    const char *text = sni_template("c/prelude_math.c");
    if (text == NULL) return sni_fail(SN_ERR_INTERNAL, "genloops: the prelude is missing");
    sni_str_put(out, "/* Generated by genloops from the prelude: the vector math functions that it may import. */\n#ifdef __x86_64__\n");
    put_names(text, true, out);
    sni_str_put(out, "#else\n");
    put_names(text, false, out);
    sni_str_put(out, "#endif\n");
    return out->status;
}

static int run(int argc, char **argv, sni_str *out)
{
    if (argc == 3 && !strcmp(argv[1], "vmath")) return write_vmath(out);
    if (argc == 5 && !strcmp(argv[1], "loops"))
        for (size_t i = 0; i < SNI_COUNT(levels); i++)
            if (!strcmp(levels[i].name, argv[2])) return write_loops(&levels[i], atoi(argv[3]), out);
    return sni_fail(SN_ERR_ARGUMENT, "usage: genloops loops LEVEL LANES FILE | vmath FILE");
}

/* A file that already says this is left alone: what depends on it need not be compiled again. */
static bool already_there(const char *path, const sni_str *text)
{
    char *data = NULL;
    size_t size;
    bool same = sni_file_read(path, text->len + 1, &data, &size) >= 0 && size == text->len && !memcmp(data, sni_str_text(text), size);
    free(data);
    return same;
}

int main(int argc, char **argv)
{
    sni_str out = {0};
    int status = run(argc, argv, &out);
    if (status >= 0 && !already_there(argv[argc - 1], &out))
        status = sni_file_write(argv[argc - 1], sni_str_text(&out), out.len, false);
    if (status < 0) fprintf(stderr, "%s\n", sni_error_message());
    sni_str_free(&out);
    return status < 0;
}
