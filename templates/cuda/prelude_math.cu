// Prelude of generated CUDA C: functions of floating point.  ../c/README.md describes the format.
//
// CUDA's own: sqrt and rounding are exact, the others within the bounds of the CUDA programming guide.

//@ sqrt f
static __device__ $V sn_sqrt_$V($V a)
{
    return sqrt$F(a);
}

//@ cbrt f
static __device__ $V sn_cbrt_$V($V a)
{
    return cbrt$F(a);
}

//@ exp f
static __device__ $V sn_exp_$V($V a)
{
    return exp$F(a);
}

//@ exp2 f
static __device__ $V sn_exp2_$V($V a)
{
    return exp2$F(a);
}

//@ expm1 f
static __device__ $V sn_expm1_$V($V a)
{
    return expm1$F(a);
}

//@ log f
static __device__ $V sn_log_$V($V a)
{
    return log$F(a);
}

//@ log2 f
static __device__ $V sn_log2_$V($V a)
{
    return log2$F(a);
}

//@ log10 f
static __device__ $V sn_log10_$V($V a)
{
    return log10$F(a);
}

//@ log1p f
static __device__ $V sn_log1p_$V($V a)
{
    return log1p$F(a);
}

//@ sin f
static __device__ $V sn_sin_$V($V a)
{
    return sin$F(a);
}

//@ cos f
static __device__ $V sn_cos_$V($V a)
{
    return cos$F(a);
}

//@ tan f
static __device__ $V sn_tan_$V($V a)
{
    return tan$F(a);
}

//@ arcsin f
static __device__ $V sn_arcsin_$V($V a)
{
    return asin$F(a);
}

//@ arccos f
static __device__ $V sn_arccos_$V($V a)
{
    return acos$F(a);
}

//@ arctan f
static __device__ $V sn_arctan_$V($V a)
{
    return atan$F(a);
}

//@ sinh f
static __device__ $V sn_sinh_$V($V a)
{
    return sinh$F(a);
}

//@ cosh f
static __device__ $V sn_cosh_$V($V a)
{
    return cosh$F(a);
}

//@ tanh f
static __device__ $V sn_tanh_$V($V a)
{
    return tanh$F(a);
}

//@ arcsinh f
static __device__ $V sn_arcsinh_$V($V a)
{
    return asinh$F(a);
}

//@ arccosh f
static __device__ $V sn_arccosh_$V($V a)
{
    return acosh$F(a);
}

//@ arctanh f
static __device__ $V sn_arctanh_$V($V a)
{
    return atanh$F(a);
}

//@ erf f
static __device__ $V sn_erf_$V($V a)
{
    return erf$F(a);
}

//@ floor f
static __device__ $V sn_floor_$V($V a)
{
    return floor$F(a);
}

//@ ceil f
static __device__ $V sn_ceil_$V($V a)
{
    return ceil$F(a);
}

//@ trunc f
static __device__ $V sn_trunc_$V($V a)
{
    return trunc$F(a);
}

//@ rint f
static __device__ $V sn_rint_$V($V a)
{
    return rint$F(a);
}

//@ power f
static __device__ $V sn_power_$V($V a, $V b)
{
    return pow$F(a, b);
}

//@ arctan2 f
static __device__ $V sn_arctan2_$V($V a, $V b)
{
    return atan2$F(a, b);
}

//@ hypot f
static __device__ $V sn_hypot_$V($V a, $V b)
{
    return hypot$F(a, b);
}

//@ ldexp f
static __device__ $V sn_ldexp_$V($V a, $V b)
{
    return ldexp$F(a, b > 4096 ? 4096 : b < -4096 ? -4096 : (int)b);
}

//@ logaddexp f
static __device__ $V sn_logaddexp_$V($V a, $V b)
{
    $V less = a == b ? 0 : -fabs$F(a - b);
    return sn_maximum_$V(a, b) + log1p$F(exp$F(less));
}

//@ logaddexp2 f
static __device__ $V sn_logaddexp2_$V($V a, $V b)
{
    $V less = a == b ? 0 : -fabs$F(a - b);
    return sn_maximum_$V(a, b) + log1p$F(exp2$F(less)) * 1.4426950408889634074$F;
}

//@ erfc f
static __device__ $V sn_erfc_$V($V a)
{
    return erfc$F(a);
}

