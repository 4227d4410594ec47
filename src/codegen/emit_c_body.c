/* C emitter: instructions to statements. */
#include "codegen/emit_c.h"

#include <string.h>

static bool is_reduce(const sni_cgen *g, int32_t v)
{
    return g->k->instrs[v].op == SNI_K_REDUCE;
}

static bool in_block(const sni_cgen *g, const sni_block *b, int32_t v)
{
    const sni_kinstr *in = &g->k->instrs[v];
    if (in->op == SNI_K_REDUCE && !b->finish) return b->level == SNI_XR && in->pass == b->pass;
    if (in->level != b->level || (in->op == SNI_K_STORE && !b->stores)) return false;
    return b->pass < 0 || in->level == SNI_UNIFORM || in->pass == b->pass;
}

bool sni_cgen_has(const sni_cgen *g, const sni_block *b)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++)
        if (in_block(g, b, v)) return true;
    return false;
}

/* ---- types ------------------------------------------------------------------------------------------ */
const char *sni_cgen_memory_type(sni_dtype dtype)
{
    return sni_dtypes[dtype].abbrev;
}

const char *sni_cgen_type(sni_cgen *g, sni_dtype dtype, int mask)
{
    const char *name = dtype == SNI_BOOL ? sni_arena_printf(&g->arena, "m%dv", 8 * mask)
                                         : sni_arena_printf(&g->arena, "%sv", sni_dtypes[dtype].abbrev);
    if (!name) g->status = SN_ERR_MEMORY;
    return name ? name : "";
}

const char *sni_cgen_value_type(sni_cgen *g, int32_t v)
{
    return sni_cgen_type(g, g->k->instrs[v].dtype, g->mask[v]);
}

/* Bytes of a value's lanes. */
static int value_bytes(const sni_cgen *g, int32_t v)
{
    sni_dtype dtype = g->k->instrs[v].dtype;
    return dtype == SNI_BOOL ? g->mask[v] : sni_dtypes[dtype].bytes;
}

static int widest_argument(const sni_cgen *g, const sni_kinstr *in)
{
    int bytes = 1;
    for (int a = 0; a < in->nargs; a++)
        if (value_bytes(g, in->arg[a]) > bytes) bytes = value_bytes(g, in->arg[a]);
    return bytes;
}

static bool reads(const sni_kinstr *in, int32_t v)
{
    for (int a = 0; a < in->nargs; a++)
        if (in->arg[a] == v) return true;
    return false;
}

/* A bool that comes from memory takes the width that its first reader wants. */
static int wanted_mask(const sni_cgen *g, int32_t v)
{
    for (int32_t u = v + 1; u < g->k->ninstrs; u++) {
        const sni_kinstr *in = &g->k->instrs[u];
        if (!reads(in, v)) continue;
        if (in->dtype != SNI_BOOL && in->op != SNI_K_STORE) return sni_dtypes[in->dtype].bytes;
        for (int a = 0; a < in->nargs; a++)
            if (in->arg[a] < v && value_bytes(g, in->arg[a]) > 1) return value_bytes(g, in->arg[a]);
    }
    return 1;
}

static void choose_masks(sni_cgen *g)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++) {
        const sni_kinstr *in = &g->k->instrs[v];
        if (in->dtype != SNI_BOOL || in->op == SNI_K_STORE) continue;
        g->mask[v] = (uint8_t)(in->nargs && in->op != SNI_K_LOAD ? widest_argument(g, in) : wanted_mask(g, v));
    }
}

/* ---- which values other blocks read ----------------------------------------------------------------------- */
static int block_number(const sni_cgen *g, int32_t v)
{
    const sni_kinstr *in = &g->k->instrs[v];
    if (in->op == SNI_K_REDUCE) return 512 + in->pass;
    if (in->level == SNI_UNIFORM) return 0;
    bool merged = g->k->pattern == SNI_PATTERN_MAP || g->split; /* all X instructions in one block */
    return 256 * in->level + (merged && in->level == SNI_X ? 0 : in->pass);
}

