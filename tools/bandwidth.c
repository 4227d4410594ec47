#include "bandwidth.h"

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { PIECE = 1 << 20 };

static int64_t pieces_of(size_t bytes)
{
    return (int64_t)((bytes + PIECE - 1) / PIECE);
}
static size_t piece_bytes(size_t bytes, size_t at)
{
    return bytes - at < PIECE ? bytes - at : PIECE;
}

void copy_plain(void *to, const void *from, size_t bytes)
{
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < pieces_of(bytes); k++) {
        size_t at = (size_t)k * PIECE;
        memcpy((char *)to + at, (const char *)from + at, piece_bytes(bytes, at));
    }
}

void copy_streaming(void *to, const void *from, size_t bytes)
{
#ifdef __SSE2__
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < pieces_of(bytes); k++) {
        size_t at = (size_t)k * PIECE, n = piece_bytes(bytes, at);
        const __m128i *source = (const __m128i *)(const void *)((const char *)from + at);
        __m128i *target = (__m128i *)(void *)((char *)to + at);
        for (size_t i = 0; i < n / sizeof *source; i++)
            _mm_stream_si128(target + i, _mm_load_si128(source + i));
    }
    _mm_sfence();
#else
    copy_plain(to, from, bytes);
#endif
}

uint64_t read_all(const void *from, size_t bytes)
{
    uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
    for (int64_t k = 0; k < pieces_of(bytes); k++) {
        size_t at = (size_t)k * PIECE, n = piece_bytes(bytes, at) / sizeof(uint64_t);
        const uint64_t *words = (const uint64_t *)(const void *)((const char *)from + at);
        for (size_t i = 0; i < n; i++) sum += words[i];
    }
    return sum;
}
