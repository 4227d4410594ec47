/* PTX text to a module: variables, functions, their declarations and statements. */
#include "ptx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 30 };

static u32 type_bytes(ptx_reader *r, const char *type)
{
    static const struct {
        const char *name;
        u32 bytes;
    } types[] = {{".pred", 1}, {".b8", 1},  {".u8", 1},    {".s8", 1},   {".b16", 2},
                 {".u16", 2},  {".s16", 2}, {".f16", 2},   {".b32", 4},  {".u32", 4},
                 {".s32", 4},  {".f32", 4}, {".f16x2", 4}, {".bf16", 2}, {".b64", 8},
                 {".u64", 8},  {".s64", 8}, {".f64", 8},   {".b128", 16}};
    for (size_t k = 0; k < sizeof types / sizeof *types; k++)
        if (strcmp(types[k].name, type) == 0) return types[k].bytes;
    ptx_fail(r, "unknown type %s", type);
    return 1;
}

/* ---- declarations ---------------------------------------------------------------------------------------------- */

typedef struct declaration {
    char name[256];
    u32 bytes, align, element;
    bool array;
} declaration;

/* .align 8 .b8 name[16], .u32 name; the space has been read. */
static bool declare(ptx_reader *r, declaration *d)
{
    char word[256];
    *d = (declaration){0};
    while (!d->element) {
        if (!ptx_word(r, word, sizeof word)) return false;
        if (strcmp(word, ".align") == 0)
            d->align = (u32)ptx_integer(r);
        else if (strcmp(word, ".ptr") == 0)
            continue; /* .ptr .global .align 4: says nothing of the parameter itself */
        else if (strcmp(word, ".v2") == 0 || strcmp(word, ".v4") == 0)
            ptx_fail(r, "vector declarations are not simulated");
        else
            d->element = type_bytes(r, word);
        if (r->failed) return false;
    }
    d->bytes = d->element;
    while (ptx_take_word(r, ".ptr") || ptx_take_word(r, ".global") || ptx_take_word(r, ".shared") ||
           ptx_take_word(r, ".local") || ptx_take_word(r, ".const")) {
    }
    if (ptx_take_word(r, ".align")) ptx_integer(r);
    if (!ptx_word(r, d->name, sizeof d->name)) return false;
    while (ptx_take(r, '[')) {
        u64 n = ptx_peek(r).kind == PTX_INTEGER ? ptx_integer(r) : 0;
        d->array = true;
        if (n > MOST_BYTES || n * d->bytes > MOST_BYTES)
            ptx_fail(r, "%s is too large", d->name);
        else
            d->bytes *= (u32)n;
        ptx_want(r, ']');
    }
    if (d->align == 0) d->align = d->element;
    return !r->failed;
}

static u32 place(u32 *end, const declaration *d)
{
    u32 at = (*end + d->align - 1) / d->align * d->align;
    *end = at + d->bytes;
    return at;
}

static void name_it(ptx_reader *r, const char *name, int kind, int space, u32 value, u32 count)
{
    PTX_GROW(r->names.names, r->names.count, r->names.room);
    r->names.names[r->names.count++] = (struct ptx_name){ptx_copy(name, strlen(name)), kind, space, value,
                                                         count};
}

static void forget_names(ptx_reader *r, u32 down_to)
{
    while (r->names.count > down_to) free(r->names.names[--r->names.count].name);
}

/* .reg .b32 %r<110>, %temp; */
static void declare_registers(ptx_reader *r)
{
    char word[256];
    if (!ptx_word(r, word, sizeof word)) return;
    int bytes = (int)type_bytes(r, word);
    do {
        if (!ptx_word(r, word, sizeof word)) return;
        u64 n = 1;
        bool many = ptx_take(r, '<');
        if (many) {
            n = ptx_integer(r);
            ptx_want(r, '>');
        }
        if (n > 1 << 20) ptx_fail(r, "too many registers");
        if (r->failed) return;
        name_it(r, word, many ? PTX_REGISTERS : PTX_REGISTER, bytes, r->function->nslots, (u32)n);
        r->function->nslots += (u32)n;
        r->function->registers += (u32)n;
    } while (ptx_take(r, ','));
    ptx_want(r, ';');
}

