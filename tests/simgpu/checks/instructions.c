/* Instructions one by one, from PTX text: each with operands of its types, common and odd, against values computed
 * here in another way than the simulated GPU does (wider types, bit by bit, directed rounding from __float128). */
#include "gpu.h"

#include <float.h>
#include <stdint.h>

typedef unsigned __int128 u128;
typedef __int128 s128;
typedef __float128 f128;

static f32 F(u64 x)
{
    u32 bits = (u32)x;
    f32 v;
    memcpy(&v, &bits, 4);
    return v;
}

static f64 D(u64 x)
{
    f64 v;
    memcpy(&v, &x, 8);
    return v;
}

static u64 bits_f(f32 v)
{
    u32 bits;
    memcpy(&bits, &v, 4);
    return bits;
}

static u64 bits_d(f64 v)
{
    u64 bits;
    memcpy(&bits, &v, 8);
    return bits;
}

/* ---- what instructions give, by definition --------------------------------------------------------------------- */

static int bit(u64 a, u64 k)
{
    return (int)(a >> k & 1);
}

static u64 extract(u64 a, u64 from, u64 count, u64 width, bool is_signed)
{
    u64 r = 0, sign = 0;
    from &= 255, count &= 255;
    if (is_signed && count) {
        u64 top = from + count - 1 < width - 1 ? from + count - 1 : width - 1;
        sign = (u64)bit(a, top);
    }
    for (u64 k = 0; k < width; k++) r |= (k < count && from + k < width ? (u64)bit(a, from + k) : sign) << k;
    return r;
}

static u64 insert(u64 a, u64 b, u64 from, u64 count, u64 width)
{
    from &= 255, count &= 255;
    for (u64 k = 0; k < count && from + k < width; k++)
        b = (b & ~((u64)1 << (from + k))) | (u64)bit(a, k) << (from + k);
    return b;
}

static u64 find_top(u64 a, int width, bool is_signed, bool shift)
{
    int sign = is_signed ? bit(a, (u64)width - 1) : 0;
    for (int k = width - 1; k >= 0; k--)
        if (bit(a, (u64)k) != sign) return (u64)(shift ? width - 1 - k : k);
    return UINT32_MAX;
}

static u64 count_bits(u64 a, int from, int to)
{
    u64 n = 0;
    for (int k = from; k < to; k++) n += (u64)bit(a, (u64)k);
    return n;
}

static u64 reversed(u64 a, int width)
{
    u64 r = 0;
    for (int k = 0; k < width; k++) r |= (u64)bit(a, (u64)k) << (width - 1 - k);
    return r;
}

static u64 permuted(u64 a, u64 b, u64 c)
{
    u8 bytes[8], out[4];
    u32 low = (u32)a, high = (u32)b;
    memcpy(bytes, &low, 4);
    memcpy(bytes + 4, &high, 4);
    for (int k = 0; k < 4; k++) {
        int pick = (int)(c >> (4 * k) & 15);
        out[k] = pick < 8 ? bytes[pick] : (s8)bytes[pick - 8] < 0 ? 255 : 0;
    }
    u32 r;
    memcpy(&r, out, 4);
    return r;
}

static u64 looked_up(u64 a, u64 b, u64 c, u64 table)
{
    u64 r = 0;
    for (u64 k = 0; k < 32; k++) r |= (u64)bit(table, (u64)(bit(a, k) * 4 + bit(b, k) * 2 + bit(c, k))) << k;
    return r;
}

/* What is lost of a + b in __float128. */
static f128 lost(f128 a, f128 b)
{
    f128 sum = a + b, part = sum - a;
    return (a - (sum - part)) + (b - part);
}

/* The value, and what was lost of it, rounded towards zero (0), down (-1) or up (1). */
static f32 round_f(f128 v, f128 rest, int way)
{
    f32 r = (f32)v;
    if (r != r || (isinf(r) && v == (f128)r)) return r;
    bool above = (f128)r > v || ((f128)r == v && rest < 0), below = (f128)r < v || ((f128)r == v && rest > 0);
    if (above && (way < 0 || (way == 0 && v > 0))) r = nextafterf(r, -INFINITY);
    if (below && (way > 0 || (way == 0 && v < 0))) r = nextafterf(r, INFINITY);
    return r;
}

static f64 round_d(f128 v, f128 rest, int way)
{
    f64 r = (f64)v;
    if (r != r || (isinf(r) && v == (f128)r)) return r;
    bool above = (f128)r > v || ((f128)r == v && rest < 0), below = (f128)r < v || ((f128)r == v && rest > 0);
    if (above && (way < 0 || (way == 0 && v > 0))) r = nextafter(r, -INFINITY);
    if (below && (way > 0 || (way == 0 && v < 0))) r = nextafter(r, INFINITY);
    return r;
}

static f32 sum_f(f128 a, f128 b, int way)
{
    return round_f(a + b, lost(a, b), way);
}

static f64 sum_d(f128 a, f128 b, int way)
{
    return round_d(a + b, lost(a, b), way);
}

/* A float to an integer of so many bits; the value has been rounded. */
static u64 clamped(f64 v, int bits, bool is_signed, bool wide_source)
{
    f128 low = is_signed ? -(f128)((u128)1 << (bits - 1)) : 0,
         high = is_signed ? -low - 1 : (f128)(((u128)1 << bits) - 1);
    if (v != v) return wide_source || bits == 64 ? (u64)1 << (bits - 1) : 0;
    f128 r = v < low ? low : v > high ? high : (f128)v;
    return (u64)(s128)r;
}

static u64 smaller_f(f32 a, f32 b)
{
    if (a != a) return bits_f(b);
    if (b != b) return bits_f(a);
    if (a == b) return bits_f(a) | bits_f(b); /* zeros of both signs */
    return bits_f(a < b ? a : b);
}

