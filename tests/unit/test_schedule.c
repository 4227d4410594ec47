/* How graphs are fused: how many kernels, what each holds, and why an edge is not fused. */
#include "fuse_help.h"

#include <time.h>

static world w;

static void setup(void)
{
    world_begin(&w);
}

static void teardown(void)
{
    world_end(&w);
}

TestSuite(schedule, .init = setup, .fini = teardown);

/* ---- one kernel ---------------------------------------------------------------------------------------- */

Test(schedule, chain_over_any_broadcast_is_one_kernel)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(30, 40)), *row = input(&w, SNI_FLOAT32, DIMS(40)),
             *column = input(&w, SNI_FLOAT32, DIMS(30, 1));
    root(&w, binary(&w, SNI_OP_MULTIPLY, binary(&w, SNI_OP_ADD, x, row), unary(&w, SNI_OP_SIN, binary(&w, SNI_OP_ADD, x, column))));
    cr_assert_eq(schedule(&w), 1);
    cr_assert_eq(w.s.groups[0].nops, 4);
    cr_assert_eq(w.s.groups[0].npasses, 0);
    cr_assert_eq(w.s.nunfused, 0);
}

static sni_node *where_over_sum(sni_node *x, sni_node *y)
{
    sni_node *chosen = need(sni_element(&w.g, SNI_OP_WHERE, (sni_node *[]){
        with(&w, SNI_OP_GREATER, x, .5), with(&w, SNI_OP_MULTIPLY, unary(&w, SNI_OP_SIN, x), 2), y}, NULL));
    return binary(&w, SNI_OP_DIVIDE, chosen, reduced(&w, SNI_REDUCE_SUM, x, 1, true));
}

Test(schedule, where_over_row_sum_is_one_kernel)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64)), *y = input(&w, SNI_FLOAT32, DIMS(100, 64));
    root(&w, where_over_sum(x, y));
    cr_assert_eq(schedule(&w), 1);
    const sni_group *g = &w.s.groups[0];
    cr_assert_eq(g->rank, 2);
    cr_assert_not(g->reduced[0]);
    cr_assert(g->reduced[1]);
    cr_assert_eq(g->npasses, 2);
    cr_assert_eq(g->nmembers, 2);
    cr_assert_not(g->members[0].output, "the sum stays inside");
    cr_assert(g->members[1].output);
}

static sni_node *softmax(sni_node *x, int axis)
{
    sni_node *e = unary(&w, SNI_OP_EXP, binary(&w, SNI_OP_SUBTRACT, x, reduced(&w, SNI_REDUCE_MAX, x, axis, true)));
    return binary(&w, SNI_OP_DIVIDE, e, reduced(&w, SNI_REDUCE_SUM, e, axis, true));
}

Test(schedule, softmax_is_one_kernel_along_either_axis)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64));
    for (int axis = 0; axis < 2; axis++) {
        w.nroots = 0;
        root(&w, softmax(x, axis));
        cr_assert_eq(schedule(&w), 1);
        cr_assert_eq(w.s.groups[0].npasses, 3);
        cr_assert(w.s.groups[0].reduced[axis]);
    }
}

Test(schedule, logarithm_of_a_row_sum_stays_in_the_row)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64)), *e = unary(&w, SNI_OP_EXP, x);
    root(&w, binary(&w, SNI_OP_SUBTRACT, x, unary(&w, SNI_OP_LOG, reduced(&w, SNI_REDUCE_SUM, e, 1, true))));
    cr_assert_eq(schedule(&w), 1);
}

Test(schedule, standardised_rows_are_one_kernel)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(50, 20));
    sni_node *d = binary(&w, SNI_OP_SUBTRACT, x, reduced(&w, SNI_REDUCE_MEAN, x, 1, true));
    sni_node *var = reduced(&w, SNI_REDUCE_MEAN, unary(&w, SNI_OP_SQUARE, d), 1, true);
    root(&w, binary(&w, SNI_OP_DIVIDE, d, unary(&w, SNI_OP_SQRT, with(&w, SNI_OP_ADD, var, 1e-5))));
    cr_assert_eq(schedule(&w), 1);
    cr_assert_eq(w.s.groups[0].npasses, 3);
}

