/* CUDA C emitter: kernels without reduction.  One function computes an element; the entry point's loops read what a
 * turn of a thread needs, then call it: vectors of 16 bytes where every array is aligned, tiles where arrays lie
 * across each other, single elements elsewhere. */
#include "codegen/emit_cuda.h"

#include <stdio.h>

typedef struct turn { /* one loop over vectors or elements */
    int lanes, count; /* count: of vectors or elements in a turn */
    const char *flat, *limit, *indent;
    const char *at; /* "[u]" where a turn has several */
    bool late;      /* stores come after all that is computed, for masks decide then what is read */
} turn;

static bool is_output(const sni_cuda *g, int o)
{
    return g->k->operands[o].kind == SNI_OPERAND_OUT;
}

static bool is_index(const sni_cuda *g, int o)
{
    return g->k->operands[o].kind == SNI_OPERAND_INDEX;
}

/* Its address is handed on, which the element's mask may forbid to read. */
static bool is_masked(const sni_cuda *g, int o)
{
    return g->k->operands[o].masked;
}

static sni_access inner(const sni_cuda *g, int o)
{
    return (sni_access)g->k->operands[o].access[g->k->nx - 1];
}

const char *sni_cuda_operand_type(const sni_cuda *g, int o)
{
    return sni_cuda_type((sni_dtype)g->k->operands[o].dtype);
}

#define type_of sni_cuda_operand_type

/* ---- one element --------------------------------------------------------------------------------------------- */

static void put_parameters(const sni_cuda *g, sni_str *out)
{
    sni_str_put(out, "const struct sn_params *p");
    for (int o = 0; o < g->k->noperands; o++)
        sni_str_printf(out,
                       is_output(g, o)   ? ", %s *%s"
                       : is_masked(g, o) ? ", const %s *%s"
                                         : ", %s %s",
                       type_of(g, o), g->names.name[o]);
}

static void put_body(sni_cuda *g, sni_str *out)
{
    sni_cuda_statements(g, &(sni_cuda_block){SNI_UNIFORM, -1, true, "    ", NULL}, out);
    sni_cuda_statements(g, &(sni_cuda_block){SNI_X, -1, true, "    ", NULL}, out);
}

/* ---- what a turn reads: values x0v, ix0v and places x0p, y0p -------------------------------------------------- */

static bool is_place(const sni_cuda *g, int o)
{
    return is_output(g, o) || is_masked(g, o);
}

/* "const f32x4 *", "f32 ": the type of what is read first of an operand. */
static void put_read_type(const sni_cuda *g, int o, int lanes, sni_str *out)
{
    if (is_masked(g, o)) sni_str_put(out, "const ");
    sni_str_put(out, is_index(g, o) ? "i64" : type_of(g, o));
    if (lanes > 1 && sni_cuda_is_vector(g->k, o)) sni_str_printf(out, "x%d", lanes);
    sni_str_put(out, is_place(g, o) ? " *" : " ");
}

void sni_cuda_put_reading(const sni_cuda *g, int o, const char *at, sni_str *out)
{
    sni_str_printf(out, "%s%s%s", g->names.name[o], is_place(g, o) ? "p" : "v", at);
}

void sni_cuda_declare(const sni_cuda *g, int o, int lanes, int count, const char *indent, sni_str *out)
{
    char at[24];
    snprintf(at, sizeof at, "[%d]", count);
    sni_str_put(out, indent);
    put_read_type(g, o, lanes, out);
    sni_cuda_put_reading(g, o, at, out);
    sni_str_put(out, ";\n");
}

/* `guard`: the condition under which memory is read, or "". */
void sni_cuda_read(const sni_cuda *g, int o, int lanes, const char *guard, sni_str *out)
{
    const char *name = g->names.name[o];
    bool vector = lanes > 1 && sni_cuda_is_vector(g->k, o);
    if (is_index(g, o)) {
        sni_str_printf(out, "stride(p, %d, -1) + ", o);
        sni_cuda_address(g, o, SNI_X, out);
    } else if (is_place(g, o)) {
        if (vector) sni_str_printf(out, "(%sx%d *)(", type_of(g, o), lanes);
        sni_str_printf(out, "%s + ", name);
        sni_cuda_address(g, o, SNI_X, out);
        if (vector) sni_str_putc(out, ')');
    } else if (vector) {
        sni_str_printf(out, "*(const %sx%d *)(%s + ", type_of(g, o), lanes, name);
        sni_cuda_address(g, o, SNI_X, out);
        sni_str_putc(out, ')');
    } else {
        if (*guard) sni_str_printf(out, "%s ? ", guard);
        sni_str_printf(out, "%s[", name);
        sni_cuda_address(g, o, SNI_X, out);
        sni_str_put(out, *guard ? "] : 0" : "]");
    }
    sni_str_put(out, ";\n");
}

