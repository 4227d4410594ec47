        $type row$o[$held];
#pragma unroll
        for (int u = 0; u < $held; u++) {
            const ux r = $r;
$seat            row$o[u] = $there ? $load : 0;
        }
