/* A block for each part: `group` chunks of a row, joined as they would be in the whole; an equal run for each warp. */
extern "C" __global__ void __launch_bounds__(256, 1) sn_kernel($argument)
{
$table    __shared__ u64 joined[8];
    const b8 here = 1;
$operands$uniform    const ux kept = $kept, reduced = $reduced, lane = threadIdx.x % 32;
    const u64 size = (u64)p->group * 1024, parts = (reduced + size - 1) / size, run = size / (blockDim.x / 32);
    for (u64 unit = blockIdx.x; unit < kept * parts; unit += gridDim.x) {
        const ux x = (ux)(unit / parts);
        const u64 part = unit % parts, at = part * size + threadIdx.x / 32 * run;
        const ux begin = at < reduced ? (ux)at : reduced, end = reduced - begin < run ? reduced : (ux)(begin + run);
$seat$pass    }
}
