// Prelude of generated CUDA C: arithmetic, comparison, selection, casts.  ../c/README.md describes the format.
//
// Values are scalars and a bool is a byte that holds 0 or 1.  Integers wrap through unsigned types; what C
// leaves undefined (shifts, division, conversions) is defined as the C prelude defines it.

//@ where iufb
static __device__ $V sn_where_$V(b8 a, $V b, $V c)
{
    return a ? b : c;
}

//@ equal b
static __device__ b8 sn_equal_$V(b8 a, b8 b)
{
    return a == b;
}

//@ not_equal b
static __device__ b8 sn_not_equal_$V(b8 a, b8 b)
{
    return a != b;
}

//@ less b
static __device__ b8 sn_less_$V(b8 a, b8 b)
{
    return a < b;
}

//@ less_equal b
static __device__ b8 sn_less_equal_$V(b8 a, b8 b)
{
    return a <= b;
}

//@ greater b
static __device__ b8 sn_greater_$V(b8 a, b8 b)
{
    return a > b;
}

//@ greater_equal b
static __device__ b8 sn_greater_equal_$V(b8 a, b8 b)
{
    return a >= b;
}

//@ logical_not b
static __device__ b8 sn_logical_not_$V(b8 a)
{
    return !a;
}

//@ invert b
static __device__ b8 sn_invert_$V(b8 a)
{
    return !a;
}

//@ isnan f
static __device__ b8 sn_isnan_$V($V a)
{
    return a != a;
}

//@ isnan iub
static __device__ b8 sn_isnan_$V($V a)
{
    return (void)a, 0;
}

//@ isinf f
static __device__ b8 sn_isinf_$V($V a)
{
    return fabs$F(a) == $INF;
}

//@ isinf iub
static __device__ b8 sn_isinf_$V($V a)
{
    return (void)a, 0;
}

//@ isfinite f
static __device__ b8 sn_isfinite_$V($V a)
{
    return fabs$F(a) < $INF;
}

//@ isfinite iub
static __device__ b8 sn_isfinite_$V($V a)
{
    return (void)a, 1;
}

//@ minimum f
/* The second of two equal operands, zeros of either sign too; NaN wins. */
static __device__ $V sn_minimum_$V($V a, $V b)
{
    return a < b || a != a ? a : b;
}

//@ minimum iu
static __device__ $V sn_minimum_$V($V a, $V b)
{
    return b < a ? b : a;
}

//@ maximum f
/* The second of two equal operands, zeros of either sign too; NaN wins. */
static __device__ $V sn_maximum_$V($V a, $V b)
{
    return a > b || a != a ? a : b;
}

//@ maximum iu
static __device__ $V sn_maximum_$V($V a, $V b)
{
    return b > a ? b : a;
}

//@ fmin f
/* The second of two equal operands, zeros of either sign too; NaN loses. */
static __device__ $V sn_fmin_$V($V a, $V b)
{
    return a < b || b != b ? a : b;
}

//@ fmin iu
static __device__ $V sn_fmin_$V($V a, $V b)
{
    return b < a ? b : a;
}

//@ fmax f
/* The second of two equal operands, zeros of either sign too; NaN loses. */
static __device__ $V sn_fmax_$V($V a, $V b)
{
    return a > b || b != b ? a : b;
}

//@ fmax iu
static __device__ $V sn_fmax_$V($V a, $V b)
{
    return b > a ? b : a;
}

//@ copysign f
static __device__ $V sn_copysign_$V($V a, $V b)
{
    return copysign$F(a, b);
}

//@ fabs f
static __device__ $V sn_fabs_$V($V a)
{
    return fabs$F(a);
}

//@ signbit f
static __device__ b8 sn_signbit_$V($V a)
{
    return copysign$F(($V)1, a) < 0;
}

//@ signbit i
static __device__ b8 sn_signbit_$V($V a)
{
    return a < 0;
}

//@ signbit ub
static __device__ b8 sn_signbit_$V($V a)
{
    return (void)a, 0;
}

//@ heaviside f
static __device__ $V sn_heaviside_$V($V a, $V b)
{
    return a != a ? a : a == 0 ? b : a > 0;
}

