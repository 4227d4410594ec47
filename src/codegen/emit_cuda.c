/* CUDA C emitter: one kernel to one source that includes nothing; what a launch of it takes. */
#include "codegen/emit_cuda.h"

#include <string.h>

#define WARPS SNI_CUDA_WARPS
#define COLUMNS 32 /* kept elements of a block of COLUMNS */
#define CHUNK 1024
#define BLOCKS (1 << 20) /* of a map: turns of a grid of so many stay below 2^32 elements */
#define PARAMETERS 4096  /* bytes that every driver passes by value */

static bool is_split(const sni_kernel *k)
{
    return k->pattern == SNI_PATTERN_SPLIT_ROWS || k->pattern == SNI_PATTERN_SPLIT_COLUMNS;
}

static bool is_columns(const sni_kernel *k)
{
    return k->pattern == SNI_PATTERN_COLUMNS || k->pattern == SNI_PATTERN_SPLIT_COLUMNS;
}

/* ---- source -------------------------------------------------------------------------------------------------- */

/* How an entry point gets its parameters: within it they are *p. */
static void put_argument(const sni_kernel *k, sni_filling *f)
{
    sni_str *argument = sni_filling_key(f, "argument"), *table = sni_filling_key(f, "table");
    if (sni_cuda_params_by_pointer(k)) {
        sni_str_put(argument, "const struct sn_params *__restrict__ p");
    } else {
        sni_str_put(argument, "const __grid_constant__ struct sn_params params");
        sni_str_put(table, "    const struct sn_params *const p = &params;\n");
    }
}

void sni_cuda_put(sni_cuda *g, sni_filling *f, const char *name, sni_str *out)
{
    put_argument(g->k, f);
    int status = sni_filling_put(f, name, out);
    if (g->status >= 0 && status < 0) g->status = status;
}

void sni_cuda_operands(const sni_cuda *g, const char *users, sni_str *out)
{
    for (int o = 0; o < g->k->noperands; o++) {
        const sni_operand *operand = &g->k->operands[o];
        const char *constant = operand->kind == SNI_OPERAND_IN ? "const " : "",
                   *type = sni_cuda_type((sni_dtype)operand->dtype);
        if (operand->kind == SNI_OPERAND_INDEX || !sni_cgen_names(users, g->names.name[o])) continue;
        sni_str_printf(out, "    %s%s *const %s = (%s%s *)p->ptr[%d] + stride(p, %d, -1);\n", constant, type,
                       g->names.name[o], constant, type, o, o);
    }
}

void sni_cuda_product(int first, int count, sni_str *out)
{
    for (int d = first; d < first + count; d++)
        sni_str_printf(out, d > first ? " * extent(p, %d)" : "extent(p, %d)", d);
}

static void put_members(const sni_kernel *k, sni_str *out)
{
    bool seen[SNI_DTYPE_COUNT] = {false};
    for (int s = 0; s < k->nscalars; s++) {
        uint8_t dtype = k->scalar_dtype[s];
        if (!seen[dtype])
            sni_str_printf(out, "    %s as_%s;\n", sni_cuda_type((sni_dtype)dtype),
                           sni_cuda_type((sni_dtype)dtype));
        seen[dtype] = true;
    }
}

static int geo_length(const sni_kernel *k)
{
    int nd = k->nx + k->nr;
    return nd + k->noperands * (nd + 1);
}

static void put_quotient(const sni_kernel *k, sni_filling *f)
{
    sni_str *members = sni_filling_key(f, "reciprocals"), *function = sni_filling_key(f, "quotient");
    int divisors = sni_cuda_divisors(k, NULL, NULL);
    if (!divisors) return;
    sni_str_printf(members, "    u64 inverse[%d], shift[%d];\n", divisors, divisors);
    sni_filling inner = {0};
    sni_str_put(sni_filling_key(&inner, "tiles"),
                divisors > k->nx + k->nr ? "; d = ND: by the tiles across, ND + 1: down" : "");
    sni_str_put(sni_filling_key(&inner, "multiply"), k->index32 ? "__umulhi" : "__umul64hi");
    sni_str_put(sni_filling_key(&inner, "below"), k->index32 ? "31" : "63");
    sni_filling_put(&inner, "cuda/quotient.cu", function);
}

