/* Product of the extents of the dims [d, end). */
static inline i64 count(const i64 *geo, int d, int end)
{
    i64 n = 1;
    for (; d < end; d++) n *= geo[d];
    return n;
}

