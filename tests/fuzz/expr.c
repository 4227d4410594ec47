/* Any text is recorded or refused with a message that points into it; nothing leaks. */
#include <stdint.h>
#include <stdlib.h>

#include "expr/expr.h"
#include "runtime/runtime.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void release_buffer(void *storage)
{
    sni_buffer_release(storage);
}

static void check(bool holds)
{
    if (!holds) abort();
}

static void check_refusal(const char *text, size_t size, int status, const sni_expr_error *error)
{
    sni_str point = {0};
    check(status == sni_error_status() && sni_error_message()[0]);
    check(error->offset <= size && error->line >= 1 && error->column >= 1);
    sni_expr_point(text, size, error, &point);
    check(point.len > 0 && point.len < 512);
    sni_str_free(&point);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 4096) return 0;
    char *text = malloc(size + 1); /* exact: a read past the end is seen */
    for (size_t k = 0; k < size; k++) text[k] = (char)data[k];
    sni_graph g;
    check(sni_graph_init(&g) == SN_OK);
    g.storage_release = release_buffer;
    sni_node *x = sni_iota(&g, 2, (const int64_t[]){4, 3});
    sni_node *y = sni_cast(&g, x, SNI_FLOAT32), *out = NULL;
    sni_expr_error error = {0};
    const sni_expr_name names[] = {{"x", x}, {"y", y}};
    sni_error_clear();
    int status = sni_expr_eval(&g, text, size, names, 2, &out, &error);
    if (status < 0)
        check_refusal(text, size, status, &error);
    else
        sni_node_release(&g, out);
    sni_node_release(&g, y);
    sni_node_release(&g, x);
    check(g.live == 0);
    sni_graph_destroy(&g);
    free(text);
    return 0;
}
