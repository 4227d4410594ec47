/* Lowering: a group of a schedule becomes a kernel and the geometry of its launch.
 *
 *   terms     what is computed, from the outputs down (lower_terms.c)
 *   space     order of the dims, loop pattern (lower_space.c)
 *   instrs    passes, stages, slots (lower_instrs.c)
 *   geometry  coalesced dims, strides, access classes (lower_space.c)
 *
 * Two groups of the same classes give the same kernel byte for byte: everything is numbered by first use
 * in one fixed walk, and extents, offsets and scalar values are in the geometry alone. */
#include "codegen/lower.h"

#include <stdlib.h>
#include <string.h>

static void begin(sni_lowering *lw)
{
    const sni_group *g = lw->group;
    lw->space = (sni_space){g->rank, g->extent};
    for (int d = 0; d < g->rank; d++) {
        if (!g->reduced[d]) continue;
        lw->reduced |= (uint64_t)1 << d;
        if (g->extent[d] == 0) lw->void_reduced = true;
    }
    if (lw->void_reduced) lw->reduced = 0;
}

static int lower(sni_lowering *lw)
{
    begin(lw);
    SNI_TRY(sni_lower_terms(lw));
    SNI_TRY(sni_lower_space(lw));
    SNI_TRY(sni_lower_instrs(lw));
    SNI_TRY(sni_lower_geometry(lw));
    if (lw->limits->held) sni_cuda_set_class(&lw->out->kernel, &lw->out->geometry);
#ifndef NDEBUG
    return sni_kernel_verify(&lw->out->kernel);
#else
    return SN_OK;
#endif
}

int sni_lower(const sni_schedule *s, int32_t group, const sni_limits *limits, sni_lowered *out)
{
    memset(out, 0, sizeof *out); /* padding too: kernels are compared and hashed as bytes */
    if (group < 0 || group >= s->ngroups) return sni_fail(SN_ERR_INTERNAL, "lower: no group %d", group);
    sni_lowering lw = {.s = s, .group = &s->groups[group], .index = group, .limits = limits, .out = out};
    sni_arena_init(&lw.arena);
    int status = lower(&lw);
    free(lw.terms.data);
    free(lw.stores.data);
    free(lw.inside.data);
    sni_arena_free(&lw.arena);
    if (status < 0) sni_kernel_free(&out->kernel);
    return status;
}