/* ---- the module's variables ---------------------------------------------------------------------------------------- */

static void store_value(ptx_reader *r, const declaration *d, u8 *start, u32 *at)
{
    u64 value = 0;
    bool negative = ptx_take(r, '-'), generic = ptx_take_word(r, "generic") && ptx_take(r, '(');
    ptx_lexeme l = ptx_next(r);
    if (l.kind == PTX_WORD) {
        char *name = ptx_copy(l.start, l.length);
        const sim_variable *v = sim_module_variable(r->module, name);
        if (v)
            value = v->address;
        else
            ptx_fail(r, "%s is not declared", name);
        free(name);
        if (ptx_take(r, '+')) value += ptx_integer(r);
    } else {
        value = l.value;
    }
    if (generic) ptx_want(r, ')');
    if (negative) value = 0 - value;
    if (*at + d->element > d->bytes)
        ptx_fail(r, "too many values for %s", d->name);
    else
        memcpy(start + *at, &value, d->element);
    *at += d->element;
}

static void store_values(ptx_reader *r, const declaration *d, u8 *start)
{
    u32 at = 0;
    if (!ptx_take(r, '{')) {
        store_value(r, d, start, &at);
        return;
    }
    while (!r->failed && !ptx_take(r, '}')) {
        store_value(r, d, start, &at);
        ptx_take(r, ',');
    }
}

static void module_variable(ptx_reader *r, int space)
{
    declaration d;
    sim_module *m = r->module;
    if (!declare(r, &d)) return;
    u32 room = m->nvariables;
    sim_variable *more = realloc(m->variables, (room + 1) * sizeof *more);
    if (!more) abort();
    m->variables = more;
    sim_variable *v = &more[m->nvariables++];
    *v = (sim_variable){.name = ptx_copy(d.name, strlen(d.name)), .space = space, .bytes = d.bytes};
    if (space == SIM_SHARED) {
        if (d.bytes && r->kernels) ptx_fail(r, "a shared variable of the module after a kernel");
        v->address = d.bytes ? place(&m->shared_bytes, &d) : SIM_DYNAMIC;
    } else {
        v->address = sim_memory_take(m->device, d.bytes, true, v->name);
        v->start = calloc(d.bytes + 1, 1);
        if (!v->address) ptx_fail(r, "no device memory for %s", d.name);
    }
    if (ptx_take(r, '=') && v->start) store_values(r, &d, v->start);
    ptx_want(r, ';');
}

/* ---- functions ---------------------------------------------------------------------------------------------------------- */

static sim_function *function_named(ptx_reader *r, const char *name)
{
    sim_module *m = r->module;
    sim_function *f = sim_module_function(m, name);
    if (f) return f;
    sim_function **more = realloc(m->functions, (m->nfunctions + 1) * sizeof *more);
    f = calloc(1, sizeof *f);
    if (!more || !f) abort();
    m->functions = more;
    f->name = ptx_copy(name, strlen(name));
    f->module = m;
    return more[m->nfunctions++] = f;
}

/* Parameters of an entry lie one after another; those of a function, and its result, in its frame.  A function
 * may be declared before it is defined: the second time gives the names. */
