/* The interpreter's loops: every operation and dtype at every instruction set of this processor, against plain
 * scalar C. */
#include "bessel.h"
#include "interp_help.h"
#include "runtime/cpu/loops.h"

#include <criterion/criterion.h>
#include <float.h>

enum { SPECIAL_MAX = 32, ELEMENTS = 2048 };

typedef long double wide;

/* ---- scalar answers ------------------------------------------------------------------------------------------ */
#define FLOAT_ANSWERS(T, field, S)                                                                \
    static T divide_down_##field(T a, T b, T *mod)                                                \
    {                                                                                             \
        T m = fmod##S(a, b), d = (a - m) / b;                                                     \
        if (b == 0) {                                                                             \
            *mod = m;                                                                             \
            return a / b;                                                                         \
        }                                                                                         \
        if (m != 0) {                                                                             \
            if ((b < 0) != (m < 0)) {                                                             \
                m += b;                                                                           \
                d -= 1;                                                                           \
            }                                                                                     \
        } else {                                                                                  \
            m = copysign##S(0, b);                                                                \
        }                                                                                         \
        T f = floor##S(d);                                                                        \
        if (d - f > (T)0.5) f += 1;                                                               \
        *mod = m;                                                                                 \
        return d != 0 ? f : copysign##S(0, a / b);                                                \
    }                                                                                             \
    static bool exact_##field(sni_op op, T a, T b, T *r)                                          \
    {                                                                                             \
        T mod;                                                                                    \
        switch (op) {                                                                             \
        case SNI_OP_ADD: *r = a + b; return true;                                                 \
        case SNI_OP_SUBTRACT: *r = a - b; return true;                                            \
        case SNI_OP_MULTIPLY: *r = a * b; return true;                                            \
        case SNI_OP_DIVIDE: *r = a / b; return true;                                              \
        case SNI_OP_FLOOR_DIVIDE: *r = divide_down_##field(a, b, &mod); return true;              \
        case SNI_OP_REMAINDER: divide_down_##field(a, b, r); return true;                         \
        case SNI_OP_MINIMUM: *r = a < b || a != a ? a : b; return true;                          \
        case SNI_OP_MAXIMUM: *r = a > b || a != a ? a : b; return true;                          \
        case SNI_OP_FMIN: *r = a < b || b != b ? a : b; return true;                              \
        case SNI_OP_FMAX: *r = a > b || b != b ? a : b; return true;                              \
        case SNI_OP_FMOD: *r = fmod##S(a, b); return true;                                        \
        case SNI_OP_COPYSIGN: *r = copysign##S(a, b); return true;                                \
        case SNI_OP_NEXTAFTER: *r = nextafter##S(a, b); return true;                              \
        case SNI_OP_LDEXP: *r = ldexp##S(a, b != b ? 0 : b > 9999 ? 9999 : b < -9999 ? -9999 : (int)b); return true; \
        case SNI_OP_HEAVISIDE: *r = a != a ? a : a == 0 ? b : (T)(a > 0); return true;            \
        case SNI_OP_DEGREES: *r = a * (180 / (T)M_PI); return true;                               \
        case SNI_OP_RADIANS: *r = a * ((T)M_PI / 180); return true;                               \
        case SNI_OP_SPACING: a = a == 0 ? 0 : a; *r = nextafter##S(a, copysign##S(INFINITY, a)) - a; return true; \
        case SNI_OP_FABS: *r = fabs##S(a); return true;                                           \
        case SNI_OP_CONJUGATE: *r = a; return true;                                               \
        case SNI_OP_NEGATIVE: *r = -a; return true;                                               \
        case SNI_OP_POSITIVE: *r = a; return true;                                                \
        case SNI_OP_ABSOLUTE: *r = fabs##S(a); return true;                                       \
        case SNI_OP_SIGN: *r = a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a; return true;              \
        case SNI_OP_SQUARE: *r = a * a; return true;                                              \
        case SNI_OP_RECIPROCAL: *r = 1 / a; return true;                                          \
        case SNI_OP_SQRT: *r = sqrt##S(a); return true;                                           \
        case SNI_OP_FLOOR: *r = floor##S(a); return true;                                         \
        case SNI_OP_CEIL: *r = ceil##S(a); return true;                                           \
        case SNI_OP_TRUNC: *r = trunc##S(a); return true;                                         \
        case SNI_OP_RINT: *r = rint##S(a); return true;                                           \
        default: return false;                                                                    \
        }                                                                                         \
    }                                                                                             \
    static bool test_##field(sni_op op, T a, T b, uint8_t *r)                                     \
    {                                                                                             \
        switch (op) {                                                                             \
        case SNI_OP_EQUAL: *r = a == b; return true;                                              \
        case SNI_OP_NOT_EQUAL: *r = a != b; return true;                                          \
        case SNI_OP_LESS: *r = a < b; return true;                                                \
        case SNI_OP_LESS_EQUAL: *r = a <= b; return true;                                         \
        case SNI_OP_GREATER: *r = a > b; return true;                                             \
        case SNI_OP_GREATER_EQUAL: *r = a >= b; return true;                                      \
        case SNI_OP_SIGNBIT: *r = signbit(a) != 0; return true;                                   \
        case SNI_OP_ISNAN: *r = a != a; return true;                                              \
        case SNI_OP_ISINF: *r = (uint8_t)(a - a != 0 && a == a); return true;                               \
        case SNI_OP_ISFINITE: *r = (uint8_t)(a - a == 0); return true;                         \
        default: return false;                                                                    \
        }                                                                                         \
    }
