/* n / extent(p, d) for n below 2^$below, by the reciprocal$tiles. */
static __device__ ux quotient(const struct sn_params *p, ux n, int d)
{
    return $multiply(2 * n, (ux)p->inverse[d]) >> p->shift[d];
}

