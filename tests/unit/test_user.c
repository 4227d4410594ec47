/* Operations that users define: what a definition may say, and what it is refused for. */
#include "api_help.h"

static int define(sn_op *op, const char *arguments, const char *expression)
{
    return sn_define_op(op, "f", arguments, NULL, expression);
}

static void expect_refused(const char *arguments, const char *expression, int status, const char *message)
{
    sn_op op = {7, 7};
    cr_expect_eq(define(&op, arguments, expression), status, "%s", expression);
    cr_expect_str_eq(sn_error(), message);
    cr_expect(op.index == 0 && op.generation == 0);
}

#define NO_PLACE " has no place here: an expression computes one value and changes nothing"

Test(user, what_is_no_expression)
{
    static const struct {
        const char *text, *message;
        int status;
    } all[] = {
        {"x;", "f: expression, column 2: ';'" NO_PLACE, SN_ERR_SYNTAX},
        {"{x}", "f: expression, column 1: '{'" NO_PLACE, SN_ERR_SYNTAX},
        {"x}", "f: expression, column 2: '}'" NO_PLACE, SN_ERR_SYNTAX},
        {"#x", "f: expression, column 1: '#'" NO_PLACE, SN_ERR_SYNTAX},
        {"x\\", "f: expression, column 2: '\\'" NO_PLACE, SN_ERR_SYNTAX},
        {"'x'", "f: expression, column 1: '''" NO_PLACE, SN_ERR_SYNTAX},
        {"\"x\"", "f: expression, column 1: '\"'" NO_PLACE, SN_ERR_SYNTAX},
        {"x = 2", "f: expression, column 3: '='" NO_PLACE, SN_ERR_SYNTAX},
        {"x += 2", "f: expression, column 3: '+='" NO_PLACE, SN_ERR_SYNTAX},
        {"x++", "f: expression, column 2: '++'" NO_PLACE, SN_ERR_SYNTAX},
        {"--x", "f: expression, column 1: '--'" NO_PLACE, SN_ERR_SYNTAX},
        {"x->y", "f: expression, column 2: '->'" NO_PLACE, SN_ERR_SYNTAX},
        {"x.y", "f: expression, column 2: '.'" NO_PLACE, SN_ERR_SYNTAX},
        {"x[0]", "f: expression, column 2: '['" NO_PLACE, SN_ERR_SYNTAX},
        {"x /* y */", "f: expression, column 3: '/*'" NO_PLACE, SN_ERR_SYNTAX},
        {"x // y", "f: expression, column 3: '//'" NO_PLACE, SN_ERR_SYNTAX},
        {"x ` y", "f: expression, column 3: '`'" NO_PLACE, SN_ERR_SYNTAX},
        {"x\r", "f: expression, column 2: a character of code 13", SN_ERR_SYNTAX},
        {"x\xc2\xa0", "f: expression, column 2: a character of code 194", SN_ERR_SYNTAX},
        {"&x", "f: expression, column 1: '&' stands where a value should", SN_ERR_SYNTAX},
        {"*x", "f: expression, column 1: '*' stands where a value should", SN_ERR_SYNTAX},
        {"(int *)x", "f: expression, column 6: '*' stands where ')' of a conversion should", SN_ERR_SYNTAX},
        {"x, x", "f: expression, column 2: ',' stands where the end or an operator should", SN_ERR_SYNTAX},
        {"asm(x)", "f: expression, column 1: unknown function 'asm'", SN_ERR_NAME},
        {"sizeof(x)", "f: expression, column 1: unknown function 'sizeof'", SN_ERR_NAME},
        {"system(x)", "f: expression, column 1: unknown function 'system'", SN_ERR_NAME},
        {"x(1)", "f: expression, column 1: the argument x is no function", SN_ERR_SYNTAX},
        {"goto x", "f: expression, column 1: unknown name 'goto'", SN_ERR_NAME},
        {"y + x", "f: expression, column 1: unknown name 'y'", SN_ERR_NAME},
        {"sin", "f: expression, column 1: the function sin has no arguments here", SN_ERR_SYNTAX},
        {"sin(x, x)", "f: expression, column 1: sin takes 1 argument, not 2", SN_ERR_SYNTAX},
        {"pow(x,)", "f: expression, column 7: ')' stands where an argument should", SN_ERR_SYNTAX},
        {"float", "f: expression, column 1: a type converts as (float) in front of a value", SN_ERR_SYNTAX},
        {"(float16)x", "f: expression, column 2: float16 is not supported in an expression",
         SN_ERR_UNSUPPORTED},
        {"(complex64)x", "f: expression, column 2: complex64 is not supported in an expression",
         SN_ERR_UNSUPPORTED},
        {"x % 2", "f: expression, column 3: % takes integers, not float32; use fmod", SN_ERR_DTYPE},
        {"~x", "f: expression, column 1: ~ takes integers, not float32", SN_ERR_DTYPE},
        {"1 << x", "f: expression, column 3: << takes integers, not float32", SN_ERR_DTYPE},
        {"abs(x)", "f: expression, column 1: abs takes integers; use fabs", SN_ERR_DTYPE},
        {"", "f: expression, column 1: it ends where a value should stand", SN_ERR_SYNTAX},
        {"(x", "f: expression, column 3: it ends where ')' should stand", SN_ERR_SYNTAX},
        {"x)", "f: expression, column 2: ')' stands where the end or an operator should", SN_ERR_SYNTAX},
        {"x ? 1", "f: expression, column 6: it ends where ':' should stand", SN_ERR_SYNTAX},
        {"x x", "f: expression, column 3: 'x' stands where the end or an operator should", SN_ERR_SYNTAX},
        {"012", "f: expression, column 1: a number that starts with 0 would be octal in C", SN_ERR_SYNTAX},
        {"0x", "f: expression, column 1: malformed number '0x'", SN_ERR_SYNTAX},
        {"1e", "f: expression, column 1: malformed number '1e'", SN_ERR_SYNTAX},
        {"1.0l", "f: expression, column 1: malformed number '1.0l'", SN_ERR_SYNTAX},
        {"1uu", "f: expression, column 1: malformed number '1uu'", SN_ERR_SYNTAX},
        {"99999999999999999999", "f: expression, column 1: an integer of more than 64 bits", SN_ERR_VALUE},
        {"9999999999999999999",
         "f: expression, column 1: an integer that int64 does not hold; write u after it", SN_ERR_VALUE},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        expect_refused("float32 x", all[k].text, all[k].status, all[k].message);
    expect_refused("float32 x", NULL, SN_ERR_ARGUMENT, "f: expression is NULL");
}

Test(user, what_is_too_much)
{
    static char text[8192];
    memset(text, '(', 4000);
    expect_refused("float32 x", text, SN_ERR_SYNTAX, "f: expression, column 51: nested more than 100 deep");
    memset(text, '-', 1);
    for (size_t k = 0; k < 4000; k++) text[k] = k % 2 ? ' ' : '-';
    expect_refused("float32 x", text, SN_ERR_SYNTAX, "f: expression, column 199: nested more than 100 deep");
    memset(text, ' ', 4097);
    expect_refused("float32 x", text, SN_ERR_SYNTAX, "f: expression has more than 4096 bytes");
    char *at = text;
    for (int k = 0; k < 600; k++) at += sprintf(at, "%d+", k);
    strcpy(at, "x");
    sn_op op;
    cr_expect_eq(define(&op, "float32 x", text), SN_ERR_SYNTAX);
    cr_expect(strstr(sn_error(), "more than 512 operations") != NULL, "%s", sn_error());
}

Test(user, arguments)
{
    static const struct {
        const char *arguments, *message;
        int status;
    } all[] = {
        {"", "f: arguments, column 1: it ends where the dtype of an argument should stand", SN_ERR_SYNTAX},
        {"x", "f: arguments, column 1: 'x' stands where the dtype of an argument should", SN_ERR_SYNTAX},
        {"float32", "f: arguments, column 8: it ends where the name of an argument should stand",
         SN_ERR_SYNTAX},
        {"float33 x", "f: arguments, column 1: 'float33' stands where the dtype of an argument should",
         SN_ERR_SYNTAX},
        {"float32 *x", "f: arguments, column 9: '*' stands where the name of an argument should",
         SN_ERR_SYNTAX},
        {"float32 x float32 y", "f: arguments, column 11: 'float32' stands where ',' or the end should",
         SN_ERR_SYNTAX},
        {"float32 x,", "f: arguments, column 11: it ends where the dtype of an argument should stand",
         SN_ERR_SYNTAX},
        {"float32 x, int8 x", "f: arguments, column 17: two arguments are called 'x'", SN_ERR_NAME},
        {"float32 sinf", "f: arguments, column 9: 'sinf' has a meaning of its own", SN_ERR_NAME},
        {"float32 int", "f: arguments, column 9: 'int' has a meaning of its own", SN_ERR_NAME},
        {"float32 return", "f: arguments, column 9: 'return' has a meaning of its own", SN_ERR_NAME},
        {"float32 __x", "f: arguments, column 9: '__x' has a meaning of its own", SN_ERR_NAME},
        {"float32 NAN", "f: arguments, column 9: 'NAN' has a meaning of its own", SN_ERR_NAME},
        {"float16 x", "f: arguments, column 1: float16 is not supported in an expression",
         SN_ERR_UNSUPPORTED},
        {"int8 a,int8 b,int8 c,int8 d,int8 e,int8 g,int8 h,int8 i,int8 j,int8 k,int8 l,int8 m,int8 n,int8 "
         "o,int8 p,int8 q,int8 r",
         "f: arguments, column 112: more than 16 arguments", SN_ERR_ARGUMENT},
    };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        expect_refused(all[k].arguments, "1", all[k].status, all[k].message);
    expect_refused(NULL, "1", SN_ERR_ARGUMENT, "f: arguments is NULL");
}

static void expect_name(const char *name, int status, const char *message)
{
    sn_op op;
    cr_expect_eq(sn_define_op(&op, name, "float32 x", NULL, "x"), status);
    cr_expect_str_eq(sn_error(), message);
}

Test(user, names)
{
    sn_op op;
    expect_name(NULL, SN_ERR_ARGUMENT, "an operation needs a name");
    expect_name("", SN_ERR_ARGUMENT, "an operation needs a name");
    expect_name("a b", SN_ERR_NAME, "'a b' is no name for an operation: letters, digits and _ make one");
    expect_name("2x", SN_ERR_NAME, "'2x' is no name for an operation: letters, digits and _ make one");
    expect_name("x;", SN_ERR_NAME, "'x;' is no name for an operation: letters, digits and _ make one");
    expect_name("lambda", SN_ERR_NAME,
                "'lambda' is no name for an operation: letters, digits and _ make one");
    expect_name("tanhf", SN_ERR_NAME, "'tanhf' has a meaning of its own and names no operation");
    expect_name("asm", SN_ERR_NAME, "'asm' has a meaning of its own and names no operation");
    expect_name("a_name_that_is_longer_than_what_anyone_would_want_to_read_in_a_line", SN_ERR_NAME,
                "an operation's name has more than 63 bytes");
    cr_expect_eq(sn_define_op(NULL, "f", "float32 x", NULL, "x"), SN_ERR_ARGUMENT);
    cr_expect_eq(sn_define_op(&op, "f", "float32 x", "float31", "x"), SN_ERR_DTYPE);
    cr_expect_str_eq(sn_error(), "f: the result's dtype 'float31' is unknown");
}

Test(user, reductions_refused)
{
    sn_op op;
    cr_expect_eq(sn_define_reduction(&op, "r", "float32 x", NULL, "x", "a + c", "0"), SN_ERR_NAME);
    cr_expect_str_eq(sn_error(), "r: combine, column 5: unknown name 'c'");
    cr_expect_eq(sn_define_reduction(&op, "r", "float32 x", NULL, "x", "a + x", "0"), SN_ERR_NAME);
    cr_expect_eq(sn_define_reduction(&op, "r", "float32 x", NULL, "y", "a + b", "0"), SN_ERR_NAME);
    cr_expect_str_eq(sn_error(), "r: map, column 1: unknown name 'y'");
    cr_expect_eq(sn_define_reduction(&op, "r", "float32 x", NULL, "x", "a + b", "x"), SN_ERR_NAME);
    cr_expect_str_eq(sn_error(), "r: identity, column 1: unknown name 'x'");
    cr_expect_eq(sn_define_reduction(&op, "r", "float32 x", NULL, "x", "a + b", "1 + 1"), SN_ERR_SYNTAX);
    cr_expect_str_eq(sn_error(), "r: identity is no number");
    cr_expect_eq(sn_define_reduction(&op, "r", "float32 x", NULL, "x", NULL, "0"), SN_ERR_ARGUMENT);
    cr_expect_str_eq(sn_error(), "define_reduction: combine is NULL");
    cr_expect_eq(sn_define_reduction(&op, "r", "float32 x", "bool", "x > 0", "a || b", "0"), SN_ERR_DTYPE);
    cr_expect_str_eq(sn_error(), "r: a reduction joins numbers; uint8 holds a bool");
    cr_expect_eq(sn_define_reduction(&op, "r", "float32 axis", NULL, "axis", "a + b", "0"), SN_ERR_NAME);
    cr_expect_str_eq(sn_error(), "r: 'axis' is an option of a reduction and names no argument");
}

static bool equal(sn_op a, sn_op b)
{
    return a.index == b.index && a.generation == b.generation;
}

Test(user, the_same_definition_is_the_same_operation)
{
    sn_op a, b, c, d;
    cr_assert_eq(sn_define_op(&a, "f", "float32 x", NULL, "x * 2 + 1"), SN_OK);
    cr_assert_eq(sn_define_op(&b, "f", "float32  x", NULL, "(x*2)+1"), SN_OK);
    cr_assert_eq(sn_define_op(&c, "f", "float32 x", NULL, "x * 2 + 2"), SN_OK);
    cr_assert_eq(sn_define_op(&d, "g", "float32 x", NULL, "x * 2 + 1"), SN_OK);
    cr_expect(equal(a, b));
    cr_expect(!equal(a, c) && !equal(a, d));
    cr_assert_eq(sn_define_reduction(&a, "r", "float32 x", NULL, "x", "a + b", "0"), SN_OK);
    cr_assert_eq(sn_define_reduction(&b, "r", "float32 x", NULL, "x", "a + b", "0.0f"), SN_OK);
    cr_assert_eq(sn_define_reduction(&c, "r", "float32 x", NULL, "x", "a + b", "1"), SN_OK);
    cr_expect(equal(a, b) && !equal(a, c));
}

Test(user, a_name_means_its_last_definition)
{
    sn_op first, second;
    sn_array x = matrix();
    cr_assert_eq(sn_define_op(&first, "f", "float32 x", NULL, "x + 1"), SN_OK);
    sn_array y = SN_EXPR("f(x)", x);
    cr_assert_eq(sn_define_op(&second, "f", "float32 x", NULL, "x * 10"), SN_OK);
    EXPECT(y, SN_SHAPE(2, 3), 2, 3, 4, 5, 6, 7);
    EXPECT(SN_EXPR("f(x)", x), SN_SHAPE(2, 3), 10, 20, 30, 40, 50, 60);
    EXPECT(sn_apply(first, x), SN_SHAPE(2, 3), 2, 3, 4, 5, 6, 7);
    cr_assert_eq(sn_define_op(&first, "f", "float32 x", NULL, "x + 1"), SN_OK);
    EXPECT(SN_EXPR("np.f(x) - f(x)", x), SN_SHAPE(2, 3), 0, 0, 0, 0, 0, 0);
    EXPECT(SN_EXPR("f(x)", x), SN_SHAPE(2, 3), 2, 3, 4, 5, 6, 7);
    cr_assert_eq(sn_define_op(&second, "square", "float32 x", NULL, "x + 100"), SN_OK);
    EXPECT(SN_EXPR("square(x)", x), SN_SHAPE(2, 3), 1, 4, 9, 16, 25, 36);
    EXPECT(sn_apply(second, x), SN_SHAPE(2, 3), 101, 102, 103, 104, 105, 106);
    expect_error(SN_EXPR("f(x, x)", x), SN_ERR_ARGUMENT, "f: takes at most 1 positional argument, 2 given");
    expect_error(SN_EXPR("f()", x), SN_ERR_ARGUMENT, "f: argument 'x' is missing");
}

Test(user, operands)
{
    sn_op f, n, none = {0, 0}, all;
    sn_array x = matrix();
    cr_assert_eq(sn_define_op(&f, "f", "float32 x, float32 y", "float32", "x - y"), SN_OK);
    cr_assert_eq(sn_define_op(&n, "n", "int8 i", NULL, "i + 1"), SN_OK);
    EXPECT(sn_apply(f, x, 1), SN_SHAPE(2, 3), 0, 1, 2, 3, 4, 5);
    EXPECT(sn_apply(f, 1.5, x), SN_SHAPE(2, 3), .5, -.5, -1.5, -2.5, -3.5, -4.5);
    EXPECT(sn_apply(f, x, sn_slice(x, SN_AT(0))), SN_SHAPE(2, 3), 0, 0, 0, 3, 3, 3);
    EXPECT(sn_apply(f, sn_transpose(x, SN_ALL_AXES), sn_reshape(sn_slice(x, SN_AT(1)), SN_SHAPE(3, 1))),
           SN_SHAPE(3, 2), -3, 0, -3, 0, -3, 0);
    EXPECT(sn_apply(f, sn_arange(0, 3, 1, SN_INT64), sn_ones(SN_BOOL, SN_SHAPE(3))), SN_SHAPE(3), -1, 0, 1);
    cr_expect_eq(sn_item(sn_apply(f, 3, 1)), 2);
    cr_expect_eq(sn_ndim(sn_apply(f, 3, 1)), 0);
    EXPECT(sn_apply(n, sn_ones(SN_INT8, SN_SHAPE(2))), SN_SHAPE(2), 2, 2);
    cr_expect_eq(sn_dtype_of(sn_apply(n, 3)), SN_INT32);
    cr_expect_eq(sn_dtype_of(sn_apply(f, x, 2)), SN_FLOAT32);
    expect_error(sn_apply(f, x, sn_ones(SN_FLOAT32, SN_SHAPE(2))), SN_ERR_SHAPE,
                 "f: shapes (2, 3) and (2,) do not broadcast");
    expect_error(sn_apply(n, x), SN_ERR_DTYPE,
                 "n: argument 1: cannot cast float32 to int8 by same-kind casting");
    expect_error(sn_apply(n, 1.5), SN_ERR_DTYPE,
                 "n: argument 1: cannot cast a float to int8 by same-kind casting");
    expect_error(sn_apply(n, 300), SN_ERR_VALUE, "n: Python integer 300 out of bounds for int8");
    expect_error(sn_apply(f, x, sn_astype(x, SN_COMPLEX64)), SN_ERR_DTYPE,
                 "f: argument 2: cannot cast complex64 to float32 by same-kind casting");
    EXPECT(sn_apply(n, sn_ones(SN_INT64, SN_SHAPE(1))), SN_SHAPE(1), 2);
    expect_error(sn_apply(f, x), SN_ERR_ARGUMENT, "f: takes 2 operands, 1 given");
    expect_error(sn_apply(f, 1, 2, x), SN_ERR_ARGUMENT, "f: takes 2 operands, 3 given");
    expect_error(sn_apply(none, x), SN_ERR_HANDLE,
                 "an operation that was not defined, or that sn_shutdown has forgotten");
    expect_error(sn_reduce(f, SN_OPERANDS(x, x)), SN_ERR_ARGUMENT, "f: no reduction; sn_apply applies it");
    cr_assert_eq(sn_define_reduction(&all, "all_of", "float32 x", NULL, "x", "a + b", "0"), SN_OK);
    expect_error(sn_apply(all, x), SN_ERR_ARGUMENT, "all_of: a reduction; sn_reduce applies it");
    expect_error(sn_reduce(all, SN_OPERANDS(x), .axis = SN_AXIS(2)), SN_ERR_INDEX,
                 "all_of: axis 2 is out of bounds for an array of dimension 2");
    sn_array bad = sn_reshape(x, SN_SHAPE(5));
    expect_error(sn_apply(f, 1, bad), SN_ERR_SHAPE,
                 "reshape: cannot reshape array of size 6 into shape (5,)");
}

Test(user, shapes_of_what_uses_no_operand)
{
    sn_op f;
    cr_assert_eq(sn_define_op(&f, "f", "float32 x, float32 y", "float32", "2.5f"), SN_OK);
    EXPECT(sn_apply(f, matrix(), 1), SN_SHAPE(2, 3), 2.5, 2.5, 2.5, 2.5, 2.5, 2.5);
    cr_assert_eq(sn_define_op(&f, "f", "float32 x, float32 y", "float32", "y"), SN_OK);
    EXPECT(sn_apply(f, matrix(), 1), SN_SHAPE(2, 3), 1, 1, 1, 1, 1, 1);
    EXPECT(sn_apply(f, sn_zeros(SN_FLOAT32, SN_SHAPE(2, 1)), sn_arange(0, 2, 1, SN_FLOAT32)), SN_SHAPE(2, 2),
           0, 1, 0, 1);
}

Test(user, every_input_has_an_answer)
{
    sn_op f;
    sn_array i = sn_from_host((const int32_t[]){INT32_MIN, -7, 7, INT32_MAX}, SN_INT32, SN_SHAPE(4), NULL);
    cr_assert_eq(sn_define_op(&f, "f", "int32 i, int32 j", NULL, "i / j"), SN_OK);
    EXPECT(sn_apply(f, i, 0), SN_SHAPE(4), 0, 0, 0, 0);
    EXPECT(sn_apply(f, i, -1), SN_SHAPE(4), INT32_MIN, 7, -7, -INT32_MAX);
    EXPECT(sn_apply(f, i, 2), SN_SHAPE(4), -1073741824, -3, 3, 1073741823);
    cr_assert_eq(sn_define_op(&f, "f", "int32 i, int32 j", NULL, "i % j"), SN_OK);
    EXPECT(sn_apply(f, i, 0), SN_SHAPE(4), 0, 0, 0, 0);
    EXPECT(sn_apply(f, i, -1), SN_SHAPE(4), 0, 0, 0, 0);
    EXPECT(sn_apply(f, i, 4), SN_SHAPE(4), 0, -3, 3, 3);
    cr_assert_eq(sn_define_op(&f, "f", "int32 i, int32 j", NULL, "i + 1"), SN_OK);
    EXPECT(sn_apply(f, i, 0), SN_SHAPE(4), (double)INT32_MIN + 1, -6, 8, INT32_MIN);
    cr_assert_eq(sn_define_op(&f, "f", "int32 i, int32 j", NULL, "i << j"), SN_OK);
    EXPECT(sn_apply(f, i, 40), SN_SHAPE(4), 0, 0, 0, 0);
}

Test(user, sixteen_arguments)
{
    sn_op f;
    sn_array x = matrix();
    cr_assert_eq(sn_define_op(&f, "f",
                              "int8 a,int8 b,int8 c,int8 d,int8 e,int8 g,int8 h,int8 i,int8 j,int8 k,int8 "
                              "l,int8 m,int8 n,int8 o,int8 p,float32 q",
                              NULL, "a+b+c+d+e+g+h+i+j+k+l+m+n+o+p+q"),
                 SN_OK);
    EXPECT(sn_apply(f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, x), SN_SHAPE(2, 3), 121, 122, 123,
           124, 125, 126);
    expect_error(
        sn_apply(f, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, sn_ones(SN_INT8, SN_SHAPE(4)), x),
        SN_ERR_SHAPE,
        "f: shapes (), (), (), (), (), (), (), (), (), (), (), (), (), (), (4,) and (2, 3) do not broadcast");
}