Test(schedule, transposed_and_sliced_reads_are_inlined)
{
    sni_node *a = input(&w, SNI_FLOAT32, DIMS(20, 20));
    sni_node *twice = with(&w, SNI_OP_MULTIPLY, a, 2);
    root(&w, binary(&w, SNI_OP_ADD, a, need(sni_transpose(&w.g, twice, NULL, 2))));
    cr_assert_eq(schedule(&w), 1);
    w.nroots = 0;
    root(&w, binary(&w, SNI_OP_SUBTRACT, sliced(&w, twice, 0, 1, 20), sliced(&w, twice, 0, 0, 19)));
    cr_assert_eq(schedule(&w), 1);
}

Test(schedule, heat_step_is_one_kernel)
{
    sni_node *u = input(&w, SNI_FLOAT64, DIMS(32, 32));
    sni_node *c = sliced(&w, sliced(&w, u, 0, 1, 31), 1, 1, 31);
    sni_node *sum = binary(&w, SNI_OP_ADD, sliced(&w, sliced(&w, u, 0, 0, 30), 1, 1, 31), sliced(&w, sliced(&w, u, 0, 2, 32), 1, 1, 31));
    sum = binary(&w, SNI_OP_ADD, sum, sliced(&w, sliced(&w, u, 0, 1, 31), 1, 0, 30));
    sum = binary(&w, SNI_OP_ADD, sum, sliced(&w, sliced(&w, u, 0, 1, 31), 1, 2, 32));
    sni_node *next = binary(&w, SNI_OP_ADD, c, with(&w, SNI_OP_MULTIPLY, binary(&w, SNI_OP_SUBTRACT, sum, with(&w, SNI_OP_MULTIPLY, c, 4)), .1));
    root(&w, next);
    cr_assert_eq(schedule(&w), 1);
}

/* ---- several outputs, several reductions ------------------------------------------------------------------ */

Test(schedule, siblings_over_a_shared_input_are_one_kernel)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64)), *y = input(&w, SNI_FLOAT32, DIMS(100, 64));
    root(&w, binary(&w, SNI_OP_ADD, x, y));
    root(&w, binary(&w, SNI_OP_MULTIPLY, x, y));
    cr_assert_eq(schedule(&w), 1);
    w.nroots = 0;
    root(&w, reduced(&w, SNI_REDUCE_SUM, x, 1, false));
    root(&w, reduced(&w, SNI_REDUCE_MAX, with(&w, SNI_OP_ADD, x, 1), 1, false));
    cr_assert_eq(schedule(&w), 1);
    w.nroots = 0;
    root(&w, with(&w, SNI_OP_MULTIPLY, x, 2));
    root(&w, reduced(&w, SNI_REDUCE_SUM, x, 1, false));
    cr_assert_eq(schedule(&w), 1);
}

Test(schedule, roots_on_the_way_are_further_outputs)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64));
    sni_node *mean = reduced(&w, SNI_REDUCE_MEAN, x, 1, true), *d = binary(&w, SNI_OP_SUBTRACT, x, mean);
    root(&w, d);
    root(&w, mean);
    root(&w, unary(&w, SNI_OP_EXP, d));
    cr_assert_eq(schedule(&w), 1);
    cr_assert_eq(w.s.groups[0].nmembers, 4, "the sum, the mean, the difference, its exponential");
    cr_assert_eq(w.s.vals[val_of(&w, d)].reason, SNI_REASON_NONE);
}

Test(schedule, unrelated_spaces_are_two_kernels)
{
    root(&w, with(&w, SNI_OP_ADD, input(&w, SNI_FLOAT32, DIMS(8)), 1));
    root(&w, with(&w, SNI_OP_ADD, input(&w, SNI_FLOAT32, DIMS(9)), 1));
    cr_assert_eq(schedule(&w), 2);
}

/* ---- edges that are not fused -------------------------------------------------------------------------------- */

