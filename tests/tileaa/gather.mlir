// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: ptr) {
//     %v = make_memref %x : ptr -> memref<6x4xi32, [4, 1]>
//     %g = block_tile %v : memref<6x4xi32, [4, 1]> -> block_tile<[4, 2], memref<6x4xi32, [4, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>
//     %rows = constant <values = [5, 0, 3, 9]> : tile<4xi32>
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %picked, %t1 = tiled_load %g, [%rows, %one] : block_tile<[4, 2], memref<6x4xi32, [4, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, tile<4xi32>, i32 -> tile<4x2xi32>, token
//     %i = make_range : tile<8xi32>
//     %hundred = constant <value = 100> : tile<8xi32>
//     %j = addi %i, %hundred : tile<8xi32>
//     %new = view %j : tile<8xi32> -> tile<4x2xi32>
//     %t2 = tiled_store %new, %g, [%rows, %zero], [%t1] : tile<4x2xi32>, block_tile<[4, 2], memref<6x4xi32, [4, 1]>, step = [1, 1], dims = [0, 1], gather = 0, padding = zero>, tile<4xi32>, i32, token -> token
//     return
//   }
// }
//
// Coordinates along the gathered dimension are picked by a tile of indices.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [6, 4], strides = [4, 1] : tensor_view<6x4xi32, strides=[4,1]>
    %g = make_gather_scatter_view %v : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>
    %rows = constant <i32: [5, 0, 3, 9]> : tile<4xi32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %picked, %t1 = load_view_tko weak %g[%rows, %one] : gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> tile<4x2xi32>, token
    %i = iota : tile<8xi32>
    %hundred = constant <i32: 100> : tile<8xi32>
    %j = addi %i, %hundred : tile<8xi32>
    %new = reshape %j : tile<8xi32> -> tile<4x2xi32>
    %t2 = store_view_tko weak %new, %g[%rows, %zero] token = %t1 : tile<4x2xi32>, gather_scatter_view<tile=(4x2), padding_value = zero, tensor_view<6x4xi32, strides=[4,1]>, sparse_dim=0>, tile<4xi32>, tile<i32> -> token
    return
  }
}