FLOAT_ANSWERS(float, f32, f)
FLOAT_ANSWERS(double, f64, )

/* Functions that round: the value as long double has it. */
static wide function_value(sni_op op, wide a, wide b)
{
    switch (op) {
    case SNI_OP_POWER: return powl(a, b);
    case SNI_OP_ARCTAN2: return atan2l(a, b);
    case SNI_OP_HYPOT: return hypotl(a, b);
    case SNI_OP_CBRT: return cbrtl(a);
    case SNI_OP_EXP: return expl(a);
    case SNI_OP_EXP2: return exp2l(a);
    case SNI_OP_EXPM1: return expm1l(a);
    case SNI_OP_LOG: return logl(a);
    case SNI_OP_LOG2: return log2l(a);
    case SNI_OP_LOG10: return log10l(a);
    case SNI_OP_LOG1P: return log1pl(a);
    case SNI_OP_SIN: return sinl(a);
    case SNI_OP_COS: return cosl(a);
    case SNI_OP_TAN: return tanl(a);
    case SNI_OP_ARCSIN: return asinl(a);
    case SNI_OP_ARCCOS: return acosl(a);
    case SNI_OP_ARCTAN: return atanl(a);
    case SNI_OP_SINH: return sinhl(a);
    case SNI_OP_COSH: return coshl(a);
    case SNI_OP_TANH: return tanhl(a);
    case SNI_OP_ARCSINH: return asinhl(a);
    case SNI_OP_ARCCOSH: return acoshl(a);
    case SNI_OP_ARCTANH: return atanhl(a);
    case SNI_OP_ERF: return erfl(a);
    case SNI_OP_ERFC: return erfcl(a);
    case SNI_OP_GAMMA: return tgammal(a);
    case SNI_OP_GAMMALN: return isinf(a) ? a : lgammal(a);
    case SNI_OP_EXPIT: return a < 0 ? expl(a) / (1 + expl(a)) : 1 / (1 + expl(-a));
    case SNI_OP_LOGIT: return a > 0.25L && a < 0.75L ? log1pl(2 * a - 1) - log1pl(1 - 2 * a) : logl(a / (1 - a));
    case SNI_OP_I0: return bessel_i0(a);
    case SNI_OP_XLOGY: return a == 0 && b == b ? 0 : a * logl(b);
    case SNI_OP_LOGADDEXP: return fmaxl(a, b) + log1pl(expl(-fabsl(a - b)));
    case SNI_OP_LOGADDEXP2: return fmaxl(a, b) + log1pl(exp2l(-fabsl(a - b))) / logl(2);
    default: cr_assert_fail("no answer for %s", sni_ops[op].name);
    }
    return 0;
}

static bool near(sni_op op, sni_dtype t, wide exact, double got)
{
    bool single = t == SNI_FLOAT32;
    int exponent, least = single ? -149 : -1074;
    if (exact != exact || got != got) return exact != exact && got != got;
    if (isinf(got)) return got > 0 ? exact >= (single ? FLT_MAX : DBL_MAX) : exact <= (single ? -FLT_MAX : -DBL_MAX);
    if ((wide)got == exact) return true;
    frexpl(exact, &exponent);
    exponent -= single ? 24 : 53;
    return fabsl((wide)got - exact) <= ldexpl((wide)sni_ops[op].ulp, exponent > least ? exponent : least);
}

