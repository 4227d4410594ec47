enum { N = $lanes, NX = $nx, NR = $nr, ND = NX + NR, OPERANDS = $operands$columns };

typedef union {
$members    u64 bits[2];
} sn_scalar;

/* Stride of operand o along dim d, in elements; its offset for d = -1. */
static inline i64 stride(const i64 *geo, int o, int d)
{
    return geo[ND + o * (ND + 1) + 1 + d];
}

$count/* A position in the outermost kept dims, and the offset of each operand there. */
struct place {
    i64 c[NX + 1], at[OPERANDS];
};

static inline void seek(struct place *p, const i64 *geo, int dims, i64 x)
{
    for (int o = 0; o < OPERANDS; o++) p->at[o] = stride(geo, o, -1);
    for (int d = dims - 1; d >= 0; d--) {
        p->c[d] = x % geo[d];
        x /= geo[d];
        for (int o = 0; o < OPERANDS; o++) p->at[o] += p->c[d] * stride(geo, o, d);
    }
}

static inline void next(struct place *p, const i64 *geo, int dims)
{
    for (int d = dims - 1; d >= 0; d--) {
        for (int o = 0; o < OPERANDS; o++) p->at[o] += stride(geo, o, d);
        if (++p->c[d] < geo[d]) return;
        for (int o = 0; o < OPERANDS; o++) p->at[o] -= geo[d] * stride(geo, o, d);
        p->c[d] = 0;
    }
}

/* What the steps need: operands where the loops stand, strides, values computed further out. */
struct row {
$fields};

static inline void start(struct row *k, void *const *ptr, const i64 *geo, const sn_scalar *scalars, void *scratch)
{
$start}

static inline void seat(struct row *k, void *const *ptr, const struct place *p)
{
$seat}

$functions
