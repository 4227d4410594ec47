/* NVTX: ranges that profilers show.  Its header opens the tool that NVTX_INJECTION64_PATH names; without one a range is
 * a load and a branch. */
#include "runtime/cuda/cuda.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>

/* By itself the header opens the tool at the first range, and other threads read what that one is writing. */
static void open_tool(void)
{
    nvtxInitialize(NULL);
}

void sni_cuda_range(sni_device *d, const char *name)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)d;
    pthread_once(&once, open_tool);
    if (name)
        nvtxRangePushA(name);
    else
        nvtxRangePop();
}
#else
void sni_cuda_range(sni_device *d, const char *name)
{
    (void)d;
    (void)name;
}
#endif