static void find_crossing(sni_cgen *g)
{
    for (int32_t u = 0; u < g->k->ninstrs; u++) {
        const sni_kinstr *in = &g->k->instrs[u];
        if (is_reduce(g, u)) g->crosses[u] = !g->split; /* a pass leaves it in the row; sn_finish reads it itself */
        for (int a = 0; a < in->nargs; a++)
            if (!is_reduce(g, in->arg[a]) && block_number(g, in->arg[a]) != block_number(g, u)) g->crosses[in->arg[a]] = true;
    }
}

static void name_operands(sni_cgen *g)
{
    static const char *const stem[] = {[SNI_OPERAND_IN] = "x", [SNI_OPERAND_OUT] = "y", [SNI_OPERAND_INDEX] = "ix"};
    int count[3] = {0};
    for (int o = 0; o < g->k->noperands; o++) {
        int kind = g->k->operands[o].kind, number = count[kind]++;
        char *name = g->name[o];
        strcpy(name, stem[kind]);
        size_t n = strlen(name);
        if (number > 9) name[n++] = (char)('0' + number / 10);
        name[n++] = (char)('0' + number % 10);
        name[n] = 0;
    }
}

int sni_cgen_values(sni_cgen *g)
{
    size_t n = (size_t)g->k->ninstrs + 1, m = (size_t)g->k->noperands + 1;
    g->mask = sni_arena_alloc(&g->arena, n, sizeof *g->mask);
    g->crosses = sni_arena_alloc(&g->arena, n, sizeof *g->crosses);
    g->name = sni_arena_alloc(&g->arena, m, sizeof *g->name);
    g->seated = sni_arena_alloc(&g->arena, m, sizeof *g->seated);
    g->kept_stride = sni_arena_alloc(&g->arena, m, sizeof *g->kept_stride);
    g->reduced_stride = sni_arena_alloc(&g->arena, m, sizeof *g->reduced_stride);
    if (!g->mask || !g->crosses || !g->name || !g->seated || !g->kept_stride || !g->reduced_stride)
        return SN_ERR_MEMORY;
    choose_masks(g);
    find_crossing(g);
    name_operands(g);
    return SN_OK;
}

/* ---- operands: where they stand and how they are read ---------------------------------------------------- */
/* The dim that the vectors of a block run along, -1 for none. */
static int vector_dim(const sni_cgen *g, const sni_block *b)
{
    switch (b->style) {
    case SNI_STYLE_KEPT:
    case SNI_STYLE_COLUMN: return g->k->nx - 1;
    case SNI_STYLE_REDUCED:
    case SNI_STYLE_RAGGED: return g->k->nx + g->k->nr - 1;
    default: return -1;
    }
}

static sni_access vector_access(const sni_cgen *g, const sni_block *b, int o)
{
    int dim = vector_dim(g, b);
    return dim < 0 ? SNI_ACCESS_BROADCAST : (sni_access)g->k->operands[o].access[dim];
}

static const char *text_of(sni_cgen *g, sni_str *s)
{
    const char *copy = sni_arena_printf(&g->arena, "%s", sni_str_text(s));
    if (!copy || s->status < 0) g->status = SN_ERR_MEMORY;
    sni_str_free(s);
    return copy ? copy : "";
}

/* Address of an operand's first lane in a block (the value itself, for an index); *step is the text of the
 * distance between lanes. */
static const char *operand_at(sni_cgen *g, const sni_block *b, int o, const char **step)
{
    const char *name = g->name[o];
    sni_access access = vector_access(g, b, o);
    bool index = g->k->operands[o].kind == SNI_OPERAND_INDEX;
    sni_str s = {0};
    g->seated[o] = true;
    *step = "0";
    sni_str_printf(&s, "k->%s", name);
    if (b->style == SNI_STYLE_RAGGED) sni_str_printf(&s, " + q->at[%d]", o);
    if (b->style == SNI_STYLE_COLUMN && g->k->nr > 1) sni_str_printf(&s, " + q->here[%d]", o);
    if (b->style == SNI_STYLE_COLUMN && g->k->nr == 1) {
        sni_str_printf(&s, " + r * k->%sr", name);
        g->reduced_stride[o] = true;
    }
    if (vector_dim(g, b) < 0 || (access == SNI_ACCESS_BROADCAST && !index)) return text_of(g, &s);
    bool kept = b->style == SNI_STYLE_KEPT || b->style == SNI_STYLE_COLUMN;
    const char *position = kept ? "i" : "r";
    if (access == SNI_ACCESS_UNIT && !index) {
        if (b->style != SNI_STYLE_RAGGED) sni_str_printf(&s, " + %s", position);
        *step = "1";
        return text_of(g, &s);
    }
    const char *distance = sni_arena_printf(&g->arena, "k->%s%c", name, kept ? 's' : 'r');
    *step = distance ? distance : "";
    (kept ? g->kept_stride : g->reduced_stride)[o] = true;
    if (b->style != SNI_STYLE_RAGGED) sni_str_printf(&s, " + %s * %s", position, *step);
    return text_of(g, &s);
}

