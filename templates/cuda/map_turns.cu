    for (ux first = thread; first < $limit; first += $turn * threads) {
$declare#pragma unroll
        for (int u = 0; u < $turn; u++) {
            const ux $flat = first + u * threads;
            if ($flat < $limit) {
$seat$read            }
        }
#pragma unroll
        for (int u = 0; u < $turn; u++) {
            if (first + u * threads < $limit)$open
$compute$close        }
$stores    }
