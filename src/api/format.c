/* Arrays as text: brackets, lines and summaries.  The rules are those of numpy.array_str. */
#include "api/format.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PRECISION_MAX 64
#define WORD_MAX 256 /* of numbers below 1e8 that many places, and of padding to such */

typedef struct floats {           /* as numpy's FloatingFormat */
    size_t at;                    /* bytes from the element to it */
    bool scientific, plus;        /* plus: a sign always, as imaginary parts have it */
    double least, largest;        /* of the magnitudes that are finite and not zero */
    int before, after, precision; /* before and after the point; digits after it in scientific notation */
    int exponent_digits;
} floats;

typedef struct printer {
    const sni_formatted *a;
    sni_str *out;
    sn_print_options o;
    bool summary;
    int width;                    /* integers: characters of the widest */
    bool single;                  /* floats: of 32 bits */
    floats part[2], *f;           /* of floats the first; of complex numbers both; the one at hand */
    size_t line;                  /* where the present line starts in out */
} printer;

static sni_scalar load(const char *at, sni_dtype dtype)
{
    sni_scalar s = {.bits = {0}};
    memcpy(&s, at, sni_dtypes[dtype].bytes);
    return s;
}

static double real(const printer *p, const char *at)
{
    sni_scalar s = load(at + p->f->at, sni_dtype_part(p->a->dtype));
    return p->single ? (double)s.f32 : s.f64;
}

/* ---- walking: every element that will be shown ------------------------------------------------------------ */

static bool is_cut(const printer *p, int axis) { return p->summary && p->a->dims[axis] > 2 * (int64_t)p->o.edgeitems; }

static void each_shown(printer *p, int axis, const char *at, void (*visit)(printer *, const char *))
{
    if (axis == p->a->rank) {
        visit(p, at);
        return;
    }
    int64_t n = p->a->dims[axis], stride = p->a->strides[axis];
    for (int64_t k = 0; k < n; k++) {
        if (is_cut(p, axis) && k == p->o.edgeitems) k = n - p->o.edgeitems;
        each_shown(p, axis + 1, at + k * stride, visit);
    }
}

/* ---- words ---------------------------------------------------------------------------------------------------- */

static int integer_word(const printer *p, const char *at, char *word)
{
    bool is_signed = sni_dtypes[p->a->dtype].kind == SNI_KIND_INT;
    sni_scalar s = sni_scalar_cast(load(at, p->a->dtype), p->a->dtype, is_signed ? SNI_INT64 : SNI_UINT64);
    return is_signed ? snprintf(word, WORD_MAX, "%*" PRId64, p->width, s.i64)
                     : snprintf(word, WORD_MAX, "%*" PRIu64, p->width, s.u64);
}

static int bool_word(const printer *p, const char *at, char *word)
{
    const char *yes = p->a->rank == 0 ? "True" : " True";
    return snprintf(word, WORD_MAX, "%s", *at ? yes : "False");
}

/* Digits first to last of the decimal, zeros where it has none. */
static char *put_digits(char *to, const sni_decimal *d, int first, int last)
{
    for (int k = first; k < last; k++) *to++ = k >= 0 && k < d->count ? d->digits[k] : '0';
    return to;
}

static char *put_sign(char *to, bool negative, bool plus)
{
    if (negative || plus) *to++ = negative ? '-' : '+';
    return to;
}

/* "[-]ddd." and what there is after the point. */
static char *put_positional(char *to, const sni_decimal *d, bool plus)
{
    to = put_sign(to, d->negative, plus);
    to = d->point > 0 ? put_digits(to, d, 0, d->point) : put_digits(to, d, -1, 0);
    *to++ = '.';
    return put_digits(to, d, d->point, d->count > d->point ? d->count : d->point);
}

static int exponent_of(const sni_decimal *d) { return d->count > 0 ? d->point - 1 : 0; }

static int whole_width(const sni_decimal *d, bool plus)
{
    return (d->negative || plus ? 1 : 0) + (d->point > 1 ? d->point : 1);
}

