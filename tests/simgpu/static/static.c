/* docs/measurements/static.md: what can be said of the bench's kernels on sm_90 without a GPU.
 *
 * Registers and shared memory are ptxas's report on the kernel as NVRTC compiles it; occupancy follows from them and
 * the published limits of compute capability 9.0; sectors and instructions are counted while the simulated GPU
 * runs the kernel's PTX. */
#include "../checks/play.h"
#include "../../cuda/resources.h"

#include <time.h>

#define BLOCKS 32 /* of a launch: few, so that what a thread does once weighs as little as in a large launch */

/* ---- workloads ------------------------------------------------------------------------------------------------------ */

typedef struct workload {
    const char *name, *shape, *text;
    named inputs[8];
} workload;

#define F32(name, ...) {name, SNI_FLOAT32, (int)SNI_COUNT(((int64_t[]){__VA_ARGS__})), {__VA_ARGS__}}
#define F64(name, ...) {name, SNI_FLOAT64, (int)SNI_COUNT(((int64_t[]){__VA_ARGS__})), {__VA_ARGS__}}
#define I64(name, ...) {name, SNI_INT64, (int)SNI_COUNT(((int64_t[]){__VA_ARGS__})), {__VA_ARGS__}}
#define BLACK_SCHOLES                                                                                            \
    "q = 0.3 * sqrt(T); d = (log(S / K) + 0.065 * T) / q; k = K * exp(-0.02 * T); "                            \
    "S * (0.5 + 0.5 * erf(d * 0.7071067811865476)) - k * (0.5 + 0.5 * erf((d - q) * 0.7071067811865476))"

static const workload workloads[] = {
    {"compute", "int64 (160000,)", "clip(x, 2, 10) * 4 + y * 3 + 9", {I64("x", 160000), I64("y", 160000)}},
    {"arc_distance", "float64 (40000,)",
     "h = sin((c - a) / 2)**2 + cos(a) * cos(c) * sin((d - b) / 2)**2; 2 * arctan2(sqrt(h), sqrt(1 - h))",
     {F64("a", 40000), F64("b", 40000), F64("c", 40000), F64("d", 40000)}},
    {"black_scholes f32", "(80000,)", BLACK_SCHOLES, {F32("S", 80000), F32("K", 80000), F32("T", 80000)}},
    {"black_scholes f64", "(80000,)", BLACK_SCHOLES, {F64("S", 80000), F64("K", 80000), F64("T", 80000)}},
    {"softmax", "float32 (640, 512)", "e = exp(x - x.max(axis=1, keepdims=True)); e / e.sum(axis=1, keepdims=True)", {F32("x", 640, 512)}},
    {"softmax", "float32 (320, 1000)", "e = exp(x - x.max(axis=1, keepdims=True)); e / e.sum(axis=1, keepdims=True)", {F32("x", 320, 1000)}},
    {"softmax", "float32 (20, 16000)", "e = exp(x - x.max(axis=1, keepdims=True)); e / e.sum(axis=1, keepdims=True)", {F32("x", 20, 16000)}},
    {"layer_norm", "float32 (320, 1024)",
     "m = x.mean(axis=1, keepdims=True); v = ((x - m)**2).mean(axis=1, keepdims=True); (x - m) / sqrt(v + 1e-5) * w + b",
     {F32("x", 320, 1024), F32("w", 1024), F32("b", 1024)}},
    {"log_sum_exp", "float32 (320, 1000)", "m = x.max(axis=1, keepdims=True); log(exp(x - m).sum(axis=1)) + m[:, 0]", {F32("x", 320, 1000)}},
    {"standardise_columns", "float32 (256, 1280)", "(x - x.mean(axis=0)) / x.std(axis=0)", {F32("x", 256, 1280)}},
    {"standardise_columns", "float32 (2000, 320)", "(x - x.mean(axis=0)) / x.std(axis=0)", {F32("x", 2000, 320)}},
    {"go_fast", "float64 (400, 400)", "x + tanh(x.diagonal()).sum()", {F64("x", 400, 400)}},
    {"l2_norm_rows", "float32 (320, 1000)", "x / sqrt((x * x).sum(axis=1, keepdims=True))", {F32("x", 320, 1000)}},
    {"sum full", "float32 (2000000,)", "x.sum()", {F32("x", 2000000)}},
    {"sum axis 0", "float32 (1000, 1000)", "x.sum(axis=0)", {F32("x", 1000, 1000)}},
    {"sum axis 1", "float32 (1000, 1000)", "x.sum(axis=1)", {F32("x", 1000, 1000)}},
    {"sum axis 1", "float32 (100000, 4)", "x.sum(axis=1)", {F32("x", 100000, 4)}},
    {"sum axis 0", "float32 (4, 100000)", "x.sum(axis=0)", {F32("x", 4, 100000)}},
    {"mean+var+min+max", "float32 (320, 1000), rows", "x.mean(axis=1)\nx.var(axis=1)\nx.min(axis=1)\nx.max(axis=1)", {F32("x", 320, 1000)}},
    {"mean+var+min+max", "float32 (1000000,)", "x.mean()\nx.var()\nx.min()\nx.max()", {F32("x", 1000000)}},
    {"transposed_add", "float32 (512, 512)", "x + y.T", {F32("x", 512, 512), F32("y", 512, 512)}},
    {"masked_update", "float64 (160000,)", "where(x > 0.5, x * 2, y)", {F64("x", 160000), F64("y", 160000)}},
    {"jacobi_2d", "float64 (400, 400)", "0.2 * (x[1:-1, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] + x[2:, 1:-1] + x[:-2, 1:-1])", {F64("x", 400, 400)}},
    {"chain10", "float64 (160000,)", "a = x + 1; a = a * 2; a = a - x; a = a * a; a = a + 3; a = a / 2; a = a - 1; a = a * x; a = abs(a); a + x", {F64("x", 160000)}},
};