static u64 larger_d(f64 a, f64 b)
{
    if (a != a) return bits_d(b);
    if (b != b) return bits_d(a);
    if (a == b) return bits_d(a) & bits_d(b);
    return bits_d(a > b ? a : b);
}

static f32 flushed(f32 v)
{
    return fpclassify(v) == FP_SUBNORMAL ? copysignf(0, v) : v;
}

static f64 upper(f64 v)
{
    return v == v ? D(bits_d(v) >> 32 << 32) : v;
}

static u64 shifted(u64 a, u64 b, int width, bool is_signed)
{
    s128 v = is_signed ? (s128)((s64)(a << (64 - width)) >> (64 - width))
                       : (s128)(width == 64 ? a : a & (((u64)1 << width) - 1));
    u64 by = (u32)b > 100 ? 100 : (u32)b;
    return (u64)(v >> by);
}

/* The float16 or bfloat16 number, and the nearest to a value: found among all of them, ties to even. */
static f64 short_float(u64 h, bool brain)
{
    int digits = brain ? 7 : 10, bias = brain ? 127 : 15;
    int exponent = (int)(h >> digits & (brain ? 255 : 31)), part = (int)(h & ((1u << digits) - 1));
    f64 v = exponent == 2 * bias + 1
                ? part ? NAN : INFINITY
                : ldexp(exponent ? part + (1 << digits) : part, (exponent ? exponent : 1) - bias - digits);
    return h >> 15 & 1 ? -v : v;
}

static u64 nearest(f64 v, bool brain)
{
    u64 low = 0, high = brain ? 0x7F80 : 0x7C00, sign = signbit(v) ? 0x8000 : 0;
    if (v != v) return 0x7FFF;
    v = fabs(v);
    while (high - low > 1) {
        u64 middle = (low + high) / 2;
        if (short_float(middle, brain) <= v)
            low = middle;
        else
            high = middle;
    }
    f64 below = short_float(low, brain),
        above = 2 * below - short_float(low - (low > 0), brain); /* of infinity: what would be next */
    if (high != (brain ? 0x7F80u : 0x7C00u) || low == 0) above = short_float(high, brain);
    if (isinf(v)) return sign | high;
    return sign | (v - below < above - v || (v - below == above - v && low % 2 == 0) ? low : high);
}

static u64 half_of(u64 h, u64 other, int op)
{
    f64 a = short_float(h, false), b = short_float(other, false);
    return nearest(op == '+' ? a + b : op == '-' ? a - b : a * b, false);
}

