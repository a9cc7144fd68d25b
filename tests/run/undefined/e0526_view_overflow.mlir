// RUN: run --engine=reference --arg 'i32[4]=zeros'
// TRAP: error[E0526]
// TRAP: an element is 18446744073709551616 bytes from the base of the view
//
// Element 1 lies 2^62 elements of four bytes away.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %s = constant <i64: 4611686018427387904> : tile<i64>
    %v = make_tensor_view %out, shape = [2], strides = [%s] : tile<i64> -> tensor_view<2xi32, strides=[?]>
    %p = make_partition_view %v : partition_view<tile=(2), tensor_view<2xi32, strides=[?]>>
    %a, %t = load_view_tko weak %p[%zero] : partition_view<tile=(2), tensor_view<2xi32, strides=[?]>>, tile<i32> -> tile<2xi32>, token
    return
  }
}
