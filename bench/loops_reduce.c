/* Workloads that reduce. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "loops.h"

enum {
    LANES = 16
}; /* partial sums, so that the compiler may use vectors: sums are not reassociated by itself */

static int64_t rows_of(const loop_call *c)
{
    int64_t n = 1;
    for (int d = 0; d < 3 && c->n[0][d + 1] > 0; d++) n *= c->n[0][d];
    return n;
}

static int64_t last_of(const loop_call *c)
{
    int d = 3;
    while (c->n[0][d] == 0) d--;
    return c->n[0][d];
}

static float folded(const float *part)
{
    float sum = 0;
    for (int l = 0; l < LANES; l++) sum += part[l];
    return sum;
}

static float row_sum(const float *restrict x, int64_t n)
{
    float part[LANES] = {0};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++) part[l] += x[i + l];
    for (; i < n; i++) part[0] += x[i];
    return folded(part);
}

static float row_max(const float *restrict x, int64_t n)
{
    float part[LANES];
    int64_t i = 0;
    for (int l = 0; l < LANES; l++) part[l] = x[0];
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++) part[l] = x[i + l] > part[l] ? x[i + l] : part[l];
    for (; i < n; i++) part[0] = x[i] > part[0] ? x[i] : part[0];
    for (int l = 1; l < LANES; l++) part[0] = part[l] > part[0] ? part[l] : part[0];
    return part[0];
}

/* Of squares less `m`. */
static float row_squares(const float *restrict x, int64_t n, float m)
{
    float part[LANES] = {0};
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (int l = 0; l < LANES; l++) part[l] += (x[i + l] - m) * (x[i + l] - m);
    for (; i < n; i++) part[0] += (x[i] - m) * (x[i] - m);
    return folded(part);
}

/* In pieces of 4096, whose sums are added in double. */
static void sum_all(const loop_call *c)
{
    enum { PIECE = 4096 };
    const float *x = c->in[0];
    int64_t n = rows_of(c) * last_of(c);
    double sum = 0;
#pragma omp parallel for schedule(static) if (n > SERIAL) reduction(+ : sum)
    for (int64_t i = 0; i < n; i += PIECE) sum += (double)row_sum(x + i, n - i < PIECE ? n - i : PIECE);
    *(float *)c->out[0] = (float)sum;
}

static void sum_rows(const loop_call *c)
{
    const float *x = c->in[0];
    float *z = c->out[0];
    int64_t n = last_of(c), rows = rows_of(c);
    EACH(rows * n)(int64_t r = 0; r < rows; r++) z[r] = row_sum(x + r * n, n);
}

/* Rows are added to sums of each thread; blocks of 256 rows bound the error. */
static void sum_columns(const loop_call *c)
{
    enum { BLOCK = 256 };
    const float *x = c->in[0];
    float *z = c->out[0];
    int64_t n = last_of(c), rows = rows_of(c);
    memset(z, 0, (size_t)n * sizeof *z);
    EACH(rows * n)(int64_t b = 0; b < rows; b += BLOCK)
    {
        float *restrict sum = calloc((size_t)n, sizeof *sum);
        for (int64_t r = b; r < rows && r < b + BLOCK; r++)
            for (int64_t j = 0; j < n; j++) sum[j] += x[r * n + j];
#pragma omp critical
        for (int64_t j = 0; j < n; j++) z[j] += sum[j];
        free(sum);
    }
}

static void moments(const loop_call *c)
{
    enum { PIECE = 4096 };
    const float *x = c->in[0];
    float *z = c->out[0], least = x[0], largest = x[0];
    int64_t n = last_of(c);
    double sum = 0, squares = 0;
#pragma omp parallel for schedule(static) if (n > SERIAL) reduction(+ : sum) reduction(min : least) reduction(max : largest)
    for (int64_t i = 0; i < n; i += PIECE) {
        const float *restrict p = x + i;
        int64_t m = n - i < PIECE ? n - i : PIECE;
        sum += (double)row_sum(p, m);
        for (int64_t k = 0; k < m; k++) least = p[k] < least ? p[k] : least;
        largest = fmaxf(largest, row_max(p, m));
    }
    float mean = (float)(sum / (double)n);
#pragma omp parallel for schedule(static) if (n > SERIAL) reduction(+ : squares)
    for (int64_t i = 0; i < n; i += PIECE)
        squares += (double)row_squares(x + i, n - i < PIECE ? n - i : PIECE, mean);
    z[0] = mean;
    z[1] = (float)(squares / (double)n);
    z[2] = least;
    z[3] = largest;
}

static void softmax(const loop_call *c)
{
    const float *x = c->in[0];
    float *z = c->out[0];
    int64_t n = last_of(c), rows = rows_of(c);
    EACH(rows * n)(int64_t r = 0; r < rows; r++)
    {
        const float *restrict p = x + r * n;
        float *restrict q = z + r * n, m = row_max(p, n);
        for (int64_t j = 0; j < n; j++) q[j] = expf(p[j] - m);
        float sum = row_sum(q, n);
        for (int64_t j = 0; j < n; j++) q[j] /= sum;
    }
}

