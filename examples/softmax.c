/* Softmax of each row: two reductions and what hangs on them, in one kernel.
 *
 *     softmax [ROWS COLUMNS] */
#include <math.h>
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>

static sn_array softmax_rows(sn_array x)
{
    sn_array e = sn_exp(sn_subtract(x, sn_max(x, .axis = SN_AXIS(-1), .keepdims = true)));
    return sn_divide(e, sn_sum(e, .axis = SN_AXIS(-1), .keepdims = true));
}

int main(int argc, char **argv)
{
    int64_t rows = argc > 2 ? strtoll(argv[1], NULL, 10) : 1000, columns = argc > 2 ? strtoll(argv[2], NULL, 10) : 512;
    if (rows < 1 || columns < 1) {
        fprintf(stderr, "usage: softmax [ROWS COLUMNS]\n");
        return 2;
    }
    int status = SN_OK;
    SN_SCOPE {
        sn_array x = sn_sin(sn_reshape(sn_arange(0, (double)(rows * columns), 1, SN_FLOAT32), SN_SHAPE(rows, columns)));
        if ((status = sn_eval(x)) < 0) break;
        sn_stats_reset();
        sn_array y = softmax_rows(x);
        if ((status = sn_eval(y)) < 0) break;
        sn_stats stats;
        sn_stats_get(&stats);

        double worst = sn_item(sn_max(sn_absolute(sn_subtract(sn_sum(y, .axis = SN_AXIS(1), .dtype = SN_FLOAT64), 1))));
        printf("softmax of %lld rows of %lld: %llu kernel, rows sum to 1 within %.1e\n", (long long)rows,
               (long long)columns, (unsigned long long)stats.kernels, worst);
        if (!(worst < 1e-5)) status = SN_ERR_VALUE;
    }
    if (status < 0) fprintf(stderr, "softmax: %s\n", *sn_error() ? sn_error() : "rows do not sum to 1");
    sn_shutdown();
    return status < 0;
}
