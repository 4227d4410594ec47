// Prelude of generated C: arithmetic, comparison and selection.  README.md describes the format.

//@ where iufm
static inline $V sn_where_$V($M a, $V b, $V c)
{
    return ($V)((a & ($M)b) | (~a & ($M)c));
}

//@ equal m
static inline $V sn_equal_$V($V a, $V b)
{
    return ~(a ^ b);
}

//@ not_equal m
static inline $V sn_not_equal_$V($V a, $V b)
{
    return a ^ b;
}

//@ less m
static inline $V sn_less_$V($V a, $V b)
{
    return ~a & b;
}

//@ less_equal m
static inline $V sn_less_equal_$V($V a, $V b)
{
    return ~a | b;
}

//@ greater m
static inline $V sn_greater_$V($V a, $V b)
{
    return a & ~b;
}

//@ greater_equal m
static inline $V sn_greater_equal_$V($V a, $V b)
{
    return a | ~b;
}

//@ logical_not m
static inline $V sn_logical_not_$V($V a)
{
    return ~a;
}

//@ invert m
static inline $V sn_invert_$V($V a)
{
    return ~a;
}

//@ isnan f
static inline $M sn_isnan_$V($V a)
{
    return ($M)(a != a);
}

//@ isnan ium
static inline $M sn_isnan_$V($V a)
{
    return ($M)(a & 0);
}

//@ isinf f
static inline $M sn_isinf_$V($V a)
{
    return ($M)(sn_absolute_$V(a) == $INF);
}

//@ isinf ium
static inline $M sn_isinf_$V($V a)
{
    return ($M)(a & 0);
}

//@ isfinite f
static inline $M sn_isfinite_$V($V a)
{
    return ($M)(sn_absolute_$V(a) < $INF);
}

//@ isfinite ium
static inline $M sn_isfinite_$V($V a)
{
    return ~($M)(a & 0);
}

//@ minimum f
/* The second of two equal operands, zeros of either sign too, as x86's instruction; NaN wins. */
static inline $V sn_minimum_$V($V a, $V b)
{
    return ($V)(($M)sn_where_$V(($M)(a < b), a, b) | ($M)(a != a));
}

//@ minimum iu
static inline $V sn_minimum_$V($V a, $V b)
{
    return sn_where_$V(($M)(b < a), b, a);
}

//@ maximum f
/* The second of two equal operands, zeros of either sign too, as x86's instruction; NaN wins. */
static inline $V sn_maximum_$V($V a, $V b)
{
    return ($V)(($M)sn_where_$V(($M)(a > b), a, b) | ($M)(a != a));
}

//@ maximum iu
static inline $V sn_maximum_$V($V a, $V b)
{
    return sn_where_$V(($M)(b > a), b, a);
}

//@ fmin f
/* The second of two equal operands, zeros of either sign too; NaN loses. */
static inline $V sn_fmin_$V($V a, $V b)
{
    return sn_where_$V(($M)(a < b) | ($M)(b != b), a, b);
}

//@ fmin iu
static inline $V sn_fmin_$V($V a, $V b)
{
    return sn_minimum_$V(a, b);
}

//@ fmax f
/* The second of two equal operands, zeros of either sign too; NaN loses. */
static inline $V sn_fmax_$V($V a, $V b)
{
    return sn_where_$V(($M)(a > b) | ($M)(b != b), a, b);
}

//@ fmax iu
static inline $V sn_fmax_$V($V a, $V b)
{
    return sn_maximum_$V(a, b);
}

//@ absolute f
static inline $V sn_absolute_$V($V a)
{
    return ($V)(($U)a & ~($U)sn_splat_$V(-$ZERO));
}

//@ absolute i
/* The smallest integer stays itself. */
static inline $V sn_absolute_$V($V a)
{
    return sn_where_$V(($M)(a < 0), -a, a);
}

//@ absolute u
static inline $V sn_absolute_$V($V a)
{
    return a;
}

//@ copysign f
/* Magnitude of a, sign of b. */
static inline $V sn_copysign_$V($V a, $V b)
{
    $U sign = ($U)sn_splat_$V(-$ZERO);
    return ($V)((($U)a & ~sign) | (($U)b & sign));
}

//@ fabs f
static inline $V sn_fabs_$V($V a)
{
    return sn_absolute_$V(a);
}

//@ signbit f
static inline $M sn_signbit_$V($V a)
{
    return ($M)(($I)a < 0);
}

//@ signbit i
static inline $M sn_signbit_$V($V a)
{
    return ($M)(a < 0);
}