/* clang-format off */
#define H(x) short_float(x, false)
#define S(x) ((s64)(s32)(x))
#define U(x) ((u64)(u32)(x))
#define HS(x) ((s64)(s16)(x))
#define HU(x) ((u64)(u16)(x))
/* id, form, type of the result, types of the operands, value of a, b, c, e */
#define ROWS(X) \
    X(1, "add.s16", "16", "16 16", a + b) X(2, "add.s32", "32", "32 32", a + b) X(3, "add.u64", "64", "64 64", (u64)((s128)a + b)) \
    X(4, "sub.s16", "16", "16 16", a - b) X(5, "sub.s32", "32", "32 32", a - b) X(6, "sub.s64", "64", "64 64", a - b) \
    X(7, "mul.lo.s16", "16", "16 16", a * b) X(8, "mul.lo.u32", "32", "32 32", a * b) X(9, "mul.lo.s64", "64", "64 64", a * b) \
    X(10, "mul.hi.u32", "32", "32 32", (u64)((u128)U(a) * U(b) >> 32)) X(11, "mul.hi.s32", "32", "32 32", (u64)((s128)S(a) * S(b) >> 32)) \
    X(12, "mul.hi.u64", "64", "64 64", (u64)((u128)a * b >> 64)) X(13, "mul.hi.s64", "64", "64 64", (u64)((s128)(s64)a * (s64)b >> 64)) \
    X(14, "mul.wide.s32", "64", "32 32", (u64)(S(a) * S(b))) X(15, "mul.wide.u32", "64", "32 32", U(a) * U(b)) \
    X(16, "mul.wide.u16", "32", "16 16", HU(a) * HU(b)) X(17, "mul.wide.s16", "32", "16 16", (u64)(HS(a) * HS(b))) \
    X(18, "mad.lo.s32", "32", "32 32 32", a * b + c) X(19, "mad.wide.u32", "64", "32 32 64", U(a) * U(b) + c) \
    X(20, "mad.hi.u32", "32", "32 32 32", (U(a) * U(b) >> 32) + c) X(21, "mad.lo.s64", "64", "64 64 64", a * b + c) \
    X(22, "div.u16", "16", "16 16", HU(b) ? HU(a) / HU(b) : 0xFFFF) X(23, "div.s32", "32", "32 32", S(b) ? (u64)(S(a) / S(b)) : UINT32_MAX) \
    X(24, "div.u32", "32", "32 32", U(b) ? U(a) / U(b) : UINT32_MAX) X(25, "div.u64", "64", "64 64", b ? a / b : UINT64_MAX) \
    X(26, "div.s64", "64", "64 64", b ? (u64)((s128)(s64)a / (s64)b) : UINT64_MAX) X(27, "rem.s32", "32", "32 32", S(b) ? (u64)(S(a) % S(b)) : a) \
    X(28, "rem.u64", "64", "64 64", b ? a % b : a) X(29, "rem.s64", "64", "64 64", b ? (u64)((s128)(s64)a % (s64)b) : a) \
    X(30, "min.s32", "32", "32 32", S(a) < S(b) ? a : b) X(31, "min.u32", "32", "32 32", U(a) < U(b) ? a : b) X(32, "max.u64", "64", "64 64", a > b ? a : b) \
    X(33, "max.s64", "64", "64 64", (s64)a > (s64)b ? a : b) X(34, "min.u16", "16", "16 16", HU(a) < HU(b) ? a : b) X(35, "max.s16", "16", "16 16", HS(a) > HS(b) ? a : b) \
    X(36, "abs.s32", "32", "32", S(a) < 0 ? 0 - a : a) X(37, "neg.s64", "64", "64", ~a + 1) X(38, "abs.s64", "64", "64", (s64)a < 0 ? ~a + 1 : a) \
    X(39, "and.b32", "32", "32 32", a & b) X(40, "or.b64", "64", "64 64", a | b) X(41, "xor.b16", "16", "16 16", a ^ b) X(42, "not.b32", "32", "32", ~a) \
    X(43, "shl.b32", "32", "32 32", U(b) > 31 ? 0 : a << U(b)) X(44, "shl.b64", "64", "64 32", U(b) > 63 ? 0 : a << U(b)) X(45, "shl.b16", "16", "16 32", U(b) > 15 ? 0 : a << U(b)) \
    X(46, "shr.u32", "32", "32 32", shifted(a, b, 32, false)) X(47, "shr.s32", "32", "32 32", shifted(a, b, 32, true)) X(48, "shr.u64", "64", "64 32", shifted(a, b, 64, false)) \
    X(49, "shr.s64", "64", "64 32", shifted(a, b, 64, true)) X(50, "shr.s16", "16", "16 32", shifted(a, b, 16, true)) X(51, "shr.u16", "16", "16 32", shifted(a, b, 16, false)) \
    X(52, "shf.l.wrap.b32", "32", "32 32 32", (u64)(((u128)(U(b) << 32 | U(a)) << (c & 31)) >> 32)) X(53, "shf.r.wrap.b32", "32", "32 32 32", (U(b) << 32 | U(a)) >> (c & 31)) \
    X(54, "shf.r.clamp.b32", "32", "32 32 32", (U(b) << 32 | U(a)) >> (U(c) > 32 ? 32 : U(c))) X(55, "shf.l.clamp.b32", "32", "32 32 32", (u64)(((u128)(U(b) << 32 | U(a)) << (U(c) > 32 ? 32 : U(c))) >> 32)) \
    X(56, "bfe.u32", "32", "32 8 8", extract(U(a), b, c, 32, false)) X(57, "bfe.s32", "32", "32 8 8", extract(U(a), b, c, 32, true)) \
    X(58, "bfe.u64", "64", "64 8 8", extract(a, b, c, 64, false)) X(59, "bfe.s64", "64", "64 8 8", extract(a, b, c, 64, true)) \
    X(60, "bfi.b32", "32", "32 32 8 8", insert(a, b, c, e, 32)) X(61, "bfi.b64", "64", "64 64 8 8", insert(a, b, c, e, 64)) \
    X(62, "bfind.u32", "32", "32", find_top(U(a), 32, false, false)) X(63, "bfind.s32", "32", "32", find_top(U(a), 32, true, false)) X(64, "bfind.shiftamt.u32", "32", "32", find_top(U(a), 32, false, true)) \
    X(65, "bfind.u64", "32", "64", find_top(a, 64, false, false)) X(66, "bfind.shiftamt.s64", "32", "64", find_top(a, 64, true, true)) \
    X(67, "brev.b32", "32", "32", reversed(a, 32)) X(68, "brev.b64", "64", "64", reversed(a, 64)) X(69, "popc.b32", "32", "32", count_bits(a, 0, 32)) X(70, "popc.b64", "32", "64", count_bits(a, 0, 64)) \
    X(71, "clz.b32", "32", "32", find_top(U(a), 32, false, true) == UINT32_MAX ? 32 : find_top(U(a), 32, false, true)) X(72, "clz.b64", "32", "64", find_top(a, 64, false, true) == UINT32_MAX ? 64 : find_top(a, 64, false, true)) \
    X(73, "prmt.b32", "32", "32 32 32", permuted(a, b, c)) X(74, "lop3.b32", "32", "32 32 32 i", looked_up(a, b, c, 0xCA)) \
    X(75, "selp.b32", "32", "32 32 p", c & 1 ? a : b) X(76, "selp.f64", "64", "64 64 p", c & 1 ? a : b) X(77, "slct.f32.s32", "32", "32 32 32", S(c) >= 0 ? a : b) \
    X(78, "setp.lt.s32", "p", "32 32", S(a) < S(b)) X(79, "setp.lo.u32", "p", "32 32", U(a) < U(b)) X(80, "setp.ge.u64", "p", "64 64", a >= b) X(81, "setp.le.s64", "p", "64 64", (s64)a <= (s64)b) \
    X(82, "setp.ne.s16", "p", "16 16", HU(a) != HU(b)) X(83, "setp.eq.b64", "p", "64 64", a == b) X(84, "setp.gt.u16", "p", "16 16", HU(a) > HU(b)) \
    X(85, "setp.eq.f32", "p", "f32 f32", F(a) == F(b)) X(86, "setp.ne.f64", "p", "f64 f64", islessgreater(D(a), D(b))) X(87, "setp.lt.f64", "p", "f64 f64", isless(D(a), D(b))) \
    X(88, "setp.ltu.f32", "p", "f32 f32", isless(F(a), F(b)) || isunordered(F(a), F(b))) X(89, "setp.geu.f64", "p", "f64 f64", isgreaterequal(D(a), D(b)) || isunordered(D(a), D(b))) \
    X(90, "setp.equ.f32", "p", "f32 f32", F(a) == F(b) || isunordered(F(a), F(b))) X(91, "setp.neu.f64", "p", "f64 f64", islessgreater(D(a), D(b)) || isunordered(D(a), D(b))) \
    X(92, "setp.nan.f64", "p", "f64 f64", isunordered(D(a), D(b))) X(93, "setp.num.f32", "p", "f32 f32", !isunordered(F(a), F(b))) X(94, "setp.gtu.f32", "p", "f32 f32", isgreater(F(a), F(b)) || isunordered(F(a), F(b))) \
    X(95, "setp.leu.f64", "p", "f64 f64", islessequal(D(a), D(b)) || isunordered(D(a), D(b))) X(96, "setp.lt.and.s32", "p", "32 32 p", (S(a) < S(b)) & bit(c, 0)) X(97, "setp.gt.or.f64", "p", "f64 f64 p", (D(a) > D(b)) | bit(c, 0)) \
    X(98, "add.f32", "f32", "f32 f32", bits_f((f32)((f64)F(a) + F(b)))) X(99, "add.rz.f32", "f32", "f32 f32", bits_f(sum_f((f128)F(a), F(b), 0))) X(100, "add.rz.f64", "f64", "f64 f64", bits_d(sum_d((f128)D(a), D(b), 0))) \
    X(101, "mul.rn.f64", "f64", "f64 f64", bits_d((f64)((f128)D(a) * D(b)))) X(102, "mul.rm.f32", "f32", "f32 f32", bits_f(round_f((f128)F(a) * F(b), 0, -1))) X(103, "sub.rp.f64", "f64", "f64 f64", bits_d(sum_d((f128)D(a), -D(b), 1))) \
    X(104, "div.rn.f32", "f32", "f32 f32", bits_f((f32)((f128)F(a) / F(b)))) X(105, "div.rn.f64", "f64", "f64 f64", bits_d(D(a) / D(b))) X(106, "rcp.rn.f64", "f64", "f64", bits_d(1 / D(a))) \
    X(107, "fma.rn.f32", "f32", "f32 f32 f32", bits_f((f32)((f128)F(a) * F(b) + F(c)))) X(108, "fma.rz.f32", "f32", "f32 f32 f32", bits_f(sum_f((f128)F(a) * F(b), F(c), 0))) \
    X(109, "fma.rm.f32", "f32", "f32 f32 f32", bits_f(sum_f((f128)F(a) * F(b), F(c), -1))) X(110, "sqrt.rn.f32", "f32", "f32", bits_f((f32)sqrt((f64)F(a)))) X(111, "sqrt.rn.f64", "f64", "f64", bits_d(sqrt(D(a)))) \
    X(112, "abs.f32", "32", "f32", a & 0x7FFFFFFF) X(113, "neg.f64", "64", "f64", a ^ (u64)1 << 63) X(114, "copysign.f32", "32", "f32 f32", bits_f(copysignf(F(b), bit(a, 31) ? -1.0f : 1.0f))) \
    X(115, "copysign.f64", "64", "f64 f64", bits_d(copysign(D(b), bit(a, 63) ? -1.0 : 1.0))) X(116, "min.f32", "f32", "f32 f32", smaller_f(F(a), F(b))) X(117, "max.f64", "f64", "f64 f64", larger_d(D(a), D(b))) \
    X(118, "min.NaN.f32", "f32", "f32 f32", isunordered(F(a), F(b)) ? bits_f(NAN) : smaller_f(F(a), F(b))) \
    X(119, "testp.finite.f32", "p", "f32", isfinite(F(a)) != 0) X(120, "testp.subnormal.f64", "p", "f64", fpclassify(D(a)) == FP_SUBNORMAL) X(121, "testp.notanumber.f32", "p", "f32", isnan(F(a)) != 0) \
    X(122, "cvt.rni.f32.f32", "f32", "f32", bits_f(nearbyintf(F(a)))) X(123, "cvt.rmi.f64.f64", "f64", "f64", bits_d(floor(D(a)))) X(124, "cvt.rpi.f32.f32", "f32", "f32", bits_f(ceilf(F(a)))) X(125, "cvt.rzi.f64.f64", "f64", "f64", bits_d(trunc(D(a)))) \
    X(126, "cvt.rzi.s32.f32", "32", "f32", clamped((f64)truncf(F(a)), 32, true, false)) X(127, "cvt.rzi.u32.f64", "32", "f64", clamped(trunc(D(a)), 32, false, true)) X(128, "cvt.rni.s32.f64", "32", "f64", clamped(nearbyint(D(a)), 32, true, true)) \
    X(129, "cvt.rzi.s64.f64", "64", "f64", clamped(trunc(D(a)), 64, true, true)) X(130, "cvt.rzi.u64.f32", "64", "f32", clamped((f64)truncf(F(a)), 64, false, false)) X(131, "cvt.rmi.s32.f32", "32", "f32", clamped((f64)floorf(F(a)), 32, true, false)) \
    X(132, "cvt.rn.f32.s32", "f32", "32", bits_f((f32)(f128)S(a))) X(133, "cvt.rn.f32.u64", "f32", "64", bits_f((f32)(f128)a)) X(134, "cvt.rn.f64.s64", "f64", "64", bits_d((f64)(f128)(s64)a)) X(135, "cvt.rn.f64.u32", "f64", "32", bits_d((f64)U(a))) \
    X(136, "cvt.rn.f32.s16", "f32", "16", bits_f((f32)HS(a))) X(137, "cvt.rn.f32.f64", "f32", "f64", bits_f((f32)D(a))) X(138, "cvt.f64.f32", "f64", "f32", bits_d((f64)F(a))) X(139, "cvt.rz.f32.f64", "f32", "f64", bits_f(round_f((f128)D(a), 0, 0))) \
    X(140, "cvt.sat.f32.f32", "f32", "f32", bits_f(F(a) > 1 ? 1 : F(a) > 0 ? F(a) : 0)) X(141, "cvt.s32.s8", "32", "32", (u64)(s64)(s8)a) X(142, "cvt.s64.s32", "64", "32", (u64)S(a)) X(143, "cvt.u16.u32", "16", "32", a) \
    X(144, "cvt.u32.u8", "32", "32", a & 255) X(145, "cvt.s16.s8", "16", "16", (u64)(s64)(s8)a) X(146, "cvt.u64.u32", "64", "32", U(a)) X(147, "cvt.s32.s16", "32", "16", (u64)HS(a)) \
    X(148, "ex2.approx.ftz.f32", "f32", "f32", bits_f(flushed((f32)exp2((f64)flushed(F(a)))))) X(149, "rcp.approx.ftz.f64", "f64", "f64", fpclassify(D(a)) == FP_SUBNORMAL ? bits_d(copysign(INFINITY, D(a))) : fpclassify(1 / upper(D(a))) == FP_SUBNORMAL ? bits_d(copysign(0, D(a))) : bits_d(upper(1 / upper(D(a))))) \
    X(150, "add.ftz.f32", "f32", "f32 f32", bits_f(flushed((f32)((f64)flushed(F(a)) + flushed(F(b)))))) X(151, "add.sat.s32", "32", "32 32", (u64)(S(a) + S(b) > INT32_MAX ? INT32_MAX : S(a) + S(b) < INT32_MIN ? INT32_MIN : S(a) + S(b))) \
    X(152, "lg2.approx.f32", "f32", "f32", bits_f((f32)log2((f64)F(a)))) X(153, "rsqrt.approx.f32", "f32", "f32", bits_f((f32)(1 / sqrt((f64)F(a))))) X(154, "div.approx.f32", "f32", "f32 f32", bits_f((f32)((f64)F(a) / (f64)F(b)))) \
    X(155, "sad.s32", "32", "32 32 32", (u64)(S(c) + (S(a) < S(b) ? S(b) - S(a) : S(a) - S(b)))) X(156, "isspacep.shared", "p", "64", 0) X(157, "cnot.b32", "32", "32", U(a) == 0) X(158, "dp4a.u32.u32", "32", "32 32 32", c + (a & 255) * (b & 255) + (a >> 8 & 255) * (b >> 8 & 255) + (a >> 16 & 255) * (b >> 16 & 255) + (a >> 24 & 255) * (b >> 24 & 255)) \
    X(159, "cvt.f32.f16", "f32", "16", bits_f((f32)H(a))) X(160, "cvt.rn.f16.f32", "h", "f32", nearest((f64)F(a), false)) X(161, "cvt.rn.f16.f64", "h", "f64", nearest(D(a), false)) \
    X(162, "cvt.f32.bf16", "f32", "16", bits_f((f32)short_float(a, true))) X(163, "cvt.rn.bf16.f32", "h", "f32", nearest((f64)F(a), true)) X(164, "add.f16", "h", "16 16", half_of(a, b, '+')) \
    X(165, "sub.f16", "h", "16 16", half_of(a, b, '-')) X(166, "mul.f16", "h", "16 16", half_of(a, b, '*')) X(167, "setp.lt.f16", "p", "16 16", isless(H(a), H(b))) X(168, "setp.neu.f16", "p", "16 16", !(H(a) == H(b))) \
    X(169, "cvt.rzi.s32.f16", "32", "16", clamped(trunc(H(a)), 32, true, false)) X(170, "cvt.rn.f16.s32", "h", "32", nearest((f64)S(a), false)) X(171, "abs.ftz.f32", "f32", "f32", bits_f(fabsf(flushed(F(a)))))
