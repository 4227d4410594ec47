/* C emitter: the functions around a kernel's blocks, from the templates in templates/c. */
#include "codegen/emit_c.h"
#include "codegen/filling.h"

#include <string.h>

static void put_template(sni_cgen *g, const char *name, sni_filling *f, sni_str *out)
{
    int status = sni_filling_put(f, name, out);
    if (status < 0 && g->status >= 0) g->status = status;
}

/* ---- reductions of a pass ---------------------------------------------------------------------------- */
static bool next_reduction(const sni_cgen *g, int pass, int32_t *v)
{
    for (++*v; *v < g->k->ninstrs; ++*v)
        if (g->k->instrs[*v].op == SNI_K_REDUCE && g->k->instrs[*v].pass == pass) return true;
    return false;
}

static bool pass_reduces(const sni_cgen *g, int pass)
{
    int32_t v = -1;
    return next_reduction(g, pass, &v);
}

static void put_empty(sni_cgen *g, int32_t v, sni_str *out)
{
    char own[SNI_KREDUCE_NAME];
    const sni_kinstr *in = &g->k->instrs[v];
    const char *type = sni_cgen_value_type(g, v);
    if (in->code == SNI_REDUCE_FORMULA) sni_str_printf(out, "sn_neutral_%s_%s()", sni_kreduce_name(in, own), type);
    else sni_str_printf(out, "sn_splat_%s(%d)", type, (int)sni_reductions[in->code].identity);
}

/* Writes `format` once for each reduction of a pass: %T type, %S slot, %R reduction, %V value, %E the value of no element. */
static void each_reduction(sni_cgen *g, int pass, const char *format, sni_str *out)
{
    for (int32_t v = -1; next_reduction(g, pass, &v);) {
        char own[SNI_KREDUCE_NAME];
        const sni_kinstr *in = &g->k->instrs[v];
        for (const char *at = format; *at; at++) {
            if (*at != '%') {
                sni_str_putc(out, *at);
                continue;
            }
            switch (*++at) {
            case 'T': sni_str_put(out, sni_cgen_value_type(g, v)); break;
            case 'S': sni_str_printf(out, "%d", in->slot); break;
            case 'R': sni_str_put(out, sni_kreduce_name(in, own)); break;
            case 'V': sni_str_printf(out, "%d", v); break;
            case 'E': put_empty(g, v, out); break;
            default: sni_str_putc(out, *at); break;
            }
        }
    }
}

/* ---- blocks as functions --------------------------------------------------------------------------------- */
static const char INLINE[] = "static inline __attribute__((always_inline)) void ";

static sni_block kept_block(const sni_cgen *g, int pass)
{
    bool map = g->k->pattern == SNI_PATTERN_MAP;
    return (sni_block){map || g->columns ? SNI_STYLE_KEPT : SNI_STYLE_ROW, SNI_X, map ? -1 : pass, false, !g->split};
}

static void put_kept(sni_cgen *g, int pass, sni_str *out)
{
    const sni_block b = kept_block(g, pass);
    if (!sni_cgen_has(g, &b)) return;
    bool along = b.style == SNI_STYLE_KEPT;
    sni_str body = {0};
    sni_cgen_block(g, &b, &body);
    if (along) sni_str_put(out, "/* One vector of kept elements, from i on; n of them are there. */\n");
    sni_str_printf(out, "%skept%d(struct row *k%s%s)\n{\n", INLINE, pass, g->columns ? ", int c" : "",
                   along ? ", i64 i, int n" : "");
    sni_cgen_unused(sni_str_text(&body), !along ? "k" : g->columns ? "k c i n" : "k i n", out);
    sni_str_printf(out, "%s}\n\n", sni_str_text(&body));
    sni_str_free(&body);
}

/* XR instructions of a pass, over one vector. */
static void put_step(sni_cgen *g, int pass, sni_str *out)
{
    sni_style style = g->columns ? SNI_STYLE_COLUMN : g->ragged ? SNI_STYLE_RAGGED : SNI_STYLE_REDUCED;
    const sni_block b = {style, SNI_XR, pass, false, true};
    sni_str body = {0};
    sni_cgen_block(g, &b, &body);
    sni_str_put(out, g->columns ? "/* One vector of columns, from i on, of row r; n of them are there. */\n"
                                : "/* One vector of reduced elements, from r on; n of them are there. */\n");
    sni_str_printf(out, "%sstep%d(const struct row *k%s%s, i64 r, int n", INLINE, pass,
                   g->ragged ? ", const struct run *q" : "", g->columns ? ", int c, i64 i" : "");
    each_reduction(g, pass, ", %T *a%S", out);
    sni_str_put(out, ")\n{\n");
    sni_cgen_unused(sni_str_text(&body), "k r n", out);
    if (g->columns) sni_cgen_unused(sni_str_text(&body), "c i", out);
    if (g->ragged) sni_cgen_unused(sni_str_text(&body), "q", out);
    sni_str_printf(out, "%s}\n\n", sni_str_text(&body));
    sni_str_free(&body);
}

