// Prelude of generated C: memory, masks, casts.  README.md describes the format.

//@ load iuf
static inline $V sn_load_$V(const $T *p)
{
    $V v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
}

//@ load m
static inline $V sn_load_$V(const b8 *p)
{
    i8v v;
    __builtin_memcpy(&v, p, sizeof v);
    return sn_mask_$V_m8v(v != 0);
}

//@ load_part iuf register avx512
/* The first n lanes; the others hold 0. */
static inline $V sn_load_part_$V(const $T *p, int n)
{
    typedef $RAW raw __attribute__((vector_size($S)));
    return ($V)__builtin_ia32_loaddqu$MODE$SBITS_mask((const void *)p, (raw){0}, ($BOOLS)((1ull << n) - 1));
}

//@ load_part iuf48 register avx2
/* The first n lanes; the others hold 0. */
static inline $V sn_load_part_$V(const $T *p, int n)
{
    typedef $RAW raw __attribute__((vector_size($S)));
    return ($V)__builtin_ia32_maskload$WORD((const raw *)p, (raw)sn_first_$M(n));
}

//@ load_part iufm
/* The first n lanes; the others hold 0. */
static inline $V sn_load_part_$V(const $T *p, int n)
{
    $T t[$N] = {0};
    for (int i = 0; i < n; i++) t[i] = p[i];
    return sn_load_$V(t);
}

//@ load_n iufm
static inline $V sn_load_n_$V(const $T *p, int n)
{
    return n == $N ? sn_load_$V(p) : sn_load_part_$V(p, n);
}

