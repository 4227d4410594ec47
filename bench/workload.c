#include "workload.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAIL(...) (snprintf(why, 512, __VA_ARGS__), SN_ERR_FORMAT)

/* ---- reading ------------------------------------------------------------------------------------------- */

static int find_extent(const workload *w, const char *name, size_t length)
{
    for (size_t k = 0; k < w->nextents; k++)
        if (strlen(w->extents[k].name) == length && strncmp(w->extents[k].name, name, length) == 0)
            return (int)k;
    return -1;
}

/* "N", "1000" or "N+4" */
static int read_dim(const workload *w, workload_input *in, const char *d)
{
    size_t word = strcspn(d, "+");
    int extent = find_extent(w, d, word);
    int64_t more = extent < 0 ? atoll(d) : d[word] == '+' ? atoll(d + word + 1) : 0;
    if (in->ndim == 4 || more < 0 || (extent < 0 && more == 0)) return -1;
    in->dims[in->ndim].extent = extent;
    in->dims[in->ndim++].more = more;
    return 0;
}

static int read_input(workload *w, const char *line)
{
    char shape[64], *at = NULL;
    workload_input in = {.ndim = 0};
    const char *word = strrchr(line, ' ');
    if (w->count == WORKLOAD_INPUTS || !word || sscanf(word, " %15[a-z0-9]", in.dtype) != 1) return -1;
    int shape_at = 0;
    if (sscanf(line, "%31[^ ] = uniform(%lf, %lf, %n", in.name, &in.low, &in.high, &shape_at) != 3) return -1;
    snprintf(shape, sizeof shape, "%.*s", (int)(word - line - shape_at), line + shape_at);
    for (char *d = strtok_r(shape, "(), ", &at); d; d = strtok_r(NULL, "(), ", &at))
        if (read_dim(w, &in, d) < 0) return -1;
    if (in.ndim == 0 || sn_dtype_from_name(in.dtype) == SN_DTYPE_NONE) return -1;
    w->inputs[w->count++] = in;
    return 0;
}

/* "N = 150 350 700", of which the last number is kept */
static int read_numbers(workload *w, const char *line)
{
    workload_extent e = {.largest = 0};
    if (strncmp(line, "each ", 5) == 0) line += 5;
    if (sscanf(line, "%15[^ ] = ", e.name) != 1) return -1;
    char *at = strchr(line, '=');
    for (char *end = at + 1; *(at += strspn(at, "= ")) && *at != '\n'; at = end) {
        e.largest = strtoll(at, &end, 10);
        if (end == at || e.largest < 1) return -1;
    }
    e.value = e.largest;
    if (strcmp(e.name, "steps") == 0) return (w->steps = e.largest) > 0 ? 0 : -1;
    if (w->nextents == WORKLOAD_EXTENTS || e.largest == 0) return -1;
    w->extents[w->nextents++] = e;
    return 0;
}

