/* CUDA C emitter: instructions to statements. */
#include "codegen/emit_cuda.h"

#include <stdio.h>
#include <string.h>

const char *sni_cuda_type(sni_dtype dtype)
{
    return sni_dtypes[dtype].abbrev;
}

/* ---- operands --------------------------------------------------------------------------------------------- */

void sni_cuda_address(const sni_cuda *g, int o, sni_level level, sni_str *out)
{
    const char *join = "";
    int dims = level == SNI_XR ? g->k->nx + g->k->nr : g->k->nx;
    for (int d = 0; d < dims; d++) {
        sni_access access = (sni_access)g->k->operands[o].access[d];
        if (access == SNI_ACCESS_BROADCAST) continue;
        sni_str_printf(out, access == SNI_ACCESS_UNIT ? "%sc%d" : "%sc%d * stride(p, %d, %d)", join, d, o, d);
        join = " + ";
    }
    if (!*join) sni_str_putc(out, '0');
}

static bool names_coordinate(const char *users, int d)
{
    char name[16];
    snprintf(name, sizeof name, "c%d", d);
    return sni_cgen_names(users, name);
}

void sni_cuda_coordinates_of(const int *dims, int count, const char *flat, const char *indent,
                             const char *users, sni_str *out)
{
    int outermost = count;
    char left[24], rest[24]; /* flat position along the dims up to d, and along those before d */
    for (int i = count; i-- > 0;)
        if (names_coordinate(users, dims[i])) outermost = i;
    snprintf(left, sizeof left, "%s", flat);
    for (int i = count - 1; i >= outermost && i > 0; i--) {
        int d = dims[i];
        snprintf(rest, sizeof rest, "q%d", d);
        sni_str_printf(out, "%sconst ux %s = quotient(p, %s, %d);\n", indent, rest, left, d);
        if (names_coordinate(users, d))
            sni_str_printf(out, "%sconst ix c%d = (ix)(%s - %s * extent(p, %d));\n", indent, d, left, rest,
                           d);
        snprintf(left, sizeof left, "%s", rest);
    }
    if (outermost == 0 && count) sni_str_printf(out, "%sconst ix c%d = (ix)%s;\n", indent, dims[0], left);
}

void sni_cuda_coordinates(int first, int count, const char *flat, const char *indent, const char *users,
                          sni_str *out)
{
    int dims[SNI_KERNEL_DIMS];
    for (int i = 0; i < count; i++) dims[i] = first + i;
    sni_cuda_coordinates_of(dims, count, flat, indent, users, out);
}

/* ---- values ---------------------------------------------------------------------------------------------------- */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* "a + b" with the operands' names for a, b and c, each through `cast`. */
static void put_expression(const char *expression, const char *cast, const int32_t *args, sni_str *out)
{
    for (const char *at = expression; *at; at++) {
        bool alone = (at == expression || !is_word(at[-1])) && !is_word(at[1]);
        if (alone && *at >= 'a' && *at <= 'c')
            sni_str_printf(out, "%st%d", cast, args[*at - 'a']);
        else
            sni_str_putc(out, *at);
    }
}

static bool compares(const sni_kinstr *in)
{
    return sni_ops[in->code].rule == SNI_RULE_COMPARE || sni_ops[in->code].rule == SNI_RULE_LOGICAL;
}

/* Integers are computed as unsigned ones, of 32 bits at least, so that they wrap. */
static void put_element(const sni_cuda *g, const sni_kinstr *in, sni_str *out)
{
    sni_dtype dtype = (sni_dtype)g->k->instrs[in->arg[in->nargs - 1]].dtype;
    const char *expression = sni_op_expr((sni_op)in->code, dtype);
    uint8_t kind = sni_dtypes[dtype].kind;
    if (!strcmp(expression, "CALL")) {
        sni_str_printf(out, "sn_%s_%s(t%d", sni_ops[in->code].name, sni_cuda_type(dtype), in->arg[0]);
        for (int a = 1; a < in->nargs; a++) sni_str_printf(out, ", t%d", in->arg[a]);
        sni_str_putc(out, ')');
    } else if ((kind == SNI_KIND_INT || kind == SNI_KIND_UINT) && !compares(in)) {
        sni_str_printf(out, "(%s)(", sni_cuda_type(dtype));
        put_expression(expression, sni_dtypes[dtype].bytes == 8 ? "(u64)" : "(u32)", in->arg, out);
        sni_str_putc(out, ')');
    } else {
        put_expression(expression, "", in->arg, out);
    }
}

