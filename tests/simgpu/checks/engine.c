/* The engine on a GPU that fails: each call of the driver in turn, a device that is lost, cached kernels that are no
 * kernels, a driver that does not fit.  Whatever happens: one clear error or the right values, the next evaluation
 * works, and nothing is left when the engine is shut down.  Each in a process of its own. */
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu.h"
#include "runtime/runtime.h"
#include "sinter.h"

enum { ROWS = 24, COLUMNS = 1100, PAST_THE_END = 3 };

static float data[ROWS * COLUMNS];
static double wanted;
static char folder[64], dumps[80];

static void option(const char *name, const char *value)
{
    if (sn_option_set(name, value) == SN_OK) return;
    printf("FAILED: %s=%s: %s\n", name, value, sn_error());
    exit(1);
}

/* Returns the status a child ended with. */
static int in_child(void (*check)(const char *, int), const char *what, int number)
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        if (!getenv("SINTER_SIMGPU_LOG")) setenv("SINTER_SIMGPU_LOG", "/dev/null", 1);
        option("LOG", "off");
        option("DEVICE", "cuda");
        check(what, number);
        exit(gpu_done());
    }
    waitpid(child, &status, 0);
    if (!WIFEXITED(status)) printf("FAILED: %s %d: killed by signal %d\n", what, number, WTERMSIG(status));
    failures += !WIFEXITED(status) || WEXITSTATUS(status) == 1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* ---- a small program: uploads, kernels of several patterns, scratch, a write, a copy back ------------------------- */

static int evaluate(double *out)
{
    int status = SN_OK;
    SN_SCOPE
    {
        sn_array x = sn_from_host(data, SN_FLOAT32, SN_SHAPE(ROWS, COLUMNS), NULL);
        sn_array y = SN_EXPR("y = (x - x.mean(axis=0)) * 2; y[3] = 5; y[:, 1:] += x[:, :-1]; y", x);
        status = sn_eval(y);
        sn_array z = SN_EXPR("y.sum() + y.max(axis=1).astype(float64).sum() + x.sum()", x, y);
        if (status == SN_OK) status = sn_item_f64(z, out);
    }
    return status;
}

static void check_works(const char *when, int number)
{
    double out = NAN;
    int status = evaluate(&out);
    CHECK(status == SN_OK && out == wanted, "%s %d: then %a, not %a (%s)", when, number, out, wanted,
          status < 0 ? sn_error() : "");
}

static void check_balance(const char *when, int number)
{
    simgpu_balance b;
    CHECK(sn_shutdown() == SN_OK, "%s %d: sn_shutdown: %s", when, number, sn_error());
    simgpu_get_balance(&b);
    CHECK(b.allocations == 0 && b.bytes == 0 && b.pinned == 0 && b.streams == 0 && b.events == 0 &&
              b.modules == 0 && b.contexts == 0,
          "%s %d: left: %zu allocations of %zu bytes, %zu pinned, %zu streams, %zu events, %zu modules, %zu "
          "contexts",
          when, number, b.allocations, b.bytes, b.pinned, b.streams, b.events, b.modules, b.contexts);
}

static void check_refusal(int status, int want, const char *when, int number)
{
    const char *why = sn_error();
    CHECK(status == want, "%s %d: %s: %s", when, number, sn_status_name(status), why);
    CHECK(strncmp(why, "cuda", 4) == 0 && !strchr(why, '\n') && strlen(why) > 20, "%s %d: '%s' is not clear",
          when, number, why);
}

/* ---- each call of a kind in turn ------------------------------------------------------------------------------------ */

/* The Nth call of the kind fails, or, with "+", all from the Nth on, for every N. */
static void check_calls(const char *kind, int all)
{
    bool memory = strcmp(kind, "copy") != 0 && strcmp(kind, "launch") != 0, ever = false;
    int refused = 0;
    for (int n = 1; n < 500; n++) {
        char setting[64];
        double out = NAN;
        snprintf(setting, sizeof setting, "%s=%d%s", kind, n, all ? "+" : "");
        sn_shutdown();
        setenv("SINTER_SIMGPU_FAIL", setting, 1);
        simgpu_count_failures();
        int status = evaluate(&out);
        bool reached = simgpu_counted(kind) >= (unsigned long long)n;
        unsetenv("SINTER_SIMGPU_FAIL");
        refused += status < 0;
        ever = ever || reached;
        if (status < 0)
            check_refusal(status, memory ? SN_ERR_MEMORY : SN_ERR_DEVICE, setting, n);
        else
            CHECK(out == wanted, "%s: %a, not %a", setting, out, wanted);
        CHECK(all || status == SN_OK || strcmp(kind, "alloc") != 0, "%s: not sought again", setting);
        check_works(setting, n);
        check_balance(setting, n);
        if (!reached) break;
        CHECK(n < 499, "%s never ends", kind);
    }
    bool spared = strcmp(kind, "pinned") == 0 || strcmp(kind, "event") == 0; /* the engine may do without */
    if (all && ever && !spared) CHECK(refused > 0, "%s: nothing was refused", kind);
}

