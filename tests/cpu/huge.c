/* Past 2^31 elements: the far end is reached, on both tiers and by both directions of a view. */
#define _GNU_SOURCE
#include <sys/mman.h>

#include "../help.h"

static const int64_t count = (INT64_C(1) << 31) + 100;

static int64_t available_megabytes(void)
{
    char line[256];
    long long kilobytes = 0;
    FILE *f = fopen("/proc/meminfo", "r");
    while (f != NULL && fgets(line, sizeof line, f) != NULL)
        if (sscanf(line, "MemAvailable: %lld", &kilobytes) == 1) break;
    if (f != NULL) fclose(f);
    return kilobytes / 1024;
}

/* Mostly untouched, so mostly the system's one page of zeros. */
static int8_t *make(void)
{
    int8_t *data = mmap(NULL, (size_t)count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    NEED(data != MAP_FAILED);
    madvise(data, (size_t)count, MADV_HUGEPAGE);
    data[0] = 5;
    data[INT32_MAX] = 7;
    data[count - 2] = 11;
    data[count - 1] = 127;
    return data;
}

static void check_map(sn_array x, const char *jit)
{
    static const struct { int64_t at; int8_t value; } wanted[] = {
        {0, 6}, {1, 1}, {INT32_MAX - 1, 1}, {INT32_MAX, 8}, {INT64_C(1) << 31, 1}, {count - 3, 1}, {count - 2, 12}, {count - 1, -128}};
    SN_SCOPE {
        sn_array y = sn_add(x, 1);
        const int8_t *values = sn_data(y);
        NEED(values != NULL);
        for (size_t k = 0; k < COUNT(wanted); k++)
            CHECK(values[wanted[k].at] == wanted[k].value, "x + 1 at %lld is %d, JIT=%s", (long long)wanted[k].at, values[wanted[k].at], jit);
    }
}

static int64_t number(sn_array x)
{
    int64_t value = -1;
    NEED(sn_item_i64(x, &value) == SN_OK);
    return value;
}

static void check_reductions(sn_array x, const char *jit)
{
    SN_SCOPE {
        CHECK(number(sn_sum(sn_add(x, 1))) == count + 5 + 7 + 11 - 129, "sum(x + 1), JIT=%s", jit);
        CHECK(number(sn_max(x)) == 127, "max(x), JIT=%s", jit);
        CHECK(number(sn_sum(sn_slice(x, SN_RANGE(-2, SN_NONE, 1)))) == 138, "the last two, JIT=%s", jit);
        CHECK(number(sn_sum(sn_slice(x, SN_RANGE(SN_NONE, SN_NONE, INT64_C(1) << 31)))) == 5, "a step of 2^31, JIT=%s", jit);
        sn_array back = sn_slice(x, SN_RANGE(SN_NONE, SN_NONE, -(INT64_C(1) << 20)));
        CHECK(number(sn_sum(back)) == 127 && sn_size(back) == 2049, "backwards by a step of 2^20, JIT=%s", jit);
        sn_array matrix = sn_reshape(x, SN_SHAPE(4, -1)); /* rows of less than 2^31 */
        CHECK(number(sn_slice(sn_max(matrix, .axis = SN_AXIS(1)), SN_AT(3))) == 127, "rows of a matrix, JIT=%s", jit);
    }
}

/* A result that is large though its operands are not. */
static void check_broadcast(const char *jit)
{
    enum { SIDE = 46400 }; /* its square is just over 2^31 */
    static int8_t ramp[SIDE];
    for (int i = 0; i < SIDE; i++) ramp[i] = (int8_t)(i % 50);
    SN_SCOPE {
        sn_array x = sn_from_host(ramp, SN_INT8, SN_SHAPE(SIDE), NULL);
        sn_array y = sn_add(sn_expand_dims(x, 1), x);
        const int8_t *values = sn_data(y);
        NEED(values != NULL && sn_size(y) > INT32_MAX);
        for (int64_t i = 0; i < SIDE; i += 46399)
            for (int64_t j = SIDE - 3; j < SIDE; j++)
                CHECK(values[i * SIDE + j] == ramp[i] + ramp[j], "(%lld, %lld), JIT=%s", (long long)i, (long long)j, jit);
    }
}

int main(void)
{
    static const char *const tiers[] = {"off", "sync"};
    if (sanitized() || available_megabytes() < 8192) {
        fprintf(stderr, "skipped: an array past 2^31 elements needs 8 GB of memory to spare, and no sanitizer\n");
        return SKIPPED;
    }
    if (simulated()) {
        fprintf(stderr, "skipped: 2^31 elements take the simulated GPU hours\n");
        return SKIPPED;
    }
    int8_t *data = make();
    option("LOG", "error");
    for (size_t t = 0; t < COUNT(tiers); t++) {
        option("JIT", tiers[t]);
        SN_SCOPE {
            sn_array x = sn_wrap(data, SN_INT8, 1, (const int64_t[]){count}, (const int64_t[]){1}, NULL, NULL);
            NEED(sn_ok(x));
            check_map(x, tiers[t]);
            check_reductions(x, tiers[t]);
        }
        check_broadcast(tiers[t]);
    }
    sn_shutdown();
    return failures != 0;
}
