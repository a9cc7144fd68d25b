// Kernels of CUDA C++ for what a tile compiler does not emit: warp intrinsics, textures aside, calls, local arrays, printf, clusters.

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cooperative_groups.h>
#include <cuda_pipeline.h>
#include <mma.h>
#include <cstdio>

__constant__ float table[64] = {1.0f, 2.5f, -3.0f};
__device__ int counter = 7;
__device__ unsigned char bytes[5] = {1, 2, 3, 4, 5};
__device__ const int *pointers[2] = {&counter, nullptr};
struct Pair { short a; double b; };
__device__ Pair pair = {3, 4.5};

extern "C" __global__ void warp(int *x, unsigned *out) {
    int lane = threadIdx.x & 31;
    int v = x[blockIdx.x * blockDim.x + threadIdx.x];
    v += __shfl_sync(~0u, v, 3) + __shfl_up_sync(~0u, v, 1, 16) + __shfl_down_sync(~0u, v, 2) + __shfl_xor_sync(~0u, v, 4, 8);
    unsigned b = __ballot_sync(~0u, v > 3);
    b ^= __any_sync(~0u, v == 1) + __all_sync(~0u, v == 2) + __activemask();
    b += __popc(v) + __clz(v) + __ffs(v) + __brev(v) + __byte_perm(v, b, 0x5140) + __funnelshift_l(v, b, 7) + __funnelshift_rc(v, b, 40);
    b += __dp4a(v, x[1], 4) + __sad(v, 3, 4u) + __mul24(v, 7) + __umulhi(b, 77u) + __vadd2(v, 3) + __vabsdiffu4(v, b) + __vmaxs2(v, 9);
#if __CUDA_ARCH__ >= 800
    b += __reduce_add_sync(~0u, v) + __reduce_max_sync(~0u, v) + __reduce_xor_sync(~0u, b);
#endif
#if __CUDA_ARCH__ >= 700
    b += __match_any_sync(~0u, v);
    int all;
    b += __match_all_sync(~0u, v, &all) + all;
    __nanosleep(100);
#endif
    __syncwarp();
    out[lane] = b + __isGlobal(x) + (unsigned)clock() + (unsigned)clock64();
}

extern "C" __global__ void atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d, __half2 *h, __nv_bfloat16 *b, unsigned short *s) {
    __shared__ int local[32];
    local[threadIdx.x & 31] = 0;
    __syncthreads();
    atomicAdd(i, 1); atomicSub(i, 2); atomicExch(i, 3); atomicMin(i, 4); atomicMax(i, 5);
    u[1] = atomicInc(u, 9) + atomicDec(u, 9) + atomicAnd(u, 3) + atomicOr(u, 4) + atomicXor(u, 5) + atomicCAS(u, 6, 7);
    l[1] = atomicAdd(l, 1ull) + atomicExch(l, 4ull) + atomicCAS(l, 4ull, 5ull) + atomicMin(l, 3ull) + atomicMax(l, 3ull);
    f[1] = atomicAdd(f, 1.5f) + atomicExch(f, 1.f);
    d[1] = atomicAdd(d, 2.5);
    atomicAdd(h, __floats2half2_rn(1.f, 2.f));
#if __CUDA_ARCH__ >= 900
    atomicAdd(b, __float2bfloat16(1.f));
#endif
    s[1] = atomicCAS(s, 1, 2);
    atomicAdd_block(i, 3); atomicAdd_system(i, 4); atomicAdd(&local[3], 1);
    __threadfence(); __threadfence_block(); __threadfence_system();
    __syncthreads();
    i[2] = local[3] + __syncthreads_count(i[0]) + __syncthreads_and(i[0]) + __syncthreads_or(i[0]);
}

__device__ __noinline__ double helper(double x, int n, Pair p) { return n > 3 ? sin(x) + p.b : pow(x, (double)n) * p.a; }

extern "C" __global__ void calls(double *x, int n, Pair p, double (*callback)(double)) {
    double array[8];
    for (int i = 0; i < 8; i++) array[i] = x[i] * table[n & 63];
    double r = helper(x[0], n, p) + array[n & 7] + callback(x[1]);
    printf("n %d r %f\n", n, r);
    if (n == 77) __trap();
    if (n == 78) asm volatile("brkpt;");
    x[2] = r + counter + bytes[n % 5] + *pointers[0] + pair.b;
}

extern "C" __global__ void switches(int *x, int n) {
    switch (n) {
    case 0: x[0] = 3; break;
    case 1: x[1] = 5; x[7] = n; break;
    case 2: x[2] += 7; break;
    case 3: x[3] *= 9; break;
    case 4: x[4] ^= 9; break;
    case 5: x[5] -= 9; break;
    case 6: x[6] |= 9; break;
    default: x[8] /= n;
    }
}

