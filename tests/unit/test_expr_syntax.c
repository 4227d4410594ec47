/* Expression text: grammar, precedence, and what is refused where. */
#include "expr_help.h"

static bench t;

static void open_bench(void)
{
    bench_open(&t);
}

static void close_bench(void)
{
    bench_close(&t);
}

TestSuite(expr_syntax, .init = open_bench, .fini = close_bench);

Test(expr_syntax, precedence_is_python_s)
{
    static const char *const pairs[][2] = {
        {"x + y * 2", "x + (y * 2)"},
        {"x - y - 2", "(x - y) - 2"},
        {"x / y / 3", "(x / y) / 3"},
        {"x ** y ** 2.5", "x ** (y ** 2.5)"},
        {"-x ** y", "-(x ** y)"},
        {"x ** -y", "x ** (-y)"},
        {"~x & 3", "(~x) & 3"},
        {"x | x ^ 5 & 3", "x | (x ^ (5 & 3))"},
        {"x & 3 << 1", "x & (3 << 1)"},
        {"x << 1 + 2", "x << (1 + 2)"},
        {"x & 3 == 1", "(x & 3) == 1"},
        {"x + 1 < y * 2", "(x + 1) < (y * 2)"},
        {"x % 3 // 2", "(x % 3) // 2"},
        {"- -x", "-(-x)"},
        {"-x.T", "-(x.T)"},
        {"-x[0]", "-(x[0])"},
        {"x.T ** 3", "(x.T) ** 3"},
        {"not 1 == 2", "not (1 == 2)"},
        {"1 or 0 and 0", "1 or (0 and 0)"},
    };
    for (size_t k = 0; k < SNI_COUNT(pairs); k++) bench_same(&t, pairs[k][0], pairs[k][1]);
}

Test(expr_syntax, white_space_and_statements)
{
    static const char *const same[] = {
        "a=x*2;a+y", "a = x * 2\na + y", "\n\n a = x*2 ;\n\n a + y ; \n", "a = x*2 # twice\na + y # and y",
        "a = (x\n*\n2)\na + y", "a = x * \\\n 2\na + y\n", "a = x*2\r\na + y\r\n", "a = 5; a = x*2; a + y",
        "x*3; a = x*2; (a +\n# inside\n y)", "\ta\t=\tx\t*\t2\n\ta\t+\ty",
    };
    for (size_t k = 0; k < SNI_COUNT(same); k++) bench_same(&t, same[k], "x*2 + y");
}

Test(expr_syntax, names_bind_before_functions_and_assignments_before_names)
{
    bench_same(&t, "sum = x; sum + 1", "x + 1");
    bench_same(&t, "x = y; x + 1", "y + 1");
    bench_same(&t, "e = 3; x * e", "x * 3");
    bench_same(&t, "np.sum(x)", "sum(x)");
    bench_same(&t, "numpy.float32(2) * x", "float32(2) * x");
}

Test(expr_syntax, refusals_point_at_the_fault)
{
    static const struct { const char *text; int column; const char *message; } cases[] = {
        {"", 1, "the expression is empty"},
        {" \n ; # nothing", 1, "the expression is empty"},
        {"x +", 4, "the text ends in the middle of an expression"},
        {"x + ; 1", 5, "the statement ends in the middle of an expression"},
        {"x + * 2", 5, "unexpected '*'"},
        {"x y", 3, "unexpected 'y'"},
        {"(x", 1, "this bracket is never closed"},
        {"sin(x[1)", 8, "unexpected ')'"},
        {"x)", 2, "unexpected ')'"},
        {"x[]", 3, "unexpected ']'"},
        {"x[1:2:3:4]", 8, "unexpected ':'"},
        {"x.1", 2, "unexpected '.1'"},
        {"x. ", 4, "the text ends in the middle of an expression"},
        {"1__0", 2, "malformed number"},
        {"0x", 1, "malformed number"},
        {"0b12", 4, "malformed number"},
        {"1.5e", 4, "malformed number"},
        {"3abc", 2, "malformed number"},
        {"012", 1, "a number may not start with 0; octal numbers start with 0o"},
        {"x ? 1", 3, "unexpected character '?'"},
        {"x \x01", 3, "unexpected control character 0x01"},
        {"x \xC3\xA9", 3, "only ASCII characters are allowed outside comments and strings"},
        {"x \\ 1", 3, "a backslash may only end a line"},
        {"astype(x, 'f4)", 11, "string without closing '"},
        {"x.astype(r'f4')", 10, "string prefix 'r' is not supported"},
        {"1 if x else 2", 3, "'if' is not supported here: use where(condition, a, b)"},
        {"[i for i in x]", 4, "'for' is not supported here: arrays are computed whole"},
        {"lambda: 1", 1, "'lambda' is not supported here"},
        {"x is x", 3, "'is' is not supported here: use =="},
        {"x += 1", 1, "the last statement must be an expression, the result"},
        {"y = x += 1; y", 7, "'+=' assigns, and so stands in a statement alone"},
        {"(x += 1)", 4, "'+=' assigns, and so stands in a statement alone"},
        {"x + x += 1; x", 7, "only a name or a part of an array can be assigned to"},
        {"x[0] = 1", 1, "the last statement must be an expression, the result"},
        {"x[0] = ; x", 8, "the statement ends in the middle of an expression"},
        {"(a := x)", 4, "':=' is not supported: assign in a statement before"},
        {"{1: 2}", 1, "dictionaries and sets are not supported"},
        {"a = x", 1, "the last statement must be an expression, the result"},
        {"a, b = x", 6, "only a name or a part of an array can be assigned to"},
        {"1 = x", 3, "only a name or a part of an array can be assigned to"},
        {"sum(*x)", 5, "'*' before an argument is not supported"},
        {"sum(axis=0, x)", 13, "positional argument after a keyword argument"},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++)
        bench_refused(&t, cases[k].text, SN_ERR_SYNTAX, 1, cases[k].column, cases[k].message);
    bench_refused(&t, "x @ y", SN_ERR_UNSUPPORTED, 1, 3, "the @ operator (matmul) is not supported yet");
    bench_refused(&t, "1 < x < 3", SN_ERR_UNSUPPORTED, 1, 7, "chained comparison is not supported: write (a < b) & (b < c)");
    bench_refused(&t, "x @= y; x", SN_ERR_UNSUPPORTED, 1, 3, "the @ operator (matmul) is not supported yet");
    bench_refused(&t, "x + 0x2j", SN_ERR_SYNTAX, 1, 8, "malformed number");
    bench_refused(&t, "x + 2jj", SN_ERR_SYNTAX, 1, 7, "malformed number");
}

