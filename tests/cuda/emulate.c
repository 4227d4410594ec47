/* Emitted CUDA C computes what the interpreter does, bit for bit: each kernel is compiled for the GPU that
 * gpu.h plays, and run over grids of several sizes.  Functions that may differ between devices (exp, sin and
 * the like) are the C library's on one side and SLEEF's on the other: there results agree closely.
 * Skipped where no C compiler is found. */
#include "kernels.h"

#define same random_same /* of values of the generator */
#include "../unit/random_kernel.h"
#undef same

#include <dlfcn.h>
#include <unistd.h>

static char folder[] = "/tmp/sinter-gpu-XXXXXX";
static int checked;

typedef void (*launcher)(const void *params, unsigned blocks, unsigned x, unsigned y, int finish);

/* ---- building ------------------------------------------------------------------------------------------ */

static void put_without_extern(const char *source, FILE *out)
{
    for (const char *at; (at = strstr(source, "extern \"C\" ")) != NULL; source = at + strlen("extern \"C\" ")) fwrite(source, 1, (size_t)(at - source), out);
    fputs(source, out);
}

static const char *const driver =
    "static void gpu_run_kernel(const void *p) { sn_kernel(*(const struct sn_params *)p); }\n"
    "%s"
    "void launch(const void *params, unsigned blocks, unsigned x, unsigned y, int finish);\n"
    "void launch(const void *params, unsigned blocks, unsigned x, unsigned y, int finish)\n"
    "{\n"
    "    (void)finish;\n"
    "    gpu_launch(%s, params, blocks, x, y);\n"
    "}\n";

static void write_source(const char *path, const char *source, bool split)
{
    FILE *f = fopen(path, "w");
    need(f != NULL, path);
    const char *slash = strrchr(__FILE__, '/');
    fprintf(f, "#include \"%.*s/gpu.h\"\n", (int)(slash - __FILE__), __FILE__);
    put_without_extern(source, f);
    fprintf(f, driver, split ? "static void gpu_run_finish(const void *p) { sn_finish(*(const struct sn_params *)p); }\n" : "",
            split ? "finish ? gpu_run_finish : gpu_run_kernel" : "gpu_run_kernel");
    fclose(f);
}

static launcher build(const char *source, bool split, void **library)
{
    static int number;
    char path[128], object[128], command[600];
    snprintf(path, sizeof path, "%s/k%d.c", folder, number);
    snprintf(object, sizeof object, "%s/k%d.so", folder, number++);
    write_source(path, source, split);
    snprintf(command, sizeof command,
             "cc -std=gnu11 -O0 -w -fPIC -shared -ffp-contract=off -fsanitize=undefined -fno-sanitize-recover=undefined %s -o %s -lm", path, object);
    if (system(command)) {
        printf("FAILED: %s\n%s\n", command, source);
        exit(1);
    }
    *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    launcher f = NULL;
    void *symbol = *library ? dlsym(*library, "launch") : NULL;
    if (!symbol) {
        printf("FAILED: %s\n", dlerror());
        exit(1);
    }
    memcpy(&f, &symbol, sizeof f);
    return f;
}

/* ---- running ------------------------------------------------------------------------------------------------ */

typedef struct setup { /* a kernel with all that a run of it takes */
    const sni_kernel *k;
    const sni_geometry *g;
    void *ptr[SNI_KERNEL_OPERANDS];
    size_t bytes[SNI_KERNEL_OPERANDS]; /* of outputs */
    sni_scalar scalars[SNI_KERNEL_OPERANDS];
    const char *text;                  /* where it comes from */
} setup;

static void *claim(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 127) / 64 * 64);
    need(p != NULL, "memory");
    return p;
}

static void interpret(const setup *s)
{
    void *scratch = claim(sni_interp_scratch(s->k, s->g));
    need(sni_interp_run(s->k, s->g, s->ptr, s->scalars, scratch, 0, s->g->nx) == SN_OK, "interpreter");
    free(scratch);
}

