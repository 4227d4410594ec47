/* A thread for each kept element, whose few reduced elements are the lanes of one chunk. */
extern "C" __global__ void __launch_bounds__(256, 1) sn_kernel($argument)
{
$table$operands$uniform    const ux kept = $kept, reduced = $reduced;
    const ux thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (ux x = thread; x < kept; x += threads) {
$seat$passes    }
}
