// RUN: compile --emit=tileaa --passes=canonicalize,licm,dce
// tileaa.module @tests {
//   func @k (%x: ptr, %n: i32) {
//     %v = make_memref %x, [%n] : ptr, i32 -> memref<?x48xf32, [48, 1]>
//     %d1 = constant <value = 48> : i32
//     %p = block_tile %v : memref<?x48xf32, [48, 1]> -> block_tile<[16, 32], memref<?x48xf32, [48, 1]>, step = [16, 32], dims = [0, 1]>
//     %c0 = get_tile_count %p <dim = 0> : block_tile<[16, 32], memref<?x48xf32, [48, 1]>, step = [16, 32], dims = [0, 1]> -> i32
//     %zero = constant <value = 0> : i32
//     %one = constant <value = 1> : i32
//     %last = constant <value = 1> : i32
//     for %zero, %c0, %one : i32, i32, i32 (%i: i32) {
//       %a, %t = tiled_load %p, [%i, %last] : block_tile<[16, 32], memref<?x48xf32, [48, 1]>, step = [16, 32], dims = [0, 1]>, i32, i32 -> tile<16x32xf32>, token
//       %s = tiled_store %a, %p, [%i, %zero], [%t] : tile<16x32xf32>, block_tile<[16, 32], memref<?x48xf32, [48, 1]>, step = [16, 32], dims = [0, 1]>, i32, i32, token -> token
//       continue
//     }
//     %u = print [%n, %d1] <format = "%d %d"> : i32, i32 -> token
//     return
//   }
// }
//
// Extents that are known are not asked for, tokens that order nothing are not taken, and what is the same in each run of
// a loop stands in front of it.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {
    %v = make_tensor_view %x, shape = [%n, 48], strides = [48, 1] : tile<i32> -> tensor_view<?x48xf32, strides=[48,1]>
    %d0, %d1 = get_tensor_shape %v : tensor_view<?x48xf32, strides=[48,1]> -> tile<i32>
    %p = make_partition_view %v : partition_view<tile=(16x32), tensor_view<?x48xf32, strides=[48,1]>>
    %c0, %c1 = get_index_space_shape %p : partition_view<tile=(16x32), tensor_view<?x48xf32, strides=[48,1]>> -> tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %first = make_token : token
    for %i in (%zero to %c0, step %one) : tile<i32> {
      %last = subi %c1, %one : tile<i32>
      %a, %t = load_view_tko weak %p[%i, %last] token = %first : partition_view<tile=(16x32), tensor_view<?x48xf32, strides=[48,1]>>, tile<i32> -> tile<16x32xf32>, token
      %s = store_view_tko weak %a, %p[%i, %zero] token = %t : tile<16x32xf32>, partition_view<tile=(16x32), tensor_view<?x48xf32, strides=[48,1]>>, tile<i32> -> token
      continue
    }
    %u = print_tko "%d %d", %d0, %d1 : tile<i32>, tile<i32> -> token
    return
  }
}
