/* What an opcode and its modifiers mean. */
#include "simgpu.h"

#include <stdlib.h>
#include <string.h>

#include "ops.h"

/* ---- forms that compute: a table of isa.def's rows -------------------------------------------------------------- */

typedef struct row {
    const char *forms;
    u16 op;
    u8 count, f32;
} row;

#define IS(T) (sizeof(#T) == 4 && #T[0] == 'f' && #T[1] == '3')
static const row rows[] = {
#define A1(id, forms, D, A, v) {forms, SIM_OP_##id, 1, IS(D) | IS(A) << 1},
#define A2(id, forms, D, A, B, v) {forms, SIM_OP_##id, 2, IS(D) | IS(A) << 1 | IS(B) << 2},
#define A3(id, forms, D, A, B, C, v) {forms, SIM_OP_##id, 3, IS(D) | IS(A) << 1 | IS(B) << 2 | IS(C) << 3},
#define A4(id, forms, D, A, B, C, E, v) {forms, SIM_OP_##id, 4, 0},
#include "isa.def"
};

enum { SLOTS = 4096 };
static struct {
    const char *form;
    size_t length;
    const row *row;
} table[SLOTS];

static u32 hash(const char *text, size_t length)
{
    u32 h = 2166136261u;
    for (size_t k = 0; k < length; k++) h = (h ^ (u8)text[k]) * 16777619u;
    return h;
}

static u32 place(const char *text, size_t length)
{
    u32 k = hash(text, length) % SLOTS;
    while (table[k].form && (table[k].length != length || memcmp(table[k].form, text, length) != 0))
        k = (k + 1) % SLOTS;
    return k;
}

static void fill(void)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        for (const char *at = rows[k].forms; *at;) {
            size_t n = strcspn(at, " ");
            u32 slot = place(at, n);
            table[slot].form = at;
            table[slot].length = n;
            table[slot].row = &rows[k];
            at += n + (at[n] == ' ');
        }
    }
}

static bool computes(const char *text, sim_form *f)
{
    static bool filled;
    if (!filled) fill(), filled = true;
    u32 k = place(text, strlen(text));
    if (!table[k].form) return false;
    *f = (sim_form){.kind = strncmp(text, "setp.", 5) == 0  ? SIM_CLASS_SETP
                            : strncmp(text, "mov.", 4) == 0 ? SIM_CLASS_MOVE
                                                            : SIM_CLASS_COMPUTE,
                    .op = table[k].row->op,
                    .count = table[k].row->count,
                    .f32 = table[k].row->f32};
    return true;
}

/* ---- modifiers ---------------------------------------------------------------------------------------------------- */

typedef struct parts {
    char text[128];
    const char *part[16]; /* the opcode and its modifiers */
    u32 count;
} parts;

static bool cut(const char *text, parts *p)
{
    if (strlen(text) >= sizeof p->text) return false;
    strcpy(p->text, text);
    p->count = 0;
    for (char *at = strtok(p->text, "."); at; at = strtok(NULL, ".")) {
        if (p->count == 16) return false;
        p->part[p->count++] = at;
    }
    return p->count > 0;
}

static int find(const char *word, const char *const *list)
{
    for (int k = 0; list[k]; k++)
        if (strcmp(word, list[k]) == 0) return k;
    return -1;
}

/* The text without modifier k. */
static void without(const parts *p, u32 k, char out[128])
{
    *out = 0;
    for (u32 j = 0; j < p->count; j++) {
        if (j == k) continue;
        if (j) strcat(out, ".");
        strcat(out, p->part[j]);
    }
}

/* .ftz of a form that is known without it; setp with a predicate to combine with. */
static bool computes_with(const parts *p, sim_form *f)
{
    static const char *const ways[] = {"and", "or", "xor", NULL};
    char rest[128];
    for (u32 k = 1; k < p->count; k++) {
        without(p, k, rest);
        int way = strcmp(p->part[0], "setp") == 0 ? find(p->part[k], ways) : -1;
        if (way >= 0 && sim_form_find(rest, f) && f->kind == SIM_CLASS_SETP) {
            f->combine = ways[way][0];
            return true;
        }
        if (strcmp(p->part[k], "ftz") == 0 && sim_form_find(rest, f) && f->f32) return f->flush = true;
    }
    return false;
}

/* ---- memory -------------------------------------------------------------------------------------------------------- */

static const char *const spaces[] = {"global", "const",        "shared",      "shared::cta", "local",
                                     "param",  "param::entry", "param::func", NULL};
static const u8 space_of[] = {SIM_GLOBAL, SIM_GLOBAL, SIM_SHARED, SIM_SHARED,
                              SIM_LOCAL,  SIM_PARAM,  SIM_PARAM,  SIM_PARAM};

