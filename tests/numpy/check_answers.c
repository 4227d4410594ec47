/* Evaluates the expressions of an answer file (generate.py says what a line is) and compares each
 * result with NumPy's.
 *
 *     check_answers FILE [OPTION=VALUE ...]      e.g. JIT=off, JIT=sync, FUSE=off
 *
 * Prints each difference and a closing "passed N of M".  Exit 1 unless all pass. */
#include <inttypes.h>
#include <math.h>
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FIELDS = 24, MAX_INPUTS = 16 };

typedef struct value {
    sn_dtype dtype;
    int ndim;
    int64_t dims[SN_MAX_NDIM];
    int64_t count;
    size_t item, bytes;
    unsigned char *data;
} value;

/* ---- reading a line --------------------------------------------------------------------------- */
static size_t item_size(sn_dtype dtype)
{
    switch (dtype) {
    case SN_BOOL: case SN_INT8: case SN_UINT8: return 1;
    case SN_INT16: case SN_UINT16: return 2;
    case SN_INT32: case SN_UINT32: case SN_FLOAT32: return 4;
    case SN_COMPLEX128: return 16;
    default: return 8;
    }
}

static sn_dtype dtype_named(const char *name, size_t n)
{
    static const struct { const char *name; sn_dtype dtype; } all[] = {
        {"bool", SN_BOOL},     {"int8", SN_INT8},     {"int16", SN_INT16},   {"int32", SN_INT32},
        {"int64", SN_INT64},   {"uint8", SN_UINT8},   {"uint16", SN_UINT16}, {"uint32", SN_UINT32},
        {"uint64", SN_UINT64}, {"float32", SN_FLOAT32}, {"float64", SN_FLOAT64},
        {"complex64", SN_COMPLEX64}, {"complex128", SN_COMPLEX128}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (strlen(all[k].name) == n && memcmp(all[k].name, name, n) == 0) return all[k].dtype;
    return SN_DTYPE_NONE;
}

static int hex_digit(char c) { return c >= 'a' ? c - 'a' + 10 : c - '0'; }

/* dtype:shape:hex -> value; -1 when malformed. */
static int parse_value(const char *text, value *v)
{
    memset(v, 0, sizeof *v);
    const char *colon = strchr(text, ':');
    if (!colon || (v->dtype = dtype_named(text, (size_t)(colon - text))) == SN_DTYPE_NONE) return -1;
    v->item = item_size(v->dtype);
    v->count = 1;
    const char *p = colon + 1;
    while (*p && *p != ':') {
        char *end;
        v->dims[v->ndim] = strtoll(p, &end, 10);
        if (end == p) return -1;
        v->count *= v->dims[v->ndim++];
        p = *end == ',' ? end + 1 : end;
    }
    if (*p++ != ':') return -1;
    v->bytes = (size_t)v->count * v->item;
    if (strlen(p) != 2 * v->bytes) return -1;
    v->data = malloc(v->bytes + 1);
    if (!v->data) return -1;
    for (size_t k = 0; k < v->bytes; k++)
        v->data[k] = (unsigned char)(hex_digit(p[2 * k]) << 4 | hex_digit(p[2 * k + 1]));
    return 0;
}

static size_t split(char *line, char **fields)
{
    size_t n = 0;
    line[strcspn(line, "\n")] = '\0';
    for (char *p = line; p && n < MAX_FIELDS;) {
        fields[n++] = p;
        if ((p = strchr(p, '\t'))) *p++ = '\0';
    }
    return n;
}

/* ---- comparing -------------------------------------------------------------------------------------- */
static int is_complex(const value *v) { return v->dtype == SN_COMPLEX64 || v->dtype == SN_COMPLEX128; }
static int is_single(const value *v) { return v->dtype == SN_FLOAT32 || v->dtype == SN_COMPLEX64; }
static int is_float(const value *v) { return is_single(v) || v->dtype == SN_FLOAT64 || v->dtype == SN_COMPLEX128; }

/* Floats in the value: a complex number is two. */
static int64_t float_count(const value *v) { return is_complex(v) ? 2 * v->count : v->count; }

static double float_at(const value *v, const unsigned char *data, int64_t k)
{
    float f;
    double d;
    if (is_single(v)) return memcpy(&f, data + 4 * k, 4), (double)f;
    return memcpy(&d, data + 8 * k, 8), d;
}

/* Distance from |x| to the next larger float of the dtype. */
static double unit(const value *v, double x)
{
    if (is_single(v)) return (double)(nextafterf((float)fabs(x), INFINITY) - (float)fabs(x));
    return nextafter(fabs(x), INFINITY) - fabs(x);
}

static int same_float(const value *v, double got, double want, double units, double scale)
{
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got);
    if (got == want) return want != 0 || units > 0 || signbit(got) == signbit(want);
    if (isinf(want) || isinf(got)) return 0;
    return fabs(got - want) <= units * unit(v, fmax(fabs(want), scale));
}

