/* Runs a libFuzzer harness without libFuzzer: a fixed number of seeded mutations of a corpus, the same
 * on every machine.
 *
 *     fuzz_NAME COUNT FILE_OR_FOLDER...
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_SEEDS 256
#define MAX_SIZE 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct seed {
    uint8_t data[MAX_SIZE];
    size_t size;
} seed;

static seed seeds[MAX_SEEDS];
static size_t nseeds;
static uint64_t state = 0x9E3779B97F4A7C15u;

static uint32_t draw(uint32_t below) /* xorshift64*, then a fixed-point product */
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)((state * 0x2545F4914F6CDD1Du >> 32) * below >> 32);
}

/* ---- corpus ------------------------------------------------------------------------------------------ */

static void add_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f || nseeds == MAX_SEEDS) {
        fprintf(stderr, "cannot take %s into the corpus\n", path);
        exit(1);
    }
    seed *s = &seeds[nseeds++];
    s->size = fread(s->data, 1, MAX_SIZE, f);
    fclose(f);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void add(const char *path)
{
    struct dirent **entries;
    int n = scandir(path, &entries, NULL, by_name);
    if (n < 0) {
        add_file(path);
        return;
    }
    for (int k = 0; k < n; k++) {
        char inside[4096];
        snprintf(inside, sizeof inside, "%s/%s", path, entries[k]->d_name);
        if (entries[k]->d_name[0] != '.') add_file(inside);
        free(entries[k]);
    }
    free(entries);
}

/* ---- mutation ------------------------------------------------------------------------------------------ */

static void remove_range(seed *s)
{
    if (s->size == 0) return;
    size_t at = draw((uint32_t)s->size), n = 1 + draw(8);
    if (n > s->size - at) n = s->size - at;
    memmove(s->data + at, s->data + at + n, s->size - at - n);
    s->size -= n;
}

/* A piece of some seed: tokens of the format meet where they never stood together. */
static void insert_piece(seed *s)
{
    const seed *from = &seeds[draw((uint32_t)nseeds)];
    if (from->size == 0) return;
    size_t at = draw((uint32_t)s->size + 1), start = draw((uint32_t)from->size), n = 1 + draw(12);
    if (n > from->size - start) n = from->size - start;
    if (s->size + n > MAX_SIZE) return;
    memmove(s->data + at + n, s->data + at, s->size - at);
    memcpy(s->data + at, from->data + start, n);
    s->size += n;
}

static void change_byte(seed *s)
{
    static const uint8_t telling[] = {0, 1, 0x7F, 0x80, 0xFF, '0', '9', '-', '(', ')', '[', ']', ',', ':', '.', '\n', '\'', '*'};
    if (s->size == 0) return;
    uint8_t *p = &s->data[draw((uint32_t)s->size)];
    switch (draw(3)) {
    case 0: *p = (uint8_t)(*p ^ 1u << draw(8)); break;
    case 1: *p = telling[draw(sizeof telling)]; break;
    default: *p = (uint8_t)draw(256); break;
    }
}

static void truncate_end(seed *s)
{
    if (s->size > 0) s->size = draw((uint32_t)s->size);
}

static void mutate(seed *s)
{
    static void (*const ways[])(seed *) = {remove_range, insert_piece, insert_piece, change_byte, change_byte, truncate_end};
    for (uint32_t n = 1 + draw(6); n-- > 0;) ways[draw(sizeof ways / sizeof *ways)](s);
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s COUNT FILE_OR_FOLDER...\n", argv[0]);
        return 2;
    }
    for (int k = 2; k < argc; k++) add(argv[k]);
    for (size_t k = 0; k < nseeds; k++) LLVMFuzzerTestOneInput(seeds[k].data, seeds[k].size);
    for (long k = 0, n = atol(argv[1]); k < n; k++) {
        static seed s;
        s = seeds[draw((uint32_t)nseeds)];
        mutate(&s);
        LLVMFuzzerTestOneInput(s.data, s.size);
    }
    return 0;
}
