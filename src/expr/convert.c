/* Values -> what functions take: scalars, arrays, integers, shapes, axes, dtypes. */
#include "expr/record.h"

#include <math.h>
#include <string.h>

const char *sni_value_name(const sni_value *v)
{
    static const char *const names[] = {
        [SNI_V_ABSENT] = "nothing",      [SNI_V_NONE] = "None",
        [SNI_V_ELLIPSIS] = "...",        [SNI_V_BOOL] = "a bool",
        [SNI_V_INT] = "a number",        [SNI_V_FLOAT] = "a number",
        [SNI_V_COMPLEX] = "a complex number",
        [SNI_V_ARRAY] = "an array",      [SNI_V_SEQUENCE] = "a list or tuple",
        [SNI_V_DTYPE] = "a dtype",       [SNI_V_STRING] = "a string",
        [SNI_V_FUNCTION] = "a function", [SNI_V_MODULE] = "np",
    };
    return names[v->kind];
}

static int fail_kind(sni_recorder *r, const sni_value *v, const char *what, const char *wanted)
{
    return sni_fail_at(r, v->offset, SN_ERR_ARGUMENT, "%s must be %s, not %s", what, wanted,
                       sni_value_name(v));
}

/* ---- numbers ------------------------------------------------------------------------------------------------ */

static int int_to_scalar(sni_recorder *r, size_t offset, sni_int x, sni_dtype dtype, const char *what,
                         sni_scalar *out)
{
    int bits = 8 * sni_dtypes[dtype].bytes;
    bool is_signed = sni_dtypes[dtype].kind == SNI_KIND_INT;
    sni_int least = is_signed ? -((sni_int)1 << (bits - 1)) : 0,
            most = ((sni_int)1 << (bits - is_signed)) - 1;
    if (x < least || x > most) {
        sni_int size = x < 0 ? -x : x;
        return sni_fail_at(r, offset, SN_ERR_VALUE, "%s: integer %s%llu is out of bounds for %s", what,
                           x < 0 ? "-" : "", (unsigned long long)size, sni_dtypes[dtype].name);
    }
    *out = (sni_scalar){.u64 = (uint64_t)x}; /* low bytes first on the machines there are */
    return SN_OK;
}

static int float_to_int_scalar(sni_recorder *r, const sni_value *v, sni_dtype dtype, const char *what,
                               sni_scalar *out)
{
    if (!isfinite(v->real))
        return sni_fail_at(r, v->offset, SN_ERR_VALUE, "%s: cannot convert %s to an integer", what,
                           isnan(v->real) ? "NaN" : "infinity");
    if (!(fabs(v->real) < 0x1p64))
        return sni_fail_at(r, v->offset, SN_ERR_VALUE, "%s: %.17g is out of bounds for %s", what, v->real,
                           sni_dtypes[dtype].name);
    return int_to_scalar(r, v->offset, (sni_int)v->real, dtype, what, out);
}

static int complex_to_scalar(sni_recorder *r, const sni_value *v, sni_dtype dtype, const char *what, sni_scalar *out)
{
    if (!sni_dtype_complex(dtype) && dtype != SNI_BOOL)
        return sni_fail_at(r, v->offset, SN_ERR_DTYPE, "%s: a complex number is no %s", what, sni_dtypes[dtype].name);
    *out = sni_scalar_cast((sni_scalar){.c128 = {v->complex.re, v->complex.im}}, SNI_COMPLEX128, dtype);
    return SN_OK;
}

int sni_to_scalar(sni_recorder *r, const sni_value *v, sni_dtype dtype, const char *what, sni_scalar *out)
{
    if (!sni_is_number(v)) return fail_kind(r, v, what, "a number");
    if (v->kind == SNI_V_COMPLEX) return complex_to_scalar(r, v, dtype, what, out);
    switch (sni_dtypes[dtype].kind) {
    case SNI_KIND_BOOL: *out = (sni_scalar){.b8 = sni_python_truth(v)}; return SN_OK;
    case SNI_KIND_INT:
    case SNI_KIND_UINT:
        if (v->kind == SNI_V_FLOAT) return float_to_int_scalar(r, v, dtype, what, out);
        return int_to_scalar(r, v->offset, sni_value_int(v), dtype, what, out);
    default:
        *out = sni_scalar_cast((sni_scalar){.f64 = sni_value_double(v)}, SNI_FLOAT64, dtype);
        return SN_OK;
    }
}

sni_dtype sni_number_dtype(const sni_value *v)
{
    if (v->kind == SNI_V_BOOL) return SNI_BOOL;
    if (v->kind == SNI_V_FLOAT) return SNI_FLOAT64;
    if (v->kind == SNI_V_COMPLEX) return SNI_COMPLEX128;
    return v->integer > INT64_MAX ? SNI_UINT64 : SNI_INT64;
}

int sni_to_number_node(sni_recorder *r, const sni_value *v, sni_node **out)
{
    sni_dtype dtype = sni_number_dtype(v);
    sni_scalar scalar;
    SNI_TRY(sni_to_scalar(r, v, dtype, "number", &scalar));
    *out = sni_const(r->g, dtype, scalar, 0, NULL);
    return sni_point(r, v->offset, sni_hold_node(r, *out));
}

/* ---- arrays --------------------------------------------------------------------------------------------------- */

int sni_to_array(sni_recorder *r, const sni_value *v, const char *what, sni_node **out)
{
    if (v->kind == SNI_V_ARRAY) {
        sni_value now = *v;
        SNI_TRY(sni_renew(r, &now));
        *out = now.node;
        return SN_OK;
    }
    if (sni_is_number(v)) return sni_to_number_node(r, v, out);
    if (v->kind == SNI_V_SEQUENCE) return sni_literal(r, v, SNI_DTYPE_NONE, out);
    return fail_kind(r, v, what, "an array or a number");
}

