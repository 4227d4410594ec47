/* sinter bench: times an expression and tells what bounds it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "bandwidth.h"
#include "sinter.h"

enum { ROUNDS_MAX = 1000 };
#define SAMPLE 0.01 /* seconds that a sample lasts, where an evaluation is shorter */

typedef struct request {
    const char *text;
    char *text_read; /* of -f */
    int rounds;
    bool json;
    arrays arrays;
} request;

typedef struct samples {
    double median, least, largest;
} samples;

typedef struct figures {
    samples seconds;
    double kernels, bytes_read, bytes_written; /* of an evaluation */
    bool interpreted, reads;   /* reads: so much more than it writes that a read is its measure */
    double copy, stream, read; /* bytes a second, the best sample */
    double record, start;      /* seconds to record it, and to start a kernel; the best sample */
} figures;

/* ---- the command line ------------------------------------------------------------------------------------------- */

static int set_rounds(request *r, const char *value)
{
    char *end;
    errno = 0;
    long n = strtol(value, &end, 10);
    if (*end != '\0' || n < 1 || n > ROUNDS_MAX || errno != 0)
        return usage("--rounds needs a number from 1 to %d, not '%s'", ROUNDS_MAX, value);
    r->rounds = (int)n;
    return EXIT_OK;
}

static int parse(request *r, int argc, char **argv)
{
    const char *file = NULL, *value;
    bool missing = false;
    int status = EXIT_OK, k = 0;
    char *words[ARRAYS_MAX + 2];
    size_t count = 0, first = 0;
    for (; k < argc && status == EXIT_OK; k++) {
        if (strcmp(argv[k], "--json") == 0)
            r->json = true;
        else if ((value = option_value("--rounds", argc, argv, &k, &missing)) != NULL)
            status = set_rounds(r, value);
        else if ((value = option_value("-f", argc, argv, &k, &missing)) != NULL)
            file = value;
        else if (missing)
            status = EXIT_USAGE;
        else if (strncmp(argv[k], "--", 2) == 0)
            status = usage("'%s' is no option of bench", argv[k]);
        else if (count < sizeof words / sizeof *words)
            words[count++] = argv[k];
    }
    if (status != EXIT_OK) return status;
    if (file == NULL && count == 0) return usage("bench: no expression is given");
    if (file == NULL) r->text = words[first++];
    for (; first < count && status == EXIT_OK; first++) status = arrays_add(&r->arrays, words[first]);
    if (status != EXIT_OK || file == NULL) return status;
    r->text = r->text_read = read_text(file);
    return r->text != NULL ? EXIT_OK : EXIT_ERROR;
}

/* ---- measuring ------------------------------------------------------------------------------------------------------ */

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static samples summary(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return (samples){values[count / 2], values[0], values[count - 1]};
}

/* Seconds of an evaluation, over `count`; negative after a failure, which is told. */
static double evaluate(const request *r, long count)
{
    double start = seconds_now();
    for (long k = 0; k < count; k++)
        if (arrays_evaluate(&r->arrays, r->text, NULL) != EXIT_OK) return -1;
    return (seconds_now() - start) / (double)count;
}

static double record(const request *r, long count)
{
    double start = seconds_now();
    for (long k = 0; k < count; k++) SN_SCOPE
        {
            (void)arrays_record(&r->arrays, r->text);
        }
    return (seconds_now() - start) / (double)count;
}

/* Seconds to find and start a kernel that has next to nothing to do; negative after a failure. */
static double start_kernel(void)
{
    enum { COUNT = 200 };
    sn_array one = sn_ones(SN_FLOAT32, SN_SHAPE(1));
    double start = 0;
    int status = sn_eval(one);
    for (int k = -1; k < COUNT && status >= 0; k++) {
        SN_SCOPE
        {
            status = sn_eval(sn_negative(one));
        }
        if (k >= 0) continue;
        sn_wait_compiles(-1);
        start = seconds_now();
    }
    double seconds = (seconds_now() - start) / COUNT;
    sn_free(one);
    return status < 0 ? -1 : seconds;
}

