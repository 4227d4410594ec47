/* Chunks join in pairs by their number. */
static inline void pass$p(struct row *k, const i64 *geo, i64 i, int width)
{
    const i64 extent = count(geo, NX, ND);
    const int vectors = (width + N - 1) / N;
    i64 chunks = 0;
$stacks    for (i64 r = 0; r < extent; r += 1024, chunks++) {
$declare        chunk$p(k, geo, i, width, r, extent - r < 1024 ? extent : r + 1024$results);
        for (int c = 0; c < vectors; c++) {
$push        }
    }
    for (int c = 0; c < vectors; c++) {
$total    }
}
