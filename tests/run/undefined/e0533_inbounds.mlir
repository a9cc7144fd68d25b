// RUN: run --arg 'i32[4]=zeros'
// TRAP: error[E0533]
// TRAP: `load_view_tko`: the tile reaches outside of the 3 elements of dimension 0
//
// The promise that a tile lies inside is false.
cuda_tile.module @tests {
  entry @k(%out: tile<ptr<i32>>) {
    %zero = constant <i32: 0> : tile<i32>
    %v = make_tensor_view %out, shape = [3], strides = [1] : tensor_view<3xi32, strides=[1]>
    %p = make_partition_view %v : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>
    %a, %t = load_view_tko weak %p[%zero] inbounds = [true] : partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    return
  }
}
