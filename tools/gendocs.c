/* gendocs OUT: writes the reference of operations from src/graph/ops.def. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *kinds_text(const char *kinds)
{
    static const char *const texts[][2] = {
        {"f", "floating point"},
        {"biufc", "any"}, {"iufc", "numbers"},     {"fc", "floating point, complex"},
        {"biuf", "any real"}, {"iuf", "real numbers"},
        {"b", "bool"},   {"biu", "bool, integers"}, {"iu", "integers"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i][0], kinds) == 0) return texts[i][1];
    return kinds;
}

static const char *rule_text(const char *rule)
{
    static const char *const texts[][2] = {
        {"SAME", "as computed"},
        {"FLOAT", "float; integers and bool by size"},
        {"TRUEDIV", "float; integers and bool float64"},
        {"COMPARE", "bool"},
        {"LOGICAL", "bool"},
        {"WHERE", "b and c promoted"},
        {"SHAPED", "as the operand"},
        {"COUNT", "uint8"},
        {"LDEXP", "floating point, of a alone"},
        {"WIDEN", "int64 or uint64 from integers and bool"},
        {"MEAN", "float64 from integers and bool"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i][0], rule) == 0) return texts[i][1];
    return rule;
}

/* A bar would end the cell. */
static void cell(FILE *f, const char *text)
{
    fputs(" ", f);
    for (; *text; text++) fprintf(f, *text == '|' ? "\\|" : "%c", *text);
    fputs(" |", f);
}

static void operation(FILE *f, const char *name, int arity, const char *kinds, const char *rule, double ulp,
                      const char *doc)
{
    static const char *const arguments[] = {"", "a", "a, b", "a, b, c"};
    fprintf(f, "| `%s(%s)` |", name, arguments[arity]);
    cell(f, doc);
    cell(f, kinds_text(kinds));
    cell(f, rule_text(rule));
    if (ulp > 0)
        fprintf(f, " %g ULP |\n", ulp);
    else
        fputs(" exact |\n", f);
}

static void reduction(FILE *f, const char *name, const char *rule, const char *identity, const char *flags,
                      const char *doc)
{
    const char *empty = strchr(flags, 'D') ? "NaN" : strcmp(identity, "NONE") == 0 ? "an error" : identity;
    fprintf(f, "| `%s(x, axis, keepdims)` |", name);
    cell(f, doc);
    cell(f, rule_text(rule));
    cell(f, empty);
    fputs("\n", f);
}

static const char intro[] =
    "# Operations\n\n"
    "Made from `src/graph/ops.def` by `tools/gendocs.c`; `ninja -C build docs` writes it anew.\n\n"
    "Names, promotion and broadcasting are NumPy's. In C an operation is `sn_` and its name. *Computed\n"
    "in* lists the dtypes an operation has a loop for; others are promoted to one of them. *Error* is the\n"
    "bound against the exact value, in units in the last place.\n\n"
    "`include/sinter/create.h` and `view.h` make and reshape arrays; [expressions.md](expressions.md) lists\n"
    "what else a text may call.\n\n"
    "## Elementwise\n\n"
    "| operation | meaning | computed in | result | error |\n"
    "|---|---|---|---|---|\n";

static const char between[] =
    "\n## Reductions\n\n"
    "Over all axes, or those given; all but `any` and `all` also take the dtype to compute in (in text\n"
    "`sum`, `prod` and `mean` alone, as in NumPy). The order of additions is fixed: it depends on the length\n"
    "alone ([design.md](design.md), \"Same bits\").\n\n"
    "| reduction | meaning | result | of no elements |\n"
    "|---|---|---|---|\n";

int main(int argc, char **argv)
{
    FILE *f = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!f) {
        fprintf(stderr, "usage: gendocs OUT (a file that can be written)\n");
        return 2;
    }
    fputs(intro, f);
#define SN_OP(ID, name, arity, kinds, rule, flags, cost, fexpr, iexpr, bexpr, ulp, lo, hi, doc)              \
    operation(f, #name, arity, kinds, #rule, ulp, doc);
#define SN_REDUCTION(ID, name, combine, rule, identity, flags, doc)
#include "graph/ops.def"
    fputs(between, f);
#define SN_REDUCTION(ID, name, combine, rule, identity, flags, doc)                                          \
    reduction(f, #name, #rule, #identity, flags, doc);
#include "graph/ops.def"
    if (ferror(f) || fclose(f) != 0) {
        fprintf(stderr, "gendocs: cannot write %s\n", argv[1]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
