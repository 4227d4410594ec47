/* Printing, against what NumPy printed (tests/print/make_answers.py). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/format.h"
#include "sinter.h"

typedef struct answers {
    char *text, *next;
} answers;

static answers answers_open(void)
{
    char path[4096];
    size_t size;
    answers a = {NULL, NULL};
    snprintf(path, sizeof path, "%s/print/answers.txt", TESTS_FOLDER);
    cr_assert(sni_file_read(path, 16 << 20, &a.text, &size) >= 0, "%s", sni_error_message());
    a.next = a.text;
    return a;
}

static char *take_line(answers *a)
{
    char *line = a->next, *end = strchr(line, '\n');
    *end = '\0';
    a->next = end + 1;
    return line;
}

static int parse_shape(const char *text, int64_t *dims)
{
    int rank = 0;
    if (strcmp(text, "scalar") == 0) return 0;
    for (char *end; *text; text = *end ? end + 1 : end) dims[rank++] = strtoll(text, &end, 10);
    return rank;
}

static unsigned char *parse_hex(const char *text)
{
    size_t n = strlen(text) / 2;
    unsigned char *bytes = calloc(n + 1, 1);
    for (size_t k = 0; k < n; k++) {
        unsigned value;
        sscanf(text + 2 * k, "%2x", &value);
        bytes[k] = (unsigned char)value;
    }
    return bytes;
}

static void expected_text(answers *a, sni_str *out)
{
    while (*a->next == '|') {
        if (out->len > 0) sni_str_putc(out, '\n');
        sni_str_put(out, take_line(a) + 1);
    }
}

static void check_case(answers *a)
{
    char dtype[32], shape[256];
    int64_t dims[SNI_MAX_RANK], strides[SNI_MAX_RANK];
    sn_print_options o;
    long long threshold;
    int suppress;
    char *line = take_line(a);
    cr_assert_eq(sscanf(line, "case %31s %255s %d %lld %d %d %d", dtype, shape, &o.precision, &threshold, &o.edgeitems,
                        &o.linewidth, &suppress), 7);
    o.threshold = threshold;
    o.suppress = suppress;
    sni_formatted x = {.dtype = sni_dtype_from_name(dtype, strlen(dtype)), .dims = dims, .strides = strides, .options = o};
    x.rank = parse_shape(shape, dims);
    int64_t stride = sni_dtypes[x.dtype].bytes;
    for (int k = x.rank - 1; k >= 0; k--) {
        strides[k] = stride;
        stride *= dims[k];
    }
    unsigned char *bytes = parse_hex(take_line(a));
    x.data = (const char *)bytes;
    sni_str got = {0}, want = {0};
    expected_text(a, &want);
    cr_assert(sni_format(&got, &x) >= 0, "%s", sni_error_message());
    cr_expect_str_eq(sni_str_text(&got), sni_str_text(&want), "%s:\n%s\nNumPy prints\n%s", line,
                     sni_str_text(&got), sni_str_text(&want));
    sni_str_free(&got);
    sni_str_free(&want);
    free(bytes);
}

Test(api_format, prints_as_numpy)
{
    answers a = answers_open();
    int count = 0;
    for (; *a.next != '\0'; count++) check_case(&a);
    cr_expect(count > 1300);
    free(a.text);
}

Test(api_format, strides_are_followed)
{
    static const int32_t data[6] = {1, 2, 3, 4, 5, 6};
    sni_formatted x = {.dtype = SNI_INT32, .rank = 2, .dims = (int64_t[]){3, 2}, .strides = (int64_t[]){4, 12}, .options = SNI_PRINT_PRESET};
    x.data = (const char *)data;
    sni_str s = {0};
    cr_assert(sni_format(&s, &x) >= 0);
    cr_expect_str_eq(sni_str_text(&s), "[[1 4]\n [2 5]\n [3 6]]");
    x.strides = (int64_t[]){-4, -12};
    x.data = (const char *)(data + 5);
    sni_str_clear(&s);
    cr_assert(sni_format(&s, &x) >= 0);
    cr_expect_str_eq(sni_str_text(&s), "[[6 3]\n [5 2]\n [4 1]]");
    sni_str_free(&s);
}

Test(api_format, options_are_the_threads)
{
    static const double data[3] = {1.0 / 3, 1e-9, 22.5};
    char out[128];
    sn_array x = sn_from_host(data, SN_FLOAT64, 1, (const int64_t[]){3}, NULL);
    sn_print_options o = sn_get_printoptions(), bad = o;
    cr_expect(o.precision == 8 && o.threshold == 1000 && o.edgeitems == 3 && o.linewidth == 75 && !o.suppress);
    o.precision = 3;
    o.suppress = true;
    cr_assert_eq(sn_set_printoptions(&o), SN_OK);
    cr_assert(sn_format(x, out, sizeof out) > 0);
    cr_expect_str_eq(out, "[ 0.333  0.    22.5  ]");
    bad.precision = 65;
    cr_expect_eq(sn_set_printoptions(&bad), SN_ERR_VALUE);
    cr_expect_str_eq(sn_error(), "set_printoptions: precision 65 is not 0 to 64");
    bad = o, bad.edgeitems = 0;
    cr_expect_eq(sn_set_printoptions(&bad), SN_ERR_VALUE);
    bad = o, bad.linewidth = 0;
    cr_expect_eq(sn_set_printoptions(&bad), SN_ERR_VALUE);
    bad = o, bad.threshold = -1;
    cr_expect_eq(sn_set_printoptions(&bad), SN_ERR_VALUE);
    cr_expect_eq(sn_get_printoptions().precision, 3, "what is refused changes nothing");
    cr_assert_eq(sn_set_printoptions(NULL), SN_OK);
    cr_assert(sn_format(x, out, sizeof out) > 0);
    cr_expect_str_eq(out, "[3.33333333e-01 1.00000000e-09 2.25000000e+01]");
    sn_shutdown();
}
