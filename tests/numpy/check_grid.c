/* Holds every operation over special values and over layouts to the answers that grid.py wrote, where the lines of
 * the file are described.
 *
 *     check_grid FILE PART PARTS all|few [OPTION=VALUE ...]
 *
 * All texts of a dtype, or of a pair of dtypes, are evaluated together, so that a few hundred kernels hold all of
 * them; PART of PARTS takes its share of these.  few: each
 * dtype has every tenth layout only, and each layout a dtype or two; each dtype meets itself and every second other.  Prints each difference; grid.py --live names the elements. */
#include <inttypes.h>
#include <math.h>
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GROUPS = 10, MAX_DTYPES = 16, MAX_LAYOUTS = 40, MAX_TEXTS = 400, MAX_NEAR = 200, DATA = 240 };

typedef struct bytes {
    size_t count;
    unsigned char *at;
} bytes;

typedef struct text {
    char kind[8]; /* each, pair, laid */
    bool zeros;   /* of either sign */
    char *text;
    char **fields;
    uint32_t *crc; /* laid: so far, by dtype */
} text;

typedef struct near {
    char *text;
    sn_dtype dtype;
    double units, least;
    bytes want;
} near;

typedef struct layout {
    int ndim;
    int64_t dims[SN_MAX_NDIM], offset[2], strides[2][SN_MAX_NDIM];
} layout;

static struct {
    int ndtypes, nlayouts, ntexts, nnear;
    sn_dtype dtypes[MAX_DTYPES];
    bytes values[MAX_DTYPES], data[MAX_DTYPES];
    layout layouts[MAX_LAYOUTS];
    text texts[MAX_TEXTS];
    near near[MAX_NEAR];
} grid;

static int failures, checks;

static void fail(const char *what, const char *of, const char *why)
{
    failures++;
    printf("%s of %s: %s\n", what, of, why);
}

/* ---- reading ------------------------------------------------------------------------------------------- */

static char *next_field(char **rest)
{
    char *field = *rest, *tab = field ? strchr(field, '\t') : NULL;
    if (tab) *tab = '\0';
    *rest = tab ? tab + 1 : NULL;
    return field ? field : (char *)"";
}

static bytes from_hex(const char *hex)
{
    bytes b = {strlen(hex) / 2, malloc(strlen(hex) / 2 + 1)};
    for (size_t k = 0; b.at && k < b.count; k++) {
        unsigned byte;
        b.at[k] = sscanf(hex + 2 * k, "%2x", &byte) == 1 ? (unsigned char)byte : 0;
    }
    return b;
}

static int list_of(const char *list, int64_t *out)
{
    int n = 0;
    while (*list != '\0' && n < SN_MAX_NDIM) {
        char *end;
        out[n++] = strtoll(list, &end, 10);
        list = *end == ',' ? end + 1 : end;
    }
    return n;
}

static void read_layout(char *rest)
{
    layout *l = &grid.layouts[grid.nlayouts++];
    l->ndim = list_of(next_field(&rest), l->dims);
    for (int k = 0; k < 2; k++) {
        l->offset[k] = strtoll(next_field(&rest), NULL, 10);
        list_of(next_field(&rest), l->strides[k]);
    }
}

static void read_text(const char *kind, char *rest)
{
    text *t = &grid.texts[grid.ntexts++];
    int n = strcmp(kind, "pair") == 0 ? grid.ndtypes * grid.ndtypes : grid.ndtypes;
    snprintf(t->kind, sizeof t->kind, "%s", kind);
    t->zeros = *next_field(&rest) == 'z';
    t->text = strdup(next_field(&rest));
    t->fields = calloc((size_t)n, sizeof *t->fields);
    t->crc = calloc((size_t)grid.ndtypes, sizeof *t->crc);
    for (int k = 0; k < n; k++) t->fields[k] = strdup(next_field(&rest));
}

static void read_near(char *rest)
{
    near *n = &grid.near[grid.nnear++];
    n->text = strdup(next_field(&rest));
    n->dtype = sn_dtype_from_name(next_field(&rest));
    n->units = strtod(next_field(&rest), NULL);
    n->least = strtod(next_field(&rest), NULL);
    n->want = from_hex(next_field(&rest));
}

