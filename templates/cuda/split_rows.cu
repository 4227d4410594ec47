/* A warp for each part: `group` chunks of a row, joined as they would be in the whole. */
extern "C" __global__ void __launch_bounds__(256) sn_kernel($argument)
{
$table$operands$uniform    const ux kept = $kept, reduced = $reduced, lane = threadIdx.x % 32;
    const u64 size = (u64)p->group * 1024, parts = (reduced + size - 1) / size;
    const u64 warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * (blockDim.x / 32);
    for (u64 unit = warp; unit < kept * parts; unit += warps) {
        const ux x = (ux)(unit / parts);
        const u64 part = unit % parts;
        const ux begin = (ux)(part * size), end = reduced - begin < size ? reduced : (ux)(begin + size);
$seat$chunk    }
}
