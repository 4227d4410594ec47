/* Arrays from and to .npy files. */
#include <stdlib.h>

#include "api/context.h"
#include "api/strided.h"
#include "io/npy.h"

static sni_node *loaded(sni_graph *g, const sni_npy *file)
{
    int64_t strides[SNI_MAX_RANK], stride = 1;
    for (int k = 0; k < file->rank; k++) { /* Fortran order; the header was checked for overflow */
        strides[k] = stride;
        stride *= file->dims[k];
    }
    sni_node *n = sni_leaf(g, file->dtype, file->rank, file->dims, file->fortran ? strides : NULL, file->buffer);
    if (n == NULL) sni_buffer_release(file->buffer);
    return n;
}

sn_array sn_load(const char *path)
{
    sni_context *c = sni_context_get();
    sni_npy file;
    if (c == NULL) return sni_no_cell(SN_ERR_MEMORY);
    if (path == NULL) sni_fail(SN_ERR_ARGUMENT, "load: argument 1: no path is given");
    return sni_result(c, path != NULL && sni_npy_read(path, &file) >= 0 ? loaded(&c->graph, &file) : NULL);
}

static bool is_fortran(const sni_layout *l)
{
    int64_t expect = 1;
    for (int k = 0; k < l->rank; k++) {
        if (l->dims[k] != 1 && SNI_STRIDES(l)[k] != expect) return false;
        expect *= l->dims[k];
    }
    return true;
}

static int save_copy(const char *path, const sni_node *n, const char *data)
{
    const sni_layout *l = n->layout;
    int64_t strides[SNI_MAX_RANK];
    size_t item = sni_dtypes[n->dtype].bytes, bytes = (size_t)l->size * item;
    for (int k = 0; k < l->rank; k++) strides[k] = SNI_STRIDES(l)[k] * (int64_t)item;
    void *dense = sni_pool_alloc(bytes, "save");
    if (dense == NULL) return SN_ERR_MEMORY;
    sni_strided_copy(dense, data, &(sni_strided){l->rank, l->dims, strides, item});
    int status = sni_npy_write(path, n->dtype, l->rank, l->dims, false, dense);
    sni_pool_free(dense, bytes);
    return status;
}

static int save(const char *path, const sni_node *n, const char *data)
{
    const sni_layout *l = n->layout;
    if (data == NULL) return sni_error_status();
    if (l->c_order || l->size == 0) return sni_npy_write(path, n->dtype, l->rank, l->dims, false, data);
    if (is_fortran(l)) return sni_npy_write(path, n->dtype, l->rank, l->dims, true, data);
    return save_copy(path, n, data);
}

int sn_save(const char *path, sn_array x)
{
    sni_context *c = sni_context_get();
    sni_used u;
    if (c == NULL) return SN_ERR_MEMORY;
    if (path == NULL) return sni_fail(SN_ERR_ARGUMENT, "save: argument 1: no path is given");
    int status = sni_use(c, x, &u);
    if (status < 0 && u.failure == NULL) sni_argument(__func__, 2, status);
    if (status >= 0) status = save(path, u.node, sni_evaluated_data(c, u.node));
    sni_unuse(c, &u);
    return status;
}