static void parameters(ptx_reader *r, sim_function *f, bool results)
{
    declaration d;
    u32 end = results ? 0 : f->entry ? 0 : f->bytes;
    if (!results) f->nparams = 0;
    while (!r->failed && !ptx_take(r, ')')) {
        if (!ptx_take_word(r, ".param") || !declare(r, &d)) {
            ptx_fail(r, ".param expected");
            return;
        }
        sim_param p = {.bytes = d.bytes};
        p.offset = place(&end, &d);
        name_it(r, d.name, PTX_VARIABLE, SIM_PARAM, p.offset, 1);
        ptx_take(r, ',');
        if (results) {
            f->result = p;
            continue;
        }
        sim_param *more = realloc(f->params, (f->nparams + 1) * sizeof *more);
        if (!more) abort();
        f->params = more;
        f->params[f->nparams++] = p;
    }
    if (f->entry)
        f->params_bytes = end;
    else
        f->bytes = (end + 15) / 16 * 16;
}

static void directives(ptx_reader *r, sim_function *f)
{
    char word[64];
    while (ptx_peek(r).kind == PTX_WORD && ptx_word(r, word, sizeof word)) {
        if (strcmp(word, ".noreturn") == 0) continue;
        u64 n = 0, product = 1;
        while (ptx_peek(r).kind == PTX_INTEGER) {
            n = ptx_integer(r);
            product *= n ? n : 1;
            ptx_take(r, ',');
        }
        if (strcmp(word, ".maxntid") == 0 || strcmp(word, ".reqntid") == 0) f->max_threads = (u32)product;
    }
}

/* ---- bodies -------------------------------------------------------------------------------------------------------------- */

static void local_variable(ptx_reader *r, int space)
{
    declaration d;
    sim_function *f = r->function;
    if (!declare(r, &d)) return;
    if (space == SIM_LOCAL) {
        name_it(r, d.name, PTX_VARIABLE, space, place(&f->local_bytes, &d), 0);
    } else if (space == SIM_SHARED) {
        if (!f->entry && r->kernels) ptx_fail(r, "a function's shared variable after a kernel");
        name_it(r, d.name, PTX_VARIABLE, space, place(&r->module->shared_bytes, &d), 0);
    } else {
        name_it(r, d.name, PTX_VARIABLE, space, place(&f->bytes, &d), 0);
    }
    ptx_want(r, ';');
}

static void skip_statement(ptx_reader *r)
{
    while (!ptx_take(r, ';') && ptx_peek(r).kind != PTX_END) ptx_next(r);
}

static void branch_targets(ptx_reader *r, const char *label)
{
    char word[256];
    sim_function *f = r->function;
    PTX_GROW(r->targets, r->ntargets, r->targets_room);
    struct ptx_targets *t = &r->targets[r->ntargets++];
    *t = (struct ptx_targets){.name = ptx_copy(label, strlen(label)), .first = f->nlists};
    do {
        if (!ptx_word(r, word, sizeof word)) return;
        PTX_GROW(f->lists, f->nlists, r->lists_room);
        PTX_GROW(r->jumps, r->njumps, r->jumps_room);
        r->jumps[r->njumps++] = (struct ptx_jump){
            .list = f->nlists + 1, .line = r->line, .name = ptx_copy(word, strlen(word))};
        f->nlists++;
        t->count++;
    } while (ptx_take(r, ','));
    ptx_want(r, ';');
}

static void directive(ptx_reader *r, const char *word, const char *label)
{
    if (strcmp(word, ".reg") == 0) {
        declare_registers(r);
    } else if (strcmp(word, ".local") == 0) {
        local_variable(r, SIM_LOCAL);
    } else if (strcmp(word, ".shared") == 0) {
        local_variable(r, SIM_SHARED);
    } else if (strcmp(word, ".param") == 0) {
        local_variable(r, SIM_PARAM);
    } else if (strcmp(word, ".branchtargets") == 0) {
        branch_targets(r, label);
    } else if (strcmp(word, ".loc") == 0) {
        u32 line = r->line; /* the rest of the line */
        while (ptx_peek(r).kind != PTX_END && r->line == line) ptx_next(r);
    } else if (strcmp(word, ".pragma") == 0) {
        skip_statement(r);
    } else {
        ptx_fail(r, "unknown directive %s", word);
    }
}