static int padded(char *word, int spaces, const char *text, size_t length, int after)
{
    int n = 0;
    while (spaces-- > 0) word[n++] = ' ';
    memcpy(word + n, text, length);
    n += (int)length;
    while (after-- > 0) word[n++] = ' ';
    return n;
}

static int infinite_word(const printer *p, double value, char *word)
{
    char text[8], *to = put_sign(text, value < 0, p->f->plus);
    memcpy(to, isnan(value) ? "nan" : "inf", 3);
    size_t length = (size_t)(to + 3 - text);
    return padded(word, p->f->before + p->f->after + 1 - (int)length, text, length, 0);
}

static int scientific_word(const printer *p, double value, char *word)
{
    char text[WORD_MAX], *to = text;
    sni_decimal d;
    sni_decimal_exact(value, p->f->precision, &d); /* NumPy shows digits past the shortest, not zeros */
    to = put_sign(to, d.negative, p->f->plus);
    to = put_digits(to, &d, 0, 1);
    *to++ = '.';
    to = put_digits(to, &d, 1, 1 + p->f->precision);
    int e = exponent_of(&d);
    to += snprintf(to, 16, "e%c%0*d", e < 0 ? '-' : '+', p->f->exponent_digits, e < 0 ? -e : e);
    return padded(word, p->f->before - (d.negative || p->f->plus ? 2 : 1), text, (size_t)(to - text), 0);
}

static int positional_word(const printer *p, double value, char *word)
{
    char text[WORD_MAX];
    sni_decimal d;
    sni_decimal_places(value, p->single, p->o.precision, false, &d);
    int whole = whole_width(&d, p->f->plus);
    size_t length = (size_t)(put_positional(text, &d, p->f->plus) - text);
    return padded(word, p->f->before - whole, text, length, p->f->after - ((int)length - whole - 1));
}

static int float_word(const printer *p, const char *at, char *word)
{
    double value = real(p, at);
    if (!isfinite(value)) return infinite_word(p, value, word);
    return p->f->scientific ? scientific_word(p, value, word) : positional_word(p, value, word);
}

/* The j follows the digits, before the spaces that fill up. */
static int complex_word(printer *p, const char *at, char *word)
{
    p->f = &p->part[0];
    int n = float_word(p, at, word), end;
    p->f = &p->part[1];
    n += float_word(p, at, word + n);
    for (end = n; word[end - 1] == ' '; end--) continue;
    memmove(word + end + 1, word + end, (size_t)(n - end));
    word[end] = 'j';
    return n + 1;
}

static int put_word(printer *p, const char *at, char *word)
{
    switch (sni_dtypes[p->a->dtype].kind) {
    case SNI_KIND_BOOL: return bool_word(p, at, word);
    case SNI_KIND_FLOAT: return float_word(p, at, word);
    case SNI_KIND_COMPLEX: return complex_word(p, at, word);
    default: return integer_word(p, at, word);
    }
}

/* ---- what the words need: numpy's first pass ------------------------------------------------------------------- */

static void measure_integer(printer *p, const char *at)
{
    char word[WORD_MAX];
    int width = p->width;
    p->width = 0;
    int n = integer_word(p, at, word);
    p->width = n > width ? n : width;
}

static void measure_range(printer *p, const char *at)
{
    double m = fabs(real(p, at));
    if (!isfinite(m) || m == 0) return;
    if (m > p->f->largest) p->f->largest = m;
    if (m < p->f->least) p->f->least = m;
}

/* Compared in the array's own precision, as NumPy does. */
static bool needs_exponent(const printer *p)
{
    if (p->f->largest == 0) return false;
    if (p->o.suppress) return p->f->largest >= (p->single ? 1e6 : 1e8);
    if (p->single)
        return p->f->largest >= 1e6 || (float)p->f->least < 0.0001f || (float)p->f->largest / (float)p->f->least > 1000.0f;
    return p->f->largest >= 1e8 || p->f->least < 0.0001 || p->f->largest / p->f->least > 1000.0;
}

static int larger(int a, int b) { return a > b ? a : b; }

