/* A simulated CUDA device, put in front by tests as libcuda.so.1: a test instrument, not a product.
 *
 * From text to a thread's next step:
 *
 *   PTX text        what NVRTC emits; a cubin is machine code and is refused
 *     parse.c       statements: predicate, opcode, operands; variables and labels by name
 *     decode.c      sim_insn: 32 bytes, a number for the form (isa.def) and places of operands
 *     launch.c      blocks of a grid, threads of a block: one runs until it waits, then the next
 *     execute.c     one thread, instruction by instruction
 *     collective.c  barriers, shuffles, votes: done by the last thread that arrives
 *     access.c      every load and store that the quick path of execute.c does not know to be right
 *     memory.c      device memory and what is known of each byte
 *     stream.c      queues of work, run when something waits for it, in an order that a seed chooses
 *     driver_*.c    the Driver API
 *
 * Registers.  Every operand of an instruction is a slot of the function's frame: registers, then constants
 * (written once, when the frame is made) and special registers (when a thread enters).  No instruction has a
 * form for immediates.  A slot has 64 bits; a narrower value lies in the low ones, the rest is free.
 *
 * Device memory.  Addresses are those of a reserved range that no one may touch; the bytes lie elsewhere at the
 * same distance, and so does one byte of state for each (SIM_MAPPED, SIM_WRITTEN).  A load is right if all its
 * bytes are mapped and written: one comparison.  What is freed is unmapped and its address not used again until
 * the range is used up.  Shared memory has a cell for each byte: who wrote and who read it, since which barrier.
 *
 * Order.  Threads of a block, blocks of a grid and streams run in orders drawn from SINTER_SIMGPU_SEED.  A
 * thread gives way after SIM_SLICE instructions at a branch, and a block after a while: spin-waits end.
 *
 * Arithmetic is IEEE's with PTX's rounding; a NaN that arithmetic makes has the host's payload.  Functions that
 * PTX approximates (ex2.approx and the like) are the C library's in float64, rounded to float32: at least as
 * accurate as the tables of the PTX manual.  rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 read and give the upper
 * 32 bits alone, as the machine does.  activemask is the thread's own lane, which any program must put up with.
 *
 * A fault (SIM_FAULT) stops the launch; it is written to SINTER_SIMGPU_LOG or stderr with kernel, block, thread
 * and line of PTX, and is the context's error from then on.
 *
 * Not simulated: textures, surfaces, clusters, tensor cores, graphs, IPC, races in global memory, memory order
 * weaker than one thread at a time. */
#ifndef SIMGPU_H
#define SIMGPU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef float f32;
typedef double f64;

enum { SIM_SLICE = 20000, SIM_WARP = 32, SIM_BARRIERS = 16, SIM_LINE = 512, SIM_DEPTH = 200 };

/* Errors of launches: cuda.h's numbers, which the driver's files check. */
enum {
    SIM_ILLEGAL_ADDRESS = 700, SIM_TIMEOUT = 702, SIM_ASSERT = 710, SIM_ILLEGAL_INSTRUCTION = 715, SIM_MISALIGNED = 716,
    SIM_LAUNCH_FAILED = 719, SIM_NO_MEMORY = 2
};

/* ---- modules --------------------------------------------------------------------------------------------- */

typedef union sim_reg {
    u64 u64; s64 s64; u32 u32; s32 s32; u16 u16; s16 s16; u8 u8; s8 s8; f32 f32; f64 f64;
} sim_reg;

enum { SIM_GENERIC, SIM_GLOBAL, SIM_SHARED, SIM_LOCAL, SIM_PARAM }; /* spaces; constants are global memory */

/* Generic addresses of what is not device memory; param space: an offset in the kernel's parameters, or, with
 * SIM_IN_FRAME, in the frame's bytes. */
#define SIM_SHARED_WINDOW 0x0100000000000000u
#define SIM_LOCAL_WINDOW 0x0200000000000000u
#define SIM_PARAM_WINDOW 0x0300000000000000u
#define SIM_DYNAMIC 0x100000u /* shared memory that a launch asks for, in shared space */
#define SIM_WINDOW_SIZE 0x0000010000000000u
#define SIM_IN_FRAME 0x0000004000000000u

/* What the fields of an instruction hold follows from its form; d, a, b, c are slots of most. */
typedef struct sim_insn {
    u16 op;        /* SIM_OP_* */
    u8 space;      /* loads, stores, atomics */
    u8 type;       /* sim_type of memory accesses: bytes of one element, signed or not; what an atomic does */
    u32 line;      /* of the PTX text, from 1 */
    u32 d, a, b, c;
    s64 imm;       /* offset of an address; distance of a jump; a fourth source */
} sim_insn;