/* One line above the text. */
static int read_head(workload *w, const char *line)
{
    if (line[0] == '#') {
        snprintf(w->title, sizeof w->title, "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
        return 0;
    }
    if (line[0] == '\n') return 0;
    return strstr(line, " = uniform(") ? read_input(w, line) : strchr(line, '=') ? read_numbers(w, line) : -1;
}

/* The last line of a loop names its arrays: it is cut off. */
static int read_state(workload *w)
{
    size_t n = strlen(w->source);
    while (n > 0 && w->source[n - 1] == '\n') w->source[--n] = '\0';
    char *last = strrchr(w->source, '\n'), *at = NULL;
    if (!last) return -1;
    *last++ = '\0';
    for (char *name = strtok_r(last, ", ", &at); name; name = strtok_r(NULL, ", ", &at)) {
        size_t k = 0;
        while (k < w->count && strcmp(w->inputs[k].name, name) != 0) k++;
        if (k == w->count || w->nstate == WORKLOAD_INPUTS) return -1;
        w->state[w->nstate++] = k;
    }
    return w->nstate > 0 ? 0 : -1;
}

static int read_lines(workload *w, FILE *file)
{
    static char line[4096];
    size_t used = 0;
    bool text = false;
    while (fgets(line, sizeof line, file)) {
        size_t n = strlen(line);
        if (strncmp(line, "---", 3) == 0) {
            if (text) break; /* another package's text */
            text = true;
        } else if (!text) {
            if (read_head(w, line) < 0) return -1;
        } else {
            if (used + n >= sizeof w->source) return -1;
            memcpy(w->source + used, line, n + 1);
            used += n;
        }
    }
    if (used == 0 || w->count == 0) return -1;
    return w->steps > 0 ? read_state(w) : 0;
}

/* ---- the text of a loop's step ------------------------------------------------------------------------------ */

typedef struct writer {
    char *at, *end;
} writer;

static void put(writer *out, const char *text, size_t n)
{
    if (n >= (size_t)(out->end - out->at)) n = (size_t)(out->end - out->at) - 1;
    memcpy(out->at, text, n);
    *(out->at += n) = '\0';
}

/* A line with numbers for the names of extents. */
static void put_line(const workload *w, writer *out, const char *line, size_t n)
{
    for (size_t k = 0, word; k < n; k += word) {
        for (word = 0; k + word < n && (isalnum((unsigned char)line[k + word]) || line[k + word] == '_');
             word++) {
        }
        int extent = find_extent(w, line + k, word);
        char number[24];
        if (word == 0) word = 1;
        if (extent < 0)
            put(out, line + k, word);
        else
            put(out, number,
                (size_t)snprintf(number, sizeof number, "%lld", (long long)w->extents[extent].value));
    }
    put(out, "\n", 1);
}

static const char *next_line(const char *line)
{
    return line + strcspn(line, "\n") + (strchr(line, '\n') != NULL);
}

/* The indented lines from `line` on, so often; returns the first line after them. */
static const char *put_block(const workload *w, writer *out, const char *line, int64_t times)
{
    const char *at = line;
    for (int64_t k = 0; k < times; k++)
        for (at = line; strncmp(at, "    ", 4) == 0; at = next_line(at))
            put_line(w, out, at + 4, strcspn(at + 4, "\n"));
    return at;
}

static int write_out(workload *w, char *why)
{
    static const char head[] = "for _ in range(";
    writer out = {w->text, w->text + sizeof w->text};
    if (w->steps == 0) return strcpy(w->text, w->source), SN_OK;
    for (const char *line = w->source; *line;) {
        if (strncmp(line, head, sizeof head - 1) == 0) {
            const char *name = line + sizeof head - 1;
            int extent = find_extent(w, name, strcspn(name, ")"));
            if (extent < 0) return FAIL("%s: a loop over no extent", w->name);
            line = put_block(w, &out, next_line(line), w->extents[extent].value);
        } else {
            put_line(w, &out, line, strcspn(line, "\n"));
            line = next_line(line);
        }
    }
    const char *first = w->inputs[w->state[0]].name;
    put_line(w, &out, first, strlen(first));
    return out.at + 1 < out.end ? SN_OK : FAIL("%s: the text is too long", w->name);
}

int workload_read(workload *w, const char *path, char *why)
{
    memset(w, 0, sizeof *w);
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    snprintf(w->name, sizeof w->name, "%.*s", (int)strcspn(name, "."), name);
    FILE *file = fopen(path, "r");
    if (!file) return FAIL("%s cannot be opened", path);
    int status = read_lines(w, file);
    fclose(file);
    return status < 0 ? FAIL("%s is no workload", path) : write_out(w, why);
}

/* ---- extents ----------------------------------------------------------------------------------------------- */

static int64_t extent_of(const workload *w, const workload_input *in, int d)
{
    int extent = in->dims[d].extent;
    return in->dims[d].more + (extent < 0 ? 0 : w->extents[extent].value);
}

double workload_elements(const workload *w)
{
    double largest = 0;
    for (size_t k = 0; k < w->count; k++) {
        double elements = 1;
        for (int d = 0; d < w->inputs[k].ndim; d++) elements *= (double)extent_of(w, &w->inputs[k], d);
        largest = fmax(largest, elements);
    }
    return largest;
}

static bool is_shape(const workload *w, int extent)
{
    for (size_t k = 0; k < w->count; k++)
        for (int d = 0; d < w->inputs[k].ndim; d++)
            if (w->inputs[k].dims[d].extent == extent) return true;
    return false;
}

/* What only counts an inner loop's turns is 4. */
static double shrink(workload *w, double t)
{
    for (size_t k = 0; k < w->nextents; k++) {
        workload_extent *e = &w->extents[k];
        e->value = is_shape(w, (int)k) ? (int64_t)fmax(4, (double)e->largest * t) : 4;
    }
    return workload_elements(w);
}

int workload_scale(workload *w, double elements, char *why)
{
    double low = 0, high = 1e4;
    for (int k = 0; k < 60; k++) {
        double t = (low + high) / 2;
        if (shrink(w, t) <= elements)
            low = t;
        else
            high = t;
    }
    shrink(w, low);
    if (w->steps > 0) w->steps = 2;
    return write_out(w, why);
}

int workload_set(workload *w, const char *list, char *why)
{
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        size_t n = strcspn(at, "=");
        int extent = find_extent(w, at, n);
        int64_t value = at[n] == '=' ? atoll(at + n + 1) : 0;
        if (value < 1) return FAIL("%s: '%s' is not NAME=NUMBER", w->name, at);
        if (extent >= 0)
            w->extents[extent].value = value;
        else if (n == 5 && strncmp(at, "steps", 5) == 0)
            w->steps = value;
        else
            return FAIL("%s has no extent %.*s", w->name, (int)n, at);
    }
    return write_out(w, why);
}

