/* Expression text: Python's numbers, folded as Python does.  Wanted values are CPython's. */
#include "expr_help.h"

#include <locale.h>
#include <math.h>

static bench t;

static void open_bench(void)
{
    bench_open(&t);
}

static void close_bench(void)
{
    bench_close(&t);
}

TestSuite(expr_number, .init = open_bench, .fini = close_bench);

static uint64_t constant(const char *text, sni_dtype dtype)
{
    sni_node *n = bench_node(&t, text);
    cr_assert_eq(n->kind, SNI_NODE_CONST, "%s is no constant", text);
    cr_assert_eq(n->layout->rank, 0);
    cr_assert_eq(n->dtype, dtype, "%s has dtype %s", text, sni_dtypes[n->dtype].name);
    uint64_t word = n->u.scalar;
    sni_node_release(&t.g, n);
    return word;
}

Test(expr_number, integers)
{
    static const struct { const char *text; int64_t value; } cases[] = {
        {"0", 0}, {"00", 0}, {"1_000_000", 1000000}, {"0x_Ff", 255}, {"0b1010", 10}, {"0O17", 15},
        {"2**3", 8}, {"-2**2", -4}, {"(-2)**2", 4}, {"2**3**2", 512}, {"(-1)**63", -1}, {"0**0", 1},
        {"7//2", 3}, {"-7//2", -4}, {"7//-2", -4}, {"-7//-2", 3}, {"(-8)//3", -3},
        {"7%3", 1}, {"-7%3", 2}, {"7%-3", -2}, {"-7%-3", -1}, {"5 - 8", -3},
        {"~5", -6}, {"~True", -2}, {"+True", 1}, {"-True", -1}, {"True + True", 2}, {"True << 4", 16},
        {"6 & 3", 2}, {"6 | 3", 7}, {"6 ^ 3", 5}, {"-6 & 255", 250}, {"1 << 62", 1ll << 62}, {"-1 >> 100", -1}, {"100 >> 3", 12},
        {"0 << 1000", 0}, {"-9223372036854775808", INT64_MIN}, {"-2**63", INT64_MIN}, {"18446744073709551615 // 3", 6148914691236517205},
        {"18446744073709551615 - 18446744073709551614", 1}, {"int(-3.7)", -3}, {"int(True)", 1}, {"int(1e18)", 1000000000000000000},
        {"3 and 5", 5}, {"0 and 5", 0}, {"0 or 5", 5}, {"3 or undefined", 3},
        {"x.shape[0]", 4}, {"x.shape[-1]", 3}, {"x.ndim", 2}, {"x.size", 12}, {"y.itemsize", 4}, {"y.nbytes", 48},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++)
        cr_assert_eq((int64_t)constant(cases[k].text, SNI_INT64), cases[k].value, "%s", cases[k].text);
    cr_assert_eq(constant("18446744073709551615", SNI_UINT64), UINT64_MAX);
    cr_assert_eq(constant("2**63", SNI_UINT64), 1ull << 63);
    cr_assert_eq(constant("9223372036854775807 + 1", SNI_UINT64), 1ull << 63);
}