static volatile uint64_t read_sum; /* so that it is computed */

/* Bytes a second of the three ways to move `bytes`. */
static void bandwidth(char *from, char *to, size_t bytes, double *out)
{
    size_t half = bytes / 2 / 64 * 64;
    long runs = (long)(1 + 20e6 / (double)bytes);
    for (int kind = 0; kind < 3; kind++) {
        double start = seconds_now();
        for (long k = 0; k < runs; k++) {
            if (kind == 0) copy_plain(to, from, half);
            if (kind == 1) copy_streaming(to, from, half);
            if (kind == 2) read_sum = read_all(from, 2 * half);
        }
        out[kind] = 2.0 * (double)half * (double)runs / (seconds_now() - start);
    }
}

static int take_turns(const request *r, figures *f, long count, char *from, char *to, size_t bytes)
{
    double seconds[ROUNDS_MAX], moved[3][ROUNDS_MAX], recorded[ROUNDS_MAX], started[ROUNDS_MAX];
    for (int k = 0; k < r->rounds; k++) {
        double each[3];
        bandwidth(from, to, bytes, each);
        for (int kind = 0; kind < 3; kind++) moved[kind][k] = each[kind];
        recorded[k] = record(r, count < 100 ? count : 100);
        if ((started[k] = start_kernel()) < 0) return fail_library(NULL);
        if ((seconds[k] = evaluate(r, count)) < 0) return EXIT_ERROR;
    }
    f->seconds = summary(seconds, r->rounds);
    f->copy = summary(moved[0], r->rounds).largest;
    f->stream = summary(moved[1], r->rounds).largest;
    f->read = summary(moved[2], r->rounds).largest;
    f->record = summary(recorded, r->rounds).least;
    f->start = summary(started, r->rounds).least;
    return EXIT_OK;
}

static int measure(const request *r, figures *f)
{
    enum { LEAST = 1 << 12, MOST = 1 << 29 }; /* bytes; beyond that they say no more */
    sn_stats stats;
    if (evaluate(r, 1) < 0) return EXIT_ERROR;
    sn_wait_compiles(-1);
    sn_stats_reset();
    double once = evaluate(r, 1);
    if (once < 0) return EXIT_ERROR;
    sn_stats_get(&stats);
    f->kernels = (double)stats.kernels;
    f->interpreted = stats.interpreted > 0;
    f->bytes_read = (double)stats.bytes_read;
    f->bytes_written = (double)stats.bytes_written + 2 * (double)stats.bytes_copied;
    f->reads = f->bytes_written * 10 < f->bytes_read;
    double total = f->bytes_read + f->bytes_written;
    size_t bytes = total > MOST ? MOST : total < LEAST ? LEAST : (size_t)total / 128 * 128;
    char *from = aligned_alloc(64, bytes), *to = aligned_alloc(64, bytes);
    int status = EXIT_OK;
    if (from == NULL || to == NULL) {
        status = fail("no memory to measure the bandwidth with");
    } else {
        memset(from, 1, bytes);
        memset(to, 2, bytes);
        double count = SAMPLE / once;
        start_kernel(); /* compiles; what fails is told below */
        status = take_turns(r, f, count < 1 ? 1 : count > 1e5 ? 100000 : (long)count, from, to, bytes);
    }
    free(from);
    free(to);
    return status;
}

/* ---- telling ------------------------------------------------------------------------------------------------------ */

typedef struct verdict {
    double bandwidth, bytes_share, overhead, overhead_share; /* shares of the least time */
    const char *bound;
} verdict;

/* What takes most of the time, if it takes half of it; arithmetic has no measure here and is what remains.  Of all
 * samples the best, which a busy machine disturbs least. */