static int64_t as_signed(sni_scalar s, sni_dtype t) { return sni_scalar_cast(s, t, SNI_INT64).i64; }
static uint64_t as_unsigned(sni_scalar s, sni_dtype t) { return sni_scalar_cast(s, t, SNI_UINT64).u64; }

static uint64_t power_of(uint64_t a, uint64_t b)
{
    uint64_t r = 1;
    for (; b != 0; b >>= 1, a *= a) r *= b & 1 ? a : 1;
    return r;
}

static uint64_t divisor(uint64_t a, uint64_t b) { return b == 0 ? a : divisor(b, a % b); }
static uint64_t multiple(uint64_t a, uint64_t b) { return a == 0 ? 0 : a / divisor(a, b) * b; }
static uint64_t magnitude(int64_t a) { return a < 0 ? -(uint64_t)a : (uint64_t)a; }

/* Of a signed operation, the low bits; widths up to 64 through __int128. */
static uint64_t signed_answer(sni_op op, int64_t a, int64_t b, int bits)
{
    __int128 x = a, y = b;
    switch (op) {
    case SNI_OP_FLOOR_DIVIDE: return b == 0 ? 0 : (uint64_t)(x / y - (x % y != 0 && (a < 0) != (b < 0)));
    case SNI_OP_REMAINDER: return b == 0 ? 0 : (uint64_t)(x - (x / y - (x % y != 0 && (a < 0) != (b < 0))) * y);
    case SNI_OP_FMOD: return b == 0 ? 0 : (uint64_t)(x % y);
    case SNI_OP_GCD: return divisor(magnitude(a), magnitude(b));
    case SNI_OP_LCM: return multiple(magnitude(a), magnitude(b));
    case SNI_OP_BITWISE_COUNT: return (uint64_t)__builtin_popcountll(magnitude(a));
    case SNI_OP_FMIN: case SNI_OP_MINIMUM: return (uint64_t)(a < b ? a : b);
    case SNI_OP_FMAX: case SNI_OP_MAXIMUM: return (uint64_t)(a > b ? a : b);
    case SNI_OP_ABSOLUTE: return magnitude(a);
    case SNI_OP_SIGN: return (uint64_t)((a > 0) - (a < 0));
    case SNI_OP_POWER:
        if (b >= 0) return power_of((uint64_t)a, (uint64_t)b);
        return a == 1 ? 1 : a == -1 ? (b & 1 ? (uint64_t)-1 : 1) : 0;
    case SNI_OP_LEFT_SHIFT: return b < 0 || b >= bits ? 0 : (uint64_t)a << b;
    case SNI_OP_RIGHT_SHIFT: return (uint64_t)(a >> (b < 0 || b >= bits ? bits - 1 : b));
    default: cr_assert_fail("no answer for %s", sni_ops[op].name);
    }
    return 0;
}

static uint64_t unsigned_answer(sni_op op, uint64_t a, uint64_t b, int bits)
{
    switch (op) {
    case SNI_OP_FLOOR_DIVIDE: return b == 0 ? 0 : a / b;
    case SNI_OP_REMAINDER: return b == 0 ? 0 : a % b;
    case SNI_OP_FMOD: return b == 0 ? 0 : a % b;
    case SNI_OP_GCD: return divisor(a, b);
    case SNI_OP_LCM: return multiple(a, b);
    case SNI_OP_BITWISE_COUNT: return (uint64_t)__builtin_popcountll(a);
    case SNI_OP_FMIN: case SNI_OP_MINIMUM: return a < b ? a : b;
    case SNI_OP_FMAX: case SNI_OP_MAXIMUM: return a > b ? a : b;
    case SNI_OP_ABSOLUTE: return a;
    case SNI_OP_SIGN: return a != 0;
    case SNI_OP_POWER: return power_of(a, b);
    case SNI_OP_LEFT_SHIFT: return b >= (uint64_t)bits ? 0 : a << b;
    case SNI_OP_RIGHT_SHIFT: return b >= (uint64_t)bits ? 0 : a >> b;
    default: cr_assert_fail("no answer for %s", sni_ops[op].name);
    }
    return 0;
}

