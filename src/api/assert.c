/* numpy.testing's assertions: what is compared, in what order, and the report are NumPy's. */
#include <stdlib.h>
#include <string.h>

#include "api/context.h"
#include "api/format.h"
#include "sinter/testing.h"

#define FIRST 5       /* mismatches that are listed */
#define ARRAY_LINES 3 /* of an array that are shown */

typedef struct comparison {
    const char *name; /* of the assertion */
    sn_array x, y;    /* of one shape, but for rank 0 */
    bool close, equal_nan;
    double rtol, atol;
    sn_array flagged; /* elements that need no comparison: NaN or infinity in both */
    sn_array invalid; /* elements that differ */
    sni_str report;
} comparison;

/* ---- what the report is made of --------------------------------------------------------------------------- */

static int put_array(sni_str *out, const char *label, sn_array x)
{
    int64_t dims[SNI_MAX_RANK];
    char shape[1024];
    sn_print_options before = sn_get_printoptions(), o = SNI_PRINT_PRESET;
    o.precision = 6;
    int rank = sn_shape(x, dims);
    if (rank < 0) return rank;
    SNI_TRY(sn_set_printoptions(&o));
    int64_t length = sn_format(x, NULL, 0);
    char *text = length < 0 ? NULL : malloc((size_t)length + sizeof "...");
    if (text != NULL) length = sn_format(x, text, (size_t)length + 1);
    sn_set_printoptions(&before);
    if (length < 0 || text == NULL) {
        free(text);
        return length < 0 ? (int)length : sni_fail_memory((size_t)length + 1, "assert");
    }
    char *end = text;
    for (int line = 0; line < ARRAY_LINES && end != NULL; line++) end = strchr(end + (line > 0), '\n');
    if (end != NULL && strchr(end + 1, '\n') != NULL) strcpy(end, "...");
    sni_str_printf(out, "\n %s: %s %s %s", label, sni_dtypes[sni_dtype_in(sn_dtype_of(x))].name,
                   sni_shape_text(dims, rank, shape, sizeof shape), text);
    free(text);
    return SN_OK;
}

static void put_header(comparison *c)
{
    if (c->close)
        sni_str_printf(&c->report, "%s: Not equal to tolerance rtol=%g, atol=%g", c->name, c->rtol, c->atol);
    else
        sni_str_printf(&c->report, "%s: Arrays are not equal", c->name);
}

/* The report ends with both arrays and becomes the thread's message. */
static int fail(comparison *c, int status)
{
    SNI_TRY(put_array(&c->report, "ACTUAL", c->x));
    SNI_TRY(put_array(&c->report, "DESIRED", c->y));
    if (c->report.status < 0) return c->report.status;
    return sni_fail_lines(status, sni_str_text(&c->report));
}

static int fail_for(comparison *c, int status, const char *reason)
{
    put_header(c);
    sni_str_printf(&c->report, "\n%s", reason);
    return fail(c, status);
}

/* ---- conditions ----------------------------------------------------------------------------------------------- */

static int is_any(sn_array condition, bool *out)
{
    int64_t value;
    SNI_TRY(sn_item_i64(sn_any(condition), &value));
    *out = value != 0;
    return SN_OK;
}

static int check_shapes(comparison *c)
{
    int64_t a[SNI_MAX_RANK], b[SNI_MAX_RANK];
    int rank = sn_shape(c->x, a), other = rank < 0 ? rank : sn_shape(c->y, b);
    if (other < 0) return other;
    if (rank == 0 || other == 0 || (rank == other && memcmp(a, b, (size_t)rank * sizeof *a) == 0))
        return SN_OK;
    char text[2][1024], reason[2200];
    snprintf(reason, sizeof reason, "(shapes %s, %s mismatch)",
             sni_shape_text(a, rank, text[0], sizeof text[0]),
             sni_shape_text(b, other, text[1], sizeof text[1]));
    return fail_for(c, SN_ERR_SHAPE, reason);
}

/* Elements with a property must be the same ones in both; they are flagged. */
static int check_places(comparison *c, sn_array in_x, sn_array in_y, const char *reason)
{
    bool differ;
    SNI_TRY(is_any(sn_not_equal(in_x, in_y), &differ));
    if (differ) return fail_for(c, SN_ERR_VALUE, reason);
    c->flagged = sn_logical_or(c->flagged, sn_logical_and(in_x, in_y));
    return SN_OK;
}

static int check_infinities(comparison *c)
{
    bool differ;
    sn_array wanted = sn_logical_not(c->flagged);
    sn_array in_x = sn_logical_and(sn_isinf(c->x), wanted), in_y = sn_logical_and(sn_isinf(c->y), wanted);
    SNI_TRY(check_places(c, in_x, in_y, "inf location mismatch:"));
    SNI_TRY(is_any(sn_logical_and(sn_logical_and(in_x, in_y), sn_not_equal(c->x, c->y)), &differ));
    return differ ? fail_for(c, SN_ERR_VALUE, "inf values mismatch:") : SN_OK;
}

static bool is_kind(sn_array x, sni_kind kind)
{
    return sni_dtypes[sni_dtype_in(sn_dtype_of(x))].kind == kind;
}

static int check_special(comparison *c)
{
    c->flagged = sn_not_equal(sn_equal(c->x, c->y), sn_equal(c->x, c->y)); /* false everywhere */
    if (is_kind(c->x, SNI_KIND_BOOL) || is_kind(c->y, SNI_KIND_BOOL)) return SN_OK;
    if (c->equal_nan) SNI_TRY(check_places(c, sn_isnan(c->x), sn_isnan(c->y), "nan location mismatch:"));
    return check_infinities(c);
}

/* ---- differences ---------------------------------------------------------------------------------------------- */

