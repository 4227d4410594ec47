/* C emitter: how a user's reduction joins two vectors. */
#include "codegen/emit_c.h"

static void put_step(sni_cgen *inner, const sni_formula *f, int32_t v, sni_str *out)
{
    static const sni_block block = {.style = SNI_STYLE_KEPT, .level = SNI_X, .pass = -1, .stores = true};
    const char *type = sni_cgen_value_type(inner, v);
    sni_str_printf(out, "    const %s t%d = ", type, v);
    if (f->steps[v].op == SNI_FORMULA_CONST) {
        sni_str_printf(out, "sn_splat_%s(", type);
        sni_formula_literal((sni_dtype)f->steps[v].dtype, (sni_scalar){.bits = {f->steps[v].value, 0}}, false,
                            out);
        sni_str_putc(out, ')');
    } else {
        sni_cgen_value(inner, &block, &inner->k->instrs[v], v, out);
    }
    sni_str_put(out, ";\n");
}

static void put_functions(sni_cgen *inner, const sni_formula *f, int number, sni_str *out)
{
    const char *type = sni_cgen_value_type(inner, f->result);
    sni_str body = {0};
    for (int32_t v = f->nparams; v < f->nsteps; v++) put_step(inner, f, v, &body);
    sni_str_printf(&body, "    return t%d;\n}\n\n", f->result);
    sni_str_printf(out,
                   "/* What %s joins two values to, and its identity. */\nstatic inline %s "
                   "sn_join_user%d_%s(%s t0, %s t1)\n{\n",
                   f->name, type, number, type, type, type);
    sni_cgen_unused(sni_str_text(&body), "t0 t1", out);
    sni_str_printf(out, "%sstatic inline %s sn_neutral_user%d_%s(void)\n{\n    return sn_splat_%s(",
                   sni_str_text(&body), type, number, type, type);
    sni_formula_literal((sni_dtype)f->dtype, f->identity, false, out);
    sni_str_put(out, ");\n}\n\n");
    if (body.status < 0) inner->status = body.status;
    sni_str_free(&body);
}

static void put_formula(sni_cgen *g, int number, sni_str *out)
{
    sni_kernel k;
    const sni_formula *f = g->k->formulas[number];
    int status = sni_formula_kernel(f, &k);
    if (status == SN_OK) {
        sni_cgen inner = {.k = &k, .target = g->target, .lanes = g->lanes};
        sni_arena_init(&inner.arena);
        inner.status = sni_cgen_values(&inner);
        if (inner.status >= 0) put_functions(&inner, f, number, out);
        status = inner.status;
        sni_arena_free(&inner.arena);
        sni_kernel_free(&k);
    }
    if (status < 0 && g->status >= 0) g->status = status;
}

void sni_cgen_formulas(sni_cgen *g, sni_str *out)
{
    for (int k = 0; k < g->k->nformulas; k++) put_formula(g, k, out);
}
