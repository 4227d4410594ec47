/* The ranges that a profiler sees: balanced, named, one in another, after failures too. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../plain/check.h"

enum { N = 1000 };
static char folder[] = "ranges-XXXXXX", record[64];

/* What was recorded since the last call: "+evaluate | +kernel y0 = sqrt | - | -", without "sinter: " and cut at a
 * bracket: how operands are written is not this test's. */
static const char *recorded(void)
{
    static char text[4096], line[512];
    static long at;
    FILE *file = fopen(record, "r");
    text[0] = '\0';
    if (!file) return text;
    fseek(file, at, SEEK_SET);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "(\n")] = '\0';
        char *name = strncmp(line, "+sinter: ", 9) == 0 ? line + 8 : line;
        if (name != line) *name = '+';
        if (text[0]) strcat(text, " | ");
        strncat(text, name, sizeof text - strlen(text) - 8);
    }
    at = ftell(file);
    fclose(file);
    return text;
}

static void expect(const char *want)
{
    const char *got = recorded();
    if (strcmp(got, want) != 0) printf("recorded %s\n  wanted %s\n", got, want);
    CHECK(strcmp(got, want) == 0);
}

static int evaluate(int64_t n)
{
    int status;
    SN_SCOPE
    {
        status = sn_eval(
            sn_sqrt(sn_add(sn_ones(SN_FLOAT64, SN_SHAPE(n)), sn_arange(0, (double)n, 1, SN_FLOAT64))));
    }
    return status;
}

static int replay(void)
{
    int status;
    sn_captured c;
    SN_SCOPE
    {
        sn_array x = sn_ones(SN_FLOAT64, SN_SHAPE(N)), y = sn_sqrt(x), z = {0};
        status = sn_eval(x);
        if (status >= 0) status = sn_capture(&x, 1, &y, 1, &c);
        recorded();
        if (status >= 0) status = sn_replay(c, &x, 1, &z, 1);
    }
    return status < 0 ? status : sn_capture_free(c);
}

int main(void)
{
    char library[4096];
    const char *build = getenv("SINTER_BUILD");
    snprintf(library, sizeof library, "%s/libnvtx_record.so", build ? build : ".");
    if (access(library, R_OK) != 0) {
        printf("skipped: %s is not there\n", library);
        return 77;
    }
    CHECK(mkdtemp(folder) != NULL);
    snprintf(record, sizeof record, "%s/record", folder);
    setenv("NVTX_INJECTION64_PATH", library, 1);
    setenv("NVTX_RECORD", record, 1);
    CHECK(sn_option_set("CACHE_DIR", folder) == SN_OK);
    CHECK(sn_device_use("cuda") == SN_OK);

    const char *kernel = "+evaluate | +kernel y0 = sqrt | - | -";
    CHECK(evaluate(N) == SN_OK);
    expect("+evaluate | +compile | - | +kernel y0 = sqrt | - | -");
    CHECK(evaluate(N) == SN_OK);
    expect(kernel);
    CHECK(sn_pool_set_limit(NULL, 4096) == SN_OK);
    CHECK(sn_pool_trim(NULL) == SN_OK);
    CHECK(evaluate(N) == SN_ERR_MEMORY);
    expect("+evaluate | -");
    CHECK(sn_pool_set_limit(NULL, 0) == SN_OK);
    CHECK(evaluate(N) == SN_OK);
    expect(kernel);
    CHECK(replay() == SN_OK);
    expect("+replay | +kernel y0 = sqrt | - | -");
    CHECK(sn_device_use("cpu") == SN_OK);
    CHECK(evaluate(N) == SN_OK);
    expect("");
    CHECK(sn_cache_clear(NULL) == SN_OK);
    CHECK(sn_shutdown() == SN_OK);
    remove(record);
    rmdir(folder);
    if (failures == 0) printf("ranges: as they should be\n");
    return failures != 0;
}