Test(schedule, sums_over_different_axes_are_two_kernels)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(60, 60));
    sni_node *s0 = reduced(&w, SNI_REDUCE_SUM, x, 0, false), *s1 = reduced(&w, SNI_REDUCE_SUM, x, 1, false);
    root(&w, binary(&w, SNI_OP_ADD, s0, s1));
    cr_assert_eq(schedule(&w), 2);
    cr_assert(unfused_for(&w, s0, SNI_REASON_AXES) || unfused_for(&w, s1, SNI_REASON_AXES));
}

Test(schedule, long_sum_is_split_and_what_follows_waits)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(1000000)), *s = reduced(&w, SNI_REDUCE_SUM, x, ALL_AXES, false);
    root(&w, binary(&w, SNI_OP_DIVIDE, x, s));
    cr_assert_eq(schedule(&w), 2);
    cr_assert(unfused_for(&w, s, SNI_REASON_SPLIT));
    cr_assert_eq(w.s.vals[val_of(&w, s)].reason, SNI_REASON_SPLIT);
    w.nroots = 0;
    root(&w, unary(&w, SNI_OP_SQRT, with(&w, SNI_OP_MULTIPLY, reduced(&w, SNI_REDUCE_SUM, unary(&w, SNI_OP_SQUARE, x), ALL_AXES, false), 2)));
    cr_assert_eq(schedule(&w), 1, "prologue and epilogue join a split reduction");
}

Test(schedule, short_sum_is_broadcast_back_in_its_kernel)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(1000));
    root(&w, binary(&w, SNI_OP_DIVIDE, x, reduced(&w, SNI_REDUCE_SUM, x, ALL_AXES, false)));
    cr_assert_eq(schedule(&w), 1);
}

Test(schedule, costly_value_read_shifted_is_stored)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(1000)), *e = unary(&w, SNI_OP_EXP, x);
    root(&w, binary(&w, SNI_OP_SUBTRACT, sliced(&w, e, 0, 1, 1000), sliced(&w, e, 0, 0, 999)));
    cr_assert_eq(schedule(&w), 2);
    cr_assert(unfused_for(&w, e, SNI_REASON_GATHERED));
    w.nroots = 0;
    root(&w, with(&w, SNI_OP_ADD, sliced(&w, e, 0, 1, 1000), 1));
    cr_assert_eq(schedule(&w), 1, "read once, it is computed where it is read");
}

Test(schedule, costly_value_read_by_two_kernels_is_stored_once)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(60, 50)), *e = unary(&w, SNI_OP_EXP, x);
    root(&w, reduced(&w, SNI_REDUCE_SUM, e, 0, false));
    root(&w, reduced(&w, SNI_REDUCE_SUM, e, 1, false));
    cr_assert_eq(schedule(&w), 2, "one of the sums stores it on its way");
    const sni_val *v = &w.s.vals[val_of(&w, e)];
    cr_assert(v->materialised);
    cr_assert_eq(v->reason, SNI_REASON_SEVERAL);
}

Test(schedule, cheap_value_read_by_two_kernels_is_computed_twice)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(60, 50)), *e = with(&w, SNI_OP_MULTIPLY, x, 2);
    root(&w, reduced(&w, SNI_REDUCE_SUM, e, 0, false));
    root(&w, reduced(&w, SNI_REDUCE_SUM, e, 1, false));
    cr_assert_eq(schedule(&w), 2);
    cr_assert_not(w.s.vals[val_of(&w, e)].materialised);
    cr_assert_eq(w.s.nunfused, 0);
}

Test(schedule, costly_broadcast_value_is_stored)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(60, 50)), *row = input(&w, SNI_FLOAT64, DIMS(50));
    sni_node *e = unary(&w, SNI_OP_EXP, row);
    root(&w, binary(&w, SNI_OP_MULTIPLY, x, e));
    cr_assert_eq(schedule(&w), 2);
    cr_assert(unfused_for(&w, e, SNI_REASON_BROADCAST));
    w.nroots = 0;
    root(&w, binary(&w, SNI_OP_MULTIPLY, x, with(&w, SNI_OP_ADD, row, 1)));
    cr_assert_eq(schedule(&w), 1);
}

