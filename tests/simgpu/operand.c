/* Operands: names become slots and addresses. */
#include "ptx.h"

#include <stdlib.h>
#include <string.h>

/* ---- slots ------------------------------------------------------------------------------------------------- */

static const char *const specials[] = {"%tid.x",           "%tid.y",
                                       "%tid.z",           "%ntid.x",
                                       "%ntid.y",          "%ntid.z",
                                       "%ctaid.x",         "%ctaid.y",
                                       "%ctaid.z",         "%nctaid.x",
                                       "%nctaid.y",        "%nctaid.z",
                                       "%laneid",          "%warpid",
                                       "%nwarpid",         "%smid",
                                       "%nsmid",           "%gridid",
                                       "%lanemask_eq",     "%lanemask_le",
                                       "%lanemask_lt",     "%lanemask_ge",
                                       "%lanemask_gt",     "%clock",
                                       "%clock_hi",        "%clock64",
                                       "%globaltimer",     "%globaltimer_lo",
                                       "%globaltimer_hi",  "%dynamic_smem_size",
                                       "%total_smem_size", "%clusterid.x",
                                       "%cluster_ctaid.x", "%cluster_ctarank",
                                       "WARP_SZ"};

/* The slot of a special register, which is filled when a thread enters the function. */
static bool special(ptx_reader *r, const char *name, u32 *slot)
{
    sim_function *f = r->function;
    for (size_t k = 0; k < sizeof specials / sizeof *specials; k++) {
        if (strcmp(name, specials[k]) != 0) continue;
        for (u32 s = 0; s < f->nspecials; s++)
            if (f->specials[s].which == (int)k) return *slot = f->specials[s].slot, true;
        PTX_GROW(f->specials, f->nspecials, r->specials_room);
        f->specials[f->nspecials].slot = *slot = f->nslots++;
        f->specials[f->nspecials++].which = (int)k;
        return true;
    }
    return false;
}

u32 ptx_constant(ptx_reader *r, u64 value)
{
    sim_function *f = r->function;
    u32 first = f->nconstants > 256 ? f->nconstants - 256 : 0;
    for (u32 k = f->nconstants; k-- > first;)
        if (f->constants[k].value.u64 == value) return f->constants[k].slot;
    PTX_GROW(f->constants, f->nconstants, r->constants_room);
    f->constants[f->nconstants].slot = f->nslots;
    f->constants[f->nconstants++].value.u64 = value;
    return f->nslots++;
}

