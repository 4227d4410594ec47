/* Writes the public headers that follow from src/graph/ops.def:
 *
 *     gen_ops_headers FOLDER      writes FOLDER/ops.h, FOLDER/updates.h and FOLDER/reductions.h
 */
#include <stdio.h>
#include <string.h>

static const char *result_text(const char *rule)
{
    static const char *const texts[][2] = {
        {"SAME", "Result: the operands' promoted dtype."},
        {"FLOAT", "Result: floating point; integers and bool become the float NumPy chooses for their size."},
        {"TRUEDIV", "Result: floating point; integers and bool become float64."},
        {"COMPARE", "Result: bool."},
        {"LOGICAL", "Operands are tested against zero. Result: bool."},
        {"WHERE", "a is bool; result: the promoted dtype of b and c."},
        {"SHAPED", "Result: the operand's dtype; integers and bool pass unchanged."},
        {"COUNT", "Result: uint8."},
        {"LDEXP", "b holds integers that int64 holds. Result: floating point, as a alone gives it."},
        {"WIDEN", "Integers and bool accumulate in int64 or uint64."},
        {"MEAN", "Integers and bool accumulate in float64."},
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (strcmp(texts[k][0], rule) == 0) return texts[k][1];
    return "";
}

static void element(FILE *f, const char *name, int arity, const char *rule, const char *doc)
{
    static const char *const typed[] = {"", "sn_array a", "sn_array a, sn_array b",
                                        "sn_array a, sn_array b, sn_array c"};
    static const char *const plain[] = {"", "a", "a, b", "a, b, c"};
    static const char *const made[] = {"", "SN_ARG(a)", "SN_ARG(a), SN_ARG(b)",
                                       "SN_ARG(a), SN_ARG(b), SN_ARG(c)"};
    fprintf(f, "/* %s.\n * %s */\nSN_API sn_array sn_%s(%s);\n", doc, result_text(rule), name, typed[arity]);
    fprintf(f, "#ifndef __cplusplus\n#define sn_%s(%s) SN_AT_((sn_%s)(%s))\n#endif\n\n", name, plain[arity], name,
            made[arity]);
}

static void reduction(FILE *f, const char *name, const char *rule, const char *identity, const char *doc)
{
    const char *empty = strcmp(identity, "NONE") == 0 ? " Over no elements: an error." : "";
    if (strcmp(name, "mean") == 0) empty = " Over no elements: NaN.";
    fprintf(f, "/* %s.\n * %s%s */\n", doc, result_text(rule), empty);
    fprintf(f, "SN_API sn_array sn_%s(sn_array x, sn_axes axes, bool keepdims, sn_dtype dtype, sn_array where,\n"
               "                       sn_array initial);\n", name);
    fprintf(f, "#ifndef __cplusplus\n#define sn_%s(...) SN_AT_(SN_REDUCE_(sn_%s, __VA_ARGS__))\n#endif\n\n", name, name);
}

static void elements(FILE *f)
{
    fputs("/* Elementwise operations.  Generated from src/graph/ops.def: do not edit.\n"
          " *\n"
          " * Operands broadcast together and are promoted as NumPy does it.  In C an operand may be a number,\n"
          " * which takes the dtype of the arrays: sn_multiply(x, 2).  From C++ use sn_weak_f64(2) and its like.\n"
          " * Shapes that do not broadcast and dtypes without the operation give a poisoned handle. */\n"
          "#ifndef SN_OPS_H\n#define SN_OPS_H\n\n#include \"sinter/array.h\"\n\nSN_BEGIN_DECLS\n\n", f);
#define SN_OP(ID, name, arity, kinds, rule, flags, cost, fexpr, iexpr, bexpr, ulp, lo, hi, doc)                \
    element(f, #name, arity, #rule, doc);
#define SN_REDUCTION(ID, name, combine, rule, identity, flags, doc)
#include "graph/ops.def"
    fputs("SN_END_DECLS\n\n/* NumPy's own short names, and the usual ones. */\n"
          "#define sn_sub sn_subtract\n#define sn_mul sn_multiply\n#define sn_div sn_divide\n"
          "#define sn_mod sn_remainder\n#define sn_pow sn_power\n#define sn_neg sn_negative\n"
          "#define sn_abs sn_absolute\n\n#endif\n", f);
}

static void update(FILE *f, const char *name, int arity)
{
    if (arity != 2) return;
    fprintf(f, "SN_API int sn_%s_assign(sn_array x, sn_array value);\n", name);
    fprintf(f, "#ifndef __cplusplus\n#define sn_%s_assign(x, value) (sn_%s_assign)(x, SN_ARG(value))\n#endif\n\n", name,
            name);
}

static void updates(FILE *f)
{
    fputs("/* Augmented assignment.  Generated from src/graph/ops.def: do not edit.  Included by write.h.\n"
          " *\n"
          " * sn_add_assign(x, value) is x += value, numpy.add(x, value, out=x), and so for each operation of two\n"
          " * operands in ops.h.  The result must have x's shape, and its dtype must go to x's by same-kind casting:\n"
          " * float64 to float32 and int64 to int8, but not float64 to int64.  Returns a status; see write.h. */\n"
          "#ifndef SN_UPDATES_H\n#define SN_UPDATES_H\n\n#include \"sinter/array.h\"\n\nSN_BEGIN_DECLS\n\n", f);
#define SN_OP(ID, name, arity, kinds, rule, flags, cost, fexpr, iexpr, bexpr, ulp, lo, hi, doc) update(f, #name, arity);
#define SN_REDUCTION(ID, name, combine, rule, identity, flags, doc)
#include "graph/ops.def"
    fputs("SN_END_DECLS\n\n#endif\n", f);
}

static void reductions(FILE *f)
{
    fputs("/* Reductions.  Generated from src/graph/ops.def: do not edit.  Included by reduce.h.\n"
          " *\n"
          " * axes: which axes to reduce; a zero sn_axes: all.  keepdims: reduced axes stay with extent 1.\n"
          " * dtype: to accumulate in, SN_DTYPE_NONE: by the rule given.  where: the elements that count, as an\n"
          " * array of bool that broadcasts to x.  initial: of sn_sum, sn_prod, sn_max and sn_min, a number or an\n"
          " * array without axes that the reduction starts from; the last two need one where there is a where.\n"
          " * A zero handle is neither. */\n"
          "#ifndef SN_REDUCTIONS_H\n#define SN_REDUCTIONS_H\n\n#include \"sinter/view.h\"\n\nSN_BEGIN_DECLS\n\n", f);
#define SN_OP(ID, name, arity, kinds, rule, flags, cost, fexpr, iexpr, bexpr, ulp, lo, hi, doc)
#define SN_REDUCTION(ID, name, combine, rule, identity, flags, doc) reduction(f, #name, #rule, #identity, doc);
#include "graph/ops.def"
    fputs("SN_END_DECLS\n\n#endif\n", f);
}

static int write_file(const char *folder, const char *name, void (*content)(FILE *))
{
    char path[4096];
    int n = snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = n > 0 && (size_t)n < sizeof path ? fopen(path, "w") : NULL;
    if (f == NULL) {
        fprintf(stderr, "gen_ops_headers: cannot write %s/%s\n", folder, name);
        return 1;
    }
    content(f);
    return fclose(f) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: gen_ops_headers FOLDER\n");
        return 2;
    }
    return write_file(argv[1], "ops.h", elements) || write_file(argv[1], "updates.h", updates) ||
           write_file(argv[1], "reductions.h", reductions);
}
