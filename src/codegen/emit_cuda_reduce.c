/* CUDA C emitter: kernels with reductions.
 *
 * ROWS        lanes of a warp for each kept element, as many as a short row has elements; a block where the row is
 *             longer than a chunk, whose warps join what they have in shared memory.
 * COLUMNS     a block for 32 kept elements, a thread for each of their 32 lanes; chunks fold across warps after
 *             the block's tile has been turned over in shared memory.
 *             Columns of a few elements: a thread for each.
 * SPLIT_*     the same for parts of the reduced space, to scratch; sn_finish joins the parts.
 *
 * Lane = r mod 32, which is the order of additions itself.  What later passes need of a short row stays in
 * registers (emit_cuda_held.c). */
#include "codegen/emit_cuda.h"

#include <stdio.h>

#define UNROLL_INSTRS 64 /* kernels up to here have four loads in flight */

/* ---- reductions of a pass ------------------------------------------------------------------------------------ */

static bool next_reduction(const sni_cuda *g, int pass, int32_t *v)
{
    for (++*v; *v < g->k->ninstrs; ++*v)
        if (g->k->instrs[*v].op == SNI_K_REDUCE && g->k->instrs[*v].pass == pass) return true;
    return false;
}

static bool pass_reduces(const sni_cuda *g, int pass)
{
    int32_t v = -1;
    return next_reduction(g, pass, &v);
}

/* Writes `format` once for each reduction of a pass: %T type, %S slot, %R reduction, %V value. */
static void each_reduction(const sni_cuda *g, int pass, const char *format, sni_str *out)
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
            case 'T': sni_str_put(out, sni_cuda_type((sni_dtype)in->dtype)); break;
            case 'S': sni_str_printf(out, "%d", in->slot); break;
            case 'R': sni_str_put(out, sni_kreduce_name(in, own)); break;
            case 'V': sni_str_printf(out, "%d", v); break;
            default: sni_str_putc(out, *at); break;
            }
        }
    }
}

static void put_step(sni_cuda *g, int pass, const char *indent, sni_str *out)
{
    sni_str body = {0};
    sni_cuda_statements(g, &(sni_cuda_block){SNI_XR, pass, true, indent, NULL}, &body);
    sni_cuda_coordinates(g->k->nx, g->k->nr, "r", indent, sni_str_text(&body), out);
    sni_str_put(out, sni_str_text(&body));
    if (body.status < 0) g->status = body.status;
    sni_str_free(&body);
}

/* ---- what stays in registers ---------------------------------------------------------------------------------- */

static bool pass_holds(const sni_cuda *g, int pass)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++)
        if (g->k->instrs[v].pass == pass && sni_cuda_is_held(g, &g->k->instrs[v])) return true;
    return false;
}

/* The loop that loads an operand's row. */
static void put_row(sni_cuda *g, int o, sni_str *out)
{
    sni_filling f = {0};
    sni_str_put(sni_filling_key(&f, "type"), sni_cuda_type((sni_dtype)g->k->operands[o].dtype));
    sni_str_printf(sni_filling_key(&f, "o"), "%d", o);
    sni_str_printf(sni_filling_key(&f, "held"), "%d", g->held.elements);
    sni_str *load = sni_filling_key(&f, "load");
    sni_str_printf(load, "%s[", g->names.name[o]);
    sni_cuda_address(g, o, SNI_XR, load);
    sni_str_putc(load, ']');
    sni_cuda_coordinates(g->k->nx, g->k->nr, "r", "            ", sni_str_text(load),
                         sni_filling_key(&f, "seat"));
    sni_str_put(sni_filling_key(&f, "r"), g->k->few ? "u" : "begin + u * 32 + lane");
    sni_str_put(sni_filling_key(&f, "there"), g->k->few ? "r < reduced" : "here && r < end");
    sni_cuda_put(g, &f, "cuda/row.cu", out);
}

/* What a pass is the first to need: rows, and room for stages. */
static void put_held(sni_cuda *g, int pass, sni_str *out)
{
    for (int o = 0; o < g->k->noperands; o++) {
        int first = -1;
        for (int32_t v = g->k->ninstrs; g->held.operand[o] && v-- > 0;) {
            const sni_kinstr *in = &g->k->instrs[v];
            if (in->op == SNI_K_LOAD && in->slot == o && sni_cuda_is_held(g, in)) first = in->pass;
        }
        if (first == pass) put_row(g, o, out);
    }
    for (int32_t v = 0; v < g->k->ninstrs; v++) {
        const sni_kinstr *in = &g->k->instrs[v];
        if (in->op == SNI_K_STAGE && in->pass == pass && sni_cuda_is_held(g, in))
            sni_str_printf(out, "        %s stage%d[%d];\n",
                           sni_cuda_type((sni_dtype)g->k->instrs[in->arg[0]].dtype), in->slot,
                           g->held.elements);
    }
}

/* ---- passes ------------------------------------------------------------------------------------------------------- */