static void little_memory(const char *what, int number)
{
    double out;
    static float large[1 << 20];
    SN_SCOPE
    {
        sn_array x = sn_from_host(large, SN_FLOAT32, SN_SHAPE(1 << 20), NULL);
        int status = sn_item_f64(SN_EXPR("(x * 2)[5:].sum()", x), &out);
        check_refusal(status, SN_ERR_MEMORY, what, number);
        CHECK(strstr(sn_error(), "4194304 bytes") != NULL, "'%s' does not name the size", sn_error());
    }
    check_works(what, number);
    check_balance(what, number);
}

/* ---- a device that is lost ----------------------------------------------------------------------------------------- */

/* What has a copy on the host stays readable, the rest is an error, and the CPU goes on. */
static void check_survival(sn_array on_host, sn_array on_device, const char *what, int number)
{
    float out[4];
    double value = NAN;
    CHECK(sn_to_host(on_host, out, sizeof out) == SN_OK && out[3] == 3, "%s %d: a copy on the host: %s", what,
          number, sn_error());
    int status = sn_to_host(on_device, out, sizeof out);
    if (status < 0) check_refusal(status, SN_ERR_DEVICE, what, number);
    status = evaluate(&value);
    check_refusal(status, SN_ERR_DEVICE, what, number);
    CHECK(strstr(sn_error(), "cuda:0 was lost: ") != NULL, "%s %d: %s", what, number, sn_error());
    status = sn_eval(sn_multiply(sn_arange(0, 1 << 20, 1, SN_FLOAT32), 2)); /* of no cached block */
    check_refusal(status, SN_ERR_DEVICE, what, number);
    option("DEVICE", "auto");
    check_works(what, number);
    option("DEVICE", "cpu");
    check_works(what, number);
    CHECK(sn_item(sn_sum(on_host)) == 6, "%s %d: an array with a copy, on the CPU", what, number);
    CHECK(sn_shutdown() == SN_OK, "%s %d: sn_shutdown: %s", what, number, sn_error());
    check_works(what, number);
}

static int synchronize(void)
{
    sni_device *d;
    int status = sni_cuda_get(0, &d);
    return status < 0 ? status : d->synchronize(d);
}

static void lose(const char *what, int number)
{
    char setting[64];
    float out[4];
    double value;
    snprintf(setting, sizeof setting, "%s=%d", what, number);
    setenv("SINTER_SIMGPU_FAIL", setting, 1);
    SN_SCOPE
    {
        sn_array a = sn_arange(0, 4, 1, SN_FLOAT32), b = sn_multiply(a, 2);
        if (sn_eval(a, b) < 0 || sn_to_host(a, out, sizeof out) < 0) {
            option("DEVICE", "cpu"); /* lost before anything was there */
            check_works(what, number);
        } else if (evaluate(&value) == SN_OK && synchronize() == SN_OK) {
            exit(failures ? 1 : PAST_THE_END);
        } else {
            check_survival(a, b, what, number);
        }
    }
}

/* ---- cached kernels that are no kernels ------------------------------------------------------------------------------ */

static char *text_of_dump(void)
{
    char path[400], *text = calloc(1, 1 << 20);
    DIR *d = opendir(dumps);
    for (const struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", dumps, e->d_name);
        FILE *f = strstr(e->d_name, ".cu") ? fopen(path, "r") : NULL;
        if (f && fread(text, 1, (1 << 20) - 1, f) == 0) exit(1);
        if (f) fclose(f);
        if (f) remove(path);
    }
    if (d) closedir(d);
    return text;
}