static bool read_line(char *line)
{
    line[strcspn(line, "\n")] = '\0';
    char *rest = line, *kind = next_field(&rest);
    if (*kind == '#') return true;
    if (strcmp(kind, "values") == 0) {
        grid.dtypes[grid.ndtypes] = sn_dtype_from_name(next_field(&rest));
        grid.values[grid.ndtypes++] = from_hex(next_field(&rest));
    } else if (strcmp(kind, "data") == 0) {
        next_field(&rest);
        grid.data[grid.ndtypes - 1] = from_hex(next_field(&rest));
    } else if (strcmp(kind, "layout") == 0) {
        read_layout(rest);
    } else if (strcmp(kind, "near") == 0) {
        read_near(rest);
    } else if (strcmp(kind, "each") == 0 || strcmp(kind, "pair") == 0 || strcmp(kind, "laid") == 0) {
        read_text(kind, rest);
    } else {
        return false;
    }
    return grid.ndtypes < MAX_DTYPES && grid.nlayouts < MAX_LAYOUTS && grid.ntexts < MAX_TEXTS &&
           grid.nnear < MAX_NEAR;
}

static bool read_grid(const char *path)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0;
    bool good = file != NULL;
    while (good && getline(&line, &capacity, file) > 0) good = read_line(line);
    if (file) fclose(file);
    free(line);
    return good && grid.ntexts > 0 && grid.nlayouts > 0 && grid.ndtypes > 0;
}

/* ---- comparing ------------------------------------------------------------------------------------------- */

