/* Lowering: patterns, order of dims, coalescing, what is kept between passes, and that kernels of the same
 * classes are the same bytes. */
#include "fuse_help.h"

static world w;
static sni_lowered *l;

static void setup(void)
{
    world_begin(&w);
    l = NULL;
}

static void teardown(void)
{
    if (l) lowered_free(l);
    world_end(&w);
}

TestSuite(lower, .init = setup, .fini = teardown);

/* Schedules one root as one kernel and lowers it. */
static const sni_kernel *one_kernel(sni_node *n)
{
    if (l) lowered_free(l);
    w.nroots = 0;
    root(&w, n);
    cr_assert_eq(schedule(&w), 1);
    l = lowered(&w, 0);
    return &l->kernel;
}

static int count(const sni_kernel *k, sni_kop op)
{
    int n = 0;
    for (int32_t i = 0; i < k->ninstrs; i++) n += k->instrs[i].op == op;
    return n;
}

static void prints(const sni_kernel *k, const char *wanted)
{
    sni_str text = {0};
    sni_kernel_print(k, &text);
    cr_assert_str_eq(sni_str_text(&text), wanted);
    sni_str_free(&text);
}

static sni_node *fortran(sni_dtype dtype, int64_t a, int64_t b)
{
    return need(sni_leaf(&w.g, dtype, 2, (int64_t[]){a, b}, (int64_t[]){1, a}, &w.tag));
}

/* ---- maps ------------------------------------------------------------------------------------------------ */

Test(lower, contiguous_map)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(10, 20, 30));
    const sni_kernel *k = one_kernel(binary(&w, SNI_OP_ADD, with(&w, SNI_OP_MULTIPLY, x, 2), x));
    prints(k, "map kernel: 1 kept, 0 reduced, 32-bit indices\n"
              "  #0 in f64 1\n"
              "  #1 out f64 1\n"
              "  %0 = f64 scalar $0  ; uniform\n"
              "  %1 = f64 load #0  ; x\n"
              "  %2 = f64 multiply %1, %0  ; x\n"
              "  %3 = f64 add %2, %1  ; x\n"
              "  %4 = f64 store #1 %3  ; x\n");
    cr_assert_eq(l->geometry.extent[0], 6000);
    cr_assert_eq(l->geometry.nx, 6000);
    cr_assert_eq(l->geometry.nr, 1);
    cr_assert_eq(w.s.vals[l->operand_val[0]].node, x);
    cr_assert_eq(w.s.vals[l->scalar_val[0]].node->kind, SNI_NODE_CONST);
}

Test(lower, fortran_order_is_walked_in_memory_order)
{
    const sni_kernel *k = one_kernel(with(&w, SNI_OP_ADD, fortran(SNI_FLOAT32, 30, 40), 1));
    cr_assert_eq(k->nx, 1);
    cr_assert_eq(k->operands[0].access[0], SNI_ACCESS_UNIT);
    cr_assert_eq(k->operands[1].access[0], SNI_ACCESS_UNIT);
    k = one_kernel(binary(&w, SNI_OP_ADD, fortran(SNI_FLOAT32, 30, 40), input(&w, SNI_FLOAT32, DIMS(30, 40))));
    cr_assert_eq(k->nx, 2);
}

Test(lower, broadcast_and_slice_keep_their_dims)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(4, 5, 6)), *row = input(&w, SNI_FLOAT32, DIMS(5, 6));
    const sni_kernel *k = one_kernel(binary(&w, SNI_OP_ADD, x, row));
    cr_assert_eq(k->nx, 2, "the two inner axes are one loop");
    cr_assert_eq(l->geometry.extent[1], 30);
    cr_assert_eq(k->operands[1].access[0], SNI_ACCESS_BROADCAST);
    k = one_kernel(with(&w, SNI_OP_ADD, sliced(&w, x, 2, 1, 3), 1));
    cr_assert_eq(k->nx, 2);
    cr_assert_eq(l->geometry.offset[0], 1);
    cr_assert_eq(l->geometry.stride[0][0], 6);
    cr_assert_eq(l->geometry.extent[0], 20);
}

