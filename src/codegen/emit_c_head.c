/* C emitter: the comment at the top of a kernel. */
#include "codegen/emit_c.h"

#include <string.h>

enum { LONGEST = 400 }; /* characters of an expression; what is below is then left out */

static void put_value_text(sni_cgen *g, int32_t v, sni_str *out);

static void put_call(sni_cgen *g, const char *name, const sni_kinstr *in, sni_str *out)
{
    sni_str_printf(out, "%s(", name);
    for (int a = 0; a < in->nargs; a++) {
        if (a) sni_str_put(out, ", ");
        put_value_text(g, in->arg[a], out);
    }
    sni_str_putc(out, ')');
}

/* "a + b", "-a": in front of, between and after the operands. */
static void put_operation(sni_cgen *g, const sni_kinstr *in, sni_str *out)
{
    const char *expression = sni_op_expr((sni_op)in->code, (sni_dtype)g->k->instrs[in->arg[in->nargs - 1]].dtype);
    size_t n = strlen(expression);
    bool infix = in->nargs == 2 && n > 4 && expression[0] == 'a' && expression[n - 1] == 'b' && expression[1] == ' ';
    if (!infix) {
        put_call(g, sni_ops[in->code].name, in, out);
        return;
    }
    sni_str_putc(out, '(');
    put_value_text(g, in->arg[0], out);
    sni_str_putn(out, expression + 1, n - 2);
    put_value_text(g, in->arg[1], out);
    sni_str_putc(out, ')');
}

static void put_staged(sni_cgen *g, int slot, sni_str *out)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++)
        if (g->k->instrs[v].op == SNI_K_STAGE && g->k->instrs[v].slot == slot) {
            put_value_text(g, g->k->instrs[v].arg[0], out);
            return;
        }
}

static void put_value_text(sni_cgen *g, int32_t v, sni_str *out)
{
    const sni_kinstr *in = &g->k->instrs[v];
    if (out->len > LONGEST && in->nargs) {
        sni_str_put(out, "..");
        return;
    }
    switch (in->op) {
    case SNI_K_SCALAR: sni_str_printf(out, "s%d", in->slot); break;
    case SNI_K_INDEX:
    case SNI_K_LOAD: sni_str_put(out, g->name[in->slot]); break;
    case SNI_K_ELEMENT: put_operation(g, in, out); break;
    case SNI_K_CAST: put_call(g, sni_dtypes[in->dtype].name, in, out); break;
    case SNI_K_REDUCE: put_call(g, in->code == SNI_REDUCE_FORMULA ? g->k->formulas[in->arg[1]]->name : sni_reductions[in->code].name, in, out); break;
    case SNI_K_UNSTAGE: put_staged(g, in->slot, out); break;
    default: break;
    }
}

static void put_outputs(sni_cgen *g, sni_str *out)
{
    for (int32_t v = 0; v < g->k->ninstrs; v++) {
        const sni_kinstr *in = &g->k->instrs[v];
        if (in->op != SNI_K_STORE) continue;
        sni_str line = {0};
        sni_str_printf(&line, "%s = ", g->name[in->slot]);
        put_value_text(g, in->arg[0], &line);
        sni_str_printf(out, " * %s\n", sni_str_text(&line));
        if (line.status < 0) g->status = line.status;
        sni_str_free(&line);
    }
}

static void put_operand(sni_cgen *g, int o, sni_str *out)
{
    static const char *const kinds[] = {[SNI_OPERAND_IN] = "in", [SNI_OPERAND_OUT] = "out", [SNI_OPERAND_INDEX] = "index"};
    static const char *const accesses[] = {[SNI_ACCESS_BROADCAST] = "broadcast", [SNI_ACCESS_UNIT] = "unit",
                                           [SNI_ACCESS_STRIDED] = "strided"};
    const sni_operand *op = &g->k->operands[o];
    sni_str_printf(out, " *   %s: %s %s", g->name[o], sni_dtypes[op->dtype].name, kinds[op->kind]);
    for (int d = 0; d < g->k->nx + g->k->nr; d++)
        sni_str_printf(out, "%s%s", d == 0 ? ", " : d == g->k->nx ? " | " : " ", accesses[op->access[d]]);
    sni_str_put(out, "\n");
}

void sni_cgen_head(sni_cgen *g, sni_str *out)
{
    static const char *const patterns[] = {
        [SNI_PATTERN_MAP] = "map", [SNI_PATTERN_ROWS] = "rows", [SNI_PATTERN_COLUMNS] = "columns",
        [SNI_PATTERN_SPLIT_ROWS] = "split rows", [SNI_PATTERN_SPLIT_COLUMNS] = "split columns"};
    sni_str_printf(out, "/* Sinter kernel: %s over %d kept and %d reduced dims", patterns[g->k->pattern], g->k->nx, g->k->nr);
    if (g->lanes > 1) sni_str_printf(out, ", %d lanes", g->lanes);
    sni_str_put(out, "\n *\n");
    put_outputs(g, out);
    sni_str_put(out, " *\n");
    for (int o = 0; o < g->k->noperands; o++) put_operand(g, o, out);
    for (int s = 0; s < g->k->nscalars; s++)
        sni_str_printf(out, " *   s%d: %s scalar\n", s, sni_dtypes[g->k->scalar_dtype[s]].name);
    sni_str_put(out, " */\n");
}