static sni_scalar integer_answer(sni_op op, sni_dtype t, sni_scalar a, sni_scalar b)
{
    bool is_signed = sni_dtypes[t].kind == SNI_KIND_INT;
    uint64_t x = as_unsigned(a, t), y = as_unsigned(b, t), r;
    int bits = 8 * sni_dtypes[t].bytes;
    switch (op) { /* the same bits whatever the sign */
    case SNI_OP_ADD: r = x + y; break;
    case SNI_OP_SUBTRACT: r = x - y; break;
    case SNI_OP_MULTIPLY: r = x * y; break;
    case SNI_OP_SQUARE: r = x * x; break;
    case SNI_OP_BITWISE_AND: r = x & y; break;
    case SNI_OP_BITWISE_OR: r = x | y; break;
    case SNI_OP_BITWISE_XOR: r = x ^ y; break;
    case SNI_OP_INVERT: r = ~x; break;
    case SNI_OP_NEGATIVE: r = -x; break;
    case SNI_OP_POSITIVE: case SNI_OP_CONJUGATE: case SNI_OP_FLOOR: case SNI_OP_CEIL: case SNI_OP_TRUNC: r = x; break;
    case SNI_OP_RECIPROCAL:
        return sni_scalar_cast((sni_scalar){.f64 = 1.0 / (is_signed ? (double)as_signed(a, t) : (double)x)}, SNI_FLOAT64, t);
    default: r = is_signed ? signed_answer(op, as_signed(a, t), as_signed(b, t), bits) : unsigned_answer(op, x, y, bits);
    }
    return sni_scalar_cast((sni_scalar){.u64 = r}, SNI_UINT64, t);
}

static uint8_t integer_test(sni_op op, bool less, bool equal, bool minus)
{
    switch (op) {
    case SNI_OP_EQUAL: return equal;
    case SNI_OP_NOT_EQUAL: return !equal;
    case SNI_OP_LESS: return less;
    case SNI_OP_LESS_EQUAL: return less || equal;
    case SNI_OP_GREATER: return !less && !equal;
    case SNI_OP_GREATER_EQUAL: return !less;
    case SNI_OP_ISFINITE: return 1;
    case SNI_OP_SIGNBIT: return minus;
    default: return 0; /* isnan, isinf */
    }
}

static uint8_t bool_answer(sni_op op, bool a, bool b)
{
    switch (op) {
    case SNI_OP_ADD: case SNI_OP_FMAX: case SNI_OP_MAXIMUM: case SNI_OP_LOGICAL_OR: case SNI_OP_BITWISE_OR: return a || b;
    case SNI_OP_MULTIPLY: case SNI_OP_FMIN: case SNI_OP_MINIMUM: case SNI_OP_LOGICAL_AND: case SNI_OP_BITWISE_AND: return a && b;
    case SNI_OP_LOGICAL_XOR: case SNI_OP_BITWISE_XOR: return a != b;
    case SNI_OP_LOGICAL_NOT: case SNI_OP_INVERT: return !a;
    case SNI_OP_ABSOLUTE: case SNI_OP_FLOOR: case SNI_OP_CEIL: case SNI_OP_TRUNC: return a;
    default: return integer_test(op, a < b, a == b, false);
    }
}

static bool is_test(sni_op op) { return sni_ops[op].rule == SNI_RULE_COMPARE; }

static bool right(sni_op op, sni_dtype t, sni_scalar a, sni_scalar b, sni_scalar c, sni_scalar got)
{
    uint8_t kind = sni_dtypes[t].kind;
    sni_scalar r = {.bits = {0, 0}};
    if (op == SNI_OP_WHERE) return same(got, a.b8 ? b : c, t);
    if (kind == SNI_KIND_BOOL) return got.b8 == bool_answer(op, a.b8, b.b8);
    if (kind == SNI_KIND_FLOAT && is_test(op))
        return (t == SNI_FLOAT32 ? test_f32(op, a.f32, b.f32, &r.b8) : test_f64(op, a.f64, b.f64, &r.b8)) && r.b8 == got.b8;
    if (kind == SNI_KIND_FLOAT) {
        if (t == SNI_FLOAT32 ? exact_f32(op, a.f32, b.f32, &r.f32) : exact_f64(op, a.f64, b.f64, &r.f64)) return same(got, r, t);
        wide x = t == SNI_FLOAT32 ? (wide)a.f32 : (wide)a.f64, y = t == SNI_FLOAT32 ? (wide)b.f32 : (wide)b.f64;
        return near(op, t, function_value(op, x, y), t == SNI_FLOAT32 ? (double)got.f32 : got.f64);
    }
    if (!is_test(op)) return same(got, integer_answer(op, t, a, b), t);
    bool less = kind == SNI_KIND_INT ? as_signed(a, t) < as_signed(b, t) : as_unsigned(a, t) < as_unsigned(b, t);
    return got.b8 == integer_test(op, less, as_unsigned(a, t) == as_unsigned(b, t), kind == SNI_KIND_INT && as_signed(a, t) < 0);
}