/* ---- passes ---------------------------------------------------------------------------------------------------- */
static void put_pass_number(sni_filling *f, int pass)
{
    sni_str_printf(sni_filling_key(f, "p"), "%d", pass);
}

static void put_rows_chunk(sni_cgen *g, int pass, sni_str *out)
{
    sni_filling f = {0};
    const char *acc = g->ragged ? "        b%S[v] = sn_neutral_%R_%T();\n" : "        a%S[v] = sn_neutral_%R_%T();\n";
    put_pass_number(&f, pass);
    each_reduction(g, pass, ", %T *f%S", sni_filling_key(&f, "results"));
    each_reduction(g, pass, "    %T a%S[32 / N];\n", sni_filling_key(&f, "declare"));
    each_reduction(g, pass, "    %T b%S[32 / N];\n", sni_filling_key(&f, "declare_part"));
    each_reduction(g, pass, acc, sni_filling_key(&f, "neutral"));
    each_reduction(g, pass, ", &a%S[v]", sni_filling_key(&f, "whole"));
    each_reduction(g, pass, ", &b%S[v]", sni_filling_key(&f, "part"));
    each_reduction(g, pass, "        b%S[v] = a%S[v];\n", sni_filling_key(&f, "copy"));
    each_reduction(g, pass, "            b%S[v] = sn_join_%R_%T(b%S[v], b%S[v + w]);\n", sni_filling_key(&f, "join"));
    each_reduction(g, pass, "    *f%S = sn_fold_%R_%T(b%S[0]);\n", sni_filling_key(&f, "fold"));
    put_template(g, g->ragged ? "c/ragged_chunk.c" : "c/rows_chunk.c", &f, out);
    sni_str_putc(out, '\n');
}

static void put_rows_pass(sni_cgen *g, int pass, sni_str *out)
{
    sni_filling f = {0};
    put_pass_number(&f, pass);
    if (pass_reduces(g, pass)) {
        each_reduction(g, pass, "    %T s%S[54];\n", sni_filling_key(&f, "stacks"));
        each_reduction(g, pass, "        %T f%S;\n", sni_filling_key(&f, "declare"));
        each_reduction(g, pass, ", &f%S", sni_filling_key(&f, "results"));
        each_reduction(g, pass, "        sn_push_%R_%T(s%S, chunks, f%S);\n", sni_filling_key(&f, "push"));
        each_reduction(g, pass, "    k->t%V = chunks ? sn_total_%R_%T(s%S, chunks) : %E;\n",
                       sni_filling_key(&f, "total"));
        put_template(g, "c/rows_pass.c", &f, out);
    } else {
        put_template(g, g->ragged ? "c/ragged_plain.c" : "c/rows_plain.c", &f, out);
    }
    sni_str_putc(out, '\n');
}

/* Places in the reduced space for kernels with several reduced dims. */
static void put_run_keys(sni_cgen *g, sni_filling *f, bool from_start)
{
    sni_str *begin = sni_filling_key(f, "run_start"), *next = sni_filling_key(f, "run_next"), *address = sni_filling_key(f, "run_address");
    if (!g->ragged) return;
    sni_str_printf(begin, "    struct run q;\n    run_seek(&q, geo, %s);\n", from_start ? "0" : "r");
    sni_str_printf(next, "%srun_skip(&q, geo, 1);\n", from_start ? "        " : "            ");
    sni_str_put(address, "&q,");
}

static void put_columns_chunk(sni_cgen *g, int pass, sni_str *out)
{
    sni_filling f = {0};
    put_pass_number(&f, pass);
    put_run_keys(g, &f, false);
    sni_str_put(sni_filling_key(&f, "run_parameter"), g->ragged ? "const struct run *q," : "");
    sni_str_put(sni_filling_key(&f, "run_argument"), g->ragged ? "q," : "");
    each_reduction(g, pass, ", %T *f%S", sni_filling_key(&f, "results"));
    each_reduction(g, pass, "    %T a%S[32][C];\n", sni_filling_key(&f, "declare"));
    each_reduction(g, pass, "            a%S[j][c] = sn_neutral_%R_%T();\n", sni_filling_key(&f, "neutral"));
    each_reduction(g, pass, ", %T *a%S", sni_filling_key(&f, "lanes_parameters"));
    each_reduction(g, pass, "    %T l%S = *a%S;\n", sni_filling_key(&f, "load"));
    each_reduction(g, pass, ", &l%S", sni_filling_key(&f, "lane_arguments"));
    each_reduction(g, pass, "    *a%S = l%S;\n", sni_filling_key(&f, "store"));
    each_reduction(g, pass, ", &a%S[j][c]", sni_filling_key(&f, "arguments"));
    each_reduction(g, pass, "                a%S[j][c] = sn_join_%R_%T(a%S[j][c], a%S[j + w][c]);\n", sni_filling_key(&f, "join"));
    each_reduction(g, pass, "        f%S[c] = a%S[0][c];\n", sni_filling_key(&f, "fold"));
    put_template(g, "c/columns_chunk.c", &f, out);
    sni_str_putc(out, '\n');
}

