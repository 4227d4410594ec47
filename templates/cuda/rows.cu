/* A row of up to 1024 elements is `width` lanes of a warp; a longer one is a block, whose warps have equal runs of
 * whole chunks. */
extern "C" __global__ void __launch_bounds__(256, 1) sn_kernel($argument)
{
$table    __shared__ u64 joined[8];
$operands$uniform    const ux kept = $kept, reduced = $reduced;
    const b8 whole = reduced > 1024; /* the block has one row */
    ux width = whole ? 32 : 1, run = 1024;
    while (width < 32 && width < reduced) width *= 2;
    while (whole && run * (blockDim.x / 32) < reduced) run *= 2;
    const ux lane = threadIdx.x % width, rows = whole ? 1 : blockDim.x / width, seat = whole ? 0 : threadIdx.x / width;
    const ux at = whole ? threadIdx.x / 32 * run : 0, begin = at < reduced ? at : reduced;
    const ux end = reduced - begin < run ? reduced : begin + run;
$stages    for (ux first = blockIdx.x * rows; first < kept; first += gridDim.x * rows) {
        const b8 here = first + seat < kept;
$keeper        const ux x = here ? first + seat : 0;
$seat$passes    }
}
