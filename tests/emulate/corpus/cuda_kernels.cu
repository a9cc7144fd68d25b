// Kernels of CUDA C++ for what Triton does not emit: clusters, multicast, printf, warp intrinsics, f64 mma, every integer atomic,
// blocks that work together. `cuda_launches.py` says on what they run.

#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda_pipeline.h>
#include <mma.h>

#define KERNEL extern "C" __global__ void

constexpr unsigned ALL = 0xffffffffu;

// ---- Warps ----

KERNEL shuffles(const int *x, int *out) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    int v = x[at];
    out[at] = __shfl_sync(ALL, v, 3);
    out[n + at] = __shfl_up_sync(ALL, v, 1, 16);
    out[2 * n + at] = __shfl_down_sync(ALL, v, 2);
    out[3 * n + at] = __shfl_xor_sync(ALL, v, 4, 8);
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(ALL, v, d);
        v += (threadIdx.x & 31) >= d ? other : 0;
    }
    out[4 * n + at] = v;
    if (v & 1) out[5 * n + at] = __shfl_sync(__activemask(), v, 31 - __clz(__activemask()));
}

KERNEL votes(const int *x, unsigned *out) {
    int at = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    int v = x[at];
    out[at] = __ballot_sync(ALL, v > 0);
    out[n + at] = __any_sync(ALL, v == 7) * 2 + __all_sync(ALL, v < 8);
    out[2 * n + at] = __match_any_sync(ALL, v);
    int same;
    out[3 * n + at] = __match_all_sync(ALL, v >> 8, &same) + same;
    if (v > 0) out[4 * n + at] = __activemask();
    __syncwarp();
#if __CUDA_ARCH__ >= 800
    out[5 * n + at] = __reduce_add_sync(ALL, v) + __reduce_max_sync(ALL, v) * 3 + __reduce_min_sync(ALL, v) * 5;
    out[6 * n + at] = __reduce_xor_sync(ALL, (unsigned)v) ^ (__reduce_and_sync(ALL, (unsigned)v | 64) << 3) ^ (__reduce_or_sync(ALL, (unsigned)v & 7) << 9);
#endif
}

KERNEL bits(const unsigned *x, unsigned *out) {
    int at = threadIdx.x, n = blockDim.x;
    unsigned v = x[at], w = x[(at + 1) % n];
    out[at] = __popc(v) + 100 * __clz(v) + 10000 * __ffs(v);
    out[n + at] = __brev(v);
    out[2 * n + at] = __byte_perm(v, w, v & 0x7777);
    out[3 * n + at] = __funnelshift_l(v, w, w) ^ __funnelshift_rc(v, w, v & 63);
    out[4 * n + at] = __dp4a((int)v, (int)w, 4);
    out[5 * n + at] = __sad((int)v, (int)w, 4u) + __usad(v, w, 1u);
    out[6 * n + at] = __umulhi(v, w) + (unsigned)__mulhi((int)v, (int)w) + (unsigned)__mul24((int)v, (int)w);
    out[7 * n + at] = __vadd2(v, w) ^ __vabsdiffu4(v, w) ^ __vmaxs2(v, w);
    unsigned long long l = (unsigned long long)v << 32 | w;
    out[8 * n + at] = __popcll(l) + __clzll(l) + (unsigned)(__brevll(l) >> 7) + (unsigned)(l / (v | 1)) + (unsigned)(l % (w | 3));
}

KERNEL divergent(const int *x, int *out) {
    int v = x[threadIdx.x], steps = 0;
    while (v != 1) {
        v = v % 2 ? 3 * v + 1 : v / 2;
        steps++;
        if (steps > 200) break;
    }
    switch (threadIdx.x % 5) {
    case 0: steps += 1000; break;
    case 1: steps *= 3;
    case 2: steps ^= 5; break;
    case 3: if (steps > 10) return;
    default: steps = -steps;
    }
    out[threadIdx.x] = steps;
}

// ---- Calls, memory of the thread, constants ----

__constant__ float table[4] = {1.0f, 2.5f, -3.0f, 0.5f};
__device__ int counter = 7;
__device__ const int *pointers[2] = {&counter, nullptr};
struct Pair { short a; double b; };

__device__ __noinline__ double power(double x, int n) { return n <= 0 ? 1.0 : x * power(x, n - 1); }

KERNEL calls(double *x, int n, Pair p) {
    double array[16];
    for (int i = 0; i < n; i++) array[(i * 7) % 16] = x[i] * table[i & 3];
    x[16 + threadIdx.x] = power(x[threadIdx.x], threadIdx.x % 4) + array[threadIdx.x] + *pointers[0] + p.a * p.b;
}

