/* Walks: moving the elements of a block between an operand's memory and a buffer. */
#include "runtime/cpu/interp.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

void sni_walk_init(sni_walk *w, const int64_t *extent, const int64_t *stride, int dims)
{
    w->rank = 0;
    for (int d = 0; d < dims; d++) {
        if (extent[d] == 1) continue;
        int last = w->rank - 1;
        if (last >= 0 && w->stride[last] == stride[d] * extent[d]) {
            w->extent[last] *= extent[d];
            w->stride[last] = stride[d];
        } else {
            w->extent[w->rank] = extent[d];
            w->stride[w->rank++] = stride[d];
        }
    }
}

int64_t sni_walk_offset(const sni_walk *w, int64_t flat)
{
    int64_t offset = 0;
    for (int d = w->rank - 1; d > 0; d--) {
        offset += flat % w->extent[d] * w->stride[d];
        flat /= w->extent[d];
    }
    return w->rank > 0 ? offset + flat * w->stride[0] : 0;
}

bool sni_walk_span(const sni_walk *w, int64_t flat, int64_t count, int64_t *offset, int64_t *stride)
{
    if (w->rank == 0) {
        *offset = *stride = 0;
        return true;
    }
    int inner = w->rank - 1;
    if (inner > 0 && flat % w->extent[inner] + count > w->extent[inner]) return false;
    *offset = sni_walk_offset(w, flat);
    *stride = w->stride[inner];
    return true;
}

/* A step of the odometer: a plane of rows x columns elements that starts at `offset`; one row, but for a
 * start at the first column with two whole rows or more to go. */
typedef struct plane { int64_t offset, rows, columns, row_stride, column_stride; } plane;

typedef struct odometer {
    const sni_walk *w;
    int64_t at[SNI_KERNEL_DIMS];
    int64_t offset, left;
} odometer;

static void odometer_start(odometer *o, const sni_walk *w, int64_t flat, int64_t count)
{
    o->w = w;
    o->left = count;
    o->offset = 0;
    for (int d = w->rank - 1; d >= 0; d--) {
        o->at[d] = d > 0 ? flat % w->extent[d] : flat;
        flat /= w->extent[d];
        o->offset += o->at[d] * w->stride[d];
    }
}

static void odometer_advance(odometer *o, int d, int64_t by)
{
    const sni_walk *w = o->w;
    o->at[d] += by;
    o->offset += by * w->stride[d];
    while (d > 0 && o->at[d] >= w->extent[d]) {
        o->offset -= o->at[d] * w->stride[d];
        o->at[d--] = 0;
        o->at[d]++;
        o->offset += w->stride[d];
    }
}

static bool odometer_next(odometer *o, plane *p)
{
    const sni_walk *w = o->w;
    if (o->left <= 0) return false;
    p->offset = o->offset;
    p->rows = 1;
    p->row_stride = 0;
    if (w->rank == 0) {
        p->columns = o->left;
        p->column_stride = 0;
        o->left = 0;
        return true;
    }
    int inner = w->rank - 1;
    int64_t extent = w->extent[inner];
    p->column_stride = w->stride[inner];
    if (inner > 0 && o->at[inner] == 0 && o->left / 2 >= extent) {
        int64_t rows = o->left / extent, to_edge = w->extent[inner - 1] - o->at[inner - 1];
        p->rows = inner > 1 && rows > to_edge ? to_edge : rows;
        p->columns = extent;
        p->row_stride = w->stride[inner - 1];
        odometer_advance(o, inner - 1, p->rows);
    } else {
        int64_t to_edge = extent - o->at[inner];
        p->columns = inner > 0 && o->left > to_edge ? to_edge : o->left;
        odometer_advance(o, inner, p->columns);
    }
    o->left -= p->rows * p->columns;
    return true;
}

/* Elements as bits, at any alignment and whatever their type. */
typedef uint8_t item1 __attribute__((may_alias));
typedef uint16_t item2 __attribute__((may_alias, aligned(1)));
typedef uint32_t item4 __attribute__((may_alias, aligned(1)));
typedef uint64_t item8 __attribute__((may_alias, aligned(1)));

#define SHORT_ROW 16 /* below this a call of memcpy costs more than a loop */

