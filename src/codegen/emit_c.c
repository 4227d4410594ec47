/* C emitter: one kernel to one C source that includes nothing. */
#include "codegen/emit_c.h"

#include <string.h>

/* ---- lanes and scratch ----------------------------------------------------------------------------------- */
static int widest(const sni_kernel *k)
{
    int bytes = 1;
    for (int32_t v = 0; v < k->ninstrs; v++)
        if (k->instrs[v].op != SNI_K_STORE && sni_dtypes[k->instrs[v].dtype].bytes > bytes)
            bytes = sni_dtypes[k->instrs[v].dtype].bytes;
    return bytes;
}

int sni_lanes(const sni_kernel *k, const sni_cpu_target *target)
{
    int lanes = target->vector_bytes / widest(k);
    return lanes < 2 ? 2 : lanes > 32 ? 32 : lanes;
}

static bool is_split(const sni_kernel *k)
{
    return k->pattern == SNI_PATTERN_SPLIT_ROWS || k->pattern == SNI_PATTERN_SPLIT_COLUMNS;
}

static bool is_columns(const sni_kernel *k)
{
    return k->pattern == SNI_PATTERN_COLUMNS || k->pattern == SNI_PATTERN_SPLIT_COLUMNS;
}

/* Bytes of one stage or of the parts of one reduction: `rows` of `width` elements of at most 8 bytes, and
 * room for a vector that is read or written whole past the end.  0 on overflow. */
static size_t block_bytes(int64_t rows, int64_t width)
{
    size_t n;
    if (sni_mul_overflow((size_t)rows, (size_t)width, &n) || sni_mul_overflow(n, (size_t)8, &n) ||
        sni_add_overflow(n, (size_t)(256 + 63), &n))
        return 0;
    return n / 64 * 64;
}

size_t sni_kernel_scratch(const sni_kernel *k, const sni_geometry *g)
{
    size_t blocks = is_split(k) ? k->nreductions : k->nstages, total;
    size_t one = is_split(k) ? block_bytes((g->nr + 1023) / 1024, g->nx)
                             : block_bytes(g->nr, is_columns(k) ? SNI_COLUMN_ELEMENTS : 1);
    if (!blocks) return 0;
    return !one || sni_mul_overflow(one, blocks, &total) ? SIZE_MAX : total;
}

/* ---- struct row and what sets it ------------------------------------------------------------------------ */
static const char *row_type(const sni_cgen *g, int o)
{
    return sni_cgen_memory_type((sni_dtype)g->k->operands[o].dtype);
}

static void put_operand_fields(sni_cgen *g, sni_str *fields, sni_str *start, sni_str *seat)
{
    int kept = g->k->nx - 1, reduced = g->k->nx + g->k->nr - 1;
    for (int o = 0; o < g->k->noperands; o++) {
        const char *name = g->name[o], *type = row_type(g, o);
        if (!g->seated[o]) continue;
        bool in = g->k->operands[o].kind == SNI_OPERAND_IN;
        if (g->k->operands[o].kind == SNI_OPERAND_INDEX) {
            sni_str_printf(fields, "    i64 %s;\n", name);
            sni_str_printf(seat, "    k->%s = p->at[%d];\n", name, o);
        } else {
            sni_str_printf(fields, "    %s%s *%s;\n", in ? "const " : "", type, name);
            sni_str_printf(seat, "    k->%s = (%s%s *)ptr[%d] + p->at[%d];\n", name, in ? "const " : "", type, o, o);
        }
        if (g->kept_stride[o]) {
            sni_str_printf(fields, "    i64 %ss;\n", name);
            sni_str_printf(start, "    k->%ss = stride(geo, %d, %d);\n", name, o, kept);
        }
        if (g->reduced_stride[o]) {
            sni_str_printf(fields, "    i64 %sr;\n", name);
            sni_str_printf(start, "    k->%sr = stride(geo, %d, %d);\n", name, o, reduced);
        }
    }
}

static void put_value_fields(sni_cgen *g, sni_str *fields)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++) {
        if (!g->crosses[v]) continue;
        bool array = g->columns && g->k->instrs[v].level != SNI_UNIFORM;
        sni_str_printf(fields, "    %s t%d%s;\n", sni_cgen_value_type(g, v), v, array ? "[C]" : "");
    }
}

/* Stages and the parts of a split lie one after the other in scratch, sized as sni_kernel_scratch says. */
static void put_scratch_fields(sni_cgen *g, sni_str *fields, sni_str *start)
{
    const sni_kernel *k = g->k;
    int blocks = g->split ? k->nreductions : k->nstages;
    if (!blocks) return;
    if (g->split) sni_str_put(start, "    const i64 elements = (count(geo, NX, ND) + 1023) / 1024 * count(geo, 0, NX);\n");
    else sni_str_printf(start, "    const i64 elements = count(geo, NX, ND) * %d;\n", g->columns ? SNI_COLUMN_ELEMENTS : 1);
    sni_str_put(start, "    const i64 bytes = (elements * 8 + 256 + 63) / 64 * 64;\n");
    for (int32_t v = 0; v < k->ninstrs; v++) {
        const sni_kinstr *in = &k->instrs[v];
        if (in->op != (g->split ? SNI_K_REDUCE : SNI_K_STAGE)) continue;
        int32_t from = g->split ? v : in->arg[0];
        const char *type = sni_cgen_memory_type((sni_dtype)k->instrs[from].dtype), *name = g->split ? "part" : "stage";
        sni_str_printf(fields, "    %s *%s%d;\n", type, name, in->slot);
        sni_str_printf(start, "    k->%s%d = (%s *)((char *)scratch + %d * bytes);\n", name, in->slot, type, in->slot);
    }
}

