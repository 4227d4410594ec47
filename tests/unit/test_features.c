/* What the processor offers, and the vector math functions that generated code may import. */
#include "runtime/cpu/cpu.h"
#include "runtime/cpu/loops.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __x86_64__
Test(features, target_follows_from_the_features)
{
    const sni_cpu_target *t = sni_cpu_target_get();
    const char *text = sni_cpu_features();
    __builtin_cpu_init();
    bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
    cr_assert_eq(t->vector_bytes, avx512 ? 64 : avx2 ? 32 : 16);
    cr_assert_eq(t->fma, avx2);
    cr_assert_str_eq(t->isa, avx512 ? "avx512f" : avx2 ? "avx2" : "sse2");
    cr_assert_str_eq(t->arch, avx512 ? "x86-64-v4" : avx2 ? "x86-64-v3" : "x86-64");
    cr_assert_str_eq(text, t->arch);
}

Test(features, loops_are_those_of_the_target)
{
    static const char *const isa[] = {[16] = "sse2", [32] = "avx2", [64] = "avx512"};
    cr_assert_str_eq(sni_loops_get()->isa, isa[sni_cpu_target_get()->vector_bytes]);
}
#endif

/* Every prelude function of floating point, for this target and lane count. */
static void prelude_of_everything(const sni_cpu_target *t, int lanes, sni_str *out)
{
    sni_str text = {0};
    for (int op = 0; op < SNI_OP_COUNT; op++)
        if (!strcmp(sni_ops[op].fexpr, "CALL")) sni_str_printf(&text, "sn_%s_f32v sn_%s_f64v\n", sni_ops[op].name, sni_ops[op].name);
    cr_assert_eq(sni_prelude_for(sni_str_text(&text), t, lanes, out), SN_OK, "%s", sni_error_message());
    sni_str_free(&text);
}

static int check_imports(const char *text)
{
    char name[128];
    int count = 0;
    const char *at = strstr(text, "sn_imports[] = {");
    cr_assert_not_null(at);
    for (at = strchr(at, '{'); *at != '}'; at++) {
        if (*at != '"') continue;
        size_t n = strcspn(at + 1, "\"");
        snprintf(name, sizeof name, "%.*s", (int)n, at + 1);
        cr_assert_not_null(sni_vmath_find(name), "%s", name);
        at += n + 1;
        count++;
    }
    return count;
}

Test(vmath, every_function_the_prelude_imports_is_there)
{
    static const sni_cpu_target targets[] = {
#ifdef __x86_64__
        {64, true, "avx512f", "x86-64-v4"}, {32, true, "avx2", "x86-64-v3"}, {16, false, "sse2", "x86-64"},
#endif
        {16, true, "purec", "native"}};
    for (size_t i = 0; i < SNI_COUNT(targets); i++)
        for (int lanes = 2; lanes <= targets[i].vector_bytes / 4; lanes *= 2) {
            sni_str out = {0};
            prelude_of_everything(&targets[i], lanes, &out);
            cr_assert_geq(check_imports(sni_str_text(&out)), 40);
            sni_str_free(&out);
        }
}

Test(vmath, unknown_names)
{
    cr_assert_null(sni_vmath_find("Sleef_finz_sinf16_u35avx512f"));
    cr_assert_null(sni_vmath_find(""));
    cr_assert_null(sni_vmath_find("system"));
}
