/* Numbers of instructions: those of isa.def, and those that do more than compute. */
#ifndef SIM_OPS_H
#define SIM_OPS_H

#include <stdbool.h>

/* What X defines is listed in the order of execute.c. */
#define SIM_OTHER_OPS(X)                                                                                     \
    X(unknown) X(skip_if) X(skip_unless) X(bra) X(bra_if) X(bra_unless) X(brx) X(call) X(ret) X(exit) X(trap) X(nop) \
    X(ld_param_u32) X(ld_param_u64) X(ld_g_u8) X(ld_g_u16) X(ld_g_u32) X(ld_g_u64) X(ld_g_s8) X(ld_g_s16)    \
    X(ld_g_s32) X(st_g_u8) X(st_g_u16) X(st_g_u32) X(st_g_u64) X(ld) X(st) X(atom) X(lea_local) X(now)       \
    X(activemask) X(bar) X(warp_sync) X(shfl) X(vote) X(match) X(redux)

typedef enum sim_op {
#define X(name) SIM_OP_##name,
    SIM_OTHER_OPS(X)
#undef X
#define A1(id, ...) SIM_OP_##id,
#define A2 A1
#define A3 A1
#define A4 A1
#include "isa.def"
    SIM_OP_COUNT
} sim_op;

/* sim_insn.type of loads and stores: log2 of an element's bytes, and these. */
/* strong: volatile, or ordered as atomics are; narrow: the address is a register of 32 bits */
enum { SIM_SIGNED = 4, SIM_STRONG = 8, SIM_NARROW = 16 };
/* ... of atomics: one of these, and the operand's type. */
enum { SIM_ADD, SIM_EXCH, SIM_CAS, SIM_MIN, SIM_MAX, SIM_AND, SIM_OR, SIM_XOR, SIM_INC, SIM_DEC };
enum { SIM_U32 = 0, SIM_S32 = 16, SIM_U64 = 32, SIM_S64 = 48, SIM_F32 = 64, SIM_F64 = 80, SIM_U16 = 96, SIM_ATOM_NARROW = 128, SIM_ATOM_TYPE = 0x70 };
/* ... of barriers, shuffles, votes and matches */
enum { SIM_BAR_SYNC, SIM_BAR_AND, SIM_BAR_OR, SIM_BAR_POPC, SIM_BAR_ARRIVE };
enum { SIM_SHFL_UP, SIM_SHFL_DOWN, SIM_SHFL_BFLY, SIM_SHFL_IDX };
enum { SIM_VOTE_ALL, SIM_VOTE_ANY, SIM_VOTE_UNI, SIM_VOTE_BALLOT };
enum { SIM_MATCH_ANY, SIM_MATCH_ALL, SIM_MATCH_WIDE }; /* wide: 64 bits, added to the others */

typedef enum sim_class {
    SIM_CLASS_COMPUTE, SIM_CLASS_MOVE, SIM_CLASS_SETP, SIM_CLASS_LOAD, SIM_CLASS_STORE, SIM_CLASS_ATOMIC,
    SIM_CLASS_BRANCH, SIM_CLASS_BRANCH_INDEXED, SIM_CLASS_CALL, SIM_CLASS_PLAIN, SIM_CLASS_BARRIER,
    SIM_CLASS_WARP_SYNC, SIM_CLASS_SHUFFLE, SIM_CLASS_VOTE, SIM_CLASS_MATCH, SIM_CLASS_REDUX, SIM_CLASS_ACTIVE
} sim_class;

typedef struct sim_form { /* what an opcode with its modifiers means */
    sim_class kind;
    unsigned short op;
    unsigned char space, type, count; /* count: sources of COMPUTE; elements of LOAD and STORE */
    unsigned char f32;                /* bit k: operand k, 0 being the result, is a float32 */
    bool flush;                       /* .ftz of float32 operands */
    bool reduces;                     /* red: no result */
    char combine;                     /* setp: 0, or 'a'nd, 'o'r, 'x'or with a predicate */
} sim_form;

bool sim_form_find(const char *text, sim_form *f); /* "add.s32", "ld.global.nc.v2.f64"; false: unknown */

#endif
