/* Checks every invariant of kernel.h and names the first that is broken. */
#include "codegen/kernel.h"

#include <string.h>

#define BROKEN(...) sni_fail(SN_ERR_INTERNAL, "kernel: " __VA_ARGS__)

typedef struct uses {       /* how often each slot was met */
    uint16_t operand[SNI_KERNEL_OPERANDS], scalar[SNI_KERNEL_OPERANDS];
    uint8_t stage[SNI_COUNT(((sni_kernel *)0)->stage_dtype)];
    uint16_t reductions;
} uses;

/* ---- the kernel as a whole ------------------------------------------------------------------------------ */

static int check_header(const sni_kernel *k)
{
    if (k->pattern > SNI_PATTERN_SPLIT_COLUMNS) return BROKEN("unknown pattern %d", k->pattern);
    if (k->nx < 1 || k->nx + k->nr > SNI_KERNEL_DIMS) return BROKEN("%d kept and %d reduced dims", k->nx, k->nr);
    if ((k->pattern == SNI_PATTERN_MAP) != (k->nr == 0)) return BROKEN("pattern %d with %d reduced dims", k->pattern, k->nr);
    if ((k->nr == 0) != (k->npasses == 0)) return BROKEN("%d passes over %d reduced dims", k->npasses, k->nr);
    bool split = k->pattern == SNI_PATTERN_SPLIT_ROWS || k->pattern == SNI_PATTERN_SPLIT_COLUMNS;
    if (split && k->npasses != 1) return BROKEN("a split kernel of %d passes", k->npasses);
    if (k->held > 32 || (k->held & (k->held - 1))) return BROKEN("%d elements a thread", k->held);
    if (k->held && (split || k->nr == 0)) return BROKEN("a kernel of pattern %d keeps elements", k->pattern);
    if (k->few && (k->pattern != SNI_PATTERN_COLUMNS || !k->held)) return BROKEN("few elements in pattern %d", k->pattern);
    if (k->noperands > SNI_KERNEL_OPERANDS) return BROKEN("%d operands", k->noperands);
    if (k->nscalars > SNI_KERNEL_OPERANDS) return BROKEN("%d scalars", k->nscalars);
    if (k->nformulas > SNI_KERNEL_FORMULAS) return BROKEN("%d formulas", k->nformulas);
    if (k->nstages > SNI_COUNT(k->stage_dtype)) return BROKEN("%d stages", k->nstages);
    if (k->ninstrs < 0 || (k->ninstrs && !k->instrs)) return BROKEN("no instructions");
    return SN_OK;
}

static int check_operands(const sni_kernel *k)
{
    for (int i = 0; i < k->noperands; i++) {
        const sni_operand *o = &k->operands[i];
        if (o->dtype >= SNI_DTYPE_COUNT) return BROKEN("operand %d has no dtype", i);
        if (o->kind > SNI_OPERAND_INDEX) return BROKEN("operand %d has no kind", i);
        if (o->kind == SNI_OPERAND_INDEX && o->dtype != SNI_INT64) return BROKEN("index %d is not int64", i);
        if (o->masked && o->kind != SNI_OPERAND_IN) return BROKEN("operand %d is masked and no input", i);
        if (o->may_alias && o->kind != SNI_OPERAND_OUT) return BROKEN("operand %d may alias and is no output", i);
        for (int d = 0; d < k->nx + k->nr; d++)
            if (o->access[d] > SNI_ACCESS_STRIDED) return BROKEN("operand %d has no access class along dim %d", i, d);
    }
    for (int i = 0; i < k->nscalars; i++)
        if (k->scalar_dtype[i] >= SNI_DTYPE_COUNT) return BROKEN("scalar %d has no dtype", i);
    return SN_OK;
}

/* ---- where an instruction runs --------------------------------------------------------------------------- */

static int place_of(const sni_kinstr *in)
{
    if (in->level == SNI_UNIFORM) return 0;
    return 1 + 2 * in->pass + (in->level == SNI_XR || in->op == SNI_K_REDUCE);
}

static int check_place(const sni_kernel *k, int32_t i)
{
    const sni_kinstr *in = &k->instrs[i];
    bool loop = in->level == SNI_XR || in->op == SNI_K_REDUCE;
    if (in->level > SNI_XR) return BROKEN("instruction %d has no level", i);
    if (loop && k->nr == 0) return BROKEN("instruction %d runs over reduced dims that are not there", i);
    if (in->pass >= k->npasses + !loop) return BROKEN("instruction %d is in pass %d of %d", i, in->pass, k->npasses);
    if (in->level == SNI_UNIFORM && in->pass) return BROKEN("uniform instruction %d is in a pass", i);
    if (i && place_of(in) < place_of(in - 1)) return BROKEN("instruction %d is listed after what runs later", i);
    return SN_OK;
}

