/* Every C number type as every operand that may be a number: it takes the array's dtype as NumPy's Python
 * numbers do (NEP 50), and its value arrives whole. */
#pragma GCC diagnostic error "-Wall"
#pragma GCC diagnostic error "-Wextra"
#pragma GCC diagnostic error "-Wshadow"
#pragma GCC diagnostic error "-Wconversion"
#include <complex.h>
#include <limits.h>
#include <math.h>
#include <sinter.h>
#include <string.h>

static int failures;
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: %s: ", __LINE__, #condition);                                \
            fprintf(stderr, __VA_ARGS__);                                                          \
            fprintf(stderr, " (%s)\n", sn_error());                                                \
            failures++;                                                                            \
        }                                                                                          \
    } while (0)

enum colour { RED, GREEN, BLUE, YELLOW };

#define INTEGER_TYPES(T)                                                                           \
    T(char) T(signed char) T(unsigned char) T(short) T(unsigned short) T(int) T(unsigned int) T(long) T(unsigned long) \
    T(long long) T(unsigned long long) T(size_t) T(ptrdiff_t) T(int8_t) T(uint8_t) T(int16_t) T(uint16_t) T(int32_t) \
    T(uint32_t) T(int64_t) T(uint64_t) T(intmax_t) T(uintptr_t) T(enum colour)
#define FLOAT_TYPES(T) T(float) T(double) T(long double)

