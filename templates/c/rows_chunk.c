/* Pass $p over the elements [r, end) of one chunk, 32 lanes side by side. */
static inline void chunk$p(const struct row *k, const i64 *geo, i64 r, i64 end$results)
{
    (void)geo;
$declare    for (int v = 0; v < 32 / N; v++) {
$neutral    }
    for (; r + 32 <= end; r += 32)
        for (int v = 0; v < 32 / N; v++) step$p(k, r + v * N, N$whole);
$declare_part    for (int v = 0; v < 32 / N; v++) {
$copy    }
    for (int v = 0; r < end; v++, r += N) step$p(k, r, end - r < N ? (int)(end - r) : N$part);
    for (int w = 16 / N; w; w /= 2)
        for (int v = 0; v < w; v++) {
$join        }
$fold}
