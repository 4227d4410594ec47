/* Kernels as text, and their end. */
#include "codegen/kernel.h"

#include <stdio.h>
#include <stdlib.h>

void sni_kernel_free(sni_kernel *k)
{
    free(k->instrs);
    k->instrs = NULL;
    k->ninstrs = 0;
}

static const char *const pattern_names[] = {
    [SNI_PATTERN_MAP] = "map", [SNI_PATTERN_ROWS] = "rows", [SNI_PATTERN_COLUMNS] = "columns",
    [SNI_PATTERN_SPLIT_ROWS] = "split rows", [SNI_PATTERN_SPLIT_COLUMNS] = "split columns",
};
static const char *const level_names[] = {[SNI_UNIFORM] = "uniform", [SNI_X] = "x", [SNI_XR] = "xr"};

static const char *dtype_name(uint8_t dtype)
{
    return dtype < SNI_DTYPE_COUNT ? sni_dtypes[dtype].abbrev : "?";
}

static void put_operand(const sni_kernel *k, int i, sni_str *out)
{
    static const char *const kinds[] = {[SNI_OPERAND_IN] = "in", [SNI_OPERAND_OUT] = "out", [SNI_OPERAND_INDEX] = "index"};
    static const char classes[] = {[SNI_ACCESS_BROADCAST] = '0', [SNI_ACCESS_UNIT] = '1', [SNI_ACCESS_STRIDED] = 's'};
    const sni_operand *o = &k->operands[i];
    sni_str_printf(out, "  #%d %s %s ", i, o->kind < SNI_COUNT(kinds) ? kinds[o->kind] : "?", dtype_name(o->dtype));
    for (int d = 0; d < k->nx + k->nr && d < SNI_KERNEL_DIMS; d++) {
        if (d == k->nx) sni_str_putc(out, '|');
        sni_str_putc(out, o->access[d] < sizeof classes ? classes[o->access[d]] : '?');
    }
    if (o->masked) sni_str_put(out, " masked");
    sni_str_put(out, o->may_alias ? " may alias\n" : "\n");
}

const char *sni_kreduce_name(const sni_kinstr *in, char out[SNI_KREDUCE_NAME])
{
    if (in->code < SNI_REDUCTION_COUNT) return sni_reductions[in->code].name;
    snprintf(out, SNI_KREDUCE_NAME, "user%d", in->arg[1]);
    return out;
}

static void put_reduction(const sni_kernel *k, const sni_kinstr *in, sni_str *out)
{
    bool formula = in->code == SNI_REDUCE_FORMULA, known = formula && in->arg[1] >= 0 && in->arg[1] < k->nformulas;
    const char *name = in->code < SNI_REDUCTION_COUNT ? sni_reductions[in->code].name : known ? k->formulas[in->arg[1]]->name : "?";
    sni_str_printf(out, "reduce %s", name);
}

/* "add", "sum", "load #2": what the instruction does but for its arguments. */
static void put_action(const sni_kernel *k, const sni_kinstr *in, sni_str *out)
{
    switch (in->op) {
    case SNI_K_SCALAR: sni_str_printf(out, "scalar $%d", in->slot); break;
    case SNI_K_INDEX: sni_str_printf(out, "index #%d", in->slot); break;
    case SNI_K_LOAD: sni_str_printf(out, "load #%d", in->slot); break;
    case SNI_K_STORE: sni_str_printf(out, "store #%d", in->slot); break;
    case SNI_K_ELEMENT: sni_str_put(out, in->code < SNI_OP_COUNT ? sni_ops[in->code].name : "?"); break;
    case SNI_K_CAST: sni_str_put(out, "cast"); break;
    case SNI_K_REDUCE: put_reduction(k, in, out); break;
    case SNI_K_STAGE: sni_str_printf(out, "stage @%d", in->slot); break;
    case SNI_K_UNSTAGE: sni_str_printf(out, "unstage @%d", in->slot); break;
    default: sni_str_put(out, "?");
    }
}

static void put_instr(const sni_kernel *k, int32_t i, sni_str *out)
{
    const sni_kinstr *in = &k->instrs[i];
    sni_str_printf(out, "  %%%d = %s ", i, dtype_name(in->dtype));
    put_action(k, in, out);
    for (int a = 0; a < in->nargs && a < 3; a++) sni_str_printf(out, "%s %%%d", a ? "," : "", in->arg[a]);
    sni_str_printf(out, "  ; %s", in->level < SNI_COUNT(level_names) ? level_names[in->level] : "?");
    if (in->level != SNI_UNIFORM && k->nr) sni_str_printf(out, " pass %d", in->pass);
    sni_str_putc(out, '\n');
}

void sni_kernel_print(const sni_kernel *k, sni_str *out)
{
    sni_str_printf(out, "%s kernel: %d kept, %d reduced", k->pattern < SNI_COUNT(pattern_names) ? pattern_names[k->pattern] : "?",
                   k->nx, k->nr);
    if (k->nr) sni_str_printf(out, ", %d pass%s", k->npasses, k->npasses == 1 ? "" : "es");
    if (k->held) sni_str_printf(out, ", at most %d elements a thread", k->held);
    sni_str_printf(out, "%s%s\n", k->index32 ? ", 32-bit indices" : "", k->stream ? ", streaming stores" : "");
    for (int i = 0; i < k->noperands && i < SNI_KERNEL_OPERANDS; i++) put_operand(k, i, out);
    for (int32_t i = 0; i < k->ninstrs; i++) put_instr(k, i, out);
}
