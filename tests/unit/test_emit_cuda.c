/* CUDA C emitter: what the source says, and what a launch takes.  tests/cuda compiles and runs it. */
#include "fuse_help.h"

static world w;
static sni_lowered *l;
static sni_str source;

static void setup(void)
{
    world_begin(&w);
    w.limits = sni_limits_cuda;
    l = NULL;
    source = (sni_str){0};
}

static void teardown(void)
{
    if (l) lowered_free(l);
    sni_str_free(&source);
    world_end(&w);
}

TestSuite(emit_cuda, .init = setup, .fini = teardown);

static const char *emitted(sni_node *n)
{
    if (l) lowered_free(l);
    w.nroots = 0;
    root(&w, n);
    cr_assert_eq(schedule(&w), 1);
    l = lowered(&w, 0);
    sni_str_clear(&source);
    cr_assert_eq(sni_emit_cuda(&l->kernel, &source), SN_OK, "%s", sni_error_message());
    return sni_str_text(&source);
}

#define has(text, part) cr_assert_not_null(strstr(text, part), "no %s in\n%s", part, text)
#define has_not(text, part) cr_assert_null(strstr(text, part), "%s in\n%s", part, text)

Test(emit_cuda, map_of_contiguous_arrays)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(10, 20));
    const char *s = emitted(with(&w, SNI_OP_ADD, binary(&w, SNI_OP_MULTIPLY, x, x), 1));
    has(s, "extern \"C\" __global__ void __launch_bounds__(256) sn_kernel(const __grid_constant__ struct sn_params params)");
    has(s, " * y0 = ((x0 * x0) + s0)\n");
    has(s, "typedef i32 ix;");
    has(s, "typedef struct __align__(16) { f32 v[4]; } f32x4;");
    has(s, "    const f32 t2 = t1 * t1;\n    const f32 t3 = t2 + t0;\n    *y0 = t3;\n");
    has(s, "                x0v[u] = *(const f32x4 *)(x0 + c0);");
    has(s, "element(p, x0v[u].v[e], &y0v.v[e]);\n                *y0p[u] = y0v;\n");
    has_not(s, "#include");
}

Test(emit_cuda, vectors_are_as_wide_as_the_widest_operand)
{
    sni_node *x = input(&w, SNI_UINT8, DIMS(100)), *d = need(sni_leaf(&w.g, SNI_FLOAT64, DIMS(100), NULL, &w.tag + 1));
    has(emitted(unary(&w, SNI_OP_INVERT, x)), "__align__(16) { u8 v[16]; } u8x16;");
    const char *s = emitted(binary(&w, SNI_OP_ADD, x, d));
    has(s, "__align__(2) { u8 v[2]; } u8x2;");
    has(s, "__align__(16) { f64 v[2]; } f64x2;");
}

/* What lies strided, or where a mask decides, is read an element at a time. */
Test(emit_cuda, vectors_are_of_contiguous_elements)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64));
    const sni_slice back[] = {{.kind = SNI_ITEM_SLICE}, {.kind = SNI_ITEM_SLICE, .has_step = true, .step = -1}};
    sni_node *turned = need(sni_subscript(&w.g, x, back, 2));
    has_not(emitted(binary(&w, SNI_OP_ADD, x, turned)), "f32x4");
    const char *s = emitted(binary(&w, SNI_OP_ADD, x, sliced(&w, x, 0, 0, 1)));
    has(s, "    const b8 aligned = extent(p, 1) % 4 == 0\n");
    has(s, "stride(p, 0, 0) % 4 == 0");
    has(s, "    const ux rest = aligned ? 0 : count;\n");
}

/* What masks decide to read is read for a whole turn before anything of it is stored. */
Test(emit_cuda, masked_elements_are_stored_late)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 64)), *parts[] = {x, with(&w, SNI_OP_MULTIPLY, x, 2)};
    const char *s = emitted(need(sni_concatenate(&w.g, "concatenate", parts, 2, 0, SNI_DTYPE_NONE)));
    const char *first = strstr(s, "element(p, ix0v[u]"), *store = strstr(s, "*y0p[u] = y0v[u];");
    cr_assert(first && store && first < store && strstr(first, "&y0v[u]);"), "%s", s);
}

Test(emit_cuda, operands_across_each_other_meet_in_a_tile)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 100)), *z = need(sni_transpose(&w.g, x, NULL, 0));
    const char *s = emitted(binary(&w, SNI_OP_ADD, x, z));
    has(s, "    __shared__ f32 x1_tile[32][33];\n");
    has(s, "element(p, x0v[u], x1_tile[lane][warp + 8 * u], y0p[u]);");
    sni_cuda_launch out;
    sni_cuda_plan(&l->kernel, &l->geometry, 1000, &out);
    cr_assert_eq(out.blocks, 16);
}

