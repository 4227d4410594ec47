/* How much of the calling thread's stack is left. */
#define _GNU_SOURCE
#include "base/base.h"

#include <pthread.h>

static SNI_THREAD_LOCAL struct {
    bool known;
    const char *lowest, *end; /* NULL: not to be found out */
} stack;

static void look_up(void)
{
    pthread_attr_t attributes;
    void *lowest;
    size_t size;
    stack.known = true;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    if (pthread_attr_getstack(&attributes, &lowest, &size) == 0) {
        stack.lowest = lowest;
        stack.end = stack.lowest + size;
    }
    pthread_attr_destroy(&attributes);
}

bool sni_stack_has(size_t bytes)
{
    const char *here = __builtin_frame_address(0);
    if (!stack.known) look_up();
    if (here < stack.lowest || here >= stack.end) return true; /* a stack that the host switched to */
    return (size_t)(here - stack.lowest) > bytes;
}
