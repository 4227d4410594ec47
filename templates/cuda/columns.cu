extern "C" __global__ void __launch_bounds__(1024) sn_kernel($argument)
{
$table    __shared__ u64 tile[32 * 33];
$operands$uniform    const ux kept = $kept, reduced = $reduced, lane = threadIdx.y;
$stages    for (ux block = blockIdx.x; block * 32 < kept; block += gridDim.x) { /* 32 columns of 32 lanes */
        const b8 here = block * 32 + threadIdx.x < kept;
        const ux x = here ? block * 32 + threadIdx.x : 0;
$seat$passes    }
}
