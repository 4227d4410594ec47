/* .npy files: what NumPy wrote (tests/fixtures/make_npy.py), what it would write, and hostile ones. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <signal.h>
#include <unistd.h>

#include "io/npy.h"

static char folder[64];

static void make_folder(void)
{
    strcpy(folder, "/tmp/sinter-npy-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void remove_folder(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(npy, .init = make_folder, .fini = remove_folder);

static const char *in_folder(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const char *fixture(const char *name)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s/fixtures/npy/%s.npy", TESTS_FOLDER, name);
    return path;
}

static void put_file(const char *name, const void *data, size_t size)
{
    cr_assert_eq(sni_file_write(in_folder(name), data, size, false), SN_OK, "%s", sni_error_message());
}

/* ---- reading what NumPy wrote ------------------------------------------------------------------------- */

/* Element k as a double, whatever the dtype. */
static double element(const sni_npy *a, int64_t k)
{
    sni_scalar s = {0};
    size_t bytes = sni_dtypes[a->dtype].bytes;
    memcpy(&s, (const char *)a->buffer->data + (size_t)k * bytes, bytes);
    return sni_scalar_cast(s, a->dtype, SNI_FLOAT64).f64;
}

static double imaginary(const sni_npy *a, int64_t k)
{
    if (a->dtype == SNI_COMPLEX64) return (double)((const float *)a->buffer->data)[2 * k + 1];
    return a->dtype == SNI_COMPLEX128 ? ((const double *)a->buffer->data)[2 * k + 1] : 0;
}

/* Where the element of C index c lies. */
static int64_t place(const sni_npy *a, int64_t c)
{
    if (!a->fortran) return c;
    int64_t index[SNI_MAX_RANK], at = 0;
    for (int k = a->rank; k-- > 0; c /= a->dims[k]) index[k] = c % a->dims[k];
    for (int k = a->rank; k-- > 0;) at = at * a->dims[k] + index[k];
    return at;
}

static void check_fixture(const char *name, sni_dtype dtype, bool fortran, int rank, const int64_t *dims)
{
    sni_npy a;
    cr_assert_eq(sni_npy_read(fixture(name), &a), SN_OK, "%s: %s", name, sni_error_message());
    cr_assert(a.dtype == dtype && a.rank == rank && a.fortran == fortran, "%s", name);
    int64_t size = 1;
    for (int k = 0; k < rank; k++) size *= a.dims[k];
    cr_assert_arr_eq(a.dims, dims, (size_t)rank * sizeof *dims);
    cr_assert_eq(a.buffer->bytes, (size_t)size * sni_dtypes[dtype].bytes);
    for (int64_t k = 0; k < size; k++) {
        double wanted = dtype == SNI_BOOL ? k % 3 == 0 : dtype == SNI_UINT8 ? (double)(k % 256) : (double)k;
        cr_assert_eq(element(&a, place(&a, k)), wanted, "%s[%d]", name, (int)k);
        cr_assert_eq(imaginary(&a, place(&a, k)), sni_dtype_complex(dtype) ? -0.5 * wanted : 0, "%s[%d]", name, (int)k);
    }
    sni_buffer_release(a.buffer);
}

Test(npy, every_dtype)
{
    static const struct { const char *name; sni_dtype dtype; } files[] = {
        {"b1", SNI_BOOL}, {"i1", SNI_INT8}, {"i2", SNI_INT16}, {"i4", SNI_INT32}, {"i8", SNI_INT64}, {"u1", SNI_UINT8},
        {"u2", SNI_UINT16}, {"u4", SNI_UINT32}, {"u8", SNI_UINT64}, {"f4", SNI_FLOAT32}, {"f8", SNI_FLOAT64},
        {"c8", SNI_COMPLEX64}, {"c16", SNI_COMPLEX128}, {"big_c8", SNI_COMPLEX64}, {"big_c16", SNI_COMPLEX128},
        {"big_i2", SNI_INT16}, {"big_u4", SNI_UINT32}, {"big_i8", SNI_INT64}, {"big_f4", SNI_FLOAT32}, {"big_f8", SNI_FLOAT64},
    };
    for (size_t k = 0; k < SNI_COUNT(files); k++)
        check_fixture(files[k].name, files[k].dtype, false, 2, (int64_t[]){2, 3});
}

