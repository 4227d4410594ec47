/* Every form in forms.txt, which is what NVRTC emits for all math functions, dtypes, reductions, shuffles, atomics
 * and shared memory, is known to the simulated GPU; and what is not PTX is not. */
#include "gpu.h"

int main(void)
{
    static const char *const wrong[] = {
        "add",          "add.q32",       "add.s32.f32",    "ld.f32.banana", "ld.global", "st.shared.v3.f32",
        "mul.s32",      "setp.s32",      "setp.foo.s32",   "cvt.f32",       "bar",       "atom.global.add",
        "atom.mul.u32", "shfl.sync.b32", "vote.sync.pred", "fma.f32",       "bra.foo",   "frobnicate"};
    char path[1024], form[256];
    int known = 0;
    snprintf(path, sizeof path, "%s/tests/simgpu/checks/forms.txt",
             getenv("SINTER_SOURCE") ? getenv("SINTER_SOURCE") : ".");
    FILE *f = fopen(path, "r");
    if (!f) {
        printf("FAILED: %s\n", path);
        return 1;
    }
    while (fgets(form, sizeof form, f)) {
        form[strcspn(form, "\n")] = 0;
        CHECK(simgpu_form_known(form), "%s is not known", form);
        known++;
    }
    fclose(f);
    CHECK(known > 200, "%d forms", known);
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        CHECK(!simgpu_form_known(wrong[k]), "%s is known", wrong[k]);
    return gpu_done();
}