#define DEFINE_MOVES(T)                                                                           \
    static void fill_##T(T *out, T value, int64_t n)                                              \
    {                                                                                             \
        for (int64_t i = 0; i < n; i++) out[i] = value;                                           \
    }                                                                                             \
    static void gather_row_##T(T *out, const T *in, int64_t n, int64_t stride)                    \
    {                                                                                             \
        if (stride == 1 && n >= SHORT_ROW) memcpy(out, in, (size_t)n * sizeof(T));                \
        else if (stride == 0) fill_##T(out, *in, n);                                              \
        else for (int64_t i = 0; i < n; i++) out[i] = in[i * stride];                             \
    }                                                                                             \
    static void gather_##T(T *out, const T *base, const plane *p)                                 \
    {                                                                                             \
        const T *in = base + p->offset;                                                           \
        for (int64_t row = 0; row < p->rows; row++, out += p->columns, in += p->row_stride)       \
            gather_row_##T(out, in, p->columns, p->column_stride);                                \
    }                                                                                             \
    static void scatter_##T(T *base, const T *in, int64_t in_step, const plane *p)                \
    {                                                                                             \
        T *out = base + p->offset;                                                                \
        for (int64_t row = 0; row < p->rows; row++, out += p->row_stride) {                       \
            if (p->column_stride == 1 && in_step == 1 && p->columns >= SHORT_ROW)                 \
                memcpy(out, in, (size_t)p->columns * sizeof(T));                                  \
            else                                                                                  \
                for (int64_t i = 0; i < p->columns; i++) out[i * p->column_stride] = in[i * in_step]; \
            in += p->columns * in_step;                                                           \
        }                                                                                         \
    }                                                                                             \
    static void expand_##T(T *out, const T *in, int64_t in_step, int64_t rows, int64_t repeat)    \
    {                                                                                             \
        for (int64_t row = 0; row < rows; row++) fill_##T(out + row * repeat, in[row * in_step], repeat); \
    }
DEFINE_MOVES(item1)
DEFINE_MOVES(item2)
DEFINE_MOVES(item4)
DEFINE_MOVES(item8)

/* Calls the function made for elements of `width` bytes. */
#define BY_WIDTH(width, call)                                                                     \
    switch (width) {                                                                              \
    case 1: { typedef item1 T; call(item1); break; }                                              \
    case 2: { typedef item2 T; call(item2); break; }                                              \
    case 4: { typedef item4 T; call(item4); break; }                                              \
    default: { typedef item8 T; call(item8); break; }                                             \
    }

/* The same row again and again: what is there already is doubled. */
static void repeat_rows(char *out, size_t row_bytes, size_t rows)
{
    size_t done = row_bytes, all = row_bytes * rows;
    while (done < all) {
        size_t n = done < all - done ? done : all - done;
        memcpy(out + done, out, n);
        done += n;
    }
}

void sni_walk_gather(const sni_walk *w, void *out, const void *base, size_t width, int64_t flat, int64_t count)
{
    odometer o;
    plane p;
    char *to = out;
    odometer_start(&o, w, flat, count);
    while (odometer_next(&o, &p)) {
        int64_t rows = p.rows;
        if (p.row_stride == 0) p.rows = 1;
#define CALL(item) gather_##item((T *)(void *)to, (const T *)base, &p)
        BY_WIDTH(width, CALL)
#undef CALL
        size_t row_bytes = (size_t)p.columns * width;
        if (p.rows < rows) repeat_rows(to, row_bytes, (size_t)rows);
        to += row_bytes * (size_t)rows;
    }
}

void sni_walk_scatter(const sni_walk *w, void *base, const void *in, int64_t in_step, size_t width, int64_t flat, int64_t count)
{
    odometer o;
    plane p;
    const char *from = in;
    odometer_start(&o, w, flat, count);
    while (odometer_next(&o, &p)) {
#define CALL(item) scatter_##item((T *)base, (const T *)(const void *)from, in_step, &p)
        BY_WIDTH(width, CALL)
#undef CALL
        from += (size_t)(p.rows * p.columns * in_step) * width;
    }
}

void sni_walk_index(const sni_walk *w, int64_t *out, int64_t base, int64_t flat, int64_t count)
{
    odometer o;
    plane p;
    odometer_start(&o, w, flat, count);
    while (odometer_next(&o, &p))
        for (int64_t row = 0; row < p.rows; row++, out += p.columns)
            for (int64_t i = 0; i < p.columns; i++)
                out[i] = base + p.offset + row * p.row_stride + i * p.column_stride;
}

void sni_block_fill(void *out, const void *value, size_t width, int64_t count)
{
#define CALL(item) fill_##item((T *)out, *(const T *)value, count)
    BY_WIDTH(width, CALL)
#undef CALL
}

void sni_block_expand(void *out, const void *in, int64_t in_step, size_t width, int64_t rows, int64_t repeat)
{
#define CALL(item) expand_##item((T *)out, (const T *)in, in_step, rows, repeat)
    BY_WIDTH(width, CALL)
#undef CALL
}

void sni_block_stream(void *out, const void *in, size_t bytes)
{
#ifdef __SSE2__
    __m128i *to = out;
    const __m128i *from = in;
    for (size_t i = 0; i < bytes / sizeof *to; i++) _mm_stream_si128(to + i, _mm_loadu_si128(from + i));
#else
    memcpy(out, in, bytes);
#endif
}

void sni_block_stream_end(void)
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}
