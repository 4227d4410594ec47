/* What the expressions of isa.def call. */
#ifndef SIM_ARITHMETIC_H
#define SIM_ARITHMETIC_H

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "simgpu.h"

/* The expression of x, y and z, rounded that way; volatile keeps the operation between the two calls. */
#define ROUNDED(way, T, value, p, q, r)                                                                      \
    __extension__({                                                                                          \
        volatile T x_ = (T)(p), y_ = (T)(q), z_ = (T)(r);                                                    \
        fesetround(way);                                                                                     \
        const T x = x_, y = y_, z = z_;                                                                      \
        (void)x, (void)y, (void)z;                                                                           \
        volatile T rounded = value;                                                                          \
        fesetround(FE_TONEAREST);                                                                            \
        rounded;                                                                                             \
    })
#define ROUNDED_FROM(way, T, S, p)                                                                           \
    __extension__({                                                                                          \
        volatile S x_ = p;                                                                                   \
        fesetround(way);                                                                                     \
        volatile T rounded = (T)x_;                                                                          \
        fesetround(FE_TONEAREST);                                                                            \
        rounded;                                                                                             \
    })

/* ---- integers ---- */

static inline s32 clamp_s32(s64 v)
{
    return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (s32)v;
}

static inline u32 add_carry32(u32 a, u32 b, u32 in, u32 *out)
{
    u64 sum = (u64)a + b + in;
    *out = (u32)(sum >> 32);
    return (u32)sum;
}

static inline u32 sub_borrow32(u32 a, u32 b, u32 in, u32 *out)
{
    u64 difference = (u64)a - b - in;
    *out = difference >> 63 != 0;
    return (u32)difference;
}

static inline u64 add_carry64(u64 a, u64 b, u32 in, u32 *out)
{
    unsigned __int128 sum = (unsigned __int128)a + b + in;
    *out = (u32)(sum >> 64);
    return (u64)sum;
}

static inline u64 sub_borrow64(u64 a, u64 b, u32 in, u32 *out)
{
    unsigned __int128 difference = (unsigned __int128)a - b - in;
    *out = difference >> 127 != 0;
    return (u64)difference;
}

static inline u64 mul_hi_u64(u64 a, u64 b)
{
    return (u64)((unsigned __int128)a * b >> 64);
}

static inline s64 mul_hi_s64(s64 a, s64 b)
{
    return (s64)((__int128)a * b >> 64);
}

static inline s32 dot4(u32 a, u32 b, bool a_signed, bool b_signed)
{
    s32 sum = 0;
    for (int k = 0; k < 32; k += 8) {
        s32 x = a_signed ? (s8)(a >> k) : (u8)(a >> k), y = b_signed ? (s8)(b >> k) : (u8)(b >> k);
        sum += x * y;
    }
    return sum;
}

/* ---- bits ---- */

/* bfe: `count` bits from `from` on; both are bytes. */
static inline u64 bits_u64(u64 a, u32 from, u32 count, u32 width)
{
    from &= 255, count &= 255;
    if (count == 0 || from >= width) return 0;
    if (count > width - from) count = width - from;
    return a >> from & (count == 64 ? ~(u64)0 : ((u64)1 << count) - 1);
}

/* Above the operand's own bits stands its sign. */
static inline s64 bits_s64(s64 a, u32 from, u32 count, u32 width)
{
    from &= 255, count &= 255;
    if (count == 0) return 0;
    if (from >= width) return a < 0 ? -1 : 0;
    if (count > width - from) count = width - from;
    return (s64)((u64)a << (64 - from - count)) >> (64 - count);
}

static inline u64 insert_bits(u64 a, u64 b, u32 from, u32 count, u32 width)
{
    from &= 255, count &= 255;
    if (count == 0 || from >= width) return b;
    u64 mask = (count >= 64 ? ~(u64)0 : ((u64)1 << count) - 1) << from;
    return (a << from & mask) | (b & ~mask);
}

static inline u32 top_bit(u64 a)
{
    return a ? 63 - (u32)__builtin_clzll(a) : ~0u;
}

static inline u64 reverse_bits(u64 a)
{
    u64 r = 0;
    for (int k = 0; k < 64; k++) r |= (a >> k & 1) << (63 - k);
    return r;
}

static inline u32 permute_bytes(u32 a, u32 b, u32 choice)
{
    u64 both = (u64)b << 32 | a;
    u32 r = 0;
    for (u32 k = 0; k < 4; k++) {
        u32 pick = choice >> (4 * k);
        u32 byte = (u32)(both >> (8 * (pick & 7)) & 255);
        if (pick & 8) byte = byte & 128 ? 255 : 0;
        r |= byte << (8 * k);
    }
    return r;
}

