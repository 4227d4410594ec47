// Prelude of generated C: rounding and functions of floating point.  README.md describes the format.
//
// Loops over lanes around one builtin compile to the one instruction for all of them; a test reads the
// assembly.  The transcendental functions are SLEEF's, called through slots that the loader fills.

//@ call1_* f vector
static inline $V sn_call1_$R_$V($V a)
{
    return (($V (*)($V))sn_import_slots[$IMPORT])(a);
}

//@ call2_* f vector
static inline $V sn_call2_$R_$V($V a, $V b)
{
    return (($V (*)($V, $V))sn_import_slots[$IMPORT])(a, b);
}

//@ call1_* f lanes
static inline $V sn_call1_$R_$V($V a)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = (($T (*)($T))sn_import_slots[$IMPORT])(a[i]);
    return r;
}

//@ call2_* f lanes
static inline $V sn_call2_$R_$V($V a, $V b)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = (($T (*)($T, $T))sn_import_slots[$IMPORT])(a[i], b[i]);
    return r;
}

//@ sqrt f
static inline $V sn_sqrt_$V($V a)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = __builtin_sqrt$F(a[i]);
    return r;
}

//@ floor f
static inline $V sn_floor_$V($V a)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = __builtin_floor$F(a[i]);
    return r;
}

//@ ceil f
static inline $V sn_ceil_$V($V a)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = __builtin_ceil$F(a[i]);
    return r;
}

//@ trunc f
static inline $V sn_trunc_$V($V a)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = __builtin_trunc$F(a[i]);
    return r;
}

//@ rint f
static inline $V sn_rint_$V($V a)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = __builtin_rint$F(a[i]);
    return r;
}

//@ fma f
static inline $V sn_fma_$V($V a, $V b, $V c)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = __builtin_fma$F(a[i], b[i], c[i]);
    return r;
}

//@ fmod_near f
/* r mod b, exact, for 0 <= r and r / b below 2^$MANTISSA: a quotient that was rounded up is one too large. */
static inline $V sn_fmod_near_$V($V r, $V b)
{
    r = sn_fma_$V(-sn_trunc_$V(r / b), b, r);
    return sn_where_$V(($M)(r < 0), r + b, r);
}

//@ fmod_far f
/* r mod a multiple of b that is near r. */
static inline $V sn_fmod_far_$V($V r, $V b)
{
    $M far;
    while (sn_any_$M(far = ($M)(r >= b * $FAR) & ($M)(r < $INF))) b = sn_where_$V(far, b * $FAR, b);
    return sn_fmod_near_$V(r, b);
}

//@ fmod f fma
/* C's fmod: exact, sign of a. */
static inline $V sn_fmod_$V($V a, $V b)
{
    $V r = sn_absolute_$V(a), m = sn_absolute_$V(b);
    $M far;
    while (sn_any_$M(far = ($M)(r >= m * $FAR) & ($M)(r < $INF) & ($M)(m > 0)))
        r = sn_where_$V(far, sn_fmod_far_$V(r, sn_where_$V(far, m, sn_splat_$V($INF))), r);
    r = sn_where_$V(($M)(m == $INF) & ($M)(r < $INF), r, sn_fmod_near_$V(r, m));
    return sn_copysign_$V(r, a);
}

//@ fmod f nofma
/* C's fmod: exact, sign of a. */
static inline $V sn_fmod_$V($V a, $V b)
{
    $V r;
    for (int i = 0; i < $N; i++) r[i] = __builtin_fmod$F(a[i], b[i]);
    return r;
}

//@ remainder f
/* As Python's and NumPy's: sign of b. */
static inline $V sn_remainder_$V($V a, $V b)
{
    $V r = sn_fmod_$V(a, b);
    $V moved = sn_where_$V(($M)(b < 0) ^ ($M)(r < 0), r + b, r);
    return sn_where_$V(($M)(r == 0), sn_copysign_$V(sn_splat_$V(0), b), moved);
}

//@ floor_divide f
/* As Python's and NumPy's: from the remainder, so that both agree. */
static inline $V sn_floor_divide_$V($V a, $V b)
{
    $V r = sn_fmod_$V(a, b), q = (a - r) / b, zero = sn_splat_$V(0);
    q = sn_where_$V(($M)(r != 0) & (($M)(b < 0) ^ ($M)(r < 0)), q - 1, q);
    $V whole = sn_floor_$V(q);
    whole = sn_where_$V(($M)(q - whole > $HALF), whole + 1, whole);
    whole = sn_where_$V(($M)(q == 0), sn_copysign_$V(zero, a / b), whole);
    return sn_where_$V(($M)(b == 0), a / b, whole);
}

