/* The rows of the chunks [begin, end); their results go to scratch, where sn_finish joins them. */
void sn_kernel(void *const *ptr, const i64 *geo, const sn_scalar *scalars, void *scratch, i64 begin, i64 end)
{
    struct row k;
    struct place p;
    start(&k, ptr, geo, scalars, scratch);
    seek(&p, geo, NX - 1, 0);
    const i64 nx = count(geo, 0, NX), all = geo[NX - 1], extent = count(geo, NX, ND);
    for (i64 x = 0; x < nx; x += all) {
        seat(&k, ptr, &p);
        for (i64 i = 0; i < all; i += C * N) {
            const int width = all - i < C * N ? (int)(all - i) : C * N;
$kept            for (i64 chunk = begin; chunk < end; chunk++) {
                const i64 r = chunk * 1024;
$declare                chunk0(&k, geo, i, width, r, extent - r < 1024 ? extent : r + 1024$results);
                for (int c = 0; c * N < width; c++) {
                    const i64 at = chunk * nx + x + i + c * N;
                    const int n = width - c * N < N ? width - c * N : N;
$save                }
            }
        }
        next(&p, geo, NX - 1);
    }
}

