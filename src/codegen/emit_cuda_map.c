/* CUDA C emitter: kernels without reduction.  One function computes an element; the entry point calls it for
 * vectors of 16 bytes where rows are made of whole, aligned ones, and for single elements elsewhere. */
#include "codegen/emit_cuda.h"

#define VECTOR_BYTES 16
#define MAX_STATEMENTS 512 /* of an unrolled vector */

static sni_access inner(const sni_cuda *g, int o)
{
    return (sni_access)g->k->operands[o].access[g->k->nx - 1];
}

static bool is_index(const sni_cuda *g, int o)
{
    return g->k->operands[o].kind == SNI_OPERAND_INDEX;
}

static bool is_output(const sni_cuda *g, int o)
{
    return g->k->operands[o].kind == SNI_OPERAND_OUT;
}

/* Its address is handed on, which the element's mask may forbid to read. */
static bool is_masked(const sni_cuda *g, int o)
{
    return g->k->operands[o].masked;
}

static bool is_vector(const sni_cuda *g, int o)
{
    return !is_index(g, o) && !is_masked(g, o) && inner(g, o) == SNI_ACCESS_UNIT;
}

static const char *type_of(const sni_cuda *g, int o)
{
    return sni_cuda_type((sni_dtype)g->k->operands[o].dtype);
}

/* Elements that the widest operand's 16 bytes hold; 1: no vectors. */
static int vector_lanes(const sni_cuda *g)
{
    int widest = 0;
    for (int o = 0; o < g->k->noperands; o++) {
        int bytes = sni_dtypes[g->k->operands[o].dtype].bytes;
        if (is_vector(g, o) && bytes > widest) widest = bytes;
    }
    int lanes = widest ? VECTOR_BYTES / widest : 1;
    while (lanes > 1 && lanes * g->k->ninstrs > MAX_STATEMENTS) lanes /= 2;
    return lanes;
}

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

/* Where operand o stands, `e` elements further on in a vector. */
static void put_place(const sni_cuda *g, int o, bool vector, sni_str *out)
{
    sni_cuda_address(g, o, SNI_X, out);
    if (vector && inner(g, o) == SNI_ACCESS_STRIDED)
        sni_str_printf(out, " + e * stride(p, %d, %d)", o, g->k->nx - 1);
    if (vector && inner(g, o) == SNI_ACCESS_UNIT) sni_str_put(out, " + e");
}

static void put_argument(const sni_cuda *g, int o, bool vector, sni_str *out)
{
    const char *name = g->names.name[o], *address = is_output(g, o) || is_masked(g, o) ? "&" : "";
    if (is_index(g, o)) {
        sni_str_printf(out, ", stride(p, %d, -1) + ", o);
        put_place(g, o, vector, out);
    } else if (vector && is_vector(g, o)) {
        sni_str_printf(out, ", %s%sv.v[e]", address, name);
    } else if (vector && inner(g, o) == SNI_ACCESS_BROADCAST && !is_output(g, o) && !is_masked(g, o)) {
        sni_str_printf(out, ", %sv", name);
    } else {
        sni_str_printf(out, ", %s%s[", address, name);
        put_place(g, o, vector, out);
        sni_str_putc(out, ']');
    }
}

static void put_arguments(const sni_cuda *g, bool vector, sni_str *out)
{
    sni_str_put(out, "p");
    for (int o = 0; o < g->k->noperands; o++) put_argument(g, o, vector, out);
}

/* ---- vectors ---------------------------------------------------------------------------------------------------- */

static void put_vector_types(const sni_cuda *g, int lanes, sni_str *out)
{
    bool seen[SNI_DTYPE_COUNT] = {false};
    for (int o = 0; o < g->k->noperands; o++) {
        uint8_t dtype = g->k->operands[o].dtype;
        if (!is_vector(g, o) || seen[dtype]) continue;
        seen[dtype] = true;
        sni_str_printf(out, "typedef struct __align__(%d) { %s v[%d]; } %sx%d;\n",
                       lanes * sni_dtypes[dtype].bytes, type_of(g, o), lanes, type_of(g, o), lanes);
    }
    sni_str_putc(out, '\n');
}