static void log_sum_exp(const loop_call *c)
{
    const float *x = c->in[0];
    float *z = c->out[0];
    int64_t n = last_of(c), rows = rows_of(c);
    EACH(rows * n)(int64_t r = 0; r < rows; r++)
    {
        const float *restrict p = x + r * n;
        float m = row_max(p, n), sum = 0;
        for (int64_t j = 0; j < n; j++) sum += expf(p[j] - m);
        z[r] = m + logf(sum);
    }
}

static void layer_norm(const loop_call *c)
{
    const float *x = c->in[0], *restrict g = c->in[1], *restrict b = c->in[2];
    float *z = c->out[0];
    int64_t n = last_of(c), rows = rows_of(c);
    EACH(rows * n)(int64_t r = 0; r < rows; r++)
    {
        const float *restrict p = x + r * n;
        float *restrict q = z + r * n;
        float m = row_sum(p, n) / (float)n, s = sqrtf(row_squares(p, n, m) / (float)n + 1e-5f);
        for (int64_t j = 0; j < n; j++) q[j] = (p[j] - m) / s * g[j] + b[j];
    }
}

static void l2_norm_rows(const loop_call *c)
{
    const float *x = c->in[0];
    float *z = c->out[0];
    int64_t n = last_of(c), rows = rows_of(c);
    EACH(rows * n)(int64_t r = 0; r < rows; r++)
    {
        const float *restrict p = x + r * n;
        float *restrict q = z + r * n, s = sqrtf(row_squares(p, n, 0));
        for (int64_t j = 0; j < n; j++) q[j] = p[j] / s;
    }
}

static void first_slice(const loop_call *c)
{
    const double *x = c->in[0], *y = c->in[1];
    double *z = c->out[0];
    int64_t n = last_of(c), rows = rows_of(c);
    EACH(rows * n)(int64_t r = 0; r < rows; r++)
    {
        const double *restrict p = x + r * n, *restrict q = y + r * n;
        double *restrict w = z + r * n, part[LANES] = {0}, sum = 0;
        int64_t j = 0;
        for (; j + LANES <= n; j += LANES)
            for (int l = 0; l < LANES; l++) part[l] += p[j + l];
        for (; j < n; j++) sum += p[j];
        for (int l = 0; l < LANES; l++) sum += part[l];
        for (j = 0; j < n; j++) w[j] = (p[j] > .5 ? sin(p[j]) * 2 : q[j]) / sum;
    }
}

/* Sums of columns over all rows, of x (m NULL) or of squares of x less m. */
static void column_sums(const double *x, const double *m, int64_t rows, int64_t n, double *sums)
{
    memset(sums, 0, (size_t)n * sizeof *sums);
#pragma omp parallel if (rows * n > SERIAL)
    {
        double *restrict own = calloc((size_t)n, sizeof *own);
#pragma omp for schedule(static)
        for (int64_t r = 0; r < rows; r++) {
            const double *restrict p = x + r * n;
            if (m)
                for (int64_t j = 0; j < n; j++) own[j] += (p[j] - m[j]) * (p[j] - m[j]);
            else
                for (int64_t j = 0; j < n; j++) own[j] += p[j];
        }
#pragma omp critical
        for (int64_t j = 0; j < n; j++) sums[j] += own[j];
        free(own);
    }
}

static void standardise_columns(const loop_call *c)
{
    const double *x = c->in[0];
    double *z = c->out[0];
    int64_t n = last_of(c), rows = rows_of(c);
    double *restrict m = malloc((size_t)n * sizeof *m), *restrict s = malloc((size_t)n * sizeof *s);
    column_sums(x, NULL, rows, n, m);
    for (int64_t j = 0; j < n; j++) m[j] /= (double)rows;
    column_sums(x, m, rows, n, s);
    for (int64_t j = 0; j < n; j++) s[j] = sqrt(s[j] / (double)rows);
    EACH(rows * n)
    (int64_t r = 0; r < rows; r++) for (int64_t j = 0; j < n; j++)
        z[r * n + j] = (x[r * n + j] - m[j]) / s[j];
    free(m);
    free(s);
}

const loop loops_reduce[] = {{"sum_all", sum_all},
                             {"sum_fortran", sum_all},
                             {"sum_rows", sum_rows},
                             {"sum_columns", sum_columns},
                             {"moments", moments},
                             {"softmax", softmax},
                             {"log_sum_exp", log_sum_exp},
                             {"layer_norm", layer_norm},
                             {"l2_norm_rows", l2_norm_rows},
                             {"first_slice", first_slice},
                             {"standardise_columns", standardise_columns},
                             {NULL, NULL}};
