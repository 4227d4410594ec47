/* The kernel's space: which dims are walked in which order, which loops run as vectors, and the extents
 * and strides of one launch. */
#include "codegen/lower.h"

#include <string.h>

#define COLUMNS_WIDTH 32 /* columns that share a block, and with it what it stages */

static int64_t magnitude(int64_t a)
{
    return a < 0 ? -a : a;
}

static int64_t elements(const sni_lowering *lw, bool reduced)
{
    int64_t n = 1;
    for (int d = 0; d < lw->space.rank; d++)
        if (lw->group->reduced[d] == reduced && !(reduced && lw->void_reduced)) n *= lw->space.extent[d];
    return n;
}

/* ---- order and pattern -------------------------------------------------------------------------------------- */

/* Kept dims as the first output lies in memory, so that data is walked in its own order; reduced dims in
 * logical order, which the result depends on. */
static void order_dims(sni_lowering *lw)
{
    const sni_form *first = lw->stores.count ? lw->terms.data[lw->stores.data[0]].form : NULL;
    sni_kernel *k = &lw->out->kernel;
    int nx = 0, nr = 0;
    for (int d = 0; d < lw->space.rank; d++) {
        if (lw->group->reduced[d]) continue;
        int i = nx++;
        int64_t step = first ? magnitude(sni_form_stride(first, d)) : 0;
        for (; i > 0 && first && magnitude(sni_form_stride(first, lw->dim[i - 1])) < step; i--) lw->dim[i] = lw->dim[i - 1];
        lw->dim[i] = (int8_t)d;
    }
    for (int d = 0; d < lw->space.rank; d++)
        if (lw->reduced >> d & 1) lw->dim[nx + nr++] = (int8_t)d;
    k->nx = (uint8_t)nx;
    k->nr = (uint8_t)nr;
}

typedef struct votes {      /* bytes loaded an element that favour ... */
    int rows;               /* vectors along the innermost reduced dim: unit stride there */
    int columns[SNI_MAX_RANK]; /* along kept dim i: unit stride there */
    int nearer;             /* rows less columns, where neither has unit stride: the smaller step */
} votes;

static void count_votes(const sni_lowering *lw, votes *v)
{
    int nx = lw->out->kernel.nx, inner = lw->dim[nx + lw->out->kernel.nr - 1];
    *v = (votes){0};
    for (size_t i = 0; i < lw->terms.count; i++) {
        const sni_term *t = &lw->terms.data[i];
        if (t->op != SNI_K_LOAD || t->level != SNI_XR) continue;
        int bytes = sni_dtypes[t->dtype].bytes;
        int64_t r = magnitude(sni_form_stride(t->form, inner)), x = INT64_MAX;
        if (r == 1) v->rows += bytes;
        for (int k = 0; k < nx; k++) {
            int64_t step = magnitude(sni_form_stride(t->form, lw->dim[k]));
            if (step == 1) v->columns[k] += bytes;
            if (step && step < x) x = step;
        }
        v->nearer += r && r < x ? bytes : -bytes;
    }
}

static int best_column(const sni_lowering *lw, const votes *v)
{
    int best = lw->out->kernel.nx - 1;
    for (int k = best - 1; k >= 0; k--)
        if (v->columns[k] > v->columns[best]) best = k;
    return best;
}

static void move_innermost(sni_lowering *lw, int k)
{
    int nx = lw->out->kernel.nx;
    int8_t d = lw->dim[k];
    memmove(&lw->dim[k], &lw->dim[k + 1], (size_t)(nx - 1 - k) * sizeof d);
    lw->dim[nx - 1] = d;
}

static void choose_pattern(sni_lowering *lw)
{
    sni_kernel *k = &lw->out->kernel;
    k->pattern = SNI_PATTERN_MAP;
    if (k->nr == 0) return;
    votes v;
    count_votes(lw, &v);
    int64_t kept = elements(lw, false), reduced = elements(lw, true);
    int column = k->nx ? best_column(lw, &v) : -1, columns = column < 0 ? 0 : v.columns[column];
    bool rows = column < 0 || (reduced >= lw->limits->rows_min && (v.rows || columns ? v.rows >= columns : v.nearer >= 0));
    bool split = lw->npasses == 1 && kept <= lw->limits->split_kept && reduced >= lw->limits->split_reduced;
    if (!rows) move_innermost(lw, column);
    k->pattern = (uint8_t)(rows ? (split ? SNI_PATTERN_SPLIT_ROWS : SNI_PATTERN_ROWS)
                                : (split ? SNI_PATTERN_SPLIT_COLUMNS : SNI_PATTERN_COLUMNS));
    /* In columns a stage holds a whole block of rows. */
    lw->stage = !split && reduced <= lw->limits->stage_elements / (rows ? 1 : COLUMNS_WIDTH);
}

int sni_lower_space(sni_lowering *lw)
{
    order_dims(lw);
    choose_pattern(lw);
    return SN_OK;
}

/* ---- geometry --------------------------------------------------------------------------------------------------- */

typedef struct dims {       /* runs of the space's dims that are one loop */
    int count;
    int64_t extent[SNI_MAX_RANK];
    int8_t inner[SNI_MAX_RANK]; /* innermost dim of the run: its stride is the loop's */
} dims;

static const sni_term *operand_term(const sni_lowering *lw, int slot)
{
    for (size_t i = 0; i < lw->terms.count; i++) {
        const sni_term *t = &lw->terms.data[i];
        if (t->slot == slot && t->form) return t;
    }
    return NULL;
}

