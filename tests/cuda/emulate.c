/* Emitted CUDA C computes what the interpreter does, bit for bit: each kernel is compiled for the GPU that
 * gpu.h plays, and run over grids of several sizes.  Functions that may differ between devices (exp, sin and
 * the like) are the C library's on one side and SLEEF's on the other: there results agree closely.
 * Skipped where no C compiler is found. */
#include "agree.h"

#include <dlfcn.h>
#include <unistd.h>

static char folder[] = "/tmp/sinter-gpu-XXXXXX";

typedef void (*launcher)(const void *params, unsigned blocks, unsigned x, unsigned y, int finish);

/* ---- building ------------------------------------------------------------------------------------------ */

static void put_without_extern(const char *source, FILE *out)
{
    for (const char *at; (at = strstr(source, "extern \"C\" ")) != NULL;
         source = at + strlen("extern \"C\" "))
        fwrite(source, 1, (size_t)(at - source), out);
    fputs(source, out);
}

static const char *const kernel_driver =
    "static void gpu_run_kernel(const void *p) { sn_kernel(%s(const struct sn_params *)p); }\n";
static const char *const starter =
    "void launch(const void *params, unsigned blocks, unsigned x, unsigned y, int finish);\n"
    "void launch(const void *params, unsigned blocks, unsigned x, unsigned y, int finish)\n"
    "{\n"
    "    (void)finish;\n"
    "    gpu_launch(%s, params, blocks, x, y);\n"
    "}\n";

static void write_source(const char *path, const char *source, bool split, bool by_pointer)
{
    const char *star = by_pointer ? "" : "*";
    FILE *f = fopen(path, "w");
    need(f != NULL, path);
    fputs("#include \"" TESTS_FOLDER "/cuda/gpu.h\"\n", f);
    put_without_extern(source, f);
    fprintf(f, kernel_driver, star);
    if (split)
        fprintf(f,
                "static void gpu_run_finish(const void *p) { sn_finish(%s(const struct sn_params *)p); }\n",
                star);
    fprintf(f, starter, split ? "finish ? gpu_run_finish : gpu_run_kernel" : "gpu_run_kernel");
    fclose(f);
}

struct loaded {
    void *library;
    launcher run;
};

static loaded *load(const setup *s, const char *source)
{
    static int number;
    char path[128], object[128], command[600];
    snprintf(path, sizeof path, "%s/k%d.c", folder, number);
    snprintf(object, sizeof object, "%s/k%d.so", folder, number++);
    write_source(path, source, s->k->pattern >= SNI_PATTERN_SPLIT_ROWS, sni_cuda_params_by_pointer(s->k));
    snprintf(command, sizeof command,
             "cc -std=gnu11 -O0 -w -fPIC -shared -ffp-contract=off -fsanitize=undefined "
             "-fno-sanitize-recover=undefined %s -o %s -lm",
             path, object);
    if (system(command)) {
        printf("FAILED: %s\n%s\n", command, source);
        exit(1);
    }
    loaded *l = claim(sizeof *l);
    l->library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    void *symbol = l->library ? dlsym(l->library, "launch") : NULL;
    if (!symbol) {
        printf("FAILED: %s\n", dlerror());
        exit(1);
    }
    memcpy(&l->run, &symbol, sizeof l->run);
    return l;
}

static void unload(loaded *l)
{
    dlclose(l->library);
    free(l);
}

/* ---- running ------------------------------------------------------------------------------------------------ */

static void play(const setup *s, const loaded *made, int64_t most_blocks)
{
    sni_cuda_launch l;
    sni_cuda_plan(s->k, s->g, most_blocks, &l);
    void *scratch = claim(l.scratch), *params = claim(sni_cuda_params_size(s->k));
    memset(scratch, 0xA5, l.scratch);
    sni_cuda_params_pack(s->k, s->g, s->ptr, s->scalars, scratch, l.group, params);
    made->run(params, (unsigned)l.blocks, l.block[0], l.block[1], 0);
    if (l.finish_blocks) made->run(params, (unsigned)l.finish_blocks, 256, 1, 1);
    free(scratch);
    free(params);
}

int main(int argc, char **argv)
{
    if (system("cc --version > /dev/null 2>&1")) {
        puts("skipped: no C compiler");
        return 77;
    }
    need(mkdtemp(folder) != NULL, folder);
    uint64_t seeds = argc > 1 ? strtoull(argv[1], NULL, 10) : 30;
    check_everything(seeds);
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    need(system(command) == 0, command);
    printf("%d kernels agree\n", checked);
    return 0;
}
