/* NVTX: ranges that profilers show.  Its header opens the tool that NVTX_INJECTION64_PATH names, at the first range;
 * without one a range is a load and a branch. */
#include "runtime/cuda/cuda.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>

void sni_cuda_range(sni_device *d, const char *name)
{
    (void)d;
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