Test(expr_syntax, lines_and_columns)
{
    bench_refused(&t, "a = x\n\nb = a +\\\n  sin(zz)\nb", SN_ERR_NAME, 4, 7, "unknown name 'zz'");
    bench_refused(&t, "x +\n(y", SN_ERR_SYNTAX, 1, 4, "the statement ends in the middle of an expression");
    bench_refused(&t, "x\n+ y $", SN_ERR_SYNTAX, 2, 5, "unexpected character '$'");
}

static void nest(char *out, const char *open, int n, const char *middle, const char *close)
{
    for (int k = 0; k < n; k++) out += sprintf(out, "%s", open);
    out += sprintf(out, "%s", middle);
    for (int k = 0; k < n; k++) out += sprintf(out, "%s", close);
}

Test(expr_syntax, depth_is_bounded)
{
    static const struct { const char *open, *close; } ways[] = {
        {"(", ")"}, {"[", "]"}, {"-", ""}, {"2**", ""}, {"abs(", ")"}, {"not ", ""}, {"x[", "]"}, {"1+(", ")"}, {"1 or ", ""},
    };
    static char text[1 << 16];
    sni_node *n;
    for (size_t k = 0; k < SNI_COUNT(ways); k++) {
        nest(text, ways[k].open, 10000, "x", ways[k].close);
        int status = bench_eval(&t, text, &n);
        if (status == SN_OK) sni_node_release(&t.g, n);
        bool left = strcmp(ways[k].open, "1 or ") == 0; /* a chain to the left has no depth */
        cr_assert_eq(status, left ? SN_OK : SN_ERR_SYNTAX, "%s", ways[k].open);
        if (!left) cr_assert_str_eq(sni_error_message(), "expression is nested more than 200 deep");
    }
    nest(text, "(", SNI_EXPR_MAX_DEPTH, "x", ")");
    bench_same(&t, text, "x");
}

/* What grows to the left is as long as it likes. */
Test(expr_syntax, long_chains)
{
    static char text[1 << 20];
    size_t n = 1;
    text[0] = 'x';
    for (int k = 0; k < 100000; k++) n += (size_t)sprintf(text + n, "+1");
    sni_node *node = bench_node(&t, text);
    cr_assert_eq(node->layout->size, 12);
    sni_node_release(&t.g, node);
    for (n = 1; n + 2 < 100000;) n += (size_t)sprintf(text + n, ".T");
    node = bench_node(&t, text);
    cr_assert_eq(node->layout->rank, 2);
    sni_node_release(&t.g, node);
}

Test(expr_syntax, length_is_bounded)
{
    char *text = calloc(SNI_EXPR_MAX_TEXT + 2, 1);
    memset(text, ' ', SNI_EXPR_MAX_TEXT + 1);
    text[0] = 'x';
    sni_node *n = NULL;
    cr_assert_eq(bench_eval(&t, text, &n), SN_ERR_SYNTAX);
    cr_assert_str_eq(sni_error_message(), "the text is longer than 1048576 bytes");
    text[SNI_EXPR_MAX_TEXT] = 0;
    bench_same(&t, text, "x");
    free(text);
}

Test(expr_syntax, text_need_not_end_in_nul)
{
    sni_node *n = NULL;
    const sni_expr_name names[] = {{"x", t.x}};
    cr_assert_eq(sni_expr_eval(&t.g, "x+x", 1, names, 1, &n, &t.error), SN_OK);
    cr_assert(n == t.x);
    sni_node_release(&t.g, n);
    cr_assert_eq(sni_expr_eval(&t.g, "x\0+", 3, names, 1, &n, &t.error), SN_ERR_SYNTAX);
    cr_assert_str_eq(sni_error_message(), "unexpected control character 0x00");
}

static void point(const char *text, const char *wanted)
{
    sni_node *n;
    sni_str s = {0};
    cr_assert_lt(bench_eval(&t, text, &n), 0);
    sni_expr_point(text, strlen(text), &t.error, &s);
    cr_assert_str_eq(sni_str_text(&s), wanted, "%s", sni_str_text(&s));
    sni_str_free(&s);
}

Test(expr_syntax, caret)
{
    point("x + foo", "    x + foo\n        ^\n");
    point("a = x\n\tsin(a, )+ zz\n1", "     sin(a, )+ zz\n               ^\n");
    point("x \x1B[31m", "    x ?[31m\n      ^\n");
    char text[400], wanted[400];
    int n = sprintf(text, "x");
    for (int k = 0; k < 60; k++) n += sprintf(text + n, "+x");
    sprintf(text + n, "+?");
    sprintf(wanted, "    ...%s\n%*s^\n", text + 122 - 36, 4 + 3 + 36, "");
    point(text, wanted);
}
