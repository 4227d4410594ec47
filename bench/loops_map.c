/* Elementwise workloads. */
#include <math.h>
#include <stddef.h>

#include "loops.h"

static int64_t size_of(const loop_call *c, int k)
{
    int64_t n = 1;
    for (int d = 0; d < 4 && c->n[k][d] > 0; d++) n *= c->n[k][d];
    return n;
}

static void compute(const loop_call *c)
{
    const int64_t *restrict x = c->in[0], *restrict y = c->in[1];
    int64_t *restrict z = c->out[0], n = size_of(c, 0);
    EACH(n)(int64_t i = 0; i < n; i++) z[i] = (x[i] < 2 ? 2 : x[i] > 10 ? 10 : x[i]) * 4 + y[i] * 3 + 9;
}

static void axpby(const loop_call *c)
{
    const double *restrict x = c->in[0], *restrict y = c->in[1];
    double *restrict z = c->out[0];
    int64_t n = size_of(c, 0);
    EACH(n)(int64_t i = 0; i < n; i++) z[i] = x[i] * 2 + y[i] * 3;
}

static void arc_distance(const loop_call *c)
{
    const double *restrict lat1 = c->in[0], *restrict lat2 = c->in[1], *restrict lon1 = c->in[2],
                           *restrict lon2 = c->in[3];
    double *restrict z = c->out[0];
    int64_t n = size_of(c, 0);
    EACH(n)(int64_t i = 0; i < n; i++)
    {
        double a = sin((lat2[i] - lat1[i]) / 2), b = sin((lon2[i] - lon1[i]) / 2);
        double t = a * a + cos(lat1[i]) * cos(lat2[i]) * (b * b);
        z[i] = 2 * atan2(sqrt(t), sqrt(1 - t));
    }
}

static void black_scholes(const loop_call *c)
{
    const float *restrict S = c->in[0], *restrict K = c->in[1], *restrict T = c->in[2];
    float *restrict z = c->out[0];
    int64_t n = size_of(c, 0);
    EACH(n)(int64_t i = 0; i < n; i++)
    {
        float q = 0.3f * sqrtf(T[i]);
        float d = (logf(S[i] / K[i]) + 0.065f * T[i]) / q;
        float k = K[i] * expf(-0.02f * T[i]);
        z[i] = S[i] * (0.5f + 0.5f * erff(d * 0.70710678f)) - k * (0.5f + 0.5f * erff((d - q) * 0.70710678f));
    }
}

static void black_scholes_f64(const loop_call *c)
{
    const double *restrict S = c->in[0], *restrict K = c->in[1], *restrict T = c->in[2];
    double *restrict z = c->out[0];
    int64_t n = size_of(c, 0);
    EACH(n)(int64_t i = 0; i < n; i++)
    {
        double q = 0.3 * sqrt(T[i]);
        double d = (log(S[i] / K[i]) + 0.065 * T[i]) / q;
        double k = K[i] * exp(-0.02 * T[i]), h = 0.7071067811865476;
        z[i] = S[i] * (0.5 + 0.5 * erf(d * h)) - k * (0.5 + 0.5 * erf((d - q) * h));
    }
}

static void chain_part(const float *restrict x, float *restrict z, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        float t = sqrtf(fabsf(x[i] * 1.1f - 0.3f) + 0.7f);
        z[i] = t * t / (t + 1.3f) - x[i] * 0.2f;
    }
}

/* A small array is not worth a team of threads. */
static void chain10(const loop_call *c)
{
    enum { PART = 1 << 14 };
    const float *x = c->in[0];
    float *z = c->out[0];
    int64_t n = size_of(c, 0);
    if (n <= PART) {
        chain_part(x, z, n);
        return;
    }
    EACH(n)(int64_t i = 0; i < n; i += PART) chain_part(x + i, z + i, n - i < PART ? n - i : PART);
}