/* A uniform operand stands at its offset; `start` has no row yet. */
static void put_uniform_load(sni_cgen *g, int o, const char *type, sni_str *out)
{
    if (g->k->operands[o].kind == SNI_OPERAND_INDEX)
        sni_str_printf(out, "sn_splat_%s(stride(geo, %d, -1))", type, o);
    else
        sni_str_printf(out, "sn_splat_%s(*((const %s *)ptr[%d] + stride(geo, %d, -1)))", type,
                       sni_cgen_memory_type((sni_dtype)g->k->operands[o].dtype), o, o);
}

static void put_index(sni_cgen *g, const sni_block *b, int o, const char *type, sni_str *out)
{
    const char *step, *at = operand_at(g, b, o, &step);
    if (b->style == SNI_STYLE_ROW) sni_str_printf(out, "sn_splat_%s(%s)", type, at);
    else if (b->style == SNI_STYLE_RAGGED)
        sni_str_printf(out, "q->whole ? sn_ramp_%s(%s, %s) : sn_load_part_%s(q->lane[%d], n) + k->%s", type, at, step,
                       type, o, g->name[o]);
    else sni_str_printf(out, "sn_ramp_%s(%s, %s)", type, at, step);
}

static const char *value_name(sni_cgen *g, const sni_block *b, int32_t v)
{
    const char *text;
    if (in_block(g, b, v) && (!is_reduce(g, v) || b->finish)) text = sni_arena_printf(&g->arena, "t%d", v);
    else if (g->columns && g->k->instrs[v].level != SNI_UNIFORM && !b->finish)
        text = sni_arena_printf(&g->arena, "k->t%d[c]", v);
    else text = sni_arena_printf(&g->arena, "k->t%d", v);
    if (!text) g->status = SN_ERR_MEMORY;
    return text ? text : "";
}

/* A value as an operand: bools as masks of the width wanted. */
static const char *argument(sni_cgen *g, const sni_block *b, int32_t v, int bytes)
{
    const char *name = value_name(g, b, v);
    if (g->k->instrs[v].dtype != SNI_BOOL || g->mask[v] == bytes) return name;
    const char *text = sni_arena_printf(&g->arena, "sn_mask_m%dv_%s(%s)", 8 * bytes, sni_cgen_value_type(g, v), name);
    if (!text) g->status = SN_ERR_MEMORY;
    return text ? text : "";
}

/* Whether a mask holds in all lanes, or in some at most, from the first lane's index and the last one's: a box's
 * indices never fall from lane to lane.  False where lanes differ in another way. */
static bool put_lanes(sni_cgen *g, const sni_block *b, int32_t v, bool all, sni_str *out)
{
    const sni_kinstr *in = &g->k->instrs[v];
    if (b->style == SNI_STYLE_RAGGED || in->op != SNI_K_ELEMENT) return false;
    if (!in_block(g, b, v)) { /* a kept value in a row: the same in all lanes */
        if (g->columns) return false;
        sni_str_printf(out, "%s[0] != 0", value_name(g, b, v));
        return true;
    }
    if (in->code == SNI_OP_LOGICAL_AND) {
        if (!put_lanes(g, b, in->arg[0], all, out)) return false;
        sni_str_put(out, " && ");
        return put_lanes(g, b, in->arg[1], all, out);
    }
    bool least = in->code == SNI_OP_GREATER_EQUAL;
    const sni_kinstr *index = &g->k->instrs[in->arg[0]];
    if ((!least && in->code != SNI_OP_LESS) || index->op != SNI_K_INDEX || !in_block(g, b, in->arg[0])) return false;
    const char *step, *at = operand_at(g, b, index->slot, &step);
    sni_str_put(out, at);
    if (all != least) sni_str_printf(out, " + (N - 1) * %s", step);
    sni_str_printf(out, " %s %s[0]", least ? ">=" : "<", value_name(g, b, in->arg[1]));
    return true;
}

