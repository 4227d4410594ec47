/* Evaluates programs that come one a line and answers each by a line: the server of fuzz.py.
 *
 *     MODES <tab> TEXT [<tab> NAME=VALUE ...]
 *
 * TEXT is expression text; each letter of MODES is one way to evaluate it:
 *     i  interpreted            u  interpreted, one kernel an operation
 *     c  compiled               p  interpreted on the CPU, whatever SINTER_DEVICE says
 *     s  interpreted step by step: every statement "name = ..." is evaluated alone and its
 *                                  value copied, so that no operation sees how its operands were made
 * VALUE is dtype:shape:hex, the bytes in C order; or dtype:shape:strides@offset:hex, strides and the offset of
 * the first element in bytes: the array is then used where it lies.
 *
 * The answer has a field for each mode: dtype:shape:hex; "=" for the same dtype, shape and bytes as the first
 * field; or "!" and the message of the refusal.
 *
 *     check_programs --same FILE
 *
 * answers nothing but the lines of FILE whose modes do not agree, where one NaN is as good as another, and how many
 * did: what can be tested without NumPy. */
#include <inttypes.h>
#include <math.h>
#include <sinter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_INPUTS = 200, MAX_STATEMENTS = 200 };

typedef struct value {
    char *name;
    sn_dtype dtype;
    int ndim;
    int64_t dims[SN_MAX_NDIM], strides[SN_MAX_NDIM], offset;
    bool strided;
    size_t bytes;
    unsigned char *data;
} value;

typedef struct request {
    char *modes, *text;
    value inputs[MAX_INPUTS];
    size_t ninputs;
} request;

/* ---- reading a line --------------------------------------------------------------------------- */

/* "2,3" -> {2, 3}; returns how many, -1 when malformed. */
static int parse_list(char *text, int64_t *out)
{
    int n = 0;
    while (*text != '\0') {
        char *end;
        if (n == SN_MAX_NDIM) return -1;
        out[n++] = strtoll(text, &end, 10);
        if (end == text || (*end != ',' && *end != '\0')) return -1;
        text = *end == ',' ? end + 1 : end;
    }
    return n;
}

static int hex_digit(char c)
{
    return c >= 'a' ? c - 'a' + 10 : c - '0';
}

static int parse_hex(const char *text, value *v)
{
    v->bytes = strlen(text) / 2;
    v->data = aligned_alloc(64, (v->bytes + 64) / 64 * 64);
    if (v->data == NULL) return -1;
    for (size_t k = 0; k < v->bytes; k++)
        v->data[k] = (unsigned char)(hex_digit(text[2 * k]) << 4 | hex_digit(text[2 * k + 1]));
    return 0;
}

/* Cuts at the first `c`; NULL when there is none. */
static char *cut(char *text, char c)
{
    char *at = text ? strchr(text, c) : NULL;
    if (at == NULL) return NULL;
    *at = '\0';
    return at + 1;
}

static int parse_value(char *field, value *v)
{
    *v = (value){.name = field};
    char *dtype = cut(field, '='), *shape = cut(dtype, ':'), *rest = cut(shape, ':');
    if (rest == NULL || (v->dtype = sn_dtype_from_name(dtype)) == SN_DTYPE_NONE) return -1;
    if ((v->ndim = parse_list(shape, v->dims)) < 0) return -1;
    char *offset = cut(rest, '@');
    if (offset == NULL) return parse_hex(rest, v);
    char *hex = cut(offset, ':');
    v->strided = true;
    v->offset = strtoll(offset, NULL, 10);
    return hex == NULL || parse_list(rest, v->strides) != v->ndim ? -1 : parse_hex(hex, v);
}

static int parse_request(char *line, request *r)
{
    line[strcspn(line, "\n")] = '\0';
    r->modes = line;
    r->text = cut(line, '\t');
    r->ninputs = 0;
    for (char *field = cut(r->text, '\t'), *next; field != NULL; field = next) {
        next = cut(field, '\t');
        if (r->ninputs == MAX_INPUTS || parse_value(field, &r->inputs[r->ninputs++]) < 0) return -1;
    }
    return r->text == NULL ? -1 : 0;
}

