/* Lane j of a block of rows that begins at r, for one vector of columns: rows r + j, r + j + 32, ... */
static inline __attribute__((always_inline)) void lane$p(const struct row *k, $run_parameter int c, i64 i, int n, i64 r, int rows$lanes_parameters)
{
$load    for (int b = 0; b < rows; b++) step$p(k, $run_argument c, i, r + 32 * b, n$lane_arguments);
$store}

/* Pass $p over the rows [r, end) of one chunk: row r is added in lane r mod 32, lanes fold at the end. */
static inline void chunk$p(const struct row *k, const i64 *geo, i64 i, int width, i64 r, i64 end$results)
{
    const int vectors = (width + N - 1) / N, whole = width / N, lanes = end - r < 32 ? (int)(end - r) : 32;
    (void)geo;
$declare    for (int j = 0; j < lanes; j++)
        for (int c = 0; c < vectors; c++) {
$neutral        }
$run_start    for (; r < end; r += 32 * BLOCK)
        for (int j = 0; j < 32 && r + j < end; j++) {
            const i64 left = (end - r - j + 31) / 32;
            const int rows = left < BLOCK ? (int)left : BLOCK;
            if (rows == BLOCK)
                for (int c = 0; c < whole; c++) lane$p(k, $run_address c, i + c * N, N, r + j, BLOCK$arguments);
            else
                for (int c = 0; c < whole; c++) lane$p(k, $run_address c, i + c * N, N, r + j, rows$arguments);
            for (int c = whole; c < vectors; c++) lane$p(k, $run_address c, i + c * N, width - c * N, r + j, rows$arguments);
$run_next        }
    for (int w = 16; w; w /= 2)
        for (int j = 0; j < w && j + w < lanes; j++)
            for (int c = 0; c < vectors; c++) {
$join            }
    for (int c = 0; c < vectors; c++) {
$fold    }
}