/* ", some, all" where that can be told; else the mask itself is looked at. */
static const char *lanes_of(sni_cgen *g, const sni_block *b, int32_t mask)
{
    sni_str s = {0};
    sni_str_put(&s, ", ");
    bool told = put_lanes(g, b, mask, false, &s);
    sni_str_put(&s, ", ");
    told = told && put_lanes(g, b, mask, true, &s);
    const char *text = text_of(g, &s);
    return told ? text : "";
}

/* "_if" and the mask, for a load that has one. */
static void put_masked_load(sni_cgen *g, const sni_block *b, int32_t v, const char *type, sni_str *out)
{
    const sni_kinstr *in = &g->k->instrs[v];
    int o = in->slot;
    sni_access access = vector_access(g, b, o);
    const char *step, *at = operand_at(g, b, o, &step), *n = b->style == SNI_STYLE_RAGGED ? "N" : "n";
    const char *mask = argument(g, b, in->arg[0], value_bytes(g, v));
    const char *lanes = access == SNI_ACCESS_BROADCAST ? "" : lanes_of(g, b, in->arg[0]), *how = *lanes ? "in" : "if";
    if (b->style == SNI_STYLE_RAGGED) sni_str_put(out, "q->whole ? ");
    if (access == SNI_ACCESS_BROADCAST) sni_str_printf(out, "sn_splat_if_%s(%s, %s)", type, at, mask);
    else if (access == SNI_ACCESS_UNIT) sni_str_printf(out, "sn_load_%s_%s(%s, %s, %s%s)", how, type, at, mask, n, lanes);
    else sni_str_printf(out, "sn_gather_%s_%s(%s, %s, %s, %s%s)", how, type, at, step, mask, n, lanes);
    if (b->style == SNI_STYLE_RAGGED)
        sni_str_printf(out, " : sn_pick_if_%s(k->%s, q->lane[%d], %s, n)", type, g->name[o], o, mask);
}

static void put_load(sni_cgen *g, const sni_block *b, int o, const char *type, sni_str *out)
{
    if (b->style == SNI_STYLE_UNIFORM) {
        put_uniform_load(g, o, type, out);
        return;
    }
    if (g->k->operands[o].kind == SNI_OPERAND_INDEX) {
        put_index(g, b, o, type, out);
        return;
    }
    sni_access access = vector_access(g, b, o);
    const char *step, *at = operand_at(g, b, o, &step), *n = b->style == SNI_STYLE_RAGGED ? "N" : "n";
    if (b->style == SNI_STYLE_RAGGED) sni_str_put(out, "q->whole ? ");
    if (access == SNI_ACCESS_BROADCAST) sni_str_printf(out, strchr(at, ' ') ? "sn_splat_%s(*(%s))" : "sn_splat_%s(*%s)", type, at);
    else if (access == SNI_ACCESS_UNIT) sni_str_printf(out, "sn_load_n_%s(%s, %s)", type, at, n);
    else sni_str_printf(out, "sn_gather_n_%s(%s, %s, %s)", type, at, step, n);
    if (b->style == SNI_STYLE_RAGGED)
        sni_str_printf(out, " : sn_pick_%s(k->%s, q->lane[%d], n)", type, g->name[o], o);
}

bool sni_cgen_streams(const sni_cgen *g, int o)
{
    const sni_kernel *k = g->k;
    bool map = k->pattern == SNI_PATTERN_MAP;
    int dim = map || g->columns ? k->nx - 1 : k->nx + k->nr - 1;
    if (!g->stream || g->ragged || dim < 0) return false;
    if (k->operands[o].kind != SNI_OPERAND_OUT || k->operands[o].access[dim] != SNI_ACCESS_UNIT) return false;
    for (int32_t v = 0; v < k->ninstrs; v++)
        if (k->instrs[v].op == SNI_K_STORE && k->instrs[v].slot == o) return k->instrs[v].level == (map ? SNI_X : SNI_XR);
    return false;
}

