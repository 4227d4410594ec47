/* Bump allocation.  Blocks double, so that an arena of n bytes takes O(log n) calls to malloc; a request
 * too large to share a block gets one of its own, kept behind the head. */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGN 16
#define BLOCK_MIN ((size_t)4096)
#define BLOCK_MAX ((size_t)1 << 20)

struct sni_arena_block {
    struct sni_arena_block *next;
    _Alignas(ALIGN) char data[];
};

void sni_arena_init(sni_arena *a)
{
    *a = (sni_arena){0};
}

void sni_arena_free(sni_arena *a)
{
    for (struct sni_arena_block *b = a->head, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    sni_arena_init(a);
}

void sni_arena_reset(sni_arena *a)
{
    if (!a->head) return;
    sni_arena rest = {.head = a->head->next};
    sni_arena_free(&rest);
    a->head->next = NULL;
    a->used = 0;
}

static struct sni_arena_block *new_block(size_t bytes)
{
    struct sni_arena_block *b = NULL;
    size_t all;
    if (!sni_add_overflow(bytes, sizeof *b, &all)) b = malloc(all);
    if (!b) sni_fail_memory(bytes, "arena");
    return b;
}

static void *alloc_alone(sni_arena *a, size_t bytes)
{
    struct sni_arena_block *b = new_block(bytes);
    if (!b) return NULL;
    b->next = a->head->next;
    a->head->next = b;
    return memset(b->data, 0, bytes);
}

static int add_head(sni_arena *a)
{
    size_t capacity = a->capacity < BLOCK_MIN ? BLOCK_MIN : a->capacity * 2;
    if (capacity > BLOCK_MAX) capacity = BLOCK_MAX;
    struct sni_arena_block *b = new_block(capacity);
    if (!b) return SN_ERR_MEMORY;
    b->next = a->head;
    *a = (sni_arena){b, 0, capacity};
    return SN_OK;
}

void *sni_arena_alloc(sni_arena *a, size_t count, size_t size)
{
    size_t bytes;
    if (sni_mul_overflow(count, size, &bytes) || sni_add_overflow(bytes, (size_t)ALIGN - 1, &bytes)) {
        sni_fail_memory(SIZE_MAX, "arena");
        return NULL;
    }
    bytes &= ~((size_t)ALIGN - 1);
    if (!a->head && add_head(a) < 0) return NULL;
    if (bytes > a->capacity - a->used) {
        if (bytes > a->capacity / 2) return alloc_alone(a, bytes);
        if (add_head(a) < 0) return NULL;
    }
    void *p = a->head->data + a->used;
    a->used += bytes;
    return memset(p, 0, bytes);
}

char *sni_arena_printf(sni_arena *a, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    char *text = NULL;
    int n = vsnprintf(NULL, 0, format, args);
    if (n < 0)
        sni_fail(SN_ERR_INTERNAL, "text could not be formatted");
    else if ((text = sni_arena_alloc(a, (size_t)n + 1, 1)) != NULL)
        vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    va_end(args);
    return text;
}
