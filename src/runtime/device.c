/* Devices, and what every device needs: a kernel's identity and the dump of sources. */
#define _GNU_SOURCE
#include "runtime/cpu/cpu.h"
#include "runtime/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* What `auto` found, so that asking costs nothing: -1 not looked yet, 0 no GPU, 1 a GPU. */
static _Atomic int automatic = -1;

static bool has_gpu(void)
{
    int found = atomic_load_explicit(&automatic, memory_order_relaxed);
    if (SNI_UNLIKELY(found < 0)) {
        const char *why = sni_cuda_absent_reason();
        if (why) sni_log(SNI_LOG_INFO, "%s; arrays are computed on the CPU", why);
        found = why == NULL;
        atomic_store_explicit(&automatic, found, memory_order_relaxed);
    }
    return found;
}

int sni_device_get(sni_device **out)
{
    *out = sni_current_own.device;
    if (SNI_UNLIKELY(*out != NULL)) return SN_OK;
    int64_t asked = sni_option_int(SNI_OPTION_DEVICE);
    *out = &sni_cpu_device;
    if (SNI_LIKELY(asked == SNI_DEVICE_CPU)) return SN_OK;
    if (asked == SNI_DEVICE_AUTO && !has_gpu()) return SN_OK;
    SNI_TRY(sni_cuda_get(-1, out));
    bool lost = atomic_load_explicit(&(*out)->lost, memory_order_relaxed);
    if (SNI_UNLIKELY(lost) && asked == SNI_DEVICE_AUTO) *out = &sni_cpu_device;
    return SN_OK;
}

int sni_device_named(const char *name, sni_device **out)
{
    const char *digits = name + 5;
    *out = &sni_cpu_device;
    if (strcmp(name, "cpu") == 0) return SN_OK;
    if (strcmp(name, "cuda") == 0) return sni_cuda_get(-1, out);
    bool numbered = strncmp(name, "cuda:", 5) == 0 && *digits && strlen(digits) <= 3 &&
                    digits[strspn(digits, "0123456789")] == 0;
    if (!numbered)
        return sni_fail(SN_ERR_NAME, "\"%.40s\" is no device: there are cpu, cuda and cuda:0, cuda:1 ...",
                        name);
    return sni_cuda_get(atoi(digits), out);
}

int sni_wait_compiles(double seconds)
{
    return sni_cpu_device.wait(&sni_cpu_device, seconds);
}

static void shut_down(sni_device *d)
{
    d->shutdown(d);
}

void sni_runtime_shutdown(void)
{
    sni_plan_clear();
    sni_cuda_each(shut_down);
    sni_cpu_device.shutdown(&sni_cpu_device);
    sni_pool_trim();
}

/* ---- identity ----------------------------------------------------------------------------------------- */

typedef struct kernel_head {
    uint8_t pattern, nx, nr, npasses, index32, held, few, stream;
    uint16_t noperands, nscalars, nreductions, nstages, nformulas;
    int32_t ninstrs;
} kernel_head;

static sni_hash128 mix(sni_hash128 h, const void *data, size_t size)
{
    h.low = sni_hash64(data, size, h.low);
    h.high = sni_hash64(data, size, h.high);
    return h;
}

/* Field by field: what lies between or past the used ones is no part of a kernel. */
sni_hash128 sni_kernel_hash(const sni_kernel *k)
{
    kernel_head head;
    memset(&head, 0, sizeof head);
    head = (kernel_head){k->pattern,     k->nx,      k->nr,        k->npasses,   k->index32,
                         k->held,        k->few,     k->stream,    k->noperands, k->nscalars,
                         k->nreductions, k->nstages, k->nformulas, k->ninstrs};
    sni_hash128 h = mix((sni_hash128){1, 2}, &head, sizeof head);
    size_t dims = (size_t)k->nx + k->nr;
    for (size_t i = 0; i < k->noperands; i++) {
        const sni_operand *o = &k->operands[i];
        const uint8_t fields[3] = {o->dtype, o->kind, o->may_alias};
        h = mix(h, fields, sizeof fields);
        h = mix(h, o->access, dims);
    }
    h = mix(h, k->scalar_dtype, k->nscalars);
    h = mix(h, k->stage_dtype, k->nstages);
    for (size_t i = 0; i < k->nformulas; i++) h = mix(h, &k->formulas[i]->hash, sizeof k->formulas[i]->hash);
    return mix(h, k->instrs, (size_t)k->ninstrs * sizeof *k->instrs);
}

/* ---- dump ------------------------------------------------------------------------------------------------ */

int sni_dump_source(const char *extension, const char *text)
{
    char folder[4096], path[4096 + 64], name[33];
    SNI_TRY(sni_option_text(SNI_OPTION_DUMP, folder, sizeof folder));
    if (!folder[0]) return SN_OK;
    sni_hash_hex(sni_hash(text, strlen(text)), name);
    if (strcmp(folder, "-") == 0) {
        fprintf(stderr, "/* %s.%s */\n%s\n", name, extension, text);
        return SN_OK;
    }
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/%s.%s", folder, name, extension);
    return sni_file_write(path, text, strlen(text), false);
}