Test(npy, orders_shapes_versions)
{
    check_fixture("fortran", SNI_FLOAT64, true, 3, (int64_t[]){2, 3, 4});
    check_fixture("big_fortran", SNI_INT32, true, 2, (int64_t[]){4, 5});
    check_fixture("version2", SNI_FLOAT32, false, 1, (int64_t[]){5});
    check_fixture("version3", SNI_FLOAT32, false, 1, (int64_t[]){5});
    check_fixture("vector", SNI_UINT8, false, 1, (int64_t[]){1000});
    check_fixture("column", SNI_FLOAT32, false, 2, (int64_t[]){7, 1});
    check_fixture("empty", SNI_FLOAT32, false, 3, (int64_t[]){3, 0, 2});
    sni_npy a;
    cr_assert_eq(sni_npy_read(fixture("rank0"), &a), SN_OK);
    cr_assert(a.rank == 0 && a.dtype == SNI_FLOAT64 && element(&a, 0) == 7.5);
    sni_buffer_release(a.buffer);
    cr_assert_eq(sni_npy_read(fixture("rank64"), &a), SN_OK, "%s", sni_error_message());
    cr_assert(a.rank == 64 && a.dims[61] == 1 && a.dims[62] == 2 && a.dims[63] == 3 && element(&a, 5) == 1);
    sni_buffer_release(a.buffer);
}

static void refused(const char *path, int status, const char *reason)
{
    sni_npy a;
    sni_error_clear();
    cr_assert_eq(sni_npy_read(path, &a), status, "%s: %s", path, sni_error_message());
    cr_assert_null(a.buffer);
    cr_assert_not_null(strstr(sni_error_message(), reason), "%s", sni_error_message());
    cr_assert_not_null(strstr(sni_error_message(), path), "%s", sni_error_message());
}

Test(npy, dtypes_that_are_refused)
{
    refused(fixture("f2"), SN_ERR_UNSUPPORTED, "dtype float16 is not supported yet");
    refused(fixture("structured"), SN_ERR_UNSUPPORTED, "structured dtypes are not supported");
    refused(fixture("text"), SN_ERR_UNSUPPORTED, "dtype '<U3' is not supported");
    refused(fixture("objects"), SN_ERR_FORMAT, "holds Python objects, which are never loaded");
}

/* ---- hostile files ---------------------------------------------------------------------------------------- */

/* A file of version 1 with this dictionary and so many bytes of data, all 2. */
static const char *craft(const char *dictionary, size_t data)
{
    static char file[70000];
    size_t n = strlen(dictionary);
    memcpy(file, "\x93NUMPY\1\0", 8);
    file[8] = (char)(n & 0xFF);
    file[9] = (char)(n >> 8);
    memcpy(file + 10, dictionary, n);
    memset(file + 10 + n, 2, data);
    put_file("crafted.npy", file, 10 + n + data);
    return in_folder("crafted.npy");
}

Test(npy, malformed_headers)
{
    static const struct { const char *dictionary, *reason; } cases[] = {
        {"", "not a dictionary"},
        {"[1]", "not a dictionary"},
        {"{}", "'descr', 'fortran_order' or 'shape' is missing"},
        {"{'descr': '<f8', 'shape': (1,)}", "is missing"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,)", ", or } is expected"},
        {"{'descr': '<f8' 'fortran_order': False, 'shape': (1,)}", ", or } is expected"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,), }x", "text after the dictionary"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'x': 1}", "unknown key 'x'"},
        {"{'descr': '<f8', 'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", "a key is given twice"},
        {"{descr: '<f8', 'fortran_order': False, 'shape': (1,)}", "a key is expected"},
        {"{'descr: '<f8'}", "a key is expected"},
        {"{'descr': <f8, 'fortran_order': False, 'shape': (1,)}", "'descr' is not a dtype"},
        {"{'descr': '', 'fortran_order': False, 'shape': (1,)}", "'descr' is not a dtype"},
        {"{'descr': '<f8', 'fortran_order': 0, 'shape': (1,)}", "neither True nor False"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1)}", "'shape' is not a tuple of integers"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': 1}", "'shape' is not a tuple of integers"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1 2)}", "'shape' is not a tuple of integers"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (,)}", "'shape' is not a tuple of integers"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1.0,)}", "'shape' is not a tuple of integers"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (__import__('os').abort(),)}", "'shape' is not a tuple of integers"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}", "negative extent"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775808,)}", "the shape overflows"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999999999,)}", "the shape overflows"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296)}", "the shape overflows"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4294967296, 4294967296)}", "the shape overflows"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1152921504606846976,)}", "the shape overflows"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000, 1000000)}", "truncated: 8 bytes of data where the header promises 8000000000000"},
        {"{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", "truncated: 8 bytes of data where the header promises 16"},
        {"{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", "Python objects"},
    };
    for (size_t k = 0; k < SNI_COUNT(cases); k++) refused(craft(cases[k].dictionary, 8), SN_ERR_FORMAT, cases[k].reason);
    static const char *const dtypes[] = {"<f3", "<f16", "<i5", "|S4", "<M8[s]", "f", "<", "float64", "i22", "<u0", "<f8x", "b2"};
    for (size_t k = 0; k < SNI_COUNT(dtypes); k++) {
        char text[200];
        snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (1,)}", dtypes[k]);
        refused(craft(text, 8), SN_ERR_UNSUPPORTED, "is not supported");
    }
}