//@ degrees f
static __device__ $V sn_degrees_$V($V a)
{
    return a * (180.0$F / 3.14159265358979323846$F);
}

//@ radians f
static __device__ $V sn_radians_$V($V a)
{
    return a * (3.14159265358979323846$F / 180.0$F);
}

//@ nextafter f
static __device__ $V sn_nextafter_$V($V a, $V b)
{
    return nextafter$F(a, b);
}

//@ spacing f
/* NaN of an infinity. */
static __device__ $V sn_spacing_$V($V a)
{
    $V from = a == 0 ? $ZERO : a;
    return nextafter$F(from, copysign$F($INF, from)) - from;
}

//@ absolute f
static __device__ $V sn_absolute_$V($V a)
{
    return fabs$F(a);
}

//@ absolute i
/* The smallest integer stays itself. */
static __device__ $V sn_absolute_$V($V a)
{
    return a < 0 ? ($V)(0 - ($U)a) : a;
}

//@ absolute u
static __device__ $V sn_absolute_$V($V a)
{
    return a;
}

//@ sign f
static __device__ $V sn_sign_$V($V a)
{
    return a != a ? a : a == 0 ? $ZERO : copysign$F(($V)1, a);
}

//@ sign i
static __device__ $V sn_sign_$V($V a)
{
    return (a > 0) - (a < 0);
}

//@ sign u
static __device__ $V sn_sign_$V($V a)
{
    return a != 0;
}

//@ reciprocal f
static __device__ $V sn_reciprocal_$V($V a)
{
    return 1 / a;
}

//@ reciprocal i
/* 1, -1 or 0; what NumPy's conversion of an infinity gives for 1 / 0. */
static __device__ $V sn_reciprocal_$V($V a)
{
    return a == 0 ? $DIV0 : a == 1 || a == -1 ? a : 0;
}

//@ reciprocal u
static __device__ $V sn_reciprocal_$V($V a)
{
    return a == 1;
}

//@ left_shift iu
/* 0 for a shift that is negative or past the width. */
static __device__ $V sn_left_shift_$V($V a, $V b)
{
    return ($U)b < $BITS ? ($V)(($U)a << b) : 0;
}

//@ right_shift i
/* The sign for a shift that is negative or past the width. */
static __device__ $V sn_right_shift_$V($V a, $V b)
{
    return a >> (($U)b < $BITS ? b : $BITS - 1);
}

//@ right_shift u
/* 0 for a shift past the width. */
static __device__ $V sn_right_shift_$V($V a, $V b)
{
    return b < $BITS ? a >> b : 0;
}

//@ floor_divide i
/* Towards minus infinity; 0 for division by zero; the smallest integer over -1 wraps. */
static __device__ $V sn_floor_divide_$V($V a, $V b)
{
    if (b == 0) return 0;
    if (b == -1) return ($V)(0 - ($U)a);
    return a / b - (a % b != 0 && (a ^ b) < 0);
}

//@ floor_divide u
/* 0 for division by zero. */
static __device__ $V sn_floor_divide_$V($V a, $V b)
{
    return b ? a / b : 0;
}

//@ floor_divide f
/* As Python's and NumPy's: from the remainder, so that both agree. */
static __device__ $V sn_floor_divide_$V($V a, $V b)
{
    if (b == 0) return a / b;
    $V r = fmod$F(a, b), q = (a - r) / b;
    if (r != 0 && (b < 0) != (r < 0)) q -= 1;
    if (q == 0) return copysign$F($ZERO, a / b);
    $V whole = floor$F(q);
    return q - whole > $HALF ? whole + 1 : whole;
}

//@ remainder i
/* Sign of b; 0 for division by zero. */
static __device__ $V sn_remainder_$V($V a, $V b)
{
    if (b == 0 || b == -1) return 0;
    $V r = a % b;
    return r != 0 && (r ^ b) < 0 ? r + b : r;
}

//@ remainder u
/* 0 for division by zero. */
static __device__ $V sn_remainder_$V($V a, $V b)
{
    return b ? a % b : 0;
}