static void free_request(request *r)
{
    for (size_t k = 0; k < r->ninputs; k++) free(r->inputs[k].data);
}

/* ---- evaluating ------------------------------------------------------------------------------------ */

typedef struct answer {
    sn_dtype dtype;
    int ndim;
    int64_t dims[SN_MAX_NDIM];
    size_t bytes;
    unsigned char *data; /* NULL: refused */
    char *message;
} answer;

static void refuse(answer *a, const char *message)
{
    a->message = strdup(message);
    for (char *p = a->message; p && *p; p++)
        if (*p == '\t' || *p == '\n') *p = ' ';
}

static void read_answer(sn_array x, answer *a)
{
    *a = (answer){0};
    if (!sn_ok(x)) {
        refuse(a, sn_error_of(x));
        return;
    }
    a->dtype = sn_dtype_of(x);
    a->ndim = sn_shape(x, a->dims);
    a->bytes = (size_t)sn_size(x) * sn_dtype_size(a->dtype);
    a->data = malloc(a->bytes + 1);
    if (a->data != NULL && sn_to_host(x, a->data, a->bytes) >= 0) return;
    free(a->data);
    a->data = NULL;
    refuse(a, sn_error());
}

static void free_answer(answer *a)
{
    free(a->data);
    free(a->message);
}

static sn_array input(const value *v)
{
    if (!v->strided) return sn_from_host(v->data, v->dtype, v->ndim, v->dims, NULL);
    return sn_wrap(v->data + v->offset, v->dtype, v->ndim, v->dims, v->strides, NULL, NULL);
}

/* One statement of a program evaluated, its value a copy that has forgotten where it came from. */
static sn_array evaluated(const char *text, const char *const *names, const sn_array *arrays, size_t count)
{
    answer a;
    sn_array x = sn_expr(text, names, arrays, count);
    read_answer(x, &a);
    if (a.data != NULL) x = sn_from_host(a.data, a.dtype, a.ndim, a.dims, NULL);
    free_answer(&a);
    return x;
}

/* "v1 = ...; v2 = ...; v2" by itself, statement after statement. */
static sn_array step_by_step(const char *text, const char **names, sn_array *arrays, size_t count, char *copy)
{
    char *statement = strcpy(copy, text);
    for (char *next; (next = strstr(statement, "; ")) != NULL; statement = next + 2) {
        *next = '\0';
        char *expression = strstr(statement, " = ");
        if (expression == NULL || count == MAX_INPUTS + MAX_STATEMENTS) break;
        *expression = '\0';
        arrays[count] = evaluated(expression + 3, names, arrays, count);
        if (!sn_ok(arrays[count])) return arrays[count];
        names[count++] = statement;
    }
    return sn_expr(statement, names, arrays, count);
}

static void option(const char *name, const char *setting)
{
    if (sn_option_set(name, setting) < 0) fprintf(stderr, "check_programs: %s\n", sn_error());
}

static void evaluate(const request *r, char mode, answer *a)
{
    const char *names[MAX_INPUTS + MAX_STATEMENTS];
    sn_array arrays[MAX_INPUTS + MAX_STATEMENTS];
    char *copy = malloc(strlen(r->text) + 1);
    option("JIT", mode == 'c' ? "sync" : "off");
    option("FUSE", mode == 'u' ? "off" : "on");
    option("DEVICE", mode == 'p' ? "cpu" : NULL);
    SN_SCOPE
    {
        for (size_t k = 0; k < r->ninputs; k++) {
            names[k] = r->inputs[k].name;
            arrays[k] = input(&r->inputs[k]);
        }
        sn_array x = mode == 's' && copy ? step_by_step(r->text, names, arrays, r->ninputs, copy)
                                         : sn_expr(r->text, names, arrays, r->ninputs);
        read_answer(x, a);
    }
    free(copy);
}

/* ---- answering ---------------------------------------------------------------------------------------- */

