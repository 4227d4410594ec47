// Prelude of generated C: reductions.  README.md describes the format.
//
// A chunk of 1024 elements is reduced in 32 lanes, lane = position mod 32, then folded 16, 8, 4, 2, 1.
// A lane that holds nothing must not change the result: the neutral value is exact (x + -0.0 is x for
// every x, -0.0 included), so it may stand in for skipping the lane.

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
