
        /* pass $p: lane = r mod 32 within a chunk */
$stack        ux chunks$p = 0;
        for (ux from = begin; from < end; from += 1024, chunks$p++) {
            const ux to = !here ? from : end - from < 1024 ? end : from + 1024, steps = (to - from + 31 - lane) / 32;
$neutral#pragma unroll $unroll
            for (ux i = 0; i < steps; i++) {
                const ux r = from + i * 32 + lane;
$step            }
$push        }
$total