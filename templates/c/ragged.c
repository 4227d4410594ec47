/* N elements in a row of the reduced space: one run along the innermost dim, or each lane elsewhere. */
struct run {
    i64 c[NR], here[OPERANDS];             /* the next element */
    i64 at[OPERANDS], lane[OPERANDS][N];   /* the elements looked at */
    int whole;
};

static inline void run_seek(struct run *q, const i64 *geo, i64 r)
{
    for (int o = 0; o < OPERANDS; o++) q->here[o] = 0;
    for (int d = NR - 1; d >= 0; d--) {
        q->c[d] = r % geo[NX + d];
        r /= geo[NX + d];
        for (int o = 0; o < OPERANDS; o++) q->here[o] += q->c[d] * stride(geo, o, NX + d);
    }
}

/* Past n elements of the innermost dim. */
static inline void run_skip(struct run *q, const i64 *geo, int n)
{
    q->c[NR - 1] += n;
    for (int o = 0; o < OPERANDS; o++) q->here[o] += n * stride(geo, o, ND - 1);
    for (int d = NR - 1; d > 0 && q->c[d] == geo[NX + d]; d--) {
        q->c[d] = 0;
        q->c[d - 1]++;
        for (int o = 0; o < OPERANDS; o++)
            q->here[o] += stride(geo, o, NX + d - 1) - geo[NX + d] * stride(geo, o, NX + d);
    }
}

