
        /* pass $p */
$row$lanes#pragma unroll
        for (int u = 0; u < $held; u++) {
            const ux r = u;
$neutral            if (r < reduced) {
$step            }
        }
$total