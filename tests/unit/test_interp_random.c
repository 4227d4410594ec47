/* Random kernels: the block interpreter against an element-by-element evaluation, bit for bit. */
#include "random_kernel.h"

#include <criterion/criterion.h>

static void check_kernel(maker *m, uint64_t seed)
{
    void *given[SNI_KERNEL_OPERANDS];
    const sni_kernel *k = &m->f.k;
    memcpy(given, m->f.ptr, sizeof given);
    for (int i = 0; i < k->noperands; i++) {
        if (k->operands[i].kind != SNI_OPERAND_OUT) continue;
        m->expected[i] = malloc(m->bytes[i]);
        memset(m->expected[i], 0xab, m->bytes[i]);
        m->f.ptr[i] = m->expected[i];
    }
    slow_run(&m->f);
    memcpy(m->f.ptr, given, sizeof given);
    /* In two parts: a block may begin anywhere. */
    int64_t middle = below(m, m->f.g.nx + 1);
    cr_assert_eq(run_range(&m->f, 0, middle), SN_OK, "%s", sni_error_message());
    cr_assert_eq(run_range(&m->f, middle, m->f.g.nx), SN_OK, "%s", sni_error_message());
    for (int i = 0; i < k->noperands; i++) {
        sni_dtype t = (sni_dtype)k->operands[i].dtype;
        for (size_t e = 0; m->expected[i] != NULL && e < m->bytes[i] / sni_dtypes[t].bytes; e++)
            cr_assert(same(get(m->memory[i], t, (int64_t)e), get(m->expected[i], t, (int64_t)e), t),
                      "seed %llu, operand %d, element %zu", (unsigned long long)seed, i, e);
    }
}

Test(interp_random, same_bits_as_element_by_element)
{
    for (uint64_t seed = 1; seed <= 300; seed++) {
        maker *m = calloc(1, sizeof *m);
        make_kernel(m, seed);
        check_kernel(m, seed);
        free_kernel(m);
    }
}
