/* The README's example: one expression over two arrays, as calls and as text, and where it went. */
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int status = EXIT_FAILURE;
    SN_SCOPE {
        sn_array x = sn_reshape(sn_arange(0, 12, 1, SN_FLOAT64), SN_SHAPE(3, 4));
        sn_array y = sn_full(0.25, SN_FLOAT64, SN_SHAPE(3, 4));
        sn_array z = sn_divide(sn_where(sn_greater(x, 0.5), sn_multiply(sn_sin(x), 2), y),
                               sn_sum(x, .axis = SN_AXIS(1), .keepdims = true));
        sn_array w = SN_EXPR("where(x > .5, sin(x)*2, y) / x.sum(axis=1, keepdims=True)", x, y);
        sn_array same = sn_all(sn_equal(z, w));
        if (sn_eval(z, same) < 0 || sn_print(z, stdout) < 0) {
            fprintf(stderr, "%s\n", sn_error());
            break;
        }
        printf("calls and text agree: %s\n", sn_item(same) == 1 ? "yes" : "no");
        status = sn_item(same) == 1 ? EXIT_SUCCESS : EXIT_FAILURE;
    }
    sn_shutdown();
    return status;
}
