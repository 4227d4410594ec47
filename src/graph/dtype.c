/* The dtypes, their names, and promotion between them. */
#include "graph/graph.h"

#include <string.h>

const sni_dtype_info sni_dtypes[SNI_DTYPE_COUNT] = {
#define SN_DTYPE(ID, name, abbrev, ctype, bytes, kind, ready) {#name, #abbrev, bytes, SNI_KIND_##kind, ready},
#include "graph/dtypes.def"
#undef SN_DTYPE
};

enum { /* short names, for the table below */
#define SN_DTYPE(ID, name, abbrev, ctype, bytes, kind, ready) abbrev = SNI_##ID,
#include "graph/dtypes.def"
#undef SN_DTYPE
};

/* NumPy's promote_types; bfloat16, which NumPy lacks, by the same principle: the smallest dtype that
 * holds every value of both, integers of 32 bits and more taking float64. */
static const uint8_t promotion[SNI_DTYPE_COUNT][SNI_DTYPE_COUNT] = {
    {b8, i8, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, c64, c128}, /* bool */
    {i8, i8, i16, i32, i64, i16, i32, i64, f64, f16, bf16, f32, f64, c64, c128}, /* int8 */
    {i16, i16, i16, i32, i64, i16, i32, i64, f64, f32, f32, f32, f64, c64, c128}, /* int16 */
    {i32, i32, i32, i32, i64, i32, i32, i64, f64, f64, f64, f64, f64, c128, c128}, /* int32 */
    {i64, i64, i64, i64, i64, i64, i64, i64, f64, f64, f64, f64, f64, c128, c128}, /* int64 */
    {u8, i16, i16, i32, i64, u8, u16, u32, u64, f16, bf16, f32, f64, c64, c128}, /* uint8 */
    {u16, i32, i32, i32, i64, u16, u16, u32, u64, f32, f32, f32, f64, c64, c128}, /* uint16 */
    {u32, i64, i64, i64, i64, u32, u32, u32, u64, f64, f64, f64, f64, c128, c128}, /* uint32 */
    {u64, f64, f64, f64, f64, u64, u64, u64, u64, f64, f64, f64, f64, c128, c128}, /* uint64 */
    {f16, f16, f32, f64, f64, f16, f32, f64, f64, f16, f32, f32, f64, c64, c128}, /* float16 */
    {bf16, bf16, f32, f64, f64, bf16, f32, f64, f64, f32, bf16, f32, f64, c64, c128}, /* bfloat16 */
    {f32, f32, f32, f64, f64, f32, f32, f64, f64, f32, f32, f32, f64, c64, c128}, /* float32 */
    {f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, c128, c128}, /* float64 */
    {c64, c64, c64, c128, c128, c64, c64, c128, c128, c64, c64, c64, c128, c64, c128}, /* complex64 */
    {c128, c128, c128, c128, c128, c128, c128, c128, c128, c128, c128, c128, c128, c128, c128}, /* complex128 */
};

sni_dtype sni_promote(sni_dtype a, sni_dtype b)
{
    return (sni_dtype)promotion[a][b];
}

static const struct { const char name[12]; uint8_t dtype; } aliases[] = {
    {"bool_", b8}, {"?", b8}, {"b1", b8},
    {"byte", i8}, {"b", i8}, {"i1", i8},
    {"short", i16}, {"h", i16}, {"i2", i16},
    {"intc", i32}, {"i", i32}, {"i4", i32},
    {"int", i64}, {"int_", i64}, {"intp", i64}, {"long", i64}, {"longlong", i64},
    {"l", i64}, {"q", i64}, {"p", i64}, {"i8", i64},
    {"ubyte", u8}, {"B", u8}, {"u1", u8},
    {"ushort", u16}, {"H", u16}, {"u2", u16},
    {"uintc", u32}, {"I", u32}, {"u4", u32},
    {"uint", u64}, {"uintp", u64}, {"ulong", u64}, {"ulonglong", u64},
    {"L", u64}, {"Q", u64}, {"P", u64}, {"u8", u64},
    {"half", f16}, {"e", f16}, {"f2", f16},
    {"single", f32}, {"f", f32}, {"f4", f32},
    {"float", f64}, {"float_", f64}, {"double", f64}, {"d", f64}, {"f8", f64},
    {"csingle", c64}, {"F", c64}, {"c8", c64},
    {"complex", c128}, {"cdouble", c128}, {"D", c128}, {"c16", c128},
};

static bool same(const char *word, const char *name, size_t n)
{
    return strlen(word) == n && memcmp(word, name, n) == 0;
}

/* '<', '=' and '|' say what this machine's order is anyway; '>' is a file's business. */
sni_dtype sni_dtype_from_name(const char *name, size_t n)
{
    for (int d = 0; d < SNI_DTYPE_COUNT; d++)
        if (same(sni_dtypes[d].name, name, n)) return (sni_dtype)d;
    if (n > 1 && strchr("<=|", name[0]) && name[0]) name++, n--;
    for (size_t k = 0; k < SNI_COUNT(aliases); k++)
        if (same(aliases[k].name, name, n)) return (sni_dtype)aliases[k].dtype;
    return SNI_DTYPE_NONE;
}
