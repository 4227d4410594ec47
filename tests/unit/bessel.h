/* Modified Bessel function of order 0 in long double, by its power series, whose terms are all positive. */
#ifndef BESSEL_H
#define BESSEL_H

#include <math.h>

/* Of an infinity NaN, as NumPy's quotient of two infinities; infinite where float64 cannot hold it. */
static inline long double bessel_i0(long double a)
{
    long double quarter = a * a / 4, term = 1, sum = 1;
    if (isinf(a)) return (long double)NAN;
    if (fabsl(a) > 1000) return (long double)INFINITY;
    for (int k = 1; term > sum * 1e-22L; k++) {
        term *= quarter / ((long double)k * k);
        sum += term;
    }
    return a == a ? sum : a;
}

#endif
