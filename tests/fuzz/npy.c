/* Any file is read whole or refused with a message. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds) abort();
}

/* The header alone, with an end that a sanitizer watches and a file that seems as large as it claims. */
static void parse_alone(const uint8_t *data, size_t size)
{
    sni_npy_header h;
    uint8_t *exact = malloc(size ? size : 1);
    memcpy(exact, data, size);
    if (sni_npy_parse("fuzz.npy", exact, size, UINT64_MAX, &h) == SN_OK)
        check(h.rank <= SNI_MAX_RANK && h.data_offset <= size && h.data_bytes <= INT64_MAX);
    free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int fd = -1;
    char path[64];
    if (fd < 0) fd = memfd_create("fuzz.npy", 0);
    check(fd >= 0 && ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    parse_alone(data, size);
    sni_npy out;
    sni_error_clear();
    int status = sni_npy_read(path, &out);
    check(status == SN_OK || (status == sni_error_status() && sni_error_message()[0] && !out.buffer));
    if (status == SN_OK) {
        check(out.buffer->bytes <= size);
        sni_buffer_release(out.buffer);
    }
    return 0;
}
