
/* A warp for each result: joins the parts in pairs by number, then computes what follows. */
extern "C" __global__ void __launch_bounds__(256) sn_finish($argument)
{
$table$operands$uniform    const ux kept = $kept, lane = threadIdx.x % 32;
    const u64 size = (u64)p->group * 1024, parts = ($reduced + size - 1) / size;
    const ux warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, warps = gridDim.x * (blockDim.x / 32);
    for (ux x = warp; x < kept; x += warps) {
$seat$stack        u64 blocks = 0;
        for (u64 from = 0; from < parts; from += 32, blocks++) {
            const u64 i = from + lane;
$part        }
$total$kept_all    }
}