/* From the chunks' stack, or the one chunk's lanes, to the result in all threads of a row. */
static void put_total(sni_cuda *g, int pass, bool held, sni_str *out)
{
    const char *turned = g->columns ? "        %T t%V = sn_turn_%T(tile[turns++ & 1], " : "        %T t%V = ";
    sni_str format = {0};
    if (held && g->columns) sni_str_put(&format, "        a%S = sn_turn_%T(tile[turns++ & 1], a%S);\n");
    sni_str_put(&format, turned);
    if (held)
        sni_str_put(&format, g->columns ? "sn_fold_%R_%T(a%S, 32)" : "sn_fold_%R_%T(a%S, width)");
    else
        sni_str_printf(&format, "sn_total_%%R_%%T(s%%S, chunks%d)", pass);
    sni_str_put(&format, g->columns ? ");\n" : ";\n");
    if (!g->columns)
        sni_str_put(&format, g->split ? "        t%V = sn_warps_%R_%T(joined, t%V);\n"
                                      : "        if (whole) t%V = sn_warps_%R_%T(joined, t%V);\n");
    each_reduction(g, pass, sni_str_text(&format), out);
    if (format.status < 0) g->status = format.status;
    sni_str_free(&format);
}

static void put_chunks(sni_cuda *g, int pass, sni_filling *f)
{
    const char *push = g->columns ? "            a%S = sn_turn_%T(tile[turns++ & 1], a%S);\n" : "",
               *width = g->columns || g->split ? "32" : "width";
    sni_str format = {0};
    each_reduction(g, pass, "        %T s%S = sn_neutral_%R_%T();\n", sni_filling_key(f, "stack"));
    each_reduction(g, pass, "            %T a%S = sn_neutral_%R_%T();\n", sni_filling_key(f, "neutral"));
    sni_str_put(sni_filling_key(f, "unroll"), g->k->ninstrs <= UNROLL_INSTRS ? "4" : "1");
    put_step(g, pass, "                ", sni_filling_key(f, "step"));
    sni_str_printf(&format,
                   "%s            s%%S = sn_push_%%R_%%T(s%%S, chunks%d, sn_fold_%%R_%%T(a%%S, %s));\n", push,
                   pass, width);
    each_reduction(g, pass, sni_str_text(&format), sni_filling_key(f, "push"));
    if (format.status < 0) g->status = format.status;
    sni_str_free(&format);
    put_total(g, pass, false, sni_filling_key(f, "total"));
}

/* Whether anything runs over the reduced elements after the last reduction. */
static bool pass_runs(const sni_cuda *g, int pass)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++)
        if (g->k->instrs[v].pass == pass && g->k->instrs[v].level == SNI_XR) return true;
    return false;
}

/* A thread has all lanes. */
static void put_few(sni_cuda *g, int pass, sni_str *out)
{
    sni_filling f = {0};
    sni_str lanes = {0}, total = {0};
    sni_str_printf(&lanes, "        %%T a%%S[%d];\n", g->held.elements);
    sni_str_printf(&total, "        const %%T t%%V = sn_halves_%%R_%%T(a%%S, %d);\n", g->held.elements);
    sni_str_printf(sni_filling_key(&f, "p"), "%d", pass);
    sni_str_printf(sni_filling_key(&f, "held"), "%d", g->held.elements);
    put_held(g, pass, sni_filling_key(&f, "row"));
    each_reduction(g, pass, sni_str_text(&lanes), sni_filling_key(&f, "lanes"));
    each_reduction(g, pass, "            a%S[u] = sn_neutral_%R_%T();\n", sni_filling_key(&f, "neutral"));
    put_step(g, pass, "                ", sni_filling_key(&f, "step"));
    each_reduction(g, pass, sni_str_text(&total), sni_filling_key(&f, "total"));
    sni_cuda_put(g, &f, "cuda/pass_few.cu", out);
    sni_str_free(&lanes);
    sni_str_free(&total);
}

static void put_pass(sni_cuda *g, int pass, sni_str *out)
{
    sni_filling f = {0};
    bool holds = pass_holds(g, pass), reduces = pass_reduces(g, pass);
    sni_str_printf(sni_filling_key(&f, "p"), "%d", pass);
    if (holds) {
        sni_str_printf(sni_filling_key(&f, "held"), "%d", g->held.elements);
        put_held(g, pass, sni_filling_key(&f, "row"));
        each_reduction(g, pass, "        %T a%S = sn_neutral_%R_%T();\n", sni_filling_key(&f, "neutral"));
        put_step(g, pass, "                ", sni_filling_key(&f, "step"));
        put_total(g, pass, true, sni_filling_key(&f, "total"));
    } else if (reduces) {
        put_chunks(g, pass, &f);
    } else {
        put_step(g, pass, "            ", sni_filling_key(&f, "step"));
    }
    sni_cuda_put(g, &f, holds ? "cuda/pass_held.cu" : reduces ? "cuda/pass.cu" : "cuda/pass_plain.cu", out);
}

