/* Reading PTX: the parser cuts text into statements and knows names; the decoder makes instructions of them. */
#ifndef SIM_PTX_H
#define SIM_PTX_H

#include "simgpu.h"

enum { PTX_OPERANDS = 8, PTX_ELEMENTS = 8 };

typedef enum ptx_kind { PTX_NONE, PTX_SLOT, PTX_NUMBER, PTX_ADDRESS, PTX_VECTOR, PTX_NAME, PTX_LIST } ptx_kind;

/* SLOT: a register or special register. NUMBER: a literal or the address of a variable. NAME: a label, a
 * function. LIST: parameters of a call, in parentheses. */
typedef struct ptx_operand {
    ptx_kind kind;
    bool negated, paired;        /* !p; p|q */
    u32 slot, second;            /* of SLOT; of the base of ADDRESS */
    bool based, narrow;          /* ADDRESS: slot + number, else number alone; a slot of 32 bits */
    bool local;                  /* NUMBER, ADDRESS: a distance in the function's local memory */
    int space;                   /* of a variable that ADDRESS names, else -1 */
    u64 number;
    char name[256];
    u32 count;                   /* elements of VECTOR: slots, PTX_SINK for _; of LIST: offsets in the frame */
    u32 element[PTX_ELEMENTS * 8];
} ptx_operand;
#define PTX_SINK UINT32_MAX

typedef struct ptx_statement {
    bool guarded, unless;        /* @p, @!p */
    u32 guard, line;
    char opcode[128];
    u32 count;
    ptx_operand operand[PTX_OPERANDS];
    const char *text;            /* where it stands, for messages */
    size_t length;
} ptx_statement;

typedef struct ptx_label {
    char *name;
    u32 at;                      /* instruction */
} ptx_label;

typedef struct ptx_names { /* of a function's body, the inner blocks' last */
    struct ptx_name { char *name; int kind, space; u32 value, count; } *names; /* space of a register: its bytes */
    u32 count, room;
} ptx_names;
enum { PTX_REGISTER, PTX_REGISTERS, PTX_VARIABLE };

typedef struct ptx_reader {
    sim_module *module;
    sim_function *function;      /* the one whose body is read */
    const char *text, *at;
    u32 line;
    bool failed, kernels;        /* kernels: one has been read */
    ptx_names names;
    ptx_label *labels;
    u32 nlabels, labels_room;
    struct ptx_jump { u32 insn, list, line; char *name; } *jumps; /* to be resolved; list: 1 + place in lists */
    u32 njumps, jumps_room;
    struct ptx_targets { char *name; u32 first, count; } *targets;
    u32 ntargets, targets_room;
    u32 room, lists_room, constants_room, calls_room, specials_room, unknown_room;
} ptx_reader;

/* Grows an array so that one more entry fits; entries are zeros. */
#define PTX_GROW(array, count, room) ptx_grow((void **)&(array), count, &(room), sizeof *(array))
void ptx_grow(void **array, u32 count, u32 *room, size_t size);
__attribute__((format(printf, 2, 3))) void ptx_fail(ptx_reader *r, const char *format, ...);

/* lex.c: tokens */
typedef enum ptx_token { PTX_END, PTX_WORD, PTX_INTEGER, PTX_FLOAT, PTX_STRING, PTX_MARK } ptx_token;
typedef struct ptx_lexeme {
    ptx_token kind;
    const char *start;
    size_t length;
    u64 value;                   /* of numbers; the character of a mark */
} ptx_lexeme;
ptx_lexeme ptx_peek(ptx_reader *r);
ptx_lexeme ptx_next(ptx_reader *r);
bool ptx_take(ptx_reader *r, int mark);      /* takes it if it is next */
bool ptx_take_word(ptx_reader *r, const char *word);
void ptx_want(ptx_reader *r, int mark);
bool ptx_word(ptx_reader *r, char *out, size_t size); /* fails where none is */
u64 ptx_integer(ptx_reader *r);
char *ptx_copy(const char *start, size_t length);

/* operand.c: operands of a statement, by name */
void ptx_operands(ptx_reader *r, ptx_statement *s);
bool ptx_register(ptx_reader *r, const char *name, u32 *slot);
const struct ptx_name *ptx_find(const ptx_reader *r, const char *name);
u32 ptx_constant(ptx_reader *r, u64 value);  /* the slot that holds it */

/* decode.c */
void ptx_decode(ptx_reader *r, const ptx_statement *s);
void ptx_resolve(ptx_reader *r);             /* jumps of a function, at its end */

#endif
