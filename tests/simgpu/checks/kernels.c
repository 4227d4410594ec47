/* Emitted CUDA C computes what the interpreter does, bit for bit, on the simulated GPU: compiled by NVRTC to PTX
 * and launched through the Driver API, every access checked.  Where a function may differ between devices, results
 * agree closely.  Skipped where there is no NVRTC. */
#include "play.h"

int main(int argc, char **argv)
{
    gpu_start();
    check_everything(argc > 1 ? strtoull(argv[1], NULL, 10) : 20);
    simgpu_balance b;
    simgpu_get_balance(&b);
    CHECK(b.allocations == 0 && b.modules == 0, "%zu allocations and %zu modules are left", b.allocations,
          b.modules);
    CU(cuDevicePrimaryCtxRelease(0));
    printf("%d kernels agree\n", checked);
    return gpu_done();
}