Test(schedule, sum_of_a_sum_over_other_axes_is_two_kernels)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(20, 30, 40));
    sni_node *s = reduced(&w, SNI_REDUCE_SUM, x, 2, false);
    root(&w, reduced(&w, SNI_REDUCE_MAX, s, 1, false));
    cr_assert_eq(schedule(&w), 2);
    cr_assert(unfused_for(&w, s, SNI_REASON_NESTED));
}

Test(schedule, what_no_index_map_expresses_is_stored)
{
    sni_node *a = input(&w, SNI_FLOAT32, DIMS(20, 30)), *b = input(&w, SNI_FLOAT32, DIMS(30, 20));
    sni_node *v = binary(&w, SNI_OP_ADD, a, need(sni_transpose(&w.g, b, NULL, 2)));
    sni_node *flat = need(sni_reshape(&w.g, v, DIMS(600)));
    root(&w, with(&w, SNI_OP_MULTIPLY, flat, 2));
    cr_assert_eq(schedule(&w), 2);
    cr_assert(unfused_for(&w, v, SNI_REASON_RESHAPED));
    w.nroots = 0;
    root(&w, with(&w, SNI_OP_MULTIPLY, sliced(&w, flat, 0, 29, 31), 2));
    cr_assert_eq(schedule(&w), 2, "two elements that lie in two rows");
    w.nroots = 0;
    root(&w, with(&w, SNI_OP_MULTIPLY, sliced(&w, flat, 0, 30, 60), 2));
    cr_assert_eq(schedule(&w), 1, "one whole row");
}

Test(schedule, two_kernels_never_wait_for_each_other)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(1000000)), *e = unary(&w, SNI_OP_EXP, x);
    sni_node *s = reduced(&w, SNI_REDUCE_SUM, e, ALL_AXES, false);
    root(&w, e);
    root(&w, binary(&w, SNI_OP_DIVIDE, e, s));
    cr_assert_eq(schedule(&w), 2);
    cr_assert_eq(w.s.vals[val_of(&w, e)].group, w.s.vals[val_of(&w, s)].group, "stored while it is summed");
    w.nroots = 0;
    s = reduced(&w, SNI_REDUCE_SUM, sliced(&w, e, 0, 1, 1000000), ALL_AXES, false);
    root(&w, e);
    root(&w, binary(&w, SNI_OP_DIVIDE, e, s));
    cr_assert_eq(schedule(&w), 3, "stored by the division, the sum would wait for it and it for the sum");
    cr_assert(unfused_for(&w, e, SNI_REASON_CYCLE));
}

/* Two chains that read each other's middle: merging both pairs of ends would be a cycle. */
Test(schedule, crossed_outputs_do_not_merge_into_a_cycle)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(300, 300));
    sni_node *a = unary(&w, SNI_OP_EXP, x), *b = unary(&w, SNI_OP_SIN, x);
    sni_node *ra = reduced(&w, SNI_REDUCE_SUM, a, ALL_AXES, false), *rb = reduced(&w, SNI_REDUCE_SUM, b, ALL_AXES, false);
    root(&w, binary(&w, SNI_OP_ADD, a, rb));
    root(&w, binary(&w, SNI_OP_ADD, b, ra));
    cr_assert_leq(schedule(&w), 4);
    cr_assert_eq(sni_schedule_verify(&w.s), SN_OK, "%s", sni_error_message());
}

/* ---- caps ------------------------------------------------------------------------------------------------------- */

static sni_node *chain(sni_node *x, int length)
{
    for (int i = 0; i < length; i++) x = with(&w, i % 2 ? SNI_OP_ADD : SNI_OP_MULTIPLY, x, 1.5);
    return x;
}

Test(schedule, operations_are_capped)
{
    root(&w, chain(input(&w, SNI_FLOAT64, DIMS(10)), 1000));
    cr_assert_eq(schedule(&w), 3);
    cr_assert_eq(w.s.nunfused, 2);
    for (int i = 0; i < 2; i++) cr_assert_eq(w.s.unfused[i].reason, SNI_REASON_LIMIT_OPS);
    for (int i = 0; i < 3; i++) cr_assert_leq(w.s.groups[i].nops, w.limits.max_ops);
}

