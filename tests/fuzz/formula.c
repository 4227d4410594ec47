/* Any text is a definition or refused with a message; what is defined is recorded, lowered and written in both languages.
 * Lines: arguments, expression, and of a reduction how it joins. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/kernel.h"
#include "expr/user.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds) abort();
}

static void emit(const sni_kernel *k)
{
    static const sni_cpu_target target = {.vector_bytes = 32, .fma = true, .isa = "avx2", .arch = "x86-64-v3"};
    sni_str c = {0}, cuda = {0};
    check(sni_kernel_verify(k) == SN_OK);
    check(sni_emit_c(k, &target, &c) == SN_OK);
    check(sni_emit_cuda(k, &cuda) == SN_OK);
    sni_str_free(&c);
    sni_str_free(&cuda);
}

static void lower(sni_graph *g, sni_node *root)
{
    sni_signature sig = {0};
    sni_schedule s;
    sni_lowered *l = malloc(sizeof *l);
    check(l && sni_graph_verify(g, &root, 1) == SN_OK);
    check(sni_signature_build(g, &root, 1, &sig) == SN_OK);
    check(sni_schedule_build(&sig, &root, 1, &sni_limits_cpu, &s) == SN_OK);
    for (int32_t k = 0; k < s.ngroups; k++) {
        check(sni_lower(&s, k, &sni_limits_cpu, l) == SN_OK);
        emit(&l->kernel);
        sni_kernel_free(&l->kernel);
    }
    free(l);
    sni_schedule_free(&s);
    sni_signature_free(&sig);
}

static void use(const sni_user *u)
{
    sni_graph g;
    sni_node *in[SNI_FORMULA_PARAMS], *places;
    check(sni_graph_init(&g) == SN_OK);
    check((places = sni_iota(&g, 2, (const int64_t[]){4, 300})) != NULL);
    for (int k = 0; k < u->map->nparams; k++) check((in[k] = sni_cast(&g, places, (sni_dtype)u->map->steps[k].dtype)) != NULL);
    sni_node *out = sni_formula_apply(&g, u->map, in, NULL);
    check(out && out->dtype == u->map->dtype && out->layout->size == 1200);
    if (u->combine) {
        const int axis = 1;
        sni_node *joined = sni_formula_reduce(&g, u->combine, out, &axis, 1, false);
        check(joined && joined->dtype == out->dtype);
        sni_node_release(&g, out);
        out = joined;
    }
    if (out->kind != SNI_NODE_VIEW) lower(&g, out);
    sni_node_release(&g, out);
    for (int k = 0; k < u->map->nparams; k++) sni_node_release(&g, in[k]);
    sni_node_release(&g, places);
    check(g.live == 0);
    sni_graph_destroy(&g);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 2048) return 0;
    char *text = malloc(size + 1), *rest = text;
    check(text != NULL);
    for (size_t k = 0; k < size; k++) text[k] = (char)data[k];
    text[size] = 0;
    const char *arguments = strsep(&rest, "\n"), *map = rest ? strsep(&rest, "\n") : "x", *combine = rest && *rest ? strsep(&rest, "\n") : NULL;
    const sni_user_text parts = {"fuzzed", arguments, NULL, map, combine, combine ? "-1" : NULL};
    const sni_user *u = NULL;
    sni_error_clear();
    int status = sni_user_define(&parts, &u);
    if (status == SN_OK)
        use(u);
    else
        check(status == sni_error_status() && sni_error_message()[0]);
    sni_users_clear();
    free(text);
    return 0;
}