static void put_cast(const sni_cuda *g, const sni_kinstr *in, sni_str *out)
{
    sni_dtype from = (sni_dtype)g->k->instrs[in->arg[0]].dtype, to = (sni_dtype)in->dtype;
    if (from == to)
        sni_str_printf(out, "t%d", in->arg[0]);
    else
        sni_str_printf(out, "sn_cast_%s_%s(t%d)", sni_cuda_type(to), sni_cuda_type(from), in->arg[0]);
}

static void put_read(const sni_cuda *g, const sni_kinstr *in, sni_str *out)
{
    sni_str_put(out, g->names.name[in->slot]);
    if (g->k->pattern == SNI_PATTERN_MAP) return;
    sni_str_putc(out, '[');
    sni_cuda_address(g, in->slot, (sni_level)in->level, out);
    sni_str_putc(out, ']');
}

/* In a map what is read has been read already, into a parameter of the operand's name; what has a mask is
 * read where that is true, from the address that the parameter is. */
static void put_load(const sni_cuda *g, const sni_kinstr *in, sni_str *out)
{
    bool map = g->k->pattern == SNI_PATTERN_MAP;
    if (sni_cuda_is_held(g, in)) {
        sni_str_printf(out, "row%d[u]", in->slot);
        return;
    }
    if (in->nargs) {
        sni_str_printf(out, map ? "(t%d ? *" : "(t%d ? ", in->arg[0]);
        put_read(g, in, out);
        sni_str_put(out, " : 0)");
        return;
    }
    put_read(g, in, out);
}

static void put_index(const sni_cuda *g, const sni_kinstr *in, sni_str *out)
{
    if (g->k->pattern == SNI_PATTERN_MAP) {
        sni_str_put(out, g->names.name[in->slot]);
        return;
    }
    sni_str_printf(out, "stride(p, %d, -1) + ", in->slot);
    sni_cuda_address(g, in->slot, (sni_level)in->level, out);
}

static void put_stage(const sni_cuda *g, const sni_kinstr *in, sni_str *out)
{
    const char *lane = g->columns ? "stage%d[(u64)r * 32 + threadIdx.x]" : "stage%d[r]";
    sni_str_printf(out, sni_cuda_is_held(g, in) ? "stage%d[u]" : lane, in->slot);
}

void sni_cuda_value(sni_cuda *g, int32_t v, sni_str *out)
{
    const sni_kinstr *in = &g->k->instrs[v];
    switch (in->op) {
    case SNI_K_SCALAR:
        sni_str_printf(out, "p->scalars[%d].as_%s", in->slot, sni_cuda_type((sni_dtype)in->dtype));
        break;
    case SNI_K_INDEX: put_index(g, in, out); break;
    case SNI_K_LOAD: put_load(g, in, out); break;
    case SNI_K_ELEMENT: put_element(g, in, out); break;
    case SNI_K_CAST: put_cast(g, in, out); break;
    case SNI_K_UNSTAGE: put_stage(g, in, out); break;
    default:
        g->status = sni_fail(SN_ERR_INTERNAL, "CUDA emitter: instruction %d has an unknown kind %d", v,
                             in->op);
    }
}

/* ---- statements -------------------------------------------------------------------------------------------------- */

static bool reads_kept(const sni_kernel *k)
{
    for (int32_t v = 0; v < k->ninstrs; v++)
        if (k->instrs[v].op == SNI_K_LOAD && k->instrs[v].level == SNI_X) return true;
    return false;
}

static void put_wait(const sni_cuda *g, const char *indent, sni_str *out)
{
    if (g->columns || g->split)
        sni_str_printf(out, "%s__syncthreads();\n", indent);
    else
        sni_str_printf(out, "%sif (whole)\n%s    __syncthreads();\n%selse\n%s    __syncwarp();\n", indent,
                       indent, indent, indent);
}