Test(schedule, arrays_are_capped)
{
    sni_node *sum = input(&w, SNI_FLOAT64, DIMS(10));
    for (int i = 0; i < 200; i++) sum = binary(&w, SNI_OP_ADD, sum, input(&w, SNI_FLOAT64, DIMS(10)));
    root(&w, sum);
    int n = schedule(&w);
    cr_assert(n >= 4 && n <= 5);
    cr_assert_eq(w.s.unfused[0].reason, SNI_REASON_LIMIT_OPERANDS);
    for (int i = 0; i < n; i++) {
        sni_lowered *l = lowered(&w, i);
        cr_assert_leq(l->kernel.noperands, w.limits.max_operands);
        lowered_free(l);
    }
}

Test(schedule, reductions_and_passes_are_capped)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(100, 50));
    w.limits.max_passes = 2;
    root(&w, softmax(x, 1));
    cr_assert_eq(schedule(&w), 2);
    cr_assert(unfused_for(&w, w.s.vals[w.s.unfused[0].producer].node, SNI_REASON_LIMIT_PASSES));
    w.limits.max_passes = 6;
    w.limits.max_reductions = 1;
    cr_assert_geq(schedule(&w), 2);
    cr_assert_eq(w.s.unfused[0].reason, SNI_REASON_LIMIT_REDUCTIONS);
}

Test(schedule, without_fusion_each_operation_is_a_kernel)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64)), *y = input(&w, SNI_FLOAT32, DIMS(100, 64));
    w.limits.fuse = false;
    root(&w, where_over_sum(x, y));
    cr_assert_eq(schedule(&w), 6);
    cr_assert_eq(w.s.nunfused, 5);
    for (int i = 0; i < 5; i++) cr_assert_eq(w.s.unfused[i].reason, SNI_REASON_FUSION_OFF);
}

Test(schedule, long_chains_take_time_in_proportion)
{
    clock_t start = clock();
    root(&w, chain(input(&w, SNI_FLOAT64, DIMS(10)), 100000));
    cr_assert_eq(schedule(&w), 250);
    cr_assert_lt((double)(clock() - start) / CLOCKS_PER_SEC, 5.0);
}

/* ---- roots and empty arrays ------------------------------------------------------------------------------------- */

Test(schedule, roots_may_be_leaves_constants_views_and_repeated)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(4, 5)), *y = with(&w, SNI_OP_ADD, x, 1);
    root(&w, x);
    root(&w, need(sni_transpose(&w.g, y, NULL, 2)));
    root(&w, y);
    root(&w, need(sni_const(&w.g, SNI_INT32, (sni_scalar){.i32 = 7}, DIMS(3))));
    cr_assert_eq(schedule(&w), 2);
    cr_assert_eq(w.s.roots[1], w.s.roots[2]);
    cr_assert_eq(w.s.vals[w.s.roots[0]].group, -1);
    cr_assert(w.s.vals[w.s.roots[3]].materialised);
    cr_assert_eq(w.s.vals[w.s.roots[0]].binding, 0);
}

Test(schedule, empty_arrays_are_not_launched)
{
    root(&w, with(&w, SNI_OP_ADD, input(&w, SNI_FLOAT32, DIMS(0, 5)), 1));
    root(&w, reduced(&w, SNI_REDUCE_SUM, input(&w, SNI_FLOAT32, DIMS(0, 7)), 0, false));
    cr_assert_eq(schedule(&w), 2);
    cr_assert(w.s.groups[w.s.vals[w.s.roots[0]].group].empty);
    cr_assert_not(w.s.groups[w.s.vals[w.s.roots[1]].group].empty);
}

