cuda_tile.module @kernels {
  preview$func extern @none(%arg0: tile<4xi32>) -> tile<4xi32>
  preview$func extern @twice<[N: index]>(%arg0: tile<4xi32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> tile<4xi32>
  preview$extern_impl @threads<[N: index]> implements @twice<[N]> (%arg0: preview$fragment<2xi32, local, mem_layout = <(2):(1)>, fragmap = <(1, 4, 2):(0, 2, 1)>> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>})
  entry @k() {
    %i = iota : tile<4xi32>
    %y = preview$call @twice<[(1, 2)]>(%i) : (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<4xi32>
    return
  }
}
