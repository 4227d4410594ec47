/* CUDA C emitter: what a thread keeps of its elements from one pass to the next.
 *
 * What several passes read of an input, and what they share (STAGE), stays in registers where a thread has so few
 * elements that all loops over them are unrolled; a longer row is read again, which the cache serves, and stages
 * lie in scratch. */
#include "codegen/emit_cuda.h"

#include <string.h>

#define ROW_WORDS 128   /* registers that arrays may take: of 255, in blocks of 256 threads ... */
#define COLUMN_WORDS 16 /* ... and of 64, in blocks of 1024 */
#define ROW_ELEMENTS (SNI_CUDA_WARPS * 1024)
#define COLUMN_ELEMENTS 512
#define FEW_ELEMENTS 16
#define FEW_INSTRS 64
#define UNROLLED 2048 /* instructions: time to compile grows with them */

static bool is_columns(const sni_kernel *k)
{
    return k->pattern == SNI_PATTERN_COLUMNS;
}

/* LOADs of an operand that more than one pass makes.  A masked one is not kept: its mask comes with the pass. */
static bool read_again(const sni_kernel *k, int o)
{
    int first = -1;
    if (k->operands[o].masked) return false;
    for (int32_t v = 0; v < k->ninstrs; v++) {
        const sni_kinstr *in = &k->instrs[v];
        if (in->op != SNI_K_LOAD || in->level != SNI_XR || in->slot != o) continue;
        if (first >= 0 && in->pass != first) return true;
        first = in->pass;
    }
    return false;
}

static int words(const sni_kernel *k, sni_dtype dtype)
{
    return k->held * (sni_dtypes[dtype].bytes == 8 ? 2 : 1);
}

static bool take(int *left, int n)
{
    if (n > *left) return false;
    *left -= n;
    return true;
}

static sni_dtype stage_dtype(const sni_kernel *k, int stage)
{
    for (int32_t v = 0; v < k->ninstrs; v++)
        if (k->instrs[v].op == SNI_K_STAGE && k->instrs[v].slot == stage)
            return (sni_dtype)k->instrs[k->instrs[v].arg[0]].dtype;
    return SNI_FLOAT64;
}

void sni_cuda_find_held(const sni_kernel *k, sni_cuda_held *out)
{
    int left = is_columns(k) && !k->few ? COLUMN_WORDS : ROW_WORDS;
    memset(out, 0, sizeof *out);
    if (!k->held) return;
    if (k->few) out->elements = k->held;
    for (int s = 0; s < k->nstages && s < SNI_CUDA_STAGES; s++)
        if (take(&left, words(k, stage_dtype(k, s)))) out->stage[s] = true, out->elements = k->held;
    for (int o = 0; o < k->noperands; o++)
        if (read_again(k, o) && take(&left, words(k, (sni_dtype)k->operands[o].dtype)))
            out->operand[o] = true, out->elements = k->held;
}

bool sni_cuda_is_held(const sni_cuda *g, const sni_kinstr *in)
{
    if (in->op == SNI_K_LOAD) return in->level == SNI_XR && g->held.operand[in->slot];
    return (in->op == SNI_K_STAGE || in->op == SNI_K_UNSTAGE) && in->slot < SNI_CUDA_STAGES &&
           g->held.stage[in->slot];
}

/* ---- the size class ------------------------------------------------------------------------------------------ */

/* Whether a thread can have all of a column of n: all it keeps are arrays of n. */
static bool is_few(const sni_kernel *k, int64_t n)
{
    int arrays = k->nreductions + k->nstages;
    if (k->pattern != SNI_PATTERN_COLUMNS || n > FEW_ELEMENTS || k->ninstrs > FEW_INSTRS) return false;
    for (int o = 0; o < k->noperands; o++) arrays += read_again(k, o);
    return arrays * n * 2 <= ROW_WORDS && k->nstages <= SNI_CUDA_STAGES;
}

static int over_reduced(const sni_kernel *k)
{
    int n = 0;
    for (int32_t v = 0; v < k->ninstrs; v++) n += k->instrs[v].level == SNI_XR;
    return n;
}

void sni_cuda_set_class(sni_kernel *k, const sni_geometry *g)
{
    bool columns = is_columns(k), again = k->nstages > 0;
    int64_t most = g->nr < 1024 ? g->nr : 1024, per_thread, n = 1;
    k->held = 0;
    k->few = is_few(k, g->nr);
    if (!k->few &&
        ((k->pattern != SNI_PATTERN_ROWS && !columns) || g->nr > (columns ? COLUMN_ELEMENTS : ROW_ELEMENTS)))
        return;
    for (int o = 0; o < k->noperands; o++) again |= read_again(k, o);
    per_thread = k->few ? g->nr : (most + 31) / 32;
    while (n < per_thread) n *= 2;
    if (k->few || (again && n * over_reduced(k) <= UNROLLED)) k->held = (uint8_t)n;
}
