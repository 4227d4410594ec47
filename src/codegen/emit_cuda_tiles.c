/* CUDA C emitter: the loop of a map over tiles of two kept dims.  Operands that are contiguous along the outer one,
 * `down`, are read along it and turned over in shared memory; the others are read and written along the inner one. */
#include "codegen/emit_cuda.h"

#include <stdio.h>

typedef struct tiles {
    const sni_cuda_loops *loops;
    int across;
} tiles;

static void put_shared(const sni_cuda *g, const tiles *t, sni_str *out)
{
    for (int o = 0; o < g->k->noperands; o++)
        if (t->loops->turned[o])
            sni_str_printf(out, "    __shared__ %s %s_tile[32][33];\n", sni_cuda_operand_type(g, o),
                           g->names.name[o]);
}

/* One statement an operand, of those that are turned or of the others. */
static void put_reads(const sni_cuda *g, const tiles *t, bool turned, sni_str *out)
{
    for (int o = 0; o < g->k->noperands; o++) {
        if (t->loops->turned[o] != turned) continue;
        sni_str_put(out, "            ");
        sni_cuda_put_reading(g, o, "[u]", out);
        sni_str_put(out, " = ");
        sni_cuda_read(g, o, 1, "here", out);
    }
}

static void put_into_tiles(const sni_cuda *g, const tiles *t, sni_str *out)
{
    for (int o = 0; o < g->k->noperands; o++) {
        if (!t->loops->turned[o]) continue;
        sni_str_printf(out, "            %s_tile[warp + 8 * u][lane] = ", g->names.name[o]);
        sni_cuda_put_reading(g, o, "[u]", out);
        sni_str_put(out, ";\n");
    }
}

static void put_arguments(const sni_cuda *g, const tiles *t, sni_str *out)
{
    sni_str_put(out, "p");
    for (int o = 0; o < g->k->noperands; o++) {
        sni_str_put(out, ", ");
        if (t->loops->turned[o])
            sni_str_printf(out, "%s_tile[lane][warp + 8 * u]", g->names.name[o]);
        else
            sni_cuda_put_reading(g, o, "[u]", out);
    }
}

/* The other kept dims, in order. */
static int outer_dims(const tiles *t, int *out)
{
    int n = 0;
    for (int d = 0; d < t->across; d++)
        if (d != t->loops->down) out[n++] = d;
    return n;
}

void sni_cuda_tiles(sni_cuda *g, const sni_cuda_loops *loops, sni_str *out)
{
    tiles t = {.loops = loops, .across = g->k->nx - 1};
    sni_filling f = {0};
    int outer[SNI_KERNEL_DIMS], count = outer_dims(&t, outer);
    put_shared(g, &t, sni_filling_key(&f, "shared"));
    sni_str_printf(sni_filling_key(&f, "across"), "%d", t.across);
    sni_str_printf(sni_filling_key(&f, "down"), "%d", loops->down);
    sni_str *slabs = sni_filling_key(&f, "outer"), *seat = sni_filling_key(&f, "seat"),
            *declare = sni_filling_key(&f, "declare"), *turned = sni_filling_key(&f, "turned"),
            *read = sni_filling_key(&f, "read"), users = {0};
    for (int i = 0; i < count; i++) sni_str_printf(slabs, " * extent(p, %d)", outer[i]);
    for (int o = 0; o < g->k->noperands; o++) sni_cuda_declare(g, o, 1, 4, "        ", declare);
    put_reads(g, &t, true, turned);
    put_reads(g, &t, false, read);
    sni_str_printf(&users, "%s%s", sni_str_text(turned), sni_str_text(read));
    sni_cuda_coordinates_of(outer, count, "slab", "        ", sni_str_text(&users), seat);
    if (users.status < 0) g->status = users.status;
    sni_str_free(&users);
    put_into_tiles(g, &t, sni_filling_key(&f, "put"));
    put_arguments(g, &t, sni_filling_key(&f, "arguments"));
    sni_cuda_put(g, &f, "cuda/map_tiles.cu", out);
}
