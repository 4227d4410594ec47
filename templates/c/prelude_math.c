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

//@ power f
static inline $V sn_power_$V($V a, $V b)
{
    return sn_call2_pow_u10_$V(a, b);
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

//@ exp f
static inline $V sn_exp_$V($V a)
{
    return sn_call1_exp_u10_$V(a);
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

//@ log1p f
static inline $V sn_log1p_$V($V a)
{
    return sn_call1_log1p_u10_$V(a);
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

//@ sinh f
static inline $V sn_sinh_$V($V a)
{
    return sn_call1_sinh_u10_$V(a);
}

//@ cosh f
static inline $V sn_cosh_$V($V a)
{
    return sn_call1_cosh_u10_$V(a);
}

//@ tanh f
static inline $V sn_tanh_$V($V a)
{
    return sn_call1_tanh_u10_$V(a);
}

//@ arcsinh f
static inline $V sn_arcsinh_$V($V a)
{
    return sn_call1_asinh_u10_$V(a);
}

//@ arccosh f
static inline $V sn_arccosh_$V($V a)
{
    return sn_call1_acosh_u10_$V(a);
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
