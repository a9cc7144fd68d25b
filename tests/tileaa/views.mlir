// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: ptr, %m: i32, %n: i32) {
//     %v = make_memref %x, [%m, %n], [%n] : ptr, i32, i32, i32 -> memref<?x?xf32, [?, 1]>
//     %d0 = get_size %v <dim = 0> : memref<?x?xf32, [?, 1]> -> i32
//     %d1 = get_size %v <dim = 1> : memref<?x?xf32, [?, 1]> -> i32
//     %p = block_tile %v : memref<?x?xf32, [?, 1]> -> block_tile<[64, 32], memref<?x?xf32, [?, 1]>, step = [64, 32], dims = [1, 0], padding = zero>
//     %c0 = get_tile_count %p <dim = 0> : block_tile<[64, 32], memref<?x?xf32, [?, 1]>, step = [64, 32], dims = [1, 0], padding = zero> -> i32
//     %c1 = get_tile_count %p <dim = 1> : block_tile<[64, 32], memref<?x?xf32, [?, 1]>, step = [64, 32], dims = [1, 0], padding = zero> -> i32
//     %a, %t = tiled_load %p, [%d0, %c1] : block_tile<[64, 32], memref<?x?xf32, [?, 1]>, step = [64, 32], dims = [1, 0], padding = zero>, i32, i32 -> tile<64x32xf32>, token
//     %s = tiled_store %a, %p, [%c0, %d1], [%t] : tile<64x32xf32>, block_tile<[64, 32], memref<?x?xf32, [?, 1]>, step = [64, 32], dims = [1, 0], padding = zero>, i32, i32, token -> token
//     return
//   }
// }
//
// Memory with a shape, partly known; tiles along permuted dimensions; extents and counts.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %m: tile<i32>, %n: tile<i32>) {
    %v = make_tensor_view %x, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %d0, %d1 = get_tensor_shape %v : tensor_view<?x?xf32, strides=[?,1]> -> tile<i32>
    %p = make_partition_view %v : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>
    %c0, %c1 = get_index_space_shape %p : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]> -> tile<i32>
    %a, %t = load_view_tko weak %p[%d0, %c1] : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> tile<64x32xf32>, token
    %s = store_view_tko weak %a, %p[%c0, %d1] token = %t : tile<64x32xf32>, partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf32, strides=[?,1]>, dim_map=[1, 0]>, tile<i32> -> token
    return
  }
}
