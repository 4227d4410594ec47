/* Templates: their text and the filling in of keys. */
#include "codegen/kernel.h"

#include <criterion/criterion.h>
#include <string.h>

Test(template, fills_keys)
{
    const sni_fill fills[] = {{"name", "sum"}, {"n", "16"}};
    sni_str out = {0};
    cr_assert_eq(sni_template_fill("$name[$n] ${name}s, $n$n\n", fills, 2, &out), SN_OK);
    cr_assert_str_eq(sni_str_text(&out), "sum[16] sums, 1616\n");
    sni_str_free(&out);
}

Test(template, refuses_a_key_that_nothing_fills)
{
    const sni_fill fills[] = {{"name", "sum"}};
    sni_str out = {0};
    cr_assert_eq(sni_template_fill("$name $names", fills, 1, &out), SN_ERR_INTERNAL);
    cr_assert_not_null(strstr(sni_error_message(), "$names"));
    cr_assert_eq(sni_template_fill("${name", fills, 1, &out), SN_ERR_INTERNAL);
    cr_assert_eq(sni_template_fill("100 $", fills, 1, &out), SN_ERR_INTERNAL);
    sni_str_free(&out);
}

Test(template, are_embedded)
{
    const char *text = sni_template("c/map.c");
    cr_assert_not_null(text);
    cr_assert_not_null(strstr(text, "sn_kernel"));
    cr_assert_null(sni_template("c/nothing.c"));
}
