// Prelude of generated CUDA C: reductions.  ../c/README.md describes the format.
//
// A warp holds the 32 lanes of a chunk of 1024 elements.  A lane that holds nothing has the neutral value,
// which is exact (x + -0.0 is x for every x, -0.0 included), so that it may stand in for skipping the lane.
// What joins chunks is kept across the warp: entry k of the stack is lane k's copy of it.

//@ lane iuf48
/* The value of one lane, in all of them. */
static __device__ $V sn_lane_$V($V a, int lane)
{
    return __shfl_sync(0xffffffffu, a, lane);
}

//@ lane iub12
static __device__ $V sn_lane_$V($V a, int lane)
{
    return ($V)__shfl_sync(0xffffffffu, (i32)a, lane);
}

//@ down iuf48
/* The value of the lane that stands `distance` after this one. */
static __device__ $V sn_down_$V($V a, int distance)
{
    return __shfl_down_sync(0xffffffffu, a, distance);
}

//@ down iub12
static __device__ $V sn_down_$V($V a, int distance)
{
    return ($V)__shfl_down_sync(0xffffffffu, (i32)a, distance);
}

// A user's reduction: what joins its values and its identity stand in the kernel, behind these functions.

//@ join_user* iuf
static __device__ $V sn_join_user$R_$V($V a, $V b);

//@ neutral_user* iuf
static __device__ $V sn_neutral_user$R_$V(void);

//@ join_sum f
static __device__ $V sn_join_sum_$V($V a, $V b)
{
    return a + b;
}

//@ join_sum iu124
static __device__ $V sn_join_sum_$V($V a, $V b)
{
    return ($V)((u32)a + (u32)b);
}

//@ join_sum iu8
static __device__ $V sn_join_sum_$V($V a, $V b)
{
    return ($V)((u64)a + (u64)b);
}

//@ join_prod f
static __device__ $V sn_join_prod_$V($V a, $V b)
{
    return a * b;
}

//@ join_prod iu124
static __device__ $V sn_join_prod_$V($V a, $V b)
{
    return ($V)((u32)a * (u32)b);
}

//@ join_prod iu8
static __device__ $V sn_join_prod_$V($V a, $V b)
{
    return ($V)((u64)a * (u64)b);
}

//@ join_max iuf
static __device__ $V sn_join_max_$V($V a, $V b)
{
    return sn_maximum_$V(a, b);
}

//@ join_min iuf
static __device__ $V sn_join_min_$V($V a, $V b)
{
    return sn_minimum_$V(a, b);
}

//@ join_max b
static __device__ b8 sn_join_max_$V(b8 a, b8 b)
{
    return a | b;
}

//@ join_min b
static __device__ b8 sn_join_min_$V(b8 a, b8 b)
{
    return a & b;
}

//@ join_any b
static __device__ b8 sn_join_any_$V(b8 a, b8 b)
{
    return a | b;
}

//@ join_all b
static __device__ b8 sn_join_all_$V(b8 a, b8 b)
{
    return a & b;
}

//@ neutral_sum f
static __device__ $V sn_neutral_sum_$V(void)
{
    return -$ZERO;
}

//@ neutral_sum iu
static __device__ $V sn_neutral_sum_$V(void)
{
    return 0;
}

//@ neutral_prod iuf
static __device__ $V sn_neutral_prod_$V(void)
{
    return 1;
}

//@ neutral_max f
static __device__ $V sn_neutral_max_$V(void)
{
    return -$INF;
}

//@ neutral_max iu
static __device__ $V sn_neutral_max_$V(void)
{
    return $LOWEST;
}

//@ neutral_min f
static __device__ $V sn_neutral_min_$V(void)
{
    return $INF;
}

//@ neutral_min iu
static __device__ $V sn_neutral_min_$V(void)
{
    return $HIGHEST;
}

//@ neutral_max b
static __device__ b8 sn_neutral_max_$V(void)
{
    return 0;
}

//@ neutral_min b
static __device__ b8 sn_neutral_min_$V(void)
{
    return 1;
}

//@ neutral_any b
static __device__ b8 sn_neutral_any_$V(void)
{
    return 0;
}

//@ neutral_all b
static __device__ b8 sn_neutral_all_$V(void)
{
    return 1;
}

//@ fold_* iufb
/* The lanes of a chunk joined in halves; all of them hold the result.  `width` of the warp's lanes are a row. */
static __device__ $V sn_fold_$R_$V($V a, u32 width)
{
#pragma unroll
    for (u32 w = 16; w; w /= 2)
        if (w < width) a = sn_join_$R_$V(a, sn_down_$V(a, (int)w));
    return sn_lane_$V(a, (int)(threadIdx.x % 32 & ~(width - 1)));
}

//@ pairs_* iufb
/* 32 parts of a split reduction joined in pairs by number; all lanes hold the result. */
static __device__ $V sn_pairs_$R_$V($V a)
{
#pragma unroll
    for (int w = 1; w < 32; w *= 2) a = sn_join_$R_$V(a, sn_down_$V(a, w));
    return sn_lane_$V(a, 0);
}

//@ push_* iufb
/* Chunk number c joins those before it as in a binary counter: equal powers of two join.  The first fills all
 * entries, so that a stack of one chunk is its total in each of the rows that share a warp. */
static __device__ $V sn_push_$R_$V($V stack, u64 c, $V v)
{
    if (c == 0) return v;
    int top = __popcll(c);
    for (; c & 1; c >>= 1) v = sn_join_$R_$V(sn_lane_$V(stack, --top), v);
    return (int)(threadIdx.x % 32) == top ? v : stack;
}

//@ total_* iufb
/* What is left of that many chunks joins from the last; of none, the neutral value that the stack began as. */
static __device__ $V sn_total_$R_$V($V stack, u64 chunks)
{
    if (chunks < 2) return stack;
    int top = __popcll(chunks) - 1;
    $V v = sn_lane_$V(stack, top);
    while (top-- > 0) v = sn_join_$R_$V(sn_lane_$V(stack, top), v);
    return v;
}

//@ warps_* iufb
/* The parts of the block's warps, eight at most, joined in pairs by number; all threads hold the result. */
static __device__ $V sn_warps_$R_$V(u64 *joined, $V a)
{
    $V *part = ($V *)joined;
    const u32 lane = threadIdx.x % 32;
    if (lane == 0) part[threadIdx.x / 32] = a;
    __syncthreads();
    a = lane < blockDim.x / 32 ? part[lane] : sn_neutral_$R_$V();
    __syncthreads();
#pragma unroll
    for (int w = 1; w < 8; w *= 2) a = sn_join_$R_$V(a, sn_down_$V(a, w));
    return sn_lane_$V(a, 0);
}

//@ halves_* iufb
/* As sn_fold of lanes that one thread has; n is a power of two, and all of it stays in registers. */
static __device__ $V sn_halves_$R_$V($V *a, int n)
{
#pragma unroll
    for (int w = n / 2; w; w /= 2)
#pragma unroll
        for (int u = 0; u < w; u++) a[u] = sn_join_$R_$V(a[u], a[u + w]);
    return a[0];
}

//@ turn iufb
/* The value of the thread whose place in the block is this one's turned over: column for lane.  Calls take turns
 * with two tiles: whoever writes to one again has passed a barrier that all reach after they read from it. */
static __device__ $V sn_turn_$V(u64 *tile, $V a)
{
    $V *t = ($V *)tile;
    t[threadIdx.y * 33 + threadIdx.x] = a;
    __syncthreads();
    return t[threadIdx.x * 33 + threadIdx.y];
}
