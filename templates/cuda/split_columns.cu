/* A block for each part of 32 columns: `group` chunks, joined as they would be in the whole. */
extern "C" __global__ void __launch_bounds__(1024, 1) sn_kernel($argument)
{
$table    __shared__ u64 tile[2][32 * 33];
    u32 turns = 0;
$operands$uniform    const ux kept = $kept, reduced = $reduced, lane = threadIdx.y;
    const u64 size = (u64)p->group * 1024, parts = (reduced + size - 1) / size;
    for (u64 unit = blockIdx.x; unit < ((u64)kept + 31) / 32 * parts; unit += gridDim.x) {
        const u64 column = unit / parts * 32 + threadIdx.x, part = unit % parts;
        const b8 here = column < kept;
        const ux x = here ? (ux)column : 0;
        const ux begin = (ux)(part * size), end = reduced - begin < size ? reduced : (ux)(begin + size);
$seat$pass    }
}