/* Largest sum of magnitudes that a result may have passed through: what rounding errors are relative to. */
static double sum_scale(const value *inputs, size_t count)
{
    double largest = 0;
    for (size_t k = 0; k < count; k++) {
        double sum = 0;
        for (int64_t i = 0; is_float(&inputs[k]) && i < float_count(&inputs[k]); i++)
            sum += fabs(float_at(&inputs[k], inputs[k].data, i));
        largest = fmax(largest, isfinite(sum) ? sum : 0);
    }
    return largest;
}

static int compare(const char *name, const char *tolerance, const value *want, const unsigned char *got,
                   const value *inputs, size_t ninputs)
{
    if (!is_float(want)) {
        if (memcmp(got, want->data, want->bytes) == 0) return 0;
        size_t k = 0;
        while (got[k] == want->data[k]) k++;
        printf("%s: element %zu differs\n", name, k / want->item);
        return -1;
    }
    double units = strchr(tolerance, ':') ? atof(strchr(tolerance, ':') + 1) : 0;
    double scale = strncmp(tolerance, "sum", 3) == 0 ? sum_scale(inputs, ninputs) / (double)(want->count ? want->count : 1) : 0;
    for (int64_t k = 0; k < float_count(want); k++) {
        double g = float_at(want, got, k), w = float_at(want, want->data, k), near = scale;
        if (units > 0 && is_complex(want)) { /* in units of the larger part */
            double other = fabs(float_at(want, want->data, k ^ 1));
            if (isfinite(other)) near = fmax(near, other);
        }
        if (same_float(want, g, w, units, near)) continue;
        printf("%s: element %" PRId64 " is %a, not %a (%s)\n", name, k, g, w, tolerance);
        return -1;
    }
    return 0;
}

static int check_result(const char *name, const char *tolerance, sn_array x, const value *want, const value *inputs,
                        size_t ninputs)
{
    int64_t dims[SN_MAX_NDIM];
    int ndim = sn_ok(x) ? sn_shape(x, dims) : -1;
    if (ndim < 0) {
        printf("%s: %s\n", name, sn_error_of(x));
        return -1;
    }
    if (sn_dtype_of(x) != want->dtype || ndim != want->ndim || memcmp(dims, want->dims, (size_t)ndim * sizeof *dims) != 0) {
        printf("%s: dtype or shape differs: dtype %d, %d axes\n", name, (int)sn_dtype_of(x), ndim);
        return -1;
    }
    unsigned char *got = malloc(want->bytes + 1);
    int status = got ? sn_to_host(x, got, want->bytes) : -1;
    if (status < 0) printf("%s: %s\n", name, sn_error());
    else status = compare(name, tolerance, want, got, inputs, ninputs);
    free(got);
    return status;
}

/* ---- one case ------------------------------------------------------------------------------------------- */
static int check_line(char *line)
{
    char *fields[MAX_FIELDS];
    size_t n = split(line, fields), ninputs = n > 4 ? n - 4 : 0;
    value want = {0}, inputs[MAX_INPUTS] = {0};
    const char *names[MAX_INPUTS];
    sn_array arrays[MAX_INPUTS];
    int status = n < 4 || ninputs > MAX_INPUTS ? -1 : parse_value(fields[3], &want);
    for (size_t k = 0; k < ninputs && status == 0; k++) {
        char *equals = strchr(fields[4 + k], '=');
        if (!equals) status = -1;
        else {
            *equals = '\0';
            names[k] = fields[4 + k];
            status = parse_value(equals + 1, &inputs[k]);
        }
    }
    if (status < 0) printf("%s: the line is malformed\n", n ? fields[0] : "?");
    else
        SN_SCOPE {
            for (size_t k = 0; k < ninputs; k++)
                arrays[k] = sn_from_host(inputs[k].data, inputs[k].dtype, inputs[k].ndim, inputs[k].dims, NULL);
            sn_array x = sn_expr(fields[1], names, arrays, ninputs);
            status = check_result(fields[0], fields[2], x, &want, inputs, ninputs);
        }
    for (size_t k = 0; k < ninputs; k++) free(inputs[k].data);
    free(want.data);
    return status;
}

int main(int argc, char **argv)
{
    FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
    if (!file) {
        fprintf(stderr, "usage: check_answers FILE [OPTION=VALUE ...]\n");
        return 2;
    }
    for (int k = 2; k < argc; k++) {
        char *equals = strchr(argv[k], '=');
        if (equals) *equals = '\0';
        if (!equals || sn_option_set(argv[k], equals + 1) < 0) {
            fprintf(stderr, "check_answers: %s\n", equals ? sn_error() : argv[k]);
            return 2;
        }
    }
    char *line = NULL;
    size_t capacity = 0;
    int64_t passed = 0, total = 0;
    while (getline(&line, &capacity, file) > 0) {
        total++;
        passed += check_line(line) == 0;
    }
    free(line);
    fclose(file);
    sn_stats stats;
    sn_stats_get(&stats);
    printf("kernels %" PRIu64 ", interpreted %" PRIu64 ", compiled %" PRIu64 ", from disk %" PRIu64 "\n", stats.kernels,
           stats.interpreted, stats.compiled, stats.disk_hits);
    printf("passed %" PRId64 " of %" PRId64 "\n", passed, total);
    sn_shutdown();
    return total == 0 || passed != total;
}
