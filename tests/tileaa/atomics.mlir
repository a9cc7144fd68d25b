// RUN: compile --emit=tileaa
// tileaa.module @tests {
//   func @k (%x: ptr) {
//     %v = make_memref %x : ptr -> memref<6xi32, [1]>
//     %p = block_tile %v : memref<6xi32, [1]> -> block_tile<[4], memref<6xi32, [1]>, step = [4], dims = [0]>
//     %b = get_program_id <axis = 0> : i32
//     %y = get_program_id <axis = 1> : i32
//     %z = get_program_id <axis = 2> : i32
//     %one = constant <value = 1> : i32
//     %k = andi %b, %one : i32
//     %i = make_range : tile<4xi32>
//     %t = tiled_atomic_red %i, %p, [%k] <mode = add, ordering = relaxed> : tile<4xi32>, block_tile<[4], memref<6xi32, [1]>, step = [4], dims = [0]>, i32 -> token
//     %u = tiled_atomic_red %i, %p, [%k] <mode = max, ordering = relaxed> : tile<4xi32>, block_tile<[4], memref<6xi32, [1]>, step = [4], dims = [0]>, i32 -> token
//     return
//   }
// }
//
// A reduction into tiles of memory gives a token alone.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<i32>>) {
    %v = make_tensor_view %x, shape = [6], strides = [1] : tensor_view<6xi32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>
    %b, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %k = andi %b, %one : tile<i32>
    %i = iota : tile<4xi32>
    %t = atomic_red_view_tko relaxed device %p[%k], add, %i : tile<4xi32>, partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> token
    %u = atomic_red_view_tko relaxed device %p[%k], max, %i : tile<4xi32>, partition_view<tile=(4), tensor_view<6xi32, strides=[1]>>, tile<i32> -> token
    return
  }
}