static void play(const setup *s, launcher run, int64_t most_blocks)
{
    sni_cuda_launch l;
    sni_cuda_plan(s->k, s->g, most_blocks, &l);
    void *scratch = claim(l.scratch), *params = claim(sni_cuda_params_size(s->k));
    memset(scratch, 0xA5, l.scratch);
    sni_cuda_params_pack(s->k, s->g, s->ptr, s->scalars, scratch, l.group, params);
    run(params, (unsigned)l.blocks, l.block[0], l.block[1], 0);
    if (l.finish_blocks) run(params, (unsigned)l.finish_blocks, 256, 1, 1);
    free(scratch);
    free(params);
}

/* ---- comparing ------------------------------------------------------------------------------------------------- */

static double element(const void *data, sni_dtype dtype, size_t k)
{
    sni_scalar s = {0};
    memcpy(&s, (const char *)data + k * sni_dtypes[dtype].bytes, sni_dtypes[dtype].bytes);
    return sni_scalar_cast(s, dtype, SNI_FLOAT64).f64;
}

static bool same(const void *a, const void *b, sni_dtype dtype, size_t k, bool closely)
{
    size_t width = sni_dtypes[dtype].bytes;
    if (memcmp((const char *)a + k * width, (const char *)b + k * width, width) == 0) return true;
    double x = element(a, dtype, k), y = element(b, dtype, k), unit = dtype == SNI_FLOAT32 ? 1e-5 : 1e-12;
    if (sni_dtypes[dtype].kind != SNI_KIND_FLOAT) return false;
    return (isnan(x) && isnan(y)) || (closely && fabs(x - y) <= unit * (fabs(x) + fabs(y)));
}

static bool may_differ(const sni_kernel *k)
{
    for (int32_t v = 0; v < k->ninstrs; v++)
        if (k->instrs[v].op == SNI_K_ELEMENT && sni_ops[k->instrs[v].code].ulp > 0 && sni_dtypes[k->instrs[v].dtype].kind == SNI_KIND_FLOAT) return true;
    return false;
}

static void compare(const setup *s, int o, const void *wanted, const char *source)
{
    sni_dtype dtype = (sni_dtype)s->k->operands[o].dtype;
    for (size_t e = 0; e < s->bytes[o] / sni_dtypes[dtype].bytes; e++) {
        if (same(wanted, s->ptr[o], dtype, e, may_differ(s->k))) continue;
        printf("FAILED: %s: operand %d, element %zu is %.17g, not %.17g\n%s\n", s->text, o, e, element(s->ptr[o], dtype, e),
               element(wanted, dtype, e), source);
        exit(1);
    }
}

/* The interpreter's answers are kept; each grid then starts from the same memory and must find the same. */
static void check_kernel(const setup *s)
{
    static const int64_t grids[] = {1, 3, 1000};
    sni_str source = {0};
    void *wanted[SNI_KERNEL_OPERANDS] = {0}, *library;
    for (int o = 0; o < s->k->noperands; o++)
        if (s->bytes[o]) memset(s->ptr[o], 0x5A, s->bytes[o]);
    interpret(s);
    for (int o = 0; o < s->k->noperands; o++)
        if (s->bytes[o]) memcpy(wanted[o] = claim(s->bytes[o]), s->ptr[o], s->bytes[o]);
    need(sni_emit_cuda(s->k, &source) == SN_OK, s->text);
    launcher run = build(sni_str_text(&source), s->k->pattern >= SNI_PATTERN_SPLIT_ROWS, &library);
    for (size_t grid = 0; grid < SNI_COUNT(grids); grid++) {
        for (int o = 0; o < s->k->noperands; o++)
            if (wanted[o]) memset(s->ptr[o], 0x5A, s->bytes[o]);
        play(s, run, grids[grid]);
        for (int o = 0; o < s->k->noperands; o++)
            if (wanted[o]) compare(s, o, wanted[o], sni_str_text(&source));
    }
    for (int o = 0; o < s->k->noperands; o++) free(wanted[o]);
    dlclose(library);
    sni_str_free(&source);
    checked++;
}

