#include <cuda_tile.h>
namespace ct = cuda::tiles;

using Lanes = ct::tile<int, ct::shape<128>>;

extern "C" __tile_global__ void add(const float *x, const float *y, float *z, int n) {
    auto at = ct::iota<Lanes>() + int(ct::bid().x) * 128;
    auto inside = at < n;
    auto sum = ct::load_masked(x + at, inside) + ct::load_masked(y + at, inside);
    ct::store_masked(z + at, sum, inside);
}