static void masked_update(const loop_call *c)
{
    const float *restrict x = c->in[0];
    float *restrict z = c->out[0];
    int64_t n = size_of(c, 0);
    EACH(n)(int64_t i = 0; i < n; i++) z[i] = x[i] > 0.5f ? -1 : x[i];
}

static void negative(const loop_call *c)
{
    const float *restrict x = c->in[0];
    float *restrict z = c->out[0];
    int64_t n = size_of(c, 0);
    EACH(n)(int64_t i = 0; i < n; i++) z[i] = -x[i];
}

/* In squares, so that the lines of y that are read are used whole. */
static void transposed_add(const loop_call *c)
{
    enum { SIDE = 32 };
    const float *restrict x = c->in[0], *restrict y = c->in[1];
    float *restrict z = c->out[0];
    int64_t n = c->n[0][0];
    EACH(n * n)
    (int64_t i0 = 0; i0 < n; i0 += SIDE) for (int64_t j0 = 0; j0 < n;
                                              j0 += SIDE) for (int64_t i = i0; i < n && i < i0 + SIDE;
                                                               i++) for (int64_t j = j0;
                                                                         j < n && j < j0 + SIDE; j++)
        z[i * n + j] = x[i * n + j] + y[j * n + i];
}

static void go_fast(const loop_call *c)
{
    const double *restrict x = c->in[0];
    double *restrict z = c->out[0], trace = 0;
    int64_t n = c->n[0][0];
    for (int64_t i = 0; i < n; i++) trace += tanh(x[i * n + i]);
    EACH(n * n)(int64_t i = 0; i < n * n; i++) z[i] = x[i] + trace;
}

static void jacobi_step(const loop_call *c)
{
    const double *restrict a = c->in[0];
    double *restrict b = c->out[0];
    int64_t n = c->n[0][0];
    EACH(n * n)(int64_t i = 0; i < n; i++)
    {
        const double *restrict r = a + i * n;
        double *restrict z = b + i * n;
        if (i == 0 || i == n - 1) {
            for (int64_t j = 0; j < n; j++) z[j] = r[j];
            continue;
        }
        z[0] = r[0];
        z[n - 1] = r[n - 1];
        for (int64_t j = 1; j < n - 1; j++) z[j] = 0.2 * (r[j] + r[j - 1] + r[j + 1] + r[j + n] + r[j - n]);
    }
}

/* Fluxes are computed where they are used: each twice, none stored. */
static void hdiff(const loop_call *c)
{
    const double *restrict x = c->in[0], *restrict f = c->in[1];
    double *restrict z = c->out[0];
    int64_t ni = c->n[1][0], nj = c->n[1][1], nk = c->n[1][2], sj = nk, si = (nj + 4) * nk;
#define LAP(p) (4 * (p)[0] - ((p)[si] + (p)[-si] + (p)[sj] + (p)[-sj]))
#define FLUX(p, s) limited(LAP((p) + (s)) - LAP(p), (p)[s] - (p)[0])
#define limited(d, e) ((d) * (e) > 0 ? 0 : (d))
    EACH(ni * nj * nk)
    (int64_t i = 0; i < ni; i++) for (int64_t j = 0; j < nj; j++) for (int64_t k = 0; k < nk; k++)
    {
        const double *p = x + (i + 2) * si + (j + 2) * sj + k;
        double flux = FLUX(p, si) - FLUX(p - si, si) + FLUX(p, sj) - FLUX(p - sj, sj);
        z[(i * nj + j) * nk + k] = p[0] - f[(i * nj + j) * nk + k] * flux;
    }
}

const loop loops_map[] = {{"compute", compute},
                          {"axpby", axpby},
                          {"arc_distance", arc_distance},
                          {"black_scholes", black_scholes},
                          {"black_scholes_f64", black_scholes_f64},
                          {"chain10", chain10},
                          {"masked_update", masked_update},
                          {"negative", negative},
                          {"transposed_add", transposed_add},
                          {"go_fast", go_fast},
                          {"jacobi_step", jacobi_step},
                          {"hdiff", hdiff},
                          {NULL, NULL}};
