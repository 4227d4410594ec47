/* The header of a .npy file: a Python dictionary, read by a grammar of its own.
 *
 *     magic  "\x93NUMPY", major, minor, length of what follows (2 bytes in version 1, else 4)
 *     {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }   spaces, newline
 */
#include "io/npy_internal.h"

#include <string.h>

typedef struct reader {
    const char *name; /* of the file, for messages */
    const char *at, *end;
    sni_npy_header *out;
    bool has_descr, has_order, has_shape;
} reader;

static int fail_format(const reader *r, const char *why)
{
    return sni_fail(SN_ERR_FORMAT, "%s: %s", r->name, why);
}

/* ---- tokens ---------------------------------------------------------------------------------------------- */

static void skip_space(reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r')) r->at++;
}

static bool take(reader *r, char c)
{
    skip_space(r);
    if (r->at >= r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static bool take_word(reader *r, const char *word)
{
    skip_space(r);
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

static bool take_string(reader *r, const char **text, size_t *length)
{
    skip_space(r);
    if (r->at >= r->end || (*r->at != '\'' && *r->at != '"')) return false;
    char quote = *r->at++;
    *text = r->at;
    while (r->at < r->end && *r->at != quote && *r->at != '\\' && *r->at != '\n') r->at++;
    if (r->at >= r->end || *r->at != quote) return false;
    *length = (size_t)(r->at++ - *text);
    return true;
}

/* ---- values ---------------------------------------------------------------------------------------------- */

static int refuse_dtype(const reader *r, const char *text, size_t n)
{
    char kind = n > 1 && strchr("<>=|", text[0]) ? text[1] : text[0];
    if (kind == 'O') return fail_format(r, "holds Python objects, which are never loaded");
    return sni_fail(SN_ERR_UNSUPPORTED, "%s: dtype '%.*s' is not supported", r->name, (int)(n < 40 ? n : 40),
                    text);
}

static bool known_size(const char *text, size_t n)
{
    return n == 2 ? text[1] >= '1' && text[1] <= '8' : n == 3 && memcmp(text, "c16", 3) == 0;
}

static int read_descr(reader *r)
{
    const char *text;
    size_t n;
    if (take(r, '[')) return sni_fail(SN_ERR_UNSUPPORTED, "%s: structured dtypes are not supported", r->name);
    if (!take_string(r, &text, &n) || n == 0)
        return fail_format(r, "malformed header: 'descr' is not a dtype");
    bool ordered = strchr("<>=|", text[0]) != NULL;
    const char *code = text + ordered;
    size_t length = n - ordered;
    bool plain = length > 0 && strchr("biufc", code[0]) && known_size(code, length);
    sni_dtype dtype = plain ? sni_dtype_from_name(code, length) : SNI_DTYPE_NONE;
    if (dtype == SNI_DTYPE_NONE) return refuse_dtype(r, text, n);
    if (!sni_dtypes[dtype].ready)
        return sni_fail(SN_ERR_UNSUPPORTED, "%s: dtype %s is not supported yet", r->name,
                        sni_dtypes[dtype].name);
    char foreign = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '>' : '<';
    r->out->dtype = dtype;
    r->out->swapped = text[0] == foreign && sni_dtypes[dtype].bytes > 1;
    return SN_OK;
}

static int read_order(reader *r)
{
    r->out->fortran = take_word(r, "True");
    if (!r->out->fortran && !take_word(r, "False"))
        return fail_format(r, "malformed header: 'fortran_order' is neither True nor False");
    return SN_OK;
}

static int read_extent(reader *r, int64_t *out)
{
    skip_space(r);
    if (r->at < r->end && *r->at == '-') return fail_format(r, "the shape has a negative extent");
    const char *start = r->at;
    bool overflow = false;
    *out = 0;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9'; r->at++) {
        overflow |= sni_mul_overflow(*out, 10, out);
        overflow |= sni_add_overflow(*out, *r->at - '0', out);
    }
    if (r->at == start) return fail_format(r, "malformed header: 'shape' is not a tuple of integers");
    if (r->at < r->end && *r->at == 'L') r->at++; /* written by Python 2 */
    if (overflow) return fail_format(r, "the shape overflows");
    return SN_OK;
}

static int read_shape(reader *r)
{
    bool comma = false;
    r->out->rank = 0;
    if (!take(r, '(')) return fail_format(r, "malformed header: 'shape' is not a tuple of integers");
    while (!take(r, ')')) {
        if (r->out->rank > 0 && !comma)
            return fail_format(r, "malformed header: 'shape' is not a tuple of integers");
        if (r->out->rank == SNI_MAX_RANK)
            return sni_fail(SN_ERR_FORMAT, "%s: more than %d dimensions", r->name, SNI_MAX_RANK);
        SNI_TRY(read_extent(r, &r->out->dims[r->out->rank++]));
        comma = take(r, ',');
    }
    /* (5) is a number */
    if (r->out->rank == 1 && !comma)
        return fail_format(r, "malformed header: 'shape' is not a tuple of integers");
    return SN_OK;
}

/* ---- dictionary -------------------------------------------------------------------------------------------- */

static int read_entry(reader *r)
{
    static const struct {
        const char *key;
        int (*read)(reader *);
        size_t seen;
    } entries[] = {
        {"descr", read_descr, offsetof(reader, has_descr)},
        {"fortran_order", read_order, offsetof(reader, has_order)},
        {"shape", read_shape, offsetof(reader, has_shape)},
    };
    const char *key;
    size_t n;
    if (!take_string(r, &key, &n) || !take(r, ':'))
        return fail_format(r, "malformed header: a key is expected");
    for (size_t k = 0; k < SNI_COUNT(entries); k++) {
        if (strlen(entries[k].key) != n || memcmp(entries[k].key, key, n) != 0) continue;
        bool *seen = (bool *)((char *)r + entries[k].seen);
        if (*seen) return fail_format(r, "malformed header: a key is given twice");
        *seen = true;
        return entries[k].read(r);
    }
    return sni_fail(SN_ERR_FORMAT, "%s: malformed header: unknown key '%.*s'", r->name,
                    (int)(n < 40 ? n : 40), key);
}

static int read_dictionary(reader *r)
{
    if (!take(r, '{')) return fail_format(r, "malformed header: not a dictionary");
    for (bool more = true; !take(r, '}'); more = take(r, ',')) {
        if (!more) return fail_format(r, "malformed header: , or } is expected");
        SNI_TRY(read_entry(r));
    }
    skip_space(r);
    if (r->at < r->end) return fail_format(r, "malformed header: text after the dictionary");
    if (!r->has_descr || !r->has_order || !r->has_shape)
        return fail_format(r, "malformed header: 'descr', 'fortran_order' or 'shape' is missing");
    return SN_OK;
}

/* ---- sizes -------------------------------------------------------------------------------------------------- */

/* Extents of 0 hide no overflow in the others: strides could not be computed. */
static int check_size(const reader *r, uint64_t file_size)
{
    sni_npy_header *h = r->out;
    int64_t room = sni_dtypes[h->dtype].bytes;
    bool empty = false, overflow = false;
    for (int k = 0; k < h->rank; k++) {
        empty |= h->dims[k] == 0;
        overflow |= sni_mul_overflow(room, h->dims[k] ? h->dims[k] : 1, &room);
    }
    if (overflow) return fail_format(r, "the shape overflows");
    h->data_bytes = empty ? 0 : (size_t)room;
    if (file_size < h->data_offset || h->data_bytes > file_size - h->data_offset) {
        uint64_t there = file_size < h->data_offset ? 0 : file_size - h->data_offset;
        return sni_fail(SN_ERR_FORMAT, "%s: truncated: %llu bytes of data where the header promises %llu",
                        r->name, (unsigned long long)there, (unsigned long long)h->data_bytes);
    }
    return SN_OK;
}

static uint32_t little_endian(const unsigned char *p, int bytes)
{
    uint32_t x = 0;
    for (int k = bytes; k-- > 0;) x = x << 8 | p[k];
    return x;
}

static int check_magic(const reader *r, const unsigned char *p, size_t size)
{
    if (size >= 4 && memcmp(p, "PK\3\4", 4) == 0)
        return sni_fail(SN_ERR_UNSUPPORTED, "%s: .npz archives are not supported yet", r->name);
    if (size == 0) return fail_format(r, "the file is empty");
    if (memcmp(p, SNI_NPY_MAGIC, size < 6 ? size : 6) != 0) return fail_format(r, "not a .npy file");
    if (size < 10) return fail_format(r, "truncated in the header");
    if (p[6] < 1 || p[6] > 3 || p[7] != 0)
        return sni_fail(SN_ERR_FORMAT, "%s: version %d.%d of the format is unknown", r->name, p[6], p[7]);
    return SN_OK;
}

int sni_npy_parse(const char *name, const void *bytes, size_t size, uint64_t file_size, sni_npy_header *out)
{
    const unsigned char *p = bytes;
    reader r = {.name = name, .out = out};
    *out = (sni_npy_header){0};
    SNI_TRY(check_magic(&r, p, size));
    int width = p[6] == 1 ? 2 : 4;
    size_t start = 8 + (size_t)width;
    if (size < start) return fail_format(&r, "truncated in the header");
    size_t length = little_endian(p + 8, width);
    if (length > SNI_NPY_HEADER_MAX)
        return sni_fail(SN_ERR_FORMAT, "%s: a header of %zu bytes is longer than any array needs", name,
                        length);
    if (length > size - start) return fail_format(&r, "truncated in the header");
    r.at = (const char *)bytes + start;
    r.end = r.at + length;
    out->data_offset = start + length;
    SNI_TRY(read_dictionary(&r));
    return check_size(&r, file_size);
}
