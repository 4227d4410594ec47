/* What arrays are, and their values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "api/format.h"
#include "api/strided.h"

/* ---- metadata -------------------------------------------------------------------------------------------- */

typedef struct reading {
    sni_context *c;
    sni_used used;
    const sni_node *node;
    const sni_layout *layout;
} reading;

static int begin_for(const char *function, reading *r, sn_array x)
{
    r->c = sni_context_get();
    if (r->c == NULL) return SN_ERR_MEMORY;
    int status = sni_use(r->c, x, &r->used);
    r->node = r->used.node;
    r->layout = r->node != NULL ? r->node->layout : NULL;
    if (status < 0 && r->used.failure == NULL) sni_argument(function, 1, status);
    if (status < 0) sni_unuse(r->c, &r->used);
    return status;
}

#define begin(r, x) begin_for(__func__, r, x)

static void end(reading *r) { sni_unuse(r->c, &r->used); }

int sn_ndim(sn_array x)
{
    reading r;
    SNI_TRY(begin(&r, x));
    int rank = r.layout->rank;
    end(&r);
    return rank;
}

int64_t sn_size(sn_array x)
{
    reading r;
    int status = begin(&r, x);
    if (status < 0) return status;
    int64_t size = r.layout->size;
    end(&r);
    return size;
}

sn_dtype sn_dtype_of(sn_array x)
{
    reading r;
    if (begin(&r, x) < 0) return SN_DTYPE_NONE;
    sn_dtype dtype = sni_dtype_out(r.node->dtype);
    end(&r);
    return dtype;
}

int sn_shape(sn_array x, int64_t *dims)
{
    reading r;
    SNI_TRY(begin(&r, x));
    int rank = r.layout->rank;
    if (dims != NULL) memcpy(dims, r.layout->dims, (size_t)rank * sizeof *dims);
    end(&r);
    return rank;
}

static void byte_strides(const reading *r, int64_t *strides)
{
    for (int k = 0; k < r->layout->rank; k++) strides[k] = SNI_STRIDES(r->layout)[k] * sni_dtypes[r->node->dtype].bytes;
}

int sn_strides(sn_array x, int64_t *strides)
{
    reading r;
    SNI_TRY(begin(&r, x));
    int rank = r.layout->rank;
    if (strides != NULL) byte_strides(&r, strides);
    end(&r);
    return rank;
}

/* ---- values ------------------------------------------------------------------------------------------------ */

static const char *data_of(reading *r)
{
    return sni_evaluated_data(r->c, r->used.node);
}

static void copy_out(const reading *r, const char *data, void *to)
{
    int64_t strides[SNI_MAX_RANK];
    byte_strides(r, strides);
    sni_strided s = {r->layout->rank, r->layout->dims, strides, sni_dtypes[r->node->dtype].bytes};
    sni_strided_copy(to, data, &s);
}

int sni_no_place(const char *call)
{
    return sni_fail(SN_ERR_ARGUMENT, "%s: no place for the result is given", call);
}

int sn_to_host(sn_array x, void *dst, size_t bytes)
{
    reading r;
    SNI_TRY(begin(&r, x));
    size_t need = (size_t)r.layout->size * sni_dtypes[r.node->dtype].bytes;
    int status = SN_OK;
    if (bytes != need)
        status = sni_fail(SN_ERR_VALUE, "to_host: argument 3: the array has %zu bytes, the destination %zu", need, bytes);
    else if (dst == NULL && need > 0)
        status = sni_fail(SN_ERR_ARGUMENT, "to_host: argument 2: no destination is given");
    const char *data = status >= 0 ? data_of(&r) : NULL;
    if (status >= 0 && data == NULL) status = sni_error_status();
    if (status >= 0) copy_out(&r, data, dst);
    end(&r);
    return status;
}

