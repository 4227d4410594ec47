/* Scopes. */
#include "api/context.h"

#include <stdlib.h>

static sni_frame *frame_new(sni_context *c)
{
    sni_frame *f = c->free_frames;
    if (f == NULL) return malloc(sizeof *f);
    c->free_frames = f->outer;
    return f;
}

static void frame_close(sni_context *c)
{
    sni_frame *f = c->top;
    while (f->cells.next != &f->cells) sni_cell_free(c, (sni_cell *)f->cells.next);
    c->top = f->outer;
    f->outer = c->free_frames;
    c->free_frames = f;
}

void sni_frames_close(sni_context *c, const sni_frame *outer)
{
    while (c->top != outer) frame_close(c);
}

sn_scope sn_scope_begin(void)
{
    sni_context *c = sni_context_get();
    sni_frame *f = c != NULL ? frame_new(c) : NULL;
    if (f == NULL) {
        sni_fail_memory(sizeof *f, "scope");
        return (sn_scope){0, 0};
    }
    if (++c->serial == 0) c->serial = 1;
    *f = (sni_frame){.outer = c->top, .depth = c->top->depth + 1, .serial = c->serial};
    f->cells.next = f->cells.prev = &f->cells;
    c->top = f;
    return (sn_scope){f->depth, f->serial};
}

int sn_scope_end(sn_scope scope)
{
    if (scope.depth == 0) return SN_OK;
    const sni_context *c = sni_context_own;
    const sni_frame *f = c != NULL ? c->top : NULL;
    while (f != NULL && f->depth > scope.depth) f = f->outer;
    if (f == NULL || f->depth != scope.depth || f->serial != scope.serial)
        return sni_fail(SN_ERR_HANDLE, "scope is closed already, or belongs to another thread");
    sni_frames_close(sni_context_own, f->outer);
    return SN_OK;
}

/* The thread's own array that a scope holds, or NULL. */
static sni_cell *held(sni_context *c, sn_array x)
{
    sni_cell *cell = c != NULL ? sni_cell_find(c, x) : NULL;
    return cell != NULL && !cell->shared && !cell->temporary ? cell : NULL;
}

sn_array sn_keep(sn_array x)
{
    sni_context *c = sni_context_own;
    sni_cell *cell = held(c, x);
    if (cell != NULL) sni_cell_move(cell, &c->outermost);
    return x;
}

sn_array sn_scope_return(sn_array x)
{
    sni_context *c = sni_context_own;
    sni_cell *cell = held(c, x);
    if (cell != NULL && c->top->outer != NULL && cell->depth == c->top->depth) sni_cell_move(cell, c->top->outer);
    return x;
}