/* ---- inputs --------------------------------------------------------------------------------------------- */

static double uniform(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15); /* splitmix64 */
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static void fill(void *data, size_t count, const workload_input *in, uint64_t seed)
{
    sn_dtype dtype = sn_dtype_from_name(in->dtype);
    for (size_t k = 0; k < count; k++) {
        double v = in->low + (in->high - in->low) * uniform(&seed);
        if (dtype == SN_FLOAT32) ((float *)data)[k] = (float)v;
        if (dtype == SN_FLOAT64) ((double *)data)[k] = v;
        if (dtype == SN_INT64) ((int64_t *)data)[k] = (int64_t)v;
    }
}

static int fill_input(workload *w, size_t k, uint64_t seed, char *why)
{
    const workload_input *in = &w->inputs[k];
    sn_dtype dtype = sn_dtype_from_name(in->dtype);
    int64_t dims[4];
    size_t count = 1;
    for (int d = 0; d < in->ndim; d++) count *= (size_t)(dims[d] = extent_of(w, in, d));
    if (dtype != SN_FLOAT32 && dtype != SN_FLOAT64 && dtype != SN_INT64)
        return FAIL("%s: no random numbers of %s", w->name, in->dtype);
    void *data = malloc(count * sn_dtype_size(dtype));
    if (!data) return FAIL("%s: no memory for %zu elements", w->name, count);
    fill(data, count, in, seed + k);
    w->arrays[k] = sn_keep(sn_from_host(data, dtype, in->ndim, dims, NULL));
    free(data);
    return sn_ok(w->arrays[k]) ? SN_OK : FAIL("%s: %s", w->name, sn_error());
}

int workload_fill(workload *w, uint64_t seed, char *why)
{
    int status = SN_OK;
    workload_drop(w);
    for (size_t k = 0; k < w->count && status == SN_OK; k++) status = fill_input(w, k, seed, why);
    return status;
}

int workload_load(workload *w, const char *folder, char *why)
{
    workload_drop(w);
    for (size_t k = 0; k < w->count; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.npy", folder, w->inputs[k].name);
        w->arrays[k] = sn_keep(sn_load(path));
        if (!sn_ok(w->arrays[k])) return FAIL("%s: %s", w->name, sn_error());
    }
    return SN_OK;
}

void workload_drop(workload *w)
{
    for (size_t k = 0; k < w->count; k++) {
        if (sn_ok(w->arrays[k])) sn_free(w->arrays[k]);
        w->arrays[k] = (sn_array){0};
    }
    sn_error_clear();
}

/* ---- running --------------------------------------------------------------------------------------------- */

static sn_array record(const workload *w, const sn_array *arrays)
{
    const char *names[WORKLOAD_INPUTS];
    for (size_t k = 0; k < w->count; k++) names[k] = w->inputs[k].name;
    return sn_expr(w->text, names, arrays, w->count);
}

int workload_step(const workload *w, const sn_array *before, sn_array *after)
{
    sn_array arrays[WORKLOAD_INPUTS];
    memcpy(arrays, w->arrays, sizeof arrays);
    for (size_t k = 0; k < w->nstate; k++)
        arrays[w->state[k]] = sn_copy(before[k]); /* the text writes to it */
    if (!sn_ok(record(w, arrays))) return SN_ERR_ARGUMENT;
    for (size_t k = 0; k < w->nstate; k++) after[k] = arrays[w->state[k]];
    return SN_OK;
}

sn_array workload_record(const workload *w)
{
    sn_array before[WORKLOAD_INPUTS], after[WORKLOAD_INPUTS] = {{0, 0}};
    if (w->steps == 0) return record(w, w->arrays);
    for (size_t k = 0; k < w->nstate; k++) before[k] = w->arrays[w->state[k]];
    workload_step(w, before, after);
    return after[0];
}

static size_t array_bytes(sn_array x)
{
    return (size_t)sn_size(x) * sn_dtype_size(sn_dtype_of(x));
}

size_t workload_bytes(const workload *w, sn_array result)
{
    size_t bytes = array_bytes(result);
    for (size_t k = 0; k < w->count; k++) bytes += array_bytes(w->arrays[k]);
    return bytes;
}
