/* CUDA C emitter: how a user's reduction joins two values. */
#include "codegen/emit_cuda.h"

static void put_step(sni_cuda *inner, const sni_formula *f, int32_t v, sni_str *out)
{
    sni_dtype dtype = (sni_dtype)f->steps[v].dtype;
    sni_str_printf(out, "    const %s t%d = ", sni_cuda_type(dtype), v);
    if (f->steps[v].op == SNI_FORMULA_CONST)
        sni_formula_literal(dtype, (sni_scalar){.bits = {f->steps[v].value, 0}}, true, out);
    else
        sni_cuda_value(inner, v, out);
    sni_str_put(out, ";\n");
}

static void put_formula(sni_cuda *g, int number, sni_str *out)
{
    sni_kernel k;
    const sni_formula *f = g->k->formulas[number];
    int status = sni_formula_kernel(f, &k);
    if (status == SN_OK) {
        const char *type = sni_cuda_type((sni_dtype)f->dtype);
        sni_cuda inner = {.k = &k, .names = {.k = &k, .lanes = 1}};
        sni_str_printf(out,
                       "/* What %s joins two values to, and its identity. */\nstatic __device__ %s "
                       "sn_join_user%d_%s(%s t0, %s t1)\n{\n",
                       f->name, type, number, type, type, type);
        for (int32_t v = f->nparams; v < f->nsteps; v++) put_step(&inner, f, v, out);
        sni_str_printf(
            out, "    return t%d;\n}\n\nstatic __device__ %s sn_neutral_user%d_%s(void)\n{\n    return ",
            f->result, type, number, type);
        sni_formula_literal((sni_dtype)f->dtype, f->identity, true, out);
        sni_str_put(out, ";\n}\n\n");
        status = inner.status;
        sni_kernel_free(&k);
    }
    if (status < 0 && g->status >= 0) g->status = status;
}

void sni_cuda_formulas(sni_cuda *g, sni_str *out)
{
    for (int k = 0; k < g->k->nformulas; k++) put_formula(g, k, out);
}