static void measure_finite(printer *p, const char *at)
{
    double value = real(p, at);
    sni_decimal d;
    if (!isfinite(value)) return;
    sni_decimal_places(value, p->single, p->o.precision, p->f->scientific, &d);
    if (!p->f->scientific) {
        p->f->before = larger(p->f->before, whole_width(&d, p->f->plus));
        p->f->after = larger(p->f->after, d.count - d.point);
        return;
    }
    int e = exponent_of(&d);
    p->f->before = larger(p->f->before, d.negative || p->f->plus ? 2 : 1);
    p->f->precision = larger(p->f->precision, d.count - 1);
    p->f->exponent_digits = larger(p->f->exponent_digits, e > 99 || e < -99 ? 3 : 2);
}

static void widen_for_infinite(printer *p, const char *at)
{
    double value = real(p, at);
    if (isfinite(value)) return;
    p->f->before = larger(p->f->before, (p->f->plus || (isinf(value) && value < 0) ? 4 : 3) - (p->f->after + 1));
}

static void measure_float(printer *p, int part)
{
    p->f = &p->part[part];
    p->f->least = HUGE_VAL;
    each_shown(p, 0, p->a->data, measure_range);
    p->f->scientific = needs_exponent(p);
    each_shown(p, 0, p->a->data, measure_finite);
    if (p->f->scientific) p->f->after = p->f->exponent_digits + 2 + p->f->precision;
    each_shown(p, 0, p->a->data, widen_for_infinite);
}

static void measure(printer *p)
{
    switch (sni_dtypes[p->a->dtype].kind) {
    case SNI_KIND_BOOL: break;
    case SNI_KIND_COMPLEX: measure_float(p, 1); /* fall through */
    case SNI_KIND_FLOAT: measure_float(p, 0); break;
    default: each_shown(p, 0, p->a->data, measure_integer);
    }
}

/* ---- brackets and lines -------------------------------------------------------------------------------------------- */

static void put_spaces(sni_str *out, int n)
{
    while (n-- > 0) sni_str_putc(out, ' ');
}

static void break_line(printer *p, int indent)
{
    sni_str *out = p->out;
    while (out->status >= 0 && out->len > p->line && out->data[out->len - 1] == ' ') out->data[--out->len] = '\0';
    sni_str_putc(out, '\n');
    p->line = out->len;
    put_spaces(out, indent);
}

static void put_row(printer *p, const char *at, int indent, int width)
{
    int64_t n = p->a->dims[p->a->rank - 1], stride = p->a->strides[p->a->rank - 1];
    bool cut = is_cut(p, p->a->rank - 1);
    int length = indent;
    for (int64_t k = 0; k < n; k++) {
        char word[WORD_MAX] = "...";
        bool dots = cut && k == p->o.edgeitems;
        int size = dots ? 3 : put_word(p, at + k * stride, word);
        if (length + size > width - 1 && length > indent) {
            break_line(p, indent);
            length = indent;
        }
        sni_str_putn(p->out, word, (size_t)size);
        if (dots) k = n - p->o.edgeitems - 1;
        if (k + 1 < n) sni_str_putc(p->out, ' ');
        length += size + 1;
    }
}

static void put_axis(printer *p, int axis, const char *at, int indent, int width)
{
    int left = p->a->rank - axis;
    sni_str_putc(p->out, '[');
    if (left == 1) {
        p->line = p->out->len;
        put_row(p, at, indent, width);
        sni_str_putc(p->out, ']');
        return;
    }
    int64_t n = p->a->dims[axis];
    for (int64_t k = 0; k < n; k++) {
        bool dots = is_cut(p, axis) && k == p->o.edgeitems;
        if (k > 0) {
            for (int line = 1; line < left; line++) sni_str_putc(p->out, '\n');
            put_spaces(p->out, indent);
        }
        if (dots) {
            sni_str_put(p->out, "...");
            k = n - p->o.edgeitems - 1;
        } else {
            put_axis(p, axis + 1, at + k * p->a->strides[axis], indent + 1, width - 1);
        }
    }
    sni_str_putc(p->out, ']');
}

