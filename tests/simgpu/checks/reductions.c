/* Kernels with reductions: each element is read once and each result written once, counted in sectors of 32 bytes on
 * the simulated GPU; the bits are the interpreter's for shapes on both sides of each limit.  Skipped where there is
 * no NVRTC. */
#include "play.h"

/* ---- sectors ------------------------------------------------------------------------------------------------------ */

typedef struct reads {
    const char *text;
    int64_t rows, columns;
    bool split;
    int percent; /* of sectors past the bytes of the arrays */
} reads;

#define SOFTMAX "exp(f - f.max(1, keepdims=True)) / exp(f - f.max(1, keepdims=True)).sum(1, keepdims=True)"
#define STANDARD(a, x) "(" x " - " x ".mean(" a ", keepdims=True)) / sqrt(" x ".var(" a ", keepdims=True) + 1e-5)"

/* Rows of whole sectors.  Short columns are read once too; what has parts writes and reads those. */
static const reads once[] = {
    {"f.sum(1)", 300, 1000, false, 0}, {"f.sum(0)", 1000, 320, false, 0}, {"f.sum(1)", 20, 5000, false, 0},
    {"f.sum(1)", 2000, 4, false, 0}, {"f.sum(1)", 700, 8, false, 0}, {"d.max(1)", 300, 16, false, 0}, {"f.max(1)", 300, 24, false, 0},
    {"f.sum(0)", 4, 4096, false, 0}, {"o.max(1)", 40, 1024, false, 0}, {"f.T.sum(0)", 300, 1000, false, 0},
    {SOFTMAX, 100, 1000, false, 0}, {SOFTMAX, 10, 8192, false, 0}, {SOFTMAX, 30, 96, false, 0},
    {STANDARD("1", "f"), 50, 1000, false, 0}, {STANDARD("1", "d"), 50, 1000, false, 0}, {STANDARD("1", "f"), 9, 2048, false, 0},
    {STANDARD("0", "f"), 256, 320, false, 0},
    {"f.mean(1)\nf.min(1)\nf.max(1)", 100, 1000, false, 0},
    {"f.sum()", 100, 8192, true, 1}, {"f.sum(0)", 8192, 32, true, 1}, {"f.sum(1)", 3, 100000, true, 1},
};

static void check_reads(const reads *r)
{
    program p;
    uint64_t loads = 0, stores = 0, load_bytes = 0, store_bytes = 0;
    program_open(&p, r->text, r->rows, r->columns, r->split);
    program_allocate(&p);
    for (int32_t group = 0; group < p.s.ngroups; group++) {
        sni_lowered *l = program_lower(&p, group);
        setup s;
        bind(&p, l, r->text, &s);
        check_kernel(&s);
        loads += played.load_sectors;
        stores += played.store_sectors;
        for (int o = 0; o < s.k->noperands; o++)
            if (s.k->operands[o].kind == SNI_OPERAND_OUT) store_bytes += s.room[o];
            else load_bytes += s.room[o];
        lowered_close(l);
    }
    uint64_t want = (load_bytes + 31) / 32, put = (store_bytes + 31) / 32;
    CHECK(loads * 100 <= want * (uint64_t)(100 + r->percent), "%s of %d x %d loads %llu sectors of %llu", r->text, (int)r->rows,
          (int)r->columns, (unsigned long long)loads, (unsigned long long)want);
    CHECK(stores <= put * (r->percent ? 20 : 1) + 600, "%s of %d x %d stores %llu sectors of %llu", r->text, (int)r->rows,
          (int)r->columns, (unsigned long long)stores, (unsigned long long)put);
    printf("%-40.40s %6d x %-6d loads %.3f stores %.3f of the least, %.2f instructions an element\n", r->text, (int)r->rows, (int)r->columns,
           (double)loads / (double)want, (double)stores / (double)put, (double)played.instructions / (double)(r->rows * r->columns));
    program_close(&p);
}

/* ---- shapes around each limit ---------------------------------------------------------------------------------------- */