static uint32_t crc32(uint32_t crc, const void *data, size_t n)
{
    static uint32_t table[256];
    const unsigned char *p = data;
    for (uint32_t k = 0; table[255] == 0 && k < 256; k++) {
        uint32_t c = k;
        for (int bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[k] = c;
    }
    crc = ~crc;
    for (size_t k = 0; k < n; k++) crc = table[(crc ^ p[k]) & 255] ^ crc >> 8;
    return ~crc;
}

/* Every NaN the same and, if asked, every zero. */
static void make_plain(bytes *b, sn_dtype dtype, bool zeros)
{
    for (size_t k = 0; dtype == SN_FLOAT32 && k < b->count / sizeof(float); k++) {
        float f;
        uint32_t nan = 0x7fc00000u;
        memcpy(&f, b->at + k * sizeof f, sizeof f);
        if (isnan(f)) memcpy(b->at + k * sizeof f, &nan, sizeof f);
        if (f == 0 && zeros) memset(b->at + k * sizeof f, 0, sizeof f);
    }
    for (size_t k = 0; dtype == SN_FLOAT64 && k < b->count / sizeof(double); k++) {
        double d;
        uint64_t nan = 0x7ff8000000000000u;
        memcpy(&d, b->at + k * sizeof d, sizeof d);
        if (isnan(d)) memcpy(b->at + k * sizeof d, &nan, sizeof d);
        if (d == 0 && zeros) memset(b->at + k * sizeof d, 0, sizeof d);
    }
}

static bytes bytes_of(sn_array x, bool zeros)
{
    bytes b = {(size_t)sn_size(x) * sn_dtype_size(sn_dtype_of(x)), NULL};
    b.at = malloc(b.count + 1);
    if (b.at == NULL || sn_to_host(x, b.at, b.count) < 0) {
        free(b.at);
        return (bytes){0, NULL};
    }
    make_plain(&b, sn_dtype_of(x), zeros);
    return b;
}

static double element(const bytes *b, sn_dtype dtype, size_t k)
{
    float f;
    double d;
    if (dtype == SN_FLOAT32) return memcpy(&f, b->at + k * sizeof f, sizeof f), (double)f;
    return memcpy(&d, b->at + k * sizeof d, sizeof d), d;
}

static double unit(sn_dtype dtype, double x)
{
    x = fmin(fabs(x), dtype == SN_FLOAT32 ? 0x1p127 : 0x1p1023); /* of the largest it is inf */
    if (dtype == SN_FLOAT32) return (double)(nextafterf((float)x, INFINITY) - (float)x);
    return nextafter(x, INFINITY) - x;
}

/* The reference was rounded, by at most half a unit. */
static bool is_near(const near *n, const bytes *got)
{
    size_t count = n->want.count / sn_dtype_size(n->dtype);
    if (got->count != n->want.count) return false;
    for (size_t k = 0; k < count; k++) {
        double w = element(&n->want, n->dtype, k), g = element(got, n->dtype, k);
        if (isnan(w) && isnan(g)) continue;
        double largest = n->dtype == SN_FLOAT32 ? 3.4028234663852886e38 : 1.7976931348623157e308;
        if (isinf(w) != isinf(g) && fmin(fabs(w), fabs(g)) == largest && signbit(w) == signbit(g)) continue;
        if (w == g && (w != 0 || signbit(w) == signbit(g))) continue;
        if (fabs(w - g) <= (n->units + 0.51) * unit(n->dtype, fmax(fabs(w), n->least)) && (w != 0 || g != 0))
            continue;
        printf("    element %zu: %a, not %a\n", k, g, w);
        return false;
    }
    return true;
}

static bool same_bits(sn_array x, sn_array y)
{
    bytes a = bytes_of(x, false), b = bytes_of(y, false);
    bool same = a.at && b.at && sn_dtype_of(x) == sn_dtype_of(y) && a.count == b.count &&
                memcmp(a.at, b.at, a.count) == 0;
    free(a.at);
    free(b.at);
    return same;
}

static const near *near_of(const char *what, sn_dtype dtype)
{
    for (int k = 0; k < grid.nnear; k++)
        if (grid.near[k].dtype == dtype && strcmp(grid.near[k].text, what) == 0) return &grid.near[k];
    return NULL;
}

/* ---- special values ------------------------------------------------------------------------------------------ */

/* Each element of values[d] as often as there are others, in a row or in turn. */
static sn_array operand(int d, int64_t others, bool rows)
{
    int64_t n = (int64_t)(grid.values[d].count / sn_dtype_size(grid.dtypes[d])), dims[2] = {n, others};
    size_t size = sn_dtype_size(grid.dtypes[d]);
    unsigned char *all = malloc((size_t)(n * others) * size + 1);
    for (int64_t i = 0; all && i < n * others; i++)
        memcpy(all + (size_t)i * size, grid.values[d].at + (size_t)(rows ? i / others : i % n) * size, size);
    dims[0] = n * others;
    sn_array x = sn_from_host(all, grid.dtypes[d], 1, dims, NULL);
    free(all);
    return x;
}

static int64_t values_count(int d)
{
    return (int64_t)(grid.values[d].count / sn_dtype_size(grid.dtypes[d]));
}

typedef struct root {
    text *t;
    char *field;
    sn_array x, cast; /* cast: the same of operands cast first, for what has no CRC */
} root;

/* A value, or for what is not exact and not in `near`, two ways to it. */
static sn_array of_cast(const char *what, sn_dtype to, const sn_array *operands, size_t n)
{
    static const char *const names[] = {"a", "b"};
    sn_array cast[2];
    for (size_t k = 0; k < n; k++) cast[k] = sn_copy(sn_astype(operands[k], to));
    return sn_expr(what, names, cast, n);
}

static void check_field(const root *r, const char *of, sn_dtype dtype)
{
    char why[200];
    checks++;
    char *slash = strchr(r->field, '/');
    bytes got = bytes_of(r->x, r->t->zeros);
    if (sn_dtype_of(r->x) != dtype || got.at == NULL) {
        snprintf(why, sizeof why, "dtype %s, not %s %s", sn_dtype_name(sn_dtype_of(r->x)), r->field,
                 sn_error());
        fail(r->t->text, of, why);
    } else if (slash) {
        uint32_t crc = crc32(0, got.at, got.count);
        snprintf(why, sizeof why, "other values than NumPy's");
        if (crc != strtoul(slash + 1, NULL, 16)) fail(r->t->text, of, why);
    } else if (r->cast.generation) {
        if (!same_bits(r->x, r->cast)) fail(r->t->text, of, "not the same bits as of operands cast first");
    } else {
        const near *n = near_of(r->t->text, dtype);
        if (n && !is_near(n, &got)) fail(r->t->text, of, "further from NumPy's values than the bound");
    }
    free(got.at);
}

static sn_dtype field_dtype(const char *field)
{
    char name[24];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(field, "/"), field);
    return sn_dtype_from_name(name);
}