static void put_scalar_members(const sni_cgen *g, sni_str *out)
{
    bool seen[SNI_DTYPE_COUNT] = {false};
    for (int s = 0; s < g->k->nscalars; s++) {
        sni_dtype dtype = (sni_dtype)g->k->scalar_dtype[s];
        if (seen[dtype]) continue;
        seen[dtype] = true;
        sni_str_printf(out, "    %s %s;\n", sni_cgen_memory_type(dtype), sni_cgen_memory_type(dtype));
    }
}

/* ---- the whole ---------------------------------------------------------------------------------------------- */
static void put_number(sni_str *s, int number)
{
    sni_str_printf(s, "%d", number);
}

static int put_source(sni_cgen *g, const sni_str *functions, sni_str *out)
{
    sni_str v[5] = {{0}}, members = {0}, fields = {0}, begin = {0}, start = {0}, seat = {0}, seat_body = {0};
    const sni_block uniform = {SNI_STYLE_UNIFORM, SNI_UNIFORM, 0, false, true};
    put_scalar_members(g, &members);
    put_operand_fields(g, &fields, &begin, &seat_body);
    put_value_fields(g, &fields);
    put_scratch_fields(g, &fields, &begin);
    if (g->stream) sni_str_put(&fields, "    int stream;\n");
    sni_cgen_block(g, &uniform, &begin);
    sni_cgen_unused(sni_str_text(&begin), "k ptr geo scalars scratch", &start);
    sni_str_put(&start, sni_str_text(&begin));
    sni_cgen_unused(sni_str_text(&seat_body), "k ptr p", &seat);
    sni_str_put(&seat, sni_str_text(&seat_body));
    put_number(&v[0], g->lanes);
    put_number(&v[1], g->k->nx);
    put_number(&v[2], g->k->nr);
    put_number(&v[3], g->k->noperands);
    if (g->columns) sni_str_printf(&v[4], ", C = %d, BLOCK = %d", g->columns, g->ragged ? 1 : 4);
    if (sni_cgen_names(sni_str_text(functions), "BAND"))
        sni_str_printf(&v[4], ", BAND = %d, COLUMNS = %d", SNI_BAND_ROWS, SNI_BAND_COLUMNS);
    bool counts = sni_cgen_names(sni_str_text(functions), "count") || sni_cgen_names(sni_str_text(&start), "count");
    const sni_fill fills[] = {
        {"lanes", sni_str_text(&v[0])}, {"nx", sni_str_text(&v[1])}, {"nr", sni_str_text(&v[2])},
        {"operands", sni_str_text(&v[3])}, {"columns", sni_str_text(&v[4])},
        {"count", counts ? sni_template("c/count.c") : ""}, {"members", sni_str_text(&members)}, {"fields", sni_str_text(&fields)},
        {"start", sni_str_text(&start)}, {"seat", sni_str_text(&seat)}, {"functions", sni_str_text(functions)}};
    const char *common = sni_template("c/common.c");
    int status = common && fills[5].value ? sni_template_fill(common, fills, SNI_COUNT(fills), out)
                        : sni_fail(SN_ERR_INTERNAL, "C emitter: no template c/common.c or c/count.c");
    for (size_t i = 0; i < SNI_COUNT(v); i++) sni_str_free(&v[i]);
    sni_str *all[] = {&members, &fields, &begin, &start, &seat, &seat_body};
    for (size_t i = 0; i < SNI_COUNT(all); i++) {
        if (all[i]->status < 0) status = all[i]->status;
        sni_str_free(all[i]);
    }
    return status;
}

static int emit(sni_cgen *g, sni_str *out)
{
    sni_str functions = {0}, source = {0};
    int status = sni_cgen_values(g);
    if (status >= 0) status = sni_cgen_functions(g, &functions);
    if (status >= 0) status = put_source(g, &functions, &source);
    if (status >= 0) status = g->status;
    if (status >= 0) {
        sni_cgen_head(g, out);
        status = sni_prelude_for(sni_str_text(&source), g->target, g->lanes, out);
    }
    if (status >= 0) {
        sni_str_put(out, sni_str_text(&source));
        status = out->status;
    }
    sni_str_free(&functions);
    sni_str_free(&source);
    return status;
}

int sni_emit_c(const sni_kernel *k, const sni_cpu_target *target, sni_str *out)
{
    sni_cgen g = {.k = k, .target = target, .lanes = sni_lanes(k, target)};
    g.split = is_split(k);
    g.stream = k->stream && !g.split && strcmp(target->isa, "purec"); /* x86 has the instructions */
    g.ragged = k->nr > 1;
    if (is_columns(k)) g.columns = SNI_COLUMN_ELEMENTS / g.lanes;
    sni_arena_init(&g.arena);
    int status = emit(&g, out);
    sni_arena_free(&g.arena);
    return status;
}
