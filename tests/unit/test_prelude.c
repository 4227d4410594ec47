/* The C prelude: every function, compiled as kernels are, against plain scalar C. */
#include "bessel.h"
#include "emit_help.h"

#include <criterion/criterion.h>
#include <math.h>

/* ---- one loop for each operation and dtype ---------------------------------------------------------------- */
static const sni_dtype all_dtypes[] = {SNI_INT8, SNI_INT16, SNI_INT32, SNI_INT64, SNI_UINT8, SNI_UINT16,
                                       SNI_UINT32, SNI_UINT64, SNI_FLOAT32, SNI_FLOAT64, SNI_BOOL};

static const char *vector_type(sni_dtype t, int mask, char out[8])
{
    if (t == SNI_BOOL) snprintf(out, 8, "m%dv", 8 * mask);
    else snprintf(out, 8, "%sv", sni_dtypes[t].abbrev);
    return out;
}

static bool has_loop(sni_op op, sni_dtype t)
{
    return op != SNI_OP_WHERE && !strcmp(sni_op_expr(op, t), "CALL");
}

static sni_dtype result_dtype(sni_op op, sni_dtype t)
{
    return sni_ops[op].rule == SNI_RULE_COMPARE || sni_ops[op].rule == SNI_RULE_LOGICAL ? SNI_BOOL : t;
}

static void put_loop(sni_str *s, sni_op op, sni_dtype t, int lanes)
{
    char v[8], r[8];
    const char *in = sni_dtypes[t].abbrev, *out = sni_dtypes[result_dtype(op, t)].abbrev;
    vector_type(t, 1, v);
    vector_type(result_dtype(op, t), sni_dtypes[t].bytes, r);
    sni_str_printf(s, "void loop_%s_%s(const %s *a, const %s *b, %s *y, long count)\n{\n    (void)b;\n", sni_ops[op].name, in, in, in, out);
    sni_str_printf(s, "    for (long i = 0; i < count; i += %d) {\n        int n = count - i < %d ? (int)(count - i) : %d;\n", lanes, lanes, lanes);
    sni_str_printf(s, "        sn_store_n_%s(y + i, sn_%s_%s(sn_load_n_%s(a + i, n)", r, sni_ops[op].name, v, v);
    if (sni_ops[op].arity == 2) sni_str_printf(s, ", sn_load_n_%s(b + i, n)", v);
    sni_str_put(s, "), n);\n    }\n}\n\n");
}

static void put_cast(sni_str *s, sni_dtype to, sni_dtype from, int lanes)
{
    char v[8], w[8];
    const char *in = sni_dtypes[from].abbrev, *out = sni_dtypes[to].abbrev;
    vector_type(to, sni_dtypes[from].bytes, v);
    vector_type(from, sni_dtypes[to].bytes, w);
    sni_str_printf(s, "void cast_%s_%s(const %s *a, const %s *b, %s *y, long count)\n{\n    (void)b;\n", out, in, in, in, out);
    sni_str_printf(s, "    for (long i = 0; i < count; i += %d) {\n        int n = count - i < %d ? (int)(count - i) : %d;\n", lanes, lanes, lanes);
    sni_str_printf(s, "        sn_store_n_%s(y + i, sn_cast_%s_%s(sn_load_n_%s(a + i, n)), n);\n    }\n}\n\n", v, v, w, w);
}

static char *source_of(bool functions, bool casts)
{
    const sni_cpu_target *target = sni_cpu_target_get();
    int lanes = target->vector_bytes / 8;
    sni_str s = {0}, whole = {0};
    for (size_t i = 0; i < SNI_COUNT(all_dtypes); i++) {
        for (int op = 0; functions && op < SNI_OP_COUNT; op++)
            if (has_loop((sni_op)op, all_dtypes[i])) put_loop(&s, (sni_op)op, all_dtypes[i], lanes);
        for (size_t j = 0; casts && j < SNI_COUNT(all_dtypes); j++)
            if (i != j) put_cast(&s, all_dtypes[i], all_dtypes[j], lanes);
    }
    cr_assert_eq(sni_prelude_for(sni_str_text(&s), target, lanes, &whole), SN_OK, "%s", sni_error_message());
    sni_str_put(&whole, sni_str_text(&s));
    cr_assert_eq(whole.status, SN_OK);
    char *copy = strdup(sni_str_text(&whole));
    sni_str_free(&s);
    sni_str_free(&whole);
    return copy;
}