/* Puts an image of this machine code and PTX where the kernel's own was; how many kernels were compiled then. */
static int compiled_with(const char *source, const char *cubin, const char *ptx)
{
    int major, minor;
    char version[32];
    struct {
        uint64_t sizes[2];
        char text[256];
    } image = {{strlen(cubin), strlen(ptx) + 1}, ""};
    sni_cache_key key;
    if (nvrtc_version(&major, &minor)) exit(1);
    snprintf(version, sizeof version, "nvrtc %d.%d", major, minor);
    snprintf(image.text, sizeof image.text, "%s%s", cubin, ptx);
    sni_cache_key_init(&key, "cuda", "sm_90", version, "--fmad=false", source);
    CHECK(sni_cache_store(&key, &image, sizeof image.sizes + strlen(image.text) + 1) == SN_OK, "%s",
          sn_error());
    sn_shutdown();
    sn_stats_reset();
    sn_stats s;
    SN_SCOPE CHECK(sn_item(SN_EXPR("(arange(10.) * 3 + 0.25).max()")) == 27.25, "%s: %s", cubin, sn_error());
    sn_stats_get(&s);
    return (int)s.compiled;
}

static void torn_images(const char *what, int number)
{
    (void)what, (void)number;
    option("DUMP", dumps);
    option("CUDA_PTX", "0"); /* entries of both; the simulated GPU takes the PTX */
    SN_SCOPE CHECK(sn_item(SN_EXPR("(arange(10.) * 3 + 0.25).max()")) == 27.25, "%s", sn_error());
    option("DUMP", "");
    char *source = text_of_dump();
    CHECK(strstr(source, "sn_kernel") != NULL, "no kernel in the dump");
    CHECK(compiled_with(source, "", "no PTX at all") == 1, "an image that is none");
    CHECK(compiled_with(source, "\177ELF for another machine", "no PTX at all") == 1,
          "an ELF file of nothing");
    CHECK(compiled_with(source, "\177ELF", ".version 9.0\n.target sm_120\n.address_size 64\n") == 1,
          "PTX for a later machine");
    CHECK(compiled_with(source, "not ELF", "no PTX at all") == 1, "machine code that is none");
    free(source);
    check_balance("torn images", 0);
}

/* ---- everything ------------------------------------------------------------------------------------------------------ */

static void find_wanted(const char *what, int number)
{
    (void)what, (void)number;
    option("DEVICE", "cpu");
    option("JIT", "off");
    int status = evaluate(&wanted);
    CHECK(status == SN_OK && wanted != 0, "on the CPU: %s", sn_error());
    FILE *f = fopen(dumps, "w");
    if (!f || fwrite(&wanted, sizeof wanted, 1, f) != 1) exit(1);
    fclose(f);
}

static void undisturbed(const char *what, int number)
{
    check_works(what, number);
    check_balance(what, number);
    check_works(what, number); /* after sn_shutdown too */
    check_balance(what, number);
}

static void learn_wanted(void)
{
    in_child(find_wanted, "on the CPU", 0);
    FILE *f = fopen(dumps, "r");
    if (!f || fread(&wanted, sizeof wanted, 1, f) != 1) exit(1);
    fclose(f);
    remove(dumps);
}

int main(int argc, char **argv)
{
    static const char *const kinds[] = {"alloc", "pinned", "copy", "load", "stream", "event", "launch"};
    const char *only = argc > 1 ? argv[1] : NULL; /* one kind */
    if (!nvrtc_load()) return puts("skipped: no NVRTC"), 77;
    strcpy(folder, "/tmp/sinter-engine-XXXXXX");
    if (!mkdtemp(folder)) return 1;
    setenv("SINTER_CACHE_DIR", folder, 1);
    setenv("SINTER_CUDA_PTX", "1", 1);
    snprintf(dumps, sizeof dumps, "%s/dumps", folder);
    for (int k = 0; k < ROWS * COLUMNS; k++) data[k] = (float)(gpu_random() % 1000) / 64;
    learn_wanted();
    in_child(undisturbed, "undisturbed", 0);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (only && strcmp(only, kinds[k]) != 0) continue;
        in_child(check_calls, kinds[k], 0);
        in_child(check_calls, kinds[k], 1);
    }
    if (only) return gpu_done();
    for (int n = 1; n < 500 && in_child(lose, "lost", n) == 0; n++) {
    }
    for (int n = 1; n < 500 && in_child(lose, "fault", n) == 0; n++) {
    }
    setenv("SINTER_SIMGPU_MEMORY", "3m", 1);
    in_child(little_memory, "little memory", 3);
    unsetenv("SINTER_SIMGPU_MEMORY");
    in_child(torn_images, "torn", 0);
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 || gpu_done();
}
