/* Kernels touch the 32-byte sectors they must, in requests of 16 bytes a thread: as the simulated GPU counts them.
 * What they compute is compared with the interpreter's answer, sizes, shifts and all.  Skipped where there is no
 * NVRTC. */
#include "play.h"

static simgpu_counts counts_of(const char *text, int64_t rows, int64_t columns)
{
    check_expression(text, rows, columns, false, false, true);
    return played;
}

/* ---- aligned arrays: no sector and no request too many ------------------------------------------------------ */

typedef struct elementwise {
    const char *text;
    int read, written; /* bytes an element */
    int width;         /* bytes of the widest element: of 16 a thread reads so many of each array */
    int arrays;        /* read */
} elementwise;

static void check_elementwise(const elementwise *e, int64_t rows, int64_t columns)
{
    simgpu_counts c = counts_of(e->text, rows, columns);
    unsigned long long n = (unsigned long long)(rows * columns), requests = n * (unsigned)e->width / 512;
    CHECK(c.load_sectors == n * (unsigned)e->read / 32 && c.store_sectors == n * (unsigned)e->written / 32,
          "%s: %llu sectors loaded, %llu stored", e->text, (unsigned long long)c.load_sectors,
          (unsigned long long)c.store_sectors);
    CHECK(c.load_requests == requests * (unsigned)e->arrays && c.store_requests == requests,
          "%s: %llu requests to load, %llu to store", e->text, (unsigned long long)c.load_requests,
          (unsigned long long)c.store_requests);
}

static void check_aligned(void)
{
    static const elementwise flat[] = {
        {"f + 1", 4, 4, 4, 1},    {"f*2 + g*3", 8, 4, 4, 2}, {"d * d[::1] + 1", 8, 8, 8, 1},
        {"f + d", 12, 8, 8, 2},   {"c + d", 9, 8, 8, 2},     {"b & (f > 0)", 5, 1, 4, 2},
        {"c + 1", 1, 1, 1, 1},    {"h * z", 4, 4, 4, 2},     {"where(b, f, d)", 13, 8, 8, 3},
        {"c + f + d", 13, 8, 8, 3}, {"sqrt(f)", 4, 4, 4, 1}};
    for (size_t k = 0; k < SNI_COUNT(flat); k++) check_elementwise(&flat[k], 64, 128);
    /* A row for all rows is read with each of them; a column costs each request one sector. */
    check_elementwise(&(elementwise){"f + g[0]", 8, 4, 4, 2}, 64, 128);
    simgpu_counts c = counts_of("f + g[:, :1]", 64, 128);
    CHECK(c.load_sectors == 1024 + 64 && c.store_sectors == 1024 && c.store_requests == 64,
          "column: %llu sectors loaded", (unsigned long long)c.load_sectors);
}

/* ---- sizes and shifts ------------------------------------------------------------------------------------------ */

/* The kernel of an expression over `count` elements of each row, from some element of each array on. */
static simgpu_counts counts_within(const char *text, int64_t rows, int64_t columns, int64_t count, const int64_t *shift)
{
    program p;
    setup s;
    program_open(&p, text, rows, columns, false);
    program_allocate(&p);
    need(p.s.ngroups == 1, text);
    sni_lowered *l = program_lower(&p, 0);
    need(l->kernel.nx == 1 + (rows > 1) && l->kernel.nr == 0, text);
    bind(&p, l, text, &s);
    l->geometry.extent[rows > 1] = count;
    l->geometry.nx = rows * count;
    for (int o = 0; o < l->kernel.noperands; o++) l->geometry.offset[o] += shift[o];
    check_kernel(&s);
    lowered_close(l);
    program_close(&p);
    return played;
}

static simgpu_counts counts_shifted(const char *text, int64_t count, const int64_t *shift)
{
    return counts_within(text, 1, 2100, count, shift);
}

static void check_shifts(void)
{
    static const char *const texts[] = {"f + g", "f + d", "b | (o > 3)"};
    for (size_t k = 0; k < SNI_COUNT(texts); k++)
        for (int64_t a = 0; a < 4; a++)
            for (int64_t count = 1000; count < 1005; count += 3) {
                counts_shifted(texts[k], count, (const int64_t[]){a, a, a});
                counts_shifted(texts[k], count + a, (const int64_t[]){a, 0, 1});
                counts_shifted(texts[k], a, (const int64_t[]){1, 1, 1});
            }
}

/* Arrays shifted alike are read in vectors all the same: the elements before and after those cost a request each. */
static void check_head(void)
{
    const unsigned long long least = 2000 * 4 / 32;
    for (int64_t a = 0; a < 4; a++) {
        simgpu_counts c = counts_shifted("f + g", 2000, (const int64_t[]){a, a, a});
        CHECK(c.load_sectors <= 2 * (least + 3) && c.store_sectors <= least + 3 && c.load_requests <= 2 * 17,
              "shifted by %lld: %llu sectors in %llu requests", (long long)a, (unsigned long long)c.load_sectors,
              (unsigned long long)c.load_requests);
    }
    simgpu_counts c = counts_shifted("f + g", 2000, (const int64_t[]){1, 2, 0}); /* 5 sectors for 4 */
    CHECK(c.load_sectors <= 2 * (least * 5 / 4 + 3) && c.store_sectors <= least + 3, "unlike shifts: %llu sectors",
          (unsigned long long)c.load_sectors);
}

/* Rows that are no whole vectors, or begin within one. */
static void check_rows(void)
{
    static const char *const texts[] = {"f + g[0]", "f[:, :68] * 2 + g[:1, :68]", "f[:, 4:68] + d[:, 4:68]", "f + g[:, :1]"};
    for (size_t k = 0; k < SNI_COUNT(texts); k++) {
        counts_of(texts[k], 37, 70);
        counts_of(texts[k], 5, 72);
    }
    for (int64_t count = 69; count < 73; count++) counts_within("f + g[0]", 5, 72, count, (const int64_t[]){0, 0, 0});
}

/* ---- operands that lie across each other ------------------------------------------------------------------------- */

static void check_transposed_add(const char *text, int64_t rows, int64_t columns, int bytes)
{
    simgpu_counts c = counts_of(text, rows, columns);
    double least = (double)(rows * columns * bytes) / 32, ratio = (double)(c.load_sectors + c.store_sectors) / least;
    printf("%s, %lld x %lld: %.3f times the least sectors\n", text, (long long)rows, (long long)columns, ratio);
    CHECK(ratio <= 1.25, "%s: %.3f times the least sectors", text, ratio);
}

int main(void)
{
    gpu_start();
    simgpu_count(1);
    check_aligned();
    check_shifts();
    check_head();
    check_rows();
    check_transposed_add("f + g.T", 96, 96, 12);
    check_transposed_add("f.T + g.reshape(g.T.shape)", 128, 64, 12);
    check_transposed_add("d.T - d.reshape(d.T.shape)", 64, 96, 24);
    check_transposed_add("o.T + c.reshape(c.T.shape)", 128, 96, 4);
    check_transposed_add("f + g.T", 200, 200, 12);
    play_done();
    printf("%d kernels agree\n", checked);
    return gpu_done();
}