typedef void (*loop)(const void *a, const void *b, void *y, long count);

static loop find_loop(void *handle, const char *prefix, const char *name, const char *type)
{
    char symbol[64];
    snprintf(symbol, sizeof symbol, "%s_%s_%s", prefix, name, type);
    void *found = dlsym(handle, symbol);
    loop f;
    memcpy(&f, &found, sizeof f);
    return f;
}

/* ---- values ------------------------------------------------------------------------------------------------- */
enum { SPECIAL = 64, PAIRS = SPECIAL * SPECIAL };

static double special_float(int i, sni_dtype t)
{
    static const double values[] = {0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -1.5, -2.5, 3, -3, 7, -7, 0.1, -0.1, 10, 1e10, -1e10,
        2147483647, 2147483648.0, -2147483648.0, -2147483649.0, 4294967295.0, 4294967296.0, 9223372036854775808.0, -9223372036854775808.0,
        18446744073709551616.0, 1e20, -1e20, INFINITY, -INFINITY, NAN, 8388608.5, 4503599627370497.5, 100.5, -100.5, 1e-20, -1e-20,
        255, 256, 300, -129, 65536, 127.9, 128.2, -128.9, 3.141592653589793, 2.718281828459045, 88.7, -88.7, 20.5, 170, 0.9999, 1.0001, 89.3};
    int n = (int)SNI_COUNT(values);
    if (i < n) return values[i];
    if (t == SNI_FLOAT32) return (double[]){0x1.fffffep127, -0x1.fffffep127, 0x1p-126, 0x1p-149, -0x1p-149, 0x1p-23, 1 + 0x1p-23, 1 - 0x1p-24}[i - n];
    return (double[]){0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1074, -0x1p-1074, 709.9, 1 + 0x1p-52, 710.3}[i - n];
}

static sni_scalar special(int i, sni_dtype t)
{
    sni_scalar s = {.bits = {0, 0}};
    if (t == SNI_FLOAT32) s.f32 = (float)special_float(i, t);
    else if (t == SNI_FLOAT64) s.f64 = special_float(i, t);
    else if (t == SNI_BOOL) s.b8 = (uint8_t)(i % 3); /* any byte but 0 is true */
    else if (i < 24) s.bits[0] = (uint64_t)(int64_t)(i - 12);
    else if (i < 44) s.bits[0] = (uint64_t[]){31, 32, 33, 63, 64, 65, 7, 8, 9, 15, 16, 17, 100, 127, 128, 255, 256, 1000, 99999, 1234567890123}[i - 24];
    else s.bits[0] = ((uint64_t)1 << (8 * sni_dtypes[t].bytes - 1)) - (uint64_t)(i - 54);
    return s;
}

static sni_scalar element(const void *p, sni_dtype t, int i)
{
    sni_scalar s = {.bits = {0, 0}};
    memcpy(&s, (const char *)p + i * sni_dtypes[t].bytes, sni_dtypes[t].bytes);
    return s;
}

/* All pairs of special values. */
static void fill_pairs(void *a, void *b, sni_dtype t)
{
    for (int i = 0; i < PAIRS; i++) {
        sni_scalar x = special(i / SPECIAL, t), y = special(i % SPECIAL, t);
        memcpy((char *)a + i * sni_dtypes[t].bytes, &x, sni_dtypes[t].bytes);
        memcpy((char *)b + i * sni_dtypes[t].bytes, &y, sni_dtypes[t].bytes);
    }
}

/* ---- integers in plain C -------------------------------------------------------------------------------------- */
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

static wide widen(sni_scalar s, sni_dtype t)
{
    switch (t) {
    case SNI_INT8: return s.i8;
    case SNI_INT16: return s.i16;
    case SNI_INT32: return s.i32;
    case SNI_INT64: return s.i64;
    case SNI_UINT8: return s.u8;
    case SNI_UINT16: return s.u16;
    case SNI_UINT32: return s.u32;
    case SNI_UINT64: return s.u64;
    default: return s.b8 != 0;
    }
}