/* A number as numpy.array2string shows one. */
static int put_number(comparison *c, const char *label, sn_array number)
{
    char text[256];
    int64_t length = sn_format(sn_reshape(number, 1, (const int64_t[]){1}), text, sizeof text);
    if (length < 0) return (int)length;
    sni_str_printf(&c->report, "\n%s: %.*s", label, (int)length - 2, text + 1);
    return SN_OK;
}

static int put_differences(comparison *c)
{
    static const char largest[] = "Max absolute difference among violations",
                      relative[] = "Max relative difference among violations";
    if (is_kind(c->x, SNI_KIND_BOOL) && is_kind(c->y, SNI_KIND_BOOL)) return SN_OK;
    sn_array error = sn_absolute(sn_subtract(c->x, c->y));
    if (is_kind(c->x, SNI_KIND_UINT)) error = sn_minimum(error, sn_absolute(sn_subtract(c->y, c->x)));
    SNI_TRY(put_number(c, largest, sn_max(sn_where(c->invalid, error, 0))));
    sn_array nonzero = sn_logical_and(c->invalid, sn_not_equal(c->y, 0));
    bool some;
    SNI_TRY(is_any(nonzero, &some));
    if (!some) {
        sni_str_printf(&c->report, "\n%s: inf", relative);
        return SN_OK;
    }
    return put_number(c, relative, sn_max(sn_where(nonzero, sn_divide(error, sn_absolute(c->y)), 0)));
}

/* ---- places ------------------------------------------------------------------------------------------------------- */

static int put_value(comparison *c, sn_array x, const int64_t *index, int rank, const char *label)
{
    sn_item_spec at[SNI_MAX_RANK];
    char text[256];
    int own = sn_ndim(x);
    for (int d = 0; d < rank; d++) at[d] = SN_AT(index[d]);
    sn_array value = own > 0 ? (sn_slice)(x, at, (size_t)rank) : x;
    if (is_kind(x, SNI_KIND_FLOAT))
        value = sn_astype(value, SN_FLOAT64); /* Python's format() writes doubles */
    int64_t length = sn_format(value, text, sizeof text);
    if (length < 0) return (int)length;
    sni_str_printf(&c->report, "%s (%s)", text, label);
    return SN_OK;
}

static int put_place(comparison *c, const int64_t *index, int rank)
{
    sni_str_put(&c->report, "\n [");
    for (int d = 0; d < rank; d++) sni_str_printf(&c->report, d > 0 ? ", %lld" : "%lld", (long long)index[d]);
    sni_str_put(&c->report, "]: ");
    SNI_TRY(put_value(c, c->x, index, rank, "ACTUAL"));
    sni_str_put(&c->report, ", ");
    return put_value(c, c->y, index, rank, "DESIRED");
}

static int put_places(comparison *c, int64_t count)
{
    int64_t dims[SNI_MAX_RANK], index[SNI_MAX_RANK];
    int rank = sn_shape(c->invalid, dims);
    int64_t size = sn_size(c->invalid);
    if (rank <= 0) return rank;
    bool *invalid = malloc((size_t)size);
    if (invalid == NULL) return sni_fail_memory((size_t)size, "assert");
    int status = sn_to_host(c->invalid, invalid, (size_t)size);
    sni_str_put(&c->report, count == 1       ? "\nMismatch at index:"
                            : count <= FIRST ? "\nMismatch at indices:"
                                             : "\nFirst 5 mismatches are at indices:");
    int shown = 0;
    for (int64_t k = 0; status >= 0 && k < size && shown < FIRST; k++) {
        if (!invalid[k]) continue;
        int64_t rest = k;
        for (int d = rank - 1; d >= 0; d--) {
            index[d] = rest % dims[d];
            rest /= dims[d];
        }
        status = put_place(c, index, rank);
        shown++;
    }
    free(invalid);
    return status;
}

/* ---- the whole ---------------------------------------------------------------------------------------------------- */

static int report_mismatch(comparison *c, int64_t count)
{
    int64_t size = sn_size(c->invalid);
    if (size < 0) return (int)size;
    put_header(c);
    sni_str_printf(&c->report, "\nMismatched elements: %lld / %lld (%.3g%%)", (long long)count,
                   (long long)size, 100 * (double)count / (double)size);
    SNI_TRY(put_places(c, count));
    SNI_TRY(put_differences(c));
    return fail(c, SN_ERR_VALUE);
}

static int compare(comparison *c)
{
    int64_t count;
    SNI_TRY(sn_eval(c->x, c->y));
    SNI_TRY(check_shapes(c));
    SNI_TRY(check_special(c));
    sn_array same = c->close ? sn_isclose(c->x, c->y, c->rtol, c->atol, c->equal_nan) : sn_equal(c->x, c->y);
    c->invalid = sn_logical_and(sn_logical_not(same), sn_logical_not(c->flagged));
    SNI_TRY(sn_item_i64(sn_count_nonzero(c->invalid), &count));
    return count > 0 ? report_mismatch(c, count) : SN_OK;
}

static int run(comparison *c)
{
    sn_scope scope = sn_scope_begin();
    int status = compare(c);
    sn_scope_end(scope);
    sni_str_free(&c->report);
    return status;
}

int(sn_assert_allclose)(sn_array actual, sn_array desired, double rtol, double atol, bool equal_nan)
{
    return run(&(comparison){.name = "assert_allclose",
                             .x = actual,
                             .y = desired,
                             .close = true,
                             .rtol = rtol,
                             .atol = atol,
                             .equal_nan = equal_nan});
}

int sn_assert_array_equal(sn_array actual, sn_array desired)
{
    return run(&(comparison){.name = "assert_array_equal", .x = actual, .y = desired, .equal_nan = true});
}
