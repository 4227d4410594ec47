/* A program outside the tree, built by what the installation alone offers. */
#include <sinter.h>
#include <stdio.h>

int main(void)
{
    int right = 0;
    SN_SCOPE
    {
        sn_array x = sn_arange(0, 5, 1, SN_FLOAT64);
        double sum = 0;
        right = sn_to_host(sn_sum(sn_multiply(x, x)), &sum, sizeof sum) >= 0 && sum == 30;
        if (!right) fprintf(stderr, "sum %g: %s\n", sum, sn_error());
    }
    return right ? 0 : 1;
}
