#pragma unroll
        for (int u = 0; u < $turn; u++) { /* reads that masks decide on come before all of these */
            if (first + u * threads < $limit) {
$store            }
        }
