/* Prices of European options by the Black-Scholes formula: about twenty operations, one kernel.
 *
 *     black_scholes [COUNT]
 *
 * F. Black, M. Scholes, "The Pricing of Options and Corporate Liabilities", Journal of Political
 * Economy 81 (1973). */
#include <math.h>
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>

static const double rate = 0.02, volatility = 0.3;

static sn_array normal_cdf(sn_array x)
{
    return sn_add(0.5, sn_multiply(0.5, sn_erf(sn_multiply(x, 0.7071067811865476))));
}

/* Call price for spot and strike prices and years to expiry, arrays of one shape. */
static sn_array call_price(sn_array spot, sn_array strike, sn_array years)
{
    sn_array spread = sn_multiply(sn_sqrt(years), volatility);
    sn_array drift = sn_multiply(years, rate + 0.5 * volatility * volatility);
    sn_array d1 = sn_divide(sn_add(sn_log(sn_divide(spot, strike)), drift), spread);
    sn_array d2 = sn_subtract(d1, spread);
    sn_array present = sn_multiply(strike, sn_exp(sn_multiply(years, -rate)));
    return sn_subtract(sn_multiply(spot, normal_cdf(d1)), sn_multiply(present, normal_cdf(d2)));
}

/* The same for one option, in plain C and double precision. */
static double expected_price(double spot, double strike, double years)
{
    double spread = volatility * sqrt(years);
    double d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
    double d2 = d1 - spread;
    return spot * 0.5 * erfc(-d1 / sqrt(2)) - strike * exp(-rate * years) * 0.5 * erfc(-d2 / sqrt(2));
}

static int price(int64_t count)
{
    int status = SN_OK;
    SN_SCOPE {
        sn_array k = sn_arange(0, (double)count, 1, SN_FLOAT32);
        sn_array spot = sn_add(50, sn_multiply(k, 100.0 / (double)count));
        sn_array strike = sn_full(100, SN_FLOAT32, SN_SHAPE(count));
        sn_array years = sn_add(0.25, sn_multiply(k, 2.0 / (double)count));
        sn_array call = call_price(spot, strike, years);
        sn_array mean = sn_mean(call, .dtype = SN_FLOAT64);
        if ((status = sn_eval(call, mean, spot, years)) < 0) break;

        const float *c = sn_data(call), *s = sn_data(spot), *t = sn_data(years);
        double worst = 0;
        for (int64_t i = 0; i < count; i += 1 + count / 1000)
            worst = fmax(worst, fabs(c[i] - expected_price(s[i], 100, t[i])));
        printf("%lld options, mean price %.4f, largest error against double precision %.1e\n", (long long)count,
               sn_item(mean), worst);
        if (!(worst < 1e-3)) status = SN_ERR_VALUE;
    }
    return status;
}

int main(int argc, char **argv)
{
    int64_t count = argc > 1 ? strtoll(argv[1], NULL, 10) : 1000000;
    if (count < 1) {
        fprintf(stderr, "usage: black_scholes [COUNT]\n");
        return 2;
    }
    int status = price(count);
    if (status < 0) fprintf(stderr, "black_scholes: %s\n", *sn_error() ? sn_error() : "wrong prices");
    sn_shutdown();
    return status < 0;
}
