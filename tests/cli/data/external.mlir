cuda_tile.module @kernels {
  preview$func extern @twice(%arg0: tile<4xi32> {cuda_tile.preview$access = #cuda_tile<preview$access<in>>}) -> tile<4xi32>
  entry @k() {
    %i = iota : tile<4xi32>
    %y = preview$call @twice(%i) : (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<4xi32>
    return
  }
}