//@ signbit um
static inline $M sn_signbit_$V($V a)
{
    return ($M)(a & 0);
}

//@ heaviside f
static inline $V sn_heaviside_$V($V a, $V b)
{
    $V step = sn_where_$V(($M)(a > 0), sn_splat_$V(1), sn_splat_$V(0));
    return sn_where_$V(($M)(a != a), a, sn_where_$V(($M)(a == 0), b, step));
}

//@ degrees f
static inline $V sn_degrees_$V($V a)
{
    return a * (180.0$F / 3.14159265358979323846$F);
}

//@ radians f
static inline $V sn_radians_$V($V a)
{
    return a * (3.14159265358979323846$F / 180.0$F);
}

//@ nextafter f
/* The bits of floats of one sign are in the order of their magnitudes. */
static inline $V sn_nextafter_$V($V a, $V b)
{
    $M away = ~(($M)(a < b) ^ ($M)(a > 0)); /* from zero */
    $V next = ($V)(($U)a - ($U)(away | (~away & 1)));
    next = sn_where_$V(($M)(a == 0), sn_copysign_$V(($V)((($U)a & 0) | 1), b), next);
    next = sn_where_$V(($M)(a == b), b, next);
    return sn_where_$V(($M)(a != a) | ($M)(b != b), a + b, next);
}

//@ spacing f
/* NaN of an infinity, as the bits that follow it are. */
static inline $V sn_spacing_$V($V a)
{
    $V from = sn_where_$V(($M)(a == 0), sn_splat_$V(0), a);
    return ($V)(($U)from + 1) - from;
}

//@ sign f
static inline $V sn_sign_$V($V a)
{
    $V one = sn_where_$V(($M)(a == 0), sn_splat_$V(0), sn_copysign_$V(sn_splat_$V(1), a));
    return sn_where_$V(($M)(a != a), a, one);
}

//@ sign i
static inline $V sn_sign_$V($V a)
{
    return ($V)(a < 0) - ($V)(a > 0);
}

//@ sign u
static inline $V sn_sign_$V($V a)
{
    return ($V)(a != 0) & 1;
}

//@ reciprocal f
static inline $V sn_reciprocal_$V($V a)
{
    return 1 / a;
}

//@ reciprocal i
/* 1, -1 or 0; what NumPy's conversion of an infinity gives for 1 / 0. */
static inline $V sn_reciprocal_$V($V a)
{
    $V unit = ($V)((a == 1) | (a == -1)) & a;
    return unit | (($V)(a == 0) & ($V){$EACH($DIV0)});
}

//@ reciprocal u
static inline $V sn_reciprocal_$V($V a)
{
    return ($V)(a == 1) & 1;
}

//@ left_shift iu
/* 0 for a shift that is negative or past the width. */
static inline $V sn_left_shift_$V($V a, $V b)
{
    $U fits = ($U)(($U)b < $BITS);
    return ($V)((($U)a << (($U)b & ($BITS - 1))) & fits);
}

//@ right_shift i
/* The sign for a shift that is negative or past the width. */
static inline $V sn_right_shift_$V($V a, $V b)
{
    $V most = sn_splat_$V($BITS - 1);
    return a >> sn_where_$V(($M)(($U)b < $BITS), b, most);
}

//@ right_shift u
/* 0 for a shift past the width. */
static inline $V sn_right_shift_$V($V a, $V b)
{
    return (a >> (b & ($BITS - 1))) & ($V)(b < $BITS);
}

//@ quotient i
/* Toward zero; 0 for division by zero; the smallest integer over -1 wraps. */
static inline $V sn_quotient_$V($V a, $V b)
{
    $M zero = ($M)(b == 0), minus = ($M)(b == -1);
    $V t = a / sn_where_$V(zero | minus, sn_splat_$V(1), b);
    return sn_where_$V(minus, -t, t) & ~zero;
}

//@ quotient u
static inline $V sn_quotient_$V($V a, $V b)
{
    $V zero = ($V)(b == 0);
    return (a / (b | (zero & 1))) & ~zero;
}

//@ floor_divide i
/* Towards minus infinity; 0 for division by zero. */
static inline $V sn_floor_divide_$V($V a, $V b)
{
    $V q = sn_quotient_$V(a, b), r = a - q * b;
    return q + (($V)(r != 0) & ($V)((r ^ b) < 0) & ($V)(b != 0));
}

//@ floor_divide u
/* 0 for division by zero. */
static inline $V sn_floor_divide_$V($V a, $V b)
{
    return sn_quotient_$V(a, b);
}