static void put_source(sni_cuda *g, sni_str *out)
{
    const sni_kernel *k = g->k;
    sni_filling f = {0};
    sni_str_put(sni_filling_key(&f, "signed"), k->index32 ? "i32" : "i64");
    sni_str_put(sni_filling_key(&f, "unsigned"), k->index32 ? "u32" : "u64");
    sni_str_printf(sni_filling_key(&f, "nx"), "%d", k->nx);
    sni_str_printf(sni_filling_key(&f, "nr"), "%d", k->nr);
    sni_str_printf(sni_filling_key(&f, "geo"), "%d", geo_length(k));
    put_members(k, sni_filling_key(&f, "members"));
    sni_str *pointers = sni_filling_key(&f, "pointers"), *scalars = sni_filling_key(&f, "scalars");
    if (k->noperands) sni_str_printf(pointers, "    void *ptr[%d];\n", k->noperands);
    if (k->nscalars) sni_str_printf(scalars, "    sn_scalar scalars[%d];\n", k->nscalars);
    put_quotient(k, &f);
    sni_str *functions = sni_filling_key(&f, "functions");
    if (k->pattern == SNI_PATTERN_MAP)
        sni_cuda_map(g, functions);
    else
        sni_cuda_reduce(g, functions);
    sni_cuda_put(g, &f, "cuda/common.cu", out);
}

static int emit(sni_cuda *g, sni_str *out)
{
    sni_str source = {0};
    g->status = sni_cgen_values(&g->names);
    if (g->status >= 0) put_source(g, &source);
    if (g->status >= 0) g->status = source.status;
    if (g->status >= 0) {
        sni_cgen_head(&g->names, out);
        g->status = g->names.status;
    }
    if (g->status >= 0) g->status = sni_prelude_cuda(sni_str_text(&source), out);
    sni_str_put(out, sni_str_text(&source));
    sni_str_free(&source);
    return g->status < 0 ? g->status : out->status;
}

int sni_emit_cuda(const sni_kernel *k, sni_str *out)
{
    sni_cuda g = {.k = k, .names = {.k = k, .lanes = 1}, .split = is_split(k), .columns = is_columns(k)};
    sni_cuda_find_held(k, &g.held);
    sni_arena_init(&g.names.arena);
    int status = emit(&g, out);
    sni_arena_free(&g.names.arena);
    return status;
}

/* ---- launches ------------------------------------------------------------------------------------------------ */

static int64_t ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

/* Blocks that have work when a part is `group` chunks. */
static int64_t units(const sni_kernel *k, const sni_geometry *g, int64_t group)
{
    int64_t kept = is_columns(k) ? ceil_div(g->nx, COLUMNS) : g->nx,
            parts = ceil_div(ceil_div(g->nr, CHUNK), group), n;
    return sni_mul_overflow(kept, parts, &n) ? INT64_MAX : n;
}

/* Rows that a block of ROWS has at a time, as the kernel counts them: one of more than a chunk; else each is the
 * lanes of a warp that hold it. */
static int64_t rows_of_block(const sni_geometry *g)
{
    int64_t width = 1;
    while (width < 32 && width < g->nr) width *= 2;
    return g->nr > CHUNK ? 1 : WARPS * 32 / width;
}

/* Threads: a warp for each chunk of a row where a block has one. */
static int64_t threads_of_block(const sni_geometry *g)
{
    int64_t warps = 2;
    if (g->nr <= CHUNK) return WARPS * 32;
    while (warps < WARPS && warps * CHUNK < g->nr) warps *= 2;
    return warps * 32;
}

static bool stages_in_scratch(const sni_kernel *k)
{
    sni_cuda_held held;
    sni_cuda_find_held(k, &held);
    for (int s = 0; s < k->nstages; s++)
        if (s >= SNI_CUDA_STAGES || !held.stage[s]) return true;
    return false;
}

static size_t scratch_bytes(const sni_kernel *k, const sni_geometry *g, const sni_cuda_launch *l)
{
    size_t n = is_split(k) ? k->nreductions : stages_in_scratch(k) ? k->nstages : 0;
    size_t rows = is_split(k) ? (size_t)ceil_div(ceil_div(g->nr, CHUNK), l->group) : (size_t)g->nr;
    size_t width = is_split(k) ? (size_t)g->nx
                               : (size_t)l->blocks * (size_t)(is_columns(k) ? COLUMNS : rows_of_block(g));
    if (sni_mul_overflow(n, rows, &n) || sni_mul_overflow(n, width, &n) || sni_mul_overflow(n, (size_t)8, &n))
        return SIZE_MAX;
    return n;
}

