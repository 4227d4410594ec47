#include "copy.h"

#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { PIECE = 1 << 20 };

void copy_plain(void *to, const void *from, size_t bytes)
{
    int64_t pieces = (int64_t)((bytes + PIECE - 1) / PIECE);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < pieces; k++) {
        size_t at = (size_t)k * PIECE, n = bytes - at < PIECE ? bytes - at : PIECE;
        memcpy((char *)to + at, (const char *)from + at, n);
    }
}

void copy_streaming(void *to, const void *from, size_t bytes)
{
#ifdef __SSE2__
    int64_t pieces = (int64_t)((bytes + PIECE - 1) / PIECE);
#pragma omp parallel for schedule(static)
    for (int64_t k = 0; k < pieces; k++) {
        size_t at = (size_t)k * PIECE, n = bytes - at < PIECE ? bytes - at : PIECE;
        const __m128i *source = (const __m128i *)(const void *)((const char *)from + at);
        __m128i *target = (__m128i *)(void *)((char *)to + at);
        for (size_t i = 0; i < n / sizeof *source; i++) _mm_stream_si128(target + i, _mm_load_si128(source + i));
    }
    _mm_sfence();
#else
    copy_plain(to, from, bytes);
#endif
}