/* ---- operands --------------------------------------------------------------------------------------------------- */
static int special_values(sni_dtype t, sni_scalar *out)
{
    static const double floats[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 2, 3, -3, 7, 1e-3, 1e10, -1e10, 0x1p31, -0x1p31, 0x1p63,
                                    INFINITY, -INFINITY, NAN, FLT_MIN, FLT_MAX, 1e-45, 0x1p24, 300, -300};
    static const int64_t ints[] = {0, 1, -1, 2, -2, 3, 7, -7, 8, 13, 31, 33, 64, 100, -100, INT8_MIN, INT8_MAX, INT16_MIN, INT16_MAX,
                                   INT32_MIN, INT32_MAX, INT64_MIN, INT64_MAX, UINT32_MAX, INT64_MIN + 1};
    int n = 0;
    if (sni_dtypes[t].kind == SNI_KIND_FLOAT)
        for (size_t i = 0; i < SNI_COUNT(floats); i++) out[n++] = sni_scalar_cast((sni_scalar){.f64 = floats[i]}, SNI_FLOAT64, t);
    else
        for (size_t i = 0; i < SNI_COUNT(ints); i++) out[n++] = sni_scalar_cast((sni_scalar){.i64 = ints[i]}, SNI_INT64, t);
    return n;
}

/* Every pair of special values, then numbers from the operation's domain. */
static void fill_operands(sni_op op, sni_dtype t, void *a, void *b, void *c)
{
    sni_scalar special[SPECIAL_MAX];
    uint64_t state = 1;
    int n = special_values(t, special);
    for (int64_t i = 0; i < ELEMENTS; i++) {
        double low = op < SNI_OP_COUNT ? sni_ops[op].lo : -100, width = op < SNI_OP_COUNT ? sni_ops[op].hi - low : 200;
        sni_scalar v[3];
        for (int k = 0; k < 3; k++)
            v[k] = sni_scalar_cast((sni_scalar){.f64 = low + width * (double)random_below(&state, 1 << 30) * 0x1p-30}, SNI_FLOAT64, t);
        put(a, t, i, i < n * n ? special[i / n] : v[0]);
        put(b, t, i, i < n * n ? special[i % n] : v[1]);
        put(c, t, i, v[2]);
    }
}

static void fill_bools(void *a)
{
    uint64_t state = 2;
    for (int64_t i = 0; i < ELEMENTS; i++) put(a, SNI_BOOL, i, (sni_scalar){.b8 = (uint8_t)(random_bits(&state) & 1)});
}

static _Alignas(64) char buffer_a[ELEMENTS * 8], buffer_b[ELEMENTS * 8], buffer_c[ELEMENTS * 8], buffer_out[ELEMENTS * 8], buffer_first[ELEMENTS * 8];

/* Domain errors and huge arguments are left to the functions; what they promise is inside. */
static bool in_domain(sni_op op, sni_dtype t, sni_scalar a, sni_scalar b)
{
    if (sni_ops[op].ulp == 0) return true;
    double x = t == SNI_FLOAT32 ? (double)a.f32 : a.f64, y = t == SNI_FLOAT32 ? (double)b.f32 : b.f64;
    if (x < sni_ops[op].lo || x > sni_ops[op].hi || x != x) return false;
    return sni_ops[op].arity < 2 || (y >= sni_ops[op].lo && y <= sni_ops[op].hi);
}

static sni_dtype result_dtype(sni_op op, sni_dtype t)
{
    return sni_ops[op].rule == SNI_RULE_COMPARE || sni_ops[op].rule == SNI_RULE_LOGICAL ? SNI_BOOL : t;
}

