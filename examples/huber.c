/* A line through points of which some are far off, by gradient descent on the Huber loss: an elementwise operation and a
 * reduction of the program's own, each step one kernel.
 *
 *     huber [POINTS] */
#include <math.h>
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>

static int define(sn_op *pull, sn_op *furthest)
{
    /* The derivative of the loss: the distance, or `reach` where it is longer. */
    int status = sn_define_op(pull, "pull", "float64 e, float64 reach", NULL,
                              "fabs(e) <= reach ? e : copysign(reach, e)");
    if (status < 0) return status;
    return sn_define_reduction(furthest, "furthest", "float64 e", NULL, "e", "fabs(a) > fabs(b) ? a : b",
                               "0");
}

int main(int argc, char **argv)
{
    long points = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    if (points < 10) {
        fprintf(stderr, "usage: huber [POINTS], at least 10\n");
        return 2;
    }
    sn_op pull, furthest;
    int status = define(&pull, &furthest);
    double slope = 0, offset = 0, far = 0;
    SN_SCOPE
    {
        if (status < 0) break;
        sn_array x = sn_linspace(-1, 1, points, true, SN_FLOAT64);
        sn_array noise = sn_multiply(sn_sin(sn_multiply(x, 1e4)), 0.1),
                 outliers = sn_greater(sn_sin(sn_multiply(x, 77)), 0.95);
        sn_array y = sn_add(sn_add(sn_add(sn_multiply(x, 3), 2), noise), sn_multiply(outliers, 50));
        if ((status = sn_eval(x, y)) < 0) break;
        for (int step = 0; step < 300 && status == SN_OK; step++) SN_SCOPE
            {
                sn_array error = sn_subtract(sn_add(sn_multiply(x, slope), offset), y),
                         p = sn_apply(pull, error, 1);
                sn_array down[2] = {sn_mean(sn_multiply(p, x)), sn_mean(p)};
                if ((status = sn_eval(down[0], down[1])) < 0) break;
                slope -= sn_item(down[0]);
                offset -= sn_item(down[1]);
                far = sn_item(sn_reduce(furthest, SN_OPERANDS(error)));
            }
    }
    if (status == SN_OK)
        printf("y = %.2f x + %.2f; the point furthest from it is %.0f away\n", slope, offset, fabs(far));
    if (status == SN_OK && !(fabs(slope - 3) < 0.2 && fabs(offset - 2) < 0.3)) status = SN_ERR_VALUE;
    if (status < 0) fprintf(stderr, "huber: %s\n", *sn_error() ? sn_error() : "this is not the line");
    sn_shutdown();
    return status < 0;
}