Test(emit_cuda, integers_wrap_and_compare_as_they_are)
{
    sni_node *i = input(&w, SNI_INT32, DIMS(100)), *h = input(&w, SNI_UINT16, DIMS(100)), *q = input(&w, SNI_INT64, DIMS(100));
    has(emitted(binary(&w, SNI_OP_MULTIPLY, i, i)), "(i32)((u32)t0 * (u32)t0)");
    has(emitted(binary(&w, SNI_OP_MULTIPLY, h, h)), "(u16)((u32)t0 * (u32)t0)");
    has(emitted(unary(&w, SNI_OP_NEGATIVE, q)), "(i64)(-(u64)t0)");
    const char *s = emitted(binary(&w, SNI_OP_LESS, i, sliced(&w, i, 0, 0, 100)));
    has(s, "const b8 t1 = t0 < t0;");
}

Test(emit_cuda, large_arrays_have_wide_indices)
{
    const char *s = emitted(unary(&w, SNI_OP_NEGATIVE, input(&w, SNI_INT8, DIMS(((int64_t)1 << 31) + 5))));
    has(s, "typedef i64 ix;");
    has(s, "typedef u64 ux;");
}

Test(emit_cuda, rows_and_columns)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(100, 200));
    const char *s = emitted(reduced(&w, SNI_REDUCE_SUM, x, 1, false));
    has(s, "for (ux i = 0; i < steps; i++) {\n                const ux r = from + i * 32 + lane;");
    has(s, "s0 = sn_push_sum_f32(s0, chunks0, sn_fold_sum_f32(a0, width));");
    has(s, "        if (whole) t1 = sn_warps_sum_f32(joined, t1);\n        if (keeper) y0[c0] = t1;");
    s = emitted(reduced(&w, SNI_REDUCE_MAX, x, 0, false));
    has(s, "__shared__ u64 tile[2][32 * 33];");
    has(s, "            a0 = sn_turn_f32(tile[turns++ & 1], a0);\n"
           "            s0 = sn_push_max_f32(s0, chunks0, sn_fold_max_f32(a0, 32));\n");
    has(s, "        if (keeper) y0[c0] = t1;");
}

Test(emit_cuda, split_reductions_finish_in_a_second_kernel)
{
    sni_node *x = input(&w, SNI_FLOAT64, DIMS(1 << 20));
    const char *s = emitted(unary(&w, SNI_OP_SQRT, reduced(&w, SNI_REDUCE_SUM, x, ALL_AXES, false)));
    cr_assert_eq(l->kernel.pattern, SNI_PATTERN_SPLIT_ROWS);
    const char *finish = strstr(s, "sn_finish(");
    cr_assert_not_null(finish);
    has(finish, "sn_pairs_sum_f64");
    has(finish, "sn_sqrt_f64");
    has_not(finish, "x0");
}

/* Every prelude function a kernel names is defined, and defined once. */
Test(emit_cuda, preludes_are_complete)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(30, 40));
    const char *s = emitted(unary(&w, SNI_OP_SIN, with(&w, SNI_OP_REMAINDER, x, 3)));
    has(s, "static __device__ f32 sn_remainder_f32(f32 a, f32 b)");
    has(s, "return sinf(a);");
    has_not(s, "$");
    const char *first = strstr(s, "static __device__ f32 sn_sin_f32");
    cr_assert_null(strstr(first + 1, "static __device__ f32 sn_sin_f32"));
}

/* Extents and scalars are arguments: other ones of the same classes give the same text. */
Test(emit_cuda, same_classes_same_text)
{
    sni_node *a = input(&w, SNI_FLOAT32, DIMS(30, 40)), *b = input(&w, SNI_FLOAT32, DIMS(70, 90));
    char *first = strdup(emitted(with(&w, SNI_OP_MULTIPLY, reduced(&w, SNI_REDUCE_SUM, a, 1, true), 2)));
    cr_assert_str_eq(emitted(with(&w, SNI_OP_MULTIPLY, reduced(&w, SNI_REDUCE_SUM, b, 1, true), 3)), first);
    free(first);
}

Test(emit_cuda, parameters)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(30, 40)), *y = sliced(&w, x, 1, 1, 39);
    const char *s = emitted(with(&w, SNI_OP_ADD, y, 1));
    has(s, "    void *ptr[2];\n    i64 geo[8];\n    u64 inverse[2], shift[2];\n    sn_scalar scalars[1];\n    void *scratch;\n    i64 group;");
    int64_t words[18];
    char a, b, c;
    cr_assert_eq(sni_cuda_params_size(&l->kernel), sizeof words);
    sni_cuda_params_pack(&l->kernel, &l->geometry, (void *[]){&a, &b}, &(sni_scalar){.bits = {7, 8}}, &c, 16, words);
    const int64_t wanted[] = {(int64_t)(intptr_t)&a, (int64_t)(intptr_t)&b, 30, 38, 1, 40, 1, 0, 38, 1, /* 2^36 / 30, 2^37 / 38, rounded up */ 2290649225, 3616814566, 5, 6, 7, 8, (int64_t)(intptr_t)&c, 16};
    cr_assert_arr_eq(words, wanted, sizeof words);
}