static void check_answers(const sni_loops *l, sni_op op, sni_dtype t)
{
    for (int64_t i = 0; i < ELEMENTS; i++) {
        sni_scalar a = get(buffer_a, op == SNI_OP_WHERE ? SNI_BOOL : t, i), b = get(buffer_b, t, i), c = get(buffer_c, t, i);
        sni_scalar got = get(buffer_out, result_dtype(op, t), i);
        cr_assert(!in_domain(op, t, a, b) || right(op, t, a, b, c, got), "%s: %s(%s) of %016llx, %016llx gives %016llx", l->isa,
                  sni_ops[op].name, sni_dtypes[t].name, (unsigned long long)a.bits[0], (unsigned long long)b.bits[0],
                  (unsigned long long)got.bits[0]);
    }
}

static void check_loop(const sni_loops *l, sni_op op, sni_dtype t, sni_loop loop)
{
    const void *in[3] = {buffer_a, buffer_b, buffer_c};
    size_t bytes = (size_t)ELEMENTS * sni_dtypes[result_dtype(op, t)].bytes;
    fill_operands(op, t, buffer_a, buffer_b, buffer_c);
    if (op == SNI_OP_WHERE) fill_bools(buffer_a);
    memset(buffer_out, 0xcd, sizeof buffer_out);
    loop(buffer_out, in, (const int64_t[3]){1, 1, 1}, ELEMENTS);
    check_answers(l, op, t);
    for (size_t i = bytes; i < sizeof buffer_out; i++) cr_assert_eq((unsigned char)buffer_out[i], 0xcd, "writes past its end");
    /* The second operand as one element, and the result in place of the last. */
    int last = sni_ops[op].arity - 1;
    for (int64_t i = 0; i < ELEMENTS; i++) put(buffer_b, t, i, get(buffer_c, t, 5));
    memset(buffer_out, 0xcd, sizeof buffer_out);
    if (last == 2) memcpy(buffer_out, buffer_c, sizeof buffer_out), in[2] = buffer_out;
    loop(buffer_out, in, (const int64_t[3]){1, 0, 1}, ELEMENTS);
    check_answers(l, op, t);
}

static bool has_loop(sni_op op, sni_dtype t)
{
    return sni_dtype_computes(t) && strcmp(sni_op_expr(op, t), "NONE") != 0;
}

Test(loops, elements_against_scalar_c)
{
    bool supported;
    const sni_loops *l;
    for (int level = 0; (l = sni_loops_at(level, &supported)) != NULL; level++)
        for (int op = 0; supported && op < SNI_OP_COUNT; op++)
            for (int t = 0; t < SNI_DTYPE_COUNT; t++) {
                sni_loop loop = l->element[op][t];
                cr_assert_eq(loop != NULL, has_loop((sni_op)op, (sni_dtype)t), "%s %s", sni_ops[op].name, sni_dtypes[t].name);
                if (loop != NULL) check_loop(l, (sni_op)op, (sni_dtype)t, loop);
            }
}

Test(loops, casts_against_scalar_c)
{
    bool supported;
    const sni_loops *l;
    for (int level = 0; (l = sni_loops_at(level, &supported)) != NULL; level++)
        for (int to = 0; supported && to < SNI_DTYPE_COUNT; to++)
            for (int from = 0; from < SNI_DTYPE_COUNT; from++) {
                cr_assert_eq(l->cast[to][from] != NULL, sni_dtype_computes((sni_dtype)to) && sni_dtype_computes((sni_dtype)from));
                if (l->cast[to][from] == NULL) continue;
                const void *in[1] = {buffer_a};
                fill_operands(SNI_OP_COUNT, (sni_dtype)from, buffer_a, buffer_b, buffer_c);
                l->cast[to][from](buffer_out, in, (const int64_t[1]){1}, ELEMENTS);
                for (int64_t i = 0; i < ELEMENTS; i++) {
                    sni_scalar a = get(buffer_a, (sni_dtype)from, i), got = get(buffer_out, (sni_dtype)to, i);
                    cr_assert(same(got, sni_scalar_cast(a, (sni_dtype)from, (sni_dtype)to), (sni_dtype)to), "%s: %s to %s of %016llx gives %016llx",
                              l->isa, sni_dtypes[from].name, sni_dtypes[to].name, (unsigned long long)a.bits[0], (unsigned long long)got.bits[0]);
                }
            }
}

