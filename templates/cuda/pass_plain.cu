
        /* pass $p */
        for (ux r = begin + lane; here && r < end; r += 32) {
$step        }