/* All threads of a row compute what is kept, from what all of them have read; one stores it. */
static void put_store(const sni_cuda *g, const sni_kinstr *in, const char *indent, bool *waited, sni_str *out)
{
    const char *name = g->names.name[in->slot];
    if (g->k->pattern == SNI_PATTERN_MAP) {
        sni_str_printf(out, "%s*%s = t%d;\n", indent, name, in->arg[0]);
        return;
    }
    if (in->level == SNI_X && !*waited && !g->k->few && reads_kept(g->k)) put_wait(g, indent, out);
    *waited = true;
    sni_str_put(out, indent);
    if (in->level == SNI_X && !g->k->few) sni_str_put(out, "if (keeper) ");
    sni_str_printf(out, "%s[", name);
    sni_cuda_address(g, in->slot, (sni_level)in->level, out);
    sni_str_printf(out, "] = t%d;\n", in->arg[0]);
}

static bool is_read(const sni_kinstr *in)
{
    return in->op == SNI_K_LOAD || in->op == SNI_K_SCALAR;
}

static void put_statement(sni_cuda *g, int32_t v, const char *indent, bool *waited, sni_str *out)
{
    const sni_kinstr *in = &g->k->instrs[v];
    char own[SNI_KREDUCE_NAME];
    const char *type = sni_cuda_type((sni_dtype)in->dtype);
    if (in->op == SNI_K_REDUCE) {
        const char *lane = g->k->few ? "[u]" : "";
        sni_str_printf(out, "%sa%d%s = sn_join_%s_%s(a%d%s, t%d);\n", indent, in->slot, lane,
                       sni_kreduce_name(in, own), type, in->slot, lane, in->arg[0]);
    } else if (in->op == SNI_K_STORE) {
        put_store(g, in, indent, waited, out);
    } else if (in->op == SNI_K_STAGE) {
        sni_str_put(out, indent);
        put_stage(g, in, out);
        sni_str_printf(out, " = t%d;\n", in->arg[0]);
    } else {
        sni_str_printf(out, "%sconst %s t%d = ", indent, type, v);
        sni_cuda_value(g, v, out);
        if (is_read(in) && in->dtype == SNI_BOOL) sni_str_put(out, " != 0"); /* memory may hold any byte */
        sni_str_put(out, ";\n");
    }
}

/* A step of a reduction runs with the elements that it reduces; its result is no statement of its own. */
static bool in_block(const sni_kinstr *in, const sni_cuda_block *b)
{
    sni_level level = in->op == SNI_K_REDUCE ? SNI_XR : (sni_level)in->level;
    if (level != b->level || (in->op == SNI_K_STORE && !b->stores)) return false;
    return b->pass < 0 || level == SNI_UNIFORM || in->pass == b->pass;
}

static bool has_value(const sni_kinstr *in)
{
    return in->op != SNI_K_REDUCE && in->op != SNI_K_STORE && in->op != SNI_K_STAGE;
}

static bool is_named(int32_t v, const char *users)
{
    char name[16];
    snprintf(name, sizeof name, "t%d", v);
    return sni_cgen_names(users, name);
}

/* What stores, reductions and the text after the block need of it, from the last instruction back. */
static void find_needed(const sni_cuda *g, const sni_cuda_block *b, bool *needed)
{
    for (int32_t v = g->k->ninstrs; v-- > 0;) {
        const sni_kinstr *in = &g->k->instrs[v];
        needed[v] = in_block(in, b) && (needed[v] || !b->users || !has_value(in) || is_named(v, b->users));
        for (int a = 0; needed[v] && a < in->nargs; a++) needed[in->arg[a]] = true;
    }
}

void sni_cuda_statements(sni_cuda *g, const sni_cuda_block *b, sni_str *out)
{
    bool waited = false,
         *needed = sni_arena_alloc(&g->names.arena, (size_t)g->k->ninstrs + 1, sizeof *needed);
    if (!needed) {
        g->status = SN_ERR_MEMORY;
        return;
    }
    find_needed(g, b, needed);
    for (int32_t v = 0; v < g->k->ninstrs; v++)
        if (needed[v]) put_statement(g, v, b->indent, &waited, out);
}
