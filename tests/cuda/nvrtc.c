/* Emitted CUDA C compiles: a few kernels of each pattern for four architectures, every other kernel, and, to PTX alone,
 * every operation over every dtype it takes, for one of them chosen by hash.  Skipped where there is no NVRTC. */
#include "kernels.h"
#include "nvrtc.h"

/* ---- compiling ------------------------------------------------------------------------------------------------- */

static int archs[4], narchs, compiled;

static void find_archs(void)
{
    static const int wanted[] = {75, 80, 90, 100};
    int count = 0, there[64];
    if (nvrtc_arch_count(&count) || count > 64 || nvrtc_archs(there)) count = 0;
    for (size_t k = 0; k < SNI_COUNT(wanted); k++)
        for (int a = 0; a < count; a++)
            if (there[a] == wanted[k]) archs[narchs++] = wanted[k];
}

static void fail_compile(nvrtc_program made, const char *source, const char *text, int arch)
{
    size_t size = 0;
    nvrtc_log_size(made, &size);
    char *log = calloc(size + 1, 1);
    nvrtc_log(made, log);
    printf("FAILED: sm_%d: %s\n%s\n%s\n", arch, text, log, source);
    exit(1);
}

/* Of what the compiler says, the lines of its resource report: "ptxas info : Used 36 registers". */
static bool is_report(const char *line)
{
    return strncmp(line, "ptxas info", 10) == 0 || strncmp(line, "ptxas         .", 15) == 0;
}

/* Functions of the compiler's own library, of which some keep an array in memory. */
static bool calls_library(const char *log)
{
    return strstr(log, "Function properties for __internal_trig_reduction") != NULL;
}

/* A warning is a failure too, and so is a kernel whose values should all fit registers and do not. */
static bool is_accepted(const char *log, bool fits)
{
    for (const char *line = log; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        if (*line != '\n' && !is_report(line)) return false;
        const char *stack = strstr(line, " bytes stack frame");
        if (fits && stack && stack < line + strcspn(line, "\n") && strncmp(stack - 5, "    0", 5) &&
            !calls_library(log))
            return false;
    }
    return true;
}

/* To machine code, or to PTX alone, in half of the time. */
static void compile(const char *source, const char *text, int arch, bool machine_code, bool fits)
{
    char target[40];
    snprintf(target, sizeof target, "--gpu-architecture=%s_%d", machine_code ? "sm" : "compute", arch);
    const char *const options[] = {target, "--fmad=false", "--ptxas-options=-v"};
    nvrtc_program made;
    size_t size = 0;
    need(nvrtc_create(&made, source, "sinter.cu", 0, NULL, NULL) == 0, "nvrtcCreateProgram");
    if (nvrtc_compile(made, 3, options)) fail_compile(made, source, text, arch);
    nvrtc_log_size(made, &size);
    char *log = calloc(size + 1, 1);
    need(log != NULL, "memory");
    nvrtc_log(made, log);
    if (!is_accepted(log, fits)) fail_compile(made, source, text, arch);
    free(log);
    nvrtc_destroy(&made);
    compiled++;
}

static void compile_kernel(const sni_kernel *k, const char *text, bool all, bool golden)
{
    sni_str source = {0};
    need(sni_emit_cuda(k, &source) == SN_OK, text);
    uint64_t hash = sni_hash64(source.data, source.len, 0);
    for (int a = 0; a < narchs; a++)
        if (all || a == (int)(hash % (unsigned)narchs))
            compile(sni_str_text(&source), text, archs[a], golden, golden && k->pattern == SNI_PATTERN_MAP);
    sni_str_free(&source);
}

static void compile_expression(const char *text, bool split, bool wide, bool all, bool golden)
{
    program p;
    program_open(&p, text, 40, split ? 3000 : 300, split);
    for (int32_t group = 0; group < p.s.ngroups; group++) {
        sni_lowered *l = program_lower(&p, group);
        if (wide) l->kernel.index32 = false;
        compile_kernel(&l->kernel, text, all, golden);
        lowered_close(l);
    }
    program_close(&p);
}

static void compile_operation(const sni_op_info *op)
{
    sni_str text = {0};
    put_operation(op, false, &text);
    compile_expression(sni_str_text(&text), false, false, false, false);
    sni_str_free(&text);
}

int main(void)
{
    if (!nvrtc_load()) {
        puts("skipped: no NVRTC");
        return 77;
    }
    find_archs();
    need(narchs > 0, "NVRTC knows none of the architectures");
    for (size_t k = 0; k < SNI_COUNT(expressions); k++) {
        compile_expression(expressions[k], false, k % 5 == 1, k == 0 || k == 1 || k == 16 || k == 36, true);
        compile_expression(expressions[k], true, k % 5 == 2, k == 15 || k == 16, true);
    }
    for (int op = 0; op < SNI_OP_COUNT; op++) compile_operation(&sni_ops[op]);
    printf("%d kernels compiled for %d architectures\n", compiled, narchs);
    return 0;
}
