/* The results [begin, end): joins the chunks' parts in pairs by their number, then computes what follows. */
void sn_finish(void *const *ptr, const i64 *geo, const sn_scalar *scalars, void *scratch, i64 begin, i64 end)
{
    if (begin >= end) return;
    struct row k;
    struct place p;
    start(&k, ptr, geo, scalars, scratch);
    const i64 width = NX ? geo[NX - 1] : 1, nx = count(geo, 0, NX), chunks = (count(geo, NX, ND) + 1023) / 1024;
    seek(&p, geo, NX - 1, begin / width);
    for (i64 i = begin % width; begin < end; i = 0) {
        const i64 stop = end - begin < width - i ? i + end - begin : width, x = begin - i;
        begin += stop - i;
        seat(&k, ptr, &p);
        for (; i < stop; i += N) finish(&k, chunks, nx, x + i, i, stop - i < N ? (int)(stop - i) : N);
        next(&p, geo, NX - 1);
    }
}