Test(lower, single_element_is_a_map_of_one)
{
    const sni_kernel *k = one_kernel(unary(&w, SNI_OP_SQRT, input(&w, SNI_FLOAT64, 0, NULL)));
    cr_assert_eq(k->nx, 1);
    cr_assert_eq(l->geometry.extent[0], 1);
    cr_assert_eq(k->operands[0].access[0], SNI_ACCESS_UNIT);
    cr_assert_eq(k->operands[1].access[0], SNI_ACCESS_UNIT);
}

Test(lower, index_and_constant)
{
    const sni_kernel *k = one_kernel(need(sni_iota(&w.g, DIMS(50))));
    prints(k, "map kernel: 1 kept, 0 reduced, 32-bit indices\n"
              "  #0 index i64 1\n"
              "  #1 out i64 1\n"
              "  %0 = i64 index #0  ; x\n"
              "  %1 = i64 store #1 %0  ; x\n");
    cr_assert_eq(l->operand_val[0], -1);
    k = one_kernel(need(sni_const(&w.g, SNI_INT32, (sni_scalar){.i32 = 7}, DIMS(3, 4))));
    prints(k, "map kernel: 1 kept, 0 reduced, 32-bit indices\n"
              "  #0 out i32 1\n"
              "  %0 = i32 scalar $0  ; uniform\n"
              "  %1 = i32 store #0 %0  ; x\n");
}

Test(lower, large_outputs_stream_and_large_offsets_are_64_bit)
{
    const sni_kernel *k = one_kernel(with(&w, SNI_OP_ADD, input(&w, SNI_FLOAT64, DIMS(1 << 22)), 1));
    cr_assert_not(k->stream);
    k = one_kernel(with(&w, SNI_OP_ADD, input(&w, SNI_FLOAT64, DIMS((1 << 22) + 1)), 1));
    cr_assert(k->stream);
    cr_assert(k->index32);
    k = one_kernel(unary(&w, SNI_OP_NEGATIVE, input(&w, SNI_INT8, DIMS(((int64_t)1 << 31) + 5))));
    cr_assert_not(k->index32);
}

/* ---- reductions ---------------------------------------------------------------------------------------------- */

Test(lower, row_sums)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(10, 20, 40));
    const sni_kernel *k = one_kernel(reduced(&w, SNI_REDUCE_SUM, x, 2, false));
    prints(k, "rows kernel: 1 kept, 1 reduced, 1 pass, 32-bit indices\n"
              "  #0 in f32 s|1\n"
              "  #1 out f32 1|0\n"
              "  %0 = f32 load #0  ; xr pass 0\n"
              "  %1 = f32 reduce sum %0  ; x pass 0\n"
              "  %2 = f32 store #1 %1  ; x pass 1\n");
    cr_assert_eq(l->geometry.extent[0], 200);
    cr_assert_eq(l->geometry.extent[1], 40);
}