//@ gather iuf
/* Nothing outside the first and last element is read. */
static inline $V sn_gather_$V(const $T *p, i64 stride)
{
    if (stride == 2) return __builtin_shufflevector(sn_load_$V(p), sn_load_$V(p + $N - 1), $EACH(2 * # + (# >= $N / 2)));
    if (stride == -1) return __builtin_shufflevector(sn_load_$V(p - ($N - 1)), sn_load_$V(p - ($N - 1)), $EACH($N - 1 - #));
    return ($V){$EACH(p[# * stride])};
}

//@ gather m
static inline $V sn_gather_$V(const b8 *p, i64 stride)
{
    b8 t[$N] = {$EACH(p[# * stride])};
    return sn_load_$V(t);
}

//@ gather_part iufm
static inline $V sn_gather_part_$V(const $T *p, i64 stride, int n)
{
    $T t[$N] = {0};
    for (int i = 0; i < n; i++) t[i] = p[i * stride];
    return sn_load_$V(t);
}

//@ gather_n iufm
static inline $V sn_gather_n_$V(const $T *p, i64 stride, int n)
{
    return n == $N ? sn_gather_$V(p, stride) : sn_gather_part_$V(p, stride, n);
}

//@ all m
/* Every lane is true. */
static inline int sn_all_$V($V m)
{
    $E t = -1;
    for (int i = 0; i < $N; i++) t &= m[i];
    return t != 0;
}

//@ any m
/* Some lane is true. */
static inline int sn_any_$V($V m)
{
    $E t = 0;
    for (int i = 0; i < $N; i++) t |= m[i];
    return t != 0;
}

//@ load_if iufm
/* The first n lanes where m is true; the others touch no memory and hold 0. */
static inline $V sn_load_if_$V(const $T *p, $M m, int n)
{
    if (!sn_any_$M(m)) return ($V){0};
    if (n == $N && sn_all_$M(m)) return sn_load_$V(p);
    $T t[$N] = {0};
    for (int i = 0; i < n; i++)
        if (m[i]) t[i] = p[i];
    return sn_load_$V(t);
}

//@ gather_if iufm
static inline $V sn_gather_if_$V(const $T *p, i64 stride, $M m, int n)
{
    $T t[$N] = {0};
    for (int i = 0; i < n; i++)
        if (m[i]) t[i] = p[i * stride];
    return sn_load_$V(t);
}

//@ load_in iufm
/* sn_load_if, where it is known that some lanes of m at most are true, or that all are. */
static inline $V sn_load_in_$V(const $T *p, $M m, int n, int some, int all)
{
    if (all) return sn_load_n_$V(p, n);
    return some ? sn_load_if_$V(p, m, n) : ($V){0};
}

//@ gather_in iufm
static inline $V sn_gather_in_$V(const $T *p, i64 stride, $M m, int n, int some, int all)
{
    if (all) return sn_gather_n_$V(p, stride, n);
    return some ? sn_gather_if_$V(p, stride, m, n) : ($V){0};
}

//@ splat_if iufm
/* One value in all lanes, from memory that is there when a lane of m is true. */
static inline $V sn_splat_if_$V(const $T *p, $M m)
{
    return sn_any_$M(m) ? ($V)(($M)sn_splat_$V(*p) & m) : ($V){0};
}

//@ pick_if iufm
static inline $V sn_pick_if_$V(const $T *p, const i64 *at, $M m, int n)
{
    $T t[$N] = {0};
    for (int i = 0; i < n; i++)
        if (m[i]) t[i] = p[at[i]];
    return sn_load_$V(t);
}

//@ store iuf
static inline void sn_store_$V($T *p, $V v)
{
    __builtin_memcpy(p, &v, sizeof v);
}

//@ store m
static inline void sn_store_$V(b8 *p, $V v)
{
    i8v t = sn_mask_m8v_$V(v) & 1;
    __builtin_memcpy(p, &t, sizeof t);
}

//@ store_part iuf register avx512
static inline void sn_store_part_$V($T *p, $V v, int n)
{
    typedef $RAW raw __attribute__((vector_size($S)));
    __builtin_ia32_storedqu$MODE$SBITS_mask((void *)p, (raw)v, ($BOOLS)((1ull << n) - 1));
}

//@ store_part iuf48 register avx2
static inline void sn_store_part_$V($T *p, $V v, int n)
{
    typedef $RAW raw __attribute__((vector_size($S)));
    __builtin_ia32_maskstore$WORD((raw *)p, (raw)sn_first_$M(n), (raw)v);
}

//@ store_part iufm
static inline void sn_store_part_$V($T *p, $V v, int n)
{
    $T t[$N];
    sn_store_$V(t, v);
    for (int i = 0; i < n; i++) p[i] = t[i];
}

//@ store_n iufm
static inline void sn_store_n_$V($T *p, $V v, int n)
{
    if (n == $N) sn_store_$V(p, v);
    else sn_store_part_$V(p, v, n);
}

//@ scatter_n iufm
static inline void sn_scatter_n_$V($T *p, i64 stride, $V v, int n)
{
    $T t[$N];
    sn_store_$V(t, v);
    for (int i = 0; i < n; i++) p[i * stride] = t[i];
}

//@ stream iuf bytes=64
/* Past the caches; p is aligned to the vector. */
static inline void sn_stream_$V($T *p, $V v)
{
#ifdef __clang__
    __builtin_nontemporal_store(v, ($V *)p);
#else
    typedef long long quad __attribute__((vector_size($S)));
    __builtin_ia32_movntdq512((quad *)p, (quad)v);
#endif
}

//@ stream iuf bytes=32
/* Past the caches; p is aligned to the vector. */
static inline void sn_stream_$V($T *p, $V v)
{
#ifdef __clang__
    __builtin_nontemporal_store(v, ($V *)p);
#else
    typedef long long quad __attribute__((vector_size($S)));
    __builtin_ia32_movntdq256((quad *)p, (quad)v);
#endif
}

//@ stream iuf bytes=16
/* Past the caches; p is aligned to the vector. */
static inline void sn_stream_$V($T *p, $V v)
{
#ifdef __clang__
    __builtin_nontemporal_store(v, ($V *)p);
#else
    typedef long long quad __attribute__((vector_size($S)));
    __builtin_ia32_movntdq((quad *)p, (quad)v);
#endif
}

//@ stream iufm
static inline void sn_stream_$V($T *p, $V v)
{
    sn_store_$V(p, v);
}

//@ splat iuf
static inline $V sn_splat_$V($T s)
{
    return ($V){$EACH(s)};
}

//@ splat m
static inline $V sn_splat_$V(b8 s)
{
    return ($V){$EACH(-(s != 0))};
}

//@ iota iu
static inline $V sn_iota_$V(void)
{
    return ($V){$EACH(#)};
}

//@ first m
/* True in the first n lanes. */
static inline $V sn_first_$V(int n)
{
    return ($V)(sn_iota_$I() < sn_splat_$I(($E)n));
}

//@ mask m from=m
/* Masks of another width. */
static inline $V sn_mask_$V_$W($W a)
{
    return sn_cast_$I_$J(a);
}

// ---- casts: sn_cast_<to>_<from> -------------------------------------------------------------------

//@ cast iu from=iu widen4
/* Compilers do one doubling at a time well. */
static inline $V sn_cast_$V_$W($W a)
{
    return sn_cast_$V_$P(sn_cast_$P_$W(a));
}

//@ cast iuf from=iuf same-type
static inline $V sn_cast_$V_$W($W a)
{
    return a;
}

//@ cast iu from=iu
static inline $V sn_cast_$V_$W($W a)
{
    return __builtin_convertvector(a, $V);
}

//@ cast f from=iu12
static inline $V sn_cast_$V_$W($W a)
{
    return __builtin_convertvector(sn_cast_i32v_$W(a), $V);
}

//@ cast f from=iuf
static inline $V sn_cast_$V_$W($W a)
{
    return __builtin_convertvector(a, $V);
}

//@ cast i48 from=f
/* C leaves open what an integer that cannot hold the value gets.  Here it is what NumPy gives on x86-64:
 * NaN and what lies outside become the smallest value. */
static inline $V sn_cast_$V_$W($W a)
{
    $X fits = ($X)(a >= -$LIMIT) & ($X)(a < $LIMIT);
    $V t = __builtin_convertvector(($W)(fits & ($X)a), $V);
    return t | (~sn_mask_$M_$X(fits) & ($V){$EACH($LOWEST)});
}

//@ cast iu12 from=f
/* The low bits of the int32; NaN and what lies outside int32 give 0. */
static inline $V sn_cast_$V_$W($W a)
{
    return sn_cast_$V_i32v(sn_cast_i32v_$W(a));
}

//@ cast u4 from=f
/* The low bits of the int64; NaN and what lies outside int64 give 0. */
static inline $V sn_cast_$V_$W($W a)
{
    return sn_cast_$V_i64v(sn_cast_i64v_$W(a));
}

//@ cast u8 from=f
/* From 2^63 up, 2^63 is taken off first and put back; negative values wrap. */
static inline $V sn_cast_$V_$W($W a)
{
    $X high = ($X)(a >= $LIMIT);
    i64v t = sn_cast_i64v_$W(a - ($W)(high & ($X)(($W){0} + $LIMIT)));
    return ($V)t ^ (($V)sn_mask_m64v_$X(high) << 63);
}

//@ cast iu from=m
static inline $V sn_cast_$V_$W($W a)
{
    return ($V)(a & 1);
}

//@ cast f from=m
static inline $V sn_cast_$V_$W($W a)
{
    return ($V)(a & ($W)(($V){0} + 1));
}

//@ cast m from=iuf
static inline $V sn_cast_$V_$W($W a)
{
    return ($V)(a != 0);
}

//@ put iuf
/* One element, from the first lane. */
static inline void sn_put_$V($T *p, $V v)
{
    *p = v[0];
}

//@ put m
/* One element, from the first lane. */
static inline void sn_put_$V(b8 *p, $V v)
{
    *p = v[0] & 1;
}

//@ write iufm
/* sn_store_n, past the caches where that is wanted and p is aligned. */
static inline void sn_write_$V($T *p, $V v, int n, int stream)
{
    if (n == $N && stream) sn_stream_$V(p, v);
    else sn_store_n_$V(p, v, n);
}

//@ pick iufm
/* Each of the first n lanes from its own place. */
static inline $V sn_pick_$V(const $T *p, const i64 *at, int n)
{
    $T t[$N] = {0};
    for (int i = 0; i < n; i++) t[i] = p[at[i]];
    return sn_load_$V(t);
}

//@ place iufm
/* Each of the first n lanes to its own place. */
static inline void sn_place_$V($T *p, const i64 *at, $V v, int n)
{
    $T t[$N];
    sn_store_$V(t, v);
    for (int i = 0; i < n; i++) p[at[i]] = t[i];
}

//@ ramp i
/* start, start + step, ... */
static inline $V sn_ramp_$V($T start, $T step)
{
    return sn_splat_$V(start) + sn_iota_$V() * step;
}