Test(expr_number, floats)
{
    static const struct { const char *text; double value; } cases[] = {
        {"1.5", 1.5}, {".5", 0.5}, {"5.", 5}, {"1e3", 1000}, {"1_0.2_5e-1_0", 10.25e-10}, {"1e400", INFINITY}, {"1e-400", 0},
        {"012.5", 12.5}, {"0e5", 0}, {"9007199254740993.0", 9007199254740992.0},
        {"1/3", 1.0 / 3}, {"2**-1", 0.5}, {"-2**-2", -0.25}, {"(-2)**-3", -0.125}, {"4**0.5", 2}, {"2.0**3", 8},
        {"6/3", 2}, {"0/-5", -0.0}, {"-0.0", -0.0}, {"1 - 0.5", 0.5}, {"True * 2.5", 2.5},
        /* CPython: 18446744073709551615/3, (2**53+1)/1, rounded once */
        {"18446744073709551615/3", 6148914691236517205.0}, {"9007199254740993/1", 9007199254740992.0},
        {"9007199254740995/1", 9007199254740996.0}, {"18446744073709551615/18446744073709551614", 1.0},
        {"10000000000000000001/3000000000000000000", 3.3333333333333335},
        {"5.5 // 2", 2}, {"-5.5 // 2", -3}, {"5.5 // -2", -3}, {"-5.5 % 3", 0.5}, {"5.5 % -3", -0.5}, {"-0.0 % 3", 0.0},
        {"6.0 % -3", -0.0}, {"1.0 // 0.1", 9}, {"1.0 % 0.1", 0.09999999999999995}, {"5 % inf", 5}, {"-5 % inf", INFINITY},
        {"-0.0 // 3", -0.0}, {"1e308 * 10", INFINITY}, {"inf - 1", INFINITY}, {"-inf", -INFINITY}, {"pi", M_PI}, {"np.e", M_E},
        {"float(3)", 3}, {"0.0 or 2.5", 2.5},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++) {
        uint64_t word = constant(cases[k].text, SNI_FLOAT64), wanted;
        memcpy(&wanted, &cases[k].value, sizeof wanted);
        cr_assert_eq(word, wanted, "%s", cases[k].text);
    }
    uint64_t word = constant("inf - inf", SNI_FLOAT64);
    double nan;
    memcpy(&nan, &word, sizeof nan);
    cr_assert(isnan(nan));
}

Test(expr_number, comparisons_are_exact)
{
    static const char *const yes[] = {
        "1 < 2", "2 <= 2.0", "1 == True", "1.5 > 1", "3 != 4", "not 0.0", "not (nan == nan)", "nan != nan", "not (nan < 1)",
        "9007199254740993 > 9007199254740992.0", "9007199254740993 != 9007199254740992.0", "18446744073709551615 < 18446744073709551616.0",
        "-1 < 0.0", "-1 > -1.5", "1 < inf", "-9223372036854775808 > -inf", "18446744073709551615 > -1", "0 == -0.0", "True",
        "True & True", "True | False", "True ^ False", "bool(0.5)", "np.True_", "not not 7",
    };
    for (size_t k = 0; k < SNI_COUNT(yes); k++) cr_assert_eq(constant(yes[k], SNI_BOOL), 1, "%s", yes[k]);
}