static int item(sn_array x, sni_dtype to, sni_scalar *out)
{
    reading r;
    SNI_TRY(begin(&r, x));
    const char *data = NULL;
    if (sni_dtype_complex(r.node->dtype) && !sni_dtype_complex(to))
        sni_fail(SN_ERR_DTYPE, "item: a %s element is no real number: use sn_item_complex, or sn_real first",
                 sni_dtypes[r.node->dtype].name);
    else if (r.layout->size != 1)
        sni_fail(SN_ERR_SHAPE, "item: an array of %lld elements is not one number", (long long)r.layout->size);
    else
        data = data_of(&r);
    if (data != NULL) {
        sni_scalar value = {.bits = {0}};
        memcpy(&value, data, sni_dtypes[r.node->dtype].bytes);
        *out = sni_scalar_cast(value, r.node->dtype, to);
    }
    end(&r);
    return data != NULL ? SN_OK : sni_error_status();
}

int sn_item_f64(sn_array x, double *value)
{
    sni_scalar s;
    if (value == NULL) return sni_no_place("item");
    SNI_TRY(item(x, SNI_FLOAT64, &s));
    *value = s.f64;
    return SN_OK;
}

int sn_item_i64(sn_array x, int64_t *value)
{
    sni_scalar s;
    if (value == NULL) return sni_no_place("item");
    SNI_TRY(item(x, SNI_INT64, &s));
    *value = s.i64;
    return SN_OK;
}

double sn_item(sn_array x)
{
    double value = NAN;
    return sn_item_f64(x, &value) >= 0 ? value : NAN;
}

int sn_item_complex(sn_array x, double value[2])
{
    sni_scalar s;
    if (value == NULL) return sni_no_place("item");
    SNI_TRY(item(x, SNI_COMPLEX128, &s));
    value[0] = s.c128[0];
    value[1] = s.c128[1];
    return SN_OK;
}

const void *sn_data(sn_array x)
{
    reading r;
    if (begin(&r, x) < 0) return NULL;
    const void *data = r.used.weak ? (const void *)&r.used.cell->number : data_of(&r);
    end(&r);
    return data; /* the array's owner keeps the storage */
}

/* ---- text --------------------------------------------------------------------------------------------------- */

static SNI_THREAD_LOCAL struct {
    bool set;
    sn_print_options options;
} printing;

sn_print_options sn_get_printoptions(void)
{
    return printing.set ? printing.options : SNI_PRINT_PRESET;
}

int sn_set_printoptions(const sn_print_options *options)
{
    if (options != NULL) SNI_TRY(sni_print_check(options));
    printing.set = options != NULL;
    if (options != NULL) printing.options = *options;
    return SN_OK;
}

static int text(const char *function, sn_array x, sni_str *out)
{
    reading r;
    SNI_TRY(begin_for(function, &r, x));
    const char *data = data_of(&r);
    int status = data != NULL ? SN_OK : sni_error_status();
    if (data != NULL) {
        int64_t strides[SNI_MAX_RANK];
        byte_strides(&r, strides);
        status = sni_format(out, &(sni_formatted){r.node->dtype, r.layout->rank, r.layout->dims, strides, data,
                                                  sn_get_printoptions()});
    }
    end(&r);
    return status;
}

int sn_print(sn_array x, FILE *file)
{
    sni_str s = {0};
    int status = file != NULL ? text(__func__, x, &s) : sni_fail(SN_ERR_ARGUMENT, "print: argument 2: no file is given");
    if (status >= 0 && (fputs(sni_str_text(&s), file) < 0 || putc('\n', file) < 0))
        status = sni_fail(SN_ERR_IO, "print: the file refuses to be written");
    sni_str_free(&s);
    return status;
}

int64_t sn_format(sn_array x, char *out, size_t size)
{
    sni_str s = {0};
    if (size > 0 && out == NULL) return sni_no_place("format");
    int status = text(__func__, x, &s);
    int64_t length = status < 0 ? status : (int64_t)s.len;
    if (status >= 0 && size > 0) {
        size_t n = s.len < size ? s.len : size - 1;
        memcpy(out, sni_str_text(&s), n);
        out[n] = '\0';
    }
    sni_str_free(&s);
    return length;
}
