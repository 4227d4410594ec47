// Prelude of generated C: reductions.  README.md describes the format.
//
// A chunk of 1024 elements is reduced in 32 lanes, lane = position mod 32, then folded 16, 8, 4, 2, 1.
// A lane that holds nothing must not change the result: the neutral value is exact (x + -0.0 is x for
// every x, -0.0 included), so it may stand in for skipping the lane.

// A user's reduction: what joins its values and its identity stand in the kernel, behind these functions.

//@ join_user* iuf
static inline $V sn_join_user$R_$V($V a, $V b);

//@ neutral_user* iuf
static inline $V sn_neutral_user$R_$V(void);

//@ join_sum iuf
static inline $V sn_join_sum_$V($V a, $V b)
{
    return a + b;
}

//@ join_prod iuf
static inline $V sn_join_prod_$V($V a, $V b)
{
    return a * b;
}

//@ join_max iuf
static inline $V sn_join_max_$V($V a, $V b)
{
    return sn_maximum_$V(a, b);
}

//@ join_min iuf
static inline $V sn_join_min_$V($V a, $V b)
{
    return sn_minimum_$V(a, b);
}

//@ join_max m
static inline $V sn_join_max_$V($V a, $V b)
{
    return a | b;
}

//@ join_min m
static inline $V sn_join_min_$V($V a, $V b)
{
    return a & b;
}

//@ join_any m
static inline $V sn_join_any_$V($V a, $V b)
{
    return a | b;
}

//@ join_all m
static inline $V sn_join_all_$V($V a, $V b)
{
    return a & b;
}

//@ neutral_sum f
static inline $V sn_neutral_sum_$V(void)
{
    return sn_splat_$V(-$ZERO);
}

//@ neutral_sum iu
static inline $V sn_neutral_sum_$V(void)
{
    return ($V){0};
}

//@ neutral_prod iuf
static inline $V sn_neutral_prod_$V(void)
{
    return sn_splat_$V(1);
}

//@ neutral_max f
static inline $V sn_neutral_max_$V(void)
{
    return sn_splat_$V(-$INF);
}

//@ neutral_max iu
static inline $V sn_neutral_max_$V(void)
{
    return sn_splat_$V($LOWEST);
}

//@ neutral_min f
static inline $V sn_neutral_min_$V(void)
{
    return sn_splat_$V($INF);
}

//@ neutral_min iu
static inline $V sn_neutral_min_$V(void)
{
    return sn_splat_$V($HIGHEST);
}

//@ neutral_max m
static inline $V sn_neutral_max_$V(void)
{
    return ($V){0};
}

//@ neutral_min m
static inline $V sn_neutral_min_$V(void)
{
    return ~($V){0};
}

//@ neutral_any m
static inline $V sn_neutral_any_$V(void)
{
    return ($V){0};
}

//@ neutral_all m
static inline $V sn_neutral_all_$V(void)
{
    return ~($V){0};
}

//@ fold_* iufm
/* The lanes of one vector folded in halves; every lane of the result holds it. */
static inline $V sn_fold_$R_$V($V a)
{
N>16    a = sn_join_$R_$V(a, __builtin_shufflevector(a, a, $EACH((# + 16) % $N)));
N>8    a = sn_join_$R_$V(a, __builtin_shufflevector(a, a, $EACH((# + 8) % $N)));
N>4    a = sn_join_$R_$V(a, __builtin_shufflevector(a, a, $EACH((# + 4) % $N)));
N>2    a = sn_join_$R_$V(a, __builtin_shufflevector(a, a, $EACH((# + 2) % $N)));
    a = sn_join_$R_$V(a, __builtin_shufflevector(a, a, $EACH((# + 1) % $N)));
    return __builtin_shufflevector(a, a, $EACH(0));
}

//@ step_* iufm
/* b joins a in the first n lanes. */
static inline $V sn_step_$R_$V($V a, $V b, int n)
{
    $V t = sn_join_$R_$V(a, b);
    return n == $N ? t : sn_where_$V(sn_first_$M(n), t, a);
}

//@ push_* iufm
/* Chunk number c joins those before it as in a binary counter: equal powers of two join. */
static inline void sn_push_$R_$V($V *stack, i64 c, $V v)
{
    int top = 0;
    for (i64 bits = c; bits; bits &= bits - 1) top++;
    for (; c & 1; c >>= 1) v = sn_join_$R_$V(stack[--top], v);
    stack[top] = v;
}

//@ total_* iufm
/* What is left of that many chunks joins from the last. */
static inline $V sn_total_$R_$V(const $V *stack, i64 chunks)
{
    int top = -1;
    for (i64 bits = chunks; bits; bits &= bits - 1) top++;
    $V v = stack[top];
    while (top-- > 0) v = sn_join_$R_$V(stack[top], v);
    return v;
}

//@ tree_* iufm
/* Joins the parts p[0], p[stride], ... of a split reduction; whole vectors may be read. */
static inline $V sn_tree_$R_$V(const $T *p, i64 stride, i64 chunks)
{
    $V stack[54];
    for (i64 c = 0; c < chunks; c++) sn_push_$R_$V(stack, c, sn_load_$V(p + c * stride));
    return sn_total_$R_$V(stack, chunks);
}