/* Plain numbers: no slow path is taken that the bench's own data would not take. */
static void fill_inputs(const program *p)
{
    for (int k = 0; k < p->nin; k++) {
        const sni_node *n = p->in[k];
        sni_dtype dtype = (sni_dtype)n->dtype;
        char *data = ((sni_buffer *)n->u.storage)->data;
        for (int64_t e = 0; e < n->layout->size; e++) {
            double v = sni_dtypes[dtype].kind == SNI_KIND_FLOAT ? 0.1 + 0.9 * (double)(draw() % 100000) / 100000 : (double)(draw() % 100);
            sni_scalar s = sni_scalar_cast((sni_scalar){.f64 = v}, SNI_FLOAT64, dtype);
            memcpy(data + (size_t)e * sni_dtypes[dtype].bytes, &s, sni_dtypes[dtype].bytes);
        }
    }
}

/* ---- occupancy -------------------------------------------------------------------------------------------------------- */

/* Limits of a multiprocessor of compute capability 9.0, from the CUDA C++ Programming Guide; registers are given to
 * warps of each of its four parts in units of 256. */
enum { SM_WARPS = 64, SM_BLOCKS = 32, SM_PART_REGISTERS = 16384, SM_PARTS = 4, SM_SHARED = 233472, BLOCK_SHARED = 1024, SHARED_UNIT = 128 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Per cent of the warps that a multiprocessor can hold. */
static int occupancy(const resources *r, int threads)
{
    int warps = (threads + 31) / 32, unit = (r->registers * 32 + 255) / 256 * 256;
    int shared = (r->shared + SHARED_UNIT - 1) / SHARED_UNIT * SHARED_UNIT + BLOCK_SHARED;
    int blocks = least(SM_BLOCKS, SM_WARPS / warps);
    blocks = least(blocks, SM_PART_REGISTERS / unit * SM_PARTS / warps);
    blocks = least(blocks, SM_SHARED / shared);
    return 100 * blocks * warps / SM_WARPS;
}

/* ---- a workload --------------------------------------------------------------------------------------------------------- */

typedef struct sums {
    uint64_t moved, least, elements, instructions; /* bytes; ... */
    sni_str registers, shared, occupied;           /* of each kernel, in turn */
} sums;

static char *report_of(const char *source)
{
    static const char *const options[] = {"--gpu-architecture=sm_90", "--fmad=false", "--ptxas-options=-v"};
    nvrtc_program made;
    size_t size = 0;
    need(nvrtc_create(&made, source, "sinter.cu", 0, NULL, NULL) == 0 && nvrtc_compile(made, 3, options) == 0, "NVRTC");
    nvrtc_log_size(made, &size);
    char *log = calloc(size + 1, 1);
    nvrtc_log(made, log);
    nvrtc_destroy(&made);
    return log;
}

static void add_resources(const char *log, const char *entry, int threads, sums *t)
{
    resources r;
    if (!resources_of(log, entry, &r)) return;
    need(r.spilled == 0, "spills");
    const char *join = t->registers.len ? ", " : "";
    sni_str_printf(&t->registers, "%s%d", join, r.registers);
    sni_str_printf(&t->shared, "%s%d", join, r.shared);
    sni_str_printf(&t->occupied, "%s%d", join, occupancy(&r, threads));
}

/* Results must be the interpreter's bits where functions are the same on every device. */
static void run(const setup *s, const char *source)
{
    if (!may_differ(s->k)) {
        check_kernel_over(s, (const int64_t[]){BLOCKS}, 1);
        return;
    }
    loaded *l = load(s, source);
    play(s, l, BLOCKS);
    unload(l);
}

static void measure_kernel(const setup *s, sums *t)
{
    sni_str source = {0};
    sni_cuda_launch l;
    sni_cuda_plan(s->k, s->g, BLOCKS, &l);
    need(sni_emit_cuda(s->k, &source) == SN_OK, s->text);
    char *log = report_of(sni_str_text(&source));
    add_resources(log, "sn_kernel", (int)(l.block[0] * l.block[1]), t);
    add_resources(log, "sn_finish", 256, t);
    run(s, sni_str_text(&source));
    t->moved += 32 * (played.load_sectors + played.store_sectors);
    t->instructions += played.instructions;
    sni_str_free(&source);
    free(log);
}

static uint64_t bytes_of(const sni_node *n)
{
    return (uint64_t)n->layout->size * sni_dtypes[n->dtype].bytes;
}

static void measure(const workload *w)
{
    program p;
    sums t = {0};
    int count = 0;
    while (count < 8 && w->inputs[count].name) count++;
    program_open_over(&p, w->text, w->inputs, count, &sni_limits_cuda);
    fill_inputs(&p);
    program_allocate(&p);
    for (int32_t group = 0; group < p.s.ngroups; group++) {
        sni_lowered *l = program_lower(&p, group);
        setup s;
        bind(&p, l, w->text, &s);
        measure_kernel(&s, &t);
        lowered_close(l);
    }
    for (int k = 0; k < p.nin; k++) {
        t.least += bytes_of(p.in[k]);
        if ((uint64_t)p.in[k]->layout->size > t.elements) t.elements = (uint64_t)p.in[k]->layout->size;
    }
    for (size_t k = 0; k < p.nroots; k++) t.least += bytes_of(p.root[k]);
    printf("| %s | %s | %d | %s | %s | %s | %.3f | %.1f |\n", w->name, w->shape, (int)p.s.ngroups, sni_str_text(&t.registers), sni_str_text(&t.shared),
           sni_str_text(&t.occupied), (double)t.moved / (double)t.least, (double)t.instructions / (double)t.elements);
    fflush(stdout);
    sni_str_free(&t.registers);
    sni_str_free(&t.shared);
    sni_str_free(&t.occupied);
    program_close(&p);
}

static void put_head(void)
{
    char day[32];
    time_t now = time(NULL);
    int major = 0, minor = 0;
    strftime(day, sizeof day, "%Y-%m-%d", gmtime(&now));
    nvrtc_version(&major, &minor);
    printf("# CUDA kernels of the bench, without a GPU\n\n"
           "**No real GPU has run these kernels**: they were compiled for one and run on the simulated GPU of tests/simgpu.\n"
           "Written by `./dev bench static` on %s, with NVRTC %d.%d; the host's compiler was " __VERSION__ ".\n\n"
           "- registers of a thread, shared memory of a block in bytes: what ptxas reports for sm_90. None spills. Several\n"
           "  numbers are those of several kernels, in the order they run; a split reduction is two.\n"
           "- occupancy: per cent of a multiprocessor's %d warps, from these and the published limits of sm_90.\n"
           "- bytes moved: 32-byte sectors that the requests of warps touch, caches left out of account, over the bytes of the\n"
           "  arrays read and written. 1 is the least; parts of a split reduction, values between kernels and the tables of\n"
           "  sin and cos count.\n"
           "- instructions: PTX instructions (not the machine's) that threads run, over the elements of the largest array, in a\n"
           "  launch of at most %d blocks. A division or a call of exp is many.\n\n"
           "| workload | arrays | kernels | registers | shared memory | occupancy %% | bytes moved / least | instructions an element |\n"
           "|---|---|---|---|---|---|---|---|\n",
           day, major, minor, SM_WARPS, BLOCKS);
}

int main(void)
{
    gpu_start();
    simgpu_count(1);
    put_head();
    for (size_t k = 0; k < SNI_COUNT(workloads); k++) measure(&workloads[k]);
    CU(cuDevicePrimaryCtxRelease(0));
    return gpu_done();
}