#define X(id, form, d, s, value) \
    static u64 row##id(u64 a, u64 b, u64 c, u64 e) { (void)a, (void)b, (void)c, (void)e; return (u64)(value); }
ROWS(X)
#undef X
/* clang-format on */

typedef struct row {
    const char *form, *d, *s;
    u64 (*value)(u64 a, u64 b, u64 c, u64 e);
} row;

static const row rows[] = {
#define X(id, form, d, s, value) {form, d, s, row##id},
    ROWS(X)
#undef X
};

/* ---- operands -------------------------------------------------------------------------------------------------------- */

enum { THREADS = 256 };

static u64 odd_integer(void)
{
    static const u64 odd[] = {0,
                              1,
                              2,
                              7,
                              31,
                              32,
                              33,
                              63,
                              64,
                              255,
                              32767,
                              32768,
                              65535,
                              INT32_MAX,
                              (u64)1 << 31,
                              UINT32_MAX,
                              INT64_MAX,
                              (u64)1 << 63,
                              UINT64_MAX,
                              UINT64_MAX - 1};
    u64 r = gpu_random();
    switch (r % 4) {
    case 0: return odd[(r >> 8) % (sizeof odd / sizeof *odd)];
    case 1: return r >> (r >> 8) % 64;
    case 2: return (u64) - (s64)(r >> 58);
    default: return gpu_random();
    }
}