//@ gamma f
static __device__ $V sn_gamma_$V($V a)
{
    return tgamma$F(a);
}

//@ gammaln f
/* As SciPy's: minus infinity stays. */
static __device__ $V sn_gammaln_$V($V a)
{
    return a == -$INF ? a : lgamma$F(a);
}

//@ expit f
static __device__ $V sn_expit_$V($V a)
{
    $V e = exp$F(-fabs$F(a));
    return (a < 0 ? e : 1) / (1 + e);
}

//@ logit f
/* Near one half, where log cancels, from the distance to it. */
static __device__ $V sn_logit_$V($V a)
{
    if (!(a > 0.25$F && a < 0.75$F)) return log$F(a / (1 - a));
    $V s = 2 * a - 1;
    return log1p$F(s) - log1p$F(-s);
}

//@ chebyshev f
/* Clenshaw's sum of a series of Chebyshev polynomials, the highest first. */
static __device__ $V sn_chebyshev_$V($V x, const $V *c, int n)
{
    $V b0 = c[0], b1 = 0, b2 = 0;
    for (int i = 1; i < n; i++) {
        b2 = b1;
        b1 = b0;
        b0 = x * b1 - b2 + c[i];
    }
    return $HALF * (b0 - b2);
}

//@ i0 f
/* As NumPy's, after Cephes: series of exp(-x) i0(x) up to 8, of exp(-x) sqrt(x) i0(x) beyond.  exp(x) is taken in
 * two halves, for it overflows before the result does. */
static __device__ $V sn_i0_$V($V a)
{
    const $V near[] = {
        -4.41534164647933937950E-18$F, 3.33079451882223809783E-17$F, -2.43127984654795469359E-16$F, 1.71539128555513303061E-15$F,
        -1.16853328779934516808E-14$F, 7.67618549860493561688E-14$F, -4.85644678311192946090E-13$F, 2.95505266312963983461E-12$F,
        -1.72682629144155570723E-11$F, 9.67580903537323691224E-11$F, -5.18979560163526290666E-10$F, 2.65982372468238665035E-9$F,
        -1.30002500998624804212E-8$F, 6.04699502254191894932E-8$F, -2.67079385394061173391E-7$F, 1.11738753912010371815E-6$F,
        -4.41673835845875056359E-6$F, 1.64484480707288970893E-5$F, -5.75419501008210370398E-5$F, 1.88502885095841655729E-4$F,
        -5.76375574538582365885E-4$F, 1.63947561694133579842E-3$F, -4.32430999505057594430E-3$F, 1.05464603945949983183E-2$F,
        -2.37374148058994688156E-2$F, 4.93052842396707084878E-2$F, -9.49010970480476444210E-2$F, 1.71620901522208775349E-1$F,
        -3.04682672343198398683E-1$F, 6.76795274409476084995E-1$F,
    };
    const $V far[] = {
        -7.23318048787475395456E-18$F, -4.83050448594418207126E-18$F, 4.46562142029675999901E-17$F, 3.46122286769746109310E-17$F,
        -2.82762398051658348494E-16$F, -3.42548561967721913462E-16$F, 1.77256013305652638360E-15$F, 3.81168066935262242075E-15$F,
        -9.55484669882830764870E-15$F, -4.15056934728722208663E-14$F, 1.54008621752140982691E-14$F, 3.85277838274214270114E-13$F,
        7.18012445138366623367E-13$F, -1.79417853150680611778E-12$F, -1.32158118404477131188E-11$F, -3.14991652796324136454E-11$F,
        1.18891471078464383424E-11$F, 4.94060238822496958910E-10$F, 3.39623202570838634515E-9$F, 2.26666899049817806459E-8$F,
        2.04891858946906374183E-7$F, 2.89137052083475648297E-6$F, 6.88975834691682398426E-5$F, 3.36911647825569408990E-3$F,
        8.04490411014108831608E-1$F,
    };
    $V x = fabs$F(a), e = exp$F(x / 2);
    $V r = x <= 8 ? sn_chebyshev_$V(x / 2 - 2, near, 30) : sn_chebyshev_$V(32 / x - 2, far, 25) / sqrt$F(x);
    return r * e * e;
}

//@ xlogy f
static __device__ $V sn_xlogy_$V($V a, $V b)
{
    return a == 0 && b == b ? $ZERO : a * log$F(b);
}
