/* Workloads of many steps, which change their arrays in place as the array programs do. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "loops.h"

static void jacobi_half(const double *restrict a, double *restrict b, int64_t n)
{
    EACH(n * n)(int64_t i = 1; i < n - 1; i++)
    {
        const double *restrict p = a + i * n;
        for (int64_t j = 1; j < n - 1; j++)
            b[i * n + j] = 0.2 * (p[j] + p[j - 1] + p[j + 1] + p[j + n] + p[j - n]);
    }
}

static void jacobi_2d(const loop_call *c)
{
    int64_t n = c->n[0][0];
    for (int64_t t = 0; t < c->steps; t++) {
        jacobi_half(c->out[0], c->out[1], n);
        jacobi_half(c->out[1], c->out[0], n);
    }
}

static void heat_half(const double *restrict a, double *restrict b, int64_t n)
{
    EACH(n * n * n)(int64_t i = 1; i < n - 1; i++) for (int64_t j = 1; j < n - 1; j++)
    {
        const double *restrict p = a + (i * n + j) * n;
        for (int64_t k = 1; k < n - 1; k++)
            b[(i * n + j) * n + k] = 0.125 * (p[k + n * n] - 2 * p[k] + p[k - n * n]) +
                                     0.125 * (p[k + n] - 2 * p[k] + p[k - n]) +
                                     0.125 * (p[k + 1] - 2 * p[k] + p[k - 1]) + p[k];
    }
}

static void heat_3d(const loop_call *c)
{
    int64_t n = c->n[0][0];
    for (int64_t t = 0; t < c->steps; t++) {
        heat_half(c->out[0], c->out[1], n);
        heat_half(c->out[1], c->out[0], n);
    }
}

static void fdtd_electric(double *restrict ex, double *restrict ey, const double *restrict hz,
                          const double *restrict s, int64_t n, int64_t m)
{
    EACH(n * m)(int64_t i = 0; i < n; i++)
    {
        const double *restrict p = hz + i * m;
        if (i == 0)
            for (int64_t j = 0; j < m; j++) ey[j] = s[j];
        else
            for (int64_t j = 0; j < m; j++) ey[i * m + j] -= 0.5 * (p[j] - p[j - m]);
        for (int64_t j = 1; j < m; j++) ex[i * m + j] -= 0.5 * (p[j] - p[j - 1]);
    }
}

static void fdtd_2d(const loop_call *c)
{
    double *restrict ex = c->out[0], *restrict ey = c->out[1], *restrict hz = c->out[2];
    int64_t n = c->n[0][0], m = c->n[0][1];
    for (int64_t t = 0; t < c->steps; t++) {
        fdtd_electric(ex, ey, hz, c->in[3], n, m);
        EACH(n * m)(int64_t i = 0; i < n - 1; i++) for (int64_t j = 0; j < m - 1; j++)
        {
            int64_t k = i * m + j;
            hz[k] -= 0.7 * (ex[k + 1] - ex[k] + ey[k + m] - ey[k]);
        }
    }
}

/* ---- cavity_flow ------------------------------------------------------------------------------------------------ */
typedef struct cavity {
    int64_t n;
    double h, dt, *u, *v, *p, *b, *q, *r, *s;
} cavity;

static void cavity_source(const cavity *w)
{
    int64_t n = w->n;
    double h = w->h;
    EACH(n * n)(int64_t i = 1; i < n - 1; i++)
    {
        const double *restrict u = w->u + i * n, *restrict v = w->v + i * n;
        for (int64_t j = 1; j < n - 1; j++) {
            double ux = (u[j + 1] - u[j - 1]) / (2 * h), uy = (u[j + n] - u[j - n]) / (2 * h);
            double vx = (v[j + 1] - v[j - 1]) / (2 * h), vy = (v[j + n] - v[j - n]) / (2 * h);
            w->b[i * n + j] = (ux + vy) / w->dt - ux * ux - 2 * uy * vx - vy * vy;
        }
    }
}

static void cavity_pressure(const cavity *w)
{
    int64_t n = w->n;
    double *restrict p = w->p;
    const double *restrict b = w->b, h4 = w->h * w->h / 4;
    memcpy(w->q, p, (size_t)(n * n) * sizeof *p);
    EACH(n * n)(int64_t i = 1; i < n - 1; i++)
    {
        const double *restrict q = w->q + i * n;
        for (int64_t j = 1; j < n - 1; j++)
            p[i * n + j] = ((q[j + 1] + q[j - 1]) + (q[j + n] + q[j - n])) / 4 - h4 * b[i * n + j];
    }
    for (int64_t i = 0; i < n; i++) p[i * n + n - 1] = p[i * n + n - 2];
    for (int64_t j = 0; j < n; j++) p[j] = p[n + j];
    for (int64_t i = 0; i < n; i++) p[i * n] = p[i * n + 1];
    for (int64_t j = 0; j < n; j++) p[(n - 1) * n + j] = 0;
}

/* The part that u and v share: what carries `a` along and what spreads it. */
static double carried(const double *a, double r, double s, int64_t n, double dt, double h)
{
    return a[0] - r * dt / h * (a[0] - a[-1]) - s * dt / h * (a[0] - a[-n]);
}

static double spread(const double *a, int64_t n, double dt, double h)
{
    return 0.1 * dt / (h * h) * (a[1] + a[-1] + a[n] + a[-n] - 4 * a[0]);
}

static void cavity_velocity(const cavity *w)
{
    int64_t n = w->n;
    double h = w->h, dt = w->dt, f = dt / (2 * h);
    memcpy(w->r, w->u, (size_t)(n * n) * sizeof *w->u);
    memcpy(w->s, w->v, (size_t)(n * n) * sizeof *w->v);
    EACH(n * n)(int64_t i = 1; i < n - 1; i++) for (int64_t j = 1; j < n - 1; j++)
    {
        int64_t k = i * n + j;
        const double *r = w->r + k, *s = w->s + k, *p = w->p + k;
        w->u[k] = carried(r, *r, *s, n, dt, h) - f * (p[1] - p[-1]) + spread(r, n, dt, h);
        w->v[k] = carried(s, *r, *s, n, dt, h) - f * (p[n] - p[-n]) + spread(s, n, dt, h);
    }
    for (int64_t k = 0; k < n; k++) w->u[k] = w->v[k] = w->v[(n - 1) * n + k] = 0;
    for (int64_t k = 0; k < n; k++) w->u[k * n] = w->u[k * n + n - 1] = w->v[k * n] = w->v[k * n + n - 1] = 0;
    for (int64_t k = 0; k < n; k++) w->u[(n - 1) * n + k] = 1;
}

static void cavity_flow(const loop_call *c)
{
    int64_t n = c->n[0][0], all = n * n;
    double m = (double)(n - 1), *own = malloc((size_t)(4 * all) * sizeof *own);
    cavity w = {n,         2 / m, 0.1 / (m * m), c->out[0],     c->out[1],
                c->out[2], own,   own + all,     own + 2 * all, own + 3 * all};
    if (!own) return;
    for (int64_t t = 0; t < c->steps; t++) {
        cavity_source(&w);
        for (int64_t k = 0; k < c->inner; k++) cavity_pressure(&w);
        cavity_velocity(&w);
    }
    free(own);
}

const loop loops_steps[] = {{"jacobi_2d", jacobi_2d},
                            {"heat_3d", heat_3d},
                            {"fdtd_2d", fdtd_2d},
                            {"cavity_flow", cavity_flow},
                            {NULL, NULL}};