//@ power_of_2 f
/* Of a whole number whose power is a normal float. */
static inline $V sn_power_of_2_$V($V n)
{
    return ($V)(($U)(sn_cast_$I_$V(n) + $EMAX) << ($MANTISSA - 1));
}

//@ ldexp f
/* In steps that are exact, so that a result below the normal floats is rounded once. */
static inline $V sn_ldexp_$V($V a, $V b)
{
    $V most = sn_splat_$V($EMAX), least = 1 - most, zero = sn_splat_$V(0);
    const int steps = sn_any_$M(($M)(b > most) | ($M)(b < least)) ? 2 : 0;
    b = sn_minimum_$V(sn_maximum_$V(b, 3 * least), 3 * most);
    for (int i = 0; i < steps; i++) {
        $V step = sn_where_$V(($M)(b > most), most, sn_where_$V(($M)(b < least), least + $MANTISSA, zero));
        a *= sn_power_of_2_$V(step);
        b -= step;
    }
    return a * sn_power_of_2_$V(sn_minimum_$V(sn_maximum_$V(b, least), most));
}

//@ arctan2 f
static inline $V sn_arctan2_$V($V a, $V b)
{
    return sn_call2_atan2_u10_$V(a, b);
}

//@ hypot f
static inline $V sn_hypot_$V($V a, $V b)
{
    return sn_call2_hypot_u05_$V(a, b);
}

//@ cbrt f
static inline $V sn_cbrt_$V($V a)
{
    return sn_call1_cbrt_u10_$V(a);
}

//@ exp2 f
static inline $V sn_exp2_$V($V a)
{
    return sn_call1_exp2_u10_$V(a);
}

//@ expm1 f
static inline $V sn_expm1_$V($V a)
{
    return sn_call1_expm1_u10_$V(a);
}

//@ log f
static inline $V sn_log_$V($V a)
{
    return sn_call1_log_u10_$V(a);
}

//@ log2 f
static inline $V sn_log2_$V($V a)
{
    return sn_call1_log2_u10_$V(a);
}

//@ log10 f
static inline $V sn_log10_$V($V a)
{
    return sn_call1_log10_u10_$V(a);
}

//@ sin f
static inline $V sn_sin_$V($V a)
{
    return sn_call1_sin_u10_$V(a);
}

//@ cos f
static inline $V sn_cos_$V($V a)
{
    return sn_call1_cos_u10_$V(a);
}

//@ tan f
static inline $V sn_tan_$V($V a)
{
    return sn_call1_tan_u10_$V(a);
}

//@ arcsin f
static inline $V sn_arcsin_$V($V a)
{
    return sn_call1_asin_u10_$V(a);
}

//@ arccos f
static inline $V sn_arccos_$V($V a)
{
    return sn_call1_acos_u10_$V(a);
}

//@ arctan f
static inline $V sn_arctan_$V($V a)
{
    return sn_call1_atan_u10_$V(a);
}

//@ tanh f
static inline $V sn_tanh_$V($V a)
{
    return sn_call1_tanh_u10_$V(a);
}

//@ arctanh f
static inline $V sn_arctanh_$V($V a)
{
    return sn_call1_atanh_u10_$V(a);
}

//@ erf f
static inline $V sn_erf_$V($V a)
{
    return sn_call1_erf_u10_$V(a);
}

//@ erfc f
static inline $V sn_erfc_$V($V a)
{
    return sn_call1_erfc_u15_$V(a);
}

//@ gamma f
/* SLEEF's, whose zeros far below zero lack their sign: minus where the next whole number down is odd. */
static inline $V sn_gamma_$V($V a)
{
    $V r = sn_call1_tgamma_u10_$V(a), half = sn_floor_$V(a) / 2;
    $M minus = ($M)(r == 0) & ($M)(a < 0) & ($M)(sn_floor_$V(half) != half);
    return sn_where_$V(minus, sn_splat_$V(-$ZERO), r);
}

//@ gammaln f
/* As SciPy's: minus infinity stays. */
static inline $V sn_gammaln_$V($V a)
{
    return sn_where_$V(($M)(a == -$INF), a, sn_call1_lgamma_u10_$V(a));
}

//@ expit f
static inline $V sn_expit_$V($V a)
{
    $V e = sn_exp_$V(-sn_absolute_$V(a));
    return sn_where_$V(($M)(a < 0), e, sn_splat_$V(1)) / (1 + e);
}

