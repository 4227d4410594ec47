
        /* pass $p: at most $held elements a thread, in registers */
$row$neutral#pragma unroll
        for (int u = 0; u < $held; u++) {
            const ux r = begin + u * 32 + lane;
            if (here && r < end) {
$step            }
        }
$total