static void put_reads(const sni_cuda *g, const turn *t, sni_str *declare, sni_str *read)
{
    for (int o = 0; o < g->k->noperands; o++) {
        sni_str_put(read, t->indent);
        if (t->count > 1) {
            sni_cuda_declare(g, o, t->lanes, t->count, "        ", declare);
        } else {
            if (!is_masked(g, o)) sni_str_put(read, is_output(g, o) ? "" : "const ");
            put_read_type(g, o, t->lanes, read);
            if (is_place(g, o)) sni_str_put(read, "const ");
        }
        sni_cuda_put_reading(g, o, t->at, read);
        sni_str_put(read, " = ");
        sni_cuda_read(g, o, t->lanes, "", read);
    }
}

/* ---- what it computes ----------------------------------------------------------------------------------------- */

static void put_argument(const sni_cuda *g, int o, const turn *t, sni_str *out)
{
    bool vector = t->lanes > 1;
    sni_str_put(out, ", ");
    if (is_output(g, o) && (vector || t->late)) {
        sni_str_printf(out, "&%sv%s", g->names.name[o], vector ? ".v[e]" : t->at);
        return;
    }
    sni_cuda_put_reading(g, o, t->at, out);
    if (vector && sni_cuda_is_vector(g->k, o)) sni_str_put(out, ".v[e]");
    if (!vector || !is_index(g, o) || inner(g, o) == SNI_ACCESS_BROADCAST) return;
    sni_str_put(out, " + e");
    if (inner(g, o) == SNI_ACCESS_STRIDED) sni_str_printf(out, " * stride(p, %d, %d)", o, g->k->nx - 1);
}

static void put_call(const sni_cuda *g, const turn *t, sni_str *out)
{
    sni_str_put(out, "element(p");
    for (int o = 0; o < g->k->noperands; o++) put_argument(g, o, t, out);
    sni_str_put(out, ");\n");
}

static void put_stores(const sni_cuda *g, const turn *t, sni_str *out)
{
    for (int o = 0; o < g->k->noperands; o++) {
        if (!is_output(g, o)) continue;
        sni_str_printf(out, "%s*", t->indent);
        sni_cuda_put_reading(g, o, t->at, out);
        sni_str_printf(out, " = %sv%s;\n", g->names.name[o], t->late ? t->at : "");
    }
}

static void put_compute(const sni_cuda *g, const turn *t, sni_str *out)
{
    if (t->lanes == 1) {
        sni_str_put(out, t->indent);
        put_call(g, t, out);
        return;
    }
    for (int o = 0; o < g->k->noperands; o++)
        if (is_output(g, o))
            sni_str_printf(out, "%s%sx%d %sv;\n", t->indent, type_of(g, o), t->lanes, g->names.name[o]);
    sni_str_printf(out, "#pragma unroll\n%sfor (int e = 0; e < %d; e++) ", t->indent, t->lanes);
    put_call(g, t, out);
    put_stores(g, t, out);
}

/* The loop of its own that stores late. */
static void put_late_stores(sni_cuda *g, const turn *t, sni_str *out)
{
    sni_filling f = {0};
    if (!t->late) return;
    sni_str_put(sni_filling_key(&f, "limit"), t->limit);
    sni_str_printf(sni_filling_key(&f, "turn"), "%d", t->count);
    put_stores(g, t, sni_filling_key(&f, "store"));
    sni_cuda_put(g, &f, "cuda/map_stores.cu", out);
}

static bool has_masks(const sni_cuda *g)
{
    for (int o = 0; o < g->k->noperands; o++)
        if (is_masked(g, o)) return true;
    return false;
}

/* `place`: the statement that makes x of the loop's counter, or "". */
static void put_loop(sni_cuda *g, turn t, const char *place, sni_str *out)
{
    sni_filling f = {0};
    t.at = t.count > 1 ? "[u]" : "";
    t.indent = t.count > 1 ? "                " : "        ";
    t.late = t.count > 1 && t.lanes == 1 && has_masks(g);
    sni_str_put(sni_filling_key(&f, "flat"), t.flat);
    sni_str_put(sni_filling_key(&f, "limit"), t.limit);
    sni_str_printf(sni_filling_key(&f, "turn"), "%d", t.count);
    sni_str *seat = sni_filling_key(&f, "seat"), *read = sni_filling_key(&f, "read");
    sni_str *declare = sni_filling_key(&f, "declare");
    put_reads(g, &t, declare, read);
    for (int o = 0; t.late && o < g->k->noperands; o++)
        if (is_output(g, o))
            sni_str_printf(declare, "        %s %sv[%d];\n", type_of(g, o), g->names.name[o], t.count);
    put_compute(g, &t, sni_filling_key(&f, "compute"));
    put_late_stores(g, &t, sni_filling_key(&f, "stores"));
    sni_str_put(sni_filling_key(&f, "open"), t.lanes > 1 ? " {" : "");
    sni_str_put(sni_filling_key(&f, "close"), t.lanes > 1 ? "            }\n" : "");
    if (*place && sni_str_text(read)[0]) sni_str_printf(seat, "%s%s", t.indent, place);
    sni_cuda_coordinates(0, g->k->nx, "x", t.indent, sni_str_text(read), seat);
    sni_cuda_put(g, &f, t.count > 1 ? "cuda/map_turns.cu" : "cuda/map_turn.cu", out);
}

/* ---- vectors -------------------------------------------------------------------------------------------------- */

