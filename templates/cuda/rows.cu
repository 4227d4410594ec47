extern "C" __global__ void __launch_bounds__(256) sn_kernel($argument)
{
$table$operands$uniform    const ux kept = $kept, reduced = $reduced, lane = threadIdx.x % 32;
    const ux warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * (blockDim.x / 32);
$stages    for (ux x = warp; x < kept; x += warps) { /* a warp for each kept element */
$seat$passes    }
}
