/* Writes in graphs and schedules: what is a write, which kernels it takes, in which order they run. */
#include "fuse_help.h"

#include "graph/origin.h"

static world w;

static void setup(void)
{
    world_begin(&w);
}

static void teardown(void)
{
    world_end(&w);
}

TestSuite(write, .init = setup, .fini = teardown);

/* A name of the node, whose reference it takes. */
static sni_alias named(sni_node *n)
{
    sni_alias a = {0};
    cr_assert_eq(sni_alias_adopt(&w.g, &n, &a), SN_OK);
    sni_node_release(&w.g, n);
    return a;
}

static sni_alias part(const sni_alias *of, int axis, int64_t start, int64_t stop)
{
    sni_alias a;
    sni_node *subject = need(sni_alias_subject(&w.g, of)), *node = sliced(&w, subject, axis, start, stop);
    cr_assert_eq(sni_alias_view(&w.g, of, subject, &node, &a), SN_OK);
    sni_node_release(&w.g, node);
    sni_node_release(&w.g, subject);
    return a;
}

static void write_to(const sni_alias *a, sni_node *value)
{
    cr_assert_eq(sni_alias_write(&w.g, a, value, false), SN_OK, "%s", sni_error_message());
}

static void verify(sni_node *n)
{
    cr_assert_eq(sni_graph_verify(&w.g, &n, 1), SN_OK, "%s", sni_error_message());
}

static int kernels(void)
{
    int count = schedule(&w);
    cr_assert_eq(sni_schedule_verify(&w.s), SN_OK, "%s", sni_error_message());
    return count;
}

/* The group that stores node n. */
static int32_t group_of(const sni_node *n)
{
    for (int32_t i = 0; i < w.s.nvals; i++)
        if (w.s.vals[i].node == n) return w.s.vals[i].group;
    return -1;
}

Test(write, a_part_is_one_kernel_over_it)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(6, 8)), *y = input(&w, SNI_FLOAT64, DIMS(8));
    sni_alias a = named(x), rows = part(&a, 0, 1, 3);
    write_to(&rows, with(&w, SNI_OP_MULTIPLY, unary(&w, SNI_OP_NEGATIVE, y), 2));
    sni_node *now = a.origin->node;
    verify(now);
    cr_assert_eq(now->kind, SNI_NODE_WRITE);
    cr_assert_eq(now->in[0], x);
    root(&w, now);
    cr_assert_eq(kernels(), 1);
    cr_assert_eq(w.s.groups[0].rank, 2);
    cr_assert_eq(w.s.groups[0].extent[0], 2);
    cr_assert_eq(w.s.groups[0].extent[1], 8);
    sni_alias_drop(&w.g, &rows);
    sni_alias_drop(&w.g, &a);
}

Test(write, the_whole_is_its_value)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(4)), *y = input(&w, SNI_FLOAT64, DIMS(4)),
             *z = input(&w, SNI_FLOAT32, DIMS(1));
    sni_alias a = named(x);
    write_to(&a, y);
    cr_assert_eq(a.origin->node, y, "nothing is copied");
    write_to(&a, z);
    verify(a.origin->node);
    cr_assert_eq(a.origin->node->kind, SNI_NODE_COPY);
    cr_assert_eq(a.origin->node->dtype, SNI_FLOAT64);
    sni_alias_drop(&w.g, &a);
}

/* The order of memory stays, so that views of the array stay right; the old elements are needed no more. */
Test(write, every_element_through_a_view_forgets_the_old_ones)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(4, 5)), *turned = need(sni_transpose(&w.g, x, NULL, 0));
    sni_alias a = named(unary(&w, SNI_OP_NEGATIVE, turned)), b;
    sni_node *subject = need(sni_alias_subject(&w.g, &a)),
             *back = need(sni_transpose(&w.g, subject, NULL, 0));
    const sni_layout *order = a.origin->node->layout;
    cr_assert_not(order->c_order);
    cr_assert_eq(sni_alias_view(&w.g, &a, subject, &back, &b), SN_OK);
    write_to(&b, x);
    verify(a.origin->node);
    cr_assert_eq(a.origin->node->layout, order);
    write_to(&a, need(sni_const(&w.g, SNI_INT64, (sni_scalar){.i64 = 3}, 0, NULL)));
    cr_assert_eq(a.origin->node->layout, order, "a constant too");
    write_to(&b, x);
    root(&w, a.origin->node);
    cr_assert_eq(kernels(), 1, "neither negative nor the constant is computed");
    sni_alias_drop(&w.g, &a);
    sni_alias_drop(&w.g, &b);
}

Test(write, the_old_array_is_stored_first_and_its_other_readers_run_before)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(100)), *big = unary(&w, SNI_OP_EXP, x);
    sni_alias a = named(big), first = part(&a, 0, 0, 10);
    sni_node *sum = reduced(&w, SNI_REDUCE_SUM, unary(&w, SNI_OP_SIN, big), 0, false);
    write_to(&first, sum);
    root(&w, a.origin->node);
    cr_assert_geq(kernels(), 2);
    cr_assert_lt(group_of(big), group_of(a.origin->node));
    cr_assert_lt(group_of(sum), group_of(a.origin->node));
    sni_alias_drop(&w.g, &first);
    sni_alias_drop(&w.g, &a);
}

Test(write, old_and_new_read_together)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(100)), *old = unary(&w, SNI_OP_EXP, x);
    sni_alias a = named(old), first = part(&a, 0, 0, 10);
    write_to(&first, need(sni_const(&w.g, SNI_FLOAT64, (sni_scalar){.f64 = 1}, 0, NULL)));
    root(&w, binary(&w, SNI_OP_MULTIPLY, old, a.origin->node));
    cr_assert_eq(kernels(), 3);
    sni_alias_drop(&w.g, &first);
    sni_alias_drop(&w.g, &a);
}

Test(write, apart)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(4, 6));
    cr_assert(sni_layout_apart(x->layout));
    cr_assert(sni_layout_apart(sliced(&w, x, 1, 1, 3)->layout));
    cr_assert(sni_layout_apart(need(sni_flip(&w.g, x, NULL, -1))->layout));
    cr_assert(sni_layout_apart(need(sni_diagonal(&w.g, x, 1, 0, 1))->layout));
    cr_assert_not(sni_layout_apart(need(sni_broadcast_to(&w.g, x, DIMS(2, 4, 6)))->layout));
    cr_assert_not(sni_layout_apart(need(sni_view(&w.g, x, DIMS(3, 3), (int64_t[]){1, 1}, 0))->layout),
                  "a window");
}
