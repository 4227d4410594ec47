void sn_kernel(void *const *ptr, const i64 *geo, const sn_scalar *scalars, void *scratch, i64 begin, i64 end)
{
    if (begin >= end) return;
    struct row k;
    struct place p;
    start(&k, ptr, geo, scalars, scratch);
    seek(&p, geo, NX, begin);
    for (i64 x = begin; x < end; x++) {
        seat(&k, ptr, &p);
$stream$passes        next(&p, geo, NX);
    }
$fence}
