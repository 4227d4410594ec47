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

//@ xlogy f
static __device__ $V sn_xlogy_$V($V a, $V b)
{
    return a == 0 && b == b ? $ZERO : a * log$F(b);
}
