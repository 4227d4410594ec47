static inline void pass$p(struct row *k, const i64 *geo)
{
    const i64 extent = count(geo, NX, ND);
    struct run q;
    run_seek(&q, geo, 0);
    for (i64 r = 0; r < extent; r += N) {
        const int n = extent - r < N ? (int)(extent - r) : N;
        run_take(&q, geo, n);
        step$p(k, &q, r, n);
    }
}