Test(npy, headers_that_are_odd_but_right)
{
    static const char *const dictionaries[] = {
        "{'descr': '<i4', 'fortran_order': False, 'shape': (2L, 1L)}",
        "{\"shape\":(2,1,),\"fortran_order\":False,\"descr\":\"=i4\"}\n",
        "  {\n'fortran_order'\t: False ,\n 'shape': ( 2 , 1 ) , 'descr': 'i4' , }   \n\n",
    };
    for (size_t k = 0; k < SNI_COUNT(dictionaries); k++) {
        sni_npy a;
        cr_assert_eq(sni_npy_read(craft(dictionaries[k], 11), &a), SN_OK, "%s", sni_error_message()); /* 3 bytes too many */
        cr_assert(a.dtype == SNI_INT32 && a.rank == 2 && a.dims[0] == 2 && a.dims[1] == 1);
        cr_assert(element(&a, 1) == 0x02020202);
        sni_buffer_release(a.buffer);
    }
}

Test(npy, bools_become_zero_or_one)
{
    sni_npy a;
    cr_assert_eq(sni_npy_read(craft("{'descr': '|b1', 'fortran_order': False, 'shape': (40,)}", 40), &a), SN_OK);
    for (int k = 0; k < 40; k++) cr_assert_eq(((uint8_t *)a.buffer->data)[k], 1);
    sni_buffer_release(a.buffer);
}

Test(npy, too_many_dimensions_and_long_headers)
{
    char text[4000] = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
    for (int k = 0; k < 65; k++) strcat(text, "1, ");
    strcat(text, ")}");
    refused(craft(text, 8), SN_ERR_FORMAT, "more than 64 dimensions");
    static char file[200] = "\x93NUMPY\2\0\xFF\xFF\xFF\xFF{'descr'";
    put_file("long.npy", file, sizeof file);
    refused(in_folder("long.npy"), SN_ERR_FORMAT, "a header of 4294967295 bytes is longer than any array needs");
}

Test(npy, other_files)
{
    put_file("none", "", 0);
    refused(in_folder("none"), SN_ERR_FORMAT, "the file is empty");
    put_file("text", "hello, world", 12);
    refused(in_folder("text"), SN_ERR_FORMAT, "not a .npy file");
    put_file("zip.npz", "PK\3\4 and more", 12);
    refused(in_folder("zip.npz"), SN_ERR_UNSUPPORTED, ".npz archives are not supported yet");
    put_file("pickle", "\x80\4\x95 and more", 12);
    refused(in_folder("pickle"), SN_ERR_FORMAT, "not a .npy file");
    put_file("version", "\x93NUMPY\4\0\0\0\0\0", 12);
    refused(in_folder("version"), SN_ERR_FORMAT, "version 4.0 of the format is unknown");
    put_file("minor", "\x93NUMPY\1\1\0\0\0\0", 12);
    refused(in_folder("minor"), SN_ERR_FORMAT, "version 1.1 of the format is unknown");
    refused(in_folder("absent"), SN_ERR_IO, "No such file");
    refused(folder, SN_ERR_IO, "not a regular file");
    refused("/dev/zero", SN_ERR_IO, "not a regular file");
    cr_assert_eq(mkfifo(in_folder("pipe"), 0600), 0);
    refused(in_folder("pipe"), SN_ERR_IO, "not a regular file");
}

