    for (ux $flat = thread; $flat < $limit; $flat += threads) {
$seat$read$compute    }