static inline u32 logic3(u32 a, u32 b, u32 c, u32 table)
{
    u32 r = 0;
    for (u32 k = 0; k < 8; k++)
        if (table >> k & 1) r |= (k & 4 ? a : ~a) & (k & 2 ? b : ~b) & (k & 1 ? c : ~c);
    return r;
}

/* ---- floating point ---- */

static inline f32 flush_f32(f32 a)
{
    return fabsf(a) < FLT_MIN ? copysignf(0, a) : a;
}

static inline f64 flush_f64(f64 a)
{
    return fabs(a) < DBL_MIN ? copysign(0, a) : a;
}

/* Its upper 32 bits, zeros below; subnormals are zeros. */
static inline f64 upper_half(f64 a)
{
    sim_reg r = {.f64 = flush_f64(a)};
    if (a == a) r.u64 &= 0xFFFFFFFF00000000u;
    return r.f64;
}

static inline f32 saturate(f32 a)
{
    return a > 0 ? a < 1 ? a : 1 : 0;
}

/* -0 is less than +0; NaN loses, or wins. */
static inline f64 least(f64 a, f64 b, bool nan)
{
    if (a != a || b != b) return nan || (a != a && b != b) ? (f64)NAN : a != a ? b : a;
    return a < b || (a == b && signbit(a)) ? a : b;
}

static inline f64 greatest(f64 a, f64 b, bool nan)
{
    if (a != a || b != b) return nan || (a != a && b != b) ? (f64)NAN : a != a ? b : a;
    return a > b || (a == b && !signbit(a)) ? a : b;
}

/* Conversions to integers clamp.  NaN is 0, or, where float64 or 64 bits take part, the top bit alone. */
enum { FROM_f32, FROM_f64 };

static inline s64 to_signed(f64 v, bool wide, int bits)
{
    s64 lowest = -((s64)1 << (bits - 2)) * 2, highest = -(lowest + 1);
    if (v != v) return wide ? lowest : 0;
    if (v <= (f64)lowest) return lowest;
    return v >= -(f64)lowest ? highest : (s64)v;
}

static inline u64 to_unsigned(f64 v, bool wide, int bits)
{
    if (v != v) return wide ? (u64)1 << (bits - 1) : 0;
    if (v <= 0) return 0;
    return v >= ldexp(1, bits) ? ~(u64)0 >> (64 - bits) : (u64)v;
}

static inline s8 to_s8(f64 v, int from) { return (s8)to_signed(v, from == FROM_f64, 8); }
static inline s16 to_s16(f64 v, int from) { return (s16)to_signed(v, from == FROM_f64, 16); }
static inline s32 to_s32(f64 v, int from) { return (s32)to_signed(v, from == FROM_f64, 32); }
static inline s64 to_s64(f64 v, int from) { return (void)from, to_signed(v, true, 64); }
static inline u8 to_u8(f64 v, int from) { return (u8)to_unsigned(v, from == FROM_f64, 8); }
static inline u16 to_u16(f64 v, int from) { return (u16)to_unsigned(v, from == FROM_f64, 16); }
static inline u32 to_u32(f64 v, int from) { return (u32)to_unsigned(v, from == FROM_f64, 32); }
static inline u64 to_u64(f64 v, int from) { return (void)from, to_unsigned(v, true, 64); }

static inline f32 half_to_f32(u16 h)
{
    u32 exponent = h >> 10 & 31, part = h & 1023;
    f32 v = exponent == 31 ? part ? NAN : INFINITY : exponent ? ldexpf((f32)(part | 1024), (int)exponent - 25) : ldexpf((f32)part, -24);
    return h >> 15 ? -v : v;
}

/* Rounded once, to nearest even: to a multiple of the last place, which is exact arithmetic in float64. */
static inline u16 f64_to_half(f64 v)
{
    u32 sign = signbit(v) ? 0x8000 : 0;
    f64 m = fabs(v);
    if (v != v) return 0x7FFF;
    if (m >= 65520) return (u16)(sign | 0x7C00);
    int exponent = m < 0x1p-14 ? -14 : ilogb(m);
    u32 units = (u32)rint(ldexp(m, 10 - exponent)); /* 0..2048 */
    return (u16)(sign + units + ((u32)(exponent + 14) << 10));
}

static inline u32 compare_eq(f32 a, f32 b) { return a == b; }
static inline u32 compare_neu(f32 a, f32 b) { return a != b; }
static inline u32 compare_lt(f32 a, f32 b) { return a < b; }
static inline u32 compare_le(f32 a, f32 b) { return a <= b; }
static inline u32 compare_gt(f32 a, f32 b) { return a > b; }
static inline u32 compare_ge(f32 a, f32 b) { return a >= b; }

static inline u16 f32_to_bf16(u32 bits)
{
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return 0x7FFF;
    return (u16)((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

#endif
