// RUN: run --engine=reference --arg 'i32[4]=zeros'
// TRAP: error[E0520]
// TRAP: `load_view_tko`: reads 4 bytes just past the end of the buffer of argument 1
// TRAP: element 4
//
// A view that describes more than there is.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %out, shape = [8], strides = [1] : tensor_view<8xi32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>
    %a, %t = load_view_tko weak %p[%zero] : partition_view<tile=(8), tensor_view<8xi32, strides=[1]>>, tile<i32> -> tile<8xi32>, token
    return
  }
}
