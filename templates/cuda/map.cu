$types/* One element. */
static __device__ __forceinline__ void element($parameters)
{
$body}

extern "C" __global__ void __launch_bounds__(256) sn_kernel($argument)
{
$table$operands    const ux count = $count;
    const ux thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
$vectors$tiles$elements}