static void put_columns_pass(sni_cgen *g, int pass, sni_str *out)
{
    sni_filling f = {0};
    put_pass_number(&f, pass);
    if (pass_reduces(g, pass)) {
        each_reduction(g, pass, "    %T s%S[C][54];\n", sni_filling_key(&f, "stacks"));
        each_reduction(g, pass, "        %T f%S[C];\n", sni_filling_key(&f, "declare"));
        each_reduction(g, pass, ", f%S", sni_filling_key(&f, "results"));
        each_reduction(g, pass, "            sn_push_%R_%T(s%S[c], chunks, f%S[c]);\n", sni_filling_key(&f, "push"));
        each_reduction(g, pass, "        k->t%V[c] = chunks ? sn_total_%R_%T(s%S[c], chunks) : %E;\n",
                       sni_filling_key(&f, "total"));
        put_template(g, "c/columns_pass.c", &f, out);
    } else {
        put_run_keys(g, &f, true);
        put_template(g, "c/columns_plain.c", &f, out);
    }
    sni_str_putc(out, '\n');
}

static void put_passes(sni_cgen *g, sni_str *out)
{
    sni_filling f = {0};
    if (g->ragged) put_template(g, "c/ragged.c", &f, out);
    if (g->ragged && !g->columns) put_template(g, "c/ragged_take.c", &f, out);
    for (int pass = 0; pass < g->k->npasses; pass++) {
        put_kept(g, pass, out);
        put_step(g, pass, out);
        if (pass_reduces(g, pass)) (g->columns ? put_columns_chunk : put_rows_chunk)(g, pass, out);
        if (!g->split) (g->columns ? put_columns_pass : put_rows_pass)(g, pass, out);
    }
    if (!g->split) put_kept(g, g->k->npasses, out);
}

/* ---- entry points ------------------------------------------------------------------------------------------- */
/* Calls of the X block before a pass. */
static void call_kept(sni_cgen *g, int pass, const char *indent, const char *row, sni_str *out)
{
    const sni_block b = kept_block(g, pass);
    if (!sni_cgen_has(g, &b)) return;
    if (g->columns)
        sni_str_printf(out, "%sfor (int c = 0; c * N < width; c++) kept%d(%s, c, i + c * N, width - c * N < N ? width - c * N : N);\n",
                       indent, pass, row);
    else
        sni_str_printf(out, "%skept%d(%s);\n", indent, pass, row);
}

static void call_passes(sni_cgen *g, sni_str *out)
{
    const char *indent = g->columns ? "    " : "        ", *row = g->columns ? "k" : "&k";
    for (int pass = 0; pass <= g->k->npasses; pass++) {
        call_kept(g, pass, indent, row, out);
        if (pass < g->k->npasses)
            sni_str_printf(out, "%spass%d(%s, geo%s);\n", indent, pass, row, g->columns ? ", i, width" : "");
    }
}

/* Stores of a row go past the caches when all of them are aligned. */
static void put_stream_check(sni_cgen *g, sni_str *out)
{
    bool map = g->k->pattern == SNI_PATTERN_MAP;
    sni_filling f = {0};
    const char *first = NULL;
    sni_str *aligned = sni_filling_key(&f, "aligned");
    for (int o = 0; o < g->k->noperands; o++) {
        if (!sni_cgen_streams(g, o)) continue;
        const char *name = g->name[o];
        sni_str_put(aligned, first ? "\n            && " : "");
        if (map) sni_str_printf(aligned, "(u64)(k.%s + i + head) %% (N * sizeof *k.%s) == 0", name, name);
        else if (g->columns)
            sni_str_printf(aligned, "((u64)(k.%s + i) | (u64)k.%sr * sizeof *k.%s) %% (N * sizeof *k.%s) == 0", name, name, name, name);
        else sni_str_printf(aligned, "(u64)k.%s %% (N * sizeof *k.%s) == 0", name, name);
        if (!first) first = name;
    }
    if (!first) {
        if (g->stream) sni_str_put(out, "        k.stream = 0;\n");
        sni_str_free(aligned);
        return;
    }
    if (map) {
        sni_str_printf(sni_filling_key(&f, "first"), "k.%s", first);
        put_template(g, "c/map_stream.c", &f, out);
        return;
    }
    sni_str_printf(out, "        k.stream = %s;\n", sni_str_text(aligned));
    sni_str_free(aligned);
}