/* ---- kernels of expressions -------------------------------------------------------------------------------------- */

static void bind(const program *p, const sni_lowered *l, const char *text, setup *s)
{
    *s = (setup){.k = &l->kernel, .g = &l->geometry, .text = text};
    for (int o = 0; o < s->k->noperands; o++) {
        if (l->operand_val[o] < 0) continue;
        const sni_node *n = p->s.vals[l->operand_val[o]].node;
        s->ptr[o] = p->data[l->operand_val[o]];
        if (s->k->operands[o].kind == SNI_OPERAND_OUT) s->bytes[o] = (size_t)n->layout->size * sni_dtypes[n->dtype].bytes;
    }
    for (int k = 0; k < s->k->nscalars; k++) {
        s->scalars[k] = l->scalar_literal[k];
        if (l->scalar_val[k] >= 0) s->scalars[k] = (sni_scalar){.u64 = p->s.vals[l->scalar_val[k]].node->u.scalar};
    }
}

/* Maps are checked for one shape alone. */
static void check_expression(const char *text, int64_t rows, int64_t columns, bool split, bool wide, bool maps)
{
    program p;
    program_open(&p, text, rows, columns, split);
    program_allocate(&p);
    for (int32_t group = 0; group < p.s.ngroups; group++) {
        if (p.s.groups[group].empty) continue;
        sni_lowered *l = program_lower(&p, group);
        setup s;
        if (wide) l->kernel.index32 = false;
        bind(&p, l, text, &s);
        if (maps || l->kernel.pattern != SNI_PATTERN_MAP) check_kernel(&s);
        else interpret(&s);
        lowered_close(l);
    }
    program_close(&p);
}

static void check_operation(const sni_op_info *op)
{
    sni_str text = {0};
    put_operation(op, true, &text);
    if (text.len) check_expression(sni_str_text(&text), 37, 70, false, false, true);
    sni_str_free(&text);
}

static void check_random(uint64_t seed)
{
    char text[40];
    maker *m = calloc(1, sizeof *m);
    need(m != NULL, "memory");
    make_kernel(m, seed);
    m->f.k.index32 = seed % 2;
    snprintf(text, sizeof text, "random kernel %llu", (unsigned long long)seed);
    setup s = {.k = &m->f.k, .g = &m->f.g, .text = text};
    memcpy(s.ptr, m->f.ptr, sizeof s.ptr);
    memcpy(s.scalars, m->f.scalars, sizeof s.scalars);
    for (int o = 0; o < s.k->noperands; o++)
        if (s.k->operands[o].kind == SNI_OPERAND_OUT) s.bytes[o] = m->bytes[o];
    if (sni_kernel_verify(s.k) == SN_OK) check_kernel(&s);
    free_kernel(m);
}

int main(int argc, char **argv)
{
    if (system("cc --version > /dev/null 2>&1")) {
        puts("skipped: no C compiler");
        return 77;
    }
    need(mkdtemp(folder) != NULL, folder);
    uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : 30;
    for (uint64_t seed = 1; seed <= seeds; seed++) check_random(seed);
    for (size_t k = 0; k < SNI_COUNT(expressions); k++) {
        check_expression(expressions[k], 37, 70, false, k % 5 == 1, true);
        check_expression(expressions[k], 5, 2080, k % 2, false, false);
    }
    for (int op = 0; op < SNI_OP_COUNT; op++) check_operation(&sni_ops[op]);
    check_expression("f.sum(0)", 2100, 40, true, false, false);
    check_expression("d.max(0) + d.sum(0)", 5000, 3, true, true, false);
    check_expression("f.sum() / 7", 70, 1024, true, false, false);
    check_expression("f.sum(1)", 2, 70001, true, false, false);
    check_expression("b.any(0)", 3000, 33, false, false, false);
    check_expression("f[:, :0].sum(1)\nd[:0].prod(0)\nb[:0].all()", 30, 20, false, false, false);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    need(system(command) == 0, command);
    printf("%d kernels agree\n", checked);
    return 0;
}