extern "C" __global__ void math(float *f, double *d, __half *h, __nv_bfloat16 *b, long long *l, int n) {
    float x = f[0], y = f[1];
    f[2] = sinf(x) + cosf(y) + expf(x) + logf(y) + powf(x, y) + tanhf(x) + sqrtf(x) + rsqrtf(y) + fmodf(x, y) + erff(x) + cbrtf(y);
    f[3] = __fdividef(x, y) + __expf(x) + __sinf(y) + __fsqrt_rz(x) + __frcp_rd(y) + __fadd_ru(x, y) + __fmaf_rz(x, y, x) + fminf(x, y) + fmaxf(x, y) + copysignf(x, y);
    f[4] = rintf(x) + floorf(x) + ceilf(y) + truncf(x) + roundf(y) + (isnan(x) ? 1 : 2) + (isinf(y) ? 3 : 4) + __saturatef(x);
    d[1] = exp(d[0]) + log(d[0]) + sqrt(d[0]) + 1 / d[0] + fma(d[0], d[0], d[0]) + floor(d[0]) + atan2(d[0], 2.0) + __ddiv_rd(d[0], 3.0);
    h[1] = __hadd(h[0], __hmul(h[0], h[2])) + hexp(h[0]) + hsqrt(h[1]) + __hfma_relu(h[0], h[1], h[2]) + __float2half_rz(x) + __hmax(h[0], h[1]);
    b[1] = __hadd(b[0], b[2]) + __hmin(b[0], b[2]) + __float2bfloat16_rn(y) + hlog(b[3]);
    l[0] = l[1] / l[2] + l[3] % n + (l[4] >> n) + (l[5] << 3) + llabs(l[6]) + __double2ll_rn(d[0]) + __float2ll_rd(x) + __popcll(l[7]) + __clzll(l[8]);
    l[9] = (unsigned long long)l[1] / 7 + (long long)(short)n + (signed char)n + (unsigned)__half2int_rn(h[0]) + max(l[1], l[2]) + min((int)x, n);
}

extern "C" __global__ void copies(int4 *to, const int4 *__restrict__ from, char *c, short2 *s, double2 *d) {
    extern __shared__ int4 dynamic[];
    __pipeline_memcpy_async(&dynamic[threadIdx.x], &from[threadIdx.x], 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    to[threadIdx.x] = dynamic[threadIdx.x ^ 1];
    to[64] = __ldg(&from[3]); to[65] = __ldcg(&from[4]); to[66] = __ldcs(&from[5]); to[67] = __ldlu(&to[6]); to[68] = __ldcv(&to[7]);
    __stwt(&to[69], from[8]); __stcg(&to[70], from[9]); __stcs(&to[71], from[10]); __stwb(&to[72], from[11]);
    c[1] = c[0] * 3; s[1] = s[0]; d[1] = d[0];
    volatile int *v = (int *)to;
    v[1] = v[2] + 1;
    __builtin_assume(threadIdx.x < 64);
    asm volatile("prefetch.global.L2 [%0];" ::"l"(to));
}

extern "C" __global__ void matrix(const half *a, const half *b, float *c) {
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.f);
    wmma::load_matrix_sync(fa, a, 16);
    wmma::load_matrix_sync(fb, b, 16);
    wmma::mma_sync(fc, fa, fb, fc);
    wmma::store_matrix_sync(c, fc, 16, wmma::mem_row_major);
}

extern "C" __global__ void __launch_bounds__(256, 2) bounds(float *x) { x[threadIdx.x] *= 2; }

#if __CUDA_ARCH__ >= 900
namespace cg = cooperative_groups;
extern "C" __global__ void __cluster_dims__(2, 1, 1) clusters(int *x) {
    __shared__ int mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = x[threadIdx.x];
    cluster.sync();
    int *other = cluster.map_shared_rank(mine, cluster.block_rank() ^ 1);
    x[threadIdx.x] = other[31 - threadIdx.x] + cluster.num_blocks();
    cluster.sync();
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
}
extern "C" __global__ void grid_constants(const __grid_constant__ Pair p, double *x) { x[0] = p.b; const Pair *q = &p; x[1] = q[0].a; }
#endif

#if __CUDA_ARCH__ >= 890
extern "C" __global__ void narrow(float *f, __nv_fp8_storage_t *o, __nv_fp8x2_storage_t *t) {
    o[0] = __nv_cvt_float_to_fp8(f[0], __NV_SATFINITE, __NV_E4M3);
    t[0] = __nv_cvt_float2_to_fp8x2(make_float2(f[1], f[2]), __NV_SATFINITE, __NV_E5M2);
    f[3] = __half2float(__half(__nv_cvt_fp8_to_halfraw(o[1], __NV_E4M3)));
}
#endif
