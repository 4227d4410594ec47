/* Array -> .npy file. */
#include "io/npy_internal.h"

#include <stdio.h>
#include <string.h>

#define ALIGN ((size_t)64)
#define GROWTH_DIGITS 21 /* NumPy leaves room to rewrite the growing extent in place */

static void put_shape(sni_str *s, int rank, const int64_t *dims)
{
    sni_str_putc(s, '(');
    for (int k = 0; k < rank; k++) sni_str_printf(s, k ? ", %lld" : "%lld", (long long)dims[k]);
    sni_str_put(s, rank == 1 ? ",)" : ")");
}

static char order_mark(int bytes)
{
    return bytes == 1 ? '|' : __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? '<' : '>';
}

static void put_dictionary(sni_str *s, sni_dtype dtype, int rank, const int64_t *dims, bool fortran)
{
    static const char kinds[] = {[SNI_KIND_BOOL] = 'b',
                                 [SNI_KIND_INT] = 'i',
                                 [SNI_KIND_UINT] = 'u',
                                 [SNI_KIND_FLOAT] = 'f',
                                 [SNI_KIND_COMPLEX] = 'c'};
    const sni_dtype_info *info = &sni_dtypes[dtype];
    sni_str_printf(s, "{'descr': '%c%c%d', 'fortran_order': %s, 'shape': ", order_mark(info->bytes),
                   kinds[info->kind], info->bytes, fortran ? "True" : "False");
    put_shape(s, rank, dims);
    sni_str_put(s, ", }");
    if (rank == 0) return;
    int digits = snprintf(NULL, 0, "%lld", (long long)dims[fortran ? rank - 1 : 0]);
    for (int k = digits; k < GROWTH_DIGITS; k++) sni_str_putc(s, ' ');
}

/* Version 1.0: its two bytes of length hold what 64 extents take.  The data starts at a multiple of 64. */
static void put_head(sni_str *s, const sni_str *dictionary)
{
    size_t body = dictionary->len + 1, pad = ALIGN - (10 + body) % ALIGN, length = body + pad;
    sni_str_put(s, SNI_NPY_MAGIC "\1");
    sni_str_putc(s, 0);
    sni_str_putc(s, (char)(length & 0xFF));
    sni_str_putc(s, (char)(length >> 8));
    sni_str_putn(s, dictionary->data, dictionary->len);
    for (size_t k = 0; k < pad; k++) sni_str_putc(s, ' ');
    sni_str_putc(s, '\n');
}

/* What lies the same in both orders is said to be in C order. */
static bool is_fortran_only(int rank, const int64_t *dims)
{
    int longer = 0;
    for (int k = 0; k < rank; k++) {
        if (dims[k] == 0) return false;
        longer += dims[k] > 1;
    }
    return longer > 1;
}

int sni_npy_write(const char *path, sni_dtype dtype, int rank, const int64_t *dims, bool fortran,
                  const void *data)
{
    size_t bytes = sni_dtypes[dtype].bytes;
    for (int k = 0; k < rank; k++)
        if (sni_mul_overflow(bytes, (size_t)dims[k], &bytes)) return sni_fail_memory(SIZE_MAX, path);
    sni_str dictionary = {0}, head = {0};
    put_dictionary(&dictionary, dtype, rank, dims, fortran && is_fortran_only(rank, dims));
    put_head(&head, &dictionary);
    int status = dictionary.status < 0 ? dictionary.status : head.status;
    if (status >= 0)
        status = sni_file_write_pieces(path, (const sni_piece[]){{head.data, head.len}, {data, bytes}}, 2,
                                       false);
    sni_str_free(&dictionary);
    sni_str_free(&head);
    return status;
}