/* The innermost of that name; %r7 is one of .reg %r<110>. */
const struct ptx_name *ptx_find(const ptx_reader *r, const char *name)
{
    size_t digits = strlen(name);
    while (digits > 1 && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
    for (u32 k = r->names.count; k-- > 0;) {
        const struct ptx_name *n = &r->names.names[k];
        if (n->kind != PTX_REGISTERS) {
            if (strcmp(n->name, name) == 0) return n;
        } else if (name[digits] && strncmp(n->name, name, digits) == 0 && !n->name[digits]) {
            if (strtoul(name + digits, NULL, 10) < n->count) return n;
        }
    }
    return NULL;
}

bool ptx_register(ptx_reader *r, const char *name, u32 *slot)
{
    const struct ptx_name *n = ptx_find(r, name);
    if (!n) return special(r, name, slot);
    if (n->kind == PTX_VARIABLE) return false;
    *slot = n->value + (n->kind == PTX_REGISTERS ? (u32)strtoul(name + strlen(n->name), NULL, 10) : 0);
    return true;
}

/* ---- operands ------------------------------------------------------------------------------------------------ */

/* A variable of the function or of the module: its address, in its own space. */
static bool variable(ptx_reader *r, const char *name, ptx_operand *o)
{
    const struct ptx_name *n = ptx_find(r, name);
    if (n && n->kind == PTX_VARIABLE) {
        o->space = n->space;
        o->local = n->space == SIM_LOCAL;
        o->number = n->space == SIM_PARAM && !(r->function->entry && n->count) ? n->value | SIM_IN_FRAME
                                                                               : n->value;
        return true;
    }
    const sim_variable *v = sim_module_variable(r->module, name);
    if (!v) return false;
    o->space = v->space;
    o->number = v->address;
    return true;
}

static void offset(ptx_reader *r, ptx_operand *o)
{
    while (ptx_take(r, '+')) o->number += ptx_integer(r);
    if (ptx_take(r, '-')) o->number -= ptx_integer(r);
}

static void address(ptx_reader *r, ptx_operand *o)
{
    char name[256];
    *o = (ptx_operand){.kind = PTX_ADDRESS, .space = -1};
    if (ptx_peek(r).kind == PTX_INTEGER) {
        o->number = ptx_integer(r);
    } else if (ptx_word(r, name, sizeof name)) {
        const struct ptx_name *n = ptx_find(r, name);
        if (ptx_register(r, name, &o->slot))
            o->based = true, o->narrow = n && n->space == 4;
        else if (!variable(r, name, o))
            ptx_fail(r, "%s is not declared", name);
    }
    offset(r, o);
    ptx_want(r, ']');
}

static void literal(ptx_reader *r, ptx_operand *o)
{
    bool negative = ptx_take(r, '-');
    ptx_lexeme l = ptx_next(r);
    *o = (ptx_operand){.kind = PTX_NUMBER, .number = negative ? 0 - l.value : l.value, .space = -1};
    if (l.kind != PTX_INTEGER && l.kind != PTX_FLOAT)
        ptx_fail(r, "an operand expected, not '%.*s'", (int)(l.length < 40 ? l.length : 40), l.start);
}

static u32 value_slot(ptx_reader *r, const ptx_operand *o)
{
    return o->kind == PTX_SLOT ? o->slot : ptx_constant(r, o->number);
}

static void element(ptx_reader *r, ptx_operand *o)
{
    ptx_operand one = {0};
    char name[256];
    if (o->count == PTX_ELEMENTS) {
        ptx_fail(r, "a vector of more than %d", PTX_ELEMENTS);
    } else if (ptx_peek(r).kind != PTX_WORD) {
        literal(r, &one);
        o->element[o->count++] = value_slot(r, &one);
    } else if (ptx_word(r, name, sizeof name)) {
        if (strcmp(name, "_") == 0)
            one.slot = PTX_SINK;
        else if (!ptx_register(r, name, &one.slot))
            ptx_fail(r, "%s is no register", name);
        o->element[o->count++] = one.slot;
    }
}

static void vector(ptx_reader *r, ptx_operand *o)
{
    *o = (ptx_operand){.kind = PTX_VECTOR};
    do element(r, o);
    while (!r->failed && ptx_take(r, ','));
    ptx_want(r, '}');
}

/* (param0, param1) of a call: places in the frame. */
static void list(ptx_reader *r, ptx_operand *o)
{
    char name[256];
    *o = (ptx_operand){.kind = PTX_LIST};
    while (!r->failed && !ptx_take(r, ')')) {
        if (!ptx_word(r, name, sizeof name)) return;
        const struct ptx_name *n = ptx_find(r, name);
        if (!n || n->kind != PTX_VARIABLE || n->space != SIM_PARAM)
            ptx_fail(r, "%s is no parameter", name);
        else if (o->count == sizeof o->element / sizeof *o->element)
            ptx_fail(r, "too many parameters");
        else
            o->element[o->count++] = n->value;
        ptx_take(r, ',');
    }
}

static void named(ptx_reader *r, ptx_operand *o)
{
    *o = (ptx_operand){.kind = PTX_NAME, .space = -1};
    if (!ptx_word(r, o->name, sizeof o->name)) return;
    if (strcmp(o->name, "_") == 0) {
        o->kind = PTX_SLOT;
        o->slot = PTX_SINK;
    } else if (ptx_register(r, o->name, &o->slot)) {
        o->kind = PTX_SLOT;
    } else if (variable(r, o->name, o)) {
        o->kind = PTX_NUMBER;
        offset(r, o);
    }
    if (o->kind == PTX_SLOT && ptx_take(r, '|')) {
        char second[256];
        o->paired = true;
        if (!ptx_word(r, second, sizeof second)) return;
        if (strcmp(second, "_") == 0)
            o->second = PTX_SINK;
        else if (!ptx_register(r, second, &o->second))
            ptx_fail(r, "%s is no register", second);
    }
}

static void operand(ptx_reader *r, ptx_operand *o)
{
    if (ptx_take(r, '[')) {
        address(r, o);
    } else if (ptx_take(r, '{')) {
        vector(r, o);
    } else if (ptx_take(r, '(')) {
        list(r, o);
    } else if (ptx_take(r, '!')) {
        named(r, o);
        o->negated = true;
    } else if (ptx_peek(r).kind == PTX_WORD) {
        named(r, o);
    } else {
        literal(r, o);
    }
}

void ptx_operands(ptx_reader *r, ptx_statement *s)
{
    while (!r->failed && !ptx_take(r, ';')) {
        if (s->count == PTX_OPERANDS)
            ptx_fail(r, "more than %d operands", PTX_OPERANDS);
        else
            operand(r, &s->operand[s->count++]);
        if (!ptx_take(r, ',') && !(ptx_peek(r).kind == PTX_MARK && ptx_peek(r).value == ';'))
            ptx_fail(r, "',' or ';' expected in %s", s->opcode);
    }
}