//@ remainder i
/* Sign of b; 0 for division by zero. */
static inline $V sn_remainder_$V($V a, $V b)
{
    $V r = a - sn_quotient_$V(a, b) * b;
    return (r + (b & ($V)(r != 0) & ($V)((r ^ b) < 0))) & ($V)(b != 0);
}

//@ remainder u
/* 0 for division by zero. */
static inline $V sn_remainder_$V($V a, $V b)
{
    return (a - sn_quotient_$V(a, b) * b) & ($V)(b != 0);
}

//@ fmod i
/* Sign of a; 0 for division by zero. */
static inline $V sn_fmod_$V($V a, $V b)
{
    return (a - sn_quotient_$V(a, b) * b) & ($V)(b != 0);
}

//@ fmod u
static inline $V sn_fmod_$V($V a, $V b)
{
    return sn_remainder_$V(a, b);
}

//@ gcd u
/* Euclid's: at most 93 steps, of two neighbours in Fibonacci's series. */
static inline $V sn_gcd_$V($V a, $V b)
{
    $M left;
    while (sn_any_$M(left = ($M)(b != 0))) {
        $V r = sn_remainder_$V(a, b);
        a = sn_where_$V(left, b, a);
        b = r;
    }
    return a;
}

//@ gcd i
/* Of the magnitudes; wraps where the smallest integer is all there is. */
static inline $V sn_gcd_$V($V a, $V b)
{
    return ($V)sn_gcd_$U(($U)sn_absolute_$V(a), ($U)sn_absolute_$V(b));
}

//@ lcm u
/* Wraps; 0 where a or b is 0. */
static inline $V sn_lcm_$V($V a, $V b)
{
    return sn_quotient_$V(a, sn_gcd_$V(a, b)) * b;
}

//@ lcm i
/* Of the magnitudes. */
static inline $V sn_lcm_$V($V a, $V b)
{
    return ($V)sn_lcm_$U(($U)sn_absolute_$V(a), ($U)sn_absolute_$V(b));
}

//@ bitwise_count u
/* Sums of neighbouring bits, pairs, fours, and so on. */
static inline $V sn_bitwise_count_$V($V a)
{
    a -= (a >> 1) & ($HIGHEST / 3);
    a = (a & ($HIGHEST / 5)) + ((a >> 2) & ($HIGHEST / 5));
    a = (a + (a >> 4)) & ($HIGHEST / 17);
    for (int bits = 8; bits < $BITS; bits *= 2) a += a >> bits;
    return a & 127;
}

//@ bitwise_count i
/* As above: the masks clear what the shifts bring in.  (All in signed vectors: gcc 12 narrows the result one
 * lane at a time when its sign was changed just before.) */
static inline $V sn_bitwise_count_$V($V a)
{
    a = sn_absolute_$V(a);
    a -= (a >> 1) & ($HIGHEST / 3 * 2 + 1);
    a = (a & ($HIGHEST / 5 * 2 + 1)) + ((a >> 2) & ($HIGHEST / 5 * 2 + 1));
    a = (a + (a >> 4)) & ($HIGHEST / 17 * 2 + 1);
    for (int bits = 8; bits < $BITS; bits *= 2) a += a >> bits;
    return a & 127;
}

//@ power u
/* Wraps. */
static inline $V sn_power_$V($V a, $V b)
{
    $V r = sn_splat_$V(1);
    while (sn_any_$M(($M)(b != 0))) {
        r = sn_where_$V(($M)((b & 1) != 0), r * a, r);
        a *= a;
        b >>= 1;
    }
    return r;
}

//@ power i
/* Wraps.  A negative exponent gives the exact result cut to an integer: 1, -1 or 0. */
static inline $V sn_power_$V($V a, $V b)
{
    $V unit = ($V)((a == 1) | (a == -1)) & a;
    $M negative = ($M)(b < 0);
    a = sn_where_$V(negative, unit, a);
    b = sn_where_$V(negative, 2 + (b & 1), b);
    return ($V)sn_power_$U(($U)a, ($U)b);
}

//@ any m
/* Whether some lane is true. */
static inline int sn_any_$V($V a)
{
    i8v narrow = sn_cast_i8v_$I(a);
    u64 t[($N + 7) / 8] = {0}, any = 0;
    __builtin_memcpy(t, &narrow, $N);
    for (int i = 0; i < ($N + 7) / 8; i++) any |= t[i];
    return any != 0;
}