static bool says_nothing(const char *word)
{
    static const char *const words[] = {"ca",   "cg",  "cs",  "lu",  "cv",      "wb",      "wt",    "nc",
                                        "weak", "gpu", "cta", "sys", "cluster", "unified", "noftz", NULL};
    return find(word, words) >= 0 || strncmp(word, "L1::", 4) == 0 || strncmp(word, "L2::", 4) == 0;
}

static bool is_strong(const char *word)
{
    static const char *const words[] = {"volatile", "relaxed", "acquire", "release", "acq_rel", "mmio", NULL};
    return find(word, words) >= 0;
}

static bool memory_form(const parts *p, sim_form *f)
{
    static const char *const types[] = {"b8",  "u8",  "s8",  "b16", "u16", "s16", "b32", "u32",
                                        "s32", "f32", "b64", "u64", "s64", "f64", NULL};
    static const u8 type_of[] = {0, 0, 0 | SIM_SIGNED, 1, 1, 1 | SIM_SIGNED, 2, 2, 2 | SIM_SIGNED, 2, 3, 3,
                                 3, 3};
    bool load = p->part[0][0] == 'l', typed = false, strong = false;
    *f = (sim_form){.kind = load ? SIM_CLASS_LOAD : SIM_CLASS_STORE,
                    .op = load ? SIM_OP_ld : SIM_OP_st,
                    .space = SIM_GENERIC,
                    .count = 1};
    for (u32 k = 1; k < p->count; k++) {
        const char *word = p->part[k];
        int space = find(word, spaces), type = find(word, types);
        if (space >= 0)
            f->space = space_of[space];
        else if (type >= 0)
            f->type = type_of[type], typed = true;
        else if (word[0] == 'v' && strchr("248", word[1]) && !word[2])
            f->count = (u8)(word[1] - '0');
        else if (is_strong(word))
            strong = true;
        else if (!says_nothing(word))
            return false;
    }
    if (strong) f->type |= SIM_STRONG;
    if (f->space == SIM_GLOBAL && f->count == 1 && !(load && f->type & SIM_STRONG)) {
        static const u16 loads[] = {SIM_OP_ld_g_u8, SIM_OP_ld_g_u16, SIM_OP_ld_g_u32, SIM_OP_ld_g_u64,
                                    SIM_OP_ld_g_s8, SIM_OP_ld_g_s16, SIM_OP_ld_g_s32};
        static const u16 stores[] = {SIM_OP_st_g_u8, SIM_OP_st_g_u16, SIM_OP_st_g_u32, SIM_OP_st_g_u64};
        f->op = load ? loads[f->type & 7] : stores[f->type & 3];
    }
    return typed;
}

static bool atomic_form(const parts *p, sim_form *f)
{
    static const char *const ops[] = {"add", "exch", "cas", "min", "max", "and",
                                      "or",  "xor",  "inc", "dec", NULL};
    static const char *const types[] = {"u32", "b32", "s32", "u64", "b64", "s64", "f32", "f64", "b16", NULL};
    static const u8 type_of[] = {SIM_U32, SIM_U32, SIM_S32, SIM_U64, SIM_U64,
                                 SIM_S64, SIM_F32, SIM_F64, SIM_U16};
    int op = -1, type = -1;
    *f = (sim_form){
        .kind = SIM_CLASS_ATOMIC, .op = SIM_OP_atom, .space = SIM_GENERIC, .reduces = p->part[0][0] == 'r'};
    for (u32 k = 1; k < p->count; k++) {
        const char *word = p->part[k];
        if (find(word, spaces) >= 0)
            f->space = space_of[find(word, spaces)];
        else if (find(word, ops) >= 0)
            op = find(word, ops);
        else if (find(word, types) >= 0)
            type = find(word, types);
        else if (!is_strong(word) && !says_nothing(word))
            return false;
    }
    if (op < 0 || type < 0) return false;
    f->type = (u8)(op | type_of[type]);
    bool real = type_of[type] == SIM_F32 || type_of[type] == SIM_F64;
    if (real) return op == SIM_ADD || op == SIM_EXCH;
    return type_of[type] != SIM_U16 || op == SIM_CAS || op == SIM_EXCH;
}

/* ---- control and what threads do together ----------------------------------------------------------------------------- */

static bool plain_form(const parts *p, sim_form *f)
{
    static const char *const nothing[] = {"membar",    "fence",   "nanosleep",     "prefetch",
                                          "prefetchu", "discard", "applypriority", NULL};
    *f = (sim_form){.kind = SIM_CLASS_PLAIN};
    if (find(p->part[0], nothing) >= 0)
        f->op = SIM_OP_nop;
    else if (strcmp(p->part[0], "ret") == 0)
        f->op = SIM_OP_ret;
    else if (strcmp(p->part[0], "exit") == 0)
        f->op = SIM_OP_exit;
    else if (strcmp(p->part[0], "trap") == 0)
        f->op = SIM_OP_trap;
    else
        return false;
    return true;
}

