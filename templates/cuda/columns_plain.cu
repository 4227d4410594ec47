
        /* pass $p */
        for (ux r = lane; here && r < reduced; r += 32) {
$step        }
