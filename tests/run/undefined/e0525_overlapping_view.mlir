// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0525]
// TRAP: `store_view_tko`: writes two different values
// TRAP: element 1,0
//
// Rows of a view that overlap: strides 1 and 1.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %out, shape = [2, 2], strides = [1, 1] : tensor_view<2x2xi32, strides=[1,1]>
    %p = make_partition_view %v : partition_view<tile=(2x2), tensor_view<2x2xi32, strides=[1,1]>>
    %x = constant <i32: [[1, 2], [3, 4]]> : tile<2x2xi32>
    %t = store_view_tko weak %x, %p[%zero, %zero] : tile<2x2xi32>, partition_view<tile=(2x2), tensor_view<2x2xi32, strides=[1,1]>>, tile<i32> -> token
    return
  }
}
