        $type row$o[$held];
#pragma unroll
        for (int u = 0; u < $held; u++) {
            const ux r = begin + u * 32 + lane;
$seat            row$o[u] = here && r < end ? $load : 0;
        }