Test(expr_number, refusals)
{
    static const struct { const char *text; int status, column; const char *message; } cases[] = {
        {"18446744073709551616", SN_ERR_VALUE, 1, "integer is larger than 64 bits hold"},
        {"2**64", SN_ERR_VALUE, 2, "the integer result does not fit 64 bits"},
        {"3**1000000000000", SN_ERR_VALUE, 2, "the integer result does not fit 64 bits"},
        {"-2**63-1", SN_ERR_VALUE, 7, "the integer result does not fit 64 bits"},
        {"18446744073709551615 * 18446744073709551615", SN_ERR_VALUE, 22, "the integer result does not fit 64 bits"},
        {"1 << 64", SN_ERR_VALUE, 3, "the integer result does not fit 64 bits"},
        {"1 << -1", SN_ERR_VALUE, 3, "negative shift count"},
        {"1/0", SN_ERR_VALUE, 2, "division of a number by zero"},
        {"1%0", SN_ERR_VALUE, 2, "division of a number by zero"},
        {"1.0//0", SN_ERR_VALUE, 4, "division of a number by zero"},
        {"0**-1", SN_ERR_VALUE, 2, "zero to a negative power"},
        {"1e200**2", SN_ERR_VALUE, 6, "the power is too large for a float"},
        {"1j % 2", SN_ERR_DTYPE, 4, "// and % do not take complex numbers"},
        {"1j < 2", SN_ERR_DTYPE, 4, "complex numbers have no order: only == and != compare them"},
        {"1 | 2j", SN_ERR_DTYPE, 3, "bitwise operators and shifts do not take complex numbers"},
        {"~1j", SN_ERR_DTYPE, 1, "~ does not take a complex number"},
        {"1/0j", SN_ERR_VALUE, 2, "division of a number by zero"},
        {"0j**-1", SN_ERR_VALUE, 3, "zero to a negative or complex power"},
        {"(1e200+1j)**2", SN_ERR_VALUE, 11, "the power is too large for a complex number"},
        {"int(1j)", SN_ERR_DTYPE, 5, "int: takes a real number, not a complex one"},
        {"float(1j)", SN_ERR_DTYPE, 7, "float: takes a real number, not a complex one"},
        {"float32(1j)", SN_ERR_DTYPE, 9, "float32: a complex number is no float32"},
        {"complex(1, x)", SN_ERR_ARGUMENT, 12, "complex: the parts must be numbers, not an array; of arrays write re + im*1j"},
        {"1.5 & 1", SN_ERR_DTYPE, 5, "bitwise operators and shifts do not take floats"},
        {"~1.5", SN_ERR_DTYPE, 1, "~ does not take a float"},
        {"int(inf)", SN_ERR_VALUE, 5, "int: the float is not finite"},
        {"int(1e20)", SN_ERR_VALUE, 5, "the integer result does not fit 64 bits"},
        {"int(x)", SN_ERR_UNSUPPORTED, 1, "int: takes a number here; for an array write .astype(int)"},
        {"int8(300)", SN_ERR_VALUE, 6, "int8: integer 300 is out of bounds for int8"},
        {"uint8(-1)", SN_ERR_VALUE, 7, "uint8: integer -1 is out of bounds for uint8"},
        {"int8(nan)", SN_ERR_VALUE, 6, "int8: cannot convert NaN to an integer"},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++)
        bench_refused(&t, cases[k].text, cases[k].status, 1, cases[k].column, cases[k].message);
}

/* Numbers are weak beside an array, dtype(number) is strong. */
Test(expr_number, weak_and_strong)
{
    bench_is(&t, "y * 2.5", SNI_FLOAT32, "(4, 3)");
    bench_is(&t, "y * (1/3)", SNI_FLOAT32, "(4, 3)");
    bench_is(&t, "y * float64(2.5)", SNI_FLOAT64, "(4, 3)");
    bench_is(&t, "y * array(2.5)", SNI_FLOAT64, "(4, 3)");
    bench_is(&t, "x.astype(int8) + 100", SNI_INT8, "(4, 3)");
    bench_is(&t, "x.astype(int8) + int16(100)", SNI_INT16, "(4, 3)");
    bench_is(&t, "x.astype(int8) + int(100)", SNI_INT8, "(4, 3)");
    bench_is(&t, "y + x.shape[0]", SNI_FLOAT32, "(4, 3)");
    bench_is(&t, "maximum(y, 0)", SNI_FLOAT32, "(4, 3)");
    bench_is(&t, "where(b, y, inf)", SNI_FLOAT32, "(4, 3)");
    bench_is(&t, "where(b, 1, 2.5)", SNI_FLOAT64, "(4, 3)");
    bench_is(&t, "where(b, 1, 2)", SNI_INT64, "(4, 3)");
    bench_is(&t, "sqrt(2)", SNI_FLOAT64, "()");
    bench_is(&t, "maximum(1, 2.5)", SNI_FLOAT64, "()");
    bench_is(&t, "sqrt(float32(2))", SNI_FLOAT32, "()");
    cr_assert_eq(constant("float32(0.1)", SNI_FLOAT32), 0x3DCCCCCD);
    cr_assert_eq(constant("int8(-2.7)", SNI_INT8), 0xFE);
}

/* 1.5 is read the same where the host program writes 1,5. */
Test(expr_number, any_locale)
{
    static const char *const comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    for (size_t k = 0; k < SNI_COUNT(comma) && !setlocale(LC_ALL, comma[k]); k++) {}
    double value = 1.5;
    uint64_t wanted;
    memcpy(&wanted, &value, sizeof wanted);
    cr_assert_eq(constant("1.5", SNI_FLOAT64), wanted);
}