static void put_store(sni_cgen *g, const sni_block *b, int o, const char *type, const char *value, sni_str *out)
{
    sni_access access = vector_access(g, b, o);
    const char *step, *at = operand_at(g, b, o, &step), *n = b->style == SNI_STYLE_RAGGED ? "N" : "n";
    if (b->style == SNI_STYLE_ROW) {
        sni_str_printf(out, "sn_put_%s(%s, %s)", type, at, value);
        return;
    }
    if (b->style == SNI_STYLE_RAGGED) sni_str_put(out, "if (q->whole) ");
    if (access == SNI_ACCESS_STRIDED)
        sni_str_printf(out, "sn_scatter_n_%s(%s, %s, %s, %s)", type, at, step, value, n);
    else if (sni_cgen_streams(g, o))
        sni_str_printf(out, "sn_write_%s(%s, %s, %s, k->stream)", type, at, value, n);
    else
        sni_str_printf(out, "sn_store_n_%s(%s, %s, %s)", type, at, value, n);
    if (b->style == SNI_STYLE_RAGGED)
        sni_str_printf(out, ";\n    else sn_place_%s(k->%s, q->lane[%d], %s, n)", type, g->name[o], o, value);
}

/* ---- expressions ------------------------------------------------------------------------------------------- */
static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool has_word(const char *text, const char *word, size_t n)
{
    for (const char *at = text; *at; at++)
        if (!strncmp(at, word, n) && !is_word(at[n]) && (at == text || !is_word(at[-1]))) return true;
    return false;
}

bool sni_cgen_names(const char *text, const char *word)
{
    return has_word(text, word, strlen(word));
}

void sni_cgen_unused(const char *body, const char *parameters, sni_str *out)
{
    for (const char *at = parameters; *at;) {
        size_t n = strcspn(at, " ");
        if (!has_word(body, at, n)) sni_str_printf(out, "    (void)%.*s;\n", (int)n, at);
        at += n + (at[n] == ' ');
    }
}

/* "a + b" with the operands' names for a, b and c. */
static void put_expression(const char *expression, const char *const *args, sni_str *out)
{
    for (const char *at = expression; *at; at++) {
        bool alone = (at == expression || !is_word(at[-1])) && !is_word(at[1]);
        if (alone && *at >= 'a' && *at <= 'c') sni_str_put(out, args[*at - 'a']);
        else sni_str_putc(out, *at);
    }
}

static void put_element(sni_cgen *g, const sni_block *b, const sni_kinstr *in, int32_t v, sni_str *out)
{
    sni_op op = (sni_op)in->code;
    int32_t last = in->arg[in->nargs - 1];
    sni_dtype dtype = (sni_dtype)g->k->instrs[last].dtype; /* computed in; a where's first operand is its mask */
    int bytes = dtype == SNI_BOOL ? widest_argument(g, in) : sni_dtypes[dtype].bytes;
    const char *args[3] = {"", "", ""};
    for (int a = 0; a < in->nargs; a++) args[a] = argument(g, b, in->arg[a], bytes);
    const char *expression = sni_op_expr(op, dtype);
    if (strcmp(expression, "CALL")) {
        bool compares = in->dtype == SNI_BOOL && dtype != SNI_BOOL;
        if (compares) sni_str_printf(out, "(%s)(", sni_cgen_value_type(g, v));
        put_expression(expression, args, out);
        if (compares) sni_str_putc(out, ')');
        return;
    }
    sni_str_printf(out, "sn_%s_%s(%s", sni_ops[op].name, sni_cgen_type(g, dtype, bytes), args[0]);
    for (int a = 1; a < in->nargs; a++) sni_str_printf(out, ", %s", args[a]);
    sni_str_putc(out, ')');
}