static f64 odd_number(void)
{
    static const f64 odd[] = {
        0,       -0.0,     1,         -1,           0.5,           -0.5,         1.5,    2.5,
        -2.5,    INFINITY, -INFINITY, NAN,          1e-40,         -1e-42,       3e-310, FLT_MIN,
        DBL_MIN, FLT_MAX,  -DBL_MAX,  2147483647.5, -2147483649.0, 4294967296.0, 9.3e18, -9.3e18,
        1.9e19,  16777217, 1e-30,     127.5};
    u64 r = gpu_random();
    if (r % 3 == 0) return odd[(r >> 8) % (sizeof odd / sizeof *odd)];
    return ldexp((f64)(s64)gpu_random(), -60 + (int)((r >> 8) % 24) - 12);
}

static u64 operand(const char *type)
{
    if (strncmp(type, "f32", 3) == 0) return bits_f((f32)odd_number());
    if (strncmp(type, "f64", 3) == 0) return bits_d(odd_number());
    if (*type == '8') return gpu_random() % 80;
    return odd_integer();
}

/* ---- one instruction ---------------------------------------------------------------------------------------------------- */

static const char *const head =
    ".version 9.0\n.target sm_90\n.address_size 64\n"
    ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
    ".reg .b64 %a<12>;\n.reg .b32 %t<4>;\n.reg .b64 %d<8>;\n.reg .b32 %r<8>;\n.reg .b16 %h<8>;\n.reg .pred "
    "%p<8>;\n"
    "mov.u32 %t1, %tid.x;\nmul.wide.u32 %a1, %t1, 32;\nld.param.u64 %a2, [in];\nadd.s64 %a2, %a2, %a1;\n"
    "mul.wide.u32 %a1, %t1, 8;\nld.param.u64 %a3, [out];\nadd.s64 %a3, %a3, %a1;\n";

