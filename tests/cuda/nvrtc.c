/* Emitted CUDA C compiles, and keeps its values in registers: a few kernels of each pattern for four architectures,
 * every other kernel, and, to PTX alone, every operation over every dtype it takes, for one of them chosen by hash.
 * Skipped where there is no NVRTC. */
#include "kernels.h"
#include "nvrtc.h"
#include "resources.h"

/* ---- compiling ------------------------------------------------------------------------------------------------- */

static int archs[4], narchs, compiled, most_registers;

static void find_archs(void)
{
    static const int wanted[] = {75, 80, 90, 120};
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

/* ---- local memory ---------------------------------------------------------------------------------------------- */

/* CUDA's functions whose rare slow paths need arrays of their own: the least they may take. */
static const struct { const char *function; const char *reason; } slow_paths[] = {
    {"sn_sin_", "reduction of large arguments by Payne and Hanek: words of 2/pi times the argument"},
    {"sn_cos_", "as sin"},
    {"sn_tan_", "as sin"},
};

static bool has_slow_path(const char *source)
{
    for (size_t k = 0; k < SNI_COUNT(slow_paths); k++)
        if (strstr(source, slow_paths[k].function)) return true;
    return false;
}

/* Of a kernel whose values should all fit registers: no spills, and no stack but that of slow paths. */
static void check_resources(const char *log, const char *source, const char *text, int arch)
{
    static const char *const entries[] = {"sn_kernel", "sn_finish"};
    for (size_t k = 0; k < SNI_COUNT(entries); k++) {
        resources r;
        if (!resources_of(log, entries[k], &r)) {
            if (strstr(source, entries[k])) printf("FAILED: sm_%d: %s: no report of %s\n%s\n", arch, text, entries[k], log), exit(1);
            continue;
        }
        if (r.registers > most_registers) most_registers = r.registers;
        if (r.registers && !r.spilled && (!r.stack || has_slow_path(source))) continue;
        printf("FAILED: sm_%d: %s: %s takes %d registers, %d bytes of stack, %d of spills\n%s\n", arch, text, entries[k], r.registers,
               r.stack, r.spilled, source);
        exit(1);
    }
}

/* To machine code, or to PTX alone, in half of the time.  A warning is a failure too. */
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
    nvrtc_log(made, log);
    if (other_line(log)) fail_compile(made, source, text, arch);
    if (fits) check_resources(log, source, text, arch);
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
            compile(sni_str_text(&source), text, archs[a], golden, golden);
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
    printf("%d kernels compiled for %d architectures; at most %d registers, no spills\n", compiled, narchs, most_registers);
    return 0;
}
