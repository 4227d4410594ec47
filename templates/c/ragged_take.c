/* Looks at the next n elements and moves past them. */
static inline void run_take(struct run *q, const i64 *geo, int n)
{
    q->whole = n == N && q->c[NR - 1] + N <= geo[ND - 1];
    for (int o = 0; o < OPERANDS; o++) q->at[o] = q->here[o];
    if (q->whole) {
        run_skip(q, geo, N);
        return;
    }
    for (int i = 0; i < n; i++) {
        for (int o = 0; o < OPERANDS; o++) q->lane[o][i] = q->here[o];
        run_skip(q, geo, 1);
    }
}