/* What `quotient` of the source makes of the reciprocals. */
static uint64_t quotient(bool index32, uint64_t n, uint64_t inverse, uint64_t shift)
{
    __extension__ unsigned __int128 product = (unsigned __int128)(2 * n) * inverse;
    return (uint64_t)(product >> (index32 ? 32 : 64)) >> shift;
}

static void check_quotients(bool index32, int64_t divisor)
{
    int64_t words[18];
    uint64_t d = (uint64_t)divisor, last = index32 ? INT32_MAX : INT64_MAX;
    l->kernel.index32 = index32;
    l->geometry.extent[1] = divisor;
    sni_cuda_params_pack(&l->kernel, &l->geometry, (void *[2]){0}, (sni_scalar[1]){0}, NULL, 1, words);
    uint64_t inverse = (uint64_t)words[11], shift = (uint64_t)words[13];
    cr_assert(!index32 || inverse <= UINT32_MAX);
    for (uint64_t k = 0; k < 200; k++) {
        uint64_t q = k < 100 ? k : last / d - (k - 100);
        for (uint64_t n = q * d - 1; n != q * d + 2; n++)
            if (n <= last) cr_assert_eq(quotient(index32, n, inverse, shift), n / d, "%lu / %lu", n, d);
    }
}

Test(emit_cuda, divisions_by_reciprocals_are_exact)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(30, 40));
    emitted(with(&w, SNI_OP_ADD, sliced(&w, x, 1, 1, 39), 1));
    for (int64_t d = 1; d < 3000; d++) check_quotients(d % 2, d);
    for (int s = 12; s < 31; s++)
        for (int64_t d = ((int64_t)1 << s) - 1; d <= ((int64_t)1 << s) + 1; d++) check_quotients(true, d);
    for (int s = 12; s < 62; s++)
        for (int64_t d = ((int64_t)1 << s) - 1; d <= ((int64_t)1 << s) + 1; d++) check_quotients(false, d);
    check_quotients(true, INT32_MAX);
    check_quotients(false, INT64_MAX / 2);
}

static sni_cuda_launch plan(sni_node *n, int64_t most_blocks)
{
    sni_cuda_launch out;
    emitted(n);
    sni_cuda_plan(&l->kernel, &l->geometry, most_blocks, &out);
    cr_assert(out.blocks >= 1 && out.blocks <= most_blocks && out.group >= 1 && (out.group & (out.group - 1)) == 0);
    return out;
}

Test(emit_cuda, launches)
{
    sni_node *x = input(&w, SNI_FLOAT32, DIMS(1000, 2000)), *v = input(&w, SNI_FLOAT32, DIMS(10000000));
    sni_cuda_launch p = plan(with(&w, SNI_OP_ADD, x, 1), 1000);
    cr_assert(p.block[0] == 256 && p.block[1] == 1 && p.blocks == 1000 && p.finish_blocks == 0 && p.scratch == 0);
    p = plan(reduced(&w, SNI_REDUCE_SUM, x, 1, false), 1000);
    cr_assert(p.block[0] == 64 && p.blocks == 1000, "a block for each row, a warp for each of its two chunks");
    p = plan(reduced(&w, SNI_REDUCE_SUM, input(&w, SNI_FLOAT32, DIMS(1000, 1000)), 1, false), 1000);
    cr_assert(p.block[0] == 256 && p.blocks == 125, "a warp for each row");
    p = plan(reduced(&w, SNI_REDUCE_SUM, input(&w, SNI_FLOAT32, DIMS(10000, 3)), 1, false), 1000);
    cr_assert(p.block[0] == 256 && p.blocks == 157, "four lanes for each row");
    p = plan(reduced(&w, SNI_REDUCE_SUM, x, 0, false), 1000);
    cr_assert(p.block[0] == 32 && p.block[1] == 32 && p.blocks == 63);
    p = plan(reduced(&w, SNI_REDUCE_SUM, v, ALL_AXES, false), 100); /* 9766 chunks */
    cr_assert(p.group == 128 && p.blocks == 77 && p.finish_blocks == 1 && p.scratch == 77 * 8);
    p = plan(reduced(&w, SNI_REDUCE_SUM, v, ALL_AXES, false), 100000);
    cr_assert(p.group == 8 && p.scratch == 1221 * 8, "a chunk for each warp");
}