static bool control_form(const parts *p, sim_form *f)
{
    const char *word = p->part[0];
    bool uni = p->count == 2 && strcmp(p->part[1], "uni") == 0;
    if (strcmp(word, "bra") == 0 && (p->count == 1 || uni))
        f->kind = SIM_CLASS_BRANCH;
    else if (strcmp(word, "brx") == 0 && p->count >= 2 && strcmp(p->part[1], "idx") == 0)
        f->kind = SIM_CLASS_BRANCH_INDEXED;
    else if (strcmp(word, "call") == 0 && (p->count == 1 || uni))
        f->kind = SIM_CLASS_CALL;
    else
        return plain_form(p, f);
    return true;
}

static bool barrier_form(const parts *p, sim_form *f)
{
    static const char *const modes[] = {"sync", "and", "or", "popc", "arrive", NULL};
    static const char *const others[] = {"red", "cta", "aligned", "pred", "u32", NULL};
    int mode = -1;
    bool reduces = false;
    if (p->count >= 3 && strcmp(p->part[1], "warp") == 0) {
        *f = (sim_form){.kind = SIM_CLASS_WARP_SYNC, .op = SIM_OP_warp_sync};
        return p->count == 3 && strcmp(p->part[2], "sync") == 0;
    }
    for (u32 k = 1; k < p->count; k++) {
        if (strcmp(p->part[k], "red") == 0) reduces = true;
        if (find(p->part[k], modes) >= 0)
            mode = find(p->part[k], modes);
        else if (find(p->part[k], others) < 0)
            return false;
    }
    *f = (sim_form){.kind = SIM_CLASS_BARRIER, .op = SIM_OP_bar, .type = (u8)mode};
    return mode >= 0 && reduces == (mode >= SIM_BAR_AND && mode <= SIM_BAR_POPC);
}

static bool redux_form(const parts *p, sim_form *f)
{
    static const char *const ops[] = {"add", "", "", "min", "max", "and", "or", "xor", NULL};
    int op = p->count == 4 ? find(p->part[2], ops) : -1;
    if (op < 0 || strcmp(p->part[1], "sync") != 0) return false;
    *f = (sim_form){.kind = SIM_CLASS_REDUX,
                    .op = SIM_OP_redux,
                    .type = (u8)(op | (strcmp(p->part[3], "s32") == 0 ? SIM_S32 : SIM_U32))};
    return strcmp(p->part[3], "s32") == 0 || strcmp(p->part[3], "u32") == 0 || strcmp(p->part[3], "b32") == 0;
}

static bool together_form(const parts *p, sim_form *f)
{
    static const char *const shuffles[] = {"up", "down", "bfly", "idx", NULL};
    static const char *const votes[] = {"all", "any", "uni", "ballot", NULL};
    static const char *const matches[] = {"any", "all", NULL};
    const char *word = p->part[0];
    if (strcmp(word, "bar") == 0 || strcmp(word, "barrier") == 0) return barrier_form(p, f);
    if (strcmp(word, "redux") == 0) return redux_form(p, f);
    if (strcmp(word, "activemask") == 0) {
        *f = (sim_form){.kind = SIM_CLASS_ACTIVE, .op = SIM_OP_activemask};
        return true;
    }
    if (p->count != 4) return false;
    bool sync = strcmp(p->part[1], "sync") == 0 || strcmp(p->part[2], "sync") == 0;
    int mode = -1;
    if (strcmp(word, "shfl") == 0) {
        mode = find(p->part[2], shuffles);
        *f = (sim_form){.kind = SIM_CLASS_SHUFFLE, .op = SIM_OP_shfl, .type = (u8)mode};
    } else if (strcmp(word, "vote") == 0) {
        mode = find(p->part[2], votes);
        *f = (sim_form){.kind = SIM_CLASS_VOTE, .op = SIM_OP_vote, .type = (u8)mode};
    } else if (strcmp(word, "match") == 0) {
        mode = find(p->part[1], matches);
        *f = (sim_form){.kind = SIM_CLASS_MATCH,
                        .op = SIM_OP_match,
                        .type = (u8)(mode | (strcmp(p->part[3], "b64") == 0 ? SIM_MATCH_WIDE : 0))};
    }
    return sync && mode >= 0;
}

bool sim_form_find(const char *text, sim_form *f)
{
    parts p;
    *f = (sim_form){0};
    if (computes(text, f)) return true;
    if (!cut(text, &p)) return false;
    if (strcmp(p.part[0], "ld") == 0 || strcmp(p.part[0], "ldu") == 0 || strcmp(p.part[0], "st") == 0)
        return memory_form(&p, f);
    if (strcmp(p.part[0], "atom") == 0 || strcmp(p.part[0], "red") == 0) return atomic_form(&p, f);
    return control_form(&p, f) || together_form(&p, f) || computes_with(&p, f);
}

bool sim_form_known(const char *form)
{
    sim_form f;
    return sim_form_find(form, &f);
}
