
        /* pass $p */
        for (ux r = lane; r < reduced; r += 32) {
$step        }
