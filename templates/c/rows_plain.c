static inline void pass$p(struct row *k, const i64 *geo)
{
    const i64 extent = geo[ND - 1];
    i64 r = 0;
    for (; r + N <= extent; r += N) step$p(k, r, N);
    if (r < extent) step$p(k, r, (int)(extent - r));
}