static void check_shapes(void)
{
    static const int64_t lengths[] = {1, 2, 31, 32, 33, 512, 513, 1023, 1024, 1025, 4097, 8192, 8193};
    for (size_t k = 0; k < SNI_COUNT(lengths); k++) {
        check_expression("f.sum(1)\nf.max(1)", 11, lengths[k], false, k % 2, false);
        check_expression(SOFTMAX, 11, lengths[k], false, k % 2, false);
        check_expression("f - f.mean(1, keepdims=True)", 3, lengths[k], false, false, false);
        check_expression(STANDARD("0", "d"), lengths[k], 34, false, k % 2, false);
        check_expression("f.sum(0)\nf.max(0)", lengths[k], 5, false, k % 2, false);
    }
    check_expression("f.sum(1)\nb.any(1)", 70000, 3, false, false, false);
    check_expression("f.sum(0)\nd.min(0)", 3, 20000, false, false, false);
    check_expression("f.sum(1)\nd.sum(1)", 1, 100000, false, false, false);
    check_expression(SOFTMAX, 1, 100000, false, false, false);
    check_expression("f.sum(1)\nd.sum(1)", 1, 100000, true, false, false);
    check_expression("f.sum(0)\nd.max(0)", 5000, 40, true, false, false);
    check_expression("f.sum(1)", 0, 5, false, false, false);
    check_expression("f.sum(1)", 5, 0, false, false, false);
}

/* ---- a kept result in the place of what all threads of its row read ------------------------------------------------- */

/* The result that is as large as v takes its memory: the kernel must give what it gives beside it, in any order. */
static void play_in_place(setup *s, int v)
{
    sni_str source = {0};
    void *wanted[SNI_KERNEL_OPERANDS] = {0}, *kept = claim(s->room[v]), *beside = NULL;
    int place = -1;
    interpret(s);
    for (int o = 0; o < s->k->noperands; o++) {
        if (!s->bytes[o]) continue;
        memcpy(wanted[o] = claim(s->bytes[o]), s->ptr[o], s->bytes[o]);
        if (s->bytes[o] == s->room[v]) place = o;
    }
    need(place >= 0, "a result of the input's size");
    beside = s->ptr[place];
    s->ptr[place] = s->ptr[v];
    memcpy(kept, s->ptr[v], s->room[v]);
    need(sni_emit_cuda(s->k, &source) == SN_OK, s->text);
    loaded *l = load(s, sni_str_text(&source));
    for (unsigned long long seed = 1; seed <= 10; seed++) {
        simgpu_reseed(seed);
        memcpy(s->ptr[v], kept, s->room[v]);
        play(s, l, 3);
        for (int o = 0; o < s->k->noperands; o++)
            if (wanted[o]) compare(s, o, wanted[o], sni_str_text(&source));
    }
    unload(l);
    s->ptr[place] = beside;
    for (int o = 0; o < s->k->noperands; o++) free(wanted[o]);
    free(kept);
    sni_str_free(&source);
}

static void check_in_place(const char *text, int64_t rows, int64_t columns, int64_t kept)
{
    const named inputs[] = {{"f", SNI_FLOAT32, 2, {rows, columns}}, {"v", SNI_FLOAT64, 1, {kept, 0}}};
    program p;
    program_open_over(&p, text, inputs, 2, &sni_limits_cuda);
    program_allocate(&p);
    need(p.s.ngroups == 1, text);
    sni_lowered *l = program_lower(&p, 0);
    setup s;
    bind(&p, l, text, &s);
    for (int o = 0; o < s.k->noperands; o++)
        if (s.k->operands[o].kind == SNI_OPERAND_IN && s.k->operands[o].dtype == SNI_FLOAT64) {
            play_in_place(&s, o);
            break;
        }
    lowered_close(l);
    program_close(&p);
}

int main(void)
{
    gpu_start();
    simgpu_count(1);
    for (size_t k = 0; k < SNI_COUNT(once); k++) check_reads(&once[k]);
    simgpu_count(0);
    check_shapes();
    check_in_place("v + f.sum(1)\nf - (v + f.sum(1))[:, None]", 5, 100, 5);
    check_in_place("v + f.sum(1)\nf - (v + f.sum(1))[:, None]", 5, 3000, 5);
    check_in_place("v + f.sum(0)\nf - (v + f.sum(0))", 100, 40, 40);
    CU(cuDevicePrimaryCtxRelease(0));
    printf("%d kernels agree\n", checked);
    return gpu_done();
}
