/* Heat flowing on an unbounded plate: a loop whose state is replaced each step by one kernel.
 *
 *     heat [SIDE STEPS]
 *
 * Explicit scheme for the heat equation: u' = u + k * laplacian(u).  A step needs one point more on
 * each side than it yields, so the plate starts STEPS wider on every side than the part asked for and
 * loses its rim at each step.  Every step has another shape; the first step's kernel serves them all. */
#include <math.h>
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>

static const double conduction = 0.2, wave_number = 0.1;

/* The inner part of a plate u of `side` x `side`, seen from one point up, down, left or right. */
static sn_array inner(sn_array u, int64_t side, int dy, int dx)
{
    return sn_slice(u, SN_RANGE(1 + dy, side - 1 + dy, 1), SN_RANGE(1 + dx, side - 1 + dx, 1));
}

static sn_array step(sn_array u, int64_t side)
{
    sn_array centre = inner(u, side, 0, 0);
    sn_array around = sn_add(sn_add(inner(u, side, -1, 0), inner(u, side, 1, 0)),
                             sn_add(inner(u, side, 0, -1), inner(u, side, 0, 1)));
    return sn_add(centre, sn_multiply(sn_subtract(around, sn_multiply(centre, 4)), conduction));
}

/* A standing wave, which the scheme scales by the same factor at each step. */
static sn_array wave(int64_t side, int64_t first)
{
    sn_array along = sn_cos(sn_multiply(sn_arange((double)first, (double)(first + side), 1, SN_FLOAT64), wave_number));
    return sn_multiply(sn_expand_dims(along, 1), along);
}

static double factor_of_a_step(void) { return 1 + conduction * (4 * cos(wave_number) - 4); }

static int flow(int64_t side, int64_t steps)
{
    sn_array u = {0};
    int status = SN_OK;
    int64_t wide = side + 2 * steps;
    SN_SCOPE { status = sn_set(&u, wave(wide, 0)); }
    sn_stats_reset();
    for (int64_t k = 0; k < steps && status == SN_OK; k++)
        SN_SCOPE { status = sn_set(&u, step(u, wide - 2 * k)); }
    if (status == SN_OK)
        SN_SCOPE {
            sn_stats stats;
            sn_stats_get(&stats);
            sn_array expected = sn_multiply(wave(side, steps), pow(factor_of_a_step(), (double)steps));
            double worst = sn_item(sn_max(sn_absolute(sn_subtract(u, expected))));
            printf("%lld steps: %llu kernel runs, %llu compiled, %llu nodes, largest error %.1e\n", (long long)steps,
                   (unsigned long long)stats.kernels, (unsigned long long)stats.compiled,
                   (unsigned long long)stats.nodes, worst);
            if (!(worst < 1e-9)) status = SN_ERR_VALUE;
        }
    sn_free(u);
    return status;
}

int main(int argc, char **argv)
{
    int64_t side = argc > 2 ? strtoll(argv[1], NULL, 10) : 200, steps = argc > 2 ? strtoll(argv[2], NULL, 10) : 200;
    if (side < 1 || steps < 1 || side > 20000 || steps > 20000) {
        fprintf(stderr, "usage: heat [SIDE STEPS]\n");
        return 2;
    }
    int status = flow(side, steps);
    if (status < 0) fprintf(stderr, "heat: %s\n", *sn_error() ? sn_error() : "wrong temperatures");
    sn_shutdown();
    return status < 0;
}
