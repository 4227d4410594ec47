typedef $signed ix; /* offsets and coordinates */
typedef $unsigned ux; /* counts */

enum { NX = $nx, NR = $nr, ND = NX + NR };

typedef union {
$members    u64 bits[2];
} sn_scalar;

/* One launch. */
struct sn_params {
$pointers    i64 geo[$geo];
$reciprocals$scalars    void *scratch;
    i64 group; /* chunks that are one part of a split reduction */
};

/* Extents of the kept dims, then of the reduced ones. */
static __device__ ux extent(const struct sn_params *p, int d)
{
    return (ux)p->geo[d];
}

/* Stride of operand o along dim d, in elements; its offset for d = -1. */
static __device__ ix stride(const struct sn_params *p, int o, int d)
{
    return (ix)p->geo[ND + o * (ND + 1) + 1 + d];
}

$quotient$functions
