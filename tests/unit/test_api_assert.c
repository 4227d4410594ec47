/* Assertions, against what NumPy reported (tests/print/make_reports.py). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/context.h"

static char *open_reports(void)
{
    char path[4096], *text;
    size_t size;
    snprintf(path, sizeof path, "%s/print/reports.txt", TESTS_FOLDER);
    cr_assert(sni_file_read(path, 16 << 20, &text, &size) >= 0, "%s", sni_error_message());
    return text;
}

static char *take_line(char **next)
{
    char *line = *next, *end = strchr(line, '\n');
    *end = '\0';
    *next = end + 1;
    return line;
}

static sn_array take_array(char **next)
{
    char dtype[32], shape[64];
    int at, rank = 0;
    int64_t dims[8];
    char *line = take_line(next);
    cr_assert_eq(sscanf(line, "%31s %63s %n", dtype, shape, &at), 2);
    if (strcmp(shape, "scalar") != 0)
        for (char *p = shape, *end; *p; p = *end ? end + 1 : end) dims[rank++] = strtoll(p, &end, 10);
    const char *hex = line + at;
    size_t n = *hex == '-' ? 0 : strlen(hex) / 2;
    unsigned char *bytes = calloc(n + 1, 1);
    for (size_t k = 0; k < n; k++) {
        unsigned value;
        sscanf(hex + 2 * k, "%2x", &value);
        bytes[k] = (unsigned char)value;
    }
    sn_array x = sn_from_host(bytes, sni_dtype_out(sni_dtype_from_name(dtype, strlen(dtype))), rank, dims, NULL);
    free(bytes);
    cr_assert(sn_ok(x), "%s", sn_error_of(x));
    return x;
}

/* The report up to the arrays; NumPy's has blank lines and not the name. */
static void check_report(char **next, const char *what, int status)
{
    sni_str want = {0};
    if (**next != '|') {
        cr_assert_str_eq(take_line(next), "ok");
        cr_expect_eq(status, SN_OK, "%s: %s", what, sn_error());
        return;
    }
    sni_str_printf(&want, "assert_%s: ", strncmp(what, "equal", 5) == 0 ? "array_equal" : "allclose");
    while (**next == '|') sni_str_printf(&want, "%s\n", take_line(next) + 1);
    bool shapes = strstr(sni_str_text(&want), "(shapes") != NULL;
    cr_expect_eq(status, shapes ? SN_ERR_SHAPE : SN_ERR_VALUE, "%s", what);
    const char *got = sn_error(), *arrays = strstr(got, " ACTUAL: ");
    cr_assert_not_null(arrays, "%s: %s", what, got);
    cr_expect(strlen(sni_str_text(&want)) == (size_t)(arrays - got) &&
                  strncmp(got, sni_str_text(&want), (size_t)(arrays - got)) == 0,
              "%s:\n%s\nNumPy reports\n%s", what, got, sni_str_text(&want));
    sni_str_free(&want);
}

Test(api_assert, reports_as_numpy)
{
    char *text = open_reports(), *next = text;
    int count = 0;
    for (; *next != '\0'; count++) {
        SN_SCOPE
        {
            double rtol, atol;
            int equal_nan;
            const char *what = take_line(&next);
            bool close = sscanf(what, "allclose %lf %lf %d", &rtol, &atol, &equal_nan) == 3;
            sn_array x = take_array(&next), y = take_array(&next);
            check_report(&next, what, close ? (sn_assert_allclose)(x, y, rtol, atol, equal_nan) : sn_assert_array_equal(x, y));
        }
    }
    cr_expect(count > 200);
    free(text);
    sn_shutdown();
}

Test(api_assert, defaults_and_arrays)
{
    sn_array x = sn_arange(0, 6, 1, SN_FLOAT64), y = sn_add(x, 2e-8);
    cr_expect_eq(sn_assert_allclose(x, y), SN_ERR_VALUE);
    cr_expect_not_null(strstr(sn_error(), "\n ACTUAL: float64 (6,) [0. 1. 2. 3. 4. 5.]\n DESIRED: float64 (6,) [2.e-08 1.e+00"),
                       "%s", sn_error());
    cr_expect_eq(sn_assert_allclose(x, y, .atol = 1e-7), SN_OK);
    cr_expect_eq(sn_assert_allclose(x, sn_mul(x, 1.00000001)), SN_OK);
    cr_expect_eq(sn_assert_allclose(x, sn_mul(x, 1.00000001), .rtol = 0), SN_ERR_VALUE);
    sn_array bad = sn_log(sn_sub(x, 1));
    cr_expect_eq(sn_assert_allclose(bad, bad), SN_OK);
    cr_expect_eq(sn_assert_allclose(bad, bad, .equal_nan = false), SN_ERR_VALUE);
    cr_expect_eq(sn_assert_allclose(sn_add(x, sn_arange(0, 5, 1, SN_FLOAT64)), x), SN_ERR_SHAPE);
    cr_expect_str_eq(sn_error(), "add: shapes (6,) and (5,) do not broadcast", "an operand's own failure");
    sn_array many = sn_reshape(sn_arange(0, 60, 1, SN_INT32), SN_SHAPE(10, 6));
    cr_expect_eq(sn_assert_array_equal(many, sn_add(many, 1)), SN_ERR_VALUE);
    cr_expect_not_null(strstr(sn_error(), "[12 13 14 15 16 17]...\n DESIRED"), "%s", sn_error());
    sn_shutdown();
}