static void put_cast(sni_cgen *g, const sni_block *b, const sni_kinstr *in, int32_t v, sni_str *out)
{
    int32_t from = in->arg[0];
    int bytes = in->dtype == SNI_BOOL ? g->mask[v] : sni_dtypes[in->dtype].bytes;
    const char *value = argument(g, b, from, bytes);
    if (in->dtype == g->k->instrs[from].dtype) sni_str_put(out, value);
    else sni_str_printf(out, "sn_cast_%s_%s(%s)", sni_cgen_value_type(g, v),
                        sni_cgen_type(g, (sni_dtype)g->k->instrs[from].dtype, bytes), value);
}

static void put_stage_place(const sni_cgen *g, int slot, sni_str *out)
{
    if (g->columns) sni_str_printf(out, "k->stage%d + (r * C + c) * N", slot);
    else sni_str_printf(out, "k->stage%d + r", slot);
}

static void put_reduce_step(sni_cgen *g, const sni_block *b, const sni_kinstr *in, int32_t v, sni_str *out)
{
    char own[SNI_KREDUCE_NAME];
    const char *name = sni_kreduce_name(in, own), *type = sni_cgen_value_type(g, v);
    const char *value = argument(g, b, in->arg[0], value_bytes(g, v));
    if (g->columns) sni_str_printf(out, "    *a%d = sn_join_%s_%s(*a%d, %s);\n", in->slot, name, type, in->slot, value);
    else sni_str_printf(out, "    *a%d = sn_step_%s_%s(*a%d, %s, n);\n", in->slot, name, type, in->slot, value);
}

/* What a value is computed from. */
void sni_cgen_value(sni_cgen *g, const sni_block *b, const sni_kinstr *in, int32_t v, sni_str *out)
{
    char own[SNI_KREDUCE_NAME];
    const char *type = sni_cgen_value_type(g, v);
    switch (in->op) {
    case SNI_K_SCALAR:
        sni_str_printf(out, "sn_splat_%s(scalars[%d].%s)", type, in->slot, sni_cgen_memory_type((sni_dtype)in->dtype));
        break;
    case SNI_K_INDEX:
    case SNI_K_LOAD:
        if (in->nargs) put_masked_load(g, b, v, type, out);
        else put_load(g, b, in->slot, type, out);
        break;
    case SNI_K_ELEMENT: put_element(g, b, in, v, out); break;
    case SNI_K_CAST: put_cast(g, b, in, v, out); break;
    case SNI_K_REDUCE:
        sni_str_printf(out, "sn_tree_%s_%s(k->part%d + x, nx, chunks)", sni_kreduce_name(in, own), type, in->slot);
        break;
    case SNI_K_UNSTAGE:
        sni_str_printf(out, "sn_load_%s(", type);
        put_stage_place(g, in->slot, out);
        sni_str_putc(out, ')');
        break;
    default: g->status = sni_fail(SN_ERR_INTERNAL, "C emitter: instruction %d has an unknown kind %d", v, in->op);
    }
}

static void put_statement(sni_cgen *g, const sni_block *b, int32_t v, sni_str *out)
{
    const sni_kinstr *in = &g->k->instrs[v];
    if (in->op == SNI_K_REDUCE && !b->finish) {
        put_reduce_step(g, b, in, v, out);
        return;
    }
    if (in->op == SNI_K_STORE || in->op == SNI_K_STAGE) {
        int32_t from = in->arg[0];
        const char *value = value_name(g, b, from), *type = sni_cgen_value_type(g, from);
        sni_str_put(out, "    ");
        if (in->op == SNI_K_STORE) {
            put_store(g, b, in->slot, type, value, out);
        } else {
            sni_str_printf(out, "sn_store_%s(", type);
            put_stage_place(g, in->slot, out);
            sni_str_printf(out, ", %s)", value);
        }
        sni_str_put(out, ";\n");
        return;
    }
    sni_str_printf(out, "    const %s t%d = ", sni_cgen_value_type(g, v), v);
    sni_cgen_value(g, b, in, v, out);
    sni_str_put(out, ";\n");
    if (!g->crosses[v] || b->finish) return;
    sni_str_printf(out, g->columns && in->level != SNI_UNIFORM ? "    k->t%d[c] = t%d;\n" : "    k->t%d = t%d;\n", v, v);
}

void sni_cgen_block(sni_cgen *g, const sni_block *b, sni_str *out)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++)
        if (in_block(g, b, v)) put_statement(g, b, v, out);
}
