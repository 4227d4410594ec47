/* Arrays put together from others, and the checks of their arguments. */
#include "api/context.h"

#include <stdlib.h>

/* ---- calls of several arrays ------------------------------------------------------------------------------ */

typedef struct several {
    sni_context *context;
    size_t count;
    sni_used *used;
    sni_node **node;
    sn_array result; /* where the call cannot go on */
} several;

static void end(several *s, size_t begun)
{
    for (size_t k = 0; k < begun; k++) sni_unuse(s->context, &s->used[k]);
    free(s->used);
    free(s->node);
}

static int begin(several *s, const char *name, sn_arrays arrays)
{
    *s = (several){.context = sni_context_get(), .count = arrays.count, .result = sni_no_cell(SN_ERR_MEMORY)};
    if (s->context == NULL) return SN_ERR_MEMORY;
    int status = SN_OK;
    if (arrays.count > 0 && arrays.arrays == NULL)
        status = sni_fail(SN_ERR_ARGUMENT, "%s: no arrays are given", name);
    s->used = calloc(arrays.count + 1, sizeof *s->used);
    s->node = calloc(arrays.count + 1, sizeof *s->node);
    if (status == SN_OK && (s->used == NULL || s->node == NULL))
        status = sni_fail_memory(arrays.count * (sizeof *s->used + sizeof *s->node), name);
    size_t k = 0;
    for (; status == SN_OK && k < arrays.count; k++) {
        if (sni_use(s->context, arrays.arrays[k], &s->used[k]) < 0) {
            if (s->used[k].failure == NULL) sni_fail(sni_error_status(), "%s: array %zu: %s", name, k, sni_error_message());
            s->result = sni_unusable(s->context, &s->used[k]);
            end(s, k);
            return SN_ERR_ARGUMENT;
        }
        s->node[k] = s->used[k].node;
    }
    if (status == SN_OK) return SN_OK;
    s->result = sni_result(s->context, NULL);
    end(s, k);
    return status;
}

static sn_array finish(several *s, sni_node *node)
{
    sn_array out = sni_result(s->context, node);
    end(s, s->count);
    return out;
}

sn_array sn_concatenate(sn_arrays arrays, int axis)
{
    several s;
    if (begin(&s, "concatenate", arrays) < 0) return s.result;
    return finish(&s, sni_concatenate(&s.context->graph, "concatenate", s.node, s.count, axis, SNI_DTYPE_NONE));
}

sn_array sn_stack(sn_arrays arrays, int axis)
{
    several s;
    if (begin(&s, "stack", arrays) < 0) return s.result;
    return finish(&s, sni_stack(&s.context->graph, s.node, s.count, axis, SNI_DTYPE_NONE));
}

sn_array sn_hstack(sn_arrays arrays)
{
    several s;
    if (begin(&s, "hstack", arrays) < 0) return s.result;
    return finish(&s, sni_hstack(&s.context->graph, s.node, s.count, SNI_DTYPE_NONE));
}

sn_array sn_vstack(sn_arrays arrays)
{
    several s;
    if (begin(&s, "vstack", arrays) < 0) return s.result;
    return finish(&s, sni_vstack(&s.context->graph, s.node, s.count, SNI_DTYPE_NONE));
}

sn_array sn_dstack(sn_arrays arrays)
{
    several s;
    if (begin(&s, "dstack", arrays) < 0) return s.result;
    return finish(&s, sni_dstack(&s.context->graph, s.node, s.count));
}

sn_array sn_column_stack(sn_arrays arrays)
{
    several s;
    if (begin(&s, "column_stack", arrays) < 0) return s.result;
    return finish(&s, sni_column_stack(&s.context->graph, s.node, s.count));
}

/* ---- calls of one array ------------------------------------------------------------------------------------ */