static int check_arg(const sni_kernel *k, int32_t i, int a)
{
    const sni_kinstr *in = &k->instrs[i];
    if (in->arg[a] < 0 || in->arg[a] >= i) return BROKEN("argument %d of instruction %d does not come before it", a, i);
    const sni_kinstr *arg = &k->instrs[in->arg[a]];
    if (arg->op == SNI_K_STORE || arg->op == SNI_K_STAGE) return BROKEN("instruction %d uses instruction %d, which has no value", i, in->arg[a]);
    if (in->op == SNI_K_REDUCE) {
        if (arg->level != SNI_XR || arg->op == SNI_K_REDUCE) return BROKEN("reduction %d takes a value that is not at level xr", i);
        return arg->pass == in->pass ? SN_OK : BROKEN("reduction %d takes a value of another pass", i);
    }
    if (arg->level > in->level) return BROKEN("instruction %d uses a value of a deeper level", i);
    if (arg->level == SNI_XR && arg->pass != in->pass) return BROKEN("instruction %d uses a value of another pass", i);
    int there = arg->pass + (arg->op == SNI_K_REDUCE);
    return arg->level == SNI_UNIFORM || there <= in->pass ? SN_OK : BROKEN("instruction %d uses a value of a later pass", i);
}

/* ---- what it does ------------------------------------------------------------------------------------------- */

static uint8_t arg_dtype(const sni_kernel *k, const sni_kinstr *in, int a)
{
    return k->instrs[in->arg[a]].dtype;
}

static int check_element(const sni_kernel *k, int32_t i)
{
    const sni_kinstr *in = &k->instrs[i];
    if (in->code >= SNI_OP_COUNT) return BROKEN("instruction %d is no known operation", i);
    const sni_op_info *op = &sni_ops[in->code];
    if (in->nargs != op->arity) return BROKEN("%s at instruction %d has %d operands", op->name, i, in->nargs);
    bool where = op->rule == SNI_RULE_WHERE;
    uint8_t dtype = arg_dtype(k, in, where);
    for (int a = where; a < in->nargs; a++)
        if (arg_dtype(k, in, a) != dtype) return BROKEN("%s at instruction %d mixes dtypes", op->name, i);
    if (where && arg_dtype(k, in, 0) != SNI_BOOL) return BROKEN("%s at instruction %d chooses by no bool", op->name, i);
    if (strcmp(sni_op_expr((sni_op)in->code, (sni_dtype)dtype), "NONE") == 0)
        return BROKEN("%s at instruction %d does not compute in %s", op->name, i, sni_dtypes[dtype].name);
    bool test = op->rule == SNI_RULE_COMPARE || op->rule == SNI_RULE_LOGICAL;
    return in->dtype == (test ? SNI_BOOL : dtype) ? SN_OK : BROKEN("%s at instruction %d has another result", op->name, i);
}

static int check_slot(const sni_kernel *k, int32_t i, sni_operand_kind kind, uses *u)
{
    const sni_kinstr *in = &k->instrs[i];
    if (in->slot >= k->noperands) return BROKEN("instruction %d names operand %d of %d", i, in->slot, k->noperands);
    if (k->operands[in->slot].kind != kind) return BROKEN("instruction %d does not fit the kind of operand %d", i, in->slot);
    if (k->operands[in->slot].dtype != in->dtype) return BROKEN("instruction %d does not fit the dtype of operand %d", i, in->slot);
    if (kind != SNI_OPERAND_OUT && in->level == SNI_UNIFORM) return BROKEN("instruction %d reads an array before the loops", i);
    if (kind == SNI_OPERAND_OUT && u->operand[in->slot]) return BROKEN("operand %d is stored twice", in->slot);
    u->operand[in->slot]++;
    return SN_OK;
}

static int check_stage(const sni_kernel *k, int32_t i, uses *u)
{
    const sni_kinstr *in = &k->instrs[i];
    bool first = in->op == SNI_K_STAGE;
    if (in->slot >= k->nstages) return BROKEN("instruction %d names stage %d of %d", i, in->slot, k->nstages);
    if (k->stage_dtype[in->slot] != in->dtype || in->level != SNI_XR) return BROKEN("instruction %d does not fit stage %d", i, in->slot);
    if (first == (u->stage[in->slot] != 0)) return BROKEN("stage %d is %s", in->slot, first ? "kept twice" : "read before it is kept");
    if (!first && in->pass < u->stage[in->slot]) return BROKEN("stage %d is read in the pass that keeps it", in->slot);
    if (first) u->stage[in->slot] = (uint8_t)(in->pass + 1);
    return SN_OK;
}