/* ---- scalars --------------------------------------------------------------------------------------------------------- */

/* str() of a NumPy scalar: every digit that is needed, "1.0", exponents from 1e16 (float32: 1e6) and
 * below 1e-4.  The parts of a complex number have no ".0". */
static void put_float_scalar(printer *p, bool bare)
{
    char text[WORD_MAX], *to = text;
    double value = real(p, p->a->data), m = fabs(value);
    sni_decimal d;
    if (!isfinite(value)) {
        to = put_sign(text, value < 0, p->f->plus);
        sni_str_putn(p->out, text, (size_t)(to - text));
        sni_str_put(p->out, isnan(value) ? "nan" : "inf");
        return;
    }
    sni_decimal_shortest(value, p->single, &d);
    if (m == 0 || (m >= 1e-4 && m < (p->single ? 1e6 : 1e16))) {
        to = put_positional(text, &d, p->f->plus);
        if (d.count <= d.point && bare) to--;
        if (d.count <= d.point && !bare) *to++ = '0';
    } else {
        to = put_sign(to, d.negative, p->f->plus);
        *to++ = d.digits[0];
        if (d.count > 1) *to++ = '.';
        to = put_digits(to, &d, 1, d.count);
        int e = exponent_of(&d);
        to += snprintf(to, 16, "e%c%02d", e < 0 ? '-' : '+', e < 0 ? -e : e);
    }
    sni_str_putn(p->out, text, (size_t)(to - text));
}

/* "(1+2j)"; "2j" where the real part is +0. */
static void put_complex_scalar(printer *p)
{
    double re = real(p, p->a->data);
    bool alone = re == 0 && !signbit(re);
    if (!alone) {
        sni_str_putc(p->out, '(');
        put_float_scalar(p, true);
    }
    p->f = &p->part[1];
    p->f->plus = !alone;
    put_float_scalar(p, true);
    sni_str_put(p->out, alone ? "j" : "j)");
}

static void put_scalar(printer *p)
{
    char word[WORD_MAX];
    if (sni_dtypes[p->a->dtype].kind == SNI_KIND_FLOAT)
        put_float_scalar(p, false);
    else if (sni_dtypes[p->a->dtype].kind == SNI_KIND_COMPLEX)
        put_complex_scalar(p);
    else
        sni_str_putn(p->out, word, (size_t)put_word(p, p->a->data, word));
}

static int refuse_option(const char *name, long long value, const char *range)
{
    return sni_fail(SN_ERR_VALUE, "set_printoptions: %s %lld is not %s", name, value, range);
}

int sni_print_check(const sn_print_options *o)
{
    if (o->precision < 0 || o->precision > PRECISION_MAX) return refuse_option("precision", o->precision, "0 to 64");
    if (o->threshold < 0) return refuse_option("threshold", o->threshold, "0 or more");
    if (o->edgeitems < 1) return refuse_option("edgeitems", o->edgeitems, "1 or more");
    if (o->linewidth < 1) return refuse_option("linewidth", o->linewidth, "1 or more");
    return SN_OK;
}

int sni_format(sni_str *out, const sni_formatted *a)
{
    printer p = {.a = a, .out = out, .o = a->options, .single = sni_dtype_part(a->dtype) == SNI_FLOAT32};
    p.f = &p.part[0];
    p.part[1] = (floats){.at = p.single ? sizeof(float) : sizeof(double), .plus = true};
    int64_t size = 1;
    if (!sni_dtypes[a->dtype].ready)
        return sni_fail(SN_ERR_UNSUPPORTED, "print: %s is not supported yet", sni_dtypes[a->dtype].name);
    for (int k = 0; k < a->rank; k++) size *= a->dims[k];
    p.summary = size > p.o.threshold;
    if (a->rank == 0) {
        put_scalar(&p);
    } else if (size == 0) {
        sni_str_put(out, "[]");
    } else {
        measure(&p);
        put_axis(&p, 0, a->data, 1, p.o.linewidth);
    }
    return out->status;
}
