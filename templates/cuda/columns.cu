/* A block for 32 columns, a thread for each of their 32 lanes; a warp folds a column of the turned tile. */
extern "C" __global__ void __launch_bounds__(1024, 1) sn_kernel($argument)
{
$table    __shared__ u64 tile[2][32 * 33];
    u32 turns = 0;
$operands$uniform    const ux kept = $kept, reduced = $reduced, lane = threadIdx.y, begin = 0, end = reduced;
$stages    for (ux block = blockIdx.x; block * 32 < kept; block += gridDim.x) {
        const b8 here = block * 32 + threadIdx.x < kept;
$keeper        const ux x = here ? block * 32 + threadIdx.x : 0;
$seat$passes    }
}
