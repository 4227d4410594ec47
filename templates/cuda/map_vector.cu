    /* $lanes elements at a time where rows are made of whole, aligned vectors */
    const b8 whole = $whole;
    for (ux v = thread; whole && v < count / $lanes; v += threads) {
        const ux x = v * $lanes;
$seat$load#pragma unroll
        for (int e = 0; e < $lanes; e++) element($arguments);
$store    }