Test(loops, bool_bytes_become_0_and_1)
{
    bool supported;
    const sni_loops *l;
    for (int level = 0; (l = sni_loops_at(level, &supported)) != NULL; level++) {
        const void *in[1] = {buffer_a};
        for (int i = 0; i < 256; i++) buffer_a[i] = (char)i;
        if (supported) l->cast[SNI_BOOL][SNI_BOOL](buffer_out, in, (const int64_t[1]){1}, 256);
        for (int i = 0; supported && i < 256; i++) cr_assert_eq(buffer_out[i], i != 0);
    }
}

/* Levels that call the same vector functions agree on every bit; the rest agree on what calls none. */
Test(loops, levels_agree)
{
    bool supported;
    const sni_loops *first = sni_loops_get(), *l;
    for (int level = 0; (l = sni_loops_at(level, &supported)) != NULL; level++)
        for (int op = 0; supported && op < SNI_OP_COUNT; op++)
            for (int t = 0; t < SNI_DTYPE_COUNT; t++) {
                if (l->element[op][t] == NULL) continue;
                bool function = sni_dtypes[t].kind == SNI_KIND_FLOAT && sni_ops[op].cost >= SNI_COST_HEAVY;
                if (function && !strcmp(l->isa, "sse2")) continue;
                const void *in[3] = {buffer_a, buffer_b, buffer_c};
                sni_dtype r = result_dtype((sni_op)op, (sni_dtype)t);
                fill_operands((sni_op)op, (sni_dtype)t, buffer_a, buffer_b, buffer_c);
                if (op == SNI_OP_WHERE) fill_bools(buffer_a);
                first->element[op][t](buffer_first, in, (const int64_t[3]){1, 1, 1}, ELEMENTS);
                l->element[op][t](buffer_out, in, (const int64_t[3]){1, 1, 1}, ELEMENTS);
                for (int64_t i = 0; i < ELEMENTS; i++)
                    cr_assert(same(get(buffer_first, r, i), get(buffer_out, r, i), r), "%s %s: %s and %s differ", sni_ops[op].name,
                              sni_dtypes[t].name, first->isa, l->isa);
            }
}

/* ---- folds ---------------------------------------------------------------------------------------------------------- */
static void check_fold(const sni_loops *l, int r, sni_dtype t, int64_t n)
{
    enum { ROWS = 3 };
    static sni_scalar row[1024];
    static _Alignas(64) char in[ROWS * 1024 * 8];
    uint64_t state = (uint64_t)n;
    char out[(ROWS + 1) * 8];
    memset(out, 0x5a, sizeof out);
    for (int64_t i = 0; i < ROWS * n; i++) put(in, t, i, i % 97 == 96 && t == SNI_FLOAT32 ? (sni_scalar){.f32 = -0.0f} : random_value(&state, t));
    l->fold[r][t](out, in, ROWS, n);
    for (int64_t k = 0; k < ROWS; k++) {
        for (int64_t i = 0; i < n; i++) row[i] = get(in, t, k * n + i);
        sni_scalar want = chunk_partial(row, n, apply_combine, t, (int)sni_reductions[r].combine);
        cr_assert(same(get(out, t, k), want, t), "%s: %s of %s, %lld elements, row %lld", l->isa, sni_reductions[r].name, sni_dtypes[t].name,
                  (long long)n, (long long)k);
    }
    cr_assert_eq(out[ROWS * sni_dtypes[t].bytes], 0x5a);
}

Test(loops, folds_keep_the_order)
{
    bool supported;
    const sni_loops *l;
    for (int level = 0; (l = sni_loops_at(level, &supported)) != NULL; level++)
        for (int r = 0; supported && r < SNI_REDUCTION_COUNT; r++)
            for (int t = 0; t < SNI_DTYPE_COUNT; t++) {
                if (l->fold[r][t] == NULL) continue;
                for (int64_t n = 1; n <= 70; n++) check_fold(l, r, (sni_dtype)t, n);
                for (int64_t n = 96; n <= 1024; n += 116) check_fold(l, r, (sni_dtype)t, n);
                check_fold(l, r, (sni_dtype)t, 1024);
            }
}

Test(loops, fold_of_one_negative_zero)
{
    float x = -0.0f, r = 1;
    sni_loops_get()->fold[SNI_REDUCE_SUM][SNI_FLOAT32](&r, &x, 1, 1);
    cr_assert(r == 0 && signbit(r));
}