static void put_passes(sni_cuda *g, sni_str *out)
{
    for (int pass = 0; pass <= g->k->npasses; pass++) {
        sni_cuda_statements(g, &(sni_cuda_block){SNI_X, pass, true, "        ", NULL}, out);
        if (pass < g->k->npasses || pass_runs(g, pass)) (g->k->few ? put_few : put_pass)(g, pass, out);
    }
}

/* Other stages lie in scratch, those of one row (of one block of columns) together, 8 bytes an element. */
static void put_stages(const sni_cuda *g, sni_str *out)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++) {
        const sni_kinstr *in = &g->k->instrs[v];
        if (in->op != SNI_K_STAGE || sni_cuda_is_held(g, in)) continue;
        const char *type = sni_cuda_type((sni_dtype)g->k->instrs[in->arg[0]].dtype);
        sni_str_printf(
            out, "    %s *const stage%d = (%s *)((char *)p->scratch + ((u64)%s * %d + %d) * reduced * %d);\n",
            type, in->slot, type, g->columns ? "blockIdx.x" : "(blockIdx.x * rows + seat)", g->k->nstages,
            in->slot, g->columns ? 8 * 32 : 8);
    }
}

/* ---- entry points --------------------------------------------------------------------------------------------------- */

/* `users` is the text of the loop's body. */
static void put_common_keys(sni_cuda *g, const char *users, sni_filling *f)
{
    sni_cuda_operands(g, users, sni_filling_key(f, "operands"));
    sni_cuda_statements(g, &(sni_cuda_block){SNI_UNIFORM, -1, true, "    ", users},
                        sni_filling_key(f, "uniform"));
    sni_cuda_product(0, g->k->nx, sni_filling_key(f, "kept"));
    sni_cuda_product(g->k->nx, g->k->nr, sni_filling_key(f, "reduced"));
    sni_cuda_coordinates(0, g->k->nx, "x", "        ", users, sni_filling_key(f, "seat"));
}

/* The thread that stores what is kept. */
static void put_keeper(const char *users, const char *is, sni_filling *f)
{
    sni_str *out = sni_filling_key(f, "keeper");
    if (sni_cgen_names(users, "keeper")) sni_str_printf(out, "        const b8 keeper = %s;\n", is);
}

static void put_kernel(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    sni_str *passes = sni_filling_key(&f, "passes");
    put_passes(g, passes);
    put_common_keys(g, sni_str_text(passes), &f);
    put_keeper(sni_str_text(passes), g->columns ? "here && lane == 0" : "here && begin + lane == 0", &f);
    put_stages(g, sni_filling_key(&f, "stages"));
    sni_cuda_put(g, &f, g->k->few ? "cuda/few.cu" : g->columns ? "cuda/columns.cu" : "cuda/rows.cu", out);
}

/* The parts of reduction S, part-major. */
#define PART "((%T *)((char *)p->scratch + %S * parts * kept * 8))"

static void put_split_kernel(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    sni_str step = {0}, *pass = sni_filling_key(&f, "pass");
    put_step(g, 0, "", &step);
    sni_cuda_statements(g, &(sni_cuda_block){SNI_X, 0, false, "        ", sni_str_text(&step)}, pass);
    sni_str_free(&step);
    put_pass(g, 0, pass);
    each_reduction(g, 0,
                   g->columns ? "        if (here && lane == 0) " PART "[part * kept + x] = t%V;\n"
                              : "        if (threadIdx.x == 0) " PART "[part * kept + x] = t%V;\n",
                   pass);
    put_common_keys(g, sni_str_text(pass), &f);
    sni_cuda_put(g, &f, g->columns ? "cuda/split_columns.cu" : "cuda/split_rows.cu", out);
}

/* A block for each result, whatever made the parts. */
static void put_finish(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    bool columns = g->columns;
    g->columns = false;
    sni_str *kept_all = sni_filling_key(&f, "kept_all");
    sni_cuda_statements(g, &(sni_cuda_block){SNI_X, -1, true, "        ", ""}, kept_all);
    put_common_keys(g, sni_str_text(kept_all), &f);
    put_keeper(sni_str_text(kept_all), "threadIdx.x == 0", &f);
    each_reduction(g, 0, "        %T s%S = sn_neutral_%R_%T();\n", sni_filling_key(&f, "stack"));
    each_reduction(g, 0,
                   "            const %T a%S = i < end ? " PART "[i * kept + x] : sn_neutral_%R_%T();\n"
                   "            s%S = sn_push_%R_%T(s%S, blocks, sn_pairs_%R_%T(a%S));\n",
                   sni_filling_key(&f, "part"));
    each_reduction(g, 0, "        const %T t%V = sn_warps_%R_%T(joined, sn_total_%R_%T(s%S, blocks));\n",
                   sni_filling_key(&f, "total"));
    sni_cuda_put(g, &f, "cuda/finish.cu", out);
    g->columns = columns;
}

void sni_cuda_reduce(sni_cuda *g, sni_str *out)
{
    sni_cuda_formulas(g, out);
    if (!g->split) {
        put_kernel(g, out);
        return;
    }
    put_split_kernel(g, out);
    put_finish(g, out);
}