typedef struct sim_param {
    u32 offset, bytes;
} sim_param;

typedef struct sim_function sim_function;
typedef struct sim_module sim_module;

typedef struct sim_call { /* bytes of the caller's frame that go into the callee's and come back */
    sim_function *callee;
    u32 nargs;
    u32 *args; /* offsets in the caller's frame */
    u32 result;
} sim_call;

typedef struct sim_frame {
    struct sim_frame *up;  /* the caller's; of a frame that is not in use, the next one */
    sim_function *function;
    const sim_insn *back;  /* where the caller goes on */
    u64 local_base;
    u32 depth;             /* of calls */
    u8 *bytes;             /* parameters, results and arguments of calls */
    sim_reg reg[];
} sim_frame;

struct sim_function {
    char *name;
    sim_module *module;
    bool entry, body;
    sim_insn *code;
    u32 ncode, nslots, nconstants, nspecials, nlists, ncalls, nparams, nunknown;
    struct sim_constant { u32 slot; sim_reg value; } *constants;
    struct sim_special { u32 slot; int which; } *specials;
    u32 *lists;            /* slots of vectors and of what has many operands; targets of indexed jumps */
    char **unknown;        /* texts of instructions that have no form here */
    sim_call *calls;
    sim_param *params, result;
    u32 params_bytes, bytes, local_bytes, shared_bytes, max_threads, registers;
    u32 max_dynamic;       /* shared memory that a launch may ask for */
    sim_frame *free;
};

typedef struct sim_variable {
    char *name;
    int space;
    u64 address, bytes;    /* global: device address; shared: offset */
    u8 *start;             /* first value of a global, NULL: zeros */
} sim_variable;

struct sim_module {
    struct sim_device *device;
    struct sim_context *context;
    sim_function **functions;
    u32 nfunctions, nvariables;
    sim_variable *variables;
    u32 shared_bytes, target; /* of the module's own variables; 90 of sm_90 */
    sim_module *next;
    char error[SIM_LINE];
};

/* Parses and decodes.  False: module->error says what is wrong with which line. */
bool sim_module_parse(sim_module *m, const char *text);
void sim_module_free(sim_module *m);
sim_function *sim_module_function(sim_module *m, const char *name);
sim_variable *sim_module_variable(sim_module *m, const char *name);
/* Whether a form of an instruction ("add.s32") is known; for the test of the list of forms. */
bool sim_form_known(const char *form);

/* ---- memory ------------------------------------------------------------------------------------------------ */

enum { SIM_MAPPED = 1, SIM_WRITTEN = 2 };

typedef struct sim_allocation {
    u64 address, bytes, number; /* number: of the allocation, from 1 */
    bool live, ready;           /* ready: its turn in the stream has come (cuMemAllocAsync) */
    const char *name;           /* of a module's variable */
} sim_allocation;

typedef struct sim_device {
    int ordinal;
    u64 base, span;        /* addresses; nothing may touch them */
    u8 *data, *state;      /* the bytes, and for each what is known of it */
    u64 top;               /* distance where the next allocation is sought */
    u64 limit, used;       /* bytes of memory */
    sim_allocation *allocations;
    size_t nallocations, room;
    int lost;              /* the error that every call gives */
} sim_device;

bool sim_memory_open(sim_device *d);
void sim_memory_close(sim_device *d);
/* 0: no memory left.  A block that is not ready cannot be touched until sim_memory_ready. */
u64 sim_memory_take(sim_device *d, u64 bytes, bool ready, const char *name);
void sim_memory_ready(sim_device *d, u64 address);
bool sim_memory_drop(sim_device *d, u64 address);
/* The allocation that holds an address or, near misses included, that a message should name. */
const sim_allocation *sim_memory_find(const sim_device *d, u64 address);
bool sim_memory_holds(const sim_device *d, u64 address, u64 bytes); /* mapped, all of it */
/* Memory of the host that kernels may use: cuMemHostAlloc, cuMemHostRegister. */
bool sim_host_holds(u64 address, u64 bytes);
void sim_memory_text(const sim_device *d, u64 address, char *out, size_t size);

/* ---- launches ------------------------------------------------------------------------------------------------ */

/* Of one launch, of all its threads.  Sectors: of 32 bytes, counted once for each request of a warp. */
typedef struct simgpu_counts {
    u64 threads, instructions, load_requests, load_sectors, store_requests, store_sectors;
    char kernel[64];
} simgpu_counts;