static void register_of(const char *type, int k, char out[16])
{
    char letter = *type == 'p'                                                ? 'p'
                  : strstr(type, "64") == type || strstr(type, "f64") == type ? 'd'
                  : strstr(type, "16") == type || *type == 'h'                ? 'h'
                                                                              : 'r';
    snprintf(out, 16, "%%%c%d", letter, k);
}

static void write_ptx(const row *r, char *out, size_t size)
{
    char reg[16], list[128] = "";
    int n = snprintf(out, size, "%s", head), k = 0;
    for (const char *s = r->s; *s; s += strcspn(s, " "), s += *s == ' ', k++) {
        if (*s == 'i') {
            strcat(list, ", 0xCA");
            continue;
        }
        register_of(s, k, reg);
        char class = reg[1];
        if (class == 'p')
            n += snprintf(
                out + n, size - (size_t)n,
                "ld.global.u32 %%t2, [%%a2+%d];\nand.b32 %%t2, %%t2, 1;\nsetp.ne.s32 %s, %%t2, 0;\n", 8 * k,
                reg);
        else
            n += snprintf(out + n, size - (size_t)n, "ld.global.b%s %s, [%%a2+%d];\n",
                          class == 'd'   ? "64"
                          : class == 'h' ? "16"
                                         : "32",
                          reg, 8 * k);
        snprintf(list + strlen(list), sizeof list - strlen(list), ", %s", reg);
    }
    register_of(r->d, 7, reg);
    n += snprintf(out + n, size - (size_t)n, "%s %s%s;\n", r->form, reg, list);
    if (*r->d == 'p')
        n += snprintf(out + n, size - (size_t)n, "selp.u64 %%d7, 1, 0, %%p7;\n");
    else if (reg[1] != 'd')
        n += snprintf(out + n, size - (size_t)n, "cvt.u64.u%s %%d7, %s;\n", reg[1] == 'h' ? "16" : "32", reg);
    snprintf(out + n, size - (size_t)n, "st.global.u64 [%%a3], %%d7;\nret;\n}\n");
}

static bool equal(const char *type, u64 x, u64 y)
{
    if (strcmp(type, "f32") == 0 && isnan(F(x)) && isnan(F(y))) return true;
    if (strcmp(type, "f64") == 0 && isnan(D(x)) && isnan(D(y))) return true;
    if (*type == 'h' && (x & 0x7FFF) > 0x7C00 && (y & 0x7FFF) > 0x7C00) return true;
    return x == y;
}

static u64 cut(const char *type, u64 v)
{
    if (*type == 'p') return v & 1;
    return *type == 'h' || strstr(type, "16") ? v & 0xFFFF : strstr(type, "32") ? v & UINT32_MAX : v;
}

static void check_row(const row *r)
{
    static u64 in[THREADS][4], out[THREADS];
    char ptx[4096];
    CUmodule m;
    for (int t = 0; t < THREADS; t++) {
        const char *s = r->s;
        for (int k = 0; k < 4 && *s; k++) {
            in[t][k] = operand(s);
            s += strcspn(s, " ");
            s += *s == ' ';
        }
        u64 sign = strstr(r->s, "64") ? (u64)1 << 63 : (u64)1 << 31;
        if (t < 2) in[t][0] = t ? sign : 0; /* zeros of both signs */
        if (t % 4 < 2) in[t][1] = in[t][0] ^ (t % 8 < 4 ? sign : 0);
    }
    write_ptx(r, ptx, sizeof ptx);
    CU(cuModuleLoadData(&m, ptx));
    CUdeviceptr from = gpu_take(sizeof in, in), to = gpu_take(sizeof out, NULL);
    void *params[] = {&from, &to};
    gpu_launch(gpu_function(m, "k"), 1, THREADS, params);
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(out, to, sizeof out));
    for (int t = 0; t < THREADS; t++) {
        u64 wanted = cut(r->d, r->value(in[t][0], in[t][1], in[t][2], in[t][3]));
        if (equal(r->d, wanted, out[t])) continue;
        CHECK(false, "%s of %llx, %llx, %llx, %llx is %llx, not %llx", r->form, (unsigned long long)in[t][0],
              (unsigned long long)in[t][1], (unsigned long long)in[t][2], (unsigned long long)in[t][3],
              (unsigned long long)out[t], (unsigned long long)wanted);
        break;
    }
    CU(cuMemFree(from));
    CU(cuMemFree(to));
    CU(cuModuleUnload(m));
}

/* ---- instructions with several results, carries, memory -------------------------------------------------------------------- */

static void run_text(const char *body, const void *in, size_t in_size, void *out, size_t out_size)
{
    static char ptx[16384];
    CUmodule m;
    snprintf(ptx, sizeof ptx, "%s%s\nret;\n}\n", head, body);
    CU(cuModuleLoadData(&m, ptx));
    CUdeviceptr from = gpu_take(in_size, in), to = gpu_take(out_size, out);
    void *params[] = {&from, &to};
    gpu_launch(gpu_function(m, "k"), 1, 1, params);
    CUresult error = cuCtxSynchronize();
    CHECK(error == CUDA_SUCCESS, "%s: %s", body, gpu_error(error));
    CU(cuMemcpyDtoH(out, to, out_size));
    CU(cuMemFree(from));
    CU(cuMemFree(to));
    CU(cuModuleUnload(m));
}

