/* Emitted CUDA C computes what the interpreter does, bit for bit, on the simulated GPU: compiled by NVRTC to PTX
 * and launched through the Driver API, every access checked.  Where a function may differ between devices, results
 * agree closely.  Skipped where there is no NVRTC. */
#include "play.h"

int main(int argc, char **argv)
{
    gpu_start();
    check_everything(argc > 1 ? strtoull(argv[1], NULL, 10) : 20);
    play_done();
    printf("%d kernels agree\n", checked);
    return gpu_done();
}
