/* What the tests run on: cuda/on_gpu.sh says so. */
#ifndef TESTS_ON_GPU_H
#define TESTS_ON_GPU_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool on_gpu(void)
{
    const char *s = getenv("SINTER_DEVICE");
    return s != NULL && strcmp(s, "cuda") == 0;
}

/* It interprets: tests do much less on it. */
static inline bool simulated(void)
{
    const char *s = getenv("SINTER_TEST_GPU");
    return on_gpu() && s != NULL && strcmp(s, "simulated") == 0;
}

#endif