KERNEL prints(const float *x, int n) {
    if (threadIdx.x < n) printf("block %d thread %2d: %.3f %5.1e %s %lld %x %%\n", blockIdx.x, threadIdx.x, x[threadIdx.x], x[threadIdx.x] * 1000.0, n > 2 ? "many" : "few",
                                (long long)n << 33, threadIdx.x * 1000);
}

// ---- Atomics ----

struct alignas(16) Two { unsigned long long low, high; };

KERNEL atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d, int *old) {
    __shared__ int local[8];
    __shared__ unsigned long long far;
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < 8) local[threadIdx.x] = 0;
    if (threadIdx.x == 8) far = 1ull << 40;
    __syncthreads();
    atomicAdd(&i[0], t); atomicSub(&i[1], t); atomicMin(&i[2], -t); atomicMax(&i[3], t);
    atomicAnd(&i[4], ~(1 << t % 13)); atomicOr(&i[5], 1 << t % 31); atomicXor(&i[6], t * 77);
    atomicInc(&u[0], 9); atomicDec(&u[1], 9); atomicMin(&u[2], 4000000000u + t); atomicMax(&u[3], 4000000000u + t); atomicAdd(&u[4], 4000000000u);
    atomicAdd(&l[0], (unsigned long long)t << 30); atomicMin(&l[1], (unsigned long long)t << 40); atomicMax(&l[2], (unsigned long long)t << 40);
    atomicMax((long long *)&l[3], -5ll - t); atomicAnd(&l[4], ~(1ull << t % 50)); atomicOr(&l[5], 1ull << t % 50); atomicXor(&l[6], (unsigned long long)t << 33);
    atomicAdd(&f[0], (float)(t % 4)); atomicAdd(&d[0], t * 0.5);
    atomicAdd_block(&local[t % 8], 1); atomicMax(&local[0], 3); atomicAdd_system(&i[7], 2);
    old[t] = atomicAdd(&i[8], 1);
    unsigned seen = ((volatile unsigned *)u)[5], assumed;
    do { assumed = seen; seen = atomicCAS(&u[5], assumed, assumed * 5 + 3); } while (seen != assumed);
    unsigned short *half = (unsigned short *)&u[6];
    unsigned short was = ((volatile unsigned short *)half)[1], expected;
    do { expected = was; was = atomicCAS(&half[1], expected, (unsigned short)(expected + 3)); } while (was != expected);
    unsigned long long wide = ((volatile unsigned long long *)l)[7], before;
    do { before = wide; wide = atomicCAS(&l[7], before, before * 5 + 3); } while (wide != before);
    wide = 1ull << 40;
    do { before = wide; wide = atomicCAS(&far, before, before + (1ull << 33)); } while (wide != before);
#if __CUDA_ARCH__ >= 900
    Two *two = (Two *)&l[10], now = {0, 0}, then;
    do { then = now; now = atomicCAS(two, then, Two{then.low + 1, then.high + (2ull << 40)}); } while (now.low != then.low || now.high != then.high);
    Two gone = atomicExch(&two[1], Two{5, 6ull << 40});
    if (gone.low != 0 && gone.high != 6ull << 40) atomicAdd(&i[10], 1);
#endif
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&i[9], local[threadIdx.x]);
    if (threadIdx.x == 8) atomicAdd(&l[9], atomicExch(&far, 0x123456789abcdef0ull));
    atomicExch(&i[10], 12345);
    atomicExch(&l[8], 0x123456789abcdef0ull);
}

// ---- Blocks that work together ----

__device__ unsigned arrived;

// The last block to end sums what the others left.
KERNEL last_block(const float *x, float *partial, float *total, int n) {
    __shared__ float sums[128];
    __shared__ bool last;
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += x[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sums[0];
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        float all = 0;
        for (int i = 0; i < gridDim.x; i++) all += ((volatile float *)partial)[i];
        *total = all;
    }
}

