/* CUDA C emitter: kernels with reductions.
 *
 * ROWS        a warp for each kept element; lane = r mod 32, which is the order of additions itself.
 * COLUMNS     a block for 32 kept elements, a thread for each of their 32 lanes; chunks fold across warps after
 *             the block's tile has been turned over in shared memory.
 * SPLIT_*     the same for parts of the reduced space, to scratch; sn_finish joins the parts. */
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

/* Writes `format` once for each reduction of a pass: %T type, %S slot, %R reduction, %V value, %I identity. */
static void each_reduction(const sni_cuda *g, int pass, const char *format, sni_str *out)
{
    for (int32_t v = -1; next_reduction(g, pass, &v);) {
        const sni_kinstr *in = &g->k->instrs[v];
        for (const char *at = format; *at; at++) {
            if (*at != '%') {
                sni_str_putc(out, *at);
                continue;
            }
            switch (*++at) {
            case 'T': sni_str_put(out, sni_cuda_type((sni_dtype)in->dtype)); break;
            case 'S': sni_str_printf(out, "%d", in->slot); break;
            case 'R': sni_str_put(out, sni_reductions[in->code].name); break;
            case 'V': sni_str_printf(out, "%d", v); break;
            case 'I': sni_str_printf(out, "%d", (int)sni_reductions[in->code].identity); break;
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

/* Keys of the loop over chunks, `chunks` being its counter. */
static void put_chunk_keys(sni_cuda *g, int pass, const char *chunks, sni_filling *f)
{
    each_reduction(g, pass, "        %T s%S = sn_neutral_%R_%T();\n", sni_filling_key(f, "stack"));
    each_reduction(g, pass, "            %T a%S = sn_neutral_%R_%T();\n", sni_filling_key(f, "neutral"));
    sni_str_put(sni_filling_key(f, "unroll"), g->k->ninstrs <= UNROLL_INSTRS ? "4" : "1");
    put_step(g, pass, "                ", sni_filling_key(f, "step"));
    sni_str format = {0};
    sni_str_printf(&format, "            s%%S = sn_push_%%R_%%T(s%%S, %s, sn_fold_%%R_%%T(%s));\n", chunks,
                   g->columns ? "sn_turn_%T(tile, a%S)" : "a%S");
    each_reduction(g, pass, sni_str_text(&format), sni_filling_key(f, "push"));
    if (format.status < 0) g->status = format.status;
    sni_str_free(&format);
}

/* ---- passes ------------------------------------------------------------------------------------------------------- */

static void put_pass(sni_cuda *g, int pass, sni_str *out)
{
    sni_filling f = {0};
    sni_str_printf(sni_filling_key(&f, "p"), "%d", pass);
    if (!pass_reduces(g, pass)) {
        put_step(g, pass, "            ", sni_filling_key(&f, "step"));
        sni_cuda_put(g, &f, g->columns ? "cuda/columns_plain.cu" : "cuda/rows_plain.cu", out);
        return;
    }
    char chunks[24], total[200];
    snprintf(chunks, sizeof chunks, "chunks%d", pass);
    snprintf(total, sizeof total,
             g->columns
                 ? "        const %%T t%%V = sn_turn_%%T(tile, %s ? sn_total_%%R_%%T(s%%S, %s) : (%%T)%%I);\n"
                 : "        const %%T t%%V = %s ? sn_total_%%R_%%T(s%%S, %s) : (%%T)%%I;\n",
             chunks, chunks);
    put_chunk_keys(g, pass, chunks, &f);
    each_reduction(g, pass, total, sni_filling_key(&f, "total"));
    sni_cuda_put(g, &f, g->columns ? "cuda/columns_pass.cu" : "cuda/rows_pass.cu", out);
}

static void put_passes(sni_cuda *g, sni_str *out)
{
    for (int pass = 0; pass <= g->k->npasses; pass++) {
        sni_cuda_statements(g, &(sni_cuda_block){SNI_X, pass, true, "        ", NULL}, out);
        if (pass < g->k->npasses) put_pass(g, pass, out);
    }
}

/* Stages lie in scratch, those of one warp (of one block of columns) together, 8 bytes an element. */
static void put_stages(const sni_cuda *g, sni_str *out)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++) {
        const sni_kinstr *in = &g->k->instrs[v];
        if (in->op != SNI_K_STAGE) continue;
        const char *type = sni_cuda_type((sni_dtype)g->k->instrs[in->arg[0]].dtype);
        sni_str_printf(
            out, "    %s *const stage%d = (%s *)((char *)p->scratch + ((u64)%s * %d + %d) * reduced * %d);\n",
            type, in->slot, type, g->columns ? "blockIdx.x" : "warp", g->k->nstages, in->slot,
            g->columns ? 8 * 32 : 8);
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

static void put_kernel(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    sni_str *passes = sni_filling_key(&f, "passes");
    put_passes(g, passes);
    put_common_keys(g, sni_str_text(passes), &f);
    put_stages(g, sni_filling_key(&f, "stages"));
    sni_cuda_put(g, &f, g->columns ? "cuda/columns.cu" : "cuda/rows.cu", out);
}

/* The parts of reduction S, part-major. */
#define PART "((%T *)((char *)p->scratch + %S * parts * kept * 8))"

static void put_chunk(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    const char *save =
        g->columns
            ? "        const %T f%S = sn_turn_%T(tile, chunks0 ? sn_total_%R_%T(s%S, chunks0) : (%T)%I);\n"
              "        if (lane == 0 && here) " PART "[part * kept + x] = f%S;\n"
            : "        const %T f%S = sn_total_%R_%T(s%S, chunks0);\n"
              "        if (lane == 0) " PART "[part * kept + x] = f%S;\n";
    sni_str *kept = sni_filling_key(&f, "kept"), step = {0};
    put_step(g, 0, "", &step);
    sni_cuda_statements(g, &(sni_cuda_block){SNI_X, 0, false, "        ", sni_str_text(&step)}, kept);
    sni_str_free(&step);
    put_chunk_keys(g, 0, "chunks0", &f);
    sni_str_put(sni_filling_key(&f, "here"), g->columns ? "here && " : "");
    each_reduction(g, 0, save, sni_filling_key(&f, "save"));
    sni_cuda_put(g, &f, "cuda/split_chunk.cu", out);
}

static void put_split_kernel(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    sni_str *chunk = sni_filling_key(&f, "chunk");
    put_chunk(g, chunk);
    put_common_keys(g, sni_str_text(chunk), &f);
    sni_cuda_put(g, &f, g->columns ? "cuda/split_columns.cu" : "cuda/split_rows.cu", out);
}

/* A warp for each result, whatever made the parts. */
static void put_finish(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    bool columns = g->columns;
    g->columns = false;
    sni_str *kept_all = sni_filling_key(&f, "kept_all");
    sni_cuda_statements(g, &(sni_cuda_block){SNI_X, -1, true, "        ", ""}, kept_all);
    put_common_keys(g, sni_str_text(kept_all), &f);
    each_reduction(g, 0, "        %T s%S = sn_neutral_%R_%T();\n", sni_filling_key(&f, "stack"));
    each_reduction(g, 0,
                   "            %T a%S = sn_neutral_%R_%T();\n"
                   "            if (i < parts) a%S = " PART "[i * kept + x];\n"
                   "            s%S = sn_push_%R_%T(s%S, blocks, sn_pairs_%R_%T(a%S));\n",
                   sni_filling_key(&f, "part"));
    each_reduction(g, 0, "        const %T t%V = blocks ? sn_total_%R_%T(s%S, blocks) : (%T)%I;\n",
                   sni_filling_key(&f, "total"));
    sni_cuda_put(g, &f, "cuda/finish.cu", out);
    g->columns = columns;
}

void sni_cuda_reduce(sni_cuda *g, sni_str *out)
{
    if (!g->split) {
        put_kernel(g, out);
        return;
    }
    put_split_kernel(g, out);
    put_finish(g, out);
}
