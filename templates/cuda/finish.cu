
/* A block for each result: joins the parts in pairs by number, then computes what follows. */
extern "C" __global__ void __launch_bounds__(256, 1) sn_finish($argument)
{
$table    __shared__ u64 joined[8];
$operands$uniform    const ux kept = $kept, reduced = $reduced, lane = threadIdx.x % 32;
    const u64 size = (u64)p->group * 1024, parts = (reduced + size - 1) / size;
    u64 run = 32; /* parts of a warp */
    while (run * (blockDim.x / 32) < parts) run *= 2;
    const u64 begin = threadIdx.x / 32 * run, end = begin + run < parts ? begin + run : parts;
    for (ux x = blockIdx.x; x < kept; x += gridDim.x) {
$keeper$seat$stack        u64 blocks = 0;
        for (u64 from = begin; from < end; from += 32, blocks++) {
            const u64 i = from + lane;
$part        }
$total$kept_all    }
}