static void guard(ptx_reader *r, ptx_statement *s)
{
    char name[256];
    s->guarded = true;
    s->unless = ptx_take(r, '!');
    if (ptx_word(r, name, sizeof name) && !ptx_register(r, name, &s->guard))
        ptx_fail(r, "%s is no predicate", name);
}

static void statement(ptx_reader *r)
{
    static ptx_statement s; /* large; reading is not reentrant */
    char label[256] = "";
    s.guarded = s.unless = false;
    s.count = 0;
    ptx_peek(r);
    s.text = r->at;
    if (ptx_take(r, '@')) guard(r, &s);
    s.line = r->line;
    if (!ptx_word(r, s.opcode, sizeof s.opcode)) return;
    while (!s.guarded && ptx_take(r, ':')) {
        PTX_GROW(r->labels, r->nlabels, r->labels_room);
        r->labels[r->nlabels++] = (ptx_label){ptx_copy(s.opcode, strlen(s.opcode)), r->function->ncode};
        snprintf(label, sizeof label, "%s", s.opcode);
        if (ptx_peek(r).kind != PTX_WORD) return;
        s.text = r->at;
        ptx_word(r, s.opcode, sizeof s.opcode);
        s.line = r->line;
    }
    if (s.opcode[0] == '.') {
        directive(r, s.opcode, label);
        return;
    }
    ptx_operands(r, &s);
    s.length = (size_t)(r->at - s.text);
    if (!r->failed) ptx_decode(r, &s);
}

static void body(ptx_reader *r)
{
    u32 outer[64], depth = 0;
    while (!r->failed) {
        if (ptx_take(r, '{')) {
            if (depth == 64)
                ptx_fail(r, "blocks nested too deep");
            else
                outer[depth++] = r->names.count;
        } else if (ptx_take(r, '}')) {
            if (depth == 0) return;
            forget_names(r, outer[--depth]);
        } else if (ptx_peek(r).kind == PTX_END) {
            ptx_fail(r, "the text ends within %s", r->function->name);
        } else {
            statement(r);
        }
    }
}

static void free_reader(ptx_reader *r)
{
    forget_names(r, 0);
    for (u32 k = 0; k < r->nlabels; k++) free(r->labels[k].name);
    for (u32 k = 0; k < r->njumps; k++) free(r->jumps[k].name);
    for (u32 k = 0; k < r->ntargets; k++) free(r->targets[k].name);
    r->nlabels = r->njumps = r->ntargets = 0;
}

static void function(ptx_reader *r, bool entry)
{
    char name[256];
    static const sim_function none = {0};
    sim_function results = none; /* (.param .b64 out) stands before the name */
    r->room = r->lists_room = r->constants_room = r->calls_room = r->specials_room = r->unknown_room = 0;
    if (ptx_take(r, '(')) parameters(r, &results, true);
    if (!ptx_word(r, name, sizeof name)) return;
    sim_function *f = r->function = function_named(r, name);
    f->entry = entry;
    f->result = results.result;
    f->bytes = results.bytes;
    if (ptx_take(r, '(')) parameters(r, f, false);
    directives(r, f);
    if (!ptx_take(r, ';') && !r->failed) {
        u32 shared = r->module->shared_bytes;
        ptx_want(r, '{');
        if (f->body) ptx_fail(r, "%s is defined twice", name);
        f->body = true;
        body(r);
        if (!r->failed) ptx_resolve(r);
        if (entry) { /* kernels do not use each other's variables: they lie in the same place */
            f->shared_bytes = r->module->shared_bytes;
            r->module->shared_bytes = shared;
            r->kernels = true;
        }
    }
    free_reader(r);
}

/* ---- modules ----------------------------------------------------------------------------------------------------------------- */

static void skip_section(ptx_reader *r)
{
    while (!ptx_take(r, '{') && ptx_peek(r).kind != PTX_END) ptx_next(r);
    while (!ptx_take(r, '}') && ptx_peek(r).kind != PTX_END) ptx_next(r);
}