static verdict judge(const figures *f)
{
    verdict v = {.bound = "arithmetic"};
    double copy = f->copy > f->stream ? f->copy : f->stream;
    v.bandwidth = f->reads ? f->read : copy;
    v.bytes_share = (f->bytes_read + f->bytes_written) / v.bandwidth / f->seconds.least;
    v.overhead = f->record + f->kernels * f->start;
    v.overhead_share = v.overhead / f->seconds.least;
    if (v.bytes_share >= 0.5 && v.bytes_share >= v.overhead_share)
        v.bound = "bytes";
    else if (v.overhead_share >= 0.5)
        v.bound = "overhead";
    return v;
}

static const char *duration(double seconds, char text[32])
{
    const char *unit = seconds < 1e-3 ? "us" : seconds < 1 ? "ms" : "s";
    snprintf(text, 32, "%.4g %s", seconds * (seconds < 1e-3 ? 1e6 : seconds < 1 ? 1e3 : 1), unit);
    return text;
}

static void print_text(const figures *f, const verdict *v, int rounds)
{
    char a[32], b[32];
    double bytes = f->bytes_read + f->bytes_written;
    printf("time       %s, the median of %d samples; least %s, spread %.0f%%; the least is what follows\n",
           duration(f->seconds.median, a), rounds, duration(f->seconds.least, b),
           100 * (f->seconds.largest - f->seconds.least) / f->seconds.median);
    printf("kernels    %.0f%s, which read %.6g MB and write %.6g MB\n", f->kernels,
           f->interpreted ? ", interpreted for want of a compiler" : "", f->bytes_read * 1e-6,
           f->bytes_written * 1e-6);
    printf("bytes      %.3g GB/s; %s of as many does %.3g GB/s: that would take %.2f of the time\n",
           bytes / f->seconds.least * 1e-9, f->reads ? "a read" : "a copy", v->bandwidth * 1e-9,
           v->bytes_share);
    printf("overhead   %s to record it and start its kernels: %.2f of the time\n", duration(v->overhead, a),
           v->overhead_share);
    if (strcmp(v->bound, "arithmetic") == 0)
        printf("bound by   neither: by arithmetic, or by the order in which memory is read\n");
    else
        printf("bound by   %s; %.2f of that bound is reached\n", v->bound,
               strcmp(v->bound, "bytes") == 0 ? v->bytes_share : v->overhead_share);
}

static void print_json(const figures *f, const verdict *v)
{
    printf("{\"seconds\": %.9g, \"least\": %.9g, \"largest\": %.9g, \"kernels\": %.0f, \"interpreted\": %s, ",
           f->seconds.median, f->seconds.least, f->seconds.largest, f->kernels,
           f->interpreted ? "true" : "false");
    printf("\"bytes_read\": %.0f, \"bytes_written\": %.0f, \"copy\": %.6g, \"streaming_copy\": %.6g, "
           "\"read\": %.6g, ",
           f->bytes_read, f->bytes_written, f->copy, f->stream, f->read);
    printf("\"bytes_share\": %.4g, \"overhead\": %.6g, \"overhead_share\": %.4g, \"bound\": \"%s\"}\n",
           v->bytes_share, v->overhead, v->overhead_share, v->bound);
}

/* The copies run on as many threads as the kernels. */
static void set_threads(void)
{
#ifdef _OPENMP
    char value[32];
    int threads = sn_option_get("NUM_THREADS", value, sizeof value) >= 0 ? atoi(value) : 0;
    if (threads > 0) omp_set_num_threads(threads);
#endif
}

int command_bench(int argc, char **argv)
{
    request r = {.rounds = 15};
    figures f = {.kernels = 0};
    int status = parse(&r, argc, argv);
    if (status == EXIT_OK) {
        const char *device = sn_device();
        if (device == NULL)
            status = fail_library(NULL);
        else if (strcmp(device, "cpu") != 0)
            status = fail("bench measures the processor: set SINTER_DEVICE=cpu");
    }
    set_threads();
    if (status == EXIT_OK) status = arrays_load(&r.arrays);
    if (status == EXIT_OK) status = measure(&r, &f);
    if (status == EXIT_OK) {
        verdict v = judge(&f);
        if (r.json)
            print_json(&f, &v);
        else
            print_text(&f, &v, r.rounds);
    }
    free(r.text_read);
    return status;
}
