/* Pass $p over the elements [r, end) of one chunk, 32 lanes in turn. */
static inline void chunk$p(const struct row *k, const i64 *geo, i64 r, i64 end$results)
{
    struct run q;
    run_seek(&q, geo, r);
$declare_part    for (int v = 0; v < 32 / N; v++) {
$neutral    }
    for (int v = 0; r < end; v = (v + 1) % (32 / N), r += N) {
        const int n = end - r < N ? (int)(end - r) : N;
        run_take(&q, geo, n);
        step$p(k, &q, r, n$part);
    }
    for (int w = 16 / N; w; w /= 2)
        for (int v = 0; v < w; v++) {
$join        }
$fold}