typedef struct sim_launch {
    sim_function *function;
    sim_device *device;
    u32 grid[3], block[3], dynamic; /* dynamic: bytes of shared memory */
    u8 *params;
    simgpu_counts counts;
    bool counting;         /* sectors too */
    u64 most;              /* instructions before the launch is stopped */
    int failed;            /* CUresult of the first fault */
} sim_launch;

void sim_launch_run(sim_launch *l);

typedef struct sim_cell { /* of a byte of shared memory; times are those of sim_block.time */
    u32 wrote, read;
    u16 writer, reader;
    u16 wrote_turn, read_turn;  /* of the warp */
    bool atomic, shared;   /* shared: read by more than `reader` */
} sim_cell;

enum { SIM_READY, SIM_AT_BARRIER, SIM_AT_WARP, SIM_DONE };

typedef struct sim_thread {
    sim_frame *frame;
    const sim_insn *ip;
    u64 count;             /* instructions so far */
    u32 index;             /* in the block */
    u16 x, y, z;
    u8 state, barrier;     /* barrier: the one it waits at */
    bool carry;
    u8 *local, *local_state; /* bytes of local memory, as device memory */
    u64 local_room, local_top;
    u32 *turns;            /* times that each instruction has been executed, while sectors are counted */
} sim_thread;

typedef struct sim_gathering { /* threads of a warp that wait for each other */
    const sim_insn *at;
    u32 mask, here;
} sim_gathering;

typedef struct sim_warp {
    sim_gathering gathering[SIM_WARP];
    u32 ngatherings;
    u16 turn;              /* __syncwarp so far */
    struct sim_sectors *sectors;
} sim_warp;

typedef struct sim_barrier {
    const sim_insn *at;
    u32 here, wanted;      /* threads */
    u32 first;             /* one that waits */
    u32 count;             /* for which a predicate holds */
} sim_barrier;

typedef struct sim_block {
    sim_launch *launch;
    u32 index[3], number, nthreads, ndone;
    sim_thread *threads;
    sim_warp *warps;
    sim_barrier barriers[SIM_BARRIERS];
    u8 *shared;
    sim_cell *cells;
    u32 shared_bytes;
    u32 born, time;        /* times only grow, over all blocks: what was written before `born` is not written */
    u32 *ready, nready, next, room; /* ring of threads that can go on */
    u64 slices;            /* turns of threads since the block had its own */
} sim_block;

typedef enum sim_stop { SIM_STOP_DONE, SIM_STOP_WAITS, SIM_STOP_SLICE, SIM_STOP_FAULT } sim_stop;

sim_stop sim_execute(sim_block *b, sim_thread *t);
sim_frame *sim_enter(sim_block *b, sim_thread *t, sim_function *f, sim_frame *up); /* NULL: no memory */
void sim_leave(sim_thread *t);
void sim_wake(sim_block *b, sim_thread *t);
u32 sim_next_time(void);

/* Arrives.  SIM_STOP_DONE: all have, the results are written, and the others can go on. */
sim_stop sim_collect(sim_block *b, sim_thread *t, const sim_insn *ip);
/* No thread can go on: says which wait for what. */
void sim_stuck(sim_block *b);

typedef enum sim_access { SIM_LOAD, SIM_STORE, SIM_ATOMIC } sim_access;
/* The bytes behind an address, checked; NULL after a fault. */
u8 *sim_touch(sim_block *b, sim_thread *t, const sim_insn *ip, int space, u64 address, u32 bytes, sim_access how);
bool sim_atomic(sim_block *b, sim_thread *t, const sim_insn *ip);
void sim_count_sectors(sim_block *b, sim_thread *t, const sim_insn *ip, u64 address, u32 bytes, bool store);
void sim_drop_sectors(sim_warp *w);

/* Says what went wrong; the first fault of a launch is its result.  t and ip may be NULL. */
__attribute__((format(printf, 5, 6)))
void sim_fault(sim_block *b, const sim_thread *t, const sim_insn *ip, int error, const char *format, ...);

/* ---- what all share -------------------------------------------------------------------------------------------- */

__attribute__((format(printf, 1, 2))) void sim_say(const char *format, ...); /* a line to the log */
const char *sim_last_line(void);
u64 sim_random(void);
void sim_reseed(u64 seed);
u64 sim_setting(const char *name, u64 otherwise); /* SINTER_SIMGPU_<name> */

#endif
