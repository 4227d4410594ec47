$kept$stack        u64 chunks0 = 0;
        for (ux from = begin; from < end; from += 1024, chunks0++) {
            const ux to = end - from < 1024 ? end : from + 1024;
$neutral#pragma unroll $unroll
            for (ux r = from + lane; ${here}r < to; r += 32) {
$step            }
$push        }
$save