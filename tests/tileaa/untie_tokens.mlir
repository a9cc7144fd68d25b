// RUN: compile --emit=tileaa --passes=untie-tokens,canonicalize
// tileaa.module @tests {
//   func @k (%x: ptr, %y: ptr) {
//     %v = make_memref %x : ptr -> memref<4096xf32, [1]>
//     %p = block_tile %v : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
//     %u = make_memref %y : ptr -> memref<4096xf32, [1]>
//     %q = block_tile %u : memref<4096xf32, [1]> -> block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>
//     %i = get_program_id <axis = 0> : i32
//     %one = constant <value = 1> : i32
//     %j = addi %i, %one : i32
//     %zeros = constant <value = 0.0> : tile<512xf32>
//     %stored = tiled_store %zeros, %p, [%i] : tile<512xf32>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> token
//     %next, %t1 = tiled_load %p, [%j] : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32 -> tile<512xf32>, token
//     %again, %t2 = tiled_load %p, [%i], [%stored] : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32, token -> tile<512xf32>, token
//     %other, %t3 = tiled_load %q, [%i], [%stored] : block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32, token -> tile<512xf32>, token
//     %a = addf %next, %again : tile<512xf32>
//     %b = addf %a, %other : tile<512xf32>
//     %0 = join_tokens [%stored, %t2, %t3] : token
//     %last = tiled_store %b, %p, [%i], [%0] : tile<512xf32>, block_tile<[512], memref<4096xf32, [1]>, step = [512], dims = [0]>, i32, token -> token
//     return
//   }
// }
//
// `%next` reads the tile beside the one that was stored, so nothing orders the two; `%again` reads the stored one and stays
// behind. `%other` may meet the store through another parameter. Behind both reads is the last store, as before.
cuda_tile.module @tests {
  entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
    %v = make_tensor_view %x, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>
    %u = make_tensor_view %y, shape = [4096], strides = [1] : tensor_view<4096xf32, strides=[1]>
    %q = make_partition_view %u : partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>
    %i, %by, %bz = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %j = addi %i, %one : tile<i32>
    %zeros = constant <f32: 0.0> : tile<512xf32>
    %stored = store_view_tko weak %zeros, %p[%i] : tile<512xf32>, partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
    %next, %t1 = load_view_tko weak %p[%j] token = %stored : partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
    %again, %t2 = load_view_tko weak %p[%i] token = %t1 : partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
    %other, %t3 = load_view_tko weak %q[%i] token = %t2 : partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
    %a = addf %next, %again : tile<512xf32>
    %b = addf %a, %other : tile<512xf32>
    %last = store_view_tko weak %b, %p[%i] token = %t3 : tile<512xf32>, partition_view<tile=(512), tensor_view<4096xf32, strides=[1]>>, tile<i32> -> token
    return
  }
}
