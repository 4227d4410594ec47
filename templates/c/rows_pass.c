/* Chunks join in pairs by their number. */
static inline void pass$p(struct row *k, const i64 *geo)
{
    const i64 extent = count(geo, NX, ND);
    i64 chunks = 0;
$stacks    for (i64 r = 0; r < extent; r += 1024, chunks++) {
$declare        chunk$p(k, geo, r, extent - r < 1024 ? extent : r + 1024$results);
$push    }
$total}
