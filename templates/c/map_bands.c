        /* An operand lies along dim NX - 2: its cache lines hold elements of BAND rows, which are computed a block of
         * columns at a time, so that a line is read once. */
        if (i == 0 && stop == width && end - begin >= (BAND - 1) * width) {
            struct row rows[BAND];
            for (int r = 0; r < BAND; r++) {
                rows[r] = k;
                seat(&rows[r], ptr, &p);
$stream                next(&p, geo, NX - 1);
            }
            for (i64 from = 0; from < width; from += COLUMNS) {
                const i64 to = width - from < COLUMNS ? width : from + COLUMNS;
                for (int r = 0; r < BAND; r++) {
                    i64 at = from;
                    for (; at + N <= to; at += N) kept0(&rows[r], at, N);
                    if (at < to) kept0(&rows[r], at, (int)(to - at));
                }
            }
            begin += (BAND - 1) * width;
            continue;
        }