/* 128-bit sums, differences and products from 32-bit pieces. */
static void check_carries(void)
{
    for (int n = 0; n < 50; n++) {
        u64 in[4] = {odd_integer(), odd_integer(), odd_integer(), odd_integer()}, out[6] = {0};
        u32 piece[8];
        memcpy(piece, in, sizeof in);
        run_text("ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%a2];\nld.global.v4.u32 {%r4, %r5, %r6, %r7}, "
                 "[%a2+16];\n"
                 "add.cc.u32 %t1, %r0, %r4;\nst.global.u32 [%a3], %t1;\naddc.cc.u32 %t1, %r1, "
                 "%r5;\nst.global.u32 [%a3+4], %t1;\n"
                 "addc.cc.u32 %t1, %r2, %r6;\nst.global.u32 [%a3+8], %t1;\naddc.u32 %t1, %r3, "
                 "%r7;\nst.global.u32 [%a3+12], %t1;\n"
                 "sub.cc.u32 %t1, %r0, %r4;\nst.global.u32 [%a3+16], %t1;\nsubc.cc.u32 %t1, %r1, "
                 "%r5;\nst.global.u32 [%a3+20], %t1;\n"
                 "subc.cc.u32 %t1, %r2, %r6;\nst.global.u32 [%a3+24], %t1;\nsubc.u32 %t1, %r3, "
                 "%r7;\nst.global.u32 [%a3+28], %t1;\n"
                 "mul.lo.u32 %t1, %r0, %r4;\nst.global.u32 [%a3+32], %t1;\nmul.hi.u32 %t1, %r0, "
                 "%r4;\nmad.lo.cc.u32 %t1, %r1, %r4, %t1;\n"
                 "madc.hi.u32 %t2, %r1, %r4, 0;\nmad.lo.cc.u32 %t1, %r0, %r5, %t1;\nst.global.u32 [%a3+36], "
                 "%t1;\nmadc.hi.cc.u32 %t2, %r0, %r5, %t2;\n"
                 "addc.u32 %t3, 0, 0;\nmad.lo.cc.u32 %t2, %r1, %r5, %t2;\nst.global.u32 [%a3+40], "
                 "%t2;\nmadc.hi.u32 %t3, %r1, %r5, %t3;\nst.global.u32 [%a3+44], %t3;",
                 in, sizeof in, out, sizeof out);
        u128 a = (u128)in[1] << 64 | in[0], b = (u128)in[3] << 64 | in[2], sum = a + b, difference = a - b,
             product = (u128)in[0] * in[2];
        CHECK(out[0] == (u64)sum && out[1] == (u64)(sum >> 64), "a sum with carries");
        CHECK(out[2] == (u64)difference && out[3] == (u64)(difference >> 64), "a difference with borrows");
        CHECK(out[4] == (u64)product && out[5] == (u64)(product >> 64), "a product with carries");
    }
}

/* Packing, vectors of every width, narrow loads into wide registers, predicates, both results of setp. */
static void check_moves(void)
{
    u64 in[4] = {0xFEDCBA9876543210u, 0x8081828384858687u, 3, 0}, out[16] = {0};
    run_text(
        "ld.global.v2.u64 {%d0, %d1}, [%a2];\nmov.b64 {%r0, %r1}, %d0;\nmov.b64 %d2, {%r1, "
        "%r0};\nst.global.u64 [%a3], %d2;\n"
        "mov.b64 {%h0, %h1, %h2, %h3}, %d0;\nmov.b64 %d2, {%h3, %h2, %h1, %h0};\nst.global.u64 [%a3+8], "
        "%d2;\n"
        "mov.b32 {%h0, %h1}, %r0;\nmov.b32 %r2, {%h1, %h0};\nst.global.v2.u32 [%a3+16], {%r2, %r1};\n"
        "ld.global.s8 %r3, [%a2+8];\nst.global.u32 [%a3+24], %r3;\nld.global.u8 %h4, "
        "[%a2+8];\nst.global.v2.u16 [%a3+28], {%h4, %h4};\n"
        "ld.global.s32 %d3, [%a2+12];\nst.global.u64 [%a3+32], %d3;\nld.global.s16 %r4, "
        "[%a2+14];\nst.global.u32 [%a3+40], %r4;\n"
        "ld.global.v4.u8 {%h0, %h1, %h2, %h3}, [%a2+8];\nst.global.v4.u8 [%a3+44], {%h3, %h2, %h1, %h0};\n"
        "ld.global.u32 %r5, [%a2+16];\nsetp.lt.s32 %p1|%p2, %r5, 5;\n@%p1 add.s32 %r5, %r5, 100;\n@%p2 "
        "add.s32 %r5, %r5, 1000;\n@!%p2 add.s32 %r5, %r5, 10000;\n"
        "st.global.u32 [%a3+48], %r5;\nmov.b64 {_, %r6}, %d0;\nst.global.u32 [%a3+52], %r6;\n"
        "setp.lt.and.s32 %p3|%p4, %r5, 5, !%p2;\nselp.u32 %r7, 1, 2, %p4;\nst.global.u32 [%a3+56], "
        "%r7;\nnot.pred %p5, %p3;\nselp.u32 %r7, 1, 2, %p5;\nst.global.u32 [%a3+60], %r7;",
        in, sizeof in, out, sizeof out);
    const u64 wanted[] = {0x76543210FEDCBA98u, 0x32107654BA98FEDCu, 0xFEDCBA9832107654u, 0x00870087FFFFFF87u,
                          0xFFFFFFFF80818283u, 0x87868584FFFF8081u, 0xFEDCBA9800002777u, 0x0000000100000001u};
    for (int k = 0; k < 8; k++)
        CHECK(out[k] == wanted[k], "move %d is %llx, not %llx", k, (unsigned long long)out[k],
              (unsigned long long)wanted[k]);
}