//@ logit f
/* Near one half, where log cancels, from the distance to it. */
static inline $V sn_logit_$V($V a)
{
    $M near = ($M)(a > 0.25$F) & ($M)(a < 0.75$F);
    $V s = sn_where_$V(near, 2 * a - 1, sn_splat_$V(0)), r = sn_log_$V(a / (1 - a));
    return sn_where_$V(near, sn_log1p_$V(s) - sn_log1p_$V(-s), r);
}

//@ chebyshev f
/* Clenshaw's sum of a series of Chebyshev polynomials, the highest first. */
static inline $V sn_chebyshev_$V($V x, const $T *c, int n)
{
    $V b0 = sn_splat_$V(c[0]), b1 = sn_splat_$V(0), b2 = b1;
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
static inline $V sn_i0_$V($V a)
{
    static const $T near[] = {
        -4.41534164647933937950E-18$F, 3.33079451882223809783E-17$F, -2.43127984654795469359E-16$F, 1.71539128555513303061E-15$F,
        -1.16853328779934516808E-14$F, 7.67618549860493561688E-14$F, -4.85644678311192946090E-13$F, 2.95505266312963983461E-12$F,
        -1.72682629144155570723E-11$F, 9.67580903537323691224E-11$F, -5.18979560163526290666E-10$F, 2.65982372468238665035E-9$F,
        -1.30002500998624804212E-8$F, 6.04699502254191894932E-8$F, -2.67079385394061173391E-7$F, 1.11738753912010371815E-6$F,
        -4.41673835845875056359E-6$F, 1.64484480707288970893E-5$F, -5.75419501008210370398E-5$F, 1.88502885095841655729E-4$F,
        -5.76375574538582365885E-4$F, 1.63947561694133579842E-3$F, -4.32430999505057594430E-3$F, 1.05464603945949983183E-2$F,
        -2.37374148058994688156E-2$F, 4.93052842396707084878E-2$F, -9.49010970480476444210E-2$F, 1.71620901522208775349E-1$F,
        -3.04682672343198398683E-1$F, 6.76795274409476084995E-1$F,
    };
    static const $T far[] = {
        -7.23318048787475395456E-18$F, -4.83050448594418207126E-18$F, 4.46562142029675999901E-17$F, 3.46122286769746109310E-17$F,
        -2.82762398051658348494E-16$F, -3.42548561967721913462E-16$F, 1.77256013305652638360E-15$F, 3.81168066935262242075E-15$F,
        -9.55484669882830764870E-15$F, -4.15056934728722208663E-14$F, 1.54008621752140982691E-14$F, 3.85277838274214270114E-13$F,
        7.18012445138366623367E-13$F, -1.79417853150680611778E-12$F, -1.32158118404477131188E-11$F, -3.14991652796324136454E-11$F,
        1.18891471078464383424E-11$F, 4.94060238822496958910E-10$F, 3.39623202570838634515E-9$F, 2.26666899049817806459E-8$F,
        2.04891858946906374183E-7$F, 2.89137052083475648297E-6$F, 6.88975834691682398426E-5$F, 3.36911647825569408990E-3$F,
        8.04490411014108831608E-1$F,
    };
    $V x = sn_absolute_$V(a), e = sn_exp_$V(x / 2);
    $V r = sn_chebyshev_$V(x / 2 - 2, near, 30), s = sn_chebyshev_$V(32 / x - 2, far, 25) / sn_sqrt_$V(x);
    return sn_where_$V(($M)(x <= 8), r, s) * e * e;
}

//@ xlogy f
static inline $V sn_xlogy_$V($V a, $V b)
{
    return sn_where_$V(($M)(a == 0) & ($M)(b == b), sn_splat_$V(0), a * sn_log_$V(b));
}

// Where SLEEF is wrong (found against glibc in more precision): exp just below its largest argument, and
// log1p, arcsinh, arccosh, sinh, cosh and power where a step inside them overflows before the result does.

//@ exp f4
static inline $V sn_exp_$V($V a)
{
    return sn_call1_exp_u10_$V(a);
}

//@ exp f8
/* SLEEF overflows 2e-6 too early; exp(9.46875) is a float64 to within 0.0003 ULP. */
static inline $V sn_exp_$V($V a)
{
    $M end = ($M)(a > 709.7827);
    $V r = sn_call1_exp_u10_$V(a - sn_where_$V(end, sn_splat_$V(9.46875), sn_splat_$V(0)));
    return r * sn_where_$V(end, sn_splat_$V(0x1.94a587ac6b7d3p+13), sn_splat_$V(1));
}

//@ exp_half f4
/* exp(a) / 2 where exp(a) overflows; exp(47.9375) / 2 is a float32 to within 0.0002 ULP. */
static inline $V sn_exp_half_$V($V a)
{
    return sn_call1_exp_u10_$V(a - 47.9375f) * 0x1.1ddd9cp+68f;
}

//@ exp_half f8
/* exp(a) / 2 where exp(a) overflows; exp(461.6875) / 2 is a float64 to within 0.0001 ULP. */
static inline $V sn_exp_half_$V($V a)
{
    return sn_call1_exp_u10_$V(a - 461.6875) * 0x1.0d85fd2531a71p+665;
}

//@ sinh f
static inline $V sn_sinh_$V($V a)
{
    $V r = sn_call1_sinh_u10_$V(a), m = sn_absolute_$V(a);
    $M far = ($M)(m > $EXPEND);
    if (sn_any_$M(far)) r = sn_where_$V(far, sn_copysign_$V(sn_exp_half_$V(m), a), r);
    return r;
}

//@ cosh f
static inline $V sn_cosh_$V($V a)
{
    $V r = sn_call1_cosh_u10_$V(a), m = sn_absolute_$V(a);
    $M far = ($M)(m > $EXPEND);
    if (sn_any_$M(far)) r = sn_where_$V(far, sn_exp_half_$V(m), r);
    return r;
}

//@ log1p f
static inline $V sn_log1p_$V($V a)
{
    $V r = sn_call1_log1p_u10_$V(a);
    $M far = ($M)(a > $HUGE);
    if (sn_any_$M(far)) r = sn_where_$V(far, sn_log_$V(a), r);
    return r;
}

//@ lost f
/* The exponent of what is added to m, minus infinity where the sum is m whatever it is: on the way to what is so
 * small are values below the normal floats, which take a processor ten times as long. */
static inline $V sn_lost_$V($V exponent, $V m)
{
    return sn_where_$V(($M)(exponent < -4 - $MANTISSA) & ($M)(sn_absolute_$V(m) > 1), sn_splat_$V(-$INF), exponent);
}

//@ logaddexp f
static inline $V sn_logaddexp_$V($V a, $V b)
{
    $V less = sn_where_$V(($M)(a == b), sn_splat_$V(0), -sn_absolute_$V(a - b)), m = sn_maximum_$V(a, b);
    return m + sn_log1p_$V(sn_exp_$V(sn_lost_$V(less, m)));
}

//@ logaddexp2 f
static inline $V sn_logaddexp2_$V($V a, $V b)
{
    $V less = sn_where_$V(($M)(a == b), sn_splat_$V(0), -sn_absolute_$V(a - b)), m = sn_maximum_$V(a, b);
    return m + sn_log1p_$V(sn_exp2_$V(sn_lost_$V(less, m))) * 1.4426950408889634074$F;
}

//@ log_twice f
/* log(2 * a), for a too large to be squared. */
static inline $V sn_log_twice_$V($V a)
{
    $M huge = ($M)(a > $HUGE);
    return sn_log_$V(sn_where_$V(huge, a, a + a)) + sn_where_$V(huge, sn_splat_$V(0x1.62e42fefa39efp-1$F), sn_splat_$V(0));
}

//@ arcsinh f
static inline $V sn_arcsinh_$V($V a)
{
    $V r = sn_call1_asinh_u10_$V(a), m = sn_absolute_$V(a);
    $M far = ($M)(m > $LARGE);
    if (sn_any_$M(far)) r = sn_where_$V(far, sn_copysign_$V(sn_log_twice_$V(m), a), r);
    return r;
}

//@ arccosh f
static inline $V sn_arccosh_$V($V a)
{
    $V r = sn_call1_acosh_u10_$V(a);
    $M far = ($M)(a > $LARGE);
    if (sn_any_$M(far)) r = sn_where_$V(far, sn_log_twice_$V(a), r);
    return r;
}

//@ power f4
static inline $V sn_power_$V($V a, $V b)
{
    return sn_call2_pow_u10_$V(a, b);
}

//@ power f8
/* SLEEF overflows 2e-6 too early: an infinity is computed again as the square of a power half as large. */
static inline $V sn_power_$V($V a, $V b)
{
    $V r = sn_call2_pow_u10_$V(a, b), m = sn_absolute_$V(a);
    $M far = ($M)(sn_absolute_$V(r) == $INF) & ($M)(m < $INF) & ($M)(m > 0) & ($M)(sn_absolute_$V(b) < $INF);
    if (sn_any_$M(far)) {
        $V half = sn_call2_pow_u10_$V(m, b / 2);
        r = sn_where_$V(far, sn_copysign_$V(half * half, r), r);
    }
    return sn_where_$V(($M)(b == 1), a, r);
}
