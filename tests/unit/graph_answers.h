/* Made by tests/numpy/graph_answers.py: NumPy's answers.  Do not edit. */
#include <stdbool.h>
#include <stdint.h>

static const char *const numpy_promotion[] = { /* one letter a dtype, 'a' + sni_dtype; . where NumPy has none */
    "abcdefghij.lmno", /* bool */
    "bbcdecdemj.lmno", /* int8 */
    "cccdecdeml.lmno", /* int16 */
    "ddddeddemm.mmoo", /* int32 */
    "eeeeeeeemm.mmoo", /* int64 */
    "fccdefghij.lmno", /* uint8 */
    "gdddegghil.lmno", /* uint16 */
    "heeeehhhim.mmoo", /* uint32 */
    "immmmiiiim.mmoo", /* uint64 */
    "jjlmmjlmmj.lmno", /* float16 */
    "...............", /* bfloat16 */
    "lllmmllmml.lmno", /* float32 */
    "mmmmmmmmmm.mmoo", /* float64 */
    "nnnoonnoon.nono", /* complex64 */
    "oooooooooo.oooo", /* complex128 */
};

/* Result dtypes over bool int8..int64 uint8..uint64 float32 float64, weak int, float, bool; - refused. */
static const struct { const char *op, *results; } numpy_typing[] = {
    {"negative", "-bcdefghilmem-"},
    {"positive", "-bcdefghilmem-"},
    {"absolute", "abcdefghilmema"},
    {"sign", "-bcdefghilmem-"},
    {"square", "bbcdefghilmemb"},
    {"reciprocal", "bbcdefghilmemb"},
    {"sqrt", "jjlmmjlmmlmmmj"},
    {"cbrt", "jjlmmjlmmlmmmj"},
    {"exp", "jjlmmjlmmlmmmj"},
    {"exp2", "jjlmmjlmmlmmmj"},
    {"expm1", "jjlmmjlmmlmmmj"},
    {"log", "jjlmmjlmmlmmmj"},
    {"log2", "jjlmmjlmmlmmmj"},
    {"log10", "jjlmmjlmmlmmmj"},
    {"log1p", "jjlmmjlmmlmmmj"},
    {"sin", "jjlmmjlmmlmmmj"},
    {"cos", "jjlmmjlmmlmmmj"},
    {"tan", "jjlmmjlmmlmmmj"},
    {"arcsin", "jjlmmjlmmlmmmj"},
    {"arccos", "jjlmmjlmmlmmmj"},
    {"arctan", "jjlmmjlmmlmmmj"},
    {"sinh", "jjlmmjlmmlmmmj"},
    {"cosh", "jjlmmjlmmlmmmj"},
    {"tanh", "jjlmmjlmmlmmmj"},
    {"arcsinh", "jjlmmjlmmlmmmj"},
    {"arccosh", "jjlmmjlmmlmmmj"},
    {"arctanh", "jjlmmjlmmlmmmj"},
    {"floor", "abcdefghilmema"},
    {"ceil", "abcdefghilmema"},
    {"trunc", "abcdefghilmema"},
    {"rint", "jjlmmjlmmlmmmj"},
    {"isnan", "aaaaaaaaaaaaaa"},
    {"isinf", "aaaaaaaaaaaaaa"},
    {"isfinite", "aaaaaaaaaaaaaa"},
    {"logical_not", "aaaaaaaaaaaaaa"},
    {"invert", "abcdefghi--e-a"},
    {"fabs", "jjlmmjlmmlmmmj"},
    {"conjugate", "bbcdefghilmemb"},
    {"signbit", "aaaaaaaaaaaaaa"},
    {"spacing", "jjlmmjlmmlmmmj"},
    {"degrees", "jjlmmjlmmlmmmj"},
    {"radians", "jjlmmjlmmlmmmj"},
    {"bitwise_count", "fffffffff--f-f"},
    {"add",
     "abcdefghilmema"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "abcdefghilmema"},
    {"subtract",
     "-bcdefghilmem-"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "-bcdefghilmem-"},
    {"multiply",
     "abcdefghilmema"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "abcdefghilmema"},
    {"divide",
     "mmmmmmmmmlmmmm"
     "mmmmmmmmmlmmmm"
     "mmmmmmmmmlmmmm"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmlmmmm"
     "mmmmmmmmmlmmmm"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmlmmmm"
     "mmmmmmmmmlmmmm"
     "mmmmmmmmmlmmmm"},
    {"floor_divide",
     "bbcdefghilmemb"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "bbcdefghilmemb"},
    {"remainder",
     "bbcdefghilmemb"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "bbcdefghilmemb"},
    {"power",
     "bbcdefghilmemb"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "bbcdefghilmemb"},
    {"arctan2",
     "jjlmmjlmmlmmmj"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "mjlmmjlmmlmmmm"
     "mmmmmmmmmlmmmm"
     "jjlmmjlmmlmmmj"},
    {"hypot",
     "jjlmmjlmmlmmmj"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "mjlmmjlmmlmmmm"
     "mmmmmmmmmlmmmm"
     "jjlmmjlmmlmmmj"},
    {"minimum",
     "abcdefghilmema"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "abcdefghilmema"},
    {"maximum",
     "abcdefghilmema"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "abcdefghilmema"},
    {"equal",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"not_equal",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"less",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"less_equal",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"greater",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"greater_equal",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"logical_and",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"logical_or",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"logical_xor",
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaa"},
    {"bitwise_and",
     "abcdefghi--e-a"
     "bbcdecde---b-b"
     "cccdecde---c-c"
     "ddddedde---d-d"
     "eeeeeeee---e-e"
     "fccdefghi--f-f"
     "gdddegghi--g-g"
     "heeeehhhi--h-h"
     "i----iiii--i-i"
     "--------------"
     "--------------"
     "ebcdefghi--e-e"
     "--------------"
     "abcdefghi--e-a"},
    {"bitwise_or",
     "abcdefghi--e-a"
     "bbcdecde---b-b"
     "cccdecde---c-c"
     "ddddedde---d-d"
     "eeeeeeee---e-e"
     "fccdefghi--f-f"
     "gdddegghi--g-g"
     "heeeehhhi--h-h"
     "i----iiii--i-i"
     "--------------"
     "--------------"
     "ebcdefghi--e-e"
     "--------------"
     "abcdefghi--e-a"},
    {"bitwise_xor",
     "abcdefghi--e-a"
     "bbcdecde---b-b"
     "cccdecde---c-c"
     "ddddedde---d-d"
     "eeeeeeee---e-e"
     "fccdefghi--f-f"
     "gdddegghi--g-g"
     "heeeehhhi--h-h"
     "i----iiii--i-i"
     "--------------"
     "--------------"
     "ebcdefghi--e-e"
     "--------------"
     "abcdefghi--e-a"},
    {"left_shift",
     "bbcdefghi--e-b"
     "bbcdecde---b-b"
     "cccdecde---c-c"
     "ddddedde---d-d"
     "eeeeeeee---e-e"
     "fccdefghi--f-f"
     "gdddegghi--g-g"
     "heeeehhhi--h-h"
     "i----iiii--i-i"
     "--------------"
     "--------------"
     "ebcdefghi--e-e"
     "--------------"
     "bbcdefghi--e-b"},
    {"right_shift",
     "bbcdefghi--e-b"
     "bbcdecde---b-b"
     "cccdecde---c-c"
     "ddddedde---d-d"
     "eeeeeeee---e-e"
     "fccdefghi--f-f"
     "gdddegghi--g-g"
     "heeeehhhi--h-h"
     "i----iiii--i-i"
     "--------------"
     "--------------"
     "ebcdefghi--e-e"
     "--------------"
     "bbcdefghi--e-b"},
    {"fmod",
     "bbcdefghilmemb"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "bbcdefghilmemb"},
    {"gcd",
     "-bcdefghi--e--"
     "bbcdecde---b-b"
     "cccdecde---c-c"
     "ddddedde---d-d"
     "eeeeeeee---e-e"
     "fccdefghi--f-f"
     "gdddegghi--g-g"
     "heeeehhhi--h-h"
     "i----iiii--i-i"
     "--------------"
     "--------------"
     "ebcdefghi--e-e"
     "--------------"
     "-bcdefghi--e--"},
    {"lcm",
     "-bcdefghi--e--"
     "bbcdecde---b-b"
     "cccdecde---c-c"
     "ddddedde---d-d"
     "eeeeeeee---e-e"
     "fccdefghi--f-f"
     "gdddegghi--g-g"
     "heeeehhhi--h-h"
     "i----iiii--i-i"
     "--------------"
     "--------------"
     "ebcdefghi--e-e"
     "--------------"
     "-bcdefghi--e--"},
    {"fmin",
     "abcdefghilmema"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "abcdefghilmema"},
    {"fmax",
     "abcdefghilmema"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "abcdefghilmema"},
    {"copysign",
     "jjlmmjlmmlmmmj"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "mjlmmjlmmlmmmm"
     "mmmmmmmmmlmmmm"
     "jjlmmjlmmlmmmj"},
    {"nextafter",
     "jjlmmjlmmlmmmj"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "mjlmmjlmmlmmmm"
     "mmmmmmmmmlmmmm"
     "jjlmmjlmmlmmmj"},
    {"heaviside",
     "jjlmmjlmmlmmmj"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "mjlmmjlmmlmmmm"
     "mmmmmmmmmlmmmm"
     "jjlmmjlmmlmmmj"},
    {"logaddexp",
     "jjlmmjlmmlmmmj"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "mjlmmjlmmlmmmm"
     "mmmmmmmmmlmmmm"
     "jjlmmjlmmlmmmj"},
    {"logaddexp2",
     "jjlmmjlmmlmmmj"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "jjlmmjlmmlmjmj"
     "lllmmllmmlmlml"
     "mmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmm"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "mjlmmjlmmlmmmm"
     "mmmmmmmmmlmmmm"
     "jjlmmjlmmlmmmj"},
    {"where",
     "abcdefghilmema"
     "bbcdecdemlmbmb"
     "cccdecdemlmcmc"
     "ddddeddemmmdmd"
     "eeeeeeeemmmeme"
     "fccdefghilmfmf"
     "gdddegghilmgmg"
     "heeeehhhimmhmh"
     "immmmiiiimmimi"
     "lllmmllmmlmlll"
     "mmmmmmmmmmmmmm"
     "ebcdefghilmeme"
     "mmmmmmmmmlmmmm"
     "abcdefghilmema"},
};

/* Result dtypes of each of those dtypes beside a Python integer, first on the right, then on the left;
   ! too large for the dtype, or an integer to a negative power. */
#define NUMPY_LITERALS 32
static const struct { bool negative; uint64_t magnitude; } numpy_literals[NUMPY_LITERALS] = {
    {true, 9223372036854775808u},
    {true, 4611686018427387905u},
    {true, 4611686018427387904u},
    {true, 2147483649u},
    {true, 2147483648u},
    {true, 1073741825u},
    {true, 1073741824u},
    {true, 32769u},
    {true, 32768u},
    {true, 16385u},
    {true, 16384u},
    {true, 129u},
    {true, 128u},
    {true, 65u},
    {true, 64u},
    {true, 1u},
    {false, 0u},
    {false, 127u},
    {false, 128u},
    {false, 255u},
    {false, 256u},
    {false, 32767u},
    {false, 32768u},
    {false, 65535u},
    {false, 65536u},
    {false, 2147483647u},
    {false, 2147483648u},
    {false, 4294967295u},
    {false, 4294967296u},
    {false, 9223372036854775807u},
    {false, 9223372036854775808u},
    {false, 18446744073709551615u},};
static const struct { const char *op, *results; } numpy_literal_typing[] = {
    {"add",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"subtract",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"multiply",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"divide",
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"floor_divide",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"remainder",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"power",
     "!!!!!!!!!!!!!!!!eeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!bb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!cccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!dddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "!!!!!!!!!!!!!!!!eeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"arctan2",
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"hypot",
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"minimum",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"maximum",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"equal",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    {"not_equal",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    {"less",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    {"less_equal",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    {"greater",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    {"greater_equal",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},
    {"logical_and",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"},
    {"logical_or",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"},
    {"logical_xor",
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!!"},
    {"bitwise_and",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "----------------------------------------------------------------"
     "----------------------------------------------------------------"},
    {"bitwise_or",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "----------------------------------------------------------------"
     "----------------------------------------------------------------"},
    {"bitwise_xor",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "----------------------------------------------------------------"
     "----------------------------------------------------------------"},
    {"left_shift",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "----------------------------------------------------------------"
     "----------------------------------------------------------------"},
    {"right_shift",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "----------------------------------------------------------------"
     "----------------------------------------------------------------"},
    {"fmod",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"gcd",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "----------------------------------------------------------------"
     "----------------------------------------------------------------"},
    {"lcm",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "----------------------------------------------------------------"
     "----------------------------------------------------------------"},
    {"fmin",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"fmax",
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!!!!!!!!!!!!!bbbbbb!!!!!!!!!!!!!!"
     "!!!!!!!!cccccccccccccc!!!!!!!!!!!!!!!!!!cccccccccccccc!!!!!!!!!!"
     "!!!!dddddddddddddddddddddd!!!!!!!!!!dddddddddddddddddddddd!!!!!!"
     "eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!eeeeeeeeeeeeeeeeeeeeeeeeeeeeee!!"
     "!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!!!!!!!!!!!!!!!!!ffff!!!!!!!!!!!!"
     "!!!!!!!!!!!!!!!!gggggggg!!!!!!!!!!!!!!!!!!!!!!!!gggggggg!!!!!!!!"
     "!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!!!!!!!!!!!!!!!!!hhhhhhhhhhhh!!!!"
     "!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii!!!!!!!!!!!!!!!!iiiiiiiiiiiiiiii"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"copysign",
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"nextafter",
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"heaviside",
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"logaddexp",
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
    {"logaddexp2",
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "jjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjjj"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"
     "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll"
     "mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm"},
};

typedef struct numpy_view { int rank; int64_t dims[5], strides[5], offset; } numpy_view;
/* The strides of what NumPy allocates; axes: bits of those a sum reduces. */
static const struct { const char *op; unsigned axes; numpy_view in[3]; int rank; int64_t dims[5], strides[5]; }
numpy_orders[] = {
    {"negative", 0u, {{3, {1, 3, 2, 0, 0}, {0, 2, 1, 0, 0}, 0}, {0}, {0}},
     3, {1, 3, 2, 0, 0}, {6, 2, 1, 0, 0}},
    {"negative", 0u, {{3, {4, 2, 3, 0, 0}, {2, 1, 16, 0, 0}, 0}, {0}, {0}},
     3, {4, 2, 3, 0, 0}, {2, 1, 8, 0, 0}},
    {"negative", 0u, {{1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{2, {1, 1, 0, 0, 0}, {-1, -1, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"negative", 0u, {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{3, {3, 3, 3, 0, 0}, {-1, 18, 3, 0, 0}, 2}, {0}, {0}},
     3, {3, 3, 3, 0, 0}, {1, 9, 3, 0, 0}},
    {"negative", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{2, {4, 2, 0, 0, 0}, {2, 16, 0, 0, 0}, 0}, {0}, {0}},
     2, {4, 2, 0, 0, 0}, {1, 4, 0, 0, 0}},
    {"negative", 0u, {{1, {4, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 3}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{3, {1, 4, 3, 0, 0}, {24, -1, 4, 0, 0}, 3}, {0}, {0}},
     3, {1, 4, 3, 0, 0}, {12, 1, 4, 0, 0}},
    {"negative", 0u, {{2, {3, 4, 0, 0, 0}, {1, 3, 0, 0, 0}, 0}, {0}, {0}},
     2, {3, 4, 0, 0, 0}, {1, 3, 0, 0, 0}},
    {"negative", 0u, {{4, {1, 4, 3, 2, 0}, {0, 8, 64, 2, 0}, 0}, {0}, {0}},
     4, {1, 4, 3, 2, 0}, {24, 2, 8, 1, 0}},
    {"negative", 0u, {{2, {3, 1, 0, 0, 0}, {1, 3, 0, 0, 0}, 0}, {0}, {0}},
     2, {3, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"negative", 0u, {{3, {3, 1, 4, 0, 0}, {-1, 6, -6, 0, 0}, 20}, {0}, {0}},
     3, {3, 1, 4, 0, 0}, {1, 12, 3, 0, 0}},
    {"negative", 0u, {{3, {3, 3, 4, 0, 0}, {8, 24, 1, 0, 0}, 0}, {0}, {0}},
     3, {3, 3, 4, 0, 0}, {4, 12, 1, 0, 0}},
    {"negative", 0u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{2, {3, 1, 0, 0, 0}, {0, 1, 0, 0, 0}, 0}, {0}, {0}},
     2, {3, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"negative", 0u, {{2, {3, 4, 0, 0, 0}, {0, 6, 0, 0, 0}, 0}, {0}, {0}},
     2, {3, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"negative", 0u, {{1, {4, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 3}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{2, {4, 4, 0, 0, 0}, {4, 0, 0, 0, 0}, 0}, {0}, {0}},
     2, {4, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"negative", 0u, {{3, {4, 2, 1, 0, 0}, {2, -1, -8, 0, 0}, 1}, {0}, {0}},
     3, {4, 2, 1, 0, 0}, {2, 1, 1, 0, 0}},
    {"negative", 0u, {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{4, {2, 4, 1, 3, 0}, {24, 6, 3, 1, 0}, 0}, {0}, {0}},
     4, {2, 4, 1, 3, 0}, {12, 3, 3, 1, 0}},
    {"negative", 0u, {{1, {3, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{4, {1, 4, 3, 1, 0}, {-1, 1, 8, 8, 0}, 0}, {0}, {0}},
     4, {1, 4, 3, 1, 0}, {12, 1, 4, 1, 0}},
    {"negative", 0u, {{2, {2, 2, 0, 0, 0}, {-1, 0, 0, 0, 0}, 1}, {0}, {0}},
     2, {2, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    {"negative", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{2, {3, 4, 0, 0, 0}, {0, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {3, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"negative", 0u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{3, {3, 3, 1, 0, 0}, {3, 1, 3, 0, 0}, 0}, {0}, {0}},
     3, {3, 3, 1, 0, 0}, {3, 1, 1, 0, 0}},
    {"negative", 0u, {{4, {4, 2, 3, 4, 0}, {-12, 6, 2, 0, 0}, 36}, {0}, {0}},
     4, {4, 2, 3, 4, 0}, {24, 12, 4, 1, 0}},
    {"negative", 0u, {{2, {3, 1, 0, 0, 0}, {-1, -1, 0, 0, 0}, 2}, {0}, {0}},
     2, {3, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"negative", 0u, {{2, {2, 3, 0, 0, 0}, {3, 1, 0, 0, 0}, 0}, {0}, {0}},
     2, {2, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"negative", 0u, {{2, {1, 3, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"negative", 0u, {{2, {1, 1, 0, 0, 0}, {2, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"negative", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{2, {2, 4, 0, 0, 0}, {4, -1, 0, 0, 0}, 3}, {0}, {0}},
     2, {2, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"negative", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{4, {4, 4, 3, 1, 0}, {1, 8, 0, 192, 0}, 0}, {0}, {0}},
     4, {4, 4, 3, 1, 0}, {3, 12, 1, 1, 0}},
    {"negative", 0u, {{2, {1, 2, 0, 0, 0}, {-2, 1, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    {"negative", 0u, {{4, {2, 2, 3, 3, 0}, {6, 0, 2, 0, 0}, 0}, {0}, {0}},
     4, {2, 2, 3, 3, 0}, {18, 9, 3, 1, 0}},
    {"negative", 0u, {{3, {2, 1, 1, 0, 0}, {-1, 1, -1, 0, 0}, 1}, {0}, {0}},
     3, {2, 1, 1, 0, 0}, {1, 1, 1, 0, 0}},
    {"negative", 0u, {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{4, {2, 2, 1, 1, 0}, {-4, 2, 0, 1, 0}, 4}, {0}, {0}},
     4, {2, 2, 1, 1, 0}, {2, 1, 1, 1, 0}},
    {"negative", 0u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{3, {1, 1, 2, 0, 0}, {1, 8, 2, 0, 0}, 0}, {0}, {0}},
     3, {1, 1, 2, 0, 0}, {2, 2, 1, 0, 0}},
    {"negative", 0u, {{3, {4, 3, 1, 0, 0}, {3, -1, 1, 0, 0}, 2}, {0}, {0}},
     3, {4, 3, 1, 0, 0}, {3, 1, 1, 0, 0}},
    {"negative", 0u, {{4, {1, 2, 1, 3, 0}, {-6, -6, -12, 2, 0}, 6}, {0}, {0}},
     4, {1, 2, 1, 3, 0}, {6, 3, 3, 1, 0}},
    {"negative", 0u, {{4, {3, 3, 1, 1, 0}, {-1, 6, 6, 18, 0}, 2}, {0}, {0}},
     4, {3, 3, 1, 1, 0}, {1, 3, 1, 1, 0}},
    {"negative", 0u, {{4, {2, 2, 3, 1, 0}, {0, 0, 2, 2, 0}, 0}, {0}, {0}},
     4, {2, 2, 3, 1, 0}, {6, 3, 1, 1, 0}},
    {"negative", 0u, {{3, {1, 3, 2, 0, 0}, {-6, 2, 1, 0, 0}, 0}, {0}, {0}},
     3, {1, 3, 2, 0, 0}, {6, 2, 1, 0, 0}},
    {"negative", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{3, {2, 1, 4, 0, 0}, {0, 16, 0, 0, 0}, 0}, {0}, {0}},
     3, {2, 1, 4, 0, 0}, {4, 4, 1, 0, 0}},
    {"negative", 0u, {{4, {4, 1, 3, 3, 0}, {-3, 3, 1, 24, 0}, 9}, {0}, {0}},
     4, {4, 1, 3, 3, 0}, {3, 36, 1, 12, 0}},
    {"negative", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{3, {3, 2, 1, 0, 0}, {0, 12, 6, 0, 0}, 0}, {0}, {0}},
     3, {3, 2, 1, 0, 0}, {2, 1, 1, 0, 0}},
    {"negative", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"negative", 0u, {{2, {1, 1, 0, 0, 0}, {2, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"negative", 0u, {{4, {4, 1, 2, 1, 0}, {4, 4, 2, 1, 0}, 0}, {0}, {0}},
     4, {4, 1, 2, 1, 0}, {2, 2, 1, 1, 0}},
    {"astype", 0u, {{4, {1, 3, 2, 2, 0}, {12, 1, 12, 3, 0}, 0}, {0}, {0}},
     4, {1, 3, 2, 2, 0}, {12, 1, 6, 3, 0}},
    {"astype", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{3, {1, 2, 3, 0, 0}, {12, 6, 2, 0, 0}, 0}, {0}, {0}},
     3, {1, 2, 3, 0, 0}, {6, 3, 1, 0, 0}},
    {"astype", 0u, {{3, {1, 2, 3, 0, 0}, {0, 1, 2, 0, 0}, 0}, {0}, {0}},
     3, {1, 2, 3, 0, 0}, {1, 1, 2, 0, 0}},
    {"astype", 0u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{3, {2, 3, 2, 0, 0}, {0, 0, -3, 0, 0}, 3}, {0}, {0}},
     3, {2, 3, 2, 0, 0}, {3, 1, 6, 0, 0}},
    {"astype", 0u, {{3, {4, 1, 1, 0, 0}, {2, 0, 1, 0, 0}, 0}, {0}, {0}},
     3, {4, 1, 1, 0, 0}, {1, 1, 1, 0, 0}},
    {"astype", 0u, {{2, {3, 2, 0, 0, 0}, {4, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {3, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    {"astype", 0u, {{1, {3, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{2, {2, 2, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {2, 2, 0, 0, 0}, {1, 2, 0, 0, 0}},
    {"astype", 0u, {{4, {1, 3, 4, 1, 0}, {-8, -8, 2, 24, 0}, 16}, {0}, {0}},
     4, {1, 3, 4, 1, 0}, {12, 4, 1, 12, 0}},
    {"astype", 0u, {{3, {1, 4, 4, 0, 0}, {1, 1, 8, 0, 0}, 0}, {0}, {0}},
     3, {1, 4, 4, 0, 0}, {4, 1, 4, 0, 0}},
    {"astype", 0u, {{3, {3, 2, 4, 0, 0}, {8, 4, 1, 0, 0}, 0}, {0}, {0}},
     3, {3, 2, 4, 0, 0}, {8, 4, 1, 0, 0}},
    {"astype", 0u, {{3, {2, 2, 4, 0, 0}, {-8, 1, 2, 0, 0}, 8}, {0}, {0}},
     3, {2, 2, 4, 0, 0}, {8, 1, 2, 0, 0}},
    {"astype", 0u, {{1, {2, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{3, {4, 3, 4, 0, 0}, {8, 32, 2, 0, 0}, 0}, {0}, {0}},
     3, {4, 3, 4, 0, 0}, {4, 16, 1, 0, 0}},
    {"astype", 0u, {{2, {3, 2, 0, 0, 0}, {4, 0, 0, 0, 0}, 0}, {0}, {0}},
     2, {3, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    {"astype", 0u, {{3, {2, 4, 4, 0, 0}, {0, 1, 8, 0, 0}, 0}, {0}, {0}},
     3, {2, 4, 4, 0, 0}, {1, 2, 8, 0, 0}},
    {"astype", 0u, {{3, {1, 2, 1, 0, 0}, {2, 0, 1, 0, 0}, 0}, {0}, {0}},
     3, {1, 2, 1, 0, 0}, {2, 1, 2, 0, 0}},
    {"astype", 0u, {{2, {4, 2, 0, 0, 0}, {1, -4, 0, 0, 0}, 4}, {0}, {0}},
     2, {4, 2, 0, 0, 0}, {1, 4, 0, 0, 0}},
    {"astype", 0u, {{3, {3, 2, 4, 0, 0}, {1, 3, 0, 0, 0}, 0}, {0}, {0}},
     3, {3, 2, 4, 0, 0}, {4, 12, 1, 0, 0}},
    {"astype", 0u, {{1, {4, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 3}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{4, {2, 2, 2, 4, 0}, {0, 8, 32, 2, 0}, 0}, {0}, {0}},
     4, {2, 2, 2, 4, 0}, {1, 8, 16, 2, 0}},
    {"astype", 0u, {{2, {1, 4, 0, 0, 0}, {8, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"astype", 0u, {{2, {4, 1, 0, 0, 0}, {1, 4, 0, 0, 0}, 0}, {0}, {0}},
     2, {4, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"astype", 0u, {{2, {1, 3, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"astype", 0u, {{4, {1, 1, 3, 1, 0}, {1, 1, 1, 1, 0}, 0}, {0}, {0}},
     4, {1, 1, 3, 1, 0}, {3, 3, 1, 1, 0}},
    {"astype", 0u, {{4, {3, 4, 4, 1, 0}, {32, 8, 1, 4, 0}, 0}, {0}, {0}},
     4, {3, 4, 4, 1, 0}, {16, 4, 1, 4, 0}},
    {"astype", 0u, {{3, {1, 1, 4, 0, 0}, {1, -4, 1, 0, 0}, 0}, {0}, {0}},
     3, {1, 1, 4, 0, 0}, {4, 4, 1, 0, 0}},
    {"astype", 0u, {{3, {3, 3, 2, 0, 0}, {2, 6, 0, 0, 0}, 0}, {0}, {0}},
     3, {3, 3, 2, 0, 0}, {2, 6, 1, 0, 0}},
    {"astype", 0u, {{3, {1, 2, 3, 0, 0}, {0, 3, 1, 0, 0}, 0}, {0}, {0}},
     3, {1, 2, 3, 0, 0}, {6, 3, 1, 0, 0}},
    {"astype", 0u, {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{2, {4, 1, 0, 0, 0}, {1, -4, 0, 0, 0}, 0}, {0}, {0}},
     2, {4, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"astype", 0u, {{2, {2, 1, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {2, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"astype", 0u, {{2, {3, 4, 0, 0, 0}, {-1, 6, 0, 0, 0}, 2}, {0}, {0}},
     2, {3, 4, 0, 0, 0}, {1, 3, 0, 0, 0}},
    {"astype", 0u, {{4, {4, 2, 1, 1, 0}, {2, 32, 16, 0, 0}, 0}, {0}, {0}},
     4, {4, 2, 1, 1, 0}, {1, 4, 4, 1, 0}},
    {"astype", 0u, {{4, {3, 1, 4, 1, 0}, {2, 48, 12, 6, 0}, 0}, {0}, {0}},
     4, {3, 1, 4, 1, 0}, {1, 12, 3, 3, 0}},
    {"astype", 0u, {{2, {2, 2, 0, 0, 0}, {0, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {2, 2, 0, 0, 0}, {1, 2, 0, 0, 0}},
    {"astype", 0u, {{1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{4, {3, 2, 1, 4, 0}, {1, 24, 48, 3, 0}, 0}, {0}, {0}},
     4, {3, 2, 1, 4, 0}, {1, 12, 24, 3, 0}},
    {"astype", 0u, {{3, {4, 1, 3, 0, 0}, {1, 12, 4, 0, 0}, 0}, {0}, {0}},
     3, {4, 1, 3, 0, 0}, {1, 4, 4, 0, 0}},
    {"astype", 0u, {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{2, {4, 4, 0, 0, 0}, {-1, 4, 0, 0, 0}, 3}, {0}, {0}},
     2, {4, 4, 0, 0, 0}, {1, 4, 0, 0, 0}},
    {"astype", 0u, {{3, {1, 2, 1, 0, 0}, {2, 2, 8, 0, 0}, 0}, {0}, {0}},
     3, {1, 2, 1, 0, 0}, {2, 1, 2, 0, 0}},
    {"astype", 0u, {{3, {4, 4, 4, 0, 0}, {0, 0, 2, 0, 0}, 0}, {0}, {0}},
     3, {4, 4, 4, 0, 0}, {4, 1, 16, 0, 0}},
    {"astype", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"astype", 0u, {{4, {2, 3, 2, 1, 0}, {6, 0, 12, 6, 0}, 0}, {0}, {0}},
     4, {2, 3, 2, 1, 0}, {3, 1, 6, 3, 0}},
    {"astype", 0u, {{2, {1, 1, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"astype", 0u, {{2, {1, 4, 0, 0, 0}, {4, 1, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"astype", 0u, {{2, {1, 2, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 2, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"astype", 0u, {{2, {2, 3, 0, 0, 0}, {-3, 0, 0, 0, 0}, 3}, {0}, {0}},
     2, {2, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"astype", 0u, {{4, {2, 2, 1, 4, 0}, {0, 0, 4, 1, 0}, 0}, {0}, {0}},
     4, {2, 2, 1, 4, 0}, {2, 1, 16, 4, 0}},
    {"astype", 0u, {{4, {2, 2, 3, 1, 0}, {0, 12, 4, 12, 0}, 0}, {0}, {0}},
     4, {2, 2, 3, 1, 0}, {1, 6, 2, 6, 0}},
    {"astype", 0u, {{4, {2, 2, 4, 4, 0}, {1, 2, 32, 4, 0}, 0}, {0}, {0}},
     4, {2, 2, 4, 4, 0}, {1, 2, 16, 4, 0}},
    {"astype", 0u, {{2, {2, 4, 0, 0, 0}, {8, 1, 0, 0, 0}, 0}, {0}, {0}},
     2, {2, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"astype", 0u, {{4, {4, 1, 2, 2, 0}, {4, 4, 1, 16, 0}, 0}, {0}, {0}},
     4, {4, 1, 2, 2, 0}, {2, 2, 1, 8, 0}},
    {"astype", 0u, {{2, {3, 2, 0, 0, 0}, {2, 1, 0, 0, 0}, 0}, {0}, {0}},
     2, {3, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    {"astype", 0u, {{4, {4, 3, 2, 4, 0}, {1, 128, 8, 32, 0}, 0}, {0}, {0}},
     4, {4, 3, 2, 4, 0}, {1, 32, 4, 8, 0}},
    {"astype", 0u, {{2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {0}, {0}},
     2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"add", 0u, {{4, {2, 3, 4, 4, 0}, {0, -1, -24, -3, 0}, 83}, {4, {1, 3, 4, 4, 0}, {2, 4, 1, 1, 0}, 0}, {0}},
     4, {2, 3, 4, 4, 0}, {48, 16, 4, 1, 0}},
    {"add", 0u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{2, {4, 1, 0, 0, 0}, {-1, 1, 0, 0, 0}, 3}, {2, {4, 4, 0, 0, 0}, {8, 2, 0, 0, 0}, 0}, {0}},
     2, {4, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"add", 0u, {{1, {4, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {1, {4, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{4, {3, 1, 1, 1, 0}, {1, 1, -2, -1, 0}, 0}, {4, {3, 2, 4, 3, 0}, {48, 24, 1, 4, 0}, 0}, {0}},
     4, {3, 2, 4, 3, 0}, {24, 12, 1, 4, 0}},
    {"add", 0u, {{2, {4, 3, 0, 0, 0}, {0, 1, 0, 0, 0}, 0}, {2, {1, 3, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {0}},
     2, {4, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"add", 0u, {{1, {4, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{3, {3, 1, 3, 0, 0}, {1, 0, 6, 0, 0}, 0}, {2, {1, 3, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {0}},
     3, {3, 1, 3, 0, 0}, {1, 9, 3, 0, 0}},
    {"add", 0u, {{4, {4, 4, 2, 1, 0}, {1, 9, -2, 3, 0}, 2}, {4, {4, 4, 2, 4, 0}, {2, 32, 1, 8, 0}, 0}, {0}},
     4, {4, 4, 2, 4, 0}, {2, 32, 1, 8, 0}},
    {"add", 0u, {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{3, {1, 1, 2, 0, 0}, {2, 1, 8, 0, 0}, 0}, {3, {1, 1, 2, 0, 0}, {-1, 0, 2, 0, 0}, 0}, {0}},
     3, {1, 1, 2, 0, 0}, {2, 2, 1, 0, 0}},
    {"add", 0u, {{3, {4, 3, 2, 0, 0}, {3, 0, -12, 0, 0}, 12}, {0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {0}},
     3, {4, 3, 2, 0, 0}, {1, 8, 4, 0, 0}},
    {"add", 0u, {{3, {2, 1, 1, 0, 0}, {-9, -3, 1, 0, 0}, 9}, {3, {2, 2, 1, 0, 0}, {-1, 2, 1, 0, 0}, 1}, {0}},
     3, {2, 2, 1, 0, 0}, {1, 2, 1, 0, 0}},
    {"add", 0u, {{1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, {1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{4, {4, 1, 3, 2, 0}, {0, 2, -16, 8, 0}, 32}, {4, {4, 1, 1, 2, 0}, {1, 36, 0, 9, 0}, 0}, {0}},
     4, {4, 1, 3, 2, 0}, {1, 24, 8, 4, 0}},
    {"add", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {4, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 3}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{3, {4, 1, 1, 0, 0}, {0, 2, 2, 0, 0}, 0}, {3, {4, 1, 1, 0, 0}, {-1, 1, 0, 0, 0}, 3}, {0}},
     3, {4, 1, 1, 0, 0}, {1, 1, 1, 0, 0}},
    {"add", 0u, {{3, {2, 4, 2, 0, 0}, {1, 2, 8, 0, 0}, 0}, {3, {2, 4, 2, 0, 0}, {1, 1, 1, 0, 0}, 0}, {0}},
     3, {2, 4, 2, 0, 0}, {8, 2, 1, 0, 0}},
    {"add", 0u, {{1, {4, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{2, {4, 2, 0, 0, 0}, {1, 4, 0, 0, 0}, 0}, {2, {4, 2, 0, 0, 0}, {-2, 0, 0, 0, 0}, 6}, {0}},
     2, {4, 2, 0, 0, 0}, {1, 4, 0, 0, 0}},
    {"add", 0u, {{4, {1, 2, 1, 3, 0}, {6, 0, 1, 1, 0}, 0}, {4, {1, 2, 3, 3, 0}, {-1, 1, 2, 6, 0}, 0}, {0}},
     4, {1, 2, 3, 3, 0}, {18, 1, 2, 6, 0}},
    {"add", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{3, {1, 1, 4, 0, 0}, {4, 1, 1, 0, 0}, 0}, {3, {1, 1, 1, 0, 0}, {4, -2, 1, 0, 0}, 0}, {0}},
     3, {1, 1, 4, 0, 0}, {4, 4, 1, 0, 0}},
    {"add", 0u, {{2, {2, 4, 0, 0, 0}, {-1, 1, 0, 0, 0}, 1}, {2, {2, 4, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {0}},
     2, {2, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"add", 0u, {{0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {2, {4, 1, 0, 0, 0}, {1, -1, 0, 0, 0}, 0}, {0}},
     2, {4, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"add", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{3, {4, 2, 3, 0, 0}, {-1, 12, 4, 0, 0}, 3}, {3, {4, 2, 3, 0, 0}, {4, -1, 1, 0, 0}, 1}, {0}},
     3, {4, 2, 3, 0, 0}, {6, 3, 1, 0, 0}},
    {"add", 0u, {{3, {3, 4, 2, 0, 0}, {2, 2, -1, 0, 0}, 1}, {3, {3, 4, 2, 0, 0}, {4, 1, 12, 0, 0}, 0}, {0}},
     3, {3, 4, 2, 0, 0}, {8, 2, 1, 0, 0}},
    {"add", 0u, {{3, {1, 2, 4, 0, 0}, {1, 1, 2, 0, 0}, 0}, {3, {1, 2, 4, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {0}},
     3, {1, 2, 4, 0, 0}, {8, 1, 2, 0, 0}},
    {"add", 0u, {{2, {3, 3, 0, 0, 0}, {3, -1, 0, 0, 0}, 2}, {2, {3, 3, 0, 0, 0}, {-1, 1, 0, 0, 0}, 2}, {0}},
     2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"add", 0u, {{4, {1, 2, 3, 4, 0}, {0, -4, -8, -1, 0}, 23}, {4, {1, 2, 3, 4, 0}, {2, 12, 1, 2, 0}, 0}, {0}},
     4, {1, 2, 3, 4, 0}, {24, 12, 4, 1, 0}},
    {"add", 0u, {{2, {4, 1, 0, 0, 0}, {3, 1, 0, 0, 0}, 0}, {2, {4, 1, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     2, {4, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"add", 0u, {{1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {2, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{2, {4, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {2, {4, 3, 0, 0, 0}, {1, 8, 0, 0, 0}, 0}, {0}},
     2, {4, 3, 0, 0, 0}, {1, 4, 0, 0, 0}},
    {"add", 0u, {{1, {4, 0, 0, 0, 0}, {6, 0, 0, 0, 0}, 0}, {4, {1, 2, 4, 4, 0}, {64, -16, -4, 1, 0}, 28}, {0}},
     4, {1, 2, 4, 4, 0}, {32, 16, 4, 1, 0}},
    {"add", 0u, {{3, {4, 4, 2, 0, 0}, {-8, 1, 4, 0, 0}, 24}, {3, {4, 1, 2, 0, 0}, {4, 1, 1, 0, 0}, 0}, {0}},
     3, {4, 4, 2, 0, 0}, {8, 1, 4, 0, 0}},
    {"add", 0u, {{3, {1, 4, 1, 0, 0}, {1, 12, 2, 0, 0}, 0}, {3, {2, 4, 1, 0, 0}, {8, 1, 16, 0, 0}, 0}, {0}},
     3, {2, 4, 1, 0, 0}, {4, 1, 1, 0, 0}},
    {"add", 0u, {{0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {1, {2, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{2, {3, 1, 0, 0, 0}, {1, 3, 0, 0, 0}, 0}, {2, {3, 1, 0, 0, 0}, {4, 1, 0, 0, 0}, 0}, {0}},
     2, {3, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"add", 0u, {{4, {3, 2, 2, 4, 0}, {1, 6, 24, -48, 0}, 144}, {4, {3, 2, 2, 4, 0}, {0, 1, -1, 8, 0}, 1}, {0}},
     4, {3, 2, 2, 4, 0}, {1, 6, 3, 12, 0}},
    {"add", 0u, {{2, {3, 4, 0, 0, 0}, {4, -1, 0, 0, 0}, 3}, {2, {1, 4, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {0}},
     2, {3, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"add", 0u, {{3, {3, 3, 1, 0, 0}, {3, 0, 1, 0, 0}, 0}, {3, {3, 3, 1, 0, 0}, {12, 2, 36, 0, 0}, 0}, {0}},
     3, {3, 3, 1, 0, 0}, {3, 1, 1, 0, 0}},
    {"add", 0u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{2, {3, 3, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {2, {3, 3, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}},
     2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"add", 0u, {{0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {4, {1, 4, 3, 1, 0}, {-6, 6, 1, 0, 0}, 0}, {0}},
     4, {1, 4, 3, 1, 0}, {12, 3, 1, 1, 0}},
    {"add", 0u, {{3, {3, 2, 1, 0, 0}, {4, 0, 1, 0, 0}, 0}, {3, {3, 2, 1, 0, 0}, {2, 6, -1, 0, 0}, 0}, {0}},
     3, {3, 2, 1, 0, 0}, {1, 3, 1, 0, 0}},
    {"add", 0u, {{3, {2, 2, 3, 0, 0}, {2, 1, 1, 0, 0}, 0}, {3, {2, 2, 3, 0, 0}, {4, 1, 16, 0, 0}, 0}, {0}},
     3, {2, 2, 3, 0, 0}, {6, 3, 1, 0, 0}},
    {"add", 0u, {{3, {4, 1, 2, 0, 0}, {0, -1, 2, 0, 0}, 0}, {3, {4, 2, 2, 0, 0}, {-1, 16, 4, 0, 0}, 3}, {0}},
     3, {4, 2, 2, 0, 0}, {1, 8, 4, 0, 0}},
    {"add", 0u, {{4, {2, 1, 1, 2, 0}, {8, 1, 16, 4, 0}, 0}, {4, {2, 1, 1, 2, 0}, {4, 1, -2, -1, 0}, 1}, {0}},
     4, {2, 1, 1, 2, 0}, {2, 2, 2, 1, 0}},
    {"add", 0u, {{3, {3, 1, 1, 0, 0}, {1, 4, 1, 0, 0}, 0}, {3, {3, 1, 1, 0, 0}, {1, 3, 3, 0, 0}, 0}, {0}},
     3, {3, 1, 1, 0, 0}, {1, 1, 1, 0, 0}},
    {"add", 0u, {{0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {3, {1, 2, 4, 0, 0}, {8, 0, 0, 0, 0}, 0}, {0}},
     3, {1, 2, 4, 0, 0}, {8, 4, 1, 0, 0}},
    {"add", 0u, {{4, {4, 2, 1, 3, 0}, {24, 2, 1, 8, 0}, 0}, {4, {4, 2, 1, 3, 0}, {4, -4, 0, 1, 0}, 4}, {0}},
     4, {4, 2, 1, 3, 0}, {6, 3, 3, 1, 0}},
    {"add", 0u, {{4, {1, 1, 4, 2, 0}, {1, 4, 4, 4, 0}, 0}, {4, {1, 1, 4, 2, 0}, {64, -32, 8, 2, 0}, 0}, {0}},
     4, {1, 1, 4, 2, 0}, {8, 8, 2, 1, 0}},
    {"add", 0u, {{3, {2, 2, 2, 0, 0}, {1, 4, 2, 0, 0}, 0}, {3, {1, 2, 2, 0, 0}, {-12, -1, 4, 0, 0}, 1}, {0}},
     3, {2, 2, 2, 0, 0}, {1, 4, 2, 0, 0}},
    {"add", 0u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {2, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"add", 0u, {{2, {1, 1, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {2, {1, 1, 0, 0, 0}, {0, -1, 0, 0, 0}, 0}, {0}},
     2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"where", 0u, {{2, {3, 3, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {2, {3, 3, 0, 0, 0}, {3, 0, 0, 0, 0}, 0}, {2, {1, 3, 0, 0, 0}, {-1, 1, 0, 0, 0}, 0}},
     2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"where", 0u, {{3, {1, 1, 1, 0, 0}, {2, 1, 2, 0, 0}, 0}, {3, {1, 1, 1, 0, 0}, {0, 1, 1, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}},
     3, {1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}},
    {"where", 0u, {{2, {3, 1, 0, 0, 0}, {1, 3, 0, 0, 0}, 0}, {2, {3, 1, 0, 0, 0}, {0, 1, 0, 0, 0}, 0}, {2, {3, 1, 0, 0, 0}, {2, 1, 0, 0, 0}, 0}},
     2, {3, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"where", 0u, {{3, {1, 1, 2, 0, 0}, {2, -2, 1, 0, 0}, 0}, {3, {1, 1, 2, 0, 0}, {-1, 1, 3, 0, 0}, 0}, {3, {1, 1, 2, 0, 0}, {1, 1, 1, 0, 0}, 0}},
     3, {1, 1, 2, 0, 0}, {2, 2, 1, 0, 0}},
    {"where", 0u, {{2, {1, 2, 0, 0, 0}, {1, -1, 0, 0, 0}, 1}, {2, {1, 2, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {2, {1, 2, 0, 0, 0}, {1, -2, 0, 0, 0}, 2}},
     2, {1, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    {"where", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {1, {4, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{3, {1, 4, 2, 0, 0}, {1, 0, -2, 0, 0}, 2}, {4, {1, 1, 4, 2, 0}, {8, 0, 1, 4, 0}, 0}, {4, {1, 1, 4, 2, 0}, {2, 8, 24, 1, 0}, 0}},
     4, {1, 1, 4, 2, 0}, {8, 8, 2, 1, 0}},
    {"where", 0u, {{3, {1, 1, 3, 0, 0}, {1, -1, 6, 0, 0}, 0}, {1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, {4, {3, 1, 3, 3, 0}, {18, 54, 3, 1, 0}, 0}},
     4, {3, 1, 3, 3, 0}, {9, 9, 3, 1, 0}},
    {"where", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {2, {1, 4, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}},
     2, {1, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"where", 0u, {{3, {2, 3, 1, 0, 0}, {6, 2, -12, 0, 0}, 0}, {3, {2, 3, 1, 0, 0}, {-2, 3, 1, 0, 0}, 2}, {3, {2, 3, 1, 0, 0}, {1, 1, 6, 0, 0}, 0}},
     3, {2, 3, 1, 0, 0}, {3, 1, 1, 0, 0}},
    {"where", 0u, {{2, {1, 3, 0, 0, 0}, {-1, 1, 0, 0, 0}, 0}, {2, {1, 3, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {2, {3, 3, 0, 0, 0}, {3, 0, 0, 0, 0}, 0}},
     2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"where", 0u, {{3, {1, 1, 1, 0, 0}, {0, -1, 2, 0, 0}, 0}, {3, {1, 1, 1, 0, 0}, {-2, 2, -2, 0, 0}, 0}, {3, {1, 1, 1, 0, 0}, {3, -1, 1, 0, 0}, 0}},
     3, {1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}},
    {"where", 0u, {{4, {3, 1, 4, 1, 0}, {2, 8, 48, -1, 0}, 0}, {4, {3, 1, 1, 1, 0}, {8, -1, -4, 1, 0}, 0}, {4, {3, 1, 4, 1, 0}, {-2, 12, 12, 2, 0}, 4}},
     4, {3, 1, 4, 1, 0}, {1, 12, 3, 1, 0}},
    {"where", 0u, {{3, {4, 3, 1, 0, 0}, {-3, 0, 0, 0, 0}, 9}, {3, {4, 3, 1, 0, 0}, {-1, 4, 2, 0, 0}, 3}, {3, {4, 3, 1, 0, 0}, {4, 1, 0, 0, 0}, 0}},
     3, {4, 3, 1, 0, 0}, {3, 1, 1, 0, 0}},
    {"where", 0u, {{1, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {4, {3, 3, 2, 4, 0}, {4, 24, 12, -1, 0}, 3}},
     4, {3, 3, 2, 4, 0}, {4, 24, 12, 1, 0}},
    {"where", 0u, {{3, {2, 4, 1, 0, 0}, {4, -1, 0, 0, 0}, 3}, {3, {2, 4, 1, 0, 0}, {0, 1, 4, 0, 0}, 0}, {3, {2, 4, 1, 0, 0}, {1, 4, -1, 0, 0}, 0}},
     3, {2, 4, 1, 0, 0}, {4, 1, 1, 0, 0}},
    {"where", 0u, {{3, {2, 1, 4, 0, 0}, {4, 0, 0, 0, 0}, 0}, {3, {2, 1, 4, 0, 0}, {1, 4, 2, 0, 0}, 0}, {3, {2, 1, 4, 0, 0}, {1, 16, 4, 0, 0}, 0}},
     3, {2, 1, 4, 0, 0}, {1, 8, 2, 0, 0}},
    {"where", 0u, {{3, {4, 1, 3, 0, 0}, {1, 1, 3, 0, 0}, 0}, {3, {4, 3, 3, 0, 0}, {1, 12, 4, 0, 0}, 0}, {3, {4, 3, 3, 0, 0}, {12, 4, 1, 0, 0}, 0}},
     3, {4, 3, 3, 0, 0}, {9, 3, 1, 0, 0}},
    {"where", 0u, {{2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}, 0}, {1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {2, {3, 3, 0, 0, 0}, {-1, 1, 0, 0, 0}, 2}},
     2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"where", 0u, {{3, {4, 2, 3, 0, 0}, {1, 24, 8, 0, 0}, 0}, {3, {4, 2, 3, 0, 0}, {1, 2, 1, 0, 0}, 0}, {3, {4, 2, 3, 0, 0}, {2, 1, -6, 0, 0}, 12}},
     3, {4, 2, 3, 0, 0}, {6, 3, 1, 0, 0}},
    {"where", 0u, {{1, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{2, {3, 3, 0, 0, 0}, {-3, 1, 0, 0, 0}, 6}, {2, {3, 3, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {2, {3, 3, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}},
     2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"where", 0u, {{3, {1, 4, 1, 0, 0}, {1, -2, -1, 0, 0}, 6}, {3, {2, 4, 1, 0, 0}, {0, 0, 1, 0, 0}, 0}, {3, {2, 4, 1, 0, 0}, {4, -1, 8, 0, 0}, 3}},
     3, {2, 4, 1, 0, 0}, {4, 1, 1, 0, 0}},
    {"where", 0u, {{3, {1, 4, 4, 0, 0}, {-16, 4, 1, 0, 0}, 0}, {3, {1, 4, 4, 0, 0}, {0, 0, 0, 0, 0}, 0}, {3, {1, 1, 4, 0, 0}, {0, -1, 0, 0, 0}, 0}},
     3, {1, 4, 4, 0, 0}, {16, 4, 1, 0, 0}},
    {"where", 0u, {{2, {1, 2, 0, 0, 0}, {2, -1, 0, 0, 0}, 1}, {2, {1, 2, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {2, {1, 2, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}},
     2, {1, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    {"where", 0u, {{4, {3, 1, 1, 1, 0}, {6, 0, -1, 12, 0}, 0}, {4, {3, 1, 1, 1, 0}, {-1, 3, 3, 3, 0}, 2}, {4, {3, 1, 1, 1, 0}, {0, 1, 1, 0, 0}, 0}},
     4, {3, 1, 1, 1, 0}, {1, 1, 1, 1, 0}},
    {"where", 0u, {{3, {2, 4, 1, 0, 0}, {16, 2, 32, 0, 0}, 0}, {3, {2, 4, 1, 0, 0}, {2, 2, -1, 0, 0}, 0}, {3, {1, 4, 1, 0, 0}, {2, 1, 8, 0, 0}, 0}},
     3, {2, 4, 1, 0, 0}, {4, 1, 1, 0, 0}},
    {"where", 0u, {{3, {1, 2, 2, 0, 0}, {1, 1, 2, 0, 0}, 0}, {1, {2, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 1}, {3, {1, 2, 2, 0, 0}, {0, 1, 1, 0, 0}, 0}},
     3, {1, 2, 2, 0, 0}, {4, 2, 1, 0, 0}},
    {"where", 0u, {{2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}},
     2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"where", 0u, {{3, {1, 4, 2, 0, 0}, {1, 1, -1, 0, 0}, 1}, {3, {2, 4, 1, 0, 0}, {1, 0, 2, 0, 0}, 0}, {3, {2, 4, 2, 0, 0}, {8, 0, 4, 0, 0}, 0}},
     3, {2, 4, 2, 0, 0}, {8, 2, 1, 0, 0}},
    {"where", 0u, {{4, {3, 3, 3, 1, 0}, {2, -8, 1, 2, 0}, 16}, {4, {3, 3, 3, 1, 0}, {3, 9, 1, -3, 0}, 0}, {4, {1, 3, 3, 1, 0}, {1, 2, 0, -6, 0}, 0}},
     4, {3, 3, 3, 1, 0}, {3, 9, 1, 1, 0}},
    {"where", 0u, {{4, {3, 2, 3, 4, 0}, {12, 72, 4, 1, 0}, 0}, {2, {3, 4, 0, 0, 0}, {12, 1, 0, 0, 0}, 0}, {4, {3, 2, 1, 4, 0}, {0, 64, 4, 1, 0}, 0}},
     4, {3, 2, 3, 4, 0}, {12, 36, 4, 1, 0}},
    {"where", 0u, {{2, {3, 3, 0, 0, 0}, {1, 3, 0, 0, 0}, 0}, {2, {3, 1, 0, 0, 0}, {1, 4, 0, 0, 0}, 0}, {2, {3, 3, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}},
     2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"where", 0u, {{2, {4, 1, 0, 0, 0}, {-1, 1, 0, 0, 0}, 3}, {2, {4, 4, 0, 0, 0}, {4, 1, 0, 0, 0}, 0}, {2, {4, 4, 0, 0, 0}, {1, -1, 0, 0, 0}, 3}},
     2, {4, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"where", 0u, {{3, {2, 3, 4, 0, 0}, {-1, 1, 6, 0, 0}, 1}, {3, {2, 3, 4, 0, 0}, {-4, -8, 0, 0, 0}, 20}, {3, {2, 3, 4, 0, 0}, {1, 8, 2, 0, 0}, 0}},
     3, {2, 3, 4, 0, 0}, {12, 4, 1, 0, 0}},
    {"where", 0u, {{4, {4, 1, 2, 1, 0}, {-2, 6, -1, -6, 0}, 7}, {4, {4, 3, 2, 2, 0}, {0, 32, 16, 0, 0}, 0}, {4, {1, 3, 2, 2, 0}, {0, 8, 1, 1, 0}, 0}},
     4, {4, 3, 2, 2, 0}, {12, 4, 2, 1, 0}},
    {"where", 0u, {{3, {1, 1, 4, 0, 0}, {1, -1, 1, 0, 0}, 0}, {3, {3, 1, 4, 0, 0}, {1, 4, 16, 0, 0}, 0}, {3, {3, 4, 4, 0, 0}, {2, 24, 6, 0, 0}, 0}},
     3, {3, 4, 4, 0, 0}, {1, 12, 3, 0, 0}},
    {"where", 0u, {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, {1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{4, {1, 3, 1, 1, 0}, {4, -1, -1, 8, 0}, 2}, {4, {1, 3, 4, 1, 0}, {4, 1, 1, 1, 0}, 0}, {4, {1, 3, 4, 1, 0}, {3, -1, 3, 1, 0}, 2}},
     4, {1, 3, 4, 1, 0}, {12, 4, 1, 1, 0}},
    {"where", 0u, {{4, {1, 3, 1, 1, 0}, {6, 0, 0, 1, 0}, 0}, {4, {1, 3, 1, 1, 0}, {0, -2, 0, 8, 0}, 4}, {4, {1, 3, 1, 1, 0}, {-1, -1, 1, -1, 0}, 2}},
     4, {1, 3, 1, 1, 0}, {3, 1, 1, 1, 0}},
    {"where", 0u, {{3, {4, 1, 3, 0, 0}, {1, 6, 3, 0, 0}, 0}, {3, {4, 1, 3, 0, 0}, {1, -12, -4, 0, 0}, 8}, {3, {4, 1, 3, 0, 0}, {0, 1, -1, 0, 0}, 2}},
     3, {4, 1, 3, 0, 0}, {1, 12, 4, 0, 0}},
    {"where", 0u, {{2, {4, 3, 0, 0, 0}, {-1, 1, 0, 0, 0}, 3}, {2, {4, 3, 0, 0, 0}, {6, 2, 0, 0, 0}, 0}, {2, {4, 3, 0, 0, 0}, {3, 1, 0, 0, 0}, 0}},
     2, {4, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"where", 0u, {{4, {1, 1, 1, 1, 0}, {1, 1, 1, 6, 0}, 0}, {4, {1, 1, 1, 2, 0}, {128, 1, 32, -4, 0}, 4}, {4, {1, 1, 1, 2, 0}, {-2, -1, 1, 1, 0}, 0}},
     4, {1, 1, 1, 2, 0}, {2, 2, 2, 1, 0}},
    {"where", 0u, {{1, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{3, {3, 4, 4, 0, 0}, {-16, 4, 1, 0, 0}, 32}, {1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {3, {1, 1, 4, 0, 0}, {1, 1, 4, 0, 0}, 0}},
     3, {3, 4, 4, 0, 0}, {16, 4, 1, 0, 0}},
    {"where", 0u, {{2, {1, 4, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {2, {1, 4, 0, 0, 0}, {0, -2, 0, 0, 0}, 6}, {2, {1, 4, 0, 0, 0}, {4, 1, 0, 0, 0}, 0}},
     2, {1, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"where", 0u, {{0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {4, {2, 3, 4, 1, 0}, {4, 1, 1, 8, 0}, 0}, {4, {2, 3, 4, 1, 0}, {0, 1, 6, -24, 0}, 0}},
     4, {2, 3, 4, 1, 0}, {12, 4, 1, 1, 0}},
    {"where", 0u, {{1, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {2, {2, 3, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {2, {2, 3, 0, 0, 0}, {0, 4, 0, 0, 0}, 0}},
     2, {2, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"where", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {1, {4, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{3, {3, 4, 1, 0, 0}, {4, 2, 1, 0, 0}, 0}, {0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {3, {3, 4, 4, 0, 0}, {1, 48, 6, 0, 0}, 0}},
     3, {3, 4, 4, 0, 0}, {16, 4, 1, 0, 0}},
    {"where", 0u, {{4, {3, 1, 3, 2, 0}, {-3, 0, -1, -9, 0}, 17}, {4, {3, 1, 3, 1, 0}, {-8, 1, 1, -2, 0}, 16}, {0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}},
     4, {3, 1, 3, 2, 0}, {3, 18, 1, 9, 0}},
    {"where", 0u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {1, {4, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"where", 0u, {{2, {3, 4, 0, 0, 0}, {2, 6, 0, 0, 0}, 0}, {2, {3, 4, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, {2, {1, 4, 0, 0, 0}, {-1, -1, 0, 0, 0}, 3}},
     2, {3, 4, 0, 0, 0}, {1, 3, 0, 0, 0}},
    {"where", 0u, {{3, {3, 1, 2, 0, 0}, {6, 1, -24, 0, 0}, 24}, {3, {3, 1, 2, 0, 0}, {-2, 2, 12, 0, 0}, 4}, {3, {1, 1, 2, 0, 0}, {2, 0, 0, 0, 0}, 0}},
     3, {3, 1, 2, 0, 0}, {1, 6, 3, 0, 0}},
    {"where", 0u, {{2, {2, 4, 0, 0, 0}, {4, 1, 0, 0, 0}, 0}, {2, {2, 4, 0, 0, 0}, {0, 1, 0, 0, 0}, 0}, {2, {2, 4, 0, 0, 0}, {0, -4, 0, 0, 0}, 12}},
     2, {2, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"where", 0u, {{4, {1, 3, 4, 1, 0}, {4, 8, 1, 4, 0}, 0}, {4, {1, 1, 1, 1, 0}, {-6, 1, 1, 18, 0}, 0}, {4, {1, 3, 4, 1, 0}, {1, 1, 3, 24, 0}, 0}},
     4, {1, 3, 4, 1, 0}, {12, 4, 1, 1, 0}},
    {"where", 0u, {{4, {3, 3, 1, 2, 0}, {-2, 16, 4, 1, 0}, 4}, {4, {3, 3, 4, 2, 0}, {-8, 24, 2, 1, 0}, 16}, {4, {3, 3, 1, 2, 0}, {2, 1, 4, 1, 0}, 0}},
     4, {3, 3, 4, 2, 0}, {24, 8, 2, 1, 0}},
    {"sum", 2u, {{2, {2, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 4u, {{3, {3, 2, 3, 0, 0}, {-24, 2, 8, 0, 0}, 48}, {0}, {0}},
     2, {3, 2, 0, 0, 0}, {2, 1, 0, 0, 0}},
    {"sum", 5u, {{4, {1, 3, 2, 3, 0}, {2, 6, 18, 0, 0}, 0}, {0}, {0}},
     2, {3, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"sum", 3u, {{4, {4, 3, 3, 4, 0}, {0, 0, 6, 72, 0}, 0}, {0}, {0}},
     2, {3, 4, 0, 0, 0}, {1, 3, 0, 0, 0}},
    {"sum", 1u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {2, 4, 0, 0, 0}, {8, 1, 0, 0, 0}, 0}, {0}, {0}},
     1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {4, 1, 0, 0, 0}, {1, -1, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {2, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {2, 3, 0, 0, 0}, {0, 2, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{3, {3, 2, 1, 0, 0}, {0, 6, 6, 0, 0}, 0}, {0}, {0}},
     2, {2, 1, 0, 0, 0}, {1, 1, 0, 0, 0}},
    {"sum", 3u, {{2, {1, 2, 0, 0, 0}, {-2, 1, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{4, {2, 3, 3, 4, 0}, {6, 2, 12, -36, 0}, 108}, {0}, {0}},
     3, {3, 3, 4, 0, 0}, {1, 3, 9, 0, 0}},
    {"sum", 4u, {{4, {1, 4, 4, 1, 0}, {-16, 4, 1, 16, 0}, 0}, {0}, {0}},
     3, {1, 4, 1, 0, 0}, {4, 1, 1, 0, 0}},
    {"sum", 3u, {{2, {3, 1, 0, 0, 0}, {-1, 3, 0, 0, 0}, 2}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 2u, {{4, {3, 4, 1, 3, 0}, {48, 2, -1, 0, 0}, 0}, {0}, {0}},
     3, {3, 1, 3, 0, 0}, {3, 3, 1, 0, 0}},
    {"sum", 4u, {{4, {4, 3, 1, 1, 0}, {-1, 0, 16, 8, 0}, 3}, {0}, {0}},
     3, {4, 3, 1, 0, 0}, {3, 1, 1, 0, 0}},
    {"sum", 3u, {{2, {3, 1, 0, 0, 0}, {2, 12, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 3u, {{3, {3, 1, 3, 0, 0}, {-2, 0, 6, 0, 0}, 4}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {3, 3, 0, 0, 0}, {-1, -3, 0, 0, 0}, 8}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 3u, {{2, {3, 3, 0, 0, 0}, {3, -1, 0, 0, 0}, 2}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {4, 3, 0, 0, 0}, {6, 1, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 4u, {{3, {3, 4, 2, 0, 0}, {1, -3, 24, 0, 0}, 9}, {0}, {0}},
     2, {3, 4, 0, 0, 0}, {1, 3, 0, 0, 0}},
    {"sum", 13u, {{4, {1, 2, 3, 1, 0}, {12, 6, -1, -1, 0}, 2}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {3, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 2u, {{3, {2, 4, 3, 0, 0}, {24, 6, 0, 0, 0}, 0}, {0}, {0}},
     2, {2, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"sum", 6u, {{3, {2, 3, 3, 0, 0}, {6, 0, 12, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 6u, {{4, {1, 1, 4, 3, 0}, {12, -12, -3, 0, 0}, 9}, {0}, {0}},
     2, {1, 3, 0, 0, 0}, {3, 1, 0, 0, 0}},
    {"sum", 1u, {{1, {3, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 3u, {{3, {3, 3, 1, 0, 0}, {1, 3, -9, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 7u, {{3, {4, 3, 4, 0, 0}, {12, 0, -1, 0, 0}, 3}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {1, 1, 0, 0, 0}, {2, -2, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 3u, {{2, {1, 1, 0, 0, 0}, {0, -1, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 3u, {{3, {3, 1, 1, 0, 0}, {2, 1, -1, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 2u, {{3, {1, 4, 4, 0, 0}, {16, 0, 4, 0, 0}, 0}, {0}, {0}},
     2, {1, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"sum", 1u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 2u, {{2, {2, 4, 0, 0, 0}, {-8, 2, 0, 0, 0}, 8}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 3u, {{3, {3, 2, 2, 0, 0}, {2, -6, -1, 0, 0}, 7}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 11u, {{4, {4, 4, 3, 3, 0}, {24, 1, 8, 192, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 2u, {{2, {2, 1, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {2, 1, 0, 0, 0}, {1, 4, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {1, 1, 0, 0, 0}, {2, 1, 0, 0, 0}, 0}, {0}, {0}},
     1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 5u, {{4, {4, 4, 4, 4, 0}, {4, 16, -1, 128, 0}, 3}, {0}, {0}},
     2, {4, 4, 0, 0, 0}, {1, 4, 0, 0, 0}},
    {"sum", 3u, {{2, {1, 2, 0, 0, 0}, {0, 1, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {2, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{2, {4, 3, 0, 0, 0}, {0, 8, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 8u, {{4, {4, 4, 3, 2, 0}, {12, -1, 4, 48, 0}, 3}, {0}, {0}},
     3, {4, 4, 3, 0, 0}, {12, 1, 4, 0, 0}},
    {"sum", 1u, {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 6u, {{3, {3, 2, 4, 0, 0}, {1, -3, -6, 0, 0}, 21}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 2u, {{2, {2, 4, 0, 0, 0}, {8, 1, 0, 0, 0}, 0}, {0}, {0}},
     1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
    {"sum", 1u, {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, {0}, {0}},
     0, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}},
    {"sum", 4u, {{3, {1, 4, 4, 0, 0}, {0, 1, 4, 0, 0}, 0}, {0}, {0}},
     2, {1, 4, 0, 0, 0}, {4, 1, 0, 0, 0}},
    {"sum", 1u, {{2, {1, 3, 0, 0, 0}, {-1, 2, 0, 0, 0}, 0}, {0}, {0}},
     1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}},
};

/* Whether reshape is a view, and its strides where it is. */
static const struct { numpy_view in; int rank; int64_t dims[5]; bool view; int64_t strides[5]; } numpy_reshapes[] = {
    {{3, {4, 1, 1, 0, 0}, {1, -1, 1, 0, 0}, 0}, 3, {4, 1, 1, 0, 0}, true, {1, -1, 1, 0, 0}},
    {{3, {3, 1, 2, 0, 0}, {-1, 3, 3, 0, 0}, 2}, 4, {1, 6, 1, 1, 0}, false, {6, 1, 1, 1, 0}},
    {{2, {2, 2, 0, 0, 0}, {2, 1, 0, 0, 0}, 0}, 2, {1, 4, 0, 0, 0}, true, {4, 1, 0, 0, 0}},
    {{4, {4, 2, 2, 2, 0}, {1, -4, 8, -16, 0}, 20}, 3, {4, 8, 1, 0, 0}, false, {8, 1, 1, 0, 0}},
    {{2, {4, 4, 0, 0, 0}, {-1, 4, 0, 0, 0}, 3}, 3, {4, 2, 2, 0, 0}, true, {-1, 8, 4, 0, 0}},
    {{4, {4, 2, 2, 1, 0}, {4, 2, 1, 4, 0}, 0}, 2, {2, 8, 0, 0, 0}, true, {8, 1, 0, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {3, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{4, {2, 3, 3, 1, 0}, {1, 24, 4, 24, 0}, 0}, 1, {18, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{2, {1, 2, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 4, {2, 1, 1, 1, 0}, true, {0, 0, 0, 0, 0}},
    {{3, {4, 2, 3, 0, 0}, {12, 0, 2, 0, 0}, 0}, 3, {24, 1, 1, 0, 0}, false, {1, 1, 1, 0, 0}},
    {{4, {2, 2, 3, 1, 0}, {0, 3, 1, -6, 0}, 0}, 2, {12, 1, 0, 0, 0}, false, {1, 1, 0, 0, 0}},
    {{3, {1, 3, 4, 0, 0}, {48, 1, 6, 0, 0}, 0}, 3, {4, 1, 3, 0, 0}, false, {3, 3, 1, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, 2, {3, 1, 0, 0, 0}, true, {0, 0, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 3, {1, 1, 1, 0, 0}, true, {1, 1, 1, 0, 0}},
    {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {4, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{3, {3, 1, 4, 0, 0}, {2, 24, 6, 0, 0}, 0}, 2, {2, 6, 0, 0, 0}, false, {6, 1, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 3, {1, 1, 1, 0, 0}, true, {1, 1, 1, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 1, {1, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{3, {1, 2, 4, 0, 0}, {8, 2, -8, 0, 0}, 24}, 4, {1, 1, 1, 8, 0}, false, {8, 8, 8, 1, 0}},
    {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {2, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{4, {3, 2, 4, 4, 0}, {32, 4, 8, 1, 0}, 0}, 1, {96, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 1, {1, 0, 0, 0, 0}, true, {2, 0, 0, 0, 0}},
    {{2, {2, 1, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, 1, {2, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{2, {1, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 4, {1, 1, 1, 1, 0}, true, {1, 1, 1, 1, 0}},
    {{4, {3, 1, 2, 4, 0}, {2, 0, -96, 24, 0}, 96}, 1, {24, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{1, {2, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 2, {2, 1, 0, 0, 0}, true, {2, 2, 0, 0, 0}},
    {{2, {3, 1, 0, 0, 0}, {-2, 0, 0, 0, 0}, 4}, 1, {3, 0, 0, 0, 0}, true, {-2, 0, 0, 0, 0}},
    {{4, {2, 2, 2, 2, 0}, {16, 0, 4, 1, 0}, 0}, 2, {2, 8, 0, 0, 0}, false, {8, 1, 0, 0, 0}},
    {{4, {4, 1, 3, 1, 0}, {12, 6, 1, 3, 0}, 0}, 1, {12, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{4, {4, 4, 4, 3, 0}, {1, 4, 192, 32, 0}, 0}, 1, {192, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{4, {1, 2, 3, 3, 0}, {0, 1, -2, 12, 0}, 4}, 2, {18, 1, 0, 0, 0}, false, {1, 1, 0, 0, 0}},
    {{2, {4, 3, 0, 0, 0}, {1, -4, 0, 0, 0}, 8}, 3, {4, 1, 3, 0, 0}, true, {1, -12, -4, 0, 0}},
    {{2, {4, 1, 0, 0, 0}, {1, -4, 0, 0, 0}, 0}, 2, {4, 1, 0, 0, 0}, true, {1, -4, 0, 0, 0}},
    {{3, {1, 1, 1, 0, 0}, {1, 1, -1, 0, 0}, 0}, 1, {1, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{4, {4, 3, 3, 3, 0}, {6, 2, 48, 144, 0}, 0}, 1, {108, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{3, {4, 3, 2, 0, 0}, {2, 16, 48, 0, 0}, 0}, 1, {24, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{2, {2, 3, 0, 0, 0}, {3, 1, 0, 0, 0}, 0}, 4, {6, 1, 1, 1, 0}, true, {1, 1, 1, 1, 0}},
    {{4, {2, 3, 1, 4, 0}, {1, 4, 2, 12, 0}, 0}, 1, {24, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{3, {3, 4, 3, 0, 0}, {-1, -3, 12, 0, 0}, 11}, 1, {36, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{2, {2, 2, 0, 0, 0}, {2, 1, 0, 0, 0}, 0}, 3, {1, 1, 4, 0, 0}, true, {4, 4, 1, 0, 0}},
    {{3, {1, 1, 2, 0, 0}, {2, 2, 1, 0, 0}, 0}, 3, {2, 1, 1, 0, 0}, true, {1, 1, 1, 0, 0}},
    {{3, {3, 1, 3, 0, 0}, {6, 18, -1, 0, 0}, 2}, 2, {1, 9, 0, 0, 0}, false, {9, 1, 0, 0, 0}},
    {{3, {4, 2, 3, 0, 0}, {2, 1, 8, 0, 0}, 0}, 3, {4, 3, 2, 0, 0}, false, {6, 2, 1, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, 1, {3, 0, 0, 0, 0}, true, {-1, 0, 0, 0, 0}},
    {{4, {1, 2, 3, 4, 0}, {8, -4, 8, 1, 0}, 4}, 2, {24, 1, 0, 0, 0}, false, {1, 1, 0, 0, 0}},
    {{2, {1, 4, 0, 0, 0}, {16, 2, 0, 0, 0}, 0}, 2, {1, 4, 0, 0, 0}, true, {16, 2, 0, 0, 0}},
    {{2, {1, 3, 0, 0, 0}, {-3, 1, 0, 0, 0}, 0}, 1, {3, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 1, {1, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{4, {3, 2, 2, 1, 0}, {1, 0, -6, 1, 0}, 6}, 4, {3, 2, 2, 1, 0}, true, {1, 0, -6, 1, 0}},
    {{4, {3, 2, 4, 3, 0}, {-1, 12, 3, 24, 0}, 2}, 1, {72, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, 2, {1, 3, 0, 0, 0}, true, {0, 0, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, 1, {1, 0, 0, 0, 0}, true, {0, 0, 0, 0, 0}},
    {{3, {2, 4, 1, 0, 0}, {0, 4, 2, 0, 0}, 0}, 2, {8, 1, 0, 0, 0}, false, {1, 1, 0, 0, 0}},
    {{4, {4, 2, 3, 2, 0}, {-24, 12, 1, 3, 0}, 72}, 4, {6, 1, 1, 8, 0}, false, {8, 8, 8, 1, 0}},
    {{4, {2, 1, 3, 1, 0}, {1, 2, -2, 1, 0}, 4}, 3, {6, 1, 1, 0, 0}, false, {1, 1, 1, 0, 0}},
    {{4, {3, 4, 2, 3, 0}, {-3, 9, -36, 1, 0}, 42}, 3, {1, 18, 4, 0, 0}, false, {72, 4, 1, 0, 0}},
    {{3, {1, 1, 2, 0, 0}, {4, 0, 1, 0, 0}, 0}, 2, {2, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{2, {4, 3, 0, 0, 0}, {2, -8, 0, 0, 0}, 16}, 2, {4, 3, 0, 0, 0}, true, {2, -8, 0, 0, 0}},
    {{4, {4, 1, 1, 3, 0}, {6, 6, 24, 2, 0}, 0}, 4, {3, 1, 4, 1, 0}, true, {8, 8, 2, 2, 0}},
    {{3, {1, 3, 4, 0, 0}, {2, 16, 2, 0, 0}, 0}, 3, {1, 3, 4, 0, 0}, true, {2, 16, 2, 0, 0}},
    {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 3, {1, 4, 1, 0, 0}, true, {4, 1, 1, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, 3, {1, 1, 3, 0, 0}, true, {-3, -3, -1, 0, 0}},
    {{3, {4, 1, 3, 0, 0}, {0, -1, 8, 0, 0}, 0}, 3, {1, 6, 2, 0, 0}, false, {12, 2, 1, 0, 0}},
    {{3, {1, 1, 3, 0, 0}, {1, 1, 1, 0, 0}, 0}, 4, {1, 3, 1, 1, 0}, true, {3, 1, 1, 1, 0}},
    {{4, {4, 4, 2, 2, 0}, {2, 8, 1, -32, 0}, 32}, 3, {2, 1, 32, 0, 0}, false, {32, 32, 1, 0, 0}},
    {{4, {2, 2, 2, 4, 0}, {2, 0, 8, 32, 0}, 0}, 4, {8, 1, 2, 2, 0}, false, {4, 4, 2, 1, 0}},
    {{3, {4, 4, 3, 0, 0}, {1, 4, -16, 0, 0}, 32}, 4, {6, 1, 2, 4, 0}, false, {8, 8, 4, 1, 0}},
    {{1, {4, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 3}, 4, {2, 1, 1, 2, 0}, true, {-2, -2, -2, -1, 0}},
    {{1, {1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{4, {3, 3, 1, 3, 0}, {-1, 0, 27, 3, 0}, 2}, 1, {27, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{2, {1, 3, 0, 0, 0}, {2, 2, 0, 0, 0}, 0}, 3, {3, 1, 1, 0, 0}, true, {2, 2, 2, 0, 0}},
    {{2, {3, 2, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {6, 1, 0, 0, 0}, false, {1, 1, 0, 0, 0}},
    {{3, {2, 2, 2, 0, 0}, {-4, 2, 0, 0, 0}, 4}, 4, {1, 1, 8, 1, 0}, false, {8, 8, 1, 1, 0}},
    {{4, {3, 1, 4, 1, 0}, {4, -12, 1, -12, 0}, 0}, 1, {12, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{3, {3, 1, 2, 0, 0}, {2, 1, 0, 0, 0}, 0}, 4, {2, 1, 3, 1, 0}, false, {3, 3, 1, 1, 0}},
    {{1, {4, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {4, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{4, {4, 4, 4, 3, 0}, {-16, 4, 1, 64, 0}, 48}, 4, {6, 32, 1, 1, 0}, false, {32, 1, 1, 1, 0}},
    {{3, {4, 3, 2, 0, 0}, {1, 8, 24, 0, 0}, 0}, 3, {1, 12, 2, 0, 0}, false, {24, 2, 1, 0, 0}},
    {{2, {3, 3, 0, 0, 0}, {3, 0, 0, 0, 0}, 0}, 2, {1, 9, 0, 0, 0}, false, {9, 1, 0, 0, 0}},
    {{1, {2, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 4, {1, 1, 1, 2, 0}, true, {4, 4, 4, 2, 0}},
    {{1, {4, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 3}, 4, {2, 2, 1, 1, 0}, true, {-2, -1, -1, -1, 0}},
    {{3, {1, 2, 3, 0, 0}, {2, 1, 2, 0, 0}, 0}, 4, {2, 3, 1, 1, 0}, true, {1, 2, 2, 2, 0}},
    {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 3, {1, 3, 1, 0, 0}, true, {3, 1, 1, 0, 0}},
    {{2, {3, 3, 0, 0, 0}, {0, 1, 0, 0, 0}, 0}, 4, {3, 3, 1, 1, 0}, true, {0, 1, 1, 1, 0}},
    {{3, {4, 2, 3, 0, 0}, {1, 12, 4, 0, 0}, 0}, 3, {6, 2, 2, 0, 0}, false, {4, 2, 1, 0, 0}},
    {{2, {1, 2, 0, 0, 0}, {4, 2, 0, 0, 0}, 0}, 1, {2, 0, 0, 0, 0}, true, {2, 0, 0, 0, 0}},
    {{4, {3, 1, 4, 1, 0}, {1, 1, 0, 1, 0}, 0}, 2, {3, 4, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{3, {1, 2, 2, 0, 0}, {4, 2, -1, 0, 0}, 1}, 4, {4, 1, 1, 1, 0}, false, {1, 1, 1, 1, 0}},
    {{2, {1, 2, 0, 0, 0}, {1, -1, 0, 0, 0}, 1}, 4, {1, 1, 1, 2, 0}, true, {-2, -2, -2, -1, 0}},
    {{3, {4, 4, 4, 0, 0}, {0, 1, 16, 0, 0}, 0}, 4, {32, 1, 1, 2, 0}, false, {2, 2, 2, 1, 0}},
    {{1, {2, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, 4, {2, 1, 1, 1, 0}, true, {0, 0, 0, 0, 0}},
    {{4, {4, 1, 2, 3, 0}, {6, 6, 3, -1, 0}, 2}, 2, {8, 3, 0, 0, 0}, true, {3, -1, 0, 0, 0}},
    {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 1, {2, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, 2, {1, 3, 0, 0, 0}, true, {0, 0, 0, 0, 0}},
    {{3, {4, 4, 2, 0, 0}, {8, -2, 1, 0, 0}, 6}, 4, {2, 16, 1, 1, 0}, false, {16, 1, 1, 1, 0}},
    {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 4, {1, 1, 1, 1, 0}, true, {1, 1, 1, 1, 0}},
    {{2, {3, 3, 0, 0, 0}, {1, 3, 0, 0, 0}, 0}, 3, {9, 1, 1, 0, 0}, false, {1, 1, 1, 0, 0}},
    {{3, {3, 1, 2, 0, 0}, {2, 6, -1, 0, 0}, 1}, 4, {3, 1, 1, 2, 0}, true, {2, -2, -2, -1, 0}},
    {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 4, {1, 1, 1, 1, 0}, true, {1, 1, 1, 1, 0}},
    {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{3, {2, 1, 2, 0, 0}, {2, 4, 1, 0, 0}, 0}, 2, {2, 2, 0, 0, 0}, true, {2, 1, 0, 0, 0}},
    {{4, {4, 3, 3, 3, 0}, {0, 6, 18, 2, 0}, 0}, 2, {18, 6, 0, 0, 0}, false, {6, 1, 0, 0, 0}},
    {{2, {1, 3, 0, 0, 0}, {0, 2, 0, 0, 0}, 0}, 2, {1, 3, 0, 0, 0}, true, {0, 2, 0, 0, 0}},
    {{3, {1, 4, 2, 0, 0}, {0, -1, -4, 0, 0}, 7}, 2, {8, 1, 0, 0, 0}, false, {1, 1, 0, 0, 0}},
    {{3, {2, 4, 3, 0, 0}, {2, 4, 0, 0, 0}, 0}, 2, {24, 1, 0, 0, 0}, false, {1, 1, 0, 0, 0}},
    {{1, {2, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 1}, 1, {2, 0, 0, 0, 0}, true, {-1, 0, 0, 0, 0}},
    {{2, {4, 1, 0, 0, 0}, {2, 2, 0, 0, 0}, 0}, 1, {4, 0, 0, 0, 0}, true, {2, 0, 0, 0, 0}},
    {{2, {1, 3, 0, 0, 0}, {3, 1, 0, 0, 0}, 0}, 3, {3, 1, 1, 0, 0}, true, {1, 1, 1, 0, 0}},
    {{4, {4, 3, 4, 4, 0}, {4, 64, 16, 1, 0}, 0}, 4, {6, 16, 1, 2, 0}, false, {32, 2, 2, 1, 0}},
    {{2, {3, 4, 0, 0, 0}, {8, 2, 0, 0, 0}, 0}, 3, {6, 1, 2, 0, 0}, true, {4, 4, 2, 0, 0}},
    {{3, {1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}, 0}, 3, {1, 1, 1, 0, 0}, true, {1, 1, 1, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, 2}, 1, {3, 0, 0, 0, 0}, true, {-1, 0, 0, 0, 0}},
    {{3, {4, 3, 3, 0, 0}, {18, 2, 6, 0, 0}, 0}, 3, {4, 3, 3, 0, 0}, true, {18, 2, 6, 0, 0}},
    {{3, {1, 3, 4, 0, 0}, {12, 4, 1, 0, 0}, 0}, 1, {12, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {3, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{2, {2, 1, 0, 0, 0}, {1, -1, 0, 0, 0}, 0}, 3, {2, 1, 1, 0, 0}, true, {1, 1, 1, 0, 0}},
    {{2, {3, 1, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, 3, {1, 1, 3, 0, 0}, true, {3, 3, 1, 0, 0}},
    {{4, {2, 3, 1, 2, 0}, {0, 1, 1, 3, 0}, 0}, 2, {2, 6, 0, 0, 0}, false, {6, 1, 0, 0, 0}},
    {{4, {2, 4, 3, 2, 0}, {2, -96, 0, 48, 0}, 288}, 3, {3, 1, 16, 0, 0}, false, {16, 16, 1, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{2, {2, 2, 0, 0, 0}, {1, 2, 0, 0, 0}, 0}, 3, {1, 2, 2, 0, 0}, true, {2, 1, 2, 0, 0}},
    {{2, {3, 2, 0, 0, 0}, {-2, 1, 0, 0, 0}, 4}, 4, {1, 2, 3, 1, 0}, false, {6, 3, 1, 1, 0}},
    {{2, {4, 1, 0, 0, 0}, {2, 8, 0, 0, 0}, 0}, 3, {2, 2, 1, 0, 0}, true, {4, 2, 2, 0, 0}},
    {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 3, {2, 1, 1, 0, 0}, true, {1, 1, 1, 0, 0}},
    {{3, {1, 3, 2, 0, 0}, {6, 2, 6, 0, 0}, 0}, 2, {6, 1, 0, 0, 0}, false, {1, 1, 0, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {3, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{1, {1, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 2, {1, 1, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{2, {1, 3, 0, 0, 0}, {1, 1, 0, 0, 0}, 0}, 2, {1, 3, 0, 0, 0}, true, {1, 1, 0, 0, 0}},
    {{2, {1, 4, 0, 0, 0}, {16, 2, 0, 0, 0}, 0}, 3, {1, 2, 2, 0, 0}, true, {8, 4, 2, 0, 0}},
    {{4, {1, 3, 1, 3, 0}, {-6, 2, 36, 6, 0}, 0}, 3, {1, 1, 9, 0, 0}, false, {9, 9, 1, 0, 0}},
    {{4, {1, 2, 3, 1, 0}, {1, 6, 2, -1, 0}, 0}, 1, {6, 0, 0, 0, 0}, true, {2, 0, 0, 0, 0}},
    {{1, {2, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 4, {2, 1, 1, 1, 0}, true, {2, 2, 2, 2, 0}},
    {{3, {2, 4, 2, 0, 0}, {-16, -1, 8, 0, 0}, 19}, 2, {2, 8, 0, 0, 0}, false, {8, 1, 0, 0, 0}},
    {{2, {3, 3, 0, 0, 0}, {2, 12, 0, 0, 0}, 0}, 3, {9, 1, 1, 0, 0}, false, {1, 1, 1, 0, 0}},
    {{2, {4, 3, 0, 0, 0}, {-3, -1, 0, 0, 0}, 11}, 2, {3, 4, 0, 0, 0}, true, {-4, -1, 0, 0, 0}},
    {{3, {2, 1, 2, 0, 0}, {2, 2, 4, 0, 0}, 0}, 4, {2, 2, 1, 1, 0}, true, {2, 4, 4, 4, 0}},
    {{3, {4, 2, 2, 0, 0}, {-4, 1, 2, 0, 0}, 12}, 2, {4, 4, 0, 0, 0}, false, {4, 1, 0, 0, 0}},
    {{3, {4, 1, 2, 0, 0}, {4, 2, -1, 0, 0}, 1}, 4, {2, 2, 1, 2, 0}, true, {8, 4, -2, -1, 0}},
    {{1, {2, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 1, {2, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
    {{3, {1, 1, 4, 0, 0}, {4, 4, -1, 0, 0}, 3}, 1, {4, 0, 0, 0, 0}, true, {-1, 0, 0, 0, 0}},
    {{3, {2, 3, 3, 0, 0}, {9, -3, 1, 0, 0}, 6}, 1, {18, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{4, {3, 3, 1, 4, 0}, {-1, 0, -72, 18, 0}, 2}, 1, {36, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{3, {4, 3, 4, 0, 0}, {0, 1, 3, 0, 0}, 0}, 2, {1, 48, 0, 0, 0}, false, {48, 1, 0, 0, 0}},
    {{4, {4, 2, 1, 3, 0}, {12, 1, -6, 2, 0}, 0}, 1, {24, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{2, {4, 2, 0, 0, 0}, {1, 4, 0, 0, 0}, 0}, 1, {8, 0, 0, 0, 0}, false, {1, 0, 0, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, 0}, 1, {3, 0, 0, 0, 0}, true, {0, 0, 0, 0, 0}},
    {{3, {4, 3, 4, 0, 0}, {-24, -8, 2, 0, 0}, 88}, 2, {2, 24, 0, 0, 0}, false, {24, 1, 0, 0, 0}},
    {{4, {4, 1, 3, 1, 0}, {-6, 2, 0, 6, 0}, 18}, 3, {1, 4, 3, 0, 0}, true, {-24, -6, 0, 0, 0}},
    {{4, {3, 4, 2, 3, 0}, {8, -1, -144, 48, 0}, 147}, 2, {1, 72, 0, 0, 0}, false, {72, 1, 0, 0, 0}},
    {{2, {1, 1, 0, 0, 0}, {-1, 1, 0, 0, 0}, 0}, 3, {1, 1, 1, 0, 0}, true, {1, 1, 1, 0, 0}},
    {{3, {2, 4, 1, 0, 0}, {4, 1, 0, 0, 0}, 0}, 4, {4, 2, 1, 1, 0}, true, {2, 1, 1, 1, 0}},
    {{1, {2, 0, 0, 0, 0}, {2, 0, 0, 0, 0}, 0}, 2, {2, 1, 0, 0, 0}, true, {2, 2, 0, 0, 0}},
    {{3, {4, 4, 2, 0, 0}, {1, -8, 4, 0, 0}, 24}, 2, {16, 2, 0, 0, 0}, false, {2, 1, 0, 0, 0}},
    {{3, {2, 1, 4, 0, 0}, {2, 4, 4, 0, 0}, 0}, 3, {8, 1, 1, 0, 0}, false, {1, 1, 1, 0, 0}},
    {{1, {3, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, 0}, 1, {3, 0, 0, 0, 0}, true, {1, 0, 0, 0, 0}},
};

