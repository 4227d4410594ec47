/* CHECK for programs of several threads: says what does not hold and goes on. */
#ifndef PLAIN_CHECK_H
#define PLAIN_CHECK_H

#include <stdatomic.h>
#include <stdio.h>

#include "../on_gpu.h"
#include "sinter.h"

static _Atomic int failures;

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "line %d: %s (%s)\n", __LINE__, #condition, sn_error());                         \
            atomic_fetch_add(&failures, 1);                                                                  \
        }                                                                                                    \
    } while (0)

#endif