/* Whether an operand that is strided along a row is contiguous down the rows: half a band of them shares its cache lines. */
static bool has_bands(const sni_kernel *k)
{
    for (int o = 0; o < k->noperands && k->nx > 1; o++) {
        const sni_operand *operand = &k->operands[o];
        if (operand->kind != SNI_OPERAND_INDEX && operand->access[k->nx - 1] == SNI_ACCESS_STRIDED &&
            operand->access[k->nx - 2] == SNI_ACCESS_UNIT)
            return true;
    }
    return false;
}

/* Past the caches where the rows of all outputs begin aligned. */
static void put_band_stream(const sni_cgen *g, sni_str *out)
{
    const char *join = "";
    if (!g->stream) return;
    sni_str_put(out, "                rows[r].stream = ");
    for (int o = 0; o < g->k->noperands; o++) {
        if (!sni_cgen_streams(g, o)) continue;
        sni_str_printf(out, "%s(u64)rows[r].%s %% (N * sizeof *rows[r].%s) == 0", join, g->name[o], g->name[o]);
        join = " && ";
    }
    sni_str_put(out, *join ? ";\n" : "0;\n");
}

static void put_bands(sni_cgen *g, sni_str *out)
{
    sni_filling f = {0};
    if (!has_bands(g->k)) return;
    put_band_stream(g, sni_filling_key(&f, "stream"));
    put_template(g, "c/map_bands.c", &f, out);
}

static void put_kernel(sni_cgen *g, sni_str *out)
{
    sni_filling f = {0};
    put_stream_check(g, sni_filling_key(&f, "stream"));
    if (g->k->pattern == SNI_PATTERN_MAP) put_bands(g, sni_filling_key(&f, "bands"));
    sni_str_put(sni_filling_key(&f, "fence"), g->stream ? "    __builtin_ia32_sfence();\n" : "");
    if (g->k->pattern == SNI_PATTERN_MAP) {
        put_template(g, "c/map.c", &f, out);
        return;
    }
    call_passes(g, sni_filling_key(&f, "passes"));
    put_template(g, g->columns ? "c/columns.c" : "c/rows.c", &f, out);
}

static void put_split_kernel(sni_cgen *g, sni_str *out)
{
    sni_filling f = {0};
    if (g->columns) {
        call_kept(g, 0, "            ", "&k", sni_filling_key(&f, "kept"));
        each_reduction(g, 0, "                %T f%S[C];\n", sni_filling_key(&f, "declare"));
        each_reduction(g, 0, ", f%S", sni_filling_key(&f, "results"));
        each_reduction(g, 0, "                    sn_store_n_%T(k.part%S + at, f%S[c], n);\n", sni_filling_key(&f, "save"));
        put_template(g, "c/split_columns.c", &f, out);
        return;
    }
    call_kept(g, 0, "        ", "&k", sni_filling_key(&f, "kept"));
    each_reduction(g, 0, "            %T f%S;\n", sni_filling_key(&f, "declare"));
    each_reduction(g, 0, ", &f%S", sni_filling_key(&f, "results"));
    each_reduction(g, 0, "            sn_put_%T(k.part%S + c * nx + x, f%S);\n", sni_filling_key(&f, "save"));
    put_template(g, "c/split_rows.c", &f, out);
}

static void put_finish(sni_cgen *g, sni_str *out)
{
    const sni_block b = {SNI_STYLE_KEPT, SNI_X, -1, true, true};
    sni_str body = {0};
    sni_cgen_block(g, &b, &body);
    sni_str_printf(out, "/* One vector of results: flat position x, element i of its row; n of them are there. */\n"
                        "%sfinish(const struct row *k, i64 chunks, i64 nx, i64 x, i64 i, int n)\n{\n", INLINE);
    sni_cgen_unused(sni_str_text(&body), "k chunks nx x i n", out);
    sni_str_printf(out, "%s}\n\n", sni_str_text(&body));
    sni_str_free(&body);
    sni_filling f = {0};
    put_template(g, "c/finish.c", &f, out);
}

int sni_cgen_functions(sni_cgen *g, sni_str *out)
{
    sni_cgen_formulas(g, out);
    if (g->k->pattern == SNI_PATTERN_MAP) put_kept(g, 0, out);
    else put_passes(g, out);
    if (!g->split) {
        put_kernel(g, out);
        return g->status;
    }
    put_split_kernel(g, out);
    put_finish(g, out);
    return g->status;
}