Test(lower, column_sums)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 50));
    const sni_kernel *k = one_kernel(reduced(&w, SNI_REDUCE_SUM, x, 0, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_COLUMNS);
    cr_assert_eq(k->operands[0].access[0], SNI_ACCESS_UNIT);
    cr_assert_eq(k->operands[0].access[1], SNI_ACCESS_STRIDED);
    k = one_kernel(reduced(&w, SNI_REDUCE_SUM, input(&w, SNI_FLOAT32, DIMS(1000, 3)), 1, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_COLUMNS, "rows of three are too short for vectors");
    k = one_kernel(reduced(&w, SNI_REDUCE_SUM, fortran(SNI_FLOAT32, 100, 50), 1, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_COLUMNS);
    k = one_kernel(reduced(&w, SNI_REDUCE_SUM, fortran(SNI_FLOAT32, 100, 50), 0, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_ROWS);
}

Test(lower, reduced_axes_keep_their_logical_order)
{
    const sni_kernel *k = one_kernel(reduced(&w, SNI_REDUCE_SUM, fortran(SNI_FLOAT64, 30, 40), ALL_AXES, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_ROWS);
    cr_assert_eq(k->nr, 2);
    cr_assert_eq(l->geometry.extent[1], 30);
    cr_assert_eq(l->geometry.extent[2], 40);
    cr_assert_eq(l->geometry.stride[0][1], 1);
    cr_assert_eq(l->geometry.stride[0][2], 30);
    cr_assert_eq(l->geometry.nx, 1);
}

Test(lower, long_reductions_are_split)
{
    const sni_kernel *k = one_kernel(reduced(&w, SNI_REDUCE_SUM, input(&w, SNI_FLOAT64, DIMS(1 << 20)), ALL_AXES, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_SPLIT_ROWS);
    cr_assert_eq(k->nx, 1);
    k = one_kernel(reduced(&w, SNI_REDUCE_MAX, input(&w, SNI_FLOAT64, DIMS(1 << 18, 3)), 0, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_SPLIT_COLUMNS);
}

Test(lower, only_costly_values_needed_again_are_staged)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64));
    sni_node *e = unary(&w, SNI_OP_EXP, with(&w, SNI_OP_MULTIPLY, x, 2));
    const sni_kernel *k = one_kernel(binary(&w, SNI_OP_DIVIDE, with(&w, SNI_OP_ADD, e, 1), reduced(&w, SNI_REDUCE_SUM, e, 1, true)));
    cr_assert_eq(k->nstages, 1);
    cr_assert_eq(count(k, SNI_K_STAGE), 1);
    cr_assert_eq(count(k, SNI_K_UNSTAGE), 1);
    cr_assert_eq(count(k, SNI_K_LOAD), 1, "the second pass needs the stage alone");
    k = one_kernel(binary(&w, SNI_OP_DIVIDE, unary(&w, SNI_OP_SIN, x), reduced(&w, SNI_REDUCE_SUM, x, 1, true)));
    cr_assert_eq(k->nstages, 0, "a value of the last pass alone");
    cr_assert_eq(count(k, SNI_K_LOAD), 2);
    x = input(&w, SNI_FLOAT32, DIMS(100, 20000));
    e = unary(&w, SNI_OP_EXP, x);
    k = one_kernel(binary(&w, SNI_OP_DIVIDE, e, reduced(&w, SNI_REDUCE_SUM, e, 1, true)));
    cr_assert_eq(k->nstages, 0, "a row too long to keep");
    cr_assert_eq(count(k, SNI_K_ELEMENT), 3);
}

Test(lower, reduction_of_a_constant_takes_it_to_the_loop)
{
    sni_node *c = need(sni_const(&w.g, SNI_FLOAT64, (sni_scalar){.f64 = .1}, DIMS(3, 40)));
    prints(one_kernel(reduced(&w, SNI_REDUCE_SUM, c, 1, false)),
           "rows kernel: 1 kept, 1 reduced, 1 pass, 32-bit indices\n"
           "  #0 out f64 1|0\n"
           "  %0 = f64 scalar $0  ; uniform\n"
           "  %1 = f64 maximum %0, %0  ; xr pass 0\n"
           "  %2 = f64 reduce sum %1  ; x pass 0\n"
           "  %3 = f64 store #0 %2  ; x pass 1\n");
}

Test(lower, reduction_over_nothing_is_its_identity)
{
    const sni_kernel *k = one_kernel(reduced(&w, SNI_REDUCE_PROD, input(&w, SNI_FLOAT64, DIMS(0, 7)), 0, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_MAP);
    cr_assert_eq(k->noperands, 1);
    cr_assert_eq(l->scalar_val[0], -1);
    cr_assert_eq(l->scalar_literal[0].f64, 1.0);
    cr_assert_eq(l->geometry.nx, 7);
}

Test(lower, reduction_over_extent_one_is_a_copy)
{
    const sni_kernel *k = one_kernel(reduced(&w, SNI_REDUCE_SUM, input(&w, SNI_FLOAT64, DIMS(7, 1)), 1, false));
    cr_assert_eq(k->pattern, SNI_PATTERN_MAP);
    cr_assert_eq(k->ninstrs, 2);
}

Test(lower, too_many_dims_are_refused)
{
    int64_t dims[20], forward[20], backward[20];
    for (int i = 0; i < 20; i++) {
        dims[i] = 2;
        forward[i] = (int64_t)1 << (19 - i);
        backward[i] = (int64_t)1 << i;
    }
    sni_node *a = need(sni_leaf(&w.g, SNI_FLOAT32, 20, dims, forward, &w.tag));
    sni_node *b = need(sni_leaf(&w.g, SNI_FLOAT32, 20, dims, backward, &w.tag));
    root(&w, binary(&w, SNI_OP_ADD, a, b));
    cr_assert_eq(schedule(&w), 1);
    sni_lowered *out = malloc(sizeof *out);
    cr_assert_not_null(out);
    cr_assert_eq(sni_lower(&w.s, 0, &w.limits, out), SN_ERR_UNSUPPORTED);
    cr_assert_str_eq(sni_error_message(),
                     "a kernel over 20 dimensions that do not lie together in memory; at most 16 are possible");
    cr_assert_eq(sni_lower(&w.s, 1, &w.limits, out), SN_ERR_INTERNAL);
    free(out);
}

/* ---- identity --------------------------------------------------------------------------------------------------- */

static bool same_kernel(const sni_lowered *a, const sni_lowered *b)
{
    sni_kernel x = a->kernel, y = b->kernel;
    x.instrs = y.instrs = NULL;
    return memcmp(&x, &y, sizeof x) == 0 &&
           memcmp(a->kernel.instrs, b->kernel.instrs, (size_t)x.ninstrs * sizeof *a->kernel.instrs) == 0;
}

static sni_lowered *scaled_softmax(int64_t rows, int64_t columns, double scale)
{
    sni_node *x = with(&w, SNI_OP_MULTIPLY, input(&w, SNI_FLOAT32, DIMS(rows, columns)), scale);
    sni_node *e = unary(&w, SNI_OP_EXP, binary(&w, SNI_OP_SUBTRACT, x, reduced(&w, SNI_REDUCE_MAX, x, 1, true)));
    w.nroots = 0;
    root(&w, binary(&w, SNI_OP_DIVIDE, e, reduced(&w, SNI_REDUCE_SUM, e, 1, true)));
    cr_assert_eq(schedule(&w), 1);
    return lowered(&w, 0);
}

Test(lower, extents_and_scalars_do_not_change_the_kernel)
{
    l = scaled_softmax(100, 64, 2);
    sni_lowered *other = scaled_softmax(37, 90, 2.5);
    cr_assert(same_kernel(l, other));
    cr_assert_neq(l->geometry.extent[0], other->geometry.extent[0]);
    lowered_free(other);
}

/* ---- the verifier ------------------------------------------------------------------------------------------------- */

static void refuses(const char *part)
{
    sni_error_clear();
    cr_assert_eq(sni_kernel_verify(&l->kernel), SN_ERR_INTERNAL);
    cr_assert_not_null(strstr(sni_error_message(), part), "\"%s\" is not in \"%s\"", part, sni_error_message());
}

#define CORRUPT(place, value, part)                                                                               \
    do {                                                                                                          \
        __auto_type saved = (place);                                                                              \
        (place) = (value);                                                                                        \
        refuses(part);                                                                                            \
        (place) = saved;                                                                                          \
        cr_assert_eq(sni_kernel_verify(&l->kernel), SN_OK);                                                       \
    } while (0)

/* The first instruction of a kind. */
static sni_kinstr *first(sni_kop op)
{
    for (int32_t i = 0; i < l->kernel.ninstrs; i++)
        if (l->kernel.instrs[i].op == op) return &l->kernel.instrs[i];
    cr_assert_fail("no such instruction");
    return NULL;
}

Test(lower, verifier_names_what_is_broken_in_a_kernel)
{
    l = scaled_softmax(100, 64, 2);
    sni_kernel *k = &l->kernel;
    CORRUPT(k->pattern, 9, "unknown pattern 9");
    CORRUPT(k->pattern, SNI_PATTERN_MAP, "pattern 0 with 1 reduced dims");
    CORRUPT(k->pattern, SNI_PATTERN_SPLIT_ROWS, "a split kernel of 3 passes");
    CORRUPT(k->nx, 0, "0 kept and 1 reduced dims");
    CORRUPT(k->nx, 16, "16 kept and 1 reduced dims");
    CORRUPT(k->npasses, 0, "0 passes over 1 reduced dims");
    CORRUPT(k->npasses, 2, "is in pass 2 of 2");
    CORRUPT(k->noperands, 65, "65 operands");
    CORRUPT(k->noperands, 3, "operand 2 is not used");
    CORRUPT(k->nscalars, 2, "scalar 1 is not used");
    CORRUPT(k->nreductions, 3, "2 reductions, 3 expected");
    CORRUPT(k->nstages, 2, "stage 1 is not used");
    CORRUPT(k->operands[0].dtype, SNI_DTYPE_NONE, "operand 0 has no dtype");
    CORRUPT(k->operands[0].access[1], 7, "has no access class along dim 1");
    CORRUPT(k->operands[0].masked, true, "differ on a mask");
    CORRUPT(k->operands[1].masked, true, "operand 1 is masked and no input");
    CORRUPT(k->operands[0].may_alias, true, "may alias and is no output");
    CORRUPT(k->operands[1].kind, SNI_OPERAND_IN, "does not fit the kind of operand 1");
    CORRUPT(k->ninstrs, k->ninstrs - 1, "operand 1 is not used");
}

Test(lower, verifier_names_what_is_broken_in_an_instruction)
{
    l = scaled_softmax(100, 64, 2);
    sni_kinstr *load = first(SNI_K_LOAD), *element = first(SNI_K_ELEMENT), *reduce = first(SNI_K_REDUCE),
               *stage = first(SNI_K_STAGE), *unstage = first(SNI_K_UNSTAGE), *store = first(SNI_K_STORE), *scalar = first(SNI_K_SCALAR);
    CORRUPT(load->op, 99, "is of no known kind");
    CORRUPT(load->dtype, SNI_FLOAT64, "does not fit the dtype of operand 0");
    CORRUPT(load->slot, 5, "names operand 5 of 2");
    CORRUPT(load->nargs, 2, "has 2 arguments");
    CORRUPT(load->nargs, 1, "differ on a mask");
    CORRUPT(load->pass, 2, "listed after what runs later");
    CORRUPT(element->arg[0], 40, "does not come before it");
    CORRUPT(element->code, SNI_OP_COUNT, "is no known operation");
    CORRUPT(element->code, SNI_OP_SQRT, "sqrt at instruction 2 has 2 operands");
    CORRUPT(element->code, SNI_OP_LEFT_SHIFT, "does not compute in float32");
    CORRUPT(element->code, SNI_OP_LESS, "has another result");
    CORRUPT(element->dtype, SNI_FLOAT64, "has another result");
    CORRUPT(element->level, SNI_X, "listed after what runs later");
    CORRUPT(element->level, 3, "has no level");
    CORRUPT(reduce->code, SNI_REDUCE_MEAN, "is no known reduction");
    CORRUPT(reduce->level, SNI_XR, "does not yield a kept value");
    CORRUPT(reduce->slot, 1, "has number 1");
    CORRUPT(reduce->arg[0], 0, "takes a value that is not at level xr");
    CORRUPT(stage->slot, 1, "names stage 1 of 1");
    CORRUPT(unstage->dtype, SNI_FLOAT64, "does not fit stage 0");
    CORRUPT(scalar->slot, 1, "does not fit scalar 1");
    CORRUPT(store->arg[0], (int32_t)(stage - l->kernel.instrs), "which has no value");
    CORRUPT(store->arg[0], (int32_t)(load - l->kernel.instrs), "uses a value of another pass");
}