static void put_vector_types(const sni_cuda *g, int lanes, sni_str *out)
{
    bool seen[SNI_DTYPE_COUNT] = {false};
    for (int o = 0; o < g->k->noperands; o++) {
        uint8_t dtype = g->k->operands[o].dtype;
        if (!sni_cuda_is_vector(g->k, o) || seen[dtype]) continue;
        seen[dtype] = true;
        sni_str_printf(out, "typedef struct __align__(%d) { %s v[%d]; } %sx%d;\n",
                       lanes * sni_dtypes[dtype].bytes, type_of(g, o), lanes, type_of(g, o), lanes);
    }
    sni_str_putc(out, '\n');
}

/* Rows are whole vectors, and each array has them aligned; in one dim, from where an output's sectors begin. */
static void put_aligned(const sni_cuda *g, int lanes, sni_str *out)
{
    const char *join = "", *head = g->k->nx == 1 ? " + head" : "";
    if (g->k->nx > 1) {
        sni_str_printf(out, "extent(p, %d) %% %d == 0", g->k->nx - 1, lanes);
        join = "\n        && ";
    }
    for (int o = 0; o < g->k->noperands; o++) {
        if (!sni_cuda_is_vector(g->k, o)) continue;
        sni_str_printf(out, "%s(u64)(%s%s) %% sizeof(%sx%d) == 0", join, g->names.name[o], head,
                       type_of(g, o), lanes);
        join = "\n        && ";
        for (int d = 0; d < g->k->nx - 1; d++)
            if (g->k->operands[o].access[d] != SNI_ACCESS_BROADCAST)
                sni_str_printf(out, " && stride(p, %d, %d) %% %d == 0", o, d, lanes);
    }
}

static int first_output(const sni_cuda *g)
{
    int o = 0;
    while (!is_output(g, o)) o++;
    return o;
}

static void put_vectors(sni_cuda *g, const sni_cuda_loops *loops, sni_str *out)
{
    int lanes = loops->lanes, o = first_output(g);
    char place[40];
    bool flat = g->k->nx == 1;
    sni_str_printf(out, "\n    /* Vectors of %d elements where every array has them aligned%s. */\n", lanes,
                   flat ? ", from a whole sector of 32 bytes on" : "");
    if (flat)
        sni_str_printf(out, "    const ux head = (ux)(0 - (u64)%s / sizeof(%s)) %% 32;\n", g->names.name[o],
                       type_of(g, o));
    sni_str_put(out, "    const b8 aligned = ");
    put_aligned(g, lanes, out);
    sni_str_printf(out,
                   flat ? ";\n    const ux vectors = aligned && head < count ? (count - head) / %d : 0;\n"
                        : ";\n    const ux vectors = aligned ? count / %d : 0;\n",
                   lanes);
    snprintf(place, sizeof place, "const ux x = %sv * %d;\n", flat ? "head + " : "", lanes);
    put_loop(g, (turn){.lanes = lanes, .count = loops->vectors, .flat = "v", .limit = "vectors"}, place, out);
}

/* What vectors and tiles leave. */
static void put_elements(sni_cuda *g, const sni_cuda_loops *loops, sni_str *out)
{
    turn t = {.lanes = 1, .count = loops->elements, .flat = "x", .limit = "count"};
    char place[60] = "";
    if (loops->lanes > 1 && g->k->nx == 1) {
        sni_str_printf(out,
                       "\n    /* Single elements before and after them, or all. */\n"
                       "    const ux rest = count - vectors * %d;\n",
                       loops->lanes);
        snprintf(place, sizeof place, "const ux x = i < head ? i : i + vectors * %d;\n", loops->lanes);
        t.flat = "i";
        t.limit = "rest";
    } else if (loops->lanes > 1 || loops->down >= 0) {
        sni_str_printf(
            out, "\n    /* Single elements where there are no %s. */\n    const ux rest = %s ? 0 : count;\n",
            loops->lanes > 1 ? "vectors" : "tiles", loops->lanes > 1 ? "aligned" : "tiled");
        t.limit = "rest";
    }
    put_loop(g, t, place, out);
}

void sni_cuda_map(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    sni_cuda_loops loops;
    sni_cuda_find_loops(g->k, &loops);
    sni_str *types = sni_filling_key(&f, "types"), *vectors = sni_filling_key(&f, "vectors"),
            *tiles = sni_filling_key(&f, "tiles"), *elements = sni_filling_key(&f, "elements");
    if (loops.lanes > 1) {
        put_vector_types(g, loops.lanes, types);
        put_vectors(g, &loops, vectors);
    }
    if (loops.down >= 0) sni_cuda_tiles(g, &loops, tiles);
    put_elements(g, &loops, elements);
    put_parameters(g, sni_filling_key(&f, "parameters"));
    put_body(g, sni_filling_key(&f, "body"));
    sni_cuda_operands(g, sni_str_text(elements), sni_filling_key(&f, "operands"));
    sni_cuda_product(0, g->k->nx, sni_filling_key(&f, "count"));
    sni_cuda_put(g, &f, "cuda/map.cu", out);
}
