// RUN: opt --passes=canonicalize
// cuda_tile.module @tests {
//   entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
//     %t = make_tensor_view %p, shape = [%n, 1000], strides = [1000, 1] : tile<i32> -> tensor_view<?x1000xf32, strides=[1000,1]>
//     %0 = exti %n unsigned : tile<i32> -> tile<i64>
//     %cst_1000_i64 = constant <i64: 1000> : tile<i64>
//     %e0, %e1 = get_tensor_shape %t : tensor_view<?x1000xf32, strides=[1000,1]> -> tile<i8>
//     %v = make_partition_view %t : partition_view<tile=(16x64), tensor_view<?x1000xf32, strides=[1000,1]>>
//     %cst_16_i32 = constant <i32: 16> : tile<i32>
//     %i0, %i1 = get_index_space_shape %v : partition_view<tile=(16x64), tensor_view<?x1000xf32, strides=[1000,1]>> -> tile<i32>
//     %s = print_tko "%d %d %d %d %d", %0, %cst_1000_i64, %e1, %i0, %cst_16_i32 : tile<i64>, tile<i64>, tile<i8>, tile<i32>, tile<i32> -> token
//     return
//   }
// }
//
// Extents that a type or `make_tensor_view` says are not asked for. One that does not fit its type is undefined, and stays.
cuda_tile.module @tests {
  entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
    %t = make_tensor_view %p, shape = [%n, 1000], strides = [1000, 1] : tile<i32> -> tensor_view<?x1000xf32, strides=[1000,1]>
    %d0, %d1 = get_tensor_shape %t : tensor_view<?x1000xf32, strides=[1000,1]> -> tile<i64>
    %e0, %e1 = get_tensor_shape %t : tensor_view<?x1000xf32, strides=[1000,1]> -> tile<i8>
    %v = make_partition_view %t : partition_view<tile=(16x64), tensor_view<?x1000xf32, strides=[1000,1]>>
    %i0, %i1 = get_index_space_shape %v : partition_view<tile=(16x64), tensor_view<?x1000xf32, strides=[1000,1]>> -> tile<i32>
    %s = print_tko "%d %d %d %d %d", %d0, %d1, %e1, %i0, %i1 : tile<i64>, tile<i64>, tile<i8>, tile<i32>, tile<i32> -> token
    return
  }
}