/* ---- integers, shapes, axes --------------------------------------------------------------------------------------- */

int sni_to_int(sni_recorder *r, const sni_value *v, const char *what, int64_t *out)
{
    if (v->kind != SNI_V_INT) return fail_kind(r, v, what, "an integer");
    if (v->integer > INT64_MAX) return sni_fail_at(r, v->offset, SN_ERR_VALUE, "%s is too large", what);
    *out = (int64_t)v->integer;
    return SN_OK;
}

int sni_to_bool(sni_recorder *r, const sni_value *v, const char *what, bool *out)
{
    if (v->kind == SNI_V_ABSENT) return SN_OK;
    if (!sni_is_integer(v)) return fail_kind(r, v, what, "True or False");
    *out = sni_python_truth(v);
    return SN_OK;
}

/* An integer counts as a sequence of one. */
static int sequence_of(sni_recorder *r, const sni_value *v, const char *what, const char *wanted,
                       const sni_value **items, size_t *count)
{
    *items = v;
    *count = 1;
    if (v->kind == SNI_V_INT) return SN_OK;
    if (v->kind != SNI_V_SEQUENCE) return fail_kind(r, v, what, wanted);
    *items = v->sequence.items;
    *count = v->sequence.count;
    if (*count > SNI_MAX_RANK)
        return sni_fail_at(r, v->offset, SN_ERR_SHAPE, "%s has %zu entries, the most is %d", what, *count,
                           SNI_MAX_RANK);
    return SN_OK;
}

int sni_to_dims(sni_recorder *r, const sni_value *v, const char *what, sni_dims *out)
{
    const sni_value *items;
    size_t count;
    SNI_TRY(sequence_of(r, v, what, "an integer or a tuple of integers", &items, &count));
    out->rank = (int)count;
    for (size_t k = 0; k < count; k++) SNI_TRY(sni_to_int(r, &items[k], what, &out->dims[k]));
    return SN_OK;
}

int sni_to_axis(sni_recorder *r, const sni_value *v, const char *what, int *out)
{
    int64_t axis = 0;
    SNI_TRY(sni_to_int(r, v, what, &axis));
    if (axis > INT32_MAX || axis < INT32_MIN)
        return sni_fail_at(r, v->offset, SN_ERR_INDEX, "%s %lld is out of bounds for any array", what, (long long)axis);
    *out = (int)axis;
    return SN_OK;
}

int sni_to_axes(sni_recorder *r, const sni_value *v, const char *what, sni_axes *out)
{
    out->count = -1;
    if (v->kind == SNI_V_ABSENT || v->kind == SNI_V_NONE) return SN_OK;
    const sni_value *items;
    size_t count;
    SNI_TRY(sequence_of(r, v, what, "None, an integer or a tuple of integers", &items, &count));
    out->count = (int)count;
    for (size_t k = 0; k < count; k++) SNI_TRY(sni_to_axis(r, &items[k], what, &out->axes[k]));
    return SN_OK;
}

int sni_to_int_if(sni_recorder *r, const sni_value *v, const char *what, int64_t *out)
{
    return v->kind == SNI_V_ABSENT ? SN_OK : sni_to_int(r, v, what, out);
}

int sni_to_axis_if(sni_recorder *r, const sni_value *v, const char *what, int *out)
{
    return v->kind == SNI_V_ABSENT ? SN_OK : sni_to_axis(r, v, what, out);
}

int sni_to_double_if(sni_recorder *r, const sni_value *v, const char *what, double *out)
{
    if (v->kind == SNI_V_ABSENT) return SN_OK;
    if (!sni_is_real(v)) return fail_kind(r, v, what, "a number");
    *out = sni_value_double(v);
    return SN_OK;
}

int sni_check_order(sni_recorder *r, const sni_value *v)
{
    if (v->kind == SNI_V_ABSENT || v->kind == SNI_V_NONE) return SN_OK;
    if (v->kind != SNI_V_STRING) return fail_kind(r, v, "order", "a string");
    if (v->string.length == 1 && strchr("CFAK", *v->string.at)) return SN_OK;
    return sni_fail_at(r, v->offset, SN_ERR_VALUE, "order must be one of 'C', 'F', 'A', or 'K' (got '%.*s')",
                       SNI_TEXT(v->string));
}

/* ---- dtypes ---------------------------------------------------------------------------------------------------------- */

int sni_to_dtype(sni_recorder *r, const sni_value *v, const char *what, sni_dtype *out)
{
    *out = SNI_DTYPE_NONE;
    if (v->kind == SNI_V_ABSENT || v->kind == SNI_V_NONE) return SN_OK;
    if (v->kind == SNI_V_DTYPE) *out = v->dtype.id;
    if (v->kind == SNI_V_STRING) {
        *out = sni_dtype_from_name(v->string.at, v->string.length);
        if (*out == SNI_DTYPE_NONE)
            return sni_fail_at(r, v->offset, SN_ERR_DTYPE, "unknown dtype '%.*s'", SNI_TEXT(v->string));
    }
    if (*out == SNI_DTYPE_NONE) return fail_kind(r, v, what, "a dtype");
    if (!sni_dtypes[*out].ready)
        return sni_fail_at(r, v->offset, SN_ERR_UNSUPPORTED, "dtype %s is not supported yet",
                           sni_dtypes[*out].name);
    return SN_OK;
}