/* Texts of `kind` over given operands; `at`: their field.  canonical: all operands have one dtype. */
static void check_values(const char *kind, const sn_array *operands, size_t n, int at, bool canonical,
                         const char *of)
{
    static const char *const names[] = {"a", "b"};
    root roots[MAX_TEXTS];
    sn_array all[2 * MAX_TEXTS] = {{0, 0}};
    size_t count = 0, nall = 0;
    for (int k = 0; k < grid.ntexts; k++) {
        text *t = &grid.texts[k];
        if (strcmp(t->kind, kind) != 0 || *t->fields[at] == '?') continue;
        root *r = &roots[count];
        *r = (root){.t = t, .field = t->fields[at], .x = sn_expr(t->text, names, operands, n)};
        sn_dtype to = field_dtype(r->field);
        if (*r->field == '!' || !sn_ok(r->x)) {
            checks++;
            if (*r->field != '!' || sn_ok(r->x))
                fail(t->text, of, sn_ok(r->x) ? "not refused" : sn_error_of(r->x));
            continue;
        }
        if (!strchr(r->field, '/') && !(canonical && sn_dtype_of(operands[0]) == to))
            r->cast = of_cast(t->text, to, operands, n);
        all[nall++] = r->x;
        if (r->cast.generation) all[nall++] = r->cast;
        count++;
    }
    if ((sn_eval)(all, nall) < 0) fail(kind, of, sn_error());
    for (size_t k = 0; k < count; k++) check_field(&roots[k], of, field_dtype(roots[k].field));
}

static void check_each(int d)
{
    SN_SCOPE
    {
        sn_array a = operand(d, 1, true);
        check_values("each", &a, 1, d, true, sn_dtype_name(grid.dtypes[d]));
    }
}

static void check_pair(int d, int e)
{
    char of[64];
    snprintf(of, sizeof of, "%s, %s", sn_dtype_name(grid.dtypes[d]), sn_dtype_name(grid.dtypes[e]));
    SN_SCOPE
    {
        sn_array operands[] = {operand(d, values_count(e), true), operand(e, values_count(d), false)};
        check_values("pair", operands, 2, d * grid.ndtypes + e, d == e, of);
    }
}

/* ---- layouts -------------------------------------------------------------------------------------------------- */

static bool has_axis(const text *t)
{
    return strstr(t->text, "axis=") != NULL;
}

static sn_array laid(const layout *l, int d, int which)
{
    size_t size = sn_dtype_size(grid.dtypes[d]);
    int64_t strides[SN_MAX_NDIM];
    for (int k = 0; k < l->ndim; k++) strides[k] = l->strides[which][k] * (int64_t)size;
    unsigned char *first = grid.data[d].at + ((size_t)which * DATA + (size_t)l->offset[which]) * size;
    return sn_wrap(first, grid.dtypes[d], l->ndim, l->dims, strides, NULL, NULL);
}

static void take_laid(text *t, int d, sn_array x, sn_array copied, const char *of)
{
    if (*t->fields[d] == '=') {
        checks++;
        if (sn_ok(x) ? !same_bits(x, copied) : sn_ok(copied))
            fail(t->text, of, "not the same bits as of a copy");
        return;
    }
    bytes got = sn_ok(x) ? bytes_of(x, t->zeros) : (bytes){0, NULL};
    t->crc[d] = got.at ? crc32(t->crc[d], got.at, got.count) : crc32(t->crc[d], "!", 1);
    free(got.at);
}

