
    /* Tiles of 32 x 32 elements: what lies along dim $down is read along it, and turned over in shared memory. */
$shared    const ux across = (extent(p, $across) + 31) / 32, down = (extent(p, $down) + 31) / 32;
    const b8 tiled = extent(p, $across) >= 16 && extent(p, $down) >= 16;
    const ux tiles = tiled ? across * down$outer : 0, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (ux tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const ux band = quotient(p, tile, ND), left = (tile - band * across) * 32;
        const ux slab = quotient(p, band, ND + 1), top = (band - slab * down) * 32;
$seat$declare#pragma unroll
        for (int u = 0; u < 4; u++) { /* a warp reads down the tile */
            const ix c$down = (ix)(top + lane), c$across = (ix)(left + warp + 8 * u);
            const b8 here = c$down < extent(p, $down) && c$across < extent(p, $across);
$turned        }
#pragma unroll
        for (int u = 0; u < 4; u++) { /* a warp reads across it */
            const ix c$down = (ix)(top + warp + 8 * u), c$across = (ix)(left + lane);
            const b8 here = c$down < extent(p, $down) && c$across < extent(p, $across);
$read        }
#pragma unroll
        for (int u = 0; u < 4; u++) {
$put        }
        __syncthreads();
#pragma unroll
        for (int u = 0; u < 4; u++) {
            if (top + warp + 8 * u < extent(p, $down) && left + lane < extent(p, $across))
                element($arguments);
        }
        __syncthreads();
    }