static void check_atomics(void)
{
    u64 in[1] = {0}, out[16] = {10, 20, 30, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    f32 half = 0.5f;
    f64 third = 1.25;
    memcpy(&out[4], &half, 4);
    memcpy(&out[5], &third, 8);
    out[6] = (u64)-5;
    run_text("atom.global.add.u32 %r0, [%a3], 7;\nst.global.u32 [%a3+4], %r0;\natom.global.cas.b64 %d0, "
             "[%a3+8], 20, 77;\nst.global.u64 [%a3+80], %d0;\n"
             "atom.global.cas.b64 %d0, [%a3+8], 20, 78;\nst.global.u64 [%a3+88], %d0;\natom.global.exch.b32 "
             "%r0, [%a3+16], 5;\nst.global.u32 [%a3+20], %r0;\n"
             "atom.global.max.s32 %r0, [%a3+48], 3;\natom.global.min.u64 %d0, [%a3+24], "
             "39;\nred.global.add.f32 [%a3+32], 0f3F800000;\n"
             "atom.global.add.f64 %d1, [%a3+40], 0d3FF0000000000000;\nst.global.u64 [%a3+96], "
             "%d1;\natom.global.inc.u32 %r1, [%a3], 17;\natom.global.dec.u32 %r1, [%a3], 17;\n"
             "atom.acq_rel.gpu.global.or.b32 %r2, [%a3+56], 6;\nred.relaxed.gpu.global.xor.b32 [%a3+56], "
             "3;\natom.and.b32 %r2, [%a3+56], 13;",
             in, sizeof in, out, sizeof out);
    CHECK((u32)out[0] == 17 && out[0] >> 32 == 10, "atom.add, inc and dec: %llx", (unsigned long long)out[0]);
    CHECK(out[1] == 77 && out[10] == 20 && out[11] == 77, "atom.cas");
    CHECK((u32)out[2] == 5 && out[2] >> 32 == 30, "atom.exch");
    CHECK(out[3] == 39 && (u32)out[6] == 3, "atom.min and max");
    CHECK(F(out[4]) == 1.5f && D(out[5]) == 2.25 && D(out[12]) == 1.25, "atomic additions of floats");
    CHECK((u32)out[7] == 5, "atom.or, red.xor and a generic atom.and: %llx", (unsigned long long)out[7]);
}

/* A jump through a table, a device function with a local array, recursion. */
static void check_control(void)
{
    static const char *const text =
        ".version 9.0\n.target sm_90\n.address_size 64\n.global .align 4 .u32 table[4] = {5, 0x10, -1, "
        "7};\n.const .align 8 .f64 half = 0d3FE0000000000000;\n"
        ".func (.param .b32 result) factorial(.param .b32 n)\n{\n.reg .b32 %r<5>;\n.reg .pred "
        "%p;\nld.param.u32 %r1, [n];\nsetp.lt.u32 %p, %r1, 2;\n@%p bra one;\n"
        "sub.s32 %r2, %r1, 1;\n{\n.param .b32 p0;\nst.param.b32 [p0], %r2;\n.param .b32 r0;\ncall.uni (r0), "
        "factorial, (p0);\nld.param.b32 %r3, [r0];\n}\n"
        "mul.lo.s32 %r4, %r3, %r1;\nst.param.b32 [result], %r4;\nret;\none:\nst.param.b32 [result], "
        "1;\nret;\n}\n"
        ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n.local .align 8 .b8 depot[64];\n.reg .b64 "
        "%d<8>;\n.reg .b32 %r<9>;\n.reg .pred %p;\n"
        "ld.param.u64 %d1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %d2, %r1, 16;\nadd.s64 %d1, %d1, %d2;\n"
        "{\n.param .b32 p0;\nadd.s32 %r2, %r1, 3;\nst.param.b32 [p0+0], %r2;\n.param .b32 r0;\ncall.uni "
        "(r0), factorial, (p0);\nld.param.b32 %r3, [r0+0];\n}\n"
        "st.global.u32 [%d1], %r3;\nmov.u64 %d3, table;\nmul.wide.u32 %d4, %r1, 4;\nadd.s64 %d3, %d3, "
        "%d4;\nld.global.u32 %r4, [%d3];\nst.global.u32 [%d1+4], %r4;\n"
        "targets: .branchtargets A, B, C;\nbrx.idx %r1, targets;\nA: mov.u32 %r5, 11;\nbra.uni done;\nB: "
        "mov.u32 %r5, 22;\nbra.uni done;\nC: mov.u32 %r5, 33;\n"
        "done:\nst.local.u32 [depot+12], %r5;\nmov.u64 %d5, depot;\ncvta.local.u64 %d6, %d5;\nld.u32 %r6, "
        "[%d6+12];\nst.global.u32 [%d1+8], %r6;\n"
        "ld.const.f64 %d7, [half];\ncvt.rzi.u32.f64 %r7, %d7;\nadd.s32 %r7, %r7, table;\nisspacep.local %p, "
        "%d6;\nselp.u32 %r7, 1, 0, %p;\nst.global.u32 [%d1+12], %r7;\nret;\n}\n";
    u32 out[3][4];
    CUmodule m;
    CUdeviceptr global;
    size_t bytes;
    CU(cuModuleLoadData(&m, text));
    CUdeviceptr to = gpu_take(sizeof out, NULL);
    void *params[] = {&to, &to};
    gpu_launch(gpu_function(m, "k"), 1, 3, params);
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(out, to, sizeof out));
    const u32 wanted[3][4] = {{6, 5, 11, 1}, {24, 16, 22, 1}, {120, UINT32_MAX, 33, 1}};
    CHECK(memcmp(out, wanted, sizeof out) == 0, "%u %u %u %u, %u %u %u %u", out[0][0], out[0][1], out[0][2],
          out[0][3], out[2][0], out[2][1], out[2][2], out[2][3]);
    CU(cuModuleGetGlobal(&global, &bytes, m, "table"));
    CU(cuMemcpyDtoH(out, global, 16));
    CHECK(bytes == 16 && out[0][3] == 7, "cuModuleGetGlobal");
    CU(cuMemFree(to));
    CU(cuModuleUnload(m));
}

int main(void)
{
    gpu_open();
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) check_row(&rows[k]);
    check_carries();
    check_moves();
    check_atomics();
    check_control();
    CU(cuDevicePrimaryCtxRelease(0));
    return gpu_done();
}
