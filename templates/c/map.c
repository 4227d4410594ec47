void sn_kernel(void *const *ptr, const i64 *geo, const sn_scalar *scalars, void *scratch, i64 begin, i64 end)
{
    if (begin >= end) return;
    struct row k;
    struct place p;
    start(&k, ptr, geo, scalars, scratch);
    const i64 width = NX ? geo[NX - 1] : 1;
    seek(&p, geo, NX - 1, begin / width);
    for (i64 i = begin % width; begin < end; i = 0) {
        const i64 stop = end - begin < width - i ? i + end - begin : width;
        begin += stop - i;
$bands        seat(&k, ptr, &p);
$stream        for (; i + N <= stop; i += N) kept0(&k, i, N);
        if (i < stop) kept0(&k, i, (int)(stop - i));
        next(&p, geo, NX - 1);
    }
$fence}