// Blocks wait for each other: a barrier of the whole grid.
KERNEL grid_barrier(int *a, int *b, unsigned *gate) {
    int t = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    a[t] = t * 3;
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(gate, 1);
        while (atomicAdd(gate, 0) < gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
    b[t] = ((volatile int *)a)[n - 1 - t];
}

KERNEL named_barriers(const int *x, int *out) {
    __shared__ int stage[64];
    // Half of the warps make, the others take.
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x < 64) {
            asm volatile("bar.sync 1, 128;" ::: "memory");
            stage[threadIdx.x] = x[round * 64 + threadIdx.x] + round;
            asm volatile("bar.arrive 2, 128;" ::: "memory");
        } else {
            asm volatile("bar.arrive 1, 128;" ::: "memory");
            asm volatile("bar.sync 2, 128;" ::: "memory");
            out[round * 64 + threadIdx.x - 64] = stage[127 - threadIdx.x];
        }
    }
    int more = __syncthreads_count(x[threadIdx.x] > 0) + 1000 * __syncthreads_and(x[threadIdx.x] < 100) + 10000 * __syncthreads_or(x[threadIdx.x] == -2);
    out[256 + threadIdx.x] = more;
}

// ---- Matrices ----

KERNEL matrix(const half *a, const half *b, float *c) {
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 1.f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

#if __CUDA_ARCH__ >= 800
KERNEL matrix_f64(const double *a, const double *b, double *c) {
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc;
    wmma::fill_fragment(fc, 0.0);
    for (int k = 0; k < 16; k += 4) {
        wmma::load_matrix_sync(fa, a + k, 16);
        wmma::load_matrix_sync(fb, b + k, 16);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c, fc, 8, wmma::mem_row_major);
}

KERNEL mma_f64(const double *a, const double *b, double *c) {
    int lane = threadIdx.x, g = lane / 4, t = lane % 4;
    double d0 = 0, d1 = 0;
    for (int k = 0; k < 16; k += 4)
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(d0), "+d"(d1) : "d"(a[g * 16 + k + t]), "d"(b[g * 16 + k + t]));
    c[g * 8 + t * 2] = d0;
    c[g * 8 + t * 2 + 1] = d1;
}

KERNEL pipelined(const int4 *from, int4 *to, int n) {
    extern __shared__ int4 stages[];
    for (int i = 0; i < 2 && i < n; i++) {
        __pipeline_memcpy_async(&stages[i % 3 * blockDim.x + threadIdx.x], &from[i * blockDim.x + threadIdx.x], 16);
        __pipeline_commit();
    }
    for (int i = 0; i < n; i++) {
        if (i + 2 < n) __pipeline_memcpy_async(&stages[(i + 2) % 3 * blockDim.x + threadIdx.x], &from[(i + 2) * blockDim.x + threadIdx.x], 16);
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        int4 v = stages[i % 3 * blockDim.x + (threadIdx.x ^ 1)];
        v.x += i;
        to[i * blockDim.x + threadIdx.x] = v;
        __syncthreads();
    }
}
#endif

// ---- Clusters ----

#if __CUDA_ARCH__ >= 900
namespace cg = cooperative_groups;

KERNEL __cluster_dims__(2, 1, 1) clusters(const int *x, int *out) {
    __shared__ int mine[64];
    __shared__ int sum;
    cg::cluster_group cluster = cg::this_cluster();
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    mine[threadIdx.x] = x[at];
    if (threadIdx.x == 0) sum = 0;
    cluster.sync();
    int *other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
    int v = other[63 - threadIdx.x];
    atomicAdd(cluster.map_shared_rank(&sum, 0), v);
    cluster.sync();
    out[at] = v + 1000 * cluster.num_blocks() + 10000 * cluster.block_rank();
    if (threadIdx.x == 0 && cluster.block_rank() == 0) out[gridDim.x * blockDim.x + blockIdx.x / 2] = sum;
}

// One block loads a piece for all of its cluster; each waits on a barrier of its own.
KERNEL __cluster_dims__(4, 1, 1) multicast(const int *x, int *out) {
    __shared__ alignas(128) int stage[4 * 64];
    __shared__ alignas(8) uint64_t barrier;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();
    unsigned at = (unsigned)__cvta_generic_to_shared(&barrier), to = (unsigned)__cvta_generic_to_shared(stage + rank * 64);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    }
    cluster.sync();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(at) : "memory");
        const int *from = x + (blockIdx.x / 4 * 4 + rank) * 64;
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;" ::"r"(to), "l"(from), "r"(at), "h"((short)15) : "memory");
    }
    asm volatile("{ .reg .pred p; again: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra again; }" ::"r"(at) : "memory");
    int v = 0;
    for (int i = 0; i < 4; i++) v = v * 3 + stage[i * 64 + threadIdx.x];
    out[blockIdx.x * 64 + threadIdx.x] = v;
    cluster.sync();
}
#endif
