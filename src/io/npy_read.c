/* .npy file -> buffer. */
#define _GNU_SOURCE
#include "io/npy_internal.h"
#include "runtime/cpu/cpu.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- reading --------------------------------------------------------------------------------------------- */

/* Up to `size` bytes from `offset`; fewer at the end of the file alone.  -1: errno says why. */
static ssize_t read_at(int fd, char *data, size_t size, size_t offset)
{
    size_t done = 0;
    while (done < size) {
        ssize_t n = pread(fd, data + done, size - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return -1;
        if (n == 0) break;
        done += (size_t)n;
    }
    return (ssize_t)done;
}

static int read_header(int fd, const char *path, uint64_t file_size, sni_npy_header *out)
{
    size_t size = file_size < SNI_NPY_HEAD_MAX ? (size_t)file_size : SNI_NPY_HEAD_MAX;
    char *head = malloc(size + 1);
    if (!head) return sni_fail_memory(size, path);
    ssize_t n = read_at(fd, head, size, 0);
    int status = n < 0 ? sni_fail(SN_ERR_IO, "cannot read %s: %m", path)
                       : sni_npy_parse(path, head, (size_t)n, file_size, out);
    free(head);
    return status;
}

/* ---- values ------------------------------------------------------------------------------------------------ */

static void swap_bytes(void *data, size_t bytes, int width)
{
    size_t n = bytes / (size_t)width;
    uint16_t *p2 = data;
    uint32_t *p4 = data;
    uint64_t *p8 = data;
    if (width == 2)
        for (size_t k = 0; k < n; k++) p2[k] = __builtin_bswap16(p2[k]);
    if (width == 4)
        for (size_t k = 0; k < n; k++) p4[k] = __builtin_bswap32(p4[k]);
    if (width == 8)
        for (size_t k = 0; k < n; k++) p8[k] = __builtin_bswap64(p8[k]);
}

/* Kernels rely on 0 and 1. */
static void normalise_bools(uint8_t *data, size_t n)
{
    for (size_t k = 0; k < n; k++) data[k] = data[k] != 0;
}

static int read_data(int fd, const char *path, const sni_npy_header *h, void *data)
{
    ssize_t n = read_at(fd, data, h->data_bytes, h->data_offset);
    if (n < 0) return sni_fail(SN_ERR_IO, "cannot read %s: %m", path);
    if ((size_t)n < h->data_bytes) return sni_fail(SN_ERR_FORMAT, "%s: truncated while it was read", path);
    if (h->swapped) swap_bytes(data, h->data_bytes, sni_dtypes[sni_dtype_part(h->dtype)].bytes);
    if (h->dtype == SNI_BOOL) normalise_bools(data, h->data_bytes);
    return SN_OK;
}

/* ---- files -------------------------------------------------------------------------------------------------- */

static int read_open_file(int fd, const char *path, sni_npy *out)
{
    struct stat st;
    if (fstat(fd, &st) < 0) return sni_fail(SN_ERR_IO, "cannot read %s: %m", path);
    if (!S_ISREG(st.st_mode)) return sni_fail(SN_ERR_IO, "cannot read %s: not a regular file", path);
    sni_npy_header h;
    SNI_TRY(read_header(fd, path, (uint64_t)st.st_size, &h));
    sni_buffer *buffer = sni_buffer_new(&sni_cpu_device, h.data_bytes);
    if (!buffer) return SN_ERR_MEMORY;
    int status = read_data(fd, path, &h, buffer->data);
    if (status < 0) {
        sni_buffer_release(buffer);
        return status;
    }
    *out = (sni_npy){.dtype = h.dtype, .rank = h.rank, .fortran = h.fortran, .buffer = buffer};
    for (int k = 0; k < h.rank; k++) out->dims[k] = h.dims[k];
    return SN_OK;
}

int sni_npy_read(const char *path, sni_npy *out)
{
    *out = (sni_npy){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe without writer must not wait */
    if (fd < 0) return sni_fail(SN_ERR_IO, "cannot read %s: %m", path);
    int status = read_open_file(fd, path, out);
    close(fd);
    return status;
}