static void check_layout(const layout *l, int d)
{
    static const char *const names[] = {"a", "b"};
    char of[64];
    sn_array xs[MAX_TEXTS] = {{0, 0}}, all[2 * MAX_TEXTS] = {{0, 0}}, copies[MAX_TEXTS] = {{0, 0}};
    size_t nall = 0;
    snprintf(of, sizeof of, "%s in layout %d", sn_dtype_name(grid.dtypes[d]), (int)(l - grid.layouts));
    SN_SCOPE
    {
        sn_array operands[] = {laid(l, d, 0), laid(l, d, 1)}, plain[2];
        for (int k = 0; k < 2; k++) {
            bytes b = bytes_of(operands[k], false);
            plain[k] = sn_from_host(b.at, grid.dtypes[d], l->ndim, l->dims, NULL);
            free(b.at);
        }
        for (int k = 0; k < grid.ntexts; k++) {
            text *t = &grid.texts[k];
            if (strcmp(t->kind, "laid") != 0 || *t->fields[d] == '?' || (l->ndim == 0 && has_axis(t)))
                continue;
            xs[k] = sn_expr(t->text, names, operands, 2);
            if (sn_ok(xs[k])) all[nall++] = xs[k];
            if (*t->fields[d] != '=') continue;
            copies[k] = sn_expr(t->text, names, plain, 2);
            if (sn_ok(copies[k])) all[nall++] = copies[k];
        }
        if ((sn_eval)(all, nall) < 0) fail("all", of, sn_error());
        for (int k = 0; k < grid.ntexts; k++) {
            text *t = &grid.texts[k];
            if (strcmp(t->kind, "laid") != 0 || *t->fields[d] == '?' || (l->ndim == 0 && has_axis(t)))
                continue;
            take_laid(t, d, xs[k], copies[k], of);
        }
    }
}

static uint32_t field_crc(const char *field, int group)
{
    for (int k = 0; k < group && field; k++) field = strchr(field, ',') ? strchr(field, ',') + 1 : NULL;
    return field ? (uint32_t)strtoul(field, NULL, 16) : 0;
}

/* Every tenth layout, from `group` on. */
static void check_group(int d, int group)
{
    for (int k = 0; k < grid.ntexts; k++) grid.texts[k].crc[d] = 0;
    for (int k = group; k < grid.nlayouts; k += GROUPS) check_layout(&grid.layouts[k], d);
    for (int k = 0; k < grid.ntexts; k++) {
        text *t = &grid.texts[k];
        if (strcmp(t->kind, "laid") != 0 || *t->fields[d] == '?' || *t->fields[d] == '=') continue;
        checks++;
        if (t->crc[d] != field_crc(t->fields[d], group))
            fail(t->text, sn_dtype_name(grid.dtypes[d]), "other values than NumPy's in some layout");
    }
}

static void check_laid(int d, bool few)
{
    for (int group = 0; group < GROUPS; group++)
        if (!few || group == d % GROUPS) check_group(d, group);
}

/* ---- ------------------------------------------------------------------------------------------------------------ */

static bool set_options(int count, char **options)
{
    for (int k = 0; k < count; k++) {
        char *equals = strchr(options[k], '=');
        if (equals) *equals = '\0';
        if (!equals || sn_option_set(options[k], equals + 1) < 0) return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 5 || !set_options(argc - 5, argv + 5) || !read_grid(argv[1])) {
        fprintf(stderr, "check_grid: %s\nusage: check_grid FILE PART PARTS all|few [OPTION=VALUE ...]\n",
                sn_error());
        return 2;
    }
    bool few = strcmp(argv[4], "few") == 0;
    int part = atoi(argv[2]), parts = atoi(argv[3]), n = grid.ndtypes;
    for (int d = 0; d < n; d++) {
        if (d % parts == part) check_each(d);
        if (d % parts == part) check_laid(d, few);
        for (int e = 0; e < n; e++)
            if ((d * n + e) % parts == part && (!few || d == e || (d + e) / 2 % 2 == 0)) check_pair(d, e);
    }
    sn_stats stats;
    sn_stats_get(&stats);
    printf("kernels %" PRIu64 ", interpreted %" PRIu64 ", compiled %" PRIu64 ", from disk %" PRIu64 "\n",
           stats.kernels, stats.interpreted, stats.compiled, stats.disk_hits);
    printf("passed %d of %d\n", checks - failures, checks);
    sn_shutdown();
    return failures != 0 || checks == 0;
}