//@ remainder f
/* As Python's and NumPy's: sign of b. */
static __device__ $V sn_remainder_$V($V a, $V b)
{
    $V r = fmod$F(a, b);
    if (r == 0) return copysign$F($ZERO, b);
    return (b < 0) != (r < 0) ? r + b : r;
}

//@ fmod i
/* Sign of a; 0 for division by zero. */
static __device__ $V sn_fmod_$V($V a, $V b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

//@ fmod u
static __device__ $V sn_fmod_$V($V a, $V b)
{
    return b ? a % b : 0;
}

//@ fmod f
static __device__ $V sn_fmod_$V($V a, $V b)
{
    return fmod$F(a, b);
}

//@ gcd u
static __device__ $V sn_gcd_$V($V a, $V b)
{
    while (b) {
        $V r = a % b;
        a = b;
        b = r;
    }
    return a;
}

//@ gcd i
/* Of the magnitudes; wraps where the smallest integer is all there is. */
static __device__ $V sn_gcd_$V($V a, $V b)
{
    return ($V)sn_gcd_$U(($U)sn_absolute_$V(a), ($U)sn_absolute_$V(b));
}

//@ lcm u124
/* Wraps; 0 where a or b is 0. */
static __device__ $V sn_lcm_$V($V a, $V b)
{
    return a ? ($V)((u32)(a / sn_gcd_$V(a, b)) * b) : 0;
}

//@ lcm u8
/* Wraps; 0 where a or b is 0. */
static __device__ $V sn_lcm_$V($V a, $V b)
{
    return a ? a / sn_gcd_$V(a, b) * b : 0;
}

//@ lcm i
/* Of the magnitudes. */
static __device__ $V sn_lcm_$V($V a, $V b)
{
    return ($V)sn_lcm_$U(($U)sn_absolute_$V(a), ($U)sn_absolute_$V(b));
}

//@ bitwise_count u
static __device__ $V sn_bitwise_count_$V($V a)
{
    return ($V)__popcll(a);
}

//@ bitwise_count i
static __device__ $V sn_bitwise_count_$V($V a)
{
    return ($V)__popcll(($U)sn_absolute_$V(a));
}

//@ power u124
/* Wraps. */
static __device__ $V sn_power_$V($V a, $V b)
{
    u32 r = 1, square = a;
    for (; b; b >>= 1, square *= square)
        if (b & 1) r *= square;
    return ($V)r;
}

//@ power u8
/* Wraps. */
static __device__ $V sn_power_$V($V a, $V b)
{
    $V r = 1;
    for (; b; b >>= 1, a *= a)
        if (b & 1) r *= a;
    return r;
}

//@ power i
/* Wraps.  A negative exponent gives the exact result cut to an integer: 1, -1 or 0. */
static __device__ $V sn_power_$V($V a, $V b)
{
    if (b < 0 && a != 1 && a != -1) return 0;
    if (b < 0) b = 2 + (b & 1);
    return ($V)sn_power_$U(($U)a, ($U)b);
}

// ---- casts: sn_cast_<to>_<from>, as the graph's rule defines them for every input -------------------------

//@ cast i8 from=f
static __device__ $V sn_cast_$V_$W($W a)
{
    return a >= -$LIMIT && a < $LIMIT ? ($V)a : $LOWEST;
}

//@ cast i4 from=f
static __device__ $V sn_cast_$V_$W($W a)
{
    return a >= -$LIMIT && a < $LIMIT ? ($V)a : $LOWEST;
}

//@ cast u8 from=f
static __device__ $V sn_cast_$V_$W($W a)
{
    return a >= $LIMIT ? ($V)sn_cast_i64_$W(a - $LIMIT) ^ 0x8000000000000000u : ($V)sn_cast_i64_$W(a);
}

//@ cast u4 from=f
static __device__ $V sn_cast_$V_$W($W a)
{
    return ($V)sn_cast_i64_$W(a);
}

//@ cast iu12 from=f
static __device__ $V sn_cast_$V_$W($W a)
{
    return ($V)sn_cast_i32_$W(a);
}

//@ cast b from=iuf
static __device__ b8 sn_cast_$V_$W($W a)
{
    return a != 0;
}

//@ cast iuf from=iufb
static __device__ $V sn_cast_$V_$W($W a)
{
    return ($V)a;
}