static void target(ptx_reader *r)
{
    char word[64];
    do {
        if (!ptx_word(r, word, sizeof word)) return;
        if (strncmp(word, "sm_", 3) == 0) r->module->target = (u32)strtoul(word + 3, NULL, 10);
    } while (ptx_take(r, ','));
}

static void top_level(ptx_reader *r)
{
    char word[64];
    if (!ptx_word(r, word, sizeof word)) return;
    if (strcmp(word, ".version") == 0) {
        ptx_next(r);
    } else if (strcmp(word, ".target") == 0) {
        target(r);
    } else if (strcmp(word, ".address_size") == 0) {
        if (ptx_integer(r) != 64) ptx_fail(r, "addresses of 64 bits alone");
    } else if (strcmp(word, ".entry") == 0) {
        function(r, true);
    } else if (strcmp(word, ".func") == 0) {
        function(r, false);
    } else if (strcmp(word, ".global") == 0 || strcmp(word, ".const") == 0) {
        module_variable(r, SIM_GLOBAL);
    } else if (strcmp(word, ".shared") == 0) {
        module_variable(r, SIM_SHARED);
    } else if (strcmp(word, ".file") == 0) {
        ptx_next(r), ptx_next(r);
        while (ptx_take(r, ',')) ptx_next(r);
    } else if (strcmp(word, ".section") == 0) {
        skip_section(r);
    } else if (strcmp(word, ".pragma") == 0) {
        skip_statement(r);
    } else if (strcmp(word, ".visible") != 0 && strcmp(word, ".extern") != 0 && strcmp(word, ".weak") != 0 &&
               strcmp(word, ".common") != 0) {
        ptx_fail(r, "unknown directive %s", word);
    }
}

bool sim_module_parse(sim_module *m, const char *text)
{
    ptx_reader r = {.module = m, .text = text, .at = text, .line = 1};
    while (!r.failed && ptx_peek(&r).kind != PTX_END) top_level(&r);
    free_reader(&r);
    free(r.names.names);
    free(r.labels);
    free(r.jumps);
    free(r.targets);
    for (u32 k = 0; k < m->nvariables && !r.failed; k++) {
        const sim_variable *v = &m->variables[k];
        if (!v->start) continue;
        u64 at = v->address - m->device->base;
        memcpy(m->device->data + at, v->start, v->bytes);
        memset(m->device->state + at, SIM_MAPPED | SIM_WRITTEN, v->bytes);
    }
    return !r.failed;
}

sim_function *sim_module_function(sim_module *m, const char *name)
{
    for (u32 k = 0; k < m->nfunctions; k++)
        if (strcmp(m->functions[k]->name, name) == 0) return m->functions[k];
    return NULL;
}

sim_variable *sim_module_variable(sim_module *m, const char *name)
{
    for (u32 k = 0; k < m->nvariables; k++)
        if (strcmp(m->variables[k].name, name) == 0) return &m->variables[k];
    return NULL;
}

static void free_function(sim_function *f)
{
    for (sim_frame *frame = f->free, *next; frame; frame = next) {
        next = frame->up;
        free(frame);
    }
    for (u32 k = 0; k < f->ncalls; k++) free(f->calls[k].args);
    for (u32 k = 0; k < f->nunknown; k++) free(f->unknown[k]);
    free(f->unknown);
    free(f->calls);
    free(f->params);
    free(f->lists);
    free(f->specials);
    free(f->constants);
    free(f->code);
    free(f->name);
    free(f);
}

void sim_module_free(sim_module *m)
{
    for (u32 k = 0; k < m->nfunctions; k++) free_function(m->functions[k]);
    for (u32 k = 0; k < m->nvariables; k++) {
        if (m->variables[k].space == SIM_GLOBAL) sim_memory_drop(m->device, m->variables[k].address);
        free(m->variables[k].start);
        free(m->variables[k].name);
    }
    free(m->variables);
    free(m->functions);
    free(m);
}
