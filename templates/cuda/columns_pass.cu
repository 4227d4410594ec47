
        /* pass $p: a thread for each lane of each column; lanes fold across the warp that the turned tile gives them */
$stack        ux chunks$p = 0;
        for (ux from = 0; from < reduced; from += 1024, chunks$p++) {
            const ux to = reduced - from < 1024 ? reduced : from + 1024;
$neutral#pragma unroll $unroll
            for (ux r = from + lane; here && r < to; r += 32) {
$step            }
$push        }
$total