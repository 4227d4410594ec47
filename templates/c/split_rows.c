/* The chunks [begin, end) of every row; their results go to scratch, where sn_finish joins them. */
void sn_kernel(void *const *ptr, const i64 *geo, const sn_scalar *scalars, void *scratch, i64 begin, i64 end)
{
    struct row k;
    struct place p;
    start(&k, ptr, geo, scalars, scratch);
    seek(&p, geo, NX, 0);
    const i64 nx = count(geo, 0, NX), extent = count(geo, NX, ND);
    for (i64 x = 0; x < nx; x++) {
        seat(&k, ptr, &p);
$kept        for (i64 c = begin; c < end; c++) {
            const i64 r = c * 1024;
$declare            chunk0(&k, geo, r, extent - r < 1024 ? extent : r + 1024$results);
$save        }
        next(&p, geo, NX);
    }
}

