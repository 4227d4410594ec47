#include "gpu_workload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAIL(...) (snprintf(why, 512, __VA_ARGS__), SN_ERR_FORMAT)

/* ---- reading ------------------------------------------------------------------------------------------- */

/* "(N, 1000)" or "N" */
static int read_shape(workload_input *in, char *shape)
{
    char *at = NULL;
    for (char *d = strtok_r(shape, "(), ", &at); d; d = strtok_r(NULL, "(), ", &at)) {
        if (in->ndim == 4) return -1;
        long long extent = strcmp(d, "N") == 0 ? 0 : atoll(d);
        if (extent < 0 || (extent == 0 && *d != 'N')) return -1;
        in->dims[in->ndim++] = extent;
    }
    return in->ndim > 0 ? 0 : -1;
}

/* One line above the text: a title, an input, or the size that only the CPU's bench uses. */
static int read_head(workload *w, const char *line)
{
    char shape[64];
    workload_input in = {.ndim = 0};
    if (line[0] == '#') {
        snprintf(w->title, sizeof w->title, "%.*s", (int)strcspn(line + 2, "\n"), line + 2);
        return 0;
    }
    if (strncmp(line, "size = ", 7) == 0) return 0;
    if (sscanf(line, "%31[^ ] = uniform(%lf, %lf, %63[^a-z]%15s", in.name, &in.low, &in.high, shape,
               in.dtype) != 5)
        return -1;
    if (w->count == WORKLOAD_INPUTS || read_shape(&in, shape) < 0) return -1;
    if (sn_dtype_from_name(in.dtype) == SN_DTYPE_NONE) return -1;
    w->inputs[w->count++] = in;
    return 0;
}

static int read_lines(workload *w, FILE *file)
{
    char line[512];
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
            if (used + n >= sizeof w->text) return -1;
            memcpy(w->text + used, line, n + 1);
            used += n;
        }
    }
    return used > 0 && w->count > 0 ? 0 : -1;
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
    return status < 0 ? FAIL("%s is no workload", path) : SN_OK;
}

/* ---- inputs --------------------------------------------------------------------------------------------- */

int64_t workload_n(const workload *w, double elements)
{
    double n = 1e300;
    for (size_t k = 0; k < w->count; k++) {
        double constant = 1, power = 0;
        for (int d = 0; d < w->inputs[k].ndim; d++) {
            if (w->inputs[k].dims[d] == 0)
                power++;
            else
                constant *= (double)w->inputs[k].dims[d];
        }
        if (power > 0) n = fmin(n, pow(elements / constant, 1 / power));
    }
    return n < 4 ? 4 : (int64_t)n;
}

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

static int fill_input(workload *w, size_t k, int64_t n, uint64_t seed, char *why)
{
    const workload_input *in = &w->inputs[k];
    sn_dtype dtype = sn_dtype_from_name(in->dtype);
    int64_t dims[4];
    size_t count = 1;
    for (int d = 0; d < in->ndim; d++) count *= (size_t)(dims[d] = in->dims[d] ? in->dims[d] : n);
    if (dtype != SN_FLOAT32 && dtype != SN_FLOAT64 && dtype != SN_INT64)
        return FAIL("%s: no random numbers of %s", w->name, in->dtype);
    void *data = malloc(count * sn_dtype_size(dtype));
    if (!data) return FAIL("%s: no memory for %zu elements", w->name, count);
    fill(data, count, in, seed + k);
    w->arrays[k] = sn_keep(sn_from_host(data, dtype, in->ndim, dims, NULL));
    free(data);
    return sn_ok(w->arrays[k]) ? SN_OK : FAIL("%s: %s", w->name, sn_error());
}

int workload_fill(workload *w, int64_t n, uint64_t seed, char *why)
{
    int status = SN_OK;
    workload_drop(w);
    for (size_t k = 0; k < w->count && status == SN_OK; k++) status = fill_input(w, k, n, seed, why);
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

sn_array workload_record(const workload *w)
{
    const char *names[WORKLOAD_INPUTS];
    for (size_t k = 0; k < w->count; k++) names[k] = w->inputs[k].name;
    return sn_expr(w->text, names, w->arrays, w->count);
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