/* Cut at every byte, each file is refused; in full it is read. */
Test(npy, truncated_everywhere)
{
    static const char *const names[] = {"f8", "fortran", "version2", "b1"};
    for (size_t k = 0; k < SNI_COUNT(names); k++) {
        char *file;
        size_t size;
        sni_npy a;
        cr_assert_eq(sni_file_read(fixture(names[k]), 1 << 20, &file, &size), SN_OK);
        for (size_t n = 0; n < size; n++) {
            put_file("cut.npy", file, n);
            refused(in_folder("cut.npy"), SN_ERR_FORMAT, n == 0 ? "empty" : "truncated");
        }
        put_file("cut.npy", file, size);
        cr_assert_eq(sni_npy_read(in_folder("cut.npy"), &a), SN_OK);
        sni_buffer_release(a.buffer);
        free(file);
    }
}

/* Any one byte of the header changed: read or refused, never a crash and never more data than the file has. */
Test(npy, every_byte_changed)
{
    static const char telling[] = "\0\x01\x7F\x80\xFF'(),:0199{}[ -OTF\n";
    char *file;
    size_t size;
    cr_assert_eq(sni_file_read(fixture("f4"), 1 << 20, &file, &size), SN_OK);
    for (size_t at = 0; at < size; at++) {
        char old = file[at];
        for (size_t k = 0; k < sizeof telling; k++) {
            sni_npy_header h;
            file[at] = telling[k];
            int status = sni_npy_parse("x", file, size, size, &h);
            cr_assert(status < 0 || (h.data_offset <= size && h.data_bytes <= size - h.data_offset));
        }
        file[at] = old;
    }
    free(file);
}

/* ---- writing ------------------------------------------------------------------------------------------------- */

/* What is written is byte for byte what NumPy wrote. */
Test(npy, written_as_numpy_writes)
{
    static const char *const names[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "fortran", "rank0",
                                        "vector", "column", "empty", "rank64"};
    for (size_t k = 0; k < SNI_COUNT(names); k++) {
        sni_npy a;
        char *wanted, *got;
        size_t wanted_size, got_size;
        cr_assert_eq(sni_npy_read(fixture(names[k]), &a), SN_OK);
        cr_assert_eq(sni_npy_write(in_folder("out.npy"), a.dtype, a.rank, a.dims, a.fortran, a.buffer->data), SN_OK);
        cr_assert_eq(sni_file_read(fixture(names[k]), 1 << 20, &wanted, &wanted_size), SN_OK);
        cr_assert_eq(sni_file_read(in_folder("out.npy"), 1 << 20, &got, &got_size), SN_OK);
        cr_assert(wanted_size == got_size && memcmp(wanted, got, got_size) == 0, "%s", names[k]);
        sni_buffer_release(a.buffer);
        free(wanted);
        free(got);
    }
    sni_npy a;
    const float column[3] = {1, 2, 3};
    cr_assert_eq(sni_npy_write(in_folder("c.npy"), SNI_FLOAT32, 2, (int64_t[]){3, 1}, true, column), SN_OK);
    cr_assert_eq(sni_npy_read(in_folder("c.npy"), &a), SN_OK);
    cr_assert_not(a.fortran); /* the same in both orders */
    sni_buffer_release(a.buffer);
}

static int count_files(void)
{
    char command[128];
    snprintf(command, sizeof command, "ls -A %s | wc -l", folder);
    FILE *p = popen(command, "r");
    int n = -1;
    cr_assert_eq(fscanf(p, "%d", &n), 1);
    pclose(p);
    return n;
}

/* A disk that fills up, played by a limit on the size of files. */
Test(npy, failed_write_leaves_the_old_file)
{
    static double data[10000];
    char *left;
    size_t size;
    put_file("x.npy", "old", 3);
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit old, limit;
    getrlimit(RLIMIT_FSIZE, &old);
    limit = (struct rlimit){20000, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    int status = sni_npy_write(in_folder("x.npy"), SNI_FLOAT64, 1, (int64_t[]){10000}, false, data);
    setrlimit(RLIMIT_FSIZE, &old);
    cr_assert_eq(status, SN_ERR_IO);
    cr_assert_not_null(strstr(sni_error_message(), "File too large"), "%s", sni_error_message());
    cr_assert_eq(count_files(), 1);
    cr_assert_eq(sni_file_read(in_folder("x.npy"), 100, &left, &size), SN_OK);
    cr_assert(size == 3 && memcmp(left, "old", 3) == 0);
    free(left);
    cr_assert_eq(sni_npy_write(in_folder("no/x.npy"), SNI_FLOAT64, 1, (int64_t[]){1}, false, data), SN_ERR_IO);
    cr_assert_eq(sni_npy_write("/dev/full", SNI_FLOAT64, 1, (int64_t[]){1}, false, data), SN_ERR_IO);
}