static void put_whole(const sni_cuda *g, int lanes, sni_str *out)
{
    const char *join = "";
    if (g->k->nx > 1) {
        sni_str_printf(out, "extent(p, %d) %% %d == 0", g->k->nx - 1, lanes);
        join = "\n        && ";
    }
    for (int o = 0; o < g->k->noperands; o++) {
        if (!is_vector(g, o)) continue;
        sni_str_printf(out, "%s(u64)%s %% sizeof(%sx%d) == 0", join, g->names.name[o], type_of(g, o), lanes);
        join = "\n        && ";
        for (int d = 0; d < g->k->nx - 1; d++)
            if (g->k->operands[o].access[d] != SNI_ACCESS_BROADCAST)
                sni_str_printf(out, " && stride(p, %d, %d) %% %d == 0", o, d, lanes);
    }
}

static void put_vector_load(const sni_cuda *g, int o, int lanes, sni_str *out)
{
    const char *name = g->names.name[o], *type = type_of(g, o);
    if (is_index(g, o) || is_masked(g, o)) return;
    if (is_output(g, o)) {
        if (is_vector(g, o)) sni_str_printf(out, "        %sx%d %sv;\n", type, lanes, name);
        return;
    }
    if (inner(g, o) == SNI_ACCESS_STRIDED) return;
    if (is_vector(g, o))
        sni_str_printf(out, "        const %sx%d %sv = *(const %sx%d *)(%s + ", type, lanes, name, type,
                       lanes, name);
    else
        sni_str_printf(out, "        const %s %sv = *(%s + ", type, name, name);
    sni_cuda_address(g, o, SNI_X, out);
    sni_str_put(out, ");\n");
}

static void put_vector_store(const sni_cuda *g, int o, int lanes, sni_str *out)
{
    if (!is_output(g, o) || !is_vector(g, o)) return;
    sni_str_printf(out, "        *(%sx%d *)(%s + ", type_of(g, o), lanes, g->names.name[o]);
    sni_cuda_address(g, o, SNI_X, out);
    sni_str_printf(out, ") = %sv;\n", g->names.name[o]);
}

static void put_vector_loop(sni_cuda *g, int lanes, sni_str *out)
{
    sni_filling f = {0};
    sni_str_printf(sni_filling_key(&f, "lanes"), "%d", lanes);
    put_whole(g, lanes, sni_filling_key(&f, "whole"));
    sni_str *seat = sni_filling_key(&f, "seat"), *load = sni_filling_key(&f, "load"),
            *arguments = sni_filling_key(&f, "arguments"), *store = sni_filling_key(&f, "store"), users = {0};
    put_arguments(g, true, arguments);
    for (int o = 0; o < g->k->noperands; o++) {
        put_vector_load(g, o, lanes, load);
        put_vector_store(g, o, lanes, store);
    }
    sni_str_printf(&users, "%s%s%s", sni_str_text(load), sni_str_text(arguments), sni_str_text(store));
    sni_cuda_coordinates(0, g->k->nx, "x", "        ", sni_str_text(&users), seat);
    if (users.status < 0) g->status = users.status;
    sni_str_free(&users);
    sni_cuda_put(g, &f, "cuda/map_vector.cu", out);
}

void sni_cuda_map(sni_cuda *g, sni_str *out)
{
    sni_filling f = {0};
    int lanes = vector_lanes(g);
    sni_str *types = sni_filling_key(&f, "types"), *vector = sni_filling_key(&f, "vector"),
            *first = sni_filling_key(&f, "first"), *arguments = sni_filling_key(&f, "arguments");
    if (lanes > 1) {
        put_vector_types(g, lanes, types);
        put_vector_loop(g, lanes, vector);
        sni_str_printf(first, "(whole ? count / %d * %d : 0) + thread", lanes, lanes);
    } else {
        sni_str_put(first, "thread");
    }
    put_parameters(g, sni_filling_key(&f, "parameters"));
    put_body(g, sni_filling_key(&f, "body"));
    put_arguments(g, false, arguments);
    sni_cuda_operands(g, sni_str_text(arguments), sni_filling_key(&f, "operands"));
    sni_cuda_product(0, g->k->nx, sni_filling_key(&f, "count"));
    sni_cuda_coordinates(0, g->k->nx, "x", "        ", sni_str_text(arguments), sni_filling_key(&f, "seat"));
    sni_cuda_put(g, &f, "cuda/map.cu", out);
}