/* A number beside x gives `dtype`, and is `value` as each operand of each macro that takes one. */
#define POSITIONS(type, x, number, value, dtype)                                                   \
    do {                                                                                           \
        sn_array zero = sn_multiply(x, 0), yes = sn_equal(x, x);                                   \
        const sn_array made[] = {                                                                  \
            sn_add(zero, number), sn_add(number, zero), sn_maximum(number, zero), sn_where(yes, number, zero), \
            sn_where(sn_logical_not(yes), zero, number), sn_clip(zero, number, SN_UNBOUNDED),      \
            sn_clip(zero, number, number),                                                         \
        };                                                                                         \
        for (size_t k = 0; k < sizeof made / sizeof *made; k++) {                                  \
            CHECK(sn_item(made[k]) == (value), #type ", number %zu: %g", k, sn_item(made[k]));     \
            CHECK(sn_dtype_of(made[k]) == (dtype), #type ", number %zu: dtype %d", k, (int)sn_dtype_of(made[k])); \
        }                                                                                          \
        CHECK(sn_item(sn_where(number, 7, zero)) == 7, #type);                                     \
        CHECK(sn_item(sn_isclose(number, sn_add(zero, number), 0, 0, false)) == 1, #type);         \
        CHECK(sn_item(sn_float_power(number, 1)) == (value) && sn_item(sn_float_power(2, number)) == 8, #type); \
        CHECK(sn_item(sn_full(number, SN_FLOAT32, SN_SHAPE(1))) == (value), #type);                \
        CHECK(sn_item(sn_scalar(number, SN_INT16)) == (value), #type);                             \
        CHECK(sn_item(sn_square(number)) == (value) * (value), #type);                             \
        CHECK(sn_item(sn_clip(number, zero, zero)) == 0, #type); /* of its own dtype, as NumPy's */ \
    } while (0)

static sn_array one(sn_dtype dtype) { return sn_ones(dtype, SN_SHAPE(1)); }

#define INTEGER(type)                                                                              \
    SN_SCOPE                                                                                       \
    {                                                                                              \
        static const sn_dtype same[] = {SN_INT8, SN_UINT8, SN_INT16, SN_UINT32, SN_INT64, SN_UINT64, SN_FLOAT32, SN_FLOAT64}; \
        const type three = (type)3;                                                                \
        for (size_t d = 0; d < sizeof same / sizeof *same; d++) POSITIONS(type, one(same[d]), three, 3, same[d]); \
        CHECK(sn_dtype_of(sn_add(one(SN_BOOL), (type)1)) == SN_INT64, #type);                      \
        CHECK(sn_dtype_of(sn_divide(one(SN_INT8), (type)2)) == SN_FLOAT64, #type);                 \
    }
#define FLOATING(type)                                                                             \
    SN_SCOPE                                                                                       \
    {                                                                                              \
        const type three = (type)3;                                                                \
        POSITIONS(type, one(SN_FLOAT32), three, 3, SN_FLOAT32);                                    \
        POSITIONS(type, one(SN_FLOAT64), three, 3, SN_FLOAT64);                                    \
        CHECK(sn_dtype_of(sn_add(one(SN_INT8), (type)0.5)) == SN_FLOAT64, #type);                  \
        CHECK(sn_dtype_of(sn_add(one(SN_BOOL), (type)0.5)) == SN_FLOAT64, #type);                  \
        CHECK(sn_item(sn_add(one(SN_FLOAT64), (type)0.5)) == 1.5, #type);                          \
    }

static void integers(void) { INTEGER_TYPES(INTEGER) }
static void floats(void) { FLOAT_TYPES(FLOATING) }

static void bools(void)
{
    _Bool yes = 1;
    CHECK(sn_dtype_of(sn_add(one(SN_BOOL), yes)) == SN_BOOL, "bool");
    CHECK(sn_dtype_of(sn_add(one(SN_INT8), yes)) == SN_INT8, "bool");
    CHECK(sn_item(sn_add(one(SN_INT8), true)) == 2 && sn_item(sn_add(one(SN_FLOAT32), yes)) == 2, "bool");
    CHECK(sn_item(sn_where(yes, one(SN_INT8), 5)) == 1, "bool");
    CHECK(sn_dtype_of(sn_scalar(yes, SN_DTYPE_NONE)) == SN_BOOL, "bool");
}

/* ---- complex numbers ------------------------------------------------------------------------------------------- */

static double complex value_of(sn_array x)
{
    double part[2];
    return sn_item_complex(x, part) == SN_OK ? part[0] + part[1] * I : 99;
}

/* The same for complex numbers, whose part beside `dtype` is as wide as it; x is 1. */
#define COMPLEX_POSITIONS(type, x, number, value, dtype)                                           \
    do {                                                                                           \
        sn_array zero = sn_multiply(x, 0), yes = sn_equal(x, x);                                   \
        const sn_array made[] = {                                                                  \
            sn_add(zero, number), sn_add(number, zero), sn_where(yes, number, zero), sn_multiply(x, number), \
            sn_where(sn_logical_not(yes), zero, number), sn_clip(zero, number, SN_UNBOUNDED),      \
            sn_maximum(number, zero), sn_divide(number, x), sn_slice(sn_outer(x, number), SN_AT(0), SN_AT(0)), \
        };                                                                                         \
        for (size_t k = 0; k < sizeof made / sizeof *made; k++) {                                  \
            CHECK(value_of(made[k]) == (value), #type ", number %zu", k);                          \
            CHECK(sn_dtype_of(made[k]) == (k < sizeof made / sizeof *made - 1 ? (dtype) : SN_COMPLEX128), \
                  #type ", number %zu: dtype %d", k, (int)sn_dtype_of(made[k]));                   \
        }                                                                                          \
        CHECK(sn_item(sn_isclose(number, sn_add(zero, number), 0, 0, false)) == 1, #type);         \
    } while (0)

#define COMPLEX(type)                                                                              \
    SN_SCOPE                                                                                       \
    {                                                                                              \
        const type number = (type)(3 + 2 * I);                                                     \
        static const sn_dtype wide[] = {SN_BOOL, SN_INT8, SN_UINT8, SN_INT32, SN_INT64, SN_UINT64, SN_FLOAT64, SN_COMPLEX128}; \
        for (size_t d = 1; d < sizeof wide / sizeof *wide; d++)                                    \
            COMPLEX_POSITIONS(type, one(wide[d]), number, 3 + 2 * I, SN_COMPLEX128);               \
        COMPLEX_POSITIONS(type, one(SN_FLOAT32), number, 3 + 2 * I, SN_COMPLEX64);                 \
        COMPLEX_POSITIONS(type, one(SN_COMPLEX64), number, 3 + 2 * I, SN_COMPLEX64);               \
        CHECK(sn_dtype_of(sn_add(one(SN_BOOL), number)) == SN_COMPLEX128, #type);                  \
        CHECK(sn_dtype_of(sn_scalar(number, SN_DTYPE_NONE)) == SN_COMPLEX128, #type);              \
        CHECK(value_of(sn_scalar(number, SN_COMPLEX64)) == 3 + 2 * I, #type);                      \
        CHECK(value_of(sn_full(number, SN_COMPLEX128, SN_SHAPE(1, 1))) == 3 + 2 * I, #type);       \
        CHECK(value_of(sn_conj(number)) == 3 - 2 * I && value_of(sn_square(number)) == 5 + 12 * I, #type); \
        CHECK(sn_item(sn_real(number)) == 3 && sn_item(sn_imag(number)) == 2, #type);              \
        CHECK(sn_item(sn_iscomplex(number)) == 1 && sn_item(sn_isreal(number)) == 0, #type);       \
    }

static void complexes(void)
{
    COMPLEX(float complex)
    COMPLEX(double complex)
    COMPLEX(long double complex)
    sn_array z = sn_zeros(SN_COMPLEX64, SN_SHAPE(1)), x = one(SN_FLOAT32);
    CHECK(sn_assign(z, 2 - 0.5f * I) == SN_OK && value_of(z) == 2 - 0.5 * I, "assign");
    CHECK(sn_multiply_assign(z, 2.0 * I) == SN_OK && value_of(z) == 1 + 4 * I, "multiply_assign");
    CHECK(sn_assign_where(z, sn_equal(z, z), I) == SN_OK && value_of(z) == I, "assign_where");
    CHECK(value_of(sn_multiply(sn_weak_complex(0, 2), x)) == 2 * I, "sn_weak_complex");
    CHECK(sn_dtype_of(sn_multiply(sn_weak_complex(0, 2), x)) == SN_COMPLEX64, "sn_weak_complex");
    CHECK(value_of(sn_copy(sn_weak_complex(1, 2))) == 1 + 2 * I, "a copy of a number");
    CHECK(value_of(sn_add(sn_weak_complex(1, 2), 1.5)) == 2.5 + 2 * I, "two numbers");
    CHECK(((const double *)sn_data(sn_weak_complex(1, 2)))[1] == 2, "sn_data of a number");
}

/* What loses an imaginary part is refused where the number is seen, as Python's float(1j). */
static void complex_refusals(void)
{
    sn_array x = one(SN_FLOAT32), n = one(SN_INT8), z = sn_scalar(3 + 2 * I, SN_COMPLEX64);
    double d = 7, part[2];
    int64_t i = 7;
#define SAYS(condition, text) CHECK((condition) && strcmp(sn_error(), text) == 0, "not: %s", text)
    SAYS(sn_assign(x, 1.0 * I) == SN_ERR_DTYPE, "assign: a complex number is no float32");
    SAYS(sn_assign(n, 1.0 * I) == SN_ERR_DTYPE, "assign: a complex number is no int8");
    SAYS(sn_assign_where(x, sn_equal(x, x), 1.0 * I) == SN_ERR_DTYPE, "assign: a complex number is no float32");
    SAYS(!sn_ok(sn_full(1.0 * I, SN_INT8, SN_SHAPE(2))), "full: argument 1: a complex number is no int8");
    SAYS(sn_add_assign(x, 1.0 * I) == SN_ERR_DTYPE,
         "add: cannot cast the result from complex64 to the destination's float32 by same-kind casting");
    CHECK(sn_item(x) == 1 && sn_item(n) == 1, "nothing is written");
    CHECK(sn_assign(x, z) == SN_OK && sn_item(x) == 3, "an array's imaginary part is dropped");
    SAYS(sn_item_f64(z, &d) == SN_ERR_DTYPE, "item: a complex64 element is no real number: use sn_item_complex, or sn_real first");
    SAYS(sn_item_i64(z, &i) == SN_ERR_DTYPE, "item: a complex64 element is no real number: use sn_item_complex, or sn_real first");
    CHECK(d == 7 && i == 7, "left alone");
    double none = sn_item(z);
    CHECK(none != none, "NaN");
    SAYS(sn_item_complex(sn_zeros(SN_COMPLEX64, SN_SHAPE(2)), part) == SN_ERR_SHAPE, "item: an array of 2 elements is not one number");
    SAYS(sn_item_complex(z, NULL) == SN_ERR_ARGUMENT, "item: no place for the result is given");
    SAYS(!sn_ok(sn_complex(x, z)), "complex: argument 2: a part must be real, not complex64");
}

/* Arrays of parts, and parts of arrays. */
static void complex_parts(void)
{
    const float both[] = {3, 4, 0, -2};
    sn_array z = sn_from_host(both, SN_COMPLEX64, SN_SHAPE(2), NULL), first = sn_slice(z, SN_AT(0)), last = sn_slice(z, SN_AT(1));
    CHECK(sn_dtype_of(sn_real(z)) == SN_FLOAT32 && sn_item(sn_real(first)) == 3 && sn_item(sn_imag(first)) == 4, "parts");
    CHECK(value_of(sn_sum(sn_complex(sn_real(z), sn_imag(z)))) == 3 + 2 * I, "joined again");
    CHECK(sn_dtype_of(sn_complex(sn_real(z), 1)) == SN_COMPLEX64 && value_of(sn_complex(sn_imag(last), 1)) == -2 + I, "a number");
    CHECK(sn_dtype_of(sn_complex(1, 2)) == SN_COMPLEX128 && value_of(sn_complex(1, 2)) == 1 + 2 * I, "numbers");
    CHECK(sn_dtype_of(sn_complex(one(SN_INT32), one(SN_FLOAT32))) == SN_COMPLEX128, "int32 and float32");
    CHECK(sn_dtype_of(sn_angle(z, false)) == SN_FLOAT32 && sn_item(sn_angle(last, true)) == -90, "angle");
    CHECK(fabs(sn_item(sn_angle(sn_multiply(one(SN_INT64), -1), false)) - M_PI) < 1e-15, "of a real array");
    CHECK(sn_item(sn_all(sn_isreal(sn_real(z)))) == 1 && sn_item(sn_any(sn_iscomplex(sn_real(z)))) == 0, "of real arrays");
    CHECK(sn_item(sn_all(sn_iscomplex(z))) == 1 && sn_item(sn_isreal(sn_multiply(last, last))) == 1, "of complex ones");
    CHECK(sn_item(sn_imag(one(SN_INT8))) == 0 && sn_dtype_of(sn_imag(one(SN_INT8))) == SN_INT8, "of an integer");
}

/* The extremes of each type arrive, or are refused where the array's dtype cannot hold them. */
static void extremes(void)
{
    sn_array u = sn_zeros(SN_UINT64, SN_SHAPE(1)), i = sn_zeros(SN_INT64, SN_SHAPE(1)), f = sn_zeros(SN_FLOAT64, SN_SHAPE(1));
    uint64_t got = 0;
    CHECK(sn_to_host(sn_add(u, ULLONG_MAX), &got, sizeof got) == SN_OK && got == UINT64_MAX, "%llu", (unsigned long long)got);
    CHECK(sn_to_host(sn_add((unsigned long)ULONG_MAX, u), &got, sizeof got) == SN_OK && got == UINT64_MAX, "unsigned long");
    CHECK(sn_to_host(sn_add(u, (size_t)SIZE_MAX), &got, sizeof got) == SN_OK && got == UINT64_MAX, "size_t");
    int64_t least = 0;
    CHECK(sn_item_i64(sn_add(i, LLONG_MIN), &least) == SN_OK && least == INT64_MIN, "%lld", (long long)least);
    CHECK(sn_item_i64(sn_add(i, (unsigned long long)LLONG_MAX), &least) == SN_OK && least == INT64_MAX, "%lld", (long long)least);
    sn_array big = sn_add(i, (unsigned long long)LLONG_MAX + 1);
    CHECK(!sn_ok(big) && strcmp(sn_error_of(big), "add: Python integer 9223372036854775808 out of bounds for int64") == 0, "%s",
          sn_error_of(big));
    CHECK(!sn_ok(sn_add(u, -1)), "a negative number beside uint64");
    CHECK(!sn_ok(sn_add(one(SN_INT8), UCHAR_MAX)) && sn_ok(sn_add(one(SN_UINT8), UCHAR_MAX)), "unsigned char");
    CHECK(sn_dtype_of(sn_add(f, ULLONG_MAX)) == SN_FLOAT64 && sn_item(sn_add(f, ULLONG_MAX)) == 0x1p64, "to float64");
    CHECK(sn_item(sn_add(f, (char)'a')) == 97, "char");
    CHECK(sn_item(sn_add(f, 'a')) == 97 && sn_item(sn_add(f, YELLOW)) == 3, "constants");
}

/* Operands that are const, volatile, results of calls, or have effects, which happen once. */
static void expressions(void)
{
    sn_array x = one(SN_FLOAT32);
    const volatile int cv = 2;
    register short r = 3;
    int n = 0;
    const sn_array fixed = x;
    CHECK(sn_item(sn_mul(sn_add(fixed, cv), r)) == 9, "qualified");
    CHECK(sn_item(sn_add(x, ++n)) == 2 && n == 1, "effects: %d", n);
    CHECK(sn_item(sn_add(x, n > 0 ? 2.5 : 1)) == 3.5, "conditional");
    CHECK(sn_item(sn_add(x, ((int[]){5, 6}[1]))) == 7, "element");
}

/* ---- SN_EXPR -------------------------------------------------------------------------------------------------- */

static void texts(void)
{
    sn_array a = sn_scalar(1, SN_INT64), b = sn_scalar(2, SN_INT64), c = sn_scalar(4, SN_INT64), d = sn_scalar(8, SN_INT64);
    sn_array e = sn_scalar(16, SN_INT64), f = sn_scalar(32, SN_INT64), g = sn_scalar(64, SN_INT64), h = sn_scalar(128, SN_INT64);
    sn_array i = sn_mul(a, 256), j = sn_mul(b, 256), k = sn_mul(c, 256), l = sn_mul(d, 256);
    sn_array m = sn_mul(e, 256), n = sn_mul(f, 256), o = sn_mul(g, 256), p = sn_mul(h, 256);
#define SUM(count, text, ...) CHECK(sn_item(SN_EXPR(text, __VA_ARGS__)) == (1 << (count)) - 1, "%d arrays", count)
    SUM(1, "a", a);
    SUM(2, "a+b", a, b);
    SUM(3, "a+b+c", a, b, c);
    SUM(4, "a+b+c+d", a, b, c, d);
    SUM(5, "a+b+c+d+e", a, b, c, d, e);
    SUM(6, "a+b+c+d+e+f", a, b, c, d, e, f);
    SUM(7, "a+b+c+d+e+f+g", a, b, c, d, e, f, g);
    SUM(8, "a+b+c+d+e+f+g+h", a, b, c, d, e, f, g, h);
    SUM(9, "a+b+c+d+e+f+g+h+i", a, b, c, d, e, f, g, h, i);
    SUM(10, "a+b+c+d+e+f+g+h+i+j", a, b, c, d, e, f, g, h, i, j);
    SUM(11, "a+b+c+d+e+f+g+h+i+j+k", a, b, c, d, e, f, g, h, i, j, k);
    SUM(12, "a+b+c+d+e+f+g+h+i+j+k+l", a, b, c, d, e, f, g, h, i, j, k, l);
    SUM(13, "a+b+c+d+e+f+g+h+i+j+k+l+m", a, b, c, d, e, f, g, h, i, j, k, l, m);
    SUM(14, "a+b+c+d+e+f+g+h+i+j+k+l+m+n", a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    SUM(15, "a+b+c+d+e+f+g+h+i+j+k+l+m+n+o", a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    SUM(16, "a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p", a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
    CHECK(sn_item(sn_expr("left - right", (const char *const[]){"right", "left"}, (const sn_array[]){a, h}, 2)) == 127, "sn_expr");
    CHECK(sn_item(sn_expr("1 + 2", NULL, NULL, 0)) == 3, "no arrays");
}

/* ---- one element of each dtype ----------------------------------------------------------------------------------- */

static void items(void)
{
    static const sn_dtype dtypes[] = {SN_BOOL, SN_INT8, SN_INT16, SN_INT32, SN_INT64, SN_UINT8,
                                      SN_UINT16, SN_UINT32, SN_UINT64, SN_FLOAT32, SN_FLOAT64};
    for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++) {
        sn_array x = sn_scalar(1, dtypes[k]), y = sn_reshape(x, SN_SHAPE(1, 1));
        int64_t i = 0;
        double d = 0;
        CHECK(sn_item(x) == 1 && sn_item(y) == 1, "dtype %d", (int)dtypes[k]);
        CHECK(sn_item_i64(y, &i) == SN_OK && i == 1 && sn_item_f64(x, &d) == SN_OK && d == 1, "dtype %d", (int)dtypes[k]);
        CHECK(sn_data(x) != NULL, "dtype %d", (int)dtypes[k]);
    }
    CHECK(sn_item(sn_scalar(ULLONG_MAX, SN_UINT64)) == 0x1p64 && sn_item(sn_scalar(-2.75, SN_FLOAT32)) == -2.75, "values");
    CHECK(*(const int16_t *)sn_data(sn_slice(sn_arange(0, 9, 1, SN_INT16), SN_AT(4))) == 4, "data of a view");
}

int main(void)
{
    integers();
    floats();
    bools();
    complexes();
    complex_refusals();
    complex_parts();
    extremes();
    expressions();
    texts();
    items();
    sn_shutdown();
    return failures == 0 ? 0 : 1;
}
