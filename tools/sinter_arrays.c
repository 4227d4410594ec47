/* NAME=FILE.npy on the command line, and the text over them. */
#include <stdio.h>
#include <string.h>

#include "sinter.h"

int arrays_add(arrays *a, char *arg)
{
    char *equals = strchr(arg, '=');
    if (equals == NULL || equals[1] == '\0' || !is_name(arg, (size_t)(equals - arg)))
        return usage("'%s' is not NAME=FILE.npy", arg);
    *equals = '\0';
    for (size_t k = 0; k < a->count; k++)
        if (strcmp(a->names[k], arg) == 0) return usage("%s is given twice", arg);
    if (a->count == ARRAYS_MAX) return usage("more than %d arrays are given", ARRAYS_MAX);
    a->names[a->count] = arg;
    a->files[a->count++] = equals + 1;
    return EXIT_OK;
}

int arrays_load(arrays *a)
{
    for (size_t k = 0; k < a->count; k++) {
        a->arrays[k] = sn_load(a->files[k]);
        if (!sn_ok(a->arrays[k])) return fail("%s", sn_error_of(a->arrays[k]));
    }
    return EXIT_OK;
}

sn_array arrays_record(const arrays *a, const char *text)
{
    return sn_expr(text, (const char *const *)a->names, a->arrays, a->count);
}

int fail_expression(sn_array x)
{
    fail("%s", sn_error_of(x));
    fputs(sn_expr_pointed(), stderr);
    return EXIT_ERROR;
}

int arrays_evaluate(const arrays *a, const char *text, sn_array *kept)
{
    int status = EXIT_OK;
    SN_SCOPE
    {
        sn_array x = arrays_record(a, text);
        if (!sn_ok(x))
            status = fail_expression(x);
        else if (sn_eval(x) < 0)
            status = fail_library(NULL);
        else if (kept != NULL)
            *kept = sn_keep(x);
    }
    return status;
}
