// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: ptr) {
//     %v = make_memref %x : ptr -> memref<10xi32, [1]>
//     %s = block_tile %v : memref<10xi32, [1]> -> block_tile<[4], memref<10xi32, [1]>, step = [3], dims = [0], padding = zero>
//     %n = get_tile_count %s <dim = 0> : block_tile<[4], memref<10xi32, [1]>, step = [3], dims = [0], padding = zero> -> i32
//     %one = constant <value = 1> : i32
//     %three = constant <value = 3> : i32
//     %second, %t1 = tiled_load %s, [%one] : block_tile<[4], memref<10xi32, [1]>, step = [3], dims = [0], padding = zero>, i32 -> tile<4xi32>, token
//     %last, %t2 = tiled_load %s, [%three] : block_tile<[4], memref<10xi32, [1]>, step = [3], dims = [0], padding = zero>, i32 -> tile<4xi32>, token
//     return
//   }
// }
//
// The step from one tile to the next is that of the view; `ceil(10 / 3)` tiles are counted by their step.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [10], strides = [1] : tensor_view<10xi32, strides=[1]>
    %s = make_strided_view %v : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<10xi32, strides=[1]>>
    %n = get_index_space_shape %s : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<10xi32, strides=[1]>> -> tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %three = constant <i32: 3> : tile<i32>
    %second, %t1 = load_view_tko weak %s[%one] : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<10xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %last, %t2 = load_view_tko weak %s[%three] : strided_view<tile=(4), traversal_strides=[3], padding_value = zero, tensor_view<10xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
}