static int check_scalar(const sni_kernel *k, int32_t i, uses *u)
{
    const sni_kinstr *in = &k->instrs[i];
    if (in->slot >= k->nscalars || k->scalar_dtype[in->slot] != in->dtype) return BROKEN("instruction %d does not fit scalar %d", i, in->slot);
    if (in->level != SNI_UNIFORM) return BROKEN("scalar %d is not uniform", in->slot);
    u->scalar[in->slot]++;
    return SN_OK;
}

static int check_formula(const sni_kernel *k, int32_t i)
{
    const sni_kinstr *in = &k->instrs[i];
    const sni_formula *f = in->arg[1] >= 0 && in->arg[1] < k->nformulas ? k->formulas[in->arg[1]] : NULL;
    if (!f) return BROKEN("reduction %d joins by formula %d of %d", i, in->arg[1], k->nformulas);
    return f->nparams == 2 && f->dtype == in->dtype ? SN_OK : BROKEN("reduction %d joins by a formula of another dtype", i);
}

static int check_reduce(const sni_kernel *k, int32_t i, uses *u)
{
    const sni_kinstr *in = &k->instrs[i];
    if (in->code == SNI_REDUCE_FORMULA) SNI_TRY(check_formula(k, i));
    else if (in->code > SNI_REDUCE_FORMULA || in->code == SNI_REDUCE_MEAN) return BROKEN("instruction %d is no known reduction", i);
    if (in->level != SNI_X) return BROKEN("reduction %d does not yield a kept value", i);
    if (in->slot != u->reductions++) return BROKEN("reduction %d has number %d", i, in->slot);
    return arg_dtype(k, in, 0) == in->dtype ? SN_OK : BROKEN("reduction %d changes the dtype", i);
}

static int args_of(const sni_kinstr *in)
{
    switch (in->op) {
    case SNI_K_SCALAR: case SNI_K_INDEX: case SNI_K_UNSTAGE: return 0;
    case SNI_K_LOAD: return in->nargs != 0;
    case SNI_K_ELEMENT: return in->nargs;
    default: return 1;
    }
}

static int check_instr(const sni_kernel *k, int32_t i, uses *u)
{
    const sni_kinstr *in = &k->instrs[i];
    if (in->op > SNI_K_STORE) return BROKEN("instruction %d is of no known kind", i);
    if (in->dtype >= SNI_DTYPE_COUNT) return BROKEN("instruction %d has no dtype", i);
    if (in->nargs > 3 || in->nargs != args_of(in)) return BROKEN("instruction %d has %d arguments", i, in->nargs);
    SNI_TRY(check_place(k, i));
    for (int a = 0; a < in->nargs; a++) SNI_TRY(check_arg(k, i, a));
    switch (in->op) {
    case SNI_K_SCALAR: return check_scalar(k, i, u);
    case SNI_K_INDEX: return check_slot(k, i, SNI_OPERAND_INDEX, u);
    case SNI_K_LOAD:
        SNI_TRY(check_slot(k, i, SNI_OPERAND_IN, u));
        if (k->operands[in->slot].masked != (in->nargs == 1)) return BROKEN("load %d and operand %d differ on a mask", i, in->slot);
        return !in->nargs || arg_dtype(k, in, 0) == SNI_BOOL ? SN_OK : BROKEN("load %d has a mask that is no bool", i);
    case SNI_K_ELEMENT: return check_element(k, i);
    case SNI_K_REDUCE: return check_reduce(k, i, u);
    case SNI_K_CAST: return SN_OK;
    case SNI_K_STORE:
        if (arg_dtype(k, in, 0) != in->dtype) return BROKEN("store %d changes the dtype", i);
        return check_slot(k, i, SNI_OPERAND_OUT, u);
    default:
        if (in->op == SNI_K_STAGE && arg_dtype(k, in, 0) != in->dtype) return BROKEN("stage %d changes the dtype", i);
        return check_stage(k, i, u);
    }
}

int sni_kernel_verify(const sni_kernel *k)
{
    uses u = {0};
    SNI_TRY(check_header(k));
    SNI_TRY(check_operands(k));
    for (int32_t i = 0; i < k->ninstrs; i++) SNI_TRY(check_instr(k, i, &u));
    for (int i = 0; i < k->noperands; i++)
        if (!u.operand[i]) return BROKEN("operand %d is not used", i);
    for (int i = 0; i < k->nscalars; i++)
        if (!u.scalar[i]) return BROKEN("scalar %d is not used", i);
    for (int i = 0; i < k->nstages; i++)
        if (!u.stage[i]) return BROKEN("stage %d is not used", i);
    return u.reductions == k->nreductions ? SN_OK : BROKEN("%d reductions, %d expected", u.reductions, k->nreductions);
}
