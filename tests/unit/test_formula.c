/* Formulas inside: from text to steps, in the graph, in kernels, in what is told of both. */
#include "expr/formula_build.h"
#include "expr/user.h"
#include "fuse_help.h"
#include "graph/internal.h"
#include "runtime/runtime.h"

static const sni_user *joined(const char *name, const char *combine, const char *identity)
{
    const sni_user *u;
    const sni_user_text text = {name, "float32 x", NULL, "x - 3", combine, identity};
    cr_assert_eq(sni_user_define(&text, &u), SN_OK, "%s", sni_error_message());
    return u;
}

static sni_node *reduced_by(world *w, const sni_user *u, sni_node *x, int axis)
{
    sni_node *map = need(sni_formula_apply(&w->g, u->map, &x, NULL));
    return need(sni_formula_reduce(&w->g, u->combine, map, &axis, 1, false));
}

static world w;

static void start(void)
{
    world_begin(&w);
}

static void stop(void)
{
    world_end(&w);
}

TestSuite(formula, .init = start, .fini = stop);

Test(formula, steps_of_an_expression)
{
    static sni_formula_draft d;
    const sni_formula_param x = {"x", SNI_INT8};
    int result = sni_formula_parse(&d, "f", "expression", "(float)1 + x * x + (x * x)", &x, 1,
                                   SNI_DTYPE_NONE);
    const sni_formula_step want[] = {
        {.op = SNI_FORMULA_PARAM, .dtype = SNI_INT8},
        {.op = SNI_FORMULA_CONST, .dtype = SNI_FLOAT32, .value = 0x3f800000},
        {.op = SNI_FORMULA_CAST, .dtype = SNI_INT32, .nargs = 1, .arg = {0}},
        {.op = SNI_FORMULA_ELEMENT, .code = SNI_OP_MULTIPLY, .dtype = SNI_INT32, .nargs = 2, .arg = {2, 2}},
        {.op = SNI_FORMULA_CAST, .dtype = SNI_FLOAT32, .nargs = 1, .arg = {3}},
        {.op = SNI_FORMULA_ELEMENT, .code = SNI_OP_ADD, .dtype = SNI_FLOAT32, .nargs = 2, .arg = {1, 4}},
        {.op = SNI_FORMULA_ELEMENT, .code = SNI_OP_ADD, .dtype = SNI_FLOAT32, .nargs = 2, .arg = {5, 4}},
    };
    cr_assert_eq(d.nsteps, (int)SNI_COUNT(want));
    cr_expect_eq(result, 6);
    for (size_t k = 0; k < SNI_COUNT(want); k++)
        cr_expect_eq(memcmp(&d.steps[k], &want[k], sizeof want[k]), 0, "step %zu", k);
}

Test(formula, an_elementwise_one_is_its_operations)
{
    const sni_user *u;
    const sni_user_text text = {.name = "f", .arguments = "float32 x", .map = "sinf(x) * 2.0f"};
    cr_assert_eq(sni_user_define(&text, &u), SN_OK);
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(4)),
             *by_hand = with(&w, SNI_OP_MULTIPLY, unary(&w, SNI_OP_SIN, x), 2);
    cr_expect_eq(need(sni_formula_apply(&w.g, u->map, &x, NULL)), by_hand);
}

Test(formula, equal_reductions_are_one_node)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(4, 5));
    const sni_user *u = joined("furthest", "fabsf(a) > fabsf(b) ? a : b", "0"),
                   *other = joined("furthest", "fabsf(a) > fabsf(b) ? b : a", "0");
    sni_node *a = reduced_by(&w, u, x, 1),
             *b = reduced_by(&w, joined("furthest", "fabsf(a) > fabsf(b) ? a : b", "0.0"), x, 1);
    cr_expect_eq(a, b);
    cr_expect_neq(a, reduced_by(&w, other, x, 1));
    cr_expect_neq(a, reduced_by(&w, u, x, 0));
    cr_expect_eq(sni_graph_verify(&w.g, &a, 1), SN_OK, "%s", sni_error_message());
    sni_node bad = *a;
    bad.formula = u->map;
    bad.refs = bad.hash = 0;
    sni_node *n = need(sni_cons(&w.g, &bad));
    cr_expect_eq(sni_graph_verify(&w.g, &n, 1), SN_ERR_INTERNAL);
    cr_expect_str_eq(sni_error_message(),
                     "graph: reduce node 3: its formula does not join two of its elements");
}

static uint64_t signature_of(sni_node *n)
{
    cr_assert_eq(sni_signature_build(&w.g, &n, 1, &w.sig), SN_OK);
    return w.sig.hash;
}

Test(formula, plans_and_programs_tell_them_apart)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(4, 500));
    sni_node *a = reduced_by(&w, joined("r", "a + b", "0"), x, 1),
             *b = reduced_by(&w, joined("r", "a - b", "0"), x, 1);
    cr_expect_neq(signature_of(a), signature_of(b));
    root(&w, a);
    schedule(&w);
    sni_lowered *one = lowered(&w, 0);
    sni_hash128 first = sni_kernel_hash(&one->kernel);
    w.roots[0] = b;
    schedule(&w);
    sni_lowered *two = lowered(&w, 0);
    sni_hash128 second = sni_kernel_hash(&two->kernel);
    cr_expect(first.low != second.low || first.high != second.high);
    lowered_free(one);
    lowered_free(two);
}

Test(formula, told_by_name)
{
    sni_str text = {0};
    root(&w, reduced_by(&w, joined("furthest", "fabsf(a) > fabsf(b) ? a : b", "0"),
                        input(&w, SNI_FLOAT32, DIMS(4, 500)), 1));
    cr_assert_eq(schedule(&w), 1);
    sni_schedule_explain(&w.s, &text);
    cr_expect(strstr(sni_str_text(&text), "= furthest(v2, axis=(1)): float32 (4,)") != NULL, "%s",
              sni_str_text(&text));
    sni_str_clear(&text);
    sni_lowered *l = lowered(&w, 0);
    sni_kernel_print(&l->kernel, &text);
    cr_expect(strstr(sni_str_text(&text), "reduce furthest %2") != NULL, "%s", sni_str_text(&text));
    sni_str_clear(&text);
    cr_assert_eq(sni_emit_cuda(&l->kernel, &text), SN_OK);
    cr_expect(strstr(sni_str_text(&text), " * y0 = furthest((x0 - s0))") != NULL, "%s", sni_str_text(&text));
    sni_str_free(&text);
    lowered_free(l);
}

Test(formula, a_kernel_with_another_formula_is_broken)
{
    const sni_user *u = joined("r", "a + b", "0");
    root(&w, reduced_by(&w, u, input(&w, SNI_FLOAT32, DIMS(4, 500)), 1));
    schedule(&w);
    sni_lowered *l = lowered(&w, 0);
    sni_kinstr *r = l->kernel.instrs;
    while (r->op != SNI_K_REDUCE) r++;
    r->arg[1] = 1;
    cr_expect_eq(sni_kernel_verify(&l->kernel), SN_ERR_INTERNAL);
    cr_expect(strstr(sni_error_message(), "joins by formula 1 of 1") != NULL, "%s", sni_error_message());
    r->arg[1] = 0;
    l->kernel.formulas[0] = u->map;
    cr_expect_eq(sni_kernel_verify(&l->kernel), SN_ERR_INTERNAL);
    cr_expect(strstr(sni_error_message(), "joins by a formula of another dtype") != NULL, "%s",
              sni_error_message());
    lowered_free(l);
}