static int64_t at_most(int64_t n, int64_t most)
{
    return n < 1 ? 1 : n < most ? n : most;
}

static void plan_split(const sni_kernel *k, const sni_geometry *g, int64_t most_blocks, sni_cuda_launch *out)
{
    out->block[0] = is_columns(k) ? COLUMNS : WARPS * 32;
    out->group = is_columns(k) ? 1 : WARPS;
    while (units(k, g, out->group) > most_blocks && out->group < ceil_div(g->nr, CHUNK)) out->group *= 2;
    out->blocks = at_most(units(k, g, out->group), most_blocks);
    out->finish_blocks = at_most(g->nx, most_blocks);
}

void sni_cuda_plan(const sni_kernel *k, const sni_geometry *g, int64_t most_blocks, sni_cuda_launch *out)
{
    *out = (sni_cuda_launch){.block = {WARPS * 32, is_columns(k) ? 32 : 1}, .group = 1};
    if (is_split(k)) {
        plan_split(k, g, most_blocks, out);
    } else if (k->few) {
        out->block[1] = 1;
        out->blocks = at_most(ceil_div(g->nx, WARPS * 32), most_blocks);
    } else if (is_columns(k)) {
        out->block[0] = COLUMNS;
        out->blocks = at_most(ceil_div(g->nx, COLUMNS), most_blocks);
    } else if (k->pattern == SNI_PATTERN_ROWS) {
        out->block[0] = (uint32_t)threads_of_block(g);
        out->blocks = at_most(ceil_div(g->nx, rows_of_block(g)), most_blocks);
    } else {
        out->blocks = at_most(sni_cuda_map_blocks(k, g), most_blocks < BLOCKS ? most_blocks : BLOCKS);
    }
    out->scratch = scratch_bytes(k, g, out);
}

size_t sni_cuda_params_size(const sni_kernel *k)
{
    return 8 * (k->noperands + (size_t)(geo_length(k) + 2 * sni_cuda_divisors(k, NULL, NULL)) +
                2u * k->nscalars + 2);
}

bool sni_cuda_params_by_pointer(const sni_kernel *k)
{
    return sni_cuda_params_size(k) > PARAMETERS;
}

/* n / divisor is (2 n inverse) >> (32 + shift) for every n below 2^31; of 64 bits alike.
 * Granlund and Montgomery, Division by invariant integers using multiplication, 1994. */
static void find_reciprocal(bool index32, int64_t divisor, int64_t *inverse, int64_t *shift)
{
    int bits = index32 ? 31 : 63, s = 0;
    uint64_t d = divisor > 0 ? (uint64_t)divisor : 1;
    while ((uint64_t)1 << s < d) s++;
    __extension__ unsigned __int128 one = (unsigned __int128)1 << (bits + s);
    *inverse = (int64_t)((one + (d - 1)) / d);
    *shift = s;
}

void sni_cuda_params_pack(const sni_kernel *k, const sni_geometry *g, void *const *ptr,
                          const sni_scalar *scalars, void *scratch, int64_t group, void *out)
{
    int nd = k->nx + k->nr;
    int64_t *at = out;
    memcpy(at, ptr, k->noperands * sizeof *ptr);
    at += k->noperands;
    memcpy(at, g->extent, (size_t)nd * sizeof *at);
    at += nd;
    for (int o = 0; o < k->noperands; o++) {
        *at++ = g->offset[o];
        memcpy(at, g->stride[o], (size_t)nd * sizeof *at);
        at += nd;
    }
    int64_t divisor[SNI_CUDA_DIVISORS];
    int n = sni_cuda_divisors(k, g, divisor);
    for (int d = 0; d < n; d++) find_reciprocal(k->index32, divisor[d], &at[d], &at[n + d]);
    at += 2 * n;
    memcpy(at, scalars, k->nscalars * sizeof *scalars);
    at += 2 * k->nscalars;
    memcpy(at++, &scratch, sizeof scratch);
    *at = group;
}
