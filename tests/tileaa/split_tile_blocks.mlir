// RUN: compile --emit=tileaa --target=sm_90a --passes=canonicalize,cse,licm,dce,plan-clusters,split-tile-blocks,canonicalize,cse,licm,dce
// tileaa.module @tests {
//   func @views <num_cta_in_cga = 2, num_ctas = 2> (%x: ptr) {
//     %0 = get_cta_rank : i32
//     %v = make_memref %x : ptr -> memref<8x64xf32, [64, 1]>
//     %zero = constant <value = 0> : i32
//     %1 = exti %0 : i32 -> i64
//     %2 = constant <value = 0> : i64
//     %3 = addi %2, %1 : i64
//     %4 = block_tile %v : memref<8x64xf32, [64, 1]> -> block_tile<[4, 64], memref<8x64xf32, [64, 1]>, step = [4, 64], dims = [0, 1]>
//     %a, %t = tiled_load %4, [%3, %zero] : block_tile<[4, 64], memref<8x64xf32, [64, 1]>, step = [4, 64], dims = [0, 1]>, i64, i32 -> tile<4x64xf32>, token
//     %b = negf %a : tile<4x64xf32>
//     %u = tiled_store %b, %4, [%3, %zero], [%t] : tile<4x64xf32>, block_tile<[4, 64], memref<8x64xf32, [64, 1]>, step = [4, 64], dims = [0, 1]>, i64, i32, token -> token
//     return
//   }
//   func @counted <num_cta_in_cga = 2, num_ctas = 2> (%x: ptr) {
//     %0 = get_cta_rank : i32
//     %x_1 = view %x : ptr -> tile<1xptr>
//     %x_all = broadcast %x_1 : tile<1xptr> -> tile<8xptr>
//     %1 = constant <value = 8> : i32
//     %2 = muli %0, %1 : i32
//     %3 = view %2 : i32 -> tile<1xi32>
//     %4 = broadcast %3 : tile<1xi32> -> tile<8xi32>
//     %5 = make_range : tile<8xi32>
//     %6 = addi %5, %4 : tile<8xi32>
//     %xs = addptr %x_all, %6 <bytes = 4> : tile<8xptr>, tile<8xi32> -> tile<8xptr>
//     %some = constant <values = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]> : tile<16xi32>
//     %7 = extract %some, [%0] : tile<16xi32>, i32 -> tile<8xi32>
//     %u = store %xs, %7 : tile<8xptr>, tile<8xi32> -> token
//     %far = constant <value = 100> : i32
//     %one = addptr %x, %far <bytes = 4> : ptr, i32 -> ptr
//     %8 = constant <value = 0> : i32
//     %9 = cmpi %0, %8 <predicate = equal> : i32, i32 -> i1
//     if %9 : i1 {
//       %w = store %one, %far : ptr, i32 -> token
//       yield
//     } {
//       yield
//     }
//     if %9 : i1 {
//       print [%far] <format = "%i"> : i32 -> token
//       yield
//     } {
//       yield
//     }
//     return
//   }
// }
//
// Tiles are cut along the dimension with the most work: `views` along rows, for which the outer of two equal dimensions is taken;
// `counted` makes the range of a part, and does what is of one number once.
cuda_tile.module @tests {
  entry @views(%x: tile<ptr<f32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %v = make_tensor_view %x, shape = [8, 64], strides = [64, 1] : tensor_view<8x64xf32, strides=[64,1]>
    %p = make_partition_view %v : partition_view<tile=(8x64), tensor_view<8x64xf32, strides=[64,1]>>
    %zero = constant <i32: 0> : tile<i32>
    %a, %t = load_view_tko weak %p[%zero, %zero] : partition_view<tile=(8x64), tensor_view<8x64xf32, strides=[64,1]>>, tile<i32> -> tile<8x64xf32>, token
    %b = negf %a : tile<8x64xf32>
    %u = store_view_tko weak %b, %p[%zero, %zero] token = %t : tile<8x64xf32>, partition_view<tile=(8x64), tensor_view<8x64xf32, strides=[64,1]>>, tile<i32> -> token
    return
  }
  entry @counted(%x: tile<ptr<i32>>) optimization_hints=<default = {num_cta_in_cga = 2}> {
    %lanes = iota : tile<16xi32>
    %x_1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
    %x_all = broadcast %x_1 : tile<1xptr<i32>> -> tile<16xptr<i32>>
    %xs = offset %x_all, %lanes : tile<16xptr<i32>>, tile<16xi32> -> tile<16xptr<i32>>
    %some = constant <i32: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3]> : tile<16xi32>
    %u = store_ptr_tko weak %xs, %some : tile<16xptr<i32>>, tile<16xi32> -> token
    %far = constant <i32: 100> : tile<i32>
    %one = offset %x, %far : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %w = store_ptr_tko weak %one, %far : tile<ptr<i32>>, tile<i32> -> token
    print_tko "%i", %far : tile<i32> -> token
    return
  }
}