static wide floored(wide a, wide b)
{
    wide q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static wide power(wide a, wide b)
{
    if (b < 0) return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
    uint64_t r = 1, base = (uint64_t)a;
    for (uint64_t left = (uint64_t)b; left; left /= 2, base *= base)
        if (left % 2) r *= base;
    return (wide)r;
}

static wide divisor(wide a, wide b)
{
    if (b) return divisor(b, a % b);
    return a < 0 ? -a : a;
}

/* The value; its low bits are the answer. */
static wide integer_answer(sni_op op, wide a, wide b, sni_dtype t)
{
    int bits = 8 * sni_dtypes[t].bytes;
    bool past = b < 0 || b >= bits;
    switch (op) {
    case SNI_OP_FLOOR_DIVIDE: return b ? floored(a, b) : 0;
    case SNI_OP_REMAINDER: return b ? a - b * floored(a, b) : 0;
    case SNI_OP_POWER: return power(a, b);
    case SNI_OP_FMOD: return b ? a % b : 0;
    case SNI_OP_GCD: return divisor(a, b);
    case SNI_OP_LCM: /* its low bits: the product of two 64-bit magnitudes passes 127 */
        return a && b ? (wide)((uwide)((a < 0 ? -a : a) / divisor(a, b)) * (uwide)(b < 0 ? -b : b)) : 0;
    case SNI_OP_FMIN: return a < b ? a : b;
    case SNI_OP_FMAX: return a > b ? a : b;
    case SNI_OP_SIGNBIT: return a < 0;
    case SNI_OP_BITWISE_COUNT: return __builtin_popcountll((unsigned long long)(a < 0 ? -a : a));
    case SNI_OP_MINIMUM: return a < b ? a : b;
    case SNI_OP_MAXIMUM: return a > b ? a : b;
    case SNI_OP_LEFT_SHIFT: return past ? 0 : a * ((wide)1 << b);
    case SNI_OP_RIGHT_SHIFT: return past ? (a < 0 ? -1 : 0) : a >> b;
    case SNI_OP_ABSOLUTE: return a < 0 ? -a : a;
    case SNI_OP_SIGN: return (a > 0) - (a < 0);
    case SNI_OP_RECIPROCAL: return a ? 1 / a : bits < 32 || sni_dtypes[t].kind == SNI_KIND_UINT ? 0 : (wide)1 << (bits - 1);
    case SNI_OP_ISFINITE: return 1;
    case SNI_OP_ISNAN:
    case SNI_OP_ISINF: return 0;
    default: cr_assert_fail("no answer for %s", sni_ops[op].name); return 0;
    }
}

static wide bool_answer(sni_op op, bool a, bool b)
{
    switch (op) {
    case SNI_OP_EQUAL: return a == b;
    case SNI_OP_NOT_EQUAL: return a != b;
    case SNI_OP_LESS: return a < b;
    case SNI_OP_LESS_EQUAL: return a <= b;
    case SNI_OP_GREATER: return a > b;
    case SNI_OP_GREATER_EQUAL: return a >= b;
    case SNI_OP_LOGICAL_NOT:
    case SNI_OP_INVERT: return !a;
    case SNI_OP_ISFINITE: return 1;
    default: return 0; /* isnan, isinf, signbit */
    }
}

static void check_integers(void *handle, sni_op op, sni_dtype t)
{
    static union { uint64_t u[PAIRS]; char bytes[1]; } a, b, y;
    const char *type = sni_dtypes[t].abbrev;
    sni_dtype result = result_dtype(op, t);
    fill_pairs(&a, &b, t);
    find_loop(handle, "loop", sni_ops[op].name, type)(&a, &b, &y, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        wide x = widen(element(&a, t, i), t), z = widen(element(&b, t, i), t);
        sni_scalar want = {.bits = {0, 0}}, got = element(&y, result, i);
        want.u64 = (uint64_t)(t == SNI_BOOL ? bool_answer(op, x != 0, z != 0) : integer_answer(op, x, z, t));
        cr_assert_eq(memcmp(&want, &got, sni_dtypes[result].bytes), 0, "%s_%s(%lld, %lld)", sni_ops[op].name, type, (long long)x, (long long)z);
    }
}

/* ---- floating point in plain C --------------------------------------------------------------------------------- */
static double remainder_of(double b, double r) /* r: C's fmod */
{
    if (r != 0) return (b < 0) != (r < 0) ? r + b : r;
    return copysign(0, b);
}

static double floor_divided(double a, double b)
{
    if (b == 0) return a / b;
    double r = fmod(a, b), q = (a - r) / b;
    if (r != 0 && (b < 0) != (r < 0)) q -= 1;
    if (q == 0) return copysign(0, a / b);
    return q - floor(q) > 0.5 ? floor(q) + 1 : floor(q);
}

static float remainder_of_f32(float b, float r)
{
    if (r != 0) return (b < 0) != (r < 0) ? r + b : r;
    return copysignf(0, b);
}

static float floor_divided_f32(float a, float b)
{
    if (b == 0) return a / b;
    float r = fmodf(a, b), q = (a - r) / b;
    if (r != 0 && (b < 0) != (r < 0)) q -= 1;
    if (q == 0) return copysignf(0, a / b);
    return q - floorf(q) > 0.5f ? floorf(q) + 1 : floorf(q);
}

static double spacing(double a)
{
    return a == 0 ? 0x1p-1074 : nextafter(a, copysign(INFINITY, a)) - a;
}

static float spacing_f32(float a)
{
    return a == 0 ? 0x1p-149f : nextafterf(a, copysignf(INFINITY, a)) - a;
}

static int exponent(double b)
{
    return b != b ? 0 : b > 9999 ? 9999 : b < -9999 ? -9999 : (int)b;
}

/* Operations with one right answer; false for the others. */
static bool exact_answer(sni_op op, double a, double b, bool single, double *y)
{
    switch (op) {
    case SNI_OP_FLOOR_DIVIDE: *y = single ? (double)floor_divided_f32((float)a, (float)b) : floor_divided(a, b); return true;
    case SNI_OP_REMAINDER:
        *y = single ? (double)remainder_of_f32((float)b, fmodf((float)a, (float)b)) : remainder_of(b, fmod(a, b));
        return true;
    case SNI_OP_MINIMUM: *y = a < b || a != a ? a : b; return true;
    case SNI_OP_MAXIMUM: *y = a > b || a != a ? a : b; return true;
    case SNI_OP_FMIN: *y = a < b || b != b ? a : b; return true;
    case SNI_OP_FMAX: *y = a > b || b != b ? a : b; return true;
    case SNI_OP_FMOD: *y = fmod(a, b); return true;
    case SNI_OP_COPYSIGN: *y = copysign(a, b); return true;
    case SNI_OP_NEXTAFTER: *y = single ? (double)nextafterf((float)a, (float)b) : nextafter(a, b); return true;
    case SNI_OP_LDEXP: *y = single ? (double)ldexpf((float)a, exponent(b)) : ldexp(a, exponent(b)); return true;
    case SNI_OP_HEAVISIDE: *y = a != a ? a : a == 0 ? b : a > 0; return true;
    case SNI_OP_DEGREES: *y = single ? (double)((float)a * (180 / (float)M_PI)) : a * (180 / M_PI); return true;
    case SNI_OP_RADIANS: *y = single ? (double)((float)a * ((float)M_PI / 180)) : a * (M_PI / 180); return true;
    case SNI_OP_SPACING: *y = single ? (double)spacing_f32((float)a) : spacing(a); return true;
    case SNI_OP_SIGNBIT: *y = signbit(a) != 0; return true;
    case SNI_OP_FABS:
    case SNI_OP_ABSOLUTE: *y = fabs(a); return true;
    case SNI_OP_SIGN: *y = a != a ? a : (a > 0) - (a < 0); return true;
    case SNI_OP_RECIPROCAL: *y = single ? (double)(1 / (float)a) : 1 / a; return true;
    case SNI_OP_SQRT: *y = single ? (double)sqrtf((float)a) : sqrt(a); return true;
    case SNI_OP_FLOOR: *y = floor(a); return true;
    case SNI_OP_CEIL: *y = ceil(a); return true;
    case SNI_OP_TRUNC: *y = trunc(a); return true;
    case SNI_OP_RINT: *y = rint(a); return true;
    case SNI_OP_ISNAN: *y = a != a; return true;
    case SNI_OP_ISINF: *y = isinf(a) != 0; return true;
    case SNI_OP_ISFINITE: *y = isfinite(a); return true;
    default: return false;
    }
}

typedef long double extended;

static extended precise(sni_op op, extended a, extended b)
{
    switch (op) {
    case SNI_OP_POWER: return isinf(a) ? (extended)pow((double)a, (double)b) : powl(a, b); /* glibc 2.36: powl(-inf, -0x1p63) is inf */
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
    case SNI_OP_LOGADDEXP: return fmaxl(a, b) + log1pl(expl(a == b ? 0 : -fabsl(a - b)));
    case SNI_OP_LOGADDEXP2: return fmaxl(a, b) + log1pl(exp2l(a == b ? 0 : -fabsl(a - b))) / logl(2);
    default: cr_assert_fail("no answer for %s", sni_ops[op].name); return 0;
    }
}

/* Within so many units in the last place, of at_least where that is more; zeros with their sign, infinities and NaN alike. */
static bool close_to(double got, extended want, bool single, double at_least, double units)
{
    double rounded = single ? (double)(float)want : (double)want;
    if (isnan(rounded) || isnan(got)) return isnan(rounded) && isnan(got);
    if (at_least == 0 && rounded == 0 && got == 0) return signbit(rounded) == signbit(got);
    if (isinf(rounded) || isinf(got)) return rounded == got;
    double least = single ? 0x1p-126 : 0x1p-1022, size = fmax(fabs(rounded), fmax(least, at_least));
    extended unit = ldexpl(1, ilogb(size) - (single ? 23 : 52));
    return fabsl((extended)got - want) <= (extended)units * unit;
}

static double as_double(const void *p, sni_dtype t, int i)
{
    sni_scalar s = element(p, t, i);
    return t == SNI_FLOAT32 ? (double)s.f32 : t == SNI_FLOAT64 ? s.f64 : s.b8;
}

static bool same_double(double a, double b)
{
    return a != a ? b != b : a == b && signbit(a) == signbit(b);
}

static void check_floats(void *handle, sni_op op, sni_dtype t)
{
    static union { double d[PAIRS]; char bytes[1]; } a, b, y;
    bool single = t == SNI_FLOAT32;
    fill_pairs(&a, &b, t);
    find_loop(handle, "loop", sni_ops[op].name, sni_dtypes[t].abbrev)(&a, &b, &y, PAIRS);
    for (int i = 0; i < PAIRS; i++) {
        double at_least = op == SNI_OP_LOGADDEXP || op == SNI_OP_LOGADDEXP2; /* their sums cancel near 0 */
        double units = fmax(2, sni_ops[op].ulp);
        double x = as_double(&a, t, i), z = as_double(&b, t, i), got = as_double(&y, result_dtype(op, t), i), want;
        bool exact = exact_answer(op, x, z, single, &want);
        cr_assert(exact ? same_double(got, want) : close_to(got, precise(op, x, z), single, op == SNI_OP_GAMMALN ? x < 0 : at_least, units),
                  "%s_%s(%a, %a) gives %a", sni_ops[op].name, sni_dtypes[t].abbrev, x, z, got);
    }
}

/* ---- the tests ---------------------------------------------------------------------------------------------------- */
static void *load_source(const char *compiler, bool functions, bool casts, const char *flags)
{
    char *text = source_of(functions, casts);
    void *handle = load_text(compiler, flags, text);
    cr_assert_not_null(handle, "the prelude does not compile with %s %s", compiler, flags);
    free(text);
    return handle;
}

static void check_functions(const char *compiler)
{
    void *handle = load_source(compiler, true, false, "-O1 -Wall -Wextra -Werror -Wno-psabi");
    for (size_t i = 0; i < SNI_COUNT(all_dtypes); i++) {
        sni_dtype t = all_dtypes[i];
        for (int op = 0; op < SNI_OP_COUNT; op++) {
            if (!has_loop((sni_op)op, t)) continue;
            if (sni_dtypes[t].kind == SNI_KIND_FLOAT) check_floats(handle, (sni_op)op, t);
            else check_integers(handle, (sni_op)op, t);
        }
    }
    dlclose(handle);
}

Test(prelude, functions_gcc, .timeout = 120)
{
    if (!have_compiler("gcc")) cr_skip_test("no gcc");
    check_functions("gcc");
}

Test(prelude, functions_clang, .timeout = 120)
{
    if (!have_compiler("clang")) cr_skip_test("no clang");
    check_functions("clang");
}

static void check_casts(void *handle, sni_dtype to, sni_dtype from)
{
    static union { uint64_t u[PAIRS]; char bytes[1]; } a, b, y;
    fill_pairs(&a, &b, from);
    find_loop(handle, "cast", sni_dtypes[to].abbrev, sni_dtypes[from].abbrev)(&a, &b, &y, PAIRS);
    for (int i = 0; i < PAIRS; i += SPECIAL) {
        sni_scalar in = element(&a, from, i), got = element(&y, to, i), want;
        if (from == SNI_BOOL) in.b8 = in.b8 != 0;
        want = sni_scalar_cast(in, from, to);
        bool nan = (to == SNI_FLOAT32 && want.f32 != want.f32) || (to == SNI_FLOAT64 && want.f64 != want.f64);
        cr_assert(nan || !memcmp(&want, &got, sni_dtypes[to].bytes), "%s to %s, value %d", sni_dtypes[from].name, sni_dtypes[to].name, i / SPECIAL);
    }
}

/* Built with the undefined behaviour sanitizer, which ends the test at the first fault. */
Test(prelude, casts_and_no_undefined_behaviour, .timeout = 120)
{
    if (!have_compiler("gcc")) cr_skip_test("no gcc");
    void *handle = load_source("gcc", false, true, "-O1 -fsanitize=undefined -fno-sanitize-recover=all");
    for (size_t i = 0; i < SNI_COUNT(all_dtypes); i++)
        for (size_t j = 0; j < SNI_COUNT(all_dtypes); j++)
            if (i != j) check_casts(handle, all_dtypes[i], all_dtypes[j]);
}

Test(prelude, refuses_what_it_does_not_have)
{
    sni_str out = {0};
    cr_assert_eq(sni_prelude_for("x = sn_frobnicate_f32v(y);", sni_cpu_target_get(), 4, &out), SN_ERR_INTERNAL);
    cr_assert_not_null(strstr(sni_error_message(), "sn_frobnicate_f32v"));
    sni_str_free(&out);
}

/* A function comes once, after what it needs; what nothing names stays out. */
Test(prelude, gives_what_is_named_and_no_more)
{
    const sni_cpu_target target = {64, true, "avx512f", "x86-64-v4"};
    sni_str out = {0};
    cr_assert_eq(sni_prelude_for("y = sn_sinh_f32v(x) + sn_sinh_f32v(z);", &target, 16, &out), SN_OK);
    const char *text = sni_str_text(&out), *absolute = strstr(text, " sn_absolute_f32v("), *sinh = strstr(text, " sn_sinh_f32v($V");
    cr_assert_null(sinh, "keys are filled in");
    sinh = strstr(text, " sn_sinh_f32v(f32v a)\n");
    cr_assert(absolute && sinh && absolute < sinh);
    cr_assert_null(strstr(sinh + 1, " sn_sinh_f32v(f32v a)\n"));
    cr_assert_null(strstr(text, "sn_cosh"));
    cr_assert_null(strstr(text, "f64"));
    cr_assert_not_null(strstr(text, "{\"Sleef_finz_sinhf16_u10avx512f\", \"Sleef_finz_expf16_u10avx512f\", 0}"), "%s", text);
    sni_str_free(&out);
}