Test(schedule, explanation_names_spaces_values_and_reasons)
{
    sni_str text = {0};
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(1000000));
    root(&w, binary(&w, SNI_OP_DIVIDE, x, reduced(&w, SNI_REDUCE_SUM, x, ALL_AXES, false)));
    schedule(&w);
    sni_schedule_explain(&w.s, &text);
    cr_assert_eq(text.status, SN_OK);
    static const char *const parts[] = {
        "kernel 0:; reduced 1000000; 1 operation\n  read  in0: float64 (1000000,)\n  store v1 = sum(in0, axis=(0)): float64 ()",
        "kernel 1: over 1000000; 1 operation\n", "  store v2 = divide(in0, v1[offset 0 strides (0,)]): float64 (1000000,)  (asked for)\n",
        "not fused:\n  v1 -> v2: a long reduction over few results is split"};
    for (size_t i = 0; i < SNI_COUNT(parts); i++)
        cr_assert_not_null(strstr(sni_str_text(&text), parts[i]), "%s\nis not in\n%s", parts[i], sni_str_text(&text));
    sni_str_free(&text);
}

/* ---- the verifier ------------------------------------------------------------------------------------------------- */

static void refuses(const char *part)
{
    sni_error_clear();
    cr_assert_eq(sni_schedule_verify(&w.s), SN_ERR_INTERNAL);
    cr_assert_not_null(strstr(sni_error_message(), part), "\"%s\" is not in \"%s\"", part, sni_error_message());
}

Test(schedule, verifier_names_what_is_broken)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(1000000)), *s = reduced(&w, SNI_REDUCE_SUM, x, ALL_AXES, false);
    sni_node *y = binary(&w, SNI_OP_DIVIDE, x, s);
    root(&w, y);
    schedule(&w);
    sni_val *vy = &w.s.vals[val_of(&w, y)], *vs = &w.s.vals[val_of(&w, s)];
    sni_group *gy = &w.s.groups[vy->group];
    sni_member *m = malloc(sizeof *m);
    cr_assert_not_null(m);
#define CORRUPT(place, value, part)                                                                               \
    do {                                                                                                          \
        __auto_type saved = (place);                                                                              \
        (place) = (value);                                                                                        \
        refuses(part);                                                                                            \
        (place) = saved;                                                                                          \
        cr_assert_eq(sni_schedule_verify(&w.s), SN_OK);                                                           \
    } while (0)
    CORRUPT(vy->in[0].val, val_of(&w, y), "does not come before it");
    CORRUPT(vy->in[1].view, NULL, "has another shape");
    CORRUPT(vy->group, 7, "is in group 7, which is not there");
    CORRUPT(vy->group, -1, "is stored by no group");
    CORRUPT(vs->group, -1, "is stored by no group");
    CORRUPT(vy->materialised, false, "is in a group and not stored");
    CORRUPT(vs->materialised, false, "its group says otherwise");
    CORRUPT(w.s.vals[0].group, 0, "leaf 0 is computed");
    CORRUPT(gy->extent[0], 5, "does not fit dim");
    CORRUPT(gy->extent[0], 1, "has extent 1");
    CORRUPT(w.s.groups[vs->group].reduced[0], false, "does not cover the space");
    CORRUPT(gy->nmembers, 0, "computes nothing");
    CORRUPT(w.s.unfused[0].reason, SNI_REASON_NONE, "has no reason");
    CORRUPT(w.s.nunfused, 0, "has no reason");
    CORRUPT(vy->reason, 99, "has no known reason");
    *m = gy->members[0];
    m->output = false;
    CORRUPT(gy->members, m, "its group says otherwise");
    *m = gy->members[0];
    m->axis_dim = (const int8_t[]){-1};
    CORRUPT(gy->members, m, "has no dim");
    free(m);
}

Test(schedule, verifier_finds_groups_out_of_order)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(1000000)), *s = reduced(&w, SNI_REDUCE_SUM, x, ALL_AXES, false);
    sni_node *y = binary(&w, SNI_OP_DIVIDE, x, s);
    root(&w, y);
    schedule(&w);
    sni_group saved = w.s.groups[0];
    w.s.groups[0] = w.s.groups[1];
    w.s.groups[1] = saved;
    w.s.vals[val_of(&w, s)].group = 1;
    w.s.vals[val_of(&w, y)].group = 0;
    refuses("reads value 1 of the later group 1");
}