static bool one_loop(const sni_term *const *operand, int count, int outer, int inner, int64_t extent)
{
    for (int i = 0; i < count; i++) {
        int64_t across;
        if (sni_mul_overflow(sni_form_stride(operand[i]->form, inner), extent, &across)) return false;
        if (sni_form_stride(operand[i]->form, outer) != across) return false;
    }
    return true;
}

static void merge_dims(const sni_lowering *lw, const sni_term *const *operand, int begin, int end, dims *out)
{
    int first = out->count;
    for (int i = begin; i < end; i++) {
        int d = lw->dim[i], last = out->count - 1;
        int64_t extent = lw->space.extent[d];
        if (out->count > first && one_loop(operand, lw->out->kernel.noperands, out->inner[last], d, extent)) {
            out->extent[last] *= extent;
            out->inner[last] = (int8_t)d;
        } else {
            out->extent[out->count] = extent;
            out->inner[out->count++] = (int8_t)d;
        }
    }
}

static uint8_t access_of(int64_t stride)
{
    return stride == 0 ? SNI_ACCESS_BROADCAST : stride == 1 ? SNI_ACCESS_UNIT : SNI_ACCESS_STRIDED;
}

/* Every kernel has a kept dim: one of extent 1 where nothing is kept, along which what lies at level X is
 * contiguous, so that single elements and vectors share kernels. */
static void set_operand(sni_lowering *lw, int slot, const sni_term *t, const dims *g, bool lone)
{
    sni_operand *o = &lw->out->kernel.operands[slot];
    int64_t *stride = lw->out->geometry.stride[slot];
    int n = 0;
    o->dtype = t->dtype;
    o->kind = t->op == SNI_K_STORE ? SNI_OPERAND_OUT : t->op == SNI_K_INDEX ? SNI_OPERAND_INDEX : SNI_OPERAND_IN;
    o->masked = t->op == SNI_K_LOAD && t->nargs > 0;
    lw->out->operand_val[slot] = t->op == SNI_K_INDEX ? -1 : t->val;
    lw->out->geometry.offset[slot] = t->form->offset;
    if (lone) stride[n++] = t->level == SNI_XR ? 0 : t->part ? 2 : 1;
    for (int i = 0; i < g->count; i++) stride[n++] = sni_form_stride(t->form, g->inner[i]);
    for (int i = 0; i < n; i++) o->access[i] = access_of(stride[i]);
}

static bool fits32(const sni_lowering *lw)
{
    const sni_kernel *k = &lw->out->kernel;
    const sni_geometry *g = &lw->out->geometry;
    if (g->nx > INT32_MAX || g->nr > INT32_MAX) return false;
    for (int i = 0; i < k->noperands; i++) {
        int64_t reach = magnitude(g->offset[i]), way;
        for (int d = 0; d < k->nx + k->nr; d++)
            if (sni_mul_overflow(magnitude(g->stride[i][d]), g->extent[d], &way) || sni_add_overflow(reach, way, &reach)) return false;
        if (reach > INT32_MAX) return false;
    }
    return true;
}

static bool is_stream(const sni_lowering *lw)
{
    const sni_kernel *k = &lw->out->kernel;
    int64_t bytes = 0;
    if (k->pattern != SNI_PATTERN_MAP) return false;
    for (int i = 0; i < k->noperands; i++) {
        if (k->operands[i].kind != SNI_OPERAND_OUT) continue;
        if (lw->s->vals[lw->out->operand_val[i]].node->kind == SNI_NODE_WRITE) return false; /* what it replaces is there */
        if (k->operands[i].access[k->nx - 1] != SNI_ACCESS_UNIT) return false;
        bytes += lw->s->vals[lw->out->operand_val[i]].node->layout->size * sni_dtypes[k->operands[i].dtype].bytes;
    }
    return bytes > lw->limits->stream_bytes;
}

static int64_t product(const int64_t *extent, int count)
{
    int64_t n = 1;
    for (int i = 0; i < count; i++) n *= extent[i];
    return n;
}

int sni_lower_geometry(sni_lowering *lw)
{
    sni_kernel *k = &lw->out->kernel;
    sni_geometry *g = &lw->out->geometry;
    const sni_term *operand[SNI_KERNEL_OPERANDS];
    dims all = {0};
    for (int i = 0; i < k->noperands; i++)
        if (!(operand[i] = operand_term(lw, i))) return sni_fail(SN_ERR_INTERNAL, "lower: operand %d is not there", i);
    merge_dims(lw, operand, 0, k->nx, &all);
    int nx = all.count;
    merge_dims(lw, operand, k->nx, k->nx + k->nr, &all);
    bool lone = nx == 0;
    if (all.count + lone > SNI_KERNEL_DIMS)
        return sni_fail(SN_ERR_UNSUPPORTED, "a kernel over %d dimensions that do not lie together in memory; at most %d are possible",
                        all.count + lone, SNI_KERNEL_DIMS);
    k->nr = (uint8_t)(all.count - nx);
    k->nx = (uint8_t)(nx + lone);
    if (lone) g->extent[0] = 1;
    memcpy(g->extent + lone, all.extent, (size_t)all.count * sizeof *g->extent);
    g->nx = product(g->extent, k->nx);
    g->nr = product(g->extent + k->nx, k->nr);
    for (int i = 0; i < k->noperands; i++) set_operand(lw, i, operand[i], &all, lone);
    k->index32 = fits32(lw);
    k->stream = is_stream(lw);
    return SN_OK;
}
