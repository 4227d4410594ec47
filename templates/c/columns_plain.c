static inline void pass$p(struct row *k, const i64 *geo, i64 i, int width)
{
    const i64 extent = count(geo, NX, ND);
    const int vectors = (width + N - 1) / N, whole = width / N;
$run_start    for (i64 r = 0; r < extent; r++) {
        for (int c = 0; c < whole; c++) step$p(k, $run_address c, i + c * N, r, N);
        for (int c = whole; c < vectors; c++) step$p(k, $run_address c, i + c * N, r, width - c * N);
$run_next    }
}
