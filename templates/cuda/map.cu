$types/* One element. */
static __device__ void element($parameters)
{
$body}

extern "C" __global__ void __launch_bounds__(256) sn_kernel($argument)
{
$table$operands    const ux count = $count, thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
$vector    for (ux x = $first; x < count; x += threads) {
$seat        element($arguments);
    }
}
