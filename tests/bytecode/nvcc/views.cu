#include <cuda_tile.h>
#include <cuda_fp16.h>
namespace ct = cuda::tiles;

using Sum = ct::tile<float, ct::shape<32, 32>>;

extern "C" __tile_global__ void gemm(const __half *a, const __half *b, float *c, int m, int n, int k) {
    ct::partition_view lhs{ct::tensor_span{a, ct::extents<int, ct::dynamic_extent, ct::dynamic_extent>{m, k}}, ct::shape<32, 32>{}};
    ct::partition_view rhs{ct::tensor_span{b, ct::extents<int, ct::dynamic_extent, ct::dynamic_extent>{k, n}}, ct::shape<32, 32>{}};
    ct::partition_view out{ct::tensor_span{c, ct::extents<int, ct::dynamic_extent, ct::dynamic_extent>{m, n}}, ct::shape<32, 32>{}};
    Sum sum = ct::zeros<Sum>();
    int row = ct::bid().x, column = ct::bid().y;
    for (int i = 0; i < (k + 31) / 32; ++i)
        sum = ct::mma(lhs.load_masked(row, i), rhs.load_masked(i, column), sum);
    out.store_masked(sum, row, column);
}
