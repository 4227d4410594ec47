/* Formulas in the terms of the emitters. */
#include <math.h>
#include <stdlib.h>

#include "codegen/emit_c.h"

int sni_formula_kernel(const sni_formula *f, sni_kernel *out)
{
    static const uint8_t ops[] = {[SNI_FORMULA_PARAM] = SNI_K_LOAD,
                                  [SNI_FORMULA_CONST] = SNI_K_SCALAR,
                                  [SNI_FORMULA_ELEMENT] = SNI_K_ELEMENT,
                                  [SNI_FORMULA_CAST] = SNI_K_CAST};
    *out = (sni_kernel){.pattern = SNI_PATTERN_MAP, .nx = 1, .ninstrs = f->nsteps};
    out->instrs = calloc(f->nsteps, sizeof *out->instrs);
    if (!out->instrs) return sni_fail_memory(f->nsteps * sizeof *out->instrs, "a formula");
    for (int k = 0; k < f->nsteps; k++) {
        const sni_formula_step *s = &f->steps[k];
        out->instrs[k] = (sni_kinstr){.op = ops[s->op],
                                      .code = s->code,
                                      .dtype = s->dtype,
                                      .level = SNI_X,
                                      .nargs = s->nargs,
                                      .arg = {s->arg[0], s->arg[1], s->arg[2]}};
    }
    return SN_OK;
}

static void put_float(double x, bool single, bool cuda, sni_str *out)
{
    const char *f = single ? "f" : "";
    if (isfinite(x))
        sni_str_printf(out, "%a%s", x, f);
    else if (isnan(x))
        sni_str_printf(
            out,
            cuda ? (single ? "__int_as_float(0x7fc00000)" : "__longlong_as_double(0x7ff8000000000000)")
                 : "__builtin_nan%s(\"\")",
            f);
    else
        sni_str_printf(out,
                       cuda ? (single ? "(%s__int_as_float(0x7f800000))"
                                      : "(%s__longlong_as_double(0x7ff0000000000000))")
                            : "(%s__builtin_inf%s())",
                       x < 0 ? "-" : "", f);
}

void sni_formula_literal(sni_dtype dtype, sni_scalar value, bool cuda, sni_str *out)
{
    uint8_t kind = sni_dtypes[dtype].kind;
    if (kind == SNI_KIND_FLOAT) {
        put_float(sni_scalar_cast(value, dtype, SNI_FLOAT64).f64, dtype == SNI_FLOAT32, cuda, out);
    } else if (kind == SNI_KIND_INT) {
        int64_t x = sni_scalar_cast(value, dtype, SNI_INT64).i64;
        if (x == INT64_MIN)
            sni_str_put(out, "(-0x7fffffffffffffffll - 1)");
        else
            sni_str_printf(out, "(%lld%s)", (long long)x, dtype == SNI_INT64 ? "ll" : "");
    } else {
        sni_str_printf(out, "%llu%s", (unsigned long long)sni_scalar_cast(value, dtype, SNI_UINT64).u64,
                       kind == SNI_KIND_BOOL ? "" : "ull");
    }
}
