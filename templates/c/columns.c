/* The columns [i, i + width) of a row, at most C vectors. */
static inline void columns(struct row *k, const i64 *geo, i64 i, int width)
{
$passes}

void sn_kernel(void *const *ptr, const i64 *geo, const sn_scalar *scalars, void *scratch, i64 begin, i64 end)
{
    if (begin >= end) return;
    struct row k;
    struct place p;
    start(&k, ptr, geo, scalars, scratch);
    const i64 all = geo[NX - 1];
    seek(&p, geo, NX - 1, begin / all);
    for (i64 i = begin % all; begin < end; i = 0) {
        const i64 stop = end - begin < all - i ? i + end - begin : all;
        begin += stop - i;
        seat(&k, ptr, &p);
$stream        for (; i < stop; i += C * N) columns(&k, geo, i, stop - i < C * N ? (int)(stop - i) : C * N);
        next(&p, geo, NX - 1);
    }
$fence}
