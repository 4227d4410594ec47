/* CUDA C emitter: which loops a map has. */
#include "codegen/emit_cuda.h"

#define VECTOR_BYTES 16
#define STATEMENTS_MAX 512 /* of an unrolled vector */
#define TURN_COST 120      /* of all elements of a turn */
#define TILES_BYTES 32768  /* shared memory of a block's tiles */

static int bytes_of(const sni_kernel *k, int o)
{
    return sni_dtypes[k->operands[o].dtype].bytes;
}

static sni_access inner(const sni_kernel *k, int o)
{
    return (sni_access)k->operands[o].access[k->nx - 1];
}

/* ---- vectors ------------------------------------------------------------------------------------------------- */

bool sni_cuda_is_vector(const sni_kernel *k, int o)
{
    const sni_operand *operand = &k->operands[o];
    return operand->kind != SNI_OPERAND_INDEX && !operand->masked && inner(k, o) == SNI_ACCESS_UNIT;
}

/* Neighbouring threads read single elements that lie strided, or where a mask allows, with fewer sectors than
 * they read vectors of them. */
static bool allows_vectors(const sni_kernel *k)
{
    for (int o = 0; o < k->noperands; o++) {
        sni_operand_kind kind = (sni_operand_kind)k->operands[o].kind;
        if (kind == SNI_OPERAND_INDEX || sni_cuda_is_vector(k, o)) continue;
        if (kind == SNI_OPERAND_OUT || k->operands[o].masked || inner(k, o) == SNI_ACCESS_STRIDED)
            return false;
    }
    return true;
}

static int lanes_of(const sni_kernel *k)
{
    int widest = 1;
    if (!allows_vectors(k)) return 1;
    for (int o = 0; o < k->noperands; o++)
        if (sni_cuda_is_vector(k, o) && bytes_of(k, o) > widest) widest = bytes_of(k, o);
    int lanes = VECTOR_BYTES / widest;
    while (lanes > 1 && lanes * k->ninstrs > STATEMENTS_MAX) lanes /= 2;
    return lanes;
}

static int inputs(const sni_kernel *k)
{
    int n = 0;
    for (int o = 0; o < k->noperands; o++) n += k->operands[o].kind == SNI_OPERAND_IN;
    return n;
}

static int cost_of(const sni_kernel *k)
{
    int cost = 0;
    for (int32_t v = 0; v < k->ninstrs; v++)
        cost += k->instrs[v].op == SNI_K_ELEMENT ? sni_ops[k->instrs[v].code].cost : 1;
    return cost;
}

/* Vectors or elements that a thread reads before it computes: more where there is less to read for each. */
static int turn_of(int cost, bool few)
{
    if (few && cost * 4 <= TURN_COST) return 4;
    return cost * 2 <= TURN_COST ? 2 : 1;
}

/* ---- tiles --------------------------------------------------------------------------------------------------- */

static bool is_turned(const sni_kernel *k, int o, int dim)
{
    const sni_operand *operand = &k->operands[o];
    return operand->kind == SNI_OPERAND_IN && !operand->masked && inner(k, o) == SNI_ACCESS_STRIDED &&
           operand->access[dim] == SNI_ACCESS_UNIT;
}

static int turned_bytes(const sni_kernel *k, int dim)
{
    int bytes = 0;
    for (int o = 0; o < k->noperands; o++)
        if (is_turned(k, o, dim)) bytes += bytes_of(k, o);
    return bytes;
}

static void find_tiles(const sni_kernel *k, sni_cuda_loops *out)
{
    int best = 0, room = TILES_BYTES;
    for (int d = 0; d < k->nx - 1; d++) {
        int bytes = turned_bytes(k, d);
        if (bytes && bytes >= best) best = bytes, out->down = d;
    }
    for (int o = 0; out->down >= 0 && o < k->noperands; o++) {
        int bytes = bytes_of(k, o) * SNI_CUDA_TILE * (SNI_CUDA_TILE + 1);
        out->turned[o] = is_turned(k, o, out->down) && bytes <= room;
        if (out->turned[o]) room -= bytes;
    }
}

void sni_cuda_find_loops(const sni_kernel *k, sni_cuda_loops *out)
{
    *out = (sni_cuda_loops){.lanes = lanes_of(k), .down = -1};
    find_tiles(k, out);
    int cost = cost_of(k);
    out->vectors = turn_of(cost * out->lanes, inputs(k) < 2);
    out->elements = turn_of(cost, true);
}

/* ---- blocks -------------------------------------------------------------------------------------------------- */

static int64_t tiles_along(int64_t extent)
{
    return extent / SNI_CUDA_TILE + (extent % SNI_CUDA_TILE != 0);
}

int64_t sni_cuda_map_blocks(const sni_kernel *k, const sni_geometry *g)
{
    sni_cuda_loops loops;
    sni_cuda_find_loops(k, &loops);
    int64_t each = SNI_CUDA_THREADS * loops.lanes;
    if (loops.down < 0 || g->nx == 0) return g->nx / each + (g->nx % each != 0);
    int64_t across = g->extent[k->nx - 1], down = g->extent[loops.down];
    return g->nx / across / down * tiles_along(across) * tiles_along(down);
}

int sni_cuda_divisors(const sni_kernel *k, const sni_geometry *g, int64_t *out)
{
    int n = k->nx > 1 || k->nr > 1 ? k->nx + k->nr : 0;
    for (int d = 0; d < n && g; d++) out[d] = g->extent[d];
    if (k->pattern != SNI_PATTERN_MAP || k->nx < 2) return n;
    sni_cuda_loops loops;
    sni_cuda_find_loops(k, &loops);
    if (loops.down < 0) return n;
    if (g) {
        out[n] = tiles_along(g->extent[k->nx - 1]);
        out[n + 1] = tiles_along(g->extent[loops.down]);
    }
    return n + 2;
}