static void print_answer(const answer *a)
{
    static const char digits[] = "0123456789abcdef";
    if (a->data == NULL) {
        printf("!%s", a->message ? a->message : "");
        return;
    }
    printf("%s:", sn_dtype_name(a->dtype));
    for (int k = 0; k < a->ndim; k++) printf("%s%" PRId64, k ? "," : "", a->dims[k]);
    putchar(':');
    for (size_t k = 0; k < a->bytes; k++) {
        putchar(digits[a->data[k] >> 4]);
        putchar(digits[a->data[k] & 15]);
    }
}

static bool same(const answer *a, const answer *b)
{
    if (a->data == NULL || b->data == NULL)
        return a->data == b->data && a->message && b->message && !strcmp(a->message, b->message);
    return a->dtype == b->dtype && a->ndim == b->ndim &&
           memcmp(a->dims, b->dims, (size_t)a->ndim * sizeof *a->dims) == 0 &&
           memcmp(a->data, b->data, a->bytes) == 0;
}

static void respond(const request *r)
{
    answer first = {0};
    for (const char *mode = r->modes; *mode != '\0'; mode++) {
        answer a;
        evaluate(r, *mode, &a);
        if (mode == r->modes) {
            first = a;
            print_answer(&a);
            continue;
        }
        putchar('\t');
        if (same(&first, &a))
            putchar('=');
        else
            print_answer(&a);
        free_answer(&a);
    }
    free_answer(&first);
    putchar('\n');
    fflush(stdout); /* after a crash the reader counts the answers */
}

/* ---- without NumPy ------------------------------------------------------------------------------------- */

/* Real parts and imaginary parts count as elements of their own. */
static bool is_nan(const answer *a, size_t k, size_t size)
{
    float f;
    double d;
    if (size == sizeof f) return memcpy(&f, a->data + k * size, size), isnan(f);
    return memcpy(&d, a->data + k * size, size), isnan(d);
}

static bool agree(const answer *a, const answer *b)
{
    if (same(a, b)) return true;
    if (a->data == NULL || b->data == NULL || a->bytes != b->bytes || a->dtype != b->dtype ||
        a->dtype < SN_FLOAT32)
        return false;
    size_t size = a->dtype == SN_FLOAT32 || a->dtype == SN_COMPLEX64 ? sizeof(float) : sizeof(double);
    for (size_t k = 0; k < a->bytes / size; k++)
        if (memcmp(a->data + k * size, b->data + k * size, size) != 0 &&
            !(is_nan(a, k, size) && is_nan(b, k, size)))
            return false;
    return true;
}

static bool modes_agree(const request *r)
{
    answer first, other;
    bool all = true;
    evaluate(r, r->modes[0], &first);
    for (const char *mode = r->modes + 1; *mode != '\0'; mode++) {
        evaluate(r, *mode, &other);
        if (!agree(&first, &other)) {
            printf("%s\n    %c: ", r->text, r->modes[0]);
            print_answer(&first);
            printf("\n    %c: ", *mode);
            print_answer(&other);
            putchar('\n');
            all = false;
        }
        free_answer(&other);
    }
    free_answer(&first);
    return all;
}

int main(int argc, char **argv)
{
    static request r;
    bool compare = argc == 3 && strcmp(argv[1], "--same") == 0;
    FILE *file = compare ? fopen(argv[2], "r") : stdin;
    char *line = NULL;
    size_t capacity = 0;
    int status = file == NULL, total = 0, passed = 0;
    while (status == 0 && getline(&line, &capacity, file) > 0) {
        if (compare && line[0] == '#') continue;
        status = parse_request(line, &r);
        if (status != 0)
            fprintf(stderr, "check_programs: the line is malformed\n");
        else if (compare)
            passed += modes_agree(&r);
        else
            respond(&r);
        free_request(&r);
        total++;
    }
    free(line);
    if (compare) printf("passed %d of %d\n", passed, total);
    if (file != NULL && file != stdin) fclose(file);
    sn_shutdown();
    return status != 0 || (compare && (total == 0 || passed != total));
}