static int check_shifts(int count, const int64_t *given, sn_axes axes, int64_t *shifts, int *naxes)
{
    SNI_TRY(sni_check_axes("roll", axes));
    if (count < 1 || count > SNI_MAX_RANK || given == NULL)
        return sni_fail(SN_ERR_ARGUMENT, "roll: %d shifts are given; 1 to %d are possible", count, SNI_MAX_RANK);
    *naxes = axes.count > 0 ? (int)axes.count : count;
    if (count != 1 && count != *naxes)
        return sni_fail(SN_ERR_SHAPE, "roll: %d shifts do not go with %d axes", count, *naxes);
    for (int k = 0; k < *naxes; k++) shifts[k] = given[count == 1 ? 0 : k];
    return SN_OK;
}

sn_array sn_roll(sn_array x, int count, const int64_t *given, sn_axes axes)
{
    sni_unary call;
    int64_t shifts[SNI_MAX_RANK];
    int naxes;
    if (sni_begin(&call, x) < 0) return call.result;
    if (check_shifts(count, given, axes, shifts, &naxes) < 0) return sni_finish(&call, NULL);
    return sni_finish(&call, sni_roll(call.graph, call.node, shifts, axes.count > 0 ? axes.axes : NULL, naxes));
}

static int check_widths(int rank, sn_widths given, int64_t *before, int64_t *after)
{
    if (given.count < 1 || given.widths == NULL) return sni_fail(SN_ERR_ARGUMENT, "pad: no widths are given");
    if (given.count != 1 && given.count != (size_t)rank)
        return sni_fail(SN_ERR_SHAPE, "pad: %zu widths are given for an array of dimension %d", given.count, rank);
    for (int k = 0; k < rank; k++) {
        before[k] = given.widths[given.count == 1 ? 0 : k].before;
        after[k] = given.widths[given.count == 1 ? 0 : k].after;
    }
    return SN_OK;
}

static sni_node *pad(sni_unary *call, sn_widths widths, sn_pad_mode mode, sni_node *value)
{
    int64_t before[SNI_MAX_RANK], after[SNI_MAX_RANK];
    sni_node *values[2 * SNI_MAX_RANK];
    int rank = call->node->layout->rank;
    if ((unsigned)mode > SN_PAD_SYMMETRIC) {
        sni_fail(SN_ERR_ARGUMENT, "pad: %d is no mode", (int)mode);
        return NULL;
    }
    if (check_widths(rank, widths, before, after) < 0) return NULL;
    if (mode != SN_PAD_CONSTANT) return sni_pad(call->graph, call->node, before, after, (sni_pad_mode)mode, NULL);
    if (value->layout->rank != 0 || value->kind != SNI_NODE_CONST) {
        sni_fail(SN_ERR_ARGUMENT, "pad: the value must be a number");
        return NULL;
    }
    sni_node *fill = sni_cast(call->graph, value, (sni_dtype)call->node->dtype);
    for (int k = 0; k < 2 * rank; k++) values[k] = fill;
    sni_node *out = fill ? sni_pad(call->graph, call->node, before, after, SNI_PAD_CONSTANT, values) : NULL;
    sni_node_release(call->graph, fill);
    return out;
}

sn_array(sn_pad)(sn_array x, sn_widths widths, sn_pad_mode mode, sn_array value)
{
    several s;
    if (begin(&s, "pad", (sn_arrays){(const sn_array[]){x, value}, 2}) < 0) return s.result;
    sni_unary call = {.context = s.context, .graph = &s.context->graph, .node = s.node[0]};
    return finish(&s, pad(&call, widths, mode, s.node[1]));
}

sn_array sn_repeat_each(sn_array x, int count, const int64_t *repeats, int axis)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    if (count < 0 || (count > 0 && repeats == NULL)) {
        sni_fail(SN_ERR_ARGUMENT, "repeat: %d counts are given", count);
        return sni_finish(&call, NULL);
    }
    return sni_finish(&call, sni_repeat_each(call.graph, call.node, repeats, (size_t)count, axis));
}

sn_array sn_delete(sn_array x, int64_t index, int axis)
{
    sni_unary call;
    if (sni_begin(&call, x) < 0) return call.result;
    return sni_finish(&call, sni_delete(call.graph, call.node, index, axis));
}
