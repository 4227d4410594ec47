/* Conversion of one scalar between dtypes, as graph.h defines it for every input. */
#include "graph/internal.h"

#define TWO31 2147483648.0
#define TWO63 9223372036854775808.0

static int64_t to_int64(double v)
{
    return v >= -TWO63 && v < TWO63 ? (int64_t)v : INT64_MIN;
}

static int32_t to_int32(double v)
{
    return v >= -TWO31 && v < TWO31 ? (int32_t)v : INT32_MIN;
}

static uint64_t to_uint64(double v)
{
    if (!(v >= TWO63)) return (uint64_t)to_int64(v);
    return (uint64_t)to_int64(v - TWO63) ^ (uint64_t)1 << 63;
}

/* The integer's bits; narrower dtypes keep the low ones. */
static uint64_t integer_bits(double v, sni_dtype to)
{
    switch (to) {
    case SNI_INT64: return (uint64_t)to_int64(v);
    case SNI_UINT64: return to_uint64(v);
    case SNI_UINT32: return (uint64_t)to_int64(v);
    default: return (uint64_t)(int64_t)to_int32(v);
    }
}

static sni_scalar from_integer(uint64_t bits, bool is_signed, sni_dtype to)
{
    sni_scalar out = {.bits = {0, 0}};
    switch (to) {
    case SNI_BOOL: out.b8 = bits != 0; break;
    case SNI_INT8:
    case SNI_UINT8: out.u8 = (uint8_t)bits; break;
    case SNI_INT16:
    case SNI_UINT16: out.u16 = (uint16_t)bits; break;
    case SNI_INT32:
    case SNI_UINT32: out.u32 = (uint32_t)bits; break;
    case SNI_INT64:
    case SNI_UINT64: out.u64 = bits; break;
    case SNI_FLOAT32: out.f32 = is_signed ? (float)(int64_t)bits : (float)bits; break;
    case SNI_FLOAT64: out.f64 = is_signed ? (double)(int64_t)bits : (double)bits; break;
    default: break; /* no operation accepts the others yet */
    }
    return out;
}

static sni_scalar from_float(double v, sni_dtype to)
{
    sni_scalar out = {.bits = {0, 0}};
    if (to == SNI_FLOAT64)
        out.f64 = v;
    else if (to == SNI_FLOAT32)
        out.f32 = (float)v;
    else if (to == SNI_BOOL)
        out.b8 = v != 0;
    else
        out = from_integer(integer_bits(v, to), false, to);
    return out;
}

static sni_scalar with_imaginary(double re, double im, sni_dtype to)
{
    sni_scalar out = {.bits = {0, 0}};
    if (to == SNI_COMPLEX64) {
        out.c64[0] = (float)re;
        out.c64[1] = (float)im;
    } else {
        out.c128[0] = re;
        out.c128[1] = im;
    }
    return out;
}

static sni_scalar from_complex(double re, double im, sni_dtype to)
{
    if (sni_dtype_complex(to)) return with_imaginary(re, im, to);
    return from_float(to == SNI_BOOL ? re != 0 || im != 0 : re, to);
}

sni_scalar sni_scalar_cast(sni_scalar value, sni_dtype from, sni_dtype to)
{
    if (sni_dtype_complex(to) && !sni_dtype_complex(from)) {
        sni_dtype part = sni_dtype_part(to);
        sni_scalar re = sni_scalar_cast(value, from, part);
        return with_imaginary(part == SNI_FLOAT32 ? (double)re.f32 : re.f64, 0, to);
    }
    switch (from) {
    case SNI_BOOL: return from_integer(value.b8 != 0, false, to);
    case SNI_UINT8: return from_integer(value.u8, false, to);
    case SNI_INT8: return from_integer((uint64_t)(int64_t)value.i8, true, to);
    case SNI_INT16: return from_integer((uint64_t)(int64_t)value.i16, true, to);
    case SNI_UINT16: return from_integer(value.u16, false, to);
    case SNI_INT32: return from_integer((uint64_t)(int64_t)value.i32, true, to);
    case SNI_UINT32: return from_integer(value.u32, false, to);
    case SNI_INT64: return from_integer(value.u64, true, to);
    case SNI_UINT64: return from_integer(value.u64, false, to);
    case SNI_FLOAT32: return from_float((double)value.f32, to);
    case SNI_FLOAT64: return from_float(value.f64, to);
    case SNI_COMPLEX64: return from_complex((double)value.c64[0], (double)value.c64[1], to);
    case SNI_COMPLEX128: return from_complex(value.c128[0], value.c128[1], to);
    default: return (sni_scalar){.bits = {0, 0}};
    }
}
